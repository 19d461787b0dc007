/* armies.c - the armies of the Turning family: names, texts, limits, and the mirror image for Black
 * (rules/turning.md 5). */
#include "core/families/turning/armies.h"
#include "core/families/turning/turning.h"

#include <string.h>

static const struct named_army {
    bool quarter;
    const char *name, *text;
} named_armies[] = {
    {false, "fide", "RNBQKBNR"},
    {false, "clobberers", "DWFAKFWD"},
    {false, "clobberers2", "DFWAKWFD"},
    {false, "nutty-knights", "TIJLKJIT"},
    {false, "rookies", "SOUCKUOS"},
    {false, "forward-fides", "TYHEKHYT"},
    {false, "amontillado", "ZXGMKGXZ"},
    {true, "quarterhorse", "LS(ne)L(ne)QKL(nw)S(w)L"},
    {true, "octoling", "OO(ne)O(ne)OKO(nw)O(nw)O"},
    {true, "halfling", "OS(ne)O(ne)AKO(nw)S(w)O"},
};

/* The state while the army text of an option is parsed. */
struct turning_reader {
    const struct turning *turning;
    const struct ruleset *ruleset;
    const char *option, *text;
    int at;
};

static int turning_refuse(const struct turning_reader *reader, const char *what, struct note *why)
{
    return note_fail(why, FAIL_TEXT, reader->at, "option %s: %s (rules/turning.md 5)",
                     reader->option, what);
}

/* Refuses a text that is neither the name of an army nor the letters of one, and lists the
 * names. */
static int turning_refuse_name(const struct turning_reader *reader, struct note *why)
{
    char what[240];
    size_t used = 0;
    bool any = false;
    text_add(what, sizeof what, &used,
             "an army is eight capital letters of the variant's pieces, or a name (");
    for (size_t i = 0; i < sizeof named_armies / sizeof *named_armies; i++)
        if (named_armies[i].quarter == reader->turning->alphabet->quarter) {
            text_add(what, sizeof what, &used, "%s%s", any ? ", " : "", named_armies[i].name);
            any = true;
        }
    text_add(what, sizeof what, &used, ")");
    return turning_refuse(reader, what, why);
}

/* Parses one token of an army: a letter, with or without a facing in parentheses. */
static int turning_read_token(struct turning_reader *reader, int file, uint8_t *code,
                              struct note *why)
{
    const char *at = reader->text + reader->at;
    int kind = *at ? ruleset_kind(reader->ruleset, *at) : KIND_NONE, facing = NORTH, used = 1;
    if (kind == KIND_NONE)
        return *at ? turning_refuse_name(reader, why)
                   : turning_refuse(reader, "an army has eight pieces", why);
    if (kind == PAWN || (kind == KING) != (file == 4))
        return turning_refuse(
            reader, "only the fifth piece of an army is the King; Pawns are not listed", why);
    if (at[1] == '(') {
        int length = (int)strcspn(at + 2, ")");
        facing = turning_facing_named(at + 2, length);
        used = length + 3;
        if (facing < 0 || at[length + 2] != ')')
            return turning_refuse(reader, "a facing is one of (n) (ne) (e) (se) (s) (sw) (w) (nw)",
                                  why);
    }
    *code = turning_code(kind, facing);
    reader->at += used;
    return 0;
}

static char letter_at(const struct turning *turning, const struct army *army, int file)
{
    return turning->alphabet->kinds[army->code[file] / FACINGS].letter;
}

/* True if all pieces of an army on these files have letters among `letters`. */
static bool all_among(const struct turning *turning, const struct army *army, const char *files,
                      const char *letters)
{
    for (; *files; files++)
        if (!strchr(letters, letter_at(turning, army, *files - 'a')))
            return false;
    return true;
}

/* Returns the limit of the quarter variants (QuarterHorse, Octoling) that an army violates; NULL if
 * it violates none. */
static const char *limit_broken(const struct turning *turning, const struct ruleset *ruleset,
                                const struct army *army)
{
    bool octoling = !strcmp(ruleset->variant->id, "turning-octoling");
    if (!turning->alphabet->quarter || ruleset_has(ruleset, "free-array", "yes"))
        return NULL;
    if (octoling && all_among(turning, army, "abcdfgh", "O"))
        return NULL;
    if (!all_among(turning, army, "acfh", octoling ? "O" : "L"))
        return octoling ? "files a, c, f and h need Octolings, or free-array=yes"
                        : "files a, c, f and h need Lances, or free-array=yes";
    if (!all_among(turning, army, "bg", "NSWX") ||
        letter_at(turning, army, 1) != letter_at(turning, army, 6))
        return "files b and g need Quarterhorses of one letter, or free-array=yes";
    if (!all_among(turning, army, "d", octoling ? "ABCD" : "QUEY"))
        return octoling ? "file d needs a halfling Quarter Queen, or free-array=yes"
                        : "file d needs a Quarter Queen, or free-array=yes";
    return NULL;
}

/* Parses the name or the text of an army, as White's army. */
static int turning_read_army(const struct turning *turning, const struct ruleset *ruleset,
                             const char *option, const char *text, struct army *out,
                             struct note *why)
{
    struct turning_reader reader = {turning, ruleset, option, text, 0};
    struct army army;
    for (size_t i = 0; i < sizeof named_armies / sizeof *named_armies; i++)
        if (!strcmp(text, named_armies[i].name) &&
            named_armies[i].quarter == turning->alphabet->quarter)
            reader.text = named_armies[i].text;
    for (int file = 0; file < ARMY_MEN; file++) {
        int result = turning_read_token(&reader, file, &army.code[file], why);
        if (result < 0)
            return result;
    }
    if (reader.text[reader.at])
        return turning_refuse(&reader, "an army has eight pieces", why);
    const char *broken = limit_broken(turning, ruleset, &army);
    if (broken)
        return turning_refuse(&reader, broken, why);
    *out = army;
    return 0;
}

/* Converts a parsed army to an army on the board: mirrors it for Black and makes its facings
 * canonical. */
static void place_army(const struct turning *turning, int side, struct army *army)
{
    for (int file = 0; file < ARMY_MEN; file++) {
        int kind = army->code[file] / FACINGS, facing = army->code[file] % FACINGS;
        if (side == BLACK)
            facing = turning_mirror(turning, kind, facing);
        army->code[file] = turning_code(kind, turning_canonical(turning, side, kind, facing));
    }
}

int turning_read_armies(struct turning *turning, const struct ruleset *ruleset, struct note *why)
{
    static const char *const own[] = {"white", "black"};
    const char *both = ruleset_option(ruleset, "army");
    struct army army;
    int result = 0;
    if (both)
        result = turning_read_army(turning, ruleset, "army", both, &army, why);
    for (int side = WHITE; side <= BLACK && result == 0; side++) {
        const char *text = ruleset_option(ruleset, own[side]);
        if (!text)
            text = both ? both : turning_army_of[ruleset->variant->number];
        result = turning_read_army(turning, ruleset, own[side], text, &army, why);
        if (result < 0)
            return result;
        place_army(turning, side, &army);
        turning->army[side] = army;
        for (int file = 0; file < ARMY_MEN; file++)
            turning->promotions |= (uint32_t)1 << (army.code[file] / FACINGS);
    }
    turning->promotions &= ~((uint32_t)1 << KING);
    return result;
}

static const struct named_army *named_army(const struct ruleset *rules, int index)
{
    const struct turning *turning = rules->own;
    if (rules->rules != &turning_rules)
        return NULL;
    for (size_t i = 0; i < sizeof named_armies / sizeof *named_armies; i++)
        if (named_armies[i].quarter == turning->alphabet->quarter && index-- == 0)
            return &named_armies[i];
    return NULL;
}

const char *army_name(const struct ruleset *rules, int index)
{
    const struct named_army *army = named_army(rules, index);
    return army ? army->name : NULL;
}

const char *army_text(const struct ruleset *rules, int index)
{
    const struct named_army *army = named_army(rules, index);
    return army ? army->text : NULL;
}

const char *army_usual(const struct ruleset *rules)
{
    for (int i = 0; army_name(rules, i); i++)
        if (!strcmp(army_name(rules, i), turning_army_of[rules->variant->number]))
            return army_text(rules, i);
    return NULL;
}

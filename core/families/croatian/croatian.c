/* croatian.c - the Croatian family as a struct rules, functions about custom boards
 * (custom_board.h), and the table of variants. */
#include "core/families/croatian/croatian.h"
#include "core/families/croatian/custom_board.h"

#include <stdio.h>
#include <string.h>

/* Captured pieces return where there are Starchildren (14). */
static unsigned croatian_edits(const struct ruleset *ruleset)
{
    const struct croatian *own = ruleset->own;
    return EDIT_CASTLING | EDIT_PASSED | (own->holds ? EDIT_HELD : 0);
}

static const struct presentation croatian_presentation = {
    .edits = croatian_edits,
    .path = croatian_path,
    .example = croatian_example,
    .signs = croatian_signs,
    .describe = croatian_describe,
    .describe_hand = croatian_describe_hand,
};

const struct rules croatian_rules = {
    .family = "croatian",
    .title = "Croatian Chess",
    .variants = croatian_variants,
    .variant_count = VARIANTS,
    .open = croatian_open,
    .close = croatian_close,
    .name = custom_name,
    .setup = croatian_setup,
    .read = croatian_read,
    .write = croatian_write,
    .begin = croatian_begin,
    .choices = croatian_choices,
    .take = croatian_take,
    .finish = croatian_finish,
    .why_not = croatian_why_not,
    .judge = croatian_judge,
    .format = croatian_format,
    .parse = croatian_parse,
    .plies = croatian_plies,
    .perft = croatian_perft,
    .find = croatian_find,
    .reach = croatian_reach,
    .presentation = &croatian_presentation,
    .search = &croatian_search,
};

/* ---- custom boards (16) */

static const struct definition *definition_of(const struct ruleset *ruleset)
{
    return ruleset->rules == &croatian_rules ? &((const struct croatian *)ruleset->own)->definition
                                             : NULL;
}

static bool all_occur(const struct definition *definition, const char *letters)
{
    for (; *letters; letters++) {
        bool found = false;
        for (int rank = 0; rank < definition->rank_count && !found; rank++)
            found = strchr(definition->ranks[rank], *letters) != NULL;
        if (!found)
            return false;
    }
    return true;
}

/* True if a rank is its own mirror image. The two middle files of an even board, or the middle file
 * of an odd board, are ignored. */
static bool is_mirrored(const char *rank, int size)
{
    for (int i = 0; i < (size - 1) / 2; i++)
        if (rank[i] != rank[size - 1 - i])
            return false;
    return true;
}

unsigned custom_classes(const struct ruleset *ruleset)
{
    const struct definition *definition = definition_of(ruleset);
    unsigned classes = 0;
    if (!definition)
        return 0;
    classes |= all_occur(definition, "NGUC") ? CLASS_STABLE : 0;
    classes |= all_occur(definition, "AWT") ? CLASS_UNIVERSE : 0;
    classes |= all_occur(definition, "P") ? 0 : CLASS_PEASANT;
    for (int rank = 0; rank < definition->rank_count; rank++)
        classes |= is_mirrored(definition->ranks[rank], definition->size) ? 0 : CLASS_ASYMMETRICAL;
    classes |= strspn(definition->castle, "R") == strlen(definition->castle) ? 0 : CLASS_CASTLING;
    classes |= definition->rank_count > 2 ? CLASS_POPULATED : 0;
    return classes;
}

const char *custom_name(const struct ruleset *ruleset)
{
    const struct definition *definition = definition_of(ruleset);
    return definition ? definition->name : "";
}

const char *custom_colour(const struct ruleset *ruleset, int index)
{
    const struct definition *definition = definition_of(ruleset);
    return definition && index >= 0 && index < COLOURS ? definition->colours[index] : "";
}

/* ---- The pieces and the conforming variants of Croatian Chess, as rows of data (4, 5). */

/* The rows that croatian_kinds and odd_kinds have in common: those before the Queen's row and those
 * after it. The Queen's own row differs, because odd boards have no Queen. */
#define BEFORE_QUEEN                                                               \
    {'P', "Pawn",                                                                  \
     "One cell forward, several from its own Pawns' rank; captures and activates " \
     "diagonally forward.",                                                        \
     "rules/croatian.md 8.3", false},                                              \
        {'N', "Knight", "One jump (1,2).", "rules/croatian.md 6", false},          \
        {'B', "Bishop", "Rides diagonally.", "rules/croatian.md 6", false},        \
    {                                                                              \
        'R', "Rook", "Rides along ranks and files.", "rules/croatian.md 6", false  \
    }

#define AFTER_QUEEN                                                                                    \
    {'K', "King", "One step in any direction; castles.", "rules/croatian.md 6, 9.1", true},            \
        {'G', "Pegasus", "Repeats one Knight's jump in a straight line.", "rules/croatian.md 6",       \
         false},                                                                                       \
        {'A', "Pyramid",                                                                               \
         "Passive: moves like the last active piece, within its momentum; converts enemy "             \
         "pieces on its own side and promotes its own Pawns on the other.",                            \
         "rules/croatian.md 7.3, 8.4", false},                                                         \
        {'U', "Unicorn",                                                                               \
         "One long jump, (1,4) or (2,3), from a cell of its own colour; one Knight's jump "            \
         "from the other.",                                                                            \
         "rules/croatian.md 6", false},                                                                \
        {'W', "Wave",                                                                                  \
         "Passive: moves like the last active piece, any distance and through everything; "            \
         "passes its momentum to whatever it meets.",                                                  \
         "rules/croatian.md 7.3, 8.5", false},                                                         \
        {'T', "Star",                                                                                  \
         "Never moves: pieces dive into it and reappear at a Star of the other colour or a Monolith.", \
         "rules/croatian.md 8.6", false},                                                              \
        {'C', "Centaur", "Alternates long and Knight's jumps, each in one direction.",                 \
         "rules/croatian.md 6", false},                                                                \
        {'S', "Serpent",                                                                               \
         "Zigzags diagonally up to a third of the board; or one straight step onto an empty cell.",    \
         "rules/croatian.md 6", false},                                                                \
        {'H', "Shaman",                                                                                \
         "Far jumps or a short Rook's ride; once activated it is in trance: any cell on a "            \
         "Queen's lines.",                                                                             \
         "rules/croatian.md 6, 8.7", false},                                                           \
        {'M', "Monolith",                                                                              \
         "Neutral: straight, then diagonally, at most three cells in all (fewer on small "             \
         "boards); teleports the pieces it meets.",                                                    \
         "rules/croatian.md 6, 8.8", false},                                                           \
    {                                                                                                  \
        'I', "Starchild",                                                                              \
            "Diagonally, then straight, at most three cells in all (fewer on small "                   \
            "boards); activates everything; journeys from a Monolith.",                                \
            "rules/croatian.md 6, 8.9", false                                                          \
    }

const struct kind croatian_kinds[] = {
    {0},
    BEFORE_QUEEN,
    {'Q', "Queen", "Rides like Rook and Bishop.", "rules/croatian.md 6", false},
    AFTER_QUEEN,
};

static const struct kind odd_kinds[] = {
    {0},
    BEFORE_QUEEN,
    {'Q', "Queen", "Odd boards have no Queens and no Queen's file.", "rules/croatian.md 5", false},
    AFTER_QUEEN,
};

static const struct option options[] = {
    {"check-rule", "every-action|end-of-ply",
     "When your King must be safe: after every move of a ply, or at its end."},
    {"opening-check", "exempt|literal",
     "Whether attacks in the initial setup give no check (exempt) or give check (literal); literal "
     "makes Odd Tamoanchan Revisited begin in mate."},
    {"shaman-transform", "leave|stay",
     "Whether a Shaman leaves the board after transforming a piece, or stays."},
    {"castling-min", "2|1", "The least number of cells the King moves in castling."},
};

#define BOTH                                                                                           \
    "Cascades: a piece that moves onto a Pyramid of its side hands on its momentum; the Pyramid must " \
    "move on."
#define WAVES                                                                           \
    "Cascades: pieces hand their momentum to Pyramids and Waves; a Wave activates any " \
    "piece, even the opponent's."
#define MATE "Mate the King; keep yours safe after every move of a ply."

/* A row of the table of variants. Only variants 10 and 17 have attacks in the initial setup
 * (rules/croatian.md 10.1); Shamans exist from variant 12 on. `kinds_known`: how many of
 * croatian_kinds the variant has. */
#define ROW(index, name, words, n, kinds_known, line2, line3)                                  \
    {                                                                                          \
        .id = name, .title = words, .board = #n "x" #n, .summary = {MATE, line2, line3},       \
        .sides = 2, .kinds = (n) % 2 ? odd_kinds : croatian_kinds, .kind_count = kinds_known,  \
        .options = options, .option_count = sizeof options / sizeof *options, .number = index, \
        .idle = (index) < 12                                                                   \
                    ? (index) == 10 ? "shaman-transform" : "opening-check shaman-transform"    \
                : (index) == 17 ? NULL                                                         \
                                : "opening-check"                                              \
    }

enum {
    MAYAN = PYRAMID,
    AQUARIUS = UNICORN,
    MIRANDA = WAVE,
    NINETEEN = STAR,
    HEMERA = CENTAUR,
    TAMOANCHAN = SERPENT,
    CONQUEST = SHAMAN,
    DISCOVERY = MONOLITH,
    ONE = STARCHILD
};

#define STARS \
    "Stars in the corners: dive into one, reappear at another, perhaps as the opponent's piece."
#define STONES "Two Monoliths, moved by both players, teleport and convert what they meet."

const struct variant croatian_variants[VARIANTS] = {
    ROW(1, "mayan-ascendancy", "Mayan Ascendancy", 12, MAYAN, BOTH,
        "Pyramids convert and promote."),
    ROW(0, "odd-mayan-ascendancy", "Odd Mayan Ascendancy", 11, MAYAN, BOTH,
        "Pyramids convert and promote; no Queens."),
    ROW(3, "age-of-aquarius", "Age of Aquarius", 14, AQUARIUS, BOTH,
        "Unicorns jump by the colour of their cell."),
    ROW(2, "odd-age-of-aquarius", "Odd Age of Aquarius", 13, AQUARIUS, BOTH,
        "Unicorns jump by the colour of their cell."),
    ROW(5, "mirandas-veil", "Miranda's Veil", 16, MIRANDA, WAVES, "Waves pass through everything."),
    ROW(4, "odd-mirandas-veil", "Odd Miranda's Veil", 15, MIRANDA, WAVES,
        "Waves pass through everything."),
    ROW(7, "nineteen", "Nineteen", 18, NINETEEN, WAVES, STARS),
    ROW(6, "odd-nineteen", "Odd Nineteen", 17, NINETEEN, WAVES, STARS),
    ROW(9, "hemeras-dawn", "Hemera's Dawn", 20, HEMERA, WAVES, STARS),
    ROW(8, "odd-hemeras-dawn", "Odd Hemera's Dawn", 19, HEMERA, WAVES, STARS),
    ROW(11, "tamoanchan-revisited", "Tamoanchan Revisited", 22, TAMOANCHAN, WAVES, STARS),
    ROW(10, "odd-tamoanchan-revisited", "Odd Tamoanchan Revisited", 21, TAMOANCHAN, WAVES, STARS),
    ROW(13, "conquest-of-tlalocan", "Conquest of Tlalocan", 24, CONQUEST, WAVES,
        "An activated Shaman is in trance."),
    ROW(12, "odd-conquest-of-tlalocan", "Odd Conquest of Tlalocan", 23, CONQUEST, WAVES,
        "An activated Shaman is in trance."),
    ROW(15, "discovery", "Discovery", 24, DISCOVERY, WAVES, STONES),
    ROW(14, "odd-discovery", "Odd Discovery", 23, DISCOVERY, WAVES, STONES),
    ROW(17, "one", "One", 26, ONE, WAVES,
        "Starchildren journey between Monoliths and call captured pieces back."),
    ROW(16, "odd-one", "Odd One", 25, ONE, WAVES,
        "Starchildren journey between Monoliths and call captured pieces back."),
    {.id = "custom",
     .title = "Custom Croatian Chess",
     .board = "7x7..26x26",
     .summary = {MATE,
                 "A board that you define, on the screen or in writing: "
                 "'custom:size=12;ranks=UGACNQKNCAGU/PPPPPPPPPPPP;castle=U'.",
                 "Keys: name, size, ranks, monolith, castle, colours (rules/croatian.md 16)."},
     .sides = 2,
     .kinds = croatian_kinds,
     .kind_count = KIND_COUNT,
     .options = options,
     .option_count = sizeof options / sizeof *options,
     .number = 18},
};

/* Light's first rank and the cell of the lower Monolith, indexed by variant.number. Rank 2 is full
 * of Pawns. */
static const struct {
    const char *rank, *monolith;
} setups[] = {
    {"RGANBKBNAGR", ""},
    {"RGANBQKBNAGR", ""},
    {"RGAUNBKBNUAGR", ""},
    {"RGAUNBQKBNUAGR", ""},
    {"RGAUWNBKBNWUAGR", ""},
    {"RGAUWNBQKBNWUAGR", ""},
    {"TRGAUWNBKBNWUAGRT", ""},
    {"TRGAUWNBQKBNWUAGRT", ""},
    {"TRGAUWCNBKBNCWUAGRT", ""},
    {"TRGAUWCNBQKBNCWUAGRT", ""},
    {"TRGAUWCSNBKBNSCWUAGRT", ""},
    {"TRGAUWCSNBQKBNSCWUAGRT", ""},
    {"TRGAHUWCSNBKBNSCWUHAGRT", ""},
    {"TRGAHUWCSNBQKBNSCWUHAGRT", ""},
    {"TRGAHUWCSNBKBNSCWUHAGRT", "b8"},
    {"TRGAHUWCSNBQKBNSCWUHAGRT", "b8"},
    {"TRGAHIUWCSNBKBNSCWUIHAGRT", "b9"},
    {"TRGAHIUWCSNBQKBNSCWUIHAGRT", "b9"},
};

void variant_definition(const struct variant *variant, struct definition *out)
{
    const char *rank = setups[variant->number].rank;
    *out = (struct definition){.size = (int)strlen(rank), .rank_count = 2, .castle = "R"};
    snprintf(out->ranks[0], sizeof out->ranks[0], "%s", rank);
    memset(out->ranks[1], 'P', (size_t)out->size);
    snprintf(out->monolith, sizeof out->monolith, "%s", setups[variant->number].monolith);
}

int kind_of_letter(char letter)
{
    for (int kind = PAWN; kind < KINDS_END; kind++)
        if (croatian_kinds[kind].letter == letter)
            return kind;
    return KIND_NONE;
}

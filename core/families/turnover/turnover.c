/* turnover.c - Turnover Chess: the rows of variants and position texts; turnover.h lists the family's other files. */
#include "core/families/turnover/turnover.h"

#include "core/position_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct kind kinds[] = {
    {0},
    {'T', "Tower",
     "Slides any number of squares straight. Joins a Fort to a Citadel and a Fortress to a Castle.",
     "rules/turnover.md 5.1", false},
    {'F', "Fort", "Slides any number of squares diagonally. Joins a Tower to a Citadel and a Wall to a Fortress.",
     "rules/turnover.md 5.2", false},
    {'W', "Wall",
     "One square straight ahead to move or turn over, one diagonally ahead to take or turn over. Joins a Fort to "
     "a Fortress and a Citadel to a Castle; alone on its last row it becomes a Citadel.",
     "rules/turnover.md 5.5", false},
    {'C', "Citadel", "Its Fort slides any number of squares straight or diagonally, its Tower stays behind.",
     "rules/turnover.md 5.3", false},
    {'S', "Fortress", "Its Wall leaps like a knight, its Fort stays behind.", "rules/turnover.md 5.4", false},
    {'K', "Castle",
     "Steps one square whole, to move or take; its Wall alone turns over a neighbour or dismounts two "
     "squares straight ahead, and a Citadel stays behind. Without a Castle you lose.",
     "rules/turnover.md 5.6", true},
};

static const struct option options[] = {
    {"siege", "play|lose", "Whether a besieged player goes on playing or has lost at once (8.3)."},
    {"promotion", "wall|castle", "castle: a Castle made or brought on the last row becomes a Citadel too (11)."},
    {"dismount", "two|full", "full: a Castle's Wall may also go one square straight ahead, or capture diagonally ahead (11)."},
};

static const struct variant variants[] = {
    {.id = "turnover", .title = "Turnover Chess", .board = "8x8", .sides = 2, .kinds = kinds,
     .kind_count = TURNOVER_KINDS, .options = options, .option_count = sizeof options / sizeof *options,
     .summary = {"Leave the opponent without a Castle; there is no check that must be answered.",
                 "Pieces are stacks of rings: only the outermost ring travels, the others stay behind.",
                 "A ring that fits a piece, own or enemy, joins it, and the whole is yours."}},
};

static const char opening[] = "k1k1k1k1/1k1k1k1k/8/8/8/8/1K1K1K1K/K1K1K1K1 w - - 0 1";

static void tell_castle(struct ruleset *ruleset, struct turnover *own)
{
    size_t used = 0;
    memcpy(own->kind, kinds, sizeof kinds);
    text_add(own->castle, sizeof own->castle, &used, "%s%s%s", kinds[CASTLE].moves,
             own->full_dismount ? " Its Wall may also go one square ahead, or capture diagonally ahead (11)." : "",
             own->castle_promotes ? " Made or brought on the mover's last row it becomes a Citadel (11)." : "");
    own->kind[CASTLE].moves = own->castle;
    ruleset->kinds = own->kind;
}

static int turnover_open(struct ruleset *ruleset, struct note *why)
{
    struct turnover *own = memory_new(1, sizeof *own);
    (void)why;
    ruleset->board = board_squares(8, 8);
    ruleset->own = own;
    ruleset->draws = RULES "8.5";
    own->siege_loses = ruleset_has(ruleset, "siege", "lose");
    if (own->siege_loses)
        ruleset->summary[0] = "Leave the opponent without a Castle, or besiege them: no ply saves their last one from capture.";
    own->castle_promotes = ruleset_has(ruleset, "promotion", "castle");
    own->full_dismount = ruleset_has(ruleset, "dismount", "full");
    tell_castle(ruleset, own);
    turnover_fill(own, ruleset->board);
    return 0;
}

static void turnover_close(struct ruleset *ruleset)
{
    free(ruleset->own);
}

/* Check that fields 3 and 4 are "-": they have no meaning in this game. */
static int dashes_read(const struct position_fields *fields, struct note *why)
{
    for (int i = 2; i < 4; i++)
        if (fields->field[i].length != 1 || *fields->field[i].at != '-')
            return note_fail(why, FAIL_TEXT, (int)(fields->field[i].at - fields->text),
                             "Turnover Chess knows no castling and no en passant: write '-' (" RULES "10)");
    return 0;
}

static int turnover_read(const struct ruleset *ruleset, const char *text, struct position *out,
                         struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, NULL, &position, &used,
                                why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "nothing is held in hand in Turnover Chess (" RULES "10)");
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = dashes_read(&fields, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0 && position_find(&position, CASTLE, WHITE) == CELL_NONE &&
        position_find(&position, CASTLE, BLACK) == CELL_NONE)
        result = note_fail(why, FAIL_TEXT, 0, "a position needs at least one Castle (" RULES "10)");
    if (result == 0)
        position_copy(out, &position);
    return result;
}

static int turnover_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    placement_write(position, NULL, buffer, size, &used);
    position_write_rest(position, "-", buffer, size, &used);
    return (int)used;
}

static void turnover_setup(const struct ruleset *ruleset, struct position *out)
{
    int result = turnover_read(ruleset, opening, out, NULL);
    assert(result == 0);
    (void)result;
}

/* A ring joins wherever it fits, even where a piece could otherwise only move or only capture (4, 5.5, 5.6). */
static const struct example *turnover_signs(const struct ruleset *ruleset, int kind)
{
    static const struct example signs = {"", {"x goes or takes", "m goes or joins", "c takes or joins"}};
    (void)ruleset;
    return kind == WALL || kind == CASTLE ? &signs : NULL;
}

/* Name the rings of a stack from the inside out; a single ring needs no description. */
static int turnover_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    static const uint8_t single[RINGS] = {TOWER, FORT, WALL};
    int kind = position->at[cell].kind, rings = kind_rings(kind);
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (rings == rings_outermost(rings))
        return 0;
    for (int r = 0; r < RINGS; r++)
        if (rings >> r & 1)
            text_add(buffer, size, &used, "%s%s", used ? " in " : "", kinds[single[r]].name);
    return (int)used;
}

const struct rules turnover_rules = {
    .family = "turnover",
    .title = "Turnover Chess",
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .open = turnover_open,
    .close = turnover_close,
    .setup = turnover_setup,
    .read = turnover_read,
    .write = turnover_write,
    .begin = turnover_begin,
    .choices = turnover_choices,
    .take = turnover_take,
    .finish = turnover_finish,
    .path = turnover_path,
    .why_not = turnover_why_not,
    .judge = turnover_judge,
    .format = turnover_format,
    .parse = turnover_parse,
    .plies = turnover_plies,
    .perft = turnover_perft,
    .reach = turnover_reach,
    .part = turnover_part,
    .signs = turnover_signs,
    .describe = turnover_describe,
    .search = &turnover_search,
};

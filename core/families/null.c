/* null.c - the null family: the smallest game that implements the interface, and the template for a
 * new family.
 *
 * The board is 3x3 and each side has a Stone. A Stone moves to, or captures on, a neighbouring cell
 * in any of the eight directions. A player without a Stone has lost. The family is always built and
 * tested, so that it agrees with core/family.h; lists of variants leave it out.
 *
 * To add a family: copy this file, rename everything, add its symbol to `families` in
 * core/family_list.c and the file to Makefile.am. The contract test (tests/core/test_contract.c)
 * then tests its variants. */
#include "core/draft.h"
#include "core/position_text.h"
#include "core/family_list.h"

#include <ctype.h>
#include <string.h>

enum { STONE = 1 };
enum stage { PICKING, GOING, GONE };

static const struct kind kinds[] = {
    {0},
    {'S', "Stone", "One step in any direction; captures in the same way.", "core/families/null.c",
     true},
};

static const struct variant variants[] = {
    {.id = "null",
     .title = "Null",
     .board = "3x3",
     .sides = 2,
     .kinds = kinds,
     .kind_count = 1,
     .summary = {"Capture the other Stone."}},
};

static int null_open(struct ruleset *ruleset, struct note *why)
{
    (void)why;
    ruleset->board = board_squares(3, 3);
    return 0;
}

static void null_setup(const struct ruleset *ruleset, struct position *out)
{
    position_clear(out, ruleset);
    out->at[board_at(ruleset->board, 0, 0)] = (struct piece){STONE, WHITE, 0, 0};
    out->at[board_at(ruleset->board, 2, 2)] = (struct piece){STONE, BLACK, 0, 0};
}

static int null_read(const struct ruleset *ruleset, const char *text, struct position *out,
                     struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, NULL, &position,
                                &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "this game keeps no captured pieces");
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0)
        position_copy(out, &position);
    return result;
}

static int null_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    placement_write(position, NULL, buffer, size, &used);
    position_write_rest(position, "-", buffer, size, &used);
    return (int)used;
}

static void null_begin(struct draft *draft)
{
    draft->stage = PICKING;
}

static void null_choices(const struct draft *draft, struct actions *out)
{
    const struct board *board = draft->now.rules->board;
    if (draft->stage == PICKING) {
        cell_t cell = position_find(&draft->now, STONE, draft->now.side);
        if (cell != CELL_NONE && position_find(&draft->now, STONE, !draft->now.side) != CELL_NONE)
            actions_add(out, (struct action){ACTION_PICK, STONE, draft->now.side, 0, cell, cell});
    } else if (draft->stage == GOING) {
        for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
            cell_t to = board_next(board, draft->hand, d);
            if (to == CELL_NONE)
                continue;
            struct piece met = draft->now.at[to];
            if (!met.kind)
                actions_add(out, (struct action){ACTION_GO, 0, 0, 0, draft->hand, to});
            else if (met.side != draft->held.side)
                actions_add(out,
                            (struct action){ACTION_TAKE, met.kind, met.side, 0, draft->hand, to});
        }
    } else {
        actions_add(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
    }
}

static void null_take(struct draft *draft, const struct action *action)
{
    if (action->verb == ACTION_PICK) {
        draft->held = draft->now.at[action->from];
        draft->hand = action->from;
        draft->now.at[action->from] = (struct piece){0};
        draft->stage = GOING;
    } else {
        draft->now.at[action->to] = draft->held;
        draft->held = (struct piece){0};
        draft->hand = CELL_NONE;
        draft->moves = 1;
        draft->stage = GONE;
    }
}

static void null_finish(struct draft *draft)
{
    struct position *now = &draft->now;
    now->halfmove = draft->ply.v[1].verb == ACTION_TAKE ? 0 : now->halfmove + 1;
    now->fullmove += now->side == BLACK;
    now->side = !now->side;
}

static void null_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    if (draft->stage == PICKING)
        note_set(why, -1, "no Stone of the side to move is on %s",
                 board_name(draft->now.rules->board, to));
    else
        note_set(why, -1, "a Stone moves one step");
}

static void null_judge(const struct position *position, const struct context *context,
                       struct verdict *out)
{
    (void)context;
    for (int side = WHITE; side <= BLACK; side++)
        if (position_find(position, STONE, side) == CELL_NONE)
            *out = (struct verdict){
                .outcome = OUTCOME_WIN, .winner = (uint8_t)!side, .reason = "no stones"};
}

static int null_format(const struct position *position, const struct ply *ply, enum form form,
                       char *buffer, size_t size)
{
    const struct board *board = position->rules->board;
    const struct action *go = &ply->v[1];
    size_t used = 0;
    if (form == FORM_LONG)
        text_add(buffer, size, &used, "S%s-", board_name(board, go->from));
    text_add(buffer, size, &used, "%s", board_name(board, go->to));
    if (go->verb == ACTION_TAKE)
        text_add(buffer, size, &used, "xS");
    return (int)used;
}

static bool null_fits(const struct draft *draft, const char *text)
{
    char written[16];
    for (enum form form = FORM_LONG; form <= FORM_SHORT; form++) {
        null_format(draft->before, &draft->ply, form, written, sizeof written);
        if (!strcmp(written, text))
            return true;
    }
    return false;
}

static int null_parse(const struct position *position, const char *text, struct ply *out,
                      struct note *why)
{
    struct draft draft = {0};
    struct actions choices = {0};
    int result = FAIL_RULE;
    draft_begin(&draft, position);
    draft_choices(&draft, &choices);
    if (choices.n > 0) {
        draft_take(&draft, choices.v[0]);
        draft_choices(&draft, &choices);
    }
    for (int i = 0; i < choices.n && result < 0; i++) {
        draft_take(&draft, choices.v[i]);
        if (null_fits(&draft, text)) {
            ply_copy(out, &draft.ply);
            result = 0;
        }
        draft_back(&draft, 1);
    }
    if (result < 0)
        note_set(why, 0, "'%.20s' is not a ply of this position", text);
    actions_free(&choices);
    draft_clear(&draft);
    return result;
}

static void null_reach(const struct position *position, cell_t cell, struct actions *out)
{
    for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
        cell_t to = board_next(position->rules->board, cell, d);
        if (to == CELL_NONE)
            continue;
        actions_add(out, (struct action){ACTION_GO, 0, 0, 0, cell, to});
        actions_add(out, (struct action){ACTION_TAKE, 0, 0, 0, cell, to});
    }
}

const struct rules null_rules = {
    .family = "null",
    .title = "Null",
    .variants = variants,
    .variant_count = 1,
    .open = null_open,
    .setup = null_setup,
    .read = null_read,
    .write = null_write,
    .begin = null_begin,
    .choices = null_choices,
    .take = null_take,
    .finish = null_finish,
    .why_not = null_why_not,
    .judge = null_judge,
    .format = null_format,
    .parse = null_parse,
    .reach = null_reach,
};

/* turn_choices.c - the facings that a piece may turn to, as diagrams: see turn_choices.h. */
#include "config.h"

#include "tui/boards/turn_choices.h"

#include "tui/boards/marks.h"

enum { TURN_ROWS = PATTERN_ROWS + 1 /* rows of the diagram of one facing */ };

/* The facings, and which of them is the present one. */
struct turns_offered {
    struct piece piece[PATTERN_TURNS];
    int turn[PATTERN_TURNS];
    int n, chosen; /* chosen: -1: none of them */
};

static void find_turns(const struct compose *compose, struct turns_offered *out)
{
    const struct ply *ply = &compose->draft.ply;
    const struct action *last = ply->n ? &ply->v[ply->n - 1] : NULL;
    struct draft draft = {0};
    int is = 0;
    *out = (struct turns_offered){.chosen = -1};
    if (!compose_can_turn(compose) || compose->before.rules->board->shape != BOARD_SQUARES)
        return;
    draft_copy(&draft, &compose->draft);
    if (last && last->verb == ACTION_TURN) {
        is = last->turn;
        draft_back(&draft, 1);
    }
    out->n = pattern_turns(&draft, out->piece, out->turn);
    draft_clear(&draft);
    for (int i = 0; i < out->n; i++)
        if (out->turn[i] == is)
            out->chosen = i;
}

static int diagrams_across(const struct area *area)
{
    return (area->columns + PATTERN_GAP) / (PATTERN_COLUMNS + PATTERN_GAP);
}

/* The first facing to draw if not all fit, such that the chosen one is visible. */
static int first_turn(const struct area *area, int chosen)
{
    int shown = diagrams_across(area) * (area->rows / TURN_ROWS);
    return chosen >= shown ? chosen - shown + 1 : 0;
}

int turn_choices(const struct compose *compose)
{
    struct turns_offered offered;
    find_turns(compose, &offered);
    return offered.n;
}

int turn_choices_rows(const struct compose *compose, const struct area *area)
{
    int n = turn_choices(compose), across = diagrams_across(area);
    int down = n && across ? (n + across - 1) / across : 0;
    while (down && down * TURN_ROWS > area->rows - 2)
        down--;
    return down * TURN_ROWS;
}

int turn_choices_hit(const struct compose *compose, const struct area *area, int row, int column)
{
    struct turns_offered offered;
    find_turns(compose, &offered);
    int across = diagrams_across(area),
        at = (column - area->column) / (PATTERN_COLUMNS + PATTERN_GAP);
    int i = first_turn(area, offered.chosen) + (row - area->row) / TURN_ROWS * across + at;
    return at < across && i >= 0 && i < offered.n
               ? offered.turn[i] - (offered.chosen >= 0 ? offered.turn[offered.chosen] : 0)
               : 0;
}

void turn_choices_draw(const struct compose *compose, struct scene *scene, const struct area *area)
{
    struct turns_offered offered;
    find_turns(compose, &offered);
    int across = diagrams_across(area), down = area->rows / TURN_ROWS;
    for (int k = 0, i = first_turn(area, offered.chosen); i < offered.n && k < across * down;
         i++, k++) {
        int row = area->row + k / across * TURN_ROWS, turn = offered.turn[i];
        int column = area->column + k % across * (PATTERN_COLUMNS + PATTERN_GAP);
        /* With a single turn, left and right lead to the same pattern. */
        const char *words = turn && offered.n == 2 ? "[ ] either way"
                            : turn > 0             ? "] to the right"
                            : turn < 0             ? "[ to the left"
                                                   : "as it is";
        enum role ground = i == offered.chosen ? ROLE_SELECTED : ROLE_TEXT;
        scene_fill(scene, row, column, PATTERN_COLUMNS, ROLE_TEXT, ground, true);
        scene_textf(scene, row, column, PATTERN_COLUMNS, ROLE_LABEL, ground, "%s%s",
                    i == offered.chosen ? ">" : " ", words);
        pattern_draw(compose->before.rules, offered.piece[i], CELL_NONE, scene, row + 1, column);
    }
}

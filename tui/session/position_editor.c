/* position_editor.c - edits castling rights, en passant squares and the state of pieces: see
 * position_editor.h.
 *
 * Every change is made in the position text: one field is replaced and the text is parsed again, so
 * that the family's own parser decides what is valid. */
#include "config.h"
#include "tui/session/position_editor.h"

#include "core/util/ascii.h"
#include "core/position_text.h"
#include "core/presentation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_ROOM = POSITION_TEXT_MAX + 1,
    FIELD_ROOM = 256,
    RIGHT_ROOM = 16,
    CASTLING = 2,
    PASSED = 3,
    WAY_MAX = PASSED_MAX - 1,
    WAYS_MAX = 64,
    BENDS_MAX = 4
};

/* Replace one field of the position's text and parse the text. Fails as the parser does. */
static int with_field(const struct position *position, int field, const char *value,
                      struct position *out, struct note *why)
{
    char text[TEXT_ROOM], changed[TEXT_ROOM + FIELD_ROOM];
    struct position_fields fields;
    const struct rules *rules = position->rules->rules;
    size_t used = 0;
    if (rules->write(position, text, sizeof text) >= (int)sizeof text)
        return note_fail(why, FAIL_LIMIT, -1, "the text of this position is too long");
    int status = position_split(&fields, text, POSITION_FIELDS, why);
    if (status < 0)
        return status;
    for (int i = 0; i < fields.count; i++)
        text_add(changed, sizeof changed, &used, "%s%.*s", i ? " " : "",
                 i == field ? (int)strlen(value) : fields.field[i].length,
                 i == field ? value : fields.field[i].at);
    return rules->read(position->rules, changed, out, why);
}

/* Write a field of the position's text; "" if the field is "-". */
static void position_editor_field_of(const struct position *position, int field,
                                     char out[FIELD_ROOM])
{
    char text[TEXT_ROOM];
    struct position_fields fields;
    out[0] = '\0';
    if (position->rules->rules->write(position, text, sizeof text) >= (int)sizeof text ||
        position_split(&fields, text, POSITION_FIELDS, NULL) < 0)
        return;
    snprintf(out, FIELD_ROOM, "%.*s", fields.field[field].length, fields.field[field].at);
    if (!strcmp(out, "-"))
        out[0] = '\0';
}

/* ---------------------------------------------------------------- castling */

/* The rights to castle in a position's text: K, Q, k, q, and the cells of castling partners that
 * are not in the corners. */
struct rights {
    char name[FIELD_ROOM / 2][RIGHT_ROOM];
    int n;
};

/* True if a right is named by a letter for a side of the King, such as "k" or "q". A longer text
 * such as "k1" or "q18" names a cell. */
static bool by_side(const char *right)
{
    return strchr("KQkq", *right) && !isdigit((unsigned char)right[1]);
}

static struct rights position_editor_rights_of(const struct position *position)
{
    struct rights rights = {.n = 0};
    char field[FIELD_ROOM];
    position_editor_field_of(position, CASTLING, field);
    for (const char *at = field; *at;) {
        int length = 1;
        if (!by_side(at) && board_cell_named(position->rules->board, at, &length) == CELL_NONE)
            length = 1;
        snprintf(rights.name[rights.n++], RIGHT_ROOM, "%.*s", length, at);
        at += length;
    }
    return rights;
}

static int find_right(const struct rights *rights, const char *name)
{
    int i = 0;
    while (i < rights->n && strcmp(rights->name[i], name) != 0)
        i++;
    return i;
}

/* Build the position with these rights, written in the required order: letters before cells. */
static int with_rights(const struct position *position, const struct rights *rights,
                       struct position *out, struct note *why)
{
    char field[FIELD_ROOM];
    size_t used = 0;
    field[0] = '\0';
    for (const char *letter = "KQkq"; *letter; letter++)
        if (find_right(rights, (char[]){*letter, '\0'}) < rights->n)
            text_add(field, sizeof field, &used, "%c", *letter);
    for (int i = 0; i < rights->n; i++)
        if (!by_side(rights->name[i]))
            text_add(field, sizeof field, &used, "%s", rights->name[i]);
    return with_field(position, CASTLING, used ? field : "-", out, why);
}

/* Write the name of the right to castle with the piece on a cell: a letter for its side of the
 * King, or the name of the cell. Returns false if there is no such right. */
static bool right_named(const struct position *position, cell_t cell, char out[RIGHT_ROOM])
{
    const struct board *board = position->rules->board;
    struct piece piece = position->at[cell];
    struct position *given = memory_new(1, sizeof *given);
    cell_t king = cell;
    bool found = false;
    for (int kind = 1; kind <= position->rules->kind_count; kind++)
        if (position->rules->kinds[kind].royal &&
            position_find(position, kind, piece.side) != CELL_NONE)
            king = position_find(position, kind, piece.side);
    char letter = board->cell[cell].file > board->cell[king].file ? 'K' : 'Q';
    bool corner = board->cell[cell].rank == board->cell[king].rank &&
                  (board->cell[cell].file == 0 || board->cell[cell].file == board->files - 1);
    /* only pieces in the corners have rights named by letters */
    for (int i = 0; i < 1 + corner && !found; i++) {
        struct rights one = {.n = 1};
        if (i == 0)
            snprintf(one.name[0], RIGHT_ROOM, "%.15s", board_name(board, cell));
        else
            one.name[0][0] =
                (char)(piece.side == BLACK ? ascii_lower((unsigned char)letter) : letter);
        found = with_rights(position, &one, given, NULL) == 0 &&
                (one = position_editor_rights_of(given)).n == 1;
        if (found)
            memcpy(out, one.name[0], RIGHT_ROOM);
    }
    free(given);
    return found;
}

static int toggle_king(const struct position *position, int side, struct position *out,
                       struct note *why)
{
    struct rights rights = position_editor_rights_of(position), none = {.n = 0};
    struct position *given = memory_new(1, sizeof *given);
    const char *letters = side == BLACK ? "kq" : "KQ";
    bool any = find_right(&rights, (char[]){letters[0], '\0'}) < rights.n ||
               find_right(&rights, (char[]){letters[1], '\0'}) < rights.n;
    for (int i = 0; i < rights.n; i++)
        if (!by_side(rights.name[i]) || !strchr(letters, rights.name[i][0]))
            snprintf(none.name[none.n++], RIGHT_ROOM, "%s", rights.name[i]);
    int status = any ? with_rights(position, &none, out, why) : FAIL_RULE;
    /* try each right separately, because one of them may be impossible */
    for (int i = 0; i < 2 && !any; i++) {
        struct rights more = none;
        snprintf(more.name[more.n++], RIGHT_ROOM, "%c", letters[i]);
        if (with_rights(position, &more, given, why) < 0 ||
            position_editor_rights_of(given).n < more.n)
            continue;
        none = more;
        position_copy(out, given);
        status = 0;
    }
    free(given);
    return status < 0 && !any
               ? note_fail(why, FAIL_RULE, -1,
                           "this King has no piece to castle with on its initial square")
               : status;
}

int setup_toggle_castling(const struct position *position, cell_t cell, struct position *out,
                          struct note *why)
{
    struct piece piece = position->at[cell];
    struct rights rights = position_editor_rights_of(position);
    char name[RIGHT_ROOM];
    if (!piece.kind || piece.side > BLACK)
        return note_fail(why, FAIL_RULE, -1,
                         "put the cursor on a King, or on what it may castle with");
    if (position->rules->kinds[piece.kind].royal)
        return toggle_king(position, piece.side, out, why);
    if (!right_named(position, cell, name))
        return note_fail(
            why, FAIL_RULE, -1,
            "the King cannot castle with the %s on %s: both must be on their initial squares",
            position->rules->kinds[piece.kind].name, board_name(position->rules->board, cell));
    int at = find_right(&rights, name);
    if (at < rights.n)
        memmove(rights.name[at], rights.name[--rights.n], RIGHT_ROOM);
    else
        memcpy(rights.name[rights.n++], name, RIGHT_ROOM);
    return with_rights(position, &rights, out, why);
}

/* ---------------------------------------------------------------- en passant */

/* The paths by which a piece may have come to its cell, each as the en passant field of the
 * position's text. */
struct position_editor_ways {
    char field[WAYS_MAX][FIELD_ROOM];
    int n;
};

/* Add the path over these cells, which are stored in reverse order. The path is tried without
 * and with its last cell `end`; those forms that the rules accept are added. */
static void keep_way(const struct position *position, const cell_t *cell, int cells, cell_t end,
                     struct position_editor_ways *ways)
{
    const struct board *board = position->rules->board;
    struct position *read = memory_new(1, sizeof *read);
    for (int with_end = 0; with_end < 2 && ways->n < WAYS_MAX; with_end++) {
        char field[FIELD_ROOM];
        size_t used = 0;
        for (int i = cells - 1; i >= 0; i--)
            text_add(field, sizeof field, &used, "%s", board_name(board, cell[i]));
        if (with_end)
            text_add(field, sizeof field, &used, "%s", board_name(board, end));
        if (with_field(position, PASSED, field, read, NULL) < 0)
            continue;
        int known = 0;
        while (known < ways->n && strcmp(ways->field[known], field) != 0)
            known++;
        if (known == ways->n)
            memcpy(ways->field[ways->n++], field, sizeof field);
    }
    free(read);
}

/* Search backwards over empty cells for paths to `end`: on squares straight, because paths may
 * be long; on triangles in every direction, because paths bend. */
static void position_editor_go_back(const struct position *position, cell_t end, int direction,
                                    cell_t *cell, int cells, struct position_editor_ways *ways)
{
    const struct board *board = position->rules->board;
    bool bends = board->shape == BOARD_TRIANGLES;
    if (cells > 0)
        keep_way(position, cell, cells, end, ways);
    if (cells == (bends ? BENDS_MAX : WAY_MAX))
        return;
    for (int d = 0; d < board->directions; d++) {
        cell_t to = board_next(board, cells ? cell[cells - 1] : end, d);
        if ((!bends && direction >= 0 && d != direction) || to == CELL_NONE ||
            position->at[to].kind)
            continue;
        cell[cells] = to;
        position_editor_go_back(position, end, d, cell, cells + 1, ways);
    }
}

int setup_next_passed(const struct position *position, cell_t cell, struct position *out,
                      struct note *why)
{
    struct position_editor_ways *ways = memory_new(1, sizeof *ways);
    cell_t way[WAY_MAX + 1];
    char now[FIELD_ROOM];
    int at = -1, status;
    position_editor_field_of(position, PASSED, now);
    if (position->at[cell].kind)
        position_editor_go_back(position, cell, -1, way, 0, ways);
    for (int i = 0; i < ways->n; i++)
        if (!strcmp(ways->field[i], now))
            at = i;
    if (ways->n)
        status =
            with_field(position, PASSED, at + 1 < ways->n ? ways->field[at + 1] : "-", out, why);
    else if (*now)
        status = with_field(position, PASSED, "-", out, why);
    else if (position->at[cell].kind && position->at[cell].side == position->side)
        status = note_fail(why, FAIL_RULE, -1,
                           "%s is to move, so the piece on %s cannot have just moved",
                           side_name(position->side), board_name(position->rules->board, cell));
    else
        status = note_fail(why, FAIL_RULE, -1,
                           "the last ply cannot have been a move of several steps to %s",
                           board_name(position->rules->board, cell));
    free(ways);
    return status;
}

/* ---------------------------------------------------------------- the state of a piece, captured
 * pieces */

int setup_next_mark(const struct position *position, cell_t cell, struct position *out,
                    struct note *why)
{
    enum {
        MARKS =
            3 +
            SIDES_MAX /* a piece can be plain, moved, frozen, or moving in a side's direction */,
        FACINGS_ALL = 8
    };
    const struct rules *rules = position->rules->rules;
    struct piece piece = position->at[cell];
    bool faces = position_edits(position->rules) & EDIT_FACING;
    struct position *trial = memory_new(2, sizeof *trial), *read = trial + 1;
    char before[TEXT_ROOM], after[TEXT_ROOM];
    int status = FAIL_RULE;
    rules->write(position, before, sizeof before);
    for (int i = 1; i < (faces ? FACINGS_ALL : MARKS) && piece.kind && status < 0; i++) {
        position_copy(trial, position);
        if (faces)
            trial->at[cell].facing = (uint8_t)((piece.facing + i) % FACINGS_ALL);
        else
            trial->at[cell].mark = (uint8_t)((piece.mark + i) % MARKS);
        if (rules->write(trial, after, sizeof after) >= (int)sizeof after ||
            !strcmp(before, after) || rules->read(position->rules, after, read, NULL) < 0)
            continue;
        position_copy(out, trial);
        status = 0;
    }
    free(trial);
    return status < 0 ? note_fail(why, FAIL_RULE, -1, "there is nothing to turn or to mark on %s",
                                  board_name(position->rules->board, cell))
                      : 0;
}

static bool is_whole(const struct position *position)
{
    char text[TEXT_ROOM];
    struct position *read = memory_new(1, sizeof *read);
    position->rules->rules->write(position, text, sizeof text);
    bool whole = position->rules->rules->read(position->rules, text, read, NULL) == 0;
    free(read);
    return whole;
}

int setup_hold(const struct position *position, struct piece piece, int by, struct position *out,
               struct note *why)
{
    char text[TEXT_ROOM];
    struct position *trial = memory_new(3, sizeof *trial), *tried = trial + 1, *read = trial + 2;
    int status = 0;
    if (!piece.kind || piece.side >= SIDES_MAX)
        status = note_fail(why, FAIL_RULE, -1, "this kind of piece cannot return after capture");
    else if (by < 0 && !position->held[piece.side][piece.kind])
        status = note_fail(why, FAIL_RULE, -1, "no such piece has been captured");
    if (status == 0) {
        position_copy(trial, position);
        trial->held[piece.side][piece.kind] = (uint16_t)(trial->held[piece.side][piece.kind] + by);
        position_copy(tried, trial);
        /* In an unfinished position without a King, captured pieces are counted as in the
         * opening. */
        if (!is_whole(position)) {
            position->rules->rules->setup(position->rules, tried);
            tried->held[piece.side][piece.kind] = trial->held[piece.side][piece.kind];
        }
        position->rules->rules->write(tried, text, sizeof text);
        status = position->rules->rules->read(position->rules, text, read, why);
    }
    if (status == 0 && read->held[piece.side][piece.kind] != trial->held[piece.side][piece.kind])
        status = note_fail(why, FAIL_RULE, -1,
                           position_edits(position->rules) & EDIT_HELD
                               ? "this piece cannot come back here"
                               : "captured pieces never come back in this game");
    if (status == 0)
        position_copy(out, trial);
    free(trial);
    return status;
}

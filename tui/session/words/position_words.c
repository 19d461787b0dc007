/* position_words.c - what stands on a board, in sentences: see position_words.h. */
#include "config.h"

#include "tui/session/words/position_words.h"

#include "core/draft.h"
#include "core/position_text.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <string.h>

void words_board(const struct position *position, position_words_fn *each, void *argument)
{
    char text[WORDS_ROOM * 4];
    for (int rank = position->rules->board->ranks - 1, last; rank >= 0; rank = last - 1) {
        last = rank;
        while (words_rank_empty(position, rank) && last > 0 && words_rank_empty(position, last - 1))
            last--;
        if (last < rank)
            snprintf(text, sizeof text, "Ranks %d to %d: empty", rank + 1, last + 1);
        else
            words_rank(position, rank, text, sizeof text);
        each(argument, text);
    }
    for (int side = 0; side < position->rules->sides; side++)
        for (int kind = 1; kind <= position->rules->kind_count; kind++)
            if (position->held[side][kind]) {
                snprintf(text, sizeof text, "%s can bring back %d of the kind %s", side_name(side),
                         position->held[side][kind], position->rules->kinds[kind].name);
                each(argument, text);
            }
}

void words_lines_through(const struct position *position, cell_t cell, position_words_fn *each,
                         void *argument)
{
    const struct board *board = position->rules->board;
    bool squares = board->shape == BOARD_SQUARES;
    for (int direction = squares; direction < board->directions; direction += 1 + squares) {
        char text[WORDS_ROOM * 2], content[500];
        size_t used = 0;
        cell_t at = board_next(board, cell, direction);
        if (at == CELL_NONE)
            continue;
        text_add(text, sizeof text, &used, "Towards %s:", words_direction(board, direction));
        for (const char *between = " "; at != CELL_NONE; at = board_next(board, at, direction)) {
            words_content(position, at, content, sizeof content);
            text_add(text, sizeof text, &used, "%s%s %s", between, board_name(board, at), content);
            between = "; ";
        }
        each(argument, text);
    }
}

int words_pieces(const struct position *position, int kind, int side, char *buffer, size_t size)
{
    const struct ruleset *rules = position->rules;
    size_t used = 0;
    int count = 0;
    text_add(buffer, size, &used, "%s %s: ", side_name(side), rules->kinds[kind].name);
    for (int cell = 0; cell < rules->board->cells; cell++) {
        struct piece piece = position->at[cell];
        char content[500];
        if (piece.kind != kind || (piece.side != side && piece.side != NOBODY))
            continue;
        words_content(position, (cell_t)cell, content, sizeof content);
        text_add(buffer, size, &used, "%s%s%s", count++ ? "; " : "",
                 board_name(rules->board, (cell_t)cell), words_beside_name(position, content));
    }
    return count ? (int)used
                 : snprintf(buffer, size, "%s has no %s", side_name(side), rules->kinds[kind].name);
}

int words_moves_from(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const char *name = board_name(position->rules->board, cell);
    struct draft draft = {0};
    struct actions choices = {0};
    struct note why = {.offset = -1};
    struct action pick = {0};
    size_t used = 0;
    draft_begin(&draft, position);
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n && !pick.verb; i++)
        if (choices.v[i].verb == ACTION_PICK && choices.v[i].to == cell)
            pick = choices.v[i];
    if (pick.verb) {
        char words[300];
        draft_take(&draft, pick);
        draft_choices(&draft, &choices);
        text_add(buffer, size, &used, "From %s it can ", name);
        for (int i = 0; i < choices.n; i++) {
            words_choice(position->rules, &choices.v[i], words, sizeof words);
            text_add(buffer, size, &used, "%s%s", i ? "; " : "", words);
        }
    } else {
        position->rules->rules->why_not(&draft, cell, &why);
        text_add(buffer, size, &used, "No piece can move from %s: %s", name, why.text);
    }
    actions_free(&choices);
    draft_clear(&draft);
    return (int)used;
}

/* True if the piece on `from` could capture on a cell. */
static bool could_capture(const struct position *position, cell_t from, cell_t cell)
{
    struct actions reach = {0};
    bool takes = false;
    position->rules->rules->reach(position, from, &reach);
    for (int i = 0; i < reach.n && !takes; i++)
        takes = reach.v[i].to == cell && reach.v[i].verb != ACTION_GO;
    actions_free(&reach);
    return takes;
}

int words_attackers(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct board *board = position->rules->board;
    const char *between = ": ";
    size_t used = 0;
    text_add(buffer, size, &used, "These pieces could capture on %s", board_name(board, cell));
    for (int from = 0; from < board->cells; from++) {
        char piece[100];
        if (!position->at[from].kind || from == cell ||
            !could_capture(position, (cell_t)from, cell))
            continue;
        words_piece(position->rules, position->at[from], piece, sizeof piece);
        text_add(buffer, size, &used, "%s%s on %s", between, piece,
                 board_name(board, (cell_t)from));
        between = "; ";
    }
    return *between == ';'
               ? (int)used
               : snprintf(buffer, size, "No piece could capture on %s", board_name(board, cell));
}

/* board.c - plain mode's board: everything on it in words, and a picture for those who want one. */
#include "config.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"

#include "core/position_text.h"
#include "tui/boards/board_art.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The position shown: that of the ply being composed, else that at the reader's place. */
static const struct position *shown(const struct plain *plain)
{
    return plain->composing ? &plain->draft.now : &plain->track.now;
}

static void board(struct plain *plain, const char *argument)
{
    const struct position *position = shown(plain);
    char text[WORDS_ROOM * 4];
    (void)argument;
    for (int rank = plain->rules->board->ranks - 1, last; rank >= 0; rank = last - 1) {
        last = rank;
        while (words_rank_empty(position, rank) && last > 0 && words_rank_empty(position, last - 1))
            last--;
        if (last < rank) {
            plain_say(plain, "Ranks %d to %d: empty", rank + 1, last + 1);
            continue;
        }
        words_rank(position, rank, text, sizeof text);
        plain_say(plain, "%s", text);
    }
    for (int side = 0; side < plain->rules->sides; side++)
        for (int kind = 1; kind <= plain->rules->kind_count; kind++)
            if (position->held[side][kind])
                plain_say(plain, "%s can bring back %d of the kind %s", side_name(side), position->held[side][kind],
                          plain->rules->kinds[kind].name);
}

static void picture(struct plain *plain, const char *argument)
{
    (void)argument;
    board_art_for(plain->rules)->show(
        &(struct board_view){.position = shown(plain), .size = -1, .coordinates = true, .shaded = true}, plain->out);
}

static void text(struct plain *plain, const char *argument)
{
    char position[POSITION_TEXT_MAX + 1];
    (void)argument;
    plain->rules->rules->write(shown(plain), position, sizeof position);
    fprintf(plain->out, "%s\n", position);
}

/* `p N`: upper case is White's, lower case Black's, N' Red's; the letter of a neutral piece finds that piece. */
static void pieces(struct plain *plain, const char *argument)
{
    const struct position *position = shown(plain);
    char letter = argument[0], found[WORDS_ROOM * 2] = "";
    int kind = ruleset_kind(plain->rules, (char)ascii_upper((unsigned char)letter)), count = 0;
    int side = argument[0] && argument[1] == '\'' ? RED : ascii_isupper((unsigned char)letter) ? WHITE : BLACK;
    size_t used = 0;
    if (!letter || kind == KIND_NONE || (argument[1] && (argument[1] != '\'' || argument[2]))) {
        plain_say(plain, "Say the letter of a piece: upper case for White's, lower case for Black's%s",
                  plain->rules->sides > 2 ? ", with an apostrophe for Red's" : "");
        return;
    }
    for (int cell = 0; cell < plain->rules->board->cells; cell++) {
        struct piece piece = position->at[cell];
        char content[500];
        if (piece.kind != kind || (piece.side != side && piece.side != NOBODY))
            continue;
        words_content(position, (cell_t)cell, content, sizeof content);
        text_add(found, sizeof found, &used, "%s%s%s", count++ ? "; " : "", board_name(plain->rules->board, (cell_t)cell),
                 words_beside_name(position, content));
    }
    if (count)
        plain_say(plain, "%s %s: %s", side_name(side), plain->rules->kinds[kind].name, found);
    else
        plain_say(plain, "%s has no %s", side_name(side), plain->rules->kinds[kind].name);
}

/* `s e`, `s 4`: a file or a rank. */
static void row(struct plain *plain, const char *argument)
{
    const struct board *board = plain->rules->board;
    char words[WORDS_ROOM * 4];
    int rank = atoi(argument) - 1, file = argument[0] - 'a';
    if (isdigit((unsigned char)argument[0]) && strlen(argument) <= 2 && rank >= 0 && rank < board->ranks)
        words_rank(shown(plain), rank, words, sizeof words);
    else if (ascii_islower((unsigned char)argument[0]) && !argument[1] && file < board->files)
        words_file(shown(plain), file, words, sizeof words);
    else {
        plain_say(plain, "Say a file from a to %c or a rank from 1 to %d", 'a' + board->files - 1, board->ranks);
        return;
    }
    plain_say(plain, "%s", words);
}

static void look(struct plain *plain, const char *argument)
{
    cell_t cell = plain_cell(plain, argument);
    char field[500], content[500];
    if (cell == CELL_NONE)
        return;
    words_field(shown(plain), cell, field, sizeof field);
    words_content(shown(plain), cell, content, sizeof content);
    plain_say(plain, "%s: %s; %s", argument, content, field);
}

static void inspect(struct plain *plain, const char *argument)
{
    cell_t cell = plain_cell(plain, argument);
    if (cell == CELL_NONE)
        return;
    const struct kind *kind = &plain->rules->kinds[shown(plain)->at[cell].kind];
    look(plain, argument);
    if (!shown(plain)->at[cell].kind)
        return;
    if (kind->moves)
        plain_say(plain, "%s: %s", kind->name, kind->moves);
    if (kind->source)
        plain_say(plain, "The rule is in %s", kind->source);
    if (kind->royal)
        plain_say(plain, "It is royal");
}

/* `m e2`: the legal moves of the piece there. */
static void moves_from(struct plain *plain, const char *argument)
{
    struct draft draft = {0};
    struct actions choices = {0};
    struct note why = {.offset = -1};
    cell_t cell = plain_cell(plain, argument);
    if (cell == CELL_NONE && *argument) /* as in "m e2e4", since in other programs m begins a move */
        plain_say(plain, "moves-from shows where the piece on a cell can go; a ply to be played is typed alone");
    if (cell == CELL_NONE)
        return;
    draft_begin(&draft, &plain->track.now);
    draft_choices(&draft, &choices);
    const struct action *pick = NULL;
    for (int i = 0; i < choices.n && !pick; i++)
        if (choices.v[i].verb == ACTION_PICK && choices.v[i].to == cell)
            pick = &choices.v[i];
    if (pick) {
        char list[WORDS_ROOM * 8], words[300];
        size_t used = 0;
        draft_take(&draft, *pick);
        draft_choices(&draft, &choices);
        list[0] = '\0';
        for (int i = 0; i < choices.n; i++) {
            words_choice(plain->rules, &choices.v[i], words, sizeof words);
            text_add(list, sizeof list, &used, "%s%s", i ? "; " : "", words);
        }
        plain_say(plain, "From %s it can %s", argument, list);
    } else {
        plain->rules->rules->why_not(&draft, cell, &why);
        plain_say(plain, "Nothing can go from %s: %s", argument, why.text);
    }
    actions_free(&choices);
    draft_clear(&draft);
}

/* `x e4`: which pieces could capture there in this position. */
static void attackers(struct plain *plain, const char *argument)
{
    const struct position *position = shown(plain);
    cell_t cell = plain_cell(plain, argument);
    char found[WORDS_ROOM] = "";
    size_t used = 0;
    if (cell == CELL_NONE)
        return;
    for (int from = 0; from < plain->rules->board->cells; from++) {
        struct actions reach = {0};
        bool takes = false;
        char piece[100];
        if (!position->at[from].kind || from == cell)
            continue;
        plain->rules->rules->reach(position, (cell_t)from, &reach);
        for (int i = 0; i < reach.n && !takes; i++)
            takes = reach.v[i].to == cell && reach.v[i].verb != ACTION_GO;
        actions_free(&reach);
        if (!takes)
            continue;
        words_piece(plain->rules, position->at[from], piece, sizeof piece);
        text_add(found, sizeof found, &used, "%s%s on %s", used ? "; " : "", piece,
                 board_name(plain->rules->board, (cell_t)from));
    }
    if (used)
        plain_say(plain, "These could capture on %s: %s", argument, found);
    else
        plain_say(plain, "Nothing could capture on %s", argument);
}

/* `d e4`: every line through a cell, outwards; on a board of squares only the diagonals. */
static void diagonals(struct plain *plain, const char *argument)
{
    const struct board *board = plain->rules->board;
    cell_t from = plain_cell(plain, argument);
    bool squares = board->shape == BOARD_SQUARES;
    if (from == CELL_NONE)
        return;
    for (int direction = squares; direction < board->directions; direction += 1 + squares) {
        char list[WORDS_ROOM * 2] = "", content[500];
        size_t used = 0;
        for (cell_t cell = board_next(board, from, direction); cell != CELL_NONE; cell = board_next(board, cell, direction)) {
            words_content(shown(plain), cell, content, sizeof content);
            text_add(list, sizeof list, &used, "%s%s %s", used ? "; " : "", board_name(board, cell), content);
        }
        if (used)
            plain_say(plain, "Towards %s: %s", words_direction(board, direction), list);
    }
}

const struct plain_command plain_board_commands[] = {
    {"board", "b", "", "shows the board rank by rank", NEED_RULES, board},
    {"picture", NULL, "", "prints the board as a picture", NEED_RULES, picture},
    {"position", NULL, "", "prints the position as text", NEED_RULES, text},
    {"pieces", "p", "LETTER", "shows where such pieces are: p N White's, p n Black's", NEED_RULES, pieces},
    {"row", "s", "FILE or RANK", "shows what stands on it", NEED_RULES, row},
    {"look", "o", "CELL", "shows a cell and what is on it", NEED_RULES, look},
    {"inspect", "i", "CELL", "shows more: how the piece moves, and by which rule", NEED_RULES, inspect},
    {"moves-from", "m", "CELL", "shows where its piece can go", NEED_RULES, moves_from},
    {"attackers", "x", "CELL", "lists the pieces that could capture there", NEED_RULES, attackers},
    {"diagonals", "d", "CELL", "shows the diagonals from there; of triangles every line", NEED_RULES, diagonals},
    {0},
};

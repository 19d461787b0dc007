/* standing.c - how a game stands, in words: see standing.h. */
#include "config.h"

#include "tui/session/standing.h"
#include "core/draft.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/describe.h"
#include "tui/session/endgame_note.h"

#include <ctype.h>
#include <string.h>

/* Count a side's pieces by kind. Returns how many there are in all. */
static int count_pieces(const struct position *position, int side, int count[KINDS_MAX])
{
    int all = 0;
    memset(count, 0, KINDS_MAX * sizeof *count);
    for (int cell = 0; cell < position->rules->board->cells; cell++)
        if (position->at[cell].kind && position->at[cell].side == side) {
            count[position->at[cell].kind]++;
            all++;
        }
    return all;
}

/* Write "captured from Black: Q 2P", the pieces that a side has lost since the start. Returns
 * false if it has lost none, or if captured pieces may return. */
static bool tell_captured(const struct position *start, const struct position *now, int side,
                          char out[STANDING_ROOM])
{
    int before[KINDS_MAX], after[KINDS_MAX];
    char letters[4], many[12];
    size_t used = 0;
    bool some = false;
    count_pieces(start, side, before);
    count_pieces(now, side, after);
    for (int kind = 1; kind <= now->rules->kind_count; kind++)
        /* If captured pieces may return, they are listed with the players instead. */
        if (now->held[side][kind])
            return false;
    text_add(out, STANDING_ROOM, &used, "captured from %s:", side_name(side));
    for (int kind = 1; kind <= now->rules->kind_count; kind++) {
        int lost = before[kind] - after[kind];
        if (lost <= 0)
            continue;
        some = true;
        piece_letters(now->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0}, letters);
        snprintf(many, sizeof many, "%d", lost);
        text_add(out, STANDING_ROOM, &used, " %s%s", lost > 1 ? many : "", letters);
    }
    return some;
}

/* By how many Pawns White is ahead in ordinary chess. */
static int material_ahead(const struct position *now)
{
    static const char letters[] = "PNBRQ";
    static const int worth[] = {1, 3, 3, 5, 9};
    int ahead = 0;
    for (int cell = 0; cell < now->rules->board->cells; cell++) {
        const struct piece *piece = &now->at[cell];
        const char *at =
            piece->kind ? strchr(letters, now->rules->kinds[piece->kind].letter) : NULL;
        if (at && *at)
            ahead += piece->side == WHITE ? worth[at - letters] : -worth[at - letters];
    }
    return ahead;
}

/* Write "pieces: White 14, Black 12"; in ordinary chess also by how many Pawns a side is ahead. */
static void tell_material(const struct position *now, char out[STANDING_ROOM])
{
    int count[KINDS_MAX], ahead = 0;
    size_t used = 0;
    for (int side = 0; side < now->rules->sides; side++)
        text_add(out, STANDING_ROOM, &used, "%s %s %d", side ? "," : "pieces:", side_name(side),
                 count_pieces(now, side, count));
    if (!strcmp(now->rules->variant->id, "classical"))
        ahead = material_ahead(now);
    if (ahead)
        text_add(out, STANDING_ROOM, &used, "; %s +%d", side_name(ahead > 0 ? WHITE : BLACK),
                 ahead > 0 ? ahead : -ahead);
}

/* Write "Castles left: White 2, Black 1" in games that a side loses with its last piece of a
 * royal kind. Returns false if every side begins with at most one royal piece. */
static bool tell_royals(const struct position *start, const struct position *now,
                        char out[STANDING_ROOM])
{
    int before[KINDS_MAX], count[KINDS_MAX], royal = 0;
    size_t used = 0;
    count_pieces(start, WHITE, before);
    for (int kind = 1; kind <= now->rules->kind_count; kind++)
        if (now->rules->kinds[kind].royal && before[kind] > 1)
            royal = kind;
    for (int side = 0; royal && side < now->rules->sides; side++) {
        count_pieces(now, side, count);
        if (side == 0)
            text_add(out, STANDING_ROOM, &used, "%ss left:", now->rules->kinds[royal].name);
        text_add(out, STANDING_ROOM, &used, "%s %s %d", side ? "," : "", side_name(side),
                 count[royal]);
    }
    return royal != 0;
}

/* Write a field of the position's text; "" if the field is "-". */
static void field_of(const struct position *position, int field, char out[STANDING_ROOM])
{
    char text[POSITION_TEXT_MAX + 1];
    struct position_fields fields;
    out[0] = '\0';
    if (position->rules->rules->write(position, text, sizeof text) >= (int)sizeof text ||
        position_split(&fields, text, POSITION_FIELDS, NULL) < 0)
        return;
    snprintf(out, STANDING_ROOM, "%.*s", fields.field[field].length, fields.field[field].at);
    if (!strcmp(out, "-"))
        out[0] = '\0';
}

/* Add a side's rights to castle in words: "White on both sides", "Black with a8". `field` has
 * letters for the sides of the King and names of cells for castling partners. */
static void add_rights(const struct position *now, const char *field, int side, char *out,
                       size_t *used)
{
    const struct board *board = now->rules->board;
    bool king = false, queen = false;
    char cells[STANDING_ROOM / 2] = "";
    size_t added = 0;
    for (const char *at = field; *at;) {
        int length = 1;
        bool letter = strchr("KQkq", *at) && !isdigit((unsigned char)at[1]);
        cell_t cell = letter ? CELL_NONE : board_cell_named(board, at, &length);
        if (letter && (bool)ascii_isupper((unsigned char)*at) == (side == WHITE)) {
            king = king || ascii_upper((unsigned char)*at) == 'K';
            queen = queen || ascii_upper((unsigned char)*at) == 'Q';
        } else if (cell != CELL_NONE && now->at[cell].side == side) {
            text_add(cells, sizeof cells, &added, " %.*s", length, at);
        }
        at += cell == CELL_NONE ? 1 : length;
    }
    if (!king && !queen && !added)
        return;
    text_add(out, STANDING_ROOM, used, "%s %s%s%s%s",
             strchr(out, ':') ? "," : "may castle:", side_name(side),
             king && queen ? " on both sides"
             : king        ? " on the King's side"
             : queen       ? " on the Queen's side"
                           : "",
             added ? " with" : "", cells);
}

static bool tell_castling(const struct position *start, const struct position *now,
                          char out[STANDING_ROOM])
{
    enum { CASTLING = 2 };
    char before[STANDING_ROOM], field[STANDING_ROOM];
    size_t used = 0;
    field_of(start, CASTLING, before);
    field_of(now, CASTLING, field);
    out[0] = '\0';
    for (int side = 0; side < now->rules->sides; side++)
        add_rights(now, field, side, out, &used);
    if (!used && *before)
        text_add(out, STANDING_ROOM, &used, "nobody may castle any more");
    return used > 0;
}

void standing_tell(const struct game_session *game, standing_fn *each, void *argument)
{
    const struct position *start = &game->start, *now = &game->track.now;
    char line[STANDING_ROOM], note[ENDGAME_NOTE_ROOM];
    bool captured = false;
    if (!game->live && endgame_note(now, note))
        each(argument, note);
    for (int side = 0; side < now->rules->sides; side++)
        if (tell_captured(start, now, side, line)) {
            captured = true;
            each(argument, line);
        }
    if (captured) {
        tell_material(now, line);
        each(argument, line);
    }
    if (tell_royals(start, now, line))
        each(argument, line);
    if (tell_castling(start, now, line))
        each(argument, line);
    if (now->passed_count) {
        snprintf(line, sizeof line, "en passant: %s",
                 board_name(now->rules->board, now->passed[0]));
        each(argument, line);
    }
    for (int side = 0; side < now->rules->sides; side++)
        if (words_is_out(now, side)) {
            snprintf(line, sizeof line, "%s is out", side_name(side));
            each(argument, line);
        }
}

/* True if a choice captures what is on its cell. */
static bool takes(const struct action *action)
{
    return action->verb == ACTION_TAKE || action->verb == ACTION_PASSANT;
}

bool standing_reach(const struct position *now, cell_t cell, char out[STANDING_ROOM])
{
    struct draft draft = {0};
    struct actions choices = {0};
    size_t used = 0;
    bool mine = cell != CELL_NONE && now->at[cell].kind && now->at[cell].side == now->side;
    int pick = -1;
    out[0] = '\0';
    if (!mine)
        return false;
    draft_begin(&draft, now);
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n && pick < 0; i++)
        if (choices.v[i].verb == ACTION_PICK && choices.v[i].to == cell)
            pick = i;
    if (pick >= 0) {
        struct action action = choices.v[pick];
        draft_take(&draft, action);
        draft_choices(&draft, &choices);
    }
    for (int i = 0; pick >= 0 && i < choices.n; i++) {
        bool again = choices.v[i].to == CELL_NONE || choices.v[i].verb == ACTION_DONE;
        for (int j = 0; j < i; j++)
            again = again || choices.v[j].to == choices.v[i].to;
        if (!again && used + 8 < STANDING_ROOM)
            text_add(out, STANDING_ROOM, &used, "%s%s%s", used ? " " : "",
                     takes(&choices.v[i]) ? "x" : "",
                     board_name(now->rules->board, choices.v[i].to));
    }
    actions_free(&choices);
    draft_clear(&draft);
    return true;
}

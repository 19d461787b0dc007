/* seats.c - the players' rows above and below the board: names, clocks, whose turn it is, captured
 * pieces that may return. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/views/game/live.h"

#include <string.h>

enum {
    SIDE_COLUMNS = 6, /* columns for the name of a side, before the player's name */
    NAME_LEAST = 6    /* fewest columns for a player's name */
};

/* Draw a clock that ends at a column. If space is short, leave out leading zeros: 1:05 for
 * 0:01:05. */
static void draw_clock(const char *clock, struct scene *scene, int row, int used, int end)
{
    /* Fractions of a second are shown only in the notes, and if little time is left. */
    int length = (int)strcspn(clock, ".");
    if (clock[length] && !strncmp(clock, "0:00:0", 6))
        length += 2;
    int noughts = table_clock_noughts(clock);
    if (used + 2 + length > end && noughts) {
        clock += noughts;
        length -= noughts;
        used--; /* one blank before the clock is enough */
    }
    if (length > 0 && used + 2 + length <= end)
        scene_text(scene, row, end - length, length, clock, ROLE_LABEL, ROLE_TEXT);
}

/* True if White's side of the board is at the bottom of the screen. */
static bool white_is_below(const struct table *table)
{
    bool squares = table->game.rules->board->shape == BOARD_SQUARES;
    return squares ? table->turn == 0 : table->turn < 2 || table->turn == 5;
}

bool table_shows_held(const struct table *table, int side)
{
    enum { BESIDE = 4 + CLOCK_ROOM }; /* columns of the dot, the clock, and the space between */
    const struct panel_layout *layout = &table->layout;
    const char *name = record_player_known(table_record(table), side_letter(side));
    int pieces = 0, row = (side == BLACK) == white_is_below(table) ? 0 : 1;
    for (int kind = 1; kind <= table->game.rules->kind_count; kind++)
        pieces += table->game.track.now.held[side][kind];
    return layout->seat_row[row] >= 0 &&
           2 * pieces + (int)strlen(*name ? name : side_name(side)) + BESIDE <= layout->seat_width;
}

/* Draw captured pieces of a side that may return, as many as fit before column `end`. Returns the
 * column after them. */
static int draw_held(const struct position *position, int side, struct scene *scene, int row,
                     int column, int end)
{
    enum { ALIKE = 8 }; /* at most this many pieces of one kind are shown */
    char held[4 * ALIKE * KINDS_MAX] = "", letters[4];
    size_t used = 0;
    for (int kind = 1; kind <= position->rules->kind_count; kind++)
        for (int i = 0; i < position->held[side][kind] && i < ALIKE; i++) {
            piece_letters(position->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0},
                          letters);
            text_add(held, sizeof held, &used, "%s%s", used ? " " : "", letters);
        }
    const char *head = column + 12 + (int)used <= end ? "captured: " : "";
    return !used ? column
                 : scene_textf(scene, row, column + 2, end - column - 2, ROLE_DIM, ROLE_TEXT,
                               "%s%s", head, held);
}

/* With three players, show which letters belong to this side, with the Pawn as example: P, p, P'.
 * Draws nothing if there is no room before column `end`. Returns the column after the letters. */
static int draw_letters(const struct ruleset *rules, int side, struct scene *scene, int row,
                        int column, int end)
{
    char letters[4];
    int kind = 1;
    while (kind < rules->kind_count && rules->kinds[kind].letter != 'P')
        kind++;
    piece_letters(rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0}, letters);
    int wide = 1 + 2 + (int)strlen(letters);
    return rules->sides < 3 || column + wide > end
               ? column
               : scene_textf(scene, row, column + 1, wide - 1, ROLE_DIM, ROLE_TEXT, "(%s)",
                             letters);
}

static void draw_seat(const struct table *table, struct scene *scene, int row, int column,
                      int width, int side)
{
    const struct position *position = &table->game.track.now;
    const char *name = record_player_known(table_record(table), side_letter(side)),
               *clock = session_clock_recorded(&table->game, side);
    char live_clock[CLOCK_ROOM], note[48] = "";
    if (table_live_on(table)) {
        live_table_clock_text(&table->live->at, side, live_clock);
        table_live_seat(table, side, note, sizeof note);
        clock = live_clock;
    } else if (table_clock_text(table, side, live_clock)) {
        clock = live_clock;
    }
    if (!*note && words_is_out(position, side))
        snprintf(note, sizeof note, "out");
    bool moves = position->side == side && table_tells_turn(table);
    uint32_t dot = app_charset(table->view.app) == CHARSET_UTF8 ? 0x25CF : '*';
    if (moves)
        scene_put(scene, row, column, dot, ROLE_TEXT, ROLE_TEXT);
    int used = column + 2;
    if (table->layout.seats_stacked && *name && strcmp(name, side_name(side)) != 0) {
        scene_text(scene, row, used, width - 2, table_live_by_lot(table) ? "?" : side_name(side),
                   ROLE_DIM, ROLE_TEXT);
        used += SIDE_COLUMNS;
    }
    int room = column + width - used, time = (int)strcspn(clock, ".") + 2;
    if (*clock && room - time >= NAME_LEAST) /* the clock stays visible even if the name is long */
        room -= time;
    char brief[20];
    /* shorten "Computer (level 10)" to "computer:10", as a cut name could read "level 1" */
    if (computer_level(name) && scene_columns(name) > room) {
        snprintf(brief, sizeof brief, "computer:%d", computer_level(name));
        name = brief;
    }
    used = scene_textf(scene, row, used, room, ROLE_TEXT, ROLE_TEXT, "%s%s",
                       *name ? name : side_name(side), table_name_mark(table, name));
    if (used + 1 + (int)strlen(note) + 2 > column + width)
        note[strcspn(note, " ,")] = '\0'; /* shorten "away 0:42" to "away" */
    int noted = *note ? (int)strlen(note) + 3 : 0;
    if (!table_live_by_lot(table)) /* while sides are not drawn by lot, nobody has a side */
        used = draw_letters(table->game.rules, side, scene, row, used,
                            column + width - (*clock ? time : 0) - noted);
    if (*note)
        used = scene_textf(scene, row, used + 1, column + width - used - 1, ROLE_DIM, ROLE_TEXT,
                           "(%s)", note);
    used = draw_held(position, side, scene, row, used, column + width - (*clock ? time : 0));
    draw_clock(clock, scene, row, used, column + width);
}

void table_draw_seats(const struct table *table, struct scene *scene)
{
    const struct panel_layout *layout = &table->layout;
    if (table->game.rules->sides == 2) {
        for (int i = 0; i < 2; i++)
            if (layout->seat_row[i] >= 0)
                draw_seat(table, scene, layout->seat_row[i], layout->seat_column,
                          layout->seat_width, (i == 0) == white_is_below(table) ? BLACK : WHITE);
        return;
    }
    int row = layout->seat_row[1] >= 0 ? layout->seat_row[1] : layout->seat_row[0];
    for (int side = 0, width = layout->seat_width; row >= 0 && side < table->game.rules->sides;
         side++)
        if (layout->seats_stacked)
            draw_seat(table, scene, row + side, layout->seat_column, width, side);
        else
            draw_seat(table, scene, row, layout->seat_column + side * (width + 1) / 3,
                      (width + 1) / 3 - 1, side);
}

/* ---- Clocks of a game at one keyboard: drawn where live games have theirs. A player who runs out
 * of time loses the game, or leaves it if there are three. See keyboard_clock.h. */

enum {
    /* Milliseconds. A clock that shows less is redrawn without delay even with reduced motion. */
    SHORT = 60000,
    TENTHS = 10000,
    REDUCED = 10000
};

bool table_clock_text(const struct table *table, int side, char out[CLOCK_ROOM])
{
    if (!session_clock_text(&table->game, side, out))
        return false;
    int64_t left = keyboard_clock_left(&table->game.clock, side, app_now(table->view.app));
    bool tenths = left && left < TENTHS && keyboard_clock_runs(&table->game.clock) &&
                  side == table->game.clock.mover;
    if (tenths) {
        size_t used = strlen(out);
        text_add(out, CLOCK_ROOM, &used, ".%d", (int)(left % 1000 / 100));
    }
    return true;
}

int table_clock_noughts(const char *clock)
{
    return strncmp(clock, "0:", 2) ? 0 : clock[2] == '0' ? 3 : 2;
}

/* When the text of the running clock changes next. */
static int64_t next_beat(const struct table *table)
{
    int64_t now = app_now(table->view.app),
            left = keyboard_clock_left(&table->game.clock, table->game.clock.mover, now);
    int64_t beat = left <= TENTHS                                 ? 100
                   : app_reduced(table->view.app) && left > SHORT ? REDUCED
                                                                  : 1000;
    return now + (left % beat ? left % beat : beat);
}

static void clock_beats(void *argument)
{
    struct table *table = argument;
    session_clock_fallen(&table->game);
    table_clock_wake(table);
}

void table_clock_wake(struct table *table)
{
    app_at(&table->view, &table->beating,
           keyboard_clock_runs(&table->game.clock) ? next_beat(table) : TICK_NEVER, clock_beats,
           table);
}

/* live_draw.c - draws what a live game shows besides board and moves. See live.h. */
#include "config.h"
#include "tui/views/game/live.h"

#include "archive/util/sanitize.h"
#include "tui/session/lobby/lobby_games.h"
#include "tui/session/words/live_words.h"

#include <stdlib.h>
#include <string.h>

/* Write "away 0:42", and how long the clock waits for the player. */
static void away_text(const struct live_game *game, int side, char *out, size_t size)
{
    const struct live_seat *seat = &game->seat[side];
    char since[CLOCK_ROOM], left[CLOCK_ROOM];
    size_t used = 0;
    int64_t now = journal_clock(), grace = seat->grace - live_graced(game, side, now);
    text_add(out, size, &used, "away");
    if (!seat->away_since)
        return;
    lobby_age(seat->away_since, since);
    text_add(out, size, &used, " %s", since);
    if (!seat->lost || !live_clock_runs(game) || side != game->game.now.side || grace <= 0)
        return;
    clock_write(grace / 1000 * 1000, true, left);
    text_add(out, size, &used, ", clock waits %s",
             left + (!strncmp(left, "0:0", 3)  ? 3
                     : !strncmp(left, "0:", 2) ? 2
                                               : 0));
}

void table_live_seat(const struct table *table, int side, char *out, size_t size)
{
    const struct table_live *live = table->live;
    const struct live_game *game = &live->at.journal->live;
    const struct live_seat *seat = &game->seat[side];
    out[0] = '\0';
    if (live->at.ended)
        return;
    if (!seat->taken)
        snprintf(out, size, *seat->name ? "asked" : "open");
    else if (game->lot)
        snprintf(out, size, "side by lot");
    else if (game->stage < LIVE_OVER && !live_alive(game, side) && !live_table_late(&live->at))
        snprintf(out, size, "out");
    else if (game->stage < LIVE_OVER && !live_table_sits(&live->at, seat->name) &&
             side != live->at.side)
        away_text(game, side, out, size);
    else if (game->rules->sides > 2 && game->offer.kind && game->offer.agreed[side] &&
             !live_table_late(&live->at))
        /* keep it short, because on narrow screens the status line has no room for more */
        snprintf(out, size, "yes");
}

bool table_live_by_lot(const struct table *table)
{
    return table_live_on(table) && live_game_of(table)->lot;
}

/* Add the commands that answer an offer, if the line has room for them. The hint line names the key
 * of the action list in any case. */
static void add_answers(const struct table *table, const struct face *face, char *text, size_t size,
                        size_t *used)
{
    /* Columns of the separators " -- " and " --  " around the mode, and of the gap before the text
     * on the right. */
    enum { ROUND_MODE = 9, ROUND_SIDE = 3 };
    const struct table_live *live = table->live;
    const struct live_game *game = &live->at.journal->live;
    if (live->at.side == NOBODY || !live_alive(game, live->at.side))
        return;
    const char *answers = game->offer.agreed[live->at.side] ? "  :decline" : "  :accept :decline";
    size_t taken = strlen(face->mode) + ROUND_MODE + strlen(face->status_side) + ROUND_SIDE;
    if (*used + strlen(answers) + taken <= (size_t)app_body(table->view.app).columns)
        text_add(text, size, used, "%s", answers);
}

static void offer_named(const struct table *table, char *out, size_t size, size_t *used)
{
    const struct live_game *game = live_game_of(table);
    const struct live_offer *offer = &game->offer;
    text_add(out, size, used, "%s%s offers %s", game->seat[offer->by].name,
             lobby_name_mark(table->live->at.place, game->seat[offer->by].name),
             live_offer_said(offer->kind));
    if (offer->kind == LIVE_TAKEBACK)
        text_add(out, size, used, " %d", offer->count);
}

static void offer_text(const struct table *table, const struct face *face, char *out, size_t size,
                       size_t *used)
{
    const struct table_live *live = table->live;
    const struct panel_layout *layout = &table->layout;
    const struct live_game *game = &live->at.journal->live;
    const struct live_offer *offer = &game->offer;
    char since[CLOCK_ROOM];
    lobby_age(offer->at, since);
    offer_named(table, out, size, used);
    /* Omit the age of the offer if there is little room. */
    if (!layout->detail.rows && (layout->moves.rows || layout->notes.rows))
        text_add(out, size, used, " (%s ago)", since);
    for (int side = 0; game->rules->sides > 2 && side < game->rules->sides; side++)
        if (live_alive(game, side))
            text_add(out, size, used, " %s%s %s", game->seat[side].name,
                     lobby_name_mark(live->at.place, game->seat[side].name),
                     offer->agreed[side] ? "yes" : "-");
    add_answers(table, face, out, size, used);
}

/* If the players' rows are not shown, add the clock of the side to move, and who is away. */
static void add_seats(const struct table *table, char *text, size_t size, size_t *used)
{
    const struct live_game *game = &table->live->at.journal->live;
    char note[48], clock[CLOCK_ROOM] = "";
    if (table->layout.seat_row[1] < 0 && game->stage == LIVE_PLAYING)
        live_table_clock_text(&table->live->at, game->game.now.side, clock);
    if (*clock)
        text_add(text, size, used, " %.*s", (int)strcspn(clock, "."), clock);
    for (int side = 0; table->layout.seat_row[1] < 0 && side < game->rules->sides; side++) {
        table_live_seat(table, side, note, sizeof note);
        if (!strncmp(note, "away", 4))
            text_add(text, size, used, "   %s%s (%s)", game->seat[side].name,
                     table_name_mark(table, game->seat[side].name), note);
    }
}

/* Composing a move declines an offer, so show the offer first. */
static void add_offer(const struct table *table, struct face *face)
{
    const struct live_game *game = live_game_of(table);
    char text[sizeof face->status] = "";
    size_t used = 0;
    if (!game->offer.kind || game->offer.by == table->live->at.side)
        return;
    offer_named(table, text, sizeof text, &used);
    text_add(text, sizeof text, &used, "   %s", face->status);
    snprintf(face->status, sizeof face->status, "%s", text);
}

void table_live_face(const struct table *table, struct face *face)
{
    const struct table_live *live = table->live;
    const struct live_game *game = &live->at.journal->live;
    int behind = table_record(table)->moves.n - table->game.spot.ply;
    char text[200] = "", keyed[200];
    struct worded state;
    size_t used = 0;
    if (live->at.ended)
        return;
    if (live->unread)
        snprintf(face->status_side, sizeof face->status_side, "C %d new", live->unread);
    else
        snprintf(face->status_side, sizeof face->status_side, "%s",
                 game->is_private ? "private" : "live");
    snprintf(face->mode, sizeof face->mode, "%s",
             game->stage >= LIVE_OVER                                      ? "OVER"
             : live->at.side == NOBODY || !live_alive(game, live->at.side) ? "WATCH"
             : table->game.composing                                       ? "COMPOSE"
                                                                           : "PLAY");
    if (table->game.spot.depth == 0 && behind > 0)
        text_add(text, sizeof text, &used, "BEHIND %d%s   ", behind,
                 table->focus == FOCUS_NOTES ? ""
                                             : app_words(table->view.app, &table->view,
                                                         " - {end} = live", keyed, sizeof keyed));
    if (live->at.side != NOBODY && game->stage < LIVE_OVER && !live_alive(game, live->at.side))
        text_add(text, sizeof text, &used, "you are out   ");
    live_words_state(&live->at, &state);
    if (game->offer.kind && !live->at.journal->broken && !live_table_late(&live->at))
        offer_text(table, face, text, sizeof text, &used);
    else if (*state.text)
        text_add(text, sizeof text, &used, "%s",
                 app_words(table->view.app, &table->view, state.text, keyed, sizeof keyed));
    else {
        live_words_turn(&live->at, &state);
        text_add(text, sizeof text, &used, "%s", state.text);
        if (game->stage == LIVE_PLAYING && game->game.now.side == live->at.side &&
            game->game.verdict.claims)
            text_add(text, sizeof text, &used, "%s",
                     app_words(table->view.app, &table->view,
                               " - {actions}: claim the draw, if you like", keyed, sizeof keyed));
    }
    add_seats(table, text, sizeof text, &used);
    if (*live->at.place->followed)
        text_add(text, sizeof text, &used, "   following %s", live->at.place->followed);
    if (table->game.composing && *face->status)
        add_offer(table, face);
    else
        snprintf(face->status, sizeof face->status, "%s", text);
    face->status_of_ply = false;
}

static void add_watchers(const struct table_live *live, struct page *page)
{
    char text[300];
    size_t used = 0;
    int n = 0;
    for (int i = 0; i < live->at.persons; i++)
        if (!live->at.person[i].plays && ++n <= 6)
            text_add(text, sizeof text, &used, "%s%s%s", used ? ", " : "", live->at.person[i].name,
                     lobby_name_mark(live->at.place, live->at.person[i].name));
    if (n)
        page_addf(page, ROLE_DIM, 2, "%d %s: %s%s", n, n == 1 ? "watcher" : "watchers", text,
                  n > 6 ? ", ..." : "");
}

void table_live_add_talk(const struct table *table, struct page *page)
{
    const struct table_live *live = table->live;
    const struct live_game *game = &live->at.journal->live;
    /* Counting only the visible plies reveals no more than the board does. */
    int plies = game->game.plies - live_table_hidden(&live->at);
    for (int i = 0; i < game->talks; i++) {
        const struct live_talk *talk = &game->talk[i];
        if (!live_table_hears(&live->at, talk))
            continue;
        char *text = clean_copy(talk->text, CLEAN_LINE);
        page_addf(page, ROLE_COMMENT, 2, "%s%s%s %d: %s", talk->by,
                  table_name_mark(table, talk->by), talk->gallery ? " (watchers)" : "",
                  (talk->plies < plies ? talk->plies : plies) / game->rules->sides + 1, text);
        free(text);
    }
}

void table_live_notes(struct table *table, struct page *page)
{
    const struct table_live *live = table->live;
    const struct live_game *game = &live->at.journal->live;
    const struct app *app = table->view.app;
    char alike[300], keyed[120];
    if (lobby_names_tell(live->at.place, alike, sizeof alike))
        page_addf(page, ROLE_GLYPH, 2, "! %s", alike);
    add_watchers(live, page);
    table_live_add_talk(table, page);
    if (game->stage == LIVE_SEATS && live->at.side != NOBODY)
        page_addf(page, ROLE_TEXT, 0,
                  "Seats wait for %d days, also while you are away; :resign withdraws the game.",
                  CHALLENGE_DAYS);
    if (live_table_seat_is_free(&live->at))
        page_add(page, ROLE_TEXT, 0,
                 app_words(app, &table->view, "A seat is free: {actions} takes it.", keyed,
                           sizeof keyed));
    if (game->talks == 0)
        page_addf(page, ROLE_DIM, 0,
                  "%s talks to the %s. What is said and played here is recorded.",
                  app_words(app, &table->view, "{chat}", keyed, sizeof keyed),
                  live_plays(game, live->at.place->name) ? "table" : "other watchers");
}

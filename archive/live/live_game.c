/* live_game.c - applies the records of a live game, and answers questions about its state; see
 * live_game.h. */
#include "archive/live/live_game.h"

#include "archive/replay/record_rules.h"
#include "archive/replay/replay.h"
#include "core/draft.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void live_forget_plies(struct live_game *live, int from);
static bool live_all_seated(const struct live_game *live);
/* Begins the game when all seats are taken; if sides are drawn by lot, draws them first.
 * `record` is the record that filled the last seat. */
static void live_begin_playing(struct live_game *live, const struct journal_record *record);

/* Starts a side's turn at time `at`, unless the previous ply ended the game. */
static void live_turn_begins(struct live_game *live, int64_t at);
static void live_say_reason(struct live_game *live, const char *reason);
static void live_take_back(struct live_game *live, int count, int64_t at);
/* FAIL_RULE and why if no ply can be played now; otherwise 0. */
static int live_refuse_not_playing(const struct live_game *live, struct note *why);
/* A record may name both a player and a side. Refuses it if the player no longer has this side,
 * since the players may have exchanged sides a moment ago. */
static int live_refuse_other(const struct live_game *live, int side,
                             const struct journal_record *record, struct note *why);
/* Deducts the grace time that a side has used, when it returns or a pause begins. */
static void live_use_grace(struct live_game *live, int side, int64_t at);

/* Carries out an offer once every remaining player has agreed; drops it if the player who made
 * it is out of the game. */
static void live_settle_offer(struct live_game *live, int64_t at);
static int live_apply_offer(struct live_game *live, const struct journal_record *record,
                            struct note *why);
static int live_apply_accept(struct live_game *live, const struct journal_record *record,
                             struct note *why);

static int live_apply_ply(struct live_game *live, const struct journal_record *record,
                          struct note *why);
static int live_apply_takeback(struct live_game *live, const struct journal_record *record,
                               struct note *why);
static int live_apply_clock(struct live_game *live, const struct journal_record *record,
                            struct note *why);
static int live_apply_result(struct live_game *live, const struct journal_record *record,
                             struct note *why);

void live_game_begin(struct live_game *live, const char *id)
{
    *live = (struct live_game){0};
    memcpy(live->id, id, strlen(id) < sizeof live->id ? strlen(id) + 1 : 0);
}

static void live_forget_plies(struct live_game *live, int from)
{
    for (int i = from; i < live->game.plies; i++)
        free(live->ply[i].text);
}

void live_game_clear(struct live_game *live)
{
    live_forget_plies(live, 0);
    free(live->ply);
    for (int i = 0; i < live->talks; i++)
        free(live->talk[i].text);
    free(live->talk);
    free(live->talker);
    if (live->rules)
        game_clear(&live->game);
    ruleset_free(live->rules);
    *live = (struct live_game){0};
}

/* -------------------------------------------------------------------------------------------------
 * queries */

int live_side_of(const struct live_game *live, const char *name)
{
    for (int side = 0; live->rules && side < live->rules->sides; side++)
        if (live->seat[side].taken && !strcmp(live->seat[side].name, name))
            return side;
    return NOBODY;
}

int live_free_seat(const struct live_game *live, const char *name, bool *kept)
{
    int open = NOBODY;
    if (kept)
        *kept = false;
    if (live->stage != LIVE_SEATS || live_side_of(live, name) != NOBODY)
        return NOBODY;
    for (int side = live->rules->sides - 1; side >= 0; side--) {
        const struct live_seat *seat = &live->seat[side];
        if (!seat->taken && *seat->name && !strcmp(seat->name, name)) {
            if (kept)
                *kept = true;
            return side;
        }
        if (!seat->taken && !*seat->name)
            open = side;
    }
    return open;
}

int live_record_side(const struct live_game *live, const struct journal_record *record)
{
    const char *name = value_text(&record->value, "name");
    return *name ? live_side_of(live, name) : journal_record_side(record);
}

bool live_sides_may_change(const struct live_game *live)
{
    return live->lot || live->drawn || live->swaps || live->offer.kind == LIVE_SWAP;
}

static bool live_all_seated(const struct live_game *live)
{
    for (int side = 0; side < live->rules->sides; side++)
        if (!live->seat[side].taken)
            return false;
    return true;
}

bool live_may_see(const struct live_game *live, const char *name)
{
    return !live->is_private || live_side_of(live, name) != NOBODY ||
           live_free_seat(live, name, NULL) != NOBODY;
}

static bool is_past(const struct live_game *live, int days, int64_t now)
{
    return now - live->last_at >= (int64_t)days * 24 * 3600 * 1000;
}

bool live_overdue(const struct live_game *live, int64_t now)
{
    return live->stage == LIVE_SEATS && is_past(live, CHALLENGE_DAYS, now);
}

bool live_is_news(const struct live_game *live, int64_t now)
{
    return live->stage == LIVE_OVER && live->refused && !is_past(live, NEWS_DAYS, now);
}

bool live_alive(const struct live_game *live, int side)
{
    struct position after;
    if (side >= live->rules->sides || !live->rules->rules->retire || live->rules->sides == 2)
        return side < live->rules->sides;
    position_copy(&after, &live->game.now);
    live->rules->rules->retire(&after, side);
    return !position_same(&after, &live->game.now);
}

bool live_plays(const struct live_game *live, const char *name)
{
    int side = live_side_of(live, name);
    return side != NOBODY && live_alive(live, side);
}

const char *live_room(const struct live_game *live, const char *name)
{
    return live_plays(live, name) ? "table" : "gallery";
}

bool live_is_late(const struct live_game *live, const char *name)
{
    bool goes_on = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED;
    return live->gallery_delay && goes_on && live_side_of(live, name) == NOBODY;
}

int live_hidden(const struct live_game *live, const char *name)
{
    if (!live_is_late(live, name))
        return 0;
    return live->gallery_delay < live->game.plies ? live->gallery_delay : live->game.plies;
}

bool live_hears(const struct live_game *live, const char *name, const struct live_talk *talk)
{
    bool seated = live_side_of(live, talk->by) != NOBODY;
    if (live->stage >= LIVE_OVER)
        return true;
    if (talk->gallery && live_plays(live, name))
        return false;
    return (talk->gallery && !seated) || talk->plies <= live->game.plies - live_hidden(live, name);
}

bool live_to_gallery(const struct journal_record *record)
{
    return !strcmp(value_text(&record->value, "room"), "gallery");
}

int64_t live_gallery_bytes(const struct live_game *live, const char *name)
{
    for (int i = 0; i < live->talkers; i++)
        if (!strcmp(live->talker[i].by, name))
            return live->talker[i].bytes;
    return 0;
}

static bool has_played(const struct live_game *live, int side)
{
    for (int i = 0; i < live->game.plies; i++)
        if (live->ply[i].side == side)
            return true;
    return false;
}

bool live_may_abort(const struct live_game *live, int side)
{
    bool goes_on = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED, waits = false;
    if (!goes_on || live->game.plies >= live->rules->sides || !live_alive(live, side))
        return false;
    for (int other = 0; other < live->rules->sides; other++)
        waits |= live_alive(live, other) && !has_played(live, other);
    return waits;
}

bool live_has_clock(const struct live_game *live)
{
    return live->control.base || live->control.ply;
}

/* True if the clock of the side to move is running. Clocks start after each side's first ply;
 * days per ply count from the start. */
bool live_clock_runs(const struct live_game *live)
{
    return live->stage == LIVE_PLAYING && live_has_clock(live) &&
           (live->control.ply || live->game.plies >= live->rules->sides);
}

int64_t live_graced(const struct live_game *live, int side, int64_t now)
{
    const struct live_seat *seat = &live->seat[side];
    int64_t since = seat->away_since > live->turn_since ? seat->away_since : live->turn_since;
    if (!seat->lost || !live_clock_runs(live) || side != live->game.now.side || now <= since)
        return 0;
    return now - since < seat->grace ? now - since : seat->grace;
}

int64_t live_clock(const struct live_game *live, int side, int64_t now)
{
    int64_t left = live->seat[side].left,
            used = now - live->turn_since - live_graced(live, side, now);
    if (!live_clock_runs(live) || side != live->game.now.side)
        return left;
    used = used > live->control.delay ? used - live->control.delay : 0;
    return left - used;
}

#define LIVE_OFFER_ROW(name, text, said) {text, said},
static const struct {
    const char *text, *said;
} offers[] = {{"", "nothing"}, LIVE_OFFERS_LIST(LIVE_OFFER_ROW)};

const char *live_offer_text(int kind)
{
    return offers[kind].text;
}

const char *live_offer_said(int kind)
{
    return offers[kind].said;
}

const char *live_offer_of(int kind)
{
    return strncmp(live_offer_said(kind), "to ", 3) ? "of " : "";
}

void live_offer_off(const struct live_game *live, int by, char *out, size_t size)
{
    int side = live->answered_no - 1;
    if (side < 0)
        out[0] = '\0';
    else
        snprintf(out, size, side == by ? ": %s withdraws it" : ": %s declines",
                 live->seat[side].name);
}

int live_offer_named(const char *text)
{
    for (int kind = 1; kind < LIVE_OFFERS; kind++)
        if (!strcmp(offers[kind].text, text))
            return kind;
    return LIVE_NO_OFFER;
}

/* ---- Applies journal records to a live game: opening, talk, presence, the end; see
 * live_game.h. */

/* -------------------------------------------------------------------------------------------------
 * opening */

static int open_seats(struct live_game *live, const struct value *map, struct note *why)
{
    const struct value *sides = value_at(map, "sides");
    const char *waits = value_text(map, "waits");
    if (!sides || sides->type != VALUE_LIST || sides->n != live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1,
                         "the game has %d sides, but its journal lists a different number",
                         live->rules->sides);
    for (int side = 0; side < sides->n; side++) {
        const char *name = sides->entry[side].value.text ? sides->entry[side].value.text : "";
        if (*name && player_name_check(name, why) < 0)
            return FAIL_TEXT;
        struct live_seat *seat = &live->seat[side];
        memcpy(seat->name, name, strlen(name) + 1);
        seat->taken = *name && !strchr(waits, side_letter(side));
        if (seat->taken && !*live->opener)
            memcpy(live->opener, name, strlen(name) + 1);
        seat->left = live->control.ply ? live->control.ply : live->control.base;
        for (int other = 0; other < side; other++)
            if (*name && !strcmp(live->seat[other].name, name))
                return note_fail(why, FAIL_TEXT, -1, "%s cannot play against %s", name, name);
    }
    return 0;
}

static int open_start(struct live_game *live, const struct value *map, struct note *why)
{
    struct position start;
    int result = rules_start(live->rules, value_text(map, "start"), &start, why);
    if (result == 0)
        game_begin(&live->game, live->rules, &start, NULL);
    return result;
}

static void open_grace(struct live_game *live, const struct value *map)
{
    long minutes = strtol(value_text(map, "grace"), NULL, 10);
    live->grace = minutes > 0 && minutes <= GRACE_MAX ? (int)minutes : 0;
    for (int side = 0; side < live->rules->sides; side++)
        live->seat[side].grace = (int64_t)live->grace * 60000;
}

static int apply_open(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const struct value *map = &record->value;
    struct live_game new;
    live_game_begin(&new, live->id);
    long version = strtol(value_text(map, "chesscade"), NULL, 10);
    if (version < 1)
        return note_fail(why, FAIL_TEXT, -1, "its version number is missing");
    if (version > JOURNAL_VERSION)
        return note_fail(why, FAIL_NAME, -1,
                         "the game has journal version %ld, but this program knows only up to %d",
                         version, JOURNAL_VERSION);
    if (strcmp(value_text(map, "game"), live->id))
        return note_fail(why, FAIL_TEXT, -1, "it is the journal of another game");
    int result = rules_named(&new.rules, value_text(map, "variant"), value_at(map, "options"), why);
    if (result == 0)
        result = control_read(value_text(map, "control"), &new.control, why);
    if (result == 0)
        result = open_seats(&new, map, why);
    if (result == 0)
        result = open_start(&new, map, why);
    if (result < 0) {
        ruleset_free(new.rules);
        return result;
    }
    size_t length = strlen(value_text(map, "control"));
    memcpy(new.control_text, value_text(map, "control"),
           length < sizeof new.control_text ? length : 0);
    new.is_private = !strcmp(value_text(map, "access"), "private");
    new.casual = strcmp(value_text(map, "mode"), "strict") != 0;
    new.gallery_delay = (int)strtol(value_text(map, "delay"), NULL, 10);
    if (new.gallery_delay < 0 || new.gallery_delay > GALLERY_DELAY_MAX)
        new.gallery_delay = 0;
    open_grace(&new, map);
    if (ulid_valid(value_text(map, "after")))
        memcpy(new.after, value_text(map, "after"), sizeof new.after);
    new.opened_at = new.turn_since = record->at;
    new.lot = version >= JOURNAL_VERSION_LOT && !strcmp(value_text(map, "lot"), "yes");
    new.stage = LIVE_SEATS;
    if (live_all_seated(&new))
        live_begin_playing(&new, record);
    *live = new;
    return 0;
}

/* ------------------------------------------------------------------------------------- talk and
 * presence */

/* Makes room for a new line of talk by dropping the oldest line of the same room, so that a
 * talkative gallery never pushes out the players' talk. */
static void forget_oldest(struct live_game *live, bool gallery)
{
    int kept = 0, oldest = -1;
    for (int i = live->talks - 1; i >= 0; i--)
        if (live->talk[i].gallery == gallery) {
            kept++;
            oldest = i;
        }
    if (kept < TALK_KEPT)
        return;
    free(live->talk[oldest].text);
    memmove(live->talk + oldest, live->talk + oldest + 1,
            (size_t)(live->talks - 1 - oldest) * sizeof *live->talk);
    live->talks--;
}

static void count_gallery(struct live_game *live, const char *by, int bytes)
{
    int at = 0;
    while (at < live->talkers && strcmp(live->talker[at].by, by) != 0)
        at++;
    if (at == live->talkers) {
        live->talker =
            memory_room(live->talker, &live->talker_room, live->talkers + 1, sizeof *live->talker);
        live->talker[live->talkers++] = (struct live_talker){.bytes = 0};
        memcpy(live->talker[at].by, by, strlen(by) + 1);
    }
    live->talker[at].bytes += bytes;
    live->gallery_bytes += bytes;
}

static int apply_chat(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *by = value_text(&record->value, "by"), *text = value_text(&record->value, "text");
    bool gallery = live_to_gallery(record);
    if (player_name_check(by, why) < 0)
        return FAIL_TEXT;
    if (!*text || strlen(text) > TALK_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "a chat line must have 1 to %d bytes",
                         TALK_BYTES_MAX);
    forget_oldest(live, gallery);
    if (gallery)
        count_gallery(live, by, record->bytes);
    live->talk = memory_room(live->talk, &live->talk_room, live->talks + 1, sizeof *live->talk);
    struct live_talk *talk = &live->talk[live->talks++];
    *talk = (struct live_talk){.gallery = gallery,
                               .number = ++live->talks_ever,
                               .plies = live->game.plies,
                               .at = record->at,
                               .text = memory_text(text)};
    memcpy(talk->by, by, strlen(by) + 1);
    return 0;
}

static int apply_presence(struct live_game *live, const struct journal_record *record,
                          struct note *why)
{
    int side = live_record_side(live, record);
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the entry names no side");
    struct live_seat *seat = &live->seat[side];
    bool back = record->event == JOURNAL_BACK;
    if (back)
        live_use_grace(live, side, record->at);
    seat->present = back;
    seat->lost = !back && strcmp(value_text(&record->value, "why"), "left") != 0;
    seat->away_since = back ? 0 : record->at;
    const char *session = value_text(&record->value, "session");
    if (record->event == JOURNAL_BACK && strlen(session) < sizeof seat->session)
        memcpy(seat->session, session, strlen(session) + 1);
    return 0;
}

static int apply_close(struct live_game *live, const struct journal_record *record,
                       struct note *why)
{
    char score[24];
    live_score(live, score, sizeof score);
    if (live->stage != LIVE_OVER)
        return note_fail(why, FAIL_RULE, -1, "the game is not over");
    if (strcmp(value_text(&record->value, "score"), score))
        return note_fail(why, FAIL_RULE, -1, "the result is %s", score);
    live->stage = LIVE_CLOSED;
    return 0;
}

/* --------------------------------------------------------------------------------------------------
 * apply */

typedef int apply_fn(struct live_game *live, const struct journal_record *record, struct note *why);

static apply_fn *const applies[JOURNAL_EVENTS] = {
    [JOURNAL_OPEN] = apply_open,
    [JOURNAL_PLY] = live_apply_ply,
    [JOURNAL_CHAT] = apply_chat,
    [JOURNAL_CLOCK] = live_apply_clock,
    [JOURNAL_GONE] = apply_presence,
    [JOURNAL_BACK] = apply_presence,
    [JOURNAL_OFFER] = live_apply_offer,
    [JOURNAL_ACCEPT] = live_apply_accept,
    [JOURNAL_TAKEBACK] = live_apply_takeback,
    [JOURNAL_RESULT] = live_apply_result,
    [JOURNAL_CLOSE] = apply_close,
};

void live_game_pass_by(struct live_game *live, uint32_t crc)
{
    live->records++;
    live->crc = crc;
}

int live_game_apply(struct live_game *live, const struct journal_record *record, struct note *why)
{
    if ((live->stage == LIVE_NEW) != (record->event == JOURNAL_OPEN))
        return note_fail(why, FAIL_RULE, -1,
                         live->stage == LIVE_NEW ? "the first entry of a journal must be \"open\""
                                                 : "the game is open already");
    if (live->stage == LIVE_CLOSED)
        return note_fail(why, FAIL_RULE, -1, "the game is closed");
    int result = applies[record->event](live, record, why);
    if (result < 0)
        return result;
    live->last_at = record->at > live->last_at ? record->at : live->last_at;
    live->records++;
    live->crc = record->crc;
    return 0;
}

/* ---- Turns of a live game: whose turn it is, since when, and who may use it. See
 * live_game.c. */

static void live_say_reason(struct live_game *live, const char *reason)
{
    size_t length = strlen(reason);
    length = length < sizeof live->reason ? length : sizeof live->reason - 1;
    memcpy(live->reason, reason, length);
    live->reason[length] = '\0';
}

/* Draws the sides from the checksum of the record that filled the last seat. The checksum
 * depends on the time of that record in milliseconds and on all previous records, so no one can
 * know it while they can still back out. */
static void draw_lot(struct live_game *live, uint32_t chance)
{
    for (int side = live->rules->sides - 1; side > 0; side--) {
        chance = chance * 1664525u + 1013904223u;
        int other = (int)((chance >> 16) % (unsigned)(side + 1));
        struct live_seat seat = live->seat[side];
        live->seat[side] = live->seat[other];
        live->seat[other] = seat;
    }
    live->lot = false;
    live->drawn = true;
}

static void live_begin_playing(struct live_game *live, const struct journal_record *record)
{
    if (live->lot)
        draw_lot(live, record->crc);
    live->stage = LIVE_PLAYING;
    live->turn_since = record->at;
}

static void live_turn_begins(struct live_game *live, int64_t at)
{
    live->turn_since = at;
    if (live->control.ply)
        live->seat[live->game.now.side].left = live->control.ply;
    if (verdict_over(&live->game.verdict)) {
        live->stage = LIVE_OVER;
        live->offer = (struct live_offer){0};
        live_say_reason(live, live->game.verdict.reason ? live->game.verdict.reason : "");
    }
}

static int live_refuse_not_playing(const struct live_game *live, struct note *why)
{
    static const char *const sentences[] = {"there is no game yet",
                                            "the game waits for its players",
                                            NULL,
                                            "the game is paused; agree to resume it first",
                                            "the game is over",
                                            "the game is over"};
    return live->stage == LIVE_PLAYING
               ? 0
               : note_fail(why, FAIL_RULE, -1, "%s", sentences[live->stage]);
}

static int live_refuse_other(const struct live_game *live, int side,
                             const struct journal_record *record, struct note *why)
{
    const char *by = value_text(&record->value, "by");
    if (!*by || side >= live->rules->sides || !strcmp(by, live->seat[side].name))
        return 0;
    return note_fail(why, FAIL_RULE, -1, "the players have changed sides: %s plays %s now",
                     live->seat[side].name, side_name(side));
}

static void live_use_grace(struct live_game *live, int side, int64_t at)
{
    int64_t used = live_graced(live, side, at);
    live->seat[side].grace -= used;
    if (side == live->game.now.side)
        live->turn_since += used;
}

static void live_take_back(struct live_game *live, int count, int64_t at)
{
    live_forget_plies(live, live->game.plies - count);
    game_back(&live->game, count);
    for (int i = 0; i < live->swaps; i++) /* exchanges of sides remain when the plies before them
                                             are taken back */
        if (live->swapped[i] > live->game.plies)
            live->swapped[i] = live->game.plies;
    for (int i = live->talks - 1; i >= 0; i--) /* talk remains when plies are taken back, since
                                                  others have read it */
        if (live->talk[i].plies > live->game.plies)
            live->talk[i].plies = live->game.plies;
    while (live->exits && live->exit[live->exits - 1].plies > live->game.plies)
        live->exits--;
    live->offer = (struct live_offer){0};
    live_turn_begins(live, at);
}

/* ---- Applies offers between players, and seats being taken or declined: see live_game.h. */

/* --------------------------------------------------------------------------------------------------
 * offers */

static int live_game_number_of(const struct journal_record *record, const char *key)
{
    const char *text = value_text(&record->value, key);
    return *text && strlen(text) < 6 && strspn(text, "0123456789") == strlen(text)
               ? (int)strtol(text, NULL, 10)
               : 0;
}

/* True if a player resigned or was flagged in the last `count` plies. A takeback cannot bring an
 * eliminated player back. */
static bool somebody_left_since(const struct live_game *live, int count)
{
    return live->exits && live->exit[live->exits - 1].plies > live->game.plies - count;
}

/* Checks whether a player may make this offer now. */
static int check_offer(const struct live_game *live, const struct live_offer *offer,
                       struct note *why)
{
    bool running = live->stage == LIVE_PLAYING, paused = live->stage == LIVE_PAUSED;
    if (!running && !paused)
        return live_refuse_not_playing(live, why);
    if (offer->by >= live->rules->sides || !live_alive(live, offer->by))
        return note_fail(why, FAIL_RULE, -1, "only players still in the game can make offers");
    if (live->offer.kind)
        return note_fail(why, FAIL_BUSY, -1, "answer the offer first: %s",
                         live_offer_said(live->offer.kind));
    if (paused != (offer->kind == LIVE_RESUME) && offer->kind != LIVE_ABORT)
        return note_fail(why, FAIL_RULE, -1,
                         paused ? "the game is paused" : "the game is not paused");
    if (offer->kind == LIVE_TAKEBACK && (offer->count < 1 || offer->count > live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "there are no plies to take back");
    if (offer->kind == LIVE_TAKEBACK && somebody_left_since(live, offer->count))
        return note_fail(why, FAIL_RULE, -1,
                         "you cannot take back plies that were played before %s left the game",
                         side_name(live->exit[live->exits - 1].side));
    return 0;
}

/* Gives each remaining player the next side. The login of a player and the times of the player's
 * offers move along; the clocks stay with the sides. */
static void change_sides(struct live_game *live)
{
    struct live_seat old[SIDES_MAX];
    int64_t offered[SIDES_MAX][OFFERS_KEPT];
    memcpy(old, live->seat, sizeof old);
    memcpy(offered, live->offered_at, sizeof offered);
    for (int side = 0; side < live->rules->sides; side++) {
        int from = side;
        if (!live_alive(live, side))
            continue;
        do
            from = (from + 1) % live->rules->sides;
        while (!live_alive(live, from));
        int64_t left = live->seat[side].left;
        live->seat[side] = old[from];
        live->seat[side].left = left;
        memcpy(live->offered_at[side], offered[from], sizeof offered[from]);
    }
    if (live->swaps < SWAPS_KEPT)
        live->swapped[live->swaps++] = live->game.plies;
}

static void carry_out(struct live_game *live, int64_t at)
{
    struct live_offer offer = live->offer;
    live->offer = (struct live_offer){0};
    switch (offer.kind) {
    case LIVE_DRAW:
        game_agree(&live->game, NULL);
        live_turn_begins(live, at);
        break;
    case LIVE_TAKEBACK:
        live_take_back(live, offer.count, at);
        break;
    case LIVE_ABORT:
        live->stage = LIVE_OVER;
        live->aborted = true;
        live_say_reason(live, "aborted");
        break;
    case LIVE_PAUSE:
    case LIVE_ADJOURN: /* the time that the side to move has used in this turn is deducted */
        live->seat[live->game.now.side].left = live_clock(live, live->game.now.side, at);
        live_use_grace(live, live->game.now.side, at);
        live->stage = LIVE_PAUSED;
        break;
    case LIVE_RESUME:
        live->stage = LIVE_PLAYING;
        live->turn_since = at;
        break;
    case LIVE_SWAP:
        live_use_grace(live, live->game.now.side, at);
        change_sides(live);
        break;
    default:
        break;
    }
}

static bool all_agree(const struct live_game *live)
{
    for (int side = 0; side < live->rules->sides; side++)
        if (!live->offer.agreed[side] && live_alive(live, side))
            return false;
    return true;
}

static void live_settle_offer(struct live_game *live, int64_t at)
{
    if (live->offer.kind && !live_alive(live, live->offer.by))
        live->offer = (struct live_offer){0};
    else if (live->offer.kind && all_agree(live))
        carry_out(live, at);
}

static int live_apply_offer(struct live_game *live, const struct journal_record *record,
                            struct note *why)
{
    int side = journal_record_side(record);
    struct live_offer offer = {.kind =
                                   (uint8_t)live_offer_named(value_text(&record->value, "what")),
                               .by = (uint8_t)side,
                               .count = live_game_number_of(record, "count"),
                               .at = record->at};
    if (offer.kind == LIVE_NO_OFFER)
        return note_fail(why, FAIL_NAME, -1, "this version does not know the offer '%.20s'",
                         value_text(&record->value, "what"));
    int result = check_offer(live, &offer, why);
    if (result < 0)
        return result;
    offer.agreed[side] = true;
    live->offer = offer;
    live->answered_no = 0;
    memmove(live->offered_at[side] + 1, live->offered_at[side],
            (OFFERS_KEPT - 1) * sizeof **live->offered_at);
    live->offered_at[side][0] = record->at;
    if (offer.kind == LIVE_ADJOURN && live->casual) /* a casual game is adjourned without anyone's
                                                       consent */
        carry_out(live, record->at);
    return 0;
}

static int sit_down(struct live_game *live, int side, const struct journal_record *record,
                    struct note *why)
{
    const char *name = value_text(&record->value, "by");
    struct live_seat *seat = &live->seat[side];
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || seat->taken)
        return note_fail(why, FAIL_RULE, -1, "that seat is not free");
    if (player_name_check(name, why) < 0)
        return FAIL_TEXT;
    if (*seat->name && strcmp(seat->name, name))
        return note_fail(why, FAIL_RULE, -1, "that seat is reserved for %s", seat->name);
    for (int other = 0; other < live->rules->sides; other++)
        if (other != side && !strcmp(live->seat[other].name, name))
            return note_fail(why, FAIL_RULE, -1, "you have a seat in this game already");
    memcpy(seat->name, name, strlen(name) + 1);
    seat->taken = true;
    if (live_all_seated(live))
        live_begin_playing(live, record);
    return 0;
}

/* Handles an invited player who declines a seat. */
static int stay_away(struct live_game *live, int side, const struct journal_record *record,
                     struct note *why)
{
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || live->seat[side].taken ||
        !*live->seat[side].name || strcmp(live->seat[side].name, value_text(&record->value, "by")))
        return note_fail(why, FAIL_RULE, -1, "only the invited player can decline");
    live->stage = LIVE_OVER;
    live->aborted = live->refused = true;
    live->answered_no = (uint8_t)(side + 1);
    live_say_reason(live, "declined");
    return 0;
}

static int live_apply_accept(struct live_game *live, const struct journal_record *record,
                             struct note *why)
{
    const char *what = value_text(&record->value, "what");
    bool declines = !strcmp(value_text(&record->value, "agree"), "no");
    int side = journal_record_side(record);
    if (!strcmp(what, "seat"))
        return declines ? stay_away(live, side, record, why) : sit_down(live, side, record, why);
    if (live_offer_named(what) == LIVE_NO_OFFER)
        return note_fail(why, FAIL_NAME, -1,
                         "it answers the offer '%.20s', which this version does not know", what);
    if (!live->offer.kind || strcmp(what, live_offer_text(live->offer.kind)))
        return note_fail(why, FAIL_RULE, -1, "there is no such offer to answer");
    if (side >= live->rules->sides || !live_alive(live, side))
        return note_fail(why, FAIL_RULE, -1, "only players still in the game can answer offers");
    int result = live_refuse_other(live, side, record, why);
    if (result < 0)
        return result;
    if (!declines && live->offer.agreed[side])
        return note_fail(why, FAIL_RULE, -1, "%s has agreed already", side_name(side));
    if (declines) { /* declined by another player, or withdrawn by the player who made the offer */
        live->offer = (struct live_offer){0};
        live->answered_no = (uint8_t)(side + 1);
        return 0;
    }
    live->offer.agreed[side] = true;
    live_settle_offer(live, record->at);
    return 0;
}

/* ---- Applies plies, results and clocks to a live game: see live_game.h. */

/* ------------------------------------------------------------------------------------------------
 * playing */

/* The time on the mover's clock after a ply made at time `at`. */
static int64_t left_after(const struct live_game *live, int64_t at)
{
    int side = live->game.now.side;
    int64_t left = live_clock(live, side, at);
    return live->control.ply ? live->control.ply
                             : left + (live_has_clock(live) ? live->control.inc : 0);
}

/* Accepts a ply only in long form, so that the same game always has the same bytes. */
static int check_long(struct live_game *live, const char *text, struct ply *ply, struct note *why)
{
    char longest[PLY_ROOM];
    int result = live->rules->rules->parse(&live->game.now, text, ply, why);
    if (result == 0)
        result = ply_kept(&live->game.now, ply, FORM_LONG, longest, why);
    if (result < 0)
        return result;
    return strcmp(longest, text)
               ? note_fail(why, FAIL_TEXT, -1, "the ply is not written in long notation: %.80s",
                           longest)
               : 0;
}

static int live_apply_ply(struct live_game *live, const struct journal_record *record,
                          struct note *why)
{
    const char *text = value_text(&record->value, "m");
    int side = live->game.now.side;
    struct ply ply = {0};
    int result = live_refuse_not_playing(live, why);
    if (result == 0 && journal_record_side(record) != side)
        result = note_fail(why, FAIL_RULE, -1, "it is %s's turn", side_name(side));
    if (result == 0)
        result = live_refuse_other(live, side, record, why);
    if (result == 0 && live_clock_runs(live) && live_clock(live, side, record->at) <= 0)
        result = note_fail(why, FAIL_RULE, -1, "%s's time is over", side_name(side));
    if (result == 0)
        result = check_long(live, text, &ply, why);
    int64_t left = left_after(live, record->at), graced = live_graced(live, side, record->at);
    if (result == 0)
        result = game_play(&live->game, &ply, why);
    ply_free(&ply);
    if (result < 0)
        return result;
    int at = live->game.plies - 1;
    live->ply = memory_room(live->ply, &live->ply_room, live->game.plies, sizeof *live->ply);
    live->ply[at] = (struct live_ply){memory_text(text), (uint8_t)side, record->at, left};
    live->seat[side].left = left;
    live->seat[side].grace -= graced;
    if (live->offer.by != side || live->offer.kind == LIVE_TAKEBACK)
        live->offer = (struct live_offer){0}; /* playing a ply declines the offers of others, and
                                                 cancels your own takeback offer, whose number of
                                                 plies no longer fits */
    live_turn_begins(live, record->at);
    live_settle_offer(live, record->at); /* the ply may have eliminated a player, so the offer is
                                            checked again */
    return 0;
}

static int live_apply_takeback(struct live_game *live, const struct journal_record *record,
                               struct note *why)
{
    int side = journal_record_side(record);
    int result = live_refuse_not_playing(live, why);
    const struct live_ply *last = live->game.plies ? &live->ply[live->game.plies - 1] : NULL;
    if (result < 0)
        return result;
    if (!live->casual || !last || last->side != side || record->at - last->at > TAKEBACK_GRACE ||
        (live->exits && live->exit[live->exits - 1].plies == live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "it is too late to take the ply back without asking");
    live_take_back(live, 1, record->at);
    return 0;
}

/* ----------------------------------------------------------------------------- resigning,
 * claiming, time */

static int live_game_retire(struct live_game *live, int side, bool time, int64_t at,
                            struct note *why)
{
    int mover = live->game.now.side, exits = live->game.exits;
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the entry names no side");
    /* The archived game stores an event with a ply when a player leaves. Before the first ply there
     * is no such ply, so with three players nobody can leave yet. */
    if (live->rules->sides > 2 && live->game.plies == 0)
        return note_fail(why, FAIL_RULE, -1,
                         "in a game of three you cannot resign before the first ply");
    int result = game_resign(&live->game, side, time ? "time" : "resignation", why);
    if (result < 0)
        return result;
    if (live->game.exits > exits)
        live->exit[live->exits++] = (struct live_exit){live->game.plies, (uint8_t)side, time};
    if (live->offer.kind == LIVE_TAKEBACK) /* drop the offer: plies that were played before this
                                              player left cannot be taken back any more */
        live->offer = (struct live_offer){0};
    if (verdict_over(&live->game.verdict) || live->game.now.side != mover)
        live_turn_begins(live, at);
    live_settle_offer(live, at);
    return 0;
}

static int live_apply_clock(struct live_game *live, const struct journal_record *record,
                            struct note *why)
{
    int side = journal_record_side(record), result = live_refuse_not_playing(live, why);
    if (result < 0)
        return result;
    if (side != live->game.now.side || !live_clock_runs(live) ||
        live_clock(live, side, record->at) > 0)
        return note_fail(why, FAIL_RULE, -1, "that side still has time on its clock");
    live->seat[side].left = 0;
    return live_game_retire(live, side, true, record->at, why);
}

static int live_game_withdraw(struct live_game *live, int side, struct note *why)
{
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || !live->seat[side].taken)
        return note_fail(why, FAIL_RULE, -1, "only a game that has not begun can be withdrawn");
    live->stage = LIVE_OVER;
    live->aborted = true;
    live_say_reason(live, "withdrawn");
    return 0;
}

/* Ends a game that no one joined in time; any client may record it. */
static int live_game_expire(struct live_game *live, int64_t at, struct note *why)
{
    if (!live_overdue(live, at))
        return note_fail(why, FAIL_RULE, -1, "open seats expire only after %d days",
                         CHALLENGE_DAYS);
    live->stage = LIVE_OVER;
    live->aborted = live->refused = true;
    live_say_reason(live, "expired");
    return 0;
}

/* Aborts a game that the other players have not started, so that a waiting player need not
 * resign. */
static int abort_alone(struct live_game *live, int side, struct note *why)
{
    if (!live_may_abort(live, side))
        return note_fail(why, FAIL_RULE, -1, "after %s ply all players must agree to stop the game",
                         live->rules->sides == 2 ? "the second" : "each player's first");
    live->stage = LIVE_OVER;
    live->aborted = true;
    live->offer = (struct live_offer){0};
    live_say_reason(live, "aborted");
    return 0;
}

static int live_apply_result(struct live_game *live, const struct journal_record *record,
                             struct note *why)
{
    const char *word = value_text(&record->value, "why");
    int side = journal_record_side(record);
    if (!strcmp(word, "withdrawn"))
        return live_game_withdraw(live, side, why);
    if (!strcmp(word, "expired"))
        return live_game_expire(live, record->at, why);
    if (live->stage != LIVE_PLAYING && live->stage != LIVE_PAUSED)
        return live_refuse_not_playing(live, why);
    int result = live_refuse_other(live, side, record, why);
    if (result < 0)
        return result;
    if (!strcmp(word, "resigns"))
        return live_game_retire(live, side, false, record->at, why);
    if (!strcmp(word, "aborts"))
        return abort_alone(live, side, why);
    if (strcmp(word, "claims"))
        return note_fail(why, FAIL_NAME, -1, "this version does not know the reason '%.20s'", word);
    if (side != live->game.now.side)
        return note_fail(why, FAIL_RULE, -1, "only the side to move can claim a draw");
    result = game_claim(&live->game, why);
    if (result == 0)
        live_turn_begins(live, record->at);
    return result;
}

/* ---- Converts a live game to a game of the archive, and computes its score: see live_game.h. */

static bool live_game_decided(const struct live_game *live)
{
    return live->stage >= LIVE_OVER && !live->aborted;
}

/* The points of a side, in half points. */
static int half_points(const struct live_game *live, int side)
{
    const struct verdict *verdict = &live->game.verdict;
    if (verdict->outcome == OUTCOME_DRAW)
        return live_alive(live, side) ? 1 : 0;
    return verdict->outcome == OUTCOME_WIN && verdict->winner == side ? 2 : 0;
}

void live_score(const struct live_game *live, char *out, size_t size)
{
    static const char *const points[] = {"0", "1/2", "1"};
    size_t used = 0;
    if (!live_game_decided(live)) {
        snprintf(out, size, "*");
        return;
    }
    for (int side = 0; side < live->rules->sides; side++)
        text_add(out, size, &used, "%s%s", side ? "-" : "", points[half_points(live, side)]);
}

static void write_result(const struct live_game *live, struct record *record)
{
    static const char *const numbers[] = {"0", "0.5", "1"};
    char score[24];
    live_score(live, score, sizeof score);
    record_set_text(record, "result.score", score);
    if (live_game_decided(live) && live->rules->sides > 2) {
        struct value *points = value_map(value_map(&record->head, "result"), "points");
        for (int side = 0; side < live->rules->sides; side++)
            value_set(points, (char[]){side_letter(side), '\0'}, numbers[half_points(live, side)],
                      true);
    }
    if (*live->reason)
        record_set_text(record, "result.reason", live->reason);
}

static void write_clock(struct record *record, const char *path, int64_t time)
{
    char text[CLOCK_ROOM];
    clock_write(time, false, text);
    if (time)
        record_set_text(record, path, text);
}

static void write_event(const struct live_game *live, struct record *record)
{
    char utc[UTC_ROOM];
    utc_write(live->opened_at, utc);
    record_set_text(record, "event.utc", utc);
    utc[10] = '\0';
    record_set_text(record, "event.date", utc);
    if (*live->control_text) {
        record_set_text(record, "event.control.text", live->control_text);
        write_clock(record, "event.control.base", live->control.base);
        write_clock(record, "event.control.inc", live->control.inc);
        write_clock(record, "event.control.delay", live->control.delay);
    }
    record_set_text(record, "event.mode", "net");
}

/* Writes the options of the game and the position from which it started. */
static void write_rules(const struct live_game *live, struct record *record)
{
    struct position start;
    game_position(&live->game, 0, &start);
    record_put_rules(record, live->rules, &start);
}

/* Writes who left the game, as an event of the last ply that was played before. */
static void write_exits(const struct live_game *live, struct line *moves)
{
    for (int i = 0; i < live->exits; i++) {
        const struct live_exit *out = &live->exit[i];
        struct value *other = &node_notes(&moves->v[out->plies - 1])->other;
        other->type = VALUE_MAP;
        struct value *event = value_append(value_list(other, "events"));
        event->type = VALUE_MAP;
        value_set(event, "is", out->time ? "flag" : "resigns", false);
        value_set(event, "side", (char[]){side_letter(out->side), '\0'}, false);
    }
}

static void write_swaps(const struct live_game *live, struct line *moves)
{
    for (int i = 0; i < live->swaps; i++)
        if (live->swapped[i])
            comments_append(&node_notes(&moves->v[live->swapped[i] - 1])->comments,
                            "After this ply the players changed sides.", NULL);
}

static void write_plies(const struct live_game *live, struct record *record)
{
    char clock[CLOCK_ROOM];
    for (int i = 0; i < live->game.plies; i++) {
        struct node *node = line_append(&record->moves, live->ply[i].text);
        if (live->rules->sides > 2)
            node_notes(node)->side = side_letter(live->ply[i].side);
        if (live_has_clock(live) && !live->control.ply) {
            clock_write(live->ply[i].left, false, clock);
            text_replace(&node_notes(node)->clk, clock);
        }
    }
    write_exits(live, &record->moves);
    write_swaps(live, &record->moves);
}

/* The position after the last ply. Players who left after that ply are still in it, because the
 * archived game records this as an event of the ply. */
static void last_position(const struct live_game *live, struct position *out)
{
    int plies = live->game.plies;
    struct position before;
    if (live->exits == 0 || live->exit[live->exits - 1].plies < plies) {
        position_copy(out, &live->game.now);
        return;
    }
    game_position(&live->game, plies - 1, &before);
    ply_play(&before, &live->game.ply[plies - 1], out);
}

static void write_end(const struct live_game *live, struct record *record)
{
    char text[POSITION_TEXT_MAX], plies[16];
    struct value *end = value_map(&record->head, "end");
    snprintf(plies, sizeof plies, "%d", live->game.plies);
    value_set(end, "plies", plies, true);
    struct position last;
    last_position(live, &last);
    live->rules->rules->write(&last, text, sizeof text);
    value_set(end, "position", text, false);
}

struct record *live_record(const struct live_game *live)
{
    struct record *record = record_new(live->rules->id);
    memcpy(record->id, live->id, sizeof record->id);
    for (int side = 0; side < live->rules->sides; side++)
        record_set_player(record, side_letter(side),
                          *live->seat[side].name ? live->seat[side].name : "?");
    record->notation = NOTATION_LONG;
    write_rules(live, record);
    write_event(live, record);
    write_result(live, record);
    write_plies(live, record);
    if (live->stage >= LIVE_OVER)
        write_end(live, record);
    return record;
}

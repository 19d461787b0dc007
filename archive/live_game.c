/* live_game.c - the fold from journal records to a game being played: see live_game.h. */
#include "archive/live_game.h"

#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

void live_game_begin(struct live_game *live, const char *id)
{
    *live = (struct live_game){0};
    memcpy(live->id, id, strlen(id) < sizeof live->id ? strlen(id) + 1 : 0);
}

static void forget_plies(struct live_game *live, int from)
{
    for (int i = from; i < live->game.plies; i++)
        free(live->ply[i].text);
}

void live_game_clear(struct live_game *live)
{
    forget_plies(live, 0);
    free(live->ply);
    for (int i = 0; i < live->talks; i++)
        free(live->talk[i].text);
    free(live->talk);
    if (live->rules)
        game_clear(&live->game);
    ruleset_free(live->rules);
    *live = (struct live_game){0};
}

/* ----------------------------------------------------------------------------------------------- questions */

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

bool live_alive(const struct live_game *live, int side)
{
    struct position after;
    if (side >= live->rules->sides || !live->rules->rules->retire || live->rules->sides == 2)
        return side < live->rules->sides;
    position_copy(&after, &live->game.now);
    live->rules->rules->retire(&after, side);
    return !position_same(&after, &live->game.now);
}

bool live_has_clock(const struct live_game *live)
{
    return live->control.base || live->control.ply;
}

/* A game's clocks run when everybody has played once; days run from the start. */
bool live_clock_runs(const struct live_game *live)
{
    return live->stage == LIVE_PLAYING && live_has_clock(live) &&
           (live->control.ply || live->game.plies >= live->rules->sides);
}

int64_t live_clock(const struct live_game *live, int side, int64_t now)
{
    int64_t left = live->seat[side].left, used = now - live->turn_since;
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

int live_offer_named(const char *text)
{
    for (int kind = 1; kind < LIVE_OFFERS; kind++)
        if (!strcmp(offers[kind].text, text))
            return kind;
    return LIVE_NO_OFFER;
}

/* ------------------------------------------------------------------------------------------------- opening */

static int open_rules(struct live_game *live, const struct value *map, struct note *why)
{
    enum { SETTINGS_MAX = 32 };
    const struct value *options = value_at(map, "options");
    struct setting setting[SETTINGS_MAX];
    int n = options && options->type == VALUE_MAP ? options->n : 0;
    if (n > SETTINGS_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "too many options are set");
    for (int i = 0; i < n; i++)
        setting[i] = (struct setting){options->entry[i].key, value_text(options, options->entry[i].key)};
    return ruleset_open(&live->rules, value_text(map, "variant"), setting, n, why);
}

static int open_seats(struct live_game *live, const struct value *map, struct note *why)
{
    const struct value *sides = value_at(map, "sides");
    const char *waits = value_text(map, "waits");
    if (!sides || sides->type != VALUE_LIST || sides->n != live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the game has %d sides, and the record names others", live->rules->sides);
    for (int side = 0; side < sides->n; side++) {
        const char *name = sides->entry[side].value.text ? sides->entry[side].value.text : "";
        if (*name && player_name_check(name, why) < 0)
            return FAIL_TEXT;
        struct live_seat *seat = &live->seat[side];
        memcpy(seat->name, name, strlen(name) + 1);
        seat->taken = *name && !strchr(waits, side_letter(side));
        seat->left = live->control.ply ? live->control.ply : live->control.base;
        for (int other = 0; other < side; other++)
            if (*name && !strcmp(live->seat[other].name, name))
                return note_fail(why, FAIL_TEXT, -1, "%s cannot play against %s", name, name);
    }
    return 0;
}

static int open_start(struct live_game *live, const struct value *map, struct note *why)
{
    const char *text = value_text(map, "start");
    struct position start;
    if (!*text) {
        game_begin(&live->game, live->rules, NULL, NULL);
        return 0;
    }
    int result = live->rules->rules->read(live->rules, text, &start, why);
    if (result == 0)
        game_begin(&live->game, live->rules, &start, NULL);
    return result;
}

static bool all_seated(const struct live_game *live)
{
    for (int side = 0; side < live->rules->sides; side++)
        if (!live->seat[side].taken)
            return false;
    return true;
}

static int apply_open(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const struct value *map = &record->value;
    struct live_game new;
    live_game_begin(&new, live->id);
    if (strcmp(value_text(map, "chesscade"), "1"))
        return note_fail(why, FAIL_RULE, -1, "the game was begun by another version of the program");
    if (strcmp(value_text(map, "game"), live->id))
        return note_fail(why, FAIL_TEXT, -1, "it is the journal of another game");
    int result = open_rules(&new, map, why);
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
    memcpy(new.control_text, value_text(map, "control"), length < sizeof new.control_text ? length : 0);
    new.is_private = !strcmp(value_text(map, "access"), "private");
    new.casual = strcmp(value_text(map, "mode"), "strict") != 0;
    new.gallery_delay = (int)strtol(value_text(map, "delay"), NULL, 10);
    if (new.gallery_delay < 0 || new.gallery_delay > GALLERY_DELAY_MAX)
        new.gallery_delay = 0;
    new.opened_at = new.turn_since = record->at;
    new.stage = all_seated(&new) ? LIVE_PLAYING : LIVE_SEATS;
    *live = new;
    return 0;
}

/* ------------------------------------------------------------------------------------------------ playing */

static void say_reason(struct live_game *live, const char *reason)
{
    size_t length = strlen(reason);
    length = length < sizeof live->reason ? length : sizeof live->reason - 1;
    memcpy(live->reason, reason, length);
    live->reason[length] = '\0';
}

static void turn_begins(struct live_game *live, int64_t at)
{
    live->turn_since = at;
    if (live->control.ply)
        live->seat[live->game.now.side].left = live->control.ply;
    if (verdict_over(&live->game.verdict)) {
        live->stage = LIVE_OVER;
        live->offer = (struct live_offer){0};
        say_reason(live, live->game.verdict.reason ? live->game.verdict.reason : "");
    }
}

static int refuse_not_playing(const struct live_game *live, struct note *why)
{
    static const char *const sentences[] = {"there is no game yet", "the game waits for its players", NULL,
                                            "the game is paused: go on by agreement first", "the game is over",
                                            "the game is over"};
    return live->stage == LIVE_PLAYING ? 0 : note_fail(why, FAIL_RULE, -1, "%s", sentences[live->stage]);
}

/* The mover's clock after a ply at that time. */
static int64_t left_after(const struct live_game *live, int64_t at)
{
    int side = live->game.now.side;
    int64_t left = live_clock(live, side, at);
    return live->control.ply ? live->control.ply : left + (live_has_clock(live) ? live->control.inc : 0);
}

/* Long forms only, so that the same game is the same bytes. */
static int check_long(struct live_game *live, const char *text, struct ply *ply, struct note *why)
{
    char longest[8192];
    int result = live->rules->rules->parse(&live->game.now, text, ply, why);
    if (result < 0)
        return result;
    live->rules->rules->format(&live->game.now, ply, FORM_LONG, longest, sizeof longest);
    return strcmp(longest, text) ? note_fail(why, FAIL_TEXT, -1, "the ply is not in its long form: %.80s", longest) : 0;
}

static int apply_ply(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *text = value_text(&record->value, "m");
    int side = live->game.now.side;
    struct ply ply = {0};
    int result = refuse_not_playing(live, why);
    if (result == 0 && journal_record_side(record) != side)
        result = note_fail(why, FAIL_RULE, -1, "it is %s's turn", side_name(side));
    if (result == 0 && live_clock_runs(live) && live_clock(live, side, record->at) <= 0)
        result = note_fail(why, FAIL_RULE, -1, "%s's time is over", side_name(side));
    if (result == 0)
        result = check_long(live, text, &ply, why);
    int64_t left = left_after(live, record->at);
    if (result == 0)
        result = game_play(&live->game, &ply, why);
    ply_free(&ply);
    if (result < 0)
        return result;
    int at = live->game.plies - 1;
    live->ply = memory_room(live->ply, &live->ply_room, live->game.plies, sizeof *live->ply);
    live->ply[at] = (struct live_ply){memory_text(text), (uint8_t)side, record->at, left};
    live->seat[side].left = left;
    if (live->offer.by != side)
        live->offer = (struct live_offer){0}; /* playing on declines what others offered */
    turn_begins(live, record->at);
    return 0;
}

static void take_back(struct live_game *live, int count, int64_t at)
{
    forget_plies(live, live->game.plies - count);
    game_back(&live->game, count);
    while (live->exits && live->exit[live->exits - 1].plies > live->game.plies)
        live->exits--;
    live->offer = (struct live_offer){0};
    turn_begins(live, at);
}

static int apply_takeback(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record);
    int result = refuse_not_playing(live, why);
    const struct live_ply *last = live->game.plies ? &live->ply[live->game.plies - 1] : NULL;
    if (result < 0)
        return result;
    if (!live->casual || !last || last->side != side || record->at - last->at > TAKEBACK_GRACE ||
        (live->exits && live->exit[live->exits - 1].plies == live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "it is too late to take the ply back without asking");
    take_back(live, 1, record->at);
    return 0;
}

/* ----------------------------------------------------------------------------- resigning, claiming, time */

static int retire(struct live_game *live, int side, bool time, int64_t at, struct note *why)
{
    int mover = live->game.now.side, exits = live->game.exits;
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the record names no side");
    if (live->rules->sides > 2 && live->game.plies == 0) /* there is no ply yet that could tell it */
        return note_fail(why, FAIL_RULE, -1, "nobody of three resigns before the first ply");
    int result = game_resign(&live->game, side, time ? "time" : "resignation", why);
    if (result < 0)
        return result;
    if (live->game.exits > exits)
        live->exit[live->exits++] = (struct live_exit){live->game.plies, (uint8_t)side, time};
    live->offer.agreed[side] = true; /* who is out is not asked */
    if (live->offer.by == side)
        live->offer = (struct live_offer){0};
    if (verdict_over(&live->game.verdict) || live->game.now.side != mover)
        turn_begins(live, at);
    return 0;
}

static int apply_clock(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record), result = refuse_not_playing(live, why);
    if (result < 0)
        return result;
    if (side != live->game.now.side || !live_clock_runs(live) || live_clock(live, side, record->at) > 0)
        return note_fail(why, FAIL_RULE, -1, "that time is not over");
    live->seat[side].left = 0;
    return retire(live, side, true, record->at, why);
}

static int withdraw(struct live_game *live, int side, struct note *why)
{
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || !live->seat[side].taken)
        return note_fail(why, FAIL_RULE, -1, "only a game that has not begun can be withdrawn");
    live->stage = LIVE_OVER;
    live->aborted = true;
    say_reason(live, "withdrawn");
    return 0;
}

static int apply_result(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *word = value_text(&record->value, "why");
    int side = journal_record_side(record);
    if (!strcmp(word, "withdrawn"))
        return withdraw(live, side, why);
    if (live->stage != LIVE_PLAYING && live->stage != LIVE_PAUSED)
        return refuse_not_playing(live, why);
    if (!strcmp(word, "resigns"))
        return retire(live, side, false, record->at, why);
    if (strcmp(word, "claims"))
        return note_fail(why, FAIL_TEXT, -1, "it gives no reason that is known");
    if (side != live->game.now.side)
        return note_fail(why, FAIL_RULE, -1, "only the side to move can claim a draw");
    int result = game_claim(&live->game, why);
    if (result == 0)
        turn_begins(live, record->at);
    return result;
}

/* -------------------------------------------------------------------------------------------------- offers */

static int number_of(const struct journal_record *record, const char *key)
{
    const char *text = value_text(&record->value, key);
    return *text && strlen(text) < 6 && strspn(text, "0123456789") == strlen(text) ? (int)strtol(text, NULL, 10) : 0;
}

/* What can be proposed now. */
static int check_offer(const struct live_game *live, const struct live_offer *offer, struct note *why)
{
    bool running = live->stage == LIVE_PLAYING, paused = live->stage == LIVE_PAUSED;
    if (!running && !paused)
        return refuse_not_playing(live, why);
    if (offer->by >= live->rules->sides || !live_alive(live, offer->by))
        return note_fail(why, FAIL_RULE, -1, "only those who still play can propose something");
    if (live->offer.kind)
        return note_fail(why, FAIL_BUSY, -1, "there is an offer to be answered first: %s",
                         live_offer_said(live->offer.kind));
    if (paused != (offer->kind == LIVE_RESUME) && offer->kind != LIVE_ABORT)
        return note_fail(why, FAIL_RULE, -1, paused ? "the game is paused" : "the game is not paused");
    if (offer->kind == LIVE_TAKEBACK && (offer->count < 1 || offer->count > live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "there are no plies to take back");
    return 0;
}

static void carry_out(struct live_game *live, int64_t at)
{
    struct live_offer offer = live->offer;
    live->offer = (struct live_offer){0};
    switch (offer.kind) {
    case LIVE_DRAW:
        game_agree(&live->game, NULL);
        turn_begins(live, at);
        break;
    case LIVE_TAKEBACK:
        take_back(live, offer.count, at);
        break;
    case LIVE_ABORT:
        live->stage = LIVE_OVER;
        live->aborted = true;
        say_reason(live, "aborted");
        break;
    case LIVE_PAUSE:
    case LIVE_ADJOURN: /* the time used so far in this turn is used */
        live->seat[live->game.now.side].left = live_clock(live, live->game.now.side, at);
        live->stage = LIVE_PAUSED;
        break;
    case LIVE_RESUME:
        live->stage = LIVE_PLAYING;
        live->turn_since = at;
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

static int apply_offer(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record);
    struct live_offer offer = {.kind = (uint8_t)live_offer_named(value_text(&record->value, "what")),
                               .by = (uint8_t)side, .count = number_of(record, "count"), .at = record->at};
    if (offer.kind == LIVE_NO_OFFER)
        return note_fail(why, FAIL_NAME, -1, "there is no such offer");
    int result = check_offer(live, &offer, why);
    if (result < 0)
        return result;
    offer.agreed[side] = true;
    live->offer = offer;
    memmove(live->offered_at[side] + 1, live->offered_at[side], (OFFERS_KEPT - 1) * sizeof **live->offered_at);
    live->offered_at[side][0] = record->at;
    return 0;
}

static int sit_down(struct live_game *live, int side, const struct journal_record *record, struct note *why)
{
    const char *name = value_text(&record->value, "by");
    struct live_seat *seat = &live->seat[side];
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || seat->taken)
        return note_fail(why, FAIL_RULE, -1, "that seat is not free");
    if (player_name_check(name, why) < 0)
        return FAIL_TEXT;
    if (*seat->name && strcmp(seat->name, name))
        return note_fail(why, FAIL_RULE, -1, "that seat is kept for %s", seat->name);
    for (int other = 0; other < live->rules->sides; other++)
        if (other != side && !strcmp(live->seat[other].name, name))
            return note_fail(why, FAIL_RULE, -1, "you have a seat in this game already");
    memcpy(seat->name, name, strlen(name) + 1);
    seat->taken = true;
    if (all_seated(live)) {
        live->stage = LIVE_PLAYING;
        live->turn_since = record->at;
    }
    return 0;
}

static int apply_accept(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *what = value_text(&record->value, "what");
    bool declines = !strcmp(value_text(&record->value, "agree"), "no");
    int side = journal_record_side(record);
    if (!strcmp(what, "seat"))
        return sit_down(live, side, record, why);
    if (!live->offer.kind || strcmp(what, live_offer_text(live->offer.kind)))
        return note_fail(why, FAIL_RULE, -1, "there is no such offer to answer");
    if (side >= live->rules->sides || !live_alive(live, side))
        return note_fail(why, FAIL_RULE, -1, "only those who still play are asked");
    if (!declines && live->offer.agreed[side])
        return note_fail(why, FAIL_RULE, -1, "%s has agreed already", side_name(side));
    if (declines) { /* the author takes an offer back in the same way */
        live->offer = (struct live_offer){0};
        return 0;
    }
    live->offer.agreed[side] = true;
    if (all_agree(live))
        carry_out(live, record->at);
    return 0;
}

/* ------------------------------------------------------------------------------------- talk and presence */

static int apply_chat(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *by = value_text(&record->value, "by"), *text = value_text(&record->value, "text");
    const char *room = value_text(&record->value, "room");
    if (player_name_check(by, why) < 0)
        return FAIL_TEXT;
    if (!*text || strlen(text) > TALK_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "a line of talk has 1 to %d bytes", TALK_BYTES_MAX);
    if (live->talks == TALK_KEPT) {
        free(live->talk[0].text);
        memmove(live->talk, live->talk + 1, (TALK_KEPT - 1) * sizeof *live->talk);
        live->talks--;
    }
    live->talk = memory_room(live->talk, &live->talk_room, live->talks + 1, sizeof *live->talk);
    struct live_talk *talk = &live->talk[live->talks++];
    *talk = (struct live_talk){.gallery = !strcmp(room, "gallery"), .plies = live->game.plies, .at = record->at,
                               .text = memory_text(text)};
    memcpy(talk->by, by, strlen(by) + 1);
    live->talks_ever++;
    return 0;
}

static int apply_presence(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record);
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the record names no side");
    live->seat[side].present = record->event == JOURNAL_BACK;
    const char *session = value_text(&record->value, "session");
    if (record->event == JOURNAL_BACK && strlen(session) < sizeof live->seat[side].session)
        memcpy(live->seat[side].session, session, strlen(session) + 1);
    return 0;
}

static int apply_close(struct live_game *live, const struct journal_record *record, struct note *why)
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

/* -------------------------------------------------------------------------------------------------- apply */

typedef int apply_fn(struct live_game *live, const struct journal_record *record, struct note *why);

static apply_fn *const applies[JOURNAL_EVENTS] = {
    [JOURNAL_OPEN] = apply_open,         [JOURNAL_PLY] = apply_ply,       [JOURNAL_CHAT] = apply_chat,
    [JOURNAL_CLOCK] = apply_clock,       [JOURNAL_GONE] = apply_presence, [JOURNAL_BACK] = apply_presence,
    [JOURNAL_OFFER] = apply_offer,       [JOURNAL_ACCEPT] = apply_accept, [JOURNAL_TAKEBACK] = apply_takeback,
    [JOURNAL_RESULT] = apply_result,     [JOURNAL_CLOSE] = apply_close,
};

int live_game_apply(struct live_game *live, const struct journal_record *record, struct note *why)
{
    if ((live->stage == LIVE_NEW) != (record->event == JOURNAL_OPEN))
        return note_fail(why, FAIL_RULE, -1, live->stage == LIVE_NEW ? "a journal begins with an open record"
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

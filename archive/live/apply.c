/* apply.c - applies journal records to a live game: opening, talk, presence, the end.
 *
 * archive/live/plies.c handles plies and results, archive/live/offers.c offers; archive/live/turns.c has what they share. See
 * live_game.h. */
#include "archive/live/live_internal.h"

#include <stdlib.h>
#include <string.h>

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
        return note_fail(why, FAIL_TEXT, -1, "it gives no version");
    if (version > JOURNAL_VERSION)
        return note_fail(why, FAIL_NAME, -1, "the game is of version %ld, and this one knows %d", version, JOURNAL_VERSION);
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

/* ------------------------------------------------------------------------------------- talk and presence */

/* Makes room for a new line of talk: drops the oldest line of the same room. A talkative gallery
 * therefore never pushes out the players' talk. */
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
    memmove(live->talk + oldest, live->talk + oldest + 1, (size_t)(live->talks - 1 - oldest) * sizeof *live->talk);
    live->talks--;
}

static void count_gallery(struct live_game *live, const char *by, int bytes)
{
    int at = 0;
    while (at < live->talkers && strcmp(live->talker[at].by, by) != 0)
        at++;
    if (at == live->talkers) {
        live->talker = memory_room(live->talker, &live->talker_room, live->talkers + 1, sizeof *live->talker);
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
        return note_fail(why, FAIL_LIMIT, -1, "a line of talk has 1 to %d bytes", TALK_BYTES_MAX);
    forget_oldest(live, gallery);
    if (gallery)
        count_gallery(live, by, record->bytes);
    live->talk = memory_room(live->talk, &live->talk_room, live->talks + 1, sizeof *live->talk);
    struct live_talk *talk = &live->talk[live->talks++];
    *talk = (struct live_talk){.gallery = gallery, .number = ++live->talks_ever, .plies = live->game.plies, .at = record->at,
                               .text = memory_text(text)};
    memcpy(talk->by, by, strlen(by) + 1);
    return 0;
}

static int apply_presence(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = live_record_side(live, record);
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the record names no side");
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
    [JOURNAL_OPEN] = apply_open,         [JOURNAL_PLY] = live_apply_ply,       [JOURNAL_CHAT] = apply_chat,
    [JOURNAL_CLOCK] = live_apply_clock,       [JOURNAL_GONE] = apply_presence, [JOURNAL_BACK] = apply_presence,
    [JOURNAL_OFFER] = live_apply_offer,       [JOURNAL_ACCEPT] = live_apply_accept, [JOURNAL_TAKEBACK] = live_apply_takeback,
    [JOURNAL_RESULT] = live_apply_result,     [JOURNAL_CLOSE] = apply_close,
};

void live_game_pass_by(struct live_game *live, uint32_t crc)
{
    live->records++;
    live->crc = crc;
}

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

/* journal_repair.c - repairs damaged journals and files of talk; see journal_repair.h.
 *
 * A journal is read by the same rules as by every reader, with one difference: an invalid record is
 * repaired (talk), dropped (arrivals and departures), or ends the journal. All records after a
 * change must be rewritten, since each checksum includes the previous record.
 *
 * If sides are drawn by lot, the checksum of a record decides who plays which side
 * (live_game.c). So changing an earlier line of talk would change the draw. Therefore
 * repaired lines get a salt, and the repair is repeated with different salts until the draw gives
 * the same sides as before. */
#include "config.h"
#include "archive/live/journal_repair.h"

#include "archive/live/journal.h"
#include "archive/live/people.h"
#include "archive/store/live_backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char lost[] = "(a damaged chat line was lost)", gallery[] = "room: 'gallery'";

/* -------------------------------------------------------------------------------------------------
 * a line of talk */

/* Makes a valid record of what can be recovered from a damaged line of talk. If the author is lost,
 * it becomes `opener`; outside a game `opener` is NULL, and the author becomes "unknown". */
static void mend_talk(const char *line, size_t length, const char *opener, int64_t before, int salt,
                      struct journal_record *out)
{
    struct journal_record old = {0};
    char number[16];
    bool read = journal_line_salvage(line, length, &old) == 0;
    const char *by = read ? value_text(&old.value, "by") : "",
               *text = read ? value_text(&old.value, "text") : "";
    char *copy = memory_text(text);
    if (strlen(copy) > TALK_BYTES_MAX) { /* the text is cut at a character boundary */
        size_t n = TALK_BYTES_MAX;
        while (n && ((unsigned char)copy[n] & 0xC0) == 0x80)
            n--;
        copy[n] = '\0';
    }
    journal_record_begin(out, JOURNAL_CHAT);
    out->at = read ? old.at : before;
    value_set(&out->value, "by",
              player_name_check(by, NULL) == 0 ? by
              : opener                         ? opener
                                               : "unknown",
              false);
    if (opener) /* a line for the gallery stays in the gallery, since players must not hear it */
        value_set(&out->value, "room",
                  memmem(line, length, gallery, strlen(gallery)) ? "gallery" : "table", false);
    value_set(&out->value, "text", *copy && player_name_check(by, NULL) == 0 ? copy : lost, false);
    snprintf(number, sizeof number, "%d", salt);
    if (salt)
        value_set(&out->value, "mended", number, true);
    free(copy);
    journal_record_clear(&old);
}

/* -------------------------------------------------------------------------------------------------
 * a journal */

struct mending {
    struct live_game was, now; /* was: state of the game by the old records. now: state by the new
                                  records */
    struct yaml_text out;
    bool changed; /* true once a record has changed, so that all later ones are rewritten */
    bool newer;
    int salt;
    struct journal_repaired done;
};

/* Adds a record to the new journal. If nothing before the record was changed, its line is copied
 * unchanged. */
static int journal_repair_keep(struct mending *mending, struct journal_record *record,
                               const char *line, size_t length, struct note *why)
{
    if (!mending->changed) {
        yaml_text_add(&mending->out, line, length);
        yaml_text_add(&mending->out, "\n", 1);
        return live_game_apply(&mending->now, record, why);
    }
    struct yaml_text text = {0};
    struct journal_record read = {0};
    record->seq = mending->now.records;
    journal_line_write(record, mending->now.crc, &text);
    int result = journal_line_read_back(&text, mending->now.crc, &read, why);
    if (result == 0)
        result = live_game_apply(&mending->now, &read, why);
    if (result == 0)
        yaml_text_add(&mending->out, text.v, (size_t)text.n);
    journal_record_clear(&read);
    yaml_text_clear(&text);
    return result;
}

/* Handles an invalid record. Returns true if it was repaired or dropped, so that the journal
 * continues; false, with the reason, if the journal ends here. */
static bool journal_repair_mend(struct mending *mending, const char *line, size_t length,
                                int result, struct note *why)
{
    struct journal_record record = {0};
    struct live_game *was = &mending->was;
    uint32_t crc;
    int seq = was->records;
    bool begun = was->stage != LIVE_NEW && was->stage != LIVE_CLOSED;
    if (result == FAIL_NAME || !begun)
        return false;
    if (journal_line_claims(line, length, seq, JOURNAL_CHAT, &crc)) {
        mend_talk(line, length, *was->opener ? was->opener : "unknown", was->last_at, mending->salt,
                  &record);
        mending->changed = true;
        mending->done.mended++;
        bool kept = journal_repair_keep(mending, &record, line, length, why) == 0;
        journal_record_clear(&record);
        live_game_pass_by(was, crc);
        return kept;
    }
    if (journal_line_claims(line, length, seq, JOURNAL_GONE, &crc) ||
        journal_line_claims(line, length, seq, JOURNAL_BACK, &crc)) {
        mending->changed = true;
        mending->done.dropped++;
        live_game_pass_by(was, crc);
        return true;
    }
    return false;
}

/* Processes a line of the old journal. False if the line is invalid and the new journal must end
 * before it. */
static bool journal_repair_take(struct mending *mending, const char *line, size_t length,
                                struct note *why)
{
    struct journal_record record = {0};
    int result = journal_line_read(line, length, mending->was.crc, &record, why);
    if (result == 0 && record.seq != mending->was.records)
        result = note_fail(why, FAIL_TEXT, -1, "its number is %d", record.seq);
    if (result == 0)
        result = live_game_apply(&mending->was, &record, why);
    mending->newer = result == FAIL_NAME;
    bool goes_on = result == 0 ? journal_repair_keep(mending, &record, line, length, why) == 0
                               : journal_repair_mend(mending, line, length, result, why);
    journal_record_clear(&record);
    return goes_on;
}

/* True if the draw gave the same sides as before. */
static bool same_seats(const struct mending *mending)
{
    const struct live_game *was = &mending->was, *now = &mending->now;
    for (int side = 0; was->rules && now->rules && side < was->rules->sides; side++)
        if (strcmp(was->seat[side].name, now->seat[side].name) != 0)
            return false;
    return true;
}

static void mending_clear(struct mending *mending)
{
    live_game_clear(&mending->was);
    live_game_clear(&mending->now);
    yaml_text_clear(&mending->out);
}

/* Repairs the whole journal, adding `salt` to repaired lines of talk. An incomplete last record is
 * left to the next writer. */
static void mend_all(struct mending *mending, const char *id, int salt, const char *bytes,
                     size_t size)
{
    *mending = (struct mending){.salt = salt};
    live_game_begin(&mending->was, id);
    live_game_begin(&mending->now, id);
    for (size_t at = 0; at < size;) {
        struct note why = {0};
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end ||
            (end + 1 == bytes + size && memchr(bytes + at, '\0', (size_t)(end - bytes) - at)))
            break;
        if (!mending->done.cut &&
            !journal_repair_take(mending, bytes + at, (size_t)(end - bytes) - at, &why)) {
            note_set(&mending->done.cut_by, -1, "entry %d is damaged: %s", mending->was.records,
                     why.text);
            mending->changed = true;
            mending->done.cut = 1;
        } else if (mending->done.cut) {
            mending->done.cut++;
        }
        if (mending->newer)
            break;
        at = (size_t)(end - bytes) + 1;
    }
}

static int mend_bytes(struct mending *mending, const char *id, const char *bytes, size_t size,
                      struct note *why)
{
    enum {
        TRIES = 200
    }; /* number of salts to try. With two sides, half of all salts give the old draw; with three
          sides, a sixth of them */
    int salt = 0;
    mend_all(mending, id, salt, bytes, size);
    while (!same_seats(mending) && mending->done.mended && ++salt < TRIES) {
        mending_clear(mending);
        mend_all(mending, id, salt, bytes, size);
    }
    if (mending->newer)
        return note_fail(why, FAIL_TEXT, -1,
                         "it is not damaged; a newer version of the program wrote it: %s",
                         mending->done.cut_by.text);
    if (!mending->now.rules)
        return note_fail(why, FAIL_TEXT, -1,
                         "its first entry cannot be read, so nothing can be repaired: %s",
                         mending->done.cut_by.text);
    if (!same_seats(mending))
        return note_fail(why, FAIL_TEXT, -1,
                         "the damaged part decides who plays which side, so nothing was repaired");
    return mending->changed;
}

static int repair_held(struct store *store, const char *id, struct journal_repaired *done,
                       struct note *why)
{
    const struct live_backend *live = store_live(store);
    struct mending mending = {.salt = 0};
    char *bytes;
    size_t size;
    int result = live->whole(store, LIVE_HELD_GAME, id, JOURNAL_BYTES_MAX + JOURNAL_LINE_MAX,
                             &bytes, &size, why);
    if (result < 0)
        return result;
    result = mend_bytes(&mending, id, bytes, size, why);
    *done = mending.done;
    if (result > 0) {
        int written = live->replace(store, LIVE_HELD_GAME, id, mending.out.v ? mending.out.v : "",
                                    (size_t)mending.out.n, done->kept, why);
        result = written < 0 ? written : result;
    }
    mending_clear(&mending);
    free(bytes);
    return result;
}

int journal_repair(struct store *store, const char *user, const char *id,
                   struct journal_repaired *done, struct note *why)
{
    const struct live_backend *live = store_live(store);
    struct live_hold *hold;
    *done = (struct journal_repaired){0};
    if (!ulid_valid(id))
        return note_fail(why, FAIL_NAME, -1, "there is no live game of that name");
    int result =
        live ? live->hold(&hold, store, LIVE_HELD_GAME, id, user, "it cannot be repaired", why)
             : live_refuse(why);
    if (result < 0)
        return result;
    result = repair_held(store, id, done, why);
    live->release(hold);
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * talk */

static int journal_repair_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int talk_files(struct store *store, char ***names)
{
    const struct live_backend *live = store_live(store);
    int n = live ? live->talks(store, names) : 0;
    if (!n)
        *names = NULL;
    if (n > 1)
        qsort(*names, (size_t)n, sizeof **names, journal_repair_by_name);
    return n;
}

/* Rewrites the lines of a file of talk without the unreadable ones, and writes the error of the
 * first unreadable line to `reason`. An incomplete last line is left to the next writer. */
static void mend_lines(const char *bytes, size_t size, struct yaml_text *out,
                       struct journal_repaired *done, struct note *reason)
{
    int number = 1;
    for (size_t at = 0; at < size; number++) {
        struct journal_record record = {0};
        struct note why;
        uint32_t crc;
        const char *line = bytes + at, *end = memchr(line, '\n', size - at);
        if (!end)
            break;
        size_t length = (size_t)(end - line);
        at += length + 1;
        if (talk_line_read(line, length, &record, &why) == 0) {
            journal_record_clear(&record);
            yaml_text_add(out, line, length + 1);
            continue;
        }
        if (!done->mended && !done->dropped)
            note_set(reason, -1, "line %d is not a valid chat line: %s", number, why.text);
        if (!journal_line_claims(line, length, 0, JOURNAL_CHAT, &crc)) {
            done->dropped++;
            continue;
        }
        done->mended++;
        mend_talk(line, length, NULL, 0, 0, &record);
        journal_line_write(&record, 0, out);
        journal_record_clear(&record);
    }
}

enum { TALK_WHOLE_MAX = 16 << 20 };

int talk_check(struct store *store, const char *name, struct note *why)
{
    const struct live_backend *live = store_live(store);
    struct journal_repaired done = {0};
    struct yaml_text text = {0};
    char *bytes;
    size_t size;
    int result = live ? live->whole(store, LIVE_HELD_TALK, name, TALK_WHOLE_MAX, &bytes, &size, why)
                      : note_fail(why, FAIL_NAME, -1, "there is no talk");
    if (result < 0)
        return result;
    mend_lines(bytes, size, &text, &done, why);
    yaml_text_clear(&text);
    free(bytes);
    return done.mended || done.dropped ? FAIL_TEXT : 0;
}

static int talk_repair_held(struct store *store, const char *name, struct journal_repaired *done,
                            struct note *why)
{
    const struct live_backend *live = store_live(store);
    struct yaml_text text = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result = live->whole(store, LIVE_HELD_TALK, name, TALK_WHOLE_MAX, &bytes, &size, why);
    if (result < 0)
        return result;
    mend_lines(bytes, size, &text, done, &reason);
    free(bytes);
    if (done->mended || done->dropped)
        result = live->replace(store, LIVE_HELD_TALK, name, text.v ? text.v : "", (size_t)text.n,
                               done->kept, why);
    yaml_text_clear(&text);
    return result < 0 ? result : done->mended || done->dropped;
}

int talk_repair(struct store *store, const char *user, const char *name,
                struct journal_repaired *done, struct note *why)
{
    const struct live_backend *live = store_live(store);
    struct live_hold *hold;
    char room[ULID_LENGTH + 1];
    *done = (struct journal_repaired){0};
    snprintf(room, sizeof room, "%.*s", (int)strcspn(name, "."), name);
    int result =
        live ? live->hold(&hold, store, LIVE_HELD_TALK, room, user, "it cannot be repaired", why)
             : live_refuse(why);
    if (result < 0)
        return result;
    result = talk_repair_held(store, name, done, why);
    live->release(hold);
    return result;
}

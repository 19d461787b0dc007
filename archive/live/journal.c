/* journal.c - reads and appends the journals of live games, and turns finished
 * games into records: see journal.h.
 *
 * A journal is a log that several processes of different users read and write at the same time. It
 * must never lose a record that anyone has seen, and never show a record that could still be lost.
 * Where the log is kept is the store's live_backend (archive/store/live_backend.h).
 *
 * Writing (journal_append()): hold the game, read everything others have appended, validate the new
 * record against the resulting state, append it, release the game. Only then does the writer itself
 * show it. Before writing, the line is parsed and applied exactly as every reader will do it, so a
 * program cannot write what it could not read. If it cannot be written, nothing of it is left.
 *
 * Reading (journal_read_on()): read the new bytes, as far as they are settled. If a writer is
 * active, FAIL_BUSY: try again some milliseconds later.
 *
 * The last line may be torn by a crash: it has no line feed, or contains zeros that the disk never
 * replaced. Only the last line can be torn, since all earlier ones were flushed. No one has seen
 * it; readers skip it, the next writer truncates it.
 *
 * Checksums are chained (journal_line.h), so damage in the middle is always noticed. A damaged line
 * of talk is skipped if it still says its number and checksum; any other damage makes the journal
 * read only, until `chesscade verify --repair` replaces the log (journal_repair.c). Readers notice
 * that and start again (change_to_repaired()).
 *
 * Quotas (check_room(), check_talk_room()) reserve room for the end of the game, so that neither
 * talk nor comings and goings can keep a game from being finished. */
#include "config.h"

#include "archive/live/journal.h"
#include "archive/store/live_backend.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t journal_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int live_refuse(struct note *why)
{
    return note_fail(why, FAIL_SYSTEM, -1, "a game can only be played in an archive with a lobby");
}

/* --------------------------------------------------------------------------------------- opening,
 * closing */

int journal_create(struct store *store, struct journal_record *open, char id[ULID_LENGTH + 1],
                   struct note *why)
{
    struct yaml_text line = {0};
    struct live_game live;
    const struct live_backend *backend = store_live(store);
    if (!backend)
        return live_refuse(why);
    ulid_new(id);
    value_set(&open->value, "game", id, false);
    open->seq = 0;
    open->at = backend->now(store);
    journal_line_write(open, 0, &line);
    live_game_begin(&live, id);
    struct journal_record read = {0};
    int result = journal_line_read_back(&line, 0, &read, why);
    if (result == 0)
        result = live_game_apply(&live, &read, why);
    journal_record_clear(&read);
    live_game_clear(&live);
    if (result == 0)
        result = backend->create(store, id, line.v, (size_t)line.n, why);
    yaml_text_clear(&line);
    return result;
}

int journal_open(struct journal **out, struct store *store, const char *user, const char *id,
                 struct note *why)
{
    const struct live_backend *backend = store_live(store);
    struct live_log *log;
    if (!ulid_valid(id))
        return note_fail(why, FAIL_NAME, -1, "there is no live game of that name");
    int result = backend ? backend->open(&log, store, id, true, why) : live_refuse(why);
    if (result == FAIL_NAME)
        note_set(why, -1, "that game is over or never began");
    if (result < 0)
        return result;
    struct journal *journal = memory_new(1, sizeof *journal);
    *journal =
        (struct journal){.store = store, .backend = backend, .log = log, .user = memory_text(user)};
    live_game_begin(&journal->live, id);
    result = journal_read_on(journal);
    for (int tries = 0; result == FAIL_BUSY && tries < 200; tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        result = journal_read_on(journal);
    }
    if (result == FAIL_BUSY) { /* a writer has not finished for a second, so nothing was read */
        journal_free(journal);
        return note_fail(why, FAIL_BUSY, -1, "another user is writing to that game; try again");
    }
    journal->torn = !journal->broken && backend->length(log) > journal->size;
    *out = journal;
    return 0;
}

void journal_free(struct journal *journal)
{
    if (!journal)
        return;
    live_game_clear(&journal->live);
    journal->backend->close(journal->log);
    free(journal->user);
    free(journal);
}

/* -------------------------------------------------------------------------------------------------
 * reading */

static void journal_forget(struct journal *journal)
{
    char id[ULID_LENGTH + 1];
    memcpy(id, journal->live.id, sizeof id);
    live_game_clear(&journal->live);
    live_game_begin(&journal->live, id);
    journal->size = 0;
    journal->passed = 0;
}

static void break_at(struct journal *journal, const char *sentence)
{
    journal->broken = true;
    note_set(
        &journal->trouble, -1,
        journal->newer
            ? "entry %d of the game's journal was written by a newer version of the program: %s"
            : "entry %d of the game's journal is damaged: %s",
        journal->live.records, sentence);
}

/* Skips an unreadable or invalid line of talk, so that the game can continue. */
static bool pass_by(struct journal *journal, const char *line, size_t length, const char *sentence)
{
    uint32_t crc;
    bool begun = journal->live.stage != LIVE_NEW && journal->live.stage != LIVE_CLOSED;
    if (!begun || !journal_line_claims(line, length, journal->live.records, JOURNAL_CHAT, &crc))
        return false;
    if (!journal->passed++)
        note_set(&journal->passed_why, -1,
                 "entry %d of the game's journal, a chat line, is damaged and was skipped: %s",
                 journal->live.records, sentence);
    live_game_pass_by(&journal->live, crc);
    return true;
}

static bool journal_take_line(struct journal *journal, const char *line, size_t length)
{
    struct journal_record record = {0};
    struct note why;
    int result = journal_line_read(line, length, journal->live.crc, &record, &why);
    if (result == 0 && record.seq != journal->live.records)
        result = note_fail(&why, FAIL_TEXT, -1, "its number is %d", record.seq);
    if (result == 0)
        result = live_game_apply(&journal->live, &record, &why);
    journal_record_clear(&record);
    if (result < 0 && result != FAIL_NAME && pass_by(journal, line, length, why.text))
        return true;
    journal->newer = result == FAIL_NAME; /* newer: the line's crc matches, but the line contains
                                             something that this program does not know */
    if (result < 0)
        break_at(journal, why.text);
    return result == 0;
}

/* True if the last line is torn: after a power loss a line may end in zeros that the disk never
 * replaced, while no record contains zeros. Only the last line can be torn, since all earlier
 * lines were flushed. */
static bool is_torn(const char *line, const char *end, const char *rest_end)
{
    return end + 1 == rest_end && memchr(line, '\0', (size_t)(end - line));
}

/* Applies the complete lines among the bytes and returns their number. Bytes after the last line
 * feed are an incomplete line. */
static int journal_take_lines(struct journal *journal, const char *bytes, size_t size)
{
    int n = 0;
    for (size_t at = 0; at < size && !journal->broken;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end || is_torn(bytes + at, end, bytes + size))
            break;
        if (!journal_take_line(journal, bytes + at, (size_t)(end - bytes) - at))
            break;
        journal->size += end + 1 - (bytes + at);
        at = (size_t)(end + 1 - bytes);
        n++;
    }
    return n;
}

/* Reads everything from journal->size on. *bytes is the caller's to free; NULL if there is nothing
 * new or it cannot be read. FAIL_BUSY: somebody is writing, nothing was read. */
static int read_rest(struct journal *journal, enum live_reading reading, char **bytes, size_t *size)
{
    int64_t length = journal->backend->length(journal->log);
    *bytes = NULL;
    *size = 0;
    if (length < 0)
        return 0;
    if (length > JOURNAL_BYTES_MAX + JOURNAL_LINE_MAX || length < journal->size) {
        break_at(journal, length < journal->size ? "the file is shorter than before"
                                                 : "the file is too large");
        return 0;
    }
    size_t room = (size_t)(length - journal->size);
    if (!room)
        return 0;
    *bytes = memory_new(room, 1);
    int result = journal->backend->read(journal->log, reading, journal->size, *bytes, room, size);
    if (result < 0) {
        free(*bytes);
        *bytes = NULL;
    }
    return result;
}

/* Reads and applies all records, even those that a power failure could still destroy. Returns the
 * number of records. */
static int take_rest(struct journal *journal)
{
    char *bytes;
    size_t size;
    int n = 0;
    if (read_rest(journal, LIVE_READ_ALL, &bytes, &size) == 0 && bytes)
        n = journal_take_lines(journal, bytes, size);
    free(bytes);
    return n;
}

int journal_check(struct store *store, const char *id, struct note *why)
{
    struct journal journal = {.store = store, .backend = store_live(store)};
    int result = journal.backend ? journal.backend->open(&journal.log, store, id, false, why)
                                 : live_refuse(why);
    if (result < 0)
        return result;
    live_game_begin(&journal.live, id);
    take_rest(&journal);
    result = journal.broken   ? note_fail(why, FAIL_TEXT, -1, "%s", journal.trouble.text)
             : journal.passed ? note_fail(why, FAIL_TEXT, -1, "%s", journal.passed_why.text)
                              : 0;
    live_game_clear(&journal.live);
    journal.backend->close(journal.log);
    return result;
}

void journal_label(const char *id, char *label, size_t size)
{
    snprintf(label, size, "live/%.*s.jnl", ULID_LENGTH, id);
}

int64_t journal_size(struct store *store, const char *id)
{
    const struct live_backend *backend = store_live(store);
    return backend ? backend->size(store, id) : -1;
}

static void notice_end(struct journal *journal)
{
    enum live_log_state state = journal->backend->state(journal->log);
    if (state != LIVE_LOG_UNKNOWN)
        journal->finished = state != LIVE_LOG_HERE;
}

bool journal_grew(const struct journal *journal)
{
    return !journal->broken && !journal->finished &&
           journal->backend->length(journal->log) != journal->size;
}

/* If the journal was repaired, opens the new log and reads everything again. */
static void change_to_repaired(struct journal *journal)
{
    if (journal->backend->state(journal->log) != LIVE_LOG_REPLACED ||
        !journal->backend->renew(journal->log))
        return;
    journal->broken = journal->newer = journal->torn = false;
    journal_forget(journal);
}

int journal_read_on(struct journal *journal)
{
    char *bytes;
    size_t size;
    if (!journal->finished)
        change_to_repaired(journal);
    if (journal->broken || journal->finished)
        return 0;
    if (read_rest(journal, LIVE_READ_SETTLED, &bytes, &size) == FAIL_BUSY)
        return FAIL_BUSY;
    int n = bytes ? journal_take_lines(journal, bytes, size) : 0;
    free(bytes);
    if (journal->live.stage == LIVE_CLOSED)
        notice_end(journal);
    return n;
}

/* Call this only while the game is held. Reads all complete lines and cuts off an incomplete last
 * line. */
int journal_read_held(struct journal *journal, struct note *why)
{
    if (!journal->broken)
        take_rest(journal);
    notice_end(journal);
    if (journal->finished)
        return note_fail(why, FAIL_CONFLICT, -1, "the game was finished meanwhile");
    if (journal->broken)
        return note_fail(why, FAIL_CONFLICT, -1, "the journal of the game is %sread only: %.200s",
                         journal->newer ? "" : "damaged and ", journal->trouble.text);
    if (journal->backend->length(journal->log) <= journal->size)
        return 0;
    int result = journal->backend->cut(journal->log, journal->size, why);
    journal->torn = result == 0 || journal->torn;
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * writing */

/* Refuses talk and offers that come too fast. Also refuses the record that a player has left if
 * another client has already written it, or if the player is back in another login session. This
 * limits only writing: records that are in a journal are always read. */
static int journal_check_flood(const struct live_game *live, const struct journal_record *record,
                               struct note *why)
{
    enum { LINES = 10, LINES_TIME = 10000, OFFERS_TIME = 60000 };
    int lines = 0, side = live_record_side(live, record);
    const char *by = value_text(&record->value, "by");
    for (int i = live->talks - 1; i >= 0 && live->talk[i].at > record->at - LINES_TIME; i--)
        lines += !strcmp(live->talk[i].by, by);
    if (record->event == JOURNAL_CHAT && lines >= LINES)
        return note_fail(why, FAIL_LIMIT, -1,
                         "you can send at most %d lines in %d seconds; wait a little", LINES,
                         LINES_TIME / 1000);
    if (record->event == JOURNAL_GONE && side < SIDES_MAX && !live->seat[side].present)
        return note_fail(why, FAIL_RULE, -1, "this is already recorded");
    const char *session = value_text(&record->value, "session");
    if (record->event == JOURNAL_GONE && side < SIDES_MAX && *session &&
        strcmp(session, live->seat[side].session) != 0)
        return note_fail(why, FAIL_RULE, -1, "the player has come back in another login session");
    if (record->event == JOURNAL_OFFER && side < SIDES_MAX &&
        live->offered_at[side][OFFERS_KEPT - 1] > record->at - OFFERS_TIME)
        return note_fail(why, FAIL_LIMIT, -1,
                         "you can make at most %d offers in a minute; wait a little", OFFERS_KEPT);
    return 0;
}

/* Discards the state in memory and reads the file again, after a failed write. */
static void read_anew(struct journal *journal)
{
    journal_forget(journal);
    take_rest(journal);
}

static int write_line(struct journal *journal, const struct yaml_text *line, struct note *why)
{
    int result =
        journal->backend->append(journal->log, journal->size, line->v, (size_t)line->n, why);
    if (result == 0)
        journal->size += line->n;
    else
        read_anew(journal);
    return result;
}

/* The size up to which records of this kind may fill a journal. */
static int64_t journal_room_for(enum journal_event event)
{
    switch (event) {
    case JOURNAL_GONE:
    case JOURNAL_BACK:
        return JOURNAL_SEEN_BYTES_MAX;
    case JOURNAL_CLOCK:
    case JOURNAL_RESULT:
    case JOURNAL_CLOSE:
        return JOURNAL_BYTES_MAX;
    default:
        return JOURNAL_PLAY_BYTES_MAX;
    }
}

/* Checks the quotas of talk. The gallery has its own quota, so it cannot use up that of the
 * players; each watcher has one, so nobody can use up that of the other watchers. */
static int check_talk_room(const struct journal *journal, const struct journal_record *record,
                           int bytes, struct note *why)
{
    const struct live_game *live = &journal->live;
    const char *by = value_text(&record->value, "by");
    if (!live_to_gallery(record))
        return journal->size - live->gallery_bytes + bytes <= JOURNAL_TALK_BYTES_MAX
                   ? 0
                   : note_fail(why, FAIL_LIMIT, -1, "the chat of this game is full");
    if (live_gallery_bytes(live, by) + bytes > JOURNAL_WATCHER_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "as a watcher you can write at most %d KiB here",
                         JOURNAL_WATCHER_BYTES_MAX >> 10);
    if (live->gallery_bytes + bytes > JOURNAL_GALLERY_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "the watchers' chat of this game is full");
    return 0;
}

static int check_room(const struct journal *journal, const struct journal_record *record,
                      const struct yaml_text *line, struct note *why)
{
    if (line->n > JOURNAL_LINE_MAX && record->event == JOURNAL_CHAT)
        return note_fail(why, FAIL_LIMIT, -1, "a chat line must have 1 to %d bytes",
                         TALK_BYTES_MAX);
    if (line->n > JOURNAL_LINE_MAX)
        return note_fail(why, FAIL_LIMIT, -1,
                         "an entry of the game's journal can have at most %d bytes",
                         JOURNAL_LINE_MAX);
    if (record->event == JOURNAL_CHAT)
        return check_talk_room(journal, record, line->n, why);
    if (journal->size + line->n > journal_room_for(record->event))
        return note_fail(why, FAIL_LIMIT, -1,
                         "the game's journal is full: nothing more can be recorded");
    return 0;
}

int journal_append_held(struct journal *journal, struct journal_record *record, struct note *why)
{
    struct yaml_text line = {0};
    int64_t now = journal->backend->now(journal->store);
    record->seq = journal->live.records;
    /* If the system clock was set back, journal time stands still. */
    record->at = now > journal->live.last_at ? now : journal->live.last_at;
    journal_line_write(record, journal->live.crc, &line);
    struct journal_record read = {0}; /* the record as others will read it */
    int result = check_room(journal, record, &line, why);
    if (result == 0)
        result = journal_check_flood(&journal->live, record, why);
    if (result == 0)
        result = journal_line_read_back(&line, journal->live.crc, &read, why);
    if (result == 0)
        result = live_game_apply(&journal->live, &read, why);
    if (result == 0)
        result = write_line(journal, &line, why);
    journal_record_clear(&read);
    yaml_text_clear(&line);
    return result;
}

int journal_hold(struct journal *journal, struct live_hold **hold, struct note *why)
{
    return journal->backend->hold(hold, journal->store, LIVE_HELD_GAME, journal->live.id,
                                  journal->user, "the game cannot be locked", why);
}

int journal_append(struct journal *journal, struct journal_record *record, struct note *why)
{
    struct live_hold *hold;
    int result = journal_hold(journal, &hold, why);
    if (result < 0)
        return result;
    result = journal_read_held(journal, why);
    if (result == 0)
        result = journal_append_held(journal, record, why);
    journal->backend->release(hold);
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * listing */

int journal_list(struct store *store, struct live_summary **list)
{
    const struct live_backend *backend = store_live(store);
    *list = NULL;
    return backend ? backend->list(store, list) : 0;
}

/* ---- Turns a finished live game into a game of the archive, exactly once: see journal.h.
 *
 * The steps: write a close record; save the game under its id, which fails if that exists; move the
 * journal to the trash. After a crash between any two steps, the next process completes them. The
 * compiled game depends only on the journal, so it always has the same bytes; and if someone has
 * annotated it since, its `journal` key shows that it was compiled from this journal. */

static int journal_close_game(struct journal *journal, struct note *why)
{
    struct journal_record record;
    struct live_hold *hold;
    char score[24];
    int result = journal_hold(journal, &hold, why);
    if (result < 0)
        return result;
    result = journal_read_held(journal, why);
    if (result == 0 && journal->live.stage == LIVE_OVER) {
        live_score(&journal->live, score, sizeof score);
        journal_record_begin(&record, JOURNAL_CLOSE);
        value_set(&record.value, "score", score, false);
        value_set(&record.value, "reason", *journal->live.reason ? journal->live.reason : "end",
                  false);
        result = journal_append_held(journal, &record, why);
        journal_record_clear(&record);
    }
    journal->backend->release(hold);
    return result;
}

/* The SHA-256 of the whole journal in hexadecimal. */
static int hash_log(const struct journal *journal, char out[2 * SHA256_DIGEST_SIZE + 1])
{
    struct sha256_ctx context;
    char bytes[4096];
    uint8_t hash[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    for (int64_t at = 0; at < journal->size;) {
        size_t want = journal->size - at < (int64_t)sizeof bytes ? (size_t)(journal->size - at)
                                                                 : sizeof bytes;
        size_t n;
        if (journal->backend->read(journal->log, LIVE_READ_ALL, at, bytes, want, &n) < 0 || !n)
            return -1;
        sha256_update(&context, n, (uint8_t *)bytes);
        at += (int64_t)n;
    }
    sha256_digest(&context, sizeof hash, hash);
    for (size_t i = 0; i < sizeof hash; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
    return 0;
}

/* True if the archive's game with this id was compiled from this journal. */
static bool is_done(struct store *store, const char *id, const char *hash)
{
    struct record *record;
    store_refresh(store);
    while (store_scan(store, 1000)) {
    }
    int at = store_find(store, id);
    if (at < 0 || store_load(store, at, &record, NULL, NULL, NULL) < 0)
        return false;
    bool done = !strcmp(record_text(record, "journal.sha256"), hash);
    record_free(record);
    return done;
}

static int journal_compile(struct journal *journal, struct note *why)
{
    char hash[2 * SHA256_DIGEST_SIZE + 1], seq[16];
    struct version version = {0};
    if (journal->live.game.plies == 0)
        return 0; /* no ply was played: there is no game to keep */
    if (hash_log(journal, hash) < 0)
        return note_fail(why, FAIL_SYSTEM, -1, "the journal cannot be read");
    struct record *record = live_record(&journal->live);
    struct value *map = value_map(&record->head, "journal");
    snprintf(seq, sizeof seq, "%d", journal->live.records - 1);
    value_set(map, "seq", seq, true);
    value_set(map, "sha256", hash, false);
    int result = store_save(journal->store, record, &version, why);
    if (result == FAIL_CONFLICT && is_done(journal->store, record->id, hash))
        result = 0;
    record_free(record);
    return result;
}

static int put_away(struct journal *journal, struct note *why)
{
    int result = journal->backend->finish(journal->log, why);
    journal->finished = result == 0;
    return result;
}

int journal_finish(struct journal *journal, struct note *why)
{
    if (journal->finished || journal->live.stage < LIVE_OVER)
        return 0;
    int result = journal->live.stage == LIVE_OVER ? journal_close_game(journal, why) : 0;
    if (journal->finished) /* another process finished the game meanwhile */
        return 0;
    if (result == 0)
        result = journal_compile(journal, why);
    if (result == 0)
        result = put_away(journal, why);
    return result;
}

int journal_recover(struct store *store, const char *user)
{
    struct live_summary *list;
    int n = journal_list(store, &list), finished = 0;
    for (int i = 0; i < n; i++) {
        struct journal *journal;
        struct note why;
        if (journal_open(&journal, store, user, list[i].id, &why) < 0)
            continue;
        bool over = journal->live.stage >= LIVE_OVER && !journal->broken &&
                    !live_is_news(&journal->live, journal_clock());
        finished += over && journal_finish(journal, &why) == 0;
        journal_free(journal);
    }
    free(list);
    return finished;
}

/* edit_history.c - logs the changes of a draft for undo after a restart; see archive/store/edit_history.h. */
#include "config.h"
#include "archive/store/edit_history.h"

#include "archive/record/record_file.h"
#include "archive/util/string_pool.h"
#include "archive/yaml/yaml_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPOT_ROOM = 2400, STAMP_ROOM = 96 };

/* ------------------------------------------------------------------------------------------------- writing */

static void add_state(struct yaml_text *text, const struct record *record, const struct spot *spot, const char *what)
{
    static const char *const own[] = {"x_undo", NULL};
    char at[SPOT_ROOM] = "";
    struct record *copy = record_lend(record, own);
    struct value *undo = value_map(&copy->head, "x_undo");
    if (spot && !spot_write(spot, at, sizeof at))
        at[0] = '\0';
    value_set(undo, "what", what, false);
    value_set(undo, "at", at, false);
    if (copy->rev < 1)
        copy->rev = 1; /* a game never saved; no file has revision 0 */
    yaml_text_add(text, "---\n", 4);
    record_write(copy, text);
    record_part(copy, own);
}

/* The state that a change led to: the one where the next change began, or the current one. */
static const struct record *state_behind(const struct edits *edits, int change)
{
    return change + 1 < edits->undos ? edits->undo[change + 1].record : edits->record;
}

/* Writes everything that can be undone and redone, without the oldest changes if it would exceed
 * `most` bytes. */
static void add_all(struct yaml_text *text, const struct edits *edits, size_t most)
{
    static const char undone[] = "---\nstep: 'undo'\n";
    struct yaml_text one = {0};
    size_t size = 0;
    int first = edits->undos, last = 0;
    for (; last < edits->redos && size <= most; last++) { /* what is redone first comes first */
        one.n = 0;
        add_state(&one, edits->redo[edits->redos - 1 - last].record, NULL, "");
        size += (size_t)one.n + sizeof undone;
    }
    for (; first > 0 && size <= most; first--) {
        one.n = 0;
        add_state(&one, edits->undo[first - 1].record, NULL, "");
        size += (size_t)one.n;
    }
    if (size > most && first < edits->undos)
        first++;
    else if (size > most)
        last--;
    yaml_text_clear(&one);
    add_state(text, first < edits->undos ? edits->undo[first].record : edits->record, NULL, "");
    for (int i = first; i < edits->undos; i++)
        add_state(text, state_behind(edits, i), &edits->undo[i].spot, edits->undo[i].what);
    for (int i = 1; i <= last; i++) {
        const struct edit_state *state = &edits->redo[edits->redos - i];
        add_state(text, state->record, &state->spot, state->what);
    }
    for (int i = 1; i <= last; i++)
        yaml_text_add(text, undone, sizeof undone - 1);
}

/* Starts the log anew, filling only half of its limit, so that this does not happen again with
 * every change. */
static int begin_anew(struct store *store, const struct edits *edits)
{
    struct yaml_text text = {0};
    add_all(&text, edits, STORE_DRAFT_LOG_MOST / 2);
    int result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, true, NULL);
    yaml_text_clear(&text);
    return result;
}

void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event, bool *begun)
{
    static const char undone[] = "---\nstep: 'undo'\n", redone[] = "---\nstep: 'redo'\n";
    struct yaml_text text = {0};
    const struct edit_state *last = edits->undos ? &edits->undo[edits->undos - 1] : NULL;
    int result = FAIL_LIMIT;
    if (*begun) {
        if (event == LOGGED_UNDO)
            yaml_text_add(&text, undone, sizeof undone - 1);
        else if (event == LOGGED_REDO)
            yaml_text_add(&text, redone, sizeof redone - 1);
        else if (last)
            add_state(&text, edits->record, &last->spot, last->what);
        result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, false, NULL);
    }
    if (result == FAIL_LIMIT)
        result = begin_anew(store, edits);
    *begun = result == 0;
    yaml_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------- after a save */

/* Identifies a version by its revision and the checksum of its bytes. */
static void stamp_of(const struct version *version, char out[STAMP_ROOM])
{
    size_t used = 0;
    text_add(out, STAMP_ROOM, &used, "%" PRId64 " ", version->rev);
    for (size_t i = 0; i < sizeof version->hash; i++)
        text_add(out, STAMP_ROOM, &used, "%02x", version->hash[i]);
}

void edit_log_keep(struct store *store, const struct edits *edits, const struct version *version)
{
    struct yaml_text text = {0};
    char stamp[STAMP_ROOM], head[STAMP_ROOM + 40];
    stamp_of(version, stamp);
    int n = snprintf(head, sizeof head, "---\nsaved: '%s'\n", stamp);
    yaml_text_add(&text, head, n);
    add_all(&text, edits, STORE_PAST_MOST - STORE_PAST_MOST / 4);
    bool some = version->known && edits->undos + edits->redos > 0 && text.n <= STORE_PAST_MOST;
    if (!some || store_past_save(store, edits->record->id, text.v, (size_t)text.n, NULL) < 0)
        store_past_drop(store, edits->record->id);
    yaml_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------------- reading */

static const char draft_changes[] = "the changes kept as a draft";

/* Reads one document, a state or a step; false if it is neither. `here` is updated to where the
 * reader last was. The first state usually equals `base` (may be NULL), which is then shared, so
 * that a large game is not in memory twice. */
static bool take_document(struct edits *edits, struct record *base, struct spot *here, const char *bytes, size_t size, int64_t rev)
{
    static const char step[] = "---\nstep: '";
    struct record *record;
    const char *what;
    if (size > sizeof step && !memcmp(bytes, step, sizeof step - 1)) /* a test only: most documents are states */
        return edits->record && (bytes[sizeof step - 1] == 'r' ? edits_redo : edits_undo)(edits, here, &what);
    if (record_read(bytes, size, 1, NULL, &record, NULL, NULL) < 0)
        return false;
    char said[80];
    snprintf(said, sizeof said, "%s", record_text(record, "x_undo.what"));
    if (!spot_read(record_text(record, "x_undo.at"), here))
        *here = spot_start();
    value_set(&record->head, "x_undo", NULL, false);
    record->rev = rev;
    if (!edits->record) {
        bool is_base = base && record_same(base, record);
        edits_begin(edits, is_base ? record_hold(base) : record);
        if (is_base)
            record_free(record);
        return true;
    }
    spot_mend(edits->record, here);
    edits_lead_to(edits, record, here, said);
    return true;
}

/* Reads all documents from a piece on. */
static void take_all(struct edits *read, struct record *base, const char *bytes, size_t size, struct yaml_piece *piece, int64_t rev)
{
    struct spot here = spot_start();
    while (yaml_next(bytes, size, piece) && take_document(read, base, &here, bytes + piece->start, piece->end - piece->start, rev))
        continue;
    if (read->record)
        read->record = record_own(read->record); /* the current state must be writable */
}

static bool read_log(struct store *store, const struct record *draft, struct record *base, struct edits *edits)
{
    struct edits read = {0};
    struct yaml_piece piece = {0};
    struct spot start = spot_start();
    char *bytes;
    size_t size;
    if (store_draft_log_read(store, draft->id, STORE_DRAFT_LOG_MOST, &bytes, &size, NULL) < 0)
        return false;
    take_all(&read, base, bytes, size, &piece, draft->rev);
    free(bytes);
    if (!read.record || strcmp(read.record->id, draft->id) != 0) {
        if (read.record)
            edits_clear(&read);
        return false;
    }
    if (!record_same(read.record, draft))
        edits_lead_to(&read, record_copy(draft), &start, draft_changes);
    edits_clear(edits);
    *edits = read;
    return true;
}

bool edit_log_read(struct store *store, const struct record *draft, struct edits *edits)
{
    return read_log(store, draft, NULL, edits);
}

bool edit_log_resume(struct store *store, struct record *base, struct edits *edits)
{
    struct spot start = spot_start();
    bool logged = read_log(store, edits->record, base, edits);
    if (logged && base)
        edits_find_saved(edits, base);
    if (logged || !base)
        return logged;
    struct record *draft = edits->record;
    edits_begin(edits, record_hold(base));
    edits_lead_to(edits, draft, &start, draft_changes);
    return false;
}

/* True if a document is the stamp of that version. */
static bool is_stamp_of(const struct version *version, const char *bytes, size_t size)
{
    struct yaml_document document;
    char stamp[STAMP_ROOM];
    if (yaml_read(bytes, size, 1, NULL, &document, NULL, NULL) < 0)
        return false;
    stamp_of(version, stamp);
    bool same = !strcmp(value_text(&document.root, "saved"), stamp);
    yaml_document_clear(&document);
    return same;
}

bool edit_log_recall(struct store *store, const struct version *version, struct edits *edits, struct note *why)
{
    struct edits read = {0};
    struct yaml_piece piece = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result = version->known ? store_past_read(store, edits->record->id, &bytes, &size, &reason) : FAIL_NAME;
    *why = (struct note){{0}, -1};
    if (result < 0 && result != FAIL_NAME)
        note_set(why, -1, "what was changed before the last save is lost: %s", reason.text);
    if (result < 0)
        return false;
    if (yaml_next(bytes, size, &piece) && is_stamp_of(version, bytes + piece.start, piece.end - piece.start))
        take_all(&read, NULL, bytes, size, &piece, edits->record->rev);
    free(bytes);
    bool fits = read.record && record_same(read.record, edits->record);
    if (fits) {
        edits_set_saved(&read);
        edits_clear(edits);
        *edits = read;
    } else if (read.record) {
        edits_clear(&read);
    }
    return fits;
}

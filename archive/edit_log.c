/* edit_log.c - see edit_log.h. */
#include "config.h"
#include "archive/edit_log.h"

#include "archive/record_file.h"
#include "archive/yaml_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPOT_ROOM = 2400 };

/* ------------------------------------------------------------------------------------------------- writing */

static void add_state(struct yaml_text *text, const struct record *record, const struct spot *spot, const char *what)
{
    char at[SPOT_ROOM] = "";
    struct record *copy = record_copy(record);
    struct value *undo = value_map(&copy->head, "x_undo");
    if (spot && !spot_write(spot, at, sizeof at))
        at[0] = '\0';
    value_set(undo, "what", what, false);
    value_set(undo, "at", at, false);
    if (copy->rev < 1)
        copy->rev = 1; /* a game never saved: no file has revision 0 */
    yaml_text_add(text, "---\n", 4);
    record_write(copy, text);
    record_free(copy);
}

/* The state a change has led to: the one the next change began from, or the present one. */
static const struct record *state_behind(const struct edits *edits, int change)
{
    return change + 1 < edits->undos ? edits->undo[change + 1].record : edits->record;
}

/* The log is full: it is begun anew with the latest changes, as many as half of it has room for, so that this is not done at each
 * change from now on. */
static int begin_anew(struct store *store, const struct edits *edits)
{
    struct yaml_text text = {0}, one = {0};
    int first = edits->undos;
    for (size_t size = 0; first > 0; first--) {
        one.n = 0;
        add_state(&one, edits->undo[first - 1].record, NULL, "");
        size += (size_t)one.n;
        if (size > STORE_DRAFT_LOG_MOST / 2)
            break;
    }
    add_state(&text, first < edits->undos ? edits->undo[first].record : edits->record, NULL, "");
    for (int i = first; i < edits->undos; i++)
        add_state(&text, state_behind(edits, i), &edits->undo[i].spot, edits->undo[i].what);
    int result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, true, NULL);
    yaml_text_clear(&one);
    yaml_text_clear(&text);
    return result;
}

void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event, bool *begun)
{
    static const char undone[] = "---\nstep: 'undo'\n", redone[] = "---\nstep: 'redo'\n";
    struct yaml_text text = {0};
    const struct edit_state *last = edits->undos ? &edits->undo[edits->undos - 1] : NULL;
    bool fresh = !*begun;
    if (event == LOGGED_CHANGE || fresh) {
        if (fresh)
            add_state(&text, last ? last->record : edits->record, NULL, "");
        if (last)
            add_state(&text, edits->record, &last->spot, last->what);
    } else if (event == LOGGED_UNDO) {
        yaml_text_add(&text, undone, sizeof undone - 1);
    } else {
        yaml_text_add(&text, redone, sizeof redone - 1);
    }
    int result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, fresh, NULL);
    if (result == FAIL_LIMIT && !fresh)
        result = begin_anew(store, edits);
    *begun = result == 0;
    yaml_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------------- reading */

static const char draft_changes[] = "the changes kept as a draft";

/* One document: a state, or a step; false when it is neither. `here` goes along: where the reader was last. */
static bool take_document(struct edits *edits, struct spot *here, const char *bytes, size_t size, int64_t rev)
{
    struct yaml_document document;
    struct record *record;
    const char *what;
    if (yaml_read(bytes, size, 1, NULL, &document, NULL, NULL) < 0)
        return false;
    char step[8];
    snprintf(step, sizeof step, "%s", value_text(&document.root, "step"));
    yaml_document_clear(&document);
    if (*step)
        return edits->record && (!strcmp(step, "redo") ? edits_redo : edits_undo)(edits, here, &what);
    if (record_read(bytes, size, 1, NULL, &record, NULL, NULL) < 0)
        return false;
    char said[80];
    snprintf(said, sizeof said, "%s", record_text(record, "x_undo.what"));
    if (!spot_read(record_text(record, "x_undo.at"), here))
        *here = spot_start();
    value_set(&record->head, "x_undo", NULL, false);
    record->rev = rev;
    if (!edits->record) {
        edits_begin(edits, record);
        return true;
    }
    spot_mend(edits->record, here);
    edits_mark(edits, here, said);
    record_free(edits->record);
    edits->record = record;
    return true;
}

bool edit_log_read(struct store *store, const struct record *draft, struct edits *edits)
{
    struct edits read = {0};
    struct yaml_piece piece = {0};
    struct spot start = spot_start(), here = start;
    char *bytes;
    size_t size;
    if (store_draft_log_read(store, draft->id, STORE_DRAFT_LOG_MOST, &bytes, &size, NULL) < 0)
        return false;
    while (yaml_next(bytes, size, &piece) &&
           take_document(&read, &here, bytes + piece.start, piece.end - piece.start, draft->rev))
        continue;
    free(bytes);
    if (!read.record || strcmp(read.record->id, draft->id) != 0) {
        if (read.record)
            edits_clear(&read);
        return false;
    }
    if (!record_same(read.record, draft)) {
        edits_mark(&read, &start, draft_changes);
        record_free(read.record);
        read.record = record_copy(draft);
    }
    edits_clear(edits);
    *edits = read;
    return true;
}

bool edit_log_resume(struct store *store, const struct record *base, struct edits *edits)
{
    struct spot start = spot_start();
    if (edit_log_read(store, edits->record, edits))
        return true;
    if (!base)
        return false;
    struct record *draft = edits->record;
    edits_begin(edits, record_copy(base));
    edits_mark(edits, &start, draft_changes);
    record_free(edits->record);
    edits->record = draft;
    return false;
}

/* save.c - plain mode's `save`: merges with what others saved meanwhile, and asks about conflicts.
 *
 * The steps are those of the screen (see tui/views/game/conflicts.c): merge_save() merges my changes, the stored version and
 * the base both started from. With conflicts nothing is saved; the conflicts are printed with a number each, and
 * the user repeats `save` with a choice for every one: mine, theirs or both. The choices hold for the version
 * that was printed (plain->offered); if someone has saved again meanwhile, the new conflicts are printed
 * instead. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/store/edit_history.h"
#include "archive/merge/merge_save.h"
#include "archive/record/tags.h"

#include <stdlib.h>
#include <string.h>

/* Parse "mine theirs both": one word for every conflict in the order printed; the last one also applies to all that
 * follow. Returns how many choices were made for the conflicts of a merge: 0 without words, -1 after printing an
 * error. */
static int read_choices(struct plain *plain, const char *argument, enum merge_side *choice, const struct merge *merge)
{
    int fields = merge->conflicts;
    static const char *const words[] = {[MERGE_MINE] = "mine", [MERGE_THEIRS] = "theirs", [MERGE_BOTH] = "both"};
    char word[20];
    int n = 0;
    while (plain_word(&argument, word, sizeof word)) {
        int side = MERGE_MINE;
        while (side <= MERGE_BOTH && strcmp(words[side], word) != 0)
            side++;
        if (side > MERGE_BOTH) {
            plain_say(plain, "After save only mine, theirs and both are understood: nothing is saved");
            return -1;
        }
        if (n < fields)
            choice[n++] = (enum merge_side)side;
    }
    for (int i = n; n && i < fields; i++)
        choice[i] = choice[n - 1];
    for (int i = 0; n && i < fields; i++)
        if (choice[i] == MERGE_BOTH && !merge->conflict[i].both) {
            plain_say(plain, "Of %d, %s, only one can stay: say mine or theirs for it; nothing is saved", i + 1,
                      merge->conflict[i].where);
            return -1;
        }
    return n ? fields : 0;
}

static const char *or_nothing(const char *text)
{
    return *text ? text : "nothing";
}

static void tell_conflicts(struct plain *plain, const struct merge_saving *saving)
{
    const struct merge *merge = &saving->merge;
    bool both = true, more = saving->unseen && plain->offered.known;
    plain->offered = saving->version;
    plain_say(plain, "Somebody else changed the same %s; nothing is saved yet", more ? "once more" : "meanwhile");
    for (int i = 0; i < merge->conflicts; i++) {
        const struct conflict *conflict = &merge->conflict[i];
        both &= conflict->both;
        plain_say(plain, "%d, %s: mine is %s; theirs is %s; before it was %s%s", i + 1, conflict->where, or_nothing(conflict->mine),
                  or_nothing(conflict->theirs), or_nothing(conflict->base),
                  conflict->stays ? "; what is not taken stays as a variation" : "");
    }
    plain_say(plain, "Say save mine%s save theirs%s%s", both ? "," : " or", both ? " or save both" : "",
              merge->conflicts > 1 ? "; several words, as in save mine theirs, are for one after the other" : "");
}

static void saved(struct plain *plain, bool merged)
{
    edits_set_saved(&plain->edits);
    record_free(plain->base);
    plain->base = record_copy(plain_record(plain));
    plain->offered = (struct version){0};
    plain->past.text[0] = '\0';
    edit_log_keep(plain->store, &plain->edits, &plain->version);
    plain_forget_draft(plain);
    plain_say(plain, "Saved%s as revision %lld", merged ? ", with what somebody else changed meanwhile," : "",
              (long long)plain_record(plain)->rev);
    if (store_draft_more(plain->store, plain_record(plain)->id))
        plain_say(plain, "Another draft of this game is kept: open it again to go on with that");
}

/* Replace the record by what was saved; undo returns to the user's own version. */
static void adopt(struct plain *plain, struct record *record)
{
    struct spot spot = spot_moved(plain_record(plain), &plain->spot, record);
    plain_before_change(plain, edits_of_others);
    record_free(plain->edits.record);
    plain->edits.record = record;
    plain_go(plain, &spot);
}

bool plain_reload(struct plain *plain)
{
    struct record *theirs;
    struct version version;
    struct note why;
    if (merge_reload(plain->store, plain_record(plain)->id, &theirs, &version, &why) < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    adopt(plain, record_copy(theirs));
    edits_set_saved(&plain->edits);
    record_free(plain->base);
    plain->base = theirs;
    plain->base_kept = false;
    plain->version = version;
    edit_log_keep(plain->store, &plain->edits, &plain->version);
    return true;
}

/* Save. `before` is the folder the game was in when the user asked to save; by now, reading its file may find it in
 * another. */
static int save_with(struct plain *plain, const char *before, const struct merge_choices *choices, struct merge_saving *saving,
                     struct note *why)
{
    const char *name = plain_author(plain), *by = name ? name : store_user(plain->store);
    struct record *logged = merge_logged(&plain->edits, plain->base, plain->version.rev + 1, by);
    char after[MERGE_FOLDER_ROOM];
    int result = merge_save(plain->store, logged, &plain->version, plain->base, choices, saving, why);
    if (result == 0) {
        merge_logged_adopt(&plain->edits, logged);
        bool merged = saving->merge.record != NULL;
        if (merged) {
            adopt(plain, saving->merge.record);
            saving->merge.record = NULL;
        }
        saved(plain, merged);
        merge_folder(plain->store, plain_record(plain)->id, after);
        if (*before && strcmp(before, after) != 0)
            plain_say(plain, "It was moved to %s, and is saved there", after);
    } else {
        merge_logged_drop(logged);
    }
    return result;
}

/* Save without choices. A deleted game is created again if the user was told of that before, or merged if it has
 * come back. */
static int save_first(struct plain *plain, const char *before, struct merge_saving *saving, struct note *why)
{
    struct version was = plain->version;
    bool anew = plain->anew;
    plain->anew = false;
    plain->version.known = was.known && !anew;
    int result = save_with(plain, before, NULL, saving, why);
    if (result < 0)
        plain->version = was;
    if (result == FAIL_CONFLICT && anew && was.known) {
        merge_saving_clear(saving);
        result = save_with(plain, before, NULL, saving, why);
    }
    return result;
}

void plain_save(struct plain *plain, const char *argument)
{
    struct merge_saving saving;
    struct note why;
    if (plain->trial) {
        plain_say(plain, "A trial is not saved: try ends it, try keep makes it a change of the game");
        return;
    }
    if (!plain->store) {
        plain_say(plain, "There is no archive to save this game in");
        return;
    }
    if (!plain_unsaved(plain) && plain->version.known) {
        plain_say(plain, "Nothing has changed since the last save");
        return;
    }
    char before[MERGE_FOLDER_ROOM];
    merge_folder(plain->store, plain_record(plain)->id, before);
    bool loses = plain->version.known && store_loses_remarks(plain->store, plain_record(plain)->id);
    if (loses && !plain->remarks_told) {
        plain->remarks_told = true;
        plain_say(plain, "The file has # remarks, which saving loses: save again does so, and the old file goes to the trash");
        return;
    }
    plain->remarks_told = false;
    int result = save_first(plain, before, &saving, &why), fields = saving.merge.conflicts;
    if (result == FAIL_CONFLICT && saving.deleted) {
        plain->anew = true;
        plain_say(plain, "The game was deleted meanwhile: save again makes it anew");
    } else if (result == FAIL_CONFLICT && fields) {
        enum merge_side *choice = memory_new((size_t)fields + 1, sizeof *choice);
        int choices = read_choices(plain, argument, choice, &saving.merge);
        if (choices > 0) {
            merge_saving_clear(&saving);
            result = save_with(plain, before, &(struct merge_choices){choice, choices, plain->offered}, &saving, &why);
            fields = saving.merge.conflicts;
        }
        if (result < 0 && choices >= 0 && fields)
            tell_conflicts(plain, &saving);
        else if (result < 0 && choices >= 0)
            plain_say(plain, "It is not saved: %s", why.text);
        free(choice);
    } else if (result < 0) {
        plain_say(plain, "It is not saved: %s", why.text);
    }
    merge_saving_clear(&saving);
}

/* session_save.c - saving an open game that someone else may change at the same time.
 *
 * Three records take part in every merge: mine (`edits`), theirs (what is stored now), and the base
 * (`base`), which is the stored version that my changes started from. archive/merge/merge.h merges
 * them: what only one of us changed is taken as it is, and only a field that both changed
 * differently is a conflict. After a merge the base is the stored version again. The base is also
 * stored beside the draft, so that a merge is possible after a restart; without a base every
 * difference is a conflict or an addition. A deleted game stays open and can be saved again. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/store/edit_history.h"
#include "tui/session/session_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void session_set_base(struct game_session *game, struct record *base)
{
    record_free(game->base);
    game->base = base;
}

bool session_has_moved(struct game_session *game)
{
    char folder[MERGE_FOLDER_ROOM];
    merge_folder(game->store, session_record(game)->id, folder);
    bool moved = *folder && *game->folder && strcmp(folder, game->folder) != 0;
    snprintf(game->folder, sizeof game->folder, "%s", folder);
    return moved;
}

void session_recall(struct game_session *game)
{
    if (!game->store)
        return;
    session_has_moved(game);
    if (game->version.known)
        session_set_base(game, game->draft ? merge_draft_base(game->store, session_record(game)->id,
                                                              &game->version)
                                           : record_copy(session_record(game)));
    game->base_kept = game->draft && game->base;
    if (game->draft) /* changes made before the program last ended can be undone */
        game->logged = edit_log_resume(game->store, game->base, &game->edits);
    else /* changes made before the last save can be undone */
        edit_log_recall(game->store, &game->version, &game->edits, &game->past);
}

/* ---------------------------------------------------------------- saving */

bool session_may_save(struct game_session *game)
{
    if (session_refuses(game))
        return false;
    if (game->trial)
        session_refuse(game, REFUSED_IN_TRIAL, "a trial is not saved");
    else if (!game->store)
        session_refuse(game, REFUSED_NO_STORE, "there is no archive to save this game in");
    else if (session_is_saved(game) && game->version.known && !game->gone)
        session_refuse(game, REFUSED_UNCHANGED, "nothing has changed since the last save");
    else
        return true;
    return false;
}

static void ask_to_save(struct game_session *game, const char *question)
{
    session_tell(
        game, &(struct game_event){.kind = GAME_QUESTION, .command = REQ_SAVE, .text = question});
}

/* True if saving loses the YAML comments of the file, and the user was not told that before. */
static bool asks_about_remarks(struct game_session *game)
{
    bool asks = !game->remarks_told && game->version.known &&
                store_loses_remarks(game->store, session_record(game)->id);
    if (asks) {
        game->remarks_told = true;
        ask_to_save(game,
                    "Saving loses the file's # remarks; the old file goes to the trash. Save?");
    }
    return asks;
}

void session_save_not(struct game_session *game)
{
    game->gone = game->remarks_told = false;
}

/* Replace the record by one with changes of others; undo returns to the user's own version. */
static void session_adopt(struct game_session *game, struct record *record)
{
    session_before_change(game, edits_of_others);
    game->spot = spot_moved(game->edits.record, &game->spot, record);
    record_free(game->edits.record);
    game->edits.record = record;
    session_reread(game);
    session_tell(game, &(struct game_event){.kind = GAME_CHANGED});
}

static void session_is_now_saved(struct game_session *game, bool anew, bool merged)
{
    bool moved = session_has_moved(game);
    edits_set_saved(&game->edits);
    session_set_base(game, record_copy(session_record(game)));
    game->seen = game->version; /* if the version before comes back, that is a change */
    game->gone = game->remarks_told = game->told_trouble = false;
    game->offered = (struct version){0};
    game->past.text[0] = '\0';
    edit_log_keep(game->store, &game->edits, &game->version);
    session_draft_drop(game);
    session_tell(game,
                 &(struct game_event){.kind = GAME_SAVED,
                                      .yes = merged,
                                      .count = anew,
                                      .of = store_draft_more(game->store, session_record(game)->id),
                                      .text = moved ? game->folder : ""});
}

struct record *session_to_save(const struct game_session *game)
{
    const char *by = game->ops->saver(game->client);
    return merge_logged(&game->edits, game->base, game->version.rev + 1, by);
}

/* The client shows the conflicts, so session_look() need not tell of them. */
static void tell_conflict(struct game_session *game)
{
    game->seen = game->saving.version;
    session_tell(game, &(struct game_event){.kind = GAME_CONFLICT});
}

int session_save(struct game_session *game, const enum merge_side *choice, int choices)
{
    struct merge_saving *saving = &game->saving;
    struct merge_choices chosen = {choice, choices, game->offered};
    struct note why;
    bool anew = !game->version.known;
    struct record *logged = session_to_save(game);
    merge_saving_clear(saving);
    int result = merge_save(game->store, logged, &game->version, game->base,
                            choices ? &chosen : NULL, saving, &why);
    if (result < 0) {
        merge_logged_drop(logged);
        if (result == FAIL_CONFLICT && saving->deleted) {
            game->gone = true;
            ask_to_save(game, "The game was deleted meanwhile. Save it anyway?");
        } else if (result == FAIL_CONFLICT && saving->merge.conflicts) {
            tell_conflict(game);
        } else {
            session_tell(game, &(struct game_event){.kind = GAME_NOT_SAVED, .why = &why});
        }
        return result;
    }
    merge_logged_adopt(&game->edits, logged);
    bool merged = saving->merge.record != NULL;
    if (merged) {
        session_adopt(game, saving->merge.record);
        saving->merge.record = NULL;
    }
    session_is_now_saved(game, anew, merged);
    return 0;
}

int session_save_anew(struct game_session *game)
{
    struct version was = game->version;
    game->version.known = false;
    int result = session_save(game, NULL, 0);
    if (result < 0)
        game->version = was;
    if (result == FAIL_CONFLICT && was.known) /* somebody has restored the game: merge with it */
        result = session_save(game, NULL, 0);
    return result;
}

/* ---------------------------------------------------------------- answers to conflicts */

const char *session_side_word(enum merge_side side)
{
    static const char *const words[] = {
        [MERGE_MINE] = "mine", [MERGE_THEIRS] = "theirs", [MERGE_BOTH] = "both"};
    return words[side];
}

/* Read the next answer and advance past it. Returns an enum merge_side; -1 at the end, FAIL_TEXT
 * if the word is no answer. */
static int next_answer(const char **text, struct note *why)
{
    *text += strspn(*text, " ");
    const char *word = *text;
    size_t length = strcspn(word, " ");
    *text += length;
    for (int side = MERGE_MINE; length && side <= MERGE_BOTH; side++) {
        const char *known = session_side_word((enum merge_side)side);
        if (strlen(known) == length && !strncmp(word, known, length))
            return side;
    }
    return !length ? -1
                   : note_fail(why, FAIL_TEXT, -1,
                               "nothing is saved: only {take-mine}, {take-theirs} and {take-both} "
                               "answer a conflict");
}

/* Read answers for all conflicts. Returns how many words there are, or FAIL_TEXT. */
static int read_answers(const char *text, const struct merge *merge, enum merge_side *choice,
                        struct note *why)
{
    int n = 0, side;
    while ((side = next_answer(&text, why)) >= 0)
        for (int i = n++; i < merge->conflicts; i++)
            choice[i] = (enum merge_side)side;
    for (int i = 0; side != FAIL_TEXT && n && i < merge->conflicts; i++)
        if (choice[i] == MERGE_BOTH && !merge->conflict[i].both)
            side = note_fail(
                why, FAIL_TEXT, -1,
                "nothing is saved: for conflict %d, %.150s, only {take-mine} or {take-theirs} is "
                "possible",
                i + 1, merge->conflict[i].where);
    return side == FAIL_TEXT ? side : n;
}

int session_save_answered(struct game_session *game, const char *answers)
{
    const struct merge *merge = &game->saving.merge;
    enum merge_side *choice = memory_new((size_t)merge->conflicts + 1, sizeof *choice);
    bool anew = game->gone, shown = game->offered.known;
    struct note why;
    int words = read_answers(answers, merge, choice, &why), n = merge->conflicts, result = words;
    if (words == FAIL_TEXT) {
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
    } else if (asks_about_remarks(game)) {
        result = FAIL_CONFLICT;
    } else {
        game->gone = false;
        result = anew             ? session_save_anew(game)
                 : words && shown ? session_save(game, choice, n)
                                  : session_save(game, NULL, 0);
    }
    free(choice);
    return result;
}

/* ---------------------------------------------------------------- changes made elsewhere */

int session_take_over(struct game_session *game, const struct record *theirs,
                      const struct version *version, struct note *why)
{
    struct merge merge;
    bool own = !session_is_saved(game);
    if (!own) {
        session_adopt(game, record_copy(theirs));
        edits_set_saved(&game->edits);
    } else {
        int result = merge_records(&merge, game->base, session_record(game), theirs, NULL, 0, why);
        if (result < 0)
            return result;
        if (merge.conflicts) {
            merge_clear(&merge);
            return TAKEN_NOTHING;
        }
        session_adopt(game, merge.record);
        merge.record = NULL;
        merge_clear(&merge);
        edits_set_other(&game->edits);
        edits_match_saved(&game->edits, theirs);
    }
    game->version = *version;
    session_set_base(game, record_copy(theirs));
    game->base_kept = false;
    if (!edits_saved(&game->edits)) {
        session_changed(game);
        return TAKEN_BOTH;
    }
    edit_log_keep(game->store, &game->edits, version);
    if (own)
        session_draft_drop(game);
    return own ? TAKEN_SAME : TAKEN_ALL;
}

int session_reload(struct game_session *game, struct note *why)
{
    struct record *theirs;
    struct version version;
    int result = merge_reload(game->store, session_record(game)->id, &theirs, &version, why);
    if (result < 0)
        return result;
    result = session_take_over(game, theirs, &version, why);
    record_free(theirs);
    return result;
}

/* Check an archive that is a single file: it is kept in memory, so the whole file is checked.
 * (Games in a folder are read when needed.) */
static void look_at_file(struct game_session *game)
{
    char label[80], id[ULID_LENGTH + 1];
    int line;
    int at = store_find(game->store, session_record(game)->id);
    if (at >= 0)
        store_label(game->store, at, label, sizeof label, id, &line);
    if (at >= 0 && !*label)
        store_refresh(game->store);
}

/* The stored game cannot be read: tell that once, and only at the second check, because an editor
 * may be writing the file just now. */
static void notice_trouble(struct game_session *game, int result, const struct note *why)
{
    bool again = !strcmp(game->trouble.text, why->text);
    game->told_trouble &= again;
    game->trouble = *why;
    if (!again || game->told_trouble)
        return;
    game->told_trouble = true;
    game->gone = result == FAIL_NAME;
    session_tell(game,
                 &(struct game_event){.kind = GAME_UNREADABLE, .yes = game->gone, .why = why});
}

static void notice_mended(struct game_session *game, bool other)
{
    if (game->told_trouble && !other)
        session_tell(game, &(struct game_event){.kind = GAME_MENDED});
    game->trouble = (struct note){{0}, -1};
    game->told_trouble = game->gone = false;
}

bool session_look(struct game_session *game)
{
    struct version version;
    struct record *theirs;
    struct note why;
    if (!game->store || !game->version.known || game->composing || game->trial ||
        (!*game->trouble.text && store_find(game->store, session_record(game)->id) < 0))
        return false;
    look_at_file(game);
    int result = merge_reload(game->store, session_record(game)->id, &theirs, &version, &why);
    if (result < 0) {
        notice_trouble(game, result, &why);
        return false;
    }
    bool moved = session_has_moved(game),
         other = memcmp(version.hash, game->version.hash, sizeof version.hash) != 0,
         changed = other && memcmp(version.hash, game->seen.hash, sizeof version.hash) != 0;
    const char *folder = moved ? game->folder : "";
    game->seen = version;
    notice_mended(game, changed || moved);
    if (changed) {
        result = session_take_over(game, theirs, &version, &why);
        session_tell(game, &(struct game_event){.kind = GAME_OTHERS_SAVED,
                                                .count = result,
                                                .text = folder,
                                                .why = result < 0 ? &why : NULL});
    } else if (moved) {
        session_tell(game, &(struct game_event){.kind = GAME_OTHERS_MOVED, .text = folder});
    }
    record_free(theirs);
    return changed;
}

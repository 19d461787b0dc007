/* game_diff.c - the command "diff": what was changed in the open game, in a sentence; what saving
 * would change in its file, what single changes did, how another game differs. The client gets the
 * diff as GAME_DIFF. */
#include "config.h"

#include "tui/session/commands/commands_internal.h"
#include "archive/util/text_diff.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of the game as it is stored; "" if it is not stored yet. The caller frees them. */
static char *bytes_there(const struct game_session *game)
{
    struct store *store = game->store;
    char *bytes = NULL;
    size_t size;
    int at = store && game->version.known ? store_find(store, session_record(game)->id) : -1;
    if (at < 0 || store_bytes(store, at, &bytes, &size, NULL) < 0)
        return memory_text("");
    return bytes;
}

static char *bytes_to_come(const struct game_session *game)
{
    struct yaml_text text = {0};
    struct record *record = session_to_save(game);
    record->rev = game->version.rev + 1;
    record_write(record, &text);
    merge_logged_drop(record);
    return text.v;
}

/* Tell the diff of two texts and free both. Returns false if the texts are equal. */
static bool tell_diff(struct game_session *game, const char *title, char *before, char *after)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    int lines = text_diff(before, after, out);
    fclose(out);
    free(before);
    free(after);
    if (lines)
        session_tell(game, &(struct game_event){.kind = GAME_DIFF, .text = title, .content = text});
    free(text);
    return lines > 0;
}

/* Tell in one sentence what was changed. */
static void tell_unsaved(struct game_session *game)
{
    char what[400] = "", text[460];
    if (!edits_saved(&game->edits))
        edits_tell_unsaved(&game->edits, what, sizeof what);
    snprintf(text, sizeof text, "%s%s",
             *what                    ? "Changed since the game was saved: "
             : session_is_saved(game) ? "Nothing was changed since the game was saved"
                                      : "There are unsaved changes from an earlier session",
             what);
    session_tell_one(game, text);
}

static void diff_unsaved(struct game_session *game)
{
    bool saved = session_is_saved(game) && game->version.known;
    if (saved || !tell_diff(game, "What saving changes in the file of the game", bytes_there(game),
                            bytes_to_come(game)))
        session_refuse(game, REFUSED_UNCHANGED, "nothing has changed since the last save");
}

/* ---- changes, counted as in the list of changes ---- */

/* The game after the first `changes` changes, as it would be in its file. The caller frees it. */
static char *bytes_after(const struct game_session *game, int changes)
{
    const struct edits *edits = &game->edits;
    struct yaml_text text = {0};
    struct record *record =
        record_copy(changes < edits->undos ? edits->undo[changes].record : edits->record);
    record->rev = game->version.rev + 1; /* a changed revision number is not a change */
    value_set(&record->head, "log", NULL, false);
    record_write(record, &text);
    record_free(record);
    return text.v;
}

static void diff_changes(struct game_session *game, int first, int last)
{
    char title[160];
    int changes = game->edits.undos;
    if (!changes) {
        session_refuse(game, REFUSED_UNCHANGED, "nothing was changed here");
        return;
    }
    if (first > last || first < 1 || last > changes) {
        session_refuse(game, REFUSED_TEXT, "changes are numbered 1 to %d: {history} lists them",
                       changes);
        return;
    }
    if (first == last)
        snprintf(title, sizeof title, "What change %d did: %s", first,
                 game->edits.undo[first - 1].what);
    else
        snprintf(title, sizeof title, "What the changes %d to %d did", first, last);
    if (!tell_diff(game, title, bytes_after(game, first - 1), bytes_after(game, last)))
        session_refuse(game, REFUSED_UNCHANGED, "%s is as it was before",
                       first == last ? "after this change everything"
                                     : "after these changes everything");
}

/* ---- another game ---- */

/* The index of the game with an id, or with a number of the list written as "#12"; -1: none. */
static int game_named(struct store *store, const char *name)
{
    if (ulid_valid(name))
        return store_find(store, name);
    if (*name != '#')
        return -1;
    int number;
    return argument_number(name + 1, 1, store_count(store), &number, NULL) == 0 ? number - 1 : -1;
}

static void diff_other(struct game_session *game, const char *name)
{
    struct record *other;
    struct yaml_text mine = {0}, theirs = {0};
    struct note why;
    char title[160];
    int at = game->store ? game_named(game->store, name) : -1;
    if (at < 0) {
        session_refuse(game, REFUSED_TEXT,
                       "there is no game %.40s here; give its number in the list (#12) or its id",
                       name);
        return;
    }
    if (store_load(game->store, at, &other, NULL, NULL, &why) < 0) {
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
        return;
    }
    record_write(session_record(game), &mine);
    record_write(other, &theirs);
    record_free(other);
    snprintf(title, sizeof title, "- this game, + the game %.40s", name);
    if (!tell_diff(game, title, mine.v, theirs.v))
        session_refuse(game, REFUSED_UNCHANGED, "that is this game");
}

/* Read "3" or "2 5", the numbers of the first and the last change. Returns false if it is neither.
 */
static bool changes_read(const char *text, int *first, int *last)
{
    char word[20];
    argument_word(&text, word, sizeof word);
    if (argument_number(word, 0, INT_MAX, first, NULL) < 0)
        return false;
    *last = *first;
    return !*text || argument_number(text, 0, INT_MAX, last, NULL) == 0;
}

void session_diff(struct game_session *game, const char *argument)
{
    int first, last;
    bool all = !strcmp(argument, "all");
    if (game->live) {
        session_refuse(game, REFUSED_TEXT,
                       "nothing is saved in a live game; you can compare it when it is over");
        return;
    }
    if (all || !*argument)
        session_look(game); /* what someone else saved meanwhile is not our change */
    if (all)
        diff_unsaved(game);
    else if (!*argument)
        tell_unsaved(game);
    else if (changes_read(argument, &first, &last))
        diff_changes(game, first, last);
    else
        diff_other(game, argument);
}

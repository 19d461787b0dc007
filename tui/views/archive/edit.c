/* edit.c - changes an archive from its list of games: edits tags, moves games to the trash. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "archive/search/collection.h"
#include "archive/merge/merge_save.h"
#include "archive/record/tags.h"
#include "tui/session/query_complete.h"

#include <stdlib.h>
#include <string.h>

/* True if the game at this index is tagged, or if none is tagged and it is under the cursor. */
static bool is_meant(const struct archive *archive, int at)
{
    return archive->games.tags ? game_list_tagged(&archive->games, at) : at == list_item(&archive->games.list);
}

/* Change the tags of the selected games. */
static void change_tags(struct archive *archive, const char *text)
{
    struct note why;
    int changed = 0, result = 0;
    for (int i = 0; i < archive->games.list.n && result >= 0; i++) {
        int at = list_shown(&archive->games.list, i);
        struct record *record;
        struct version version;
        struct merge_saving saving = {0};
        if (!is_meant(archive, at))
            continue;
        result = store_load(archive->store, at, &record, &version, NULL, &why);
        if (result < 0)
            break;
        struct record *base = record_copy(record);
        record_change_tags(record, text);
        if (!record_same(base, record))
            result = merge_save(archive->store, record, &version, base, NULL, &saving, &why);
        changed += result >= 0;
        merge_saving_clear(&saving);
        record_free(record);
        record_free(base);
    }
    if (result < 0)
        app_error(archive->view.app, "%s", why.text);
    else
        app_say(archive->view.app, "the tags of %d game%s are changed", changed, changed == 1 ? "" : "s");
}

static void answer_tags(struct view *view, bool yes)
{
    if (yes)
        change_tags(archive_of(view), archive_of(view)->tags_asked);
    else
        app_say(view->app, "no tags are changed");
}

/* Ask first if saving would lose YAML comments that somebody wrote into the files. */
static bool tags_done(struct view *view, const char *text)
{
    struct archive *archive = archive_of(view);
    char question[160];
    int lose = 0;
    for (int i = 0; i < archive->games.list.n; i++) {
        int at = list_shown(&archive->games.list, i);
        const struct listing *listing = is_meant(archive, at) ? store_listing(archive->store, at) : NULL;
        lose += listing && store_loses_remarks(archive->store, listing->id);
    }
    if (!lose)
        return change_tags(archive, text), true;
    free(archive->tags_asked);
    archive->tags_asked = memory_text(text);
    snprintf(question, sizeof question, "Saving removes # remarks from %d file%s; the old %s to the trash. Save?", lose,
             lose == 1 ? "" : "s", lose == 1 ? "one goes" : "ones go");
    app_ask(view->app, view, question, answer_tags);
    return true;
}

static bool complete_tags(struct view *view, const char *text, char *out, size_t size)
{
    return tags_complete_typed(view, archive_of(view)->store, text, out, size);
}

void archive_ask_tags(struct archive *archive, const char *argument)
{
    struct record *record;
    struct note why;
    char *text = NULL;
    struct prompt prompt = {.label = archive->games.tags ? "tags of the marked games (+word, -word): " : "tags: ",
                            .done = tags_done, .complete = complete_tags};
    if (!store_writable(archive->store, &why)) {
        app_error(archive->view.app, "%s", why.text);
        return;
    }
    if (*argument) {
        tags_done(&archive->view, argument);
        return;
    }
    if (!archive->games.tags && store_load(archive->store, list_item(&archive->games.list), &record, NULL, NULL, &why) == 0) {
        text = record_tags(record);
        record_free(record);
    }
    prompt.text = text;
    app_prompt(archive->view.app, &archive->view, &prompt);
    free(text);
}

/* The ids of the games to delete, because indices shift with every deleted game. The caller frees *ids. */
static int to_be_deleted(const struct archive *archive, char (**ids)[ULID_LENGTH + 1])
{
    const struct game_list *games = &archive->games;
    int n = 0, most = archive->on_tagged ? games->list.n : 0;
    *ids = memory_new((size_t)most + 1, sizeof **ids);
    if (!archive->on_tagged && store_find(archive->store, archive->deleting) >= 0)
        memcpy((*ids)[n++], archive->deleting, sizeof **ids);
    for (int i = 0; i < most; i++)
        if (game_list_tagged(games, list_shown(&games->list, i)) && *store_listing(archive->store, list_shown(&games->list, i))->id)
            snprintf((*ids)[n++], sizeof **ids, "%s", store_listing(archive->store, list_shown(&games->list, i))->id);
    return n;
}

/* On success *gone is the deleted game; the caller frees it. */
static int delete_game(struct store *store, const char *id, struct record **gone, struct note *why)
{
    struct version version;
    int at = store_find(store, id), result = at < 0 ? FAIL_NAME : store_load(store, at, gone, &version, NULL, why);
    if (result < 0)
        return result;
    result = store_remove(store, id, &version, why);
    if (result < 0) {
        record_free(*gone);
        *gone = NULL;
    }
    return result;
}

void archive_forget_gone(struct archive *archive)
{
    for (int i = 0; i < archive->gones; i++)
        record_free(archive->gone[i]);
    free(archive->gone);
    archive->gone = NULL;
    archive->gones = 0;
}

void archive_undelete(struct archive *archive)
{
    struct app *app = archive->view.app;
    struct note why;
    int *added = memory_new((size_t)archive->gones + 1, sizeof *added), back = 0;
    int result = store_add(archive->store, archive->gone, archive->gones, added, &why);
    for (int i = 0; i < archive->gones; i++)
        back += added[i] == 0;
    free(added);
    if (result < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "%s", archive->gone[0]->id);
    archive_forget_gone(archive);
    preview_forget(&archive->preview);
    archive_scan(archive, SCAN_NEXT, true);
    if (store_find(archive->store, id) >= 0)
        list_go(&archive->games.list, store_find(archive->store, id));
    app_say(app, back == 1 ? "%d game is back" : "%d games are back", back);
}

static void answer_delete(struct view *view, bool yes)
{
    struct archive *archive = archive_of(view);
    char(*id)[ULID_LENGTH + 1] = NULL, moved[160] = "";
    size_t used = 0;
    struct note why;
    int n = yes ? to_be_deleted(archive, &id) : 0, gone = 0, packed = 0, missing = 0, result = 0;
    if (n) {
        archive_forget_gone(archive);
        archive->gone = memory_new((size_t)n, sizeof *archive->gone);
    }
    for (int i = 0; i < n && (result >= 0 || result == FAIL_NAME); i++) {
        struct record *deleted = NULL;
        result = delete_game(archive->store, id[i], &deleted, &why);
        bool stays = result >= 0 && store_find(archive->store, id[i]) >= 0;
        gone += result >= 0;
        packed += stays;
        missing += result == FAIL_NAME;
        if (deleted && !stays && n <= GONE_MOST)
            archive->gone[archive->gones++] = deleted;
        else
            record_free(deleted);
    }
    archive->on_tagged = false;
    free(id);
    if (gone) {
        preview_forget(&archive->preview);
        archive_scan(archive, SCAN_NEXT, true);
        text_add(moved, sizeof moved, &used, "%d game%s moved to the trash", gone, gone == 1 ? "" : "s");
        if (packed)
            text_add(moved, sizeof moved, &used, "; %d stay%s as the pack has %s", packed, packed == 1 ? "s" : "",
                     packed == 1 ? "it" : "them");
        if (missing)
            text_add(moved, sizeof moved, &used, "; %d %s not there any more", missing, missing == 1 ? "was" : "were");
    }
    if (result < 0 || missing)
        archive_look_again(archive);
    if (result < 0 && result != FAIL_NAME)
        app_error(view->app, "%s%s%s", moved, gone ? "; " : "", why.text);
    else if (yes && !gone)
        app_error(view->app, n > 1 ? "the games are not there any more" : "the game is not there any more");
    else if (gone && archive->gones)
        app_say(view->app, archive->gones == 1 ? "%s; {undo} brings it back" : "%s; {undo} brings them back", moved);
    else if (gone)
        app_say(view->app, "%s", moved);
}

void archive_ask_delete(struct archive *archive)
{
    char question[160], (*id)[ULID_LENGTH + 1];
    size_t used = 0;
    struct note why;
    if (!store_writable(archive->store, &why)) {
        app_error(archive->view.app, "%s", why.text);
        return;
    }
    if (list_item(&archive->games.list) >= 0)
        snprintf(archive->deleting, sizeof archive->deleting, "%s",
                 store_listing(archive->store, list_item(&archive->games.list))->id);
    int n = to_be_deleted(archive, &id), with = store_collections_with(archive->store, (const char(*)[ULID_LENGTH + 1])id, n);
    free(id);
    if (!n && (archive->on_tagged || !*archive->deleting)) {
        app_error(archive->view.app, "this file is not named like a game; delete it outside the program");
        return;
    }
    if (with)
        text_add(question, sizeof question, &used, "%d collection%s %s. ", with, with == 1 ? " has" : "s have",
                 n == 1 ? "it" : "some of them");
    text_add(question, sizeof question, &used, n <= 1 ? "Move the game to the trash?" : "Move %d games to the trash?", n);
    app_ask(archive->view.app, &archive->view, question, answer_delete);
}


/* finds.c - what the home screen finds on the disk: see finds.h. */
#include "config.h"

#include "tui/views/home/finds.h"
#include "core/family.h"
#include "core/position_text.h"
#include "tui/session/archive/games.h"
#include "tui/session/describe.h"
#include "tui/session/words/list_words.h"
#include "tui/system/paths.h"

#include <stdlib.h>
#include <string.h>

enum { PORTION = 100 /* games that one step scans */ };

static struct found_game *finds_add_game(struct finds *finds, const char *path, const char *id)
{
    finds->game =
        memory_room(finds->game, &finds->game_room, finds->games + 1, sizeof *finds->game);
    struct found_game *game = &finds->game[finds->games++];
    *game = (struct found_game){.path = memory_text(path)};
    snprintf(game->id, sizeof game->id, "%s", id);
    return game;
}

static void forget_game(struct found_game *game)
{
    free(game->path);
    free(game->title);
    free(game->variant);
    free(game->state);
}

static void finds_add_archive(struct finds *finds, const char *title, const char *path, bool own)
{
    finds->archive = memory_room(finds->archive, &finds->archive_room, finds->archives + 1,
                                 sizeof *finds->archive);
    finds->archive[finds->archives++] = (struct found_archive){
        .path = memory_text(path), .title = memory_text(title), .games = FOUND_UNKNOWN, .own = own};
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void finds_list_archives(struct finds *finds)
{
    char *recent[RECENT_MAX], samples[PATH_ROOM];
    int n = recent_read(recent);
    snprintf(samples, sizeof samples, "%s", place_samples());
    char *real_samples = realpath(samples, NULL), *real_own = realpath(place_own(), NULL);
    /* The user's own archive is created when the first game is saved. */
    if (path_exists(place_own()))
        finds_add_archive(finds, "Your games", place_own(), true);
    if (path_exists(samples))
        finds_add_archive(finds, "Sample games", samples, false);
    for (int i = 0; i < n; i++)
        if ((!real_samples || strcmp(recent[i], real_samples) != 0) &&
            (!real_own || strcmp(recent[i], real_own) != 0))
            finds_add_archive(finds, last_part(recent[i]), recent[i], false);
    recent_free(recent, n);
    free(real_samples);
    free(real_own);
}

void finds_clear(struct finds *finds)
{
    for (int i = 0; i < finds->games; i++)
        forget_game(&finds->game[i]);
    for (int i = 0; i < finds->archives; i++) {
        free(finds->archive[i].path);
        free(finds->archive[i].title);
    }
    store_close(finds->store);
    free(finds->game);
    free(finds->archive);
    *finds = (struct finds){0};
}

void finds_begin(struct finds *finds, const struct found_offer *offer, int offers)
{
    finds_clear(finds);
    finds->offer = offer;
    finds->offers = offers;
    finds_list_archives(finds);
}

/* ---- unsaved changes ---- */

/* The title of a game, or the variant if the title is "". The caller frees the text. */
static char *title_of(const char *title, const char *variant)
{
    return memory_text(*title ? title : variant);
}

/* The title of a variant; its id if no variant has that id. */
static const char *variant_title(const char *id)
{
    const struct variant *variant;
    size_t length = strcspn(id, ":"); /* without the definition of a custom board */
    for (int i = 0; (variant = variant_at(i, true, NULL)); i++)
        if (strlen(variant->id) == length && !strncmp(variant->id, id, length))
            return variant->title;
    return id;
}

/* Add the draft of a game. `only_new`: skip it if the game was saved, because lists of games show
 * such drafts. */
static void take_draft(struct finds *finds, struct store *store, const char *path, const char *id,
                       bool only_new, bool deleted)
{
    struct game_draft draft;
    char title[200], state[LIST_WORDS_ROOM];
    if (games_draft_read(store, id, &draft) < 0)
        return;
    const struct record *record = draft.record;
    draft.left = deleted; /* the archive is not read here */
    if (!only_new || !draft.saved) {
        struct found_game *game = finds_add_game(finds, path, id);
        const char *player[SIDES_MAX];
        int players = record_players(record);
        for (int side = 0; side < players; side++)
            player[side] = record_player(record, side_letter(side));
        if (!words_nameless_game(variant_title(record_variant(record)), player, players, title,
                                 sizeof title))
            record_title(record, title, sizeof title);
        game->title = title_of(title, record_variant(record));
        game->variant = memory_text(record_variant(record));
        snprintf(game->date, sizeof game->date, "%.15s", record_text(record, "event.date"));
        game->plies = record->moves.n;
        game->draft = true;
        game->begun = draft.begun;
        game->state = memory_text(words_draft_state(&draft, path, state));
    }
    record_free(draft.record);
}

static void take_drafts(struct finds *finds, struct store *store, const char *path, bool only_new)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = store_drafts(store, &ids);
    for (int i = 0; i < n; i++)
        take_draft(finds, store, path, ids[i], only_new, false);
    free(ids);
}

/* Add the next offered draft. Returns false if there was none left. */
static bool take_offer(struct finds *finds)
{
    int at = finds->step - finds->archives;
    struct store *store;
    if (at >= finds->offers)
        return false;
    finds->step++;
    if (store_open(&store, finds->offer[at].path, NULL, NULL) < 0)
        return true;
    take_draft(finds, store, finds->offer[at].path, finds->offer[at].id, false, true);
    store_close(store);
    return true;
}

/* ---- saved games without a result ---- */

static bool is_found(const struct finds *finds, const char *id)
{
    for (int i = 0; i < finds->games; i++)
        if (!strcmp(finds->game[i].id, id))
            return true;
    return false;
}

static void take_unfinished(struct finds *finds, const char *path)
{
    int found = 0;
    for (int at = store_count(finds->store) - 1; at >= 0 && found < FOUND_UNFINISHED_MOST; at--) {
        const struct listing *listing = store_listing(finds->store, at);
        if (!listing || listing->damaged || store_is_packed(finds->store, at) || !*listing->id ||
            (*listing->score && strcmp(listing->score, "*") != 0) || is_found(finds, listing->id))
            continue;
        char title[200];
        words_players((const char *const *)listing->player, listing->players, false, "?", title,
                      sizeof title);
        struct found_game *game = finds_add_game(finds, path, listing->id);
        bool named = strspn(title, "? -") < strlen(title);
        if (named)
            words_nameless_game(variant_title(listing->variant),
                                (const char *const *)listing->player, listing->players, title,
                                sizeof title);
        game->title = title_of(named            ? title
                               : listing->event ? listing->event
                                                : "",
                               listing->variant);
        game->variant = memory_text(listing->variant);
        game->state = memory_text("");
        snprintf(game->date, sizeof game->date, "%.15s", listing->date ? listing->date : "");
        game->plies = listing->plies;
        found++;
    }
}

/* ---- archives ---- */

/* Scan more of the open archive. Returns false if enough has been read. */
static bool read_on(struct finds *finds, struct found_archive *archive)
{
    bool whole = archive->own || !path_is_folder(archive->path),
         more = store_scan(finds->store, PORTION);
    archive->games = store_total(finds->store);
    if (more && whole)
        return true;
    if (archive->own)
        take_unfinished(finds, archive->path);
    return false;
}

static void open_next(struct finds *finds, struct found_archive *archive)
{
    if (store_open(&finds->store, archive->path, NULL, NULL) < 0) {
        finds->store = NULL;
        finds->step++;
        return;
    }
    archive->shared = path_is_folder(archive->path) && store_shared(finds->store);
    if (archive->own || (path_is_folder(archive->path) && !place_is_samples(archive->path)))
        take_drafts(finds, finds->store, archive->path, !archive->own);
}

/* Sort games in play before other unsaved changes, and each of these groups by age, the newest
 * first. */
static int compare_games(const void *one, const void *other)
{
    const struct found_game *a = one, *b = other;
    bool a_waits = a->draft && !a->begun, b_waits = b->draft && !b->begun;
    return a_waits != b_waits ? a_waits - b_waits : strcmp(b->id, a->id);
}

static bool look_further(struct finds *finds)
{
    if (finds->step >= finds->archives)
        return take_offer(finds);
    struct found_archive *archive = &finds->archive[finds->step];
    if (!finds->store) {
        open_next(finds, archive);
    } else if (!read_on(finds, archive)) {
        store_close(finds->store);
        finds->store = NULL;
        finds->step++;
    }
    return true;
}

bool finds_step(struct finds *finds)
{
    int games = finds->games;
    bool more = look_further(finds);
    if (finds->games > games)
        qsort(finds->game, (size_t)finds->games, sizeof *finds->game, compare_games);
    return more;
}

const struct found_archive *finds_shared(const struct finds *finds)
{
    for (int i = 0; i < finds->archives; i++)
        if (finds->archive[i].shared)
            return &finds->archive[i];
    return NULL;
}

/* open.c - plain mode: opening and closing archives and games. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/store/edit_history.h"
#include "archive/merge/merge_save.h"
#include "archive/report/opening_tree.h"
#include "core/position_text.h"
#include "tui/session/bookmarks.h"
#include "tui/session/result.h"
#include "tui/views/game/game.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* True if the reader's place in this game is remembered. Not for games in play, nor for guests, who all share one
 * system user. */
static bool keeps_place(const struct plain *plain)
{
    return plain->store && !plain->play && !plain->options->restricted && !plain_live_on(plain);
}

static void leave_place(struct plain *plain)
{
    struct left left;
    if (!keeps_place(plain) || spot_same(&plain->spot, &plain->came))
        return;
    left_read(plain_record(plain)->id, &left); /* keeps the folds made on the screen */
    left.spot = plain->spot;
    left_write(plain_record(plain)->id, &left);
}

void plain_close_game(struct plain *plain)
{
    if (!plain->open)
        return;
    plain_trial_end(plain);
    plain_clock_close(plain);
    leave_place(plain);
    plain_live_close(plain);
    plain_together_close(plain);
    plain_drop_draft(plain);
    plain_forget_losing(plain);
    if (plain->base && plain->base_kept && !plain_unsaved(plain))
        plain_forget_draft(plain); /* every change was undone */
    if (plain->store)
        store_draft_leave(plain->store, plain_record(plain)->id);
    track_clear(&plain->track);
    edits_clear(&plain->edits);
    ruleset_free(plain->rules);
    plain->rules = NULL;
    plain->open = plain->unsaved = plain->play = plain->guessing = false;
    plain->version = plain->offered = (struct version){0};
    plain->anew = plain->remarks_told = false;
    record_free(plain->base);
    plain->base = NULL;
    plain->base_kept = plain->logged = false;
    plain->past.text[0] = '\0';
    plain->layers = (struct layers){0};
    plain->offer = -1;
}

/* Forget the games last listed. */
void plain_forget_found(struct plain *plain)
{
    free(plain->found);
    free(plain->hit);
    free(plain->search);
    query_free(plain->query);
    ruleset_free(plain->asked_rules);
    plain->search = NULL;
    plain->query = NULL;
    plain->asked_rules = NULL;
    plain->found = plain->hit = NULL;
    plain->founds = plain->listed = 0;
}

void plain_note_found(struct plain *plain)
{
    plain->generation = store_generation(plain->store);
}

int plain_founds(struct plain *plain)
{
    if (plain->founds && store_generation(plain->store) != plain->generation)
        plain->founds = plain->listed = 0;
    return plain->founds;
}

void plain_close_store(struct plain *plain)
{
    plain_forget_found(plain);
    free(plain->pair);
    plain->pair = NULL;
    plain->pairs = 0;
    index_close(plain->index);
    plain->index = NULL;
    store_close(plain->store);
    plain->store = NULL;
}

bool plain_unsaved(const struct plain *plain)
{
    return plain->open && (plain->unsaved || !edits_saved(&plain->edits));
}

/* Open the rules of the open game and find its initial position. */
static void open_rules(struct plain *plain)
{
    const struct record *record = plain_record(plain);
    const struct value *options = value_at(value_at(&record->head, "rules"), "options");
    const char *start = record_text(record, "start.position");
    struct setting setting[32];
    int settings = 0;
    for (int i = 0; options && i < options->n && settings < 32; i++)
        if (options->entry[i].key && options->entry[i].value.text)
            setting[settings++] = (struct setting){options->entry[i].key, options->entry[i].value.text};
    plain->rules = NULL;
    if (ruleset_open(&plain->rules, record_variant(record), setting, settings, &plain->unknown) < 0)
        return;
    if (!*start) {
        plain->rules->rules->setup(plain->rules, &plain->start);
    } else if (plain->rules->rules->read(plain->rules, start, &plain->start, &plain->unknown) < 0) {
        ruleset_free(plain->rules);
        plain->rules = NULL;
        return;
    }
    track_begin(&plain->track, &plain->start);
}

void plain_begin_game(struct plain *plain, struct record *record, const struct spot *spot)
{
    edits_begin(&plain->edits, record);
    plain->open = true;
    plain->warned = false;
    open_rules(plain);
    plain->spot = spot_start();
    plain_go(plain, spot);
    plain->came = plain->spot;
}

static void tell_header(struct plain *plain)
{
    const struct record *record = plain_record(plain);
    char known_date[PLAIN_DATE_ROOM];
    const char *players[SIDES_MAX], *event = record_text(record, "event.name");
    const char *date = plain_date(record_text(record, "event.date"), known_date);
    const char *score = record_text(record, "result.score");
    static const char letters[SIDES_MAX] = {'w', 'b', 'r'};
    int sides = plain->rules ? plain->rules->sides : record_players(record);
    for (int i = 0; i < SIDES_MAX; i++)
        players[i] = record_player_known(record, letters[i]);
    plain_say(plain, "This is a game of %s%s%s%s%s", plain->rules ? ruleset_title(plain->rules) : record_variant(record),
              *event ? ", " : "", event, *date ? ", " : "", date);
    for (int i = 0; i < sides && i < SIDES_MAX; i++)
        if (*players[i] && strcmp(players[i], side_name(i)) != 0)
            plain_say(plain, "%s is %s", side_name(i), players[i]);
    plain_say(plain, "It has %d %s; its result is %s", record->moves.n, record->moves.n == 1 ? "ply" : "plies",
              !*score || !strcmp(score, "*") ? "open" : score);
    if (!plain->rules)
        plain_say(plain, "It can only be read as text: %s", plain->unknown.text);
    if (plain_stands_still(plain) && *record_text(record, "event.control.text"))
        plain_say(plain, "Its clocks are stopped; resume continues the game");
    if (plain_unsaved(plain))
        plain_say(plain, "These are your changes from before, which are not saved yet%s",
                  plain->edits.undos ? "; undo leads back through them" : "");
}

/* Open a game with unsaved changes, and restore its undo history. */
static void begin_draft(struct plain *plain, struct record *record, const struct version *version, const struct spot *spot)
{
    plain->base = version->known ? merge_draft_base(plain->store, record->id, version) : NULL;
    plain->base_kept = plain->base != NULL;
    plain->unsaved = !plain->base;
    plain->version = *version;
    plain_begin_game(plain, record, spot);
    plain->logged = edit_log_resume(plain->store, plain->base, &plain->edits);
}

void plain_go_on(struct plain *plain, struct record *record, const struct version *version)
{
    struct spot spot = spot_start();
    spot_end(record, &spot);
    begin_draft(plain, record, version, &spot);
    plain->play = !version->known && !result_stands(plain_record(plain));
    plain_clock_open(plain);
    tell_header(plain);
    plain_tell(plain);
}

bool plain_load(struct plain *plain, int at, int hit)
{
    struct table_open open = {0};
    struct place place = {0, 0};
    struct spot spot = spot_start();
    struct left left;
    struct note why;
    if (table_load(plain->store, at, &open, &place, &why) < 0) {
        char where[PLACE_ROOM];
        plain_say(plain, "Game %d cannot be read: %s%s", at + 1, place_words(place, where), why.text);
        return false;
    }
    plain_close_game(plain);
    if (open.spoilt.text[0])
        plain_refuse(plain, open.spoilt.text);
    spot.ply = hit > 0 ? hit : 0;
    if (hit < 0 && keeps_place(plain)) {
        left_read(open.record->id, &left);
        if (spot_valid(open.record, &left.spot)) /* the game may have changed since */
            spot = left.spot;
    }
    if (open.draft) {
        begin_draft(plain, open.record, &open.version, &spot);
    } else {
        plain->version = open.version;
        plain->base = record_copy(open.record);
        plain_begin_game(plain, open.record, &spot);
        edit_log_recall(plain->store, &plain->version, &plain->edits, &plain->past);
    }
    return true;
}

void plain_open_at(struct plain *plain, int at, int hit)
{
    if (!plain_load(plain, at, hit))
        return;
    tell_header(plain);
    if (hit < 0 && spot_plies(&plain->spot))
        plain_say(plain, "This is where you left it: start goes to its beginning");
    plain_tell(plain);
}

/* Open the store at a path for a user; NULL after printing an error. */
static struct store *store_of(struct plain *plain, const char *path, bool read_only, const char *user)
{
    struct store *store;
    struct note why;
    struct store_options options = {.read_only = read_only, .user = user, .guest = plain->options->restricted};
    if (store_open(&store, path, &options, &why) == 0)
        return store;
    plain_say(plain, "%.300s: %s", path, why.text);
    return NULL;
}

/* Make it the open store. */
static void take_store(struct plain *plain, struct store *store, const char *path)
{
    plain_close_game(plain);
    plain_close_store(plain);
    plain->store = store;
    if (store_total(store) >= INDEX_WORTH && index_open(&plain->index, store, false, NULL) < 0)
        plain->index = NULL; /* without an index searching is only slower */
    const char *notice = plain->index ? index_notice(plain->index) : NULL;
    store_scan(store, INT_MAX);
    const char *title = store_title(store);
    int n = store_count(store);
    plain_say(plain, "%s is open%s: %d %s; list shows them", *title ? title : path,
              store_writable(store, NULL) ? "" : " for reading", n, n == 1 ? "game" : "games");
    if (notice)
        plain_say(plain, "Without its index, which makes searches slower: %s", notice);
    if (*store_unread(store))
        plain_say(plain, "Not all its games: %s", store_unread(store));
    if (!plain->lobby)
        plain_count_drafts(plain);
    if (n == 1 && !plain->lobby && !store_listing(store, 0)->damaged)
        plain_open_at(plain, 0, -1);
}

bool plain_open_store(struct plain *plain, const char *path, bool read_only)
{
    struct store *store = store_of(plain, path, read_only, plain->lobby ? plain_author(plain) : NULL);
    if (store)
        take_store(plain, store, path);
    return store != NULL;
}

void plain_go_to_store(struct plain *plain, const char *path)
{
    struct store *store = store_of(plain, path, false, NULL);
    if (!store)
        return;
    if (plain->lobby)
        plain_say(plain, "You have left the lobby");
    plain_close_game(plain);
    plain_lobby_leave(plain);
    take_store(plain, store, path);
}

bool plain_may_close(struct plain *plain)
{
    plain_trial_end(plain);
    if (!plain_unsaved(plain) || plain->warned)
        return true;
    plain->warned = true;
    plain_say(plain, "There are changes that are not saved: save saves them, close keeps them as a draft");
    return false;
}

/* game_list.c - the games of a store as a list, with filter, tags and drafts: see game_list.h. */
#include "config.h"

#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "tui/session/archive/games.h"
#include "tui/session/archive/query_complete.h"
#include "tui/session/archive/searches.h"
#include "tui/system/process.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/archive/game_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORDS_KEPT = 5000,
    /* While loading, a list of at most this many games is sorted again after each portion. */
    SORTED_LOADING = 20000
};

static const struct listing *listing_at(const struct game_list *games, int at)
{
    return store_listing(games->store, at);
}

/* Grow an array to `need` elements. The new elements are zero. */
static void *game_list_grown(void *list, int *room, int need, size_t size)
{
    int before = *room;
    list = memory_room(list, room, need, size);
    memset((char *)list + (size_t)before * size, 0, (size_t)(*room - before) * size);
    return list;
}

/* ---- search and filter ---- */

static void game_list_game_text(const struct list *list, int at, char *out, size_t size)
{
    const struct listing *listing = listing_at(list->owner, at);
    char seats[400];
    if (!listing) /* the game has not been scanned again yet */
        return;
    listing_seats(listing, false, seats, sizeof seats);
    snprintf(out, size, "%d %s %s %s %s %s %s %s %s %s", at + 1, listing->date, seats,
             listing->event, listing->site, listing->round, listing->variant, listing->score,
             listing->eco, listing->damaged ? listing->why : "");
}

/* The record of a game, loaded when a query needs it. At most RECORDS_KEPT records are cached. */
struct game_list_loading {
    struct game_list *games;
    struct record *own; /* a record that is not cached and must be freed */
    int at;
};

static const struct record *game_list_load(void *argument)
{
    struct game_list_loading *loading = argument;
    struct game_list *games = loading->games;
    struct record *record;
    games->record =
        game_list_grown(games->record, &games->record_room, loading->at + 1, sizeof *games->record);
    if (games->record[loading->at])
        return games->record[loading->at];
    if (loading->own)
        return loading->own;
    if (store_load(games->store, loading->at, &record, NULL, NULL, NULL) < 0)
        return NULL;
    if (games->records >= RECORDS_KEPT)
        return loading->own = record;
    games->records++;
    return games->record[loading->at] = record;
}

void game_list_forget(struct game_list *games)
{
    for (int i = 0; i < games->record_room; i++) {
        record_free(games->record[i]);
        games->record[i] = NULL;
    }
    games->records = 0;
}

static bool query_has(struct game_list *games, const struct query *query, int at,
                      struct query_hit *hit)
{
    struct game_list_loading loading = {games, NULL, at};
    struct query_game game = {listing_at(games, at), game_list_load, NULL, &loading, true};
    bool fits = query_fits(query, &game, hit);
    record_free(loading.own);
    return fits;
}

/* ---- searching for matches of the filter, in portions ---- */

enum {
    FIND_LEAST = 1000 /* number of games that are tried at once, whatever time it takes */,
    FIND_PORTION = 50,
    FIND_MILLISECONDS = 25,
    FIND_TYPING = 8 /* milliseconds of searching after each key */
};

static void end_finding(struct game_list *games)
{
    finder_close(games->finder);
    games->finder = NULL;
    games->taken = 0;
}

/* Start searching for matches of the filter. */
static void begin_finding(struct game_list *games)
{
    end_finding(games);
    games->given_up[0] = '\0';
    free(games->found);
    games->found = NULL;
    games->found_bytes = 0;
    struct index *index = index_of(games->store, &games->index_state);
    if (games->query && finder_open(&games->finder, games->store, index, games->expression,
                                    board_here_position(games->here), NULL) < 0)
        games->finder = NULL;
}

/* Search on as soon as possible. */
static void find_on(struct game_list *games)
{
    archive_tick_at(archive_of(games->list.view), app_now(games->list.view->app));
}

static void take_found(struct game_list *games)
{
    for (; games->taken < finder_count(games->finder); games->taken++) {
        int at = finder_at(games->finder, games->taken);
        games->found = game_list_grown(games->found, &games->found_bytes, at / 8 + 1, 1);
        games->found[at / 8] |= (uint8_t)(1u << at % 8);
    }
}

static bool archive_game_list_find(struct game_list *games, int least)
{
    int state;
    index_of(games->store, &state);
    if (games->finder && state != games->index_state)
        begin_finding(games); /* search again with the new index */
    int64_t until = milliseconds() + (least ? FIND_TYPING : FIND_MILLISECONDS);
    bool more = games->finder != NULL;
    if (more && least)
        more = finder_step(games->finder, least);
    while (more && milliseconds() < until)
        more = finder_step(games->finder, FIND_PORTION);
    if (!games->finder)
        return false;
    if (more) {
        take_found(games);
        return true;
    }
    games->taken = 0; /* the finder has sorted its results at the end, so read them all again */
    take_found(games);
    if (search_given_up(games->finder, games->given_up))
        app_say(games->list.view->app, "%s", games->given_up);
    end_finding(games);
    return false;
}

bool game_list_find(struct game_list *games)
{
    if (!games->finder)
        return false;
    bool more = archive_game_list_find(games, 0);
    list_sift(&games->list);
    return more;
}

int game_list_found(const struct game_list *games)
{
    int total = store_total(games->store);
    return !games->finder ? -1
           : total        ? (int)((int64_t)finder_tried(games->finder) * 100 / total)
                          : 0;
}

/* The position that "here" means in a filter that the list is about to use. In a new filter this is
 * the position on the board. In a filter combined with the previous one, it is the position that
 * "here" meant in the previous filter. */
static struct board_here *here_for(const struct game_list *games)
{
    if (!games->offered)
        return games->here;
    return games->list.replacing || !board_here_asked(games->list.kept_filter) ? games->offered
                                                                               : games->kept;
}

static int parse_filter(const struct game_list *games, const char *expression, struct query **out,
                        struct note *why)
{
    return store_query(games->store, expression, board_here_position(here_for(games)), out, why);
}

/* True if the typed filter is the present one, as when Enter accepts it. Its matches then stay, and
 * the search goes on. False if it contains references (here, saved:), which may mean something else
 * now. */
static bool is_the_same(const struct game_list *games, const char *expression)
{
    return games->query && games->expression && !strcmp(games->expression, expression) &&
           !board_here_asked(expression) && !strstr(expression, "saved:");
}

static int read_filter(struct list *list, const char *expression, struct note *why)
{
    struct game_list *games = list->owner;
    struct query *query = NULL;
    if (is_the_same(games, expression)) {
        if (games->given_up[0]) /* the message was not visible while the user was typing */
            app_say(list->view->app, "%s", games->given_up);
        return 0;
    }
    int status = *expression ? parse_filter(games, expression, &query, why) : 0;
    if (status < 0)
        return status;
    end_finding(games);
    query_free(games->query);
    games->query = query;
    games->here = here_for(games);
    free(games->expression);
    games->expression = memory_text(expression);
    begin_finding(games);
    if (archive_game_list_find(games, FIND_LEAST))
        find_on(games);
    return 0;
}

static int check_filter(const struct list *list, const char *expression, struct note *why)
{
    struct query *query = NULL;
    int status = parse_filter(list->owner, expression, &query, why);
    query_free(query);
    return status;
}

static bool game_fits(const struct list *list, int at)
{
    const struct game_list *games = list->owner;
    return !games->query || (at / 8 < games->found_bytes && games->found[at / 8] >> at % 8 & 1);
}

int game_list_hits(struct game_list *games, int at, int *ply, int room)
{
    struct game_list_loading loading = {games, NULL, at};
    struct query_game game = {listing_at(games, at), game_list_load, NULL, &loading, false};
    int n = games->query ? query_plies(games->query, &game, ply, room) : 0;
    record_free(loading.own);
    return n;
}

/* Free the positions to which no query refers any more. */
static void forget_here(struct game_list *games)
{
    if (games->kept != games->here)
        board_here_free(games->kept);
    if (games->offered != games->here)
        board_here_free(games->offered);
    games->kept = games->offered = NULL;
}

void game_list_set_here(struct game_list *games, const struct position *here)
{
    end_finding(games); /* first free the finder and the query, which may use the old position */
    query_free(games->query);
    games->query = NULL;
    forget_here(games);
    board_here_free(games->here);
    games->here = board_here_new(here);
}

void game_list_offer_here(struct game_list *games, const struct position *here)
{
    forget_here(games);
    games->kept = games->here;
    games->offered = here ? board_here_new(here) : NULL;
}

char *game_list_search(const struct game_list *games)
{
    return board_here_write_out(games->here, games->list.filter);
}

int game_list_filter(struct game_list *games, const char *filter, struct note *why)
{
    return list_filter(&games->list, filter, why);
}

static int game_list_complete(const struct list *list, const char *text, char *out, size_t size,
                              char *note, size_t note_size)
{
    const struct game_list *games = list->owner;
    return query_complete(games->store, text, out, size, note, note_size);
}

static const struct list_ops list_ops = {.complete = game_list_complete,
                                         .draw = game_list_draw,
                                         .text = game_list_game_text,
                                         .read = read_filter,
                                         .check = check_filter,
                                         .fits = game_fits};

/* ---- order ---- */

/* The shown column that is `step` places after the sort column. If the sort column is not shown:
 * the first column if `step` is 1, the last if it is -1. */
static enum game_column next_column(const struct game_list *games, int step)
{
    struct game_columns columns = game_list_columns(games);
    int at = 0;
    while (at < columns.n && columns.v[at] != games->sort)
        at++;
    if (at == columns.n)
        return step ? columns.v[step > 0 ? 0 : columns.n - 1] : games->sort;
    return columns.v[(at + step + columns.n) % columns.n];
}

void game_list_sort(struct game_list *games, int step)
{
    games->descending = step == 0 && !games->descending;
    games->sort = next_column(games, step);
    game_list_order(games);
}

void game_list_sort_by_column(struct game_list *games, enum game_column column)
{
    games->descending = games->sort == column && !games->descending;
    games->sort = column;
    game_list_order(games);
}

/* ---- the list ---- */

void game_list_begin(struct game_list *games, struct store *store, struct view *view)
{
    *games = (struct game_list){.store = store};
    list_begin(&games->list, &list_ops, view, games);
}

void game_list_clear(struct game_list *games)
{
    game_list_forget(games);
    end_finding(games);
    query_free(games->query);
    free(games->expression);
    free(games->found);
    forget_here(games);
    board_here_free(games->here);
    free(games->record);
    free(games->tag);
    free(games->tag_id);
    free(games->draft);
    list_clear(&games->list);
}

/* Find the tagged games again by their ids; games that are gone lose their tags. */
static void place_tags(struct game_list *games)
{
    for (int i = 0; i < games->tag_room; i++)
        games->tag[i] = false;
    games->tags = 0;
    for (int i = 0; i < games->tag_ids; i++) {
        int at = store_find(games->store, games->tag_id[i]);
        if (at < 0 || game_list_tagged(games, at))
            continue;
        games->tag = game_list_grown(games->tag, &games->tag_room, at + 1, sizeof *games->tag);
        games->tag[at] = true;
        games->tags++;
    }
}

void game_list_update(struct game_list *games, bool other)
{
    if (other) {
        games->widths = (struct game_widths){.measured = 0};
        game_list_forget(games);
    }
    if (games->tag_ids && (other || games->tags < games->tag_ids))
        place_tags(games);
    if (games->query &&
        (other || (!games->finder && store_count(games->store) != games->list.items))) {
        begin_finding(games); /* some games have not been tried yet */
        if (archive_game_list_find(games, FIND_LEAST))
            find_on(games);
    }
    games->generation = store_generation(games->store);
    list_set(&games->list, store_count(games->store));
    game_widths_measure(&games->widths, games->store);
    bool all = store_count(games->store) == store_total(games->store);
    if ((games->sort != GAME_NUMBER || games->descending) &&
        (all || games->list.items <= SORTED_LOADING))
        game_list_order(games);
}

void game_list_note(struct game_list *games)
{
    const struct listing *listing = store_listing(games->store, list_item(&games->list));
    snprintf(games->at, sizeof games->at, "%s", listing ? listing->id : "");
}

void game_list_go_back(struct game_list *games)
{
    int item = *games->at ? store_find(games->store, games->at) : -1;
    if (item >= 0)
        list_go(&games->list, item);
}

void game_list_catch_up(struct game_list *games)
{
    if (store_generation(games->store) == games->generation &&
        store_count(games->store) >= games->list.items)
        return;
    store_scan(games->store, INDEX_WORTH);
    game_list_update(games, true);
    game_list_go_back(games);
}

bool game_list_tagged(const struct game_list *games, int at)
{
    return at >= 0 && at < games->tag_room && games->tag[at];
}

/* Add or remove the id of a game whose tag has just changed. */
static void note_tag(struct game_list *games, int at)
{
    const char *id = store_listing(games->store, at)->id;
    int i = 0;
    if (games->tag[at]) {
        games->tag_id = memory_room(games->tag_id, &games->tag_id_room, games->tag_ids + 1,
                                    sizeof *games->tag_id);
        snprintf(games->tag_id[games->tag_ids++], sizeof *games->tag_id, "%s", id);
        return;
    }
    while (i < games->tag_ids && strcmp(games->tag_id[i], id) != 0)
        i++;
    if (i < games->tag_ids)
        memcpy(games->tag_id[i], games->tag_id[--games->tag_ids], sizeof *games->tag_id);
}

void game_list_tag(struct game_list *games, int at)
{
    if (at < 0)
        return;
    games->tag = game_list_grown(games->tag, &games->tag_room, at + 1, sizeof *games->tag);
    games->tag[at] = !games->tag[at];
    games->tags += games->tag[at] ? 1 : -1;
    note_tag(games, at);
}

void game_list_untag(struct game_list *games)
{
    for (int i = 0; i < games->tag_room; i++)
        games->tag[i] = false;
    games->tags = games->tag_ids = 0;
}

int game_list_tag_fits(struct game_list *games, const char *text, struct note *why)
{
    struct query *query;
    int n = 0, status = store_query(
                   games->store, text,
                   board_here_position(games->offered ? games->offered : games->here), &query, why);
    if (status < 0)
        return status;
    for (int i = 0; i < games->list.n; i++) {
        int at = list_shown(&games->list, i);
        if (game_list_tagged(games, at) || !query_has(games, query, at, NULL))
            continue;
        game_list_tag(games, at);
        n++;
    }
    query_free(query);
    return n;
}

void game_list_look_for_drafts(struct game_list *games)
{
    int n = 0;
    free(games->draft);
    games->drafts = store_drafts(games->store, &games->draft);
    /* A draft may be open in another terminal. */
    for (int i = 0; i < games->drafts; i++)
        if (store_draft_more(games->store, games->draft[i]))
            memmove(games->draft[n++], games->draft[i], sizeof *games->draft);
    games->drafts = n;
}

int game_list_drafts(const struct game_list *games, int *at)
{
    int n = 0;
    for (int i = 0; i < games->drafts; i++) {
        int there = store_find(games->store, games->draft[i]);
        if (there >= 0 && n++ == 0)
            *at = there;
    }
    return n;
}

int game_list_drafts_left(const struct game_list *games, char (**ids)[ULID_LENGTH + 1])
{
    int n = 0;
    *ids = memory_new((size_t)games->drafts + 1, sizeof **ids);
    for (int i = 0; i < games->drafts; i++) {
        const char *id = games->draft[i];
        struct game_draft draft;
        if (games_draft_is_open(games->store, id) || !store_draft_is_left(games->store, id) ||
            games_draft_read(games->store, id, &draft) < 0)
            continue;
        record_free(draft.record);
        if (draft.left)
            memcpy((*ids)[n++], id, sizeof **ids);
    }
    return n;
}

/* ---- How wide the columns are. */

enum { EVENT_FROM = 110 /* columns */, MEASURED = 500 /* games */ };

/* A name that may be cut; the dot after it is not part of the text. */
struct cut_name {
    char text[200];
    bool cut;
};

static int columns_of_name(const struct cut_name *name)
{
    return scene_columns(name->text) + name->cut;
}

/* Remove the last character, and a blank before it. */
static void cut_name(struct cut_name *name)
{
    size_t length = strlen(name->text);
    do
        length--;
    while (length > 1 &&
           (((unsigned char)name->text[length] & 0xC0) == 0x80 || name->text[length - 1] == ' '));
    name->text[length] = '\0';
    name->cut = true;
}

void listing_seats_within(const struct listing *listing, int most, bool brief, char *out,
                          size_t size)
{
    enum { LEAST = 3 /* least columns of a shortened name, with the dot that ends it */ };
    struct cut_name names[LISTING_PLAYERS] = {0};
    int n = listing->players, wide = 3 * (n - 1);
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        const char *name = *listing->player[i] ? listing->player[i] : "?";
        snprintf(names[i].text, sizeof names[i].text, "%.*s",
                 (int)(brief ? strcspn(name, ",") : strlen(name)), name);
        wide += columns_of_name(&names[i]);
    }
    while (wide > most) {
        int longest = 0;
        for (int i = 1; i < n; i++)
            longest = columns_of_name(&names[i]) > columns_of_name(&names[longest]) ? i : longest;
        int was = columns_of_name(&names[longest]);
        if (was <= LEAST)
            break;
        cut_name(&names[longest]);
        wide -= was - columns_of_name(&names[longest]);
    }
    out[0] = '\0';
    for (int i = 0; i < n; i++)
        text_add(out, size, &used, "%s%s%s", i ? " - " : "", names[i].text,
                 names[i].cut ? "." : "");
}

/* Measure the first MEASURED games: all of them would take too long, and only the visible ones
 * would make the columns jump. A game without names has a title instead, which spans several
 * columns. */
void game_widths_measure(struct game_widths *widths, struct store *store)
{
    int n = store_count(store);
    for (; widths->measured < n && widths->measured < MEASURED; widths->measured++) {
        const struct listing *listing = store_listing(store, widths->measured);
        char text[GAME_COLUMN_TEXT_ROOM];
        int title = listing_named(listing) ? 0 : scene_columns(listing->event);
        widths->title = title > widths->title ? title : widths->title;
        for (int c = 0; c < GAME_COLUMN_COUNT && !listing->damaged; c++) {
            bool seats = c == GAME_SEATS || c == GAME_EVENT;
            if (seats && !listing_named(listing))
                continue;
            int wide = scene_columns(
                game_column_text(listing, widths->measured, (enum game_column)c, false, text));
            widths->wants[c] = wide > widths->wants[c] ? wide : widths->wants[c];
            if (c != GAME_SEATS)
                continue;
            listing_seats(listing, true, text, sizeof text);
            wide = scene_columns(text);
            widths->brief = wide > widths->brief ? wide : widths->brief;
        }
    }
}

/* If the line is too wide, narrow one column, but not below `least`. Returns the new width of the
 * line. */
static int columns_narrow(struct game_layout *layout, enum game_column column, int least, int wide,
                          int total)
{
    int *width = &layout->width[column], less = *width - least;
    if (wide <= total || less <= 0)
        return wide;
    if (!least) { /* remove the whole column, and the blank after it */
        *width = 0;
        return wide - less - 1;
    }
    less = less < wide - total ? less : wide - total;
    *width -= less;
    return wide - less;
}

static int columns_digits(int n)
{
    return n < 10 ? 1 : 1 + columns_digits(n / 10);
}

/* What the width of a column depends on. */
struct wanting {
    const struct game_columns *columns;
    const struct game_widths *widths;
    enum game_column sort;
    int games;
    bool brief;
};

static int columns_wanted(const struct wanting *wanting, enum game_column column)
{
    const struct game_widths *widths = wanting->widths;
    int head = (int)strlen(game_column_head(column)) + (column == wanting->sort ? 2 : 0);
    int wants = column == GAME_NUMBER                    ? columns_digits(wanting->games)
                : column == GAME_SEATS && wanting->brief ? widths->brief
                                                         : widths->wants[column];
    if (column == GAME_EVENT && !wanting->columns->chosen && (wanting->brief || !wants))
        return 0;
    if (column == GAME_EVENT && wanting->columns->chosen && widths->title > wants)
        wants = widths->title;
    if (column == GAME_SEATS && wants < game_column_least(column))
        return game_column_least(column);
    wants = wants < game_column_most(column) ? wants : game_column_most(column);
    return wants > head ? wants : head;
}

/* Narrow long names first, then remove the least important columns. If the user chose the columns,
 * remove whole ones only from the end. */
static int make_narrower(struct game_layout *layout, const struct game_columns *chosen, int wide,
                         int total)
{
    static const struct {
        enum game_column column;
        bool all;
    } less[] = {{GAME_TAGS, false}, {GAME_SITE, false},    {GAME_EVENT, false}, {GAME_SEATS, false},
                {GAME_EVENT, true}, {GAME_NOTES, true},    {GAME_PLIES, true},  {GAME_DATE, true},
                {GAME_END, false},  {GAME_VARIANT, false}, {GAME_RESULT, true}};
    for (size_t i = 0; i < sizeof less / sizeof *less; i++)
        if (!less[i].all || !chosen->chosen)
            wide = columns_narrow(layout, less[i].column,
                                  less[i].all ? 0 : game_column_least(less[i].column), wide, total);
    for (int i = chosen->n - 1; i > 0 && chosen->chosen; i--)
        wide = columns_narrow(layout, chosen->v[i], 0, wide, total);
    enum { NAMES_LEAST = 16, LEAST_OF_ALL = 8 };
    total++; /* the last column needs no blank after it */
    if (!chosen->chosen) {
        wide = columns_narrow(layout, GAME_SEATS, NAMES_LEAST, wide, total);
        wide = columns_narrow(layout, GAME_VARIANT, 0, wide, total);
    }
    return columns_narrow(layout, chosen->chosen ? chosen->v[0] : GAME_SEATS, LEAST_OF_ALL, wide,
                          total);
}

struct game_layout game_layout(const struct game_columns *chosen, const struct game_widths *widths,
                               enum game_column sort, int games, int total)
{
    struct game_layout layout = {.brief = total < EVENT_FROM};
    struct wanting wanting = {chosen, widths, sort, games, layout.brief};
    int wide = 2, at = 2,
        title = widths->title -
                (layout.brief && !chosen->chosen ? game_column_least(GAME_DATE) + 1 : 0);
    for (int i = 0; i < chosen->n; i++) {
        layout.width[chosen->v[i]] = columns_wanted(&wanting, chosen->v[i]);
        wide += layout.width[chosen->v[i]] ? layout.width[chosen->v[i]] + 1 : 0;
    }
    wide = make_narrower(&layout, chosen, wide, total);
    /* The seats column gets the columns that are left. */
    for (int *seats = &layout.width[GAME_SEATS];
         *seats && wide < total &&
         (*seats < title || *seats < columns_wanted(&wanting, GAME_SEATS));
         wide++)
        ++*seats;
    for (int i = 0; i < chosen->n; i++) {
        layout.at[chosen->v[i]] = at;
        at += layout.width[chosen->v[i]] ? layout.width[chosen->v[i]] + 1 : 0;
    }
    return layout;
}

/* ---- Draws a list of games: columns (tui/session/archive/columns.h), titles, damaged files. See
 * game_list.h. */

struct game_columns game_list_columns(const struct game_list *games)
{
    struct game_columns columns;
    if (game_columns_read(app_setting(games->list.view->app, SET_COLUMNS), &columns, NULL) < 0)
        game_columns_read("", &columns, NULL);
    return columns;
}

static struct game_layout game_list_layout(const struct game_list *games,
                                           const struct game_columns *columns, int total)
{
    return game_layout(columns, &games->widths, games->sort, store_total(games->store), total);
}

static bool to_the_right(enum game_column column)
{
    return column == GAME_NUMBER || column == GAME_PLIES || column == GAME_CASCADES;
}

static void game_list_draw_column(const struct list *list, struct scene *scene,
                                  const struct area *line, const struct game_layout *layout,
                                  enum game_column column, const char *text, enum role role,
                                  enum role ground)
{
    int width = layout->width[column],
        indent = to_the_right(column) ? width - scene_columns(text) : 0;
    indent = indent < 0 ? 0 : indent;
    if (width)
        list_text(list, scene, line->row, line->column + layout->at[column] + indent,
                  width - indent, text, role, ground);
}

/* Draw the signs before the columns: for a tag, and for unsaved changes. Returns how many columns
 * they take. */
static int draw_signs(const struct game_list *games, const struct listing *listing, int at,
                      struct scene *scene, const struct area *line, enum role ground)
{
    int signs = 0;
    if (game_list_tagged(games, at))
        scene_put(scene, line->row, line->column + signs++, '*', ROLE_GLYPH, ground);
    for (int i = 0; i < games->drafts; i++)
        if (!strcmp(games->draft[i], listing->id)) {
            scene_put(scene, line->row, line->column + signs++, '+', ROLE_GLYPH, ground);
            break;
        }
    return signs;
}

static void draw_damaged(const struct list *list, const struct listing *listing, int at,
                         struct scene *scene, const struct area *line, enum role ground)
{
    const struct game_list *games = list->owner;
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = game_list_layout(games, &columns, line->columns);
    bool numbered = columns.v[0] == GAME_NUMBER;
    int column = numbered && columns.n > 1 ? 2 + layout_now.width[GAME_NUMBER] + 1 : 2;
    char text[512], where[48] = "";
    int signs = draw_signs(games, listing, at, scene, line, ground);
    scene_put(scene, line->row, line->column + (signs > 1 ? 1 : signs), '!', ROLE_ERROR, ground);
    snprintf(text, sizeof text, "%d", at + 1);
    if (numbered)
        game_list_draw_column(list, scene, line, &layout_now, GAME_NUMBER, text, ROLE_ERROR,
                              ground);
    if (listing->place.line)
        snprintf(where, sizeof where, ": line %d col %d", listing->place.line,
                 listing->place.column);
    snprintf(text, sizeof text, "(damaged%s) %.300s", where, listing->why);
    list_text(list, scene, line->row, line->column + column, line->columns - column - 1, text,
              ROLE_ERROR, ground);
}

/* Draw the title of a game without names, which may extend to the variant's column. A title that is
 * too long for that begins in the column of the date. */
static void game_list_draw_title(const struct list *list, const struct listing *listing,
                                 struct scene *scene, const struct area *line,
                                 const struct game_layout *layout, enum role ground)
{
    int from = layout->at[GAME_SEATS], end = layout->at[GAME_VARIANT] - 1;
    if (layout->width[GAME_DATE] && layout->brief)
        from = layout->at[GAME_DATE];
    else
        game_list_draw_column(list, scene, line, layout, GAME_DATE, listing->date, ROLE_DIM,
                              ground);
    list_text(list, scene, line->row, line->column + from, end - from, listing->event, ROLE_TEXT,
              ground);
}

void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line,
                    enum role ground)
{
    const struct game_list *games = list->owner;
    const struct listing *listing = store_listing(games->store, at);
    if (!listing) /* the game has not been scanned again yet */
        return;
    if (listing->damaged) {
        draw_damaged(list, listing, at, scene, line, ground);
        return;
    }
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = game_list_layout(games, &columns, line->columns);
    bool titled = listing_titled(listing), title = titled && !columns.chosen;
    draw_signs(games, listing, at, scene, line, ground);
    if (title)
        game_list_draw_title(list, listing, scene, line, &layout_now, ground);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char room[GAME_COLUMN_TEXT_ROOM];
        if (title && (c == GAME_DATE || c == GAME_SEATS || c == GAME_EVENT))
            continue;
        if (titled && c == GAME_EVENT && layout_now.width[GAME_SEATS])
            continue; /* the seats column has shown this already */
        const char *text = game_column_text(listing, at, c, layout_now.brief, room);
        if (c == GAME_SEATS && listing->players > 2 && !titled) {
            listing_seats_within(listing, layout_now.width[c], layout_now.brief, room, sizeof room);
            text = room;
        }
        enum role role = c == GAME_SEATS || c == GAME_RESULT ? ROLE_TEXT : ROLE_DIM;
        game_list_draw_column(list, scene, line, &layout_now, c, text, role, ground);
    }
}

void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line)
{
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = game_list_layout(games, &columns, line->columns);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char text[32];
        snprintf(text, sizeof text, "%s%s", game_column_head(c),
                 c != games->sort    ? ""
                 : games->descending ? " ^"
                                     : " v");
        game_list_draw_column(&games->list, scene, line, &layout_now, c, text, ROLE_LABEL,
                              ROLE_TEXT);
    }
}

int game_list_head_at(const struct game_list *games, const struct area *line, int column)
{
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = game_list_layout(games, &columns, line->columns);
    for (int i = 0; i < columns.n; i++) {
        int from = line->column + layout_now.at[columns.v[i]];
        if (column >= from && column < from + layout_now.width[columns.v[i]])
            return (int)columns.v[i];
    }
    return -1;
}

void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area)
{
    struct area line = {area->row, area->column, 1, area->columns};
    int from = games->list.top;
    if (area->rows > 0)
        game_list_heads(games, scene, &line);
    for (int i = 1; i < area->rows && from + i <= games->list.n; i++) {
        line.row = area->row + i;
        game_list_draw(&games->list, list_shown(&games->list, from + i - 1), scene, &line,
                       ROLE_TEXT);
    }
}

const char *game_list_sort_name(const struct game_list *games)
{
    return game_column_head(games->sort);
}

/* ---- Sorts a list of games by a column. */

static const int orders[GAME_COLUMN_COUNT] = {
    [GAME_DATE] = ORDER_DATE,       [GAME_SEATS] = ORDER_FIRST,       [GAME_EVENT] = ORDER_EVENT,
    [GAME_VARIANT] = ORDER_VARIANT, [GAME_RESULT] = ORDER_RESULT,     [GAME_PLIES] = ORDER_PLIES,
    [GAME_NOTES] = ORDER_NOTES,     [GAME_CASCADES] = ORDER_CASCADES, [GAME_SITE] = ORDER_SITE,
    [GAME_ROUND] = ORDER_ROUND,     [GAME_OPENING] = ORDER_ECO,       [GAME_END] = ORDER_END,
    [GAME_TAGS] = ORDER_TAGS};

/* Sort by one header, keeping the order of equal games. */
static void game_list_sort_by(struct game_list *games, int order)
{
    int n = games->list.items, *place = list_order(&games->list);
    uint32_t *rank = memory_new((size_t)n + 1, sizeof *rank),
             *in_order = memory_new((size_t)n + 1, sizeof *in_order);
    bool numbered = games->sort == GAME_NUMBER;
    uint32_t ranks = numbered ? (uint32_t)n : games_rank(games->store, NULL, n, order, rank);
    for (int i = 0; i < n; i++)
        in_order[i] = numbered ? (uint32_t)place[i] : rank[place[i]];
    games_by_rank(place, n, in_order, ranks, games->descending);
    free(in_order);
    free(rank);
}

void game_list_order(struct game_list *games)
{
    if (games->sort == GAME_SEATS) /* the sort is stable, so sort by the second key first */
        game_list_sort_by(games, ORDER_SECOND);
    game_list_sort_by(games, orders[games->sort]);
    list_ordered(&games->list);
}

/* game_list.c - the games of a store as lines of a list: see game_list.h. */
#include "config.h"
#include "tui/game_list.h"

#include "archive/collection.h"
#include "tui/query_complete.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECORDS_KEPT = 5000, SORTED_LOADING = 20000 /* games that are sorted again and again while others are being looked at */ };

static const struct listing *listing_at(const struct game_list *games, int at)
{
    return store_listing(games->store, at);
}

/* Room for `need` elements, the new ones zero. */
static void *grown(void *list, int *room, int need, size_t size)
{
    int before = *room;
    list = memory_room(list, room, need, size);
    memset((char *)list + (size_t)before * size, 0, (size_t)(*room - before) * size);
    return list;
}

/* ---- columns ---- */

/* Those of the setting. What is wrong with it was said when it was set. */
static struct game_columns columns_of(const struct game_list *games)
{
    struct game_columns columns;
    if (game_columns_read(app_setting(games->list.view->app, SET_COLUMNS), &columns, NULL) < 0)
        game_columns_read("", &columns, NULL);
    return columns;
}

static struct game_layout layout(const struct game_list *games, const struct game_columns *columns, int total)
{
    return game_layout(columns, &games->widths, games->sort, store_total(games->store), total);
}

static bool to_the_right(enum game_column column)
{
    return column == GAME_NUMBER || column == GAME_PLIES || column == GAME_CASCADES;
}

static void draw_column(const struct list *list, struct scene *scene, const struct area *line,
                        const struct game_layout *layout, enum game_column column, const char *text, enum role role,
                        enum role ground)
{
    int width = layout->width[column], indent = to_the_right(column) ? width - scene_columns(text) : 0;
    indent = indent < 0 ? 0 : indent;
    if (width)
        list_text(list, scene, line->row, line->column + layout->at[column] + indent, width - indent, text, role, ground);
}

static void draw_damaged(const struct list *list, const struct listing *listing, int at, struct scene *scene,
                         const struct area *line, enum role ground)
{
    const struct game_list *games = list->owner;
    struct game_columns columns = columns_of(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    bool numbered = columns.v[0] == GAME_NUMBER;
    int column = numbered && columns.n > 1 ? 2 + layout_now.width[GAME_NUMBER] + 1 : 2;
    char text[512];
    scene_put(scene, line->row, line->column, '!', ROLE_ERROR, ground);
    snprintf(text, sizeof text, "%d", at + 1);
    if (numbered)
        draw_column(list, scene, line, &layout_now, GAME_NUMBER, text, ROLE_ERROR, ground);
    snprintf(text, sizeof text, "(damaged: line %d col %d) %.300s", listing->place.line, listing->place.column,
             listing->why);
    list_text(list, scene, line->row, line->column + column, line->columns - column - 1, text, ROLE_ERROR, ground);
}

/* A title goes on to where the variant stands, and begins in the place of the date where it is too long for that. */
static void draw_title(const struct list *list, const struct listing *listing, struct scene *scene,
                       const struct area *line, const struct game_layout *layout, enum role ground)
{
    int from = layout->at[GAME_SEATS], end = layout->at[GAME_VARIANT] - 1;
    if (layout->width[GAME_DATE] && layout->brief)
        from = layout->at[GAME_DATE];
    else
        draw_column(list, scene, line, layout, GAME_DATE, listing->date, ROLE_DIM, ground);
    list_text(list, scene, line->row, line->column + from, end - from, listing->event, ROLE_TEXT, ground);
}

static void draw_game(const struct list *list, int at, struct scene *scene, const struct area *line,
                      enum role ground)
{
    const struct game_list *games = list->owner;
    const struct listing *listing = listing_at(games, at);
    if (listing->damaged) {
        draw_damaged(list, listing, at, scene, line, ground);
        return;
    }
    struct game_columns columns = columns_of(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    bool titled = listing_titled(listing), title = titled && !columns.chosen;
    if (game_list_tagged(games, at))
        scene_put(scene, line->row, line->column, '*', ROLE_GLYPH, ground);
    if (title)
        draw_title(list, listing, scene, line, &layout_now, ground);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char text[512];
        if (title && (c == GAME_DATE || c == GAME_SEATS || c == GAME_EVENT))
            continue;
        if (titled && c == GAME_EVENT && layout_now.width[GAME_SEATS])
            continue; /* it stands there */
        game_column_text(listing, at, c, layout_now.brief, text, sizeof text);
        enum role role = c == GAME_SEATS || c == GAME_RESULT ? ROLE_TEXT : ROLE_DIM;
        draw_column(list, scene, line, &layout_now, c, text, role, ground);
    }
}

void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line)
{
    struct game_columns columns = columns_of(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char text[32];
        snprintf(text, sizeof text, "%s%s", game_column_head(c), c != games->sort ? "" : games->descending ? " ^" : " v");
        draw_column(&games->list, scene, line, &layout_now, c, text, ROLE_LABEL, ROLE_TEXT);
    }
}

void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area)
{
    struct area line = {area->row, area->column, 1, area->columns};
    int from = games->list.top;
    if (area->rows > 0)
        game_list_heads(games, scene, &line);
    for (int i = 1; i < area->rows && from + i <= games->list.n; i++) {
        line.row = area->row + i;
        draw_game(&games->list, games->list.shown[from + i - 1], scene, &line, ROLE_TEXT);
    }
}

/* ---- search and filter ---- */

static void game_text(const struct list *list, int at, char *out, size_t size)
{
    const struct listing *listing = listing_at(list->owner, at);
    char seats[400];
    listing_seats(listing, false, seats, sizeof seats);
    snprintf(out, size, "%d %s %s %s %s %s %s %s %s %s", at + 1, listing->date, seats, listing->event,
             listing->site, listing->round, listing->variant, listing->score, listing->eco,
             listing->damaged ? listing->why : "");
}

/* The record of a game, loaded when a query asks for it and kept while there are not too many. */
struct loading {
    struct game_list *games;
    struct record *own; /* not kept */
    int at;
};

static const struct record *load(void *argument)
{
    struct loading *loading = argument;
    struct game_list *games = loading->games;
    struct record *record;
    games->record = grown(games->record, &games->record_room, loading->at + 1, sizeof *games->record);
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

static bool query_has(struct game_list *games, const struct query *query, int at, struct query_hit *hit)
{
    struct loading loading = {games, NULL, at};
    struct query_game game = {listing_at(games, at), load, NULL, &loading, true};
    bool fits = query_fits(query, &game, hit);
    record_free(loading.own);
    return fits;
}

/* ---- finding what fits the filter, in portions ---- */

enum { FIND_LEAST = 1000 /* games tried at once, whatever the clock says */, FIND_PORTION = 50,
       FIND_MILLISECONDS = 25, FIND_TYPING = 8 /* after each key */ };

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void end_finding(struct game_list *games)
{
    finder_close(games->finder);
    games->finder = NULL;
    games->taken = 0;
}

/* Begin to look for what fits the filter. */
static void begin_finding(struct game_list *games)
{
    end_finding(games);
    free(games->found);
    games->found = NULL;
    games->found_bytes = 0;
    struct index *index = index_of(games->store, &games->index_state);
    if (games->query && finder_open(&games->finder, games->store, index, games->expression, games->here, NULL) < 0)
        games->finder = NULL;
}

static void take_found(struct game_list *games)
{
    for (; games->taken < finder_count(games->finder); games->taken++) {
        int at = finder_at(games->finder, games->taken);
        games->found = grown(games->found, &games->found_bytes, at / 8 + 1, 1);
        games->found[at / 8] |= (uint8_t)(1u << at % 8);
    }
}

static bool find(struct game_list *games, int least)
{
    int state;
    index_of(games->store, &state);
    if (games->finder && state != games->index_state)
        begin_finding(games); /* what was begun with another index is not gone on with */
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
    games->taken = 0; /* sorted at the end: all of them once more */
    take_found(games);
    end_finding(games);
    return false;
}

bool game_list_find(struct game_list *games)
{
    if (!games->finder)
        return false;
    bool more = find(games, 0);
    list_sift(&games->list);
    return more;
}

int game_list_found(const struct game_list *games)
{
    int total = store_total(games->store);
    return !games->finder ? -1 : total ? (int)((int64_t)finder_tried(games->finder) * 100 / total) : 0;
}

static int read_filter(struct list *list, const char *expression, struct note *why)
{
    struct game_list *games = list->owner;
    struct query *query = NULL;
    int status = *expression ? store_query(games->store, expression, games->here, &query, why) : 0;
    if (status < 0)
        return status;
    query_free(games->query);
    games->query = query;
    free(games->expression);
    games->expression = memory_text(expression);
    begin_finding(games);
    if (find(games, FIND_LEAST))
        games->list.view->wake = 0; /* at once */
    return 0;
}

static int check_filter(const struct list *list, const char *expression, struct note *why)
{
    const struct game_list *games = list->owner;
    struct query *query = NULL;
    int status = store_query(games->store, expression, games->here, &query, why);
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
    struct loading loading = {games, NULL, at};
    struct query_game game = {listing_at(games, at), load, NULL, &loading, false};
    int n = games->query ? query_plies(games->query, &game, ply, room) : 0;
    record_free(loading.own);
    return n;
}

void game_list_set_here(struct game_list *games, const struct position *here)
{
    struct ruleset *rules;
    if (ruleset_open(&rules, here->rules->id, here->rules->setting, here->rules->settings, NULL) < 0)
        return;
    end_finding(games); /* what looks and what is asked may have borrowed the one before */
    query_free(games->query);
    games->query = NULL;
    ruleset_free(games->rules);
    games->rules = rules;
    if (!games->here)
        games->here = memory_new(1, sizeof *games->here);
    position_copy(games->here, here);
    games->here->rules = rules;
}

int game_list_filter(struct game_list *games, const char *filter, struct note *why)
{
    return list_filter(&games->list, filter, why);
}

static int complete(const struct list *list, const char *text, char *out, size_t size, char *note, size_t note_size)
{
    const struct game_list *games = list->owner;
    return query_complete(games->store, text, out, size, note, note_size);
}

static const struct list_ops list_ops = {.complete = complete, .draw = draw_game,    .text = game_text,
                                         .read = read_filter,  .check = check_filter, .fits = game_fits};

/* ---- order ---- */

/* What a game is sorted by: texts of the list, borrowed, or a number. */
struct sort_key {
    const char *first, *second;
    int number;
};

/* From the first fact of that letter on, "" where there is none. */
static const char *fact(const struct listing *listing, char letter)
{
    for (const char *line = listing->facts; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : "")
        if (*line == letter)
            return line + 1;
    return "";
}

static struct sort_key key_of(const struct game_list *games, int at)
{
    const struct listing *listing = listing_at(games, at);
    struct sort_key key = {"", "", 0};
    switch (games->sort) {
    case GAME_NUMBER: key.number = at; break;
    case GAME_DATE: key.first = listing->date; break;
    case GAME_SEATS:
        key.first = listing->players > 0 ? listing->player[0] : "";
        key.second = listing->players > 1 ? listing->player[1] : "";
        break;
    case GAME_EVENT: key.first = listing->event; break;
    case GAME_VARIANT: key.first = listing->variant; break;
    case GAME_RESULT: key.first = *listing->score ? listing->score : "*"; break;
    case GAME_PLIES: key.number = listing->plies; break;
    case GAME_NOTES: key.number = !listing->notes; break;
    case GAME_CASCADES: key.number = listing->plies ? (int)((int64_t)listing->cascaded * 1000 / listing->plies) : 0; break;
    case GAME_SITE: key.first = listing->site; break;
    case GAME_ROUND: key.number = (int)strtol(listing->round, NULL, 10); key.second = listing->round; break;
    case GAME_OPENING: key.first = listing->eco; break;
    case GAME_END: key.first = fact(listing, FACT_END); break;
    case GAME_TAGS: key.first = fact(listing, FACT_TAG); break;
    default: break;
    }
    return key;
}

/* The same text is mostly at the same place: each is kept once. */
static int compare_texts(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

static int compare(const struct list *list, int a, int b)
{
    const struct game_list *games = list->owner;
    const struct sort_key *one = &games->key[a], *other = &games->key[b];
    int order = compare_texts(one->first, other->first);
    if (!order)
        order = compare_texts(one->second, other->second);
    if (!order)
        order = (one->number > other->number) - (one->number < other->number);
    return games->descending ? -order : order;
}

static void sort(struct game_list *games)
{
    int n = games->list.items;
    games->key = memory_new((size_t)n + 1, sizeof *games->key);
    for (int i = 0; i < n; i++)
        games->key[i] = key_of(games, i);
    list_sort(&games->list, compare);
    free(games->key);
    games->key = NULL;
}

/* The column that is so many further on among those shown; from one that is not, the first or last of them. */
static enum game_column next_column(const struct game_list *games, int step)
{
    struct game_columns columns = columns_of(games);
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
    sort(games);
}

const char *game_list_sort_name(const struct game_list *games)
{
    return game_column_head(games->sort);
}

/* ---- all of it ---- */

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
    free(games->here);
    ruleset_free(games->rules);
    free(games->record);
    free(games->tag);
    list_clear(&games->list);
}

void game_list_update(struct game_list *games, bool other)
{
    if (other) {
        games->widths = (struct game_widths){.measured = 0};
        game_list_forget(games);
        game_list_untag(games);
    }
    if (games->query && (other || (!games->finder && store_count(games->store) != games->list.items))) {
        begin_finding(games); /* there are others than were tried */
        if (find(games, FIND_LEAST))
            games->list.view->wake = 0;
    }
    list_set(&games->list, store_count(games->store));
    game_widths_measure(&games->widths, games->store);
    bool all = store_count(games->store) == store_total(games->store);
    if ((games->sort != GAME_NUMBER || games->descending) && (all || games->list.items <= SORTED_LOADING))
        sort(games);
}

bool game_list_tagged(const struct game_list *games, int at)
{
    return at >= 0 && at < games->tag_room && games->tag[at];
}

void game_list_tag(struct game_list *games, int at)
{
    if (at < 0)
        return;
    games->tag = grown(games->tag, &games->tag_room, at + 1, sizeof *games->tag);
    games->tag[at] = !games->tag[at];
    games->tags += games->tag[at] ? 1 : -1;
}

void game_list_untag(struct game_list *games)
{
    for (int i = 0; i < games->tag_room; i++)
        games->tag[i] = false;
    games->tags = 0;
}

int game_list_tag_fits(struct game_list *games, const char *text, struct note *why)
{
    struct query *query;
    int n = 0, status = store_query(games->store, text, games->here, &query, why);
    if (status < 0)
        return status;
    for (int i = 0; i < games->list.n; i++) {
        int at = games->list.shown[i];
        if (game_list_tagged(games, at) || !query_has(games, query, at, NULL))
            continue;
        game_list_tag(games, at);
        n++;
    }
    query_free(query);
    return n;
}

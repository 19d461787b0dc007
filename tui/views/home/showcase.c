/* showcase.c - sample games that play by themselves on the home screen: see showcase.h. */
#include "config.h"

#include "tui/views/home/showcase.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/widgets/page.h"

#include <stdlib.h>
#include <string.h>

/* The groups whose games are shown in turn. Ordinary chess comes last, because everybody knows
 * it. */
enum show_group { GROUP_TURNING, GROUP_TURNOVER, GROUP_TRIANGLES, GROUP_CROATIAN, GROUP_CLASSICAL };

enum {
    GROUPS = 5,
    PLIES_LEAST = 10 /* shorter games are not shown */,
    GAMES_MOST = 300 /* samples scanned at most */,
    WORDS_ROWS = 2 /* least rows of text below a board */,
    SOME_COLUMNS = 44 /* several boards are shown if each can have this many columns */,
    SOME_ROWS = 27 /* several boards are shown if each can have this many rows */,
    PAUSE = 3 /* how many steps the end of a game is shown */,
    UNSEEN_MOST = 120 /* plies without a key press after which the boards stop moving */
};

void showcase_begin(struct showcase *showcase, struct app *app)
{
    showcase->app = app;
    showcase->shows = 1;
    for (int i = 0; i < SHOWCASE_BOARDS; i++)
        showcase->show[i].preview.at = -1;
}

void showcase_clear(struct showcase *showcase)
{
    for (int i = 0; i < SHOWCASE_BOARDS; i++)
        preview_clear(&showcase->show[i].preview);
    store_close(showcase->store);
    showcase->store = NULL;
}

struct store *showcase_samples(struct showcase *showcase)
{
    if (!showcase->opened && store_open(&showcase->store, place_samples(),
                                        &(struct store_options){.read_only = true}, NULL) == 0)
        store_scan(showcase->store, GAMES_MOST);
    showcase->opened = true;
    return showcase->store;
}

/* ---- choosing games ---- */

static int day_of(const struct app *app)
{
    const char *today = app_today(app); /* 2026-11-22 */
    return strlen(today) >= 10 ? atoi(today + 5) * 31 + atoi(today + 8) : 0;
}

/* The group of a variant; -1: the variant is in no group. */
static int group_of(const char *id)
{
    static const char *const families[GROUPS] = {"turning", "turnover", "triangles", "croatian",
                                                 "classical"};
    const struct rules *rules;
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++)
        if (!strcmp(variant->id, id))
            for (int group = 0; group < GROUPS; group++)
                if (!strcmp(families[group], strcmp(id, "classical") ? rules->family : id))
                    return group;
    return -1;
}

/* The index of the nth sample game of a group, counted cyclically; -1: the group has no game. */
static int game_of_group(const struct showcase *showcase, int group, int nth)
{
    int games = store_count(showcase->store), found = 0, at = -1;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && !found)
            return -1;
        int wanted = pass ? nth % found : -1, seen = 0;
        for (int i = 0; i < games; i++) {
            const struct listing *listing = store_listing(showcase->store, i);
            if (!listing || listing->damaged || listing->plies < PLIES_LEAST ||
                group_of(listing->variant) != group)
                continue;
            found += !pass;
            if (pass && seen++ == wanted)
                at = i;
        }
    }
    return at;
}

/* Load a game of the show's group, or of the next group that has a game. The show begins at the
 * middle of the game if `middle` is true, otherwise at its start. */
static void load_show(struct showcase *showcase, struct show *show, int nth, bool middle)
{
    struct preview *preview = &show->preview;
    int at = -1;
    for (int i = 0; i < GROUPS && at < 0; i++) {
        at = game_of_group(showcase, show->group, nth);
        if (at < 0)
            show->group = (show->group + 1) % GROUPS;
    }
    const struct listing *listing = at >= 0 ? store_listing(showcase->store, at) : NULL;
    preview_forget(preview);
    preview_load(preview, showcase->store, at, listing && middle ? listing->plies / 2 : 0);
    show->pause = PAUSE;
}

static void begin_shows(struct showcase *showcase, int shows)
{
    int day = day_of(showcase->app);
    showcase->shows = shows;
    for (int i = 0; i < shows && showcase_samples(showcase); i++) {
        struct show *show = &showcase->show[i];
        if (show->preview.at >= 0 && (shows == 1 || show->group == i))
            continue;
        show->group = shows == 1 ? day % GROUPS : i;
        load_show(showcase, show, day, true);
    }
}

/* ---- moving ---- */

static bool is_still(const struct showcase *showcase)
{
    return app_reduced(showcase->app) || app_light(showcase->app) || !showcase->store ||
           showcase->unseen >= UNSEEN_MOST;
}

int showcase_pace(const struct showcase *showcase)
{
    return is_still(showcase) ? -1 : showcase->shows == 1 ? SHOWCASE_PACE : SHOWCASE_PACE / 2;
}

void showcase_touch(struct showcase *showcase)
{
    showcase->unseen = 0;
}

bool showcase_step(struct showcase *showcase)
{
    if (is_still(showcase))
        return false;
    struct show *show = &showcase->show[showcase->next % showcase->shows];
    showcase->next++;
    showcase->unseen++;
    if (show->preview.at < 0)
        return false;
    if (preview_step(&show->preview) || show->pause-- > 0)
        return true;
    if (showcase->shows == 1)
        show->group = (show->group + 1) % GROUPS;
    load_show(showcase, show, day_of(showcase->app) + showcase->next, false);
    return true;
}

/* ---- drawing ---- */

/* Fit the board above `words` rows of text. Returns false if not even a part of the board fits. */
static bool fit_board(struct board_view *view, cell_t at, const struct area *area, int words)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int rows = area->rows - words, columns = area->columns, tall, wide;
    if (rows < 4 || columns < 8 || !art->fits(view->position->rules))
        return false;
    if (board_fit_whole(view, false, rows, columns) || board_fit_whole(view, true, rows, columns))
        return true;
    if (!art->follow || at == CELL_NONE)
        return false;
    view->size = board_fit(view, rows, columns, -1);
    art->measure(view, &tall, &wide);
    view->rows = tall < rows ? tall : rows;
    view->columns = wide < columns ? wide : columns;
    art->follow(view, at);
    return true;
}

void showcase_draw_game(const struct app *app, const struct preview *preview, const char *title,
                        const char *words, struct scene *scene, const struct area *area)
{
    struct board_scene board = {0};
    struct page page = {0};
    struct area below = *area;
    char ply[160] = "", note[200] = "";
    if (preview->replay.rules) {
        cell_t at = preview_board(preview, &board);
        struct board_view view = {.position = &board.shown,
                                  .charset = app_charset(app),
                                  .shaded = app_mono(app),
                                  .quiet = !app_mono(app),
                                  .still = true,
                                  .plain = app_choice(app, SET_A11Y) == 1,
                                  .mark = board.mark,
                                  .marks = board.marks};
        app_pieces(app, &view);
        if (fit_board(&view, at, area, WORDS_ROWS)) {
            int left = area->column + (area->columns - view.columns) / 2;
            board_art_for(view.position->rules)->draw(&view, scene, area->row, left);
            below.row += view.rows;
            below.rows -= view.rows;
            below.column = left;
            below.columns -= left - area->column;
        }
        preview_ply(preview, ply, sizeof ply);
        board_scene_free(&board);
    }
    const struct node *node = preview->record ? spot_node(preview->record, &preview->spot) : NULL;
    if (node && node->notes && node->notes->comments.n)
        snprintf(note, sizeof note, "%.199s", node->notes->comments.v[0].text);
    page_begin(&page, below.columns);
    page_add(&page, ROLE_LABEL, 0, title);
    if (*words)
        page_add(&page, ROLE_DIM, 0, words);
    if (preview->why[0])
        page_add(&page, ROLE_ERROR, 0, preview->why);
    if (*ply)
        page_addf(&page, ROLE_MOVE, 0, "%s", ply);
    if (*note)
        page_add(&page, ROLE_COMMENT, 0, note);
    /* The text changes with every ply, so the user could not scroll it: cut it. */
    if (page.rows > below.rows)
        page.rows = below.rows > 0 ? below.rows : 0;
    page_draw(&page, scene, &below, 0);
    page_free(&page);
}

static void draw_show(const struct showcase *showcase, struct show *show, struct scene *scene,
                      const struct area *area)
{
    const struct record *record = show->preview.record;
    char title[200];
    show->area = *area;
    if (!record)
        return;
    record_title(record, title, sizeof title);
    showcase_draw_game(showcase->app, &show->preview, title, "", scene, area);
}

void showcase_draw(struct showcase *showcase, struct scene *scene, const struct area *area)
{
    bool some = area->columns >= 2 * SOME_COLUMNS + 2 && area->rows >= 2 * SOME_ROWS;
    begin_shows(showcase, some ? SHOWCASE_BOARDS : 1);
    if (!some) {
        draw_show(showcase, &showcase->show[0], scene, area);
        return;
    }
    struct area part = {.rows = area->rows / 2 - 1, .columns = (area->columns - 2) / 2};
    for (int i = 0; i < SHOWCASE_BOARDS; i++) {
        part.row = area->row + i / 2 * (part.rows + 1);
        part.column = area->column + i % 2 * (part.columns + 2);
        draw_show(showcase, &showcase->show[i], scene, &part);
    }
}

const struct preview *showcase_at(const struct showcase *showcase, int row, int column)
{
    for (int i = 0; i < showcase->shows; i++) {
        const struct area *area = &showcase->show[i].area;
        if (row >= area->row && row < area->row + area->rows && column >= area->column &&
            column < area->column + area->columns && showcase->show[i].preview.record)
            return &showcase->show[i].preview;
    }
    return NULL;
}

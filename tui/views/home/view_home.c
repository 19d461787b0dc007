/* view_home.c - the home screen, which opens first: what the program is, a sample game that plays
 * by itself, and everything one can begin, learn, open or go on with.
 *
 * The entries are one list. Where rows are few, each entry has one row; with more rows there are
 * gaps between the groups, then a row of explanation below each entry (enum home_room). */
#include "config.h"
#include "tui/session/archive/games.h"
#include "tui/app/list.h"
#include "tui/session/game_open.h"
#include "tui/system/paths.h"
#include "tui/views/home/finds.h"
#include "tui/views/home/showcase.h"
#include "tui/views/navigation.h"
#include "tui/views/view_variants.h"
#include "tui/widgets/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    LABEL_WIDE = 10 /* columns for the names of groups */,
    KEY_WIDE = 4 /* columns for keys */,
    BOARD_FROM = 76 /* fewest columns of a screen with a board beside the list */,
    LIST_COLUMNS = 37 /* columns of a list beside a board */,
    LIST_WIDE = 56 /* columns of a list beside a board if the screen has WIDE_FROM */,
    LIST_WIDEST = 64 /* columns of a list beside several boards, see WIDEST_FROM */,
    WIDE_FROM = 110,
    WIDEST_FROM = 180,
    BOARD_ROWS = 12 /* least rows of a board beside the list */,
    NOTE_COLUMN = 24 /* columns from an entry's title to its explanation beside it */,
    NOTE_FROM = 60 /* fewest columns of a list with explanations beside its entries */,
    BELOW_ROWS = 16 /* least rows of a board below the list */,
    SAYING_FROM = 14 /* fewest rows of a screen whose first line says what the program is */,
    LOOK_FOR = 30 /* ms spent looking for games and archives before a screen is drawn */,
    LOOK_LATER = 20 /* ms spent looking in each tick after that */,
    PORTION = 1000 /* games scanned at once when a saved game is looked for by its id */,
    IDENTITY_ROOM = PATH_ROOM + ULID_LENGTH + 32
};

enum line_what { LINE_GAP, LINE_NOTE, LINE_REQUEST, LINE_ARCHIVE, LINE_GAME };

/* What the list has besides entries: nothing; gaps between groups; or also explanations of
 * entries. */
enum home_room { ROOM_ENTRIES, ROOM_GAPS, ROOM_NOTES };

struct home_line {
    enum line_what what;
    /* A constant: the name of the group, on the first line of the group; NULL on other lines. */
    const char *heading;
    char *text; /* owned: the title, or on a LINE_NOTE the explanation of the entry above */
    char *side; /* owned: a few words at the right, "28 games", "ply 12"; may be "" */
    char *note; /* owned: the explanation of an entry; may be "" */
    int found;  /* for a LINE_GAME or LINE_ARCHIVE: its index in `finds` */
    enum request request;
    int number; /* the digit that opens the entry, 1 to 9; 0: none */
};

struct home {
    struct view view;
    struct list list;
    struct home_line *line;
    int lines, room;
    enum home_room roomy;
    struct finds finds;
    struct found_offer *offer; /* [offers] */
    int offers, offer_room;
    struct showcase showcase;
    struct preview preview;         /* shows the game under the cursor, if it is on a game */
    char previewed[IDENTITY_ROOM];  /* home_identity() of the entry in `preview`; "": none */
    char discarding[IDENTITY_ROOM]; /* home_identity() of the draft that the user is asked to
                                       discard */
    struct area area;    /* where the board is, beside or below the list; 0 rows: no board */
    int rows;            /* rows that the list had when its lines were made */
    int known;           /* number of unfinished or unsaved games that the previous search found */
    loop_handle moving;  /* when a board plays its next ply */
    loop_handle looking; /* when the search goes on */
    bool finding;        /* the search for games and archives goes on */
    /* drawn: the screen has been drawn. told: the tip of the day was shown, once a session is
     * enough. */
    bool drawn, told;
    /* The next drawing begins the search again; not earlier, because this view is often below
     * another. */
    bool stale;
    bool placed; /* the cursor has been put on the first thing to do, or the user has moved it */
};

static struct home *home_of(struct view *view)
{
    return (struct home *)view;
}

/* ---- the lines ---- */

static struct home_line *home_add(struct home *home, enum line_what what, const char *text)
{
    home->line = memory_room(home->line, &home->room, home->lines + 1, sizeof *home->line);
    struct home_line *line = &home->line[home->lines++];
    *line = (struct home_line){
        .what = what, .text = memory_text(text), .side = memory_text(""), .note = memory_text("")};
    return line;
}

static void home_set(char **text, const char *to)
{
    free(*text);
    *text = memory_text(to);
}

/* Set the explanation of an entry. If there is room, it also becomes a line of its own. */
static void home_explain(struct home *home, struct home_line *line, const char *note)
{
    home_set(&line->note, note);
    if (home->roomy == ROOM_NOTES && *note)
        home_add(home, LINE_NOTE, note);
}

static void home_number(struct home *home, struct home_line *line)
{
    int n = 1;
    for (int i = 0; i < home->lines; i++)
        if (home->line[i].number >= n)
            n = home->line[i].number + 1;
    line->number = n <= 9 ? n : 0;
}

/* Give a heading to the group that begins with line `first`, and if there is room add a gap below
 * the group. */
static void home_group(struct home *home, int first, const char *heading)
{
    if (first < home->lines)
        home->line[first].heading = heading;
    if (first < home->lines && home->roomy != ROOM_ENTRIES)
        home_add(home, LINE_GAP, "");
}

static void add_request(struct home *home, enum request request, const char *text, const char *note)
{
    struct home_line *line = home_add(home, LINE_REQUEST, text);
    line->request = request;
    home_explain(home, line, note);
}

/* Add the games in play if `begun` is true, otherwise the other games with unsaved changes. */
static void add_games(struct home *home, bool begun, const char *heading)
{
    int first = home->lines;
    for (int i = 0; i < home->finds.games; i++) {
        const struct found_game *game = &home->finds.game[i];
        char text[120], note[300];
        if ((game->begun || !game->draft) != begun)
            continue;
        struct home_line *line = home_add(home, LINE_GAME, game->title);
        line->found = i;
        home_number(home, line);
        snprintf(text, sizeof text, "ply %d", game->plies);
        home_set(&line->side, text);
        snprintf(note, sizeof note, "%.60s%s%.15s%s%.160s", game->variant, *game->date ? ", " : "",
                 game->date, *game->state ? ", " : "", game->state);
        home_explain(home, line, note);
    }
    home_group(home, first, heading);
}

/* Write a path with ~ for the home folder. */
static void short_path(const char *path, char *out, size_t size)
{
    const char *folder = getenv("HOME");
    size_t length = folder ? strlen(folder) : 0;
    bool inside = length > 1 && !strncmp(path, folder, length) && path[length] == '/';
    snprintf(out, size, "%s%s", inside ? "~" : "", inside ? path + length : path);
}

static void add_archives(struct home *home)
{
    int first = home->lines;
    for (int i = 0; i < home->finds.archives; i++) {
        const struct found_archive *archive = &home->finds.archive[i];
        char text[PATH_ROOM + 1];
        struct home_line *line = home_add(home, LINE_ARCHIVE, archive->title);
        line->found = i;
        home_number(home, line);
        snprintf(text, sizeof text, "%d game%s", archive->games, archive->games == 1 ? "" : "s");
        home_set(&line->side, archive->games == FOUND_UNKNOWN ? "" : text);
        short_path(archive->path, text, sizeof text);
        home_explain(home, line, text);
    }
    home_group(home, first, "Archives");
}

static void add_begin(struct home *home)
{
    int first = home->lines;
    add_request(home, REQ_COMPUTER, "Against the computer", "every variant, at levels 1 to 10");
    add_request(home, REQ_NEW, "At one keyboard", "two or three players take turns here");
    add_request(home, REQ_LOBBY, "People on this host",
                finds_shared(&home->finds) ? "the lobby: sit down, watch, talk"
                                           : "nobody can come in yet: see docs/ssh.md");
    home_group(home, first, "Play");
}

static void add_learn(struct home *home)
{
    char text[40];
    const struct rules *rules;
    int first = home->lines, variants = 0;
    while (variant_at(variants, false, &rules))
        variants++;
    add_request(home, REQ_TOUR, place_toured() ? "A tour of five keys" : "New here? Five keys",
                "a tour on a real board, twenty seconds");
    add_request(home, REQ_LESSONS, "Lessons", "short games with comments, by family");
    snprintf(text, sizeof text, "Rules of %d variants", variants);
    add_request(home, REQ_RULES, text, "with boards to try things on");
    add_request(home, REQ_GALLERY, "All the pieces", "how each one looks and moves");
    home_group(home, first, "Learn");
}

static void home_clear(struct home *home)
{
    for (int i = 0; i < home->lines; i++) {
        free(home->line[i].text);
        free(home->line[i].side);
        free(home->line[i].note);
    }
    home->lines = 0;
}

/* Write a text that identifies an entry when the lines are made again, even if it is then on
 * another line; "" for a line that is no entry. */
static void home_identity(const struct home *home, int item, char out[IDENTITY_ROOM])
{
    const struct home_line *line = item >= 0 ? &home->line[item] : NULL;
    const struct found_game *game =
        line && line->what == LINE_GAME ? &home->finds.game[line->found] : NULL;
    out[0] = '\0';
    if (game)
        snprintf(out, IDENTITY_ROOM, "%s %s", game->id, game->path);
    else if (line && line->what == LINE_ARCHIVE)
        snprintf(out, IDENTITY_ROOM, "archive %s", home->finds.archive[line->found].path);
    else if (line && line->what == LINE_REQUEST)
        snprintf(out, IDENTITY_ROOM, "request %d", (int)line->request);
}

static void home_build(struct home *home)
{
    home_clear(home);
    add_games(home, true, "Go on");
    add_games(home, false, "Unsaved");
    add_begin(home);
    add_learn(home);
    add_archives(home);
    int first = home->lines;
    add_request(home, REQ_OPTIONS, "Options", "");
    add_request(home, REQ_HELP, "Help", "");
    add_request(home, REQ_LEAVE, "Leave", "");
    if (first < home->lines)
        home->line[first].heading = "More";
}

/* The index of the line of an entry; -1: the entry no longer exists. */
static int home_line_of(const struct home *home, const char *identity)
{
    char other[IDENTITY_ROOM];
    for (int i = 0; *identity && i < home->lines; i++) {
        home_identity(home, i, other);
        if (!strcmp(other, identity))
            return i;
    }
    return -1;
}

/* Make the lines again, with as many explanations as home->rows rows allow. The cursor goes to the
 * entry that `identity` names. */
static void home_collect(struct home *home, const char *identity)
{
    for (int room = ROOM_NOTES; room >= ROOM_ENTRIES; room--) {
        home->roomy = (enum home_room)room;
        home_build(home);
        if (home->lines <= home->rows)
            break;
    }
    list_set(&home->list, home->lines);
    int at = home_line_of(home, identity);
    if (at >= 0)
        list_go(&home->list, at);
}

/* Put the cursor on what to do first: for a new user the tour, otherwise the first entry, which is
 * an unfinished game if there is one. */
static void home_place_cursor(struct home *home)
{
    int at = 0;
    while (!place_toured() && home->finds.games == 0 && at < home->lines &&
           home->line[at].request != REQ_TOUR)
        at++;
    list_go(&home->list, at < home->lines ? at : 0);
    home->placed = !home->finding;
}

/* Search for games and archives for some milliseconds, and show what was found. `anew`: begin the
 * search again. */
static void home_look(struct home *home, bool anew, int milliseconds)
{
    char identity[IDENTITY_ROOM];
    int64_t until = app_now(home->view.app) + milliseconds;
    home_identity(home, list_item(&home->list), identity);
    if (anew) {
        home->known = home->finds.games;
        finds_begin(&home->finds, home->offer, home->offers);
        home->finding = true;
        home->previewed[0] = '\0';
    }
    while (home->finding && app_now(home->view.app) <= until)
        home->finding = finds_step(&home->finds);
    home_collect(home, identity);
    /* If there are more games than before, the user has just left one, which is the first entry. */
    if (!home->finding && home->finds.games > home->known)
        list_go(&home->list, 0);
    if (!home->finding)
        home->known = home->finds.games;
    if (!home->placed)
        home_place_cursor(home);
}

static void home_refresh(struct home *home, int rows)
{
    bool other = rows != home->rows;
    home->rows = rows;
    if (home->stale || other)
        home_look(home, home->stale, home->stale ? LOOK_FOR : 0);
    home->stale = false;
}

/* ---- drawing ---- */

static void home_line_text(const struct list *list, int item, char *out, size_t size)
{
    const struct home *home = list->owner;
    const struct home_line *line = &home->line[item];
    snprintf(out, size, "%s %s %s", line->text, line->side, line->note);
}

static bool home_line_stands(const struct list *list, int item)
{
    const struct home *home = list->owner;
    return home->line[item].what > LINE_NOTE;
}

static void home_draw_line(const struct list *list, int item, struct scene *scene,
                           const struct area *area, enum role ground)
{
    const struct home *home = list->owner;
    const struct home_line *line = &home->line[item];
    int row = area->row, column = area->column + 1, end = area->column + area->columns - 1;
    char key[64];
    scene_fill(scene, row, area->column, LABEL_WIDE, ROLE_TEXT, ROLE_TEXT, true); /* not of the
                                                                                     entry */
    if (line->heading)
        scene_text(scene, row, column, LABEL_WIDE - 1, line->heading, ROLE_LABEL, ROLE_TEXT);
    column += LABEL_WIDE;
    if (line->what == LINE_NOTE)
        scene_text_cut(scene, row, column + KEY_WIDE, end - column - KEY_WIDE, line->text, ROLE_DIM,
                       ROLE_TEXT, app_cut_sign(home->view.app));
    if (line->what <= LINE_NOTE)
        return;
    if (line->number)
        snprintf(key, sizeof key, "%d", line->number);
    else
        app_key_text(home->view.app, &home->view, line->request, key, sizeof key);
    scene_text(scene, row, column, KEY_WIDE - 1, key, ROLE_LABEL, ground);
    column += KEY_WIDE;
    int side = scene_columns(line->side), title = scene_columns(line->text);
    /* a title that needs the columns of the side gets them; the board shows the ply, too */
    bool crowded = line->what == LINE_GAME && home->area.rows > 0 && column + title <= end &&
                   column + title + side + 1 > end;
    if (side && !crowded && column + side + 6 < end) {
        list_text(list, scene, row, end - side, side, line->side, ROLE_DIM, ground);
        end -= side + 1;
    }
    int after = list_text(list, scene, row, column, end - column, line->text, ROLE_TEXT, ground);
    column += NOTE_COLUMN;
    column = after + 2 > column ? after + 2 : column;
    if (home->roomy != ROOM_NOTES && area->columns >= NOTE_FROM)
        scene_text_cut(scene, row, column, end - column, line->note, ROLE_DIM, ground,
                       app_cut_sign(home->view.app));
}

static const struct list_ops list_ops = {
    .draw = home_draw_line, .text = home_line_text, .stands = home_line_stands};

/* The tip of the day. */
static const char *tip_of_day(const struct app *app)
{
    static const char *const tips[] = {
        "{inspect} describes the cell under the cursor",
        "{trial} at a game: try moves freely; {trial} again restores it",
        "{search-position} at a game finds other games with its position",
        "{filter} filters every list: has:nag plies:>60",
        "{note-previous} and {note-next} go from note to note of a game",
        "{rules} anywhere: the rules, with positions to play on",
        "{help} pressed twice lists the commands of all views",
        "{guess} at a game: guess the next ply, which is hidden",
        "{type-move} types a move, which Tab completes; a number goes to that move",
        "{flip} turns the board, {zoom-in} and {zoom-out} change its size",
        "{bookmark} sets a bookmark, {bookmarks} lists them and goes to one",
        "{openings} at a game counts what was played from there",
        "{charset} switches between UTF-8, ASCII and drawn lines",
        "{member-back} and {member-next} walk through the members of a cascade",
    };
    const char *today = app_today(app); /* 2026-11-22 */
    int day = strlen(today) >= 10 ? atoi(today + 5) * 31 + atoi(today + 8) : 0;
    return tips[day % (int)(sizeof tips / sizeof *tips)];
}

/* Write in one sentence what the program is. Returns the first row below that is free. */
static int draw_saying(const struct home *home, struct scene *scene, const struct area *body)
{
    static const char *const sayings[] = {
        "Play, learn, replay and keep games of four chess families that hardly any other program "
        "knows: Croatian, Turning, Turnover and triangle chess - and of ordinary chess.",
        "Play, learn, replay and keep games of Croatian, Turning, Turnover and triangle chess, and "
        "of ordinary chess.",
        "Croatian, Turning, Turnover and triangle chess: play, learn, replay, keep.",
        "Four rare families of chess: play, learn, replay."};
    size_t i = 0;
    if (body->rows < SAYING_FROM)
        return body->row;
    while (i + 1 < sizeof sayings / sizeof *sayings &&
           scene_columns(sayings[i]) > body->columns - 2)
        i++;
    scene_text_cut(scene, body->row, body->column + 1, body->columns - 2, sayings[i], ROLE_MOVE,
                   ROLE_TEXT, app_cut_sign(home->view.app));
    return body->row + 2;
}

/* Explain the families below the list, if the whole text fits. */
static void draw_families(const struct home *home, struct scene *scene, const struct area *list)
{
    static const char *const families[][2] = {
        {"Croatian Chess",
         "One piece can set the next in motion: a ply may be a cascade. From 7x7 to 26x26."},
        {"Turning Chess", "A piece may turn an eighth after it moves, and its moves turn with it."},
        {"Turnover Chess", "Pieces are rings within rings, which split and join other pieces."},
        {"Triangle chess", "64 triangles for two or three players, or a diamond of 128."}};
    struct page page = {0};
    struct area area = {list->row + home->lines + 1, list->column + 1 + LABEL_WIDE,
                        list->rows - home->lines - 1, list->columns - LABEL_WIDE - 2};
    if (home->roomy != ROOM_NOTES || area.rows < 1 || home->list.filter[0])
        return;
    page_begin(&page, area.columns);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        page_gap(&page);
        page_add(&page, ROLE_LABEL, 0, families[i][0]);
        page_add(&page, ROLE_DIM, 0, families[i][1]);
    }
    if (page.rows <= area.rows)
        page_draw(&page, scene, &area, 0);
    page_free(&page);
}

/* Give the list and the board their places. */
static void home_layout(struct home *home, const struct area *body, int top, struct area *list)
{
    *list = (struct area){top, body->column, body->row + body->rows - top, body->columns};
    home->area = (struct area){0};
    if (body->columns >= BOARD_FROM && list->rows >= BOARD_ROWS) {
        list->columns = body->columns >= WIDEST_FROM ? LIST_WIDEST
                        : body->columns >= WIDE_FROM ? LIST_WIDE
                                                     : LIST_COLUMNS;
        home->area = (struct area){list->row, list->column + list->columns + 2, list->rows,
                                   body->columns - list->columns - 3};
    } else if (list->rows >= home->lines + 1 + BELOW_ROWS) {
        list->rows = list->rows - BELOW_ROWS - 1 > home->lines ? home->lines : list->rows / 2;
        home->area =
            (struct area){list->row + list->rows + 1, body->column + 1,
                          body->row + body->rows - list->row - list->rows - 1, body->columns - 2};
    }
}

/* The game of the line under the cursor; NULL: the line is no game. */
static const struct found_game *game_here(const struct home *home)
{
    int item = list_item(&home->list);
    return item >= 0 && home->line[item].what == LINE_GAME
               ? &home->finds.game[home->line[item].found]
               : NULL;
}

static void load_preview(struct home *home, const struct found_game *game)
{
    char identity[IDENTITY_ROOM];
    struct store *store;
    struct record *record = NULL;
    home_identity(home, list_item(&home->list), identity);
    if (!strcmp(identity, home->previewed))
        return;
    preview_forget(&home->preview);
    memcpy(home->previewed, identity, sizeof identity);
    if (store_open(&store, game->path, NULL, NULL) < 0)
        return;
    if (game->draft) {
        store_draft_load(store, game->id, &record, NULL, NULL);
    } else {
        int at = games_place_of(store, game->id);
        if (at >= 0 && store_load(store, at, &record, NULL, NULL, NULL) < 0)
            record = NULL;
    }
    if (record)
        preview_show(&home->preview, record, record->moves.n);
    store_close(store);
}

static void home_draw_board(struct home *home, struct scene *scene)
{
    const struct found_game *game = game_here(home);
    if (home->area.rows < 1)
        return;
    if (!game) {
        showcase_draw(&home->showcase, scene, &home->area);
        return;
    }
    load_preview(home, game);
    if (home->preview.record) {
        char words[300];
        snprintf(words, sizeof words, "%.200s, ply %d", home->line[list_item(&home->list)].note,
                 game->plies);
        showcase_draw_game(home->view.app, &home->preview, game->title, words, scene, &home->area);
    }
}

static void home_find(void *argument);
static void home_move(void *argument);

/* Wake up when the next ply is due, and at once if the search is not complete. */
static void home_wake(struct home *home)
{
    struct view *view = &home->view;
    struct app *app = view->app;
    int pace = home->area.rows > 0 && !game_here(home) && app_at_rest(app, &home->view)
                   ? showcase_pace(&home->showcase)
                   : -1;
    if (pace < 0)
        app_stop(view, &home->moving);
    else if (app_due(view, home->moving) == TICK_NEVER)
        app_at(view, &home->moving, app_now(app) + pace, home_move, home);
    app_at(view, &home->looking, home->finding ? app_now(app) : TICK_NEVER, home_find, home);
}

static void home_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    struct home *home = home_of(view);
    char tip[120];
    struct area list;
    int top = draw_saying(home, scene, body);
    home_refresh(home, body->row + body->rows - top);
    home->drawn = true;
    home_layout(home, body, top, &list);
    snprintf(face->title, sizeof face->title, "chesscade");
    snprintf(face->title_side, sizeof face->title_side, "%s", app_user(view->app));
    snprintf(face->mode, sizeof face->mode, "HOME");
    int item = list_item(&home->list);
    if (!home->told)
        snprintf(face->status, sizeof face->status, "tip: %s",
                 app_words(view->app, view, tip_of_day(view->app), tip, sizeof tip));
    else if (home->roomy != ROOM_NOTES && item >= 0)
        snprintf(face->status, sizeof face->status, "%.200s", home->line[item].note);
    if (home->list.filter[0])
        list_status(&home->list, "lines", face->status, sizeof face->status);
    home_draw_board(home, scene);
    list_draw(&home->list, scene, &list);
    draw_families(home, scene, &list);
    home_wake(home);
}

/* ---- the view ---- */

static int home_open(struct view *view, const void *argument, struct note *why)
{
    struct home *home = home_of(view);
    (void)argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_HOME;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&home->list, &list_ops, view, home);
    showcase_begin(&home->showcase, view->app);
    home->preview.at = -1;
    home->stale = true;
    return 0;
}

/* Drop the drafts that home_offer() got for an archive; NULL: all of them. */
static void forget_offers(struct home *home, const char *path)
{
    int n = 0;
    for (int i = 0; i < home->offers; i++)
        if (!path || !strcmp(home->offer[i].path, path))
            free(home->offer[i].path);
        else
            home->offer[n++] = home->offer[i];
    home->offers = n;
}

void home_offer(struct app *app, const char *path, char (*ids)[ULID_LENGTH + 1], int n)
{
    struct view *view = app_top(app);
    while (view && view->ops != &home_view)
        view = app_below(app, view);
    /* All drafts of the user's own archive are listed anyway. */
    char *full = view && !place_same(path, place_own()) ? realpath(path, NULL) : NULL;
    struct home *home = (struct home *)view;
    if (!full)
        return;
    forget_offers(home, full);
    for (int i = 0; i < n; i++) {
        home->offer =
            memory_room(home->offer, &home->offer_room, home->offers + 1, sizeof *home->offer);
        struct found_offer *offer = &home->offer[home->offers++];
        offer->path = memory_text(full);
        memcpy(offer->id, ids[i], sizeof offer->id);
    }
    home->stale = true;
    free(full);
}

static void home_close(struct view *view)
{
    struct home *home = home_of(view);
    home_clear(home);
    finds_clear(&home->finds);
    showcase_clear(&home->showcase);
    preview_clear(&home->preview);
    forget_offers(home, NULL);
    free(home->offer);
    free(home->line);
    list_clear(&home->list);
}

static void home_resume(struct view *view)
{
    struct home *home = home_of(view);
    home->stale = true;
    home->told = home->drawn;
    showcase_touch(&home->showcase);
}

static void home_find(void *argument)
{
    struct home *home = argument;
    home->view.idle = true;
    if (!app_at_rest(home->view.app, &home->view))
        return; /* resume() or the end of the prompt draws again */
    home->view.idle = !home->finding;
    if (home->finding)
        home_look(home, false, LOOK_LATER);
    home_wake(home);
}

static void home_move(void *argument)
{
    struct home *home = argument;
    home->view.idle = true;
    if (!app_at_rest(home->view.app, &home->view))
        return;
    home->view.idle = !showcase_step(&home->showcase);
    home_wake(home);
}

/* ---- opening things ---- */

/* Open a saved game without a result, to continue it. If it has clocks, they start only when the
 * user says so. */
static void open_unfinished(struct app *app, const struct found_game *game)
{
    struct note why;
    struct record *record;
    struct store *store;
    if (store_open(&store, game->path, NULL, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    int at = games_place_of(store, game->id);
    bool clocks = false;
    struct spot end = spot_start();
    if (at >= 0 && store_load(store, at, &record, NULL, NULL, NULL) == 0) {
        spot_end(record, &end);
        clocks = *record_text(record, "event.control.text");
        record_free(record);
    }
    store_close(store);
    open_saved(app, game->path, game->id, &end, !clocks);
}

/* Open the lobby of an archive; "": of the first one that is shared, or of the user's own. */
static void open_lobby(struct home *home, const char *path)
{
    struct app *app = home->view.app;
    const struct found_archive *shared = finds_shared(&home->finds);
    struct lobby_place place;
    struct note why;
    if (!*path)
        path = shared ? shared->path : NULL;
    if (lobby_enter(&place, path, NULL, true, false, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    if (!app_try_open(app, &lobby_view, &place))
        lobby_leave(&place);
}

static void home_open_line(struct home *home, const struct home_line *line)
{
    struct app *app = home->view.app;
    const struct found_game *game = line->what == LINE_GAME ? &home->finds.game[line->found] : NULL;
    if (line->what == LINE_REQUEST)
        app_request(app, line->request, "");
    else if (line->what == LINE_ARCHIVE)
        open_archive(app, home->finds.archive[line->found].path);
    else if (game && game->draft)
        open_draft(app, game->path, game->id);
    else if (game)
        open_unfinished(app, game);
}

static bool home_pick(struct home *home, int number)
{
    for (int i = 0; i < home->lines; i++)
        if (number && home->line[i].number == number) {
            list_go(&home->list, i);
            home_open_line(home, &home->line[i]);
            return true;
        }
    app_say(home->view.app, "There is no line with that number");
    return true;
}

/* ---- discarding a game ---- */

static int remove_saved(const struct found_game *game, struct note *why)
{
    struct store *store;
    int status = store_open(&store, game->path, NULL, why);
    if (status < 0)
        return status;
    status = games_remove(store, game->id, NULL, why);
    store_close(store);
    return status;
}

static int remove_draft(const struct found_game *game, struct note *why)
{
    struct store *store;
    struct record *record;
    int status = store_open(&store, game->path, NULL, why);
    if (status < 0)
        return status;
    status = store_draft_load(store, game->id, &record, NULL, why);
    if (status == 0) {
        record_free(record);
        store_draft_drop(store, game->id);
    }
    store_close(store);
    return status;
}

static void discard_answered(struct view *view, bool yes)
{
    struct home *home = home_of(view);
    struct note why;
    int item = home_line_of(home, home->discarding);
    if (!yes || item < 0)
        return;
    const struct found_game *game = &home->finds.game[home->line[item].found];
    int status = game->draft ? remove_draft(game, &why) : remove_saved(game, &why);
    if (status < 0)
        app_error(view->app, "%s", why.text);
    else
        app_say(view->app, game->draft ? "%s is discarded" : "%s is in the trash of the archive",
                game->title);
    home->stale = true;
}

static void home_discard(struct home *home)
{
    const struct found_game *game = game_here(home);
    char question[200];
    if (!game)
        return;
    home_identity(home, list_item(&home->list), home->discarding);
    snprintf(question, sizeof question,
             !game->draft  ? "Move %.80s to the trash?"
             : game->begun ? "Discard %.80s, which was never saved?"
                           : "Discard the unsaved changes to %.80s?",
             game->title);
    app_ask(home->view.app, &home->view, question, discard_answered);
}

/* ---- requests ---- */

static bool home_request(struct view *view, const struct event *event)
{
    struct home *home = home_of(view);
    struct variants_open variants = {.purpose = event->request == REQ_COMPUTER ? VARIANTS_COMPUTER
                                                                               : VARIANTS_RULES};
    int item = list_item(&home->list);
    showcase_touch(&home->showcase);
    home->told = home->drawn;
    home->placed = true;
    switch (event->request) {
    case REQ_ENTER:
        if (item >= 0)
            home_open_line(home, &home->line[item]);
        return true;
    case REQ_PICK:
        return home_pick(home, event->digit);
    case REQ_NEW:
        return open_new(view->app, event->argument), true;
    case REQ_VARIANTS:
        return open_new(view->app, ""), true;
    case REQ_COMPUTER:
    case REQ_RULES:
        return app_try_open(view->app, &variants_view, &variants), true;
    case REQ_TOUR:
        return app_try_open(view->app, &tour_view, NULL), true;
    case REQ_LESSONS:
        return open_games(view->app, place_samples(), "tag:tutorial | tag:\"start here\"",
                          "Lessons"),
               true;
    case REQ_LOBBY:
        return open_lobby(home, event->argument), true;
    case REQ_DELETE:
        return home_discard(home), true;
    case REQ_ARCHIVES:
        for (int i = 0; i < home->lines; i++)
            if (home->line[i].what == LINE_ARCHIVE)
                return list_go(&home->list, i), true;
        return true;
    default:
        return list_request(&home->list, event);
    }
}

static bool home_can(const struct view *view, enum request request)
{
    const struct home *home = (const struct home *)view;
    switch (request) {
    case REQ_ENTER:
        return list_item(&home->list) >= 0;
    case REQ_DELETE:
        return game_here(home) != NULL;
    case REQ_PICK:
    case REQ_NEW:
    case REQ_VARIANTS:
    case REQ_COMPUTER:
    case REQ_RULES:
    case REQ_TOUR:
    case REQ_LESSONS:
    case REQ_LOBBY:
    case REQ_ARCHIVES:
        return true;
    default:
        return list_can(&home->list, request);
    }
}

static const char *home_words(const struct view *view, enum request request)
{
    (void)view;
    return request == REQ_DELETE ? "discard the game under the cursor" : NULL;
}

static const struct hint *home_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, NULL},       {REQ_DOWN, REQ_UP, "move"},
        {REQ_DELETE, REQ_NONE, "discard"}, {REQ_COMPUTER, REQ_NONE, "play"},
        {REQ_LESSONS, REQ_NONE, NULL},     {REQ_RULES, REQ_NONE, NULL},
        {REQ_OPTIONS, REQ_NONE, NULL},     {REQ_LEAVE, REQ_NONE, NULL},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

/* Handle the mouse. A click on a command runs it. A click on a game or an archive moves the cursor
 * there, and a second click opens it. A click on a sample board opens its game at the ply shown. */
static bool home_mouse(struct view *view, const struct mouse *mouse)
{
    struct home *home = home_of(view);
    int before = list_item(&home->list);
    showcase_touch(&home->showcase);
    bool again = list_mouse(&home->list, mouse), pressed = mouse->what == MOUSE_PRESS;
    int item = list_item(&home->list);
    const struct area *list = &home->list.area;
    bool on_list = pressed && mouse->button == 1 && mouse->row >= list->row &&
                   mouse->row < list->row + list->rows && mouse->column < list->columns;
    if (item >= 0 &&
        (again || (on_list && item != before && home->line[item].what == LINE_REQUEST)))
        home_open_line(home, &home->line[item]);
    if (!pressed || mouse->button != 1 || on_list || home->area.rows < 1 || game_here(home))
        return true;
    const struct preview *preview = showcase_at(&home->showcase, mouse->row, mouse->column);
    if (preview)
        open_saved(view->app, place_samples(), preview->record->id, &preview->spot, false);
    return true;
}

const struct view_ops home_view = {
    .name = "home",
    .size = sizeof(struct home),
    .open = home_open,
    .close = home_close,
    .draw = home_draw,
    .request = home_request,
    .can = home_can,
    .words = home_words,
    .hints = home_hints,
    .mouse = home_mouse,
    .resume = home_resume,
};

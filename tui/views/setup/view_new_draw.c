/* view_new_draw.c - drawing the new-game view: its lines, the description of the current one, and the board. */
#include "config.h"
#include "core/position_text.h"
#include "tui/session/army_names.h"
#include "tui/boards/board_art.h"
#include "tui/views/setup/new_game.h"
#include "tui/app/option_values.h"
#include "tui/widgets/page.h"
#include "tui/views/piece_card.h"

#include <limits.h>

enum { LIST_LEAST = 36,    /* columns of the list if its lines are short */
       SIDE_LEAST = 27,    /* columns from which on text and board are beside the list */
       WORDS_LEAST = 6,    /* rows of the text */
       WORDS_FEW = 4,      /* rows below the list that are enough to describe an option */
       PART_LEAST = 5      /* rows of a board shown in part */ };

/* Fit the board as large as possible, and return its columns; false: it does not fit. */
static bool fit_board(const struct new_game *game, const struct area *area, struct board_view *view, int *columns)
{
    const struct board_art *art = board_art_for(game->rules);
    int rows;
    *view = (struct board_view){.position = &game->start,
                                .charset = app_charset(game->view.app),
                                .coordinates = true,
                                .least = game->least,
                                .plain = app_choice(game->view.app, SET_A11Y) == 1,
                                .shaded = app_mono(game->view.app)};
    if (!art->fits(game->rules))
        return false;
    view->turn = board_turn_to_fit(view, 0, area->rows, area->columns);
    view->size = board_fit(view, area->rows, area->columns, -1);
    art->measure(view, &rows, columns);
    return area->rows > 0 && rows <= area->rows && *columns <= area->columns;
}

/* Draw the board; false: it does not fit. */
static bool draw_board(const struct new_game *game, struct scene *scene, const struct area *area)
{
    struct board_view view;
    int columns;
    if (!fit_board(game, area, &view, &columns))
        return false;
    board_art_for(game->rules)->draw(&view, scene, area->row, area->column);
    return true;
}

static void write_names(const struct new_game *game, struct page *page)
{
    char names[256];
    army_names_list(game->rules, names, sizeof names);
    page_addf(page, ROLE_DIM, 0, "Names: %s.", names);
}

/* Say that armies or the board can be edited by hand. */
static void write_editing(const struct new_game *game, struct page *page)
{
    char key[64];
    page_addf(page, ROLE_LABEL, 0, new_game_has_own_board(game) ? "%s: change the board" : "%s: put armies together on the board",
              app_key_text(game->view.app, &game->view, REQ_EDIT_ARRAY, key, sizeof key));
}

/* Write the description of a line. */
static void write_words(const struct new_game *game, int item, struct page *page, int width)
{
    const struct option *option = new_game_option(game, item);
    page_begin(page, width);
    if (option) {
        page_addf(page, ROLE_LABEL, 0, "%s", option->name);
        page_add(page, ROLE_TEXT, 0, option->help);
        if (option->values)
            option_values_write(option, page);
        else if (army_names_asked(game->rules, option))
            write_names(game, page);
    } else if (new_game_is_clock(game, item)) {
        page_add(page, ROLE_LABEL, 0, "clock");
        page_add(page, ROLE_TEXT, 0,
                 "15 (minutes), 15+10 (increment), 15d5 (delay), none. It starts after each side's first move.");
    } else if (item > 0) {
        page_addf(page, ROLE_LABEL, 0, "Who plays %s", side_name(item - 1));
        page_add(page, ROLE_TEXT, 0, "The name that is written into the game, or none.");
    } else {
        page_addf(page, ROLE_LABEL, 0, "%s", ruleset_title(game->rules));
        int most = new_game_has_own_board(game) ? 1 : 3; /* the user knows by now how that works */
        const char *const *summary = game->rules->summary;
        for (int i = 0; i < most && summary[i]; i++)
            page_add(page, ROLE_TEXT, 0, summary[i]);
        if (new_game_has_own_board(game) || new_game_has_armies(game))
            write_editing(game, page);
    }
    page_gap(page);
}

/* Columns of the widest line in the list. */
static int list_width(const struct new_game *game)
{
    int widest = 0;
    for (int item = 1 + game->rules->sides; item <= game->rules->sides + ruleset_offered(game->rules); item++) {
        const struct option *option = new_game_option(game, item);
        int length = option_values_width(option);
        widest = length > widest ? length : widest;
    }
    widest += 2 + NEW_GAME_NAME_WIDE + 2;
    return widest < LIST_LEAST ? LIST_LEAST : widest;
}

/* The most rows any line's description needs: the board is placed below that, so that it does not jump with the
 * cursor. */
static int most_words(const struct new_game *game, int width)
{
    struct page page = {0};
    int most = WORDS_LEAST;
    for (int item = 0; item < game->list.items; item++) {
        write_words(game, item, &page, width);
        most = page.rows > most ? page.rows : most;
    }
    page_free(&page);
    return most;
}

/* The possible areas for the board: below the longest description, below the list, and below the present
 * description. */
enum { ROOMS = 3 };
static void rooms_of(const struct new_game *game, const struct page *words, const struct area *side,
                     const struct area *list, struct area room[ROOMS])
{
    int most = most_words(game, side->columns), rows = words->rows < WORDS_LEAST ? WORDS_LEAST : words->rows;
    room[0] = (struct area){side->row + most, side->column, side->rows - most, side->columns};
    room[1] = (struct area){list->row + game->list.items + 1, list->column + 2, list->rows - game->list.items - 1,
                            list->columns - 3};
    room[2] = (struct area){side->row + rows, side->column, side->rows - rows, side->columns};
}

/* Draw the description and the board below it; if it does not fit there, below the list; if nowhere, part of it.
 * False, with nothing drawn: it does not fit, and need not be drawn (`must`). */
static bool draw_side(struct new_game *game, struct scene *scene, const struct area *side, const struct area *list,
                      bool must)
{
    struct page page = {0};
    struct area room[ROOMS];
    struct board_view view;
    int columns, at = 0;
    write_words(game, list_item(&game->list), &page, side->columns);
    rooms_of(game, &page, side, list, room);
    while (at < ROOMS && !fit_board(game, &room[at], &view, &columns))
        at++;
    if (must || at < ROOMS)
        page_draw(&page, scene, side, 0);
    if (at < ROOMS)
        draw_board(game, scene, &room[at]);
    else if (must && room[2].rows >= PART_LEAST)
        position_draw(game->view.app, &game->start, scene, &room[2]);
    page_free(&page);
    return must || at < ROOMS;
}

/* True if a board that needs the whole height fits on the right; returns its columns. `part`: some of its ranks are
 * enough. */
static bool fit_right(const struct new_game *game, const struct area *body, int list, bool part, int *columns)
{
    struct area right = *body;
    struct board_view view;
    int words = body->rows - game->list.items - 1;
    right.columns = body->columns - list - 2;
    if (part)
        right.rows = INT_MAX;
    return fit_board(game, &right, &view, columns) && (!part || words >= WORDS_LEAST);
}

/* Draw a board that needs the whole height, or more, on the right, with the description below the list; smaller if
 * the values of the options must be readable beside it. False, with nothing drawn: it does not fit. */
static bool draw_tall(struct new_game *game, struct scene *scene, const struct area *body, bool part, struct area *list)
{
    struct area right = *body;
    int columns;
    if (!fit_right(game, body, list_width(game), part, &columns) && !fit_right(game, body, LIST_LEAST, part, &columns))
        return false;
    right.column = body->column + body->columns - columns;
    right.columns = columns;
    list->columns = body->columns - columns - 2;
    struct area words = {list->row + game->list.items + 1, list->column + 2, body->rows - game->list.items - 1,
                         list->columns - 3};
    struct page page = {0};
    app_wall(game->view.app, scene, body->row, list->column + list->columns, body->rows);
    if (part)
        position_draw(game->view.app, &game->start, scene, &right);
    else
        draw_board(game, scene, &right);
    write_words(game, list_item(&game->list), &page, words.columns);
    page_draw(&page, scene, &words, 0);
    page_free(&page);
    list->rows = game->list.items;
    return true;
}

/* Draw the description beside the list, and the board where all of it is visible: triangles in the smallest size
 * only if no other fits; other boards with as many ranks as the screen has. True: it is on the right, and the list
 * has changed. */
static bool draw_beside(struct new_game *game, struct scene *scene, const struct area *body, const struct area *side,
                        const struct area *narrow, struct area *list)
{
    for (int least = 0; least < 2; least++) {
        game->least = least;
        if (draw_side(game, scene, side, narrow, false))
            return false;
        if (draw_tall(game, scene, body, false, list))
            return true;
    }
    if (draw_tall(game, scene, body, true, list))
        return true;
    draw_side(game, scene, side, narrow, true);
    return false;
}

void new_game_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face)
{
    struct new_game *game = (struct new_game *)view;
    struct area list = *body;
    int wide = list_width(game);
    snprintf(face->title, sizeof face->title, "A new game of %s", ruleset_title(game->rules));
    snprintf(face->mode, sizeof face->mode, "NEW GAME");
    const struct option *option = new_game_option(game, list_item(&game->list));
    bool beside = body->columns - wide >= SIDE_LEAST;
    game->least = false;
    bool below_it = body->rows >= 3 * WORDS_LEAST || body->rows >= game->list.items + WORDS_FEW;
    snprintf(face->status, sizeof face->status, "%s",
             option && !beside && !below_it ? option->help
             : *game->position ? "from the position given"
                               : "for all players at this keyboard");
    if (game->list.filter[0])
        list_status(&game->list, "lines", face->status, sizeof face->status);
    if (beside) {
        struct area side = {body->row, body->column + wide + 2, body->rows, body->columns - wide - 3};
        struct area narrow = list;
        narrow.columns = wide;
        if (!draw_beside(game, scene, body, &side, &narrow, &list)) {
            app_wall(view->app, scene, body->row, body->column + wide, body->rows);
            list = narrow;
        }
    } else if (below_it && !draw_tall(game, scene, body, false, &list)) {
        int above = body->rows - (body->rows < 3 * WORDS_LEAST ? WORDS_FEW : WORDS_LEAST);
        list.rows = game->list.items < above ? game->list.items : above;
        struct area below = {body->row + list.rows + 1, body->column + 2, body->rows - list.rows - 1,
                             body->columns - 3};
        app_rule(view->app, scene, below.row - 1, body->column, body->columns);
        draw_side(game, scene, &below, &list, true);
    }
    list_draw(&game->list, scene, &list);
}

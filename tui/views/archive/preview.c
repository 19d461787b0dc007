/* preview.c - a small preview of a stored game: see preview.h. */
#include "config.h"
#include "tui/views/archive/preview.h"

#include "tui/boards/board_scene.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS_LEAST = 24 /* columns that the words need beside the board */,
    WORDS_TIGHT = 22 /* columns that the words need if otherwise the board would have to be cut */
    ,
    WORDS_ROWS = 5 /* rows that the words need below the board */,
    PART_ROWS = 4,
    PART_COLUMNS = 24 /* columns of the smallest part of a board that is worth showing */
};

void preview_forget(struct preview *preview)
{
    replay_clear(&preview->replay);
    record_free(preview->record);
    preview->record = NULL;
    preview->at = -1;
}

void preview_clear(struct preview *preview)
{
    preview_forget(preview);
}

/* Choose the ply to show: the requested one, or else the first ply with a note, or the end if the
 * game has no notes. */
static void choose_spot(struct preview *preview, int ply)
{
    struct spot spot = spot_start();
    preview->spot = spot;
    if (ply >= 0 && ply <= preview->record->moves.n)
        preview->spot.ply = ply;
    else if (spot_noted(preview->record, &spot, 1) && spot.depth == 0)
        preview->spot = spot;
    else
        spot_end(preview->record, &preview->spot);
}

/* Put the position at preview->spot on the board. If a ply cannot be replayed, stop there and set
 * preview->why. */
static void preview_replay(struct preview *preview)
{
    struct note why;
    if (replay_open(&preview->replay, preview->record, &why) < 0 ||
        replay_go(&preview->replay, preview->record, &preview->spot, &why) < 0)
        snprintf(preview->why, sizeof preview->why, "%s", why.text);
}

void preview_load(struct preview *preview, struct store *store, int at, int ply)
{
    struct note why;
    if (at == preview->at && ply == preview->ply)
        return;
    preview_forget(preview);
    preview->why[0] = '\0';
    preview->is_text = false;
    preview->at = at;
    preview->ply = ply;
    if (at < 0)
        return;
    if (store_load(store, at, &preview->record, NULL, NULL, &why) < 0) {
        const struct listing *listing = store_listing(store, at);
        bool damaged = listing && listing->damaged;
        char words[PLACE_ROOM];
        snprintf(preview->why, sizeof preview->why, "%s%s",
                 damaged ? place_words(listing->place, words) : "", why.text);
        preview->is_text = damaged;
        return;
    }
    choose_spot(preview, ply);
    preview_replay(preview);
}

void preview_show(struct preview *preview, struct record *record, int ply)
{
    preview_forget(preview);
    preview->why[0] = '\0';
    preview->is_text = false;
    preview->record = record;
    choose_spot(preview, ply);
    preview_replay(preview);
}

bool preview_step(struct preview *preview)
{
    return preview->replay.rules && spot_next(preview->record, &preview->spot, 0) &&
           replay_go(&preview->replay, preview->record, &preview->spot, NULL) == 0;
}

/* ---- words ---- */

struct archive_preview_words {
    struct scene *scene;
    struct area area;
    int row; /* the next free row, counted from the top of the area */
};

/* The number of bytes of the next word of a text. A cascade that is wider than the area is broken
 * between two members, so that the part before the break fits. */
static int word_length(const char *text, int columns)
{
    int length = (int)strcspn(text, " \n\t"), part = 0;
    for (int i = 0; i < length && i < columns && length > columns; i++)
        part = text[i] == '~' ? i + 1 : part;
    return part ? part : length;
}

/* Print a label and a paragraph, broken at blanks and inside long cascades. Returns false when the
 * area is full. */
static bool archive_preview_say(struct archive_preview_words *words, const char *label,
                                enum role role, const char *text)
{
    const struct area *area = &words->area;
    int column = area->column, end = area->column + area->columns;
    if (!*text || words->row >= area->rows)
        return words->row < area->rows;
    if (*label)
        column = scene_text(words->scene, area->row + words->row, column, area->columns, label,
                            ROLE_LABEL, ROLE_TEXT) +
                 1;
    while (*text && words->row < area->rows) {
        char part[512];
        int length = word_length(text, end - column < 12 ? area->columns : end - column);
        snprintf(part, sizeof part, "%.*s", length, text);
        int wide = scene_columns(part);
        if (column > area->column && column + wide > end) {
            column = area->column;
            if (++words->row >= area->rows)
                return false;
        }
        column = scene_text(words->scene, area->row + words->row, column, end - column, part, role,
                            ROLE_TEXT) +
                 1;
        text += length;
        text += strspn(text, " \n\t");
    }
    words->row++;
    return words->row < area->rows;
}

bool preview_ply(const struct preview *preview, char *out, size_t size)
{
    const struct node *node = spot_node(preview->record, &preview->spot);
    const struct track *track = &preview->replay.track;
    if (!node)
        return false;
    const struct position *before =
        spot_plies(&preview->spot) > track->plies ? &track->now : &track->before;
    snprintf(out, size, "%d%s %.100s", (int)before->fullmove, before->side ? "..." : ".",
             node->text);
    return true;
}

static const char *first_comment(const struct preview *preview)
{
    const struct node *node = spot_node(preview->record, &preview->spot);
    const struct comments *comments = node && node->notes ? &node->notes->comments : NULL;
    if (comments && comments->n)
        return comments->v[0].text;
    if (node && node->notes && node->notes->before)
        return node->notes->before;
    return preview->record->comments.n ? preview->record->comments.v[0].text : "";
}

static void archive_preview_draw_words(const struct preview *preview, struct scene *scene,
                                       const struct area *area)
{
    const struct record *record = preview->record;
    struct archive_preview_words words = {scene, *area, 0};
    char text[600];
    const char *event = record_text(record, "event.name"),
               *date = record_text(record, "event.date");
    int used = record_title(record, text, 500);
    used = used < 500 ? used : 499; /* a name may have any length */
    bool named = record_is_named(record);
    snprintf(text + used, sizeof text - (size_t)used, "  %.20s",
             record_text(record, "result.score"));
    archive_preview_say(&words, "", ROLE_TEXT, text);
    snprintf(text, sizeof text, "%.300s%s%.40s", named ? event : "",
             named && *event && *date ? ", " : "", date);
    archive_preview_say(&words, "", ROLE_DIM, text);
    if (preview->why[0])
        archive_preview_say(&words, "!", ROLE_ERROR, preview->why);
    if (preview_ply(preview, text, sizeof text))
        archive_preview_say(&words, "at", ROLE_MOVE, text);
    archive_preview_say(&words, "", ROLE_COMMENT, first_comment(preview));
}

/* Find the largest board that leaves `words` columns for the words beside it, or with 0 room for
 * them below it. Returns false if no size fits. */
static bool archive_preview_fit(struct board_view *view, const struct area *area, int words,
                                int *rows, int *columns)
{
    const struct ruleset *rules = view->position->rules;
    const struct board_art *art = board_art_for(rules);
    int tall = area->rows - (words ? 0 : WORDS_ROWS),
        wide = words ? area->columns - words - 2 : area->columns;
    view->size = board_fit(view, tall, wide, -1);
    art->measure(view, rows, columns);
    return art->fits(rules) && *rows <= tall && *columns <= wide;
}

cell_t preview_board(const struct preview *preview, struct board_scene *board)
{
    const struct track *track = &preview->replay.track;
    const struct position *now = &track->now;
    cell_t found = CELL_NONE;
    board_scene_begin(board, now);
    if (track->plies) {
        const struct ply *ply = &track->ply[track->plies - 1];
        if (ply->n)
            board_scene_last(board, ply);
        found = ply_end(ply);
    }
    for (int cell = now->rules->board->cells - 1; !track->plies && cell >= 0; cell--)
        if (now->at[cell].kind && now->at[cell].side == now->side &&
            (found == CELL_NONE || !now->rules->kinds[now->at[found].kind].royal))
            found = (cell_t)cell;
    return found;
}

/* Fit the part of a large board around a cell. Returns false if the part would be too small or
 * cannot be drawn. */
static bool fit_part(struct board_view *view, cell_t cell, const struct area *area, bool beside,
                     int *rows, int *columns)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int tall = area->rows - (beside ? 0 : WORDS_ROWS),
        wide = beside ? area->columns - WORDS_LEAST - 2 : area->columns;
    if (!art->follow || !art->fits(view->position->rules) || cell == CELL_NONE ||
        tall < PART_ROWS || wide < PART_COLUMNS)
        return false;
    view->coordinates = true;
    view->size = board_fit(view, tall, wide, -1); /* the smallest size */
    art->measure(view, rows, columns);
    for (int size = board_size_step(view, view->size, 1); size >= 0;
         size = board_size_step(view, size, 1)) {
        /* use larger squares, as wide as there is room, but still one line for each rank */
        struct board_view larger = *view;
        larger.size = size;
        art->measure(&larger, rows, columns);
        if (board_line_a_rank(view, size) && *columns <= wide)
            view->size = size;
    }
    art->measure(view, rows, columns);
    view->rows = *rows = *rows < tall ? *rows : tall;
    view->columns = *columns = *columns < wide ? *columns : wide;
    art->follow(view, cell);
    return true;
}

void preview_draw(const struct preview *preview, const struct app *app, struct scene *scene,
                  const struct area *area)
{
    struct archive_preview_words words = {scene, *area, 0};
    int rows = 0, columns = 0;
    const struct ruleset *rules = preview->replay.rules;
    if (!rules) {
        if (preview->why[0])
            archive_preview_say(&words, "!", ROLE_ERROR, preview->why);
        if (preview->why[0] && preview->is_text)
            archive_preview_say(&words, "", ROLE_DIM, "The game can be read as text.");
        return;
    }
    const struct board_art *art = board_art_for(rules);
    struct board_scene board = {0};
    cell_t at = preview_board(preview, &board);
    struct board_view view = {.position = &board.shown,
                              .charset = app_charset(app),
                              .coordinates = area->rows >= rules->board->ranks + 1,
                              .shaded = app_mono(app),
                              .quiet = !app_mono(app),
                              .least = true,
                              .plain = app_choice(app, SET_A11Y) == 1,
                              .mark = board.mark,
                              .marks = board.marks};
    app_pieces(app, &view);
    bool beside = area->columns >= 3 * WORDS_LEAST || area->rows < 20;
    bool fits = archive_preview_fit(&view, area, beside ? WORDS_LEAST : 0, &rows, &columns) ||
                (beside && archive_preview_fit(&view, area, WORDS_TIGHT, &rows, &columns));
    /* If the words fit below the board, put them there, unless that makes the board smaller. */
    if (beside && area->rows >= 20) {
        struct board_view other = view;
        int tall, wide;
        if (archive_preview_fit(&other, area, 0, &tall, &wide) && (!fits || tall >= rows)) {
            view = other;
            rows = tall;
            columns = wide;
            fits = true;
            beside = false;
        }
    }
    if (fits || fit_part(&view, at, area, beside, &rows, &columns))
        art->draw(&view, scene, area->row, area->column);
    else
        rows = columns = 0;
    board_scene_free(&board);
    struct area left = *area;
    if (beside) {
        left.column += columns ? columns + 2 : 0;
        left.columns -= columns ? columns + 2 : 0;
    } else {
        left.row += rows + 1;
        left.rows -= rows + 1;
    }
    archive_preview_draw_words(preview, scene, &left);
}

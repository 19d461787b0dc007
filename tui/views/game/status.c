/* status.c - the text around the table's panels: the title, the mode and the status line. */
#include "config.h"
#include "tui/views/game/collections.h"
#include "tui/views/game/live.h"

#include "core/families/croatian/custom_board.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

/* False if it need not be shown: when two-player games are replayed on a very large board with the moves beside it,
 * the column of the ply shows the turn, and two more places that change with every ply would add a third to what a
 * slow terminal is sent. */
bool table_tells_turn(const struct table *table)
{
    if (table_live_by_lot(table) || table_ended(table))
        return false; /* sides are not assigned yet, or the game is over */
    return table->rules->board->cells < TABLE_LARGE_BOARD || !table->layout.moves.rows || table->rules->sides > 2 ||
           table->from.play || table->composing || table->guessing || table_live_on(table);
}

void table_ply_label(struct table *table, char *out, size_t size)
{
    const struct record *record = table_record(table);
    const struct node *node = spot_node(record, &table->spot);
    char number[24] = "";
    int used = 0;
    if (!node) {
        snprintf(out, size, "start");
        return;
    }
    uint64_t path = path_start();
    for (int i = 0, plies = spot_plies(&table->spot); i < plies; i++)
        path = path_on(path, spot_path(record, &table->spot, i)->text);
    if (table->rules && !table->track.broken) {
        const struct position *before = &table->track.before;
        used = ply_number_write((int)before->fullmove, before->side, table->rules->sides, number, sizeof number - 1);
        if (before->side == 0 || table->rules->sides > 2)
            number[used] = ' ';
    }
    snprintf(out, size, "%s%s", number, ply_text(&table->texts, record, &table->spot, path));
}

/* Write the title, shortened by degrees: 0 in full; 1 with only "4 of 28" as the place of the game; 2 without that;
 * 3 also without the result of an unfinished game. */
static void write_title(const struct table *table, int shortness, struct face *face)
{
    const struct record *record = table_record(table);
    const char *score = record_text(record, "result.score");
    int sides = table->rules ? table->rules->sides : 2;
    size_t used = 0;
    const char *where = strrchr(table->where, '/') ? strrchr(table->where, '/') + 1 : table->where;
    const char *number = strrchr(where, ',');
    if (shortness && number)
        where = number + 2;
    if (shortness > 1)
        where = "";
    face->title[0] = '\0';
    text_add(face->title, sizeof face->title, &used, "%s%s", where, *where ? "  " : "");
    bool named = record_is_named(record);
    if (!named)
        text_add(face->title, sizeof face->title, &used, "%.120s", record_text(record, "event.name"));
    for (int side = 0; side < sides && named; side++) {
        const char *name = record_player_known(record, side_letter(side));
        text_add(face->title, sizeof face->title, &used, "%s%.40s%s", side ? " - " : "", *name ? name : side_name(side),
                 table_name_mark(table, name));
    }
    bool ended = *score && strcmp(score, "*") != 0;
    if (ended || shortness < 3)
        text_add(face->title, sizeof face->title, &used, "  %s", *score ? score : "*");
}

static void title(struct table *table, struct face *face, int columns)
{
    enum { SHORTEST = 3 };
    const struct record *record = table_record(table);
    char label[200];
    int plies = spot_plies(&table->spot), rest = spot_line(record, &table->spot)->n - table->spot.ply;
    label[0] = '\0';
    if (!table->layout.moves.rows) /* otherwise it is marked there, and every changed line is expensive on a slow terminal */
        table_ply_label(table, label, sizeof label);
    snprintf(face->title_side, sizeof face->title_side, "%.80s", label);
    snprintf(face->title_ply, sizeof face->title_ply, "%*d/%d", plies + rest > 99 ? 3 : plies + rest > 9 ? 2 : 1, plies,
             plies + rest);
    int aside = scene_columns(face->title_side) + scene_columns(face->title_ply) + (*label ? 6 : 4);
    for (int shortness = 0; shortness <= SHORTEST; shortness++) {
        write_title(table, shortness, face);
        if (scene_columns(face->title) + aside <= columns)
            break;
        if (shortness == SHORTEST && !plies)
            face->title_side[0] = '\0'; /* "start": the counter 0/35 shows it */
    }
    size_t used = strlen(face->title);
    const char *variant = record_variant(record);
    char own[80];
    if (table->rules && custom_definition(table->rules->id)) { /* its whole definition would not fit */
        const char *name = custom_name(table->rules);
        snprintf(own, sizeof own, "%.60s %dx%d", *name ? name : "custom", table->rules->board->files, table->rules->board->ranks);
        variant = own;
    }
    if (scene_columns(face->title) + aside + 2 + scene_columns(variant) <= columns)
        text_add(face->title, sizeof face->title, &used, "  %s", variant);
}

/* The state of automatic replay: "[####......] 12/33 2.0 s a ply", inside a ply "[####......] 12/33 member 2 of 5
 * 1.0 s a member". */
static void play_status(struct table *table, char *out, size_t size)
{
    enum { BAR = 10 };
    static const char full[] = "##########", rest[] = "..........";
    int plies = spot_plies(&table->spot), all = plies + spot_line(table_record(table), &table->spot)->n - table->spot.ply;
    int done = all ? plies * BAR / all : BAR;
    bool members = table_walks(table);
    double seconds = atoi(app_setting(table->view.app, members ? SET_MEMBER_SPEED : SET_SPEED)) / 10.0;
    int used = snprintf(out, size, "[%.*s%.*s] %d/%d  ", done, full, BAR - done, rest, plies, all);
    if (members)
        table_walk_status(table, out + used, size - (size_t)used);
    size_t length = strlen(out);
    text_add(out, size, &length, members ? "  %.1f s a member" : "%.1f s a ply", seconds);
}

/* If the board is alone on the screen, show the ply being composed on one line: in the title, or in the status line
 * if there is no title; on the narrowest screens it replaces the mode, too. */
static void title_alone(struct table *table, const struct area *whole, struct face *face)
{
    enum { MODE_FROM = 40 /* columns */ };
    bool titled = whole->row > 0;
    char text[200], state[200];
    if (!table->composing || !table->layout.board.rows || table->layout.notes.rows || table->layout.moves.rows)
        return;
    compose_text(&table->compose, text, sizeof text);
    table_compose_status(table, state, sizeof state);
    if (titled)
        face->title_side[0] = face->title_ply[0] = face->status[0] = '\0';
    else if (whole->columns < MODE_FROM)
        face->mode[0] = '\0';
    snprintf(titled ? face->title : face->status, titled ? sizeof face->title : sizeof face->status, "%.80s  %.150s", text, state);
}

/* Add which annotators are hidden, so that this is always visible. */
static void add_hidden(const struct layers *layers, char *out, size_t size)
{
    size_t used = strlen(out);
    int hidden = 0, last = 0;
    for (int i = 0; i < layers->n; i++)
        if (layers->v[i].hidden) {
            hidden++;
            last = i;
        }
    if (hidden == 1)
        text_add(out, size, &used, ", %.24s hidden", last == layers_find(layers, NULL) ? "unsigned notes" : layers->v[last].by);
    else if (hidden)
        text_add(out, size, &used, ", notes of %d hidden", hidden);
}

static void status(struct table *table, struct face *face)
{
    static const char *const words[] = {"BOARD", "REPLAY", "NOTES"};
    const char *word = table->editing     ? "COMMENT"
                       : table->marking   ? "MARKS"
                       : table->composing ? "COMPOSE"
                       : table->trial     ? "TRIAL"
                       : table->guessing  ? "GUESS"
                       : table->from.play ? (table->over ? "OVER" : "PLAY")
                       : table->playing   ? "AUTOPLAY"
                                          : words[table->focus];
    snprintf(face->mode, sizeof face->mode, "%s", word);
    snprintf(face->status_side, sizeof face->status_side, "%s", table_state(table));
    add_hidden(&table->layers, face->status_side, sizeof face->status_side);
    if (table->composing) {
        char text[160], state[200];
        compose_text(&table->compose, text, sizeof text);
        table_compose_status(table, state, sizeof state);
        snprintf(face->status, sizeof face->status, "pending: %.80s   %.150s", text, state);
    } else if (table->playing) {
        play_status(table, face->status, sizeof face->status);
    } else if (table->track.broken) {
        snprintf(face->status, sizeof face->status, "from ply %d on it does not replay: %.180s", table->track.plies + 1,
                 table->track.why.text);
    } else if (!table->rules) {
        snprintf(face->status, sizeof face->status, "%.250s", table->unknown.text);
    } else if (table_walks(table) && !table->marking) {
        table_walk_status(table, face->status, sizeof face->status);
    } else if (table->marking) {
        snprintf(face->status, sizeof face->status, "brush %s%s%s", mark_color_name(table->brush),
                 *table->arrow ? ", arrow from " : "", table->arrow);
    } else if (table->offer >= 0) {
        table_offer_text(table, face->status, sizeof face->status);
    } else if (table_hit(table)) {
        snprintf(face->status, sizeof face->status, "match %d of %d%s", table_hit(table), table->from.hits,
                 table->from.hits > 1 ? ", n next" : "");
    } else if (((table->layout.board.rows && table->layout.seat_row[1] < 0) || table->layout.detail.rows) &&
               table_tells_turn(table)) {
        char clock[CLOCK_ROOM];
        bool told = table_clock_text(table, table->track.now.side, clock);
        snprintf(face->status, sizeof face->status, "%s %s", side_name(table->track.now.side),
                 told ? clock + table_clock_noughts(clock) : "to move");
        face->status_of_ply = true;
    } else if (table->spot.depth) {
        snprintf(face->status, sizeof face->status, "variation, %s", table->spot.depth == 1 ? "^ to the game" : "^ up");
    }
}

void table_face(struct table *table, const struct area *whole, struct face *face)
{
    title(table, face, whole->columns);
    status(table, face);
    title_alone(table, whole, face);
}

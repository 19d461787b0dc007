/* to_record.c - converts a live game to a game of the archive, and computes its score: see live_game.h. */
#include "archive/live/live_game.h"

#include "core/draft.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool decided(const struct live_game *live)
{
    return live->stage >= LIVE_OVER && !live->aborted;
}

/* The half points of a side. */
static int half_points(const struct live_game *live, int side)
{
    const struct verdict *verdict = &live->game.verdict;
    if (verdict->outcome == OUTCOME_DRAW)
        return live_alive(live, side) ? 1 : 0;
    return verdict->outcome == OUTCOME_WIN && verdict->winner == side ? 2 : 0;
}

void live_score(const struct live_game *live, char *out, size_t size)
{
    static const char *const points[] = {"0", "1/2", "1"};
    size_t used = 0;
    if (!decided(live)) {
        snprintf(out, size, "*");
        return;
    }
    for (int side = 0; side < live->rules->sides; side++)
        text_add(out, size, &used, "%s%s", side ? "-" : "", points[half_points(live, side)]);
}

static void write_result(const struct live_game *live, struct record *record)
{
    static const char *const numbers[] = {"0", "0.5", "1"};
    char score[24];
    live_score(live, score, sizeof score);
    record_set_text(record, "result.score", score);
    if (decided(live) && live->rules->sides > 2) {
        struct value *points = value_map(value_map(&record->head, "result"), "points");
        for (int side = 0; side < live->rules->sides; side++)
            value_set(points, (char[]){side_letter(side), '\0'}, numbers[half_points(live, side)], true);
    }
    if (*live->reason)
        record_set_text(record, "result.reason", live->reason);
}

static void write_clock(struct record *record, const char *path, int64_t time)
{
    char text[CLOCK_ROOM];
    clock_write(time, false, text);
    if (time)
        record_set_text(record, path, text);
}

static void write_event(const struct live_game *live, struct record *record)
{
    char utc[UTC_ROOM];
    utc_write(live->opened_at, utc);
    record_set_text(record, "event.utc", utc);
    utc[10] = '\0';
    record_set_text(record, "event.date", utc);
    if (*live->control_text) {
        record_set_text(record, "event.control.text", live->control_text);
        write_clock(record, "event.control.base", live->control.base);
        write_clock(record, "event.control.inc", live->control.inc);
        write_clock(record, "event.control.delay", live->control.delay);
    }
    record_set_text(record, "event.mode", "net");
}

static void write_rules(const struct live_game *live, struct record *record)
{
    for (int i = 0; i < live->rules->settings; i++) {
        struct value *options = value_map(value_map(&record->head, "rules"), "options");
        value_set(options, live->rules->setting[i].name, live->rules->setting[i].value, false);
    }
}

/* If someone is out without having played a ply, the previous ply records it. */
static void write_exits(const struct live_game *live, struct line *moves)
{
    for (int i = 0; i < live->exits; i++) {
        const struct live_exit *out = &live->exit[i];
        struct value *other = &node_notes(&moves->v[out->plies - 1])->other;
        other->type = VALUE_MAP;
        struct value *event = value_append(value_list(other, "events"));
        event->type = VALUE_MAP;
        value_set(event, "is", out->time ? "flag" : "resigns", false);
        value_set(event, "side", (char[]){side_letter(out->side), '\0'}, false);
    }
}

static void write_swaps(const struct live_game *live, struct line *moves)
{
    for (int i = 0; i < live->swaps; i++)
        if (live->swapped[i])
            comments_append(&node_notes(&moves->v[live->swapped[i] - 1])->comments,
                            "After this ply the players changed sides.", NULL);
}

static void write_plies(const struct live_game *live, struct record *record)
{
    char clock[CLOCK_ROOM];
    for (int i = 0; i < live->game.plies; i++) {
        struct node *node = line_append(&record->moves, live->ply[i].text);
        if (live->rules->sides > 2)
            node_notes(node)->side = side_letter(live->ply[i].side);
        if (live_has_clock(live) && !live->control.ply) {
            clock_write(live->ply[i].left, false, clock);
            text_replace(&node_notes(node)->clk, clock);
        }
    }
    write_exits(live, &record->moves);
    write_swaps(live, &record->moves);
}

static void write_start(const struct live_game *live, struct record *record)
{
    char text[POSITION_TEXT_MAX], usual[POSITION_TEXT_MAX];
    struct position start, setup;
    game_position(&live->game, 0, &start);
    live->rules->rules->setup(live->rules, &setup);
    live->rules->rules->write(&start, text, sizeof text);
    live->rules->rules->write(&setup, usual, sizeof usual);
    if (strcmp(text, usual))
        record_set_text(record, "start.position", text);
}

/* The position as the last mover left it; who went out afterwards is recorded by the events of the
 * ply. */
static void last_position(const struct live_game *live, struct position *out)
{
    int plies = live->game.plies;
    struct position before;
    if (live->exits == 0 || live->exit[live->exits - 1].plies < plies) {
        position_copy(out, &live->game.now);
        return;
    }
    game_position(&live->game, plies - 1, &before);
    ply_play(&before, &live->game.ply[plies - 1], out);
}

static void write_end(const struct live_game *live, struct record *record)
{
    char text[POSITION_TEXT_MAX], plies[16];
    struct value *end = value_map(&record->head, "end");
    snprintf(plies, sizeof plies, "%d", live->game.plies);
    value_set(end, "plies", plies, true);
    struct position last;
    last_position(live, &last);
    live->rules->rules->write(&last, text, sizeof text);
    value_set(end, "position", text, false);
}

struct record *live_record(const struct live_game *live)
{
    struct record *record = record_new(live->rules->id);
    memcpy(record->id, live->id, sizeof record->id);
    for (int side = 0; side < live->rules->sides; side++)
        record_set_player(record, side_letter(side), *live->seat[side].name ? live->seat[side].name : "?");
    record->notation = NOTATION_LONG;
    write_rules(live, record);
    write_event(live, record);
    write_result(live, record);
    write_start(live, record);
    write_plies(live, record);
    if (live->stage >= LIVE_OVER)
        write_end(live, record);
    return record;
}

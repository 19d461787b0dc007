/* games_by_chance.h - random games of any variant: legal plies, variations, notes and headers. */
#ifndef CHESSCADE_TESTS_SUPPORT_GAMES_BY_CHANCE_H
#define CHESSCADE_TESTS_SUPPORT_GAMES_BY_CHANCE_H

#include "tests/support/testing.h"

#include "archive/replay/san_replay.h"
#include "archive/record/record.h"
#include "core/variant.h"
#include "core/enumerate.h"

/* A separate generator, not the one of chance.h: the index tests know how far an index narrows the
 * search for exactly these games. */
static uint32_t seed = 20261121;
static inline int chance(int n)
{
    seed = seed * 1664525 + 1013904223;
    return (int)((seed >> 10) % (uint32_t)n);
}

enum { PLIES = 10, CHOICES = 30 };

struct pick {
    const struct position *position;
    int seen;
    char text[PLY_ROOM];
};

static inline int pick_one(const struct ply *ply, void *argument)
{
    struct pick *pick = argument;
    if (chance(++pick->seen) == 0)
        pick->position->rules->rules->format(pick->position, ply, FORM_LONG, pick->text,
                                             sizeof pick->text);
    return pick->seen == CHOICES;
}

/* A random ply of a position, or "" if it has none. */
static inline const char *some_ply(const struct position *position)
{
    static const struct limits one = {.cascade = 2};
    static struct pick pick;
    pick = (struct pick){.position = position};
    search_plies(position, &one, pick_one, &pick);
    return pick.text;
}

static inline void annotate(struct node *node, int number)
{
    static const char *const words[] = {"open file",
                                        "Momentum of the ring",
                                        "a \"quoted\" word",
                                        "\u00DCberraschung",
                                        "it's over",
                                        "K\u00F6nig on the run",
                                        "Stra\u00DFe, gro\u00DFer Turm",
                                        "\u0160ari\u0107 \u0161utke",
                                        "Passau"};
    struct notes *notes = node_notes(node);
    comments_append(&notes->comments, words[chance(9)], number % 3 ? NULL : "ana");
    if (number % 4 == 0)
        nags_add(&notes->nags, 1 + chance(6));
    if (number % 4 == 1) {
        struct mark *mark = marks_append(&notes->marks, "circle");
        mark->extra.type = VALUE_MAP;
        value_set(&mark->extra, "by", number % 8 == 1 ? "Petra" : "Rea", false);
    }
}

static inline void other_line(struct line *line, const char *ply, int number)
{
    line_append(line, ply);
    if (number % 3 == 0)
        line->comment = memory_text("Passed by");
    if (number % 5 == 1)
        line->by = memory_text("Zora");
}

static inline struct record *random_game(const char *variant, const struct setting *option,
                                         int number)
{
    static const char *const names[] = {"Morphy, Paul", "Anderssen, Adolf", "\u0160ari\u0107, Ivo",
                                        "Mia", "Noa"};
    struct record *record = record_new(variant);
    struct follower *board = memory_new(1, sizeof *board);
    struct ruleset *rules;
    struct position position;
    char text[PLY_ROOM], written[PLY_ROOM];
    if (option)
        value_set(value_map(value_map(&record->head, "rules"), "options"), option->name,
                  option->value, false);
    assert_int_equal(follow_open(board, record, &rules, NULL), 0);
    for (int s = 0; s < rules->sides; s++)
        record_set_player(record, "wbr"[s], names[chance(5)]);
    snprintf(text, sizeof text, "18%02d-0%d-??", 50 + chance(40), 1 + chance(9));
    if (number % 8)
        record_set_text(record, "event.date", number % 5 ? text : "???\?-?\?-??");
    record_set_text(record, "event.name", number % 2 ? "London 1851" : "Club evening");
    record_set_text(record, "event.site", number % 4 ? "London ENG" : "Zagreb");
    record_set_text(record, "event.round", number % 3 ? "2" : "11");
    record_set_text(record, "event.control.text", number % 3 ? "90+30" : "5");
    record_set_text(record, "opening.eco", number % 2 ? "C41" : "B01");
    record_set_text(record, "result.score", number % 3 ? "1-0" : "1/2-1/2");
    record_set_text(record, "result.reason", number % 4 ? "resigned" : "agreed");
    if (number % 6 == 0)
        value_put(value_append(value_list(&record->head, "tags")), "miniature", STYLE_CANONICAL);
    if (number % 5 == 0)
        comments_append(&record->comments, "From the inventor's own game.", NULL);
    for (int i = 0; i < PLIES; i++) {
        follow_position(board, &position);
        const char *other = chance(4) == 0 ? some_ply(&position) : "";
        char fork[PLY_ROOM];
        snprintf(fork, sizeof fork, "%s", other);
        snprintf(text, sizeof text, "%s", some_ply(&position));
        if (!*text || !follow_play(board, text, written, sizeof written))
            break;
        struct node *node = line_append(&record->moves, written);
        if (chance(6) == 0)
            annotate(node, number);
        if (*fork) {
            struct follower *way = memory_new(1, sizeof *way);
            follow_begin(way, &position);
            if (follow_play(way, fork, written, sizeof written))
                other_line(lines_append(&node_notes(node)->alts), written, number);
            free(way);
        }
    }
    follow_position(board, &position);
    snprintf(text, sizeof text, "%s", number % 7 == 3 ? some_ply(&position) : "");
    if (*text && follow_play(board, text, written, sizeof written)) {
        struct line *line = lines_append(line_then(&record->moves));
        line->comment = memory_text("Hereafter");
        line->by = memory_text("Mia");
        annotate(line_append(line, written), number);
    }
    ruleset_free(rules);
    free(board);
    return record;
}

#endif

/* index_game.c - what an index keeps of one game: its texts and its positions. */
#include "archive/index_parts.h"

#include "archive/follow.h"
#include "archive/board_hash.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- texts */

static void add_text(struct yaml_text *out, const char *text)
{
    if (!text || !*text)
        return;
    yaml_text_add(out, text, strlen(text));
    yaml_text_add(out, "\n", 1);
}

static void add_comments(struct yaml_text *out, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++) {
        add_text(out, comments->v[i].text);
        add_text(out, comments->v[i].by);
    }
}

static void add_line(struct yaml_text *out, const struct line *line, int depth)
{
    if (depth > VARIATION_DEPTH_MAX)
        return;
    add_text(out, line->title);
    add_text(out, line->comment);
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        if (!notes)
            continue;
        add_text(out, notes->before);
        add_comments(out, &notes->comments);
        for (int s = 0; s < notes->step_count; s++)
            add_comments(out, &notes->steps[s].comments);
        for (int a = 0; a < notes->alts.n; a++)
            add_line(out, &notes->alts.v[a], depth + 1);
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        add_line(out, &line->then->v[i], depth + 1);
}

static void add_value(struct yaml_text *out, const struct value *value)
{
    if (value->type == VALUE_TEXT)
        add_text(out, value->text);
    for (int i = 0; value->type != VALUE_TEXT && i < value->n; i++)
        add_value(out, &value->entry[i].value);
}

/* Headers but those that query_headers_say() sees in the listing, whole: they are of every game. */
static void add_head(struct yaml_text *out, const struct value *head)
{
    static const char *const listed[][2] = {{"event", "name"}, {"event", "site"}, {"event", "date"}, {"opening", "eco"}};
    enum { LISTED = sizeof listed / sizeof *listed };
    for (int i = 0; i < head->n; i++) {
        const struct entry *section = &head->entry[i];
        bool players = !strcmp(section->key, "players") && section->value.n <= LISTING_PLAYERS;
        if (!strcmp(section->key, "variant"))
            continue;
        for (int j = 0; section->value.type == VALUE_MAP && j < section->value.n; j++) {
            const struct entry *entry = &section->value.entry[j];
            bool skip = false;
            for (int l = 0; l < LISTED; l++)
                skip = skip || (!strcmp(section->key, listed[l][0]) && !strcmp(entry->key, listed[l][1]));
            if (!skip)
                add_value(out, &entry->value);
        }
        for (int j = 0; players && j < section->value.n; j++) {
            const struct value *player = &section->value.entry[j].value;
            for (int k = 0; player->type == VALUE_MAP && k < player->n; k++)
                if (strcmp(player->entry[k].key, "name") != 0)
                    add_value(out, &player->entry[k].value);
        }
        if (section->value.type == VALUE_TEXT || (section->value.type == VALUE_LIST && !players))
            add_value(out, &section->value);
    }
}

char *index_texts(const struct record *record)
{
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    add_head(&out, &record->head);
    add_comments(&out, &record->comments);
    add_line(&out, &record->moves, 0);
    return out.v ? out.v : memory_text("");
}

/* ------------------------------------------------------------------------------------------------ positions */

struct hashes {
    uint32_t *v;
    int n, room;
};

uint32_t index_short_hash(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

static void add_position(struct hashes *hashes, const struct follower *board)
{
    struct position position;
    follow_position(board, &position);
    hashes->v = memory_room(hashes->v, &hashes->room, hashes->n + 1, sizeof *hashes->v);
    hashes->v[hashes->n++] = index_short_hash(board_hash(&position));
}

/* The plies of a line whose start `board` is, behind the ply `last` (NULL: the game's start). The main line goes before all variations: `forks` is whether to look at the
 * lines that leave it. Returns how many of its plies could be played. */
static int add_plies(struct hashes *hashes, const struct line *line, const struct node *last, struct follower *board, bool own,
                     bool forks, int depth)
{
    struct follower *before = memory_new(1, sizeof *before), *fork = memory_new(1, sizeof *fork);
    char written[SAN_MAX + 4096];
    int played = 0;
    bool lost = depth > VARIATION_DEPTH_MAX;
    for (; played < line->n && !lost; played++) {
        const struct notes *notes = line->v[played].notes;
        const struct node *from = played ? &line->v[played - 1] : last;
        follow_leave(board, from);
        if (forks)
            follow_copy(before, board);
        lost = !follow_play(board, line->v[played].text, written, sizeof written);
        if (own && !lost)
            add_position(hashes, board);
        for (int a = 0; forks && notes && a < notes->alts.n; a++) {
            follow_copy(fork, before);
            add_plies(hashes, &notes->alts.v[a], from, fork, true, true, depth + 1);
        }
    }
    for (int i = 0; forks && !lost && line->then && i < line->then->n; i++) {
        follow_copy(fork, board);
        add_plies(hashes, &line->then->v[i], line->n ? &line->v[line->n - 1] : last, fork, true, true, depth + 1);
    }
    free(before);
    free(fork);
    return played;
}

static bool has_forks(const struct line *line)
{
    for (int i = 0; i < line->n; i++)
        if (line->v[i].notes && line->v[i].notes->alts.n)
            return true;
    return line->then && line->then->n;
}

uint32_t *index_hashes(const struct record *record, int *main, int *n)
{
    struct hashes hashes = {0};
    struct follower *board = memory_new(1, sizeof *board), *again = memory_new(1, sizeof *again);
    struct ruleset *rules;
    *main = 0;
    if (follow_open(board, record, &rules, NULL) == 0) {
        follow_copy(again, board);
        add_position(&hashes, board);
        add_plies(&hashes, &record->moves, NULL, board, true, false, 0);
        *main = hashes.n;
        if (has_forks(&record->moves))
            add_plies(&hashes, &record->moves, NULL, again, false, true, 0);
    }
    ruleset_free(rules);
    free(board);
    free(again);
    *n = hashes.n;
    return hashes.v;
}

bool index_starts_as_set_up(const struct record *record)
{
    const struct value *options = value_at(value_at(&record->head, "rules"), "options");
    return !*record_text(record, "start.position") && (!options || options->n == 0);
}

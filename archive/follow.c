/* follow.c - a board that follows the plies of a game: see follow.h. */
#include "archive/follow.h"

#include "core/draft.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules, struct note *why)
{
    enum { SETTINGS_MAX = 32 };
    struct setting setting[SETTINGS_MAX];
    int settings = 0;
    const struct value *options = value_at(value_at(&record->head, "rules"), "options");
    for (int i = 0; options && i < options->n && settings < SETTINGS_MAX; i++)
        if (options->entry[i].value.type == VALUE_TEXT)
            setting[settings++] = (struct setting){options->entry[i].key, options->entry[i].value.text};
    *rules = NULL;
    int result = ruleset_open(rules, record_variant(record), setting, settings, why);
    if (result < 0)
        return result;
    const char *start = record_text(record, "start.position");
    struct position position;
    if (!*start)
        (*rules)->rules->setup(*rules, &position);
    else
        result = (*rules)->rules->read(*rules, start, &position, why);
    if (result < 0) {
        ruleset_free(*rules);
        *rules = NULL;
        return result;
    }
    follow_begin(follower, &position);
    return 0;
}

struct start_place {
    struct ruleset *rules;
    struct follower board;
};

/* Where the beginning of a variant is kept, or, in an empty place or that of another one, could be. */
static int place_of(const struct follow_start *start, const char *variant)
{
    for (int i = 0; i < FOLLOW_STARTS; i++) {
        int at = (start->last + i) % FOLLOW_STARTS; /* most games are of the variant of the game before them */
        if (!start->place[at] || !strcmp(start->place[at]->rules->id, variant))
            return at;
    }
    return (start->last + 1) % FOLLOW_STARTS;
}

/* The place of a variant, set up now if it was not; NULL: it is not known. */
static struct start_place *set_up(struct follow_start *start, const char *variant, struct note *why)
{
    int at = place_of(start, variant);
    struct start_place *place = start->place[at];
    if (!place || strcmp(place->rules->id, variant) != 0) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant, NULL, 0, why) < 0)
            return NULL;
        if (place)
            ruleset_free(place->rules);
        else
            place = start->place[at] = memory_new(1, sizeof *place);
        place->rules = rules;
        rules->rules->setup(rules, &position);
        follow_begin(&place->board, &position);
    }
    start->last = at;
    return place;
}

int follow_open_alike(struct follower *follower, const struct record *record, struct follow_start *start,
                      struct ruleset **rules, struct note *why)
{
    const char *text = record_text(record, "start.position");
    struct position position;
    if (value_at(value_at(&record->head, "rules"), "options"))
        return follow_open(follower, record, rules, why);
    *rules = NULL;
    const struct start_place *place = set_up(start, record_variant(record), why);
    if (!place)
        return FAIL_NAME;
    if (*text && place->rules->rules->read(place->rules, text, &position, why) < 0)
        return FAIL_TEXT;
    if (*text)
        follow_begin(follower, &position);
    else
        follow_copy(follower, &place->board);
    *rules = place->rules;
    return 0;
}

struct ruleset *follow_start_rules(struct follow_start *start, const char *variant, struct note *why)
{
    struct start_place *place = set_up(start, variant, why);
    return place ? place->rules : NULL;
}

void follow_close(const struct follow_start *start, struct ruleset *rules)
{
    for (int i = 0; rules && i < FOLLOW_STARTS; i++)
        if (start->place[i] && start->place[i]->rules == rules)
            return;
    ruleset_free(rules);
}

void follow_start_clear(struct follow_start *start)
{
    for (int i = 0; i < FOLLOW_STARTS; i++)
        if (start->place[i]) {
            ruleset_free(start->place[i]->rules);
            free(start->place[i]);
        }
    *start = (struct follow_start){.last = 0};
}

void follow_begin(struct follower *follower, const struct position *start)
{
    follower->classical = !strcmp(start->rules->variant->id, "classical");
    if (follower->classical)
        san_begin(&follower->san, start);
    else
        position_copy(&follower->position, start);
}

void follow_copy(struct follower *to, const struct follower *from)
{
    to->classical = from->classical;
    if (from->classical)
        to->san = from->san;
    else
        position_copy(&to->position, &from->position);
}

int follow_leavers(const struct node *node, struct leaver out[SIDES_MAX])
{
    const struct value *events = node && node->notes ? value_at(&node->notes->other, "events") : NULL;
    int n = 0;
    unsigned gone = 0;
    for (int i = 0; events && i < events->n; i++) {
        const struct value *event = &events->entry[i].value;
        const char *is = value_text(event, "is");
        bool flag = !strcmp(is, "flag"), leaves = flag || !strcmp(is, "resigns") || !strcmp(is, "out");
        int side = side_of_letter(*value_text(event, "side"));
        if (!leaves || side >= SIDES_MAX || gone & 1U << side)
            continue;
        gone |= 1U << side;
        out[n++] = (struct leaver){(uint8_t)side, flag || !strcmp(value_text(event, "why"), "time")};
    }
    return n;
}

void follow_leave(struct follower *follower, const struct node *node)
{
    struct leaver leaver[SIDES_MAX];
    if (follower->classical || !follower->position.rules->rules->retire)
        return;
    int n = follow_leavers(node, leaver);
    for (int i = 0; i < n; i++)
        follower->position.rules->rules->retire(&follower->position, leaver[i].side);
}

/* Pass the turn, where the side to move is not in check. */
static bool pass(struct follower *follower)
{
    if (follower->classical)
        return san_pass(&follower->san, NULL) == 0;
    if (!position_can_pass(&follower->position))
        return false;
    position_pass(&follower->position);
    return true;
}

bool follow_play(struct follower *follower, const char *text, char *written, size_t size)
{
    if (text_is_pass(text)) {
        snprintf(written, size, "%s", PASS_TEXT);
        return pass(follower);
    }
    if (follower->classical)
        return san_play(&follower->san, text, (int)strlen(text), written, NULL) == 0;
    struct ply ply = {0};
    struct position after;
    const struct rules *rules = follower->position.rules->rules;
    bool legal = rules->parse(&follower->position, text, &ply, NULL) == 0;
    if (legal) {
        rules->format(&follower->position, &ply, FORM_LONG, written, size);
        ply_play(&follower->position, &ply, &after);
        position_copy(&follower->position, &after);
    }
    ply_free(&ply);
    return legal;
}

bool follow_on(struct follower *follower, struct follow_past *past, const char *text, char *written, size_t size)
{
    struct position before;
    if (!follower->classical)
        position_copy(&before, &follower->position);
    if (!follow_play(follower, text, written, size))
        return false;
    if (follower->classical) {
        past->san[1] = past->san[0];
        past->san[0] = follower->san.last;
        return true;
    }
    if (past->position[0].rules) /* there was a ply before this one */
        position_copy(&past->position[1], &past->position[0]);
    position_copy(&past->position[0], &before);
    return true;
}

void follow_earlier(struct follower *to, const struct follower *now, const struct follow_past *past, int plies)
{
    if (!now->classical && plies > 0) {
        to->classical = false;
        position_copy(&to->position, &past->position[plies - 1]);
        return;
    }
    follow_copy(to, now);
    for (int i = 0; i < plies; i++)
        san_back(&to->san, &past->san[i]);
}

void follow_position(const struct follower *follower, struct position *out)
{
    if (follower->classical)
        san_position(&follower->san, out);
    else
        position_copy(out, &follower->position);
}

int follow_side(const struct follower *follower)
{
    return follower->classical ? follower->san.now.side : follower->position.side;
}

int follow_number(const struct follower *follower)
{
    return (int)(follower->classical ? follower->san.now.fullmove : follower->position.fullmove);
}

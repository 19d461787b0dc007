/* cascade_typing.c - lists how a cascade may continue after the members typed so far: see tui/session/cascade_typing.h.
 *
 * In Croatian Ties a ply may be a cascade: a piece moves onto another one and activates it, which then moves on
 * in its turn. The number of such plies grows exponentially with their length, so on a large board they cannot
 * be listed for completion. This file follows the typed text instead:
 *
 *   1. read_members() parses the members in the text: a kind, an optional origin, a target.
 *   2. follow() starts a draft (core/draft.h) with every piece that fits the first member, and at each member
 *      takes only the activation (ACTION_PUSH) of the right kind to the right cell. Several paths may remain, as
 *      short forms are ambiguous.
 *   3. go_on() lists what the next member may be: whole plies that end there, and activations, marked by '~', to
 *      be typed on.
 *
 * So the cost depends on what was typed, not on the length of possible cascades, and the answer comes at once on
 * every board. Activations after which no ply can be completed are left out as far as a look-ahead of
 * ACTIVATIONS_AHEAD activations and STATES_AHEAD states shows (search_dead_end()): a dead end further away is
 * still offered. */
#include "config.h"
#include "tui/session/cascade_typing.h"

#include "archive/record/record.h"
#include "core/util/ascii.h"
#include "core/draft.h"
#include "core/enumerate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIVATIONS_AHEAD = 1, STATES_AHEAD = 50 /* limits of the look-ahead for dead ends, for each activating member */ };

/* A member as typed: "Rf3", "[Rb3-f3]". */
struct typed_member {
    int kind;
    cell_t from, to; /* from: CELL_NONE if it was not typed */
};

struct continuation {
    const struct position *before;
    const char *typed; /* [length], without the final '~' */
    size_t length;
    const struct typed_member *member;
    int members;
    continuation_fn *each;
    void *argument;
    char text[2 * PLY_ROOM], written[PLY_ROOM];
};

static bool read_member(const struct ruleset *rules, const char *text, struct typed_member *out)
{
    int length;
    text += *text == '[';
    out->kind = ruleset_kind(rules, ascii_isupper((unsigned char)*text) ? *text++ : 'P');
    out->from = CELL_NONE;
    out->to = board_cell_named(rules->board, text, &length);
    if (text[length] == '-') {
        out->from = out->to;
        out->to = board_cell_named(rules->board, text + length + 1, NULL);
    }
    return out->kind != KIND_NONE && out->to != CELL_NONE;
}

/* Parse the members in the text; false: one of them is not valid. */
static bool read_members(struct continuation *way, struct typed_member **out)
{
    int room = 0;
    for (const char *at = way->typed, *end = at + way->length; way->length && at <= end; at++) {
        const char *next = memchr(at, '~', (size_t)(end - at));
        *out = memory_room(*out, &room, way->members + 1, sizeof **out);
        if (!read_member(way->before->rules, at, &(*out)[way->members++]))
            return false;
        at = next ? next : end;
    }
    return true;
}

/* Pass on the ply of a draft in both forms: what was typed, then its last member. */
static int write_ply(struct continuation *way, const struct draft *draft)
{
    int stop = 0;
    for (int form = FORM_LONG; form <= FORM_SHORT && !stop; form++) {
        way->before->rules->rules->format(way->before, &draft->ply, (enum form)form, way->written, sizeof way->written);
        const char *last = strrchr(way->written, '~');
        size_t used = 0;
        text_add(way->text, sizeof way->text, &used, "%.*s~", (int)way->length, way->typed);
        for (const char *at = last ? last + 1 : way->written; *at; at++)
            if (form == FORM_LONG || !strchr("[]", *at)) /* the parser does not need the brackets */
                text_add(way->text, sizeof way->text, &used, "%c", *at);
        stop = way->each((enum form)form, way->text, way->argument);
    }
    return stop;
}

/* Pass on an activating member in both forms. */
static int write_push(struct continuation *way, const struct draft *draft, cell_t to)
{
    const struct ruleset *rules = way->before->rules;
    char letter[2] = {rules->kinds[draft->held.kind].letter, '\0'};
    const char *joined = way->length ? "~" : "";
    snprintf(way->text, sizeof way->text, "%.*s%s%s%s~", (int)way->length, way->typed, joined, letter[0] == 'P' ? "" : letter,
             board_name(rules->board, to));
    if (way->each(FORM_SHORT, way->text, way->argument))
        return 1;
    snprintf(way->text, sizeof way->text, "%.*s%s[%s%s-%s]~", (int)way->length, way->typed, joined, letter,
             board_name(rules->board, draft->hand), board_name(rules->board, to));
    return way->each(FORM_LONG, way->text, way->argument);
}

/* True if no ply can continue after that activation, as far as a short look-ahead can tell. */
static bool is_vain(const struct draft *draft, struct action push)
{
    int work = STATES_AHEAD;
    return search_dead_end(draft, push, ACTIVATIONS_AHEAD, &work);
}

/* Try everything the next member can be except dead ends. A member may need several choices: a portal, a promotion.
 * As a first member only activating ones are passed on: the others are complete plies, which the caller lists
 * itself. */
static int go_on(struct continuation *way, const struct draft *draft)
{
    struct actions choices = {0};
    int stop = 0;
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !stop; i++) {
        struct draft next = {0};
        if (choices.v[i].verb == ACTION_PUSH) {
            stop = !is_vain(draft, choices.v[i]) && write_push(way, draft, choices.v[i].to);
        } else if (!way->members) {
            continue;
        } else if (choices.v[i].verb == ACTION_DONE) {
            stop = write_ply(way, draft);
        } else {
            draft_copy(&next, draft);
            draft_take(&next, choices.v[i]);
            stop = go_on(way, &next);
            draft_clear(&next);
        }
    }
    actions_free(&choices);
    return stop;
}

/* Play the typed members from the nth on, in every way that matches. */
static int follow(struct continuation *way, const struct draft *draft, int nth)
{
    struct actions choices = {0};
    int stop = 0;
    if (nth == way->members)
        return go_on(way, draft);
    const struct typed_member *member = &way->member[nth];
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !stop && draft->held.kind == member->kind; i++) {
        struct draft next = {0};
        if (choices.v[i].verb != ACTION_PUSH || choices.v[i].to != member->to)
            continue;
        draft_copy(&next, draft);
        draft_take(&next, choices.v[i]);
        stop = follow(way, &next, nth + 1);
        draft_clear(&next);
    }
    actions_free(&choices);
    return stop;
}

void typed_cascade(const struct position *position, const char *text, size_t length, continuation_fn *each, void *argument)
{
    struct continuation *way = memory_new(1, sizeof *way);
    struct typed_member *member = NULL;
    struct draft draft = {0};
    struct actions choices = {0};
    int stop = 0;
    *way = (struct continuation){.before = position, .typed = text, .length = length, .each = each, .argument = argument};
    bool read = read_members(way, &member);
    way->member = member;
    draft_begin(&draft, position);
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n && read && !stop; i++) {
        const struct action *pick = &choices.v[i];
        struct draft next = {0};
        if (pick->verb != ACTION_PICK ||
            (way->members && (pick->kind != member[0].kind || (member[0].from != CELL_NONE && member[0].from != pick->to))))
            continue;
        draft_copy(&next, &draft);
        draft_take(&next, *pick);
        stop = follow(way, &next, 0);
        draft_clear(&next);
    }
    actions_free(&choices);
    draft_clear(&draft);
    free(member);
    free(way);
}

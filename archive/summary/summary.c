/* summary.c - fills, copies and compares the listings of games: see summary.h. */
#include "archive/summary/summary.h"

#include "archive/record/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYER_TEXTS = 9, TEXTS = PLAYER_TEXTS + LISTING_PLAYERS };

/* Lists the addresses of all text members of a listing. */
static void summary_texts_of(struct listing *listing, const char **out[TEXTS])
{
    const char **all[TEXTS] = {&listing->variant, &listing->event, &listing->site,
                               &listing->round,   &listing->date,  &listing->score,
                               &listing->eco,     &listing->why,   &listing->facts};
    for (int i = 0; i < LISTING_PLAYERS; i++)
        all[PLAYER_TEXTS + i] = &listing->player[i];
    memcpy(out, all, sizeof all);
}

/* Copies the borrowed texts of a listing into one block of memory that the listing owns. */
static void own_texts(struct listing *listing)
{
    const char **text[TEXTS];
    size_t size = 0, length[TEXTS];
    summary_texts_of(listing, text);
    for (int i = 0; i < TEXTS; i++) {
        length[i] = *text[i] && **text[i] ? strlen(*text[i]) : 0;
        size += length[i] + 1;
    }
    char *block = memory_new(size, 1);
    listing->text = block;
    for (int i = 0; i < TEXTS; i++) {
        if (length[i])
            memcpy(block, *text[i], length[i]);
        *text[i] = block;
        block += length[i] + 1;
    }
}

void listing_clear(struct listing *listing)
{
    free(listing->text);
    *listing = (struct listing){0};
}

void listing_damage(struct listing *listing, const char *id, struct place place, const char *why)
{
    struct listing damaged = {.damaged = true, .place = place, .why = why};
    if (ulid_valid(id))
        snprintf(damaged.id, sizeof damaged.id, "%s", id);
    own_texts(&damaged);
    *listing = damaged;
}

static int cascaded_in(const struct line *line)
{
    int n = 0;
    for (int i = 0; i < line->n; i++)
        for (const char *at = line->v[i].text; *at; at++)
            n += *at == '~';
    return n;
}

void listing_add_fact(struct yaml_text *facts, char letter, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        if (length) {
            yaml_text_add(facts, &letter, 1);
            yaml_text_add(facts, text, length);
            yaml_text_add(facts, "\n", 1);
        }
        text += length + (text[length] == '\n');
    }
}

static void add_tags(struct yaml_text *facts, const struct value *value)
{
    if (value->type == VALUE_TEXT)
        listing_add_fact(facts, FACT_TAG, value->text);
    for (int i = 0; value->type != VALUE_TEXT && i < value->n; i++)
        add_tags(facts, &value->entry[i].value);
}

static void add_option(struct yaml_text *facts, const struct entry *entry)
{
    char setting[200];
    snprintf(setting, sizeof setting, "%s=%s", entry->key,
             entry->value.text ? entry->value.text : "");
    listing_add_fact(facts, FACT_OPTION, setting);
}

/* The parts of a game's head from which a listing is made. */
struct summary_head {
    const struct value *event, *result, *opening, *options, *players, *tags;
};

static struct summary_head head_of(const struct record *record)
{
    struct summary_head head = {0};
    for (int i = 0; i < record->head.n; i++) {
        const struct entry *entry = &record->head.entry[i];
        const struct value *value = &entry->value;
        if (key_is(entry->key, "event"))
            head.event = value;
        else if (key_is(entry->key, "result"))
            head.result = value;
        else if (key_is(entry->key, "opening"))
            head.opening = value;
        else if (key_is(entry->key, "rules"))
            head.options = value_at(value, "options");
        else if (key_is(entry->key, "players"))
            head.players = value;
        else if (key_is(entry->key, "tags"))
            head.tags = value;
    }
    return head;
}

/* Makes the list of facts about a game, in the order of the schema. The caller owns it; NULL if
 * there are no facts. */
static char *summary_facts_of(const struct summary_head *head)
{
    struct yaml_text facts = {0};
    const struct value *players = head->players, *control = value_at(head->event, "control");
    for (int i = 0; head->options && i < head->options->n; i++)
        add_option(&facts, &head->options->entry[i]);
    for (int i = 0; players && i < players->n; i++)
        listing_add_fact(&facts, FACT_CLOCK, value_text(&players->entry[i].value, "clock_start"));
    listing_add_fact(&facts, FACT_CLOCK, value_text(control, "text"));
    listing_add_fact(&facts, FACT_CLOCK, value_text(control, "base"));
    listing_add_fact(&facts, FACT_END, value_text(head->result, "reason"));
    if (head->tags)
        add_tags(&facts, head->tags);
    return facts.v;
}

void listing_borrow(struct listing *listing, const struct record *record)
{
    struct record_counts counts;
    struct summary_head head = head_of(record);
    struct listing new = {.players = head.players ? head.players->n : 0};
    record_count(record, &counts);
    memcpy(new.id, record->id, sizeof new.id);
    new.plies = counts.main_plies;
    new.cascaded = cascaded_in(&record->moves);
    new.notes = counts.comments || counts.nags || counts.marks || counts.variations;
    if (new.players > LISTING_PLAYERS)
        new.players = LISTING_PLAYERS;
    for (int i = 0; i < new.players; i++) {
        const struct value *player = &head.players->entry[i].value;
        new.side[i] = value_text(player, "side")[0];
        new.player[i] = value_text(player, "name");
    }
    new.variant = record_variant(record);
    new.event = value_text(head.event, "name");
    new.site = value_text(head.event, "site");
    new.round = value_text(head.event, "round");
    new.date = value_text(head.event, "date");
    new.score = value_text(head.result, "score");
    new.eco = value_text(head.opening, "eco");
    new.facts = new.text = summary_facts_of(&head);
    *listing = new;
}

void listing_of_record(struct listing *listing, const struct record *record)
{
    struct listing borrowed;
    listing_borrow(&borrowed, record);
    *listing = borrowed;
    own_texts(listing);
    listing_clear(&borrowed);
}

bool listing_same(const struct listing *one, const struct listing *other)
{
    struct listing a = *one, b = *other; /* summary_texts_of() needs non-const copies */
    const char **text[TEXTS], **also[TEXTS];
    bool same = !strcmp(a.id, b.id) && a.damaged == b.damaged && a.notes == b.notes &&
                a.place.line == b.place.line && a.place.column == b.place.column &&
                a.players == b.players && a.plies == b.plies && a.cascaded == b.cascaded &&
                !memcmp(a.side, b.side, sizeof a.side);
    summary_texts_of(&a, text);
    summary_texts_of(&b, also);
    for (int i = 0; i < TEXTS && same; i++)
        same = !strcmp(*text[i] ? *text[i] : "", *also[i] ? *also[i] : "");
    return same;
}

int listing_read(struct listing *listing, const char *bytes, size_t size, int first_line,
                 const struct yaml_limits *limits)
{
    struct record *record;
    struct place place = {0};
    struct note why;
    int result = record_read(bytes, size, first_line, limits, &record, &place, &why);
    if (result < 0) {
        listing_damage(listing, "", place, why.text);
        return result;
    }
    listing_of_record(listing, record);
    record_free(record);
    return 0;
}

/* fuzz_query.c - any text as a query, tried on a small game. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "archive/query/query.h"
#include "archive/record/record.h"

static struct record *record;

static const struct record *give(void *argument)
{
    (void)argument;
    return record;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct listing listing;
    static struct position here;
    struct query *query;
    struct query_hit hit;
    struct note why;
    if (!record) {
        static const char *const plies[] = {"Pe2-e4", "Pe7-e5", "Ng1-f3", "Nb8-c6"};
        const struct ruleset *rules = NULL;
        record = record_new("turning-chess");
        record_set_player(record, 'w', "Ana");
        record_set_player(record, 'b', "Boris");
        for (int i = 0; i < 4; i++)
            line_append(&record->moves, plies[i]);
        nags_add(&node_notes(&record->moves.v[1])->nags, 1);
        comments_append(&node_notes(&record->moves.v[1])->comments, "a comment", "ana");
        listing_of_record(&listing, record);
        for (int i = 0; !rules || strcmp(rules->id, "turning-chess") != 0; i++)
            rules = fuzz_rules((uint8_t)i);
        rules->rules->setup(rules, &here);
    }
    char *text = fuzz_text(bytes, size);
    if (query_parse(text, &here, &query, &why) < 0) {
        fuzz_require(why.text[0]);
    } else {
        query_fits(query, &(struct query_game){.listing = &listing, .record = give}, &hit);
        query_sort(query);
        query_free(query);
    }
    free(text);
    return 0;
}

/* result.c - how a game ended, written into its record: see result.h. */
#include "tui/result.h"

#include "core/position_text.h"

#include <string.h>

void result_set(struct record *record, int sides, int winner, const char *reason)
{
    struct value *points = value_map(value_map(&record->head, "result"), "points");
    char score[32] = "";
    size_t used = 0;
    for (int side = 0; side < sides; side++) {
        char key[2] = {side_letter(side), '\0'};
        value_set(points, key, winner == NOBODY ? "0.5" : winner == side ? "1" : "0", true);
        text_add(score, sizeof score, &used, "%s%s", side ? "-" : "", winner == NOBODY ? "1/2" : winner == side ? "1" : "0");
    }
    record_set_text(record, "result.score", score);
    record_set_text(record, "result.reason", reason);
}

void result_forget(struct record *record)
{
    record_set_text(record, "result.score", "*");
    record_set_text(record, "result.reason", NULL);
    struct value *result = value_at(&record->head, "result");
    for (int i = 0; result && i < result->n; i++)
        if (result->entry[i].key && !strcmp(result->entry[i].key, "points")) {
            value_remove(result, i);
            break;
        }
}

bool result_stands(const struct record *record)
{
    const char *score = record_text(record, "result.score");
    return *score && strcmp(score, "*") != 0;
}

void result_side_leaves(struct node *node, int side)
{
    char letter[2] = {side_letter(side), '\0'};
    struct value *event = value_append(value_list(&node_notes(node)->other, "events"));
    event->type = VALUE_MAP;
    value_set(event, "is", "resigns", false);
    value_set(event, "side", letter, false);
}

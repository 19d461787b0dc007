/* result.c - records how a game ended: see result.h. */
#include "tui/session/result.h"

#include "core/position_text.h"
#include "tui/session/describe.h"

#include <string.h>

void result_set(struct record *record, const struct position *end, int winner, const char *reason)
{
    static const char *const numbers[] = {"0", "0.5", "1"}, *const words[] = {"0", "1/2", "1"};
    struct value *points = value_map(value_map(&record->head, "result"), "points");
    char score[32] = "";
    size_t used = 0;
    for (int side = 0; side < end->rules->sides; side++) {
        char key[2] = {side_letter(side), '\0'};
        int half = winner == side ? 2 : winner == NOBODY && !words_is_out(end, side) ? 1 : 0;
        value_set(points, key, numbers[half], true);
        text_add(score, sizeof score, &used, "%s%s", side ? "-" : "", words[half]);
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

void result_side_leaves(struct node *node, int side, bool time)
{
    char letter[2] = {side_letter(side), '\0'};
    struct value *event = value_append(value_list(&node_notes(node)->other, "events"));
    event->type = VALUE_MAP;
    value_set(event, "is", time ? "flag" : "resigns", false);
    value_set(event, "side", letter, false);
}

const char *result_of_leaving(const struct node *node)
{
    const struct value *events = node && node->notes ? value_at(&node->notes->other, "events") : NULL;
    bool flag = events && events->n && !strcmp(value_text(&events->entry[events->n - 1].value, "is"), "flag");
    return flag ? "time" : "resignation";
}

/* header_texts.c - the header texts that queries search for words; see archive/query/header_texts.h. */
#include "archive/query/header_texts.h"

#include "archive/summary/summary.h"

#include <string.h>

/* Keys of the head to skip, and keys in sections to skip: the former are technical, the latter are
 * covered by the listing. */
static const char *const kept[] = {"chesscade", "id", "rev", "variant", "rules", "notation", "end", "journal", "log"};
static const struct {
    const char *section, *key;
} parts[] = {{"event", "name"},      {"event", "site"},        {"event", "date"},
             {"opening", "eco"},     {"result", "points"},     {"start", "position"},
             {"players", "side"},    {"players", "kind"},      {"headers", "name"},
             {"provenance", "from"}, {"provenance", "file"},   {"provenance", "sha256"},
             {"provenance", "game"}, {"provenance", "charset"}, {"provenance", "by"},
             {"provenance", "on_date"}};

static bool is_kept(const char *key)
{
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcmp(key, kept[i]))
            return true;
    return false;
}

static bool is_part(const char *section, const char *key)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(section, parts[i].section) && !strcmp(key, parts[i].key))
            return true;
    return false;
}

/* Visits all texts within a value. Values nest at most as deep as a file may. */
static bool value_words(const struct value *value, head_word_fn *each, void *argument)
{
    if (value->type == VALUE_TEXT)
        return value->text && *value->text && each(argument, value->text);
    for (int i = 0; i < value->n; i++)
        if (value_words(&value->entry[i].value, each, argument))
            return true;
    return false;
}

/* Visits a section's map; `listed`: the name in it is covered by the listing. */
static bool map_words(const char *section, const struct value *map, bool listed, head_word_fn *each, void *argument)
{
    for (int i = 0; i < map->n; i++) {
        const struct entry *entry = &map->entry[i];
        if (!is_part(section, entry->key) && !(listed && !strcmp(entry->key, "name")) && value_words(&entry->value, each, argument))
            return true;
    }
    return false;
}

static bool section_words(const struct entry *section, head_word_fn *each, void *argument)
{
    const struct value *value = &section->value;
    bool players = !strcmp(section->key, "players") && value->n <= LISTING_PLAYERS;
    if (value->type == VALUE_MAP)
        return map_words(section->key, value, false, each, argument);
    for (int i = 0; value->type == VALUE_LIST && i < value->n; i++) {
        const struct value *item = &value->entry[i].value;
        if (item->type == VALUE_MAP ? map_words(section->key, item, players, each, argument) : value_words(item, each, argument))
            return true;
    }
    return value->type == VALUE_TEXT && value_words(value, each, argument);
}

bool head_words(const struct value *head, head_word_fn *each, void *argument)
{
    for (int i = 0; i < head->n; i++)
        if (!is_kept(head->entry[i].key) && section_words(&head->entry[i], each, argument))
            return true;
    return false;
}

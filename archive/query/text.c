/* text.c - compares texts and patterns for queries, including a search in raw files. See
 * query_tree.h. */
#include "config.h"

#include "archive/query/query_tree.h"
#include "archive/summary/summary.h"
#include "archive/util/sanitize.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* True if YAML writes a text literally, in any kind of quotes. A blank may become a line end, and a
 * quote may be doubled. False if YAML may escape characters of the text. */
static bool is_written_literally(const char *text)
{
    for (const char *at = text; *at; at++)
        if (*at < ' ' || *at >= 0x7F || *at == '\\')
            return false;
    return *text != '\0';
}

static bool is_loose(char c)
{
    return c == ' ' || c == '\'';
}

static bool text_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* True if a text of `length` characters is found at `at`, reading forwards (`step` 1) or
 * backwards (-1). `left` bytes are available in that direction. */
static bool text_stands(const char *at, size_t left, const char *text, size_t length, int step)
{
    for (size_t i = 0; i < length; i++, text += step) {
        if (!is_loose(*text)) {
            if (!left || ascii_lower((unsigned char)*at) != ascii_lower((unsigned char)*text))
                return false;
            left--;
            at += step;
            continue;
        }
        size_t there = 0, wanted = *text == ' ' ? 1 : 0;
        for (; *text == '\'' && i + wanted < length && text[(int)wanted * step] == '\''; wanted++)
            continue;
        for (; there < left && (*text == ' ' ? text_is_blank(*at) : *at == '\''); there++)
            at += step;
        left -= there;
        if (there < wanted)
            return false;
        for (char loose = *text; i + 1 < length && text[step] == loose; i++)
            text += step;
    }
    return true;
}

/* The letter of a text that is rarest in game files, which consist mostly of plies. */
static size_t rarest_letter(const char *text)
{
    static const char rarest_first[] = "zjyvuwpmkgtslqirhnocdxfabe";
    size_t rarest = 0, best = sizeof rarest_first;
    for (size_t i = 0; text[i]; i++) {
        const char *there = strchr(rarest_first, ascii_lower((unsigned char)text[i]));
        if ((there && (size_t)(there - rarest_first) < best) || is_loose(text[rarest])) {
            best = there ? (size_t)(there - rarest_first) : best;
            rarest = i;
        }
    }
    return rarest;
}

/* True if the ply around `at` has that letter before `at`. In a file, plies are items of a list,
 * each on one or more lines. */
static bool is_in_ply(const char *bytes, const char *at, char letter)
{
    bool item = false;
    for (int wanted = ascii_lower((unsigned char)letter); at > bytes && !(at[-1] == '\n' && item);
         at--) {
        char c = at[-1];
        if (ascii_lower((unsigned char)c) == wanted)
            return true;
        if (!text_is_blank(c))
            item = c == '-';
    }
    return false;
}

/* True if the ply around `at` certainly begins with the letter of a piece other than a pawn. */
static bool is_of_piece(const char *bytes, const char *at)
{
    while (at > bytes && (ascii_islower((unsigned char)at[-1]) || isdigit((unsigned char)at[-1]) ||
                          at[-1] == '-'))
        at--;
    return at - bytes >= 2 && ascii_isupper((unsigned char)at[-1]) && at[-1] != 'P' &&
           (at[-2] == '\'' || at[-2] == '"') && (at - bytes == 2 || at[-3] != at[-2]);
}

struct text_written {
    const char *text; /* the text to find */
    size_t length, rare;
    char first; /* a letter that must precede the text in the same ply; NUL if none is required */
    bool pawn;  /* true to find the text only in plies of pawns */
};

static bool is_written_in(const struct text_written *wanted, const char *bytes, size_t size)
{
    const char *text = wanted->text, *end = bytes + size;
    size_t rare = wanted->rare;
    const char few[] = {(char)ascii_lower((unsigned char)text[rare]),
                        (char)ascii_upper((unsigned char)text[rare])};
    for (int i = 0; i < 2 - (few[0] == few[1]); i++)
        for (const char *at = bytes; at < end && (at = memchr(at, few[i], (size_t)(end - at)));
             at++)
            if (text_stands(at, (size_t)(end - at), text + rare, wanted->length - rare, 1) &&
                text_stands(at, (size_t)(at - bytes) + 1, text + rare, rare + 1, -1) &&
                (!wanted->first || is_in_ply(bytes, at - rare, wanted->first)) &&
                (!wanted->pawn || !is_of_piece(bytes, at - rare)))
                return true;
    return false;
}

/* Does the work of query_bytes_lack() for an ASCII text to which folding was already applied. */
static bool folded_bytes_lack(const char *bytes, size_t size, const char *text)
{
    struct text_written wanted = {.first = *text && text[1] == QUERY_WITHIN_PLY ? *text : '\0',
                                  .pawn = *text == QUERY_PAWN};
    wanted.text = text + (wanted.first ? 2 : wanted.pawn);
    static const char mark[] = "---\n", first_key[] = "chesscade:";
    if (size >= sizeof mark && !memcmp(bytes, mark, sizeof mark - 1)) {
        bytes += sizeof mark - 1;
        size -= sizeof mark - 1;
    }
    wanted.length = strlen(wanted.text);
    wanted.rare = rarest_letter(wanted.text);
    if (size < sizeof first_key || memcmp(bytes, first_key, sizeof first_key - 1) != 0 ||
        !is_written_literally(wanted.text) || is_loose(wanted.text[wanted.rare]) ||
        memchr(bytes, '\\', size) || is_written_in(&wanted, bytes, size))
        return false;
    if (wanted.first || wanted.pawn || !folded_changes_ascii(bytes, size))
        return true; /* folding would not help: either only plies are searched, and they are ASCII,
                        or folding would leave the bytes as they are */
    char *folded = folded_bytes(bytes, size, &size);
    bool there = is_written_in(&wanted, folded, size);
    free(folded);
    return !there;
}

bool query_bytes_lack(const char *bytes, size_t size, const char *text)
{
    if (text_is_ascii(text))
        return folded_bytes_lack(bytes, size, text);
    char *folded = folded_text(text);
    bool lack = folded_bytes_lack(bytes, size, folded);
    free(folded);
    return lack;
}

bool query_globs(const char *text, const char *pattern)
{
    const char *star = NULL, *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern && (*pattern == '?' || ascii_lower((unsigned char)*pattern) ==
                                                       ascii_lower((unsigned char)*text))) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* ---- The header texts that queries search for words; see query_tree.h. */

/* Word searches skip these keys of the header, because they are technical, and the keys of sections
 * in `parts`, because the listing covers them. */
static const char *const kept[] = {"chesscade", "id",  "rev",     "variant", "rules",
                                   "notation",  "end", "journal", "log"};
static const struct {
    const char *section, *key;
} parts[] = {{"event", "name"},        {"event", "site"},         {"event", "date"},
             {"opening", "eco"},       {"result", "points"},      {"start", "position"},
             {"players", "side"},      {"players", "kind"},       {"headers", "name"},
             {"provenance", "from"},   {"provenance", "file"},    {"provenance", "sha256"},
             {"provenance", "game"},   {"provenance", "charset"}, {"provenance", "by"},
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

/* Calls `each` for the texts in a section's map. If `listed`, skips the key `name`, because the
 * listing covers it. */
static bool map_words(const char *section, const struct value *map, bool listed, head_word_fn *each,
                      void *argument)
{
    for (int i = 0; i < map->n; i++) {
        const struct entry *entry = &map->entry[i];
        if (!is_part(section, entry->key) && !(listed && !strcmp(entry->key, "name")) &&
            value_words(&entry->value, each, argument))
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
        if (item->type == VALUE_MAP ? map_words(section->key, item, players, each, argument)
                                    : value_words(item, each, argument))
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

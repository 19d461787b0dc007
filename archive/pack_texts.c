/* pack_texts.c - in which games of a pack a text may be met, a judgement, or what has: asks for: asking the file of their letters
 * (texts.h). What it finds of one or two letters of ASCII, and of the others, surely is there; of longer texts it may be,
 * and is looked for in the texts kept there. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/folded.h"
#include "archive/index_parts.h"
#include "archive/query_parts.h"

#include <stdlib.h>
#include <string.h>

/* What is found of several questions. */
struct found {
    struct pack *pack;
    uint8_t *may, *sure;
};

/* Games that meet some codes; `text`: in whose column it is, in small letters, and NULL where the codes tell it all. */
static void find(struct found *found, const uint32_t *code, int codes, const char *text, int column)
{
    int games = found->pack->list.count;
    uint8_t *bits = texts_with(&found->pack->texts, games, code, codes);
    uint8_t *sure = text ? memory_new(sieve_bytes(games), 1) : NULL;
    if (text)
        texts_tell(&found->pack->texts, games, column, text, bits, sure);
    const uint8_t *surely = text ? sure : bits;
    for (size_t i = 0; i < sieve_bytes(games); i++) {
        found->may[i] |= bits[i];
        found->sure[i] |= surely[i];
    }
    free(bits);
    free(sure);
}

/* Games with a text in a column; false: nothing is known of them. */
static bool find_text(struct found *found, const char *text, int column)
{
    bool exact;
    int codes;
    char *folded = folded_text(text);
    uint32_t *code = texts_codes(folded, column, &codes, &exact);
    if (code)
        find(found, code, codes, exact ? NULL : folded, column);
    free(code);
    free(folded);
    return code != NULL;
}

/* False: they do not tell. */
static bool find_term(struct found *found, const struct term *term)
{
    bool all = term->kind == TERM_TEXT, known = true;
    int only = term->key == ASK_TEXT ? INDEX_NOTES : INDEX_AUTHORS;
    for (const char *c = term->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return false;
    for (int column = all ? 0 : only; column < (all ? INDEX_COLUMNS : only + 1) && known; column++)
        known = find_text(found, term->text, column);
    return known;
}

static bool find_notes(struct found *found, const struct term *term)
{
    int nag = term->key == ASK_NAG ? query_nag(term->text) : 0;
    if (nag < 0)
        return false;
    if (term->key == ASK_NAG)
        find(found, &(uint32_t){(uint32_t)(TEXTS_JUDGEMENTS + nag)}, 1, NULL, 0);
    unsigned wanted = term->key == ASK_HAS ? query_has_wanted(term->text) : 0;
    for (uint32_t bit = 0; wanted; bit++, wanted >>= 1)
        if (wanted & 1)
            find(found, &(uint32_t){TEXTS_HAS + bit}, 1, NULL, 0);
    return true;
}

/* Of games that are in no good piece nothing is known. */
static struct sieve_set set_of(struct found *found)
{
    struct pack *pack = found->pack;
    int games = pack->list.count;
    struct sieve_set set = {.may = found->may, .sure = found->sure};
    for (int i = pack->texts.games; i < games; i++) {
        sieve_put(set.may, i);
        set.sure[i / 8] &= (uint8_t)~(1u << i % 8);
    }
    return set;
}

struct sieve_set pack_with_text(struct pack *pack, const struct term *term)
{
    struct found found = {.pack = pack};
    pack_open_texts(pack, false);
    if (!pack->texts.pieces)
        return (struct sieve_set){0};
    found.may = memory_new(sieve_bytes(pack->list.count), 1);
    found.sure = memory_new(sieve_bytes(pack->list.count), 1);
    bool notes = term->kind == TERM_KEY && (term->key == ASK_HAS || term->key == ASK_NAG);
    if (notes ? find_notes(&found, term) : find_term(&found, term))
        return set_of(&found);
    free(found.may);
    free(found.sure);
    return (struct sieve_set){0};
}

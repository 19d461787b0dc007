/* index_texts.c - the texts of a game as an index keeps them: what of its head is words, its notes, who
 * signed them.
 *
 * Each text is a line, folded (folded.h). An index finds any three letters in a row there (FTS5, trigrams); one and two letters stand
 * as words in a table of their own, and so do judgements and what has: asks for. */
#include "archive/index_parts.h"

#include "archive/folded.h"
#include "archive/head_words.h"
#include "archive/query_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static void add_text(struct index_texts *texts, enum index_texts_column column, const char *text)
{
    struct yaml_text *out = &texts->column[column];
    if (!text || !*text)
        return;
    char *folded = folded_text(text);
    yaml_text_add(out, folded, strlen(folded));
    yaml_text_add(out, "\n", 1);
    free(folded);
}

static void add_word(struct yaml_text *out, const char *word)
{
    yaml_text_add(out, word, strlen(word));
    yaml_text_add(out, " ", 1);
}

void index_judgement_word(int nag, char out[INDEX_SHORT_ROOM])
{
    snprintf(out, INDEX_SHORT_ROOM, "j%d", nag);
}

void index_has_word(int bit, char out[INDEX_SHORT_ROOM])
{
    snprintf(out, INDEX_SHORT_ROOM, "h%d", bit);
}

static bool add_head_word(void *argument, const char *text)
{
    add_text(argument, INDEX_HEAD, text);
    return false;
}

static void add_comments(struct index_texts *texts, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++) {
        add_text(texts, INDEX_NOTES, comments->v[i].text);
        add_text(texts, INDEX_AUTHORS, comments->v[i].by);
    }
}

static void add_signatures(struct index_texts *texts, const struct marks *marks)
{
    for (int i = 0; i < marks->n; i++)
        add_text(texts, INDEX_AUTHORS, value_text(&marks->v[i].extra, "by"));
}

/* Of the game's own line (depth 0) no search asks more than its plies. */
static void add_line(struct index_texts *texts, const struct line *line, int depth)
{
    if (depth > VARIATION_DEPTH_MAX)
        return;
    if (depth > 0) {
        add_text(texts, INDEX_NOTES, line->title);
        add_text(texts, INDEX_NOTES, line->comment);
        add_text(texts, INDEX_AUTHORS, line->by);
    }
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        if (!notes)
            continue;
        add_text(texts, INDEX_NOTES, notes->before);
        add_comments(texts, &notes->comments);
        add_signatures(texts, &notes->marks);
        for (int j = 0; j < notes->nags.n; j++)
            if (notes->nags.v[j] >= 0 && notes->nags.v[j] < INDEX_JUDGEMENTS)
                sieve_put(texts->judged, notes->nags.v[j]);
        for (int s = 0; s < notes->step_count; s++) {
            add_comments(texts, &notes->steps[s].comments);
            add_signatures(texts, &notes->steps[s].marks);
        }
        for (int a = 0; a < notes->alts.n; a++)
            add_line(texts, &notes->alts.v[a], depth + 1);
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        add_line(texts, &line->then->v[i], depth + 1);
}

/* ----------------------------------------------------------------------------------------------- one or two letters */

enum { FIRST_PRINTED = ' ', ASCII_CODES = 96, PAIRS = ASCII_CODES * ASCII_CODES };

static bool is_printed(int32_t letter)
{
    return letter >= FIRST_PRINTED && letter < 0x7F;
}

/* A printed letter of ASCII, or two in a row, as a number below PAIRS; `first` 0: one. -1: others. */
static int code_of(int32_t first, int32_t letter)
{
    bool printed = (!first || is_printed(first)) && is_printed(letter);
    return printed ? (first ? first - FIRST_PRINTED + 1 : 0) * ASCII_CODES + letter - FIRST_PRINTED + 1 : -1;
}

static int32_t small_ascii(int32_t letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

static void write_word(char out[INDEX_SHORT_ROOM], enum index_texts_column column, int32_t first, int32_t letter)
{
    snprintf(out, INDEX_SHORT_ROOM, "%c%xz%x", 'a' + (int)column, (unsigned)first, (unsigned)letter);
}

static void add_short_words(struct yaml_text *out, enum index_texts_column column, const char *text)
{
    uint8_t seen[PAIRS / 8 + 1] = {0};
    int32_t before = 0, letter;
    for (const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text; *at;) {
        utf8proc_ssize_t length = utf8proc_iterate(at, -1, &letter);
        at += length > 0 ? length : 1;
        letter = length > 0 && letter > '\1' && letter != '\n' ? small_ascii(letter) : 0;
        for (int pair = 0; letter && pair < 1 + (before != 0); pair++) {
            char word[INDEX_SHORT_ROOM];
            int code = code_of(pair ? before : 0, letter);
            if (code >= 0 && sieve_has(seen, code))
                continue;
            if (code >= 0)
                sieve_put(seen, code);
            write_word(word, column, pair ? before : 0, letter);
            add_word(out, word);
        }
        before = letter;
    }
}

bool index_short_word(const char *folded, enum index_texts_column column, char out[INDEX_SHORT_ROOM])
{
    int32_t letter[2] = {0};
    int n = 0;
    for (const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)folded; *at; n++) {
        utf8proc_ssize_t length = n < 2 ? utf8proc_iterate(at, -1, &letter[n]) : 0;
        if (length <= 0)
            return false;
        letter[n] = small_ascii(letter[n]);
        at += length;
    }
    write_word(out, column, n == 1 ? 0 : letter[0], letter[n == 2]);
    return n > 0;
}

static void add_judgements(struct yaml_text *out, const uint8_t *judged)
{
    char word[INDEX_SHORT_ROOM];
    for (int nag = 0; nag < INDEX_JUDGEMENTS; nag++)
        if (sieve_has(judged, nag)) {
            index_judgement_word(nag, word);
            add_word(out, word);
        }
}

static void add_has(struct yaml_text *out, unsigned bits)
{
    char word[INDEX_SHORT_ROOM];
    for (int bit = 0; bits; bit++, bits >>= 1)
        if (bits & 1) {
            index_has_word(bit, word);
            add_word(out, word);
        }
}

/* ------------------------------------------------------------------------------------------------------------- all */

void index_texts_collect(struct index_texts *texts, const struct record *record)
{
    *texts = (struct index_texts){.has = query_has_of(record)};
    head_words(&record->head, add_head_word, texts);
    add_comments(texts, &record->comments);
    add_signatures(texts, &record->marks);
    add_line(texts, &record->moves, 0);
}

void index_texts_begin(struct index_texts *texts, const struct record *record)
{
    index_texts_collect(texts, record);
    add_judgements(&texts->words, texts->judged);
    for (int column = 0; column < INDEX_COLUMNS; column++)
        if (texts->column[column].n)
            add_short_words(&texts->words, (enum index_texts_column)column, texts->column[column].v);
    add_has(&texts->words, texts->has);
}

void index_texts_clear(struct index_texts *texts)
{
    for (int column = 0; column < INDEX_COLUMNS; column++)
        yaml_text_clear(&texts->column[column]);
    yaml_text_clear(&texts->words);
}

/* game_texts.c - collects the searchable texts of a game; see game_texts.h. */
#include "archive/index/game_texts.h"

#include "archive/util/folded.h"
#include "archive/query/header_texts.h"
#include "archive/query/query_tree.h"

#include <stdlib.h>
#include <string.h>

static void add_text(struct game_texts *texts, enum game_texts_column column, const char *text)
{
    if (!text || !*text)
        return;
    char *folded = folded_text(text);
    yaml_text_add(&texts->column[column], folded, strlen(folded));
    yaml_text_add(&texts->column[column], "\n", 1);
    free(folded);
}

static bool add_head_word(void *argument, const char *text)
{
    add_text(argument, TEXTS_HEAD, text);
    return false;
}

static void add_comments(struct game_texts *texts, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++) {
        add_text(texts, TEXTS_NOTES, comments->v[i].text);
        add_text(texts, TEXTS_AUTHORS, comments->v[i].by);
    }
}

static void add_signatures(struct game_texts *texts, const struct marks *marks)
{
    for (int i = 0; i < marks->n; i++)
        add_text(texts, TEXTS_AUTHORS, value_text(&marks->v[i].extra, "by"));
}

/* For the main line (depth 0), searches ask for nothing but its plies. */
static void add_line(struct game_texts *texts, const struct line *line, int depth)
{
    if (depth > VARIATION_DEPTH_MAX)
        return;
    if (depth > 0) {
        add_text(texts, TEXTS_NOTES, line->title);
        add_text(texts, TEXTS_NOTES, line->comment);
        add_text(texts, TEXTS_AUTHORS, line->by);
    }
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        if (!notes)
            continue;
        add_text(texts, TEXTS_NOTES, notes->before);
        add_comments(texts, &notes->comments);
        add_signatures(texts, &notes->marks);
        for (int j = 0; j < notes->nags.n; j++)
            if (notes->nags.v[j] >= 0 && notes->nags.v[j] < TEXTS_JUDGEMENTS)
                texts->judged[notes->nags.v[j] / 8] |= (uint8_t)(1u << notes->nags.v[j] % 8);
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

void game_texts_collect(struct game_texts *texts, const struct record *record)
{
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        texts->column[column].n = 0;
    memset(texts->judged, 0, sizeof texts->judged);
    texts->has = query_has_of(record);
    head_words(&record->head, add_head_word, texts);
    add_comments(texts, &record->comments);
    add_signatures(texts, &record->marks);
    add_line(texts, &record->moves, 0);
}

void game_texts_clear(struct game_texts *texts)
{
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        yaml_text_clear(&texts->column[column]);
}

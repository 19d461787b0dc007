/* typed_plies.c - the legal plies that a typed text may become: see typed_plies.h. */
#include "config.h"

#include "tui/session/typed_plies.h"

#include "core/enumerate.h"
#include "core/family.h"
#include "core/util/ascii.h"
#include "tui/session/ply_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPED_MAX = 4000, /* at most this many plies are listed */
    /* On boards with more cells than this, list only plies of one member (else of up to two), to
     * avoid a delay. */
    LARGE_BOARD = 150,
};

static void typed_forget_listed(struct typed_plies *typed)
{
    for (int f = 0; f < 2; f++) {
        for (int i = 0; i < typed->form[f].n; i++)
            free(typed->form[f].v[i]);
        typed->form[f].n = 0;
    }
    free(typed->begun);
    typed->begun = NULL;
}

static int typed_add_text(enum form form, const char *text, void *argument)
{
    struct typed_texts *texts = &((struct typed_plies *)argument)->form[form];
    texts->v = memory_room(texts->v, &texts->room, texts->n + 1, sizeof *texts->v);
    texts->v[texts->n++] = memory_text(text);
    return texts->n >= TYPED_MAX;
}

static int typed_add(const struct ply *ply, void *argument)
{
    struct typed_plies *typed = argument;
    int stop = 0;
    for (int f = 0; f < 2; f++) {
        char text[PLY_ROOM];
        typed->position->rules->rules->format(typed->position, ply, (enum form)f, text,
                                              sizeof text);
        stop = typed_add_text((enum form)f, text, typed);
    }
    return stop;
}

static int typed_by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool typed_begins(const char *text, const char *prefix, bool exactly)
{
    for (; *prefix; text++, prefix++)
        if (*text != *prefix &&
            (exactly || ascii_lower((unsigned char)*text) != ascii_lower((unsigned char)*prefix)))
            return false;
    return true;
}

static void typed_sort(struct typed_plies *typed)
{
    for (int f = 0; f < 2; f++) {
        struct typed_texts *texts = &typed->form[f];
        int kept = 0;
        if (texts->n)
            qsort(texts->v, (size_t)texts->n, sizeof *texts->v, typed_by_text);
        /* duplicates arise if two pieces can activate the same piece, as in "Rf3~" */
        for (int i = 0; i < texts->n; i++)
            if (kept && !strcmp(texts->v[kept - 1], texts->v[i]))
                free(texts->v[i]);
            else
                texts->v[kept++] = texts->v[i];
        texts->n = kept;
    }
}

/* List the plies with few members. */
static void typed_list_short(struct typed_plies *typed)
{
    struct limits limits = {.cascade = typed->position->rules->board->cells > LARGE_BOARD ? 1 : 2};
    search_plies(typed->position, &limits, typed_add, typed);
    if (typed->position->rules->rules->find)
        typed_cascade(typed->position, "", 0, typed_add_text, typed);
    typed_sort(typed);
}

struct typed_plies *typed_plies_new(const struct position *position)
{
    struct typed_plies *typed = memory_new(1, sizeof *typed);
    typed->position = position;
    typed_list_short(typed);
    return typed;
}

void typed_plies_free(struct typed_plies *typed)
{
    if (!typed)
        return;
    typed_forget_listed(typed);
    free(typed->vain);
    free(typed->form[0].v);
    free(typed->form[1].v);
    free(typed);
}

struct typed_found typed_plies_find(const struct typed_plies *typed, const char *text)
{
    static const enum form order[] = {FORM_SHORT, FORM_LONG};
    struct typed_found found = {.n = 0};
    for (int pass = 0; typed && pass < 4 && found.n == 0; pass++) {
        found.among = &typed->form[order[pass / 2]];
        found.exactly = pass % 2 == 0;
        for (int i = 0; i < found.among->n; i++)
            if (typed_begins(found.among->v[i], text, found.exactly)) {
                if (found.n < TYPED_SHOWN)
                    found.first[found.n] = found.among->v[i];
                found.n++;
            }
    }
    return found;
}

void typed_plies_follow(struct typed_plies *typed, const char *text)
{
    const char *end = strrchr(text, '~');
    size_t length = end ? (size_t)(end - text) : strlen(text);
    if (typed->begun && strlen(typed->begun) == length && !memcmp(typed->begun, text, length))
        return;
    bool vain = typed->vain && typed_begins(text, typed->vain, true);
    if (!end && typed->begun && !vain) {
        typed_forget_listed(typed);
        typed_list_short(typed);
    }
    if (!end && !vain) {
        if (typed_plies_find(typed, text).n > 0)
            return;
        free(typed->vain);
        typed->vain = memory_text(text);
    }
    typed_forget_listed(typed);
    typed->begun = memory_text(text);
    typed->begun[length] = '\0';
    typed_cascade(typed->position, text, length, typed_add_text, typed);
    typed_sort(typed);
}

bool typed_plies_complete(const struct typed_plies *typed, const char *text, char *out, size_t size)
{
    struct typed_found found = typed_plies_find(typed, text);
    if (found.n == 0)
        return false;
    size_t length = strlen(found.first[0]);
    for (int i = 0; i < found.among->n; i++) {
        const char *other = found.among->v[i];
        if (!typed_begins(other, text, found.exactly))
            continue;
        size_t same = 0;
        while (same < length && other[same] == found.first[0][same])
            same++;
        length = same;
    }
    if (length < strlen(text))
        return false;
    snprintf(out, size, "%.*s", (int)length, found.first[0]);
    return true;
}

bool typed_plies_more_exactly(const struct typed_plies *typed, const char *text, char *out,
                              size_t size)
{
    const struct typed_texts *texts = typed ? &typed->form[FORM_SHORT] : NULL;
    bool named = ascii_isupper((unsigned char)*text);
    size_t used = 0;
    int n = 0;
    for (int i = 0; texts && strlen(text) > 1u + named && i < texts->n; i++) {
        const char *other = texts->v[i];
        bool same = named ? *other == *text : ascii_islower((unsigned char)*other);
        if (!same || !strstr(other + 1, text + named))
            continue;
        if (n++ < TYPED_SHOWN)
            text_add(out, size, &used, "%s%s", n == 1 ? "type one of: " : "  ", other);
    }
    return n > 1;
}

/* Parse a ply that is no prefix of a listed form, such as "Re5xe6" for Rxe6. Returns false if it is
 * no ply. */
static bool typed_reads_as(const struct position *position, const char *text, char *out,
                           size_t size)
{
    const struct rules *rules = position->rules->rules;
    struct ply ply = {0};
    struct note why;
    char written[PLY_ROOM];
    bool reads = rules->parse(position, text, &ply, &why) == 0;
    if (reads) {
        rules->format(position, &ply, FORM_SHORT, written, sizeof written);
        snprintf(out, size, "Enter plays %.200s", written);
    }
    ply_free(&ply);
    return reads;
}

void typed_plies_note(const struct typed_plies *typed, const struct position *position,
                      const char *text, char *out, size_t size)
{
    struct typed_found found = typed_plies_find(typed, text);
    /* the members before the last '~' are visible in the typed text */
    const char *last = strrchr(text, '~');
    size_t known = last ? (size_t)(last + 1 - text) : 0, used = 0;
    out[0] = '\0';
    for (int i = 0; i < found.n && i < TYPED_SHOWN; i++)
        text_add(out, size, &used, "%s%s", i ? "  " : "", found.first[i] + known);
    if (found.n > TYPED_SHOWN)
        text_add(out, size, &used, "  ... %d", found.n);
    if (!found.n && !typed_reads_as(position, text, out, size) &&
        !typed_plies_more_exactly(typed, text, out, size))
        snprintf(out, size, "no legal ply begins like this: Enter says why");
}

int typed_ply_read(const struct typed_plies *typed, const struct position *position,
                   const char *text, struct ply *ply, char only[PLY_ROOM], struct note *why)
{
    const struct rules *rules = position->rules->rules;
    int result = rules->parse(position, text, ply, why);
    if (result < 0) {
        struct typed_found found = typed_plies_find(typed, text);
        if (found.n == 1 && found.first[0][strlen(found.first[0]) - 1] != '~') {
            if (strlen(found.first[0]) > strlen(text)) {
                snprintf(only, PLY_ROOM, "%s", found.first[0]);
                return TYPED_ONLY;
            }
            result = rules->parse(position, found.first[0], ply, why);
        }
    }
    /* for "nb4" explain why a Knight cannot go there, and not what lower-case letters mean */
    if (result == FAIL_TEXT && ascii_islower((unsigned char)*text)) {
        char capital[PLY_ROOM];
        struct note other = {.offset = -1};
        snprintf(capital, sizeof capital, "%c%s", ascii_upper((unsigned char)*text), text + 1);
        result = rules->parse(position, capital, ply, &other);
        if (result != FAIL_TEXT && why)
            *why = other;
    }
    return result;
}

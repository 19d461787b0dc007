/* text_diff.c - a line-by-line diff of two texts: see text_diff.h.
 *
 * The lines that both texts begin with, and those that both end with, are trimmed first; for the
 * usual small edit little remains. For the rest a table of the longest common subsequence is filled
 * from the end: cell (i, j) is the length of the longest common subsequence of the lines from i on
 * in the old text and from j on in the new one. Walking the table from its start then prints equal
 * lines as context and follows the larger neighbour otherwise, removals first. (The textbook
 * algorithm by dynamic programming; see Hunt and McIlroy, "An Algorithm for Differential File
 * Comparison", 1976, for the problem.)
 *
 * Time and memory are the product of both ranges, so the table is limited to TABLE_MAX cells;
 * beyond that, and for more than 65,534 lines, the whole range is printed as one change, which is
 * correct but not minimal. Hunks have AROUND lines of context, and changes closer together share
 * one hunk, as in a unified diff; the head of a hunk has only the line number of the new text. */
#include "archive/util/text_diff.h"

#include "core/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 3, TABLE_MAX = 8 << 20 /* cells of the table */ };

struct text_diff_lines {
    const char **at; /* [n + 1] Where each line begins; the last entry is the end of the text. */
    int n, room;
};

static struct text_diff_lines text_diff_split(const char *text)
{
    struct text_diff_lines lines = {0};
    const char *end = text + strlen(text);
    while (text < end) {
        const char *feed = strchr(text, '\n');
        lines.at = memory_room(lines.at, &lines.room, lines.n + 2, sizeof *lines.at);
        lines.at[lines.n++] = text;
        text = feed ? feed + 1 : end;
    }
    lines.at = memory_room(lines.at, &lines.room, lines.n + 1, sizeof *lines.at);
    lines.at[lines.n] = end;
    return lines;
}

static size_t length_of(const struct text_diff_lines *lines, int i)
{
    size_t length = (size_t)(lines->at[i + 1] - lines->at[i]);
    return length && lines->at[i][length - 1] == '\n' ? length - 1 : length;
}

struct diff {
    struct text_diff_lines before, after;
    /* The lines that differ: from line `from` up to line `to_before` of the old text and
     * `to_after` of the new one. Both texts have the same lines before and after that range. */
    int from, to_before, to_after;
    /* [rows][columns] For each pair of a line of the old and a line of the new text: the length
     * of the longest common subsequence from there to the end. NULL: the table is too large. */
    uint16_t *common;
    int columns;
    FILE *out;
    int told_before, told_after; /* number of lines of each text printed or skipped so far */
    int changed;
};

static bool text_diff_same(const struct diff *diff, int before, int after)
{
    size_t length = length_of(&diff->before, before);
    return length == length_of(&diff->after, after) &&
           !memcmp(diff->before.at[before], diff->after.at[after], length);
}

static void text_diff_trim(struct diff *diff)
{
    diff->to_before = diff->before.n;
    diff->to_after = diff->after.n;
    while (diff->from < diff->before.n && diff->from < diff->after.n &&
           text_diff_same(diff, diff->from, diff->from))
        diff->from++;
    while (diff->to_before > diff->from && diff->to_after > diff->from &&
           text_diff_same(diff, diff->to_before - 1, diff->to_after - 1)) {
        diff->to_before--;
        diff->to_after--;
    }
}

static uint16_t *text_diff_cell(const struct diff *diff, int before, int after)
{
    return &diff->common[(size_t)(before - diff->from) * (size_t)diff->columns +
                         (size_t)(after - diff->from)];
}

static void text_diff_measure(struct diff *diff)
{
    size_t rows = (size_t)(diff->to_before - diff->from) + 1,
           columns = (size_t)(diff->to_after - diff->from) + 1;
    if (rows > UINT16_MAX || columns > UINT16_MAX || rows * columns > TABLE_MAX)
        return;
    diff->columns = (int)columns;
    diff->common = memory_new(rows * columns, sizeof *diff->common);
    for (int i = diff->to_before - 1; i >= diff->from; i--)
        for (int j = diff->to_after - 1; j >= diff->from; j--) {
            uint16_t down = *text_diff_cell(diff, i + 1, j),
                     right = *text_diff_cell(diff, i, j + 1);
            *text_diff_cell(diff, i, j) = text_diff_same(diff, i, j)
                                              ? (uint16_t)(*text_diff_cell(diff, i + 1, j + 1) + 1)
                                          : down > right ? down
                                                         : right;
        }
}

static void text_diff_print(const struct diff *diff, char sign, const struct text_diff_lines *lines,
                            int i)
{
    fprintf(diff->out, "%c%.*s\n", sign, (int)length_of(lines, i), lines->at[i]);
}

/* Print unchanged lines as context after one change and before the next. */
static void print_around(struct diff *diff, int before, int after, bool first)
{
    int gap = after - diff->told_after, head = first ? 0 : AROUND;
    if (first || gap > 2 * AROUND) {
        for (int i = 0; i < head && i < gap; i++)
            text_diff_print(diff, ' ', &diff->after, diff->told_after + i);
        int start = after - AROUND > diff->told_after ? after - AROUND : diff->told_after;
        fprintf(diff->out, "@@ line %d @@\n", start + 1);
        diff->told_after = start;
    }
    while (diff->told_after < after)
        text_diff_print(diff, ' ', &diff->after, diff->told_after++);
    diff->told_before = before;
}

static void print_change(struct diff *diff, int before, int after, int goes, int comes)
{
    print_around(diff, before, after, diff->changed == 0);
    for (int i = 0; i < goes; i++)
        text_diff_print(diff, '-', &diff->before, before + i);
    for (int i = 0; i < comes; i++)
        text_diff_print(diff, '+', &diff->after, after + i);
    diff->told_before = before + goes;
    diff->told_after = after + comes;
    diff->changed += goes + comes;
}

int text_diff(const char *before, const char *after, FILE *out)
{
    struct diff diff = {
        .before = text_diff_split(before), .after = text_diff_split(after), .out = out};
    text_diff_trim(&diff);
    text_diff_measure(&diff);
    int i = diff.from, j = diff.from;
    while (i < diff.to_before || j < diff.to_after) {
        int goes = 0, comes = 0;
        if (diff.common && i < diff.to_before && j < diff.to_after && text_diff_same(&diff, i, j)) {
            i++;
            j++;
            continue;
        }
        if (!diff.common) {
            goes = diff.to_before - i;
            comes = diff.to_after - j;
        }
        while (diff.common && (i + goes < diff.to_before || j + comes < diff.to_after)) {
            bool left = i + goes < diff.to_before, right = j + comes < diff.to_after;
            if (left && right && text_diff_same(&diff, i + goes, j + comes))
                break;
            if (left && (!right || *text_diff_cell(&diff, i + goes + 1, j + comes) >=
                                       *text_diff_cell(&diff, i + goes, j + comes + 1)))
                goes++;
            else
                comes++;
        }
        print_change(&diff, i, j, goes, comes);
        i += goes;
        j += comes;
    }
    for (int k = 0; diff.changed && k < AROUND && diff.told_after < diff.after.n; k++)
        text_diff_print(&diff, ' ', &diff.after, diff.told_after++);
    free(diff.common);
    free(diff.before.at);
    free(diff.after.at);
    return diff.changed;
}

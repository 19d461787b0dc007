/* random_record.h - random records full of things that break writers: for tests that write records
 * and read them again. */
#ifndef CHESSCADE_TESTS_SUPPORT_RANDOM_RECORD_H
#define CHESSCADE_TESTS_SUPPORT_RANDOM_RECORD_H

#include "archive/record/record.h"
#include "tests/support/chance.h"

/* A text of characters that are hard to write. */
static const char *some_text(void)
{
    static const char *const pieces[] = {"a",
                                         "'",
                                         "\"",
                                         "\\",
                                         "\n",
                                         " ",
                                         "\t",
                                         "#",
                                         ": ",
                                         "- ",
                                         "%",
                                         "\xC4\x8D",
                                         "\xE2\x80\xAE",
                                         "\xF0\x9F\x98\x80",
                                         "\x1b",
                                         "{",
                                         "]",
                                         ",",
                                         "|",
                                         "1.5",
                                         "~",
                                         "\r",
                                         "\xC2\x85",
                                         "?"};
    static char text[8][64];
    static int turn;
    char *out = text[turn = (turn + 1) % 8];
    size_t used = 0;
    *out = '\0';
    for (int n = chance(6); n > 0; n--)
        text_add(out, sizeof text[0], &used, "%s",
                 pieces[chance((int)(sizeof pieces / sizeof *pieces))]);
    return out;
}

static void add_comments(struct comments *comments)
{
    for (int n = chance(3); n > 0; n--) {
        struct comment *comment =
            comments_append(comments, some_text(), chance(2) ? some_text() : NULL);
        if (chance(3) == 0)
            text_replace(&comment->lang, some_text());
        comment->is_private = chance(4) == 0;
    }
}

static void add_marks(struct marks *marks)
{
    static const char *const shapes[] = {"arrow", "ring", "facing", "square",
                                         "thing of the future"};
    for (int n = chance(3); n > 0; n--) {
        struct mark *mark = marks_append(marks, shapes[chance(5)]);
        text_replace(&mark->color, some_text());
        if (chance(2))
            text_replace(&mark->label, "label's");
        if (chance(2))
            cells_replace(&mark->path, "a1 b2 c16");
        else
            text_replace(&mark->at, "e4");
    }
}

static void add_plies(struct line *line, int depth)
{
    for (int n = chance(depth ? 4 : 15); n > 0; n--) {
        struct node *node = line_append(line, chance(3) ? "Nf3" : some_text());
        if (chance(2))
            continue;
        struct notes *notes = node_notes(node);
        if (chance(3) == 0)
            text_replace(&notes->clk, "0:15:06");
        if (chance(3) == 0)
            nags_add(&notes->nags, chance(140));
        if (chance(3) == 0)
            text_replace(&notes->before, some_text());
        if (chance(2))
            add_comments(&notes->comments);
        if (chance(3) == 0)
            add_marks(&notes->marks);
        if (chance(4) == 0)
            add_comments(&notes_step(notes, 1 + chance(3), chance(3))->comments);
        if (chance(4) == 0)
            value_set(&notes->other, "x_text", some_text(), chance(2));
        if (chance(4) == 0)
            value_set(value_map(&notes->other, "eval"), "cp", "-13", true);
        for (int alts = depth < 4 && chance(4) == 0 ? 1 + chance(2) : 0; alts > 0; alts--) {
            struct line *alt = lines_append(&notes->alts);
            text_replace(&alt->title, chance(2) ? some_text() : NULL);
            text_replace(&alt->comment, chance(3) == 0 ? some_text() : NULL);
            add_plies(alt, depth + 1);
        }
        node_tidy(node);
    }
    if (depth < 3 && chance(5) == 0)
        add_plies(lines_append(line_then(line)), depth + 1);
}

/* The same random_seed gives the same record. */
static struct record *random_record(const char *variant)
{
    struct record *record = record_new(variant);
    static const char *const paths[] = {"event.name", "event.site", "result.reason", "opening.name",
                                        "x_own.a.b"};
    record->rev = 1;
    record_set_player(record, 'w', some_text());
    record_set_player(record, 'b', some_text());
    for (int i = 0; i < 5; i++)
        if (chance(2))
            record_set_text(record, paths[i], some_text());
    add_comments(&record->comments);
    add_marks(&record->marks);
    add_plies(&record->moves, 0);
    return record;
}

#endif

/* merging.h - a game that two users change, for the tests of merging and saving records. */
#ifndef CHESSCADE_TESTS_SUPPORT_MERGING_H
#define CHESSCADE_TESTS_SUPPORT_MERGING_H

#include "tests/support/testing.h"

#include "archive/record/edit.h"

static inline struct spot at_ply(int ply)
{
    struct spot spot = spot_start();
    spot.ply = ply;
    return spot;
}

/* 1. e4 e5 2. Nf3 (2. f4 exf4) 2...Nc6 3. Bb5, with a comment and a mark. */
static inline struct record *sample(void)
{
    static const char *const plies[] = {"e4", "e5", "Nf3", "Nc6", "Bb5"};
    struct record *record = record_new("classical");
    struct spot spot;
    struct note why;
    record->rev = 7;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    record_set_text(record, "event.name", "Test");
    record_set_text(record, "result.score", "*");
    for (int i = 0; i < 5; i++)
        line_append(&record->moves, plies[i]);
    spot = at_ply(2);
    edit_play(record, &spot, "f4", &why);
    edit_play(record, &spot, "exf4", &why);
    spot = at_ply(3);
    edit_comment(record, &spot, "ana", "a knight");
    edit_mark(record, &spot, NULL, "square", "f3", "green");
    return record;
}

static inline int has_comment(const struct record *record, int ply, const char *text)
{
    struct spot spot = at_ply(ply);
    const struct comments *comments = edit_comments(record, &spot);
    int n = 0;
    for (int i = 0; comments && i < comments->n; i++)
        n += !strcmp(comments->v[i].text, text);
    return n;
}

#endif

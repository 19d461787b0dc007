/* live_seats.h - a live game for tests of the screen: its players, and what they do from sessions
 * other than the one on the screen. */
#ifndef CHESSCADE_TESTS_SUPPORT_LIVE_SEATS_H
#define CHESSCADE_TESTS_SUPPORT_LIVE_SEATS_H

#include "tests/support/testing.h"

#include "core/position_text.h"
#include "tui/session/lobby/lobby.h"

static struct lobby_place place[SIDES_MAX]; /* of ana, bob and cle */
static char live_id[ULID_LENGTH + 1];

/* ana, bob and, in a game of three, cle sit down at a new game, in a new archive. */
static inline void sit_down(const char *club, const char *variant)
{
    static const char *const names[SIDES_MAX] = {"ana", "bob", "cle"};
    struct ruleset *rules;
    struct note why;
    assert_int_equal(store_create(club, "Club", &why), 0);
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    struct seek seek = {.rules = rules, .name = {"ana", "bob", "cle"}, .control = ""};
    for (int i = 0; i < rules->sides; i++)
        assert_int_equal(lobby_enter(&place[i], club, names[i], true, true, &why), 0);
    assert_int_equal(lobby_begin_game(&place[0], &seek, live_id, &why), 0);
    for (int i = 1; i < rules->sides; i++)
        assert_int_equal(lobby_sit_down(&place[i], live_id, &why), 0);
    ruleset_free(rules);
}

static inline void stand_up(void)
{
    for (int i = 0; i < SIDES_MAX; i++)
        lobby_leave(&place[i]);
}

/* The player of a side plays a ply, or resigns if it is "". */
static inline void plays(int side, const char *ply)
{
    struct journal *journal;
    struct note why;
    assert_int_equal(journal_open(&journal, place[side].store, place[side].name, live_id, &why), 0);
    struct journal_record record;
    journal_record_begin(&record, *ply ? JOURNAL_PLY : JOURNAL_RESULT);
    value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
    value_set(&record.value, *ply ? "m" : "why", *ply ? ply : "resigns", false);
    if (lobby_append(journal, &record, &why) < 0)
        fail_msg("%s: %s", ply, why.text);
    journal_free(journal);
}

#endif

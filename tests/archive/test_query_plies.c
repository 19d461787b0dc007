/* test_query_plies.c - what move:, ply: and capture: find, however a ply is written; dates; and
 * where words are not searched. */
#include "tests/support/testing.h"

#include "archive/query/query_tree.h"

#include "archive/query/query.h"
#include "archive/record/record.h"

static const struct term *term_of(const char *text, struct query **query)
{
    struct note why;
    if (query_parse(text, NULL, query, &why) < 0)
        fail_msg("'%s' is not read: %s", text, why.text);
    return &(*query)->term[(*query)->root];
}

/* True if a ply matches. If it does, the bytes of a game with this ply must not rule it out. */
static bool fits(const char *ply, const char *asked)
{
    char bare[PLY_ROOM], piece[64];
    struct query *query;
    const struct term *term = term_of(asked, &query);
    snprintf(bare, sizeof bare, "%.*s", (int)query_bare_ply(ply), ply);
    bool answer = query_ply_fits(term, bare);
    struct record *record = record_new("one");
    struct yaml_text bytes = {0};
    line_append(&record->moves, ply);
    record_write(record, &bytes);
    query_ply_piece(term, piece, sizeof piece);
    if (answer && query_bytes_lack(bytes.v, (size_t)bytes.n, piece))
        fail_msg("'%s' is not looked for in games with %s", asked, ply);
    yaml_text_clear(&bytes);
    record_free(record);
    query_free(query);
    return answer;
}

/* A ply as files have it, queries that match it, and queries that do not. */
static void plies_are_found_as_they_are_written_and_read(void **state)
{
    (void)state;
    static const struct {
        const char *ply, *yes[12], *no[12];
    } rows[] = {
        {"Qd5-f7xP",
         {"move:Qf7", "move:Qxf7", "move:Qd5-f7", "move:Qdf7", "move:Q5xf7", "move:Qf7xP",
          "move:Q*f7*", "ply:Qf7xP", "ply:Qxf7", "ply:Q*xP", "ply:Q?\?-f7*"},
         {"move:f7", "move:Qd4-f7", "move:Qaf7", "move:Q4f7", "move:Qd5", "move:Qf7xN", "move:Rf7",
          "ply:Qf7", "ply:Qd4-f7xP", "move:Qd5-*8"}},
        {"Qd5-f7",
         {"move:Qf7", "ply:Qf7", "ply:Qf?", "ply:Qd5-f7"},
         {"move:Qxf7", "ply:Qxf7", "move:Q5-?7x*", "move:Qf71"}},
        {"Bi6-c6", {"move:Bi6-*6", "move:Bc6"}, {"move:Bd5-*6", "move:Bi6"}},
        {"Qxf7+", {"move:Qf7", "move:Qxf7", "ply:Qxf7", "ply:Q*f7"}, {"move:Qd5-f7", "ply:Qf7"}},
        {"Nbd2", {"move:Nd2", "move:Nbd2"}, {"move:Nfd2", "move:N1d2", "move:Nxd2", "move:d2"}},
        {"exd5", {"move:d5", "move:exd5", "move:ed5", "ply:exd5"}, {"move:cxd5", "move:Bd5"}},
        {"Pe4-d5xP",
         {"move:d5", "move:exd5", "ply:exd5", "ply:d5xP", "move:e4-d5"},
         {"move:cxd5", "move:e4", "ply:d5"}},
        {"Pf5-g6:P", {"move:g6", "move:fxg6", "ply:g6:P"}, {"move:hxg6"}},
        {"Pe7-d8xR=Q",
         {"move:d8", "move:d8=Q", "move:exd8=Q", "ply:exd8=Q", "ply:d8xR=Q"},
         {"move:d8=R", "move:e8=Q"}},
        {"e8=Q#", {"move:e8", "move:e8=Q", "ply:e8=?"}, {"move:e8=N", "move:d8"}},
        {"O-O", {"move:O-O", "ply:O-O"}, {"move:O-O-O", "ply:O-O-O", "move:Kg1"}},
        {"Ke1-g1$R", {"move:Kg1", "ply:Kg1$R"}, {"move:Rg1"}},
        {"Bf1-g2(r)",
         {"move:Bg2", "move:Bg2(r)", "ply:Bg2(r)", "ply:Bg2*"},
         {"move:Bg2(l)", "ply:Bg2"}},
        {"Ba5-d4(r)",
         {"move:B:d4", "move:B:d4(r)", "ply:B:d4(r)", "ply:Bad4(r)", "ply:B5:d4(r)"},
         {"move:B:d4(l)", "ply:Bbd4(r)"}},
        {"Pe4-d5", {"move:e:d5", "ply:e:d5", "ply:ed5"}, {"move:c:d5", "ply:c:d5"}},
        {"Kb7-b5/W",
         {"move:Kb5", "move:Kb5/W", "ply:Kb5/W"},
         {"move:Kb5/T", "move:K^b5/W", "ply:K&b5/W"}},
        {"Kd2-e3/W^F",
         {"move:Ke3", "move:K^e3", "move:K^e3/W", "move:Ke3/W", "move:Ke3/W^F", "ply:K^e3/W",
          "ply:Kd^e3/W"},
         {"move:K&e3/W", "move:Ke3/W^C", "ply:K&e3/W", "ply:Ke3/W"}},
        {"Td1-f1&F",
         {"move:Tf1", "move:T&f1", "ply:T&f1", "ply:Td&f1", "ply:Tf1&F"},
         {"move:T^f1", "ply:T1f1"}},
        {"Wd7-e8xT=C",
         {"move:Wxe8=C", "move:We8=C", "ply:Wxe8=C", "ply:Wdxe8=C"},
         {"move:W^e8=C", "ply:W^e8=C"}},
        {"Mx21-w22", {"move:Mw22", "move:Mx21-w22", "ply:Mw22"}, {"move:Mx21", "move:Mx2"}},
        {"Nx3-k4", {"move:Nk4", "move:Nxk4"}, {"move:Nyk4"}}, /* of the x-file */
        {"[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-e5xB]",
         {"ply:Qa1~*", "ply:Qa1~Wa5~*", "ply:Qc1-a1~*", "ply:*~Re5xB", "ply:*~[Re5xB]",
          "ply:[Qc1-a1]~*", "move:Qa1", "move:Wa5", "move:Wc5", "move:Rxe5", "move:W?5",
          "ply:Q*~W*~W*~Rxe5"},
         {"ply:Qa1", "move:Qa5", "move:Ra5", "ply:Wa5~*", "move:Re4", "move:Wa1-b5", "move:a1"}},
        {"Ra2-a1T*a17",
         {"move:Ra1", "move:Ra17", "ply:Ra1T*a17"},
         {"move:Ra2", "move:a17", "move:Ra7"}},
        {"Ra2-a18T*Rb1", {"move:Ra18", "move:Rb1"}, {"move:Nb1"}},
        {"Ml7-k7*Nb1", {"move:Mk7"}, {"move:Mb1"}},
        {"Ib5-d5M>Ig8", {"move:Id5", "move:Ig8"}, {"move:Ib5"}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int i = 0; i < 12; i++) {
            if (rows[r].yes[i] && !fits(rows[r].ply, rows[r].yes[i]))
                fail_msg("%s should fit %s", rows[r].ply, rows[r].yes[i]);
            if (rows[r].no[i] && fits(rows[r].ply, rows[r].no[i]))
                fail_msg("%s should not fit %s", rows[r].ply, rows[r].no[i]);
        }
}

static const struct record *give(void *argument)
{
    return argument;
}

static bool game_fits(const char *text, const char *asked)
{
    struct record *record;
    struct listing listing = {.damaged = false};
    struct note why;
    struct query *query;
    if (record_read(text, strlen(text), 1, &yaml_limits_default, &record, NULL, &why) < 0)
        fail_msg("%s", why.text);
    listing_of_record(&listing, record);
    term_of(asked, &query);
    bool answer = query_fits(
        query, &(struct query_game){.listing = &listing, .record = give, .argument = record}, NULL);
    query_free(query);
    listing_clear(&listing);
    record_free(record);
    return answer;
}

#define GAME(variant, more)                                                      \
    "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: '" variant \
    "'\nnotation: 'long'\n"                                                      \
    "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\n" more
#define PYRAMID(ply)                                                                     \
    GAME("mayan-ascendancy",                                                             \
         "start:\n  position: '11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1'\n" \
         "moves:\n- '" ply "'\n")

/* capture: finds the pieces that a ply captures, of whichever side; not those it converts, nor an
 * army that leaves with its King. */
static void captured_pieces_are_found(void **state)
{
    (void)state;
    static const char
        converted
            [] = PYRAMID("[Qh1-e1]~[Ae1-g3%P]"),
   taken[] = PYRAMID("[Qh1-e1]~[Ae1-g3xP]"),
   own[] = GAME(
       "mirandas-veil",
       "start:\n  position: '15k/16/16/16/16/16/16/16/16/16/16/rB14/16/K15/16/W1Q13 w - - 0 1'\n"
       "moves:\n- '[Qc1-a1]~[Wa1-a5]~[Ra5-b5xB]'\n"),
   passed[] = GAME("classical",
                   "moves: ['Pe2-e4', 'Pa7-a6', 'Pe4-e5', 'Pd7-d5', 'Pe5-d6:P', 'Qd8-d6xP']\n");
    assert_false(game_fits(converted, "capture:P"));
    assert_true(game_fits(taken, "capture:P"));
    assert_false(game_fits(taken, "capture:A"));
    assert_true(game_fits(own, "capture:b"));
    assert_false(game_fits(own, "capture:R"));
    assert_true(game_fits(passed, "capture:P"));
    assert_false(game_fits(passed, "capture:Q"));
}

/* Signs behind a ply can be searched, too: check and mate by the board, whatever is written;
 * judgements by the notes; and by the text if the rules are unknown. */
static void signs_behind_a_ply_are_found(void **state)
{
    (void)state;
    static const char mate
        [] = GAME("classical", "moves: ['Pf2-f3', 'Pe7-e5', 'Pg2-g4', 'Qd8-h4']\n"),
    check[] =
        GAME("classical",
             "moves:\n- {m: 'Pe2-e4', nags: [1]}\n- 'Pd7-d5'\n- {m: 'Bf1-b5', nags: [4]}\n"
             "- {m: 'Bc8-d7', alts: [{moves: ['Pc7-c6']}, {moves: ['Qd8-d7', 'Bb5-d7xQ']}]}\n"),
    twice[] = GAME(
        "classical",
        "start:\n  position: '4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1'\nmoves: ['Ne2-f4', 'Ke8-f8']\n"),
    both[] = GAME("classical",
                  "start:\n  position: '4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1'\nmoves: ['Ne4-f6']\n"),
    large[] =
        GAME("mirandas-veil",
             "start:\n  position: '15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/RK14 w - - 0 1'\n"
             "moves: ['Ra1-a16']\n"),
    other[] = GAME("crazyhouse", "moves: ['e4+', 'e5!', 'Qh5#!?']\n");
    static const struct {
        const char *game, *yes[10], *no[10];
    } rows[] = {
        {mate,
         {"ply:Qh4#", "ply:*#", "ply:Q*#", "move:Qh4#", "!ply:Qh4+", "ply:Qh4", "!ply:f3+"},
         {"ply:Qh4+", "ply:*+", "ply:Qh4++", "!ply:Qh4#", "ply:e5#", "ply:Qh4!", "move:Qh4+"}},
        {check,
         {"ply:Bb5+", "ply:*+", "ply:e4!", "ply:Bb5+?\?", "ply:*!", "ply:Bxd7+ in:variations",
          "move:Bb5+"},
         {"ply:Bb5#", "ply:*#", "ply:e4+", "ply:e4!!", "ply:Bb5!", "ply:Bb5+?", "ply:Bd7+",
          "ply:Bxd7+", "ply:c6+ in:variations", "ply:Bb5++"}},
        {twice, {"ply:Nf4+", "ply:*+"}, {"ply:Kf8+", "ply:*++", "ply:*#"}},
        {both, {"ply:Nf6++", "ply:Nf6+"}, {"ply:Nf6#"}},
        {large, {"ply:Ra16+"}, {"ply:Ra16#"}},
        {other, {"ply:e4+", "ply:Qh5#", "ply:*+"}, {"ply:e5+", "ply:Qh5+", "ply:e4#"}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int i = 0; i < 10; i++) {
            if (rows[r].yes[i] && !game_fits(rows[r].game, rows[r].yes[i]))
                fail_msg("game %d should fit %s", (int)r, rows[r].yes[i]);
            if (rows[r].no[i] && game_fits(rows[r].game, rows[r].no[i]))
                fail_msg("game %d should not fit %s", (int)r, rows[r].no[i]);
        }
}

/* The parts that the second date of a range leaves out come from the first, unless it is a full
 * date. */
static void ranges_of_dates_can_be_shortened(void **state)
{
    (void)state;
    static const struct {
        const char *range;
        int64_t low, high;
    } rows[] = {
        {"2024-01..06", 20240100, 20240699},         {"2024-05..2025", 20240500, 20259999},
        {"2024-05-03..17", 20240503, 20240517},      {"2024-05-03..06-17", 20240503, 20240617},
        {"2024-05-03..2025-02", 20240503, 20250299}, {"1850-?\?..1853", 18500000, 18539999},
        {"185?..186?", 18500000, 18699999},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t low, high;
        size_t wrong;
        if (!query_date_range(rows[i].range, &low, &high, &wrong))
            fail_msg("%s is not read", rows[i].range);
        assert_int_equal(low, rows[i].low);
        assert_int_equal(high, rows[i].high);
    }
}

/* The record of who imported a game, when and from where, is not searched for words; the text that
 * was between the games is. */
static void words_do_not_match_import_data(void **state)
{
    (void)state;
    static const char game[] = GAME(
        "classical",
        "event: {date: '1851-06-21'}\nprovenance:\n  from: 'pgn'\n  file: 'immortal.pgn'\n"
        "  by: 'olga'\n  on_date: '2026-11-26'\n  notes: 'typed by hand'\nmoves: ['Pe2-e4']\n"),
                      *const no[] = {"olga", "2026", "/2026/", "immortal", "pgn"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (game_fits(game, no[i]))
            fail_msg("'%s' should not fit", no[i]);
    assert_true(game_fits(game, "1851") && game_fits(game, "\"by hand\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_found_as_they_are_written_and_read),
        cmocka_unit_test(captured_pieces_are_found),
        cmocka_unit_test(signs_behind_a_ply_are_found),
        cmocka_unit_test(ranges_of_dates_can_be_shortened),
        cmocka_unit_test(words_do_not_match_import_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

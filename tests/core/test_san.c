/* test_san.c - plies as people write them: SAN, tolerated variants of it, and the reasons for
 * refusing the rest. */
#include "tests/support/chance.h"
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/families/orthodox/san.h"
#include "core/enumerate.h"

static const char opening[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char castles_ties[] = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
static const char castles[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
static const char promotes[] = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
/* B3 and Be2 can both capture on c4 */
static const char bishops[] = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1";
static const char ties[] = "k9/10/10/10/10/4n5/2G3G3/10/P9/5K3R w K - 0 1";

/* A typed text, and the canonical forms of its ply. */
static const struct {
    const char *position, *typed, *san, *longer;
} readings[] = {
    {opening, "e4", "e4", "Pe2-e4"},
    {opening, "e2e4", "e4", "Pe2-e4"},
    {opening, "e2-e4", "e4", "Pe2-e4"},
    {opening, "Pe4", "e4", "Pe2-e4"},
    {opening, "Pe2-e4", "e4", "Pe2-e4"},
    {opening, "1.e4", "e4", "Pe2-e4"},
    {opening, "1. e4!?", "e4", "Pe2-e4"},
    {opening, "e4+", "e4", "Pe2-e4"},
    {opening, "Nf3", "Nf3", "Ng1-f3"},
    {opening, "nf3", "Nf3", "Ng1-f3"},
    {opening, "Ng1f3", "Nf3", "Ng1-f3"},
    {opening, "Ng1-f3", "Nf3", "Ng1-f3"},
    {opening, "Ngf3", "Nf3", "Ng1-f3"},
    {opening, "N1f3", "Nf3", "Ng1-f3"},
    {opening, "g1f3", "Nf3", "Ng1-f3"},
    {opening,
     "\xE2\x99\x98"
     "f3",
     "Nf3", "Ng1-f3"},
    {opening,
     "Ng1\xE2\x80\x93"
     "f3",
     "Nf3", "Ng1-f3"},
    {opening, "[Ng1-f3]", "Nf3", "Ng1-f3"},
    {opening, "b4", "b4", "Pb2-b4"},
    {castles, "O-O", "O-O", "Ke1-g1$R"},
    {castles, "0-0", "O-O", "Ke1-g1$R"},
    {castles, "o-o", "O-O", "Ke1-g1$R"},
    {castles, "OO", "O-O", "Ke1-g1$R"},
    {castles, "O-O-O!", "O-O-O", "Ke1-c1&R"},
    {castles, "0-0-0", "O-O-O", "Ke1-c1&R"},
    {castles, "e1g1", "O-O", "Ke1-g1$R"},
    {castles, "e1c1", "O-O-O", "Ke1-c1&R"},
    {castles, "Kg1", "O-O", "Ke1-g1$R"},
    {castles, "Ke1-g1$R", "O-O", "Ke1-g1$R"},
    {castles, "Kg1$Rh1", "O-O", "Ke1-g1$R"},
    {castles, "Kf1", "Kf1", "Ke1-f1"},
    {castles, "Rxa8", "Rxa8+", "Ra1-a8xR"},
    {castles, "Ra8", "Rxa8+", "Ra1-a8xR"},
    {castles, "Ra1-a8xR", "Rxa8+", "Ra1-a8xR"},
    {castles, "R:h8", "Rxh8+", "Rh1-h8xR"},
    {castles, "Rh1\xC3\x97h8", "Rxh8+", "Rh1-h8xR"},
    {promotes, "a8=Q", "a8=Q", "Pa7-a8=Q"},
    {promotes, "a8Q", "a8=Q", "Pa7-a8=Q"},
    {promotes, "a8(N)", "a8=N", "Pa7-a8=N"},
    {promotes, "a8/R", "a8=R", "Pa7-a8=R"},
    {promotes, "a7a8b", "a8=B", "Pa7-a8=B"},
    {promotes, "axb8=Q", "axb8=Q+", "Pa7-b8xN=Q"},
    {promotes, "ab8Q+", "axb8=Q+", "Pa7-b8xN=Q"},
    {promotes, "a7b8q", "axb8=Q+", "Pa7-b8xN=Q"},
    {promotes, "Pa7-b8xN=N", "axb8=N", "Pa7-b8xN=N"},
    {passing, "exd6", "exd6", "Pe5-d6:P"},
    {passing, "ed6", "exd6", "Pe5-d6:P"},
    {passing, "exd6 e.p.", "exd6", "Pe5-d6:P"},
    {passing, "exd6ep", "exd6", "Pe5-d6:P"},
    {passing, "e5d6", "exd6", "Pe5-d6:P"},
    {passing, "d6:P", "exd6", "Pe5-d6:P"},
    {passing, "d6", "exd6", "Pe5-d6:P"},
    {bishops, "bxc4", "bxc4", "Pb3-c4xP"},
    {bishops, "Bxc4", "Bxc4", "Be2-c4xP"},
    {bishops, "bd1", "Bd1", "Be2-d1"},
    {bishops, "bd3", "Bd3", "Be2-d3"},
};

static void typed_plies_are_understood(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        struct position position;
        struct ply ply = {0};
        struct note why;
        char text[64];
        read_position(rules, readings[i].position, &position);
        if (rules->rules->parse(&position, readings[i].typed, &ply, &why) < 0)
            fail_msg("'%s' is refused: %s", readings[i].typed, why.text);
        rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
        assert_string_equal(text, readings[i].longer);
        rules->rules->format(&position, &ply, FORM_SHORT, text, sizeof text);
        assert_string_equal(text, readings[i].san);
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* A refused text, and words of the reason. */
static const struct {
    const char *variant, *position, *typed, *reason;
} refusals[] = {
    {"classical", opening, "", "does not name a target square"},
    {"classical", opening, "xyzzy", "does not name a target square"},
    {"classical", opening, "pass", "you cannot pass: move a piece (rules/classical.md 1.3)"},
    {"croatian-ties", ties, "--", "you cannot pass: move a piece (rules/croatian.md 7.1)"},
    {"classical", opening, "Nf", "does not name a target square"},
    {"classical", opening, "e9", "there is no cell e9"},
    {"classical", opening, "e4/", "has no meaning"},
    {"classical", opening, "e4\x1B[31m", "character"},
    {"classical", opening, "Ng1f3g1f3g1f3g1f3g1f3g1f3g1f3g1f3g1f3g1f3g1f3g1f3", "too long"},
    {"classical", opening, "e5", "(rules/classical.md 3.7)"},
    {"classical", opening, "Pe2-e5", "3.7"},
    {"classical", opening, "exd3", "nothing on d3"},
    /* A1 is on that file, h1 is not. */
    {"classical", opening, "Ra3", "the Rook is stopped on a2 by White's Pawn"},
    {"classical", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rd3", "no Rook"},
    {"classical", opening, "Bc4", "the Bishop is stopped on e2 by White's Pawn"},
    {"classical", opening, "e5",
     "the Pawn on e2 does not reach e5: 1-2 forward, captures diagonally (rules/classical.md "
     "3.7)"},
    {"classical", opening, "Ab3", "there is no piece A here, but KQRBNP (rules/classical.md C)"},
    {"croatian-ties", ties, "Ab1-b3",
     "there is no piece A here, but GKQRBNP (rules/croatian.md 13)"},
    {"classical", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=X",
     "a Pawn becomes one of QRBN, not X (rules/classical.md 3.7)"},
    {"croatian-ties", "rgnbqkbngr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RGNBQKBNGR w KQkq - 0 1",
     "Gb1-d3",
     "the Pegasus on b1 does not reach d3: it repeats a Knight's jump (rules/croatian.md 6)"},
    {"classical", opening, "Ra1-a3", "stopped on a2 by White's Pawn"},
    {"classical", opening, "Qd1-d5", "stopped on d2"},
    {"classical", opening, "Ng1-e2", "your own Pawn"},
    {"classical", opening, "Ke2", "your own Pawn"},
    {"classical", opening, "Ng1-g3",
     "the Knight on g1 does not reach g3: one Knight's jump (rules/classical.md 3.6)"},
    {"classical", opening, "e7e5", "Black's"},
    {"classical", opening, "e3e4", "nothing on e3"},
    {"classical", opening, "Bg1-f3", "a Knight stands on g1"},
    {"classical", opening, "e4=Q", "(rules/classical.md 3.7)"},
    {"classical", opening, "Nxf3", "nothing to capture on f3"},
    {"classical", opening, "Nf3xP", "nothing to capture on f3"},
    {"classical", opening, "O-O", "Bishop on f1"},
    {"classical", "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "(rules/classical.md 3.8)"},
    {"classical", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked"},
    {"classical", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1 is attacked"},
    {"classical", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "in check from the Rook on e8"},
    {"classical", "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2", "stay in check from the Rook on e8"},
    {"classical", "3r3k/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2", "be in check from the Rook on d8"},
    {"classical", "7k/8/8/8/8/8/8/K6R w - - 0 1", "Rxh8", "never captured"},
    {"classical", castles, "Ra8xN", "a Rook stands on a8"},
    {"classical", castles, "Qd1", "no Queen"},
    {"classical", passing, "exf6", "nothing on f6"},
    {"classical", promotes, "a8=K", "(rules/classical.md 3.7)"},
    {"classical", promotes, "a8", "ambiguous: a8=Q, a8=R, a8=B or a8=N"},
    {"classical", bishops, "bc4", "ambiguous: bxc4 or Bxc4"},
    {"classical", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "ambiguous: Nbd2 or Nfd2"},
    {"classical", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nxd2", "nothing to capture"},
    {"croatian-ties", ties, "Ge5", "xN"}, /* this capture is mandatory: rules/croatian.md 13.3 */
    {"croatian-ties", ties, "Gxe5", "xN"},
    {"croatian-ties", ties, "Ge5xB", "a Knight stands on e5"},
    {"croatian-ties", ties, "Ge5xN", "ambiguous: Gc4-e5xN or Gg4-e5xN"},
    {"croatian-ties", ties, "Kg1$Q", "has no meaning"},
    {"croatian-ties", ties, "Kj1$R", "(rules/croatian.md 9.1)"},
    {"croatian-ties", ties, "O-O", "write castling as Kh1$R: target, $ (right)"},
    {"croatian-ties", castles_ties, "Kh1",
     "castling is written with '$R' after the cell (rules/croatian.md 13)"},
    {"croatian-ties", castles_ties, "Kj1$R",
     "a castling King moves 2 to 3 squares, at most next to the Rook (rules/croatian.md 9.1)"},
    {"odd-classical", "3k3/7/7/7/7/7/R2K2R w KQ - 0 1", "Kf1$R",
     "this board has no castling (rules/croatian.md 9.1)"},
    {"classical", castles, "Kf1$R",
     "a castling King moves 2 squares towards the Rook (rules/classical.md 3.8)"},
    {"classical", opening, "Ra9",
     "there is no cell a9: this board has a1 to h8 (rules/classical.md 2.1)"},
    {"classical", opening, "Ng1xx4", "has no meaning"}, /* x means a capture, not a cell */
    {"croatian-ties", ties, "Gk1",
     "there is no cell k1: this board has a1 to j10 (rules/croatian.md 3)"},
    {"croatian-ties", ties, "a2a3q", "has no meaning"},
};

static void refusals_give_the_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct ruleset *rules = open_variant(refusals[i].variant);
        struct position position;
        struct ply ply = {0};
        struct note why = {.text = ""};
        read_position(rules, refusals[i].position, &position);
        if (rules->rules->parse(&position, refusals[i].typed, &ply, &why) >= 0)
            fail_msg("'%s' is accepted", refusals[i].typed);
        if (!strstr(why.text, refusals[i].reason))
            fail_msg("'%s': '%s' does not say '%s'", refusals[i].typed, why.text,
                     refusals[i].reason);
        assert_int_equal(ply.n, 0);
        ply_free(&ply);
        ruleset_free(rules);
    }
}

/* The rules of disambiguation: the short form of a ply given in long form. */
static const struct {
    const char *position, *longer, *san;
} written[] = {
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nb1-d2", "Nbd2"}, /* by file */
    {"4k3/8/8/8/1N6/8/8/1N2K3 w - - 0 1", "Nb1-d2", "Nd2"},  /* the other cannot go there */
    {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "Nb1-a3", "N1a3"}, /* same file: by rank */
    {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "Nb5-c3", "N5c3"},
    {"1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "Qh4-e1", "Qh4e1"},  /* neither alone: both */
    {"4k3/4r3/8/8/8/5N2/4N3/4K3 w - - 0 1", "Nf3-d4", "Nd4"}, /* the other one is pinned */
    {"4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "Ra1-b1", "Rb1"},     /* the other one is blocked */
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra1-a8", "Ra8#"},
    {"6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "Ra1-a8", "Ra8+"},
    {"4k3/8/8/8/8/8/4B3/3KR3 w - - 0 1", "Be2-b5", "Bb5+"}, /* a double check */
    {"5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1-c1&R", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "Ke1-g1$R", "O-O+"},
};

static void disambiguation_follows_the_standard(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        assert_short_form(rules, written[i].position, written[i].longer, written[i].san);
    ruleset_free(rules);
}

/* The book's short form (rules/croatian.md 13.2). */
static const struct {
    const char *position, *longer, *shorter;
} book[] = {
    {ties, "Gc4-e5xN", "Gc4-e5xN"},
    {ties, "Gc4-a5", "Ga5"},
    {ties, "Kf1-h1$R", "Kh1$R"},
    {ties, "Pa2-a5", "a5"},
    {"9k/10/10/10/10/3p1p4/4P5/10/10/K9 w - - 0 1", "Pe4-d5xP", "d5xP"},
    {"9k/10/10/10/10/4p5/3P1P4/10/10/K9 w - - 0 1", "Pd4-e5xP", "d4-e5xP"},
    {"k9/3P6/10/10/10/10/10/10/10/K9 w - - 0 1", "Pd9-d10=Q", "d10=Q+"},
    {"k9/10/10/10/10/10/10/B9/10/K8R w - - 0 1", "Rj1-j10", "Rj10+"},
};

static void short_forms_are_those_of_the_book(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("croatian-ties");
    for (size_t i = 0; i < sizeof book / sizeof *book; i++)
        assert_short_form(rules, book[i].position, book[i].longer, book[i].shorter);
    ruleset_free(rules);
}

/* A FEN text of a position is written as read; a malformed one is refused with a place. */
static void fen_is_read_and_written(void **state)
{
    (void)state;
    static const char *const good[] = {
        opening,
        castles,
        passing,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 99 150",
    };
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", "en passant"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1", "en passant"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3e4 0 1", "en passant"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no King"},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 Kings"},
        {"4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "KQkq"},
        {"4k3/8/8/8/8/8/8/4KG2 w - - 0 1", "'G' is not a piece"},
        {"4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "do not come back"},
    };
    struct ruleset *rules = open_variant("classical");
    struct position position;
    struct note why;
    char text[200];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        read_position(rules, good[i], &position);
        rules->rules->write(&position, text, sizeof text);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(rules->rules->read(rules, bad[i].text, &position, &why), FAIL_TEXT);
        if (!strstr(why.text, bad[i].reason))
            fail_msg("%s: '%s' does not say '%s'", bad[i].text, why.text, bad[i].reason);
    }
    /* No Rook to castle with */
    read_position(rules, "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", &position);
    assert_int_equal(position.rights, 0);
    ruleset_free(rules);
}

struct comparing {
    const struct position *position;
    int plies;
};

/* Replaying SAN reaches the same position as a draft, and writes the same text. */
static int compare_ply(const struct ply *ply, void *argument)
{
    struct comparing *comparing = argument;
    const struct position *position = comparing->position;
    char san[SAN_MAX], again[SAN_MAX];
    struct position drafted, replayed;
    struct san_game game;
    struct note why;
    int length = position->rules->rules->format(position, ply, FORM_SHORT, san, sizeof san);
    san_begin(&game, position);
    if (san_play(&game, san, length, again, &why) < 0)
        fail_msg("'%s' is refused: %s", san, why.text);
    assert_string_equal(san, again);
    san_position(&game, &replayed);
    ply_play(position, ply, &drafted);
    assert_true(position_same(&drafted, &replayed));
    assert_int_equal(drafted.halfmove, replayed.halfmove);
    assert_int_equal(drafted.fullmove, replayed.fullmove);
    comparing->plies++;
    return 0;
}

/* The one ply that a text means to the full parser, without the fast path. False if there is none,
 * or several. */
static bool read_with_the_full_parser(struct mailbox *mailbox, const char *text,
                                      struct mailbox_ply *out)
{
    struct mailbox_ply fits[2 * WRITTEN_FITS_MAX];
    struct written one;
    int length = (int)strlen(text), n = 0;
    if (written_read(mailbox->orthodox, text, length, false, &one, NULL) < 0)
        return false;
    n = written_fits(mailbox, &one, fits);
    if (one.maybe_bishop && (n == 0 || !one.takes) &&
        written_read(mailbox->orthodox, text, length, true, &one, NULL) == 0)
        n += written_fits(mailbox, &one, fits + n);
    *out = fits[0];
    return n == 1;
}

/* The fast path reads every legal ply's SAN; any other text that it reads, the full parser reads
 * the same: random letters changed, repeated or removed in random games. */
static void the_fast_path_agrees_with_the_full_parser(void **state)
{
    enum { GAMES = 60, PLIES = 120, CHANGES = 6 };
    static const char letters[] = "abcdefgh12345678NBRQKx=+#O-";
    static const char *const starts[] = {
        opening, castles, promotes, passing,
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PpPBBPPP/R3K2R w KQkq - 0 1"};
    struct ruleset *rules = open_variant("classical");
    struct position position;
    int usual = 0;
    (void)state;
    srand(7);
    for (int game = 0; game < GAMES; game++) {
        struct mailbox mailbox;
        read_position(rules, starts[(size_t)game % (sizeof starts / sizeof *starts)], &position);
        mailbox_load(&mailbox, &position);
        for (int k = 0; k < PLIES; k++) {
            struct mailbox_ply plies[MAILBOX_PLIES_MAX], one, other;
            struct mailbox_undo undo;
            bool unique;
            int n = mailbox_plies(&mailbox, plies);
            assert_int_equal(mailbox_stuck(&mailbox), n == 0);
            if (n == 0)
                break;
            for (int i = 0; i < n; i++) {
                char text[SAN_MAX + 1];
                san_encode(&mailbox, plies[i], text);
                bool castling = *text == 'O';
                assert_int_equal(written_usual(&mailbox, text, (int)strlen(text), &one, &unique),
                                 !castling);
                if (!castling)
                    assert_memory_equal(&one, &plies[i], sizeof one);
                for (int change = 0; change < CHANGES; change++) {
                    char changed[SAN_MAX + 2];
                    size_t length = strlen(text), at = (size_t)rand() % length;
                    char letter = letters[(size_t)rand() % (sizeof letters - 1)];
                    int how = rand() % 3; /* replaced, inserted before, removed */
                    snprintf(changed, sizeof changed, "%.*s%.*s%s", (int)at, text, how < 2, &letter,
                             text + at + (how != 1));
                    bool read =
                        written_usual(&mailbox, changed, (int)strlen(changed), &one, &unique);
                    if (read && (!read_with_the_full_parser(&mailbox, changed, &other) ||
                                 memcmp(&one, &other, sizeof one) != 0))
                        fail_msg("'%s', made of '%s', is read in two ways", changed, text);
                    usual += read;
                }
            }
            mailbox_play(&mailbox, plies[rand() % n], &undo);
        }
    }
    assert_true(usual > 1000);
    ruleset_free(rules);
}

static void replay_agrees_with_drafts(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int plies;
    } positions[] = {
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 31},
        {"QQQQQQkQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQKQQQQ b - - 0 1", -1},
    };
    struct limits limits = LIMITS_DEFAULT;
    struct ruleset *rules = open_variant("classical");
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct position position;
        read_position(rules, positions[i].position, &position);
        struct comparing comparing = {&position, 0};
        search_plies(&position, &limits, compare_ply, &comparing);
        if (positions[i].plies >= 0)
            assert_int_equal(comparing.plies, positions[i].plies);
    }
    ruleset_free(rules);
}

/* Byrne - Fischer, New York 1956: a whole game as its PGN has it. */
static void a_game_is_replayed(void **state)
{
    (void)state;
    static const char moves[] =
        "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 "
        "bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ "
        "Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 "
        "Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#";
    struct ruleset *rules = open_variant("classical");
    struct position position;
    struct san_game game;
    struct note why;
    char standard[SAN_MAX], text[200];
    rules->rules->setup(rules, &position);
    san_begin(&game, &position);
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        if (san_play(&game, at, length, standard, &why) < 0)
            fail_msg("%.*s: %s", length, at, why.text);
        assert_int_equal(length, (int)strlen(standard));
        assert_memory_equal(at, standard, (size_t)length);
        at += length;
    }
    san_position(&game, &position);
    rules->rules->write(&position, text, sizeof text);
    assert_string_equal(text, "1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/2r3P1/2K5 w - - 16 42");
    ruleset_free(rules);
}

/* Whatever a user types gets a ply or one clean sentence. */
static void nonsense_is_refused_politely(void **state)
{
    (void)state;
    static const char signs[] =
        "abcdefgh12345678NBRQKPGOo0-x=+#:.$&() []/'\\\t\x7F\xC3\x97\xE2\x80\x99\xFF";
    static const char *const variants[] = {"classical", "croatian-ties"};
    seed = 20261121;
    for (int v = 0; v < 2; v++) {
        struct ruleset *rules = open_variant(variants[v]);
        struct position position;
        struct ply ply = {0};
        rules->rules->setup(rules, &position);
        for (int i = 0; i < 20000; i++) {
            char text[64];
            struct note why = {.text = ""};
            int length = 0;
            for (int end = i % 60; length < end && length < (i % 3 ? 7 : 63); length++)
                text[length] = signs[chance((int)sizeof signs - 1)];
            text[length] = '\0';
            if (rules->rules->parse(&position, text, &ply, &why) >= 0)
                continue;
            assert_true(why.text[0] != '\0');
            for (const char *at = why.text; *at; at++)
                assert_true(*at >= ' ' && *at <= '~');
        }
        ply_free(&ply);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_plies_are_understood),
        cmocka_unit_test(refusals_give_the_reason),
        cmocka_unit_test(disambiguation_follows_the_standard),
        cmocka_unit_test(short_forms_are_those_of_the_book),
        cmocka_unit_test(fen_is_read_and_written),
        cmocka_unit_test(replay_agrees_with_drafts),
        cmocka_unit_test(the_fast_path_agrees_with_the_full_parser),
        cmocka_unit_test(a_game_is_replayed),
        cmocka_unit_test(nonsense_is_refused_politely),
    };
    return cmocka_run_group_tests_name("san", tests, NULL, NULL);
}

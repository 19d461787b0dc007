/* test_plain_games.c - a whole game of every variant in plain mode, through pipes: the program
 * itself reads a script and writes sentences.
 *
 * The test uses core/ to type random legal plies from the opening until the rules end the game or
 * there are enough of them, then a resignation or an agreed draw. The game is saved, found by
 * searches, opened again, read and annotated. Every answer is checked: whole sentences, no raw
 * characters, no refusal, correct numbers of plies, the same end. CHESSCADE_LONG=1 plays more and
 * longer games; CHESSCADE_CONTRACT=ID plays those of one variant. */
#include "config.h"
#include "tests/support/testing.h"

#include "core/chesscade.h"
#include "tests/support/chance.h"

enum { TEXT_ROOM = 4200, CHOICES = 40, TRIES = 4 };

#define OWN_BOARD "custom:size=7;ranks=KAWTAWT/PPPPPPP"

static char home[256];
static const struct limits one = {.cascade = 2};

/* ------------------------------------------------------------------- a random game */

struct pick {
    const struct position *position;
    int seen;
    struct ply ply[TRIES]; /* a random choice of those seen */
};

static int pick_some(const struct ply *ply, void *argument)
{
    struct pick *pick = argument;
    int at = pick->seen < TRIES ? pick->seen : chance(pick->seen + 1);
    if (at < TRIES)
        ply_copy(&pick->ply[at], ply);
    return ++pick->seen == CHOICES;
}

static int pieces_on_the_board(const struct position *position)
{
    int n = 0;
    for (int cell = 0; cell < position->rules->board->cells; cell++)
        n += position->at[cell].kind != KIND_NONE;
    return n;
}

/* Play one of a few random plies: one that ends the game, else a capture, so that games end.
 * Returns how often the ply must be typed; 0: there is none. `text` gets the ply in one of the two
 * forms. */
static int play_some(struct game *game, char text[static TEXT_ROOM])
{
    static struct pick pick;
    struct note why;
    int best = 0, best_value = -1;
    enum form form = chance(2) ? FORM_LONG : FORM_SHORT;
    pick.position = &game->now;
    pick.seen = 0;
    search_plies(&game->now, &one, pick_some, &pick);
    int n = pick.seen < TRIES ? pick.seen : TRIES, before = pieces_on_the_board(&game->now);
    for (int i = 0; i < n; i++) {
        assert_int_equal(game_play_legal(game, &pick.ply[i], &why), 0);
        int value = verdict_over(&game->verdict) ? 2 : pieces_on_the_board(&game->now) < before;
        game_back(game, 1);
        if (value > best_value) {
            best = i;
            best_value = value;
        }
    }
    struct verdict verdict;
    if (n == 0)
        return 0;
    /* The program asks for confirmation */
    int often = ply_loses(&game->now, &pick.ply[best], &verdict) ? 2 : 1;
    game->now.rules->rules->format(&game->now, &pick.ply[best], form, text, TEXT_ROOM);
    assert_int_equal(game_play_legal(game, &pick.ply[best], &why), 0);
    return often;
}

/* ---------------------------------------------------------------- the dialogue */

/* Run the program on a script. The caller frees its output. */
static char *dialogue(const char *script, size_t length)
{
    size_t size;
    static int dialogues;
    char own[20];
    snprintf(own, sizeof own, "%d", ++dialogues); /* the first game of every archive has the number
                                                     1 */
    setenv("XDG_DATA_HOME", in_folder(home, own), 1);
    write_file(in_folder(home, "script"), script, length);
    assert_int_equal(
        system(
            "cd \"$HOME\" && cat script | { \"$CHESSCADE\" --plain 2>err; echo $? >status; } | cat >out"),
        0);
    char *told = read_file(in_folder(home, "status"), &size);
    assert_string_equal(told, "0\n");
    free(told);
    free(read_file(in_folder(home, "err"), &size));
    assert_int_equal(size, 0);
    return read_file(in_folder(home, "out"), &size);
}

/* Every line is a sentence, without terminal commands. */
static void assert_sentences(const char *id, const char *answer)
{
    for (const char *line = answer; *line;) {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F)
                fail_msg("%s: a control character in: %.*s", id, (int)length, line);
        if (length == 0 || !strchr(".!?:", line[length - 1]) || line[length] != '\n' ||
            *line == ' ')
            fail_msg("%s: no sentence: %.*s", id, (int)length, line);
        line += length + 1;
    }
}

/* The text must occur in the output after *at, which then moves behind it. */
static void assert_says(const char *id, const char **at, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char *found = strstr(*at, text);
    if (!found)
        fail_msg("%s: '%s' is not told behind: %s", id, text, *at);
    *at = found + strlen(text);
}

/* ---------------------------------------------------------------- a whole game */

enum ending { BY_RESIGNING, BY_AGREEING, ENDINGS };

static void whole_game(const char *id, int number, int most)
{
    static const char *const sides[] = {"White", "Black", "Red"};
    struct ruleset *rules;
    struct game game = {0};
    struct note why;
    size_t size = 1 << 20, used = 0;
    char *script = malloc(size), text[TEXT_ROOM], name[20];
    uint8_t *side = calloc((size_t)most + 1, 1);
    assert_true(script && side);
    assert_int_equal(ruleset_open(&rules, id, NULL, 0, &why), 0);
    game_begin(&game, rules, NULL, &one);
    snprintf(name, sizeof name, "Ana%d", number);
    text_add(script, size, &used, "new %s white=%s black=Boris%s\n", id, name,
             rules->sides == 3 ? " red=Cle" : "");
    while (game.plies < most && !verdict_over(&game.verdict)) {
        side[game.plies] = game.now.side;
        int often = play_some(&game, text);
        if (!often)
            break;
        while (often--)
            text_add(script, size, &used, "play %s\n", text);
    }
    int plies = game.plies, resigned = 0;
    bool by_rules = verdict_over(&game.verdict);
    assert_true(plies > 0);
    if (!by_rules && number % ENDINGS == BY_AGREEING) {
        text_add(script, size, &used, "draw\n");
        for (int s = 1; s < rules->sides; s++)
            text_add(script, size, &used, "accept\n");
    } else if (!by_rules) {
        for (; !verdict_over(&game.verdict); resigned++) {
            text_add(script, size, &used, "resign\n");
            assert_int_equal(game_resign(&game, game.now.side, "resignation", &why), 0);
        }
    }
    text_add(script, size, &used,
             "turn\ncomment The end of game %d\nnag ??\ntell\nsave\nstyle long\n", number);
    text_add(script, size, &used,
             "search white:%s variant:%.*s has:nag\nsearch text:\"end of game %d\"\nopen 1\n", name,
             (int)strcspn(id, ":"), id, number); /* variants with a board of their own are all
                                                    called custom */
    text_add(
        script, size, &used,
        "end\ntell\nlast\nmembers\nlines\nstart\nnext 2\nback\nfork\nnote\ngo %d\nboard\nattackers a1\n",
        plies / 2);
    text_add(
        script, size, &used,
        "comment Half of it\nundo\nredo\nsave\nhistory\nchanges\nsearch pos:here white:%s\nquit\n",
        name);
    char *answer = dialogue(script, used);
    const char *at = answer;
    assert_sentences(id, answer);
    for (int i = 0; i < plies; i++)
        assert_says(id, &at, "\nPly %d, %s: ", i + 1, sides[side[i]]);
    assert_says(id, &at, "Saved as revision 1 in Your games.\n");
    assert_says(id, &at, "1 of ");
    assert_says(id, &at, "Game 1: %s", name);
    assert_says(id, &at, "1 of ");
    assert_says(id, &at, "The game has %d pl", plies);
    assert_says(id, &at, "The end of game %d", number);
    assert_says(id, &at, "Saved as revision 2.\n");
    free(answer);
    free(script);
    free(side);
    game_clear(&game);
    ruleset_free(rules);
}

static void every_variant_is_played_in_lines(void **state)
{
    const char *only = getenv("CHESSCADE_CONTRACT");
    bool in_full = getenv("CHESSCADE_LONG") != NULL;
    const struct variant *variant;
    int played = 0;
    (void)state;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++) {
        const char *id = variant->id;
        if (only && strcmp(only, id) != 0)
            continue;
        for (int n = 0; n < (in_full ? 6 : 1); n++, played++) {
            seed = 20261123 + (uint64_t)(100 * i + n);
            whole_game(strcmp(id, "custom") ? id : OWN_BOARD, i + n, in_full ? 60 << n : 24);
        }
    }
    assert_true(only || played >= 43);
}

static int begin(void **state)
{
    (void)state;
    if (!make_quick_folder(home, "plain-games"))
        return -1;
    setenv("HOME", home, 1);
    setenv("CHESSCADE_DATA", getenv("CHESSCADE_SOURCE"), 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_folder(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_variant_is_played_in_lines)};
    return cmocka_run_group_tests(tests, begin, end);
}

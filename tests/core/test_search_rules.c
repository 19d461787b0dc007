/* test_search_rules.c - the promises of search_rules.h, compared with the family's own plies and
 * verdicts in random games of every variant and option that has search rules, and of the adapter on
 * one variant of each family.
 *
 * The plies are the same; a head after making a ply equals that of loading the position; checks and
 * ends are the same; passing, finding and packing work. CHESSCADE_CONTRACT=ID tests one variant
 * only; CHESSCADE_LONG=1 plays more games. */
#include "tests/support/chance.h"
#include "tests/support/testing.h"

#include "core/draft.h"
#include "core/engine/parts.h"
#include "core/game.h"
#include "core/enumerate.h"
#include "core/search_rules.h"

enum { TEXT_ROOM = 8192, PLIES_A_GAME = 120, CODES_KEPT = 64 };

/* One ruleset under test. */
struct bench {
    const struct ruleset *rules;
    const struct search_rules *search;
    struct search_tables *tables;
    void *work;
    size_t size;                 /* of a state */
    void *state, *after, *other; /* room for three */
    uint64_t code[CODES_KEPT];   /* of earlier plies, for find() */
    int codes;
};

/* Values that differ for every piece and cell, so that a wrong sum shows. */
static void bench_values(struct search_tables *tables)
{
    size_t cells = (size_t)(tables->sides * tables->pieces * tables->cells);
    for (size_t i = 0; i < cells; i++) {
        tables->entry[i].early = (int16_t)(chance(2000) - 1000);
        tables->entry[i].late = (int16_t)(chance(2000) - 1000);
    }
    for (int piece = 0; piece < tables->pieces; piece++) {
        uint16_t force = (uint16_t)chance(1000);
        tables->worth[piece] = (int16_t)(100 + chance(900));
        for (int side = 0; side < tables->sides; side++)
            for (int cell = 0; cell < tables->cells; cell++)
                tables->entry[(side * tables->pieces + piece) * tables->cells + cell].force = force;
    }
}

/* What the family reports of its pieces is within bounds, for every piece, side and cell. */
static void check_pieces(const struct ruleset *rules, const struct search_rules *search)
{
    int pieces = search->pieces(rules);
    for (int p = 0; p < pieces; p++) {
        struct search_piece piece = {0};
        search->piece(rules, p, &piece);
        if (piece.flags & SEARCH_UNUSED)
            continue;
        assert_in_range(piece.piece.kind, 1, rules->kind_count);
        assert_in_range(piece.promoted, 0, pieces - 1);
        assert_in_range(piece.worth, 0, 9999);
        for (int side = 0; side < rules->sides; side++)
            for (int cell = 0; cell < rules->board->cells; cell++) {
                int early = 0, late = 0, left = 0;
                if (piece.flags & SEARCH_PAWN && search->distance)
                    left = search->distance(rules, side, p, (cell_t)cell);
                assert_in_range(left + 1, 0, 100);
                if (search->place && search->place(rules, side, p, (cell_t)cell, &early, &late)) {
                    assert_in_range(early + 3000, 0, 6000);
                    assert_in_range(late + 3000, 0, 6000);
                }
            }
    }
}

static bool bench_open(struct bench *bench, const struct ruleset *rules,
                       const struct search_rules *search)
{
    *bench = (struct bench){.rules = rules, .search = search};
    bench->tables = search_tables_new(search, rules);
    bench_values(bench->tables);
    bench->work = search->open(rules, bench->tables);
    if (!bench->work) {
        search_tables_free(bench->tables);
        return false;
    }
    bench->size = search->state_size(rules);
    assert_true(bench->size >= sizeof(struct search_head) && bench->size % 16 == 0);
    bench->state = aligned_alloc(16, bench->size);
    bench->after = aligned_alloc(16, bench->size);
    bench->other = aligned_alloc(16, bench->size);
    check_pieces(rules, search);
    return true;
}

static void bench_close(struct bench *bench)
{
    bench->search->close(bench->work);
    search_tables_free(bench->tables);
    free(bench->state);
    free(bench->after);
    free(bench->other);
}

static _Noreturn void broken(const struct position *position, const char *what, const char *detail)
{
    char text[TEXT_ROOM];
    position->rules->rules->write(position, text, sizeof text);
    fail_msg("%s: %s (%s) in %s", position->rules->id, what, detail, text);
    abort();
}

static void same_heads(const struct position *position, const struct search_head *a,
                       const struct search_head *b, const char *ply)
{
    int sides = position->rules->sides;
    if (a->key != b->key)
        broken(position, "the keys differ", ply);
    if (a->side != b->side || a->living != b->living)
        broken(position, "turn or living seats differ", ply);
    if (a->halfmove != b->halfmove)
        broken(position, "halfmove differs", ply);
    for (int side = 0; side < sides; side++)
        if (a->early[side] != b->early[side] || a->late[side] != b->late[side] ||
            a->force[side] != b->force[side] || a->count[side] != b->count[side] ||
            a->royal[side] != b->royal[side])
            broken(position, "the sums of a seat differ", ply);
    if (a->check && b->check && a->check != b->check)
        broken(position, "the notes of check differ", ply);
}

static struct search_head *load(struct bench *bench, const struct position *position, void *state)
{
    memset(state, 0xA5, bench->size); /* loading must set everything */
    bench->search->load(bench->work, position, state);
    struct search_head *head = state;
    if (head->side != position->side)
        broken(position, "whose turn it is", "load");
    return head;
}

/* All plies with up to `cap` members, by the stages that the engine uses. */
static void list_all(struct bench *bench, const struct position *position, const void *state,
                     int cap, struct search_list *list)
{
    const struct search_rules *search = bench->search;
    for (int members = 1; members <= cap; members++)
        for (unsigned want = SEARCH_WANT_GAINS; want <= SEARCH_WANT_QUIET; want++) {
            int first = list->n;
            search->generate(bench->work, state, want, members, members, list);
            for (int i = first; i < list->n; i++) {
                const struct search_ply *ply = &list->v[i];
                if (!(ply->flags & SEARCH_GAINS) != (want == SEARCH_WANT_QUIET))
                    broken(position, "a ply is listed with those that are not wanted", "generate");
                if (ply->members != members || !ply->code ||
                    ply->slot >= (uint32_t)search->slots(bench->rules))
                    broken(position, "members, code or slot of a ply are out of range", "generate");
            }
        }
    struct search_list at_once = {0};
    search->generate(bench->work, state, SEARCH_WANT_ALL, 1, cap, &at_once);
    if (!search->merges && at_once.n != list->n)
        broken(position, "stages and the whole list differ in number", "generate");
    search_list_free(&at_once);
}

static const void *body_of(const struct search_list *list, const struct search_ply *ply)
{
    return list->body ? list->body + ply->body : NULL;
}

static bool has_ply(struct bench *bench, const void *state, int cap)
{
    struct search_list list = {0};
    bool found = false;
    bench->search->generate(bench->work, state, SEARCH_WANT_ALL, 1, cap, &list);
    for (int i = 0; i < list.n && !found; i++) {
        struct search_ply ply = list.v[i];
        found = bench->search->make(bench->work, state, &ply, body_of(&list, &ply), bench->other);
    }
    search_list_free(&list);
    return found;
}

/* The status of a state as the engine finds it; moves *state on to the side that is really to
 * move. */
static int settle(struct bench *bench, void *state, int cap)
{
    int end = bench->search->ended(bench->work, state);
    while (end == SEARCH_PLAYING && !has_ply(bench, state, cap)) {
        uint8_t side = ((struct search_head *)state)->side;
        end = bench->search->stuck(bench->work, state);
        if (end == SEARCH_PLAYING) {
            assert_true(bench->rules->sides > 2);
            assert_int_not_equal(((struct search_head *)state)->side, side);
            end = bench->search->ended(bench->work, state);
        }
    }
    return end;
}

static void check_end(struct bench *bench, const struct position *position,
                      const struct limits *limits)
{
    const struct context context = {.limits = LIMITS_DEFAULT, .times = 1};
    struct verdict verdict = {0};
    position->rules->rules->judge(position, &context, &verdict);
    struct search_head *head = load(bench, position, bench->after);
    if (!verdict_over(&verdict) && bench->search->in_check) {
        bool check = verdict.outcome != OUTCOME_PLAYING;
        if (bench->search->in_check(bench->work, bench->after) != check ||
            head->check != (check ? SEARCH_CHECK_YES : SEARCH_CHECK_NO))
            broken(position, "in_check() and the verdict differ", check ? "check" : "no check");
    }
    int end = settle(bench, bench->after, limits->cascade);
    int right = !verdict_over(&verdict)           ? SEARCH_PLAYING
                : verdict.outcome == OUTCOME_DRAW ? SEARCH_DRAW
                                                  : SEARCH_WON + verdict.winner;
    if (end != right && end != SEARCH_MORE && !verdict.unsure) {
        char detail[80];
        snprintf(detail, sizeof detail, "the engine finds %d, the verdict is %d", end, right);
        broken(position, "ended() or stuck() and the verdict differ", detail);
    }
}

static void check_pass(struct bench *bench, const struct position *position)
{
    struct position passed;
    if (!bench->search->pass || !position_can_pass(position))
        return;
    load(bench, position, bench->state);
    position_copy(&passed, position);
    position_pass(&passed);
    bench->search->pass(bench->work, bench->state, bench->after);
    same_heads(position, bench->after, load(bench, &passed, bench->other), "pass");
}

/* Counting features does not change the state, and there are at most some hundred. */
static void check_features(struct bench *bench, const struct position *position)
{
    int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX] = {{0}};
    if (!bench->search->count)
        return;
    load(bench, position, bench->state);
    memcpy(bench->other, bench->state, bench->size);
    bench->search->count(bench->work, bench->state, out);
    if (memcmp(bench->other, bench->state, bench->size) != 0)
        broken(position, "counting features changes the state", "count");
    for (int side = 0; side < bench->rules->sides; side++)
        for (int i = 0; i < bench->search->features; i++)
            if (out[side][i] > 999 || out[side][i] < -999)
                broken(position, "a feature is counted too often", bench->search->feature[i].name);
}

/* Codes from other positions, and random ones: find() returns only what generate() lists. */
static void check_find(struct bench *bench, const struct position *position,
                       const struct search_list *listed)
{
    if (!bench->search->find)
        return;
    for (int i = 0; i < bench->codes + 8; i++) {
        uint32_t low = i < bench->codes ? (uint32_t)bench->code[i]
                                        : (uint32_t)chance(1 << 30) * 4 + (uint32_t)chance(4);
        struct search_list found = {0};
        const struct search_ply *same = NULL;
        bool is = bench->search->find(bench->work, bench->state, low, &found);
        for (int j = 0; j < listed->n && !same; j++)
            if ((uint32_t)listed->v[j].code == low)
                same = &listed->v[j];
        if (is && (!same || found.n != 1 || found.v[0].code != same->code ||
                   found.v[0].gain != same->gain || found.v[0].flags != same->flags ||
                   found.v[0].slot != same->slot || found.v[0].risk != same->risk))
            broken(position, "find() finds a ply that generate() does not list so", "find");
        if (!is && same && !bench->search->cascades &&
            bench->search->make(bench->work, bench->state, same, body_of(listed, same),
                                bench->other))
            broken(position, "find() misses a ply that generate() lists", "find");
        search_list_free(&found);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t outcome_of(const struct position *position)
{
    return position_hash(position) + 31 * (uint64_t)position->halfmove;
}

struct outcomes {
    const struct position *before;
    uint64_t *v;
    int n, room;
};

static int add_outcome(const struct ply *ply, void *argument)
{
    struct outcomes *outcomes = argument;
    struct position after;
    ply_play(outcomes->before, ply, &after);
    outcomes->v = memory_room(outcomes->v, &outcomes->room, outcomes->n + 1, sizeof *outcomes->v);
    outcomes->v[outcomes->n++] = outcome_of(&after);
    return 0;
}

/* Sort, and remove duplicates. */
static void outcomes_settle(struct outcomes *outcomes)
{
    int n = 0;
    if (outcomes->n)
        qsort(outcomes->v, (size_t)outcomes->n, sizeof *outcomes->v, by_number);
    for (int i = 0; i < outcomes->n; i++)
        if (!n || outcomes->v[n - 1] != outcomes->v[i])
            outcomes->v[n++] = outcomes->v[i];
    outcomes->n = n;
}

/* One listed, legal ply: as text, made, packed. */
static void check_ply(struct bench *bench, const struct position *position,
                      const struct search_list *list, const struct search_ply *ply,
                      struct outcomes *outcomes, char **text)
{
    struct ply actions = {0};
    struct position after;
    char longer[TEXT_ROOM];
    bench->search->unpack(bench->work, bench->state, ply, body_of(list, ply), &actions);
    position->rules->rules->format(position, &actions, FORM_LONG, longer, sizeof longer);
    *text = memory_text(longer);
    add_outcome(&actions, outcomes);
    ply_play(position, &actions, &after);
    load(bench, &after, bench->other);
    struct search_head *made = bench->after;
    if (bench->rules->sides > 2) { /* here a side without a ply is eliminated later */
        void *kept = aligned_alloc(16, bench->size);
        memcpy(kept, bench->other, bench->size);
        int a = settle(bench, made, 1), b = settle(bench, kept, 1);
        if (a != b)
            broken(position, "the end after a ply differs", longer);
        if (a == SEARCH_PLAYING)
            same_heads(position, made, kept, longer);
        free(kept);
    } else {
        if (bench->search->in_check && bench->search->ended(bench->work, made) == SEARCH_PLAYING) {
            bench->search->in_check(bench->work, made);
            bench->search->in_check(bench->work, bench->other);
        }
        same_heads(position, made, bench->other, longer);
    }
    if (bench->search->pack) {
        struct search_list packed = {0};
        if (bench->search->pack(bench->work, bench->state, &actions, &packed)
                ? packed.n != 1 || packed.v[0].code != ply->code
                : !bench->search->cascades)
            broken(position, "pack() does not give back what unpack() took", longer);
        search_list_free(&packed);
    }
    if (bench->search->exchange &&
        (!bench->search->exchange(bench->work, bench->state, ply, body_of(list, ply), -32000) ||
         bench->search->exchange(bench->work, bench->state, ply, body_of(list, ply), 32000)))
        broken(position, "exchange() wins everything or nothing", longer);
    ply_free(&actions);
}

/* The listed plies are those of the family. */
static void check_plies(struct bench *bench, const struct position *position,
                        const struct limits *limits)
{
    struct search_list list = {0};
    struct outcomes ours = {.before = position}, theirs = {.before = position};
    char **right, **mine = NULL;
    int n = 0, room = 0;
    load(bench, position, bench->state);
    if (bench->search->ended(bench->work, bench->state) != SEARCH_PLAYING)
        return;
    list_all(bench, position, bench->state, limits->cascade, &list);
    for (int i = 0; i < list.n; i++) {
        struct search_ply ply = list.v[i];
        for (int j = 0; j < i && i < 200 && !bench->search->merges; j++)
            if (list.v[j].code == ply.code)
                broken(position, "two plies have the same code", "generate");
        memset(bench->after, 0xA5, bench->size);
        if (!bench->search->make(bench->work, bench->state, &ply, body_of(&list, &ply),
                                 bench->after))
            continue;
        mine = memory_room(mine, &room, n + 1, sizeof *mine);
        check_ply(bench, position, &list, &ply, &ours, &mine[n++]);
        if (chance(16) == 0)
            bench->code[bench->codes < CODES_KEPT ? bench->codes++ : chance(CODES_KEPT)] = ply.code;
    }
    int m = search_texts(position, limits, false, &right);
    if (n)
        qsort(mine, (size_t)n, sizeof *mine, by_bytes);
    if (bench->search->merges) { /* each of ours is one of the family's */
        for (int i = 0; i < n; i++)
            if (!bsearch(&mine[i], right, (size_t)m, sizeof *right, by_bytes))
                broken(position, "a ply is listed that plies() does not know", mine[i]);
    } else {
        for (int i = 0; i < n || i < m; i++)
            if (i >= n || i >= m || strcmp(mine[i], right[i]) != 0)
                broken(position,
                       i >= n || (i < m && strcmp(mine[i], right[i]) > 0) ? "a ply is missing"
                                                                          : "a ply is too many",
                       i >= n || (i < m && strcmp(mine[i], right[i]) > 0) ? right[i] : mine[i]);
    }
    search_plies(position, limits, add_outcome, &theirs);
    outcomes_settle(&ours);
    outcomes_settle(&theirs);
    if (ours.n != theirs.n ||
        (ours.n && memcmp(ours.v, theirs.v, (size_t)ours.n * sizeof *ours.v) != 0))
        broken(position, "the outcomes of the plies differ", "make");
    check_find(bench, position, &list);
    same_heads(position, bench->state, load(bench, position, bench->other),
               "asking changes nothing");
    for (int i = 0; i < n; i++)
        free(mine[i]);
    for (int i = 0; i < m; i++)
        free(right[i]);
    free(mine);
    free(right);
    free(ours.v);
    free(theirs.v);
    search_list_free(&list);
}

struct choice {
    struct ply ply;
    int seen, captures;
};

/* Captures are chosen more often, so that games end. */
static int choose(const struct ply *ply, void *argument)
{
    struct choice *choice = argument;
    int weight = 1;
    for (int i = 0; i < ply->n; i++)
        if (ply->v[i].verb == ACTION_TAKE || ply->v[i].verb == ACTION_FLIP ||
            ply->v[i].verb == ACTION_PROMOTE)
            weight = 4;
    choice->seen += weight;
    if (chance(choice->seen) < weight)
        ply_copy(&choice->ply, ply);
    return 0;
}

static void play_games(struct bench *bench, int games)
{
    bool large = bench->rules->board->cells > 150;
    for (int g = 0; g < games; g++) {
        struct game game = {0};
        struct note why;
        game_begin(&game, bench->rules, NULL, NULL);
        for (int i = 0; i < PLIES_A_GAME && (!verdict_over(&game.verdict) || game.verdict.goes_on);
             i++) {
            struct limits limits = {.cascade = large ? 1 : 1 + chance(2)};
            struct choice choice = {0};
            check_end(bench, &game.now, &(struct limits){.cascade = 1});
            if (!large || chance(4) == 0)
                check_plies(bench, &game.now, &limits);
            check_pass(bench, &game.now);
            check_features(bench, &game.now);
            search_plies(&game.now, &(struct limits){.cascade = large ? 1 : 2}, choose, &choice);
            int result = choice.seen ? game_play_legal(&game, &choice.ply, &why) : -1;
            ply_free(&choice.ply);
            if (result < 0)
                break;
        }
        check_end(bench, &game.now, &(struct limits){.cascade = 1});
        game_clear(&game);
    }
}

static void try_ruleset(const char *id, const struct setting *setting, int settings, int games,
                        const struct search_rules *search)
{
    struct ruleset *rules;
    struct note why;
    struct bench bench;
    if (ruleset_open(&rules, id, setting, settings, &why) < 0) {
        if (settings == 0)
            fail_msg("%s does not open: %s", id, why.text);
        return;
    }
    search = search ? search : rules->rules->search;
    if (search && bench_open(&bench, rules, search)) {
        play_games(&bench, games * (getenv("CHESSCADE_LONG") ? 20 : 1));
        bench_close(&bench);
    }
    ruleset_free(rules);
}

static void search_rules_agree_with_the_family(void **state)
{
    const struct variant *variant = *state;
    seed = 20261128;
    if (!strcmp(variant->id, "custom"))
        return; /* no opening of its own: see below */
    try_ruleset(variant->id, NULL, 0, 3, NULL);
    for (int o = 0; o < variant->option_count; o++) {
        const char *values = variant->options[o].values;
        for (const char *v = values; v && *v; v += strcspn(v, "|"), v += *v == '|') {
            char value[64];
            snprintf(value, sizeof value, "%.*s", (int)strcspn(v, "|"), v);
            if (v != values)
                try_ruleset(variant->id, &(struct setting){variant->options[o].name, value}, 1, 1,
                            NULL);
        }
    }
}

/* Settings that only matter together, or are free text. */
static const struct mixture {
    const char *id;
    struct setting setting[3];
} mixtures[] = {
    {"turning-chess", {{"white", "nutty-knights"}, {"black", "amontillado"}}},
    {"turning-chess", {{"white", "clobberers2"}, {"black", "forward-fides"}, {"turn", "must"}}},
    {"turning-rookies", {{"white", "VI(e)H(se)LKY(sw)I(ne)R(ne)"}, {"promotion-facing", "pawn"}}},
    {"turning-amontillado",
     {{"black", "fide"}, {"halfling", "relative"}, {"bare-king", "shatranj"}}},
    {"turning-quarterhorse", {{"free-array", "yes"}, {"white", "QNSWKXVO"}, {"black", "AEOLKDUY"}}},
    {"custom:size=8;ranks=RNBQKBNR/PPPPPPPP", {{0}}},
    {"custom:size=7;ranks=W.AKA.W/HIRWRIH;monolith=b3", {{0}}},
    {"custom:size=9;ranks=TWAHKIAWT/SPUGCPNPS;castle=AWI", {{0}}},
    {"custom:size=10;ranks=THWIAKIWHT/PAWPSGPWAP;monolith=b4", {{"check-rule", "end-of-ply"}}},
    {"custom:size=10;ranks=THWHAKHWHT/PAHPSGPHAP;monolith=e5", {{"shaman-transform", "stay"}}},
};

static void search_rules_agree_for_combined_settings(void **state)
{
    (void)state;
    seed = 20261128;
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++) {
        int settings = 0;
        while (settings < 3 && mixtures[i].setting[settings].name)
            settings++;
        try_ruleset(mixtures[i].id, mixtures[i].setting, settings, 2, NULL);
    }
}

/* The adapter for families without search rules keeps the same promises. */
static void the_adapter_keeps_the_promises(void **state)
{
    static const char *const ids[] = {"classical",          "odd-mayan-ascendancy",
                                      "triangle-corners-3", "triangle-shatar",
                                      "turning-octoling",   "turnover"};
    (void)state;
    seed = 20261128;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        try_ruleset(ids[i], NULL, 0, 1, &adapter_search);
}

int main(void)
{
    enum { VARIANTS_ROOM = 128 };
    struct CMUnitTest tests[VARIANTS_ROOM] = {
        cmocka_unit_test(search_rules_agree_for_combined_settings),
        cmocka_unit_test(the_adapter_keeps_the_promises)};
    const char *only = getenv("CHESSCADE_CONTRACT");
    const struct variant *variant;
    size_t n = 2;
    for (int i = 0; (variant = variant_at(i, true, NULL)) && n < VARIANTS_ROOM; i++)
        if (!only || !strcmp(only, variant->id))
            tests[n++] = (struct CMUnitTest){variant->id, search_rules_agree_with_the_family, NULL,
                                             NULL, (void *)variant};
    return _cmocka_run_group_tests("search rules", tests, n, NULL, NULL);
}

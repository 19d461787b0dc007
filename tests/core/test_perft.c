/* test_perft.c - the perft numbers of tests/perft.tsv, one case a line.
 *
 * Lines of up to 5 million plies are tested; CHESSCADE_PERFT=N tests up to N. Small ones are also
 * counted by drafts, which share no counting code with the fast generator. */
#include "tests/support/testing.h"

#include "core/base.h"
#include "core/enumerate.h"

enum { LINES_MAX = 512, DRAFTS_MOST = 10000 };

struct line {
    char *variant, *title, *position;
    int depth;
    uint64_t plies;
    char name[120];
};

static void perft_agrees(void **state)
{
    const struct line *line = *state;
    const struct limits limits = LIMITS_DEFAULT;
    struct ruleset *rules;
    struct position position;
    struct note why;
    if (ruleset_open(&rules, line->variant, NULL, 0, &why) < 0 ||
        rules->rules->read(rules, line->position, &position, &why) < 0)
        fail_msg("%s: %s", line->name, why.text);
    assert_int_equal(search_perft(&position, line->depth, &limits, false), line->plies);
    assert_int_equal(search_perft(&position, line->depth, &limits, true), line->plies);
    if (line->plies <= DRAFTS_MOST)
        assert_int_equal(search_perft_drafts(&position, line->depth, &limits), line->plies);
    ruleset_free(rules);
}

static void read_line(struct line *line, char *text)
{
    char *field[5], *save = NULL;
    for (int i = 0; i < 5; i++) {
        field[i] = strtok_r(i ? NULL : text, "\t\n", &save);
        if (!field[i]) {
            fprintf(stderr, "tests/perft.tsv: a line has fewer than five fields\n");
            exit(1);
        }
    }
    line->variant = memory_text(field[0]);
    line->depth = atoi(field[1]);
    line->plies = strtoull(field[2], NULL, 10);
    line->title = memory_text(field[3]);
    line->position = memory_text(field[4]);
    snprintf(line->name, sizeof line->name, "%s %s, depth %d", line->variant, line->title,
             line->depth);
}

static void free_line(struct line *line)
{
    free(line->variant);
    free(line->title);
    free(line->position);
}

int main(void)
{
    static struct line line[LINES_MAX];
    static struct CMUnitTest tests[LINES_MAX];
    char text[1024];
    size_t n = 0;
    const char *most = getenv("CHESSCADE_PERFT");
    uint64_t limit = most ? strtoull(most, NULL, 10) : 5000000;
    FILE *file = fopen(source_file("tests/perft.tsv"), "r");
    if (!file) {
        fprintf(stderr, "tests/perft.tsv cannot be opened\n");
        return 1;
    }
    while (n < LINES_MAX && fgets(text, sizeof text, file)) {
        if (text[0] == '#')
            continue;
        read_line(&line[n], text);
        tests[n] = (struct CMUnitTest){line[n].name, perft_agrees, NULL, NULL, &line[n]};
        if (line[n].plies <= limit)
            n++;
        else
            free_line(&line[n]);
    }
    fclose(file);
    int result = _cmocka_run_group_tests("perft", tests, n, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        free_line(&line[i]);
    return result;
}

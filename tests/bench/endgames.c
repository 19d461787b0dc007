/* endgames.c - what tables of endgames cost, and whether they agree with what is known.
 *
 *   tests/bench/endgames                            every material below
 *   tests/bench/endgames VARIANT POSITION           the material of one position
 *
 * Prints for each table its positions, how many of them can occur, the longest win in plies, and
 * the processor time and the most memory of making it with the tables that it needs. Exits with 1
 * if a longest win is not the one known. */
#include "core/engine/endgame.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The longest mates of ordinary chess are those of the literature, in moves of the winner. */
static const struct {
    const char *variant, *position;
    int longest; /* of the table of this position; 0: not known */
} materials[] = {
    {"classical", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 10},
    {"classical", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", 16},
    {"classical", "8/8/8/4k3/8/8/8/KBN5 w - - 0 1", 33},
    {"classical", "8/8/8/4k3/8/8/8/KBB5 w - - 0 1", 19},
    {"classical", "7r/8/8/4k3/8/8/8/KQ6 w - - 0 1", 35},
    {"classical", "8/8/8/4k3/8/8/8/KRR5 w - - 0 1", 0},
    {"classical", "8/7p/8/4k3/8/8/8/KQ6 w - - 0 1", 0},
    {"turning-chess", "8/8/8/4k3/8/8/8/KRR5 w - - 0 1", 0},
    {"turning-chess", "8/8/8/4k3/8/8/8/KBB5 w - - 0 1", 0},
    {"triangle-corners-2", "1/1k1/5/7/9/11/R6K5/R14 w - - 0 1", 0},
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct told {
    int tables, longest; /* longest: of the first table */
};

static void tell(const char *name, size_t positions, size_t legal, int longest, void *argument)
{
    struct told *told = argument;
    if (!told->tables++)
        told->longest = longest;
    printf("    %-52s %9zu positions, %9zu can occur, longest win %d plies\n", name, positions,
           legal, longest);
}

/* Make the table of a position. `longest` is the number of moves of its longest mate, 0 if that is
 * not known. False if the table cannot be made, or its longest mate is another one. */
static bool make(const char *variant, const char *text, int longest)
{
    static const struct endgame_host host;
    struct ruleset *rules;
    struct position position;
    struct note why;
    struct endgame_value value;
    struct told told = {0};
    struct rusage usage;
    if (ruleset_open(&rules, variant, NULL, 0, &why) < 0 ||
        rules->rules->read(rules, text, &position, &why) < 0) {
        fprintf(stderr, "endgames: %s: %s\n", variant, why.text);
        return false;
    }
    double begun = seconds();
    struct endgames *set = endgames_new(rules);
    bool made =
        set && endgames_make(set, &position, false, &host) && endgames_look(set, &position, &value);
    double took = seconds() - begun;
    getrusage(RUSAGE_SELF, &usage);
    printf("%s  %s: %s, %.1f s, %ld MB\n", variant, text, made ? "made" : "no table", took,
           usage.ru_maxrss / 1024);
    if (set)
        endgames_each(set, tell, &told);
    bool right = !longest || (told.longest + 1) / 2 == longest;
    if (made && !right)
        printf("    WRONG: the longest mate is known to take %d moves\n", longest);
    fflush(stdout);
    endgames_free(set);
    ruleset_free(rules);
    return made && right;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    if (argc == 3)
        return !make(argv[1], argv[2], 0);
    for (size_t i = 0; i < sizeof materials / sizeof *materials; i++) {
        int status = 1;
        fflush(stdout);
        pid_t child = fork(); /* so that memory is measured for each material */
        if (child == 0)
            _exit(!make(materials[i].variant, materials[i].position, materials[i].longest));
        wrong |= child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
    }
    return wrong;
}

/* uci.c - `chesscade uci`: the engine as a UCI engine. Reads commands line by line and answers
 * them; anything invalid is answered by one `info string` and changes nothing. engine_desk.c has
 * the options and the game; thinker.c runs the search in a thread of its own. */
#include "config.h"
#include "tui/cli/command.h"

#include "core/draft.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"
#include "tui/cli/engine_desk.h"
#include "tui/cli/options.h"
#include "tui/cli/xboard.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct uci {
    struct engine_desk desk;
    bool quits;
};

#define say(uci, ...) thinker_say(&(uci)->desk.thinker, __VA_ARGS__)

static void uci_error(struct engine_desk *desk, const char *what, const char *why)
{
    thinker_say(&desk->thinker, "info string %.80s: %s", what, why);
}

/* ---- answers, written by the thread that thinks */

static void uci_add_score(char *text, size_t size, size_t *used, int score, int bound)
{
    if (score >= ENGINE_MATE_LEAST)
        text_add(text, size, used, "mate %d", (ENGINE_MATE - score + 1) / 2);
    else if (score <= -ENGINE_MATE_LEAST)
        text_add(text, size, used, "mate %d", -(ENGINE_MATE + score) / 2);
    else
        text_add(text, size, used, "cp %d", score);
    if (bound)
        text_add(text, size, used, bound > 0 ? " lowerbound" : " upperbound");
}

static void uci_report(struct thinker *thinker, const struct engine_line *line)
{
    enum { ROOM = 1 << 15 };
    char *text = memory_new(ROOM, 1), ply[UCI_PLY_ROOM];
    struct position *here = memory_new(1, sizeof *here), *next = memory_new(1, sizeof *next);
    size_t used = 0;
    position_copy(here, &thinker->position);
    text_add(text, ROOM, &used, "info depth %d seldepth %d multipv %d score ", line->depth,
             line->deepest, line->number);
    uci_add_score(text, ROOM, &used, line->score, line->bound);
    text_add(text, ROOM, &used, " nodes %llu nps %llu hashfull %d time %lld pv",
             (unsigned long long)line->nodes,
             (unsigned long long)(line->nodes * 1000 / (uint64_t)(line->time > 0 ? line->time : 1)),
             line->full, (long long)line->time);
    for (int i = 0; i < line->plies; i++) {
        int length = uci_format(here, &line->ply[i], ply, sizeof ply);
        if (length >= UCI_PLY_ROOM || used + (size_t)length + 2 > ROOM)
            break;
        text_add(text, ROOM, &used, " %s", ply);
        ply_play(here, &line->ply[i], next);
        position_copy(here, next);
    }
    thinker_say(thinker, "%s", text);
    if (line->seats && line->number == 1) {
        static const char *const names[] = {"white", "black", "red"};
        used = 0;
        text_add(text, ROOM, &used, "info string seats");
        for (int side = 0; side < line->seats; side++)
            text_add(text, ROOM, &used, " %s %d", names[side], line->seat[side]);
        thinker_say(thinker, "%s", text);
    }
    free(text);
    free(here);
    free(next);
}

static void uci_answer(struct thinker *thinker, const struct engine_result *result)
{
    char best[UCI_PLY_ROOM], ponder[UCI_PLY_ROOM];
    if (!result->found) {
        thinker_say(thinker, "bestmove 0000");
        return;
    }
    uci_format(&thinker->position, &result->best, best, sizeof best);
    if (result->ponder.n) {
        struct position *next = memory_new(1, sizeof *next);
        ply_play(&thinker->position, &result->best, next);
        uci_format(next, &result->ponder, ponder, sizeof ponder);
        free(next);
        thinker_say(thinker, "bestmove %s ponder %s", best, ponder);
    } else {
        thinker_say(thinker, "bestmove %s", best);
    }
}

/* ---- uci, setoption */

static void list_uci_option(const char *name, void *argument)
{
    thinker_say(argument, "option name %s type string default <empty>", name);
}

static void uci_greet(struct uci *uci)
{
    enum { ROOM = 4096 };
    char list[ROOM];
    size_t used = 0;
    const struct variant *variant;
    text_add(list, sizeof list, &used, "option name UCI_Variant type combo default classical");
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        text_add(list, sizeof list, &used, " var %s", variant->id);
    say(uci, "id name Chesscade " PACKAGE_VERSION);
    say(uci, "id author the Chesscade authors");
    say(uci, "%s", list);
    say(uci, "option name Hash type spin default %d min 1 max %d", DESK_HASH_DEFAULT,
        DESK_HASH_MOST);
    say(uci, "option name Clear Hash type button");
    say(uci, "option name Threads type spin default 1 min 1 max %d", DESK_THREADS_MOST);
    say(uci, "option name MultiPV type spin default 1 min 1 max %d", ENGINE_LINES_MAX);
    say(uci, "option name Ponder type check default false");
    say(uci, "option name Skill Level type spin default %d min 1 max %d", LEVEL_MOST, LEVEL_MOST);
    say(uci, "option name UCI_LimitStrength type check default false");
    say(uci, "option name UCI_Elo type spin default %d min %d max %d", ELO_MOST, ELO_LEAST,
        ELO_MOST);
    say(uci, "option name EvalFile type string default <empty>");
    say(uci, "option name Cascade type spin default 0 min 0 max %d", DESK_CASCADE_MOST);
    engine_desk_each_option(list_uci_option, &uci->desk.thinker);
    say(uci, "uciok");
}

static void uci_set_option(struct uci *uci, char *rest)
{
    char *name = strstr(rest, "name"), *value = NULL;
    static char nothing[1];
    if (!name || strspn(rest, " \t") != (size_t)(name - rest)) {
        engine_desk_complain(&uci->desk, "setoption", "the name of an option is missing");
        return;
    }
    name += 4;
    name += strspn(name, " \t");
    for (char *at = name; (at = strstr(at, " value")); at++)
        if (at[6] == ' ' || at[6] == '\0') {
            *at = '\0';
            value = at + 6 + strspn(at + 6, " \t");
            break;
        }
    if (!value)
        value = nothing;
    for (size_t n = strlen(name); n && name[n - 1] == ' ';)
        name[--n] = '\0';
    for (size_t n = strlen(value); n && value[n - 1] == ' ';)
        value[--n] = '\0';
    engine_desk_option(&uci->desk, name, value);
}

/* ---- position */

/* Cut a line at " moves " and return what follows; NULL: the line has no such word. */
static char *cut_moves(char *rest)
{
    for (char *at = strstr(rest, "moves"); at; at = strstr(at + 1, "moves"))
        if ((at == rest || at[-1] == ' ') && (at[5] == ' ' || at[5] == '\0')) {
            *at = '\0';
            return at + 5;
        }
    return NULL;
}

static void set_position(struct uci *uci, char *rest)
{
    char *moves = cut_moves(rest), *at = rest, *what = desk_next_word(&at);
    if (what && !strcmp(what, "startpos")) {
        engine_desk_game(&uci->desk, NULL, moves);
    } else if (what && !strcmp(what, "fen")) {
        at += strspn(at, " \t");
        for (size_t length = strlen(at);
             length && (at[length - 1] == ' ' || at[length - 1] == '\t');)
            at[--length] = '\0';
        engine_desk_game(&uci->desk, at, moves);
    } else {
        engine_desk_complain(&uci->desk, "position", "write 'startpos' or 'fen' first");
    }
}

/* ---- go */

static bool is_go_word(const char *word)
{
    static const char *const words[] = {"depth",  "nodes", "movetime",  "mate",       "infinite",
                                        "ponder", "wtime", "btime",     "rtime",      "winc",
                                        "binc",   "rinc",  "movestogo", "searchmoves"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

/* Parse the plies up to the next keyword of `go` into limits->only. Returns the keyword, or
 * NULL. */
static char *read_searchmoves(struct uci *uci, char **rest, struct engine_limits *limits)
{
    struct ply *list = NULL;
    int room = 0;
    char *word;
    struct note why;
    while ((word = desk_next_word(rest)) && !is_go_word(word)) {
        int before = room;
        list = memory_room(list, &room, limits->only_count + 1, sizeof *list);
        memset(list + before, 0, (size_t)(room - before) * sizeof *list);
        if (uci_parse(&uci->desk.now, word, &list[limits->only_count], &why) < 0)
            engine_desk_complain(&uci->desk, word, why.text);
        else
            limits->only_count++;
    }
    limits->only = list;
    return word;
}

static void uci_go(struct uci *uci, char *rest)
{
    /* "go ponder" makes limits.pondering point to this, since it must not be NULL then;
     * thinker_go() replaces it */
    static atomic_bool ponder_wanted;
    struct engine_limits limits = {0};
    bool endless = false, bounded = false;
    if (!engine_desk_ready(&uci->desk))
        return;
    for (char *word = desk_next_word(&rest); word;) {
        int64_t n = 0;
        char *value;
        if (!strcmp(word, "infinite")) {
            endless = true;
        } else if (!strcmp(word, "ponder")) {
            limits.pondering = &ponder_wanted;
        } else if (!strcmp(word, "searchmoves")) {
            word = read_searchmoves(uci, &rest, &limits);
            continue;
        } else if (!is_go_word(word)) {
            engine_desk_complain(&uci->desk, word, "this word is unknown after 'go'");
        } else if (!(value = desk_next_word(&rest)) ||
                   !desk_number(value, INT32_MIN, INT64_MAX / 2000000, &n)) {
            engine_desk_complain(&uci->desk, word, "a number is missing");
        } else {
            static const char clocks[] = "wbr";
            const char *side = strchr(clocks, *word);
            int64_t positive = n < 1 ? 1 : n;
            bounded = true;
            if (!strcmp(word, "depth"))
                limits.depth = (int)(positive > 99 ? 99 : positive);
            else if (!strcmp(word, "nodes"))
                limits.nodes = (uint64_t)positive;
            else if (!strcmp(word, "movetime"))
                limits.movetime = positive;
            else if (!strcmp(word, "mate"))
                limits.mate = (int)(positive > 100 ? 100 : positive);
            else if (!strcmp(word, "movestogo"))
                limits.moves_to_go = (int)(positive > 1000 ? 1000 : positive);
            else if (side && !strcmp(word + 1, "time"))
                limits.time[side - clocks] = positive;
            else if (side && !strcmp(word + 1, "inc"))
                limits.increment[side - clocks] = n < 0 ? 0 : n;
        }
        word = desk_next_word(&rest);
    }
    /* For "mate N", limit the depth to about twice the number of plies that a direct mate in N
     * moves needs. */
    if (limits.mate && !limits.depth && !limits.nodes && !limits.movetime && !endless)
        limits.depth = limits.mate > 20 ? 88 : 4 * limits.mate + 8;
    engine_desk_go(&uci->desk, &limits, endless || !(bounded || limits.nodes));
}

/* ---- the dialogue */

static void show_position(struct uci *uci)
{
    enum { ROOM = 8192 };
    char *text = memory_new(ROOM, 1);
    uci->desk.ruleset->rules->write(&uci->desk.now, text, ROOM);
    say(uci, "info string variant %s position %s", uci->desk.ruleset->id, text);
    free(text);
}

static void uci_obey(struct uci *uci, char *line)
{
    char *rest = line, *word;
    while ((word = desk_next_word(&rest))) { /* UCI requires unknown words to be skipped */
        if (!strcmp(word, "stop")) {
            thinker_stop(&uci->desk.thinker);
        } else if (!strcmp(word, "quit")) {
            uci->quits = true;
        } else if (!strcmp(word, "isready")) {
            if (!uci->desk.thinker.runs)
                engine_desk_ready(&uci->desk);
            say(uci, "readyok");
        } else if (!strcmp(word, "ponderhit")) {
            thinker_ponderhit(&uci->desk.thinker);
        } else if (!strcmp(word, "debug") || !strcmp(word, "register")) {
            /* nothing to do */
        } else if (!strcmp(word, "uci")) {
            uci_greet(uci);
        } else {
            bool known = true;
            static const char *const changing[] = {"setoption", "position", "go", "ucinewgame",
                                                   "d"};
            for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
                if (!strcmp(word, changing[i]))
                    thinker_stop(&uci->desk.thinker);
            if (!strcmp(word, "setoption"))
                uci_set_option(uci, rest);
            else if (!strcmp(word, "position"))
                set_position(uci, rest);
            else if (!strcmp(word, "go"))
                uci_go(uci, rest);
            else if (!strcmp(word, "ucinewgame")) {
                if (uci->desk.engine)
                    engine_clear(uci->desk.engine);
            } else if (!strcmp(word, "d"))
                show_position(uci);
            else
                known = false;
            if (!known)
                continue;
        }
        return;
    }
}

static int run_uci(int argc, char **argv, FILE *out, FILE *err)
{
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    struct uci *uci = memory_new(1, sizeof *uci);
    struct desk_reader *reader = memory_new(1, sizeof *reader);
    enum desk_read got;
    signal(SIGPIPE, SIG_IGN);
    engine_desk_begin(&uci->desk, out, uci_error);
    uci->desk.thinker.report = uci_report;
    uci->desk.thinker.answer = uci_answer;
    while (!uci->quits && !atomic_load(&uci->desk.thinker.lost) &&
           (got = desk_read_line(reader, -1)) != DESK_END) {
        if (got == DESK_TOO_LONG)
            say(uci, "info string a line of more than 8 MiB was ignored");
        else
            uci_obey(uci, reader->line);
    }
    if (uci->quits)
        thinker_stop(&uci->desk.thinker);
    else
        thinker_finish(&uci->desk.thinker);
    engine_desk_clear(&uci->desk);
    desk_reader_free(reader);
    free(uci);
    return COMMAND_DONE;
}

const struct command engine_commands[] = {
    {"uci", "",
     "play any variant for another program, by the Universal Chess Interface (docs/engine.md)",
     run_uci},
    {"xboard", "",
     "play any variant for another program, by the Chess Engine Communication Protocol "
     "(docs/engine.md)",
     run_xboard},
    {0},
};

/* xboard.c - `chesscade xboard`: the engine for programs that speak the Chess Engine Communication
 * Protocol, version 2 (XBoard, WinBoard, cutechess).
 *
 * The main thread reads commands and keeps the game. The engine thinks in a thread (thinker.c),
 * which writes only its lines of analysis; when it is done it keeps its result and writes a byte
 * into a pipe. That wakes the main thread, which plays the ply and answers. So the game changes in
 * one thread only.
 *
 * Commands of the protocol that have no meaning here are accepted in silence; everything else that
 * is unknown or impossible is answered by "Error", and changes nothing. */
#include "config.h"
#include "tui/cli/xboard.h"

#include "core/draft.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"
#include "core/family.h"
#include "core/game.h"
#include "tui/cli/command.h"
#include "tui/cli/engine_desk.h"
#include "tui/cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PINGS_MOST = 64, DRAW_FROM = 20, CENTI = 10 /* milliseconds */ };

struct xboard {
    struct engine_desk desk;
    struct game game; /* the same game as in `desk`, with its verdict */
    int seat;         /* the side that the engine plays; -1: none ("force" mode) */
    atomic_bool post;
    bool analyzes, editing, quits;
    bool timed; /* a level was set */
    /* The limits set by the commands level, st, sd and time; times in milliseconds. */
    int moves; /* moves per session of the clock; 0: the whole game is one session */
    int64_t base, increment, movetime, clock;
    int depth;
    int last_score;
    int64_t began;
    int ping[PINGS_MOST], pings; /* the pings to answer after the engine's ply */
    int wake[2];                 /* a pipe */
    struct engine_result result; /* the result of the last search, until it is used */
};

#define tell(xboard, ...) thinker_say(&(xboard)->desk.thinker, __VA_ARGS__)

static void xboard_error(struct engine_desk *desk, const char *what, const char *why)
{
    thinker_say(&desk->thinker, "Error (%s): %.80s", why, what);
}

static void xboard_complain(struct xboard *xboard, const char *what, const char *why)
{
    engine_desk_complain(&xboard->desk, what, why);
}

/* ---- in the thread that thinks */

static struct xboard *xboard_of(struct thinker *thinker)
{
    return (struct xboard *)((char *)thinker - offsetof(struct xboard, desk.thinker));
}

/* Send a line of analysis: "depth score centiseconds nodes pv". The score of a mate in n is 100000
 * + n. */
static void xboard_report(struct thinker *thinker, const struct engine_line *line)
{
    enum { ROOM = 1 << 15 };
    struct xboard *xboard = xboard_of(thinker);
    if ((!xboard->post && !xboard->analyzes) || line->bound)
        return;
    char *text = memory_new(ROOM, 1), ply[UCI_PLY_ROOM];
    struct position *here = memory_new(1, sizeof *here), *next = memory_new(1, sizeof *next);
    size_t used = 0;
    int score = line->score;
    if (score >= ENGINE_MATE_LEAST)
        score = 100000 + (ENGINE_MATE - score + 1) / 2;
    else if (score <= -ENGINE_MATE_LEAST)
        score = -100000 - (ENGINE_MATE + score) / 2;
    position_copy(here, &thinker->position);
    text_add(text, ROOM, &used, "%d %d %lld %llu", line->depth, score,
             (long long)line->time / CENTI, (unsigned long long)line->nodes);
    for (int i = 0; i < line->plies; i++) {
        int length = uci_format(here, &line->ply[i], ply, sizeof ply);
        if (length >= UCI_PLY_ROOM || used + (size_t)length + 2 > ROOM)
            break;
        text_add(text, ROOM, &used, " %s", ply);
        ply_play(here, &line->ply[i], next);
        position_copy(here, next);
    }
    thinker_say(thinker, "%s", text);
    free(text);
    free(here);
    free(next);
}

static void xboard_answer(struct thinker *thinker, const struct engine_result *result)
{
    struct xboard *xboard = xboard_of(thinker);
    xboard->result.found = result->found;
    xboard->result.score = result->score;
    ply_copy(&xboard->result.best, &result->best);
    while (write(xboard->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}

/* ---- the game */

static void tell_end(struct xboard *xboard)
{
    char why[512];
    const struct verdict *verdict = &xboard->game.verdict;
    if (!verdict_over(verdict))
        return;
    verdict_text(verdict, why, sizeof why);
    tell(xboard, "%s {%s}",
         verdict->outcome == OUTCOME_DRAW ? "1/2-1/2"
         : verdict->winner == WHITE       ? "1-0"
         : verdict->winner == BLACK       ? "0-1"
                                          : "*",
         why);
}

/* Set up xboard->game anew, with the start and the plies of the desk's game. */
static void begin_referee(struct xboard *xboard)
{
    struct note why;
    game_clear(&xboard->game);
    game_begin(&xboard->game, xboard->desk.ruleset, &xboard->desk.start, NULL);
    for (int i = 0; i < xboard->desk.plies; i++)
        game_play_legal(&xboard->game, &xboard->desk.ply[i], &why);
}

static bool thinks(const struct xboard *xboard)
{
    return xboard->desk.thinker.runs;
}

static bool play_both(struct xboard *xboard, const struct ply *ply, struct note *why)
{
    if (xboard->desk.plies >= DESK_PLIES_MOST) {
        note_set(why, -1, "a game has at most 20000 plies");
        return false;
    }
    if (game_play_legal(&xboard->game, ply, why) < 0)
        return false;
    engine_desk_play(&xboard->desk, ply);
    return true;
}

/* Claim a draw whenever the rules allow it; the engine never prefers to play on. */
static void claim(struct xboard *xboard)
{
    struct note why;
    if (!verdict_over(&xboard->game.verdict) && xboard->game.verdict.claims)
        game_claim(&xboard->game, &why);
}

/* ---- thinking */

/* Empty the pipe that the thread writes to when it has a result. The thread must have ended. */
static void take_result(struct xboard *xboard)
{
    char byte;
    while (read(xboard->wake[0], &byte, 1) > 0)
        continue;
}

static void answer_pings(struct xboard *xboard)
{
    for (int i = 0; i < xboard->pings; i++)
        tell(xboard, "pong %d", xboard->ping[i]);
    xboard->pings = 0;
}

/* Stop the search, if one runs, and discard its result. Answer the pings that wait. */
static void stop_quietly(struct xboard *xboard)
{
    if (thinks(xboard)) {
        thinker_stop(&xboard->desk.thinker);
        take_result(xboard);
        engine_result_free(&xboard->result);
    }
    answer_pings(xboard);
}

static void think(struct xboard *xboard)
{
    struct engine_limits limits = {.depth = xboard->depth};
    int side = xboard->desk.now.side;
    if (verdict_over(&xboard->game.verdict))
        return; /* the result of the game was sent after the last ply */
    claim(xboard);
    tell_end(xboard);
    if (verdict_over(&xboard->game.verdict))
        return;
    if (!engine_desk_ready(&xboard->desk))
        return;
    int own = xboard->desk.plies / xboard->desk.ruleset->sides;
    if (xboard->movetime) {
        limits.movetime = xboard->movetime;
    } else if (xboard->timed) {
        limits.time[side] = xboard->clock > 0 ? xboard->clock : 1;
        limits.increment[side] = xboard->increment;
        limits.moves_to_go = xboard->moves ? xboard->moves - own % xboard->moves : 0;
    } else if (!xboard->depth) {
        limits.movetime = 1000; /* without any limit the engine thinks for a second */
    }
    xboard->began = engine_host_now(NULL);
    engine_desk_go(&xboard->desk, &limits, false);
}

static void analyze(struct xboard *xboard)
{
    struct engine_limits limits = {0};
    if (!verdict_over(&xboard->game.verdict) && engine_desk_ready(&xboard->desk))
        engine_desk_go(&xboard->desk, &limits, true);
}

/* Called after a command that may have changed the game: resume the analysis or, if `moves` is true
 * and it is the engine's turn, let the engine search for its ply. */
static void go_on(struct xboard *xboard, bool moves)
{
    if (xboard->analyzes)
        analyze(xboard);
    else if (moves && xboard->seat >= 0 && xboard->desk.now.side == xboard->seat)
        think(xboard);
}

/* End the search, if it has not ended, and play the ply that it found. */
static void finish_ply(struct xboard *xboard)
{
    struct note why;
    char text[UCI_PLY_ROOM];
    thinker_stop(&xboard->desk.thinker); /* waits until the thread has ended */
    take_result(xboard);
    int64_t spent = (engine_host_now(NULL) - xboard->began) / 1000;
    if (!xboard->analyzes && xboard->result.found) {
        uci_format(&xboard->desk.now, &xboard->result.best, text, sizeof text);
        if (play_both(xboard, &xboard->result.best, &why)) {
            xboard->last_score = xboard->result.score;
            xboard->clock += xboard->increment - spent;
            tell(xboard, "move %s", text);
            claim(xboard);
            tell_end(xboard);
        }
    }
    engine_result_free(&xboard->result);
    answer_pings(xboard);
}

/* ---- commands */

/* Send the command "setup": the letters of the pieces in the order of XBoard's table (Pawn first,
 * King last, White's before Black's), the size of the board, and the position at the start. */
static void tell_setup(struct xboard *xboard)
{
    enum { ROOM = 8192 };
    static const char usual[] = "PNBRQ";
    const struct ruleset *ruleset = xboard->desk.ruleset;
    const struct board *board = ruleset->board;
    char letters[64], *text;
    size_t n = strlen(usual);
    if (!ruleset->rules->coordinates || board->shape != BOARD_SQUARES ||
        !strcmp(ruleset->id, "classical"))
        return;
    memcpy(letters, usual, n);
    for (int kind = 1; kind <= ruleset->kind_count && n < sizeof letters - 2; kind++) {
        char letter = ruleset->kinds[kind].letter;
        if (letter && letter != 'K' && !memchr(letters, letter, n))
            letters[n++] = letter;
    }
    letters[n++] = 'K';
    letters[n] = '\0';
    text = memory_new(ROOM, 1);
    size_t used = 0;
    text_add(text, ROOM, &used, "setup (%s", letters);
    for (size_t i = 0; i < n; i++)
        text_add(text, ROOM, &used, "%c", letters[i] - 'A' + 'a');
    text_add(text, ROOM, &used, ") %dx%d+0_fairy ", board->files, board->ranks);
    ruleset->rules->write(&xboard->desk.start, text + used, ROOM - used);
    tell(xboard, "%s", text);
    free(text);
}

/* Begin a new game of a variant. Returns false after complain(). */
static bool new_game(struct xboard *xboard, const char *variant)
{
    if (!engine_desk_variant(&xboard->desk, variant))
        return false;
    begin_referee(xboard);
    if (xboard->desk.engine)
        engine_clear(xboard->desk.engine);
    xboard->seat = xboard->analyzes ? -1 : BLACK;
    xboard->depth = 0;
    xboard->last_score = 0;
    xboard->clock = xboard->base;
    return true;
}

static void user_moves(struct xboard *xboard, const char *text)
{
    struct ply ply = {0};
    struct note why;
    if (uci_parse(&xboard->desk.now, text, &ply, &why) < 0 || !play_both(xboard, &ply, &why)) {
        char clean[400];
        snprintf(clean, sizeof clean, "%s", why.text);
        for (char *c = clean; *c; c++)
            *c = *c == '(' || *c == ')' || (unsigned char)*c < ' ' ? ' ' : *c;
        tell(xboard, "Illegal move (%s): %.80s", clean, text);
    } else {
        tell_end(xboard);
    }
    ply_free(&ply);
}

static void take_back(struct xboard *xboard, const char *word, int count)
{
    if (xboard->desk.plies < count) {
        xboard_complain(xboard, word, "there are fewer plies to take back");
        return;
    }
    engine_desk_back(&xboard->desk, count);
    game_back(&xboard->game, count);
}

/* Read the arguments of "level": MOVES MINUTES[:SECONDS] INCREMENT, the increment in seconds. */
static void set_level(struct xboard *xboard, char *rest)
{
    char *words[3], *end;
    int64_t moves, minutes, seconds = 0;
    for (int i = 0; i < 3; i++)
        words[i] = desk_next_word(&rest);
    char *colon = words[1] ? strchr(words[1], ':') : NULL;
    if (colon)
        *colon++ = '\0';
    double increment = words[2] ? strtod(words[2], &end) : -1;
    if (!words[2] || end == words[2] || !(increment >= 0 && increment < 1e6) ||
        !desk_number(words[0], 0, 1000, &moves) || !desk_number(words[1], 0, 1000000, &minutes) ||
        (colon && !desk_number(colon, 0, 59, &seconds))) {
        xboard_complain(xboard, "level", "write moves, minutes and an increment in seconds");
        return;
    }
    xboard->moves = (int)moves;
    xboard->base = xboard->clock = (60 * minutes + seconds) * 1000;
    xboard->increment = (int64_t)(increment * 1000);
    xboard->movetime = 0;
    xboard->timed = true;
}

static void set_number(struct xboard *xboard, const char *word, const char *value)
{
    int64_t n;
    if (!desk_number(value, 0, 100000000, &n)) {
        xboard_complain(xboard, word, "a number is missing");
        return;
    }
    if (!strcmp(word, "st"))
        xboard->movetime = n * 1000;
    else if (!strcmp(word, "sd"))
        xboard->depth = (int)(n > 99 ? 99 : n);
    else if (!strcmp(word, "time"))
        xboard->clock = n * CENTI > 0 ? n * CENTI : 1, xboard->timed = true;
}

static void tell_option(const char *name, void *argument)
{
    tell((struct xboard *)argument, "feature option=\"%s -string \"", name);
}

static void tell_features(struct xboard *xboard)
{
    enum { ROOM = 4096 };
    char list[ROOM];
    size_t used = 0;
    const struct variant *variant;
    text_add(list, sizeof list, &used, "feature variants=\"normal");
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        text_add(list, sizeof list, &used, ",%s", variant->id);
    tell(xboard, "feature done=0");
    tell(xboard, "feature myname=\"Chesscade " PACKAGE_VERSION "\"");
    tell(xboard, "feature ping=1 setboard=1 usermove=1 san=0 playother=1 colors=0 time=1 draw=1");
    tell(xboard, "feature sigint=0 sigterm=0 reuse=1 analyze=1 pause=0 ics=1 name=1 nps=0");
    tell(xboard, "feature memory=1 smp=1 debug=0");
    tell(xboard, "%s\"", list);
    tell(xboard, "feature option=\"Skill Level -spin %d %d %d\"", LEVEL_MOST, LEVEL_LEAST,
         LEVEL_MOST);
    tell(xboard, "feature option=\"Cascade -spin 0 0 %d\"", DESK_CASCADE_MOST);
    tell(xboard, "feature option=\"EvalFile -file \"");
    tell(xboard, "feature option=\"Clear Hash -button\"");
    engine_desk_each_option(tell_option, xboard);
    tell(xboard, "feature done=1");
}

/* True if a word may be a ply, as programs of protocol version 1 send it without "usermove": it has
 * a digit or begins with O-O. */
static bool looks_like_a_ply(const char *word)
{
    return strpbrk(word, "0123456789") || !strncmp(word, "O-O", 3);
}

/* Handle a command that does not stop the engine while it thinks. Returns false for any other
 * command. */
static bool goes_beside(struct xboard *xboard, const char *word, char *rest)
{
    static const char *const beside[] = {"time", "otim", "post", "nopost", "hard", "easy", "."};
    if (!strcmp(word, "?")) {
        if (!xboard->analyzes)
            finish_ply(xboard);
        return true;
    }
    if (!strcmp(word, "ping") && !xboard->analyzes) {
        int64_t n;
        if (!desk_number(desk_next_word(&rest), INT32_MIN, INT32_MAX, &n))
            return false;
        if (xboard->pings == PINGS_MOST)
            tell(xboard, "pong %d", (int)n);
        else
            xboard->ping[xboard->pings++] = (int)n;
        return true;
    }
    if (!strcmp(word, "draw") || !strcmp(word, "usermove") || looks_like_a_ply(word)) {
        if (xboard->analyzes)
            return false;
        xboard_complain(xboard, word, "the engine is thinking");
        return true;
    }
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (!strcmp(word, beside[i])) {
            if (*word == 'p' || *word == 'n')
                xboard->post = *word == 'p';
            else if (!strcmp(word, "time") || !strcmp(word, "otim"))
                set_number(xboard, word, desk_next_word(&rest));
            return true;
        }
    return false;
}

static bool is_accepted(const char *word)
{
    static const char *const words[] = {
        "xboard",  "accepted", "rejected", "random",   "hard",  "easy", "computer", "name",
        "rating",  "ics",      "bk",       "hint",     "nps",   ".",    "egtpath",  "pause",
        "resume",  "?",        "white",    "black",    "bench", "lift", "put",      "hover",
        "exclude", "include",  "otim",     "variants", "piece"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

static void accept_draw(struct xboard *xboard)
{
    if (xboard->seat >= 0 && xboard->desk.plies >= DRAW_FROM && xboard->last_score <= 0 &&
        xboard->desk.ruleset->sides == 2)
        tell(xboard, "offer draw");
}

/* ---- commands that change the game: no search runs when they are called */

static void obey_new(struct xboard *xboard, char *rest)
{
    (void)rest;
    new_game(xboard, "classical");
}

static void obey_variant(struct xboard *xboard, char *rest)
{
    char *value = desk_next_word(&rest);
    if (!value) {
        xboard_complain(xboard, "variant", "the name of a variant is missing");
        return;
    }
    if (new_game(xboard, !strcmp(value, "normal") ? "classical" : value))
        tell_setup(xboard);
}

static void obey_setboard(struct xboard *xboard, char *rest)
{
    if (engine_desk_game(&xboard->desk, rest + strspn(rest, " \t"), NULL))
        begin_referee(xboard);
}

static void obey_usermove(struct xboard *xboard, char *rest)
{
    char *value = desk_next_word(&rest);
    if (value)
        user_moves(xboard, value);
    else
        xboard_complain(xboard, "usermove", "a ply is missing");
}

static void obey_undo(struct xboard *xboard, char *rest)
{
    (void)rest;
    take_back(xboard, "undo", 1);
}

static void obey_remove(struct xboard *xboard, char *rest)
{
    (void)rest;
    take_back(xboard, "remove", xboard->desk.ruleset->sides);
}

static void obey_force(struct xboard *xboard, char *rest)
{
    (void)rest;
    xboard->seat = -1;
}

static void obey_go(struct xboard *xboard, char *rest)
{
    (void)rest;
    xboard->seat = xboard->desk.now.side;
}

static void obey_playother(struct xboard *xboard, char *rest)
{
    (void)rest;
    xboard->seat = (xboard->desk.now.side + 1) % xboard->desk.ruleset->sides;
}

static void obey_analyze(struct xboard *xboard, char *rest)
{
    (void)rest;
    xboard->analyzes = true;
    xboard->seat = -1;
}

static void obey_exit(struct xboard *xboard, char *rest)
{
    (void)rest;
    xboard->analyzes = false;
}

static void obey_option(struct xboard *xboard, char *rest)
{
    char *name = rest + strspn(rest, " \t"), *equals = strchr(name, '=');
    static char nothing[1];
    if (equals)
        *equals++ = '\0';
    engine_desk_option(&xboard->desk, name, equals ? equals : nothing);
    begin_referee(xboard); /* the option may have changed the rules */
}

static void obey_memory(struct xboard *xboard, char *rest)
{
    engine_desk_option(&xboard->desk, "Hash", desk_next_word(&rest));
}

static void obey_cores(struct xboard *xboard, char *rest)
{
    engine_desk_option(&xboard->desk, "Threads", desk_next_word(&rest));
}

static const struct order {
    const char *word;
    void (*obey)(struct xboard *xboard, char *rest);
    bool moves; /* if it is the engine's turn after the command, the engine plays */
} orders[] = {
    {"new", obey_new, false},
    {"variant", obey_variant, false},
    {"setboard", obey_setboard, false},
    {"usermove", obey_usermove, true},
    {"undo", obey_undo, false},
    {"remove", obey_remove, false},
    {"force", obey_force, false},
    {"result", obey_force, false},
    {"go", obey_go, true},
    {"playother", obey_playother, false},
    {"analyze", obey_analyze, false},
    {"exit", obey_exit, false},
    {"option", obey_option, false},
    {"memory", obey_memory, false},
    {"cores", obey_cores, false},
};

static const struct order *order_named(const char *word)
{
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (!strcmp(word, orders[i].word))
            return &orders[i];
    return NULL;
}

/* ---- the dialogue */

static void xboard_obey(struct xboard *xboard, char *line)
{
    char *whole = memory_text(line), *rest = line, *word = desk_next_word(&rest);
    const struct order *order = word ? order_named(word) : NULL;
    if (xboard->editing || !word || *word == '#') {
        xboard->editing = xboard->editing && word && strcmp(word, ".") != 0;
    } else if (!strcmp(word, "quit")) {
        xboard->quits = true;
    } else if (thinks(xboard) && goes_beside(xboard, word, rest)) {
        /* done */
    } else if (!strcmp(word, "protover")) {
        tell_features(xboard);
    } else if (!strcmp(word, "ping")) {
        int64_t n;
        if (desk_number(desk_next_word(&rest), INT32_MIN, INT32_MAX, &n))
            tell(xboard, "pong %d", (int)n);
        else
            xboard_complain(xboard, word, "a number is missing");
    } else if (!strcmp(word, "post") || !strcmp(word, "nopost")) {
        xboard->post = *word == 'p';
    } else if (!strcmp(word, "level")) {
        set_level(xboard, rest);
    } else if (!strcmp(word, "st") || !strcmp(word, "sd") || !strcmp(word, "time") ||
               !strcmp(word, "otim")) {
        set_number(xboard, word, desk_next_word(&rest));
    } else if (!strcmp(word, "draw")) {
        accept_draw(xboard);
    } else if (is_accepted(word)) {
        /* nothing to do */
    } else if (!strcmp(word, "edit")) {
        xboard->editing = true; /* the next lines edit a position, and are not commands */
        xboard_complain(xboard, word, "use setboard instead");
    } else if (order || looks_like_a_ply(word)) {
        stop_quietly(xboard);
        if (order)
            order->obey(xboard, rest);
        else
            user_moves(xboard, word);
        go_on(xboard, !order || order->moves);
    } else {
        xboard_complain(xboard, whole, "unknown command");
    }
    free(whole);
}

int run_xboard(int argc, char **argv, FILE *out, FILE *err)
{
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    struct xboard *xboard = memory_new(1, sizeof *xboard);
    struct desk_reader *reader = memory_new(1, sizeof *reader);
    enum desk_read got;
    signal(SIGPIPE, SIG_IGN);
    if (pipe(xboard->wake) < 0) {
        command_error(err, argv[0], "a pipe for the engine cannot be opened");
        return COMMAND_NO;
    }
    fcntl(xboard->wake[0], F_SETFL, O_NONBLOCK);
    engine_desk_begin(&xboard->desk, out, xboard_error);
    xboard->desk.thinker.report = xboard_report;
    xboard->desk.thinker.answer = xboard_answer;
    xboard->seat = BLACK;
    begin_referee(xboard);
    while (!xboard->quits && !atomic_load(&xboard->desk.thinker.lost) &&
           (got = desk_read_line(reader, xboard->wake[0])) != DESK_END) {
        if (got == DESK_WOKEN)
            finish_ply(xboard);
        else if (got == DESK_TOO_LONG)
            tell(xboard, "Error (a line of more than 8 MiB was ignored): line");
        else
            xboard_obey(xboard, reader->line);
    }
    if (!xboard->quits && thinks(xboard) && !xboard->analyzes) {
        thinker_finish(&xboard->desk.thinker);
        finish_ply(xboard);
    }
    stop_quietly(xboard);
    engine_desk_clear(&xboard->desk);
    game_clear(&xboard->game);
    close(xboard->wake[0]);
    close(xboard->wake[1]);
    desk_reader_free(reader);
    free(xboard);
    return COMMAND_DONE;
}

/* match.c - games between engines, refereed by our own rules.
 *
 *   match VARIANT[ K=V..] [--games N] ... FIRST SECOND
 *
 * FIRST and SECOND are "random", "greedy" (most material at once), or a program that speaks UCI or
 * CECP 2:
 * - "uci:build/chesscade uci;Hash=16;Threads=1": options follow after semicolons; "movetime=50" or
 *   "nodes=1000" override --movetime.
 * - "xboard:/usr/games/phalanx": gets a clock of so many moves in so much time; classical only.
 *
 * Games begin with the opening array, or with --start; CECP programs know only the former.
 * Openings are random plies; each is played with all arrangements of seats. Only our referee ends a
 * game: by the rules or, after --plies, as unfinished, which is counted separately. An unreadable
 * or illegal ply voids the game, and the match says so. With --sprt the match stops when one of two
 * Elo differences is refuted (5 % each). With three seats FIRST has one and SECOND the others. */
#define _GNU_SOURCE
#include "core/draft.h"
#include "core/engine/uci_text.h"
#include "core/game.h"
#include "core/enumerate.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PATIENCE = 15000 /* milliseconds that a move may take beyond its limit */,
    TEXT_ROOM = 8192,
    OPTIONS_MOST = 16,
    LINE_ROOM = 1 << 16
};

enum protocol { RANDOM, GREEDY, UCI, XBOARD };

struct player {
    enum protocol protocol;
    char *spec, *command;
    char *option[OPTIONS_MOST];
    int options;
    int movetime, nodes;
    pid_t child;
    int in, out; /* pipes of our own: written to, read from */
    char line[LINE_ROOM];
    int used, taken;
    long plies, slowest;
    double spent;
    bool dead;
};

struct match {
    struct ruleset *rules;
    const char *variant;
    const char *start; /* the text of the first position; NULL: the opening array */
    struct position first;
    int games, movetime, nodes, opening, most;
    uint64_t seed;
    bool sprt, verbose;
    double elo0, elo1;
    struct player player[2];
    /* outcomes, from the first player's view */
    int wins, draws, losses, unfinished, voided, by_rules;
};

static uint64_t seed_now;

static int chance(int below)
{
    seed_now = seed_now * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed_now >> 33) % (uint64_t)below);
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- programs */

static void tell(struct player *player, const char *text)
{
    size_t n = strlen(text);
    while (n && !player->dead) {
        ssize_t done = write(player->in, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            player->dead = true;
            return;
        }
        text += done;
        n -= (size_t)done;
    }
}

/* Reads the next line into player->line. False if none came before the deadline. */
static bool hear(struct player *player, int64_t deadline)
{
    memmove(player->line, player->line + player->taken, (size_t)(player->used - player->taken));
    player->used -= player->taken;
    player->taken = 0;
    while (!player->dead) {
        char *end = memchr(player->line, '\n', (size_t)player->used);
        if (end) {
            *end = '\0';
            player->taken = (int)(end - player->line) + 1;
            if (end > player->line && end[-1] == '\r')
                end[-1] = '\0';
            return true;
        }
        int64_t left = deadline - now();
        if (left <= 0)
            return false;
        struct pollfd waiting = {.fd = player->out, .events = POLLIN};
        if (poll(&waiting, 1, (int)left) <= 0)
            continue;
        if (player->used == LINE_ROOM - 1)
            player->used = 0;
        ssize_t n =
            read(player->out, player->line + player->used, (size_t)(LINE_ROOM - 1 - player->used));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            player->dead = true;
        else
            player->used += (int)n;
    }
    return false;
}

static bool await(struct player *player, const char *word)
{
    int64_t deadline = now() + PATIENCE;
    while (hear(player, deadline))
        if (!strncmp(player->line, word, strlen(word)))
            return true;
    return false;
}

static bool start_program(struct player *player)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) < 0 || pipe2(from, O_CLOEXEC) < 0)
        return false;
    player->child = fork();
    if (player->child == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        execl("/bin/sh", "sh", "-c", player->command, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    player->in = to[1];
    player->out = from[0];
    player->used = player->taken = 0;
    player->dead = false;
    return player->child > 0;
}

static bool greet(struct player *player, const struct match *match)
{
    char text[TEXT_ROOM];
    if (player->protocol == XBOARD) {
        tell(player, "xboard\nprotover 2\n");
        int64_t deadline = now() + 700;
        while (hear(player, deadline) && !strstr(player->line, "done=1"))
            continue;
        return !player->dead;
    }
    tell(player, "uci\n");
    if (!await(player, "uciok"))
        return false;
    if (strcmp(match->rules->variant->id, "classical") != 0) {
        snprintf(text, sizeof text, "setoption name UCI_Variant value %s\n", match->rules->id);
        tell(player, text);
        for (int i = 0; i < match->rules->settings; i++) {
            snprintf(text, sizeof text, "setoption name %s value %s\n",
                     match->rules->setting[i].name, match->rules->setting[i].value);
            tell(player, text);
        }
    }
    for (int i = 0; i < player->options; i++) {
        char *equals = strchr(player->option[i], '=');
        if (!equals)
            continue;
        snprintf(text, sizeof text, "setoption name %.*s value %s\n",
                 (int)(equals - player->option[i]), player->option[i], equals + 1);
        tell(player, text);
    }
    tell(player, "isready\n");
    return await(player, "readyok");
}

static void stop_program(struct player *player)
{
    if (player->child <= 0)
        return;
    tell(player, "quit\n");
    close(player->in);
    for (int i = 0; i < 200; i++) {
        if (waitpid(player->child, NULL, WNOHANG) == player->child) {
            player->child = 0;
            break;
        }
        usleep(10000);
    }
    if (player->child) {
        kill(player->child, SIGKILL);
        waitpid(player->child, NULL, 0);
        player->child = 0;
    }
    close(player->out);
}

static bool make_player(struct player *player, const char *spec)
{
    player->spec = memory_text(spec);
    if (!strcmp(spec, "random"))
        return true;
    if (!strcmp(spec, "greedy")) {
        player->protocol = GREEDY;
        return true;
    }
    bool uci = !strncmp(spec, "uci:", 4), xboard = !strncmp(spec, "xboard:", 7);
    if (!uci && !xboard)
        return false;
    player->protocol = uci ? UCI : XBOARD;
    player->command = memory_text(spec + (uci ? 4 : 7));
    char *rest = NULL, *word = strtok_r(player->command, ";", &rest);
    while ((word = strtok_r(NULL, ";", &rest)) && player->options < OPTIONS_MOST) {
        if (!strncmp(word, "movetime=", 9))
            player->movetime = atoi(word + 9);
        else if (!strncmp(word, "nodes=", 6))
            player->nodes = atoi(word + 6);
        else
            player->option[player->options++] = word;
    }
    return true;
}

/* ---- players that are not programs */

struct picking {
    const struct position *position;
    struct ply *best;
    int seen;
    int value;
    bool greedy;
};

/* Material of a side. Only the engine knows what a piece is worth; here every piece on the board
 * counts the same. */
static int material_after(const struct position *position, const struct ply *ply, int side)
{
    struct position after;
    struct verdict verdict;
    int sum = 0;
    ply_play(position, ply, &after);
    const struct context context = {.limits = {.cascade = 1}, .times = 1};
    verdict = (struct verdict){0};
    after.rules->rules->judge(&after, &context, &verdict);
    if (verdict.outcome == OUTCOME_WIN && !verdict.unsure)
        return verdict.winner == side ? 1000000 : -1000000;
    for (int cell = 0; cell < after.rules->board->cells; cell++) {
        struct piece piece = after.at[cell];
        if (piece.kind && piece.side < after.rules->sides) {
            char letter = after.rules->kinds[piece.kind].letter;
            int worth = letter == 'P'   ? 100
                        : letter == 'Q' ? 900
                        : letter == 'R' ? 500
                        : letter == 'K' ? 0
                                        : 330;
            sum += piece.side == side ? worth : -worth;
        }
    }
    return sum;
}

static int pick(const struct ply *ply, void *argument)
{
    struct picking *picking = argument;
    int value =
        picking->greedy ? material_after(picking->position, ply, picking->position->side) : 0;
    if (picking->seen && value < picking->value)
        return 0;
    if (!picking->seen || value > picking->value)
        picking->seen = 0;
    picking->value = value;
    if (chance(++picking->seen) == 0)
        ply_copy(picking->best, ply);
    return 0;
}

static bool pick_ply(const struct position *position, bool greedy, struct ply *out)
{
    struct picking picking = {.position = position, .best = out, .greedy = greedy};
    const struct limits limits = {.cascade = position->rules->board->cells > 150 ? 1 : 2};
    search_plies(position, &limits, pick, &picking);
    if (!picking.seen)
        search_plies(position, &(struct limits){.cascade = 3}, pick, &picking);
    return picking.seen > 0;
}

/* ---- one ply of a program */

static bool ask_uci(struct player *player, const struct match *match, const char *moves, char *out)
{
    size_t room = strlen(moves) + 2 * TEXT_ROOM;
    char *text = memory_new(room, 1);
    snprintf(text, room, "position %s%s%s%s\n", match->start ? "fen " : "startpos",
             match->start ? match->start : "", *moves ? " moves" : "", moves);
    tell(player, text);
    int movetime = player->movetime ? player->movetime : match->movetime,
        nodes = player->nodes ? player->nodes : match->nodes;
    if (nodes)
        snprintf(text, room, "go nodes %d\n", nodes);
    else
        snprintf(text, room, "go movetime %d\n", movetime);
    int64_t began = now();
    tell(player, text);
    free(text);
    while (hear(player, began + PATIENCE + movetime))
        if (!strncmp(player->line, "bestmove ", 9)) {
            long took = (long)(now() - began);
            player->slowest = took > player->slowest ? took : player->slowest;
            player->spent += (double)took;
            player->plies++;
            snprintf(out, TEXT_ROOM, "%.*s", (int)strcspn(player->line + 9, " "), player->line + 9);
            return true;
        }
    return false;
}

static void set_clock(struct player *player, const struct match *match, int played)
{
    char text[200];
    int movetime = player->movetime ? player->movetime : match->movetime, left = 40 - played % 40;
    snprintf(text, sizeof text, "time %d\notim %d\n", movetime * left / 10, movetime * left / 10);
    tell(player, text);
}

static bool hear_move(struct player *player, const struct match *match, char *out)
{
    int64_t began = now();
    int movetime = player->movetime ? player->movetime : match->movetime;
    while (hear(player, began + PATIENCE + 40 * movetime)) {
        if (!strncmp(player->line, "move ", 5)) {
            snprintf(out, TEXT_ROOM, "%.*s", (int)strcspn(player->line + 5, " "), player->line + 5);
            long took = (long)(now() - began);
            player->slowest = took > player->slowest ? took : player->slowest;
            player->spent += (double)took;
            player->plies++;
            return true;
        }
        if (!strncmp(player->line, "resign", 6) || strstr(player->line, "resigns")) {
            snprintf(out, TEXT_ROOM, "resign");
            return true;
        }
        if (strstr(player->line, "llegal"))
            fprintf(stderr, "match: %s: %s\n", player->spec, player->line);
    }
    return false;
}

/* Programs of CECP hear the opening ply by ply: not all of them read positions. */
static void begin_game(struct player *player, const struct match *match, const char *opening)
{
    char text[TEXT_ROOM + 64];
    if (player->protocol == UCI) {
        tell(player, "ucinewgame\nisready\n");
        await(player, "readyok");
    } else if (player->protocol == XBOARD) {
        int movetime = player->movetime ? player->movetime : match->movetime,
            seconds = 40 * movetime / 1000;
        snprintf(text, sizeof text,
                 "new\nforce\npost\neasy\nhard\neasy\nnopost\nlevel 40 %d:%02d 0\n",
                 (seconds ? seconds : 1) / 60, (seconds ? seconds : 1) % 60);
        tell(player, text);
        for (const char *at = opening; *at;) {
            at += strspn(at, " ");
            int length = (int)strcspn(at, " ");
            snprintf(text, sizeof text, "%.*s\n", length, at);
            if (length)
                tell(player, text);
            at += length;
        }
    }
}

enum end { FIRST_WINS, DRAWN, SECOND_WINS, UNFINISHED, VOID };

static void claim_draw(struct game *game)
{
    struct note why;
    if (!verdict_over(&game->verdict) && game->verdict.claims)
        game_claim(game, &why);
}

/* `seat`: the seat of the first player. */
static enum end play(struct match *match, const struct position *opening, const char *plies,
                     int seat, char *reason)
{
    struct game game = {0};
    struct note why;
    struct ply ply = {0};
    char *moves = memory_new(1 << 20, 1), text[TEXT_ROOM];
    size_t used = strlen(plies);
    enum end end = UNFINISHED;
    int played[2] = {0};
    bool xboard_force[2] = {true, true};
    char last[2][64] = {"", ""};
    memcpy(moves, plies, used + 1);
    for (int i = 0; i < 2; i++)
        begin_game(&match->player[i], match, plies);
    game_begin(&game, match->rules, opening, NULL);
    claim_draw(&game);
    strcpy(reason, "unfinished");
    while (game.plies < match->most && !(verdict_over(&game.verdict) && !game.verdict.unsure)) {
        int who = game.now.side != seat;
        struct player *player = &match->player[who];
        bool good = true;
        if (player->protocol <= GREEDY) {
            good = pick_ply(&game.now, player->protocol == GREEDY, &ply);
            if (!good)
                break;
        } else {
            if (player->protocol == UCI) {
                good = ask_uci(player, match, moves, text);
            } else {
                /* The program hears of the last ply only now: after the end of a game no program is
                 * left thinking. */
                set_clock(player, match, played[who]++);
                if (*last[who])
                    tell(player, last[who]);
                if (xboard_force[who])
                    tell(player, "go\n");
                xboard_force[who] = false;
                good = hear_move(player, match, text);
            }
            if (good && !strcmp(text, "resign")) {
                end = who ? FIRST_WINS : SECOND_WINS;
                strcpy(reason, "resignation");
                goto done;
            }
            if (!good || uci_parse(&game.now, text, &ply, &why) < 0) {
                snprintf(reason, TEXT_ROOM, "%.60s: %.300s (%.300s)", player->spec,
                         good ? text : "no answer", good ? why.text : "dead or late");
                end = VOID;
                goto done;
            }
        }
        int length = uci_format(&game.now, &ply, text, sizeof text);
        if (used + (size_t)length + 2 < 1 << 20) {
            moves[used++] = ' ';
            memcpy(moves + used, text, (size_t)length + 1);
            used += (size_t)length;
        }
        if (match->player[!who].protocol == XBOARD)
            snprintf(last[!who], sizeof last[!who], "%.60s\n", text);
        if (game_play_legal(&game, &ply, &why) < 0)
            break;
        claim_draw(&game);
        if (match->verbose)
            fprintf(stderr, " %s", text);
    }
    if (verdict_over(&game.verdict)) {
        verdict_text(&game.verdict, reason, TEXT_ROOM);
        end = game.verdict.outcome == OUTCOME_DRAW ? DRAWN
              : game.verdict.winner == seat        ? FIRST_WINS
                                                   : SECOND_WINS;
    }
done:
    snprintf(reason + strlen(reason), TEXT_ROOM - strlen(reason), ", %d plies", game.plies);
    if (match->verbose || end == VOID)
        fprintf(stderr, "\nmatch: moves%s\n", moves);
    for (int i = 0; i < 2; i++)
        if (match->player[i].protocol == XBOARD)
            tell(&match->player[i], "force\n");
    ply_free(&ply);
    game_clear(&game);
    free(moves);
    return end;
}

/* ---- figures */

static double elo_of(double share)
{
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return -400 * log10(1 / share - 1);
}

/* Logarithm of the likelihood ratio: trinomial, by the usual normal approximation. */
static double likelihood(const struct match *match)
{
    double n = match->wins + match->draws + match->losses;
    if (n < 2)
        return 0;
    double w = match->wins / n, d = match->draws / n, s = w + d / 2, variance = w + d / 4 - s * s;
    if (variance <= 0)
        variance = 0.25 / n;
    double s0 = 1 / (1 + pow(10, -match->elo0 / 400)), s1 = 1 / (1 + pow(10, -match->elo1 / 400));
    return n * (s1 - s0) * (2 * s - s0 - s1) / (2 * variance);
}

static void tell_score(const struct match *match, FILE *out)
{
    int n = match->wins + match->draws + match->losses;
    double share = n ? (match->wins + match->draws / 2.0) / n : 0,
           w = n ? (double)match->wins / n : 0, d = n ? (double)match->draws / n : 0;
    double error = n > 1 ? 1.96 * sqrt((w + d / 4 - share * share) / n) : 0;
    fprintf(out,
            "%s: +%d =%d -%d of %d by rules, %d unfinished, %d void: %.1f %% +-%.1f, Elo %+.0f",
            match->variant, match->wins, match->draws, match->losses, n, match->unfinished,
            match->voided, 100 * share, 100 * error, elo_of(share));
    if (match->sprt)
        fprintf(out, ", llr %.2f", likelihood(match));
    fprintf(out, "\n");
    fflush(out);
}

/* The position, and the plies that lead to it. */
static bool make_opening(const struct match *match, uint64_t seed, struct position *out,
                         char text[TEXT_ROOM])
{
    for (int tries = 0; tries < 50; tries++) {
        struct game game = {0};
        struct note why;
        struct ply ply = {0};
        seed_now = hash_mix(seed * 1000 + (uint64_t)tries);
        game_begin(&game, match->rules, match->start ? &match->first : NULL, NULL);
        bool good = true;
        size_t used = 0;
        *text = '\0';
        for (int i = 0; i < match->opening && good; i++) {
            char one[TEXT_ROOM];
            good = !verdict_over(&game.verdict) && pick_ply(&game.now, false, &ply);
            if (!good)
                break;
            uci_format(&game.now, &ply, one, sizeof one);
            text_add(text, TEXT_ROOM, &used, " %s", one);
            good = used < TEXT_ROOM && game_play_legal(&game, &ply, &why) == 0;
        }
        good = good && !verdict_over(&game.verdict);
        position_copy(out, &game.now);
        ply_free(&ply);
        game_clear(&game);
        if (good)
            return true;
    }
    return false;
}

static int usage(void)
{
    fprintf(
        stderr,
        "usage: match \"VARIANT[ K=V]...\" [--games N] [--movetime MS] [--nodes N] [--opening PLIES] [--plies MOST] [--seed S]\n"
        "             [--start POSITION] [--sprt ELO0 ELO1] [--verbose] FIRST SECOND\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct match match = {.games = 20, .movetime = 100, .opening = -1, .most = 400, .seed = 1};
    const char *spec[2] = {NULL, NULL};
    int specs = 0;
    struct note why;
    struct setting setting[8];
    int settings = 0;
    if (argc < 4)
        return usage();
    signal(SIGPIPE, SIG_IGN);
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (!strcmp(argv[i], "--games"))
            match.games = atoi(value), i++;
        else if (!strcmp(argv[i], "--movetime"))
            match.movetime = atoi(value), i++;
        else if (!strcmp(argv[i], "--nodes"))
            match.nodes = atoi(value), i++;
        else if (!strcmp(argv[i], "--opening"))
            match.opening = atoi(value), i++;
        else if (!strcmp(argv[i], "--plies"))
            match.most = atoi(value), i++;
        else if (!strcmp(argv[i], "--seed"))
            match.seed = (uint64_t)atoll(value), i++;
        else if (!strcmp(argv[i], "--start"))
            match.start = value, i++;
        else if (!strcmp(argv[i], "--verbose"))
            match.verbose = true;
        else if (!strcmp(argv[i], "--sprt") && i + 2 < argc) {
            match.sprt = true;
            match.elo0 = atof(argv[i + 1]);
            match.elo1 = atof(argv[i + 2]);
            i += 2;
        } else if (specs < 2)
            spec[specs++] = argv[i];
        else
            return usage();
    }
    char *copy = memory_text(argv[1]), *after = copy + strcspn(copy, " ");
    if (*after) {
        *after = '\0';
        settings_before(after + 1, setting, 8, &settings);
    }
    match.variant = argv[1];
    if (specs < 2 || !make_player(&match.player[0], spec[0]) ||
        !make_player(&match.player[1], spec[1]))
        return usage();
    if (ruleset_open(&match.rules, copy, setting, settings, &why) < 0) {
        fprintf(stderr, "match: %s: %s\n", argv[1], why.text);
        return 2;
    }
    if (match.start &&
        (strlen(match.start) >= TEXT_ROOM ||
         match.rules->rules->read(match.rules, match.start, &match.first, &why) < 0)) {
        fprintf(stderr, "match: %s: %s\n", match.start, why.text);
        return 2;
    }
    if (match.opening < 0)
        match.opening = match.rules->sides == 3 ? 9 : 6;
    for (int i = 0; i < 2; i++)
        if (match.player[i].protocol >= UCI &&
            (!start_program(&match.player[i]) || !greet(&match.player[i], &match))) {
            fprintf(stderr, "match: %s does not start\n", match.player[i].spec);
            return 2;
        }
    struct position opening;
    char plies[TEXT_ROOM], reason[TEXT_ROOM];
    int status = 0;
    for (int g = 0; g < match.games; g++) {
        int seat = g % match.rules->sides;
        if (!make_opening(&match, match.seed + (uint64_t)(g / match.rules->sides), &opening, plies))
            continue;
        enum end end = play(&match, &opening, plies, seat, reason);
        match.wins += end == FIRST_WINS;
        match.draws += end == DRAWN;
        match.losses += end == SECOND_WINS;
        match.unfinished += end == UNFINISHED;
        match.voided += end == VOID;
        fprintf(stderr, "game %d, seat %d: %s\n", g + 1, seat, reason);
        if (end == VOID)
            for (int i = 0; i < 2; i++)
                if (match.player[i].protocol >= UCI) { /* restart it: it may be anywhere in its
                                                          search */
                    stop_program(&match.player[i]);
                    if (!start_program(&match.player[i]) || !greet(&match.player[i], &match))
                        return 2;
                }
        if ((g + 1) % 10 == 0)
            tell_score(&match, stderr);
        if (match.sprt && (likelihood(&match) > 2.94 || likelihood(&match) < -2.94))
            break;
    }
    tell_score(&match, stdout);
    for (int i = 0; i < 2; i++) {
        struct player *player = &match.player[i];
        if (player->protocol >= UCI)
            printf("  %s: %ld plies, %.0f ms each, the slowest %ld ms\n", player->spec,
                   player->plies, player->plies ? player->spent / (double)player->plies : 0,
                   player->slowest);
        stop_program(player);
    }
    if (match.voided)
        status = 1;
    ruleset_free(match.rules);
    free(copy);
    return status;
}

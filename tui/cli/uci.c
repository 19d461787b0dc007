/* uci.c - `chesscade uci`: the engine as a UCI engine. Reads commands line by line and answers
 * them; anything invalid is answered by one `info string` and changes nothing. uci_think.c runs the
 * search meanwhile. */
#include "config.h"
#include "tui/cli/command.h"

#include "archive/util/sanitize.h"
#include "core/draft.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"
#include "tui/cli/options.h"
#include "tui/cli/uci_think.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_MOST = 8 << 20, /* longest line accepted, in bytes */
    PLIES_MOST = 20000,  /* most plies of a game */
    HASH_DEFAULT = 16,
    HASH_MOST = 65536,
    THREADS_MOST = 256,
    SETTINGS_MOST = 32
};

struct uci {
    struct thinker thinker;
    struct ruleset *ruleset;
    struct engine *engine;                 /* NULL: not created yet */
    char *variant;                         /* the id requested */
    struct setting setting[SETTINGS_MOST]; /* requested options, for any variant; texts owned */
    int settings;
    bool changed;  /* the variant or its options, since the ruleset was opened */
    char *weights; /* the text of EvalFile, NULL: the engine's own */
    int hash, threads, lines, level, cascade, elo;
    bool limited;
    struct position start, now; /* of the game; now: the position to search */
    struct ply *ply;            /* [plies] */
    int plies, ply_room;
    bool quits;
};

#define say(uci, ...) thinker_say(&(uci)->thinker, __VA_ARGS__)

/* Report an error on one line without control characters. */
static void uci_complain(struct uci *uci, const char *what, const char *why)
{
    char clean[2][400];
    clean_text(clean[0], sizeof clean[0], what, CLEAN_LINE);
    clean_text(clean[1], sizeof clean[1], why, CLEAN_LINE);
    say(uci, "info string %.80s: %s", clean[0], clean[1]);
}

/* ---- words of a line, cut off in place */

static char *uci_next_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    if (!*word)
        return NULL;
    *at = word + strcspn(word, " \t");
    if (**at)
        *(*at)++ = '\0';
    return word;
}

static bool read_int64(const char *text, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long n = text ? strtoll(text, &end, 10) : 0;
    if (!text || end == text || *end || errno)
        return false;
    *out = n < least ? least : n > most ? most : n;
    return true;
}

/* ---- the variant */

static void forget_game(struct uci *uci)
{
    for (int i = 0; i < uci->ply_room; i++)
        ply_free(&uci->ply[i]);
    free(uci->ply);
    uci->ply = NULL;
    uci->plies = uci->ply_room = 0;
}

static bool uci_has_option(const struct variant *variant, const char *name)
{
    for (int i = 0; i < variant->option_count; i++)
        if (!strcmp(variant->options[i].name, name))
            return true;
    return false;
}

static const struct variant *variant_of(const char *id)
{
    const struct variant *variant;
    size_t length = strcspn(id, ":");
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        if (strlen(variant->id) == length && !memcmp(variant->id, id, length))
            return variant;
    return NULL;
}

/* Open the requested variant. False after reporting an error: nothing changes. */
static bool open_variant(struct uci *uci)
{
    struct setting fitting[SETTINGS_MOST];
    struct ruleset *ruleset;
    struct note why;
    int n = 0;
    const struct variant *variant = variant_of(uci->variant);
    for (int i = 0; i < uci->settings && variant; i++)
        if (uci_has_option(variant, uci->setting[i].name))
            fitting[n++] = uci->setting[i];
    if (ruleset_open(&ruleset, uci->variant, fitting, n, &why) < 0) {
        uci_complain(uci, uci->variant, why.text);
        return false;
    }
    engine_free(uci->engine);
    uci->engine = NULL;
    ruleset_free(uci->ruleset);
    uci->ruleset = ruleset;
    uci->changed = false;
    forget_game(uci);
    ruleset->rules->setup(ruleset, &uci->start);
    position_copy(&uci->now, &uci->start);
    return true;
}

/* Create whatever the engine still needs to search; false after reporting an error. */
static bool be_ready(struct uci *uci)
{
    if (uci->changed && !open_variant(uci) && !uci->ruleset)
        return false;
    uci->changed = false;
    if (!uci->engine) {
        struct note why;
        uci->engine = engine_new(uci->ruleset, uci->hash, uci->weights, &why);
        if (*why.text)
            uci_complain(uci, "EvalFile", why.text);
        engine_threads(uci->engine, uci->threads);
    }
    return true;
}

/* ---- uci, setoption */

static bool named_before(const struct variant *until, int option, const char *name)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        for (int o = 0; o < variant->option_count; o++) {
            if (variant == until && o == option)
                return false;
            if (!strcmp(variant->options[o].name, name))
                return true;
        }
    return false;
}

/* List the options of all variants, each name once, with the values that any variant accepts. */
static void list_variant_options(struct uci *uci)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        for (int o = 0; o < variant->option_count; o++) {
            const struct option *option = &variant->options[o];
            if (named_before(variant, o, option->name))
                continue;
            say(uci, "option name %s type string default <empty>", option->name);
        }
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
    say(uci, "option name Hash type spin default %d min 1 max %d", HASH_DEFAULT, HASH_MOST);
    say(uci, "option name Clear Hash type button");
    say(uci, "option name Threads type spin default 1 min 1 max %d", THREADS_MOST);
    say(uci, "option name MultiPV type spin default 1 min 1 max %d", ENGINE_LINES_MAX);
    say(uci, "option name Ponder type check default false");
    say(uci, "option name Skill Level type spin default %d min 1 max %d", LEVEL_MOST, LEVEL_MOST);
    say(uci, "option name UCI_LimitStrength type check default false");
    say(uci, "option name UCI_Elo type spin default %d min %d max %d", ELO_MOST, ELO_LEAST,
        ELO_MOST);
    say(uci, "option name EvalFile type string default <empty>");
    say(uci, "option name Cascade type spin default 0 min 0 max 12");
    list_variant_options(uci);
    say(uci, "uciok");
}

static void set_variant_option(struct uci *uci, const char *name, const char *value)
{
    int at = 0;
    while (at < uci->settings && strcmp(uci->setting[at].name, name) != 0)
        at++;
    if (at < uci->settings) {
        free((char *)uci->setting[at].name);
        free((char *)uci->setting[at].value);
        uci->setting[at] = uci->setting[--uci->settings];
    }
    uci->changed = true;
    if (!*value || !strcmp(value, "<empty>"))
        return;
    if (uci->settings < SETTINGS_MOST)
        uci->setting[uci->settings++] = (struct setting){memory_text(name), memory_text(value)};
    if (!open_variant(uci)) { /* the reason was reported */
        set_variant_option(uci, name, "");
        uci->changed = true;
    }
}

static void set_variant(struct uci *uci, const char *value)
{
    char *before = uci->variant;
    uci->variant = memory_text(*value ? value : "classical");
    if (open_variant(uci)) {
        free(before);
        return;
    }
    free(uci->variant);
    uci->variant = before;
}

/* Load weights from a file; "" or <empty>: the built-in ones. */
static void set_weights(struct uci *uci, const char *path)
{
    enum { WEIGHTS_MOST = 1 << 20 };
    char *text = NULL;
    if (*path && strcmp(path, "<empty>") != 0) {
        FILE *file = fopen(path, "rb");
        text = memory_new(WEIGHTS_MOST + 1, 1);
        size_t n = file ? fread(text, 1, WEIGHTS_MOST, file) : 0;
        bool good = file && !ferror(file) && feof(file);
        if (file)
            fclose(file);
        if (!good) {
            uci_complain(uci, path, "the file of weights cannot be read, or has more than 1 MiB");
            free(text);
            return;
        }
        text[n] = '\0';
    }
    free(uci->weights);
    uci->weights = text;
    engine_free(uci->engine);
    uci->engine = NULL;
}

static bool is_variant_option(const char *name)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        if (uci_has_option(variant, name))
            return true;
    return false;
}

/* In UCI the names of options are case-insensitive. */
static bool uci_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a,
             y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

static void uci_set_option(struct uci *uci, char *rest)
{
    char *name = strstr(rest, "name"), *value = NULL;
    static char nothing[1];
    if (!name || strspn(rest, " \t") != (size_t)(name - rest)) {
        uci_complain(uci, "setoption", "the name of an option is missing");
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
    int64_t number = 0;
    static const struct {
        const char *name;
        size_t at;
        int least, most;
    } spins[] = {{"Hash", offsetof(struct uci, hash), 1, HASH_MOST},
                 {"Threads", offsetof(struct uci, threads), 1, THREADS_MOST},
                 {"MultiPV", offsetof(struct uci, lines), 1, ENGINE_LINES_MAX},
                 {"Skill Level", offsetof(struct uci, level), 1, LEVEL_MOST},
                 {"UCI_Elo", offsetof(struct uci, elo), ELO_LEAST, ELO_MOST},
                 {"Cascade", offsetof(struct uci, cascade), 0, 12}};
    for (size_t i = 0; i < sizeof spins / sizeof *spins; i++)
        if (uci_same_name(name, spins[i].name)) {
            if (!read_int64(value, spins[i].least, spins[i].most, &number)) {
                uci_complain(uci, name, "its value is a number");
                return;
            }
            *(int *)((char *)uci + spins[i].at) = (int)number;
            if (uci->engine && spins[i].at == offsetof(struct uci, hash))
                engine_table(uci->engine, uci->hash);
            if (uci->engine && spins[i].at == offsetof(struct uci, threads))
                engine_threads(uci->engine, uci->threads);
            return;
        }
    if (uci_same_name(name, "UCI_Variant"))
        set_variant(uci, value);
    else if (uci_same_name(name, "EvalFile"))
        set_weights(uci, value);
    else if (uci_same_name(name, "UCI_LimitStrength"))
        uci->limited = uci_same_name(value, "true");
    else if (uci_same_name(name, "Clear Hash")) {
        if (uci->engine)
            engine_clear(uci->engine);
    } else if (uci_same_name(name, "Ponder")) {
        /* the GUI decides when to ponder */
    } else if (is_variant_option(name))
        set_variant_option(uci, name, value);
    else
        uci_complain(uci, name, "there is no such option");
}

/* ---- position */

/* Cut the line at " moves " and return what follows; NULL: there is no such word. */
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
    struct position *start = memory_new(1, sizeof *start), *now = memory_new(1, sizeof *now),
                    *next = memory_new(1, sizeof *next);
    struct ply *ply = NULL;
    struct note why;
    int n = 0, room = 0;
    char *moves = cut_moves(rest), *at = rest, *what = uci_next_word(&at), *text = NULL;
    bool good = true;
    if (uci->changed && !open_variant(uci))
        uci->changed = false;
    const struct rules *rules = uci->ruleset->rules;
    if (what && !strcmp(what, "startpos")) {
        rules->setup(uci->ruleset, start);
    } else if (what && !strcmp(what, "fen")) {
        at += strspn(at, " \t");
        for (size_t length = strlen(at);
             length && (at[length - 1] == ' ' || at[length - 1] == '\t');)
            at[--length] = '\0';
        if (rules->read(uci->ruleset, at, start, &why) < 0) {
            uci_complain(uci, "position", why.text);
            good = false;
        }
    } else {
        uci_complain(uci, "position", "write startpos or fen first");
        good = false;
    }
    if (good)
        position_copy(now, start);
    while (good && moves && (text = uci_next_word(&moves))) {
        if (n >= PLIES_MOST) {
            uci_complain(uci, "position", "a game has at most 20000 plies");
            good = false;
            break;
        }
        int before = room;
        ply = memory_room(ply, &room, n + 1, sizeof *ply);
        memset(ply + before, 0, (size_t)(room - before) * sizeof *ply);
        if (uci_parse(now, text, &ply[n], &why) < 0) {
            char place[120];
            snprintf(place, sizeof place, "position, ply %d, %.60s", n + 1, text);
            uci_complain(uci, place, why.text);
            good = false;
            break;
        }
        ply_play(now, &ply[n++], next);
        position_copy(now, next);
    }
    if (good) {
        forget_game(uci);
        position_copy(&uci->start, start);
        position_copy(&uci->now, now);
        uci->ply = ply;
        uci->plies = n;
        uci->ply_room = room;
    } else {
        for (int i = 0; i < room; i++)
            ply_free(&ply[i]);
        free(ply);
    }
    free(start);
    free(now);
    free(next);
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

/* Parse the plies up to the next keyword of `go`, which is returned. */
static char *read_searchmoves(struct uci *uci, char **rest, struct engine_limits *limits)
{
    struct ply *list = NULL;
    int room = 0;
    char *word;
    struct note why;
    while ((word = uci_next_word(rest)) && !is_go_word(word)) {
        int before = room;
        list = memory_room(list, &room, limits->only_count + 1, sizeof *list);
        memset(list + before, 0, (size_t)(room - before) * sizeof *list);
        if (uci_parse(&uci->now, word, &list[limits->only_count], &why) < 0)
            uci_complain(uci, word, why.text);
        else
            limits->only_count++;
    }
    limits->only = list;
    return word;
}

static void uci_go(struct uci *uci, char *rest)
{
    static atomic_bool ponder_wanted; /* only its address is used */
    struct engine_limits limits = {0};
    bool endless = false, bounded = false;
    if (!be_ready(uci))
        return;
    for (char *word = uci_next_word(&rest); word;) {
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
            uci_complain(uci, word, "go does not know this word");
        } else if (!(value = uci_next_word(&rest)) ||
                   !read_int64(value, INT32_MIN, INT64_MAX / 2000000, &n)) {
            uci_complain(uci, word, "a number is missing");
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
        word = uci_next_word(&rest);
    }
    /* Twice the depth that a mate without detours needs. */
    if (limits.mate && !limits.depth && !limits.nodes && !limits.movetime && !endless)
        limits.depth = limits.mate > 20 ? 88 : 4 * limits.mate + 8;
    limits.lines = uci->lines;
    limits.cascade = uci->cascade;
    if (uci->level < LEVEL_MOST)
        level_limit(uci->level, uci->ruleset, &limits);
    if (uci->limited)
        elo_limit(uci->elo, &limits);
    limits.seed = (uint64_t)uci->plies + 1;
    engine_position(uci->engine, &uci->start, uci->ply, uci->plies);
    thinker_go(&uci->thinker, uci->engine, &uci->now, &limits,
               endless || !(bounded || limits.nodes));
}

/* ---- the dialogue */

static void show_position(struct uci *uci)
{
    enum { ROOM = 8192 };
    char *text = memory_new(ROOM, 1);
    uci->ruleset->rules->write(&uci->now, text, ROOM);
    say(uci, "info string variant %s position %s", uci->ruleset->id, text);
    free(text);
}

static void uci_obey(struct uci *uci, char *line)
{
    char *rest = line, *word;
    while ((word = uci_next_word(&rest))) { /* UCI requires unknown words to be skipped */
        if (!strcmp(word, "stop")) {
            thinker_stop(&uci->thinker);
        } else if (!strcmp(word, "quit")) {
            uci->quits = true;
        } else if (!strcmp(word, "isready")) {
            if (!uci->thinker.runs)
                be_ready(uci);
            say(uci, "readyok");
        } else if (!strcmp(word, "ponderhit")) {
            thinker_ponderhit(&uci->thinker);
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
                    thinker_stop(&uci->thinker);
            if (!strcmp(word, "setoption"))
                uci_set_option(uci, rest);
            else if (!strcmp(word, "position"))
                set_position(uci, rest);
            else if (!strcmp(word, "go"))
                uci_go(uci, rest);
            else if (!strcmp(word, "ucinewgame")) {
                if (uci->engine)
                    engine_clear(uci->engine);
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

/* Reads one line at a time from a descriptor, since poll() could not see what stdio has buffered.
 */
struct uci_reader {
    char *line;
    size_t used, room;
    bool skipping; /* skipping the rest of an overlong line */
    char block[16384];
    size_t at, end;
};

/* Read the next line into reader->line, without its end. Returns 1; 0 at the end of the input; -1
 * for a line that was too long and was skipped. */
static int uci_read_line(struct uci_reader *reader)
{
    reader->used = 0;
    bool dropped = false;
    for (;;) {
        while (reader->at < reader->end) {
            char c = reader->block[reader->at++];
            if (c == '\n' || c == '\0') {
                if (dropped)
                    return -1;
                reader->line[reader->used] = '\0';
                return 1;
            }
            if (c == '\r' || dropped)
                continue;
            if (reader->used + 2 > LINE_MOST) {
                dropped = true;
                continue;
            }
            if (reader->used + 2 > reader->room) {
                size_t room = 2 * reader->room + 4096;
                char *wider = memory_new(room, 1);
                if (reader->used)
                    memcpy(wider, reader->line, reader->used);
                free(reader->line);
                reader->line = wider;
                reader->room = room;
            }
            reader->line[reader->used++] = c;
        }
        ssize_t n = read(STDIN_FILENO, reader->block, sizeof reader->block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            if (!reader->used || dropped)
                return 0;
            reader->line[reader->used] = '\0';
            return 1;
        }
        reader->at = 0;
        reader->end = (size_t)n;
    }
}

static int run_uci(int argc, char **argv, FILE *out, FILE *err)
{
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    struct uci *uci = memory_new(1, sizeof *uci);
    struct uci_reader *reader = memory_new(1, sizeof *reader);
    int got;
    signal(SIGPIPE, SIG_IGN);
    thinker_begin(&uci->thinker, out);
    uci->variant = memory_text("classical");
    uci->hash = HASH_DEFAULT;
    uci->threads = uci->lines = 1;
    uci->level = LEVEL_MOST;
    uci->elo = ELO_MOST;
    reader->room = 4096;
    reader->line = memory_new(reader->room, 1);
    open_variant(uci);
    while (!uci->quits && !atomic_load(&uci->thinker.lost) && (got = uci_read_line(reader)) != 0) {
        if (got < 0)
            say(uci, "info string a line of more than 8 MiB was ignored");
        else
            uci_obey(uci, reader->line);
    }
    if (uci->quits)
        thinker_stop(&uci->thinker);
    else
        thinker_finish(&uci->thinker);
    thinker_clear(&uci->thinker);
    forget_game(uci);
    engine_free(uci->engine);
    ruleset_free(uci->ruleset);
    for (int i = 0; i < uci->settings; i++) {
        free((char *)uci->setting[i].name);
        free((char *)uci->setting[i].value);
    }
    free(uci->variant);
    free(uci->weights);
    free(reader->line);
    free(reader);
    free(uci);
    return COMMAND_DONE;
}

const struct command engine_commands[] = {
    {"uci", "",
     "play any variant for another program, by the Universal Chess Interface (docs/engine.md)",
     run_uci},
    {0},
};

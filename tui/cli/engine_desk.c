/* engine_desk.c - what the protocols share: see engine_desk.h. */
#include "config.h"
#include "tui/cli/engine_desk.h"

#include "archive/util/sanitize.h"
#include "core/draft.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"
#include "core/util/ascii.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void engine_desk_complain(struct engine_desk *desk, const char *what, const char *why)
{
    char clean[2][400];
    clean_text(clean[0], sizeof clean[0], what, CLEAN_LINE);
    clean_text(clean[1], sizeof clean[1], why, CLEAN_LINE);
    desk->complain(desk, clean[0], clean[1]);
}

/* ---- words of a line, cut off in place */

char *desk_next_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    if (!*word)
        return NULL;
    *at = word + strcspn(word, " \t");
    if (**at)
        *(*at)++ = '\0';
    return word;
}

bool desk_number(const char *text, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long n = text ? strtoll(text, &end, 10) : 0;
    if (!text || end == text || *end || errno)
        return false;
    *out = n < least ? least : n > most ? most : n;
    return true;
}

bool desk_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (ascii_lower((unsigned char)*a) != ascii_lower((unsigned char)*b))
            return false;
    return *a == *b;
}

/* ---- the variant */

static void forget_game(struct engine_desk *desk)
{
    for (int i = 0; i < desk->ply_room; i++)
        ply_free(&desk->ply[i]);
    free(desk->ply);
    desk->ply = NULL;
    desk->plies = desk->ply_room = 0;
}

static bool desk_has_option(const struct variant *variant, const char *name)
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

/* Open the requested variant. Returns false after an error message; nothing has changed then. */
static bool open_variant(struct engine_desk *desk)
{
    struct setting fitting[DESK_SETTINGS_MOST];
    struct ruleset *ruleset;
    struct note why;
    int n = 0;
    const struct variant *variant = variant_of(desk->variant);
    for (int i = 0; i < desk->settings && variant; i++)
        if (desk_has_option(variant, desk->setting[i].name))
            fitting[n++] = desk->setting[i];
    if (ruleset_open(&ruleset, desk->variant, fitting, n, &why) < 0) {
        engine_desk_complain(desk, desk->variant, why.text);
        return false;
    }
    engine_free(desk->engine);
    desk->engine = NULL;
    ruleset_free(desk->ruleset);
    desk->ruleset = ruleset;
    desk->changed = false;
    forget_game(desk);
    ruleset->rules->setup(ruleset, &desk->start);
    position_copy(&desk->now, &desk->start);
    return true;
}

bool engine_desk_variant(struct engine_desk *desk, const char *id)
{
    char *before = desk->variant;
    desk->variant = memory_text(*id ? id : "classical");
    if (open_variant(desk)) {
        free(before);
        return true;
    }
    free(desk->variant);
    desk->variant = before;
    return false;
}

bool engine_desk_ready(struct engine_desk *desk)
{
    if (desk->changed && !open_variant(desk) && !desk->ruleset)
        return false;
    desk->changed = false;
    if (!desk->engine) {
        struct note why;
        desk->engine = engine_new(desk->ruleset, desk->hash, desk->weights, &why);
        if (*why.text)
            engine_desk_complain(desk, "EvalFile", why.text);
        engine_threads(desk->engine, desk->threads);
    }
    return true;
}

/* ---- options */

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

void engine_desk_each_option(void (*each)(const char *name, void *argument), void *argument)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        for (int o = 0; o < variant->option_count; o++)
            if (!named_before(variant, o, variant->options[o].name))
                each(variant->options[o].name, argument);
}

static void set_variant_option(struct engine_desk *desk, const char *name, const char *value)
{
    int at = 0;
    while (at < desk->settings && strcmp(desk->setting[at].name, name) != 0)
        at++;
    if (at < desk->settings) {
        free((char *)desk->setting[at].name);
        free((char *)desk->setting[at].value);
        desk->setting[at] = desk->setting[--desk->settings];
    }
    desk->changed = true;
    if (!*value || !strcmp(value, "<empty>"))
        return;
    if (desk->settings < DESK_SETTINGS_MOST)
        desk->setting[desk->settings++] = (struct setting){memory_text(name), memory_text(value)};
    if (!open_variant(desk)) { /* open_variant() has reported the reason */
        set_variant_option(desk, name, "");
        desk->changed = true;
    }
}

/* Load weights from a file; "" or <empty>: the built-in ones. */
static void set_weights(struct engine_desk *desk, const char *path)
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
            engine_desk_complain(desk, path,
                                 "the weights file cannot be read or is larger than 1 MiB");
            free(text);
            return;
        }
        text[n] = '\0';
    }
    free(desk->weights);
    desk->weights = text;
    engine_free(desk->engine);
    desk->engine = NULL;
}

static bool is_variant_option(const char *name)
{
    const struct variant *variant;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++)
        if (desk_has_option(variant, name))
            return true;
    return false;
}

void engine_desk_option(struct engine_desk *desk, const char *name, const char *value)
{
    int64_t number = 0;
    static const struct {
        const char *name;
        size_t at;
        int least, most;
    } spins[] = {{"Hash", offsetof(struct engine_desk, hash), 1, DESK_HASH_MOST},
                 {"Threads", offsetof(struct engine_desk, threads), 1, DESK_THREADS_MOST},
                 {"MultiPV", offsetof(struct engine_desk, lines), 1, ENGINE_LINES_MAX},
                 {"Skill Level", offsetof(struct engine_desk, level), 1, LEVEL_MOST},
                 {"UCI_Elo", offsetof(struct engine_desk, elo), ELO_LEAST, ELO_MOST},
                 {"Cascade", offsetof(struct engine_desk, cascade), 0, DESK_CASCADE_MOST}};
    for (size_t i = 0; i < sizeof spins / sizeof *spins; i++)
        if (desk_same_name(name, spins[i].name)) {
            if (!desk_number(value, spins[i].least, spins[i].most, &number)) {
                engine_desk_complain(desk, name, "its value must be a number");
                return;
            }
            *(int *)((char *)desk + spins[i].at) = (int)number;
            if (desk->engine && spins[i].at == offsetof(struct engine_desk, hash))
                engine_table(desk->engine, desk->hash);
            if (desk->engine && spins[i].at == offsetof(struct engine_desk, threads))
                engine_threads(desk->engine, desk->threads);
            return;
        }
    if (desk_same_name(name, "UCI_Variant"))
        engine_desk_variant(desk, value);
    else if (desk_same_name(name, "EvalFile"))
        set_weights(desk, value);
    else if (desk_same_name(name, "UCI_LimitStrength"))
        desk->limited = desk_same_name(value, "true");
    else if (desk_same_name(name, "Clear Hash")) {
        if (desk->engine)
            engine_clear(desk->engine);
    } else if (desk_same_name(name, "Ponder")) {
        /* the GUI decides when to ponder */
    } else if (is_variant_option(name))
        set_variant_option(desk, name, value);
    else
        engine_desk_complain(desk, name, "there is no such option");
}

/* ---- the game */

/* Make room for one more ply of the game. */
static void grow_game(struct engine_desk *desk)
{
    int before = desk->ply_room;
    desk->ply = memory_room(desk->ply, &desk->ply_room, desk->plies + 1, sizeof *desk->ply);
    memset(desk->ply + before, 0, (size_t)(desk->ply_room - before) * sizeof *desk->ply);
}

void engine_desk_play(struct engine_desk *desk, const struct ply *ply)
{
    struct position *next = memory_new(1, sizeof *next);
    grow_game(desk);
    ply_copy(&desk->ply[desk->plies++], ply);
    ply_play(&desk->now, ply, next);
    position_copy(&desk->now, next);
    free(next);
}

void engine_desk_back(struct engine_desk *desk, int count)
{
    struct position *next = memory_new(1, sizeof *next);
    desk->plies -= count;
    position_copy(&desk->now, &desk->start);
    for (int i = 0; i < desk->plies; i++) {
        ply_play(&desk->now, &desk->ply[i], next);
        position_copy(&desk->now, next);
    }
    free(next);
}

/* Play the plies of a text. Returns false, after complain(), at a ply that cannot be played. */
static bool play_texts(struct engine_desk *desk, char *plies)
{
    struct ply ply = {0};
    struct note why;
    char *text;
    bool good = true;
    while (good && plies && (text = desk_next_word(&plies))) {
        if (desk->plies >= DESK_PLIES_MOST) {
            engine_desk_complain(desk, "position", "a game has at most 20000 plies");
            good = false;
        } else if (uci_parse(&desk->now, text, &ply, &why) < 0) {
            char place[120];
            snprintf(place, sizeof place, "position, ply %d, %.60s", desk->plies + 1, text);
            engine_desk_complain(desk, place, why.text);
            good = false;
        } else {
            engine_desk_play(desk, &ply);
        }
    }
    ply_free(&ply);
    return good;
}

bool engine_desk_game(struct engine_desk *desk, const char *position, char *plies)
{
    struct note why;
    if (desk->changed && !open_variant(desk))
        desk->changed = false;
    const struct rules *rules = desk->ruleset->rules;
    struct position *start = memory_new(1, sizeof *start), *old_start = NULL;
    if (!position) {
        rules->setup(desk->ruleset, start);
    } else if (rules->read(desk->ruleset, position, start, &why) < 0) {
        engine_desk_complain(desk, "position", why.text);
        free(start);
        return false;
    }
    /* Keep the previous game until all plies of the new one are played, because one may be
     * invalid. */
    struct ply *old = desk->ply;
    int old_plies = desk->plies, old_room = desk->ply_room;
    old_start = memory_new(1, sizeof *old_start);
    position_copy(old_start, &desk->start);
    desk->ply = NULL;
    desk->plies = desk->ply_room = 0;
    position_copy(&desk->start, start);
    position_copy(&desk->now, start);
    bool good = play_texts(desk, plies);
    if (good) {
        for (int i = 0; i < old_room; i++)
            ply_free(&old[i]);
        free(old);
    } else {
        forget_game(desk);
        position_copy(&desk->start, old_start);
        desk->ply = old;
        desk->plies = old_plies;
        desk->ply_room = old_room;
        engine_desk_back(desk, 0);
    }
    free(start);
    free(old_start);
    return good;
}

void engine_desk_go(struct engine_desk *desk, struct engine_limits *limits, bool endless)
{
    limits->lines = desk->lines;
    limits->cascade = desk->cascade;
    if (desk->level < LEVEL_MOST)
        level_limit(desk->level, desk->ruleset, limits);
    if (desk->limited)
        elo_limit(desk->elo, limits);
    limits->seed = (uint64_t)desk->plies + 1;
    engine_position(desk->engine, &desk->start, desk->ply, desk->plies);
    thinker_go(&desk->thinker, desk->engine, &desk->now, limits, endless);
}

void engine_desk_begin(struct engine_desk *desk, FILE *out,
                       void (*complain)(struct engine_desk *, const char *, const char *))
{
    thinker_begin(&desk->thinker, out);
    desk->complain = complain;
    desk->variant = memory_text("classical");
    desk->hash = DESK_HASH_DEFAULT;
    desk->threads = desk->lines = 1;
    desk->level = LEVEL_MOST;
    desk->elo = ELO_MOST;
    open_variant(desk);
}

void engine_desk_clear(struct engine_desk *desk)
{
    thinker_clear(&desk->thinker);
    forget_game(desk);
    engine_free(desk->engine);
    ruleset_free(desk->ruleset);
    for (int i = 0; i < desk->settings; i++) {
        free((char *)desk->setting[i].name);
        free((char *)desk->setting[i].value);
    }
    free(desk->variant);
    free(desk->weights);
}

/* ---- lines */

/* Add a byte to the line, unless it becomes too long. */
static void reader_add(struct desk_reader *reader, char c)
{
    if (reader->used + 2 > DESK_LINE_MOST)
        reader->dropped = true;
    if (reader->dropped)
        return;
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
    reader->line[reader->used] = '\0';
}

enum desk_read desk_read_line(struct desk_reader *reader, int wake)
{
    if (!reader->inside) {
        reader->used = 0;
        reader->dropped = false;
        reader_add(reader, '\0'); /* allocates the line even if it is empty */
        reader->used = 0;
    }
    reader->inside = true;
    for (;;) {
        while (reader->at < reader->end) {
            char c = reader->block[reader->at++];
            if (c == '\n' || c == '\0') {
                reader->inside = false;
                return reader->dropped ? DESK_TOO_LONG : DESK_LINE;
            }
            if (c != '\r')
                reader_add(reader, c);
        }
        struct pollfd waiting[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                    {.fd = wake, .events = POLLIN}};
        if (wake >= 0) {
            if (poll(waiting, 2, -1) < 0)
                continue; /* interrupted by a signal */
            if (waiting[1].revents)
                return DESK_WOKEN;
        }
        ssize_t n = read(STDIN_FILENO, reader->block, sizeof reader->block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            reader->inside = false;
            return reader->used && !reader->dropped ? DESK_LINE : DESK_END;
        }
        reader->at = 0;
        reader->end = (size_t)n;
    }
}

void desk_reader_free(struct desk_reader *reader)
{
    free(reader->line);
    free(reader);
}

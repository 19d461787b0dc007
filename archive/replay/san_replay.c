/* san_replay.c - plays through games forwards, for imports and searches: see san_replay.h. */
#include "archive/replay/san_replay.h"

#include "archive/replay/record_rules.h"

#include "core/draft.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Lists the options of a record. Their texts belong to the record. */
static int settings_of(const struct record *record, struct setting setting[static FOLLOW_OPTIONS])
{
    const struct value *options = record_options(record);
    int settings = 0;
    for (int i = 0; options && i < options->n && settings < FOLLOW_OPTIONS; i++)
        if (options->entry[i].value.type == VALUE_TEXT)
            setting[settings++] =
                (struct setting){options->entry[i].key, options->entry[i].value.text};
    return settings;
}

static int options_of(const struct record *record)
{
    const struct value *options = record_options(record);
    return options ? options->n : 0;
}

int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules,
                struct note *why)
{
    struct position position;
    *rules = NULL;
    int result = record_rules(rules, record, why);
    if (result < 0)
        return result;
    result = record_start(*rules, record, &position, why);
    if (result < 0) {
        ruleset_free(*rules);
        *rules = NULL;
        return result;
    }
    follow_begin(follower, &position);
    return 0;
}

struct start_place {
    char *key; /* id of the variant, followed by each option after a line feed */
    struct ruleset *rules;
    struct follower board;
};

/* Makes the cache key for a variant with options. The caller owns the key. */
static char *san_replay_key_of(const char *variant, const struct setting *setting, int settings)
{
    size_t size = strlen(variant) + 1, used = 0;
    for (int i = 0; i < settings; i++)
        size += strlen(setting[i].name) + strlen(setting[i].value) + 2;
    char *key = memory_new(size, 1);
    text_add(key, size, &used, "%s", variant);
    for (int i = 0; i < settings; i++)
        text_add(key, size, &used, "\n%s=%s", setting[i].name, setting[i].value);
    return key;
}

/* Returns the index of the cache entry with a key. If there is none, returns the index at which to
 * store it: that of a free entry, or else of an entry to replace. */
static int san_replay_place_of(struct start_place *const *place, int places, int last,
                               const char *key)
{
    for (int i = 0; i < places; i++) {
        int at = (last + i) % places; /* start with the entry used last, since most games have the
                                         same variant as the one before */
        if (!place[at] || !strcmp(place[at]->key, key))
            return at;
    }
    return (last + 1) % places;
}

static void san_replay_clear(struct start_place *place)
{
    ruleset_free(place->rules);
    free(place->key);
}

/* Returns the cache entry for a record's variant and options, and creates it if necessary; NULL if
 * they are unknown. */
static struct start_place *set_up(struct follow_start *start, const struct record *record,
                                  struct note *why)
{
    struct setting setting[FOLLOW_OPTIONS];
    int settings = settings_of(record, setting),
        *last = settings ? &start->last_optioned : &start->last;
    struct start_place **shelf = settings ? start->optioned : start->place;
    const char *variant = record_variant(record);
    char *own = settings ? san_replay_key_of(variant, setting, settings) : NULL;
    const char *key = own ? own : variant;
    int at = san_replay_place_of(shelf, settings ? FOLLOW_OPTIONED : FOLLOW_STARTS, *last, key);
    struct start_place *place = shelf[at];
    if (!place || strcmp(place->key, key) != 0) {
        struct ruleset *rules;
        struct position position;
        if (record_rules(&rules, record, why) < 0) {
            free(own);
            return NULL;
        }
        if (place)
            san_replay_clear(place);
        else
            place = shelf[at] = memory_new(1, sizeof *place);
        place->rules = rules;
        place->key = memory_text(key);
        rules->rules->setup(rules, &position);
        follow_begin(&place->board, &position);
    }
    *last = at;
    free(own);
    return place;
}

int follow_open_alike(struct follower *follower, const struct record *record,
                      struct follow_start *start, struct ruleset **rules, struct note *why)
{
    const char *text = record_text(record, "start.position");
    struct position position;
    if (options_of(record) > FOLLOW_OPTIONS)
        return follow_open(follower, record, rules, why);
    *rules = NULL;
    const struct start_place *place = set_up(start, record, why);
    if (!place)
        return FAIL_NAME;
    if (*text && rules_start(place->rules, text, &position, why) < 0)
        return FAIL_TEXT;
    if (*text)
        follow_begin(follower, &position);
    else
        follow_copy(follower, &place->board);
    *rules = place->rules;
    return 0;
}

struct ruleset *follow_start_rules(struct follow_start *start, const struct record *record,
                                   struct note *why)
{
    struct start_place *place =
        options_of(record) > FOLLOW_OPTIONS ? NULL : set_up(start, record, why);
    return place ? place->rules : NULL;
}

void follow_close(const struct follow_start *start, struct ruleset *rules)
{
    for (int i = 0; rules && i < FOLLOW_STARTS; i++)
        if (start->place[i] && start->place[i]->rules == rules)
            return;
    for (int i = 0; rules && i < FOLLOW_OPTIONED; i++)
        if (start->optioned[i] && start->optioned[i]->rules == rules)
            return;
    ruleset_free(rules);
}

static void clear_all(struct start_place **place, int places)
{
    for (int i = 0; i < places; i++)
        if (place[i]) {
            san_replay_clear(place[i]);
            free(place[i]);
        }
}

void follow_start_clear(struct follow_start *start)
{
    clear_all(start->place, FOLLOW_STARTS);
    clear_all(start->optioned, FOLLOW_OPTIONED);
    *start = (struct follow_start){.last = 0};
}

void follow_begin(struct follower *follower, const struct position *start)
{
    follower->classical = !strcmp(start->rules->variant->id, "classical");
    follower->taken = 0;
    if (follower->classical)
        san_begin(&follower->san, start);
    else
        position_copy(&follower->position, start);
}

void follow_copy(struct follower *to, const struct follower *from)
{
    to->classical = from->classical;
    to->taken = from->taken;
    if (from->classical)
        to->san = from->san;
    else
        position_copy(&to->position, &from->position);
}

int follow_leavers(const struct node *node, struct leaver out[SIDES_MAX])
{
    const struct value *events =
        node && node->notes ? value_at(&node->notes->other, "events") : NULL;
    int n = 0;
    unsigned gone = 0;
    for (int i = 0; events && i < events->n; i++) {
        const struct value *event = &events->entry[i].value;
        const char *is = value_text(event, "is");
        bool flag = !strcmp(is, "flag"),
             leaves = flag || !strcmp(is, "resigns") || !strcmp(is, "out");
        int side = side_of_letter(*value_text(event, "side"));
        if (!leaves || side >= SIDES_MAX || gone & 1U << side)
            continue;
        gone |= 1U << side;
        out[n++] =
            (struct leaver){(uint8_t)side, flag || !strcmp(value_text(event, "why"), "time")};
    }
    return n;
}

void follow_leave(struct follower *follower, const struct node *node)
{
    struct leaver leaver[SIDES_MAX];
    if (follower->classical || !follower->position.rules->rules->retire)
        return;
    int n = follow_leavers(node, leaver);
    for (int i = 0; i < n; i++)
        follower->position.rules->rules->retire(&follower->position, leaver[i].side);
}

/* Passes the turn. Returns false if the side to move is in check. */
static bool san_replay_pass(struct follower *follower)
{
    if (follower->classical)
        return san_pass(&follower->san, NULL) == 0;
    if (!position_can_pass(&follower->position))
        return false;
    position_pass(&follower->position);
    return true;
}

/* Returns the kinds of pieces that a ply captures, one bit for each kind. Pieces that change their
 * owner, turn over or leave the board with their player do not count. */
static uint32_t taken_by(const struct ply *ply)
{
    uint32_t taken = 0;
    for (int i = 0; i < ply->n; i++)
        if (ply->v[i].verb == ACTION_TAKE || ply->v[i].verb == ACTION_PASSANT)
            taken |= UINT32_C(1) << ply->v[i].kind;
    return taken;
}

/* Returns a copy without invisible characters, which may be in text that was copied from elsewhere;
 * NULL if there are none. The caller owns the copy. */
static char *without_unseen(const char *text)
{
    size_t n = 0;
    const char *at = text;
    while (*at && (unsigned char)*at < 0x80)
        at++;
    if (!*at)
        return NULL;
    char *clean = memory_new(strlen(text) + 1, 1);
    for (at = text; *at;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &c);
        if (length <= 0 || utf8proc_category(c) != UTF8PROC_CATEGORY_CF)
            for (utf8proc_ssize_t i = 0; i < (length > 0 ? length : 1); i++)
                clean[n++] = at[i];
        at += length > 0 ? length : 1;
    }
    if (!at[-1] || n == (size_t)(at - text)) {
        free(clean);
        return NULL;
    }
    return clean;
}

static bool play_text(struct follower *follower, const char *text, char *written, size_t size)
{
    if (text_is_pass(text)) {
        snprintf(written, size, "%s", PASS_TEXT);
        follower->taken = 0;
        return san_replay_pass(follower);
    }
    if (follower->classical)
        return san_play(&follower->san, text, (int)strlen(text), written, NULL) == 0;
    struct ply ply = {0};
    struct position after;
    const struct rules *rules = follower->position.rules->rules;
    bool legal = rules->parse(&follower->position, text, &ply, NULL) == 0;
    if (legal) {
        rules->format(&follower->position, &ply, FORM_LONG, written, size);
        ply_play(&follower->position, &ply, &after);
        position_copy(&follower->position, &after);
        follower->taken = taken_by(&ply);
    }
    ply_free(&ply);
    return legal;
}

bool follow_play(struct follower *follower, const char *text, char *written, size_t size)
{
    char *clean = without_unseen(text);
    bool played = play_text(follower, clean ? clean : text, written, size);
    free(clean);
    return played;
}

bool follow_on(struct follower *follower, struct follow_past *past, const char *text, char *written,
               size_t size)
{
    struct position before;
    if (!follower->classical)
        position_copy(&before, &follower->position);
    if (!follow_play(follower, text, written, size))
        return false;
    if (follower->classical) {
        past->san[1] = past->san[0];
        past->san[0] = follower->san.last;
        return true;
    }
    if (past->position[0].rules) /* the position before the previous ply, if there was one, moves to
                                    index 1 */
        position_copy(&past->position[1], &past->position[0]);
    position_copy(&past->position[0], &before);
    return true;
}

void follow_earlier(struct follower *to, const struct follower *now, const struct follow_past *past,
                    int plies)
{
    if (!now->classical && plies > 0) {
        to->classical = false;
        position_copy(&to->position, &past->position[plies - 1]);
        return;
    }
    follow_copy(to, now);
    for (int i = 0; i < plies; i++)
        san_back(&to->san, &past->san[i]);
}

void follow_position(const struct follower *follower, struct position *out)
{
    if (follower->classical)
        san_position(&follower->san, out);
    else
        position_copy(out, &follower->position);
}

int follow_side(const struct follower *follower)
{
    return follower->classical ? follower->san.now.side : follower->position.side;
}

int follow_number(const struct follower *follower)
{
    return (int)(follower->classical ? follower->san.now.fullmove : follower->position.fullmove);
}

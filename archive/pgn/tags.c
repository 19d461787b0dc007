/* tags.c - converts between PGN tag pairs and headers of records: see pgn_internal.h.
 *
 * One table says which tag is which header. A tag whose value the header cannot take, a repeated
 * tag and any unknown tag are kept unchanged in headers[]. */
#include "config.h"

#include "archive/pgn/lexer.h"
#include "archive/pgn/pgn_internal.h"
#include "archive/replay/record_rules.h"
#include "archive/replay/san_replay.h"
#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "core/util/ascii.h"
#include "core/variant.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag_form { FORM_ANY, FORM_DATE, FORM_NUMBER, FORM_CLOCK };

/* The headers that tags express, by the first component of their path. */
enum section { IN_EVENT, IN_OPENING, IN_RULES, IN_RESULT, IN_START, SECTIONS };
static const char *const sections[SECTIONS] = {"event", "opening", "rules", "result", "start"};

/* Tags of the game as a whole, in the order in which they are written; the seven of the standard
 * first. */
static const struct tag {
    const char *name, *path;
    enum section section; /* the section that contains the header: the first component of its
                             path */
    enum tag_form form;
    const char *unknown; /* text of the tag if the value is unknown; reading does not store this
                            text. NULL: an unknown value has no tag */
} tags[] = {
    {"Event", "event.name", IN_EVENT, FORM_ANY, "?"},
    {"Site", "event.site", IN_EVENT, FORM_ANY, "?"},
    {"Date", "event.date", IN_EVENT, FORM_DATE, "????.??.??"},
    {"Round", "event.round", IN_EVENT, FORM_ANY, "?"},
    /* White, Black, Red, Result, Variant, SetUp and FEN follow here: see pgn_tags_write(). */
    {"Board", "event.board", IN_EVENT, FORM_ANY, NULL},
    {"Section", "event.section", IN_EVENT, FORM_ANY, NULL},
    {"Stage", "event.stage", IN_EVENT, FORM_ANY, NULL},
    {"EventSponsor", "event.sponsor", IN_EVENT, FORM_ANY, NULL},
    {"EventDate", "event.start_date", IN_EVENT, FORM_DATE, NULL},
    {"Mode", "event.mode", IN_EVENT, FORM_ANY, NULL},
    {"TimeControl", "event.control.text", IN_EVENT, FORM_ANY, NULL},
    {"ECO", "opening.eco", IN_OPENING, FORM_ANY, NULL},
    {"Opening", "opening.name", IN_OPENING, FORM_ANY, NULL},
    {"Variation", "opening.variation", IN_OPENING, FORM_ANY, NULL},
    {"CcVenue", "event.venue", IN_EVENT, FORM_ANY, NULL},
    {"CcUrl", "event.url", IN_EVENT, FORM_ANY, NULL},
    {"CcEdition", "rules.edition", IN_RULES, FORM_ANY, NULL},
    {"CcReason", "result.reason", IN_RESULT, FORM_ANY, NULL},
    {"CcResultText", "result.text", IN_RESULT, FORM_ANY, NULL},
    {"CcStartName", "start.name", IN_START, FORM_ANY, NULL},
    {"CcStartComment", "start.comment", IN_START, FORM_ANY, NULL},
};
enum { TAGS = sizeof tags / sizeof *tags, STANDARD_TAGS = 4 };

/* Tags of a player. The name of the side comes before the suffix: "WhiteElo". */
static const struct {
    const char *suffix, *key;
    enum tag_form form;
} player_tags[] = {
    {"", "name", FORM_ANY},
    {"Elo", "rating", FORM_NUMBER},
    {"Title", "title", FORM_ANY},
    {"Team", "team", FORM_ANY},
    {"FideId", "fide_id", FORM_ANY},
    {"CcKind", "kind", FORM_ANY},
    {"CcUser", "user", FORM_ANY},
    {"CcSeat", "seat", FORM_ANY},
    {"CcClock", "clock_start", FORM_CLOCK},
};
enum { PLAYER_TAGS = sizeof player_tags / sizeof *player_tags };

static const struct {
    const char *name, *side;
} sides[] = {{"White", "w"}, {"Black", "b"}, {"Red", "r"}};
enum { SIDES = sizeof sides / sizeof *sides };

static bool is_date(const char *text, char separator)
{
    for (int i = 0; i < 10; i++) {
        bool dot = i == 4 || i == 7;
        if (dot ? text[i] != separator : !(isdigit((unsigned char)text[i]) || text[i] == '?'))
            return false;
    }
    return text[10] == '\0';
}

static bool tags_is_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits >= 1 && digits <= 6 && text[digits] == '\0' && (text[0] != '0' || digits == 1);
}

static int month_named(const char *text, size_t length)
{
    static const char *const months[] = {"january",   "february", "march",    "april",
                                         "may",       "june",     "july",     "august",
                                         "september", "october",  "november", "december"};
    enum { LEAST = 3 };
    for (int i = 0; i < 12 && length >= LEAST; i++) {
        size_t n = 0;
        while (n < length && months[i][n] == ascii_lower((unsigned char)text[n]))
            n++;
        if (n == length)
            return i + 1;
    }
    return 0;
}

/* One part of a date in free form. */
struct date_part {
    int number, digits; /* number: value of the part, also for the name of a month. digits: number
                           of digits, 0 for a name. Both are 0 for an unknown part */
};

/* Splits a date into its parts, with their separators in `marks`. Returns the number of parts; 0 if
 * there are more than three, or if the text is not a date. A time after a blank or T is ignored. */
static int date_parts(const char *text, struct date_part part[3], char marks[3])
{
    enum { PARTS = 3, DIGITS = 4 };
    int n = 0;
    for (const char *at = text; *at;) {
        size_t digits = strspn(at, "0123456789"), unknown = strspn(at, "?"), letters = 0;
        while (ascii_isalpha((unsigned char)at[letters]))
            letters++;
        if (n == PARTS && (at[-1] == ' ' || at[-1] == 'T'))
            return n;
        if (n == PARTS || digits > 2 * DIGITS || (!digits && !unknown && !letters))
            return 0;
        part[n] = (struct date_part){atoi(at), (int)digits};
        if (letters && !digits && !unknown && (part[n].number = month_named(at, letters)) == 0)
            return 0;
        at += digits ? digits : unknown ? unknown : letters;
        if (!strncmp(at, "st", 2) || !strncmp(at, "nd", 2) || !strncmp(at, "rd", 2) ||
            !strncmp(at, "th", 2))
            at += digits ? 2 : 0;
        marks[n++] = *at;
        size_t mark = strspn(at, ".-/,_ ");
        if (*at && !mark && *at != 'T')
            return 0;
        at += mark ? mark : *at == 'T';
    }
    return n;
}

/* Converts a date in free form (2024.5.1, 2024-05-01, 1.5.2024, 1 May 2024, 20240501, 2024) to the
 * form of PGN, with '?' for unknown parts. If it is uncertain which number is the day and which the
 * month, both become unknown. False if the text is not a date. */
static bool tags_read_date(const char *text, char out[static 11])
{
    struct date_part part[3];
    char marks[3] = "";
    int n = date_parts(text, part, marks), year = 0, month = 0, day = 0;
    if (n == 1 && part[0].digits == 8) {
        year = part[0].number / 10000;
        month = part[0].number / 100 % 100;
        day = part[0].number % 100;
    } else if (n >= 1 && part[0].digits == 4) { /* the year comes first */
        year = part[0].number;
        month = n > 1 && part[1].digits <= 2 ? part[1].number : 0;
        day = n > 2 && part[2].digits <= 2 ? part[2].number : 0;
    } else if (n >= 2 && part[n - 1].digits == 4) { /* the year comes last */
        const struct date_part *first = &part[0], *second = &part[n - 2];
        bool first_named = first->number && !first->digits,
             second_named = second->number && !second->digits;
        bool either = n == 3 && *marks == '/' && first->number <= 12 && second->number <= 12 &&
                      !first_named && !second_named && first->number != second->number;
        bool turned = first_named || (*marks == '/' && second->number > 12 && !second_named);
        year = part[n - 1].number;
        if (n == 2)
            month = first->number;
        else if (!either) {
            month = turned ? first->number : second->number;
            day = turned ? second->number : first->number;
        }
        if (first->digits > 2 || (n == 3 && second->digits > 2))
            return false;
    }
    static const int days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1 || year > 9999 || month > 12 || day > days[month])
        return false;
    snprintf(out, 11,
             month && day ? "%04d.%02d.%02d"
             : month      ? "%04d.%02d.?\?"
             : day        ? "%04d.?\?.%02d"
                          : "%04d.?\?.?\?",
             year, month ? month : day, day);
    return true;
}

/* True if a value consists only of characters that mean "unknown". */
static bool tags_says_nothing(const char *value)
{
    return !value[strspn(value, "?.-/ ")];
}

/* Converts the text of a tag to the form that its header has, and writes it to `out` (of `size`
 * bytes). False if the text cannot be converted or is too long. */
static bool fits_form(const char *value, enum tag_form form, char *out, size_t size)
{
    if (form == FORM_DATE && !is_date(value, '.'))
        return false;
    if (form == FORM_NUMBER && !tags_is_number(value))
        return false;
    if (form == FORM_CLOCK && !pgn_is_clock(value))
        return false;
    size_t length = strlen(value);
    if (length >= size)
        return false;
    memcpy(out, value, length + 1);
    if (form == FORM_DATE)
        out[4] = out[7] = '-';
    return true;
}

void pgn_header_put(struct record *record, const char *name, const char *value)
{
    struct value *header = value_add(value_list(&record->head, "headers"), NULL);
    header->type = VALUE_MAP;
    value_set(header, "name", name, false);
    value_set(header, "value", value, false);
}

static struct value *tags_add_player(struct value *players, const char *side)
{
    struct value *player = value_add(players, NULL);
    player->type = VALUE_MAP;
    value_put(value_add(player, "side"), side, STYLE_CANONICAL);
    return player;
}

/* The player with a side, added if missing. */
static struct value *tags_player_of(struct record *record, const char *side)
{
    struct value *players = value_list(&record->head, "players");
    for (int i = 0; i < players->n; i++)
        if (!strcmp(value_text(&players->entry[i].value, "side"), side))
            return &players->entry[i].value;
    return tags_add_player(players, side);
}

static bool put_player_tag(struct record *record, const char *name, const char *value)
{
    char text[512];
    for (int s = 0; s < 3; s++) {
        size_t length = strlen(sides[s].name);
        if (strncmp(name, sides[s].name, length) != 0)
            continue;
        for (int t = 0; t < PLAYER_TAGS; t++) {
            if (strcmp(name + length, player_tags[t].suffix) != 0)
                continue;
            struct value *player = tags_player_of(record, sides[s].side);
            if (value_at(player, player_tags[t].key) ||
                !fits_form(value, player_tags[t].form, text, sizeof text))
                return false;
            if (!*text && t > 0)
                return false;
            value_set(player, player_tags[t].key, text, player_tags[t].form == FORM_NUMBER);
            return true;
        }
    }
    return false;
}

/* Sets the id that a Variant tag means: our own ids unchanged, orthodox chess under its names,
 * anything else converted to an id. */
static void put_variant(struct record *record, const char *value)
{
    static const char *const classical[] = {"standard", "chess", "normal", "from position",
                                            "from-position"};
    char id[64];
    size_t n = 0;
    if (custom_definition(value)) {
        record_set_variant(record, value);
        return;
    }
    for (const char *v = value; *v && n < sizeof id - 1; v++)
        if (ascii_isalnum((unsigned char)*v) || (n > 0 && strchr("/_", *v)))
            id[n++] = (char)ascii_lower((unsigned char)*v);
        else if (n > 0 && id[n - 1] != '-')
            id[n++] = '-';
    while (n > 0 && id[n - 1] == '-')
        n--;
    id[n] = '\0';
    for (size_t i = 0; i < sizeof classical / sizeof *classical; i++)
        if (!strcmp(id, classical[i]) || !strcmp(value, classical[i]))
            snprintf(id, sizeof id, "classical");
    record_set_variant(record, *id ? id : "classical");
    if (strcmp(id, value) != 0)
        pgn_header_put(record, "Variant", value);
}

/* Parses options such as "siege=play;promotion=wall". */
static void put_options(struct record *record, const char *value)
{
    struct value *options = value_map(value_map(&record->head, "rules"), "options");
    char *copy = memory_text(value), *save = NULL;
    for (char *pair = strtok_r(copy, ";", &save); pair; pair = strtok_r(NULL, ";", &save)) {
        char *equals = strchr(pair, '=');
        if (!equals)
            continue;
        *equals = '\0';
        value_set(options, pair, equals + 1, false);
    }
    free(copy);
}

/* A tag of our own whose value is the name and the value of another tag: "Date 2024.5.1". It keeps
 * the original of a tag whose value was converted. It also keeps a further tag whose name is
 * already written, because other programs keep only one tag of each name. */
static const char as_written[] = "CcWritten";

static void put_as_written(struct record *record, const char *value)
{
    size_t length = strcspn(value, " ");
    char *name = pgn_cut(value, length);
    pgn_header_put(record, name, value[length] ? value + length + 1 : "");
    free(name);
}

bool pgn_setup_take_as_written(struct record *record)
{
    if (!value_at(&record->head, "headers"))
        return false;
    struct value *head = &record->head, *headers = value_list(head, "headers");
    int at = headers->n - 1;
    while (at >= 0 && (strcmp(value_text(&headers->entry[at].value, "name"), "FEN") != 0 ||
                       *value_text(&headers->entry[at].value, "value")))
        at--;
    if (at < 0)
        return false;
    value_remove(headers, at);
    for (int i = head->n - 1; !headers->n && i >= 0; i--)
        if (!strcmp(head->entry[i].key, "headers"))
            value_remove(head, i);
    return true;
}

static bool tags_is_score(const char *text)
{
    return !strcmp(text, "1-0") || !strcmp(text, "0-1") || !strcmp(text, "1/2-1/2");
}

/* The score that a text means, or the text itself if it is not a known way to write one. */
static const char *score_meant(const char *text)
{
    static const struct {
        const char *written, *score;
    } same[] = {{"1\xE2\x80\x93"
                 "0",
                 "1-0"},
                {"0\xE2\x80\x93"
                 "1",
                 "0-1"},
                {"\xC2\xBD-\xC2\xBD", "1/2-1/2"},
                {"1/2", "1/2-1/2"},
                {"\xC2\xBD", "1/2-1/2"},
                {"\xC2\xBD\xE2\x80\x93\xC2\xBD", "1/2-1/2"},
                {"1/2\xE2\x80\x93"
                 "1/2",
                 "1/2-1/2"},
                {"\xC2\xBD:\xC2\xBD", "1/2-1/2"},
                {"1/2:1/2", "1/2-1/2"},
                {"0.5-0.5", "1/2-1/2"},
                {"1:0", "1-0"},
                {"0:1", "0-1"},
                {"1 - 0", "1-0"},
                {"0 - 1", "0-1"},
                {"1/2 - 1/2", "1/2-1/2"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (*text == *same[i].written && !strcmp(text, same[i].written))
            return same[i].score;
    return text;
}

static void put_result(struct record *record, const char *value)
{
    const char *score = score_meant(value);
    record_set_text(record, "result.score", score);
    if (score != value)
        pgn_header_put(record, "Result", value);
}

void pgn_tag_put(struct record *record, const char *name, const char *value)
{
    char text[4096], date[11];
    for (int i = 0; i < TAGS; i++) {
        if (*name != *tags[i].name || strcmp(name, tags[i].name) != 0)
            continue;
        bool first = !*record_text(record, tags[i].path);
        if (first && tags[i].unknown &&
            (!*value || !strcmp(value, tags[i].unknown) ||
             (tags[i].form == FORM_DATE && tags_says_nothing(value))))
            return;
        if (!*value || !first)
            break;
        bool other =
            tags[i].form == FORM_DATE && !is_date(value, '.') && tags_read_date(value, date);
        if (!fits_form(other ? date : value, tags[i].form, text, sizeof text))
            break;
        record_set_text(record, tags[i].path, text);
        if (other)
            pgn_header_put(record, name, value); /* keep the original text */
        return;
    }
    if (put_player_tag(record, name, value))
        return;
    if (!strcmp(name, "Result") && !*record_text(record, "result.score") && *value)
        put_result(record, value);
    else if (!strcmp(name, as_written))
        put_as_written(record, value);
    else if (!strcmp(name, "CcPoints") && !strcmp(value, "none"))
        value_map(value_map(&record->head, "result"), "points");
    else if (!strcmp(name, "Variant") && !strcmp(record_variant(record), "classical"))
        put_variant(record, value);
    else if (!strcmp(name, "FEN") && !*record_text(record, "start.position") && *value &&
             strlen(value) <= POSITION_TEXT_MAX)
        record_set_text(record, "start.position", value);
    else if (!strcmp(name, "CcOptions"))
        put_options(record, value);
    else if (!strcmp(name, "CcTag"))
        value_put(value_append(value_list(&record->head, "tags")), value, STYLE_CANONICAL);
    else if (!strcmp(name, "Annotator") && *value)
        value_put(value_append(value_list(&record->head, "annotators")), value, STYLE_CANONICAL);
    else if (strcmp(name, "SetUp") != 0 || strcmp(value, "1") != 0)
        pgn_header_put(record, name, value);
}

/* True for a result of three players, "1-0-0" or "1/2-1/2-0", as listed in the lexer. */
static bool is_score_of_three(const char *text)
{
    const char *second = strchr(text, '-'), *third = second ? strchr(second + 1, '-') : NULL;
    return third && !text[strspn(text, "01/2-")];
}

/* White's or Black's points. */
static const char *tags_points_of(const char *score, int side)
{
    return score[1] != '-' ? "0.5" : (score[0] == '1') == (side == 0) ? "1" : "0";
}

void pgn_score_put(struct record *record, const char *score)
{
    const char *before = record_text(record, "result.score");
    score = score_meant(score);
    if (*before && ((!tags_is_score(score) && !is_score_of_three(score)) || !strcmp(before, score)))
        return;
    if (tags_is_score(before) || is_score_of_three(before))
        pgn_header_put(record, "Result", before); /* the result in the tag differs from the one in
                                                     the movetext */
    if (*score)
        value_set(value_map(&record->head, "result"), "score", score, false);
}

void pgn_unknowns_put(struct record *record)
{
    for (int i = 0; i < STANDARD_TAGS; i++)
        if (!*record_text(record, tags[i].path)) {
            char text[16];
            fits_form(tags[i].unknown, tags[i].form, text, sizeof text);
            record_set_text(record, tags[i].path, text);
        }
}

/* Drops a start that has no position, because it does not say from which position the game begins.
 * Keeps the headers of the start with the unknown tags. */
static void drop_unknown_start(struct record *record)
{
    if (*record_text(record, "start.position") || !value_at(&record->head, "start"))
        return;
    for (int i = 0; i < TAGS; i++)
        if (tags[i].section == IN_START && *record_text(record, tags[i].path))
            pgn_header_put(record, tags[i].name, record_text(record, tags[i].path));
    value_set(&record->head, "start", NULL, false);
}

void pgn_tags_complete(struct record *record)
{
    drop_unknown_start(record);
    struct value *players = value_list(&record->head, "players");
    for (int s = 0; s < 2; s++)
        if (players->n > s)
            tags_player_of(record, sides[s].side);
        else
            tags_add_player(players, sides[s].side);
    for (int i = 0; i < players->n; i++) { /* a three-player game has a Red, too */
        struct value *player = &players->entry[i].value;
        if (player->n < 2 || !value_at(player, "name"))
            value_put(value_add(player, "name"), "?", STYLE_CANONICAL);
    }
    const char *score = record_text(record, "result.score");
    if (!*score)
        record_set_text(record, "result.score", "*");
    else if (value_at(value_at(&record->head, "result"), "points")) {
        /* The tag CcPoints says that there are no points. */
        value_set(value_map(&record->head, "result"), "points", NULL, false);
    } else if (tags_is_score(score)) {
        struct value *points = value_map(value_map(&record->head, "result"), "points");
        value_set(points, "w", tags_points_of(score, 0), true);
        value_set(points, "b", tags_points_of(score, 1), true);
    }
}

/* --- writing --- */

/* Writes a tag; characters not allowed in a file become blanks, and pgn_game_put() preserves the
 * original. */
static void tags_put_tag(struct pgn_text *out, const char *name, const char *value)
{
    enum {
        SIGNS = 6
    }; /* the number of characters around name and value: [ "", ], a blank and a line feed */
    if (!pgn_is_clean(value)) {
        char *clean = clean_copy(value, CLEAN_LINE);
        tags_put_tag(out, name, *clean ? clean : "?");
        free(clean);
        return;
    }
    size_t length = strlen(name);
    char *at = pgn_room(out, length + 2 * strlen(value) + SIGNS), *from = at;
    *at++ = '[';
    memcpy(at, name, length);
    at += length;
    *at++ = ' ';
    *at++ = '"';
    for (const char *v = value; *v; v++) {
        if (*v == '"' || *v == '\\')
            *at++ = '\\';
        *at++ = *v;
    }
    memcpy(at, "\"]\n", 4);
    out->length += (int)(at + 3 - from);
}

/* Writes the tag of a header in a section, which may be NULL. */
static void put_path_tag(const struct value *section, const struct tag *tag, struct pgn_text *out)
{
    enum { TEXT_MAX = 4095 };
    char text[TEXT_MAX + 1];
    const char *value =
        section ? value_path(section, tag->path + strlen(sections[tag->section]) + 1) : "";
    if (!*value && !tag->unknown)
        return;
    bool date = *value && tag->form == FORM_DATE && is_date(value, '-');
    if (date || strlen(value) > TEXT_MAX) {
        snprintf(text, sizeof text, "%.*s", TEXT_MAX, value);
        if (date)
            text[4] = text[7] = '.';
        value = text;
    }
    tags_put_tag(out, tag->name, *value ? value : tag->unknown);
}

static const struct value *player_with(const struct record *record, const char *side)
{
    const struct value *players = value_at(&record->head, "players");
    for (int i = 0; players && i < players->n; i++)
        if (!strcmp(value_text(&players->entry[i].value, "side"), side))
            return &players->entry[i].value;
    return NULL;
}

static void put_names(const struct value *const player[SIDES], struct pgn_text *out)
{
    for (int s = 0; s < SIDES; s++) {
        const char *name = value_text(player[s], "name");
        if (player[s] || s < 2)
            tags_put_tag(out, sides[s].name, *name ? name : "?");
    }
}

/* Writes the known facts about the players; most players have only a side and a name. */
static void put_players(const struct value *const player[SIDES], struct pgn_text *out)
{
    for (int s = 0; s < SIDES; s++) {
        bool more = player[s] && player[s]->n > 1 + (value_at(player[s], "name") != NULL);
        for (int t = 1; more && t < PLAYER_TAGS; t++) {
            const char *value = value_text(player[s], player_tags[t].key);
            char name[32];
            if (!*value)
                continue;
            snprintf(name, sizeof name, "%s%s", sides[s].name, player_tags[t].suffix);
            tags_put_tag(out, name, value);
        }
    }
}

static void tags_put_list(const struct record *record, const char *key, const char *name,
                          struct pgn_text *out)
{
    const struct value *list = value_at(&record->head, key);
    for (int i = 0; list && i < list->n; i++)
        if (list->entry[i].value.type == VALUE_TEXT && list->entry[i].value.text)
            tags_put_tag(out, name, list->entry[i].value.text);
}

/* True if a start position was left as it was written, although the reader would repair it. */
static bool is_left_as_written(const struct record *record)
{
    const char *text = record_text(record, "start.position");
    char mended[POSITION_TEXT_MAX];
    bool doubtful;
    struct follow_start start = {0};
    struct position position;
    if (strcmp(record_variant(record), "classical") != 0)
        return false;
    const struct ruleset *rules = follow_start_rules(&start, record, NULL);
    bool odd = rules &&
               (!pgn_setup_is_whole(text) || rules->rules->read(rules, text, &position, NULL) != 0);
    bool left = odd && pgn_setup_mend(rules, text, mended, sizeof mended, &doubtful);
    follow_start_clear(&start);
    return left;
}

static void put_rules(const struct record *record, struct pgn_text *out)
{
    const struct value *headers = value_at(&record->head, "headers");
    const struct value *options = record_options(record);
    const char *definition = options ? value_text(options, CUSTOM_DEFINITION) : "";
    bool named = false, custom = !strcmp(record_variant(record), "custom") && *definition;
    for (int i = 0; headers && i < headers->n; i++)
        named = named || !strcmp(value_text(&headers->entry[i].value, "name"), "Variant");
    if (custom && !named) {
        char *id = custom_variant(definition);
        tags_put_tag(out, "Variant", id);
        free(id);
    } else if (!named && strcmp(record_variant(record), "classical") != 0) {
        tags_put_tag(out, "Variant", record_variant(record));
    }
    if (*record_text(record, "start.position")) {
        tags_put_tag(out, "SetUp", "1");
        tags_put_tag(out, "FEN", record_text(record, "start.position"));
        if (is_left_as_written(record))
            tags_put_tag(out, as_written, "FEN");
    }
    char text[2048] = "";
    size_t used = 0;
    for (int i = 0; options && i < options->n; i++)
        if (!custom || strcmp(options->entry[i].key, CUSTOM_DEFINITION) != 0)
            text_add(text, sizeof text, &used, "%s%s=%s", used ? ";" : "", options->entry[i].key,
                     options->entry[i].value.text ? options->entry[i].value.text : "");
    if (used)
        tags_put_tag(out, "CcOptions", text);
}

/* The tag names already written, as a set of hashes. A collision only makes a tag count as a
 * duplicate, which is harmless. */
enum { NAMES_USUAL = 256 };
struct names {
    uint32_t usual[NAMES_USUAL], *v;
    uint32_t room; /* size of the table: a power of two, at least twice the number of names */
};

static void names_begin(struct names *names, int most)
{
    names->room = NAMES_USUAL;
    while (names->room < 2 * (uint32_t)most)
        names->room *= 2;
    names->v = names->room > NAMES_USUAL ? memory_new(names->room, sizeof *names->v) : names->usual;
    memset(names->v, 0, names->room * sizeof *names->v);
}

static void names_clear(struct names *names)
{
    if (names->v != names->usual)
        free(names->v);
}

/* Adds a name to the set; false if the set already had it. */
static bool names_add(struct names *names, const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    hash |= 1;
    uint32_t at = hash >> 8;
    while (names->v[at & (names->room - 1)] && names->v[at & (names->room - 1)] != hash)
        at++;
    bool there = names->v[at & (names->room - 1)] != 0;
    names->v[at & (names->room - 1)] = hash;
    return !there;
}

/* Adds the names of the tags already written, one per line. */
static void names_add_all(struct names *names, const char *text)
{
    for (const char *line = text; line && *line == '[';
         line = (line = strchr(line, '\n')) ? line + 1 : NULL)
        names_add(names, line + 1, strcspn(line + 1, " "));
}

/* True if a reader could take the text for a tag name. */
static bool is_tag_name(const char *name)
{
    if (ascii_isalpha((unsigned char)*name) &&
        !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
        return true;
    struct pgn_text text = {0};
    struct pgn_tag tag;
    pgn_put(&text, "[");
    pgn_put(&text, name);
    pgn_put(&text, " \"");
    struct pgn_reader reader = {.text = text.text, .length = (size_t)text.length};
    bool good =
        *name && pgn_tag_at(&reader, 0, &tag) && tag.name == 1 && tag.name_length == strlen(name);
    free(text.text);
    return good;
}

/* Writes an unknown tag; if a tag with its name is already written, writes it inside a tag of
 * our own. */
static void put_header_tag(struct names *names, const struct value *header, struct pgn_text *out)
{
    const char *name = value_text(header, "name"), *value = value_text(header, "value");
    if (!pgn_is_clean(name) || !is_tag_name(name))
        return; /* pgn_game_put() preserves the value */
    if (strcmp(name, as_written) != 0 && names_add(names, name, strlen(name))) {
        tags_put_tag(out, name, value);
        return;
    }
    struct pgn_text both = {0};
    pgn_put(&both, name);
    pgn_put(&both, " ");
    pgn_put(&both, value);
    tags_put_tag(out, as_written, both.text);
    free(both.text);
}

void pgn_tags_write(const struct record *record, struct pgn_text *out)
{
    const char *score = record_text(record, "result.score");
    const struct value *headers = value_at(&record->head, "headers"), *player[SIDES],
                       *section[SECTIONS];
    for (int i = 0; i < SECTIONS; i++)
        section[i] = value_at(&record->head, sections[i]);
    for (int s = 0; s < SIDES; s++)
        player[s] = player_with(record, sides[s].side);
    for (int i = 0; i < STANDARD_TAGS; i++)
        put_path_tag(section[tags[i].section], &tags[i], out);
    put_names(player, out);
    tags_put_tag(out, "Result", *score ? score : "*");
    put_rules(record, out);
    put_players(player, out);
    if (tags_is_score(score) && !value_at(value_at(&record->head, "result"), "points"))
        tags_put_tag(out, "CcPoints", "none");
    for (int i = STANDARD_TAGS; i < TAGS; i++)
        if (section[tags[i].section])
            put_path_tag(section[tags[i].section], &tags[i], out);
    tags_put_list(record, "annotators", "Annotator", out);
    tags_put_list(record, "tags", "CcTag", out);
    const struct value *annotators = value_at(&record->head, "annotators"),
                       *own = value_at(&record->head, "tags");
    if (!headers || !headers->n)
        return;
    enum { OTHERS = 64 /* room for our header tags and a few more */ };
    struct names names;
    names_begin(&names,
                headers->n + OTHERS + (annotators ? annotators->n : 0) + (own ? own->n : 0));
    names_add_all(&names, out->text);
    for (int i = 0; i < headers->n; i++)
        put_header_tag(&names, &headers->entry[i].value, out);
    names_clear(&names);
}

/* --- are tags enough? --- */

enum { TOLD_MAX = 500 /* any tag can hold a text that is shorter than this many bytes */ };

/* True if a value is a non-empty text that a tag expresses to the byte. */
static bool fits_tag(const struct value *value, enum tag_form form)
{
    const char *text = value->type == VALUE_TEXT && value->text ? value->text : "";
    return *text && strlen(text) < TOLD_MAX && pgn_is_clean(text) &&
           (form != FORM_DATE || is_date(text, '-')) &&
           (form != FORM_NUMBER || tags_is_number(text));
}

/* True if the table has a tag for each key of the map at this path, which ends with a dot. */
static bool fits_tags(const struct value *map, const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < map->n; i++) {
        int t = 0;
        while (t < TAGS && (strncmp(tags[t].path, path, length) != 0 ||
                            strcmp(tags[t].path + length, map->entry[i].key) != 0))
            t++;
        const struct value *value = &map->entry[i].value;
        bool control = !strcmp(path, "event.") && !strcmp(map->entry[i].key, "control") &&
                       value->type == VALUE_MAP && value->n == 1 && value_at(value, "text") &&
                       fits_tag(value_at(value, "text"), FORM_ANY);
        if (!control && (t == TAGS || !fits_tag(value, tags[t].form)))
            return false;
    }
    return map->type == VALUE_MAP && map->n > 0;
}

static bool tags_player_fits(const struct value *player, const char *side)
{
    if (strcmp(value_text(player, "side"), side) != 0 || !value_at(player, "name"))
        return false;
    for (int i = 0; i < player->n; i++) {
        const char *key = player->entry[i].key;
        int t = 0;
        if (key_is(key, "side"))
            continue;
        while (t < PLAYER_TAGS && !key_is(key, player_tags[t].key))
            t++;
        if (t == PLAYER_TAGS || !fits_tag(&player->entry[i].value, player_tags[t].form))
            return false;
    }
    return true;
}

static bool result_fits(const struct value *result)
{
    const char *score = value_text(result, "score");
    struct value rest = *result; /* the points are not compared, since they follow from the score */
    const struct value *points = value_at(result, "points");
    if (!fits_tag(&(struct value){.text = (char *)(uintptr_t)score}, FORM_ANY))
        return false;
    if (!points && tags_is_score(score)) /* a result without points needs more than the tag: reading
                                            the tag would add points */
        return false;
    if (points && (!tags_is_score(score) || points->type != VALUE_MAP || points->n != 2 ||
                   strcmp(value_text(points, "w"), tags_points_of(score, 0)) != 0 ||
                   strcmp(value_text(points, "b"), tags_points_of(score, 1)) != 0))
        return false;
    for (rest.entry = result->entry; rest.entry < result->entry + result->n; rest.entry++) {
        rest.n = 1;
        if (strcmp(rest.entry->key, "score") != 0 && strcmp(rest.entry->key, "points") != 0 &&
            !fits_tags(&rest, "result."))
            return false;
    }
    return true;
}

bool pgn_tags_tell(const struct value *head, const char *const *others)
{
    for (int i = 0; i < head->n; i++) {
        const char *key = head->entry[i].key;
        const struct value *value = &head->entry[i].value;
        bool told = false;
        if (key_is(key, "players"))
            told = value->type == VALUE_LIST && value->n == 2 &&
                   tags_player_fits(&value->entry[0].value, sides[0].side) &&
                   tags_player_fits(&value->entry[1].value, sides[1].side);
        else if (key_is(key, "variant"))
            told = !strcmp(value_text(head, key), "classical");
        else if (key_is(key, "event"))
            told = fits_tags(value, "event.");
        else if (key_is(key, "opening"))
            told = fits_tags(value, "opening.");
        else if (key_is(key, "result"))
            told = result_fits(value);
        for (const char *const *other = others; !told && *other; other++)
            told = key_is(key, *other) && !key_is(key, "variant");
        if (!told)
            return false;
    }
    return true;
}

/* ---- Repairs setups of orthodox chess that are nearly valid FEN: see pgn_internal.h.
 *
 * Repairs what other programs would not accept: move number 0, missing counters, an en passant cell
 * that no pawn has passed, other castling letters, two spaces between fields. Never guesses pieces
 * or the side to move, except that a missing side is White. */

enum { FIELDS = POSITION_FIELDS, PLACEMENT_MOST = 200, NUMBER_MOST = 5 };

static bool tags_is_blank(char c)
{
    return c == ' ' || c == '_' || ((unsigned char)c < ' ' && c);
}

/* Splits a text into at most six fields. Ignores the rest of the text, because a position has only
 * six fields. */
static int tags_split(const char *text, const char *field[FIELDS], size_t length[FIELDS])
{
    int n = 0;
    for (const char *at = text; n < FIELDS;) {
        while (tags_is_blank(*at))
            at++;
        if (!*at)
            break;
        field[n] = at;
        while (*at && !tags_is_blank(*at))
            at++;
        length[n] = (size_t)(at - field[n]);
        n++;
    }
    return n;
}

/* The castling rights that the letters name, in standard order; also accepts the files of the rooks
 * ("HAha"). */
static void castling_of(const char *field, size_t length, char out[static 5])
{
    static const char letters[] = "KQkq", files[] = "HAha";
    bool has[4] = {false};
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        for (int k = 0; k < 4; k++)
            has[k] = has[k] || field[i] == letters[k] || field[i] == files[k];
    for (int k = 0; k < 4; k++)
        if (has[k])
            out[n++] = letters[k];
    if (!n)
        out[n++] = '-';
    out[n] = '\0';
}

/* Parses a counter, which must be at least `least`. If the counter is missing, its value is
 * `least`. */
static int counter_of(const char *field, size_t length, int least)
{
    size_t digits = strspn(field, "0123456789");
    int number = digits == length && length <= NUMBER_MOST ? atoi(field) : least;
    return number < least ? least : number;
}

bool pgn_setup_mend(const struct ruleset *rules, const char *text, char *out, size_t size,
                    bool *doubtful)
{
    const char *field[FIELDS] = {"", "w", "-", "-", "", ""};
    size_t length[FIELDS] = {0, 1, 1, 1, 0, 0};
    char castling[5], passed[3] = "-";
    struct position position;
    int fields = tags_split(text, field, length);
    char side = (char)ascii_lower((unsigned char)*field[1]);
    if (length[0] > PLACEMENT_MOST || (side != 'w' && side != 'b'))
        return false;
    castling_of(field[2], length[2], castling);
    if (length[3] == 2)
        snprintf(passed, sizeof passed, "%.2s", field[3]);
    for (int i = 0; i < 2; i++) {
        snprintf(out, size, "%.*s %c %s %s %d %d", (int)length[0], field[0], side, castling,
                 i ? "-" : passed, counter_of(field[4], length[4], 0),
                 counter_of(field[5], length[5], 1));
        if (rules->rules->read(rules, out, &position, NULL) == 0) {
            *doubtful = fields < 2 || length[2] != strlen(castling) ||
                        memcmp(field[2], castling, length[2]) != 0 ||
                        (fields > 3 && (i || length[3] != strlen(passed)));
            return true;
        }
    }
    return false;
}

bool pgn_setup_is_whole(const char *text)
{
    enum { BLANKS = 5 };
    int blanks = 0;
    for (const char *at = text; *at; at++)
        blanks += *at == ' ';
    return !*text || blanks == BLANKS;
}

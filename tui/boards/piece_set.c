/* piece_set.c - reads piece sets and finds pictures in them: see piece_set.h.
 *
 * The pictures are sorted by name, so that a binary search finds each piece of a board with
 * hundreds of pieces. A heading may name several kinds; they share their characters. */
#include "config.h"
#include "tui/boards/piece_set.h"

#include "core/position.h"
#include "core/variant.h"
#include "core/util/spelling.h"
#include "tui/system/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct piece_set {
    char *where;                   /* name of the file, for messages */
    char *names;                   /* the names of all pictures, each with its NUL */
    uint32_t *characters;          /* the characters of all pictures */
    struct piece_picture *picture; /* [pictures] the pictures, sorted by name */
    int pictures;
};

static const char *const sides[] = {"white", "black", "red", "nobody"};
static const char *const frames[FRAMES] = {"facing n",  "facing ne", "facing e",
                                           "facing se", "facing s",  "facing sw",
                                           "facing w",  "facing nw", "facing none"};

/* ---------------------------------------------------------------- reading */

/* A file being read. Names and characters move while they grow, so pictures hold offsets until the
 * end. */
struct reading {
    const char *where;
    int line; /* current line number, from 1 */
    struct note *why;
    /* The current section of the file. */
    int columns, rows;
    bool sized, utf8, coloured;
    /* The pictures that the last heading began: the last `open` ones, which still lack rows. */
    int open, open_rows, heading;
    struct piece_picture *picture;
    size_t *name_at, *characters_at; /* [pictures] offsets of each picture's name and characters */
    int pictures, room, room_names, room_characters_at;
    char *names;
    int names_used, names_room;
    uint32_t *characters;
    int characters_used, characters_room;
};

static int reading_fail(const struct reading *reading, int line, const char *sentence)
{
    return note_fail(reading->why, FAIL_TEXT, -1, "%s:%d: %s", reading->where, line, sentence);
}

/* True if `text` begins with this word, followed by a blank or the end; *text then moves past
 * both. */
static bool text_takes_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || ((*text)[length] && (*text)[length] != ' '))
        return false;
    *text += length;
    *text += strspn(*text, " ");
    return true;
}

/* Read the rest of a section line after the word "size": "5x4 utf8 [coloured]". */
static int set_read_section(struct reading *reading, const char *text)
{
    char *end;
    long columns = strtol(text, &end, 10), rows = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    if (columns < 1 || columns > PICTURE_COLUMNS || rows < 1 || rows > PICTURE_ROWS || *end != ' ')
        return reading_fail(
            reading, reading->line,
            "A size is written as 5x4, and is at most 13x6; a character set follows: utf8 or ascii");
    const char *rest = end + strspn(end, " ");
    bool utf8 = text_takes_word(&rest, "utf8");
    if (!utf8 && !text_takes_word(&rest, "ascii"))
        return reading_fail(reading, reading->line,
                            "Write the character set after the size: utf8 or ascii");
    bool coloured = text_takes_word(&rest, "coloured");
    if (*rest)
        return reading_fail(reading, reading->line,
                            "Only the word coloured may follow the character set");
    reading->columns = (int)columns;
    reading->rows = (int)rows;
    reading->utf8 = utf8;
    reading->coloured = coloured;
    reading->sized = true;
    return 0;
}

static void set_add_picture(struct reading *reading, const char *name, size_t length, int side)
{
    int at = reading->pictures++;
    reading->picture =
        memory_room(reading->picture, &reading->room, reading->pictures, sizeof *reading->picture);
    reading->name_at = memory_room(reading->name_at, &reading->room_names, reading->pictures,
                                   sizeof *reading->name_at);
    reading->characters_at = memory_room(reading->characters_at, &reading->room_characters_at,
                                         reading->pictures, sizeof *reading->characters_at);
    reading->names =
        memory_room(reading->names, &reading->names_room, reading->names_used + (int)length + 1, 1);
    memcpy(reading->names + reading->names_used, name, length);
    reading->names[reading->names_used + (int)length] = '\0';
    reading->picture[at] = (struct piece_picture){.columns = (uint8_t)reading->columns,
                                                  .rows = (uint8_t)reading->rows,
                                                  .side = (uint8_t)side,
                                                  .utf8 = reading->utf8,
                                                  .coloured = reading->coloured,
                                                  .line = reading->line};
    reading->name_at[at] = (size_t)reading->names_used;
    reading->characters_at[at] = (size_t)reading->characters_used;
    reading->names_used += (int)length + 1;
    reading->open++;
}

static bool name_is_frame(const char *name, size_t length)
{
    for (int i = 0; i < FRAMES; i++)
        if (strlen(frames[i]) == length && !strncmp(name, frames[i], length))
            return true;
    return false;
}

/* Read a heading: "King, Duke white" or "facing ne [black]". */
static int set_read_heading(struct reading *reading, const char *text)
{
    size_t length = strlen(text);
    int side = SIDES_ALL;
    while (length && text[length - 1] == ' ')
        length--;
    for (int i = 0; i < SIDES_ALL && side == SIDES_ALL; i++) {
        size_t word = strlen(sides[i]);
        if (length > word && text[length - word - 1] == ' ' &&
            !strncmp(text + length - word, sides[i], word)) {
            side = i;
            length -= word + 1;
        }
    }
    if (!reading->sized)
        return reading_fail(reading, reading->line,
                            "A line such as \"size 5x4 utf8\" must come before the first picture");
    if (side == SIDES_ALL && !name_is_frame(text, length))
        return reading_fail(
            reading, reading->line,
            "Begin a picture with the names of its kinds and white, black, red or nobody");
    reading->open = reading->open_rows = 0;
    reading->heading = reading->line;
    for (size_t from = 0; from < length;) {
        size_t to = from;
        while (to < length && text[to] != ',')
            to++;
        size_t end = to;
        while (from < end && text[from] == ' ')
            from++;
        while (end > from && text[end - 1] == ' ')
            end--;
        if (from == end)
            return reading_fail(reading, reading->line, "A name is missing between two commas");
        if (!strncmp(text + from, "facing", 6) && !name_is_frame(text + from, end - from))
            return reading_fail(reading, reading->line,
                                "A facing is one of n, ne, e, se, s, sw, w, nw and none");
        set_add_picture(reading, text + from, end - from, side);
        from = to + 1;
    }
    return reading->open ? 0
                         : reading_fail(reading, reading->line, "The name of the kind is missing");
}

/* Read a row of a picture: "|▗▄█▄▖|". */
static int set_read_row(struct reading *reading, const char *text)
{
    const char *end = text + strlen(text);
    char sentence[160];
    while (end > text && end[-1] == ' ')
        end--;
    if (!reading->open)
        return reading_fail(
            reading, reading->line,
            "This row belongs to no picture: a heading such as \"King white\" is missing");
    if (reading->open_rows == reading->rows) {
        snprintf(sentence, sizeof sentence, "The picture has more than its %d rows", reading->rows);
        return reading_fail(reading, reading->line, sentence);
    }
    if (end < text + 2 || end[-1] != '|')
        return reading_fail(reading, reading->line,
                            "The row has no closing bar: write it between two bars");
    reading->characters =
        memory_room(reading->characters, &reading->characters_room,
                    reading->characters_used + PICTURE_COLUMNS, sizeof *reading->characters);
    int columns = 0;
    for (const char *at = text + 1; at < end - 1; columns++) {
        utf8proc_int32_t character;
        utf8proc_ssize_t bytes =
            utf8proc_iterate((const utf8proc_uint8_t *)at, end - 1 - at, &character);
        if (bytes < 1)
            return reading_fail(reading, reading->line, "The row is not UTF-8");
        if (utf8proc_charwidth(character) != 1 || character < ' ')
            return reading_fail(reading, reading->line,
                                "The row has a character that is not one column wide");
        if (!reading->utf8 && character > '~')
            return reading_fail(
                reading, reading->line,
                "The row has a character that is not ASCII, in a section for ASCII");
        if (columns < reading->columns)
            reading->characters[reading->characters_used + columns] = (uint32_t)character;
        at += bytes;
    }
    if (columns != reading->columns) {
        snprintf(sentence, sizeof sentence,
                 "The row has %d columns, but the size of its section is %dx%d", columns,
                 reading->columns, reading->rows);
        return reading_fail(reading, reading->line, sentence);
    }
    reading->characters_used += columns;
    reading->open_rows++;
    return 0;
}

/* The current line is no row of a picture, so the current picture ends; it must have all its
 * rows. */
static int set_end_picture(struct reading *reading)
{
    char sentence[160];
    if (!reading->open || reading->open_rows == reading->rows) {
        reading->open = 0;
        return 0;
    }
    snprintf(sentence, sizeof sentence, "The picture has %d of its %d rows", reading->open_rows,
             reading->rows);
    return reading_fail(reading, reading->heading, sentence);
}

static int set_read_line(struct reading *reading, const char *line)
{
    if (line[0] == '|')
        return set_read_row(reading, line);
    int status = set_end_picture(reading);
    if (status < 0 || line[0] == ';' || !line[strspn(line, " ")])
        return status;
    return text_takes_word(&line, "size") ? set_read_section(reading, line)
                                          : set_read_heading(reading, line);
}

static int set_read_lines(struct reading *reading, const char *text, size_t length)
{
    int status = 0;
    for (size_t at = 0; at < length && status == 0;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t bytes = end ? (size_t)(end - text) - at : length - at;
        char *line = memory_cut(text + at, bytes);
        bool whole = !memchr(line, '\0', bytes);
        reading->line++;
        if (bytes && line[bytes - 1] == '\r')
            line[bytes - 1] = '\0';
        status = whole ? set_read_line(reading, line)
                       : reading_fail(reading, reading->line, "The line has a zero byte");
        at += bytes + 1;
        free(line);
    }
    return status < 0 ? status : set_end_picture(reading);
}

/* ---------------------------------------------------------------- sets */

/* A comparison that sorts pictures by name, then larger ones first, then by line. */
static int picture_compare(const void *a, const void *b)
{
    const struct piece_picture *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    int area = other->columns * other->rows - one->columns * one->rows;
    return order ? order : area ? area : one->line - other->line;
}

/* True if the second picture can never be used, because the first one serves the same pieces,
 * size and terminals. */
static bool picture_is_double(const struct piece_picture *a, const struct piece_picture *b)
{
    return !strcmp(a->name, b->name) && a->columns == b->columns && a->rows == b->rows &&
           a->side == b->side && a->utf8 == b->utf8 && a->coloured == b->coloured;
}

static int set_find_double(const struct piece_set *set, struct note *why)
{
    for (int i = 0; i < set->pictures; i++)
        for (int k = i + 1;
             k < set->pictures && !strcmp(set->picture[i].name, set->picture[k].name); k++)
            if (picture_is_double(&set->picture[i], &set->picture[k]))
                return note_fail(
                    why, FAIL_TEXT, -1, "%s:%d: The picture of %s is already defined in line %d",
                    set->where, set->picture[k].line, set->picture[k].name, set->picture[i].line);
    return 0;
}

int piece_set_read(const char *text, size_t length, const char *where, struct piece_set **out,
                   struct note *why)
{
    struct reading reading = {.where = where, .why = why};
    int status = set_read_lines(&reading, text, length);
    struct piece_set *set = memory_new(1, sizeof *set);
    *set = (struct piece_set){.where = memory_text(where),
                              .names = reading.names,
                              .characters = reading.characters,
                              .picture = reading.picture,
                              .pictures = reading.pictures};
    for (int i = 0; i < set->pictures; i++) {
        set->picture[i].name = set->names + reading.name_at[i];
        set->picture[i].at = set->characters + reading.characters_at[i];
    }
    free(reading.name_at);
    free(reading.characters_at);
    if (status == 0 && set->pictures) {
        qsort(set->picture, (size_t)set->pictures, sizeof *set->picture, picture_compare);
        status = set_find_double(set, why);
    }
    if (status < 0)
        piece_set_free(set);
    else
        *out = set;
    return status;
}

void piece_set_free(struct piece_set *set)
{
    if (!set)
        return;
    free(set->where);
    free(set->names);
    free(set->characters);
    free(set->picture);
    free(set);
}

static int set_load_file(const char *path, struct piece_set **out, struct note *why)
{
    FILE *in = path_open(path);
    if (!in)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s cannot be read: %s", path,
                         errno == EINVAL ? "it is not a file" : strerror(errno));
    char *text = memory_new(PIECE_SET_MAX + 1, 1);
    size_t length = fread(text, 1, PIECE_SET_MAX + 1, in);
    int status = ferror(in) ? note_fail(why, FAIL_SYSTEM, -1, "%.200s cannot be read", path)
                 : length > PIECE_SET_MAX
                     ? note_fail(why, FAIL_LIMIT, -1,
                                 "%.200s is larger than %d KB, the most for a piece set", path,
                                 PIECE_SET_MAX / 1024)
                     : piece_set_read(text, length, path, out, why);
    free(text);
    fclose(in);
    return status;
}

int piece_set_load(const char *name, const char *data, struct piece_set **out, struct note *why)
{
    char path[PATH_ROOM], file[PATH_ROOM];
    if (!strcmp(name, "letters"))
        return piece_set_read("", 0, name, out, why);
    if (strchr(name, '/'))
        return path_expand(name, path, sizeof path)
                   ? set_load_file(path, out, why)
                   : note_fail(why, FAIL_NAME, -1, "The path of the piece set is too long");
    if (!*name || name[0] == '.' ||
        snprintf(file, sizeof file, "themes/pieces/%s.txt", name) >= PATH_ROOM)
        return note_fail(why, FAIL_NAME, -1, "There is no piece set '%.60s'", name);
    if (path_config(file, path, sizeof path) && path_exists(path))
        return set_load_file(path, out, why);
    if (path_join(data, file, path, sizeof path) && path_exists(path))
        return set_load_file(path, out, why);
    return note_fail(
        why, FAIL_NAME, -1,
        "There is no piece set '%.60s': neither among your own nor in %.150s/themes/pieces", name,
        data);
}

/* ---------------------------------------------------------------- finding */

/* The index of the first picture with a name; set->pictures if there is none. */
static int set_first_named(const struct piece_set *set, const char *name)
{
    int low = 0, high = set->pictures;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(set->picture[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->pictures && !strcmp(set->picture[low].name, name) ? low : set->pictures;
}

static bool picture_suits(const struct piece_picture *picture, const struct picture_wanted *wanted)
{
    return (picture->side == wanted->side || picture->side == SIDES_ALL) &&
           picture->columns <= wanted->columns && picture->rows <= wanted->rows &&
           (wanted->utf8 || !picture->utf8) && (wanted->coloured || !picture->coloured);
}

/* How well a picture suits a request. Of pictures with one name the larger ones come first, so
 * the first with the best rank is the largest. */
static int picture_rank(const struct piece_picture *picture)
{
    return 2 * picture->utf8 + picture->coloured;
}

const struct piece_picture *piece_set_find(const struct piece_set *set,
                                           const struct picture_wanted *wanted)
{
    const struct piece_picture *best = NULL;
    for (int i = set_first_named(set, wanted->name);
         i < set->pictures && !strcmp(set->picture[i].name, wanted->name); i++)
        if (picture_suits(&set->picture[i], wanted) &&
            (!best || picture_rank(&set->picture[i]) > picture_rank(best)))
            best = &set->picture[i];
    return best;
}

const struct piece_picture *piece_set_frame(const struct piece_set *set,
                                            const struct picture_wanted *wanted, int facing,
                                            int nth)
{
    const char *name = frames[facing];
    for (int i = set_first_named(set, name);
         i < set->pictures && !strcmp(set->picture[i].name, name); i++)
        if (picture_suits(&set->picture[i], wanted) && set->picture[i].utf8 == wanted->utf8 &&
            nth-- == 0)
            return &set->picture[i];
    return NULL;
}

bool frame_place(const struct piece_picture *frame, int *column, int *row, int *columns, int *rows)
{
    int left = frame->columns, right = -1, top = frame->rows, bottom = -1;
    for (int r = 0; r < frame->rows; r++)
        for (int c = 0; c < frame->columns; c++)
            if (frame->at[r * frame->columns + c] == FRAME_PIECE) {
                left = c < left ? c : left;
                right = c > right ? c : right;
                top = r < top ? r : top;
                bottom = r;
            }
    *column = left;
    *row = top;
    *columns = right - left + 1;
    *rows = bottom - top + 1;
    return right >= 0;
}

const struct piece_picture *piece_set_at(const struct piece_set *set, int index)
{
    return index < set->pictures ? &set->picture[index] : NULL;
}

/* ---------------------------------------------------------------- checking */

/* True if some game has a kind of that name; otherwise `spelling` collects names that are
 * similar. */
static bool name_is_kind(const char *name, struct spelling *spelling)
{
    const struct variant *variant;
    for (int v = 0; (variant = variant_at(v, true, NULL)); v++)
        for (int k = 1; k <= variant->kind_count; k++) {
            if (!strcmp(variant->kinds[k].name, name))
                return true;
            spelling_try(spelling, variant->kinds[k].name);
        }
    return false;
}

static bool picture_same(const struct piece_picture *a, const struct piece_picture *b)
{
    return !memcmp(a->at, b->at, (size_t)(a->columns * a->rows) * sizeof *a->at);
}

static bool picture_has_letter(const struct piece_picture *picture)
{
    for (int i = 0; i < picture->columns * picture->rows; i++)
        if (picture->at[i] == PICTURE_LETTER)
            return true;
    return false;
}

/* The picture of Black's piece of the same kind, size and character set; NULL if there is none. */
static const struct piece_picture *picture_of_black(const struct piece_set *set,
                                                    const struct piece_picture *white)
{
    for (int i = set_first_named(set, white->name);
         i < set->pictures && !strcmp(set->picture[i].name, white->name); i++) {
        const struct piece_picture *black = &set->picture[i];
        if (black->side == BLACK && black->columns == white->columns &&
            black->rows == white->rows && black->utf8 == white->utf8 &&
            black->coloured == white->coloured)
            return black;
    }
    return NULL;
}

int piece_set_check(const struct piece_set *set, struct note *why)
{
    for (int i = 0; i < set->pictures; i++) {
        const struct piece_picture *picture = &set->picture[i];
        const struct piece_picture *black =
            picture->side == WHITE ? picture_of_black(set, picture) : NULL;
        struct spelling spelling = {.typed = picture->name};
        char hint[SPELLING_HINT_ROOM];
        if (strcmp(picture->name, "any") != 0 &&
            !name_is_frame(picture->name, strlen(picture->name)) &&
            !name_is_kind(picture->name, &spelling)) {
            spelling_hint(&spelling, hint, sizeof hint);
            return note_fail(why, FAIL_TEXT, -1, "%s:%d: No game has a kind of piece named %.60s%s",
                             set->where, picture->line, picture->name, hint);
        }
        if (black && !picture->coloured && picture_same(picture, black) &&
            !picture_has_letter(picture))
            return note_fail(why, FAIL_TEXT, -1,
                             "%s:%d: The picture of Black's %s is the same as White's in line %d",
                             set->where, black->line, black->name, picture->line);
    }
    return 0;
}

/* pgn_lex.c - the words of PGN movetext: see pgn_lex.h.
 *
 * What people write as PGN is looser than the standard: tags on one line, glyphs of every kind, comments that are
 * never closed. Each rule here that goes beyond the standard says which file in the wild it is for. */
#include "archive/pgn_lex.h"
#include "archive/pgn_parts.h"
#include "core/ascii.h"

#include <ctype.h>
#include <string.h>

/* The text ends in a NUL and holds no other: whoever asks for a sign, one after the other, is stopped by it. */
static inline char look(const struct pgn_reader *reader, size_t at)
{
    return reader->text[at];
}

void pgn_go(struct pgn_reader *reader, size_t to)
{
    size_t end = to < reader->length ? to : reader->length;
    if (end <= reader->at)
        return;
    for (const char *feed = reader->text + reader->at; (feed = memchr(feed, '\n', (size_t)(reader->text + end - feed))); feed++)
        reader->line++;
    reader->at = end;
}

char *pgn_cut(const char *text, size_t length)
{
    while (length > 0 && strchr(" \n\t", text[0]))
        text++, length--;
    while (length > 0 && strchr(" \n\t", text[length - 1]))
        length--;
    char *cut = memory_new(length + 1, 1);
    memcpy(cut, text, length);
    return cut;
}

static inline bool blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\v' || c == '\f';
}

/* The length of a blank that is no ASCII one: no-break space, byte order mark, zero-width space. */
static size_t wide_blank(const char *text)
{
    static const char *const blanks[] = {"\xC2\xA0", "\xEF\xBB\xBF", "\xE2\x80\x8B", "\xE2\x80\x8E"};
    if ((unsigned char)*text < 0x80)
        return 0;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (!strncmp(text, blanks[i], strlen(blanks[i])))
            return strlen(blanks[i]);
    return 0;
}

bool pgn_skip_blanks(struct pgn_reader *reader)
{
    int lines = 0;
    const char *here = reader->text + reader->at;
    here += *here == ' ';
    if ((unsigned char)*here > ' ' && (unsigned char)*here < 0x7F) { /* one blank, as nearly everywhere */
        reader->at = (size_t)(here - reader->text);
        return false;
    }
    for (;;) {
        size_t wide = wide_blank(reader->text + reader->at);
        if (wide) {
            reader->at += wide;
            continue;
        }
        if (!blank(look(reader, reader->at)))
            return lines > 1;
        lines += reader->text[reader->at] == '\n';
        reader->line += reader->text[reader->at++] == '\n';
    }
}

bool pgn_tag_here(const struct pgn_reader *reader, size_t at)
{
    if (look(reader, at) != '[' || !ascii_isalpha((unsigned char)look(reader, at + 1)))
        return false;
    for (at++; ascii_isalnum((unsigned char)look(reader, at)) || look(reader, at) == '_' || look(reader, at) == '-'; at++)
        continue;
    size_t end = at;
    while (look(reader, at) == ' ' || look(reader, at) == '\t')
        at++;
    return at > end && look(reader, at) == '"';
}

static bool line_start(const struct pgn_reader *reader, size_t at)
{
    return at == 0 || reader->text[at - 1] == '\n';
}

bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at)
{
    enum { NAME_LEAST = 3 };
    const char *name = reader->text + at + 1;
    if (look(reader, at) != '[' || !line_start(reader, at) || !ascii_isupper((unsigned char)*name))
        return false;
    size_t length = 0;
    while (ascii_isalpha((unsigned char)name[length]))
        length++;
    const char *end = name + length + strcspn(name + length, "]\n\"");
    if (length < NAME_LEAST || !strchr("] \t", name[length]) || *end != ']')
        return false;
    end += 1 + strspn(end + 1, " \t");
    return !*end || *end == '\n';
}

/* Where a comment that begins at `at` ends. One that is never closed ends before the blank line in front of the next
 * game's tags, or at the end of the text (a server's export cut off in the middle of a comment). */
static size_t comment_end(const struct pgn_reader *reader, size_t at)
{
    size_t begin = at;
    for (; at < reader->length && reader->text[at] != '}'; at++) {
        if (reader->text[at] != '[' || !line_start(reader, at) || !pgn_tag_here(reader, at))
            continue;
        size_t end = at;
        while (end > begin && blank(reader->text[end - 1]))
            end--;
        size_t lines = 0;
        for (size_t i = end; i < at; i++)
            lines += reader->text[i] == '\n';
        if (lines > 1)
            return end;
    }
    return at;
}

static const struct {
    const char *text;
    int nag;
} glyphs[] = {
    {"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15}, {"+--", 0},  {"--+", 0},  {"+-", 18}, {"-+", 19},
    {"+=", 14},  {"=+", 15},  {"==", 10},  {"=", 10},   {"~", 13},   {"TN", 146}, {"N", 146}, {"\xE2\x88\x9E", 13},
    {"\xC2\xB1", 16}, {"\xE2\x88\x93", 17}, {"\xE2\xA9\xB2", 14}, {"\xE2\xA9\xB1", 15}, {"\xE2\x96\xA1", 7},
};

/* Does a word of this text stand here, alone between blanks? */
static bool alone(const struct pgn_reader *reader, size_t at, const char *text)
{
    if (look(reader, at) != text[0])
        return false;
    size_t length = strlen(text);
    if (reader->length - at < length || memcmp(reader->text + at, text, length) != 0)
        return false;
    char next = look(reader, at + length);
    return next == '\0' || blank(next) || strchr("(){};", next);
}

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", "1\xE2\x80\x93" "0", "0\xE2\x80\x93" "1",
                                      "\xC2\xBD-\xC2\xBD", "+--", "--+", "---", "1/2", "0-0",
                                      /* of three players */
                                      "1-0-0", "0-1-0", "0-0-1", "1/2-1/2-0", "1/2-0-1/2", "0-1/2-1/2", "1/2-1/2-1/2"};

/* A result, alone; "0-0" is castling as long as it is not the last word of the game. */
static const char *result_here(const struct pgn_reader *reader, size_t at)
{
    char c = look(reader, at);
    if (c < '*' || c > '1') /* what results begin with, or a sign beyond ASCII */
        if ((unsigned char)c < 0x80)
            return NULL;
    char next = c == '0' || c == '1' ? look(reader, at + 1) : '\0';
    if (next && next != '-' && next != '/' && (unsigned char)next < 0x80)
        return NULL; /* the number of a move */
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (!alone(reader, at, results[i]))
            continue;
        if (strcmp(results[i], "0-0") != 0)
            return results[i];
        struct pgn_reader rest = *reader;
        rest.at = at + 3;
        pgn_skip_blanks(&rest);
        if (rest.at >= rest.length || pgn_tag_here(&rest, rest.at))
            return results[i];
    }
    return NULL;
}

/* Fold a run of "!" and "?" into glyph numbers, two signs at most each. */
static bool read_suffix(struct pgn_reader *reader, struct pgn_token *token)
{
    static const char *const marks[] = {"!!", "??", "!?", "?!", "!", "?"};
    static const int nags[] = {3, 4, 5, 6, 1, 2};
    if (look(reader, reader->at) != '!' && look(reader, reader->at) != '?')
        return false;
    for (int i = 0; i < 6; i++)
        if (!strncmp(reader->text + reader->at, marks[i], strlen(marks[i]))) {
            token->word = PGN_NAG;
            token->number = nags[i];
            reader->at += strlen(marks[i]);
            return true;
        }
    return false;
}

static int read_digits(struct pgn_reader *reader)
{
    int value = 0;
    for (; look(reader, reader->at) >= '0' && look(reader, reader->at) <= '9'; reader->at++)
        if (value < 100000)
            value = 10 * value + (reader->text[reader->at] - '0');
    return value;
}

static bool ellipsis_here(const struct pgn_reader *reader)
{
    return look(reader, reader->at) == '\xE2' && !strncmp(reader->text + reader->at, "\xE2\x80\xA6", 3);
}

/* Digits with a dot behind them. */
static inline bool number_here(const struct pgn_reader *reader, size_t at)
{
    while (look(reader, at) >= '0' && look(reader, at) <= '9')
        at++;
    return look(reader, at) == '.';
}

/* "12." "12..." "12": a number that is followed by dots, a blank or a letter. */
static bool read_number(struct pgn_reader *reader, struct pgn_token *token)
{
    size_t at = reader->at;
    if (!isdigit((unsigned char)look(reader, at)) || !strncmp(reader->text + at, "0-0", 3))
        return false;
    token->word = PGN_NUMBER;
    token->number = read_digits(reader);
    int dots = 0;
    for (; look(reader, reader->at) == '.' || ellipsis_here(reader); dots++)
        if (reader->text[reader->at] == '.') {
            reader->at++;
        } else {
            reader->at += 3; /* an ellipsis is three dots */
            dots += 2;
        }
    size_t ahead = reader->at;
    while (look(reader, ahead) == ' ' || look(reader, ahead) == '\t')
        ahead++;
    if (dots == 1 && !strncmp(reader->text + ahead, "..", 2)) { /* "33. ..." */
        dots = 3;
        reader->at = ahead + strspn(reader->text + ahead, ".");
    }
    token->black = dots >= 2;
    return true;
}

/* Signs no move is written with but that may end one; the NUL at the end of the text among them. */
static const bool may_end_move[256] = {
    ['\0'] = true, ['{'] = true, ['}'] = true, ['!'] = true, ['?'] = true,  [';'] = true,  [')'] = true,  ['$'] = true,
    ['('] = true,  ['['] = true, [']'] = true, [' '] = true, ['\n'] = true, ['\t'] = true, ['\v'] = true, ['\f'] = true,
};

/* Where a move ends. */
static size_t move_end(const struct pgn_reader *reader, size_t at, bool classical)
{
    for (;; at++) {
        char c = reader->text[at];
        if (!may_end_move[(unsigned char)c])
            continue;
        if (!c || blank(c) || strchr("{}!?;)", c))
            break;
        if (c == '$' && (classical || isdigit((unsigned char)look(reader, at + 1))))
            break;
        if (c == '(') {
            char turn = look(reader, at + 1);
            if (classical || (turn != 'r' && turn != 'l') || look(reader, at + 2) != ')')
                break;
            at += 2;
        }
        if (classical && (c == '[' || c == ']'))
            break;
    }
    return at;
}

static struct pgn_token read_comment(struct pgn_reader *reader, struct pgn_token token)
{
    size_t end;
    token.word = PGN_COMMENT;
    token.text = reader->text + reader->at + 1;
    if (look(reader, reader->at) == ';')
        for (end = reader->at; end < reader->length && reader->text[end] != '\n'; end++)
            continue;
    else
        end = comment_end(reader, reader->at + 1);
    token.length = end - reader->at - 1;
    pgn_go(reader, look(reader, end) == '}' && look(reader, reader->at) == '{' ? end + 1 : end);
    return token;
}

/* Step over what says nothing: a brace that closes nothing, dots without a number, "e.p." after "bxa6" with a blank
 * between. */
static bool skip_silent(struct pgn_reader *reader)
{
    char c = look(reader, reader->at);
    if (c != '}' && c != '.' && c != 'e' && c != '[')
        return false;
    if (c == '}' || c == '.')
        reader->at++;
    else if (alone(reader, reader->at, "e.p."))
        reader->at += 4;
    else if (alone(reader, reader->at, "ep"))
        reader->at += 2;
    else if (c == '[' && !strncmp(reader->text + reader->at, "[pgn]", 5)) /* a game copied out of a forum */
        reader->at += 5;
    else if (c == '[' && !strncmp(reader->text + reader->at, "[/pgn]", 6))
        reader->at += 6;
    else
        return false;
    return true;
}

/* Letters that begin moves and nothing else; and two, of which the next sign tells it: "N" and "ep" are words, too. */
static inline bool begins_move(const char *at)
{
    char c = at[0];
    if (c == 'N' || c == 'e') {
        char next = at[1]; /* not before: behind the end there is nothing */
        return (next >= '1' && next <= '8') || next == 'x' || (c == 'N' && next >= 'a' && next <= 'h');
    }
    return (c >= 'a' && c <= 'h') || c == 'K' || c == 'Q' || c == 'R' || c == 'B' || c == 'O';
}

static struct pgn_token take_move(struct pgn_reader *reader, struct pgn_token token, bool classical)
{
    size_t at = reader->at, end = move_end(reader, at, classical);
    token.word = PGN_MOVE;
    token.text = reader->text + at;
    token.length = end > at ? end - at : 1;
    reader->at += token.length;
    return token;
}

struct pgn_token pgn_word(struct pgn_reader *reader, bool classical)
{
    struct pgn_token token = {.word = PGN_END};
    do {
        token.after_blank = pgn_skip_blanks(reader) || token.after_blank;
        token.start = reader->at;
        if (begins_move(reader->text + reader->at))
            return take_move(reader, token, classical);
    } while (skip_silent(reader));
    size_t at = token.start;
    char c = look(reader, at);
    if (at >= reader->length ||
        (c == '[' && (pgn_tag_here(reader, at) || (token.after_blank && pgn_bare_tag_here(reader, at)))))
        return token;
    if (c == '%' && line_start(reader, at)) {
        token.word = PGN_NOTE;
        token.text = reader->text + at;
        token.length = strcspn(token.text, "\n");
        reader->at += token.length;
        return token;
    }
    if (c == '{' || c == ';')
        return read_comment(reader, token);
    if (c == '(' || c == ')') {
        reader->at++;
        token.word = c == '(' ? PGN_OPEN : PGN_CLOSE;
        return token;
    }
    bool counts = c >= '1' && c <= '9' && number_here(reader, at); /* and is no result */
    const char *result = counts ? NULL : result_here(reader, at);
    if (result) {
        token.word = PGN_RESULT;
        token.text = reader->text + at;
        token.length = strlen(result);
        reader->at += token.length;
        return token;
    }
    if (c == '$') {
        reader->at++;
        token.word = PGN_NAG;
        token.number = read_digits(reader);
        return token;
    }
    if (read_suffix(reader, &token) || read_number(reader, &token))
        return token;
    bool letter = ascii_isalpha((unsigned char)c) && c != 'T' && c != 'N'; /* which begins no glyph */
    for (size_t i = 0; !letter && i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].nag && alone(reader, at, glyphs[i].text)) {
            reader->at += strlen(glyphs[i].text);
            token.word = PGN_NAG;
            token.number = glyphs[i].nag;
            return token;
        }
    return take_move(reader, token, classical);
}

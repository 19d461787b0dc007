/* lexer.c - the lexer of PGN movetext: see lexer.h.
 *
 * PGN in practice is looser than the standard: tags share a line, there are glyphs of every kind,
 * comments are never closed. Each rule that goes beyond the standard says for which kind of file it
 * exists. */
#include "archive/pgn/lexer.h"
#include "archive/pgn/pgn_internal.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <string.h>

/* The character at an offset. A loop over the text may stop at a NUL: there is only one, after the
 * last character. */
static inline char lexer_look(const struct pgn_reader *reader, size_t at)
{
    return reader->text[at];
}

void pgn_go(struct pgn_reader *reader, size_t to)
{
    size_t end = to < reader->length ? to : reader->length;
    if (end <= reader->at)
        return;
    for (const char *feed = reader->text + reader->at;
         (feed = memchr(feed, '\n', (size_t)(reader->text + end - feed))); feed++)
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

/* True for a blank. Control characters count as blanks, since DOS files end with ^Z. */
static inline bool lexer_blank(char c)
{
    return (c > '\0' && c <= ' ') || c == 0x7F;
}

/* The length of an invisible character: zero-width spaces and joiners, direction marks, the byte
 * order mark, a soft hyphen. */
static size_t lexer_unseen(const char *text)
{
    const unsigned char *t = (const unsigned char *)text;
    if (t[0] == 0xC2)
        return t[1] == 0xAD ? 2 : 0;
    if (t[0] == 0xEF)
        return t[1] == 0xBB && t[2] == 0xBF ? 3 : 0;
    if (t[0] != 0xE2)
        return 0;
    bool direction =
        t[1] == 0x80 && ((t[2] >= 0x8B && t[2] <= 0x8F) || (t[2] >= 0xAA && t[2] <= 0xAE));
    bool joiner =
        t[1] == 0x81 && ((t[2] >= 0xA0 && t[2] <= 0xA4) || (t[2] >= 0xA6 && t[2] <= 0xA9));
    return direction || joiner ? 3 : 0;
}

/* The length of a non-ASCII blank: no-break and typographic spaces, line separators, and invisible
 * characters. */
static size_t wide_blank(const char *text)
{
    const unsigned char *t = (const unsigned char *)text;
    if (t[0] < 0x80)
        return 0;
    if (t[0] == 0xC2 && (t[1] == 0xA0 || t[1] == 0x85))
        return 2;
    if (t[0] == 0xE2 && t[1] == 0x80 &&
        ((t[2] >= 0x80 && t[2] <= 0x8A) || t[2] == 0xA8 || t[2] == 0xA9 || t[2] == 0xAF))
        return 3;
    if ((t[0] == 0xE2 && t[1] == 0x81 && t[2] == 0x9F) ||
        (t[0] == 0xE3 && t[1] == 0x80 && t[2] == 0x80))
        return 3;
    return lexer_unseen(text);
}

bool pgn_skip_blanks(struct pgn_reader *reader)
{
    int lines = 0;
    const char *here = reader->text + reader->at;
    here += *here == ' ';
    /* The usual case: a single blank. */
    if ((unsigned char)*here > ' ' && (unsigned char)*here < 0x7F) {
        reader->at = (size_t)(here - reader->text);
        return false;
    }
    for (;;) {
        size_t wide = wide_blank(reader->text + reader->at);
        if (wide) {
            reader->at += wide;
            continue;
        }
        if (!lexer_blank(lexer_look(reader, reader->at)))
            return lines > 1;
        lines += reader->text[reader->at] == '\n';
        reader->line += reader->text[reader->at++] == '\n';
    }
}

/* Skips blanks with at most one line feed, since a tag pair may span several lines. The line
 * ends may not be normalized yet. */
static size_t tag_blanks(const struct pgn_reader *reader, size_t at)
{
    for (int feeds = 0;; at++) {
        char c = lexer_look(reader, at);
        size_t wide = wide_blank(reader->text + at);
        if (c == '\n' && ++feeds > 1)
            return at;
        if (wide)
            at += wide - 1;
        else if (!lexer_blank(c))
            return at;
    }
}

static bool begins_name(const char *at)
{
    return ascii_isalnum((unsigned char)*at) || *at == '_' ||
           ((unsigned char)*at >= 0x80 && !wide_blank(at));
}

/* The end of a name: letters, digits and what the standard allows in names, also non-ASCII
 * letters. */
static size_t name_end(const struct pgn_reader *reader, size_t at)
{
    static const char others[] = "_+#=:-./'";
    for (;; at++) {
        const char *c = reader->text + at;
        if (!begins_name(c) && (!*c || !strchr(others, *c)))
            return at;
    }
}

bool pgn_tag_at(const struct pgn_reader *reader, size_t at, struct pgn_tag *tag)
{
    if (lexer_look(reader, at) != '[')
        return false;
    size_t name = at + 1;
    if (!ascii_isalpha((unsigned char)lexer_look(reader, name))) {
        name = tag_blanks(reader, name);
        if (!begins_name(reader->text + name))
            return false;
    }
    size_t end = name_end(reader, name), quote = end;
    if (lexer_look(reader, end) == ' ' && lexer_look(reader, end + 1) == '"')
        quote++;
    else
        quote = tag_blanks(reader, end);
    if (lexer_look(reader, quote) != '"')
        return false;
    if (tag)
        *tag = (struct pgn_tag){.name = name, .name_length = end - name, .value = quote + 1};
    return true;
}

bool pgn_tag_here(const struct pgn_reader *reader, size_t at)
{
    return pgn_tag_at(reader, at, NULL);
}

static bool line_start(const struct pgn_reader *reader, size_t at)
{
    return at == 0 || reader->text[at - 1] == '\n';
}

bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at)
{
    enum { NAME_LEAST = 3 };
    const char *name = reader->text + at + 1;
    if (lexer_look(reader, at) != '[' || !line_start(reader, at))
        return false;
    name += strspn(name, " \t");
    if (!ascii_isupper((unsigned char)*name))
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

/* True if a comment continues after tags that follow an empty line. If it is closed nearby, before
 * another comment begins, the tags are a quotation in it. If not, the comment was never closed and
 * the tags belong to the next game. */
static bool is_quoted(const struct pgn_reader *reader, size_t at, bool *beyond)
{
    size_t end = reader->length - at > PGN_QUOTED_MOST ? at + PGN_QUOTED_MOST : reader->length;
    for (; at < end; at++)
        if (reader->text[at] == '{' || reader->text[at] == '}')
            return reader->text[at] == '}';
    *beyond |= end == reader->length;
    return false;
}

bool pgn_game_begins(const char *text, size_t at, size_t length, bool all)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    struct pgn_reader reader = {.text = text, .length = length};
    if (text[at] != '[' || !pgn_tag_here(&reader, at))
        return false;
    size_t end = at;
    int feeds = 0;
    while (end > 0 && lexer_blank(text[end - 1]))
        feeds += text[--end] == '\n';
    bool ended = false;
    for (size_t i = 0; i < sizeof results / sizeof *results && !ended; i++) {
        size_t n = strlen(results[i]);
        ended = end >= n && !memcmp(text + end - n, results[i], n) &&
                (end == n || lexer_blank(text[end - n - 1]));
    }
    bool beyond = false;
    return ended && feeds > 1 && !is_quoted(&reader, at, &beyond) && (all || !beyond);
}

/* The end of a comment that begins at `at`. A comment that is never closed ends before the blank
 * line in front of the next game's tags. If there are no such tags, it ends at the end of the text:
 * a server's export may be cut off in the middle of a comment. */
static size_t comment_end(struct pgn_reader *reader, size_t at)
{
    size_t begin = at;
    bool quoted = false;
    for (; at < reader->length && reader->text[at] != '}'; at++) {
        if (quoted || reader->text[at] != '[' || !line_start(reader, at) ||
            !pgn_tag_here(reader, at))
            continue;
        size_t end = at;
        while (end > begin && lexer_blank(reader->text[end - 1]))
            end--;
        size_t lines = 0;
        for (size_t i = end; i < at; i++)
            lines += reader->text[i] == '\n';
        if (lines > 1 && !(quoted = is_quoted(reader, at, &reader->beyond)))
            return end;
    }
    return at;
}

/* Signs that people write for judgements, as separate words or directly after a ply. The longest
 * match counts. */
static const struct {
    const char *text;
    int nag; /* number of the judgement; 0 if the sign only repeats what the ply itself shows, such
                as check */
} glyphs[] = {
    {"+/-", 16},
    {"-/+", 17},
    {"+/=", 14},
    {"=/+", 15},
    {"+-", 18},
    {"-+", 19},
    {"+=", 14},
    {"=+", 15},
    {"==", 10},
    {"=", 10},
    {"~", 13},
    {"+--", 20},
    {"--+", 21},
    {"TN", 146},
    {"N", 146},
    /* the minus sign and dashes, used in "+-" and the like */
    {"+\xE2\x88\x92", 18},
    {"\xE2\x88\x92+", 19},
    {"+\xE2\x80\x93", 18},
    {"\xE2\x80\x93+", 19},
    {"+\xE2\x80\x94", 18},
    {"\xE2\x80\x94+", 19},
    {"+/\xE2\x88\x92", 16},
    {"\xE2\x88\x92/+", 17},
    {"+/\xE2\x80\x93", 16},
    {"\xE2\x80\x93/+", 17},
    {"+\xE2\x88\x92\xE2\x88\x92", 20},
    {"\xE2\x88\x92\xE2\x88\x92+", 21},
    {"\xE2\x88\x9E", 13},
    {"\xC2\xB1", 16},
    {"\xE2\x88\x93", 17},
    {"\xE2\xA9\xB2", 14},
    {"\xE2\xA9\xB1", 15},
    {"\xE2\x96\xA1", 7},
    {"\xE2\xA8\x80", 22},
    {"\xE2\x97\x8B", 26},
    {"\xE2\x9F\xB3", 32},
    {"\xE2\x86\x91", 36},
    {"\xE2\x86\x92", 40},
    {"\xE2\x87\x86", 132},
    {"\xE2\x8A\x95", 138},
    {"\xE2\x88\x86", 140},
    {"\xCE\x94", 140},
    {"\xE2\x8C\x93", 142},
    {"=\xE2\x88\x9E", 44},
    {"\xE2\xAF\xB9", 44},
};

bool pgn_looks_like_ply(const char *text, size_t length, bool classical)
{
    char last = classical ? 'h' : 'z', pass[16];
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] >= 'a' && text[i] <= last && text[i + 1] >= '1' && text[i + 1] <= '9')
            return true;
    for (size_t i = 0; i + 2 < length; i++)
        if (text[i + 1] == '-' && strchr("Oo0", text[i]) && strchr("Oo0", text[i + 2]))
            return true;
    if (length >= sizeof pass)
        return false;
    memcpy(pass, text, length);
    pass[length] = '\0';
    return text_is_pass(pass);
}

int pgn_glyph_named(const char *text, size_t length)
{
    /* Words that occur only after plies. Some announce check; Scid and ChessBase write the others
     * for a diagram or an editor's comment. */
    static const struct {
        const char *text;
        int nag;
    } words[] = {{"RR", 145}, {"D", 220},     {"+", 0},    {"#", 0},    {"++", 0}, {"ch", 0},
                 {"ch.", 0},  {"dbl.ch.", 0}, {"mate", 0}, {"e.p.", 0}, {"ep", 0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == length && !memcmp(words[i].text, text, length))
            return words[i].nag;
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (strlen(glyphs[i].text) == length && !memcmp(glyphs[i].text, text, length))
            return glyphs[i].nag;
    return -1;
}

/* True if this word occurs here, delimited by blanks. */
static bool lexer_alone(const struct pgn_reader *reader, size_t at, const char *text)
{
    if (lexer_look(reader, at) != text[0])
        return false;
    size_t length = strlen(text);
    if (reader->length - at < length || memcmp(reader->text + at, text, length) != 0)
        return false;
    for (at += length; lexer_unseen(reader->text + at);)
        at += lexer_unseen(reader->text + at);
    char next = lexer_look(reader, at);
    return next == '\0' || lexer_blank(next) || strchr("(){};", next) ||
           wide_blank(reader->text + at);
}

static const char *const results[] = {
    "1-0", "0-1", "1/2-1/2", "*",
    "1\xE2\x80\x93"
    "0",
    "0\xE2\x80\x93"
    "1",
    "\xC2\xBD-\xC2\xBD", "+--", "--+", "---", "1/2", "0-0", "1:0", "0:1", "0.5-0.5", "1/2:1/2",
    "\xC2\xBD:\xC2\xBD", "\xC2\xBD", "\xC2\xBD\xE2\x80\x93\xC2\xBD",
    "1/2\xE2\x80\x93"
    "1/2",
    /* the results for three players */
    "1-0-0", "0-1-0", "0-0-1", "1/2-1/2-0", "1/2-0-1/2", "0-1/2-1/2", "1/2-1/2-1/2"};

/* Finds a result as a separate word. "0-0" is castling and "+--" is a glyph; either is a result
 * only as the last word of the game. */
static const char *result_here(struct pgn_reader *reader, size_t at)
{
    char c = lexer_look(reader, at);
    if (c < '*' || c > '1') /* no result begins with this ASCII character */
        if ((unsigned char)c < 0x80)
            return NULL;
    char next = c == '0' || c == '1' ? lexer_look(reader, at + 1) : '\0';
    if (next && next != '-' && next != '/' && next != ':' && next != '.' &&
        (unsigned char)next < 0x80)
        return NULL; /* it is a move number */
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (!lexer_alone(reader, at, results[i]))
            continue;
        bool castling = !strcmp(results[i], "0-0");
        if (!castling && strcmp(results[i], "+--") != 0 && strcmp(results[i], "--+") != 0)
            return results[i];
        struct pgn_reader rest = *reader;
        rest.at = at + 3;
        bool gap = pgn_skip_blanks(&rest),
             note = lexer_look(&rest, rest.at) == '%' && line_start(&rest, rest.at);
        reader->beyond |= rest.at >= rest.length;
        if (rest.at >= rest.length || pgn_tag_here(&rest, rest.at) || note || (gap && !castling))
            return results[i];
    }
    return NULL;
}

/* Splits a run of "!" and "?" into glyph numbers of at most two characters each. */
static bool read_suffix(struct pgn_reader *reader, struct pgn_token *token)
{
    static const char *const marks[] = {"!!", "??", "!?", "?!", "!", "?"};
    static const int nags[] = {3, 4, 5, 6, 1, 2};
    if (lexer_look(reader, reader->at) != '!' && lexer_look(reader, reader->at) != '?')
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

/* Skips either check signs that stand alone, as after a judgement ("Bxf7!+"), or commas, colons and
 * full stops. Returns the offset after them; `at` if there are none. */
static size_t check_signs(const struct pgn_reader *reader, size_t at)
{
    size_t length = strspn(reader->text + at, "+#");
    if (!length)
        length = strspn(reader->text + at, ",:.");
    char next = lexer_look(reader, at + length);
    return length && (!next || lexer_blank(next) || strchr("!?(){};$", next) ||
                      wide_blank(reader->text + at + length))
               ? at + length
               : at;
}

static int read_digits(struct pgn_reader *reader)
{
    int value = 0;
    for (; lexer_look(reader, reader->at) >= '0' && lexer_look(reader, reader->at) <= '9';
         reader->at++)
        if (value < 100000)
            value = 10 * value + (reader->text[reader->at] - '0');
    return value;
}

static bool ellipsis_here(const struct pgn_reader *reader)
{
    return lexer_look(reader, reader->at) == '\xE2' &&
           !strncmp(reader->text + reader->at, "\xE2\x80\xA6", 3);
}

/* True for digits followed by a dot. */
static inline bool number_here(const struct pgn_reader *reader, size_t at)
{
    while (lexer_look(reader, at) >= '0' && lexer_look(reader, at) <= '9')
        at++;
    return lexer_look(reader, at) == '.';
}

/* Reads "12." "12..." "12": a number followed by dots, a blank or a letter. */
static bool lexer_read_number(struct pgn_reader *reader, struct pgn_token *token)
{
    size_t at = reader->at;
    if (!isdigit((unsigned char)lexer_look(reader, at)) || !strncmp(reader->text + at, "0-0", 3))
        return false;
    token->word = PGN_NUMBER;
    token->number = read_digits(reader);
    int dots = 0;
    for (; lexer_look(reader, reader->at) == '.' || ellipsis_here(reader); dots++)
        if (reader->text[reader->at] == '.') {
            reader->at++;
        } else {
            reader->at += 3; /* an ellipsis character is three dots */
            dots += 2;
        }
    size_t ahead = reader->at;
    while (lexer_look(reader, ahead) == ' ' || lexer_look(reader, ahead) == '\t')
        ahead++;
    if (dots == 1 && !strncmp(reader->text + ahead, "..", 2)) { /* "33. ..." */
        dots = 3;
        reader->at = ahead + strspn(reader->text + ahead, ".");
    }
    token->black = dots >= 2;
    return true;
}

/* True for a character that no move contains but that may end a move. Such characters are control
 * characters with the NUL at the end of the text, brackets, marks, and non-ASCII characters, some
 * of which are blanks. The constants have a bit for each. */
static inline bool may_end_move(char c)
{
    static const uint64_t ends[4] = {0x880003FFFFFFFFFF, 0xA800000028000000, UINT64_MAX,
                                     UINT64_MAX};
    return ends[(unsigned char)c >> 6] >> ((unsigned char)c & 63) & 1;
}

/* The length of a piece in parentheses after a cell, as in "e8(Q)"; 0 if there is none. */
static size_t promotion_here(const struct pgn_reader *reader, size_t at)
{
    char man = lexer_look(reader, at + 1), before = at ? reader->text[at - 1] : '\0';
    bool cell = before == '1' || before == '8' || before == '=';
    return cell && man && strchr("QRBNqrbn", man) && lexer_look(reader, at + 2) == ')' ? 3 : 0;
}

/* The end of a move. */
static size_t move_end(const struct pgn_reader *reader, size_t at, bool classical)
{
    for (;; at++) {
        char c = reader->text[at];
        if (!may_end_move(c))
            continue;
        if (!c || lexer_blank(c) || strchr("{}!?;)", c))
            break;
        if ((unsigned char)c >= 0x80 && wide_blank(reader->text + at)) {
            size_t inside = at;
            while (lexer_unseen(reader->text + inside)) /* invisible characters within a word are
                                                           ignored */
                inside += lexer_unseen(reader->text + inside);
            char next = lexer_look(reader, inside);
            if (inside == at || !next || lexer_blank(next) || wide_blank(reader->text + inside))
                break;
            at = inside - 1;
            continue;
        }
        if (c == '$' && (classical || isdigit((unsigned char)lexer_look(reader, at + 1))))
            break;
        if (c == '(') {
            char turn = lexer_look(reader, at + 1);
            size_t promotion = classical ? promotion_here(reader, at) : 0;
            if (promotion)
                at += promotion - 1;
            else if (classical || (turn != 'r' && turn != 'l') || lexer_look(reader, at + 2) != ')')
                break;
            else
                at += 2;
        }
        if (classical && (c == '[' || c == ']'))
            break;
    }
    return at;
}

static struct pgn_token lexer_read_comment(struct pgn_reader *reader, struct pgn_token token)
{
    size_t end;
    token.word = PGN_COMMENT;
    token.text = reader->text + reader->at + 1;
    if (lexer_look(reader, reader->at) == ';')
        for (end = reader->at; end < reader->length && reader->text[end] != '\n'; end++)
            continue;
    else
        end = comment_end(reader, reader->at + 1);
    token.length = end - reader->at - 1;
    pgn_go(reader,
           lexer_look(reader, end) == '}' && lexer_look(reader, reader->at) == '{' ? end + 1 : end);
    return token;
}

/* Skips meaningless characters: a closing brace without an opening one, dots without a number,
 * "e.p." after "bxa6" and a blank. */
static bool skip_silent(struct pgn_reader *reader)
{
    char c = lexer_look(reader, reader->at);
    if (c == '+' || c == '#' || c == ',' || c == ':') {
        size_t end = check_signs(reader, reader->at);
        bool silent = end > reader->at;
        reader->at = end;
        return silent;
    }
    if (c != '}' && c != '.' && c != 'e' && c != '[')
        return false;
    if (c == '}' || c == '.')
        reader->at++;
    else if (lexer_alone(reader, reader->at, "e.p."))
        reader->at += 4;
    else if (lexer_alone(reader, reader->at, "ep"))
        reader->at += 2;
    else if (c == '[' && !strncmp(reader->text + reader->at, "[pgn]", 5)) /* forums put "[pgn]"
                                                                             before a game and
                                                                             "[/pgn]" after it */
        reader->at += 5;
    else if (c == '[' && !strncmp(reader->text + reader->at, "[/pgn]", 6))
        reader->at += 6;
    else
        return false;
    return true;
}

/* True if a letter can only begin a move. For "N" and "e" the next character decides, since "N"
 * and "ep" are words, too. */
static inline bool begins_move(const char *at)
{
    char c = at[0];
    if (c == 'N' || c == 'e') {
        char next = at[1]; /* read the next character only after a letter, because the text may end
                              at `at` */
        return (next >= '1' && next <= '8') || next == 'x' ||
               (c == 'N' && next >= 'a' && next <= 'h');
    }
    return (c >= 'a' && c <= 'h') || c == 'K' || c == 'Q' || c == 'R' || c == 'B' || c == 'O';
}

static struct pgn_token lexer_take_move(struct pgn_reader *reader, struct pgn_token token,
                                        bool classical)
{
    size_t at = reader->at, end = move_end(reader, at, classical);
    token.word = PGN_MOVE;
    token.text = reader->text + at;
    token.length = end > at ? end - at : 1;
    reader->at += token.length;
    return token;
}

/* The end of a command without braces, "[%clk 0:41:07]", which counts as a comment; 0 if there is
 * none. */
static size_t command_end(const struct pgn_reader *reader, size_t at)
{
    enum { MOST = 1000 };
    if (lexer_look(reader, at + 1) != '%')
        return 0;
    size_t end = at;
    while (end - at < MOST && reader->text[end] && !strchr("]}\n", reader->text[end]))
        end++;
    return reader->text[end] == ']' ? end + 1 : 0;
}

size_t pgn_cut_glyph(const char *text, size_t length, size_t longer)
{
    size_t best = 0;
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        size_t n = strlen(glyphs[i].text);
        if (n < length && n > best && (!longer || n < longer) &&
            !memcmp(text + length - n, glyphs[i].text, n))
            best = n;
    }
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t n = strlen(results[i]);
        if (n < length && n > best && (!longer || n < longer) &&
            !memcmp(text + length - n, results[i], n))
            best = n;
    }
    size_t signs = 0;
    while (signs + 1 < length && strchr(",:.", text[length - 1 - signs]))
        signs++;
    if (signs > best && (!longer || signs < longer))
        best = signs;
    if (!best && !longer && length > 1 && text[length - 1] == 'D')
        best = 1;
    return best;
}

struct pgn_token pgn_word(struct pgn_reader *reader, bool classical)
{
    struct pgn_token token = {.word = PGN_END};
    do {
        token.after_blank = pgn_skip_blanks(reader) || token.after_blank;
        token.start = reader->at;
        if (begins_move(reader->text + reader->at))
            return lexer_take_move(reader, token, classical);
    } while (skip_silent(reader));
    size_t at = token.start;
    char c = lexer_look(reader, at);
    if (at >= reader->length ||
        (c == '[' &&
         (pgn_tag_here(reader, at) || (token.after_blank && pgn_bare_tag_here(reader, at)))))
        return token;
    if (c == '%' && line_start(reader, at)) {
        token.word = PGN_NOTE;
        token.text = reader->text + at;
        token.length = strcspn(token.text, "\n");
        reader->at += token.length;
        return token;
    }
    if (c == '{' || c == ';')
        return lexer_read_comment(reader, token);
    size_t command = c == '[' ? command_end(reader, at) : 0;
    if (command) {
        token.word = PGN_COMMENT;
        token.text = reader->text + at;
        token.length = command - at;
        reader->at = command;
        return token;
    }
    if (c == '(' || c == ')') {
        reader->at++;
        token.word = c == '(' ? PGN_OPEN : PGN_CLOSE;
        return token;
    }
    bool counts = c >= '1' && c <= '9' && number_here(reader, at); /* digits and a dot are a move
                                                                      number, so this is not a
                                                                      result */
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
    if (read_suffix(reader, &token) || lexer_read_number(reader, &token))
        return token;
    /* True if the letter begins no judgement, so that it need not be compared with all of them. */
    bool letter = ascii_isalpha((unsigned char)c) && c != 'T' && c != 'N';
    for (size_t i = 0; !letter && i < sizeof glyphs / sizeof *glyphs; i++)
        if (lexer_alone(reader, at, glyphs[i].text)) {
            reader->at += strlen(glyphs[i].text);
            token.word = PGN_NAG;
            token.number = glyphs[i].nag;
            return token;
        }
    return lexer_take_move(reader, token, classical);
}

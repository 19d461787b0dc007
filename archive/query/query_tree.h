/* query_tree.h - the syntax tree of a parsed query.
 *
 *  Used by the files of this folder and by the searches for candidates in indexes and packs. */
#ifndef CHESSCADE_ARCHIVE_QUERY_QUERY_TREE_H
#define CHESSCADE_ARCHIVE_QUERY_QUERY_TREE_H

#include "archive/query/query.h"
#include "archive/yaml/value.h"

/* near:TEXT differs finds positions that differ in at most this many cells.
 * archive/index/prefilter.c enumerates all of them, so a larger limit would be too slow. */
enum { QUERY_NEAR_CELLS = 2 };

enum term_kind { TERM_ALL, TERM_AND, TERM_OR, TERM_NOT, TERM_TEXT, TERM_REGEX, TERM_KEY };

/* K(enum name, "key", what it needs, "example", "help") */
#define QUERY_KEYS(K)                                                                             \
    K(ASK_WHITE, "white", QUERY_LISTING, "morphy", "who plays White")                             \
    K(ASK_BLACK, "black", QUERY_LISTING, "morphy", "who plays Black")                             \
    K(ASK_RED, "red", QUERY_LISTING, "mia", "who plays Red")                                      \
    K(ASK_PLAYER, "player", QUERY_LISTING, "morphy", "who plays, on any side")                    \
    K(ASK_EVENT, "event", QUERY_LISTING, "hastings", "the event's name")                          \
    K(ASK_SITE, "site", QUERY_LISTING, "london", "where it was played")                           \
    K(ASK_ROUND, "round", QUERY_LISTING, "10", "the round")                                       \
    K(ASK_DATE, "date", QUERY_LISTING, "1850..1860", "when: 1858, 2024-01..06, >=1990, 185?-12")  \
    K(ASK_VARIANT, "variant", QUERY_LISTING, "turn*", "the variant's id; * stands for anything")  \
    K(ASK_FAMILY, "family", QUERY_LISTING, "croatian", "the family of the variant")               \
    K(ASK_RESULT, "result", QUERY_LISTING, "1-0", "the score: 1-0 0-1 1/2 * or white black draw") \
    K(ASK_ECO, "eco", QUERY_LISTING, "C41", "the opening's code; C4* for a group")                \
    K(ASK_PLIES, "plies", QUERY_LISTING, ">40", "how many plies")                                 \
    K(ASK_ID, "id", QUERY_LISTING, "01JD9T", "how the id begins")                                 \
    K(ASK_STATUS, "status", QUERY_LISTING, "damaged",                                             \
      "damaged, good, live (no result yet) or over")                                              \
    K(ASK_HAS, "has", QUERY_RECORD, "comment", "comment line nag mark clock step broken")         \
    K(ASK_NAG, "nag", QUERY_RECORD, "!!", "a judgement: !! ?? !? ?! ! ? or its number")           \
    K(ASK_TEXT, "text", QUERY_RECORD, "\"open file\"", "words of comments")                       \
    K(ASK_BY, "by", QUERY_RECORD, "ana", "who signed a comment, a mark or a variation")           \
    K(ASK_TAG, "tag", QUERY_LISTING, "miniature", "a tag of the game")                            \
    K(ASK_OPTION, "option", QUERY_LISTING, "siege=lose", "an option of the rules")                \
    K(ASK_CLOCK, "clock", QUERY_LISTING, "90+30", "the time control as it is written")            \
    K(ASK_END, "end", QUERY_LISTING, "resign", "why it ended")                                    \
    K(ASK_MOVE, "move", QUERY_RECORD, "Qf7",                                                      \
      "a move within a ply: Qf7 also finds Qd5-f7 and Qxf7")                                      \
    K(ASK_PLY, "ply", QUERY_RECORD, "Q*xf7",                                                      \
      "a whole ply; * any text, ? one character; Qxf7+ Qxf7# Qxf7!")                              \
    K(ASK_CASCADE, "cascade", QUERY_RECORD, ">=3", "members of a ply")                            \
    K(ASK_TURN, "turn", QUERY_RECORD, "b@sw",                                                     \
      "a piece facing that way; a ply ending with (r), (l)")                                      \
    K(ASK_RING, "ring", QUERY_POSITIONS, "[(o)]", "a stack of rings on the board")                \
    K(ASK_CAPTURE, "capture", QUERY_POSITIONS, "Q",                                               \
      "a piece with this letter, of either side, is captured")                                    \
    K(ASK_PIECE, "piece", QUERY_POSITIONS, "N@e5",                                                \
      "a piece on a cell, or within e4..g6; N white, n black")                                    \
    K(ASK_MATERIAL, "material", QUERY_POSITIONS, "KRkr",                                          \
      "exactly these pieces on the board; also KRvKR")                                            \
    K(ASK_POS, "pos", QUERY_POSITIONS, "here", "a position: here, or a quoted position text")     \
    K(ASK_NEAR, "near", QUERY_POSITIONS, "here", "like pos, but up to two cells may differ")      \
    K(ASK_SAVED, "saved", QUERY_LISTING, "endings",                                               \
      "the games that the saved search of "                                                       \
      "that name finds")                                                                          \
    K(ASK_IN, "in", QUERY_LISTING, "variations", "look into variations too")                      \
    K(ASK_SORT, "sort", QUERY_LISTING, "date", "how the list is sorted")

enum key {
#define ASK_NAME(name, text, need, example, help) name,
    QUERY_KEYS(ASK_NAME)
#undef ASK_NAME
        KEYS
};

struct term {
    enum term_kind kind;
    enum key key;
    int left, right; /* indices of the operand terms; AND and OR have two operands, NOT has only
                        `left` */
    char *text; /* for TEXT and KEY: the text searched for, owned. For REGEX: a literal that every
                   match contains, or NULL if none is known */
    struct query_regex *regex; /* the compiled regular expression of a REGEX term, owned */
    bool variations;           /* true if the term also searches variations */
    bool ranged; /* true if the text was a range or comparison; it is then stored in low..high */
    int64_t low, high;
    /* For the keys move: and ply: the signs required after the ply. The parser pairs such a term
     * with one without signs, which indexes can evaluate better. */
    char check[3]; /* required sign: "+" for check, "++" for double check, "#" for mate, "" for none
                    */
    uint8_t nag;   /* required judgement of the ply (a NAG number); 0 if none is required */
    bool hint;     /* true for the term without signs that the parser adds beside one with signs. It
                      only narrows the search; the term with signs decides */
};

struct query {
    struct term *term;
    int n, room, root;
    bool variations; /* true while parsing inside parentheses in which in:variations occurs */
    char sort[32];
    const struct position *here; /* the position that pos:here means, borrowed */
};

/* The key with a name of `length` bytes; KEYS if there is none. */
enum key query_key_named(const char *name, size_t length);
enum query_need query_key_need(enum key key);
const char *query_key_name(enum key key);

/* ---- values.c ---- */

/* Checks that the text of a term is valid for its key. Stores ranges in the term, and stores the
 * settings in: and sort: in the query. Converts an id to capitals, and the name of an ending to the
 * letters of both sides. `at` is the byte of the query where the value begins (after a quotation
 * mark, if any); if the value is invalid, the note points to that byte. */
int query_value_check(struct query *query, struct term *term, int at, bool quoted,
                      struct note *why);

/* ---- values.c ---- */

/* Parses "3", ">40", "<=7", "10..20", "..5" into low..high; false if it is none of these. */
bool query_number_range(const char *text, int64_t *low, int64_t *high);
/* Parses an existing date, or a range of them, into numbers yyyymmdd: the first and the last day
 * that it may mean. False if it is invalid: *wrong is then the offset of the error. */
bool query_date_range(const char *text, int64_t *low, int64_t *high, size_t *wrong);
/* True if a game's date matches the wanted date, given both as text and as range. Unknown parts of
 * either date match anything. But a game whose year is completely unknown matches only if the
 * wanted year is unknown, too: the wanted date ????-??-?? finds the game, 1850..1860 does not. */
bool query_date_fits(const char *date, const char *wanted, int64_t low, int64_t high);

/* ---- text.c ---- */

/* True if a text certainly does not occur in a game stored as these bytes, when both are compared
 * in folded form (archive/util/sanitize.h). A quick test before parsing the game: false if
 * uncertain (texts that YAML can write in several ways, files in a foreign layout). */
bool query_bytes_lack(const char *bytes, size_t size, const char *text);
/* Special characters for query_bytes_lack(). QUERY_WITHIN_PLY stands after the first letter of a
 * text: anything may come between this letter and the rest, within one ply. QUERY_PAWN stands first
 * in a text: search only plies that may be a pawn's. */
#define QUERY_WITHIN_PLY '\1'
#define QUERY_PAWN '\2'
/* True if a text matches a pattern with * and ?, ignoring case. */
bool query_globs(const char *text, const char *pattern);

/* ---- regex.c ---- */

/* Compiles a PCRE2 regular expression, ignoring case. FAIL_TEXT if it is invalid or too large;
 * why->offset is the byte. */
int query_regex_new(struct query_regex **out, const char *pattern, struct note *why);
void query_regex_free(struct query_regex *regex);
/* True if the regular expression matches somewhere in the text; false also if the search would
 * exceed the steps or memory allowed per text. Use it in one thread at a time. */
bool query_regex_fits(struct query_regex *regex, const char *text);
/* The number of texts for which query_regex_fits() gave up because it reached a limit. */
int query_regex_given_up(const struct query_regex *regex);
/* The longest run of letters and digits that every match of a regular expression contains, ignoring
 * case; owned, NULL if none is known. */
char *query_regex_literal(const char *pattern);

/* ---- match.c ---- */

/* True if the query has no conditions, so that every game matches. */
bool query_asks_nothing(const struct query *query);
/* True if one text of a listing matches a term whose key takes a text (all keys but plies, id
 * and status). */
bool query_text_fits(const struct term *term, const char *text);
/* True if the text contains the term's text or matches its regular expression. `text` may be NULL:
 * false. */
bool query_says(const struct term *term, const char *text);

/* ---- match.c ---- */

/* The NAG number of a judgement or glyph given as a sign or a number; -1 if it is neither. */
int query_nag(const char *text);
/* The words that the key "has" accepts; the list ends with NULL. */
extern const char *const query_has_words[];
/* query_has_wanted() returns the bit for a word that the key "has" accepts. query_has_of() returns
 * the bits of everything that a game has. */
unsigned query_has_wanted(const char *word);
unsigned query_has_of(const struct record *record);
/* Records that a ply of the main line matches. */
void query_hit_at(struct query_hit *hit, int ply);
/* True if a term that needs the record or its positions matches. Matching plies are recorded in
 * `hit`. */
bool query_record_fits(const struct query *query, const struct term *term,
                       const struct record *record, struct query_hit *hit);

/* ---- match_position.c ---- */

/* True if a term looks for single plies by their notation. Signs after the ply do not count,
 * since testing them needs the board and the notes. */
bool query_asks_plies(const struct term *term);
bool query_asks_signs(const struct term *term);
/* query_bare_ply() returns the length of a ply's text without its check signs and judgements, which
 * are only for readers. query_ply_fits() returns true if a ply without these signs matches, in long
 * or short form. */
size_t query_bare_ply(const char *text);
bool query_ply_fits(const struct term *term, const char *bare);
/* Writes what the bytes of a game must contain for a term move: or ply: to match, with the
 * special characters of query_bytes_lack(); "" if nothing can be required. */
void query_ply_piece(const struct term *term, char *out, size_t size);

/* ---- match_position.c: terms that ask for plies or positions ---- */
/* A rectangle of cells on a board, given by files and ranks as in cell names. */
struct cell_range {
    char first_file, last_file;
    int first_rank, last_rank;
};
/* Parses "e5", "e5..g7", or "e5.." (from there to the end of the board). */
bool query_cells_read(const char *text, struct cell_range *range);
/* Parses the compass direction that a piece faces: 0 for "n" to 7 for "nw". -1 if the text is not a
 * direction. */
int query_facing(const char *text);
/* Calls `each` for every ply of a game, in the main line and in all variations. */
typedef void query_ply_fn(void *argument, const char *text, bool variation);
void query_each_ply(const struct record *record, query_ply_fn *each, void *argument);
bool query_moves_fit(const struct query *query, const struct term *term,
                     const struct record *record, struct query_hit *hit);

/* ---- The header texts that a bare word of a query searches, besides those of the listing.
 *
 * These are texts that people wrote about the game: ratings, titles, tags, unknown headers.
 * Technical headers (notation, sides, end position, edits, names of PGN tags) are left out,
 * otherwise every game would match "san" and "pgn". Queries and indexes use the same texts. */

/* The callback returns true to stop the iteration. */
typedef bool head_word_fn(void *argument, const char *text);

/* Calls `each` for the header texts of a record; returns true if it stopped. */
bool head_words(const struct value *head, head_word_fn *each, void *argument);

#endif

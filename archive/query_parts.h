/* query_parts.h - a query as a tree, from inside: for the files query*.c, and for those that look in indexes and packs, or plies as
 * they are written, for what may fit. */
#ifndef CHESSCADE_QUERY_PARTS_H
#define CHESSCADE_QUERY_PARTS_H

#include "archive/query.h"

/* Cells in which a position that near: finds differs at most. sieve_position.c goes through all of them: more would be too many. */
enum { QUERY_NEAR_CELLS = 2 };

enum term_kind { TERM_ALL, TERM_AND, TERM_OR, TERM_NOT, TERM_TEXT, TERM_REGEX, TERM_KEY };

/* K(enum name, "key", what it must see, "example", "help") */
#define QUERY_KEYS(K)                                                                                        \
    K(ASK_WHITE, "white", QUERY_LISTING, "morphy", "who plays White")                                        \
    K(ASK_BLACK, "black", QUERY_LISTING, "morphy", "who plays Black")                                        \
    K(ASK_RED, "red", QUERY_LISTING, "mia", "who plays Red")                                                 \
    K(ASK_PLAYER, "player", QUERY_LISTING, "morphy", "who plays, whatever side")                             \
    K(ASK_EVENT, "event", QUERY_LISTING, "hastings", "the event's name")                                     \
    K(ASK_SITE, "site", QUERY_LISTING, "london", "where it was played")                                      \
    K(ASK_ROUND, "round", QUERY_LISTING, "10", "the round")                                                  \
    K(ASK_DATE, "date", QUERY_LISTING, "1850..1860", "when: 1858, 2024-01..06, >=1990, 185?-12")             \
    K(ASK_VARIANT, "variant", QUERY_LISTING, "turn*", "the variant's id; * stands for anything")             \
    K(ASK_FAMILY, "family", QUERY_LISTING, "croatian", "the family of the variant")                          \
    K(ASK_RESULT, "result", QUERY_LISTING, "1-0", "the score: 1-0 0-1 1/2 * or white black draw")            \
    K(ASK_ECO, "eco", QUERY_LISTING, "C41", "the opening's code; C4* for a group")                           \
    K(ASK_PLIES, "plies", QUERY_LISTING, ">40", "how many plies")                                            \
    K(ASK_ID, "id", QUERY_LISTING, "01JD9T", "how the id begins")                                            \
    K(ASK_STATUS, "status", QUERY_LISTING, "damaged", "damaged, good, live (no result yet) or over")         \
    K(ASK_HAS, "has", QUERY_RECORD, "comment", "comment line nag mark clock step broken")                    \
    K(ASK_NAG, "nag", QUERY_RECORD, "!!", "a judgement: !! ?? !? ?! ! ? or its number")                      \
    K(ASK_TEXT, "text", QUERY_RECORD, "\"open file\"", "words of comments")                                  \
    K(ASK_BY, "by", QUERY_RECORD, "ana", "who signed a comment, a mark or a variation")                           \
    K(ASK_TAG, "tag", QUERY_LISTING, "miniature", "a tag of the game")                                       \
    K(ASK_OPTION, "option", QUERY_LISTING, "siege=lose", "an option of the rules")                           \
    K(ASK_CLOCK, "clock", QUERY_LISTING, "90+30", "the time control as it is written")                       \
    K(ASK_END, "end", QUERY_LISTING, "resign", "why it ended")                                               \
    K(ASK_MOVE, "move", QUERY_RECORD, "Qf7", "a move, a member of a ply: Qf7 is Qd5-f7 and Qxf7, too")                         \
    K(ASK_PLY, "ply", QUERY_RECORD, "Q*xf7", "a whole ply; * is anything, ? a sign; Qxf7+ Qxf7# Qxf7!") \
    K(ASK_CASCADE, "cascade", QUERY_RECORD, ">=3", "members of a ply")                                       \
    K(ASK_TURN, "turn", QUERY_RECORD, "b@sw", "a piece that faces so, or turns (r) or (l)")                  \
    K(ASK_RING, "ring", QUERY_POSITIONS, "[(o)]", "a stack of rings on the board")                           \
    K(ASK_CAPTURE, "capture", QUERY_POSITIONS, "Q", "a piece of that letter is taken, of whichever side")    \
    K(ASK_PIECE, "piece", QUERY_POSITIONS, "N@e5", "a piece on a cell, or within e4..g6; N white, n black")  \
    K(ASK_MATERIAL, "material", QUERY_POSITIONS, "KRkr", "exactly these pieces on the board, or KRvKR")      \
    K(ASK_POS, "pos", QUERY_POSITIONS, "here", "a position: here, or a quoted position text")                \
    K(ASK_NEAR, "near", QUERY_POSITIONS, "here", "a position that differs in at most two cells")             \
    K(ASK_SAVED, "saved", QUERY_LISTING, "endings", "what the search kept under that name finds")            \
    K(ASK_IN, "in", QUERY_LISTING, "variations", "look into variations too")                                 \
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
    int left, right;      /* of AND, OR; left of NOT: indices of terms */
    char *text;           /* of TEXT and KEY, owned; of REGEX letters that stand in whatever fits it, NULL: it is not known which */
    struct query_regex *regex; /* of REGEX, owned */
    bool variations;      /* look into variations, too */
    bool ranged;          /* the text was a range or comparison: low..high */
    int64_t low, high;
    /* Of move: and ply:, what stood behind the ply. Such a term has one without signs beside it, which indexes know more of. */
    char check[3]; /* "+" gives check, "++" double check, "#" mate; "" not asked */
    uint8_t nag;   /* a judgement, 0: not asked */
    bool hint;     /* this is the one beside it: only for indexes, the other one decides */
};

struct query {
    struct term *term;
    int n, room, root;
    bool variations; /* while it is read: in:variations stands in these parentheses */
    char sort[32];
    const struct position *here; /* borrowed */
};

/* The key of a name of some length; KEYS for none. */
enum key query_key_named(const char *name, size_t length);
enum query_need query_key_need(enum key key);
const char *query_key_name(enum key key);

/* ---- query_value.c ---- */

/* Is the text of a term what its key takes? Ranges are read into the term, in: and sort: into the query, an
 * id becomes capitals, the pieces of an ending letters of both sides. `at`: the byte of the query the value
 * begins at, in quotes or not; the note tells the one that is wrong. */
int query_value_check(struct query *query, struct term *term, int at, bool quoted, struct note *why);

/* ---- query_range.c ---- */

/* Read "3", ">40", "<=7", "10..20", "..5" into low..high; false when it is none of these. */
bool query_number_range(const char *text, int64_t *low, int64_t *high);
/* Read a date or a range of dates, of days there are, as yyyymmdd numbers; unknown parts are the widest. False: where it is wrong,
 * *wrong. */
bool query_date_range(const char *text, int64_t *low, int64_t *high, size_t *wrong);
/* Does a game's date fit what a query asks for, as a text and as a range? What is not known of either may be anything, but a game
 * without any year is of no particular one: ????-??-?? finds it, 1850..1860 does not. */
bool query_date_fits(const char *date, const char *wanted, int64_t low, int64_t high);

/* ---- query_text.c ---- */

/* True if a text is certainly nowhere in a game that is stored as these bytes, both folded (folded.h). A quick look before the game
 * is parsed: false where it cannot know (texts that YAML may write in another way, files that are not ours). */
bool query_bytes_lack(const char *bytes, size_t size, const char *text);
/* Between a first letter and the rest of such a text: anything, within a ply. As the first letter: no piece but a pawn goes
 * there. */
#define QUERY_WITHIN_PLY '\1'
#define QUERY_PAWN '\2'
/* Does a text fit a pattern with * and ?, capitals or not? */
bool query_globs(const char *text, const char *pattern);

/* ---- query_regex.c ---- */

/* A regular expression of PCRE2, capitals or not. FAIL_TEXT: it cannot be read or is too large; why->offset is the byte. */
int query_regex_new(struct query_regex **out, const char *pattern, struct note *why);
void query_regex_free(struct query_regex *regex);
/* True if it is found in the text; false, too, if that would take more steps or memory than a text may. One thread at a time. */
bool query_regex_fits(struct query_regex *regex, const char *text);
/* How many texts were given up so. */
int query_regex_given_up(const struct query_regex *regex);
/* A run of letters and digits, the longest there is, that stands, capitals or not, in every text a regular
 * expression fits; owned, NULL: none
 * is known. */
char *query_regex_literal(const char *pattern);

/* ---- query_fit.c ---- */

/* Does every game fit? */
bool query_asks_nothing(const struct query *query);
/* Does one text of a listing fit, where a term asks for a text: every key but plies, id and status? */
bool query_text_fits(const struct term *term, const char *text);
/* Is the term's text in that one, or does that one fit its regular expression? `text` may be NULL: no. */
bool query_says(const struct term *term, const char *text);

/* ---- query_record.c ---- */

/* A judgement or glyph by its sign or number, -1. */
int query_nag(const char *text);
/* The words of has:, NULL at the end. */
extern const char *const query_has_words[];
/* What such a word asks for, and what a game has, as bits. */
unsigned query_has_wanted(const char *word);
unsigned query_has_of(const struct record *record);
/* A ply of the main line fits. */
void query_hit_at(struct query_hit *hit, int ply);
/* Does a term that must see the record, or positions, fit? `hit` collects plies. */
bool query_record_fits(const struct query *query, const struct term *term, const struct record *record,
                       struct query_hit *hit);

/* ---- query_move.c ---- */

/* Does a term ask for plies as they are written, each by itself? Not with signs behind the ply: these need the board and the notes. */
bool query_asks_plies(const struct term *term);
bool query_asks_signs(const struct term *term);
/* How long a ply is without what is written for readers only, check signs and judgements; does such a ply fit, written in the long
 * form or in the short one? */
size_t query_bare_ply(const char *text);
bool query_ply_fits(const struct term *term, const char *bare);
/* What must stand in the bytes of a game for move: or ply: to fit, with the signs query_bytes_lack() takes; "" where nothing is
 * known. */
void query_ply_piece(const struct term *term, char *out, size_t size);

/* ---- query_plies.c: the same of a term that asks for plies or positions ---- */
/* A part of a board: files and ranks as cells name them. */
struct cell_range {
    char first_file, last_file;
    int first_rank, last_rank;
};
/* "e5", "e5..g7", and "e5..": everything from there on. */
bool query_cells_read(const char *text, struct cell_range *range);
/* Where a piece faces, by its name: 0 "n" to 7 "nw"; -1. */
int query_facing(const char *text);
/* Tell of each ply of a game, the main line's and all others'. */
typedef void query_ply_fn(void *argument, const char *text, bool variation);
void query_each_ply(const struct record *record, query_ply_fn *each, void *argument);
bool query_moves_fit(const struct query *query, const struct term *term, const struct record *record, struct query_hit *hit);

#endif

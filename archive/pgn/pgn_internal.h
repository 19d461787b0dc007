/* pgn_internal.h - internals shared by the files of archive/pgn. */
#ifndef CHESSCADE_ARCHIVE_PGN_PGN_INTERNAL_H
#define CHESSCADE_ARCHIVE_PGN_PGN_INTERNAL_H

#include "archive/pgn/pgn.h"

struct schema_key;
struct ruleset;

/* Copies at most `length` bytes of the reader's text, trimmed; owned by the caller. */
char *pgn_cut(const char *text, size_t length);

/* --- texts (charset.c) --- */

/* A text being written. */
struct pgn_text {
    char *text;
    int length, room;
    int column; /* column at which the next word goes on the current line */
};
/* Reserves room for `length` bytes and a NUL: the caller writes them and adds them to the
 * length. */
char *pgn_room(struct pgn_text *out, size_t length);
void pgn_put(struct pgn_text *out, const char *text);
/* Appends the first `length` bytes of a text. */
void pgn_put_cut(struct pgn_text *out, const char *text, size_t length);
/* True if a text can be written to a file unchanged. */
bool pgn_is_clean(const char *text);
/* True if the unread rest of a game can be written as it is. */
bool pgn_unparsed_is_clean(const struct record *record);
/* True if this rest of a game, written before a result, is the same rest when it is read. */
bool pgn_rest_reads_back(const char *rest, bool classical);
/* pgn_text_put() writes a comment's text, with commands for characters that are not allowed in
 * comments. pgn_character_take() parses such a command and returns its length, 0 if there is
 * none. */
void pgn_text_put(struct pgn_text *out, const char *text);
size_t pgn_character_take(const char *text, size_t length, char out[8]);

/* --- tags (tags.c) --- */

/* The headers expressed by tag pairs (reader.c), as a record owned by the caller. */
struct record *pgn_tags_read(const char *tags);
/* Puts one tag pair into a record's headers. The variant must be put first: see pgn_tags_read(). */
void pgn_tag_put(struct record *record, const char *name, const char *value);
/* Keeps a tag that has no corresponding header. */
void pgn_header_put(struct record *record, const char *name, const char *value);
/* Fills in what every game has: two players, a score and its points. */
void pgn_tags_complete(struct record *record);
/* Fills the empty standard headers with PGN's marks for unknown values ("?"). Most records leave
 * these headers empty instead of containing the marks. */
void pgn_unknowns_put(struct record *record);
/* Sets the score's points, if it has any. */
void pgn_score_put(struct record *record, const char *score);
void pgn_tags_write(const struct record *record, struct pgn_text *out);
/* True if the tags certainly express all of a record's headers, byte for byte. The keys `others`
 * (NULL-terminated) do not count. If it returns false, the tags may still express all headers: the
 * caller must read the tags back to find out. */
bool pgn_tags_tell(const struct value *head, const char *const *others);

/* --- setups (tags.c) --- */

/* Repairs an unreadable setup of orthodox chess; false if that is impossible. *doubtful becomes
 * true if the repaired position may allow other plies than the position that was meant. */
bool pgn_setup_mend(const struct ruleset *rules, const char *text, char *out, size_t size,
                    bool *doubtful);
/* True if a setup has all fields of a position, as other programs require. */
bool pgn_setup_is_whole(const char *text);
/* True if the tags say that a setup is to stay as it is: [CcWritten "FEN"]. Removes that from the
 * record; the writer puts it back where it is needed. */
bool pgn_setup_take_as_written(struct record *record);

/* --- commands in comments (comments.c) --- */

/* pgn_value_put() appends ' key="value"', or nothing if the value is NULL. Characters that would
 * end the value or the comment are written as %XX. */
void pgn_value_put(struct pgn_text *out, const char *key, const char *value);
/* The decoded value of a key in a command's arguments, owned by the caller; NULL if it is
 * missing. */
char *pgn_value_take(const char *arguments, const char *key);
/* Parses marks such as "Gd4,Re5", or with `arrows` such as "Ge2e4". Invalid items go to *rest,
 * owned by the caller ("Xd4,?"); *rest is NULL if there are none. False, with nothing added, if
 * no item is valid or there are too many. */
bool pgn_colours_read(const char *text, bool arrows, struct marks *marks, char **rest);
/* Parses the arguments of [%cc.mark]. Returns false and adds nothing if they are not in the form
 * that this program writes. */
bool pgn_mark_take(const char *arguments, struct marks *marks);
void pgn_marks_put(struct pgn_text *out, const struct marks *marks);
/* Parses [%cc.step] and [%cc.stepmark], the notes on a member of a ply. Returns false and adds
 * nothing if they are not in the form that this program writes. */
bool pgn_step_take(const char *name, const char *arguments, struct notes *notes);
void pgn_step_put(struct pgn_text *out, const struct step_note *step);
/* True if the text is H:MM:SS with up to three decimals, the archive's clock format. */
bool pgn_is_clock(const char *text);
/* Converts a clock in another form ("0:1:5", "5:03") to the archive's format. False if it is
 * uncertain whether the text is a clock. */
enum { PGN_CLOCK_ROOM = 16 };
bool pgn_clock_read(const char *text, char out[static PGN_CLOCK_ROOM]);
/* Parses an evaluation for the key `eval`: "0.17", "-1.20,18", "#-3", or forms that other
 * programs write ("+0.2", "12.34/20"). *exact becomes true if writing the value gives the same
 * bytes. False if it is invalid. */
bool pgn_eval_read(const char *text, struct value *other, bool *exact);
/* Writes [%eval] for an evaluation; false, with nothing written, if it could not be read back. */
bool pgn_eval_put(struct pgn_text *out, const struct value *eval);

/* --- what PGN cannot express (extensions.c) --- */

/* pgn_more_put() appends ' key="{...}"' for a non-empty map. pgn_more_take() parses such a text
 * into an empty map, but leaves out the keys in `known` (NULL: none). It returns false and reads
 * nothing if the text is invalid. */
void pgn_more_put(struct pgn_text *out, const char *key, const struct value *map);
bool pgn_more_take(const char *arguments, const char *key, const struct schema_key *known,
                   struct value *map);
/* pgn_ply_put() writes the keys of a ply that no other command covers; pgn_ply_take() stores
 * such keys in `other`. */
void pgn_ply_put(struct pgn_text *out, const struct notes *notes);
void pgn_ply_take(const struct value *map, struct value *other);
/* True if the commands can be written to comments unchanged and say exactly what the game, line
 * or ply contains, and nothing else. For a ply, `notes` are its notes. */
enum pgn_place { PGN_AT_GAME, PGN_AT_LINE, PGN_AT_PLY };
bool pgn_commands_are_told(const struct value *commands, enum pgn_place place,
                           const struct notes *notes);
void pgn_commands_put(struct pgn_text *out, const struct value *commands);
/* True for each value of a ply that one of the ply's verbatim commands already expresses, so that
 * it need not be written again. */
struct pgn_as_written {
    bool clk, emt, eval;
};
struct pgn_as_written pgn_as_written(const struct notes *notes);
/* pgn_game_put() writes a comment with the headers that the text `tags` does not express.
 * pgn_game_take() stores the headers of such a comment in a record. */
void pgn_game_put(const struct record *record, const char *tags, struct pgn_text *out);
void pgn_game_take(const struct value *map, struct record *record);

/* --- comments (comments.c) --- */

/* The contents of a comment in braces: its text, with its [%...] commands parsed. */
struct pgn_comment {
    char *text; /* text without commands, with one blank for each run of whitespace; owned; "" if
                   nothing is left */
    char *by;   /* the author given by [%by "ana"], owned, or NULL */
    char *lang, *on_date;
    bool is_private;
    bool then;    /* true for [%cc.then]: the variation continues after the last ply instead of
                     replacing it */
    bool rest;    /* true for [%cc.rest]: the program could not parse the rest of the game */
    bool of_line; /* true for [%cc.line]: the comment begins a variation, perhaps without plies */
    struct value commands; /* unknown commands of a comment that belongs to no ply: a list;
                              VALUE_TEXT if there are none */
    char *title, *kind; /* from [%cc.line title="" kind=""], about the variation that begins here */
    struct value line;  /* from more="{...}" in [%cc.line]: the variation's other keys */
    struct value game;  /* headers from [%cc.game] */
    struct value also;  /* other keys of the comment, from [%cc.also] */
    char *ply;          /* text of a ply that is not a valid PGN word, from [%cc.ply] */
    char *marks_by;     /* author of the marks that follow, from [%cc.marks] */
};
/* Parses a comment. Clocks, marks, evaluations and commands go to `notes`. If `notes` is NULL,
 * marks go to *marks, and everything else stays in the text. */
void pgn_comment_read(const char *text, size_t length, struct notes *notes, struct marks *marks,
                      struct pgn_comment *out);
void pgn_comment_free(struct pgn_comment *comment);
/* Appends a parsed comment; a text too long for one comment becomes several. */
void pgn_comment_add(struct comments *comments, const struct pgn_comment *read);
/* Moves what the first comment of a variation says about the variation into `line`. */
void pgn_line_head_take(struct line *line, struct pgn_comment *read);
/* Appends a text to *to, which is owned and may be NULL; *length is the length of the text
 * joined so far. */
void pgn_text_join(char **to, size_t *length, const char *text);
/* Writes the comments, marks, clocks ... of a ply as comments in braces, each through `put`. */
typedef void pgn_word_fn(struct pgn_text *out, const char *word);
void pgn_notes_write(const struct notes *notes, struct pgn_text *out, pgn_word_fn *put);
void pgn_comment_write(const struct comment *comment, struct pgn_text *out, pgn_word_fn *put);
/* Writes what precedes the plies of a variation: its comment, author, title and kind. `then` is
 * true if the variation continues after the last ply instead of replacing it. */
void pgn_line_write(const struct line *line, bool then, struct pgn_text *out, pgn_word_fn *put);
void pgn_marks_write(const struct marks *marks, struct pgn_text *out, pgn_word_fn *put);

#endif

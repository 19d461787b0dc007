/* pgn_parts.h - what the pgn_*.c files share; nobody else includes it. */
#ifndef CHESSCADE_PGN_PARTS_H
#define CHESSCADE_PGN_PARTS_H

#include "archive/pgn.h"

struct schema_key;
struct ruleset;

/* A text of at most `length` bytes cut from the reader's, blanks around it dropped; owned by the caller. */
char *pgn_cut(const char *text, size_t length);

/* --- texts (pgn_text.c) --- */

/* A growing text being written. */
struct pgn_text {
    char *text;
    int length, room;
    int column; /* of the line being filled with words */
};
/* Where the next so many bytes, and a NUL, go: the caller writes them and counts them into the length. */
char *pgn_room(struct pgn_text *out, size_t length);
void pgn_put(struct pgn_text *out, const char *text);
void pgn_put_cut(struct pgn_text *out, const char *text, size_t length); /* so many bytes of it */
/* Is there nothing in a text that may not stand in a file as it is? */
bool pgn_is_clean(const char *text);
bool pgn_unparsed_is_clean(const struct record *record);
/* A comment's text, characters that may not stand there as they are as commands; and one of these: its length, 0 for none. */
void pgn_text_put(struct pgn_text *out, const char *text);
size_t pgn_character_take(const char *text, size_t length, char out[8]);

/* --- tags (pgn_tags.c) --- */

/* The headers that tag pairs say (pgn_in.c): a record of the caller's. */
struct record *pgn_tags_read(const char *tags);
/* Put one tag pair into a record's headers. The variant must be put in first: see pgn_tags_read(). */
void pgn_tag_put(struct record *record, const char *name, const char *value);
/* Keep a tag among those that are no headers of ours. */
void pgn_header_put(struct record *record, const char *name, const char *value);
/* Fill in what every game has: two players, a score and its points. */
void pgn_tags_complete(struct record *record);
/* The marks of PGN for what nobody knows, where they say it: they are not kept in a record, but some have them. */
void pgn_unknowns_put(struct record *record);
/* The score's points, where it has any. */
void pgn_score_put(struct record *record, const char *score);
void pgn_tags_write(const struct record *record, struct pgn_text *out);
/* Do the tags say all of a record's headers but `others` (NULL-terminated keys), to the byte? For most games they certainly do;
 * false where nobody knows but who reads them. */
bool pgn_tags_tell(const struct value *head, const char *const *others);

/* --- set-ups (pgn_setup.c) --- */

/* A set-up of ordinary chess that cannot be read, mended; false where that does not help. *doubtful: other plies could be possible
 * than in what was meant. */
bool pgn_setup_mend(const struct ruleset *rules, const char *text, char *out, size_t size, bool *doubtful);

/* --- the commands in comments (pgn_command.c) --- */

/* Append ' key="value"'; NULL: nothing. Signs that would end something are written as %XX. */
void pgn_value_put(struct pgn_text *out, const char *key, const char *value);
/* The value of a key in a command's arguments, decoded and owned by the caller; NULL without one. */
char *pgn_value_take(const char *arguments, const char *key);
/* "Gd4,Re5", or "Ge2e4" with `arrows`, as marks; false, and nothing added, when none of it is such, or there are too many. What
 * is none of it goes to *rest, owned ("Xd4,?"), or NULL. */
bool pgn_colours_read(const char *text, bool arrows, struct marks *marks, char **rest);
/* [%cc.mark]; false, and nothing added, when it is not as we write it. */
bool pgn_mark_take(const char *arguments, struct marks *marks);
void pgn_marks_put(struct pgn_text *out, const struct marks *marks);
/* [%cc.step] and [%cc.stepmark]: notes on a member of a ply; false as before. */
bool pgn_step_take(const char *name, const char *arguments, struct notes *notes);
void pgn_step_put(struct pgn_text *out, const struct step_note *step);
/* H:MM:SS with up to three decimals: what the archive calls a clock. */
bool pgn_is_clock(const char *text);
/* A clock in other words, "0:1:5", "5:03": as the archive writes it; false for what may be none. */
enum { PGN_CLOCK_ROOM = 16 };
bool pgn_clock_read(const char *text, char out[static PGN_CLOCK_ROOM]);
/* "0.17", "-1.20,18", "#-3" as the key `eval`, and what others write, "+0.2", "12.34/20". *exact: it is written back to the byte.
 * False: it is none. */
bool pgn_eval_read(const char *text, struct value *other, bool *exact);
/* [%eval] of an evaluation; false, and nothing is written, where it could not be read back. */
bool pgn_eval_put(struct pgn_text *out, const struct value *eval);

/* --- what PGN has no word for (pgn_more.c) --- */

/* Append ' key="{...}"' of a map with something in it; and read it into an empty one, but for the keys that are known (NULL:
 * none): false, and nothing read. */
void pgn_more_put(struct pgn_text *out, const char *key, const struct value *map);
bool pgn_more_take(const char *arguments, const char *key, const struct schema_key *known, struct value *map);
/* The keys of a ply that are no other command, and put such into `other`. */
void pgn_ply_put(struct pgn_text *out, const struct notes *notes);
void pgn_ply_take(const struct value *map, struct value *other);
/* Commands that stand in a comment as they are, and say there what the game, a line, or a ply, of which the notes are, has, and nothing
 * else. */
enum pgn_place { PGN_AT_GAME, PGN_AT_LINE, PGN_AT_PLY };
bool pgn_commands_are_told(const struct value *commands, enum pgn_place place, const struct notes *notes);
void pgn_commands_put(struct pgn_text *out, const struct value *commands);
/* Which of a ply's values one of these commands says in its own words. */
struct pgn_as_written {
    bool clk, emt, eval;
};
struct pgn_as_written pgn_as_written(const struct notes *notes);
/* A comment with the headers that these tags do not say; and put such into a record. */
void pgn_game_put(const struct record *record, const char *tags, struct pgn_text *out);
void pgn_game_take(const struct value *map, struct record *record);

/* --- comments (pgn_comment.c) --- */

/* What a comment in braces says: its text, and its [%...] commands put where they belong. */
struct pgn_comment {
    char *text; /* without commands, blanks folded; owned; "" when there is no more */
    char *by;   /* [%by "ana"], owned, or NULL */
    char *lang, *on_date;
    bool is_private;
    bool then;  /* [%cc.then]: the variation continues after the last ply */
    bool rest;  /* [%cc.rest]: what follows in the game was not understood */
    bool of_line;          /* [%cc.line]: what it begins is a line, even without a ply */
    struct value commands; /* unknown ones where there is no ply: a list; VALUE_TEXT without any */
    char *title, *kind; /* [%cc.line title="" kind=""]: of the variation it begins */
    struct value line;  /* ... more="{...}": its other keys */
    struct value game;  /* [%cc.game]: headers */
    struct value also;  /* [%cc.also]: other keys of the comment */
    char *ply;          /* [%cc.ply]: the text of a ply that is no word of PGN */
    char *marks_by;     /* [%cc.marks]: whose the marks that follow are */
};
/* Read a comment; `notes` gets clocks, marks, evaluations, commands (NULL: they go to *marks and the rest is kept in
 * the text). */
void pgn_comment_read(const char *text, size_t length, struct notes *notes, struct marks *marks,
                      struct pgn_comment *out);
void pgn_comment_free(struct pgn_comment *comment);
/* Add what was read to others; a text that is too long for one becomes several. */
void pgn_comment_add(struct comments *comments, const struct pgn_comment *read);
/* Take what a variation's first comment says of the variation. */
void pgn_line_head_take(struct line *line, struct pgn_comment *read);
/* Put a text behind another, which is owned and may be NULL; *length is that of what this function has joined there. */
void pgn_text_join(char **to, size_t *length, const char *text);
/* Write the comments, marks, clocks ... of a ply as comments in braces, each through `put`. */
typedef void pgn_word_fn(struct pgn_text *out, const char *word);
void pgn_notes_write(const struct notes *notes, struct pgn_text *out, pgn_word_fn *put);
void pgn_comment_write(const struct comment *comment, struct pgn_text *out, pgn_word_fn *put);
/* What stands at the beginning of a variation: its comment, author, title, kind, and whether it is a continuation. */
void pgn_line_write(const struct line *line, bool then, struct pgn_text *out, pgn_word_fn *put);
void pgn_marks_write(const struct marks *marks, struct pgn_text *out, pgn_word_fn *put);

#endif

/* summary.h - the summary of a game shown in lists, and a fast way to extract it from a file.
 *
 * libyaml parses only a game's head and the notes on its plies; lines that contain nothing but a
 * ply are just counted. A game listed as sound can be opened, and a damaged one is listed with the
 * same message that opening it would give. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_H
#define CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_H

#include "archive/record/record.h"

enum { LISTING_PLAYERS = 3 };
/* Letters that mark facts: a tag, the reason of the end, a time control or clock, an option of the
 * rules as name=value. */
enum { FACT_TAG = 't', FACT_END = 'e', FACT_CLOCK = 'c', FACT_OPTION = 'o' };

/* Texts are as in the file, "" if missing, never NULL; clean them before display. */
struct listing {
    char id[ULID_LENGTH + 1]; /* "" if the game is damaged and its id unknown */
    bool damaged;             /* unreadable: `place` and `why` say where and why */
    bool notes;               /* annotated: it has comments, glyphs, marks or variations */
    struct place place;
    int players;
    char side[LISTING_PLAYERS]; /* in turn order: 'w' 'b' 'r' */
    int plies;                  /* of the main line, without variations */
    int cascaded; /* cascade members beyond the first of each ply; 0 in a game without cascades */
    const char *variant, *player[LISTING_PLAYERS], *event, *site, *round, *date, *score, *eco, *why;
    const char *facts; /* other header facts that queries need, one per line: its letter, then the
                          text */
    char *text;        /* owned: holds the texts that are not borrowed */
};

/* Fills a listing (zero or cleared) from the bytes of one document; `first_line` is its first
 * line's number in the file. An unreadable game becomes a damaged listing, and FAIL_TEXT or
 * FAIL_LIMIT is returned. */
int listing_read(struct listing *listing, const char *bytes, size_t size, int first_line,
                 const struct yaml_limits *limits);
/* The listing of a record in memory. */
void listing_of_record(struct listing *listing, const struct record *record);
/* The same, borrowing the record's texts, so valid until it changes; members without a text may be
 * NULL. Clear it, too. */
void listing_borrow(struct listing *listing, const struct record *record);
/* Appends a text to facts; each of its lines becomes one fact. */
void listing_add_fact(struct yaml_text *facts, char letter, const char *text);
/* True if two listings show the same. */
bool listing_same(const struct listing *one, const struct listing *other);
/* The listing of a damaged game. */
void listing_damage(struct listing *listing, const char *id, struct place place, const char *why);
void listing_clear(struct listing *listing);

#endif

/* listing.h - what a list of games shows of one game, and getting it fast.
 *
 * libyaml reads a game's head and whatever is noted on its plies; lines that are a ply and nothing else are only counted.
 * A game that is listed as sound can be opened, and one that is damaged says what opening it would say. */
#ifndef CHESSCADE_LISTING_H
#define CHESSCADE_LISTING_H

#include "archive/record_file.h"

enum { LISTING_PLAYERS = 3 };
/* Letters of facts: a tag, why it ended, a time control or clock, an option of the rules as name=value. */
enum { FACT_TAG = 't', FACT_END = 'e', FACT_CLOCK = 'c', FACT_OPTION = 'o' };

/* Texts are as the file has them, never NULL, "" where there is none: clean them before showing. */
struct listing {
    char id[ULID_LENGTH + 1]; /* "" in a damaged game whose id is not known */
    bool damaged;             /* it cannot be read: place and why say where and why */
    bool notes;               /* comments, glyphs, marks, variations: somebody annotated it */
    struct place place;
    int players;
    char side[LISTING_PLAYERS]; /* in turn order: 'w' 'b' 'r' */
    int plies;                  /* of the game itself, without variations */
    int cascaded;               /* the members of these plies beyond the first of each: 0 in a game without cascades */
    const char *variant, *player[LISTING_PLAYERS], *event, *site, *round, *date, *score, *eco, *why;
    const char *facts; /* what else queries ask a head for, a line for each: its letter, and the text */
    char *text; /* owned: holds those that are not borrowed */
};

/* Fill a listing (zero or cleared) from the bytes of one document, whose first line has that number in its file. A
 * game that cannot be read becomes a damaged listing, and FAIL_TEXT or FAIL_LIMIT is returned. */
int listing_read(struct listing *listing, const char *bytes, size_t size, int first_line, const struct yaml_limits *limits);
/* From a record in memory. */
void listing_of_record(struct listing *listing, const struct record *record);
/* The same with the record's own texts, for as long as it is not changed; members without one may be NULL. To be cleared, too. */
void listing_borrow(struct listing *listing, const struct record *record);
/* Append a text to facts; each of its lines becomes one. */
void listing_add_fact(struct yaml_text *facts, char letter, const char *text);
/* Do two show the same? */
bool listing_same(const struct listing *one, const struct listing *other);
/* A damaged one. */
void listing_damage(struct listing *listing, const char *id, struct place place, const char *why);
void listing_clear(struct listing *listing);

#endif

/* summary.h - a *listing* is the summary of a game that lists show. This module extracts listings
 * from files quickly.
 *
 * libyaml parses only the head of a game and the notes on its plies; lines that contain only a ply
 * are just counted. Listing a game nevertheless finds the same errors as opening it: a game listed
 * as sound can be opened, and a damaged one is listed with the message that opening it would
 * give. */
#ifndef CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_H
#define CHESSCADE_ARCHIVE_SUMMARY_SUMMARY_H

#include "archive/record/record.h"

enum { LISTING_PLAYERS = 3 };
/* The letters for the kinds of facts in struct listing: a tag, the reason why the game ended, a
 * time control or clock, or an option of the rules as name=value. */
enum { FACT_TAG = 't', FACT_END = 'e', FACT_CLOCK = 'c', FACT_OPTION = 'o' };

/* The summary of one game. Texts are as in the file and must be cleaned before display; a missing
 * text is "", not NULL. */
struct listing {
    char id[ULID_LENGTH + 1]; /* "" if the game is damaged and its id is unknown */
    bool damaged; /* true if the file cannot be read; `place` is where, `why` the reason */
    bool notes;   /* true if the game has comments, judgements, marks or variations */
    struct place place;
    int players;
    char side[LISTING_PLAYERS]; /* side letters ('w', 'b', 'r') of the players, in turn order */
    int plies;                  /* number of plies in the main line */
    int cascaded; /* number of additional pieces moved in cascades: each ply counts its members
                     except the first */
    const char *variant, *player[LISTING_PLAYERS], *event, *site, *round, *date, *score, *eco, *why;
    const char *facts; /* other headers that queries need, one fact on each line: a letter for its
                          kind (see above) and its text */
    char *text;        /* owned memory that contains the texts; NULL if all texts are borrowed */
};

/* Fills a listing, which must be zero or cleared, from the bytes of one document. `first_line` is
 * the line number of the first byte in the file. If the game cannot be read, fills the listing as a
 * damaged one and returns FAIL_TEXT or FAIL_LIMIT. */
int listing_read(struct listing *listing, const char *bytes, size_t size, int first_line,
                 const struct yaml_limits *limits);
/* Fills a listing from a record in memory. */
void listing_of_record(struct listing *listing, const struct record *record);
/* Like listing_of_record(), but borrows the texts of the record. So the listing is valid until the
 * record changes, and a missing text may be NULL. It needs listing_clear(), too. */
void listing_borrow(struct listing *listing, const struct record *record);
/* Appends a text to a list of facts of the kind `letter`. If the text has several lines, each line
 * becomes a fact. */
void listing_add_fact(struct yaml_text *facts, char letter, const char *text);
/* True if two listings have the same contents. */
bool listing_same(const struct listing *one, const struct listing *other);
/* Fills the listing of a damaged game. */
void listing_damage(struct listing *listing, const char *id, struct place place, const char *why);
void listing_clear(struct listing *listing);

#endif

/* journal_line.h - the records of a live game's journal and their form as lines of its file.
 *
 *   - {seq: 1, at: '2026-11-21T20:49:09.004Z', ev: 'ply', side: 'w', m: 'Pd4-e4',
 *      clk: '0:15:06', crc: '0b7a91fe'}   (on one line)
 *
 * `crc` is the CRC-32C of the line without itself and without the line feed, seeded with the crc of
 * the previous record (0 for the first). So nobody can remove, exchange or import a record from
 * another journal unnoticed. */
#ifndef CHESSCADE_ARCHIVE_LIVE_JOURNAL_LINE_H
#define CHESSCADE_ARCHIVE_LIVE_JOURNAL_LINE_H

#include "archive/yaml/yaml_write.h"

/* The kinds of records: J(name, text in the journal, "meaning: its keys") */
#define JOURNAL_EVENTS_LIST(J)                                                                  \
    J(JOURNAL_OPEN, "open",                                                                     \
      "the game: keys game, variant, options, start, control, sides, waits, lot, access, "      \
      "delay, mode, grace, after")                                                              \
    J(JOURNAL_PLY, "ply", "a ply: keys side, m, clk, by")                                       \
    J(JOURNAL_CHAT, "chat", "a line of talk: keys by, room, text")                              \
    J(JOURNAL_CLOCK, "clock", "the time of a side is over: keys side, by")                      \
    J(JOURNAL_GONE, "gone", "a player is away: keys side, name, why, session, by")              \
    J(JOURNAL_BACK, "back", "a player is here: keys side, name, session")                       \
    J(JOURNAL_OFFER, "offer", "a player proposes something: keys side, what, count")            \
    J(JOURNAL_ACCEPT, "accept",                                                                 \
      "a player agrees, sits down (what: 'seat') or declines (agree: 'no'): "                   \
      "keys side, what, agree, by")                                                             \
    J(JOURNAL_TAKEBACK, "takeback", "a player takes back their own last ply at once: key side") \
    J(JOURNAL_RESULT, "result",                                                                 \
      "a player resigns, aborts or claims a draw, or open seats expire (why: 'expired'): "      \
      "keys side, why, by")                                                                     \
    J(JOURNAL_CLOSE, "close", "the game is over: keys score, reason")

enum journal_event {
#define JOURNAL_NAME(name, text, help) name,
    JOURNAL_EVENTS_LIST(JOURNAL_NAME)
#undef JOURNAL_NAME
        JOURNAL_EVENTS
};

enum { JOURNAL_LINE_MAX = 16384, JOURNAL_SEQ_MAX = 1000000 };

struct journal_record {
    int seq;       /* number of the record, counted from 0 without gaps */
    int64_t at;    /* milliseconds since 1970, UTC */
    uint8_t event; /* enum journal_event */
    uint32_t crc;
    int bytes; /* length of the record's line with its line feed; set when the line is written or
                  read */
    struct value value; /* a map with all keys except the crc; owned */
};

/* Starts a record. Set its keys on record->value with value_set(), in the order listed in
 * JOURNAL_EVENTS_LIST; seq and time are set when it is written. */
void journal_record_begin(struct journal_record *record, enum journal_event event);
void journal_record_clear(struct journal_record *record);

/* The side in the record's key `side`; NOBODY if it has none. */
int journal_record_side(const struct journal_record *record);

/* Appends the record as a line with its line feed, and sets record->crc and bytes. `before` is the
 * crc of the previous record. */
void journal_line_write(struct journal_record *record, uint32_t before, struct yaml_text *out);
/* Parses a line without its line feed. If its crc matches, any form that YAML allows within one
 * line is accepted. FAIL_TEXT and why if it is invalid; FAIL_NAME if it is intact but of an
 * unknown kind. *out must be zero, and is unchanged on failure. */
int journal_line_read(const char *line, size_t length, uint32_t before, struct journal_record *out,
                      struct note *why);
/* True if the line, readable or not, claims to be a record of that kind with number `seq`. *crc is
 * the crc it claims, which seeds the crc of the next record. A damaged line of talk can then be
 * skipped without losing anything of the game. */
bool journal_line_claims(const char *line, size_t length, int seq, enum journal_event event,
                         uint32_t *crc);
/* Recovers a record from a damaged line: ignores its checksum and replaces invalid UTF-8 by
 * U+FFFD. FAIL_TEXT if the line is no record even then. */
int journal_line_salvage(const char *line, size_t length, struct journal_record *out);
/* Parses a line just composed, exactly as every reader will, into a new record (*out must be
 * zero); FAIL_... and why if it cannot be parsed. Writers call this before they append the line,
 * so that the journal contains nothing unreadable. */
int journal_line_read_back(const struct yaml_text *line, uint32_t before,
                           struct journal_record *out, struct note *why);

/* CRC-32C (Castagnoli, as in RFC 3720), continued from a previous result; start with 0. */
uint32_t crc32c(uint32_t crc, const char *bytes, size_t size);

/* Write and parse a UTC time such as "2026-11-21T20:49:03.120Z", years 1970 to 9999; parsing
 * returns -1 if it is invalid. */
enum { UTC_ROOM = 32 };
void utc_write(int64_t at, char out[UTC_ROOM]);
int64_t utc_read(const char *text);

#endif

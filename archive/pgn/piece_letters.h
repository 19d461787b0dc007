/* piece_letters.h - guesses the charset of a text from its words; for the files of archive/pgn and
 * whoever examines files. */
#ifndef CHESSCADE_ARCHIVE_PGN_PIECE_LETTERS_H
#define CHESSCADE_ARCHIVE_PGN_PIECE_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PGN_WORD_MOST = 40 };

/* What has been seen of a text, portion after portion; zero-initialize. */
struct pgn_survey {
    bool broken;                 /* it is not UTF-8 */
    bool mixed;                  /* set by pgn_survey_guess(): not UTF-8, but most letters are */
    uint8_t follow, least, most; /* in a multi-byte character: bytes still to come, and the range of
                                    the next one */
    uint8_t word_length;
    unsigned char word[PGN_WORD_MOST]; /* letters and bytes beyond ASCII of a word that may continue
                                        */
    uint32_t whole, stray;             /* characters of UTF-8; bytes that are not */
    /* Points for each candidate: */
    int dos, central, western, cyrillic, latin, koi, windows_cyrillic, iso, windows;
};
void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size);
/* The best guess; `usual` if there is no evidence (NULL: CP1252). */
const char *pgn_survey_guess(struct pgn_survey *survey, const char *usual);
bool pgn_is_utf8(const char *bytes, size_t size);

#endif

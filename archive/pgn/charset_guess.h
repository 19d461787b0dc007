/* charset_guess.h - guesses the charset of a text from its words; for the files of archive/pgn
 * and for import. */
#ifndef CHESSCADE_ARCHIVE_PGN_CHARSET_GUESS_H
#define CHESSCADE_ARCHIVE_PGN_CHARSET_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PGN_WORD_MOST = 40 };

/* Statistics about the bytes of a text, collected portion by portion; zero-initialize. */
struct pgn_survey {
    bool broken; /* true if the text is not UTF-8 */
    bool mixed; /* set by pgn_survey_guess(): true if the text is not UTF-8, but most of its letters
                   are */
    uint8_t follow, least, most; /* within a multi-byte character: number of bytes still to come
                                    (`follow`), and the range of the next byte */
    uint8_t word_length;
    unsigned char word[PGN_WORD_MOST]; /* the unfinished word at the end of the bytes read so far
                                          (letters and non-ASCII bytes); the next bytes may continue
                                          it */
    uint32_t whole, stray; /* whole: number of valid UTF-8 characters beyond ASCII. stray: number of
                              bytes that are not UTF-8 */
    /* The evidence for each candidate charset, in points: */
    int dos, central, western, cyrillic, latin, koi, windows_cyrillic, iso, windows;
};
void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size);
/* The charset that has the most evidence; `usual` (NULL: CP1252) if there is no evidence. */
const char *pgn_survey_guess(struct pgn_survey *survey, const char *usual);
bool pgn_is_utf8(const char *bytes, size_t size);

#endif

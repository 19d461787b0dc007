/* pgn_letters.h - what charset the words of a text look like; private to the pgn_*.c files and to who looks at files. */
#ifndef CHESSCADE_PGN_LETTERS_H
#define CHESSCADE_PGN_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PGN_WORD_MOST = 40 };

/* What has been seen of a text, portion after portion; zero to begin with. */
struct pgn_survey {
    bool broken;                 /* it is no UTF-8 */
    bool mixed;                  /* pgn_survey_guess(): but most letters are UTF-8 */
    uint8_t follow, least, most; /* of a letter begun: bytes to follow, and what the next may be */
    uint8_t word_length;
    unsigned char word[PGN_WORD_MOST]; /* letters and bytes beyond ASCII, the word that may go on */
    uint32_t whole, stray;       /* letters of UTF-8; bytes that are none */
    /* Points for what they could be: */
    int dos, central, western, cyrillic, latin, koi, windows_cyrillic, iso, windows;
};
void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size);
/* What it is by its looks; `usual` where those tell nothing, NULL: CP1252. */
const char *pgn_survey_guess(struct pgn_survey *survey, const char *usual);
bool pgn_is_utf8(const char *bytes, size_t size);

#endif

/* setup.c - repairs setups of orthodox chess that are nearly valid FEN: see archive/pgn/pgn_internal.h.
 *
 * Repairs what other programs would not accept: move number 0, missing counters, an en passant cell
 * that no pawn has passed, other castling letters, two spaces between fields. Never guesses pieces
 * or the side to move, except that a missing side is White. */
#include "archive/pgn/pgn_internal.h"

#include "core/util/ascii.h"
#include "core/position_text.h"
#include "core/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = POSITION_FIELDS, PLACEMENT_MOST = 200, NUMBER_MOST = 5 };

static bool is_blank(char c)
{
    return c == ' ' || c == '_' || ((unsigned char)c < ' ' && c);
}

/* Splits a text into up to six fields; what follows is not part of a position. */
static int split(const char *text, const char *field[FIELDS], size_t length[FIELDS])
{
    int n = 0;
    for (const char *at = text; n < FIELDS;) {
        while (is_blank(*at))
            at++;
        if (!*at)
            break;
        field[n] = at;
        while (*at && !is_blank(*at))
            at++;
        length[n] = (size_t)(at - field[n]);
        n++;
    }
    return n;
}

/* The castling rights that the letters name, in standard order; also accepts the files of the rooks
 * ("HAha"). */
static void castling_of(const char *field, size_t length, char out[static 5])
{
    static const char letters[] = "KQkq", files[] = "HAha";
    bool has[4] = {false};
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        for (int k = 0; k < 4; k++)
            has[k] = has[k] || field[i] == letters[k] || field[i] == files[k];
    for (int k = 0; k < 4; k++)
        if (has[k])
            out[n++] = letters[k];
    if (!n)
        out[n++] = '-';
    out[n] = '\0';
}

/* Parses a counter of at least `least`, which is also the value if it is missing. */
static int counter_of(const char *field, size_t length, int least)
{
    size_t digits = strspn(field, "0123456789");
    int number = digits == length && length <= NUMBER_MOST ? atoi(field) : least;
    return number < least ? least : number;
}

bool pgn_setup_mend(const struct ruleset *rules, const char *text, char *out, size_t size, bool *doubtful)
{
    const char *field[FIELDS] = {"", "w", "-", "-", "", ""};
    size_t length[FIELDS] = {0, 1, 1, 1, 0, 0};
    char castling[5], passed[3] = "-";
    struct position position;
    int fields = split(text, field, length);
    char side = (char)ascii_lower((unsigned char)*field[1]);
    if (length[0] > PLACEMENT_MOST || (side != 'w' && side != 'b'))
        return false;
    castling_of(field[2], length[2], castling);
    if (length[3] == 2)
        snprintf(passed, sizeof passed, "%.2s", field[3]);
    for (int i = 0; i < 2; i++) {
        snprintf(out, size, "%.*s %c %s %s %d %d", (int)length[0], field[0], side, castling, i ? "-" : passed,
                 counter_of(field[4], length[4], 0), counter_of(field[5], length[5], 1));
        if (rules->rules->read(rules, out, &position, NULL) == 0) {
            *doubtful = fields < 2 || length[2] != strlen(castling) || memcmp(field[2], castling, length[2]) != 0 ||
                        (fields > 3 && (i || length[3] != strlen(passed)));
            return true;
        }
    }
    return false;
}

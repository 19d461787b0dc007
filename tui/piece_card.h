/* piece_card.h - a piece's picture of moves: alone on an empty board of its variant, with marks where it goes. */
#ifndef CHESSCADE_PIECE_CARD_H
#define CHESSCADE_PIECE_CARD_H

#include "tui/app.h"

/* A piece of a kind as White's stands at first (facing as it begins); where no White one does, as it may. */
struct piece piece_at_first(const struct ruleset *rules, int kind);
/* Does it go anywhere by itself, or is there an example of how it is moved? Pieces of which neither is true have no card. */
bool piece_has_card(const struct ruleset *rules, struct piece piece);
/* What is to be known of its card: who moves it there, or on which field it stands. Like snprintf; often the empty text. */
int piece_card_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* Rows a card takes in so many columns, at most `rows`; larger boards show the part around the piece. */
int piece_card_rows(const struct app *app, const struct ruleset *rules, int rows, int columns);
/* Draw it: the whole board, turned if need be, or the part around the piece; but without strokes if some of its goals would not be
 * seen there. Of triangles the piece stands on one that points as `like` does, and no names of cells stand beside it, which are not
 * its own; CELL_NONE: where its author's picture has it, with names. */
void piece_card_draw(const struct app *app, const struct ruleset *rules, struct piece piece, cell_t like,
                     struct scene *scene, const struct area *area);
/* Has the source a picture of the piece's moves that is not its card: on another board, of another army? */
bool piece_has_picture(const struct ruleset *rules, struct piece piece);
/* What it is a picture of. Like snprintf; the empty text: there is none. */
int piece_picture_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* Rows it takes in so many columns, at most `rows`. */
int piece_picture_rows(const struct app *app, const struct ruleset *rules, struct piece piece, int rows, int columns);
/* Do all the marks of a picture have room in an area, whose rows and columns become those it takes: the source's (`pictured`),
 * or the card, as piece_card_draw() has it? */
bool piece_picture_fits(const struct app *app, const struct ruleset *rules, struct piece piece, cell_t like, bool pictured,
                        struct area *area);
/* Draw it to the letter: on the source's board, where the source has the piece and as it letters it. `like` as above. */
void piece_picture_draw(const struct app *app, const struct ruleset *rules, struct piece piece, cell_t like, struct scene *scene,
                        const struct area *area);
/* Rows a whole position takes in so many columns at the smallest, 0: it is too wide. Where that is more than `most` the
 * diamond may be turned, and boards of triangles are of the least size. */
int position_rows(const struct app *app, const struct position *position, int most, int columns);
/* A whole position, as large as the area allows, turned if need be: where it is too large a part of it, with the first
 * player's pieces. */
void position_draw(const struct app *app, const struct position *position, struct scene *scene,
                   const struct area *area);

#endif

/* piece_card.h - a diagram of a piece's moves: alone on an empty board of its variant, with marks
 * where it can go. */
#ifndef CHESSCADE_TUI_VIEWS_PIECE_CARD_H
#define CHESSCADE_TUI_VIEWS_PIECE_CARD_H

#include "tui/app/app.h"

/* A piece of a kind as White has it in the opening (with its initial facing); if White has none, as
 * it could stand. */
struct piece piece_at_first(const struct ruleset *rules, int kind);
/* True if the piece can move by itself, or an example shows how it is moved. Other pieces have no
 * card. */
bool piece_has_card(const struct ruleset *rules, struct piece piece);
/* The caption of a card: who moves the piece there, or which square it is on. Like snprintf; often
 * the empty text. */
int piece_card_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* Rows a card takes in so many columns, at most `rows`; of a larger board only the part around the
 * piece is shown. */
int piece_card_rows(const struct app *app, const struct ruleset *rules, int rows, int columns);
/* Draw the card: the whole board, turned if necessary, or the part around the piece; but without
 * strokes if they would leave some of its targets out of sight. On a board of triangles the piece
 * is put on a triangle that points as `like` does, and cell names are omitted, as they would be
 * wrong. With CELL_NONE the piece is where its author's picture has it, with names. */
void piece_card_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                     cell_t like, struct scene *scene, const struct area *area);
/* True if the source has a picture of the piece's moves that is not its card: on another board, or
 * for another army. */
bool piece_has_picture(const struct ruleset *rules, struct piece piece);
/* The caption of that picture. Like snprintf; the empty text: there is none. */
int piece_picture_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* Rows the picture takes in so many columns, at most `rows`. */
int piece_picture_rows(const struct app *app, const struct ruleset *rules, struct piece piece,
                       int rows, int columns);
/* True if an area has room for all marks of a picture: the source's (`pictured`), else the card as
 * piece_card_draw() draws it. The rows and columns of the area are then reduced to those needed. */
bool piece_picture_fits(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, bool pictured, struct area *area);
/* Draw the picture exactly as the source has it: its board, its place for the piece, its letters.
 * `like` as above. */
void piece_picture_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, struct scene *scene, const struct area *area);
/* Rows a whole position takes in so many columns at the smallest size; 0: it is too wide. If that
 * exceeds `most`, the diamond may be turned, and boards of triangles use their smallest size. */
int position_rows(const struct app *app, const struct position *position, int most, int columns);
/* Draw a whole position as large as the area allows, turned if necessary. If it is too large, draw
 * the part that has the first player's pieces. */
void position_draw(const struct app *app, const struct position *position, struct scene *scene,
                   const struct area *area);

#endif

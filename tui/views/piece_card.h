/* piece_card.h - a diagram of a piece's moves (a card): the piece alone on an empty board of its
 * variant, with marks where it can go. */
#ifndef CHESSCADE_TUI_VIEWS_PIECE_CARD_H
#define CHESSCADE_TUI_VIEWS_PIECE_CARD_H

#include "tui/app/app.h"

/* The piece of a kind as White has it in the opening, with its initial facing. If White has none
 * there, a possible piece of that kind. */
struct piece piece_at_first(const struct ruleset *rules, int kind);
/* True if the piece can move by itself, or an example shows how it is moved. Only such pieces have
 * a card. */
bool piece_has_card(const struct ruleset *rules, struct piece piece);
/* The caption of a card: who moves the piece, or which square it is on; often "". Like snprintf. */
int piece_card_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* The number of rows that a card of this many columns needs, at most `rows`. Of a larger board only
 * the part around the piece is shown. */
int piece_card_rows(const struct app *app, const struct ruleset *rules, int rows, int columns);
/* Draw the card: the whole board, turned if necessary, or the part around the piece. Board lines
 * are left out if they would hide some of the targets. On a board of triangles the piece is put on
 * a triangle that points the same way as the triangle `like`, and cell names are left out, as they
 * would be wrong. If `like` is CELL_NONE the piece is where its author's picture has it, with cell
 * names. */
void piece_card_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                     cell_t like, struct scene *scene, const struct area *area);
/* True if the source has a picture of the piece's moves that differs from its card, because it
 * shows another board or another army. */
bool piece_has_picture(const struct ruleset *rules, struct piece piece);
/* The caption of the source's picture; "" if there is no picture. Like snprintf. */
int piece_picture_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);
/* The number of rows that the source's picture needs in this many columns, at most `rows`. */
int piece_picture_rows(const struct app *app, const struct ruleset *rules, struct piece piece,
                       int rows, int columns);
/* True if an area has room for all marks of the source's picture (`pictured`) or of the card. The
 * rows and columns of the area are then reduced to those needed. */
bool piece_picture_fits(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, bool pictured, struct area *area);
/* Draw the source's picture exactly: its board, its place for the piece, its letters. `like` is as
 * in piece_card_draw(). */
void piece_picture_draw(const struct app *app, const struct ruleset *rules, struct piece piece,
                        cell_t like, struct scene *scene, const struct area *area);
/* The number of rows that a whole position needs in this many columns at the smallest size; 0: it
 * is too wide. If more than `most` rows would be needed, diamonds may be turned, and boards of
 * triangles use their smallest size. */
int position_rows(const struct app *app, const struct position *position, int most, int columns);
/* Draw a whole position as large as the area allows, turned if necessary. If the position is too
 * large, draw the part with the first player's pieces. */
void position_draw(const struct app *app, const struct position *position, struct scene *scene,
                   const struct area *area);

#endif

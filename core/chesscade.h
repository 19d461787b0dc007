/* chesscade.h - everything that core offers, on one page and in reading order.
 *
 * For programs that use the library and for newcomers. The sources of chesscade include the single
 * headers they need instead, so that tests/layers.test can say who depends on what.
 *
 * In short: ruleset_open() opens a variant by its id; its family's setup() writes the
 * opening position; search_plies() lists the legal plies; the family's parse() reads one and
 * format() writes it; ply_play() makes it; position_judge() says whether the game is over. A struct
 * game does all of that for a whole game, and keeps the result. To compose a ply choice by choice,
 * as a cursor on a board does, use a draft.
 *
 *     struct ruleset *rules;
 *     struct game game = {0};
 *     if (ruleset_open(&rules, "classical", NULL, 0, &why) == 0) {
 *         game_begin(&game, rules, NULL, NULL);
 *         game_play_text(&game, "e4", &why);
 *     }
 *
 * Nothing here prints, reads files, or keeps hidden state; every function may be called from any
 * thread as long as the objects passed to it are not shared. Texts are ASCII. */
#ifndef CHESSCADE_CORE_CHESSCADE_H
#define CHESSCADE_CORE_CHESSCADE_H

/* 1. Values: failures and notes (struct note), cells, pieces, positions, actions and plies. */
#include "core/base.h"
#include "core/board.h"
#include "core/position.h"
#include "core/action.h"

/* 2. Variants: rows of data; a ruleset is a variant with its options chosen. */
#include "core/variant.h"

/* 3. The heart: what a family of games is (struct rules); drafts; judging positions. */
#include "core/family.h"
#include "core/draft.h"

/* 4. Whole games, and lists of plies: the referee; all plies and perft; the shortest plies that
 * reach a goal. */
#include "core/game.h"
#include "core/enumerate.h"
#include "core/cascades.h"

/* 5. Texts: parts of position texts, letters and names of pieces and sides. */
#include "core/position_text.h"

/* 6. What a screen adds: pieces and hands in words, ways of animation, diagrams. */
#include "core/presentation.h"

/* 7. What one family alone offers: definitions of custom boards, named armies. */
#include "core/families/croatian/custom_board.h"
#include "core/families/turning/armies.h"

/* 8. The engine: a good ply in any position; playing strength; plies in UCI notation. */
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"

/* Not here, because only those who write a family need them: family_list.h (the families by name),
 * search_rules.h (compact positions for the engine), and the other headers of a family's folder. */

#endif

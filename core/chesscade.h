/* chesscade.h - everything that core offers, on one page and in reading order.
 *
 * This header is for programs that use the library and for newcomers. The sources of chesscade
 * include the single headers they need instead, so that tests/layers.test can check which part
 * depends on which.
 *
 * In short: ruleset_open() opens a variant by its id; its family's setup() writes the opening
 * position; search_plies() lists the legal plies; the family's parse() reads a ply and format()
 * writes a ply; ply_play() makes a ply; position_judge() says whether the game is over. A struct
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
 * Nothing in core prints, reads files, or keeps hidden state. Any thread may call any function as
 * long as threads do not share the objects they pass to it. Texts are ASCII. */
#ifndef CHESSCADE_CORE_CHESSCADE_H
#define CHESSCADE_CORE_CHESSCADE_H

/* 1. Values: failures and notes (struct note), cells, pieces, positions, actions and plies. */
#include "core/base.h"
#include "core/board.h"
#include "core/position.h"
#include "core/action.h"

/* 2. Variants: rows of data; a ruleset is a variant with its options chosen. */
#include "core/variant.h"

/* 3. The centre: the interface of a family of games (struct rules); drafts; judging positions. */
#include "core/family.h"
#include "core/draft.h"

/* 4. Whole games, which the referee keeps; listing and counting plies (perft); the shortest plies
 * that reach a goal. */
#include "core/game.h"
#include "core/enumerate.h"
#include "core/cascades.h"

/* 5. Texts: parts of position texts, letters and names of pieces and sides. */
#include "core/position_text.h"

/* 6. For screens: pieces and hands in words, the cells an animation passes, diagrams. */
#include "core/presentation.h"

/* 7. Functions of a single family: definitions of custom boards, named armies. */
#include "core/families/croatian/custom_board.h"
#include "core/families/turning/armies.h"

/* 8. The engine: a good ply in any position; playing strength; plies in UCI notation. */
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/engine/uci_text.h"

/* This header leaves out what only the author of a family needs: family_list.h (the families by
 * name), search_rules.h (compact positions for the engine), and the other headers in a family's
 * folder. */

#endif

/* pgn_texts.h - shared by the PGN tests: texts as people really write them, and the first game of a
 * text. We wrote the texts ourselves; each imitates a kind of file that exists in the wild. */
#ifndef CHESSCADE_TESTS_SUPPORT_PGN_TEXTS_H
#define CHESSCADE_TESTS_SUPPORT_PGN_TEXTS_H

#include "tests/support/testing.h"

#include "archive/pgn/pgn.h"
#include "archive/record/record.h"

static inline struct record *first_game(const char *text)
{
    struct pgn_reader reader;
    pgn_begin(&reader, text, strlen(text));
    struct record *record = pgn_next(&reader);
    pgn_end(&reader);
    return record;
}

/* Read the record of a valid YAML text. The caller frees it. */
static inline struct record *record_of(const char *yaml)
{
    struct record *record = NULL;
    struct place place;
    struct note why;
    if (record_read(yaml, strlen(yaml), 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d, column %d: %s", place.line, place.column, why.text);
    return record;
}

/* A record as YAML, with its id set to zeros. The caller frees it. */
static inline char *yaml_of(const struct record *record)
{
    struct record *copy = record_copy(record);
    memset(copy->id, '0', ULID_LENGTH);
    struct yaml_text text = {0};
    record_write(copy, &text);
    record_free(copy);
    return text.v;
}

static const char *const loose[] = {
    "1. e4 e5 2. Nf3 *",
    "1.e4 e5 2.Nf3 Nc6 1-0\n\n1.d4 d5 0-1\n",
    "[Event \"x\"][Site \"y\"] [White \"A \\\"B\\\" C\\\\D\"]\n\n1. e4! c5?! 2. Nf3!? $14 d6?? *",
    "{before all} 1. {ahead of White} e4 {after} {twice} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 1/2-1/2",
    "1. e4 (1. d4 d5) (1. c4) 1... e5 {a} (1... c5) {between} 2. Nf3 {b} *",
    "1. e4 e5 (2. d4 exd4) 2. Nf3 (3. Bb5) *",
    "1. e4 {[%clk 0:41:07][%emt 0:02:11] text [%csl Gd4,Re5] [%cal Ge2e4] more [%ts 12]} e5 {[%eval 0.17,20]} 2. Nf3 "
    "{[%eval #-3]} Nc6 {[%clk 99] [%eval x]} *",
    "1. e4 ; to the end of the line\ne5 2. Nf3 *",
    "% a remark\n1. e4 e5 *\n",
    "1. e4 e5 2. Qh5 Ke7 3. Qxe8# {nonsense} 4. foo *",
    "1. e4 e5 (1... Zz9 2. Nf3) 2. Nf3 *",
    "1. e4 e5 2. -- Nc6 *",
    "1. e4 {never closed",
    "1. e4 e5 2. Nf3 {never closed 0-1\n\n\n[Event \"next\"]\n\n1. d4 *",
    ") } . 1. e4 ) e5 }} *",
    "1. d4 a6 2. e4 e6 3. 0-0-0 *",
    "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9\"]\n[SetUp \"1\"]\n\n9. 0-0 0-0-0 10. Kg2 *",
    "[FEN \"nonsense\"]\n\n1. e4 e5 *",
    "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *",
    "[Variant \"turnover\"]\n[CcOptions \"siege=lose\"]\n\n1. Kh2-h3 Kc8-d8 2. Kf2-f4/W {splits} (2. Kh3-h4) *",
    "[Result \"+--\"]\n\n+--\n",
    "[Result \"1-0\"]\n\n1. e4 0-1",
    "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5 Nf6 6. Bc4 d5 7. exd5 Bd6 8. d4 1\xE2\x80\x93"
    "0",
    "[White \"M\xC3\xBCller\"]\n[WhiteElo \"2100\"]\n[BlackElo \"?\"]\n[WhiteElo \"2101\"]\n\n*",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ( 3... Nf6 4. O-O ( 4. d3 {[%cc.close] brace} ) 4... Nxe4 ) 4. Ba4 N *",
    "1. e4 \xE2\x80\xA6 e5 2. Nf3 \xC2\xB1 *",
    "{[%by \"ana\"] signed} 1. e4 {[%by \"ivo\"] [%cc.lang \"hr\"] Dobro.} *",
    "1. e4 ( {[%cc.then]} 2. d4 ) *",
    "e4 m: [ 2. \"1-0\" ] Eve *",
    "[FEN \"8/8/8/8/8/8/8/K1k5 w \xC2\xA0-0- 0 1\"]\n\n1. %4 $1 e5 *",
    "[FEN \"8/8/8/8/8/8/8/K1k5 w [\"]\n\nm ] 1f *",
    "(c5) f3 {[%cc.gap]} *",
    "e5 {} (1c) {[%cc.gap]} *",
    "[%cc.rest ] 1 *",
    "e44 *[0\"",
    "e4 {} e4 *\n[%cc.ply]",
    "{[%cc.mark as=\"\" label=\"01\x01 by00]} *",
    "({]\n\n[v\"}{[%\"]{",
    "e4 " /* nested too deeply */
    "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
};

#endif

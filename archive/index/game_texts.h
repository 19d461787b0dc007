/* game_texts.h - the texts of a game that searches look into, as an index keeps them: folded (folded.h), each a line. */
#ifndef CHESSCADE_INDEX_GAME_TEXTS_H
#define CHESSCADE_INDEX_GAME_TEXTS_H

#include "archive/record.h"
#include "archive/yaml_out.h"

/* What of the head is words (head_words.h), the notes, who signed them. */
enum game_texts_column { TEXTS_HEAD, TEXTS_NOTES, TEXTS_AUTHORS, TEXTS_COLUMNS };
enum { TEXTS_JUDGEMENTS = 256 };

struct game_texts {
    struct yaml_text column[TEXTS_COLUMNS];
    uint8_t judged[TEXTS_JUDGEMENTS / 8]; /* bits: its judgements */
    unsigned has;                         /* query_has_of() */
};

/* Zero to begin with; what was collected before is forgotten, its room kept. */
void game_texts_collect(struct game_texts *texts, const struct record *record);
void game_texts_clear(struct game_texts *texts);

#endif

/* game_texts.h - the searchable texts of a game as the index stores them: folded (folded.h), one per line. */
#ifndef CHESSCADE_ARCHIVE_INDEX_GAME_TEXTS_H
#define CHESSCADE_ARCHIVE_INDEX_GAME_TEXTS_H

#include "archive/record/record.h"
#include "archive/yaml/yaml_write.h"

/* The header texts that words match (archive/query/header_texts.h), the notes, and their authors. */
enum game_texts_column { TEXTS_HEAD, TEXTS_NOTES, TEXTS_AUTHORS, TEXTS_COLUMNS };
enum { TEXTS_JUDGEMENTS = 256 };

struct game_texts {
    struct yaml_text column[TEXTS_COLUMNS];
    uint8_t judged[TEXTS_JUDGEMENTS / 8]; /* bit set of its judgements */
    unsigned has;                         /* as query_has_of() returns it */
};

/* Zero-initialize. Discards what was collected before but keeps its memory. */
void game_texts_collect(struct game_texts *texts, const struct record *record);
void game_texts_clear(struct game_texts *texts);

#endif

/* view_pager.h - a text to read: how it is opened. */
#ifndef CHESSCADE_VIEW_PAGER_H
#define CHESSCADE_VIEW_PAGER_H

#include "tui/views.h"

struct pager_open {
    const char *title; /* copied */
    char *text;        /* the pager's own from now on, also when opening fails; shown cleaned */
    bool changes;      /* lines beginning with + and - are those that come and go */
    int line;          /* counted from 1: where to begin, marked; 0: at the top */
};

/* Whose rules: a variant, and what is agreed on there. */
struct rules_wanted {
    const char *id;
    const struct setting *setting; /* [settings]; borrowed during the call */
    int settings;
};

/* Open the rules of a variant by its id, as they are by default. An error is said. */
void rules_open(struct app *app, const char *id);
/* The same with the options of a game, or of one that is chosen; at the section a sentence names, as below. */
void rules_open_of(struct app *app, const struct ruleset *rules, const char *rule);
/* The same at the section a sentence names, "... (rules/turning.md 6.5)"; at the top when it names none. */
void rules_open_at(struct app *app, const char *id, const char *rule);
/* The same at the card of a piece. */
void rules_open_at_piece(struct app *app, const char *id, const char *name);

#endif

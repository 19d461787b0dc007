/* view_pager.h - opening a text to read, and the rules of a variant. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_PAGER_H
#define CHESSCADE_TUI_VIEWS_VIEW_PAGER_H

#include "tui/app/view_list.h"

struct pager_open {
    const char *title; /* copied */
    char *text;        /* the pager takes ownership, even if opening fails; cleaned when shown */
    bool changes;      /* it is a diff: show lines beginning with + and - as added and removed */
    int line;          /* the line to begin at and highlight, counted from 1; 0: begin at the top */
};

/* Which rules: a variant and its options. */
struct rules_wanted {
    const char *id;
    const struct setting *setting; /* [settings]; borrowed during the call */
    int settings;
};

/* Open the rules of a variant by its id, with default options. Shows an error if that fails. */
void rules_open(struct app *app, const char *id);
/* The same with the options of a game, or of one being set up, at the section cited by a sentence, as below. */
void rules_open_of(struct app *app, const struct ruleset *rules, const char *rule);
/* The same at the section that a sentence cites, "... (rules/turning.md 6.5)"; at the top if it cites none. */
void rules_open_at(struct app *app, const char *id, const char *rule);
/* The same at the card of a piece. */
void rules_open_at_piece(struct app *app, const char *id, const char *name);

#endif

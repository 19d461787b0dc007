/* typed_plies.h - the legal plies that a text may become while a person types it, in short or long
 * form.
 *
 * All plies can be listed quickly only if cascades are short. So the list first has the plies with
 * few members, together with first members that activate a piece. As soon as no such ply begins
 * with the text, or a '~' was typed, it has what may follow the typed members instead
 * (ply_text.h). */
#ifndef CHESSCADE_TUI_SESSION_TYPED_PLIES_H
#define CHESSCADE_TUI_SESSION_TYPED_PLIES_H

#include "archive/replay/replay.h"
#include "core/draft.h"
#include "core/family.h"

#include <stdbool.h>
#include <stddef.h>

enum { TYPED_SHOWN = 8 /* at most this many of the plies found are returned */ };

struct typed_texts {
    char **v; /* [n] sorted, owned */
    int n, room;
};

struct typed_plies {
    struct typed_texts form[2]; /* the plies in their short and long forms, indexed by enum form;
                                   each ply is in both lists */
    const struct position *position; /* borrowed */
    /* The members, up to the last '~', with which all listed plies begin. NULL: the list has
     * plies with few members. */
    char *begun;
    /* A text with which no ply with few members begins. So none begins with a longer text either,
     * and a search is not needed. NULL: no such text is known. */
    char *vain;
};

/* The listed plies that begin with a text. */
struct typed_found {
    const char *first[TYPED_SHOWN]; /* borrowed from the list */
    int n;                          /* how many there are, also beyond TYPED_SHOWN */
    const struct typed_texts *among;
    bool exactly; /* the text and the plies agree in the case of letters */
};

/* List the plies with few members that are legal in a position, which must outlive the list. */
struct typed_plies *typed_plies_new(const struct position *position);
void typed_plies_free(struct typed_plies *typed);
/* List what can begin with the text: plies with few members. If there are none, or members have
 * been typed, list what can follow these members. For games with cascades. */
void typed_plies_follow(struct typed_plies *typed, const char *text);
/* Find the plies whose short form begins with a text, or else those whose long form does. Matches
 * with the same case of letters are preferred. `typed` may be NULL: there are none. */
struct typed_found typed_plies_find(const struct typed_plies *typed, const char *text);
/* Complete the text as far as all plies found agree. Returns false if none begins with it. */
bool typed_plies_complete(const struct typed_plies *typed, const char *text, char *out,
                          size_t size);
/* List plies of the same piece that must be typed more exactly: "type one of: Rad1  Rfd1" for
 * "Rd1". Returns false if there are none. `typed` may be NULL. */
bool typed_plies_more_exactly(const struct typed_plies *typed, const char *text, char *out,
                              size_t size);

/* Say what can be done with the typed text: the plies that begin with it, as far as they are not
 * typed yet; or what Enter would play; or that nothing begins like this. `typed` may be NULL. */
void typed_plies_note(const struct typed_plies *typed, const struct position *position,
                      const char *text, char *out, size_t size);

/* Read a typed ply into *ply, which is zero. A text that is no ply, but with which only one listed
 * ply begins, is not read: TYPED_ONLY is returned, and `only` has that ply, because the user may
 * have meant another. A small letter may stand for the capital letter of a piece. Fails as parse()
 * of the family does. `typed` may be NULL, and then `only`; so may `why`. */
enum { TYPED_ONLY = 1 };
int typed_ply_read(const struct typed_plies *typed, const struct position *position,
                   const char *text, struct ply *ply, char only[PLY_ROOM], struct note *why);

#endif

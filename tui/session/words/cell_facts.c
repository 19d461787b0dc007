/* cell_facts.c - what there is to say about a cell: see cell_facts.h. */
#include "config.h"

#include "tui/session/words/cell_facts.h"

#include "core/draft.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/util/ascii.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_ROOM = 1200 };

void cell_describe(const struct position *position, cell_t cell, char *out, size_t size)
{
    struct piece piece = position->at[cell];
    size_t used = 0;
    out[0] = '\0';
    text_add(out, size, &used, "%s: ", board_name(position->rules->board, cell));
    if (!piece.kind) {
        text_add(out, size, &used, "empty");
        return;
    }
    char more[200], name[100];
    piece_describe(position, cell, more, sizeof more);
    words_piece(position->rules, piece, name, sizeof name);
    text_add(out, size, &used, "%s%s%s", name, *more ? ", " : "", more);
}

/* What is asked, and to whom it is told. */
struct cell_telling {
    const struct cell_asked *asked;
    const struct position *position;
    const struct ruleset *rules;
    cell_t cell;
    cell_fact_fn *each;
    void *argument;
};

static void tell(const struct cell_telling *telling, enum cell_fact fact, const char *text)
{
    telling->each(telling->argument, fact, text);
}

/* ---------------------------------------------------------------- lists of cells and pieces */

/* A paragraph that is built word by word. */
struct word_list {
    const char *head;
    char text[LIST_ROOM];
    size_t used;
};

static void add_word(struct word_list *words, const char *letters, const char *cell)
{
    text_add(words->text, sizeof words->text, &words->used, "%s%s%s",
             words->used ? " " : words->head, letters, cell);
}

static void put_words(const struct cell_telling *telling, enum cell_fact fact,
                      const struct word_list *words)
{
    if (words->used)
        tell(telling, fact, words->text);
}

/* True if a Pawn has just passed over the cell in a move of several steps, so that it can be
 * captured en passant. */
static bool was_passed(const struct position *position, cell_t cell)
{
    for (int i = 0; i < position->passed_count; i++)
        if (position->passed[i] == cell)
            return true;
    return false;
}

/* What can happen to a piece when another piece moves onto it, besides capture: what the moving
 * piece does, and what is done to the other piece. */
static const struct {
    enum verb verb;
    const char *does, *done;
} meetings[] = {
    {ACTION_FLIP, "turns over: ", "turned over by: "},
    {ACTION_JOIN, "joins: ", "joined by: "},
    {ACTION_PUSH, "activates: ", "activated by: "},
    {ACTION_DIVE, "dives into: ", "dived into by: "},
    {ACTION_TELEPORT, "sends off: ", "sent off by: "},
    {ACTION_PROMOTE, "promotes: ", "promoted by: "},
};
enum { MEETINGS = sizeof meetings / sizeof *meetings };

/* Add the cells where the piece can go. If there are very many, add only their number, because they
 * are marked on the board. */
static void put_cells(const struct cell_telling *telling, const struct word_list *words, int n)
{
    char text[80];
    if (!telling->asked->most || n <= telling->asked->most) {
        put_words(telling, CELL_REACH, words);
        return;
    }
    snprintf(text, sizeof text, "%s%d cells, marked on the board", words->head, n);
    tell(telling, CELL_REACH, text);
}

/* Add the words for a part of a piece: "its Wall goes to: d7". */
static void add_part(struct word_list *words, const char *who, const char *cell)
{
    if (!words->used)
        text_add(words->text, sizeof words->text, &words->used, "%s goes to:", who);
    text_add(words->text, sizeof words->text, &words->used, " %s", cell);
}

static void add_reach(const struct cell_telling *telling)
{
    cell_t cell = telling->cell;
    const struct position *position = telling->position;
    const struct board *board = telling->rules->board;
    struct word_list goes = {.head = "goes to: "}, part = {.head = ""},
                     runs = {.head = "runs to: "}, round = {.head = "goes around, back to: "},
                     attacks = {.head = "attacks: "},
                     passing = {.head = "captures en passant on: "}, other = {.head = "meets: "};
    struct word_list *meets = memory_new(MEETINGS, sizeof *meets);
    char does[MEETINGS][40];
    struct actions reach = {0};
    int cells = 0;
    telling->rules->rules->reach(position, cell, &reach);
    for (int i = 0; i < reach.n; i++) {
        cell_t to = reach.v[i].to;
        enum verb verb = (enum verb)reach.v[i].verb;
        struct piece met = position->at[to];
        char letters[4] = "";
        int m = 0;
        while (m < MEETINGS && meetings[m].verb != verb)
            m++;
        if (met.kind)
            piece_letters(telling->rules, met, letters);
        if (!met.kind && reach_part(telling->position, &reach.v[i])) {
            if (verb == ACTION_GO)
                add_part(&part, reach_part(telling->position, &reach.v[i]), board_name(board, to));
        } else if (verb == ACTION_GO && !met.kind) {
            add_word(&goes, "", board_name(board, to));
            cells++;
        } else if (verb == ACTION_STEP && !met.kind)
            add_word(&runs, "", board_name(board, to));
        else if (verb == ACTION_GO && to == cell)
            add_word(&round, "", board_name(board, to));
        else if (verb == ACTION_TAKE && met.kind)
            add_word(&attacks, letters, board_name(board, to));
        else if (verb == ACTION_TAKE && was_passed(position, to) &&
                 position->at[cell].side == position->side)
            add_word(&passing, "", board_name(board, to));
        else if (m < MEETINGS && met.kind) {
            const char *who = reach_part(telling->position, &reach.v[i]);
            snprintf(does[m], sizeof does[m], "%s%s%s", who ? who : "", who ? " " : "",
                     meetings[m].does);
            meets[m].head = does[m];
            add_word(&meets[m], letters, board_name(board, to));
        } else if (met.kind && verb != ACTION_GO)
            add_word(&other, letters, board_name(board, to));
    }
    size_t said =
        goes.used + part.used + runs.used + round.used + attacks.used + passing.used + other.used;
    for (int m = 0; m < MEETINGS; m++)
        said += meets[m].used;
    if (!said) /* a blocked Pawn has only cells where it could capture */
        tell(telling, CELL_STUCK, "cannot move by itself in the current position");
    put_cells(telling, &goes, cells);
    put_words(telling, CELL_REACH, &part);
    put_words(telling, CELL_REACH, &runs);
    put_words(telling, CELL_REACH, &round);
    put_words(telling, CELL_REACH, &attacks);
    put_words(telling, CELL_REACH, &passing);
    for (int m = 0; m < MEETINGS; m++)
        put_words(telling, CELL_REACH, &meets[m]);
    put_words(telling, CELL_REACH, &other);
    free(meets);
    actions_free(&reach);
}

/* Find the legal first actions of the piece on a cell. */
static void legal_choices(const struct cell_telling *telling, struct actions *choices)
{
    cell_t cell = telling->cell;
    const struct position *position = telling->position;
    struct draft draft = {0};
    if (!telling->asked->begins)
        return;
    draft_begin(&draft, position);
    draft_choices(&draft, choices);
    struct action pick = {0};
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].verb == ACTION_PICK && choices->v[i].from == cell)
            pick = choices->v[i];
    choices->n = 0;
    if (pick.verb == ACTION_PICK && pick.from == cell) {
        draft_take(&draft, pick);
        draft_choices(&draft, choices);
    }
    draft_clear(&draft);
}

/* Add where a King can castle to now, which reach() of core/family.h does not include. */
static void add_castling(const struct cell_telling *telling, const struct actions *choices)
{
    struct word_list castles = {.head = "castles to: "};
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].verb == ACTION_CASTLE)
            add_word(&castles, "", board_name(telling->rules->board, choices->v[i].to));
    put_words(telling, CELL_REACH, &castles);
}

static bool has_choice(const struct actions *choices, cell_t to)
{
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].to == to)
            return true;
    return false;
}

/* Add which of the cells that the piece reaches or attacks are legal now, unless all of them are.
 * The other moves would leave the King in check. */
static void add_legal(const struct cell_telling *telling, const struct actions *choices)
{
    cell_t cell = telling->cell;
    const struct position *position = telling->position;
    struct word_list legal = {.head = "legal now: "};
    struct actions reach = {0};
    int cells = 0, all = 0;
    if (!telling->asked->begins)
        return;
    telling->rules->rules->reach(position, cell, &reach);
    for (int i = 0; i < reach.n; i++) {
        cell_t to = reach.v[i].to;
        bool met = position->at[to].kind != 0;
        if (!(reach.v[i].verb == ACTION_GO && !met) && !(reach.v[i].verb == ACTION_TAKE && met))
            continue;
        all++;
        if (has_choice(choices, to)) {
            add_word(&legal, "", board_name(telling->rules->board, to));
            cells++;
        }
    }
    if (all && !cells)
        tell(telling, CELL_REACH, "legal now: none of them");
    else if (cells < all)
        put_cells(telling, &legal, cells);
    actions_free(&reach);
}

enum {
    WAY_GOES = 1,
    WAY_TAKES = 2,
    WAY_MEETS = 4 /* the bit of meetings[0]; each further entry of meetings[] has the next bit */
};

/* The ways in which the piece on `from` can go to telling->cell, as bits of WAY_; 0: it cannot.
 * *part is set to the part of the piece that moves; NULL: the whole piece. */
static int ways_to(const struct cell_telling *telling, cell_t from, const char **part)
{
    struct actions reach = {0};
    int ways = 0;
    *part = NULL;
    telling->rules->rules->reach(telling->position, from, &reach);
    for (int i = 0; i < reach.n; i++) {
        enum verb verb = (enum verb)reach.v[i].verb;
        int m = 0;
        if (reach.v[i].to != telling->cell)
            continue;
        *part = reach_part(telling->position, &reach.v[i]);
        while (m < MEETINGS && meetings[m].verb != verb)
            m++;
        ways |= verb == ACTION_GO || verb == ACTION_STEP ? WAY_GOES
                : m < MEETINGS                           ? WAY_MEETS << m
                                                         : WAY_TAKES;
    }
    actions_free(&reach);
    return ways;
}

/* Add which pieces reach a cell. For a piece: its attackers, and pieces that can do something else
 * to it. For an empty cell: which pieces can go there, and which could only capture there. */
static void add_reached_by(const struct cell_telling *telling)
{
    cell_t cell = telling->cell;
    const struct position *position = telling->position;
    struct piece here = position->at[cell];
    struct word_list first = {.head = here.kind ? "attacked by: " : "can go there: "},
                     second = {.head = here.kind ? "guarded by: " : "would capture there: "};
    struct word_list *met = memory_new(MEETINGS, sizeof *met);
    for (int from = 0; from < telling->rules->board->cells; from++) {
        struct piece piece = position->at[from];
        if (!piece.kind || from == cell)
            continue;
        const char *part;
        int ways = ways_to(telling, (cell_t)from, &part);
        char letters[4], name[40];
        piece_letters(telling->rules, piece, letters);
        snprintf(name, sizeof name, part ? "%s (%s)" : "%s",
                 board_name(telling->rules->board, (cell_t)from), part);
        struct word_list *words =
            here.kind ? (ways & WAY_TAKES ? piece.side != here.side ? &first : &second : NULL)
            : ways & WAY_GOES  ? &first
            : ways & WAY_TAKES ? &second
                               : NULL;
        for (int m = 0; m < MEETINGS && here.kind; m++)
            if (ways & WAY_MEETS << m) {
                met[m].head = meetings[m].done;
                words = &met[m];
            }
        if (words)
            add_word(words, letters, name);
    }
    put_words(telling, CELL_REACHED, &first);
    for (int m = 0; m < MEETINGS; m++)
        put_words(telling, CELL_REACHED, &met[m]);
    put_words(telling, CELL_REACHED, &second);
    free(met);
}

/* ---------------------------------------------------------------- cells */

/* Add the neighbours of a triangle: across its edges, at its tips and at its corners. By
 * rules/triangles.md 2.2 direction d is the angle 30*d, and a triangle that points up has its edges
 * at 30, 150 and 270 degrees. */
static void add_neighbours(const struct cell_telling *telling)
{
    const struct board *board = telling->rules->board;
    cell_t cell = telling->cell;
    static const struct {
        const char *name;
        /* directions for a triangle that points up; for other triangles they are rotated by 180
         * degrees */
        int direction[6], n;
    } groups[] = {{"edges: ", {5, 1, 9}, 3},
                  {"tips: ", {3, 7, 11}, 3},
                  {"corners: ", {6, 0, 4, 2, 8, 10}, 6}};
    for (int g = 0; g < 3; g++) {
        struct word_list words = {.head = groups[g].name};
        for (int i = 0; i < groups[g].n; i++) {
            int direction =
                board->cell[cell].up ? groups[g].direction[i] : (groups[g].direction[i] + 6) % 12;
            cell_t next = board_next(board, cell, direction);
            if (next != CELL_NONE)
                add_word(&words, "", board_name(board, next));
        }
        put_words(telling, CELL_NEIGHBOURS, &words);
    }
}

static void add_field(const struct cell_telling *telling)
{
    const struct board_cell *cell = &telling->rules->board->cell[telling->cell];
    const char *shade = cell->dark ? "dark" : "light";
    bool turned = telling->asked->turned;
    char text[100];
    if (telling->rules->board->shape == BOARD_TRIANGLES) {
        snprintf(text, sizeof text, "triangle pointing %s%s, %s",
                 cell->up != turned ? "up" : "down", turned ? " on this turned board" : "", shade);
        tell(telling, CELL_GROUND, text);
        add_neighbours(telling);
    } else {
        snprintf(text, sizeof text, "a %s square", shade);
        tell(telling, CELL_GROUND, text);
    }
}

/* Remove from the words about a piece how its triangle points and what it touches, because
 * that follows. */
static void leave_out_field(const struct board *board, cell_t cell, char *text)
{
    char field[60];
    snprintf(field, sizeof field, ", %s triangle %s; touches ",
             board->cell[cell].up ? "up" : "down", board_name(board, cell));
    char *from = strstr(text, field);
    if (from) {
        const char *rest = from + strlen(field);
        rest += strcspn(rest, ";");
        memmove(from, rest, strlen(rest) + 1);
    }
}

void cell_tell(const struct cell_asked *asked, cell_fact_fn *each, void *argument)
{
    const struct position *position = asked->position;
    struct cell_telling telling = {asked, position, position->rules, asked->cell, each, argument};
    int kind = position->at[asked->cell].kind;
    struct actions choices = {0};
    char text[400];
    cell_describe(position, asked->cell, text, sizeof text);
    leave_out_field(position->rules->board, asked->cell, text);
    tell(&telling, CELL_CONTENT, text);
    if (kind && position->rules->kinds[kind].moves)
        tell(&telling, CELL_GAIT, position->rules->kinds[kind].moves);
    if (kind && position->rules->kinds[kind].source)
        tell(&telling, CELL_SOURCE, position->rules->kinds[kind].source);
    if (kind && !asked->in_hand) {
        add_reach(&telling);
        legal_choices(&telling, &choices);
        add_castling(&telling, &choices);
        add_legal(&telling, &choices);
        actions_free(&choices);
    }
    if (!asked->in_hand) /* otherwise it is not on the board now */
        add_reached_by(&telling);
    add_field(&telling);
}

/* ---------------------------------------------------------------- in sentences */

void words_cell(const struct position *position, cell_t cell, char *out, size_t size)
{
    char field[500], content[500];
    words_field(position, cell, field, sizeof field);
    words_content(position, cell, content, sizeof content);
    snprintf(out, size, "%s: %s; %s", board_name(position->rules->board, cell), content, field);
}

struct cell_sentences {
    const struct kind *kind;
    position_words_fn *each;
    void *argument;
};

static void tell_sentence(void *argument, enum cell_fact fact, const char *text)
{
    const struct cell_sentences *to = argument;
    char sentence[LIST_ROOM];
    snprintf(sentence, sizeof sentence, "%s%s%s",
             fact == CELL_GAIT     ? to->kind->name
             : fact == CELL_SOURCE ? "The rule is in "
                                   : "",
             fact == CELL_GAIT ? ": " : "", text);
    sentence[0] = (char)ascii_upper((unsigned char)sentence[0]);
    if (fact != CELL_CONTENT && fact != CELL_GROUND) /* words_cell() has told these */
        to->each(to->argument, sentence);
}

void cell_tell_sentences(const struct cell_asked *asked, position_words_fn *each, void *argument)
{
    const struct position *position = asked->position;
    struct cell_sentences to = {&position->rules->kinds[position->at[asked->cell].kind], each,
                                argument};
    char words[WORDS_ROOM];
    words_cell(position, asked->cell, words, sizeof words);
    each(argument, words);
    cell_tell(asked, tell_sentence, &to);
    if (to.kind->royal)
        each(argument, "It is royal");
}

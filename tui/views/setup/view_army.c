/* view_army.c - the army editor for Turning Chess: the user puts pieces on a side's first rank,
 * turns them, or chooses a named army. Both armies are stored as the eight letters with facings of
 * rules/turning.md 5 and validated by the rules, whose error is shown. Enter returns the armies to
 * the new-game view below. */
#include "config.h"
#include "core/families/turning/armies.h"
#include "core/util/ascii.h"
#include "core/position_text.h"
#include "tui/views/setup/setup.h"
#include "tui/widgets/editors.h"
#include "tui/views/reader.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 8, KING_FILE = 4, FACINGS = 8, SETTINGS_MOST = 32 };

static const char *const facing_names[FACINGS] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

/* One piece in the text of an army. Facings are those of White; Black's army mirrors them. */
struct token {
    char letter;
    uint8_t facing;
};

struct armies {
    struct view view;
    army_chosen *chosen;
    /* the rules of the game being set up, with its settings; for validation */
    struct ruleset *rules;
    /* the rules with these armies and without limits on armies; for drawing */
    struct ruleset *drawn;
    struct position position;
    struct token man[2][FILES];
    struct editor_undo undo; /* the undo history of `man` */
    int named[2];            /* the named army chosen last for each side; -1: none */
    char brush;
    struct board_editor editor;
    char text[2][ARMY_TEXT];
    struct note why; /* why the armies are invalid; "": they are valid */
    bool beyond;     /* the armies are invalid only because they exceed the limits on armies */
};

static struct armies *armies_of(struct view *view)
{
    return (struct armies *)view;
}

/* ---------------------------------------------------------------- texts */

static void write_army(const struct token man[FILES], char out[ARMY_TEXT])
{
    size_t used = 0;
    out[0] = '\0';
    for (int file = 0; file < FILES; file++)
        text_add(out, ARMY_TEXT, &used, man[file].facing ? "%c(%s)" : "%c", man[file].letter,
                 facing_names[man[file].facing]);
}

/* Parse the text of an army that the rules have accepted. */
static void army_read_army(const char *text, struct token man[FILES])
{
    for (int file = 0; file < FILES && *text; file++) {
        man[file] = (struct token){*text++, 0};
        if (*text != '(')
            continue;
        for (int facing = 0; facing < FACINGS; facing++)
            if (!strncmp(text + 1, facing_names[facing], strcspn(text + 1, ")")) &&
                strlen(facing_names[facing]) == strcspn(text + 1, ")"))
                man[file].facing = (uint8_t)facing;
        text += strcspn(text, ")");
        text += *text == ')';
    }
}

/* Open the rules with these armies in place of those in the settings. `limits`: with the variant's
 * limits on armies. */
static int army_open_with(const struct armies *armies, bool limits, struct ruleset **out,
                          struct note *why)
{
    struct setting setting[SETTINGS_MOST];
    const struct ruleset *rules = armies->rules;
    int n = 0;
    for (int i = 0; i < rules->settings && n < SETTINGS_MOST - 3; i++) {
        const char *name = rules->setting[i].name;
        if (strcmp(name, "white") != 0 && strcmp(name, "black") != 0 && strcmp(name, "army") != 0 &&
            (limits || strcmp(name, "free-array") != 0))
            setting[n++] = rules->setting[i];
    }
    setting[n++] = (struct setting){"white", armies->text[WHITE]};
    setting[n++] = (struct setting){"black", armies->text[BLACK]};
    if (!limits)
        setting[n++] = (struct setting){"free-array", "yes"};
    return ruleset_open(out, rules->id, setting, n, why);
}

static void army_check(struct armies *armies)
{
    struct ruleset *rules = NULL, *drawn = NULL;
    struct note why;
    armies->why.text[0] = '\0';
    for (int side = WHITE; side <= BLACK; side++)
        write_army(armies->man[side], armies->text[side]);
    if (army_open_with(armies, true, &rules, &armies->why) == 0)
        ruleset_free(rules);
    armies->beyond = false;
    if (army_open_with(armies, false, &drawn, &why) < 0)
        return;
    armies->beyond = armies->why.text[0] != '\0';
    ruleset_free(armies->drawn);
    armies->drawn = drawn;
    drawn->rules->setup(drawn, &armies->position);
}

/* Call this after a change: records the change for undo, and validates the armies. */
static void army_changed(struct armies *armies)
{
    editor_undo_keep(&armies->undo, armies->man, sizeof armies->man);
    army_check(armies);
}

/* The index of the named army that a side has; -1: none. */
static int find_named(const struct armies *armies, int side)
{
    for (int i = 0; army_name(armies->rules, i); i++)
        if (!strcmp(army_text(armies->rules, i), armies->text[side]))
            return i;
    return -1;
}

static int army_open(struct view *view, const void *argument, struct note *why)
{
    struct armies *armies = armies_of(view);
    const struct army_open *open = argument;
    int status = ruleset_open(&armies->rules, open->rules->id, open->rules->setting,
                              open->rules->settings, why);
    if (status < 0)
        return status;
    armies->chosen = open->chosen;
    armies->brush = armies->rules->kinds[1].letter;
    for (int side = WHITE; side <= BLACK; side++) {
        const char *text = *open->army[side] ? open->army[side] : army_usual(armies->rules);
        for (int i = 0; army_name(armies->rules, i); i++)
            if (!strcmp(army_name(armies->rules, i), text))
                text = army_text(armies->rules, i);
        army_read_army(text, armies->man[side]);
    }
    army_check(armies);
    if (!armies->drawn) {
        *why = armies->why;
        ruleset_free(armies->rules);
        return FAIL_TEXT;
    }
    for (int i = 1; i <= armies->rules->kind_count; i++)
        if (!strchr("PK", armies->rules->kinds[i].letter)) {
            armies->brush = armies->rules->kinds[i].letter;
            break;
        }
    army_changed(armies);
    for (int side = WHITE; side <= BLACK; side++)
        armies->named[side] = find_named(armies, side);
    board_editor_begin(&armies->editor, view->app, &armies->position);
    armies->editor.cursor = board_at(armies->drawn->board, 0, 0);
    view->keymap[view->keymaps++] = KEYMAP_ARRAY;
    view->keymap[view->keymaps++] = KEYMAP_SETUP;
    return 0;
}

static void army_close(struct view *view)
{
    struct armies *armies = armies_of(view);
    board_editor_free(&armies->editor);
    editor_undo_free(&armies->undo);
    ruleset_free(armies->drawn);
    ruleset_free(armies->rules);
}

/* ---------------------------------------------------------------- drawing */

/* The side in whose half of the board the cursor is. */
static int side_here(const struct armies *armies)
{
    return armies->drawn->board->cell[armies->editor.cursor].rank < FILES / 2 ? WHITE : BLACK;
}

static void army_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    struct armies *armies = armies_of(view);
    struct page *page = board_editor_begin_page(&armies->editor, &armies->position, body);
    const struct ruleset *rules = armies->drawn;
    const struct kind *kind = &rules->kinds[ruleset_kind(rules, armies->brush)];
    char palette[120], words[80], key[64], keyed[120];
    size_t used = 0;
    palette[0] = '\0';
    for (int i = 1; i <= rules->kind_count; i++)
        if (!strchr("PK", rules->kinds[i].letter))
            text_add(palette, sizeof palette, &used,
                     rules->kinds[i].letter == armies->brush ? "[%c]" : " %c ",
                     rules->kinds[i].letter);
    page_addf(page, ROLE_MOVE, 0, "%s puts: %c  %s",
              app_words(view->app, view, "{put}", key, sizeof key), armies->brush, kind->name);
    page_add(page, ROLE_TEXT, 0, palette);
    if (kind->moves)
        page_add(page, ROLE_DIM, 0, kind->moves);
    page_gap(page);
    board_editor_piece_words(rules, armies->position.at[armies->editor.cursor], words,
                             sizeof words);
    page_addf(page, ROLE_TEXT, 0, "%s: %s", board_name(rules->board, armies->editor.cursor), words);
    page_gap(page);
    if (armies->why.text[0])
        page_addf(page, ROLE_ERROR, 0, "Not ready: %s", armies->why.text);
    else
        page_add(page, ROLE_GLYPH, 0,
                 app_words(view->app, view, "These armies can play: {enter} uses them.", keyed,
                           sizeof keyed));
    page_gap(page);
    page_addf(page, ROLE_COMMENT, 7, "white: %s", armies->text[WHITE]);
    page_addf(page, ROLE_COMMENT, 7, "black: %s", armies->text[BLACK]);
    page_gap(page);
    static const enum request keys[] = {REQ_PIECE_NEXT, REQ_PIECE_TYPE, REQ_PIECE_TURN,
                                        REQ_NEXT_ARMY, REQ_SAME_ARMY};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        page_addf(page, ROLE_DIM, 6, "%-5s %s",
                  app_key_text(view->app, view, keys[i], key, sizeof key),
                  app_request_help(view, keys[i]));
    snprintf(face->title, sizeof face->title, "The armies of %s", rules->variant->title);
    snprintf(face->mode, sizeof face->mode, "ARMIES");
    snprintf(face->status, sizeof face->status, "%.240s",
             armies->why.text[0] ? armies->why.text : "ready");
    board_editor_draw(&armies->editor, scene);
}

/* ---------------------------------------------------------------- changing */

/* The piece under the cursor; NULL, after showing a message, if it belongs to no army. */
static struct token *man_here(struct armies *armies)
{
    const struct board *board = armies->drawn->board;
    int file = board->cell[armies->editor.cursor].file,
        rank = board->cell[armies->editor.cursor].rank;
    if (rank == 0 || rank == FILES - 1)
        return &armies->man[side_here(armies)][file];
    app_say(armies->view.app,
            "you can change only the outermost rank; the Pawns stay the same (rules/turning.md 5)");
    return NULL;
}

static void army_undo(struct armies *armies, bool redo)
{
    const void *man = editor_undo_step(&armies->undo, redo);
    if (!man)
        return;
    memcpy(armies->man, man, sizeof armies->man);
    army_check(armies);
}

static void army_put(struct armies *armies)
{
    struct token *man = man_here(armies);
    if (!man)
        return;
    if (man == &armies->man[side_here(armies)][KING_FILE]) {
        app_say(armies->view.app, "only the King may be on the e-file (rules/turning.md 5)");
        return;
    }
    *man = (struct token){armies->brush, 0};
    army_changed(armies);
}

static void army_turn(struct armies *armies)
{
    struct token *man = man_here(armies);
    const struct piece *piece = &armies->position.at[armies->editor.cursor];
    int drawn = piece->facing, facing = man ? man->facing : 0;
    /* turn on to the next facing that has a different pattern of moves */
    for (int i = 1; man && i < FACINGS; i++) {
        man->facing = (uint8_t)((facing + i) % FACINGS);
        army_check(armies);
        if (piece->facing != drawn) {
            army_changed(armies);
            return;
        }
    }
    if (!man)
        return;
    man->facing = (uint8_t)facing;
    army_check(armies);
    app_say(armies->view.app, "the %s is the same from all sides",
            armies->drawn->kinds[piece->kind].name);
}

static void army_next_brush(struct armies *armies, int step)
{
    int kinds = armies->rules->kind_count, kind = ruleset_kind(armies->rules, armies->brush);
    do
        kind = (kind - 1 + step + kinds) % kinds + 1;
    while (strchr("PK", armies->rules->kinds[kind].letter));
    armies->brush = armies->rules->kinds[kind].letter;
}

static bool army_piece_typed(struct view *view, const char *text)
{
    struct armies *armies = armies_of(view);
    char letter = (char)ascii_upper((unsigned char)*text);
    if (!*text)
        return true;
    if (text[1] || ruleset_kind(armies->rules, letter) == KIND_NONE || strchr("PK", letter)) {
        app_error(view->app, "you cannot put a piece '%.20s' here", text);
        return false;
    }
    armies->brush = letter;
    army_put(armies);
    return true;
}

/* Choose the next named army. If the side's army was edited, this is the one after the named
 * army chosen last. */
static void next_army(struct armies *armies)
{
    int side = side_here(armies), named = find_named(armies, side);
    int next = (named >= 0 ? named : armies->named[side]) + 1;
    if (!army_name(armies->rules, next))
        next = 0;
    armies->named[side] = next;
    army_read_army(army_text(armies->rules, next), armies->man[side]);
    army_changed(armies);
    app_say(armies->view.app, named >= 0 ? "%s: %s" : "%s: %s; {undo} brings your own army back",
            side_name(side), army_name(armies->rules, next));
}

static void army_give(struct armies *armies)
{
    struct view *below = app_below(armies->view.app, &armies->view);
    armies->chosen(below, armies->text[WHITE], armies->text[BLACK], armies->beyond);
    app_close(armies->view.app, &armies->view);
}

static void answer_beyond(struct view *view, bool yes)
{
    if (yes)
        army_give(armies_of(view));
}

static void army_take(struct armies *armies)
{
    if (armies->beyond)
        app_ask(armies->view.app, &armies->view,
                "Beyond the limits of this variant: play with free-array=yes?", answer_beyond);
    else if (armies->why.text[0])
        app_error(armies->view.app, "%s", armies->why.text);
    else
        army_give(armies);
}

static bool army_request(struct view *view, const struct event *event)
{
    struct armies *armies = armies_of(view);
    int side = side_here(armies);
    switch (event->request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_LEFT:
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
    case REQ_RIGHT:
        return board_editor_walk(&armies->editor, event->request);
    case REQ_ENTER:
        army_take(armies);
        return true;
    case REQ_PUT:
        army_put(armies);
        return true;
    case REQ_PIECE_NEXT:
        army_next_brush(armies, 1);
        return true;
    case REQ_PIECE_PREVIOUS:
        army_next_brush(armies, -1);
        return true;
    case REQ_PIECE_TURN:
        army_turn(armies);
        return true;
    case REQ_PIECE_TYPE:
        app_prompt(view->app, view,
                   &(struct prompt){.label = "piece (one letter): ", .done = army_piece_typed});
        return true;
    case REQ_NEXT_ARMY:
        next_army(armies);
        return true;
    case REQ_SAME_ARMY:
        memcpy(armies->man[!side], armies->man[side], sizeof armies->man[0]);
        army_changed(armies);
        return true;
    case REQ_UNDO:
    case REQ_REDO:
        army_undo(armies, event->request == REQ_REDO);
        return true;
    case REQ_RULES:
        return rules_open_of(view->app, armies->rules, ""), true;
    default:
        return false;
    }
}

static const char *army_words(const struct view *view, enum request request)
{
    (void)view;
    return request == REQ_ENTER        ? "use these armies"
           : request == REQ_PIECE_TURN ? "turn the piece here by 45 degrees"
                                       : NULL;
}

static bool army_can(const struct view *view, enum request request)
{
    switch (request) {
    case REQ_TAKE_OFF:
    case REQ_SETUP_SIDE:
    case REQ_SETUP_TEXT:
    case REQ_SETUP_CLEAR:
    case REQ_SETUP_CASTLING:
    case REQ_SETUP_PASSED:
    case REQ_SETUP_HOLD:
    case REQ_SETUP_RELEASE:
    case REQ_SETUP_CLOCK:
    case REQ_SEARCH_POSITION:
    case REQ_OPENINGS:
    case REQ_COPY_POSITION:
    case REQ_LARGER_BOARD:
    case REQ_SMALLER_BOARD:
        return false;
    case REQ_UNDO:
    case REQ_REDO:
        return editor_undo_can(&((const struct armies *)view)->undo, request == REQ_REDO);
    case REQ_PAGE_DOWN:
    case REQ_PAGE_UP:
        return ((const struct armies *)view)->editor.cut;
    default:
        return app_binds(view->app, view, request);
    }
}

static const struct hint *army_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_PUT, REQ_NONE, "put"},        {REQ_PIECE_PREVIOUS, REQ_PIECE_NEXT, "which"},
        {REQ_PIECE_TURN, REQ_NONE, NULL},  {REQ_PAGE_DOWN, REQ_NONE, "more"},
        {REQ_ENTER, REQ_NONE, "use them"}, {REQ_NEXT_ARMY, REQ_NONE, NULL},
        {REQ_SAME_ARMY, REQ_NONE, NULL},   {REQ_CLOSE, REQ_NONE, NULL},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

static bool army_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct armies *armies = armies_of(view);
    const struct ruleset *rules = armies->rules;
    char state[EDITOR_TOLD_ROOM];
    (void)brief;
    if (armies->why.text[0])
        snprintf(state, sizeof state, "Not ready: %.200s", armies->why.text);
    else
        snprintf(state, sizeof state, "These armies can play: white %s, black %s",
                 armies->text[WHITE], armies->text[BLACK]);
    return board_editor_aloud(&armies->editor, &armies->position,
                              rules->kinds[ruleset_kind(rules, armies->brush)].name, state, out,
                              size);
}

static bool army_mouse(struct view *view, const struct mouse *mouse)
{
    struct armies *armies = armies_of(view);
    cell_t cell = board_editor_hit(&armies->editor, mouse);
    if (cell == CELL_NONE)
        return false;
    armies->editor.cursor = cell;
    if (mouse->button == 3)
        army_turn(armies);
    else
        army_put(armies);
    return true;
}

const struct view_ops army_view = {
    .name = "army",
    .size = sizeof(struct armies),
    .open = army_open,
    .close = army_close,
    .draw = army_draw,
    .request = army_request,
    .can = army_can,
    .words = army_words,
    .hints = army_hints,
    .mouse = army_mouse,
    .aloud = army_aloud,
};

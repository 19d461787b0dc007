/* plain.c - plain mode's main loop: finds the command for each line and runs it; help. See
 * plain.h. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "core/base.h"
#include "core/util/ascii.h"
#include "core/util/spelling.h"
#include "tui/plain/plain.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"
#include "tui/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct plain_handler no_handlers[] = {{0}};

static const struct {
    const char *title;
    const struct plain_handler *handlers;
} groups[] = {
    {"Everywhere", plain_general_handlers},
    {"Archives and games", plain_list_handlers},
    {"The rules of the games", plain_rules_handlers},
    {"Many games, and files", plain_archive_handlers},
    {"Collections", plain_collect_handlers},
    {"The board in words", plain_board_handlers},
    {"Reading a game", plain_replay_handlers},
    {"Playing", plain_play_handlers},
    {"Playing against the computer", plain_computer_handlers},
    {"Notes and changes", plain_note_handlers},
    {"Lines of plies", plain_line_handlers},
    {"Whose notes are shown", plain_layer_handlers},
    {"Studying", plain_study_handlers},
    {"Playing with others on this host", plain_lobby_handlers},
    {"At a table with others", plain_talk_handlers},
    {"The open game", no_handlers},
};
enum { GROUPS = sizeof groups / sizeof *groups };

/* ---------------------------------------------------------------- commands */

/* Returns the handler of a command; NULL: none of the groups has the command. */
static const struct plain_handler *handler_of(enum request command)
{
    for (int g = 0; g < GROUPS; g++)
        for (const struct plain_handler *handler = groups[g].handlers; handler->command; handler++)
            if (handler->command == command)
                return handler;
    return NULL;
}

static void run_command(struct plain *plain, enum request command, const char *argument)
{
    const struct plain_handler *handler = handler_of(command);
    if (handler && handler->run)
        handler->run(plain, argument);
    else if (!plain_run_archive(plain, command, argument))
        plain_run_shared(plain, command, argument);
}

/* Returns a hint, made by spelling_hint(), that names the command which a mistyped word probably
 * means; "": none. */
static const char *near_command(const char *word, char *hint)
{
    static char names[COMMANDS][COMMAND_WORD_ROOM];
    struct spelling spelling = {.typed = word};
    for (int c = REQ_NONE + 1; c < COMMANDS; c++)
        if (command_row((enum request)c)->words)
            spelling_try(&spelling, command_word((enum request)c, names[c]));
    return spelling_hint(&spelling, hint, SPELLING_HINT_ROOM);
}

/* Why a word that people know from the screen or the shell is not a command here, and what to type
 * instead; NULL: it is not such a word. */
static const char *instead_of(const char *word)
{
    static const char *const shell[] = {"verify", "index", "players", "create",
                                        "perft",  "show",  "moves"};
    for (size_t i = 0; i < sizeof shell / sizeof *shell; i++)
        if (!ascii_casecmp(shell[i], word))
            return "it is a shell command; run \"chesscade\" with it, --help explains it";
    return command_row(command_told(word))->reason;
}

static void plain_no_command(struct plain *plain, const char *word)
{
    const char *instead = instead_of(word);
    char hint[SPELLING_HINT_ROOM];
    near_command(word, hint);
    if (instead)
        plain_say(plain, "There is no command '%.40s' in plain mode: %s", word, instead);
    else if (!*hint && !plain->open && strpbrk(word, "0123456789"))
        plain_say(plain,
                  "'%.40s' is not a command, and no game is open in which it could be a ply; type "
                  "\"open N\" to open one, \"new VARIANT\" to start one",
                  word);
    else
        plain_say(plain, "There is no command '%.40s'%s", word,
                  *hint ? hint
                        : "; type \"help\" "
                          "for a list");
}

bool plain_meant_command(struct plain *plain, const char *text)
{
    enum { LETTERS_LEAST = 4 };
    char word[64], hint[SPELLING_HINT_ROOM];
    bool letters = argument_word(&text, word, sizeof word) &&
                   !word[strspn(word, "abcdefghijklmnopqrstuvwxyz-")];
    if (letters && instead_of(word)) {
        plain_no_command(plain, word);
        return true;
    }
    letters = letters && strlen(word) >= LETTERS_LEAST;
    if (!letters || !*near_command(word, hint))
        return false;
    plain_say(plain, "'%s' is neither a ply nor a command%s", word, hint);
    return true;
}

static bool has_what_is_needed(struct plain *plain, enum command_need need)
{
    bool lobby = need == NEED_LOBBY || need == NEED_TABLE;
    if (need == NEED_STORE && !plain->store)
        plain_say(plain, "No archive is open; type \"archive PATH\" to open one");
    else if (lobby && !plain->lobby)
        plain_say(plain,
                  "You are in no lobby; type \"lobby\" to enter that of your own archive, \"lobby "
                  "ARCHIVE\" for another one");
    else if (need == NEED_TABLE && !plain_live_on(plain))
        plain_say(plain, "You are in no live game; type \"games\" to list them, \"join N\" or "
                         "\"watch N\" to enter one");
    else if (need >= NEED_GAME && !plain->open)
        plain_say(plain,
                  "No game is open; type \"list\" to see the games, \"open N\" to open one, \"new "
                  "VARIANT\" to start one");
    else if (need >= NEED_RULES && !plain->game.rules)
        plain_say(plain, "This game can only be read as text: %s", plain->game.unknown.text);
    else
        return need < NEED_WRITABLE || (need == NEED_PLAYED && plain_live_on(plain)) ||
               !session_refuses(&plain->game);
    return false;
}

/* Find the command that a line begins with, and its argument. For a request of the screen that
 * another command does here, *line becomes the line of that command. */
static enum request command_of(const char **line, const char **argument)
{
    char word[64];
    *argument = *line;
    if (!argument_word(argument, word, sizeof word))
        return REQ_NONE;
    enum request command = command_told(word);
    if (command_row(command)->line) {
        *line = command_row(command)->line;
        return command_of(line, argument);
    }
    return command_row(command)->words ? command : REQ_NONE;
}

static void run_valid_line(struct plain *plain, const char *line)
{
    char word[64];
    const char *argument = line;
    if (!argument_word(&argument, word, sizeof word))
        return;
    const char *run = line;
    enum request command = command_of(&run, &argument);
    /* The side to move ran out of time before this line was read, so the line is not run. */
    if (session_clock_fallen(&plain->game)) {
        plain_say(plain, "This came too late, after the time ran out: %.60s", line);
        return;
    }
    if (command == REQ_NONE && session_compose_typed(&plain->game, word)) {
        ;
    } else if (command == REQ_UNDO && plain_undo_deed(plain)) {
        ;
    } else if (command != REQ_NONE) {
        if (has_what_is_needed(plain, command_row(command)->need))
            run_command(plain, command, argument);
    } else if (plain->open && plain->game.rules && !word[strspn(word, "0123456789")]) {
        plain_say(plain,
                  "A number alone makes a choice; type \"choices\" to see them, or \"go %s\" to "
                  "go to that ply",
                  word);
    } else if (plain->open && plain->game.rules) {
        plain_play(plain, line + strspn(line, " "));
    } else {
        plain_no_command(plain, word);
    }
    if (command != REQ_SAVE) /* the question about # remarks is answered by `save` alone */
        plain->game.remarks_told = false;
    plain->warned =
        plain->warned && (command == REQ_LEAVE || command == REQ_CLOSE || command == REQ_REMATCH);
    archive_session_no_question(&plain->archive, command);
}

static bool takes_path(enum request command)
{
    const char *usage = command_row(command)->usage;
    return usage && (!strcmp(usage, "FILE") || !strcmp(usage, "[FILE]") ||
                     !strcmp(usage, "[PATH]") || !strcmp(usage, "[ARCHIVE]"));
}

/* Run one line of input. Invalid bytes are replaced first, so everything printed and stored is
 * UTF-8; but the names of files reach the system unchanged, in any encoding. */
static void plain_run_line(struct plain *plain, const char *line)
{
    const char *run = line, *argument;
    enum request command = command_of(&run, &argument);
    bool file = takes_path(command);
    char *mended = file ? NULL : clean_mended(line);
    if (mended)
        plain_say(plain, "This line is not valid UTF-8; \xEF\xBF\xBD replaces each invalid byte");
    run_valid_line(plain, mended ? mended : line);
    free(mended);
}

/* Print a line about a command: "next [COUNT], or n: go forward by a ply, or more". */
void plain_tell_command(struct plain *plain, enum request command)
{
    const struct command_row *row = command_row(command);
    char name[COMMAND_WORD_ROOM], others[80] = "";
    size_t used = 0;
    command_word(command, name);
    for (const char *at = row->words + strlen(name); *at; at += 1 + strcspn(at + 1, " "))
        text_add(others, sizeof others, &used, ", or %.*s", (int)strcspn(at + 1, " "), at + 1);
    plain_say(plain, "%s%s%s%s: %s", name, *row->usage ? " " : "", row->usage, others,
              row->plain_help ? row->plain_help : row->help);
}

static void tell_group(struct plain *plain, int group)
{
    plain_say(plain, "%s:", groups[group].title);
    for (const struct plain_handler *handler = groups[group].handlers; handler->command; handler++)
        plain_tell_command(plain, handler->command);
    enum request shared = REQ_NONE;
    for (int i = 0; group == GROUPS - 1 && (shared = game_command_at(i)); i++)
        if (!handler_of(shared))
            plain_tell_command(plain, shared);
}

static void plain_help(struct plain *plain, const char *argument)
{
    const char *line = argument, *rest;
    enum request command = command_of(&line, &rest);
    if (command != REQ_NONE) {
        plain_tell_command(plain, command);
        return;
    }
    char word[64] = "";
    bool told = false, whole = false;
    rest = argument;
    argument_word(&rest, word, sizeof word);
    for (int g = 0; g < GROUPS; g++)
        whole = whole || !ascii_casecmp(groups[g].title, argument);
    for (int g = 0; g < GROUPS; g++) /* Without an argument, print every group of commands. */
        if (whole ? !ascii_casecmp(groups[g].title, argument)
                  : !ascii_ncasecmp(groups[g].title, argument, strlen(argument))) {
            tell_group(plain, g);
            told = true;
        }
    if (!told)
        plain_no_command(plain, word);
    else if (!*argument)
        plain_say(plain,
                  "Anything else is read as a ply of the open game, in long or short form. Type "
                  "\"help\" and a heading, as in \"help playing\", to see only that part");
}

bool plain_may_close(struct plain *plain, const char *what)
{
    plain_trial_end(plain);
    if (!plain_unsaved(plain) || plain->warned)
        return true;
    plain->warned = true;
    if (plain->game.draft_kept)
        plain_say(
            plain,
            "There are unsaved changes; type \"save\" to save them, %s to keep them as a draft",
            what);
    else
        plain_say(plain,
                  "There are unsaved changes, and no place for a draft; type \"copy-text FILE\" to "
                  "write the game to a file, %s to lose the changes",
                  what);
    return false;
}

static void plain_quit(struct plain *plain, const char *argument)
{
    (void)argument;
    plain->over = plain_may_close(plain, "or \"quit\" again");
}

static void close_game(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain_may_close(plain, "or \"close\" again"))
        return;
    plain_close_game(plain);
    plain_say(plain, "The game is closed");
}

static void style(struct plain *plain, const char *argument)
{
    static const char *const words[] = {"short", "long", "spelled"};
    static const char *const told[] = {
        "Plies are written short, as Nf3", "Plies are written long, as Ng1-f3",
        "Plies are written short, with their squares spelled out, as f3 is here"};
    int chosen = (int)plain->style;
    for (int i = 0; i < 3 && *argument; i++)
        if (!strcmp(argument, words[i]) || (i == PLAIN_SPELLED && !strcmp(argument, "nato")))
            chosen = i, argument = "";
    plain->style = (enum plain_style)chosen;
    if (*argument)
        plain_say(plain,
                  "There is no style '%.40s'; type \"style short\", \"style long\" or "
                  "\"style spelled\"",
                  argument);
    else
        plain_say(plain, "%s", told[chosen]);
}

const struct plain_handler plain_general_handlers[] = {
    {REQ_HELP, plain_help},
    {REQ_STYLE, style},
    {REQ_CLOSE, close_game},
    {REQ_LEAVE, plain_quit},
    {0},
};

/* ---------------------------------------------------------------- the dialogue */

static void plain_echo(struct plain *plain, const char *line)
{
    char *clean = clean_copy(line, CLEAN_LINE);
    plain_print(plain, clean);
    fputc('\n', plain->out);
    free(clean);
}

/* Handle Ctrl-C: drop a half-typed line and the ply being composed. If there was neither, a second
 * Ctrl-C leaves the program; returns false then. */
static bool plain_interrupt(struct plain *plain)
{
    bool again = plain->interrupted,
         making = plain->game.composing && plain->game.compose.draft.ply.n;
    plain_input_next(plain->input);
    plain->interrupted = !making;
    if (making)
        session_compose_drop(&plain->game);
    if (making || !again)
        plain_say(plain, making ? "The ply is dropped"
                                : "Type \"quit\" or press Ctrl-C again to leave the program");
    return making || !again;
}

void plain_at(struct plain *plain, loop_handle *time, int wait, loop_fn *function)
{
    loop_at(plain->loop, time, plain, wait < 0 ? LOOP_NEVER : milliseconds() + wait, function,
            plain);
}

static void plain_flag_falls(void *argument)
{
    session_clock_fallen(&((struct plain *)argument)->game);
}

static void plain_look_now(void *plain)
{
    plain_look(plain);
}

bool plain_pause(struct plain *plain, int most)
{
    enum plain_wake wake = plain_input_pause(plain->input, most);
    plain->over = wake == PLAIN_WAKE_END;
    if (wake == PLAIN_WAKE_INTERRUPT) {
        fputc('\n', plain->out); /* Begin a new line after the "^C" that the terminal prints. */
        plain_say(plain, "You no longer wait");
    }
    return !plain->over && wake != PLAIN_WAKE_INTERRUPT;
}

/* Wait for a whole line, and meanwhile print what others do. Returns false at the end of the
 * input. */
static bool plain_hear(struct plain *plain)
{
    struct plain_input *input = plain->input;
    for (;;) {
        int taken;
        plain_attend(plain);
        plain_at(plain, &plain->waits.flag, session_clock_wait(&plain->game), plain_flag_falls);
        plain_computer_attend(plain);
        loop_at_latest(plain->loop, &plain->waits.others, plain,
                       plain->open ? milliseconds() + SESSION_LOOK_EVERY : LOOP_NEVER,
                       plain_look_now, plain);
        if (plain->options->prompt && !plain->prompted) {
            fputs("> ", plain->out);
            plain->prompted = true;
        }
        if (fflush(plain->out) == EOF)
            plain->lost = errno;
        enum plain_wake wake = plain_input_wait(input);
        if (wake == PLAIN_WAKE_END || (wake == PLAIN_WAKE_INTERRUPT && !plain_interrupt(plain)))
            return false;
        if (wake != PLAIN_WAKE_INPUT)
            continue;
        taken = plain_input_take(input);
        if (taken != 0)
            return taken > 0;
    }
}

static void talk(struct plain *plain)
{
    struct plain_input *input = plain->input;
    while (!plain->over && plain_hear(plain)) {
        input->line[input->length] = '\0';
        plain->prompted = plain->interrupted = false;
        if (plain->options->echo)
            plain_echo(plain, input->line);
        if (input->cut)
            plain_say(plain, "This line is longer than %d bytes and was not read",
                      PLAIN_LINE_MAX - 1);
        else
            plain_run_line(plain, input->line);
        plain_input_next(input);
        if (ferror(plain->out))
            break;
    }
    /* If a person plays, wait for the computer's last reply. */
    if (!opponent_plays_all(&plain->game.computer))
        plain_computer_wait(plain);
    if (plain->prompted)
        fputc('\n', plain->out);
    plain->prompted = false;
    if (!plain->over && plain_unsaved(plain))
        plain_say(plain, "The input has ended; unsaved changes are %s",
                  plain->game.draft_kept ? "kept as a draft" : "lost");
}

/* Open what the options name. Returns false if something there cannot be opened. */
static bool begin(struct plain *plain)
{
    const struct plain_options *options = plain->options;
    if (options->lobby)
        return plain_lobby_enter(plain, options->lobby);
    if (options->variant && *options->variant)
        return plain_new_game_with(plain, options->variant, options->option, options->options, "");
    if (options->path)
        return plain_open_store(plain, options->path, false);
    if (place_has_games(place_own()) || place_has_drafts(place_own()))
        plain_open_store(plain, place_own(), false);
    else if (place_has_games(place_samples()))
        plain_open_store(plain, place_samples(), true);
    return true;
}

int plain_run(const struct plain_options *options, FILE *in, FILE *out)
{
    struct plain plain = {.options = options, .out = out};
    plain.archive = (struct archive_session){
        .ops = &plain_archive_client, .client = &plain, .page = PLAIN_PAGE};
    plain.game = (struct game_session){.ops = &plain_game_client, .client = &plain, .offer = -1};
    plain.input = memory_new(1, sizeof *plain.input);
    plain.loop = loop_new(NULL, NULL);
    plain_input_begin(plain.input, plain.loop, in, out);
    if (options->because)
        plain_say(&plain, "%s", options->because);
    plain_say(&plain, "This is chesscade in plain mode; type \"help\" for commands, \"quit\" to "
                      "exit");
    bool begun = begin(&plain);
    if (begun)
        talk(&plain);
    if (fflush(out) == EOF)
        plain.lost = errno;
    /* With EPIPE nobody reads the output any more, so an error message would be useless. */
    if (plain.lost && plain.lost != EPIPE)
        command_error(stderr, NULL, "the output cannot be written: %s", strerror(plain.lost));
    plain_close_game(&plain);
    plain_lobby_leave(&plain);
    plain_close_store(&plain);
    free(plain.input);
    loop_free(plain.loop);
    if (!begun && options->variant)
        return COMMAND_USAGE; /* the variant or an option does not exist */
    return begun && !ferror(out) ? COMMAND_DONE : COMMAND_NO;
}

/* ---- Plain mode's input: reads lines from a terminal, a pipe or a text, and waits for lines while
 * others play.
 *
 * Lines are read from the descriptor and not through stdio, because poll() cannot see what stdio
 * has buffered. Signals that end the program write to a pipe of our own, which wakes poll() (the
 * self-pipe technique), so that the dialogue can leave its seats and keep its drafts before it
 * ends. */

/* a pipe that wakes poll() after a signal; the handlers write to [1] */
static int end_pipe[2] = {-1, -1};
static const char interrupted = 'i';

static void plain_on_end(int signal)
{
    int saved = errno;
    (void)signal;
    if (write(end_pipe[1], "", 1) < 0) {
        /* The pipe is full, so earlier bytes will already end the program. */
    }
    errno = saved;
}

static void plain_on_interrupt(int signal)
{
    int saved = errno;
    (void)signal;
    if (write(end_pipe[1], &interrupted, 1) < 0) {
        /* The pipe is full of earlier presses of Ctrl-C, so this one may be lost. */
    }
    errno = saved;
}

/* Read what the signal handlers wrote, one byte at a time, so that each Ctrl-C counts. */
static enum plain_wake told_by_signals(void)
{
    char byte;
    if (read(end_pipe[0], &byte, 1) != 1)
        return PLAIN_WAKE_NEWS;
    return byte == interrupted ? PLAIN_WAKE_INTERRUPT : PLAIN_WAKE_END;
}

void plain_input_end_on_signals(bool typed)
{
    struct sigaction action = {.sa_handler = plain_on_end};
    if (end_pipe[0] >= 0 || pipe(end_pipe) < 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(end_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(end_pipe[i], F_SETFL, O_NONBLOCK);
    }
    sigemptyset(&action.sa_mask);
    process_signals_on_end(plain_on_end);
    if (typed)
        action.sa_handler = plain_on_interrupt;
    sigaction(SIGINT, &action, NULL);
    /* If nobody reads the output any more, write() must fail and not kill the program. The
     * failure is checked after every line. */
    signal(SIGPIPE, SIG_IGN);
}

void plain_input_begin(struct plain_input *input, struct loop *loop, FILE *file, FILE *out)
{
    *input =
        (struct plain_input){.file = file, .loop = loop, .fd = fileno(file), .out = fileno(out)};
}

/* Wait until the descriptor (-1: none) is readable or something happens in the loop. Also returns
 * if nobody reads the output any more. */
static enum plain_wake plain_wait_for(struct plain_input *input, int fd, int most)
{
    struct loop *loop = input->loop;
    loop_watch(loop, &input->signals, input, end_pipe[0], LOOP_READABLE, NULL, NULL);
    loop_watch(loop, &input->reader, input, input->out, LOOP_BROKEN, NULL, NULL);
    loop_watch(loop, &input->typed, input, fd, LOOP_READABLE, NULL, NULL);
    if (loop_wait(loop, most) < 0)
        return errno == EINTR ? PLAIN_WAKE_NEWS : PLAIN_WAKE_END;
    if (loop_found(loop, input->reader))
        return PLAIN_WAKE_END;
    if (loop_found(loop, input->signals))
        return told_by_signals();
    if (loop_found(loop, input->typed))
        return PLAIN_WAKE_INPUT;
    if (most != 0)
        loop_run(loop);
    return PLAIN_WAKE_NEWS;
}

enum plain_wake plain_input_wait(struct plain_input *input)
{
    return input->at < input->n || input->fd < 0 ? PLAIN_WAKE_INPUT
                                                 : plain_wait_for(input, input->fd, -1);
}

enum plain_wake plain_input_pause(struct plain_input *input, int most)
{
    return plain_wait_for(input, -1, most);
}

/* Returns the next byte of the input; EOF at its end. */
static int next_byte(struct plain_input *input)
{
    if (input->fd < 0)
        return fgetc(input->file);
    if (input->at == input->n) {
        ssize_t n;
        do
            n = read(input->fd, input->buffer, sizeof input->buffer);
        while (n < 0 && errno == EINTR);
        if (n <= 0)
            return EOF;
        input->at = 0;
        input->n = (int)n;
    }
    return (unsigned char)input->buffer[input->at++];
}

static void take_byte(struct plain_input *input, int c)
{
    if (input->length == PLAIN_LINE_MAX - 1)
        input->cut = true;
    /* Other control characters stay in the line; they are removed before a text is printed. */
    else if (c != '\0' && c != '\r')
        input->line[input->length++] = (char)(c == '\t' ? ' ' : c);
}

int plain_input_take(struct plain_input *input)
{
    bool any = false;
    do {
        int c = next_byte(input);
        if (c == EOF)
            return input->length || input->cut ? 1 : FAIL_TEXT;
        if (c == '\n')
            return 1;
        take_byte(input, c);
        any = input->fd < 0 || input->at < input->n;
    } while (any);
    return 0;
}

void plain_input_next(struct plain_input *input)
{
    input->length = 0;
    input->cut = false;
}

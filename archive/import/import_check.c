/* import_check.c - checks a PGN file as an import would, without keeping anything; see import.h. */
#include "config.h"
#include "archive/import/import.h"

#include "archive/util/fs.h"
#include "archive/import/import_source.h"
#include "archive/pgn/parallel_reader.h"

#include <stdio.h>
#include <string.h>

/* The first ply of a game that cannot be replayed, in any line. */
static const struct node *broken_ply(const struct line *line, int *number)
{
    const struct node *found = NULL;
    for (int i = 0; i < line->n && !found; i++) {
        const struct notes *notes = line->v[i].notes;
        *number = i + 1;
        if (notes && notes->broken)
            return &line->v[i];
        for (int a = 0; notes && a < notes->alts.n && !found; a++)
            found = broken_ply(&notes->alts.v[a], number);
    }
    for (int i = 0; line->then && i < line->then->n && !found; i++)
        found = broken_ply(&line->then->v[i], number);
    return found;
}

/* Prepares the remark on a game, in the thread that read it. */
static bool check_game(void *argument, struct record *record, struct yaml_text *made, struct pgn_game *game)
{
    int ply = 0;
    char text[200] = "";
    const struct node *broken = broken_ply(&record->moves, &ply);
    (void)argument;
    game->broken = broken || record->unparsed;
    if (broken)
        snprintf(text, sizeof text, "ply %d of a line, '%.60s', cannot be followed", ply, broken->text);
    else if (game->broken)
        snprintf(text, sizeof text, "from '%.60s' on it cannot be followed", record->unparsed);
    if (game->broken)
        yaml_text_add(made, text, strlen(text) + 1);
    return true;
}

void import_note_charset(struct import_report *report, const char *charset)
{
    if (!strcmp(charset, "UTF-8") || !strcmp(charset, report->charset))
        return;
    report->charsets = strcmp(report->charset, "UTF-8") != 0;
    report->charset = charset;
}

void import_tell_unchecked(const struct import_options *options, struct import_report *report, int number, const char *trouble)
{
    char text[300];
    if (!trouble)
        return;
    report->unchecked++;
    snprintf(text, sizeof text, "its plies are not checked: %s", trouble);
    if (options->remark)
        options->remark(options->argument, number, text);
}

int import_check(const char *path, const struct import_options *options, struct import_report *report, struct note *why)
{
    enum { TELL_EVERY = 1000 };
    struct import_source source;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    *report = (struct import_report){.charset = "UTF-8"};
    int result = import_source_open(&source, path, options, report, false, why);
    if (result < 0)
        return report->stopped ? 0 : result;
    report->pgn = !source.yaml;
    if (!report->pgn) {
        import_source_close(&source);
        return note_fail(why, FAIL_TEXT, -1, "it is no PGN; 'chesscade verify' checks games in YAML");
    }
    struct pgn_input input = {.fd = source.fd, .size = source.size, .charset = source.charset, .asked = pgn_charset_asked(options->charset)};
    pgn_ahead_begin(&ahead, &input, 0, false, check_game, NULL);
    while (!report->stopped && pgn_ahead_next(ahead, &game)) {
        report->games++;
        report->broken += game.broken;
        import_note_charset(report, game.charset);
        import_tell_unchecked(options, report, game.number, game.trouble);
        if (game.broken && options->remark)
            options->remark(options->argument, game.number, game.made);
        if (game.number % TELL_EVERY == 0)
            import_tell(options, report, PASS_READ, game.at, source.size, report->games);
    }
    if (pgn_ahead_error(ahead))
        result = note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s", file_reason(pgn_ahead_error(ahead)));
    pgn_ahead_end(ahead);
    import_source_close(&source);
    return result;
}

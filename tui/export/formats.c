/* formats.c - writes a game as text in any format: see tui/export/formats.h. */
#include "config.h"
#include "tui/export/formats.h"

#include "archive/pgn/pgn.h"
#include "archive/record/record_file.h"
#include "archive/yaml/yaml_write.h"
#include "core/util/ascii.h"
#include "tui/export/document.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *ending;
} formats[GAME_FORMATS] = {
    [GAME_PGN] = {"pgn", ".pgn"},
    [GAME_YAML] = {"yaml", ".yaml"},
    [GAME_TEXT] = {"text", ".txt"},
    [GAME_MARKDOWN] = {"markdown", ".md"},
    [GAME_HTML] = {"html", ".html"},
};

enum game_format game_format_named(const char *name)
{
    int format = 0;
    while (format < GAME_FORMATS && strcmp(formats[format].name, name) != 0)
        format++;
    return (enum game_format)format;
}

enum game_format game_format_of_file(const char *file)
{
    size_t length = strlen(file);
    int format = 0;
    for (; format < GAME_FORMATS; format++) {
        size_t ending = strlen(formats[format].ending);
        if (length > ending && !ascii_casecmp(file + length - ending, formats[format].ending))
            break;
    }
    return (enum game_format)format;
}

const char *game_format_told(const char *file)
{
    return *file && game_format_of_file(file) == GAME_FORMATS ? " as YAML (.pgn .html .md .txt are other forms)" : "";
}

/* True if the format is a score; *score is which one. */
static bool is_score(enum game_format format, enum score_format *score)
{
    *score = format == GAME_HTML ? SCORE_HTML : format == GAME_MARKDOWN ? SCORE_MARKDOWN : SCORE_TEXT;
    return format == GAME_HTML || format == GAME_MARKDOWN || format == GAME_TEXT;
}

void game_text_put(const struct record *record, enum game_format format, enum charset charset, FILE *out)
{
    enum score_format score;
    if (is_score(format, &score)) {
        score_put(record, format == GAME_HTML ? CHARSET_UTF8 : charset, score, out);
        return;
    }
    char *text = game_text(record, format, charset);
    fputs(text, out);
    free(text);
}

char *game_text(const struct record *record, enum game_format format, enum charset charset)
{
    struct yaml_text text = {0};
    enum score_format score;
    if (is_score(format, &score))
        return score_write(record, format == GAME_HTML ? CHARSET_UTF8 : charset, score);
    if (format == GAME_PGN)
        return pgn_write(record);
    yaml_text_add(&text, "---\n", 4);
    record_write(record, &text);
    return text.v;
}

char *game_text_file(const struct record *record, enum game_format format, enum charset charset)
{
    struct yaml_text out = {0};
    if (format == GAME_FORMATS || format == GAME_YAML) {
        record_write(record, &out);
        return out.v;
    }
    char *text = game_text(record, format, charset);
    const char *parts[] = {game_text_head(format), text, game_text_foot(format)};
    for (int i = 0; i < 3; i++)
        yaml_text_add(&out, parts[i], strlen(parts[i]));
    free(text);
    return out.v;
}

const char *game_text_head(enum game_format format)
{
    return format == GAME_HTML ? score_head(SCORE_HTML) : "";
}

const char *game_text_foot(enum game_format format)
{
    return format == GAME_HTML ? score_foot(SCORE_HTML) : "";
}

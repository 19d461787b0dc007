/* notation.c - write plies of the Croatian family as text (13.1, 13.2). */
#include "core/families/croatian/croatian.h"

#include "core/draft.h"

#include <stdlib.h>

/* The state of writing a ply. */
struct writer {
    const struct position *before;
    char *buffer;
    size_t size, used;
    struct piece mover; /* the piece whose member is being written */
};

static const char *name_of(const struct writer *writer, cell_t cell)
{
    return board_name(writer->before->rules->board, cell);
}

/* The cell of the first piece in the direction of castling: the partner. */
static cell_t partner_of(const struct position *before, const struct action *castle)
{
    cell_t cell = castle->from;
    do
        cell = board_next(before->rules->board, cell, castle->turn > 0 ? EAST : WEST);
    while (cell != CELL_NONE && before->at[cell].kind == KIND_NONE);
    return cell;
}

/* True if the setup has several partners on that side of the King: then the partner's cell is written. */
static bool several_partners(const struct croatian *own, const struct action *castle)
{
    int king = own->board->cell[castle->from].file, n = 0;
    for (int file = 0; file < own->size; file++)
        n += own->partners[castle->side] >> file & 1 && (castle->turn > 0 ? file > king : file < king);
    return n > 1;
}

static void write_castling(struct writer *writer, const struct action *action)
{
    text_add(writer->buffer, writer->size, &writer->used, "%c%c", action->turn > 0 ? '$' : '&',
             letter_of(action->kind));
    if (several_partners(croatian_of(writer->before), action))
        text_add(writer->buffer, writer->size, &writer->used, "%s",
                 name_of(writer, partner_of(writer->before, action)));
}

/* Write a reappearance; the letter is written if the piece differs from the one that went in (13.1). */
static void write_portal(struct writer *writer, const struct action *action, bool teleported)
{
    bool changed = teleported || action->side != writer->mover.side;
    text_add(writer->buffer, writer->size, &writer->used, "*");
    if (changed)
        text_add(writer->buffer, writer->size, &writer->used, "%c", letter_of(action->kind));
    text_add(writer->buffer, writer->size, &writer->used, "%s", name_of(writer, action->to));
}

/* The side effects of the member whose actions are v[0..n). */
static void write_effects(struct writer *writer, const struct action *v, int n)
{
    bool teleported = false;
    for (int i = 0; i < n; i++) {
        char letter = letter_of(v[i].kind);
        switch (v[i].verb) {
        case ACTION_TAKE:
            text_add(writer->buffer, writer->size, &writer->used, "x%c", letter);
            break;
        case ACTION_PASSANT:
            text_add(writer->buffer, writer->size, &writer->used, ":P");
            break;
        case ACTION_PROMOTE:
            text_add(writer->buffer, writer->size, &writer->used, "=%c", letter);
            break;
        case ACTION_CONVERT:
            text_add(writer->buffer, writer->size, &writer->used, "%%%c", letter);
            break;
        case ACTION_DIVE:
            text_add(writer->buffer, writer->size, &writer->used, "%c", letter);
            break;
        case ACTION_TELEPORT:
            teleported = true;
            if (v[i].side != writer->before->side)
                text_add(writer->buffer, writer->size, &writer->used, "%%%c", letter);
            break;
        case ACTION_PORTAL:
            write_portal(writer, &v[i], teleported);
            break;
        case ACTION_JOURNEY:
            text_add(writer->buffer, writer->size, &writer->used, "M>I%s", name_of(writer, v[i + 1].to));
            break;
        case ACTION_SUMMON:
            text_add(writer->buffer, writer->size, &writer->used, "<%c%s", letter, name_of(writer, v[i].to));
            break;
        case ACTION_CASTLE:
            write_castling(writer, &v[i]);
            break;
        }
    }
}

/* The number of actions of the member that begins at v[0]: it ends with an activation, or at the end of the ply. */
static int member_length(const struct action *v, int left)
{
    for (int i = 0; i < left; i++)
        if (v[i].verb == ACTION_PUSH)
            return i + 1;
    return left;
}

/* How much of each member to write. */
enum style {
    STYLE_LONG,  /* everything */
    STYLE_FIRST, /* short form with the starting cell of the first member */
    STYLE_BARE   /* short form without */
};

static bool has_effects(const struct action *v, int n)
{
    return n > 1 || (v[0].verb != ACTION_GO && v[0].verb != ACTION_PUSH);
}

static void write_member(struct writer *writer, const struct action *v, int n, cell_t from, enum style style,
                         bool first, bool cascade)
{
    bool with_from = style == STYLE_LONG || (style == STYLE_FIRST && first);
    bool brackets = cascade && (with_from || has_effects(v, n));
    if (brackets)
        text_add(writer->buffer, writer->size, &writer->used, "[");
    if (writer->mover.kind != PAWN || style == STYLE_LONG)
        text_add(writer->buffer, writer->size, &writer->used, "%c", letter_of(writer->mover.kind));
    if (with_from)
        text_add(writer->buffer, writer->size, &writer->used, "%s-", name_of(writer, from));
    text_add(writer->buffer, writer->size, &writer->used, "%s", name_of(writer, v[0].to));
    write_effects(writer, v, n);
    if (brackets)
        text_add(writer->buffer, writer->size, &writer->used, "]");
}

static size_t write_ply(const struct position *position, const struct ply *ply, enum style style,
                        char *buffer, size_t size)
{
    struct writer writer = {.before = position, .buffer = buffer, .size = size};
    const struct action *pick = &ply->v[0];
    cell_t from = pick->from;
    bool cascade = 1 + member_length(ply->v + 1, ply->n - 1) < ply->n;
    writer.mover = (struct piece){pick->kind, pick->side, 0, 0};
    if (size)
        buffer[0] = '\0';
    for (int i = 1; i < ply->n;) {
        int n = member_length(ply->v + i, ply->n - i);
        const struct action *last = &ply->v[i + n - 1];
        if (i > 1)
            text_add(buffer, size, &writer.used, "~");
        write_member(&writer, ply->v + i, n, from, style, i == 1, cascade);
        writer.mover = (struct piece){last->kind, last->side, 0, 0};
        from = last->to;
        i += n;
    }
    return writer.used;
}

/* The sign at the end of a short form: +, ++, #. */
static const char *check_sign(const struct position *position, const struct ply *ply)
{
    struct position after;
    struct verdict verdict;
    ply_play(position, ply, &after);
    position_judge(&after, &verdict);
    if (verdict.outcome == OUTCOME_WIN)
        return "#";
    return verdict.outcome == OUTCOME_CHECK ? "+" : verdict.outcome == OUTCOME_DOUBLE_CHECK ? "++" : "";
}

int croatian_format(const struct position *position, const struct ply *ply, enum form form, char *buffer,
                    size_t size)
{
    size_t used;
    if (form == FORM_LONG)
        return (int)write_ply(position, ply, STYLE_LONG, buffer, size);
    size_t room = write_ply(position, ply, STYLE_FIRST, NULL, 0) + 1;
    char *text = memory_new(room, 1);
    write_ply(position, ply, STYLE_BARE, text, room);
    struct ply read = {0};
    bool unique = croatian_parse(position, text, &read, NULL) == 0;
    used = write_ply(position, ply, unique ? STYLE_BARE : STYLE_FIRST, buffer, size);
    text_add(buffer, size, &used, "%s", check_sign(position, ply));
    ply_free(&read);
    free(text);
    return (int)used;
}

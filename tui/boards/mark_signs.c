/* mark_signs.c - backgrounds and signs of marked cells: see tui/boards/mark_signs.h. */
#include "tui/boards/mark_signs.h"

bool mark_long_number(const struct board_mark *mark)
{
    return mark->label[0] >= '0' && mark->label[0] <= '9' && mark->label[1] >= '0' && mark->label[1] <= '9';
}

enum role mark_ground(const struct board_mark *mark)
{
    switch (mark->mark) {
    case MARK_CURSOR:
        return ROLE_CURSOR_CELL;
    case MARK_PICKED:
        return ROLE_PICKED_CELL;
    case MARK_LAST:
        return ROLE_LAST_CELL;
    case MARK_GO:
        return ROLE_TARGET_CELL;
    case MARK_TAKE:
        return ROLE_TAKE_CELL;
    case MARK_PUSH:
    case MARK_DIVE:
    case MARK_TRANSFORM:
    case MARK_JOIN:
    case MARK_CASTLE:
        return ROLE_SPECIAL_CELL;
    case MARK_CHECK:
    case MARK_FORBIDDEN:
        return ROLE_CHECK_CELL;
    case MARK_ATTACK:
    case MARK_NUMBER:
        return ROLE_LAST_CELL;
    case MARK_NOTE:
        return (enum role)(ROLE_MARK_1_CELL + (mark->number ? (mark->number - 1) % MARK_COLORS : 0));
    default:
        return ROLE_TEXT;
    }
}

struct mark_look mark_look_usual(enum cell_mark mark, enum charset charset, bool dotted)
{
    bool utf8 = charset == CHARSET_UTF8;
    uint32_t plain = utf8 ? 0x2022 : '+'; /* used where a dot would not be visible */
    switch (mark) {
    case MARK_CURSOR:
        return (struct mark_look){'[', ']', 0, 0};
    case MARK_PICKED:
        return (struct mark_look){'(', ')', 0, 0};
    case MARK_LAST:
        return (struct mark_look){'_', '_', 0, 0};
    case MARK_GO:
        return (struct mark_look){0, 0, dotted ? plain : utf8 ? 0xB7 : '.', plain};
    case MARK_TAKE:
        return (struct mark_look){0, 0, utf8 ? 0xD7 : 'x', utf8 ? 0xD7 : 'x'};
    case MARK_PUSH:
        return (struct mark_look){0, 0, '@', '@'};
    case MARK_DIVE:
        return (struct mark_look){0, 0, '*', '*'};
    case MARK_TRANSFORM:
        return (struct mark_look){0, 0, '%', '%'};
    case MARK_JOIN:
        return (struct mark_look){0, 0, '&', '&'};
    case MARK_CASTLE:
        return (struct mark_look){0, 0, '=', '='};
    case MARK_FORBIDDEN:
        return (struct mark_look){0, 0, '!', '!'};
    case MARK_CHECK:
        return (struct mark_look){0, 0, '!', '!'};
    case MARK_ATTACK:
        return (struct mark_look){0, 0, '^', '^'};
    default:
        return (struct mark_look){0};
    }
}

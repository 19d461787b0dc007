/* command_keys.c - `chesscade keys`: the default keys as a key file, which is also the key chapter of the manual. */
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/app/commands.h"

#include <string.h>

/* Print a text in single quotes, as YAML has it. */
static void print_quoted(const char *text, int wide, FILE *out)
{
    int used = 2;
    fputc('\'', out);
    for (; *text; text++) {
        used += *text == '\'' ? 2 : 1;
        fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
    }
    fprintf(out, "'%*s", used < wide ? wide - used : 0, "");
}

static void print_keymap(const struct bindings *bindings, enum keymap keymap, FILE *out)
{
    fprintf(out, "\n%s: # %s\n", keymap_name(keymap), keymap_where(keymap));
    for (int r = REQ_NONE + 1; r < REQUESTS; r++) {
        char keys[256] = "";
        size_t used = 0;
        for (int i = 0; (i = bindings_of(bindings, keymap, (enum request)r, i)) >= 0; i++) {
            char key[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
            key_sequence_write(&bindings->v[i].keys, key, sizeof key);
            text_add(keys, sizeof keys, &used, "%s%s", used ? " " : "", key);
        }
        if (!used)
            continue;
        fprintf(out, "  %s:%*s", request_name((enum request)r), 18 - (int)strlen(request_name((enum request)r)), "");
        print_quoted(keys, 22, out);
        fprintf(out, " # %s\n", request_help((enum request)r));
    }
}

static int run_keys(int argc, char **argv, FILE *out, FILE *err)
{
    struct bindings bindings = {0};
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    fprintf(out, "# keys.yaml - the keys the program has without any file, as `chesscade keys` prints them.\n"
                 "#\n"
                 "# Copy to ~/.config/chesscade/keys.yaml what you want to change: a request named there has "
                 "the keys named\n"
                 "# there and no others. Several keys are parted by blanks, keys one after the other stand "
                 "together: gg, za.\n"
                 "# Keys without a character have names in brackets: <F12>, <Space>, <C-x>, <C-_>. Terminals send Alt as Esc\n"
                 "# and a key more, so it cannot be bound.\n"
                 "# <Digit> is any of 1 to 9. A request that has `none` has no key; under `none` stand keys that "
                 "do nothing.\n"
                 "# Ctrl-S, Ctrl-Q, Ctrl-A and Ctrl-B belong to terminals and cannot be bound. Keys that begin with "
                 "other keys of\n"
                 "# the same place are refused, since they would not be reached. Where something is typed, function "
                 "and control keys\n"
                 "# given to escape, enter, up, down (of list) and next-panel do what Esc, Enter, the arrows and Tab "
                 "do. Requests\n"
                 "# without a key are reached by `:` and by `?`.\n");
    bindings_default(&bindings);
    for (int k = KEYMAP_EVERYWHERE; k < KEYMAPS; k++)
        print_keymap(&bindings, (enum keymap)k, out);
    fprintf(out, "\n# Without a key:\n");
    for (int r = REQ_NONE + 1; r < REQUESTS; r++) {
        bool bound = false;
        for (int i = 0; i < bindings.n; i++)
            bound = bound || bindings.v[i].request == r;
        if (!bound)
            fprintf(out, "#   %-18s %s\n", request_name((enum request)r), request_help((enum request)r));
    }
    bindings_clear(&bindings);
    return COMMAND_DONE;
}

const struct command key_commands[] = {
    {"keys", "", "print the default keys as a key file", run_keys},
    {0},
};

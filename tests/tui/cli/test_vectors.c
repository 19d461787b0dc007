/* test_vectors.c - runs every vector of tests/vectors through the code of the commands.
 *
 * A vector is a position and what must be true of it: its plies (moves, count), perft numbers, the
 * position and status after plies (play, after, status), and texts that must be refused (illegal).
 * Each file is one cmocka test; if a vector fails, the test prints its name and the difference, and
 * continues with the others. CHESSCADE_VECTORS names other files, separated by colons. */
#include "tests/support/testing.h"

#include "archive/pgn/pgn.h"
#include "archive/record/record.h"
#include "archive/yaml/yaml_write.h"
#include "core/base.h"
#include "tui/cli/command.h"

#include <yaml.h>

enum { LIST_ROOM = 8192, ARGUMENTS = 1024 };

struct list {
    char *v[LIST_ROOM];
    int n;
};

struct vector {
    char *name, *variant, *position, *cascade, *after, *status;
    int count;
    struct list moves, perft, play, illegal, before, options; /* options: "K=V" */
};

static yaml_document_t document;

static const char *text_of(yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
}

static void read_list(struct list *list, yaml_node_t *node)
{
    for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top;
         i++) {
        assert_true(list->n < LIST_ROOM);
        list->v[list->n++] = memory_text(text_of(yaml_document_get_node(&document, *i)));
    }
}

static void read_options(struct list *list, yaml_node_t *node)
{
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
         p++) {
        char text[256];
        snprintf(text, sizeof text, "%s=%s", text_of(yaml_document_get_node(&document, p->key)),
                 text_of(yaml_document_get_node(&document, p->value)));
        list->v[list->n++] = memory_text(text);
    }
}

static void read_vector(struct vector *vector, yaml_node_t *node)
{
    memset(vector, 0, sizeof *vector);
    vector->count = -1;
    const struct {
        const char *key;
        char **text;
    } texts[] = {{"name", &vector->name},         {"variant", &vector->variant},
                 {"position", &vector->position}, {"cascade", &vector->cascade},
                 {"after", &vector->after},       {"status", &vector->status}};
    const struct {
        const char *key;
        struct list *list;
    } lists[] = {{"moves", &vector->moves},
                 {"perft", &vector->perft},
                 {"play", &vector->play},
                 {"illegal", &vector->illegal},
                 {"before", &vector->before}};
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
         p++) {
        const char *key = text_of(yaml_document_get_node(&document, p->key));
        yaml_node_t *value = yaml_document_get_node(&document, p->value);
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            if (!strcmp(key, texts[i].key))
                *texts[i].text = memory_text(text_of(value));
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
            if (!strcmp(key, lists[i].key))
                read_list(lists[i].list, value);
        if (!strcmp(key, "count"))
            vector->count = atoi(text_of(value));
        if (!strcmp(key, "options"))
            read_options(&vector->options, value);
        if (!strcmp(key, "moves"))
            vector->count = vector->moves.n;
    }
}

static void free_list(struct list *list)
{
    for (int i = 0; i < list->n; i++)
        free(list->v[i]);
}

static void free_vector(struct vector *vector)
{
    char *texts[] = {vector->name,    vector->variant, vector->position,
                     vector->cascade, vector->after,   vector->status};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    struct list *lists[] = {&vector->moves,   &vector->perft,  &vector->play,
                            &vector->illegal, &vector->before, &vector->options};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free_list(lists[i]);
}

/* Run a command on the vector's position with more arguments. The caller frees its output. */
static char *run(const struct vector *vector, const char *command, const char *depth,
                 const struct list *plies, const char *ply, int *status)
{
    char *argument[ARGUMENTS], *made[ARGUMENTS], *output = NULL, *errors = NULL;
    size_t size, errors_size;
    int n = 0;
    argument[n++] = memory_text(command);
    argument[n++] = memory_text(vector->variant);
    for (int i = 0; i < vector->options.n; i++) {
        argument[n++] = memory_text("--option");
        argument[n++] = memory_text(vector->options.v[i]);
    }
    if (vector->position) {
        argument[n++] = memory_text("--position");
        argument[n++] = memory_text(vector->position);
    }
    if (vector->cascade) {
        argument[n++] = memory_text("--cascade");
        argument[n++] = memory_text(vector->cascade);
    }
    argument[n++] = memory_text("--");
    if (depth)
        argument[n++] = memory_text(depth);
    for (int i = 0; plies && i < plies->n; i++) {
        assert_true(n < ARGUMENTS - 2);
        argument[n++] = memory_text(plies->v[i]);
    }
    if (ply)
        argument[n++] = memory_text(ply);
    memcpy(made, argument, (size_t)n * sizeof *made); /* commands move options to the front, and
                                                         change the array */
    FILE *out = open_memstream(&output, &size), *err = open_memstream(&errors, &errors_size);
    *status = command_named(command)->run(n, argument, out, err);
    fclose(out);
    fclose(err);
    for (int i = 0; i < n; i++)
        free(made[i]);
    if (*status == COMMAND_NO &&
        (strncmp(errors, "chesscade: ", 11) != 0 || strchr(errors, '\n')[1]))
        print_error("%s: not one line of error: %s", vector->name, errors);
    free(errors);
    return output;
}

static int failed(const struct vector *vector, const char *what, const char *got,
                  const char *wanted)
{
    print_error("%s: %s\n  got:    %s\n  wanted: %s\n", vector->name, what, got, wanted);
    return 1;
}

static int check_moves(const struct vector *vector)
{
    int status, n = 0, bad = 0;
    char *output = run(vector, "moves", NULL, NULL, NULL, &status), number[2][32];
    if (status != COMMAND_DONE)
        bad = failed(vector, "moves", "refused", "a list");
    char *save = NULL;
    for (char *line = strtok_r(output, "\n", &save); line; line = strtok_r(NULL, "\n", &save), n++)
        if (vector->moves.n && !bad &&
            (n >= vector->moves.n || strcmp(line, vector->moves.v[n]) != 0))
            bad =
                failed(vector, "moves", line, n < vector->moves.n ? vector->moves.v[n] : "no more");
    snprintf(number[0], sizeof number[0], "%d", n);
    snprintf(number[1], sizeof number[1], "%d", vector->count);
    if (!bad && n != vector->count)
        bad = failed(vector, "count", number[0], number[1]);
    free(output);
    return bad;
}

static int check_perft(const struct vector *vector)
{
    int bad = 0;
    for (int i = 0; i < vector->perft.n && !bad; i++) {
        int status;
        char depth[16];
        snprintf(depth, sizeof depth, "%d", i + 1);
        char *output = run(vector, "perft", depth, NULL, NULL, &status);
        output[strcspn(output, "\n")] = '\0';
        if (strcmp(output, vector->perft.v[i]) != 0)
            bad = failed(vector, "perft", output, vector->perft.v[i]);
        free(output);
    }
    return bad;
}

static int check_play(const struct vector *vector)
{
    int status, bad = 0;
    char *output = run(vector, "play", NULL, &vector->play, NULL, &status);
    char *line = strchr(output, '\n'), *word = line ? line + 1 : output;
    if (line)
        *line = '\0';
    word[strcspn(word, "\n")] = '\0';
    if (vector->after && strcmp(output, vector->after) != 0)
        bad = failed(vector, "position after", output, vector->after);
    if (!bad && vector->status && strcmp(word, vector->status) != 0)
        bad = failed(vector, "status", word, vector->status);
    free(output);
    return bad;
}

static int check_illegal(const struct vector *vector)
{
    int bad = 0;
    for (int i = 0; i < vector->illegal.n; i++) {
        int status;
        free(run(vector, "play", NULL, &vector->before, vector->illegal.v[i], &status));
        if (status != COMMAND_NO)
            bad = failed(vector, "illegal", vector->illegal.v[i], "refused");
    }
    return bad;
}

/* ---- as games, out to PGN and back ---- */

/* A game that starts at the vector's position. */
static struct record *game_of(const struct vector *vector)
{
    struct record *record = record_new(vector->variant);
    record->notation = NOTATION_LONG;
    record_set_player(record, 'w', "?");
    record_set_player(record, 'b', "?");
    record_set_text(record, "result.score", "*");
    if (vector->position)
        record_set_text(record, "start.position", vector->position);
    for (int i = 0; i < vector->options.n; i++) {
        char name[256];
        snprintf(name, sizeof name, "%s", vector->options.v[i]);
        char *equals = strchr(name, '=');
        *equals = '\0';
        value_set(value_map(value_map(&record->head, "rules"), "options"), name, equals + 1, false);
    }
    return record;
}

static char *yaml_of(struct record *record)
{
    struct yaml_text text = {0};
    memset(record->id, '0', ULID_LENGTH);
    record->rev = 1;
    record_write(record, &text);
    return text.v;
}

/* Write a record as PGN and read it again. Frees the record. */
static struct record *through_pgn(struct record *record)
{
    struct pgn_reader reader;
    char *text = pgn_write(record);
    pgn_begin(&reader, text, strlen(text));
    struct record *again = pgn_next(&reader);
    pgn_end(&reader);
    assert_non_null(again);
    record_free(record);
    free(text);
    return again;
}

/* A round trip must not change the game. `spelled`: its plies may be spelled differently from the
 * program's form, and afterwards all have that form. */
static int survives_round_trip(const struct vector *vector, const char *what, struct record *record,
                               bool spelled)
{
    struct record_counts counts, again;
    record_count(record, &counts);
    if (spelled) {
        record = through_pgn(record);
        record_count(record, &again);
        if (again.main_plies != counts.main_plies || again.broken != counts.broken ||
            record->unparsed) {
            record_free(record);
            return failed(vector, what, "plies are lost", "all of them");
        }
    }
    char *before = yaml_of(record);
    record = through_pgn(record);
    char *after = yaml_of(record);
    int bad = strcmp(before, after) ? failed(vector, what, after, before) : 0;
    record_free(record);
    free(before);
    free(after);
    return bad;
}

/* All plies, each as a variation of the first one; the plies played; and the refused texts, which
 * are kept as they are. */
static int check_pgn(const struct vector *vector)
{
    int bad = 0;
    bool spelled = !strcmp(vector->variant, "classical"); /* short form there, full form here */
    if (!strncmp(vector->name, "action: ", 8))
        return 0;                      /* a result, not a ply */
    if (vector->moves.n && !spelled) { /* castling there is a king's ply with a square, which PGN
                                          does not have */
        struct record *record = game_of(vector);
        struct node *first = line_append(&record->moves, vector->moves.v[0]);
        for (int i = 1; i < vector->moves.n; i++)
            line_append(lines_append(&node_notes(first)->alts), vector->moves.v[i]);
        bad += survives_round_trip(vector, "all plies through PGN", record, false);
    }
    if (vector->play.n) {
        struct record *record = game_of(vector);
        for (int i = 0; i < vector->play.n; i++)
            line_append(&record->moves, vector->play.v[i]);
        bad += survives_round_trip(vector, "the game through PGN", record, true);
    }
    for (int i = 0; i < vector->illegal.n; i++) {
        struct record *record = game_of(vector);
        for (int k = 0; k < vector->before.n; k++)
            line_append(&record->moves, vector->before.v[k]);
        node_notes(line_append(&record->moves, vector->illegal.v[i]))->broken = true;
        bad += survives_round_trip(vector, "an illegal ply through PGN", record,
                                   spelled || vector->before.n > 0);
    }
    return bad > 0;
}

static int check_vector(const struct vector *vector)
{
    if (vector->count >= 0 && check_moves(vector))
        return 1;
    if (vector->perft.n && check_perft(vector))
        return 1;
    if ((vector->play.n || vector->after || vector->status) && check_play(vector))
        return 1;
    return check_illegal(vector) || check_pgn(vector);
}

static void every_vector_holds(void **state)
{
    const char *name = *state;
    FILE *file = fopen(name, "rb");
    yaml_parser_t parser;
    if (!file)
        fail_msg("%s cannot be opened", name);
    assert_int_equal(yaml_parser_initialize(&parser), 1);
    yaml_parser_set_input_file(&parser, file);
    assert_int_equal(yaml_parser_load(&parser, &document), 1);
    yaml_node_t *root = yaml_document_get_root_node(&document);
    int bad = 0, total = 0;
    struct vector *vector = memory_new(1, sizeof *vector);
    for (yaml_node_item_t *i = root->data.sequence.items.start; i < root->data.sequence.items.top;
         i++, total++) {
        read_vector(vector, yaml_document_get_node(&document, *i));
        bad += check_vector(vector);
        free_vector(vector);
    }
    free(vector);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    fclose(file);
    assert_true(total > 0);
    if (bad)
        fail_msg("%d of %d vectors of %s do not hold", bad, total, name);
}

/* The files under tests/vectors, one test each. A new family adds a line here. */
static const char *const vector_files[] = {
    "tests/vectors/croatian.yaml",  "tests/vectors/null.yaml",    "tests/vectors/orthodox.yaml",
    "tests/vectors/triangles.yaml", "tests/vectors/turning.yaml", "tests/vectors/turnover.yaml",
};

int main(void)
{
    enum { FILES_ROOM = 64 };
    struct CMUnitTest tests[FILES_ROOM];
    char *names = getenv("CHESSCADE_VECTORS") ? memory_text(getenv("CHESSCADE_VECTORS")) : NULL,
         *save = NULL;
    char *path[FILES_ROOM];
    size_t n = 0;
    for (size_t i = 0; !names && i < sizeof vector_files / sizeof *vector_files; i++)
        path[n++] = memory_text(source_file(vector_files[i]));
    for (char *name = names ? strtok_r(names, ":", &save) : NULL; name;
         name = strtok_r(NULL, ":", &save))
        path[n++] = memory_text(name);
    for (size_t i = 0; i < n; i++) {
        const char *slash = strrchr(path[i], '/');
        tests[i] = (struct CMUnitTest){slash ? slash + 1 : path[i], every_vector_holds, NULL, NULL,
                                       path[i]};
    }
    int result = _cmocka_run_group_tests("vectors", tests, n, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        free(path[i]);
    free(names);
    return result;
}

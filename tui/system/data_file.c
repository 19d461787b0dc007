/* data_file.c - reads small YAML files of words (themes, keys): see data_file.h. */
#include "config.h"
#include "tui/system/data_file.h"

#include "tui/system/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct reading {
    yaml_document_t document;
    const char *where;
    data_fn *each;
    void *argument;
};

static int fail_at(const struct reading *reading, yaml_mark_t mark, const char *sentence, struct note *why)
{
    return note_fail(why, FAIL_TEXT, (int)mark.index, "%s:%zu:%zu: %s", reading->where, mark.line + 1,
                     mark.column + 1, sentence);
}

static const char *scalar(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

/* True if the text has no NUL, which YAML allows in quotes and which would end it for us. */
static bool whole(const yaml_node_t *node)
{
    return strlen(scalar(node)) == node->data.scalar.length;
}

static int read_value(struct reading *reading, const char **key, int depth, const yaml_node_t *node,
                      struct note *why)
{
    struct note inner;
    if (!whole(node))
        return fail_at(reading, node->start_mark, "A value holds a zero byte", why);
    note_set(&inner, -1, "%s:%zu:%zu", reading->where, node->start_mark.line + 1, node->start_mark.column + 1);
    int status = reading->each(reading->argument, key, depth, scalar(node), &inner);
    return status < 0 ? fail_at(reading, node->start_mark, inner.text, why) : 0;
}

static int read_list(struct reading *reading, const char **key, int depth, const yaml_node_t *node,
                     struct note *why)
{
    for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
        yaml_node_t *value = yaml_document_get_node(&reading->document, *item);
        if (value->type != YAML_SCALAR_NODE)
            return fail_at(reading, value->start_mark, "A word is expected here", why);
        int status = read_value(reading, key, depth, value, why);
        if (status < 0)
            return status;
    }
    return 0;
}

static int read_map(struct reading *reading, const char **key, int depth, const yaml_node_t *node,
                    struct note *why)
{
    if (depth == DATA_DEPTH)
        return fail_at(reading, node->start_mark, "This is nested too deep", why);
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
        yaml_node_t *name = yaml_document_get_node(&reading->document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&reading->document, pair->value);
        int status;
        if (name->type != YAML_SCALAR_NODE || !whole(name))
            return fail_at(reading, name->start_mark, "A name is expected here", why);
        key[depth] = scalar(name);
        if (value->type == YAML_MAPPING_NODE)
            status = read_map(reading, key, depth + 1, value, why);
        else if (value->type == YAML_SEQUENCE_NODE)
            status = read_list(reading, key, depth + 1, value, why);
        else
            status = read_value(reading, key, depth + 1, value, why);
        if (status < 0)
            return status;
    }
    return 0;
}

static int parser_fail(const struct reading *reading, const yaml_parser_t *parser, struct note *why)
{
    yaml_mark_t mark = parser->problem_mark;
    char sentence[200];
    snprintf(sentence, sizeof sentence, "This is no YAML: %s", parser->problem ? parser->problem : "unreadable");
    if (parser->error == YAML_READER_ERROR)
        mark.index = parser->problem_offset;
    return fail_at(reading, mark, sentence, why);
}

int data_read(const char *yaml, size_t length, const char *where, data_fn *each, void *argument, struct note *why)
{
    struct reading reading = {.where = where, .each = each, .argument = argument};
    const char *key[DATA_DEPTH];
    yaml_parser_t parser;
    int status = 0;
    if (!yaml_parser_initialize(&parser))
        memory_exhausted();
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, length);
    if (!yaml_parser_load(&parser, &reading.document)) {
        status = parser_fail(&reading, &parser, why);
        yaml_parser_delete(&parser);
        return status;
    }
    yaml_node_t *root = yaml_document_get_root_node(&reading.document);
    if (root && root->type != YAML_MAPPING_NODE)
        status = fail_at(&reading, root->start_mark, "The file must be a map", why);
    else if (root)
        status = read_map(&reading, key, 0, root, why);
    yaml_document_delete(&reading.document);
    yaml_parser_delete(&parser);
    return status;
}

int data_read_file(const char *path, data_fn *each, void *argument, struct note *why)
{
    FILE *file = path_open(path); /* does not wait on a pipe */
    if (!file)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s: %s", path, errno == EINVAL ? "it is no plain file" : strerror(errno));
    char *text = memory_new(DATA_FILE_MAX + 1, 1);
    size_t length = fread(text, 1, DATA_FILE_MAX + 1, file);
    bool broken = ferror(file) != 0;
    fclose(file);
    int status;
    if (broken)
        status = note_fail(why, FAIL_SYSTEM, -1, "%.200s: cannot be read", path);
    else if (length > DATA_FILE_MAX)
        status = note_fail(why, FAIL_LIMIT, -1, "%.200s: larger than %d bytes", path, DATA_FILE_MAX);
    else
        status = data_read(text, length, path, each, argument, why);
    free(text);
    return status;
}

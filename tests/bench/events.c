/* events.c - the bare libyaml loop: every event of a file with many documents, and nothing done with it. */
#include <stdio.h>
#include <yaml.h>

int main(int argc, char **argv)
{
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_event_type_t type = YAML_NO_EVENT;
    long events = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || !yaml_parser_initialize(&parser))
        return 1;
    yaml_parser_set_input_file(&parser, file);
    for (; type != YAML_STREAM_END_EVENT; events++) {
        if (!yaml_parser_parse(&parser, &event)) {
            fprintf(stderr, "line %zu: %s\n", parser.problem_mark.line + 1, parser.problem);
            return 1;
        }
        type = event.type;
        yaml_event_delete(&event);
    }
    printf("%ld events\n", events);
    yaml_parser_delete(&parser);
    fclose(file);
    return 0;
}

/* events.c - the bare libyaml loop: reads every event of files with one document or many, and does
 * nothing with it.
 *
 *   events FILE... */
#include <stdio.h>
#include <yaml.h>

static long events_of(const char *name)
{
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_event_type_t type = YAML_NO_EVENT;
    long events = 0;
    FILE *file = fopen(name, "r");
    if (!file || !yaml_parser_initialize(&parser))
        return -1;
    yaml_parser_set_input_file(&parser, file);
    for (; type != YAML_STREAM_END_EVENT; events++) {
        if (!yaml_parser_parse(&parser, &event)) {
            fprintf(stderr, "%s: line %zu: %s\n", name, parser.problem_mark.line + 1,
                    parser.problem);
            return -1;
        }
        type = event.type;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return events;
}

int main(int argc, char **argv)
{
    long events = 0;
    for (int i = 1; i < argc; i++) {
        long more = events_of(argv[i]);
        if (more < 0)
            return 1;
        events += more;
    }
    printf("%ld events\n", events);
    return 0;
}

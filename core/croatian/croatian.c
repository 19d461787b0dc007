/* croatian.c - the Croatian family as the program sees it: one symbol. */
#include "core/croatian/croatian.h"

const struct rules croatian_rules = {
    .family = "croatian",
    .title = "Croatian Chess",
    .variants = croatian_variants,
    .variant_count = VARIANTS,
    .open = croatian_open,
    .close = croatian_close,
    .setup = croatian_setup,
    .read = croatian_read,
    .write = croatian_write,
    .begin = croatian_begin,
    .choices = croatian_choices,
    .take = croatian_take,
    .finish = croatian_finish,
    .path = croatian_path,
    .why_not = croatian_why_not,
    .judge = croatian_judge,
    .format = croatian_format,
    .parse = croatian_parse,
    .plies = croatian_plies,
    .perft = croatian_perft,
    .find = croatian_find,
    .reach = croatian_reach,
    .describe = croatian_describe,
    .describe_hand = croatian_describe_hand,
};

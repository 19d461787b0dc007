/* weights.c - the weights that were learnt for some variants, compiled in: the build makes
 * weights.inc from the text files in the folder weights. */
#include "core/engine/parts.h"

#include <string.h>

static const struct learnt {
    const char *variant, *text;
} learnt[] = {
#include "core/engine/weights.inc"
    {NULL, NULL}};

const char *weights_learnt(const struct ruleset *ruleset)
{
    for (int i = 0; learnt[i].variant; i++)
        if (!strcmp(learnt[i].variant, ruleset->variant->id))
            return learnt[i].text;
    return NULL;
}

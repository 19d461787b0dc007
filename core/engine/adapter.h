/* adapter.h - search rules for any family, over its plies() and judge(): custom boards, unusual options, new families. */
#ifndef CHESSCADE_ENGINE_ADAPTER_H
#define CHESSCADE_ENGINE_ADAPTER_H

#include "core/search_rules.h"

extern const struct search_rules adapter_search;

/* The search rules of a ruleset: the family's own, or the adapter. *work is what they opened over the tables, to be closed
 * with their close(). */
const struct search_rules *adapter_choose(const struct ruleset *ruleset);

#endif

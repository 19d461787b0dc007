/* adapter.h - search rules for any family, built on its plies() and judge(): for custom boards, unusual options, new
 * families. */
#ifndef CHESSCADE_CORE_ENGINE_ADAPTER_H
#define CHESSCADE_CORE_ENGINE_ADAPTER_H

#include "core/search_rules.h"

extern const struct search_rules adapter_search;

/* The search rules for a ruleset: the family's own, or the adapter. */
const struct search_rules *adapter_choose(const struct ruleset *ruleset);

#endif

/* family_list.h - the families by name. Only family_list.c, the families themselves and the
 * drawings of their pieces (tui/boards) include it. All other code reaches a family through the
 * ruleset of a position, and calls the members of struct rules (family.h) or struct presentation
 * (presentation.h). */
#ifndef CHESSCADE_CORE_FAMILY_LIST_H
#define CHESSCADE_CORE_FAMILY_LIST_H

#include "core/family.h"

extern const struct rules croatian_rules;
extern const struct rules orthodox_rules; /* the family of Classical Chess and of the Croatian
                                             variants without cascades */
extern const struct rules null_rules;
extern const struct rules triangles_rules;
extern const struct rules turning_rules;
extern const struct rules turnover_rules;

#endif

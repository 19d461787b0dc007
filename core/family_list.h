/* family_list.h - the families by name: for family_list.c, which lists them, for the families
 * themselves, and for the drawings of their pieces (tui/boards). All other code reaches a family
 * through the ruleset of a position and asks for what it needs by a member of struct rules
 * (family.h) or struct presentation (presentation.h). */
#ifndef CHESSCADE_CORE_FAMILY_LIST_H
#define CHESSCADE_CORE_FAMILY_LIST_H

#include "core/family.h"

extern const struct rules croatian_rules;
extern const struct rules orthodox_rules; /* Classical Chess and the Croatian variants without
                                             cascades */
extern const struct rules null_rules;
extern const struct rules triangles_rules;
extern const struct rules turning_rules;
extern const struct rules turnover_rules;

#endif

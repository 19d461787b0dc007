/* yaml_plain.h - reading the form this program writes, and remarks in it, without libyaml: several times faster.
 *
 * Used by yaml_read() only. Whatever is not the plainest of YAML is left to libyaml, which is the judge of everything
 * else and of every mistake; for what is read here both give the same tree, to the line and column (a test). */
#ifndef CHESSCADE_YAML_PLAIN_H
#define CHESSCADE_YAML_PLAIN_H

#include "archive/yaml_in.h"

/* Read a document whose bytes are all printable UTF-8. True with the tree in *out, everything within the limits; false,
 * and nothing is kept: libyaml has to read it. *remarks says whether there are '#' remarks in it. */
bool yaml_plain_read(const char *bytes, size_t size, int first_line, const struct yaml_limits *limits,
                     struct value *out, bool *remarks);

#endif

/* value.c - YAML values as trees: see value.h. */
#include "archive/value.h"

/// Functions that the files of rules share: tests for keys, and refusals that name them.
#ifndef GB_INPUT_RULES_H
#define GB_INPUT_RULES_H

#include "input/schema.h"

/// Whether a mapping has a key.
static inline bool gb_rule_has(const gb_node *node, const char *key) {
  return gb_node_find(node, key) != NULL;
}

/// Refuse a key of an entry, at its place where it is given; NULL: the entry itself.
/// GB_WRONG_VALUE, or another code of the case file. @return GB_USAGE
int gb_rule_refuse(const gb_subject *s, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int gb_rule_refuse_as(int code, const gb_subject *s, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Refuse the name that a key of an entry gives, which no entry of a list has; the message names
/// the nearest one and all there are. `kind` is the word for such an entry.
/// @return GB_USAGE, or GB_MEMORY
int gb_rule_refuse_name(const gb_subject *s, const char *key, const char *kind, gb_named list);

#endif

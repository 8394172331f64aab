/// Functions for all files of rules: find keys, and refuse them by name.
#ifndef GB_CASE_RULES_RULES_H
#define GB_CASE_RULES_RULES_H

#include "case/schema/schema.h"

/// Whether a mapping has a key.
static inline bool gb_rule_has(const gb_node *node, const char *key) {
  return gb_node_find(node, key) != NULL;
}

/// Refuse a key of an entry, with its position if it is given; key NULL: refuse the entry. The
/// error is GB_WRONG_VALUE, or another code of the case file. @return GB_USAGE
int gb_rule_refuse(const gb_subject *s, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int gb_rule_refuse_as(int code, const gb_subject *s, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Refuse the name that a key of an entry gives, because no entry of a list has it. The message
/// lists the names and the nearest one. `kind` is the word for such an entry.
/// @return GB_USAGE, or GB_MEMORY
int gb_rule_refuse_name(const gb_subject *s, const char *key, const char *kind, gb_named list);

#endif

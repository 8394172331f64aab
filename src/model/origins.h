/// What the nodes of case entries are, for messages. The same on every rank.
#ifndef GB_MODEL_ORIGINS_H
#define GB_MODEL_ORIGINS_H

#include <stddef.h>
#include <stdint.h>

/// "body 'rod'", "joints[2]", "a place on a body": kind and name, kind and number, kind alone.
typedef struct gb_origin {
  const char *kind, *name; ///< borrowed; name NULL: none
  int number;              ///< 0: none, else 1 more than the entry's among those of its kind
} gb_origin;

typedef struct gb_origin_set {
  int64_t first_id; ///< node id of the first one
  int count;
  gb_origin *origin;
} gb_origin_set;

/// A user's words for a node by its id: "node 17", "point 'm2'". Local.
void gb_origin_words(const gb_origin_set *origins, int64_t node_id, size_t size, char *text);

#endif

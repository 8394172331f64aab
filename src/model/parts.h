/// The parts of a model, each of which moves as one where nothing bends, and
/// what connects them.
#ifndef GB_MODEL_PARTS_H
#define GB_MODEL_PARTS_H

#include "model/supports.h"

/// What elements, links and rigid bodies hold together, or a point.
typedef struct gb_part {
  int32_t nodes, node; ///< shown nodes: how many, and the first of them
  int body;            ///< its first rigid body, -1: none
  bool turns;          ///< false: a point
  bool supported;      ///< supports fix something of it
  bool first;          ///< of the parts that connections and equations join
  double center[3], size;
  double line[3]; ///< unit vector of nodes on a line that have no directors, about which a turn
                  ///< moves nothing; zeros: the part is no such line
  int32_t next;   ///< part that connections join to this one, -1: no further one
  int32_t pair;   ///< last pair of the parts that are joined, -1: none; of the first
  int32_t
      equation; ///< last equation of the parts that are joined: its node, -1: none; of the first
  int index;    ///< among these parts, for those who search them
} gb_part;

/// A connection between two parts.
typedef struct gb_part_pair {
  const gb_connection *connection;
  int32_t part[2]; ///< -1: the ground
  int32_t next;    ///< the pair before it of the same joined parts, -1: none
} gb_part_pair;

typedef struct gb_parts {
  const gb_supports *supports;
  const gb_topology *t;
  int32_t count, *of; ///< part of each model node, -1: none or the ground
  gb_part *all;
  gb_part_pair *pair; ///< of each of the topology's connections
  int32_t *equation;  ///< the one before it of the same joined parts, of each equation's node; -1
} gb_parts;

/// The parts of a model. Local, the same on every rank.
int gb_parts_find(const gb_supports *supports, gb_parts *out, gb_error *error);

/// The next of the parts that connections and equations join, or NULL.
static inline gb_part *gb_parts_next(const gb_parts *parts, const gb_part *part) {
  return part->next < 0 ? NULL : &parts->all[part->next];
}

/// "body 'rod'", "point 'm2'", "the part with node 17", with the joints that end at it.
void gb_parts_words(const gb_parts *parts, const gb_part *part, size_t size, char *text);

#endif

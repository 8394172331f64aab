/// Parts of a model, each of which moves as a rigid body if nothing deforms, and their connections.
#ifndef GB_MODEL_MECHANISMS_PARTS_H
#define GB_MODEL_MECHANISMS_PARTS_H

#include "model/constraints/supports.h"

/// Nodes held together by elements, links or a rigid body; or a single point.
typedef struct gb_model_part {
  int32_t nodes, node; ///< number of nodes in the results, and the first of them
  int body;            ///< first rigid body, -1: none
  bool turns;          ///< false: a point
  bool supported;      ///< supports fix some motion of the part
  bool first;          ///< first of the parts that connections and equations join
  double center[3], size;
  double line[3];   ///< unit vector along the line of all nodes if they have no directors, so that
                    ///< rotation about it moves nothing; zeros: no such line
  int32_t next;     ///< next part that connections join to this one, -1: last
  int32_t pair;     ///< for the first joined part: last pair of the joined parts, -1: none
  int32_t equation; ///< for the first joined part: node of the last equation of the joined parts,
                    ///< -1: none
  int index;        ///< index among the joined parts, set by searches
} gb_model_part;

/// A connection between two parts.
typedef struct gb_part_pair {
  const gb_connection *connection;
  int32_t part[2]; ///< -1: the ground
  int32_t next;    ///< previous pair of the same joined parts, -1: none
} gb_part_pair;

/// All parts of a model and their connections.
typedef struct gb_parts {
  const gb_supports *supports;
  const gb_topology *t;
  int32_t count, *of; ///< part of each model node, -1: none or the ground
  gb_model_part *all;
  gb_part_pair *pair; ///< pair of each of the topology's connections
  /// For each equation's node: previous equation of the same joined parts, -1: none.
  int32_t *equation;
} gb_parts;

/// Find the parts of a model. Local, the same on every rank. errors: GB_FILE
int gb_parts_find(const gb_supports *supports, gb_parts *out, gb_error *error);

/// @return the next of the parts that connections and equations join, or NULL
static inline gb_model_part *gb_parts_next(const gb_parts *parts, const gb_model_part *part) {
  return part->next < 0 ? NULL : &parts->all[part->next];
}

/// Describe a part: "body 'rod'", "point 'm2'" or "the part with node 17", with the joints that end
/// at it.
void gb_parts_words(const gb_parts *parts, const gb_model_part *part, size_t size, char *text);

#endif

/// Private to src/model: the parts of a model, each of which moves as one where nothing bends, and
/// what connects them.
#ifndef GB_MODEL_PARTS_H
#define GB_MODEL_PARTS_H

#include "model/build.h"

enum { GB_PART_MOTIONS = 6 }; ///< v at the part's centre, then w times its size

/// What elements, links and rigid bodies hold together, or a point.
typedef struct gb_part {
  int32_t nodes, node; ///< places: how many, and one of them
  int body;            ///< its first rigid body, -1: none
  bool turns;          ///< false: a point
  bool supported;      ///< supports hold something of it
  bool first;          ///< of the parts that connections join
  double center[3], size;
  int32_t next;       ///< part that connections join to this one, -1: no further one
  int32_t connection; ///< last connection of the parts that are joined, -1: none; of the first
  int place;          ///< among these parts, for those who search them
} gb_part;

typedef enum gb_connection_kind {
  GB_CONNECTION_SPRING,
  GB_CONNECTION_TORSION,
  GB_CONNECTION_JOINT,
  GB_CONNECTION_AVERAGE
} gb_connection_kind;

/// A spring, joint or average link between two parts.
typedef struct gb_connection {
  gb_connection_kind kind;
  int entry;       ///< of the problem's springs or joints; the connector of an average link
  int32_t part[2]; ///< -1: the ground
  int32_t next;    ///< the connection before it of the same joined parts, -1: none
} gb_connection;

typedef struct gb_parts {
  const gb_build *b;
  int32_t count, *of; ///< part of each model node, -1: none or the ground
  gb_part *all;
  int connections;
  gb_connection *connection;
} gb_parts;

/// The parts of a model whose ties are known. Local, the same on every rank.
int gb_parts_find(const gb_build *b, gb_parts *out, gb_error *error);
void gb_parts_free(gb_parts *parts);

/// The next of the parts that connections join, or NULL.
static inline gb_part *gb_parts_next(const gb_parts *parts, const gb_part *part) {
  return part->next < 0 ? NULL : &parts->all[part->next];
}

/// "body 'rod'", "point 'm2'", "the part with node 17", with the joints that end at it.
void gb_parts_words(const gb_parts *parts, const gb_part *part, size_t size, char *text);

#endif

/// Supports: directions that a node's displacement and directors may not take, and given motions.
/// They are eliminated: a fixed direction has no unknown. Source: docs/theory.md, section 2 (ties).
#ifndef GB_MODEL_SUPPORTS_H
#define GB_MODEL_SUPPORTS_H

#include "model/topology.h"

/// The same on every rank.
typedef struct gb_supports {
  const gb_topology *topology;
  unsigned short *fixed;    ///< bits of what supports fix of each model node, 0: nothing
  const gb_motion **motion; ///< of each model node; borrowed; NULL: none is given
} gb_supports;

/// Whether a support whose group or body there is holds a node. Local.
bool gb_support_holds(const gb_topology *topology, const gb_support *support, int32_t node);

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_supports_create(const gb_topology *topology, gb_supports **out, gb_error *error);

/// The axes about which supports fix a node's frame, as bits: a plane of symmetry those that lie in
/// it.
unsigned gb_supports_fixed_turns(const gb_supports *supports, int32_t node);
/// Whether supports fix all rotations of a node's frame, so that it needs no multipliers. Local.
bool gb_supports_fix_frame(const gb_supports *supports, int32_t node);
/// Orthonormal free directions of a node's displacement or of one of its directors; none where it
/// is tied or does not carry the field. Local. @return how many, 0 to 3
int gb_free_directions(const gb_supports *supports, int32_t node, unsigned field,
                       double direction[3][3]);
/// Whether these directions stay as the first director of a node changes along a vector. Local.
bool gb_supports_stay(const gb_supports *supports, int32_t node, const double change[3]);

#endif

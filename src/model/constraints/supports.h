/// Supports: directions in which a node's displacement and directors are fixed, and prescribed
/// motions. Fixed directions have no unknowns. Source: docs/theory.md, section 2 (ties).
#ifndef GB_MODEL_CONSTRAINTS_SUPPORTS_H
#define GB_MODEL_CONSTRAINTS_SUPPORTS_H

#include "model/topology/topology.h"

/// Supports of all nodes of a topology.
typedef struct gb_supports {
  const gb_topology *topology;
  unsigned short *fixed;    ///< components that supports fix at each model node, as bits; 0: none
  const gb_motion **motion; ///< prescribed motion of each model node; borrowed; NULL: none
  int32_t *index;           ///< of each node with a prescribed motion in the group of its support
} gb_supports;

/// Whether a support acts on a node; false if its group or body does not exist. Local.
bool gb_support_fixes(const gb_topology *topology, const gb_support *support, int32_t node);

/// Find the supports of all nodes. Local. errors: those of the entries; GB_FILE
/// @param relieved whether those of inertia relief count too
int gb_supports_create(const gb_topology *topology, bool relieved, gb_supports **out,
                       gb_error *error);

/// @return the axes about which supports fix a node's frame, as bits; a plane of symmetry fixes the
///   axes in it
unsigned gb_supports_fixed_turns(const gb_supports *supports, int32_t node);
/// Whether supports fix all rotations of a node's frame, which then needs no multipliers. Local.
bool gb_supports_fix_frame(const gb_supports *supports, int32_t node);
/// Find the orthonormal free directions of a node's displacement or of one of its directors. There
/// are none if the vector is tied or the node does not carry the field. Local. @return number of
/// directions, 0 to 3
int gb_free_directions(const gb_supports *supports, int32_t node, unsigned field,
                       double direction[3][3]);
/// Whether these directions do not change if a director of a node changes along a vector. Local.
bool gb_supports_stay(const gb_supports *supports, int32_t node, unsigned field,
                      const double change[3]);

#endif

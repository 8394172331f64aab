/// Ends with axes, of bushings and given matrices: hidden frames that are tied to what the case
/// names.
#ifndef GB_MODEL_TOPOLOGY_AXES_END_H
#define GB_MODEL_TOPOLOGY_AXES_END_H

#include "model/topology/topology.h"

/// Object to which an end is tied: a body (-1: the ground) or a node.
typedef struct gb_axes_end {
  int body;
  int32_t node; ///< -1: none
  bool free;    ///< whether it is a free node
} gb_axes_end;

/// Find what an end names. Local. errors: GB_WRONG_GROUP, GB_NO_SUCH_ENTRY
/// @param one  "a bushing ends at one", for the message about a group of several nodes
int gb_axes_end_find(const gb_topology *t, const char *where, const char *name, const char *one,
                     gb_axes_end *out, gb_error *error);
/// Whether the object has a rotation that axes follow. Local.
bool gb_axes_end_turns(const gb_topology *t, const gb_axes_end *to);
/// Tie the frame of a node to the object. The axes of the frame turn with the object if `turns` is
/// true; otherwise they keep their directions in space. Local. errors: GB_FILE
int gb_axes_end_tie(gb_topology *t, int32_t node, const gb_axes_end *to, bool turns,
                    gb_error *error);

#endif

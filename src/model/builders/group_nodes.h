/// Elements of one node each, on nodes or on those of a group: for builders of loads and masses.
#ifndef GB_MODEL_BUILDERS_GROUP_NODES_H
#define GB_MODEL_BUILDERS_GROUP_NODES_H

#include "model/draft.h"

/// Refuse nodes of a group that nothing moves. Local.
int gb_draft_check_nodes(const gb_draft *draft, const char *where, const char *group, int count,
                         const int32_t *node, gb_error *error);
/// A block of elements on those of the nodes that this rank has. Local.
int gb_draft_nodes(gb_draft *draft, gb_element_kind kind, int32_t count, const int32_t *node,
                   gb_block **out, gb_error *error);
/// The same on the nodes of a group of the mesh.
int gb_draft_group(gb_draft *draft, const char *where, const char *name, gb_element_kind kind,
                   gb_block **out, gb_error *error);

#endif

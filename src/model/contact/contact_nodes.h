/// Nodes on which contacts of a model act: nodes of groups that touch, and nodes of bodies and beam
/// ends that touch or carry a surface.
#ifndef GB_MODEL_CONTACT_CONTACT_NODES_H
#define GB_MODEL_CONTACT_CONTACT_NODES_H

#include "model/blocks/locals.h"

/// The nodes, the same on all ranks and in the same order.
typedef struct gb_contact_nodes {
  int32_t count;
  int32_t *index; ///< number of each local node among them, of the hidden nodes of contacts the
                  ///< number of their body's node; -1: no contact, or the ground; [nodes->count]
} gb_contact_nodes;

/// Values at a node on which contacts act.
enum {
  GB_TOUCH_FORCE,                         ///< force of all contacts, three components
  GB_TOUCH_PRESSURE = GB_TOUCH_FORCE + 3, ///< largest normal force of a contact: of groups of faces
                                          ///< by area, of lines by length
  GB_TOUCH_DEPTH, ///< largest depth of the node in a surface, or, at the node of a surface's body,
                  ///< largest depth of a node in this surface; negative: gap
  GB_TOUCH_VALUES
};

/// Find the nodes. Local. errors: GB_UNKNOWN_NAME, GB_UNKNOWN_GROUP if an entry names a body or
/// group that does not exist; GB_FILE
int gb_contact_nodes_find(const gb_locals *locals, const gb_contact_nodes **out, gb_error *error);

#endif

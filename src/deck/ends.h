/// Nodes of a deck as ends of links, springs and equations: rigid bodies, free nodes, and nodes of
/// elements.
#ifndef GB_DECK_ENDS_H
#define GB_DECK_ENDS_H

#include "deck/deck.h"

/// Find the body that stands for a node of the mesh, and its name. @return NULL: there is none
gb_deck_body *gb_deck_body_at(const gb_deck *deck, int32_t node);
const char *gb_deck_body_name(const gb_deck *deck, int32_t node);
/// Make a body that stands for a node. @param name of the body, borrowed; line and word say where
/// the deck asks for it
int gb_deck_add_body(gb_deck *deck, int32_t node, const char *name, int32_t line, const char *word,
                     gb_deck_body **out, gb_error *error);
/// Add a joint like this one at a node. It leaves these components free along the global axes.
/// @return *done false where there is no such joint
int gb_deck_add_joint(gb_deck *deck, const gb_joint_entry *like, unsigned free, int32_t node,
                      bool *done, gb_error *error);
/// Fix a body by a joint with the ground that leaves its other components free.
/// @return *done false where there is no such joint
int gb_deck_fix_body(gb_deck *deck, const gb_deck_body *body, unsigned fixed, const char *where,
                     const char *word, bool *done, gb_error *error);

/// Find the free node that stands for a node of the mesh. @return NULL: there is none
gb_point_mass *gb_deck_free_at(const gb_deck *deck, int32_t node);
/// Make a node of the mesh a free node. @param name borrowed
int gb_deck_add_free(gb_deck *deck, int32_t node, const char *name, gb_error *error);

/// Name a node as the end of a spring: its body, its free node, or a new group of it alone. A node
/// that is not taken by elements or links becomes a free node.
/// @param prefix of the names of a free node and of a group, before the node's number
int gb_deck_name_end(gb_deck *deck, int32_t node, const char *const prefix[2], bool taken,
                     const char **end, gb_error *error);

/// Add a group of nodes, which ascend, to the mesh. The name and the nodes are copied.
int gb_deck_add_group(gb_deck *deck, const char *name, int32_t count, const int32_t node[],
                      gb_error *error);
/// Add a group of one node, unless there is a group of this name.
int gb_deck_name_node(gb_deck *deck, int32_t node, const char *name, gb_error *error);

#endif

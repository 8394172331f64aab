/// Files of vectors at nodes, as comma-separated values.
#ifndef GB_CASE_TEXT_NODE_VECTORS_H
#define GB_CASE_TEXT_NODE_VECTORS_H

#include "problem/problem.h"

/// Read shape->file into shape->table. Each line has a node number and three components, separated
/// by commas, semicolons or blanks. Text after # and a first line of words are skipped. Local.
/// errors: GB_FILE, GB_USAGE naming the file and the line
int gb_node_vectors_read(gb_shape_entry *shape, gb_arena *arena, gb_error *error);

#endif

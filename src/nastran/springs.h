/// Springs and dampers of a Nastran deck, and the free nodes that they hold.
#ifndef GB_NASTRAN_SPRINGS_H
#define GB_NASTRAN_SPRINGS_H

#include "nastran/spring_entries.h"

gb_nastran_handler gb_nastran_celas, gb_nastran_cvisc, gb_nastran_cbush, gb_nastran_scalar_property,
    gb_nastran_pbush;
/// Give springs their numbers, when all cards are read.
int gb_nastran_find_springs(gb_nastran *nastran, gb_error *error);
/// Bushings and springs of the problem, and free nodes, when the bodies are made.
int gb_nastran_make_springs(gb_nastran *nastran, gb_error *error);
/// Whether an element, a body or a link has a node of the mesh, [nodes].
int gb_nastran_mark_taken(const gb_nastran *nastran, bool **taken, gb_error *error);

#endif

/// Springs and dampers of a Nastran deck, and their free nodes.
#ifndef GB_NASTRAN_BODIES_SPRINGS_H
#define GB_NASTRAN_BODIES_SPRINGS_H

#include "nastran/entries/spring.h"

gb_nastran_handler gb_nastran_celas, gb_nastran_cmass, gb_nastran_cvisc, gb_nastran_cbush,
    gb_nastran_scalar_property, gb_nastran_pbush;
/// Set stiffness and damping of springs from their properties, when all cards are read.
int gb_nastran_find_springs(gb_nastran *nastran, gb_error *error);
/// Add bushings, springs and their free nodes to the problem, when the bodies are made.
int gb_nastran_make_springs(gb_nastran *nastran, gb_error *error);
/// Make free nodes of grids that no element has because all ends there are released, where supports
/// keep them from turning; before supports and loads are applied.
int gb_nastran_free_grids(gb_nastran *nastran, gb_error *error);
/// Whether a spring acts on the rotation of an end.
bool gb_nastran_spring_turns(const gb_nastran_spring *spring, int end);
/// Find the nodes of the mesh that elements or links use, [nodes].
int gb_nastran_mark_taken(const gb_nastran *nastran, bool **taken, gb_error *error);

#endif

/// Matrices of a Nastran deck.
#ifndef GB_NASTRAN_BODIES_MATRICES_H
#define GB_NASTRAN_BODIES_MATRICES_H

#include "nastran/entries/spring.h"

gb_nastran_handler gb_nastran_dmig, gb_nastran_genel;
/// Add springs with matrices of the DMIG that act, when all cards are read.
int gb_nastran_add_matrices(gb_nastran *nastran, gb_error *error);

#endif

/// Designs of a Nastran deck.
#ifndef GB_NASTRAN_DESIGNS_H
#define GB_NASTRAN_DESIGNS_H

#include "nastran/entries/nastran.h"

gb_nastran_handler gb_nastran_desvar, gb_nastran_dvprel1, gb_nastran_dvgrid;
/// Create the empty lists of designs; without them the cards of designs are not read.
int gb_nastran_create_designs(gb_nastran *nastran, gb_error *error);
/// Add the designs of the deck to the problem, when the groups of the mesh are there.
int gb_nastran_add_designs(const gb_nastran *nastran, gb_error *error);

#endif

/// Loads of a Nastran deck that are spread over grids when the mesh is there: along lines between
/// grids, over triangles and quadrangles, along bars.
#ifndef GB_NASTRAN_ENTRIES_LOAD_H
#define GB_NASTRAN_ENTRIES_LOAD_H

#include "nastran/entries/nastran.h"

/// FORCE1, FORCE2, MOMENT1, MOMENT2, PLOAD, PLOAD1, PLOAD4: loads that become forces and moments on
/// grids once the mesh exists.
typedef struct gb_nastran_spread {
  const char *card;
  int64_t set, target, last; ///< numbers of a grid, a bar, shells, or a solid
  int64_t grid[4];           ///< 0: none; of PLOAD4 G1, and G3 or G4, of a face of a solid
  double value[4];           ///< size; P1 to P4; of PLOAD1 X1, X2, P1, P2; of TEMPRB gradients
  double direction[3];       ///< of PLOAD4; zero: the normal
  int64_t system;            ///< of the direction
  int component;             ///< 1: a moment; of PLOAD1 0 to 5, from 6 on along the bar's axes
  bool fraction, projected;  ///< of PLOAD1
  int32_t line;
} gb_nastran_spread;

gb_nastran_handler gb_nastran_directed, gb_nastran_pload, gb_nastran_pload1, gb_nastran_pload4;

/// Make these loads forces and moments on grids, which are appended to the actions; call it when
/// bars have their sections. errors: GB_MODEL
int gb_nastran_spread_loads(gb_nastran *nastran, gb_error *error);
/// Make one PLOAD1 forces and moments on grids.
int gb_nastran_spread_along(gb_nastran *nastran, const gb_nastran_spread *load, gb_error *error);
/// Append a force and a moment on a node of the mesh to the actions, in the set of a load.
int gb_nastran_push(gb_nastran *nastran, const gb_nastran_spread *load, int64_t node,
                    const double force[3], const double moment[3], gb_error *error);

#endif

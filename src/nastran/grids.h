/// Grids of a Nastran deck, its scalar points and its coordinate systems.
#ifndef GB_NASTRAN_GRIDS_H
#define GB_NASTRAN_GRIDS_H

#include "nastran/nastran.h"

gb_nastran_handler gb_nastran_grid, gb_nastran_grdset, gb_nastran_spoint, gb_nastran_sload;
/// The grid of this number, or NULL; when bars are laid.
const gb_nastran_place *gb_nastran_place_of(const gb_nastran *nastran, int64_t id);
/// The largest grid: nodes of larger numbers are those of bars, which cards do not mean.
int64_t gb_nastran_last_grid(const gb_nastran *nastran);
/// Hold the grids that leave this to GRDSET, when all cards are read.
int gb_nastran_hold_grids(gb_nastran *nastran, gb_error *error);
/// Scalar points have the component 0 and nothing else; when the mesh is there. errors: GB_MODEL
int gb_nastran_check_scalars(const gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_cord1, gb_nastran_cord2;
/// Put grids, loads and bars into the basic system, when all cards are read.
int gb_nastran_place_grids(gb_nastran *nastran, gb_error *error);
/// The axes of a system at a position, which a line asks for.
int gb_nastran_axes(const gb_nastran *nastran, int32_t line, int64_t system, const double at[3],
                    double axis[3][3], gb_error *error);
/// The first of these axes.
int gb_nastran_first_axis(const gb_nastran *nastran, int32_t line, int64_t system,
                          const double at[3], double axis[3], gb_error *error);
/// A direction in a rectangular system, which a line asks for, as one in the basic system; in
/// place.
int gb_nastran_turn_direction(const gb_nastran *nastran, int32_t line, int64_t system,
                              double direction[3], gb_error *error);

#endif

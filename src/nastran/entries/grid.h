/// Grids of a Nastran deck, its scalar points and its coordinate systems.
#ifndef GB_NASTRAN_ENTRIES_GRID_H
#define GB_NASTRAN_ENTRIES_GRID_H

#include "nastran/entries/nastran.h"

/// GRDSET: values for blank fields of grids.
typedef struct gb_nastran_standard {
  int64_t system, axes; ///< CP and CD; -1: blank
  double held;          ///< PS as bits 1 to 6
  int32_t line;         ///< -1: there is no GRDSET
} gb_nastran_standard;

typedef struct gb_nastran_place {
  int64_t id;
  double position[3];
  bool bare;            ///< PS is blank: GRDSET gives it
  int64_t system, axes; ///< CP, CD; -1: blank, GRDSET gives it
  bool scalar;          ///< an SPOINT: a free node with its first displacement alone
  int32_t line;
} gb_nastran_place;

/// Components of a grid at which the pins of bars release everything, so that supports do not act.
typedef struct gb_nastran_freed {
  int64_t grid;
  unsigned components; ///< as bits 1 to 6
} gb_nastran_freed;

/// A coordinate system: CORD1R, C, S or CORD2R, C, S.
typedef struct gb_nastran_system {
  int64_t id, reference;                     ///< reference: system of the points
  int64_t grid[3];                           ///< 0: points define the system
  double point[3][3], origin[3], axis[3][3]; ///< origin and axis are set when it is resolved
  int state;
  int32_t line;
  char kind; ///< R, C or S
} gb_nastran_system;

/// Grids and coordinate systems.
struct gb_nastran_grids {
  GB_LIST_OF(gb_nastran_place) all; ///< ascending when all cards are read
  GB_LIST_OF(gb_nastran_system) systems;
  GB_LIST_OF(gb_nastran_freed) freed; ///< by ascending grids
};

/// Add a scalar point.
int gb_nastran_add_point(gb_nastran *nastran, const gb_record *card, int64_t id, gb_error *error);
gb_nastran_handler gb_nastran_grid, gb_nastran_grdset, gb_nastran_spoint, gb_nastran_sload;
/// Find the grid of this number, when the positions of bars are computed. @return NULL: there is
/// none
static inline const gb_nastran_place *gb_nastran_place_of(const gb_nastran *nastran, int64_t id) {
  return GB_FIND_NUMBER(nastran->grids->all, id);
}
/// Return the largest number of a grid. Nodes with larger numbers belong to bars or to the middle
/// of shells, and cards do not mean them.
int64_t gb_nastran_last_grid(const gb_nastran *nastran);
/// Fix the grids that leave this to GRDSET, when all cards are read.
int gb_nastran_hold_grids(gb_nastran *nastran, gb_error *error);
/// Refuse cards that take scalar points for grids or grids for scalar points, when the mesh exists.
/// errors: GB_MODEL
int gb_nastran_check_scalars(const gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_cord1, gb_nastran_cord2;
/// Convert grids, loads and bars to the basic system, when all cards are read.
int gb_nastran_place_grids(gb_nastran *nastran, gb_error *error);
/// Compute the axes of a system at a position. @param line of the card that asks for them
int gb_nastran_axes(const gb_nastran *nastran, int32_t line, int64_t system, const double at[3],
                    double axis[3][3], gb_error *error);
/// Compute the first of these axes.
int gb_nastran_first_axis(const gb_nastran *nastran, int32_t line, int64_t system,
                          const double at[3], double axis[3], gb_error *error);
/// Turn a direction in a rectangular system to the basic system, in place. @param line of the card
/// that asks for it
int gb_nastran_turn_direction(const gb_nastran *nastran, int32_t line, int64_t system,
                              double direction[3], gb_error *error);

#endif

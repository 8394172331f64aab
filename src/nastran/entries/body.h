/// Rigid bodies of a Nastran deck: ties, masses, released ends of bars as joints, and equations
/// between components.
#ifndef GB_NASTRAN_ENTRIES_BODY_H
#define GB_NASTRAN_ENTRIES_BODY_H

#include "deck/joint.h"
#include "deck/ties.h"
#include "nastran/entries/set.h"

/// A node of an RBE2 that equations connect with the body.
typedef struct gb_nastran_loose {
  gb_deck_tie tie;
  int32_t node;
} gb_nastran_loose;

/// A support along axes (CD) that are not the basic ones: it becomes an equation.
typedef struct gb_nastran_skew {
  int32_t action; ///< index of the support
  int64_t grid;
} gb_nastran_skew;

/// CONM1, CONM2, and the sum of the CMASS cards of a grid.
typedef struct gb_nastran_mass {
  const char *card;
  int64_t id, grid;
  double mass, offset[3];
  double inertia[6]; ///< about its centre: xx yy zz xy xz yz, xy = -sum m x y
  bool absolute;     ///< whether the offset is a position (CID -1)
  int64_t system;    ///< of offset and inertia; 0: the basic system
  int32_t line;
} gb_nastran_mass;

/// CMASS1 to CMASS4; a PMASS is an entry with grid 0.
typedef struct gb_nastran_scalar_mass {
  const char *card;
  int64_t id, property, grid, component; ///< property 0: the card gives the mass
  bool scalar;                           ///< whether it acts on a scalar point
  double mass;
  int32_t line;
} gb_nastran_scalar_mass;

/// NSM1, NSML1, or a pair of an NSM or NSML.
typedef struct gb_nastran_nonstructural {
  const char *card;
  int64_t id;           ///< of the set
  int family;           ///< index of the TYPE, see nonstructural.c
  bool lumped, all;     ///< whether `value` is distributed over what it names; ALL
  double value;         ///< per area or length, or to be distributed
  int32_t first, count; ///< of its ranges
  int32_t line;
} gb_nastran_nonstructural;

/// The prescribed value of a component, 1 to 6, of a node; pulse: index of its TLOAD, -1: none.
typedef struct gb_nastran_given {
  const gb_nastran_action *action;
  int32_t node;
  int component, pulse;
  double value;
} gb_nastran_given;

/// Ties, masses, and supports that become equations.
struct gb_nastran_rigid {
  GB_LIST_OF(gb_deck_tie) ties;
  GB_LIST_OF(gb_deck_end) ends;
  GB_LIST_OF(gb_nastran_mass) masses;
  GB_LIST_OF(gb_nastran_scalar_mass) scalars;
  GB_LIST_OF(gb_nastran_nonstructural) nonstructural;
  GB_LIST_OF(gb_nastran_range) ranges;
  GB_LIST_OF(gb_nastran_skew) skew; ///< ascending
  GB_LIST_OF(gb_nastran_loose) loose;
  int32_t no_inertia; ///< line of a mass whose inertia statics leave out; 0: none
};

gb_nastran_handler gb_nastran_rbe1, gb_nastran_rigid_link, gb_nastran_rbe3, gb_nastran_rbar;
gb_nastran_handler gb_nastran_conm1, gb_nastran_conm2, gb_nastran_grid_mass, gb_nastran_pmass,
    gb_nastran_nsm;
gb_nastran_handler gb_nastran_mpc;
/// Add an equation: the displacement of a scalar point is a component of one grid minus one of
/// another.
int gb_nastran_add_difference(gb_nastran *nastran, const gb_record *card, const int64_t grid[2],
                              const int64_t component[2], int64_t point, gb_error *error);
/// Keep a mass of a card. errors: GB_MODEL where the mass or its inertia is negative
int gb_nastran_keep_mass(gb_nastran *nastran, const gb_record *card, const gb_nastran_mass *mass,
                         gb_error *error);
/// Make masses of grids from CMASS cards, when sets are chosen.
int gb_nastran_add_masses(gb_nastran *nastran, gb_error *error);
/// Make rods with masses of their own, by NSM cards of ELEMENT, CONRODs, when sets are chosen and
/// before masses are scaled and bars are laid.
int gb_nastran_split_rods(gb_nastran *nastran, gb_error *error);
/// Add masses of NSM cards to properties and elements, when the mesh exists and before shells and
/// beams are made.
int gb_nastran_add_nonstructural(gb_nastran *nastran, gb_error *error);
/// Whether a tie is a rigid link of all components.
static inline bool gb_nastran_is_whole(const gb_deck_tie *tie) {
  return !tie->general && tie->reference.components == GB_ALL_COMPONENTS &&
         tie->kind == GB_TIE_RIGID;
}
/// Whether a mass has an offset or inertia, and so makes a body.
static inline bool gb_nastran_is_extended(const gb_nastran_mass *mass) {
  bool extended = mass->absolute;
  for (int i = 0; i < 3; ++i) extended = extended || mass->offset[i] != 0;
  for (int i = 0; i < 6; ++i) extended = extended || mass->inertia[i] != 0;
  return extended;
}

/// Make bodies and links from ties and masses. A mass without offset and inertia becomes an action.
int gb_nastran_make_bodies(gb_nastran *nastran, gb_error *error);
/// Find the name of the body that stands for a grid, or that an RBE2 ties to it. @return NULL:
/// there is none
const char *gb_nastran_carrier(const gb_nastran *nastran, int64_t grid);
/// Make supports of bodies joints with the ground, or equations.
int gb_nastran_fix_bodies(gb_nastran *nastran, gb_error *error);

/// Make the equations of MPC, RBE1, RBAR and RBE3, and the free nodes that they need, when bodies
/// and springs are made.
int gb_nastran_make_ties(gb_nastran *nastran, gb_error *error);
/// Add an equation for a support that has a value, or acts along axes of its own.
int gb_nastran_give(gb_nastran *nastran, const gb_nastran_given *given, gb_error *error);

#endif

/// What the cards of a Nastran deck say, as structures: each the fields of some cards.
#ifndef GB_NASTRAN_ENTRIES_H
#define GB_NASTRAN_ENTRIES_H

#include "deck/hits.h"

/// What a card does to nodes, elements or the whole model. A support has its components as bits 1
/// to 6 in value[0]; a spin is about its target, a grid, or the origin: 0.
typedef struct gb_nastran_action {
  gb_act kind;
  int32_t line;
  const char *card; ///< its name, for messages
  int64_t set;      ///< -1: always
  int64_t target;   ///< number of a node or element
  int64_t last;     ///< last target of a range (THRU); target when there is none
  double value[3];
  int64_t system; ///< of a vector's components; 0: the basic one; -1: the grid's CD; or the next
} gb_nastran_action;

/// The system of a load that was spread: the basic one, and the target may be a node that no card
/// names.
/// GB_NASTRAN_SCALAR: a card that gives component 0, so that its targets must be scalar points,
/// whose component is the first.
enum { GB_NASTRAN_SPREAD = -2, GB_NASTRAN_SCALAR = -3 };

/// FORCE1, FORCE2, MOMENT1, MOMENT2, PLOAD, PLOAD1, PLOAD4: what becomes forces and moments on
/// grids when the mesh is there.
typedef struct gb_nastran_spread {
  const char *card;
  int64_t set, target, last; ///< numbers of a grid, a bar, or shells
  int64_t grid[4];           ///< 0: none
  double value[4];           ///< size; P1 to P4; of PLOAD1 X1, X2, P1, P2
  double direction[3];       ///< of PLOAD4; zero: the normal
  int64_t system;            ///< of it
  int component;             ///< 1: a moment; of PLOAD1 0 to 5, from 6 on along the bar's axes
  bool fraction, projected;  ///< of PLOAD1
  int32_t line;
} gb_nastran_spread;

/// MAT1 or MAT8; of MAT8 with the criterion that a PCOMP chose.
typedef struct gb_nastran_material {
  const char *card;
  int64_t id;
  gb_material is;
  double shear; ///< G of a MAT1 where E and NU make another; or 0
  bool chosen;
  int32_t line;
} gb_nastran_material;

typedef struct gb_nastran_ply {
  int64_t material;
  double thickness, angle;
} gb_nastran_ply;

/// PSHELL, PSHEAR, or PCOMP with its plies.
typedef struct gb_nastran_property {
  const char *card;
  int64_t id;
  gb_nastran_ply shell; ///< of PSHELL and PSHEAR
  int32_t first, count; ///< of the plies
  bool symmetric;
  bool bottomed; ///< Z0 says where the bottom face is, and not in the middle
  double bottom; ///< Z0 then
  int criterion; ///< gb_criterion, -1: none is named
  double mass;   ///< NSM, per area
  int32_t line;
} gb_nastran_property;

/// ZOFFS and T1 to T4 of an element.
typedef struct gb_nastran_own {
  const char *card;
  int64_t property;
  gb_own_shell is;
  double corner[4]; ///< T1 to T4; 0: that of the property
  int corners;
  bool thick;    ///< a corner has a thickness
  bool relative; ///< TFLAG 1: they are parts of the property's
  int32_t line;
} gb_nastran_own;

/// THETA or MCID of an element.
typedef struct gb_nastran_material_turn {
  int64_t property, system; ///< MCID
  gb_turn turn;
  int32_t line;
} gb_nastran_material_turn;

/// CSHEAR.
typedef struct gb_nastran_panel {
  int64_t id, property;
  int32_t line;
} gb_nastran_panel;

/// CBAR, CBEAM, CROD or CONROD.
typedef struct gb_nastran_bar {
  const char *card;
  int64_t id, property; ///< of CONROD its own: EID
  bool rod;             ///< between positions alone; what follows is of the others
  int64_t grid[2];
  int64_t toward;               ///< G0, 0: none
  double up[3];                 ///< else
  double offset[2][3];          ///< from the grids to the ends
  unsigned pins[2];             ///< released components as bits 1 to 6
  double end[2][3], axis[3][3]; ///< found when all cards are read: along the bar, y, z
  bool held[2];                 ///< a released end at a grid that supports hold whole
  int64_t node[2];              ///< the grids, or numbers of new nodes where there are pins
  const struct gb_nastran_place *at[2];
  const struct gb_nastran_section *section;
  int32_t line;
} gb_nastran_bar;

/// PBAR, PBARL, PBEAM, PBEAML, PROD, or the section of a CONROD.
typedef struct gb_nastran_section {
  const char *card;
  int64_t id, material;
  gb_section_entry is; ///< without names
  bool turned;         ///< its y is Nastran's -z
  double taper;        ///< by how much of the least a property varies along an element
  int32_t line;
} gb_nastran_section;

typedef struct gb_nastran_place {
  int64_t id;
  double position[3];
  bool bare;            ///< it leaves PS to GRDSET
  int64_t system, axes; ///< CP, CD; -1: as GRDSET says
  bool scalar;          ///< an SPOINT: a free node of which the first displacement alone is there
  int32_t line;
} gb_nastran_place;

/// Supports of a grid that hold nothing, because all that is there is released.
typedef struct gb_nastran_freed {
  int64_t grid;
  unsigned components; ///< as bits 1 to 6
} gb_nastran_freed;

/// RBE2 or RBE3: a grid whose body goes with other grids, or follows their mean; RBE1, RBAR.
typedef struct gb_nastran_link {
  const char *card;
  int64_t id, grid;
  unsigned held;        ///< components that go with the body, as bits 1 to 6
  int32_t first, count; ///< of the ends
  bool general;         ///< by equations of the components of its ends
  int32_t independent;  ///< of RBE1 and RBAR then: so many ends, the first
  int32_t line;
} gb_nastran_link;

typedef struct gb_nastran_end {
  int64_t grid;
  double weight;       ///< of RBE3
  unsigned components; ///< of general links, as bits 1 to 6
} gb_nastran_end;

/// CMASS1, CMASS2; PMASS without a grid.
typedef struct gb_nastran_scalar_mass {
  const char *card;
  int64_t id, property, grid, component; ///< property 0: the mass is its own
  bool scalar;                           ///< of a scalar point
  double mass;
  int32_t line;
} gb_nastran_scalar_mass;

/// A component, 1 to 6, of a grid with its coefficient.
typedef struct gb_nastran_term {
  int64_t grid;
  int component;
  bool scalar; ///< it was 0, of a scalar point
  double coefficient;
} gb_nastran_term;

/// MPC: the sum of its terms is 0.
typedef struct gb_nastran_equation {
  const char *card;
  int64_t id, set;
  int32_t first, count; ///< of the terms
  int32_t line;
} gb_nastran_equation;

/// A grid of an RBE2 that goes with its body by equations.
typedef struct gb_nastran_loose {
  gb_nastran_link link;
  int64_t grid;
} gb_nastran_loose;

/// A support of a grid along axes of its own, which an equation holds.
typedef struct gb_nastran_skew {
  int32_t action; ///< number
  int64_t grid;
} gb_nastran_skew;

/// CONM1, CONM2, and what CMASSs of a grid make.
typedef struct gb_nastran_mass {
  const char *card;
  int64_t id, grid;
  double mass, offset[3];
  double inertia[6]; ///< about its centre: xx yy zz xy xz yz, xy = -sum m x y
  bool absolute;     ///< the offset is a position
  int64_t system;    ///< of offset and inertia; 0 once they are in the basic one
  int32_t line;
} gb_nastran_mass;

/// Sets that a case control chooses.
typedef enum gb_nastran_choice {
  GB_NASTRAN_SPC,
  GB_NASTRAN_LOAD,
  GB_NASTRAN_DLOAD,
  GB_NASTRAN_MPC,
  GB_NASTRAN_CHOICES
} gb_nastran_choice;

/// A member of a combined set (LOAD, SPCADD, DLOAD).
typedef struct gb_nastran_member {
  gb_nastran_choice of;
  int64_t set, member;
  double factor;
  int32_t line;
} gb_nastran_member;

/// What the case control says of a subcase; 0: nothing.
typedef struct gb_nastran_subcase {
  int64_t number, set[GB_NASTRAN_CHOICES];
  int32_t line[GB_NASTRAN_CHOICES]; ///< of each choice
  const char *refused;              ///< a command that is not read; NULL: none
  int32_t refused_line;
} gb_nastran_subcase;

/// TLOAD1, TLOAD2.
typedef struct gb_nastran_pulse {
  const char *card;
  int64_t id, excites, table; ///< table 0: that of TLOAD2
  bool moves;                 ///< what SPCD says, not forces
  double delay, number[6];    ///< T1, T2, F, P, C, B
  int32_t line;
} gb_nastran_pulse;

/// TABLED1 to TABLED4.
typedef struct gb_nastran_table {
  int64_t id;
  int32_t first, count; ///< of the points, ascending; of TABLED4 y are the factors of powers
  bool powers;          ///< TABLED4
  double number[4];     ///< X1 to X4
  int32_t line;
} gb_nastran_table;

/// CELAS, CDAMP, CVISC, CBUSH.
typedef struct gb_nastran_spring {
  const char *card;
  int64_t id, property;
  int64_t grid[2];        ///< 0: the ground
  int component;          ///< of CELAS and CDAMP, from 1; else 0
  unsigned scalar;        ///< bits 0 and 1: of ends whose component is 0, scalar points
  double k[6], b[6];      ///< of CVISC b[0] is along the line
  int64_t toward, system; ///< of CBUSH: G0, 0: none; CID, -1: none
  double up[3], share;    ///< of CBUSH: X1, X2, X3; S
  double at[3], axes[2][3];
  int32_t line;
} gb_nastran_spring;

/// PELAS, PDAMP, PVISC, PBUSH.
typedef struct gb_nastran_stiffness {
  const char *card;
  int64_t id;
  double k[6], b[6];
  int32_t line;
} gb_nastran_stiffness;

/// DESVAR.
typedef struct gb_nastran_variable {
  int64_t id;
  gb_deck_text label;
  double start, lower, upper;
  int32_t line;
} gb_nastran_variable;

/// DVPREL1: constant + factor * variable.
typedef struct gb_nastran_relation {
  int64_t id, property, variable;
  int field; ///< of those that may vary
  double constant, factor, lower, upper;
  int32_t line;
} gb_nastran_relation;

/// DVGRID: a grid moves by a vector times what a variable is more than at the start.
typedef struct gb_nastran_shift {
  int64_t variable, grid;
  double vector[3];
  int32_t line;
} gb_nastran_shift;

/// CORD1R, C, S and CORD2R, C, S.
typedef struct gb_nastran_system {
  int64_t id, reference;                     ///< reference: of the points
  int64_t grid[3];                           ///< 0: by points
  double point[3][3], origin[3], axis[3][3]; ///< the last two once it was resolved
  int state;
  int32_t line;
  char kind; ///< R, C or S
} gb_nastran_system;

/// The value of a component, 1 to 6, of a grid, by a TLOAD or at all times (pulse -1).
typedef struct gb_nastran_given {
  const gb_nastran_action *action;
  int64_t grid;
  int component, pulse;
  double value;
} gb_nastran_given;

#endif

/// The entries of a Nastran deck: one struct for each kind of card, with the values of its fields.
#ifndef GB_NASTRAN_ENTRIES_H
#define GB_NASTRAN_ENTRIES_H

#include "deck/hits.h"
#include "deck/ties.h"

/// A support, load, mass, gravity or spin of a card. A support has its components as bits 1 to 6 in
/// value[0]. The target of a spin is the grid about which the model turns; 0: the origin.
typedef struct gb_nastran_action {
  gb_act kind;
  int32_t line;
  const char *card; ///< its name, for messages
  int64_t set;      ///< number of the set; -1: it always acts
  int64_t target;   ///< number of a node or element
  int64_t last;     ///< last target of a range (THRU); equal to target where there is no range
  double value[3];
  int64_t system; ///< of value; 0: the basic system; -1: CD of the grid; or one of the next
} gb_nastran_action;

/// GB_NASTRAN_SPREAD: a load that the reader has distributed to nodes. It is in the basic system,
/// and its target may be a node that no card names. GB_NASTRAN_SCALAR: the card gives component 0,
/// so its targets must be scalar points.
enum { GB_NASTRAN_SPREAD = -2, GB_NASTRAN_SCALAR = -3 };

/// FORCE1, FORCE2, MOMENT1, MOMENT2, PLOAD, PLOAD1, PLOAD4: loads that become forces and moments on
/// grids once the mesh exists.
typedef struct gb_nastran_spread {
  const char *card;
  int64_t set, target, last; ///< numbers of a grid, a bar, or shells
  int64_t grid[4];           ///< 0: none
  double value[4];           ///< size; P1 to P4; of PLOAD1 X1, X2, P1, P2
  double direction[3];       ///< of PLOAD4; zero: the normal
  int64_t system;            ///< of the direction
  int component;             ///< 1: a moment; of PLOAD1 0 to 5, from 6 on along the bar's axes
  bool fraction, projected;  ///< of PLOAD1
  int32_t line;
} gb_nastran_spread;

/// MAT1, MAT2 or MAT8. The failure criterion of a MAT8 is the one that a PCOMP names.
typedef struct gb_nastran_material {
  const char *card;
  int64_t id;
  int32_t line;
  gb_material is;
  double shear; ///< G of a MAT1 where it differs from E / (2 (1 + NU)); else 0
  bool chosen;  ///< whether a PCOMP has named the criterion
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
  bool bottomed; ///< whether Z0 puts the laminate off the middle of the grids
  double bottom; ///< Z0
  int criterion; ///< gb_criterion; -1: the card names none
  double mass;   ///< NSM, per area
  int32_t line;
} gb_nastran_property;

/// ZOFFS and T1 to T4 of an element.
typedef struct gb_nastran_own {
  const char *card;
  int64_t property;
  gb_own_shell is;
  double corner[4]; ///< T1 to T4; 0: the thickness of the property
  int corners;
  bool thick;    ///< whether a corner has a thickness
  bool relative; ///< TFLAG 1: T1 to T4 multiply the thickness of the property
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
  int64_t id, property; ///< the property of a CONROD has its EID
  bool rod;             ///< whether it is a rod; the members from `toward` to `axis` are of bars
  int64_t grid[2];
  int64_t toward;      ///< G0; 0: the orientation is `up`
  double up[3];        ///< X1, X2, X3
  double offset[2][3]; ///< from the grids to the ends
  unsigned
      axes; ///< OFFT: bit 0: `up` is in basic axes; 1, 2: an offset along the line of the grids
  unsigned pins[2];             ///< released components as bits 1 to 6
  double end[2][3], axis[3][3]; ///< positions of the ends; x along the bar, y, z
  bool held[2];                 ///< whether a released end is at a grid that is wholly fixed
  int64_t node[2];              ///< the grids, or new nodes at ends with pins
  const struct gb_nastran_place *at[2];
  const struct gb_nastran_section *section;
  int32_t line;
} gb_nastran_bar;

/// PBAR, PBARL, PBEAM, PBEAML, PROD, or the section of a CONROD.
typedef struct gb_nastran_section {
  const char *card;
  int64_t id, material;
  gb_section_entry is; ///< without names
  bool turned;         ///< whether its y axis is Nastran's -z axis
  bool rigid[2];       ///< whether K1 and K2 are 0: its bars are rigid in shear
  double taper;        ///< variation of a property along an element, over its smallest value
  int32_t line;
} gb_nastran_section;

/// GRDSET: fields of grids that say none.
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

/// CMASS1 to CMASS4; a PMASS is an entry with grid 0.
typedef struct gb_nastran_scalar_mass {
  const char *card;
  int64_t id, property, grid, component; ///< property 0: the card gives the mass
  bool scalar;                           ///< whether it acts on a scalar point
  double mass;
  int32_t line;
} gb_nastran_scalar_mass;

/// A grid of an RBE2 that equations connect with the body.
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

/// Kinds of sets that the case control chooses.
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

/// The sets of a subcase of the case control; 0: none.
typedef struct gb_nastran_subcase {
  int64_t number, set[GB_NASTRAN_CHOICES];
  int32_t line[GB_NASTRAN_CHOICES]; ///< of each choice
  const char *refused;              ///< a command that is refused; NULL: none
  int32_t refused_line;
  bool combines; ///< SUBCOM: the loads are those of the subcases before it
  int factors;
  const double *factor; ///< SUBSEQ: of the last subcases before it, [factors]
} gb_nastran_subcase;

/// TLOAD1, TLOAD2.
typedef struct gb_nastran_pulse {
  const char *card;
  int64_t id, excites, table; ///< table 0: of a TLOAD2, which has none
  bool moves;                 ///< whether it multiplies the motions of SPCD instead of forces
  double delay, number[6];    ///< T1, T2, F, P, C, B
  int32_t line;
} gb_nastran_pulse;

/// TABLED1 to TABLED4.
typedef struct gb_nastran_table {
  int64_t id;
  int32_t first, count; ///< points, ascending; y of a TABLED4: factors of powers of x
  bool powers;          ///< TABLED4
  double number[4];     ///< X1 to X4
  int32_t line;
} gb_nastran_table;

/// CELAS, CDAMP, CVISC, CBUSH.
typedef struct gb_nastran_spring {
  const char *card;
  int64_t id, property;
  int64_t grid[2];        ///< 0: the ground
  int component;          ///< of CELAS and CDAMP, from 1 to 6; else 0
  unsigned scalar;        ///< bit of each end with component 0: a scalar point
  double k[6], b[6];      ///< a CVISC has b[0], along its line
  int64_t toward, system; ///< of CBUSH: G0, 0: none; CID, -1: none
  double up[3], share;    ///< of CBUSH: X1, X2, X3; S
  int64_t place;          ///< of CBUSH: OCID, the system of `at` (S1, S2, S3); -1: `share` counts
  double at[3], axes[2][3];
  int32_t line;
} gb_nastran_spring;

/// PELAS, PDAMP, PVISC, PBUSH.
typedef struct gb_nastran_stiffness {
  const char *card;
  int64_t id;
  int32_t line;
  double k[6], b[6];
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
  int field; ///< index in the list of fields that may vary
  double constant, factor, lower, upper;
  int32_t line;
} gb_nastran_relation;

/// DVGRID: a grid moves by vector × (variable − initial value).
typedef struct gb_nastran_shift {
  int64_t variable, grid;
  double vector[3];
  int32_t line;
} gb_nastran_shift;

/// CORD1R, C, S and CORD2R, C, S.
typedef struct gb_nastran_system {
  int64_t id, reference;                     ///< reference: system of the points
  int64_t grid[3];                           ///< 0: points define the system
  double point[3][3], origin[3], axis[3][3]; ///< origin and axis are set when it is resolved
  int state;
  int32_t line;
  char kind; ///< R, C or S
} gb_nastran_system;

/// The given value of a component, 1 to 6, of a node; pulse: index of its TLOAD, -1: none.
typedef struct gb_nastran_given {
  const gb_nastran_action *action;
  int32_t node;
  int component, pulse;
  double value;
} gb_nastran_given;

#endif

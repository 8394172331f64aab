/// Sets of a Nastran deck, the choice of those that act, and their supports and loads.
#ifndef GB_NASTRAN_ENTRIES_SET_H
#define GB_NASTRAN_ENTRIES_SET_H

#include "deck/hits.h"
#include "deck/reader.h"
#include "deck/table.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/nastran.h"

/// A support, load, mass, gravity or spin of a card. The value[0] of a support is its components as
/// bits 1 to 6. The target of a spin is the grid about which the model rotates; 0: the origin.
typedef struct gb_nastran_action {
  gb_act kind;
  int32_t line;
  const char *card; ///< its name, for messages
  int64_t set;      ///< number of the set; -1: it always acts
  int64_t target;   ///< number of a node or element
  int64_t last;     ///< last target of a range (THRU); equal to target where there is no range
  double value[3];
  int64_t system; ///< system of value; 0: the basic one; -1: CD of the grid; or as below
} gb_nastran_action;

/// GB_NASTRAN_SPREAD: a load that the reader has distributed to nodes. It is in the basic system,
/// and its target may be a node that no card names. GB_NASTRAN_SCALAR: the card gives component 0,
/// so its targets must be scalar points.
enum { GB_NASTRAN_SPREAD = -2, GB_NASTRAN_SCALAR = -3 };

/// Kinds of sets that the case control chooses.
typedef enum gb_nastran_choice {
  GB_NASTRAN_SPC,
  GB_NASTRAN_LOAD,
  GB_NASTRAN_DLOAD,
  GB_NASTRAN_MPC,
  GB_NASTRAN_NSM,
  GB_NASTRAN_LOADSET,
  GB_NASTRAN_SUPORT1,
  GB_NASTRAN_TEMPERATURE,
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
  int32_t line[GB_NASTRAN_CHOICES]; ///< of the command of each choice
  const char *refused;              ///< a command that is refused; NULL: none
  int32_t refused_line;
  const char *reference; ///< TEMPERATURE(INITIAL) or TEMPERATURE(MATERIAL); NULL: neither
  int32_t reference_line;
  bool begins;     ///< TEMPERATURE(INITIAL)
  int64_t initial; ///< the set of TEMPERATURE(INITIAL)
  bool combines;   ///< SUBCOM: the subcase has the loads of the subcases before it
  bool solves;     ///< METHOD or STATSUB: it is one of eigenvalues
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

/// LSEQ: in the set of LOADSET, a TLOAD of EXCITEID `excites` multiplies the static loads `loads`.
typedef struct gb_nastran_sequence {
  int64_t set, excites, loads;
  int32_t line;
} gb_nastran_sequence;

/// Values of gb_nastran_temperature.grid that are no grid.
enum { GB_NASTRAN_ALL_GRIDS = 0, GB_NASTRAN_UNREAD_HEAT = -1, GB_NASTRAN_OF_ELEMENTS = -2 };
/// A temperature of a grid by TEMP, of all grids without a TEMP by TEMPD, or of elements by TEMPP1
/// and TEMPRB.
typedef struct gb_nastran_temperature {
  const char *card;
  int64_t set, grid;
  int64_t first, last; ///< of the elements
  double value, gradient;
  double across[4]; ///< of bars: gradients along their y at ends A and B, and along their z
  int32_t line;
} gb_nastran_temperature;

/// TABLED1 to TABLED4.
typedef struct gb_nastran_table {
  int64_t id;
  int32_t first, count; ///< points, ascending; y of a TABLED4: factors of powers of x
  bool powers;          ///< TABLED4
  double number[4];     ///< X1 to X4
  int32_t line;
} gb_nastran_table;

/// The sets of the deck, and the choices of the case control and the case.
struct gb_nastran_sets {
  int64_t chosen[GB_NASTRAN_CHOICES];      ///< sets that act; 0: none
  gb_deck_part *part;                      ///< the subcase, if several are taken in turn; else NULL
  int32_t line[GB_NASTRAN_CHOICES];        ///< of the case control; -1: chosen by the case file
  double mass_factor;                      ///< PARAM,WTMASS
  bool couples_masses;                     ///< PARAM,COUPMASS: else masses are lumped
  bool control;                            ///< whether there is a case control
  bool large;                              ///< PARAM,LGDISP, or SOL 106, 129, 400 or 600
  GB_LIST_OF(gb_nastran_subcase) subcases; ///< the first: commands above all subcases
  GB_LIST_OF(gb_nastran_member) members;
  GB_LIST_OF(gb_deck_text) unknown; ///< names of parameters that are not known
  gb_nastran_standard grid;         ///< of GRDSET
  double k6rot; ///< PARAM,K6ROT: stiffness of shells about their normals, millionths of G t
  bool holds_loose, statics; ///< PARAM,AUTOSPC; whether the case solves statics
  bool holds_free;           ///< whether SUPORTs act: in statics, but not in its modes
  bool relieves;             ///< PARAM,INREL,-1: SUPORTs have no reactions, by inertia relief
  GB_LIST_OF(struct gb_nastran_reach) reaches; ///< of ACCEL1
};

/// Numbers first, first + step, ... up to last.
typedef struct gb_nastran_range {
  int64_t first, last, step;
} gb_nastran_range;
/// Read A, A THRU B or A THRU B BY N from entry *i of a card on, and advance *i to the last of its
/// entries.
int gb_nastran_read_range(const gb_record *card, int *i, gb_nastran_range *range, gb_error *error);
/// Return how many of these ranges contain a number.
int gb_nastran_count_in(int count, const gb_nastran_range range[], int64_t id);

/// Loads over time, and loads that are spread over grids.
struct gb_nastran_dynamics {
  GB_LIST_OF(gb_nastran_pulse) pulses;
  GB_LIST_OF(gb_nastran_sequence) sequences;
  GB_LIST_OF(gb_nastran_table) tables;
  GB_LIST_OF(gb_deck_point) points;
  GB_LIST_OF(gb_nastran_temperature) temperatures;
  int32_t varying;                          ///< line of a MATT card; 0: there is none
  GB_LIST_OF(gb_nastran_temperature) rigid; ///< ALPHA of rigid elements, as value
  int64_t initial; ///< set of TEMPERATURE(INITIAL), where temperatures act; 0: none
  bool linear;     ///< the SOL is one of linear solutions
  GB_LIST_OF(struct gb_nastran_spread) spread;
};

/// Find out by SOL whether the statics of the deck have large displacements, when its lines are
/// read. A note tells of a SOL that asks for other things, or is not known.
int gb_nastran_read_solution(gb_nastran *nastran, gb_error *error);
/// Read the commands in lines first..end-1. errors: GB_MODEL for commands that change the model and
/// are not read
int gb_nastran_read_control(gb_nastran *nastran, int32_t first, int32_t end, gb_error *error);
/// Return the next word of a line of the case control, up to a blank, a comma or an equals sign,
/// and move the line behind it.
gb_deck_text gb_nastran_next_word(gb_deck_text *line);
/// Whether a command of the case control is K2GG, B2GG or M2GG, and keep the matrices that it
/// names: NAME, or a factor * NAME.
bool gb_nastran_names_matrices(gb_deck_text command);
int gb_nastran_use_matrices(gb_nastran *nastran, int32_t line, gb_deck_text command,
                            gb_deck_text names, gb_error *error);
/// Read a parameter of a line of the case control or of the bulk data.
int gb_nastran_read_parameter(gb_nastran *nastran, int32_t line, gb_deck_text name,
                              gb_deck_text value, gb_error *error);
/// Add one note about all parameters that are not known.
int gb_nastran_tell_parameters(const gb_nastran *nastran, gb_error *error);
gb_nastran_handler gb_nastran_param;
gb_nastran_handler gb_nastran_temp, gb_nastran_temp_of_elements, gb_nastran_temp_unread,
    gb_nastran_matt;
/// Read ALPHA, the last field of a rigid element, which is refused where temperatures act.
int gb_nastran_rigid_expansion(gb_nastran *nastran, const gb_record *card, int entry,
                               gb_error *error);
/// Apply the set of temperatures that acts to those shells, beams and solids of the problem whose
/// materials expand. Call it when the problem has its materials. errors: GB_MODEL
int gb_nastran_add_temperatures(gb_nastran *nastran, gb_error *error);
/// Choose the sets that act, when all cards are read: by the case file, by the case control or, if
/// there is none, those that are the only ones of their kind. errors: GB_MODEL where several are
/// possible
int gb_nastran_choose_sets(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *error);
int gb_nastran_write_chosen(const gb_nastran *nastran, gb_error *error);
/// Whether there are cards of a set of this kind, whether it acts or not.
bool gb_nastran_has_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// Refuse a chosen set that no card has.
int gb_nastran_refuse_set(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error);
/// Return the factor of a set, by itself or as a member of sets that combine it; 0: it does not
/// act.
double gb_nastran_factor_of_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// Return the factor of a set in the loads that a TLOAD multiplies; 0: it is not among them.
/// Without LOADSET, and for a DAREA always, this is the set EXCITEID. With LOADSET, its LSEQ of
/// that EXCITEID names the static loads: a set of cards, or a LOAD that combines such sets. Source:
/// MSC Nastran Quick Reference Guide, TLOAD1, LSEQ.
double gb_nastran_excited(const gb_nastran *nastran, const gb_nastran_pulse *by, bool darea,
                          int64_t set);
bool gb_nastran_is_darea(const gb_nastran_action *action);
/// Return the factor of an action in a TLOAD, or at all times (pulse -1); 0: it does not act.
double gb_nastran_factor(const gb_nastran *nastran, const gb_nastran_action *action, int pulse);

gb_nastran_handler gb_nastran_spc, gb_nastran_spc1, gb_nastran_spcadd, gb_nastran_suport;
gb_nastran_handler gb_nastran_pload2, gb_nastran_nodal, gb_nastran_grav, gb_nastran_accel,
    gb_nastran_accel1, gb_nastran_rforce, gb_nastran_load;
/// Whether an action gives displacements or rotations a value.
bool gb_nastran_is_given(gb_act kind);
/// Whether the set of an action is chosen by SPC; else it is one of loads.
bool gb_nastran_is_support(const gb_nastran_action *action);
/// Whether an action is of a SUPORT or SUPORT1.
bool gb_nastran_is_suport(const gb_nastran_action *action);
/// @return the kind of sets to which a support or load belongs
gb_nastran_choice gb_nastran_choice_of(const gb_nastran_action *action);
/// Find the components of a grid that supports fix, as bits 1 to 6, and whether a moment acts
/// there.
unsigned gb_nastran_fixed(const gb_nastran *nastran, int64_t grid);
bool gb_nastran_is_turned(const gb_nastran *nastran, int64_t grid);
/// Fix the displacements of grids that neither rods, springs nor plates without MID1 resist, as
/// PARAM,AUTOSPC of Nastran does.
int gb_nastran_hold_loose(gb_nastran *nastran, gb_error *error);
/// Find the components, as bits 1 to 3, that are not fixed and have no stiffness: an elimination
/// with the largest pivots first leaves them without a pivot.
unsigned gb_nastran_find_loose(const double stiffness[3][3], unsigned fixed);
/// Make sets of the mesh and entries of the problem from the actions.
int gb_nastran_apply_actions(gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_darea, gb_nastran_lseq, gb_nastran_tload, gb_nastran_tabled,
    gb_nastran_tabled4, gb_nastran_solution;
/// Write the history of a TLOAD, unless it is written already. errors: GB_MODEL
int gb_nastran_need_history(const gb_nastran *nastran, int pulse, gb_error *error);
/// Write a value times the history of a TLOAD; pulse -1: without a history.
int gb_nastran_history(const gb_nastran *nastran, int pulse, double value, gb_expression **out,
                       gb_error *error);
/// Refuse an ACCEL1 of some grids.
int gb_nastran_check_reaches(const gb_nastran *nastran, gb_error *error);
/// Set the rotation that acts, when the mesh exists.
int gb_nastran_spin(gb_nastran *nastran, gb_error *error);

#endif

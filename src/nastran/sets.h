/// Sets of a Nastran deck, which of them act, and what supports and loads of these do.
#ifndef GB_NASTRAN_SETS_H
#define GB_NASTRAN_SETS_H

#include "deck/reader.h"
#include "nastran/nastran.h"

/// The commands in lines first..end-1. errors: GB_MODEL for those that change the model and are not
/// read
int gb_nastran_read_control(gb_nastran *nastran, int32_t first, int32_t end, gb_error *error);
gb_nastran_handler gb_nastran_param;
/// A parameter, of a PARAM card or of the case control.
/// Whether a parameter is known, of which fields after its value are refused.
bool gb_nastran_is_parameter(gb_deck_text name);
int gb_nastran_parameter(gb_nastran *nastran, int32_t line, gb_deck_text name, gb_deck_text value,
                         gb_error *error);
/// Choose the sets that act, when all cards are read: by the case file, the case control, or, where
/// there is none, as those that are alone. errors: GB_MODEL where several are possible
int gb_nastran_choose_sets(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *error);
int gb_nastran_write_chosen(const gb_nastran *nastran, gb_error *error);
/// Whether cards of a set of this kind are there, acting or not.
bool gb_nastran_has_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// Refuse a set that is chosen, which no card has.
int gb_nastran_refuse_set(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error);
/// How often a set counts, by itself or as a member of those that combine it: 0 when it is not
/// chosen.
double gb_nastran_factor_of_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// The factor of an action in a TLOAD, or at all times (pulse -1); 0: it does not act.
double gb_nastran_factor(const gb_nastran *nastran, const gb_nastran_action *action, int pulse);

gb_nastran_handler gb_nastran_spc, gb_nastran_spc1, gb_nastran_spcadd;
gb_nastran_handler gb_nastran_pload2, gb_nastran_nodal, gb_nastran_grav, gb_nastran_rforce,
    gb_nastran_load;
/// Whether the set of an action is one of supports, else of loads.
bool gb_nastran_is_support(const gb_nastran_action *action);
/// The components of a grid that supports fix, as bits 1 to 6, and whether a moment acts there.
unsigned gb_nastran_fixed(const gb_nastran *nastran, int64_t grid);
bool gb_nastran_is_turned(const gb_nastran *nastran, int64_t grid);
/// PARAM,AUTOSPC of Nastran: support the components of grids that neither rods nor springs hold.
int gb_nastran_hold_loose(gb_nastran *nastran, gb_error *error);
/// Make sets of the mesh and entries of the problem from the actions.
int gb_nastran_apply_actions(gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_darea, gb_nastran_tload, gb_nastran_tabled, gb_nastran_tabled4,
    gb_nastran_solution;
/// Write the history of a TLOAD, unless that was done. errors: GB_MODEL
int gb_nastran_need_history(const gb_nastran *nastran, int pulse, gb_error *error);
/// A value times the history of a TLOAD, -1: none.
int gb_nastran_history(const gb_nastran *nastran, int pulse, double value, gb_expression **out,
                       gb_error *error);
/// The rotation that acts, when the mesh is there.
int gb_nastran_spin(gb_nastran *nastran, gb_error *error);

#endif

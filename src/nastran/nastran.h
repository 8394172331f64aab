/// The Nastran reader: lists of the entries of all cards. The functions of its parts are declared
/// in a header for each topic.
#ifndef GB_NASTRAN_NASTRAN_H
#define GB_NASTRAN_NASTRAN_H

#include "base/arena.h"
#include "base/list.h"
#include "deck/mesh_builder.h"
#include "deck/numbers.h"
#include "deck/table.h"
#include "deck/thickness.h"
#include "deck/unread.h"
#include "nastran/entries.h"
#include "nastran/text.h"

/// Parts of a deck that the case wants: designs; supports of PARAM,AUTOSPC, in statics.
enum { GB_NASTRAN_DESIGNS = 1, GB_NASTRAN_AUTOSPC = 2 };

struct gb_nastran {
  gb_deck *deck;
  int32_t bulk; ///< first line of the bulk data
  gb_nastran_names names;
  GB_LIST_OF(gb_nastran_action) actions;
  struct {
    GB_LIST_OF(gb_nastran_property) properties;
    GB_LIST_OF(gb_nastran_ply) plies;
    GB_LIST_OF(gb_nastran_material_turn) turns;
    GB_LIST_OF(gb_nastran_own) own;
    gb_deck_uneven uneven;
    GB_LIST_OF(gb_nastran_panel) panels;
    bool middles; ///< whether CQUAD8 have added nodes in their middles
  } shells;
  struct {
    GB_LIST_OF(gb_nastran_place) all; ///< ascending when all cards are read
    GB_LIST_OF(gb_nastran_system) systems;
    GB_LIST_OF(gb_nastran_freed) freed; ///< by ascending grids
  } grids;
  struct {
    GB_LIST_OF(gb_nastran_bar) all;
    GB_LIST_OF(gb_nastran_section) sections;
  } bars;
  GB_LIST_OF(gb_nastran_material) materials;
  struct {
    GB_LIST_OF(gb_deck_tie) ties;
    GB_LIST_OF(gb_deck_end) ends;
    GB_LIST_OF(gb_nastran_mass) masses;
    GB_LIST_OF(gb_nastran_scalar_mass) scalars;
    GB_LIST_OF(gb_nastran_skew) skew; ///< ascending
    GB_LIST_OF(gb_nastran_loose) loose;
  } rigid;
  struct {
    GB_LIST_OF(gb_nastran_spring) all;
    GB_LIST_OF(gb_nastran_stiffness) properties;
  } springs;
  struct {
    GB_LIST_OF(gb_nastran_variable) variables;
    GB_LIST_OF(gb_nastran_relation) relations;
    GB_LIST_OF(gb_nastran_shift) shifts;
  } designs;
  struct {
    GB_LIST_OF(gb_nastran_pulse) pulses;
    GB_LIST_OF(gb_nastran_table) tables;
    GB_LIST_OF(gb_deck_point) points;
    GB_LIST_OF(gb_nastran_spread) spread;
  } dynamics;
  GB_LIST_OF(gb_deck_head) refused; ///< names of refused cards, and numbers in first fields
  struct {
    int64_t chosen[GB_NASTRAN_CHOICES];      ///< sets that act; 0: none
    int32_t line[GB_NASTRAN_CHOICES];        ///< of the case control; -1: chosen by the case file
    double mass_factor;                      ///< PARAM,WTMASS
    bool control;                            ///< whether there is a case control
    GB_LIST_OF(gb_nastran_subcase) subcases; ///< the first: commands above all subcases
    GB_LIST_OF(gb_nastran_member) members;
    gb_nastran_standard grid; ///< of GRDSET
    unsigned wanted;          ///< of the deck: GB_NASTRAN_DESIGNS, GB_NASTRAN_AUTOSPC
  } set;
};

/// "MAT1 7" as a text of the problem.
int gb_nastran_write_name(const gb_nastran *nastran, const char *card, int64_t id, const char **out,
                          gb_error *error);

#endif

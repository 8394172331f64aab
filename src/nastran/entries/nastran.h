/// The Nastran reader. A header for each topic defines the entries of its cards, together with the
/// functions of its files.
#ifndef GB_NASTRAN_ENTRIES_NASTRAN_H
#define GB_NASTRAN_ENTRIES_NASTRAN_H

#include "deck/numbers.h"
#include "nastran/entries/text.h"

struct gb_nastran {
  gb_deck *deck;
  int32_t bulk; ///< first line of the bulk data
  gb_nastran_names *names;
  struct gb_nastran_sets *set;
  struct gb_nastran_grids *grids;
  struct gb_nastran_shells *shells;
  struct gb_nastran_bars *bars;
  struct gb_nastran_rigid *rigid;
  struct gb_nastran_springs *springs;
  struct gb_nastran_dynamics *dynamics;
  struct gb_nastran_designs *designs; ///< NULL: the case does not want the designs of the deck
  GB_LIST_OF(struct gb_nastran_action) actions;
  GB_LIST_OF(struct gb_nastran_material) materials;
  const struct gb_nastran_rule *rule; ///< of the card that is read
  GB_LIST_OF(gb_deck_head) refused;   ///< names and numbers of refused cards
};

#endif

/// Supports, given motions, loads, masses and initial velocities of a deck: from their sums on
/// single nodes and elements to groups of the mesh and entries of the problem.
#ifndef GB_DECK_HITS_H
#define GB_DECK_HITS_H

#include "deck/deck.h"

/// Effect of an action on a node, to an element or, from GB_ACT_GRAVITY on, to the whole model.
typedef enum gb_act {
  GB_ACT_SUPPORT,
  GB_ACT_MOTION, ///< given displacements; INFINITY along an axis: none
  GB_ACT_TURN,   ///< given rotations
  GB_ACT_FORCE,
  GB_ACT_MOMENT,
  GB_ACT_PRESSURE,
  GB_ACT_MASS,
  GB_ACT_LINE,         ///< force per length of a beam
  GB_ACT_TURNING_LINE, ///< which turns with its sections
  GB_ACT_VELOCITY,     ///< initial
  GB_ACT_GRAVITY,
  GB_ACT_SPIN,
  GB_ACTS
} gb_act;

/// The dimension of what an action is on: 0 nodes, 1 lines, 2 surfaces.
int gb_act_dimension(gb_act kind);

/// Actions on one node or element, added up.
typedef struct gb_hit {
  gb_act kind;
  int32_t target;   ///< index in the mesh
  int32_t order;    ///< number of the first of its actions
  int32_t line;     ///< of that action
  const char *word; ///< card or keyword of it
  const char *name; ///< "FORCE", of the group of the mesh
  int64_t set;      ///< Nastran's number of a set; -1: none
  int history;      ///< in the deck's list; -1: none
  unsigned fixed;   ///< components of a support, as bits 1 to 6
  double value[3];
  bool follow; ///< turns with the surface or the beam
} gb_hit;

typedef GB_LIST_OF(gb_hit) gb_hit_list;

/// Replace the actions of one kind, set and history on one target by their sum.
/// @param supports whether supports of one target become one, too
void gb_hits_add_up(gb_hit_list *hits, bool supports);
/// Apply a hit to the free node or, but for supports and motions, the body that stands for its
/// node.
/// @return *done false where neither does
int gb_hit_apply_to_end(gb_deck *deck, const gb_hit *hit, bool *done, gb_error *error);
/// Groups of the mesh and entries of the problem, one each for equal hits.
int gb_hits_apply(gb_deck *deck, const gb_hit_list *hits, gb_error *error);
/// A support or a given motion of a group or of a body.
int gb_hit_add_support(gb_deck *deck, const gb_hit *hit, const char *group, const char *body,
                       gb_error *error);
/// A value times a history, -1: none, as an expression of t.
int gb_deck_write_value(const gb_deck *deck, double value, int history, gb_expression **out,
                        gb_error *error);

#endif

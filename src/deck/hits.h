/// Supports, given motions, loads, masses and initial velocities of a deck. The actions on one node
/// or element are added up; then groups of the mesh and entries of the problem are made from the
/// sums.
#ifndef GB_DECK_HITS_H
#define GB_DECK_HITS_H

#include "deck/deck.h"

/// The kind of an action. It acts on a node or an element or, from GB_ACT_GRAVITY on, on the whole
/// model.
typedef enum gb_act {
  GB_ACT_SUPPORT,
  GB_ACT_MOTION, ///< given displacements; INFINITY: free along this axis
  GB_ACT_TURN,   ///< given rotations
  GB_ACT_FORCE,
  GB_ACT_MOMENT,
  GB_ACT_PRESSURE,
  GB_ACT_MASS,
  GB_ACT_LINE,         ///< force per length of a beam
  GB_ACT_TURNING_LINE, ///< force per length that turns with the sections of the beam
  GB_ACT_VELOCITY,     ///< initial velocity
  GB_ACT_GRAVITY,
  GB_ACT_SPIN,
  GB_ACTS
} gb_act;

/// Return the dimension of what an action acts on: 0 nodes, 1 lines, 2 surfaces.
int gb_act_dimension(gb_act kind);

/// The sum of the actions on one node or element.
typedef struct gb_hit {
  gb_act kind;
  int32_t target;   ///< index in the mesh
  int32_t order;    ///< number of the first of its actions
  int32_t line;     ///< of that action
  const char *word; ///< card or keyword of it
  const char *name; ///< "FORCE", of the group of the mesh
  int64_t set;      ///< Nastran's number of a set; -1: none
  int history;      ///< in the deck's list; -1: none; GB_DECK_AT_ONCE
  unsigned fixed;   ///< components of a support, as bits 1 to 6
  double value[3];
  bool follow;   ///< turns with the surface or the beam
  bool relieved; ///< of a support: it holds for inertia relief
} gb_hit;

typedef GB_LIST_OF(gb_hit) gb_hit_list;

/// Replace the actions of one kind, set and history on one target by their sum.
/// @param supports whether supports of one target become one, too
void gb_hits_add_up(gb_hit_list *hits, bool supports);
/// Apply a hit to the free node that stands for its node or, unless it is a support or a motion, to
/// the body that stands for it.
/// @return *done false: there is neither
int gb_hit_apply_to_end(gb_deck *deck, const gb_hit *hit, bool *done, gb_error *error);
/// Make a group of the mesh and an entry of the problem for each set of equal hits.
int gb_hits_apply(gb_deck *deck, const gb_hit_list *hits, gb_error *error);
/// Add a support or a given motion of a group or of a body to the problem.
int gb_hit_add_support(gb_deck *deck, const gb_hit *hit, const char *group, const char *body,
                       gb_error *error);
/// Write a value times a history as an expression of t. @param history -1: none, which
/// may ramp the value; GB_DECK_AT_ONCE
int gb_deck_write_value(const gb_deck *deck, double value, int history, gb_expression **out,
                        gb_error *error);

#endif

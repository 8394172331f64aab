/// Ties between nodes of a deck: cards and keywords fill one form, and its functions make links of
/// bodies and terms of equations.
#ifndef GB_DECK_TIES_H
#define GB_DECK_TIES_H

#include "deck/ends.h"

typedef enum gb_deck_tie_kind {
  GB_TIE_RIGID,   ///< the ends move with the reference node: RBE2, *KINEMATIC, *RIGID BODY, *MPC
  GB_TIE_MEAN,    ///< the reference node follows the mean of the ends: RBE3, *DISTRIBUTING
  GB_TIE_MOTION,  ///< all ends have one rigid motion: RBE1, RBAR
  GB_TIE_EQUATION ///< the sum of the weighted components of the ends is 0: MPC
} gb_deck_tie_kind;

/// A node of a tie.
typedef struct gb_deck_end {
  int32_t node; ///< index in the mesh; -1: the deck does not define it
  int64_t id;   ///< number in the deck
  double weight;
  unsigned components; ///< as bits 1 to 6
  bool scalar;         ///< whether a card gives 0, the component of a scalar point
} gb_deck_end;

/// Nodes that depend on each other. It begins with a gb_deck_head.
typedef struct gb_deck_tie {
  const char *card;
  int64_t id;
  int32_t line;
  gb_deck_tie_kind kind;
  int64_t set; ///< number of a set that must be chosen; 0: the tie always acts
  gb_deck_end reference;
  int32_t first, count; ///< index of the first end in the list of ends, and their number
  int32_t independent;  ///< GB_TIE_MOTION: number of the first ends that determine the motion
  bool general;         ///< whether it becomes equations between components
} gb_deck_tie;

/// Sort ends by node and add the weights of those that occur twice. @return how many are left
int32_t gb_deck_merge_ends(gb_deck_end end[], int32_t count);
/// Link a body to nodes, which ascend. @param name of the new group of these nodes, borrowed
int gb_deck_add_link(gb_deck *deck, const gb_deck_tie *tie, const char *name, int body,
                     int32_t count, const gb_deck_end end[], gb_error *error);

/// Let bodies that are linked to one node of shells, or to nodes along one normal, follow the mean
/// rotation of the shells about it, with this part of the shells' shear stiffness.
/// @param but whether a body is left as it is, [bodies]
/// @param[out] held how many bodies follow the rotation of shells
int gb_deck_hold_turns(gb_deck *deck, double part, const bool but[], int *held, gb_error *error);

/// Add an equation of the problem without terms.
int gb_deck_add_equation(gb_deck *deck, int32_t line, const char *word, gb_equation **out,
                         gb_error *error);
/// A component of a node, 1 to 6, along one of three axes.
typedef struct gb_deck_component {
  int32_t node;
  int32_t place; ///< node whose position is meant, if a body stands for `node`
  int component;
  double axis[3][3];
} gb_deck_component;

/// Add a factor times a component to an equation.
int gb_deck_add_component(const gb_deck *deck, gb_equation *equation, const gb_deck_component *of,
                          double factor, gb_error *error);

#endif

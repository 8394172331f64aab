/// Components 1 to 6 of decks, three displacements and three rotations, as bits 1 to 6 of a mask,
/// and the joints that leave some of them free.
#ifndef GB_DECK_JOINT_H
#define GB_DECK_JOINT_H

#include "problem/problem.h"

enum { GB_ALL_COMPONENTS = 0x7e };

/// A set of components as up to six digits.
typedef struct gb_deck_digits {
  char text[8];
} gb_deck_digits;
gb_deck_digits gb_deck_digits_of(unsigned components);

/// Give a joint the type and axes that leave these components free along three axes; NULL: the
/// global axes. If none are free, the joint is a fixed one. @return false: there is no such joint
bool gb_deck_free_joint(unsigned free, const double axis[3][3], gb_joint_entry *joint);
/// Whether there is a joint that leaves these components free. There must be one or more.
bool gb_deck_has_joint(unsigned free);

#endif

/// Components 1 to 6 of decks, three displacements and three rotations, as bits 1 to 6 of a mask,
/// and the joints that leave some of them free.
#ifndef GB_DECK_JOINT_H
#define GB_DECK_JOINT_H

#include "problem/problem.h"

enum { GB_ALL_COMPONENTS = 0x7e };

/// Components as digits, of which there are at most six.
typedef struct gb_deck_digits {
  char text[8];
} gb_deck_digits;
gb_deck_digits gb_deck_digits_of(unsigned components);

/// Make a joint the one that leaves these components free along three axes; NULL: the global ones.
/// @return whether there is such a joint; of none that are free it is a fixed one
bool gb_deck_free_joint(unsigned free, const double axis[3][3], gb_joint_entry *joint);
/// Whether there is a joint that leaves these components free, one or more.
bool gb_deck_has_joint(unsigned free);
/// The components of all joints, "4, 5, ..., 3456", for messages.
void gb_deck_list_joints(size_t size, char *text);

#endif

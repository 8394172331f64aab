/// Components of decks, and the joints that leave some of them free.
#include "deck/joint.h"

#include "elements/multibody/joint.h"

#include <string.h>

#define BIT(c) (1u << (c))
#define TURNS  (BIT(4) | BIT(5) | BIT(6))

gb_deck_digits gb_deck_digits_of(unsigned components) {
  gb_deck_digits d = {""};
  int count = 0;
  for (int c = 1; c <= 6; ++c)
    if (components & BIT(c)) d.text[count++] = (char)('0' + c);
  return d;
}

/// The types of joints by the components that they leave free, with the numbers of their axes among
/// three given ones.
static const struct release {
  unsigned free;
  const char *type;
  int axis, second; ///< -1: none
} releases[] = {
    {BIT(4), "revolute", 0, -1},
    {BIT(5), "revolute", 1, -1},
    {BIT(6), "revolute", 2, -1},
    {BIT(4) | BIT(5), "universal", 0, 1},
    {BIT(4) | BIT(6), "universal", 0, 2},
    {BIT(5) | BIT(6), "universal", 1, 2},
    {TURNS, "spherical", 0, -1},
    {BIT(1), "prismatic", 0, -1},
    {BIT(2), "prismatic", 1, -1},
    {BIT(3), "prismatic", 2, -1},
    {BIT(1) | BIT(4), "cylindrical", 0, -1},
    {BIT(2) | BIT(5), "cylindrical", 1, -1},
    {BIT(3) | BIT(6), "cylindrical", 2, -1},
    {BIT(2) | BIT(3) | BIT(4), "planar", 0, -1},
    {BIT(1) | BIT(3) | BIT(5), "planar", 1, -1},
    {BIT(1) | BIT(2) | BIT(6), "planar", 2, -1},
    {BIT(1) | TURNS, "inline", 0, -1},
    {BIT(2) | TURNS, "inline", 1, -1},
    {BIT(3) | TURNS, "inline", 2, -1},
};
enum { RELEASES = sizeof releases / sizeof *releases };

static const struct release *find_release(unsigned pins) {
  for (int i = 0; i < RELEASES; ++i)
    if (releases[i].free == pins) return &releases[i];
  return NULL;
}

/// Return the index of a type of joints.
static int type_of(const char *type) {
  int i = 0;
  while (strcmp(gb_joint_types[i].name, type)) ++i;
  return i;
}

bool gb_deck_free_joint(unsigned free, const double axis[3][3], gb_joint_entry *joint) {
  static const struct release none = {0, "fixed", 2, -1};
  static const double basic[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const struct release *release = free ? find_release(free) : &none;
  if (!release) return false;
  if (!axis) axis = basic;
  joint->type = type_of(release->type);
  for (int i = 0; i < 3; ++i) {
    joint->axis[i] = axis[release->axis][i];
    if (release->second >= 0) joint->second[i] = axis[release->second][i];
  }
  return true;
}

bool gb_deck_has_joint(unsigned free) {
  return find_release(free) != NULL;
}

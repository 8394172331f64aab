/// The joints, one entry each. Source: docs/theory.md, the section on joints.
#include "elements/multibody/joint.h"

#include <stdio.h>

#define GAP GB_JOINT_GAP
#define A1  GB_JOINT_A1
#define A2  GB_JOINT_A2
#define A3  GB_JOINT_A3
#define B1  GB_JOINT_B1
#define B2  GB_JOINT_B2
#define B3  GB_JOINT_B3
#define TOGETHER                                                                                   \
  {GAP, GB_JOINT_X}, {GAP, GB_JOINT_Y}, {                                                          \
    GAP, GB_JOINT_Z                                                                                \
  }
#define ALIGNED                                                                                    \
  {A1, B3}, {                                                                                      \
    A2, B3                                                                                         \
  }

// clang-format off
#define JOINTS(row)                                                                                                     \
  row("spherical", "both points stay together", 3, {TOGETHER}, false, false)                                            \
  row("revolute", "turns about the axis", 5, {TOGETHER, ALIGNED}, true, false)                                          \
  row("universal", "the first axis stays square to the second", 4, {TOGETHER, {A3, B1}}, false, false)                  \
  row("cylindrical", "turns about the axis and slides along it", 4, {{GAP, A1}, {GAP, A2}, ALIGNED}, true, true)        \
  row("prismatic", "slides along the axis", 5, {{GAP, A1}, {GAP, A2}, ALIGNED, {A1, B2}}, false, true)                  \
  row("planar", "slides and turns in the plane across the axis", 3, {{GAP, A3}, ALIGNED}, true, false)                  \
  row("inline", "a point that slides along the axis, free to turn", 2, {{GAP, A1}, {GAP, A2}}, false, true)             \
  row("fixed", "does not move", 6, {TOGETHER, ALIGNED, {A1, B2}}, false, false)                                         \
  row("distance", "a rod between two points, of the length that they are apart", 1, {{GAP, GAP}}, false, false)
// clang-format on
#define TYPE(name, ...) {name, __VA_ARGS__},
#define WORD(name, ...) name,

const gb_joint_type gb_joint_types[] = {JOINTS(TYPE){NULL, NULL, 0, {{0}}, false, false}};
const char *const gb_joint_words[] = {JOINTS(WORD) NULL};

void gb_joint_list(bool turns, size_t size, char text[]) {
  size_t used = 0;
  for (const gb_joint_type *type = gb_joint_types; type->name; type++)
    if ((turns ? type->turns : type->slides) && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", type->name);
}

/// The kinds of entries whose numbers may be designs: a new kind is one row.
#ifndef GB_PROBLEM_OWNERS_H
#define GB_PROBLEM_OWNERS_H

// clang-format off
/// Kinds of entries whose numbers may be designs, see src/problem/numbers.c: its name, the key of a
/// design that names an entry, the list of the entries, the numbers as the reference lists them.
#define GB_FOR_OWNERS(X)                                                                           \
  X(MATERIAL, material, materials, "young, E1, Xt, damping.stiffness ...: any number of a material") \
  X(SECTION, section, sections,                                                                    \
    "plies[0].thickness, plies[0].angle, plies[1].thickness ... of a section")                     \
  X(LOAD, load, loads, "amplitude, or at.x ... of a body's force, of a load")                      \
  X(INITIAL, initial, initials,                                                                    \
    "velocity.x, velocity.y, velocity.z or angular_velocity.x, ... of an initial motion")          \
  X(MASS, mass, masses, "mass, at.x ... of a free node or on a body, velocity.x ... of a free "    \
    "node, of an entry of masses")                                                                 \
  X(SPRING, spring, springs, "stiffness, damping (stiffness.2, ... of higher powers), length, "    \
    "angle, at.1.x ... or at.2.x ... (positions of its ends), n1, n2 or n3 (of its force) of a "   \
    "spring")                                                                                      \
  X(BODY, body, bodies,                                                                            \
    "mass, inertia.xx ... inertia.yz, at.x ..., velocity.x ... or angular_velocity.x ... of a body") \
  X(TYRE, tyre, tyres, "radius, stiffness, damping, friction, side_friction, slip, slip_angle, "   \
    "slip_speed, at.x ... or axis.x ... of a tyre")                                                \
  X(BUSHING, bushing, bushings, "stiffness.11, stiffness.12 ... damping.66, at.x ..., axes.1.x "   \
    "... or axes.2.x ... of a bushing")                                                            \
  X(JOINT, joint, joints, "damping, friction.coefficient, friction.radius, friction.velocity, "    \
    "at.x ..., axis.x ... or second.x ... (of which the direction alone counts) of a joint")       \
  /* end of the list */
// clang-format on

#define GB_DECLARE_OWNER(name, key, list, numbers) GB_OWNER_##name,
typedef enum gb_owner {
  GB_FOR_OWNERS(GB_DECLARE_OWNER)
      GB_OWNER_ROAD, ///< there is one, without a name: the number stands in its place
  GB_OWNERS
} gb_owner;
#undef GB_DECLARE_OWNER

#endif

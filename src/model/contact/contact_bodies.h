/// The bodies that carry a contact's surfaces, and those that touch them.
#ifndef GB_MODEL_CONTACT_CONTACT_BODIES_H
#define GB_MODEL_CONTACT_CONTACT_BODIES_H

#include "model/topology/topology.h"

/// Bodies that a name or a pattern of a contact stands for.
typedef struct gb_contact_bodies {
  int count;
  int *body;    ///< [count]; -1: the ground
  bool pattern; ///< the name is a pattern: places of the contact are relative to the bodies
} gb_contact_bodies;

/// The frames of a contact in a model: hidden nodes, one for each surface and one for each point of
/// bodies that touches, in the order of the bodies and, for each body, of its points.
typedef struct gb_contact_frames {
  gb_contact_bodies surfaces, touching; ///< surfaces.count is 0 if the surfaces are elements,
                                        ///< touching.count if a group touches
  int points;                           ///< of each touching body; of lines their middles
  int directions;                       ///< of a body's lines, each of which has as many; 1: points
  int32_t first_surface, first_point;   ///< nodes; -1 before they are added
} gb_contact_frames;

/// Find the bodies of a contact, and its nodes if the topology has them. Local; the arena of the
/// definition owns the arrays. errors: GB_UNKNOWN_NAME with the existing names; GB_WRONG_VALUE: a
/// body would touch itself alone, or bodies whose spheres touch one another have spheres of two
/// sizes, or not at their positions; GB_FILE
int gb_contact_frames_find(const gb_topology *t, const gb_contact *contact, gb_contact_frames *out,
                           gb_error *error);
/// Check a name of bodies of a contact; NULL: none is given. Local. errors: GB_UNKNOWN_NAME;
/// GB_FILE
int gb_contact_check_name(const gb_definition *from, const gb_contact *contact, const char *name,
                          gb_error *error);

/// A point of a body that touches, or the middle of a line.
typedef struct gb_contact_point {
  const double *entry; ///< that the case gives, of a pattern from the position of each body along
                       ///< its axes; NULL: the body's position
  double offset[3];    ///< from there, of a pattern along each body's axes
  double axis[3][3];   ///< axes of its frame, of which the third is along the line
} gb_contact_point;

/// Find a point of a body that touches (overwrites). Local.
/// @param point of the body, from 0 to frames->points - 1: first all of one direction
void gb_contact_find_point(const gb_contact *contact, int point, gb_contact_point *out);

/// @return the number of points of bodies that touch
static inline int gb_contact_points(const gb_contact_frames *frames) {
  return frames->touching.count * frames->points;
}
/// @return the body of a point
static inline int gb_contact_body_of(const gb_contact_frames *frames, int point) {
  return frames->touching.body[point / frames->points];
}
/// Whether the pairs of surfaces and points that touch are found by a search: there are several
/// surfaces, or they are elements.
static inline bool gb_contact_is_searched(const gb_contact_frames *frames) {
  return frames->surfaces.count != 1;
}
/// Whether the surfaces and the points are the same spheres of some bodies, of which each pair
/// counts once.
bool gb_contact_is_mutual(const gb_contact *contact, const gb_contact_frames *frames);

#endif

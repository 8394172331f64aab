/// Beams along line elements of a mesh: their elements, their entries, and the axes of their
/// sections at their nodes. Beams of one entry that meet at a small angle share a tangent, so a
/// line of elements represents the curve through its nodes. Other beams at a node have separate
/// axes, which the node's frame carries. Bars are always straight. Source: docs/theory.md, the
/// section on beams.
#ifndef GB_MODEL_SECTIONS_BEAMS_H
#define GB_MODEL_SECTIONS_BEAMS_H

#include "model/sections/shells.h"

/// Axes of sections at a node.
typedef struct gb_beam_frame {
  int32_t node; ///< mesh node
  double at[3]; ///< position of the beam: the node's, or the end of a bar offset from it
  bool first;   ///< frame of the node itself if shells give it none; other frames are tied to it
  double axis[3][3]; ///< unit vectors along the beam and along the section's y and z
} gb_beam_frame;

/// Beams of the whole mesh or of a subdomain. In a subdomain number, mass and `fails` are of the
/// whole mesh, and nodes without all their elements have no frames.
typedef struct gb_beams {
  int32_t count;     ///< number of beam elements
  int32_t *entry;    ///< entry of `beams` of each mesh element, -1: not a beam
  bool *rod;         ///< for each entry: its elements are rods between positions, without axes
  bool *bar_joint;   ///< for each mesh node: it needs a frame for a bar's joint although no element
                     ///< may use it
  int32_t *frame_at; ///< frame of each corner of the mesh's elements, -1: not of a beam
  int frames;
  gb_beam_frame *frame;
  double mass;
  bool fails; ///< every beam has a failure index
} gb_beams;

/// Find the beams of a model. Local. errors: those of groups and sections; GB_NO_LENGTH,
/// GB_WRONG_DIRECTION, GB_WRONG_GROUP, GB_SECOND_SECTION; GB_FILE
int gb_beams_create(const gb_definition *from, const gb_shells *shells, gb_beams **out,
                    gb_error *error);

/// @return the entry of a mesh element, -1: not a beam. beams NULL: there are none
static inline int gb_beams_entry(const gb_beams *beams, int32_t element) {
  return beams ? beams->entry[element] : -1;
}
/// @return the number of beam elements; their mass. beams NULL: 0
static inline int32_t gb_beams_count(const gb_beams *beams) {
  return beams ? beams->count : 0;
}
static inline double gb_beams_mass(const gb_beams *beams) {
  return beams ? beams->mass : 0;
}

#endif

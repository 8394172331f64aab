/// The beams along line elements of a mesh: which elements they are, of which entry, and the axes
/// of their sections at their nodes. Beams of one entry that meet at a small angle have one
/// tangent, so that a line of elements is the curve through its nodes; others at a node have axes
/// of their own, which the node's frame carries. Bars are straight whatever meets them. Source:
/// docs/theory.md, the section on beams.
#ifndef GB_MODEL_BEAMS_H
#define GB_MODEL_BEAMS_H

#include "model/shells.h"

/// The axes of sections at a node.
typedef struct gb_beam_frame {
  int32_t node;      ///< of the mesh
  double at[3];      ///< of the beam: there, or beside it at the end of a bar
  bool first;        ///< of the node: its frame, where shells give it none; others are tied to it
  double axis[3][3]; ///< along the beam, the section's y, its z
} gb_beam_frame;

/// The same on every rank.
typedef struct gb_beams {
  int32_t count;     ///< elements that are beams
  int32_t *entry;    ///< entry of `beams` of each mesh element, -1: is no beam
  bool *rod;         ///< of each entry: its elements are between positions and have no axes
  bool *held;        ///< of each mesh node: it has a frame, but no element may have it
  int32_t *frame_at; ///< of each corner of the mesh's elements, -1: is none of a beam
  int frames;
  gb_beam_frame *frame;
  double mass;
  bool fails; ///< each has a failure index
} gb_beams;

/// Local. errors: GB_USAGE, GB_MODEL; GB_FILE
int gb_beams_create(const gb_definition *from, const gb_shells *shells, gb_beams **out,
                    gb_error *error);

/// The entry of a mesh element, -1: is no beam. beams NULL: there are none.
static inline int gb_beams_entry(const gb_beams *beams, int32_t element) {
  return beams ? beams->entry[element] : -1;
}
static inline int32_t gb_beams_count(const gb_beams *beams) {
  return beams ? beams->count : 0;
}
static inline double gb_beams_mass(const gb_beams *beams) {
  return beams ? beams->mass : 0;
}

#endif

/// The shells of a mesh: which elements they are, of which section, and the directors at their
/// nodes. Where the normals of shells at a node differ too much for one director, the node has a
/// frame of two or three (a fold), and each further smooth patch of shells there has a node of its
/// own. Where beams share the node, it has a frame of three. Source: docs/theory.md, sections 2
/// (folds) and 3.
#ifndef GB_MODEL_SHELLS_H
#define GB_MODEL_SHELLS_H

#include "model/lookup.h"
#include "model/mirrors.h"

/// The frame at a folded node of the mesh.
typedef struct gb_fold_frame {
  int32_t node;      ///< of the mesh
  bool beams;        ///< beams share it: it has three axes, and their multipliers keep it
  int axes;          ///< of the frame: 1 (normals that are opposed), 2 or 3
  double axis[3][3]; ///< the node's director first; zero beyond `axes`
} gb_fold_frame;

/// A further smooth patch at a folded node.
typedef struct gb_fold_patch {
  int fold;
  double director[3];
  double weight[3]; ///< of the frame's axes in the director
} gb_fold_patch;

/// The same on every rank.
typedef struct gb_shells {
  int64_t count;         ///< elements that are shells
  int32_t *section;      ///< entry of `shells` of each mesh element, -1: is no shell
  double (*director)[3]; ///< of each mesh node; zero without shell
  bool *framed;          ///< of each mesh node: beams or joints of bars need a frame there
  gb_mirrors mirrors;
  int folds, patches;
  gb_fold_frame *fold;
  gb_fold_patch *patch;
  int32_t *fold_at;  ///< of each mesh node, -1: none
  int32_t *patch_at; ///< of each corner of the mesh's elements, -1: the mesh node itself; NULL:
                     ///< there are no patches
  double area, mass;
  int plies;  ///< most of a section; 0: no shells
  bool fails; ///< there are shells, and each has a failure index
} gb_shells;

/// Local, the same on every rank. errors: GB_USAGE, GB_MODEL; GB_FILE
int gb_shells_create(const gb_definition *from, gb_shells **out, gb_error *error);

/// Whether an element of the mesh is a shell that bends, or a shear panel.
static inline bool gb_shells_bend(const gb_definition *from, const gb_shells *shells,
                                  int32_t element) {
  const int entry = shells->section[element];
  return entry >= 0 && from->problem->shells.entry[entry].carries == GB_CARRIES_ALL;
}
static inline bool gb_shells_are_panels(const gb_definition *from, const gb_shells *shells,
                                        int32_t element) {
  return shells->section[element] >= 0 && !gb_shells_bend(from, shells, element);
}

/// Whether a node of the mesh belongs to a shell that bends.
static inline bool gb_shells_have(const gb_shells *shells, int32_t node) {
  const double *d = shells->director[node];
  return d[0] != 0 || d[1] != 0 || d[2] != 0;
}

/// Whether a node of the mesh has a frame of two or three directors.
static inline bool gb_shells_folded(const gb_shells *shells, int32_t node) {
  return shells->fold_at[node] >= 0 && shells->fold[shells->fold_at[node]].axes > 1;
}

#endif

/// Shells of a mesh: their elements, their sections and the directors at their nodes. If the
/// normals of shells at a node differ too much for one director, the node has a frame of two or
/// three directors (a fold), and each further smooth patch of shells has a separate node there. A
/// node shared with beams has a frame of three directors. Source: docs/theory.md, sections 2
/// (folds) and 3.
#ifndef GB_MODEL_SECTIONS_SHELLS_H
#define GB_MODEL_SECTIONS_SHELLS_H

#include "mesh/around.h"
#include "model/groups/lookup.h"
#include "model/sections/mirrors.h"

/// Frame at a folded node of the mesh.
typedef struct gb_fold_frame {
  int32_t node; ///< mesh node
  bool beams;   ///< beams share the node: the frame has three axes, kept orthonormal by multipliers
  int first;    ///< its first further patch; the others follow
  int axes;     ///< number of axes: 1 (opposite normals), 2 or 3
  double axis[3][3]; ///< the node's director first; zero beyond `axes`
  int from[3]; ///< patch whose normal gives each axis: 0 the node's, 1 the first further one ...
} gb_fold_frame;

/// A further smooth patch at a folded node.
typedef struct gb_fold_patch {
  int fold;
  double director[3];
  double weight[3]; ///< coefficients of the director in the frame's axes
} gb_fold_patch;

/// Shells of the whole mesh or of a subdomain. In a subdomain the number of elements, area, mass,
/// `plies`, `indexed`, `index` and `fails` are of the whole mesh.
typedef struct gb_shells {
  int64_t count;         ///< number of shell elements
  int32_t *section;      ///< entry of `shells` of each mesh element, -1: not a shell
  double (*director)[3]; ///< director of each mesh node; zero without shell
  bool *framed;          ///< for each mesh node: beams or joints of bars need a frame there
  gb_mirrors mirrors;
  int folds, patches;
  gb_fold_frame *fold;
  gb_fold_patch *patch;
  int32_t *fold_at;  ///< fold of each mesh node, -1: none
  int32_t *patch_at; ///< patch of each corner of the mesh's elements, -1: the mesh node itself;
                     ///< NULL: there are no patches
  double area, mass;
  int plies;   ///< largest number of plies of a section; 0: no shells
  int indexed; ///< entry of `shells` whose law has `index`; -1: none
  /// names of the failure indices of a law that computes them itself, up to a NULL; NULL: none
  const char *const *index;
  bool fails; ///< there are shells, and each has a failure index
} gb_shells;

/// Find the shells of a model. Local. The function returns the errors of groups and sections;
/// GB_FOLDED_SHELL, GB_SECOND_SECTION, GB_NO_SECTION, GB_EMPTY_GROUP; GB_FILE.
int gb_shells_create(const gb_definition *from, gb_shells **out, gb_error *error);

/// Whether an element of the mesh is a shell with bending stiffness; whether it is a shear panel.
static inline bool gb_shells_bend(const gb_definition *from, const gb_shells *shells,
                                  int32_t element) {
  const int entry = shells->section[element];
  return entry >= 0 && from->problem->shells.entry[entry].carries == GB_CARRIES_ALL;
}
static inline bool gb_shells_are_panels(const gb_definition *from, const gb_shells *shells,
                                        int32_t element) {
  return shells->section[element] >= 0 && !gb_shells_bend(from, shells, element);
}

/// List the shells with bending stiffness around all nodes, in memory of from->arena. Local.
/// errors: GB_FILE
int gb_shells_around_find(const gb_definition *from, const gb_shells *shells,
                          gb_elements_around *out, gb_error *error);

/// Whether a node of the mesh belongs to a shell with bending stiffness.
static inline bool gb_shells_have(const gb_shells *shells, int32_t node) {
  const double *d = shells->director[node];
  return d[0] != 0 || d[1] != 0 || d[2] != 0;
}

/// Whether a node of the mesh has a frame of two or three directors.
static inline bool gb_shells_folded(const gb_shells *shells, int32_t node) {
  return shells->fold_at[node] >= 0 && shells->fold[shells->fold_at[node]].axes > 1;
}

#endif

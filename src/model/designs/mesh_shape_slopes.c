/// Derivatives of positions and directors by shape designs of a mesh, and refusal of entries that
/// cannot follow such designs. The director is the mean of the normals around the node, (3.2): D =
/// A / |A|, so dD = (dA - D (D . dA)) / |A|. At a fold each smooth patch has such a normal, from
/// which the axes of the frame and the directors of the patches follow by projections, as
/// gb_shells_create finds them. Source: docs/theory.md, (2.14), (2.16).
#include "model/designs/mesh_shapes.h"

#include "base/length.h"
#include "elements/element.h"
#include "model/sections/sections.h"

#include <math.h>
#include <string.h>

/// Relative size below which changes are round-off.
static const double none = 1e-12;
static const double in_plane = 1e-12; // of a director relative to a plane's normal

/// Sums of the area vectors around each node, and their derivatives along one design.
typedef struct turning {
  const gb_topology *t;
  const gb_mesh_shape *shape;
  const gb_design_entry *entry;
  double (*vector)[3];            ///< along which the mesh nodes move, [mesh nodes]
  double (*area)[3], (*slope)[3]; ///< [mesh nodes + further patches at folds]
  bool *turns;                    ///< the area vector of a shell at the node changes, [mesh nodes]
} turning;

/// @return what messages call such designs
static const char *word_of(const gb_design_entry *entry) {
  return gb_design_is_coordinates(entry) ? "coordinates" : "shape";
}

static int refuse(const turning *w, int32_t node, const char *what, gb_error *error) {
  return gb_fail(error, GB_MODEL,
                 "%s: %s '%s' moves node %lld, %s; accepted: nodes of shells, with their loads, "
                 "masses, springs and supports",
                 w->entry->where, word_of(w->entry), w->entry->name, (long long)w->t->id[node],
                 what);
}

/// @return the index of the sums for a corner of an element: of its node, or of its patch at a fold
static int32_t sum_of(const turning *w, int32_t corner) {
  const gb_mesh *mesh = w->t->from->mesh;
  const int32_t patch = w->t->shells->patch_at ? w->t->shells->patch_at[corner] : -1;
  return patch < 0 ? mesh->node[corner] : mesh->nodes + patch;
}

/// Add the area vectors of a shell at its nodes.
static void add_areas(turning *w, int32_t e) {
  const gb_mesh *mesh = w->t->from->mesh;
  for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
    double area[3];
    gb_mesh_area_vector(mesh, e, p - mesh->start[e], area);
    for (int i = 0; i < 3; i++) w->area[sum_of(w, p)][i] += area[i];
  }
}

/// Add the derivatives of the area vectors of a shell at its nodes.
static void add_slopes(turning *w, int32_t e) {
  const gb_mesh *mesh = w->t->from->mesh;
  double most = 0;
  for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++)
    most = fmax(most, gb_length(w->vector[mesh->node[p]]));
  for (int32_t p = mesh->start[e]; most > 0 && p < mesh->start[e + 1]; p++) {
    const int32_t n = mesh->node[p];
    double area[3], slope[3];
    gb_mesh_area_vector(mesh, e, p - mesh->start[e], area);
    gb_mesh_area_vector_slope(mesh, e, p - mesh->start[e], (const double(*)[3])w->vector, slope);
    if (gb_length(slope) > none * most * sqrt(gb_length(area))) w->turns[n] = true;
    for (int i = 0; i < 3; i++) w->slope[sum_of(w, p)][i] += slope[i];
  }
}

/// Refuse shells whose material axes follow a side of the element: they would not follow the shape.
static int check_axis(const turning *w, int32_t e, gb_error *error) {
  const gb_mesh *mesh = w->t->from->mesh;
  const int entry = w->t->shells->section[e];
  const gb_shell_section *shell = &w->t->from->problem->shells.entry[entry];
  gb_section_source section;
  if (!shell->sided || gb_dot(shell->axis, shell->axis) > 0) return GB_OK;
  GB_TRY(gb_section_source_find(w->t->from, entry, &section, error));
  if (!gb_section_laws[section.layup.kind]->directed) return GB_OK;
  for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++)
    if (gb_length(w->vector[mesh->node[p]]) > 0)
      return refuse(w, mesh->node[p],
                    "whose shells have their material axis along a side of the element (give axis)",
                    error);
  return GB_OK;
}

/// Sum the area vectors around each node.
static int find_areas(turning *w, gb_error *error) {
  const gb_topology *t = w->t;
  const size_t nodes = (size_t)t->from->mesh->nodes, sums = nodes + (size_t)t->shells->patches;
  GB_TRY(GB_TAKE(t->from->arena, w->area, sums, error));
  GB_TRY(GB_TAKE(t->from->arena, w->slope, sums, error));
  GB_TRY(GB_TAKE(t->from->arena, w->turns, nodes, error));
  for (int32_t e = 0; e < t->from->mesh->elements; e++) {
    if (!gb_shells_bend(t->from, t->shells, e)) continue;
    GB_TRY(check_axis(w, e, error));
    add_areas(w, e);
  }
  return GB_OK;
}

/// Refuse frames of beams whose shells rotate: their axes have no derivative here.
static int check_frames(const turning *w, gb_error *error) {
  const gb_shells *shells = w->t->shells;
  for (int i = 0; i < shells->folds; i++)
    if (shells->fold[i].beams && w->turns[shells->fold[i].node])
      return refuse(w, shells->fold[i].node, "where shells turn that share the frame of a beam",
                    error);
  return GB_OK;
}

/// @return the vector along which a mesh node moves; zero for other nodes
static const double *vector_of(const turning *w, int32_t node) {
  static const double zero[3] = {0};
  return node < w->t->from->mesh->nodes ? w->vector[node] : zero;
}

/// @return the mesh node with which another node coincides, or -1
static int32_t seat_of(const gb_topology *t, int32_t node) {
  if (node < t->from->mesh->nodes || !gb_topology_is_tied(t, node)) return -1;
  const gb_tie tie = t->tie[t->first[node]];
  const gb_tie_term *term = &t->terms.term[tie.first];
  const bool seat =
      !tie.of_equation && tie.terms == 1 && term->weight == 1 && term->field == GB_POSITION;
  return seat && term->node < t->from->mesh->nodes ? term->node : -1;
}

/// Refuse ties between moving vectors, except those of nodes that coincide with a mesh node.
static int check_ties(const turning *w, gb_error *error) {
  const gb_topology *t = w->t;
  for (int32_t n = 0; n < t->nodes; n++) {
    const int32_t seat = seat_of(t, n);
    for (int32_t i = t->first[n]; i < t->first[n + 1]; i++) {
      if (t->tie[i].first < 0) continue;
      if (gb_length(vector_of(w, n)) > 0)
        return refuse(w, n, "which a link ties to another", error);
      for (int k = 0; k < t->tie[i].terms; k++) {
        const gb_tie_term *term = &t->terms.term[t->tie[i].first + k];
        const bool moves = term->field != GB_POSITION
                               ? term->node < t->from->mesh->nodes && w->turns[term->node]
                               : !t->tie[i].of_equation && gb_length(vector_of(w, term->node)) > 0;
        if (moves && term->node != seat)
          return refuse(w, term->node, "to which something else is tied", error);
      }
    }
  }
  return GB_OK;
}

/// Refuse changes of a body's surface: the body's mass is computed only once.
static int check_bodies(const turning *w, gb_error *error) {
  const gb_definition *from = w->t->from;
  for (int b = 0; b < from->problem->bodies.count; b++) {
    const char *surface = from->problem->bodies.entry[b].surface;
    const gb_group *group = surface ? gb_mesh_group(from->mesh, surface, 2) : NULL;
    for (int32_t k = 0; group && k < group->nodes; k++)
      if (gb_length(w->vector[group->node[k]]) > 0)
        return refuse(w, group->node[k], "which is of the surface of a body", error);
  }
  return GB_OK;
}

/// A vector and its derivative by a design.
typedef struct varying_vector {
  double value[3], slope[3];
} varying_vector;

/// Divide a vector by its length.
static void normalise(varying_vector *v) {
  const double size = gb_length(v->value);
  for (int i = 0; i < 3; i++) {
    v->value[i] /= size;
    v->slope[i] /= size;
  }
  const double along = gb_dot(v->value, v->slope);
  for (int i = 0; i < 3; i++) v->slope[i] -= along * v->value[i];
}

/// Split a vector into its part in the span of orthonormal axes and the rest.
static void split(const varying_vector *v, int axes, const varying_vector axis[],
                  varying_vector *inside, varying_vector *rest) {
  memset(inside, 0, sizeof *inside);
  for (int k = 0; k < axes; k++) {
    const double *D = axis[k].value, *dD = axis[k].slope;
    const double c = gb_dot(v->value, D), dc = gb_dot(v->slope, D) + gb_dot(v->value, dD);
    for (int i = 0; i < 3; i++) {
      inside->value[i] += c * D[i];
      inside->slope[i] += dc * D[i] + c * dD[i];
    }
  }
  for (int i = 0; i < 3; i++) {
    rest->value[i] = v->value[i] - inside->value[i];
    rest->slope[i] = v->slope[i] - inside->slope[i];
  }
}

/// Find the normal of shells at a mesh node, those of sum `index` whose director is D. A director
/// that was projected into a plane of symmetry stays there.
static void find_normal(const turning *w, int32_t node, int32_t index, const double D[3],
                        varying_vector *out) {
  double plane[3][3];
  const int planes = gb_mirrors_at(&w->t->shells->mirrors, node, D, plane);
  memcpy(out->value, w->area[index], sizeof out->value);
  memcpy(out->slope, w->slope[index], sizeof out->slope);
  for (int k = 0; k < planes; k++) {
    if (!(fabs(gb_dot(D, plane[k])) < in_plane)) continue;
    gb_remainder_of(out->value, 1, (const double(*)[3]) & plane[k], out->value);
    gb_remainder_of(out->slope, 1, (const double(*)[3]) & plane[k], out->slope);
  }
  normalise(out);
}

/// Find the normal of patch p at a fold, 0 that of its node.
static void find_patch_normal(const turning *w, const gb_fold_frame *fold, int p,
                              varying_vector *out) {
  const gb_shells *shells = w->t->shells;
  const int further = fold->first + p - 1;
  const bool own = p == 0;
  find_normal(w, fold->node, own ? fold->node : w->t->from->mesh->nodes + further,
              own ? shells->director[fold->node] : shells->patch[further].director, out);
}

/// Find the axes of a fold's frame as gb_shells_create does.
static void find_frame(const turning *w, const gb_fold_frame *fold, varying_vector axis[3]) {
  varying_vector inside, normal;
  find_patch_normal(w, fold, 0, &axis[0]);
  for (int k = 1; k < fold->axes; k++) {
    find_patch_normal(w, fold, fold->from[k], &normal);
    split(&normal, k, axis, &inside, &axis[k]);
    normalise(&axis[k]);
  }
}

/// Add the derivatives of the directors of a mesh node: one, or the axes of a fold's frame.
static int add_directors(const turning *w, int design, int32_t n, gb_shape_set *shape,
                         gb_error *error) {
  const gb_shells *shells = w->t->shells;
  const gb_fold_frame *fold = shells->fold_at[n] < 0 ? NULL : &shells->fold[shells->fold_at[n]];
  varying_vector axis[3];
  const bool frame = fold && !fold->beams;
  if (frame)
    find_frame(w, fold, axis);
  else
    find_normal(w, n, n, shells->director[n], axis);
  for (int k = 0; k < (frame ? fold->axes : 1); k++) {
    gb_shape_slope new = {design, n, (unsigned)GB_DIRECTOR_1 << k, {0}};
    memcpy(new.value, axis[k].slope, sizeof new.value);
    GB_TRY(gb_shape_append(w->t, shape, &new, error));
  }
  return GB_OK;
}

/// Add the derivatives of the director of a further patch at a fold.
static int add_patch_director(const turning *w, int design, int32_t n, int patch,
                              gb_shape_set *shape, gb_error *error) {
  const gb_fold_frame *fold = &w->t->shells->fold[w->t->shells->patch[patch].fold];
  gb_shape_slope new = {design, n, GB_DIRECTOR_1, {0}};
  varying_vector axis[3], normal, inside, rest;
  find_frame(w, fold, axis);
  find_patch_normal(w, fold, 1 + patch - fold->first, &normal);
  split(&normal, fold->axes, axis, &inside, &rest);
  normalise(&inside);
  memcpy(new.value, inside.slope, sizeof new.value);
  return gb_shape_append(w->t, shape, &new, error);
}

static int add_node(const turning *w, int design, int32_t n, gb_shape_set *shape, gb_error *error) {
  const gb_topology *t = w->t;
  const int32_t seat = seat_of(t, n), at = seat >= 0 ? seat : n;
  const int patch = gb_topology_patch_of(t, n);
  gb_shape_slope new = {.design = design, .node = n, .field = GB_POSITION};
  memcpy(new.value, vector_of(w, at), sizeof new.value);
  if (gb_length(new.value) > 0) GB_TRY(gb_shape_append(t, shape, &new, error));
  if (at >= t->from->mesh->nodes || !w->turns[at]) return GB_OK;
  if (patch >= 0) return add_patch_director(w, design, n, patch, shape, error);
  return at == n ? add_directors(w, design, n, shape, error) : GB_OK;
}

static int design_of(const gb_design_set *designs, int entry) {
  int k = 0;
  while (designs->design[k].entry != entry) k++;
  return k;
}

/// Add the derivatives by the amount of a shape.
static int add_amount(turning *w, int design, gb_shape_set *shape, gb_error *error) {
  const gb_topology *t = w->t;
  for (int32_t e = 0; e < t->from->mesh->elements; e++)
    if (gb_shells_bend(t->from, t->shells, e)) add_slopes(w, e);
  for (int32_t n = 0; n < t->nodes; n++)
    if (t->fields[n]) GB_TRY(add_node(w, design, n, shape, error));
  return GB_OK;
}

/// Lists for the coordinates of single nodes.
typedef struct near_nodes {
  gb_elements_around shells;
  int32_t *seated, *seat, seats; ///< nodes that coincide with a mesh node; this mesh node, [seats]
  int32_t *node, nodes;          ///< a node and those of the shells around it, [nodes]
  int32_t *last;                 ///< 1 + the last node whose list has this one, [mesh nodes]
  bool *turns;                   ///< a shell at the node turns by any of the coordinates
} near_nodes;

static int create_near(const gb_topology *t, near_nodes *near, gb_error *error) {
  const size_t nodes = (size_t)t->from->mesh->nodes;
  GB_TRY(gb_shells_around_find(t->from, t->shells, &near->shells, error));
  GB_TRY(GB_TAKE(t->from->arena, near->seated, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, near->seat, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, near->node, nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, near->last, nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, near->turns, nodes, error));
  for (int32_t n = t->from->mesh->nodes; n < t->nodes; n++) {
    if (seat_of(t, n) < 0 || gb_topology_patch_of(t, n) >= 0) continue;
    near->seated[near->seats] = n;
    near->seat[near->seats++] = seat_of(t, n);
  }
  return GB_OK;
}

static void list_near(const gb_mesh *mesh, int32_t n, near_nodes *near) {
  near->node[0] = n;
  near->nodes = 1;
  near->last[n] = n + 1;
  for (int32_t i = near->shells.start[n]; i < near->shells.start[n + 1]; i++) {
    const int32_t e = near->shells.element[i];
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
      if (near->last[mesh->node[p]] == n + 1) continue;
      near->last[mesh->node[p]] = n + 1;
      near->node[near->nodes++] = mesh->node[p];
    }
  }
}

/// Add the derivatives of the further patches at a mesh node, and make their sums zero.
static int add_patches(turning *w, int design, int32_t n, gb_shape_set *shape, gb_error *error) {
  const gb_shells *shells = w->t->shells;
  const int fold = shells->fold_at[n];
  if (fold < 0) return GB_OK;
  const int first = shells->fold[fold].first;
  int end = first;
  for (; end < shells->patches && shells->patch[end].fold == fold; end++)
    GB_TRY(add_node(w, design, gb_topology_find(w->t, &shells->patch[end]), shape, error));
  memset(w->slope + w->t->from->mesh->nodes + first, 0, (size_t)(end - first) * sizeof *w->slope);
  return GB_OK;
}

/// Add the derivatives by a coordinate of a node. Shells around it turn, and so do the directors of
/// their nodes.
static int add_coordinate(turning *w, near_nodes *near, int design, int axis, gb_shape_set *shape,
                          gb_error *error) {
  const int32_t n = near->node[0];
  w->vector[n][axis] = 1;
  for (int32_t i = near->shells.start[n]; i < near->shells.start[n + 1]; i++)
    add_slopes(w, near->shells.element[i]);
  for (int32_t k = 0; k < near->nodes; k++) {
    const int32_t m = near->node[k];
    if (w->t->fields[m]) GB_TRY(add_node(w, design, m, shape, error));
    GB_TRY(add_patches(w, design, m, shape, error));
    near->turns[m] = near->turns[m] || w->turns[m];
    w->turns[m] = false;
    memset(w->slope[m], 0, sizeof w->slope[m]);
  }
  for (int32_t k = 0; k < near->seats; k++)
    if (near->seat[k] == n) GB_TRY(add_node(w, design, near->seated[k], shape, error));
  w->vector[n][axis] = 0;
  return GB_OK;
}

/// Let all nodes of the group move, for checks, or none.
static void move_group(turning *w, bool all) {
  for (int32_t k = 0; k < w->shape->nodes->nodes; k++)
    for (int i = 0; i < 3; i++) w->vector[w->shape->nodes->node[k]][i] = all;
}

/// Add the derivatives by the coordinates of a group's nodes, one after another.
static int add_coordinates(turning *w, int design, gb_shape_set *shape, gb_error *error) {
  const gb_group *group = w->shape->nodes;
  near_nodes near = {0};
  GB_TRY(create_near(w->t, &near, error));
  move_group(w, false);
  for (int32_t k = 0; k < group->nodes; k++) {
    list_near(w->t->from->mesh, group->node[k], &near);
    for (int axis = 0; axis < 3; axis++)
      GB_TRY(add_coordinate(w, &near, design++, axis, shape, error));
  }
  w->turns = near.turns;
  move_group(w, true);
  return GB_OK;
}

static int add_shape(turning *w, const gb_design_set *designs, gb_shape_set *shape,
                     gb_error *error) {
  const int before = shape->count, design = design_of(designs, w->shape->entry);
  if (w->shape->nodes) move_group(w, true);
  GB_TRY(find_areas(w, error));
  GB_TRY(w->shape->nodes ? add_coordinates(w, design, shape, error)
                         : add_amount(w, design, shape, error));
  shape->of_mesh += shape->count - before;
  if (w->t->from->subdomain) return GB_OK; // rank 0 checks the whole mesh
  GB_TRY(check_frames(w, error));
  GB_TRY(check_ties(w, error));
  GB_TRY(check_bodies(w, error));
  if (shape->count > before) return GB_OK;
  return gb_fail(error, GB_MODEL,
                 "%s: %s '%s' moves no node that a shell or beam has; accepted: nodes of shells",
                 w->entry->where, word_of(w->entry), w->entry->name);
}

int gb_mesh_shapes_slopes(const gb_topology *t, const gb_design_set *designs, gb_shape_set *shape,
                          gb_error *error) {
  const gb_mesh_shapes *shapes = t->from->shapes;
  for (int k = 0; k < shapes->count; k++) {
    turning w = {.t = t, .shape = &shapes->shape[k], .vector = shapes->shape[k].vector};
    w.entry = &t->from->problem->designs.entry[w.shape->entry];
    GB_TRY(add_shape(&w, designs, shape, error));
  }
  return GB_OK;
}

static int refuse_slope(const gb_topology *t, const gb_shape_slope *slope, const char *what,
                        const char *accepted, gb_error *error) {
  char words[200];
  gb_origin_words(t->origins, t->id[slope->node], sizeof words, words);
  return gb_fail(error, GB_MODEL, "%s: a design of the shape moves %s, %s; accepted: %s",
                 t->from->problem->file, words, what, accepted);
}

int gb_mesh_shapes_check_supports(const gb_supports *supports, const gb_shape_set *shape,
                                  gb_error *error) {
  const bool whole = !supports->topology->from->subdomain;
  for (int m = shape->count - shape->of_mesh; whole && m < shape->count; m++) {
    const gb_shape_slope *slope = &shape->slope[m];
    if (slope->field != GB_POSITION && !gb_topology_is_tied(supports->topology, slope->node) &&
        !gb_supports_stay(supports, slope->node, slope->field, slope->value))
      return refuse_slope(supports->topology, slope,
                          "whose director turns against a support of some rotations",
                          "fix: rotation or all, or symmetry", error);
  }
  return GB_OK;
}

/// Whether the parameters of elements of a kind follow the moving nodes.
static bool follows(gb_element_kind kind) {
  return gb_elements[kind]->uses_reference || kind == GB_ELEMENT_FORCE ||
         kind == GB_ELEMENT_MOMENT || kind == GB_ELEMENT_POINT_MASS || kind == GB_ELEMENT_SPRING ||
         kind == GB_ELEMENT_FRAME_MOMENT;
}

int gb_mesh_shapes_check_blocks(const gb_topology *t, const gb_locals *locals,
                                const gb_block_set *blocks, const gb_shape_set *shape,
                                gb_error *error) {
  const gb_shape_slope **moved;
  if (shape->of_mesh == 0) return GB_OK;
  GB_TRY(GB_TAKE(t->from->arena, moved, (size_t)t->nodes, error));
  for (int m = shape->count - shape->of_mesh; m < shape->count; m++)
    moved[shape->slope[m].node] = &shape->slope[m];
  for (int i = 0; i < blocks->count; i++) {
    const gb_block *block = &blocks->block[i];
    for (int32_t k = 0; !follows(block->kind) && k < block->elements * block->nodes; k++) {
      const gb_shape_slope *slope = moved[locals->model[block->node[k]]];
      char text[200];
      snprintf(text, sizeof text, "which has %s", gb_block_element(block)->name);
      if (slope)
        return refuse_slope(t, slope, text,
                            "nodes of shells, with their loads, masses, springs and supports",
                            error);
    }
  }
  return GB_OK;
}

/// Beams along line elements and the axes of their sections.
#include "model/sections/beams.h"

#include "base/length.h"
#include "mesh/basis.h"
#include "model/sections/sections.h"
#include "model/sections/triad.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_NODES = 3 }; ///< largest number of nodes of a line element
static const double smooth_cosine = 0.9659258262890683; // cosine of 15 degrees
static const double least_sine = 0.01; // smallest sine of the angle between orientation and beam

/// An element's end or middle at a node.
typedef struct corner {
  int32_t element, at; ///< at: index among the mesh's element nodes
  const gb_bar *bar;   ///< bar of the element, or NULL
  double tangent[3];   ///< unit tangent of the element at the node
  double length;       ///< length of the element
  int patch;           ///< index of the first corner with the same tangent at this node
  double mean[3];      ///< common unit tangent of these corners
} corner;

typedef struct ends {
  int32_t *start;    ///< first corner of each mesh node, [nodes + 1]
  corner *corner;    ///< [start[nodes]]
  int32_t *index_of; ///< corner of each of the mesh's element nodes
} ends;

static void normalise(double v[3]) {
  const double size = gb_length(v);
  for (int i = 0; i < 3; i++) v[i] /= size;
}

static int compare_bars(const void *a, const void *b) {
  const gb_bar *x = a, *y = b;
  return (x->element > y->element) - (x->element < y->element);
}

/// @return the bar that an element represents, or NULL
static const gb_bar *bar_of(const gb_definition *from, const gb_beams *s, int32_t e) {
  const gb_beam *beam = &from->problem->beams.entry[s->entry[e]];
  const gb_bar key = {.element = from->mesh->element_id[e]};
  return beam->bars ? bsearch(&key, beam->bar, (size_t)beam->bars, sizeof key, compare_bars) : NULL;
}

/// Find the positions of an element's nodes or a bar's ends.
static void find_positions(const gb_definition *from, const gb_beams *s, int32_t e,
                           double X[LINE_NODES][3]) {
  const gb_mesh *mesh = from->mesh;
  const gb_bar *bar = bar_of(from, s, e);
  for (int a = 0; a < gb_shape_nodes((gb_shape)mesh->shape[e]); a++)
    for (int i = 0; i < 3; i++)
      X[a][i] = mesh->position[mesh->node[mesh->start[e] + a]][i] +
                (bar && a < 2 ? bar->offset[a][i] : 0);
}

/// Compute the derivative of an element's position by xi at one of its nodes.
static void tangent_at(int nodes, const double X[][3], int node, double out[3]) {
  const gb_basis *basis = gb_basis_of(1, nodes);
  gb_shape_values s;
  gb_basis_shape(basis, basis->position[node][0], 0, &s);
  memset(out, 0, 3 * sizeof *out);
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++) out[i] += s.N1[a] * X[a][i];
}

static double length_of(int nodes, const double X[][3]) {
  gb_quadrature_point point[GB_BASIS_POINTS];
  const gb_basis *basis = gb_basis_of(1, nodes);
  const int points = gb_basis_quadrature(basis, point);
  double sum = 0;
  for (int g = 0; g < points; g++) {
    double along[3] = {0};
    gb_shape_values s;
    gb_basis_shape(basis, point[g].xi, 0, &s);
    for (int a = 0; a < nodes; a++)
      for (int i = 0; i < 3; i++) along[i] += s.N1[a] * X[a][i];
    sum += point[g].weight * gb_length(along);
  }
  return sum;
}

static int open_corner(const gb_definition *from, const gb_beams *s, int32_t e, int node, corner *c,
                       gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const int32_t *nodes = &mesh->node[mesh->start[e]];
  const int count = gb_shape_nodes((gb_shape)mesh->shape[e]);
  double X[LINE_NODES][3], size = 0;
  find_positions(from, s, e, X);
  c->element = e;
  c->at = mesh->start[e] + node;
  c->bar = bar_of(from, s, e);
  c->length = length_of(count, (const double(*)[3])X);
  tangent_at(count, (const double(*)[3])X, node, c->tangent);
  for (int i = 0; i < 3; i++) size = fmax(size, fmax(fabs(X[0][i]), fabs(X[1][i])));
  if (!(gb_length(c->tangent) > 1e-9 * size))
    return gb_fail(error, GB_NO_LENGTH, "%s: element %lld, a beam, has no length at node %lld",
                   mesh->file, (long long)mesh->element_id[e],
                   (long long)mesh->node_id[nodes[node]]);
  normalise(c->tangent);
  return GB_OK;
}

/// Whether an element is a beam but not a rod.
static bool has_axes(const gb_beams *s, int32_t e) {
  return s->entry[e] >= 0 && !s->rod[s->entry[e]];
}

/// Sort the corners of all beams with axes by their nodes.
static int collect(const gb_definition *from, const gb_beams *s, ends *all, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const size_t nodes = (size_t)mesh->nodes, places = (size_t)mesh->start[mesh->elements];
  GB_TRY(GB_TAKE(from->arena, all->start, nodes + 2, error));
  GB_TRY(GB_TAKE(from->arena, all->index_of, places, error));
  // index of the next corner of each node; at the end, the first corners
  int32_t *next = all->start + 1;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; has_axes(s, e) && p < mesh->start[e + 1]; p++)
      next[mesh->node[p] + 1]++;
  for (int32_t n = 0; n < mesh->nodes; n++) next[n + 1] += next[n];
  GB_TRY(GB_TAKE(from->arena, all->corner, (size_t)next[mesh->nodes], error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; has_axes(s, e) && p < mesh->start[e + 1]; p++) {
      const int32_t k = next[mesh->node[p]]++;
      all->index_of[p] = k;
      GB_TRY(open_corner(from, s, e, p - mesh->start[e], &all->corner[k], error));
    }
  return GB_OK;
}

/// Put corners of one entry that meet at a small angle into one patch.
static void find_patches(const gb_beams *s, int32_t begin, int32_t end, corner all[]) {
  for (int32_t i = begin; i < end; i++) {
    all[i].patch = i;
    for (int32_t j = begin; j < i; j++) {
      if (s->entry[all[i].element] != s->entry[all[j].element]) continue;
      if (all[i].bar || all[j].bar) continue;
      if (gb_dot(all[i].tangent, all[j].tangent) < smooth_cosine) continue;
      const int one = all[i].patch, other = all[j].patch;
      for (int32_t k = begin; k <= i; k++)
        if (all[k].patch == (one > other ? one : other)) all[k].patch = one > other ? other : one;
    }
  }
}

/// Compute the tangent of a patch. Between two straight elements it is the tangent of the parabola
/// through their three nodes. @return number of corners of the patch
static int find_mean(int32_t begin, int32_t end, int patch, const corner all[], double mean[3]) {
  int count = 0;
  memset(mean, 0, 3 * sizeof *mean);
  for (int32_t k = begin; k < end; k++) {
    if (all[k].patch != patch) continue;
    count++;
    for (int i = 0; i < 3; i++) mean[i] += all[k].tangent[i] / all[k].length;
  }
  normalise(mean);
  return count;
}

static void find_means(const gb_mesh *mesh, const gb_beams *s, ends *all) {
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const int32_t begin = all->start[n], end = all->start[n + 1];
    find_patches(s, begin, end, all->corner);
    for (int32_t k = begin; k < end; k++)
      find_mean(begin, end, all->corner[k].patch, all->corner, all->corner[k].mean);
  }
}

/// At the end of a line of straight elements, continue the arc through the last two elements.
static void bend_ends(const gb_mesh *mesh, ends *all) {
  for (int32_t n = 0; n < mesh->nodes; n++)
    for (int32_t k = all->start[n]; k < all->start[n + 1]; k++) {
      corner *c = &all->corner[k];
      double none[3];
      if (mesh->shape[c->element] != GB_LINE2 || c->bar ||
          find_mean(all->start[n], all->start[n + 1], c->patch, all->corner, none) > 1)
        continue;
      const int32_t first = mesh->start[c->element], other = c->at == first ? first + 1 : first;
      const corner *far = &all->corner[all->index_of[other]];
      const int32_t m = mesh->node[other];
      if (find_mean(all->start[m], all->start[m + 1], far->patch, all->corner, none) != 2) continue;
      const double along = gb_dot(c->tangent, far->mean);
      for (int i = 0; i < 3; i++) c->mean[i] = 2 * along * c->tangent[i] - far->mean[i];
      normalise(c->mean);
    }
}

/// Compute the axes of a section: x along the tangent, y along the orientation.
static int find_axes(const gb_definition *from, int entry, const corner *c, double axis[3][3],
                     gb_error *error) {
  const gb_beam *beam = &from->problem->beams.entry[entry];
  const double *X = from->mesh->position[from->mesh->node[c->at]];
  double y[3], triad[3][3];
  memcpy(y, c->bar ? c->bar->orientation : beam->orientation, sizeof y);
  for (int i = 0; beam->pointed && i < 3; i++) y[i] = beam->toward[i] - X[i];
  const double along = gb_dot(y, c->mean), size = gb_dot(y, y);
  if (!(size - along * along > least_sine * least_sine * size))
    return gb_fail(error, GB_WRONG_DIRECTION,
                   "%s.%s: (%g, %g, %g) is along the beam at element %lld, so that the "
                   "section's y is undefined; accepted: a direction across the beam",
                   beam->where, beam->pointed ? "toward" : "orientation", y[0], y[1], y[2],
                   (long long)from->mesh->element_id[c->element]);
  gb_triad(c->mean, y, triad);
  for (int k = 0; k < 3; k++) memcpy(axis[k], triad[(k + 2) % 3], sizeof triad[0]);
  return GB_OK;
}

/// Check that the y of the section does not turn over within an element, as it does where a curved
/// beam passes the orientation's direction between two nodes.
static int check_turn(const gb_definition *from, const gb_beams *s, int32_t e, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const gb_beam *beam = &from->problem->beams.entry[s->entry[e]];
  const int32_t first = mesh->start[e];
  if (from->subdomain) return GB_OK; // rank 0 has all frames
  for (int32_t p = first + 1; p < mesh->start[e + 1]; p++)
    if (!(gb_dot(s->frame[s->frame_at[first]].axis[1], s->frame[s->frame_at[p]].axis[1]) > 0))
      return gb_fail(error, GB_WRONG_DIRECTION,
                     "%s.%s: the section's y turns by more than 90 degrees within element %lld, "
                     "because the direction is almost along the beam there; accepted: a direction "
                     "across the beam",
                     beam->where, beam->pointed ? "toward" : "orientation",
                     (long long)mesh->element_id[e]);
  return GB_OK;
}

static bool agree(const gb_beam_frame *a, const gb_beam_frame *b) {
  double off = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) off = fmax(off, fabs(a->axis[k][i] - b->axis[k][i]));
  return off < 1e-9 && !memcmp(a->at, b->at, sizeof a->at);
}

/// Add a frame to those of a node (from `first` on) unless it exists. @return its index in *found
static int add_frame(const gb_definition *from, const gb_beam_frame *new, int first, gb_beams *s,
                     int *found, gb_error *error) {
  gb_beam_frame *frame;
  for (*found = first; *found < s->frames; ++*found)
    if (agree(new, &s->frame[*found])) return GB_OK;
  GB_TRY(gb_arena_append(from->arena, &s->frame, &s->frames, sizeof *frame, &frame, error));
  *frame = *new;
  frame->first = new->first &&*found == first;
  return GB_OK;
}

/// Add the frame, along the global axes, of a node that is connected to bars by joints only.
static int hold(const gb_definition *from, int32_t node, gb_beams *s, gb_error *error) {
  gb_beam_frame own = {.node = node, .first = true, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  int none;
  memcpy(own.at, from->mesh->position[node], sizeof own.at);
  return add_frame(from, &own, s->frames, s, &none, error);
}

/// Add the frames at a node: the first one at the node itself, then the differing ones of its
/// corners.
static int add_frames(const gb_definition *from, const gb_shells *shells, int32_t node,
                      const ends *all, gb_beams *s, gb_error *error) {
  const int first = s->frames;
  for (int32_t k = all->start[node]; k < all->start[node + 1]; k++) {
    const corner *c = &all->corner[k];
    const int a = c->at - from->mesh->start[c->element];
    gb_beam_frame own = {.node = node, .first = !gb_shells_have(shells, node)};
    int none;
    GB_TRY(find_axes(from, s->entry[c->element], c, own.axis, error));
    memcpy(own.at, from->mesh->position[node], sizeof own.at);
    if (s->frames == first) GB_TRY(add_frame(from, &own, first, s, &none, error));
    for (int i = 0; c->bar && a < 2 && i < 3; i++) own.at[i] += c->bar->offset[a][i];
    GB_TRY(add_frame(from, &own, first, s, &s->frame_at[c->at], error));
  }
  return GB_OK;
}

/// Whether the shells at a node belong to more than one smooth patch.
static bool has_patches(const gb_shells *shells, int32_t node) {
  for (int i = 0; i < shells->patches; i++)
    if (shells->fold[shells->patch[i].fold].node == node) return true;
  return false;
}

/// Warn of beams that end normal to a shell, which does not resist rotation about its normal.
static void warn_of_drilling(const gb_definition *from, const gb_shells *shells, const ends *all) {
  const gb_mesh *mesh = from->mesh;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const int32_t k = all->start[n];
    if (all->start[n + 1] != k + 1 || !gb_shells_have(shells, n) ||
        fabs(gb_dot(all->corner[k].mean, shells->director[n])) < smooth_cosine ||
        has_patches(shells, n))
      continue;
    gb_warn(from,
            "%s: the beam that ends at node %lld is along the normal of the shells there, which "
            "do not resist its torsion; a rigid link from a body to several nodes does",
            mesh->file, (long long)mesh->node_id[n]);
  }
}

static int find_frames(const gb_definition *from, const gb_shells *shells, ends *all, gb_beams *s,
                       gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  GB_TRY(collect(from, s, all, error));
  find_means(mesh, s, all);
  bend_ends(mesh, all);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const bool alone = all->start[n] == all->start[n + 1];
    if (from->subdomain && !from->subdomain->complete[n]) continue;
    if (!alone)
      GB_TRY(add_frames(from, shells, n, all, s, error));
    else if (s->bar_joint[n] && !gb_shells_have(shells, n))
      GB_TRY(hold(from, n, s, error));
  }
  for (int32_t e = 0; e < mesh->elements; e++)
    if (has_axes(s, e)) GB_TRY(check_turn(from, s, e, error));
  warn_of_drilling(from, shells, all);
  return GB_OK;
}

/// Check that a rod has two nodes and a length.
static int check_rod(const gb_definition *from, const gb_beam *beam, int32_t e, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const int32_t *node = &mesh->node[mesh->start[e]];
  double size = 0, along[3];
  if (mesh->shape[e] != GB_LINE2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s: element %lld has 3 nodes; accepted: rods with 2 nodes", beam->where,
                   (long long)mesh->element_id[e]);
  for (int i = 0; i < 3; i++) {
    const double *A = mesh->position[node[0]], *B = mesh->position[node[1]];
    along[i] = B[i] - A[i];
    size = fmax(size, fmax(fabs(A[i]), fabs(B[i])));
  }
  if (gb_length(along) > 1e-9 * size) return GB_OK;
  return gb_fail(error, GB_NO_LENGTH, "%s: element %lld, a rod, has no length", mesh->file,
                 (long long)mesh->element_id[e]);
}

/// Assign the elements of an entry's group to the entry.
static int assign(const gb_definition *from, int entry, gb_beams *s, gb_error *error) {
  const gb_beam *beam = &from->problem->beams.entry[entry];
  const gb_group *group;
  gb_section_source section;
  GB_TRY(gb_find_group(from, beam->where, gb_beam_group(beam), 1, &group, error));
  GB_TRY(gb_beam_source_find(from, entry, &section, error));
  const double mass = gb_beam_source_mass(&section);
  s->fails = s->fails && section.fails;
  s->rod[entry] = gb_section_laws[section.layup.kind]->beam->rod;
  for (int i = 0; i < 2 * beam->bars; i++) {
    const int32_t node = gb_bar_joint_node(from->mesh, &beam->bar[i / 2], i % 2);
    if (node >= 0) s->bar_joint[node] = true;
  }
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i];
    if (s->entry[e] >= 0)
      return gb_fail(error, GB_SECOND_SECTION, "%s: element %lld is a beam already, of %s",
                     beam->where, (long long)from->mesh->element_id[e],
                     from->problem->beams.entry[s->entry[e]].where);
    double X[LINE_NODES][3];
    s->entry[e] = entry;
    s->count++;
    if (s->rod[entry]) GB_TRY(check_rod(from, beam, e, error));
    find_positions(from, s, e, X);
    s->mass +=
        mass * length_of(gb_shape_nodes((gb_shape)from->mesh->shape[e]), (const double(*)[3])X);
  }
  return GB_OK;
}

/// Set the numbers that describe all beams of a model to the values of the whole mesh.
static void take_whole(const gb_whole_mesh *whole, gb_beams *s) {
  s->count = whole->beams.count;
  s->mass = whole->beams.mass;
  s->fails = whole->beams.fails;
}

int gb_beams_create(const gb_definition *from, const gb_shells *shells, gb_beams **out,
                    gb_error *error) {
  const size_t elements = (size_t)from->mesh->elements;
  const size_t places = (size_t)from->mesh->start[elements];
  ends all = {0};
  gb_beams *s;
  GB_TRY(GB_TAKE(from->arena, s, 1, error));
  GB_TRY(GB_TAKE(from->arena, s->entry, elements, error));
  GB_TRY(GB_TAKE(from->arena, s->frame_at, places, error));
  GB_TRY(GB_TAKE(from->arena, s->rod, (size_t)from->problem->beams.count, error));
  GB_TRY(GB_TAKE(from->arena, s->bar_joint, (size_t)from->mesh->nodes, error));
  *out = s;
  s->fails = true;
  for (size_t e = 0; e < elements; e++) s->entry[e] = -1;
  for (size_t p = 0; p < places; p++) s->frame_at[p] = -1;
  for (int i = 0; i < from->problem->beams.count; i++) GB_TRY(assign(from, i, s, error));
  if (from->subdomain) take_whole(from->subdomain->whole, s);
  return find_frames(from, shells, &all, s, error);
}

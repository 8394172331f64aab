/// Beams along line elements and the axes of their sections.
#include "model/beams.h"

#include "base/length.h"
#include "mesh/basis.h"
#include "model/sections.h"
#include "model/triad.h"

#include <math.h>
#include <string.h>

static const double smooth_cosine = 0.9659258262890683; // of 15 degrees
static const double least_sine = 0.01;                  // of the orientation with the beam

/// A beam's node in one of its elements.
typedef struct corner {
  int32_t element, at; ///< at: index among the mesh's element nodes
  double tangent[3];   ///< of the element there, of length 1
  double length;       ///< of the element
  int patch;           ///< the corners at a node that have one tangent, by the first of them
  double mean[3];      ///< that tangent, of length 1
} corner;

typedef struct ends {
  int32_t *start;    ///< of each mesh node its first corner, [nodes + 1]
  corner *corner;    ///< [start[nodes]]
  int32_t *index_of; ///< the corner of each of the mesh's element nodes
} ends;

static void normalise(double v[3]) {
  const double size = gb_length(v);
  for (int i = 0; i < 3; i++) v[i] /= size;
}

/// The derivative of an element's position along xi at one of its nodes.
static void tangent_at(const gb_mesh *mesh, int32_t e, int node, double out[3]) {
  const int nodes = gb_shape_nodes((gb_shape)mesh->shape[e]);
  const gb_basis *basis = gb_basis_of(1, nodes);
  gb_shape_values s;
  gb_basis_shape(basis, basis->place[node][0], 0, &s);
  memset(out, 0, 3 * sizeof *out);
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++)
      out[i] += s.N1[a] * mesh->position[mesh->node[mesh->start[e] + a]][i];
}

static double length_of(const gb_mesh *mesh, int32_t e) {
  gb_quadrature_point point[GB_BASIS_POINTS];
  const int nodes = gb_shape_nodes((gb_shape)mesh->shape[e]);
  const gb_basis *basis = gb_basis_of(1, nodes);
  const int points = gb_basis_quadrature(basis, point);
  double sum = 0;
  for (int g = 0; g < points; g++) {
    double along[3] = {0};
    gb_shape_values s;
    gb_basis_shape(basis, point[g].xi, 0, &s);
    for (int a = 0; a < nodes; a++)
      for (int i = 0; i < 3; i++)
        along[i] += s.N1[a] * mesh->position[mesh->node[mesh->start[e] + a]][i];
    sum += point[g].weight * gb_length(along);
  }
  return sum;
}

static int open_corner(const gb_definition *from, int32_t e, int node, corner *c, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const int32_t *nodes = &mesh->node[mesh->start[e]];
  double size = 0;
  c->element = e;
  c->at = mesh->start[e] + node;
  c->length = length_of(mesh, e);
  tangent_at(mesh, e, node, c->tangent);
  for (int i = 0; i < 3; i++)
    size = fmax(size, fmax(fabs(mesh->position[nodes[0]][i]), fabs(mesh->position[nodes[1]][i])));
  if (!(gb_length(c->tangent) > 1e-9 * size))
    return gb_fail(error, GB_MODEL, "%s: element %lld, a beam, has no length at node %lld",
                   mesh->file, (long long)mesh->element_id[e],
                   (long long)mesh->node_id[nodes[node]]);
  normalise(c->tangent);
  return GB_OK;
}

/// The corners of all beams, by their nodes.
static int collect(const gb_definition *from, const gb_beams *s, ends *all, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const size_t nodes = (size_t)mesh->nodes, places = (size_t)mesh->start[mesh->elements];
  GB_TRY(GB_TAKE(from->arena, all->start, nodes + 2, error));
  GB_TRY(GB_TAKE(from->arena, all->index_of, places, error));
  int32_t *next = all->start + 1; // index of the next corner; the starts when all are in
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; s->entry[e] >= 0 && p < mesh->start[e + 1]; p++)
      next[mesh->node[p] + 1]++;
  for (int32_t n = 0; n < mesh->nodes; n++) next[n + 1] += next[n];
  GB_TRY(GB_TAKE(from->arena, all->corner, (size_t)next[mesh->nodes], error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; s->entry[e] >= 0 && p < mesh->start[e + 1]; p++) {
      const int32_t k = next[mesh->node[p]]++;
      all->index_of[p] = k;
      GB_TRY(open_corner(from, e, p - mesh->start[e], &all->corner[k], error));
    }
  return GB_OK;
}

/// Corners of one entry that meet at a small angle are of one patch.
static void find_patches(const gb_beams *s, int32_t begin, int32_t end, corner all[]) {
  for (int32_t i = begin; i < end; i++) {
    all[i].patch = i;
    for (int32_t j = begin; j < i; j++) {
      if (s->entry[all[i].element] != s->entry[all[j].element]) continue;
      if (gb_dot(all[i].tangent, all[j].tangent) < smooth_cosine) continue;
      const int one = all[i].patch, other = all[j].patch;
      for (int32_t k = begin; k <= i; k++)
        if (all[k].patch == (one > other ? one : other)) all[k].patch = one > other ? other : one;
    }
  }
}

/// The tangent of a patch: between two straight elements that of the parabola through their three
/// nodes. @return corners of the patch
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

/// Where a line of straight elements ends, it goes on as the arc of its last two elements.
static void bend_ends(const gb_mesh *mesh, ends *all) {
  for (int32_t n = 0; n < mesh->nodes; n++)
    for (int32_t k = all->start[n]; k < all->start[n + 1]; k++) {
      corner *c = &all->corner[k];
      double none[3];
      if (mesh->shape[c->element] != GB_LINE2 ||
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

/// The axes of a section: x along the tangent, y along the orientation.
static int find_axes(const gb_definition *from, int entry, const corner *c, double axis[3][3],
                     gb_error *error) {
  const gb_beam *beam = &from->problem->beams.entry[entry];
  const double *y = beam->orientation, along = gb_dot(y, c->mean), size = gb_dot(y, y);
  double triad[3][3];
  if (size - along * along < least_sine * least_sine * size)
    return gb_fail(error, GB_MODEL,
                   "%s.orientation: (%g, %g, %g) is along the beam at element %lld, where it gives "
                   "the section no y; accepted: a direction across the beam",
                   beam->where, y[0], y[1], y[2], (long long)from->mesh->element_id[c->element]);
  gb_triad(c->mean, y, triad);
  for (int k = 0; k < 3; k++) memcpy(axis[k], triad[(k + 2) % 3], sizeof triad[0]);
  return GB_OK;
}

static bool agree(const double a[3][3], const double b[3][3]) {
  double off = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) off = fmax(off, fabs(a[k][i] - b[k][i]));
  return off < 1e-9;
}

/// The frames at a node: those of its corners that differ.
static int add_frames(const gb_definition *from, int32_t node, const ends *all, gb_beams *s,
                      gb_error *error) {
  const int first = s->frames;
  for (int32_t k = all->start[node]; k < all->start[node + 1]; k++) {
    const corner *c = &all->corner[k];
    double axis[3][3];
    gb_beam_frame *frame;
    int found = first;
    GB_TRY(find_axes(from, s->entry[c->element], c, axis, error));
    while (found < s->frames &&
           !agree((const double(*)[3])axis, (const double(*)[3])s->frame[found].axis))
      found++;
    s->frame_at[c->at] = found;
    if (found < s->frames) continue;
    GB_TRY(gb_arena_append(from->arena, &s->frame, &s->frames, sizeof *frame, &frame, error));
    frame->node = node;
    frame->first = found == first;
    memcpy(frame->axis, axis, sizeof axis);
  }
  return GB_OK;
}

static int find_frames(const gb_definition *from, const gb_shells *shells, ends *all, gb_beams *s,
                       gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  GB_TRY(collect(from, s, all, error));
  find_means(mesh, s, all);
  bend_ends(mesh, all);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    if (all->start[n] == all->start[n + 1]) continue;
    if (gb_shells_have(shells, n))
      return gb_fail(error, GB_MODEL,
                     "%s: node %lld has shells and beams, which is not possible yet; accepted: "
                     "nodes of their own, and a body that links tie to both",
                     mesh->file, (long long)mesh->node_id[n]);
    GB_TRY(add_frames(from, n, all, s, error));
  }
  return GB_OK;
}

/// Give the elements of one entry to it.
static int assign(const gb_definition *from, int entry, gb_beams *s, gb_error *error) {
  const gb_beam *beam = &from->problem->beams.entry[entry];
  const gb_group *group;
  gb_section_source section;
  GB_TRY(gb_find_group(from, beam->where, gb_beam_group(beam), 1, &group, error));
  GB_TRY(gb_beam_source_find(from, entry, &section, error));
  const double mass = gb_beam_source_mass(&section);
  s->fails = s->fails && section.fails;
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i];
    if (s->entry[e] >= 0)
      return gb_fail(error, GB_MODEL, "%s: element %lld is a beam already, of %s", beam->where,
                     (long long)from->mesh->element_id[e],
                     from->problem->beams.entry[s->entry[e]].where);
    s->entry[e] = entry;
    s->count++;
    s->mass += mass * length_of(from->mesh, e);
  }
  return GB_OK;
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
  *out = s;
  s->fails = true;
  for (size_t e = 0; e < elements; e++) s->entry[e] = -1;
  for (size_t p = 0; p < places; p++) s->frame_at[p] = -1;
  for (int i = 0; i < from->problem->beams.count; i++) GB_TRY(assign(from, i, s, error));
  return find_frames(from, shells, &all, s, error);
}

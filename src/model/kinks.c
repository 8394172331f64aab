/// Kinks and junctions of shells: a node around which the normals differ too much for one director
/// has a frame of two or three, and each smooth patch of shells there a node with the same place
/// and a director that is tied to the frame. Source: docs/theory.md, sections 2 (kinks) and 3.
#include "model/build.h"

#include "elements/kink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_angle = 0.01; // below it a patch's director counts as one of the others'
static const double least_cosine = 0.5; // of an element's normal with its patch's director

/// The shells around a node, and the smooth patches that they form.
typedef struct ring {
  int count, patches;
  const int32_t *element;
  double (*area)[3];   ///< normal times area
  double *size;        ///< area
  int *patch;          ///< of each element
  double (*normal)[3]; ///< mean of each patch, as far as the frame's axes span it
} ring;

/// The shells at each node of the mesh.
typedef struct shells {
  int32_t *start, *element;
  int most; ///< shells around one node
} shells;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int collect(const gb_build *b, shells *s, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  const size_t corners = (size_t)mesh->start[mesh->elements];
  GB_TRY(gb_allocate((size_t)mesh->nodes + 2, sizeof *s->start, &s->start, error));
  GB_TRY(gb_allocate(corners, sizeof *s->element, &s->element, error));
  int32_t *place = s->start + 1; // of the next shell; the starts when all are in
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; b->section[e] >= 0 && p < mesh->start[e + 1]; p++)
      place[mesh->node[p] + 1]++;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    if (place[n + 1] > s->most) s->most = place[n + 1];
    place[n + 1] += place[n];
  }
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; b->section[e] >= 0 && p < mesh->start[e + 1]; p++)
      s->element[place[mesh->node[p]]++] = e;
  return GB_OK;
}

/// Whether two shells are of one patch: the angle between their normals is below both limits.
static bool is_smooth(const gb_build *b, const ring *r, int i, int j) {
  const double one = b->problem->shells.entry[b->section[r->element[i]]].kink;
  const double other = b->problem->shells.entry[b->section[r->element[j]]].kink;
  const double cosine = dot(r->area[i], r->area[j]) / (r->size[i] * r->size[j]);
  return cosine > cos(fmin(one, other) * M_PI / 180) + 1e-12; // with 0 every edge is a kink
}

/// Patches are numbered by their first element.
static void find_patches(const gb_build *b, ring *r) {
  r->patches = 0;
  for (int i = 0; i < r->count; i++) r->patch[i] = i;
  for (int i = 0; i < r->count; i++)
    for (int j = 0; j < i; j++) {
      const int one = r->patch[i], other = r->patch[j];
      if (one == other || !is_smooth(b, r, i, j)) continue;
      for (int k = 0; k < r->count; k++)
        if (r->patch[k] == (one > other ? one : other)) r->patch[k] = one > other ? other : one;
    }
  for (int i = 0; i < r->count; i++)
    r->patch[i] = r->patch[i] == i ? r->patches++ : r->patch[r->patch[i]];
}

/// Which node of an element this is.
static int place_in(const gb_mesh *mesh, int32_t element, int32_t node) {
  const int32_t *list = &mesh->node[mesh->start[element]];
  int a = 0;
  while (list[a] != node) a++;
  return a;
}

static void open_ring(const gb_build *b, const shells *s, int32_t node, ring *r) {
  r->element = s->element + s->start[node];
  r->count = s->start[node + 1] - s->start[node];
  for (int i = 0; i < r->count; i++) {
    const int32_t e = r->element[i];
    gb_build_area_vector(b->mesh, e, place_in(b->mesh, e, node), r->area[i]);
    r->size[i] = sqrt(dot(r->area[i], r->area[i]));
  }
  find_patches(b, r);
}

/// Area-weighted mean of the normals of each patch.
static int find_normals(const gb_build *b, int32_t node, ring *r, gb_error *error) {
  memset(r->normal, 0, (size_t)r->patches * sizeof *r->normal);
  for (int i = 0; i < r->count; i++)
    for (int k = 0; k < 3; k++) r->normal[r->patch[i]][k] += r->area[i][k];
  for (int p = 0; p < r->patches; p++) {
    const double size = sqrt(dot(r->normal[p], r->normal[p]));
    for (int k = 0; size > 0 && k < 3; k++) r->normal[p][k] /= size;
  }
  for (int i = 0; i < r->count; i++) {
    const double cosine = dot(r->area[i], r->normal[r->patch[i]]) / r->size[i];
    if (cosine < least_cosine)
      return gb_fail(error, GB_MODEL,
                     "%s: the shell folds at node %lld: the normal of element %lld is %.0f degrees "
                     "off the mean of the smooth patch there (at most 60); refine the mesh or "
                     "lower kink in %s",
                     b->mesh->file, (long long)b->mesh->node_id[node],
                     (long long)b->mesh->element_id[r->element[i]],
                     acos(fmax(-1, cosine)) * 180 / M_PI,
                     b->problem->shells.entry[b->section[r->element[i]]].where);
  }
  return GB_OK;
}

/// What axes leave of a vector. @return its size
static double remainder_of(const double v[3], int axes, const double axis[3][3], double left[3]) {
  memcpy(left, v, 3 * sizeof *left);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < axes; k++) {
      const double along = dot(left, axis[k]);
      for (int i = 0; i < 3; i++) left[i] -= along * axis[k][i];
    }
  return sqrt(dot(left, left));
}

/// Orthonormal axes that span the normals: the first one's, then what is most off those before.
static int find_axes(const ring *r, double axis[3][3]) {
  int axes = 1;
  memcpy(axis[0], r->normal[0], sizeof axis[0]);
  for (; axes < 3; axes++) {
    double most = least_angle, left[3];
    for (int p = 1; p < r->patches; p++) {
      const double size = remainder_of(r->normal[p], axes, (const double(*)[3])axis, left);
      if (size <= most) continue;
      most = size;
      for (int i = 0; i < 3; i++) axis[axes][i] = left[i] / size;
    }
    if (most == least_angle) break;
  }
  return axes;
}

static int add_node(gb_build *b, int32_t mesh_node, gb_build_kink **out, gb_error *error) {
  GB_TRY(gb_array_append(&b->kink, &b->kinks, sizeof **out, out, error));
  (*out)->mesh_node = mesh_node;
  return GB_OK;
}

/// The node that a patch's shells have in place of the mesh's.
static int add_tied(gb_build *b, int32_t node, int axes, const double axis[3][3],
                    const double normal[3], gb_error *error) {
  gb_build_kink *tied;
  double size = 0;
  GB_TRY(add_node(b, node, &tied, error));
  tied->tied = true;
  memcpy(tied->vector[0], b->mesh->position[node], sizeof tied->vector[0]);
  for (int k = 0; k < axes; k++) {
    tied->weight[k] = dot(normal, axis[k]);
    size += tied->weight[k] * tied->weight[k];
  }
  for (int k = 0; k < axes; k++) {
    tied->weight[k] /= sqrt(size);
    for (int i = 0; i < 3; i++) tied->vector[1][i] += tied->weight[k] * axis[k][i];
  }
  return GB_OK;
}

/// Give the shells of a patch a node of their own.
static void move_corners(gb_build *b, const ring *r, int patch, int32_t from, int32_t to) {
  const gb_mesh *mesh = b->mesh;
  for (int i = 0; i < r->count; i++) {
    const int32_t e = r->element[i];
    for (int32_t p = mesh->start[e]; r->patch[i] == patch && p < mesh->start[e + 1]; p++)
      if (mesh->node[p] == from) b->corner[p] = to;
  }
}

static int add_frame(gb_build *b, int32_t first, int32_t node, const ring *r, gb_error *error) {
  double axis[3][3] = {{0}};
  gb_build_kink *second;
  const int axes = find_axes(r, axis);
  if (axes > 1) {
    b->second[node] = first + b->kinks;
    GB_TRY(add_node(b, node, &second, error));
    memcpy(second->vector, axis[1], sizeof second->vector);
  }
  for (int p = 1; p < r->patches; p++) {
    move_corners(b, r, p, node, first + b->kinks);
    GB_TRY(add_tied(b, node, axes, (const double(*)[3])axis, r->normal[p], error));
  }
  return GB_OK;
}

static int visit_nodes(gb_build *b, const shells *s, ring *r, gb_error *error) {
  const int32_t first = gb_build_kink_node(b, 0);
  for (int32_t n = 0; n < b->mesh->nodes; n++) {
    b->second[n] = -1;
    if (s->start[n] == s->start[n + 1]) continue;
    open_ring(b, s, n, r);
    GB_TRY(find_normals(b, n, r, error));
    memcpy(b->mesh_director[n], r->normal[0], sizeof r->normal[0]);
    if (r->patches > 1) GB_TRY(add_frame(b, first, n, r, error));
  }
  return GB_OK;
}

int gb_build_kinks(gb_build *b, gb_error *error) {
  shells s = {0};
  ring r = {0};
  if (b->mesh->nodes > 0)
    memcpy(b->corner, b->mesh->node, (size_t)b->mesh->start[b->mesh->elements] * sizeof *b->corner);
  int status = collect(b, &s, error);
  const size_t most = (size_t)s.most;
  if (status == GB_OK) status = gb_allocate(most, sizeof *r.area, &r.area, error);
  if (status == GB_OK) status = gb_allocate(most, sizeof *r.size, &r.size, error);
  if (status == GB_OK) status = gb_allocate(most, sizeof *r.patch, &r.patch, error);
  if (status == GB_OK) status = gb_allocate(most, sizeof *r.normal, &r.normal, error);
  if (status == GB_OK) status = visit_nodes(b, &s, &r, error);
  free(s.start);
  free(s.element);
  free(r.area);
  free(r.size);
  free(r.patch);
  free(r.normal);
  return status;
}

/// A patch's node has the place of the mesh's and a director of the frame, (2.6).
static int tie_patch(gb_build *b, int32_t node, const gb_build_kink *kink, gb_error *error) {
  const int32_t one = kink->mesh_node, two = b->second[one];
  const gb_build_term term[] = {{one, 0, {1, 0}},
                                {one, 1, {0, kink->weight[0]}},
                                {two, 0, {0, kink->weight[1]}},
                                {two, 1, {0, kink->weight[2]}}};
  for (int k = 0; k < (two < 0 ? 2 : 4); k++)
    GB_TRY(gb_build_tie_to_node(b, node, &term[k], error));
  return GB_OK;
}

int gb_build_place_kinks(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->kinks; i++) {
    const gb_build_kink *kink = &b->kink[i];
    const int32_t node = gb_build_kink_node(b, i);
    memcpy(b->frame[node - gb_build_body_node(b, 0, 0)].vector, kink->vector, sizeof kink->vector);
    if (kink->tied) GB_TRY(tie_patch(b, node, kink, error));
  }
  return GB_OK;
}

/// The numbers of a shell's share of the penalty on a frame.
static int set_share(const gb_build *b, const gb_build_section *section, int32_t e, int a,
                     int32_t room, gb_block *block, gb_error *error) {
  const int32_t place = block->elements;
  const double *number[GB_SECTION_NUMBERS];
  double absent[GB_SECTION_NUMBERS];
  const int count = gb_build_section_numbers(section, number, absent);
  double *own = block->own + (size_t)block->parameters * (size_t)place;
  for (int k = 0; k < count; k++) {
    GB_TRY(gb_build_own_parameter(b, block, place, room, GB_KINK_SECTION + k, number[k], error));
    if (own[GB_KINK_SECTION + k] == 0) own[GB_KINK_SECTION + k] = absent[k];
  }
  own[GB_KINK_AREA] = gb_build_area_share(b->mesh, e, a);
  if (b->design[e] < 0) return GB_OK;
  return gb_build_vary(block, place, room, GB_KINK_SECTION + gb_layup_ply(block->section.layup, 0),
                       b->design[e], 1, error);
}

/// Whether corner p of an element has a share on this rank.
static bool has_share(const gb_build *b, int entry, int32_t e, int32_t p) {
  return b->section[e] == entry && b->part[e] == b->rank && b->second[b->mesh->node[p]] >= 0;
}

/// The shares of one shell entry.
static int add_shares(gb_build *b, int entry, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  gb_block *block;
  gb_build_section section;
  int32_t room = 0;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; b->section[e] == entry && p < mesh->start[e + 1]; p++)
      room += has_share(b, entry, e, p);
  if (room == 0) return GB_OK;
  GB_TRY(gb_build_find_section(b, entry, &section, error));
  GB_TRY(gb_build_block(b, GB_ELEMENT_KINK, 2, room, &block, error));
  GB_TRY(gb_build_lay(&section, GB_KINK_SECTION, block, error));
  GB_TRY(gb_build_own(block, room, error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; b->section[e] == entry && p < mesh->start[e + 1]; p++) {
      if (!has_share(b, entry, e, p)) continue;
      GB_TRY(set_share(b, &section, e, p - mesh->start[e], room, block, error));
      block->node[2 * block->elements] = mesh->node[p];
      block->node[2 * block->elements++ + 1] = b->second[mesh->node[p]];
    }
  return GB_OK;
}

int gb_build_kink_block(gb_build *b, gb_error *error) {
  for (int entry = 0; entry < b->problem->shells.count; entry++)
    GB_TRY(add_shares(b, entry, error));
  return GB_OK;
}

/// Faces are merged by clustering of nodes (J. Rossignac and P. Borrel 1993, "Multi-resolution 3D
/// approximations for rendering complex scenes"): all nodes in a cell of a grid become one node.
#include "picture/scene_faces.h"

#include "base/length.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The sorted corner nodes of a face, to find equal faces.
typedef struct keyed {
  int32_t node[4], face;
} keyed;

static int compare_keys(const void *a, const void *b) {
  const keyed *left = a, *right = b;
  for (int i = 0; i < 4; i++)
    if (left->node[i] != right->node[i]) return left->node[i] < right->node[i] ? -1 : 1;
  return left->face < right->face ? -1 : left->face > right->face;
}

static bool is_equal(const keyed *a, const keyed *b) {
  return memcmp(a->node, b->node, sizeof a->node) == 0;
}

static void add_cell(gb_face_set *set, int32_t number, const gb_scene_cell *cell) {
  if (cell->shape == GB_SHAPES) return;
  const gb_shape_type *shape = &gb_shape_types[cell->shape];
  for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; f++) {
    gb_face *face = &set->face[set->count++];
    *face = (gb_face){.cell = number, .solid = shape->basis.dimension == 3};
    while (shape->face[f][face->nodes]) {
      face->node[face->nodes] = cell->node[gb_shape_listed(shape->face[f], face->nodes)];
      face->nodes++;
    }
  }
}

static void set_key(const gb_face *face, int32_t number, keyed *out) {
  const int step = face->nodes > 4 ? 2 : 1, nodes = face->nodes / step; // use only corners
  *out = (keyed){{-1, -1, -1, -1}, number};
  for (int k = 0; k < nodes; k++) {
    int at = k;
    for (; at > 0 && out->node[at - 1] > face->node[k * step]; at--)
      out->node[at] = out->node[at - 1];
    out->node[at] = face->node[k * step];
  }
}

/// Remove duplicate faces, and both faces between two solids; the order of the others is kept.
static int drop_equal(gb_face_set *set, bool inner, gb_error *error) {
  keyed *key;
  int32_t kept = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, key, (size_t)set->count, error));
  for (int32_t i = 0; i < set->count; i++) set_key(&set->face[i], i, &key[i]);
  qsort(key, (size_t)set->count, sizeof *key, compare_keys);
  for (int32_t i = 1; i < set->count; i++) {
    gb_face *a = &set->face[key[i - 1].face], *b = &set->face[key[i].face];
    if (!is_equal(&key[i], &key[i - 1]) || (inner && !(a->solid && b->solid))) continue;
    b->nodes = 0;
    if (inner) a->nodes = 0;
  }
  for (int32_t i = 0; i < set->count; i++)
    if (set->face[i].nodes > 0) set->face[kept++] = set->face[i];
  set->count = kept;
  return GB_OK;
}

/// A node with the cell of the grid that contains it.
typedef struct gridded {
  int32_t at[3], node;
} gridded;

static int compare_gridded(const void *a, const void *b) {
  const gridded *left = a, *right = b;
  for (int i = 0; i < 3; i++)
    if (left->at[i] != right->at[i]) return left->at[i] < right->at[i] ? -1 : 1;
  return left->node < right->node ? -1 : left->node > right->node;
}

/// Replace the nodes in each cell of a grid by the first of them.
static void cluster(const gb_scene_mesh *mesh, double size, gridded work[], int32_t stands[]) {
  for (int32_t n = 0; n < mesh->nodes; n++) {
    for (int i = 0; i < 3; i++)
      work[n].at[i] = (int32_t)floor((mesh->position[n][i] - mesh->position[0][i]) / size + 0.37);
    work[n].node = n;
  }
  qsort(work, (size_t)mesh->nodes, sizeof *work, compare_gridded);
  for (int32_t k = 0; k < mesh->nodes; k++) {
    const bool same = k > 0 && memcmp(work[k].at, work[k - 1].at, sizeof work[k].at) == 0;
    stands[work[k].node] = same ? stands[work[k - 1].node] : work[k].node;
  }
}

/// Replace the nodes of a face by those of their clusters, each once. A thin face may become a
/// line.
/// @return whether the face still exists
static bool merge_face(gb_face *face, const int32_t stands[]) {
  const int before = face->nodes;
  int nodes = 0;
  for (int k = 0; k<before; k += before> 4 ? 2 : 1) {
    const int32_t node = stands[face->node[k]];
    bool there = false;
    for (int i = 0; i < nodes; i++) there = there || face->node[i] == node;
    if (!there) face->node[nodes++] = node;
  }
  face->nodes = (unsigned char)nodes;
  return nodes >= (before < 3 ? before : face->solid ? 2 : 3);
}

static double extent(const gb_scene_mesh *mesh) {
  double low[3], high[3], size = 0;
  for (int i = 0; i < 3; i++) {
    low[i] = INFINITY, high[i] = -INFINITY;
    for (int32_t n = 0; n < mesh->nodes; n++) {
      low[i] = fmin(low[i], mesh->position[n][i]);
      high[i] = fmax(high[i], mesh->position[n][i]);
    }
    size = fmax(size, high[i] - low[i]);
  }
  return size;
}

static int thin(const gb_scene_mesh *mesh, int32_t max_faces, gb_face_set *set, gb_error *error) {
  gb_face *all = set->face;
  gridded *work;
  int32_t *stands;
  double size = extent(mesh) / sqrt(max_faces) / 2;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, work, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(&scratch, stands, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(&scratch, set->face, (size_t)set->all, error));
  for (int tries = 0; set->count > max_faces && tries < 40; tries++, size *= 1.3) {
    cluster(mesh, size, work, stands);
    set->count = 0;
    for (int32_t i = 0; i < set->all; i++) {
      set->face[set->count] = all[i];
      set->count += merge_face(&set->face[set->count], stands);
    }
    GB_TRY(drop_equal(set, false, error));
  }
  memcpy(all, set->face, (size_t)set->count * sizeof *all);
  set->face = all;
  return GB_OK;
}

/// The unit normal of a face in the reference configuration.
static void face_normal(const gb_scene_mesh *mesh, const gb_face *face, double out[3]) {
  double sum[3] = {0};
  const double *origin = mesh->position[face->node[0]];
  for (int k = 1; k + 1 < face->nodes; k++) {
    double a[3], b[3], area[3];
    for (int i = 0; i < 3; i++) {
      a[i] = mesh->position[face->node[k]][i] - origin[i];
      b[i] = mesh->position[face->node[k + 1]][i] - origin[i];
    }
    gb_cross(a, b, area);
    for (int i = 0; i < 3; i++) sum[i] += area[i];
  }
  const double length = gb_length(sum);
  for (int i = 0; i < 3; i++) out[i] = length > 0 ? sum[i] / length : 0;
}

/// Whether the common edge of these faces belongs to the outline.
static bool is_outline(const gb_scene_mesh *mesh, const gb_face_set *set, const keyed edge[],
                       int faces) {
  double a[3], b[3];
  if (faces != 2) return true;
  face_normal(mesh, &set->face[edge[0].face / GB_FACE_CORNERS], a);
  face_normal(mesh, &set->face[edge[1].face / GB_FACE_CORNERS], b);
  return fabs(gb_dot(a, b)) < 0.866;
}

static int find_edges(const gb_scene_mesh *mesh, gb_face_set *set, gb_error *error) {
  keyed *edge;
  int32_t edges = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, edge, (size_t)set->count * GB_FACE_CORNERS, error));
  for (int32_t f = 0; f < set->count; f++) {
    const gb_face *face = &set->face[f];
    for (int k = 0; face->nodes > 2 && k < face->nodes; k++) {
      const int32_t a = face->node[k], b = face->node[(k + 1) % face->nodes];
      edge[edges++] = (keyed){{a < b ? a : b, a < b ? b : a, -1, -1}, f * GB_FACE_CORNERS + k};
    }
  }
  qsort(edge, (size_t)edges, sizeof *edge, compare_keys);
  for (int32_t i = 0, end; i < edges; i = end) {
    for (end = i + 1; end < edges && is_equal(&edge[i], &edge[end]);) end++;
    if (!is_outline(mesh, set, &edge[i], end - i)) continue;
    for (int32_t k = i; k < end; k++)
      set->face[edge[k].face / GB_FACE_CORNERS].edges |=
          (unsigned char)(1 << edge[k].face % GB_FACE_CORNERS);
  }
  return GB_OK;
}

int gb_faces_find(const gb_scene_mesh *mesh, int32_t max_faces, gb_arena *arena, gb_face_set *out,
                  gb_error *error) {
  *out = (gb_face_set){0};
  size_t faces = 0;
  for (int32_t c = 0; c < mesh->cells; c++)
    faces +=
        mesh->cell[c].shape < GB_SHAPES && gb_shape_dimension((gb_shape)mesh->cell[c].shape) == 3
            ? GB_SHAPE_FACES
            : 1;
  if (faces > INT32_MAX / GB_FACE_CORNERS)
    return gb_fail(error, GB_FILE, "a picture of more than %d faces", INT32_MAX / GB_FACE_CORNERS);
  GB_TRY(GB_TAKE(arena, out->face, faces, error));
  for (int32_t c = 0; c < mesh->cells; c++) add_cell(out, c, &mesh->cell[c]);
  GB_TRY(drop_equal(out, true, error));
  out->all = out->count;
  if (out->count > max_faces) GB_TRY(thin(mesh, max_faces, out, error));
  return find_edges(mesh, out, error);
}

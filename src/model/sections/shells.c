/// Sections of shells, and directors and frames at their nodes.
#include "model/sections/shells.h"

#include "base/length.h"
#include "model/sections/sections.h"
#include "model/sections/solids.h"

#include <math.h>
#include <string.h>

/// Remainder of a normal below which it is in the span of others.
static const double least_angle = 0.01;
/// Smallest size of a panel's corner: twice its triangle's area relative to the panel's.
static const double least_corner = 0.02;
static const double most_warp = 0.1; // largest distance of a panel's corners from their mean plane,
                                     // relative to the root of its area
/// Smallest cosine of the angle between an element's normal and its patch's director.
static const double least_cosine = 0.5;

/// A node with the shells around it, and the smooth patches that they form.
typedef struct ring {
  int count, patches;
  const int32_t *element;
  double (*area)[3];   ///< normal times area of each element
  double *size;        ///< area of each element
  int *patch;          ///< patch of each element
  double (*normal)[3]; ///< mean normal of each patch
} ring;

/// Shells of a definition.
typedef struct shells_of {
  const gb_definition *from;
  const gb_shells *shells;
} shells_of;

static bool bends(const void *context, int32_t element) {
  const shells_of *of = context;
  return gb_shells_bend(of->from, of->shells, element);
}

int gb_shells_around_find(const gb_definition *from, const gb_shells *shells,
                          gb_elements_around *out, gb_error *error) {
  return gb_elements_around_find(from->mesh, bends, &(shells_of){from, shells}, from->arena, out,
                                 error);
}

/// Whether two shells belong to one patch: the angle between their normals is below both limits.
static bool is_smooth(const gb_definition *from, const gb_shells *s, const ring *r, int i, int j) {
  const double one = from->problem->shells.entry[s->section[r->element[i]]].kink;
  const double other = from->problem->shells.entry[s->section[r->element[j]]].kink;
  const double cosine = gb_dot(r->area[i], r->area[j]) / (r->size[i] * r->size[j]);
  return cosine >
         cos(fmin(one, other) * M_PI / 180) + 1e-12; // with a limit of 0 every edge is a fold
}

/// Find the patches, numbered in the order of their first elements.
static void find_patches(const gb_definition *from, const gb_shells *s, ring *r) {
  r->patches = 0;
  for (int i = 0; i < r->count; i++) r->patch[i] = i;
  for (int i = 0; i < r->count; i++)
    for (int j = 0; j < i; j++) {
      const int one = r->patch[i], other = r->patch[j];
      if (one == other || !is_smooth(from, s, r, i, j)) continue;
      for (int k = 0; k < r->count; k++)
        if (r->patch[k] == (one > other ? one : other)) r->patch[k] = one > other ? other : one;
    }
  for (int i = 0; i < r->count; i++)
    r->patch[i] = r->patch[i] == i ? r->patches++ : r->patch[r->patch[i]];
}

/// @return the index of a node in an element
static int index_in(const gb_mesh *mesh, int32_t element, int32_t node) {
  const int32_t *list = &mesh->node[mesh->start[element]];
  int a = 0;
  while (list[a] != node) a++;
  return a;
}

static void open_ring(const gb_definition *from, const gb_shells *shells,
                      const gb_elements_around *s, int32_t node, ring *r) {
  r->element = s->element + s->start[node];
  r->count = s->start[node + 1] - s->start[node];
  for (int i = 0; i < r->count; i++) {
    const int32_t e = r->element[i];
    gb_mesh_area_vector(from->mesh, e, index_in(from->mesh, e, node), r->area[i]);
    r->size[i] = sqrt(gb_dot(r->area[i], r->area[i]));
  }
  find_patches(from, shells, r);
}

/// Whether an element of a patch is smooth with its mirror image in a plane of symmetry.
static bool is_mirrored(const gb_definition *from, const gb_shells *s, const ring *r, int patch,
                        const double plane[3]) {
  for (int i = 0; i < r->count; i++) {
    const double kink = from->problem->shells.entry[s->section[r->element[i]]].kink;
    const double along = gb_dot(r->area[i], plane) / r->size[i];
    if (r->patch[i] == patch && 1 - 2 * along * along > cos(kink * M_PI / 180) + 1e-12) return true;
  }
  return false;
}

/// Project the mean normals of patches into the planes of symmetry: the mean over a patch and its
/// mirror image lies there.
static void lay_in_planes(const gb_definition *from, const gb_shells *s, int32_t node, ring *r) {
  for (int p = 0; p < r->patches; p++) {
    double plane[3][3];
    const int planes = gb_mirrors_at(&s->mirrors, node, r->normal[p], plane);
    for (int k = 0; k < planes; k++)
      if (is_mirrored(from, s, r, p, plane[k]))
        gb_remainder_of(r->normal[p], 1, (const double(*)[3]) & plane[k], r->normal[p]);
  }
}

/// Compute the area-weighted mean normal of each patch and its mirror images.
static int find_normals(const gb_definition *from, const gb_shells *s, int32_t node, ring *r,
                        gb_error *error) {
  memset(r->normal, 0, (size_t)r->patches * sizeof *r->normal);
  for (int i = 0; i < r->count; i++)
    for (int k = 0; k < 3; k++) r->normal[r->patch[i]][k] += r->area[i][k];
  lay_in_planes(from, s, node, r);
  for (int p = 0; p < r->patches; p++) {
    const double size = sqrt(gb_dot(r->normal[p], r->normal[p]));
    for (int k = 0; size > 0 && k < 3; k++) r->normal[p][k] /= size;
  }
  for (int i = 0; i < r->count; i++) {
    const double cosine = gb_dot(r->area[i], r->normal[r->patch[i]]) / r->size[i];
    if (cosine < least_cosine)
      return gb_fail(error, GB_FOLDED_SHELL,
                     "%s: the shell folds at node %lld: the normal of element %lld is %.0f degrees "
                     "off the mean of the smooth patch there (at most 60); refine the mesh or "
                     "lower kink in %s",
                     from->mesh->file, (long long)from->mesh->node_id[node],
                     (long long)from->mesh->element_id[r->element[i]],
                     acos(fmax(-1, cosine)) * 180 / M_PI,
                     from->problem->shells.entry[s->section[r->element[i]]].where);
  }
  return GB_OK;
}

/// Find orthonormal axes that span the normals: first the first normal, then the normal farthest
/// from the span. from[k] is the patch that gives axis k.
static int find_axes(const ring *r, double axis[3][3], int from[3]) {
  int axes = 1;
  memcpy(axis[0], r->normal[0], sizeof axis[0]);
  for (; axes < 3; axes++) {
    double most = least_angle, left[3];
    for (int p = 1; p < r->patches; p++) {
      const double size = gb_remainder_of(r->normal[p], axes, (const double(*)[3])axis, left);
      if (size <= most) continue;
      most = size;
      from[axes] = p;
      for (int i = 0; i < 3; i++) axis[axes][i] = left[i] / size;
    }
    if (most == least_angle) break;
  }
  return axes;
}

/// Complete one or two axes to a right-handed triad.
static void complete(int axes, double axis[3][3]) {
  int least = 0;
  double unit[3] = {0};
  for (int i = 1; i < 3; i++)
    if (fabs(axis[0][i]) < fabs(axis[0][least])) least = i;
  unit[least] = 1;
  if (axes == 1) {
    const double size = gb_remainder_of(unit, 1, (const double(*)[3])axis, axis[1]);
    for (int i = 0; i < 3; i++) axis[1][i] /= size;
  }
  for (int i = 0; axes < 3 && i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    axis[2][i] = axis[0][j] * axis[1][k] - axis[0][k] * axis[1][j];
  }
}

static int add_fold(const gb_definition *from, gb_shells *s, int32_t node, bool beams,
                    const ring *r, gb_error *error) {
  gb_fold_frame *fold;
  s->fold_at[node] = s->folds;
  GB_TRY(gb_arena_append(from->arena, &s->fold, &s->folds, sizeof *fold, &fold, error));
  fold->node = node;
  fold->beams = beams;
  fold->first = s->patches;
  fold->axes = find_axes(r, fold->axis, fold->from);
  if (!beams) return GB_OK;
  complete(fold->axes, fold->axis);
  fold->axes = 3;
  return GB_OK;
}

/// Add a patch with its director: the part of its normal in the span of the frame's axes,
/// normalised.
static int add_patch(const gb_definition *from, gb_shells *s, const double normal[3],
                     gb_error *error) {
  const gb_fold_frame *fold = &s->fold[s->folds - 1];
  gb_fold_patch *patch;
  double size = 0;
  GB_TRY(gb_arena_append(from->arena, &s->patch, &s->patches, sizeof *patch, &patch, error));
  patch->fold = s->folds - 1;
  for (int k = 0; k < fold->axes; k++) {
    patch->weight[k] = gb_dot(normal, fold->axis[k]);
    size += patch->weight[k] * patch->weight[k];
  }
  for (int k = 0; k < fold->axes; k++) {
    patch->weight[k] /= sqrt(size);
    for (int i = 0; i < 3; i++) patch->director[i] += patch->weight[k] * fold->axis[k][i];
  }
  return GB_OK;
}

/// Assign the shells of a patch to the patch's node.
static int assign_corners(const gb_definition *from, const ring *r, int patch, int32_t node,
                          gb_shells *s, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const int32_t corners = mesh->start[mesh->elements];
  if (!s->patch_at) {
    GB_TRY(GB_TAKE(from->arena, s->patch_at, (size_t)corners, error));
    for (int32_t p = 0; p < corners; p++) s->patch_at[p] = -1;
  }
  for (int i = 0; i < r->count; i++) {
    const int32_t e = r->element[i];
    for (int32_t p = mesh->start[e]; r->patch[i] == patch && p < mesh->start[e + 1]; p++)
      if (mesh->node[p] == node) s->patch_at[p] = s->patches - 1;
  }
  return GB_OK;
}

/// Mark the nodes where beams with rotations need frames, which shells share.
static int find_framed(const gb_definition *from, gb_shells *s, gb_error *error) {
  for (int i = 0; i < from->problem->beams.count; i++) {
    const gb_beam *beam = &from->problem->beams.entry[i];
    const gb_group *group;
    bool rod;
    GB_TRY(gb_find_group(from, beam->where, gb_beam_group(beam), 1, &group, error));
    GB_TRY(gb_beam_is_rod(from, i, &rod, error));
    for (int32_t k = 0; !rod && k < group->nodes; k++) s->framed[group->node[k]] = true;
    for (int k = 0; k < 2 * beam->bars; k++) {
      const int32_t node = gb_bar_joint_node(from->mesh, &beam->bar[k / 2], k % 2);
      if (node >= 0) s->framed[node] = true;
    }
  }
  return GB_OK;
}

static int visit_nodes(const gb_definition *from, const gb_elements_around *at, ring *r,
                       gb_shells *s, gb_error *error) {
  for (int32_t n = 0; n < from->mesh->nodes; n++) {
    s->fold_at[n] = -1;
    if (at->start[n] == at->start[n + 1]) continue;
    open_ring(from, s, at, n, r);
    GB_TRY(find_normals(from, s, n, r, error));
    memcpy(s->director[n], r->normal[0], sizeof r->normal[0]);
    if (r->patches > 1 || s->framed[n]) GB_TRY(add_fold(from, s, n, s->framed[n], r, error));
    for (int p = 1; p < r->patches; p++) {
      GB_TRY(add_patch(from, s, r->normal[p], error));
      GB_TRY(assign_corners(from, r, p, n, s, error));
    }
  }
  return GB_OK;
}

static int find_directors(const gb_definition *from, gb_shells *s, gb_error *error) {
  gb_elements_around at = {0};
  ring r = {0};
  GB_TRY(gb_shells_around_find(from, s, &at, error));
  GB_TRY(gb_mirrors_create(from, &s->mirrors, error));
  const size_t most = (size_t)at.most;
  GB_TRY(GB_TAKE(from->arena, r.area, most, error));
  GB_TRY(GB_TAKE(from->arena, r.size, most, error));
  GB_TRY(GB_TAKE(from->arena, r.patch, most, error));
  GB_TRY(GB_TAKE(from->arena, r.normal, most, error));
  return visit_nodes(from, &at, &r, s, error);
}

/// Check a shear panel: it needs four corners, none of them flat, and must be nearly plane.
static int check_panel(const gb_definition *from, const gb_shell_section *shell, int32_t e,
                       gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const long long id = (long long)mesh->element_id[e];
  double normal[3], corner[3], warp = 0;
  if (mesh->shape[e] != GB_QUAD4)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s.carries: shear, and element %lld has %d nodes; accepted: quadrilaterals "
                   "with four",
                   shell->where, id, gb_shape_nodes((gb_shape)mesh->shape[e]));
  gb_mesh_area_vector(mesh, e, 0, normal);
  const double area = sqrt(gb_dot(normal, normal));
  for (int a = 0; a < 4; a++) {
    const int32_t node = mesh->node[mesh->start[e] + a];
    gb_mesh_normal_at_node(mesh, e, a, corner);
    if (!(gb_dot(corner, normal) > least_corner * area * area))
      return gb_fail(error, GB_WRONG_SECTION,
                     "%s.carries: shear, and element %lld is flat at its corner %lld; accepted: "
                     "quadrilaterals that are no triangles",
                     shell->where, id, (long long)mesh->node_id[node]);
    warp += (a % 2 ? -0.25 : 0.25) * gb_dot(mesh->position[node], normal) / area;
  }
  if (!(fabs(warp) <= most_warp * sqrt(area)))
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s.carries: shear, and the corners of element %lld are %.2g off their mean "
                   "plane; accepted: up to %.2g, %g of the root of its area",
                   shell->where, id, fabs(warp), most_warp * sqrt(area), most_warp);
  return GB_OK;
}

/// Refuse an element of a shape that no shell has.
static int check_shape(const gb_definition *from, const char *where, int32_t e, gb_error *error) {
  if (from->mesh->shape[e] != GB_QUAD8) return GB_OK;
  return gb_fail(error, GB_WRONG_SECTION,
                 "%s: element %lld is a quadrilateral with eight nodes on a face of a solid, which "
                 "is no shell; accepted: solids of 8 or 27 nodes, or the face in `ignore`",
                 where, (long long)from->mesh->element_id[e]);
}

/// Assign the elements of a shell entry to their section.
static int assign(const gb_definition *from, int entry, gb_shells *s, gb_error *error) {
  const gb_shell_section *shell = &from->problem->shells.entry[entry];
  const gb_group *group;
  gb_section_source section;
  GB_TRY(gb_find_group(from, shell->where, shell->group, 2, &group, error));
  GB_TRY(gb_section_source_find(from, entry, &section, error));
  if (!section.fails) s->fails = false;
  if (group->elements > 0 && section.layup.plies > s->plies) s->plies = section.layup.plies;
  const gb_section_law *law = gb_section_laws[section.layup.kind];
  if (group->elements > 0 && law->index) s->indexed = entry;
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    double area = 0, axis[3];
    if (s->section[e] >= 0)
      return gb_fail(error, GB_SECOND_SECTION,
                     "%s: element %lld has a shell section already, from %s", shell->where,
                     (long long)from->mesh->element_id[e],
                     from->problem->shells.entry[s->section[e]].where);
    GB_TRY(check_shape(from, shell->where, e, error));
    s->section[e] = entry;
    if (shell->carries == GB_CARRIES_SHEAR) GB_TRY(check_panel(from, shell, e, error));
    if (law->directed) GB_TRY(gb_material_axis(from, entry, e, axis, error));
    for (int a = 0; a < gb_shape_nodes(from->mesh->shape[e]); a++)
      area += gb_mesh_area_share(from->mesh, e, a);
    s->mass += gb_element_mass(&section, shell, from->mesh->element_id[e], area, 1);
    s->area += area;
  }
  s->count += group->elements;
  return GB_OK;
}

/// Mark the elements of a surface group as used; surfaces of bodies, faces of solids and ignored
/// groups need no section.
static void mark_used(const gb_definition *from, const char *name, bool used[]) {
  const gb_group *group = name ? gb_mesh_group(from->mesh, name, 2) : NULL;
  for (int32_t i = 0; group && i < group->elements; i++) used[group->element[i]] = true;
}

static int mark_all_used(const gb_definition *from, const gb_shells *s, bool used[],
                         gb_error *error) {
  const gb_problem *problem = from->problem;
  const gb_group *group;
  for (int32_t e = 0; e < from->mesh->elements; e++) {
    int side;
    used[e] = s->section[e] >= 0 || gb_shape_dimension((gb_shape)from->mesh->shape[e]) != 2 ||
              gb_solids_behind(from->mesh, from->solids, e, &side) > 0;
  }
  for (int i = 0; i < problem->bodies.count; i++)
    mark_used(from, problem->bodies.entry[i].surface, used);
  for (int i = 0; i < problem->ignored.count; i++) {
    GB_TRY(gb_find_group(from, "ignore", problem->ignored.entry[i], -1, &group, error));
    mark_used(from, problem->ignored.entry[i], used);
  }
  return GB_OK;
}

/// Refuse surface elements without section, named by the groups of the mesh file that contain them.
static int check_covered(const gb_definition *from, const gb_shells *s, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  bool *used;
  char groups[400] = "";
  size_t length = 0;
  int32_t missing = 0, first = -1;
  GB_TRY(GB_TAKE(from->arena, used, (size_t)mesh->elements, error));
  GB_TRY(mark_all_used(from, s, used, error));
  for (int32_t e = mesh->elements - 1; e >= 0; e--)
    if (!used[e]) missing++, first = e;
  if (missing == 0) return GB_OK;
  for (int g = 0; g < mesh->groups && length + 100 < sizeof groups; g++) {
    int32_t of_group = 0;
    const bool of_file = mesh->group[g].dimension == 2 && mesh->group[g].number >= 0;
    for (int32_t i = 0; of_file && i < mesh->group[g].elements; i++)
      of_group += !used[mesh->group[g].element[i]];
    if (of_group > 0)
      length += (size_t)snprintf(groups + length, sizeof groups - length, "%s'%.60s' (%d)",
                                 length ? ", " : " of group ", mesh->group[g].name, (int)of_group);
  }
  return gb_fail(error, GB_NO_SECTION,
                 "%s: no section for %d surface elements%s, the first is %lld; accepted: shells of "
                 "their group, or its name in `ignore`",
                 mesh->file, (int)missing, groups, (long long)mesh->element_id[first]);
}

/// @return the thickness of a shell element; 0 if a section of stiffnesses has none
static double thickness_of(const gb_definition *from, const gb_section_source *section, int entry,
                           int32_t element) {
  double sum =
      gb_element_thickness(&from->problem->shells.entry[entry], from->mesh->element_id[element]);
  if (sum > 0) return sum;
  for (int i = 0; i < section->layup.plies; i++) sum += *section->ply[GB_PLY_THICKNESS][i];
  return sum;
}

/// Whether a middle node of a 6-node triangle is farther from the middle of its side than a third
/// of the thickness. docs/verification.md shows the errors of such elements.
static bool is_bowed(const gb_mesh *mesh, int32_t element, double thickness) {
  enum { CORNERS = 3 };
  const int32_t *node = mesh->node + mesh->start[element];
  for (int i = 0; i < CORNERS; i++) {
    const double *x = mesh->position[node[i]], *y = mesh->position[node[(i + 1) % CORNERS]];
    const double *middle = mesh->position[node[CORNERS + i]];
    double square = 0;
    for (int k = 0; k < 3; k++) square += pow(middle[k] - (x[k] + y[k]) / 2, 2);
    if (9 * square > thickness * thickness) return true;
  }
  return false;
}

/// Count the elements with bending stiffness, their 3-node triangles and their bowed 6-node
/// triangles.
static int count_stiff(const gb_definition *from, const gb_shells *s, int64_t count[3],
                       gb_error *error) {
  gb_section_source section;
  int entry = -1;
  for (int32_t e = 0; e < from->mesh->elements; e++) {
    if (s->section[e] < 0 || !gb_shells_bend(from, s, e)) continue;
    const gb_shape shape = (gb_shape)from->mesh->shape[e];
    if (entry != s->section[e]) {
      entry = s->section[e];
      GB_TRY(gb_section_source_find(from, entry, &section, error));
    }
    const double thickness = thickness_of(from, &section, entry, e);
    count[0]++;
    count[1] += shape == GB_TRIANGLE3;
    count[2] += shape == GB_TRIANGLE6 && thickness > 0 && is_bowed(from->mesh, e, thickness);
  }
  return GB_OK;
}

/// Warn of a mesh whose shells are mostly elements that are known to be too stiff.
static int warn_of_triangles(const gb_definition *from, const gb_shells *s, gb_error *error) {
  static const char *const kind[] = {
      "3-node triangles, which are too stiff where they are curved or bend in their plane: with 8 "
      "x "
      "8 pairs the Scordelis-Lo roof sinks 14 % too little; compare with a finer mesh, or take "
      "quadrilaterals or 6-node triangles",
      "6-node triangles with sides bowed by more than a third of the thickness, which are too "
      "stiff: the pinched hemisphere moves 5 % too little with 8 x 8 pairs; compare with a finer "
      "mesh, or take quadrilaterals"};
  int64_t count[3] = {0};
  GB_TRY(count_stiff(from, s, count, error));
  for (int k = 0; k < 2; k++)
    if (2 * count[k + 1] > count[0])
      gb_warn(from, "%s: %lld of %lld shells are %s", from->mesh->file, (long long)count[k + 1],
              (long long)count[0], kind[k]);
  return GB_OK;
}

/// Thickness of an element of 3 or 4 nodes, relative to its least one, from which a warning tells
/// of it: under a constant moment along the taper it bends 1.4 times too little.
static const double steep_taper = 2;

/// Warn of elements of 3 and 4 nodes whose thickness varies so much that they are too stiff.
static void warn_of_tapers(const gb_definition *from, const gb_shells *s) {
  const gb_mesh *mesh = from->mesh;
  int64_t count = 0, steepest = 0;
  double most = steep_taper * (1 + 1e-9);
  for (int32_t e = 0; e < mesh->elements; e++) {
    const int nodes = gb_shape_nodes((gb_shape)mesh->shape[e]);
    if (s->section[e] < 0 || nodes > 4) continue;
    const double *ratio =
        gb_element_ratio(&from->problem->shells.entry[s->section[e]], mesh->element_id[e]);
    double least = INFINITY, largest = 0;
    for (int a = 0; ratio && a < nodes; a++) {
      least = fmin(least, ratio[a]);
      largest = fmax(largest, ratio[a]);
    }
    if (!(largest > steep_taper * (1 + 1e-9) * least)) continue;
    count++;
    if (largest / least <= most) continue;
    most = largest / least;
    steepest = mesh->element_id[e];
  }
  if (count > 0)
    gb_warn(from,
            "%s: %lld shells of 3 or 4 nodes are more than twice as thick at one node as at "
            "another, %.3g times in element %lld: where they bend along this taper they are too "
            "stiff; compare with a finer mesh, or take elements of 6 or 8 nodes",
            mesh->file, (long long)count, most, (long long)steepest);
}

/// Check the shells of the whole mesh.
static int check_whole(const gb_definition *from, const gb_shells *s, gb_error *error) {
  if (from->problem->shells.count > 0 && s->count == 0)
    return gb_fail(error, GB_EMPTY_GROUP, "%s: the groups of the shells have no elements",
                   from->mesh->file);
  GB_TRY(check_covered(from, s, error));
  GB_TRY(warn_of_triangles(from, s, error));
  warn_of_tapers(from, s);
  return GB_OK;
}

/// Set the numbers that describe all shells of a model to the values of the whole mesh.
static void take_whole(const gb_whole_mesh *whole, gb_shells *s) {
  s->count = whole->shells;
  s->area = whole->area;
  s->mass = whole->mass;
  s->plies = whole->plies;
  s->indexed = whole->indexed;
  s->fails = whole->fails;
}

static int find_index(const gb_definition *from, gb_shells *s, gb_error *error) {
  gb_section_source section;
  GB_TRY(gb_section_source_find(from, s->indexed, &section, error));
  s->index = gb_section_laws[section.layup.kind]->index;
  return GB_OK;
}

int gb_shells_create(const gb_definition *from, gb_shells **out, gb_error *error) {
  const size_t nodes = (size_t)from->mesh->nodes, elements = (size_t)from->mesh->elements;
  gb_shells *s;
  GB_TRY(GB_TAKE(from->arena, s, 1, error));
  GB_TRY(GB_TAKE(from->arena, s->section, elements, error));
  GB_TRY(GB_TAKE(from->arena, s->director, nodes, error));
  GB_TRY(GB_TAKE(from->arena, s->fold_at, nodes, error));
  GB_TRY(GB_TAKE(from->arena, s->framed, nodes, error));
  GB_TRY(find_framed(from, s, error));
  *out = s;
  s->fails = from->problem->shells.count > 0;
  for (size_t e = 0; e < elements; e++) s->section[e] = -1;
  s->indexed = -1;
  for (int i = 0; i < from->problem->shells.count; i++) GB_TRY(assign(from, i, s, error));
  if (from->subdomain)
    take_whole(from->subdomain->whole, s);
  else
    GB_TRY(check_whole(from, s, error));
  if (s->indexed >= 0) GB_TRY(find_index(from, s, error));
  return find_directors(from, s, error);
}

/// Check for degenerate, inverted and duplicate elements, and for neighbouring surfaces with
/// opposed normals. The time is O(n log n), by sorting.
#include "mesh/sides.h"

#include "base/length.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATED, EMPTY, INVERTED, TURNED, FOLDED, DUPLICATE, FLIPPED, PROBLEMS };
enum { SHOWN = 5 };

static const char *const complaints[PROBLEMS] = {
    [REPEATED] = "degenerate elements that name a node twice",
    [EMPTY] = "degenerate elements without length, area or volume",
    [INVERTED] = "inverted elements (folded or concave, or a middle node in the outer quarter of "
                 "its side: normals at their nodes disagree)",
    [TURNED] = "solids that are folded, or whose order of nodes turns them inside out (the volume "
               "at a point of the quadrature is not positive)",
    [FOLDED] = "folded lines (the middle node is not in the middle half between the ends)",
    [DUPLICATE] = "duplicate elements (the same nodes as another)",
    [FLIPPED] = "pairs of neighbours of one group with opposed normals",
};

/// The number of occurrences of a problem, and a text with the first few of them.
typedef struct finding {
  int64_t count;
  size_t length;
  char text[400];
} finding;

/// All problems of a mesh.
typedef struct findings {
  finding of[PROBLEMS];
  finding doubled; ///< elements of the same nodes, where these may be
  finding concave; ///< solids without a positive volume about a node
  bool
      *bad; ///< whether an element itself is faulty, [elements]; it is not compared with neighbours
} findings;

static void report(finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void report(finding *f, const char *format, ...) {
  if (f->count++ >= SHOWN) return;
  if (f->count > 1)
    f->length += (size_t)snprintf(f->text + f->length, sizeof f->text - f->length, ", ");
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(f->text + f->length, sizeof f->text - f->length, format, arguments);
  va_end(arguments);
  f->length += (size_t)written;
  if (f->length >= sizeof f->text) f->length = sizeof f->text - 1;
}

static long long element_id(const gb_mesh *mesh, int32_t element) {
  return (long long)mesh->element_id[element];
}

static long long node_id(const gb_mesh *mesh, int32_t node) {
  return (long long)mesh->node_id[node];
}

static void report_element(const gb_mesh *mesh, int32_t e, int problem, findings *found) {
  found->bad[e] = true;
  report(&found->of[problem], "%lld", element_id(mesh, e));
}

static bool is_surface(const gb_mesh *mesh, int32_t element) {
  return gb_shape_dimension(mesh->shape[element]) == 2;
}

static bool repeats_a_node(const int32_t *node, int count) {
  for (int a = 1; a < count; ++a)
    for (int b = 0; b < a; ++b)
      if (node[a] == node[b]) return true;
  return false;
}

static void edge_vector(const gb_mesh *mesh, int32_t from, int32_t to, double d[3]) {
  for (int i = 0; i < 3; ++i) d[i] = mesh->position[to][i] - mesh->position[from][i];
}

static double longest_edge(const gb_mesh *mesh, const int32_t *node, int corners) {
  double longest = 0, d[3];
  for (int a = 0; a < corners; ++a) {
    edge_vector(mesh, node[a], node[(a + 1) % corners], d);
    longest = fmax(longest, gb_dot(d, d));
  }
  return sqrt(longest);
}

/// Check a surface element. It is empty if its normals at all nodes vanish. It is inverted if the
/// normal at a node is opposed to the largest one or, with middle nodes, which give directors at
/// each node, vanishes. All up to round-off relative to the longest edge.
static void check_surface(const gb_mesh *mesh, int32_t e, findings *found) {
  double normal[9][3], largest = 0;
  const int32_t *node = mesh->node + mesh->start[e];
  const int nodes = gb_shape_nodes(mesh->shape[e]);
  const double edge = longest_edge(mesh, node, gb_shape_corners(mesh->shape[e]));
  const double scale = 1e-10 * edge * edge;
  int main_node = 0;
  for (int a = 0; a < nodes; ++a) {
    gb_mesh_normal_at_node(mesh, e, a, normal[a]);
    if (gb_dot(normal[a], normal[a]) > largest) largest = gb_dot(normal[main_node = a], normal[a]);
  }
  if (sqrt(largest) <= scale) {
    report_element(mesh, e, EMPTY, found);
    return;
  }
  const double least = nodes > 4 ? scale : -scale;
  for (int a = 0; a < nodes; ++a)
    if (gb_dot(normal[a], normal[main_node]) < least * sqrt(largest)) {
      report_element(mesh, e, INVERTED, found);
      return;
    }
}

/// Check a line. With a middle node it is folded if its tangent at an end, d -+ 2 c, is opposed to
/// the vector d between the ends or normal to it; c goes from the middle node to their middle.
/// Lines whose ends are beside their nodes have a middle node of their own.
static void check_line(const gb_mesh *mesh, int32_t e, findings *found) {
  double d[3], c[3];
  const int32_t *node = mesh->node + mesh->start[e];
  edge_vector(mesh, node[0], node[1], d);
  const double square = gb_dot(d, d);
  if (square == 0) report_element(mesh, e, EMPTY, found);
  if (square == 0 || mesh->shape[e] != GB_LINE3 || mesh->beside) return;
  edge_vector(mesh, node[2], node[0], c);
  for (int i = 0; i < 3; ++i) c[i] += d[i] / 2;
  if (4 * fabs(gb_dot(c, d)) >= square * (1 - 1e-10)) report_element(mesh, e, FOLDED, found);
}

/// Check a volume element. Its volume must be positive, and so must be that at each point of the
/// quadrature; at a node it need not be, which a warning tells.
static void check_volume(const gb_mesh *mesh, int32_t e, findings *found) {
  const double none = 1e-10; // round-off of the volume relative to the cube of the largest extent
  double least[2], extent = 0, d[3];
  const int32_t *node = mesh->node + mesh->start[e];
  for (int a = 1; a < gb_shape_nodes(mesh->shape[e]); ++a) {
    edge_vector(mesh, node[0], node[a], d);
    extent = fmax(extent, sqrt(gb_dot(d, d)));
  }
  const double volume = gb_mesh_volume_and_least(mesh, e, least);
  if (fabs(volume) <= none * none * extent * extent * extent)
    report_element(mesh, e, EMPTY, found);
  else if (!(least[0] > none))
    report_element(mesh, e, TURNED, found);
  else if (!(least[1] > none))
    report(&found->concave, "%lld", element_id(mesh, e));
}

static void check_elements(const gb_mesh *mesh, findings *found) {
  for (int32_t e = 0; e < mesh->elements; ++e) {
    const int32_t *node = mesh->node + mesh->start[e];
    if (repeats_a_node(node, mesh->start[e + 1] - mesh->start[e]))
      report_element(mesh, e, REPEATED, found);
    else if (is_surface(mesh, e))
      check_surface(mesh, e, found);
    else if (gb_shape_dimension(mesh->shape[e]) == 3)
      check_volume(mesh, e, found);
    else if (mesh->shape[e] != GB_POINT)
      check_line(mesh, e, found);
  }
}

/// The nodes of an element in ascending order, for comparison.
typedef struct signature {
  int32_t node[GB_SHAPE_NODES], element;
  int nodes;
} signature;

static int compare_node_sets(const signature *x, const signature *y) {
  if (x->node[0] != y->node[0]) return x->node[0] - y->node[0];
  if (x->nodes != y->nodes) return x->nodes - y->nodes;
  for (int i = 0; i < x->nodes; ++i)
    if (x->node[i] != y->node[i]) return x->node[i] < y->node[i] ? -1 : 1;
  return 0;
}

static int compare_signatures(const void *a, const void *b) {
  const signature *x = a, *y = b;
  int order = compare_node_sets(x, y);
  return order ? order : (x->element > y->element) - (x->element < y->element);
}

static void sign(const gb_mesh *mesh, int32_t e, signature *s) {
  const int32_t *node = mesh->node + mesh->start[e];
  s->element = e;
  s->nodes = mesh->start[e + 1] - mesh->start[e];
  for (int a = 0; a < s->nodes; ++a) { // insertion sort of a few
    int b = a;
    for (; b > 0 && s->node[b - 1] > node[a]; --b) s->node[b] = s->node[b - 1];
    s->node[b] = node[a];
  }
}

/// Find elements of the same nodes. Decks may have these.
static int check_duplicates(const gb_mesh *mesh, findings *found, gb_error *error) {
  signature *all;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, all, (size_t)mesh->elements, error));
  for (int32_t e = 0; e < mesh->elements; ++e) sign(mesh, e, &all[e]);
  qsort(all, (size_t)mesh->elements, sizeof *all, compare_signatures);
  for (int32_t i = 1; i < mesh->elements; ++i)
    if (!compare_node_sets(&all[i - 1], &all[i])) {
      const int32_t pair[] = {all[i - 1].element, all[i].element};
      const int32_t of[] = {mesh->property[pair[0]], mesh->property[pair[1]]};
      if (of[0] == GB_ADDED_FACE || of[1] == GB_ADDED_FACE) continue;
      if (mesh->doubled) {
        report(&found->doubled, "%lld (of %lld)", element_id(mesh, all[i].element),
               element_id(mesh, all[i - 1].element));
        continue;
      }
      found->bad[all[i].element] = true;
      report(&found->of[DUPLICATE], "%lld (of %lld)", element_id(mesh, all[i].element),
             element_id(mesh, all[i - 1].element));
    }
  return GB_OK;
}

/// List the edges of all surfaces in groups of the file; only count them if `all` is NULL.
static int64_t list_sides(const gb_mesh *mesh, gb_side *all) {
  int64_t count = 0;
  for (int32_t g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    if (group->dimension != 2 || group->number < 0 || group->sideless) continue;
    for (int32_t i = 0; i < group->elements; ++i)
      count += gb_sides_of(mesh, group->element[i], g, all ? all + count : NULL);
  }
  return count;
}

/// Check the surfaces of one group at one edge. More than two are a junction, and are not compared.
static void check_edge(const gb_mesh *mesh, const gb_side *s, int64_t count, findings *found) {
  if (count == 2 && !gb_sides_face_one_way(mesh, &s[0], &s[1]) && !found->bad[s[0].element] &&
      !found->bad[s[1].element])
    report(&found->of[FLIPPED], "%lld and %lld", element_id(mesh, s[0].element),
           element_id(mesh, s[1].element));
}

static int check_neighbours(const gb_mesh *mesh, findings *found, gb_error *error) {
  const int64_t count = list_sides(mesh, NULL);
  gb_side *all;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, all, (size_t)count, error));
  list_sides(mesh, all);
  gb_sides_sort(all, count);
  for (int64_t i = 0, end; i < count; i = end) {
    const int64_t edge = gb_sides_end(all, count, i);
    for (end = i + 1; end < edge && all[end].group == all[i].group;) ++end;
    check_edge(mesh, &all[i], end - i, found);
  }
  return GB_OK;
}

static int warn(const gb_mesh *mesh, size_t size, char *warnings, gb_error *error) {
  unsigned char *used;
  finding loose = {0};
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, used, (size_t)mesh->nodes, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t i = mesh->start[e]; mesh->shape[e] != GB_POINT && i < mesh->start[e + 1]; ++i)
      used[mesh->node[i]] = 1;
  for (int g = 0; g < mesh->groups; ++g) // nodes in sets of the file count as used
    for (int32_t i = 0; mesh->group[g].elements == 0 && i < mesh->group[g].nodes; ++i)
      used[mesh->group[g].node[i]] = 1;
  for (int32_t n = 0; n < mesh->nodes; ++n)
    if (!used[n]) report(&loose, "%lld", node_id(mesh, n));
  if (!size) return GB_OK;
  int length = snprintf(warnings, size, "%s", mesh->notes ? mesh->notes : "");
  if (loose.count && (size_t)length + 1 < size)
    snprintf(warnings + length, size - (size_t)length,
             "%s%s: nodes that no element uses: %lld (%s%s)", length ? "\n" : "", mesh->file,
             (long long)loose.count, loose.text, loose.count > SHOWN ? ", ..." : "");
  return GB_OK;
}

/// Add a line on neighbours with opposed normals to the warnings of a mesh in which these may be.
static void warn_opposed(const gb_mesh *mesh, const finding *pairs, size_t size, char *warnings) {
  const size_t length = size ? strlen(warnings) : 0;
  if (!mesh->reversed || !pairs->count || length + 1 >= size) return;
  snprintf(warnings + length, size - length,
           "%s%s: %lld %s: %s%s; loads, offsets, plies and faces are those of each element by its "
           "own normal",
           length ? "\n" : "", mesh->file, (long long)pairs->count, complaints[FLIPPED],
           pairs->text, pairs->count > SHOWN ? ", ..." : "");
}

/// Add a line on elements of the same nodes to the warnings of a mesh in which these may be.
static void warn_doubled(const gb_mesh *mesh, const finding *all, size_t size, char *warnings) {
  const size_t length = size ? strlen(warnings) : 0;
  if (!all->count || length + 1 >= size) return;
  snprintf(warnings + length, size - length,
           "%s%s: %lld elements have the nodes of another: %s%s; each adds its stiffness and mass",
           length ? "\n" : "", mesh->file, (long long)all->count, all->text,
           all->count > SHOWN ? ", ..." : "");
}

/// Add a line on solids whose volume is not positive at a node.
static void warn_concave(const gb_mesh *mesh, const finding *all, size_t size, char *warnings) {
  const size_t length = size ? strlen(warnings) : 0;
  if (!all->count || length + 1 >= size) return;
  snprintf(warnings + length, size - length,
           "%s%s: %lld solids have no positive volume about one of their nodes, and one at all "
           "points of the quadrature: %s%s; another shape is more accurate",
           length ? "\n" : "", mesh->file, (long long)all->count, all->text,
           all->count > SHOWN ? ", ..." : "");
}

/// Report each kind of problem as one line of a list of errors.
static int complain(const gb_mesh *mesh, const findings *found, gb_error *error) {
  gb_error list = {0};
  for (int p = 0; p < PROBLEMS; ++p) {
    gb_error one = {0};
    if (!found->of[p].count || (p == FLIPPED && mesh->reversed)) continue;
    gb_fail(&one, GB_BAD_ELEMENTS, "%s: %lld %s: %s%s%s", mesh->file, (long long)found->of[p].count,
            complaints[p], found->of[p].text, found->of[p].count > SHOWN ? ", ..." : "",
            p == FLIPPED ? "; `orient: consistent` in a case reverses such surfaces" : "");
    gb_error_move(&list, &one);
  }
  if (list.status != GB_OK) *error = list;
  return list.status;
}

int gb_mesh_check(const gb_mesh *mesh, size_t size, char *warnings, gb_error *error) {
  findings found = {0};
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, found.bad, (size_t)mesh->elements, error));
  check_elements(mesh, &found);
  GB_TRY(check_duplicates(mesh, &found, error));
  GB_TRY(check_neighbours(mesh, &found, error));
  GB_TRY(warn(mesh, size, warnings, error));
  warn_opposed(mesh, &found.of[FLIPPED], size, warnings);
  warn_doubled(mesh, &found.doubled, size, warnings);
  warn_concave(mesh, &found.concave, size, warnings);
  return complain(mesh, &found, error);
}

/// A search for nodes of different parts at one position.
#include "model/checks/unjoined.h"

#include "base/point_tree.h"
#include "model/mechanisms/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Distance of two nodes at one position, relative to the extent of the model.
static const double SAME = 1e-7;

/// The nodes that are compared.
typedef struct search {
  const gb_parts *parts;
  const gb_supports *supports;
  int32_t *whole; ///< of each part: the first of the parts that are joined to it
  bool *within;   ///< of each node: it is inside a line
  gb_tree_point *point;
  int32_t points, here;   ///< here: the node whose neighbours are sought
  int32_t pair[2], pairs; ///< the first pair, and their number
} search;

static bool is_held(const search *s, int32_t n) {
  return s->supports->fixed[n] != 0 || gb_topology_is_fixed(s->parts->t, n);
}

static int see(void *context, int32_t other) {
  search *s = context;
  const int32_t n = s->here, *of = s->parts->of;
  if (other <= n || s->whole[of[n]] == s->whole[of[other]]) return GB_OK;
  if ((s->within[n] && s->within[other]) || (is_held(s, n) && is_held(s, other))) return GB_OK;
  if (s->pairs++ == 0) s->pair[0] = n, s->pair[1] = other;
  return GB_OK;
}

/// Find the nodes inside of lines: of two line elements, or in the middle of one.
static int find_within(search *s, gb_error *error) {
  const gb_topology *t = s->parts->t;
  const gb_mesh *mesh = t->from->mesh;
  int *lines;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, lines, (size_t)t->nodes, error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; gb_topology_uses(t, e) && p < mesh->start[e + 1]; p++) {
      const bool line = gb_beams_entry(t->beams, e) >= 0;
      lines[mesh->node[p]] += !line ? -1000 : p - mesh->start[e] < 2 ? 1 : 2;
    }
  for (int32_t n = 0; n < t->nodes; n++) s->within[n] = lines[n] > 1;
  return GB_OK;
}

/// List the nodes of parts that are no bodies. @param[out] extent  the largest along an axis
static void list_points(search *s, double *extent) {
  const gb_parts *parts = s->parts;
  double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t n = 0; n < parts->t->nodes; n++) {
    if (parts->of[n] < 0 || parts->t->result_node[n] != n) continue;
    if (gb_topology_body_of(parts->t, n) >= 0) continue;
    const double *X = gb_topology_position(parts->t, n);
    s->point[s->points++] = (gb_tree_point){{X[0], X[1], X[2]}, n};
    for (int i = 0; i < 3; i++) {
      least[i] = fmin(least[i], X[i]);
      most[i] = fmax(most[i], X[i]);
    }
  }
  for (int i = 0; i < 3; i++) *extent = fmax(*extent, most[i] - least[i]);
}

int gb_unjoined_find(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  gb_parts parts;
  search s = {.parts = &parts, .supports = supports};
  double extent = 0;
  int32_t wholes = 0;
  GB_SCRATCH(scratch);
  if (t->from->problem->contacts.count > 0) return GB_OK;
  GB_TRY(gb_parts_find(supports, &parts, error));
  GB_TRY(GB_TAKE(&scratch, s.whole, (size_t)parts.count, error));
  GB_TRY(GB_TAKE(&scratch, s.within, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(&scratch, s.point, (size_t)t->nodes, error));
  for (int32_t p = 0; p < parts.count; p++) {
    if (!parts.all[p].first) continue;
    wholes++;
    for (const gb_model_part *q = &parts.all[p]; q; q = gb_parts_next(&parts, q))
      s.whole[q - parts.all] = p;
  }
  if (wholes < 2) return GB_OK;
  GB_TRY(find_within(&s, error));
  list_points(&s, &extent);
  gb_point_tree_sort(s.points, s.point);
  for (int32_t k = 0; k < s.points; k++) {
    s.here = s.point[k].number;
    gb_point_tree_search(s.points, s.point, s.point[k].at, SAME * extent, see, &s);
  }
  if (s.pairs == 0) return GB_OK;
  const double *X = gb_topology_position(t, s.pair[0]);
  snprintf(text, size,
           "nodes %lld and %lld are both at (%g, %g, %g), but nothing joins their parts",
           (long long)t->id[s.pair[0]], (long long)t->id[s.pair[1]], X[0], X[1], X[2]);
  const size_t used = strlen(text);
  if (s.pairs > 1 && used < size)
    snprintf(text + used, size - used, " (and %d more such pairs)", (int)s.pairs - 1);
  return GB_OK;
}

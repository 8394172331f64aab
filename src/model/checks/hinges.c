/// A search for hinges. The nodes of the model are divided into sides: shells, beams, links and
/// bodies that are connected through directors, and solids that are connected with each other. Two
/// sides that share nodes hold each other there by displacements alone. If all nodes that a side
/// shares with others lie on one line, the side turns freely about this line, u = w x (X - X_0),
/// delta = w x D, unless supports resist.
#include "model/checks/hinges.h"

#include "base/length.h"
#include "base/unite.h"
#include "model/constraints/rigid_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOTIONS = GB_RIGID_MOTIONS };

/// Layers hold a node: elements and ties with rotations, solids, and rods or shear panels.
enum { TURNING = 0, SOLID = 1, LAYERS = 2, OTHER = 2 };

/// Distance of a node from the line through the ends of an edge, relative to its length, below
/// which the edge is straight. Decks write coordinates with few digits.
static const double OFF_LINE = 1e-4;

/// Nodes that move as one rigid body if nothing deforms.
typedef struct side {
  int layer;
  int body;        ///< one of its bodies, -1: none
  int32_t element; ///< one of its elements, -1: none
  bool held;       ///< connections or equations act, or shared nodes are not on a line
  int32_t end[2];  ///< ends of the line of shared nodes, -1: none
  double size, form[MOTIONS * MOTIONS]; ///< of what resists a motion about end[0]
} side;

typedef struct hinges {
  const gb_supports *supports;
  const gb_topology *t;
  unsigned char *in; ///< bits of what holds each node, 1 << layer
  int32_t *of;       ///< of each layer's node: its side, -1: none; [LAYERS * nodes]
  int32_t count;
  side *all;
} hinges;

static int layer_of(const gb_topology *t, int32_t e) {
  const int beam = gb_beams_entry(t->beams, e);
  if (gb_solids_entry(t->from->solids, e) >= 0) return SOLID;
  return gb_shells_bend(t->from, t->shells, e) || (beam >= 0 && !t->beams->rod[beam]) ? TURNING
                                                                                      : OTHER;
}

static side *side_of(const hinges *s, int32_t node, int layer) {
  const int32_t of = s->of[layer * s->t->nodes + node];
  return of < 0 ? NULL : &s->all[of];
}

/// Unite the nodes of elements and those that ties join, in their layers.
static void unite(hinges *s) {
  const gb_topology *t = s->t;
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t n = 0; n < LAYERS * t->nodes; n++) s->of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++) {
    const int layer = layer_of(t, e);
    for (int32_t p = mesh->start[e]; gb_topology_uses(t, e) && p < mesh->start[e + 1]; p++) {
      s->in[mesh->node[p]] |= (unsigned char)(1 << layer);
      if (layer == OTHER) continue;
      gb_unite(s->of, layer * t->nodes + mesh->node[mesh->start[e]],
               layer * t->nodes + mesh->node[p]);
    }
  }
  for (int32_t n = 0; n < t->nodes; n++)
    for (int32_t i = t->first[n]; i < t->first[n + 1] && !gb_topology_is_equation(t, n); i++)
      for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++) {
        const int32_t other = t->terms.term[t->tie[i].first + k].node;
        s->in[n] |= 1 << TURNING;
        s->in[other] |= 1 << TURNING;
        gb_unite(s->of, n, other);
      }
}

/// Number the sides, in the order of their first nodes.
static int number(hinges *s, gb_error *error) {
  const int32_t nodes = s->t->nodes;
  int32_t *of;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, of, LAYERS * (size_t)nodes, error));
  for (int32_t i = 0; i < LAYERS * nodes; i++) {
    const int32_t root = gb_root_of(s->of, i);
    const bool is_in = s->in[i % nodes] & 1 << i / nodes;
    of[i] = !is_in ? -1 : root == i ? s->count++ : of[root];
  }
  memcpy(s->of, of, LAYERS * (size_t)nodes * sizeof *of);
  GB_TRY(GB_TAKE(s->t->from->arena, s->all, (size_t)s->count, error));
  for (int32_t k = 0; k < s->count; k++)
    s->all[k] = (side){.body = -1, .element = -1, .end = {-1, -1}};
  for (int32_t i = 0; i < LAYERS * nodes; i++) {
    side *a = side_of(s, i % nodes, i / nodes);
    const int body = gb_topology_body_of(s->t, i % nodes);
    if (!a) continue;
    a->layer = i / nodes;
    if (body >= 0 && a->layer == TURNING) a->body = body;
  }
  const gb_mesh *mesh = s->t->from->mesh;
  for (int32_t e = mesh->elements - 1; e >= 0; e--)
    if (gb_topology_uses(s->t, e) && layer_of(s->t, e) != OTHER)
      side_of(s, mesh->node[mesh->start[e]], layer_of(s->t, e))->element = e;
  return GB_OK;
}

static void mark_held(hinges *s, int32_t node) {
  for (int layer = 0; layer < LAYERS; layer++)
    if (side_of(s, node, layer)) side_of(s, node, layer)->held = true;
}

/// Mark the sides at which connections and equations act.
static void mark_connected(hinges *s) {
  const gb_topology *t = s->t;
  for (int32_t n = 0; n < t->nodes; n++)
    for (int32_t i = t->first[n]; gb_topology_is_equation(t, n) && i < t->first[n + 1]; i++)
      for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++)
        mark_held(s, t->terms.term[t->tie[i].first + k].node);
  for (int i = 0; i < t->connections.count; i++)
    for (int end = 0; end < 2; end++) mark_held(s, t->connections.pair[i].node[end]);
}

static double distance(const gb_topology *t, int32_t one, int32_t other) {
  double arm[3];
  for (int i = 0; i < 3; i++)
    arm[i] = gb_topology_position(t, one)[i] - gb_topology_position(t, other)[i];
  return gb_length(arm);
}

/// Distance of a node from the line of a side.
static double off_line(const gb_topology *t, const side *a, int32_t node) {
  const double *from = gb_topology_position(t, a->end[0]), *to = gb_topology_position(t, a->end[1]);
  const double length = distance(t, a->end[0], a->end[1]);
  double along = 0, off[3];
  for (int i = 0; i < 3; i++) off[i] = gb_topology_position(t, node)[i] - from[i];
  for (int i = 0; i < 3; i++) along += length > 0 ? off[i] * (to[i] - from[i]) / length : 0;
  for (int i = 0; i < 3; i++) off[i] -= length > 0 ? along * (to[i] - from[i]) / length : 0;
  return gb_length(off);
}

static bool is_shared(const hinges *s, int32_t node, int layer) {
  return s->in[node] & ~(1 << layer);
}

/// Find the lines of shared nodes: a node far from some node, one far from that, and whether the
/// others are between them.
static void find_lines(hinges *s) {
  const gb_topology *t = s->t;
  for (int pass = 0; pass < 4; pass++)
    for (int32_t i = 0; i < LAYERS * t->nodes; i++) {
      const int32_t n = i % t->nodes;
      if (s->of[i] < 0) continue;
      side *a = &s->all[s->of[i]];
      int32_t *end = a->end;
      if (pass == 3) a->size = fmax(a->size, distance(t, n, end[0] < 0 ? n : end[0]));
      if (!is_shared(s, n, i / t->nodes)) continue;
      if (pass == 0 && end[0] < 0) end[0] = end[1] = n;
      if (pass == 1 && distance(t, n, end[1]) > distance(t, end[0], end[1])) end[0] = n;
      if (pass == 2 && distance(t, n, end[0]) > distance(t, end[1], end[0])) end[1] = n;
      if (pass == 3 && off_line(t, a, n) > OFF_LINE * distance(t, end[0], end[1])) a->held = true;
    }
}

/// Add the components of a vector of a node that do not move along free directions.
static void add_rows(const hinges *s, side *a, int32_t node, unsigned field, int free_directions,
                     double direction[3][3]) {
  const double *center = gb_topology_position(s->t, a->end[0]);
  const double scale = field == GB_POSITION ? 1 : a->size;
  double column[3][MOTIONS];
  gb_rigid_node_columns(s->t, node, field, center, a->size, column);
  for (int i = 0; i < 3; i++) {
    double row[MOTIONS] = {0};
    for (int j = 0; j < 3; j++) {
      double part = i == j;
      for (int k = 0; k < free_directions; k++) part -= direction[k][i] * direction[k][j];
      for (int m = 0; m < MOTIONS; m++) row[m] += scale * part * column[j][m];
    }
    for (int m = 0; m < MOTIONS * MOTIONS; m++) a->form[m] += row[m / MOTIONS] * row[m % MOTIONS];
  }
}

/// Add what supports fix of a node, whose position counts only where sides do not share it.
static void add_supported(const hinges *s, side *a, int32_t node, int layer) {
  const gb_topology *t = s->t;
  const bool grounded = gb_topology_is_fixed(t, node);
  if (!s->supports->fixed[node] && !grounded) return;
  for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
    double direction[3][3];
    const bool turns = field != GB_POSITION;
    if (!(t->fields[node] & field) || (turns ? layer == SOLID : is_shared(s, node, layer)))
      continue;
    add_rows(s, a, node, field,
             grounded ? 0 : gb_free_directions(s->supports, node, field, direction), direction);
  }
}

/// Whether a side turns freely: not one of ties alone, which have no directors.
static bool turns(const side *a) {
  double form[MOTIONS * MOTIONS], motion[MOTIONS];
  bool used[MOTIONS];
  if (a->held || a->end[0] < 0) return false;
  if (a->element < 0 && a->body < 0) return false;
  memcpy(form, a->form, sizeof form);
  return gb_rigid_free_motions(MOTIONS, form, used, motion) > 0;
}

/// Whether a side consists of shells.
static bool is_of_shells(const gb_topology *t, const side *a) {
  return a->element >= 0 && a->layer == TURNING && gb_beams_entry(t->beams, a->element) < 0;
}

/// Describe a side: "the shells of 'plate'".
static void describe(const gb_topology *t, const side *a, size_t size, char *text) {
  const gb_problem *problem = t->from->problem;
  const int beam = a->element < 0 ? -1 : gb_beams_entry(t->beams, a->element);
  const char *kind = "links of body", *name = NULL;
  if (a->element < 0) {
    if (a->body >= 0) name = problem->bodies.entry[a->body].name;
  } else if (a->layer == SOLID) {
    kind = "solids of";
    name = problem->solids.entry[gb_solids_entry(t->from->solids, a->element)].group;
  } else if (beam >= 0) {
    kind = "beams of";
    name = gb_beam_group(&problem->beams.entry[beam]);
  } else {
    kind = "shells of";
    name = problem->shells.entry[t->shells->section[a->element]].group;
  }
  if (name)
    snprintf(text, size, "the %s '%.60s'", kind, name);
  else
    snprintf(text, size, "the %.*s", (int)strcspn(kind, " "), kind);
}

static void report(const hinges *s, const side *a, size_t size, char *text) {
  const side *b = side_of(s, a->end[0], 1 - a->layer);
  const double *from = gb_topology_position(s->t, a->end[0]);
  const double *to = gb_topology_position(s->t, a->end[1]);
  const bool point = a->end[0] == a->end[1];
  char one[100], other[100] = "rods or shear panels", edge[160];
  describe(s->t, a, sizeof one, one);
  if (b) describe(s->t, b, sizeof other, other);
  if (point)
    snprintf(edge, sizeof edge, "the point (%g, %g, %g)", from[0], from[1], from[2]);
  else
    snprintf(edge, sizeof edge, "the edge from (%g, %g, %g) to (%g, %g, %g)", from[0], from[1],
             from[2], to[0], to[1], to[2]);
  const bool shells = is_of_shells(s->t, a) || (b && is_of_shells(s->t, b));
  snprintf(text, size,
           "%s turn freely about %s, where they share displacements alone with %s: %slink a face "
           "of the solids and this %s rigidly to a body",
           one, edge, other,
           shells ? "let the shells go on by a row of elements in or on the solids, or " : "",
           point ? "point" : "edge");
}

int gb_hinges_find(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  hinges s = {.supports = supports, .t = t};
  if (gb_solids_count(t->from->solids) == 0) return GB_OK;
  GB_TRY(GB_TAKE(t->from->arena, s.in, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, s.of, LAYERS * (size_t)t->nodes, error));
  unite(&s);
  GB_TRY(number(&s, error));
  mark_connected(&s);
  find_lines(&s);
  for (int32_t k = 0; k < s.count; k++)
    if (s.all[k].size == 0) s.all[k].size = 1; // a body at its only node
  for (int32_t k = 0; k < s.count; k++)
    for (int end = 0; end < 2 && s.all[k].end[end] >= 0; end++)
      add_rows(&s, &s.all[k], s.all[k].end[end], GB_POSITION, 0, NULL);
  for (int32_t i = 0; i < LAYERS * t->nodes; i++)
    if (s.of[i] >= 0 && s.all[s.of[i]].end[0] >= 0)
      add_supported(&s, &s.all[s.of[i]], i % t->nodes, i / t->nodes);
  for (int32_t k = 0; k < s.count && !*text; k++)
    if (turns(&s.all[k])) report(&s, &s.all[k], size, text);
  return GB_OK;
}

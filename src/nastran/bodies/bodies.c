/// Rigid bodies and links from RBE2, RBE3 and CONM2. A grid to which others are tied, or that
/// carries a mass with an offset or inertia, stands for a body.
#include "base/length.h"
#include "deck/joint.h"
#include "elements/multibody/joint.h"
#include "nastran/bodies/springs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"
#include "nastran/entries/spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = GB_ALL_COMPONENTS };

typedef struct making {
  gb_nastran *nastran;
  gb_mesh *mesh;
  gb_problem *problem;
  bool *shell; ///< whether an element has a node of the mesh
  bool *bar;   ///< whether a line element has it
  bool *bound; ///< whether a rigid link has it
  /// Grids that rigid links of all components connect move as one body and form a tree: the next
  /// node on the way to its root, [nodes].
  int32_t *parent;
} making;

static int32_t node_of(const making *m, int64_t grid) {
  return gb_lower_index(m->mesh->node_id, m->mesh->nodes, grid);
}

static int32_t root_of(const making *m, int32_t node) {
  while (m->parent[node] != node) node = m->parent[node] = m->parent[m->parent[node]];
  return node;
}

/// Find the body that stands for a node or, if there is none, for another node to which it is
/// rigidly connected. @return NULL: there is none
static gb_deck_body *find_body(const making *m, int32_t node) {
  const int32_t root = root_of(m, node);
  gb_deck_body *own = gb_deck_body_at(m->nastran->deck, node);
  GB_EACH(body, m->nastran->deck->made.bodies)
    if (!own && root_of(m, body->node) == root) own = body;
  return own;
}

/// Find or make the body that stands for a node. The first card that needs it names it.
static int need_body(making *m, int32_t node, const char *card, int64_t id, int32_t line,
                     gb_deck_body **out, gb_error *error) {
  const char *name, *set;
  *out = find_body(m, node);
  if (*out && (*out)->node == node) return GB_OK;
  if (*out) {
    const gb_deck_body same = {.node = node, .body = (*out)->body, .line = line, .word = card};
    GB_TRY(GB_ARENA_ADD(m->nastran->deck->arena, m->nastran->deck->made.bodies, same, error));
    *out = gb_deck_body_at(m->nastran->deck, node);
    return GB_OK;
  }
  GB_TRY(gb_arena_text(m->problem->arena, &set, error, "%s %lld: grid", card, (long long)id));
  GB_TRY(gb_deck_add_group(m->nastran->deck, set, 1, &node, error));
  GB_TRY(gb_deck_write_name(m->nastran->deck, card, id, &name, error));
  return gb_deck_add_body(m->nastran->deck, node, name, line, card, out, error);
}

/// Link a body to the ends of a tie, which ascend.
static int add_link(making *m, const gb_deck_tie *tie, int body, int32_t count,
                    const gb_deck_end all[], gb_error *error) {
  const char *name;
  GB_TRY(gb_deck_write_name(m->nastran->deck, tie->card, tie->id, &name, error));
  const gb_group *known = gb_mesh_group(m->mesh, name, 0);
  if (known && !strcmp(known->name, name)) // an RBE1 of several grids is several links
    GB_TRY(gb_arena_text(m->problem->arena, &name, error, "%s %lld: grid %lld", tie->card,
                         (long long)tie->id, (long long)m->mesh->node_id[all[0].node]));
  return gb_deck_add_link(m->nastran->deck, tie, name, body, count, all, error);
}

/// Link the elements at a node to the body that a card makes at this node. The function adds
/// nothing if a rigid link has the node already.
static int link_own(making *m, const char *card, int64_t id, int32_t line, int32_t node,
                    gb_error *error) {
  const gb_deck_tie tie = {.card = card, .id = id, .line = line};
  const gb_deck_end own = {.node = node, .weight = 1};
  if (!m->shell[node] || m->bound[node]) return GB_OK;
  m->bound[node] = true;
  return add_link(m, &tie, find_body(m, node)->body, 1, &own, error);
}

/// Add a joint between the body and an end, which leaves free what does not go with the body. Where
/// there is no such joint, or the end has no axes for it, keep the end for equations.
static int pin_end(making *m, const gb_deck_tie *tie, int body, int32_t node, gb_error *error) {
  const unsigned held = tie->reference.components;
  const int64_t grid = m->mesh->node_id[node];
  gb_joint_entry joint = {.between = {m->problem->bodies.entry[body].name}};
  bool done = false;
  GB_TRY(gb_deck_where(m->nastran->deck, tie->line, tie->card, &joint.where, error));
  GB_TRY(gb_arena_text(m->problem->arena, &joint.name, error, "%s %lld: %lld", tie->card,
                       (long long)tie->id, (long long)grid));
  GB_TRY(gb_arena_text(m->problem->arena, &joint.between[1], error, "group:%s", joint.name));
  if (m->shell[node] && (m->bar[node] || !(held >> 4)) && !find_body(m, node) &&
      gb_nastran_place_of(m->nastran, grid)->axes == 0)
    GB_TRY(gb_deck_add_joint(m->nastran->deck, &joint, ALL & ~held, node, &done, error));
  if (!done) return GB_KEEP(m->nastran, rigid->loose, ((gb_nastran_loose){*tie, node}), error);
  return gb_deck_add_group(m->nastran->deck, joint.name, 1, &node, error);
}

/// Tie the ends to the body of the reference grid, or the body to the mean of the ends. The
/// elements at the reference grid go along. Nodes that a link of the same body has already are left
/// out.
static int tie_ends(making *m, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &m->nastran->rigid->ends.entry[tie->first];
  const int32_t node = tie->reference.node;
  const int index = gb_deck_body_at(m->nastran->deck, node)->body;
  const bool rigid = tie->kind == GB_TIE_RIGID, whole = gb_nastran_is_whole(tie);
  gb_deck_end *all;
  int32_t count = 0;
  GB_TRY(GB_TAKE(m->nastran->deck->arena, all, (size_t)tie->count + 1, error));
  for (int32_t i = 0; i < tie->count; ++i)
    if (!whole || !m->bound[end[i].node]) all[count++] = end[i];
  for (int32_t i = 0; i < count && whole; ++i) m->bound[all[i].node] = true;
  if (!whole) {
    count = gb_deck_merge_ends(all, count);
    if (!rigid) GB_TRY(add_link(m, tie, index, count, all, error));
    for (int32_t i = 0; i < count && rigid; ++i) GB_TRY(pin_end(m, tie, index, all[i].node, error));
    return link_own(m, tie->card, tie->id, tie->line, node, error);
  }
  if (m->shell[node] && !m->bound[node]) { // the first of several cards takes it along
    m->bound[node] = true;
    all[count++] = (gb_deck_end){.node = node, .weight = 1};
  }
  return count ? add_link(m, tie, index, gb_deck_merge_ends(all, count), all, error) : GB_OK;
}

/// Find the nodes of the grids of a tie. An MPC of a set that does not act may name others.
static int find_nodes(const making *m, gb_deck_tie *tie, gb_error *error) {
  gb_deck_end *end = &m->nastran->rigid->ends.entry[tie->first];
  if (tie->reference.id) tie->reference.node = node_of(m, tie->reference.id);
  for (int32_t k = 0; k < tie->count; ++k) {
    end[k].node = node_of(m, end[k].id);
    GB_DECK_FAIL_IF(tie->set &&
                        gb_nastran_factor_of_set(m->nastran, GB_NASTRAN_MPC, tie->set) != 0 &&
                        !gb_nastran_place_of(m->nastran, end[k].id),
                    GB_UNDEFINED_NUMBER, m->nastran->deck, tie->line, error,
                    "%s: grid %lld is not defined", tie->card, (long long)end[k].id);
  }
  return GB_OK;
}

/// Connect the grids of rigid links of all components.
static void connect(making *m) {
  const gb_deck_end *ends = m->nastran->rigid->ends.entry;
  for (int32_t n = 0; n < m->mesh->nodes; ++n) m->parent[n] = n;
  GB_EACH(tie, m->nastran->rigid->ties)
    for (int32_t k = 0; k < tie->count && gb_nastran_is_whole(tie); ++k)
      m->parent[root_of(m, ends[tie->first + k].node)] = root_of(m, tie->reference.node);
}

/// An RBE3 of grids that stand for bodies, go with one, or have no element, becomes equations, and
/// so does one of displacements whose reference grid has elements, because their rotations do not
/// follow.
static int find_means_of_bodies(making *m, gb_error *error) {
  const gb_deck_end *ends = m->nastran->rigid->ends.entry;
  bool *has;
  GB_TRY(GB_TAKE(m->nastran->deck->arena, has, (size_t)m->mesh->nodes, error));
  GB_EACH(tie, m->nastran->rigid->ties)
    if (!tie->general) has[root_of(m, tie->reference.node)] = true;
  GB_EACH(tie, m->nastran->rigid->ties) {
    if (tie->kind != GB_TIE_MEAN) continue;
    tie->general |= tie->reference.components != ALL && m->shell[tie->reference.node];
    for (int32_t k = 0; k < tie->count && !tie->general; ++k) {
      const int32_t node = ends[tie->first + k].node;
      tie->general = has[root_of(m, node)] || !m->shell[node];
    }
  }
  return GB_OK;
}

/// Make the body of the reference grid of a tie.
static int need_own_body(making *m, const gb_deck_tie *tie, gb_error *error) {
  gb_deck_body *body;
  return need_body(m, tie->reference.node, tie->card, tie->id, tie->line, &body, error);
}

/// Make bodies of the grids of a general tie that have no element, where their rotations count.
static int need_bodies(making *m, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &m->nastran->rigid->ends.entry[tie->first];
  gb_deck_body *body;
  for (int32_t i = 0; i < tie->count; ++i)
    if ((end[i].components >> 4 && !m->shell[end[i].node]) || find_body(m, end[i].node))
      GB_TRY(need_body(m, end[i].node, "GRID", end[i].id, tie->line, &body, error));
  const bool whole = tie->reference.components == ALL;
  if (tie->kind != GB_TIE_MEAN || !(tie->reference.components >> 4) ||
      (m->shell[tie->reference.node] && !whole))
    return GB_OK;
  GB_TRY(need_own_body(m, tie, error));
  return link_own(m, tie->card, tie->id, tie->line, tie->reference.node, error);
}

/// Compute the arm of a mass about its grid. @return whether the mass has an arm or inertia
static bool find_arm(const making *m, const gb_nastran_mass *mass, double arm[3]) {
  bool extended = false;
  for (int i = 0; i < 3; ++i) {
    const double from = mass->absolute ? m->mesh->position[node_of(m, mass->grid)][i] : 0;
    arm[i] = mass->offset[i] - from;
    extended = extended || arm[i] != 0;
  }
  for (int i = 0; i < 6; ++i) extended = extended || mass->inertia[i] != 0;
  return extended;
}

/// Whether a mass makes a body of a grid.
static bool has_extended(const making *m, int64_t grid) {
  double unused[3];
  GB_EACH(one, m->nastran->rigid->masses)
    if (one->grid == grid && find_arm(m, one, unused)) return true;
  return false;
}

/// Make bodies of grids between which springs act on rotations. Grids of bars have axes without a
/// body. Grids of shells alone get a body in statics and modes, and gb_nastran_make_ties ties its
/// rotation about the normal to the shells.
static int need_turning(making *m, const gb_nastran_spring *spring, gb_error *error) {
  for (int end = 0; end < 2; ++end) {
    gb_deck_body *body;
    if (!gb_nastran_spring_turns(spring, end)) continue;
    const int32_t node = node_of(m, spring->grid[end]);
    if (!spring->grid[end] || m->bar[node] || (m->shell[node] && !m->nastran->set->statics) ||
        has_extended(m, spring->grid[end]) ||
        gb_nastran_place_of(m->nastran, spring->grid[end])->scalar)
      continue;
    GB_TRY(need_body(m, node, "GRID", spring->grid[end], spring->line, &body, error));
    GB_TRY(link_own(m, "GRID", spring->grid[end], spring->line, node, error));
  }
  return GB_OK;
}

/// Mark the components of grids that acting MPCs, and RBE2s of some components, name, and grids
/// that other ties or springs have.
static void mark_named(const making *m, unsigned char named[], bool others[]) {
  GB_EACH(tie, m->nastran->rigid->ties) {
    const gb_deck_end *end = &m->nastran->rigid->ends.entry[tie->first];
    if (tie->set && gb_nastran_factor_of_set(m->nastran, GB_NASTRAN_MPC, tie->set) == 0) continue;
    if (tie->reference.id) others[tie->reference.node] = true;
    for (int32_t k = 0; k < tie->count; ++k) {
      const bool part = tie->kind == GB_TIE_RIGID && !tie->general && !gb_nastran_is_whole(tie);
      const unsigned of = tie->set ? end[k].components : part ? tie->reference.components : 0;
      named[end[k].node] |= (unsigned char)of;
      others[end[k].node] = others[end[k].node] || of == 0;
    }
  }
  GB_EACH(spring, m->nastran->springs->all)
    for (int end = 0; end < 2; ++end)
      if (spring->grid[end]) others[node_of(m, spring->grid[end])] = true;
}

/// Make bodies of grids without elements whose rotations MPCs, or RBE2s of some components, name. A
/// support holds the components that they do not name if nothing else has the grid, as AUTOSPC does
/// in Nastran.
static int need_named(making *m, gb_error *error) {
  unsigned char *named;
  bool *others;
  GB_TRY(GB_TAKE(m->nastran->deck->arena, named, (size_t)m->mesh->nodes, error));
  GB_TRY(GB_TAKE(m->nastran->deck->arena, others, (size_t)m->mesh->nodes, error));
  mark_named(m, named, others);
  for (int32_t n = 0; n < m->mesh->nodes; ++n) {
    gb_deck_body *body;
    if (!(named[n] >> 4) || m->shell[n] || find_body(m, n)) continue;
    const gb_nastran_place *place = gb_nastran_place_of(m->nastran, m->mesh->node_id[n]);
    GB_TRY(need_body(m, n, "GRID", place->id, place->line, &body, error));
    if (m->nastran->set->holds_loose && place->axes == 0 && !others[n])
      body->fixed |= ALL & ~(unsigned)named[n];
  }
  return GB_OK;
}

/// Make a grid without elements on which a moment acts stand for the body with which it moves,
/// because a node of a link has no rotation of its own.
static int need_turned(making *m, const gb_nastran_action *action, gb_error *error) {
  gb_deck_body *body;
  const int32_t node = node_of(m, action->target);
  if (action->kind != GB_ACT_MOMENT || m->shell[node] || !find_body(m, node)) return GB_OK;
  return need_body(m, node, action->card, action->target, action->line, &body, error);
}

/// Refuse a grid that depends on a rigid link and on an RBE3 too.
static int check_dependents(const making *m, gb_error *error) {
  const gb_deck_end *ends = m->nastran->rigid->ends.entry;
  int64_t *mean;
  GB_TRY(GB_TAKE(m->nastran->deck->arena, mean, (size_t)m->mesh->nodes, error));
  GB_EACH(tie, m->nastran->rigid->ties)
    if (tie->kind == GB_TIE_MEAN) mean[tie->reference.node] = tie->id;
  GB_EACH(tie, m->nastran->rigid->ties)
    for (int32_t k = 0; k < tie->count && !tie->general && tie->kind == GB_TIE_RIGID; ++k) {
      const gb_deck_end *end = &ends[tie->first + k];
      if (mean[end->node])
        return GB_REFUSE(
            m->nastran, tie, GB_WRONG_REFERENCE, error,
            "grid %lld depends on RBE3 %lld too; accepted: a grid that depends on one card",
            (long long)end->id, (long long)mean[end->node]);
    }
  return GB_OK;
}

/// Add the inertia of a mass at an arm, m [arm . arm I - arm arm^T], in the order xx yy zz xy xz
/// yz.
static void add_arm(double mass, const double arm[3], double inertia[6]) {
  const double square = arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2];
  for (int i = 0; i < 3; ++i) inertia[i] += mass * (square - arm[i] * arm[i]);
  inertia[3] -= mass * arm[0] * arm[1];
  inertia[4] -= mass * arm[0] * arm[2];
  inertia[5] -= mass * arm[1] * arm[2];
}

/// Find the first grid that stands for the same body. The masses of the body are summed about it.
static gb_deck_body *first_of(const making *m, const gb_deck_body *body) {
  gb_deck_body *first = m->nastran->deck->made.bodies.entry;
  while (first->body != body->body) ++first;
  return first;
}

/// Make a body of the grid of a mass with an offset or inertia, and link the elements of the grid.
static int need_carrier(making *m, const gb_nastran_mass *mass, gb_error *error) {
  const int32_t node = node_of(m, mass->grid);
  double unused[3];
  gb_deck_body *body;
  if (find_body(m, node) || !find_arm(m, mass, unused)) return GB_OK;
  GB_TRY(need_body(m, node, mass->card, mass->id, mass->line, &body, error));
  return link_own(m, mass->card, mass->id, mass->line, node, error);
}

/// Add a mass to the body of its grid. On a grid without a body it is an action, so that all bodies
/// must be made before.
static int add_mass(making *m, const gb_nastran_mass *mass, gb_error *error) {
  const int32_t node = node_of(m, mass->grid);
  double arm[3];
  gb_deck_body *body = find_body(m, node);
  find_arm(m, mass, arm);
  if (!body) {
    const gb_nastran_action action = {GB_ACT_MASS, mass->line, mass->card,   -1,
                                      mass->grid,  mass->grid, {mass->mass}, 0};
    return GB_KEEP(m->nastran, actions, action, error);
  }
  body = first_of(m, body);
  for (int i = 0; i < 3; ++i)
    arm[i] += m->mesh->position[node][i] - m->mesh->position[body->node][i];
  body->mass += mass->mass;
  for (int i = 0; i < 3; ++i) body->moment[i] += mass->mass * arm[i];
  for (int i = 0; i < 6; ++i) body->inertia[i] += mass->inertia[i];
  add_arm(mass->mass, arm, body->inertia);
  return GB_OK;
}

/// Compute the mass center of a body and its inertia about it from the sums of its masses.
static void close_body(const gb_deck_body *found, gb_body *body) {
  double arm[3] = {0}, largest = 0;
  memcpy(body->inertia, found->inertia, sizeof body->inertia);
  if (found->mass == 0) return; // inertia without mass has no center
  for (int i = 0; i < 3; ++i) {
    arm[i] = found->moment[i] / found->mass;
    body->at[i] += arm[i];
    largest = found->inertia[i] > largest ? found->inertia[i] : largest;
  }
  body->mass = found->mass;
  add_arm(-found->mass, arm, body->inertia);
  for (int i = 0; i < 6; ++i) // round-off of the arms by cancellation
    if (body->inertia[i] < 1e-13 * largest && body->inertia[i] > -1e-13 * largest)
      body->inertia[i] = 0;
}

/// Find what has the rotations of the nodes, and the axes about which shells resist them: those in
/// the plane of a shell, and all of a node at which shells meet at an angle.
static int find_turns(const making *m, gb_nastran_twist all[], gb_error *error) {
  const gb_mesh *mesh = m->mesh;
  gb_nastran_normal *normal;
  bool *turning;
  GB_TRY(gb_nastran_find_turning(m->nastran, &turning, error));
  GB_TRY(gb_nastran_find_normals(m->nastran, &normal, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; mesh->shape[e] == GB_LINE3 && k < mesh->start[e + 1]; ++k)
      all[mesh->node[k]].framed = true;
  for (int32_t i = 0; i < mesh->nodes; ++i) {
    const double *n = normal[i].mean;
    for (int k = 0; k < 9 && gb_length(n) > 0; ++k)
      all[i].resisted[k / 3][k % 3] = (k % 4 == 0) - !normal[i].folded * n[k / 3] * n[k % 3];
    all[i].framed = all[i].framed || find_body(m, i);
    all[i].felt = turning[i] || all[i].framed;
  }
  return GB_OK;
}

/// Make bodies of grids of rods or shells that torsion of rods turns. A support holds each rotation
/// of such a body that nothing resists, as AUTOSPC does in Nastran.
static int twist(making *m, gb_error *error) {
  gb_nastran_twist *all;
  GB_TRY(GB_TAKE(m->nastran->deck->arena, all, (size_t)m->mesh->nodes, error));
  GB_TRY(find_turns(m, all, error));
  GB_TRY(gb_nastran_twist_rods(m->nastran, all, error));
  for (int32_t n = 0; n < m->mesh->nodes; ++n) {
    if (!all[n].needed) continue;
    const gb_nastran_place *place = gb_nastran_place_of(m->nastran, m->mesh->node_id[n]);
    const unsigned fixed = gb_nastran_fixed(m->nastran, place->id) >> 3;
    gb_deck_body *body;
    GB_TRY(need_body(m, n, "GRID", place->id, place->line, &body, error));
    GB_TRY(link_own(m, "GRID", place->id, place->line, n, error));
    for (int i = 0; i < 3; ++i) body->inertia[i] += all[n].inertia;
    if (m->nastran->set->holds_loose && (place->axes == 0 || fixed == 0))
      body->fixed |= gb_nastran_find_loose((const double(*)[3])all[n].resisted, fixed) << 3;
  }
  return GB_OK;
}

static int make(making *m, gb_error *error) {
  for (int32_t e = 0; e < m->mesh->elements; ++e)
    for (int32_t k = m->mesh->start[e]; k < m->mesh->start[e + 1]; ++k) {
      m->shell[m->mesh->node[k]] = true;
      if (gb_shape_dimension((gb_shape)m->mesh->shape[e]) == 1) m->bar[m->mesh->node[k]] = true;
    }
  GB_EACH(tie, m->nastran->rigid->ties) GB_TRY(find_nodes(m, tie, error));
  connect(m);
  GB_TRY(find_means_of_bodies(m, error));
  GB_TRY(check_dependents(m, error));
  GB_EACH(tie, m->nastran->rigid->ties)
    if (!tie->general) GB_TRY(need_own_body(m, tie, error));
  GB_EACH(tie, m->nastran->rigid->ties)
    if (tie->kind != GB_TIE_EQUATION)
      GB_TRY(tie->general ? need_bodies(m, tie, error) : tie_ends(m, tie, error));
  GB_EACH(spring, m->nastran->springs->all) GB_TRY(need_turning(m, spring, error));
  GB_TRY(need_named(m, error));
  GB_EACH(action, m->nastran->actions) GB_TRY(need_turned(m, action, error));
  GB_EACH(mass, m->nastran->rigid->masses) GB_TRY(need_carrier(m, mass, error));
  GB_TRY(twist(m, error));
  GB_EACH(mass, m->nastran->rigid->masses) GB_TRY(add_mass(m, mass, error));
  GB_EACH(body, m->nastran->deck->made.bodies)
    if (first_of(m, body) == body) close_body(body, &m->problem->bodies.entry[body->body]);
  return GB_OK;
}

int gb_nastran_make_bodies(gb_nastran *nastran, gb_error *error) {
  gb_mesh *mesh = nastran->deck->mesh;
  making m = {.nastran = nastran, .mesh = mesh, .problem = nastran->deck->problem};
  GB_TRY(GB_TAKE(nastran->deck->arena, m.shell, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, m.bar, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, m.bound, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, m.parent, (size_t)mesh->nodes, error));
  return make(&m, error);
}

/// Fix components of a body by equations, because no joint has them.
static int hold_body(gb_nastran *nastran, const gb_deck_body *body, gb_error *error) {
  const gb_nastran_action support = {.kind = GB_ACT_SUPPORT, .line = body->line, .card = "SPC"};
  for (int c = 1; c <= 6; ++c) {
    const gb_nastran_given held = {
        .action = &support, .node = body->node, .component = c, .pulse = -1};
    if (body->fixed >> c & 1) GB_TRY(gb_nastran_give(nastran, &held, error));
  }
  return GB_OK;
}

static int fix_body(gb_nastran *nastran, const gb_deck_body *body, gb_error *error) {
  bool done;
  GB_TRY(gb_deck_fix_body(nastran->deck, body, body->fixed,
                          nastran->deck->problem->bodies.entry[body->body].where, "SPC of grid",
                          &done, error));
  return done ? GB_OK : hold_body(nastran, body, error);
}

int gb_nastran_fix_bodies(gb_nastran *nastran, gb_error *error) {
  GB_EACH(body, nastran->deck->made.bodies)
    if (body->fixed) GB_TRY(fix_body(nastran, body, error));
  return GB_OK;
}

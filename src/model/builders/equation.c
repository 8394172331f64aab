/// Linear equations: each has a node with a multiplier, whose vectors are tied to the nodes of its
/// terms. Source: docs/theory.md, the section on equations.
#include "model/builders/builder.h"

#include "elements/multibody/equation.h"
#include "model/constraints/equation_rows.h"
#include "problem/controls.h"

#include <math.h>

static bool is_placed(const gb_equation_term *term) {
  return term->body && !isnan(term->at[0]);
}

/// An equation while its terms are collected: the tie of each of its vectors.
typedef struct making {
  const gb_topology *t;
  gb_tie_term *term[3]; ///< [VECTORS * terms]
  int count[3];
  double scale; ///< factor of all weights, which makes the largest weight 1
} making;

enum { VECTORS = 4 }; ///< number of vectors of a node: its displacement and three directors

static void add_weight(making *m, int axis, int32_t node, unsigned field, double weight) {
  if (weight == 0) return;
  m->term[axis][m->count[axis]++] = (gb_tie_term){node, field, weight};
}

static int refuse_term(const making *m, const gb_equation_term *term, int32_t node,
                       const char *what, const char *accepted, gb_error *error) {
  char words[200];
  gb_origin_words(m->t->origins, m->t->id[node], sizeof words, words);
  return gb_fail(error, GB_WRONG_GROUP, "%s: %s %s; accepted: %s", term->where, words, what,
                 accepted);
}

static int add_rotation(making *m, const gb_equation_term *term, int32_t node, gb_error *error) {
  const double *about = term->coefficient + 3;
  double weight[3][3];
  if (about[0] == 0 && about[1] == 0 && about[2] == 0) return GB_OK;
  if (!(m->t->fields[node] & GB_DIRECTORS))
    return refuse_term(m, term, node, "has no rotation", "ux, uy, uz of it", error);
  if (!gb_equation_rotation(m->t, node, about, weight))
    return refuse_term(m, term, node,
                       "has no rotation about its director, the normal of its shells",
                       "rotations about axes square to that", error);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) add_weight(m, i, node, (unsigned)GB_DIRECTOR_1 << k, weight[k][i]);
  return GB_OK;
}

/// Add a term of a body: rotations refer to the body's node, displacements to the given point.
static int add_body(making *m, const gb_equation_term *term, gb_error *error) {
  int body;
  GB_TRY(gb_need_body(m->t->from, term->where, term->body, &body, error));
  const int32_t node = gb_topology_body(m->t, body);
  const int32_t place = is_placed(term) ? gb_topology_find_position(m->t, term->at) : node;
  for (int i = 0; i < 3; i++) add_weight(m, i, place, GB_POSITION, term->coefficient[i]);
  return add_rotation(m, term, node, error);
}

static int add_node(making *m, const gb_equation_term *term, int32_t node, gb_error *error) {
  if (!m->t->fields[node])
    return refuse_term(m, term, node, "belongs to no shell, beam or link", "nodes that do", error);
  for (int i = 0; i < 3; i++) add_weight(m, i, node, GB_POSITION, term->coefficient[i]);
  return add_rotation(m, term, node, error);
}

/// Find the mesh node of a term; k: index in its group if the group has several nodes.
static int find_node(const gb_definition *from, const gb_equation_term *term, int32_t k,
                     int32_t *node, gb_error *error) {
  const gb_group *group;
  if (term->group) {
    GB_TRY(gb_find_group(from, term->where, term->group, -1, &group, error));
    *node = group->node[group->nodes > 1 ? k : 0];
    return GB_OK;
  }
  return gb_find_node(from, term->where, term->node_id, node, error);
}

static int add_term(making *m, const gb_equation_term *term, int32_t k, gb_error *error) {
  int32_t node;
  int mass;
  if (term->body) return add_body(m, term, error);
  if (term->mass) {
    GB_TRY(gb_need_free_node(m->t->from, term->where, term->mass, &mass, error));
    node = gb_topology_find(m->t, m->t->from->problem->masses.entry[mass].at);
    return add_node(m, term, node, error);
  }
  GB_TRY(find_node(m->t->from, term, k, &node, error));
  return add_node(m, term, node, error);
}

/// Count the equations of an entry: one, or one for each node of the group of several nodes in a
/// term.
static int count_equations(const gb_definition *from, const gb_equation *e, int32_t *count,
                           gb_error *error) {
  const gb_equation_term *several = NULL;
  *count = 1;
  for (int k = 0; k < e->terms.count; k++) {
    const gb_equation_term *term = &e->terms.entry[k];
    const gb_group *group;
    if (!term->group) continue;
    GB_TRY(gb_find_group(from, term->where, term->group, -1, &group, error));
    if (group->nodes == 1) continue;
    if (several)
      return gb_fail(error, GB_WRONG_GROUP,
                     "%s: group '%s' has %d nodes, and group '%s' of another term (%s) also has "
                     "several; accepted: one term with a group of several nodes",
                     term->where, term->group, (int)group->nodes, several->group, several->where);
    several = term;
    *count = group->nodes;
  }
  return GB_OK;
}

/// Compute the weights of the k-th equation of an entry.
static int gather(const gb_topology *t, const gb_equation *e, int32_t k, making *m,
                  gb_error *error) {
  double largest = 0;
  *m = (making){.t = t};
  for (int i = 0; i < 3; i++)
    GB_TRY(GB_TAKE(t->from->arena, m->term[i], VECTORS * (size_t)e->terms.count, error));
  for (int i = 0; i < e->terms.count; i++) GB_TRY(add_term(m, &e->terms.entry[i], k, error));
  for (int i = 0; i < 3; i++)
    for (int n = 0; n < m->count[i]; n++) largest = fmax(largest, fabs(m->term[i][n].weight));
  m->scale = 1 / largest;
  for (int i = 0; i < 3; i++)
    for (int n = 0; n < m->count[i]; n++) m->term[i][n].weight *= m->scale;
  return GB_OK;
}

/// Add the equation's node. Its position is tied to the node of one of the terms, whose rank it
/// gets.
static int add(gb_topology *t, int entry, int32_t k, gb_error *error) {
  const gb_equation *e = &t->from->problem->equations.entry[entry];
  int32_t node;
  making m;
  int axis = 0;
  GB_TRY(gather(t, e, k, &m, error));
  const double scale[3] = {m.scale};
  const gb_new_node new = {.fields = GB_FRAME | GB_MULTIPLIERS,
                           .rows = 1,
                           .position = scale,
                           .origin = {"equation", e->name, entry + 1},
                           .hidden = true};
  GB_TRY(gb_topology_add(t, &new, &node, error));
  while (m.count[axis] == 0) axis++;
  const gb_tie_term any = {m.term[axis][0].node, GB_POSITION, 1};
  GB_TRY(gb_topology_tie_equation(t, node, GB_POSITION, 1, &any, error));
  for (int i = 0; i < 3; i++)
    GB_TRY(gb_topology_tie_equation(t, node, (unsigned)GB_DIRECTOR_1 << i, m.count[i], m.term[i],
                                    error));
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->equations.count; i++) {
    const gb_equation *e = &t->from->problem->equations.entry[i];
    int32_t count;
    for (int k = 0; k < e->terms.count; k++) {
      int body;
      const gb_equation_term *term = &e->terms.entry[k];
      if (!is_placed(term)) continue;
      GB_TRY(gb_need_body(t->from, term->where, term->body, &body, error));
      GB_TRY(gb_topology_attach(t, body, term->at, error));
    }
    GB_TRY(count_equations(t->from, e, &count, error));
    for (int32_t k = 0; k < count; k++) GB_TRY(add(t, i, k, error));
  }
  return GB_OK;
}

/// Add an equation's element. An equation with a time-dependent value has its own block; all others
/// share one.
static int add_block(gb_draft *draft, int32_t node, int *shared, int32_t capacity,
                     gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const gb_equation *e = &problem->equations.entry[gb_equation_entry(draft->t, node)];
  const bool varies = e->value && !gb_expression_is_constant(e->value);
  gb_block *block = varies || *shared < 0 ? NULL : &draft->blocks->block[*shared];
  const double scale = gb_equation_scale(draft->t, node);
  if (!block) {
    GB_TRY(gb_draft_block(draft, GB_ELEMENT_EQUATION, 1, varies ? 1 : capacity, &block, error));
    if (!varies) GB_TRY(gb_draft_make_own(block, capacity, error));
    if (!varies) *shared = draft->blocks->count - 1;
  }
  block->node[block->elements] = node;
  if (varies) {
    block->joint->drive[0] = e->value;
    block->parameter[GB_EQUATION_SCALE] = scale;
  } else {
    double *own = gb_draft_own(block);
    own[GB_EQUATION_VALUE] = e->value ? gb_problem_value(problem, e->value, 0) : 0;
    own[GB_EQUATION_SCALE] = scale;
  }
  block->elements++;
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_topology *t = draft->t;
  int32_t capacity = 0;
  int shared = -1; // index of the block; its address changes when blocks are added
  for (int32_t n = t->from->mesh->nodes; n < t->nodes; n++)
    capacity += gb_topology_is_equation(t, n) && gb_draft_has(draft, n);
  for (int32_t n = t->from->mesh->nodes; n < t->nodes; n++)
    if (gb_topology_is_equation(t, n) && gb_draft_has(draft, n))
      GB_TRY(add_block(draft, n, &shared, capacity, error));
  return GB_OK;
}

const gb_builder gb_builder_equation = {.ties = ties, .blocks = blocks};

/// Rigid bodies of an .inp deck: *RIGID BODY, *COUPLING with *KINEMATIC or *DISTRIBUTING, and *MPC
/// of BEAM and PIN make bodies at nodes; *MASS and *ROTARY INERTIA give them masses.
#include "abaqus/entries/body.h"
#include "base/order.h"
#include "deck/joint.h"
#include "deck/ties.h"

#include <math.h>
#include <string.h>

enum { ALL = GB_ALL_COMPONENTS };

/// Find the body `NODE 12` at a node, or make it for the first keyword that needs it.
static int need_body(gb_inp *inp, int32_t node, int32_t line, const char *keyword,
                     const gb_deck_body **out, gb_error *error) {
  gb_deck_body *body = gb_deck_body_at(inp->deck, node);
  const char *name;
  *out = body;
  if (body) return GB_OK;
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "NODE %lld",
                       (long long)inp->mesh->node_id[node]));
  GB_TRY(gb_deck_name_node(inp->deck, node, name, error));
  GB_TRY(gb_deck_add_body(inp->deck, node, name, line, keyword, &body, error));
  *out = body;
  return GB_OK;
}

/// The nodes that are tied to a body.
typedef struct tie {
  gb_deck_tie is;
  const gb_inp_call *call;
  const int32_t *member;
  const double *weight; ///< of members whose mean the body follows; NULL: they follow the body
} tie;

static tie begin_tie(const gb_inp_call *call, int32_t line, int32_t node) {
  return (tie){.is = {.card = call->is.word, .line = line, .reference = {node, .components = ALL}},
               .call = call};
}

static int add_link(gb_inp *inp, const tie *t, const gb_deck_body *body, int32_t count,
                    const gb_deck_end end[], gb_error *error) {
  const char *name;
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "%s %d", t->call->block->name,
                       inp->problem->links.count + 1));
  for (int32_t i = 0; i < count; ++i) inp->elements->taken[end[i].node] = true;
  return gb_deck_add_link(inp->deck, &t->is, name, body->body, count, end, error);
}

/// Add a joint between the body and each member, which leaves free what does not go with the body.
static int pin(gb_inp *inp, const tie *t, const gb_deck_body *body, gb_error *error) {
  const unsigned held = t->is.reference.components;
  for (int32_t i = 0; i < t->is.count; ++i) {
    const long long id = (long long)inp->mesh->node_id[t->member[i]];
    gb_joint_entry joint = {.between = {inp->problem->bodies.entry[body->body].name}};
    const char *name;
    bool done;
    GB_TRY(gb_deck_where(inp->deck, t->is.line, t->is.card, &joint.where, error));
    GB_TRY(gb_arena_text(inp->problem->arena, &joint.name, error, "%s: node %lld, %d",
                         t->call->block->name, id, inp->problem->joints.count + 1));
    GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "node %lld", id));
    GB_TRY(gb_deck_name_node(inp->deck, t->member[i], name, error));
    GB_TRY(gb_arena_text(inp->problem->arena, &joint.between[1], error, "group:%s", name));
    GB_TRY(gb_deck_add_joint(inp->deck, &joint, ALL & ~held, t->member[i], &done, error));
    GB_REFUSE_IF(!done, &t->call->is, error,
                 "no joint ties the components %s alone; accepted: 1 to 6, 1 to 3, ...",
                 gb_deck_digits_of(held).text);
  }
  return GB_OK;
}

/// Whether an element of the mesh has a node.
static bool has_element(const gb_inp *inp, int32_t node) {
  for (int32_t k = 0; k < inp->mesh->start[inp->mesh->elements]; ++k)
    if (inp->mesh->node[k] == node) return true;
  return false;
}

/// Find the body whose rigid link has a node. @return NULL: there is none
static const char *linked_body(const gb_inp *inp, int32_t node) {
  GB_EACH(link, inp->problem->links) {
    const gb_group *group = gb_mesh_group(inp->mesh, link->group, 0);
    for (int32_t k = 0; k < group->nodes && link->type == GB_LINK_RIGID; ++k)
      if (group->node[k] == node) return link->body;
  }
  return NULL;
}

/// Let the elements at the own node of a body that follows a mean go with the body.
static int link_own(gb_inp *inp, const tie *t, const gb_deck_body *body, gb_error *error) {
  const int32_t node = t->is.reference.node;
  const gb_deck_end end = {node, .weight = 1};
  tie rigid = begin_tie(t->call, t->is.line, node);
  rigid.is.kind = GB_TIE_RIGID;
  if (!has_element(inp, node) || linked_body(inp, node)) return GB_OK;
  return add_link(inp, &rigid, body, 1, &end, error);
}

/// Make a body and its ties. The elements at its own node go along.
static int make_tie(gb_inp *inp, tie *t, gb_error *error) {
  const int32_t node = t->is.reference.node;
  const bool whole = t->is.reference.components == ALL, own = !t->weight && has_element(inp, node);
  const gb_deck_body *body;
  gb_deck_end *end;
  int32_t count = 0;
  if (!t->weight) { // *TIE may have replaced several nodes of a set by one
    int32_t *once;
    GB_TRY(GB_TAKE(inp->arena, once, (size_t)t->is.count, error));
    for (int32_t i = 0; i < t->is.count; ++i) once[i] = t->member[i];
    t->member = once;
    t->is.count = gb_inp_each_once(once, t->is.count);
  }
  GB_TRY(need_body(inp, node, t->is.line, t->is.card, &body, error));
  GB_TRY(GB_TAKE(inp->arena, end, (size_t)t->is.count + 1, error));
  t->is.kind = t->weight ? GB_TIE_MEAN : GB_TIE_RIGID;
  for (int32_t i = 0; i < t->is.count && whole; ++i)
    if (t->weight || t->member[i] != node)
      end[count++] = (gb_deck_end){t->member[i], .weight = t->weight ? t->weight[i] : 1};
  if (!whole) GB_TRY(pin(inp, t, body, error));
  if (own) end[count++] = (gb_deck_end){node, .weight = 1};
  gb_deck_sort(end, count, sizeof *end, gb_deck_compare_indices);
  if (count) GB_TRY(add_link(inp, t, body, count, end, error));
  return t->weight ? link_own(inp, t, body, error) : GB_OK;
}

int32_t gb_inp_carrier_of(const gb_inp *inp, int32_t node) {
  const char *name = linked_body(inp, node);
  GB_EACH(body, inp->deck->made.bodies)
    if (body->node == node || inp->problem->bodies.entry[body->body].name == name)
      return body->node;
  return -1;
}

int gb_inp_end_of(gb_inp *inp, const gb_inp_call *call, int32_t node, bool point, const char **name,
                  gb_error *error) {
  tie t = begin_tie(call, call->block->line, node);
  *name = gb_deck_body_name(inp->deck, node);
  if (!*name) *name = linked_body(inp, node);
  if (*name) return GB_OK;
  if (point) return gb_inp_name_end(inp, node, name, error);
  GB_TRY(make_tie(inp, &t, error));
  *name = gb_deck_body_name(inp->deck, node);
  return GB_OK;
}

/// Read *KINEMATIC COUPLING: each line has a node or a set of nodes, the first and the last
/// component.
int gb_inp_kinematic(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int32_t node;
  GB_TRY(gb_inp_need_node(inp, call, "REF NODE", &node, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    tie t = begin_tie(call, data.is.line, node);
    gb_inp_members members;
    GB_TRY(gb_inp_find_members(&data, 0, false, &members, error));
    if (!gb_field_is_blank(&data.is, 1) || !gb_field_is_blank(&data.is, 2))
      GB_TRY(gb_inp_read_range(&data.is, 1, &t.is.reference.components, error));
    GB_TRY(gb_expect_end(&data.is, 3, error));
    t.member = members.entry;
    t.is.count = members.count;
    GB_TRY(make_tie(inp, &t, error));
  }
  return GB_OK;
}

int gb_inp_check_chains(const gb_inp *inp, gb_error *error) {
  GB_EACH(link, inp->problem->links) {
    const gb_group *group = gb_mesh_group(inp->mesh, link->group, 0);
    for (int32_t k = 0; k < group->nodes; ++k) {
      const gb_deck_body *body = gb_deck_body_at(inp->deck, group->node[k]);
      if (!body || inp->problem->bodies.entry[body->body].name == link->body) continue;
      return gb_fail(error, GB_WRONG_REFERENCE,
                     "%s: node %lld stands for the body of %s; a node may depend on one keyword "
                     "and carry none",
                     link->where, gb_inp_number(inp, inp->mesh->node_id[body->node]), body->word);
    }
  }
  return GB_OK;
}

/// Read ROT NODE of CalculiX, a node without elements or other keywords.
static int read_rotation(gb_inp *inp, const gb_inp_call *call, int32_t body_node, gb_error *error) {
  gb_inp_rotation rotation = {.body_node = body_node};
  if (!gb_inp_has(inp, call, "ROT NODE")) return GB_OK;
  GB_TRY(gb_inp_need_node(inp, call, "ROT NODE", &rotation.node, error));
  GB_REFUSE_IF(rotation.node == body_node || inp->elements->taken[rotation.node] ||
                   gb_deck_body_at(inp->deck, rotation.node) ||
                   gb_inp_rotated_by(inp, rotation.node) >= 0,
               &call->is, error,
               "ROT NODE %lld has elements, or is of another keyword; accepted: a node alone",
               gb_inp_number(inp, inp->mesh->node_id[rotation.node]));
  return GB_KEEP(inp, bodies->rotations, rotation, error);
}

int gb_inp_rigid_body(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const keys[] = {"ELSET", "TIE NSET", "NSET", "PIN NSET"};
  int found = 0;
  tie t = begin_tie(call, call->block->line, 0);
  int32_t *node = &t.is.reference.node;
  GB_TRY(gb_inp_accept(inp, call, "POSITION", "INPUT", error));
  const bool referred = gb_inp_has(inp, call, "REF NODE");
  GB_REFUSE_IF(!referred && !gb_inp_has(inp, call, "NSET") && !gb_inp_has(inp, call, "ELSET"),
               &call->is, error, "REF NODE= is missing");
  if (referred) GB_TRY(gb_inp_need_node(inp, call, "REF NODE", node, error));
  GB_TRY(read_rotation(inp, call, *node, error));
  for (int i = 0; i < 4; ++i) {
    const gb_inp_set *set;
    const gb_group *group;
    if (!gb_inp_has(inp, call, keys[i])) continue;
    GB_TRY(gb_inp_need_set(inp, call, keys[i], i == 0, &set, error));
    t.is.reference.components = i < 2 ? ALL : 0x0e; // NSET of CalculiX ties displacements alone
    t.member = set->members.entry;
    t.is.count = set->members.count;
    if (!referred && i > 0) { // the node that CalculiX makes is not the deck's: any will do
      *node = set->members.entry[0];
      t.is.reference.components = ALL;
    }
    for (int d = 3; i == 0 && d > 0; --d) {
      group = gb_mesh_group(inp->mesh, set->name, d);
      if (!group || strcmp(group->name, set->name) || group->dimension != d) continue;
      t.member = group->node;
      t.is.count = group->nodes;
      if (!referred) *node = *t.member;
      GB_TRY(make_tie(inp, &t, error));
    }
    if (i > 0) GB_TRY(make_tie(inp, &t, error));
    ++found;
  }
  gb_inp_data data = gb_inp_begin(inp, call);
  if (found) return gb_inp_end(&data, error);
  return gb_record_fail(&call->is, error, "accepted: with ELSET=, TIE NSET= or PIN NSET=");
}

int gb_inp_coupling(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_deck_text name;
  gb_inp_data data = gb_inp_begin(inp, call);
  inp->bodies->coupling = NULL;
  GB_TRY(gb_inp_need(inp, call, "SURFACE", &name, error));
  GB_TRY(gb_inp_need(inp, call, "REF NODE", &name, error));
  GB_TRY(gb_inp_end(&data, error));
  inp->bodies->coupling = call;
  return GB_OK;
}

/// Set the nodes of a surface, ascending, as members of a tie, with their shares of its area as
/// weights; nodes of a surface of nodes have equal weights.
static int find_nodes(gb_inp *inp, const gb_inp_surface *surface, tie *t, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  double *all;
  int32_t *node;
  GB_TRY(GB_TAKE(inp->arena, all, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(inp->arena, node, (size_t)mesh->nodes, error));
  t->member = node;
  t->weight = all;
  for (int i = 0; i < surface->members.count; ++i) {
    gb_inp_facet facet;
    gb_inp_find_facet(inp, surface, i, &facet);
    for (int a = 0; a < facet.nodes; ++a)
      all[facet.node[a]] =
          surface->nodes ? 1 : all[facet.node[a]] + gb_inp_facet_share(inp, &facet, a);
  }
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    if (all[n] == 0) continue;
    all[t->is.count] = all[n];
    node[t->is.count++] = n;
  }
  return GB_OK;
}

/// Read components, the first and the last in each line; without lines they are all.
static int read_components(const gb_inp *inp, const gb_inp_call *call, unsigned *held,
                           gb_error *error) {
  *held = 0;
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    unsigned components;
    GB_TRY(gb_inp_read_range(&data.is, 0, &components, error));
    GB_TRY(gb_expect_end(&data.is, 2, error));
    *held |= components;
  }
  if (!*held) *held = ALL;
  return GB_OK;
}

int gb_inp_coupling_kind(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_call *of = inp->bodies->coupling;
  const bool mean = strcmp(call->block->name, "KINEMATIC") != 0;
  tie t = begin_tie(call, call->block->line, 0);
  unsigned *held = &t.is.reference.components;
  GB_REFUSE_AS_IF(!of, GB_BAD_MESH_FILE, &call->is, error, "stands behind no *COUPLING");
  inp->bodies->coupling = NULL;
  GB_TRY(gb_inp_accept(inp, call, "WEIGHTING METHOD", "UNIFORM", error));
  GB_TRY(gb_inp_need_node(inp, of, "REF NODE", &t.is.reference.node, error));
  const gb_deck_text name = gb_inp_value(inp, of, "SURFACE");
  const gb_inp_surface *surface = gb_inp_surface_of(inp, of->scope, name);
  GB_REFUSE_AS_IF(!surface || !surface->members.count, GB_UNDEFINED_NUMBER, &of->is, error,
                  "SURFACE=%.*s is %s", GB_SHOWN(name), surface ? "empty" : "not defined");
  GB_TRY(read_components(inp, call, held, error));
  GB_TRY(find_nodes(inp, surface, &t, error));
  GB_REFUSE_IF(mean && *held != ALL, &call->is, error,
               "components %s; accepted: 1 to 6, or none, the body follows the mean in all",
               gb_deck_digits_of(*held).text);
  if (!mean) t.weight = NULL;
  return make_tie(inp, &t, error);
}

int gb_inp_read_mpc(const gb_inp_data *data, bool apart, gb_inp_members *ends, int32_t *node,
                    gb_error *error) {
  const gb_mesh *mesh = data->inp->mesh;
  gb_inp_members master;
  GB_TRY(gb_inp_find_members(data, 1, false, ends, error));
  GB_TRY(gb_inp_find_members(data, 2, false, &master, error));
  GB_TRY(gb_expect_end(&data->is, 3, error));
  GB_REFUSE_IF(master.count != 1, &data->is, error, "the second is no single node");
  *node = *master.entry;
  const double *x = mesh->position[*node];
  for (int32_t i = 0; i < ends->count; ++i) {
    const double *y = mesh->position[ends->entry[i]];
    double size = 0, distance = 0;
    for (int k = 0; k < 3; ++k) {
      distance = fmax(distance, fabs(x[k] - y[k]));
      size = fmax(size, fmax(fabs(x[k]), fabs(y[k])));
    }
    GB_REFUSE_AS_IF(ends->entry[i] == *node, GB_NO_LENGTH, &data->is, error, "both are node %lld",
                    gb_inp_number(data->inp, mesh->node_id[*node]));
    GB_REFUSE_AS_IF(!apart && distance > 1e-9 * size, GB_NO_LENGTH, &data->is, error,
                    "the nodes lie apart; accepted: at one place, or BEAM");
  }
  return GB_OK;
}

/// Read a line of *MPC. BEAM, a, b ties the node a, or the nodes of the set a, to the body at the
/// node b. PIN ties the displacements of nodes at one position. gb_inp_mpc_tie reads TIE earlier,
/// because nodes become one by it.
static int read_mpc(gb_inp *inp, const gb_inp_data *data, gb_error *error) {
  tie t = begin_tie(data->call, data->is.line, 0);
  gb_inp_members ends;
  const gb_deck_text type = gb_field(&data->is, 0);
  const bool beam = gb_inp_same(type, "BEAM"), pinned = gb_inp_same(type, "PIN");
  if (gb_inp_same(type, "TIE")) return GB_OK;
  GB_REFUSE_IF(!beam && !pinned, &data->is, error,
               "'%.*s' is not read; accepted: BEAM, and TIE and PIN of nodes at one place",
               GB_SHOWN(type));
  gb_dialect dialect = GB_DIALECT_ABAQUS;
  if (beam)
    GB_TRY(gb_inp_need_dialect(data, "a rigid beam", "a distance that stays", &dialect, error));
  GB_REFUSE_IF(dialect == GB_DIALECT_CALCULIX, &data->is, error,
               "BEAM of CalculiX keeps the distance of two nodes; accepted: a joint of type "
               "distance of the case file");
  GB_TRY(gb_inp_read_mpc(data, beam, &ends, &t.is.reference.node, error));
  t.member = ends.entry;
  t.is.count = ends.count;
  if (pinned) t.is.reference.components = 0x0e;
  return make_tie(inp, &t, error);
}

int gb_inp_mpc(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_mpc(inp, &data, error));
  return GB_OK;
}

static int32_t node_of(const gb_inp *inp, const gb_inp_point *point, int end) {
  return gb_lower_index(inp->mesh->node_id, inp->mesh->nodes, point->node[end]);
}

int gb_inp_rotary_inertia(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_set *set;
  gb_inp_point *point;
  double inertia[3] = {0};
  int from = 0;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  GB_TRY(gb_inp_need_line(&data, "I11, I22, I33", error));
  GB_TRY(GB_READ(&data.is, error, {0, "I11|I22|I33", .real_or = inertia},
                 {3, "I12|I13|I23", .only = "use `bodies` of the case file"}, {6, .end = true}));
  GB_TRY(gb_inp_end(&data, error));
  GB_REFUSE_IF(gb_inp_is_turned(inp, call) &&
                   (inertia[0] != inertia[1] || inertia[1] != inertia[2]),
               &call->is, error,
               "in an instance that is turned; accepted: I11 = I22 = I33, or in *ASSEMBLY");
  for (;;) {
    const gb_deck_body *body;
    GB_TRY(gb_inp_next_point(inp, call, set, 1u << GB_INP_ROTARY, &from, &point, error));
    if (!point) return GB_OK;
    tie t = begin_tie(call, call->block->line, node_of(inp, point, 0));
    const int32_t node = t.is.reference.node;
    GB_TRY(gb_deck_body_at(inp->deck, node) ? GB_OK : make_tie(inp, &t, error));
    GB_TRY(need_body(inp, node, t.is.line, call->is.word, &body, error));
    for (int i = 0; i < 3; ++i) inp->problem->bodies.entry[body->body].inertia[i] += inertia[i];
  }
}

/// Add a mass at nodes of elements to the problem.
static int add_masses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set, double mass,
                      const int32_t node[], int count, gb_error *error) {
  gb_point_mass *entry;
  const char *name;
  if (!count) return GB_OK;
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "MASS: %s, %d", set->name,
                       inp->problem->masses.count + 1));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, masses, &entry, error));
  *entry = (gb_point_mass){.group = name, .mass = mass};
  GB_TRY(gb_deck_where(inp->deck, call->is.line, call->is.word, &entry->where, error));
  return gb_deck_add_group(inp->deck, name, count, node, error);
}

int gb_inp_mass(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_set *set;
  gb_inp_point *point;
  int32_t *node;
  double mass;
  int from = 0, count = 0;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  GB_TRY(gb_inp_need_line(&data, "the mass", error));
  GB_TRY(gb_read_real(&data.is, 0, "the mass", &mass, error));
  GB_REFUSE_IF(mass < 0, &data.is, error, "the mass is negative");
  GB_TRY(gb_expect_end(&data.is, 1, error));
  GB_TRY(gb_inp_end(&data, error));
  GB_TRY(GB_TAKE(inp->arena, node, (size_t)set->members.count, error));
  for (;;) {
    GB_TRY(gb_inp_next_point(inp, call, set, 1u << GB_INP_MASS, &from, &point, error));
    if (!point) break;
    const int32_t n = node_of(inp, point, 0);
    const gb_deck_body *body = gb_deck_body_at(inp->deck, n);
    gb_point_mass *alone = NULL;
    if (!body && !inp->elements->taken[n]) GB_TRY(gb_inp_need_free(inp, n, &alone, error));
    if (body)
      inp->problem->bodies.entry[body->body].mass += mass;
    else if (alone)
      alone->mass += mass;
    else
      node[count++] = n;
  }
  gb_deck_sort(node, count, sizeof *node, gb_deck_compare_indices);
  for (int i = 1; i < count; ++i)
    GB_REFUSE_IF(node[i] == node[i - 1], &call->is, error,
                 "ELSET=%s has two masses at node %lld; accepted: one", set->name,
                 gb_inp_number(inp, inp->mesh->node_id[node[i]]));
  return add_masses(inp, call, set, mass, node, count, error);
}

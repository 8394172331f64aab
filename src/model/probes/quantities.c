/// Quantities from the entries of `probes` and `joints`, with their nodes and elements.
#include "model/probes/quantities.h"

#include "base/arena.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

static const char *const reaction_words[GB_WRENCH] = {"fx", "fy", "fz", "mx", "my", "mz"};
static const char *const joint_words[GB_JOINT_VALUES] = {"fx", "fy", "fz", "mx", "my", "mz",
                                                         "f1", "f2", "f3", "m1", "m2", "m3"};
static const char *const state_words[GB_STATE_VALUES] = {"failure", "energy"};
static const char *const unknown_words[] = {"value"};
static const char *const contact_words[GB_CONTACT_VALUES] = {"area", "gap"};
static const char *const turn_words[GB_TURN_VALUES] = {"rx", "ry", "rz", "wx", "wy", "wz"};
static const char *const shell_words[GB_SECTION_VALUES] = {
    "N11",     "N22",     "N12",        "M11",        "M22",        "M12",       "Q1",
    "Q2",      "e11",     "e22",        "g12",        "k11",        "k22",       "k12",
    "g1",      "g2",      "s11_bottom", "s22_bottom", "s12_bottom", "s1_bottom", "s2_bottom",
    "s11_top", "s22_top", "s12_top",    "s1_top",     "s2_top"};
static const char *const beam_words[2 * GB_BEAM_STRAINS] = {"N",  "Qy", "Qz", "T",  "My", "Mz",
                                                            "ex", "gy", "gz", "kx", "ky", "kz"};
static const char *const solid_words[2 * GB_SOLID_STRAINS] = {
    "s11", "s22", "s33", "s12", "s23", "s13", "e11", "e22", "e33", "g12", "g23", "g13"};

/// Data shared by the functions that create a set.
typedef struct maker {
  const gb_locals *locals;
  const gb_topology *t;
  const gb_supports *supports;
  const gb_block_set *blocks;
  gb_quantity_set *set;
  gb_error *error;
} maker;

static int add(maker *m, const gb_quantity *new, gb_quantity **out) {
  gb_quantity *quantity;
  GB_TRY(gb_arena_append(m->t->from->kept, &m->set->entry, &m->set->count, sizeof *quantity,
                         &quantity, m->error));
  *quantity = *new;
  quantity->first = m->set->values;
  m->set->values += new->count;
  if (out) *out = quantity;
  return GB_OK;
}

// Forces of joints.

static int add_joints(maker *m) {
  const gb_problem *problem = m->t->from->problem;
  for (int j = 0; j < problem->joints.count; j++) {
    gb_quantity new = {.name = problem->joints.entry[j].name,
                       .where = problem->joints.entry[j].where,
                       .kind = GB_QUANTITY_JOINT,
                       .count = GB_JOINT_VALUES,
                       .word = joint_words,
                       .id = j,
                       .center = -1,
                       .block = -1};
    GB_TRY(add(m, &new, NULL));
  }
  m->set->joints = m->set->count;
  for (int b = 0; b < m->blocks->count; b++) {
    const gb_block *block = &m->blocks->block[b];
    for (int32_t e = 0; block->kind == GB_ELEMENT_JOINT && e < block->elements; e++) {
      gb_quantity *quantity = &m->set->entry[block->joint->entry[e]];
      quantity->block = b;
      quantity->element = e;
    }
  }
  return GB_OK;
}

// Reactions of groups and nodes.

/// List the groups and bodies with supports for a message.
static void list_supports(const gb_problem *problem, size_t size, char text[]) {
  *text = 0;
  for (int i = 0; i < problem->supports.count; i++) {
    const size_t used = strlen(text);
    const gb_support *support = &problem->supports.entry[i];
    snprintf(text + used, size - used, "%s%s", used ? ", " : "",
             support->group ? support->group : support->body);
  }
  if (!*text) snprintf(text, size, "none, the case has no supports");
}

/// Find the model nodes of a reaction: those of a group, or a free node or body.
static int find_held(maker *m, const gb_probe *probe, int32_t *nodes, const int32_t **node,
                     int32_t *own) {
  const gb_definition *from = m->t->from;
  const gb_group *group = gb_mesh_group(from->mesh, probe->reaction, -1);
  const int mass = gb_find_free_node(from, probe->reaction);
  const int body = gb_find_body(from, probe->reaction);
  bool held = false;
  if (!group && (mass >= 0 || body >= 0)) {
    *own = mass >= 0 ? gb_topology_find(m->t, from->problem->masses.entry[mass].at)
                     : gb_topology_body(m->t, body);
    *node = own;
    *nodes = 1;
  } else {
    GB_TRY(gb_find_group(from, probe->where, probe->reaction, -1, &group, m->error));
    *node = group->node;
    *nodes = group->nodes;
  }
  for (int32_t i = 0; i < *nodes; i++) held = held || m->supports->fixed[(*node)[i]];
  if (held) return GB_OK;
  char known[400];
  list_supports(from->problem, sizeof known, known);
  return gb_fail(
      m->error, GB_WRONG_GROUP,
      "%s.reaction: no support holds a node of '%s'; accepted: a group or body of supports "
      "(%s), or a free node of masses with fix or motion",
      probe->where, probe->reaction, known);
}

/// Collect this rank's marked nodes.
/// @param tied collect the nodes tied to them too
static int take_nodes(maker *m, const bool marked[], bool tied, gb_quantity *quantity) {
  const gb_node_set *nodes = m->locals->nodes;
  for (int pass = 0; pass < 2; pass++) {
    quantity->nodes = 0;
    for (int32_t k = 0; k < nodes->count; k++) {
      const int32_t model = m->locals->model[k];
      const int32_t node = tied ? gb_topology_master(m->t, model) : model;
      if (node < 0 || !marked[node]) continue;
      if (pass) quantity->node[quantity->nodes] = k;
      quantity->nodes++;
    }
    if (!pass) GB_TRY(GB_TAKE(m->t->from->kept, quantity->node, (size_t)quantity->nodes, m->error));
  }
  return GB_OK;
}

static gb_quantity reaction_of(const gb_probe *probe) {
  gb_quantity new = {.name = probe->name,
                     .where = probe->where,
                     .kind = GB_QUANTITY_REACTION,
                     .count = GB_WRENCH,
                     .word = reaction_words,
                     .center = -1,
                     .block = -1};
  memcpy(new.about, probe->about, sizeof new.about);
  return new;
}

/// Add a reaction for each node, with its moment about the node.
static int add_each(maker *m, const gb_probe *probe, int32_t nodes, const int32_t node[],
                    bool marked[]) {
  for (int32_t i = 0; i < nodes; i++) {
    gb_quantity new = reaction_of(probe);
    char *name;
    if (!m->t->fields[node[i]]) continue;
    GB_TRY(gb_arena_text(m->t->from->kept, &name, m->error, "%s.node%lld", probe->name,
                         (long long)m->t->id[node[i]]));
    new.name = name;
    new.id = m->t->id[node[i]];
    marked[node[i]] = true;
    GB_TRY(take_nodes(m, marked, true, &new));
    marked[node[i]] = false;
    if (new.nodes > 0) new.center = m->locals->local[node[i]];
    GB_TRY(add(m, &new, NULL));
  }
  return GB_OK;
}

/// Mark the nodes of a surface of elements, none of which may touch it.
static int mark_surface(maker *m, const gb_probe *probe, const gb_contact *contact, bool marked[]) {
  const gb_definition *from = m->t->from;
  const gb_group *surface, *other = NULL;
  GB_TRY(gb_find_group(from, contact->where, contact->on, -1, &surface, m->error));
  if (!contact->body)
    GB_TRY(gb_find_group(from, contact->where, contact->group, -1, &other, m->error));
  for (int32_t i = 0; i < surface->nodes; i++) marked[surface->node[i]] = true;
  for (int32_t i = 0; other && i < other->nodes; i++)
    if (marked[other->node[i]])
      return gb_fail(m->error, GB_WRONG_VALUE,
                     "%s.reaction: the force of a surface on what touches it (found %s, whose "
                     "group %s has nodes of its surface %s); accepted: a contact of a group apart "
                     "from its surface",
                     probe->where, contact->name, contact->group, contact->on);
  return GB_OK;
}

/// Add the force of a contact's surface on what touches it, and the contact's area and gap. On the
/// hidden node of a surface with a frame only contacts act; on the nodes of a surface of elements
/// other forces act too.
static int add_contact(maker *m, const gb_probe *probe, int number) {
  const gb_contact *contact = &m->t->from->problem->contacts.entry[number];
  const bool elements = gb_contact_is_of_elements(contact);
  gb_quantity new = reaction_of(probe);
  bool *marked;
  if (!elements && !gb_contact_has_one_frame(contact))
    return gb_fail(
        m->error, GB_WRONG_VALUE,
        "%s.reaction: the force of one surface (found %s, with surfaces of %s); "
        "accepted: a contact with one surface, or the field contact_force of the results",
        probe->where, contact->name, contact->on);
  if (probe->each)
    return gb_fail(m->error, GB_KEY_CONFLICT,
                   "%s.per: the force of a contact is one; accepted: per: group", probe->where);
  GB_TRY(GB_TAKE(m->t->from->arena, marked, (size_t)m->t->nodes, m->error));
  if (elements)
    GB_TRY(mark_surface(m, probe, contact, marked));
  else
    marked[gb_topology_find(m->t, &contact->on)] = true;
  GB_TRY(take_nodes(m, marked, false, &new));
  new.contact = elements ? number + 1 : 0;
  GB_TRY(add(m, &new, NULL));
  new.kind = GB_QUANTITY_CONTACT;
  new.count = GB_CONTACT_VALUES;
  new.word = contact_words;
  new.id = number;
  return add(m, &new, NULL);
}

static int add_reaction(maker *m, const gb_probe *probe) {
  const gb_problem *problem = m->t->from->problem;
  const int contact = GB_PROBLEM_FIND(problem, contacts, name, probe->reaction);
  const int32_t *node;
  int32_t nodes, own;
  bool *marked;
  if (contact >= 0) return add_contact(m, probe, contact);
  GB_TRY(find_held(m, probe, &nodes, &node, &own));
  GB_TRY(GB_TAKE(m->t->from->arena, marked, (size_t)m->t->nodes, m->error));
  if (probe->each) return add_each(m, probe, nodes, node, marked);
  gb_quantity new = reaction_of(probe);
  for (int32_t i = 0; i < nodes; i++) marked[node[i]] = true;
  GB_TRY(take_nodes(m, marked, true, &new));
  return add(m, &new, NULL);
}

// Values of single elements.

static double distance_from(const gb_mesh *mesh, int32_t e, const double at[3]) {
  double middle[3] = {0}, square = 0;
  const int corners = gb_shape_nodes(mesh->shape[e]);
  for (int a = 0; a < corners; a++)
    for (int i = 0; i < 3; i++)
      middle[i] += mesh->position[mesh->node[mesh->start[e] + a]][i] / corners;
  for (int i = 0; i < 3; i++) square += (middle[i] - at[i]) * (middle[i] - at[i]);
  return square;
}

int gb_probe_find_element(const gb_topology *t, const gb_probe *probe, int32_t *element,
                          gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  const bool by_number = probe->place == GB_PROBE_ELEMENT;
  double least = DBL_MAX;
  *element = -1;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (!gb_topology_uses(t, e) || (by_number && mesh->element_id[e] != probe->element)) continue;
    const double here = by_number ? 0 : distance_from(t->from->original_mesh, e, probe->element_at);
    if (here >= least) continue;
    least = here;
    *element = e;
  }
  if (*element >= 0) return GB_OK;
  if (by_number)
    return gb_fail(error, GB_UNKNOWN_NODE,
                   "%s.element: no shell, beam or solid has this number in %s (found %lld); "
                   "accepted: the number of an element of shells, beams or solids",
                   probe->where, mesh->file, (long long)probe->element);
  return gb_fail(error, GB_UNKNOWN_NODE,
                 "%s.element_at: the model has no shells, beams or solids; accepted: other probes",
                 probe->where);
}

/// Find an element in this rank's blocks.
static void locate(const maker *m, gb_quantity *quantity) {
  int32_t cell = 0;
  for (int b = 0; b < m->blocks->count; b++) {
    const gb_block *block = &m->blocks->block[b];
    for (int32_t e = 0; block->cell && e < block->elements; e++, cell++)
      if (block->section.layup && m->blocks->cell_id[cell] == quantity->id) {
        quantity->block = b;
        quantity->element = e;
      }
  }
}

static int add_section(maker *m, const gb_probe *probe) {
  int32_t e;
  GB_TRY(gb_probe_find_element(m->t, probe, &e, m->error));
  const bool beam = gb_beams_entry(m->t->beams, e) >= 0,
             solid = gb_solids_entry(m->t->from->solids, e) >= 0;
  gb_quantity new = {.name = probe->name,
                     .where = probe->where,
                     .kind = GB_QUANTITY_SECTION,
                     .count = beam    ? 2 * GB_BEAM_STRAINS
                              : solid ? 2 * GB_SOLID_STRAINS
                                      : GB_SECTION_VALUES,
                     .word = beam    ? beam_words
                             : solid ? solid_words
                                     : shell_words,
                     .id = m->t->from->mesh->element_id[e],
                     .center = -1,
                     .block = -1};
  locate(m, &new);
  GB_TRY(add(m, &new, NULL));
  new.kind = GB_QUANTITY_STATE;
  new.count = GB_STATE_VALUES;
  new.word = state_words;
  return add(m, &new, NULL);
}

/// Add a quantity of one node, which its owner knows.
static int add_of_node(maker *m, int32_t node, gb_quantity *new) {
  const int32_t local = m->locals->local[node];
  if (local >= 0 && local < m->locals->nodes->owned) {
    GB_TRY(GB_TAKE(m->t->from->kept, new->node, 1, m->error));
    new->node[new->nodes++] = local;
  }
  return add(m, new, NULL);
}

// Rotations of bodies and ends of beams.

static int add_turn(maker *m, int body, const char *where, const char *name) {
  const int32_t node = gb_topology_body(m->t, body);
  gb_quantity new = {.name = name,
                     .where = where,
                     .kind = GB_QUANTITY_TURN,
                     .count = GB_TURN_VALUES,
                     .word = turn_words,
                     .center = -1,
                     .block = -1};
  return add_of_node(m, node, &new);
}

static int add_turns(maker *m) {
  const gb_problem *problem = m->t->from->problem;
  for (int i = 0; i < problem->bodies.count; i++)
    GB_TRY(add_turn(m, i, problem->bodies.entry[i].where, problem->bodies.entry[i].name));
  for (int i = 0; i < problem->beams.count; i++)
    for (int end = 0; problem->beams.entry[i].name && end < 2; end++) {
      char *name;
      GB_TRY(gb_arena_text(m->t->from->kept, &name, m->error, "%s.%s", problem->beams.entry[i].name,
                           end ? "end" : "start"));
      GB_TRY(add_turn(m, problem->bodies.count + 2 * i + end, problem->beams.entry[i].where, name));
    }
  return GB_OK;
}

static int add_unknowns(maker *m) {
  const gb_problem *problem = m->t->from->problem;
  for (int i = 0; i < problem->states.count; i++) {
    const gb_state_entry *state = &problem->states.entry[i];
    gb_quantity new = {.name = state->name,
                       .where = state->where,
                       .kind = GB_QUANTITY_UNKNOWN,
                       .count = 1,
                       .word = unknown_words,
                       .center = -1,
                       .block = -1};
    GB_TRY(add_of_node(m, gb_topology_find(m->t, &state->initial), &new));
  }
  return GB_OK;
}

/// Refuse a probe with the name of a joint if their values have the same names.
static int check_name(maker *m, const gb_probe *probe) {
  if (GB_PROBLEM_FIND(m->t->from->problem, joints, name, probe->name) < 0) return GB_OK;
  return gb_fail(m->error, GB_DUPLICATE_NAME,
                 "%s.name: a joint has this name too (found %s); accepted: another name, for "
                 "expressions know the forces of joints by their names",
                 probe->where, probe->name);
}

static int make(maker *m) {
  const gb_problem *problem = m->t->from->problem;
  GB_TRY(add_joints(m));
  for (int i = 0; i < problem->probes.count; i++) {
    const gb_probe *probe = &problem->probes.entry[i];
    if (!gb_probe_is_point(probe)) GB_TRY(check_name(m, probe));
    if (probe->place == GB_PROBE_REACTION) GB_TRY(add_reaction(m, probe));
    if (probe->place == GB_PROBE_ELEMENT || probe->place == GB_PROBE_ELEMENT_AT)
      GB_TRY(add_section(m, probe));
  }
  GB_TRY(add_unknowns(m));
  return add_turns(m);
}

int gb_quantity_set_create(const gb_locals *locals, const gb_supports *supports,
                           const gb_block_set *blocks, gb_quantity_set **out, gb_error *error) {
  maker m = {
      .locals = locals, .t = locals->t, .supports = supports, .blocks = blocks, .error = error};
  GB_TRY(GB_TAKE(locals->t->from->kept, m.set, 1, error));
  *out = m.set;
  return make(&m);
}

/// Look up all names in entries before the model is built, so that all unknown names of a case are
/// reported together; the stages of the model would report only the first.
#include "model/checks/references.h"

#include "model/contact/contact_bodies.h"
#include "problem/numbers.h"

#include <stdio.h>
#include <string.h>

/// List of unknown names, and the error of the current search.
typedef struct search {
  const gb_definition *from;
  gb_error *list, own;
  int status; ///< status of an error that is not an unknown name, such as lack of memory
} search;

/// Add the result of one search to the list.
static void note(search *s, int status) {
  if (status == GB_FILE) s->status = status;
  gb_error_move(s->list, &s->own);
}

static void group(search *s, const char *where, const char *name, int dimension) {
  const gb_problem *problem = s->from->problem;
  const gb_group *found;
  if (!name || GB_PROBLEM_FIND(problem, groups, name, name) >= 0) return;
  if (s->from->mesh->nodes == 0 && problem->defective)
    return; // the mesh file or its key is refused
  if (problem->partial.count > 0 && GB_PROBLEM_FIND(problem, beams, name, name) >= 0) return;
  note(s, gb_find_group(s->from, where, name, dimension, &found, &s->own));
}

static void node(search *s, const char *where, int64_t id) {
  int32_t found;
  if (s->from->mesh->nodes == 0 && s->from->problem->defective) return;
  note(s, gb_find_node(s->from, where, id, &found, &s->own));
}

static void body(search *s, const char *where, const char *name) {
  int found;
  if (name) note(s, gb_need_body(s->from, where, name, &found, &s->own));
}

static void free_node(search *s, const char *where, const char *name) {
  int found;
  if (name) note(s, gb_need_free_node(s->from, where, name, &found, &s->own));
}

/// Check an end of a joint or bushing: a body, a free node, "group:NAME" or the ground.
static void end(search *s, const char *where, const char *name) {
  const char *of_mesh = name ? gb_group_of_end(name) : NULL;
  if (!name) return;
  if (of_mesh) {
    group(s, where, of_mesh, -1);
    return;
  }
  if (gb_end_is_ground(name) || gb_find_body(s->from, name) >= 0) return;
  if (gb_find_free_node(s->from, name) < 0)
    note(s, gb_refuse_body(s->from, where, name, true, &s->own));
}

static void structure(search *s) {
  const gb_problem *problem = s->from->problem;
  for (int i = 0; i < problem->shells.count; i++)
    group(s, problem->shells.entry[i].where, problem->shells.entry[i].group, 2);
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_beam *beam = &problem->beams.entry[i];
    group(s, beam->where, beam->group, 1);
    for (int k = 0; k < 2; k++)
      if (beam->ends[k] && !gb_end_is_ground(beam->ends[k])) body(s, beam->where, beam->ends[k]);
  }
  for (int i = 0; i < problem->solids.count; i++)
    group(s, problem->solids.entry[i].where, problem->solids.entry[i].group, 3);
  for (int i = 0; i < problem->ignored.count; i++)
    group(s, "ignore", problem->ignored.entry[i], -1);
  for (int i = 0; i < problem->bodies.count; i++)
    group(s, problem->bodies.entry[i].where, problem->bodies.entry[i].surface, 2);
  for (int i = 0; i < problem->masses.count; i++) {
    group(s, problem->masses.entry[i].where, problem->masses.entry[i].group, -1);
    body(s, problem->masses.entry[i].where, problem->masses.entry[i].body);
  }
}

static void actions(search *s) {
  const gb_problem *problem = s->from->problem;
  for (int i = 0; i < problem->supports.count; i++) {
    group(s, problem->supports.entry[i].where, problem->supports.entry[i].group, -1);
    body(s, problem->supports.entry[i].where, problem->supports.entry[i].body);
  }
  for (int i = 0; i < problem->loads.count; i++) {
    const gb_load *load = &problem->loads.entry[i];
    // the type of a load that is refused is unknown
    const bool typed = !gb_problem_is_partial(problem, load->where);
    group(s, load->where, load->group, typed && load->type == GB_LOAD_PRESSURE ? 2 : -1);
    free_node(s, load->where, load->mass);
    body(s, load->where, load->body);
  }
  for (int i = 0; i < problem->temperatures.count; i++)
    group(s, problem->temperatures.entry[i].where, problem->temperatures.entry[i].group, -1);
  for (int i = 0; i < problem->initials.count; i++)
    group(s, problem->initials.entry[i].where, problem->initials.entry[i].group, -1);
}

/// Whether a joint of this name is refused already, so that its type is unknown.
static bool is_partial_joint(const search *s, const char *name) {
  const gb_problem *problem = s->from->problem;
  const int joint = GB_PROBLEM_FIND(problem, joints, name, name);
  return joint >= 0 && gb_problem_is_partial(problem, problem->joints.entry[joint].where);
}

static void connections(search *s) {
  const gb_problem *problem = s->from->problem;
  char where[600];
  int joint;
  for (int i = 0; i < problem->springs.count; i++) {
    const gb_spring *spring = &problem->springs.entry[i];
    snprintf(where, sizeof where, "%.560s.between", spring->where);
    if (spring->joint && !is_partial_joint(s, spring->joint))
      note(s, gb_need_turning_joint(s->from, spring->where, spring->joint, &joint, &s->own));
    for (int k = 0; k < 2 && !spring->joint; k++) {
      const char *name = spring->between[k], *of_mesh = name ? gb_group_of_end(name) : NULL;
      if (!name) continue;
      if (of_mesh)
        group(s, where, of_mesh, -1);
      else if (!gb_end_is_ground(name) && gb_find_body(s->from, name) < 0)
        free_node(s, where, name);
    }
  }
  for (int i = 0; i < problem->bushings.count; i++)
    for (int k = 0; k < 2; k++)
      end(s, problem->bushings.entry[i].where, problem->bushings.entry[i].between[k]);
  for (int i = 0; i < problem->matrices.count; i++)
    for (int k = 0; k < 2; k++)
      end(s, problem->matrices.entry[i].where, problem->matrices.entry[i].between[k]);
  for (int i = 0; i < problem->joints.count; i++)
    for (int k = 0; k < 2; k++)
      end(s, problem->joints.entry[i].where, problem->joints.entry[i].between[k]);
  for (int i = 0; i < problem->links.count; i++) {
    body(s, problem->links.entry[i].where, problem->links.entry[i].body);
    group(s, problem->links.entry[i].where, problem->links.entry[i].group, -1);
  }
  for (int i = 0; i < problem->tyres.count; i++)
    body(s, problem->tyres.entry[i].where, problem->tyres.entry[i].wheel);
  for (int i = 0; i < problem->contacts.count; i++) {
    const gb_contact *contact = &problem->contacts.entry[i];
    if (gb_contact_is_of_elements(contact))
      group(s, contact->where, contact->on, -1);
    else
      note(s, gb_contact_check_name(s->from, contact, contact->on, &s->own));
    note(s, gb_contact_check_name(s->from, contact, contact->body, &s->own));
    group(s, contact->where, contact->group, -1);
  }
}

static void equations(search *s) {
  const gb_problem *problem = s->from->problem;
  for (int i = 0; i < problem->equations.count; i++)
    for (int k = 0; k < problem->equations.entry[i].terms.count; k++) {
      const gb_equation_term *term = &problem->equations.entry[i].terms.entry[k];
      group(s, term->where, term->group, -1);
      body(s, term->where, term->body);
      free_node(s, term->where, term->mass);
      if (!term->group && !term->body && !term->mass &&
          !gb_problem_is_partial(problem, term->where))
        node(s, term->where, term->node_id);
    }
}

/// Whether a body or an entry of masses has this name.
static bool is_part(const gb_problem *problem, const char *name) {
  return GB_PROBLEM_FIND(problem, bodies, name, name) >= 0 ||
         GB_PROBLEM_FIND(problem, masses, name, name) >= 0;
}

static void requests(search *s) {
  const gb_problem *problem = s->from->problem;
  for (int i = 0; i < problem->probes.count; i++) {
    const gb_probe *probe = &problem->probes.entry[i];
    const char *held = probe->reaction;
    const bool partial = gb_problem_is_partial(problem, probe->where); // its position is unknown
    if (probe->place == GB_PROBE_NODE) node(s, probe->where, probe->node_id);
    if (partial || probe->place == GB_PROBE_GROUP) group(s, probe->where, probe->group, -1);
    if (partial || probe->place == GB_PROBE_MASS) free_node(s, probe->where, probe->mass);
    if (partial || probe->place == GB_PROBE_BODY) body(s, probe->where, probe->body);
    if (probe->place == GB_PROBE_REACTION && gb_find_free_node(s->from, held) < 0 &&
        gb_find_body(s->from, held) < 0 && GB_PROBLEM_FIND(problem, contacts, name, held) < 0)
      group(s, probe->where, held, -1);
  }
  for (int i = 0; i < problem->measured.count; i++) {
    const gb_measured *m = &problem->measured.entry[i];
    const bool of_part = m->name && m->kind == GB_MEASURED_PARTS && is_part(problem, m->name);
    if (!of_part && m->kind != GB_MEASURED_CONTACTS) group(s, m->where, m->name, -1);
  }
}

static void designs(search *s) {
  const gb_problem *problem = s->from->problem;
  for (int i = 0; i < problem->designs.count; i++) {
    const gb_design_entry *design = &problem->designs.entry[i];
    gb_number found;
    int control;
    group(s, design->where, design->group, gb_design_is_density(design) ? 3 : 2);
    group(s, design->where, design->shape.group, -1);
    if (design->control)
      note(s, gb_need_control(s->from, design->where, design->control, &control, &s->own));
    if (design->group || design->control || gb_design_is_coordinates(design) ||
        gb_problem_is_partial(problem, design->where))
      continue;
    // The stage of designs reports numbers that cannot vary. Numbers of entries that are refused
    // are unknown.
    gb_error other = {0};
    if (gb_problem_number(problem, design, &found, &other) != GB_OK &&
        gb_error_code(GB_USAGE, &other) == GB_UNKNOWN_WORD &&
        (problem->partial.count == 0 || !strstr(other.message, ".parameter: ")))
      gb_error_move(s->list, &other);
  }
}

int gb_references_check(const gb_definition *from, gb_error *error) {
  gb_error list = {0};
  search s = {.from = from, .list = &list};
  structure(&s);
  actions(&s);
  connections(&s);
  equations(&s);
  requests(&s);
  designs(&s);
  if (list.status != GB_OK) *error = list;
  return s.status != GB_OK ? s.status : list.status;
}

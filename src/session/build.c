/// Read the mesh of a case and build its model.
#include "session/opening.h"
#include "session/session.h"

#include "deck/readers.h"
#include "mesh/mesh.h"
#include "model/sections/sections.h"
#include "monitor/swept.h"
#include "problem/faults.h"
#include "problem/numbers.h"
#include "problem/problem_broadcast.h"
#include "problem/surface.h"

#include <stdio.h>
#include <string.h>

void gb_session_warn(const gb_session *s, const char *text) {
  char line[8000];
  if (s->rank != 0 || !s->request->warn) return;
  for (size_t length; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    if (length > 0) s->request->warn(s->request->context, line);
  }
}

/// The scheme of cases that leave it to their deck.
static const char OF_DECK[] = "deck";

/// Whether the case leaves its scheme to the deck; a defective case may name no scheme at all.
static bool leaves_scheme(const gb_case *c) {
  return c->time.scheme && !strcmp(c->time.scheme, OF_DECK);
}

static bool solves_statics(const gb_case *c) {
  return leaves_scheme(c) || (c->time.scheme && gb_scheme_is_static(c->time.scheme));
}

/// Remove the supports of inertia relief from the problem, except in a static march.
static void free_relieved(gb_session *s) {
  gb_problem *problem = s->description->problem;
  int left = 0;
  if (solves_statics(s->description) && !s->request->stays) return;
  for (int i = 0; i < problem->supports.count; i++)
    if (!problem->supports.entry[i].relieved)
      problem->supports.entry[left++] = problem->supports.entry[i];
  problem->supports.count = left;
}

/// In a static march nothing slides by a velocity. Friction sticks there by springs of the
/// contact's own stiffness, where it can and `stick` is not given.
static void stick_in_statics(gb_session *s) {
  gb_problem *problem = s->description->problem;
  if (!solves_statics(s->description)) return;
  for (int i = 0; i < problem->contacts.count; i++) {
    gb_contact *contact = &problem->contacts.entry[i];
    if (!(contact->law[GB_CONTACT_FRICTION] > 0) || gb_contact_sticks(contact)) continue;
    if (gb_contact_why_not_stick(contact) || contact->law[GB_CONTACT_EXPONENT] != 1) continue;
    contact->law[GB_CONTACT_STICK] = contact->law[GB_CONTACT_STIFFNESS];
    contact->law[GB_CONTACT_VELOCITY] = NAN;
    char text[300];
    snprintf(text, sizeof text,
             "%s.friction: sticks in statics, with stick: %g, the stiffness, in place of velocity",
             contact->where, contact->law[GB_CONTACT_STICK]);
    gb_session_warn(s, text);
  }
}

/// Read the mesh file; errors name the key that names it.
static int read_mesh_file(gb_session *s, gb_mesh **mesh, gb_error *error) {
  const gb_case *c = s->description;
  gb_error own = {0};
  gb_deck_choice deck = c->deck;
  deck.turn = gb_deck_chooses_sets(&deck) ? 0 : s->request->turn;
  deck.shell = s->request->shell;
  const double length = gb_mesh_file_is_deck(c->file) ? -1 : c->time.step * c->time.steps;
  deck.statics = solves_statics(c) ? length : 0;
  deck.stays = s->request->stays;
  int status = gb_mesh_read(c->mesh, &deck, mesh, &s->deck.problem, &own);
  if (status != GB_OK && status != GB_MODEL)
    return gb_fail(error, gb_error_code(status, &own), "%s: %s", c->mesh_where, own.message);
  *error = own;
  return status;
}

/// Whether the case describes a model without a mesh: bodies, beams, free nodes or states.
static bool has_points(const gb_problem *problem) {
  if (problem->bodies.count > 0 || problem->states.count > 0) return true;
  for (int i = 0; i < problem->beams.count; i++)
    if (!problem->beams.entry[i].group) return true;
  for (int i = 0; i < problem->masses.count; i++)
    if (problem->masses.entry[i].name) return true;
  return false;
}

/// Whether elements of a deck have lumped masses.
static bool is_lumped(const gb_problem *deck) {
  bool lumped = false;
  for (int i = 0; i < deck->shells.count; i++)
    lumped = lumped || deck->shells.entry[i].mass == GB_MASS_LUMPED;
  for (int i = 0; i < deck->beams.count; i++)
    lumped = lumped || deck->beams.entry[i].mass == GB_MASS_LUMPED;
  return lumped;
}

/// Complete the case by its deck, and write the line of the summary about their supports and loads.
static int complete(gb_session *s, gb_error *error) {
  gb_problem *own = s->description->problem;
  const gb_problem *deck = s->deck.problem;
  const gb_keeping *keep = &s->description->keep;
  const struct {
    const char *name;
    int own, of_deck;
    bool replaced;
  } kinds[] = {{"supports", own->supports.count, deck->supports.count,
                own->supports.entry && !keep->supports},
               {"loads", own->loads.count, deck->loads.count, own->loads.entry && !keep->loads}};
  const gb_deck_part *part = &deck->deck->part;
  size_t length = 0;
  if (part->count > 0)
    length = (size_t)snprintf(s->deck.acts, sizeof s->deck.acts,
                              "%s %lld, %d of %d in turn: ", part->key, (long long)part->number,
                              part->turn, part->count);
  length +=
      (size_t)snprintf(s->deck.acts + length, sizeof s->deck.acts - length, "%s", deck->deck->sets);
  if (leaves_scheme(s->description))
    s->description->time.scheme = deck->deck->large ? "static" : "linear";
  if (deck->deck->prestressed && s->description->modes.at == GB_AT_REFERENCE)
    s->description->modes.at = GB_AT_EQUILIBRIUM;
  if (gb_mesh_file_is_deck(s->description->file) && s->description->time.step == 1)
    s->description->time.step = deck->deck->period; // the deck alone has one step of 1
  for (int i = 0; i < 2; i++) {
    const bool replaced = kinds[i].of_deck > 0 && kinds[i].replaced;
    length += (size_t)snprintf(s->deck.acts + length, sizeof s->deck.acts - length,
                               "; %s: %d of the case, %d of the deck%s", kinds[i].name,
                               kinds[i].own, kinds[i].of_deck, replaced ? " left out" : "");
  }
  if (is_lumped(deck))
    snprintf(s->deck.acts + length, sizeof s->deck.acts - length,
             "; masses lumped (deck: {mass: consistent} couples them)");
  return gb_problem_complete(own, deck, keep, error);
}

/// @return the property of a shell of the deck that depends on its normal, for a message; NULL:
/// none
static const char *sided_by_deck(const gb_session *s, const gb_shell_section *shell) {
  const gb_problem *deck = s->deck.problem;
  bool found = false;
  for (int i = 0; deck && i < deck->shells.count; i++)
    found = found || deck->shells.entry[i].where == shell->where;
  if (!found) return NULL;
  for (int i = 0; i < deck->temperatures.count; i++) {
    const gb_node_table *table = deck->temperatures.entry[i].table;
    for (int k = 0; table && k < table->elements; k++)
      if (table->heat[k][1] != 0) return "gradients of temperature";
  }
  for (int i = 0; i < shell->own.count; i++)
    if (shell->own.entry[i].ratio) return "thicknesses in an order of nodes";
  return shell->section ? "plies" : gb_shell_is_offset(shell) ? "offsets" : NULL;
}

/// Orient surfaces as the case requests. Refuse the request if data of the deck depend on the
/// orientation.
static int orient(gb_session *s, bool pressed, gb_mesh *mesh, gb_error *error) {
  const gb_case *c = s->description;
  const char *sided = pressed ? "pressures" : NULL;
  GB_TRY(gb_mesh_orient(mesh, (gb_orient)c->orient, &s->mesh.turned, error));
  if (s->mesh.turned == 0) return GB_OK;
  for (int i = 0; i < c->problem->shells.count; i++)
    if (!sided) sided = sided_by_deck(s, &c->problem->shells.entry[i]);
  if (!sided) return GB_OK;
  return gb_fail(error, GB_WRONG_DECK_KEY,
                 "%s: orient: %lld surfaces face the other way, and the deck has %s that go by the "
                 "way they face; accepted: orient: file, or %s of the case",
                 c->file, (long long)s->mesh.turned, sided, pressed ? "loads" : "shells");
}

/// Mark the groups of shear panels, which have no sides: neighbours may have opposite normals.
static void mark_panels(const gb_problem *problem, gb_mesh *mesh) {
  GB_EACH(shell, problem->shells) {
    const bool panel = shell->carries == GB_CARRIES_SHEAR && shell->group;
    const gb_group *group = panel ? gb_mesh_group(mesh, shell->group, 2) : NULL;
    if (group) mesh->group[group - mesh->group].sideless = true;
  }
}

/// Whether pressures of the deck are applied.
static bool has_deck_pressures(const gb_session *s) {
  const gb_case *c = s->description;
  bool any = false;
  for (int i = 0; s->deck.problem && i < s->deck.problem->loads.count; i++)
    any = any || s->deck.problem->loads.entry[i].type == GB_LOAD_PRESSURE;
  return any && (!c->problem->loads.entry || c->keep.loads);
}

/// Check the mesh and print warnings. If the mesh is refused, the search for unknown names goes on.
static int check_mesh(gb_session *s, const gb_mesh *mesh, gb_error *defects, gb_error *error) {
  char warnings[2000] = "";
  int status = s->rank == 0 ? gb_mesh_check(mesh, sizeof warnings, warnings, error) : GB_OK;
  status = gb_agree(s->comm, status, error);
  if (status != GB_OK && status != GB_MODEL) return status;
  gb_session_warn(s, warnings);
  if (status == GB_MODEL) s->description->problem->defective = true;
  gb_error_move(defects, error);
  return GB_OK;
}

/// Set the numbers of the problem to the values of its designs: the request's, or the case's.
static int set_designs(gb_session *s, gb_error *error) {
  gb_problem *problem = s->description->problem;
  const int *first = s->request->designs.first;
  for (int i = 0; first && i < problem->designs.count; i++) {
    gb_design_entry *entry = &problem->designs.entry[i];
    entry->values.count = first[i + 1] - first[i];
    entry->values.entry = (double *)s->request->designs.value + first[i];
  }
  return gb_problem_take_designs(problem, error);
}

/// Let an entry of the deck name its group as an entry of the case does that means the same group,
/// by its number or another name, so that this entry replaces it.
static void name_alike(const gb_mesh *mesh, int dimension, gb_named own, gb_named of_deck) {
  for (int k = 0; k < of_deck.count; k++) {
    char *at = (char *)of_deck.entry + (size_t)k * of_deck.size + of_deck.offset;
    const char *name = gb_name_of(of_deck, k);
    const gb_group *group = name ? gb_mesh_group(mesh, name, dimension) : NULL;
    for (int i = 0; group && i < own.count; i++) {
      const char *other = gb_name_of(own, i);
      if (other && gb_mesh_group(mesh, other, dimension) == group) memcpy(at, &other, sizeof other);
    }
  }
}

static void name_groups_alike(gb_session *s, const gb_mesh *mesh) {
  const gb_problem *own = s->description->problem, *deck = s->deck.problem;
  if (!deck) return;
  name_alike(mesh, 1, GB_NAMED(own->beams, group), GB_NAMED(deck->beams, group));
  name_alike(mesh, 2, GB_NAMED(own->shells, group), GB_NAMED(deck->shells, group));
  name_alike(mesh, 3, GB_NAMED(own->solids, group), GB_NAMED(deck->solids, group));
}

/// Read the mesh on rank 0. If the file contains a problem too, all ranks get it.
/// @param[out] defects  errors of the mesh after which the search for others goes on
static int read_mesh(gb_session *s, gb_mesh **mesh, gb_error *defects, gb_error *error) {
  const char *file = s->description->mesh;
  const bool defective = s->description->problem->defective;
  if ((!file || !*file) && defective) return GB_OK;
  if ((!file || !*file) && has_points(s->description->problem))
    return gb_agree(s->comm, set_designs(s, error), error);
  if (!file || !*file)
    return gb_fail(error, GB_NO_MESH,
                   "%s: no mesh: give mesh: FILE.msh, or masses: [{name: ..., at: ..., mass: ...}] "
                   "for a model of points alone",
                   s->description->file);
  int status = s->rank == 0 ? read_mesh_file(s, mesh, error) : GB_OK;
  if (s->rank == 0 && status == GB_OK) name_groups_alike(s, *mesh);
  GB_TRY(gb_agree(s->comm, status, error));
  int has_deck = s->deck.problem != NULL;
  MPI_Bcast(&has_deck, 1, MPI_INT, 0, s->comm);
  if (has_deck) GB_TRY(gb_problem_broadcast(s->comm, &s->deck.problem, error));
  const bool pressed = has_deck_pressures(s);
  if (has_deck)
    status = complete(s, error);
  else if (leaves_scheme(s->description))
    status = gb_fail(error, GB_WRONG_SCHEME,
                     "%s: time.scheme: deck, and %s is none; accepted: with a Nastran or .inp deck",
                     s->description->file, s->description->mesh);
  if (status == GB_OK && s->rank == 0) status = orient(s, pressed, *mesh, error);
  if (status == GB_OK && s->rank == 0 && has_deck)
    status =
        gb_session_check_sections(s->description->problem, s->deck.problem->deck, *mesh, error);
  if (status == GB_OK && !defective) status = set_designs(s, error);
  GB_TRY(gb_agree(s->comm, status, error));
  if (s->rank == 0) mark_panels(s->description->problem, *mesh);
  return check_mesh(s, *mesh, defects, error);
}

/// Read the mesh; if it is refused, check the names of the case without it.
static int look_at_mesh(gb_session *s, gb_mesh **mesh, gb_error *defects, gb_error *error) {
  const char *file = s->description->mesh;
  const int status = read_mesh(s, mesh, defects, error);
  if (status == GB_OK) return GB_OK;
  gb_mesh_destroy(mesh);
  if (!file || !*file || gb_mesh_file_is_deck(file)) return status;
  gb_error_move(defects, error);
  s->description->problem->defective = true;
  return GB_OK;
}

/// Check the names of a file of designs, such as skin.17 of a patch.
static int check_initial(const gb_session *s, gb_error *error) {
  const gb_case *c = s->description;
  for (int j = 0; j < c->optimize.initial.names; j++)
    if (strcmp(c->optimize.initial.name[j], s->model->designs->design[j].name) != 0)
      return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s: initial: %s: found a value of %s; accepted: of %s here", c->file,
                     c->optimize.initial.file, c->optimize.initial.name[j],
                     s->model->designs->design[j].name);
  return GB_OK;
}

static void warn_of_outlines(const gb_session *s) {
  char name[400], text[900];
  if (!s->description->output.swept) return;
  gb_swept_missing(s->description->problem, sizeof name, name);
  if (!*name) return;
  snprintf(text, sizeof text,
           "%.300s: output.swept: sections of type general have no outline, and their beams are "
           "lines alone: %s",
           s->description->file, name);
  gb_session_warn(s, text);
}

/// List the parts of the model that functions of fields measure.
static int list_measured(gb_session *s, gb_error *error) {
  gb_case *c = s->description;
  gb_problem *problem = c->problem;
  for (int i = 0; i < c->functions.count; i++) {
    const gb_functional_settings *f = &c->functions.entry[i];
    gb_measured *entry;
    const gb_measured_kind kind =
        f->type ? gb_engine_real.measures(f->type, f->form) : GB_MEASURED_NONE;
    bool known = !f->of || !kind;
    for (int k = 0; !known && k < problem->measured.count; k++)
      known = problem->measured.entry[k].kind == kind &&
              strcmp(problem->measured.entry[k].name, f->of) == 0;
    if (known) continue;
    if (problem->measured.count == GB_MEASURED)
      return gb_fail(error, GB_TOO_MANY, "%s.of: functions are of more than %d groups", f->where,
                     GB_MEASURED);
    GB_TRY(GB_PROBLEM_APPEND(problem, measured, &entry, error));
    *entry = (gb_measured){f->where, f->of, kind};
  }
  return GB_OK;
}

/// Compute the inertia of bodies from their surfaces. The model refuses groups that do not exist.
static int measure_surfaces(gb_session *s, const gb_mesh *mesh, gb_error *error) {
  gb_problem *problem = s->description->problem;
  gb_error own = {0};
  if (problem->defective) return GB_OK;
  const int status = gb_surface_measure(s->comm, mesh, problem, &own);
  const bool named = gb_error_code(status, &own) == GB_UNKNOWN_GROUP;
  if (!named) gb_error_move(error, &own);
  problem->defective = named;
  return named ? GB_OK : status;
}

int gb_session_build(gb_session *s, gb_error *defects, gb_error *error) {
  gb_mesh *mesh = NULL;
  double start = gb_timer_now();
  const gb_march_times times = {s->description->time.step, s->description->time.steps};
  int status = look_at_mesh(s, &mesh, defects, error);
  if (status == GB_OK) {
    s->mesh.nodes = mesh ? mesh->nodes : 0;
    s->mesh.elements = mesh ? mesh->elements : 0;
    status = list_measured(s, error);
    if (status == GB_OK) status = measure_surfaces(s, mesh, error);
  }
  if (status == GB_OK) free_relieved(s);
  if (status == GB_OK) stick_in_statics(s);
  if (status == GB_OK)
    status = gb_model_create(s->comm, mesh, s->description->problem, &times, &s->model, error);
  if (status == GB_OK) status = check_initial(s, error);
  if (status == GB_OK) status = gb_shapes_create(mesh, s->model, &s->memory, &s->shapes, error);
  if (s->request->keeps_mesh)
    s->mesh.kept = mesh;
  else
    gb_mesh_destroy(&mesh);
  gb_timer_add(s->timers, GB_PHASE_MESH, start);
  if (status == GB_OK) gb_session_warn(s, s->model->checks->warnings.text);
  if (status == GB_OK) warn_of_outlines(s);
  return status;
}

/// From the words of a request to a model, and questions to a session.
#include "session/session.h"

#include "input/reader.h"
#include "mesh/mesh.h"
#include "monitor/swept.h"
#include "problem/controls.h"
#include "problem/numbers.h"
#include "problem/surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What integers can count, with room to spare.
enum { MOST_STEPS = 1000000000 };

/// The tolerance of gradients of small models.
static const double ROUND_OFF = 1e-14;

/// @param[out] defects of the case, with which others can be looked for
static int read_case(gb_session *s, gb_error *defects, gb_error *error) {
  const gb_session_request *r = &s->request;
  char *read = NULL;
  const char *text = r->text;
  size_t length = text ? strlen(text) : 0;
  if (!text) GB_TRY(gb_case_text(s->comm, r->file, &read, &length, error));
  if (!text) text = read;
  gb_changes changes = r->changes;
  changes.defects = defects;
  int status = gb_case_read(r->file, text, length, &changes, &s->description, error);
  s->identity = gb_identity_of_text(text, length);
  free(read);
  return gb_agree(s->comm, status, error);
}

/// Say which key named a file that cannot be opened, or is of no known kind.
static int read_mesh_file(gb_session *s, gb_mesh **mesh, gb_error *error) {
  const gb_case *c = s->description;
  gb_error own = {0};
  int status = gb_mesh_read(c->mesh, &c->deck, mesh, &s->brought.problem, &own);
  if (status != GB_OK && status != GB_MODEL)
    return gb_fail(error, gb_error_code(status, &own), "%s: %s", c->mesh_where, own.message);
  *error = own;
  return status;
}

/// Every line of a text as a warning.
static void warn(const gb_session *s, const char *text) {
  char line[8000];
  for (size_t length; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    if (length > 0 && s->rank == 0) s->request.warn(s->request.context, line);
  }
}

/// Whether the case describes a model without a mesh: points of their own.
static bool has_points(const gb_problem *problem) {
  if (problem->bodies.count > 0) return true;
  for (int i = 0; i < problem->beams.count; i++)
    if (!problem->beams.entry[i].group) return true;
  for (int i = 0; i < problem->masses.count; i++)
    if (problem->masses.entry[i].name) return true;
  return false;
}

/// What the case and its deck say together, in one line of the summary.
static int complete(gb_session *s, gb_error *error) {
  gb_problem *own = s->description->problem;
  const gb_problem *deck = s->brought.problem;
  const gb_keeping *keep = &s->description->keep;
  const struct {
    const char *name;
    int own, of_deck, kept;
  } kinds[] = {{"supports", own->supports.count, deck->supports.count, keep->supports},
               {"loads", own->loads.count, deck->loads.count, keep->loads}};
  size_t length = (size_t)snprintf(s->brought.acts, sizeof s->brought.acts, "%s", deck->sets);
  for (int i = 0; i < 2; i++) {
    const bool replaced = kinds[i].own > 0 && kinds[i].of_deck > 0 && !kinds[i].kept;
    length += (size_t)snprintf(s->brought.acts + length, sizeof s->brought.acts - length,
                               "; %s: %d of the case, %d of the deck%s", kinds[i].name,
                               kinds[i].own, kinds[i].of_deck, replaced ? " left out" : "");
  }
  return gb_problem_complete(own, deck, keep, error);
}

/// What a shell has of the deck that goes by its normals, or NULL.
static const char *sided_by_deck(const gb_session *s, const gb_shell_section *shell) {
  const gb_problem *deck = s->brought.problem;
  bool found = false;
  for (int i = 0; deck && i < deck->shells.count; i++)
    found = found || deck->shells.entry[i].where == shell->where;
  const bool offset = shell->offset != 0 || shell->offset_fraction != 0 || shell->offsets > 0;
  return !found ? NULL : shell->section ? "plies" : offset ? "offsets" : NULL;
}

/// Turn surfaces as the case asks, but for those that a deck's own words depend on.
static int orient(gb_session *s, bool pressed, gb_mesh *mesh, gb_error *error) {
  const gb_case *c = s->description;
  const char *sided = pressed ? "pressures" : NULL;
  GB_TRY(gb_mesh_orient(mesh, (gb_orient)c->orient, &s->mesh.turned, error));
  for (int i = 0; i < c->problem->shells.count; i++)
    if (!sided) sided = sided_by_deck(s, &c->problem->shells.entry[i]);
  if (s->mesh.turned == 0 || !sided) return GB_OK;
  return gb_fail(error, GB_WRONG_DECK_KEY,
                 "%s: orient: %lld surfaces face the other way, and the deck has %s that go by the "
                 "way they face; accepted: orient: file, or %s of the case",
                 c->file, (long long)s->mesh.turned, sided, pressed ? "loads" : "shells");
}

/// Shear panels are alike from both sides: neighbours may face either way.
static void mark_panels(const gb_problem *problem, gb_mesh *mesh) {
  for (int g = 0; g < mesh->groups; g++)
    for (int i = 0; i < problem->shells.count; i++)
      if (problem->shells.entry[i].carries == GB_CARRIES_SHEAR && problem->shells.entry[i].group &&
          strcmp(problem->shells.entry[i].group, mesh->group[g].name) == 0)
        mesh->group[g].sideless = true;
}

/// Whether pressures of the deck act.
static bool has_deck_pressures(const gb_session *s) {
  const gb_case *c = s->description;
  bool any = false;
  for (int i = 0; s->brought.problem && i < s->brought.problem->loads.count; i++)
    any = any || s->brought.problem->loads.entry[i].type == GB_LOAD_PRESSURE;
  return any && (c->problem->loads.count == 0 || c->keep.loads);
}

/// What no model can use in a mesh, and warnings. A bad mesh has names, too, which are looked for
/// before the model is refused.
static int check_mesh(gb_session *s, const gb_mesh *mesh, gb_error *defects, gb_error *error) {
  char warnings[2000] = "";
  int status = s->rank == 0 ? gb_mesh_check(mesh, sizeof warnings, warnings, error) : GB_OK;
  status = gb_agree(s->comm, status, error);
  if (status != GB_OK && status != GB_MODEL) return status;
  warn(s, warnings);
  if (status == GB_MODEL) s->description->problem->defective = true;
  gb_error_move(defects, error);
  return GB_OK;
}

/// Rank 0 reads; where the file has a physical description too, the others read it for that.
/// @param[out] defects of the mesh, with which others can be looked for
static int read_mesh(gb_session *s, gb_mesh **mesh, gb_error *defects, gb_error *error) {
  const char *file = s->description->mesh;
  const bool defective = s->description->problem->defective;
  if ((!file || !*file) && defective) return GB_OK;
  if ((!file || !*file) && has_points(s->description->problem))
    return gb_agree(s->comm, gb_problem_set_designs(s->description->problem, error), error);
  if (!file || !*file)
    return gb_fail(error, GB_NO_MESH,
                   "%s: no mesh: give mesh: FILE.msh, or masses: [{name: ..., at: ..., mass: ...}] "
                   "for a model of points alone",
                   s->description->file);
  int status = s->rank == 0 ? read_mesh_file(s, mesh, error) : GB_OK;
  GB_TRY(gb_agree(s->comm, status, error));
  int brought = s->brought.problem != NULL;
  MPI_Bcast(&brought, 1, MPI_INT, 0, s->comm);
  if (brought && s->rank > 0) {
    status = read_mesh_file(s, mesh, error);
    gb_mesh_destroy(mesh);
  }
  GB_TRY(gb_agree(s->comm, status, error));
  const bool pressed = has_deck_pressures(s);
  if (brought) status = complete(s, error);
  if (status == GB_OK && s->rank == 0) status = orient(s, pressed, *mesh, error);
  if (status == GB_OK && !defective)
    status = gb_problem_set_designs(s->description->problem, error);
  GB_TRY(gb_agree(s->comm, status, error));
  if (s->rank == 0) mark_panels(s->description->problem, *mesh);
  GB_TRY(check_mesh(s, *mesh, defects, error));
  return gb_mesh_broadcast(s->comm, 0, mesh, error);
}

/// The same where the file is refused: names of the case that are none of the mesh are looked for.
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

/// A file of designs has them by their names, as skin.17 of a patch.
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
  warn(s, text);
}

/// The parts at which functions of fields look, for the model.
static int list_measured(gb_session *s, gb_error *error) {
  gb_case *c = s->description;
  gb_problem *problem = c->problem;
  for (int i = 0; i < c->functions.count; i++) {
    const gb_function_entry *f = &c->functions.entry[i];
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

/// The inertia of bodies from their surfaces. The model looks for groups that are not there.
static int measure_surfaces(gb_session *s, const gb_mesh *mesh, gb_error *error) {
  gb_problem *problem = s->description->problem;
  gb_error own = {0};
  if (problem->defective) return GB_OK;
  const int status = gb_agree(s->comm, gb_surface_measure(mesh, problem, &own), &own);
  const bool named = gb_error_code(status, &own) == GB_UNKNOWN_GROUP;
  if (!named) gb_error_move(error, &own);
  problem->defective = named;
  return named ? GB_OK : status;
}

static int build_model(gb_session *s, gb_error *defects, gb_error *error) {
  gb_mesh *mesh = NULL;
  double start = gb_timer_now();
  int status = look_at_mesh(s, &mesh, defects, error);
  if (status == GB_OK) {
    s->mesh.nodes = mesh ? mesh->nodes : 0;
    s->mesh.elements = mesh ? mesh->elements : 0;
    status = list_measured(s, error);
    if (status == GB_OK) status = measure_surfaces(s, mesh, error);
  }
  if (status == GB_OK)
    status = gb_model_create(s->comm, mesh, s->description->problem, &s->model, error);
  if (status == GB_OK) status = check_initial(s, error);
  if (status == GB_OK)
    status = gb_agree(
        s->comm, gb_shapes_create(mesh, s->description->problem, &s->memory, &s->shapes, error),
        error);
  if (s->request.keeps_mesh)
    s->mesh.kept = mesh;
  else
    gb_mesh_destroy(&mesh);
  gb_timer_add(&s->timers, GB_PHASE_MESH, start);
  if (status == GB_OK) warn(s, s->model->checks->warnings.text);
  if (status == GB_OK) warn_of_outlines(s);
  return status;
}

/// An expression of t must be a number at every step; a static march starts after the first.
static int check_expression(const gb_session *s, const char *where, const gb_expression *value,
                            gb_error *error) {
  if (!value) return GB_OK;
  for (int k = gb_session_is_static(s); k <= s->analysis.time.steps; k++) {
    const double t = k * s->analysis.time.step;
    const double found = gb_problem_value(s->description->problem, value, t);
    if (!isfinite(found))
      return gb_fail(
          error, GB_BAD_EXPRESSION,
          "%s: the value is %g at t = %g (step %d of %d); accepted: numbers at all steps", where,
          found, t, k, s->analysis.time.steps);
    if (gb_expression_is_constant(value)) return GB_OK;
  }
  return GB_OK;
}

/// Motions have accelerations: controls in them are cubics.
static int check_smooth(const gb_session *s, const char *where, const gb_expression *motion,
                        gb_error *error) {
  const gb_problem *problem = s->description->problem;
  for (int k = 0; motion && k < problem->controls.count; k++) {
    const gb_control *control = &problem->controls.entry[k];
    if (control->kind == GB_CONTROL_CUBIC || !gb_expression_uses(motion, 1 + k)) continue;
    return gb_fail(error, GB_BAD_EXPRESSION,
                   "%s: control '%s' has no acceleration; accepted: controls of kind cubic in "
                   "motions",
                   where, control->name);
  }
  return GB_OK;
}

/// The march stays where controls have values.
static int check_controls(const gb_session *s, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  const double end = s->analysis.time.steps * s->analysis.time.step, near = 1e-9 * end;
  for (int k = 0; k < problem->controls.count; k++) {
    const gb_control *control = &problem->controls.entry[k];
    if (control->from <= near && control->to >= end - near) continue;
    return gb_fail(error, GB_BAD_EXPRESSION,
                   "%s: control '%s' is from %g to %g, and the march from 0 to %g; accepted: "
                   "controls over the whole march, which are nowhere held or continued",
                   control->where, control->name, control->from, control->to, end);
  }
  for (int i = 0; i < problem->joints.count; i++) {
    const gb_joint_entry *joint = &problem->joints.entry[i];
    GB_TRY(check_smooth(s, joint->where, joint->angle, error));
    GB_TRY(check_smooth(s, joint->where, joint->distance, error));
  }
  for (int i = 0; i < problem->equations.count; i++)
    GB_TRY(check_smooth(s, problem->equations.entry[i].where, problem->equations.entry[i].value,
                        error));
  return GB_OK;
}

/// A given motion has a velocity and an acceleration at every step, but for a static march.
static int check_motion(const gb_session *s, const char *where, const gb_expression *motion,
                        gb_error *error) {
  GB_TRY(check_expression(s, where, motion, error));
  if (!motion || gb_session_is_static(s)) return GB_OK;
  GB_TRY(check_smooth(s, where, motion, error));
  for (int k = 0; k <= s->analysis.time.steps; k++) {
    double t = k * s->analysis.time.step, taylor[3];
    gb_problem_motion(s->description->problem, motion, t, taylor);
    if (!isfinite(taylor[1]) || !isfinite(taylor[2]))
      return gb_fail(error, GB_BAD_EXPRESSION,
                     "%s.motion: the velocity is %g and the acceleration %g at t = %g (step %d of "
                     "%d); accepted: numbers at all steps",
                     where, taylor[1], taylor[2], t, k, s->analysis.time.steps);
  }
  return GB_OK;
}

/// Shells start in their reference: a support that is elsewhere at t = 0 would tear them.
static int check_support(const gb_session *s, const gb_support *support, gb_error *error) {
  const gb_motion *motion = &support->motion;
  const double t = 0;
  for (int i = 0; i < 4; i++) {
    const gb_expression *value = i < 3 ? motion->displacement[i] : motion->angle;
    GB_TRY(check_motion(s, support->where, value, error));
    const double start = value ? gb_problem_value(s->description->problem, value, t) : 0;
    if (gb_session_is_static(s) || fabs(start) <= 1e-12) continue;
    return gb_fail(error, GB_BAD_EXPRESSION,
                   "%s: the %s is %g at t = 0, where the model is in its reference; accepted: an "
                   "expression that is 0 at t = 0",
                   support->where, i < 3 ? "motion" : "angle", start);
  }
  return GB_OK;
}

/// The reference, in which a dynamic march starts, meets an equation: its value is 0, and points of
/// given motion are there.
static int check_equation(const gb_session *s, const gb_equation *equation, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  GB_TRY(check_motion(s, equation->where, equation->value, error));
  if (gb_session_is_static(s)) return GB_OK;
  const double start = equation->value ? gb_problem_value(problem, equation->value, 0) : 0;
  if (fabs(start) > 1e-12)
    return gb_fail(error, GB_BAD_EXPRESSION,
                   "%s: the value is %g at t = 0, where the model is in its reference; accepted: "
                   "an expression that is 0 at t = 0",
                   equation->where, start);
  for (int k = 0; k < equation->terms.count; k++) {
    const gb_equation_term *term = &equation->terms.entry[k];
    for (int m = 0; term->mass && m < problem->masses.count; m++) {
      const gb_point_mass *mass = &problem->masses.entry[m];
      if (!mass->name || strcmp(mass->name, term->mass)) continue;
      for (int i = 0; i < 3; i++) {
        const gb_expression *u = mass->motion.displacement[i];
        if (!u || term->coefficient[i] == 0 || fabs(gb_problem_value(problem, u, 0)) <= 1e-12)
          continue;
        return gb_fail(error, GB_BAD_EXPRESSION,
                       "%s: the motion of point '%s' is not 0 at t = 0, where the equation is of "
                       "the reference; accepted: a motion that is 0 at t = 0",
                       term->where, term->mass);
      }
    }
  }
  return GB_OK;
}

static int check_expressions(const gb_session *s, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  char gravity[600];
  snprintf(gravity, sizeof gravity, "%.500s: gravity", s->description->file);
  GB_TRY(check_expression(s, problem->spin.where, problem->spin.speed, error));
  for (int i = 0; i < 3; i++) {
    GB_TRY(check_expression(s, gravity, problem->gravity[i], error));
    for (int l = 0; l < problem->loads.count; l++)
      GB_TRY(check_expression(s, problem->loads.entry[l].where, problem->loads.entry[l].value[i],
                              error));
    for (int m = 0; m < problem->masses.count; m++)
      GB_TRY(check_motion(s, problem->masses.entry[m].where,
                          problem->masses.entry[m].motion.displacement[i], error));
  }
  for (int k = 0; k < problem->supports.count; k++)
    GB_TRY(check_support(s, &problem->supports.entry[k], error));
  for (int k = 0; k < problem->equations.count; k++)
    GB_TRY(check_equation(s, &problem->equations.entry[k], error));
  return GB_OK;
}

/// The centrifugal forces alone are not what moves in a turning frame.
static int check_spin(const gb_session *s, bool is_static, gb_error *error) {
  const gb_spin_entry *spin = &s->description->problem->spin;
  if (!spin->speed) return GB_OK;
  if (s->request.stays)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s: the forces of a rotation without the gyroscopic ones; accepted: modes.spin "
                   "in its place, by which modes have both",
                   spin->where);
  if (!is_static)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "%s: the forces of a steady rotation, with scheme %s; accepted: with static or "
                   "linear; what moves may turn by `initial` or by an angle of `supports`",
                   spin->where, s->description->time.scheme);
  if (!(s->model->checks->mass > 0))
    return gb_fail(error, GB_MASSLESS,
                   "%s: the forces of a rotation act on mass, and the model has none; accepted: a "
                   "density of its materials, bodies or masses",
                   spin->where);
  return GB_OK;
}

/// What the engine cannot know: loads of the whole march, and supports of a static one.
static int check_march(const gb_session *s, gb_error *error) {
  const gb_model *model = s->model;
  GB_TRY(check_controls(s, error));
  GB_TRY(check_expressions(s, error));
  bool is_static = gb_session_is_static(s);
  GB_TRY(check_spin(s, is_static, error));
  if (!is_static && model->checks->idle[0])
    return gb_fail(error, GB_MODEL,
                   "%s; accepted: mass and inertia > 0, links to shells, beams or masses that are "
                   "not all on one line, joints or equations that determine how it moves, or the "
                   "static scheme",
                   model->checks->idle);
  if (!is_static && model->checks->massless[0])
    return gb_fail(error, GB_MASSLESS,
                   "%s; accepted: a density, mass, fix or motion, or the static scheme",
                   model->checks->massless);
  const bool marches = !s->request.stays || strcmp(s->description->modes.at, "reference") != 0;
  if (!is_static || !marches || !model->checks->rigid.mechanism[0]) return GB_OK;
  return gb_fail(error, GB_MECHANISM,
                 "%s: a static march of a mechanism: %s; accepted: supports that hold every part, "
                 "or a dynamic scheme",
                 s->description->time.where, model->checks->rigid.mechanism);
}

/// Newton's tolerance where the case has none. An error that is left in the states reaches
/// derivatives enlarged, up to a thousandfold where they nearly cancel, so states that are
/// differentiated go to round-off while corrections are cheap. 0: the solver's own.
static double tolerance_of(const gb_session *s) {
  const double given = s->description->time.tolerance;
  const bool small = s->model->dofs->total < GB_ROUND_OFF_UNKNOWNS;
  return given == 0 && !s->request.coarse && small ? ROUND_OFF : given;
}

/// The probe whose displacement is driven.
static int find_control(gb_session *s, gb_error *error) {
  const gb_case *c = s->description;
  gb_time_request *time = &s->analysis.time;
  const char *name = c->time.control.probe;
  if (!name) return GB_OK;
  memcpy(time->walk.direction, c->time.control.direction, sizeof time->walk.direction);
  for (int i = 0; i < s->model->probes->count; i++)
    if (strcmp(s->model->probes->probe[i].name, name) == 0) time->walk.probe = i;
  if (time->walk.probe >= 0) return GB_OK;
  return gb_fail(error, GB_UNKNOWN_NAME,
                 "%s.control.probe: no such probe (found %.60s); accepted: the "
                 "name of a probe",
                 c->time.where, name);
}

static int request(gb_session *s, gb_error *error) {
  const gb_case *c = s->description;
  gb_functional_request *functional;
  if (c->time.steps > MOST_STEPS)
    return gb_fail(error, GB_TOO_MANY, "%s.steps: found %d; accepted: at most %d", c->time.where,
                   c->time.steps, MOST_STEPS);
  GB_TRY(GB_TAKE(&s->memory, functional, (size_t)c->functions.count, error));
  for (int i = 0; i < c->functions.count; i++) {
    const gb_function_entry *f = &c->functions.entry[i];
    functional[i] = (gb_functional_request){.where = f->where,
                                            .type = f->type,
                                            .form = f->form,
                                            .sum = f->sum,
                                            .of = f->of,
                                            .value = f->value,
                                            .weight = f->weight,
                                            .mode = f->mode,
                                            .at = f->at};
    memcpy(functional[i].about, f->about, sizeof f->about);
    memcpy(functional[i].axes, f->axes, sizeof f->axes);
  }
  gb_engine_real.count_values(functional, c->functions.count, c->time.steps);
  double memory = s->request.memory > 0 ? s->request.memory : c->checkpoint.memory;
  s->analysis = (gb_analysis){
      .model = s->model,
      .time = {.where = c->time.where,
               .scheme = c->time.scheme,
               .start = c->time.start,
               .quadrature = c->time.quadrature,
               .step = c->time.step,
               .steps = c->time.steps,
               .error_limit = c->time.error_limit,
               .settles = c->time.from && strcmp(c->time.from, "equilibrium") == 0,
               .returns = s->model->dofs->total_multipliers > 0 &&
                          c->problem->constraints.enforce == GB_ENFORCE_PROJECTED,
               .beta = c->time.beta,
               .gamma = c->time.gamma,
               .rho = c->time.rho,
               .alpha = c->time.alpha,
               .newton = {.each = c->time.factor && strcmp(c->time.factor, "each") == 0,
                          .iterations = c->time.iterations,
                          .tolerance = tolerance_of(s),
                          .retry = c->time.retry},
               .walk = {.adapt = c->time.adapt,
                        .arc_length = c->time.arc_length,
                        .probe = -1,
                        .to = c->time.control.to}},
      .constraints = {.where = c->problem->constraints.where,
                      .enforce = c->problem->constraints.enforce,
                      .alpha = c->problem->constraints.alpha,
                      .beta = c->problem->constraints.beta,
                      .factor = c->problem->constraints.factor,
                      .xi = c->problem->constraints.xi,
                      .omega = c->problem->constraints.omega},
      .functionals = c->functions.count,
      .functional = functional,
      .checkpoint.memory = memory,
      .checkpoint.disk = c->checkpoint.disk,
      .checkpoint.directory = c->checkpoint.directory,
      .factor_memory = memory};
  GB_TRY(gb_engine_real.check(&s->analysis, error));
  GB_TRY(find_control(s, error));
  return check_march(s, error);
}

static int open_session(gb_session *s, gb_error *error) {
  char pairing[500];
  gb_error defects = {0};
  GB_TRY(read_case(s, &defects, error));
  int status = build_model(s, &defects, error);
  gb_error_move(&defects, error);
  *error = defects;
  if (status != GB_OK) return error->status;
  GB_TRY(gb_agree(s->comm, request(s, error), error));
  gb_engine_real.pairing(&s->analysis, sizeof pairing, pairing);
  warn(s, pairing);
  if (!gb_session_is_static(s)) warn(s, s->model->checks->inconsistent);
  return GB_OK;
}

int gb_session_open(MPI_Comm comm, const gb_session_request *asked, gb_session **out,
                    gb_error *error) {
  gb_session *s;
  *out = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(s, 1, error), error));
  s->comm = comm;
  s->request = *asked;
  s->started = gb_timer_now();
  MPI_Comm_rank(comm, &s->rank);
  MPI_Comm_size(comm, &s->ranks);
  int status = open_session(s, error);
  if (status != GB_OK) gb_session_close(&s);
  *out = s;
  return status;
}

void gb_session_close(gb_session **session) {
  gb_session *s = *session;
  if (!s) return;
  gb_model_destroy(&s->model);
  gb_mesh_destroy(&s->mesh.kept);
  gb_case_destroy(&s->description);
  gb_problem_destroy(&s->brought.problem);
  gb_arena_free(&s->memory);
  free(s);
  *session = NULL;
}

int gb_session_turns(const gb_session *s, gb_gradient_method method, gb_error *error) {
  const gb_time_request *time = &s->analysis.time;
  const bool histories = method == GB_TANGENT && s->model->probes->count > 0;
  if (method == GB_NO_GRADIENT) return GB_OK;
  if (time->walk.probe >= 0 && !isnan(time->walk.to))
    return gb_fail(
        error, GB_WRONG_SCHEME,
        "%s.control.to: the load at a given displacement has no gradient here; accepted: "
        "gradients at a given load, without `to`",
        time->where);
  if (s->model->designs->count == 0)
    return gb_fail(error, GB_NO_DESIGNS,
                   "%s: a gradient needs designs: give design: [{name: ..., thickness: GROUP}]",
                   s->description->file);
  if (s->analysis.functionals == 0 && !histories)
    return gb_fail(error, GB_NO_FUNCTIONS,
                   "%s: a gradient needs functions: give functions: [{type: mass}], or probes for "
                   "--tangent",
                   s->description->file);
  return GB_OK;
}

gb_gradient_method gb_session_choose(const gb_session *session, const gb_analysis *analysis) {
  const double columns = gb_engine_real.adjoint_columns(analysis);
  return session->model->designs->count < columns ? GB_TANGENT : GB_ADJOINT;
}

int gb_session_name_values(const gb_session *s, const gb_analysis *analysis, const int index[],
                           gb_arena *arena, const char *name[], gb_error *error) {
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_request *f = &analysis->functional[i];
    const char *own = s->description->functions.entry[index ? index[i] : i].name;
    for (int k = 0; k < f->values; k++) {
      char *text;
      GB_TRY(f->values > 1 ? gb_arena_text(arena, &text, error, "%s[%d]", own, k)
                           : gb_arena_text(arena, &text, error, "%s", own));
      name[f->first + k] = text;
    }
  }
  return GB_OK;
}

gb_modes_request gb_session_modes(gb_session *s, const gb_analysis *analysis) {
  const gb_case *c = s->description;
  const bool words = strcmp(c->modes.at, "reference") == 0;
  const bool rests = strcmp(c->modes.at, "equilibrium") == 0;
  gb_modes_request request = {.analysis = analysis,
                              .where = c->modes.where ? c->modes.where : "modes",
                              .count = c->modes.count,
                              .at = words   ? GB_AT_REFERENCE
                                    : rests ? GB_AT_EQUILIBRIUM
                                            : GB_AT_TIME,
                              .time = c->modes.time,
                              .timers = &s->timers};
  memcpy(request.spin, c->modes.spin, sizeof request.spin);
  memcpy(request.about, c->modes.about, sizeof request.about);
  return request;
}

gb_scheme_traits gb_session_traits(const char *scheme) {
  gb_scheme_traits traits;
  for (int i = 0; gb_engine_real.scheme(i, &traits); i++)
    if (strcmp(traits.name, scheme) == 0) return traits;
  return (gb_scheme_traits){0};
}

bool gb_session_is_static(const gb_session *session) {
  return gb_session_traits(session->analysis.time.scheme).is_static;
}

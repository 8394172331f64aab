/// Doubts about a march that ended well, from the problem, the checks of the model and what the
/// march has seen. Each looks for what is told in units of the model itself, so that other units
/// give the same lines.
#include "session/plausibility.h"

#include "case/given.h"
#include "problem/controls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// This is a session, the outcome of its march, what the march has seen, and the line that a doubt
/// writes, "": none.
typedef struct doubt {
  const gb_session *session;
  const gb_outcome *outcome;
  const gb_sights *seen;
  char line[800];
} doubt;

#define TEXT_OF(name, word, meaning, help) {word, GB_OK, meaning, help},
const gb_code_text gb_doubts[] = {GB_FOR_DOUBTS(TEXT_OF){NULL, 0, NULL, NULL}};

#define TELL(d, ...) snprintf((d)->line, sizeof(d)->line, __VA_ARGS__)

// Expressions of t.

/// Called for an expression of t. @param what  of the entry `where`: "the load", "the motion"
typedef void given_visit(void *context, const char *where, const char *what,
                         const gb_expression *value);

static void visit_motion(const char *where, const gb_motion *motion, given_visit *visit,
                         void *context) {
  for (int i = 0; i < 3; i++)
    if (motion->displacement[i]) visit(context, where, "the motion", motion->displacement[i]);
  if (motion->angle) visit(context, where, "the motion", motion->angle);
}

/// Visit the expressions of t that act on the model.
static void visit_given(const gb_session *s, given_visit *visit, void *context) {
  const gb_problem *p = s->description->problem;
  for (int i = 0; i < 3; i++)
    if (p->gravity[i]) visit(context, s->description->file, "gravity", p->gravity[i]);
  for (int k = 0; k < p->loads.count; k++)
    for (int i = 0; i < 3; i++)
      if (p->loads.entry[k].value[i])
        visit(context, p->loads.entry[k].where, "the load", p->loads.entry[k].value[i]);
  for (int k = 0; k < p->temperatures.count; k++)
    if (p->temperatures.entry[k].value)
      visit(context, p->temperatures.entry[k].where, "the temperature",
            p->temperatures.entry[k].value);
  for (int k = 0; k < p->supports.count; k++)
    visit_motion(p->supports.entry[k].where, &p->supports.entry[k].motion, visit, context);
  for (int k = 0; k < p->masses.count; k++)
    visit_motion(p->masses.entry[k].where, &p->masses.entry[k].motion, visit, context);
  for (int k = 0; k < p->joints.count; k++) {
    const gb_joint_entry *joint = &p->joints.entry[k];
    if (joint->angle) visit(context, joint->where, "the angle", joint->angle);
    if (joint->distance) visit(context, joint->where, "the distance", joint->distance);
  }
  for (int k = 0; k < p->equations.count; k++)
    if (p->equations.entry[k].value)
      visit(context, p->equations.entry[k].where, "the value", p->equations.entry[k].value);
  if (p->spin.speed) visit(context, p->spin.where, "the speed", p->spin.speed);
}

/// Steps of which the inside is looked at, and places in each. They are not equally spaced, so that
/// no period fits between them.
enum { SAMPLED_STEPS = 400, SAMPLES = 16 };
static const double GOLDEN = 0.6180339887498949;
static double sample_place(int k) {
  return fmod(0.31 + k * GOLDEN, 1);
}

// [aliased-load]

/// The root mean square of what ends of steps leave out of an expression, relative to the change of
/// the expression itself. Straight lines between the ends leave out a third of a sine with four
/// steps a period, half with three, and all of it with one.
static const double LEFT_OUT = 0.5;

/// Compute the variance of an expression over the steps, and the mean square of its distance from
/// the straight lines between the ends of steps. The step with the largest distance does not count,
/// because a jump lies in one step.
static void compare_with_ends(const gb_session *s, const gb_expression *value, double *whole,
                              double *left) {
  const gb_problem *problem = s->description->problem;
  const gb_march_settings *time = s->analysis->time;
  const int steps = time->steps < SAMPLED_STEPS ? time->steps : SAMPLED_STEPS;
  double sum = 0, square = 0, off = 0, jump = 0, first = gb_problem_value(problem, value, 0);
  for (int k = 0; k < steps; k++) {
    const double step = floor((double)k * time->steps / steps), t = step * time->step;
    const double from = gb_problem_value(problem, value, t);
    const double to = gb_problem_value(problem, value, t + time->step);
    double own = 0;
    for (int i = 0; i < SAMPLES; i++) {
      const double part = sample_place(i);
      const double here = gb_problem_value(problem, value, t + part * time->step);
      const double line = from + part * (to - from);
      sum += here - first;
      square += (here - first) * (here - first);
      own += (here - line) * (here - line);
    }
    off += own;
    jump = fmax(jump, own);
  }
  const double count = (double)steps * SAMPLES, mean = sum / count;
  *whole = square / count - mean * mean;
  *left = steps > 1 ? (off - jump) * steps / (steps - 1) / count : off / count;
}

/// Whether an expression has controls that are constant over intervals, which jump at ends of
/// steps.
static bool has_jumps(const gb_problem *problem, const gb_expression *value) {
  for (int k = 0; k < problem->controls.count; k++)
    if (problem->controls.entry[k].kind == GB_CONTROL_STEP && gb_expression_uses(value, 1 + k))
      return true;
  return false;
}

static void see_alias(void *context, const char *where, const char *what,
                      const gb_expression *value) {
  doubt *d = context;
  double whole, left;
  if (d->line[0] || gb_expression_is_constant(value) ||
      has_jumps(d->session->description->problem, value))
    return;
  compare_with_ends(d->session, value, &whole, &left);
  if (!(left > LEFT_OUT * LEFT_OUT * whole) || !isfinite(left)) return;
  TELL(d,
       "%.300s: %s changes faster than steps of %g resolve: what happens between their ends is "
       "%.2g of its whole change; make time.step several times smaller",
       where, what, d->session->analysis->time->step, fmin(1, sqrt(left / whole)));
}

static void find_aliased_load(doubt *d) {
  if (!gb_session_is_static(d->session)) visit_given(d->session, see_alias, d);
}

// [load-zero-at-end]

/// Part of what acted before that counts as nothing.
static const double NOTHING = 1e-9;

/// Loads and motions of a static march: whether any acts at its end, and the first entry that acts
/// before.
typedef struct acting {
  const gb_session *s;
  bool at_end;
  const char *before;
} acting;

static void see_acting(void *context, const char *where, const char *what,
                       const gb_expression *value) {
  acting *a = context;
  const gb_problem *problem = a->s->description->problem;
  const gb_march_settings *time = a->s->analysis->time;
  const double end = time->step * time->steps;
  double most = 0;
  (void)what;
  for (int k = 0; k < SAMPLES; k++)
    most = fmax(most, fabs(gb_problem_value(problem, value, sample_place(k) * end)));
  const double last = fabs(gb_problem_value(problem, value, end));
  a->at_end = a->at_end || last > NOTHING * most;
  if (!a->before && most > 0) a->before = where;
}

/// Whether a problem has what acts without an expression of t.
static bool acts_otherwise(const gb_problem *p) {
  bool acts = p->temperatures.count + p->contacts.count + p->tyres.count > 0;
  for (int k = 0; k < p->loads.count; k++)
    acts = acts || (p->loads.entry[k].own.count > 0 && !p->loads.entry[k].value[0]);
  for (int k = 0; k < p->supports.count; k++)
    acts = acts || gb_motion_is_own(&p->supports.entry[k].motion);
  for (int k = 0; k < p->springs.count; k++) {
    const gb_spring *spring = &p->springs.entry[k];
    acts = acts || !isnan(spring->length) || spring->angle != 0 || spring->law.expression ||
           spring->law.points > 0;
  }
  return acts;
}

static void find_load_zero_at_end(doubt *d) {
  const gb_session *s = d->session;
  acting a = {.s = s};
  if (!gb_session_is_static(s) || s->analysis->functionals + s->model->probes->count == 0) return;
  if (s->analysis->time->walk.probe >= 0 || acts_otherwise(s->description->problem)) return;
  visit_given(s, see_acting, &a);
  if (a.at_end || !a.before) return;
  TELL(d,
       "%.300s: it is 0 at t = %g, the end of the march, and nothing else acts there, where "
       "functions are taken",
       a.before, s->analysis->time->step * s->analysis->time->steps);
}

// [probe-far]

/// Distance from the nearest node, relative to the extent of the model, at which it is not meant.
static const double FAR = 0.25;

static void find_probe_far(doubt *d) {
  const gb_problem *problem = d->session->description->problem;
  const gb_probe_set *probes = d->session->model->probes;
  const double extent = d->seen->extent;
  for (int k = 0; k < problem->probes.count && !d->line[0]; k++) {
    const gb_probe *probe = &problem->probes.entry[k];
    const gb_model_probe *found = NULL;
    for (int i = 0; i < probes->count; i++)
      if (!strcmp(probes->probe[i].name, probe->name)) found = &probes->probe[i];
    if (probe->place != GB_PROBE_AT || !found) continue;
    const double *X = found->position, *at = probe->at;
    const double off = hypot(hypot(X[0] - at[0], X[1] - at[1]), X[2] - at[2]);
    if (!(off > FAR * extent) || extent == 0) continue;
    TELL(d,
         "%.300s: probe '%.60s' is %.3g away from the model, whose largest extent is %.3g: it "
         "follows the nearest node, %lld at (%g, %g, %g)",
         probe->where, probe->name, off, extent, (long long)found->node_id, X[0], X[1], X[2]);
  }
}

// [large-displacement]

/// Displacement relative to the extent of the model beyond which linear statics means nothing.
static const double LARGE = 0.3;

static void find_large_displacement(doubt *d) {
  const gb_sights *seen = d->seen;
  if (seen->extent > 0 && seen->moved > LARGE * seen->extent)
    TELL(d,
         "scheme linear: %s moves by %.3g, and the model's largest extent is %.3g: linear statics "
         "is of small displacements; scheme static is of large ones",
         seen->node, seen->moved, seen->extent);
}

// [pressed-at-start]

/// Force of a contact relative to all that acts, and part of its depth that is left within the
/// first steps, at which nothing holds it.
static const double SHOT = 10, LEFT = 0.5;

static void find_pressed_at_start(doubt *d) {
  const gb_sights *seen = d->seen;
  const gb_problem *p = d->session->description->problem;
  if (seen->depth == 0 || seen->kept > LEFT * seen->depth) return;
  if (seen->force > SHOT * seen->acting)
    TELL(
        d,
        "%.300s: contacts are pressed in by %.3g at the start, with a force of %.3g, and loads and "
        "weight are %.3g together: what touches is shot away",
        p->contacts.entry[0].where, seen->depth, seen->force, seen->acting);
}

// [not-joined]

static void find_not_joined(doubt *d) {
  TELL(d, "%s", d->session->model->checks->unjoined);
}

// [unused-key]

/// A doubt about keys that a march does not use: what it uses, and how many others were found.
typedef struct idle_keys {
  doubt *d;
  unsigned uses;
  int count;
} idle_keys;

/// Name the first keys.
static void see_given(void *context, const char *where, const char *path, unsigned use) {
  enum { NAMED = 4 };
  idle_keys *idle = context;
  doubt *d = idle->d;
  const size_t used = strlen(d->line);
  if (use & idle->uses) return;
  if (idle->count++ == 0)
    TELL(d, "%.200s: %.80s: a march by %.40s does not use it", where, path,
         d->session->analysis->time->scheme);
  else if (idle->count <= NAMED + 1)
    snprintf(d->line + used, sizeof d->line - used, "%s%.60s", idle->count == 2 ? ", nor " : ", ",
             idle->count > NAMED ? "others" : path);
}

static void find_unused_key(doubt *d) {
  idle_keys idle = {.d = d, .uses = gb_engine_real.uses(d->session->analysis)};
  gb_case_visit_given(d->session->description, see_given, &idle);
}

// [hinge]

static void find_hinge(doubt *d) {
  TELL(d, "%s", d->session->model->checks->hinge);
}

// [failure]

static void find_failure(doubt *d) {
  const gb_analysis *analysis = d->session->analysis;
  for (int i = 0; d->seen->peak && i < analysis->functionals && !d->line[0]; i++) {
    const gb_functional_settings *f = &analysis->functional[i];
    for (int k = f->first; k < f->first + f->values && !d->line[0]; k++) {
      const gb_peak *peak = &d->seen->peak[k];
      if (peak->field == GB_FIELD_FAILURE && peak->largest > 1)
        TELL(d, "%.300s: the failure index is %.4g in element %lld at t = %g: it breaks or yields",
             f->where, peak->largest, (long long)peak->element, peak->t);
    }
  }
}

// [idle-design]

/// Whether no value of a functional changes with a design.
static bool is_idle(const gb_session *s, const gb_outcome *outcome, int design) {
  const size_t designs = (size_t)s->model->designs->count;
  for (int i = 0; i < gb_analysis_values(s->analysis); i++)
    if (outcome->gradient[(size_t)i * designs + (size_t)design] != 0) return false;
  return true;
}

static void find_idle_design(doubt *d) {
  const gb_design_set *designs = d->session->model->designs;
  int idle = 0, first = 0;
  if (!d->outcome->gradient || d->session->analysis->functionals == 0) return;
  for (int j = designs->count - 1; j >= 0; j--) {
    if (!is_idle(d->session, d->outcome, j)) continue;
    first = j;
    idle++;
  }
  if (idle == 1)
    TELL(d, "no function depends on design '%.100s': all its derivatives are exactly zero",
         designs->design[first].name);
  else if (idle > 1)
    TELL(d,
         "no function depends on %d of the %d designs: all their derivatives are exactly zero (the "
         "first: '%.100s')",
         idle, designs->count, designs->design[first].name);
}

// [large-step]

/// Error of one time step, relative to the displacements: an oscillation has fewer than about eight
/// steps a period.
static const double LARGE_STEP_ERROR = 0.1;

static void find_large_step(doubt *d) {
  if (d->outcome->step_error.size > LARGE_STEP_ERROR)
    TELL(d,
         "time.step is too large for this motion: its error is about %.1g of the displacements and "
         "rotations in one step (worst at t = %g)",
         d->outcome->step_error.size, d->outcome->step_error.time);
}

// [joints-apart]

/// Part of the model's size.
static const double LARGE_DRIFT = 0.01;

/// Static marches satisfy constraints, linear ones do so to first order.
static void find_joints_apart(doubt *d) {
  const double drift = d->outcome->drift[3];
  if (!gb_session_is_static(d->session) && drift > LARGE_DRIFT)
    TELL(d,
         "joints came apart by %.1e of the model's size or turned by as much: a smaller time.step, "
         "constraints.enforce: projected or a scheme that keeps positions, as galpha and bdf2, "
         "holds them",
         drift);
}

// [lost-stability]

static void find_lost_stability(doubt *d) {
  const gb_stability_report *r = d->outcome->stability;
  if (!r) return;
  if (d->session->analysis->time->walk.unstable == GB_UNSTABLE_AUTO && r->falls > 0)
    TELL(
        d,
        "stability is lost between t = %g and t = %g; the march goes on in the stable state below, "
        "with an energy less by %.3g; time.unstable: warn keeps the state that is unstable",
        r->first[GB_LOSS][0], r->first[GB_LOSS][1], r->fallen);
  else if (r->first[GB_SNAP][1] > 0)
    TELL(d,
         "between t = %g and t = %g the model snaps to another stable state; time.unstable: fall "
         "tells the energy that it loses",
         r->first[GB_SNAP][0], r->first[GB_SNAP][1]);
}

// [unstable-state]

static void find_unstable_state(doubt *d) {
  const gb_stability_report *r = d->outcome->stability;
  const gb_path_settings *walk = &d->session->analysis->time->walk;
  char where[120] = "the stiffness is not positive where the march begins";
  if (!r || r->unstable == 0 || walk->arc_length || walk->probe >= 0) return;
  if (r->first[GB_LOSS][1] != 0)
    snprintf(where, sizeof where, "a limit or bifurcation point lies between t = %g and t = %g",
             r->first[GB_LOSS][0], r->first[GB_LOSS][1]);
  const char *why = gb_problem_turns(d->session->description->problem)
                        ? "; moments and loads that follow"
                    : d->session->model->blocks->memory > 0 ? "; points that slide"
                                                            : NULL;
  TELL(d, "%s; %lld of %lld states are unstable%s%s%s%s", where, (long long)r->unstable,
       (long long)r->states, r->negative > 0 ? ", the last one too" : "",
       walk->unstable == GB_UNSTABLE_BRANCH
           ? ""
           : "; time.unstable: branch follows the stable branch of a bifurcation, fall goes to the "
             "stable state below, stop ends the march, arc_length: true goes past limits",
       why ? why : "",
       why ? " make the stiffness unsymmetric: its symmetric part is counted, which may be "
             "indefinite though the state is stable"
           : "");
}

// [offset-bends]

/// Error of the stiffness of a shell, relative to the stiffness.
static const double LARGE_OFFSET_BENDING = 0.01;

static void find_offset_bends(doubt *d) {
  const gb_excess *bent = &d->seen->excess[GB_BOUND_OFFSET];
  if (bent->ratio > LARGE_OFFSET_BENDING)
    TELL(d,
         "shell element %lld lies beside its nodes and bends so far that its stiffness is wrong by "
         "about %.2g of itself (t = %g): place nodes in the middle of the thickness, or ask for "
         "small displacements by scheme linear",
         (long long)bent->element, bent->ratio, bent->t);
}

// [matrix-turns]

/// Angle of an end, in radians, of which half is the error of a displacement along the radius.
static const double LARGE_TURN = 0.1;

static void find_matrix_turns(doubt *d) {
  const gb_excess *turn = &d->seen->excess[GB_BOUND_TURN];
  const double angle = acos(fmax(1 - turn->ratio / 4, -1));
  if (angle > LARGE_TURN)
    TELL(d,
         "%.300s: an end of given matrices turns by %.2g rad (t = %g), and forces by given "
         "matrices are those of small rotations about the reference",
         d->session->description->problem->matrices.entry[turn->element].where, angle, turn->t);
}

// [preload-turns]

/// Part of the forces of preloaded springs that turns with what balances it.
static const double LARGE_PRELOAD = 1e-8;

static void find_preload_turns(doubt *d) {
  if (d->outcome->moved && d->outcome->moved->preload > LARGE_PRELOAD)
    TELL(d,
         "scheme linear: springs are preloaded, and bodies, joints or displacements balance a part "
         "of it (%.2g): linear statics leaves out how that part turns with them; scheme static "
         "includes it",
         d->outcome->moved->preload);
}

// [implausible-material]

/// Strain at yield beyond which a law of small strains means nothing.
static const double LARGE_YIELD_STRAIN = 0.5;
/// Square of a wave's speed, modulus / density, of the softest materials in m and s, and densities
/// that solids have in kg/m^3 and in no other usual units.
static const double SOFTEST = 50, LIGHT = 100, HEAVY = 25000;

static void find_implausible_material(doubt *d) {
  const gb_problem *p = d->session->description->problem;
  for (int k = 0; k < p->materials.count && !d->line[0]; k++) {
    const gb_material *m = &p->materials.entry[k];
    const double modulus = m->young > 0 ? m->young : m->E1;
    const bool dense = m->density >= LIGHT && m->density <= HEAVY;
    if (!(modulus > 0)) continue;
    if (m->law == GB_LINEAR && m->yield > LARGE_YIELD_STRAIN * modulus)
      TELL(d,
           "%.300s: material '%.60s' yields at a strain of %.2g: its modulus %g is too small for "
           "a yield stress of %g, or in other units",
           m->where, m->name, m->yield / modulus, modulus, m->yield);
    else if (dense && modulus < SOFTEST * m->density)
      TELL(d,
           "%.300s: material '%.60s' is softer than any solid for its density: modulus / density "
           "is %.2g, of steel in m, kg and s 2.6e7, of soft rubber 1e3",
           m->where, m->name, modulus / m->density);
  }
}

void gb_plausibility_tell(const gb_session *session, const gb_outcome *outcome,
                          void (*warn)(void *context, const char *line), void *context) {
#define FIND_OF(name, word, meaning, help) find_##name,
  static void (*const find[])(doubt * d) = {GB_FOR_DOUBTS(FIND_OF)};
  const gb_sights nothing = {0};
  const gb_outcome none = {.drift = {NAN, NAN, NAN, NAN}};
  if (session->rank != 0) return;
  if (!outcome) outcome = &none;
  for (size_t k = 0; k < sizeof find / sizeof *find; k++) {
    doubt d = {session, outcome, outcome->sights ? outcome->sights : &nothing, ""};
    char line[sizeof d.line + 40];
    find[k](&d);
    snprintf(line, sizeof line, "%s [%s]", d.line, gb_doubts[k].word);
    if (d.line[0]) warn(context, line);
  }
}

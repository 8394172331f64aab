/// Check that the model can march: expressions, motions and controls at all steps.
#include "session/opening.h"
#include "session/session.h"

#include "problem/controls.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Check that an expression of t is finite at every step; a static march has none at t = 0.
static int check_expression(const gb_session *s, const char *where, const gb_expression *value,
                            gb_error *error) {
  if (!value) return GB_OK;
  for (int k = gb_session_is_static(s); k <= s->analysis->time->steps; k++) {
    const double t = k * s->analysis->time->step;
    const double found = gb_problem_value(s->description->problem, value, t);
    if (!isfinite(found))
      return gb_fail(
          error, GB_BAD_EXPRESSION,
          "%s: the value is %g at t = %g (step %d of %d); accepted: numbers at all steps", where,
          found, t, k, s->analysis->time->steps);
    if (gb_expression_is_constant(value)) return GB_OK;
  }
  return GB_OK;
}

/// Check that controls in motions are cubics, so that the motions have accelerations.
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

/// Check that the controls have values over the whole march.
static int check_controls(const gb_session *s, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  const double end = s->analysis->time->steps * s->analysis->time->step, near = 1e-9 * end;
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

/// Check that a given motion has a velocity and an acceleration at every step of a dynamic march.
static int check_motion(const gb_session *s, const char *where, const gb_expression *motion,
                        gb_error *error) {
  GB_TRY(check_expression(s, where, motion, error));
  if (!motion || gb_session_is_static(s)) return GB_OK;
  GB_TRY(check_smooth(s, where, motion, error));
  for (int k = 0; k <= s->analysis->time->steps; k++) {
    double t = k * s->analysis->time->step, taylor[3];
    gb_problem_motion(s->description->problem, motion, t, taylor);
    if (!isfinite(taylor[1]) || !isfinite(taylor[2]))
      return gb_fail(error, GB_BAD_EXPRESSION,
                     "%s.motion: the velocity is %g and the acceleration %g at t = %g (step %d of "
                     "%d); accepted: numbers at all steps",
                     where, taylor[1], taylor[2], t, k, s->analysis->time->steps);
  }
  return GB_OK;
}

/// Check that the motions of supports are 0 at t = 0: shells start in their reference
/// configuration.
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
  const gb_own_vectors *own = &motion->own[0];
  for (int k = 0; k < 3 * own->count && !gb_session_is_static(s); k++)
    if (own->entry[k / 3][k % 3] != 0)
      return gb_fail(error, GB_WRONG_VALUE,
                     "%s.displacements[%d]: found %g at t = 0, where the model is in its "
                     "reference; accepted: zeros, beside velocities and accelerations",
                     support->where, k / 3, own->entry[k / 3][k % 3]);
  return GB_OK;
}

/// Check that the reference configuration, in which a dynamic march starts, satisfies an equation:
/// its value and the given motions in it are 0.
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
    const int m = term->mass ? GB_PROBLEM_FIND(problem, masses, name, term->mass) : -1;
    for (int i = 0; m >= 0 && i < 3; i++) {
      const gb_expression *u = problem->masses.entry[m].motion.displacement[i];
      if (!u || term->coefficient[i] == 0 || fabs(gb_problem_value(problem, u, 0)) <= 1e-12)
        continue;
      return gb_fail(error, GB_BAD_EXPRESSION,
                     "%s: the motion of point '%s' is not 0 at t = 0, where the equation is of "
                     "the reference; accepted: a motion that is 0 at t = 0",
                     term->where, term->mass);
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
  for (int k = 0; k < problem->temperatures.count; k++)
    GB_TRY(check_expression(s, problem->temperatures.entry[k].where,
                            problem->temperatures.entry[k].value, error));
  for (int k = 0; k < problem->supports.count; k++)
    GB_TRY(check_support(s, &problem->supports.entry[k], error));
  for (int k = 0; k < problem->equations.count; k++)
    GB_TRY(check_equation(s, &problem->equations.entry[k], error));
  return GB_OK;
}

/// Refuse `spin` where it is wrong: centrifugal forces alone do not describe motion in a rotating
/// frame.
static int check_spin(const gb_session *s, bool is_static, gb_error *error) {
  const gb_spin_entry *spin = &s->description->problem->spin;
  if (!spin->speed) return GB_OK;
  if (!is_static && !s->request->stays)
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

/// Refuse inerters and given masses in rotating frames, where their axes would rotate and
/// accelerations relative to the frame would count, and those that stand for masses under gravity.
static int check_inerters(const gb_session *s, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  const double *spin = s->description->modes.spin;
  const bool turns = problem->spin.speed || spin[0] != 0 || spin[1] != 0 || spin[2] != 0;
  const bool falls = problem->gravity[0] || problem->gravity[1] || problem->gravity[2];
  for (int b = 0; falls && b < problem->bushings.count; b++)
    if (problem->bushings.entry[b].weighs)
      return gb_fail(error, GB_KEY_CONFLICT,
                     "%s: a grid has masses that differ along its components, and gravity acts; "
                     "accepted beside gravity: the same mass along all displacements that supports "
                     "leave free, or a CONM2",
                     problem->bushings.entry[b].where);
  for (int b = 0; turns && b < problem->bushings.count; b++)
    if (gb_bushing_is_inerter(&problem->bushings.entry[b]))
      return gb_fail(
          error, GB_KEY_CONFLICT,
          "%s.inertance: its accelerations are along axes of space, not so in a model that spins; "
          "accepted: a case without spin",
          problem->bushings.entry[b].where);
  for (int m = 0; turns && m < problem->matrices.count; m++)
    if (gb_matrix_is_given(&problem->matrices.entry[m], GB_MATRIX_MASS))
      return gb_fail(error, GB_KEY_CONFLICT,
                     "%s.mass: its components are along axes of space, not so in a model that "
                     "spins; accepted: a case without spin",
                     problem->matrices.entry[m].where);
  return GB_OK;
}

/// Refuse designs that move the reference beside contacts that stick: what sticks remembers where
/// it was, and these derivatives of it are not computed.
static int check_memory(const gb_session *s, gb_error *error) {
  const gb_model *model = s->model;
  const gb_problem *problem = s->description->problem;
  int i = 0;
  if (model->blocks->memory == 0 || !(model->dofs->T.varies || model->dofs->T.follows))
    return GB_OK;
  while (!gb_contact_sticks(&problem->contacts.entry[i])) i++;
  return gb_fail(error, GB_KEY_CONFLICT,
                 "%s.stick: beside designs that move nodes or places; accepted: other designs, or "
                 "velocity",
                 problem->contacts.entry[i].where);
}

/// Refuse contacts in linear statics: points that begin to touch would go through the surface; and
/// their friction in statics, which is by the velocity and would let go of what it should hold.
static int check_contacts(const gb_session *s, bool is_static, gb_error *error) {
  const gb_problem *problem = s->description->problem;
  const char *scheme = s->analysis->time->scheme;
  if (problem->contacts.count > 0 && gb_session_traits(scheme).linear)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "%s: the points that touch change with the displacements, with scheme %s; "
                   "accepted: static, or a dynamic scheme",
                   problem->contacts.entry[0].where, scheme);
  for (int i = 0; is_static && i < problem->contacts.count; i++) {
    const gb_contact *contact = &problem->contacts.entry[i];
    if (contact->law[GB_CONTACT_FRICTION] > 0 && !gb_contact_sticks(contact))
      return gb_fail(error, GB_WRONG_SCHEME,
                     "%s.friction: found %g with scheme %s, in which nothing slides by a velocity; "
                     "accepted: 0, friction that sticks (one surface with a frame, exponent 1 or "
                     "`stick`), or a dynamic scheme",
                     contact->where, contact->law[GB_CONTACT_FRICTION], scheme);
  }
  return GB_OK;
}

int gb_session_check_march(const gb_session *s, gb_error *error) {
  const gb_model *model = s->model;
  GB_TRY(check_controls(s, error));
  GB_TRY(check_expressions(s, error));
  bool is_static = gb_session_is_static(s);
  GB_TRY(check_spin(s, is_static, error));
  GB_TRY(check_inerters(s, error));
  GB_TRY(check_contacts(s, is_static, error));
  GB_TRY(check_memory(s, error));
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
  const bool marches = !s->request->stays || s->description->modes.at != GB_AT_REFERENCE;
  if (!is_static || !marches || !model->checks->rigid.mechanism[0]) return GB_OK;
  return gb_fail(error, GB_MECHANISM,
                 "%s: a static march of a mechanism: %s; accepted: supports that hold every part, "
                 "or a dynamic scheme",
                 s->description->time.where, model->checks->rigid.mechanism);
}

/// The verb `verify`: the adjoint's gradient against complex-step runs of the whole march, design
/// by design, or along one random direction when there are many.
#include "command/report.h"
#include "command/verification.h"

#include "base/arena.h"
#include "base/print.h"

#include <stdio.h>

/// The errors found at every step of --steps.
typedef struct comparison {
  gb_verification along;
  gb_arena memory; ///< of its arrays
  double *adjoint; ///< derivatives, [functionals][directions]
  double *exact;   ///< of one complex march, [functionals]
  double *error;   ///< [steps][functionals][directions]
  gb_outcome outcome;
} comparison;

static int allocate(comparison *c, gb_error *error) {
  size_t functionals = (size_t)c->along.functionals, directions = (size_t)c->along.directions;
  size_t steps = (size_t)c->along.session->options->verify.steps;
  GB_TRY(GB_TAKE(&c->memory, c->adjoint, functionals * directions, error));
  GB_TRY(GB_TAKE(&c->memory, c->exact, functionals, error));
  return GB_TAKE(&c->memory, c->error, steps * functionals * directions, error);
}

static int compare(comparison *c, gb_error *error) {
  const gb_verification *v = &c->along;
  const gb_session *s = v->session;
  int runs = 0, total = s->options->verify.steps * v->directions;
  for (int step = 0; step < s->options->verify.steps; step++)
    for (int k = 0; k < v->directions; k++) {
      if (gb_session_prints(s))
        gb_print(stderr, "complex step %d of %d (%s, step %g)\n", ++runs, total, v->name[k],
                 s->options->verify.step[step]);
      GB_TRY(gb_verification_perturb(v, s->options->verify.step[step], k, c->exact, error));
      for (int i = 0; i < v->functionals; i++)
        c->error[(step * v->functionals + i) * v->directions + k] =
            gb_relative_difference(c->adjoint[i * v->directions + k], c->exact[i], v->size[i]);
    }
  return GB_OK;
}

/// The place of the smallest step, which has the least error of its own.
static int smallest_step(const gb_options *options) {
  int smallest = 0;
  for (int step = 1; step < options->verify.steps; step++)
    if (options->verify.step[step] < options->verify.step[smallest]) smallest = step;
  return smallest;
}

/// The largest of the errors [functionals][directions] of one step, and its place.
static double worst(const gb_verification *v, const double *errors, int *functional,
                    int *direction) {
  double largest = -1;
  for (int e = 0; e < v->functionals * v->directions; e++)
    if (!(errors[e] <= largest)) {
      largest = errors[e];
      *functional = e / v->directions;
      *direction = e % v->directions;
    }
  return largest;
}

static void print_table(const comparison *c) {
  const gb_verification *v = &c->along;
  const gb_session *s = v->session;
  gb_print(stdout,
           "relative error of the %s against complex step, by step relative to the design (if not "
           "0)\n",
           s->analysis.method == GB_TANGENT ? "tangent" : "adjoint");
  gb_print(stdout, "  %-20s %-16s", "functional", "design");
  for (int step = 0; step < s->options->verify.steps; step++)
    gb_print(stdout, " %9.0e", s->options->verify.step[step]);
  gb_print(stdout, "   %s\n", "derivative x design");
  for (int i = 0; i < v->functionals; i++)
    for (int k = 0; k < v->directions; k++) {
      gb_print(stdout, "  %-20s %-16s", s->description->functions.entry[i].name, v->name[k]);
      for (int step = 0; step < s->options->verify.steps; step++)
        gb_print(stdout, " %9.1e", c->error[(step * v->functionals + i) * v->directions + k]);
      gb_print(stdout, "   %.15e\n", c->adjoint[i * v->directions + k]);
    }
}

static int conclude(comparison *c, double peak, gb_error *error) {
  const gb_verification *v = &c->along;
  const gb_session *s = v->session;
  int functional = 0, direction = 0, smallest = smallest_step(s->options);
  const double *errors = c->error + smallest * v->functionals * v->directions;
  double largest = worst(v, errors, &functional, &direction);
  if (gb_session_prints(s)) print_table(c);
  const gb_verification_table table = {v->directions, (const char *const *)v->name, errors};
  if (s->rank == 0) GB_TRY(gb_report_json(s, NULL, &c->outcome, peak, &table, error));
  if (!(largest <= gb_verified))
    return gb_fail(
        error, GB_DIVERGED,
        "verification failed: d %s / d %s is off by %.1e relative at step %g (allowed %g)",
        s->description->functions.entry[functional].name, v->name[direction], largest,
        s->options->verify.step[smallest], gb_verified);
  if (gb_session_prints(s))
    gb_print(stdout, "worst at step %g: %.1e\n", s->options->verify.step[smallest], largest);
  return GB_OK;
}

/// One scheme, the case's own.
static int verify(comparison *c, gb_error *error) {
  const gb_session *s = c->along.session;
  GB_TRY(gb_agree(s->comm, allocate(c, error), error));
  GB_TRY(gb_verification_differentiate(&c->along, gb_session_method(s), c->adjoint, &c->outcome,
                                       error));
  GB_TRY(compare(c, error));
  double peak = gb_report_peak_memory(s->comm);
  return gb_agree(s->comm, conclude(c, peak, error), error);
}

int gb_command_verify(gb_session *s, gb_error *error) {
  comparison c = {0};
  int status = gb_verification_create(s, &c.along, error);
  if (status == GB_OK)
    status = s->options->verify.schemes ? gb_verify_schemes(&c.along, error) : verify(&c, error);
  gb_outcome_free(&c.outcome);
  gb_verification_destroy(&c.along);
  gb_arena_free(&c.memory);
  return status;
}

/// The verb `verify`: the adjoint's gradient against complex-step runs of the whole march, design
/// by design, or along one random direction when there are many.
#include "command/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIRECTIONS = 6 };
static const double passing = 1e-8; ///< relative error at the smallest step

/// Directions in the space of the designs and the errors found.
typedef struct verification {
  gb_session *session;
  int directions, functionals;
  const char *name[MOST_DIRECTIONS];
  double *direction; ///< [directions][designs]
  double *adjoint;   ///< dF along each direction, [functionals][directions]
  double *error;     ///< [steps][functionals][directions]
  gb_outcome outcome;
} verification;

/// A fixed sequence of numbers in [-1, 1], the same on all ranks and machines.
static double next_random(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / (double)(1ULL << 52) - 1;
}

/// Each design by its own value, so that a step is relative; many designs: one random direction of
/// all.
static int choose_directions(verification *v, gb_error *error) {
  const gb_model *model = v->session->model;
  size_t designs = (size_t)model->designs;
  unsigned long long seed = 20101;
  v->directions = model->designs <= MOST_DIRECTIONS ? model->designs : 1;
  GB_TRY(gb_allocate(designs * (size_t)v->directions, sizeof(double), &v->direction, error));
  for (int k = 0; k < v->directions; k++) {
    v->name[k] = v->directions == model->designs ? model->design[k].name : "random direction";
    for (int j = 0; j < model->designs; j++) {
      double part = v->directions < model->designs ? next_random(&seed) : j == k;
      v->direction[(size_t)k * designs + (size_t)j] = part * model->design[j].value;
    }
  }
  size_t errors = (size_t)(v->functionals * v->directions);
  GB_TRY(gb_allocate(errors, sizeof(double), &v->adjoint, error));
  return gb_allocate(errors * (size_t)v->session->options->steps, sizeof(double), &v->error, error);
}

static void project_gradient(verification *v) {
  int designs = v->session->model->designs;
  for (int i = 0; i < v->functionals; i++)
    for (int k = 0; k < v->directions; k++)
      for (int j = 0; j < designs; j++)
        v->adjoint[i * v->directions + k] +=
            v->outcome.gradient[(size_t)i * (size_t)designs + (size_t)j] *
            v->direction[(size_t)k * (size_t)designs + (size_t)j];
}

/// One complex march, perturbed along direction k by a step.
static int perturb(verification *v, int step, int k, double *perturbation, gb_error *error) {
  gb_session *s = v->session;
  gb_outcome outcome;
  gb_timers timers = {0};
  double h = s->options->step[step];
  for (int j = 0; j < s->model->designs; j++)
    perturbation[j] = h * v->direction[(size_t)k * (size_t)s->model->designs + (size_t)j];
  gb_gradient_method method = s->analysis.method;
  s->analysis.method = GB_NO_GRADIENT;
  int status = gb_engine_complex.run(&s->analysis, perturbation, &timers, &outcome, error);
  s->analysis.method = method;
  for (int i = 0; status == GB_OK && i < v->functionals; i++) {
    double exact = outcome.imaginary[i] / h, found = v->adjoint[i * v->directions + k];
    double difference = fabs(found - exact), size = fmax(fabs(exact), fabs(found));
    v->error[(step * v->functionals + i) * v->directions + k] = size > 0 ? difference / size : 0;
  }
  gb_outcome_free(&outcome);
  return status;
}

static int compare(verification *v, gb_error *error) {
  const gb_session *s = v->session;
  double *perturbation;
  int runs = 0, total = s->options->steps * v->directions, status = GB_OK;
  GB_TRY(gb_allocate((size_t)s->model->designs, sizeof *perturbation, &perturbation, error));
  for (int step = 0; status == GB_OK && step < s->options->steps; step++)
    for (int k = 0; status == GB_OK && k < v->directions; k++) {
      if (gb_session_prints(s))
        fprintf(stderr, "complex step %d of %d (%s, step %g)\n", ++runs, total, v->name[k],
                s->options->step[step]);
      status = perturb(v, step, k, perturbation, error);
    }
  free(perturbation);
  return status;
}

/// The place of the smallest step, which has the least error of its own.
static int smallest_step(const gb_options *options) {
  int smallest = 0;
  for (int step = 1; step < options->steps; step++)
    if (options->step[step] < options->step[smallest]) smallest = step;
  return smallest;
}

/// The largest of the errors [functionals][directions] of one step, and its place.
static double worst(const verification *v, const double *errors, int *functional, int *direction) {
  double largest = -1;
  for (int e = 0; e < v->functionals * v->directions; e++)
    if (!(errors[e] <= largest)) {
      largest = errors[e];
      *functional = e / v->directions;
      *direction = e % v->directions;
    }
  return largest;
}

static void print_table(const verification *v) {
  const gb_session *s = v->session;
  printf("relative error of the adjoint against complex step, by step relative to the design\n");
  printf("  %-20s %-16s", "functional", "design");
  for (int step = 0; step < s->options->steps; step++) printf(" %9.0e", s->options->step[step]);
  printf("   %s\n", "derivative x design");
  for (int i = 0; i < v->functionals; i++)
    for (int k = 0; k < v->directions; k++) {
      printf("  %-20s %-16s", s->description->function[i].name, v->name[k]);
      for (int step = 0; step < s->options->steps; step++)
        printf(" %9.1e", v->error[(step * v->functionals + i) * v->directions + k]);
      printf("   %.15e\n", v->adjoint[i * v->directions + k]);
    }
}

static int conclude(verification *v, double peak, gb_error *error) {
  const gb_session *s = v->session;
  int functional = 0, direction = 0, smallest = smallest_step(s->options);
  const double *errors = v->error + smallest * v->functionals * v->directions;
  double largest = worst(v, errors, &functional, &direction);
  if (gb_session_prints(s)) print_table(v);
  if (s->rank == 0)
    GB_TRY(gb_report_json(s, NULL, &v->outcome, peak, v->directions, v->name, errors, error));
  if (!(largest <= passing))
    return gb_fail(
        error, GB_DIVERGED,
        "verification failed: d %s / d %s is off by %.1e relative at step %g (allowed %g)",
        s->description->function[functional].name, v->name[direction], largest,
        s->options->step[smallest], passing);
  if (gb_session_prints(s)) printf("worst at step %g: %.1e\n", s->options->step[smallest], largest);
  return GB_OK;
}

int gb_command_verify(gb_session *s, gb_error *error) {
  verification v = {.session = s, .functionals = s->analysis.functionals};
  if (s->model->designs == 0 || v.functionals == 0)
    return gb_fail(error, GB_USAGE, "%s: verify needs designs and functions", s->description->file);
  s->analysis.method = s->options->tangent ? GB_TANGENT : GB_ADJOINT;
  int status = gb_agree(s->comm, choose_directions(&v, error), error);
  if (status == GB_OK)
    status = gb_engine_real.run(&s->analysis, NULL, &s->timers, &v.outcome, error);
  if (status == GB_OK) {
    project_gradient(&v);
    status = compare(&v, error);
  }
  double peak = gb_report_peak_memory(s->comm);
  if (status == GB_OK) status = gb_agree(s->comm, conclude(&v, peak, error), error);
  gb_outcome_free(&v.outcome);
  free(v.direction);
  free(v.adjoint);
  free(v.error);
  return status;
}

/// The shared object gimbal-ipopt.so: optimisation with IPOPT's C interface (A. Waechter, L. T.
/// Biegler, Mathematical Programming 106, 2006), with a limited-memory approximation of second
/// derivatives. For a point without values the callbacks return FALSE, and IPOPT shortens its step.
#include "optimize/plugin.h"

#include <IpStdCInterface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct solving {
  const gb_optimisation *problem;
  double *value, *gradient; ///< [1 + constraints], [1 + constraints][designs]
  bool halted, optimal;
} solving;

static Bool fetch(solving *s, const double x[], bool gradient) {
  const gb_optimisation *p = s->problem;
  if (s->halted) return FALSE;
  const gb_evaluated found = p->evaluate(p->context, x, s->value, gradient ? s->gradient : NULL);
  s->halted = found == GB_HALT;
  return found == GB_EVALUATED;
}

static Bool eval_f(Index n, Number *x, Bool new_x, Number *f, UserDataPtr data) {
  solving *s = data;
  (void)n, (void)new_x;
  if (!fetch(s, x, false)) return FALSE;
  *f = s->value[0];
  return TRUE;
}

static Bool eval_gradient(Index n, Number *x, Bool new_x, Number *gradient, UserDataPtr data) {
  solving *s = data;
  (void)new_x;
  if (!fetch(s, x, true)) return FALSE;
  memcpy(gradient, s->gradient, (size_t)n * sizeof *gradient);
  return TRUE;
}

static Bool eval_c(Index n, Number *x, Bool new_x, Index m, Number *c, UserDataPtr data) {
  solving *s = data;
  (void)n, (void)new_x;
  if (!fetch(s, x, false)) return FALSE;
  memcpy(c, s->value + 1, (size_t)m * sizeof *c);
  return TRUE;
}

/// The Jacobian is a full matrix, stored by rows.
static Bool eval_jacobian(Index n, Number *x, Bool new_x, Index m, Index entries, Index *row,
                          Index *column, Number *values, UserDataPtr data) {
  solving *s = data;
  (void)new_x;
  for (Index k = 0; !values && k < entries; k++) {
    row[k] = k / n;
    column[k] = k % n;
  }
  if (!values) return TRUE;
  if (!fetch(s, x, true)) return FALSE;
  memcpy(values, s->gradient + n, (size_t)m * (size_t)n * sizeof *values);
  return TRUE;
}

static Bool eval_hessian(Index n, Number *x, Bool new_x, Number factor, Index m, Number *lambda,
                         Bool new_lambda, Index entries, Index *row, Index *column, Number *values,
                         UserDataPtr data) {
  (void)n, (void)x, (void)new_x, (void)factor, (void)m, (void)lambda, (void)new_lambda;
  (void)entries, (void)row, (void)column, (void)values, (void)data;
  return FALSE; // IPOPT approximates it
}

static Bool iterated(Index mode, Index iteration, Number f, Number primal, Number dual, Number mu,
                     Number norm, Number regularization, Number alpha_dual, Number alpha_primal,
                     Index trials, UserDataPtr data) {
  solving *s = data;
  (void)mode, (void)f, (void)primal, (void)dual, (void)mu, (void)norm, (void)regularization;
  (void)alpha_dual, (void)alpha_primal, (void)trials;
  if (s->halted) return FALSE;
  const gb_after_iteration next = s->problem->iterated(s->problem->context, iteration);
  s->halted = next == GB_ITERATION_HALT;
  s->optimal = next == GB_ITERATION_OPTIMAL;
  return next == GB_ITERATION_CONTINUE;
}

typedef struct word_option {
  const char *name, *value;
} word_option;
static const word_option words[] = {
    {"hessian_approximation", "limited-memory"},
    {"nlp_scaling_method", "none"}, // the problem is already scaled
    {"sb", "yes"},
    {"mu_strategy", "adaptive"},
    {"linear_solver", "mumps"},
};

/// Set the options. With bound_relax_factor 0, no point outside the bounds is evaluated.
static bool set_options(IpoptProblem nlp, const gb_optimisation *p) {
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"tol", p->tolerance},
                 {"constr_viol_tol", p->tolerance},
                 {"dual_inf_tol", 1e2 * p->tolerance},
                 {"compl_inf_tol", 1e2 * p->tolerance},
                 {"bound_relax_factor", 0}};
  const struct {
    const char *name;
    int value;
  } integers[] = {{"max_iter", p->iterations},
                  {"acceptable_iter", 0},
                  {"print_level", 0},
                  {"limited_memory_max_history", 12}};
  bool set = true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    set = AddIpoptStrOption(nlp, (char *)words[i].name, (char *)words[i].value) && set;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    set = AddIpoptNumOption(nlp, (char *)numbers[i].name, numbers[i].value) && set;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    set = AddIpoptIntOption(nlp, (char *)integers[i].name, integers[i].value) && set;
  return set && SetIntermediateCallback(nlp, iterated);
}

static gb_ending ending_of(enum ApplicationReturnStatus status) {
  switch (status) {
  case Solve_Succeeded:
  case Solved_To_Acceptable_Level:
  case Search_Direction_Becomes_Too_Small:
  case Feasible_Point_Found:
    return GB_ENDED_OPTIMAL;
  case Maximum_Iterations_Exceeded:
    return GB_ENDED_LIMIT;
  default:
    return GB_ENDED_INFEASIBLE;
  }
}

static const char *words_of(enum ApplicationReturnStatus status) {
  switch (status) {
  case Solve_Succeeded:
    return "solved";
  case Infeasible_Problem_Detected:
    return "converged to a point of local infeasibility";
  case Search_Direction_Becomes_Too_Small:
    return "search direction becomes too small";
  case Diverging_Iterates:
    return "iterates diverge";
  case Maximum_Iterations_Exceeded:
    return "maximum number of iterations";
  case Restoration_Failed:
    return "restoration failed";
  case Error_In_Step_Computation:
    return "error in step computation";
  case Not_Enough_Degrees_Of_Freedom:
    return "fewer designs than equalities";
  case Invalid_Number_Detected:
    return "a gradient is missing";
  default:
    return "ended";
  }
}

static int run(solving *s, IpoptProblem nlp, double x[], gb_optimisation_end *end) {
  const gb_optimisation *p = s->problem;
  const size_t m = 1 + (size_t)p->constraints;
  s->value = calloc(m, sizeof *s->value);
  s->gradient = calloc(m * (size_t)p->designs, sizeof *s->gradient);
  if (!s->value || !s->gradient || !set_options(nlp, p)) {
    snprintf(end->message, sizeof end->message, "out of memory, or an option is refused");
    return 1;
  }
  memcpy(x, p->start, (size_t)p->designs * sizeof *x);
  const enum ApplicationReturnStatus status = IpoptSolve(nlp, x, NULL, NULL, NULL, NULL, NULL, s);
  end->how = s->halted ? GB_ENDED_HALTED : s->optimal ? GB_ENDED_OPTIMAL : ending_of(status);
  snprintf(end->message, sizeof end->message, "IPOPT: %s (%d)",
           s->optimal ? "solved" : words_of(status), (int)status);
  return 0;
}

int gb_plugin_ipopt(const gb_optimisation *p, double x[], gb_optimisation_end *end) {
  solving s = {.problem = p};
  // IPOPT copies the bounds; values beyond 1e19 mean no bound.
  IpoptProblem nlp =
      CreateIpoptProblem(p->designs, (double *)p->lower, (double *)p->upper, p->constraints,
                         (double *)p->c_lower, (double *)p->c_upper, p->constraints * p->designs, 0,
                         0, eval_f, eval_c, eval_gradient, eval_jacobian, eval_hessian);
  if (!nlp) {
    snprintf(end->message, sizeof end->message, "the problem is refused");
    return 1;
  }
  const int status = run(&s, nlp, x, end);
  FreeIpoptProblem(nlp);
  free(s.value);
  free(s.gradient);
  return status;
}

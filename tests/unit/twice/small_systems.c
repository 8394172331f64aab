/// The operations of a system for any small model; the preconditioner is a dense inverse.
#include "tests/unit/twice/small_models.h"

#include <stdio.h>
#include <string.h>

#define STEP 1e-40 ///< of the complex step; its square vanishes

static small_system *self(gb_system *system) {
  return (small_system *)system->data;
}

static int rows_of(const small_system *s) {
  return s->model->n + s->model->m;
}

/// A point of the models; `real` drops imaginary parts.
static small_point point_of(const small_system *s, const gb_state *state, bool real) {
  small_point p = {.t = state->t, .alpha = s->alpha, .beta = s->beta};
  p.index1 = s->index1 || state->initial;
  // As a model scales its rows, so that the operator of Phi = 0 is symmetric.
  const double sigma = state->sigma[GB_Q];
  p.row = p.index1 ? 1 : sigma > 0 ? s->column / sigma : s->row;
  p.column = p.index1 ? 1 : s->column;
  if (state->initial) p.alpha = p.beta = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < s->model->n; j++)
      p.component[i][j] = real ? gb_real(state->component[i][j]) : state->component[i][j];
  for (int j = 0; j < s->model->m; j++)
    p.multiplier[j] = real ? gb_real(state->multiplier[j]) : state->multiplier[j];
  return p;
}

static gb_scalar scalar_of(small_number z) {
  return gb_join(creal(z), cimag(z));
}

/// The operator at real parts, row by row.
static void operator_of(const small_system *s, const double sigma[3], const gb_state *state,
                        double matrix[]) {
  const int n = s->model->n, rows = rows_of(s);
  small_number r[SMALL_UNKNOWNS], x[SMALL_DESIGNS];
  for (int j = 0; j < s->model->designs; j++) x[j] = creal(s->x[j]);
  for (int j = 0; j < rows; j++) {
    small_point p = point_of(s, state, true);
    for (int i = 0; i < 3 && j < n; i++) p.component[i][j] += STEP * sigma[i] * I;
    if (j >= n) p.multiplier[j - n] += STEP * I;
    s->model->residual(&p, x, r);
    for (int i = 0; i < rows; i++) matrix[i * rows + j] = cimag(r[i]) / STEP;
  }
}

/// R_x at real parts, [rows][designs].
static void residual_designs(const small_system *s, const gb_state *state, double matrix[]) {
  const int designs = s->model->designs, rows = rows_of(s);
  const small_point p = point_of(s, state, true);
  small_number r[SMALL_UNKNOWNS], x[SMALL_DESIGNS];
  for (int j = 0; j < designs; j++) {
    for (int i = 0; i < designs; i++) x[i] = creal(s->x[i]) + (i == j ? STEP * I : 0);
    s->model->residual(&p, x, r);
    for (int i = 0; i < rows; i++) matrix[i * designs + j] = cimag(r[i]) / STEP;
  }
}

/// Derivatives of the initial q and v, [2][n][designs].
static void initial_designs(const small_system *s, double matrix[]) {
  const int designs = s->model->designs, n = s->model->n;
  small_number start[2][SMALL_UNKNOWNS], x[SMALL_DESIGNS];
  for (int j = 0; j < designs; j++) {
    for (int i = 0; i < designs; i++) x[i] = creal(s->x[i]) + (i == j ? STEP * I : 0);
    s->model->initial(x, start[0], start[1]);
    for (int component = 0; component < 2; component++)
      for (int i = 0; i < n; i++)
        matrix[(component * n + i) * designs + j] = cimag(start[component][i]) / STEP;
  }
}

static int initial(gb_system *system, gb_scalar *q, gb_scalar *v, gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  small_number start[2][SMALL_UNKNOWNS];
  s->model->initial(s->x, start[0], start[1]);
  for (int i = 0; i < s->model->n; i++) {
    q[i] = scalar_of(start[0][i]);
    v[i] = scalar_of(start[1][i]);
  }
  return GB_OK;
}

static int residual(gb_system *system, const gb_state *state, gb_scalar *r, gb_error *error) {
  (void)error;
  small_system *s = self(system);
  const small_point p = point_of(s, state, false);
  small_number value[SMALL_UNKNOWNS];
  s->model->residual(&p, s->x, value);
  for (int i = 0; i < rows_of(s); i++) r[i] = scalar_of(value[i]);
  s->residuals++;
  return GB_OK;
}

/// Calls come in pairs, around products with this sigma and state alone.
static int hold(gb_system *system, const double sigma[3], const gb_state *state, gb_error *error) {
  small_system *s = self(system);
  if ((s->cached == NULL) != (state != NULL))
    return gb_fail(error, GB_MODEL, "cached or let go out of turn");
  s->cached = state;
  memcpy(s->cached_sigma, sigma, sizeof s->cached_sigma);
  return GB_OK;
}

static int product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                   gb_scalar *y, gb_error *error) {
  const small_system *s = self(system);
  const int rows = rows_of(s);
  double matrix[SMALL_UNKNOWNS * SMALL_UNKNOWNS];
  if (s->cached &&
      (s->cached != A->state || memcmp(s->cached_sigma, A->sigma, sizeof s->cached_sigma)))
    return gb_fail(error, GB_MODEL, "a product with other than what is cached");
  operator_of(s, A->sigma, A->state, matrix);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < rows; i++) {
      y[c * rows + i] = 0;
      for (int j = 0; j < rows; j++)
        y[c * rows + i] += matrix[A->transpose ? j * rows + i : i * rows + j] * x[c * rows + j];
    }
  return GB_OK;
}

static int partial(gb_system *system, int component, const gb_state *state, int count,
                   const gb_scalar *psi, gb_scalar *y, gb_error *error) {
  const small_system *s = self(system);
  if (s->cached) return gb_fail(error, GB_MODEL, "still cached");
  const int rows = rows_of(s), n = s->model->n;
  double matrix[SMALL_UNKNOWNS * SMALL_UNKNOWNS], sigma[3] = {0};
  sigma[component] = 1;
  operator_of(s, sigma, state, matrix);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < rows; j++) y[c * n + i] += matrix[j * rows + i] * psi[c * rows + j];
  return GB_OK;
}

static gb_preconditioner_kind preconditioner(gb_system *system, const double sigma[3]) {
  const small_system *s = self(system);
  if (!s->factored) return GB_PRECONDITIONER_NONE;
  const bool same = !memcmp(sigma, s->sigma, sizeof s->sigma);
  return same && !s->forgets ? GB_PRECONDITIONER_FACTOR : GB_PRECONDITIONER_NONE;
}

/// Invert by Gauss and Jordan with row exchanges.
static int invert(int rows, double matrix[], double inverse[], gb_error *error) {
  for (int i = 0; i < rows * rows; i++) inverse[i] = i % (rows + 1) == 0;
  for (int j = 0; j < rows; j++) {
    int pivot = j;
    for (int i = j; i < rows; i++)
      if (fabs(matrix[i * rows + j]) > fabs(matrix[pivot * rows + j])) pivot = i;
    const double value = matrix[pivot * rows + j];
    if (!(fabs(value) > 0)) return gb_fail(error, GB_SINGULAR, "the small operator is singular");
    for (int k = 0; k < rows; k++) {
      const double a = matrix[pivot * rows + k], b = inverse[pivot * rows + k];
      matrix[pivot * rows + k] = matrix[j * rows + k];
      inverse[pivot * rows + k] = inverse[j * rows + k];
      matrix[j * rows + k] = a / value;
      inverse[j * rows + k] = b / value;
    }
    for (int i = 0; i < rows; i++) {
      const double factor = i == j ? 0 : matrix[i * rows + j];
      for (int k = 0; k < rows; k++) {
        matrix[i * rows + k] -= factor * matrix[j * rows + k];
        inverse[i * rows + k] -= factor * inverse[j * rows + k];
      }
    }
  }
  return GB_OK;
}

static double renewal_cost(gb_system *system, const double sigma[3]) {
  (void)system, (void)sigma;
  return 5;
}

static int renew(gb_system *system, const double sigma[3], const gb_state *state, gb_error *error) {
  small_system *s = self(system);
  double matrix[SMALL_UNKNOWNS * SMALL_UNKNOWNS];
  operator_of(s, sigma, state, matrix);
  memcpy(s->sigma, sigma, sizeof s->sigma);
  s->factored = true;
  s->factorisations++;
  return invert(rows_of(s), matrix, s->factor, error);
}

static int precondition(gb_system *system, const gb_operator *A, int count, gb_scalar *x,
                        gb_error *error) {
  (void)error;
  small_system *s = self(system);
  const int rows = rows_of(s);
  for (int c = 0; c < count; c++) {
    gb_scalar y[SMALL_UNKNOWNS] = {0};
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < rows; j++)
        y[i] += s->factor[A->transpose ? j * rows + i : i * rows + j] * x[c * rows + j];
    memcpy(x + c * rows, y, (size_t)rows * sizeof *y);
  }
  s->applications++;
  return GB_OK;
}

static int sum(gb_system *system, int count, gb_scalar *values, gb_error *error) {
  (void)system, (void)count, (void)values, (void)error;
  return GB_OK;
}

static int worst(gb_system *system, const gb_state *state, const gb_scalar *r, size_t size,
                 char *text, gb_error *error) {
  (void)state, (void)error;
  const small_system *s = self(system);
  int largest = 0;
  for (int i = 1; i < rows_of(s); i++)
    if (fabs(gb_real(r[i])) > fabs(gb_real(r[largest]))) largest = i;
  snprintf(text, size, "row %d of the %s", largest, s->model->name);
  return GB_OK;
}

static int functionals_begin(gb_system *system, gb_error *error) {
  if (self(system)->cached) return gb_fail(error, GB_MODEL, "still cached");
  memset(self(system)->sums, 0, sizeof self(system)->sums);
  return GB_OK;
}

static int functionals_add(gb_system *system, const gb_state *state, double weight,
                           gb_error *error) {
  (void)error;
  small_system *s = self(system);
  const small_point p = point_of(s, state, false);
  for (int f = 0; f < SMALL_FUNCTIONALS; f++)
    s->sums[f] += weight * s->model->integrand(&p, s->x, f);
  return GB_OK;
}

static int functionals_end(gb_system *system, gb_scalar *values, gb_error *error) {
  (void)error;
  for (int f = 0; f < SMALL_FUNCTIONALS; f++) values[f] = scalar_of(self(system)->sums[f]);
  return GB_OK;
}

static int functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                  gb_scalar *bar[GB_COMPONENTS], gb_scalar *gradient,
                                  gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  const int n = s->model->n, designs = s->model->designs;
  small_number x[SMALL_DESIGNS];
  for (int j = 0; j < designs; j++) x[j] = creal(s->x[j]);
  for (int f = 0; f < SMALL_FUNCTIONALS; f++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n; j++) {
        small_point p = point_of(s, state, true);
        p.component[i][j] += STEP * I;
        bar[i][f * n + j] += weight * cimag(s->model->integrand(&p, x, f)) / STEP;
      }
    const small_point p = point_of(s, state, true);
    for (int j = 0; j < designs; j++) {
      x[j] += STEP * I;
      gradient[f * designs + j] += weight * cimag(s->model->integrand(&p, x, f)) / STEP;
      x[j] = creal(x[j]);
    }
  }
  return GB_OK;
}

static int design_product(gb_system *system, const gb_state *state, int count, const gb_scalar *psi,
                          gb_scalar *gradient, gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  const int rows = rows_of(s), designs = s->model->designs;
  double matrix[SMALL_UNKNOWNS * SMALL_DESIGNS];
  residual_designs(s, state, matrix);
  for (int c = 0; c < count; c++)
    for (int j = 0; j < designs; j++)
      for (int i = 0; i < rows; i++)
        gradient[c * designs + j] += psi[c * rows + i] * matrix[i * designs + j];
  return GB_OK;
}

static int direction(gb_system *system, const gb_state *state, int count, const gb_scalar *dx,
                     const gb_scalar *const d[3], gb_scalar *r, gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  const int designs = s->model->designs, rows = rows_of(s), n = s->model->n;
  double by_design[SMALL_UNKNOWNS * SMALL_DESIGNS], by_slot[SMALL_UNKNOWNS * SMALL_UNKNOWNS];
  residual_designs(s, state, by_design);
  for (int k = 0; k < count * rows; k++) {
    const int i = k % rows, c = k / rows;
    r[k] = 0;
    for (int j = 0; j < designs; j++) r[k] += by_design[i * designs + j] * dx[c * designs + j];
  }
  for (int component = 0; component < 3; component++) {
    const double sigma[3] = {component == 0, component == 1, component == 2};
    if (!d[component]) continue;
    operator_of(s, sigma, state, by_slot);
    for (int k = 0; k < count * rows; k++)
      for (int j = 0; j < n; j++)
        r[k] += by_slot[(k % rows) * rows + j] * d[component][k / rows * n + j];
  }
  return GB_OK;
}

static int initial_product(gb_system *system, int count, gb_scalar *bar_q, gb_scalar *bar_v,
                           gb_scalar *gradient, gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  const int n = s->model->n, designs = s->model->designs;
  double matrix[2 * SMALL_UNKNOWNS * SMALL_DESIGNS];
  initial_designs(s, matrix);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < designs; j++)
        gradient[c * designs + j] += bar_q[c * n + i] * matrix[i * designs + j] +
                                     bar_v[c * n + i] * matrix[(n + i) * designs + j];
  return GB_OK;
}

static int initial_direction(gb_system *system, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                             gb_error *error) {
  (void)error;
  const small_system *s = self(system);
  const int n = s->model->n, designs = s->model->designs;
  double matrix[2 * SMALL_UNKNOWNS * SMALL_DESIGNS];
  initial_designs(s, matrix);
  for (int i = 0; i < n; i++) {
    dq[i] = dv[i] = 0;
    for (int j = 0; j < designs; j++) {
      dq[i] += matrix[i * designs + j] * dx[j];
      dv[i] += matrix[(n + i) * designs + j] * dx[j];
    }
  }
  return GB_OK;
}

static const gb_system_operations operations = {
    .initial = initial,
    .residual = residual,
    .cache_linearisation = hold,
    .product = product,
    .partial = partial,
    .preconditioner = preconditioner,
    .refactor = renew,
    .refactor_cost = renewal_cost,
    .precondition = precondition,
    .sum = sum,
    .residual_report = worst,
    .functionals_begin = functionals_begin,
    .functionals_add = functionals_add,
    .functionals_end = functionals_end,
    .functionals_derivative = functionals_derivative,
    .design_product = design_product,
    .direction = direction,
    .initial_product = initial_product,
    .initial_direction = initial_direction,
};

void small_system_start(small_system *s, const char *name) {
  static const small_model *const models[] = {&small_oscillator, &small_chain, &small_pendulum,
                                              &small_truss};
  *s = (small_system){.system = {.op = &operations, .functionals = SMALL_FUNCTIONALS}};
  s->system.data = s;
  s->row = s->column = 1;
  for (int i = 0; i < 4; i++)
    if (!strcmp(models[i]->name, name)) s->model = models[i];
  s->system.n = s->model->n;
  s->system.m = s->model->m;
  s->system.designs = s->model->designs;
  for (int j = 0; j < s->model->designs; j++) s->x[j] = s->model->x[j];
}

/// Residuals and integrands of the small models.
#include "tests/unit/twice/small_models.h"

enum { Q = GB_Q, V = GB_V, A = GB_A };

/// The second functional depends on x alone: no adjoint solve belongs to it.
static small_number of_designs(const small_number x[]) {
  return 0.3 * x[0] * x[1] + x[2] * x[2];
}

static void oscillator_initial(const small_number x[], small_number q[], small_number v[]) {
  q[0] = x[3];
  v[0] = x[4];
}

static void oscillator_residual(const small_point *p, const small_number x[], small_number r[]) {
  r[0] = x[0] * p->component[A][0] + x[1] * p->component[V][0] + x[2] * p->component[Q][0] -
         sin(2 * p->t);
}

static small_number oscillator_integrand(const small_point *p, const small_number x[], int f) {
  const small_number q = p->component[Q][0], v = p->component[V][0], a = p->component[A][0];
  if (f == 0) return q * q + 0.1 * v * v + 0.01 * a * a + 0.2 * x[0];
  return f == 1 ? of_designs(x) : p->t * q * v + x[2] * q;
}

const small_model small_oscillator = {.name = "oscillator",
                                      .n = 1,
                                      .designs = 5,
                                      .x = {1.2, 0.3, 8, 0.7, -0.4},
                                      .initial = oscillator_initial,
                                      .residual = oscillator_residual,
                                      .integrand = oscillator_integrand};

static void chain_initial(const small_number x[], small_number q[], small_number v[]) {
  q[0] = 0.5;
  q[1] = -0.2;
  v[0] = 0;
  v[1] = x[4];
}

static void chain_residual(const small_point *p, const small_number x[], small_number r[]) {
  const small_number d = p->component[Q][1] - p->component[Q][0];
  const small_number force =
      x[0] * d + x[1] * d * d * d + x[3] * (p->component[V][1] - p->component[V][0]);
  r[0] = p->component[A][0] + 30 * p->component[Q][0] - force - sin(3 * p->t);
  r[1] = x[2] * p->component[A][1] + force;
}

static small_number chain_integrand(const small_point *p, const small_number x[], int f) {
  const small_number *q = p->component[Q], *v = p->component[V], *a = p->component[A];
  if (f == 0) return q[1] * q[1] + 0.1 * v[0] * v[0] + 0.01 * a[1] * a[1] + 0.05 * x[2];
  return f == 1 ? of_designs(x) : p->t * q[0] * v[1] + 0.1 * a[0] * q[1];
}

const small_model small_chain = {.name = "chain",
                                 .n = 2,
                                 .designs = 5,
                                 .x = {40, 15, 1.5, 0.3, 0.8},
                                 .initial = chain_initial,
                                 .residual = chain_residual,
                                 .integrand = chain_integrand};

static void pendulum_initial(const small_number x[], small_number q[], small_number v[]) {
  q[0] = 0.6 * x[1];
  q[1] = 0;
  q[2] = -0.8 * x[1];
  v[0] = v[2] = 0;
  v[1] = 1.2 * x[1];
}

static small_number dot(const small_number a[], const small_number b[]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void pendulum_residual(const small_point *p, const small_number x[], small_number r[]) {
  const small_number *q = p->component[Q], *v = p->component[V], *a = p->component[A];
  for (int i = 0; i < 3; i++) r[i] = x[0] * a[i] + p->column * q[i] * p->multiplier[0];
  r[2] += x[0] * x[2];
  r[3] = 0.5 * (dot(q, q) - x[1] * x[1]);
  if (p->index1) r[3] = dot(q, a) + dot(v, v) + 2 * p->alpha * dot(q, v) + p->beta * p->beta * r[3];
  r[3] *= p->row;
}

static small_number pendulum_integrand(const small_point *p, const small_number x[], int f) {
  const small_number *q = p->component[Q], *v = p->component[V], *a = p->component[A];
  if (f == 0) return q[0] * q[0] + 0.1 * v[1] * v[2] + q[2] * x[1];
  return f == 1 ? of_designs(x) : p->t * q[1] * v[0] + 0.01 * a[2] * q[0];
}

const small_model small_pendulum = {.name = "pendulum",
                                    .n = 3,
                                    .m = 1,
                                    .designs = 3,
                                    .x = {1.3, 0.9, 9.81},
                                    .initial = pendulum_initial,
                                    .residual = pendulum_residual,
                                    .integrand = pendulum_integrand};

static void truss_initial(const small_number x[], small_number q[], small_number v[]) {
  (void)x;
  q[0] = q[1] = v[0] = v[1] = 0;
}

static void truss_residual(const small_point *p, const small_number x[], small_number r[]) {
  const small_number *u = p->component[Q], square = 1 + x[2] * x[2];
  r[0] = -0.3 * x[1] * p->t;
  r[1] = -x[1] * p->t;
  for (int side = -1; side <= 1; side += 2) {
    const small_number bar[2] = {side + u[0], x[2] + u[1]};
    const small_number strain =
        (side * u[0] + x[2] * u[1] + 0.5 * (u[0] * u[0] + u[1] * u[1])) / square;
    for (int i = 0; i < 2; i++) r[i] += x[0] * strain * bar[i] / csqrt(square);
  }
}

static small_number truss_integrand(const small_point *p, const small_number x[], int f) {
  const small_number *u = p->component[Q];
  if (f == 0) return u[0] * u[0] + 3 * u[1] + x[1] * u[0];
  return f == 1 ? of_designs(x) : u[0] * u[1] * x[2];
}

const small_model small_truss = {.name = "truss",
                                 .n = 2,
                                 .designs = 3,
                                 .x = {1000, 800, 0.05},
                                 .initial = truss_initial,
                                 .residual = truss_residual,
                                 .integrand = truss_integrand};

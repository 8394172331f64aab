/// Rotations and angular velocities of nodes from their directors, with derivatives by complex
/// steps.
#include "system/nodal_values/node_rotation.h"

#include <complex.h>
#include <string.h>

typedef double complex number;

static const double step = 1e-200;

/// Directors of a node: those of the reference configuration, the present ones and their rates.
typedef struct directors {
  int count;
  int32_t value[3];
  number reference[3][3], present[3][3], rate[3][3];
} directors;

static number dot(const number a[3], const number b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const number a[3], const number b[3], number c[3]) {
  for (int i = 0; i < 3; i++)
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/// Find the directors of a node; the third one of a frame may have the length zero. @param v rates;
/// NULL: not wanted
static void open_directors(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                           const gb_scalar v[], directors *d) {
  d->count = 0;
  GB_EACH_FIELD(field, nodes->fields[node] & GB_DIRECTORS) {
    const int32_t value = gb_node_value(nodes, node, field);
    const double *D = &nodes->reference[value];
    if (D[0] == 0 && D[1] == 0 && D[2] == 0) continue;
    d->value[d->count] = value;
    for (int i = 0; i < 3; i++) {
      d->reference[d->count][i] = D[i];
      d->present[d->count][i] = D[i] + gb_real(q[value + i]);
      d->rate[d->count][i] = v ? gb_real(v[value + i]) : 0;
    }
    d->count++;
  }
}

/// Set the third of two vectors to the cross product of the others. @param[out] dual their
/// reciprocal basis
static void find_dual(int count, number e[3][3], number dual[3][3]) {
  if (count == 2) cross(e[0], e[1], e[2]);
  for (int k = 0; k < 3; k++) cross(e[(k + 1) % 3], e[(k + 2) % 3], dual[k]);
  const number volume = dot(e[0], dual[0]);
  for (int k = 0; k < 9; k++) dual[k / 3][k % 3] /= volume;
}

/// R = d D^-1, with the third vectors of two directors their cross products.
static void find_matrix(const directors *d, number R[3][3]) {
  number D[3][3], e[3][3], dual[3][3];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      D[k][i] = d->reference[k][i];
      e[k][i] = d->present[k][i];
    }
  if (d->count == 2) cross(e[0], e[1], e[2]);
  find_dual(d->count, D, dual);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      R[i][j] = 0;
      for (int k = 0; k < 3; k++) R[i][j] += e[k][i] * dual[k][j];
    }
}

/// @return the angle of the point (c, s) for complex steps
static number angle_of(number s, number c) {
  const double x = creal(c), y = creal(s);
  return CMPLX(atan2(y, x), (x * cimag(s) - y * cimag(c)) / (x * x + y * y));
}

static void find(const directors *d, bool linear, number value[3]) {
  number R[3][3], w[3];
  if (d->count == 1) {
    const number size =
        csqrt(dot(d->reference[0], d->reference[0]) *
              (linear ? dot(d->reference[0], d->reference[0]) : dot(d->present[0], d->present[0])));
    const number cosine = dot(d->reference[0], d->present[0]) / size;
    cross(d->reference[0], d->present[0], w);
    for (int i = 0; i < 3; i++) w[i] /= size;
    for (int i = 0; i < 3; i++)
      value[i] = linear ? w[i] : angle_of(2 * w[i], 2 - (dot(w, w) + w[i] * w[i]) / (1 + cosine));
    return;
  }
  find_matrix(d, R);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const number s = R[k][j] - R[j][k];
    value[i] = linear ? s / 2 : angle_of(s, R[j][j] + R[k][k]);
  }
}

/// Half the sum of the cross products of the dual directors and the rates.
static void find_spin(const directors *d, number value[3]) {
  number e[3][3], rate[3][3], dual[3][3], part[2][3];
  memcpy(e, d->present, sizeof e);
  memcpy(rate, d->rate, sizeof rate);
  if (d->count == 1) {
    cross(e[0], rate[0], value);
    const number square = dot(e[0], e[0]);
    for (int i = 0; i < 3; i++) value[i] /= square;
    return;
  }
  find_dual(d->count, e, dual);
  cross(rate[0], e[1], part[0]);
  cross(e[0], rate[1], part[1]);
  for (int i = 0; i < 3; i++) {
    if (d->count == 2) rate[2][i] = part[0][i] + part[1][i];
    value[i] = 0;
  }
  for (int k = 0; k < 3; k++) {
    cross(dual[k], rate[k], part[0]);
    for (int i = 0; i < 3; i++) value[i] += part[0][i] / 2;
  }
}

void gb_node_rotation_find(const gb_node_set *nodes, int32_t node, const gb_scalar q[], bool linear,
                           double value[3]) {
  directors d;
  number found[3] = {0};
  open_directors(nodes, node, q, NULL, &d);
  if (d.count > 0) find(&d, linear, found);
  for (int i = 0; i < 3; i++) value[i] = creal(found[i]);
}

void gb_node_spin_find(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                       const gb_scalar v[], double value[3]) {
  directors d;
  number found[3] = {0};
  open_directors(nodes, node, q, v, &d);
  if (d.count > 0) find_spin(&d, found);
  for (int i = 0; i < 3; i++) value[i] = creal(found[i]);
}

/// @return the product of g and the imaginary part of a value with a complex step
static double slope_of(const double g[3], const number value[3]) {
  double slope = 0;
  for (int axis = 0; axis < 3; axis++) slope += g[axis] * cimag(value[axis]) / step;
  return slope;
}

void gb_node_rotation_add_bar(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                              bool linear, const double g[3], gb_scalar *const bar[2]) {
  directors d;
  open_directors(nodes, node, q, NULL, &d);
  for (int m = 0; m < 6 * d.count; m++) {
    const int k = m / 6, i = m % 3;
    const bool fixed = m / 3 % 2; // by the reference, at fixed present directors
    number value[3];
    directors moved = d;
    number *x = fixed ? &moved.reference[k][i] : &moved.present[k][i];
    *x = CMPLX(creal(*x), step);
    find(&moved, linear, value);
    const double slope = slope_of(g, value);
    bar[0][d.value[k] + i] += slope;
    if (fixed) bar[1][d.value[k] + i] -= slope;
  }
}

void gb_node_spin_add_bar(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                          const gb_scalar v[], bool by_rate, const double g[3],
                          gb_scalar *const bar[2]) {
  directors d;
  open_directors(nodes, node, q, v, &d);
  for (int m = 0; m < 3 * d.count; m++) {
    const int k = m / 3, i = m % 3;
    number value[3];
    directors moved = d;
    number *x = by_rate ? &moved.rate[k][i] : &moved.present[k][i];
    *x = CMPLX(creal(*x), step);
    find_spin(&moved, value);
    bar[by_rate][d.value[k] + i] += slope_of(g, value);
  }
}

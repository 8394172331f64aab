/// Values, forces and tangents of constraint rows. Source: docs/theory.md, the section on
/// constraints.
#include "elements/multibody/constraint.h"

#include <string.h>

enum { VALUE, RATE, ACCELERATION };

void gb_row_vector_open(const gb_element_state *state, const gb_geometry reference[3], int first,
                        gb_row_vector *out) {
  const gb_pack *component[] = {state->q, state->v, state->a};
  for (int i = 0; i < 3; i++) {
    out->reference[i] = (gb_pack){0} + reference[i];
    for (int k = 0; k < 3; k++)
      out->level[k][i] = component[k] ? component[k][first + i] : (gb_pack){0};
  }
  out->unknown[0] = first;
  out->unknown[1] = -1;
  out->sign[0] = 1;
  out->sign[1] = 0;
}

void gb_row_vector_difference(const gb_row_vector *from, const gb_row_vector *to,
                              gb_row_vector *out) {
  for (int i = 0; i < 3; i++) {
    out->reference[i] = to->reference[i] - from->reference[i];
    for (int k = 0; k < 3; k++) out->level[k][i] = to->level[k][i] - from->level[k][i];
  }
  out->unknown[0] = to->unknown[0];
  out->unknown[1] = from->unknown[0];
  out->sign[0] = 1;
  out->sign[1] = -1;
}

/// @return l, l' or l''; l includes the reference
static void level_of(const gb_row_vector *v, int level, gb_pack out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = level == VALUE ? v->reference[i] + v->level[VALUE][i] : v->level[level][i];
}

/// Weights of l.r, its rate and its acceleration in the row's combination of Phi, Phi' and Phi''.
static void weights_of(const double w[3], const gb_pack c[3], gb_pack out[3]) {
  out[VALUE] = w[0] * c[0] + w[1] * c[1] + w[2] * c[2];
  out[RATE] = w[1] * c[0] + 2.0 * w[2] * c[1];
  out[ACCELERATION] = w[2] * c[0];
}

/// Compute l.r without the product of the references, its rate and its acceleration.
static void dot_levels(const gb_row_term *term, gb_pack D[3]) {
  const gb_row_vector *L = term->left, *R = term->right;
  gb_pack l[3], r[3];
  level_of(L, VALUE, l);
  level_of(R, VALUE, r);
  D[VALUE] = gb_pack_dot3(L->reference, R->level[VALUE]) + gb_pack_dot3(L->level[VALUE], r);
  D[RATE] = gb_pack_dot3(L->level[RATE], r) + gb_pack_dot3(l, R->level[RATE]);
  D[ACCELERATION] = gb_pack_dot3(L->level[ACCELERATION], r) +
                    2.0 * gb_pack_dot3(L->level[RATE], R->level[RATE]) +
                    gb_pack_dot3(l, R->level[ACCELERATION]);
}

/// Compute the combinations of Phi, Phi' and Phi'' of a row. The references have size 1 and cancel
/// with s exactly, so that near the reference configuration only small increments are rounded.
static void find_values(const gb_row *row, int count, const double w[][3], gb_pack out[]) {
  gb_pack moved[3] = {0};
  for (int j = 0; j < count; j++) {
    out[j] = (gb_pack){0};
    for (int i = 0; i < 3; i++) out[j] -= w[j][i] * row->s[i];
  }
  for (int k = 0; k < row->terms; k++) {
    const gb_row_term *term = &row->term[k];
    gb_pack W[3], D[3];
    dot_levels(term, D);
    const gb_pack fixed = gb_pack_dot3(term->left->reference, term->right->reference);
    for (int j = 0; j < count; j++) {
      weights_of(w[j], term->c, W);
      out[j] += W[VALUE] * fixed;
      for (int i = 0; i < 3; i++) moved[j] += W[i] * D[i];
    }
  }
  for (int j = 0; j < count; j++) out[j] += moved[j];
}

void gb_row_levels(const gb_row *row, gb_pack level[3]) {
  static const double each[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  find_values(row, 3, each, level);
}

/// Add factor times `other` to r at the unknowns of a vector.
static void add_force(const gb_row_vector *v, gb_pack factor, const gb_pack other[3], gb_pack r[]) {
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3 && v->unknown[k] >= 0; i++)
      r[v->unknown[k] + i] += v->sign[k] * factor * other[i];
}

void gb_row_residual(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                     gb_pack r[]) {
  const gb_enforcement *enforcement = in->enforcement;
  const gb_pack lambda = enforcement->column * state->q[row->multiplier];
  gb_pack value;
  find_values(row, 1, &enforcement->weight, &value);
  r[row->multiplier] += enforcement->row * (value - enforcement->compliance * lambda);
  for (int k = 0; k < row->terms; k++) {
    const gb_row_term *term = &row->term[k];
    gb_pack left[3], right[3];
    level_of(term->left, VALUE, left);
    level_of(term->right, VALUE, right);
    add_force(term->left, lambda * term->c[0], right, r);
    add_force(term->right, lambda * term->c[0], left, r);
  }
}

/// Derivative of the row's combination by a vector whose partner in the product is `other`.
static void gradient(const gb_row_vector *other, const gb_pack W[3], const double sigma[3],
                     gb_pack out[3]) {
  gb_pack value[3];
  level_of(other, VALUE, value);
  for (int i = 0; i < 3; i++)
    out[i] = (sigma[0] * W[VALUE] + sigma[1] * W[RATE] + sigma[2] * W[ACCELERATION]) * value[i] +
             (sigma[0] * W[RATE] + 2.0 * sigma[1] * W[ACCELERATION]) * other->level[RATE][i] +
             sigma[0] * W[ACCELERATION] * other->level[ACCELERATION][i];
}

/// Add the row and the column of the multiplier at the unknowns of one vector of a term.
static void add_border(const gb_row *row, const gb_row_vector *v, const gb_row_vector *other,
                       const gb_enforcement *enforcement, const gb_pack W[3], gb_pack c,
                       const double sigma[3], int size, gb_pack J[]) {
  gb_pack across[3], down[3];
  gradient(other, W, sigma, across);
  level_of(other, VALUE, down);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3 && v->unknown[k] >= 0; i++) {
      const int unknown = v->unknown[k] + i;
      J[size * row->multiplier + unknown] += v->sign[k] * enforcement->row * across[i];
      J[size * unknown + row->multiplier] += v->sign[k] * enforcement->column * c * down[i];
    }
}

/// Add lambda c times the identity between the unknowns of both vectors.
static void add_geometric(const gb_row_term *term, gb_pack factor, int size, gb_pack J[]) {
  const gb_row_vector *l = term->left, *r = term->right;
  for (int k = 0; k < 2; k++)
    for (int m = 0; m < 2; m++)
      for (int i = 0; i < 3 && l->unknown[k] >= 0 && r->unknown[m] >= 0; i++) {
        const gb_pack value = l->sign[k] * r->sign[m] * factor;
        J[size * (l->unknown[k] + i) + r->unknown[m] + i] += value;
        J[size * (r->unknown[m] + i) + l->unknown[k] + i] += value;
      }
}

/// @return the derivative of the row by its own multiplier
static double own_slope(const gb_enforcement *enforcement) {
  return -enforcement->row * enforcement->compliance * enforcement->column;
}

void gb_row_jacobian(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                     const double sigma[3], int size, gb_pack J[]) {
  const gb_enforcement *enforcement = in->enforcement;
  J[(size + 1) * row->multiplier] += own_slope(enforcement);
  const gb_pack lambda = enforcement->column * state->q[row->multiplier];
  for (int k = 0; k < row->terms; k++) {
    const gb_row_term *term = &row->term[k];
    gb_pack W[3];
    weights_of(enforcement->weight, term->c, W);
    add_border(row, term->left, term->right, enforcement, W, term->c[0], sigma, size, J);
    add_border(row, term->right, term->left, enforcement, W, term->c[0], sigma, size, J);
    add_geometric(term, sigma[0] * lambda * term->c[0], size, J);
  }
}

/// @return the part of x, the element's unknowns, that belongs to a vector
static void part_of(const gb_row_vector *v, const gb_pack x[], gb_pack out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = (gb_pack){0};
    for (int k = 0; k < 2 && v->unknown[k] >= 0; k++) out[i] += v->sign[k] * x[v->unknown[k] + i];
  }
}

void gb_row_product(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                    const double sigma[3], bool transpose, const gb_pack x[], gb_pack y[]) {
  const gb_enforcement *enforcement = in->enforcement;
  const gb_pack lambda = enforcement->column * state->q[row->multiplier], own = x[row->multiplier];
  y[row->multiplier] += own_slope(enforcement) * own;
  for (int k = 0; k < row->terms; k++) {
    const gb_row_term *term = &row->term[k];
    const gb_row_vector *side[2] = {term->left, term->right};
    const gb_pack c = term->c[0];
    gb_pack W[3], part[2][3];
    weights_of(enforcement->weight, term->c, W);
    for (int s = 0; s < 2; s++) part_of(side[s], x, part[s]);
    for (int s = 0; s < 2;
         s++) { // the row and the column of the multiplier, then the geometric part
      gb_pack across[3], down[3];
      gradient(side[1 - s], W, sigma, across);
      level_of(side[1 - s], VALUE, down);
      for (int i = 0; i < 3; i++) {
        across[i] *= enforcement->row;
        down[i] *= enforcement->column * c;
      }
      y[row->multiplier] += gb_pack_dot3(transpose ? down : across, part[s]);
      add_force(side[s], own, transpose ? across : down, y);
      add_force(side[s], sigma[0] * lambda * c, part[1 - s], y);
    }
  }
}

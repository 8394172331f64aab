/// Given matrices between two ends: F = k K c + d D c' + m M (c'' - g) with the components c of
/// both ends, which are linear in the unknowns: u_i = D_i.u along the axes D_i of the reference,
/// and about them theta_i = (D_k.delta_j - D_j.delta_k) / 2 for increments delta of the directors,
/// where i, j, k are in cyclic order. It has the same forces and moments at any displacement, so it
/// holds for small rotations. Nodes: two frames; table: gb_matrices; parameters: k, d and m.
/// Source: docs/theory.md, section "Given matrices".
#include "elements/spring/matrix.h"
#include "elements/element.h"

#include <string.h>

enum { NODES = 2, NODE = 12, SIZE = NODES * NODE, ALL = GB_MATRIX_COMPONENTS };

/// The derivative of a component of an end by the node's unknowns from `first` on is a vector.
typedef struct component_slope {
  int first;
  gb_geometry vector[3];
} component_slope;

/// Find the derivatives of a component of an end, of which a rotation has two.
/// @return how many there are
static int find_slopes(const gb_element_input *in, int end, int component,
                       component_slope slope[2]) {
  const gb_geometry(*const director[3])[3] = {in->director, in->second, in->third};
  const bool turns = component >= 3;
  const int i = component % 3, j = (i + 1) % 3, k = (i + 2) % 3;
  slope[0].first = NODE * end + (turns ? 3 + 3 * j : 0);
  slope[1].first = NODE * end + 3 + 3 * k;
  for (int x = 0; x < 3; x++) {
    slope[0].vector[x] = turns ? 0.5 * director[k][end][x] : director[i][end][x];
    slope[1].vector[x] = -0.5 * director[j][end][x];
  }
  return turns ? 2 : 1;
}

/// Compute the components of both ends, c[ALL], of a vector of the unknowns (overwrites).
static void find_components(const gb_element_input *in, const gb_pack x[], gb_pack c[]) {
  component_slope slope[2];
  for (int n = 0; n < ALL; n++) {
    const int count = find_slopes(in, n / GB_MATRIX_END, n % GB_MATRIX_END, slope);
    c[n] = (gb_pack){0};
    for (int s = 0; s < count; s++)
      for (int i = 0; i < 3; i++) c[n] += slope[s].vector[i] * x[slope[s].first + i];
  }
}

/// r += the forces on the unknowns that forces on the components, F[ALL], cause.
static void spread(const gb_element_input *in, const gb_pack F[], gb_pack r[]) {
  component_slope slope[2];
  for (int n = 0; n < ALL; n++) {
    const int count = find_slopes(in, n / GB_MATRIX_END, n % GB_MATRIX_END, slope);
    for (int s = 0; s < count; s++)
      for (int i = 0; i < 3; i++) r[slope[s].first + i] += slope[s].vector[i] * F[n];
  }
}

/// F += factor times a matrix times c.
static void multiply(const gb_element_input *in, int which, gb_pack factor, const gb_pack c[],
                     gb_pack F[]) {
  const gb_matrices *own = in->table;
  for (int n = 0; n < ALL; n++) {
    gb_pack sum = {0};
    for (int m = 0; m < ALL; m++) sum += own->entry[which][n][m] * c[m];
    F[n] += factor * sum;
  }
}

/// In an impulse the mass alone acts.
static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  const gb_pack *const by[GB_MATRICES] = {state->q, state->v, state->a};
  const int first = state->rates == GB_RATES_IMPULSE ? GB_MATRIX_MASS : 0;
  gb_pack c[ALL], F[ALL];
  memset(F, 0, sizeof F);
  for (int which = first; which < GB_MATRICES; which++) {
    gb_pack x[SIZE];
    memcpy(x, by[which], sizeof x);
    for (int i = 0; i < 3 && which == GB_MATRIX_MASS; i++)
      for (int end = 0; end < NODES; end++) x[NODE * end + i] -= in->gravity[i];
    find_components(in, x, c);
    multiply(in, which, in->parameter[which], c, F);
  }
  spread(in, F, r);
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  (void)state, (void)transpose; // the matrices are symmetric
  for (int k = 0; k < count; k++) {
    gb_pack c[ALL], F[ALL];
    memset(F, 0, sizeof F);
    find_components(in, x + SIZE * k, c);
    for (int which = 0; which < GB_MATRICES; which++)
      multiply(in, which, sigma[which] * in->parameter[which], c, F);
    spread(in, F, y + SIZE * k);
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  for (int i = 0; i < SIZE; i++) { // row i of a symmetric matrix is its product with a unit vector
    gb_pack unit[SIZE];
    memset(unit, 0, sizeof unit);
    unit[i] = (gb_pack){0} + 1.0;
    product(in, state, sigma, false, 1, unit, J + SIZE * i);
  }
}

/// Compute f[0], with the area 1: twice the strain energy, or the mass, a third of the sum of those
/// along the three axes.
static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  gb_pack c[ALL], F[ALL];
  f[0] = (gb_pack){0};
  area[0] = (gb_geometry){0} + 1.0;
  for (int axis = 0; axis < (field == GB_FIELD_MASS ? 3 : 1); axis++) {
    memset(F, 0, sizeof F);
    if (field == GB_FIELD_MASS)
      for (int n = 0; n < ALL; n++) c[n] = (gb_pack){0} + (n % GB_MATRIX_END == axis);
    else
      find_components(in, state->q, c);
    const int which = field == GB_FIELD_MASS ? GB_MATRIX_MASS : GB_MATRIX_STIFFNESS;
    multiply(in, which, in->parameter[which], c, F);
    for (int n = 0; n < ALL; n++) f[0] += (field == GB_FIELD_MASS ? 1.0 / 3 : 1.0) * c[n] * F[n];
  }
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  gb_pack c[ALL], F[ALL];
  if (field == GB_FIELD_MASS) return;
  memset(F, 0, sizeof F);
  find_components(in, state->q, c);
  multiply(in, GB_MATRIX_STIFFNESS, 2.0 * in->parameter[GB_MATRIX_STIFFNESS], c, F);
  for (int k = 0; k < count; k++) {
    gb_pack scaled[ALL];
    for (int n = 0; n < ALL; n++) scaled[n] = g[k] * F[n];
    spread(in, scaled, bar + SIZE * k);
  }
}

/// The larger rotation of the two ends, by the sum of squares of the increments of the directors,
/// which is 4 (1 - cos) of its angle.
static void excess(const gb_element_input *in, const gb_element_state *state, gb_geometry *ratio) {
  (void)in;
  *ratio = (gb_geometry){0};
  for (int end = 0; end < NODES; end++) {
    gb_geometry square = {0};
    for (int i = 3; i < NODE; i++)
      square += gb_real(state->q[NODE * end + i]) * gb_real(state->q[NODE * end + i]);
    for (int lane = 0; lane < GB_LANES; lane++)
      if (gb_real(gb_lanes(&square)[lane]) > gb_real(gb_lanes(ratio)[lane]))
        gb_lanes(ratio)[lane] = gb_lanes(&square)[lane];
  }
}

const gb_element gb_element_matrix = {
    .name = "given matrices",
    .fields = {GB_FRAME},
    .symmetric = true,
    .massive = true,
    .damped = true,
    .uses_reference = true,
    .parameter = {"stiffness", "damping", "mass"},
    .residual = residual,
    .jacobian = jacobian,
    .product = product,
    .samples = {1, 1, 0},
    .sample = sample,
    .sample_product = sample_product,
    .excess = excess,
    .bound = GB_BOUND_TURN,
};

/// The shear panel with four nodes, which has only shear flows along its sides, and the element for
/// the damping of its material. For the mean flow s the flow of side ij is s a_i a_j / c^2, where
/// a_i is the area of the triangle without node i and c^2 = sqrt(a_1 a_2 a_3 a_4); these flows are
/// in equilibrium. Distributed to the ends of the sides they are forces along both diagonals, so
/// that s does work on
///   g = (a_1 a_3 (l_13^2 - L_13^2) - a_2 a_4 (l_24^2 - L_24^2)) / (4 c^2)
/// with s = k g, where 1/k follows from the energy of the stresses. Only positions are unknowns.
/// Source: docs/theory.md, (3.17)-(3.21); Garvey, The quadrilateral shear panel, Aircraft
/// Engineering 23 (1951).
#include "elements/lumping.h"
#include "elements/shell/shell_point.h"
#include "elements/tangents.h"

#include <string.h>

enum { NODES = 4, UNKNOWNS = 3 * NODES, STRAINS = GB_STRAINS };
enum { GAUSS = 3 };
enum { POISSON = 1 }; ///< index of Poisson's ratio in isotropic sections and in their damping

static const double gauss_place[GAUSS] = {0.11270166537925831148, 0.5, 0.88729833462074168852};
static const double gauss_weight[GAUSS] = {5 / 18.0, 8 / 18.0, 5 / 18.0};
static const int diagonal[2][2] = {{0, 2}, {1, 3}};

/// Data of the reference panel, stored as the metric of the element.
typedef struct panel {
  gb_geometry straight, skew; ///< integrals of the compliance (3.20) for unit flow
  gb_geometry weight[2];      ///< weights of the diagonals in g
  gb_geometry area;
  gb_geometry flow[3];             ///< (N11, N22, N12) in the middle for unit mean flow
  gb_geometry mass[NODES * NODES]; ///< integrals of N_a N_b
} panel;

_Static_assert(sizeof(panel) <= GB_ELEMENT_METRIC * sizeof(gb_geometry), "metric of a panel");

/// A point of the reference panel, by the projective map; shear flows along its coordinate lines.
typedef struct place {
  gb_geometry weight; ///< weight W of the map
  gb_geometry along[2][3];
} place;

/// Compute the bilinear shape functions and their derivatives.
static void shapes(double u, double v, double N[NODES], double by[2][NODES]) {
  const double corner[NODES][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (int a = 0; a < NODES; a++) {
    const double along = corner[a][0] ? u : 1 - u, across = corner[a][1] ? v : 1 - v;
    N[a] = along * across;
    by[0][a] = corner[a][0] ? across : -across;
    by[1][a] = corner[a][1] ? along : -along;
  }
}

/// Compute the mean normal, and for each node the area, projected along the normal, of the triangle
/// without this node.
static void triangles(const gb_element_input *in, gb_geometry normal[3], gb_geometry area[NODES]) {
  gb_geometry d[2][3], side[2][3], n[3];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      d[k][i] = in->position[diagonal[k][1]][i] - in->position[diagonal[k][0]][i];
  const gb_geometry size = gb_geometry_cross(d[0], d[1], normal);
  for (int i = 0; i < 3; i++) normal[i] /= size;
  for (int a = 0; a < NODES; a++) {
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < 3; i++)
        side[k][i] = in->position[(a + 2 + k) % NODES][i] - in->position[(a + 1) % NODES][i];
    gb_geometry_cross(side[0], side[1], n);
    area[a] = gb_dot(n, normal) / 2;
  }
}

/// Compute the point X = sum of N_a a_a X_a / W with W = sum of N_a a_a. Lines of constant u or v
/// are straight and intersect where opposite sides do.
static void find_place(const gb_element_input *in, const gb_geometry area[NODES], double u,
                       double v, place *out) {
  double N[NODES], by[2][NODES];
  gb_geometry X[3];
  memset(X, 0, sizeof X);
  shapes(u, v, N, by);
  out->weight = (gb_geometry){0};
  for (int a = 0; a < NODES; a++) out->weight += N[a] * area[a];
  for (int a = 0; a < NODES; a++)
    for (int i = 0; i < 3; i++) X[i] += N[a] * area[a] / out->weight * in->position[a][i];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) {
      out->along[k][i] = (gb_geometry){0};
      for (int a = 0; a < NODES; a++)
        out->along[k][i] += by[k][a] * area[a] / out->weight * (in->position[a][i] - X[i]);
    }
}

/// Integrate the compliance (3.20): at each point the flow is s W^2 / c^2, along both coordinate
/// lines.
static void integrate(const gb_element_input *in, const gb_geometry area[NODES], gb_geometry square,
                      panel *p) {
  for (int g = 0; g < GAUSS * GAUSS; g++) {
    place at;
    gb_geometry n[3];
    find_place(in, area, gauss_place[g / GAUSS], gauss_place[g % GAUSS], &at);
    const gb_geometry size = gb_geometry_cross(at.along[0], at.along[1], n);
    const gb_geometry cosine = gb_dot(at.along[0], at.along[1]);
    const gb_geometry flow = at.weight * at.weight / square;
    const gb_geometry share =
        gauss_weight[g / GAUSS] * gauss_weight[g % GAUSS] * flow * flow * size;
    p->straight += share;
    p->skew += 2 * share * (cosine / size) * (cosine / size);
  }
}

/// Integrate the mass and the area of the bilinear surface.
static void integrate_mass(const gb_element_input *in, panel *p) {
  for (int g = 0; g < GAUSS * GAUSS; g++) {
    double N[NODES], by[2][NODES];
    gb_geometry along[2][3], n[3];
    memset(along, 0, sizeof along);
    shapes(gauss_place[g / GAUSS], gauss_place[g % GAUSS], N, by);
    for (int k = 0; k < 2; k++)
      for (int a = 0; a < NODES; a++)
        for (int i = 0; i < 3; i++) along[k][i] += by[k][a] * in->position[a][i];
    const gb_geometry size = gauss_weight[g / GAUSS] * gauss_weight[g % GAUSS] *
                             gb_geometry_cross(along[0], along[1], n);
    p->area += size;
    for (int a = 0; a < NODES; a++)
      for (int b = 0; b < NODES; b++) p->mass[NODES * a + b] += N[a] * N[b] * size;
  }
  if (in->layup->lumped) gb_lump_rows(NODES, p->mass);
}

/// Compute the forces per length in the middle, in axes along the material's axis or, without one,
/// along the first side.
static void find_flow(const gb_element_input *in, const gb_geometry normal[3],
                      const gb_geometry area[NODES], gb_geometry square, panel *p) {
  gb_geometry axis[2][3], n[3], part[2][2];
  place at;
  find_place(in, area, 0.5, 0.5, &at);
  for (int i = 0; i < 3; i++)
    axis[0][i] = in->axis ? in->axis[i] : in->position[1][i] - in->position[0][i];
  const gb_geometry off = gb_dot(axis[0], normal);
  for (int i = 0; i < 3; i++) axis[0][i] -= off * normal[i];
  const gb_geometry length = gb_pack_sqrt(gb_dot(axis[0], axis[0]));
  for (int i = 0; i < 3; i++) axis[0][i] /= length;
  gb_geometry_cross(normal, axis[0], axis[1]);
  const gb_geometry size = gb_geometry_cross(at.along[0], at.along[1], n);
  const gb_geometry scale = at.weight * at.weight / square / size;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2; i++) part[k][i] = gb_dot(at.along[k], axis[i]);
  p->flow[0] = scale * 2 * part[0][0] * part[1][0];
  p->flow[1] = scale * 2 * part[0][1] * part[1][1];
  p->flow[2] = scale * (part[0][0] * part[1][1] + part[0][1] * part[1][0]);
}

static int metric_size(const void *table) {
  (void)table;
  return (int)(sizeof(panel) / sizeof(gb_geometry));
}

static void metric(const gb_element_input *in, gb_geometry out[]) {
  gb_geometry normal[3], area[NODES];
  panel p;
  memset(&p, 0, sizeof p);
  triangles(in, normal, area);
  const gb_geometry square = gb_pack_sqrt(area[0] * area[1] * area[2] * area[3]);
  p.weight[0] = area[0] * area[2] / (2 * square);
  p.weight[1] = -area[1] * area[3] / (2 * square);
  integrate(in, area, square, &p);
  integrate_mass(in, &p);
  find_flow(in, normal, area, square, &p);
  memcpy(out, &p, sizeof p);
}

static const panel *panel_of(const gb_element_input *in, gb_geometry own[GB_ELEMENT_METRIC]) {
  if (!in->metric) metric(in, own);
  return (const panel *)(const void *)(in->metric ? in->metric : own);
}

/// @return g divided by the shear strain of the mean flow, (3.20)
static gb_pack shape_factor(const gb_element_input *in, const panel *p) {
  return p->straight + p->skew / (1 + in->parameter[POISSON]);
}

/// @return the stiffness k, with G t of the section
static gb_pack stiffness(const gb_element_input *in, const panel *p, const gb_section *section) {
  return section->membrane[2][2] / shape_factor(in, p);
}

/// Kinematics of the panel: the diagonals, and g from the increments of the nodes, without
/// cancellation.
typedef struct shear {
  /// weight times the present diagonal; in linear statics times the reference diagonal
  gb_pack diagonal[2][3];
  gb_pack strain; ///< the strain g
} shear;

static void measure(const gb_element_input *in, const panel *p, const gb_element_state *state,
                    shear *s) {
  const gb_pack *q = state->q;
  s->strain = (gb_pack){0};
  for (int d = 0; d < 2; d++) {
    const int *end = diagonal[d];
    for (int i = 0; i < 3; i++) {
      const gb_geometry X = in->position[end[1]][i] - in->position[end[0]][i];
      const gb_pack U = q[3 * end[1] + i] - q[3 * end[0] + i];
      const gb_pack x = state->linear ? (gb_pack)X : X + U;
      s->strain += p->weight[d] * U * (X + x) / 2;
      s->diagonal[d][i] = p->weight[d] * x;
    }
  }
}

/// @return the derivative of g in the direction x
static gb_pack change(const shear *s, const gb_pack x[]) {
  gb_pack sum = {0};
  for (int d = 0; d < 2; d++)
    for (int i = 0; i < 3; i++)
      sum += s->diagonal[d][i] * (x[3 * diagonal[d][1] + i] - x[3 * diagonal[d][0] + i]);
  return sum;
}

/// r += flow dg/dq.
static void add_flow(const shear *s, gb_pack flow, gb_pack r[]) {
  for (int d = 0; d < 2; d++)
    for (int i = 0; i < 3; i++) {
      r[3 * diagonal[d][0] + i] -= flow * s->diagonal[d][i];
      r[3 * diagonal[d][1] + i] += flow * s->diagonal[d][i];
    }
}

/// r += mass M (x - g).
static void add_inertia(const panel *p, gb_pack mass, const double gravity[3], const gb_pack x[],
                        gb_pack r[]) {
  for (int a = 0; a < NODES; a++)
    for (int b = 0; b < NODES; b++)
      for (int i = 0; i < 3; i++)
        r[3 * a + i] += mass * p->mass[NODES * a + b] * (x[3 * b + i] - gravity[i]);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  gb_section own;
  shear s;
  const panel *p = panel_of(in, own_metric);
  const gb_section *section = gb_input_section(in, &own);
  measure(in, p, state, &s);
  add_flow(&s, stiffness(in, p, section) * s.strain, r);
  add_inertia(p, section->mass, in->gravity, state->a, r);
}

/// J += stiffness dg/dq row^T + flow d2g/dq2 + mass M.
static void add_jacobian(const panel *p, const shear *s, gb_pack stiff, const gb_pack row[UNKNOWNS],
                         gb_pack flow, gb_pack mass, gb_pack J[]) {
  gb_pack slope[UNKNOWNS];
  memset(slope, 0, sizeof slope);
  add_flow(s, (gb_pack){0} + 1, slope);
  for (int m = 0; m < UNKNOWNS; m++)
    for (int n = 0; n < UNKNOWNS; n++) {
      const int a = m / 3, b = n / 3;
      J[UNKNOWNS * m + n] += stiff * slope[m] * row[n];
      if (m % 3 != n % 3) continue;
      J[UNKNOWNS * m + n] += mass * p->mass[NODES * a + b];
      if (a == b) J[UNKNOWNS * m + n] += flow * p->weight[a % 2];
      if ((a + 2) % NODES == b) J[UNKNOWNS * m + n] -= flow * p->weight[a % 2];
    }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  gb_section own;
  gb_pack slope[UNKNOWNS];
  shear s;
  const panel *p = panel_of(in, own_metric);
  const gb_section *section = gb_input_section(in, &own);
  const gb_pack k = sigma[0] * stiffness(in, p, section);
  measure(in, p, state, &s);
  memset(slope, 0, sizeof slope);
  add_flow(&s, (gb_pack){0} + 1, slope);
  add_jacobian(p, &s, k, slope, k * s.strain, sigma[2] * section->mass, J);
}

/// Compute dE/dg, the derivatives of the section's strains in the middle: the strains of the flow
/// there for g = 1.
static void find_strains(const gb_element_input *in, const panel *p, gb_pack E[STRAINS]) {
  const gb_pack nu = in->parameter[POISSON], factor = shape_factor(in, p);
  memset(E, 0, STRAINS * sizeof *E);
  E[0] = (p->flow[0] - nu * p->flow[1]) / (2 * (1 + nu) * factor);
  E[1] = (p->flow[1] - nu * p->flow[0]) / (2 * (1 + nu) * factor);
  E[2] = p->flow[2] / factor;
}

static void strains(const gb_element_input *in, const gb_element_state *state, gb_pack strain[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  shear s;
  const panel *p = panel_of(in, own_metric);
  measure(in, p, state, &s);
  find_strains(in, p, strain);
  for (int c = 0; c < STRAINS; c++) strain[c] *= s.strain;
}

static void strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                           const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  gb_pack E[STRAINS];
  shear s;
  const panel *p = panel_of(in, own_metric);
  measure(in, p, state, &s);
  find_strains(in, p, E);
  for (int f = 0; f < count; f++) {
    gb_pack slope = {0};
    for (int c = 0; c < STRAINS; c++) slope += S[f][c] * E[c];
    add_flow(&s, slope, bar + UNKNOWNS * f);
  }
}

/// Compute the ratio of the panel's energy, k g^2, to its area times the energy in the middle,
/// E.C E = G t g^2 ((N11^2 + N22^2 - 2 nu N11 N22) / (2 (1 + nu)) + N12^2) / factor^2.
static gb_pack energy_ratio(const gb_element_input *in) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  const panel *p = panel_of(in, own_metric);
  const gb_geometry *N = p->flow;
  const gb_pack nu = in->parameter[POISSON];
  const gb_pack middle =
      (N[0] * N[0] + N[1] * N[1] - 2 * nu * N[0] * N[1]) / (2 * (1 + nu)) + N[2] * N[2];
  return shape_factor(in, p) / (p->area * middle);
}

static void areas(const gb_element_input *in, gb_field field, gb_geometry area[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  (void)field;
  area[0] = panel_of(in, own_metric)->area;
}

static const double none[3] = {0};

/// Compute the residual of the damping: a flow proportional to the rate of g. The section includes
/// b and a.
static void damping_residual(const gb_element_input *in, const gb_element_state *state,
                             gb_pack r[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  gb_section own;
  shear s;
  const panel *p = panel_of(in, own_metric);
  const gb_section *section = gb_input_section(in, &own);
  measure(in, p, state, &s);
  add_flow(&s, stiffness(in, p, section) * change(&s, state->v), r);
  add_inertia(p, section->mass, none, state->v, r);
}

static void damping_jacobian(const gb_element_input *in, const gb_element_state *state,
                             const double sigma[3], gb_pack J[]) {
  gb_geometry own_metric[GB_ELEMENT_METRIC];
  gb_section own;
  gb_pack row[UNKNOWNS];
  shear s;
  const panel *p = panel_of(in, own_metric);
  const gb_section *section = gb_input_section(in, &own);
  const gb_pack k = stiffness(in, p, section);
  measure(in, p, state, &s);
  memset(row, 0, sizeof row);
  add_flow(&s, (gb_pack){0} + sigma[1], row);
  for (int d = 0; d < 2; d++) // the rate's change with the diagonals
    for (int i = 0; i < 3; i++) {
      const int A = 3 * diagonal[d][0] + i, B = 3 * diagonal[d][1] + i;
      const gb_pack turn = sigma[0] * p->weight[d] * (state->v[B] - state->v[A]);
      row[A] -= turn;
      row[B] += turn;
    }
  add_jacobian(p, &s, k, row, sigma[0] * k * change(&s, state->v), sigma[1] * section->mass, J);
}

static const gb_element damping = {
    .name = "damping of shear panels",
    .fields = {GB_POSITION},
    .damped = true,
    .metric_size = metric_size,
    .metric = metric,
    .residual = damping_residual,
    .jacobian = damping_jacobian,
};

const gb_element gb_element_shear_panel = {
    .name = "4-node shear panels",
    .fields = {GB_POSITION},
    .symmetric = true,
    .massive = true,
    .uses_reference = true,
    .metric_size = metric_size,
    .metric = metric,
    .residual = residual,
    .jacobian = jacobian,
    .samples = {1, 1, 1, GB_STRAINS, GB_STRAINS, GB_FACES *GB_FACE_STRESSES},
    .strains = strains,
    .strain_product = strain_product,
    .energy_ratio = energy_ratio,
    .areas = areas,
    .damping = &damping};

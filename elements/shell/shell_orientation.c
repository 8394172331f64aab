/// Orientation of a shell's surface and directors. A state is admissible if each director is on the
/// same side of the surface as in the reference, (d.n) (D.N) > 0 with n = x,1 x x,2, and no part of
/// the surface is turned over. Source: docs/theory.md, section 3.
#include "elements/shell/shell_point.h"
#include "elements/tangents.h"

enum { NODES = GB_SURFACE_NODES };

/// Compute the area vector x,1 x x,2 at each node, and their sum.
static void find_normals(const gb_shell_table *table, int nodes, const gb_geometry (*x)[3],
                         gb_geometry normal[][3], gb_geometry sum[3]) {
  for (int i = 0; i < 3; i++) sum[i] = (gb_geometry){0};
  for (int a = 0; a < nodes; a++) {
    gb_geometry g1[3], g2[3];
    gb_basis_tangents(nodes, &table->node[a], x, g1, g2);
    gb_geometry_cross((const gb_geometry *)g1, (const gb_geometry *)g2, normal[a]);
    for (int i = 0; i < 3; i++) sum[i] += normal[a][i];
  }
}

/// Compute the directors in axes that rotate with the element: the normal, and an axis along the
/// tangent x,1 at its centre.
static void find_directors(const gb_shell_table *table, int nodes, const gb_geometry (*x)[3],
                           const gb_geometry (*d)[3], const gb_geometry normal[3],
                           gb_orientation at[]) {
  gb_geometry g1[3], g2[3], axis[3][3];
  gb_basis_tangents(nodes, &table->middle, x, g1, g2);
  const gb_geometry square = gb_dot(normal, normal), along = gb_dot(g1, normal) / square;
  for (int i = 0; i < 3; i++) g1[i] -= along * normal[i];
  const gb_geometry length = gb_pack_sqrt(gb_dot(g1, g1)), size = gb_pack_sqrt(square);
  for (int i = 0; i < 3; i++) {
    axis[0][i] = g1[i] / length;
    axis[2][i] = normal[i] / size;
  }
  gb_geometry_cross((const gb_geometry *)axis[2], (const gb_geometry *)axis[0], axis[1]);
  for (int a = 0; a < nodes; a++) {
    const gb_geometry own = gb_pack_sqrt(gb_dot(d[a], d[a]));
    for (int i = 0; i < 3; i++) at[a].director[i] = gb_dot(d[a], axis[i]) / own;
  }
}

/// Compute all members of gb_orientation except `director`.
static void find_sides(const gb_element_input *in, const gb_geometry (*d)[3],
                       const gb_geometry (*n)[3], const gb_geometry sum[3], gb_orientation at[]) {
  const int nodes = in->nodes;
  gb_geometry N[NODES][3], whole[3];
  find_normals(in->table, nodes, in->position, N, whole);
  const gb_geometry mean = gb_dot(whole, whole) / (nodes * nodes), length = gb_dot(sum, sum);
  for (int a = 0; a < nodes; a++) {
    const gb_geometry own = gb_dot(N[a], N[a]), part = 1.0 / own;
    at[a].front = gb_dot(d[a], n[a]) * gb_dot(in->director[a], N[a]) * part;
    at[a].even = gb_dot(n[a], sum) * part;
    at[a].size = gb_dot(n[a], n[a]) * part;
    at[a].share = own / mean;
    at[a].upright = gb_dot(d[a], sum) / gb_pack_sqrt(gb_dot(d[a], d[a]) * length);
  }
}

void gb_shell_orientation(const gb_element_input *in, const gb_element_state *state, bool directors,
                          gb_orientation at[]) {
  gb_geometry x[NODES][3], d[NODES][3], n[NODES][3], sum[3];
  for (int a = 0; a < in->nodes; a++)
    for (int i = 0; i < 3; i++) {
      x[a][i] = in->position[a][i] + gb_real(state->q[6 * a + i]);
      d[a][i] = in->director[a][i] + gb_real(state->q[6 * a + 3 + i]);
    }
  find_normals(in->table, in->nodes, (const gb_geometry(*)[3])x, n, sum);
  if (directors)
    find_directors(in->table, in->nodes, (const gb_geometry(*)[3])x, (const gb_geometry(*)[3])d,
                   sum, at);
  else
    find_sides(in, (const gb_geometry(*)[3])d, (const gb_geometry(*)[3])n, sum, at);
}

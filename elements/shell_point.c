/// Gathering a shell element and changing between the convective and a local orthonormal basis.
#include "elements/shell_point.h"

#include <string.h>

void gb_shell_split(int nodes, const gb_pack nodal[], gb_pack vector[][3]) {
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++) {
      vector[a][i] = nodal[6 * a + i];
      vector[nodes + a][i] = nodal[6 * a + 3 + i];
    }
}

void gb_shell_merge(int nodes, const gb_pack vector[][3], gb_pack nodal[]) {
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++) {
      nodal[6 * a + i] += vector[a][i];
      nodal[6 * a + 3 + i] += vector[nodes + a][i];
    }
}

void gb_shell_gather(const gb_element_input *in, const gb_pack q[], gb_shell_vectors *s) {
  gb_shell_split(in->nodes, q, s->U);
  for (int a = 0; a < in->nodes; a++)
    for (int i = 0; i < 3; i++) {
      s->V[a][i] = (gb_pack)in->position[a][i];
      s->V[in->nodes + a][i] = (gb_pack)in->director[a][i];
    }
  for (int a = 0; a < 2 * in->nodes; a++)
    for (int i = 0; i < 3; i++) s->v[a][i] = s->V[a][i] + s->U[a][i];
}

void gb_shell_metric_at(const gb_element_input *in, int point, gb_shell_metric *m) {
  const gb_shell_table *table = in->table;
  gb_geometry G1[3], G2[3], n[3];
  gb_basis_tangents(in->nodes, &table->point[point].shape, in->position, G1, G2);
  gb_geometry jacobian = gb_cross(G1, G2, n);
  // e1 along G1, e2 = n x e1: then G1 = (length, 0) and G2 = (along, across) in (e1, e2)
  gb_geometry length = gb_geometry_sqrt(G1[0] * G1[0] + G1[1] * G1[1] + G1[2] * G1[2]);
  gb_geometry along = (G1[0] * G2[0] + G1[1] * G2[1] + G1[2] * G2[2]) / length;
  gb_geometry across = jacobian / length;
  gb_geometry a11 = 1 / length, a21 = -along / (length * across), a22 = 1 / across, zero = {0};
  const gb_geometry plane[3][3] = {
      {a11 * a11, zero, zero}, {a21 * a21, a22 * a22, a21 * a22}, {2 * a11 * a21, zero, a11 * a22}};
  memcpy(m->plane, plane, sizeof plane);
  m->shear[0][0] = a11;
  m->shear[0][1] = zero;
  m->shear[1][0] = a21;
  m->shear[1][1] = a22;
  m->area = table->point[point].weight * jacobian;
}

void gb_shell_to_local(const gb_shell_metric *m, const gb_pack covariant[], gb_pack local[]) {
  for (int i = 0; i < 3; i++) {
    local[i] = local[3 + i] = (gb_pack){0};
    for (int j = 0; j < 3; j++) {
      local[i] += m->plane[i][j] * covariant[j];
      local[3 + i] += m->plane[i][j] * covariant[3 + j];
    }
  }
  for (int i = 0; i < 2; i++)
    local[6 + i] = m->shear[i][0] * covariant[6] + m->shear[i][1] * covariant[7];
}

void gb_shell_to_covariant(const gb_shell_metric *m, const gb_pack local[], gb_pack covariant[]) {
  for (int j = 0; j < 3; j++) {
    covariant[j] = covariant[3 + j] = (gb_pack){0};
    for (int i = 0; i < 3; i++) {
      covariant[j] += m->plane[i][j] * local[i];
      covariant[3 + j] += m->plane[i][j] * local[3 + i];
    }
  }
  for (int j = 0; j < 2; j++)
    covariant[6 + j] = m->shear[0][j] * local[6] + m->shear[1][j] * local[7];
}

void gb_shell_stress(const gb_section *section, const gb_pack E[], gb_pack S[]) {
  for (int i = 0; i < 3; i++) {
    S[i] = S[3 + i] = (gb_pack){0};
    for (int j = 0; j < 3; j++) {
      S[i] += section->membrane[i][j] * E[j];
      S[3 + i] += section->bending[i][j] * E[3 + j];
    }
  }
  for (int i = 0; i < 2; i++) S[6 + i] = section->shear[i][0] * E[6] + section->shear[i][1] * E[7];
}

/// Strains, forces and tangents of elements whose strains are linear in dot products of vectors.
#include "elements/kernel.h"

#include <string.h>

void gb_kernel_connect(gb_form *form) {
  int count = 0;
  for (int a = 0; a < form->vectors; a++) {
    form->start[a] = (unsigned char)count;
    for (int p = 0; p < form->pairs; p++)
      for (int side = 0; side < 2; side++)
        if (form->pair[p][side] == a) {
          form->of[count] = (unsigned char)p;
          form->other[count++] = form->pair[p][1 - side];
        }
  }
  form->start[form->vectors] = (unsigned char)count;
}

void gb_kernel_gram(const gb_form *form, const gb_pack V[][3], const gb_pack U[][3],
                    const gb_pack v[][3], gb_pack G[]) {
  for (int p = 0; p < form->pairs; p++) {
    int a = form->pair[p][0], b = form->pair[p][1];
    G[p] = gb_pack_dot3(V[a], U[b]) + gb_pack_dot3(U[a], v[b]);
  }
}

void gb_kernel_gram_product(const gb_form *form, const gb_pack v[][3], const gb_pack x[][3],
                            gb_pack G[]) {
  for (int p = 0; p < form->pairs; p++) {
    int a = form->pair[p][0], b = form->pair[p][1];
    G[p] = gb_pack_dot3(v[a], x[b]) + gb_pack_dot3(x[a], v[b]);
  }
}

void gb_kernel_strains(const gb_form *form, const double C[][GB_PAIRS], const gb_pack G[],
                       gb_pack E[]) {
  for (int c = 0; c < form->strains; c++) {
    gb_pack sum = {0};
    for (int p = form->begin[c]; p < form->end[c]; p++) sum += C[c][p] * G[p];
    E[c] = sum;
  }
}

void gb_kernel_weights(const gb_form *form, const double C[][GB_PAIRS], const gb_pack S[],
                       gb_pack W[]) {
  for (int first = 0, last; first < form->strains; first = last) {
    const int begin = form->begin[first], end = form->end[first];
    for (last = first + 1; last < form->strains; last++)
      if (form->begin[last] != begin || form->end[last] != end) break;
    for (int p = begin; p < end; p++) {
      gb_pack sum = W[p];
      for (int c = first; c < last; c++) sum += S[c] * C[c][p];
      W[p] = sum;
    }
  }
}

void gb_kernel_forces(const gb_form *form, const gb_pack W[], const gb_pack v[][3],
                      gb_pack r[][3]) {
  for (int a = 0; a < form->vectors; a++) {
    gb_pack sum[3] = {r[a][0], r[a][1], r[a][2]};
    for (int k = form->start[a]; k < form->start[a + 1]; k++)
      for (int i = 0; i < 3; i++) sum[i] += W[form->of[k]] * v[form->other[k]][i];
    for (int i = 0; i < 3; i++) r[a][i] = sum[i];
  }
}

void gb_kernel_gradient(const gb_form *form, int begin, int end, const gb_geometry C[],
                        const gb_pack v[][3], gb_pack B[][3]) {
  for (int a = 0; a < form->vectors; a++) {
    gb_pack sum[3];
    memset(sum, 0, sizeof sum);
    for (int k = form->start[a]; k < form->start[a + 1]; k++) {
      const int p = form->of[k];
      if (p < begin || p >= end) continue;
      for (int i = 0; i < 3; i++) sum[i] += C[p] * v[form->other[k]][i];
    }
    for (int i = 0; i < 3; i++) B[a][i] = sum[i];
  }
}

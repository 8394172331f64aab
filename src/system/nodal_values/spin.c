/// A model's spin, and the product of its square with a mass matrix.
#include "system/nodal_values/spin.h"

#include "base/expression/expression.h"
#include "base/length.h"

#include <string.h>

bool gb_spin_at(const gb_model *model, double t, gb_spin *spin) {
  const gb_spin_entry *entry = &model->problem->spin;
  if (!entry->speed) return false;
  const double speed = gb_expression_real(entry->speed, &t);
  for (int i = 0; i < 3; i++) {
    spin->about[i] = entry->about[i];
    spin->omega[i] = speed * entry->axis[i];
  }
  return true;
}

/// a += w x (w x z) = w (w . z) - (w . w) z.
static void add(const double omega[3], const gb_pack z[3], gb_pack a[3]) {
  const double square = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2];
  const gb_pack along = omega[0] * z[0] + omega[1] * z[1] + omega[2] * z[2];
  for (int i = 0; i < 3; i++) a[i] += omega[i] * along - square * z[i];
}

void gb_spin_accelerate(const gb_spin *spin, const gb_element_input *in, const gb_pack q[],
                        gb_pack a[]) {
  const gb_geometry(*const reference[])[3] = {in->position, in->director, in->second, in->third};
  for (int node = 0, at = 0; node < in->nodes; node++) {
    int own = at;
    GB_EACH_FIELD(field, in->unknowns->fields[node] & GB_FRAME) {
      const int k = __builtin_ctz(field);
      gb_pack z[3];
      for (int i = 0; i < 3; i++)
        z[i] = q[own + i] + (gb_pack)reference[k][node][i] - (k == 0 ? spin->about[i] : 0);
      add(spin->omega, z, &a[own]);
      own += 3;
    }
    at += in->unknowns->width[node];
  }
}

void gb_spin_accelerate_along(const double omega[3], int values, const double z[], double a[]) {
  for (int at = 0; at + 3 <= values; at += 3) { // multipliers are the last, and zero
    double once[3], twice[3];
    gb_cross(omega, &z[at], once);
    gb_cross(omega, once, twice);
    for (int i = 0; i < 3; i++) a[at + i] += twice[i];
  }
}

void gb_spin_matrix(const double omega[3], double weight, const gb_element *element,
                    const gb_element_input *in, const gb_element_state *state, gb_pack J[]) {
  static const double once[3] = {0, 0, 1}, twice[3] = {0, 0, 2};
  gb_pack less[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS],
      more[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  const double square = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2];
  const int n = in->unknowns->size;
  const size_t bytes = (size_t)(n * n) * sizeof *less;
  memset(less, 0, bytes);
  memset(more, 0, bytes);
  // Columns of multipliers, which a Jacobian contains for any sigma, cancel in the difference.
  if (element->constrained) element->jacobian(in, state, once, less);
  element->jacobian(in, state, element->constrained ? twice : once, more);
  // M is a scalar times the 3 x 3 identity between any two vectors.
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int first = n * (i - i % 3) + j - j % 3;
      const double W = omega[i % 3] * omega[j % 3] - (i % 3 == j % 3 ? square : 0);
      J[n * i + j] += weight * W * (more[first] - less[first]);
    }
}

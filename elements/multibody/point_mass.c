/// A point mass on a node: m (a - g), docs/theory.md, (5.7).
#include "elements/element.h"

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  for (int i = 0; i < 3; i++) r[i] += in->parameter[0] * (state->a[i] - in->gravity[i]);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  (void)state;
  for (int i = 0; i < 3; i++) J[4 * i] += sigma[2] * in->parameter[0];
}

static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  (void)state, (void)field;
  f[0] = in->parameter[0];
  area[0] = (gb_geometry){0} + 1.0;
}

const gb_element gb_element_point_mass = {
    .name = "point masses",
    .fields = {GB_POSITION},
    .symmetric = true,
    .massive = true,
    .parameter = {"mass"},
    .residual = residual,
    .jacobian = jacobian,
    .samples = {1, 0, 0},
    .sample = sample,
};

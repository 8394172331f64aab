/// Forces and moments of joints on the second frame, along global axes and along the frame's axes.
#include "system/nodal_values/cross.h"
#include "system/recovery/element_quantities.h"

#include <string.h>

enum { SECOND = 12 }; ///< index of the first value of a joint's second frame

/// Residual of a joint at its second frame, and the frame's axes.
typedef struct joint_forces {
  gb_scalar force[3];                ///< force on the partner
  gb_scalar moment[3];               ///< moment about the joint's position on the partner
  gb_scalar director[3][3], r[3][3]; ///< directors; their residuals
  /// Unit directors; their lengths, which drift from 1 if accelerations are enforced.
  gb_scalar unit[3][3], size[3];
} joint_forces;

/// r += R_q change, for a linear system.
static void add_linear(gb_quantity_element *s, const gb_scalar change[], gb_pack r[]) {
  static const double sigma[3] = {1, 0, 0};
  gb_pack x[GB_ELEMENT_UNKNOWNS];
  gb_batch_gather(s->batch, change, x);
  s->batch->element->product(&s->batch->in, &s->batch->state, sigma, false, 1, x, r);
}

/// Compute R of the batch's joints.
/// @param change q minus the origin of a linear system, or NULL
static void find_residual(gb_quantity_element *s, const gb_scalar change[], gb_pack r[]) {
  memset(r, 0, (size_t)s->batch->size * sizeof *r);
  s->batch->element->residual(&s->batch->in, &s->batch->state, r);
  if (change) add_linear(s, change, r);
}

/// Compute force and moment. A director d with residual r contributes the moment -d x r.
static void find_joint(const gb_quantity_element *s, gb_pack r[], joint_forces *f) {
  const gb_batch *v = s->batch;
  const gb_geometry *reference[] = {v->in.director[1], v->in.second[1], v->in.third[1]};
  memset(f, 0, sizeof *f);
  for (int i = 0; i < 3; i++) f->force[i] = -gb_lanes(&r[SECOND + i])[s->lane];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      const int at = SECOND + 3 * (k + 1) + i;
      f->r[k][i] = gb_lanes(&r[at])[s->lane];
      f->director[k][i] = gb_lanes((gb_pack *)&reference[k][i])[s->lane] +
                          gb_lanes((gb_pack *)&v->state.q[at])[s->lane];
    }
    f->size[k] = gb_sqrt(gb_scalar_dot(f->director[k], f->director[k]));
    for (int i = 0; i < 3; i++) f->unit[k][i] = f->director[k][i] / f->size[k];
    gb_add_cross(-1, f->director[k], f->r[k], f->moment);
  }
}

static void resolve(const joint_forces *f, gb_scalar value[GB_JOINT_VALUES]) {
  for (int i = 0; i < 3; i++) {
    value[i] = f->force[i];
    value[3 + i] = f->moment[i];
    value[6 + i] = gb_scalar_dot(f->unit[i], f->force);
    value[9 + i] = gb_scalar_dot(f->unit[i], f->moment);
  }
}

/// Compute the weights of the second frame's residuals, weight[12], and the derivatives through its
/// axes, direct[12].
static void weigh_joint(const joint_forces *f, const gb_scalar g[GB_JOINT_VALUES],
                        gb_scalar weight[12], gb_scalar direct[12]) {
  gb_scalar of_force[3], of_moment[3];
  for (int i = 0; i < 3; i++) {
    of_force[i] = g[i];
    of_moment[i] = g[3 + i];
    for (int k = 0; k < 3; k++) {
      of_force[i] += g[6 + k] * f->unit[k][i];
      of_moment[i] += g[9 + k] * f->unit[k][i];
    }
  }
  memset(weight, 0, 12 * sizeof *weight);
  memset(direct, 0, 12 * sizeof *direct);
  for (int i = 0; i < 3; i++) weight[i] = -of_force[i];
  for (int k = 0; k < 3; k++) {
    gb_scalar *bar = &direct[3 * (k + 1)];
    gb_add_cross(-1, of_moment, f->director[k], &weight[3 * (k + 1)]);
    gb_add_cross(-1, f->r[k], of_moment, bar);
    gb_scalar turn[3];
    for (int i = 0; i < 3; i++) turn[i] = g[6 + k] * f->force[i] + g[9 + k] * f->moment[i];
    const gb_scalar along = gb_scalar_dot(turn, f->unit[k]);
    for (int i = 0; i < 3; i++) bar[i] += (turn[i] - along * f->unit[k][i]) / f->size[k];
  }
}

void gb_joint_find(gb_quantity_element *s, const gb_scalar change[],
                   gb_scalar *const value[GB_LANES]) {
  gb_pack r[GB_ELEMENT_UNKNOWNS];
  find_residual(s, change, r);
  for (s->lane = 0; s->lane < s->batch->lanes; s->lane++) {
    joint_forces f;
    if (!value[s->lane]) continue;
    find_joint(s, r, &f);
    resolve(&f, value[s->lane]);
  }
}

void gb_joint_weigh(gb_quantity_element *s, const gb_scalar change[], const gb_scalar g[],
                    gb_joint_weights *w) {
  gb_pack r[GB_ELEMENT_UNKNOWNS];
  joint_forces f;
  find_residual(s, change, r);
  find_joint(s, r, &f);
  weigh_joint(&f, g, w->residual, w->axes);
}

void gb_joint_put(gb_quantity_element *s, const gb_joint_weights *w, int component,
                  gb_scalar *const bar[2]) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  gb_pack x[GB_ELEMENT_UNKNOWNS], y[GB_ELEMENT_UNKNOWNS];
  memset(x, 0, (size_t)s->batch->size * sizeof *x);
  memset(y, 0, (size_t)s->batch->size * sizeof *y);
  for (int i = 0; i < 12; i++) gb_lanes(&x[SECOND + i])[s->lane] = w->residual[i];
  s->batch->element->product(&s->batch->in, &s->batch->state, sigma, true, 1, x, y);
  gb_quantity_put(s, y, bar);
}

void gb_joint_put_axes(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar *const bar[2]) {
  gb_pack y[GB_ELEMENT_UNKNOWNS];
  memset(y, 0, (size_t)s->batch->size * sizeof *y);
  for (int i = 0; i < 12; i++) gb_lanes(&y[SECOND + i])[s->lane] = w->axes[i];
  gb_quantity_put(s, y, bar);
}

void gb_joint_gradient(gb_quantity_element *s, const gb_joint_weights *w, gb_scalar gradient[]) {
  for (int k = 0; k < s->batch->block->varyings.count; k++) {
    const gb_varying *varying = &s->batch->block->varyings.entry[k];
    const int32_t design = gb_batch_design(s->batch, varying, s->lane);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    if (design < 0 || !gb_batch_varying_residual(s->batch, varying, NULL, local)) continue;
    for (int i = 0; i < 12; i++)
      gradient[design] += gb_batch_slope(s->batch, varying, s->lane) * w->residual[i] *
                          gb_lanes(&local[SECOND + i])[s->lane];
  }
  for (int k = 0; s->batch->reference->controlled && k < s->batch->block->parameters; k++) {
    const gb_control_slope *slope;
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    gb_scalar sum = 0;
    int order;
    const int slopes = gb_batch_control_slopes(s->batch, k, &slope, &order);
    if (slopes > 0) gb_batch_parameter_residual(s->batch, k, NULL, local);
    for (int i = 0; slopes > 0 && i < 12; i++)
      sum += w->residual[i] * gb_lanes(&local[SECOND + i])[s->lane];
    for (int j = 0; j < slopes; j++) gradient[slope[j].design] += slope[j].by[order] * sum;
  }
}

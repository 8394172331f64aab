/// Compute integrals, shear flows and torsion of thin-walled sections.
#include "constitutive/beam/walls.h"

#include <string.h>

enum { GAUSS = 3 };
static const double place[GAUSS] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double weight[GAUSS] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

gb_wall *gb_walls_add(gb_walls *all, const gb_pack from[2], const gb_pack to[2],
                      gb_pack thickness) {
  gb_wall *w = &all->wall[all->count++];
  memcpy(w->from, from, sizeof w->from);
  memcpy(w->to, to, sizeof w->to);
  w->thickness = thickness;
  memset(w->low, 0, sizeof w->low);
  memset(w->size, 0, sizeof w->size);
  w->beyond = (gb_pack){0};
  w->before[0] = w->before[1] = -1;
  return w;
}

gb_pack gb_wall_length(const gb_wall *w) {
  gb_pack square = {0};
  for (int i = 0; i < 2; i++) square += (w->to[i] - w->from[i]) * (w->to[i] - w->from[i]);
  return gb_pack_sqrt(square);
}

void gb_walls_integrate(gb_walls *all, gb_beam_shape *s) {
  gb_pack first[2];
  memset(s, 0, sizeof *s);
  memset(first, 0, sizeof first);
  for (int k = 0; k < all->count; k++) {
    const gb_wall *w = &all->wall[k];
    const gb_pack area = w->size[0] * w->size[1];
    s->area += area;
    for (int i = 0; i < 2; i++) first[i] += area * (w->low[i] + w->size[i] / 2);
  }
  for (int k = 0; k < all->count; k++) {
    gb_wall *w = &all->wall[k];
    const gb_pack area = w->size[0] * w->size[1];
    gb_pack at[2];
    for (int i = 0; i < 2; i++) {
      w->from[i] -= first[i] / s->area;
      w->to[i] -= first[i] / s->area;
      w->low[i] -= first[i] / s->area;
      at[i] = w->low[i] + w->size[i] / 2;
    }
    s->yy += area * (at[0] * at[0] + w->size[0] * w->size[0] / 12);
    s->zz += area * (at[1] * at[1] + w->size[1] * w->size[1] / 12);
    s->yz += area * at[0] * at[1];
  }
}

/// Compute the flow along a wall: the flow at its start, minus the change of axial stresses along
/// it.
gb_pack gb_wall_flow(const gb_walls *all, const gb_wall_flows *f, int k, int force, double part) {
  const gb_wall *w = &all->wall[k];
  gb_pack sum = {0};
  for (int i = 0; i < 2; i++)
    sum += f->slope[force][i] * (w->from[i] - f->center[i] + part / 2 * (w->to[i] - w->from[i]));
  return f->start[k][force] - part * gb_wall_length(w) * w->thickness * sum;
}

/// Second moments of the middle lines about their centroid, with which the flows are in
/// equilibrium.
static void find_slopes(const gb_walls *all, gb_wall_flows *f) {
  gb_pack area = {0}, yy = {0}, zz = {0}, yz = {0};
  memset(f, 0, sizeof *f);
  for (int k = 0; k < all->count; k++) {
    const gb_wall *w = &all->wall[k];
    const gb_pack own = gb_wall_length(w) * w->thickness;
    area += own;
    for (int i = 0; i < 2; i++) f->center[i] += own * (w->from[i] + w->to[i]) / 2;
  }
  for (int i = 0; i < 2; i++) f->center[i] /= area;
  for (int k = 0; k < all->count; k++) {
    const gb_wall *w = &all->wall[k];
    const gb_pack own = gb_wall_length(w) * w->thickness / 3;
    const gb_pack a = w->from[0] - f->center[0], b = w->to[0] - f->center[0];
    const gb_pack c = w->from[1] - f->center[1], d = w->to[1] - f->center[1];
    yy += own * (a * a + a * b + b * b);
    zz += own * (c * c + c * d + d * d);
    yz += own * (a * c + (a * d + b * c) / 2 + b * d);
  }
  const gb_pack determinant = yy * zz - yz * yz;
  f->slope[0][0] = zz / determinant;
  f->slope[0][1] = f->slope[1][0] = -yz / determinant;
  f->slope[1][1] = yy / determinant;
}

void gb_walls_find_flows(const gb_walls *all, gb_wall_flows *f) {
  find_slopes(all, f);
  for (int force = 0; force < 2; force++)
    for (int k = 0; k < all->count; k++)
      for (int n = 0; n < 2; n++)
        if (all->wall[k].before[n] >= 0)
          f->start[k][force] += gb_wall_flow(all, f, all->wall[k].before[n], force, 1);
}

void gb_walls_close(const gb_walls *all, gb_wall_flows *f) {
  for (int force = 0; force < 2; force++) {
    gb_pack around = {0}, sum = {0};
    for (int k = 0; k < all->count; k++) {
      const gb_pack scale = gb_wall_length(&all->wall[k]) / all->wall[k].thickness;
      around += scale;
      for (int g = 0; g < GAUSS; g++)
        sum += weight[g] * scale * gb_wall_flow(all, f, k, force, place[g]);
    }
    for (int k = 0; k < all->count; k++) f->start[k][force] -= sum / around;
  }
}

void gb_walls_find_shear(const gb_walls *all, const gb_wall_flows *f, gb_beam_shape *s) {
  gb_pack yy = {0}, zz = {0}, yz = {0}, torque[2];
  memset(torque, 0, sizeof torque);
  for (int k = 0; k < all->count; k++) {
    const gb_wall *w = &all->wall[k];
    const gb_pack length = gb_wall_length(w);
    const gb_pack arm = (w->from[0] * w->to[1] - w->from[1] * w->to[0]) / length;
    for (int g = 0; g < GAUSS; g++) {
      const gb_pack y = gb_wall_flow(all, f, k, 0, place[g]),
                    z = gb_wall_flow(all, f, k, 1, place[g]);
      const gb_pack scale = weight[g] * length / w->thickness;
      yy += scale * y * y;
      zz += scale * z * z;
      yz += scale * y * z;
      torque[0] += weight[g] * length * arm * y;
      torque[1] += weight[g] * length * arm * z;
    }
  }
  const gb_pack determinant = yy * zz - yz * yz;
  s->shear[0] = zz / determinant;
  s->shear[1] = yy / determinant;
  s->shear[2] = -yz / determinant;
  s->center[0] = torque[1];
  s->center[1] = -torque[0];
}

gb_pack gb_walls_torsion(const gb_walls *all, gb_pack twice) {
  gb_pack around = {0}, sum = {0};
  for (int k = 0; k < all->count; k++) {
    const gb_wall *w = &all->wall[k];
    around += gb_wall_length(w) / w->thickness;
    sum += w->size[0] * w->size[1] * w->thickness * w->thickness / 3;
  }
  return all->closed ? twice * twice / around : sum;
}

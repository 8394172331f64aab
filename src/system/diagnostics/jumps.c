/// Search for jumps of force laws, as the cause of a step without solution. A law is evaluated at
/// multiples of a state's rates and displacements; where it changes its side, bisection locates the
/// change.
#include "system/diagnostics/jumps.h"

#include "elements/spring/force_law.h"
#include "system/nodal_values/batch.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Multiples of a state of either sign, from a thousandth to a thousand, and bisections that locate
/// a jump.
enum { SAMPLES = 240, BISECTIONS = 60 };
/// Relative change of a force that counts as a jump; a continuous law changes less.
static const double JUMP = 1e-6;

/// @return the expression of a spring's force, NULL: none
static const gb_expression *expression_of(const gb_block *block) {
  const gb_force_law *law = gb_block_force_law(block);
  return law ? law->expression : NULL;
}

/// An element with a force law whose rates or displacements are multiplied by `part`.
typedef struct ray {
  gb_batch *batch;
  bool rate;
  /// Displacements and velocities of the state.
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS];
} ray;

static uint64_t side_at(const ray *along, double part) {
  gb_batch *b = along->batch;
  uint64_t side[GB_LANES] = {0};
  for (int i = 0; i < b->size; i++) {
    b->q[i] = along->rate ? along->q[i] : part * along->q[i];
    b->v[i] = along->rate ? part * along->v[i] : along->v[i];
  }
  b->element->kinks(&b->in, &b->state, side);
  return side[0];
}

/// Change of the force between two close multiples, relative to the largest force there and 10 per
/// cent farther on either side.
static double change_between(const ray *along, const double part[2]) {
  const double at[] = {part[0], part[1], 0.9 * part[0], 1.1 * part[1]};
  gb_batch *b = along->batch;
  gb_pack r[4][GB_ELEMENT_UNKNOWNS];
  double change = 0, size = 0;
  memset(r, 0, sizeof r);
  for (int k = 0; k < 4; k++) {
    (void)side_at(along, at[k]);
    b->element->residual(&b->in, &b->state, r[k]);
  }
  for (int i = 0; i < b->size; i++) {
    double force[4];
    for (int k = 0; k < 4; k++) force[k] = gb_real(gb_lanes(&r[k][i])[0]);
    change = fmax(change, fabs(force[1] - force[0]));
    for (int k = 0; k < 4; k++) size = fmax(size, fabs(force[k]));
  }
  return size > 0 ? change / size : 0;
}

/// @return multiple k: from -1000 to 1000 in a geometric sequence
static double part_of(int k) {
  const double of = pow(10, 6.0 * abs(k) / SAMPLES - 3);
  return k == 0 ? 0 : k < 0 ? -of : of;
}

/// Whether the force jumps where the law changes its side.
static bool jumps(const ray *along) {
  for (int k = -SAMPLES; k < SAMPLES; k++) {
    double part[2] = {part_of(k), part_of(k + 1)};
    const uint64_t side = side_at(along, part[0]);
    if (side == side_at(along, part[1])) continue;
    for (int i = 0; i < BISECTIONS; i++) {
      const double middle = (part[0] + part[1]) / 2;
      part[side_at(along, middle) != side] = middle;
    }
    if (change_between(along, part) > JUMP) return true;
  }
  return false;
}

int gb_jump_find(const gb_assembly *assembly, const gb_nodal_state *state) {
  const gb_problem *problem = assembly->model->problem;
  gb_batch b;
  int found = problem->springs.count;
  FOR_ELEMENTS(assembly, state, b, expression_of(&assembly->blocks->block[i_]) != NULL) {
    const gb_expression *law = expression_of(b.block);
    ray along = {.batch = &b, .rate = true};
    memcpy(along.q, b.q, sizeof along.q);
    memcpy(along.v, b.v, sizeof along.v);
    bool jump = jumps(&along);
    along.rate = false;
    jump = jump || jumps(&along);
    for (int i = 0; jump && i < found; i++)
      if (problem->springs.entry[i].law.expression == law) found = i;
  }
  MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MIN, assembly->model->comm);
  return found < problem->springs.count ? found : -1;
}

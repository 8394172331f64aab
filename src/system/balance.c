/// Energies and momenta of a model's motion.
#include "system/balance.h"

#include <string.h>

static size_t size_of(const gb_model *model) {
  return gb_node_values(model->nodes);
}

/// Work of the elastic forces from the reference to q, and the springs' potential; v, a and r are
/// overwritten.
static double strain_energy(const gb_model *model, gb_assembly *assembly, const gb_scalar q[],
                            gb_scalar v[], gb_scalar a[], gb_scalar r[]) {
  const double place = sqrt(1.0 / 12);
  const size_t size = size_of(model);
  memset(v, 0, size * sizeof *v); // springs measure a rate too
  double energy = gb_assembly_spring_energy(assembly, &(gb_nodal_state){.q = q, .v = v});
  for (int g = 0; g < 2; g++) {
    double along = 0.5 + (g ? place : -place);
    for (size_t i = 0; i < size; i++) a[i] = along * q[i];
    memset(r, 0, size * sizeof *r);
    gb_assembly_own_forces(assembly, &(gb_nodal_state){.q = a}, r);
    for (size_t i = 0; i < size; i++) energy += 0.5 * gb_real(q[i] * r[i]);
  }
  return energy;
}

/// Momenta of the nodal impulses p = M v: those of directors are angular alone.
static void momenta(const gb_model *model, const gb_scalar nodal[], const gb_scalar impulse[],
                    gb_balance *b) {
  const gb_node_set *nodes = model->nodes;
  for (int32_t n = 0; n < nodes->count; n++)
    for (int32_t vector = nodes->first[n]; vector < nodes->first[n + 1]; vector++) {
      const gb_scalar *p = &impulse[3 * vector], *q = &nodal[3 * vector];
      const double *X = nodes->reference[vector];
      for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const bool moves = vector == nodes->first[n] && gb_node_has(nodes, n, GB_POSITION);
        if (moves) b->momentum[i] += gb_real(p[i]);
        b->angular_momentum[i] += gb_real((X[j] + q[j]) * p[k] - (X[k] + q[k]) * p[j]);
      }
    }
}

int gb_balance_find(gb_assembly *assembly, const gb_scalar q[], gb_scalar v[], gb_scalar a[],
                    gb_scalar work[], gb_balance *balance, gb_error *error) {
  const gb_model *model = gb_assembly_model(assembly);
  const double mass[3] = {0, 0, 1};
  const size_t size = size_of(model);
  memset(balance, 0, sizeof *balance);
  memset(work, 0, size * sizeof *work);
  const gb_nodal_state state = {.q = q, .v = v, .a = a};
  GB_TRY(
      gb_assembly_product(assembly, &(gb_nodal_operator){mass, &state, false}, 1, v, work, error));
  for (size_t i = 0; i < size; i++) balance->kinetic += 0.5 * gb_real(v[i] * work[i]);
  momenta(model, q, work, balance);
  balance->strain = strain_energy(model, assembly, q, v, a, work);
  MPI_Allreduce(MPI_IN_PLACE, balance, sizeof *balance / sizeof(double), MPI_DOUBLE, MPI_SUM,
                model->comm);
  return GB_OK;
}

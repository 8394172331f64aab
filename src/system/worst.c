/// The largest entry of a residual and the element behind it.
#include "system/worst.h"

#include "system/assembly.h"
#include "system/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// A candidate of one rank: how large, and what it is in numbers that all ranks understand.
typedef struct candidate {
  double size;
  long long name[3];
} candidate;

/// The largest candidate of all ranks, on all of them.
static void choose(MPI_Comm comm, candidate *mine) {
  struct {
    double size;
    int rank;
  } own = {mine->size, 0}, largest;
  MPI_Comm_rank(comm, &own.rank);
  MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
  MPI_Bcast(mine, sizeof *mine, MPI_BYTE, largest.rank, comm);
}

/// Node id, the number of the value among the node's, and whether it is a multiplier.
static candidate worst_value(const gb_model *model, const gb_scalar r[]) {
  const gb_dof_map *dofs = model->dofs;
  candidate worst = {0};
  for (int32_t n = 0; n < model->nodes->owned; n++)
    for (int32_t i = 3 * model->nodes->first[n]; i < 3 * model->nodes->first[n + 1]; i++)
      for (int32_t k = dofs->T.start[i]; k < dofs->T.start[i + 1]; k++) {
        const int32_t unknown = dofs->T.unknown[k];
        const double here = unknown < dofs->owned ? fabs(gb_real(r[unknown])) : 0;
        if (here <= worst.size) continue;
        worst = (candidate){here,
                            {(long long)model->nodes->id[n], i - 3 * model->nodes->first[n],
                             unknown >= dofs->owned - dofs->owned_multipliers}};
      }
  choose(model->comm, &worst);
  return worst;
}

/// Kind and number, from 1: the file's of a shell, else the place among the elements of its kind.
static candidate worst_element(const gb_model *model, const double share[]) {
  candidate worst = {0};
  int64_t cell = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; e < block->elements; e++, share++) {
      if (!block->cell) continue;
      const bool shell = block->cell[e] < model->blocks->total_shells;
      const int64_t number =
          shell ? model->blocks->cell_id[cell] : block->cell[e] - model->blocks->total_shells + 1;
      if (*share > worst.size) worst = (candidate){*share, {block->kind, (long long)number}};
      cell++;
    }
  }
  choose(model->comm, &worst);
  return worst;
}

static int32_t find_node(const gb_model *model, long long id) {
  for (int32_t n = 0; n < model->nodes->count; n++)
    if (model->nodes->id[n] == id) return n;
  return -1;
}

/// More joints than bodies close loops, whose multipliers grow without bound towards a position in
/// which the mechanism has more freedom, where their accelerations are enforced.
static const char *advice(const gb_model *model, const gb_assembly *assembly,
                          const gb_nodal_state *state) {
  const bool by_accelerations = assembly->enforcement.weight[2] != 0 && !state->initial;
  return by_accelerations && model->problem->joints.count > model->problem->bodies.count
             ? "; closed loops pass singular positions by index3 alone (bdf2, galpha)"
             : "";
}

int gb_worst_words(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                   const gb_scalar r[], size_t size, char *text, gb_error *error) {
  static const char *const value[][3] = {{"u_x", "u_y", "u_z"},
                                         {"director_x", "director_y", "director_z"}};
  size_t elements = 0;
  double *share;
  for (int i = 0; i < model->blocks->count; i++)
    elements += (size_t)model->blocks->block[i].elements;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(share, elements, error), error));
  const candidate at = worst_value(model, r);
  const int32_t node = find_node(model, at.name[0]);
  if (node >= 0)
    gb_assembly_shares(assembly, state, 3 * model->nodes->first[node] + (int32_t)at.name[1], share);
  const candidate element = worst_element(model, share);
  free(share);
  char words[100], behind[60] = "";
  gb_origin_words(model->origins, at.name[0], sizeof words, words);
  const gb_element *kind = gb_elements[element.name[0]];
  const bool shell = kind->samples[GB_FIELD_FAILURE] > 0;
  if (element.size > 0)
    snprintf(behind, sizeof behind, ", %s %lld", shell ? "element" : kind->name, element.name[1]);
  snprintf(text, size, "%s (%s)%s%s", words,
           at.name[2] ? "multiplier" : value[at.name[1] >= 3][at.name[1] % 3], behind,
           advice(model, assembly, state));
  return GB_OK;
}

double gb_worst_motion(const gb_model *model, const gb_scalar z[], size_t size, char *text) {
  candidate worst = {0};
  for (int32_t n = 0; n < model->nodes->shown; n++) {
    const gb_scalar *u = &z[gb_node_displacement(model->nodes, n)];
    const double here = hypot(hypot(gb_real(u[0]), gb_real(u[1])), gb_real(u[2]));
    if (here <= worst.size) continue;
    worst = (candidate){here, {(long long)model->nodes->id[n]}};
  }
  choose(model->comm, &worst);
  gb_origin_words(model->origins, worst.name[0], size, text);
  return worst.size;
}

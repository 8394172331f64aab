/// Description of the largest entry of a residual, drift of constraints, energies and momenta.
/// Source: docs/theory.md, the section on reactions.
#include "system/diagnostics/state_report.h"

#include "system/diagnostics/jumps.h"
#include "system/nodal_values/batch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// A candidate for a maximum: its size, and global numbers that identify it.
typedef struct candidate {
  double size;
  long long name[3];
} candidate;

/// Find the largest candidate of all ranks and send it to all of them.
static void choose(MPI_Comm comm, candidate *mine) {
  struct {
    double size;
    int rank;
  } own = {mine->size, 0}, largest;
  MPI_Comm_rank(comm, &own.rank);
  MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
  MPI_Bcast(mine, sizeof *mine, MPI_BYTE, largest.rank, comm);
}

/// A residual is a force, a row of a multiplier or the rate of a state.
enum { FORCE, MULTIPLIER, RATE };

/// @return the largest entry of r: node id, index of the value at the node, and what it is
static candidate worst_value(const gb_model *model, const gb_scalar r[]) {
  const gb_dof_map *dofs = model->dofs;
  candidate worst = {0};
  for (int32_t n = 0; n < model->nodes->owned; n++)
    for (int32_t i = model->nodes->first[n]; i < model->nodes->first[n + 1]; i++)
      for (int32_t k = dofs->T.start[i]; k < dofs->T.start[i + 1]; k++) {
        const int32_t unknown = dofs->T.unknown[k];
        const double here = unknown < dofs->owned ? fabs(gb_real(r[unknown])) : 0;
        if (here <= worst.size) continue;
        worst = (candidate){here,
                            {(long long)model->nodes->id[n], i - model->nodes->first[n],
                             unknown >= dofs->owned - dofs->owned_multipliers ? MULTIPLIER
                             : gb_node_has(model->nodes, n, GB_STATE)         ? RATE
                                                                              : FORCE}};
      }
  choose(model->comm, &worst);
  return worst;
}

/// @return the element with the largest share: its kind and the file's number for shells, else its
///   number among the elements of its kind, counted from 1
static candidate worst_element(const gb_model *model, const gb_block_set *blocks,
                               const double share[]) {
  candidate worst = {0};
  int64_t cell = 0;
  for (int i = 0; i < blocks->count; i++) {
    const gb_block *block = &blocks->block[i];
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

/// Append a probable cause to the report. A step across a jump of a force may have no solution. If
/// accelerations are enforced, closed loops (more joints than bodies) have unbounded multipliers
/// near positions in which the mechanism gains a degree of freedom. Where a march begins in one,
/// the rates of the joints allow velocities that no motion has.
static void advise(const gb_model *model, const gb_assembly *assembly, const gb_nodal_state *state,
                   size_t size, char *text) {
  const bool by_accelerations = assembly->enforcement.weight[2] != 0 &&
                                assembly->enforcement.compliance == 0 &&
                                state->form == GB_FORM_MARCH;
  const int spring = gb_jump_find(assembly, state);
  *text = 0;
  if (spring >= 0)
    snprintf(text, size,
             "; %.150s.force has a jump: a step across it may have no solution; "
             "accepted: a law without jumps",
             model->problem->springs.entry[spring].where);
  else if (state->form == GB_FORM_MARCH && model->checks->singular_rows > 0)
    snprintf(text, size,
             "; the march begins in a singular position, where motions of the joints meet%s: give "
             "the bodies velocity and angular_velocity of one, or begin beside it",
             *model->checks->inconsistent ? ", and the nearest velocities may be of none" : "");
  else if (by_accelerations && model->problem->joints.count > model->problem->bodies.count)
    snprintf(text, size,
             "; if a closed loop passes a singular position, use index3 (bdf2, galpha) or "
             "penalty");
}

int gb_residual_report(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                       const gb_scalar r[], size_t size, char *text, gb_error *error) {
  static const char *const value[][3] = {{"u_x", "u_y", "u_z"},
                                         {"director_x", "director_y", "director_z"}};
  size_t elements = 0;
  double *share;
  const gb_block_set *blocks = gb_assembly_blocks(assembly);
  for (int i = 0; i < blocks->count; i++) elements += (size_t)blocks->block[i].elements;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(model->comm, GB_TAKE(&scratch, share, elements, error), error));
  const candidate at = worst_value(model, r);
  const int32_t node = find_node(model, at.name[0]);
  if (node >= 0)
    gb_assembly_shares(assembly, state, model->nodes->first[node] + (int32_t)at.name[1], share);
  const candidate element = worst_element(model, blocks, share);
  char words[100], behind[60] = "", advice[300];
  gb_origin_words(model->origins, at.name[0], sizeof words, words);
  const gb_element *kind = gb_elements[element.name[0]];
  const bool shell = kind->samples[GB_FIELD_FAILURE] > 0;
  if (element.size > 0)
    snprintf(behind, sizeof behind, ", %s %lld", shell ? "element" : kind->name, element.name[1]);
  advise(model, assembly, state, sizeof advice, advice);
  snprintf(text, size, "%s (%s)%s%s", words,
           at.name[2] == MULTIPLIER ? "multiplier"
           : at.name[2] == RATE     ? "rate"
                                    : value[at.name[1] >= 3][at.name[1] % 3],
           behind, advice);
  return GB_OK;
}

double gb_largest_motion(const gb_model *model, const gb_scalar z[], size_t size, char *text) {
  candidate worst = {0};
  for (int32_t n = 0; n < model->nodes->in_results; n++) {
    const gb_scalar *u = &z[gb_node_displacement(model->nodes, n)];
    const double here = hypot(hypot(gb_real(u[0]), gb_real(u[1])), gb_real(u[2]));
    if (here <= worst.size) continue;
    worst = (candidate){here, {(long long)model->nodes->id[n]}};
  }
  choose(model->comm, &worst);
  gb_origin_words(model->origins, worst.name[0], size, text);
  return worst.size;
}

/// Data of the visitors of constraints.
typedef struct visit {
  const gb_model *model;
  double *drift; ///< [GB_DRIFTS]
  double *rate;  ///< rates of joints, then of distributing links, of equations and of bodies
  int level;     ///< level of the constraints: 0 for Phi, 1 for Phi'
} visit;

/// Whether a row of a constrained element is a length; in a joint these are the rows of its gap.
static bool is_length(const gb_block *block, int row) {
  const gb_joint *joint = &block->joint->type;
  if (block->kind != GB_ELEMENT_JOINT)
    return block->kind == GB_ELEMENT_AVERAGE || block->kind == GB_ELEMENT_EQUATION;
  if (row >= joint->type->rows) return row > joint->type->rows || !joint->angle;
  return joint->type->row[row][0] == GB_JOINT_GAP || joint->type->row[row][1] == GB_JOINT_GAP;
}

static void see(void *context, const gb_block *block, int32_t element, int rows,
                const gb_scalar level[][3]) {
  const visit *at = context;
  (void)element;
  for (int i = 0; i < rows; i++) {
    double *unit = &at->drift[is_length(block, i) ? GB_DRIFT_LENGTH : GB_DRIFT_COSINE];
    *unit = fmax(*unit, fabs(gb_real(level[i][0])));
    for (int k = 0; k < 3; k++) at->drift[k] = fmax(at->drift[k], fabs(gb_real(level[i][k])));
  }
}

void gb_drift_raise(gb_assembly *assembly, const gb_nodal_state *state, double drift[]) {
  visit at = {.drift = drift};
  gb_assembly_constraints(assembly, state, see, &at);
}

double gb_model_extent(const gb_model *model) {
  const gb_node_set *nodes = model->nodes;
  double all[6], size = 0; // largest coordinates, and negative smallest ones
  for (int i = 0; i < 6; i++) all[i] = -DBL_MAX;
  for (int32_t n = 0; n < nodes->owned; n++)
    for (int i = 0; i < 3 && gb_node_has(nodes, n, GB_POSITION); i++) {
      const double at = gb_node_reference(nodes, n, GB_POSITION)[i];
      all[i] = fmax(all[i], at);
      all[3 + i] = fmax(all[3 + i], -at);
    }
  MPI_Allreduce(MPI_IN_PLACE, all, 6, MPI_DOUBLE, MPI_MAX, model->comm);
  for (int i = 0; i < 3; i++) size = fmax(size, all[i] + all[3 + i]);
  return size;
}

double gb_drift_opening(const gb_model *model, const double drift[]) {
  const double size = gb_model_extent(model);
  double all[2] = {drift[GB_DRIFT_LENGTH], drift[GB_DRIFT_COSINE]};
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_MAX, model->comm);
  return fmax(all[1], size > 0 ? all[0] / size : 0);
}

/// Whether a row of a joint or equation has no multiplier.
static bool is_left_out(const gb_model *model, const gb_block *block, int32_t element, int row) {
  const gb_node_set *nodes = model->nodes;
  const size_t last = (size_t)(element + 1) * (size_t)block->nodes - 1;
  const int32_t node = block->node[last];
  const int32_t value = gb_node_value(nodes, node, GB_MULTIPLIERS) + row;
  return model->dofs->T.start[value] == model->dofs->T.start[value + 1];
}

/// @return the index of the equation of an element
static int equation_of(const gb_model *model, const gb_block *block, int32_t element) {
  const int64_t id = model->nodes->id[block->node[(size_t)element * (size_t)block->nodes]];
  return model->origins->origin[id - model->origins->first_id].number - 1;
}

/// Data of the visitor of rows that are left out.
typedef struct watch {
  const gb_model *model;
  double size; ///< of the model
  double kept; ///< largest value of rows that have multipliers
  double left; ///< largest value of rows that have none,
  int entry;   ///< and its joint, or equation after all joints
} watch;

static void see_left_out(void *context, const gb_block *block, int32_t element, int rows,
                         const gb_scalar level[][3]) {
  watch *at = context;
  const gb_model *model = at->model;
  const bool joint = block->kind == GB_ELEMENT_JOINT;
  if (!joint && block->kind != GB_ELEMENT_EQUATION) return;
  for (int i = 0; i < rows; i++) {
    const double value = fabs(gb_real(level[i][0])) / (is_length(block, i) ? at->size : 1);
    if (!is_left_out(model, block, element, i)) {
      at->kept = fmax(at->kept, value);
      continue;
    }
    if (!(value > at->left)) continue;
    at->left = value;
    at->entry = joint ? block->joint->entry[element]
                      : model->problem->joints.count + equation_of(model, block, element);
  }
}

/// How far a row that is left out may be off, relative to the model's size or as an angle; where
/// rows that are kept drift, ten times as far as they.
static const double most_off = 1e-6;

int gb_left_out_check(gb_assembly *assembly, const gb_nodal_state *state, const char *where,
                      gb_error *error) {
  const gb_model *model = gb_assembly_model(assembly);
  const gb_checks *checks = model->checks;
  const gb_problem *problem = model->problem;
  const double size = gb_model_extent(model);
  watch at = {.model = model, .size = size > 0 ? size : 1, .entry = -1};
  gb_assembly_constraints(assembly, state, see_left_out, &at);
  candidate worst = {at.left, {at.entry}};
  choose(model->comm, &worst);
  MPI_Allreduce(MPI_IN_PLACE, &at.kept, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  if (!(worst.size > fmax(most_off, 10 * at.kept))) return GB_OK;
  const int entry = (int)worst.name[0], equation = entry - problem->joints.count;
  const char *kind = equation < 0 ? "joint" : "equation", *others = "others";
  const char *name =
      equation < 0 ? problem->joints.entry[entry].name : problem->equations.entry[equation].name;
  const char *of =
      equation < 0 ? problem->joints.entry[entry].where : problem->equations.entry[equation].where;
  for (int i = 0; i < checks->left_out_entries; i++)
    if (checks->left_out_entry[i].entry == entry) others = checks->left_out_entry[i].others;
  return gb_fail(error, GB_LEFT_OUT,
                 "%s: at t = %g %s%s%s%s (%s) is off by %.2g of the model's size, or turned by as "
                 "much, of which %g is accepted: where the march begins %s already say what it "
                 "says, and it was left out, but they no longer do. Take constraints.enforce: "
                 "penalty, which keeps it, or motions that agree",
                 where, state->t, kind, name ? " '" : "", name ? name : "", name ? "'" : "", of,
                 worst.size, most_off, others);
}

/// Find the largest |Phi| or |Phi'| of each joint of this rank, then of distributing links, of
/// equations and of bodies, whose axes must be unit vectors.
static void see_rates(void *context, const gb_block *block, int32_t element, int rows,
                      const gb_scalar level[][3]) {
  const visit *at = context;
  const bool joint = block->kind == GB_ELEMENT_JOINT, link = block->kind == GB_ELEMENT_AVERAGE;
  const bool body = !joint && !link && block->kind != GB_ELEMENT_EQUATION;
  if (body && at->level == 1) return; // rates of a body's axes follow from its angular velocity
  const int other = at->model->problem->joints.count + (body ? 2 : !link);
  double *rate = &at->rate[joint ? block->joint->entry[element] : other];
  for (int i = 0; i < rows; i++) *rate = fmax(*rate, fabs(gb_real(level[i][at->level])));
}

static double largest_speed(const gb_model *model, const gb_scalar v[]) {
  double largest = 0;
  const gb_node_set *nodes = model->nodes;
  for (int32_t n = 0; n < nodes->owned; n++)
    for (int i = 0; i < gb_field_values(nodes->fields[n] & GB_FRAME); i++)
      largest = fmax(largest, fabs(gb_real(v[nodes->first[n] + i])));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  return largest;
}

/// List up to four violated constraints. Destroys `rate`.
static void list_broken(const gb_model *model, double least, double rate[], size_t size,
                        char *text) {
  enum { LISTED = 4 };
  static const char *const other[] = {"an average link", "an equation", "the axes of a body"};
  const int joints = model->problem->joints.count;
  text[0] = 0;
  for (int count = 0; count <= LISTED; count++) {
    const size_t used = strlen(text);
    char name[100] = "";
    int worst = 0;
    for (int j = 1; j <= joints + 2; j++)
      if (rate[j] > rate[worst]) worst = j;
    if (!(rate[worst] > least)) return;
    if (worst < joints) gb_model_joint_name(model, worst, sizeof name, name);
    if (count == LISTED)
      snprintf(text + used, size - used, ", ...");
    else if (worst >= joints)
      snprintf(text + used, size - used, "%s%s (%.3g)", used ? ", " : "", other[worst - joints],
               rate[worst]);
    else
      snprintf(text + used, size - used, "%sjoint '%s' (%.3g)", used ? ", " : "", name,
               rate[worst]);
    rate[worst] = 0;
  }
}

int gb_joint_report_broken(const gb_model *model, gb_assembly *assembly,
                           const gb_nodal_state *state, int level, size_t size, char *text,
                           gb_error *error) {
  double *rate;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, rate, (size_t)model->problem->joints.count + 3, error);
  GB_TRY(gb_agree(model->comm, status, error));
  visit at = {.model = model, .rate = rate, .level = level};
  gb_assembly_constraints(assembly, state, see_rates, &at);
  MPI_Allreduce(MPI_IN_PLACE, rate, model->problem->joints.count + 3, MPI_DOUBLE, MPI_MAX,
                model->comm);
  double least = level == 1 ? 1e-9 * largest_speed(model, state->v) : 0;
  for (int j = 0; level == 0 && j < model->problem->joints.count + 3; j++)
    least = fmax(least, 0.1 * rate[j]);
  list_broken(model, least, rate, size, text);
  return GB_OK;
}

static size_t size_of(const gb_model *model) {
  return gb_node_values(model->nodes);
}

/// Energy that elements sample, plus the work of the elastic forces of shells from the reference to
/// q and the energy of the stresses of temperatures there. Overwrites v, a and r.
static double strain_energy(const gb_model *model, gb_assembly *assembly,
                            const gb_nodal_state *state, gb_scalar v[], gb_scalar a[],
                            gb_scalar r[]) {
  const double place = sqrt(1.0 / 12);
  const size_t size = size_of(model);
  const gb_scalar *q = state->q;
  const gb_nodal_state at = {.q = q, .v = v, .origin = state->origin, .t = state->t};
  memset(v, 0, size * sizeof *v); // the law of a spring may depend on the rate
  const gb_nodal_state still = {.origin = state->origin, .t = state->t};
  double energy = gb_assembly_potential(assembly, &at, false);
  energy += gb_assembly_potential(assembly, &still, true);
  for (int g = 0; g < 2; g++) {
    double along = 0.5 + (g ? place : -place);
    for (size_t i = 0; i < size; i++) a[i] = along * q[i];
    memset(r, 0, size * sizeof *r);
    gb_assembly_own_forces(assembly,
                           &(gb_nodal_state){.q = a, .origin = state->origin, .t = state->t}, r);
    for (size_t i = 0; i < size; i++) energy += 0.5 * gb_real(q[i] * r[i]);
  }
  return energy;
}

/// Add the momenta of nodal impulses p = M v. Impulses of directors contribute to the angular
/// momentum only.
static void momenta(const gb_model *model, const gb_scalar nodal[], const gb_scalar impulse[],
                    gb_balance *b) {
  const gb_node_set *nodes = model->nodes;
  for (int32_t n = 0; n < nodes->count; n++)
    GB_EACH_FIELD(field, nodes->fields[n] & GB_FRAME) {
      const int32_t value = gb_node_value(nodes, n, field);
      const gb_scalar *p = &impulse[value], *q = &nodal[value];
      const double *X = &nodes->reference[value];
      for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        if (field == GB_POSITION) b->momentum[i] += gb_real(p[i]);
        b->angular_momentum[i] += gb_real((X[j] + q[j]) * p[k] - (X[k] + q[k]) * p[j]);
      }
    }
}

int gb_balance_find(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar v[],
                    gb_scalar a[], gb_scalar work[], gb_balance *balance, gb_error *error) {
  const gb_model *model = gb_assembly_model(assembly);
  const double mass[3] = {0, 0, 1};
  const size_t size = size_of(model);
  memset(balance, 0, sizeof *balance);
  memset(work, 0, size * sizeof *work);
  const gb_nodal_state of_mass = {.q = state->q, .v = v, .a = a};
  const gb_nodal_operator M = {mass, &of_mass, false};
  GB_TRY(gb_assembly_product(assembly, &M, 1, v, work, error));
  for (int32_t n = 0; n < model->nodes->count; n++) {
    const int32_t first = model->nodes->first[n];
    for (int i = 0; i < gb_field_values(model->nodes->fields[n] & GB_FRAME); i++)
      balance->kinetic += 0.5 * gb_real(v[first + i] * work[first + i]);
  }
  momenta(model, state->q, work, balance);
  balance->strain = strain_energy(model, assembly, state, v, a, work);
  MPI_Allreduce(MPI_IN_PLACE, balance, sizeof *balance / sizeof(double), MPI_DOUBLE, MPI_SUM,
                model->comm);
  return GB_OK;
}

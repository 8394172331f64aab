/// Mass properties of the parts of a model. The products r_i . M r_j of the six rigid motions r_i
/// of the reference configuration contain mass, first moments and inertia about a point; the power
/// of loads and weight in these motions gives their resultants. Source: docs/theory.md, (10.8).
#include "system/diagnostics/inertia.h"

#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

#include <string.h>

enum { MOTIONS = 6, VALUES = MOTIONS * MOTIONS };

/// Data of the loop over the elements.
typedef struct search {
  const gb_model *model;
  gb_assembly *assembly;
  double about[3];
  gb_scalar *motion;                ///< [MOTIONS][nodal values]
  double (*form)[MOTIONS][MOTIONS]; ///< r_i . M r_j of each part.
} search;

void gb_inertia_middle(const gb_model *model, double middle[3]) {
  double sum[4] = {0};
  for (int32_t n = 0; n < model->nodes->in_results; n++) {
    for (int i = 0; i < 3; i++) sum[i] += gb_node_reference(model->nodes, n, GB_POSITION)[i];
    sum[3]++;
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, 4, MPI_DOUBLE, MPI_SUM, model->comm);
  for (int i = 0; i < 3; i++) middle[i] = sum[3] > 0 ? sum[i] / sum[3] : 0;
}

/// out += e_axis x arm.
static void turn(int axis, const double arm[3], gb_scalar out[3]) {
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  out[j] -= arm[k];
  out[k] += arm[j];
}

/// Set the velocities of the nodes and the rates of their directors in each rigid motion.
static void open_motions(const search *s) {
  const gb_model *model = s->model;
  const size_t size = gb_node_values(model->nodes);
  for (int32_t n = 0; n < model->nodes->count; n++)
    GB_EACH_FIELD(field, model->nodes->fields[n] & GB_FRAME) {
      const size_t value = (size_t)gb_node_value(model->nodes, n, field);
      const bool moves = field == GB_POSITION;
      double arm[3];
      for (int i = 0; i < 3; i++)
        arm[i] = model->nodes->reference[value + (size_t)i] - (moves ? s->about[i] : 0);
      for (int k = 0; k < 3; k++) {
        gb_scalar *move = &s->motion[(size_t)k * size + value];
        gb_scalar *rotate = &s->motion[(size_t)(3 + k) * size + value];
        if (moves) move[k] = 1;
        turn(k, arm, rotate);
      }
    }
}

/// @return the index of an element's part: entries of `shells`, then of `bodies`, then of `beams`,
///   then of `solids`; last all other masses
static int part_of(const gb_model *model, const gb_block *block, int32_t element) {
  const gb_problem *problem = model->problem;
  const int bodies = problem->shells.count, beams = bodies + problem->bodies.count,
            solids = beams + problem->beams.count;
  if (block->kind == GB_ELEMENT_RIGID_BODY) return bodies + gb_block_entry(block, element);
  const gb_layup *layup = block->section.layup;
  if (!layup) return solids + problem->solids.count;
  const gb_section_law *law = gb_section_laws[layup->kind];
  if (!law->beam && !law->solid) return (int)block->entry;
  return (law->solid ? solids : beams) + block->section.entry;
}

/// Add the products r_i . M r_j of the batch's elements to their parts.
static void add_elements(const search *s, const gb_batch *b) {
  static const double mass[3] = {0, 0, 1};
  const size_t size = gb_node_values(s->model->nodes), n = (size_t)b->size;
  gb_pack *x = s->assembly->x, *y = s->assembly->y;
  gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  for (int c = 0; c < MOTIONS; c++) gb_batch_gather(b, s->motion + (size_t)c * size, x + n * c);
  memset(y, 0, MOTIONS * n * sizeof *y);
  gb_batch_matrix(b, mass, J);
  for (int c = 0; c < MOTIONS; c++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) y[n * c + i] += J[n * i + j] * x[n * c + j];
  for (int lane = 0; lane < b->lanes; lane++) {
    double(*form)[MOTIONS] = s->form[part_of(s->model, b->block, b->first + lane)];
    for (int c = 0; c < MOTIONS; c++)
      for (int d = 0; d < MOTIONS; d++)
        for (size_t i = 0; i < n; i++)
          form[c][d] += gb_real(gb_lanes(&x[n * c + i])[lane] * gb_lanes(&y[n * d + i])[lane]);
  }
}

static void add_all(const search *s) {
  const gb_nodal_state state = {.form = GB_FORM_START};
  gb_batch b;
  FOR_ELEMENTS(s->assembly, &state, b, gb_has_mass(b.element)) add_elements(s, &b);
}

/// Compute mass, centre and inertia about the centre from the products about a point.
static void close_part(const double form[MOTIONS][MOTIONS], const double about[3],
                       gb_inertia *out) {
  static const int place[MOTIONS][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const double m = (form[0][0] + form[1][1] + form[2][2]) / 3;
  double s[3], square = 0;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    s[i] = m > 0 ? form[j][3 + k] / m : 0; // the velocity of the mass when it turns about axis k
    out->center[i] = about[i] + s[i];
    square += s[i] * s[i];
  }
  out->mass = m;
  for (int k = 0; k < MOTIONS; k++) {
    const int i = place[k][0], j = place[k][1];
    out->tensor[k] = form[3 + i][3 + j] - m * ((i == j ? square : 0) - s[i] * s[j]);
  }
}

static int allocate(search *s, int parts, gb_arena *arena, gb_error *error) {
  const size_t size = gb_node_values(s->model->nodes);
  const gb_enforcement enforcement = {.weight = {1, 0, 0}, .row = 1, .column = 1};
  gb_scalar *design;
  GB_TRY(GB_TAKE(arena, s->motion, MOTIONS * size, error));
  GB_TRY(GB_TAKE(arena, s->form, (size_t)parts, error));
  GB_TRY(GB_TAKE(arena, design, (size_t)s->model->designs->width, error));
  for (int i = 0; i < s->model->designs->width; i++) design[i] = s->model->designs->value[i];
  return gb_assembly_create(s->model, design, &enforcement, false, false, &s->assembly, error);
}

int gb_inertia_find(const gb_model *model, gb_inertia part[], gb_error *error) {
  const gb_problem *problem = model->problem;
  const int parts = problem->shells.count + problem->bodies.count + problem->beams.count +
                    problem->solids.count + 1;
  search s = {.model = model};
  double whole[MOTIONS][MOTIONS] = {{0}};
  GB_SCRATCH(scratch);
  int status = gb_agree(model->comm, allocate(&s, parts, &scratch, error), error);
  if (status == GB_OK) status = gb_assembly_make_room(s.assembly, MOTIONS, error);
  if (status == GB_OK) {
    gb_inertia_middle(model, s.about);
    open_motions(&s);
    add_all(&s);
    MPI_Allreduce(MPI_IN_PLACE, s.form, parts * VALUES, MPI_DOUBLE, MPI_SUM, model->comm);
    for (int p = 0; p < parts; p++) {
      close_part((const double(*)[MOTIONS])s.form[p], s.about, &part[p]);
      for (int k = 0; k < VALUES; k++)
        whole[k / MOTIONS][k % MOTIONS] += s.form[p][k / MOTIONS][k % MOTIONS];
    }
    close_part((const double(*)[MOTIONS])whole, s.about, &part[parts]);
  }
  gb_assembly_destroy(&s.assembly);
  return status;
}

/// out -= power of the batch's elements' R in each rigid motion.
static void add_power(const search *s, const gb_batch *b, double out[MOTIONS]) {
  const size_t size = gb_node_values(s->model->nodes);
  gb_pack r[GB_ELEMENT_UNKNOWNS] = {0}, *x = s->assembly->x;
  b->element->residual(&b->in, &b->state, r);
  for (int c = 0; c < MOTIONS; c++) {
    gb_batch_gather(b, s->motion + (size_t)c * size, x);
    for (int i = 0; i < b->size; i++)
      for (int lane = 0; lane < b->lanes; lane++)
        out[c] -= gb_real(gb_lanes(&x[i])[lane] * gb_lanes(&r[i])[lane]);
  }
}

/// Convert the powers in translations and rotations about a point to a force and a moment about the
/// origin.
static void close_resultant(const double power[MOTIONS], const double about[3], gb_resultant *out) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out->force[i] = power[i];
    out->moment[i] = power[3 + i] + about[j] * power[k] - about[k] * power[j];
  }
}

static void find_resultants(const search *s, double t, gb_resultant *loads, gb_resultant *weight) {
  const gb_nodal_state state = {.t = t};
  double power[2][MOTIONS] = {{0}};
  gb_batch b;
  FOR_ELEMENTS(s->assembly, &state, b, b.element->constant || b.element->turning)
  add_power(s, &b, power[0]);
  FOR_ELEMENTS(s->assembly, &state, b, gb_has_mass(b.element))
  add_power(s, &b, power[1]);
  MPI_Allreduce(MPI_IN_PLACE, power, 2 * MOTIONS, MPI_DOUBLE, MPI_SUM, s->model->comm);
  close_resultant(power[0], s->about, loads);
  close_resultant(power[1], s->about, weight);
}

int gb_resultants_find(const gb_model *model, int times, const double t[], gb_resultant loads[],
                       gb_resultant weight[], gb_error *error) {
  search s = {.model = model};
  GB_SCRATCH(scratch);
  int status = gb_agree(model->comm, allocate(&s, 1, &scratch, error), error);
  if (status == GB_OK) status = gb_assembly_make_room(s.assembly, 1, error);
  if (status == GB_OK) {
    gb_inertia_middle(model, s.about);
    open_motions(&s);
    for (int k = 0; k < times; k++) find_resultants(&s, t[k], &loads[k], &weight[k]);
  }
  gb_assembly_destroy(&s.assembly);
  return status;
}

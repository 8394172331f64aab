/// The map z = T y + g over the ranks. Source: docs/theory.md, section 2.
#include "system/nodal_values/nodal.h"

#include "base/arena.h"
#include "base/length.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An entry of T, or the three equal entries from three consecutive unknowns to the values of a
/// vector.
typedef struct entry {
  int32_t row, unknown;
  double factor;
} entry;

struct gb_nodal {
  const gb_model *model;
  gb_arena memory; ///< owns the entries of T
  int triples, singles;
  entry *triple, *single;  ///< entries of T by rows, [triples] and [singles]
  const gb_scalar *change; ///< change of the designs on which T depends; NULL: T does not change
  int capacity;            ///< number of vectors that fit into the buffers
  gb_arena buffers;
  gb_scalar *unknown; ///< owned unknowns and ghosts, [capacity][unknowns]
  gb_scalar *packed;  ///< values for the neighbours, [send_start[count]][capacity]
  gb_scalar *arrived; ///< values of the ghosts, [ghosts][capacity]
  MPI_Request *request;
};

/// Whether the three rows of a vector have the same factors and consecutive unknowns.
static bool is_threefold(const gb_node_map *T, int32_t row) {
  const int32_t *start = &T->start[row], count = start[1] - start[0];
  for (int32_t i = 1; i < 3; i++) {
    if (start[i + 1] - start[i] != count) return false;
    for (int32_t k = 0; k < count; k++)
      if (T->unknown[start[i] + k] != T->unknown[start[0] + k] + i ||
          T->factor[start[i] + k] != T->factor[start[0] + k])
        return false;
  }
  return true;
}

/// List the entries of the rows of a node's field.
static int list_field(gb_nodal *nodal, int32_t first, int width, gb_error *error) {
  const gb_node_map *T = &nodal->model->dofs->T;
  gb_arena *memory = &nodal->memory;
  const bool threefold = width == 3 && is_threefold(T, first);
  for (int32_t row = first; row < first + (threefold ? 1 : width); row++)
    for (int32_t k = T->start[row]; k < T->start[row + 1]; k++) {
      const entry new = {row, T->unknown[k], T->factor[k]};
      GB_TRY(threefold
                 ? gb_arena_add(memory, &nodal->triple, &nodal->triples, sizeof new, &new, error)
                 : gb_arena_add(memory, &nodal->single, &nodal->singles, sizeof new, &new, error));
    }
  return GB_OK;
}

static int list_entries(gb_nodal *nodal, gb_error *error) {
  const gb_node_set *nodes = nodal->model->nodes;
  for (int32_t n = 0; n < nodes->count; n++)
    GB_EACH_FIELD(field, nodes->fields[n])
      GB_TRY(list_field(nodal, gb_node_value(nodes, n, field), gb_node_field_width(nodes, n, field),
                        error));
  return GB_OK;
}

int gb_nodal_create(const gb_model *model, const gb_scalar change[], gb_nodal **out,
                    gb_error *error) {
  gb_nodal *nodal;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(nodal, 1, error));
  nodal->model = model;
  for (int i = 0; i < model->dofs->T.slopes; i++)
    if (change[model->dofs->T.slope[i].design] != 0) nodal->change = change;
  int status = GB_ALLOCATE(nodal->request, (size_t)(2 * model->dofs->neighbours.list.count), error);
  if (status == GB_OK) status = list_entries(nodal, error);
  if (status != GB_OK) gb_nodal_destroy(&nodal);
  *out = nodal;
  return status;
}

void gb_nodal_destroy(gb_nodal **nodal) {
  if (!*nodal) return;
  gb_arena_free(&(*nodal)->memory);
  gb_arena_free(&(*nodal)->buffers);
  free((*nodal)->request);
  free(*nodal);
  *nodal = NULL;
}

size_t gb_nodal_size(const gb_nodal *nodal) {
  return gb_node_values(nodal->model->nodes);
}

static int reserve(gb_nodal *nodal, int count, gb_error *error) {
  const gb_model *model = nodal->model;
  gb_arena_free(&nodal->buffers);
  nodal->capacity = 0;
  size_t vectors = (size_t)count, ghosts = (size_t)(model->dofs->unknowns - model->dofs->owned);
  size_t sent = (size_t)model->dofs->neighbours.sent;
  GB_TRY(GB_TAKE(&nodal->buffers, nodal->unknown, vectors * (size_t)model->dofs->unknowns, error));
  GB_TRY(GB_TAKE(&nodal->buffers, nodal->packed, vectors * sent, error));
  GB_TRY(GB_TAKE(&nodal->buffers, nodal->arrived, vectors * ghosts, error));
  nodal->capacity = count;
  return GB_OK;
}

/// Enlarge the buffers if necessary, which is so on all ranks or on none. Collective if so.
static int make_room(gb_nodal *nodal, int count, gb_error *error) {
  if (count <= nodal->capacity) return GB_OK;
  return gb_agree(nodal->model->comm, reserve(nodal, count, error), error);
}

/// Exchange messages with all neighbours: send values to ghosts (forward), or return the ghosts'
/// contributions.
static void exchange(gb_nodal *nodal, int count, bool forward) {
  const gb_neighbours *near = &nodal->model->dofs->neighbours;
  int32_t owned = nodal->model->dofs->owned;
  for (int k = 0; k < near->list.count; k++) {
    const gb_neighbour *to = &near->list.entry[k];
    gb_scalar *packed = nodal->packed + (size_t)to->first_sent * count;
    gb_scalar *arrived = nodal->arrived + (size_t)(to->first_ghost - owned) * count;
    int packed_size = to->sent * count, arrived_size = to->ghosts * count;
    MPI_Irecv(forward ? arrived : packed, forward ? arrived_size : packed_size, GB_MPI_SCALAR,
              to->rank, 0, nodal->model->comm, &nodal->request[2 * k]);
    MPI_Isend(forward ? packed : arrived, forward ? packed_size : arrived_size, GB_MPI_SCALAR,
              to->rank, 0, nodal->model->comm, &nodal->request[2 * k + 1]);
  }
  MPI_Waitall(2 * near->list.count, nodal->request, MPI_STATUSES_IGNORE);
}

static void fetch_ghosts(gb_nodal *nodal, int count) {
  const gb_model *model = nodal->model;
  const gb_neighbours *near = &model->dofs->neighbours;
  int32_t sent = near->sent, ghosts = model->dofs->unknowns - model->dofs->owned;
  for (int32_t i = 0; i < sent; i++)
    for (int c = 0; c < count; c++)
      nodal->packed[(size_t)i * count + c] =
          nodal->unknown[(size_t)c * model->dofs->unknowns + near->unknown[i]];
  exchange(nodal, count, true);
  for (int32_t i = 0; i < ghosts; i++)
    for (int c = 0; c < count; c++)
      nodal->unknown[(size_t)c * model->dofs->unknowns + model->dofs->owned + i] =
          nodal->arrived[(size_t)i * count + c];
}

/// z += T y for one column.
static void add_gathered(const gb_nodal *nodal, const gb_scalar *restrict y,
                         gb_scalar *restrict z) {
  const gb_node_map *T = &nodal->model->dofs->T;
  for (int i = 0; i < nodal->triples; i++) {
    const entry e = nodal->triple[i];
    for (int k = 0; k < 3; k++) z[e.row + k] += e.factor * y[e.unknown + k];
  }
  for (int i = 0; i < nodal->singles; i++) {
    const entry e = nodal->single[i];
    z[e.row] += e.factor * y[e.unknown];
  }
  for (int i = 0; nodal->change && i < T->slopes; i++) {
    const gb_map_slope *s = &T->slope[i];
    if (s->unknown >= 0) z[s->row] += nodal->change[s->design] * s->factor * y[s->unknown];
  }
}

int gb_nodal_gather(gb_nodal *nodal, int count, const gb_scalar y[], gb_scalar z[],
                    gb_error *error) {
  const gb_dof_map *dofs = nodal->model->dofs;
  const size_t rows = gb_node_values(nodal->model->nodes), unknowns = (size_t)dofs->unknowns;
  const gb_scalar *from = y;
  GB_TRY(make_room(nodal, count, error));
  if (dofs->neighbours.list.count > 0) {
    for (int c = 0; c < count; c++)
      memcpy(nodal->unknown + (size_t)c * unknowns, y + (size_t)c * (size_t)dofs->owned,
             (size_t)dofs->owned * sizeof *y);
    fetch_ghosts(nodal, count);
    from = nodal->unknown;
  }
  memset(z, 0, (size_t)count * rows * sizeof *z);
  for (int c = 0; c < count; c++)
    add_gathered(nodal, from + (size_t)c * unknowns, z + (size_t)c * rows);
  return GB_OK;
}

int gb_nodal_share(gb_nodal *nodal, const gb_scalar y[], gb_scalar all[], gb_error *error) {
  const gb_model *model = nodal->model;
  GB_TRY(make_room(nodal, 1, error));
  memcpy(nodal->unknown, y, (size_t)model->dofs->owned * sizeof *y);
  if (model->dofs->neighbours.list.count > 0) fetch_ghosts(nodal, 1);
  memcpy(all, nodal->unknown, (size_t)model->dofs->unknowns * sizeof *all);
  return GB_OK;
}

/// Add the contributions of ghosts to the unknowns of their owners.
static void return_ghosts(gb_nodal *nodal, int count) {
  const gb_model *model = nodal->model;
  const gb_neighbours *near = &model->dofs->neighbours;
  int32_t sent = near->sent, ghosts = model->dofs->unknowns - model->dofs->owned;
  for (int32_t i = 0; i < ghosts; i++)
    for (int c = 0; c < count; c++)
      nodal->arrived[(size_t)i * count + c] =
          nodal->unknown[(size_t)c * model->dofs->unknowns + model->dofs->owned + i];
  exchange(nodal, count, false);
  for (int32_t i = 0; i < sent; i++)
    for (int c = 0; c < count; c++)
      nodal->unknown[(size_t)c * model->dofs->unknowns + near->unknown[i]] +=
          nodal->packed[(size_t)i * count + c];
}

int gb_nodal_collect(gb_nodal *nodal, int count, const gb_scalar all[], gb_scalar y[],
                     gb_error *error) {
  const gb_model *model = nodal->model;
  const size_t unknowns = (size_t)model->dofs->unknowns, owned = (size_t)model->dofs->owned;
  GB_TRY(make_room(nodal, count, error));
  memcpy(nodal->unknown, all, (size_t)count * unknowns * sizeof *all);
  if (model->dofs->neighbours.list.count > 0) return_ghosts(nodal, count);
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = 0; i < owned; i++) y[c * owned + i] += nodal->unknown[c * unknowns + i];
  return GB_OK;
}

/// y = T^T z summed over the ranks, or with squared entries of T for a diagonal.
static int scatter(gb_nodal *nodal, int count, bool squared, const gb_scalar z[], gb_scalar y[],
                   gb_error *error) {
  const gb_model *model = nodal->model;
  GB_TRY(make_room(nodal, count, error));
  const size_t rows = gb_node_values(model->nodes);
  for (int c = 0; c < count; c++, z += rows) {
    gb_scalar *unknown = nodal->unknown + (size_t)c * model->dofs->unknowns;
    memset(unknown, 0, (size_t)model->dofs->unknowns * sizeof *unknown);
    for (int i = 0; i < nodal->triples; i++) {
      const entry e = nodal->triple[i];
      const double factor = squared ? e.factor * e.factor : e.factor;
      for (int k = 0; k < 3; k++) unknown[e.unknown + k] += factor * z[e.row + k];
    }
    for (int i = 0; i < nodal->singles; i++) {
      const entry e = nodal->single[i];
      unknown[e.unknown] += (squared ? e.factor * e.factor : e.factor) * z[e.row];
    }
    for (int i = 0; nodal->change && !squared && i < model->dofs->T.slopes; i++) {
      const gb_map_slope *s = &model->dofs->T.slope[i];
      if (s->unknown >= 0) unknown[s->unknown] += nodal->change[s->design] * s->factor * z[s->row];
    }
  }
  if (model->dofs->neighbours.list.count > 0) return_ghosts(nodal, count);
  for (int c = 0; c < count; c++)
    memcpy(y + (size_t)c * model->dofs->owned, nodal->unknown + (size_t)c * model->dofs->unknowns,
           (size_t)model->dofs->owned * sizeof *y);
  return GB_OK;
}

int gb_nodal_scatter(gb_nodal *nodal, int count, const gb_scalar z[], gb_scalar y[],
                     gb_error *error) {
  return scatter(nodal, count, false, z, y, error);
}

int gb_nodal_scatter_diagonal(gb_nodal *nodal, const gb_scalar z[], gb_scalar y[],
                              gb_error *error) {
  return scatter(nodal, 1, true, z, y, error);
}

/// @return the expression of a displacement along axis k = 0, 1, 2, or of the angle for k = 3
static const gb_expression *expression_of(const gb_motion *motion, int k) {
  return k < 3 ? motion->displacement[k] : motion->angle;
}

/// Designs of the motion that a node has of its own, by order and axis; -1: not a design.
typedef struct own_designs {
  int at[GB_MOTION_ORDERS][3];
} own_designs;

struct gb_motions {
  const gb_model *model;
  gb_controls *controls;
  const gb_scalar *change; ///< of the designs, [width]
  own_designs *own;        ///< of each prescribed motion
  const bool *input; ///< whether a design gives a motion at the time of the evaluation, not at
                     ///< t = 0, [designs]; NULL: none does
  bool vary;         ///< motions depend on designs
  bool linear;       ///< rotations are linearised in the angle
  double time;       ///< time of `value`; NAN: not computed yet
  gb_scalar (*value)[3][3]; ///< g, g' and g'' of each prescribed motion
};

/// A prescribed motion at a time.
typedef struct moment {
  gb_scalar displacement[3][3];     ///< u, u' and u'' along each axis
  gb_scalar angle[3], sine, cosine; ///< angle of R with its rates
  gb_scalar along[3][2]; ///< (R - I) p = along[0][0] k x p + along[0][1] k x (k x p); the next rows
                         ///< are its first and second rate
  double direction[3], about[3]; ///< unit vector k of the axis; a point of the axis
} moment;

/// Whether a motion depends on designs.
static bool varies(const gb_motions *motions, const gb_motion *motion) {
  for (int k = 0; k < 4; k++)
    if (gb_controls_vary(motions->controls, expression_of(motion, k))) return true;
  for (int k = 0; k < GB_MOTION_ORDERS; k++)
    if (motion->own[k].count > 0 &&
        gb_design_of(motions->model->designs, motion->own[k].entry[0]) >= 0)
      return true;
  return false;
}

/// Find the designs of the nodes' own motions.
static void find_own_designs(const gb_motions *motions) {
  const gb_dof_map *dofs = motions->model->dofs;
  for (int i = 0; i < 3 * GB_MOTION_ORDERS * dofs->given.count; i++) {
    const gb_given_motion *g = &dofs->given.entry[i / (3 * GB_MOTION_ORDERS)];
    const int order = i / 3 % GB_MOTION_ORDERS;
    const gb_own_vectors *own = &g->motion->own[order];
    const double *number = own->count > 0 ? &own->entry[g->index][i % 3] : NULL;
    motions->own[i / (3 * GB_MOTION_ORDERS)].at[order][i % 3] =
        number ? gb_design_of(motions->model->designs, number) : -1;
  }
}

int gb_motions_create(const gb_model *model, gb_controls *controls, const gb_scalar change[],
                      bool linear, gb_arena *arena, gb_motions **out, gb_error *error) {
  gb_motions *motions;
  GB_TRY(GB_TAKE(arena, motions, 1, error));
  *motions = (gb_motions){
      .model = model, .controls = controls, .change = change, .linear = linear, .time = NAN};
  *out = motions;
  // the same on every rank, even if no node of this rank moves
  const gb_problem *problem = model->problem;
  for (int i = 0; i < problem->supports.count; i++)
    motions->vary = motions->vary || varies(motions, &problem->supports.entry[i].motion);
  for (int i = 0; i < problem->masses.count; i++)
    motions->vary = motions->vary || varies(motions, &problem->masses.entry[i].motion);
  GB_TRY(GB_TAKE(arena, motions->own, (size_t)model->dofs->given.count, error));
  find_own_designs(motions);
  return GB_TAKE(arena, motions->value, (size_t)model->dofs->given.count, error);
}

void gb_motions_set_inputs(gb_motions *motions, const bool input[]) {
  motions->input = input;
  motions->time = NAN;
}

/// @return the derivative of a component of a node's own motion by its number of an order:
/// displacement, velocity or acceleration
static double own_slope(const gb_motions *motions, double t, int component, int order, int design) {
  const bool here = motions->input && design >= 0 && motions->input[design];
  const double since = here ? 0 : t;
  const int power = order - component;
  return power < 0 ? 0 : power == 0 ? 1 : power == 1 ? since : since * since / 2;
}

/// Add the motion that a node has of its own.
static void add_own(const gb_motions *motions, int given, double t, gb_scalar value[3][3]) {
  const gb_given_motion *g = &motions->model->dofs->given.entry[given];
  for (int i = 0; i < 3 * GB_MOTION_ORDERS && g->position; i++) {
    const int order = i / 3, axis = i % 3, design = motions->own[given].at[order][axis];
    const gb_own_vectors *own = &g->motion->own[order];
    if (own->count == 0) continue;
    const gb_scalar number =
        own->entry[g->index][axis] + (design < 0 ? 0 : motions->change[design]);
    for (int component = 0; component < 3; component++)
      value[component][axis] +=
          g->weight * own_slope(motions, t, component, order, design) * number;
  }
}

static void open_moment(const gb_motions *motions, const gb_motion *motion, double t, moment *m) {
  *m = (moment){0};
  for (int i = 0; i < 3; i++)
    if (motion->displacement[i])
      gb_controls_motion(motions->controls, motion->displacement[i], t, m->displacement[i]);
  if (!motion->angle) return;
  gb_scalar *angle = m->angle;
  gb_controls_motion(motions->controls, motion->angle, t, angle);
  const gb_scalar s = gb_sin(angle[0]), c = gb_cos(angle[0]), half = gb_sin(angle[0] / 2);
  for (int i = 0; i < 3; i++) {
    m->direction[i] = motion->axis[i] / gb_length(motion->axis);
    m->about[i] = motion->about[i];
  }
  m->sine = motions->linear ? 0 : s;
  m->cosine = motions->linear ? 1 : c;
  for (int i = 0; motions->linear && i < 3; i++) m->along[i][0] = angle[i];
  if (motions->linear) return;
  m->along[0][0] = s;
  m->along[1][0] = angle[1] * c;
  m->along[2][0] = angle[2] * c - angle[1] * angle[1] * s;
  m->along[0][1] = 2 * half * half;
  m->along[1][1] = angle[1] * s;
  m->along[2][1] = angle[2] * s + angle[1] * angle[1] * c;
}

/// Compute k x p and k x (k x p) of a node's reference vector.
static void find_arms(const gb_given_motion *g, const moment *m, double across[3],
                      double twice[3]) {
  double arm[3];
  for (int i = 0; i < 3; i++) arm[i] = g->reference[i] - (g->position ? m->about[i] : 0);
  gb_cross(m->direction, arm, across);
  gb_cross(m->direction, across, twice);
}

static void evaluate(const gb_given_motion *g, const moment *m, gb_scalar value[3][3]) {
  double across[3], twice[3];
  find_arms(g, m, across, twice);
  for (int component = 0; component < 3; component++)
    for (int i = 0; i < 3; i++)
      value[component][i] =
          g->weight * (m->along[component][0] * across[i] + m->along[component][1] * twice[i] +
                       (g->position ? m->displacement[i][component] : 0));
}

void gb_motions_add(gb_motions *motions, double t, int component, double factor, gb_scalar z[]) {
  const gb_dof_map *dofs = motions->model->dofs;
  const gb_motion *open = NULL;
  moment m;
  for (int i = 0; t != motions->time && i < dofs->given.count; i++) {
    const gb_given_motion *g = &dofs->given.entry[i];
    if (g->motion != open) open_moment(motions, g->motion, t, &m);
    open = g->motion;
    evaluate(g, &m, motions->value[i]);
    if (gb_motion_is_own(g->motion)) add_own(motions, i, t, motions->value[i]);
  }
  motions->time = t;
  for (int i = 0; i < dofs->given.count; i++)
    for (int k = 0; k < 3; k++)
      z[dofs->given.entry[i].value + k] += factor * motions->value[i][component][k];
}

bool gb_motions_vary(const gb_motions *motions) {
  return motions->vary;
}

/// by[2][3] = derivatives of `along` of a component by the angle and its two rates.
static void turn_slopes(const moment *m, int component, double by[2][3]) {
  const double s = gb_real(m->sine), c = gb_real(m->cosine), rate = gb_real(m->angle[1]),
               second = gb_real(m->angle[2]);
  const double all[3][2][3] = {{{c, 0, 0}, {s, 0, 0}},
                               {{-rate * s, c, 0}, {rate * c, s, 0}},
                               {{-second * s - rate * rate * c, -2 * rate * s, c},
                                {second * c - rate * rate * s, 2 * rate * c, s}}};
  memcpy(by, all[component], sizeof all[component]);
}

/// value = derivative of a vector by the design of a slope of its motion's expression k.
static void slope_vector(const gb_given_motion *g, const moment *m, int k, int component,
                         const gb_control_slope *slope, double value[3]) {
  double across[3], twice[3], by[2][3], turn[2] = {0};
  memset(value, 0, 3 * sizeof *value);
  if (k < 3) {
    if (g->position) value[k] = g->weight * slope->by[component];
    return;
  }
  find_arms(g, m, across, twice);
  turn_slopes(m, component, by);
  for (int j = 0; j < 2; j++)
    for (int r = 0; r < 3; r++) turn[j] += by[j][r] * slope->by[r];
  for (int i = 0; i < 3; i++) value[i] = g->weight * (turn[0] * across[i] + turn[1] * twice[i]);
}

/// As `differentiate`, by the designs of the motions that nodes have of their own.
static void differentiate_own(const gb_motions *motions, double t, int component, int count,
                              const gb_scalar dx[], gb_scalar z[], gb_scalar gradient[]) {
  const gb_dof_map *dofs = motions->model->dofs;
  const size_t size = gb_node_values(motions->model->nodes),
               width = (size_t)motions->model->designs->width;
  for (int i = 0; i < dofs->given.count; i++) {
    const gb_given_motion *g = &dofs->given.entry[i];
    for (int k = 0; k < 3 * GB_MOTION_ORDERS && g->position; k++) {
      const int design = motions->own[i].at[k / 3][k % 3];
      const double slope = g->weight * own_slope(motions, t, component, k / 3, design);
      for (size_t c = 0; c < (size_t)count && design >= 0; c++) {
        gb_scalar *at = &z[c * size + (size_t)g->value + (size_t)k % 3];
        if (dx)
          *at += slope * dx[c * width + (size_t)design];
        else
          gradient[c * width + (size_t)design] += slope * *at;
      }
    }
  }
}

/// If dx is given, z += derivatives of the vectors along dx, else gradient += derivatives weighted
/// by z.
static void differentiate(gb_motions *motions, double t, int component, int count,
                          const gb_scalar dx[], gb_scalar z[], gb_scalar gradient[]) {
  const gb_dof_map *dofs = motions->model->dofs;
  const size_t size = gb_node_values(motions->model->nodes),
               width = (size_t)motions->model->designs->width;
  if (motions->vary) differentiate_own(motions, t, component, count, dx, z, gradient);
  for (int k = 0; motions->vary && k < 4; k++) {
    const gb_motion *open = NULL;
    const gb_control_slope *slope = NULL;
    moment m;
    int slopes = 0;
    for (int i = 0; i < dofs->given.count; i++) {
      const gb_given_motion *g = &dofs->given.entry[i];
      const gb_expression *expression = expression_of(g->motion, k);
      if (g->motion != open) {
        slopes = 0;
        open_moment(motions, g->motion, t, &m);
        if (gb_controls_vary(motions->controls, expression))
          slopes = gb_controls_slopes(motions->controls, expression, t, true, &slope);
      }
      open = g->motion;
      for (int j = 0; j < slopes; j++) {
        double value[3];
        slope_vector(g, &m, k, component, &slope[j], value);
        for (size_t c = 0; c < (size_t)count; c++)
          for (size_t axis = 0; axis < 3; axis++) {
            gb_scalar *at = &z[c * size + (size_t)g->value + axis];
            const size_t x = c * width + (size_t)slope[j].design;
            if (dx)
              *at += value[axis] * dx[x];
            else
              gradient[x] += value[axis] * *at;
          }
      }
    }
  }
}

void gb_motions_direction(gb_motions *motions, double t, int component, int count,
                          const gb_scalar dx[], gb_scalar z[]) {
  differentiate(motions, t, component, count, dx, z, NULL);
}

void gb_motions_gradient(gb_motions *motions, double t, int component, int count,
                         const gb_scalar bar[], gb_scalar gradient[]) {
  differentiate(motions, t, component, count, NULL, (gb_scalar *)bar, gradient);
}

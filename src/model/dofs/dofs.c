/// Unknowns of a rank, the map from unknowns to nodal values (z = T y), and the lists for
/// exchanging ghosts.
#include "model/dofs/dofs.h"

#include "base/length.h"
#include "model/constraints/joint_rows.h"

#include <math.h>
#include <string.h>

/// Data shared by the steps that build the map.
typedef struct work {
  const gb_numbering *numbering;
  const gb_locals *locals;
  const gb_topology *t;
  const gb_shape_set *shape;
  gb_dof_map *d;
  gb_arena *kept;   ///< owns the map's arrays
  int32_t *unknown; ///< local number of the first unknown of each field, at its first value
} work;

/// Number the owned unknowns in global order and then the ghosts in the order of their nodes.
static int number_locally(work *w, gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  gb_dof_map *d = w->d;
  GB_TRY(GB_TAKE(w->t->from->arena, w->unknown, gb_node_values(nodes), error));
  GB_TRY(GB_TAKE(w->kept, d->order, (size_t)d->owned, error));
  d->unknowns = d->owned;
  for (int32_t n = 0; n < nodes->count; n++)
    GB_EACH_FIELD(field, nodes->fields[n]) {
      const int32_t vector = gb_topology_vector(w->t, w->locals->model[n], field);
      const int32_t own = gb_node_value(nodes, n, field);
      const bool ghost = n >= nodes->owned;
      w->unknown[own] = ghost ? d->unknowns : (int32_t)(w->numbering->first[vector] - d->first);
      for (int i = 0; !ghost && i < w->numbering->count[vector]; i++)
        d->order[w->unknown[own] + i] = w->numbering->order[vector] + i;
      if (ghost) d->unknowns += w->numbering->count[vector];
    }
  return GB_OK;
}

/// @return the first unknown of a field of a model node that is not tied
static int32_t unknown_of(const work *w, int32_t node, unsigned field) {
  return w->unknown[gb_node_value(w->locals->nodes, w->locals->local[node], field)];
}

/// @return an upper limit on the entries in a row of T
static size_t room_of(const gb_topology *t, int32_t node, unsigned field) {
  const gb_tie tie = gb_topology_tie_of(t, node, field);
  size_t capacity = 0;
  if (tie.first < 0) return 3;
  for (int k = tie.first; k < tie.first + tie.terms; k++)
    if (t->terms.term[k].weight != 0)
      capacity += room_of(t, t->terms.term[k].node, t->terms.term[k].field);
  return capacity;
}

/// Append the entries of component i of a vector, times a factor, to a row of T. Ties are followed
/// to vectors that are not tied, (2.4).
static void add_row(const work *w, int32_t node, unsigned field, int i, double factor,
                    int32_t *entries) {
  const gb_tie tie = gb_topology_tie_of(w->t, node, field);
  for (int k = tie.first; tie.first >= 0 && k < tie.first + tie.terms; k++) {
    const gb_tie_term *term = &w->t->terms.term[k];
    if (term->weight != 0) add_row(w, term->node, term->field, i, factor * term->weight, entries);
  }
  if (tie.first >= 0) return;
  double direction[3][3];
  const int32_t unknown = unknown_of(w, node, field);
  if (!(field & GB_FRAME)) {
    const int place = gb_numbering_place(w->numbering, node, field, i);
    if (place < 0) return;
    w->d->T.unknown[*entries] = unknown + place;
    w->d->T.factor[(*entries)++] = factor;
    return;
  }
  const int count = gb_free_directions(w->numbering->supports, node, field, direction);
  for (int k = 0; k < count; k++) {
    if (fabs(factor * direction[k][i]) <= 1e-15) continue;
    w->d->T.unknown[*entries] = unknown + k;
    w->d->T.factor[(*entries)++] = factor * direction[k][i];
  }
}

static int make_rows(work *w, gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  gb_node_map *T = &w->d->T;
  size_t capacity = 0;
  int32_t entries = 0, row = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t n = 0; n < nodes->count; n++)
      GB_EACH_FIELD(field, nodes->fields[n]) {
        const int width = gb_node_field_width(nodes, n, field);
        if (pass == 0) capacity += (size_t)width * room_of(w->t, w->locals->model[n], field);
        for (int i = 0; pass == 1 && i < width; i++) {
          T->start[row++] = entries;
          add_row(w, w->locals->model[n], field, i, 1, &entries);
        }
      }
    if (pass == 1) break;
    GB_TRY(GB_TAKE(w->kept, T->start, gb_node_values(nodes) + 1, error));
    GB_TRY(GB_TAKE(w->kept, T->unknown, capacity, error));
    GB_TRY(GB_TAKE(w->kept, T->factor, capacity, error));
  }
  T->start[row] = entries;
  return GB_OK;
}

/// Derivative of a row of the map by a design.
typedef struct row_slope {
  const work *w;
  int design;
  int32_t row;
} row_slope;

static int add_slope(const row_slope *s, int32_t unknown, double factor, gb_error *error) {
  gb_node_map *T = &s->w->d->T;
  gb_map_slope *slope;
  if (factor == 0) return GB_OK;
  GB_TRY(gb_arena_append(s->w->kept, &T->slope, &T->slopes, sizeof *slope, &slope, error));
  *slope = (gb_map_slope){s->design, s->row, unknown, factor};
  return GB_OK;
}

static int refuse_given(const work *w, int32_t node, gb_error *error) {
  char words[200];
  gb_origin_words(w->t->origins, w->t->id[node], sizeof words, words);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: a design varies what %s, which has a given motion, moves; accepted: designs "
                 "of other positions and axes",
                 w->t->from->problem->file, words);
}

/// Add the derivatives of a row that contains component i of a vector; `slope` is the derivative of
/// its factor.
static int follow(const row_slope *s, const gb_tie_term *of, int i, double slope, gb_error *error) {
  const work *w = s->w;
  const gb_tie tie = gb_topology_tie_of(w->t, of->node, of->field);
  for (int k = 0; tie.first >= 0 && k < tie.terms; k++) {
    const gb_tie_term *term = &w->t->terms.term[tie.first + k];
    const double change =
        slope * term->weight +
        of->weight * gb_shape_weight_slope(w->shape, w->t, s->design, of->node, of->field, k);
    const gb_tie_term next = {term->node, term->field, of->weight * term->weight};
    if (term->weight != 0 || change != 0) GB_TRY(follow(s, &next, i, change, error));
  }
  if (tie.first >= 0 || slope == 0) return GB_OK;
  if (w->numbering->supports->motion[of->node]) return refuse_given(w, of->node, error);
  double direction[3][3];
  const int32_t unknown = unknown_of(w, of->node, of->field);
  const int count = gb_free_directions(w->numbering->supports, of->node, of->field, direction);
  for (int k = 0; k < count; k++) GB_TRY(add_slope(s, unknown + k, slope * direction[k][i], error));
  return GB_OK;
}

/// Add the derivatives of a local node's rows by a design.
static int add_node_slopes(const work *w, int32_t n, int design, gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  const int32_t node = w->locals->model[n];
  GB_EACH_FIELD(field, nodes->fields[n] & GB_FRAME) {
    double change[3] = {0};
    gb_shape_add(w->shape, w->t, design, node, field, 1, change);
    const gb_motion *given = w->numbering->supports->motion[node];
    if (given && given->angle && gb_length(change) > 0) return refuse_given(w, node, error);
    for (int i = 0; i < 3; i++) {
      const row_slope s = {w, design, gb_node_value(nodes, n, field) + i};
      GB_TRY(add_slope(&s, -1, change[i], error));
      if (gb_topology_is_tied(w->t, node))
        GB_TRY(follow(&s, &(gb_tie_term){node, field, 1}, i, 0, error));
    }
  }
  return GB_OK;
}

/// Find the derivatives of rows. Nodes that are tied follow designs of positions and axes; designs
/// of the mesh change only the nodes that have derivatives. `varies` and `follows` are of this rank
/// alone.
static int make_slopes(const work *w, gb_error *error) {
  const gb_shape_slope *slope = w->shape->slope;
  const int others = w->shape->count - w->shape->of_mesh;
  w->d->T.varies = w->shape->count > 0;
  w->d->T.follows = others > 0;
  for (int m = others; m < w->shape->count; m++)
    if (gb_topology_patch_of(w->t, slope[m].node) >= 0) w->d->T.follows = true;
  for (int m = 0; m < others; m++) {
    if (m > 0 && slope[m - 1].design == slope[m].design) continue;
    for (int32_t n = 0; n < w->locals->nodes->count; n++)
      GB_TRY(add_node_slopes(w, n, slope[m].design, error));
  }
  for (int m = others; m < w->shape->count; m++) {
    const int32_t n = w->locals->local[slope[m].node];
    const bool same =
        m > others && slope[m - 1].design == slope[m].design && slope[m - 1].node == slope[m].node;
    if (n >= 0 && !same) GB_TRY(add_node_slopes(w, n, slope[m].design, error));
  }
  return GB_OK;
}

/// Add the prescribed motions on which a vector depends through ties.
static int give_motion(const work *w, int32_t value, const gb_tie_term *of, gb_error *error) {
  const gb_tie tie = gb_topology_tie_of(w->t, of->node, of->field);
  for (int k = 0; tie.first >= 0 && k < tie.terms; k++) {
    const gb_tie_term *term = &w->t->terms.term[tie.first + k];
    const gb_tie_term next = {term->node, term->field, of->weight * term->weight};
    if (next.weight != 0) GB_TRY(give_motion(w, value, &next, error));
  }
  const gb_motion *given = tie.first < 0 ? w->numbering->supports->motion[of->node] : NULL;
  const bool position = of->field == GB_POSITION;
  if (!given || (!position && !given->angle)) return GB_OK;
  gb_given_motion *motion;
  GB_TRY(gb_arena_append(w->kept, &w->d->given.entry, &w->d->given.count, sizeof *motion, &motion,
                         error));
  *motion = (gb_given_motion){.value = value,
                              .weight = of->weight,
                              .motion = given,
                              .position = position,
                              .index = w->numbering->supports->index[of->node]};
  memcpy(motion->reference, gb_topology_reference(w->t, of->node, of->field),
         sizeof motion->reference);
  return GB_OK;
}

static int give_motions(const work *w, gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  for (int32_t n = 0; n < nodes->count; n++)
    GB_EACH_FIELD(field, nodes->fields[n] & GB_FRAME) {
      const gb_tie_term own = {w->locals->model[n], field, 1};
      GB_TRY(give_motion(w, gb_node_value(nodes, n, field), &own, error));
    }
  return GB_OK;
}

/// List the global numbers of the ghosts, and count those of each owner.
static int list_ghosts(const work *w, int *wanted, gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  gb_dof_map *d = w->d;
  int32_t next = 0;
  GB_TRY(GB_TAKE(w->kept, d->ghost, (size_t)(d->unknowns - d->owned), error));
  for (int32_t n = nodes->owned; n < nodes->count; n++) {
    const int32_t node = w->locals->model[n];
    for (int32_t i = w->t->first[node]; i < w->t->first[node + 1]; i++) {
      for (int k = 0; k < w->numbering->count[i]; k++)
        d->ghost[next++] = w->numbering->first[i] + k;
      wanted[w->locals->partition->owner[node]] += w->numbering->count[i];
    }
  }
  return GB_OK;
}

/// Tell the owners which of their unknowns are ghosts on this rank. Collective.
static int meet_neighbours(const gb_definition *from, gb_dof_map *d, int *wanted, int *asked,
                           int *starts, gb_error *error) {
  gb_neighbours *near = &d->neighbours;
  int *wanted_start = starts, *asked_start = starts + from->ranks + 1, count = 0;
  MPI_Alltoall(wanted, 1, MPI_INT, asked, 1, MPI_INT, from->comm);
  for (int r = 0; r < from->ranks; r++) {
    wanted_start[r + 1] = wanted_start[r] + wanted[r];
    asked_start[r + 1] = asked_start[r] + asked[r];
    count += wanted[r] > 0 || asked[r] > 0;
  }
  int total = asked_start[from->ranks];
  int64_t *global;
  int status = GB_TAKE(from->kept, near->unknown, (size_t)total, error);
  if (status == GB_OK) status = GB_TAKE(from->arena, global, (size_t)total, error);
  GB_TRY(gb_agree(from->comm, status, error));
  MPI_Alltoallv(d->ghost, wanted, wanted_start, MPI_INT64_T, global, asked, asked_start,
                MPI_INT64_T, from->comm);
  for (int i = 0; i < total; i++) near->unknown[i] = (int32_t)(global[i] - d->first);
  near->sent = total;
  GB_TRY(GB_TAKE(from->kept, near->list.entry, (size_t)count, error));
  for (int r = 0; r < from->ranks; r++)
    if (wanted[r] > 0 || asked[r] > 0)
      near->list.entry[near->list.count++] =
          (gb_neighbour){r, asked_start[r], asked[r], d->owned + wanted_start[r], wanted[r]};
  return GB_OK;
}

/// Build the map and its lists, without communication.
static int make(work *w, const gb_numbering *numbering, int **messages, gb_error *error) {
  const gb_definition *from = w->t->from;
  GB_TRY(gb_arena_allocate(from->arena, 4 * (size_t)from->ranks + 2, sizeof **messages, messages,
                           error));
  GB_TRY(GB_TAKE(w->kept, w->d, 1, error));
  *w->d = (gb_dof_map){.owned = numbering->owned,
                       .owned_multipliers = numbering->owned_multipliers,
                       .first = numbering->begin,
                       .total = numbering->total,
                       .total_multipliers = numbering->total_multipliers};
  GB_TRY(number_locally(w, error));
  GB_TRY(make_rows(w, error));
  GB_TRY(make_slopes(w, error));
  GB_TRY(give_motions(w, error));
  return list_ghosts(w, *messages, error);
}

int gb_dof_map_create(const gb_numbering *numbering, const gb_locals *locals,
                      const gb_shape_set *shape, gb_dof_map **out, gb_error *error) {
  const gb_definition *from = locals->t->from;
  const int ranks = from->ranks;
  int *messages;
  work w = {
      .numbering = numbering, .locals = locals, .t = locals->t, .shape = shape, .kept = from->kept};
  GB_TRY(gb_agree(from->comm, make(&w, numbering, &messages, error), error));
  MPI_Allreduce(MPI_IN_PLACE, &w.d->T.varies, 1, MPI_C_BOOL, MPI_LOR, from->comm);
  MPI_Allreduce(MPI_IN_PLACE, &w.d->T.follows, 1, MPI_C_BOOL, MPI_LOR, from->comm);
  int status = meet_neighbours(from, w.d, messages, messages + ranks, messages + 2 * ranks, error);
  if (status == GB_OK && from->rank == 0)
    status = gb_pivot_order_create(numbering, &w.d->pivot_order, error);
  *out = w.d;
  return gb_agree(from->comm, status, error);
}

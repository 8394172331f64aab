/// Counting and numbering of unknowns.
#include "model/dofs/numbering.h"

#include "base/count.h"

/// Groups of fields in the order of their numbers.
enum { GROUPS = 3 };
static const unsigned group_of[GROUPS] = {GB_SHELL, GB_DIRECTOR_2 | GB_DIRECTOR_3 | GB_STATE,
                                          GB_MULTIPLIERS};

/// Callback for the vectors of a group of all used nodes, in the order of nodes.
typedef void visitor(gb_numbering *numbering, int32_t owner, int32_t vector, void *context);

static void visit_group(gb_numbering *s, unsigned group, visitor *visit, void *context) {
  const gb_topology *t = s->supports->topology;
  for (int32_t n = 0; n < t->nodes; n++)
    GB_EACH_FIELD(field, s->partition->owner[n] >= 0 ? t->fields[n] & group : 0)
      visit(s, s->partition->owner[n], gb_topology_vector(t, n, field), context);
}

/// @return the rows of a node's multipliers as bits, without those that are left out
static unsigned rows_of(const gb_numbering *s, int32_t node) {
  const gb_topology *t = s->supports->topology;
  unsigned rows = t->rows[node];
  if (!gb_topology_is_beam(t, node))
    rows &= ~(unsigned)s->redundancy->left_out[node];
  else if (gb_topology_is_tied(t, node))
    rows = 0; // another frame's rows constrain it
  if (gb_topology_is_frame(t, node) && gb_supports_fix_frame(s->supports, node))
    rows = 0; // supports fix the frame
  return rows;
}

static void count_node(gb_numbering *s, int32_t node) {
  const gb_topology *t = s->supports->topology;
  GB_EACH_FIELD(field, t->fields[node]) {
    double direction[3][3];
    const int count = field & GB_FRAME ? gb_free_directions(s->supports, node, field, direction)
                      : field == GB_MULTIPLIERS ? __builtin_popcount(rows_of(s, node))
                                                : gb_node_field_of(field)->width;
    s->count[gb_topology_vector(t, node, field)] = (unsigned char)count;
  }
}

static void number(gb_numbering *s, int32_t owner, int32_t vector, void *context) {
  int64_t *next = context;
  s->first[vector] = next[owner];
  next[owner] += s->count[vector];
}

static void place(gb_numbering *s, int32_t owner, int32_t vector, void *context) {
  int64_t *next = context;
  (void)owner;
  s->order[vector] = *next;
  *next += s->count[vector];
}

static void add_up(gb_numbering *s, int32_t owner, int32_t vector, void *context) {
  ((int64_t *)context)[owner + 1] += s->count[vector];
}

static int number_all(gb_numbering *s, int64_t *next, gb_error *error) {
  const gb_definition *from = s->supports->topology->from;
  const int ranks = from->ranks;
  int64_t *multipliers = next + ranks + 1, serial = 0;
  visit_group(s, GB_MULTIPLIERS, add_up, multipliers);
  for (int r = 0; r < ranks; r++) s->total_multipliers += multipliers[r + 1];
  s->owned_multipliers = (int32_t)multipliers[from->rank + 1];
  for (int g = 0; g < GROUPS; g++) visit_group(s, group_of[g], add_up, next);
  for (int r = 0; r < ranks; r++) next[r + 1] += next[r];
  s->begin = next[from->rank];
  s->owned = (int32_t)(next[from->rank + 1] - s->begin);
  s->total = next[ranks];
  for (int g = 0; g < GROUPS; g++) {
    visit_group(s, group_of[g], number, next);
    visit_group(s, group_of[g], place, &serial);
  }
  if (s->total == 0)
    return gb_fail(error, GB_ALL_HELD, "%s: the supports fix every node: nothing can move",
                   from->problem->file);
  if (s->total > GB_LARGEST_COUNT)
    return gb_fail(error, GB_TOO_LARGE, "%s: found %lld unknowns; accepted: at most %d",
                   from->problem->file, (long long)s->total, GB_LARGEST_COUNT);
  return GB_OK;
}

int gb_numbering_create(const gb_supports *supports, const gb_partition *partition,
                        const gb_redundancy *redundancy, gb_numbering **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  const size_t vectors = (size_t)t->first[t->nodes];
  gb_arena *arena = t->from->arena;
  gb_numbering *s;
  int64_t *next;
  GB_TRY(GB_TAKE(arena, s, 1, error));
  GB_TRY(GB_TAKE(arena, s->count, vectors, error));
  GB_TRY(GB_TAKE(arena, s->first, vectors, error));
  GB_TRY(GB_TAKE(arena, s->order, vectors, error));
  GB_TRY(GB_TAKE(arena, next, 2 * ((size_t)t->from->ranks + 1), error));
  s->supports = supports;
  s->partition = partition;
  s->redundancy = redundancy;
  *out = s;
  for (int32_t n = 0; n < t->nodes; n++) count_node(s, n);
  return number_all(s, next, error);
}

int gb_numbering_place(const gb_numbering *s, int32_t node, unsigned field, int i) {
  if (field != GB_MULTIPLIERS) return i;
  const unsigned rows = rows_of(s, node);
  return rows >> i & 1 ? __builtin_popcount(rows & ((1u << i) - 1)) : -1;
}

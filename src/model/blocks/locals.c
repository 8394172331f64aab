/// Local numbers of nodes: owned nodes in the model's order, those of the results first, then the
/// ghosts, sorted by rank.
#include "model/blocks/locals.h"

#include <stdio.h>
#include <string.h>

enum { ABSENT = -1, NEEDED = -2 };

/// Mark a node and all nodes to which it is tied.
static void need(gb_locals *s, int32_t node) {
  const gb_topology *t = s->t;
  s->local[node] = NEEDED;
  for (int32_t i = t->first[node]; i < t->first[node + 1]; i++)
    for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++) {
      const int32_t other = t->terms.term[t->tie[i].first + k].node;
      if (s->local[other] != NEEDED || gb_topology_is_tied(t, other)) need(s, other);
    }
}

static void find_needed(gb_locals *s, const gb_block_set *blocks) {
  const gb_topology *t = s->t;
  for (int32_t n = 0; n < t->nodes; n++) s->local[n] = ABSENT;
  for (int i = 0; i < blocks->count; i++) {
    const gb_block *block = &blocks->block[i];
    const gb_contact_pool *pool = block->joint->pool;
    for (int32_t k = 0; k < block->elements * block->nodes; k++) s->local[block->node[k]] = NEEDED;
    for (int k = 0; pool && k < pool->nodes; k++) s->local[pool->node[k]] = NEEDED;
  }
  for (int32_t n = 0; n < t->nodes; n++)
    if (gb_topology_is_tied(t, n) && (s->local[n] == NEEDED || gb_partition_has(s->partition, n)))
      need(s, n);
}

static void number_nodes(gb_locals *s) {
  const gb_topology *t = s->t;
  gb_node_set *nodes = s->nodes;
  for (int shown = 1; shown >= 0; shown--) {
    for (int32_t n = 0; n < t->nodes; n++)
      if (gb_partition_has(s->partition, n) && (t->result_node[n] == n) == shown) {
        s->local[n] = nodes->count;
        s->model[nodes->count++] = n;
      }
    if (shown) nodes->in_results = nodes->count;
  }
  nodes->owned = nodes->count;
  for (int r = 0; r < t->from->ranks; r++) // few ranks are neighbours, but a pass is cheap
    for (int32_t n = 0; r != s->partition->rank && n < t->nodes; n++)
      if (s->local[n] == NEEDED && s->partition->owner[n] == r) {
        s->local[n] = nodes->count;
        s->model[nodes->count++] = n;
      }
}

/// Number the nodes of the results.
static void number_shown(gb_locals *s) {
  const int32_t *shown_by = s->t->result_node;
  s->nodes->total = s->partition->in_results;
  for (int32_t k = 0; k < s->nodes->count; k++) {
    const int32_t n = s->model[k];
    s->nodes->index[k] = s->partition->shown[shown_by[n] < 0 ? n : shown_by[n]];
  }
}

static int copy_nodes(gb_locals *s, gb_error *error) {
  const gb_topology *t = s->t;
  gb_node_set *nodes = s->nodes;
  const size_t count = (size_t)nodes->count;
  size_t values = 0;
  for (size_t k = 0; k < count; k++) values += (size_t)gb_topology_width(t, s->model[k]);
  gb_arena *kept = t->from->kept;
  GB_TRY(GB_TAKE(kept, nodes->fields, count, error));
  GB_TRY(GB_TAKE(kept, nodes->first, count + 1, error));
  GB_TRY(GB_TAKE(kept, nodes->reference, values, error));
  GB_TRY(GB_TAKE(kept, nodes->id, count, error));
  GB_TRY(GB_TAKE(kept, nodes->index, count, error));
  GB_TRY(GB_TAKE(kept, nodes->tied, count, error));
  for (size_t k = 0; k < count; k++) {
    const int32_t n = s->model[k];
    nodes->fields[k] = t->fields[n];
    nodes->first[k + 1] = nodes->first[k] + gb_topology_width(t, n);
    memcpy(&nodes->reference[nodes->first[k]], t->reference[t->first[n]],
           (size_t)gb_field_values(t->fields[n] & GB_FRAME) * sizeof *nodes->reference);
    nodes->id[k] = t->id[n];
    nodes->tied[k] = gb_topology_is_tied(t, n);
  }
  number_shown(s);
  return GB_OK;
}

int gb_locals_create(const gb_partition *partition, const gb_topology *t,
                     const gb_block_set *blocks, gb_locals **out, gb_error *error) {
  const size_t nodes = (size_t)t->nodes;
  gb_locals *s;
  GB_TRY(GB_TAKE(t->from->arena, s, 1, error));
  GB_TRY(GB_TAKE(t->from->arena, s->local, nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, s->model, nodes, error));
  GB_TRY(GB_TAKE(t->from->kept, s->nodes, 1, error));
  s->t = t;
  s->partition = partition;
  *out = s;
  find_needed(s, blocks);
  number_nodes(s);
  return copy_nodes(s, error);
}

void gb_origin_words(const gb_origin_set *origins, int64_t node_id, size_t size, char *text) {
  const int64_t place = node_id - origins->first_id;
  if (place < 0 || place >= origins->count) {
    snprintf(text, size, "node %lld", (long long)node_id);
    return;
  }
  const gb_origin *origin = &origins->origin[place];
  if (origin->name)
    snprintf(text, size, "%s '%s'", origin->kind, origin->name);
  else if (origin->number > 0)
    snprintf(text, size, "%ss[%d]", origin->kind, origin->number - 1);
  else
    snprintf(text, size, "%s", origin->kind);
}

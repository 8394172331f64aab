/// Numbers of a subdomain's nodes: each rank names its nodes by keys that do not depend on the
/// subdomain, and rank 0 answers with what it has found for them.
#include "model/subdomain/subdomain_transfer.h"

#include "base/count.h"
#include "base/pair.h"

#include <string.h>

/// Name of a node of the topology.
typedef struct node_key {
  int32_t mesh;  ///< node of the whole mesh; OF_ENTRY; NONE: the subdomain lacks elements at it
  int32_t place; ///< 0: the mesh node itself; 1, 2, ...: a node beside it; of another node of an
                 ///< entry: its index among these
} node_key;

enum { OF_ENTRY = -1, NONE = -2 };

/// The answer of rank 0 for a node; the owner is -1 for keys without a node.
typedef struct node_answer {
  int64_t shown;          ///< number among the nodes of the results
  int32_t owner, vectors; ///< rank; number of vectors of the node
  uint8_t fields, left_out;
} node_answer;

/// The answer of rank 0 for a vector of a node.
typedef struct vector_answer {
  double reference[3];
  int64_t first, order, count;
} vector_answer;

/// Keys and answers of a subdomain.
typedef struct exchange {
  int32_t nodes, vectors;
  node_key *key;
  node_answer *node;
  vector_answer *vector;
} exchange;

/// Name the nodes by keys.
/// @param last  work space, [mesh nodes], zero
/// @return the number of nodes of entries that are not beside mesh nodes
static int32_t find_keys(const gb_topology *t, int32_t last[], node_key key[]) {
  const gb_subdomain *s = t->from->subdomain;
  const int32_t mesh_nodes = t->from->mesh->nodes;
  int32_t entries = 0;
  for (int32_t n = 0; n < t->nodes; n++) {
    const int32_t beside = gb_topology_beside(t, n), at = beside < 0 ? n : beside;
    if (at >= mesh_nodes)
      key[n] = (node_key){OF_ENTRY, entries++};
    else
      key[n] = (node_key){s->complete[at] ? s->node[at] : NONE, beside < 0 ? 0 : ++last[at]};
  }
  return entries;
}

/// The nodes that entries add to the whole topology, in the order in which keys count them.
typedef struct further_nodes {
  int32_t *entry;  ///< nodes that are not beside mesh nodes
  int32_t *start;  ///< first node in `beside` of each mesh node, [mesh nodes + 1]
  int32_t *beside; ///< nodes beside mesh nodes
} further_nodes;

/// List the nodes that entries add. Rank 0 alone calls this function.
static int list_further(const gb_topology *t, gb_arena *arena, further_nodes *f, gb_error *error) {
  const int32_t mesh_nodes = t->from->mesh->nodes;
  const size_t further = (size_t)(t->nodes - mesh_nodes);
  GB_TRY(GB_TAKE(arena, f->entry, further, error));
  GB_TRY(GB_TAKE(arena, f->beside, further, error));
  GB_TRY(GB_TAKE(arena, f->start, (size_t)mesh_nodes + 2, error));
  int32_t *next = f->start + 1, entries = 0; // at the end, `next` of a node is its end
  for (int32_t n = mesh_nodes; n < t->nodes; n++)
    if (gb_topology_beside(t, n) >= 0) next[gb_topology_beside(t, n) + 1]++;
  for (int32_t n = 0; n < mesh_nodes; n++) next[n + 1] += next[n];
  for (int32_t n = mesh_nodes; n < t->nodes; n++)
    if (gb_topology_beside(t, n) < 0)
      f->entry[entries++] = n;
    else
      f->beside[next[gb_topology_beside(t, n)]++] = n;
  return GB_OK;
}

/// @return the node of the whole topology that a key names, or -1. Rank 0 alone calls this
/// function.
static int32_t node_of(const further_nodes *f, const node_key *key) {
  if (key->mesh == NONE) return -1;
  if (key->mesh == OF_ENTRY) return f->entry[key->place];
  if (key->place == 0) return key->mesh;
  const int32_t at = f->start[key->mesh] + key->place - 1;
  return at < f->start[key->mesh + 1] ? f->beside[at] : -1;
}

/// Rank 0: answer the keys of a subdomain, [e->nodes].
static int answer(const gb_numbering *s, const further_nodes *f, gb_arena *arena, exchange *e,
                  gb_error *error) {
  const gb_topology *t = s->supports->topology;
  GB_TRY(GB_TAKE(arena, e->node, (size_t)e->nodes, error));
  for (int32_t i = 0; i < e->nodes; i++) {
    const int32_t n = node_of(f, &e->key[i]);
    e->node[i] = (node_answer){.owner = -1};
    if (n < 0) continue;
    e->node[i] = (node_answer){.shown = s->partition->shown[n],
                               .owner = s->partition->owner[n],
                               .vectors = t->first[n + 1] - t->first[n],
                               .fields = t->fields[n],
                               .left_out = s->redundancy->left_out[n]};
    e->vectors += e->node[i].vectors;
  }
  GB_TRY(GB_TAKE(arena, e->vector, (size_t)e->vectors, error));
  vector_answer *next = e->vector;
  for (int32_t i = 0; i < e->nodes; i++) {
    const int32_t n = e->node[i].vectors > 0 ? node_of(f, &e->key[i]) : -1;
    for (int32_t v = n < 0 ? 0 : t->first[n]; n >= 0 && v < t->first[n + 1]; v++, next++) {
      memcpy(next->reference, t->reference[v], sizeof next->reference);
      next->first = s->first[v];
      next->order = s->order[v];
      next->count = s->count[v];
    }
  }
  return GB_OK;
}

/// Rank 0: receive the keys of the other rank of a pair, and answer them.
static int serve(MPI_Comm pair, const gb_numbering *s, const further_nodes *f, gb_error *error) {
  exchange e = {0};
  GB_SCRATCH(scratch);
  MPI_Bcast(&e.nodes, 1, MPI_INT32_T, 1, pair);
  GB_TRY(gb_agree(pair, GB_TAKE(&scratch, e.key, (size_t)e.nodes, error), error));
  gb_broadcast(pair, 1, (size_t)e.nodes * sizeof *e.key, e.key);
  GB_TRY(gb_agree(pair, answer(s, f, &scratch, &e, error), error));
  MPI_Bcast(&e.vectors, 1, MPI_INT32_T, 0, pair);
  GB_TRY(gb_agree(pair, GB_OK, error));
  gb_broadcast(pair, 0, (size_t)e.nodes * sizeof *e.node, e.node);
  gb_broadcast(pair, 0, (size_t)e.vectors * sizeof *e.vector, e.vector);
  return GB_OK;
}

/// Rank 0: answer all ranks.
static int serve_all(MPI_Comm comm, const gb_numbering *s, gb_error *error) {
  const gb_topology *t = s->supports->topology;
  further_nodes further = {0};
  GB_SCRATCH(scratch);
  int status = list_further(t, &scratch, &further, error);
  for (int r = 1; r < t->from->ranks; r++) {
    MPI_Comm pair = gb_pair_create(comm, r);
    int own = gb_agree(pair, status, error);
    if (own == GB_OK) own = serve(pair, s, &further, error);
    if (own != GB_OK) status = own;
    MPI_Comm_free(&pair);
  }
  return status;
}

/// Send the keys of this rank's nodes and receive the answers. Rank 0 calls `serve` at the same
/// time, which agrees at the same places.
static int ask(MPI_Comm pair, exchange *e, gb_arena *arena, gb_error *error) {
  MPI_Bcast(&e->nodes, 1, MPI_INT32_T, 1, pair);
  GB_TRY(gb_agree(pair, GB_OK, error));
  gb_broadcast(pair, 1, (size_t)e->nodes * sizeof *e->key, e->key);
  GB_TRY(gb_agree(pair, GB_OK, error));
  MPI_Bcast(&e->vectors, 1, MPI_INT32_T, 0, pair);
  int status = GB_TAKE(arena, e->node, (size_t)e->nodes, error);
  if (status == GB_OK) status = GB_TAKE(arena, e->vector, (size_t)e->vectors, error);
  GB_TRY(gb_agree(pair, status, error));
  gb_broadcast(pair, 0, (size_t)e->nodes * sizeof *e->node, e->node);
  gb_broadcast(pair, 0, (size_t)e->vectors * sizeof *e->vector, e->vector);
  return GB_OK;
}

static int refuse(const gb_topology *t, int64_t id, gb_error *error) {
  return gb_fail(
      error, GB_MODEL,
      "%s: rank %d finds another model around node %lld than rank 0; this is a defect of "
      "the program, which a run on one rank avoids",
      t->from->problem->file, t->from->rank, (long long)id);
}

/// Store the answer for a node. The node must have the same vectors as on rank 0.
/// @param answers its vectors
static int take(gb_numbering *s, gb_partition *p, gb_redundancy *r, int32_t n,
                const node_answer *found, const vector_answer answers[], gb_error *error) {
  const gb_topology *t = s->supports->topology;
  p->owner[n] = found->owner;
  p->shown[n] = found->shown;
  r->left_out[n] = found->left_out;
  if (found->fields == 0 && found->owner < 0) return GB_OK;
  if (found->fields != t->fields[n]) return refuse(t, t->id[n], error);
  for (int k = 0; k < found->vectors; k++) {
    const int32_t v = t->first[n] + k;
    if (memcmp(answers[k].reference, t->reference[v], sizeof answers[k].reference) != 0)
      return refuse(t, t->id[n], error);
    s->first[v] = answers[k].first;
    s->order[v] = answers[k].order;
    s->count[v] = (unsigned char)answers[k].count;
  }
  return GB_OK;
}

/// Count the unknowns that this rank owns.
static void count_owned(gb_numbering *s) {
  const gb_topology *t = s->supports->topology;
  for (int32_t n = 0; n < t->nodes; n++)
    GB_EACH_FIELD(field, gb_partition_has(s->partition, n) ? t->fields[n] : 0) {
      const int count = s->count[gb_topology_vector(t, n, field)];
      s->owned += count;
      if (field & GB_MULTIPLIERS) s->owned_multipliers += count;
    }
}

/// Build the numbering of the subdomain from the answers.
static int build(const gb_supports *supports, const exchange *e, gb_numbering **out,
                 gb_error *error) {
  const gb_topology *t = supports->topology;
  const gb_subdomain *subdomain = t->from->subdomain;
  gb_arena *arena = t->from->arena;
  const size_t nodes = (size_t)t->nodes, vectors = (size_t)t->first[t->nodes];
  gb_partition *p;
  gb_redundancy *r;
  gb_numbering *s;
  GB_TRY(GB_TAKE(arena, p, 1, error));
  GB_TRY(GB_TAKE(arena, p->owner, nodes, error));
  GB_TRY(GB_TAKE(arena, p->shown, nodes, error));
  GB_TRY(GB_TAKE(arena, r, 1, error));
  GB_TRY(GB_TAKE(arena, r->left_out, nodes, error));
  GB_TRY(GB_TAKE(arena, s, 1, error));
  GB_TRY(GB_TAKE(arena, s->count, vectors, error));
  GB_TRY(GB_TAKE(arena, s->first, vectors, error));
  GB_TRY(GB_TAKE(arena, s->order, vectors, error));
  p->rank = t->from->rank;
  p->part = subdomain->rank;
  p->in_results = subdomain->whole->in_results;
  s->supports = supports;
  s->partition = p;
  s->redundancy = r;
  const vector_answer *next = e->vector;
  for (int32_t n = 0; n < t->nodes; n++) {
    GB_TRY(take(s, p, r, n, &e->node[n], next, error));
    next += e->node[n].vectors;
  }
  count_owned(s);
  *out = s;
  return GB_OK;
}

static int number(MPI_Comm pair, const gb_supports *supports, gb_numbering **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  exchange e = {.nodes = t->nodes};
  GB_SCRATCH(scratch);
  int32_t *last = NULL;
  int status = GB_TAKE(&scratch, e.key, (size_t)e.nodes, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, last, (size_t)t->from->mesh->nodes, error);
  if (status == GB_OK && find_keys(t, last, e.key) != t->from->subdomain->whole->entry_nodes)
    status = refuse(t, 0, error);
  GB_TRY(gb_agree(pair, status, error));
  GB_TRY(ask(pair, &e, &scratch, error));
  return build(supports, &e, out, error);
}

int gb_subdomain_number(MPI_Comm comm, const gb_supports *supports, gb_numbering **numbering,
                        gb_error *error) {
  const int rank = supports->topology->from->rank;
  int status;
  if (rank == 0) {
    status = serve_all(comm, *numbering, error);
  } else {
    MPI_Comm pair = gb_pair_create(comm, rank);
    status = number(pair, supports, numbering, error);
    MPI_Comm_free(&pair);
  }
  GB_TRY(gb_agree(comm, status, error));
  int64_t totals[2] = {(*numbering)->total, (*numbering)->total_multipliers}, before = 0;
  const int64_t owned = (*numbering)->owned;
  MPI_Bcast(totals, 2, MPI_INT64_T, 0, comm);
  MPI_Exscan(&owned, &before, 1, MPI_INT64_T, MPI_SUM, comm);
  if (rank == 0) return GB_OK;
  (*numbering)->total = totals[0];
  (*numbering)->total_multipliers = totals[1];
  (*numbering)->begin = before;
  return GB_OK;
}

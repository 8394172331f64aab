/// Transfer of subdomains from rank 0.
#include "model/subdomain/subdomain_transfer.h"

#include "base/count.h"
#include "base/pair.h"
#include "model/blocks/selection.h"
#include "model/subdomain/subdomain_choice.h"
#include "model/subdomain/subdomain_designs.h"

#include <stdlib.h>

/// Copy a subdomain from the first to the second rank of a pair. Collective.
/// @param selections length of `selected`
static int transfer(MPI_Comm pair, size_t selections, gb_subdomain *s, gb_error *error) {
  int second, status = GB_OK;
  MPI_Comm_rank(pair, &second);
  GB_TRY(gb_mesh_broadcast(pair, 0, &s->mesh, error));
  const size_t nodes = (size_t)s->mesh->nodes, elements = (size_t)s->mesh->elements;
  if (second) status = GB_TAKE(s->mesh->arena, s->whole, 1, error);
  GB_TRY(gb_agree(pair, status, error));
  gb_broadcast(pair, 0, sizeof *s->whole, s->whole);
  if (second) {
    status = GB_TAKE(s->mesh->arena, s->node, nodes, error);
    if (status == GB_OK) status = GB_TAKE(s->mesh->arena, s->complete, nodes, error);
    if (status == GB_OK) status = GB_TAKE(s->mesh->arena, s->rank, elements, error);
    if (status == GB_OK) status = GB_TAKE(s->mesh->arena, s->order, elements, error);
    if (status == GB_OK) status = GB_TAKE(s->mesh->arena, s->selected, selections, error);
  }
  GB_TRY(gb_agree(pair, status, error));
  gb_broadcast(pair, 0, nodes * sizeof *s->node, s->node);
  gb_broadcast(pair, 0, nodes * sizeof *s->complete, s->complete);
  gb_broadcast(pair, 0, elements * sizeof *s->rank, s->rank);
  gb_broadcast(pair, 0, elements * sizeof *s->order, s->order);
  gb_broadcast(pair, 0, selections * sizeof *s->selected, s->selected);
  return gb_mesh_designs_transfer(pair, s->mesh->elements, s->mesh->arena, &s->designs, error);
}

void gb_subdomain_destroy(gb_subdomain **subdomain) {
  if (*subdomain) gb_mesh_destroy(&(*subdomain)->mesh);
  free(*subdomain);
  *subdomain = NULL;
}

/// Send the subdomains of all ranks. A failure for one rank is told to the others, which wait.
static int send_all(MPI_Comm comm, size_t selections, gb_subdomain_chooser *c, int status,
                    gb_error *error) {
  int ranks;
  MPI_Comm_size(comm, &ranks);
  for (int r = 1; r < ranks; r++) {
    MPI_Comm pair = gb_pair_create(comm, r);
    gb_subdomain s = {0};
    if (status == GB_OK) status = gb_subdomain_choose(c, r, &s, error);
    int own = gb_agree(pair, status, error);
    if (own == GB_OK) own = transfer(pair, selections, &s, error);
    if (own != GB_OK) status = own;
    gb_mesh_destroy(&s.mesh);
    MPI_Comm_free(&pair);
  }
  return status;
}

static int receive(MPI_Comm comm, int rank, size_t selections, gb_subdomain *s, int status,
                   gb_error *error) {
  MPI_Comm pair = gb_pair_create(comm, rank);
  status = gb_agree(pair, status, error);
  if (status == GB_OK) status = transfer(pair, selections, s, error);
  MPI_Comm_free(&pair);
  return status;
}

int gb_subdomain_send(MPI_Comm comm, const gb_problem *problem, const gb_topology *t,
                      const gb_partition *partition, const gb_design_set *designs,
                      gb_subdomain **out, gb_error *error) {
  const size_t selections = gb_selections_length(problem);
  int rank, status;
  *out = NULL;
  MPI_Comm_rank(comm, &rank);
  if (rank > 0) {
    status = GB_ALLOCATE(*out, 1, error);
    gb_subdomain none = {0};
    status = receive(comm, rank, selections, *out ? *out : &none, status, error);
    return gb_agree(comm, status, error);
  }
  gb_subdomain_chooser *c;
  GB_SCRATCH(scratch);
  status = gb_subdomain_chooser_create(t, partition, designs, &scratch, &c, error);
  return gb_agree(comm, send_all(comm, selections, c, status, error), error);
}

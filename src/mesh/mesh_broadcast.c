/// The root's mesh on every rank: sizes first, so that every rank can allocate (or fail) before the
/// arrays travel.
#include "mesh/mesh.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct sizes {
  int64_t file, notes, nodes, elements, places, groups; ///< texts with their end; 0: none
} sizes;

typedef struct group_sizes {
  int64_t name, number, dimension, elements, nodes;
} group_sizes;

/// Broadcast of any length in pieces that an int counts.
static void send(MPI_Comm comm, int root, void *data, int64_t count, size_t size) {
  int64_t left = count * (int64_t)size;
  for (char *p = data; left > 0;) {
    int piece = left > INT_MAX / 2 ? INT_MAX / 2 : (int)left;
    MPI_Bcast(p, piece, MPI_BYTE, root, comm);
    p += piece;
    left -= piece;
  }
}

static int64_t text_size(const char *text) {
  return text ? (int64_t)strlen(text) + 1 : 0;
}

static void measure(const gb_mesh *mesh, sizes *s) {
  *s = (sizes){text_size(mesh->file), text_size(mesh->notes),      mesh->nodes,
               mesh->elements,        mesh->start[mesh->elements], mesh->groups};
}

static void measure_groups(const gb_mesh *mesh, group_sizes *s) {
  for (int g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    s[g] = (group_sizes){text_size(group->name), group->number, group->dimension, group->elements,
                         group->nodes};
  }
}

static int allocate_arrays(gb_mesh *mesh, const sizes *s, gb_error *error) {
  mesh->nodes = (int32_t)s->nodes;
  mesh->elements = (int32_t)s->elements;
  size_t nodes = (size_t)s->nodes, elements = (size_t)s->elements;
  GB_TRY(gb_allocate((size_t)s->file, 1, &mesh->file, error));
  if (s->notes) GB_TRY(gb_allocate((size_t)s->notes, 1, &mesh->notes, error));
  GB_TRY(gb_allocate(nodes, sizeof *mesh->node_id, &mesh->node_id, error));
  GB_TRY(gb_allocate(nodes, sizeof *mesh->position, &mesh->position, error));
  GB_TRY(gb_allocate(elements, sizeof *mesh->element_id, &mesh->element_id, error));
  GB_TRY(gb_allocate(elements, sizeof *mesh->shape, &mesh->shape, error));
  GB_TRY(gb_allocate(elements, sizeof *mesh->property, &mesh->property, error));
  GB_TRY(gb_allocate(elements + 1, sizeof *mesh->start, &mesh->start, error));
  GB_TRY(gb_allocate((size_t)s->places, sizeof *mesh->node, &mesh->node, error));
  GB_TRY(gb_allocate((size_t)s->groups, sizeof *mesh->group, &mesh->group, error));
  mesh->groups = (int)s->groups;
  return GB_OK;
}

static int allocate_groups(gb_mesh *mesh, const group_sizes *s, gb_error *error) {
  for (int g = 0; g < mesh->groups; ++g) {
    gb_group *group = &mesh->group[g];
    group->number = s[g].number;
    group->dimension = (int)s[g].dimension;
    group->elements = (int32_t)s[g].elements;
    group->nodes = (int32_t)s[g].nodes;
    GB_TRY(gb_allocate((size_t)s[g].name, 1, &group->name, error));
    GB_TRY(gb_allocate((size_t)s[g].elements, sizeof *group->element, &group->element, error));
    GB_TRY(gb_allocate((size_t)s[g].nodes, sizeof *group->node, &group->node, error));
  }
  return GB_OK;
}

static void send_arrays(MPI_Comm comm, int root, gb_mesh *mesh, const sizes *s,
                        const group_sizes *table) {
  send(comm, root, mesh->file, s->file, 1);
  send(comm, root, mesh->notes, s->notes, 1);
  send(comm, root, mesh->node_id, s->nodes, sizeof *mesh->node_id);
  send(comm, root, mesh->position, s->nodes, sizeof *mesh->position);
  send(comm, root, mesh->element_id, s->elements, sizeof *mesh->element_id);
  send(comm, root, mesh->shape, s->elements, sizeof *mesh->shape);
  send(comm, root, mesh->property, s->elements, sizeof *mesh->property);
  send(comm, root, mesh->start, s->elements + 1, sizeof *mesh->start);
  send(comm, root, mesh->node, s->places, sizeof *mesh->node);
  for (int g = 0; g < mesh->groups; ++g) {
    gb_group *group = &mesh->group[g];
    send(comm, root, group->name, table[g].name, 1);
    send(comm, root, group->element, group->elements, sizeof *group->element);
    send(comm, root, group->node, group->nodes, sizeof *group->node);
  }
}

/// Everything after the sizes; table holds the groups' sizes on return, for the caller to free.
static int receive(MPI_Comm comm, int root, const sizes *s, gb_mesh *mesh, group_sizes **table,
                   gb_error *error) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  int status = gb_allocate((size_t)s->groups, sizeof **table, table, error);
  if (status == GB_OK && rank != root) status = allocate_arrays(mesh, s, error);
  GB_TRY(gb_agree(comm, status, error));
  if (rank == root) measure_groups(mesh, *table);
  send(comm, root, *table, s->groups, sizeof **table);
  if (rank != root) status = allocate_groups(mesh, *table, error);
  GB_TRY(gb_agree(comm, status, error));
  send_arrays(comm, root, mesh, s, *table);
  return GB_OK;
}

int gb_mesh_broadcast(MPI_Comm comm, int root, gb_mesh **mesh, gb_error *error) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  sizes s = {0};
  int status = GB_OK;
  if (rank == root)
    measure(*mesh, &s);
  else
    status = gb_allocate(1, sizeof **mesh, mesh, error);
  MPI_Bcast(&s, sizeof s, MPI_BYTE, root, comm);
  status = gb_agree(comm, status, error);
  group_sizes *table = NULL;
  if (status == GB_OK) status = receive(comm, root, &s, *mesh, &table, error);
  free(table);
  if (status != GB_OK && rank != root) gb_mesh_destroy(mesh);
  return status;
}

/// Broadcast of a mesh. Sizes are sent first, so that every rank can allocate its memory, or fail,
/// before the arrays are sent.
#include "mesh/mesh.h"

#include "base/count.h"

#include <string.h>

/// An array of the mesh.
typedef struct array {
  void *at;      ///< address of the pointer to the array
  int64_t count; ///< number of entries
  size_t size;   ///< bytes of an entry
} array;

enum { ARRAYS = 10, OF_GROUP = 3 };

static void send(MPI_Comm comm, int root, const array *a) {
  void *bytes;
  memcpy(&bytes, a->at, sizeof bytes);
  gb_broadcast(comm, root, (size_t)a->count * a->size, bytes);
}

static int64_t text_size(const char *text) {
  return text ? (int64_t)strlen(text) + 1 : 0;
}

static int allocate(gb_arena *arena, int arrays, const array all[], gb_error *error) {
  for (int i = 0; i < arrays; i++)
    GB_TRY(gb_arena_allocate(arena, (size_t)all[i].count, all[i].size, all[i].at, error));
  return GB_OK;
}

/// Allocate arrays on all ranks but the root, and broadcast them.
static int share(MPI_Comm comm, int root, gb_arena *arena, int arrays, const array all[],
                 gb_error *error) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  GB_TRY(gb_agree(comm, rank == root ? GB_OK : allocate(arena, arrays, all, error), error));
  for (int i = 0; i < arrays; i++) send(comm, root, &all[i]);
  return GB_OK;
}

/// Broadcast the names, elements and nodes of the groups; their counts are already known.
static int share_groups(MPI_Comm comm, int root, gb_mesh *mesh, gb_error *error) {
  const size_t groups = (size_t)mesh->groups;
  int64_t *length;
  array *all;
  int status = GB_TAKE(mesh->arena, length, groups, error), rank;
  if (status == GB_OK) status = GB_TAKE(mesh->arena, all, OF_GROUP * groups, error);
  GB_TRY(gb_agree(comm, status, error));
  MPI_Comm_rank(comm, &rank);
  for (int g = 0; rank == root && g < mesh->groups; g++) length[g] = text_size(mesh->group[g].name);
  send(comm, root, &(array){&length, mesh->groups, sizeof *length});
  for (int g = 0; g < mesh->groups; g++) {
    gb_group *group = &mesh->group[g];
    const array own[OF_GROUP] = {{&group->name, length[g], 1},
                                 {&group->element, group->elements, sizeof *group->element},
                                 {&group->node, group->nodes, sizeof *group->node}};
    memcpy(&all[OF_GROUP * g], own, sizeof own);
  }
  return share(comm, root, mesh->arena, OF_GROUP * mesh->groups, all, error);
}

static int share_mesh(MPI_Comm comm, int root, gb_mesh *m, gb_error *error) {
  // numbers of nodes, elements, groups, entries of `node`, and bytes of two texts (0: no text)
  int64_t s[6] = {m->nodes, m->elements, m->groups};
  if (m->start) {
    s[3] = m->start[m->elements];
    s[4] = text_size(m->file);
    s[5] = text_size(m->notes);
  }
  MPI_Bcast(s, 6, MPI_INT64_T, root, comm);
  m->nodes = (int32_t)s[0];
  m->elements = (int32_t)s[1];
  m->groups = (int)s[2];
  const array all[ARRAYS] = {{&m->file, s[4], 1},
                             {&m->notes, s[5], 1},
                             {&m->node_id, s[0], sizeof *m->node_id},
                             {&m->position, s[0], sizeof *m->position},
                             {&m->element_id, s[1], sizeof *m->element_id},
                             {&m->shape, s[1], sizeof *m->shape},
                             {&m->property, s[1], sizeof *m->property},
                             {&m->start, s[1] + 1, sizeof *m->start},
                             {&m->node, s[3], sizeof *m->node},
                             {&m->group, s[2], sizeof *m->group}};
  GB_TRY(share(comm, root, m->arena, ARRAYS, all, error));
  if (s[5] == 0) m->notes = NULL;
  return share_groups(comm, root, m, error);
}

int gb_mesh_broadcast(MPI_Comm comm, int root, gb_mesh **mesh, gb_error *error) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  int status = gb_agree(comm, rank == root ? GB_OK : gb_mesh_create(mesh, error), error);
  if (status == GB_OK) status = share_mesh(comm, root, *mesh, error);
  if (status != GB_OK && rank != root) gb_mesh_destroy(mesh);
  return status;
}

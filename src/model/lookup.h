/// What a model is built from, and what the names in a case stand for.
#ifndef GB_MODEL_LOOKUP_H
#define GB_MODEL_LOOKUP_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// Warnings so far, one a line; one that has no room is left out.
typedef struct gb_warnings {
  char text[12000];
} gb_warnings;

typedef struct gb_mesh_shapes gb_mesh_shapes;

/// The same mesh and problem on every rank; all borrowed.
typedef struct gb_definition {
  MPI_Comm comm;
  int rank, ranks;
  const gb_mesh *mesh;  ///< without nodes when the case names none
  const gb_mesh *drawn; ///< the same before designs moved its nodes: places are looked up there
  const gb_mesh_shapes *shapes; ///< which move them, see model/mesh_shapes.h
  const gb_problem *problem;
  gb_warnings *warnings;
  gb_arena *kept;  ///< of what the model keeps
  gb_arena *arena; ///< of all else that building makes, as long as it lasts
} gb_definition;

void gb_warn(const gb_definition *from, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// All are local. `where` is the entry that names something, for messages.

/// The group of an entry, or an error that lists what the mesh has. dimension -1: any.
int gb_find_group(const gb_definition *from, const char *where, const char *name, int dimension,
                  const gb_group **out, gb_error *error);
/// The node of a group that must have one alone; `what` says why: "a probe watches one".
int gb_find_group_node(const gb_definition *from, const char *where, const char *name,
                       const char *what, int32_t *node, gb_error *error);
/// The mesh node of this number. errors: GB_UNKNOWN_NODE
int gb_find_node(const gb_definition *from, const char *where, int64_t id, int32_t *node,
                 gb_error *error);
/// The control of this name, which a design varies. errors: GB_UNKNOWN_NAME
int gb_need_control(const gb_definition *from, const char *where, const char *name, int *control,
                    gb_error *error);
/// The material of this name, or NULL.
const gb_material *gb_find_material(const gb_definition *from, const char *name);
/// The body of this name, or -1. The ends of beams along points count as bodies after these:
/// NAME.start and NAME.end of the first beam, of the second, ...
int gb_find_body(const gb_definition *from, const char *name);
/// The entry of `masses` of this name that is a free node, or -1.
int gb_find_free_node(const gb_definition *from, const char *name);
/// The body of this name. errors: GB_USAGE with the names that there are
int gb_need_body(const gb_definition *from, const char *where, const char *name, int *body,
                 gb_error *error);
/// The free node of this name. errors: GB_USAGE with the names that there are
int gb_need_free_node(const gb_definition *from, const char *where, const char *name, int *mass,
                      gb_error *error);
/// The joint of this name, which has an angle. errors: GB_USAGE
int gb_need_turning_joint(const gb_definition *from, const char *where, const char *name,
                          int *joint, gb_error *error);
/// The error that no body, nor free node where one is accepted, has this name.
int gb_refuse_body(const gb_definition *from, const char *where, const char *name, bool free_nodes,
                   gb_error *error);

/// The group of "group:NAME", or NULL; whether an end is the ground.
const char *gb_group_of_end(const char *end);
bool gb_end_is_ground(const char *end);

/// The mesh node that an end of a bar is joined to alone, or -1.
int32_t gb_bar_held(const gb_mesh *mesh, const gb_bar *bar, int end);

#endif

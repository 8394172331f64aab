/// Input from which a model is built, and search for the names of a case.
#ifndef GB_MODEL_GROUPS_LOOKUP_H
#define GB_MODEL_GROUPS_LOOKUP_H

#include "model/groups/subdomain.h"

/// Warnings so far, one per line; warnings that do not fit are dropped.
typedef struct gb_warnings {
  char text[12000];
} gb_warnings;

typedef struct gb_mesh_shapes gb_mesh_shapes;
struct gb_solids;
struct gb_selections;

/// Input of a model, which the definition borrows. The mesh and the solids are of this rank's
/// subdomain if it has one, else of the whole mesh.
/// The steps of the march, at whose times what is given is compared; without a march both are 0.
typedef struct gb_march_times {
  double step;
  int steps;
} gb_march_times;

typedef struct gb_definition {
  MPI_Comm comm;
  int rank, ranks;
  const gb_mesh *mesh;          ///< mesh; without nodes if the case has none
  const gb_mesh *original_mesh; ///< the mesh before designs changed its nodes: positions of the
                                ///< case are searched there
  /// Shapes by which designs change the mesh, see model/designs/mesh_shapes.h.
  const gb_mesh_shapes *shapes;
  const struct gb_solids
      *solids; ///< solids of the mesh, model/sections/solids.h; NULL: there are none
  const struct gb_selections *selections; ///< of elements, model/blocks/selection.h
  const gb_subdomain *subdomain;          ///< NULL: the mesh is the whole one
  const gb_problem *problem;
  gb_march_times times;
  gb_warnings *warnings;
  gb_arena *kept;  ///< owns what the model keeps
  gb_arena *arena; ///< owns everything else, while the model is built
} gb_definition;

/// Add a warning, formatted as by printf. Local.
void gb_warn(const gb_definition *from, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The following functions are local. `where` is the entry that contains the name, for messages.

/// @return the largest number of an element of the whole mesh; its largest coordinate, which
///   determines the round-off of positions
int64_t gb_largest_element(const gb_definition *from);
double gb_mesh_size(const gb_definition *from);
/// Find the group of an entry. dimension -1: any. errors: GB_UNKNOWN_GROUP with the groups of the
/// mesh; GB_NO_MESH
int gb_find_group(const gb_definition *from, const char *where, const char *name, int dimension,
                  const gb_group **out, gb_error *error);
/// Find the node of a group that must have only one node; `what` explains the requirement in the
/// message: "a probe watches one". errors: GB_WRONG_GROUP and those of gb_find_group
int gb_find_group_node(const gb_definition *from, const char *where, const char *name,
                       const char *what, int32_t *node, gb_error *error);
/// Check that a list of an entry has one vector for each node of its group. errors: GB_WRONG_VALUE
int gb_check_each(const char *where, const char *key, const gb_group *group, int count,
                  gb_error *error);
/// Find the mesh node with a number. errors: GB_UNKNOWN_NODE
int gb_find_node(const gb_definition *from, const char *where, int64_t id, int32_t *node,
                 gb_error *error);
/// Find the control of this name for a design. errors: GB_UNKNOWN_NAME
int gb_need_control(const gb_definition *from, const char *where, const char *name, int *control,
                    gb_error *error);
/// @return the material of this name, or NULL
const gb_material *gb_find_material(const gb_definition *from, const char *name);
/// @return the body of this name, or -1. Ends of beams along points follow the bodies: NAME.start
///   and NAME.end of the first beam, of the second, ...
int gb_find_body(const gb_definition *from, const char *name);
/// @return the entry of `masses` of this name that is a free node, or -1
int gb_find_free_node(const gb_definition *from, const char *name);
/// Find the body of this name. errors: GB_UNKNOWN_NAME with the existing names
int gb_need_body(const gb_definition *from, const char *where, const char *name, int *body,
                 gb_error *error);
/// Find the free node of this name. errors: GB_UNKNOWN_NAME with the existing names
int gb_need_free_node(const gb_definition *from, const char *where, const char *name, int *mass,
                      gb_error *error);
/// Find the joint of this name, which must have an angle. errors: GB_UNKNOWN_NAME, GB_WRONG_ENDS
int gb_need_turning_joint(const gb_definition *from, const char *where, const char *name,
                          int *joint, gb_error *error);
/// Report that no body (or free node, if accepted) has this name. @return GB_UNKNOWN_NAME
int gb_refuse_body(const gb_definition *from, const char *where, const char *name, bool free_nodes,
                   gb_error *error);

/// @return the group of "group:NAME", or NULL; whether an end is the ground
const char *gb_group_of_end(const char *end);
bool gb_end_is_ground(const char *end);

/// @return the mesh node to which a joint alone connects an end of a bar, or -1
int32_t gb_bar_joint_node(const gb_mesh *mesh, const gb_bar *bar, int end);

#endif

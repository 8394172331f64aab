/// A model: what a problem and a mesh say, as one rank holds it, ready to be analysed. Each member
/// says one thing and is constant after the model is built.
#ifndef GB_MODEL_MODEL_H
#define GB_MODEL_MODEL_H

#include "mesh/mesh.h"
#include "model/blocks.h"
#include "model/checks.h"
#include "model/designs.h"
#include "model/dofs.h"
#include "model/nodes.h"
#include "problem/problem.h"

/// Models of fewer unknowns are computed to round-off: there that is a small part of a step.
enum { GB_ROUND_OFF_UNKNOWNS = 20000 };

typedef struct gb_model_probe {
  char *name;
  int32_t node;       ///< local node on the owning rank, -1 elsewhere
  double position[3]; ///< of the node, on every rank
  int64_t node_id;
} gb_model_probe;

typedef struct gb_probe_set {
  int count;
  gb_model_probe *probe; ///< [count]
} gb_probe_set;

/// The entries of the case that the nodes behind the mesh's belong to. The same on every rank.
typedef struct gb_entry_set {
  int points, named_points; ///< points of masses, then the ground ends of springs
  int64_t first_id;         ///< node id of point 0
  const char **point_name;  ///< borrowed from the problem, NULL: the ground; [points]
  int bodies, joints;
  int sections; ///< entries of `shells`
  int averages, folds;
  int places; ///< on bodies, of probes, masses, springs and forces
  const char *
      *frame_name; ///< of bodies, then joints; borrowed, NULL: a joint without; [bodies + joints]
} gb_entry_set;

typedef struct gb_model {
  MPI_Comm comm; ///< borrowed
  gb_node_set *nodes;
  gb_dof_map *dofs;
  gb_block_set *blocks;
  gb_design_set *designs;
  gb_initial_state *initial;
  gb_probe_set *probes;
  gb_entry_set *entries;
  gb_checks *checks;
} gb_model;

/// Build the model. The problem must outlive it (expressions are borrowed); the mesh may be
/// dropped, and NULL where the problem names none of its groups. Collective over comm; every rank
/// passes the same mesh and problem. errors: GB_MODEL or GB_USAGE naming the entry, what was found
/// and what the mesh has.
int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem, gb_model **out,
                    gb_error *error);
void gb_model_destroy(gb_model **model);

/// Cells of this rank, and values of the failure index that each has: the largest and, where
/// sections have several plies, one for the bottom and one for the top face of each ply. Local.
int32_t gb_model_cells(const gb_model *model);
int gb_model_failures(const gb_model *model);

/// Whether both values of a local node are directors: the second half of a body's frame.
bool gb_model_is_director(const gb_model *model, int32_t node);

/// Whether the values of a local node are multipliers.
bool gb_model_is_multiplier(const gb_model *model, int32_t node);

/// A joint's name, or its place among the case's joints: "joints[2]". Local.
void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text);

/// A user's words for a node by its node_id: "node 17", "point 'm2'". Local.
void gb_model_node_words(const gb_model *model, int64_t node_id, size_t size, char *text);

#endif

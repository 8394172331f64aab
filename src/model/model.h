/// A model: what a problem and a mesh say, as one rank holds it, ready to be analysed. It is built
/// in stages, each of which makes one object from those before it:
///   shells      sections of mesh elements, directors, folds
///   topology    nodes, the fields that each carries, ties and connections (by the builders)
///   designs     which numbers vary; shape: which positions and axes vary with them
///   supports    what is fixed; redundancy: which rows of joints repeat others
///   partition   ranks of elements and nodes
///   blocks      elements by kind (by the builders); locals: this rank's nodes and ghosts
///   numbering   global numbers of unknowns; dofs: z = T y, messages, pivot order
///   initial, probes, quantities, checks
/// Those that are as large as the mesh, or as this rank's subdomain of it, are dropped at the end.
#ifndef GB_MODEL_MODEL_H
#define GB_MODEL_MODEL_H

#include "model/blocks/blocks.h"
#include "model/checks/checks.h"
#include "model/contact/contact_nodes.h"
#include "model/designs/designs.h"
#include "model/dofs/dofs.h"
#include "model/dofs/initial.h"
#include "model/mechanisms/relief.h"
#include "model/probes/quantities.h"
#include "model/topology/nodes.h"

/// Models with fewer unknowns are solved to round-off, which costs little there.
enum { GB_ROUND_OFF_UNKNOWNS = 20000 };

/// A model. All members are constant.
typedef struct gb_model {
  gb_arena *arena;           ///< owns the model and all its members
  MPI_Comm comm;             ///< borrowed
  const gb_problem *problem; ///< borrowed
  const gb_node_set *nodes;
  const gb_dof_map *dofs;
  const gb_block_set *blocks;
  const gb_design_set *designs;
  const gb_initial_state *initial;
  const gb_probe_set *probes;
  const gb_quantity_set *quantities;
  const gb_contact_nodes *contact_nodes;
  const gb_origin_set *origins; ///< names of entries' nodes
  const gb_checks *checks;
  const gb_relief_motions *relief; ///< NULL: there is no inertia relief
} gb_model;

/// Build a model. The problem must outlive it; the mesh may be freed afterwards, and may be NULL if
/// the problem uses no groups. Collective over comm; every rank passes the same problem. Ranks
/// other than 0 pass NULL for the mesh, and get subdomains of rank 0's mesh
/// (model/groups/subdomain.h); or every rank passes the same mesh, and builds the model of the
/// whole mesh. errors: those of the entries, with the entry's position, the value found and the
/// accepted ones.
int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem,
                    const gb_march_times *times, gb_model **out, gb_error *error);
void gb_model_destroy(gb_model **model);

/// Whether all parameters are linear in the designs and no design changes the reference
/// configuration, so that the model is valid for other values of the designs. Collective.
bool gb_model_is_fixed(const gb_model *model);

/// Write a joint's name or its index among the case's joints: "joints[2]". Local.
void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text);
/// Write a quantity's name, or its joint's. Local.
void gb_model_quantity_name(const gb_model *model, int quantity, size_t size, char *text);

#endif

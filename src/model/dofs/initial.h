/// Initial velocities, which may depend on designs, and the nodes of probes.
#ifndef GB_MODEL_DOFS_INITIAL_H
#define GB_MODEL_DOFS_INITIAL_H

#include "model/blocks/locals.h"
#include "model/designs/designs.h"
#include "model/designs/shape.h"

/// Derivative of one initial velocity by a design.
typedef struct gb_initial_slope {
  int design;
  int32_t value; ///< index of the nodal value
  double factor; ///< d initial / d design
} gb_initial_slope;

/// Initial velocities of this rank's nodes.
typedef struct gb_initial_state {
  double *value; ///< rates of displacements and directors, [nodal values]
  int slopes;
  gb_initial_slope *slope; ///< derivatives by designs, which add up; the dependence is linear
} gb_initial_state;

/// A named node of the model.
typedef struct gb_model_probe {
  const char *name;   ///< borrowed from the problem
  int32_t node;       ///< local node on the owning rank, -1 elsewhere
  double position[3]; ///< reference position of the node, on all ranks
  int64_t node_id;
} gb_model_probe;

/// Nodes of a group that this rank owns.
typedef struct gb_node_list {
  int count;
  int32_t *node; ///< local nodes, [count]
} gb_node_list;

/// Nodes of probes and of measured groups.
typedef struct gb_probe_set {
  int count;
  gb_model_probe *probe; ///< [count]
  gb_node_list *group;   ///< nodes of each of the problem's measured groups; empty if the group's
                         ///< elements are measured
} gb_probe_set;

/// Find the initial velocities; find the nodes of probes. Local. errors: those of the entries;
/// GB_FILE
int gb_initial_state_create(const gb_locals *locals, const gb_design_set *designs,
                            const gb_shape_set *shape, gb_initial_state **out, gb_error *error);
int gb_probe_set_create(const gb_locals *locals, gb_probe_set **out, gb_error *error);

/// Find the node of a probe that is a point. Local. errors: GB_UNKNOWN_NODE, GB_UNKNOWN_NAME,
/// GB_UNKNOWN_GROUP, GB_WRONG_GROUP, GB_LOOSE_NODE
int gb_probe_find_node(const gb_topology *t, const gb_probe *probe, int32_t *node, gb_error *error);

#endif

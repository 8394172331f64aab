/// Builders. A builder turns the case entries of one kind into parts of a model: fields and nodes,
/// ties, connections, and blocks of elements. A new kind needs a file here with a
/// `gb_builder_NAME`, and its line in the list below.
#ifndef GB_MODEL_BUILDERS_BUILDER_H
#define GB_MODEL_BUILDERS_BUILDER_H

#include "model/builders/draft.h"
#include "model/topology/topology.h"

/// Steps of a builder. Each step is run for all builders, in the order of the list, before the next
/// step. NULL: nothing to do. All steps are local. Except `blocks`, they give the same on every
/// rank whose mesh is the same.
typedef struct gb_builder {
  /// Set the bits of fields that mesh nodes shall carry: fields[mesh nodes] |= ...
  int (*fields)(const gb_definition *from, const gb_shells *shells, unsigned char fields[],
                gb_error *error);
  /// Add nodes with unknowns, see gb_topology_add, and store the entries to which they belong.
  int (*nodes)(gb_topology *t, gb_error *error);
  /// Add nodes tied to those of the step before, and tie mesh nodes.
  int (*ties)(gb_topology *t, gb_error *error);
  /// Add connections between nodes; refuse entries that do not fit their nodes.
  int (*connect)(gb_topology *t, gb_error *error);
  /// Add the elements of this rank.
  int (*blocks)(gb_draft *draft, gb_error *error);
} gb_builder;

// clang-format off
#define GB_FOR_BUILDERS(X) \
  X(shell)                 \
  X(beam)                  \
  X(frame)                 \
  X(solid)                 \
  X(probe)                 \
  X(load)                  \
  X(mass)                  \
  X(spring)                \
  X(torsion)               \
  X(bushing)               \
  X(matrix)                \
  X(free_node)             \
  X(body)                  \
  X(joint)                 \
  X(joint_damping)         \
  X(joint_friction)        \
  X(tyre)                  \
  X(contact)               \
  X(fold)                  \
  X(drilling)              \
  X(rigid_link)            \
  X(average_link)          \
  X(equation)              \
  X(state)                 \
  /* end of the list */
// clang-format on

#define GB_BUILDER(name) extern const gb_builder gb_builder_##name;
GB_FOR_BUILDERS(GB_BUILDER)
#undef GB_BUILDER

/// All builders; the last pointer is NULL.
extern const gb_builder *const gb_builders[];

#endif

/// A builder makes of the case's entries of one kind what a model has of them: nodes with fields,
/// ties, connections, then blocks of elements. A new kind is a file here with a `gb_builder_NAME`,
/// and its line in the list below.
#ifndef GB_MODEL_BUILDERS_BUILDER_H
#define GB_MODEL_BUILDERS_BUILDER_H

#include "model/draft.h"
#include "model/topology.h"

/// Each step of all builders, in the order of the list, goes before the next step of any. NULL:
/// nothing. All are local, the same on every rank but for `blocks`.
typedef struct gb_builder {
  /// Bits of the fields that mesh nodes shall carry: fields[mesh nodes] |= ...
  int (*fields)(const gb_definition *from, const gb_shells *shells, unsigned char fields[],
                gb_error *error);
  /// Nodes with unknowns of their own, see gb_topology_add, and which entries they belong to.
  int (*nodes)(gb_topology *t, gb_error *error);
  /// Nodes that are tied to those, and ties of mesh nodes.
  int (*ties)(gb_topology *t, gb_error *error);
  /// What connects which nodes; entries that do not fit the nodes are refused.
  int (*connect)(gb_topology *t, gb_error *error);
  /// Elements of this rank.
  int (*blocks)(gb_draft *draft, gb_error *error);
} gb_builder;

// clang-format off
#define GB_FOR_BUILDERS(X) \
  X(shell)                 \
  X(beam)                  \
  X(frame)                 \
  X(probe)                 \
  X(load)                  \
  X(mass)                  \
  X(spring)                \
  X(torsion)               \
  X(bushing)               \
  X(free_node)             \
  X(body)                  \
  X(joint)                 \
  X(joint_damping)         \
  X(joint_friction)        \
  X(tyre)                  \
  X(fold)                  \
  X(rigid_link)            \
  X(average_link)          \
  X(equation)              \
  /* end of the list */
// clang-format on

#define GB_BUILDER(name) extern const gb_builder gb_builder_##name;
GB_FOR_BUILDERS(GB_BUILDER)
#undef GB_BUILDER

/// All builders, ending with NULL.
extern const gb_builder *const gb_builders[];

#endif

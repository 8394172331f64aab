/// Sources of samples. Each adds samples of a state to the aggregate's sums, and derivatives of the
/// functionals at a state to bars of nodal values and to gradients. A source is one file, which
/// defines its functions, and one line of the list below.
#ifndef GB_SYSTEM_ASSEMBLY_SOURCES_H
#define GB_SYSTEM_ASSEMBLY_SOURCES_H

#include "solve/system.h"
#include "system/assembly/assembly.h"

/// Input of a source's `create`; all borrowed.
typedef struct gb_source_request {
  gb_assembly *assembly;
  int count;
  const gb_functional *functional; ///< functionals of the aggregate, [count]
  gb_aggregate *aggregate;
  double duration; ///< duration of the march
  gb_arena *arena; ///< owns the memory of sources
} gb_source_request;

/// Functions of a source; `own` is the data that `create` made. Bars and gradients are computed
/// after the sums are closed; the functions add to them.
typedef struct gb_source {
  /// Create the source's data. Local. errors: GB_FILE
  int (*create)(const gb_source_request *request, void **own, gb_error *error);
  /// Free what the arena does not own. Local. NULL: there is nothing else.
  void (*destroy)(void *own);
  /// Find data that depend on all ranks; called once. Collective. NULL: not needed.
  void (*start)(void *own);
  /// Whether a functional that counts this instant depends on GB_V or GB_A; the same on all ranks.
  /// NULL: functionals depend on GB_Q only.
  bool (*uses)(const void *own, gb_instant instant, int component);
  /// Add the samples of an instant to the sums. The state has the components in use. Collective.
  /// errors, the same on all ranks: GB_NOT_FINITE if an expression has no finite value
  int (*sample)(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error);
  /// bar[i][count][nodal values] += derivatives by the nodal values of a component. Elements for
  /// which gb_batch_uses_reference is true add to bar[1], everything else to bar[0]; both may be
  /// the same array. GB_Q is the first component, with gradient[count][designs] += derivatives by
  /// designs at fixed nodal values. NULL: nothing to add. Collective. errors: those of `sample`
  int (*bar)(void *own, const gb_nodal_state *state, gb_instant instant, int component,
             gb_scalar *const bar[2], gb_scalar gradient[], gb_error *error);
  /// bar[count][memory] += derivatives by what elements remember of the beginning of the step (this
  /// rank's share), after the bars of GB_Q. NULL: nothing to add. Local.
  void (*memory)(void *own, const gb_nodal_state *state, gb_scalar bar[]);
  /// gradient[count][designs] += derivatives by designs, after the bars of GB_Q of all sources.
  /// NULL: nothing to add. errors: those of `sample`
  int (*gradient)(void *own, const gb_nodal_state *state, gb_instant instant, gb_scalar gradient[],
                  gb_error *error);
  /// Make later derivatives also compute, for each functional, the size that it would have if each
  /// variable were as large as the largest of its kind in the model: size[count], zero at first.
  /// NULL: not supported. Local. errors: GB_FILE
  int (*measure)(void *own, gb_arena *arena, double **size, gb_error *error);
} gb_source;

/// Sources in the order of their calls.
#define GB_FOR_SOURCES(X) X(elements) X(points) X(nodes) X(masses) X(controls)

#define GB_DECLARE_SOURCE(name) extern const gb_source gb_source_##name;
#define GB_COUNT_SOURCE(name)   +1
GB_FOR_SOURCES(GB_DECLARE_SOURCE)
enum { GB_SOURCES = GB_FOR_SOURCES(GB_COUNT_SOURCE) };

#endif

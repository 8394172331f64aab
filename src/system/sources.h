/// Sources of samples: each adds what functionals sample of a state to the aggregate's sums, and
/// the derivatives of the functionals at a state to bars of nodal values and to gradients. A source
/// is one file, which defines its row, and one line of the list below.
#ifndef GB_SYSTEM_SOURCES_H
#define GB_SYSTEM_SOURCES_H

#include "solve/system.h"
#include "system/assembly.h"

/// What sources are made for. All is borrowed.
typedef struct gb_source_request {
  gb_assembly *assembly;
  int count;
  const gb_functional *functional; ///< the aggregate's, [count]
  gb_aggregate *aggregate;
  double duration; ///< of the march
  gb_arena *arena; ///< of the memory of sources
} gb_source_request;

/// A source; `own` is what `create` made. Bars and gradients are added to, and are found after the
/// sums are closed.
typedef struct gb_source {
  /// Local. errors: GB_FILE
  int (*create)(const gb_source_request *request, void **own, gb_error *error);
  /// Find what needs all ranks, once. Collective. NULL: nothing.
  void (*start)(void *own);
  /// Whether a functional that counts this instant depends on GB_V or GB_A; the same on all ranks.
  /// NULL: on GB_Q alone.
  bool (*uses)(const void *own, gb_instant instant, int component);
  /// Add an instant to the sums; the state has the components in use. Collective. errors: GB_MODEL,
  /// on all ranks, where an expression has no finite value
  int (*sample)(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error);
  /// bar[i][count][nodal values] += the derivatives by the nodal values of a component: bar[1] of
  /// elements that measure their reference, bar[0] of all else; they may be one. GB_Q comes first,
  /// with gradient[count][designs] += the derivatives by designs at fixed nodal values. NULL:
  /// nothing. Collective. errors: as of `sample`
  int (*bar)(void *own, const gb_nodal_state *state, gb_instant instant, int component,
             gb_scalar *const bar[2], gb_scalar gradient[], gb_error *error);
  /// gradient[count][designs] += derivatives by designs, after the bars of GB_Q of all sources.
  /// NULL: nothing. errors: as of `sample`
  int (*gradient)(void *own, const gb_nodal_state *state, gb_instant instant, gb_scalar gradient[],
                  gb_error *error);
  /// From now on find, with the derivatives, how large each functional would be were each variable
  /// as large as any of its kind in the model: size[count], zero before. NULL: it cannot. Local.
  /// errors: GB_FILE
  int (*measure)(void *own, gb_arena *arena, double **size, gb_error *error);
} gb_source;

/// In the order in which they are asked.
#define GB_FOR_SOURCES(X) X(elements) X(points) X(nodes) X(masses) X(controls)

#define GB_DECLARE_SOURCE(name) extern const gb_source gb_source_##name;
#define GB_COUNT_SOURCE(name)   +1
GB_FOR_SOURCES(GB_DECLARE_SOURCE)
enum { GB_SOURCES = GB_FOR_SOURCES(GB_COUNT_SOURCE) };

#endif

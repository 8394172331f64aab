/// The kernels of elements, called with plain numbers, so that a test can call those of both
/// builds.
#ifndef GB_TESTS_KERNELS_H
#define GB_TESTS_KERNELS_H

#include "elements/kinds.h"

enum {
  PROBE_LANES = 8,                                         ///< most elements of one call
  PROBE_PARAMETERS = 64,                                   ///< most of an element
  PROBE_COLUMNS = 2,                                       ///< vectors that a product multiplies
  PROBE_VALUES = GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS ///< most values of a kernel
};

/// The real build drops the imaginary part.
typedef double _Complex gb_probe_number;

/// One element: its reference, its parameters and its state.
typedef struct gb_probe_element {
  int nodes;
  double position[GB_ELEMENT_NODES][3], director[GB_ELEMENT_NODES][3], gravity[3];
  double second[GB_ELEMENT_NODES][3], third[GB_ELEMENT_NODES][3]; ///< of frames
  gb_probe_number parameter[PROBE_PARAMETERS];
  gb_probe_number q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
} gb_probe_element;

typedef enum gb_probe_kernel {
  PROBE_RESIDUAL,
  PROBE_JACOBIAN,
  PROBE_PRODUCT, ///< by `product`, or by `tangent` and `tangent_product`
  PROBE_PARAMETER_RESIDUAL,
  PROBE_ROWS,
  PROBE_SIDES,
  PROBE_ORIENTATION, ///< with its directors where `transpose` is set
  PROBE_SAMPLE,
  PROBE_AREA, ///< of the samples
  PROBE_SAMPLE_PRODUCT,
  PROBE_SAMPLE_PARAMETER,
  PROBE_KERNELS
} gb_probe_kernel;

/// What an element is handed beside its state.
typedef enum gb_probe_given {
  PROBE_NOTHING,
  PROBE_METRIC, ///< its metric, strains and section, as it works them out
  PROBE_OTHER_METRIC,
  PROBE_OTHER_STRAIN
} gb_probe_given;

typedef struct gb_probe_call {
  gb_element_kind kind;
  gb_probe_kernel kernel;
  const gb_element_unknowns *unknowns;
  const gb_layup *layup; ///< of its section, or NULL
  const void *table;
  const gb_enforcement *enforcement;
  gb_probe_given given;
  double sigma[3];
  bool transpose;
  gb_field field;
  int parameter;
  const double *x; ///< [PROBE_COLUMNS][GB_ELEMENT_UNKNOWNS] that products multiply, of all lanes
} gb_probe_call;

/// @return the most values of this kernel of an element with this number of unknowns
static inline int gb_probe_room(gb_probe_kernel kernel, int unknowns) {
  if (kernel == PROBE_JACOBIAN) return unknowns * unknowns;
  if (kernel == PROBE_RESIDUAL || kernel == PROBE_PARAMETER_RESIDUAL) return unknowns;
  if (kernel == PROBE_PRODUCT || kernel == PROBE_SAMPLE_PRODUCT) return PROBE_COLUMNS * unknowns;
  return kernel < PROBE_SAMPLE ? (int)PROBE_COLUMNS * GB_ELEMENT_UNKNOWNS : (int)GB_ELEMENT_SAMPLES;
}

/// Call a kernel for 1 .. GB_LANES elements. `value` [lanes][PROBE_VALUES] is what it adds to or
/// overwrites.
/// @return how many values an element has; 0: it does not have this kernel
int gb_probe_call_kernel(const gb_probe_call *call, int lanes, const gb_probe_element element[],
                         gb_probe_number value[]);

#endif

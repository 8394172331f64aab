/// Interface of elements: residual, the sigma-combined Jacobian, products, parameter derivatives
/// and sampled fields. An element is a constant of this type in a file of its own and one line in
/// kinds.h.
#ifndef GB_ELEMENTS_ELEMENT_H
#define GB_ELEMENTS_ELEMENT_H

#include "base/pack.h"
#include "constitutive/section.h"
#include "elements/node_fields.h"
#include "functions/function.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GB_ELEMENT_PARAMETERS = 48,         ///< most parameters of an element without a section
  GB_ELEMENT_NODES = 27,              ///< largest number of nodes of an element
  GB_ELEMENT_UNKNOWNS = 81,           ///< largest number of unknowns of an element
  GB_ELEMENT_ROWS = 8,                ///< largest number of constraint rows of an element
  GB_ELEMENT_SAMPLES = 18 * GB_PLIES, ///< largest number of samples of a field in an element
  GB_ELEMENT_TANGENT = 460,           ///< largest number of packs that products of an element share
  GB_ELEMENT_METRIC = 270,            ///< largest number of packs of an element's metric
  GB_ELEMENT_STRAINS = 72,            ///< largest number of strains of an element
  GB_ELEMENT_KEPT = 27                ///< largest number of values that an element keeps
};

/// Limits of validity of elements, see gb_element.excess.
typedef enum gb_bound {
  GB_BOUND_OFFSET, ///< shells with an offset: relative error of the stiffness due to bending
  GB_BOUND_TURN,   ///< given matrices: 4 (1 - cos) of the angle by which an end has turned
  GB_BOUNDS
} gb_bound;

/// Form of the constraints at a stage. A row is the sum of weight[k] times the k-th time derivative
/// of its constraint. Row and multiplier are scaled, so that the operator is well conditioned for
/// small steps and its row and column have similar sizes.
typedef struct gb_enforcement {
  double weight[3];
  double compliance; ///< times lambda, subtracted from the row; 0: the constraint is exact
  double column;     ///< the multiplier's unknown is lambda / column
  double row;        ///< factor of the residual's row, by the sigma of the stage
} gb_enforcement;

/// Fields and values that elements of a block take of their nodes.
typedef struct gb_element_unknowns {
  int size; ///< number of values of an element
  unsigned char fields[GB_ELEMENT_NODES], width[GB_ELEMENT_NODES]; ///< of each node
} gb_element_unknowns;

/// Input of a kernel for GB_LANES elements of one kind, apart from their state. The kernels borrow
/// it. Any parameter may be a design.
typedef struct gb_element_input {
  int nodes;
  const gb_element_unknowns *unknowns;
  const gb_geometry (*position)[3]; ///< reference positions, [nodes]
  /// Reference directors, [nodes]. `second` and `third` are the further directors of frames, for
  /// nodes whose frames the element uses.
  const gb_geometry (*director)[3], (*second)[3], (*third)[3];
  int parameters;
  /// Values in the order of the element's parameter names. If the layup is tapered, [nodes] ratios
  /// follow: the thickness at each node divided by the thickness of the layup, or the factor of the
  /// temperature of a solid at each node.
  const gb_pack *parameter;
  const gb_layup *layup; ///< plies of a section, whose numbers are the last parameters; NULL: none
  const gb_section *section, ///< section for these parameters; NULL: compute it in each call
      *section_by; ///< derivative of the section by the requested parameter; NULL: compute it
  const gb_geometry
      *axis;         ///< axis of the material, [3], to be projected onto the surface; NULL: none
  const void *table; ///< table that the element's `tables` wrote, or its gb_joint or gb_force_law;
                     ///< it contains no gb_scalar
  const gb_geometry *metric; ///< metric that `metric` wrote; NULL: compute it in each call
  double gravity[3];         ///< gravity at the state's time
  double t;                  ///< time of the state
  const gb_enforcement *enforcement;
} gb_element_input;

/// How fields of first order enter the residual.
typedef enum gb_rate_form {
  GB_RATES_MARCH,   ///< v is their value and a its rate
  GB_RATES_KEPT,    ///< they keep their value in an equilibrium: R = q
  GB_RATES_IMPULSE, ///< inertia alone acts, of any element: R = a
} gb_rate_form;

/// Increments q from the reference and their rates v and a, each [values]: first the values of the
/// fields that the element uses at its first node, then at the second, and so on.
typedef struct gb_element_state {
  const gb_pack *q, *v, *a;
  const gb_pack
      *strain; ///< strains that the element's `strains` wrote; NULL: compute them in each call
  bool linear; ///< linear statics: strains, elongations and angles are evaluated as linear in q
  bool small;  ///< stresses are those for small strains; `linear` implies it
  gb_rate_form rates;
  /// The memory of elements that have one: q at the beginning of the step, [values], then the
  /// values that `remember` wrote there, [keeps]; zeros at the beginning of a march.
  const gb_pack *memory;
} gb_element_state;

/// Orientation of a shell at one of its nodes, by the real parts of the state. n is the present
/// area vector x,1 x x,2, N the area vector of the reference.
typedef struct gb_orientation {
  gb_geometry front; ///< d.n (D.N) / |N|^2: positive if the director is on its side of the surface
  gb_geometry
      even; ///< n.(sum of n at all nodes) / |N|^2: positive unless the corner is folded over
  gb_geometry size;    ///< |n|^2 / |N|^2
  gb_geometry share;   ///< |N|^2 divided by the square of the mean; small: the corner has no normal
  gb_geometry upright; ///< cosine of the angle between the director and the element's mean normal
  gb_geometry director[3]; ///< unit director, in axes that turn with the element
} gb_orientation;

/// An element. All functions are local, allocate nothing and add into their outputs unless they are
/// marked "overwrites".
typedef struct gb_element {
  const char *name; ///< name in the counts of `gimbal check`
  /// Bits of the fields that the element uses at each node (node_fields.h); 0: the same as at the
  /// node before.
  unsigned char fields[GB_ELEMENT_NODES];
  bool symmetric;     ///< the Jacobian is symmetric
  bool massive;       ///< R depends on a
  bool damped;        ///< R depends on v
  bool constrained;   ///< the element has multipliers: the Jacobian depends on v and a too
  bool reactive;      ///< R depends on multipliers of a constrained element
  unsigned uncoupled; ///< bits of nodes that no entry of the Jacobian couples with each other
  bool constant;      ///< a dead load: R depends only on time and parameters; jacobian is NULL
  bool turning;       ///< a load that depends on the rotation of the nodes on which it acts
  /// The element uses its reference apart from q: where designs change the reference, it gets the
  /// changed positions and directors, and q from there. Other elements use the sum of both.
  bool uses_reference;
  const char *parameter[GB_ELEMENT_PARAMETERS]; ///< parameters before the numbers of a section
  size_t table_size; ///< size in bytes of the constants of the reference element, made once
  void (*tables)(void *table);
  /// Data of the reference positions that the kernels need, computed once (overwrites), at most
  /// GB_ELEMENT_METRIC packs by `table`; NULL: none.
  int (*metric_size)(const void *table);
  void (*metric)(const gb_element_input *, gb_geometry metric[]);

  /// r[values] += R(a, v, q); r is minus the force that the element exerts.
  void (*residual)(const gb_element_input *, const gb_element_state *, gb_pack r[]);
  /// J[row][column] += sigma0 R_q + sigma1 R_v + sigma2 R_a, row-major; columns of multipliers
  /// without sigma.
  void (*jacobian)(const gb_element_input *, const gb_element_state *, const double sigma[3],
                   gb_pack J[]);
  /// y[count][unknowns] += (sigma0 R_q + sigma1 R_v + sigma2 R_a) x or its transpose; NULL: by
  /// `tangent` or `jacobian`.
  void (*product)(const gb_element_input *, const gb_element_state *, const double sigma[3],
                  bool transpose, int count, const gb_pack x[], gb_pack y[]);
  /// Products by a symmetric Jacobian in two steps, in place of `product`. `tangent` computes the
  /// data that products at one state and sigma share (overwrites); `tangent_size` is their number
  /// of packs, at most GB_ELEMENT_TANGENT. `tangent_product` uses these data and the same sigma; it
  /// does not read the state.
  int (*tangent_size)(const void *table, const gb_layup *layup);
  void (*tangent)(const gb_element_input *, const gb_element_state *, const double sigma[3],
                  gb_pack tangent[]);
  void (*tangent_product)(const gb_element_input *, const double sigma[3], const gb_pack tangent[],
                          int count, const gb_pack x[], gb_pack y[]);
  /// r += dR/d parameter[k]; NULL: by complex step of `residual` (elements/derived/parameter.h).
  void (*parameter_residual)(const gb_element_input *, const gb_element_state *, int k,
                             gb_pack r[]);

  /// Phi, Phi' and Phi'' of each row of a constrained element, unscaled, [GB_ELEMENT_ROWS][3]
  /// (overwrites). @return the number of rows; NULL: the element is not constrained
  int (*rows)(const gb_element_input *, const gb_element_state *, gb_pack level[][3]);

  /// Orientation of a shell at each node, at[nodes] (overwrites): only the directors if `directors`
  /// is true, otherwise only the other values. NULL: the element is no shell.
  void (*orientation)(const gb_element_input *, const gb_element_state *, bool directors,
                      gb_orientation at[]);

  /// Numbers that are positive in admissible states, by the real parts, [GB_ELEMENT_ROWS]
  /// (overwrites). Constrained elements: their dot products vanish also half a turn away. Beams:
  /// the derivative of the moment by the rotation between two nodes, which is negative if the
  /// element folds. @return the number of values; NULL: none
  int (*sides)(const gb_element_input *, const gb_element_state *, gb_geometry side[]);

  /// Ratio of a state to the element's bound, by the real parts (overwrites). NULL: no bound.
  void (*excess)(const gb_element_input *, const gb_element_state *, gb_geometry *ratio);
  gb_bound bound;

  /// For laws with kinks: bits of the sides on which the law is, by the real parts of the state,
  /// side[GB_LANES]. NULL: no kinks.
  void (*kinks)(const gb_element_input *, const gb_element_state *, uint64_t side[]);

  /// For elements with a memory: number of values that an element keeps from step to step; 0: this
  /// one keeps none. NULL: no element of the kind keeps any.
  int (*keeps)(const gb_element_input *);
  /// Compute these values at the end of a step, from its state, kept[keeps] (overwrites). Forces
  /// in a step depend on the values at its beginning, which `memory` of the state has.
  void (*remember)(const gb_element_input *, const gb_element_state *, gb_pack kept[]);
  /// energy += what the element dissipates in the step that ends at the state, beside the power of
  /// its forces that depend on v.
  void (*spend)(const gb_element_input *, const gb_element_state *, gb_pack *energy);

  /// For contacts: depth and normal force at each node, [nodes] (overwrites). The force is by
  /// length of lines and by area of faces, and zero at the frame of a surface. NULL: no contact.
  void (*touch)(const gb_element_input *, const gb_element_state *, gb_pack depth[],
                gb_pack load[]);

  // The fields of an element with a section follow from these five functions
  // (elements/derived/fields.h). Its strain points are the samples of the energy.

  /// Strains of the section at the points, [points][strains], at most GB_ELEMENT_STRAINS
  /// (overwrites); NULL: the element has no such section.
  void (*strains)(const gb_element_input *, const gb_element_state *, gb_pack strain[]);
  /// bar[count][unknowns] += S dE/dq for the derivatives S[count][points][strains] by the strains.
  void (*strain_product)(const gb_element_input *, const gb_element_state *, int count,
                         const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]);
  /// dE/d parameter[k], [points][strains] (overwrites); NULL: zero, unless `strains_vary`.
  void (*strain_change)(const gb_element_input *, const gb_element_state *, int k, gb_pack dE[]);
  /// Ratio of the strain energy of the element to its area times the energy of the strains at its
  /// only point; it depends on parameters and the reference alone. Derivatives of fields by
  /// parameters are then by complex step. NULL: 1.
  gb_pack (*energy_ratio)(const gb_element_input *);
  bool strains_vary; ///< strains depend on parameters, by which fields are differentiated by
                     ///< complex step
  /// Area weights of the points, or of the samples of the mass if the field is the mass
  /// (overwrites).
  void (*areas)(const gb_element_input *, gb_field field, gb_geometry area[]);

  /// Number of samples of each field, of failure for each index of the section; 0: the element does
  /// not have the field. See gb_sample_count.
  int samples[GB_FIELDS];
  /// The number of samples of each of its fields, if it depends on the input; NULL: by `samples`.
  int (*sample_count)(const gb_element_input *);
  /// f[samples] and area weights [samples] of a field (overwrites); NULL: by the strains.
  void (*sample)(const gb_element_input *, const gb_element_state *, gb_field field, gb_pack f[],
                 gb_geometry area[]);
  /// bar[count][unknowns] += g[count][samples] df/dq; NULL: the fields do not depend on q.
  void (*sample_product)(const gb_element_input *, const gb_element_state *, gb_field field,
                         int count, const gb_pack g[], gb_pack bar[]);
  /// df[samples] = df/d parameter[k] (overwrites); NULL: by complex step of `sample`.
  void (*sample_parameter)(const gb_element_input *, const gb_element_state *, gb_field field,
                           int k, gb_pack df[]);

  /// The element for the damping of the material: it has the same nodes and tables, and its section
  /// is the viscosity. NULL: no damping.
  const struct gb_element *damping;
} gb_element;

/// Find the fields and values that an element takes of its nodes. Overwrites `out`.
/// @param multipliers  number of multipliers at the node of the element that has them
static inline void gb_element_take(const gb_element *element, int nodes, int multipliers,
                                   gb_element_unknowns *out) {
  *out = (gb_element_unknowns){0};
  for (int a = 0; a < nodes; a++) {
    const int fields = element->fields[a] ? element->fields[a] : out->fields[a - 1];
    const int more = fields & GB_MULTIPLIERS ? multipliers : 0;
    const int width = gb_field_values((unsigned)fields) + more;
    out->fields[a] = (unsigned char)fields;
    out->width[a] = (unsigned char)width;
    out->size += width;
  }
}

/// @return the number of samples of a field. Failure has a sample for each index of the section.
static inline int gb_sample_count(const gb_element *element, const gb_element_input *in,
                                  gb_field field) {
  if (element->samples[field] > 0 && element->sample_count) return element->sample_count(in);
  return element->samples[field] *
         (field == GB_FIELD_FAILURE && in->layup ? gb_layup_indices(in->layup) : 1);
}

/// @return the number of parameters before the numbers of a section
static inline int gb_leading_parameters(const gb_element *element) {
  int count = 0;
  while (count < GB_ELEMENT_PARAMETERS && element->parameter[count]) count++;
  return count;
}

/// Whether the Jacobian may have entries between two nodes of an element.
static inline bool gb_couples(const gb_element *element, int a, int b) {
  return !(element->uncoupled >> a & element->uncoupled >> b & 1);
}

/// @return the number of values in `parameter`, with the ratios of thicknesses
static inline int gb_input_values(const gb_element_input *in) {
  return in->parameters + (in->layup && in->layup->tapered ? in->nodes : 0);
}

/// @return the section of an element, or its derivative by parameter[k]: the one of the input if
/// there is one, otherwise computed in `own`
const gb_section *gb_input_section(const gb_element_input *in, gb_section *own);
const gb_section *gb_input_section_by(const gb_element_input *in, int k, gb_section *own);

#endif

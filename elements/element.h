/// Interface of elements: residual, the sigma-combined Jacobian, products, parameter derivatives
/// and sampled fields. An element is a constant of this type in a file of its own and one line in
/// kinds.h.
#ifndef GB_ELEMENTS_ELEMENT_H
#define GB_ELEMENTS_ELEMENT_H

#include "base/pack.h"
#include "constitutive/section.h"
#include "elements/kinds.h"
#include "elements/node_fields.h"
#include "functions/function.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GB_ELEMENT_NODES = 9,               ///< most nodes of an element
  GB_ELEMENT_UNKNOWNS = 54,           ///< most unknowns of an element
  GB_ELEMENT_ROWS = 8,                ///< most rows of constraints of an element
  GB_ELEMENT_SAMPLES = 18 * GB_PLIES, ///< most sampling points of a field in an element
  GB_ELEMENT_TANGENT = 460,           ///< most packs that products of an element share
  GB_ELEMENT_METRIC = 180,            ///< most packs of an element's metric
  GB_ELEMENT_STRAINS = 72             ///< most strains of an element
};

/// Bounds of what elements are made for, see gb_element.excess: the pull of a beam by that at which
/// an element of its length bends by itself, and the part of its stiffness by which a shell beside
/// its nodes is wrong where it bends.
typedef enum gb_bound { GB_BOUND_PULL, GB_BOUND_OFFSET, GB_BOUNDS } gb_bound;

/// How constraints count at a point: their rows are the sum of weight[k] times their k-th
/// derivative in time; row and multiplier are scaled, so that the operator stays well conditioned
/// for small steps and that row and column are alike.
typedef struct gb_enforcement {
  double weight[3];
  double compliance; ///< times lambda, is taken off the row: 0 where the constraint holds
  double column;     ///< the multiplier's unknown is lambda / column
  double row;        ///< of the residual's row, by the sigma of the point
} gb_enforcement;

/// GB_LANES elements of one kind, all but their state. Borrowed by the kernels. Any parameter may
/// be a design.
typedef struct gb_element_input {
  int nodes;
  const gb_geometry (*position)[3]; ///< reference, [nodes]
  /// Reference directors, [nodes]; second and third of frames, of those nodes of which the element
  /// takes them.
  const gb_geometry (*director)[3], (*second)[3], (*third)[3];
  int parameters;
  const gb_pack *parameter;  ///< in the order of the element's parameter names
  const gb_layup *layup;     ///< of a section, whose numbers are the last parameters; NULL: none
  const gb_section *section, ///< by the parameters; NULL: it is worked out each time
      *section_by;           ///< likewise by the parameter that is asked for
  const gb_geometry *axis;   ///< the material's, [3], which the surface sees projected; NULL: none
  const void *table; ///< what the element's `tables` wrote, or its gb_joint or gb_force_law; holds
                     ///< no gb_scalar
  const gb_geometry *metric; ///< what its `metric` wrote; NULL: it is worked out each time
  double gravity[3];         ///< at the state's time
  double t;                  ///< the state's time
  const gb_enforcement *enforcement;
} gb_element_input;

/// Increments from the reference and their rates, each [values]: those of the
/// fields that the element takes of its first node, then of the second, and so on.
typedef struct gb_element_state {
  const gb_pack *q, *v, *a;
  const gb_pack *strain; ///< what the element's `strains` wrote; NULL: it is worked out each time
  bool linear; ///< linear statics: strains, elongations and angles are evaluated as linear in q
} gb_element_state;

/// How a shell lies at one of its nodes, by the real parts of the state: n is the present area
/// vector x,1 x x,2, N the reference's.
typedef struct gb_orientation {
  gb_geometry front;       ///< d.n (D.N) / |N|^2: positive where the director is on its side
  gb_geometry even;        ///< n.(sum of all nodes' n) / |N|^2: positive unless it is turned over
  gb_geometry size;        ///< |n|^2 / |N|^2
  gb_geometry share;       ///< |N|^2 by the square of the mean; small: the corner has no normal
  gb_geometry upright;     ///< cosine of the director and the element's mean normal
  gb_geometry director[3]; ///< unit director, in axes that turn with the element
} gb_orientation;

/// All functions are local, allocate nothing and add into their outputs.
typedef struct gb_element {
  const char *name; ///< as `gimbal check` counts them
  /// Bits of the fields that it takes of each node, which lie side by side there (node_fields.h);
  /// 0: those of the node before.
  unsigned char fields[GB_ELEMENT_NODES];
  bool symmetric;     ///< its Jacobian
  bool massive;       ///< R depends on a
  bool damped;        ///< R depends on v
  bool constrained;   ///< has multipliers: its Jacobian depends on v and a too
  bool reactive;      ///< R depends on multipliers of a constrained element
  unsigned uncoupled; ///< bits of nodes between any of which the Jacobian vanishes
  bool constant;      ///< a dead load: R depends on time and parameters alone; jacobian is NULL
  bool turning;       ///< a load that depends on how what it acts on has turned
  /// The element uses its reference apart from q: where designs change the reference, it gets the
  /// changed positions and directors, and q from there. Other elements use the sum of both.
  bool uses_reference;
  const char *parameter[GB_ELEMENT_PARAMETERS]; ///< those before the numbers of a section
  size_t table_size; ///< bytes; constants of the reference element, made once
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
  /// In place of `product`, of a symmetric Jacobian in two steps: what products at one state and
  /// sigma share (overwrites), at most GB_ELEMENT_TANGENT packs by `table` and layup, and products
  /// by it with the same sigma, which do not look at the state.
  int (*tangent_size)(const void *table, const gb_layup *layup);
  void (*tangent)(const gb_element_input *, const gb_element_state *, const double sigma[3],
                  gb_pack tangent[]);
  void (*tangent_product)(const gb_element_input *, const double sigma[3], const gb_pack tangent[],
                          int count, const gb_pack x[], gb_pack y[]);
  /// r += dR/d parameter[k]; NULL: by complex step of `residual` (elements/parameter.h).
  void (*parameter_residual)(const gb_element_input *, const gb_element_state *, int k,
                             gb_pack r[]);

  /// Phi, Phi' and Phi'' of each row of a constrained element, unscaled, [GB_ELEMENT_ROWS][3]
  /// (overwrites). @return how many rows; NULL: is not constrained
  int (*rows)(const gb_element_input *, const gb_element_state *, gb_pack level[][3]);

  /// Orientation of a shell at each node, at[nodes] (overwrites): only the directors if `directors`
  /// is true, otherwise only the other values. NULL: the element is no shell.
  void (*orientation)(const gb_element_input *, const gb_element_state *, bool directors,
                      gb_orientation at[]);

  /// Numbers that are positive where the element is as it is meant, by the real parts,
  /// [GB_ELEMENT_ROWS] (overwrites): of a constrained one, whose products of vectors also vanish
  /// half a turn from there; of a beam the slope of its moment
  /// by the turn between two nodes, negative where it folds up. @return how many; NULL: none
  int (*sides)(const gb_element_input *, const gb_element_state *, gb_geometry side[]);

  /// Ratio of a state to the element's bound, by the real parts (overwrites). NULL: no bound.
  void (*excess)(const gb_element_input *, const gb_element_state *, gb_geometry *ratio);
  gb_bound bound;

  /// For laws with kinks: bits of the sides on which the law is, by the real parts of the state,
  /// side[GB_LANES]. NULL: no kinks.
  void (*kinks)(const gb_element_input *, const gb_element_state *, uint64_t side[]);

  // The fields of an element with a section follow from these four functions (elements/fields.h).
  // Its strain points are the samples of the energy.

  /// Strains of the section at the points, [points][strains], at most GB_ELEMENT_STRAINS
  /// (overwrites); NULL: it has no such section.
  void (*strains)(const gb_element_input *, const gb_element_state *, gb_pack strain[]);
  /// bar[count][unknowns] += S dE/dq for the derivatives S[count][points][strains] by the strains.
  void (*strain_product)(const gb_element_input *, const gb_element_state *, int count,
                         const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]);
  /// dE/d parameter[k], [points][strains] (overwrites); NULL: zero.
  void (*strain_change)(const gb_element_input *, const gb_element_state *, int k, gb_pack dE[]);
  /// Area weights of the points, or of the samples of the mass where that is the field
  /// (overwrites).
  void (*areas)(const gb_element_input *, gb_field field, gb_geometry area[]);

  /// Sampling points of each field, of failure in a section of one ply; 0: does not have it. See
  /// gb_sample_count.
  int samples[GB_FIELDS];
  /// f[samples] and area weights [samples] of a field (overwrites); NULL: by the strains.
  void (*sample)(const gb_element_input *, const gb_element_state *, gb_field field, gb_pack f[],
                 gb_geometry area[]);
  /// bar[count][unknowns] += g[count][samples] df/dq; NULL: the fields do not depend on q.
  void (*sample_product)(const gb_element_input *, const gb_element_state *, gb_field field,
                         int count, const gb_pack g[], gb_pack bar[]);
  /// df[samples] = df/d parameter[k] (overwrites); NULL: by complex step of `sample`.
  void (*sample_parameter)(const gb_element_input *, const gb_element_state *, gb_field field,
                           int k, gb_pack df[]);

  /// The damping of its material, an element on the same nodes with the same tables, whose section
  /// is the viscosity; NULL: has none.
  const struct gb_element *damping;
} gb_element;

/// The fields that an element takes of one of its nodes.
static inline unsigned gb_element_fields(const gb_element *element, int node) {
  while (element->fields[node] == 0) node--;
  return element->fields[node];
}

/// Values of an element of so many nodes.
static inline int gb_element_values(const gb_element *element, int nodes) {
  int vectors = 0;
  for (int a = 0; a < nodes; a++) vectors += gb_field_vectors(gb_element_fields(element, a));
  return 3 * vectors;
}

/// Sampling points of a field: failure has those of each ply, or of each point of a beam's section.
static inline int gb_sample_count(const gb_element *element, const gb_layup *layup,
                                  gb_field field) {
  return element->samples[field] *
         (field == GB_FIELD_FAILURE && layup ? gb_layup_points(layup) : 1);
}

/// The parameters before the numbers of a section.
static inline int gb_leading_parameters(const gb_element *element) {
  int count = 0;
  while (count < GB_ELEMENT_PARAMETERS && element->parameter[count]) count++;
  return count;
}

/// Whether the Jacobian may have entries between two nodes of an element.
static inline bool gb_couples(const gb_element *element, int a, int b) {
  return !(element->uncoupled >> a & element->uncoupled >> b & 1);
}

/// The section of an element, and its derivative by parameter[k]: what came with the element, or
/// else worked out now, in `own`.
const gb_section *gb_input_section(const gb_element_input *in, gb_section *own);
const gb_section *gb_input_section_by(const gb_element_input *in, int k, gb_section *own);

/// All elements, by kind.
extern const gb_element *const gb_elements[GB_ELEMENT_KINDS];

/// The element of a kind, or the damping of its material where the layup is the damping's.
static inline const gb_element *gb_element_of(gb_element_kind kind, const gb_layup *layup) {
  return layup && layup->damping ? gb_elements[kind]->damping : gb_elements[kind];
}

#endif

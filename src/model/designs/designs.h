/// Designs of a model. Constant after creation. They are the same on every rank, except that the
/// fields of a rank with a subdomain have neither elements nor weights.
#ifndef GB_MODEL_DESIGNS_DESIGNS_H
#define GB_MODEL_DESIGNS_DESIGNS_H

#include "constitutive/section.h"
#include "model/designs/design_fields.h"
#include "problem/numbers.h"

/// A design with its name in results.
typedef struct gb_design {
  char *name;
  int entry;           ///< entry of `designs` in the problem
  int64_t node;        ///< number of the node at which it is; 0: it is at no node
  int axis;            ///< of a design at a node: 0, 1 or 2
  gb_node_design kind; ///< of a design at a node
  double value, lower, upper;
  double built; ///< value with which the model's parameters were built; differs from `value` only
                ///< if a thickness entry gives values
} gb_design;

/// A number of the problem that is a design.
typedef struct gb_varying_number {
  const double *number;
  int design;
} gb_varying_number;

/// Whether a design is a number of a motion that a support prescribes at a node.
static inline bool gb_design_is_motion(const gb_design *design) {
  return design->kind >= GB_NODE_DISPLACEMENT;
}

/// Index of the first value and of the first moment of a control in gb_design_set.value; -1: not a
/// design, or no moments.
typedef struct gb_control_designs {
  int node, moment;
} gb_control_designs;

/// Index of the varying value of a ply's number for each mesh element. A solid has one ply, whose
/// number is its relative density.
typedef struct gb_element_designs {
  int ply;
  bool angle;       ///< the number is the angle of the ply; else its first number
  int32_t *element; ///< index in gb_design_set.value, -1: none, [elements of the mesh]
} gb_element_designs;

/// A design of elements of the mesh: of the thickness of shells, of a number of their plies, or of
/// the relative density of solids.
typedef struct gb_element_design {
  int entry;     ///< of `designs`
  int64_t label; ///< property of the elements of a patch, number of a single element, place of a
                 ///< control point, or 0
  double built;  ///< value of its elements
} gb_element_design;

/// The designs of elements that rank 0 finds in the whole mesh, for a subdomain.
typedef struct gb_mesh_designs {
  int count, width, parts;   ///< `width` and `parts` are as in gb_design_set
  gb_element_design *design; ///< designs of elements, [count]
  gb_element_designs *part;  ///< numbers that vary by elements of the subdomain, [parts]
  double *value, *built;     ///< as in gb_design_set, [width]
} gb_mesh_designs;

/// Varying values are the designs, followed by moments of controls and element values of fields,
/// which depend on designs. Derivatives are computed as if all were independent;
/// gb_design_set_extend and gb_design_set_fold apply the dependence.
typedef struct gb_design_set {
  int count;
  gb_design *design;           ///< [count]
  int width;                   ///< number of varying values: designs, then moments, then fields
  double *value;               ///< values of the case, [width]
  double *built;               ///< values with which the model's parameters were built, [width]
  const gb_problem *problem;   ///< borrowed
  gb_control_designs *control; ///< indices of each control
  int numbers;
  gb_varying_number *number;                 ///< [numbers]
  gb_index addresses;                        ///< index of `number` by address
  GB_LIST_OF(gb_element_design) of_elements; ///< while the model is built
  int parts;
  gb_element_designs *part; ///< numbers that vary by elements, [parts], while the model is built
  int fields;
  gb_design_field *field; ///< [fields]
  double mass; ///< mass of shells and solids with the values of design entries minus that with
               ///< the thicknesses of `shells` and the relative densities of `solids`
} gb_design_set;

/// Find the designs of a problem. Local. errors: those of designs, with the entry's position;
/// GB_FILE
int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error);

/// Forget what exists only while the model is built. Local.
void gb_design_set_close(gb_design_set *designs);

/// Check that the numbers of each entry fit together with these values of the designs, [count].
/// Local. errors: GB_WRONG_DESIGN_VALUES
int gb_design_set_check(const gb_design_set *designs, const double value[], gb_error *error);
/// Refuse a bound that excludes all values of the other numbers of a section or a body. Local.
/// errors: GB_WRONG_DESIGN_VALUES
int gb_design_set_check_bounds(const gb_design_set *designs, gb_error *error);

/// Compute along[count] .. along[width - 1], the changes of moments and fields, from the changes of
/// the designs along[count]. Every rank passes the same changes. Collective over comm, the
/// communicator of the model: rank 0 alone has the weights of fields. errors: GB_FILE
int gb_design_set_extend(const gb_design_set *designs, MPI_Comm comm, double along[],
                         gb_error *error);
/// gradient[width]: add to the derivatives by designs, the first `count`, those through moments and
/// fields. Every rank passes the same derivatives. Collective, as gb_design_set_extend. errors:
/// GB_FILE
int gb_design_set_fold(const gb_design_set *designs, MPI_Comm comm, double gradient[],
                       gb_error *error);

/// @return the design that a number of the problem represents, or -1
int gb_design_of(const gb_design_set *designs, const double *number);
/// @return the index, among the numbers of a section law, of the number that varies by elements
static inline int gb_element_designs_number(const gb_element_designs *part, const gb_layup *layup) {
  const gb_law_number *numbers = gb_section_laws[layup->kind]->ply;
  return gb_layup_ply(layup, part->ply) + (part->angle ? gb_law_number_find(numbers, "angle") : 0);
}

#endif

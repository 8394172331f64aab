/// Equations of a model: the components of unconstrained vectors that each contains, and their
/// names. Source: docs/theory.md, the section on equations.
#ifndef GB_MODEL_CONSTRAINTS_EQUATION_ROWS_H
#define GB_MODEL_CONSTRAINTS_EQUATION_ROWS_H

#include "model/topology/topology.h"

/// @return the index in the problem of the equation that a node represents
int gb_equation_entry(const gb_topology *t, int32_t node);
/// Describe an equation: "plate.yaml:8: equations[2]: equation 'gear'".
void gb_equation_words(const gb_topology *t, int entry, size_t size, char *text);

/// @return the factor by which the equation of a node is multiplied so that its largest weight is
///   1; it is stored as the x coordinate of the node
double gb_equation_scale(const gb_topology *t, int32_t node);

/// A term of an equation: weight times component `axis` of a vector that is not tied.
typedef struct gb_equation_part {
  int32_t node;
  unsigned field;
  int axis;
  double weight;
} gb_equation_part;

/// Call `visit` for each term of the equation of a node, with ties resolved. One vector may occur
/// several times.
void gb_equation_visit(const gb_topology *t, int32_t node,
                       void (*visit)(void *context, const gb_equation_part *part), void *context);

/// Compute the weights of a node's director increments for the rotation about a vector, by least
/// squares: theta = G^-1 sum_k D_k x delta_k, G = sum_k |D_k|^2 I - D_k D_k^T. Local.
/// @return false: the directors do not determine this rotation
bool gb_equation_rotation(const gb_topology *t, int32_t node, const double about[3],
                          double weight[3][3]);

#endif

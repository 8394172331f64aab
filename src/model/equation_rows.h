/// The equations of a model: which components of nodes with unknowns each adds up, and what it says
/// at its nodes. Source: docs/theory.md, the section on equations.
#ifndef GB_MODEL_EQUATION_ROWS_H
#define GB_MODEL_EQUATION_ROWS_H

#include "model/topology.h"

/// The entry of an equation's node: its number in the problem.
int gb_equation_entry(const gb_topology *t, int32_t node);
/// "plate.yaml:8: equations[2]: equation 'gear'".
void gb_equation_words(const gb_topology *t, int entry, size_t size, char *text);

/// The number by which the equation of a node is multiplied, so that its largest weight is 1: its
/// value has it too. The node keeps it as its position.
double gb_equation_scale(const gb_topology *t, int32_t node);

/// A part of an equation: weight times component `axis` of a vector that is not tied.
typedef struct gb_equation_part {
  int32_t node;
  unsigned field;
  int axis;
  double weight;
} gb_equation_part;

/// Show the parts of the equation of a node, ties being followed to their ends. One vector may be
/// shown several times.
void gb_equation_visit(const gb_topology *t, int32_t node,
                       void (*visit)(void *context, const gb_equation_part *part), void *context);

/// The weights of increments of the directors of a node for the rotation about a vector that fits
/// them best: theta = G^-1 sum_k D_k x delta_k, G = sum_k |D_k|^2 - D_k D_k^T. Local.
/// @return false: the directors do not tell this rotation
bool gb_equation_rotation(const gb_topology *t, int32_t node, const double about[3],
                          double weight[3][3]);

#endif

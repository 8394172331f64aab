/// The matrix that a factor is made of: entries of the sigma-combined operator's symmetric part in
/// the unknowns, or in turned unknowns without the directors' stretch. At a node whose director is
/// free, its three unknowns turn into two across the director and one along it. The nodal penalty
/// holds that one, which couples with the others by curvature (thickness / radius) alone: a
/// preconditioner may take its diagonal, and the factor has five unknowns a node in place of six,
/// two thirds of the entries. Source: docs/theory.md, the section on preconditioners.
#ifndef GB_ANALYSIS_FACTOR_MATRIX_H
#define GB_ANALYSIS_FACTOR_MATRIX_H

#include "analysis/assembly.h"
#include "analysis/nodal.h"
#include "solve/linear.h"

typedef struct gb_factor_matrix gb_factor_matrix;

/// What belongs to one factor: axes of the free directors at its state, and the stretches'
/// diagonal.
typedef struct gb_stretch {
  double (*axis)[3][3]; ///< two across the director, then the director, [nodes]; zero: not free
  gb_scalar *diagonal;  ///< [owned unknowns], set where an unknown is a stretch
} gb_stretch;

/// @param pairs borrowed
/// @param apart leave the stretches out
/// Collective.
int gb_factor_matrix_create(const gb_model *model, gb_nodal *nodal, const gb_node_pairs *pairs,
                            bool apart, gb_factor_matrix **out, gb_error *error);
void gb_factor_matrix_destroy(gb_factor_matrix **matrix);
const gb_linear_pattern *gb_factor_matrix_pattern(const gb_factor_matrix *matrix);

/// Entries in the pattern's order, allocated for the caller to free, and the stretch that belongs
/// to them. Collective. errors: GB_SINGULAR where a stretch is not held
int gb_factor_matrix_assemble(gb_factor_matrix *matrix, gb_assembly *assembly,
                              const gb_nodal_state *state, const double sigma[3],
                              gb_stretch *stretch, gb_scalar **values, gb_error *error);
void gb_stretch_free(gb_stretch *stretch);

/// x <- A^-1 x by the factor of the matrix, [count][owned unknowns]. Collective.
int gb_factor_matrix_solve(gb_factor_matrix *matrix, const gb_stretch *stretch, gb_linear *factor,
                           int count, gb_scalar x[], gb_error *error);

#endif

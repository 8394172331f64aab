/// The matrix that a factor is made of: entries of the sigma-combined operator in the unknowns, of
/// one that is not small its symmetric part. A light factor leaves the directors' extensions out:
/// five unknowns a node in place of six, two thirds of the entries. That of a flat shell leaves out
/// what couples membrane and bending too: two matrices side by side, half of the entries again.
/// Source: docs/theory.md, the section on preconditioners.
#ifndef GB_SYSTEM_FACTOR_MATRIX_H
#define GB_SYSTEM_FACTOR_MATRIX_H

#include "solve/linear.h"
#include "system/assembly.h"
#include "system/nodal.h"

typedef struct gb_factor_matrix gb_factor_matrix;

/// Directors turned into two unknowns across them and their extension, which a factor may leave
/// out. At a node whose director is free the nodal penalty holds the extension, which couples with
/// the others by curvature (thickness / radius) alone: its diagonal does for a preconditioner. What
/// belongs to one factor: axes of the free directors at its state, and the extensions' diagonal.
typedef struct gb_extensions {
  double (*axis)[3][3]; ///< two across the director, then the director, [nodes]; zero: not free
  gb_scalar *diagonal;  ///< [owned unknowns], set where an unknown is an extension
  gb_arena memory;      ///< of both
} gb_extensions;

/// What is left out.
typedef enum gb_factor_kind {
  GB_FACTOR_WHOLE, ///< nothing
  GB_FACTOR_LIGHT, ///< the directors' extensions
  GB_FACTOR_FLAT,  ///< these, and what couples membrane and bending
  GB_FACTOR_KINDS
} gb_factor_kind;

/// @param pairs borrowed
/// Collective. *out is NULL where the model is not of this kind.
int gb_factor_matrix_create(gb_assembly *assembly, gb_nodal *nodal, const gb_node_pairs *pairs,
                            gb_factor_kind kind, gb_factor_matrix **out, gb_error *error);
void gb_factor_matrix_destroy(gb_factor_matrix **matrix);
const gb_linear_pattern *gb_factor_matrix_pattern(const gb_factor_matrix *matrix);

/// Find the entries of J in the pattern's order, in memory of the arena or of the matrix, and the
/// extensions that belong to them, which are empty before. Collective. errors: GB_SINGULAR: no
/// shell resists a change of a director's length
int gb_factor_matrix_assemble(gb_factor_matrix *matrix, gb_assembly *assembly,
                              const gb_nodal_operator *J, gb_extensions *extensions,
                              gb_arena *arena, gb_scalar **values, gb_error *error);

/// How strongly membrane and bending were coupled by the entries that the last assembly left out
/// (see gb_flatness_coupling); 0: nothing was left out.
double gb_factor_matrix_coupling(const gb_factor_matrix *matrix);

/// x <- A^-1 x or A^-T x by the factor of the matrix, [count][owned unknowns]. Collective.
int gb_factor_matrix_solve(gb_factor_matrix *matrix, const gb_extensions *extensions,
                           gb_linear *factor, bool transpose, int count, gb_scalar x[],
                           gb_error *error);

#endif

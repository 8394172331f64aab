/// Matrix of a factor: entries of the sigma-combined operator in the unknowns, or of its symmetric
/// part for larger models. A light factor leaves the director extensions out: five unknowns per
/// node instead of six, two thirds of the entries. For a flat shell, the coupling of membrane and
/// bending can also be left out: this gives two independent matrices and halves the entries again.
/// Source: docs/theory.md, the section on preconditioners.
#ifndef GB_SYSTEM_PRECONDITIONER_FACTOR_MATRIX_H
#define GB_SYSTEM_PRECONDITIONER_FACTOR_MATRIX_H

#include "solve/factor/linear.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/nodal.h"

typedef struct gb_factor_matrix gb_factor_matrix;

/// Local axes of free directors, with two unknowns across the director and one along it (the
/// extension), which a factor may leave out. At a node with a free director, the nodal penalty
/// determines the extension. Its coupling to other unknowns is proportional to thickness /
/// curvature radius, so its diagonal entry suffices for a preconditioner. Each factor has its own
/// extensions, at its state.
typedef struct gb_extensions {
  double (*axis)[3][3]; ///< two axes across the director, then the director, [nodes]; zero: the
                        ///< director is not free
  gb_scalar *diagonal;  ///< diagonal entries of the extensions, [owned unknowns]
  gb_arena memory;      ///< owns both arrays
} gb_extensions;

/// Parts of the operator that a factor leaves out.
typedef enum gb_factor_kind {
  GB_FACTOR_WHOLE, ///< nothing
  GB_FACTOR_LIGHT, ///< the director extensions
  GB_FACTOR_FLAT,  ///< the director extensions and the coupling of membrane and bending
  GB_FACTOR_APART, ///< the coupling of bodies by contacts that a search finds
  GB_FACTOR_KINDS
} gb_factor_kind;

/// Whether a factor leaves parts of shells out; it is then in single precision.
static inline bool gb_factor_is_light(gb_factor_kind kind) {
  return kind == GB_FACTOR_LIGHT || kind == GB_FACTOR_FLAT;
}

/// Create the pattern of a factor's matrix. `pairs` is borrowed. Collective. *out is NULL if `kind`
/// is GB_FACTOR_FLAT and the model is no flat shell. errors: GB_FILE
int gb_factor_matrix_create(gb_assembly *assembly, gb_nodal *nodal, const gb_node_pairs *pairs,
                            gb_factor_kind kind, gb_factor_matrix **out, gb_error *error);
/// Use another nodal map of the same model from now on. Local.
void gb_factor_matrix_move(gb_factor_matrix *matrix, gb_nodal *nodal);
/// Free a matrix; accepts NULL. Local.
void gb_factor_matrix_destroy(gb_factor_matrix **matrix);
/// @return the pattern from which factors of the matrix are created; valid as long as the matrix
const gb_linear_pattern *gb_factor_matrix_pattern(const gb_factor_matrix *matrix);

/// Let factors of the full precision count negative pivots; call it before the first is created.
void gb_factor_matrix_count_negative(gb_factor_matrix *matrix);

/// A term of a sum of operators.
typedef struct gb_factor_term {
  gb_nodal_state state;
  const double *sigma; ///< [3]
  double factor;       ///< of the entries between unknowns that are no multipliers
  double border;       ///< of the entries in the rows and columns of multipliers
} gb_factor_term;
/// A sum of operators, whose terms are opened one after another.
typedef struct gb_factor_sum {
  int terms;
  /// Gather the state of a term, which is valid until the next one is opened. Collective.
  int (*open)(void *context, int term, gb_factor_term *out, gb_error *error);
  void *context;
} gb_factor_sum;

/// Compute the entries of J in the order of the pattern, in memory of the arena or of the matrix,
/// and the extensions, which must be empty before. Collective. errors: GB_FILE; GB_SINGULAR: no
/// shell resists a change of a director's length
int gb_factor_matrix_assemble(gb_factor_matrix *matrix, gb_assembly *assembly,
                              const gb_nodal_operator *J, gb_extensions *extensions,
                              gb_arena *arena, gb_scalar **values, gb_error *error);
/// Compute the entries of a sum of operators, for a matrix of kind GB_FACTOR_WHOLE whose pattern is
/// not sparse. Collective. errors: GB_FILE; those of `open`
int gb_factor_matrix_sum(gb_factor_matrix *matrix, gb_assembly *assembly, const gb_factor_sum *sum,
                         gb_arena *arena, gb_scalar **values, gb_error *error);

/// Largest coupling of membrane and bending that the last assembly left out, see
/// gb_flatness_coupling; 0: nothing was left out.
double gb_factor_matrix_coupling(const gb_factor_matrix *matrix);

/// x <- A^-1 x or A^-T x by a factor of the matrix, for x[count][owned unknowns]. Collective.
int gb_factor_matrix_solve(gb_factor_matrix *matrix, const gb_extensions *extensions,
                           gb_linear *factor, bool transpose, int count, gb_scalar x[],
                           gb_error *error);

#endif

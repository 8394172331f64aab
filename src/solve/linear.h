/// A factor of a matrix over the ranks, used as a preconditioner: of a symmetric one sparse by
/// MUMPS (dmumps or zmumps by the scalar), symmetric or not, of a small one dense by LAPACK and of
/// few entries a row sparse by KLU.
#ifndef GB_SOLVE_LINEAR_H
#define GB_SOLVE_LINEAR_H

#include "base/arena.h"
#include "base/scalar.h"
#include "base/timer.h"
#include <stdint.h>

typedef struct gb_linear gb_linear;

/// Sizes up to which a dense factor costs less than a sparse one that is used twenty times;
/// measured by bench/dense-crossover.c.
enum { GB_DENSE_UNKNOWNS = 300 };

/// The places of entries in columns and the elimination order, which all sparse factors of one
/// pattern share.
typedef struct gb_linear_layout gb_linear_layout;

/// The entries that this rank contributes: one triangle, or all of a `whole` matrix; duplicates and
/// contributions of other ranks are summed. Borrowed; must outlive the factor.
typedef struct gb_linear_pattern {
  int32_t size;         ///< unknowns of all ranks
  int32_t first, owned; ///< this rank's unknowns are first .. first + owned - 1
  int64_t entries;
  bool whole;    ///< need not be symmetric; of more than GB_DENSE_UNKNOWNS by KLU
  bool sparse;   ///< few entries of a row are not zero: by KLU, however few unknowns
  bool definite; ///< as a rule positive definite: pivots, of any sign, are taken without a search
  bool counts;   ///< negative pivots are counted, for gb_linear_negative
  int *row, *column;          ///< 1-based global numbers, [entries]
  const int32_t *pivot_order; ///< rank 0: position of each unknown in the elimination, [size]
  gb_linear_layout **layout;  ///< where the first sparse factor puts it for all others, which must
                              ///< be destroyed before it; NULL: each has its own
} gb_linear_pattern;

/// Accepts NULL. Local.
void gb_linear_layout_destroy(gb_linear_layout **layout);

/// Arithmetic of a factor. A preconditioner in single precision takes half the memory and time; the
/// complex build has full precision alone.
typedef enum gb_precision { GB_PRECISION_FULL, GB_PRECISION_SINGLE } gb_precision;

/// Symbolic analysis. Collective. errors: GB_FILE when memory is short
int gb_linear_create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_precision precision,
                     gb_timers *timers, gb_linear **out, gb_error *error);
void gb_linear_destroy(gb_linear **linear);
/// Numeric factorisation of these values, [entries] in the pattern's order (may be overwritten).
/// Collective. errors: GB_SINGULAR; GB_FILE when memory is short
int gb_linear_factor(gb_linear *linear, gb_scalar values[], gb_error *error);
/// x <- A^-1 x, or by the transpose of A, for x[count][owned]. Collective.
int gb_linear_solve(gb_linear *linear, bool transpose, int count, gb_scalar x[], gb_error *error);
/// How many eigenvalues of the matrix that was factored last are negative, of a pattern that counts
/// (Sylvester's law of inertia); of one that is not symmetric those of its symmetric part.
/// Collective. errors: GB_FILE
int gb_linear_negative(const gb_linear *linear, int64_t *count, gb_error *error);
/// About how many seconds of one core a factorisation and a solve take, from the analysis'
/// operation counts.
void gb_linear_work(const gb_linear *linear, double *factorise, double *substitute);
/// Bytes of the factor over all ranks.
double gb_linear_bytes(const gb_linear *linear);

// For the backends: one file each fills gb_linear_operations.

typedef struct gb_linear_operations {
  size_t size; ///< of the backend's structure
  /// What a new factor needs besides its head, and what is to be ended before its memory is freed;
  /// either may be NULL.
  int (*create)(gb_linear *, gb_error *);
  void (*destroy)(gb_linear *);
  /// Allocate the buffers of `count` right-hand sides, which are gone. Local.
  int (*reserve)(gb_linear *, int count, gb_error *);
  int (*factor)(gb_linear *, gb_scalar values[], gb_error *);
  int (*solve)(gb_linear *, bool transpose, int count, gb_scalar x[], gb_error *);
  int (*negative)(const gb_linear *, int64_t *count, gb_error *);
  void (*work)(const gb_linear *, double *factorise, double *substitute);
  double (*bytes)(const gb_linear *);
} gb_linear_operations;

/// The head of every backend's own structure.
struct gb_linear {
  const gb_linear_operations *op;
  MPI_Comm comm;
  int rank, ranks;
  const gb_linear_pattern *pattern;
  gb_timers *timers;
  int capacity;             ///< right-hand sides that the buffers have memory for
  gb_arena memory, buffers; ///< of arrays that stay, and of those of right-hand sides
};

/// A factor by this backend. Collective.
int gb_linear_start(const gb_linear_operations *op, MPI_Comm comm, const gb_linear_pattern *pattern,
                    gb_timers *timers, gb_linear **out, gb_error *error);

extern const gb_linear_operations gb_linear_mumps, gb_linear_mumps_single, gb_linear_lapack,
    gb_linear_sparse, gb_linear_substructured, gb_linear_substructured_single;

/// The message of every backend where a pivot of a matrix with `size` unknowns vanishes.
/// @return GB_SINGULAR
int gb_linear_singular(int size, gb_error *error);
/// The message of MUMPS's INFOG(1) and INFOG(2) after a task on a matrix with `size` unknowns.
/// @return GB_SINGULAR or GB_FILE
int gb_linear_explain(int code, int detail, int size, const char *task, gb_error *error);

#endif

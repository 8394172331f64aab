/// Factor of a distributed matrix, used as a preconditioner. MUMPS factors sparse symmetric
/// matrices, small ones on rank 0 alone, or PETSc solves with them; LAPACK factors small dense ones
/// and KLU those with few entries per row.
#ifndef GB_SOLVE_FACTOR_LINEAR_H
#define GB_SOLVE_FACTOR_LINEAR_H

#include "base/arena.h"
#include "base/scalar.h"
#include "base/timer.h"
#include <stdint.h>

typedef struct gb_linear gb_linear;

/// Largest size for which a dense factor costs less than a sparse one that is used twenty times;
/// measured by bench/dense-crossover.c.
enum { GB_DENSE_UNKNOWNS = 300 };

/// Largest size for which one rank factors a sparse matrix sooner than several ranks together.
enum { GB_GATHERED_UNKNOWNS = 1500 };

/// Column indices of entries and elimination order, shared by all sparse factors of a pattern.
typedef struct gb_linear_layout gb_linear_layout;

/// Kinds of unknowns by whether they are to have equal values in all subdomains before iterations
/// begin. The unknowns of frames are to, because one subdomain alone may not hold them all, and so
/// are the multipliers that constrain frames.
typedef enum gb_corner { GB_CORNER_NONE, GB_CORNER_FRAME, GB_CORNER_MULTIPLIER } gb_corner;

/// Geometry of the unknowns at the state of the last values, which preconditioners by subdomains or
/// levels use.
typedef struct gb_linear_geometry {
  int motions;        ///< number of motions against which the matrix has little resistance
  gb_scalar *motion;  ///< [motions][owned]
  double (*place)[3]; ///< positions of the nodes of the unknowns, [owned]
  gb_corner *corner;  ///< [owned]
} gb_linear_geometry;

/// Entries that this rank contributes: one triangle, or all entries of a `whole` matrix. Duplicates
/// and contributions of other ranks are summed. Borrowed; must outlive the factor.
typedef struct gb_linear_pattern {
  int32_t size;         ///< number of unknowns of all ranks
  int32_t first, owned; ///< this rank's unknowns are first .. first + owned - 1
  int64_t entries;
  bool whole;  ///< the matrix need not be symmetric; with more than GB_DENSE_UNKNOWNS unknowns KLU
               ///< factors it
  bool sparse; ///< rows have few nonzero entries: KLU factors matrices of any size
  bool unordered; ///< the pivot order is of a matrix without some of the entries: MUMPS finds one
  bool definite;  ///< normally positive definite: pivots of any sign are used without a search
  bool counts;    ///< count negative pivots for gb_linear_negative
  int *row, *column;          ///< global numbers from 1, [entries]
  const int32_t *pivot_order; ///< rank 0: elimination position of each unknown, [size]
  const char *directory;      ///< folder that keeps factors by MUMPS; NULL: they are in memory
  const char *petsc;          ///< options of PETSc, which solves in place of MUMPS unless the
                              ///< pattern counts negative pivots or numbers are complex; NULL:
                              ///< MUMPS does
  const gb_linear_geometry
      *geometry; ///< geometry for PETSc, set before the first values; NULL: MUMPS solves
  gb_linear_layout **layout; ///< layout shared by all sparse factors, created by the first; they
                             ///< must be destroyed before it; NULL: each factor has its own
} gb_linear_pattern;

/// Destroy a layout; accepts NULL. Local.
void gb_linear_layout_destroy(gb_linear_layout **layout);

/// Arithmetic of a factor. Single precision takes half the memory and time. The complex build has
/// full precision only.
typedef enum gb_precision { GB_PRECISION_FULL, GB_PRECISION_SINGLE } gb_precision;

/// Create a factor and analyse the pattern. Collective. errors: GB_SINGULAR, GB_FILE if memory is
/// insufficient
/// @param timers borrowed; NULL: nobody counts the time
int gb_linear_create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_precision precision,
                     gb_timers *timers, gb_linear **out, gb_error *error);
/// Free a factor; accepts NULL. Collective.
void gb_linear_destroy(gb_linear **linear);
/// Factor the matrix with these values, [entries] in the pattern's order, which may be overwritten.
/// Collective. errors: GB_SINGULAR; GB_FILE if memory is insufficient
int gb_linear_factor(gb_linear *linear, gb_scalar values[], gb_error *error);
/// x <- A^-1 x or, if `transpose`, A^-T x for x[count][owned]. Collective. errors: GB_FILE
int gb_linear_solve(gb_linear *linear, bool transpose, int count, gb_scalar x[], gb_error *error);
/// Check that PETSc can be loaded. Local. errors: GB_MISSING_PROGRAM
int gb_linear_petsc_check(gb_error *error);
/// Count the negative eigenvalues of the last matrix by Sylvester's law of inertia; requires
/// pattern->counts. If the matrix is not symmetric, its symmetric part counts. Collective. errors:
/// GB_FILE
int gb_linear_negative(gb_linear *linear, int64_t *count, gb_error *error);
/// Estimate the seconds of one core for a factorisation and for a solve from operation counts.
/// Local.
void gb_linear_work(const gb_linear *linear, double *factorise, double *substitute);
/// @return the bytes of the factor over all ranks. Local.
double gb_linear_bytes(const gb_linear *linear);

// For the backends: each fills gb_linear_operations in its own file.

/// Functions of a backend; see the functions of the same names above.
typedef struct gb_linear_operations {
  size_t size; ///< size of the backend's structure
  /// Allocate what a factor needs besides its base; release what does not belong to its arenas.
  /// Either may be NULL.
  int (*create)(gb_linear *, gb_error *);
  void (*destroy)(gb_linear *);
  /// Allocate buffers for `count` right-hand sides after the old ones were freed. Local.
  int (*reserve)(gb_linear *, int count, gb_error *);
  int (*factor)(gb_linear *, gb_scalar values[], gb_error *);
  int (*solve)(gb_linear *, bool transpose, int count, gb_scalar x[], gb_error *);
  int (*negative)(gb_linear *, int64_t *count, gb_error *);
  void (*work)(const gb_linear *, double *factorise, double *substitute);
  double (*bytes)(const gb_linear *);
} gb_linear_operations;

/// First member of every backend's structure.
struct gb_linear {
  const gb_linear_operations *op;
  MPI_Comm comm;
  int ranks;
  const gb_linear_pattern *pattern;
  gb_timers *timers;
  int capacity;             ///< number of right-hand sides that fit into the buffers
  gb_arena memory, buffers; ///< memory owns permanent arrays, buffers those for right-hand sides
};

/// @return the rank of the factor's communicator
int gb_linear_rank(const gb_linear *linear);

/// Create a factor with this backend. Collective. errors: GB_FILE and those of the backend
int gb_linear_start(const gb_linear_operations *op, MPI_Comm comm, const gb_linear_pattern *pattern,
                    gb_timers *timers, gb_linear **out, gb_error *error);

extern const gb_linear_operations gb_linear_mumps, gb_linear_mumps_single, gb_linear_lapack,
    gb_linear_sparse, gb_linear_gathered, gb_linear_gathered_single, gb_linear_substructured,
    gb_linear_substructured_single, gb_linear_petsc;

/// Report a vanishing pivot of a matrix with `size` unknowns. @return GB_SINGULAR
int gb_linear_singular(int size, gb_error *error);
/// Report the error in MUMPS's INFOG(1) and INFOG(2) after a task on a matrix with `size` unknowns.
/// @return GB_SINGULAR or GB_FILE
int gb_linear_explain(int code, int detail, int size, const char *task, gb_error *error);

#endif

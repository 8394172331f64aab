/// The shared object gimbal-petsc.so: linear equations by PETSc's Krylov methods and
/// preconditioners. The default on several ranks is balancing domain decomposition by constraints
/// (BDDC), for which the entries of a rank form the matrix of its subdomain; on one rank it is a
/// Cholesky factor. The user's options are PETSc's own.
/// Sources: PETSc/TAO Users Manual, ANL-21/39; S. Zampini, PCBDDC: a class of robust dual-primal
/// methods in PETSc, SIAM Journal on Scientific Computing 38, 2016.
#include "solve/factor/petsc.h"
#include "solve/plugin/subdomain.h"

#include <petscksp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct gb_petsc {
  const gb_linear_pattern *pattern;
  MPI_Comm comm;
  Mat matrix;
  KSP solver;
  Vec right, solution; ///< without arrays of their own right-hand side
  PetscInt mirrored;   ///< number of entries off the diagonal, which occur in both triangles
  bool used;           ///< a right-hand side has been solved
  gb_petsc_report *report;
};

#ifdef PETSC_HAVE_MUMPS
#define LOCAL_FACTORS                                                                              \
  " -pc_factor_mat_solver_type mumps -pc_bddc_coarse_redundant_pc_factor_mat_solver_type mumps"    \
  " -pc_bddc_dirichlet_pc_factor_mat_solver_type mumps"                                            \
  " -pc_bddc_neumann_pc_factor_mat_solver_type mumps"
#else
#define LOCAL_FACTORS ""
#endif

/// Options that precede the user's, which may replace them. A solution is so precise that Newton's
/// method converges as with a direct solver. The first residual is that after BDDC has eliminated
/// the interiors, to which the residuals of the iterations have to be compared. Corners hold the
/// subdomains, whose matrices would be singular otherwise.
static const char STANDARD[] = "-ksp_type gmres -ksp_gmres_restart 200 -ksp_max_it 1000"
                               " -ksp_rtol 1e-10 -ksp_converged_use_initial_residual_norm"
                               " -pc_bddc_corner_selection" LOCAL_FACTORS;

/// Keep the first message of an error. PETSc calls it for each function that passes an error on.
static PetscErrorCode keep_message(MPI_Comm comm, int line, const char *function, const char *file,
                                   PetscErrorCode code, PetscErrorType type, const char *message,
                                   void *context) {
  gb_petsc_report *report = context;
  (void)comm, (void)line, (void)function, (void)file, (void)type;
  if (!report->message[0] && message)
    snprintf(report->message, sizeof report->message, "%s", message);
  return code;
}

static int finish(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  return PetscFinalize() == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/// Start PETSc once, without handlers of signals, and let it end when MPI does: MPI deletes the
/// attributes of MPI_COMM_SELF first.
static PetscErrorCode start(const char *options) {
  PetscBool started;
  char program[] = "gimbal", quiet[] = "-no_signal_handler", plain[] = "-skip_petscrc";
  char *words[] = {program, quiet, plain, NULL}, **argument = words;
  int count = 3, key;
  PetscCall(PetscInitialized(&started));
  if (!started) {
    PETSC_COMM_WORLD = MPI_COMM_SELF;
    PetscCall(PetscInitialize(&count, &argument, NULL, NULL));
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  }
  PetscCall(PetscOptionsClear(NULL));
  PetscCall(PetscOptionsInsertString(NULL, STANDARD));
  return PetscOptionsInsertString(NULL, options);
}

/// Create the matrix as the sum of matrices of the ranks, each in the unknowns of its subdomain.
static PetscErrorCode create_parts(gb_petsc *p) {
  const gb_linear_pattern *pattern = p->pattern;
  PetscInt *number, count;
  ISLocalToGlobalMapping map;
  PetscCall(gb_subdomain_find(p->comm, pattern, &number, &count));
  PetscCall(ISLocalToGlobalMappingCreate(p->comm, 1, count, number, PETSC_OWN_POINTER, &map));
  PetscCall(MatCreateIS(p->comm, 1, pattern->owned, pattern->owned, pattern->size, pattern->size,
                        map, map, &p->matrix));
  return ISLocalToGlobalMappingDestroy(&map);
}

static PetscErrorCode create_rows(gb_petsc *p) {
  const gb_linear_pattern *pattern = p->pattern;
  PetscCall(MatCreate(p->comm, &p->matrix));
  PetscCall(MatSetSizes(p->matrix, pattern->owned, pattern->owned, pattern->size, pattern->size));
  return MatSetType(p->matrix, MATAIJ);
}

/// Set the places of the entries of both triangles.
static PetscErrorCode place_entries(gb_petsc *p) {
  const gb_linear_pattern *pattern = p->pattern;
  PetscInt *row, *column;
  PetscCall(PetscMalloc2(2 * pattern->entries, &row, 2 * pattern->entries, &column));
  PetscCount count = pattern->entries;
  for (int64_t e = 0; e < pattern->entries; e++) {
    row[e] = pattern->row[e] - 1;
    column[e] = pattern->column[e] - 1;
    if (row[e] == column[e]) continue;
    row[count] = column[e];
    column[count++] = row[e];
  }
  PetscCall(MatSetPreallocationCOO(p->matrix, count, row, column));
  p->mirrored = (PetscInt)(count - pattern->entries);
  PetscCall(PetscFree2(row, column));
  PetscCall(MatSetOption(p->matrix, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatSetOption(p->matrix, MAT_SYMMETRY_ETERNAL, PETSC_TRUE));
  if (pattern->definite) PetscCall(MatSetOption(p->matrix, MAT_SPD, PETSC_TRUE));
  return 0;
}

static PetscErrorCode create_solver(gb_petsc *p) {
  PC preconditioner;
  PetscMPIInt ranks;
  PetscCall(start(p->pattern->petsc));
  MPI_Comm_size(p->comm, &ranks);
  PetscCall(KSPCreate(p->comm, &p->solver));
  PetscCall(KSPSetErrorIfNotConverged(p->solver, PETSC_FALSE));
  PetscCall(KSPGetPC(p->solver, &preconditioner));
  PetscCall(PCSetType(preconditioner, ranks > 1 ? PCBDDC : PCCHOLESKY));
  PetscCall(KSPSetFromOptions(p->solver));
  return VecCreateMPIWithArray(p->comm, 1, p->pattern->owned, p->pattern->size, NULL, &p->right);
}

/// Let subdomains be equal in the unknowns of frames and multipliers.
static PetscErrorCode set_corners(gb_petsc *p, PC preconditioner) {
  const gb_linear_pattern *pattern = p->pattern;
  PetscInt *number, count = 0;
  IS corners;
  PetscCall(PetscMalloc1(pattern->owned, &number));
  for (int32_t i = 0; i < pattern->owned; i++)
    if (pattern->geometry->corner[i]) number[count++] = pattern->first + i;
  PetscCall(ISCreateGeneral(p->comm, count, number, PETSC_OWN_POINTER, &corners));
  PetscCall(PCBDDCSetPrimalVerticesIS(preconditioner, corners));
  return ISDestroy(&corners);
}

/// Create the matrix in the form that the preconditioner takes. The geometry of the unknowns is
/// known since the first values.
static PetscErrorCode create_matrix(gb_petsc *p) {
  PC preconditioner;
  PCType type;
  PetscBool parts;
  PetscCall(KSPGetPC(p->solver, &preconditioner));
  PetscCall(PCGetType(preconditioner, &type));
  PetscCall(PetscStrcmp(type, PCBDDC, &parts));
  PetscCall(parts ? create_parts(p) : create_rows(p));
  if (parts) PetscCall(set_corners(p, preconditioner));
  PetscCall(place_entries(p));
  return MatCreateVecs(p->matrix, &p->solution, NULL);
}

/// Tell PETSc the places of the unknowns and, as orthonormal vectors, the motions against which the
/// matrix has little resistance.
static PetscErrorCode set_geometry(gb_petsc *p, PC preconditioner) {
  const gb_linear_geometry *geometry = p->pattern->geometry;
  const PetscInt owned = p->pattern->owned;
  Vec *vector;
  PetscReal norm;
  PetscInt count = 0;
  MatNullSpace space;
  PetscCall(PCSetCoordinates(preconditioner, 3, owned, (PetscReal *)geometry->place));
  PetscCall(VecDuplicateVecs(p->solution, geometry->motions, &vector));
  for (int k = 0; k < geometry->motions; k++) {
    PetscScalar *array;
    PetscReal before;
    PetscCall(VecGetArrayWrite(vector[count], &array));
    memcpy(array, geometry->motion + (size_t)k * (size_t)owned, (size_t)owned * sizeof *array);
    PetscCall(VecRestoreArrayWrite(vector[count], &array));
    PetscCall(VecNorm(vector[count], NORM_2, &before));
    for (int twice = 0; twice < 2; twice++)
      for (PetscInt i = 0; i < count; i++) {
        PetscScalar product;
        PetscCall(VecDot(vector[count], vector[i], &product));
        PetscCall(VecAXPY(vector[count], -product, vector[i]));
      }
    PetscCall(VecNormalize(vector[count], &norm));
    if (norm > 1e-8 * before) count++;
  }
  PetscCall(MatNullSpaceCreate(p->comm, PETSC_FALSE, count, vector, &space));
  PetscCall(MatSetNearNullSpace(p->matrix, space));
  PetscCall(MatNullSpaceDestroy(&space));
  return VecDestroyVecs(geometry->motions, &vector);
}

static PetscErrorCode prepare(gb_petsc *p, const double values[]) {
  const gb_linear_pattern *pattern = p->pattern;
  PetscScalar *both;
  PCFailedReason reason;
  PC preconditioner;
  int64_t next = pattern->entries;
  if (!p->matrix) PetscCall(create_matrix(p));
  PetscCall(PetscMalloc1(pattern->entries + p->mirrored, &both));
  memcpy(both, values, (size_t)pattern->entries * sizeof *both);
  for (int64_t e = 0; e < pattern->entries; e++)
    if (pattern->row[e] != pattern->column[e]) both[next++] = values[e];
  PetscCall(MatSetValuesCOO(p->matrix, both, INSERT_VALUES));
  PetscCall(PetscFree(both));
  PetscCall(KSPGetPC(p->solver, &preconditioner));
  PetscCall(set_geometry(p, preconditioner));
  PetscCall(KSPSetOperators(p->solver, p->matrix, p->matrix));
  PetscCall(KSPSetUp(p->solver));
  PetscCall(KSPSetUpOnBlocks(p->solver));
  PetscCall(PCGetFailedReason(preconditioner, &reason));
  PetscCheck(!reason, p->comm, PETSC_ERR_MAT_LU_ZRPVT,
             "the preconditioner cannot be made: a "
             "factorisation has a zero pivot");
  return 0;
}

/// Refuse options of the user that no part of the solver has asked for.
static PetscErrorCode check_options(gb_petsc *p) {
  PetscOptions given;
  PetscInt count;
  char **name, **value;
  if (p->used) return 0;
  p->used = true;
  PetscCall(PetscOptionsCreate(&given));
  PetscCall(PetscOptionsInsertString(given, p->pattern->petsc));
  PetscCall(PetscOptionsLeftGet(given, &count, &name, &value));
  for (PetscInt i = 0; i < count; i++) {
    PetscBool asked;
    PetscCall(PetscOptionsUsed(NULL, name[i], &asked));
    p->report->wrong_options = !asked;
    PetscCheck(asked, p->comm, PETSC_ERR_USER_INPUT, "no part of this solver has the option '-%s'",
               name[i]);
  }
  PetscCall(PetscOptionsLeftRestore(given, &count, &name, &value));
  return PetscOptionsDestroy(&given);
}

static PetscErrorCode solve_all(gb_petsc *p, int count, double x[]) {
  for (int c = 0; c < count; c++) {
    double *mine = x + (size_t)c * (size_t)p->pattern->owned;
    KSPConvergedReason reason;
    const PetscScalar *found;
    PetscInt iterations;
    PetscCall(VecPlaceArray(p->right, mine));
    PetscCall(KSPSolve(p->solver, p->right, p->solution));
    PetscCall(VecResetArray(p->right));
    PetscCall(KSPGetConvergedReason(p->solver, &reason));
    PetscCall(KSPGetIterationNumber(p->solver, &iterations));
    PetscCheck(reason > 0, p->comm, PETSC_ERR_NOT_CONVERGED, "no convergence in %d iterations (%s)",
               (int)iterations, KSPConvergedReasons[reason]);
    PetscCall(VecGetArrayRead(p->solution, &found));
    memcpy(mine, found, (size_t)p->pattern->owned * sizeof *mine);
    PetscCall(VecRestoreArrayRead(p->solution, &found));
    if (iterations > p->report->iterations) p->report->iterations = (int)iterations;
  }
  return check_options(p);
}

static PetscErrorCode end(gb_petsc *p) {
  PetscCall(VecDestroy(&p->right));
  PetscCall(VecDestroy(&p->solution));
  PetscCall(KSPDestroy(&p->solver));
  return MatDestroy(&p->matrix);
}

/// Let messages of PETSc go to the report until `leave` is called.
static void enter(gb_petsc *p, gb_petsc_report *report) {
  *report = (gb_petsc_report){0};
  p->report = report;
  PetscPushErrorHandler(keep_message, report);
}

static int leave(PetscErrorCode code) {
  PetscPopErrorHandler();
  return (int)code;
}

static void destroy(gb_petsc **petsc) {
  gb_petsc_report report;
  enter(*petsc, &report);
  leave(end(*petsc));
  free(*petsc);
  *petsc = NULL;
}

static int create(MPI_Comm comm, const gb_linear_pattern *pattern, gb_petsc **out,
                  gb_petsc_report *report) {
  gb_petsc *p = calloc(1, sizeof *p);
  *out = p;
  if (!p) return PETSC_ERR_MEM;
  p->comm = comm;
  p->pattern = pattern;
  enter(p, report);
  return leave(create_solver(p));
}

static int factor(gb_petsc *p, const double values[], gb_petsc_report *report) {
  enter(p, report);
  return leave(prepare(p, values));
}

static int solve(gb_petsc *p, int count, double x[], gb_petsc_report *report) {
  enter(p, report);
  return leave(solve_all(p, count, x));
}

static double bytes(const gb_petsc *p) {
  MatInfo info = {0};
  MatGetInfo(p->matrix, MAT_GLOBAL_SUM, &info);
  return info.nz_used * (sizeof(PetscScalar) + sizeof(PetscInt));
}

const gb_petsc_functions gb_plugin_petsc = {
    sizeof(gb_linear_pattern), create, factor, solve, bytes, destroy};

/// Gimbal as a library: flexible multibody dynamics with an exact gradient by any designs.
///
///     gimbal_case *c;
///     gimbal_result *r;
///     gimbal_create(MPI_COMM_WORLD, &c);
///     if (gimbal_load(c, "wing.yaml") || gimbal_run(c, GIMBAL_ADJOINT, &r) ||
///         gimbal_differentiate(c, r))
///       fprintf(stderr, "%s\n", gimbal_message(c));
///     const double *f = gimbal_values(r), *df = gimbal_gradient(r);
///
/// A case is a model and its requests, as a case file describes them (docs/case-file.md). Cases are
/// independent of each other; there may be several at once, on any communicators. Nothing is
/// printed, no file is written, and signals are left alone. One thread at a time calls the library.
///
/// Functions that can fail return a status; the case then has the reason as text, and stays as it
/// was. Functions marked collective must be called by all ranks of the case's communicator, and
/// return the same status on all of them; the others are local, and cannot fail unless they say so.
/// Texts and arrays that are returned belong to the case or result: they last until that is
/// destroyed, those of a case also only until gimbal_load, gimbal_load_text or gimbal_set.
#ifndef GIMBAL_H
#define GIMBAL_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GIMBAL_API __attribute__((visibility("default")))

typedef struct gimbal_case gimbal_case;
typedef struct gimbal_result gimbal_result;

/// As the exit status of the program.
enum gimbal_status {
  GIMBAL_OK = 0,
  GIMBAL_USAGE = 2,    ///< an argument, or the case file
  GIMBAL_MODEL = 3,    ///< the mesh, or the model
  GIMBAL_DIVERGED = 4, ///< a march did not converge
  GIMBAL_SINGULAR = 5, ///< a matrix is singular
  GIMBAL_FILE = 6,     ///< a file cannot be read, or there is no memory
  GIMBAL_STOPPED = 75  ///< gimbal_set_stop's function asked for an end
};

/// "0.10.0"
GIMBAL_API const char *gimbal_version(void);

/// A case without a model; the communicator is copied. Collective. MPI must be initialised, and be
/// finalised after gimbal_destroy. @param[out] out NULL where it fails
GIMBAL_API int gimbal_create(MPI_Comm comm, gimbal_case **out);
/// The same for other languages. @param comm a communicator of Fortran (MPI_Comm_c2f); NULL:
/// MPI_COMM_WORLD
GIMBAL_API int gimbal_create_f(const int *comm, gimbal_case **out);
/// Accepts NULL and a case that is NULL, which it is then. Results outlive their case. Collective.
GIMBAL_API void gimbal_destroy(gimbal_case **c);

/// Why the last call that failed did, one line for each defect; "": none has. Accepts NULL.
GIMBAL_API const char *gimbal_message(const gimbal_case *c);
/// The code of that error, or of the first of its lines, as "unknown-key" (docs/errors.md); "":
/// none. Accepts NULL.
GIMBAL_API const char *gimbal_code(const gimbal_case *c);
/// Warnings about the model, a line each, on rank 0.
GIMBAL_API const char *gimbal_warnings(const gimbal_case *c);

/// Change a key as --set does: "time.steps=10", "functions.ks.weight=50", "initial=lightest.csv".
/// Settings add up. A case that is loaded is built anew, with the designs that it describes; one
/// that is not takes them when it is. Collective.
GIMBAL_API int gimbal_set(gimbal_case *c, const char *setting);
/// Read a case from a file, and build its model. Collective.
GIMBAL_API int gimbal_load(gimbal_case *c, const char *file);
/// The same from a text, the same on all ranks. @param name stands for the file in messages; files
/// that the case names are relative to its folder
GIMBAL_API int gimbal_load_text(gimbal_case *c, const char *name, const char *text);

/// Designs: numbers of the model, as thicknesses of patches, one after another in the order of the
/// case. 0 before the case is loaded.
GIMBAL_API int gimbal_designs(const gimbal_case *c);
/// As "skin.17" of a patch or element, "mast" of a single one; NULL: there is no such design.
GIMBAL_API const char *gimbal_design_name(const gimbal_case *c, int design);
/// Values that the next run has, and bounds for optimisation (infinite where there is none):
/// [designs].
GIMBAL_API const double *gimbal_design_values(const gimbal_case *c);
GIMBAL_API const double *gimbal_design_lower(const gimbal_case *c);
GIMBAL_API const double *gimbal_design_upper(const gimbal_case *c);
/// Set the values of a design, of all those of an entry of the case ("skin"), or of the whole
/// vector (NULL). Those of rank 0 count. Local. errors: GIMBAL_USAGE: no such design, another
/// number of values, or a value that the model cannot have
GIMBAL_API int gimbal_set_designs(gimbal_case *c, const char *name, int count,
                                  const double values[]);

/// Values of the functionals, in the order of the case; a list has several.
GIMBAL_API int gimbal_functionals(const gimbal_case *c);
/// As "ks", or "tip[3]" of a list; NULL: there is no such value.
GIMBAL_API const char *gimbal_functional_name(const gimbal_case *c, int value);

/// Columns of the histories: for each probe of a point "tip.ux" and so on, u, v and a; then forces,
/// strains and turns.
GIMBAL_API int gimbal_histories(const gimbal_case *c);
/// NULL: there is no such column.
GIMBAL_API const char *gimbal_history_name(const gimbal_case *c, int column);

/// What a run is asked for: one of the first four, perhaps with the last.
enum gimbal_wish {
  GIMBAL_VALUES = 0,   ///< functionals alone
  GIMBAL_ADJOINT = 1,  ///< states are kept, for a gradient by the adjoint
  GIMBAL_TANGENT = 2,  ///< the same by direct differentiation
  GIMBAL_CHEAPER = 3,  ///< by the tangent where designs are fewer than functionals of the motion
  GIMBAL_HISTORIES = 4 ///< at the ends of steps; with GIMBAL_TANGENT the derivatives of probes too
};

/// @return whether a run shall stop; 0: it goes on. It calls no function of this library.
typedef int gimbal_stop(void *context);
/// From now on each rank calls `stop` after every step of a march and of its gradient. Where it
/// returns other than 0 on one rank, gimbal_run or gimbal_differentiate ends with GIMBAL_STOPPED on
/// all; the case can be run again. It may differ between ranks. Local. @param stop NULL: none
GIMBAL_API void gimbal_set_stop(gimbal_case *c, gimbal_stop *stop, void *context);
/// March with the present designs. Collective. @param[out] out NULL where it fails; the caller's to
/// free
GIMBAL_API int gimbal_run(gimbal_case *c, int wish, gimbal_result **out);
/// Add the gradient to the result of the last run of this case, which asked for one; nothing where
/// the result has it. Collective.
GIMBAL_API int gimbal_differentiate(gimbal_case *c, gimbal_result *r);
/// Accepts NULL and a result that is NULL, which it is then. Local.
GIMBAL_API void gimbal_result_free(gimbal_result **r);

/// Of the functionals, [functionals].
GIMBAL_API double *gimbal_values(gimbal_result *r);
/// [functionals][designs]; NULL: gimbal_differentiate was not called.
GIMBAL_API double *gimbal_gradient(gimbal_result *r);
/// Rows of the histories: ends of steps, the start first; 0: they were not asked for.
GIMBAL_API int gimbal_history_rows(const gimbal_result *r);
/// [rows]
GIMBAL_API double *gimbal_history_times(gimbal_result *r);
/// [rows][histories], on all ranks.
GIMBAL_API double *gimbal_history_values(gimbal_result *r);
/// Derivatives of the histories of probes: [rows][designs][probes][9]; NULL: there are none.
GIMBAL_API double *gimbal_history_derivatives(gimbal_result *r);

#ifdef __cplusplus
}
#endif
#endif

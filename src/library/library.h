/// Internal data of the library, and functions shared by the implementation of gimbal.h.
#ifndef GB_LIBRARY_LIBRARY_H
#define GB_LIBRARY_LIBRARY_H

#include "gimbal.h"

#include "monitor/fields.h"
#include "monitor/records.h"
#include "monitor/result_mesh.h"
#include "session/evaluator.h"

/// Source of a case: a file, or a text with a name. Both strings are owned.
typedef struct gb_case_source {
  char *file; ///< path, or name of the text
  char *text; ///< NULL: the contents of the file
} gb_case_source;

/// Context of the observer of a run. The records are created at the first step, and the fields at
/// the last one, when the model of the march exists.
typedef struct gb_library_recording {
  gimbal_case *of;
  gb_records *records;
  gb_fields **fields;
} gb_library_recording;

/// A case that is loaded, and its model.
typedef struct gb_loaded_case {
  gb_case_source source; ///< file NULL: no case is loaded
  gb_session *session;   ///< NULL: no case is loaded
  gb_evaluator *live;    ///< of the session
  struct {
    const char **designs, **functionals, **histories; ///< each array ends with NULL
  } name;
  double *design, *lower, *upper; ///< values and bounds of the designs, [designs]
  gb_arena memory;                ///< owns names and designs
  char *warnings;                 ///< of loading, then of the last run; NULL: none
  size_t loaded;                  ///< length of the warnings of loading
  gimbal_result *coupled; ///< result of a march by steps that has not ended; NULL: there is none
} gb_loaded_case;

struct gimbal_case {
  MPI_Comm comm;
  double made; ///< time of creation, by which its results are known
  GB_LIST_OF(char *) settings;
  gb_loaded_case *loaded; ///< never NULL
  gb_error error;         ///< error of the last call
  long runs;              ///< number of runs started
  struct {
    gimbal_stop *function; ///< NULL: never stop
    void *context;
  } stop;
};

/// Modes, and their shapes at the nodes of results.
typedef struct gb_library_modes {
  gb_modes found;
  double *shape; ///< [modes][nodes][3]
  gb_result_mesh *mesh;
} gb_library_modes;

/// A comparison of gradients with complex-step runs along directions.
typedef struct gb_library_directions {
  gb_arena memory; ///< owns the arrays
  int count;
  char **name;                ///< [count]
  double *derivative, *error; ///< [functionals][count]
} gb_library_directions;

struct gimbal_result {
  double made; ///< gimbal_case.made of the case
  long run;    ///< number of the run of the case
  int request; ///< of the run
  double *values, *gradient;
  int factorisations;      ///< of the march and, if it has been computed, of the gradient
  gb_records *records;     ///< NULL: no result of gimbal_run
  double *history;         ///< [rows][columns]
  gb_fields *fields;       ///< at the end of the march; NULL: a result of gimbal_find_modes
  gb_library_modes *modes; ///< NULL: no result of gimbal_find_modes
  gb_library_directions *directions; ///< NULL: no result of gimbal_verify
};

/// Free modes; NULL is accepted. Local.
void gb_library_modes_free(gb_library_modes *modes);

/// Add a line to the warnings of a gb_loaded_case. Local.
void gb_library_warn(void *loaded, const char *line);
/// @return the request of a session, which borrows the settings of the case and the source of what
/// is loaded
gb_session_request gb_library_request(const gimbal_case *c, const gb_loaded_case *loaded);
/// Ask this rank's stop function after a step; an observer's `rest` whose context is the case. If
/// any rank asks for a stop, all ranks stop.
gb_rest gb_library_rest(void *c, int step);

/// Check a request, choose the method of its gradient and create its result. Collective.
int gb_library_begin(gimbal_case *c, int request, gimbal_result **out, gb_error *error);
/// @return the observer of a run, which may stop it after each step, keeps the fields at its end,
/// and records steps if histories were requested
gb_frame_observer gb_library_observer(gb_library_recording *r, bool histories);
/// Store the values of the functionals and, if they were requested, the histories, and warn of
/// doubts about the march. Collective.
int gb_library_keep(const gimbal_case *c, int request, gimbal_result *r, gb_error *error);
/// @return the first design of an entry of the case or of a single design, and in `end` the first
///   behind them; both are equal if there are none. Local.
int gb_library_find_designs(const gimbal_case *c, const char *name, int *end);

/// Check that the argument named `what` is not NULL. Local; GB_WRONG_CALL if it is.
int gb_library_need(const void *argument, const char *what, gb_error *error);
/// Copy the error of a call to the case, for `gimbal_message`; a call that succeeds clears it.
/// Local. @return `status`
int gb_library_end(gimbal_case *c, int status, const gb_error *error);

/// Set the number of threads of OpenBLAS, unless the environment gives one (OMP_NUM_THREADS,
/// OPENBLAS_NUM_THREADS): one thread suits the small operations of the solver. Local.
/// @return the number before, which a second call restores
int gb_library_threads(int threads);

#endif

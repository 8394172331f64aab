/// What the functions of gimbal.h share.
#ifndef GB_LIBRARY_LIBRARY_H
#define GB_LIBRARY_LIBRARY_H

#include "gimbal.h"

#include "monitor/records.h"
#include "session/evaluator.h"

/// A case as it was asked for: the file, or the text with its name.
typedef struct gb_source {
  char *file, *text; ///< text NULL: it is the file's; both owned
} gb_source;

struct gimbal_case {
  MPI_Comm comm;
  double made;      ///< when, which tells it from cases of before at the same address
  gb_source source; ///< file NULL: nothing is loaded
  GB_LIST_OF(char *) settings;
  gb_evaluator live; ///< session NULL: nothing is loaded
  struct {
    const char **designs, **functionals, **histories; ///< each ends with a NULL
  } name;
  double *design, *lower, *upper; ///< [designs]
  gb_arena memory;                ///< of names and designs
  char *warnings;                 ///< NULL: none
  gb_error error;                 ///< of the last call that failed
  long runs;                      ///< that were begun
  struct {
    gimbal_stop *asked; ///< NULL: nobody is
    void *context;
  } stop;
};

struct gimbal_result {
  const gimbal_case *of; ///< for comparison alone: results outlive their case
  double made;           ///< when the case was
  long run;              ///< of its case
  double *values, *gradient;
  gb_records records;
  double *history; ///< [rows][columns]
};

/// Check that the argument named `what` is not NULL. Local; GB_WRONG_CALL if it is.
int gb_library_need(const void *argument, const char *what, gb_error *error);
/// Copy the error of a failed call to the case, for `gimbal_message`. Local. @return `status`
int gb_library_end(gimbal_case *c, int status, const gb_error *error);

/// Set the number of OpenBLAS's threads, unless the environment gives one (OMP_NUM_THREADS,
/// OPENBLAS_NUM_THREADS): one thread suits the small operations of the solver. Local.
/// @return the number before, which a second call restores
int gb_library_threads(int threads);

#endif

/// Values of a march that are stored until its end: probes, quantities and sensitivities at every
/// step end; bodies, energies and momenta at every frame.
#ifndef GB_MONITOR_RECORDS_H
#define GB_MONITOR_RECORDS_H

#include "base/arena.h"
#include "engine/engine.h"
#include "output/results.h"

enum {
  GB_PROBE_VALUES = 9,  ///< u, v, a of a probe
  GB_BODY_VECTORS = 12, ///< position of the centre, then the three directors
  GB_BODY_VALUES = 16   ///< position, quaternion, directors
};

/// Records. Before gb_records_gather each rank has the values of its probes and bodies and its
/// contributions to quantities, and zeros elsewhere; afterwards rank 0 has all values.
typedef struct gb_records {
  const gb_model *model; ///< borrowed
  int capacity, rows;    ///< numbers of step ends: allocated, and stored
  double *time;          ///< [capacity]
  double *probe;         ///< [capacity][probes][GB_PROBE_VALUES]
  double *quantity;      ///< [capacity][values of the quantities of the model]
  double *sensitivity;   ///< derivatives of the probes by the designs,
                         ///< [capacity][designs][probes][GB_PROBE_VALUES]; NULL: none
  int frames;
  double *balance;     ///< time, energies and momenta, [capacity][1 + GB_BALANCES]
  double *body;        ///< [capacity][bodies][GB_BODY_VECTORS]
  double *orientation; ///< [frames][bodies][GB_BODY_VALUES]; NULL before gb_records_orient
  bool differentiates; ///< there are sensitivities
  gb_arena memory;     ///< owns the arrays
} gb_records;

/// Create empty records. Collective. errors: GB_FILE (memory)
/// @param steps  expected number of steps; records can grow beyond it
int gb_records_create(const gb_model *model, bool differentiates, int steps, gb_records *out,
                      gb_error *error);
/// Free the arrays. Local.
void gb_records_destroy(gb_records *records);

/// Add a step end; add bodies, energies and momenta if it is a frame. Collective.
/// errors: GB_FILE (memory)
int gb_records_add(gb_records *records, const gb_frame *frame, gb_error *error);
/// Add the derivatives of the probes by one design at a step end. Local.
void gb_records_add_tangent(gb_records *records, int design, const gb_frame *derivative);

/// Write the records to a restart file, or read them. Collective. errors: GB_FILE
int gb_records_archive(gb_records *records, gb_archive *file, gb_error *error);

/// Gather probes, quantities and sensitivities on rank 0. Collective.
void gb_records_gather(gb_records *records);
/// Gather the bodies on rank 0, and compute their quaternions. Collective. errors: GB_FILE (memory)
int gb_records_orient(gb_records *records, gb_error *error);
/// A function that takes a table of histories: `column` [columns] are the names of its columns, of
/// which the first is the time; values [rows][columns] of rank 0 count. All ranks call it.
typedef int gb_history_sink(void *context, const char *table, int rows, int columns,
                            const char *const column[], const double values[], gb_error *error);
/// Pass the records as tables to a function, after gb_records_gather and gb_records_orient. Records
/// without rows give the names of the tables and columns of a model. Collective.
/// errors: GB_FILE if memory is short; the function also returns every error of `sink`
int gb_records_tables(const gb_records *records, gb_history_sink *sink, void *context,
                      gb_error *error);

#endif

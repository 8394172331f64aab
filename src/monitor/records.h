/// The values of a march that are kept until its end: probes, joints and sensitivities at every
/// step end, bodies, energies and momenta at every frame.
#ifndef GB_MONITOR_RECORDS_H
#define GB_MONITOR_RECORDS_H

#include "base/arena.h"
#include "engine/engine.h"
#include "output/results.h"

enum {
  GB_PROBE_VALUES = 9,  ///< u, v, a of a probe
  GB_JOINT_VALUES = 6,  ///< force and moment of a joint
  GB_BODY_VECTORS = 12, ///< position of the centre, then the three directors
  GB_BODY_VALUES = 16   ///< position, quaternion, directors
};

/// Until gb_records_gather each rank holds the values of its own probes, joints and bodies, and
/// zeros for the others; then rank 0 holds all.
typedef struct gb_records {
  const gb_model *model; ///< borrowed
  int room, rows;        ///< step ends
  double *time;          ///< [room]
  double *probe;         ///< [room][probes][GB_PROBE_VALUES]
  double *joint;         ///< [room][joints][GB_JOINT_VALUES]
  double *sensitivity;   ///< of the probes, [room][designs][probes][GB_PROBE_VALUES]; NULL: none
  int frames;
  double *balance;     ///< [room][1 + GB_BALANCES]: time first
  double *body;        ///< [room][bodies][GB_BODY_VECTORS]
  double *orientation; ///< [frames][bodies][GB_BODY_VALUES], after gb_records_orient; or NULL
  bool differentiates; ///< there are sensitivities
  gb_arena memory;     ///< of the arrays
} gb_records;

/// @param steps  expected; records grow beyond them
/// Collective. errors: GB_FILE (memory)
int gb_records_create(const gb_model *model, bool differentiates, int steps, gb_records *out,
                      gb_error *error);
void gb_records_destroy(gb_records *records);

/// Add a step end, and its bodies and balance where it is a frame. Collective.
int gb_records_add(gb_records *records, const gb_frame *frame, gb_error *error);
/// The probes' derivatives by one design at a step end. Local.
void gb_records_add_tangent(gb_records *records, int design, const gb_frame *derivative);

/// Write the records to a restart file, or read them. Collective.
int gb_records_archive(gb_records *records, gb_archive *file, gb_error *error);

/// Bring all ranks' probes, joints and sensitivities to rank 0. Collective.
void gb_records_gather(gb_records *records);
/// Bring the bodies to rank 0 and find their quaternions. Collective.
int gb_records_orient(gb_records *records, gb_error *error);
/// Write gathered and oriented records as histories of a results file. Collective.
int gb_records_write(const gb_records *records, gb_results *results, gb_error *error);

#endif

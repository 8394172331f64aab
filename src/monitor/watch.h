/// The watcher of a march: results file, probes, histories, progress.
#ifndef GB_MONITOR_WATCH_H
#define GB_MONITOR_WATCH_H

#include "command/session.h"
#include "monitor/orientation.h"

enum {
  GB_PROBE_VALUES = 9, ///< u, v, a of a probe
  GB_JOINT_VALUES = 6  ///< force and moment of a joint
};

typedef struct gb_watch gb_watch;

/// Collective. The watcher that `gb_watch_watcher` gives borrows the watch.
int gb_watch_create(gb_session *session, gb_watch **out, gb_error *error);
gb_watcher gb_watch_watcher(gb_watch *watch);
/// After the analysis: bring the probes together and complete the results file. Collective.
int gb_watch_finish(gb_watch *watch, gb_error *error);
/// After a pause: leave the results file for the run that goes on.
void gb_watch_pause(gb_watch *watch);
void gb_watch_destroy(gb_watch **watch); ///< drops an incomplete results file
/// Rank 0 after finish: step ends seen, their times [rows], and values
/// [rows][probes][GB_PROBE_VALUES].
int gb_watch_rows(const gb_watch *watch);
const double *gb_watch_times(const gb_watch *watch);
const double *gb_watch_probes(const gb_watch *watch);
/// Likewise of joints, [rows][joints][GB_JOINT_VALUES].
const double *gb_watch_joints(const gb_watch *watch);
/// Likewise the probes' derivatives by the designs, [rows][designs][probes][GB_PROBE_VALUES]; NULL
/// without a tangent sweep.
const double *gb_watch_sensitivities(const gb_watch *watch);
/// Rank 0: frames written (0 without a results file), and their time, kinetic and strain energy,
/// momentum and angular momentum about the origin, [frames][1 + GB_BALANCES].
int gb_watch_frames(const gb_watch *watch);
const double *gb_watch_balance(const gb_watch *watch);
/// Rank 0 after finish: bodies at each frame, [frames][bodies][GB_BODY_VALUES]; NULL without a
/// results file or bodies.
const double *gb_watch_bodies(const gb_watch *watch);

#endif

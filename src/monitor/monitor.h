/// The monitor of a march: observes step ends, stores records, writes frames to the results file,
/// displays progress, and requests restart files.
#ifndef GB_MONITOR_MONITOR_H
#define GB_MONITOR_MONITOR_H

#include "base/timer.h"
#include "monitor/records.h"
#include "monitor/shapes.h"

/// An additional observer of step ends. All ranks call it; another status than GB_OK ends the
/// analysis.
typedef struct gb_listener {
  void *context;
  int (*step)(void *context, const gb_frame *frame, gb_error *error);
} gb_listener;

/// Settings of a monitor, which borrows them and all that they point to as long as it exists.
typedef struct gb_monitor_request {
  const gb_analysis *analysis;
  const gb_shape_of_body *shapes; ///< shapes of the bodies of the model
  const char *stem;               ///< path of the results file without extension; NULL: no file
  gb_listener also;               ///< additional observer; step NULL: none
  gb_timers *timers;
  bool open_ended;   ///< the number of steps is not known in advance
  bool resumes;      ///< the run resumes from a restart file, which determines the frames written
  int output_every;  ///< steps between frames; 0: no results file
  bool sections;     ///< write forces, moments, strains and stresses of shells and beams
  bool swept;        ///< write beams as solids
  int restart_every; ///< steps between restart files; 0: none
  double deadline;   ///< time of gb_timer_now at which the run shall pause; INFINITY: never
  bool quiet;        ///< no progress display
  bool verbose;      ///< a line for each step instead of the progress display
} gb_monitor_request;

typedef struct gb_monitor gb_monitor;

/// Create a monitor. Collective. errors: GB_FILE
int gb_monitor_create(const gb_monitor_request *request, gb_monitor **out, gb_error *error);
/// Free a monitor, and remove an incomplete results file; *monitor may be NULL. Collective.
void gb_monitor_destroy(gb_monitor **monitor);
/// The observer for gb_analysis, which borrows the monitor. Local.
gb_frame_observer gb_monitor_observer(gb_monitor *monitor);
/// After the analysis, gather the records and complete the results file. Collective. errors:
/// GB_FILE
int gb_monitor_finish(gb_monitor *monitor, gb_error *error);
/// After a pause, keep the incomplete results file for the run that resumes. Collective.
void gb_monitor_pause(gb_monitor *monitor);
/// The records, which are complete on rank 0 after gb_monitor_finish. Local.
const gb_records *gb_monitor_records(const gb_monitor *monitor);

#endif

/// The monitor of a march: it observes step ends, keeps records, writes frames to the results file,
/// prints progress and asks for restart files.
#ifndef GB_MONITOR_MONITOR_H
#define GB_MONITOR_MONITOR_H

#include "base/timer.h"
#include "monitor/records.h"
#include "monitor/shapes.h"

/// Who sees step ends besides. Called collectively; a return other than GB_OK ends the analysis.
typedef struct gb_listener {
  void *context;
  int (*step)(void *context, const gb_frame *frame, gb_error *error);
} gb_listener;

/// What is monitored and how. All pointers are borrowed for the life of the monitor.
typedef struct gb_monitor_request {
  const gb_analysis *analysis;
  const gb_shape_of_body *shapes; ///< of the model's bodies
  const char *stem;               ///< of the results file; NULL: none
  gb_listener also;               ///< step NULL: nobody
  gb_timers *timers;
  bool open_ended;     ///< the number of steps is found on the way
  bool goes_on;        ///< a restart file tells how far the results reach
  int output_every;    ///< steps between frames; 0: none, and no results file
  bool sections;       ///< with forces, moments, strains and stresses of shells and beams
  bool swept;          ///< with the solids of beams
  int restart_every;   ///< steps between restart files; 0: none
  double deadline;     ///< by gb_timer_now, when the run is to pause; INFINITY: never
  bool quiet, verbose; ///< without the progress line; with a line for each step
} gb_monitor_request;

typedef struct gb_monitor gb_monitor;

/// Collective. The request's contents are copied.
int gb_monitor_create(const gb_monitor_request *request, gb_monitor **out, gb_error *error);
/// Drops an incomplete results file.
void gb_monitor_destroy(gb_monitor **monitor);
/// For gb_analysis; borrows the monitor.
gb_frame_observer gb_monitor_observer(gb_monitor *monitor);
/// After the analysis: gather the records and complete the results file. Collective.
int gb_monitor_finish(gb_monitor *monitor, gb_error *error);
/// After a pause: leave the results file for the run that goes on.
void gb_monitor_pause(gb_monitor *monitor);
/// Complete on rank 0 after gb_monitor_finish.
const gb_records *gb_monitor_records(const gb_monitor *monitor);

#endif

/// Frames of a march in its results file: displacements, velocities, accelerations and directors at
/// nodes, stress and failure index in cells.
#ifndef GB_MONITOR_FRAMES_H
#define GB_MONITOR_FRAMES_H

#include "monitor/records.h"
#include "monitor/shapes.h"

typedef struct gb_frames gb_frames;

/// No file yet. The model and the shapes of its bodies must outlive it.
/// @param stem  path of the results file without an extension; borrowed
/// @param sections  with forces, moments, strains and stresses of shells and beams
/// @param swept     with the solids of beams
/// Collective. errors: GB_FILE
int gb_frames_create(const gb_model *model, const gb_shape_of_body shapes[], const char *stem,
                     bool sections, bool swept, gb_frames **out, gb_error *error);
/// Drops a results file that was neither closed nor paused.
void gb_frames_destroy(gb_frames **frames);

/// Open a new results file, or, where the records of a restart file hold frames, that of the run
/// which wrote them. Collective.
int gb_frames_open(gb_frames *frames, const gb_records *records, gb_error *error);
/// Collective.
int gb_frames_write(gb_frames *frames, const gb_frame *frame, gb_error *error);
/// NULL: no file is open.
gb_results *gb_frames_results(gb_frames *frames);
/// Complete the results file. Collective.
int gb_frames_close(gb_frames *frames, gb_error *error);

#endif

/// Frames of a march in the results file: displacements, velocities, accelerations and directors of
/// nodes; stress, failure index and values of sections of cells.
#ifndef GB_MONITOR_FRAMES_H
#define GB_MONITOR_FRAMES_H

#include "monitor/records.h"
#include "monitor/shapes.h"

typedef struct gb_frames gb_frames;

/// Create the object, without a file. The model and the shapes of its bodies must exist as long as
/// the object. Collective. errors: GB_FILE (memory)
/// @param stem  path of the results file without an extension; borrowed
/// @param sections  write forces, moments, strains and stresses of shells and beams
/// @param swept     write beams as solids
int gb_frames_create(const gb_model *model, const gb_shape_of_body shapes[], const char *stem,
                     bool sections, bool swept, gb_frames **out, gb_error *error);
/// Free the object, and remove a results file that was neither closed nor paused; *frames may be
/// NULL. Collective.
void gb_frames_destroy(gb_frames **frames);

/// Create a results file. If the records, read from a restart file, contain frames, open the
/// existing results file instead, to continue it. Collective. errors: GB_FILE
/// @param[out] anew whether that file was damaged and is written anew
int gb_frames_open(gb_frames *frames, const gb_records *records, bool *anew, gb_error *error);
/// Write a frame. Collective. errors: GB_FILE
int gb_frames_write(gb_frames *frames, const gb_frame *frame, gb_error *error);
/// The open results file; NULL if there is none. Local.
gb_results *gb_frames_results(gb_frames *frames);
/// Complete the results file. Collective. errors: GB_FILE
int gb_frames_close(gb_frames *frames, gb_error *error);

#endif

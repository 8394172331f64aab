/// Frames of a results file, with all fields of monitor/fields.h.
#include "monitor/frames.h"

#include "monitor/fields.h"

#include <stdlib.h>

struct gb_frames {
  MPI_Comm comm;
  const char *stem;
  gb_results *results; ///< NULL: no file is open
  gb_fields *fields;
};

int gb_frames_create(const gb_model *model, const gb_shape_of_body shapes[], const char *stem,
                     bool sections, bool swept, gb_frames **out, gb_error *error) {
  gb_frames *f;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(f, 1, error), error));
  f->comm = model->comm;
  f->stem = stem;
  const int status = gb_fields_create(model, shapes, NULL, sections, swept, &f->fields, error);
  if (status != GB_OK) gb_frames_destroy(&f);
  *out = f;
  return status;
}

void gb_frames_destroy(gb_frames **frames) {
  gb_frames *f = *frames;
  if (!f) return;
  gb_results_destroy(&f->results);
  gb_fields_destroy(&f->fields);
  free(f);
  *frames = NULL;
}

int gb_frames_open(gb_frames *f, const gb_records *records, bool *anew, gb_error *error) {
  const gb_results_mesh *mesh = gb_fields_mesh(f->fields);
  gb_results_frames written = {.count = records->frames};
  double *time;
  *anew = false;
  if (records->frames == 0) return gb_results_create(f->comm, f->stem, mesh, &f->results, error);
  int status = GB_ALLOCATE(time, (size_t)records->frames, error);
  GB_TRY(gb_agree(f->comm, status, error));
  for (int i = 0; i < records->frames; i++)
    time[i] = records->balance[(size_t)i * (1 + GB_BALANCES)];
  written.time = time;
  written.field = gb_fields_list(f->fields, &written.fields);
  status = gb_results_resume(f->comm, f->stem, mesh, &written, anew, &f->results, error);
  free(time);
  return status;
}

int gb_frames_write(gb_frames *f, const gb_frame *frame, gb_error *error) {
  int fields;
  gb_fields_compute(f->fields, frame);
  const gb_results_field *field = gb_fields_list(f->fields, &fields);
  return gb_results_frame(f->results, frame->t, fields, field, error);
}

gb_results *gb_frames_results(gb_frames *f) {
  return f->results;
}

int gb_frames_close(gb_frames *f, gb_error *error) {
  return gb_results_close(f->results, error);
}

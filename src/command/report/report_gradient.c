/// The file of `gradient --out`: values of the functionals and their derivatives by all designs.
#include "command/report/report.h"

#include "base/platform/new_file.h"
#include "output/hdf5_tables.h"

#include <stdio.h>
#include <string.h>

enum { PATH = 4200 };

/// Names of values and designs in both files.
typedef struct labels {
  const char **value, **design; ///< [values], [designs]
} labels;

static int find_labels(const gb_session *s, gb_arena *arena, labels *l, gb_error *error) {
  const gb_design_set *designs = s->model->designs;
  const size_t values = (size_t)gb_analysis_values(s->analysis);
  GB_TRY(GB_TAKE(arena, l->value, values, error));
  GB_TRY(GB_TAKE(arena, l->design, (size_t)designs->count, error));
  GB_TRY(gb_session_name_values(s->analysis, arena, l->value, error));
  for (int j = 0; j < designs->count; j++) l->design[j] = designs->design[j].name;
  return GB_OK;
}

static void write_table(FILE *file, const gb_session *s, const labels *l,
                        const gb_outcome *outcome) {
  const gb_design_set *designs = s->model->designs;
  const size_t n = (size_t)designs->count;
  fprintf(file, "function,value");
  for (size_t j = 0; j < n; j++) gb_report_field(file, ",d/d ", l->design[j]);
  fprintf(file, "\ndesign,");
  for (size_t j = 0; j < n; j++) fprintf(file, ",%.17g", designs->design[j].value);
  for (int i = 0; i < gb_analysis_values(s->analysis); i++) {
    fputc('\n', file);
    gb_report_field(file, "", l->value[i]);
    fprintf(file, ",%.17g", outcome->value[i]);
    for (size_t j = 0; j < n; j++) fprintf(file, ",%.17g", outcome->gradient[(size_t)i * n + j]);
  }
  fputc('\n', file);
}

static int write_datasets(gb_hdf5 *file, const gb_session *s, const labels *l,
                          const gb_outcome *outcome, gb_error *error) {
  const gb_design_set *designs = s->model->designs;
  const int n = designs->count, values = gb_analysis_values(s->analysis);
  double *design;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, design, (size_t)n, error));
  for (int j = 0; j < n; j++) design[j] = designs->design[j].value;
  GB_TRY(gb_hdf5_names(file, "function_names", values, l->value, error));
  GB_TRY(gb_hdf5_names(file, "design_names", n, l->design, error));
  GB_TRY(gb_hdf5_numbers(file, "designs", n, 0, design, error));
  GB_TRY(gb_hdf5_numbers(file, "functions", values, 0, outcome->value, error));
  return gb_hdf5_numbers(file, "gradient", values, n, outcome->gradient, error);
}

static int write_hdf5(const char *path, const char *temporary, const gb_session *s, const labels *l,
                      const gb_outcome *outcome, gb_error *error) {
  gb_hdf5 *file = NULL;
  int status = gb_hdf5_start(MPI_COMM_SELF, temporary, false, &file, error);
  if (status == GB_OK) status = write_datasets(file, s, l, outcome, error);
  if (status == GB_OK) status = gb_hdf5_close(file, error);
  gb_hdf5_destroy(&file);
  if (status != GB_OK || rename(temporary, path) == 0) return status;
  return gb_fail(error, GB_CANNOT_WRITE, "%s: cannot be written", path);
}

int gb_report_out(const gb_command *command, const gb_outcome *outcome, gb_error *error) {
  const gb_session *s = command->session;
  const char *path = command->options->out;
  char temporary[PATH + 8];
  labels l;
  FILE *file;
  GB_SCRATCH(scratch);
  if (!path) return GB_OK;
  GB_TRY(find_labels(s, &scratch, &l, error));
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  if (strcmp(strrchr(path, '.'), ".csv") != 0)
    return write_hdf5(path, temporary, s, &l, outcome, error);
  GB_TRY(gb_new_file_open(temporary, &file, error));
  write_table(file, s, &l, outcome);
  return gb_new_file_finish(file, temporary, path, error);
}

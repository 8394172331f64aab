/// The table of functionals with several values over time.
#include "command/report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DERIVATIVES = 1000000 };

static bool is_list(const gb_session *s, int i) {
  return s->analysis->functional[i].values > 1;
}

/// Steps between the values of a functional.
static int every(const gb_session *s, int i) {
  return s->analysis->time->steps / (s->analysis->functional[i].values - 1);
}

double gb_report_time(const gb_session *session, int functional, int k) {
  return k * every(session, functional) * session->analysis->time->step;
}

/// Whether the derivatives of a functional stand in the table.
static bool has_derivatives(const gb_session *s, const gb_outcome *outcome, int i) {
  return outcome->gradient &&
         (double)s->analysis->functional[i].values * (double)s->model->designs->count <=
             MOST_DERIVATIVES;
}

/// A field as of RFC 4180, of two texts.
static void write_field(FILE *file, const char *name, const char *design) {
  const char *const text[] = {design ? "d " : "", name, design ? " / d " : "",
                              design ? design : ""};
  fputs(",\"", file);
  for (int i = 0; i < 4; i++)
    for (const char *c = text[i]; *c; c++) fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
  fputc('"', file);
}

static void write_head(FILE *file, const gb_session *s, const gb_outcome *outcome) {
  fputc('t', file);
  for (int i = 0; i < s->analysis->functionals; i++) {
    const char *name = s->analysis->functional[i].name;
    if (!is_list(s, i)) continue;
    write_field(file, name, NULL);
    for (int j = 0; has_derivatives(s, outcome, i) && j < s->model->designs->count; j++)
      write_field(file, name, s->model->designs->design[j].name);
  }
  fputc('\n', file);
}

/// The values at the end of a step; nothing where no functional has one.
static void write_row(FILE *file, const gb_session *s, const gb_outcome *outcome, int step) {
  const size_t designs = (size_t)s->model->designs->count;
  bool any = false;
  for (int i = 0; i < s->analysis->functionals; i++)
    any = any || (is_list(s, i) && step % every(s, i) == 0);
  if (!any) return;
  fprintf(file, "%.17g", step * s->analysis->time->step);
  for (int i = 0; i < s->analysis->functionals; i++) {
    if (!is_list(s, i)) continue;
    const bool here = step % every(s, i) == 0;
    const size_t value =
        (size_t)s->analysis->functional[i].first + (here ? (size_t)(step / every(s, i)) : 0);
    fputc(',', file);
    if (here) fprintf(file, "%.17g", outcome->value[value]);
    for (size_t j = 0; has_derivatives(s, outcome, i) && j < designs; j++) {
      fputc(',', file);
      if (here) fprintf(file, "%.17g", outcome->gradient[value * designs + j]);
    }
  }
  fputc('\n', file);
}

int gb_report_lists(const gb_command *command, const gb_outcome *outcome, gb_error *error) {
  const gb_session *s = command->session;
  gb_output file;
  bool any = false;
  for (int i = 0; i < s->analysis->functionals; i++) any = any || is_list(s, i);
  if (!any) return GB_OK;
  GB_TRY(gb_output_open(command->stem, "functions.csv", &file, error));
  write_head(file.stream, s, outcome);
  for (int step = 0; step <= s->analysis->time->steps; step++)
    write_row(file.stream, s, outcome, step);
  return gb_output_finish(&file, error);
}

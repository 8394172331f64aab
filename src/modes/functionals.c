/// Frequencies as functionals of an analysis.
#include "modes/modes.h"

#include <math.h>
#include <string.h>

static bool is_frequency(const gb_functional_settings *f) {
  return strcmp(f->type, "frequency") == 0;
}

bool gb_modes_are_requested(const gb_analysis *analysis) {
  for (int i = 0; i < analysis->functionals; i++)
    if (is_frequency(&analysis->functional[i])) return true;
  return false;
}

/// Set the value and the derivatives of one functional.
static int set_functional(const gb_modes_request *request, const gb_functional_settings *f,
                          const gb_modes *modes, gb_outcome *outcome, gb_error *error) {
  const size_t designs = (size_t)request->analysis->model->designs->count;
  const int mode = f->mode - 1;
  outcome->value[f->first] = modes->frequency[mode];
  if (!outcome->gradient) return GB_OK;
  if (modes->no_derivative)
    return gb_fail(error, GB_WRONG_FUNCTION, "%s: there are no derivatives %s", f->where,
                   modes->no_derivative);
  const double *row = modes->derivative + (size_t)mode * designs;
  if (isnan(row[0]))
    return gb_fail(error, GB_NO_DERIVATIVE, "%s: mode %d has no derivative: it is %s", f->where,
                   f->mode, modes->repeated[mode] ? "repeated" : "rigid or unstable");
  memcpy(outcome->gradient + (size_t)f->first * designs, row, designs * sizeof *row);
  return GB_OK;
}

int gb_modes_fill(const gb_modes_request *request, gb_outcome *outcome, gb_error *error) {
  const gb_analysis *analysis = request->analysis;
  gb_modes_request own = *request;
  gb_modes modes;
  if (!gb_modes_are_requested(analysis)) return GB_OK;
  own.count = 1;
  for (int i = 0; i < analysis->functionals; i++)
    if (own.count < analysis->functional[i].mode) own.count = analysis->functional[i].mode;
  GB_TRY(gb_modes_find(&own, &modes, error));
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < analysis->functionals; i++)
    if (is_frequency(&analysis->functional[i]))
      status = set_functional(request, &analysis->functional[i], &modes, outcome, error);
  gb_modes_free(&modes);
  return status;
}

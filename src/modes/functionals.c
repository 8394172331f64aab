/// Frequencies and load factors of buckling as functionals of an analysis.
#include "modes/buckling.h"

#include <math.h>
#include <string.h>

/// A search and the functionals whose values are its results.
typedef struct family {
  const char *type;
  int (*find)(const gb_modes_request *, gb_modes *, gb_error *);
} family;

static const family families[] = {{"frequency", gb_modes_find}, {"buckling", gb_buckling_find}};
enum { FAMILIES = sizeof families / sizeof *families };

static bool is_of(const gb_functional_settings *f, const family *of) {
  return strcmp(f->type, of->type) == 0;
}

bool gb_modes_are_requested(const gb_analysis *analysis) {
  bool requested = false;
  for (int i = 0; i < analysis->functionals; i++)
    for (int k = 0; k < FAMILIES; k++)
      requested = requested || is_of(&analysis->functional[i], &families[k]);
  return requested;
}

/// Set the value -1/P ln sum exp(-P value) of the lowest modes, below the least of them, and its
/// derivatives.
static void set_aggregate(const gb_functional_settings *f, const gb_modes *modes, size_t designs,
                          double *value, double *gradient) {
  double sum = 0;
  for (int i = 0; i < f->mode; i++) sum += exp(-f->weight * (modes->value[i] - modes->value[0]));
  *value = modes->value[0] - log(sum) / f->weight;
  if (!gradient) return;
  memset(gradient, 0, designs * sizeof *gradient);
  for (int i = 0; i < f->mode; i++)
    for (size_t j = 0; j < designs; j++)
      gradient[j] += exp(-f->weight * (modes->value[i] - modes->value[0])) / sum *
                     modes->derivative[(size_t)i * designs + j];
}

/// Set the value and the derivatives of one functional.
static int set_functional(const gb_modes_request *request, const gb_functional_settings *f,
                          const gb_modes *modes, gb_outcome *outcome, gb_error *error) {
  const size_t designs = (size_t)request->analysis->model->designs->count;
  const int mode = f->mode - 1;
  double *gradient = outcome->gradient ? outcome->gradient + (size_t)f->first * designs : NULL;
  if (f->mode > modes->count)
    return gb_fail(error, GB_TOO_LARGE,
                   "%s.mode: the model has %d load factors of buckling (found %d); accepted: 1 to "
                   "%d",
                   f->where, modes->count, f->mode, modes->count);
  if (gradient && modes->no_derivative)
    return gb_fail(error, GB_WRONG_FUNCTION, "%s: there are no derivatives %s", f->where,
                   modes->no_derivative);
  if (f->weight != 0) {
    set_aggregate(f, modes, designs, &outcome->value[f->first], gradient);
    return GB_OK;
  }
  outcome->value[f->first] = modes->frequency ? modes->frequency[mode] : modes->value[mode];
  if (!gradient) return GB_OK;
  const double *row = modes->derivative + (size_t)mode * designs;
  if (modes->repeated[mode] || isnan(row[0]))
    return gb_fail(error, GB_NO_DERIVATIVE, "%s: mode %d has no derivative: it is %s", f->where,
                   f->mode, modes->repeated[mode] ? "repeated" : "rigid or unstable");
  memcpy(gradient, row, designs * sizeof *row);
  return GB_OK;
}

/// Find the modes of one family, if there are functionals of them, and set these.
static int fill(const gb_modes_request *request, const family *of, gb_outcome *outcome,
                gb_error *error) {
  const gb_analysis *analysis = request->analysis;
  gb_modes_request own = *request;
  gb_modes modes;
  own.count = 0;
  for (int i = 0; i < analysis->functionals; i++)
    if (is_of(&analysis->functional[i], of) && own.count < analysis->functional[i].mode)
      own.count = analysis->functional[i].mode;
  if (own.count == 0) return GB_OK;
  GB_TRY(of->find(&own, &modes, error));
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < analysis->functionals; i++)
    if (is_of(&analysis->functional[i], of))
      status = set_functional(request, &analysis->functional[i], &modes, outcome, error);
  gb_modes_free(&modes);
  return status;
}

int gb_modes_fill(const gb_modes_request *request, gb_outcome *outcome, gb_error *error) {
  for (int k = 0; k < FAMILIES; k++) GB_TRY(fill(request, &families[k], outcome, error));
  return GB_OK;
}

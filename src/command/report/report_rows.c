/// Objects of the JSON summary with a member for each functional: values and derivatives.
#include "command/report/report.h"

#include "output/json.h"

void gb_report_derivatives(gb_json *json, const char *key, const gb_analysis *analysis,
                           const double gradient[]) {
  const gb_model *model = analysis->model;
  const size_t designs = (size_t)model->designs->count;
  gb_json_open_object(json, key);
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_settings *f = &analysis->functional[i];
    const double *row = gradient + (size_t)f->first * designs;
    gb_json_open_object(json, f->name);
    for (int j = 0; j < model->designs->count;) {
      int entry = model->designs->design[j].entry, end = j;
      while (end < model->designs->count && model->designs->design[end].entry == entry) end++;
      const char *name = model->problem->designs.entry[entry].name;
      if (f->values > 1) gb_json_open_array(json, name);
      for (int k = 0; k < f->values; k++)
        gb_json_numbers(json, f->values > 1 ? NULL : name, end - j, row + (size_t)k * designs + j);
      if (f->values > 1) gb_json_close(json);
      j = end;
    }
    gb_json_close(json);
  }
  gb_json_close(json);
}

void gb_report_values(gb_json *json, const char *key, const gb_analysis *analysis,
                      const double value[]) {
  gb_json_open_object(json, key);
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_settings *f = &analysis->functional[i];
    if (f->values > 1)
      gb_json_numbers(json, f->name, f->values, value + f->first);
    else
      gb_json_number(json, f->name, value[f->first]);
  }
  gb_json_close(json);
}

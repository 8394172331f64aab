/// Objects of the JSON summary with a member for each functional: values and derivatives.
#include "command/report.h"

#include "output/json.h"

static const char *name_of(const gb_report_rows *rows, int functional) {
  const int index = rows->index ? rows->index[functional] : functional;
  return rows->session->description->functions.entry[index].name;
}

void gb_report_derivatives(gb_json *json, const char *key, const gb_report_rows *rows,
                           const double gradient[]) {
  const gb_session *s = rows->session;
  const gb_model *model = s->model;
  const size_t designs = (size_t)model->designs->count;
  gb_json_open_object(json, key);
  for (int i = 0; i < rows->analysis->functionals; i++) {
    const gb_functional_request *f = &rows->analysis->functional[i];
    const double *row = gradient + (size_t)f->first * designs;
    gb_json_open_object(json, name_of(rows, i));
    for (int j = 0; j < model->designs->count;) {
      int entry = model->designs->design[j].entry, end = j;
      while (end < model->designs->count && model->designs->design[end].entry == entry) end++;
      const char *name = s->description->problem->designs.entry[entry].name;
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

void gb_report_values(gb_json *json, const char *key, const gb_report_rows *rows,
                      const double value[]) {
  gb_json_open_object(json, key);
  for (int i = 0; i < rows->analysis->functionals; i++) {
    const gb_functional_request *f = &rows->analysis->functional[i];
    if (f->values > 1)
      gb_json_numbers(json, name_of(rows, i), f->values, value + f->first);
    else
      gb_json_number(json, name_of(rows, i), value[f->first]);
  }
  gb_json_close(json);
}

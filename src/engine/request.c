/// Functionals as a case asks for them, with its words checked against their list.
#include "engine/request.h"

#include "base/length.h"
#include "base/nearest.h"
#include "integrators/schemes/schemes.h"
#include "model/sections/triad.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 63 };

/// Different words, for a message and for the nearest one.
typedef struct words {
  int count;
  const char *word[WORDS + 1]; ///< NULL-terminated
  char text[600];              ///< all of them
} words;

static void add_word(words *list, const char *word) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->word[i], word) == 0) return;
  if (list->count == WORDS) return;
  size_t used = strlen(list->text);
  snprintf(list->text + used, sizeof list->text - used, "%s%s", used ? ", " : "", word);
  list->word[list->count++] = word;
}

static int refuse_word(const char *where, const char *key, const char *found, const words *known,
                       gb_error *error) {
  const char *near = gb_nearest(found, known->word);
  return gb_fail(error, GB_UNKNOWN_WORD, "%s.%s: unknown word%s%s (found %s); accepted: %s", where,
                 key, near ? ", nearest: " : "", near ? near : "", found, known->text);
}

static int refuse_unused(const gb_functional_settings *request, const char *key, const char *found,
                         gb_error *error) {
  return gb_fail(error, GB_KEY_CONFLICT,
                 "%s.%s: not used by functions of type %s (found %s); accepted: none",
                 request->where, key, request->type, found);
}

/// The functional of a request's type and form.
static int find_function(const gb_functional_settings *request, const gb_function **out,
                         gb_error *error) {
  words types = {0}, forms = {0};
  *out = gb_function_find(request->type, request->form);
  if (*out) return GB_OK;
  bool known = false;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    bool same = strcmp((*f)->type, request->type) == 0;
    known = known || same;
    add_word(&types, (*f)->type);
    if (same && (*f)->form) add_word(&forms, (*f)->form);
  }
  if (!known) return refuse_word(request->where, "type", request->type, &types, error);
  if (!request->form)
    return gb_fail(error, GB_MISSING_KEY, "%s.form: is missing; accepted: %s", request->where,
                   forms.text);
  if (forms.count > 0) return refuse_word(request->where, "form", request->form, &forms, error);
  return refuse_unused(request, "form", request->form, error);
}

/// A functional of points has an expression, the others have none.
static int check_expression(const gb_functional_settings *request, const gb_function *function,
                            gb_error *error) {
  const bool controls = function->field == GB_FIELD_CONTROLS;
  const bool alone = controls || function->field == GB_FIELD_MODES;
  if (alone && request->of) return refuse_unused(request, "of", request->of, error);
  const bool nodes = function->field == GB_FIELD_NODES;
  if (nodes && !request->of)
    return gb_fail(error, GB_MISSING_KEY,
                   "%s.of: is missing; accepted: functions of type %s of a group", request->where,
                   request->type);
  if (function->field != GB_FIELD_POINTS && !controls && !nodes) {
    return request->value ? refuse_unused(request, "value", request->value, error) : GB_OK;
  }
  if (request->value) return GB_OK;
  return gb_fail(error, GB_MISSING_KEY,
                 "%s.value: is missing; accepted: functions of type %s with an expression, such as "
                 "%s",
                 request->where, request->type,
                 controls ? "u1^2/2 of a control u1"
                 : nodes  ? "sqrt(ux^2 + uy^2 + uz^2)"
                          : "(x - 1)^2 + vz^2, and of: PROBE");
}

/// The number of the group that a functional looks at; 0: the whole model.
static int find_group(const gb_analysis *analysis, const gb_functional_settings *request) {
  const gb_problem *problem = analysis->model->problem;
  const gb_measured_kind kind = gb_request_measures(request->type, request->form);
  for (int k = 0; kind && request->of && k < problem->measured.count; k++)
    if (problem->measured.entry[k].kind == kind &&
        strcmp(problem->measured.entry[k].name, request->of) == 0)
      return k + 1;
  return 0;
}

static int refuse_walk(const gb_functional_settings *request, gb_error *error) {
  return gb_fail(error, GB_WRONG_TIME,
                 "%s.at: a static march is asked for its end alone; accepted: end", request->where);
}

/// The step at whose end a time lies, or -1, which says that it is the last.
static int find_step(const gb_analysis *analysis, const gb_functional_settings *request, int *step,
                     gb_error *error) {
  const gb_march_settings *time = analysis->time;
  const double at = request->at.time, h = time->step, last = time->steps;
  const double count = at / h, near = round(count);
  if (near == last && fabs(count - near) <= 1e-9 * last) return GB_OK;
  if (gb_scheme_is_static(time->scheme)) return refuse_walk(request, error);
  *step = (int)near;
  if (near >= 0 && near < last && fabs(count - near) <= 1e-9 * fmax(near, 1)) return GB_OK;
  const double below = fmax(0, fmin(floor(count), last)), above = fmax(0, fmin(ceil(count), last));
  char text[100];
  snprintf(text, sizeof text, below == above ? "%.12g" : "%.12g or %.12g", below * h, above * h);
  return gb_fail(error, GB_WRONG_TIME,
                 "%s.at: no step ends at this time (found time %.12g); accepted: the nearest ends, "
                 "%s, or end",
                 request->where, at, text);
}

/// The steps between the points of a mesh of times.
static int find_mesh(const gb_analysis *analysis, const gb_functional_settings *request, int *every,
                     gb_error *error) {
  const int steps = analysis->time->steps;
  if (gb_scheme_is_static(analysis->time->scheme)) return refuse_walk(request, error);
  const int pieces = request->at.kind == GB_WHEN_EACH ? steps : request->at.points - 1;
  *every = pieces > 0 ? steps / pieces : 0;
  if (pieces > 0 && steps % pieces == 0) return GB_OK;
  int below = pieces < steps ? pieces : steps, above = below;
  while (below > 1 && steps % below != 0) below--;
  while (above < steps && steps % above != 0) above++;
  return gb_fail(error, GB_WRONG_TIME,
                 "%s.at: the points of the mesh are not at ends of steps (found %d points over %d "
                 "steps); accepted: the nearest that are, %d or %d",
                 request->where, pieces + 1, steps, below + 1, above + 1);
}

/// When a functional counts the march.
static int find_ends(const gb_analysis *analysis, const gb_functional_settings *request,
                     gb_functional *functional, gb_error *error) {
  const bool joined = functional->function->field == GB_FIELD_POINTS && functional->function->form;
  functional->at_ends = request->at.kind != GB_WHEN_NONE;
  functional->step = -1;
  if (request->at.kind == GB_WHEN_TIME)
    return find_step(analysis, request, &functional->step, error);
  if (request->at.kind < GB_WHEN_MESH) return GB_OK;
  GB_TRY(find_mesh(analysis, request, &functional->every, error));
  functional->values = joined ? 1 : analysis->time->steps / functional->every + 1;
  return GB_OK;
}

void gb_request_count(gb_functional_settings *request, int functionals, int steps) {
  for (int i = 0, first = 0; i < functionals; first += request[i++].values) {
    const gb_when *at = &request[i].at;
    const bool joined = strcmp(request[i].type, "value") == 0 && request[i].form;
    request[i].first = first;
    request[i].values = joined                     ? 1
                        : at->kind == GB_WHEN_MESH ? at->points
                        : at->kind == GB_WHEN_EACH ? steps + 1
                                                   : 1;
  }
}

/// Whether a functional is one of the tensor of inertia, which has a point and axes.
static bool has_frame(const gb_function *function) {
  return function->field == GB_FIELD_INERTIA && function->sums == GB_FUNCTION_SUMS;
}

static int check_frame(const gb_functional_settings *request, const gb_function *function,
                       gb_error *error) {
  double across[3];
  const bool about = !isnan(request->about[0]), axes = !isnan(request->axes[0][0]);
  if (!has_frame(function) && (about || axes))
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s.%s: not used by functions of type %s; accepted: none", request->where,
                   about ? "about" : "axes", request->type);
  if (!axes) return GB_OK;
  gb_cross(request->axes[0], request->axes[1], across);
  const double sizes = gb_length(request->axes[0]) * gb_length(request->axes[1]);
  if (gb_length(across) > 1e-9 * sizes) return GB_OK;
  return gb_fail(error, GB_WRONG_VALUE,
                 "%s.axes: two vectors along each other, or zero (found [%g, %g, %g] and [%g, %g, "
                 "%g]); accepted: the first axis, and a vector on the side of the second",
                 request->where, request->axes[0][0], request->axes[0][1], request->axes[0][2],
                 request->axes[1][0], request->axes[1][1], request->axes[1][2]);
}

/// Where a functional of moments of mass counts from: a centre from the origin.
static int open_frame(const gb_functional_settings *request, gb_arena *arena,
                      gb_functional *functional, gb_error *error) {
  static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  const bool given = !isnan(request->axes[0][0]);
  gb_inertia_frame *frame;
  double triad[3][3]; // its third axis is along the first vector
  if (functional->function->field != GB_FIELD_INERTIA) return GB_OK;
  GB_TRY(GB_TAKE(arena, frame, 1, error));
  functional->frame = frame;
  frame->centre = has_frame(functional->function) && isnan(request->about[0]);
  for (int i = 0; !isnan(request->about[0]) && i < 3; i++) frame->about[i] = request->about[i];
  gb_triad(given ? request->axes[0] : x, given ? request->axes[1] : y, triad);
  for (int k = 0; k < 3; k++) memcpy(frame->axis[k], triad[(k + 2) % 3], sizeof triad[k]);
  return GB_OK;
}

/// A functional has the numbers and words that it uses, and no others.
static int check_options(const gb_analysis *analysis, const gb_functional_settings *request,
                         const gb_function *function, gb_error *error) {
  static const char *const sums[] = {"continuous", "discrete", "all"};
  if (gb_function_has_weight(function) && request->weight == 0)
    return gb_fail(error, GB_MISSING_KEY,
                   "%s.weight: is missing; accepted: functions of type %s with weight",
                   request->where, request->type);
  if (!gb_function_has_weight(function) && request->weight != 0)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s.weight: not used by functions of type %s (found %g); accepted: none",
                   request->where, request->type, request->weight);
  const bool modes = function->field == GB_FIELD_MODES;
  if (modes && request->mode == 0)
    return gb_fail(error, GB_MISSING_KEY,
                   "%s.mode: is missing; accepted: functions of type %s with mode", request->where,
                   request->type);
  if (!modes && request->mode != 0)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s.mode: not used by functions of type %s (found %d); accepted: none",
                   request->where, request->type, request->mode);
  if (!function->sampled && request->sum != GB_SUM_UNSET)
    return refuse_unused(request, "sum", sums[request->sum], error);
  const bool sampled =
      function->field == GB_FIELD_INERTIA ||
      (gb_request_measures(request->type, request->form) && function->counted == GB_COUNT_ALL);
  if (function->counted != GB_COUNT_AT && !sampled && request->at.kind != GB_WHEN_NONE)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s.at: not used by functions of type %s; accepted: none", request->where,
                   request->type);
  for (int b = 0; function->kinetic && b < analysis->model->problem->bushings.count; b++)
    if (gb_bushing_is_inerter(&analysis->model->problem->bushings.entry[b]))
      return gb_fail(error, GB_WRONG_FUNCTION,
                     "%s: the kinetic energy of masses, and %s has inertance; accepted: a case "
                     "without inertance",
                     request->where, analysis->model->problem->bushings.entry[b].where);
  if (function->kinetic && gb_scheme_is_static(analysis->time->scheme))
    return gb_fail(error, GB_WRONG_SCHEME,
                   "%s.form: a static march has no velocities (found %s); accepted: strain",
                   request->where, request->form);
  GB_TRY(check_frame(request, function, error));
  return check_expression(request, function, error);
}

static bool is_of_contacts(const gb_function *function) {
  return function->field == GB_FIELD_DEPTH || function->field == GB_FIELD_TOUCH;
}

/// Check that the case has contacts for a function of their gaps or areas.
static int check_contacts(const gb_problem *problem, const gb_functional *functional,
                          gb_error *error) {
  if (is_of_contacts(functional->function) && problem->contacts.count == 0)
    return gb_fail(error, GB_WRONG_FUNCTION,
                   "%s: the %s of contacts, and the case has none; accepted: a case with "
                   "contacts",
                   functional->where, functional->function->type);
  return GB_OK;
}

int gb_request_functionals(const gb_analysis *analysis, gb_arena *arena, gb_functional **out,
                           gb_error *error) {
  const size_t count = (size_t)analysis->functionals;
  GB_TRY(gb_arena_allocate(arena, count, sizeof **out, out, error));
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_settings *request = &analysis->functional[i];
    gb_functional *functional = &(*out)[i];
    GB_TRY(find_function(request, &functional->function, error));
    GB_TRY(check_options(analysis, request, functional->function, error));
    functional->where = request->where;
    functional->weight = request->weight;
    functional->group = find_group(analysis, request);
    GB_TRY(find_ends(analysis, request, functional, error));
    GB_TRY(open_frame(request, arena, functional, error));
    if (functional->function->field == GB_FIELD_POINTS ||
        functional->function->field == GB_FIELD_CONTROLS ||
        functional->function->field == GB_FIELD_NODES)
      GB_TRY(gb_request_points(analysis, request, functional->function, arena, &functional->value,
                               error));
    functional->discrete = request->sum == GB_SUM_DISCRETE || request->sum == GB_SUM_ALL;
    functional->all = request->sum == GB_SUM_ALL;
    GB_TRY(check_contacts(analysis->model->problem, functional, error));
    if (functional->function->field == GB_FIELD_FAILURE && !analysis->model->blocks->fails)
      return gb_fail(error, GB_NO_FAILURE_INDEX,
                     "%s: '%s' aggregates the failure index: every shell's material needs a yield "
                     "stress (materials: NAME: yield), a laminate's Xt, Xc, Yt, Yc and S",
                     request->where, request->type);
  }
  return GB_OK;
}

gb_measured_kind gb_request_measures(const char *type, const char *form) {
  const gb_function *function = gb_function_find(type, form);
  if (!function) return GB_MEASURED_NONE;
  const bool massive = function->field == GB_FIELD_MASS || function->field == GB_FIELD_INERTIA;
  return massive || function->kinetic        ? GB_MEASURED_PARTS
         : is_of_contacts(function)          ? GB_MEASURED_CONTACTS
         : function->field < GB_FIELDS       ? GB_MEASURED_ELEMENTS
         : function->field == GB_FIELD_NODES ? GB_MEASURED_NODES
                                             : GB_MEASURED_NONE;
}

double gb_request_adjoint_columns(const gb_analysis *analysis) {
  const double end = analysis->time->step * analysis->time->steps;
  double columns = 0;
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_settings *request = &analysis->functional[i];
    const gb_function *function = gb_function_find(request->type, request->form);
    const bool once =
        function && function->counted == GB_COUNT_FIRST && request->at.kind == GB_WHEN_NONE;
    if (!function || once || function->field == GB_FIELD_CONTROLS) continue;
    const bool early = request->at.kind == GB_WHEN_TIME && end > 0;
    const double part = early ? request->at.time / end : request->values > 1 ? 0.5 : 1;
    columns += part * request->values;
  }
  return columns;
}

void gb_request_list_functionals(size_t size, char *text) {
  size_t used = 0;
  for (const gb_function *const *f = gb_functions; *f && used < size; f++)
    used += (size_t)snprintf(text + used, size - used, "  %-11s %-13s %s\n", (*f)->type,
                             (*f)->form ? (*f)->form : "", (*f)->title);
}

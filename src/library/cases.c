/// Cases of the library: creation, loading, settings, names, and designs of the next run.
#include "library/library.h"

#include "base/timer.h"
#include "case/schema/schema.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *gimbal_version(void) {
  return GB_VERSION;
}

// Creation and destruction.

/// Whether MPI is initialised and not finalised.
static bool mpi_runs(void) {
  int begun, ended;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  return begun && !ended;
}

int gimbal_create(MPI_Comm comm, gimbal_case **out) {
  gb_error error = {0};
  if (!out) return GIMBAL_USAGE;
  *out = NULL;
  if (!mpi_runs() || comm == MPI_COMM_NULL) return GIMBAL_USAGE;
  gimbal_case *c = NULL;
  int status = GB_ALLOCATE(c, 1, &error);
  if (status == GB_OK) status = GB_ALLOCATE(c->loaded, 1, &error);
  status = gb_agree(comm, status, &error);
  if (status == GB_OK) {
    MPI_Comm_dup(comm, &c->comm);
    c->made = gb_timer_now();
    *out = c;
  } else if (c) {
    free(c->loaded);
    free(c);
  }
  return status;
}

int gimbal_create_f(const int *comm, gimbal_case **out) {
  if (!mpi_runs()) return gimbal_create(MPI_COMM_NULL, out);
  return gimbal_create(comm ? MPI_Comm_f2c((MPI_Fint)*comm) : MPI_COMM_WORLD, out);
}

/// Free everything that loading a case created.
static void unload(gb_loaded_case **loaded) {
  gb_loaded_case *l = *loaded;
  if (!l) return;
  gimbal_result_free(&l->coupled);
  gb_evaluator_destroy(&l->live);
  gb_session_close(&l->session);
  gb_arena_free(&l->memory);
  free(l->source.file);
  free(l->source.text);
  free(l->warnings);
  free(l);
  *loaded = NULL;
}

void gimbal_destroy(gimbal_case **out) {
  gimbal_case *c = out ? *out : NULL;
  if (!c) return;
  unload(&c->loaded);
  for (int i = 0; i < c->settings.count; i++) free(c->settings.entry[i]);
  free(c->settings.entry);
  if (mpi_runs()) MPI_Comm_free(&c->comm);
  free(c);
  *out = NULL;
}

const char *gimbal_message(const gimbal_case *c) {
  return c ? c->error.message
           : "there is no case: it is NULL, MPI is not initialised, the communicator is "
             "MPI_COMM_NULL, or memory is short";
}

const char *gimbal_code(const gimbal_case *c) {
  if (!c) return gb_code_word(GB_WRONG_CALL);
  return c->error.status == GB_OK ? "" : gb_code_word(gb_error_code(c->error.status, &c->error));
}

const char *gimbal_warnings(const gimbal_case *c) {
  return c && c->loaded->warnings ? c->loaded->warnings : "";
}

// Names.

static int name_functionals(gb_loaded_case *l, gb_error *error) {
  const gb_session *s = l->session;
  const size_t values = (size_t)gb_analysis_values(s->analysis);
  GB_TRY(GB_TAKE(&l->memory, l->name.functionals, values + 1, error));
  return gb_session_name_values(s->analysis, &l->memory, l->name.functionals, error);
}

/// Names of the columns of histories: u, v and a of probes, then the values of quantities.
static int name_histories(gb_loaded_case *l, gb_error *error) {
  static const char *const motion[] = {"ux", "uy", "uz", "vx", "vy", "vz", "ax", "ay", "az"};
  const gb_model *model = l->session->model;
  const int probes = GB_PROBE_VALUES * model->probes->count;
  const int columns = probes + model->quantities->values;
  const char **name;
  GB_TRY(GB_TAKE(&l->memory, name, (size_t)columns + 1, error));
  l->name.histories = name;
  for (int i = 0; i < columns; i++) {
    const gb_quantity *quantity = i < probes ? NULL : gb_quantity_of(model->quantities, i - probes);
    char of[81], *text;
    if (quantity)
      gb_model_quantity_name(model, (int)(quantity - model->quantities->entry), sizeof of, of);
    GB_TRY(gb_arena_text(&l->memory, &text, error, "%s.%s",
                         quantity ? of : model->probes->probe[i / GB_PROBE_VALUES].name,
                         quantity ? quantity->word[i - probes - quantity->first]
                                  : motion[i % GB_PROBE_VALUES]));
    name[i] = text;
  }
  return GB_OK;
}

static int describe_designs(gb_loaded_case *l, gb_error *error) {
  const gb_design_set *designs = l->session->model->designs;
  const size_t count = (size_t)designs->count;
  GB_TRY(GB_TAKE(&l->memory, l->name.designs, count + 1, error));
  GB_TRY(GB_TAKE(&l->memory, l->design, count, error));
  GB_TRY(GB_TAKE(&l->memory, l->lower, count, error));
  GB_TRY(GB_TAKE(&l->memory, l->upper, count, error));
  for (int j = 0; j < designs->count; j++) {
    char *text;
    GB_TRY(gb_arena_text(&l->memory, &text, error, "%s", designs->design[j].name));
    l->name.designs[j] = text;
    l->design[j] = designs->design[j].value;
    l->lower[j] = designs->design[j].lower;
    l->upper[j] = designs->design[j].upper;
  }
  return GB_OK;
}

// Loading.

void gb_library_warn(void *context, const char *line) {
  gb_loaded_case *l = context;
  const size_t used = l->warnings ? strlen(l->warnings) : 0, length = strlen(line);
  char *more = realloc(l->warnings, used + length + 2);
  if (!more) return;
  memcpy(more + used, line, length);
  memcpy(more + used + length, "\n", 2);
  l->warnings = more;
}

gb_session_request gb_library_request(const gimbal_case *c, const gb_loaded_case *loaded) {
  return (gb_session_request){
      .file = loaded->source.file,
      .text = loaded->source.text,
      .changes = {c->settings.count, (const char *const *)c->settings.entry, NULL}};
}

/// Build the model of a source.
static int build(const gimbal_case *c, gb_loaded_case *l, gb_error *error) {
  gb_session_request request = gb_library_request(c, l);
  request.keeps_mesh = true;
  request.warn = gb_library_warn;
  request.context = l;
  GB_TRY(gb_session_open(c->comm, &request, &l->session, error));
  int status = describe_designs(l, error);
  if (status == GB_OK) status = name_functionals(l, error);
  if (status == GB_OK) status = name_histories(l, error);
  l->loaded = l->warnings ? strlen(l->warnings) : 0;
  GB_TRY(gb_agree(c->comm, status, error));
  return gb_evaluator_create(l->session, l->session->analysis, &l->live, error);
}

/// Build another model and put it into the case. If that fails, the case keeps its model.
static int replace(gimbal_case *c, const gb_case_source *source, gb_error *error) {
  gb_loaded_case *next;
  GB_TRY(gb_agree(c->comm, GB_ALLOCATE(next, 1, error), error));
  next->source = *source;
  const int threads = gb_library_threads(1), status = build(c, next, error);
  gb_library_threads(threads);
  if (status != GB_OK) {
    next->source = (gb_case_source){0};
    unload(&next);
    return status;
  }
  c->runs++; // no gradient of earlier results can be computed
  if (source->file == c->loaded->source.file) c->loaded->source = (gb_case_source){0};
  unload(&c->loaded);
  c->loaded = next;
  return GB_OK;
}

static int copy_text(const char *text, char **out, gb_error *error) {
  *out = NULL;
  if (!text) return GB_OK;
  GB_TRY(GB_ALLOCATE(*out, strlen(text) + 1, error));
  memcpy(*out, text, strlen(text) + 1);
  return GB_OK;
}

static int load(gimbal_case *c, const char *file, const char *text) {
  gb_error error = {0};
  gb_case_source source = {0};
  int status = gb_library_need(file, text ? "name" : "file", &error);
  if (status == GB_OK) status = copy_text(file, &source.file, &error);
  if (status == GB_OK) status = copy_text(text, &source.text, &error);
  status = gb_agree(c->comm, status, &error);
  if (status == GB_OK) status = replace(c, &source, &error);
  if (status != GB_OK) {
    free(source.file);
    free(source.text);
  }
  return gb_library_end(c, status, &error);
}

int gimbal_load(gimbal_case *c, const char *file) {
  return c ? load(c, file, NULL) : GIMBAL_USAGE;
}

int gimbal_load_text(gimbal_case *c, const char *called, const char *text) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  if (gb_library_need(text, "text", &error) != GB_OK)
    return gb_library_end(c, error.status, &error);
  return load(c, called, text);
}

int gimbal_set(gimbal_case *c, const char *setting) {
  gb_error error = {0};
  char *text = NULL, **entry;
  if (!c) return GIMBAL_USAGE;
  const int before = c->settings.count;
  int status = gb_library_need(setting, "setting", &error);
  if (status == GB_OK) status = gb_setting_check(setting, &error);
  if (status == GB_OK) status = copy_text(setting, &text, &error);
  if (status == GB_OK)
    status = gb_array_append(&c->settings.entry, &c->settings.count, sizeof *entry, &entry, &error);
  if (status == GB_OK) *entry = text;
  status = gb_agree(c->comm, status, &error);
  if (status == GB_OK && c->loaded->source.file) {
    const gb_case_source same = c->loaded->source;
    status = replace(c, &same, &error);
  }
  if (status != GB_OK) {
    free(text);
    c->settings.count = before;
  }
  return gb_library_end(c, status, &error);
}

// Names and values.

static int count(const char *const *names) {
  int n = 0;
  while (names && names[n]) n++;
  return n;
}

static const char *one(const char *const *names, int i) {
  return i >= 0 && i < count(names) ? names[i] : NULL;
}

int gimbal_designs(const gimbal_case *c) {
  return c ? count(c->loaded->name.designs) : 0;
}

const char *gimbal_design_name(const gimbal_case *c, int design) {
  return c ? one(c->loaded->name.designs, design) : NULL;
}

int64_t gimbal_design_node(const gimbal_case *c, int design, int *axis, int *vector) {
  if (design < 0 || design >= gimbal_designs(c)) return 0;
  const gb_design *found = &c->loaded->session->model->designs->design[design];
  if (axis) *axis = found->axis;
  static const int vectors[] = {
      [GB_NODE_COORDINATE] = 0,   [GB_NODE_FORCE] = 1,    [GB_NODE_INITIAL_VELOCITY] = 2,
      [GB_NODE_DISPLACEMENT] = 3, [GB_NODE_VELOCITY] = 3, [GB_NODE_ACCELERATION] = 3};
  if (vector) *vector = vectors[found->kind];
  return found->node;
}

const double *gimbal_design_values(const gimbal_case *c) {
  return c ? c->loaded->design : NULL;
}

const double *gimbal_design_lower(const gimbal_case *c) {
  return c ? c->loaded->lower : NULL;
}

const double *gimbal_design_upper(const gimbal_case *c) {
  return c ? c->loaded->upper : NULL;
}

int gimbal_functionals(const gimbal_case *c) {
  return c ? count(c->loaded->name.functionals) : 0;
}

const char *gimbal_functional_name(const gimbal_case *c, int value) {
  return c ? one(c->loaded->name.functionals, value) : NULL;
}

int gimbal_histories(const gimbal_case *c) {
  return c ? count(c->loaded->name.histories) : 0;
}

const char *gimbal_history_name(const gimbal_case *c, int column) {
  return c ? one(c->loaded->name.histories, column) : NULL;
}

// Designs.

int gb_library_find_designs(const gimbal_case *c, const char *name, int *end) {
  const gb_problem *problem = c->loaded->session->description->problem;
  const int n = gimbal_designs(c);
  *end = n;
  if (!name) return 0;
  for (int i = 0; i < problem->designs.count; i++)
    if (strcmp(problem->designs.entry[i].name, name) == 0) {
      *end = c->loaded->live->first[i + 1];
      return c->loaded->live->first[i];
    }
  for (int j = 0; j < n; j++)
    if (strcmp(c->loaded->name.designs[j], name) == 0) {
      *end = j + 1;
      return j;
    }
  return n;
}

/// Check that a design may have this value, as the key `values` of a case is checked.
static int check_value(const gimbal_case *c, int design, double value, gb_error *error) {
  const gb_problem *problem = c->loaded->session->description->problem;
  const gb_design_entry *entry =
      &problem->designs.entry[c->loaded->session->model->designs->design[design].entry];
  gb_number number = {.lower = -INFINITY, .upper = INFINITY};
  if (!entry->control && !gb_design_is_coordinates(entry))
    GB_TRY(gb_problem_number(problem, entry, &number, error));
  if (gb_number_accepts(&number, value) && !(entry->group && value == 0)) return GB_OK;
  number.open = number.open || entry->group;
  return gb_fail(error, GB_WRONG_DESIGN_VALUES, "design '%s': found %g; %s",
                 c->loaded->name.designs[design], value, gb_number_range(&number).text);
}

static int set_designs(gimbal_case *c, const char *called, int given, const double values[],
                       gb_error *error) {
  if (!c->loaded->source.file)
    return gb_fail(error, GB_WRONG_CALL, "no case is loaded; accepted: gimbal_load before designs");
  if (given != 0) GB_TRY(gb_library_need(values, "values", error));
  int end;
  const int first = gb_library_find_designs(c, called, &end);
  if (called && first == end)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                   "design '%.60s': there is none of this name; accepted: names of "
                   "designs and of entries of `design`",
                   called);
  if (given != end - first)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES, "design%s%.60s%s: found %d values; accepted: %d",
                   called ? " '" : "s", called ? called : "", called ? "'" : "", given,
                   end - first);
  double *all;
  const gb_design_set *designs = c->loaded->session->model->designs;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, all, (size_t)designs->count, error));
  memcpy(all, c->loaded->design, (size_t)designs->count * sizeof *all);
  for (int j = 0; j < given; j++) {
    GB_TRY(check_value(c, first + j, values[j], error));
    all[first + j] = values[j];
  }
  GB_TRY(gb_design_set_check(designs, all, error));
  memcpy(c->loaded->design, all, (size_t)designs->count * sizeof *all);
  return GB_OK;
}

int gimbal_set_designs(gimbal_case *c, const char *called, int given, const double values[]) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  return gb_library_end(c, set_designs(c, called, given, values, &error), &error);
}

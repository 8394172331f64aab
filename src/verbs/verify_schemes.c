/// `verify --schemes`: for each of a list of schemes the adjoint against complex step and the
/// tangent against the adjoint, in one table.
#include "command/report/report.h"
#include "command/verification.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMES = 64, LONGEST = 40 };

/// A scheme with a start, NAME or NAME:dirk in the user's words, and what was found for it.
typedef struct candidate {
  char word[LONGEST], name[LONGEST];
  const char *start;     ///< NULL: the default
  double *exact, *found; ///< errors [functionals][directions]: adjoint, tangent; NULL: none
  gb_error failure;      ///< why there are none
} candidate;

typedef struct survey {
  const gb_verification *along;
  const gb_march_settings *own; ///< of the case
  gb_march_settings *time;      ///< of the scheme that is tried
  gb_arena memory;              ///< of the errors
  int count;
  candidate candidate[SCHEMES];
} survey;

static int add(survey *y, const char *word, size_t length, gb_error *error) {
  if (y->count == SCHEMES)
    return gb_fail(error, GB_OPTION_VALUE, "--schemes: more than %d were found", SCHEMES);
  candidate *c = &y->candidate[y->count++];
  size_t name = strcspn(word, ":");
  snprintf(c->word, sizeof c->word, "%.*s", (int)length, word);
  snprintf(c->name, sizeof c->name, "%.*s", (int)(name < length ? name : length), word);
  if (strchr(c->word, ':')) c->start = strchr(c->word, ':') + 1;
  return GB_OK;
}

/// Every dynamic scheme, and every start of those that have several.
static int add_all(survey *y, gb_error *error) {
  gb_scheme_traits traits;
  for (int i = 0; gb_engine_real.scheme(i, &traits); i++) {
    char word[LONGEST];
    if (traits.is_static) continue;
    GB_TRY(add(y, traits.name, strlen(traits.name), error));
    if (!traits.needs_start) continue;
    int length = snprintf(word, sizeof word, "%s:dirk", traits.name);
    GB_TRY(add(y, word, (size_t)length, error));
  }
  return GB_OK;
}

static int read_list(survey *y, const char *list, gb_error *error) {
  if (strcmp(list, "all") == 0) return add_all(y, error);
  while (*list) {
    size_t length = strcspn(list, ",");
    GB_TRY(add(y, list, length, error));
    list += length + (list[length] == ',');
  }
  return y->count ? GB_OK : gb_fail(error, GB_OPTION_VALUE, "--schemes: the list is empty");
}

/// The march's numbers belong to the case's own scheme; others take their defaults.
static void choose(const survey *y, const candidate *c) {
  gb_march_settings *time = y->time;
  *time = *y->own;
  time->scheme = c->name;
  time->start = c->start;
  if (gb_session_traits(c->name).needs_start) time->newton.retry = 0; // its steps cannot be halved
  if (strcmp(c->name, y->own->scheme) != 0)
    for (int i = 0; i < GB_SCHEME_PARAMETERS; i++) time->parameter[i] = NAN;
}

static int check(const survey *y, gb_error *error) {
  const gb_session *s = y->along->session;
  for (int i = 0; i < y->count; i++) {
    gb_error inner = {0};
    choose(y, &y->candidate[i]);
    int status = gb_engine_real.check(s->analysis, &inner);
    if (status != GB_OK)
      return gb_fail(error, gb_error_code(status, &inner), "--schemes: %s: %s",
                     y->candidate[i].word, inner.message);
  }
  return GB_OK;
}

/// Differences of the derivatives by adjoint, tangent and complex step; whether one is too large.
static bool find_errors(const gb_verification *v, candidate *c, const double *work) {
  const int functionals = v->functionals, directions = v->directions;
  const double *adjoint = work, *tangent = work + functionals * directions;
  const double *exact = tangent + functionals * directions;
  bool wrong = false;
  for (int i = 0; i < functionals; i++)
    for (int k = 0; k < directions; k++) {
      const int e = i * directions + k;
      c->exact[e] = gb_verification_difference(v, e, adjoint[e], exact[k * functionals + i]);
      c->found[e] = gb_verification_difference(v, e, adjoint[e], tangent[e]);
      wrong = wrong || !(fmax(c->exact[e], c->found[e]) <= gb_verified);
    }
  return wrong;
}

/// All derivatives of one scheme, then their differences. @param work [3][functionals][directions]
static int compare(const gb_verification *v, candidate *c, double *work, gb_error *error) {
  const int functionals = v->functionals, directions = v->directions;
  double *adjoint = work, *tangent = work + functionals * directions;
  double *exact = tangent + functionals * directions;
  gb_outcome outcome = {0};
  int status = gb_verification_differentiate(v, GB_ADJOINT, adjoint, &outcome, error);
  gb_outcome_free(&outcome);
  if (status == GB_OK)
    status = gb_verification_differentiate(v, GB_TANGENT, tangent, &outcome, error);
  gb_outcome_free(&outcome);
  for (int k = 0; status == GB_OK && k < directions; k++)
    status = gb_verification_perturb(v, 1e-30, k, exact + k * functionals, error);
  for (gb_gradient_method what = GB_CANCELLATION; status == GB_OK && what <= GB_ROUND_OFF; what++)
    status = gb_verification_measure(v, what, find_errors(v, c, work), error);
  if (status == GB_OK) find_errors(v, c, work);
  if (status == GB_OK) status = gb_verification_vary(v, 1e-30, exact, c->exact, error);
  if (status == GB_OK) find_errors(v, c, work);
  return status;
}

/// A march that does not converge or overflows is a finding; what other schemes would meet too (a
/// full disk) ends the survey.
static int examine(survey *y, candidate *c, double *work, gb_error *error) {
  const gb_verification *v = y->along;
  const size_t entries = (size_t)v->functionals * (size_t)v->directions;
  int status = GB_TAKE(&y->memory, c->exact, 2 * entries, error);
  GB_TRY(gb_agree(v->session->comm, status, error));
  c->found = c->exact + entries;
  status = compare(v, c, work, &c->failure);
  if (status == GB_OK) return GB_OK;
  c->exact = c->found = NULL;
  if (status != GB_FILE && status != GB_USAGE) return GB_OK;
  return gb_fail(error, gb_error_code(status, &c->failure), "%s: %s", c->word, c->failure.message);
}

static double largest(int count, const double values[]) {
  double found = 0;
  for (int i = 0; i < count; i++)
    if (!(values[i] <= found)) found = values[i];
  return found;
}

static void print_table(const survey *y) {
  const gb_verification *v = y->along;
  gb_print(stdout,
           "relative error of the adjoint against complex step (1e-30), the worst of the designs, "
           "for\n");
  const int functionals = v->session->analysis->functionals;
  for (int i = 0; i < functionals; i++)
    gb_print(stdout, "  %2d %s\n", i + 1, v->session->analysis->functional[i].name);
  gb_print(stdout, "and the worst of the tangent against the adjoint\n\n%-21s", "scheme");
  for (int i = 0; i < functionals; i++) gb_print(stdout, " %7d", i + 1);
  gb_print(stdout, " %8s\n", "tangent");
  for (int s = 0; s < y->count; s++) {
    const candidate *c = &y->candidate[s];
    gb_print(stdout, "%-21s", c->word);
    if (!c->exact) gb_print(stdout, " %s", c->failure.message);
    for (int i = 0; c->exact && i < functionals; i++) {
      const gb_functional_settings *f = &v->session->analysis->functional[i];
      gb_print(stdout, " %7.0e",
               largest(f->values * v->directions, c->exact + f->first * v->directions));
    }
    if (c->exact) gb_print(stdout, " %8.0e", largest(v->functionals * v->directions, c->found));
    gb_print(stdout, "\n");
  }
}

static int write_json(const survey *y, gb_error *error) {
  const gb_session *s = y->along->session;
  gb_json *json;
  if (!gb_verify_command(y->along)->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(gb_verify_command(y->along), &json, error));
  gb_json_integer(json, "steps", y->own->steps);
  gb_json_integer(json, "ranks", s->ranks);
  gb_json_integer(json, "unknowns", s->model->dofs->total);
  gb_json_open_object(json, "schemes");
  for (int i = 0; i < y->count; i++) {
    const candidate *c = &y->candidate[i];
    gb_json_open_object(json, c->word);
    if (c->exact) {
      const char *const *name = (const char *const *)y->along->name;
      const gb_verification_table exact = {y->along->directions, name, c->exact};
      const gb_verification_table found = {y->along->directions, name, c->found};
      gb_report_errors(json, "verify", s, &exact);
      gb_report_errors(json, "tangent", s, &found);
    } else {
      gb_json_text(json, "failure", c->failure.message);
    }
    gb_json_close(json);
  }
  gb_json_close(json);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

static int conclude(const survey *y, gb_error *error) {
  const gb_verification *v = y->along;
  if (gb_command_prints(gb_verify_command(y->along))) print_table(y);
  if (v->session->rank == 0) GB_TRY(write_json(y, error));
  for (int i = 0; i < y->count; i++) {
    const candidate *c = &y->candidate[i];
    const int entries = v->functionals * v->directions;
    double off = c->exact ? largest(entries, c->exact) : 0;
    if (c->found && !(largest(entries, c->found) <= off)) off = largest(entries, c->found);
    if (!(off <= gb_verified))
      return gb_fail(error, GB_WRONG_DERIVATIVE,
                     "verification failed: %s is off by %.1e relative (allowed %g)", c->word, off,
                     gb_verified);
  }
  return GB_OK;
}

static int run(survey *y, gb_error *error) {
  const gb_verification *v = y->along;
  const gb_session *s = v->session;
  double *work;
  GB_TRY(gb_agree(
      s->comm,
      read_list(y, gb_option_text(gb_verify_command(y->along)->options, "--schemes"), error),
      error));
  GB_TRY(gb_agree(s->comm, check(y, error), error));
  size_t entries = 3 * (size_t)v->functionals * (size_t)v->directions;
  GB_TRY(gb_agree(s->comm, GB_TAKE(&y->memory, work, entries, error), error));
  for (int i = 0; i < y->count; i++) {
    if (gb_command_prints(gb_verify_command(y->along)))
      gb_print(stderr, "scheme %d of %d: %s\n", i + 1, y->count, y->candidate[i].word);
    choose(y, &y->candidate[i]);
    GB_TRY(examine(y, &y->candidate[i], work, error));
  }
  return gb_agree(s->comm, conclude(y, error), error);
}

int gb_verify_schemes(const gb_verification *v, gb_error *error) {
  gb_march_settings time;
  survey *y;
  GB_TRY(gb_agree(v->session->comm, GB_ALLOCATE(y, 1, error), error));
  y->along = v;
  y->own = v->session->analysis->time;
  y->time = &time;
  v->session->analysis->time = y->time;
  int status = run(y, error);
  v->session->analysis->time = y->own;
  gb_arena_free(&y->memory);
  free(y);
  return status;
}

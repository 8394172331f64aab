/// The verb `check`: the model in the user's words, and whether it takes its first step.
#include "command/report.h"

#include "elements/element.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 };

static void print_elements(const long long count[GB_ELEMENT_KINDS]) {
  gb_print(stdout, "elements\n");
  for (int k = 0; k < GB_ELEMENT_KINDS; k++)
    if (count[k] > 0) gb_print(stdout, "  %-26s %lld\n", gb_elements[k]->name, count[k]);
}

static void print_designs(const gb_model *model) {
  gb_print(stdout, "designs\n");
  for (int j = 0; j < model->designs->count && j < SHOWN; j++)
    gb_print(stdout, "  %-26s %g\n", model->designs->design[j].name,
             model->designs->design[j].value);
  if (model->designs->count > SHOWN) gb_print(stdout, "  ... %d in all\n", model->designs->count);
}

static void print_probes(const gb_model *model) {
  for (int p = 0; p < model->probes->count; p++) {
    char node[100];
    gb_origin_words(model->origins, model->probes->probe[p].node_id, sizeof node, node);
    gb_print(stdout, "probe %-22s %s at (%g, %g, %g)\n", model->probes->probe[p].name, node,
             model->probes->probe[p].position[0], model->probes->probe[p].position[1],
             model->probes->probe[p].position[2]);
  }
}

/// Parts: the entries of shells, the bodies, the entries of beams, what masses there are, the
/// whole.
static int parts_of(const gb_model *model) {
  const gb_problem *problem = model->problem;
  return problem->shells.count + problem->bodies.count + problem->beams.count + 2;
}

static void name_part(const gb_session *s, int part, size_t size, char *text) {
  const gb_problem *problem = s->description->problem;
  const int body = part - problem->shells.count, beam = body - problem->bodies.count;
  if (body < 0)
    snprintf(text, size, "shells '%s'", problem->shells.entry[part].group);
  else if (beam < 0)
    snprintf(text, size, "body '%s'", problem->bodies.entry[body].name);
  else if (beam < problem->beams.count)
    snprintf(text, size, "beams '%s'", gb_beam_group(&problem->beams.entry[beam]));
  else
    snprintf(text, size, "%s", part == parts_of(s->model) - 1 ? "all" : "masses");
}

/// Without the round-off that would be printed.
static double tidy(double value, double scale) {
  return fabs(value) <= 1e-12 * fabs(scale) ? 0 : value;
}

static void print_part(const char *name, const gb_inertia *part) {
  const double *J = part->tensor, trace = J[0] + J[1] + J[2];
  const double radius = part->mass > 0 ? sqrt(fabs(trace) / part->mass) : 0;
  gb_print(stdout, "  %-26s %.8g at (%.8g, %.8g, %.8g)\n", name, part->mass,
           tidy(part->center[0], radius), tidy(part->center[1], radius),
           tidy(part->center[2], radius));
  gb_print(stdout, "  %26s inertia %.8g %.8g %.8g %.8g %.8g %.8g\n", "", tidy(J[0], trace),
           tidy(J[1], trace), tidy(J[2], trace), tidy(J[3], trace), tidy(J[4], trace),
           tidy(J[5], trace));
}

static void print_parts(const gb_session *s, const gb_inertia part[]) {
  const int parts = parts_of(s->model);
  char name[120];
  int massive = 0;
  for (int p = 0; p < parts - 1; p++) massive += part[p].mass > 0;
  gb_print(stdout, "mass at its centre; inertia about it in global axes: xx yy zz xy xz yz\n");
  for (int p = 0; p < parts; p++) {
    if (p < parts - 1 && (massive == 1 || part[p].mass == 0)) continue; // nothing new
    name_part(s, p, sizeof name, name);
    print_part(name, &part[p]);
  }
}

/// Redundant rows that have multipliers all the same.
static long long repeated_rows(const gb_model *model) {
  return model->checks->redundant_rows - model->checks->left_out_rows;
}

static long long independent_rows(const gb_model *model) {
  return (long long)model->dofs->total_multipliers - repeated_rows(model);
}

/// Each independent row takes one of the unknowns that move.
static long long freedom_of(const gb_model *model) {
  return (long long)(model->dofs->total - model->dofs->total_multipliers) - independent_rows(model);
}

static void print_freedom(const gb_model *model) {
  gb_print(
      stdout,
      "degrees of freedom           %lld: %lld unknowns that move, %lld independent constraint "
      "rows",
      freedom_of(model), (long long)(model->dofs->total - model->dofs->total_multipliers),
      independent_rows(model));
  if (model->checks->redundant_rows > 0)
    gb_print(stdout, " (%d redundant ones %s)", model->checks->redundant_rows,
             repeated_rows(model) > 0 ? "share their forces" : "are left out");
  gb_print(stdout, "\n");
  gb_print(
      stdout, "held by supports             %d nodes: %d displacements, rotations of %d nodes\n",
      model->checks->held.nodes, model->checks->held.displacements, model->checks->held.rotations);
  if (model->checks->rigid.loose[0])
    gb_print(stdout, "attached to nothing          %s\n", model->checks->rigid.loose);
  if (model->checks->rigid.mechanism[0])
    gb_print(stdout, "free to move                 %s\n", model->checks->rigid.mechanism);
}

static void print_resultant(const char *name, double t, const gb_resultant *r) {
  const double scale = fabs(r->force[0]) + fabs(r->force[1]) + fabs(r->force[2]);
  const double turn = fabs(r->moment[0]) + fabs(r->moment[1]) + fabs(r->moment[2]);
  gb_print(stdout, "%-28s force (%.8g, %.8g, %.8g), moment (%.8g, %.8g, %.8g) at t = %g\n", name,
           tidy(r->force[0], scale), tidy(r->force[1], scale), tidy(r->force[2], scale),
           tidy(r->moment[0], turn), tidy(r->moment[1], turn), tidy(r->moment[2], turn), t);
}

/// Sums of what acts, at times from the start to the end.
enum { TIMES = 4 };
typedef struct sums {
  double t[TIMES];
  gb_resultant loads[TIMES], weight[TIMES];
} sums;

static int find_sums(const gb_session *s, sums *out, gb_error *error) {
  for (int k = 0; k < TIMES; k++)
    out->t[k] = s->analysis.time.step * s->analysis.time.steps * k / (TIMES - 1);
  return gb_engine_real.resultants(s->model, TIMES, out->t, out->loads, out->weight, error);
}

/// Those of all times, or of the first alone where they are equal.
static void print_resultants(const char *name, const sums *found, const gb_resultant r[TIMES]) {
  for (int k = 0; k < TIMES; k++)
    if (k == 0 || memcmp(&r[k], &r[k - 1], sizeof *r) != 0)
      print_resultant(name, found->t[k], &r[k]);
}

static void print_sums(const gb_session *s, const sums *found) {
  if (s->model->problem->loads.count > 0 || s->model->problem->gravity[0])
    gb_print(stdout, "sums of what acts on the reference; moments about the origin\n");
  if (s->model->problem->loads.count > 0) print_resultants("  loads", found, found->loads);
  if (s->model->problem->gravity[0]) print_resultants("  weight", found, found->weight);
}

static void write_resultant(gb_json *json, const char *name, const gb_resultant r[TIMES]) {
  gb_json_open_array(json, name);
  for (int k = 0; k < TIMES; k++) {
    gb_json_open_object(json, NULL);
    gb_json_numbers(json, "force", 3, r[k].force);
    gb_json_numbers(json, "moment", 3, r[k].moment);
    gb_json_close(json);
  }
  gb_json_close(json);
}

static void write_part(gb_json *json, const gb_inertia *part) {
  gb_json_number(json, "mass", part->mass);
  gb_json_numbers(json, "center_of_mass", 3, part->center);
  gb_json_numbers(json, "inertia", 6, part->tensor);
}

/// The file of --json, as documented in docs/results.md.
static int write_json(const gb_session *s, const gb_inertia part[], const sums *found,
                      gb_error *error) {
  const gb_model *model = s->model;
  const int last = parts_of(model) - 1;
  gb_json *json;
  if (!s->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(s, &json, error));
  gb_json_integer(json, "unknowns", model->dofs->total);
  gb_json_integer(json, "multipliers", model->dofs->total_multipliers);
  gb_json_integer(json, "redundant_rows", model->checks->redundant_rows);
  gb_json_integer(json, "degrees_of_freedom", freedom_of(model));
  gb_json_integer(json, "held_nodes", model->checks->held.nodes);
  gb_json_integer(json, "held_displacements", model->checks->held.displacements);
  gb_json_integer(json, "held_rotations", model->checks->held.rotations);
  gb_json_numbers(json, "t", TIMES, found->t);
  write_resultant(json, "loads", found->loads);
  write_resultant(json, "weight", found->weight);
  gb_json_text(json, "loose", model->checks->rigid.loose);
  gb_json_text(json, "mechanism", model->checks->rigid.mechanism);
  write_part(json, &part[last]);
  gb_json_open_object(json, "parts");
  for (int p = 0; p < last; p++) {
    char name[120];
    if (part[p].mass == 0) continue;
    name_part(s, p, sizeof name, name);
    gb_json_open_object(json, name);
    write_part(json, &part[p]);
    gb_json_close(json);
  }
  gb_json_close(json);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

/// What `run` refuses, this refuses too: the start and the first step, without a gradient. A static
/// march by lengths of its path has no first step of its own.
static int take_a_step(gb_session *s, gb_error *error) {
  gb_analysis first = s->analysis;
  gb_outcome outcome = {0};
  gb_timers timers = {0};
  if (first.time.walk.arc_length || first.time.walk.probe >= 0) return GB_OK;
  first.time.steps = 1;
  first.time.error_limit = INFINITY; // it is by the displacements of the whole march
  first.functionals = 0;
  first.method = GB_NO_GRADIENT;
  first.observer = NULL;
  const int status = gb_engine_real.run(&first, NULL, &timers, &outcome, error);
  gb_outcome_free(&outcome);
  return status;
}

int gb_command_check(gb_session *s, gb_error *error) {
  const gb_model *model = s->model;
  long long count[GB_ELEMENT_KINDS] = {0};
  gb_inertia *part;
  sums found = {.t = {0}};
  const size_t parts = (size_t)parts_of(model);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, part, parts, error), error));
  GB_TRY(gb_engine_real.inertia(model, part, error));
  GB_TRY(find_sums(s, &found, error));
  for (int i = 0; i < model->blocks->count; i++)
    count[model->blocks->block[i].kind] += model->blocks->block[i].elements;
  MPI_Allreduce(MPI_IN_PLACE, count, GB_ELEMENT_KINDS, MPI_LONG_LONG, MPI_SUM, s->comm);
  if (s->rank == 0) {
    print_elements(count);
    print_parts(s, part);
    print_sums(s, &found);
    print_freedom(model);
    print_designs(model);
    print_probes(model);
    fflush(stdout);
  }
  GB_TRY(take_a_step(s, error));
  const int status = s->rank == 0 ? write_json(s, part, &found, error) : GB_OK;
  if (s->rank == 0 && status == GB_OK) gb_print(stdout, "no errors found\n");
  return gb_agree(s->comm, status, error);
}

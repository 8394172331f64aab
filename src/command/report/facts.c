/// Facts about a model: elements, masses, loads and supports.
#include "command/report/facts.h"
#include "command/report/report.h"

#include <math.h>
#include <string.h>

enum { SHOWN = 20 };

static void print_elements(FILE *file, const long long count[GB_ELEMENT_KINDS]) {
  gb_print(file, "elements\n");
  for (int k = 0; k < GB_ELEMENT_KINDS; k++)
    if (count[k] > 0) gb_print(file, "  %-26s %lld\n", gb_elements[k]->name, count[k]);
}

static void print_designs(FILE *file, const gb_model *model) {
  gb_print(file, "designs\n");
  for (int j = 0; j < model->designs->count && j < SHOWN; j++)
    gb_print(file, "  %-26s %g\n", model->designs->design[j].name, model->designs->design[j].value);
  if (model->designs->count > SHOWN) gb_print(file, "  ... %d in all\n", model->designs->count);
}

static void print_probes(FILE *file, const gb_model *model) {
  for (int p = 0; p < model->probes->count; p++) {
    char node[100];
    gb_origin_words(model->origins, model->probes->probe[p].node_id, sizeof node, node);
    gb_print(file, "probe %-22s %s at (%g, %g, %g)\n", model->probes->probe[p].name, node,
             model->probes->probe[p].position[0], model->probes->probe[p].position[1],
             model->probes->probe[p].position[2]);
  }
}

/// Number of parts: the entries of shells, the bodies, the entries of beams and of solids, all
/// masses together, and the whole model.
static int parts_of(const gb_model *model) {
  const gb_problem *problem = model->problem;
  return problem->shells.count + problem->bodies.count + problem->beams.count +
         problem->solids.count + 2;
}

static void name_part(const gb_session *s, int part, size_t size, char *text) {
  const gb_problem *problem = s->description->problem;
  const int body = part - problem->shells.count, beam = body - problem->bodies.count,
            solid = beam - problem->beams.count;
  if (body < 0)
    snprintf(text, size, "shells '%s'", problem->shells.entry[part].group);
  else if (beam < 0)
    snprintf(text, size, "body '%s'", problem->bodies.entry[body].name);
  else if (beam < problem->beams.count)
    snprintf(text, size, "beams '%s'", gb_beam_group(&problem->beams.entry[beam]));
  else if (solid < problem->solids.count)
    snprintf(text, size, "solids '%s'", problem->solids.entry[solid].group);
  else
    snprintf(text, size, "%s", part == parts_of(s->model) - 1 ? "all" : "masses");
}

/// @return 0 in place of a value that is round-off
static double tidy(double value, double scale) {
  return fabs(value) <= 1e-12 * fabs(scale) ? 0 : value;
}

static void print_part(FILE *file, const char *name, const gb_inertia *part) {
  const double *J = part->tensor, trace = J[0] + J[1] + J[2];
  const double radius = part->mass > 0 ? sqrt(fabs(trace) / part->mass) : 0;
  gb_print(file, "  %-26s %.8g at (%.8g, %.8g, %.8g)\n", name, part->mass,
           tidy(part->center[0], radius), tidy(part->center[1], radius),
           tidy(part->center[2], radius));
  gb_print(file, "  %26s inertia %.8g %.8g %.8g %.8g %.8g %.8g\n", "", tidy(J[0], trace),
           tidy(J[1], trace), tidy(J[2], trace), tidy(J[3], trace), tidy(J[4], trace),
           tidy(J[5], trace));
}

static void print_parts(FILE *file, const gb_session *s, const gb_inertia part[]) {
  const int parts = parts_of(s->model);
  char name[120];
  int massive = 0;
  for (int p = 0; p < parts - 1; p++) massive += part[p].mass > 0;
  gb_print(file, "mass at its centre; inertia about it in global axes: xx yy zz xy xz yz\n");
  for (int p = 0; p < parts; p++) {
    if (p < parts - 1 && (massive == 1 || part[p].mass == 0)) continue; // nothing new
    name_part(s, p, sizeof name, name);
    print_part(file, name, &part[p]);
  }
}

/// @return the number of redundant rows that keep their multipliers
static long long repeated_rows(const gb_model *model) {
  return model->checks->redundant_rows - model->checks->left_out_rows;
}

static long long independent_rows(const gb_model *model) {
  return (long long)model->dofs->total_multipliers - repeated_rows(model);
}

/// @return the degrees of freedom: the free unknowns minus the independent constraint rows
static long long freedom_of(const gb_model *model) {
  return (long long)(model->dofs->total - model->dofs->total_multipliers) - independent_rows(model);
}

static void print_freedom(FILE *file, const gb_model *model) {
  gb_print(
      file,
      "degrees of freedom           %lld: %lld unknowns that move, %lld independent constraint "
      "rows",
      freedom_of(model), (long long)(model->dofs->total - model->dofs->total_multipliers),
      independent_rows(model));
  if (model->checks->redundant_rows > 0)
    gb_print(file, " (%d redundant ones %s)", model->checks->redundant_rows,
             repeated_rows(model) > 0 ? "share their forces" : "are left out");
  gb_print(file, "\n");
  gb_print(file, "held by supports             %d nodes: %d displacements, rotations of %d nodes\n",
           model->checks->supported.nodes, model->checks->supported.displacements,
           model->checks->supported.rotations);
  if (model->checks->rigid.loose[0])
    gb_print(file, "attached to nothing          %s\n", model->checks->rigid.loose);
  if (model->checks->rigid.mechanism[0])
    gb_print(file, "free to move                 %s\n", model->checks->rigid.mechanism);
}

static void print_resultant(FILE *file, const char *name, double t, const gb_resultant *r) {
  const double scale = fabs(r->force[0]) + fabs(r->force[1]) + fabs(r->force[2]);
  const double turn = fabs(r->moment[0]) + fabs(r->moment[1]) + fabs(r->moment[2]);
  gb_print(file, "%-28s force (%.8g, %.8g, %.8g), moment (%.8g, %.8g, %.8g) at t = %g\n", name,
           tidy(r->force[0], scale), tidy(r->force[1], scale), tidy(r->force[2], scale),
           tidy(r->moment[0], turn), tidy(r->moment[1], turn), tidy(r->moment[2], turn), t);
}

static int find_sums(const gb_session *s, gb_sums *out, gb_error *error) {
  for (int k = 0; k < GB_FACT_TIMES; k++)
    out->t[k] = s->analysis->time->step * s->analysis->time->steps * k / (GB_FACT_TIMES - 1);
  return gb_engine_real.resultants(s->model, GB_FACT_TIMES, out->t, out->loads, out->weight, error);
}

/// Print the resultants of all times; of the first time only where all are equal.
static void print_resultants(FILE *file, const char *name, const gb_sums *found,
                             const gb_resultant r[GB_FACT_TIMES]) {
  for (int k = 0; k < GB_FACT_TIMES; k++)
    if (k == 0 || memcmp(&r[k], &r[k - 1], sizeof *r) != 0)
      print_resultant(file, name, found->t[k], &r[k]);
}

static void print_sums(FILE *file, const gb_session *s, const gb_sums *found) {
  const gb_problem *problem = s->model->problem;
  const bool pulled = problem->gravity[0] || problem->spin.speed;
  if (problem->loads.count > 0 || pulled)
    gb_print(file, "sums of what acts on the reference; moments about the origin\n");
  if (problem->loads.count > 0) print_resultants(file, "  loads", found, found->loads);
  if (pulled)
    print_resultants(file,
                     !problem->spin.speed  ? "  weight"
                     : problem->gravity[0] ? "  weight and spin"
                                           : "  spin",
                     found, found->weight);
}

static void write_resultant(gb_json *json, const char *name, const gb_resultant r[GB_FACT_TIMES]) {
  gb_json_open_array(json, name);
  for (int k = 0; k < GB_FACT_TIMES; k++) {
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

static void write_prediction(gb_json *json, const gb_prediction *p) {
  gb_json_open_object(json, "memory");
  gb_json_number(json, "least_mb", (p->step + p->states.planned_memory) / 1e6);
  gb_json_number(json, "first_step_mb", p->step / 1e6);
  gb_json_number(json, "factor_mb", p->factors / 1e6);
  gb_json_number(json, "planned_mb", p->states.planned_memory / 1e6);
  gb_json_number(json, "planned_disk_mb", p->states.planned_disk / 1e6);
  gb_json_integer(json, "planned_recomputed_steps", p->states.planned_steps);
  gb_json_close(json);
}

int gb_facts_write(const gb_command *command, const gb_facts *facts,
                   const gb_prediction *prediction, gb_error *error) {
  const gb_inertia *part = facts->part;
  const gb_sums *found = &facts->sums;
  const gb_model *model = command->session->model;
  const int last = parts_of(model) - 1;
  gb_json *json;
  if (!command->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(command, &json, error));
  gb_json_integer(json, "unknowns", model->dofs->total);
  gb_json_integer(json, "multipliers", model->dofs->total_multipliers);
  gb_json_integer(json, "redundant_rows", model->checks->redundant_rows);
  gb_json_integer(json, "degrees_of_freedom", freedom_of(model));
  gb_json_integer(json, "held_nodes", model->checks->supported.nodes);
  gb_json_integer(json, "held_displacements", model->checks->supported.displacements);
  gb_json_integer(json, "held_rotations", model->checks->supported.rotations);
  gb_json_numbers(json, "t", GB_FACT_TIMES, found->t);
  write_resultant(json, "loads", found->loads);
  write_resultant(json, "weight", found->weight);
  gb_json_text(json, "loose", model->checks->rigid.loose);
  gb_json_text(json, "mechanism", model->checks->rigid.mechanism);
  write_part(json, &part[last]);
  gb_json_open_object(json, "parts");
  for (int p = 0; p < last; p++) {
    char name[120];
    if (part[p].mass == 0) continue;
    name_part(command->session, p, sizeof name, name);
    gb_json_open_object(json, name);
    write_part(json, &part[p]);
    gb_json_close(json);
  }
  gb_json_close(json);
  write_prediction(json, prediction);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

int gb_facts_find(const gb_session *s, gb_arena *arena, gb_facts *out, gb_error *error) {
  const gb_model *model = s->model;
  *out = (gb_facts){.part = NULL};
  GB_TRY(gb_agree(s->comm, GB_TAKE(arena, out->part, (size_t)parts_of(model), error), error));
  GB_TRY(gb_engine_real.inertia(model, out->part, error));
  GB_TRY(find_sums(s, &out->sums, error));
  for (int i = 0; i < model->blocks->count; i++)
    if (!gb_block_damps(&model->blocks->block[i]))
      out->elements[model->blocks->block[i].kind] += model->blocks->block[i].elements;
  MPI_Allreduce(MPI_IN_PLACE, out->elements, GB_ELEMENT_KINDS, MPI_LONG_LONG, MPI_SUM, s->comm);
  return GB_OK;
}

void gb_facts_print(FILE *file, const gb_session *s, const gb_facts *facts) {
  print_elements(file, facts->elements);
  print_parts(file, s, facts->part);
  print_sums(file, s, &facts->sums);
  print_freedom(file, s->model);
  print_designs(file, s->model);
  print_probes(file, s->model);
}

void gb_prediction_print(const gb_prediction *p) {
  const gb_checkpoint_usage *states = &p->states;
  if (p->step == 0) return;
  gb_print(
      stdout,
      "memory of all ranks          at least %.3g MB: %.3g MB after a first step (factors %.3g)",
      (p->step + states->planned_memory) / 1e6, p->step / 1e6, p->factors / 1e6);
  if (states->snapshots > 0)
    gb_print(stdout, " and %.3g MB for states of the gradient", states->planned_memory / 1e6);
  if (states->planned_disk > 0)
    gb_print(stdout, ", with %.3g MB on disk", states->planned_disk / 1e6);
  if (states->planned_steps > 0)
    gb_print(stdout, ", of which %lld steps are computed again for want of memory",
             (long long)states->planned_steps);
  gb_print(stdout, "\n");
}

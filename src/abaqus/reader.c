/// The reader of Abaqus and CalculiX decks, which makes mesh and problem by the rules of the
/// keywords.
#include "deck/reader.h"
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"

#include <stdio.h>
#include <string.h>

static int collect(gb_inp *inp, const gb_inp_call *call, int status, gb_error *error) {
  return status == GB_MODEL || status == GB_USAGE ? gb_inp_refuse(inp, call, error) : status;
}

static int end_collecting(const gb_inp *inp, gb_error *error) {
  if (inp->deck->told.defects.status == GB_OK) return GB_OK;
  *error = inp->deck->told.defects;
  return error->status;
}

/// Refuse lines of data of a keyword that has none.
static int check_data(const gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_inp_data data = gb_inp_begin(inp, call);
  bool handled =
      call->block->rule->fate != GB_DECK_READ || !strcmp(call->block->rule->harmless, "*");
  for (int phase = 0; phase < GB_INP_PHASES; ++phase)
    handled = handled || call->block->rule->read[phase];
  const char *name = call->block->name;
  if (handled || !strcmp(name, "STEP") || !strcmp(name, "INSTANCE") || !strcmp(name, "PART"))
    return GB_OK; // of *STEP a title; of *INSTANCE it is read already
  return gb_inp_end(&data, error);
}

static int check_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_rule *rule = call->block->rule;
  if (!rule || rule->fate != GB_DECK_READ)
    return gb_deck_pass_over(&call->is, "keyword", rule ? rule->fate : GB_DECK_READ,
                             rule ? rule->text : NULL, false, error);
  GB_TRY(gb_inp_check_parameters(inp, call, error));
  return check_data(inp, call, error);
}

static int run_phase(gb_inp *inp, gb_inp_phase phase, gb_error *error) {
  GB_EACH(call, inp->keywords->calls) {
    if (!call->block->rule || !call->block->rule->read[phase]) continue;
    if (gb_inp_is_passed_over(inp, call))
      GB_TRY(gb_inp_refuse(inp, call, error));
    else
      GB_TRY(collect(inp, call, call->block->rule->read[phase](inp, call, error), error));
  }
  return GB_OK;
}

static int read_mesh(gb_inp *inp, gb_error *error) {
  GB_EACH(call, inp->keywords->calls) {
    GB_TRY(collect(inp, call, check_keyword(inp, call, error), error));
  }
  GB_TRY(run_phase(inp, GB_INP_MESH, error));
  if (gb_inp_lacks_mesh(inp)) return end_collecting(inp, error);
  GB_TRY(gb_deck_note_unread(inp->deck, "keywords", "*", error));
  const int status = gb_inp_make_mesh(inp, error);
  if (status != GB_MODEL) return status;
  gb_error_move(&inp->deck->told.defects, error);
  return end_collecting(inp, error);
}

/// Write which step the model is, as "model data, step 1 of 2 (STATIC)".
static int write_step(gb_inp *inp, gb_error *error) {
  const int chosen = inp->keywords->chosen, count = inp->keywords->steps.count;
  if (!chosen)
    return gb_arena_text(inp->problem->arena, &inp->problem->deck->sets, error,
                         "model data, no step");
  const gb_inp_step *step = &inp->keywords->steps.entry[chosen - 1];
  return gb_arena_text(inp->problem->arena, &inp->problem->deck->sets, error,
                       "model data, step %d of %d (%s)", chosen, count,
                       step->procedure ? step->procedure : "no procedure");
}

/// Refuse a set with the name of a group that this reader makes, because it could be confused with
/// it.
static int check_names(const gb_inp *inp, gb_error *error) {
  const gb_group *equal[2];
  GB_TRY(gb_mesh_find_equal_names(inp->mesh, equal, error));
  if (!equal[0]) return GB_OK;
  return gb_fail(
      error, GB_DUPLICATE_NUMBER,
      "%s: the set '%s' has the name of a group that the reader makes; accepted: another name",
      inp->deck->file, equal[0]->name);
}

/// Refuse a perturbation step about loads of earlier steps, because it is no model of its own.
static int check_base(const gb_inp *inp, gb_error *error) {
  const int chosen = inp->keywords->chosen;
  const gb_inp_step *step = chosen ? &inp->keywords->steps.entry[chosen - 1] : NULL;
  if (!step || !step->perturbation) return GB_OK;
  GB_EACH(a, inp->loads->actions) {
    const bool loads = a->kind != GB_ACT_SUPPORT && a->kind != GB_ACT_VELOCITY;
    GB_DECK_FAIL_IF(loads && a->step > 0 && a->step < chosen, GB_WRONG_REFERENCE, inp->deck,
                    step->line, error,
                    "*STEP, PERTURBATION about the loads of step %d: accepted: OP=NEW, or a step "
                    "without PERTURBATION",
                    a->step);
  }
  return GB_OK;
}

/// Set the length of the step, and ramp what acts in a step of large displacements, unless it says
/// AMPLITUDE=STEP. Tell of a step that asks for something else than statics, where these run.
static int begin_statics(gb_inp *inp, const gb_deck_choice *choice, gb_error *error) {
  const int chosen = inp->keywords->chosen;
  const gb_inp_step *step = chosen ? &inp->keywords->steps.entry[chosen - 1] : NULL;
  const char *procedure = step && step->procedure ? step->procedure : "";
  double *period = &inp->problem->deck->period;
  bool sudden = false, touches = false;
  *period = 1;
  GB_EACH(call, inp->keywords->calls) {
    touches = touches || !strcmp(call->block->name, "CONTACT PAIR");
    if (call->block->step != chosen) continue;
    if (!strcmp(call->block->name, "STEP"))
      sudden = gb_inp_same(gb_inp_value(inp, call, "AMPLITUDE"), "STEP");
    gb_inp_data data = gb_inp_begin(inp, call);
    double length = 0;
    if (!strcmp(call->block->name, "STATIC") && gb_inp_next(&data) &&
        gb_deck_real(gb_field(&data.is, 1), &length) && length > 0)
      *period = length;
  }
  const char *sought = !strcmp(procedure, "FREQUENCY") ? "modes, which `gimbal modes` finds"
                       : !strcmp(procedure, "BUCKLE")
                           ? "buckling loads, which `gimbal buckling` finds"
                       : !strcmp(procedure, "DYNAMIC")
                           ? "a motion, which `time` of a case file with a scheme in time has"
                           : NULL;
  if (sought && choice->statics != 0 && !choice->stays)
    GB_TRY(gb_deck_note(inp->deck, step->line, error, "*%s asks for %s: what runs here are statics",
                        procedure, sought));
  if (step && touches) inp->problem->deck->large = true;
  if (!step || !(step->large || touches) || sudden || strcmp(procedure, "STATIC") != 0)
    return GB_OK;
  gb_deck_ramp(inp->deck, choice, *period);
  return GB_OK;
}

static int read_model(gb_inp *inp, const gb_deck_choice *choice, gb_error *error) {
  GB_TRY(gb_problem_create(&inp->deck->problem, error));
  inp->problem = inp->deck->problem;
  GB_TRY(gb_arena_text(inp->problem->arena, &inp->problem->file, error, "%s", inp->deck->file));
  GB_TRY(GB_TAKE(inp->problem->arena, inp->problem->deck, 1, error));
  GB_TRY(write_step(inp, error));
  const int chosen = inp->keywords->chosen;
  inp->problem->deck->sections = gb_inp_families;
  inp->problem->deck->part = inp->keywords->part;
  inp->problem->deck->prestressed = inp->keywords->prestressed;
  inp->problem->deck->large = chosen && inp->keywords->steps.entry[chosen - 1].large;
  inp->properties->material = inp->bodies->behavior = -1;
  GB_TRY(begin_statics(inp, choice, error));
  for (int phase = GB_INP_SETS; phase < GB_INP_PHASES; ++phase) {
    GB_TRY(run_phase(inp, (gb_inp_phase)phase, error));
    const bool sound = inp->deck->told.defects.status == GB_OK;
    if (phase == GB_INP_TIES) {
      GB_TRY(gb_inp_settle_ties(inp, error));
      GB_TRY(gb_inp_add_groups(inp, error));
    }
    if (sound && phase == GB_INP_SECTIONS) GB_TRY(gb_inp_settle_sections(inp, error));
    if (sound && phase == GB_INP_CONNECTORS) GB_TRY(gb_inp_check_chains(inp, error));
    if (sound && phase == GB_INP_SPRINGS) GB_TRY(gb_inp_check_points(inp, error));
  }
  GB_TRY(end_collecting(inp, error));
  GB_TRY(check_base(inp, error));
  GB_TRY(gb_inp_hold_plane(inp, error));
  GB_TRY(gb_inp_follow_middles(inp, error));
  GB_TRY(gb_inp_apply_actions(inp, error));
  GB_TRY(gb_inp_apply_temperatures(inp, error));
  return check_names(inp, error);
}

static int read_all(gb_deck *deck, const gb_deck_choice *choice, gb_error *error) {
  gb_inp inp = {.deck = deck, .arena = deck->arena, .find_rule = gb_inp_find_rule};
  GB_TRY(GB_TAKE(deck->arena, inp.keywords, 1, error));
  GB_TRY(GB_TAKE(deck->arena, inp.elements, 1, error));
  GB_TRY(GB_TAKE(deck->arena, inp.properties, 1, error));
  GB_TRY(GB_TAKE(deck->arena, inp.bodies, 1, error));
  GB_TRY(GB_TAKE(deck->arena, inp.loads, 1, error));
  deck->made.unset = "-";
  GB_TRY(gb_inp_read_lines(&inp, error));
  GB_TRY(gb_inp_find_keywords(&inp, choice, error));
  GB_TRY(read_mesh(&inp, error));
  return read_model(&inp, choice, error);
}

static int read_inp(const char *file, const gb_deck_choice *choice, gb_mesh **mesh,
                    gb_problem **problem, gb_error *error) {
  return gb_deck_read(file, read_all, choice, mesh, problem, error);
}

static const char *const extensions[] = {".inp", NULL};
const gb_reader gb_reader_inp = {
    .name = "inp", .extensions = extensions, .sets = true, .steps = true, .read = read_inp};

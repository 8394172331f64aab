/// The verb `verify`: the adjoint's gradient against complex-step runs of the whole march, design
/// by design, or along one random direction when there are many.
#include "base/arena.h"
#include "command/report/report.h"
#include "command/verification.h"
#include "session/plausibility.h"

/// The errors found at every step of --steps.
typedef struct comparison {
  const gb_verification *along;
  gb_arena memory; ///< of its arrays
  double *adjoint; ///< derivatives, [functionals][directions]
  double *error;   ///< [steps][functionals][directions]
  gb_outcome *outcome;
} comparison;

static int allocate(comparison *c, gb_error *error) {
  size_t functionals = (size_t)c->along->functionals, directions = (size_t)c->along->directions;
  size_t steps = (size_t)gb_verify_command(c->along)->options->complex_step.count;
  GB_TRY(GB_TAKE(&c->memory, c->adjoint, functionals * directions, error));
  return GB_TAKE(&c->memory, c->error, steps * functionals * directions, error);
}

static int compare(comparison *c, gb_error *error) {
  const gb_verification *v = c->along;
  const gb_options *options = gb_verify_command(v)->options;
  for (int step = 0; step < options->complex_step.count; step++)
    GB_TRY(gb_verification_compare(v, options->complex_step.size[step], c->adjoint,
                                   c->error + step * v->functionals * v->directions, error));
  return GB_OK;
}

/// The place of the smallest step, which has the least error of its own.
static int smallest_step(const gb_options *options) {
  int smallest = 0;
  for (int step = 1; step < options->complex_step.count; step++)
    if (options->complex_step.size[step] < options->complex_step.size[smallest]) smallest = step;
  return smallest;
}

/// The largest of the errors [functionals][directions] of one step, and its place.
static double worst(const gb_verification *v, const double *errors, int *functional,
                    int *direction) {
  double largest = -1;
  for (int e = 0; e < v->functionals * v->directions; e++)
    if (!(errors[e] <= largest)) {
      largest = errors[e];
      *functional = e / v->directions;
      *direction = e % v->directions;
    }
  return largest;
}

static void print_table(const comparison *c) {
  const gb_verification *v = c->along;
  const gb_session *s = v->session;
  gb_print(stdout,
           "relative error of the %s against complex step, by step relative to the design (if not "
           "0)\n",
           s->analysis->method == GB_TANGENT ? "tangent" : "adjoint");
  gb_print(stdout, "  %-20s %-16s", "functional", "design");
  for (int step = 0; step < gb_verify_command(v)->options->complex_step.count; step++)
    gb_print(stdout, " %9.0e", gb_verify_command(v)->options->complex_step.size[step]);
  gb_print(stdout, "   %s\n", "derivative x design");
  for (int i = 0; i < s->analysis->functionals; i++)
    for (int k = 0; k < v->directions; k++) {
      gb_print(stdout, "  %-20s %-16s", s->analysis->functional[i].name, v->name[k]);
      for (int step = 0; step < gb_verify_command(v)->options->complex_step.count; step++)
        gb_print(stdout, " %9.1e",
                 gb_worst_of_values(s, i, v->directions, k,
                                    c->error + step * v->functionals * v->directions));
      gb_print(stdout, "   %.15e\n",
               c->adjoint[s->analysis->functional[i].first * v->directions + k]);
    }
}

/// The name of the functional that a value is of.
static const char *entry_of_value(const gb_session *s, int value) {
  int i = 0;
  while (value >= s->analysis->functional[i].first + s->analysis->functional[i].values) i++;
  return s->analysis->functional[i].name;
}

static int conclude(comparison *c, double peak, gb_error *error) {
  const gb_verification *v = c->along;
  const gb_session *s = v->session;
  int functional = 0, direction = 0, smallest = smallest_step(gb_verify_command(v)->options);
  const double *errors = c->error + smallest * v->functionals * v->directions;
  double largest = worst(v, errors, &functional, &direction);
  gb_plausibility_tell(s, c->outcome, gb_command_warn, NULL);
  if (gb_command_prints(gb_verify_command(v))) print_table(c);
  const gb_verification_table table = {v->directions, (const char *const *)v->name, errors};
  if (s->rank == 0)
    GB_TRY(gb_report_json(gb_verify_command(v), NULL, c->outcome, peak, &table, NULL, error));
  if (!(largest <= gb_verified))
    return gb_fail(
        error, GB_WRONG_DERIVATIVE,
        "verification failed: d %s / d %s is off by %.1e relative at step %g (allowed %g)",
        entry_of_value(s, functional), v->name[direction], largest,
        gb_verify_command(v)->options->complex_step.size[smallest], gb_verified);
  if (gb_command_prints(gb_verify_command(v)))
    gb_print(stdout, "worst at step %g: %.1e\n",
             gb_verify_command(v)->options->complex_step.size[smallest], largest);
  return GB_OK;
}

/// One scheme, the case's own.
static int verify(comparison *c, gb_error *error) {
  const gb_session *s = c->along->session;
  GB_TRY(gb_agree(s->comm, allocate(c, error), error));
  GB_TRY(gb_verification_differentiate(c->along, gb_command_method(gb_verify_command(c->along)),
                                       c->adjoint, c->outcome, error));
  GB_TRY(compare(c, error));
  double peak = gb_report_peak_memory(s->comm);
  return gb_agree(s->comm, conclude(c, peak, error), error);
}

static int verify_case(gb_command *command, gb_error *error) {
  gb_verification along = {0};
  gb_outcome outcome = {0};
  comparison c = {.along = &along, .outcome = &outcome};
  if (gb_option_text(command->options, "--differences"))
    return gb_verify_differences(command, error);
  GB_TRY(gb_verification_check(command->session, error));
  int status = gb_verify_create(command, GB_MOST_DIRECTIONS, &along, error);
  if (status == GB_OK)
    status = gb_option_text(command->options, "--schemes") ? gb_verify_schemes(&along, error)
                                                           : verify(&c, error);
  gb_outcome_free(&outcome);
  gb_verification_destroy(&along);
  gb_arena_free(&c.memory);
  return status;
}

const gb_verb gb_verb_verify = {
    .name = "verify",
    .meaning = "compare the adjoint with complex-step runs of the whole march",
    .page =
        "gimbal verify CASE.yaml [--steps LIST] [--schemes LIST | all] [--method METHOD]\n\n"
        "Compares the gradient with complex-step runs of the whole march: design by design, or "
        "along\n"
        "one direction where there are more than six. Ends with 4 where one is off by more than "
        "1e-8.\n",
    .option =
        (const gb_option *const[]){
            &(const gb_option)GB_OPTION("--schemes", "LIST",
                                        "adjoint, tangent and complex step (1e-30) by each of "
                                        "these schemes, as bdf2,bdf3:dirk,galpha "
                                        "(NAME:START), or by all"),
            &(const gb_option)GB_OPTION("--differences", NULL,
                                        "compare with central differences of the case "
                                        "read again, which have nothing in common with "
                                        "the gradient but the march; also frequencies"),
            NULL},
    .run = verify_case,
};

/// Tables on standard output and the designs' CSV file.
#include "command/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SHOWN_DESIGNS = 20 };

/// Peak memory of this process in kilobytes. Linux counts into ru_maxrss the memory of the process
/// that started this one, so VmHWM of proc(5) is preferred.
static double own_peak(void) {
  char line[128];
  double kilobytes = 0;
  struct rusage usage;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && kilobytes == 0 && fgets(line, sizeof line, status))
    if (!strncmp(line, "VmHWM:", 6)) kilobytes = strtod(line + 6, NULL);
  if (status) fclose(status);
  if (kilobytes > 0) return kilobytes;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss;
}

double gb_report_peak_memory(MPI_Comm comm) {
  double peak = own_peak() / 1024;
  MPI_Allreduce(MPI_IN_PLACE, &peak, 1, MPI_DOUBLE, MPI_SUM, comm);
  return peak;
}

/// Print a functional; of several values the least, the largest and the last. Beside an aggregate
/// of failure indices is the largest of them.
static void print_functional(const gb_functional_settings *f, const gb_outcome *outcome) {
  const double *own = outcome->value + f->first;
  const gb_peak *peak = &outcome->sights->peak[f->first];
  const char *name = f->name;
  double least = own[0], largest = own[0];
  for (int k = 0; k < f->values; k++) {
    least = fmin(least, own[k]);
    largest = fmax(largest, own[k]);
  }
  if (f->values == 1 && peak->field == GB_FIELD_FAILURE && isfinite(peak->largest))
    gb_print(stdout, "  %-20s %22.15e   largest index %.6g, element %lld at t = %g\n", name, own[0],
             peak->largest, (long long)peak->element, peak->t);
  else if (f->values == 1)
    gb_print(stdout, "  %-20s %22.15e\n", name, own[0]);
  else
    gb_print(stdout, "  %-20s %22.15e   the last of %d from %.6e to %.6e\n", name,
             own[f->values - 1], f->values, least, largest);
}

void gb_report_functionals(const gb_session *s, const gb_outcome *outcome) {
  const gb_case *c = s->description;
  if (c->functions.count == 0) return;
  gb_print(stdout, "functional                          value\n");
  for (int i = 0; i < c->functions.count; i++)
    print_functional(&s->analysis->functional[i], outcome);
  gb_print(stdout, "\n");
}

/// Whether a functional has several values, whose derivatives are in a file of their own.
static bool is_list(const gb_session *s, int functional) {
  return s->analysis->functional[functional].values > 1;
}

double gb_report_derivative(const gb_session *s, const gb_outcome *outcome, int functional,
                            int design) {
  const size_t value = (size_t)s->analysis->functional[functional].first;
  return outcome->gradient[value * (size_t)s->model->designs->count + (size_t)design];
}

/// Print the extremes and the norm of each functional's gradient, for many designs.
static void summarise(const gb_command *command, const gb_outcome *outcome) {
  const gb_session *s = command->session;
  gb_print(stdout,
           "gradient of %d designs            least                 largest                norm\n",
           s->model->designs->count);
  for (int i = 0; i < s->description->functions.count; i++) {
    double least = INFINITY, largest = -INFINITY, square = 0;
    if (is_list(s, i)) continue;
    for (int j = 0; j < s->model->designs->count; j++) {
      double d = gb_report_derivative(s, outcome, i, j);
      least = fmin(least, d);
      largest = fmax(largest, d);
      square += d * d;
    }
    gb_print(stdout, "  %-20s %22.15e %22.15e %22.15e\n", s->analysis->functional[i].name, least,
             largest, sqrt(square));
  }
  gb_print(stdout, "  all of them: %s.designs.csv\n\n", command->stem);
}

void gb_report_gradient(const gb_command *command, const gb_outcome *outcome) {
  const gb_session *s = command->session;
  if (s->model->designs->count == 0 || s->description->functions.count == 0) return;
  if (s->model->designs->count > SHOWN_DESIGNS) {
    summarise(command, outcome);
    return;
  }
  gb_print(stdout, "gradient              design                value            derivative\n");
  for (int i = 0; i < s->description->functions.count; i++)
    for (int j = 0; !is_list(s, i) && j < s->model->designs->count; j++)
      gb_print(stdout, "  %-19s %-16s %12.6g %22.15e\n",
               j == 0 ? s->analysis->functional[i].name : "", s->model->designs->design[j].name,
               s->model->designs->design[j].value, gb_report_derivative(s, outcome, i, j));
  gb_print(stdout, "\n");
}

static double phase_total(const gb_timers *timers, int stage) {
  double sum = 0;
  for (int p = 0; p < GB_PHASES; p++) sum += timers->seconds[stage][p];
  return sum;
}

/// Print the number of snapshots, the memory used and planned, and the recomputed steps.
static void print_checkpoints(const gb_outcome *outcome) {
  const gb_checkpoint_usage *u = outcome->checkpoint;
  gb_print(stdout, "checkpoints: %lld snapshot%s of %d state%s", (long long)u->snapshots,
           u->snapshots == 1 ? "" : "s", u->stages, u->stages == 1 ? "" : "s");
  gb_print(stdout, "; %.4g of %.4g MB used in memory, %.4g of %.4g on disk", u->memory / 1e6,
           u->planned_memory / 1e6, u->disk / 1e6, u->planned_disk / 1e6);
  gb_print(stdout, "; %lld steps computed again\n",
           (long long)outcome->iterations.recomputed_steps);
}

/// Print the limit and bifurcation points that a march along a path or a branch has passed.
static void print_stability(const gb_session *s, const gb_stability_report *r) {
  const gb_path_settings *walk = &s->analysis->time->walk;
  const bool follows = walk->arc_length || walk->probe >= 0;
  if (r->losses == 0 || !(follows || r->falls > 0 || walk->unstable == GB_UNSTABLE_BRANCH)) return;
  gb_print(stdout,
           "\nlimit or bifurcation points: %lld, the first between t = %g and t = %g; %lld of "
           "%lld states are unstable%s",
           (long long)r->losses, r->first[GB_LOSS][0], r->first[GB_LOSS][1], (long long)r->unstable,
           (long long)r->states, r->negative > 0 ? ", the last one too" : "");
}

static void print_kinks(const gb_kink_report *kinks) {
  if (kinks->crossings == 0) return;
  gb_print(stdout, "\nkinks of laws crossed %.0f times, at most %.0f by one law in a step (t = %g)",
           kinks->crossings, kinks->most, kinks->most_time);
  if (kinks->passed > 0)
    gb_print(
        stdout,
        "\nsteps passed over what a law does between two of them, %.0f times, first at t = %g: "
        "make time.step smaller",
        kinks->passed, kinks->first_time);
}

static void print_relief(const gb_relief_report *r) {
  if (!r->active) return;
  gb_print(stdout,
           "\ninertia relief: acceleration (%.6g, %.6g, %.6g) of the mass centre (%.6g, %.6g, "
           "%.6g), angular (%.6g, %.6g, %.6g)",
           r->acceleration[0], r->acceleration[1], r->acceleration[2], r->about[0], r->about[1],
           r->about[2], r->angular[0], r->angular[1], r->angular[2]);
}

void gb_report_closing(const gb_session *s, const gb_outcome *outcome, double peak) {
  const gb_timers *t = s->timers;
  bool reversed = t->total[1] > 0 && s->analysis->method != GB_NO_GRADIENT;
  gb_print(stdout, "seconds           %10s%s\n", "march", reversed ? "   gradient" : "");
  for (int p = 0; p < GB_PHASES; p++) {
    gb_print(stdout, "  %-15s %10.3f", gb_phase_name((gb_phase)p), t->seconds[0][p]);
    if (reversed) gb_print(stdout, " %10.3f", t->seconds[1][p]);
    gb_print(stdout, "\n");
  }
  double mesh = t->seconds[0][GB_PHASE_MESH];
  gb_print(stdout, "  %-15s %10.3f", "other", fmax(0, t->total[0] + mesh - phase_total(t, 0)));
  if (reversed) gb_print(stdout, " %10.3f", fmax(0, t->total[1] - phase_total(t, 1)));
  gb_print(stdout, "\n  %-15s %10.3f", "per step",
           outcome->steps ? t->total[0] / outcome->steps : 0);
  if (reversed) gb_print(stdout, " %10.3f", t->total[1] / outcome->steps);
  gb_print(stdout, "\n%d steps", outcome->steps);
  if (outcome->bisections) gb_print(stdout, " (halved %lld times)", (long long)outcome->bisections);
  if (outcome->stability->falls)
    gb_print(stdout, " (%lld fell to a stable state and lost an energy of %.6g)",
             (long long)outcome->stability->falls, outcome->stability->fallen);
  gb_print(stdout, ", %ld Newton iterations, %d factorisations", outcome->iterations.newton,
           outcome->factorisations + outcome->adjoint_factorisations);
  if (reversed)
    gb_print(stdout, " (%d in the gradient), %ld Krylov iterations",
             outcome->adjoint_factorisations, outcome->iterations.krylov);
  if (t->solutions > 0)
    gb_print(stdout, "\n%ld solutions by PETSc, with %.1f iterations each", t->solutions,
             (double)t->iterations / (double)t->solutions);
  if (outcome->moved->equilibrium.stages > 0)
    gb_print(stdout, "\nfrom equilibrium, found in %d stages with %d corrections",
             outcome->moved->equilibrium.stages, outcome->moved->equilibrium.corrections);
  print_relief(&outcome->moved->relief);
  if (outcome->moved->joints[0])
    gb_print(stdout, "\ninitial velocities moved by up to %.6g (%s): they broke %s",
             outcome->moved->change, outcome->moved->node, outcome->moved->joints);
  if (s->model->dofs->total_multipliers > 0 && !isnan(outcome->drift[0])) {
    static const char *const levels[] = {"position", "velocity", "acceleration"};
    gb_print(stdout, "\nconstraints off by %.1e (%s)", outcome->drift[0], levels[0]);
    for (int k = 1; k < 3 && !gb_session_is_static(s); k++) // statics have no velocities
      if (!isnan(outcome->drift[k])) gb_print(stdout, ", %.1e (%s)", outcome->drift[k], levels[k]);
  }
  print_stability(s, outcome->stability);
  print_kinks(outcome->kinks);
  if (!isnan(outcome->step_error.size))
    gb_print(stdout,
             "\ntime step error: about %.0e of the displacement in a step (worst at t = %g)",
             outcome->step_error.size, outcome->step_error.time);
  gb_print(stdout, "\npeak memory %.0f MB in all (factors %.0f MB", peak,
           outcome->factor_bytes / 1e6);
  gb_print(stdout, ")\n");
  if (reversed && outcome->checkpoint->stages > 0) print_checkpoints(outcome);
}

void gb_report_field(FILE *file, const char *prefix, const char *text) {
  const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
  if (*prefix == ',') fputc(*prefix++, file);
  fprintf(file, "%s%s", quoted ? "\"" : "", prefix);
  for (; *text; text++) fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
  if (quoted) fputc('"', file);
}

static void write_designs(FILE *file, const gb_session *s, const double value[],
                          const gb_outcome *outcome) {
  fprintf(file, "name,value,lower,upper");
  for (int i = 0; outcome && i < s->description->functions.count; i++) {
    if (is_list(s, i)) continue;
    gb_report_field(file, ",d ", s->analysis->functional[i].name);
  }
  fprintf(file, "\n");
  for (int j = 0; j < s->model->designs->count; j++) {
    const gb_design *design = &s->model->designs->design[j];
    gb_report_field(file, "", design->name);
    fprintf(file, ",%.17g,%.17g,%.17g", value ? value[j] : design->value, design->lower,
            design->upper);
    for (int i = 0; outcome && i < s->description->functions.count; i++)
      if (!is_list(s, i)) fprintf(file, ",%.17g", gb_report_derivative(s, outcome, i, j));
    fprintf(file, "\n");
  }
}

int gb_report_designs(const gb_command *command, const double value[], const gb_outcome *outcome,
                      gb_error *error) {
  gb_output file;
  GB_TRY(gb_output_open(command->stem, "designs.csv", &file, error));
  write_designs(file.stream, command->session, value, outcome);
  return gb_output_finish(&file, error);
}

int gb_run_analysis(gb_session *s, gb_monitor *monitor, gb_outcome *outcome, gb_error *error) {
  const gb_frame_observer observer = gb_monitor_observer(monitor);
  s->analysis->observer = &observer;
  int status = gb_engine_real.run(s->analysis, NULL, s->timers, outcome, error);
  s->analysis->observer = NULL;
  const gb_modes_request modes = gb_session_modes(s, s->analysis);
  if (status == GB_OK) status = gb_modes_fill(&modes, outcome, error);
  if (status == GB_PAUSED) gb_monitor_pause(monitor);
  return status == GB_OK ? gb_monitor_finish(monitor, error) : status;
}

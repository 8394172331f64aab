/// The verb `report`: march, perhaps differentiate and verify, and write CASE.report.html.
#include "picture/page.h"
#include "command/verification.h"

#include "picture/markup.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char style[] =
    "body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#222;max-width:1180px;margin:0 auto;"
    "padding:0 24px 48px}\n"
    "h1{font-size:27px;margin:32px 0 2px}h2{font-size:19px;margin:40px 0 12px;border-bottom:2px "
    "solid #0072b2;padding-bottom:4px}h3{font-size:15px;margin:22px 0 6px}\n"
    ".grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(480px,1fr));gap:20px}\n"
    "figure{margin:0;border:1px solid #ddd;padding:8px;break-inside:avoid}figure "
    "svg{display:block;width:100%}figcaption{font-size:13px;color:#555;padding:4px 6px 0}\n"
    "table{border-collapse:collapse;font-size:14px;margin:6px 0 12px}th,td{padding:3px 14px 3px "
    "6px;border-bottom:1px solid #e4e4e4;text-align:right}th:first-child,td:first-child{"
    "text-align:left}th{color:#555;font-weight:600}\n"
    ".facts{display:flex;flex-wrap:wrap;gap:10px;margin:16px 0}.facts div{background:#f3f6f9;"
    "padding:8px 16px;min-width:92px}.facts b{display:block;font-size:19px}.facts "
    "span{font-size:12px;color:#555}\n"
    "pre{background:#f8f8f8;padding:10px "
    "14px;white-space:pre-wrap;font-size:12.5px;line-height:1.4}"
    ".good{color:#00724f}.bad{color:#b22000}.quiet{color:#666;font-size:13px}\n"
    "@media print{body{max-width:none}.grid{grid-template-columns:1fr 1fr}}";

/// Write a link to the page of `view`, which lies in the same folder, if there is one.
static void write_view_link(FILE *file, const char *stem) {
  gb_output view;
  gb_output_name(stem, "view.html", &view);
  if (access(view.path, R_OK) != 0) return;
  fputs("<p><a href=\"./", file);
  for (const char *c = strrchr(view.path, '/') + 1; *c; c++)
    fprintf(file, isalnum((unsigned char)*c) || strchr("-._", *c) ? "%c" : "%%%02X",
            (unsigned char)*c);
  fputs("\">The motion in three dimensions</a></p>\n", file);
}

static void write_head(FILE *file, const gb_page *page) {
  const gb_case *c = page->session->description;
  const char *title = c->title[0] ? c->title : c->file;
  fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n",
        file);
  gb_page_cell(file, "title", "%s", title);
  fprintf(file, "\n<style>\n%s\n</style>\n</head>\n<body>\n", style);
  gb_page_cell(file, "h1", "%s", title);
  fputs("\n<p class=\"quiet\">", file);
  gb_markup_text(file, c->file);
  if (c->mesh) fputs(", mesh ", file), gb_markup_text(file, c->mesh);
  fprintf(file, "; by gimbal %s. Numbers are in the units of the case.</p>\n", GB_VERSION);
  write_view_link(file, page->command->stem);
}

static void write_fact(FILE *file, const char *name, const char *format, double value) {
  fputs("<div>", file);
  gb_page_cell(file, "b", format, value);
  gb_page_cell(file, "span", "%s", name);
  fputs("</div>\n", file);
}

static void write_facts(FILE *file, const gb_page *page) {
  const gb_session *s = page->session;
  const gb_model *model = s->model;
  fputs("<div class=\"facts\">\n", file);
  write_fact(file, "nodes", "%.0f", (double)model->nodes->total);
  write_fact(file, "elements", "%.0f", (double)model->blocks->total_cells);
  write_fact(file, "unknowns", "%.0f", (double)model->dofs->total);
  write_fact(file, "mass", "%.6g", model->checks->mass);
  write_fact(file, "steps", "%.0f", page->outcome->steps);
  write_fact(file, "step size", "%g", s->analysis->time->step);
  write_fact(file, "functionals", "%.0f", s->analysis->functionals);
  write_fact(file, "designs", "%.0f", model->designs->count);
  fputs("</div>\n", file);
}

/// Write the text that `check` prints.
static int write_model(FILE *file, const gb_page *page, gb_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
  gb_facts_print(memory, page->session, page->facts);
  const int status =
      fclose(memory) == 0 ? GB_OK : gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
  fputs("<pre>", file);
  if (status == GB_OK) gb_markup_text(file, text);
  fputs("</pre>\n", file);
  free(text);
  return status;
}

static int write_page(FILE *file, const gb_page *page, gb_error *error) {
  write_head(file, page);
  write_facts(file, page);
  fputs("<section id=\"model\"><h2>Model</h2>\n", file);
  GB_TRY(write_model(file, page, error));
  fputs("</section>\n", file);
  GB_TRY(gb_page_pictures(file, page, error));
  GB_TRY(gb_page_histories(file, page, error));
  GB_TRY(gb_page_functions(file, page, error));
  GB_TRY(gb_page_solution(file, page, error));
  fputs("</body>\n</html>\n", file);
  return GB_OK;
}

/// Data gathered at the ends of steps in addition to the monitor's.
typedef struct observed {
  gb_snapshots *snapshots;
  gb_page_work work;
} observed;

static int on_step(void *context, const gb_frame *frame, gb_error *error) {
  observed *o = context;
  gb_page_work *w = &o->work;
  double *step, *iteration;
  GB_TRY(gb_arena_append(&w->memory, &w->step, &w->steps, sizeof *step, &step, error));
  GB_TRY(gb_arena_append(&w->memory, &w->iteration, &w->iterations, sizeof *iteration, &iteration,
                         error));
  *step = frame->step;
  *iteration = (double)(frame->newton_iterations - w->before);
  w->before = frame->newton_iterations;
  return gb_snapshots_add(o->snapshots, frame, error);
}

static int write_file(const gb_page *page, gb_error *error) {
  const gb_command *command = page->command;
  gb_output file;
  gb_error broken = {0};
  GB_TRY(gb_output_open(command->stem, "report.html", &file, error));
  const int status = write_page(file.stream, page, error);
  const int closed = gb_output_finish(&file, status == GB_OK ? error : &broken);
  if (status != GB_OK) remove(file.path);
  if (status == GB_OK && closed == GB_OK && !command->options->quiet)
    gb_print(stdout, "report %s\n", file.path);
  return status == GB_OK ? closed : status;
}

/// Compare the gradient with complex step. The method of the session is restored.
static int verify(gb_session *s, gb_verification *v, const gb_outcome *outcome,
                  gb_verification_table *out, gb_error *error) {
  const gb_gradient_method method = s->analysis->method;
  const size_t values = (size_t)v->functionals * (size_t)v->directions;
  double *derivative = NULL, *errors = NULL;
  int status = GB_TAKE(&v->memory, derivative, values, error);
  if (status == GB_OK) status = GB_TAKE(&v->memory, errors, values, error);
  GB_TRY(gb_agree(s->comm, status, error));
  gb_verification_project(v, outcome, derivative);
  GB_TRY(gb_verification_compare(v, 1e-30, derivative, errors, error));
  s->analysis->method = method;
  *out = (gb_verification_table){v->directions, (const char *const *)v->name, errors};
  return GB_OK;
}

/// Gather the results of the march and write them. @param v  without directions: no verification
static int conclude(const gb_command *command, const gb_monitor *monitor, observed *o,
                    const gb_outcome *outcome, gb_verification *v, gb_error *error) {
  gb_session *s = command->session;
  gb_facts facts;
  gb_gathered pictures;
  gb_verification_table table = {0};
  GB_SCRATCH(scratch);
  if (v->directions > 0) GB_TRY(verify(s, v, outcome, &table, error));
  GB_TRY(gb_facts_find(s, &scratch, &facts, error));
  GB_TRY(gb_snapshots_gather(o->snapshots, &pictures, error));
  const gb_page page = {.command = command,
                        .session = s,
                        .facts = &facts,
                        .pictures = &pictures,
                        .records = gb_monitor_records(monitor),
                        .outcome = outcome,
                        .work = &o->work,
                        .verification = v->directions > 0 ? &table : NULL,
                        .peak = gb_report_peak_memory(s->comm)};
  int status = GB_OK;
  if (s->rank == 0) {
    status =
        gb_report_json(command, page.records, outcome, page.peak, page.verification, NULL, error);
    if (status == GB_OK) status = write_file(&page, error);
  }
  return gb_agree(s->comm, status, error);
}

/// Whether there is a gradient: the case has designs and functions, and the march can be
/// differentiated.
static bool differentiates(const gb_session *s) {
  const gb_march_settings *time = s->analysis->time;
  const bool driven = time->walk.probe >= 0 && !isnan(time->walk.to);
  return s->model->designs->count > 0 && s->analysis->functionals > 0 && !driven;
}

static int march(const gb_command *command, gb_verification *v, observed *o, gb_error *error) {
  gb_session *s = command->session;
  gb_monitor *monitor = NULL;
  gb_outcome outcome = {0};
  const int every = s->description->output.every;
  const gb_monitor_request request = {.analysis = s->analysis,
                                      .shapes = s->shapes,
                                      .also = {o, on_step},
                                      .timers = s->timers,
                                      .open_ended = gb_session_is_static(s),
                                      .output_every = every > 0 ? every : 1,
                                      .deadline = INFINITY,
                                      .quiet = command->options->quiet,
                                      .verbose = command->options->verbose};
  GB_TRY(gb_snapshots_create(s->model, s->shapes, &o->snapshots, error));
  GB_TRY(gb_monitor_create(&request, &monitor, error));
  int status = gb_run_analysis(s, monitor, &outcome, error);
  if (status == GB_OK) status = conclude(command, monitor, o, &outcome, v, error);
  gb_outcome_free(&outcome);
  gb_monitor_destroy(&monitor);
  return status;
}

static int report(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  const bool verifies = gb_option_text(command->options, "--verify");
  observed o = {0};
  gb_verification v = {0};
  if (differentiates(s)) s->analysis->method = gb_command_method(command);
  if (verifies) GB_TRY(gb_verification_check(s, error));
  int status = verifies ? gb_verify_create(command, GB_MOST_DIRECTIONS, &v, error) : GB_OK;
  if (status == GB_OK) status = march(command, &v, &o, error);
  gb_verification_destroy(&v);
  gb_snapshots_destroy(&o.snapshots);
  gb_arena_free(&o.work.memory);
  return status;
}

const gb_verb gb_verb_report = {
    .name = "report",
    .meaning = "march, gradient where there are designs and functions; write CASE.report.html",
    .page =
        "gimbal report CASE.yaml [--verify] [--method METHOD] [--json FILE] [--output-dir DIR]\n\n"
        "Marches, differentiates where there are designs and functions, and writes one page with\n"
        "pictures, histories, functionals, derivatives, times and memory: CASE.report.html.\n",
    .option = (const gb_option *const[]){&(const gb_option)GB_OPTION(
                                             "--verify", NULL,
                                             "compare the gradient with complex step (1e-30)"),
                                         NULL},
    .suffix = (const char *const[]){"report.html", NULL},
    .lock = ".report",
    .run = report,
};

/// Functionals, derivatives, their verification, and the work of the page.
#include "picture/page.h"
#include "session/verification.h"

#include "picture/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 560, HEIGHT = 260, WIDE = 1130, MOST_BARS = 15, MOST_FUNCTIONALS = 12 };

/// Derivatives smaller than this part of the largest are round-off.
static const double ROUND_OFF = 1e-12;

// Functionals.

static const char *name_of(const gb_page *page, int functional) {
  return page->session->analysis->functional[functional].name;
}

static void write_functionals(FILE *file, const gb_page *page) {
  const gb_session *s = page->session;
  fputs("<table id=\"functionals\"><tr><th>functional</th><th>type</th><th>value</th><th></th></tr>"
        "\n",
        file);
  for (int i = 0; i < s->analysis->functionals; i++) {
    const gb_functional_settings *f = &s->analysis->functional[i];
    const double *value = page->outcome->value + f->first;
    fputs("<tr>", file);
    gb_page_cell(file, "td", "%s", name_of(page, i));
    gb_page_cell(file, "td", "%s", f->type);
    gb_page_cell(file, "td", "%.7g", value[f->values - 1]);
    gb_page_cell(file, "td", f->values > 1 ? "the last of %d" : "", f->values);
    fputs("</tr>\n", file);
  }
  fputs("</table>\n", file);
}

/// Draw a functional of several values over time.
static int draw_list(FILE *file, const gb_page *page, int i, gb_error *error) {
  const gb_functional_settings *f = &page->session->analysis->functional[i];
  double *t;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, t, (size_t)f->values, error));
  for (int k = 0; k < f->values; k++) t[k] = gb_report_time(page->session, i, k);
  const gb_curve curve = {.points = f->values,
                          .x = t,
                          .x_stride = 1,
                          .y = page->outcome->value + f->first,
                          .y_stride = 1};
  gb_page_chart(file, &(gb_chart){.width = WIDTH,
                                  .height = HEIGHT,
                                  .x = {.label = "t"},
                                  .y = {.label = name_of(page, i)},
                                  .curves = 1,
                                  .curve = &curve});
  gb_page_caption(file, "Functional %s", name_of(page, i));
  return GB_OK;
}

static int draw_lists(FILE *file, const gb_page *page, gb_error *error) {
  const gb_session *s = page->session;
  fputs("<div class=\"grid\">\n", file);
  for (int i = 0, drawn = 0; i < s->analysis->functionals && drawn < MOST_FUNCTIONALS; i++)
    if (s->analysis->functional[i].values > 1) {
      GB_TRY(draw_list(file, page, i, error));
      drawn++;
    }
  fputs("</div>\n", file);
  return GB_OK;
}

// Derivatives.

/// A design and its derivative.
typedef struct ranked {
  int design;
  double derivative, size; ///< size: derivative times the value, or 1 where that is zero
} ranked;

/// Order by size, the largest first; sizes that differ by round-off keep the order of the case.
static int compare_sizes(const void *a, const void *b) {
  const ranked *left = a, *right = b;
  const double x = fabs(left->size), y = fabs(right->size);
  if (fabs(x - y) > 1e-9 * fmax(x, y)) return x > y ? -1 : 1;
  return left->design < right->design ? -1 : left->design > right->design;
}

static int rank_designs(const gb_page *page, int functional, gb_arena *arena, ranked **out,
                        gb_error *error) {
  const gb_design_set *designs = page->session->model->designs;
  double most = 0;
  ranked *all;
  GB_TRY(GB_TAKE(arena, all, (size_t)designs->count, error));
  for (int j = 0; j < designs->count; j++) {
    const double value = designs->design[j].value;
    const double d = gb_report_derivative(page->session, page->outcome, functional, j);
    all[j] = (ranked){j, d, d * (value != 0 ? value : 1)};
    if (fabs(all[j].size) > most) most = fabs(all[j].size);
  }
  for (int j = 0; j < designs->count; j++)
    if (fabs(all[j].size) <= ROUND_OFF * most) all[j].size = all[j].derivative = 0;
  qsort(all, (size_t)designs->count, sizeof *all, compare_sizes);
  *out = all;
  return GB_OK;
}

static int draw_derivatives(FILE *file, const gb_page *page, int i, gb_error *error) {
  const gb_design_set *designs = page->session->model->designs;
  const int shown = designs->count < MOST_BARS ? designs->count : MOST_BARS;
  const char *name[MOST_BARS], *text[MOST_BARS];
  char derivative[MOST_BARS][40], label[200];
  double value[MOST_BARS];
  ranked *all;
  GB_SCRATCH(scratch);
  GB_TRY(rank_designs(page, i, &scratch, &all, error));
  for (int k = 0; k < shown; k++) {
    name[k] = designs->design[all[k].design].name;
    value[k] = all[k].size;
    snprintf(derivative[k], sizeof derivative[k], "%.7g", all[k].derivative);
    text[k] = derivative[k];
  }
  snprintf(label, sizeof label, "d %.80s / d design × design", name_of(page, i));
  fputs("<figure>", file);
  gb_bars_draw(file, &(gb_bars){.width = WIDTH,
                                .label = label,
                                .rows = shown,
                                .parts = 1,
                                .name = name,
                                .text = text,
                                .value = value});
  gb_page_caption(file, "Derivatives of %s by the designs; bars: times the value of the design%s",
                  name_of(page, i), shown < designs->count ? "; the largest" : "");
  return GB_OK;
}

static int draw_gradient(FILE *file, const gb_page *page, gb_error *error) {
  const gb_session *s = page->session;
  if (!page->outcome->gradient || s->model->designs->count == 0) return GB_OK;
  fprintf(file, "<h3>Derivatives, by the %s</h3>\n<div class=\"grid\">\n",
          s->analysis->method == GB_TANGENT ? "tangent" : "adjoint");
  for (int i = 0, drawn = 0; i < s->analysis->functionals && drawn < MOST_FUNCTIONALS; i++)
    if (s->analysis->functional[i].values == 1) {
      GB_TRY(draw_derivatives(file, page, i, error));
      drawn++;
    }
  fputs("</div>\n", file);
  return GB_OK;
}

static void write_verification(FILE *file, const gb_page *page) {
  const gb_verification_table *table = page->verification;
  fputs("<h3>Relative errors of the derivatives against complex step</h3>\n"
        "<table id=\"verify\"><tr><th>functional</th>",
        file);
  for (int k = 0; k < table->directions; k++) gb_page_cell(file, "th", "%s", table->direction[k]);
  fputs("</tr>\n", file);
  for (int i = 0; i < page->session->analysis->functionals; i++) {
    fputs("<tr>", file);
    gb_page_cell(file, "td", "%s", name_of(page, i));
    for (int k = 0; k < table->directions; k++) {
      const double worst = gb_worst_of_values(page->session, i, table->directions, k, table->error);
      fprintf(file, "<td class=\"%s\">%.1e</td>", worst <= gb_verified ? "good" : "bad", worst);
    }
    fputs("</tr>\n", file);
  }
  fprintf(file, "</table>\n<p class=\"quiet\">Errors up to %g pass.</p>\n", gb_verified);
}

int gb_page_functions(FILE *file, const gb_page *page, gb_error *error) {
  if (page->session->analysis->functionals == 0) return GB_OK;
  fputs("<section id=\"functions\"><h2>Functionals</h2>\n", file);
  write_functionals(file, page);
  GB_TRY(draw_lists(file, page, error));
  GB_TRY(draw_gradient(file, page, error));
  if (page->verification) write_verification(file, page);
  fputs("</section>\n", file);
  return GB_OK;
}

// The work.

static void draw_work(FILE *file, const gb_page *page) {
  const gb_page_work *w = page->work;
  const gb_curve curve = {
      .points = w->steps, .x = w->step, .x_stride = 1, .y = w->iteration, .y_stride = 1};
  gb_page_chart(
      file,
      &(gb_chart){.width = WIDTH,
                  .height = HEIGHT,
                  .x = {.label = "step", .whole = true},
                  .y = {.label = "Newton iterations", .from_zero = true, .whole = true, .least = 2},
                  .curves = 1,
                  .curve = &curve,
                  .steps = true});
  gb_page_caption(file, "Corrections of Newton's method in each step");
}

/// Write the seconds of each phase of march and gradient, and the rest as `other`.
static void draw_times(FILE *file, const gb_page *page) {
  enum { PARTS = GB_PHASES + 1 };
  static const char *const row[] = {"march", "gradient"};
  const gb_session *s = page->session;
  const gb_timers *t = s->timers;
  const char *part[PARTS], *text[2];
  char seconds[2][40];
  double value[2][PARTS];
  const int rows = s->analysis->method == GB_NO_GRADIENT ? 1 : 2;
  for (int k = 0; k < rows; k++) {
    const double all = t->total[k] + (k == 0 ? t->seconds[0][GB_PHASE_MESH] : 0);
    double rest = all;
    for (int p = 0; p < GB_PHASES; p++) rest -= value[k][p] = t->seconds[k][p];
    value[k][GB_PHASES] = fmax(0, rest);
    snprintf(seconds[k], sizeof seconds[k], "%.3g s", all);
    text[k] = seconds[k];
  }
  for (int p = 0; p < GB_PHASES; p++) part[p] = gb_phase_name((gb_phase)p);
  part[GB_PHASES] = "other";
  fputs("<figure>", file);
  gb_bars_draw(file, &(gb_bars){.width = WIDTH,
                                .label = "seconds",
                                .rows = rows,
                                .parts = PARTS,
                                .name = row,
                                .part = part,
                                .text = text,
                                .value = value[0]});
  gb_page_caption(file, "Seconds by phase, of rank 0");
}

static void write_row(FILE *file, const char *name, const char *format, double value) {
  fputs("<tr>", file);
  gb_page_cell(file, "td", "%s", name);
  gb_page_cell(file, "td", format, value);
  fputs("</tr>\n", file);
}

/// Write the counts, which depend on the number of ranks only by round-off.
static void write_counts(FILE *file, const gb_page *page) {
  const gb_outcome *o = page->outcome;
  fputs("<table>\n", file);
  fputs("<tr>", file);
  gb_page_cell(file, "td", "scheme");
  gb_page_cell(file, "td", "%s", page->session->analysis->time->scheme);
  fputs("</tr>\n", file);
  write_row(file, "steps", "%.0f", o->steps);
  if (o->bisections > 0) write_row(file, "bisections of steps", "%.0f", (double)o->bisections);
  write_row(file, "Newton iterations", "%.0f", (double)o->iterations.newton);
  if (!isnan(o->step_error.size))
    write_row(file, "error of a step, of the displacement", "%.1g", o->step_error.size);
  fputs("</table>\n", file);
}

static void write_resources(FILE *file, const gb_page *page) {
  const gb_outcome *o = page->outcome;
  fputs("<table>\n", file);
  write_row(file, "MPI ranks", "%.0f", page->session->ranks);
  write_row(file, "factorisations", "%.0f", o->factorisations + o->adjoint_factorisations);
  write_row(file, "Krylov iterations", "%.0f", (double)o->iterations.krylov);
  write_row(file, "peak memory of all ranks, MB", "%.0f", page->peak);
  write_row(file, "of it factors, MB", "%.3g", o->factor_bytes / 1e6);
  write_row(file, "of it states for the gradient, MB", "%.3g", o->checkpoint->memory / 1e6);
  if (!isnan(o->drift[0])) write_row(file, "constraints off by", "%.1e", o->drift[0]);
  fputs("</table>\n", file);
}

int gb_page_solution(FILE *file, const gb_page *page, gb_error *error) {
  (void)error;
  fputs("<section id=\"solution\"><h2>Solution</h2>\n<div class=\"grid\">\n<div>", file);
  draw_work(file, page);
  fputs("</div><div>\n", file);
  write_counts(file, page);
  fputs("</div></div></section>\n<section id=\"resources\"><h2>Time and memory</h2>\n"
        "<div class=\"grid\">\n<div>",
        file);
  draw_times(file, page);
  fputs("</div><div>\n", file);
  write_resources(file, page);
  fputs("</div></div></section>\n", file);
  return GB_OK;
}

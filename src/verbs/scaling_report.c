/// Read, print and draw the times of runs on several numbers of ranks.
#include "verbs/scaling.h"

#include "command/command.h"

#include "base/platform/file_contents.h"
#include "case/text/document.h"
#include "picture/chart.h"
#include "picture/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gb_scaling_stages[2] = {"march", "gradient"};

// Read the times.

static double number(const gb_node *node, const char *key) {
  const gb_node *found = node ? gb_node_find(node, key) : NULL;
  return found && found->kind == GB_NODE_SCALAR ? strtod(found->text, NULL) : NAN;
}

/// Count the numbers in a node and in all nodes below it.
static double count_numbers(const gb_node *node) {
  double count = 0;
  if (!node) return 0;
  if (node->kind == GB_NODE_SCALAR) return 1;
  for (int i = 0; i < node->count; i++) count += count_numbers(node->pair[i].value);
  return count;
}

/// Seconds of each phase. The mesh is read before the march.
static void read_seconds(const gb_node *time, int stage, double seconds[GB_SCALING_TIMES]) {
  static const char *const total[2] = {"march", "adjoint"};
  double rest = number(time, total[stage]);
  for (int p = 0; p < GB_PHASES; p++) {
    char key[64];
    snprintf(key, sizeof key, "%s%s", stage == 0 ? "" : "gradient_", gb_phase_name((gb_phase)p));
    const double found = number(time, key);
    seconds[p] = isnan(found) ? 0 : found;
    if (p != GB_PHASE_MESH) rest -= seconds[p];
  }
  seconds[GB_SCALING_OTHER] = rest > 0 ? rest : 0;
  seconds[GB_SCALING_ALL] = isnan(rest) ? 0 : number(time, total[stage]);
}

static int fill(const char *file, const gb_node *root, gb_scaling_run *out, gb_error *error) {
  const gb_node *gradient = gb_node_find(root, "gradient"), *time = gb_node_find(root, "time");
  *out = (gb_scaling_run){
      .file = file,
      .ranks = number(root, "ranks"),
      .unknowns = number(root, "unknowns"),
      .steps = number(root, "steps"),
      .functionals = count_numbers(gb_node_find(root, "functions")),
      .factorisations = {number(root, "factorisations"), number(root, "gradient_factorisations")},
      .elements = number(root, "elements"),
      .least = number(root, "least_elements"),
      .most = number(root, "most_elements"),
      .memory = number(gb_node_find(root, "memory"), "peak_mb")};
  if (gradient && out->functionals > 0) out->designs = count_numbers(gradient) / out->functionals;
  for (int k = 0; time && k < 2; k++) read_seconds(time, k, out->seconds[k]);
  if (out->ranks >= 1 && out->steps >= 1 && out->seconds[0][GB_SCALING_ALL] > 0) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE,
                 "%s: no times of a march; accepted: files of --json of run and gradient", file);
}

int gb_scaling_read(const char *file, gb_arena *arena, gb_scaling_run *out, gb_error *error) {
  char *text = NULL, *name;
  size_t length = 0;
  gb_node *root = NULL;
  GB_TRY(gb_arena_text(arena, &name, error, "%s", file));
  GB_TRY(gb_file_contents(file, &text, &length, error));
  const gb_reading reading = {.arena = arena, .error = error};
  int status = gb_document_read(&reading, name, true, text, length, &root);
  free(text);
  return status == GB_OK ? fill(name, root, out, error) : status;
}

/// Whether two runs have the same model, steps, functionals and designs.
static bool is_same(const gb_scaling_run *a, const gb_scaling_run *b) {
  return a->unknowns == b->unknowns && a->steps == b->steps && a->functionals == b->functionals &&
         a->designs == b->designs;
}

// A series consists of runs that differ only in the number of ranks.

/// @return the end of the series that begins at a run
static int series_end(const gb_scaling *all, int first) {
  int end = first + 1;
  while (end < all->count && is_same(&all->run[first], &all->run[end])) end++;
  return end;
}

/// @return the speed-up of a run: its series' run with the fewest ranks is the reference
static double speedup(const gb_scaling_run *first, const gb_scaling_run *run, int stage) {
  return first->ranks * first->seconds[stage][GB_SCALING_ALL] / run->seconds[stage][GB_SCALING_ALL];
}

static bool differentiates(const gb_scaling_run *run) {
  return run->seconds[1][GB_SCALING_ALL] > 0;
}

// Print tables.

static void print_speed(const gb_scaling_run *run, int count) {
  printf("%6s", "ranks");
  for (int k = 0; k <= differentiates(run); k++)
    printf("  %10s s  speed-up  efficiency", gb_scaling_stages[k]);
  printf("   elements a rank  memory MB   MB a rank\n");
  for (int i = 0; i < count; i++) {
    printf("%6g", run[i].ranks);
    for (int k = 0; k <= differentiates(run); k++) {
      const double ratio = speedup(run, &run[i], k);
      printf("  %12.3f  %8.2f  %10.2f", run[i].seconds[k][GB_SCALING_ALL], ratio,
             ratio / run[i].ranks);
    }
    printf("   %7.0f-%-7.0f  %9.0f   %9.0f\n", run[i].least, run[i].most, run[i].memory,
           run[i].memory / run[i].ranks);
  }
}

/// Print the seconds of each phase, a row for each number of ranks.
static void print_phases(const gb_scaling_run *run, int count) {
  for (int k = 0; k <= differentiates(run); k++) {
    printf("\n%s, seconds by phase\n%6s", gb_scaling_stages[k], "ranks");
    for (int p = 0; p < GB_PHASES; p++) printf(" %13s", gb_phase_name((gb_phase)p));
    printf(" %13s\n", "other");
    for (int i = 0; i < count; i++) {
      printf("%6g", run[i].ranks);
      for (int p = 0; p <= GB_SCALING_OTHER; p++) printf(" %13.3f", run[i].seconds[k][p]);
      printf("\n");
    }
  }
  printf("\n");
}

/// Whether two runs have the same model and number of ranks, but different functionals or designs.
static bool is_cost_pair(const gb_scaling_run *a, const gb_scaling_run *b) {
  return a->unknowns == b->unknowns && a->steps == b->steps && a->ranks == b->ranks &&
         !is_same(a, b) && differentiates(a) && differentiates(b);
}

/// Whether two runs on different numbers of ranks have similar numbers of unknowns per rank.
static bool is_weak_pair(const gb_scaling_run *a, const gb_scaling_run *b) {
  const double load = a->unknowns / a->ranks, other = b->unknowns / b->ranks;
  return a->ranks != b->ranks && a->steps == b->steps && fabs(load - other) <= 0.1 * load;
}

typedef bool is_pair(const gb_scaling_run *a, const gb_scaling_run *b);

/// Find the first run that is a pair with other runs, or -1; `member` marks the run and these
/// others.
static int find_group(const gb_scaling *all, is_pair *pairs, bool member[]) {
  for (int i = 0; i < all->count; i++) {
    bool any = false;
    for (int k = 0; k < all->count; k++) {
      member[k] = k == i || pairs(&all->run[i], &all->run[k]);
      any = any || (k != i && member[k]);
    }
    if (any) return i;
  }
  return -1;
}

static void print_cost(const gb_scaling *all, const bool member[]) {
  printf("cost of a gradient\n%12s %9s %12s %12s %17s\n", "functionals", "designs", "march s",
         "gradient s", "gradient / march");
  for (int i = 0; i < all->count; i++) {
    const gb_scaling_run *r = &all->run[i];
    const double march = r->seconds[0][GB_SCALING_ALL], gradient = r->seconds[1][GB_SCALING_ALL];
    if (member[i])
      printf("%12g %9g %12.3f %12.3f %17.3f\n", r->functionals, r->designs, march, gradient,
             gradient / march);
  }
  printf("\n");
}

static void print_weak(const gb_scaling *all, int first, const bool member[]) {
  printf("weak scaling\n%6s %12s %12s %12s %12s\n", "ranks", "unknowns", "march s", "gradient s",
         "efficiency");
  for (int i = 0; i < all->count; i++) {
    const gb_scaling_run *r = &all->run[i];
    if (member[i])
      printf("%6g %12.0f %12.3f %12.3f %12.2f\n", r->ranks, r->unknowns,
             r->seconds[0][GB_SCALING_ALL], r->seconds[1][GB_SCALING_ALL],
             all->run[first].seconds[0][GB_SCALING_ALL] / r->seconds[0][GB_SCALING_ALL]);
  }
  printf("\n");
}

void gb_scaling_print(const gb_scaling *all) {
  bool member[all->count];
  for (int i = 0, end; i < all->count; i = end) {
    const gb_scaling_run *r = &all->run[i];
    end = series_end(all, i);
    printf("%.0f unknowns, %.0f steps, %.0f functionals, %.0f designs\n", r->unknowns, r->steps,
           r->functionals, r->designs);
    print_speed(r, end - i);
    print_phases(r, end - i);
  }
  int first = find_group(all, is_cost_pair, member);
  if (first >= 0) print_cost(all, member);
  first = find_group(all, is_weak_pair, member);
  if (first >= 0) print_weak(all, first, member);
}

// Write files.

static int write_table(const gb_scaling *all, const char *stem, gb_error *error) {
  gb_output output;
  GB_TRY(gb_output_create(stem, "scaling.csv", &output, error));
  FILE *file = output.stream;
  fputs("ranks,unknowns,steps,functionals,designs,elements,least,most,memory_mb", file);
  for (int k = 0; k < 2; k++) {
    for (int p = 0; p < GB_PHASES; p++)
      fprintf(file, ",%s_%s", gb_scaling_stages[k], gb_phase_name((gb_phase)p));
    fprintf(file, ",%s_other,%s", gb_scaling_stages[k], gb_scaling_stages[k]);
  }
  fputc('\n', file);
  for (const gb_scaling_run *r = all->run; r < all->run + all->count; r++) {
    fprintf(file, "%g,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.6g", r->ranks, r->unknowns, r->steps,
            r->functionals, r->designs, r->elements, r->least, r->most, r->memory);
    for (int k = 0; k < 2 * GB_SCALING_TIMES; k++)
      fprintf(file, ",%.6g", r->seconds[k / GB_SCALING_TIMES][k % GB_SCALING_TIMES]);
    fputc('\n', file);
  }
  return gb_output_finish(&output, error);
}

enum { WIDTH = 720, HEIGHT = 360, CURVES = 2 * GB_SCALING_TIMES + 2 };

/// Draw charts one below another.
typedef struct sheet {
  FILE *file;
  int charts;
  gb_arena *arena;
  gb_error *error;
} sheet;

static void draw(sheet *s, const char *title, const gb_axis axis[2], int curves,
                 const gb_curve curve[]) {
  gb_chart_draw(s->file, &(gb_chart){.title = title,
                                     .top = HEIGHT * s->charts++,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .x = axis[0],
                                     .y = axis[1],
                                     .curves = curves,
                                     .curve = curve,
                                     .marks = true});
}

/// The axis of ranks, which is logarithmic where they go from one to many.
static gb_axis ranks_axis(const gb_scaling *all) {
  double low = INFINITY, high = 0;
  for (const gb_scaling_run *r = all->run; r < all->run + all->count; r++) {
    low = fmin(low, r->ranks);
    high = fmax(high, r->ranks);
  }
  return (gb_axis){.label = "ranks", .whole = true, .logarithmic = high > 16 * low};
}

/// Draw the speed-up of each series of several runs, and the ideal speed-up.
static int draw_speed(sheet *s, const gb_scaling *all) {
  gb_curve curve[CURVES];
  int curves = 0;
  double *ratio, ideal[2] = {1, 1};
  GB_TRY(GB_TAKE(s->arena, ratio, 2 * (size_t)all->count, s->error));
  for (int i = 0, end; i < all->count; i = end) {
    const gb_scaling_run *r = &all->run[i];
    end = series_end(all, i);
    for (int k = 0; k <= differentiates(r) && end > i + 1 && curves < CURVES - 1; k++) {
      char *name;
      GB_TRY(gb_arena_text(s->arena, &name, s->error,
                           "%s, %.0f unknowns, %.0f functionals, %.0f designs",
                           gb_scaling_stages[k], r->unknowns, r->functionals, r->designs));
      curve[curves++] = (gb_curve){.name = name,
                                   .points = end - i,
                                   .x = &r->ranks,
                                   .x_stride = sizeof *r / sizeof r->ranks,
                                   .y = ratio + k * all->count + i,
                                   .y_stride = 1};
      for (int e = i; e < end; e++) ratio[k * all->count + e] = speedup(r, &all->run[e], k);
    }
    ideal[0] = fmin(ideal[0], r->ranks);
    ideal[1] = fmax(ideal[1], all->run[end - 1].ranks);
  }
  curve[curves++] = (gb_curve){
      .name = "ideal", .points = 2, .x = ideal, .y = ideal, .x_stride = 1, .y_stride = 1};
  const gb_axis ranks = ranks_axis(all);
  const gb_axis axis[2] = {
      ranks,
      {.label = "speed-up", .from_zero = !ranks.logarithmic, .logarithmic = ranks.logarithmic}};
  draw(s, "Speed-up", axis, curves, curve);
  return GB_OK;
}

/// Draw the seconds of each phase for the series with the most unknowns.
static int draw_phases(sheet *s, const gb_scaling *all, int stage) {
  int first = 0;
  for (int i = 0; i < all->count; i = series_end(all, i)) first = i;
  const gb_scaling_run *r = &all->run[first];
  const int count = series_end(all, first) - first;
  gb_curve curve[GB_SCALING_TIMES];
  for (int p = 0; p < GB_SCALING_TIMES; p++)
    curve[p] = (gb_curve){.name = p < GB_PHASES           ? gb_phase_name((gb_phase)p)
                                  : p == GB_SCALING_OTHER ? "other"
                                                          : "all",
                          .points = count,
                          .x = &r->ranks,
                          .x_stride = sizeof *r / sizeof r->ranks,
                          .y = &r->seconds[stage][p],
                          .y_stride = sizeof *r / sizeof r->ranks};
  char title[100];
  snprintf(title, sizeof title, "Seconds of the %s, %.0f unknowns", gb_scaling_stages[stage],
           r->unknowns);
  const gb_axis axis[2] = {ranks_axis(all), {.label = "seconds", .logarithmic = true}};
  if (stage == 0 || differentiates(r)) draw(s, title, axis, GB_SCALING_TIMES, curve);
  return GB_OK;
}

/// Draw a chart of the members of a group over one of their numbers: x[2], y for march and
/// gradient.
static int draw_group(sheet *s, const gb_scaling *all, const bool member[], size_t by,
                      const char *title[2]) {
  double *x, *y;
  int count = 0;
  GB_TRY(GB_TAKE(s->arena, x, (size_t)all->count, s->error));
  GB_TRY(GB_TAKE(s->arena, y, 2 * (size_t)all->count, s->error));
  for (int i = 0; i < all->count; i++) {
    const gb_scaling_run *r = &all->run[i];
    if (!member[i]) continue;
    memcpy(&x[count], (const char *)r + by, sizeof *x);
    for (int k = 0; k < 2; k++) y[2 * count + k] = r->seconds[k][GB_SCALING_ALL];
    count++;
  }
  gb_curve curve[2];
  for (int k = 0; k < 2; k++)
    curve[k] = (gb_curve){.name = gb_scaling_stages[k],
                          .points = count,
                          .x = x,
                          .x_stride = 1,
                          .y = y + k,
                          .y_stride = 2};
  const gb_axis axis[2] = {{.label = title[1], .whole = true},
                           {.label = "seconds", .from_zero = true}};
  draw(s, title[0], axis, 2, curve);
  return GB_OK;
}

/// Whether a number differs within a group.
static bool varies(const gb_scaling *all, const bool member[], size_t by) {
  double low = INFINITY, high = -INFINITY, value;
  for (int i = 0; i < all->count; i++)
    if (member[i]) {
      memcpy(&value, (const char *)&all->run[i] + by, sizeof value);
      low = fmin(low, value);
      high = fmax(high, value);
    }
  return high > low;
}

static int draw_all(sheet *s, const gb_scaling *all) {
  static const struct {
    is_pair *pairs;
    size_t by;
    const char *title[2];
  } groups[] = {{is_cost_pair,
                 offsetof(gb_scaling_run, functionals),
                 {"Cost by the number of functionals", "functionals"}},
                {is_cost_pair,
                 offsetof(gb_scaling_run, designs),
                 {"Cost by the number of designs", "designs"}},
                {is_weak_pair, offsetof(gb_scaling_run, ranks), {"Weak scaling", "ranks"}}};
  bool member[all->count];
  GB_TRY(draw_speed(s, all));
  for (int k = 0; k < 2; k++) GB_TRY(draw_phases(s, all, k));
  for (int g = 0; g < 3; g++)
    if (find_group(all, groups[g].pairs, member) >= 0 && varies(all, member, groups[g].by))
      GB_TRY(draw_group(s, all, member, groups[g].by, (const char **)groups[g].title));
  return GB_OK;
}

/// Draw the charts into memory first, because their number is known only afterwards.
static int draw_picture(const gb_scaling *all, FILE *file, gb_error *error) {
  char *text = NULL;
  size_t size = 0;
  GB_SCRATCH(scratch);
  sheet s = {.file = open_memstream(&text, &size), .arena = &scratch, .error = error};
  if (!s.file) return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
  int status = draw_all(&s, all);
  if (fclose(s.file) != 0 && status == GB_OK)
    status = gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
  gb_svg_open(file, WIDTH, HEIGHT * s.charts);
  if (status == GB_OK) fwrite(text, 1, size, file);
  gb_svg_close(file);
  free(text);
  return status;
}

int gb_scaling_write(const gb_scaling *all, const char *stem, gb_error *error) {
  gb_output output;
  GB_TRY(write_table(all, stem, error));
  GB_TRY(gb_output_create(stem, "scaling.svg", &output, error));
  if (draw_picture(all, output.stream, error) != GB_OK) {
    gb_output_discard(&output);
    return error->status;
  }
  GB_TRY(gb_output_finish(&output, error));
  printf("tables %s.scaling.csv, %s\n", stem, output.path);
  return GB_OK;
}

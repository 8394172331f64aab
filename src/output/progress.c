/// Progress of a march on standard error: a bar on a terminal, otherwise lines of text.
#include "output/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { bar_width = 30 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Print a duration as "12.3 s", "4 min 05 s" or "2 h 07 min".
static void print_duration(double seconds) {
  long long whole = (long long)(seconds + 0.5);
  if (seconds < 99.95)
    fprintf(stderr, "%.1f s", seconds);
  else if (whole < 3600)
    fprintf(stderr, "%lld min %02lld s", whole / 60, whole % 60);
  else
    fprintf(stderr, "%lld h %02lld min", whole / 3600, whole % 3600 / 60);
}

static void print_times(const gb_progress *progress, int done, double time) {
  double elapsed = time - progress->start;
  fputs(", ", stderr);
  print_duration(elapsed);
  if (done <= 0 || done >= progress->total) return;
  fputs(", ", stderr);
  print_duration(elapsed * (progress->total - done) / done);
  fputs(" left", stderr);
}

static double fraction(const gb_progress *progress, int done) {
  return progress->total > 0 ? (double)done / progress->total : 1;
}

/// Redraw the bar in the current line, and erase the rest of a longer line.
static void draw_bar(const gb_progress *progress, int done, double time) {
  char bar[bar_width + 1];
  int full = (int)(fraction(progress, done) * bar_width);
  for (int i = 0; i < bar_width; i++) bar[i] = i < full ? '#' : '.';
  bar[bar_width] = '\0';
  fprintf(stderr, "\r%s [%s] %3.0f %%  %d/%d", progress->label, bar, 100 * fraction(progress, done),
          done, progress->total);
  print_times(progress, done, time);
  fputs("\033[K", stderr);
  fflush(stderr);
}

static void print_line(const gb_progress *progress, int done, double time) {
  fprintf(stderr, "%s: step %d of %d (%.0f %%)", progress->label, done, progress->total,
          100 * fraction(progress, done));
  print_times(progress, done, time);
  fputc('\n', stderr);
}

static void show(gb_progress *progress, int done, double time) {
  if (progress->terminal)
    draw_bar(progress, done, time);
  else
    print_line(progress, done, time);
  progress->shown = done;
  progress->last = time;
}

void gb_progress_start(gb_progress *progress, const char *label, int total, int quiet) {
  double time = now();
  *progress = (gb_progress){.label = label,
                            .total = total,
                            .quiet = quiet,
                            .terminal = isatty(STDERR_FILENO),
                            .start = time,
                            .last = time};
}

void gb_progress_update(gb_progress *progress, int done) {
  if (progress->quiet) return;
  double time = now(), waited = time - progress->last;
  double advance = fraction(progress, done) - fraction(progress, progress->shown);
  int due = progress->terminal ? waited >= 0.1 : waited >= 10 || (waited >= 1 && advance >= 0.1);
  int last = done >= progress->total && progress->shown > 0 && progress->shown < done;
  if (due || last) show(progress, done, time);
}

void gb_progress_finish(gb_progress *progress) {
  // Nothing was displayed for a very short march. The last bar remains visible.
  if (progress->quiet || progress->shown == 0) return;
  if (progress->terminal) fputc('\n', stderr);
}

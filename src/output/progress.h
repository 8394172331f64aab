/// A progress line with the time left: redrawn in place on a terminal, a plain line now and then in
/// a log.
#ifndef GB_OUTPUT_PROGRESS_H
#define GB_OUTPUT_PROGRESS_H

typedef struct gb_progress {
  const char *label; ///< "march", "adjoint"
  int total, shown;  ///< steps; the last step shown
  int quiet, terminal;
  double start, last; ///< seconds
} gb_progress;

/// Start a bar of `total` steps on standard error. Local, rank 0 alone.
void gb_progress_start(gb_progress *progress, const char *label, int total, int quiet);
/// After step `done`: redraw at most 10 times a second on a terminal; otherwise a line every 10 s,
/// or every 10 % when that takes a second or more. A march that is over at once shows nothing.
void gb_progress_update(gb_progress *progress, int done);
/// End the line, also after a march that stopped early.
void gb_progress_finish(gb_progress *progress);

#endif

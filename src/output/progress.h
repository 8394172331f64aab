/// Progress display with the estimated remaining time: a bar that is redrawn on a terminal,
/// otherwise lines of text at intervals.
#ifndef GB_OUTPUT_PROGRESS_H
#define GB_OUTPUT_PROGRESS_H

typedef struct gb_progress {
  const char *label;   ///< for example "march" or "adjoint"
  int total;           ///< number of steps
  int shown;           ///< the step displayed last
  int quiet, terminal; ///< display nothing; standard error is a terminal
  double start, last;  ///< times of the start and of the last display, s
} gb_progress;

/// Start a display of `total` steps on standard error. Local; called on rank 0 only.
void gb_progress_start(gb_progress *progress, const char *label, int total, int quiet);
/// Update the display after step `done`: on a terminal at most 10 times a second; otherwise a line
/// every 10 s, or every 10 % if that takes a second or more. A short march displays nothing. Local.
void gb_progress_update(gb_progress *progress, int done);
/// End the display, also after a march that stopped early. Local.
void gb_progress_finish(gb_progress *progress);

#endif

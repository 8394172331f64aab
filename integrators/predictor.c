/// Extrapolation by backward differences: the prediction of degree p is the sum of the differences
/// 0
/// .. p, and its error is the difference p + 1 of the next stage. Source: docs/theory.md, (9.1).
#include "integrators/predictor.h"

#include "base/squares.h"
#include "integrators/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREES = 6 }; ///< 0 .. 5

/// A higher degree is used if its error is less than this factor times the error of lower degrees.
static const double GAIN = 0.5;

typedef struct history {
  double sigma[GB_COMPONENTS]; ///< sigma of the stages
  int count;                   ///< number of known differences, 0 .. DEGREES
  int degree;                  ///< degree of the next prediction; -1: it is w itself
  gb_scalar *difference;       ///< backward differences, [DEGREES][n + m]
} history;

struct gb_predictor {
  gb_system *system;
  int width;
  history *history; ///< [width]
};

static size_t length_of(const gb_predictor *p) {
  return gb_system_length(p->system);
}

int gb_predictor_create(gb_system *system, int width, gb_predictor **out, gb_error *error) {
  gb_predictor *p;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(p, 1, error));
  p->system = system;
  int status = GB_ALLOCATE(p->history, (size_t)width, error);
  for (; status == GB_OK && p->width < width; p->width++) {
    history *h = &p->history[p->width];
    status = GB_ALLOCATE(h->difference, DEGREES * length_of(p), error);
  }
  if (status != GB_OK) gb_predictor_destroy(&p);
  *out = p;
  return status;
}

void gb_predictor_destroy(gb_predictor **predictor) {
  gb_predictor *p = *predictor;
  if (!p) return;
  for (int i = 0; i < p->width; i++) free(p->history[i].difference);
  free(p->history);
  free(p);
  *predictor = NULL;
}

void gb_predictor_forget(gb_predictor *p) {
  for (int i = 0; i < p->width; i++) p->history[i].count = 0;
}

void gb_predictor_guess(gb_predictor *p, int index, const double sigma[GB_COMPONENTS],
                        gb_scalar *w) {
  const size_t length = length_of(p);
  if (index >= p->width) return;
  history *h = &p->history[index];
  if (memcmp(h->sigma, sigma, sizeof h->sigma) != 0) h->count = 0;
  memcpy(h->sigma, sigma, sizeof h->sigma);
  if (h->count == 0 || h->degree < 0) return;
  memcpy(w, h->difference, length * sizeof *w);
  for (int k = 1; k <= h->degree; k++) gb_add_scaled(length, 1, h->difference + k * length, w);
}

/// Choose the degree with the smallest error; a higher degree must be better by the factor GAIN.
static int choose(const gb_scalar squares[DEGREES], int known) {
  int degree = 0;
  for (int k = 1; k < known; k++)
    if (gb_real(squares[k]) < GAIN * GAIN * gb_real(squares[degree])) degree = k;
  return degree;
}

int gb_predictor_add(gb_predictor *p, int index, const gb_scalar *w, gb_error *error) {
  const size_t length = length_of(p), n = (size_t)p->system->n;
  const gb_scalar *weight = p->system->weight;
  if (index >= p->width) return GB_OK;
  history *h = &p->history[index];
  gb_scalar squares[DEGREES] = {0};
  const int known = h->count;
  if (h->count < DEGREES) h->count++;
  for (size_t from = 0; from < length; from += GB_CHUNK) {
    const size_t count = length - from < GB_CHUNK ? length - from : GB_CHUNK;
    const size_t counted = from >= n ? 0 : n - from < count ? n - from : count;
    gb_scalar change[GB_CHUNK];
    memcpy(change, w + from, count * sizeof *change);
    for (int k = 0; k < h->count; k++) {
      gb_difference(count, h->difference + k * length + from, change);
      if (k < known) squares[k] += gb_squares(counted, weight ? weight + from : NULL, change);
    }
  }
  h->degree = 0;
  if (known == 0) return GB_OK;
  GB_TRY(p->system->op->sum(p->system, DEGREES, squares, error));
  h->degree = choose(squares, known);
  return GB_OK;
}

void gb_predictor_remove(gb_predictor *p, int index, bool guess) {
  const size_t length = length_of(p);
  history *h = &p->history[index];
  if (index >= p->width || h->count == 0) return;
  h->count--;
  for (int k = 0; k < h->count; k++)
    gb_add_scaled(length, -1, h->difference + (k + 1) * length, h->difference + k * length);
  h->degree = guess ? -1 : 0;
}

int gb_predictor_archive(gb_predictor *p, gb_archive *archive, gb_error *error) {
  for (int i = 0; i < p->width; i++) {
    history *h = &p->history[i];
    int64_t known[2] = {h->count, h->degree};
    GB_TRY(gb_archive_integers(archive, 2, known, error));
    GB_TRY(gb_archive_within(archive, known[0], 0, DEGREES, error));
    GB_TRY(gb_archive_within(archive, known[1], 0, DEGREES - 1, error));
    GB_TRY(gb_archive_numbers(archive, GB_COMPONENTS, h->sigma, error));
    h->count = (int)known[0];
    h->degree = (int)known[1];
    GB_TRY(gb_archive_vectors(archive, (size_t)h->count, h->difference, error));
  }
  return GB_OK;
}

/// The first guess of a stage's unknown: the polynomial through the last stages' that would have
/// been nearest at the last stage, whose degree follows the motion. Source: docs/theory.md, (9.1).
#ifndef GB_INTEGRATORS_PREDICTOR_H
#define GB_INTEGRATORS_PREDICTOR_H

#include "restart/archive.h"

typedef struct gb_predictor gb_predictor;

/// A predictor for the first `width` stages of each step, each guessed from the stages of the same
/// index of the steps before; stages of a larger index get no guess. Local.
int gb_predictor_create(gb_system *system, int width, gb_predictor **out, gb_error *error);
void gb_predictor_destroy(gb_predictor **predictor);
/// Forget all stages. Local.
void gb_predictor_forget(gb_predictor *predictor);
/// The guess of w, [n + m], for a stage with this sigma; w stays as it is where no stage of this
/// index is known. Local.
void gb_predictor_guess(gb_predictor *predictor, int index, const double sigma[GB_COMPONENTS],
                        gb_scalar *w);
/// Learn the solution of the stage guessed last with this index. Collective.
int gb_predictor_learn(gb_predictor *predictor, int index, const gb_scalar *w, gb_error *error);
/// Its differences. Collective. errors: GB_FILE
int gb_predictor_archive(gb_predictor *predictor, gb_archive *archive, gb_error *error);

#endif

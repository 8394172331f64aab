/// Predictor of the unknowns of a stage: a polynomial through the unknowns of earlier stages. Its
/// degree is the one with the smallest error at the last stage. Source: docs/theory.md, (9.1).
#ifndef GB_INTEGRATORS_PREDICTOR_H
#define GB_INTEGRATORS_PREDICTOR_H

#include "restart/archive.h"

typedef struct gb_predictor gb_predictor;

/// Create a predictor for the first `width` stages of each step. Each stage is predicted from the
/// stages with the same index in earlier steps. Local. errors: GB_FILE (memory)
int gb_predictor_create(gb_system *system, int width, gb_predictor **out, gb_error *error);
/// Free a predictor; *predictor may be NULL. Local.
void gb_predictor_destroy(gb_predictor **predictor);
/// Forget all earlier stages. Local.
void gb_predictor_forget(gb_predictor *predictor);
/// Predict the unknowns w, [n + m], of a stage with this index and sigma. w is unchanged if no
/// earlier stage with this index and sigma is known, or if index >= width. Local.
void gb_predictor_guess(gb_predictor *predictor, int index, const double sigma[GB_COMPONENTS],
                        gb_scalar *w);
/// Add the solution w, [n + m], of the stage that was predicted last with this index. Collective.
int gb_predictor_add(gb_predictor *predictor, int index, const gb_scalar *w, gb_error *error);
/// Remove the stage that was added last for this index. Local. @param guess the next prediction is
/// the w that gb_predictor_guess is given
void gb_predictor_remove(gb_predictor *predictor, int index, bool guess);
/// Write the earlier stages to an archive, or read them. Collective. errors: GB_FILE
int gb_predictor_archive(gb_predictor *predictor, gb_archive *archive, gb_error *error);

#endif

/// Modes of a state: check its tangent, then compute frequencies, effective masses, shapes and
/// derivatives.
#include "modes/modes.h"

#include "modes/derivative.h"
#include "modes/turning.h"
#include "modes/workshop.h"
#include "system/model_reports.h"
#include "system/model_system.h"
#include "system/pencil.h"

#include <math.h>
#include <string.h>

/// K is symmetric if K x and K^T x differ by less than this, relative to the largest entry.
static const double SYMMETRIC = 1e-13;
/// CRITICAL: near a critical speed the smallest eigenvalue of K is below CRITICAL x spin^2.
/// POSITIVE: K + (POSITIVE x spin)^2 M is positive definite, because the spin reduces eigenvalues
/// of K by spin^2 at most.
static const double CRITICAL = 1e-3, POSITIVE = 2;

static bool turns(const gb_modes_request *request) {
  const double *w = request->settings->spin;
  return w[0] != 0 || w[1] != 0 || w[2] != 0;
}

static double size_of_spin(const gb_workshop *w) {
  const double *spin = w->request->settings->spin;
  return sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
}

static gb_spectrum spectrum_of(const gb_workshop *w) {
  gb_spectrum spectrum = gb_workshop_spectrum(w);
  spectrum.bound = pow(POSITIVE * size_of_spin(w), 2);
  return spectrum;
}

static int allocate(const gb_workshop *w, gb_modes *modes, gb_error *error) {
  const size_t count = (size_t)modes->count, size = gb_node_values(w->model->nodes);
  gb_arena *arena = &modes->memory;
  GB_TRY(GB_TAKE(arena, modes->value, count, error));
  GB_TRY(GB_TAKE(arena, modes->frequency, count, error));
  GB_TRY(GB_TAKE(arena, modes->error, count, error));
  GB_TRY(GB_TAKE(arena, modes->mass, count, error));
  GB_TRY(GB_TAKE(arena, modes->repeated, count, error));
  GB_TRY(GB_TAKE(arena, modes->shape, count * size, error));
  if (w->request->settings->at == GB_AT_REFERENCE && !modes->about.turns) return GB_OK;
  return GB_TAKE(arena, modes->about.base, size, error);
}

static void set_values(const gb_pairs *pairs, gb_modes *modes) {
  for (int i = 0; i < modes->count; i++) {
    const double value = pairs->value[i];
    const bool rigid = fabs(value) <= pairs->zero[i];
    modes->value[i] = rigid ? 0 : value;
    modes->frequency[i] = rigid ? 0 : copysign(sqrt(fabs(value)) / (2 * M_PI), value);
    modes->error[i] = pairs->error[i];
    modes->repeated[i] =
        !rigid && ((i > 0 && gb_workshop_is_near(value, pairs->value[i - 1])) ||
                   (i + 1 < pairs->found && gb_workshop_is_near(value, pairs->value[i + 1])));
  }
}

/// Effective modal masses (x . M r)^2 for unit translations r, with x . M x = 1.
static int weigh(const gb_workshop *w, const gb_pairs *pairs, gb_modes *modes, gb_error *error) {
  const gb_spectrum spectrum = spectrum_of(w);
  double *force;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, force, 3 * w->length, error), error));
  GB_TRY(gb_pencil_translations(w->pencil, force, modes->about.mass, error));
  for (int i = 0; i < modes->count; i++)
    for (int k = 0; k < 3; k++) {
      const double *x = pairs->x + (size_t)i * w->length;
      const double part = gb_spectrum_dot(&spectrum, x, force + (size_t)k * w->length);
      modes->mass[i][k] = part * part;
    }
  return GB_OK;
}

/// Compute x* . M x + x* . C x / (2 i omega) of a pair in a rotating frame; 1 without rotation.
static int find_size(const gb_workshop *w, const gb_eigenpair *pair, double *size,
                     gb_error *error) {
  const gb_spectrum spectrum = spectrum_of(w);
  const double *part[2] = {pair->x, pair->im};
  double *product = NULL;
  GB_SCRATCH(scratch);
  *size = 1;
  if (!pair->im) return GB_OK;
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, product, w->length, error), error));
  *size = 0;
  for (int k = 0; k < 2; k++) {
    GB_TRY(gb_pencil_mass(w->pencil, 1, part[k], product, error));
    *size += gb_spectrum_dot(&spectrum, part[k], product);
  }
  GB_TRY(gb_pencil_gyroscopic(w->pencil, pair->im, product, error));
  *size += gb_spectrum_dot(&spectrum, pair->x, product) / sqrt(pair->value); // C is skew
  return GB_OK;
}

/// Data for the derivatives of modes.
typedef struct derivation {
  bool moves;       ///< the state depends on the designs
  double *all;      ///< derivatives by designs and dependent parameters, [width]
  double *bar;      ///< derivatives of each mode by the state, [count][n + m]
  double *by_state; ///< derivatives of each mode through the state, [count][designs]
} derivation;

/// Compute d f = d omega^2 / (8 pi^2 f) of a mode. In a rotating frame this includes the derivative
/// through the state, otherwise the state is fixed.
/// @param x the eigenvector; in a rotating frame its real and imaginary part
static int differentiate_mode(const gb_workshop *w, int mode, const double x[], derivation *d,
                              gb_modes *modes, gb_error *error) {
  const size_t designs = (size_t)w->model->designs->count;
  double part, *bar = d->bar + (size_t)mode * w->length;
  gb_eigenpair pair = {.model = w->model,
                       .base = (gb_base_state *)&w->base,
                       .pencil = w->pencil,
                       .value = modes->value[mode],
                       .x = x,
                       .about = w->request->settings->about,
                       .moves = d->moves};
  if (modes->about.turns) pair.im = x + w->length;
  GB_TRY(gb_eigenpair_derivative(&pair, d->all, bar, error));
  if (modes->about.turns) GB_TRY(gb_eigenpair_balance(&pair, bar, d->all, error));
  GB_TRY(gb_design_set_fold(w->model->designs, w->model->comm, d->all, error));
  GB_TRY(find_size(w, &pair, &part, error));
  for (size_t i = 0; i < designs; i++)
    modes->derivative[(size_t)mode * designs + i] =
        d->all[i] / (part * 8 * M_PI * M_PI * fabs(modes->frequency[mode]));
  return GB_OK;
}

/// Compute the derivatives of simple modes that are not rigid and, in a rotating frame, not
/// unstable; derivatives of the other modes are NAN.
/// @param x eigenvectors; in a rotating frame real and imaginary part of each
static int differentiate_all(const gb_workshop *w, const double x[], derivation *d, gb_modes *modes,
                             gb_error *error) {
  const size_t designs = (size_t)w->model->designs->count, parts = modes->about.turns ? 2 : 1;
  int64_t negative;
  if (modes->about.turns) GB_TRY(gb_pencil_factor(w->pencil, 0, &negative, error));
  for (int c = 0; c < modes->count; c++) {
    const double f = modes->frequency[c];
    const bool simple = (parts == 2 ? f > 0 : f != 0) && !modes->repeated[c];
    const double *own = x + (size_t)c * parts * w->length;
    if (simple) GB_TRY(differentiate_mode(w, c, own, d, modes, error));
    for (size_t i = 0; !simple && i < designs; i++)
      modes->derivative[(size_t)c * designs + i] = NAN;
  }
  if (!d->moves || modes->about.turns) return GB_OK;
  GB_TRY(gb_base_state_gradient(w->request, modes->count, d->bar, d->by_state, error));
  for (size_t i = 0; i < (size_t)modes->count * designs; i++)
    modes->derivative[i] +=
        d->by_state[i] / (8 * M_PI * M_PI * fabs(modes->frequency[i / designs]));
  return GB_OK;
}

/// Allocate memory for the derivatives and compute them, if there are designs. @param x as above
static int differentiate(const gb_workshop *w, const double x[], gb_modes *modes, gb_error *error) {
  const size_t designs = (size_t)w->model->designs->count, size = (size_t)modes->count * designs;
  derivation d = {.moves = w->request->settings->at != GB_AT_REFERENCE || modes->about.turns};
  if (designs == 0) return GB_OK;
  if (modes->about.turns && w->model->dofs->T.varies) {
    modes->no_derivative = "of modes in a rotating frame by designs of positions";
    return GB_OK;
  }
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&modes->memory, modes->derivative, size, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, d.all, (size_t)w->model->designs->width, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, d.bar, (size_t)modes->count * w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, d.by_state, size, error);
  GB_TRY(gb_agree(w->model->comm, status, error));
  return differentiate_all(w, x, &d, modes, error);
}

/// Replace the real part of a complex vector [2][length] by the real part at the phase for which it
/// is largest.
static void take_phase(const gb_workshop *w, const gb_spectrum *spectrum, double x[]) {
  double *im = x + w->length;
  const double re2 = gb_spectrum_dot(spectrum, x, x), im2 = gb_spectrum_dot(spectrum, im, im);
  const double phase = atan2(2 * gb_spectrum_dot(spectrum, x, im), re2 - im2) / 2;
  for (size_t i = 0; i < w->length; i++) x[i] = cos(phase) * x[i] + sin(phase) * im[i];
}

/// Set the frequencies of pairs in a rotating frame; those of unstable modes are negative.
static void set_turning_values(const double value[][2], const double residual[], gb_modes *modes) {
  for (int i = 0; i < modes->count; i++) {
    const double size = hypot(value[i][0], value[i][1]);
    // With a value its negative conjugate is an eigenvalue too, so that one of the two grows.
    const bool grows = fabs(value[i][0]) > 1e-7 * size;
    modes->frequency[i] = (grows ? -1 : 1) * value[i][1] / (2 * M_PI);
    if (grows && value[i][1] == 0) modes->frequency[i] = -size / (2 * M_PI);
    modes->value[i] = (grows ? -1 : 1) * size * size;
    modes->error[i] = residual[i];
    for (int k = 0; k < 3; k++) modes->mass[i][k] = NAN;
  }
  for (int i = 0; i < modes->count; i++)
    modes->repeated[i] =
        (i > 0 && gb_workshop_is_near(modes->frequency[i], modes->frequency[i - 1])) ||
        (i + 1 < modes->count && gb_workshop_is_near(modes->frequency[i], modes->frequency[i + 1]));
}

/// Choose the range in which pairs in the rotating frame are searched. Refuse a model that can move
/// without strain; at a critical speed, in contrast, a mode has strain, but the centrifugal force
/// cancels its stiffness.
static int choose_range(const gb_workshop *w, const gb_pairs *pairs, gb_turning_range *range,
                        gb_error *error) {
  const gb_spectrum spectrum = spectrum_of(w);
  int nearest = 0;
  for (int i = 1; i < pairs->found; i++)
    if (fabs(pairs->value[i]) < fabs(pairs->value[nearest])) nearest = i;
  const double least = fabs(pairs->value[nearest]);
  range->positive = POSITIVE * size_of_spin(w);
  range->critical = least <= CRITICAL * pow(size_of_spin(w), 2);
  range->scale = range->critical ? range->positive : sqrt(fabs(pairs->value[0]));
  if (least > pairs->zero[nearest]) return GB_OK;
  const double *x = pairs->x + (size_t)nearest * w->length;
  double *Kx;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, Kx, w->length, error), error));
  gb_pencil_spin(w->pencil, NULL);
  const int status = gb_pencil_stiffness(w->pencil, false, 1, x, Kx, error);
  gb_pencil_spin(w->pencil, w->request->settings->spin);
  GB_TRY(status);
  if (gb_spectrum_dot(&spectrum, x, Kx) > pairs->zero[nearest]) return GB_OK;
  return gb_fail(error, GB_MECHANISM,
                 "%s.spin: the model is free to move in the turning frame; accepted: a model that "
                 "is supported there",
                 w->request->settings->where);
}

/// Find the modes in a rotating frame, with the gyroscopic matrix. `pairs` are those without it.
static int find_turning(const gb_workshop *w, const gb_pairs *pairs, gb_modes *modes,
                        gb_error *error) {
  const gb_spectrum spectrum = spectrum_of(w);
  const size_t count = (size_t)modes->count;
  double(*value)[2] = NULL, *vector = NULL, *residual = NULL;
  gb_turning_range range;
  GB_TRY(choose_range(w, pairs, &range, error));
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, value, count, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, vector, 2 * count * w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, residual, count, error);
  GB_TRY(gb_agree(w->model->comm, status, error));
  GB_TRY(gb_turning_pairs(&spectrum, modes->count, &range, value, vector, residual, error));
  set_turning_values((const double(*)[2])value, residual, modes);
  GB_TRY(differentiate(w, vector, modes, error));
  for (size_t c = 0; c < count; c++) {
    take_phase(w, &spectrum, vector + 2 * c * w->length);
    memmove(vector + c * w->length, vector + 2 * c * w->length, w->length * sizeof *vector);
  }
  return gb_workshop_shapes(w, vector, modes, error);
}

static int find_resting(const gb_workshop *w, const gb_pairs *pairs, gb_modes *modes,
                        gb_error *error) {
  set_values(pairs, modes);
  GB_TRY(weigh(w, pairs, modes, error));
  GB_TRY(differentiate(w, pairs->x, modes, error));
  return gb_workshop_shapes(w, pairs->x, modes, error);
}

static int make(gb_workshop *w, gb_modes *modes, gb_error *error) {
  const gb_spectrum spectrum = spectrum_of(w);
  const gb_turning turning = {w->request->settings->spin, w->request->settings->about};
  modes->about.turns = turns(w->request);
  if (modes->about.turns) GB_TRY(gb_turning_equilibrium(&turning, &w->base, &spectrum, error));
  GB_TRY(gb_workshop_examine(w, SYMMETRIC, error));
  GB_TRY(gb_workshop_damping(w, &modes->about.damped, error));
  GB_TRY(gb_finder_create(&spectrum, modes->count, &w->finder, error));
  GB_TRY(gb_finder_run(w->finder, error));
  const gb_pairs *pairs = gb_finder_pairs(w->finder);
  modes->count = pairs->count;
  GB_TRY(gb_agree(w->model->comm, allocate(w, modes, error), error));
  modes->factorisations = gb_finder_factorisations(w->finder);
  return modes->about.turns ? find_turning(w, pairs, modes, error)
                            : find_resting(w, pairs, modes, error);
}

int gb_modes_find(const gb_modes_request *request, gb_modes *modes, gb_error *error) {
  gb_workshop w;
  *modes = (gb_modes){.count = request->count};
  int status = gb_workshop_open(request, &w, error);
  if (status == GB_OK) status = make(&w, modes, error);
  gb_workshop_close(&w);
  if (status != GB_OK) gb_modes_free(modes);
  return status;
}

void gb_modes_free(gb_modes *modes) {
  gb_arena_free(&modes->memory);
  *modes = (gb_modes){0};
}

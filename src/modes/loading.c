/// Rates by differences of residuals, and states near the path.
#include "modes/loading.h"

#include "base/arena.h"
#include "integrators/linearised.h"
#include "integrators/pass.h"
#include "modes/derivative.h"
#include "system/kinks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Increment of the load parameter for the rate of the loads, relative to a step, and largest one
/// of temperatures; the largest difference, relative to their size, of the rates before and after
/// the base state; round-off of a residual, relative to its terms.
static const double INCREMENT = 1e-2, KINK = 0.2, ROUND_OFF = 1e-12;
/// About the reference K of most elements is linear along the path, where a longer distance loses
/// fewer digits of the difference: so many times GB_SMALL_CHANGE. Springs and others need the
/// difference of fourth order, unless both differ by a smaller part than LINEAR.
static const double LONGER = 100, LINEAR = 1e-11;
/// Largest number of times that a distance is divided by 4.
enum { SHORTENINGS = 12 };

struct gb_loading {
  gb_workshop *workshop;
  gb_linearised *linear;          ///< about the reference; NULL: about a state of the march
  gb_state *near[GB_PATH_STATES]; ///< the states of `path`
  gb_state *other;                ///< the last result of gb_loading_near
  gb_state *following;            ///< about the reference
  bool follows; ///< there are following loads, and `following` has their stiffness
  bool timed;   ///< K depends on t at fixed nodal values: states of the path have its times
  double *rate; ///< [n + m]
  gb_load_path path;
  double change; ///< see gb_loading_change
  int factorisations;
  gb_arena memory; ///< owns states and arrays
};

/// @return the increment of the load parameter for the rate of the loads
static double increment_of(const gb_loading *l) {
  return INCREMENT * l->workshop->request->analysis->time->step;
}

static bool is_reference(const gb_loading *l) {
  return l->workshop->request->settings->at == GB_AT_REFERENCE;
}

/// Set a state at the load factor s of the path plus e x. About the reference prescribed motions
/// grow with the load factor, and following loads are left out; about a state of the march
/// prescribed motions go on at their rate, as the unknowns do.
static void set_state(const gb_loading *l, double s, double e, const double x[], gb_state *out) {
  const gb_base_state *base = &l->workshop->base;
  const size_t n = (size_t)base->system->n, m = (size_t)base->system->m;
  const bool reference = is_reference(l);
  out->t = base->state->t + (l->timed ? s : 0);
  out->withheld = out->unheated = reference ? 1 - s : 0;
  out->tangent = (gb_tangent_motion){!reference, base->state->t, s};
  out->turning = base->state->turning;
  out->linear = false;
  out->small = reference;
  out->frozen = reference;
  memcpy(out->sigma, base->state->sigma, sizeof out->sigma);
  for (size_t i = 0; i < n; i++)
    out->component[GB_Q][i] = base->state->component[GB_Q][i] + s * l->rate[i] + (x ? e * x[i] : 0);
  for (size_t i = 0; i < m; i++)
    out->multiplier[i] = base->state->multiplier[i] + s * l->rate[n + i] + (x ? e * x[n + i] : 0);
}

bool gb_loading_is_linear(const gb_loading *l) {
  return is_reference(l);
}

const gb_state *gb_loading_strained(const gb_loading *l, double s, double e, const double x[]) {
  set_state(l, s, e, x, l->other);
  l->other->linear = true;
  return l->other;
}

const gb_state *gb_loading_near(const gb_loading *l, double s, double e, const double x[]) {
  set_state(l, s, e, x, l->other);
  return l->other;
}

/// Count the sides that laws change between the states at -e and e along x or, if it is NULL, along
/// the path, which prescribed motions follow. Collective.
static int count_crossings(const gb_loading *l, const double x[], double e, double *crossings,
                           gb_error *error) {
  gb_kinks *kinks;
  gb_kink_report report = {0};
  int status = GB_OK;
  GB_TRY(gb_kinks_create(l->workshop->base.system, &kinks, error));
  for (int k = -1; kinks && k <= 1 && status == GB_OK; k += 2)
    status = gb_kinks_step(kinks, gb_loading_near(l, x ? 0 : k * e, k * e, x), error);
  if (status == GB_OK) gb_kinks_report(kinks, &report);
  gb_kinks_destroy(&kinks);
  *crossings = report.crossings;
  return status;
}

int gb_loading_keep_sides(const gb_loading *l, const double x[], double *e, gb_error *error) {
  if (is_reference(l)) return GB_OK;
  for (int k = 0; k < SHORTENINGS; k++, *e /= 4) {
    double crossings;
    GB_TRY(count_crossings(l, x, 2 * *e, &crossings, error)); // differences go so far
    if (crossings == 0) return GB_OK;
  }
  return gb_fail(error, GB_WRONG_TIME,
                 "%s.at: a contact begins or ends to touch at t = %g, or the law of a spring "
                 "changes there; accepted: a time between such changes",
                 l->workshop->request->settings->where, l->workshop->base.state->t);
}

/// Compute the residual of the base state at a distance of the load parameter, [n + m].
/// @param tangent whether prescribed motions go on at their rate
static int residual_at(const gb_loading *l, double distance, bool tangent, double r[],
                       gb_error *error) {
  gb_system *system = l->workshop->base.system;
  set_state(l, 0, 0, NULL, l->other);
  l->other->t += distance;
  l->other->tangent.used = tangent;
  l->other->tangent.by = distance;
  return system->op->residual(system, l->other, r, error);
}

/// @return the round-off of the last residual; 0 where the system does not report its terms
static double round_off(const gb_loading *l, const double r[]) {
  gb_system *system = l->workshop->base.system;
  gb_residual_size size = {.column = 0};
  double terms = 0;
  if (system->op->residual_size) system->op->residual_size(system, r, &size);
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) terms += size.terms[kind];
  return ROUND_OFF * sqrt(terms);
}

/// Check that loads and prescribed motions change at the same rate before and after the base state.
static int check_rate(const gb_loading *l, double h, gb_error *error) {
  const gb_modes_request *request = l->workshop->request;
  const size_t length = l->workshop->length;
  double *here = NULL, size[3] = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(l->workshop->model->comm, GB_TAKE(&scratch, here, 3 * length, error), error));
  double *before = here + length, *after = before + length;
  GB_TRY(residual_at(l, 0, false, here, error));
  size[2] = round_off(l, here);
  GB_TRY(residual_at(l, -h, false, before, error));
  GB_TRY(residual_at(l, h, false, after, error));
  for (size_t i = 0; i < length; i++) {
    const double to = here[i] - before[i], from = after[i] - here[i];
    size[0] = fmax(size[0], fabs(from - to));
    size[1] = fmax(size[1], fmax(fabs(to), fabs(from)));
  }
  MPI_Allreduce(MPI_IN_PLACE, size, 3, MPI_DOUBLE, MPI_MAX, l->workshop->model->comm);
  if (size[0] <= KINK * size[1] + size[2]) return GB_OK;
  return gb_fail(
      error, GB_WRONG_TIME,
      "%s.at: the loads change their rate at t = %g, where buckling needs one; accepted: "
      "a time at which they go on",
      request->settings->where, l->workshop->base.state->t);
}

/// Compute the derivative of the residual of the base state by the load parameter.
static int rate_of_loads(const gb_loading *l, double r[], gb_error *error) {
  const gb_workshop *w = l->workshop;
  const double h = increment_of(l);
  double *part = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, part, w->length, error), error));
  memset(r, 0, w->length * sizeof *r);
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    const double distance = h * gb_difference_at[k];
    GB_TRY(residual_at(l, distance, true, part, error));
    for (size_t i = 0; i < w->length; i++) r[i] += gb_difference_weight[k] / h * part[i];
  }
  return check_rate(l, h, error);
}

/// Compute what the loads add to the equations per unit of the load factor, [n + m].
static int find_loads(const gb_loading *l, double r[], gb_error *error) {
  if (!is_reference(l)) return rate_of_loads(l, r, error);
  gb_system *system = gb_linearised_system(l->linear);
  gb_state *zero = l->other; // zero as created
  zero->linear = true;
  zero->t = l->workshop->base.state->t;
  memcpy(zero->sigma, l->workshop->base.state->sigma, sizeof zero->sigma);
  return system->op->residual(system, zero, r, error);
}

static double largest_of(const gb_loading *l, const double x[]) {
  double largest = 0;
  for (size_t i = 0; i < l->workshop->length; i++) largest = fmax(largest, fabs(x[i]));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, l->workshop->model->comm);
  return largest;
}

/// Factor K of the base state, which must be stable, and solve for the rate.
static int solve(gb_loading *l, gb_error *error) {
  const gb_workshop *w = l->workshop;
  const char *where = w->request->settings->where;
  int64_t negative, multipliers = w->model->dofs->total_multipliers;
  GB_TRY(find_loads(l, l->rate, error));
  if (!gb_system_is(w->base.system, GB_SYSTEM_HEATED) && !(largest_of(l, l->rate) > 0))
    return gb_fail(error, GB_WRONG_TIME,
                   "%s.at: no load acts on the unknowns%s at t = %g; accepted: a case with loads",
                   where, is_reference(l) ? "" : " that grows", w->base.state->t);
  for (size_t i = 0; i < w->length; i++) l->rate[i] = -l->rate[i];
  GB_TRY(gb_pencil_factor(w->pencil, 0, &negative, error));
  l->factorisations++;
  if (negative != multipliers)
    return gb_fail(error, GB_NO_MODES,
                   "%s.at: the state at t = %g is not stable: its stiffness has %lld negative "
                   "eigenvalues; accepted: a state before the first buckling load",
                   where, w->base.state->t, (long long)(negative - multipliers));
  GB_TRY(gb_pencil_solve(w->pencil, 1, l->rate, error));
  return GB_OK;
}

/// Make the base state that of the loading, and set up what belongs to it.
static int open_base(gb_loading *l, gb_error *error) {
  gb_workshop *w = l->workshop;
  gb_state *base = w->base.state;
  const gb_march_settings *time = w->request->analysis->time;
  gb_system *system = w->base.system;
  if (is_reference(l)) {
    base->withheld = base->unheated = 1;
    base->turning = GB_TURNING_LEFT_OUT;
    base->linear = true;
    base->t = time->step * time->steps;
    GB_TRY(gb_linearised_create(system, &l->linear, error));
  }
  int status = GB_OK;
  gb_state **const states[] = {&l->near[0], &l->near[1], &l->near[2],
                               &l->near[3], &l->other,   &l->following};
  for (int k = 0; status == GB_OK && k < GB_PATH_STATES + 2; k++)
    status = gb_state_create(system, &l->memory, states[k], error);
  if (status == GB_OK) status = GB_TAKE(&l->memory, l->rate, w->length, error);
  GB_TRY(gb_agree(w->model->comm, status, error));
  l->following->t = base->t;
  l->following->withheld = l->following->unheated = 1;
  l->following->turning = GB_TURNING_ALONE;
  memcpy(l->following->sigma, base->sigma, sizeof base->sigma);
  return GB_OK;
}

/// Find out whether following loads have a stiffness about the reference.
static int find_following(gb_loading *l, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_workshop *w = l->workshop;
  const gb_spectrum spectrum = gb_workshop_spectrum(w);
  const gb_operator K = {sigma, l->following, false};
  double *x = NULL;
  GB_SCRATCH(scratch);
  if (!is_reference(l)) return GB_OK;
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, x, 2 * w->length, error), error));
  gb_spectrum_random(&spectrum, 0, x);
  GB_TRY(w->base.system->op->product(w->base.system, &K, 1, x, x + w->length, error));
  l->follows = largest_of(l, x + w->length) > 0;
  return GB_OK;
}

/// Find out whether K depends on the load parameter at the nodal values of the base state, as
/// following loads, temperatures and force laws of t make it do.
static int find_timed(gb_loading *l, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_workshop *w = l->workshop;
  const gb_spectrum spectrum = gb_workshop_spectrum(w);
  const size_t length = w->length;
  const gb_operator K = {sigma, l->other, false};
  double *x = NULL;
  GB_SCRATCH(scratch);
  if (is_reference(l)) return GB_OK;
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, x, 3 * length, error), error));
  double *const y[2] = {x + length, x + 2 * length};
  gb_spectrum_random(&spectrum, 0, x);
  for (int k = 0; k < 2; k++) {
    set_state(l, 0, 0, NULL, l->other);
    l->other->t += (k + 1) * increment_of(l);
    GB_TRY(w->base.system->op->product(w->base.system, &K, 1, x, y[k], error));
  }
  for (size_t i = 0; i < length; i++) x[i] = y[1][i] - y[0][i];
  l->timed = largest_of(l, x) > ROUND_OFF * largest_of(l, y[0]);
  return GB_OK;
}

static void set_near(gb_loading *l) {
  for (int k = 0; k < GB_PATH_STATES; k++) {
    set_state(l, l->path.h * gb_difference_at[k], 0, NULL, l->near[k]);
    l->near[k]->linear = is_reference(l);
    l->path.near[k] = l->near[k];
  }
}

/// Choose the number of states of the difference: two, but about the reference four if K is not
/// linear along the path.
static int find_states(gb_loading *l, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_workshop *w = l->workshop;
  const gb_spectrum spectrum = gb_workshop_spectrum(w);
  const size_t length = w->length;
  double *x = NULL;
  GB_SCRATCH(scratch);
  l->path.states = 2;
  if (!is_reference(l)) return GB_OK;
  GB_TRY(gb_agree(w->model->comm, GB_TAKE(&scratch, x, 5 * length, error), error));
  gb_spectrum_random(&spectrum, 0, x);
  for (int k = 0; k < GB_PATH_STATES; k++) {
    const gb_operator K = {sigma, l->near[k], false};
    GB_TRY(
        w->base.system->op->product(w->base.system, &K, 1, x, x + (size_t)(k + 1) * length, error));
  }
  for (size_t i = 0; i < length; i++) {
    const double near = x[length + i] - x[2 * length + i];
    const double far = x[3 * length + i] - x[4 * length + i];
    x[i] = far - 2 * near;
    x[length + i] = far;
  }
  if (largest_of(l, x) > LINEAR * largest_of(l, x + length)) l->path.states = GB_PATH_STATES;
  return GB_OK;
}

/// Contacts whose pairs are found by a search touch at states of a march alone.
static int check_contacts(const gb_loading *l, gb_error *error) {
  const gb_workshop *w = l->workshop;
  const gb_problem *problem = w->model->problem;
  for (int i = 0; is_reference(l) && i < problem->contacts.count; i++)
    if (!gb_contact_has_one_frame(&problem->contacts.entry[i]))
      return gb_fail(error, GB_WRONG_TIME,
                     "%s.at: contacts of several surfaces touch at states of a march, not at the "
                     "reference (found %s); accepted: equilibrium, or a time",
                     w->request->settings->where, problem->contacts.entry[i].where);
  return GB_OK;
}

static int open(gb_loading *l, gb_error *error) {
  const gb_workshop *w = l->workshop;
  GB_TRY(open_base(l, error));
  GB_TRY(check_contacts(l, error));
  GB_TRY(gb_pencil_hold_contacts(w->pencil, error));
  GB_TRY(gb_workshop_examine(w, GB_LOADING_SYMMETRY, error));
  GB_TRY(solve(l, error));
  GB_TRY(gb_small_change(w->model, w->pencil, l->rate, &l->path.h, error));
  l->change = GB_SMALL_CHANGE / l->path.h;
  if (is_reference(l)) l->path.h *= LONGER;
  GB_TRY(gb_loading_keep_sides(l, NULL, &l->path.h, error));
  GB_TRY(find_timed(l, error));
  const double step = w->request->analysis->time->step;
  if (l->timed) l->path.h = fmin(l->path.h, step);
  if (gb_system_is(w->base.system, GB_SYSTEM_HEATED)) // heat may change K and move nothing
    l->path.h = fmin(l->path.h, is_reference(l) ? 1 : INCREMENT * step);
  set_near(l);
  GB_TRY(find_states(l, error));
  GB_TRY(find_following(l, error));
  l->path.following = l->follows ? l->following : NULL;
  return gb_pencil_load(w->pencil, &l->path, error);
}

int gb_loading_create(gb_workshop *workshop, gb_loading **out, gb_error *error) {
  gb_loading *l;
  *out = NULL;
  GB_TRY(gb_agree(workshop->model->comm, GB_ALLOCATE(l, 1, error), error));
  l->workshop = workshop;
  const int status = open(l, error);
  if (status != GB_OK) gb_loading_destroy(&l);
  *out = l;
  return status;
}

void gb_loading_destroy(gb_loading **loading) {
  gb_loading *l = *loading;
  if (!l) return;
  gb_linearised_destroy(&l->linear);
  gb_arena_free(&l->memory);
  free(l);
  *loading = NULL;
}

int gb_loading_factorisations(const gb_loading *l) {
  return l->factorisations;
}

double gb_loading_distance(const gb_loading *l) {
  return l->path.h;
}

double gb_loading_change(const gb_loading *l) {
  return l->change;
}

void gb_loading_shorten(gb_loading *l, double distance) {
  if (distance >= l->path.h) return;
  l->path.h = distance;
  set_near(l);
}

bool gb_loading_follows(const gb_loading *l) {
  return l->follows;
}

const gb_state *gb_loading_following(const gb_loading *l) {
  return l->following;
}

int gb_loading_design_product(const gb_loading *l, const double psi[], double gradient[],
                              gb_error *error) {
  gb_system *system = l->workshop->base.system;
  const size_t designs = (size_t)system->designs;
  if (is_reference(l)) {
    gb_system *linear = gb_linearised_system(l->linear);
    return linear->op->design_product(linear, gb_loading_strained(l, 1, 0, NULL), 1, psi, gradient,
                                      error);
  }
  double *part = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(l->workshop->model->comm, GB_TAKE(&scratch, part, designs, error), error));
  for (int time = 0; time < 2; time++)
    for (int k = 0; k < GB_DIFFERENCES; k++) {
      const double h = time ? increment_of(l) : l->path.h, distance = h * gb_difference_at[k];
      set_state(l, time ? 0 : distance, 0, NULL, l->other);
      l->other->t = l->workshop->base.state->t + (time ? distance : 0);
      memset(part, 0, designs * sizeof *part);
      GB_TRY(system->op->design_product(system, l->other, 1, psi, part, error));
      for (size_t i = 0; i < designs; i++) gradient[i] += gb_difference_weight[k] / h * part[i];
    }
  return GB_OK;
}

/// The rigid motions that inertia relief balances are the null vectors of the quadratic form of the
/// resistance of supports, connections with the ground and equations (mechanism.h), found by
/// Jacobi's method for eigenvalues.
#include "model/mechanisms/relief.h"

#include "model/constraints/rigid_rows.h"
#include "model/mechanisms/mechanism.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = GB_RELIEF_MOTIONS, SWEEPS = 30 };

/// Eigenvalues below this share of the largest one are zero.
static const double NEGLIGIBLE = 1e-12;

/// One rotation of Jacobi's method, which makes a[p][q] zero.
static void rotate(double a[MOTIONS][MOTIONS], double vector[MOTIONS][MOTIONS], int p, int q) {
  if (a[p][q] == 0) return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < MOTIONS; k++) {
    const double x = a[k][p], y = a[k][q];
    a[k][p] = c * x - s * y;
    a[k][q] = s * x + c * y;
  }
  for (int k = 0; k < MOTIONS; k++) {
    const double x = a[p][k], y = a[q][k], u = vector[p][k], w = vector[q][k];
    a[p][k] = c * x - s * y;
    a[q][k] = s * x + c * y;
    vector[p][k] = c * u - s * w;
    vector[q][k] = s * u + c * w;
  }
}

/// Diagonalise a symmetric matrix: a becomes diagonal, and the rows of `vector` are the
/// eigenvectors.
static void diagonalise(double a[MOTIONS][MOTIONS], double vector[MOTIONS][MOTIONS]) {
  for (int i = 0; i < MOTIONS; i++)
    for (int j = 0; j < MOTIONS; j++) vector[i][j] = i == j;
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int p = 0; p < MOTIONS; p++)
      for (int q = p + 1; q < MOTIONS; q++) rotate(a, vector, p, q);
}

/// Let the form resist motions that move no node, such as the rotation of points on a line about
/// that line: they are not among the free motions.
static void resist_idle_motions(const gb_topology *t, gb_whole *whole) {
  double moved[MOTIONS][MOTIONS] = {{0}}, vector[MOTIONS][MOTIONS], largest = 0;
  for (int32_t n = 0; n < t->nodes; n++)
    for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
      double column[3][MOTIONS];
      if (!(t->fields[n] & field)) continue;
      gb_rigid_node_columns(t, n, field, whole->center, whole->size, column);
      for (int k = 0; k < 3 * MOTIONS * MOTIONS; k++)
        moved[k / MOTIONS % MOTIONS][k % MOTIONS] +=
            column[k / (MOTIONS * MOTIONS)][k / MOTIONS % MOTIONS] *
            column[k / (MOTIONS * MOTIONS)][k % MOTIONS];
    }
  diagonalise(moved, vector);
  for (int k = 0; k < MOTIONS; k++) largest = fmax(largest, moved[k][k]);
  for (int k = 0; k < MOTIONS; k++)
    for (int i = 0; i < MOTIONS * MOTIONS && moved[k][k] <= NEGLIGIBLE * largest; i++)
      whole->form[i / MOTIONS][i % MOTIONS] += vector[k][i / MOTIONS] * vector[k][i % MOTIONS];
}

/// Find the null vectors of the form.
static void find_free(gb_whole *whole, gb_relief_motions *out) {
  double vector[MOTIONS][MOTIONS], largest = 1;
  memcpy(out->center, whole->center, sizeof out->center);
  diagonalise(whole->form, vector);
  for (int k = 0; k < MOTIONS; k++) largest = fmax(largest, whole->form[k][k]);
  for (int k = 0; k < MOTIONS; k++) {
    if (whole->form[k][k] > NEGLIGIBLE * largest) continue;
    for (int i = 0; i < MOTIONS; i++)
      out->motion[out->count][i] = vector[k][i] / (i < 3 ? 1 : whole->size);
    out->count++;
  }
}

/// Count the displacements and rotations that supports fix. A fixed component that would only
/// change the length of a director does not count.
static int count_fixed(const gb_supports *s) {
  const gb_topology *t = s->topology;
  int count = 0;
  for (int32_t n = 0; n < t->nodes; n++)
    for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
      double direction[3][3], along = 0;
      if (!s->fixed[n] || !(t->fields[n] & field)) continue;
      if (field != GB_POSITION && gb_topology_is_frame(t, n)) {
        if (field == GB_DIRECTOR_1) count += __builtin_popcount(gb_supports_fixed_turns(s, n));
        continue;
      }
      const int left = gb_free_directions(s, n, field, direction);
      const double *D = gb_topology_reference(t, n, field);
      for (int k = 0; field != GB_POSITION && k < left; k++) {
        const double part =
            D[0] * direction[k][0] + D[1] * direction[k][1] + D[2] * direction[k][2];
        along += part * part;
      }
      count += 3 - left - (field != GB_POSITION && along < 0.5);
    }
  return count;
}

/// Refuse entries whose forces depend on velocities or accelerations relative to the ground: they
/// do not hold a model at rest, but they resist its rigid acceleration.
static int refuse_grounded(const gb_problem *problem, const char *where, gb_error *error) {
  const char *grounded = problem->tyres.count > 0 ? problem->tyres.entry[0].where : NULL;
  for (int i = 0; i < problem->contacts.count; i++)
    if (!gb_contact_is_of_elements(&problem->contacts.entry[i]) &&
        gb_end_is_ground(problem->contacts.entry[i].on))
      grounded = problem->contacts.entry[i].where;
  for (int b = 0; b < problem->bushings.count; b++) {
    const gb_bushing *bushing = &problem->bushings.entry[b];
    if (gb_bushing_is_inerter(bushing) &&
        (gb_end_is_ground(bushing->between[0]) || gb_end_is_ground(bushing->between[1])))
      grounded = bushing->where;
  }
  if (!grounded) return GB_OK;
  return gb_fail(error, GB_KEY_CONFLICT,
                 "%s: inertia relief, and %s acts between the model and the ground; accepted: a "
                 "model that nothing joins to it",
                 where, grounded);
}

static int refuse_given(const gb_problem *problem, const char *where, gb_error *error) {
  const char *given = NULL;
  for (int i = 0; i < problem->supports.count; i++)
    if (gb_motion_is_given(&problem->supports.entry[i].motion))
      given = problem->supports.entry[i].where;
  for (int i = 0; i < problem->masses.count; i++)
    if (gb_motion_is_given(&problem->masses.entry[i].motion))
      given = problem->masses.entry[i].where;
  if (!given) return GB_OK;
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: inertia relief, and %s gives a motion; accepted: loads alone", where, given);
}

/// @return the first support of inertia relief; the number of supports if there is none
static int first_relieved(const gb_problem *problem) {
  int first = 0;
  while (first < problem->supports.count && !problem->supports.entry[first].relieved) first++;
  return first;
}

int gb_relief_motions_find(const gb_supports *supports, const gb_relief_motions **out,
                           gb_error *error) {
  const gb_topology *t = supports->topology;
  const gb_problem *problem = t->from->problem;
  gb_relief_motions *found;
  gb_supports *others;
  gb_whole whole;
  const int first = first_relieved(problem);
  *out = NULL;
  if (first == problem->supports.count) return GB_OK;
  const char *where = problem->supports.entry[first].where;
  GB_TRY(refuse_given(problem, where, error));
  GB_TRY(refuse_grounded(problem, where, error));
  GB_TRY(gb_supports_create(t, false, &others, error));
  GB_TRY(gb_mechanism_of_whole(others, &whole, error));
  if (whole.groups != 1)
    return gb_fail(error, GB_LOOSE_NODE,
                   "%s: inertia relief of a model with %d parts that nothing joins; accepted: one",
                   where, whole.groups);
  GB_TRY(GB_TAKE(t->from->kept, found, 1, error));
  resist_idle_motions(t, &whole);
  find_free(&whole, found);
  const int fixed = count_fixed(supports) - count_fixed(others);
  if (found->count == 0)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s: inertia relief, and other supports, joints, springs or equations hold the "
                   "model; accepted: a model with a free rigid motion",
                   where);
  if (fixed > found->count)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s: the supports of inertia relief hold %d components, and %d rigid motion%s "
                   "free; accepted: as many components, which together hold the model",
                   where, fixed, found->count, found->count > 1 ? "s are" : " is");
  found->where = where;
  *out = found;
  return GB_OK;
}

int gb_relief_motions_share(const gb_definition *from, const gb_relief_motions **motions,
                            gb_error *error) {
  const gb_problem *problem = from->problem;
  const int first = first_relieved(problem);
  gb_relief_motions *all;
  if (first == problem->supports.count) return GB_OK;
  GB_TRY(gb_agree(from->comm, GB_TAKE(from->kept, all, 1, error), error));
  if (from->rank == 0) *all = **motions;
  MPI_Bcast(all, sizeof *all, MPI_BYTE, 0, from->comm);
  all->where = problem->supports.entry[first].where;
  *motions = all;
  return GB_OK;
}

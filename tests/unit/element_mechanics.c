/// Claim, of every element of gb_elements at random states: the rates of constraints are those
/// along a motion, and forces of multipliers are along the gradients of their rows; a rigid motion
/// strains nothing; forces and moments of what is no load are in balance; at rest they are the
/// gradient of the energy; dampers take energy, none in a rigid motion; free fall is weightless,
/// and weight is that of the field of mass. An element without a recipe fails.
// ranks: 1
#include "tests/unit/element_trials.h"

// ---- constraints --------------------------------------------------------------------------------

/// The parameter whose name is that of another with one word more, or -1.
static int rate_of(const trial *t, int k) {
  const char *name = parameter_name(t, k);
  const char *end = strstr(name, "_rate");
  char rate[64];
  snprintf(rate, sizeof rate, "%.*s%s", end ? (int)(end - name) : (int)strlen(name), name,
           end ? "_acceleration" : "_rate");
  for (int i = 0; i < t->parameters; i++)
    if (strcmp(parameter_name(t, i), rate) == 0) return i;
  return -1;
}

/// Phi' and Phi'' are the derivatives of Phi and Phi' along q' = v, v' = a.
static void check_rates(const trial *t, int lane, int rows, const number level[]) {
  static number slope[VALUES];
  gb_probe_element change = {0};
  const gb_probe_call call = call_of(t, PROBE_ROWS);
  memcpy(change.q, t->one[lane].v, sizeof change.q);
  memcpy(change.v, t->one[lane].a, sizeof change.v);
  for (int k = 0; k < t->parameters; k++)
    if (rate_of(t, k) >= 0) change.parameter[k] = t->one[lane].parameter[rate_of(t, k)];
  slope_along(t, &call, lane, &change, slope);
  for (int k = 0; k < rows; k++)
    check_equal(t, "the rates of a constraint", 2, level + 3 * k + 1, slope + 3 * k, bound, 1);
}

/// The residual of multipliers is what the enforcement weighs, and a multiplier's force is along
/// the gradient of its row.
static void check_enforcement(const trial *t, int lane, int rows, const number level[]) {
  static number value[VALUES], slope[VALUES], force[VALUES];
  const int first = t->size - t->multipliers;
  const double *w = t->enforcement.weight;
  const gb_probe_call residual = call_of(t, PROBE_RESIDUAL), row = call_of(t, PROBE_ROWS);
  memset(value, 0, sizeof value);
  gb_probe_complex.kernel(&residual, 1, &t->one[lane], value);
  for (int k = 0; k < rows; k++) {
    gb_probe_element change = {0};
    const number sum = w[0] * level[3 * k] + w[1] * level[3 * k + 1] + w[2] * level[3 * k + 2];
    const number lambda = t->enforcement.column * t->one[lane].q[first + k];
    const number scaled = t->enforcement.row * (sum - t->enforcement.compliance * lambda);
    check_equal(t, "the residual of a multiplier", 1, &value[first + k], &scaled, bound, 1);
    change.q[first + k] = 1 / t->enforcement.column;
    slope_along(t, &residual, lane, &change, force);
    for (int j = 0; j < first; j++) {
      change = (gb_probe_element){0};
      change.q[j] = 1;
      slope_along(t, &row, lane, &change, slope);
      check_equal(t, "the force of a multiplier", 1, &force[j], &slope[3 * k], bound, 1);
    }
  }
}

static void check_constraints(const trial *t, seen *s) {
  static number level[PROBE_LANES][VALUES];
  const gb_probe_call call = call_of(t, PROBE_ROWS);
  (void)s;
  if (t->element->constrained != (t->element->rows != NULL))
    fail_msg("%s: has rows or is not constrained", t->element->name);
  const int rows = values_of(t, &call, level[0]) / 3;
  if (rows == 0) return;
  assert_true(is_multiplier(t, t->size - t->multipliers));
  for (int lane = 0; lane < t->lanes; lane++) {
    check_rates(t, lane, rows, level[lane]);
    check_enforcement(t, lane, rows, level[lane]);
  }
}

// ---- states -------------------------------------------------------------------------------------

/// A triple of unknowns that moves with the element.
typedef struct moving_vector {
  const double *reference;
  int unknown; ///< first of three
  bool place;  ///< else a director
} moving_vector;

/// @return how many
static int vectors_of(const trial *t, const gb_probe_element *one, moving_vector out[]) {
  int count = 0, a;
  for (int i = 0; i < t->size; i += 3) {
    const unsigned field = field_at(t, i, &a);
    const double *reference = field == GB_POSITION     ? one->position[a]
                              : field == GB_DIRECTOR_1 ? one->director[a]
                              : field == GB_DIRECTOR_2 ? one->second[a]
                                                       : one->third[a];
    if (!(field & GB_MULTIPLIERS))
      out[count++] = (moving_vector){reference, i, field == GB_POSITION};
  }
  return count;
}

/// Rows with the fixed axes of space exert no moment only where they hold.
static bool needs_to_meet(const recipe *r, const gb_joint *joint) {
  for (int k = 0; joint->type && k < joint->type->rows; k++)
    if (joint->type->row[k][1] >= GB_JOINT_X) return true;
  return r->meets;
}

/// Without rates, accelerations, multipliers and gravity.
static void rest(const trial *t, gb_probe_element *one) {
  memset(one->v, 0, sizeof one->v);
  memset(one->a, 0, sizeof one->a);
  memset(one->gravity, 0, sizeof one->gravity);
  for (int i = 0; i < t->size; i++)
    if (is_multiplier(t, i)) one->q[i] = 0;
}

/// Turn and shift an element: its reference (which drops its state) or its present state.
static void move_rigidly(const trial *t, bool reference, gb_probe_element *one) {
  moving_vector vector[2 * GB_ELEMENT_NODES];
  const int count = vectors_of(t, one, vector);
  double Q[3][3];
  const double shift[3] = {random_up_to(2), random_up_to(2), random_up_to(2)};
  rotation_of(1 + random_up_to(1), Q);
  for (int k = 0; k < count; k++) {
    double x[3];
    number *q = one->q + vector[k].unknown;
    for (int i = 0; i < 3; i++) x[i] = vector[k].reference[i] + (reference ? 0 : creal(q[i]));
    rotate((const double(*)[3])Q, x, x);
    for (int i = 0; i < 3; i++)
      q[i] = x[i] + (vector[k].place ? shift[i] : 0) - vector[k].reference[i];
  }
}

/// Scale present directors of shells to unit length.
static void scale_directors(const trial *t, gb_probe_element *one) {
  moving_vector vector[2 * GB_ELEMENT_NODES];
  const int count = vectors_of(t, one, vector);
  for (int k = 0; k < count; k++) {
    double d[3], square = 0;
    number *q = one->q + vector[k].unknown;
    if (vector[k].place) continue;
    for (int i = 0; i < 3; i++) {
      d[i] = vector[k].reference[i] + creal(q[i]);
      square += d[i] * d[i];
    }
    for (int i = 0; i < 3; i++) q[i] = d[i] / sqrt(square) - vector[k].reference[i];
  }
}

// ---- mechanics ----------------------------------------------------------------------------------

/// The residual of one element alone by the real kernels.
static void residual_of(const trial *t, const gb_probe_element *one, number r[VALUES]) {
  const gb_probe_call call = call_of(t, PROBE_RESIDUAL);
  memset(r, 0, VALUES * sizeof *r);
  gb_probe_real.kernel(&call, 1, one, r);
}

static int samples_of(const trial *t, gb_probe_kernel kernel, int field,
                      const gb_probe_element *one, number f[VALUES]) {
  gb_probe_call call = call_of(t, kernel);
  call.field = (gb_field)field;
  memset(f, 0, VALUES * sizeof *f);
  return gb_probe_real.kernel(&call, 1, one, f);
}

static void check_rigid_motion(const trial *t, seen *s) {
  static number r[VALUES], before[VALUES], after[VALUES];
  (void)s;
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane], moved;
    rest(t, &one);
    residual_of(t, &one, before);
    moved = one;
    move_rigidly(t, true, &moved);
    residual_of(t, &moved, r);
    if (t->recipe->relaxed && !(largest(t->size, r) <= 1e-14 * (10 + largest(t->size, before))))
      fail_msg("%s: a rigid motion leaves a residual of %g", t->name, largest(t->size, r));
    for (int field = GB_FIELD_ENERGY; field < GB_FIELDS && t->recipe->relaxed; field++)
      if (!(largest(samples_of(t, PROBE_SAMPLE, field, &moved, r), r) <= 1e-13))
        fail_msg("%s: field %d is not zero in a rigid motion", t->name, field);
    for (int field = 0; field < GB_FIELDS && !t->recipe->load; field++) {
      moved = one;
      move_rigidly(t, false, &moved);
      const int samples = samples_of(t, PROBE_SAMPLE, field, &one, before);
      samples_of(t, PROBE_SAMPLE, field, &moved, after);
      check_equal(t, "a field after a rigid motion", samples, after, before, bound, 0);
    }
  }
}

/// Damping of mass is against space, not between nodes.
static void stop_drag(const trial *t, gb_probe_element *one) {
  for (int k = 0; k < t->parameters; k++)
    if (strcmp(parameter_name(t, k), "damping.mass") == 0) one->parameter[k] = 0;
}

/// Rates of a rigid motion of a deformed element meet no forces of rates.
static void check_rigid_rates(const trial *t, seen *s) {
  static number with[VALUES], without[VALUES];
  (void)s;
  if (!t->element->damped || t->element->constrained || t->recipe->load) return;
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane];
    moving_vector vector[2 * GB_ELEMENT_NODES];
    const int count = vectors_of(t, &one, vector);
    const double spin[3] = {random_up_to(1), random_up_to(1), 1};
    double size = 0;
    stop_drag(t, &one);
    residual_of(t, &one, with);
    memset(one.v, 0, sizeof one.v);
    residual_of(t, &one, without);
    for (int i = 0; i < t->size; i++) size = fmax(size, cabs(with[i] - without[i]));
    for (int k = 0; k < count; k++) {
      double x[3], v[3];
      for (int i = 0; i < 3; i++)
        x[i] = vector[k].reference[i] + creal(one.q[vector[k].unknown + i]);
      cross(spin, x, v);
      for (int i = 0; i < 3; i++) one.v[vector[k].unknown + i] = v[i] + (vector[k].place ? i : 0);
    }
    residual_of(t, &one, with);
    check_equal(t, "forces at the rates of a rigid motion", t->size, with, without, 1e-14,
                10 * size);
  }
}

/// Forces and moments of an element that is no load add up to nothing.
static void check_balance(const trial *t, seen *s) {
  static number r[VALUES];
  (void)s;
  if (t->recipe->load) return;
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane];
    moving_vector vector[2 * GB_ELEMENT_NODES];
    const int count = vectors_of(t, &one, vector);
    double force[3] = {0}, moment[3] = {0}, size = 0;
    stop_drag(t, &one);
    memset(one.a, 0, sizeof one.a);
    memset(one.gravity, 0, sizeof one.gravity);
    if (needs_to_meet(t->recipe, &t->joint)) // both places
      for (int i = 0; i < 3; i++)
        one.q[12 + i] = one.position[0][i] + one.q[i] - one.position[1][i];
    residual_of(t, &one, r);
    for (int k = 0; k < count; k++) {
      double x[3], f[3], turn[3];
      for (int i = 0; i < 3; i++) {
        x[i] = vector[k].reference[i] + creal(one.q[vector[k].unknown + i]);
        f[i] = creal(r[vector[k].unknown + i]);
      }
      cross(x, f, turn);
      for (int i = 0; i < 3; i++) {
        if (vector[k].place) force[i] += f[i];
        moment[i] += turn[i];
        size += fabs(f[i]) * (1 + fabs(x[0]) + fabs(x[1]) + fabs(x[2]));
      }
    }
    for (int i = 0; i < 3; i++)
      if (!(fabs(force[i]) <= 1e-14 * size && fabs(moment[i]) <= 1e-14 * size))
        fail_msg("%s: along axis %d forces add up to %g, moments to %g", t->name, i, force[i],
                 moment[i]);
  }
}

/// At rest the residual is the gradient of the energy, which is half the field of that name.
static void check_energy(const trial *t, seen *s) {
  static number r[VALUES], area[VALUES], gradient[VALUES];
  (void)s;
  if (t->element->samples[GB_FIELD_ENERGY] == 0 || t->recipe->law || t->recipe->road ||
      (t->recipe->form && t->recipe->form->line))
    return; // laws have none, forces of a road that is not level no potential; forces of lines
            // have one but for the error of their quadrature
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane];
    double x[PROBE_COLUMNS * UNKNOWNS] = {0};
    gb_probe_call call = call_of(t, PROBE_SAMPLE_PRODUCT);
    rest(t, &one);
    scale_directors(t, &one); // their length has an energy that is no strain's
    const int samples = samples_of(t, PROBE_AREA, GB_FIELD_ENERGY, &one, area);
    for (int p = 0; p < samples; p++) x[p] = creal(area[p]) / 2;
    call.field = GB_FIELD_ENERGY;
    call.x = x;
    memset(gradient, 0, sizeof gradient);
    gb_probe_real.kernel(&call, 1, &one, gradient);
    residual_of(t, &one, r);
    check_equal(t, "residual and gradient of the energy", t->size, r, gradient, bound, 0);
  }
}

/// What depends on rates without being a constraint takes energy.
static void check_damping(const trial *t, seen *s) {
  static number with[VALUES], without[VALUES];
  (void)s;
  if (!t->element->damped || t->element->constrained || t->recipe->load) return;
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane];
    double power = 0;
    residual_of(t, &one, with);
    memset(one.v, 0, sizeof one.v);
    residual_of(t, &one, without);
    for (int i = 0; i < t->size; i++)
      power += creal(t->one[lane].v[i]) * creal(with[i] - without[i]);
    if (!(power > 0)) fail_msg("%s: dampers take the power %g", t->name, power);
  }
}

/// An acceleration of all places by that of gravity is as no acceleration and no gravity; forces
/// that move all places by one acceleration are those on the field of mass.
static void check_inertia(const trial *t, seen *s) {
  static number falling[VALUES], still[VALUES], f[VALUES], area[VALUES];
  (void)s;
  if (t->recipe->load) return;
  for (int lane = 0; lane < t->lanes; lane++) {
    gb_probe_element one = t->one[lane];
    moving_vector vector[2 * GB_ELEMENT_NODES];
    const int count = vectors_of(t, &one, vector);
    double mass = 0;
    number force[3] = {0}, expected[3];
    memset(one.a, 0, sizeof one.a);
    for (int k = 0; k < count; k++)
      for (int i = 0; i < 3 && vector[k].place; i++) one.a[vector[k].unknown + i] = one.gravity[i];
    residual_of(t, &one, falling);
    memset(one.a, 0, sizeof one.a);
    residual_of(t, &one, area); // weight, for want of another list
    memset(one.gravity, 0, sizeof one.gravity);
    residual_of(t, &one, still);
    check_equal(t, "free fall", t->size, falling, still, bound, 0);
    for (int k = 0; k < count; k++)
      for (int i = 0; i < 3 && vector[k].place; i++)
        force[i] += still[vector[k].unknown + i] - area[vector[k].unknown + i];
    const int samples = samples_of(t, PROBE_SAMPLE, GB_FIELD_MASS, &one, f);
    samples_of(t, PROBE_AREA, GB_FIELD_MASS, &one, area);
    for (int p = 0; p < samples; p++) mass += creal(f[p] * area[p]);
    for (int i = 0; i < 3; i++) expected[i] = mass * t->one[lane].gravity[i];
    check_equal(t, "weight", 3, force, expected, bound, largest(t->size, still));
  }
}

// ---- tests --------------------------------------------------------------------------------------

static void test_constraints(void **state) {
  (void)state;
  for_each_element(true, check_constraints, NULL);
}
static void test_rigid_motion(void **state) {
  (void)state;
  for_each_element(false, check_rigid_motion, NULL);
}
static void test_balance(void **state) {
  (void)state;
  for_each_element(false, check_balance, NULL);
}
static void test_energy(void **state) {
  (void)state;
  for_each_element(false, check_energy, NULL);
}
static void test_damping(void **state) {
  (void)state;
  for_each_element(false, check_damping, NULL);
}
static void test_rigid_rates(void **state) {
  (void)state;
  for_each_element(false, check_rigid_rates, NULL);
}
static void test_inertia(void **state) {
  (void)state;
  for_each_element(false, check_inertia, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constraints), cmocka_unit_test(test_rigid_motion),
      cmocka_unit_test(test_balance),     cmocka_unit_test(test_energy),
      cmocka_unit_test(test_damping),     cmocka_unit_test(test_inertia),
      cmocka_unit_test(test_rigid_rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/// A joint between two frames. Each row of its type is a dot product that vanishes; one more row
/// prescribes the angle or the distance as a function of time. Nodes: the first frame, the second,
/// and the first again for the multipliers. Source: docs/theory.md, the section on joints.
#include "elements/multibody/joint.h"
#include "elements/multibody/constraint.h"

enum { SECOND = 12, FIRST_MULTIPLIER = 24 };

int gb_joint_rows(const gb_joint *joint) {
  return joint->type->rows + joint->angle + joint->distance;
}

static void open_fixed(int axis, gb_row_vector *out) {
  *out = (gb_row_vector){.unknown = {-1, -1}};
  out->reference[axis] = out->reference[axis] + 1.0;
}

static void open_vectors(const gb_element_input *in, const gb_element_state *state,
                         gb_row_vector vector[GB_JOINT_VECTORS]) {
  gb_row_vector from, to;
  gb_row_vector_open(state, in->position[0], 0, &from);
  gb_row_vector_open(state, in->position[1], SECOND, &to);
  gb_row_vector_difference(&from, &to, &vector[GB_JOINT_GAP]);
  const gb_geometry *axis[] = {in->director[0], in->second[0], in->third[0],
                               in->director[1], in->second[1], in->third[1]};
  for (int k = 0; k < 6; k++)
    gb_row_vector_open(state, axis[k], k < 3 ? 3 + 3 * k : SECOND + 3 + 3 * (k - 3),
                       &vector[GB_JOINT_A1 + k]);
  for (int i = 0; i < 3; i++) open_fixed(i, &vector[GB_JOINT_X + i]);
}

/// Row of the angle phi from a1, a2 to b1, b2 about a3: cos(phi) y - sin(phi) x = 0 with x = (a1.b1
/// + a2.b2) / 2 and y = (a2.b1 - a1.b2) / 2, which do not depend on the choice of a1 and b1 across
/// the axis; in linear statics, y - phi = 0.
static void open_angle(const gb_pack motion[3], bool linear, const gb_row_vector vector[],
                       gb_row *row) {
  const gb_pack zero = {0}, half = zero + 0.5;
  *row = (gb_row){.terms = linear ? 2 : 4};
  for (int i = 0; linear && i < 3; i++) row->s[i] = motion[i];
  const gb_pack c = linear ? half : 0.5 * gb_pack_cos(motion[0]);
  const gb_pack s = linear ? zero : 0.5 * gb_pack_sin(motion[0]);
  const gb_pack rate = linear ? zero : motion[1], square = rate * rate;
  const gb_pack y[3] = {c, -s * rate, -c * square - s * motion[2]};
  const gb_pack x[3] = {-s, -c * rate, s * square - c * motion[2]};
  row->term[0] = (gb_row_term){&vector[GB_JOINT_A2], &vector[GB_JOINT_B1], {y[0], y[1], y[2]}};
  row->term[1] = (gb_row_term){&vector[GB_JOINT_A1], &vector[GB_JOINT_B2], {-y[0], -y[1], -y[2]}};
  row->term[2] = (gb_row_term){&vector[GB_JOINT_A1], &vector[GB_JOINT_B1], {x[0], x[1], x[2]}};
  row->term[3] = (gb_row_term){&vector[GB_JOINT_A2], &vector[GB_JOINT_B2], {x[0], x[1], x[2]}};
}

/// Row that prevents rotation about a3: (a1.b2 - a2.b1) / 2 = 0.
static void open_unturned(const gb_row_vector vector[], gb_row *row) {
  const gb_pack zero = {0};
  row->terms = 2;
  row->term[0].c[0] = zero + 0.5;
  row->term[1] =
      (gb_row_term){&vector[GB_JOINT_A2], &vector[GB_JOINT_B1], {zero - 0.5, zero, zero}};
}

/// Row of the distance along a3.
static void open_distance(const gb_pack motion[3], const gb_row_vector vector[], gb_row *row) {
  const gb_pack zero = {0};
  *row = (gb_row){.terms = 1};
  row->term[0] =
      (gb_row_term){&vector[GB_JOINT_GAP], &vector[GB_JOINT_A3], {zero + 1.0, zero, zero}};
  for (int i = 0; i < 3; i++) row->s[i] = motion[i];
}

/// Row of the distance between the ends: (x.x - L L) / (2 L) of the gap x.
static void open_rod(gb_pack length, const gb_row_vector vector[], gb_row *row) {
  const gb_pack zero = {0}, c = 0.5 / length;
  *row = (gb_row){.terms = 1};
  row->term[0] = (gb_row_term){&vector[GB_JOINT_GAP], &vector[GB_JOINT_GAP], {c, zero, zero}};
  row->s[0] = 0.5 * length;
}

static int open_rows(const gb_element_input *in, const gb_element_state *state,
                     gb_row_vector vector[GB_JOINT_VECTORS], gb_row rows[GB_JOINT_ROWS]) {
  const gb_joint *joint = in->table;
  const gb_pack zero = {0};
  open_vectors(in, state, vector);
  for (int k = 0; k < joint->type->rows; k++) {
    const unsigned char *factor = joint->type->row[k];
    rows[k] = (gb_row){
        .terms = 1, .term = {{&vector[factor[0]], &vector[factor[1]], {zero + 1.0, zero, zero}}}};
    if (factor[0] == GB_JOINT_A1 && factor[1] == GB_JOINT_B2) open_unturned(vector, &rows[k]);
  }
  if (gb_joint_is_rod(joint->type)) open_rod(in->parameter[GB_JOINT_LENGTH], vector, &rows[0]);
  int count = joint->type->rows;
  if (joint->angle)
    open_angle(in->parameter + GB_JOINT_ANGLE, state->linear, vector, &rows[count++]);
  if (joint->distance) open_distance(in->parameter + GB_JOINT_DISTANCE, vector, &rows[count++]);
  for (int k = 0; k < count; k++) rows[k].multiplier = FIRST_MULTIPLIER + k;
  return count;
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_row_vector vector[GB_JOINT_VECTORS];
  gb_row rows[GB_JOINT_ROWS];
  const int count = open_rows(in, state, vector, rows);
  for (int k = 0; k < count; k++) gb_row_residual(in, state, &rows[k], r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_row_vector vector[GB_JOINT_VECTORS];
  gb_row rows[GB_JOINT_ROWS];
  const int count = open_rows(in, state, vector, rows);
  for (int k = 0; k < count; k++)
    gb_row_jacobian(in, state, &rows[k], sigma, in->unknowns->size, J);
}

static int levels(const gb_element_input *in, const gb_element_state *state, gb_pack level[][3]) {
  gb_row_vector vector[GB_JOINT_VECTORS];
  gb_row rows[GB_JOINT_ROWS];
  const int count = open_rows(in, state, vector, rows);
  for (int k = 0; k < count; k++) gb_row_levels(&rows[k], level[k]);
  return count;
}

static bool has_row(const gb_joint *joint, int a, int b) {
  for (int k = 0; k < joint->type->rows; k++)
    if (joint->type->row[k][0] == a && joint->type->row[k][1] == b) return true;
  return false;
}

/// @return a_i . b_j by the real parts
static gb_geometry dot(const gb_element_input *in, const gb_element_state *state, int a, int b) {
  const gb_geometry *axis[] = {in->director[0], in->second[0], in->third[0],
                               in->director[1], in->second[1], in->third[1]};
  const gb_pack *from = state->q + 3 + 3 * (a - GB_JOINT_A1);
  const gb_pack *to = state->q + SECOND + 3 + 3 * (b - GB_JOINT_B1);
  gb_geometry sum = {0};
  for (int i = 0; i < 3; i++)
    sum +=
        (axis[a - GB_JOINT_A1][i] + gb_real(from[i])) * (axis[b - GB_JOINT_A1][i] + gb_real(to[i]));
  return sum;
}

/// Check that parallel axes have the same direction, also axes that do not rotate about them, and
/// that a driven angle has the prescribed value, not half a turn more.
static int sides(const gb_element_input *in, const gb_element_state *state, gb_geometry side[]) {
  const gb_joint *joint = in->table;
  int count = 0;
  if (has_row(joint, GB_JOINT_A1, GB_JOINT_B3))
    side[count++] = dot(in, state, GB_JOINT_A3, GB_JOINT_B3);
  if (has_row(joint, GB_JOINT_A1, GB_JOINT_B2))
    side[count++] = dot(in, state, GB_JOINT_A1, GB_JOINT_B1);
  if (!joint->angle) return count;
  const gb_pack *angle = in->parameter + GB_JOINT_ANGLE;
  side[count++] = gb_real(gb_pack_cos(*angle)) * dot(in, state, GB_JOINT_A1, GB_JOINT_B1) +
                  gb_real(gb_pack_sin(*angle)) * dot(in, state, GB_JOINT_A2, GB_JOINT_B1);
  return count;
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  gb_row_vector vector[GB_JOINT_VECTORS];
  gb_row rows[GB_JOINT_ROWS];
  const int rows_count = open_rows(in, state, vector, rows), size = in->unknowns->size;
  for (int c = 0; c < count; c++)
    for (int k = 0; k < rows_count; k++)
      gb_row_product(in, state, &rows[k], sigma, transpose, x + size * c, y + size * c);
}

const gb_element gb_element_joint = {
    .name = "joints",
    .fields = {GB_FRAME, GB_FRAME, GB_MULTIPLIERS},
    .massive = true, // its rows may be of accelerations
    .damped = true,
    .constrained = true,
    .parameter = {"angle", "angle_rate", "angle_acceleration", "distance", "distance_rate",
                  "distance_acceleration", "length"},
    .residual = residual,
    .jacobian = jacobian,
    .rows = levels,
    .sides = sides,
    .product = product,
};

/// Sections of shells by their stiffnesses: *SHELL GENERAL SECTION with 21 numbers, and *TRANSVERSE
/// SHEAR STIFFNESS behind it. Source: Abaqus Keywords Reference Guide; Analysis User's Guide,
/// "Using a general shell section".
#include "abaqus/entries/property.h"
#include "problem/shell_stiffness.h"

#include <math.h>

enum { FORCES = 6, NUMBERS = 21 };

/// Read the symmetric matrix D by columns of its upper triangle: D11, D12, D22, D13, ...
static int read_matrix(gb_inp_data *data, double D[FORCES][FORCES], gb_error *error) {
  int i = 0, j = 0;
  for (int k = 0; k < NUMBERS; ++k) {
    const char name[] = {'D', (char)('1' + i), (char)('1' + j), 0};
    if (k % 8 == 0) GB_TRY(gb_inp_need_line(data, "the 21 numbers of the stiffness", error));
    GB_TRY(gb_read_real_or(&data->is, k % 8, name, 0, &D[i][j], error));
    D[j][i] = D[i][j];
    if (i++ < j) continue;
    i = 0;
    ++j;
  }
  GB_TRY(gb_expect_end(&data->is, NUMBERS % 8, error));
  return gb_inp_end(data, error);
}

/// Set A, B or D of a section from a block of the matrix.
static void set_block(double D[FORCES][FORCES], int row, int column, double stiffness[6]) {
  static const int at[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  for (int k = 0; k < 6; ++k) stiffness[k] = D[row + at[k][0]][column + at[k][1]];
}

/// Refuse couplings that no layers have: forces from curvatures that differ from moments from
/// strains.
static int check_coupling(const gb_record *is, double D[FORCES][FORCES], gb_error *error) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      const double a = D[i][3 + j], b = D[j][3 + i];
      GB_REFUSE_IF(fabs(a - b) > 1e-9 * fmax(fabs(a), fabs(b)), is, error,
                   "D%d%d = %g and D%d%d = %g; accepted: equal numbers", j + 1, i + 4, b, i + 1,
                   j + 4, a);
    }
  return GB_OK;
}

static int check_definite(const gb_record *is, const gb_section_entry *section, gb_error *error) {
  const char *wrong = gb_shell_indefinite(section);
  GB_REFUSE_IF(
      wrong, is, error,
      "the stiffness %s is not positive definite; accepted: one with energy in every strain",
      wrong);
  return GB_OK;
}

int gb_inp_read_stiffness(gb_inp *inp, gb_inp_data *data, gb_shell_section *shell,
                          gb_error *error) {
  const gb_inp_call *call = data->call;
  const gb_deck_text density = gb_inp_value(inp, call, "DENSITY");
  double D[FORCES][FORCES], mass = 0;
  gb_section_entry *section;
  GB_REFUSE_IF(gb_inp_has(inp, call, "DENSITY") && (!gb_deck_real(density, &mass) || !(mass >= 0)),
               &call->is, error, "DENSITY=%.*s; accepted: a number >= 0", GB_SHOWN(density));
  GB_TRY(read_matrix(data, D, error));
  GB_TRY(check_coupling(&call->is, D, error));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, sections, &section, error));
  *section = (gb_section_entry){
      .where = shell->where, .name = shell->group, .kind = GB_SECTION_GENERAL_SHELL};
  set_block(D, 0, 0, &section->stiffness[GB_SHELL_A]);
  set_block(D, 0, 3, &section->stiffness[GB_SHELL_B]);
  set_block(D, 3, 3, &section->stiffness[GB_SHELL_D]);
  // Abaqus's own value where *TRANSVERSE SHEAR STIFFNESS is missing
  const double shear = (D[0][0] + D[1][1]) / 6 + D[2][2] / 3;
  section->stiffness[GB_SHELL_SHEAR] = section->stiffness[GB_SHELL_SHEAR + 2] = shear;
  GB_TRY(check_definite(&call->is, section, error));
  // that of a homogeneous shell of these stiffnesses
  section->thickness = sqrt(12 * (D[3][3] + D[4][4] + D[5][5]) / (D[0][0] + D[1][1] + D[2][2]));
  section->mass[GB_SHELL_MASS] = mass;
  section->mass[GB_SHELL_INERTIA] = mass * section->thickness * section->thickness / 12;
  shell->section = shell->group;
  inp->properties->general = inp->problem->sections.count;
  return GB_OK;
}

int gb_inp_shear_stiffness(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const int of = inp->properties->general;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_REFUSE_IF(of == 0 || of != inp->problem->sections.count, &call->is, error,
               "it stands behind no *SHELL GENERAL SECTION with 21 numbers; accepted: behind one");
  gb_section_entry *section = &inp->problem->sections.entry[of - 1];
  double *shear = &section->stiffness[GB_SHELL_SHEAR];
  GB_TRY(gb_inp_need_line(&data, "K11, K22, K12", error));
  GB_TRY(GB_READ(&data.is, error, {0, "K11", .positive = &shear[0]},
                 {1, "K22", .positive = &shear[2]}, {2, "K12", .real_or = &shear[1]},
                 {3, .end = true}));
  GB_TRY(check_definite(&data.is, section, error));
  return gb_inp_end(&data, error);
}

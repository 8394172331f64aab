/// PLOAD1: a load at a position along a bar, or one that is linear between two positions; and
/// gradients of temperature across a bar, by TEMPRB. It
/// becomes forces and moments at both ends of the bar: those that give the ends the same
/// displacements as the load, computed from the flexibility of the bar. Source: MSC Nastran Quick
/// Reference Guide; Przemieniecki (1968), Theory of Matrix Structural Analysis.
#include "nastran/entries/load.h"
#include "nastran/entries/shell.h"

#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/set.h"
#include "problem/beam_stiffness.h"

#include <math.h>
#include <string.h>

enum { N = GB_BEAM_RESULTANTS, PLACES = 3 };

static const double place[PLACES] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double weight[PLACES] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

int gb_nastran_pload1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  static const char *const types[] = {"FX",  "FY",  "FZ",  "MX",  "MY",  "MZ",
                                      "FXE", "FYE", "FZE", "MXE", "MYE", "MZE"};
  static const char *const scales[] = {"LE", "FR", "LEPR", "FRPR"};
  gb_nastran_spread load = {.card = "PLOAD1", .line = card->line, .component = -1};
  int scale = 0;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &load.set}, {1, "EID", .number = &load.target}));
  for (int i = 0; i < 12; ++i)
    if (gb_field_is(card, 2, types[i])) load.component = i;
  GB_REFUSE_IF(load.component < 0, card, error,
               "TYPE is not read; accepted: FX, FY, FZ, MX, MY, MZ, FXE, FYE, FZE, MXE, MYE, MZE");
  while (scale < 4 && !gb_field_is(card, 3, scales[scale])) ++scale;
  GB_REFUSE_IF(scale == 4, card, error, "SCALE is not read; accepted: LE, FR, LEPR, FRPR");
  load.fraction = scale % 2;
  load.projected = scale >= 2;
  GB_TRY(
      GB_READ(card, error, {4, "X1", .real = &load.value[0]}, {5, "P1", .real = &load.value[2]}));
  GB_TRY(gb_read_real_or(card, 6, "X2", load.value[0], &load.value[1], error));
  load.value[3] = load.value[2];
  if (load.value[1] != load.value[0])
    GB_TRY(gb_read_real_or(card, 7, "P2", load.value[2], &load.value[3], error));
  else // Nastran then takes P1
    GB_TRY(gb_expect_reals(card, 7, 8, "P2", error));
  GB_REFUSE_IF(gb_field_is_blank(card, 6) && !gb_field_is_blank(card, 7), card, error,
               "P2 without X2; accepted: blank, for a load at X1");
  GB_TRY(gb_expect_end(card, 8, error));
  GB_REFUSE_IF(load.value[0] < 0 || load.value[1] < load.value[0], card, error,
               "X1 = %g and X2 = %g; accepted: 0 <= X1 <= X2", load.value[0], load.value[1]);
  GB_REFUSE_IF(load.projected && (load.component > 2 || load.value[1] == load.value[0]), card,
               error,
               "a load per projected length is FX, FY or FZ, from X1 to X2; accepted: LE or FR");
  return GB_KEEP(nastran, dynamics->spread, load, error);
}

/// A load along a bar, in the bar's axes: it grows from p[0] at x[0] to p[1] at x[1], times the
/// direction `way`.
typedef struct line {
  double length, x[2], p[2], way[N];
  double bent[2][2]; ///< free curvatures about y and z at both ends
  double C[N][N];
} line;

/// Add the force and moment that loads at one position make at a distance from it towards end A.
static void carry(const double at[N], double distance, double out[N]) {
  for (int i = 0; i < N; ++i) out[i] += at[i];
  out[4] -= distance * at[2];
  out[5] += distance * at[1];
}

/// Add the force and moment that the part of the load between x and end B makes at x.
static void cut(const line *l, double x, double out[N]) {
  const double from = fmax(x, l->x[0]), length = l->x[1] - from;
  if (l->x[0] == l->x[1]) {
    double whole[N];
    for (int i = 0; i < N; ++i) whole[i] = l->p[0] * l->way[i];
    if (x <= l->x[0]) carry(whole, l->x[0] - x, out);
    return;
  }
  for (int g = 0; g < PLACES && length > 0; ++g) {
    const double s = from + place[g] * length;
    const double share = (s - l->x[0]) / (l->x[1] - l->x[0]);
    double piece[N];
    for (int i = 0; i < N; ++i)
      piece[i] = weight[g] * length * (l->p[0] + share * (l->p[1] - l->p[0])) * l->way[i];
    carry(piece, s - x, out);
  }
}

/// Solve A x = b for several columns of b, in place. A is symmetric and positive definite.
static void solve(double A[N][N], int columns, double b[N][N + 1]) {
  for (int k = 0; k < N; ++k)
    for (int i = 0; i < N; ++i) {
      if (i == k) continue;
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < N; ++j) A[i][j] -= factor * A[k][j];
      for (int j = 0; j < columns; ++j) b[i][j] -= factor * b[k][j];
    }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < columns; ++j) b[i][j] /= A[i][i];
}

/// Add the contribution of a stretch of the bar to the displacement of end B by unit loads at B and
/// by the load, while end A is fixed.
static void add_stretch(const line *l, double from, double to, double flexibility[N][N],
                        double moved[N]) {
  for (int g = 0; g < PLACES; ++g) {
    const double x = from + place[g] * (to - from), scale = weight[g] * (to - from);
    double A[N][N], b[N][N + 1] = {{0}}, T[N][N] = {{0}}, loaded[N] = {0};
    memcpy(A, l->C, sizeof A);
    cut(l, x, loaded);
    for (int j = 0; j < N; ++j) {
      double unit[N] = {0}, here[N] = {0};
      unit[j] = 1;
      carry(unit, l->length - x, here);
      for (int i = 0; i < N; ++i) b[i][j] = T[i][j] = here[i];
    }
    for (int i = 0; i < N; ++i) b[i][N] = loaded[i];
    solve(A, N + 1, b); // strains by each unit load, and by the load
    for (int i = 0; i < 2; ++i)
      b[4 + i][N] += l->bent[i][0] + x / l->length * (l->bent[i][1] - l->bent[i][0]);
    for (int i = 0; i < N; ++i)
      for (int k = 0; k < N; ++k) {
        for (int j = 0; j < N; ++j) flexibility[i][j] += scale * T[k][i] * b[k][j];
        moved[i] += scale * T[k][i] * b[k][N];
      }
  }
}

/// Compute the loads at the ends that move them as the load does, in the bar's axes.
static void find_ends(const line *l, double A[N], double B[N]) {
  double flexibility[N][N] = {{0}}, moved[N] = {0}, b[N][N + 1] = {{0}};
  add_stretch(l, 0, l->x[0], flexibility, moved);
  add_stretch(l, l->x[0], l->x[1], flexibility, moved);
  add_stretch(l, l->x[1], l->length, flexibility, moved);
  for (int i = 0; i < N; ++i) b[i][0] = moved[i];
  solve(flexibility, 1, b);
  for (int i = 0; i < N; ++i) {
    B[i] = b[i][0];
    A[i] = 0;
  }
  double back[N] = {0};
  carry(B, l->length, back);
  cut(l, 0, A);
  for (int i = 0; i < N; ++i) A[i] -= back[i];
}

static const gb_nastran_bar *find_bar(const gb_nastran *nastran, int64_t id) {
  GB_EACH(bar, nastran->bars->all)
    if (bar->id == id && !bar->rod) return bar;
  return NULL;
}

/// Exchange y and z in the stiffness of a section whose y axis is Nastran's -z axis. No entry of
/// such a section couples y and z.
static void turn(double C[N][N]) {
  static const int of[N] = {0, 2, 1, 3, 5, 4};
  double own[N][N];
  memcpy(own, C, sizeof own);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) C[i][j] = own[of[i]][of[j]];
}

/// Set the direction and the positions of the load on a bar, and the stiffness of its section.
static int open_line(const gb_nastran *nastran, const gb_nastran_spread *load,
                     const gb_nastran_bar *bar, line *l, gb_error *error) {
  double along[3];
  const int component = load->component % 6, axis = component % 3;
  const gb_nastran_material *material =
      gb_nastran_find_material(nastran, "MAT1", bar->section->material);
  const gb_material sheared = gb_nastran_sheared(material);
  for (int i = 0; i < 3; ++i) along[i] = bar->end[1][i] - bar->end[0][i];
  *l = (line){.length = gb_length(along)};
  gb_problem_beam_stiffness(&bar->section->is, &sheared, l->C);
  if (bar->section->traits & GB_BAR_TURNED) turn(l->C);
  if (!strcmp(load->card, "TEMPRB")) {
    for (int end = 0; end < 2; ++end) {
      l->bent[0][end] = material->is.expansion * load->value[2 + end];
      l->bent[1][end] = -material->is.expansion * load->value[end];
    }
    return GB_OK;
  }
  const double scale = load->fraction ? l->length : 1;
  for (int k = 0; k < 2; ++k) {
    l->x[k] = scale * load->value[k];
    l->p[k] = load->value[2 + k];
    GB_DECK_FAIL_IF(l->x[k] > l->length * (1 + 1e-6), GB_WRONG_REFERENCE, nastran->deck, load->line,
                    error, "PLOAD1: X%d = %g is beyond the end of %s %lld, whose length is %g",
                    k + 1, load->value[k], bar->card, (long long)bar->id,
                    load->fraction ? 1 : l->length);
    l->x[k] = fmin(l->x[k], l->length);
  }
  double *way = &l->way[component < 3 ? 0 : 3];
  for (int k = 0; k < 3; ++k) way[k] = load->component < 6 ? bar->axis[k][axis] : k == axis;
  if (load->projected) {
    const double across = hypot(way[1], way[2]);
    for (int k = 0; k < 3; ++k) way[k] *= across;
  }
  return GB_OK;
}

/// Turn the load at an end from the bar's axes to the basic axes, move it from the end to the grid
/// that carries the end, and add it to the actions.
static int push_end(gb_nastran *nastran, const gb_nastran_spread *load, const gb_nastran_bar *bar,
                    int end, const double own[N], gb_error *error) {
  double force[3], moment[3], arm[3] = {0}, more[3];
  for (int i = 0; i < 3; ++i) {
    force[i] = moment[i] = 0;
    for (int k = 0; k < 3; ++k) {
      force[i] += own[k] * bar->axis[k][i];
      moment[i] += own[3 + k] * bar->axis[k][i];
    }
  }
  if (bar->node[end] == bar->grid[end]) memcpy(arm, bar->offset[end], sizeof arm);
  gb_cross(arm, force, more);
  for (int i = 0; i < 3; ++i) moment[i] += more[i];
  return gb_nastran_push(nastran, load, bar->node[end], force, moment, error);
}

int gb_nastran_spread_along(gb_nastran *nastran, const gb_nastran_spread *load, gb_error *error) {
  const gb_nastran_bar *bar = find_bar(nastran, load->target);
  double end[2][N];
  line l;
  GB_DECK_FAIL_IF(!bar, GB_UNDEFINED_NUMBER, nastran->deck, load->line, error,
                  "PLOAD1: EID = %lld is not that of a CBAR or CBEAM", (long long)load->target);
  GB_DECK_FAIL_IF(!bar->rod && gb_nastran_find_divided(nastran, bar->property), GB_WRONG_REFERENCE,
                  nastran->deck, load->line, error,
                  "%s: bar %lld tapers by more than elements do here; accepted: FORCE and MOMENT, "
                  "or bars of one section each",
                  load->card, (long long)load->target);
  GB_TRY(open_line(nastran, load, bar, &l, error));
  find_ends(&l, end[0], end[1]);
  for (int k = 0; k < 2; ++k) GB_TRY(push_end(nastran, load, bar, k, end[k], error));
  return GB_OK;
}

/// Coordinate systems: CORD1R, C, S by three grids and CORD2R, C, S by three points, in which grids
/// lie (CP), loads point (CID), and displacements are measured (CD). Source: MSC Nastran Quick
/// Reference Guide.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/load.h"
#include "nastran/entries/shell.h"
#include "nastran/entries/spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double aligned = 1 - 1e-9; ///< least cosine of the angle between equal axes
enum { NEW, OPEN, DONE };

static int add(gb_nastran *nastran, const gb_record *card, int entry, gb_nastran_system *s,
               gb_error *error) {
  s->line = card->line;
  s->kind = card->word[5];
  GB_TRY(gb_read_number(card, entry, "CID", &s->id, error));
  return GB_KEEP(nastran, grids->systems, *s, error);
}

int gb_nastran_cord1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  for (int first = 0; first < 8; first += 4) {
    gb_nastran_system s = {0};
    if (first && gb_field_is_blank(card, first)) break;
    GB_TRY(GB_READ(card, error, {first + 1, "G1|G2|G3", .number = s.grid}));
    GB_TRY(add(nastran, card, first, &s, error));
  }
  return gb_expect_end(card, gb_field_is_blank(card, 4) ? 4 : 8, error);
}

int gb_nastran_cord2(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_system s = {0};
  GB_TRY(GB_READ(card, error, {1, "RID", .integer_or = &s.reference},
                 {2, "A1|A2|A3", .real_or = s.point[0]}, {5, "B1|B2|B3", .real_or = s.point[1]},
                 {8, "C1|C2|C3", .real_or = s.point[2]}, {11, .end = true}));
  return add(nastran, card, 0, &s, error);
}

static int compare_places(const void *a, const void *b) {
  const gb_nastran_place *x = *(const gb_nastran_place *const *)a,
                         *y = *(const gb_nastran_place *const *)b;
  return (x->id > y->id) - (x->id < y->id);
}

/// All grids in the order of their numbers, while their positions are computed.
typedef struct placing {
  gb_nastran *nastran;
  gb_nastran_place **grid;
} placing;

static int resolve(const placing *p, gb_nastran_system *s, gb_error *error);

/// Find a system and compute its origin and axes. @param line of the card that asks for it
static int find_system(const placing *p, int32_t line, int64_t id, gb_nastran_system **out,
                       gb_error *error) {
  *out = GB_FIND_NUMBER(p->nastran->grids->systems, id);
  GB_DECK_FAIL_IF(!*out, GB_UNDEFINED_NUMBER, p->nastran->deck, line, error,
                  "the coordinate system %lld is not defined", (long long)id);
  return resolve(p, *out, error);
}

/// Convert a position in a system to the basic system, in place.
static int to_basic(const placing *p, int32_t line, int64_t id, double x[3], gb_error *error) {
  gb_nastran_system *s;
  if (id == 0) return GB_OK;
  GB_TRY(find_system(p, line, id, &s, error));
  const double degree = acos(-1) / 180, r = x[0], theta = x[1] * degree, z = x[2];
  double local[3] = {x[0], x[1], x[2]};
  if (s->kind == 'C') {
    local[0] = r * cos(theta);
    local[1] = r * sin(theta);
  } else if (s->kind == 'S') {
    local[0] = r * sin(theta) * cos(z * degree);
    local[1] = r * sin(theta) * sin(z * degree);
    local[2] = r * cos(theta);
  }
  for (int i = 0; i < 3; ++i) {
    x[i] = s->origin[i];
    for (int k = 0; k < 3; ++k) x[i] += local[k] * s->axis[k][i];
  }
  return GB_OK;
}

static int place(const placing *p, gb_nastran_place *grid, gb_error *error) {
  if (grid->system == 0) return GB_OK;
  GB_TRY(to_basic(p, grid->line, grid->system, grid->position, error));
  grid->system = 0;
  return GB_OK;
}

/// Find the grid of this number. @return NULL: there is none
static gb_nastran_place *find_grid(const placing *p, int64_t id) {
  const gb_nastran_place key = {.id = id}, *wanted = &key;
  const size_t count = (size_t)p->nastran->grids->all.count;
  gb_nastran_place **found =
      count ? bsearch(&wanted, p->grid, count, sizeof *p->grid, compare_places) : NULL;
  return found ? *found : NULL;
}

static int find_points(const placing *p, gb_nastran_system *s, gb_error *error) {
  for (int i = 0; i < 3; ++i) {
    if (s->grid[0] == 0) {
      GB_TRY(to_basic(p, s->line, s->reference, s->point[i], error));
      continue;
    }
    gb_nastran_place *found = find_grid(p, s->grid[i]);
    GB_DECK_FAIL_IF(!found, GB_UNDEFINED_NUMBER, p->nastran->deck, s->line, error,
                    "coordinate system %lld: grid %lld is not defined", (long long)s->id,
                    (long long)s->grid[i]);
    GB_TRY(place(p, found, error));
    memcpy(s->point[i], found->position, sizeof s->point[i]);
  }
  return GB_OK;
}

/// Compute the origin and the axes of a system from its points: the origin is A, z points to B, and
/// C lies in the half plane of x.
static int resolve(const placing *p, gb_nastran_system *s, gb_error *error) {
  if (s->state == DONE) return GB_OK;
  GB_DECK_FAIL_IF(s->state == OPEN, GB_WRONG_REFERENCE, p->nastran->deck, s->line, error,
                  "coordinate system %lld is defined by itself", (long long)s->id);
  s->state = OPEN;
  GB_TRY(find_points(p, s, error));
  double *x = s->axis[0], *y = s->axis[1], *z = s->axis[2], toward[3];
  for (int i = 0; i < 3; ++i) {
    s->origin[i] = s->point[0][i];
    z[i] = s->point[1][i] - s->origin[i];
    toward[i] = s->point[2][i] - s->origin[i];
  }
  const double length = gb_length(z), reach = gb_length(toward);
  for (int i = 0; i < 3; ++i) z[i] /= length;
  gb_cross(z, toward, y);
  const double across = gb_length(y);
  GB_DECK_FAIL_IF(!(length > 0 && across > 1e-6 * reach), GB_NO_LENGTH, p->nastran->deck, s->line,
                  error, "coordinate system %lld: its three points are on a line",
                  (long long)s->id);
  for (int i = 0; i < 3; ++i) y[i] /= across;
  gb_cross(y, z, x);
  s->state = DONE;
  return GB_OK;
}

/// Compute the directions of a system at a position. On the axis of a cylinder or a sphere they are
/// those of azimuth 0, as in Nastran.
static int axes_at(const placing *p, int32_t line, int64_t id, const double at[3],
                   double axis[3][3], gb_error *error) {
  gb_nastran_system *s;
  GB_TRY(find_system(p, line, id, &s, error));
  memcpy(axis, s->axis, sizeof s->axis);
  if (s->kind == 'R') return GB_OK;
  double local[3];
  for (int k = 0; k < 3; ++k) {
    local[k] = 0;
    for (int i = 0; i < 3; ++i) local[k] += s->axis[k][i] * (at[i] - s->origin[i]);
  }
  const double radius = hypot(local[0], local[1]), reach = hypot(radius, local[2]);
  GB_DECK_FAIL_IF(!(reach > 0) && s->kind == 'S', GB_WRONG_REFERENCE, p->nastran->deck, line, error,
                  "in the middle of system %lld directions have no meaning", (long long)id);
  const bool beside = radius > 1e-9 * reach;
  const double c = beside ? local[0] / radius : 1, d = beside ? local[1] / radius : 0;
  const double up = s->kind == 'S' ? local[2] / reach : 0,
               out = s->kind == 'S' ? radius / reach : 1;
  for (int i = 0; i < 3; ++i) {
    const double radial = c * s->axis[0][i] + d * s->axis[1][i];
    const double around = c * s->axis[1][i] - d * s->axis[0][i];
    axis[0][i] = out * radial + up * s->axis[2][i];
    axis[1][i] = s->kind == 'S' ? up * radial - out * s->axis[2][i] : around;
    axis[2][i] = s->kind == 'S' ? around : s->axis[2][i];
  }
  return GB_OK;
}

static void turn_vector(const double axis[3][3], double v[3]) {
  const double local[3] = {v[0], v[1], v[2]};
  for (int i = 0; i < 3; ++i)
    v[i] = local[0] * axis[0][i] + local[1] * axis[1][i] + local[2] * axis[2][i] + 0.0;
}

/// Turn a load to the basic system: forces and moments at their grid, gravity and spin in a
/// rectangular system.
static int turn_load(const placing *p, gb_nastran_action *action, gb_error *error) {
  double axis[3][3];
  const gb_nastran_place *grid = find_grid(p, action->target);
  if (action->system == GB_NASTRAN_SCALAR) return GB_OK;
  if (action->system < 0) action->system = grid ? grid->axes : 0;
  if (action->system == 0) return GB_OK;
  const bool whole = action->kind == GB_ACT_GRAVITY || action->kind == GB_ACT_SPIN;
  static const double origin[3] = {0};
  gb_nastran_system *system;
  GB_TRY(find_system(p, action->line, action->system, &system, error));
  GB_DECK_FAIL_IF(whole && system->kind != 'R', GB_WRONG_REFERENCE, p->nastran->deck, action->line,
                  error, "%s: CID = %lld is not rectangular", action->card,
                  (long long)action->system);
  GB_TRY(axes_at(p, action->line, action->system, grid ? grid->position : origin, axis, error));
  turn_vector((const double(*)[3])axis, action->value);
  return GB_OK;
}

/// Convert components along a grid's own axes to those along the basic axes. @return whether this
/// is possible
static bool along_basic(const double axis[3][3], unsigned components, unsigned *out) {
  *out = 0;
  if (components == 0 || components == 7) {
    *out = components;
    return true;
  }
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3 && components >> k & 1; ++i)
      if (fabs(axis[k][i]) > aligned) *out |= 1u << i;
  return __builtin_popcount(*out) == __builtin_popcount(components);
}

/// Keep a support as an equation if it acts along axes of its grid that are not the basic ones.
static int check_support(const placing *p, int32_t number, const gb_nastran_place *grid,
                         gb_error *error) {
  const gb_nastran_action *action = &p->nastran->actions.entry[number];
  const gb_nastran_skew skew = {number, grid->id};
  double axis[3][3];
  unsigned moves, turns;
  if (action->kind == GB_ACT_SUPPORT) {
    const unsigned mask = (unsigned)action->value[0] >> 1;    // of others this is a value
    if (mask % 8 % 7 == 0 && mask / 8 % 7 == 0) return GB_OK; // all or none, in any axes
    GB_TRY(axes_at(p, action->line, grid->axes, grid->position, axis, error));
    if (along_basic((const double(*)[3])axis, mask % 8, &moves) &&
        along_basic((const double(*)[3])axis, mask / 8, &turns) && moves + 8 * turns == mask)
      return GB_OK;
  }
  return GB_KEEP(p->nastran, rigid->skew, skew, error);
}

static int check_supports(const placing *p, int32_t number, gb_error *error) {
  const gb_nastran_action *action = &p->nastran->actions.entry[number];
  for (int i = 0; i < p->nastran->grids->all.count; ++i) {
    const gb_nastran_place *grid = p->grid[i];
    if (grid->axes != 0 && action->target <= grid->id && grid->id <= action->last)
      GB_TRY(check_support(p, number, grid, error));
  }
  return GB_OK;
}

/// Compute the axes of offsets with the letter O of OFFT: x from GA to GB, y towards the
/// orientation.
static int axes_of_line(const placing *p, const gb_nastran_bar *bar, double axis[3][3],
                        gb_error *error) {
  const gb_nastran_place *ends[] = {find_grid(p, bar->grid[0]), find_grid(p, bar->grid[1])};
  const gb_nastran_place *toward = find_grid(p, bar->toward);
  double up[3], *x = axis[0], *y = axis[1], *z = axis[2];
  for (int i = 0; i < 3; ++i) {
    x[i] = ends[1]->position[i] - ends[0]->position[i];
    up[i] = bar->toward && toward ? toward->position[i] - ends[0]->position[i] : bar->up[i];
  }
  gb_cross(x, up, z);
  const double length = gb_length(x), across = gb_length(z);
  if (!(across > 1e-6 * length * gb_length(up)))
    return GB_REFUSE(p->nastran, bar, GB_WRONG_DIRECTION, error,
                     "OFFT has an O, and the grids are at one place or on the line of the "
                     "orientation; accepted: OFFT of GGG or BGG");
  for (int i = 0; i < 3; ++i) x[i] /= length, z[i] /= across;
  gb_cross(z, x, y);
  return GB_OK;
}

/// Turn the orientation and the offsets of a bar from the axes of its grids, or those that OFFT
/// chooses, to the basic axes.
static int turn_bar(const placing *p, gb_nastran_bar *bar, gb_error *error) {
  double axis[2][3][3];
  const gb_nastran_place *grid[2];
  for (int end = 0; end < 2; ++end) {
    grid[end] = find_grid(p, bar->grid[end]);
    if (bar->rod) return GB_OK;
    if (grid[end]->axes == 0) continue;
    if (bar->pins[end])
      return GB_REFUSE(p->nastran, bar, GB_UNREAD_CARD, error,
                       "pin flags at grid %lld with axes of its own, CD = %lld, are not read",
                       (long long)grid[end]->id, (long long)grid[end]->axes);
    GB_TRY(axes_at(p, bar->line, grid[end]->axes, grid[end]->position, axis[end], error));
  }
  if (grid[0]->axes != 0 && !(bar->axes & 1)) turn_vector((const double(*)[3])axis[0], bar->up);
  for (int end = 0; end < 2; ++end) {
    const bool line = bar->axes >> (1 + end) & 1;
    if (line) GB_TRY(axes_of_line(p, bar, axis[end], error));
    if (line || grid[end]->axes != 0) turn_vector((const double(*)[3])axis[end], bar->offset[end]);
  }
  return GB_OK;
}

/// Turn offset and inertia of a mass from the axes of its system at its grid to the basic axes.
static int turn_mass(const placing *p, gb_nastran_mass *mass, gb_error *error) {
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}; // in xx yy zz xy xz yz
  double axis[3][3], turned[6] = {0};
  const gb_nastran_place *grid = find_grid(p, mass->grid);
  if (mass->system == 0) return GB_OK;
  GB_TRY(axes_at(p, mass->line, mass->system, grid->position, axis, error));
  turn_vector((const double(*)[3])axis, mass->offset);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          turned[at[i][j]] += axis[a][i] * mass->inertia[at[a][b]] * axis[b][j];
  memcpy(mass->inertia, turned, sizeof turned);
  mass->system = 0;
  return GB_OK;
}

/// Compute the axes of a bushing: those of CID, or along its line and towards a grid or a vector.
/// Without any of these it may have stiffness along its line and about it alone.
static int orient_bushing(const placing *p, gb_nastran_spring *s, const gb_nastran_place *const g[],
                          gb_error *error) {
  double axis[3][3], *x = s->axes[0], *y = s->axes[1], along[3], reach = 0;
  for (int i = 0; i < 3; ++i) {
    along[i] = g[1] ? g[1]->position[i] - g[0]->position[i] : 0;
    if (s->place < 0) s->at[i] = g[0]->position[i] + s->share * along[i];
    reach = fmax(reach, fabs(g[0]->position[i]));
  }
  if (s->place >= 0) GB_TRY(to_basic(p, s->line, s->place, s->at, error));
  if (s->system > 0) {
    GB_TRY(axes_at(p, s->line, s->system, g[0]->position, axis, error));
    memcpy(s->axes, axis, sizeof s->axes);
  }
  if (s->system >= 0) return GB_OK;
  GB_DECK_FAIL_IF(gb_length(along) <= 1e-9 * reach, GB_NO_LENGTH, p->nastran->deck, s->line, error,
                  "CBUSH %lld has no length: its axes are those of CID, which is blank; accepted: "
                  "0, or the number of a system",
                  (long long)s->id);
  const gb_nastran_place *toward = find_grid(p, s->toward);
  if (g[0]->axes != 0 && !toward) {
    GB_TRY(axes_at(p, s->line, g[0]->axes, g[0]->position, axis, error));
    turn_vector((const double(*)[3])axis, s->up);
  }
  memcpy(x, along, sizeof along);
  for (int i = 0; i < 3; ++i) y[i] = toward ? toward->position[i] - g[0]->position[i] : s->up[i];
  bool across = gb_length(y) > 0;
  for (int k = 0; k < 6 && !across; ++k)
    GB_DECK_FAIL_IF(
        k % 3 != 0 && (s->k[k] != 0 || s->b[k] != 0), GB_WRONG_REFERENCE, p->nastran->deck, s->line,
        error, "CBUSH %lld has no orientation for its K%d or B%d; accepted: G0, X1 to X3, or CID",
        (long long)s->id, k + 1, k + 1);
  if (!across) y[fabs(x[0]) > fabs(x[1])] = 1;
  gb_cross(x, y, along);
  if (gb_length(along) > 1e-6 * gb_length(x) * gb_length(y)) return GB_OK;
  return gb_deck_fail_as(GB_WRONG_DIRECTION, p->nastran->deck, s->line, error,
                         "CBUSH %lld: its orientation is along its line", (long long)s->id);
}

/// Turn the components of each end from its axes to the basic ones.
static void turn_matrices(gb_matrices *own, const double axis[2][3][3]) {
  enum { ALL = GB_MATRIX_COMPONENTS, VECTORS = ALL / 3 };
  for (int which = 0; which < GB_MATRICES; ++which)
    for (int side = 0; side < 2; ++side) // columns, and then, by symmetry, rows
      for (int row = 0; row < ALL; ++row) {
        double *entry[ALL], old[ALL];
        for (int i = 0; i < ALL; ++i) {
          entry[i] = side ? &own->entry[which][i][row] : &own->entry[which][row][i];
          old[i] = *entry[i];
        }
        for (int v = 0; v < VECTORS; ++v)
          for (int i = 0; i < 3; ++i) {
            *entry[3 * v + i] = 0;
            for (int k = 0; k < 3; ++k) *entry[3 * v + i] += axis[v / 2][k][i] * old[3 * v + k];
          }
      }
}

/// Compute the position of a spring and its axes: those of its grids' displacements, which must
/// agree.
static int place_spring(const placing *p, gb_nastran_spring *s, gb_error *error) {
  const gb_nastran_place *g[2];
  double axis[2][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int end = 0; end < 2; ++end) {
    g[end] = find_grid(p, s->grid[end]);
    if (g[end] && g[end]->axes)
      GB_TRY(axes_at(p, s->line, g[end]->axes, g[end]->position, axis[end], error));
  }
  memcpy(s->axes, (double[2][3]){{1, 0, 0}, {0, 1, 0}}, sizeof s->axes);
  if (!strcmp(s->card, "CBUSH")) return orient_bushing(p, s, g, error);
  if (s->own) turn_matrices(s->own, (const double(*)[3][3])axis);
  memcpy(s->at, g[0]->position, sizeof s->at);
  if (!s->component) return GB_OK;
  memcpy(s->axes, axis[0], sizeof s->axes);
  const double *a = axis[0][(s->component - 1) % 3], *b = axis[1][(s->component - 1) % 3];
  if (!g[1] || gb_dot(a, b) > aligned) return GB_OK;
  return GB_REFUSE(p->nastran, s, GB_WRONG_REFERENCE, error,
                   "component %d of grid %lld and of grid %lld are in different directions (CD); "
                   "accepted: the same",
                   s->component, (long long)s->grid[0], (long long)s->grid[1]);
}

static int sort_all(placing *p, gb_error *error) {
  gb_nastran *nastran = p->nastran;
  gb_nastran_system *all = nastran->grids->systems.entry;
  const int count = nastran->grids->systems.count, grids = nastran->grids->all.count;
  GB_SORT_NUMBERS(nastran->grids->systems);
  for (int i = 1; i < count; ++i)
    GB_DECK_FAIL_IF(all[i].id == all[i - 1].id, GB_DUPLICATE_NUMBER, nastran->deck, all[i].line,
                    error, "the coordinate system %lld is defined twice", (long long)all[i].id);
  GB_TRY(GB_TAKE(nastran->deck->arena, p->grid, (size_t)grids, error));
  for (int i = 0; i < grids; ++i) p->grid[i] = &nastran->grids->all.entry[i];
  if (grids) qsort(p->grid, (size_t)grids, sizeof *p->grid, compare_places);
  return GB_OK;
}

/// Apply GRDSET and compute the positions of all grids. *turned tells whether a grid has axes of
/// its own.
static int place_all(placing *p, bool *turned, gb_error *error) {
  gb_nastran *nastran = p->nastran;
  gb_nastran_place *grids = nastran->grids->all.entry;
  gb_nastran_system *axes;
  *turned = false;
  GB_EACH(one, nastran->grids->all) {
    if (one->system < 0)
      one->system = nastran->set->grid.system > 0 ? nastran->set->grid.system : 0;
    if (one->axes < 0) one->axes = nastran->set->grid.axes > 0 ? nastran->set->grid.axes : 0;
  }
  for (int i = 0; i < nastran->grids->all.count; ++i) {
    GB_TRY(place(p, &grids[i], error)); // and those that systems are made by
    if (nastran->grids->systems.count > 0)
      gb_mesh_builder_move(nastran->deck->builder, i, grids[i].position);
    if (grids[i].axes == 0) continue;
    *turned = true;
    GB_TRY(find_system(p, grids[i].line, grids[i].axes, &axes, error));
  }
  return GB_OK;
}

int gb_nastran_axes(const gb_nastran *nastran, int32_t line, int64_t system, const double at[3],
                    double axis[3][3], gb_error *error) {
  const placing p = {.nastran = (gb_nastran *)nastran};
  return axes_at(&p, line, system, at, axis, error);
}

int gb_nastran_first_axis(const gb_nastran *nastran, int32_t line, int64_t system,
                          const double at[3], double axis[3], gb_error *error) {
  double all[3][3];
  GB_TRY(gb_nastran_axes(nastran, line, system, at, all, error));
  memcpy(axis, all[0], sizeof all[0]);
  return GB_OK;
}

int gb_nastran_turn_direction(const gb_nastran *nastran, int32_t line, int64_t system,
                              double direction[3], gb_error *error) {
  const placing p = {.nastran = (gb_nastran *)nastran};
  static const double origin[3] = {0};
  gb_nastran_system *s;
  double axis[3][3];
  GB_TRY(find_system(&p, line, system, &s, error));
  GB_DECK_FAIL_IF(s->kind != 'R', GB_WRONG_REFERENCE, nastran->deck, line, error,
                  "CID = %lld is not rectangular", (long long)system);
  GB_TRY(axes_at(&p, line, system, origin, axis, error));
  turn_vector((const double(*)[3])axis, direction);
  return GB_OK;
}

/// Compute the systems that are used once the mesh exists.
static int resolve_directions(placing *p, gb_error *error) {
  gb_nastran_system *system;
  GB_EACH(turn, p->nastran->shells->turns)
    if (turn->system > 0) GB_TRY(find_system(p, turn->line, turn->system, &system, error));
  GB_EACH(load, p->nastran->dynamics->spread)
    if (load->system > 0) GB_TRY(find_system(p, load->line, load->system, &system, error));
  return GB_OK;
}

int gb_nastran_place_grids(gb_nastran *nastran, gb_error *error) {
  placing p = {.nastran = nastran};
  GB_TRY(sort_all(&p, error));
  bool turned;
  GB_TRY(place_all(&p, &turned, error));
  for (int i = 0; i < nastran->actions.count; ++i) {
    gb_nastran_action *action = &nastran->actions.entry[i];
    if (action->kind != GB_ACT_SUPPORT && !gb_nastran_is_given(action->kind))
      GB_TRY(turn_load(&p, action, error));
    else if (turned)
      GB_TRY(check_supports(&p, i, error));
  }
  for (int i = 0; i < nastran->bars->all.count; ++i)
    GB_TRY(turn_bar(&p, &nastran->bars->all.entry[i], error));
  GB_TRY(resolve_directions(&p, error));
  GB_EACH(mass, nastran->rigid->masses) GB_TRY(turn_mass(&p, mass, error));
  GB_EACH(spring, nastran->springs->all) GB_TRY(place_spring(&p, spring, error));
  return GB_OK;
}

/// Ties between components of grids, as equations of the problem: MPC and MPCADD, RBE1 and RBAR
/// with independent components of several grids, RBE2 of components that are no joint's, RBE3 of
/// any components, and supports that the problem's do not know. Source: MSC Nastran Quick Reference
/// Guide.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/bodies.h"
#include "nastran/grids.h"
#include "nastran/sets.h"
#include "nastran/springs.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = 6 };

typedef struct tying {
  gb_nastran *nastran;
  gb_mesh *mesh;
  gb_problem *problem;
} tying;

// ---- cards --------------------------------------------------------------------------------------

/// One component of a grid, 1 to 6; 0 is the first of a scalar point.
static int read_component(const gb_record *card, int entry, const char *name, gb_nastran_term *term,
                          gb_error *error) {
  int64_t found;
  GB_TRY(gb_read_integer_or(card, entry, name, 0, &found, error));
  if (found < 0 || found > 6)
    return gb_record_fail(card, error, "%s = %lld; accepted: one component of a grid, from 1 to 6",
                          name, (long long)found);
  term->scalar = found == 0;
  term->component = term->scalar ? 1 : (int)found;
  return GB_OK;
}

int gb_nastran_mpc(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_equation equation = {
      .card = "MPC", .line = card->line, .first = nastran->rigid.terms.count};
  GB_TRY(gb_read_number(card, 0, "SID", &equation.set, error));
  equation.id = equation.set;
  for (int first = 0; first < card->count; first += 8) {
    GB_TRY(gb_expect_blank(card, first + 7, first + 9, error));
    for (int k = 1; k < 7; k += 3) {
      const int i = first + k;
      gb_nastran_term term = {0};
      if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1) &&
          gb_field_is_blank(card, i + 2))
        continue;
      GB_TRY(gb_read_number(card, i, "G1, G2, ...", &term.grid, error));
      GB_TRY(read_component(card, i + 1, "C1, C2, ...", &term, error));
      GB_TRY(gb_read_real(card, i + 2, "A1, A2, ...", &term.coefficient, error));
      if (equation.count == 0 && term.coefficient == 0)
        return gb_record_fail(card, error, "A1 = 0; accepted: another number");
      GB_TRY(GB_KEEP(nastran, rigid.terms, term, error));
      ++equation.count;
    }
  }
  if (equation.count == 0) return gb_record_fail(card, error, "G1 is missing");
  return GB_KEEP(nastran, rigid.equations, equation, error);
}

/// A grid and its components from two entries.
static int read_pair(gb_nastran *nastran, const gb_record *card, int entry, bool dependent,
                     gb_nastran_link *link, gb_error *error) {
  gb_nastran_end end = {.weight = 1};
  GB_TRY(
      gb_read_number(card, entry, dependent ? "GM1, GM2, ..." : "GN1, GN2, ...", &end.grid, error));
  GB_TRY(gb_nastran_components(card, entry + 1, dependent ? "CM1, CM2, ..." : "CN1, CN2, ...",
                               &end.components, error));
  ++link->count;
  link->independent += !dependent;
  return GB_KEEP(nastran, rigid.ends, end, error);
}

/// Six components are independent, and none of these is dependent too.
static int check_rigid(const gb_nastran *nastran, const gb_record *card,
                       const gb_nastran_link *link, gb_error *error) {
  const gb_nastran_end *end = &nastran->rigid.ends.entry[link->first];
  int independent = 0;
  for (int i = 0; i < link->independent; ++i) {
    independent += __builtin_popcount(end[i].components);
    for (int k = 0; k < link->count; ++k)
      if (k != i && end[k].grid == end[i].grid && end[k].components & end[i].components)
        return gb_record_fail(
            card, error, "components %s of grid %lld are independent, and %s",
            gb_deck_digits_of(end[k].components & end[i].components).text, (long long)end[i].grid,
            k < link->independent ? "that twice" : "among the dependent ones too");
  }
  if (independent == MOTIONS && link->independent < link->count) return GB_OK;
  if (independent == MOTIONS) return gb_record_fail(card, error, "no component is dependent");
  return gb_record_fail(card, error,
                        "%d independent components; accepted: six, which determine a rigid motion",
                        independent);
}

/// An RBE2 for each dependent grid, of one grid with all components.
static int split_rigid(gb_nastran *nastran, const gb_nastran_link *link, gb_error *error) {
  for (int i = 1; i < link->count; ++i) {
    gb_nastran_link one = *link;
    one.general = false;
    one.grid = nastran->rigid.ends.entry[link->first].grid;
    one.first = link->first + i;
    one.count = 1;
    one.held = nastran->rigid.ends.entry[one.first].components;
    GB_TRY(GB_KEEP(nastran, rigid.links, one, error));
  }
  return GB_OK;
}

int gb_nastran_add_rigid(gb_nastran *nastran, const gb_record *card, const gb_nastran_link *link,
                         gb_error *error) {
  GB_TRY(check_rigid(nastran, card, link, error));
  if (link->independent == 1) return split_rigid(nastran, link, error);
  return GB_KEEP(nastran, rigid.links, *link, error);
}

int gb_nastran_rbe1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_link link = {.card = "RBE1",
                          .line = card->line,
                          .general = true,
                          .first = (int32_t)nastran->rigid.ends.count};
  bool dependent = false;
  GB_TRY(gb_read_integer(card, 0, "EID", &link.id, error));
  for (int i = 1; i < card->count; ++i) {
    double expansion; // ALPHA acts through temperatures, which no card that is read can give
    if (gb_field_is_blank(card, i)) continue;
    if (gb_field_is(card, i, "UM") && !dependent) {
      dependent = true;
      continue;
    }
    if (!gb_nastran_is_integer(card, i)) {
      GB_TRY(GB_READ(card, error, {i, "ALPHA", .real = &expansion}, {i + 1, .end = true}));
      break;
    }
    GB_TRY(read_pair(nastran, card, i, dependent, &link, error));
    ++i;
  }
  if (!dependent) return gb_record_fail(card, error, "UM is missing, before the dependent grids");
  return gb_nastran_add_rigid(nastran, card, &link, error);
}

int gb_nastran_check_dependents(const gb_nastran *nastran, const gb_record *card, int *entry,
                                const gb_nastran_link *link, gb_error *error) {
  const gb_nastran_end *end = &nastran->rigid.ends.entry[link->first];
  int count = 0, i = *entry + 1;
  for (; i < card->count && !gb_field_is(card, i, "ALPHA"); i += 2) {
    int64_t grid;
    unsigned components, known = 0;
    if (gb_field_is_blank(card, i) && (i % 8 == 7 || i % 8 == 0)) { // the ends of lines
      --i;
      continue;
    }
    if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(gb_read_number(card, i, "GM1, GM2, ...", &grid, error));
    GB_TRY(gb_nastran_components(card, i + 1, "CM1, CM2, ...", &components, error));
    if (grid == link->grid) known = link->held;
    for (int k = 0; k < link->count; ++k)
      if (end[k].grid == grid) known |= end[k].components;
    if (components & ~known)
      return gb_record_fail(card, error,
                            "UM: component %s of grid %lld is neither in REFC nor in the "
                            "components of the grids before UM",
                            gb_deck_digits_of(components & ~known).text, (long long)grid);
    count += __builtin_popcount(components);
  }
  *entry = i - 1;
  if (count == __builtin_popcount(link->held)) return GB_OK;
  return gb_record_fail(card, error, "UM has %d components; accepted: %d, as many as REFC", count,
                        __builtin_popcount(link->held));
}

// ---- equations ----------------------------------------------------------------------------------

/// The axes of a grid's displacements.
static int axes_of(const tying *m, int32_t line, const char *card, int64_t grid, double axis[3][3],
                   const double **position, gb_error *error) {
  const gb_nastran_place *place = gb_nastran_place_of(m->nastran, grid);
  if (!place)
    return gb_deck_fail_as(GB_UNDEFINED_NUMBER, m->nastran->deck, line, error,
                           "%s: grid %lld is not defined", card, (long long)grid);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) axis[k][i] = i == k;
  *position = place->position;
  if (place->axes == 0) return GB_OK;
  return gb_nastran_axes(m->nastran, line, place->axes, place->position, axis, error);
}

/// A new equation of a card; the last of the problem is being made.
static int begin(tying *m, const char *card, int64_t id, int32_t line, gb_error *error) {
  gb_equation *equation;
  GB_TRY(GB_PROBLEM_APPEND(m->problem, equations, &equation, error));
  GB_TRY(gb_nastran_write_name(m->nastran, card, id, &equation->name, error));
  return gb_deck_where(m->nastran->deck, line, card, &equation->where, error);
}

/// factor times the component of a direction, a displacement or a rotation, of a grid, or of the
/// place of grid `at` on its body.
static int add(tying *m, int64_t grid, int64_t at, bool turns, const double direction[3],
               double factor, gb_error *error) {
  gb_equation *equation = &m->problem->equations.entry[m->problem->equations.count - 1];
  const int32_t node = gb_lower_index(m->mesh->node_id, m->mesh->nodes, grid);
  const int32_t place = gb_lower_index(m->mesh->node_id, m->mesh->nodes, at);
  gb_equation_term *term;
  GB_TRY(gb_deck_add_term(m->nastran->deck, equation, node, place, &term, error));
  for (int i = 0; i < 3; ++i) term->coefficient[3 * turns + i] = factor * direction[i];
  return GB_OK;
}

/// factor times a component, 1 to 6, of a grid.
static int add_component(tying *m, int64_t grid, int component, const double axis[3][3],
                         double factor, gb_error *error) {
  return add(m, grid, grid, component > 3, axis[(component - 1) % 3], factor, error);
}

static int add_equation(tying *m, const gb_nastran_equation *e, gb_error *error) {
  const gb_nastran_term *term = &m->nastran->rigid.terms.entry[e->first];
  GB_TRY(begin(m, e->card, e->id, e->line, error));
  for (int i = 0; i < e->count; ++i) {
    double axis[3][3];
    const double *position;
    if (term[i].coefficient == 0) continue;
    GB_TRY(axes_of(m, e->line, e->card, term[i].grid, axis, &position, error));
    GB_TRY(add_component(m, term[i].grid, term[i].component, (const double(*)[3])axis,
                         term[i].coefficient, error));
  }
  return GB_OK;
}

/// The place about which rigid motions are counted, and the mean distance of a link's ends from it.
typedef struct center {
  const double *origin;
  double size;
} center;

/// How a component at X follows the rigid motion v + w x (X - origin): its row by v, and w times
/// the size.
static void rigid_row(const center *about, const double X[3], int component,
                      const double axis[3][3], double row[MOTIONS]) {
  const double *e = axis[(component - 1) % 3], *origin = about->origin;
  const double arm[3] = {X[0] - origin[0], X[1] - origin[1], X[2] - origin[2]};
  double turn[3];
  gb_cross(arm, e, turn);
  for (int i = 0; i < 3; ++i) {
    row[i] = component > 3 ? 0 : e[i];
    row[3 + i] = (component > 3 ? e[i] : turn[i]) / about->size;
  }
}

static void exchange(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

/// x of x A = b, in place of b, by elimination of columns with pivots; A is used up. @return
/// whether there is one
static bool solve(double A[MOTIONS][MOTIONS], double b[MOTIONS]) {
  double largest = 0;
  for (int i = 0; i < MOTIONS; ++i)
    for (int j = 0; j < MOTIONS; ++j) largest = fmax(largest, fabs(A[i][j]));
  for (int k = 0; k < MOTIONS; ++k) {
    int pivot = k;
    for (int j = k; j < MOTIONS; ++j)
      if (fabs(A[k][j]) > fabs(A[k][pivot])) pivot = j;
    if (!(fabs(A[k][pivot]) > 1e-9 * largest)) return false;
    for (int i = 0; i < MOTIONS; ++i) exchange(&A[i][k], &A[i][pivot]);
    exchange(&b[k], &b[pivot]);
    for (int j = 0; j < MOTIONS; ++j) {
      const double factor = j == k ? 0 : A[k][j] / A[k][k];
      for (int i = 0; i < MOTIONS; ++i) A[i][j] -= factor * A[i][k];
      b[j] -= factor * b[k];
    }
  }
  for (int k = 0; k < MOTIONS; ++k) b[k] /= A[k][k];
  return true;
}

/// A component of an end, used while the components of a link are collected.
typedef struct component_row {
  int64_t grid;
  int component;
  double axis[3][3], row[MOTIONS], weight;
} component_row;

static int measure(const tying *m, const gb_nastran_link *link, int64_t grid, center *out,
                   gb_error *error) {
  const gb_nastran_end *end = &m->nastran->rigid.ends.entry[link->first];
  double axis[3][3];
  const double *X;
  GB_TRY(axes_of(m, link->line, link->card, grid, axis, &out->origin, error));
  out->size = 0;
  for (int i = 0; i < link->count; ++i) {
    GB_TRY(axes_of(m, link->line, link->card, end[i].grid, axis, &X, error));
    const double arm[3] = {X[0] - out->origin[0], X[1] - out->origin[1], X[2] - out->origin[2]};
    out->size += gb_length(arm) / link->count;
  }
  if (out->size == 0) out->size = 1;
  return GB_OK;
}

typedef GB_LIST_OF(component_row) row_list;

/// The rows of the components of an end.
static int list_rows(const tying *m, const gb_nastran_link *link, const gb_nastran_end *end,
                     const center *about, row_list *out, gb_error *error) {
  component_row row = {.grid = end->grid, .weight = end->weight};
  const double *X;
  GB_TRY(axes_of(m, link->line, link->card, end->grid, row.axis, &X, error));
  for (row.component = 1; row.component <= MOTIONS; ++row.component) {
    if (!(end->components >> row.component & 1)) continue;
    rigid_row(about, X, row.component, (const double(*)[3])row.axis, row.row);
    GB_TRY(GB_ARENA_ADD(m->nastran->deck->arena, *out, row, error));
  }
  return GB_OK;
}

static int add_row(tying *m, const component_row *row, double factor, gb_error *error) {
  if (fabs(factor) < 1e-13) return GB_OK; // round-off of the elimination
  return add_component(m, row->grid, row->component, (const double(*)[3])row->axis, factor, error);
}

/// RBE1 and RBAR: u_d = R_d A^-1 u_n, where the independent components are u_n = A m of the rigid
/// motion m.
static int add_rigid(tying *m, const gb_nastran_link *link, gb_error *error) {
  const gb_nastran_end *end = &m->nastran->rigid.ends.entry[link->first];
  row_list independent = {0}, dependent = {0};
  center about;
  GB_TRY(measure(m, link, end->grid, &about, error));
  for (int i = 0; i < link->count; ++i)
    GB_TRY(list_rows(m, link, &end[i], &about, i < link->independent ? &independent : &dependent,
                     error));
  for (int d = 0; d < dependent.count; ++d) {
    double A[MOTIONS][MOTIONS], x[MOTIONS];
    for (int i = 0; i < MOTIONS; ++i) memcpy(A[i], independent.entry[i].row, sizeof A[i]);
    memcpy(x, dependent.entry[d].row, sizeof x);
    if (!solve(A, x))
      return GB_REFUSE(
          m->nastran, link, GB_WRONG_REFERENCE, error,
          "the independent components do not determine a rigid motion; accepted: six that do");
    GB_TRY(begin(m, link->card, link->id, link->line, error));
    GB_TRY(add_row(m, &dependent.entry[d], 1, error));
    for (int i = 0; i < MOTIONS; ++i) GB_TRY(add_row(m, &independent.entry[i], -x[i], error));
  }
  return GB_OK;
}

/// Component c of the reference grid of an RBE3 by those of the others.
static int add_mean_component(tying *m, const gb_nastran_link *link, const row_list *all,
                              const center *about, int c, gb_error *error) {
  double axis[3][3], N[MOTIONS][MOTIONS] = {{0}}, x[MOTIONS];
  const double *origin;
  GB_TRY(axes_of(m, link->line, link->card, link->grid, axis, &origin, error));
  for (int k = 0; k < all->count; ++k)
    for (int i = 0; i < MOTIONS; ++i)
      for (int j = 0; j < MOTIONS; ++j)
        N[i][j] += all->entry[k].weight * all->entry[k].row[i] * all->entry[k].row[j];
  rigid_row(about, origin, c, (const double(*)[3])axis, x);
  if (!solve(N, x))
    return gb_deck_fail(m->nastran->deck, link->line, error,
                        "RBE3 %lld: the components of its grids do not determine a rigid motion; "
                        "accepted: 123 of three grids that are not on one line, or rotations too",
                        (long long)link->id);
  GB_TRY(begin(m, link->card, link->id, link->line, error));
  GB_TRY(add_component(m, link->grid, c, (const double(*)[3])axis, -1, error));
  for (int k = 0; k < all->count; ++k) {
    double factor = 0;
    for (int i = 0; i < MOTIONS; ++i) factor += all->entry[k].weight * x[i] * all->entry[k].row[i];
    GB_TRY(add_row(m, &all->entry[k], factor, error));
  }
  return GB_OK;
}

/// RBE3: the reference grid has the rigid motion that fits the components of the others best in the
/// weighted mean square, rotations times their mean distance: m = N^-1 sum w R^T u, N = sum w R^T
/// R.
static int add_mean(tying *m, const gb_nastran_link *link, gb_error *error) {
  const gb_nastran_end *end = &m->nastran->rigid.ends.entry[link->first];
  row_list all = {0};
  center about;
  GB_TRY(measure(m, link, link->grid, &about, error));
  for (int i = 0; i < link->count; ++i) GB_TRY(list_rows(m, link, &end[i], &about, &all, error));
  for (int k = 0; k < all.count; ++k)
    if (all.entry[k].component > 3) all.entry[k].weight *= about.size * about.size;
  for (int c = 1; c <= MOTIONS; ++c)
    if (link->held >> c & 1) GB_TRY(add_mean_component(m, link, &all, &about, c, error));
  return GB_OK;
}

/// RBE2: components of a grid, along its axes, are those of the link's body there.
static int tie_to_body(tying *m, const gb_nastran_link *link, int64_t grid, gb_error *error) {
  double axis[3][3];
  const double *position;
  GB_TRY(axes_of(m, link->line, link->card, grid, axis, &position, error));
  for (int c = 1; c <= MOTIONS; ++c) {
    if (!(link->held >> c & 1)) continue;
    GB_TRY(begin(m, link->card, link->id, link->line, error));
    GB_TRY(add_component(m, grid, c, (const double(*)[3])axis, 1, error));
    GB_TRY(add(m, link->grid, grid, c > 3, axis[(c - 1) % 3], -1, error));
  }
  return GB_OK;
}

/// Grids that equations name.
typedef struct naming {
  bool *taken;         ///< by elements, bodies and links, [nodes]
  unsigned char *used; ///< displacements of others that equations name, as bits 1 to 3, [nodes]
} naming;

/// A grid that equations name, and nothing else has, is a free node.
static int need_point(tying *m, naming *names, const gb_nastran_link *by, int64_t grid,
                      unsigned components, gb_error *error) {
  const int32_t node = gb_lower_index(m->mesh->node_id, m->mesh->nodes, grid);
  const gb_nastran_place *place = gb_nastran_place_of(m->nastran, grid);
  const char *name;
  if (!place)
    return gb_deck_fail_as(GB_UNDEFINED_NUMBER, m->nastran->deck, by->line, error,
                           "%s: grid %lld is not defined", by->card, (long long)grid);
  if (names->taken[node] || gb_deck_body_at(m->nastran->deck, node)) return GB_OK;
  const bool known = gb_deck_free_at(m->nastran->deck, node);
  if (known && !names->used[node]) return GB_OK; // of springs
  names->used[node] |= place->axes == 0 ? (unsigned char)(components & 0xe) : 0xe;
  if (known) return GB_OK;
  names->used[node] |= 1; // there is a free node of equations alone
  GB_TRY(gb_nastran_write_name(m->nastran, "GRID", grid, &name, error));
  return gb_deck_add_free(m->nastran->deck, node, name, error);
}

/// Displacements of such free nodes that no equation names are held.
static int hold_points(tying *m, const naming *names, gb_error *error) {
  for (int32_t n = 0; n < m->mesh->nodes; ++n) {
    const unsigned free = 0xe & ~(unsigned)names->used[n];
    if (!(names->used[n] & 1) || free == 0) continue;
    gb_deck_free_at(m->nastran->deck, n)->fix |= free >> 1;
    GB_TRY(gb_deck_note(
        m->nastran->deck, -1, error,
        "components %s of grid %lld, which nothing but equations of others has, are held",
        gb_deck_digits_of(free).text, (long long)m->mesh->node_id[n]));
  }
  return GB_OK;
}

static int make_equations(tying *m, naming *names, gb_error *error) {
  GB_EACH(e, m->nastran->rigid.equations) {
    const gb_nastran_link by = {.card = e->card, .line = e->line};
    if (gb_nastran_factor_of_set(m->nastran, GB_NASTRAN_MPC, e->set) == 0) continue;
    for (int k = 0; k < e->count; ++k) {
      const gb_nastran_term *term = &m->nastran->rigid.terms.entry[e->first + k];
      GB_TRY(need_point(m, names, &by, term->grid, 1u << term->component, error));
    }
    GB_TRY(add_equation(m, e, error));
  }
  return GB_OK;
}

static int make_links(tying *m, naming *names, gb_error *error) {
  GB_EACH(loose, m->nastran->rigid.loose) {
    GB_TRY(need_point(m, names, &loose->link, loose->grid, loose->link.held, error));
    GB_TRY(tie_to_body(m, &loose->link, loose->grid, error));
  }
  GB_EACH(link, m->nastran->rigid.links) {
    const gb_nastran_end *end = &m->nastran->rigid.ends.entry[link->first];
    for (int32_t k = 0; k < link->count && link->general; ++k)
      GB_TRY(need_point(m, names, link, end[k].grid, end[k].components, error));
    if (link->general && !strcmp(link->card, "RBE3"))
      GB_TRY(need_point(m, names, link, link->grid, link->held, error));
    if (link->general)
      GB_TRY(strcmp(link->card, "RBE3") ? add_rigid(m, link, error) : add_mean(m, link, error));
  }
  return GB_OK;
}

int gb_nastran_make_ties(gb_nastran *nastran, gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  tying m = {nastran, nastran->deck->mesh, problem};
  naming names = {0};
  GB_TRY(gb_nastran_mark_taken(nastran, &names.taken, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, names.used, (size_t)nastran->deck->mesh->nodes, error));
  GB_TRY(make_equations(&m, &names, error));
  const int before = problem->equations.count;
  GB_TRY(make_links(&m, &names, error));
  if (problem->equations.count > before)
    GB_TRY(gb_deck_note(
        nastran->deck, -1, error,
        "RBE1, RBAR, RBE2 and RBE3 of some components are %d equations, for small rotations",
        problem->equations.count - before));
  return hold_points(&m, &names, error);
}

int gb_nastran_give(gb_nastran *nastran, const gb_nastran_given *given, gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  tying m = {nastran, nastran->deck->mesh, problem};
  double axis[3][3];
  const double *position;
  const gb_nastran_action *action = given->action;
  const char *card = action->set < 0 ? "GRID" : action->card;
  GB_TRY(axes_of(&m, action->line, card, given->grid, axis, &position, error));
  GB_TRY(begin(&m, card, given->grid, action->line, error));
  gb_equation *equation = &problem->equations.entry[problem->equations.count - 1];
  GB_TRY(gb_arena_text(problem->arena, &equation->name, error, "%s of grid %lld, component %d",
                       card, (long long)given->grid, given->component));
  equation->support = true;
  if (given->pulse >= 0 || given->value != 0)
    GB_TRY(gb_nastran_history(nastran, given->pulse, given->value, &equation->value, error));
  return add_component(&m, given->grid, given->component, (const double(*)[3])axis, 1, error);
}

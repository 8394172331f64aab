/// Matrices of a deck: GENEL, and DMIG that K2GG, B2GG or M2GG of the case control name. They
/// become given matrices between two grids, or a grid and the ground: where a matrix connects more
/// grids, each pair has the part between both grids, and each grid its own part towards the ground.
/// Source: MSC Nastran Quick Reference Guide, GENEL, DMIG, K2GG.
#include "nastran/bodies/matrices.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/spring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { END = GB_MATRIX_END };

/// Copy a name of up to eight characters.
static int read_name(const gb_record *card, int entry, char name[GB_NASTRAN_NAME],
                     gb_error *error) {
  const gb_deck_text text = gb_field(card, entry);
  GB_REFUSE_IF(text.length == 0 || text.length >= GB_NASTRAN_NAME, card, error,
               "NAME is %s; accepted: a name of one to eight characters",
               text.length ? "too long" : "missing");
  snprintf(name, GB_NASTRAN_NAME, "%.*s", text.length, text.text);
  return GB_OK;
}

static int read_point(const gb_record *card, int entry, const char *grid, const char *component,
                      gb_nastran_coordinate *out, gb_error *error) {
  GB_TRY(gb_read_number(card, entry, grid, &out->grid, error));
  GB_TRY(gb_read_integer(card, entry + 1, component, &out->component, error));
  GB_REFUSE_IF(out->component < 1 || out->component > END, card, error,
               "%s = %lld; accepted: a component of a grid, from 1 to 6", component,
               (long long)out->component);
  return GB_OK;
}

/// Read the header of a DMIG, whose GJ is 0.
static int read_header(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_matrix matrix = {.line = card->line};
  GB_TRY(read_name(card, 0, matrix.name, error));
  GB_TRY(GB_READ(card, error, {2, "IFO", .integer = &matrix.form},
                 {3, "TIN", .integer = &matrix.type}, {5, "POLAR", .only = "matrices are real"},
                 {6, "field 8", .only = "it is blank"}, {8, .end = true}));
  GB_EACH(one, nastran->springs->matrices)
    GB_REFUSE_IF(!strcmp(one->name, matrix.name), card, error, "NAME %s has two headers",
                 one->name);
  return GB_KEEP(nastran, springs->matrices, matrix, error);
}

int gb_nastran_dmig(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_term term = {.line = card->line};
  if (gb_field_is(card, 1, "0")) return read_header(nastran, card, error);
  GB_TRY(read_name(card, 0, term.name, error));
  GB_TRY(read_point(card, 1, "GJ", "CJ", &term.at[0], error));
  GB_TRY(gb_expect_blank(card, 3, 4, error));
  for (int i = 4; i < card->count; i += 4) {
    if (gb_field_is_blank(card, i)) {
      GB_TRY(gb_expect_blank(card, i, i + 4, error));
      continue;
    }
    GB_TRY(read_point(card, i, "G1, G2, ...", "C1, C2, ...", &term.at[1], error));
    GB_TRY(gb_read_real(card, i + 2, "A1, A2, ...", &term.value, error));
    GB_TRY(gb_expect(card, i + 3, "B1, B2, ...", 0, "matrices are real", error));
    GB_TRY(GB_KEEP(nastran, springs->terms, term, error));
  }
  return GB_OK;
}

/// The grids of a matrix, ascending, and its entries by their components, [6 grids][6 grids].
typedef struct whole {
  const char *card, *name;
  int32_t line;
  int64_t id;
  int count;
  int64_t *grid;
  double *entry;
} whole;

static int add_grid(const gb_nastran *nastran, whole *w, int64_t grid, gb_error *error) {
  for (int i = 0; i < w->count; ++i)
    if (w->grid[i] == grid) return GB_OK;
  return gb_arena_add(nastran->deck->arena, &w->grid, &w->count, sizeof grid, &grid, error);
}

static double *entry_of(const whole *w, const gb_nastran_coordinate *row,
                        const gb_nastran_coordinate *column) {
  int i = 0, j = 0;
  while (w->grid[i] != row->grid) ++i;
  while (w->grid[j] != column->grid) ++j;
  const size_t size = (size_t)(END * w->count);
  return &w->entry[size * (size_t)(END * i + row->component - 1) +
                   (size_t)(END * j + column->component - 1)];
}

/// Whether a part of a matrix between two of its grids has an entry that is not zero.
static bool is_coupled(const whole *w, int one, int two) {
  const size_t size = (size_t)(END * w->count);
  for (int i = 0; i < END; ++i)
    for (int j = 0; j < END; ++j)
      if (w->entry[size * (size_t)(END * one + i) + (size_t)(END * two + j)] != 0) return true;
  return false;
}

/// Copy the part of a matrix between two grids to the rows and columns of two ends.
static void copy_part(const whole *w, const int from[2], const int to[2],
                      double out[GB_MATRIX_COMPONENTS][GB_MATRIX_COMPONENTS]) {
  const size_t size = (size_t)(END * w->count);
  for (int i = 0; i < END; ++i)
    for (int j = 0; j < END; ++j)
      out[END * to[0] + i][END * to[1] + j] =
          w->entry[size * (size_t)(END * from[0] + i) + (size_t)(END * from[1] + j)];
}

/// Keep the part of a matrix that two of its grids have, or one of them (two: -1).
/// @param diagonal  whether the parts of the grids themselves belong to it
static int keep_part(gb_nastran *nastran, const whole *w, int which, int one, int two,
                     bool diagonal, gb_error *error) {
  const int grid[2] = {one, two};
  gb_nastran_spring spring = {.card = w->card, .id = w->id, .line = w->line};
  GB_TRY(GB_TAKE(nastran->deck->arena, spring.own, 1, error));
  for (int i = 0; i < 2 && grid[i] >= 0; ++i) {
    spring.grid[i] = w->grid[grid[i]];
    for (int j = 0; j < 2 && grid[j] >= 0; ++j)
      if (diagonal || i != j)
        copy_part(w, (const int[]){grid[i], grid[j]}, (const int[]){i, j},
                  spring.own->entry[which]);
  }
  GB_TRY(gb_arena_text(nastran->deck->arena, &spring.name, error,
                       spring.grid[1] ? "%s %s %lld %lld" : "%s %s %lld", w->card, w->name,
                       (long long)spring.grid[0], (long long)spring.grid[1]));
  return GB_KEEP(nastran, springs->all, spring, error);
}

static int compare_grids(const void *a, const void *b) {
  const int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
  return (one > two) - (one < two);
}

/// Keep a matrix as parts of pairs of grids. A pair that no other grid is coupled with is whole.
static int keep_whole(gb_nastran *nastran, const whole *w, int which, gb_error *error) {
  int *others, *last;
  GB_TRY(GB_TAKE(nastran->deck->arena, others, (size_t)w->count, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, last, (size_t)w->count, error));
  for (int i = 0; i < w->count; ++i)
    for (int j = 0; j < w->count; ++j)
      if (i != j && is_coupled(w, i, j)) ++others[i], last[i] = j;
  for (int i = 0; i < w->count; ++i) {
    const bool pair = others[i] == 1 && others[last[i]] == 1;
    if (pair && i < last[i]) GB_TRY(keep_part(nastran, w, which, i, last[i], true, error));
    if (pair) continue;
    if (is_coupled(w, i, i)) GB_TRY(keep_part(nastran, w, which, i, -1, true, error));
    for (int j = i + 1; j < w->count; ++j)
      if (is_coupled(w, i, j)) GB_TRY(keep_part(nastran, w, which, i, j, false, error));
  }
  return GB_OK;
}

/// Add a term of a DMIG and, of a symmetric matrix, the one across the diagonal.
static int add_term(const gb_nastran *nastran, const whole *w, bool symmetric,
                    const gb_nastran_term *term, double factor, gb_error *error) {
  double *entry = entry_of(w, &term->at[1], &term->at[0]);
  double *across = entry_of(w, &term->at[0], &term->at[1]);
  GB_DECK_FAIL_IF(*entry != 0, GB_DUPLICATE_NUMBER, nastran->deck, term->line, error,
                  "DMIG %s: the entry of grid %lld, component %lld and grid %lld, component %lld "
                  "is given twice",
                  w->name, (long long)term->at[1].grid, (long long)term->at[1].component,
                  (long long)term->at[0].grid, (long long)term->at[0].component);
  *entry = factor * term->value;
  if (symmetric) *across = *entry;
  return GB_OK;
}

/// Check that a square matrix is symmetric.
static int check_symmetry(const gb_nastran *nastran, const whole *w, gb_error *error) {
  const size_t size = (size_t)(END * w->count);
  for (size_t i = 0; i < size; ++i)
    for (size_t j = 0; j < i; ++j)
      GB_DECK_FAIL_IF(w->entry[size * i + j] != w->entry[size * j + i], GB_UNREAD_CARD,
                      nastran->deck, w->line, error,
                      "DMIG %s is not symmetric; accepted: a symmetric matrix", w->name);
  return GB_OK;
}

static int use_matrix(gb_nastran *nastran, const gb_nastran_matrix_use *use, gb_error *error) {
  enum { SQUARE = 1, SYMMETRIC = 6, MOST_REAL = 2 };
  const gb_nastran_matrix *header = NULL;
  GB_EACH(one, nastran->springs->matrices)
    if (!strcmp(one->name, use->name)) header = one;
  GB_DECK_FAIL_IF(!header, GB_WRONG_REFERENCE, nastran->deck, use->line, error,
                  "no DMIG has the name %s", use->name);
  GB_DECK_FAIL_IF((header->form != SQUARE && header->form != SYMMETRIC) || header->type > MOST_REAL,
                  GB_UNREAD_CARD, nastran->deck, header->line, error,
                  "DMIG %s: IFO = %lld, TIN = %lld; accepted: 6 or 1 (symmetric), of real numbers "
                  "(1 or 2)",
                  use->name, (long long)header->form, (long long)header->type);
  whole w = {.card = "DMIG", .name = header->name, .line = header->line};
  GB_EACH(term, nastran->springs->terms)
    for (int k = 0; k < 2 && !strcmp(term->name, use->name); ++k)
      GB_TRY(add_grid(nastran, &w, term->at[k].grid, error));
  if (w.count == 0)
    return gb_deck_note(nastran->deck, header->line, error, "DMIG %s has no entries", use->name);
  qsort(w.grid, (size_t)w.count, sizeof *w.grid, compare_grids);
  const size_t size = (size_t)(END * w.count);
  GB_TRY(GB_TAKE(nastran->deck->arena, w.entry, size * size, error));
  GB_EACH(term, nastran->springs->terms)
    if (!strcmp(term->name, use->name))
      GB_TRY(add_term(nastran, &w, header->form == SYMMETRIC, term, use->factor, error));
  GB_TRY(check_symmetry(nastran, &w, error));
  return keep_whole(nastran, &w, use->which, error);
}

int gb_nastran_add_matrices(gb_nastran *nastran, gb_error *error) {
  GB_EACH(use, nastran->springs->uses) GB_TRY(use_matrix(nastran, use, error));
  GB_EACH(matrix, nastran->springs->matrices) {
    bool used = false;
    GB_EACH(use, nastran->springs->uses) used = used || !strcmp(use->name, matrix->name);
    GB_DECK_FAIL_IF(!used && !nastran->set->control, GB_UNREAD_CARD, nastran->deck, matrix->line,
                    error,
                    "DMIG %s, and no case control says what it is; accepted: one with K2GG, B2GG "
                    "or M2GG = %s",
                    matrix->name, matrix->name);
    if (!used)
      GB_TRY(gb_deck_note(nastran->deck, matrix->line, error,
                          "DMIG %s is left out: the case control does not name it by K2GG, B2GG "
                          "or M2GG",
                          matrix->name));
  }
  return GB_OK;
}

// GENEL

/// The rows of a GENEL: where its list of UD and its numbers begin; -1: none.
typedef struct genel {
  const gb_record *card;
  int dependent, numbers, shape;
  bool flexible; ///< Z is given instead of K
  GB_LIST_OF(gb_nastran_coordinate) free, fixed;
} genel;

/// Find the lines that begin with UD, K or Z, and S.
static int find_rows(genel *g, gb_error *error) {
  const gb_record *card = g->card;
  g->dependent = g->numbers = g->shape = -1;
  for (int i = 8; i < card->count; i += 8) {
    g->flexible |= gb_field_is(card, i, "Z");
    if (gb_field_is(card, i, "UD")) g->dependent = i;
    if (gb_field_is(card, i, "K") || gb_field_is(card, i, "Z")) g->numbers = i;
    if (gb_field_is(card, i, "S")) g->shape = i;
  }
  GB_REFUSE_IF(g->numbers < 0, card, error, "neither K nor Z is given");
  GB_REFUSE_IF(g->dependent >= 0 && g->shape < 0, card, error,
               "UD is given without S; accepted: the matrix S, or no UD");
  return GB_OK;
}

/// Read the grids and components from a line's third field on, up to the field `end`.
static int read_points(const gb_nastran *nastran, const gb_record *card, int first, int end,
                       const char *names[2], void *list, gb_error *error) {
  GB_LIST_OF(gb_nastran_coordinate) *to = list;
  gb_nastran_coordinate at;
  GB_TRY(gb_expect_blank(card, first - 1, first, error));
  for (int i = first; i < end; i += 2) {
    if (gb_field_is_blank(card, i)) {
      GB_TRY(gb_expect_blank(card, i, i + 2, error));
      continue;
    }
    GB_TRY(read_point(card, i, names[0], names[1], &at, error));
    GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *to, at, error));
  }
  return GB_OK;
}

/// Replace a positive definite matrix by its inverse. @return false: it is not positive definite
static bool invert(int n, double A[]) {
  for (int k = 0; k < n; ++k) {
    const double pivot = A[n * k + k];
    if (!(pivot > 0)) return false;
    A[n * k + k] = 1;
    for (int j = 0; j < n; ++j) A[n * k + j] /= pivot;
    for (int i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : A[n * i + k];
      if (i != k) A[n * i + k] = 0;
      for (int j = 0; j < n; ++j) A[n * i + j] -= factor * A[n * k + j];
    }
  }
  return true;
}

/// Read K, or Z and invert it, whose lower triangle is given column by column: K[n][n].
static int read_stiffness(const genel *g, int n, double K[], gb_error *error) {
  int at = g->numbers + 1;
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      GB_TRY(gb_read_real(g->card, at++, g->flexible ? "Z" : "K", &K[n * i + j], error));
      K[n * j + i] = K[n * i + j];
    }
  GB_TRY(gb_expect_blank(g->card, at, g->shape < 0 ? g->card->count : g->shape, error));
  GB_REFUSE_IF(g->flexible && !invert(n, K), g->card, error,
               "Z is not positive definite; accepted: flexibilities of all UI");
  for (int i = 0; i < n && g->flexible; ++i) // without the round-off of the elimination
    for (int j = 0; j < i; ++j) K[n * i + j] = K[n * j + i] = (K[n * i + j] + K[n * j + i]) / 2;
  return GB_OK;
}

/// Fill the matrix of u and d: K (u - S d) on u, and -S^T times it on d.
static void fill(const genel *g, const double K[], const double S[], const whole *w) {
  const int n = g->free.count, m = g->fixed.count;
  for (int i = 0; i < n + m; ++i)
    for (int j = 0; j < n + m; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l) {
          const double left = i < n ? i == k : -S[m * k + i - n];
          const double right = j < n ? j == l : -S[m * l + j - n];
          sum += left * K[n * k + l] * right;
        }
      *entry_of(w, i < n ? &g->free.entry[i] : &g->fixed.entry[i - n],
                j < n ? &g->free.entry[j] : &g->fixed.entry[j - n]) = sum;
    }
}

int gb_nastran_genel(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_arena *arena = nastran->deck->arena;
  genel g = {.card = card};
  whole w = {.card = "GENEL", .name = "", .line = card->line};
  double *K, *S;
  GB_TRY(gb_read_number(card, 0, "EID", &w.id, error));
  GB_TRY(find_rows(&g, error));
  const int first = g.dependent >= 0 ? g.dependent : g.numbers;
  GB_TRY(read_points(nastran, card, 2, first, (const char *[]){"UI", "CI"}, &g.free, error));
  if (g.dependent >= 0)
    GB_TRY(read_points(nastran, card, g.dependent + 2, g.numbers, (const char *[]){"UD", "CD"},
                       &g.fixed, error));
  const int n = g.free.count, m = g.fixed.count;
  GB_REFUSE_IF(n == 0, card, error, "UI is missing");
  GB_TRY(GB_TAKE(arena, K, (size_t)(n * n), error));
  GB_TRY(GB_TAKE(arena, S, (size_t)(n * m + 1), error));
  GB_TRY(read_stiffness(&g, n, K, error));
  for (int i = 0; i < n * m; ++i)
    GB_TRY(gb_read_real_or(card, g.shape + 1 + i, "S", 0, &S[i], error));
  if (g.shape >= 0) GB_TRY(gb_expect_blank(card, g.shape + 1 + n * m, card->count, error));
  GB_EACH(at, g.free) GB_TRY(add_grid(nastran, &w, at->grid, error));
  GB_EACH(at, g.fixed) GB_TRY(add_grid(nastran, &w, at->grid, error));
  GB_TRY(GB_TAKE(arena, w.entry, (size_t)(END * w.count) * (size_t)(END * w.count), error));
  fill(&g, K, S, &w);
  char name[24];
  snprintf(name, sizeof name, "%lld", (long long)w.id);
  w.name = name;
  return keep_whole(nastran, &w, GB_MATRIX_STIFFNESS, error);
}

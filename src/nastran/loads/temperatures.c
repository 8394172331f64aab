/// Temperatures of grids, TEMP and TEMPD, and of elements, TEMPP1 and TEMPRB, of the set that
/// TEMPERATURE(LOAD) of the case control names. An element without its own has the mean of its
/// grids. It expands from TREF of its material, or of its PCOMP. Source: MSC Nastran Quick
/// Reference Guide, TEMP, TEMPD, TEMPP1, TEMPRB, MAT1, MAT2, MAT8, PCOMP.
#include "deck/heat.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/load.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

/// Read a TEMP: a set, and grids with their temperatures; or a TEMPD: sets with a temperature of
/// all other grids.
int gb_nastran_temp(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool rest = !strcmp(card->word, "TEMPD");
  gb_nastran_temperature t = {.card = rest ? "TEMPD" : "TEMP", .line = card->line};
  GB_TRY(gb_read_number(card, 0, "SID", &t.set, error));
  for (int i = rest ? 0 : 1; i < (rest ? 8 : 7); i += 2) {
    if (i > 1 && gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(gb_read_number(card, i, rest ? "SID" : "G", rest ? &t.set : &t.grid, error));
    GB_TRY(gb_read_real(card, i + 1, "T", &t.value, error));
    GB_TRY(GB_KEEP(nastran, dynamics->temperatures, t, error));
  }
  return gb_expect_end(card, rest ? 8 : 7, error);
}

/// Read TBAR and TPRIME of a TEMPP1, or TA and TB of a TEMPRB, and its gradients.
/// @param elements entry of the first further element
static int read_heat(const gb_record *card, gb_nastran_temperature *t, int *elements,
                     gb_error *error) {
  double ends[2] = {0};
  *elements = 8;
  if (!strcmp(card->word, "TEMPP1")) {
    GB_TRY(GB_READ(card, error, {2, "TBAR", .real = &t->value},
                   {3, "TPRIME", .real_or = &t->gradient}, {4, "TS1, TS2", .ignored = 2}));
    return gb_expect_blank(card, 6, 8, error);
  }
  *elements = 16;
  GB_TRY(GB_READ(card, error, {2, "TA", .real = &ends[0]}, {3, "TB", .real = &ends[1]},
                 {8, "TCA to TFB", .ignored = 8}));
  for (int i = 0; i < 4; ++i)
    GB_TRY(gb_read_real_or(card, 4 + i, "TP1A to TP2B", 0, &t->across[i], error));
  t->value = (ends[0] + ends[1]) / 2;
  return GB_OK;
}

/// Read a TEMPP1 or TEMPRB: temperatures of one element, which further ones or ranges have too.
int gb_nastran_temp_of_elements(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_temperature t = {.card = !strcmp(card->word, "TEMPP1") ? "TEMPP1" : "TEMPRB",
                              .line = card->line,
                              .grid = GB_NASTRAN_OF_ELEMENTS};
  int elements;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &t.set}, {1, "EID1", .number = &t.first}));
  GB_TRY(read_heat(card, &t, &elements, error));
  t.last = t.first;
  GB_TRY(GB_KEEP(nastran, dynamics->temperatures, t, error));
  for (int i = elements; i < card->count; ++i) {
    gb_nastran_range range;
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_nastran_read_range(card, &i, &range, error));
    GB_REFUSE_IF(range.step != 1, card, error, "BY is not read here");
    t.first = range.first;
    t.last = range.last;
    GB_TRY(GB_KEEP(nastran, dynamics->temperatures, t, error));
  }
  return GB_OK;
}

/// Keep a card of temperatures that are not read, which is refused if its set acts.
int gb_nastran_temp_unread(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_temperature t = {
      .card = card->word, .line = card->line, .grid = GB_NASTRAN_UNREAD_HEAT};
  GB_TRY(gb_read_number(card, 0, "SID", &t.set, error));
  return GB_KEEP(nastran, dynamics->temperatures, t, error);
}

int gb_nastran_rigid_expansion(gb_nastran *nastran, const gb_record *card, int entry,
                               gb_error *error) {
  gb_nastran_temperature t = {.card = card->word, .line = card->line};
  GB_TRY(GB_READ(card, error, {entry, "ALPHA", .real_or = &t.value}, {entry + 1, .end = true}));
  return t.value == 0 ? GB_OK : GB_KEEP(nastran, dynamics->rigid, t, error);
}

static int compare_grids(const void *a, const void *b) {
  const gb_nastran_temperature *x = *(const gb_nastran_temperature *const *)a;
  const gb_nastran_temperature *y = *(const gb_nastran_temperature *const *)b;
  return (x->grid > y->grid) - (x->grid < y->grid);
}

/// Give elements the temperature of a card. errors: GB_DUPLICATE_NUMBER, GB_UNDEFINED_NUMBER,
/// GB_WRONG_REFERENCE for elements of another kind that the card names
static int heat_elements(const gb_nastran *nastran, const gb_nastran_temperature *t,
                         const gb_nastran_temperature *of[], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int dimension = !strcmp(t->card, "TEMPP1") ? 2 : 1;
  const int32_t first = gb_lower_index(mesh->element_id, mesh->elements, t->first);
  GB_DECK_FAIL_IF(t->first == t->last &&
                      (first == mesh->elements || mesh->element_id[first] != t->first),
                  GB_UNDEFINED_NUMBER, nastran->deck, t->line, error,
                  "%s %lld: element %lld is not there; accepted: numbers of shells and bars",
                  t->card, (long long)t->set, (long long)t->first);
  for (int32_t e = first; e < mesh->elements && mesh->element_id[e] <= t->last; ++e) {
    const bool other = gb_shape_dimension((gb_shape)mesh->shape[e]) != dimension;
    GB_DECK_FAIL_IF(other, GB_WRONG_REFERENCE, nastran->deck, t->line, error,
                    "%s %lld: element %lld is no %s; accepted: %s", t->card, (long long)t->set,
                    (long long)mesh->element_id[e], dimension == 2 ? "shell" : "bar",
                    dimension == 2 ? "shells" : "bars");
    GB_DECK_FAIL_IF(of[e], GB_DUPLICATE_NUMBER, nastran->deck, t->line, error,
                    "%s %lld: element %lld has two temperatures", t->card, (long long)t->set,
                    (long long)mesh->element_id[e]);
    of[e] = t;
  }
  return GB_OK;
}

/// Make the part of the table for elements. Of those that are reversed the gradient is, too.
static int make_elements(const gb_nastran *nastran, gb_node_table *out, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const gb_nastran_temperature **of;
  GB_TRY(GB_TAKE(nastran->deck->arena, of, (size_t)mesh->elements, error));
  GB_EACH(t, nastran->dynamics->temperatures)
    if (t->grid == GB_NASTRAN_OF_ELEMENTS && t->set == nastran->set->chosen[GB_NASTRAN_TEMPERATURE])
      GB_TRY(heat_elements(nastran, t, of, error));
  for (int32_t e = 0; e < mesh->elements; ++e) out->elements += of[e] != NULL;
  GB_TRY(GB_TAKE(nastran->deck->problem->arena, out->element, (size_t)out->elements, error));
  GB_TRY(GB_TAKE(nastran->deck->problem->arena, out->heat, (size_t)out->elements, error));
  for (int32_t e = 0, k = 0; e < mesh->elements; ++e) {
    if (!of[e]) continue;
    out->element[k] = mesh->element_id[e];
    out->heat[k][0] = of[e]->value;
    out->heat[k++][1] = mesh->reversed[e] ? -of[e]->gradient : of[e]->gradient;
  }
  return GB_OK;
}

/// Make the table of the set that acts. errors: GB_DUPLICATE_NUMBER
static int make_table(const gb_nastran *nastran, gb_node_table *out, gb_error *error) {
  const gb_nastran_temperature **acting;
  gb_arena *arena = nastran->deck->problem->arena;
  const size_t most = (size_t)nastran->dynamics->temperatures.count;
  int count = 0;
  out->rest = NAN;
  GB_TRY(GB_TAKE(nastran->deck->arena, acting, most, error));
  GB_EACH(t, nastran->dynamics->temperatures)
    if (t->set == nastran->set->chosen[GB_NASTRAN_TEMPERATURE]) acting[count++] = t;
  gb_deck_sort(acting, count, sizeof(gb_nastran_temperature *), compare_grids);
  GB_TRY(GB_TAKE(arena, out->node, (size_t)count, error));
  GB_TRY(GB_TAKE(arena, out->value, (size_t)count, error));
  for (int i = 0; i < count; ++i) {
    const gb_nastran_temperature *t = acting[i];
    GB_DECK_FAIL_IF(t->grid == GB_NASTRAN_UNREAD_HEAT, GB_UNREAD_CARD, nastran->deck, t->line,
                    error,
                    "%s %lld: temperatures are those of TEMP, TEMPD, TEMPP1 and TEMPRB; accepted: "
                    "these, or `temperatures` of the case file",
                    t->card, (long long)t->set);
    if (t->grid == GB_NASTRAN_OF_ELEMENTS) continue;
    GB_DECK_FAIL_IF(i > 0 && t->grid == acting[i - 1]->grid, GB_DUPLICATE_NUMBER, nastran->deck,
                    t->line, error, "%s %lld: %s%lld has two temperatures", t->card,
                    (long long)t->set, t->grid ? "grid " : "set ",
                    (long long)(t->grid ? t->grid : t->set));
    if (t->grid == 0) {
      out->rest = t->value;
      continue;
    }
    out->node[out->count] = t->grid;
    out->value[out->count++] = t->value;
  }
  return GB_OK;
}

/// Check that each grid of a group's elements has a temperature, unless the element has. Nodes that
/// the reader adds, with numbers after the last grid, have none: an element has the mean of its
/// grids.
static int check_grids(const gb_nastran *nastran, const gb_node_table *table,
                       const gb_temperature *t, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int64_t last = gb_nastran_last_grid(nastran);
  const gb_group *group = NULL;
  for (int dimension = 3; dimension > 0 && !group; --dimension)
    group = gb_mesh_group(mesh, t->group, dimension);
  for (int32_t k = 0; group && isnan(table->rest) && k < group->elements; ++k) {
    const int32_t e = group->element[k];
    const int64_t element = mesh->element_id[e];
    const int own = gb_lower_index(table->element, table->elements, element);
    const bool has = own < table->elements && table->element[own] == element;
    const int32_t end = mesh->start[has ? e : e + 1];
    for (int32_t p = mesh->start[e]; p < end; ++p) {
      const int64_t id = mesh->node_id[mesh->node[p]];
      const int i = gb_lower_index(table->node, table->count, id);
      if (id > last || (i < table->count && table->node[i] == id)) continue;
      return gb_fail(
          error, GB_UNDEFINED_NUMBER,
          "%s: grid %lld has no temperature in the set %lld; accepted: a TEMP of the grid, "
          "or a TEMPD of the set",
          t->where, (long long)id, (long long)nastran->set->chosen[GB_NASTRAN_TEMPERATURE]);
    }
  }
  return GB_OK;
}

/// Whether a material expands.
static bool expands(const gb_nastran *nastran, int64_t id) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", id);
  if (!m) m = gb_nastran_find_directed(nastran, id);
  return m && (gb_material_expands(&m->is) || m->distortion != 0);
}

/// Refuse plies that distort as they expand.
static int refuse_distorted(const gb_nastran *nastran, const gb_nastran_property *property,
                            gb_error *error) {
  for (int32_t i = 0; i < property->count; ++i) {
    const int64_t id = nastran->shells->plies.entry[property->first + i].material;
    const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT2", id);
    if (m && m->distortion != 0)
      return gb_deck_fail_as(GB_UNREAD_CARD, nastran->deck, m->line, error,
                             "MAT2 %lld: TEMPERATURE acts, and plies expand along their axes here: "
                             "A3 = %g; accepted: 0 or blank",
                             (long long)id, m->distortion);
  }
  return GB_OK;
}

int gb_nastran_matt(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  (void)error;
  nastran->dynamics->varying = card->line;
  return GB_OK;
}

/// Refuse materials that vary, and elements that expand in Nastran but not here: rigid elements,
/// and shells whose section is given by stiffnesses.
static int refuse_others(gb_nastran *nastran, gb_error *error) {
  GB_DECK_FAIL_IF(nastran->dynamics->varying, GB_UNREAD_CARD, nastran->deck,
                  nastran->dynamics->varying, error,
                  "TEMPERATURE acts, and the material varies with it; accepted: constant "
                  "materials, without MATT1, MATT2, MATT8");
  GB_EACH(element, nastran->dynamics->rigid)
    return gb_deck_fail_as(GB_UNREAD_CARD, nastran->deck, element->line, error,
                           "%s: TEMPERATURE acts, and rigid elements do not expand here: ALPHA = "
                           "%g; accepted: blank",
                           element->card, element->value);
  GB_EACH(property, nastran->shells->properties) {
    const gb_nastran_parts *parts = &property->parts;
    const int64_t all[] = {property->shell.material, parts->bending, parts->shear, parts->coupling};
    for (int i = 0; property->general && i < 4; ++i)
      if (all[i] && expands(nastran, all[i]))
        return GB_REFUSE(nastran, property, GB_WRONG_REFERENCE, error,
                         "TEMPERATURE acts, and the expansion of a PSHELL of several materials is "
                         "not read; accepted: a PSHELL of one MAT1, MAT2 or MAT8, or a PCOMP");
    GB_TRY(refuse_distorted(nastran, property, error));
  }
  return GB_OK;
}

/// Keep gradients across bars as loads, which bend them as the gradients do.
static int add_gradients(gb_nastran *nastran, gb_error *error) {
  const int64_t set = nastran->set->chosen[GB_NASTRAN_TEMPERATURE];
  int32_t line = -1;
  GB_EACH(t, nastran->dynamics->temperatures) {
    gb_nastran_spread load = {.card = "TEMPRB", .set = -1, .line = t->line};
    memcpy(load.value, t->across, sizeof load.value);
    const double *g = load.value;
    if (t->set != set || (g[0] == 0 && g[1] == 0 && g[2] == 0 && g[3] == 0)) continue;
    line = t->line;
    GB_EACH(bar, nastran->bars->all) {
      load.target = bar->id;
      if (bar->id >= t->first && bar->id <= t->last && !bar->rod)
        GB_TRY(GB_KEEP(nastran, dynamics->spread, load, error));
    }
  }
  if (line < 0) return GB_OK;
  return gb_deck_note(nastran->deck, line, error,
                      "TEMPRB: gradients bend bars by forces and moments at their ends, which the "
                      "resultants of these bars have too");
}

/// Let all expand from the temperature of TEMPERATURE(INITIAL), which is one for all grids. In
/// nonlinear solutions it takes the place of TREF, in others only where TREF is blank. Source: MSC
/// Nastran Quick Reference Guide, MAT1, remark about TREF.
static int begin_at_initial(const gb_nastran *nastran, gb_error *error) {
  const int64_t set = nastran->dynamics->initial;
  const bool nonlinear = nastran->set->large && !nastran->dynamics->linear;
  const gb_nastran_temperature *all = NULL, *other = NULL;
  if (set == 0) return GB_OK;
  GB_EACH(t, nastran->dynamics->temperatures) {
    if (t->set == set && t->grid == 0 && !all)
      all = t;
    else if (t->set == set)
      other = t;
  }
  GB_DECK_FAIL_IF(
      !all || other, GB_UNREAD_CARD, nastran->deck, other ? other->line : -1, error,
      "TEMPERATURE(INITIAL) = %lld, beside temperatures that act, has %s; accepted: one "
      "TEMPD, a temperature of all grids",
      (long long)set, other ? other->card : "no TEMPD");
  GB_EACH(t, nastran->deck->problem->temperatures) {
    if (!nonlinear && t->datum != 0 && t->datum != all->value)
      return gb_fail(
          error, GB_WRONG_REFERENCE,
          "%s: TEMPERATURE(INITIAL) beside temperatures that act: it is %g, and TREF %g; "
          "accepted in linear solutions: a TREF that is blank, or equal",
          t->where, all->value, t->datum);
    t->datum = all->value;
  }
  return GB_OK;
}

int gb_nastran_add_temperatures(gb_nastran *nastran, gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  gb_node_table *table;
  if (nastran->set->chosen[GB_NASTRAN_TEMPERATURE] == 0) return GB_OK;
  if (!gb_nastran_has_set(nastran, GB_NASTRAN_TEMPERATURE,
                          nastran->set->chosen[GB_NASTRAN_TEMPERATURE]))
    return gb_nastran_refuse_set(nastran, GB_NASTRAN_TEMPERATURE, error);
  GB_TRY(refuse_others(nastran, error));
  GB_TRY(GB_TAKE(problem->arena, table, 1, error));
  GB_TRY(make_table(nastran, table, error));
  GB_TRY(make_elements(nastran, table, error));
  GB_TRY(gb_deck_heat(nastran->deck, table, -1, error));
  GB_TRY(begin_at_initial(nastran, error));
  GB_EACH(section, nastran->bars->sections)
    if (gb_nastran_find_divided(nastran, section->id) && table->count + table->elements > 0)
      return GB_REFUSE(nastran, section, GB_WRONG_REFERENCE, error,
                       "TEMPERATURE acts, and its bars taper by more than elements do here; "
                       "accepted: a TEMPD alone, or bars of one section each");
  GB_TRY(add_gradients(nastran, error));
  for (int i = 0; i < problem->temperatures.count; ++i)
    GB_TRY(check_grids(nastran, table, &problem->temperatures.entry[i], error));
  return GB_OK;
}

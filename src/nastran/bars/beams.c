/// Sections and beams of the problem from bars and their sections, one for each property. Source:
/// MSC Nastran Quick Reference Guide.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <stdlib.h>
#include <string.h>

/// The cards of elements, and the cards of properties that they accept.
static const struct {
  const char *card, *sections[2];
} partners[] = {{"CBAR", {"PBAR", "PBARL"}},
                {"CBEAM", {"PBEAM", "PBEAML"}},
                {"CROD", {"PROD", "PROD"}},
                {"CTUBE", {"PTUBE", "PTUBE"}},
                {"CONROD", {"CONROD", "CONROD"}}};

static int compare_sections(const void *a, const void *b) {
  const gb_nastran_section *x = a, *y = b;
  const bool own_x = !strcmp(x->card, "CONROD"), own_y = !strcmp(y->card, "CONROD");
  if (own_x != own_y) return own_x ? 1 : -1;
  return (x->id > y->id) - (x->id < y->id);
}

static int sort_sections(gb_nastran *nastran, gb_error *error) {
  gb_nastran_section *all = nastran->bars->sections.entry;
  const int count = nastran->bars->sections.count;
  gb_deck_sort(all, count, sizeof *all, compare_sections);
  for (int i = 1; i < count; ++i)
    GB_DECK_FAIL_IF(!compare_sections(&all[i - 1], &all[i]), GB_DUPLICATE_NUMBER, nastran->deck,
                    all[i].line > all[i - 1].line ? all[i].line : all[i - 1].line, error,
                    "%s %lld has the number of another property of bars", all[i].card,
                    (long long)all[i].id);
  return GB_OK;
}

/// Find the section of a bar. Its card must fit the card of the bar.
static int find_section(const gb_nastran *nastran, const gb_nastran_bar *bar,
                        const gb_nastran_section **out, gb_error *error) {
  int k = 0;
  while (strcmp(partners[k].card, bar->card)) ++k;
  const char *const *cards = partners[k].sections;
  const gb_nastran_section key = {.card = cards[0], .id = bar->property};
  const size_t count = (size_t)nastran->bars->sections.count;
  *out = count ? bsearch(&key, nastran->bars->sections.entry, count, sizeof key, compare_sections)
               : NULL;
  const bool fits = *out && (!strcmp((*out)->card, cards[0]) || !strcmp((*out)->card, cards[1]));
  if (fits) return GB_OK;
  return GB_REFUSE(nastran, bar, GB_UNDEFINED_NUMBER, error,
                   "PID = %lld is %s%s; accepted: the number of a %s%s%s", (long long)bar->property,
                   *out ? "that of a " : "not defined", *out ? (*out)->card : "", cards[0],
                   k < 2 ? " or " : "", k < 2 ? cards[1] : "");
}

/// Check that the material of a section is a MAT1 with E, and tell of one without G, by which bars
/// twist freely in Nastran.
static int check_material(gb_nastran *nastran, const gb_nastran_section *of,
                          const gb_nastran_material *m, gb_error *error) {
  if (!m)
    return GB_REFUSE(nastran, of, GB_UNDEFINED_NUMBER, error,
                     "MID = %lld is not defined; accepted: the number of a MAT1",
                     (long long)of->material);
  if (m->is.young == 0)
    return GB_REFUSE(nastran, of, GB_WRONG_REFERENCE, error,
                     "E of MAT1 %lld is 0; accepted: a number > 0", (long long)m->id);
  if (!m->slack || of->is.kind == GB_SECTION_ROD) return GB_OK;
  if (of->is.kind != GB_SECTION_CONSTANTS)
    return GB_REFUSE(nastran, of, GB_WRONG_REFERENCE, error,
                     "G of MAT1 %lld is 0, and the section has a shape; accepted: G or NU of the "
                     "MAT1, or a %s with numbers of the section",
                     (long long)m->id, of->card[2] == 'A' ? "PBAR" : "PBEAM");
  return gb_deck_note(nastran->deck, m->line, error,
                      "MAT1 %lld has G of 0, by itself or because G and NU are blank: %s %lld has "
                      "no stiffness of torsion in Nastran, and here one by a millionth of E",
                      (long long)m->id, of->card, (long long)of->id);
}

static int add_section(gb_nastran *nastran, const gb_nastran_section *from, gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", from->material);
  gb_section_entry *section;
  GB_TRY(check_material(nastran, from, m, error));
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, sections, &section, error));
  *section = from->is;
  if (section->kind == GB_SECTION_ROD) section->J = 0;
  GB_TRY(gb_deck_write_name(nastran->deck, from->card, from->id, &section->name, error));
  GB_TRY(gb_deck_where(nastran->deck, from->line, from->card, &section->where, error));
  if (m->slack && section->kind == GB_SECTION_ROD)
    return gb_deck_write_name(nastran->deck, m->card, m->id, &section->material, error);
  return gb_nastran_write_sheared(nastran, m->id, &section->material, error);
}

/// Set the shear factors of bars that are rigid in shear in Nastran. They make the shortest bar
/// bend by a part of 1e-4 more, but are at least 100, and at most those that make the longest bar a
/// million times stiffer in shear than in bending.
static int stiffen_shear(gb_nastran *nastran, gb_nastran_section *section,
                         const gb_nastran_bar *const bars[], int count, gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", section->material);
  const double I[] = {section->is.I_zz, section->is.I_yy};
  double *factor[] = {&section->is.k_y, &section->is.k_z}, least = INFINITY, most = 0, excess = 0;
  if (m && m->slack && section->is.kind == GB_SECTION_CONSTANTS)
    section->traits |= GB_BAR_RIGID; // as in Nastran without G
  if (!m || m->is.young == 0 || !(section->traits & GB_BAR_RIGID)) return GB_OK;
  for (int i = 0; i < count; ++i) {
    const double *a = bars[i]->end[0], *b = bars[i]->end[1];
    const double length = gb_length((double[]){b[0] - a[0], b[1] - a[1], b[2] - a[2]});
    least = fmin(least, length);
    most = fmax(most, length);
  }
  const gb_material sheared = gb_nastran_sheared(m);
  const double shear = sheared.young / (2 * (1 + sheared.poisson));
  for (int i = 0; i < 2; ++i) {
    const double ratio = 12 * m->is.young * I[i] / (shear * section->is.area);
    if (!(section->traits & GB_BAR_RIGID_1 << i)) continue;
    *factor[i] = fmax(100, fmin(1e4 * ratio / (least * least), 1e6 * ratio / (most * most)));
    excess = fmax(excess, ratio / (least * least) / *factor[i]);
  }
  return gb_deck_note(nastran->deck, section->line, error,
                      "%s %lld %s 0 (rigid in shear in Nastran): here %s %.3g, and its shortest "
                      "bar bends by %.1g %% more at most",
                      section->card, (long long)section->id,
                      m->slack ? "has a MAT1 with G of" : "leaves K1 or K2",
                      m->slack ? "K1 and K2 are" : "it is",
                      fmax(section->traits & GB_BAR_RIGID_1 ? *factor[0] : 0,
                           section->traits & GB_BAR_RIGID_2 ? *factor[1] : 0),
                      100 * excess);
}

static void set_bar(const gb_nastran_bar *from, bool turned, gb_bar *bar) {
  bar->element = from->id;
  for (int i = 0; i < 3; ++i) bar->orientation[i] = turned ? -from->axis[2][i] : from->axis[1][i];
  for (int end = 0; end < 2; ++end) bar->held[end] = from->held[end] ? from->grid[end] : 0;
  for (int end = 0; end < 2; ++end)
    for (int i = 0; i < 3; ++i)
      if (from->node[end] == from->grid[end]) bar->offset[end][i] = from->offset[end][i];
}

static gb_nastran_section *edit(const gb_nastran *nastran, const gb_nastran_section *section) {
  return &nastran->bars->sections.entry[section - nastran->bars->sections.entry];
}

/// Add the beams of one section to the problem: `count` bars from `first` on.
static int add_beam(gb_nastran *nastran, const gb_nastran_section *given,
                    const gb_nastran_bar *const first[], int count, const char *group,
                    gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  gb_nastran_section *section = edit(nastran, given);
  gb_beam *beam;
  gb_bar *bar;
  GB_TRY(stiffen_shear(nastran, section, first, count, error));
  GB_TRY(add_section(nastran, section, error));
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, beams, &beam, error));
  GB_TRY(gb_deck_where(nastran->deck, section->line, section->card, &beam->where, error));
  GB_TRY(gb_arena_text(problem->arena, &beam->group, error, "%s", group));
  GB_TRY(gb_deck_write_name(nastran->deck, section->card, section->id, &beam->section, error));
  if (first[0]->rod) return GB_OK;
  GB_TRY(GB_TAKE(problem->arena, bar, (size_t)count, error));
  for (int i = 0; i < count; ++i) set_bar(first[i], section->traits & GB_BAR_TURNED, &bar[i]);
  gb_deck_sort(bar, count, sizeof *bar, gb_deck_compare_numbers);
  memcpy(beam->orientation, bar[0].orientation, sizeof beam->orientation);
  beam->bars = count;
  beam->bar = bar;
  return GB_OK;
}

/// Set a part of a divided bar. Releases and offsets of the bar belong to the first end of its
/// first part and to the last end of its last part.
static void set_part(const gb_nastran_bar *from, bool turned, int part, int parts, gb_bar *bar) {
  set_bar(from, turned, bar);
  if (part > 0) bar->element = from->further + part - 1;
  for (int end = 0; end < 2; ++end) {
    if (part == end * (parts - 1)) continue;
    bar->held[end] = 0;
    memset(bar->offset[end], 0, sizeof bar->offset[end]);
  }
}

/// Add the parts of one place of the bars of a section to the problem, in a group of their own.
static int add_part(gb_nastran *nastran, const gb_nastran_section *section, int part,
                    const gb_nastran_bar *const first[], int count, gb_error *error) {
  const gb_nastran_divided *all = gb_nastran_find_divided(nastran, section->id);
  gb_mesh *mesh = nastran->deck->mesh;
  gb_problem *problem = nastran->deck->problem;
  const char *name;
  int32_t *index;
  gb_beam *beam;
  gb_bar *bar;
  gb_nastran_section own = *section;
  own.is = all->is[part];
  const double factor = nastran->set->mass_factor; // NSM cards add to the scaled mass
  own.is.line_mass = factor * (own.is.line_mass - all->line_mass) + section->is.line_mass;
  memcpy(own.is.line_mass_at, section->is.line_mass_at, sizeof own.is.line_mass_at);
  own.is.k_y = section->is.k_y, own.is.k_z = section->is.k_z;
  GB_TRY(add_section(nastran, &own, error));
  GB_TRY(gb_arena_text(problem->arena, &name, error, "%s %lld: part %d", section->card,
                       (long long)section->id, part + 1));
  problem->sections.entry[problem->sections.count - 1].name = name;
  GB_TRY(GB_TAKE(nastran->deck->arena, index, (size_t)count, error));
  GB_TRY(GB_TAKE(problem->arena, bar, (size_t)count, error));
  for (int i = 0; i < count; ++i) {
    set_part(first[i], section->traits & GB_BAR_TURNED, part, all->count, &bar[i]);
    index[i] = gb_lower_index(mesh->element_id, mesh->elements, bar[i].element);
  }
  const gb_group_members members = {
      .name = name, .number = -1, .dimension = 1, .count = count, .index = index};
  GB_TRY(gb_mesh_add_group(mesh, &members, error));
  GB_TRY(GB_PROBLEM_APPEND(problem, beams, &beam, error));
  GB_TRY(gb_deck_where(nastran->deck, section->line, section->card, &beam->where, error));
  beam->group = beam->section = name;
  gb_deck_sort(bar, count, sizeof *bar, gb_deck_compare_numbers);
  memcpy(beam->orientation, bar[0].orientation, sizeof beam->orientation);
  beam->bars = count;
  beam->bar = bar;
  return GB_OK;
}

/// Add a group of CONRODs of one section to the mesh, named by the first of them.
static int add_own_group(gb_nastran *nastran, const gb_nastran_bar *const first[], int count,
                         gb_mesh *mesh, const char **name, gb_error *error) {
  int32_t *index;
  GB_TRY(gb_arena_text(nastran->deck->arena, name, error, "CONROD %lld", (long long)first[0]->id));
  GB_TRY(GB_TAKE(nastran->deck->arena, index, (size_t)count, error));
  for (int i = 0; i < count; ++i)
    index[i] = gb_lower_index(mesh->element_id, mesh->elements, first[i]->id);
  const gb_group_members members = {
      .name = *name, .number = -1, .dimension = 1, .count = count, .index = index};
  return gb_mesh_add_group(mesh, &members, error);
}

/// Compare bars by section and number. CONRODs come last, those with equal material and area next
/// to each other.
static int compare_bars(const void *a, const void *b) {
  const gb_nastran_bar *x = *(const gb_nastran_bar *const *)a,
                       *y = *(const gb_nastran_bar *const *)b;
  const bool own_x = !strcmp(x->card, "CONROD"), own_y = !strcmp(y->card, "CONROD");
  if (own_x != own_y) return own_x ? 1 : -1;
  if (own_x && x->section != y->section) {
    const gb_nastran_section *s = x->section, *t = y->section;
    if (s->material != t->material) return s->material < t->material ? -1 : 1;
    if (s->is.area != t->is.area) return s->is.area < t->is.area ? -1 : 1;
    if (s->is.line_mass != t->is.line_mass) return s->is.line_mass < t->is.line_mass ? -1 : 1;
  } else if (x->property != y->property) {
    return x->property < y->property ? -1 : 1;
  }
  return (x->id > y->id) - (x->id < y->id);
}

static bool is_alike(const gb_nastran_bar *x, const gb_nastran_bar *y) {
  return x->section == y->section || (!strcmp(x->card, "CONROD") && !strcmp(y->card, "CONROD") &&
                                      x->section->material == y->section->material &&
                                      x->section->is.area == y->section->is.area &&
                                      x->section->is.line_mass == y->section->is.line_mass);
}

/// Find the group of the mesh that a property has made. errors: GB_MODEL where shells or solids
/// have this property too
static int find_group(const gb_nastran *nastran, const gb_nastran_bar *bar, const gb_mesh *mesh,
                      const char **name, gb_error *error) {
  *name = NULL;
  for (int g = 0; g < mesh->groups; ++g) {
    if (mesh->group[g].number != bar->property) continue;
    if (mesh->group[g].dimension == 1) *name = mesh->group[g].name;
    if (mesh->group[g].dimension >= 2)
      return GB_REFUSE(nastran, bar, GB_DUPLICATE_NUMBER, error,
                       "PID = %lld is that of %s too; accepted: properties of different numbers",
                       (long long)bar->property,
                       mesh->group[g].dimension == 2 ? "shells" : "solids");
  }
  return GB_OK;
}

int gb_nastran_add_beams(gb_nastran *nastran, gb_error *error) {
  gb_nastran_bar *all = nastran->bars->all.entry;
  const int count = nastran->bars->all.count;
  const gb_nastran_bar **sorted;
  GB_TRY(gb_nastran_tell_tapers(nastran, error));
  GB_TRY(sort_sections(nastran, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, sorted, (size_t)count, error));
  for (int i = 0; i < count; ++i) {
    GB_TRY(find_section(nastran, &all[i], &all[i].section, error));
    sorted[i] = &all[i];
  }
  gb_deck_sort(sorted, count, sizeof *sorted, compare_bars);
  for (int i = 0, end; i < count; i = end) {
    const char *group;
    for (end = i + 1; end < count && is_alike(sorted[i], sorted[end]);) ++end;
    GB_TRY(strcmp(sorted[i]->card, "CONROD")
               ? find_group(nastran, sorted[i], nastran->deck->mesh, &group, error)
               : add_own_group(nastran, &sorted[i], end - i, nastran->deck->mesh, &group, error));
    const gb_nastran_section *section = sorted[i]->section;
    const gb_nastran_divided *divided =
        sorted[i]->rod ? NULL : gb_nastran_find_divided(nastran, section->id);
    if (!divided)
      GB_TRY(add_beam(nastran, section, &sorted[i], end - i, group, error));
    else
      GB_TRY(stiffen_shear(nastran, edit(nastran, section), &sorted[i], end - i, error));
    for (int k = 0; divided && k < divided->count; ++k)
      GB_TRY(add_part(nastran, section, k, &sorted[i], end - i, error));
  }
  return GB_OK;
}

int gb_nastran_find_turning(gb_nastran *nastran, bool **out, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  bool *straight;
  GB_TRY(GB_TAKE(nastran->deck->arena, *out, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, straight, (size_t)mesh->elements, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    straight[e] = mesh->shape[e] == GB_LINE2 || gb_shape_dimension((gb_shape)mesh->shape[e]) == 3;
  GB_EACH(one, nastran->shells->panels)
    straight[gb_lower_index(mesh->element_id, mesh->elements, one->id)] = true;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; !straight[e] && k < mesh->start[e + 1]; ++k)
      (*out)[mesh->node[k]] = true;
  return GB_OK;
}

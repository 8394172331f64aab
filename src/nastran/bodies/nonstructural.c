/// Mass that is not structural: NSM, NSM1, NSML, NSML1 of a set that NSM of the case control names
/// become masses per area or per length of properties, or of single shells. Source: MSC Nastran
/// Quick Reference Guide.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/shell.h"

#include <string.h>

/// Cards whose names mean the same TYPE.
static const struct family {
  const char *types;
  bool surface, line; ///< what has it here; neither: nothing that is read
} families[] = {{"PSHELL PCOMP PCOMPG", .surface = true},
                {"PSHEAR", .surface = true},
                {"PBAR PBARL", .line = true},
                {"PBEAM PBEAML PBCOMP", .line = true},
                {"PROD", .line = true},
                {"PTUBE", .line = true},
                {"CONROD", .line = true},
                {"ELEMENT", .surface = true, .line = true},
                {"PBEND PCONEAX PRAC2D", .surface = false}};
enum { FAMILIES = sizeof families / sizeof *families, ELEMENT = 7 };

static bool is_of(int family, const char *card) {
  return gb_deck_has_word(families[family].types, (gb_deck_text){card, (int)strlen(card)});
}

/// Read the numbers of an NSM1 or NSML1, or ALL.
static int read_list(gb_nastran *nastran, const gb_record *card, gb_nastran_nonstructural *mass,
                     gb_error *error) {
  mass->all = gb_field_is(card, 3, "ALL");
  if (mass->all) return gb_expect_end(card, 4, error);
  for (int i = 3; i < card->count; ++i) {
    gb_nastran_range range;
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_nastran_read_range(card, &i, &range, error));
    GB_TRY(GB_KEEP(nastran, rigid->ranges, range, error));
    ++mass->count;
  }
  GB_REFUSE_IF(!mass->count, card, error, "ID is missing");
  return GB_OK;
}

/// Read the pairs of a number and a mass of an NSM or NSML. Each pair is an entry of its own.
static int read_pairs(gb_nastran *nastran, const gb_record *card, gb_nastran_nonstructural *mass,
                      gb_error *error) {
  mass->count = 1;
  for (int i = 2; i < card->count; i += 2) {
    gb_nastran_range range = {.step = 1};
    if (i > 2 && gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    mass->first = nastran->rigid->ranges.count;
    GB_TRY(GB_READ(card, error, {i, "ID", .number = &range.first},
                   {i + 1, "VALUE", .real = &mass->value}));
    range.last = range.first;
    GB_TRY(GB_KEEP(nastran, rigid->ranges, range, error));
    GB_TRY(GB_KEEP(nastran, rigid->nonstructural, *mass, error));
  }
  return GB_OK;
}

int gb_nastran_nsm(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool lumped = !strncmp(card->word, "NSML", 4);
  gb_nastran_nonstructural mass = {.card = card->word,
                                   .lumped = lumped,
                                   .first = nastran->rigid->ranges.count,
                                   .line = card->line};
  GB_TRY(gb_read_number(card, 0, "SID", &mass.id, error));
  const gb_deck_text type = gb_field(card, 1);
  while (mass.family < FAMILIES && !gb_deck_has_word(families[mass.family].types, type))
    ++mass.family;
  GB_REFUSE_IF(mass.family == FAMILIES, card, error,
               "TYPE = '%.*s'; accepted: PSHELL, PCOMP, PSHEAR, PBAR, PBARL, PBEAM, PBEAML, PROD, "
               "PTUBE, CONROD, ELEMENT",
               GB_SHOWN(type));
  if (card->word[strlen(card->word) - 1] != '1') return read_pairs(nastran, card, &mass, error);
  GB_TRY(gb_read_real(card, 2, "VALUE", &mass.value, error));
  GB_TRY(read_list(nastran, card, &mass, error));
  return GB_KEEP(nastran, rigid->nonstructural, mass, error);
}

/// Return how often a number is among those of a mass.
static int times_of(const gb_nastran *nastran, const gb_nastran_nonstructural *mass, int64_t id) {
  return mass->all +
         gb_nastran_count_in(mass->count, nastran->rigid->ranges.entry + mass->first, id);
}

static double length_of(const gb_nastran_bar *bar) {
  const double *a = bar->end[0], *b = bar->end[1];
  return gb_length((double[]){b[0] - a[0], b[1] - a[1], b[2] - a[2]});
}

static double area_of(const gb_mesh *mesh, int32_t e) {
  double area = 0;
  for (int a = 0; a < gb_shape_nodes((gb_shape)mesh->shape[e]); ++a)
    area += gb_mesh_area_share(mesh, e, a);
  return area;
}

static double area_of_property(const gb_nastran *nastran, int64_t property) {
  const gb_mesh *mesh = nastran->deck->mesh;
  double area = 0;
  for (int g = 0; g < mesh->groups; ++g)
    for (int32_t k = 0; mesh->group[g].number == property && mesh->group[g].dimension == 2 &&
                        k < mesh->group[g].elements;
         ++k)
      area += area_of(mesh, mesh->group[g].element[k]);
  return area;
}

/// Return the length of the bars of a section.
static double length_of_section(const gb_nastran *nastran, const gb_nastran_section *section) {
  const bool own = !strcmp(section->card, "CONROD");
  double length = 0;
  GB_EACH(bar, nastran->bars->all)
    if (bar->property == section->id && own == !strcmp(bar->card, "CONROD"))
      length += length_of(bar);
  return length;
}

/// Add a mass per length to a section, whose mass is then about the line of its bars.
static int add_to_section(const gb_nastran *nastran, const gb_nastran_nonstructural *mass,
                          gb_nastran_section *section, double value, gb_error *error) {
  gb_section_entry *is = &section->is;
  const double sum = is->line_mass + value;
  if (sum < 0)
    return GB_REFUSE(nastran, mass, GB_WRONG_REFERENCE, error,
                     "the mass per length of %s %lld becomes %g; accepted: a number >= 0",
                     section->card, (long long)section->id, sum);
  for (int k = 0; k < 2 && sum > 0; ++k) is->line_mass_at[k] *= is->line_mass / sum;
  is->line_mass = sum;
  return GB_OK;
}

/// Add a mass per area to one element.
static int add_to_element(gb_nastran *nastran, const gb_nastran_nonstructural *mass, int32_t e,
                          double value, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  gb_nastran_own own = {.card = mass->card,
                        .property = mesh->property[e],
                        .is = {.element = mesh->element_id[e], .area_mass = value},
                        .line = mass->line};
  GB_EACH(one, nastran->shells->own)
    if (one->is.element == own.is.element) {
      one->is.area_mass += value;
      return GB_OK;
    }
  return GB_KEEP(nastran, shells->own, own, error);
}

/// Whether the elements of a mesh are of CONRODs, to which only numbers of elements lead.
static bool is_conrod(int family, const gb_nastran_section *section) {
  return !strcmp(section->card, "CONROD") && (family == ELEMENT || is_of(family, "CONROD"));
}

static bool has_section(int family, const gb_nastran_section *section) {
  return is_conrod(family, section) || (family != ELEMENT && is_of(family, section->card));
}

/// Visit all that a mass names. With `add` false, return the sum of areas or lengths in *sum; else
/// add `value` per area or length.
static int visit(gb_nastran *nastran, const gb_nastran_nonstructural *mass, bool add, double value,
                 double sum[2], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_EACH(p, nastran->shells->properties) {
    const int times = mass->family != ELEMENT && is_of(mass->family, p->card)
                          ? times_of(nastran, mass, p->id)
                          : 0;
    if (add) p->mass += times * value;
    if (times && !add) sum[0] += times * area_of_property(nastran, p->id);
  }
  for (int32_t e = 0; e < mesh->elements && mass->family == ELEMENT; ++e) {
    const int times = gb_shape_dimension((gb_shape)mesh->shape[e]) == 2
                          ? times_of(nastran, mass, mesh->element_id[e])
                          : 0;
    if (times && add) GB_TRY(add_to_element(nastran, mass, e, times * value, error));
    if (times && !add) sum[0] += times * area_of(mesh, e);
  }
  GB_EACH(section, nastran->bars->sections) {
    const int times = has_section(mass->family, section) ? times_of(nastran, mass, section->id) : 0;
    if (times && add) GB_TRY(add_to_section(nastran, mass, section, times * value, error));
    if (times && !add) sum[1] += times * length_of_section(nastran, section);
  }
  return GB_OK;
}

/// Give a rod a section of its own with the values of its property. The rod thereby becomes a
/// CONROD.
static int split(gb_nastran *nastran, gb_nastran_bar *rod, gb_error *error) {
  GB_EACH(section, nastran->bars->sections) {
    if (section->id != rod->property || section->is.kind != GB_SECTION_ROD ||
        !strcmp(section->card, "CONROD"))
      continue;
    gb_nastran_section own = *section;
    own.card = rod->card = "CONROD";
    own.id = rod->property = rod->id;
    return GB_KEEP(nastran, bars->sections, own, error);
  }
  return GB_OK; // the search for sections tells of it
}

int gb_nastran_split_rods(gb_nastran *nastran, gb_error *error) {
  GB_EACH(mass, nastran->rigid->nonstructural) {
    const bool acts = gb_nastran_factor_of_set(nastran, GB_NASTRAN_NSM, mass->id) != 0;
    const gb_nastran_bar *first = NULL;
    int count = 0;
    GB_EACH(bar, nastran->bars->all) {
      if (!acts || mass->family != ELEMENT || !bar->rod || !strcmp(bar->card, "CONROD") ||
          !times_of(nastran, mass, bar->id))
        continue;
      if (nastran->designs)
        return GB_REFUSE(nastran, mass, GB_WRONG_REFERENCE, error,
                         "%s %lld is among its elements, and would lose the designs of its "
                         "property; accepted: a CONROD, or no designs of the deck",
                         bar->card, (long long)bar->id);
      if (count++ == 0) first = bar;
      GB_TRY(split(nastran, bar, error));
    }
    if (count)
      GB_TRY(gb_deck_note(nastran->deck, mass->line, error,
                          "%s %lld gives masses to single rods: they have sections of their own, "
                          "as CONROD %lld, and do not belong to their property (%d rods)",
                          mass->card, (long long)mass->id, (long long)first->id, count));
  }
  return GB_OK;
}

/// Refuse a mass of a single bar, because bars of a property share their section.
static int check_bars(const gb_nastran *nastran, const gb_nastran_nonstructural *mass,
                      gb_error *error) {
  GB_EACH(bar, nastran->bars->all)
    if (mass->family == ELEMENT && strcmp(bar->card, "CONROD") && times_of(nastran, mass, bar->id))
      return GB_REFUSE(nastran, mass, GB_WRONG_REFERENCE, error,
                       "%s %lld is among its elements, and bars of a property have one section; "
                       "accepted: shells and rods, or TYPE P%s of a property",
                       bar->card, (long long)bar->id, bar->card + 1);
  return GB_OK;
}

int gb_nastran_add_nonstructural(gb_nastran *nastran, gb_error *error) {
  GB_EACH(mass, nastran->rigid->nonstructural) {
    const double factor = gb_nastran_factor_of_set(nastran, GB_NASTRAN_NSM, mass->id);
    double value = factor * nastran->set->mass_factor * mass->value, sum[2] = {0};
    if (factor == 0) continue;
    GB_TRY(check_bars(nastran, mass, error));
    GB_TRY(visit(nastran, mass, false, 0, sum, error));
    if (mass->lumped && sum[0] > 0 && sum[1] > 0)
      return GB_REFUSE(nastran, mass, GB_WRONG_REFERENCE, error,
                       "it distributes a mass over areas and lengths; accepted: one of both");
    if (mass->lumped && sum[0] + sum[1] > 0) value /= sum[0] + sum[1];
    GB_TRY(visit(nastran, mass, true, value, sum, error));
  }
  return GB_OK;
}

/// Designs: thicknesses, one a group, one a patch (gmsh surface or Nastran property) or one an
/// element, and single numbers of the problem, which whatever is built from them looks up.
#include "model/designs.h"

#include "model/sections.h"
#include "problem/controls.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdlib.h>

/// The bounds of an entry, within those that its number has by nature.
static int set_bounds(const gb_design_entry *entry, double lower, double upper, gb_design *design,
                      gb_error *error) {
  design->lower = isnan(entry->lower) ? lower : entry->lower;
  design->upper = isnan(entry->upper) ? upper : entry->upper;
  if (design->lower >= lower && design->upper <= upper && design->lower < design->upper)
    return GB_OK;
  return gb_fail(
      error, GB_WRONG_DESIGN_VALUES,
      "%s: bounds that leave no room (found lower %g, upper %g); accepted: lower < upper "
      "from %g to %g",
      entry->where, design->lower, design->upper, lower, upper);
}

/// Add a design named NAME or NAME.number.
static int add_design(const gb_definition *from, const gb_design_entry *entry, long long number,
                      const gb_number *value, gb_design_set *set, gb_error *error) {
  const bool one = entry->per == GB_PER_GROUP && !entry->control;
  gb_design *design;
  GB_TRY(gb_arena_append(from->kept, &set->design, &set->count, sizeof *design, &design, error));
  GB_TRY(one ? gb_arena_text(from->kept, &design->name, error, "%s", entry->name)
             : gb_arena_text(from->kept, &design->name, error, "%s.%lld", entry->name, number));
  design->value = design->built = *value->address;
  design->entry = (int)(entry - from->problem->designs.entry);
  return set_bounds(entry, value->lower, value->upper, design, error);
}

typedef struct labelled {
  int64_t label; ///< 0, the property or the index of the element
  int32_t element;
} labelled;

static int by_label(const void *a, const void *b) {
  const labelled *x = a, *y = b;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->element > y->element) - (x->element < y->element);
}

/// The group's shell elements with the label that tells their designs apart, sorted by it.
static int label(const gb_shells *shells, const gb_definition *from, const gb_design_set *set,
                 const gb_design_entry *entry, const gb_group *group, labelled *sorted,
                 gb_error *error) {
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    long long id = from->mesh->element_id[e];
    if (shells->section[e] < 0)
      return gb_fail(error, GB_WRONG_PATCH,
                     "%s: element %lld of group '%s' is no shell: it has no thickness",
                     entry->where, id, entry->group);
    const gb_shell_section *shell = &from->problem->shells.entry[shells->section[e]];
    if (shell->section)
      return gb_fail(error, GB_WRONG_PATCH,
                     "%s: element %lld of group '%s' has section '%s'; accepted: section: %s with "
                     "parameter: plies[0].thickness",
                     entry->where, id, entry->group, shell->section, shell->section);
    if (set->element[e] >= 0)
      return gb_fail(error, GB_WRONG_PATCH,
                     "%s: the thickness of element %lld is design '%s' already", entry->where, id,
                     set->design[set->element[e]].name);
    sorted[i].element = e;
    sorted[i].label = entry->per == GB_PER_GROUP   ? 0
                      : entry->per == GB_PER_PATCH ? from->mesh->property[e]
                                                   : e;
  }
  qsort(sorted, (size_t)group->elements, sizeof *sorted, by_label);
  return GB_OK;
}

static int assign(const gb_shells *shells, const gb_definition *from, const gb_design_entry *entry,
                  const gb_group *group, const labelled *sorted, gb_design_set *set,
                  gb_error *error) {
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = sorted[i].element;
    double thickness = from->problem->shells.entry[shells->section[e]].thickness;
    if (i == 0 || sorted[i].label != sorted[i - 1].label) {
      long long number = entry->per == GB_PER_PATCH ? sorted[i].label : from->mesh->element_id[e];
      const gb_number value = {.name = "thickness", .address = &thickness, .upper = INFINITY};
      GB_TRY(add_design(from, entry, number, &value, set, error));
    }
    const gb_design *design = &set->design[set->count - 1];
    if (thickness != design->built)
      return gb_fail(
          error, GB_WRONG_PATCH,
          "%s: design '%s' spans shells of thickness %g and %g; one design has one value",
          entry->where, design->name, design->built, thickness);
    set->element[e] = set->count - 1;
  }
  return GB_OK;
}

static int make_elements(const gb_definition *from, gb_design_set *set, gb_error *error) {
  const size_t elements = (size_t)from->mesh->elements;
  if (set->element) return GB_OK;
  GB_TRY(GB_TAKE(from->kept, set->element, elements, error));
  for (size_t e = 0; e < elements; e++) set->element[e] = -1;
  return GB_OK;
}

/// The values that the entry gives, of its designs from the first on.
static int take_values(const gb_design_entry *entry, int first, gb_design_set *set,
                       gb_error *error) {
  const int found = entry->values.count, wanted = set->count - first;
  if (found == 0) return GB_OK;
  if (found != wanted)
    return gb_fail(error, GB_WRONG_PATCH,
                   "%s.values: not one for each of its designs (found %d); accepted: %d",
                   entry->where, found, wanted);
  for (int i = 0; i < wanted; i++) {
    set->design[first + i].value = entry->values.entry[i];
    if (!(entry->values.entry[i] > 0))
      return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s.values: no thickness (found %g at [%d]); accepted: numbers > 0",
                     entry->where, entry->values.entry[i], i);
  }
  return GB_OK;
}

static int add_mass(const gb_definition *from, const gb_shells *shells, const gb_group *group,
                    gb_design_set *set, gb_error *error) {
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i];
    const gb_design *design = &set->design[set->element[e]];
    gb_section_source section;
    double area = 0;
    if (design->value == design->built) continue;
    GB_TRY(gb_section_source_find(from, shells->section[e], &section, error));
    for (int a = 0; a < gb_shape_nodes(from->mesh->shape[e]); a++)
      area += gb_mesh_area_share(from->mesh, e, a);
    set->mass += gb_section_source_mass(&section, area) * (design->value / design->built - 1);
  }
  return GB_OK;
}

/// The thickness of a group's shells.
static int add_thickness(const gb_definition *from, const gb_shells *shells,
                         const gb_design_entry *entry, gb_design_set *set, gb_error *error) {
  const gb_group *group;
  labelled *sorted;
  GB_TRY(make_elements(from, set, error));
  GB_TRY(gb_find_group(from, entry->where, entry->group, 2, &group, error));
  GB_TRY(GB_TAKE(from->arena, sorted, (size_t)group->elements, error));
  GB_TRY(label(shells, from, set, entry, group, sorted, error));
  const int first = set->count;
  GB_TRY(assign(shells, from, entry, group, sorted, set, error));
  GB_TRY(take_values(entry, first, set, error));
  return add_mass(from, shells, group, set, error);
}

int gb_design_of(const gb_design_set *designs, const double *number) {
  for (int i = 0; i < designs->numbers; i++)
    if (designs->number[i].number == number) return designs->number[i].design;
  return -1;
}

/// A number of the problem that the last design is.
static int assign_number(const gb_definition *from, const gb_design_entry *entry,
                         const gb_number *found, gb_design_set *set, gb_error *error) {
  const int earlier = gb_design_of(set, found->address);
  const gb_varying_number number = {found->address, set->count - 1};
  if (earlier >= 0)
    return gb_fail(error, GB_WRONG_DESIGN,
                   "%s: this %s is design '%s' already; accepted: one design of it", entry->where,
                   found->name, set->design[earlier].name);
  return gb_arena_add(from->kept, &set->number, &set->numbers, sizeof number, &number, error);
}

static int add_number(const gb_definition *from, const gb_design_entry *entry, gb_design_set *set,
                      gb_error *error) {
  gb_number found;
  GB_TRY(gb_problem_number(from->problem, entry, &found, error));
  const double value = *found.address;
  GB_TRY(add_design(from, entry, 0, &found, set, error));
  GB_TRY(assign_number(from, entry, &found, set, error));
  for (int k = 0; k < entry->links.count; k++) {
    GB_TRY(gb_problem_linked(from->problem, entry, k, &found, error));
    if (*found.address != value)
      return gb_fail(error, GB_WRONG_DESIGN,
                     "%s.links: %s of '%s' is %g, and the design's %g; accepted: entries in which "
                     "it is the same",
                     entry->where, found.name, entry->links.entry[k], *found.address, value);
    GB_TRY(assign_number(from, entry, &found, set, error));
  }
  return GB_OK;
}

/// The values of a control at its nodes, NAME.1, NAME.2, ...
static int add_control(const gb_definition *from, const gb_design_entry *entry, gb_design_set *set,
                       gb_error *error) {
  const gb_problem *problem = from->problem;
  int k;
  GB_TRY(gb_need_control(from, entry->where, entry->control, &k, error));
  const gb_control *control = &problem->controls.entry[k];
  if (set->control[k].node >= 0)
    return gb_fail(error, GB_WRONG_DESIGN,
                   "%s: control '%s' is a design already; accepted: one design of it", entry->where,
                   control->name);
  set->control[k].node = set->count;
  for (int i = 0; i < control->nodes; i++) {
    const gb_number value = {"values", 0, &control->node[i], -INFINITY, INFINITY};
    GB_TRY(add_design(from, entry, i + 1, &value, set, error));
  }
  return GB_OK;
}

/// Moments follow the designs, and all have the values of the case.
static int place_moments(const gb_definition *from, gb_design_set *set, gb_error *error) {
  set->width = set->count;
  for (int k = 0; k < set->problem->controls.count; k++) {
    const gb_control *control = &set->problem->controls.entry[k];
    if (set->control[k].node < 0 || !control->moment) continue;
    set->control[k].moment = set->width;
    set->width += control->nodes;
  }
  GB_TRY(GB_TAKE(from->kept, set->value, (size_t)set->width, error));
  GB_TRY(GB_TAKE(from->kept, set->built, (size_t)set->width, error));
  for (int i = 0; i < set->count; i++) {
    set->value[i] = set->design[i].value;
    set->built[i] = set->design[i].built;
  }
  GB_TRY(gb_design_set_extend(set, set->value, error));
  return gb_design_set_extend(set, set->built, error);
}

int gb_design_set_extend(const gb_design_set *designs, double along[], gb_error *error) {
  for (int k = 0; k < designs->problem->controls.count; k++) {
    const gb_control_designs *at = &designs->control[k];
    if (at->moment >= 0)
      GB_TRY(gb_control_moments(&designs->problem->controls.entry[k], along + at->node,
                                along + at->moment, error));
  }
  return GB_OK;
}

int gb_design_set_fold(const gb_design_set *designs, double gradient[], gb_error *error) {
  for (int k = 0; k < designs->problem->controls.count; k++) {
    const gb_control_designs *at = &designs->control[k];
    if (at->moment >= 0)
      GB_TRY(gb_control_pull(&designs->problem->controls.entry[k], gradient + at->moment,
                             gradient + at->node, error));
  }
  return GB_OK;
}

int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error) {
  const gb_problem *problem = from->problem;
  GB_TRY(gb_arena_allocate(from->kept, 1, sizeof **out, out, error));
  (*out)->problem = problem;
  GB_TRY(GB_TAKE(from->kept, (*out)->control, (size_t)problem->controls.count, error));
  for (int k = 0; k < problem->controls.count; k++)
    (*out)->control[k] = (gb_control_designs){-1, -1};
  for (int i = 0; i < from->problem->designs.count; i++) {
    const gb_design_entry *entry = &from->problem->designs.entry[i];
    GB_TRY(entry->group     ? add_thickness(from, shells, entry, *out, error)
           : entry->control ? add_control(from, entry, *out, error)
                            : add_number(from, entry, *out, error));
  }
  return place_moments(from, *out, error);
}

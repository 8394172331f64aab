/// Designs: thicknesses, one a group, one a patch (gmsh surface or Nastran property) or one an
/// element, and single numbers of the problem, which whatever is built from them looks up.
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The bounds of an entry, within those that its number has by nature.
static int set_bounds(const gb_design_entry *entry, double lower, double upper, gb_design *design,
                      gb_error *error) {
  design->lower = isnan(entry->lower) ? lower : entry->lower;
  design->upper = isnan(entry->upper) ? upper : entry->upper;
  if (design->lower >= lower && design->upper <= upper && design->lower < design->upper)
    return GB_OK;
  return gb_fail(
      error, GB_USAGE,
      "%s: bounds that leave no room (found lower %g, upper %g); accepted: lower < upper "
      "from %g to %g",
      entry->where, design->lower, design->upper, lower, upper);
}

/// Add a design named NAME or NAME.number.
static int add_design(gb_build *b, const gb_design_entry *entry, long long number, double value,
                      double lower, double upper, gb_error *error) {
  gb_model *model = b->model;
  gb_design *design;
  GB_TRY(gb_array_append(&model->designs->design, &model->designs->count, sizeof *design, &design,
                         error));
  size_t room = strlen(entry->name) + 24;
  GB_TRY(gb_allocate(room, 1, &design->name, error));
  if (entry->per == GB_PER_GROUP)
    snprintf(design->name, room, "%s", entry->name);
  else
    snprintf(design->name, room, "%s.%lld", entry->name, number);
  design->value = value;
  design->entry = (int)(entry - b->problem->designs.entry);
  return set_bounds(entry, lower, upper, design, error);
}

typedef struct labelled {
  int64_t label; ///< 0, the property or the place of the element
  int32_t element;
} labelled;

static int by_label(const void *a, const void *b) {
  const labelled *x = a, *y = b;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->element > y->element) - (x->element < y->element);
}

/// The group's shell elements with the label that tells their designs apart, sorted by it.
static int label(const gb_build *b, const gb_design_entry *entry, const gb_group *group,
                 labelled *sorted, gb_error *error) {
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    long long id = b->mesh->element_id[e];
    if (b->section[e] < 0)
      return gb_fail(error, GB_MODEL,
                     "%s: element %lld of group '%s' is no shell: it has no thickness",
                     entry->where, id, entry->group);
    const gb_shell_section *shell = &b->problem->shells.entry[b->section[e]];
    if (shell->section)
      return gb_fail(error, GB_MODEL,
                     "%s: element %lld of group '%s' has section '%s'; accepted: section: %s with "
                     "parameter: plies[0].thickness",
                     entry->where, id, entry->group, shell->section, shell->section);
    if (b->design[e] >= 0)
      return gb_fail(error, GB_MODEL, "%s: the thickness of element %lld is design '%s' already",
                     entry->where, id, b->model->designs->design[b->design[e]].name);
    sorted[i].element = e;
    sorted[i].label = entry->per == GB_PER_GROUP   ? 0
                      : entry->per == GB_PER_PATCH ? b->mesh->property[e]
                                                   : e;
  }
  qsort(sorted, (size_t)group->elements, sizeof *sorted, by_label);
  return GB_OK;
}

static int assign(gb_build *b, const gb_design_entry *entry, const gb_group *group,
                  const labelled *sorted, gb_error *error) {
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = sorted[i].element;
    double thickness = b->problem->shells.entry[b->section[e]].thickness;
    if (i == 0 || sorted[i].label != sorted[i - 1].label) {
      long long number = entry->per == GB_PER_PATCH ? sorted[i].label : b->mesh->element_id[e];
      GB_TRY(add_design(b, entry, number, thickness, 0, INFINITY, error));
    }
    gb_design *design = &b->model->designs->design[b->model->designs->count - 1];
    if (thickness != design->value)
      return gb_fail(
          error, GB_MODEL,
          "%s: design '%s' spans shells of thickness %g and %g; one design has one value",
          entry->where, design->name, design->value, thickness);
    b->design[e] = b->model->designs->count - 1;
  }
  return GB_OK;
}

/// The thickness of a group's shells.
static int add_thickness(gb_build *b, const gb_design_entry *entry, gb_error *error) {
  const gb_group *group;
  labelled *sorted = NULL;
  GB_TRY(gb_build_group(b, entry->where, entry->group, 2, &group, error));
  int status = gb_allocate((size_t)group->elements, sizeof *sorted, &sorted, error);
  if (status == GB_OK) status = label(b, entry, group, sorted, error);
  if (status == GB_OK) status = assign(b, entry, group, sorted, error);
  free(sorted);
  return status;
}

/// The design that a number of the problem is, or -1.
static int design_of(const gb_build *b, const double *number) {
  for (int i = 0; i < b->numbers; i++)
    if (b->number[i].number == number) return b->number[i].design;
  return -1;
}

static int add_number(gb_build *b, const gb_design_entry *entry, gb_error *error) {
  gb_number found;
  gb_varying_number *number;
  GB_TRY(gb_problem_number(b->problem, entry, &found, error));
  int earlier = design_of(b, found.address);
  if (earlier >= 0)
    return gb_fail(error, GB_USAGE,
                   "%s: this %s is design '%s' already; accepted: one design of it", entry->where,
                   found.name, b->model->designs->design[earlier].name);
  GB_TRY(add_design(b, entry, 0, *found.address, found.lower, found.upper, error));
  GB_TRY(gb_array_append(&b->number, &b->numbers, sizeof *number, &number, error));
  *number = (gb_varying_number){found.address, b->model->designs->count - 1};
  return GB_OK;
}

int gb_build_designs(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->designs.count; i++) {
    const gb_design_entry *entry = &b->problem->designs.entry[i];
    GB_TRY(entry->group ? add_thickness(b, entry, error) : add_number(b, entry, error));
  }
  return GB_OK;
}

int gb_build_parameter(const gb_build *b, gb_block *block, int k, const double *number,
                       gb_error *error) {
  int design = design_of(b, number);
  gb_varying *varying;
  block->parameter[k] = *number;
  if (design < 0) return GB_OK;
  GB_TRY(gb_array_append(&block->varying, &block->varyings, sizeof *varying, &varying, error));
  varying->parameter = k;
  varying->design = design;
  return GB_OK;
}

/// A list of designs of a parameter that elements have of their own, in which this one has none.
static int find_varying(gb_block *block, int32_t element, int32_t room, int k, gb_varying **out,
                        gb_error *error) {
  for (int i = 0; i < block->varyings; i++)
    if (block->varying[i].parameter == k && block->varying[i].element[element] < 0) {
      *out = &block->varying[i];
      return GB_OK;
    }
  GB_TRY(gb_array_append(&block->varying, &block->varyings, sizeof **out, out, error));
  (*out)->parameter = k;
  GB_TRY(gb_allocate((size_t)room, sizeof *(*out)->slope, &(*out)->slope, error));
  GB_TRY(gb_allocate((size_t)room, sizeof *(*out)->element, &(*out)->element, error));
  for (int32_t e = 0; e < room; e++) (*out)->element[e] = -1;
  return GB_OK;
}

int gb_build_vary(gb_block *block, int32_t element, int32_t room, int k, int design, double slope,
                  gb_error *error) {
  gb_varying *varying;
  GB_TRY(find_varying(block, element, room, k, &varying, error));
  varying->element[element] = design;
  varying->slope[element] = slope;
  return GB_OK;
}

int gb_build_own_parameter(const gb_build *b, gb_block *block, int32_t element, int32_t room, int k,
                           const double *number, gb_error *error) {
  int design = design_of(b, number);
  block->own[(size_t)block->parameters * (size_t)element + (size_t)k] = *number;
  return design < 0 ? GB_OK : gb_build_vary(block, element, room, k, design, 1, error);
}

int gb_build_initial(gb_build *b, int32_t node, int i, double factor, const double *number,
                     gb_error *error) {
  gb_model *model = b->model;
  const size_t values = (size_t)model->nodes->count * GB_NODE_VALUES;
  int design = design_of(b, number), k = 0;
  model->initial->value[GB_NODE_VALUES * node + i] += factor * *number;
  if (design < 0) return GB_OK;
  while (k < model->initial->slopes && model->initial->slope[k].design != design) k++;
  if (k == model->initial->slopes) {
    gb_initial_slope *slope;
    GB_TRY(gb_array_append(&model->initial->slope, &model->initial->slopes, sizeof *slope, &slope,
                           error));
    slope->design = design;
    GB_TRY(gb_allocate(values, sizeof *slope->value, &slope->value, error));
  }
  model->initial->slope[k].value[GB_NODE_VALUES * node + i] += factor;
  return GB_OK;
}

/// Thickness designs: one a group, one a patch (gmsh surface or Nastran property) or one an
/// element.
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Add a design named NAME or NAME.number.
static int add_design(gb_build *b, const gb_design_entry *entry, long long number, double value,
                      gb_error *error) {
  gb_model *model = b->model;
  gb_design *design;
  GB_TRY(gb_deck_append(&model->design, &model->designs, sizeof *design, &design, error));
  size_t room = strlen(entry->name) + 24;
  GB_TRY(gb_allocate(room, 1, &design->name, error));
  if (entry->per == GB_PER_GROUP)
    snprintf(design->name, room, "%s", entry->name);
  else
    snprintf(design->name, room, "%s.%lld", entry->name, number);
  design->value = value;
  design->entry = (int)(entry - b->deck->design);
  design->lower = entry->lower;
  design->upper = entry->upper;
  return GB_OK;
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
    if (b->design[e] >= 0)
      return gb_fail(error, GB_MODEL, "%s: the thickness of element %lld is design '%s' already",
                     entry->where, id, b->model->design[b->design[e]].name);
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
    double thickness = b->deck->shell[b->section[e]].thickness;
    if (i == 0 || sorted[i].label != sorted[i - 1].label) {
      long long number = entry->per == GB_PER_PATCH ? sorted[i].label : b->mesh->element_id[e];
      GB_TRY(add_design(b, entry, number, thickness, error));
    }
    gb_design *design = &b->model->design[b->model->designs - 1];
    if (thickness != design->value)
      return gb_fail(
          error, GB_MODEL,
          "%s: design '%s' spans shells of thickness %g and %g; one design has one value",
          entry->where, design->name, design->value, thickness);
    b->design[e] = b->model->designs - 1;
  }
  return GB_OK;
}

int gb_build_designs(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->deck->designs; i++) {
    const gb_design_entry *entry = &b->deck->design[i];
    const gb_group *group;
    labelled *sorted = NULL;
    GB_TRY(gb_build_group(b, entry->where, entry->group, 2, &group, error));
    int status = gb_allocate((size_t)group->elements, sizeof *sorted, &sorted, error);
    if (status == GB_OK) status = label(b, entry, group, sorted, error);
    if (status == GB_OK) status = assign(b, entry, group, sorted, error);
    free(sorted);
    GB_TRY(status);
  }
  return GB_OK;
}

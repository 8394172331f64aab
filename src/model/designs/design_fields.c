/// Weights of control points at the centres of elements: linear along an axis, by inverse distance
/// (Shepard 1968), or normalised Gaussians.
#include "model/designs/design_fields.h"

#include "base/length.h"
#include "model/sections/sections.h"
#include "model/sections/solids.h"
#include "problem/numbers.h"

#include <math.h>
#include <string.h>

typedef double place[3];

static int refuse_pair(const gb_design_entry *entry, int i, int j, const char *what,
                       gb_error *error) {
  return gb_fail(error, GB_WRONG_VALUE,
                 "%s.points: points [%d] and [%d] %s; accepted: different points", entry->where, i,
                 j, what);
}

/// @return the diagonal of the box around the points
static double extent_of(const gb_design_entry *entry) {
  double lower[3], upper[3], size[3];
  for (int i = 0; i < 3; i++) {
    lower[i] = INFINITY, upper[i] = -INFINITY;
    for (int c = 0; c < entry->field.points.count; c++) {
      lower[i] = fmin(lower[i], entry->field.points.entry[c][i]);
      upper[i] = fmax(upper[i], entry->field.points.entry[c][i]);
    }
    size[i] = upper[i] - lower[i];
  }
  return gb_length(size);
}

/// @return the distance of two points, along the axis for linear interpolation
static double apart(const gb_design_entry *entry, const double axis[3], const place a,
                    const place b) {
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return entry->field.interpolation == GB_INTERPOLATE_LINEAR ? fabs(gb_dot(axis, d)) : gb_length(d);
}

static int check_points(const gb_design_entry *entry, const double axis[3], gb_error *error) {
  const bool linear = entry->field.interpolation == GB_INTERPOLATE_LINEAR;
  const double least = 1e-12 * extent_of(entry);
  for (int i = 0; i < entry->field.points.count; i++)
    for (int j = 0; j < i; j++)
      if (!(apart(entry, axis, entry->field.points.entry[i], entry->field.points.entry[j]) > least))
        return refuse_pair(entry, j, i,
                           linear ? "have the same coordinate along the axis" : "coincide", error);
  return GB_OK;
}

/// Interpolate linearly between the neighbouring points along the axis; constant beyond the first
/// and the last point.
static void hats(const gb_design_entry *entry, const double axis[3], const place x,
                 double weight[]) {
  const double s = gb_dot(axis, x);
  double before = -INFINITY, behind = INFINITY;
  int low = -1, high = -1;
  for (int c = 0; c < entry->field.points.count; c++) {
    const double here = gb_dot(axis, entry->field.points.entry[c]);
    if (here <= s && here > before) before = here, low = c;
    if (here >= s && here < behind) behind = here, high = c;
  }
  if (low < 0 || high < 0 || low == high) {
    weight[low < 0 ? high : low] = 1;
    return;
  }
  weight[high] = (s - before) / (behind - before);
  weight[low] = 1 - weight[high];
}

/// Compute weights from distances d relative to the smallest one to avoid overflow: (least / d)^p
/// or exp((least^2 - d^2) / R^2).
static void by_distance(const gb_design_entry *entry, const place x, double weight[]) {
  double least = INFINITY, sum = 0;
  for (int c = 0; c < entry->field.points.count; c++) {
    const double *at = entry->field.points.entry[c];
    weight[c] = gb_length((double[]){x[0] - at[0], x[1] - at[1], x[2] - at[2]});
    least = fmin(least, weight[c]);
  }
  for (int c = 0; c < entry->field.points.count; c++) {
    const double d = weight[c], R = entry->field.radius[0];
    if (entry->field.interpolation == GB_INTERPOLATE_RADIAL)
      weight[c] = exp((least - d) / R * ((least + d) / R));
    else
      weight[c] = d > 0 ? pow(least / d, entry->field.power) : 1;
    sum += weight[c];
  }
  for (int c = 0; c < entry->field.points.count; c++) weight[c] /= sum;
}

/// Find the weights of control points.
static int find_weights(const gb_definition *from, gb_design_field *field, gb_error *error) {
  const gb_design_entry *entry = field->entry;
  const size_t points = (size_t)field->points;
  const double size = gb_length(entry->field.axis);
  double axis[3], *weight, *sum;
  for (int i = 0; i < 3; i++) axis[i] = size > 0 ? entry->field.axis[i] / size : 0;
  GB_TRY(check_points(entry, axis, error));
  GB_TRY(GB_TAKE(from->arena, weight, points, error));
  GB_TRY(GB_TAKE(from->arena, sum, points, error));
  GB_TRY(gb_design_weights_create(from, (size_t)field->elements * points, field, error));
  for (int k = 0; k < field->elements; k++) {
    place middle;
    gb_mesh_middle(from->original_mesh, field->element[k], middle);
    memset(weight, 0, points * sizeof *weight);
    if (entry->field.interpolation == GB_INTERPOLATE_LINEAR)
      hats(entry, axis, middle, weight);
    else
      by_distance(entry, middle, weight);
    field->start[k + 1] = field->start[k];
    for (size_t c = 0; c < points; c++) {
      if (weight[c] != 0) gb_design_weights_add(field, k, (int)c, weight[c]);
      sum[c] += weight[c];
    }
  }
  for (size_t c = 0; c < points; c++)
    if (sum[c] == 0)
      return gb_fail(
          error, GB_WRONG_VALUE,
          "%s.points: point [%d] has no influence on any element of the field (found [%g, %g, "
          "%g]); accepted: points among its elements",
          entry->where, (int)c, entry->field.points.entry[c][0], entry->field.points.entry[c][1],
          entry->field.points.entry[c][2]);
  return GB_OK;
}

static int add_element(const gb_definition *from, gb_design_field *field, int32_t e, double base,
                       gb_error *error) {
  int bases = field->elements;
  GB_TRY(gb_arena_add(from->arena, &field->base, &bases, sizeof base, &base, error));
  return gb_arena_add(from->arena, &field->element, &field->elements, sizeof e, &e, error);
}

/// Refuse the thickness of a shell that has a section.
static int refuse_section(const gb_problem *problem, const gb_design_entry *entry, long long id,
                          const char *section, gb_error *error) {
  const int found = GB_PROBLEM_FIND(problem, sections, name, section);
  const bool plied = found >= 0 && gb_problem_section_has_plies(&problem->sections.entry[found]);
  return gb_fail(error, GB_WRONG_PATCH,
                 "%s: element %lld of group '%s' has section '%s'; accepted: section: %s with "
                 "parameter: %s",
                 entry->where, id, entry->group, section, section,
                 plied ? "plies[0].thickness" : "A.11, D.11 or another of its numbers");
}

int gb_design_element_value(const gb_definition *from, const gb_shells *shells,
                            const gb_design_entry *entry, int32_t e, double *value,
                            gb_error *error) {
  const int own =
      gb_design_is_density(entry) ? gb_solids_entry(from->solids, e) : shells->section[e];
  const long long id = from->mesh->element_id[e];
  if (own < 0)
    return gb_fail(error, GB_WRONG_PATCH, "%s: element %lld of group '%s' is no %s", entry->where,
                   id, entry->group,
                   gb_design_is_density(entry) ? "solid: it has no relative density"
                                               : "shell: it has no thickness");
  if (gb_design_is_density(entry)) {
    *value = gb_solid_relative_density(&from->problem->solids.entry[own]);
    return GB_OK;
  }
  const gb_shell_section *shell = &from->problem->shells.entry[own];
  if (shell->section) return refuse_section(from->problem, entry, id, shell->section, error);
  *value = gb_element_thickness(shell, id);
  return GB_OK;
}

/// Add the shells or solids of a group.
static int take_group(const gb_definition *from, const gb_shells *shells, gb_design_field *field,
                      gb_error *error) {
  const gb_design_entry *entry = field->entry;
  const gb_group *group;
  GB_TRY(gb_find_group(from, entry->where, entry->group, gb_design_is_density(entry) ? 3 : 2,
                       &group, error));
  for (int32_t i = 0; i < group->elements; i++) {
    double value = 0;
    GB_TRY(gb_design_element_value(from, shells, entry, group->element[i], &value, error));
    GB_TRY(add_element(from, field, group->element[i], value, error));
  }
  return GB_OK;
}

/// @return the ply of a section whose thickness or angle is this number; -1: none
static int ply_of(const gb_section_source *source, const double *number, bool *angle) {
  for (int i = 0; i < source->layup.plies; i++) {
    *angle = source->ply[GB_PLY_ANGLE][i] == number;
    if (*angle || source->ply[GB_PLY_THICKNESS][i] == number) return i;
  }
  return -1;
}

/// Add the shells of all entries whose section contains the number.
static int take_section(const gb_definition *from, const gb_shells *shells, gb_design_field *field,
                        gb_error *error) {
  const gb_problem *problem = from->problem;
  gb_number found;
  GB_TRY(gb_problem_number(problem, field->entry, &found, error));
  field->number = found.address;
  for (int own = 0; own < problem->shells.count; own++) {
    gb_section_source source;
    bool angle;
    GB_TRY(gb_section_source_find(from, own, &source, error));
    const int ply = ply_of(&source, found.address, &angle);
    if (ply < 0) continue;
    field->ply = ply;
    field->angle = angle;
    for (int32_t e = 0; e < from->mesh->elements; e++)
      if (shells->section[e] == own) GB_TRY(add_element(from, field, e, *found.address, error));
  }
  if (field->elements > 0) return GB_OK;
  return gb_fail(error, GB_WRONG_SECTION,
                 "%s.section: no shell has the plies of section '%s'; accepted: a laminate of "
                 "shells",
                 field->entry->where, field->entry->owner[GB_OWNER_SECTION]);
}

int gb_design_field_create(const gb_definition *from, const gb_shells *shells,
                           const gb_design_entry *entry, gb_design_field *out, gb_error *error) {
  *out = (gb_design_field){.entry = entry};
  GB_TRY(entry->group ? take_group(from, shells, out, error)
                      : take_section(from, shells, out, error));
  out->points = gb_design_is_filtered(entry) ? out->elements : entry->field.points.count;
  return gb_design_is_filtered(entry) ? gb_design_filter(from, entry->field.radius[1], out, error)
                                      : find_weights(from, out, error);
}

void gb_design_field_extend(const gb_design_field *field, const double point[], double value[]) {
  for (int k = 0; k < field->elements; k++) {
    value[k] = 0;
    for (size_t i = field->start[k]; i < field->start[k + 1]; i++)
      value[k] += field->weight[i] * point[field->point[i]];
  }
}

void gb_design_field_fold(const gb_design_field *field, const double value[], double point[]) {
  for (int k = 0; k < field->elements; k++)
    for (size_t i = field->start[k]; i < field->start[k + 1]; i++)
      point[field->point[i]] += field->weight[i] * value[k];
}

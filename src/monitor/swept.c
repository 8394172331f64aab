/// Solids of beams: the outlines of sections at the nodes of beam elements.
#include "monitor/swept.h"

#include "base/length.h"
#include "constitutive/law.h"
#include "model/sections/triad.h"

#include <stdio.h>
#include <string.h>

static bool is_swept(const gb_block *block) {
  const gb_beam_law *law =
      block->section.total > 0 ? gb_section_laws[block->section.layup->kind]->beam : NULL;
  return law && law->outline;
}

/// Make the outline of a section. @param number numbers of the section
static int make_outline(const gb_layup *layup, const double number[], gb_arena *arena,
                        gb_swept_outline *out, gb_error *error) {
  gb_pack p[GB_SECTION_NUMBERS];
  gb_outline drawn;
  for (int i = 0; i < gb_layup_numbers(layup); i++) p[i] = (gb_pack){0} + number[i];
  gb_law_outline(layup, p, &drawn);
  out->points = drawn.points;
  out->cells = drawn.cells;
  GB_TRY(GB_TAKE(arena, out->point, (size_t)drawn.points, error));
  GB_TRY(GB_TAKE(arena, out->cell, (size_t)drawn.cells, error));
  memcpy(out->cell, drawn.cell, (size_t)drawn.cells * sizeof *out->cell);
  for (int k = 0; k < drawn.points; k++)
    for (int i = 0; i < 2; i++) out->point[k][i] = gb_lanes(&drawn.point[k][i])[0];
  return GB_OK;
}

/// Add the elements of a block, which have the same section.
static int add_block(const gb_block *block, int32_t source, gb_arena *arena, gb_swept_set *out,
                     gb_error *error) {
  const gb_layup *layup = block->section.layup;
  const int first = block->parameters - gb_layup_numbers(layup);
  gb_swept_outline *outline;
  GB_TRY(GB_TAKE(arena, outline, 1, error));
  GB_TRY(make_outline(layup, block->parameter + first, arena, outline, error));
  for (int32_t e = 0; e < block->elements; e++) {
    gb_swept *one = &out->one[out->count++];
    *one = (gb_swept){.outline = outline,
                      .node = block->node + (size_t)e * (size_t)block->nodes,
                      .nodes = block->nodes,
                      .rod = gb_section_laws[layup->kind]->beam->rod,
                      .source = source + e};
    const int64_t index = block->cell[e] - block->entry; // among the elements of all ranks
    one->point = out->all_points + index * gb_swept_points(one);
    one->cell = out->all_cells + index * gb_swept_cells(one);
    out->points += gb_swept_points(one);
    out->cells += gb_swept_cells(one);
  }
  const gb_swept any = {.outline = outline, .nodes = block->nodes};
  out->all_points += block->section.total * gb_swept_points(&any);
  out->all_cells += block->section.total * gb_swept_cells(&any);
  return GB_OK;
}

int gb_swept_find(const gb_model *model, gb_arena *arena, gb_swept_set *out, gb_error *error) {
  size_t capacity = 0;
  int32_t source = 0;
  memset(out, 0, sizeof *out);
  for (int i = 0; i < model->blocks->count; i++)
    if (is_swept(&model->blocks->block[i])) capacity += (size_t)model->blocks->block[i].elements;
  GB_TRY(GB_TAKE(arena, out->one, capacity, error));
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (is_swept(block)) GB_TRY(add_block(block, source, arena, out, error));
    if (block->cell) source += block->elements;
  }
  return GB_OK;
}

/// Compute the vector from the first to the second end of a rod. @param nodal NULL: in the
/// reference configuration
static void find_line(const gb_model *model, const gb_swept *s, const double nodal[],
                      double along[3]) {
  const double *A = gb_node_reference(model->nodes, s->node[0], GB_POSITION);
  const double *B = gb_node_reference(model->nodes, s->node[1], GB_POSITION);
  for (int i = 0; i < 3; i++) {
    along[i] = B[i] - A[i];
    if (nodal)
      along[i] += nodal[gb_node_displacement(model->nodes, s->node[1]) + (size_t)i] -
                  nodal[gb_node_displacement(model->nodes, s->node[0]) + (size_t)i];
  }
}

static void rod_axes(const gb_model *model, const gb_swept *s, double axis[3][3]) {
  static const double none[3];
  double along[3], triad[3][3];
  find_line(model, s, NULL, along);
  gb_triad(along, none, triad);
  for (int k = 0; k < 3; k++) memcpy(axis[k], triad[(k + 2) % 3], sizeof triad[0]);
}

void gb_swept_frame(const gb_model *model, const gb_swept *s, int number, double frame[4][3]) {
  const double *reference = gb_node_reference(model->nodes, gb_swept_node(s, number), GB_POSITION);
  memcpy(frame, reference, (s->rod ? 3 : 12) * sizeof *reference);
  if (s->rod) rod_axes(model, s, &frame[1]);
}

/// Compute the change of the axes of a rod by the smallest rotation from its reference direction t0
/// to its current direction t: y becomes y - (y . t) (t0 + t) / (1 + t0 . t).
static void turn_rod(const gb_model *model, const gb_swept *s, const double nodal[],
                     double change[3][3]) {
  double axis[3][3], t[3], y[3];
  rod_axes(model, s, axis);
  find_line(model, s, nodal, t);
  const double length = gb_length(t);
  for (int i = 0; i < 3; i++) t[i] /= length;
  const double sum = 1 + gb_dot(axis[0], t);
  const double factor = sum > 1e-12 ? gb_dot(axis[1], t) / sum : 0;
  for (int i = 0; i < 3; i++) y[i] = axis[1][i] - factor * (axis[0][i] + t[i]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    change[0][i] = t[i] - axis[0][i];
    change[1][i] = y[i] - axis[1][i];
    change[2][i] = t[j] * y[k] - t[k] * y[j] - axis[2][i];
  }
}

void gb_swept_change(const gb_model *model, const gb_swept *s, int number, const double nodal[],
                     bool finite, double change[4][3]) {
  const double *at = &nodal[gb_node_displacement(model->nodes, gb_swept_node(s, number))];
  memset(change, 0, 12 * sizeof *at);
  memcpy(change, at, (s->rod ? 3 : 12) * sizeof *at);
  if (s->rod && finite) turn_rod(model, s, nodal, &change[1]);
}

static bool is_used(const gb_problem *problem, const char *section) {
  bool used = false;
  for (int i = 0; i < problem->beams.count; i++)
    used = used || !strcmp(problem->beams.entry[i].section, section);
  return used;
}

void gb_swept_missing(const gb_problem *problem, size_t size, char *text) {
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < problem->sections.count && used < size; i++) {
    const gb_section_entry *section = &problem->sections.entry[i];
    const gb_beam_law *law = gb_section_laws[section->kind]->beam;
    if (law && !law->outline && is_used(problem, section->name))
      used += (size_t)snprintf(text + used, size - used, "%s'%s'", used ? ", " : "", section->name);
  }
}

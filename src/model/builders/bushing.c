/// Bushings: two frames at one position, tied to bodies, nodes or the ground; one block for all.
#include "elements/spring/bushing.h"
#include "base/length.h"
#include "model/builders/builder.h"
#include "model/topology/axes_end.h"

#include "model/sections/triad.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROTATIONS = 3 }; ///< index of the first rotational strain

static int32_t end_of(const gb_topology *t, const gb_bushing *bushing, int end) {
  return gb_topology_find(t, &bushing->between[end]);
}

/// Whether rotations of the ends have stiffness, damping or inertance.
static bool turns(const gb_bushing *bushing) {
  for (int i = ROTATIONS; i < GB_BUSHING_STRAINS; i++)
    for (int j = 0; j < GB_BUSHING_STRAINS; j++) {
      const int k = gb_bushing_entry(i, j);
      if (bushing->stiffness[k] != 0 || bushing->damping[k] != 0 || bushing->inertance[k] != 0)
        return true;
    }
  return false;
}

static int find_end(const gb_topology *t, const gb_bushing *bushing, int end, gb_axes_end *out,
                    gb_error *error) {
  return gb_axes_end_find(t, bushing->where, bushing->between[end], "a bushing ends at one", out,
                          error);
}

/// Whether the axes at an end rotate with it.
static bool has_axes(const gb_topology *t, const gb_bushing *bushing, const gb_axes_end *to) {
  return !bushing->apart && gb_axes_end_turns(t, to);
}

/// Whether a position is off a node along the axis of a bushing that acts along this axis alone, so
/// that it exerts no moment about the node.
static bool is_in_line(const gb_topology *t, const gb_bushing *bushing, int32_t node) {
  const double *X = gb_topology_position(t, node);
  double axis[3][3], arm[3], across[3];
  int along = -1;
  gb_axes(bushing->axes, axis);
  for (int i = 0; i < ROTATIONS; i++)
    for (int j = i; j < ROTATIONS; j++) {
      const int k = gb_bushing_entry(i, j);
      if (bushing->stiffness[k] == 0 && bushing->damping[k] == 0) continue;
      if (i != j || along >= 0) return false;
      along = i;
    }
  for (int i = 0; i < 3; i++) arm[i] = bushing->at[i] - X[i];
  if (along < 0) return true;
  gb_cross(axis[along], arm, across);
  return gb_length(across) <= 1e-9 * gb_length(arm);
}

/// Check an end at a node without axes (`master`; -1: the ground or a body of a bushing with
/// separate ends). Rotations must have no stiffness or damping; its axes remain the global ones. It
/// must be at the bushing's position, unless it is a free node that is kept from turning, or the
/// bushing exerts no moment about it: then its displacement is that at the bushing.
static int check_plain(const gb_topology *t, const gb_bushing *bushing, int end, int32_t master,
                       bool free, gb_error *error) {
  const double *at = bushing->at;
  if (turns(bushing))
    return gb_fail(error, GB_WRONG_ENDS,
                   "%s.between: %s has no axes for a stiffness, damping or inertance of rotations; "
                   "accepted: those of displacements only, a body, or a node of a beam",
                   bushing->where, bushing->between[end]);
  if (bushing->apart || (free && bushing->held) || gb_topology_is_at(t, master, at, 0) ||
      is_in_line(t, bushing, master))
    return GB_OK;
  const double *X = gb_topology_position(t, master);
  return gb_fail(
      error, GB_WRONG_PLACE,
      "%s.at: the bushing is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the "
      "same place, or one axis of displacements that has stiffness, along which they lie",
      bushing->where, at[0], at[1], at[2], bushing->between[end], X[0], X[1], X[2]);
}

static int add_end(gb_topology *t, int b, int end, const double axis[3][3], gb_error *error) {
  const gb_bushing *bushing = &t->from->problem->bushings.entry[b];
  gb_axes_end to;
  int32_t node;
  GB_TRY(find_end(t, bushing, end, &to, error));
  if (!has_axes(t, bushing, &to) && (to.node >= 0 || bushing->apart))
    GB_TRY(check_plain(t, bushing, end, to.node, to.free, error));
  const bool own = to.node >= 0 && bushing->apart;
  const gb_new_node new = {.fields = GB_FRAME,
                           .position = own ? gb_topology_position(t, to.node) : bushing->at,
                           .axis = axis,
                           .origin = {"bushing", bushing->name, b + 1},
                           .hidden = true};
  GB_TRY(gb_topology_add(t, &new, &node, error));
  GB_TRY(gb_topology_mark(t, &bushing->between[end], node, error));
  return gb_axes_end_tie(t, node, &to, has_axes(t, bushing, &to), error);
}

static int ties(gb_topology *t, gb_error *error) {
  for (int b = 0; b < t->from->problem->bushings.count; b++) {
    double axis[3][3];
    gb_axes(t->from->problem->bushings.entry[b].axes, axis);
    for (int end = 0; end < 2; end++) GB_TRY(add_end(t, b, end, (const double(*)[3])axis, error));
  }
  return GB_OK;
}

/// Add the gradient of a strain in the reference configuration, where both frames coincide.
static void add_strain(const gb_topology *t, int32_t node, int strain, double factor,
                       gb_resistance *out) {
  const unsigned field = (unsigned)GB_DIRECTOR_1 << strain % 3;
  const double *axis = gb_topology_reference(t, node, field);
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < 3; i++)
      *(strain < ROTATIONS ? &out->force[end][i] : &out->moment[end][i]) +=
          (end ? factor : -factor) * axis[i];
}

static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const gb_bushing *bushing = &t->from->problem->bushings.entry[connection->entry];
  double row[GB_BUSHING_STRAINS][GB_BUSHING_STRAINS];
  const int count = gb_symmetric_factor(GB_BUSHING_STRAINS, bushing->stiffness, row[0]);
  for (int k = 0; k < count; k++) {
    out[k] = (gb_resistance){.force = {{0}}};
    for (int i = 0; i < GB_BUSHING_STRAINS; i++)
      add_strain(t, connection->node[0], i, row[k][i], &out[k]);
  }
  return count;
}

static const gb_connection_kind kind = {.elastic = true, .together = true, .resist = resist};

/// Connect the ends. If one end has no axes, it becomes the second end, so that the axes of the
/// other end are used.
static int connect(gb_topology *t, gb_error *error) {
  for (int b = 0; b < t->from->problem->bushings.count; b++) {
    const gb_bushing *bushing = &t->from->problem->bushings.entry[b];
    for (int end = 0; end < 2; end++)
      GB_TRY(gb_topology_check_end(t, bushing->where, bushing->between[end],
                                   gb_topology_master(t, end_of(t, bushing, end)), error));
    gb_axes_end to[2];
    for (int end = 0; end < 2; end++) GB_TRY(find_end(t, bushing, end, &to[end], error));
    const bool turned =
        to[0].node >= 0 && !has_axes(t, bushing, &to[0]) && has_axes(t, bushing, &to[1]);
    GB_TRY(gb_topology_connect(t, &kind, b, end_of(t, bushing, turned), end_of(t, bushing, !turned),
                               error));
  }
  return GB_OK;
}

static int add_bushings(gb_draft *draft, gb_error *error) {
  const gb_connection_set *connections = &draft->t->connections;
  const int32_t capacity = draft->t->from->problem->bushings.count;
  gb_block *block = NULL;
  for (int i = 0; i < connections->count; i++) {
    const gb_connection *pair = &connections->pair[i];
    if (pair->kind != &kind) continue;
    if (!block) {
      GB_TRY(gb_draft_block(draft, GB_ELEMENT_BUSHING, 2, capacity, &block, error));
      GB_TRY(gb_draft_make_own(block, capacity, error));
      GB_TRY(GB_TAKE(block->arena, block->joint->entry, (size_t)capacity, error));
    }
    if (!gb_draft_has(draft, pair->node[0])) continue;
    const gb_bushing *bushing = &draft->t->from->problem->bushings.entry[pair->entry];
    for (int k = 0; k < GB_BUSHING_NUMBERS; k++) {
      GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_BUSHING_STIFFNESS + k,
                                    &bushing->stiffness[k], error));
      GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_BUSHING_DAMPING + k,
                                    &bushing->damping[k], error));
    }
    block->joint->entry[block->elements] = pair->entry;
    memcpy(&block->node[2 * block->elements++], pair->node, sizeof pair->node);
  }
  return GB_OK;
}

enum { INERTER_AXES = 3 };

/// Whether relative accelerations have forces, or may have them by a design.
static bool has_inertance(const gb_draft *draft, const gb_bushing *bushing) {
  bool has = false;
  for (int i = 0; i < INERTER_AXES; i++)
    for (int j = i; j < INERTER_AXES; j++) {
      const double *number = &bushing->inertance[gb_bushing_entry(i, j)];
      has = has || *number != 0 || gb_design_of(draft->designs, number) >= 0;
    }
  return has;
}

static int add_inerters(gb_draft *draft, gb_error *error) {
  const gb_connection_set *connections = &draft->t->connections;
  const int32_t capacity = draft->t->from->problem->bushings.count;
  gb_block *block = NULL;
  for (int i = 0; i < connections->count; i++) {
    const gb_connection *pair = &connections->pair[i];
    const gb_bushing *bushing = &draft->t->from->problem->bushings.entry[pair->entry];
    if (pair->kind != &kind || !has_inertance(draft, bushing)) continue;
    if (!block) {
      GB_TRY(gb_draft_block(draft, GB_ELEMENT_INERTER, 2, capacity, &block, error));
      GB_TRY(gb_draft_make_own(block, capacity, error));
    }
    if (!gb_draft_has(draft, pair->node[0])) continue;
    for (int k = 0, to = 0; k < INERTER_AXES; k++)
      for (int l = k; l < INERTER_AXES; l++, to++)
        GB_TRY(gb_draft_own_parameter(draft, block, capacity, to,
                                      &bushing->inertance[gb_bushing_entry(k, l)], error));
    memcpy(&block->node[2 * block->elements++], pair->node, sizeof pair->node);
  }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  GB_TRY(add_bushings(draft, error));
  return add_inerters(draft, error);
}

const gb_builder gb_builder_bushing = {.ties = ties, .connect = connect, .blocks = blocks};

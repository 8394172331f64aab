/// Forces and moments of nodal residuals at supported nodes and nodes tied to them, and rotations
/// of frames.
#include "system/recovery/node_quantities.h"

#include "system/nodal_values/cross.h"

/// A vector of a node with the lever arm of its force: a position relative to the point of moments,
/// or a director.
typedef struct lever {
  int32_t value; ///< its first value
  bool position;
  gb_scalar arm[3];
} lever;

static void present(const gb_node_set *nodes, const gb_scalar nodal[], int32_t value,
                    gb_scalar x[3]) {
  for (int i = 0; i < 3; i++) x[i] = nodes->reference[value + i] + nodal[value + i];
}

/// Find the position and the directors of a node of a reaction. @return the number of vectors
static int find_levers(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                       int32_t node, lever out[4]) {
  int count = 0;
  GB_EACH_FIELD(field, nodes->fields[node] & GB_FRAME) {
    lever *l = &out[count++];
    l->value = gb_node_value(nodes, node, field);
    l->position = field == GB_POSITION;
    present(nodes, nodal, l->value, l->arm);
    if (!l->position) continue;
    gb_scalar center[3] = {of->about[0], of->about[1], of->about[2]};
    if (of->center >= 0)
      present(nodes, nodal, gb_node_value(nodes, of->center, GB_POSITION), center);
    for (int i = 0; i < 3; i++) l->arm[i] -= center[i];
  }
  return count;
}

void gb_reaction_find(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                      const gb_scalar residual[], gb_scalar value[]) {
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(nodes, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      const gb_scalar *r = &residual[l[a].value];
      for (int i = 0; l[a].position && i < 3; i++) value[i] += r[i];
      gb_add_cross(1, l[a].arm, r, value + 3);
    }
  }
}

void gb_reaction_weigh(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                       const gb_scalar g[], gb_scalar psi[]) {
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(nodes, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      gb_scalar *weight = &psi[l[a].value];
      for (int i = 0; l[a].position && i < 3; i++) weight[i] += g[i];
      gb_add_cross(1, g + 3, l[a].arm, weight);
    }
  }
}

void gb_reaction_add_arms(const gb_node_set *nodes, const gb_quantity *of, const gb_scalar nodal[],
                          const gb_scalar residual[], const gb_scalar g[], gb_scalar bar[]) {
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(nodes, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      const gb_scalar *r = &residual[l[a].value];
      gb_add_cross(1, r, g + 3, &bar[l[a].value]);
      if (l[a].position && of->center >= 0)
        gb_add_cross(-1, r, g + 3, &bar[gb_node_value(nodes, of->center, GB_POSITION)]);
    }
  }
}

/// A frame: the first values of its directors, reference directors, directors and their rates.
typedef struct frame {
  int32_t value[3];
  const double *reference[3];
  gb_scalar director[3][3], rate[3][3];
} frame;

static void open_frame(const gb_node_set *nodes, const gb_quantity *of, const gb_nodal_state *state,
                       frame *f) {
  for (int k = 0; k < 3; k++) {
    f->value[k] = gb_node_value(nodes, of->node[0], (unsigned)GB_DIRECTOR_1 << k);
    f->reference[k] = &nodes->reference[f->value[k]];
    present(nodes, state->q, f->value[k], f->director[k]);
    for (int i = 0; i < 3; i++) f->rate[k][i] = state->v ? state->v[f->value[k] + i] : 0;
  }
}

/// Compute s = R_pq - R_qp, which is linear in the directors, and c = R_pp + R_qq for the rotation
/// about an axis.
static void find_turn(const frame *f, int axis, gb_scalar *s, gb_scalar *c) {
  const int q = (axis + 1) % 3, p = (axis + 2) % 3;
  *s = *c = 0;
  for (int k = 0; k < 3; k++) {
    *s += f->director[k][p] * f->reference[k][q] - f->director[k][q] * f->reference[k][p];
    *c += f->director[k][p] * f->reference[k][p] + f->director[k][q] * f->reference[k][q];
  }
}

void gb_turn_find(const gb_node_set *nodes, const gb_quantity *of, const gb_nodal_state *state,
                  gb_scalar value[]) {
  frame f;
  open_frame(nodes, of, state, &f);
  for (int axis = 0; axis < 3; axis++) {
    gb_scalar s, c;
    find_turn(&f, axis, &s, &c);
    value[axis] = state->origin ? s / 2 : gb_angle(s, c);
    gb_add_cross(0.5, f.director[axis], f.rate[axis], value + 3);
  }
}

void gb_turn_add_bar(const gb_node_set *nodes, const gb_quantity *of, const gb_nodal_state *state,
                     const gb_scalar g[], int component, gb_scalar bar[]) {
  frame f;
  open_frame(nodes, of, state, &f);
  for (int axis = 0; axis < 3 && component == GB_Q; axis++) {
    const int j = (axis + 1) % 3, i = (axis + 2) % 3;
    gb_scalar s, c;
    find_turn(&f, axis, &s, &c);
    const gb_scalar square = s * s + c * c;
    const gb_scalar by_s = g[axis] * (state->origin ? 0.5 : c / square);
    const gb_scalar by_c = state->origin ? 0 : -g[axis] * s / square;
    for (int k = 0; k < 3; k++) {
      gb_scalar *to = &bar[f.value[k]];
      to[i] += by_s * f.reference[k][j] + by_c * f.reference[k][i];
      to[j] += by_c * f.reference[k][j] - by_s * f.reference[k][i];
    }
  }
  for (int k = 0; k < 3; k++) {
    if (component == GB_Q) gb_add_cross(0.5, f.rate[k], g + 3, &bar[f.value[k]]);
    if (component == GB_V) gb_add_cross(0.5, g + 3, f.director[k], &bar[f.value[k]]);
  }
}

/// *TRANSFORM of an .inp deck: axes of nodes for supports, concentrated loads and equations.
/// Source: Abaqus Keywords Reference Guide, *TRANSFORM.
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "base/length.h"
#include "deck/ends.h"
#include "deck/ties.h"

#include <math.h>
#include <string.h>

bool gb_inp_make_axes(const double first[3], const double second[3], double axis[3][3]) {
  double third[3];
  gb_cross(first, second, third);
  const double a = gb_length(first), c = gb_length(third);
  if (!(c > 1e-9 * a * gb_length(second))) return false;
  for (int i = 0; i < 3; ++i) {
    axis[0][i] = first[i] / a;
    axis[2][i] = third[i] / c;
  }
  gb_cross(axis[2], axis[0], axis[1]);
  return true;
}

/// Refuse axes of nodes of which one stands for several: the others may have had other axes.
static int check_ties(const gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const int32_t *tied = inp->elements->tied;
  for (int32_t n = 0; tied && n < inp->mesh->nodes; ++n)
    GB_REFUSE_IF(tied[n] != n && inp->properties->transform[tied[n]], &call->is, error,
                 "node %lld is one with node %lld, by *TIE or TIE of *MPC; accepted: nodes without "
                 "such ties",
                 gb_inp_number(inp, inp->mesh->node_id[tied[n]]),
                 gb_inp_number(inp, inp->mesh->node_id[n]));
  return GB_OK;
}

int gb_inp_transform(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const types[] = {"R", "C", NULL};
  const gb_inp_set *set;
  gb_inp_transformed t = {0};
  double v[6] = {0}, ignored[3][3];
  int cylindrical;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_set(inp, call, "NSET", false, &set, error));
  GB_TRY(gb_inp_choose(inp, call, "TYPE", types, &cylindrical, error));
  GB_TRY(gb_inp_need_line(&data, "the points a and b", error));
  GB_TRY(GB_READ(&data.is, error, {0, "Xa|Ya|Za|Xb|Yb|Zb", .real_or = v}, {6, .end = true}));
  gb_inp_turn(inp, call, &v[0]);
  gb_inp_turn(inp, call, &v[3]);
  t.cylindrical = cylindrical;
  for (int i = 0; i < 3; ++i) {
    t.a[i] = v[i] + (cylindrical ? inp->keywords->scopes.entry[call->scope].shift[i] : 0);
    t.b[i] = cylindrical ? v[3 + i] - v[i] : v[3 + i];
  }
  GB_REFUSE_IF(cylindrical ? !(gb_length(t.b) > 0) : !gb_inp_make_axes(t.a, t.b, ignored), &data.is,
               error,
               cylindrical ? "both points of the axis are one" : "a and b lie along one line");
  GB_TRY(gb_inp_end(&data, error));
  if (!inp->properties->transform)
    GB_TRY(GB_TAKE(inp->arena, inp->properties->transform, (size_t)inp->mesh->nodes, error));
  GB_TRY(GB_KEEP(inp, properties->transforms, t, error));
  GB_EACH(member, set->members)
    inp->properties->transform[*member] = inp->properties->transforms.count;
  return check_ties(inp, call, error);
}

bool gb_inp_is_transformed(const gb_inp *inp, int32_t node) {
  return inp->properties->transform && inp->properties->transform[node];
}

int gb_inp_axes_of(const gb_inp *inp, int32_t line, int32_t node, double axis[3][3],
                   gb_error *error) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double radial[3], last[3];
  memcpy(axis, unit, sizeof unit);
  if (!gb_inp_is_transformed(inp, node)) return GB_OK;
  const gb_inp_transformed *t =
      &inp->properties->transforms.entry[inp->properties->transform[node] - 1];
  if (!t->cylindrical) {
    gb_inp_make_axes(t->a, t->b, axis);
    return GB_OK;
  }
  const double length = gb_length(t->b);
  double along = 0;
  for (int i = 0; i < 3; ++i) radial[i] = inp->mesh->position[node][i] - t->a[i];
  for (int i = 0; i < 3; ++i) last[i] = t->b[i] / length;
  along = gb_dot(radial, last);
  const double far = gb_length(radial);
  for (int i = 0; i < 3; ++i) radial[i] -= along * last[i];
  GB_DECK_FAIL_IF(!(gb_length(radial) > 1e-9 * far), GB_WRONG_REFERENCE, inp->deck, line, error,
                  "node %lld lies on the axis of its *TRANSFORM, and has no radius",
                  gb_inp_number(inp, inp->mesh->node_id[node]));
  for (int i = 0; i < 3; ++i) {
    axis[0][i] = radial[i] / gb_length(radial);
    axis[2][i] = last[i];
  }
  gb_cross(axis[2], axis[0], axis[1]);
  return GB_OK;
}

/// Support a component along an axis of *TRANSFORM, or prescribe a rotation, by an equation.
static int add_equation(gb_inp *inp, const gb_inp_action *a, gb_error *error) {
  gb_deck_component of = {a->target, a->target, a->component + 1, {{0}}};
  gb_equation *equation;
  GB_TRY(gb_inp_axes_of(inp, a->line, a->target, of.axis, error));
  GB_TRY(gb_deck_add_equation(inp->deck, a->line, "*BOUNDARY", &equation, error));
  equation->support = true;
  GB_TRY(gb_deck_add_component(inp->deck, equation, &of, 1, error));
  if (a->value == 0) return GB_OK;
  const bool earlier = a->amplitude < 0 && a->step < inp->keywords->chosen;
  return gb_deck_write_value(inp->deck, a->value, earlier ? GB_DECK_AT_ONCE : a->amplitude,
                             &equation->value, error);
}

static bool is_turn(const gb_inp_action *a) {
  return a->kind == GB_ACT_SUPPORT && a->component > 2 && a->value != 0;
}

/// Find the nodes of shells and beams, which rotate.
static int find_turning(const gb_inp *inp, bool **turning, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  GB_TRY(GB_TAKE(inp->arena, *turning, (size_t)mesh->nodes, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k)
      if (mesh->property[e] == GB_INP_SHELLS || mesh->property[e] == GB_INP_BEAMS)
        (*turning)[mesh->node[k]] = true;
  return GB_OK;
}

/// Whether a support holds a rotation of a node that has none, so that it needs no axes.
static bool is_idle(const gb_inp *inp, const gb_inp_action *a, const bool turning[]) {
  return a->component > 2 && a->value == 0 && !turning[a->target] &&
         inp->elements->taken[a->target] && !gb_deck_body_at(inp->deck, a->target);
}

int gb_inp_support_axes(gb_inp *inp, gb_error *error) {
  gb_inp_action *all = inp->loads->actions.entry;
  int left = 0, turns = 0;
  bool *turning;
  GB_TRY(find_turning(inp, &turning, error));
  for (int i = 0, end; i < inp->loads->actions.count; i = end) {
    const bool own = all[i].kind == GB_ACT_SUPPORT && gb_inp_is_transformed(inp, all[i].target);
    int still[2] = {0}; // numbers of displacements and rotations that are 0; all three need no axes
    for (end = i; end < inp->loads->actions.count && all[end].kind == all[i].kind &&
                  all[end].target == all[i].target;
         ++end)
      still[all[end].component / 3] += all[end].value == 0;
    for (int k = i; k < end; ++k) turns += is_turn(&all[k]);
    for (int k = i; k < end; ++k)
      if ((own && still[all[k].component / 3] < 3 && !is_idle(inp, &all[k], turning)) ||
          is_turn(&all[k]))
        GB_TRY(add_equation(inp, &all[k], error));
      else
        all[left++] = all[k];
  }
  inp->loads->actions.count = left;
  if (turns == 0) return GB_OK;
  return gb_deck_note(inp->deck, -1, error,
                      "*BOUNDARY gives %d rotations: they are equations, for small rotations",
                      turns);
}

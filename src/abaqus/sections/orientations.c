/// *ORIENTATION of shells, of their plies and of solids in an .inp deck.
#include "abaqus/entries/property.h"
#include "base/length.h"

#include <math.h>
#include <string.h>

/// The angles of one ply in the elements of its set may differ by this much [degrees].
static const double most_difference = 1e-4;

static int find_any(const gb_inp *inp, const gb_record *is, int scope, gb_deck_text name,
                    const gb_inp_orientation **out, gb_error *error) {
  *out = NULL;
  for (int i = 0; i < inp->properties->orientations.count && !*out; ++i)
    if (gb_inp_means(inp, scope, name, inp->properties->orientations.entry[i].name))
      *out = &inp->properties->orientations.entry[i];
  GB_REFUSE_AS_IF(!*out, GB_UNDEFINED_NUMBER, is, error, "ORIENTATION=%.*s is not defined",
                  GB_SHOWN(name));
  return GB_OK;
}

int gb_inp_axes_of_solids(const gb_inp *inp, const gb_inp_call *call, double axes[2][3],
                          gb_error *error) {
  const gb_inp_orientation *o;
  gb_deck_text name;
  double e[3][3], turned[3][3];
  GB_TRY(gb_inp_need(inp, call, "ORIENTATION", &name, error));
  GB_TRY(find_any(inp, &call->is, call->scope, name, &o, error));
  GB_REFUSE_IF(o->cylindrical, &call->is, error,
               "ORIENTATION=%s is CYLINDRICAL; accepted: RECTANGULAR axes of solids", o->name);
  gb_inp_make_axes(o->axis, o->second, e);
  const double turn = o->angle * acos(-1) / 180;
  const int p = o->normal % 3, q = (o->normal + 1) % 3;
  memcpy(turned, e, sizeof e);
  for (int i = 0; i < 3; ++i) {
    turned[p][i] = cos(turn) * e[p][i] + sin(turn) * e[q][i];
    turned[q][i] = cos(turn) * e[q][i] - sin(turn) * e[p][i];
  }
  memcpy(axes, turned, 2 * sizeof *axes);
  return GB_OK;
}

int gb_inp_find_orientation(const gb_inp *inp, const gb_record *is, int scope, gb_deck_text name,
                            const gb_inp_orientation **out, gb_error *error) {
  GB_TRY(find_any(inp, is, scope, name, out, error));
  if ((*out)->normal == 3 || inp->keywords->dialect == GB_DIALECT_ABAQUS) return GB_OK;
  return gb_record_fail(
      is, error,
      "ORIENTATION=%s has no second line 3, 0. (the third axis is along the normal of the shells, "
      "the first is projected on them), which is accepted alone but for `deck: {dialect: abaqus}`",
      (*out)->name);
}

/// Compute the first axis of shells at a position: along the radius, around the axis or along it,
/// by the axis that is along their normal, turned about that. @return false: the position is on the
/// axis
static bool find_axis_at(const gb_inp_orientation *o, const double at[3], double axis[3]) {
  const double length = gb_length(o->axis), turn = o->angle * acos(-1) / 180;
  const int p = o->normal % 3, q = (o->normal + 1) % 3;
  double e[3][3], along = 0;
  for (int i = 0; i < 3; ++i) {
    e[2][i] = o->axis[i] / length;
    e[0][i] = at[i] - o->second[i];
  }
  const double far = gb_length(e[0]);
  along = gb_dot(e[0], e[2]);
  for (int i = 0; i < 3; ++i) e[0][i] -= along * e[2][i];
  const double radius = gb_length(e[0]);
  if (!(radius > 1e-9 * far)) return false;
  for (int i = 0; i < 3; ++i) e[0][i] /= radius;
  gb_cross(e[2], e[0], e[1]);
  for (int i = 0; i < 3; ++i) axis[i] = cos(turn) * e[p][i] + sin(turn) * e[q][i];
  return true;
}

int gb_inp_turn_elements(const gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                         const gb_inp_orientation *o, gb_shell_section *shell, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  gb_turn *turn;
  GB_TRY(GB_TAKE(inp->problem->arena, turn, (size_t)set->members.count, error));
  for (int k = 0; k < set->members.count; ++k) {
    const int32_t e = set->members.entry[k];
    const int corners = gb_shape_corners((gb_shape)mesh->shape[e]);
    double middle[3] = {0};
    for (int a = 0; a < corners; ++a)
      for (int i = 0; i < 3; ++i)
        middle[i] += mesh->position[mesh->node[mesh->start[e] + a]][i] / corners;
    turn[k] = (gb_turn){.element = mesh->element_id[e], .angle = INFINITY};
    GB_REFUSE_AS_IF(!find_axis_at(o, middle, turn[k].axis), GB_WRONG_DIRECTION, &call->is, error,
                    "the middle of element %lld is on the axis of the orientation '%s'",
                    gb_inp_number(inp, mesh->element_id[e]), o->name);
  }
  memset(shell->axis, 0, sizeof shell->axis);
  shell->sided = true;
  shell->turns = set->members.count;
  shell->turn = turn;
  return GB_OK;
}

/// Whether a field of a ply is the name of an orientation.
static bool is_name(const gb_inp_data *data) {
  double angle;
  return !gb_field_is_blank(&data->is, 3) && !gb_deck_real(gb_field(&data->is, 3), &angle);
}

/// Find the orientation that a ply names, which must have one axis everywhere.
static int find_of_ply(const gb_inp *inp, const gb_inp_data *data, const gb_inp_orientation **out,
                       gb_error *error) {
  GB_TRY(gb_inp_find_orientation(inp, &data->is, data->call->scope, gb_field(&data->is, 3), out,
                                 error));
  GB_REFUSE_IF((*out)->cylindrical, &data->is, error,
               "the orientation '%s' of a ply is cylindrical; accepted: that of the section, and "
               "angles of plies from it",
               (*out)->name);
  return GB_OK;
}

int gb_inp_axis_of_plies(const gb_inp *inp, const gb_inp_call *call, double axis[3], bool *found,
                         gb_error *error) {
  const gb_inp_orientation *first = NULL, *o;
  *found = false;
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    if (!is_name(&data)) return GB_OK;
    GB_TRY(find_of_ply(inp, &data, &o, error));
    if (!first) first = o;
  }
  if (!first) return GB_OK;
  memcpy(axis, first->on_shells, sizeof first->on_shells);
  *found = true;
  return GB_OK;
}

/// Compute the angle about a normal from one axis to another, both projected [degrees].
/// @return false if an axis is along the normal
static bool find_angle(const double normal[3], const double from[3], const double to[3],
                       double *angle) {
  const double size = gb_length(normal);
  double n[3], across[3], other[3];
  for (int i = 0; i < 3; ++i) n[i] = normal[i] / size;
  gb_cross(n, from, across); // the projection of `from`, turned by 90 degrees
  gb_cross(n, to, other);
  const double least = 0.01; // sine of the angle between axis and normal
  if (!(gb_length(across) > least * gb_length(from) && gb_length(other) > least * gb_length(to)))
    return false;
  *angle = atan2(gb_dot(across, to), gb_dot(across, other)) * 180 / acos(-1);
  return true;
}

int gb_inp_angle_of_ply(const gb_inp *inp, const gb_inp_data *data, const gb_inp_set *set,
                        const double axis[3], double *angle, gb_error *error) {
  const gb_inp_orientation *o;
  const gb_mesh *mesh = inp->mesh;
  double first = NAN;
  GB_REFUSE_IF(
      gb_length(axis) == 0, &data->is, error,
      "a ply names an orientation, and the section has a cylindrical one; accepted: angles "
      "of plies from it");
  GB_TRY(find_of_ply(inp, data, &o, error));
  GB_EACH(member, set->members) {
    const int32_t e = *member;
    for (int a = 0; a < gb_shape_corners((gb_shape)mesh->shape[e]); ++a) {
      double normal[3], here;
      gb_mesh_area_vector(mesh, e, a, normal);
      GB_REFUSE_AS_IF(
          !find_angle(normal, axis, o->on_shells, &here), GB_WRONG_DIRECTION, &data->is, error,
          "the orientation '%s', or the axis of the section, is along the normal of element %lld",
          o->name, gb_inp_number(inp, mesh->element_id[e]));
      if (isnan(first)) first = here;
      GB_REFUSE_IF(fabs(remainder(here - first, 360)) > most_difference, &data->is, error,
                   "the orientation '%s' is turned by %g degrees from the axis of the section in "
                   "one element, and by %g in element %lld; accepted: by one angle: give surfaces "
                   "that differ sections of their own",
                   o->name, first, here, gb_inp_number(inp, mesh->element_id[e]));
    }
  }
  *angle = first;
  return GB_OK;
}

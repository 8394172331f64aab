/// *NORMAL of an .inp deck, and the axes of sections of beams. In this program the director of a
/// shell at a node is the mean normal of the shells there, and the section of a beam gives the axes
/// of the beam. The reader therefore compares the directions of a deck with these. Source: Abaqus
/// Keywords Reference Guide and CalculiX manual, *NORMAL.
#include "abaqus/entries/property.h"
#include "base/length.h"

#include <math.h>
#include <string.h>

static const double least_sine = 0.01;   ///< smallest sine of the angle between n1 and the beam
static const double most_of_shells = 20; ///< largest angle from the normal of a shell [degrees]
static const double most_of_beams = 0.1; ///< largest angle from an axis of a beam [degrees]

int gb_inp_beam_normal(const gb_inp *inp, const gb_record *is, int32_t e, bool second,
                       double out[3], gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const int32_t *node = &mesh->node[mesh->start[e]];
  const gb_beam *beam = NULL;
  double t[3], first[3], middle[3] = {0};
  for (int i = 0; i < inp->problem->beams.count && !beam; ++i) {
    const gb_deck_text name = {inp->problem->beams.entry[i].group,
                               (int)strlen(inp->problem->beams.entry[i].group)};
    const gb_inp_set *set = gb_inp_set_of(inp, 0, true, name);
    for (int k = 0; set && k < set->members.count; ++k)
      if (set->members.entry[k] == e) beam = &inp->problem->beams.entry[i];
  }
  GB_REFUSE_IF(!beam, is, error, "an axis of element %lld, a beam without a section",
               gb_inp_number(inp, mesh->element_id[e]));
  for (int i = 0; i < 3; ++i) t[i] = mesh->position[node[1]][i] - mesh->position[node[0]][i];
  const double length = gb_length(t);
  for (int i = 0; i < 3 && mesh->shape[e] == GB_LINE3; ++i)
    middle[i] = mesh->position[node[2]][i] - mesh->position[node[0]][i];
  gb_cross(t, middle, first);
  GB_REFUSE_IF(gb_length(first) > 1e-9 * length * length, is, error,
               "an axis of element %lld, a curved beam; accepted: straight ones",
               gb_inp_number(inp, mesh->element_id[e]));
  for (int i = 0; i < 3; ++i) t[i] /= length;
  const double along = gb_dot(beam->orientation, t);
  for (int i = 0; i < 3; ++i) first[i] = beam->orientation[i] - along * t[i];
  const double size = gb_length(first);
  GB_REFUSE_AS_IF(!(size > least_sine * gb_length(beam->orientation)), GB_WRONG_DIRECTION, is,
                  error,
                  "n1 = (%g, %g, %g) is along element %lld, so that its section has no axes; "
                  "accepted: an n1 across the beam",
                  beam->orientation[0], beam->orientation[1], beam->orientation[2],
                  gb_inp_number(inp, mesh->element_id[e]));
  for (int i = 0; i < 3; ++i) out[i] = first[i] /= size;
  if (second) gb_cross(t, first, out);
  return GB_OK;
}

/// Compute the angle between two lines [degrees].
static double angle_between(const double a[3], const double b[3]) {
  double across[3];
  gb_cross(a, b, across);
  return atan2(gb_length(across), fabs(gb_dot(a, b))) * 180 / acos(-1);
}

/// Compare a direction at a node of an element with what the program has there.
/// @param[in,out] most  largest angle at shells so far [degrees]
static int compare(const gb_inp *inp, const gb_inp_data *data, int32_t e, int a,
                   const double given[3], double *most, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const bool shell = mesh->property[e] == GB_INP_SHELLS;
  gb_dialect dialect = GB_DIALECT_ABAQUS;
  double here[3];
  GB_REFUSE_IF(!shell && mesh->property[e] != GB_INP_BEAMS, &data->is, error,
               "element %lld is %s, which has no normal", gb_inp_number(inp, mesh->element_id[e]),
               gb_inp_families[mesh->property[e]][0]);
  if (shell)
    gb_mesh_normal_at_node(mesh, e, a, here);
  else {
    GB_TRY(gb_inp_need_dialect(data, "n2 of a beam", "n1 of a beam", &dialect, error));
    GB_TRY(gb_inp_beam_normal(inp, &data->is, e, dialect == GB_DIALECT_ABAQUS, here, error));
  }
  const double angle = angle_between(given, here);
  if (shell) *most = fmax(*most, angle);
  if (angle <= (shell ? most_of_shells : most_of_beams)) return GB_OK;
  return gb_record_fail_as(
      GB_WRONG_DIRECTION, &data->is, error,
      "(%g, %g, %g) is %g degrees from the %s of element %lld; accepted: up to %g degrees, as %s",
      given[0], given[1], given[2], angle, shell ? "normal" : "axis of the section",
      gb_inp_number(inp, mesh->element_id[e]), shell ? most_of_shells : most_of_beams,
      shell ? "directors are mean normals of shells" : "the axes of a beam are its section's");
}

/// Read one line: elements, a node or several, and the direction there.
static int read_line(gb_inp *inp, const gb_inp_data *data, int *count, double *most,
                     gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const int before = *count;
  gb_inp_members elements, nodes;
  double given[3] = {0};
  GB_TRY(gb_inp_find_members(data, 0, true, &elements, error));
  GB_TRY(gb_inp_find_members(data, 1, false, &nodes, error));
  GB_TRY(GB_READ(&data->is, error, {2, "x|y|z", .real_or = given}, {5, .end = true}));
  GB_REFUSE_IF(gb_length(given) == 0, &data->is, error, "a direction of length 0");
  for (int k = 0; k < elements.count; ++k) {
    const int32_t e = elements.entry[k];
    if (e >= mesh->elements) continue; // a mass, a spring
    for (int a = 0; a < gb_shape_nodes((gb_shape)mesh->shape[e]); ++a)
      for (int n = 0; n < nodes.count; ++n) {
        if (mesh->node[mesh->start[e] + a] != nodes.entry[n]) continue;
        GB_TRY(compare(inp, data, e, a, given, most, error));
        ++*count;
      }
  }
  GB_REFUSE_IF(*count == before, &data->is, error, "none of the elements has such a node");
  return GB_OK;
}

int gb_inp_normal(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const types[] = {"ELEMENT", NULL};
  int type, count = 0;
  double most = 0;
  GB_TRY(gb_inp_choose(inp, call, "TYPE", types, &type, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_line(inp, &data, &count, &most, error));
  return gb_deck_note(
      inp->deck, call->is.line, error,
      "*NORMAL at %d nodes of elements: directors of shells are mean normals (up to "
      "%.2g degrees from what is given), and axes of beams are as their sections "
      "say",
      count, most);
}

/// *CONTACT PAIR of two surfaces of solids, with the law of its *SURFACE INTERACTION: the faces of
/// the smaller surface touch those of the larger one. Source: Abaqus Keywords Reference Guide;
/// CalculiX CrunchiX User's Manual, *SURFACE BEHAVIOR.
#include "abaqus/entries/body.h"
#include "abaqus/entries/property.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Radius of the spheres behind the faces that touch, and so their largest depth, as a share of the
/// size of a face.
static const double BEHIND = 0.05;
/// Stiffness of PRESSURE-OVERCLOSURE=HARD: a pressure p enters by this share of the length by which
/// it would shorten an element as long as a face.
static const double HARD = 0.01;

static int read_name(gb_inp *inp, const gb_inp_call *call, const char *key, const char **out,
                     gb_error *error) {
  gb_deck_text name;
  GB_TRY(gb_inp_need(inp, call, key, &name, error));
  return gb_inp_full_name(inp, call->scope, name, out, error);
}

int gb_inp_interaction(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_inp_interaction_law law = {.stiffness = 0};
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(read_name(inp, call, "NAME", &law.name, error));
  GB_EACH(one, inp->bodies->interactions)
    GB_REFUSE_AS_IF(!strcasecmp(one->name, law.name), GB_DUPLICATE_NUMBER, &call->is, error,
                    "NAME=%s is that of another interaction", law.name);
  if (gb_inp_next(&data)) { // the thickness of plane models
    GB_TRY(gb_expect_reals(&data.is, 0, 1, "the thickness", error));
    GB_TRY(gb_expect_end(&data.is, 1, error));
  }
  GB_TRY(gb_inp_end(&data, error));
  return GB_KEEP(inp, bodies->interactions, law, error);
}

/// Find the interaction to which a keyword belongs.
static int find_current(gb_inp *inp, const gb_inp_call *call, gb_inp_interaction_law **out,
                        gb_error *error) {
  const int count = inp->bodies->interactions.count;
  GB_REFUSE_AS_IF(count == 0, GB_BAD_MESH_FILE, &call->is, error,
                  "stands behind no *SURFACE INTERACTION");
  *out = &inp->bodies->interactions.entry[count - 1];
  return GB_OK;
}

int gb_inp_surface_behavior(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const laws[] = {"HARD", "LINEAR", NULL};
  gb_inp_data data = gb_inp_begin(inp, call);
  gb_inp_interaction_law *law = NULL;
  int linear;
  GB_TRY(find_current(inp, call, &law, error));
  GB_TRY(gb_inp_choose(inp, call, "PRESSURE-OVERCLOSURE", laws, &linear, error));
  if (linear) {
    GB_TRY(gb_inp_need_line(&data, "the slope", error));
    GB_TRY(gb_read_positive(&data.is, 0, "the slope", &law->stiffness, error));
    // CalculiX: the tension of nodes that are apart, and the gap up to which it counts
    GB_TRY(gb_expect_reals(&data.is, 1, 3, "the tension and the gap", error));
    GB_TRY(gb_expect_end(&data.is, 3, error));
  } else if (gb_inp_next(&data)) {
    return gb_record_fail(&data.is, error, "numbers of HARD are not read; accepted: none");
  }
  return gb_inp_end(&data, error);
}

int gb_inp_friction(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_inp_data data = gb_inp_begin(inp, call);
  gb_inp_interaction_law *law = NULL;
  double coefficient;
  GB_TRY(find_current(inp, call, &law, error));
  GB_TRY(gb_inp_need_line(&data, "the coefficient", error));
  GB_TRY(gb_read_real(&data.is, 0, "the coefficient", &coefficient, error));
  GB_REFUSE_IF(coefficient != 0, &data.is, error,
               "friction of %g: surfaces of elements have none that sticks; accepted: 0",
               coefficient);
  GB_TRY(gb_expect_reals(&data.is, 1, 2, "the slope of sticking", error));
  GB_TRY(gb_expect_end(&data.is, 2, error));
  return gb_inp_end(&data, error);
}

/// Find a surface of faces of solids.
static int find_surface(const gb_inp_data *data, int entry, const gb_inp_surface **out,
                        gb_error *error) {
  const gb_inp *inp = data->inp;
  const gb_deck_text name = gb_field(&data->is, entry);
  *out = gb_inp_surface_of(inp, data->call->scope, name);
  GB_REFUSE_AS_IF(!*out, GB_UNDEFINED_NUMBER, &data->is, error,
                  "'%.*s' is no surface; accepted: the name of a *SURFACE", GB_SHOWN(name));
  bool solids = !(*out)->nodes && (*out)->members.count > 0;
  GB_EACH(e, (*out)->members) solids = solids && gb_inp_is_solid(inp, *e);
  GB_REFUSE_IF(!solids, &data->is, error,
               "'%.*s' is not of faces of solids; accepted: these, or `contacts` of the case file",
               GB_SHOWN(name));
  return GB_OK;
}

/// @return the stiffness of the material of a solid; 0: it has none, which is refused later
static double find_modulus(const gb_inp *inp, int32_t e) {
  GB_EACH(solid, inp->problem->solids) {
    const gb_group *group = gb_mesh_group(inp->mesh, solid->group, 3);
    if (!group ||
        !bsearch(&e, group->element, (size_t)group->elements, sizeof e, gb_deck_compare_indices))
      continue;
    const gb_material *m = solid->material ? gb_inp_material_of(inp, solid->material) : NULL;
    return !m ? 0 : m->young > 0 ? m->young : m->E1;
  }
  return 0;
}

/// @return the area of the faces of a surface
static double find_area(const gb_inp *inp, const gb_inp_surface *surface) {
  double area = 0;
  for (int i = 0; i < surface->members.count; ++i) {
    gb_inp_facet facet;
    gb_inp_find_facet(inp, surface, i, &facet);
    for (int a = 0; a < facet.nodes; ++a) area += gb_inp_facet_share(inp, &facet, a);
  }
  return area;
}

/// Make a group of the faces of a surface, unless there is one.
static int name_faces(gb_inp *inp, const gb_inp_surface *surface, const char **name,
                      gb_error *error) {
  gb_group_members members = {.number = -1, .dimension = 2, .count = surface->members.count};
  int32_t *index;
  GB_TRY(gb_arena_text(inp->problem->arena, name, error, "SURFACE %s", surface->name));
  if (gb_mesh_group(inp->mesh, *name, 2)) return GB_OK;
  GB_TRY(GB_TAKE(inp->arena, index, (size_t)members.count, error));
  for (int i = 0; i < members.count; ++i) index[i] = inp->mesh->elements + i;
  GB_TRY(gb_inp_lay_faces(inp, surface, error));
  members.name = *name;
  members.index = index;
  return gb_mesh_add_group(inp->mesh, &members, error);
}

/// Choose which of two surfaces touches the other: the smaller one, as of the larger one some faces
/// are covered in part alone; of equal ones that with more faces, and so with more points.
static int choose(const gb_inp_surface *const surface[2], const double area[2]) {
  if (fabs(area[1] - area[0]) > 0.01 * area[0]) return area[1] < area[0];
  return surface[1]->members.count > surface[0]->members.count;
}

/// Read a line of two surfaces.
static int read_pair(gb_inp *inp, const gb_inp_data *data, const gb_inp_interaction_law *law,
                     gb_error *error) {
  const gb_inp_surface *surface[2];
  gb_contact *contact;
  for (int k = 0; k < 2; ++k) GB_TRY(find_surface(data, k, &surface[k], error));
  GB_TRY(gb_expect_end(&data->is, 2, error));
  const double area[] = {find_area(inp, surface[0]), find_area(inp, surface[1])};
  const int own = choose(surface, area);
  const double size = sqrt(area[own] / surface[own]->members.count),
               modulus = find_modulus(inp, surface[0]->members.entry[0]);
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, contacts, &contact, error));
  contact->surface = GB_CONTACT_ELEMENTS;
  contact->inside = true;
  contact->ball = BEHIND * size;
  contact->axis[2] = 1;
  for (int i = 0; i < 3; ++i) contact->at[i] = NAN;
  contact->size[0] = contact->size[1] = contact->law[GB_CONTACT_VELOCITY] = NAN;
  contact->law[GB_CONTACT_STICK] = NAN;
  contact->law[GB_CONTACT_STIFFNESS] = law->stiffness > 0 ? law->stiffness : modulus / HARD / size;
  contact->law[GB_CONTACT_EXPONENT] = 1;
  GB_TRY(gb_deck_where(inp->deck, data->is.line, "*CONTACT PAIR", &contact->where, error));
  GB_TRY(gb_arena_text(inp->problem->arena, &contact->name, error, "%s on %s", surface[0]->name,
                       surface[1]->name));
  GB_TRY(name_faces(inp, surface[own], &contact->group, error));
  GB_TRY(name_faces(inp, surface[!own], &contact->on, error));
  return gb_deck_note(inp->deck, data->is.line, error,
                      "*CONTACT PAIR is the contact '%s' of %s%g by area, up to a depth of %g, in "
                      "statics of large displacements",
                      contact->name, law->stiffness > 0 ? "" : "HARD, a stiffness of ",
                      contact->law[GB_CONTACT_STIFFNESS], contact->ball);
}

int gb_inp_contact_pair(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const types[] = {"SURFACE TO SURFACE", "NODE TO SURFACE", "SURFACETOSURFACE",
                                      "NODETOSURFACE", NULL};
  const gb_inp_interaction_law *law = NULL;
  const char *name;
  int type;
  GB_TRY(gb_inp_choose(inp, call, "TYPE", types, &type, error));
  GB_TRY(read_name(inp, call, "INTERACTION", &name, error));
  GB_EACH(one, inp->bodies->interactions)
    if (!strcasecmp(one->name, name)) law = one;
  GB_REFUSE_AS_IF(!law, GB_UNDEFINED_NUMBER, &call->is, error, "INTERACTION=%s is not defined",
                  name);
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_pair(inp, &data, law, error));
  return GB_OK;
}

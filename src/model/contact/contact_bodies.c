/// Search for the bodies of contacts.
#include "model/contact/contact_bodies.h"

#include "elements/contact/contact_form.h"
#include "model/sections/triad.h"

#include <math.h>

enum { BOX_EDGES = 12 };

/// List the bodies of a name. Local.
static int find_bodies(const gb_definition *from, const gb_contact *contact, const char *name,
                       gb_contact_bodies *out, gb_error *error) {
  const gb_problem *problem = from->problem;
  *out = (gb_contact_bodies){.pattern = gb_problem_is_pattern(name)};
  GB_TRY(
      GB_TAKE(from->arena, out->body, out->pattern ? (size_t)problem->bodies.count + 1 : 1, error));
  if (gb_end_is_ground(name)) {
    out->body[out->count++] = -1;
    return GB_OK;
  }
  if (!out->pattern) {
    out->count = 1;
    return gb_need_body(from, contact->where, name, &out->body[0], error);
  }
  for (int i = 0; i < problem->bodies.count; i++)
    if (gb_problem_matches(name, problem->bodies.entry[i].name)) out->body[out->count++] = i;
  return out->count > 0 ? GB_OK : gb_refuse_body(from, contact->where, name, false, error);
}

/// Whether two lists have a body in common. Both are in ascending order.
static bool have_common(const gb_contact_bodies *a, const gb_contact_bodies *b) {
  for (int i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->body[i] == b->body[j]) return true;
    if (a->body[i] < b->body[j])
      i++;
    else
      j++;
  }
  return false;
}

bool gb_contact_is_mutual(const gb_contact *contact, const gb_contact_frames *frames) {
  return contact->surface == GB_CONTACT_SPHERE && !contact->inside &&
         !gb_contact_has_lines(contact) && gb_contact_is_searched(frames) &&
         have_common(&frames->surfaces, &frames->touching);
}

/// @return the number of points or boxes of each body
static int count_entries(const gb_contact *contact) {
  return contact->points.count > 0 ? contact->points.count : 1;
}

void gb_contact_find_point(const gb_contact *contact, int point, gb_contact_point *out) {
  const int entries = count_entries(contact);
  double axis[3][3];
  *out = (gb_contact_point){
      .entry = contact->points.count > 0 ? contact->points.entry[point % entries] : NULL};
  gb_triad(contact->along, contact->across, axis);
  const int edge = point / entries, direction = edge / (BOX_EDGES / 3);
  for (int k = 0; k < 3; k++) {
    // the last axis is along the line; the others follow in a cycle
    const double *from = contact->box[0] > 0 ? axis[(direction + 1 + k) % 3] : axis[k];
    for (int i = 0; i < 3; i++) out->axis[k][i] = from[i];
  }
  for (int k = 0; contact->box[0] > 0 && k < 2; k++) {
    const double half = contact->box[(direction + 1 + k) % 3] / 2;
    for (int i = 0; i < 3; i++) out->offset[i] += (edge >> k & 1 ? half : -half) * out->axis[k][i];
  }
}

int gb_contact_frames_find(const gb_topology *t, const gb_contact *contact, gb_contact_frames *out,
                           gb_error *error) {
  const bool box = contact->box[0] > 0;
  *out = (gb_contact_frames){.points = count_entries(contact) * (box ? BOX_EDGES : 1),
                             .directions = box ? 3 : 1,
                             .first_surface = gb_topology_find(t, &contact->on),
                             .first_point = gb_topology_find(t, &contact->body)};
  if (!gb_contact_is_of_elements(contact))
    GB_TRY(find_bodies(t->from, contact, contact->on, &out->surfaces, error));
  if (!contact->body) return GB_OK;
  GB_TRY(find_bodies(t->from, contact, contact->body, &out->touching, error));
  if (out->surfaces.count == 1 && out->touching.count == 1 &&
      out->surfaces.body[0] == out->touching.body[0])
    return gb_fail(error, GB_WRONG_VALUE,
                   "%s: a body that would touch itself alone (found %s and %s); accepted: another "
                   "body",
                   contact->where, contact->on, contact->body);
  if (!gb_contact_is_mutual(contact, out)) return GB_OK;
  if (contact->ball != contact->size[0])
    return gb_fail(
        error, GB_WRONG_VALUE,
        "%s: spheres of radius %g, and of ball %g, around the same bodies; accepted: one "
        "size of spheres that touch one another",
        contact->where, contact->size[0], contact->ball);
  if (contact->points.count > 0 || !isnan(contact->at[0]))
    return gb_fail(
        error, GB_WRONG_VALUE,
        "%s: at or points of spheres that touch one another; accepted: spheres around the "
        "positions of the bodies",
        contact->where);
  return GB_OK;
}

int gb_contact_check_name(const gb_definition *from, const gb_contact *contact, const char *name,
                          gb_error *error) {
  gb_contact_bodies found;
  return name ? find_bodies(from, contact, name, &found, error) : GB_OK;
}

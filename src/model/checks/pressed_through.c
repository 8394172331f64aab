/// A search along lines from the points of faces into their solids: the first face of the surface
/// that such a line meets is deeper than the spheres, and faces the point.
#include "model/checks/pressed_through.h"

#include "base/length.h"
#include "base/point_tree.h"
#include "elements/contact/face_fan.h"
#include "model/groups/lookup.h"
#include "model/mechanisms/parts.h"
#include "model/sections/solids.h"

#include <math.h>

/// Depth up to which the check sees a surface, as a share of the size of the face that touches.
static const double SEEN = 0.5;
/// Largest cosine of the angle between the normals of faces that face each other.
static const double FACING = -0.5;
/// Part of a triangle by which round-off may move a line beyond its sides.
static const double ROUND_OFF = 1e-9;

/// A point of a face that touches.
typedef struct point {
  double at[3], normal[3]; ///< normal of the face, out of its solid
  double seen;             ///< depth up to which it looks
  double depth;            ///< of the nearest face of the surface on its line, INFINITY: none
  bool faces;              ///< this face is of another part and faces the point
  int32_t element;
} point;

typedef struct search {
  const gb_topology *t;
  const gb_parts *parts;
  const gb_contact *contact;
  int32_t points;
  point *point;
  gb_tree_point *tree;
  double reach;                                  ///< the largest depth that a point sees
  int32_t element;                               ///< the face of the surface that is compared
  gb_face_fan *fan;                              ///< its triangles
  double corner[GB_FAN_RING][GB_FAN_CORNERS][3]; ///< of these triangles
  double outwards; ///< 1: its normal points out of its solid; -1: into it; 0: it is no face of one
} search;

static const int32_t *nodes_of(const search *s, int32_t element) {
  const gb_mesh *mesh = s->t->from->mesh;
  return mesh->node + mesh->start[element];
}

/// Find the normal of a face that touches as the contact does. @return the size of the face
static double find_normal(const search *s, const gb_face_fan *fan, int32_t element,
                          double normal[3]) {
  const int32_t *node = nodes_of(s, element);
  double span[2][3];
  for (int k = 0; k < 2; k++) {
    const double *to = gb_topology_position(s->t, node[fan->span[k][0]]),
                 *from = gb_topology_position(s->t, node[fan->span[k][1]]);
    for (int i = 0; i < 3; i++) span[k][i] = to[i] - from[i];
  }
  gb_cross(span[0], span[1], normal);
  const double area = gb_length(normal);
  for (int i = 0; i < 3; i++) normal[i] /= area;
  return sqrt(area / 2);
}

/// List the points of a face that touches.
static void add_points(search *s, int32_t element) {
  const gb_shape shape = (gb_shape)s->t->from->mesh->shape[element];
  const int nodes = gb_shape_nodes(shape);
  const gb_basis *basis = gb_basis_of(2, nodes);
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  point made = {.depth = INFINITY, .element = element};
  gb_face_fan fan;
  gb_face_fan_make(2, nodes, &fan);
  made.seen = SEEN * find_normal(s, &fan, element, made.normal);
  s->reach = fmax(s->reach, made.seen);
  const int count = gb_basis_quadrature(basis, rule);
  for (int g = 0; g < count; g++) {
    gb_shape_values values;
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &values);
    for (int i = 0; i < 3; i++) {
      made.at[i] = 0;
      for (int a = 0; a < nodes; a++)
        made.at[i] += values.N[a] * gb_topology_position(s->t, nodes_of(s, element)[a])[i];
      s->tree[s->points].at[i] = made.at[i];
    }
    s->tree[s->points].number = s->points;
    s->point[s->points++] = made;
  }
}

/// Take a face of the surface: its triangles and side. @return the radius of a sphere around it
static double take_face(search *s, int32_t element, double centre[3]) {
  const int nodes = gb_shape_nodes((gb_shape)s->t->from->mesh->shape[element]);
  const int32_t *node = nodes_of(s, element);
  double radius = 0;
  int side = 0;
  s->element = element;
  s->outwards =
      gb_solids_behind(s->t->from->mesh, s->t->from->solids, element, &side) == 1 ? -side : 0;
  if (nodes != s->fan->nodes) gb_face_fan_make(2, nodes, s->fan);
  for (int i = 0; i < 3; i++) centre[i] = 0;
  for (int part = 0; part < s->fan->parts; part++)
    for (int k = 0; k < GB_FAN_CORNERS; k++)
      for (int i = 0; i < 3; i++) {
        double x = 0;
        for (int a = 0; a < nodes; a++)
          x += s->fan->weight[part][k][a] * gb_topology_position(s->t, node[a])[i];
        s->corner[part][k][i] = x;
        centre[i] += x / (s->fan->parts * GB_FAN_CORNERS);
      }
  for (int part = 0; part < s->fan->parts; part++)
    for (int k = 0; k < GB_FAN_CORNERS; k++) {
      const double *x = s->corner[part][k];
      const double arm[3] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
      radius = fmax(radius, gb_length(arm));
    }
  return radius;
}

static bool share_nodes(const search *s, int32_t one, int32_t other) {
  const gb_mesh *mesh = s->t->from->mesh;
  for (int32_t p = mesh->start[one]; p < mesh->start[one + 1]; p++)
    for (int32_t q = mesh->start[other]; q < mesh->start[other + 1]; q++)
      if (mesh->node[p] == mesh->node[q]) return true;
  return false;
}

/// Find where the line of a point into its solid meets a triangle. @return the depth, NAN: nowhere
/// @param[out] normal of the triangle
static double meet(const point *p, const double X[GB_FAN_CORNERS][3], double normal[3]) {
  double side[2][3], to[3], turned[3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) side[k][i] = X[k + 1][i] - X[0][i];
    to[i] = p->at[i] - X[0][i];
  }
  gb_cross(side[0], side[1], normal);
  const double area = gb_length(normal), along = gb_dot(normal, p->normal);
  for (int i = 0; i < 3; i++) normal[i] /= area;
  if (fabs(along) < ROUND_OFF * area) return NAN;
  gb_cross(to, p->normal, turned);
  const double first = -gb_dot(side[1], turned) / along, second = gb_dot(side[0], turned) / along;
  if (first < -ROUND_OFF || second < -ROUND_OFF || first + second > 1 + ROUND_OFF) return NAN;
  return gb_dot(normal, to) * area / along;
}

/// Compare a point with the face of the surface.
static int see(void *context, int32_t number) {
  search *s = context;
  point *p = &s->point[number];
  if (share_nodes(s, s->element, p->element)) return GB_OK;
  const int32_t own = nodes_of(s, p->element)[0], other = nodes_of(s, s->element)[0];
  for (int part = 0; part < s->fan->parts; part++) {
    double normal[3];
    const double depth = meet(p, (const double(*)[3])s->corner[part], normal);
    if (!(depth >= 0 && depth < p->depth)) continue;
    p->depth = depth;
    p->faces = s->parts->of[own] != s->parts->of[other] &&
               s->outwards * gb_dot(normal, p->normal) < FACING;
  }
  return GB_OK;
}

/// @return the number of the node of a face that is nearest to a point of it
static int64_t find_node(const search *s, const point *p) {
  const gb_mesh *mesh = s->t->from->mesh;
  int32_t nearest = -1;
  double least = INFINITY;
  for (int32_t k = mesh->start[p->element]; k < mesh->start[p->element + 1]; k++) {
    const double *x = mesh->position[mesh->node[k]];
    const double arm[3] = {x[0] - p->at[0], x[1] - p->at[1], x[2] - p->at[2]};
    if (!(gb_length(arm) < least)) continue;
    least = gb_length(arm);
    nearest = mesh->node[k];
  }
  return mesh->node_id[nearest];
}

/// Refuse the deepest point that is pressed through.
static int refuse(const search *s, gb_error *error) {
  const gb_contact *c = s->contact;
  const point *worst = NULL;
  for (int32_t k = 0; k < s->points; k++) {
    const point *p = &s->point[k];
    if (!p->faces || p->depth <= c->ball || p->depth > p->seen) continue;
    if (!worst || p->depth > worst->depth) worst = p;
  }
  if (!worst) return GB_OK;
  return gb_fail(error, GB_WRONG_GROUP,
                 "%s: group '%s' is %g deep in the solid of group '%s' at the start, at (%g, %g, "
                 "%g) near node %lld: it would be pulled through; accepted: up to %g, the ball of "
                 "the contact",
                 c->where, c->group, worst->depth, c->on, worst->at[0], worst->at[1], worst->at[2],
                 (long long)find_node(s, worst), c->ball);
}

static int check_contact(search *s, gb_error *error) {
  const gb_definition *from = s->t->from;
  const gb_group *group, *on;
  size_t room = 0;
  GB_SCRATCH(scratch);
  GB_TRY(gb_find_group(from, s->contact->where, s->contact->group, 2, &group, error));
  GB_TRY(gb_find_group(from, s->contact->where, s->contact->on, 2, &on, error));
  for (int32_t i = 0; i < group->elements; i++)
    room += (size_t)gb_shape_types[from->mesh->shape[group->element[i]]].basis.points;
  GB_TRY(GB_TAKE(&scratch, s->point, room + 1, error));
  GB_TRY(GB_TAKE(&scratch, s->tree, room + 1, error));
  s->points = 0;
  s->reach = 0;
  for (int32_t i = 0; i < group->elements; i++) add_points(s, group->element[i]);
  gb_point_tree_sort(s->points, s->tree);
  for (int32_t i = 0; i < on->elements; i++) {
    double centre[3];
    const double radius = take_face(s, on->element[i], centre);
    GB_TRY(gb_point_tree_search(s->points, s->tree, centre, radius + s->reach, see, s));
  }
  return refuse(s, error);
}

int gb_pressed_through_check(const gb_supports *supports, gb_error *error) {
  const gb_problem *problem = supports->topology->from->problem;
  gb_face_fan fan = {.nodes = 0};
  gb_parts parts;
  search s = {.t = supports->topology, .fan = &fan};
  for (int c = 0; c < problem->contacts.count; c++) {
    s.contact = &problem->contacts.entry[c];
    if (!s.contact->inside || !gb_contact_is_of_elements(s.contact)) continue;
    if (!s.parts) GB_TRY(gb_parts_find(supports, &parts, error));
    s.parts = &parts;
    GB_TRY(check_contact(&s, error));
  }
  return GB_OK;
}

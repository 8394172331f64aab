/// Loads that become forces on grids: FORCE1, FORCE2, MOMENT1 and MOMENT2, whose directions are
/// given by grids; PLOAD over three or four grids; PLOAD4 on faces of solids, or whose pressure
/// differs between corners or acts along a vector. All keep the direction that they have in the
/// reference configuration. Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/grid.h"
#include "nastran/entries/load.h"

#include "base/length.h"
#include "mesh/basis.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

/// Read FORCE1 or MOMENT1, along the line from one grid to another, or FORCE2 or MOMENT2, along the
/// cross product of two such lines.
int gb_nastran_directed(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool moment = *card->word == 'M', two = strchr(card->word, '2');
  gb_nastran_spread load = {.card = card->word, .line = card->line, .component = moment};
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &load.set}, {1, "G", .number = &load.target},
                 {2, moment ? "M" : "F", .real = load.value},
                 {3, two ? "G1|G2|G3|G4" : "G1|G2", .number = load.grid},
                 {two ? 7 : 5, .end = true}));
  return GB_KEEP(nastran, dynamics->spread, load, error);
}

int gb_nastran_pload(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_spread load = {.card = "PLOAD", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &load.set}, {1, "P", .real = load.value},
                 {2, "G1|G2|G3", .number = load.grid}, {5, "G4", .number_or = &load.grid[3]},
                 {6, .end = true}));
  return GB_KEEP(nastran, dynamics->spread, load, error);
}

/// Read SID, EID and P1 to P4; a pressure that is blank equals P1.
static int read_pressures(const gb_record *card, gb_nastran_spread *load, bool *uniform,
                          gb_error *error) {
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &load->set},
                 {1, "EID", .integer = &load->target}, {2, "P1", .real = load->value}));
  load->value[1] = load->value[2] = load->value[3] = load->value[0];
  GB_TRY(GB_READ(card, error, {3, "P2|P3|P4", .real_or = &load->value[1]}));
  *uniform = true;
  for (int i = 1; i < 4; ++i) *uniform = *uniform && load->value[i] == load->value[0];
  return GB_OK;
}

/// Read N1, N2, N3 in the system CID. Without them the pressure acts along the normal.
static int read_direction(const gb_record *card, gb_nastran_spread *load, gb_error *error) {
  GB_TRY(GB_READ(card, error, {8, "CID", .integer_or = &load->system},
                 {9, "N1|N2|N3", .real_or = load->direction}));
  GB_REFUSE_IF(!gb_field_is_blank(card, 12) && !gb_field_is(card, 12, "SURF"), card, error,
               "SORL must be SURF or blank");
  GB_REFUSE_IF(!gb_field_is_blank(card, 13) && !gb_field_is(card, 13, "NORM"), card, error,
               "LDIR must be NORM or blank");
  if (gb_length(load->direction) > 0 || load->system <= 0) return GB_OK;
  return gb_record_fail(card, error, "CID = %lld without N1, N2, N3", (long long)load->system);
}

int gb_nastran_pload4(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_spread load = {.card = "PLOAD4", .line = card->line};
  bool uniform;
  GB_TRY(read_pressures(card, &load, &uniform, error));
  load.last = load.target;
  if (gb_field_is(card, 6, "THRU"))
    GB_TRY(gb_read_integer(card, 7, "EID2", &load.last, error));
  else
    GB_TRY(GB_READ(card, error, {6, "G1|G3 or G4", .number_or = load.grid}));
  GB_REFUSE_IF(load.grid[1] && !load.grid[0], card, error,
               "G3 or G4 without G1; accepted: both blank for shells, or G1 for a face of a solid");
  GB_REFUSE_IF(load.last < load.target, card, error, "EID1 THRU EID2 must ascend");
  GB_TRY(read_direction(card, &load, error));
  GB_TRY(gb_expect_end(card, 14, error));
  if (!uniform || load.grid[0] || gb_length(load.direction) > 0)
    return GB_KEEP(nastran, dynamics->spread, load, error);
  const gb_nastran_action action = {GB_ACT_PRESSURE, load.line, "PLOAD4",        load.set,
                                    load.target,     load.last, {load.value[0]}, 0};
  return GB_KEEP(nastran, actions, action, error);
}

/// Find the positions of the grids that a card names.
static void find_places(const gb_nastran *nastran, const gb_nastran_spread *load, int count,
                        const double *place[]) {
  for (int i = 0; i < count; ++i) place[i] = gb_nastran_place_of(nastran, load->grid[i])->position;
}

static void subtract(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

static int direct(gb_nastran *nastran, const gb_nastran_spread *load, gb_error *error) {
  const bool two = load->grid[2] != 0;
  const double *place[4];
  double along[3], other[3], way[3], reach = 0;
  find_places(nastran, load, two ? 4 : 2, place);
  subtract(place[1], place[0], along);
  memcpy(way, along, sizeof way);
  for (int i = 0; i < 3; ++i) reach = fmax(reach, fmax(fabs(place[0][i]), fabs(place[1][i])));
  double least = 1e-9 * reach;
  if (two) {
    subtract(place[3], place[2], other);
    gb_cross(along, other, way);
    least = 1e-9 * gb_length(along) * gb_length(other);
  }
  const double length = gb_length(way);
  GB_DECK_FAIL_IF(!(length > least), GB_WRONG_REFERENCE, nastran->deck, load->line, error,
                  "%s: grids %lld, %lld%s give no direction; accepted: %s", load->card,
                  (long long)load->grid[0], (long long)load->grid[1],
                  two ? " and those after them" : "",
                  two ? "two lines that are not parallel" : "two places");
  for (int i = 0; i < 3; ++i) way[i] *= load->value[0] / length;
  return gb_nastran_push(nastran, load, load->target, load->component ? NULL : way,
                         load->component ? way : NULL, error);
}

/// Add a third of the force of the pressure on a triangle, times `part`, to each of its grids.
static int press_triangle(gb_nastran *nastran, const gb_nastran_spread *load,
                          const double *const place[], const int at[3], double part,
                          gb_error *error) {
  double a[3], b[3], force[3];
  subtract(place[at[1]], place[at[0]], a);
  subtract(place[at[2]], place[at[0]], b);
  gb_cross(a, b, force);
  GB_DECK_FAIL_IF(!(gb_length(force) > 1e-9 * gb_length(a) * gb_length(b)), GB_WRONG_REFERENCE,
                  nastran->deck, load->line, error, "PLOAD: grids %lld, %lld, %lld are on a line",
                  (long long)load->grid[at[0]], (long long)load->grid[at[1]],
                  (long long)load->grid[at[2]]);
  for (int i = 0; i < 3; ++i) force[i] *= part * load->value[0] / 6;
  for (int k = 0; k < 3; ++k)
    GB_TRY(gb_nastran_push(nastran, load, load->grid[at[k]], force, NULL, error));
  return GB_OK;
}

/// Add a PLOAD to its grids. A quadrangle has the mean of its two divisions into triangles.
static int press(gb_nastran *nastran, const gb_nastran_spread *load, gb_error *error) {
  static const int whole[3] = {0, 1, 2};
  static const int half[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}};
  const bool four = load->grid[3] != 0;
  const double *place[4];
  find_places(nastran, load, four ? 4 : 3, place);
  if (!four) return press_triangle(nastran, load, place, whole, 1, error);
  for (int k = 0; k < 4; ++k) GB_TRY(press_triangle(nastran, load, place, half[k], 0.5, error));
  return GB_OK;
}

/// Compute the force per area of a surface's (xi, eta) domain at a point, from the pressures at
/// its corners.
static void pressure_at(const gb_nastran_spread *load, int corners, int nodes, const double X[][3],
                        const gb_quadrature_point *at, double force[3]) {
  gb_shape_values shape, corner;
  double G1[3] = {0}, G2[3] = {0}, normal[3], pressure = 0;
  gb_basis_shape(gb_basis_of(2, nodes), at->xi, at->eta, &shape);
  gb_basis_shape(gb_basis_of(2, corners), at->xi, at->eta, &corner);
  for (int a = 0; a < corners; ++a) pressure += corner.N[a] * load->value[a];
  for (int a = 0; a < nodes; ++a)
    for (int i = 0; i < 3; ++i) {
      G1[i] += shape.N1[a] * X[a][i];
      G2[i] += shape.N2[a] * X[a][i];
    }
  gb_cross(G1, G2, normal);
  const double area = gb_length(normal), size = gb_length(load->direction);
  for (int i = 0; i < 3; ++i)
    force[i] = pressure * (size > 0 ? area * load->direction[i] / size : normal[i]);
}

/// Return the load for a reversed element: the pressures in the order of its corners and, if they
/// act along the normal, with the opposite sign.
static gb_nastran_spread reverse(const gb_nastran_spread *given, int corners) {
  gb_nastran_spread load = *given;
  for (int a = 1; a < corners; ++a) load.value[a] = given->value[corners - a];
  for (int a = 0; a < corners && gb_length(load.direction) == 0; ++a) load.value[a] *= -1;
  return load;
}

/// Add the pressure on a surface to its nodes, as forces with the same virtual work.
static int press_surface(gb_nastran *nastran, const gb_nastran_spread *load, gb_shape shape,
                         const int32_t node[], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int nodes = gb_shape_nodes(shape), corners = gb_shape_corners(shape);
  const gb_basis *basis = gb_basis_of(2, nodes);
  double X[GB_SURFACE_NODES][3], force[GB_SURFACE_NODES][3] = {{0}};
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  const int points = gb_basis_quadrature(basis, rule);
  for (int a = 0; a < nodes; ++a) memcpy(X[a], mesh->position[node[a]], sizeof X[a]);
  for (int g = 0; g < points; ++g) {
    gb_shape_values at;
    double here[3];
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &at);
    pressure_at(load, corners, nodes, (const double(*)[3])X, &rule[g], here);
    for (int a = 0; a < nodes; ++a)
      for (int i = 0; i < 3; ++i) force[a][i] += rule[g].weight * at.N[a] * here[i];
  }
  for (int a = 0; a < nodes; ++a)
    GB_TRY(gb_nastran_push(nastran, load, mesh->node_id[node[a]], force[a], NULL, error));
  return GB_OK;
}

/// Add a pressure on a face of a solid, which acts inwards, while the face's normal is outwards.
static int press_face(gb_nastran *nastran, const gb_nastran_spread *given, int32_t e,
                      gb_error *error) {
  gb_nastran_spread load = *given;
  int32_t node[GB_SURFACE_NODES];
  gb_shape shape;
  GB_TRY(gb_nastran_find_face(nastran, load.line, e, load.grid, node, &shape, error));
  for (int a = 0; a < 4 && gb_length(load.direction) == 0; ++a) load.value[a] *= -1;
  return press_surface(nastran, &load, shape, node, error);
}

/// Add a PLOAD4 to the nodes of its elements; a range may have gaps.
static int press_elements(gb_nastran *nastran, const gb_nastran_spread *given, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  gb_nastran_spread load = *given;
  int32_t e = gb_lower_index(mesh->element_id, mesh->elements, load.target);
  if (load.system > 0)
    GB_TRY(gb_nastran_turn_direction(nastran, load.line, load.system, load.direction, error));
  if (load.grid[0]) return press_face(nastran, &load, e, error);
  for (; e < mesh->elements && mesh->element_id[e] <= load.last; ++e) {
    const gb_shape shape = (gb_shape)mesh->shape[e];
    if (gb_shape_dimension(shape) != 2) continue;
    const gb_nastran_spread turned = reverse(&load, gb_shape_corners(shape));
    GB_TRY(press_surface(nastran, mesh->reversed[e] ? &turned : &load, shape,
                         &mesh->node[mesh->start[e]], error));
  }
  return GB_OK;
}

int gb_nastran_spread_loads(gb_nastran *nastran, gb_error *error) {
  GB_EACH(load, nastran->dynamics->spread) {
    GB_TRY(!strcmp(load->card, "PLOAD") ? press(nastran, load, error)
           : !strcmp(load->card, "PLOAD1") || !strcmp(load->card, "TEMPRB")
               ? gb_nastran_spread_along(nastran, load, error)
           : !strcmp(load->card, "PLOAD4") ? press_elements(nastran, load, error)
                                           : direct(nastran, load, error));
  }
  return GB_OK;
}

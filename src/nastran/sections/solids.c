/// Solids of a Nastran deck: CHEXA, CPENTA, CTETRA and CPYRAM with PSOLID, and the faces that
/// PLOAD4 chooses. Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/grid.h"
#include "nastran/entries/shell.h"

#include <stdio.h>
#include <string.h>

/// Cards of solids. `order` lists for each node of the mesh's shape of second order the grid of the
/// card, which has those on edges in another order.
static const struct solid_card {
  const char *names;
  gb_shape first, second; ///< without and with grids on the edges
  const char *order;
} solid_cards[] = {
    {"CHEXA", GB_HEXAHEDRON8, GB_HEXAHEDRON20, "012345678bc9daefgjhi"},
    {"CPENTA", GB_WEDGE6, GB_WEDGE15, "0123456897abced"},
    {"CTETRA", GB_TETRAHEDRON4, GB_TETRAHEDRON10, "0123456798"},
    {"CPYRAM CPYRA", GB_PYRAMID5, GB_PYRAMID5, "01234"},
};
enum { MOST_GRIDS = 20, MOST_PYRAMID_GRIDS = 13 };

/// Choose the shape by the grids on edges, of which the card has all or none.
static int choose_shape(const gb_record *card, const struct solid_card *is, gb_shape *shape,
                        gb_error *error) {
  const bool pyramid = is->first == GB_PYRAMID5;
  const int corners = gb_shape_corners(is->first), all = gb_shape_nodes(is->second);
  const int end = 2 + (pyramid ? MOST_PYRAMID_GRIDS : all);
  int blank = -1, given = -1;
  for (int i = 2 + corners; i < end; ++i) *(gb_field_is_none(card, i) ? &blank : &given) = i;
  *shape = given < 0 ? is->first : is->second;
  GB_REFUSE_IF(given >= 0 && pyramid, card, error,
               "G%d is a grid on an edge; accepted: the corners G1 to G5 alone", given - 1);
  GB_REFUSE_IF(given >= 0 && blank >= 0, card, error,
               "G%d is missing; accepted: all %d grids, or the corners G1 to G%d alone", blank - 1,
               all, corners);
  return GB_OK;
}

int gb_nastran_solid(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const struct solid_card *is = solid_cards;
  const gb_deck_text word = {card->word, (int)strlen(card->word)};
  int64_t id, property = 0, grid[MOST_GRIDS], node[MOST_GRIDS];
  gb_shape shape;
  while (!gb_deck_has_word(is->names, word)) ++is;
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &id}, {1, "PID", .number_or = &property}));
  if (!property) property = id;
  GB_TRY(choose_shape(card, is, &shape, error));
  const int nodes = gb_shape_nodes(shape);
  for (int k = 0; k < nodes; ++k) {
    char name[16];
    snprintf(name, sizeof name, "G%d", k + 1);
    GB_TRY(gb_read_number(card, 2 + k, name, &grid[k], error));
  }
  for (int k = 0; k < nodes; ++k) node[k] = grid[gb_shape_listed(is->order, k)];
  GB_TRY(gb_expect_end(card, 2 + gb_shape_nodes(is->second), error));
  return gb_nastran_join_element(nastran, card, id, property, shape, node, error);
}

/// Refuse a field that is neither blank nor one of some words.
static int expect_word(const gb_record *card, int entry, const char *name, const char *words,
                       const char *reason, gb_error *error) {
  const gb_deck_text field = gb_field(card, entry);
  if (gb_field_is_blank(card, entry) || gb_deck_has_word(words, field)) return GB_OK;
  return gb_record_fail(card, error, "%s = '%.*s'%s; accepted: %s, or blank", name, GB_SHOWN(field),
                        reason, words);
}

/// Read CORDM, the axes of a material that is not isotropic, if it is neither blank nor -1.
static int read_axes(gb_nastran *nastran, const gb_record *card, int64_t property,
                     gb_error *error) {
  gb_nastran_material_turn turn = {.property = property, .system = -1, .line = card->line};
  GB_TRY(GB_READ(card, error, {2, "CORDM", .integer_or = &turn.system}));
  return turn.system < 0 ? GB_OK : GB_KEEP(nastran, shells->turns, turn, error);
}

/// Index of an entry of a symmetric 6 x 6 matrix among those of its upper triangle, row by row.
static int entry_of(int i, int j) {
  return i > j ? entry_of(j, i) : 6 * i - i * (i - 1) / 2 + j - i;
}

/// Compute the moduli of a stiffness that is orthotropic. @return whether it is positive definite
static bool find_moduli(const double G[21], gb_material *m) {
  double S[3][3], det = 0; // the compliance, times det
  bool definite = true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, a = (j + 1) % 3, b = (j + 2) % 3;
      S[i][j] = G[entry_of(k, a)] * G[entry_of(l, b)] - G[entry_of(k, b)] * G[entry_of(l, a)];
      if (i == 0) det += G[entry_of(0, j)] * S[0][j];
    }
  double *const young[] = {&m->E1, &m->E2, &m->E3}, *const shear[] = {&m->G12, &m->G23, &m->G13};
  for (int i = 0; i < 3; ++i) {
    *young[i] = det / S[i][i];
    *shear[i] = G[entry_of(3 + i, 3 + i)];
    definite = definite && *young[i] > 0 && *shear[i] > 0;
  }
  m->poisson = -S[0][1] / S[0][0];
  m->poisson13 = -S[0][2] / S[0][0];
  m->poisson23 = -S[1][2] / S[1][1];
  return definite && !gb_material_indefinite(m);
}

/// Read a MAT9, which must be orthotropic along its axes.
int gb_nastran_mat9(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_material m = {.card = "MAT9", .line = card->line};
  double G[21] = {0};
  GB_TRY(GB_READ(card, error, {0, "MID", .number = &m.id},
                 {1,
                  "G11|G12|G13|G14|G15|G16|G22|G23|G24|G25|G26|G33|G34|G35|G36|G44|G45|G46|G55|"
                  "G56|G66",
                  .real_or = G}));
  for (int j = 3; j < 6; ++j)
    for (int i = 0; i < j; ++i)
      GB_REFUSE_IF(G[entry_of(i, j)] != 0, card, error,
                   "G%d%d = %g: the material is not orthotropic along its axes; accepted: 0 or "
                   "blank",
                   i + 1, j + 1, G[entry_of(i, j)]);
  GB_REFUSE_IF(!find_moduli(G, &m.is), card, error,
               "G11 to G66 are not positive definite; accepted: a matrix whose leading minors are "
               "all > 0");
  GB_TRY(gb_read_not_negative(card, 22, "RHO", &m.is.density, error));
  GB_TRY(GB_READ(card, error, {23, "A1", .real_or = &m.is.expansion1},
                 {24, "A2", .real_or = &m.is.expansion2}, {25, "A3", .real_or = &m.is.expansion3}));
  for (int i = 26; i < 29; ++i)
    GB_TRY(gb_expect(card, i, (const char *[]){"A4", "A5", "A6"}[i - 26], 0,
                     "the material does not distort as it expands", error));
  GB_TRY(GB_READ(card, error, {29, "TREF", .real_or = &m.is.reference}));
  GB_TRY(gb_nastran_read_damping(nastran, card, 30, m.id, error));
  GB_TRY(GB_READ(card, error, {31, .end = true}));
  return GB_KEEP(nastran, materials, m, error);
}

/// Turn the axes of a solid whose material has some by CORDM of its property.
static int turn_axes(const gb_nastran *nastran, const gb_nastran_property *p, gb_solid *solid,
                     gb_error *error) {
  const gb_nastran_material_turn *own = NULL;
  GB_EACH(turn, nastran->shells->turns)
    if (turn->property == p->id) own = turn;
  if (!own)
    return GB_REFUSE(nastran, p, GB_WRONG_REFERENCE, error,
                     "CORDM is blank or -1, which is the system of each element in one Nastran and "
                     "the basic one in another, and MAT9 %lld needs axes; accepted: 0, the basic "
                     "system, or a rectangular system",
                     (long long)p->shell.material);
  for (int i = 0; i < 2; ++i) {
    solid->axes[i][i] = 1;
    if (own->system > 0)
      GB_TRY(gb_nastran_turn_direction(nastran, p->line, own->system, solid->axes[i], error));
  }
  return GB_OK;
}

int gb_nastran_psolid(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_property p = {.card = "PSOLID", .line = card->line};
  GB_TRY(
      GB_READ(card, error, {0, "PID", .number = &p.id}, {1, "MID", .number = &p.shell.material}));
  GB_TRY(read_axes(nastran, card, p.id, error));
  GB_TRY(expect_word(card, 3, "IN", "BUBBLE GAUSS ONE TWO THREE 0 1 2 3", "", error));
  // STRESS names the places at which Nastran prints stresses.
  GB_TRY(expect_word(card, 4, "STRESS", "GAUSS GRID 0 1", "", error));
  GB_TRY(expect_word(card, 5, "ISOP", "REDUCED FULL 0 1 2", "", error));
  GB_TRY(expect_word(card, 6, "FCTN", "SMECH", ": there are no fluids", error));
  GB_TRY(gb_expect_end(card, 7, error));
  if (!gb_field_is_blank(card, 3) || !gb_field_is_blank(card, 5))
    GB_TRY(gb_deck_note(nastran->deck, card->line, error,
                        "PSOLID %lld: IN and ISOP, which choose points of integration, are left "
                        "out: each shape of solids has its own here",
                        (long long)p.id));
  return GB_KEEP(nastran, shells->properties, p, error);
}

int gb_nastran_add_solid(gb_nastran *nastran, gb_nastran_property *p, const gb_group *group,
                         gb_error *error) {
  const gb_nastran_material *directed = gb_nastran_find_directed(nastran, p->shell.material);
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", p->shell.material);
  const gb_mesh *mesh = nastran->deck->mesh;
  const gb_nastran_material *own = gb_nastran_find_material(nastran, "MAT9", p->shell.material);
  gb_solid *solid;
  if (directed && !m && !own)
    return GB_REFUSE(nastran, p, GB_WRONG_REFERENCE, error,
                     "MID = %lld is a %s; accepted: the number of a MAT1 or MAT9",
                     (long long)p->shell.material, directed->card);
  for (int g = 0; g < mesh->groups; ++g)
    if (mesh->group[g].dimension == 2 && mesh->group[g].number == p->id)
      return GB_REFUSE(nastran, p, GB_DUPLICATE_NUMBER, error,
                       "PID = %lld is that of shells too; accepted: properties of different "
                       "numbers",
                       (long long)p->id);
  GB_TRY(gb_nastran_check_moduli(nastran, p, m, error));
  GB_TRY(gb_nastran_check_shear(nastran, p->card, p->id, p->shell.material, error));
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, solids, &solid, error));
  GB_TRY(gb_arena_text(nastran->deck->problem->arena, &solid->group, error, "%s", group->name));
  GB_TRY(gb_deck_where(nastran->deck, p->line, p->card, &solid->where, error));
  if (own) GB_TRY(turn_axes(nastran, p, solid, error));
  return gb_deck_write_name(nastran->deck, own ? "MAT9" : "MAT1", p->shell.material,
                            &solid->material, error);
}

/// Return the corner of an element that is a grid; -1: none is.
static int corner_of(const gb_mesh *mesh, int32_t e, int64_t grid) {
  const int32_t *node = &mesh->node[mesh->start[e]];
  for (int k = 0; k < gb_shape_corners((gb_shape)mesh->shape[e]); ++k)
    if (grid && mesh->node_id[node[k]] == grid) return k;
  return -1;
}

/// Whether G1, and the corner `other` of the solid by G3 or G4 (-1: blank), choose a face.
/// @param place  the places of G1 and of the other corner among the corners of the face; a place is
///   -1 if the face does not have the corner
static bool is_chosen(int shape, int corners, const int place[2], int other) {
  if (place[0] < 0) return false;
  if (corners == 4) return place[1] == (place[0] + 2) % 4;
  if (shape == GB_TETRAHEDRON4 || shape == GB_TETRAHEDRON10) return other >= 0 && place[1] < 0;
  if (shape != GB_PYRAMID5) return other < 0;
  return place[1] >= 0 && place[0] != place[1] && place[0] < 2 && place[1] < 2;
}

int gb_nastran_find_face(const gb_nastran *nastran, int32_t line, int32_t e, const int64_t grid[2],
                         int32_t node[], gb_shape *shape, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const gb_shape solid = (gb_shape)mesh->shape[e];
  const int own[2] = {corner_of(mesh, e, grid[0]), corner_of(mesh, e, grid[1])};
  for (int f = 0; f < GB_SHAPE_FACES && gb_shape_types[solid].face[f]; ++f) {
    const char *face = gb_shape_types[solid].face[f];
    const gb_shape of = gb_shape_of_face(solid, face);
    const int corners = gb_shape_corners(of), nodes = gb_shape_nodes(of), step = nodes / corners;
    int place[2] = {-1, -1};
    for (int k = 0; k < corners; ++k)
      for (int i = 0; i < 2; ++i)
        if (gb_shape_listed(face, step * k) == own[i]) place[i] = k;
    if ((grid[1] && own[1] < 0) || !is_chosen(solid, corners, place, own[1])) continue;
    for (int k = 0; k < nodes; ++k)
      node[k % step * corners + k / step] =
          mesh->node[mesh->start[e] + gb_shape_listed(face, (step * place[0] + k) % nodes)];
    *shape = of;
    return GB_OK;
  }
  return gb_deck_fail_as(GB_WRONG_REFERENCE, nastran->deck, line, error,
                         "PLOAD4: G1 = %lld and G3 or G4 = %lld choose no face of the solid %lld; "
                         "accepted: of a quadrilateral two opposite corners, of a CTETRA a corner "
                         "G1 of the face and G4 beside it, of a triangle of a CPENTA G1 alone, of "
                         "one of a CPYRAM the corners of its edge at the base",
                         (long long)grid[0], (long long)grid[1], (long long)mesh->element_id[e]);
}

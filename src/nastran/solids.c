/// Solids of a Nastran deck: CHEXA, CPENTA, CTETRA and CPYRAM with PSOLID, and the faces that
/// PLOAD4 chooses. Source: MSC Nastran Quick Reference Guide.
#include "nastran/shells.h"

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

int gb_nastran_psolid(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_property p = {.card = "PSOLID", .line = card->line};
  int64_t axes; // of materials that are not isotropic
  GB_TRY(GB_READ(card, error, {0, "PID", .number = &p.id}, {1, "MID", .number = &p.shell.material},
                 {2, "CORDM", .integer_or = &axes}));
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
  gb_solid *solid;
  if (directed && !m)
    return GB_REFUSE(nastran, p, GB_WRONG_REFERENCE, error,
                     "MID = %lld is a %s; accepted: the number of a MAT1",
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
  return gb_deck_write_name(nastran->deck, "MAT1", p->shell.material, &solid->material, error);
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

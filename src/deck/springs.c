/// Springs, dampers and bushings of decks.
#include "deck/springs.h"
#include "elements/spring/bushing.h"

#include <math.h>
#include <string.h>

int gb_deck_add_spring(gb_deck *deck, const gb_deck_spring *from, gb_error *error) {
  static const char *const variables[] = {"s", "v", "t", "n1", "n2", "n3", NULL};
  gb_spring *spring;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, springs, &spring, error));
  *spring = (gb_spring){.where = from->where,
                        .name = from->name,
                        .between = {from->between[0], from->between[1]},
                        .joint = from->joint,
                        .length = NAN};
  memcpy(spring->at, from->at, sizeof spring->at);
  spring->stiffness[0] = from->k[0];
  spring->damping[0] = from->b[0];
  if (!from->law) return GB_OK;
  return gb_expression_parse(from->law, variables, deck->problem->arena, &spring->law.expression,
                             error);
}

int gb_deck_add_bushing(gb_deck *deck, const gb_deck_spring *from, gb_error *error) {
  gb_bushing *bushing;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, bushings, &bushing, error));
  *bushing = (gb_bushing){.where = from->where,
                          .name = from->name,
                          .between = {from->between[0], from->between[1]},
                          .apart = from->apart,
                          .held = from->held,
                          .weighs = from->weighs};
  memcpy(bushing->at, from->at[0], sizeof bushing->at);
  memcpy(bushing->axes, from->axes, sizeof bushing->axes);
  for (int c = 0; c < 6; ++c) {
    bushing->stiffness[gb_bushing_entry(c, c)] = from->k[c];
    bushing->damping[gb_bushing_entry(c, c)] = from->b[c];
    bushing->inertance[gb_bushing_entry(c, c)] = from->m[c];
  }
  return GB_OK;
}

int gb_deck_add_matrix(gb_deck *deck, const gb_deck_spring *from, gb_error *error) {
  gb_matrix_entry *matrix;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, matrices, &matrix, error));
  *matrix = (gb_matrix_entry){.where = from->where,
                              .name = from->name,
                              .between = {from->between[0], from->between[1]},
                              .axes = {{NAN, NAN, NAN}, {NAN, NAN, NAN}},
                              .factor = {1, 1, 1}};
  memcpy(matrix->at, from->at, sizeof matrix->at);
  for (int which = 0; which < GB_MATRICES; ++which)
    for (int i = 0, k = 0; i < GB_MATRIX_COMPONENTS; ++i)
      for (int j = i; j < GB_MATRIX_COMPONENTS; ++j)
        matrix->number[which][k++] = from->own->entry[which][i][j];
  return GB_OK;
}

/// Links of bodies and terms of equations, from ties of decks.
#include "deck/ties.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>

int32_t gb_deck_merge_ends(gb_deck_end end[], int32_t count) {
  int32_t left = 0;
  if (count) qsort(end, (size_t)count, sizeof *end, gb_deck_compare_indices);
  for (int32_t i = 0; i < count; ++i)
    if (left && end[left - 1].node == end[i].node)
      end[left - 1].weight += end[i].weight;
    else
      end[left++] = end[i];
  return left;
}

int gb_deck_add_link(gb_deck *deck, const gb_deck_tie *tie, const char *name, int body,
                     int32_t count, const gb_deck_end end[], gb_error *error) {
  const bool mean = tie->kind == GB_TIE_MEAN;
  gb_link *link;
  int32_t *node;
  double *weight, sum = 0;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, links, &link, error));
  GB_TRY(gb_deck_where(deck, tie->line, tie->card, &link->where, error));
  link->group = name;
  link->body = deck->problem->bodies.entry[body].name;
  link->type = mean ? GB_LINK_AVERAGE : GB_LINK_RIGID;
  GB_TRY(GB_TAKE(deck->problem->arena, weight, (size_t)count, error));
  GB_TRY(GB_TAKE(deck->arena, node, (size_t)count, error));
  for (int32_t i = 0; i < count; ++i) sum += end[i].weight;
  for (int32_t i = 0; i < count; ++i) {
    node[i] = end[i].node;
    weight[i] = end[i].weight / sum;
  }
  link->weight = mean ? weight : NULL;
  link->weights = mean ? (int)count : 0;
  return gb_deck_add_group(deck, name, count, node, error);
}

int gb_deck_add_equation(gb_deck *deck, int32_t line, const char *word, gb_equation **out,
                         gb_error *error) {
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, equations, out, error));
  return gb_deck_where(deck, line, word, &(*out)->where, error);
}

int gb_deck_add_component(const gb_deck *deck, gb_equation *equation, const gb_deck_component *of,
                          double factor, gb_error *error) {
  const gb_point_mass *point = gb_deck_free_at(deck, of->node);
  const int k = of->component - 1;
  gb_equation_term term = {.where = equation->where, .body = gb_deck_body_name(deck, of->node)};
  for (int i = 0; i < 3; ++i) {
    term.at[i] = term.body ? deck->mesh->position[of->place][i] : NAN;
    term.coefficient[i + k / 3 * 3] = factor * of->axis[k % 3][i];
  }
  if (!term.body && point) term.mass = point->name;
  if (!term.body && !point) term.node_id = deck->mesh->node_id[of->node];
  return GB_ARENA_ADD(deck->problem->arena, equation->terms, term, error);
}

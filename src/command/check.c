/// The verb `check`: the model in the user's words, without marching.
#include "command/session.h"

#include "elements/element.h"

#include <stdio.h>

int gb_command_check(gb_session *s, gb_error *error) {
  const gb_model *model = s->model;
  long long count[GB_ELEMENT_KINDS] = {0};
  (void)error;
  for (int i = 0; i < model->blocks; i++) count[model->block[i].kind] += model->block[i].elements;
  MPI_Allreduce(MPI_IN_PLACE, count, GB_ELEMENT_KINDS, MPI_LONG_LONG, MPI_SUM, s->comm);
  if (s->rank != 0) return GB_OK;
  printf("elements\n");
  for (int k = 0; k < GB_ELEMENT_KINDS; k++)
    if (count[k] > 0) printf("  %-26s %lld\n", gb_elements[k]->name, count[k]);
  printf("designs\n");
  for (int j = 0; j < model->designs && j < 20; j++)
    printf("  %-26s %g\n", model->design[j].name, model->design[j].value);
  if (model->designs > 20) printf("  ... %d in all\n", model->designs);
  for (int p = 0; p < model->probes; p++) {
    char node[100];
    gb_model_node_words(model, model->probe[p].node_id, sizeof node, node);
    printf("probe %-22s %s at (%g, %g, %g)\n", model->probe[p].name, node,
           model->probe[p].position[0], model->probe[p].position[1], model->probe[p].position[2]);
  }
  printf("no errors found\n");
  return GB_OK;
}

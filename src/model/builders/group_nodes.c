/// Elements of one node each.
#include "model/builders/group_nodes.h"

int gb_draft_check_nodes(const gb_draft *draft, const char *where, const char *group, int count,
                         const int32_t *node, gb_error *error) {
  for (int k = 0; k < count; k++)
    if (!draft->t->fields[node[k]])
      return gb_fail(error, GB_MODEL, "%s: node %lld of group '%s' belongs to no shell or beam",
                     where, (long long)draft->t->id[node[k]], group);
  return GB_OK;
}

int gb_draft_nodes(gb_draft *draft, gb_element_kind kind, int32_t count, const int32_t *node,
                   gb_block **out, gb_error *error) {
  GB_TRY(gb_draft_block(draft, kind, 1, count, out, error));
  for (int32_t i = 0; i < count; i++)
    if (gb_draft_has(draft, node[i])) (*out)->node[(*out)->elements++] = node[i];
  return GB_OK;
}

int gb_draft_group(gb_draft *draft, const char *where, const char *name, gb_element_kind kind,
                   gb_block **out, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(draft->t->from, where, name, -1, &group, error));
  GB_TRY(gb_draft_check_nodes(draft, where, name, group->nodes, group->node, error));
  return gb_draft_nodes(draft, kind, group->nodes, group->node, out, error);
}

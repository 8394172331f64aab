/// Building a model step by step, and dropping it.
#include "model/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gb_build_group(const gb_build *b, const char *where, const char *name, int dimension,
                   const gb_group **out, gb_error *error) {
  static const char *const kinds[] = {"", "point ", "line ", "surface "};
  *out = gb_mesh_group(b->mesh, name, dimension);
  if (*out) return GB_OK;
  if (b->mesh->nodes == 0)
    return gb_fail(error, GB_USAGE, "%s: no mesh has group '%s': give mesh: FILE.msh", where, name);
  char names[700];
  gb_mesh_group_names(b->mesh, sizeof names, names);
  return gb_fail(error, GB_MODEL, "%s: no %sgroup '%s' in %s; it has: %s", where,
                 kinds[dimension + 1], name, b->mesh->file, names);
}

int gb_build_group_node(const gb_build *b, const char *where, const char *name, const char *what,
                        int32_t *node, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_build_group(b, where, name, -1, &group, error));
  if (group->nodes != 1)
    return gb_fail(error, GB_MODEL, "%s: group '%s' has %d nodes; %s", where, name,
                   (int)group->nodes, what);
  *node = group->node[0];
  return GB_OK;
}

int gb_build_check_group(gb_build *b, const char *where, const gb_group *group, gb_error *error) {
  int32_t loose = 0, first = -1;
  for (int32_t i = 0; i < group->nodes; i++) {
    const double *D = b->director[group->node[i]];
    if (D[0] != 0 || D[1] != 0 || D[2] != 0) continue;
    if (loose++ == 0) first = group->node[i];
  }
  if (loose == 0) return GB_OK;
  const long long id = (long long)b->mesh->node_id[first];
  if (loose == group->nodes)
    return gb_fail(error, GB_MODEL,
                   "%s: no node of group '%s' belongs to a shell (the first: %lld)", where,
                   group->name, id);
  gb_build_warn(b, "%s: %d of %d nodes of group '%s' belong to no shell (the first: %lld)", where,
                (int)loose, (int)group->nodes, group->name, id);
  return GB_OK;
}

void gb_build_warn(gb_build *b, const char *format, ...) {
  char *text = b->model->checks->warnings;
  size_t used = strlen(text), room = sizeof b->model->checks->warnings - used;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text + used, room, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length + 2 > room)
    text[used] = 0; // no room for a whole line: leave it out
  else
    strcat(text, "\n");
}

static int allocate_mesh(gb_build *b, gb_error *error) {
  size_t nodes = (size_t)b->mesh->nodes, elements = (size_t)b->mesh->elements;
  GB_TRY(gb_allocate((size_t)b->mesh->start[elements], sizeof *b->corner, &b->corner, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->second, &b->second, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->mesh_director, &b->mesh_director, error));
  GB_TRY(gb_allocate(elements, sizeof *b->section, &b->section, error));
  GB_TRY(gb_allocate(elements, sizeof *b->design, &b->design, error));
  return gb_allocate(elements, sizeof *b->part, &b->part, error);
}

static int allocate_nodes(gb_build *b, gb_error *error) {
  size_t nodes = (size_t)b->nodes;
  GB_TRY(gb_allocate(nodes, sizeof *b->kind, &b->kind, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->owner, &b->owner, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->director, &b->director, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->held, &b->held, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->first, &b->first, error));
  GB_TRY(gb_allocate(nodes, sizeof *b->count, &b->count, error));
  return gb_allocate(nodes, sizeof *b->local, &b->local, error);
}

static void release(gb_build *b) {
  free(b->point);
  free(b->spring);
  for (int32_t n = 0; b->tie && n < b->nodes; n++) free(b->tie[n].term);
  free(b->tie);
  free(b->place);
  free(b->frame);
  free(b->kink);
  free(b->second);
  free(b->corner);
  free(b->mesh_director);
  free(b->kind);
  free(b->section);
  free(b->design);
  free(b->number);
  free(b->move);
  free(b->part);
  free(b->owner);
  free(b->director);
  free(b->held);
  free(b->first);
  free(b->count);
  free(b->local);
}

/// Steps that read replicated data alone: the same on every rank, but for memory that one lacks.
static int build_alike(gb_build *b, gb_error *error) {
  GB_TRY(gb_build_places(b, error));
  GB_TRY(gb_build_points(b, error));
  GB_TRY(allocate_mesh(b, error));
  GB_TRY(gb_build_shells(b, error));
  GB_TRY(gb_build_kinks(b, error));
  GB_TRY(gb_build_frames(b, error));
  GB_TRY(allocate_nodes(b, error));
  GB_TRY(gb_build_kinds(b, error));
  GB_TRY(gb_build_supports(b, error));
  GB_TRY(gb_build_designs(b, error));
  return gb_build_moves(b, error);
}

/// Then those that exchange messages, or are of this rank.
static int build(gb_build *b, gb_error *error) {
  GB_TRY(gb_agree(b->comm, build_alike(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_partition(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_constraints(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_unknowns(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_mechanism(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_blocks(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_ties(b, error), error));
  GB_TRY(gb_agree(b->comm, gb_build_motion(b, error), error));
  return gb_agree(b->comm, gb_build_order(b, error), error);
}

/// What stands for the mesh of a case without one.
static const gb_mesh no_mesh = {.file = "no mesh", .start = (int32_t[]){0}};

static int allocate_model(gb_model **out, gb_error *error) {
  GB_TRY(gb_allocate(1, sizeof **out, out, error));
  gb_model *m = *out;
  GB_TRY(gb_allocate(1, sizeof *m->nodes, &m->nodes, error));
  GB_TRY(gb_allocate(1, sizeof *m->dofs, &m->dofs, error));
  GB_TRY(gb_allocate(1, sizeof *m->blocks, &m->blocks, error));
  GB_TRY(gb_allocate(1, sizeof *m->designs, &m->designs, error));
  GB_TRY(gb_allocate(1, sizeof *m->initial, &m->initial, error));
  GB_TRY(gb_allocate(1, sizeof *m->probes, &m->probes, error));
  GB_TRY(gb_allocate(1, sizeof *m->entries, &m->entries, error));
  return gb_allocate(1, sizeof *m->checks, &m->checks, error);
}

int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem, gb_model **out,
                    gb_error *error) {
  gb_model *model;
  *out = NULL;
  GB_TRY(gb_agree(comm, allocate_model(&model, error), error));
  gb_build b = {.comm = comm, .mesh = mesh ? mesh : &no_mesh, .problem = problem, .model = model};
  MPI_Comm_rank(comm, &b.rank);
  MPI_Comm_size(comm, &b.ranks);
  model->comm = comm;
  model->entries->sections = problem->shells.count;
  for (int i = 0; i < 3; i++) model->blocks->gravity[i] = problem->gravity[i];
  int status = build(&b, error);
  release(&b);
  if (status != GB_OK) gb_model_destroy(&model);
  *out = model;
  return status;
}

void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text) {
  const char *name = model->entries->frame_name[model->entries->bodies + joint];
  if (name)
    snprintf(text, size, "%s", name);
  else
    snprintf(text, size, "joints[%d]", joint);
}

/// Whether the place is among the next `count` nodes, and else its place after them.
static bool is_among(int64_t *place, int64_t count) {
  if (*place < count) return true;
  *place -= count;
  return false;
}

/// In the order of the nodes: bodies' first halves, places, second halves; four ends of each joint
/// and average; multipliers of bodies, joints and averages. Those at kinks are the mesh's.
static void frame_words(const gb_model *model, int64_t place, size_t size, char *text) {
  const int bodies = model->entries->bodies, joints = model->entries->joints,
            averages = model->entries->averages;
  char name[200];
  bool body = is_among(&place, bodies);
  if (!body && is_among(&place, model->entries->places)) {
    snprintf(text, size, "a place on a body");
    return;
  }
  body = body || is_among(&place, bodies);
  if (!body && is_among(&place, 4 * (int64_t)(joints + averages))) {
    place /= 4;
  } else if (!body) {
    body = is_among(&place, bodies);
  }
  if (body) {
    snprintf(text, size, "body '%s'", model->entries->frame_name[place]);
  } else if (place >= joints) {
    snprintf(text, size, "average link %d", (int)place - joints + 1);
  } else {
    gb_model_joint_name(model, (int)place, sizeof name, name);
    snprintf(text, size, model->entries->frame_name[bodies + place] ? "joint '%s'" : "%s", name);
  }
}

void gb_model_node_words(const gb_model *model, int64_t node_id, size_t size, char *text) {
  int64_t point = node_id - model->entries->first_id;
  if (point < 0)
    snprintf(text, size, "node %lld", (long long)node_id);
  else if (point < model->entries->named_points)
    snprintf(text, size, "point '%s'", model->entries->point_name[point]);
  else if (point < model->entries->points)
    snprintf(text, size, "the ground end of a spring");
  else
    frame_words(model, point - model->entries->points, size, text);
}

int32_t gb_model_cells(const gb_model *model) {
  int32_t count = 0;
  for (int i = 0; i < model->blocks->count; i++)
    if (model->blocks->block[i].cell) count += model->blocks->block[i].elements;
  return count;
}

int gb_model_failures(const gb_model *model) {
  return model->blocks->plies > 1 ? 1 + 2 * model->blocks->plies : 1;
}

bool gb_model_is_director(const gb_model *model, int32_t node) {
  const int64_t place = model->nodes->id[node] - model->entries->first_id - model->entries->points;
  const int64_t first = model->entries->bodies + model->entries->places;
  return place >= first && place < first + model->entries->bodies;
}

bool gb_model_is_multiplier(const gb_model *model, int32_t node) {
  const int64_t place = model->nodes->id[node] - model->entries->first_id - model->entries->points;
  return place >= 2 * (int64_t)model->entries->bodies + model->entries->places +
                      4 * (int64_t)(model->entries->joints + model->entries->averages);
}

void gb_node_set_destroy(gb_node_set **nodes) {
  gb_node_set *n = *nodes;
  if (!n) return;
  free(n->position);
  free(n->director);
  free(n->id);
  free(n->index);
  free(n->tied);
  free(n->framed);
  free(n);
  *nodes = NULL;
}

void gb_dof_map_destroy(gb_dof_map **dofs) {
  gb_dof_map *d = *dofs;
  if (!d) return;
  free(d->order);
  free(d->ghost);
  free(d->T.start);
  free(d->T.unknown);
  free(d->T.factor);
  free(d->T.slope);
  free(d->neighbours.rank);
  free(d->neighbours.send);
  free(d->neighbours.send_start);
  free(d->neighbours.receive_start);
  free(d->pivot_order);
  free(d->motion);
  free(d);
  *dofs = NULL;
}

void gb_block_set_destroy(gb_block_set **blocks) {
  gb_block_set *b = *blocks;
  if (!b) return;
  for (int i = 0; i < b->count; i++) {
    gb_block *block = &b->block[i];
    for (int k = 0; k < block->varyings; k++) {
      free(block->varying[k].element);
      free(block->varying[k].slope);
    }
    free(block->varying);
    free(block->node);
    free(block->cell);
    free(block->section.layup);
    free(block->section.axis);
    free(block->parameter);
    free(block->own);
  }
  free(b->block);
  free(b->cell_property);
  free(b->cell_id);
  free(b);
  *blocks = NULL;
}

void gb_design_set_destroy(gb_design_set **designs) {
  gb_design_set *d = *designs;
  if (!d) return;
  for (int i = 0; i < d->count; i++) free(d->design[i].name);
  free(d->design);
  free(d);
  *designs = NULL;
}

void gb_initial_state_destroy(gb_initial_state **initial) {
  gb_initial_state *i = *initial;
  if (!i) return;
  for (int k = 0; k < i->slopes; k++) free(i->slope[k].value);
  free(i->slope);
  free(i->value);
  free(i);
  *initial = NULL;
}

static void destroy_probes(gb_probe_set *probes) {
  for (int i = 0; probes && i < probes->count; i++) free(probes->probe[i].name);
  if (probes) free(probes->probe);
  free(probes);
}

static void destroy_entries(gb_entry_set *entries) {
  if (!entries) return;
  free(entries->point_name);
  free(entries->frame_name);
  free(entries);
}

void gb_model_destroy(gb_model **model) {
  gb_model *m = *model;
  if (!m) return;
  gb_node_set_destroy(&m->nodes);
  gb_dof_map_destroy(&m->dofs);
  gb_block_set_destroy(&m->blocks);
  gb_design_set_destroy(&m->designs);
  gb_initial_state_destroy(&m->initial);
  destroy_probes(m->probes);
  destroy_entries(m->entries);
  free(m->checks);
  free(m);
  *model = NULL;
}

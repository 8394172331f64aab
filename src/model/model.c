/// The stages of building a model, one after another.
#include "model/model.h"

#include "model/block_set.h"
#include "model/builders/builder.h"

#include <stdio.h>
#include <stdlib.h>

/// What the stages make.
typedef struct stages {
  gb_definition from;
  gb_shells *shells;
  gb_topology *topology;
  gb_design_set *designs;
  gb_shape_set *shape;
  gb_supports *supports;
  gb_redundancy *redundancy;
  gb_partition *partition;
  gb_block_set *blocks;
  gb_locals *locals;
  gb_numbering *numbering;
  gb_dof_map *dofs;
  gb_initial_state *initial;
  gb_probe_set *probes;
  gb_checks *checks;
} stages;

/// A case has something that moves.
static int check_content(const gb_problem *problem, gb_error *error) {
  bool any = problem->shells.count > 0 || problem->beams.count > 0 || problem->bodies.count > 0;
  for (int i = 0; i < problem->masses.count; i++)
    any = any || gb_is_free_node(&problem->masses.entry[i]);
  if (any) return GB_OK;
  return gb_fail(error, GB_USAGE,
                 "%s: no shells: give shells: [{group: ..., material: ..., thickness: ...}], or "
                 "masses: [{name: ..., at: ..., mass: ...}]",
                 problem->file);
}

static int lay_nodes(stages *s, unsigned char fields[], gb_error *error) {
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->fields) GB_TRY((*b)->fields(&s->from, s->shells, fields, error));
  return gb_topology_create(&s->from, s->shells, fields, &s->topology, error);
}

static int make_topology(stages *s, gb_error *error) {
  unsigned char *fields;
  GB_TRY(gb_allocate((size_t)s->from.mesh->nodes, sizeof *fields, &fields, error));
  const int status = lay_nodes(s, fields, error);
  free(fields);
  GB_TRY(status);
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->nodes) GB_TRY((*b)->nodes(s->topology, error));
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->ties) GB_TRY((*b)->ties(s->topology, error));
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->connect) GB_TRY((*b)->connect(s->topology, error));
  return GB_OK;
}

/// Stages that read the mesh and the problem alone: the same on every rank, but for memory that one
/// lacks.
static int make_alike(stages *s, gb_error *error) {
  GB_TRY(check_content(s->from.problem, error));
  GB_TRY(gb_shells_create(&s->from, &s->shells, error));
  GB_TRY(make_topology(s, error));
  GB_TRY(gb_design_set_create(&s->from, s->shells, &s->designs, error));
  GB_TRY(gb_shape_set_create(s->topology, s->designs, &s->shape, error));
  GB_TRY(gb_supports_create(s->topology, &s->supports, error));
  return gb_redundancy_find(s->supports, &s->redundancy, error);
}

/// Those of this rank, after which nothing is collective.
static int make_rest(stages *s, gb_error *error) {
  GB_TRY(gb_initial_state_create(s->locals, s->designs, &s->initial, error));
  GB_TRY(gb_probe_set_create(s->locals, &s->probes, error));
  return gb_checks_create(s->supports, s->redundancy, &s->checks, error);
}

static int make(stages *s, gb_error *error) {
  const MPI_Comm comm = s->from.comm;
  GB_TRY(gb_agree(comm, make_alike(s, error), error));
  GB_TRY(gb_partition_create(s->topology, &s->partition, error));
  GB_TRY(gb_agree(
      comm, gb_numbering_create(s->supports, s->partition, s->redundancy, &s->numbering, error),
      error));
  GB_TRY(gb_block_set_create(s->topology, s->partition, s->designs, s->shape, &s->blocks,
                             &s->locals, error));
  GB_TRY(gb_dof_map_create(s->numbering, s->locals, s->shape, &s->dofs, error));
  return gb_agree(comm, make_rest(s, error), error);
}

/// The model takes what it keeps of the stages; the rest is dropped.
static void take(stages *s, gb_model *model) {
  *model = (gb_model){.comm = s->from.comm,
                      .problem = s->from.problem,
                      .nodes = s->locals->nodes,
                      .dofs = s->dofs,
                      .blocks = s->blocks,
                      .designs = s->designs,
                      .initial = s->initial,
                      .probes = s->probes,
                      .origins = s->topology->origins,
                      .checks = s->checks};
  s->locals->nodes = NULL;
  s->topology->origins = NULL;
  s->dofs = NULL;
  s->blocks = NULL;
  s->designs = NULL;
  s->initial = NULL;
  s->probes = NULL;
  s->checks = NULL;
}

static void drop(stages *s) {
  if (s->locals) gb_node_set_destroy(&s->locals->nodes);
  gb_checks_destroy(&s->checks);
  gb_probe_set_destroy(&s->probes);
  gb_initial_state_destroy(&s->initial);
  gb_dof_map_destroy(&s->dofs);
  gb_numbering_destroy(&s->numbering);
  gb_locals_destroy(&s->locals);
  gb_block_set_destroy(&s->blocks);
  gb_partition_destroy(&s->partition);
  gb_redundancy_destroy(&s->redundancy);
  gb_supports_destroy(&s->supports);
  gb_shape_set_destroy(&s->shape);
  gb_design_set_destroy(&s->designs);
  gb_topology_destroy(&s->topology);
  gb_shells_destroy(&s->shells);
}

/// What stands for the mesh of a case without one.
static const gb_mesh no_mesh = {.file = "no mesh", .start = (int32_t[]){0}};

int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem, gb_model **out,
                    gb_error *error) {
  gb_warnings warnings = {0};
  stages s = {
      .from = {
          .comm = comm, .mesh = mesh ? mesh : &no_mesh, .problem = problem, .warnings = &warnings}};
  *out = NULL;
  MPI_Comm_rank(comm, &s.from.rank);
  MPI_Comm_size(comm, &s.from.ranks);
  GB_TRY(gb_agree(comm, gb_allocate(1, sizeof **out, out, error), error));
  const int status = make(&s, error);
  if (status == GB_OK) take(&s, *out);
  drop(&s);
  if (status != GB_OK) {
    free(*out);
    *out = NULL;
  }
  return status;
}

void gb_model_destroy(gb_model **model) {
  gb_model *m = *model;
  if (!m) return;
  stages s = {.dofs = (gb_dof_map *)m->dofs,
              .blocks = (gb_block_set *)m->blocks,
              .designs = (gb_design_set *)m->designs,
              .initial = (gb_initial_state *)m->initial,
              .probes = (gb_probe_set *)m->probes,
              .checks = (gb_checks *)m->checks};
  gb_node_set *nodes = (gb_node_set *)m->nodes;
  gb_origin_set *origins = (gb_origin_set *)m->origins;
  drop(&s);
  gb_node_set_destroy(&nodes);
  gb_origin_set_destroy(&origins);
  free(m);
  *model = NULL;
}

void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text) {
  const char *name = model->problem->joints.entry[joint].name;
  if (name)
    snprintf(text, size, "%s", name);
  else
    snprintf(text, size, "joints[%d]", joint);
}

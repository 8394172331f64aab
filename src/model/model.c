/// The stages that build a model, one after another.
#include "model/model.h"

#include "model/blocks/selection.h"
#include "model/builders/builder.h"
#include "model/checks/references.h"
#include "model/designs/mesh_shapes.h"
#include "model/groups/beam_mesh.h"
#include "model/groups/case_groups.h"
#include "model/sections/solids.h"
#include "model/subdomain/subdomain_transfer.h"

#include <stdio.h>
#include <string.h>

/// Parts of a model while the stages create them.
typedef struct stages {
  gb_definition *from;
  gb_shells *shells;
  gb_topology *topology;
  gb_design_set *designs;
  gb_shape_set *shape;
  gb_supports *supports;
  const gb_relief_motions *relief;
  const gb_redundancy *redundancy;
  const gb_partition *partition;
  gb_subdomain *subdomain;
  gb_block_set *blocks;
  gb_locals *locals;
  gb_numbering *numbering;
  gb_dof_map *dofs;
  gb_initial_state *initial;
  gb_probe_set *probes;
  gb_quantity_set *quantities;
  const gb_contact_nodes *contact_nodes;
  gb_checks *checks;
} stages;

/// Check that the case has something that can change.
static int check_content(const gb_problem *problem, gb_error *error) {
  bool any = problem->shells.count > 0 || problem->beams.count > 0 || problem->solids.count > 0 ||
             problem->bodies.count > 0 || problem->states.count > 0;
  for (int i = 0; i < problem->masses.count; i++)
    any = any || gb_is_free_node(&problem->masses.entry[i]);
  if (any) return GB_OK;
  return gb_fail(error, GB_EMPTY_MODEL,
                 "%s: no shells: give shells: [{group: ..., material: ..., thickness: ...}], "
                 "solids: [{group: ..., material: ...}], or "
                 "masses: [{name: ..., at: ..., mass: ...}]",
                 problem->file);
}

static int make_topology(stages *s, gb_error *error) {
  const gb_definition *from = s->from;
  unsigned char *fields;
  GB_TRY(GB_TAKE(from->arena, fields, (size_t)from->mesh->nodes, error));
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->fields) GB_TRY((*b)->fields(from, s->shells, fields, error));
  GB_TRY(gb_topology_create(from, s->shells, fields, &s->topology, error));
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->nodes) GB_TRY((*b)->nodes(s->topology, error));
  gb_topology_find_elements(s->topology);
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->ties) GB_TRY((*b)->ties(s->topology, error));
  for (const gb_builder *const *b = gb_builders; *b; b++)
    if ((*b)->connect) GB_TRY((*b)->connect(s->topology, error));
  return GB_OK;
}

/// Create the case's groups and check all names in entries; report all errors together.
static int make_names(stages *s, gb_error *error) {
  gb_error names = {0};
  const int groups = gb_case_groups_create(s->from, &s->from->mesh, error);
  if (groups == GB_FILE) return groups;
  const int status = gb_references_check(s->from, &names);
  gb_error_move(error, &names);
  if (groups != GB_OK || status != GB_OK) return groups != GB_OK ? groups : status;
  return s->from->problem->defective ? GB_USAGE : GB_OK;
}

static int make_arenas(stages *s, gb_error *error) {
  GB_TRY(gb_arena_create(&s->from->arena, error));
  return gb_arena_create(&s->from->kept, error);
}

/// Check the problem, and complete the mesh by lines and groups of the problem.
static int make_mesh(stages *s, gb_error *error) {
  if (!s->from->problem->defective) GB_TRY(check_content(s->from->problem, error));
  if (s->from->problem->partial.count == 0)
    GB_TRY(gb_beam_mesh_create(s->from, &s->from->mesh, error));
  return make_names(s, error);
}

/// Run the stages that depend on mesh and problem only.
static int make_supports(stages *s, gb_error *error) {
  s->from->original_mesh = s->from->mesh;
  GB_TRY(gb_mesh_shapes_create(s->from, &s->from->mesh, &s->from->shapes, error));
  GB_TRY(gb_solids_create(s->from, &s->from->solids, error));
  GB_TRY(gb_shells_create(s->from, &s->shells, error));
  GB_TRY(make_topology(s, error));
  GB_TRY(gb_selections_create(s->topology, &s->from->selections, error));
  GB_TRY(gb_design_set_create(s->from, s->shells, &s->designs, error));
  GB_TRY(gb_shape_set_create(s->topology, s->designs, &s->shape, error));
  GB_TRY(gb_mesh_shapes_slopes(s->topology, s->designs, s->shape, error));
  GB_TRY(gb_shape_set_close(s->shape, s->topology, error));
  GB_TRY(gb_supports_create(s->topology, true, &s->supports, error));
  return gb_mesh_shapes_check_supports(s->supports, s->shape, error);
}

/// Build everything up to the numbering of the whole mesh. Every rank gets the same result, unless
/// one lacks memory. Collective.
static int make_whole(stages *s, gb_error *error) {
  const MPI_Comm comm = s->from->comm;
  gb_redundancy *redundancy = NULL;
  gb_partition *partition;
  int status = make_mesh(s, error);
  if (status == GB_OK) status = make_supports(s, error);
  if (status == GB_OK) status = gb_redundancy_find(s->supports, &redundancy, error);
  s->redundancy = redundancy;
  GB_TRY(gb_agree(comm, status, error));
  GB_TRY(gb_partition_create(s->topology, &partition, error));
  s->partition = partition;
  status = gb_numbering_create(s->supports, s->partition, s->redundancy, &s->numbering, error);
  return gb_agree(comm, status, error);
}

/// Build everything up to the numbering, of the whole mesh on rank 0 and of subdomains on the other
/// ranks. Collective.
static int make_subdomains(stages *s, gb_error *error) {
  gb_definition *from = s->from;
  const MPI_Comm comm = from->comm;
  int status = GB_OK;
  if (from->rank == 0) {
    from->comm = MPI_COMM_SELF;
    status = make_whole(s, error);
    from->comm = comm;
  }
  GB_TRY(gb_agree(comm, status, error));
  GB_TRY(gb_subdomain_send(comm, from->problem, s->topology, s->partition, s->designs,
                           &s->subdomain, error));
  if (s->subdomain) {
    from->subdomain = s->subdomain;
    from->mesh = s->subdomain->mesh;
    status = gb_mesh_index_groups(s->subdomain->mesh, from->arena, error);
    if (status == GB_OK) status = make_supports(s, error);
  }
  GB_TRY(gb_agree(comm, status, error));
  GB_TRY(gb_subdomain_number(comm, s->supports, &s->numbering, error));
  s->partition = s->numbering->partition;
  s->redundancy = s->numbering->redundancy;
  return GB_OK;
}

/// Check the model, on rank 0 if it alone has the whole mesh. Collective.
static int make_checks(stages *s, bool divided, gb_error *error) {
  const gb_definition *from = s->from;
  int status = GB_OK;
  if (divided && from->rank > 0) {
    status = GB_TAKE(from->kept, s->checks, 1, error);
  } else {
    status = gb_checks_create(s->supports, s->redundancy, s->designs, &s->checks, error);
    if (status == GB_OK) status = gb_relief_motions_find(s->supports, &s->relief, error);
  }
  GB_TRY(gb_agree(from->comm, status, error));
  if (!divided) return GB_OK;
  MPI_Bcast(s->checks, sizeof *s->checks, MPI_BYTE, 0, from->comm);
  return gb_relief_motions_share(from, &s->relief, error);
}

/// Run the last stages of this rank; none of them is collective.
static int make_rest(stages *s, gb_error *error) {
  GB_TRY(gb_mesh_shapes_check_blocks(s->topology, s->locals, s->blocks, s->shape, error));
  GB_TRY(gb_initial_state_create(s->locals, s->designs, s->shape, &s->initial, error));
  GB_TRY(gb_probe_set_create(s->locals, &s->probes, error));
  GB_TRY(gb_quantity_set_create(s->locals, s->supports, s->blocks, &s->quantities, error));
  return gb_contact_nodes_find(s->locals, &s->contact_nodes, error);
}

static int collect(const stages *s, gb_model **out, gb_error *error) {
  GB_TRY(gb_arena_allocate(s->from->kept, 1, sizeof **out, out, error));
  gb_design_set_close(s->designs);
  **out = (gb_model){.arena = s->from->kept,
                     .comm = s->from->comm,
                     .problem = s->from->problem,
                     .nodes = s->locals->nodes,
                     .dofs = s->dofs,
                     .blocks = s->blocks,
                     .designs = s->designs,
                     .initial = s->initial,
                     .probes = s->probes,
                     .quantities = s->quantities,
                     .contact_nodes = s->contact_nodes,
                     .origins = s->topology->origins,
                     .checks = s->checks,
                     .relief = s->relief};
  return GB_OK;
}

static int make(stages *s, bool divided, gb_model **out, gb_error *error) {
  const MPI_Comm comm = s->from->comm;
  GB_TRY(gb_agree(comm, make_arenas(s, error), error));
  GB_TRY(divided ? make_subdomains(s, error) : make_whole(s, error));
  GB_TRY(gb_block_set_create(s->topology, s->partition, s->designs, s->shape, &s->blocks,
                             &s->locals, error));
  GB_TRY(gb_dof_map_create(s->numbering, s->locals, s->shape, &s->dofs, error));
  GB_TRY(gb_agree(comm, make_rest(s, error), error));
  GB_TRY(make_checks(s, divided, error));
  return gb_agree(comm, collect(s, out, error), error);
}

/// Replacement for the mesh of a case without one.
static const gb_mesh no_mesh = {.file = "no mesh", .start = (int32_t[]){0}};

/// Whether there are several ranks of which at most rank 0 has a mesh. Collective.
static bool is_divided(const gb_definition *from, const gb_mesh *mesh) {
  int divided = from->ranks > 1 && (from->rank == 0 || !mesh);
  MPI_Allreduce(MPI_IN_PLACE, &divided, 1, MPI_INT, MPI_MIN, from->comm);
  return divided;
}

int gb_model_create(MPI_Comm comm, const gb_mesh *mesh, const gb_problem *problem,
                    const gb_march_times *times, gb_model **out, gb_error *error) {
  gb_warnings warnings = {0};
  gb_definition from = {.comm = comm,
                        .mesh = mesh ? mesh : &no_mesh,
                        .problem = problem,
                        .times = *times,
                        .warnings = &warnings};
  stages s = {.from = &from};
  *out = NULL;
  MPI_Comm_rank(comm, &from.rank);
  MPI_Comm_size(comm, &from.ranks);
  const int status = make(&s, is_divided(&from, mesh), out, error);
  gb_subdomain_destroy(&s.subdomain);
  gb_arena_destroy(&from.arena);
  if (status == GB_OK) return GB_OK;
  gb_arena_destroy(&from.kept);
  *out = NULL;
  return status;
}

void gb_model_destroy(gb_model **model) {
  if (!*model) return;
  gb_arena *arena = (*model)->arena; // the arena owns the model itself
  gb_arena_destroy(&arena);
  *model = NULL;
}

bool gb_model_is_fixed(const gb_model *model) {
  int moves = model->dofs->T.varies;
  for (int i = 0; i < model->blocks->count; i++)
    for (int k = 0; k < model->blocks->block[i].varyings.count; k++)
      moves = moves || model->blocks->block[i].varyings.entry[k].slope;
  MPI_Allreduce(MPI_IN_PLACE, &moves, 1, MPI_INT, MPI_MAX, model->comm);
  return !moves;
}

void gb_model_joint_name(const gb_model *model, int joint, size_t size, char *text) {
  const char *name = model->problem->joints.entry[joint].name;
  if (name)
    snprintf(text, size, "%s", name);
  else
    snprintf(text, size, "joints[%d]", joint);
}

void gb_model_quantity_name(const gb_model *model, int quantity, size_t size, char *text) {
  const gb_quantity *of = &model->quantities->entry[quantity];
  if (of->name)
    snprintf(text, size, "%s", of->name);
  else
    gb_model_joint_name(model, (int)of->id, size, text);
}

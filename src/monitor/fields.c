/// Computation of the fields of results from the nodal values at a step end.
#include "monitor/fields.h"

#include "base/arena.h"
#include "constitutive/section.h"
#include "model/sections/sections.h"
#include "monitor/result_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The law of its section determines to which family a cell belongs.
typedef enum cell_family { SHELLS, BEAMS, SOLIDS } cell_family;

/// A field of sections of shells or beams, or of solids: three of the values that
/// gb_assembly_sections computes.
typedef struct section_field {
  const char *name;
  cell_family of;
  int row[3];     ///< indices of the values; -1: zero
  bool principal; ///< the third value is the angle of the first principal direction, degrees
} section_field;

enum { N = GB_SECTION_RESULTANT, E = GB_SECTION_STRAIN, S = GB_SECTION_STRESS };
static const section_field section_fields[] = {
    {"shell_force", SHELLS, {N, N + 1, N + 2}, false},
    {"shell_moment", SHELLS, {N + 3, N + 4, N + 5}, false},
    {"shell_shear", SHELLS, {N + 6, N + 7, -1}, false},
    {"shell_strain", SHELLS, {E, E + 1, E + 2}, false},
    {"shell_curvature", SHELLS, {E + 3, E + 4, E + 5}, false},
    {"shell_shear_strain", SHELLS, {E + 6, E + 7, -1}, false},
    {"stress_bottom", SHELLS, {S, S + 1, S + 2}, false},
    {"principal_bottom", SHELLS, {S + 3, S + 4, -1}, true},
    {"stress_top", SHELLS, {S + 5, S + 6, S + 7}, false},
    {"principal_top", SHELLS, {S + 8, S + 9, -1}, true},
    {"beam_force", BEAMS, {N, N + 1, N + 2}, false},
    {"beam_moment", BEAMS, {N + 3, N + 4, N + 5}, false},
    {"beam_strain", BEAMS, {E, E + 1, E + 2}, false},
    {"beam_curvature", BEAMS, {E + 3, E + 4, E + 5}, false},
    {"solid_stress", SOLIDS, {N, N + 1, N + 2}, false},
    {"solid_shear_stress", SOLIDS, {N + 3, N + 4, N + 5}, false},
    {"solid_strain", SOLIDS, {E, E + 1, E + 2}, false},
    {"solid_shear_strain", SOLIDS, {E + 3, E + 4, E + 5}, false},
};
enum { SECTION_FIELDS = sizeof section_fields / sizeof *section_fields };

/// A field of the nodes on which contacts act.
typedef struct contact_field {
  const char *name;
  int first, components; ///< among the values of gb_assembly_touch
  double factor, absent; ///< value of nodes on which no contact acts
} contact_field;

static const contact_field contact_fields[] = {{"contact_force", GB_TOUCH_FORCE, 3, 1, 0},
                                               {"contact_pressure", GB_TOUCH_PRESSURE, 1, 1, 0},
                                               {"contact_gap", GB_TOUCH_DEPTH, 1, -1, NAN}};
enum { CONTACT_FIELDS = sizeof contact_fields / sizeof *contact_fields };

enum {
  NODE_FIELDS = 4,
  INDICES = GB_FACES * GB_PLIES + GB_INDICES,
  MOST_FIELDS = NODE_FIELDS + CONTACT_FIELDS + 3 + SECTION_FIELDS + INDICES
};

struct gb_fields {
  const gb_model *model;
  gb_arena memory; ///< owns the arrays
  gb_result_mesh *mesh;
  int32_t cells;        ///< number of cells of this rank's blocks
  double *stress_scale; ///< factor from failure index to von Mises stress, [cells]; 0: none
  double *density;      ///< relative density, 1 but of solids, [cells]; NULL: no solid has one
  cell_family *family;  ///< of each cell, [cells]
  int faces;            ///< number of failure indices that have fields of their own
  char face_name[INDICES][32]; ///< [faces]
  bool sections;               ///< with fields of sections
  int32_t *touch; ///< index of each node in gb_contact_nodes, -1: no contact acts on it, [nodes of
                  ///< the mesh]; NULL: the model has no contacts
  struct {
    double *vector; ///< displacement, velocity, acceleration, director, [4][nodes of the mesh][3]
    double *cell;   ///< stress, failure index, relative density, [3][cells of the mesh]
    double *face;   ///< those failure indices, [faces][cells of the mesh]
    double *contact[CONTACT_FIELDS]; ///< [nodes of the mesh][components]
    double *section; ///< [SECTION_FIELDS][cells of the mesh][3]; NULL without sections
  } value;
  double t; ///< time of the values
  int fields;
  gb_results_field field[MOST_FIELDS]; ///< [fields]
};

/// Name the fields of single failure indices, and allocate their values.
static int name_faces(gb_fields *f, gb_error *error) {
  const size_t cells = (size_t)gb_result_mesh_share(f->mesh)->cells;
  if (!f->model->blocks->fails) return GB_OK;
  f->faces = gb_block_set_failures(f->model->blocks) - 1;
  for (int i = 0; i < f->faces; i++)
    gb_block_set_failure_name(f->model->blocks, i + 1, f->face_name[i], sizeof f->face_name[i]);
  return GB_TAKE(&f->memory, f->value.face, (size_t)f->faces * cells, error);
}

/// @return a parameter of an element with the values of the designs, [gb_design_set.width]
static double parameter_of(const gb_block *block, int32_t element, int k,
                           const gb_design_set *designs, const double value[]) {
  const double *own = block->own ? block->own + (size_t)block->parameters * (size_t)element : NULL;
  double sum = (own ? own : block->parameter)[k];
  for (int i = 0; i < block->varyings.count; i++) {
    const gb_varying *varying = &block->varyings.entry[i];
    const int at = varying->element ? varying->element[element] : varying->design;
    if (varying->parameter == k && at >= 0)
      sum += (varying->slope ? varying->slope[element] : 1) * (value[at] - designs->built[at]);
  }
  return sum;
}

static cell_family family_of(const gb_layup *layup) {
  const gb_section_law *law = layup ? gb_section_laws[layup->kind] : NULL;
  return law && law->beam ? BEAMS : law && law->solid ? SOLIDS : SHELLS;
}

/// Find the stress scales and the relative densities of a block's elements, which are cells.
static void find_cells(gb_fields *f, const gb_block *block, const double value[], int32_t cell) {
  const gb_layup *layup = block->section.layup;
  const gb_section_law *law = layup ? gb_section_laws[layup->kind] : NULL;
  const int strength = law && law->stress ? gb_law_number_find(law->material, law->stress) : -1;
  for (int32_t e = 0; e < block->elements; e++, cell++) {
    f->family[cell] = family_of(layup);
    if (strength >= 0)
      f->stress_scale[cell] = parameter_of(block, e, strength, f->model->designs, value);
    if (f->density)
      f->density[cell] =
          law && law->solid && layup->plies > 0
              ? parameter_of(block, e, gb_layup_ply(layup, 0), f->model->designs, value)
              : 1;
  }
}

/// Find the nodes of contacts, and allocate the fields.
static int find_contacts(gb_fields *f, gb_error *error) {
  const size_t nodes = (size_t)gb_result_mesh_share(f->mesh)->nodes;
  const gb_contact_nodes *of = f->model->contact_nodes;
  if (of->count == 0) return GB_OK;
  GB_TRY(GB_TAKE(&f->memory, f->touch, nodes, error));
  gb_result_mesh_sources(f->mesh, f->touch);
  for (size_t n = 0; n < nodes; n++)
    if (f->touch[n] >= 0) f->touch[n] = of->index[f->touch[n]];
  for (int i = 0; i < CONTACT_FIELDS; i++)
    GB_TRY(GB_TAKE(&f->memory, f->value.contact[i], (size_t)contact_fields[i].components * nodes,
                   error));
  return GB_OK;
}

static int allocate(gb_fields *f, gb_error *error) {
  const gb_model *model = f->model;
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  f->cells = gb_block_set_cells(model->blocks);
  GB_TRY(name_faces(f, error));
  GB_TRY(find_contacts(f, error));
  GB_TRY(GB_TAKE(&f->memory, f->stress_scale, (size_t)f->cells, error));
  GB_TRY(GB_TAKE(&f->memory, f->value.vector, 3 * NODE_FIELDS * (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(&f->memory, f->value.cell, 3 * (size_t)mesh->cells, error));
  GB_TRY(GB_TAKE(&f->memory, f->family, (size_t)f->cells, error));
  if (f->sections)
    GB_TRY(GB_TAKE(&f->memory, f->value.section, 3 * SECTION_FIELDS * (size_t)mesh->cells, error));
  for (int i = 0; i < model->problem->solids.count && !f->density; i++)
    if (gb_solids_have_density(model->problem, &model->problem->solids.entry[i]))
      GB_TRY(GB_TAKE(&f->memory, f->density, (size_t)f->cells, error));
  return GB_OK;
}

/// Find what is constant at the cells, for these designs. Collective.
static int find_all_cells(gb_fields *f, const double design[], gb_error *error) {
  const gb_model *model = f->model;
  const size_t width = (size_t)model->designs->width;
  double *value = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(model->comm, GB_TAKE(&scratch, value, width, error), error));
  memcpy(value, model->designs->value, width * sizeof *value);
  if (design) memcpy(value, design, (size_t)model->designs->count * sizeof *value);
  GB_TRY(gb_design_set_extend(model->designs, model->comm, value, error));
  int32_t cell = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (!block->cell) continue;
    find_cells(f, block, value, cell);
    cell += block->elements;
  }
  return GB_OK;
}

static bool has_section_field(const gb_fields *f, int i) {
  const cell_family of = section_fields[i].of;
  return of == SHELLS  ? f->model->blocks->total_shells > 0
         : of == BEAMS ? f->model->problem->beams.count > 0
                       : f->model->problem->solids.count > 0;
}

/// List the fields. The failure index is omitted if no material has a strength.
static void list(gb_fields *f) {
  static const char *const names[NODE_FIELDS] = {"displacement", "velocity", "acceleration",
                                                 "director"};
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  const size_t nodes = (size_t)mesh->nodes, cells = (size_t)mesh->cells;
  gb_results_field *next = f->field;
  for (size_t i = 0; i < NODE_FIELDS; i++)
    *next++ = (gb_results_field){names[i], 0, 3, f->value.vector + 3 * i * nodes};
  for (int i = 0; f->touch && i < CONTACT_FIELDS; i++)
    *next++ = (gb_results_field){contact_fields[i].name, 0, contact_fields[i].components,
                                 f->value.contact[i]};
  *next++ = (gb_results_field){"von_mises", 1, 1, f->value.cell};
  if (f->model->blocks->fails) *next++ = (gb_results_field){"failure", 1, 1, f->value.cell + cells};
  if (f->density) *next++ = (gb_results_field){"relative_density", 1, 1, f->value.cell + 2 * cells};
  for (int i = 0; i < f->faces; i++)
    *next++ = (gb_results_field){f->face_name[i], 1, 1, f->value.face + (size_t)i * cells};
  for (int i = 0; f->sections && i < SECTION_FIELDS; i++)
    if (has_section_field(f, i))
      *next++ = (gb_results_field){section_fields[i].name, 1, 3,
                                   f->value.section + 3 * (size_t)i * cells};
  f->fields = (int)(next - f->field);
}

int gb_fields_create(const gb_model *model, const gb_shape_of_body shapes[], const double design[],
                     bool sections, bool swept, gb_fields **out, gb_error *error) {
  gb_fields *f;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(f, 1, error), error));
  f->model = model;
  f->sections = sections;
  int status = gb_result_mesh_create(model, shapes, swept, &f->mesh, error);
  if (status == GB_OK) status = gb_agree(model->comm, allocate(f, error), error);
  if (status == GB_OK) status = find_all_cells(f, design, error);
  if (status == GB_OK)
    list(f);
  else
    gb_fields_destroy(&f);
  *out = f;
  return status;
}

void gb_fields_destroy(gb_fields **fields) {
  gb_fields *f = *fields;
  if (!f) return;
  gb_result_mesh_destroy(&f->mesh);
  gb_arena_free(&f->memory);
  free(f);
  *fields = NULL;
}

/// Compute the values [cells][3] of a field of sections, from rows [GB_SECTION_VALUES][cells].
static void find_section_field(const gb_fields *f, const section_field *field, const double rows[],
                               double value[]) {
  for (int32_t c = 0; c < f->cells; c++)
    for (int i = 0; i < 3; i++)
      value[3 * c + i] = field->row[i] >= 0 && f->family[c] == field->of
                             ? rows[(size_t)field->row[i] * (size_t)f->cells + (size_t)c]
                             : 0;
  for (int32_t c = 0; field->principal && c < f->cells; c++) {
    const double *s = rows + (size_t)(field->row[0] - 3) * (size_t)f->cells + (size_t)c;
    const double s11 = s[0], s22 = s[f->cells], s12 = s[2 * f->cells];
    value[3 * c + 2] = atan2(2 * s12, s11 - s22) * 90 / M_PI;
  }
}

/// Compute a field from values of contacts at their nodes.
static void find_contact_field(const gb_fields *f, const contact_field *field, const double touch[],
                               double value[]) {
  const int32_t nodes = gb_result_mesh_share(f->mesh)->nodes;
  for (int32_t n = 0; n < nodes; n++)
    for (int i = 0; i < field->components; i++) {
      const size_t at = (size_t)f->touch[n] * GB_TOUCH_VALUES + (size_t)(field->first + i);
      *value++ = f->touch[n] >= 0 ? field->factor * touch[at] : field->absent;
    }
}

void gb_fields_compute(gb_fields *f, const gb_frame *frame) {
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  const size_t size = 3 * (size_t)mesh->nodes, cells = (size_t)f->cells;
  double *u = f->value.vector, *stress = f->value.cell, *failure = stress + mesh->cells;
  f->t = frame->t;
  gb_result_mesh_motion(f->mesh, frame->q, true, u);
  gb_result_mesh_motion(f->mesh, frame->v, false, u + size);
  gb_result_mesh_motion(f->mesh, frame->a, false, u + 2 * size);
  gb_result_mesh_directors(f->mesh, frame->q, u + 3 * size);
  for (int i = 0; f->touch && i < CONTACT_FIELDS; i++)
    find_contact_field(f, &contact_fields[i], frame->touch, f->value.contact[i]);
  for (size_t i = 0; i < cells; i++) stress[i] = frame->failure[i] * f->stress_scale[i];
  memcpy(failure, frame->failure, cells * sizeof *failure);
  if (f->density) memcpy(failure + mesh->cells, f->density, cells * sizeof *f->density);
  for (int i = 0; i < f->faces; i++)
    memcpy(f->value.face + (size_t)i * (size_t)mesh->cells,
           frame->failure + (size_t)(i + 1) * cells, cells * sizeof *failure);
  for (int i = 0; f->sections && i < SECTION_FIELDS; i++)
    if (has_section_field(f, i))
      find_section_field(f, &section_fields[i], frame->section,
                         f->value.section + 3 * (size_t)i * (size_t)mesh->cells);
  for (int i = 0; i < f->fields; i++)
    if (f->field[i].cell)
      gb_result_mesh_sweep(f->mesh, f->field[i].components, (double *)f->field[i].values);
}

const gb_results_mesh *gb_fields_mesh(const gb_fields *f) {
  return gb_result_mesh_share(f->mesh);
}

double gb_fields_time(const gb_fields *f) {
  return f->t;
}

const gb_results_field *gb_fields_list(const gb_fields *f, int *count) {
  *count = f->fields;
  return f->field;
}

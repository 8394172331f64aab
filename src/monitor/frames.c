/// Fields of a results file, computed from the nodal values at a step end.
#include "monitor/frames.h"

#include "base/arena.h"
#include "constitutive/section.h"
#include "monitor/result_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A field of sections of shells or beams: three of the values that gb_assembly_sections computes.
typedef struct section_field {
  const char *name;
  bool beams;
  int row[3];     ///< indices of the values; -1: zero
  bool principal; ///< the third value is the angle of the first principal direction, degrees
} section_field;

enum { N = GB_SECTION_RESULTANT, E = GB_SECTION_STRAIN, S = GB_SECTION_STRESS };
static const section_field section_fields[] = {
    {"shell_force", false, {N, N + 1, N + 2}, false},
    {"shell_moment", false, {N + 3, N + 4, N + 5}, false},
    {"shell_shear", false, {N + 6, N + 7, -1}, false},
    {"shell_strain", false, {E, E + 1, E + 2}, false},
    {"shell_curvature", false, {E + 3, E + 4, E + 5}, false},
    {"shell_shear_strain", false, {E + 6, E + 7, -1}, false},
    {"stress_bottom", false, {S, S + 1, S + 2}, false},
    {"principal_bottom", false, {S + 3, S + 4, -1}, true},
    {"stress_top", false, {S + 5, S + 6, S + 7}, false},
    {"principal_top", false, {S + 8, S + 9, -1}, true},
    {"beam_force", true, {N, N + 1, N + 2}, false},
    {"beam_moment", true, {N + 3, N + 4, N + 5}, false},
    {"beam_strain", true, {E, E + 1, E + 2}, false},
    {"beam_curvature", true, {E + 3, E + 4, E + 5}, false},
};
enum { SECTION_FIELDS = sizeof section_fields / sizeof *section_fields };

enum { FIELDS = 6, MOST_FIELDS = FIELDS + SECTION_FIELDS + 2 * GB_PLIES };

struct gb_frames {
  const gb_model *model;
  const char *stem;
  gb_arena memory;     ///< owns the arrays
  gb_results *results; ///< NULL: no file is open
  gb_result_mesh *mesh;
  int32_t cells;        ///< number of cells of this rank's blocks
  double *stress_scale; ///< factor from failure index to von Mises stress, [cells]; 0: none
  int faces;            ///< number of faces of plies that have fields of their own
  char face_name[2 * GB_PLIES][32]; ///< [faces]
  double *face;                     ///< failure index at faces of plies, [faces][cells of the mesh]
  double *vector;                   ///< work space, [4][nodes of the mesh][3]
  double *cell;                     ///< work space: stress, failure index, [2][cells of the mesh]
  bool *beam;                       ///< whether a cell is a beam, [cells]
  bool sections;                    ///< write fields of sections
  double *section; ///< work space, [SECTION_FIELDS][cells of the mesh][3]; NULL without sections
};

/// Name the fields of the failure index at faces of plies, and allocate their values.
static int name_faces(gb_frames *f, gb_error *error) {
  const size_t cells = (size_t)gb_result_mesh_share(f->mesh)->cells;
  if (!f->model->blocks->fails) return GB_OK;
  f->faces = gb_block_set_failures(f->model->blocks) - 1;
  for (int i = 0; i < f->faces; i++)
    snprintf(f->face_name[i], sizeof f->face_name[i], "failure_ply_%d_%s", i / 2,
             i % 2 ? "top" : "bottom");
  return GB_TAKE(&f->memory, f->face, (size_t)f->faces * cells, error);
}

/// The material parameter (yield stress) by which the failure index is multiplied to give the von
/// Mises stress; 0 if there is none.
static double stress_scale(const gb_block *block) {
  if (!block->section.layup) return 0;
  const gb_section_law *law = gb_section_laws[block->section.layup->kind];
  return law->stress ? block->parameter[gb_law_number_find(law->material, law->stress)] : 0;
}

static int allocate(gb_frames *f, gb_error *error) {
  const gb_model *model = f->model;
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  f->cells = gb_block_set_cells(model->blocks);
  GB_TRY(name_faces(f, error));
  GB_TRY(GB_TAKE(&f->memory, f->stress_scale, (size_t)f->cells, error));
  GB_TRY(GB_TAKE(&f->memory, f->vector, (size_t)mesh->nodes * 12, error));
  GB_TRY(GB_TAKE(&f->memory, f->cell, 2 * (size_t)mesh->cells, error));
  GB_TRY(GB_TAKE(&f->memory, f->beam, (size_t)f->cells, error));
  if (f->sections)
    GB_TRY(GB_TAKE(&f->memory, f->section, 3 * SECTION_FIELDS * (size_t)mesh->cells, error));
  int32_t cell = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    const gb_layup *layup = block->section.layup;
    for (int32_t e = 0; block->cell && e < block->elements; e++) {
      f->beam[cell] = layup && gb_section_laws[layup->kind]->beam;
      f->stress_scale[cell++] = stress_scale(block);
    }
  }
  return GB_OK;
}

int gb_frames_create(const gb_model *model, const gb_shape_of_body shapes[], const char *stem,
                     bool sections, bool swept, gb_frames **out, gb_error *error) {
  gb_frames *f;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(f, 1, error), error));
  f->model = model;
  f->stem = stem;
  f->sections = sections;
  int status = gb_result_mesh_create(model, shapes, swept, &f->mesh, error);
  if (status == GB_OK) status = gb_agree(model->comm, allocate(f, error), error);
  if (status != GB_OK) gb_frames_destroy(&f);
  *out = f;
  return status;
}

void gb_frames_destroy(gb_frames **frames) {
  gb_frames *f = *frames;
  if (!f) return;
  gb_results_destroy(&f->results);
  gb_result_mesh_destroy(&f->mesh);
  gb_arena_free(&f->memory);
  free(f);
  *frames = NULL;
}

static bool has_section_field(const gb_frames *f, int i) {
  return section_fields[i].beams ? f->model->problem->beams.count > 0
                                 : f->model->blocks->total_shells > 0;
}

/// List the fields of a frame. The failure index is omitted if no material has a strength.
/// @return the number of fields
static int name_fields(const gb_frames *f, const double *const values[], gb_results_field field[]) {
  static const gb_results_field all[FIELDS] = {
      {"displacement", 0, 3, NULL}, {"velocity", 0, 3, NULL},  {"acceleration", 0, 3, NULL},
      {"director", 0, 3, NULL},     {"von_mises", 1, 1, NULL}, {"failure", 1, 1, NULL}};
  const int fields = f->model->blocks->fails ? FIELDS : FIELDS - 1;
  for (int i = 0; i < fields; i++) {
    field[i] = all[i];
    field[i].values = values ? values[i] : NULL;
  }
  const size_t cells = (size_t)gb_result_mesh_share(f->mesh)->cells;
  for (int i = 0; i < f->faces; i++)
    field[fields + i] =
        (gb_results_field){f->face_name[i], 1, 1, values ? f->face + (size_t)i * cells : NULL};
  int count = fields + f->faces;
  for (int i = 0; f->sections && i < SECTION_FIELDS; i++)
    if (has_section_field(f, i))
      field[count++] = (gb_results_field){section_fields[i].name, 1, 3,
                                          values ? f->section + 3 * (size_t)i * cells : NULL};
  return count;
}

/// Compute the values [cells][3] of a field of sections, from rows [GB_SECTION_VALUES][cells].
static void find_section_field(const gb_frames *f, const section_field *field, const double rows[],
                               double value[]) {
  for (int32_t c = 0; c < f->cells; c++)
    for (int i = 0; i < 3; i++)
      value[3 * c + i] = field->row[i] >= 0 && f->beam[c] == field->beams
                             ? rows[(size_t)field->row[i] * (size_t)f->cells + (size_t)c]
                             : 0;
  for (int32_t c = 0; field->principal && c < f->cells; c++) {
    const double *s = rows + (size_t)(field->row[0] - 3) * (size_t)f->cells + (size_t)c;
    const double s11 = s[0], s22 = s[f->cells], s12 = s[2 * f->cells];
    value[3 * c + 2] = atan2(2 * s12, s11 - s22) * 90 / M_PI;
  }
}

int gb_frames_open(gb_frames *f, const gb_records *records, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  const MPI_Comm comm = f->model->comm;
  gb_results_field field[MOST_FIELDS];
  double *time;
  if (records->frames == 0) return gb_results_create(comm, f->stem, mesh, &f->results, error);
  int status = GB_ALLOCATE(time, (size_t)records->frames, error);
  GB_TRY(gb_agree(comm, status, error));
  for (int i = 0; i < records->frames; i++)
    time[i] = records->balance[(size_t)i * (1 + GB_BALANCES)];
  const int fields = name_fields(f, NULL, field);
  const gb_results_frames written = {records->frames, time, fields, field};
  status = gb_results_resume(comm, f->stem, mesh, &written, &f->results, error);
  free(time);
  return status;
}

int gb_frames_write(gb_frames *f, const gb_frame *frame, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(f->mesh);
  const size_t size = 3 * (size_t)mesh->nodes;
  double *u = f->vector, *v = u + size, *a = v + size, *d = a + size;
  gb_result_mesh_motion(f->mesh, frame->q, true, u);
  gb_result_mesh_motion(f->mesh, frame->v, false, v);
  gb_result_mesh_motion(f->mesh, frame->a, false, a);
  gb_result_mesh_directors(f->mesh, frame->q, d);
  double *stress = f->cell, *failure = stress + mesh->cells;
  for (int32_t i = 0; i < f->cells; i++) stress[i] = frame->failure[i] * f->stress_scale[i];
  memcpy(failure, frame->failure, (size_t)f->cells * sizeof *failure);
  for (int i = 0; i < f->faces; i++)
    memcpy(f->face + (size_t)i * (size_t)mesh->cells,
           frame->failure + (size_t)(i + 1) * (size_t)f->cells, (size_t)f->cells * sizeof *failure);
  for (int i = 0; f->sections && i < SECTION_FIELDS; i++)
    if (has_section_field(f, i))
      find_section_field(f, &section_fields[i], frame->section,
                         f->section + 3 * (size_t)i * (size_t)mesh->cells);
  const double *const values[FIELDS] = {u, v, a, d, stress, failure};
  gb_results_field field[MOST_FIELDS];
  const int fields = name_fields(f, values, field);
  for (int i = 0; i < fields; i++)
    if (field[i].cell)
      gb_result_mesh_sweep(f->mesh, field[i].components, (double *)field[i].values);
  return gb_results_frame(f->results, frame->t, fields, field, error);
}

gb_results *gb_frames_results(gb_frames *f) {
  return f->results;
}

int gb_frames_close(gb_frames *f, gb_error *error) {
  return gb_results_close(f->results, error);
}

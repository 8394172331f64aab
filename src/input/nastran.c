/// Nastran bulk data: the cards that are read, those that mean nothing here, and the way from a
/// file to mesh and problem. Source: MSC Nastran Quick Reference Guide.
#include "input/nastran.h"
#include "input/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  gb_nastran_handler *read;
} read_cards[] = {
    {"GRID", gb_nastran_grid},     {"CQUAD4", gb_nastran_quad},   {"CTRIA3", gb_nastran_triangle},
    {"PSHELL", gb_nastran_pshell}, {"PCOMP", gb_nastran_pcomp},   {"MAT1", gb_nastran_mat1},
    {"MAT8", gb_nastran_mat8},     {"SPC", gb_nastran_spc},       {"SPC1", gb_nastran_spc1},
    {"PLOAD2", gb_nastran_pload2}, {"PLOAD4", gb_nastran_pload4}, {"FORCE", gb_nastran_force},
    {"MOMENT", gb_nastran_moment}, {"GRAV", gb_nastran_grav},     {"CONM2", gb_nastran_conm2},
    {"LOAD", gb_nastran_load},     {"SPCADD", gb_nastran_spcadd}, {"RBE2", gb_nastran_rbe2},
    {"RBE3", gb_nastran_rbe3},
};

/// Solution control and drawing: no part of the model.
static const char *const harmless[] = {
    "PARAM", "EIGR", "EIGRL", "EIGB", "EIGC", "NLPARM", "NLPCI", "TSTEP", "TSTEPNL", "TSTEP1",
    "FREQ", "FREQ1", "FREQ2", "FREQ3", "FREQ4", "PLOTEL", "MDLPRM", "ECHOON", "ECHOOFF",
    // coordinate systems: pre-processors write them always, and each use of one is refused
    "CORD1R", "CORD1C", "CORD1S", "CORD2R", "CORD2C", "CORD2S"};

/// Give names that wait for the next card that card's property.
static void pass_names(gb_nastran *nastran, const gb_nastran_card *card) {
  gb_nastran_name *names = nastran->names.all.data;
  gb_error ignored = {0};
  bool section = !strcmp(card->name, "PSHELL") || !strcmp(card->name, "PCOMP");
  bool element = !strcmp(card->name, "CQUAD4") || !strcmp(card->name, "CTRIA3");
  for (; nastran->names.passed < nastran->names.all.count; ++nastran->names.passed) {
    gb_nastran_name *name = &names[nastran->names.passed];
    if (name->before_line > card->line) return;
    if (name->property < 0 && (section || element))
      gb_nastran_integer(card, section || gb_nastran_blank(card, 1) ? 0 : 1, "PID", &name->property,
                         &ignored); // the card's own reader will complain
  }
}

static int visit(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  pass_names(nastran, card);
  for (size_t i = 0; i < sizeof read_cards / sizeof *read_cards; ++i)
    if (!strcmp(card->name, read_cards[i].name)) return read_cards[i].read(nastran, card, error);
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; ++i)
    if (!strcmp(card->name, harmless[i])) return GB_OK;
  char known[300];
  size_t length = 0;
  for (size_t i = 0; i < sizeof read_cards / sizeof *read_cards; ++i)
    length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "",
                               read_cards[i].name);
  return gb_nastran_fail_line(nastran, card->line, error,
                              "the card %s is not read, and leaving it out could change the model; "
                              "read are %s. Delete it, or say it in the case file",
                              card->name, known);
}

static int compare_groups(const void *a, const void *b) {
  int64_t x = ((const gb_group *)a)->number, y = ((const gb_group *)b)->number;
  return (x > y) - (x < y);
}

static int compare_shells(const void *a, const void *b) {
  const gb_nastran_shell *x = a, *y = b;
  if (x->property != y->property) return x->property < y->property ? -1 : 1;
  return x->line - y->line;
}

static int compare_materials(const void *a, const void *b) {
  const gb_nastran_material *x = a, *y = b;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return x->line - y->line;
}

int gb_nastran_write_name(gb_problem *problem, const char *card, int64_t id, const char **out,
                          gb_error *error) {
  return gb_arena_text(problem->arena, out, error, "%s %lld", card, (long long)id);
}

/// Sections of the properties that have elements.
static int add_shells(gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                      gb_error *error) {
  gb_nastran_shell *shells = nastran->shells.data;
  int32_t count = nastran->shells.count;
  if (count) qsort(shells, (size_t)count, sizeof *shells, compare_shells);
  for (int32_t i = 0; i < count; ++i) {
    if (i && shells[i].property == shells[i - 1].property)
      return gb_nastran_fail_line(nastran, shells[i].line, error, "PSHELL %lld is defined twice",
                                  (long long)shells[i].property);
    gb_group key = {.number = shells[i].property};
    const gb_group *group =
        bsearch(&key, mesh->group, (size_t)mesh->groups, sizeof key, compare_groups);
    if (!group) continue;
    gb_shell_section *section;
    GB_TRY(GB_PROBLEM_APPEND(problem, shells, &section, error));
    section->thickness = shells[i].thickness;
    section->kink = 15;
    GB_TRY(gb_arena_text(problem->arena, &section->group, error, "%s", group->name));
    GB_TRY(gb_nastran_write_name(problem, "MAT1", shells[i].material, &section->material, error));
    GB_TRY(
        gb_nastran_write_where(nastran, shells[i].line, "PSHELL", problem, &section->where, error));
  }
  return GB_OK;
}

static int add_materials(gb_nastran *nastran, gb_problem *problem, gb_error *error) {
  gb_nastran_material *materials = nastran->materials.data;
  int32_t count = nastran->materials.count;
  if (count) qsort(materials, (size_t)count, sizeof *materials, compare_materials);
  for (int32_t i = 0; i < count; ++i) {
    const gb_nastran_material *m = &materials[i];
    if (i && m->id == m[-1].id)
      return gb_nastran_fail_line(nastran, m->line, error, "MAT1 %lld is defined twice",
                                  (long long)m->id);
    gb_material *material;
    GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
    *material = (gb_material){
        .young = m->young, .poisson = m->poisson, .density = m->density, .yield = m->yield};
    GB_TRY(gb_nastran_write_name(problem, "MAT1", m->id, &material->name, error));
    GB_TRY(gb_nastran_write_where(nastran, m->line, "MAT1", problem, &material->where, error));
  }
  return GB_OK;
}

static int fill_problem(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, gb_error *error) {
  GB_TRY(gb_arena_text(problem->arena, &problem->file, error, "%s", nastran->file));
  GB_TRY(add_materials(nastran, problem, error));
  GB_TRY(add_shells(nastran, mesh, problem, error)); // while the groups are the properties alone
  GB_TRY(gb_nastran_add_laminates(nastran, mesh, problem, error));
  return gb_nastran_apply_actions(nastran, mesh, problem, error);
}

static int keep_notes(gb_nastran *nastran, gb_mesh *mesh, gb_error *error) {
  if (!nastran->notes.count) return GB_OK;
  return gb_arena_text(mesh->arena, &mesh->notes, error, "%.*s", (int)nastran->notes.count,
                       (const char *)nastran->notes.data);
}

static int read_all(gb_nastran *nastran, gb_mesh **mesh, gb_problem **problem, gb_error *error) {
  GB_TRY(gb_arena_create(&nastran->arena, error));
  GB_TRY(gb_mesh_builder_create(nastran->file, gb_nastran_position, nastran, &nastran->builder,
                                error));
  GB_TRY(gb_nastran_read_lines(nastran, error));
  GB_TRY(gb_nastran_each_card(nastran, visit, error));
  GB_TRY(gb_nastran_give_names(nastran, error));
  GB_TRY(gb_mesh_builder_finish(nastran->builder, false, mesh, error));
  GB_TRY(gb_problem_create(problem, error));
  GB_TRY(fill_problem(nastran, *mesh, *problem, error));
  return keep_notes(nastran, *mesh, error);
}

static int read_nastran(const char *file, gb_mesh **mesh, gb_problem **problem, gb_error *error) {
  gb_nastran nastran = {.file = file, .set = {-1, -1}};
  int status = read_all(&nastran, mesh, problem, error);
  gb_nastran_free_lines(&nastran);
  gb_mesh_builder_destroy(&nastran.builder);
  gb_arena_destroy(&nastran.arena);
  free(nastran.names.all.data);
  free(nastran.actions.data);
  free(nastran.shells.data);
  free(nastran.materials.data);
  free(nastran.laminates.materials.data);
  free(nastran.laminates.cards.data);
  free(nastran.laminates.plies.data);
  free(nastran.laminates.turns.data);
  free(nastran.members.data);
  free(nastran.links.data);
  free(nastran.ends.data);
  free(nastran.masses.data);
  free(nastran.notes.data);
  free(nastran.properties.data);
  if (status == GB_OK) return GB_OK;
  gb_mesh_destroy(mesh);
  if (*problem) gb_problem_destroy(problem);
  return status;
}

static const char *const extensions[] = {".bdf", ".dat", ".nas", NULL};
const gb_reader gb_reader_nastran = {
    .name = "nastran", .extensions = extensions, .read = read_nastran};

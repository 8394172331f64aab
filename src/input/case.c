/// Reading a case file: its bytes to every rank, then tree, settings and structures.
#include "input/case.h"

#include "input/file_contents.h"
#include "input/schema.h"

#include <stdlib.h>

enum { LARGEST_FILE = 64 << 20 }; ///< bytes; a mesh named by mistake should not be parsed as YAML

static int read_tree(gb_case *c, const char *text, size_t length, int settings_count,
                     const char *const settings[], gb_error *error) {
  const gb_reading reading = {c->problem->arena, error};
  gb_node *root;
  GB_TRY(gb_document_read(&reading, c->file, true, text, length, &root));
  for (int i = 0; i < settings_count; i++) GB_TRY(gb_setting_apply(&reading, &root, settings[i]));
  return gb_case_fill(&reading, root, c);
}

static int read_case(gb_case *c, const char *file, const char *text, size_t length,
                     int settings_count, const char *const settings[], gb_error *error) {
  char *name;
  GB_TRY(gb_problem_create(&c->problem, error));
  GB_TRY(gb_arena_text(c->problem->arena, &name, error, "%s", file));
  c->file = c->problem->file = name;
  return read_tree(c, text, length, settings_count, settings, error);
}

int gb_case_read(const char *file, const char *text, size_t length, int settings_count,
                 const char *const settings[], gb_case **out, gb_error *error) {
  *out = NULL;
  gb_case *c;
  GB_TRY(gb_allocate(1, sizeof *c, &c, error));
  int status = read_case(c, file, text, length, settings_count, settings, error);
  if (status != GB_OK) gb_case_destroy(&c);
  *out = c;
  return status;
}

void gb_case_destroy(gb_case **c) {
  if (!*c) return;
  free((*c)->functions.entry);
  gb_problem_destroy(&(*c)->problem);
  free(*c);
  *c = NULL;
}

static int read_file(const char *file, char **text, size_t *length, gb_error *error) {
  GB_TRY(gb_file_contents(file, text, length, error));
  if (*length <= LARGEST_FILE) return GB_OK;
  return gb_fail(error, GB_USAGE, "%s: too large for a case file (found %zu bytes); accepted: %d",
                 file, *length, LARGEST_FILE);
}

int gb_case_text(MPI_Comm comm, const char *file, char **text, size_t *length, gb_error *error) {
  int rank, bytes;
  *text = NULL;
  *length = 0;
  MPI_Comm_rank(comm, &rank);
  int status = rank == 0 ? read_file(file, text, length, error) : GB_OK;
  bytes = status == GB_OK ? (int)*length : 0;
  MPI_Bcast(&bytes, 1, MPI_INT, 0, comm);
  if (status == GB_OK && rank != 0) status = gb_allocate((size_t)bytes, 1, text, error);
  status = gb_agree(comm, status, error);
  if (status != GB_OK) {
    free(*text);
    *text = NULL;
    return status;
  }
  MPI_Bcast(*text, bytes, MPI_BYTE, 0, comm);
  *length = (size_t)bytes;
  return GB_OK;
}

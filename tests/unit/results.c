// A results file holds exactly the mesh and the fields that were given, in the mesh file's order
// and bit for bit the same whatever the number of ranks, laid out as VTK's "VTKHDF File Format"
// asks; and what goes wrong is an error on all ranks that leaves no file behind.
// ranks: 1 2 3
#include "output/results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// A strip of quads on two rows of nodes, each third one cut into two triangles, an edge line, and a
// wedge, which has as many nodes as a quadratic triangle.
enum {
  columns = 40,
  most_nodes = 2 * (columns + 1),
  most_cells = 2 * columns + 2,
  frames = 1100, // more than wait in memory
  field_count = 4
};

typedef struct strip {
  int64_t nodes, cells, values;
  int64_t node_id[most_nodes], cell_id[most_cells];
  double position[most_nodes][3];
  int32_t property[most_cells];
  unsigned char kind[most_cells];
  unsigned char shape[most_cells];
  int64_t connectivity[4 * most_cells];
} strip;

typedef struct share {
  gb_results_mesh mesh;
  int64_t node_index[most_nodes], node_id[most_nodes], cell_index[most_cells], cell_id[most_cells];
  double position[most_nodes][3];
  int32_t property[most_cells];
  unsigned char kind[most_cells];
  unsigned char shape[most_cells];
  int64_t connectivity[4 * most_cells];
} share;

static int rank, ranks;
static char directory[256];

// What is right for each shape: nodes, the cell types of VTK and XDMF.
static const struct {
  int nodes, vtk, xdmf;
} right[GB_SHAPES] = {[GB_LINE2] = {2, 3, 2},
                      [GB_TRIANGLE3] = {3, 5, 4},
                      [GB_QUAD4] = {4, 9, 5},
                      [GB_WEDGE6] = {6, 13, 8}};

static void add_cell(strip *s, gb_shape shape, const int64_t node[], int32_t property) {
  memcpy(s->connectivity + s->values, node, (size_t)right[shape].nodes * sizeof *node);
  s->values += right[shape].nodes;
  s->cell_id[s->cells] = 1000 + 3 * s->cells;
  s->property[s->cells] = property;
  s->kind[s->cells] = (unsigned char)(s->cells % 19);
  s->shape[s->cells++] = (unsigned char)shape;
}

static void make_strip(strip *s) {
  memset(s, 0, sizeof *s);
  s->nodes = most_nodes;
  for (int64_t n = 0; n < s->nodes; n++) {
    s->node_id[n] = 7 + 2 * n;
    s->position[n][0] = (double)(n / 2) / 3;
    s->position[n][1] = (double)(n % 2);
    s->position[n][2] = sin((double)n);
  }
  add_cell(s, GB_LINE2, (int64_t[]){0, 1}, 9);
  for (int64_t c = 0; c < columns; c++) {
    int64_t a = 2 * c;
    if (c % 3) {
      add_cell(s, GB_QUAD4, (int64_t[]){a, a + 2, a + 3, a + 1}, 1);
    } else {
      add_cell(s, GB_TRIANGLE3, (int64_t[]){a, a + 2, a + 3}, 2);
      add_cell(s, GB_TRIANGLE3, (int64_t[]){a, a + 3, a + 1}, 2);
    }
  }
  add_cell(s, GB_WEDGE6, (int64_t[]){0, 2, 3, 10, 12, 13}, 3);
}

/// Deal nodes and cells to the ranks out of order, last ones first.
static void deal(const strip *s, share *mine) {
  memset(mine, 0, sizeof *mine);
  gb_results_mesh *mesh = &mine->mesh;
  *mesh = (gb_results_mesh){s->nodes,
                            s->cells,
                            0,
                            0,
                            mine->node_index,
                            mine->cell_index,
                            mine->node_id,
                            mine->cell_id,
                            mine->position,
                            mine->property,
                            mine->shape,
                            mine->kind,
                            mine->connectivity};
  for (int64_t n = s->nodes - 1; n >= 0; n--) {
    if (n * 7 % 5 % ranks != rank) continue;
    int32_t i = mesh->nodes++;
    mine->node_index[i] = n;
    mine->node_id[i] = s->node_id[n];
    memcpy(mine->position[i], s->position[n], sizeof s->position[n]);
  }
  int64_t end = s->values, values = 0;
  for (int64_t c = s->cells - 1; c >= 0; c--) {
    end -= right[s->shape[c]].nodes;
    if (c * 3 % 7 % ranks != rank) continue;
    int32_t i = mesh->cells++;
    mine->cell_index[i] = c;
    mine->cell_id[i] = s->cell_id[c];
    mine->property[i] = s->property[c];
    mine->kind[i] = s->kind[c];
    mine->shape[i] = s->shape[c];
    memcpy(mine->connectivity + values, s->connectivity + end,
           (size_t)right[s->shape[c]].nodes * sizeof(int64_t));
    values += right[s->shape[c]].nodes;
  }
}

static const gb_results_field kinds[field_count] = {{.name = "displacement", .components = 3},
                                                    {.name = "temperature", .components = 1},
                                                    {.name = "stress", .cell = 1, .components = 1},
                                                    {.name = "flux", .cell = 1, .components = 3}};

/// The number that field f has at an item, known without the file.
static double truth(int f, int frame, int64_t item, int component) {
  return cos(1 + f + 10.0 * frame + 0.1 * (double)item + 100.0 * component);
}

static int write_frame(gb_results *results, const share *mine, int frame, gb_error *error) {
  static double values[field_count][3 * most_cells + 3 * most_nodes];
  gb_results_field field[field_count];
  for (int f = 0; f < field_count; f++) {
    field[f] = kinds[f];
    field[f].values = values[f];
    int32_t items = kinds[f].cell ? mine->mesh.cells : mine->mesh.nodes;
    const int64_t *index = kinds[f].cell ? mine->cell_index : mine->node_index;
    for (int32_t i = 0; i < items; i++)
      for (int k = 0; k < kinds[f].components; k++)
        values[f][i * kinds[f].components + k] = truth(f, frame, index[i], k);
  }
  return gb_results_frame(results, 0.25 * frame, field_count, field, error);
}

static char *path_of(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static bool is_there(const char *name) {
  return access(path_of(name), F_OK) == 0;
}

/// Same on all ranks: the worst of what they saw.
static int worst(int status) {
  int all;
  MPI_Allreduce(&status, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static void write_file(const strip *s, const char *name, int with_frames) {
  share mine;
  gb_results *results;
  gb_error error = {0};
  deal(s, &mine);
  int status = gb_results_create(MPI_COMM_WORLD, path_of(name), &mine.mesh, &results, &error);
  for (int frame = 0; status == GB_OK && frame < with_frames; frame++)
    status = write_frame(results, &mine, frame, &error);
  // Rank 0's table counts, whatever the others say.
  const char *const column[] = {"t", "tip_x"};
  const double table[3][2] = {{0, 1}, {0.5, 2}, {1, 4}};
  for (int turn = 2; status == GB_OK && turn <= 3; turn++)
    status = gb_results_history(results, "probe", rank ? 0 : turn, rank ? 0 : 2,
                                rank ? NULL : column, rank ? NULL : table[0], &error);
  if (status == GB_OK) status = gb_results_close(results, &error);
  gb_results_destroy(&results);
  if (worst(status) != GB_OK) fail_msg("%s", error.message);
}

/// Read a whole dataset and require type, shape and every bit.
static void expect(hid_t file, const char *name, hid_t type, int dimensions, hsize_t rows,
                   hsize_t width, const void *wanted) {
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  if (dataset < 0) fail_msg("%s is missing", name);
  hid_t space = H5Dget_space(dataset), stored = H5Dget_type(dataset);
  hsize_t size[8] = {0};
  if (H5Sget_simple_extent_dims(space, size, NULL) != dimensions || size[0] != rows ||
      (dimensions == 2 && size[1] != width))
    fail_msg("%s has %d dimensions, %llu x %llu", name, H5Sget_simple_extent_ndims(space), size[0],
             size[1]);
  if (H5Tequal(stored, type) <= 0) fail_msg("%s has another type", name);
  size_t bytes = (size_t)(rows * width) * H5Tget_size(type);
  char *values = malloc(bytes ? bytes : 1);
  assert_true(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  if (memcmp(values, wanted, bytes)) fail_msg("%s has other values", name);
  free(values);
  H5Tclose(stored);
  H5Sclose(space);
  H5Dclose(dataset);
}

static void expect_list(hid_t file, const char *name, hsize_t rows, const int64_t wanted[]) {
  expect(file, name, H5T_STD_I64LE, 1, rows, 1, wanted);
}

/// VTK counts the first triangle of a wedge clockwise as seen from the other one.
static void swap_wedge(int64_t node[6]) {
  for (int k = 1; k < 5; k += 3) {
    const int64_t other = node[k];
    node[k] = node[k + 1];
    node[k + 1] = other;
  }
}

static void expect_mesh(hid_t file, const strip *s) {
  int64_t offset[most_cells + 1] = {0};
  unsigned char type[most_cells];
  for (int64_t c = 0; c < s->cells; c++) {
    offset[c + 1] = offset[c] + right[s->shape[c]].nodes;
    type[c] = (unsigned char)right[s->shape[c]].vtk;
  }
  expect_list(file, "/VTKHDF/NumberOfPoints", 1, &s->nodes);
  expect_list(file, "/VTKHDF/NumberOfCells", 1, &s->cells);
  expect_list(file, "/VTKHDF/NumberOfConnectivityIds", 1, &s->values);
  expect(file, "/VTKHDF/Points", H5T_IEEE_F64LE, 2, (hsize_t)s->nodes, 3, s->position);
  expect(file, "/VTKHDF/Types", H5T_STD_U8LE, 1, (hsize_t)s->cells, 1, type);
  expect_list(file, "/VTKHDF/Offsets", (hsize_t)s->cells + 1, offset);
  int64_t wanted[4 * most_cells];
  memcpy(wanted, s->connectivity, sizeof wanted);
  swap_wedge(wanted + s->values - 6);
  expect_list(file, "/VTKHDF/Connectivity", (hsize_t)s->values, wanted);
  expect_list(file, "/VTKHDF/PointData/node_id", (hsize_t)s->nodes, s->node_id);
  expect_list(file, "/VTKHDF/CellData/cell_id", (hsize_t)s->cells, s->cell_id);
  expect(file, "/VTKHDF/CellData/kind", H5T_STD_U8LE, 1, (hsize_t)s->cells, 1, s->kind);
  expect(file, "/VTKHDF/CellData/property", H5T_STD_I32LE, 1, (hsize_t)s->cells, 1, s->property);
}

/// XDMF's Mixed topology: the type of each cell, for a line the number of its nodes, then the
/// nodes.
static void expect_topology(hid_t file, const strip *s) {
  int64_t topology[6 * most_cells];
  const int64_t *node = s->connectivity;
  hsize_t values = 0;
  for (int64_t c = 0; c < s->cells; c++) {
    topology[values++] = right[s->shape[c]].xdmf;
    if (s->shape[c] == GB_LINE2) topology[values++] = 2;
    for (int k = 0; k < right[s->shape[c]].nodes; k++) topology[values++] = *node++;
  }
  swap_wedge(topology + values - 6);
  expect_list(file, "/XDMF/topology", values, topology);
}

static void expect_fields(hid_t file, const strip *s) {
  for (int f = 0; f < field_count; f++) {
    int64_t items = kinds[f].cell ? s->cells : s->nodes;
    int width = kinds[f].components;
    double *values = malloc((size_t)(frames * items * width) * sizeof *values), *next = values;
    for (int frame = 0; frame < frames; frame++)
      for (int64_t i = 0; i < items; i++)
        for (int k = 0; k < width; k++) *next++ = truth(f, frame, i, k);
    char name[100];
    snprintf(name, sizeof name, "/VTKHDF/%sData/%s", kinds[f].cell ? "Cell" : "Point",
             kinds[f].name);
    expect(file, name, H5T_IEEE_F64LE, width > 1 ? 2 : 1, (hsize_t)(frames * items), (hsize_t)width,
           values);
    free(values);
    snprintf(name, sizeof name, "/VTKHDF/Steps/%sDataOffsets/%s", kinds[f].cell ? "Cell" : "Point",
             kinds[f].name);
    int64_t start[frames];
    for (int frame = 0; frame < frames; frame++) start[frame] = frame * items;
    expect_list(file, name, frames, start);
  }
}

static void expect_steps(hid_t file) {
  int64_t none[frames] = {0}, one[frames];
  double time[frames];
  for (int frame = 0; frame < frames; frame++) {
    one[frame] = 1;
    time[frame] = 0.25 * frame;
  }
  hid_t integer = H5T_STD_I64LE;
  int steps = 0;
  hid_t attribute = H5Aopen_by_name(file, "/VTKHDF/Steps", "NSteps", H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Aread(attribute, H5T_NATIVE_INT, &steps) >= 0);
  H5Aclose(attribute);
  assert_int_equal(steps, frames);
  expect(file, "/VTKHDF/Steps/Values", H5T_IEEE_F64LE, 1, frames, 1, time);
  expect_list(file, "/VTKHDF/Steps/PartOffsets", frames, none);
  expect_list(file, "/VTKHDF/Steps/NumberOfParts", frames, one);
  expect_list(file, "/VTKHDF/Steps/PointOffsets", frames, none);
  expect(file, "/VTKHDF/Steps/CellOffsets", integer, 2, frames, 1, none);
  expect(file, "/VTKHDF/Steps/ConnectivityIdOffsets", integer, 2, frames, 1, none);
  expect_list(file, "/VTKHDF/Steps/PointDataOffsets/node_id", frames, none);
  expect_list(file, "/VTKHDF/Steps/CellDataOffsets/cell_id", frames, none);
  expect_list(file, "/VTKHDF/Steps/CellDataOffsets/kind", frames, none);
  expect_list(file, "/VTKHDF/Steps/CellDataOffsets/property", frames, none);
}

static void expect_header(hid_t file) {
  int version[2] = {0};
  char type[17] = {0};
  hid_t attribute = H5Aopen_by_name(file, "/VTKHDF", "Version", H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Aread(attribute, H5T_NATIVE_INT, version) >= 0);
  H5Aclose(attribute);
  assert_int_equal(version[0], 2);
  assert_int_equal(version[1], 0);
  attribute = H5Aopen_by_name(file, "/VTKHDF", "Type", H5P_DEFAULT, H5P_DEFAULT);
  hid_t stored = H5Aget_type(attribute);
  assert_int_equal(H5Tget_size(stored), 16);
  assert_true(H5Aread(attribute, stored, type) >= 0);
  assert_string_equal(type, "UnstructuredGrid");
  H5Tclose(stored);
  H5Aclose(attribute);
}

static void expect_history(hid_t file) {
  char names[2][6];
  expect(file, "/histories/probe", H5T_IEEE_F64LE, 2, 3, 2, (double[]){0, 1, 0.5, 2, 1, 4});
  hid_t dataset = H5Dopen2(file, "/columns/probe", H5P_DEFAULT);
  hid_t stored = H5Dget_type(dataset);
  assert_int_equal(H5Tget_size(stored), sizeof names[0]);
  assert_true(H5Dread(dataset, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
  assert_memory_equal(names, "t\0\0\0\0\0tip_x", sizeof names);
  H5Tclose(stored);
  H5Dclose(dataset);
}

static void every_dataset_is_as_given(void **state) {
  (void)state;
  strip s;
  make_strip(&s);
  write_file(&s, "strip", frames);
  if (rank != 0) return;
  hid_t file = H5Fopen(path_of("strip.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  expect_header(file);
  expect_mesh(file, &s);
  expect_topology(file, &s);
  expect_fields(file, &s);
  expect_steps(file);
  expect_history(file);
  H5Fclose(file);
  assert_false(is_there("strip.vtkhdf.tmp"));
}

static void read_text(const char *name, size_t size, char *text) {
  FILE *stream = fopen(path_of(name), "r");
  assert_non_null(stream);
  text[fread(text, 1, size - 1, stream)] = '\0';
  fclose(stream);
}

static void xdmf_addresses_the_rows_of_each_frame(void **state) {
  (void)state;
  strip s;
  make_strip(&s);
  write_file(&s, "a&b", frames);
  if (rank != 0) return;
  static char text[1 << 16], wanted[300];
  read_text("a&b.xdmf", sizeof text, text);
  assert_false(is_there("a&b.xdmf.tmp"));
  assert_null(strstr(text, directory));
  snprintf(wanted, sizeof wanted, "%d 0  1 1  %d 3</DataItem>", 2 * most_nodes, most_nodes);
  assert_non_null(strstr(text, wanted));
  snprintf(wanted, sizeof wanted,
           "Dimensions=\"%d 3\">a&amp;b.vtkhdf:/VTKHDF/PointData/displacement<",
           frames * most_nodes);
  assert_non_null(strstr(text, wanted));
  assert_non_null(strstr(text, "<Time Value=\"0.25\"/>"));
}

static void a_file_without_frames_is_a_static_mesh(void **state) {
  (void)state;
  strip s;
  make_strip(&s);
  write_file(&s, "still", 0);
  if (rank != 0) return;
  static char text[1 << 16];
  hid_t file = H5Fopen(path_of("still.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
  expect_mesh(file, &s);
  assert_true(H5Lexists(file, "/VTKHDF/Steps", H5P_DEFAULT) == 0);
  H5Fclose(file);
  read_text("still.xdmf", sizeof text, text);
  assert_null(strstr(text, "Temporal"));
}

static void a_model_without_mesh_keeps_its_histories(void **state) {
  (void)state;
  strip s = {0};
  write_file(&s, "bodies", 1);
  if (rank != 0) return;
  hid_t file = H5Fopen(path_of("bodies.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
  expect_history(file);
  H5Fclose(file);
}

/// Every rank has the same status and message, and no temporary file stays.
static void expect_common(int status, int wanted, const gb_error *error, const char *part,
                          const char *file) {
  char first[sizeof error->message];
  memcpy(first, error->message, sizeof first);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  assert_int_equal(status, wanted);
  assert_string_equal(error->message, first);
  if (!strstr(first, part)) fail_msg("'%s' does not say '%s'", first, part);
  assert_false(is_there(file));
}

static void a_missing_directory_is_an_error(void **state) {
  (void)state;
  strip s;
  share mine;
  make_strip(&s);
  deal(&s, &mine);
  gb_results *results;
  gb_error error = {0};
  int status = gb_results_create(MPI_COMM_WORLD, "/nowhere/strip", &mine.mesh, &results, &error);
  assert_null(results);
  expect_common(status, GB_FILE, &error, "/nowhere/strip.vtkhdf.tmp: No such file", "none");
}

static void a_place_given_twice_is_an_error(void **state) {
  (void)state;
  strip s;
  share mine;
  make_strip(&s);
  deal(&s, &mine);
  for (int32_t i = 0; i < mine.mesh.nodes; i++)
    if (mine.node_index[i] == 5) mine.node_index[i] = 4;
  gb_results *results;
  gb_error error = {0};
  int status = gb_results_create(MPI_COMM_WORLD, path_of("twice"), &mine.mesh, &results, &error);
  assert_null(results);
  expect_common(status, GB_MODEL, &error, "node place 4 was given twice", "twice.vtkhdf.tmp");
}

static void fields_do_not_change(void **state) {
  (void)state;
  strip s;
  share mine;
  make_strip(&s);
  deal(&s, &mine);
  gb_results *results;
  gb_error error = {0};
  int status = gb_results_create(MPI_COMM_WORLD, path_of("other"), &mine.mesh, &results, &error);
  if (status == GB_OK) status = write_frame(results, &mine, 0, &error);
  if (status == GB_OK) status = gb_results_frame(results, 1, 0, NULL, &error);
  gb_results_destroy(&results);
  expect_common(status, GB_MODEL, &error, "has 0 fields, the first frame had 4",
                "other.vtkhdf.tmp");
}

/// A limit on the size of files stands in for a full disk: writing fails in the same place.
static void a_full_disk_is_an_error(void **state) {
  (void)state;
  strip s;
  share mine;
  make_strip(&s);
  deal(&s, &mine);
  gb_results *results;
  gb_error error = {0};
  struct rlimit limit, before;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  int status = gb_results_create(MPI_COMM_WORLD, path_of("full"), &mine.mesh, &results, &error);
  limit = before;
  limit.rlim_cur = 100000;
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int frame = 0; status == GB_OK && frame < 2000; frame++)
    status = write_frame(results, &mine, frame, &error);
  gb_results_destroy(&results);
  setrlimit(RLIMIT_FSIZE, &before);
  expect_common(status, GB_FILE, &error, "full.vtkhdf.tmp", "full.vtkhdf.tmp");
}

static int make_directory(void **state) {
  (void)state;
  const char *base = getenv("TMPDIR");
  snprintf(directory, sizeof directory, "%s/gimbal-results-XXXXXX", base ? base : "/tmp");
  int failed = rank == 0 && !mkdtemp(directory);
  MPI_Bcast(directory, sizeof directory, MPI_CHAR, 0, MPI_COMM_WORLD);
  return worst(failed);
}

static int remove_directory(void **state) {
  (void)state;
  const char *files[] = {"strip", "a&b", "still", "bodies"};
  for (size_t i = 0; rank == 0 && i < sizeof files / sizeof *files; i++) {
    char name[40];
    snprintf(name, sizeof name, "%s.vtkhdf", files[i]);
    remove(path_of(name));
    snprintf(name, sizeof name, "%s.xdmf", files[i]);
    remove(path_of(name));
  }
  return rank == 0 ? rmdir(directory) : 0;
}

int main(int count, char **argument) {
  MPI_Init(&count, &argument);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_dataset_is_as_given),
      cmocka_unit_test(xdmf_addresses_the_rows_of_each_frame),
      cmocka_unit_test(a_file_without_frames_is_a_static_mesh),
      cmocka_unit_test(a_model_without_mesh_keeps_its_histories),
      cmocka_unit_test(a_missing_directory_is_an_error),
      cmocka_unit_test(a_place_given_twice_is_an_error),
      cmocka_unit_test(fields_do_not_change),
      cmocka_unit_test(a_full_disk_is_an_error),
  };
  int failed = cmocka_run_group_tests(tests, make_directory, remove_directory);
  MPI_Finalize();
  return failed;
}

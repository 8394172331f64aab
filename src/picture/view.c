/// The verb `view`: results files, or a case that is run first, as a page with an animated view in
/// three dimensions. The page contains the script three.js and needs no network.
#include "command/results_file.h"

#include "base/nearest.h"
#include "base/platform/file_contents.h"
#include "output/histories.h"
#include "output/results.h"
#include "output/results_reader.h"
#include "picture/markup.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 4, LISTED = 64, MOST_FRAMES = 600, MOST_ROWS = 1500, FACE_NODES = 8 };

/// The bytes that the frames of all runs may have together, and the bytes that their histories have
/// beside; what the frames leave goes to the histories too. Base64 makes a third more of them.
static const double FRAME_BYTES = 1.1e6, HISTORY_BYTES = 0.3e6;

/// The script of the page, src/picture/view.js, which the assembler includes.
extern const char gb_view_script[] __attribute__((visibility("hidden")));
__asm__(".section .rodata\n.globl gb_view_script\n.hidden gb_view_script\n"
        "gb_view_script: .incbin \"src/picture/view.js\"\n.byte 0\n.previous\n");

/// Where Debian's libjs-three has the scripts that the page contains.
static const char *const libraries[] = {
    "/usr/share/javascript/three/three.min.js",
    "/usr/share/javascript/three/examples/js/controls/OrbitControls.js"};

static const char style[] =
    "body{margin:0;font:14px Helvetica,Arial,sans-serif;color:#222;overflow:hidden}"
    "#scene{position:absolute;inset:0 0 54px 0}#scene canvas{display:block}"
    "#bar{position:absolute;left:0;right:0;bottom:0;height:54px;display:flex;gap:14px;"
    "align-items:center;padding:0 14px;background:#f3f6f9;box-sizing:border-box}"
    "#time{flex:1}#title{position:absolute;left:14px;top:10px;font-weight:600;white-space:pre}"
    "#legend{position:absolute;right:14px;top:10px;text-align:right}"
    "#side{position:absolute;right:10px;bottom:64px;background:#fffd;padding:6px}"
    "#shapes{position:absolute;left:14px;bottom:64px;color:#555;white-space:pre}"
    ".label{position:absolute;top:34px;padding-left:14px;color:#555;white-space:pre}"
    "label{white-space:nowrap}select{max-width:190px}";

typedef struct view {
  gb_arena memory;
  FILE *file;
  int runs, names;
  const char *path[RUNS];
  const char *name[GB_WORDS]; ///< fields that the command line names
} view;

/// Write bytes in base64 (RFC 4648, section 4).
static void write_base64(FILE *file, size_t count, const void *data) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *byte = data;
  for (size_t i = 0; i < count; i += 3) {
    const size_t left = count - i;
    const unsigned word = (unsigned)byte[i] << 16 | (left > 1 ? (unsigned)byte[i + 1] << 8 : 0) |
                          (left > 2 ? byte[i + 2] : 0);
    const char text[] = {digit[word >> 18], digit[word >> 12 & 63],
                         left > 1 ? digit[word >> 6 & 63] : '=', left > 2 ? digit[word & 63] : '='};
    fwrite(text, 1, sizeof text, file);
  }
}

/// Write an array as an element of the page that the script reads.
/// @param type  the array's type in JavaScript without "Array"
static void write_array(const view *v, const char *name, const char *type, size_t bytes,
                        const void *values) {
  fputs("<i data-name=\"", v->file);
  gb_markup_text(v->file, name);
  fprintf(v->file, "\" data-type=\"%s\">", type);
  write_base64(v->file, bytes, values);
  fputs("</i>\n", v->file);
}

/// Write the faces of all cells: polygons of surfaces, lines and points.
static int write_faces(const view *v, const gb_stored_results *results, gb_error *error) {
  const size_t most = (size_t)results->cells * GB_SHAPE_FACES;
  uint32_t *node, *cell;
  unsigned char *size;
  size_t faces = 0, nodes = 0;
  const int32_t *own = results->node;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, node, most * FACE_NODES, error));
  GB_TRY(GB_TAKE(&scratch, cell, most, error));
  GB_TRY(GB_TAKE(&scratch, size, most, error));
  for (int64_t c = 0; c < results->cells; c++) {
    const gb_shape_type *shape = &gb_shape_types[results->shape[c]];
    for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; f++, faces++) {
      cell[faces] = (uint32_t)c;
      size[faces] = (unsigned char)strlen(shape->face[f]);
      for (int k = 0; k < size[faces]; k++)
        node[nodes++] = (uint32_t)own[gb_shape_listed(shape->face[f], k)];
    }
    own += shape->basis.nodes;
  }
  write_array(v, "face_nodes", "Uint32", nodes * sizeof *node, node);
  write_array(v, "face_sizes", "Uint8", faces, size);
  write_array(v, "face_cells", "Uint32", faces * sizeof *cell, cell);
  if (results->kind) write_array(v, "kinds", "Uint8", (size_t)results->cells, results->kind);
  return GB_OK;
}

/// A run whose frames are written.
typedef struct run {
  const view *view;
  const gb_results_reader *reader;
  const gb_stored_results *results;
  int frames, fields;
  const gb_stored_field *field[GB_WORDS];
} run;

/// The number in the file of a frame of the page; the first and the last are the same in both.
static int source_frame(const run *r, int frame) {
  if (r->frames < 2) return r->results->frames - 1;
  return (int)((int64_t)frame * (r->results->frames - 1) / (r->frames - 1));
}

/// Number of values of a field in one frame.
static size_t values_of(const run *r, const gb_stored_field *field) {
  return (size_t)(field->cell ? r->results->cells : r->results->nodes) * (size_t)field->components;
}

/// Read a field in all frames of the page. @param[out] value [frames][values_of], of the arena
static int read_frames(const run *r, const gb_stored_field *field, gb_arena *arena, float **value,
                       gb_error *error) {
  const size_t count = values_of(r, field);
  GB_TRY(GB_TAKE(arena, *value, count * (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++)
    GB_TRY(gb_results_reader_read(r->reader, field, source_frame(r, f), *value + (size_t)f * count,
                                  error));
  return GB_OK;
}

/// Write a vector of nodes in all frames as integers of 16 bits, with an offset and a factor for
/// each frame, so that the motion of the model as a whole costs no digits of its deformation.
static int write_vectors(const run *r, const gb_stored_field *field, gb_error *error) {
  const size_t count = values_of(r, field);
  float *value, (*place)[4];
  int16_t *packed;
  char name[100];
  GB_SCRATCH(scratch);
  GB_TRY(read_frames(r, field, &scratch, &value, error));
  GB_TRY(GB_TAKE(&scratch, place, (size_t)r->frames, error));
  GB_TRY(GB_TAKE(&scratch, packed, count * (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++) {
    float *own = value + (size_t)f * count, largest = 0;
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (size_t k = (size_t)i; k < count; k += 3) sum += own[k];
      place[f][i] = (float)(sum / (double)r->results->nodes);
    }
    for (size_t k = 0; k < count; k++) largest = fmaxf(largest, fabsf(own[k] -= place[f][k % 3]));
    place[f][3] = largest / INT16_MAX;
    for (size_t k = 0; largest > 0 && k < count; k++)
      packed[(size_t)f * count + k] = (int16_t)lrintf(own[k] / place[f][3]);
  }
  snprintf(name, sizeof name, "%.80s places", field->name);
  write_array(r->view, field->name, "Int16", count * (size_t)r->frames * sizeof *packed, packed);
  write_array(r->view, name, "Float32", (size_t)r->frames * sizeof *place, place);
  return GB_OK;
}

/// Write numbers as bytes from the least to the largest of them, unless they are all equal. Numbers
/// that are not defined, as gaps away from contacts, are drawn like the largest.
/// @param component  0, 1 or 2 of a field whose components are written one by one; otherwise -1
static int write_numbers(const run *r, const gb_stored_field *field, int component, size_t count,
                         size_t stride, const float number[], gb_error *error) {
  float low = INFINITY, high = -INFINITY;
  unsigned char *packed;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, packed, count, error));
  for (size_t k = 0; k < count; k++) {
    low = fminf(low, number[k * stride]);
    high = fmaxf(high, number[k * stride]);
  }
  if (!(high > low)) return GB_OK;
  for (size_t k = 0; k < count; k++)
    packed[k] =
        (unsigned char)lrintf((fminf(number[k * stride], high) - low) / (high - low) * UINT8_MAX);
  fprintf(r->view->file, "<b data-low=\"%.6g\" data-high=\"%.6g\" data-cell=\"%d\" data-title=\"",
          low, high, field->cell);
  gb_markup_text(r->view->file, field->name);
  if (component >= 0) fprintf(r->view->file, " %d", component + 1);
  fputs("\">", r->view->file);
  write_array(r->view, "values", "Uint8", count, packed);
  fputs("</b>\n", r->view->file);
  return GB_OK;
}

/// Write a field: vectors of nodes by their magnitude, three numbers of a cell one by one.
static int write_field(const run *r, const gb_stored_field *field, gb_error *error) {
  const size_t stride = (size_t)field->components;
  const size_t count = values_of(r, field) / stride * (size_t)r->frames;
  float *value;
  GB_SCRATCH(scratch);
  GB_TRY(read_frames(r, field, &scratch, &value, error));
  for (int i = 0; (field->cell || stride == 1) && i < field->components; i++)
    GB_TRY(write_numbers(r, field, stride > 1 ? i : -1, count, stride, value + i, error));
  if (field->cell || stride == 1) return GB_OK;
  for (size_t k = 0; k < count; k++)
    value[k] = hypotf(hypotf(value[3 * k], value[3 * k + 1]), value[3 * k + 2]);
  return write_numbers(r, field, -1, count, 1, value, error);
}

/// Write the histories, with the rows thinned where there are many. @param bytes  room for them
static int write_histories(const view *v, const char *path, double bytes, gb_error *error) {
  gb_history_tables all;
  gb_error none = {0};
  GB_SCRATCH(scratch);
  if (gb_histories_read(path, &scratch, &all, &none) != GB_OK) return GB_OK;
  double columns = 1;
  for (int t = 0; t < all.count; t++) columns += all.table[t].columns;
  const int most = (int)fmin(MOST_ROWS, fmax(2, bytes / sizeof(float) / columns));
  for (int t = 0; t < all.count; t++) {
    const gb_history_table *table = &all.table[t];
    const int rows = table->rows < most ? table->rows : most;
    float *column;
    GB_TRY(GB_TAKE(&scratch, column, (size_t)rows, error));
    for (int c = 0; c < table->columns && rows > 1; c++) {
      for (int i = 0; i < rows; i++) {
        const size_t row = (size_t)((int64_t)i * (table->rows - 1) / (rows - 1));
        column[i] = (float)table->value[row * (size_t)table->columns + (size_t)c];
      }
      fputs(c == 0 ? "<u data-table=\"" : "<s data-table=\"", v->file);
      gb_markup_text(v->file, table->name);
      fputs("\">", v->file);
      write_array(v, table->column[c], "Float32", (size_t)rows * sizeof *column, column);
      fputs(c == 0 ? "</u>\n" : "</s>\n", v->file);
    }
  }
  return GB_OK;
}

/// Refuse a name that no field has; the message lists the fields.
static int refuse_field(const run *r, const char *path, const char *name, gb_error *error) {
  const char *list[LISTED + 1] = {NULL};
  char text[1200] = "", hint[GB_HINT];
  for (int k = 0; k < r->results->fields && k < LISTED; k++) {
    list[k] = r->results->field[k].name;
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? ", " : "", list[k]);
  }
  return gb_fail(error, GB_UNKNOWN_FIELD, "%s: no field '%s'%s; accepted: %s", path, name,
                 gb_nearest_hint(name, list, hint), text);
}

/// Choose the fields of a run: those that are named, otherwise stress and failure index.
static int choose_fields(run *r, const char *path, gb_error *error) {
  static const char *const usual[] = {"von_mises", "failure"};
  const bool named = r->view->names > 0;
  const char *const *name = named ? r->view->name : usual;
  const int names = named ? r->view->names : 2;
  for (int i = 0; i < names; i++) {
    const gb_stored_field *field = gb_results_reader_find(r->reader, name[i]);
    if (!field && named) return refuse_field(r, path, name[i], error);
    if (field) r->field[r->fields++] = field;
  }
  return GB_OK;
}

/// Find how many frames the page has of a run. @return the bytes that are left for its histories
static double count_frames(run *r) {
  double bytes = 6.0 * (double)r->results->nodes;
  for (int64_t c = 0; r->results->kind && c < r->results->cells; c++)
    if (r->results->kind[c] >= GB_CELL_BUSHING) bytes += 3; // its axis
  for (int i = 0; i < r->fields; i++)
    bytes += (double)(r->field[i]->cell ? r->results->cells : r->results->nodes) *
             (r->field[i]->cell ? r->field[i]->components : 1);
  double frames = FRAME_BYTES / r->view->runs / bytes;
  frames = fmin(fmax(frames, 2), MOST_FRAMES);
  r->frames = r->results->frames < frames ? r->results->frames : (int)frames;
  return fmax(0, FRAME_BYTES / r->view->runs - r->frames * bytes) + HISTORY_BYTES / r->view->runs;
}

/// Write the axes of all joints and bushings in all frames as integers of 8 bits, in the order of
/// their cells.
static int write_axes(const run *r, const gb_stored_field *director, gb_error *error) {
  const gb_stored_results *results = r->results;
  const int32_t *own = results->node;
  signed char *packed;
  float *value;
  size_t count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, value, 3 * (size_t)results->nodes, error));
  GB_TRY(GB_TAKE(&scratch, packed, 3 * (size_t)results->cells * (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++, own = results->node) {
    GB_TRY(gb_results_reader_read(r->reader, director, source_frame(r, f), value, error));
    for (int64_t c = 0; c < results->cells; own += gb_shape_nodes((gb_shape)results->shape[c++]))
      for (int i = 0; results->kind[c] >= GB_CELL_BUSHING && i < 3; i++)
        packed[count++] = (signed char)lrintf(fminf(fmaxf(value[3 * *own + i], -1), 1) * INT8_MAX);
  }
  write_array(r->view, "axes", "Int8", count, packed);
  return GB_OK;
}

static int write_frames(run *r, const char *path, gb_error *error) {
  const gb_stored_field *motion = gb_results_reader_find(r->reader, "displacement");
  const gb_stored_field *state = gb_results_reader_find(r->reader, "state");
  float *time;
  GB_SCRATCH(scratch);
  if (!motion || motion->components != 3)
    return gb_fail(error, GB_UNREADABLE_FILE, "%s: there are no displacements in it", path);
  GB_TRY(GB_TAKE(&scratch, time, (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++) time[f] = (float)r->results->time[source_frame(r, f)];
  write_array(r->view, "times", "Float32", (size_t)r->frames * sizeof *time, time);
  GB_TRY(write_vectors(r, motion, error));
  if (state && state->components == 3) GB_TRY(write_vectors(r, state, error));
  for (int i = 0; i < r->fields; i++) GB_TRY(write_field(r, r->field[i], error));
  const gb_stored_field *director = gb_results_reader_find(r->reader, "director");
  return director && r->results->kind ? write_axes(r, director, error) : GB_OK;
}

/// @return the name of a file without its folder
static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// Write a results file as a hidden section of the page. Modes have no velocities.
static int write_run(const view *v, int number, bool quiet, gb_error *error) {
  const char *path = v->path[number];
  gb_results_reader *reader;
  GB_TRY(gb_results_reader_open(path, &reader, error));
  run r = {.view = v, .reader = reader, .results = gb_results_reader_contents(reader)};
  int status = choose_fields(&r, path, error);
  const double left = count_frames(&r);
  fprintf(v->file, "<section hidden data-modes=\"%d\" data-name=\"",
          gb_results_reader_find(reader, "velocity") == NULL);
  gb_markup_text(v->file, name_of(path));
  fputs("\">\n", v->file);
  write_array(v, "points", "Float32", (size_t)r.results->nodes * sizeof *r.results->point,
              r.results->point);
  if (status == GB_OK) status = write_faces(v, r.results, error);
  if (status == GB_OK) status = write_frames(&r, path, error);
  if (status == GB_OK) status = write_histories(v, path, left, error);
  fputs("</section>\n", v->file);
  if (status == GB_OK && r.frames < r.results->frames && !quiet)
    gb_print(stderr, "warning: %s: the view has %d of %d frames, so that its file stays small\n",
             path, r.frames, r.results->frames);
  gb_results_reader_close(&reader);
  return status;
}

/// Copy a script into the page.
static int write_library(FILE *file, const char *path, gb_error *error) {
  char *script;
  size_t length;
  gb_error own = {0};
  const int status = gb_file_contents(path, &script, &length, &own);
  if (status != GB_OK)
    return gb_fail(error, gb_error_code(status, &own),
                   "view: %s (three.js is in Debian's package libjs-three)", own.message);
  fprintf(file, "<script>\n%s\n</script>\n", script);
  free(script);
  return GB_OK;
}

static int write_page(const view *v, bool quiet, gb_error *error) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>",
        v->file);
  gb_markup_text(v->file, name_of(v->path[0]));
  fprintf(v->file, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
  for (int i = 0; i < v->runs; i++) GB_TRY(write_run(v, i, quiet, error));
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    GB_TRY(write_library(v->file, libraries[i], error));
  fprintf(v->file, "<script>\n%s</script>\n</body>\n</html>\n", gb_view_script);
  return GB_OK;
}

static int write_view(const gb_options *options, const gb_command_results *results,
                      gb_error *error) {
  gb_output output;
  view v = {.runs = 1, .path = {results->path}};
  for (int i = 0; i < options->words.count; i++) {
    const char *word = options->words.entry[i];
    if (!gb_is_results_file(word))
      v.name[v.names++] = word;
    else if (v.runs < RUNS)
      v.path[v.runs++] = word;
    else
      return gb_fail(error, GB_TOO_MANY, "view: %s: more than %d results files", word, RUNS);
  }
  GB_TRY(gb_output_create(results->stem, "view.html", &output, error));
  v.file = output.stream;
  if (write_page(&v, options->quiet, error) != GB_OK) {
    gb_output_discard(&output);
    return error->status;
  }
  GB_TRY(gb_output_finish(&output, error));
  if (!options->quiet) gb_print(stdout, "view %s\n", output.path);
  return GB_OK;
}

static int view_results(const gb_options *options, gb_error *error) {
  gb_command_results results;
  int rank, status = GB_OK;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  GB_TRY(gb_command_find_results(options, "view", NULL, &results, error));
  if (rank == 0) status = write_view(options, &results, error);
  return gb_agree(MPI_COMM_WORLD, status, error);
}

const gb_verb gb_verb_view = {
    .name = "view",
    .meaning =
        "the motion or the modes of CASE.vtkhdf, or of CASE.yaml, in three dimensions; write "
        "CASE.view.html",
    .page =
        "gimbal view CASE.vtkhdf [OTHER.vtkhdf ...] [FIELD ...] [--output-dir DIR]\n"
        "gimbal view CASE.yaml [OTHER.vtkhdf ...] [FIELD ...] [options of run]\n\n"
        "Writes CASE.view.html, a page for a browser that animates the results in three\n"
        "dimensions: time and scale of the deformation by sliders, a field as colours, the\n"
        "histories of probes, joints and bodies beside. Modes (CASE.modes.vtkhdf) vibrate. Other\n"
        "results files are shown beside the first, with the same time and camera. Without a FIELD\n"
        "the page has the displacement, von_mises and failure; with a wrong one the message lists\n"
        "those that there are. The page needs no network. Springs are coils; bushings and\n"
        "joints are shapes by their type along their axes, wheels are their tyres; beams are "
        "solids\n"
        "with output: {swept: true}. It needs Debian's package libjs-three.\n",
    .words = true,
    .alone = view_results,
};

/// The verb `view`: results files, or a case that is run first, as a page with an animated view in
/// three dimensions. The page contains the script three.js and needs no network.
#include "command/results_file.h"

#include "base/nearest.h"
#include "output/histories.h"
#include "output/markup.h"
#include "output/results_reader.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { RUNS = 4, FIELDS = 24, MOST_FRAMES = 600, MOST_ROWS = 1500, FACE_NODES = 8 };

/// The bytes that the frames of all runs may have together; base64 makes a third more of them.
static const double FRAME_BYTES = 1.2e6;

/// The script of the page, src/command/view.js, which the assembler includes.
extern const char gb_view_script[] __attribute__((visibility("hidden")));
__asm__(".section .rodata\n.globl gb_view_script\n.hidden gb_view_script\n"
        "gb_view_script: .incbin \"src/command/view.js\"\n.byte 0\n.previous\n");

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
static int write_faces(const view *v, const gb_stored_results *results, const char *path,
                       gb_error *error) {
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
    const gb_shape_type *shape = gb_shape_types;
    while (shape < gb_shape_types + GB_SHAPES && shape->vtk != results->type[c]) shape++;
    if (shape == gb_shape_types + GB_SHAPES ||
        own + shape->basis.nodes > results->node + results->values)
      return gb_fail(error, GB_UNREADABLE_FILE, "%s: cell %lld has the unknown type %d", path,
                     (long long)c, results->type[c]);
    int32_t ordered[GB_SHAPE_NODES];
    for (int k = 0; k < shape->basis.nodes; k++)
      ordered[shape->order ? gb_shape_listed(shape->order, k) : k] = own[k];
    for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; f++, faces++) {
      cell[faces] = (uint32_t)c;
      for (const char *at = shape->face[f]; *at; at++, size[faces]++)
        node[nodes++] = (uint32_t)ordered[*at - '0'];
    }
    own += shape->basis.nodes;
  }
  write_array(v, "face_nodes", "Uint32", nodes * sizeof *node, node);
  write_array(v, "face_sizes", "Uint8", faces, size);
  write_array(v, "face_cells", "Uint32", faces * sizeof *cell, cell);
  return GB_OK;
}

/// A run whose frames are written.
typedef struct run {
  const view *view;
  const gb_results_reader *reader;
  const gb_stored_results *results;
  int frames, fields;
  const gb_stored_field *field[FIELDS];
} run;

/// The number in the file of a frame of the page; the first and the last are the same in both.
static int source_frame(const run *r, int frame) {
  if (r->frames < 2) return r->results->frames - 1;
  return (int)((int64_t)frame * (r->results->frames - 1) / (r->frames - 1));
}

/// Write a vector of nodes in all frames as integers of 16 bits, with an offset and a factor for
/// each frame, so that the motion of the model as a whole costs no digits of its deformation.
static int write_vectors(const run *r, const gb_stored_field *field, gb_error *error) {
  const size_t count = 3 * (size_t)r->results->nodes;
  float *value, (*place)[4];
  int16_t *packed;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, value, count, error));
  GB_TRY(GB_TAKE(&scratch, place, (size_t)r->frames, error));
  GB_TRY(GB_TAKE(&scratch, packed, count * (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++) {
    float largest = 0;
    GB_TRY(gb_results_reader_read(r->reader, field, source_frame(r, f), value, error));
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (size_t k = (size_t)i; k < count; k += 3) sum += value[k];
      place[f][i] = (float)(sum / (double)r->results->nodes);
    }
    for (size_t k = 0; k < count; k++) largest = fmaxf(largest, fabsf(value[k] -= place[f][k % 3]));
    place[f][3] = largest / INT16_MAX;
    for (size_t k = 0; largest > 0 && k < count; k++)
      packed[(size_t)f * count + k] = (int16_t)lrintf(value[k] / place[f][3]);
  }
  char name[100];
  snprintf(name, sizeof name, "%.80s places", field->name);
  write_array(r->view, field->name, "Int16", count * (size_t)r->frames * sizeof *packed, packed);
  write_array(r->view, name, "Float32", (size_t)r->frames * sizeof *place, place);
  return GB_OK;
}

/// One number of a field: a component of a value, or its magnitude.
static float scalar(const float value[], int components, int component) {
  if (component < components) return value[component];
  return hypotf(hypotf(value[0], value[1]), value[2]);
}

/// Write one number of a field for all frames as bytes from its least to its largest value, unless
/// it is constant. @param component  components: the magnitude
static int write_scalar(const run *r, const gb_stored_field *field, int component,
                        gb_error *error) {
  const size_t count = (size_t)(field->cell ? r->results->cells : r->results->nodes);
  const size_t all = count * (size_t)r->frames;
  float *value, *number, low = INFINITY, high = -INFINITY;
  unsigned char *packed;
  FILE *file = r->view->file;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, value, count * (size_t)field->components, error));
  GB_TRY(GB_TAKE(&scratch, number, all, error));
  GB_TRY(GB_TAKE(&scratch, packed, all, error));
  for (int f = 0; f < r->frames; f++) {
    GB_TRY(gb_results_reader_read(r->reader, field, source_frame(r, f), value, error));
    for (size_t k = 0; k < count; k++) {
      float *own = &number[(size_t)f * count + k];
      *own = scalar(value + k * (size_t)field->components, field->components, component);
      low = fminf(low, *own);
      high = fmaxf(high, *own);
    }
  }
  if (!(high > low)) return GB_OK;
  for (size_t k = 0; k < all; k++)
    packed[k] = (unsigned char)lrintf((number[k] - low) / (high - low) * UINT8_MAX);
  fprintf(file, "<b data-low=\"%.6g\" data-high=\"%.6g\" data-cell=\"%d\" data-title=\"", low, high,
          field->cell);
  gb_markup_text(file, field->name);
  if (field->components > 1 && component < field->components) fprintf(file, " %d", component + 1);
  fputs("\">", file);
  write_array(r->view, "values", "Uint8", all, packed);
  fputs("</b>\n", file);
  return GB_OK;
}

static int write_fields(const run *r, gb_error *error) {
  for (int i = 0; i < r->fields; i++) {
    const gb_stored_field *field = r->field[i];
    if (!field->cell && field->components > 1) {
      GB_TRY(write_scalar(r, field, field->components, error));
      continue;
    }
    for (int k = 0; k < field->components; k++) GB_TRY(write_scalar(r, field, k, error));
  }
  return GB_OK;
}

/// Write the histories, with the rows thinned where there are many.
static int write_histories(const view *v, const char *path, gb_error *error) {
  gb_history_tables all;
  gb_error none = {0};
  GB_SCRATCH(scratch);
  if (gb_histories_read(path, &scratch, &all, &none) != GB_OK) return GB_OK;
  for (int t = 0; t < all.count; t++) {
    const gb_history_table *table = &all.table[t];
    const int rows = table->rows < MOST_ROWS ? table->rows : MOST_ROWS;
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

/// Choose the fields of a run: those that are named, otherwise stress and failure index.
static int choose_fields(run *r, const char *path, gb_error *error) {
  static const char *const usual[] = {"von_mises", "failure"};
  const view *v = r->view;
  for (int i = 0; i < 2 && v->names == 0; i++) {
    const gb_stored_field *field = gb_results_reader_find(r->reader, usual[i]);
    if (field) r->field[r->fields++] = field;
  }
  for (int i = 0; i < v->names; i++) {
    const gb_stored_field *field = gb_results_reader_find(r->reader, v->name[i]);
    const char *list[FIELDS + 40] = {NULL}, *near;
    char text[1200] = "";
    if (field && r->fields < FIELDS) {
      r->field[r->fields++] = field;
      continue;
    }
    for (int k = 0; k < r->results->fields && k < FIELDS + 39; k++) {
      list[k] = r->results->field[k].name;
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? ", " : "", list[k]);
    }
    if (field) return gb_fail(error, GB_TOO_MANY, "%s: more than %d fields", path, FIELDS);
    near = gb_nearest(v->name[i], list);
    return gb_fail(error, GB_UNKNOWN_FIELD, "%s: no field '%s'%s%s%s; accepted: %s", path,
                   v->name[i], near ? " (did you mean " : "", near ? near : "", near ? "?)" : "",
                   text);
  }
  return GB_OK;
}

/// Find how many frames the page has of a run.
static void count_frames(run *r) {
  double bytes = 6.0 * (double)r->results->nodes;
  for (int i = 0; i < r->fields; i++)
    bytes += (double)(r->field[i]->cell ? r->results->cells : r->results->nodes) *
             (r->field[i]->cell ? r->field[i]->components : 1);
  double frames = FRAME_BYTES / r->view->runs / bytes;
  frames = fmin(fmax(frames, 2), MOST_FRAMES);
  r->frames = r->results->frames < frames ? r->results->frames : (int)frames;
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
  return write_fields(r, error);
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
  count_frames(&r);
  fprintf(v->file, "<section hidden data-modes=\"%d\" data-all=\"%d\" data-name=\"",
          gb_results_reader_find(reader, "velocity") == NULL, r.results->frames);
  gb_markup_text(v->file, name_of(path));
  fputs("\">\n", v->file);
  write_array(v, "points", "Float32", (size_t)r.results->nodes * sizeof *r.results->point,
              r.results->point);
  if (status == GB_OK) status = write_faces(v, r.results, path, error);
  if (status == GB_OK) status = write_frames(&r, path, error);
  if (status == GB_OK) status = write_histories(v, path, error);
  fputs("</section>\n", v->file);
  if (status == GB_OK && r.frames < r.results->frames && !quiet)
    gb_print(stderr, "warning: %s: the view has %d of %d frames, so that its file stays small\n",
             path, r.frames, r.results->frames);
  gb_results_reader_close(&reader);
  return status;
}

/// Copy a script into the page.
static int write_library(FILE *file, const char *path, gb_error *error) {
  char part[1 << 14];
  FILE *script = fopen(path, "r");
  if (!script)
    return gb_fail(error, GB_MISSING_FILE,
                   "view: %s cannot be read; it is in the package libjs-three", path);
  fputs("<script>\n", file);
  for (size_t n; (n = fread(part, 1, sizeof part, script)) > 0;) fwrite(part, 1, n, file);
  fputs("\n</script>\n", file);
  fclose(script);
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
  GB_TRY(gb_command_find_results(options, "view", &results, error));
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
        "those that there are. The page needs no network. Beams are solids with\n"
        "output: {swept: true}. It needs Debian's package libjs-three.\n",
    .words = true,
    .alone = view_results,
};

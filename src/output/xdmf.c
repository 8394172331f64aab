/// Write the XDMF file that describes the datasets of the HDF5 file. Source: the XDMF Model and
/// Format, version 3 (xdmf.org).
#include "output/xdmf.h"

#include "base/arena.h"
#include "base/platform/new_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
  FILE *stream;
  const char *data; ///< name of the HDF5 file, in the same folder
  const gb_xdmf *contents;
  long *gap; ///< where in the text of a grid its time and the first rows of fields belong,
             ///< [1 + fields]
} writer;

static const char real[] = "NumberType=\"Float\" Precision=\"8\"",
                  integer[] = "NumberType=\"Int\" Precision=\"8\"";

/// Print a text with the reserved characters of XML replaced.
static void print_escaped(FILE *stream, const char *text) {
  static const char reserved[] = "&<>\"";
  static const char *const name[] = {"amp", "lt", "gt", "quot"};
  for (; *text; text++) {
    const char *found = strchr(reserved, *text);
    if (found)
      fprintf(stream, "&%s;", name[found - reserved]);
    else
      fputc(*text, stream);
  }
}

/// Print a reference to a whole dataset in a group of the HDF5 file. @param number the attributes
/// NumberType and Precision  @param columns <= 1: the dataset has one dimension
static void print_dataset(const writer *w, const char *number, int64_t rows, int columns,
                          const char *folder, const char *name) {
  fprintf(w->stream, "<DataItem Format=\"HDF\" %s Dimensions=\"%" PRId64, number, rows);
  if (columns > 1) fprintf(w->stream, " %d", columns);
  fputs("\">", w->stream);
  print_escaped(w->stream, w->data);
  fprintf(w->stream, ":%s/", folder);
  print_escaped(w->stream, name);
  fputs("</DataItem>\n", w->stream);
}

static const char *folder_of(int cell) {
  return cell ? "/VTKHDF/CellData" : "/VTKHDF/PointData";
}

static void print_attribute(const writer *w, const char *name, int cell, int components) {
  fputs("        <Attribute Name=\"", w->stream);
  print_escaped(w->stream, name);
  fprintf(w->stream, "\" AttributeType=\"%s\" Center=\"%s\">", components > 1 ? "Vector" : "Scalar",
          cell ? "Cell" : "Node");
}

static void print_fixed(const writer *w, const char *name, int cell, const char *number) {
  const int64_t rows = cell ? w->contents->cells : w->contents->nodes;
  print_attribute(w, name, cell, 1);
  print_dataset(w, number, rows, 1, folder_of(cell), name);
  fputs("        </Attribute>\n", w->stream);
}

/// Print a reference to the rows of one frame in the dataset of a field, without the first row.
static void print_field(const writer *w, int f) {
  const gb_xdmf_field *field = &w->contents->field[f];
  int64_t rows = field->cell ? w->contents->cells : w->contents->nodes;
  int components = field->components, vector = components > 1;
  print_attribute(w, field->name, field->cell, components);
  fprintf(w->stream, "<DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRId64, rows);
  if (vector) fprintf(w->stream, " %d", components);
  fprintf(w->stream, "\">\n          <DataItem Format=\"XML\" Dimensions=\"3 %d\">", 1 + vector);
  w->gap[1 + f] = ftell(w->stream);
  if (vector)
    fprintf(w->stream, " 0  1 1  %" PRId64 " %d", rows, components);
  else
    fprintf(w->stream, "  1  %" PRId64, rows);
  fputs("</DataItem>\n          ", w->stream);
  print_dataset(w, real, w->contents->frames * rows, components, folder_of(field->cell),
                field->name);
  fputs("        </DataItem></Attribute>\n", w->stream);
}

/// Print the grid of a frame without its time and first rows; only the mesh if there are no frames.
static void print_grid(const writer *w) {
  const gb_xdmf *contents = w->contents;
  fputs("      <Grid Name=\"mesh\" GridType=\"Uniform\">\n", w->stream);
  if (contents->frames > 0) fputs("        <Time Value=\"", w->stream);
  w->gap[0] = ftell(w->stream);
  if (contents->frames > 0) fputs("\"/>\n", w->stream);
  fprintf(w->stream, "        <Topology TopologyType=\"Mixed\" NumberOfElements=\"%" PRId64 "\">",
          contents->cells);
  print_dataset(w, integer, contents->topology, 1, "/XDMF", "topology");
  fputs("        </Topology>\n        <Geometry GeometryType=\"XYZ\">", w->stream);
  print_dataset(w, real, contents->nodes, 3, "/VTKHDF", "Points");
  fputs("        </Geometry>\n", w->stream);
  print_fixed(w, "node_id", 0, integer);
  print_fixed(w, "cell_id", 1, integer);
  print_fixed(w, "kind", 1, "NumberType=\"UChar\" Precision=\"1\"");
  print_fixed(w, "property", 1, "NumberType=\"Int\" Precision=\"4\"");
  for (int f = 0; contents->frames > 0 && f < contents->fields; f++) print_field(w, f);
  fputs("      </Grid>\n", w->stream);
}

/// Print the text of a grid with the time and the first rows of a frame.
static void print_frame(const writer *w, const char *grid, int frame) {
  const gb_xdmf *contents = w->contents;
  fwrite(grid, 1, (size_t)w->gap[0], w->stream);
  fprintf(w->stream, "%.17g", contents->time[frame]);
  for (int f = 0; f < contents->fields; f++) {
    const int64_t rows = contents->field[f].cell ? contents->cells : contents->nodes;
    fwrite(grid + w->gap[f], 1, (size_t)(w->gap[f + 1] - w->gap[f]), w->stream);
    fprintf(w->stream, "%" PRId64, frame * rows);
  }
  fputs(grid + w->gap[contents->fields], w->stream);
}

static void print_document(const writer *w, const char *grid) {
  const gb_xdmf *contents = w->contents;
  fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n",
        w->stream);
  // A model of rigid bodies only has no mesh, and readers refuse an empty grid.
  if (contents->nodes > 0 && contents->cells > 0 && contents->frames == 0) fputs(grid, w->stream);
  if (contents->nodes > 0 && contents->cells > 0 && contents->frames > 0) {
    fputs("    <Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          w->stream);
    for (int frame = 0; frame < contents->frames; frame++) print_frame(w, grid, frame);
    fputs("    </Grid>\n", w->stream);
  }
  fputs("  </Domain>\n</Xdmf>\n", w->stream);
}

/// Make the text of a grid once: most of a frame's text is that of all others, and printing it
/// anew for each frame takes longer than the march of a small model.
static int make_grid(writer *w, char **grid, gb_error *error) {
  size_t length;
  w->stream = open_memstream(grid, &length);
  if (w->stream) print_grid(w);
  if (w->stream && fclose(w->stream) == 0) return GB_OK;
  return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory for the description of %s", w->data);
}

static int write_description(writer *w, const char *name, const char *grid, gb_error *error) {
  GB_TRY(gb_new_file_open(name, &w->stream, error));
  print_document(w, grid);
  const int reason = gb_new_file_close(w->stream);
  if (reason) return gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: %s", name, strerror(reason));
  return GB_OK;
}

int gb_xdmf_write(const gb_xdmf *contents, const char *name, const char *data, gb_error *error) {
  const char *slash = strrchr(data, '/');
  char *grid = NULL;
  writer w = {.data = slash ? slash + 1 : data, .contents = contents};
  GB_SCRATCH(scratch);
  const size_t fields = contents->fields > 0 ? (size_t)contents->fields : 0;
  GB_TRY(GB_TAKE(&scratch, w.gap, 1 + fields, error));
  int status = make_grid(&w, &grid, error);
  if (status == GB_OK) status = write_description(&w, name, grid, error);
  free(grid);
  return status;
}

/// Write the XDMF file that describes the datasets of the HDF5 file. Source: the XDMF Model and
/// Format, version 3 (xdmf.org).
#include "output/xdmf.h"

#include "base/new_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
  FILE *stream;
  const char *data; ///< name of the HDF5 file, in the same folder
  const gb_xdmf *contents;
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

/// Print a reference to the rows of one frame in the dataset of a field.
static void print_field(const writer *w, const gb_xdmf_field *field, int frame) {
  int64_t rows = field->cell ? w->contents->cells : w->contents->nodes;
  int components = field->components, vector = components > 1;
  print_attribute(w, field->name, field->cell, components);
  fprintf(w->stream, "<DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRId64, rows);
  if (vector) fprintf(w->stream, " %d", components);
  fprintf(w->stream, "\">\n          <DataItem Format=\"XML\" Dimensions=\"3 %d\">", 1 + vector);
  if (vector)
    fprintf(w->stream, "%" PRId64 " 0  1 1  %" PRId64 " %d", frame * rows, rows, components);
  else
    fprintf(w->stream, "%" PRId64 "  1  %" PRId64, frame * rows, rows);
  fputs("</DataItem>\n          ", w->stream);
  print_dataset(w, real, w->contents->frames * rows, components, folder_of(field->cell),
                field->name);
  fputs("        </DataItem></Attribute>\n", w->stream);
}

/// Print the grid of one frame; only the mesh if there are no frames.
static void print_grid(const writer *w, int frame) {
  const gb_xdmf *contents = w->contents;
  fputs("      <Grid Name=\"mesh\" GridType=\"Uniform\">\n", w->stream);
  if (frame < contents->frames)
    fprintf(w->stream, "        <Time Value=\"%.17g\"/>\n", contents->time[frame]);
  fprintf(w->stream, "        <Topology TopologyType=\"Mixed\" NumberOfElements=\"%" PRId64 "\">",
          contents->cells);
  print_dataset(w, integer, contents->topology, 1, "/XDMF", "topology");
  fputs("        </Topology>\n        <Geometry GeometryType=\"XYZ\">", w->stream);
  print_dataset(w, real, contents->nodes, 3, "/VTKHDF", "Points");
  fputs("        </Geometry>\n", w->stream);
  print_fixed(w, "node_id", 0, integer);
  print_fixed(w, "cell_id", 1, integer);
  print_fixed(w, "property", 1, "NumberType=\"Int\" Precision=\"4\"");
  for (int f = 0; frame < contents->frames && f < contents->fields; f++)
    print_field(w, &contents->field[f], frame);
  fputs("      </Grid>\n", w->stream);
}

static void print_document(const writer *w) {
  const gb_xdmf *contents = w->contents;
  fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n",
        w->stream);
  // A model of rigid bodies only has no mesh, and readers refuse an empty grid.
  if (contents->nodes > 0 && contents->cells > 0) {
    if (contents->frames > 0)
      fputs("    <Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
            w->stream);
    int grids = contents->frames > 0 ? contents->frames : 1;
    for (int frame = 0; frame < grids; frame++) print_grid(w, frame);
    if (contents->frames > 0) fputs("    </Grid>\n", w->stream);
  }
  fputs("  </Domain>\n</Xdmf>\n", w->stream);
}

int gb_xdmf_write(const gb_xdmf *contents, const char *name, const char *data, gb_error *error) {
  const char *slash = strrchr(data, '/');
  writer w = {NULL, slash ? slash + 1 : data, contents};
  GB_TRY(gb_new_file_open(name, &w.stream, error));
  print_document(&w);
  const int reason = gb_new_file_close(w.stream);
  if (reason) return gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: %s", name, strerror(reason));
  return GB_OK;
}

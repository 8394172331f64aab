/// Isometric views; flat models are viewed along an axis. Faces are drawn from back to front.
/// Coordinates are shifted by a fraction before rounding, so that round-off does not decide ties.
#include "picture/scene.h"

#include "base/length.h"
#include "picture/markup.h"
#include "picture/scene_faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  WIDTH = 560,
  LEFT = 14,
  RIGHT = 96, ///< right margin if there is a colour bar
  TOP = 14,
  LEAST = 190, ///< smallest height
  MOST = 420,  ///< largest height
  LEVELS = 64, ///< number of colours
  FEW = 1500,  ///< up to so many faces all edges are drawn, if they are long enough
  CAMERAS = 4
};

/// Unit vectors of each view: to the right, up, and towards the viewer.
static const double camera[CAMERAS][3][3] = {
    {{M_SQRT1_2, M_SQRT1_2, 0},
     {-0.408248290463863, 0.408248290463863, 0.816496580927726},
     {0.577350269189626, -0.577350269189626, 0.577350269189626}},
    {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
    {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

typedef struct range {
  double low, high;
} range;

struct gb_scene {
  gb_arena memory; ///< owns the arrays
  gb_scene_mesh mesh;
  gb_face_set faces;
  double enlarged;         ///< factor of displacements
  double size;             ///< largest dimension of the reference configuration
  range along[3];          ///< extent of all included states along the axes
  range seen[CAMERAS][2];  ///< extent of all included states in each view
  range first[CAMERAS][2]; ///< extent of the reference configuration in each view
};

static void extend(range *r, double value) {
  r->low = fmin(r->low, value);
  r->high = fmax(r->high, value);
}

static double length(const range *r) {
  return r->high - r->low;
}

static void place_node(const gb_scene *s, const double (*displacement)[3], int32_t node,
                       double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = s->mesh.position[node][i] + (displacement ? s->enlarged * displacement[node][i] : 0);
}

static void include_face(gb_scene *s, const gb_face *face, const double (*displacement)[3]) {
  for (int k = 0; k < face->nodes; k++) {
    double at[3];
    place_node(s, displacement, face->node[k], at);
    for (int i = 0; i < 3; i++) extend(&s->along[i], at[i]);
    for (int c = 0; c < CAMERAS; c++)
      for (int i = 0; i < 2; i++) extend(&s->seen[c][i], gb_dot(camera[c][i], at));
  }
}

void gb_scene_include(gb_scene *s, const double (*displacement)[3], double enlarged) {
  s->enlarged = enlarged;
  for (int32_t f = 0; f < s->faces.count; f++) include_face(s, &s->faces.face[f], displacement);
}

int gb_scene_create(const gb_scene_mesh *mesh, int32_t max_faces, gb_scene **out, gb_error *error) {
  static const range none = {INFINITY, -INFINITY};
  gb_scene *s;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(s, 1, error));
  s->mesh = *mesh;
  const int status = gb_faces_find(mesh, max_faces, &s->memory, &s->faces, error);
  for (int i = 0; i < 3; i++) s->along[i] = none;
  for (int i = 0; i < 2 * CAMERAS; i++) s->seen[i / 2][i % 2] = none;
  gb_scene_include(s, NULL, 0);
  memcpy(s->first, s->seen, sizeof s->first);
  for (int i = 0; i < 3; i++) s->size = fmax(s->size, length(&s->along[i]));
  if (status != GB_OK) gb_scene_destroy(&s);
  *out = s;
  return status;
}

void gb_scene_destroy(gb_scene **scene) {
  if (!*scene) return;
  gb_arena_free(&(*scene)->memory);
  free(*scene);
  *scene = NULL;
}

void gb_scene_counts(const gb_scene *s, int32_t *drawn, int32_t *all) {
  *drawn = s->faces.count;
  *all = s->faces.all;
}

double gb_scene_size(const gb_scene *s) {
  return s->size;
}

/// Choose the view: along the axis in which all included states are flat, otherwise isometric.
static int choose_camera(const gb_scene *s) {
  double size = 0;
  for (int i = 0; i < 3; i++) size = fmax(size, length(&s->along[i]));
  for (int i = 3; i-- > 0;)
    if (length(&s->along[i]) <= 1e-6 * size) return i + 1;
  return 0;
}

/// State of drawing a picture. Coordinates in the file are tenths of units.
typedef struct drawing {
  FILE *file;
  const gb_scene *scene;
  const gb_scene_view *view;
  const double (*axis)[3]; ///< unit vectors of the view
  double scale, shift[2], height;
  bool edges; ///< draw all edges, not only the outline
} drawing;

static int rounded(double value) {
  return (int)floor(value + 0.5137);
}

static void project(const drawing *d, const double at[3], int out[2]) {
  out[0] = rounded(d->shift[0] + d->scale * gb_dot(d->axis[0], at));
  out[1] = rounded(d->shift[1] - d->scale * gb_dot(d->axis[1], at));
}

/// The mean length of the edges in the view of the reference configuration, in tenths.
static double mean_edge(const drawing *d) {
  const gb_scene *s = d->scene;
  double sum = 0, count = 0;
  for (int32_t f = 0; f < s->faces.count; f++) {
    const gb_face *face = &s->faces.face[f];
    for (int k = 0; face->nodes > 2 && k < face->nodes; k++, count++) {
      int from[2], to[2];
      project(d, s->mesh.position[face->node[k]], from);
      project(d, s->mesh.position[face->node[(k + 1) % face->nodes]], to);
      sum += hypot(to[0] - from[0], to[1] - from[1]);
    }
  }
  return count > 0 ? sum / count : 0;
}

static drawing open_drawing(FILE *file, const gb_scene *s, const gb_scene_view *view) {
  const int c = choose_camera(s);
  const range *seen = view->displacement ? s->seen[c] : s->first[c];
  const double wide = length(&seen[0]), high = length(&seen[1]);
  const double space = WIDTH - LEFT - RIGHT;
  drawing d = {.file = file, .scene = s, .view = view, .axis = camera[c]};
  d.height = fmin(MOST, fmax(LEAST, wide > 0 ? space * high / wide + 2 * TOP : MOST));
  const double scale = fmin(space / wide, (d.height - 2 * TOP) / high);
  d.scale = isfinite(scale) && scale > 0 ? 10 * scale : 1;
  d.shift[0] = 10 * (LEFT + space / 2) - d.scale * (seen[0].low + wide / 2);
  d.shift[1] = 5 * d.height + d.scale * (seen[1].low + high / 2);
  d.edges = s->faces.count <= FEW && mean_edge(&d) > 45;
  return d;
}

/// Write a colour of the map Viridis (S. van der Walt and N. Smith), interpolated between nine
/// colours and multiplied by the light.
static void write_colour(FILE *file, double part, double light) {
  static const int stop[9][3] = {{68, 1, 84},    {71, 44, 122},  {59, 81, 139},
                                 {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
                                 {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
  const double at = 8 * fmin(1, fmax(0, part));
  const int first = at < 7 ? (int)at : 7;
  fputc('#', file);
  for (int i = 0; i < 3; i++) {
    const double value = stop[first][i] + (at - first) * (stop[first + 1][i] - stop[first][i]);
    fprintf(file, "%02x", (int)(light * value + 0.5));
  }
}

static void colour_value(const drawing *d, double value, double light) {
  const double part = d->view->high > 0 ? value / d->view->high : 0;
  const int level = (int)floor(part * (LEVELS - 1) + 0.5137);
  write_colour(d->file, (double)level / (LEVELS - 1), light);
}

static void colour_face(const drawing *d, const gb_face *face, double light) {
  const gb_scene_view *v = d->view;
  if (!v->value) {
    fprintf(d->file, "#%02x%02x%02x", (int)(186 * light), (int)(202 * light), (int)(216 * light));
    return;
  }
  double value = v->cell ? v->value[face->cell] : 0;
  for (int k = 0; !v->cell && k < face->nodes; k++) value += v->value[face->node[k]] / face->nodes;
  colour_value(d, value, light);
}

/// Compute the illumination of a face, in eighths; `seen` is twice its area in the view divided by
/// the square of the size.
static double find_light(const drawing *d, const gb_face *face, double (*at)[3], double *seen) {
  static const double from[3] = {-0.31, 0.55, 0.775};
  double sum[3] = {0}, towards[3] = {0};
  for (int k = 1; k + 1 < face->nodes; k++) {
    double a[3], b[3], area[3];
    for (int i = 0; i < 3; i++) a[i] = at[k][i] - at[0][i], b[i] = at[k + 1][i] - at[0][i];
    gb_cross(a, b, area);
    for (int i = 0; i < 3; i++) sum[i] += area[i];
  }
  const double area = gb_length(sum), size = d->scene->size;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) towards[k] += from[i] * d->axis[i][k];
  *seen = gb_dot(sum, d->axis[2]) / (size * size);
  const double part = area > 0 ? fabs(gb_dot(sum, towards)) / area : 1;
  return 0.7 + 0.3 * floor(8 * part + 0.5137) / 8;
}

static void write_path(FILE *file, int points, int (*at)[2], bool closed) {
  fprintf(file, "M%d %d", at[0][0], at[0][1]);
  for (int k = 1; k < points; k++)
    fprintf(file, "l%d %d", at[k][0] - at[k - 1][0], at[k][1] - at[k - 1][1]);
  fputs(closed ? "z" : "", file);
}

static void draw_edges(FILE *file, const gb_face *face, int (*at)[2]) {
  for (int k = 0; k < face->nodes; k++) {
    const int *from = at[k], *to = at[(k + 1) % face->nodes];
    if (face->edges >> k & 1)
      fprintf(file, "M%d %dl%d %d", from[0], from[1], to[0] - from[0], to[1] - from[1]);
  }
}

static void place_face(const drawing *d, const gb_face *face, const double (*displacement)[3],
                       double (*at)[3], int (*point)[2]) {
  for (int k = 0; k < face->nodes; k++) {
    place_node(d->scene, displacement, face->node[k], at[k]);
    project(d, at[k], point[k]);
  }
}

/// The node at a corner of a line or triangle that is treated as a degenerate quadrangle.
static int corner_of(const gb_face *face, int corner) {
  return face->nodes == 2 ? corner == 1 || corner == 2 : corner < face->nodes ? corner : 2;
}

/// Compute the numbers of pieces of a face along its first two edges, at most eight, such that the
/// value changes by at most an eighth of the largest value in each; one piece for faces with more
/// than four nodes. @return the number of pieces
static int count_pieces(const drawing *d, const gb_face *face, int pieces[2]) {
  const gb_scene_view *v = d->view;
  pieces[0] = pieces[1] = 1;
  if (!v->value || v->cell || !(v->high > 0) || face->nodes < 2 || face->nodes > 4) return 1;
  double value[4];
  for (int k = 0; k < 4; k++) value[k] = v->value[face->node[corner_of(face, k)]] / v->high;
  for (int i = 0; i < 2; i++) {
    const double one = value[1 + i] - value[i], other = value[3 - 3 * i] - value[2 + i];
    pieces[i] = (int)fmin(8, fmax(1, ceil(8 * fmax(fabs(one), fabs(other)) - 1e-9)));
  }
  return pieces[0] * pieces[1];
}

/// Draw a face in pieces, each with the colour of its centre.
static void draw_pieces(const drawing *d, const gb_face *face, double (*at)[3], double light,
                        const int pieces[2]) {
  static const double corner[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.5}};
  for (int piece = 0; piece < pieces[0] * pieces[1]; piece++) {
    int point[4][2];
    double value = 0;
    for (int c = 0; c < 5; c++) {
      const double s = (piece % pieces[0] + corner[c][0]) / pieces[0];
      const double t = (piece / pieces[0] + corner[c][1]) / pieces[1];
      const double weight[4] = {(1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t};
      double place[3] = {0};
      value = 0;
      for (int k = 0; k < 4; k++) {
        const int node = corner_of(face, k);
        for (int i = 0; i < 3; i++) place[i] += weight[k] * at[node][i];
        value += weight[k] * d->view->value[face->node[node]];
      }
      if (c < 4) project(d, place, point[c]);
    }
    fputs("<path color=\"", d->file);
    colour_value(d, value, face->nodes > 2 ? light : 0.8);
    fputs(face->nodes > 2 ? "\" d=\"" : "\" stroke-width=\"18\" d=\"", d->file);
    write_path(d->file, face->nodes > 2 ? 4 : 2, point, face->nodes > 2);
    fputs("\"/>\n", d->file);
  }
}

static void draw_face(const drawing *d, const gb_face *face) {
  double at[GB_FACE_CORNERS][3], seen;
  int point[GB_FACE_CORNERS][2], pieces[2];
  place_face(d, face, d->view->displacement, at, point);
  const double light = find_light(d, face, at, &seen);
  if (face->solid && face->nodes > 2 && seen < 1e-9) return; // the back side of a solid
  if (count_pieces(d, face, pieces) > 1) {
    draw_pieces(d, face, at, light, pieces);
    if (face->nodes == 2 || (!d->edges && !face->edges)) return;
    fprintf(d->file, "<path fill=\"none\" color=\"#%s\" d=\"", d->edges ? "456" : "345");
    if (d->edges)
      write_path(d->file, face->nodes, point, true);
    else
      draw_edges(d->file, face, point);
    fputs("\"/>\n", d->file);
    return;
  }
  fputs("<path color=\"", d->file);
  colour_face(d, face, face->nodes > 2 ? light : 0.8);
  if (face->nodes <= 2)
    fprintf(d->file, "\" stroke-width=\"%d", face->nodes == 1 ? 60 : 18);
  else if (d->edges)
    fputs("\" stroke=\"#456\" stroke-width=\"3", d->file);
  fputs("\" d=\"", d->file);
  write_path(d->file, face->nodes, point, face->nodes != 2);
  if (!d->edges && face->edges) {
    fputs("\"/>\n<path fill=\"none\" color=\"#345\" d=\"", d->file);
    draw_edges(d->file, face, point);
  }
  fputs("\"/>\n", d->file);
}

/// Draw the outline of the reference configuration, behind the state.
static void draw_reference(const drawing *d) {
  double at[GB_FACE_CORNERS][3];
  int point[GB_FACE_CORNERS][2];
  fputs("<path fill=\"none\" color=\"#c4c4c4\" stroke-width=\"6\" d=\"M0 0", d->file);
  for (int32_t f = 0; f < d->scene->faces.count; f++) {
    const gb_face *face = &d->scene->faces.face[f];
    place_face(d, face, NULL, at, point);
    if (face->nodes == 2)
      write_path(d->file, 2, point, false);
    else
      draw_edges(d->file, face, point);
  }
  fputs("\"/>\n", d->file);
}

/// A face with its distance, for sorting.
typedef struct distant {
  int64_t near;
  int32_t face;
} distant;

static int compare_distances(const void *a, const void *b) {
  const distant *left = a, *right = b;
  if (left->near != right->near) return left->near < right->near ? -1 : 1;
  return left->face < right->face ? -1 : left->face > right->face;
}

static int draw_faces(const drawing *d, gb_error *error) {
  const gb_scene *s = d->scene;
  distant *order;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, order, (size_t)s->faces.count, error));
  for (int32_t f = 0; f < s->faces.count; f++) {
    const gb_face *face = &s->faces.face[f];
    double depth = 0, at[3];
    for (int k = 0; k < face->nodes; k++) {
      place_node(s, d->view->displacement, face->node[k], at);
      depth += gb_dot(d->axis[2], at) / face->nodes;
    }
    const double tenths = s->size > 0 ? depth / s->size * 1e7 : 0;
    order[f] = (distant){(int64_t)floor(tenths + 0.5137), f};
  }
  qsort(order, (size_t)s->faces.count, sizeof *order, compare_distances);
  fputs("<g transform=\"scale(.1)\" fill=\"currentColor\" stroke=\"currentColor\" "
        "stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
        d->file);
  if (d->view->displacement) draw_reference(d);
  for (int32_t f = 0; f < s->faces.count; f++) draw_face(d, &s->faces.face[order[f].face]);
  fputs("</g>\n", d->file);
  return GB_OK;
}

static void draw_bar(const drawing *d) {
  enum { STRIPES = 32, TICKS = 4, ACROSS = 14 };
  const double left = WIDTH - RIGHT + 22, top = 34, high = d->height - 54;
  gb_svg_text(d->file, WIDTH - 8, 18, "end", d->view->label);
  fputs("<g shape-rendering=\"crispEdges\">\n", d->file);
  for (int k = 0; k < STRIPES; k++) {
    fprintf(d->file, "<rect x=\"%.1f\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"", left,
            top + high * (STRIPES - 1 - k) / STRIPES, ACROSS, high / STRIPES + 0.3);
    write_colour(d->file, (k + 0.5) / STRIPES, 1);
    fputs("\"/>\n", d->file);
  }
  fputs("</g>\n", d->file);
  for (int k = 0; k <= TICKS; k++) {
    char text[40];
    snprintf(text, sizeof text, "%.3g", d->view->high * k / TICKS);
    gb_svg_text(d->file, left + ACROSS + 6, top + high * (TICKS - k) / TICKS + 4, "start", text);
  }
}

/// Draw the directions of the global axes.
static void draw_axes(const drawing *d) {
  static const char *const name[] = {"x", "y", "z"};
  const double origin[2] = {30, d->height - 26};
  for (int i = 0; i < 3; i++) {
    const double right = 20 * d->axis[0][i], up = 20 * d->axis[1][i];
    if (right * right + up * up < 1) continue;
    fprintf(d->file, "<path d=\"M%.1f %.1fl%.1f %.1f\" stroke=\"#777\" stroke-width=\"1.2\"/>\n",
            origin[0], origin[1], right, -up);
    gb_svg_text(d->file, origin[0] + 1.4 * right, origin[1] - 1.4 * up + 4, "middle", name[i]);
  }
}

int gb_scene_draw(FILE *file, const gb_scene *s, const gb_scene_view *view, gb_error *error) {
  const drawing d = open_drawing(file, s, view);
  gb_svg_open(file, WIDTH, d.height);
  GB_TRY(draw_faces(&d, error));
  draw_axes(&d);
  if (view->value) draw_bar(&d);
  gb_svg_close(file);
  return GB_OK;
}

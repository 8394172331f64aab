/// Weights of the elements of fields. A filter gives each element the mean of the designs of all
/// elements whose middles lie within a radius of its own middle; the weight of a design is
/// proportional to the radius minus this distance. The mesh is divided into cubes that are not
/// smaller than the radius, so that neighbours are in the 27 cubes around an element. Sources: T.
/// E. Bruns and D. A. Tortorelli 2001, "Topology optimization of non-linear elastic structures and
/// compliant mechanisms"; B. Bourdin 2001, "Filters in topology optimization".
#include "model/designs/design_weights.h"

#include "base/length.h"

#include <math.h>

/// Middles of the elements of a field, sorted into cubes.
typedef struct cubes {
  double (*middle)[3]; ///< [elements]
  double corner[3], size;
  int count[3];   ///< number of cubes along each axis
  int32_t *start; ///< first member of each cube, [cubes + 1]
  int32_t *member;
} cubes;

/// @return the coordinate of a cube with a middle, along an axis
static int find_cube(const cubes *c, const double middle[3], int axis) {
  const int found = (int)((middle[axis] - c->corner[axis]) / c->size);
  return found < c->count[axis] ? found : c->count[axis] - 1;
}

static int32_t number_of(const cubes *c, int i, int j, int k) {
  return (i * c->count[1] + j) * c->count[2] + k;
}

/// Choose the size of the cubes, such that there are not more cubes than elements.
static void divide(const gb_design_field *field, double radius, cubes *c) {
  double extent[3], all = INFINITY;
  for (int i = 0; i < 3; i++) {
    double upper = -INFINITY;
    c->corner[i] = INFINITY;
    for (int k = 0; k < field->elements; k++) {
      c->corner[i] = fmin(c->corner[i], c->middle[k][i]);
      upper = fmax(upper, c->middle[k][i]);
    }
    extent[i] = upper - c->corner[i];
  }
  for (c->size = radius; all > field->elements; c->size *= 2) {
    all = 1;
    for (int i = 0; i < 3; i++) all *= floor(extent[i] / c->size) + 1;
  }
  c->size /= 2; // of the last division
  for (int i = 0; i < 3; i++) c->count[i] = (int)floor(extent[i] / c->size) + 1;
}

static int sort(const gb_definition *from, const gb_design_field *field, double radius, cubes *c,
                gb_error *error) {
  const size_t elements = (size_t)field->elements;
  GB_TRY(GB_TAKE(from->arena, c->middle, elements, error));
  for (size_t k = 0; k < elements; k++)
    gb_mesh_middle(from->original_mesh, field->element[k], c->middle[k]);
  divide(field, radius, c);
  const int32_t all = c->count[0] * c->count[1] * c->count[2];
  GB_TRY(GB_TAKE(from->arena, c->start, (size_t)all + 2, error));
  GB_TRY(GB_TAKE(from->arena, c->member, elements, error));
  int32_t *next = c->start + 1; // index of the next member of each cube; at the end, the first ones
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t k = 0; k < field->elements; k++) {
      const double *x = c->middle[k];
      const int32_t at = number_of(c, find_cube(c, x, 0), find_cube(c, x, 1), find_cube(c, x, 2));
      if (pass == 0)
        next[at + 1]++;
      else
        c->member[next[at]++] = k;
    }
    for (int32_t n = 0; pass == 0 && n < all; n++) next[n + 1] += next[n];
  }
  return GB_OK;
}

/// Visit the neighbours of element k. @param out where to add their weights; NULL: only count them
/// @return their number
static size_t visit(const cubes *c, double radius, int32_t k, gb_design_field *out) {
  const double *x = c->middle[k];
  int least[3], most[3];
  size_t count = 0;
  for (int i = 0; i < 3; i++) {
    const int own = find_cube(c, x, i);
    least[i] = own > 0 ? own - 1 : 0;
    most[i] = own + 1 < c->count[i] ? own + 1 : own;
  }
  for (int i = least[0]; i <= most[0]; i++)
    for (int j = least[1]; j <= most[1]; j++) {
      // the cubes along the third axis follow each other
      const int32_t first = c->start[number_of(c, i, j, least[2])];
      const int32_t end = c->start[number_of(c, i, j, most[2]) + 1];
      for (int32_t m = first; m < end; m++) {
        const double *y = c->middle[c->member[m]];
        const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
        const double weight = radius - gb_length(d);
        if (!(weight > 0)) continue;
        count++;
        if (out) gb_design_weights_add(out, k, c->member[m], weight);
      }
    }
  return count;
}

int gb_design_weights_create(const gb_definition *from, size_t weights, gb_design_field *field,
                             gb_error *error) {
  GB_TRY(GB_TAKE(from->kept, field->start, (size_t)field->elements + 1, error));
  GB_TRY(GB_TAKE(from->kept, field->point, weights, error));
  return GB_TAKE(from->kept, field->weight, weights, error);
}

int gb_design_filter(const gb_definition *from, double radius, gb_design_field *field,
                     gb_error *error) {
  cubes c;
  size_t count = 0;
  if (field->elements == 0) return gb_design_weights_create(from, 0, field, error);
  GB_TRY(sort(from, field, radius, &c, error));
  for (int32_t k = 0; k < field->elements; k++) count += visit(&c, radius, k, NULL);
  GB_TRY(gb_design_weights_create(from, count, field, error));
  for (int32_t k = 0; k < field->elements; k++) {
    double sum = 0;
    field->start[k + 1] = field->start[k];
    visit(&c, radius, k, field);
    for (size_t i = field->start[k]; i < field->start[k + 1]; i++) sum += field->weight[i];
    for (size_t i = field->start[k]; i < field->start[k + 1]; i++) field->weight[i] /= sum;
  }
  return GB_OK;
}

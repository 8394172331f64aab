/// Derivatives R_x of the residual by the designs: through the elements' parameters, through the
/// controls that parameters depend on, and through reference positions and directors.
#include "elements/derived/parameter.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

#include <string.h>

/// Product with R_x. Not transposed: to += R_x from, where `from` are directions of the designs and
/// `to` nodal vectors. Transposed: to += from . R_x, where `from` are nodal vectors and `to`
/// gradients.
typedef struct design_product {
  bool transpose;
  int count;           ///< number of columns
  size_t nodal, width; ///< number of nodal values; number of designs
  const gb_scalar *from;
  gb_scalar *to;
  const gb_scalar *direction; ///< nodal values: K direction takes the place of R; NULL: R
} design_product;

static const gb_scalar *from_column(const design_product *p, int column) {
  return p->from + (size_t)column * (p->transpose ? p->nodal : p->width);
}

static gb_scalar *to_column(const design_product *p, int column) {
  return p->to + (size_t)column * (p->transpose ? p->width : p->nodal);
}

/// @return sum + local . nodal for the element in a lane.
static gb_scalar add_dot(const gb_batch *b, int lane, gb_pack local[], const gb_scalar nodal[],
                         gb_scalar sum) {
  for (int i = 0; i < b->size; i++) sum += gb_lanes(&local[i])[lane] * nodal[b->index[i][lane]];
  return sum;
}

/// nodal += factor * local for the element in a lane.
static void add_scaled(const gb_batch *b, int lane, gb_pack local[], gb_scalar factor,
                       gb_scalar nodal[]) {
  for (int i = 0; i < b->size; i++) nodal[b->index[i][lane]] += gb_lanes(&local[i])[lane] * factor;
}

/// Add the derivatives by a parameter of the batch's elements. Each element may have its own
/// design.
static void add_parameter(const design_product *p, const gb_batch *b, const gb_varying *varying,
                          const gb_pack direction[]) {
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  if (!gb_batch_varying_residual(b, varying, direction, local)) return;
  for (int lane = 0; lane < b->lanes; lane++) {
    const int32_t design = gb_batch_design(b, varying, lane);
    for (int c = 0; c < p->count && design >= 0; c++) {
      const double slope = gb_batch_slope(b, varying, lane);
      if (p->transpose) {
        to_column(p, c)[design] += slope * add_dot(b, lane, local, from_column(p, c), 0);
      } else {
        const gb_scalar part = slope * from_column(p, c)[design];
        if (part != 0) add_scaled(b, lane, local, part, to_column(p, c));
      }
    }
  }
}

/// Add the derivatives by the controls that a parameter depends on, if there are any.
static void add_controls(const design_product *p, const gb_batch *b, int parameter,
                         const gb_pack direction[]) {
  const gb_control_slope *slope;
  int order;
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  const int slopes = gb_batch_control_slopes(b, parameter, &slope, &order);
  if (slopes == 0) return;
  gb_batch_parameter_residual(b, parameter, direction, local);
  for (int c = 0; c < p->count; c++) {
    const gb_scalar *from = from_column(p, c);
    gb_scalar *to = to_column(p, c), sum = 0;
    if (p->transpose)
      for (int lane = 0; lane < b->lanes; lane++) sum = add_dot(b, lane, local, from, sum);
    for (int k = 0; k < slopes; k++)
      if (p->transpose)
        to[slope[k].design] += slope[k].by[order] * sum;
      else
        sum += slope[k].by[order] * from[slope[k].design];
    for (int lane = 0; !p->transpose && sum != 0 && lane < b->lanes; lane++)
      add_scaled(b, lane, local, sum, to);
  }
}

/// Add the derivatives by the reference configuration, R_X dX/dx.
static void add_reference(const design_product *p, const gb_batch *b, const gb_pack direction[]) {
  for (int lane = 0; lane < b->lanes; lane++) {
    const gb_reference_derivative *move = NULL;
    const int moves = gb_batch_reference_derivatives(b, lane, &move);
    for (int k = 0; k < moves; k++) {
      double local[GB_ELEMENT_UNKNOWNS];
      gb_batch_reference_residual(b, lane, &move[k], direction, local);
      for (int c = 0; c < p->count; c++) {
        const gb_scalar *from = from_column(p, c);
        gb_scalar *to = to_column(p, c);
        for (int i = 0; i < b->size; i++) {
          const int32_t place = b->index[i][lane], design = move[k].design;
          to[p->transpose ? design : place] += local[i] * from[p->transpose ? place : design];
        }
      }
    }
  }
}

/// Whether designs change the parameters or the reference configuration of a block's elements.
static bool varies(const gb_assembly *assembly, int block) {
  const gb_reference_data *data = &assembly->reference[block];
  return assembly->blocks->block[block].varyings.count > 0 || data->controlled ||
         data->moves.count > 0;
}

static void add_designs(gb_assembly *assembly, const gb_nodal_state *state, design_product p) {
  p.nodal = gb_node_values(assembly->model->nodes);
  p.width = (size_t)assembly->model->designs->width;
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, varies(assembly, i_)) {
    gb_pack own[GB_ELEMENT_UNKNOWNS];
    const gb_pack *direction = p.direction ? own : NULL;
    if (direction) gb_batch_gather(&b, p.direction, own);
    for (int i = 0; i < b.block->varyings.count; i++)
      add_parameter(&p, &b, &b.block->varyings.entry[i], direction);
    for (int i = 0; b.reference->controlled && i < b.block->parameters; i++)
      add_controls(&p, &b, i, direction);
    add_reference(&p, &b, direction);
  }
}

void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]) {
  add_designs(assembly, state, (design_product){true, count, .from = psi, .to = gradient});
}

void gb_assembly_stiffness_product(gb_assembly *assembly, const gb_nodal_state *state,
                                   const gb_scalar direction[], const gb_scalar psi[],
                                   gb_scalar gradient[]) {
  const design_product p = {true, 1, .from = psi, .to = gradient, .direction = direction};
  add_designs(assembly, state, p);
}

int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error) {
  for (int component = 0; component < 3; component++) {
    const double sigma[3] = {component == 0, component == 1, component == 2};
    const gb_nodal_operator J = {.sigma = sigma, .state = state};
    if (x[component]) GB_TRY(gb_assembly_product(assembly, &J, count, x[component], r, error));
  }
  add_designs(assembly, state, (design_product){false, count, .from = dx, .to = r});
  return GB_OK;
}

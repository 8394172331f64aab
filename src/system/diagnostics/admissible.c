/// Checks of states. Newton's method may converge to states in which directors point through the
/// surface or elements lie on each other. These states satisfy the equations but do not exist as
/// shells.
#include "system/diagnostics/admissible.h"

#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

#include <math.h>
#include <stdio.h>

/// Squared area relative to the reference below which an element has collapsed.
static const double collapsed = 1e-8;
/// Squared size of a corner's area vector, relative to the element's mean, below which the corner
/// has no normal because its edges are almost in line.
static const double straight = 1e-6;
/// Cosine of the largest angle by which an element and a director may turn against each other in
/// one step.
static const double eighth_turn = 0.70710678118654752440;
/// Cosine of half that angle: two directors that lean by less at both states have not turned by
/// more in between.
static const double sixteenth_turn = 0.92387953251128675613;

typedef enum defect_kind {
  THROUGH,
  INVERTED,
  TURNED,
  REVERSED,
  BENT,
  CRUSHED,
  NO_DEFECT
} defect_kind;

/// The first inadmissible element in the order of the user's numbers, and the number of such
/// elements.
typedef struct finding {
  int64_t element, node; ///< the user's numbers
  defect_kind fold;
  int64_t count;
} finding;

/// The user's number of an element of one of the blocks. Cells are listed in the order of the
/// blocks.
static int64_t number_of(const gb_block_set *blocks, const gb_block *block, int32_t element) {
  return gb_block_set_numbers(blocks, block)[element];
}

/// Check the director and the surface at a node. `upright` becomes false where the director leans
/// by more than 22.5 degrees. Corners without a normal are not checked.
static defect_kind judge(const gb_orientation *now, int lane, bool *upright) {
  gb_orientation at = *now;
  if (gb_real(gb_lanes(&at.share)[lane]) < straight) return NO_DEFECT;
  if (!(gb_real(gb_lanes(&at.even)[lane]) > 0 && gb_real(gb_lanes(&at.size)[lane]) > collapsed))
    return INVERTED;
  if (!(gb_real(gb_lanes(&at.front)[lane]) > 0)) return THROUGH;
  if (!(gb_real(gb_lanes(&at.upright)[lane]) > sixteenth_turn)) *upright = false;
  return NO_DEFECT;
}

/// Check how far a director has turned against its element since the state before.
static defect_kind compare(const gb_orientation *now, const gb_orientation *before, int lane) {
  gb_geometry cosine = {0};
  for (int i = 0; i < 3; i++) cosine += now->director[i] * before->director[i];
  return gb_real(gb_lanes(&cosine)[lane]) > eighth_turn ? NO_DEFECT : TURNED;
}

static void report(const gb_assembly *assembly, const gb_batch *b, int lane, int a,
                   defect_kind fold, finding *found) {
  const int32_t element = b->first + lane;
  const int64_t number = number_of(assembly->blocks, b->block, element);
  found->count++;
  if (found->count > 1 && number >= found->element) return;
  const size_t place = (size_t)element * (size_t)b->in.nodes + (size_t)a;
  *found = (finding){number, assembly->model->nodes->id[b->block->node[place]], fold, found->count};
}

/// Compare the directors of the batch's elements with those at the state before.
static void look_back(const gb_assembly *assembly, gb_batch *b, const gb_scalar before[],
                      const bool folded[GB_LANES], finding *found) {
  gb_orientation now[GB_ELEMENT_NODES], then[GB_ELEMENT_NODES];
  b->element->orientation(&b->in, &b->state, true, now);
  gb_batch_gather(b, before, b->v);
  const gb_element_state state = {.q = b->v};
  b->element->orientation(&b->in, &state, true, then);
  for (int lane = 0; lane < b->lanes; lane++)
    for (int a = 0; !folded[lane] && a < b->in.nodes; a++) {
      if (compare(&now[a], &then[a], lane) == NO_DEFECT) continue;
      report(assembly, b, lane, a, TURNED, found);
      break;
    }
}

/// Count joints that stand half a turn from their intended orientation.
static void inspect_joints(gb_batch *b, finding *found) {
  gb_geometry side[GB_ELEMENT_ROWS];
  const int count = b->element->sides(&b->in, &b->state, side);
  for (int lane = 0; lane < b->lanes; lane++)
    for (int k = 0; k < count; k++) {
      if (gb_real(gb_lanes(&side[k])[lane]) > 0) continue;
      const int32_t entry = b->block->joint->entry[b->first + lane];
      found->count++;
      if (found->count == 1 || entry < found->element)
        *found = (finding){entry, 0, REVERSED, found->count};
      break;
    }
}

/// Count beams that bend or twist too far between two nodes, or solids that are turned inside out.
static void inspect_sides(const gb_assembly *assembly, gb_batch *b, defect_kind defect,
                          finding *found) {
  gb_geometry side[GB_ELEMENT_ROWS];
  const int count = b->element->sides(&b->in, &b->state, side);
  for (int lane = 0; lane < b->lanes; lane++)
    for (int k = 0; k < count; k++) {
      if (gb_real(gb_lanes(&side[k])[lane]) > 0) continue;
      report(assembly, b, lane, k, defect, found);
      break;
    }
}

/// Check the batch's elements. Compare with the state before only if a director leans so far that
/// it may have turned by more than 45 degrees.
static void inspect(const gb_assembly *assembly, gb_batch *b, const gb_scalar before[],
                    bool was_upright, bool *upright, finding *found) {
  gb_orientation now[GB_ELEMENT_NODES];
  bool folded[GB_LANES] = {false}, here = true;
  b->element->orientation(&b->in, &b->state, false, now);
  for (int lane = 0; lane < b->lanes; lane++)
    for (int a = 0; a < b->in.nodes; a++) {
      const defect_kind fold = judge(&now[a], lane, &here);
      if (fold == NO_DEFECT) continue;
      folded[lane] = true;
      report(assembly, b, lane, a, fold, found);
      break;
    }
  *upright = *upright && here;
  if (before && !(was_upright && here)) look_back(assembly, b, before, folded, found);
}

/// Sum the counts of all ranks and send the first finding to all of them.
static void gather(MPI_Comm comm, finding *found) {
  const int64_t mine = found->count;
  int ranks, rank;
  MPI_Comm_size(comm, &ranks);
  if (ranks == 1) return;
  MPI_Allreduce(&mine, &found->count, 1, MPI_INT64_T, MPI_SUM, comm);
  if (found->count == 0) return;
  const int64_t own = mine > 0 ? found->element : INT64_MAX;
  int64_t first, holder;
  MPI_Allreduce(&own, &first, 1, MPI_INT64_T, MPI_MIN, comm);
  MPI_Comm_rank(comm, &rank);
  const int64_t me = own == first ? rank : ranks;
  MPI_Allreduce(&me, &holder, 1, MPI_INT64_T, MPI_MIN, comm);
  MPI_Bcast(found, sizeof *found, MPI_BYTE, (int)holder, comm);
}

static void describe(const gb_model *model, const finding *found, size_t size, char *text) {
  char node[100], joint[200], others[60] = "";
  const long long element = (long long)found->element;
  if (found->fold == REVERSED) {
    gb_model_joint_name(model, (int)found->element, sizeof joint, joint);
    snprintf(text, size, "joint '%s' is turned by half a turn from its intended orientation",
             joint);
    return;
  }
  gb_origin_words(model->origins, found->node, sizeof node, node);
  if (found->count > 1)
    snprintf(others, sizeof others, " (%lld such elements in all)", (long long)found->count);
  if (found->fold == BENT)
    snprintf(text, size,
             "beam element %lld bends or twists by about 45 degrees between two of its nodes, at "
             "%s%s, where it folds up: make elements shorter",
             element, node, others);
  else if (found->fold == CRUSHED)
    snprintf(
        text, size,
        "solid element %lld is crushed or turned inside out at a point, near %s%s: its strains "
        "are too large for its mesh, load step or law",
        element, node, others);
  else if (found->fold == THROUGH)
    snprintf(text, size, "the director of %s has turned through the surface of element %lld%s",
             node, element, others);
  else if (found->fold == INVERTED)
    snprintf(text, size, "element %lld is turned over or has collapsed at %s%s", element, node,
             others);
  else
    snprintf(text, size,
             "element %lld and the director of %s turn by more than 45 degrees against each other "
             "in one step%s",
             element, node, others);
}

bool gb_admissible(gb_assembly *assembly, double t, const gb_scalar q[], const gb_scalar before[],
                   bool *upright, size_t size, char *text) {
  const gb_model *model = gb_assembly_model(assembly);
  const gb_nodal_state nodal = {.t = t, .q = q};
  const bool was_upright = *upright;
  finding shells = {0}, joints = {0}, beams = {0}, solids = {0};
  gb_batch b;
  *upright = true;
  FOR_ELEMENTS(assembly, &nodal, b, b.element->orientation) {
    inspect(assembly, &b, before, was_upright, upright, &shells);
  }
  FOR_ELEMENTS(assembly, &nodal, b, b.element->sides) {
    if (b.element->constrained)
      inspect_joints(&b, &joints);
    else if (gb_section_laws[b.in.layup->kind]->solid)
      inspect_sides(assembly, &b, CRUSHED, &solids);
    else
      inspect_sides(assembly, &b, BENT, &beams);
  }
  if (model->blocks->total_shells > 0) gather(model->comm, &shells);
  if (model->problem->joints.count > 0) gather(model->comm, &joints);
  if (model->problem->beams.count > 0) gather(model->comm, &beams);
  if (model->problem->solids.count > 0) gather(model->comm, &solids);
  const finding *found = joints.count > 0   ? &joints
                         : beams.count > 0  ? &beams
                         : solids.count > 0 ? &solids
                                            : &shells;
  if (found->count > 0) describe(model, found, size, text);
  return found->count == 0;
}

void gb_excess_find(gb_assembly *assembly, double t, const gb_scalar q[], gb_excess worst[]) {
  const gb_nodal_state nodal = {.t = t, .q = q};
  gb_batch b;
  FOR_ELEMENTS(assembly, &nodal, b, b.element->excess) {
    gb_geometry ratio;
    gb_excess *most = &worst[b.element->bound];
    b.element->excess(&b.in, &b.state, &ratio);
    for (int lane = 0; lane < b.lanes; lane++) {
      const double found = gb_real(gb_lanes(&ratio)[lane]);
      if (!(found > most->ratio)) continue;
      const int32_t *entry = b.block->joint->entry; // of given matrices, which are no cells
      *most = (gb_excess){found, t,
                          entry ? entry[b.first + lane]
                                : number_of(assembly->blocks, b.block, b.first + lane)};
    }
  }
}

void gb_excess_gather(MPI_Comm comm, gb_excess worst[]) {
  struct {
    double ratio;
    int rank;
  } own[GB_BOUNDS], all[GB_BOUNDS];
  int rank;
  MPI_Comm_rank(comm, &rank);
  for (int k = 0; k < GB_BOUNDS; k++) {
    own[k].ratio = worst[k].ratio;
    own[k].rank = rank;
  }
  MPI_Allreduce(own, all, GB_BOUNDS, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
  for (int k = 0; k < GB_BOUNDS; k++)
    MPI_Bcast(&worst[k], sizeof worst[k], MPI_BYTE, all[k].rank, comm);
}

/// The change of the angle between a director of node a and that of node b from the reference to
/// now.
static double bend_between(const gb_node_set *nodes, int32_t a, int32_t b, unsigned field,
                           const gb_scalar q[]) {
  const int32_t value[2] = {gb_node_value(nodes, a, field), gb_node_value(nodes, b, field)};
  const double *reference[2] = {gb_node_reference(nodes, a, field),
                                gb_node_reference(nodes, b, field)};
  double product[2][3] = {{0}}; // in the reference and now: d.d, e.e, d.e
  for (int i = 0; i < 3; i++) {
    const double d[2] = {reference[0][i], reference[0][i] + gb_real(q[value[0] + i])};
    const double e[2] = {reference[1][i], reference[1][i] + gb_real(q[value[1] + i])};
    for (int k = 0; k < 2; k++) {
      product[k][0] += d[k] * d[k];
      product[k][1] += e[k] * e[k];
      product[k][2] += d[k] * e[k];
    }
  }
  double angle[2];
  for (int k = 0; k < 2; k++)
    angle[k] = acos(fmax(-1, fmin(1, product[k][2] / sqrt(product[k][0] * product[k][1]))));
  return fabs(angle[1] - angle[0]);
}

/// The largest such angle in an element, divided by the number of intervals between the two nodes.
static double bend_of(const gb_node_set *nodes, const gb_block *block, const int32_t node[],
                      const gb_scalar q[]) {
  const int intervals = block->nodes > gb_shape_nodes(block->shape) ? 2 : 1;
  double largest = 0;
  for (int a = 0; a < block->nodes; a++)
    for (int b = 0; b < a; b++)
      for (unsigned field = GB_DIRECTOR_1; field <= GB_DIRECTOR_3; field <<= 1)
        if (gb_node_has(nodes, node[a], field) && gb_node_has(nodes, node[b], field))
          largest = fmax(largest, bend_between(nodes, node[a], node[b], field, q) / intervals);
  return largest;
}

void gb_largest_bend(const gb_model *model, const gb_scalar q[], double *angle, int64_t *element) {
  struct {
    double angle;
    int rank;
  } largest = {0};
  *element = 0;
  MPI_Comm_rank(model->comm, &largest.rank);
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->cell && e < block->elements; e++) {
      const int32_t *node = block->node + (size_t)e * (size_t)block->nodes;
      const double bend = bend_of(model->nodes, block, node, q);
      if (!(bend > largest.angle)) continue;
      largest.angle = bend;
      *element = number_of(model->blocks, block, e);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, model->comm);
  MPI_Bcast(element, 1, MPI_INT64_T, largest.rank, model->comm);
  *angle = largest.angle;
}

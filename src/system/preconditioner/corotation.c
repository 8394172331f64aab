/// Rotations of nodes and their application to the unknowns.
/// Source: Higham, SIAM J. Sci. Stat. Comput. 7 (1986) (polar decomposition); docs/theory.md, the
/// section on preconditioners.
#include "system/preconditioner/corotation.h"

#include "base/arena.h"
#include "base/length.h"
#include "system/nodal_values/batch.h"

#include <math.h>
#include <string.h>

/// In joints that keep two points together, the first three multipliers are the force between them.
enum { FORCE = GB_MULTIPLIERS };
/// Rows of a node's sum, and entries of a row.
enum { ROWS = 3 };

/// A vector of a node whose unknowns are its components along two or three orthonormal directions.
typedef struct rotating {
  int32_t node, unknown; ///< node; the first of its consecutive unknowns
  int32_t directions;    ///< index in `plane`; -1: the three axes
} rotating;

struct gb_corotation {
  const gb_model *model;
  gb_nodal *nodal;
  int32_t count, planes;
  rotating *vector;      ///< vectors that rotate, [count]
  double (*plane)[2][3]; ///< directions of the vectors with two unknowns, [planes]
  double (*sum)[3][3]; ///< sums of x X^T over present vectors x and reference vectors X around each
                       ///< node, [nodes]
  double (*inverse)[3][3]; ///< inverse of the sum in the reference configuration; zero if singular,
                           ///< [owned nodes]
  int32_t *channel; ///< a local unknown of each shell node that carries sums between ranks; -1:
                    ///< none, [nodes]
  bool shared;      ///< elements of some rank contribute to nodes of another
};

/// Find the directions of a vector's unknowns, which must be consecutive and owned. @return the
/// number of directions; 0: the unknowns are not components along orthonormal directions
static int find_directions(const gb_model *model, int32_t value, int32_t *first,
                           double direction[3][3]) {
  const gb_node_map *T = &model->dofs->T;
  int32_t least = INT32_MAX, last = -1;
  for (int32_t k = T->start[value]; k < T->start[value + 3]; k++) {
    least = T->unknown[k] < least ? T->unknown[k] : least;
    last = T->unknown[k] > last ? T->unknown[k] : last;
  }
  const int count = last < 0 ? 0 : (int)(last - least) + 1;
  if (count < 2 || count > 3 || last >= model->dofs->owned) return 0;
  memset(direction, 0, 9 * sizeof direction[0][0]);
  for (int i = 0; i < 3; i++)
    for (int32_t k = T->start[value + i]; k < T->start[value + i + 1]; k++)
      direction[T->unknown[k] - least][i] += T->factor[k];
  for (int a = 0; a < count; a++)
    for (int b = 0; b <= a; b++) {
      double product = 0;
      for (int i = 0; i < 3; i++) product += direction[a][i] * direction[b][i];
      if (fabs(product - (a == b)) > 1e-9) return 0;
    }
  *first = least;
  return count;
}

/// Whether a node carries the multipliers of a joint.
static bool is_joint(const gb_node_set *nodes, int32_t node) {
  return nodes->tied[node] && gb_node_has(nodes, node, GB_FRAME | GB_MULTIPLIERS);
}

/// Whether a field of a node rotates with it: its own position and directors, or the force of a
/// joint.
static bool rotates(const gb_node_set *nodes, int32_t node, unsigned field) {
  if (!gb_node_has(nodes, node, field)) return false;
  if (field == FORCE) return is_joint(nodes, node) && gb_node_field_width(nodes, node, field) >= 3;
  return (field & GB_FRAME) && !nodes->tied[node];
}

/// @return an unknown of the node by which ranks send their elements' contributions to its owner;
///   -1: the node needs none
static int32_t find_channel(const gb_model *model, int32_t node) {
  const gb_node_set *nodes = model->nodes;
  const bool joint = is_joint(nodes, node), shell = nodes->fields[node] == GB_SHELL;
  const int32_t first = joint ? gb_node_value(nodes, node, FORCE) : nodes->first[node];
  const int32_t *start = &model->dofs->T.start[first];
  const bool serves = joint || (shell && !nodes->tied[node]);
  const int values = !joint ? 6 : rotates(nodes, node, FORCE) ? 3 : 0;
  return serves && start[0] < start[values] ? model->dofs->T.unknown[start[0]] : -1;
}

static void add_vector(gb_corotation *c, int32_t node, unsigned field) {
  double direction[3][3];
  int32_t first;
  const int32_t value = gb_node_value(c->model->nodes, node, field);
  const int directions = find_directions(c->model, value, &first, direction);
  if (directions == 0) return;
  c->vector[c->count++] = (rotating){node, first, directions == 3 ? -1 : c->planes};
  if (directions == 2) memcpy(c->plane[c->planes++], direction, 6 * sizeof direction[0][0]);
}

static double determinant(const double A[3][3]) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum +=
        A[0][i] * (A[1][(i + 1) % 3] * A[2][(i + 2) % 3] - A[1][(i + 2) % 3] * A[2][(i + 1) % 3]);
  return sum;
}

/// Compute the inverse of A, or zero if A is singular.
static void invert(const double A[3][3], double inverse[3][3]) {
  const double size = determinant(A);
  double trace = A[0][0] + A[1][1] + A[2][2];
  memset(inverse, 0, 9 * sizeof inverse[0][0]);
  if (!(fabs(size) > 1e-12 * fabs(trace * trace * trace))) return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      inverse[j][i] = (A[k][m] * A[l][n] - A[k][n] * A[l][m]) / size;
    }
}

/// Find the rotation R of F = R U by Newton's method R <- (R + R^-T) / 2. R is the identity if the
/// method does not converge.
static void find_polar(const double F[3][3], double R[3][3]) {
  double change = INFINITY;
  memcpy(R, F, 9 * sizeof R[0][0]);
  for (int pass = 0; pass < 30 && change > 1e-8 && determinant((const double(*)[3])R) > 0; pass++) {
    double inverse[3][3];
    invert((const double(*)[3])R, inverse);
    change = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        const double half = 0.5 * (inverse[j][i] - R[i][j]);
        change = fmax(change, fabs(half));
        R[i][j] += half;
      }
  }
  if (change <= 1e-8) return; // convergence is quadratic: the remaining error is about change^2
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[i][j] = i == j;
}

/// sum += factor now reference^T.
static void add_product(double factor, const double now[3], const double reference[3],
                        double sum[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum[i][j] += factor * now[i] * reference[j];
}

static void find_director(const gb_node_set *nodes, int32_t node, unsigned field,
                          const gb_scalar q[], double d[3]) {
  const double *D = gb_node_reference(nodes, node, field);
  const gb_scalar *delta = q + gb_node_value(nodes, node, field);
  for (int i = 0; i < 3; i++) d[i] = D[i] + gb_real(delta[i]);
}

/// Add the directors of a frame and their cross products: a frame at a fold may have only two
/// directors.
static void add_frame(const gb_node_set *nodes, int32_t node, const gb_scalar q[],
                      double sum[3][3]) {
  double d[3][3], across[2][3];
  const double *D[3];
  for (int k = 0; k < 3; k++) {
    D[k] = gb_node_reference(nodes, node, (unsigned)GB_DIRECTOR_1 << k);
    find_director(nodes, node, (unsigned)GB_DIRECTOR_1 << k, q, d[k]);
    add_product(1, d[k], D[k], sum);
  }
  for (int k = 0; k < 3; k++) {
    gb_cross(d[k], d[(k + 1) % 3], across[0]);
    gb_cross(D[k], D[(k + 1) % 3], across[1]);
    add_product(1, across[0], across[1], sum);
  }
}

/// The force of a joint that keeps two points together rotates with the joint's first end, or with
/// its second end if the first one is fixed.
static void add_joints(gb_corotation *c, const gb_block *block, const gb_scalar q[]) {
  const gb_node_set *nodes = c->model->nodes;
  const unsigned char *row = block->joint->type.type->row[0];
  if (row[0] != GB_JOINT_GAP || row[1] != GB_JOINT_X) return;
  for (int32_t e = 0; e < block->elements; e++) {
    const int32_t *node = block->node + (size_t)e * (size_t)block->nodes;
    const int32_t first = gb_node_value(nodes, node[0], GB_DIRECTOR_1);
    const bool moves = c->model->dofs->T.start[first] < c->model->dofs->T.start[first + 9];
    add_frame(nodes, node[moves ? 0 : 1], q, c->sum[node[0]]);
  }
}

/// Add the edges from each node of a shell to its two neighbours, and the director with a weight of
/// the edges' mean squared length.
static void add_shell(gb_corotation *c, int count, const int32_t node[], const gb_scalar q[]) {
  const gb_node_set *nodes = c->model->nodes;
  for (int a = 0; a < count; a++) {
    double square = 0, d[3];
    if (c->channel[node[a]] < 0) continue;
    const double *X = gb_node_reference(nodes, node[a], GB_POSITION);
    const gb_scalar *u = q + gb_node_displacement(nodes, node[a]);
    for (int side = 1; side < count; side += count - 2) {
      const int32_t other = node[(a + side) % count];
      const double *Y = gb_node_reference(nodes, other, GB_POSITION);
      const gb_scalar *v = q + gb_node_displacement(nodes, other);
      double now[3], reference[3];
      for (int i = 0; i < 3; i++) {
        reference[i] = Y[i] - X[i];
        now[i] = reference[i] + gb_real(v[i] - u[i]);
        square += reference[i] * reference[i] / 2;
      }
      add_product(1, now, reference, c->sum[node[a]]);
    }
    find_director(nodes, node[a], GB_DIRECTOR_1, q, d);
    add_product(square, d, gb_node_reference(nodes, node[a], GB_DIRECTOR_1), c->sum[node[a]]);
  }
}

/// Sum the contributions of all ranks' elements to a row of each owned node's sum. Collective.
/// @param share, total work memory, [ROWS][unknowns] and [ROWS][owned unknowns]
static int sum_row(gb_corotation *c, int row, gb_scalar share[], gb_scalar total[],
                   gb_error *error) {
  const gb_node_set *nodes = c->model->nodes;
  const size_t unknowns = (size_t)c->model->dofs->unknowns, owned = (size_t)c->model->dofs->owned;
  memset(share, 0, ROWS * unknowns * sizeof *share);
  memset(total, 0, ROWS * owned * sizeof *total);
  for (int32_t node = 0; node < nodes->count; node++)
    for (size_t k = 0; k < ROWS && c->channel[node] >= 0; k++)
      share[k * unknowns + (size_t)c->channel[node]] = c->sum[node][row][k];
  GB_TRY(gb_nodal_collect(c->nodal, ROWS, share, total, error));
  for (int32_t node = 0; node < nodes->owned; node++)
    for (size_t k = 0; k < ROWS && c->channel[node] >= 0; k++)
      c->sum[node][row][k] = gb_real(total[k * owned + (size_t)c->channel[node]]);
  return GB_OK;
}

/// Sum the contributions of all ranks' elements to each owned node, one row after another because
/// that needs a third of the memory. Collective.
static int sum_over_ranks(gb_corotation *c, gb_error *error) {
  gb_scalar *share, *total;
  GB_SCRATCH(scratch);
  if (!c->shared) return GB_OK;
  int status = GB_TAKE(&scratch, share, ROWS * (size_t)c->model->dofs->unknowns, error);
  if (status == GB_OK)
    status = GB_TAKE(&scratch, total, ROWS * (size_t)c->model->dofs->owned, error);
  status = gb_agree(c->model->comm, status, error);
  for (int row = 0; status == GB_OK && row < ROWS; row++)
    status = sum_row(c, row, share, total, error);
  return status;
}

/// Compute the sums of the owned nodes at nodal displacements q. Collective.
static int find_sums(gb_corotation *c, const gb_scalar q[], gb_error *error) {
  const gb_node_set *nodes = c->model->nodes;
  const gb_block_set *blocks = c->model->blocks;
  memset(c->sum, 0, (size_t)nodes->count * sizeof *c->sum);
  for (int i = 0; i < blocks->count; i++) {
    const gb_block *block = &blocks->block[i];
    const bool shells = gb_block_element(block)->orientation != NULL;
    if (block->kind == GB_ELEMENT_JOINT) add_joints(c, block, q);
    for (int32_t e = 0; shells && e < block->elements; e++)
      add_shell(c, block->nodes, block->node + (size_t)e * (size_t)block->nodes, q);
  }
  GB_TRY(sum_over_ranks(c, error));
  for (int32_t node = 0; node < nodes->owned; node++)
    if (gb_node_has(nodes, node, GB_FRAME) && !nodes->tied[node])
      add_frame(nodes, node, q, c->sum[node]);
  return GB_OK;
}

/// Find the channels of the nodes, and whether there are messages. Collective.
static void find_channels(gb_corotation *c) {
  const gb_node_set *nodes = c->model->nodes;
  int shared = false;
  for (int32_t node = 0; node < nodes->count; node++) {
    c->channel[node] = find_channel(c->model, node);
    shared = shared || (node >= nodes->owned && c->channel[node] >= 0);
  }
  MPI_Allreduce(MPI_IN_PLACE, &shared, 1, MPI_INT, MPI_MAX, c->model->comm);
  c->shared = shared;
}

/// Allocate this rank's arrays.
static int allocate(const gb_model *model, gb_arena *arena, gb_corotation **out, gb_error *error) {
  gb_corotation *c;
  const gb_node_set *nodes = model->nodes;
  GB_TRY(GB_TAKE(arena, c, 1, error));
  *c = (gb_corotation){.model = model};
  GB_TRY(GB_TAKE(arena, c->inverse, (size_t)nodes->owned, error));
  GB_TRY(GB_TAKE(arena, c->vector, (size_t)nodes->first[nodes->owned] / 3, error));
  GB_TRY(GB_TAKE(arena, c->plane, (size_t)nodes->first[nodes->owned] / 3, error));
  GB_TRY(GB_TAKE(arena, c->sum, (size_t)nodes->count, error));
  *out = c;
  return GB_TAKE(arena, c->channel, (size_t)nodes->count, error);
}

void gb_corotation_move(gb_corotation *c, gb_nodal *nodal) {
  c->nodal = nodal;
}

int gb_corotation_create(const gb_model *model, gb_nodal *nodal, gb_arena *arena,
                         gb_corotation **out, gb_error *error) {
  gb_corotation *c = NULL;
  const gb_node_set *nodes = model->nodes;
  GB_SCRATCH(scratch);
  gb_scalar *zero = NULL;
  int status = GB_TAKE(&scratch, zero, gb_nodal_size(nodal), error);
  if (status == GB_OK) status = allocate(model, arena, &c, error);
  GB_TRY(gb_agree(model->comm, status, error));
  c->nodal = nodal;
  find_channels(c);
  for (int32_t node = 0; node < nodes->owned; node++)
    GB_EACH_FIELD(field, nodes->fields[node])
      if (rotates(nodes, node, field)) add_vector(c, node, field);
  GB_TRY(find_sums(c, zero, error));
  for (int32_t node = 0; node < nodes->owned; node++)
    invert((const double(*)[3])c->sum[node], c->inverse[node]);
  *out = c;
  return GB_OK;
}

int gb_corotation_find(gb_corotation *c, const gb_scalar q[], double rotation[][3][3],
                       gb_error *error) {
  GB_TRY(find_sums(c, q, error));
  for (int32_t node = 0; node < c->model->nodes->owned; node++) {
    double gradient[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) gradient[i][j] += c->sum[node][i][k] * c->inverse[node][k][j];
    find_polar((const double(*)[3])gradient, rotation[node]);
  }
  return GB_OK;
}

double gb_corotation_compare(const gb_corotation *corotation, const double then[][3][3],
                             double rotation[][3][3], int *other) {
  double largest = 0;
  for (int32_t node = 0; node < corotation->model->nodes->owned; node++) {
    double now[3][3];
    memcpy(now, rotation[node], sizeof now);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) sum += now[i][k] * then[node][j][k];
        rotation[node][i][j] = sum;
        largest = fmax(largest, fabs(sum - (i == j)));
      }
  }
  double both[] = {largest, *other};
  MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_MAX, corotation->model->comm);
  *other = both[1] > 0;
  return both[0];
}

/// Apply the rotation in the plane of two directions that is nearest to R or, if `back`, its
/// inverse.
static void rotate_in_plane(const double R[3][3], const double direction[2][3], bool back,
                            gb_scalar x[]) {
  double M[2][2] = {{0}};
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) M[a][b] += direction[a][i] * R[i][j] * direction[b][j];
  double c = M[0][0] + M[1][1], s = M[1][0] - M[0][1];
  const double size = back ? -hypot(c, s) : hypot(c, s);
  const gb_scalar old[2] = {x[0], x[1]};
  if (!(fabs(size) > 1e-6)) return;
  c /= fabs(size);
  s /= size;
  x[0] = c * old[0] - s * old[1];
  x[1] = s * old[0] + c * old[1];
}

void gb_corotation_apply(const gb_corotation *corotation, const double rotation[][3][3], bool back,
                         int count, gb_scalar x[]) {
  const size_t owned = (size_t)corotation->model->dofs->owned;
  for (int32_t k = 0; k < corotation->count; k++) {
    const rotating *v = &corotation->vector[k];
    const double(*R)[3] = rotation[v->node];
    for (int side = 0; side < count; side++) {
      gb_scalar *mine = x + (size_t)side * owned + v->unknown;
      if (v->directions < 0)
        gb_rotate_three(R, back, mine);
      else
        rotate_in_plane(R, (const double(*)[3])corotation->plane[v->directions], back, mine);
    }
  }
}

/// Rigid bodies and joints as model nodes: a body's frame (u, d1 and d2, d3) with unknowns of its
/// own, the ends of joints tied to frames, and the multipliers of both. Source: docs/theory.md,
/// sections 2 (ties) and on joints.
#include "base/length.h"
#include "model/build.h"

#include "base/nearest.h"
#include "elements/joint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ground[] = "ground", group_word[] = "group:";

int32_t gb_build_body_node(const gb_build *b, int body, int half) {
  const int32_t first = b->mesh->nodes + b->model->entries->points;
  return first + (half ? b->problem->bodies.count + b->model->entries->places : 0) + body;
}

int32_t gb_build_end_node(const gb_build *b, int joint, int end, int half) {
  return gb_build_body_node(b, b->problem->bodies.count, 1) + 4 * joint + 2 * end + half;
}

int gb_build_body_of(const gb_build *b, int32_t node) {
  for (int half = 0; half < 2; half++) {
    const int32_t body = node - gb_build_body_node(b, 0, half);
    if (body >= 0 && body < b->problem->bodies.count) return body;
  }
  return -1;
}

/// Joints, then average links.
static int connectors(const gb_build *b) {
  return b->problem->joints.count + gb_build_averages(b);
}

int32_t gb_build_kink_node(const gb_build *b, int kink) {
  return gb_build_end_node(b, connectors(b), 0, 0) + kink;
}

static int32_t body_multipliers(const gb_build *b, int body) {
  return gb_build_kink_node(b, b->kinks) + body;
}

static int32_t joint_multipliers(const gb_build *b, int joint) {
  return body_multipliers(b, b->problem->bodies.count) + joint;
}

static gb_build_frame_node *frame_node(const gb_build *b, int32_t node) {
  return &b->frame[node - gb_build_body_node(b, 0, 0)];
}

/// e turned about the unit axis n by an angle: Rodrigues' formula.
static void turn(const double n[3], double angle, const double e[3], double out[3]) {
  const double along = n[0] * e[0] + n[1] * e[1] + n[2] * e[2];
  const double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = c * e[i] + s * (n[j] * e[k] - n[k] * e[j]) + (1 - c) * along * n[i];
  }
}

void gb_build_place_frame(const gb_build *b, int32_t first, int32_t second, const double at[3],
                          const double axis[3][3]) {
  gb_build_frame_node *one = frame_node(b, first), *two = frame_node(b, second);
  memcpy(one->vector[0], at, sizeof one->vector[0]);
  memcpy(one->vector[1], axis[0], sizeof one->vector[1]);
  memcpy(two->vector[0], axis[1], sizeof two->vector[0]);
  memcpy(two->vector[1], axis[2], sizeof two->vector[1]);
}

static void place_bodies(gb_build *b) {
  for (int i = 0; i < b->problem->bodies.count; i++) {
    const gb_body *body = &b->problem->bodies.entry[i];
    const double *n = body->axis, size = gb_length(n);
    const double unit[3] = {n[0] / size, n[1] / size, n[2] / size};
    double axis[3][3];
    for (int k = 0; k < 3; k++)
      turn(unit, body->angle, (double[]){k == 0, k == 1, k == 2}, axis[k]);
    gb_build_place_frame(b, gb_build_body_node(b, i, 0), gb_build_body_node(b, i, 1), body->at,
                         (const double(*)[3])axis);
    frame_node(b, body_multipliers(b, i))->rows = 0x3f;
  }
}

/// No body, nor point where one is accepted, has this name.
static int refuse_name(const gb_build *b, const char *where, const char *name, bool points,
                       gb_error *error) {
  const int bodies = b->problem->bodies.count,
            count = bodies + (points ? b->model->entries->named_points : 0);
  const char **names;
  char text[500] = "";
  GB_TRY(gb_allocate((size_t)count + 1, sizeof *names, &names, error));
  for (int i = 0; i < count; i++) {
    const size_t used = strlen(text);
    names[i] = i < bodies ? b->problem->bodies.entry[i].name : b->point[i - bodies].entry->name;
    snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", names[i]);
  }
  const char *near = gb_nearest(name, names);
  const int status =
      gb_fail(error, GB_USAGE, "%s: no body%s is named '%s'%s%s; accepted: ground%s%s", where,
              points && b->model->entries->named_points ? " and no point of masses" : "", name,
              near ? "; nearest: " : "", near ? near : "", *text ? ", " : "", text);
  free(names);
  return status;
}

/// The body of this name, or -1.
static int body_of(const gb_build *b, const char *name) {
  for (int i = 0; i < b->problem->bodies.count; i++)
    if (!strcmp(b->problem->bodies.entry[i].name, name)) return i;
  return -1;
}

int gb_build_named_body(const gb_build *b, const char *where, const char *name, int *body,
                        gb_error *error) {
  *body = body_of(b, name);
  return *body >= 0 ? GB_OK : refuse_name(b, where, name, false, error);
}

/// Fixed coefficients of a vector in a frame: of a place (with the frame's own) or of a direction.
static void resolve(const gb_build *b, int body, bool place, const double vector[3],
                    double weight[4]) {
  const gb_build_frame_node *one = frame_node(b, gb_build_body_node(b, body, 0));
  const gb_build_frame_node *two = frame_node(b, gb_build_body_node(b, body, 1));
  const double *axis[3] = {one->vector[1], two->vector[0], two->vector[1]};
  weight[0] = place;
  for (int k = 0; k < 3; k++) {
    weight[1 + k] = 0;
    for (int i = 0; i < 3; i++)
      weight[1 + k] += (vector[i] - (place ? one->vector[0][i] : 0)) * axis[k][i];
  }
}

int gb_build_tie_to_node(gb_build *b, int32_t node, const gb_build_term *term, gb_error *error) {
  gb_build_tie *tie = &b->tie[node];
  gb_build_term *place;
  GB_TRY(gb_array_append(&tie->term, &tie->terms, sizeof *place, &place, error));
  *place = *term;
  return GB_OK;
}

int gb_build_tie_to_body(gb_build *b, int32_t node, int body, bool place, const double vector[2][3],
                         gb_error *error) {
  double weight[2][4];
  for (int k = 0; k < 2; k++) resolve(b, body, place && k == 0, vector[k], weight[k]);
  for (int k = 0; k < 4; k++)
    GB_TRY(gb_build_tie_to_node(
        b, node,
        &(gb_build_term){gb_build_body_node(b, body, k / 2), k % 2, {weight[0][k], weight[1][k]}},
        error));
  return GB_OK;
}

/// Tie a node of ours to a body; -1: the ground.
static int tie(gb_build *b, int32_t node, int body, bool place, gb_error *error) {
  if (body < 0) return GB_OK;
  return gb_build_tie_to_body(b, node, body, place, (const double(*)[3])frame_node(b, node)->vector,
                              error);
}

/// Largest coordinate of a mesh: what its places are rounded to.
static double mesh_size(const gb_mesh *mesh) {
  double size = 0;
  for (int64_t n = 0; n < mesh->nodes; n++)
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(mesh->position[n][i]));
  return size;
}

/// Whether a row of the joint, or a prescribed motion, needs axes at one of its ends.
static bool needs_axes(const gb_joint_entry *entry, int end) {
  const gb_joint_type *type = &gb_joint_types[entry->type];
  const int first = end ? GB_JOINT_B1 : GB_JOINT_A1, last = end ? GB_JOINT_B3 : GB_JOINT_A3;
  bool needs = entry->angle || (entry->distance && end == 0);
  for (int k = 0; k < type->rows; k++)
    for (int side = 0; side < 2; side++)
      needs = needs || (type->row[k][side] >= first && type->row[k][side] <= last);
  return needs;
}

/// An end on a node of the mesh or on a point has a place and no axes.
static int tie_to_place(gb_build *b, const gb_joint_entry *entry, int end, const char *what,
                        int32_t master, int32_t node, gb_error *error) {
  const double *X = gb_build_position(b, master), *at = entry->at;
  double off = 0, size = mesh_size(b->mesh);
  for (int i = 0; i < 3; i++) {
    off = fmax(off, fabs(at[i] - X[i]));
    size = fmax(size, fabs(X[i]));
  }
  if (needs_axes(entry, end))
    return gb_fail(error, GB_USAGE,
                   "%s.between: %s has no axes for a %s joint; accepted: a spherical joint, an "
                   "inline joint whose second end it is, or a body%s",
                   entry->where, what, gb_joint_types[entry->type].name,
                   master < b->mesh->nodes ? " to which links tie the group" : " in its place");
  if (off > 1e-9 * size)
    return gb_fail(error, GB_USAGE,
                   "%s.at: the joint is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the "
                   "same place",
                   entry->where, at[0], at[1], at[2], what, X[0], X[1], X[2]);
  return gb_build_tie_to_node(b, node, &(gb_build_term){master, 0, {1, 0}}, error);
}

static int tie_to_mesh(gb_build *b, const gb_joint_entry *entry, int end, int32_t node,
                       gb_error *error) {
  const char *name = entry->between[end] + strlen(group_word);
  char what[300];
  int32_t master;
  GB_TRY(gb_build_group_node(b, entry->where, name, "a joint ends at one", &master, error));
  snprintf(what, sizeof what, "node %lld of group '%.200s'", (long long)b->mesh->node_id[master],
           name);
  return tie_to_place(b, entry, end, what, master, node, error);
}

static int tie_to_point(gb_build *b, const gb_joint_entry *entry, int end, int32_t master,
                        int32_t node, gb_error *error) {
  char what[300];
  snprintf(what, sizeof what, "point '%.200s' of masses", entry->between[end]);
  return tie_to_place(b, entry, end, what, master, node, error);
}

/// One end's frame, on a body, a point, a node of the mesh or the ground.
static int place_end(gb_build *b, int j, int end, const double axis[3][3], gb_error *error) {
  const gb_joint_entry *entry = &b->problem->joints.entry[j];
  const char *name = entry->between[end];
  const int32_t first = gb_build_end_node(b, j, end, 0), second = first + 1;
  const int32_t point = gb_build_point_of(b, name);
  const int body = body_of(b, name);
  gb_build_place_frame(b, first, second, entry->at, axis);
  if (!strncmp(name, group_word, strlen(group_word)))
    return tie_to_mesh(b, entry, end, first, error);
  if (point >= 0 && body < 0) return tie_to_point(b, entry, end, point, first, error);
  if (body < 0 && strcmp(name, ground)) return refuse_name(b, entry->where, name, true, error);
  GB_TRY(tie(b, first, body, true, error));
  return tie(b, second, body, false, error);
}

static int place_joint(gb_build *b, int j, gb_error *error) {
  const gb_joint_entry *entry = &b->problem->joints.entry[j];
  const gb_joint joint = gb_build_joint(b, j);
  double axis[3][3];
  gb_build_triad(entry->axis, entry->second, axis);
  for (int end = 0; end < 2; end++) GB_TRY(place_end(b, j, end, (const double(*)[3])axis, error));
  frame_node(b, joint_multipliers(b, j))->rows = (1u << gb_joint_rows(&joint)) - 1;
  return GB_OK;
}

static int place_places(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->model->entries->places; i++) {
    const int32_t node = gb_build_body_node(b, b->problem->bodies.count, 0) + i;
    memcpy(frame_node(b, node)->vector[0], b->place[i].at, sizeof frame_node(b, node)->vector[0]);
    GB_TRY(tie(b, node, b->place[i].body, true, error));
  }
  return GB_OK;
}

gb_joint gb_build_joint(const gb_build *b, int j) {
  const gb_joint_entry *entry = &b->problem->joints.entry[j];
  return (gb_joint){.type = &gb_joint_types[entry->type],
                    .angle = entry->angle != NULL,
                    .distance = entry->distance != NULL};
}

int gb_build_frames(gb_build *b, gb_error *error) {
  const int32_t first = gb_build_body_node(b, 0, 0);
  b->nodes = joint_multipliers(b, connectors(b));
  GB_TRY(gb_allocate((size_t)(b->nodes - first), sizeof *b->frame, &b->frame, error));
  GB_TRY(gb_allocate((size_t)b->nodes, sizeof *b->tie, &b->tie, error));
  gb_model *model = b->model;
  model->entries->bodies = b->problem->bodies.count;
  model->entries->joints = b->problem->joints.count;
  model->entries->averages = gb_build_averages(b);
  model->entries->folds = b->kinks;
  model->blocks->damped =
      model->blocks->damped || model->entries->bodies + model->entries->joints > 0;
  GB_TRY(gb_allocate((size_t)(model->entries->bodies + model->entries->joints),
                     sizeof *model->entries->frame_name, &model->entries->frame_name, error));
  for (int i = 0; i < model->entries->bodies; i++)
    model->entries->frame_name[i] = b->problem->bodies.entry[i].name;
  for (int j = 0; j < model->entries->joints; j++)
    model->entries->frame_name[model->entries->bodies + j] = b->problem->joints.entry[j].name;
  place_bodies(b);
  GB_TRY(gb_build_place_kinks(b, error));
  for (int j = 0; j < b->problem->joints.count; j++) GB_TRY(place_joint(b, j, error));
  GB_TRY(gb_build_place_averages(b, error));
  GB_TRY(place_places(b, error));
  for (int i = 0; i < b->problem->bodies.count; i++)
    b->model->checks->mass += b->problem->bodies.entry[i].mass;
  return GB_OK;
}

void gb_build_frame_kinds(gb_build *b) {
  for (int32_t n = gb_build_body_node(b, 0, 0); n < b->nodes; n++) {
    b->kind[n] = gb_build_body_of(b, n) >= 0  ? GB_NODE_FRAME
                 : n < body_multipliers(b, 0) ? GB_NODE_TIED
                                              : GB_NODE_MULTIPLIER;
    memcpy(b->director[n], frame_node(b, n)->vector[1], sizeof b->director[n]);
  }
  for (int i = 0; i < b->kinks; i++)
    if (!b->kink[i].tied) b->kind[gb_build_kink_node(b, i)] = GB_NODE_FRAME;
}

int32_t gb_build_master(const gb_build *b, int32_t node) {
  if (b->tie[node].terms == 0) return -1;
  while (b->tie[node].terms > 0) node = b->tie[node].term[0].node;
  return node;
}

/// A tied node goes with its master.
static int32_t rank_of_master(const gb_build *b, int32_t node) {
  return b->owner[gb_build_master(b, node)];
}

/// Bodies in equal shares; a joint goes with its first body.
void gb_build_deal_frames(gb_build *b) {
  for (int i = 0; i < b->problem->bodies.count; i++) {
    const int32_t rank = (int32_t)((int64_t)i * b->ranks / b->problem->bodies.count);
    for (int half = 0; half < 2; half++) b->owner[gb_build_body_node(b, i, half)] = rank;
    b->owner[body_multipliers(b, i)] = rank;
  }
  for (int i = 0; i < b->model->entries->places; i++) {
    const int32_t node = gb_build_body_node(b, b->problem->bodies.count, 0) + i;
    b->owner[node] = rank_of_master(b, node);
  }
  for (int32_t n = 0; n < b->mesh->nodes; n++) // linked nodes that no shell has
    if (b->kind[n] == GB_NODE_TIED && b->owner[n] < 0) b->owner[n] = rank_of_master(b, n);
  for (int j = 0; j < connectors(b); j++) {
    const int32_t first = gb_build_end_node(b, j, 0, 0), second = gb_build_end_node(b, j, 1, 0);
    const int32_t rank = rank_of_master(b, b->tie[first].terms > 0 ? first : second);
    for (int k = 0; k < 4; k++) b->owner[first + k] = rank;
    b->owner[joint_multipliers(b, j)] = rank;
  }
  for (int i = 0; i < b->kinks; i++)
    b->owner[gb_build_kink_node(b, i)] = b->owner[b->kink[i].mesh_node];
}

void gb_build_body_nodes(const gb_build *b, int body, int32_t node[3]) {
  node[0] = gb_build_body_node(b, body, 0);
  node[1] = gb_build_body_node(b, body, 1);
  node[2] = body_multipliers(b, body);
}

void gb_build_joint_nodes(const gb_build *b, int joint, int32_t node[5]) {
  for (int k = 0; k < 4; k++) node[k] = gb_build_end_node(b, joint, 0, 0) + k;
  node[4] = joint_multipliers(b, joint);
}

const double *gb_build_axis(const gb_build *b, int32_t node, int vector) {
  const int32_t bodies = gb_build_body_node(b, 0, 1), kinks = gb_build_kink_node(b, 0);
  const bool body = node >= bodies && node < bodies + b->problem->bodies.count;
  const bool kink = node >= kinks && node < kinks + b->kinks && !b->kink[node - kinks].tied;
  if (body || kink) return frame_node(b, node)->vector[vector];
  return vector == 1 ? b->director[node] : NULL;
}

const gb_build_frame_node *gb_build_frame(const gb_build *b, int32_t node) {
  return frame_node(b, node);
}

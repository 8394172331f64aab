/// Rotation of joined beams about the director D of their first shell node X_0: u = D x (X - X_0),
/// delta_k = D x d_k. Shells resist it at another node away from this line or with another
/// director, supports if they fix moving components.
#include "model/mechanisms/drilling.h"

#include "base/length.h"
#include "base/unite.h"

#include <stdio.h>
#include <string.h>

/// Relative difference below which directors or positions are equal.
static const double ALIKE = 1e-6;

typedef struct drilling {
  const gb_supports *supports;
  const gb_topology *t;
  int32_t *of; ///< union of nodes joined by beams and ties: index of another node in the set, see
               ///< gb_root_of
  bool *beam;  ///< for each node: a beam that is not a rod ends there
  bool *other; ///< for each node: another element has it
  int32_t *shell; ///< for each set: its first node with shell and beam, -1: none
  bool *held;     ///< for each set: something resists the rotation
} drilling;

static bool has_shell(const gb_topology *t, int32_t n) {
  return n < t->from->mesh->nodes && gb_shells_have(t->shells, n);
}

static void join_beams(drilling *s) {
  const gb_mesh *mesh = s->t->from->mesh;
  for (int32_t n = 0; n < s->t->nodes; n++) s->of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++) {
    const int entry = gb_beams_entry(s->t->beams, e);
    const bool beam = entry >= 0 && !s->t->beams->rod[entry];
    for (int32_t p = mesh->start[e]; gb_topology_uses(s->t, e) && p < mesh->start[e + 1]; p++) {
      (beam ? s->beam : s->other)[mesh->node[p]] = true;
      if (!beam) continue;
      gb_unite(s->of, mesh->node[mesh->start[e]], mesh->node[p]);
    }
  }
}

/// Join nodes with those tied to them. Equations and connections of a node may resist the rotation.
static void join_ties(drilling *s) {
  const gb_topology *t = s->t;
  for (int32_t n = 0; n < t->nodes; n++)
    for (int32_t i = t->first[n]; i < t->first[n + 1]; i++)
      for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++) {
        const int32_t other = t->terms.term[t->tie[i].first + k].node;
        if (gb_topology_is_equation(t, n))
          s->held[other] = true;
        else
          gb_unite(s->of, n, other);
      }
  for (int i = 0; i < t->connections.count; i++)
    for (int end = 0; end < 2; end++) s->held[t->connections.pair[i].node[end]] = true;
  for (int p = 0; p < t->shells->patches; p++)
    s->held[t->shells->fold[t->shells->patch[p].fold].node] = true;
}

/// Whether supports permit this change of a node's vector.
static bool is_free(const drilling *s, int32_t n, unsigned field, const double change[3]) {
  double direction[3][3], left[3];
  if (!s->supports->fixed[n] || gb_topology_is_tied(s->t, n)) return true;
  const int count = gb_free_directions(s->supports, n, field, direction);
  memcpy(left, change, sizeof left);
  for (int k = 0; k < count; k++) {
    double part = 0;
    for (int i = 0; i < 3; i++) part += change[i] * direction[k][i];
    for (int i = 0; i < 3; i++) left[i] -= part * direction[k][i];
  }
  return gb_length(left) <= ALIKE * gb_length(change);
}

/// Whether a node moves freely in the rotation about the director at node `about`.
static bool turns(const drilling *s, int32_t n, int32_t about) {
  const gb_topology *t = s->t;
  const double *D = t->shells->director[about], *X = gb_topology_position(t, n);
  double arm[3], u[3], change[3];
  for (int i = 0; i < 3; i++) arm[i] = X[i] - gb_topology_position(t, about)[i];
  gb_cross(D, arm, u);
  const bool moves = gb_length(u) > ALIKE * gb_length(arm);
  if (gb_topology_body_of(t, n) >= 0) return false;
  if (moves && (s->other[n] || !is_free(s, n, GB_POSITION, u))) return false;
  if (has_shell(t, n)) gb_cross(D, t->shells->director[n], change);
  if (has_shell(t, n) && (!s->beam[n] || gb_length(change) > ALIKE)) return false;
  for (unsigned field = GB_DIRECTOR_1; field <= GB_DIRECTOR_3; field <<= 1) {
    if (!(t->fields[n] & field)) continue;
    gb_cross(D, gb_topology_reference(t, n, field), change);
    if (gb_length(change) > ALIKE && !is_free(s, n, field, change)) return false;
  }
  return true;
}

static void search(drilling *s) {
  for (int32_t n = 0; n < s->t->nodes; n++) s->shell[n] = -1;
  for (int32_t n = s->t->nodes - 1; n >= 0; n--)
    if (s->beam[n] && has_shell(s->t, n)) s->shell[gb_root_of(s->of, n)] = n;
  for (int32_t n = 0; n < s->t->nodes; n++) {
    const int32_t set = gb_root_of(s->of, n), about = s->shell[set];
    if (about >= 0 && s->t->fields[n] && !gb_topology_is_equation(s->t, n))
      s->held[set] = s->held[set] || s->held[n] || !turns(s, n, about);
  }
}

static void report(const drilling *s, int32_t about, size_t size, char *text) {
  const double *D = s->t->shells->director[about], *X = gb_topology_position(s->t, about);
  char node[120];
  gb_origin_words(s->t->origins, s->t->id[about], sizeof node, node);
  snprintf(
      text, size,
      "nothing keeps the beams at %s from turning about the normal of the shell there, the axis "
      "(%.4g, %.4g, %.4g) through (%.6g, %.6g, %.6g): shells do not resist that (drilling)",
      node, D[0], D[1], D[2], X[0], X[1], X[2]);
}

int gb_drilling_find(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  const size_t nodes = (size_t)t->nodes;
  drilling s = {.supports = supports, .t = t};
  GB_SCRATCH(scratch);
  if (gb_beams_count(t->beams) == 0 || t->shells->count == 0) return GB_OK;
  GB_TRY(GB_TAKE(&scratch, s.of, nodes, error));
  GB_TRY(GB_TAKE(&scratch, s.beam, nodes, error));
  GB_TRY(GB_TAKE(&scratch, s.other, nodes, error));
  GB_TRY(GB_TAKE(&scratch, s.shell, nodes, error));
  GB_TRY(GB_TAKE(&scratch, s.held, nodes, error));
  join_beams(&s);
  join_ties(&s);
  search(&s);
  for (int32_t n = 0; n < t->nodes; n++)
    if (gb_root_of(s.of, n) == n && s.shell[n] >= 0 && !s.held[n]) {
      report(&s, s.shell[n], size, text);
      return GB_OK;
    }
  return GB_OK;
}

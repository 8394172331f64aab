/// Shared by the beam's residual and its damping: tables of the strains, the reference line, an
/// element's vectors, and weights of pairs for stresses and inertia.
#ifndef GB_ELEMENTS_BEAM_BEAM_POINT_H
#define GB_ELEMENTS_BEAM_BEAM_POINT_H

#include "constitutive/beam/beam.h"
#include "constitutive/section.h"
#include "elements/beam/beam_bending.h"
#include "elements/element.h"
#include "elements/kernel.h"

enum {
  GB_BEAM_NODES = 3,
  GB_BEAM_VECTORS = 4, ///< of a node: u, d1, d2, d3
  GB_BEAM_AXIAL = 0,   ///< index of the axial strain, which alone is quadratic in positions
  GB_BEAM_RULE = 3     ///< most points of the rule for inertia
};

/// Constants of the reference element.
typedef struct gb_beam_table {
  gb_form form; ///< strain i at point g is number points i + g
  int nodes, points, rule;
  double C[GB_BEAM_STRAINS * GB_BEAM_PLACES][GB_PAIRS]; ///< by derivatives along xi
  double weight[GB_BEAM_PLACES];
  double slope[GB_BEAM_PLACES][GB_BEAM_NODES]; ///< of the strains' points: dN/dxi
  double inner_weight[GB_BEAM_RULE];           ///< of the rule for inertia, and what follows
  double N[GB_BEAM_RULE][GB_BEAM_NODES], inner_slope[GB_BEAM_RULE][GB_BEAM_NODES];
} gb_beam_table;

/// The damping of beams (damping.c).
extern const gb_element gb_beam_damping;

/// As gb_element.tables.
void gb_beam_tables2(void *table);
void gb_beam_tables3(void *table);

/// The reference line: ds/dxi at the strains' points, lengths at those of the
/// rule, and the integrals of N_a N_b.
typedef struct gb_beam_line {
  gb_geometry stretch[GB_BEAM_PLACES], length[GB_BEAM_RULE], M[GB_BEAM_NODES][GB_BEAM_NODES];
} gb_beam_line;

/// As gb_element.metric_size and .metric.
int gb_beam_metric_size(const void *table);
void gb_beam_metric(const gb_element_input *in, gb_geometry out[]);
/// The reference line that the element's batch keeps, or else one that is computed into `own`.
const gb_beam_line *gb_beam_line_of(const gb_element_input *in, gb_beam_line *own);
/// The section of the element, and its derivative by parameter[k]; `own` is used where the batch
/// does not keep it.
const gb_beam_section *gb_beam_section_of(const gb_element_input *in, gb_section *own);
const gb_beam_section *gb_beam_section_by(const gb_element_input *in, int k, gb_section *own);
/// Return the section whose stiffness belongs to the strains of the line. For an element with two
/// nodes it is a copy in `own`, softened by the bending between the nodes (beam_bending.h); for
/// other elements it is the given section.
const gb_section *gb_beam_soft_section(const gb_element_input *in, const gb_beam_line *l,
                                       const gb_section *section, gb_section *own);
/// Length of the element along its line.
gb_geometry gb_beam_length(const gb_beam_table *t, const gb_beam_line *l);

/// Reference vectors V, their increments U, and the vectors v = V + U that strains are evaluated
/// at; v = V where strains are linear. Positions are relative to the first node.
typedef struct gb_beam_vectors {
  gb_pack V[GB_VECTORS][3], U[GB_VECTORS][3], v[GB_VECTORS][3];
  bool linear; ///< strains are linear
} gb_beam_vectors;
void gb_beam_gather(const gb_element_input *in, const gb_element_state *state, gb_beam_vectors *s);
/// Split a direction x of the unknowns into vectors (overwrites X[GB_BEAM_VECTORS nodes]). The
/// vector of each position is relative to that of the first node, because products of pairs of
/// positions would lose digits to a common part.
void gb_beam_relative(int nodes, const gb_pack x[], gb_pack X[][3]);

/// @return what divides the coefficients of strain i at point g: the stretch of the reference line,
/// for the axial strain its square, because both of its factors are derivatives
gb_geometry gb_beam_scale(const gb_beam_line *l, int i, int g);
/// Strains at each point, E[points][GB_BEAM_STRAINS], from G of the pairs.
void gb_beam_strains(const gb_beam_table *t, const gb_beam_line *l, const gb_pack G[],
                     gb_pack E[][GB_BEAM_STRAINS]);
/// Derivatives of the stretch 1 + e = sqrt(1 + 2 E - g_2^2 - g_3^2) along the normal of the
/// section, at each point, by the strains of the line, of which E is the first. The section has the
/// shears g_2 and g_3: the line has the same, but in an element with two nodes bending takes a part
/// of the shears of the line (beam_bending.h).
typedef struct gb_beam_axial {
  gb_pack slope[GB_BEAM_PLACES][GB_BEAM_STRAINS];
  gb_pack second[GB_BEAM_PLACES][GB_BEAM_STRAINS][GB_BEAM_STRAINS];
} gb_beam_axial;
/// Replace E by e and find the derivatives of e, for the section of the element before it is
/// softened. Where strains are linear, e is E.
void gb_beam_stretch(const gb_beam_table *t, const gb_beam_line *l, const gb_beam_section *section,
                     bool linear, gb_pack E[][GB_BEAM_STRAINS], gb_beam_axial *axial);
/// @return a number that is negative where the line is crushed at a point to less than a quarter of
/// its length along the normal of the section
gb_geometry gb_beam_crushed(const gb_beam_axial *axial, int g);
/// Compute the forces T conjugate to the strains of the line from the forces S conjugate to e and
/// the other strains (overwrites). T and S may be the same array.
void gb_beam_conjugate(const gb_beam_axial *axial, int g, const gb_pack S[GB_BEAM_STRAINS],
                       gb_pack T[GB_BEAM_STRAINS]);
/// W += stresses at the points, times lengths, as weights of pairs.
void gb_beam_add_weights(const gb_beam_table *t, const gb_beam_line *l,
                         const gb_pack S[][GB_BEAM_STRAINS], const gb_geometry length[],
                         gb_pack W[]);
/// Weights of pairs for the stresses of the change of strains that G gives (overwrites), with the
/// axial force at the points.
void gb_beam_stress_weights(const gb_beam_table *t, const gb_beam_line *l,
                            const gb_beam_section *section, const gb_beam_axial *axial,
                            const gb_pack force[], const gb_pack G[], gb_pack W[]);
/// Weights of pairs for stresses S at the points (overwrites).
void gb_beam_weights(const gb_beam_table *t, const gb_beam_line *l,
                     const gb_pack S[][GB_BEAM_STRAINS], gb_pack W[]);

/// Between the vectors r, d1, d2, d3 of two nodes, times the integral of N_a N_b; zero for d1.
void gb_beam_masses(const gb_beam_section *s, gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS]);
/// y += factor M x.
void gb_beam_add_inertia(const gb_beam_line *l, int nodes,
                         const gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS], double factor,
                         const gb_pack x[], gb_pack y[]);

#endif

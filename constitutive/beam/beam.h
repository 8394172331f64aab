/// Failure of beam sections, independent of the law. Source: docs/theory.md, the
/// section on beams.
#ifndef GB_CONSTITUTIVE_BEAM_BEAM_H
#define GB_CONSTITUTIVE_BEAM_BEAM_H

#include "constitutive/law.h"

/// Largest number of points along an element for which one call computes failure.
enum { GB_BEAM_PLACES = 2 };

/// @return the index of entry (i, j) of the stiffness in the list of entries of its upper triangle
static inline int gb_beam_entry(int i, int j) {
  const int low = i < j ? i : j, high = i < j ? j : i;
  return GB_BEAM_STRAINS * low - low * (low - 1) / 2 + high - low;
}

/// Compute the forces S = C E.
void gb_beam_stress(const gb_beam_section *section, const gb_pack E[], gb_pack S[]);

/// Compute failure indices f[count][points] from the strains E[count][GB_BEAM_STRAINS].
void gb_beam_failure(const gb_layup *layup, const gb_pack p[], int count,
                     const gb_pack E[][GB_BEAM_STRAINS], gb_pack f[]);
/// S[functionals][places][GB_BEAM_STRAINS] += sum over points of g df/dE, with
/// g[functionals][count][points].
void gb_beam_failure_product(const gb_layup *layup, const gb_pack p[], int count,
                             const gb_pack E[][GB_BEAM_STRAINS], int functionals, const gb_pack g[],
                             gb_pack S[][GB_BEAM_PLACES][GB_BEAM_STRAINS]);
/// df[count][points] = df/dp[k] as the strains E change by dE.
void gb_beam_failure_by(const gb_layup *layup, const gb_pack p[], int k, int count,
                        const gb_pack E[][GB_BEAM_STRAINS], const gb_pack dE[][GB_BEAM_STRAINS],
                        gb_pack df[]);

#endif

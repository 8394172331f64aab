/// Shell sections as elements see them: these functions alone, whatever the law. Source:
/// docs/theory.md, section 4.
#ifndef GB_CONSTITUTIVE_SECTION_H
#define GB_CONSTITUTIVE_SECTION_H

#include "constitutive/law.h"

void gb_section_find(const gb_layup *layup, const gb_pack p[], gb_section *section);
/// d(section)/dp[k].
void gb_section_find_by(const gb_layup *layup, const gb_pack p[], int k, gb_section *section);

/// Failure indices f[count][plies][2], at the bottom and top face of each ply, from the strains
/// E[count][GB_STRAINS].
void gb_section_failure(const gb_layup *layup, const gb_pack p[], int count,
                        const gb_pack E[][GB_STRAINS], gb_pack f[]);
/// S[functionals][places][GB_STRAINS] += sum over plies and faces of g df/dE, with
/// g[functionals][count][plies][2].
void gb_section_failure_product(const gb_layup *layup, const gb_pack p[], int count,
                                const gb_pack E[][GB_STRAINS], int functionals, const gb_pack g[],
                                gb_pack S[][GB_SECTION_PLACES][GB_STRAINS]);
/// df[count][plies][2] = df/dp[k] at fixed strains E: also by the place of the face.
void gb_section_failure_by(const gb_layup *layup, const gb_pack p[], int k, int count,
                           const gb_pack E[][GB_STRAINS], gb_pack df[]);

#endif

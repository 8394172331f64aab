/// Derivatives of section laws by one of their numbers p: Im f(p + i h) / h with the complex laws,
/// which the real build calls through this table of plain numbers.
#ifndef GB_CONSTITUTIVE_COMPLEX_STEP_H
#define GB_CONSTITUTIVE_COMPLEX_STEP_H

#include "constitutive/law.h"

enum { GB_SECTION_PACKS = offsetof(gb_section, coupled) / sizeof(gb_pack) };

typedef struct gb_section_steps {
  /// slope[GB_SECTION_PACKS] = d(section)/dp[k], in the order of its members (overwrites).
  void (*section)(const gb_layup *layup, const double p[], int k, double slope[]);
  /// slope[count] = df/dp[k] of a ply at fixed strains e, at most 2 GB_SECTION_PLACES (overwrites).
  void (*failure)(const gb_layup *layup, const double p[], int k, int ply, int count,
                  const double e[][3], double slope[]);
  /// slope[count] = ds/dp[k] of a ply's plane stresses likewise.
  void (*plane_stress)(const gb_layup *layup, const double p[], int k, int ply, int count,
                       const double e[][3], double slope[][3]);
  /// slope[3] = ds/dp[k] of gb_law_face_stress at fixed strains E[GB_SHEAR] (overwrites).
  void (*face_stress)(const gb_layup *layup, const double p[], int k, int face, const double E[],
                      double slope[3]);
  /// slope[gb_layup_indices] = df/dp[k] of gb_law_indices at fixed strains E[GB_SHEAR]
  /// (overwrites).
  void (*indices)(const gb_layup *layup, const double p[], int k, const double E[], double slope[]);
  /// slope = d(stresses)/dp[k] of a beam's law, [points] (overwrites).
  void (*stresses)(const gb_layup *layup, const double p[], int k,
                   double slope[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]);
} gb_section_steps;

/// Defined in the complex build alone.
extern const gb_section_steps gb_section_step;

#endif

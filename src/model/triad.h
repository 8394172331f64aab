/// Orthonormal triads along given vectors.
#ifndef GB_MODEL_TRIAD_H
#define GB_MODEL_TRIAD_H

/// A triad whose axis `third` is along v and whose axis `first` is along w, or, w being zero,
/// somewhere square to it.
void gb_triad(const double v[3], const double w[3], double axis[3][3]);
/// The same, and its derivative along changes of v and w.
void gb_triad_slope(const double v[3], const double w[3], const double dv[3], const double dw[3],
                    double axis[3][3], double slope[3][3]);

#endif

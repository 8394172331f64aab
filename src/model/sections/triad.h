/// Orthonormal triads along given vectors.
#ifndef GB_MODEL_SECTIONS_TRIAD_H
#define GB_MODEL_SECTIONS_TRIAD_H

/// Compute a right-handed triad with axis[2] along v and axis[0] in the plane of v and w; w zero:
/// axis[0] is any direction normal to v.
void gb_triad(const double v[3], const double w[3], double axis[3][3]);
/// Compute the axes whose first is along given[0] and whose second is on the side of given[1]; the
/// axes of space if given[0] is NAN or zero.
void gb_axes(const double given[2][3], double axis[3][3]);
/// Compute the triad and its derivative along changes dv and dw of v and w.
void gb_triad_slope(const double v[3], const double w[3], const double dv[3], const double dw[3],
                    double axis[3][3], double slope[3][3]);

/// Rotate e about the direction v, which is not zero, by an angle in radians, by Rodrigues'
/// formula.
void gb_rotate(const double v[3], double angle, const double e[3], double out[3]);
/// Rotate the axes of space about v.
void gb_rotate_axes(const double v[3], double angle, double axis[3][3]);

#endif

/// Routines of LAPACK for least squares.
#ifndef GB_OPTIMIZE_FORTRAN_H
#define GB_OPTIMIZE_FORTRAN_H

/// Least squares solution of minimum norm by a complete orthogonal factorisation of a, which is
/// overwritten.
void dgelsy_(const int *rows, const int *columns, const int *count, double *a, const int *leading,
             double *b, const int *leading_b, int *pivot, const double *smallest, int *rank,
             double *work, const int *length, int *info);

#endif

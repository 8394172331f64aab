/// Routines of ARPACK, BLAS and LAPACK that the eigenvalue solver calls. The last arguments are the
/// lengths of character arguments.
#ifndef GB_MODES_FORTRAN_H
#define GB_MODES_FORTRAN_H

#include <stddef.h>

/// BLAS's product of matrices that are stored by columns, C <- alpha A B + beta C, where A or B may
/// be transposed.
void dgemm_(const char *transpose_A, const char *transpose_B, const int *rows, const int *columns,
            const int *inner, const double *alpha, const double *A, const int *leading_A,
            const double *B, const int *leading_B, const double *beta, double *C,
            const int *leading_C, size_t, size_t);

/// PARPACK's implicitly restarted Arnoldi method, for unsymmetric operators, and its eigenvectors.
void pdnaupd_(const int *comm, int *ido, const char *bmat, const int *n, const char *which,
              const int *nev, const double *tolerance, double *residual, const int *ncv, double *v,
              const int *ldv, int *iparam, int *ipntr, double *workd, double *workl,
              const int *lworkl, int *info, size_t, size_t);
void pdneupd_(const int *comm, const int *rvec, const char *howmny, int *select, double *dr,
              double *di, double *z, const int *ldz, const double *sigmar, const double *sigmai,
              double *workev, const char *bmat, const int *n, const char *which, const int *nev,
              const double *tolerance, double *residual, const int *ncv, double *v, const int *ldv,
              int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
              size_t, size_t, size_t);

/// Eigenvalues (ascending) and eigenvectors of a symmetric matrix, which overwrite the matrix, by
/// dividing it and conquering.
void dsyevd_(const char *job, const char *triangle, const int *size, double *matrix,
             const int *leading, double *values, double *work, const int *length, int *integers,
             const int *integer_length, int *info, size_t, size_t);
/// Eigenvalues (real and imaginary parts) and right eigenvectors of a matrix, which is overwritten.
void dgeev_(const char *left, const char *right, const int *size, double *matrix,
            const int *leading, double *real, double *imaginary, double *vl, const int *ldvl,
            double *vr, const int *ldvr, double *work, const int *length, int *info, size_t,
            size_t);
/// Eigenvalues and eigenvectors of A x = value B x with symmetric A and positive definite B; the
/// vectors overwrite A.
void dsygv_(const int *type, const char *job, const char *triangle, const int *size, double *A,
            const int *leading, double *B, const int *leading_b, double *values, double *work,
            const int *length, int *info, size_t, size_t);

#endif

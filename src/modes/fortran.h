/// What the eigenvalue solver calls of ARPACK and LAPACK; the last arguments are lengths of texts.
#ifndef GB_MODES_FORTRAN_H
#define GB_MODES_FORTRAN_H

#include <stddef.h>

/// PARPACK's implicitly restarted Lanczos method, by reverse communication; then its vectors.
void pdsaupd_(const int *comm, int *ido, const char *bmat, const int *n, const char *which,
              const int *nev, const double *tolerance, double *residual, const int *ncv, double *v,
              const int *ldv, int *iparam, int *ipntr, double *workd, double *workl,
              const int *lworkl, int *info, size_t, size_t);
void pdseupd_(const int *comm, const int *rvec, const char *howmny, int *select, double *d,
              double *z, const int *ldz, const double *sigma, const char *bmat, const int *n,
              const char *which, const int *nev, const double *tolerance, double *residual,
              const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,
              double *workl, const int *lworkl, int *info, size_t, size_t, size_t);

/// The same of Arnoldi's method, for operators that are not symmetric.
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

/// Eigenvalues, ascending, and vectors of a symmetric matrix, in its place.
void dsyev_(const char *job, const char *triangle, const int *size, double *matrix,
            const int *leading, double *values, double *work, const int *length, int *info, size_t,
            size_t);
/// Eigenvalues, by real and imaginary parts, and right vectors of any matrix, which is destroyed.
void dgeev_(const char *left, const char *right, const int *size, double *matrix,
            const int *leading, double *real, double *imaginary, double *vl, const int *ldvl,
            double *vr, const int *ldvr, double *work, const int *length, int *info, size_t,
            size_t);
/// The same of A x = value B x, with B positive definite; vectors in place of A.
void dsygv_(const int *type, const char *job, const char *triangle, const int *size, double *A,
            const int *leading, double *B, const int *leading_b, double *values, double *work,
            const int *length, int *info, size_t, size_t);

#endif

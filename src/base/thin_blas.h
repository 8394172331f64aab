/// BLAS routines that the program replaces for matrices with few columns; see thin_blas.c.
#ifndef GB_BASE_THIN_BLAS_H
#define GB_BASE_THIN_BLAS_H

/// Fortran interfaces, without the hidden arguments for the lengths of character arguments.
typedef void gb_gemm(const char *transpose_a, const char *transpose_b, const int *m, const int *n,
                     const int *k, const float *alpha, const float *A, const int *lda,
                     const float *B, const int *ldb, const float *beta, float *C, const int *ldc);
typedef void gb_trsm(const char *side, const char *triangle, const char *transpose,
                     const char *diagonal, const int *m, const int *n, const float *alpha,
                     const float *A, const int *lda, float *B, const int *ldb);

// Visible, so that shared libraries such as MUMPS call these functions.
gb_gemm sgemm_ __attribute__((visibility("default")));
gb_trsm strsm_ __attribute__((visibility("default")));

#endif

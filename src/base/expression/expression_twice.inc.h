/// Include the file BODY twice: with the type and functions of real numbers, then of complex ones.

#define NUMBER          double
#define NAME(word)      real_##word
#define MATH(function)  function
#define REAL(z)         (z)
#define real_arc_sine   asin
#define real_arc_cosine acos
#define real_logarithm  log
#define real_root       sqrt
#define real_power      pow
#include BODY
#undef NUMBER
#undef NAME
#undef MATH
#undef REAL

#define NUMBER         double complex
#define NAME(word)     complex_##word
#define MATH(function) c##function
#define REAL(z)        creal(z)
#include BODY

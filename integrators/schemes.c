/// The list of all schemes: a new one is one file and one line here.
#include "integrators/schemes.h"

#include <stddef.h>

const gb_scheme *const gb_schemes[] = {
    &gb_static,
    &gb_bdf[0],
    &gb_bdf[1],
    &gb_bdf[2],
    &gb_newmark,
    &gb_adams_moulton[0],
    &gb_adams_moulton[1],
    &gb_adams_moulton[2],
    &gb_adams_moulton[3],
    &gb_adams_moulton[4],
    &gb_adams_moulton[5],
    &gb_runge_kutta[0],
    &gb_runge_kutta[1],
    &gb_runge_kutta[2],
    &gb_runge_kutta[3],
    &gb_runge_kutta[4],
    &gb_generalised_alpha[0],
    &gb_generalised_alpha[1],
    &gb_generalised_alpha[2],
    &gb_euler[0],
    &gb_euler[1],
    NULL,
};

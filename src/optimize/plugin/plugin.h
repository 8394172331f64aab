/// What the program and a shared object that holds a method know of each other.
#ifndef GB_OPTIMIZE_PLUGIN_PLUGIN_H
#define GB_OPTIMIZE_PLUGIN_PLUGIN_H

#include "optimize/optimisation.h"

/// @return 0, or what is wrong is in ended->words
typedef int gb_plugin_solve(const gb_optimisation *problem, double x[], gb_ended *ended);
#define GB_PLUGIN_SYMBOL "gb_plugin_ipopt"
__attribute__((visibility("default"))) gb_plugin_solve gb_plugin_ipopt;

#endif

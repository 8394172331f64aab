/// Interface between the program and a shared object that contains an optimisation method.
#ifndef GB_OPTIMIZE_PLUGIN_H
#define GB_OPTIMIZE_PLUGIN_H

#include "optimize/optimisation.h"

/// Run the method. @return 0; otherwise the error is in end->message
typedef int gb_plugin_solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end);
#define GB_PLUGIN_SYMBOL "gb_plugin_ipopt"
__attribute__((visibility("default"))) gb_plugin_solve gb_plugin_ipopt;

#endif

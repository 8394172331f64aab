/// Functionals of the elements' mass matrices: kinetic energy v . M v, and moments of mass at
/// present positions (docs/theory.md, the section on functionals of energy and mass), with their
/// derivatives by nodal values and designs.
#ifndef GB_SYSTEM_MASS_FUNCTIONALS_H
#define GB_SYSTEM_MASS_FUNCTIONALS_H

#include "solve/system.h"
#include "system/assembly.h"

typedef struct gb_mass_functionals gb_mass_functionals;

/// Assembly, functionals (those of the aggregate) and aggregate are borrowed; the arena owns the
/// memory. Local. errors: GB_FILE
int gb_mass_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                               gb_aggregate *aggregate, gb_arena *arena, gb_mass_functionals **out,
                               gb_error *error);
/// Find the point about which moments are summed; call it before the first sample. Collective.
void gb_mass_functionals_place(gb_mass_functionals *functionals);
/// Whether a functional that counts this time point depends on GB_V; false for other components.
bool gb_mass_functionals_use(const gb_mass_functionals *functionals, gb_instant instant,
                             int component);
/// Add the samples of this time point to the sums. Local.
void gb_mass_functionals_sample(gb_mass_functionals *functionals, const gb_nodal_state *state,
                                gb_instant instant);
/// Call after the sums are closed: bar[functionals][nodal values] += derivatives by a component's
/// nodal values. For GB_Q also gradient[functionals][designs] += derivatives by designs at fixed
/// nodal values. Local.
void gb_mass_functionals_bar(gb_mass_functionals *functionals, const gb_nodal_state *state,
                             gb_instant instant, int component, gb_scalar bar[],
                             gb_scalar gradient[]);

#endif

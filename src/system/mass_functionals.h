/// Functionals of the mass matrix of elements: v . M v, and moments of mass at present positions
/// (docs/theory.md, the section on functionals of energy and mass), as samples and sums of the
/// aggregate, and their derivatives as bars of nodal values.
#ifndef GB_SYSTEM_MASS_FUNCTIONALS_H
#define GB_SYSTEM_MASS_FUNCTIONALS_H

#include "solve/system.h"
#include "system/assembly.h"

typedef struct gb_mass_functionals gb_mass_functionals;

/// Assembly, functionals, which are the aggregate's, and aggregate are borrowed; memory of the
/// arena. Local. errors: GB_FILE
int gb_mass_functionals_create(gb_assembly *assembly, const gb_functional functional[],
                               gb_aggregate *aggregate, gb_arena *arena, gb_mass_functionals **out,
                               gb_error *error);
/// Find the point about which sums over the model are taken, before the first of them. Collective.
void gb_mass_functionals_place(gb_mass_functionals *functionals);
/// Whether a functional that counts this time point depends on GB_V.
bool gb_mass_functionals_use(const gb_mass_functionals *functionals, gb_instant instant,
                             int component);
/// Add this time point to the sums. Local.
void gb_mass_functionals_sample(gb_mass_functionals *functionals, const gb_nodal_state *state,
                                gb_instant instant);
/// After the sums are closed: bar[functionals][nodal values] += the derivatives by a component's
/// nodal values; with GB_Q gradient[functionals][designs] += those by designs at fixed nodal
/// values. Local.
void gb_mass_functionals_bar(gb_mass_functionals *functionals, const gb_nodal_state *state,
                             gb_instant instant, int component, gb_scalar bar[],
                             gb_scalar gradient[]);

#endif

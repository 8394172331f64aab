/// Parameters of the element of an equation.
#ifndef GB_ELEMENTS_MULTIBODY_EQUATION_H
#define GB_ELEMENTS_MULTIBODY_EQUATION_H

/// The value with its rate and acceleration, and the number by which the equation is multiplied.
enum { GB_EQUATION_VALUE = 0, GB_EQUATION_SCALE = 3 };

#endif

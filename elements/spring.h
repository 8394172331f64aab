/// Parameters of a spring and damper, in the order of the element's parameters.
#ifndef GB_ELEMENTS_SPRING_H
#define GB_ELEMENTS_SPRING_H

enum {
  GB_SPRING_STIFFNESS = 0, ///< first of three coefficients of e, e^2, e^3
  GB_SPRING_DAMPING = 3,   ///< first of three coefficients of e', e'^2, e'^3
  GB_SPRING_LENGTH = 6     ///< without force
};

#endif

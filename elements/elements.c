/// The table of elements, made from the list in kinds.h.
#include "elements/element.h"

#define DECLARE(KIND, name) extern const gb_element gb_element_##name;
#define ADDRESS(KIND, name) [GB_ELEMENT_##KIND] = &gb_element_##name,

GB_FOR_ELEMENTS(DECLARE)

const gb_element *const gb_elements[GB_ELEMENT_KINDS] = {GB_FOR_ELEMENTS(ADDRESS)};

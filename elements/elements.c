/// The table of elements: a new element is a file of its own and a line here (and its kind in
/// model/model.h).
#include "elements/element.h"
#include "model/model.h"

extern const gb_element gb_element_mitc3, gb_element_mitc4, gb_element_pressure,
    gb_element_following_pressure, gb_element_traction, gb_element_force, gb_element_moment,
    gb_element_point_mass;

const gb_element *const gb_elements[GB_ELEMENT_KINDS] = {
    [GB_ELEMENT_MITC3] = &gb_element_mitc3,
    [GB_ELEMENT_MITC4] = &gb_element_mitc4,
    [GB_ELEMENT_PRESSURE] = &gb_element_pressure,
    [GB_ELEMENT_FOLLOWING_PRESSURE] = &gb_element_following_pressure,
    [GB_ELEMENT_TRACTION] = &gb_element_traction,
    [GB_ELEMENT_FORCE] = &gb_element_force,
    [GB_ELEMENT_MOMENT] = &gb_element_moment,
    [GB_ELEMENT_POINT_MASS] = &gb_element_point_mass,
};

/// The table of elements, made from the list in kinds.h.
#include "elements/kinds.h"

#define DECLARE(KIND, name) extern const gb_element gb_element_##name;
#define ADDRESS(KIND, name) [GB_ELEMENT_##KIND] = &gb_element_##name,

GB_FOR_ELEMENTS(DECLARE)

const gb_element *const gb_elements[GB_ELEMENT_KINDS] = {GB_FOR_ELEMENTS(ADDRESS)};

const gb_section *gb_input_section(const gb_element_input *in, gb_section *own) {
  if (in->section) return in->section;
  gb_section_find(in->layup, in->parameter, own);
  return own;
}

const gb_section *gb_input_section_by(const gb_element_input *in, int k, gb_section *own) {
  if (in->section_by) return in->section_by;
  gb_section_find_by(in->layup, in->parameter, k, own);
  return own;
}

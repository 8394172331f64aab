/// Tables of the laws of sections and of materials, and of the failure criteria, with their names
/// in case files.
#include "constitutive/laws.h"

#include <stddef.h>

#define WORD(KIND, name) #name,
const char *const gb_section_words[] = {GB_FOR_SECTION_LAWS(WORD) NULL};
const char *const gb_material_law_words[] = {"linear", GB_FOR_MATERIAL_LAWS(WORD) NULL};
const char *const gb_criterion_words[] = {GB_FOR_CRITERIA(WORD) NULL};

/// The words of the section laws.
#include "constitutive/laws.h"

#include <stddef.h>

#define WORD(KIND, name) #name,
const char *const gb_section_words[] = {GB_FOR_SECTION_LAWS(WORD) NULL};

/// The words of the section laws and of criteria of failure.
#include "constitutive/laws.h"

#include <stddef.h>

#define WORD(KIND, name) #name,
const char *const gb_section_words[] = {GB_FOR_SECTION_LAWS(WORD) NULL};
const char *const gb_criterion_words[] = {GB_FOR_CRITERIA(WORD) NULL};

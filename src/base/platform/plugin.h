/// Shared objects that the program loads when a case needs them, so that it runs without the
/// libraries to which they are linked.
#ifndef GB_BASE_PLATFORM_PLUGIN_H
#define GB_BASE_PLATFORM_PLUGIN_H

#include "base/error.h"

#include <stdbool.h>

#if defined __SANITIZE_ADDRESS__
/// The reason why no shared object can be loaded; NULL: it can.
#define GB_PLUGIN_ABSENT "the address sanitizer cannot load a library into a scope of its own"
#else
#define GB_PLUGIN_ABSENT ((const char *)NULL)
#endif

/// A shared object, and words for messages.
typedef struct gb_plugin {
  const char *name;   ///< file name
  const char *symbol; ///< the object's symbol that the program needs
  const char *where;  ///< key and value of a case that asks for it
  const char *advice; ///< how it is made
  bool apart; ///< its libraries find their own functions even if functions of this program have the
              ///< same names; false: it shares the program's MPI, whose data may be copies that the
              ///< program has of those of the library
} gb_plugin;

/// Load a shared object from the folder of the program or library, or from where it is installed,
/// with a scope of symbols that others do not see. It stays loaded until the process ends, because
/// some libraries, such as Fortran's, cannot be loaded a second time. Local.
/// @param out address of the symbol
/// errors: GB_MISSING_PROGRAM
int gb_plugin_load(const gb_plugin *plugin, void **out, gb_error *error);

#endif

/// Shared objects beside the program.
#define _GNU_SOURCE // for dladdr, which POSIX lacks before 2024
#include "base/platform/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Folders that may contain the shared objects, relative to the folder of the program or library:
/// in a build, where a program is installed, and where a library is installed.
static const char *const folders[] = {"", "../lib/gimbal/", "gimbal/"};

/// Find the folder, with a slash at its end, of the file that contains this function.
static int find_folder(size_t size, char folder[], gb_error *error) {
  Dl_info self;
  ssize_t length = -1;
  // dladdr gives the path of a library, but for a program the word by which it was started.
  if (dladdr((const void *)folders, &self) && strstr(self.dli_fname, "libgimbal.so")) {
    char path[PATH_MAX];
    if (realpath(self.dli_fname, path)) length = snprintf(folder, size, "%s", path);
  } else {
    length = readlink("/proc/self/exe", folder, size - 1);
  }
  if (length < 0 || length >= (ssize_t)size)
    return gb_fail(error, GB_MISSING_PROGRAM, "the folder of the program cannot be found");
  folder[length] = 0;
  strrchr(folder, '/')[1] = 0;
  return GB_OK;
}

int gb_plugin_load(const gb_plugin *plugin, void **out, gb_error *error) {
  char folder[PATH_MAX], path[PATH_MAX + 64];
  void *library = NULL;
  if (GB_PLUGIN_ABSENT)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s: %s", plugin->where, GB_PLUGIN_ABSENT);
  GB_TRY(find_folder(sizeof folder, folder, error));
  bool found = false;
  for (size_t i = 0; !found && i < sizeof folders / sizeof *folders; i++) {
    snprintf(path, sizeof path, "%s%s%s", folder, folders[i], plugin->name);
    found = access(path, R_OK) == 0;
  }
  if (!found)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s needs %s beside the program, in %s: %s",
                   plugin->where, plugin->name, folder, plugin->advice);
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL | (plugin->apart ? RTLD_DEEPBIND : 0));
  if (!library) return gb_fail(error, GB_MISSING_PROGRAM, "%s: %s", plugin->where, dlerror());
  *out = dlsym(library, plugin->symbol);
  if (*out) return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM, "%s does not belong to this program: build it again",
                 path);
}

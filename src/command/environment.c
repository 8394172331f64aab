/// The process: threads, Open MPI's choices, signals, standard streams.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "command/environment.h"

#include "base/interrupt.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Unless the user asked for threads, one a rank: threads under MPI make everything slower.
static void use_one_thread(void) {
  if (getenv("OMP_NUM_THREADS") || getenv("OPENBLAS_NUM_THREADS")) return;
  void *symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
  void (*set_threads)(int) = NULL;
  memcpy(&set_threads, &symbol, sizeof symbol);
  if (set_threads) set_threads(1);
}

/// We use no shared file pointers, for which Open MPI 4 makes a .lock file beside each file, and
/// ends the program where the path has more than 240 characters. `individual` makes none.
static void choose_file_pointers(void) {
  setenv("OMPI_MCA_sharedfp", "individual", 0);
}

/// A standard stream that the caller has closed gives its number to the next file that is opened,
/// which would get what is printed. What stands in for it cannot be written, as it should be.
static void keep_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return;
}

void gb_environment_prepare(void) {
  gb_interrupt_catch();
  keep_streams();
  use_one_thread();
  choose_file_pointers();
  signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is then an error that we can name
  signal(SIGPIPE, SIG_IGN); // as is a reader that went away
}

int gb_environment_printed(gb_error *error) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return GB_OK;
  return gb_fail(error, GB_FILE, "cannot write to standard output: %s",
                 strerror(errno ? errno : EIO));
}

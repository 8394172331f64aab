/// The process: threads, Open MPI's choices, signals, standard streams.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "command/environment.h"

#include "base/platform/interrupt.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Smallest size in bytes of an array that has pages of its own.
enum { LARGE_ARRAY = 32 << 20 };

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

/// Whether the caller (ulimit -v, ulimit -d) limits the memory of the process.
static bool is_limited(void) {
  struct rlimit space, data;
  return (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) ||
         (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY);
}

/// Whether one of the variables begins with NAME=.
static bool is_set(char *const variable[], const char *name) {
  const size_t length = strlen(name);
  for (; *variable; variable++)
    if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=') return true;
  return false;
}

/// The processors that the process may use, as the kernel has them.
static struct {
  long size; ///< bytes; 0: nothing is to be restored
  unsigned long bit[1024];
} processors;

/// OpenBLAS starts a thread a processor when it is loaded: that takes longer than a small case, and
/// one that finds no memory ends the program by an interrupt, or tries for ever. So this comes
/// before the initialisation of all libraries, and lets them see one processor. Variables cannot be
/// set here, as the C library takes those of the kernel after this.
static void show_one_processor(int count, char *argument[], char *variable[]) {
  enum { BITS = 8 * sizeof processors.bit[0] };
  unsigned long one[sizeof processors.bit / sizeof processors.bit[0]] = {0};
  unsigned here;
  (void)count;
  (void)argument;
  if (is_set(variable, "OMP_NUM_THREADS") || is_set(variable, "OPENBLAS_NUM_THREADS")) return;
  const long size = syscall(SYS_sched_getaffinity, 0, sizeof processors.bit, processors.bit);
  if (size <= 0 || syscall(SYS_getcpu, &here, NULL, NULL) != 0 || here / BITS >= size / sizeof *one)
    return;
  one[here / BITS] = 1UL << here % BITS;
  if (syscall(SYS_sched_setaffinity, 0, size, one) == 0) processors.size = size;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_libraries)(int, char *[],
                                                            char *[]) = show_one_processor;

/// The program's own initialisation comes after that of all libraries.
__attribute__((constructor)) static void show_all_processors(void) {
  if (processors.size) syscall(SYS_sched_setaffinity, 0, processors.size, processors.bit);
}

/// Whether so much memory would be given; it is given back.
static int try_memory(size_t bytes, const char *what, gb_error *error) {
  void *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return gb_fail(error, GB_OUT_OF_MEMORY,
                   "out of memory: %s takes up to %zu MB of address space; a limit (ulimit -v) "
                   "must leave that to each rank",
                   what, bytes >> 20);
  munmap(memory, bytes);
  return GB_OK;
}

/// Started without mpirun, MPI ends the program with a status of its own where it finds no room for
/// its files, of 10 MB together.
static int check_room(gb_error *error) {
  const char *folder = getenv("TMPDIR");
  struct statvfs disk;
  if (!folder || !*folder) folder = "/tmp";
  if (getenv("OMPI_COMM_WORLD_RANK") || statvfs(folder, &disk) != 0) return GB_OK;
  const double room = (double)disk.f_bavail * (double)disk.f_frsize;
  if (room >= 12e6) return GB_OK;
  return gb_fail(error, GB_NO_ROOM,
                 "no room for MPI's files in %s: %.3g MB are left of the 12 it takes; accepted: "
                 "TMPDIR with the name of another folder",
                 folder, room / 1e6);
}

/// Large arrays have pages of their own, which return to the system when the arrays are freed,
/// since the solver's factors leave gaps between kept ones. Of smaller ones the allocator keeps the
/// pages: a factorisation that gets its workspace of 10 MB anew takes twice to three times as long.
/// 32 MB are the most that glibc accepts.
static void return_large_arrays(void) {
  mallopt(M_MMAP_THRESHOLD, LARGE_ARRAY);
  mallopt(M_TRIM_THRESHOLD, 2 * LARGE_ARRAY);
}

int gb_environment_prepare(gb_error *error) {
  return_large_arrays();
  gb_interrupt_catch();
  keep_streams();
  use_one_thread();
  choose_file_pointers();
  signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is then an error that we can name
  signal(SIGPIPE, SIG_IGN); // as is a reader that went away
  GB_TRY(try_memory((size_t)256 << 20, "MPI", error));
  return check_room(error);
}

extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivot, int *info);

int gb_environment_reserve(gb_error *error) {
  double a = 1;
  const int one = 1;
  int pivot, info;
  if (!is_limited()) return GB_OK;
  GB_TRY(try_memory((size_t)136 << 20, "OpenBLAS", error));
  dgetrf_(&one, &one, &a, &one, &pivot, &info);
  return GB_OK;
}

int gb_environment_rank(void) {
  static const char *const launcher[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                         "SLURM_PROCID", NULL};
  for (int i = 0; launcher[i]; i++)
    if (getenv(launcher[i])) return atoi(getenv(launcher[i]));
  return -1;
}

/// Open MPI's search for displays, accelerators and buses, and the memory that PMIx shares, take
/// longer than a small case.
static const char *const choice[][2] = {{"HWLOC_COMPONENTS", "-gl,-opencl,-pci,-linuxio"},
                                        {"PMIX_MCA_gds", "hash"}};
enum { CHOICES = sizeof choice / sizeof *choice };

/// Set what the caller has not set. @param chosen  [CHOICES] which are set here
static void choose(bool chosen[]) {
  for (int i = 0; i < CHOICES; i++) {
    chosen[i] = !getenv(choice[i][0]);
    if (chosen[i]) setenv(choice[i][0], choice[i][1], 1);
  }
}

/// A program that nobody launched as a rank: Open MPI would share a folder with others that start
/// at the same time, and listen by a thread for a launcher that is not there; both end or hold up
/// some in a thousand at their end (open-mpi/ompi, issue 10117).
static void stay_alone(void) {
  static const char *const launched[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PMI_FD",
                                         NULL};
  for (int i = 0; launched[i]; i++)
    if (getenv(launched[i])) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self", 0);
}

static int keep_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  if (strstr(info->dlpi_name, "pmix") || strstr(info->dlpi_name, "event"))
    dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  return 0;
}

void gb_environment_start(void) {
  bool chosen[CHOICES];
  stay_alone();
  choose(chosen);
  MPI_Init(NULL, NULL);
  for (int i = 0; i < CHOICES; i++)
    if (chosen[i]) unsetenv(choice[i][0]);
  // Open MPI unloads PMIx at its end while a thread of that may still run in it, which then crashes
  // one run in some hundreds.
  dl_iterate_phdr(keep_library, NULL);
}

int gb_environment_printed(gb_error *error) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "cannot write to standard output: %s",
                 strerror(errno ? errno : EIO));
}

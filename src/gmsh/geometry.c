/// Geometries of gmsh (.geo): the gmsh program makes a mesh, which is then read.
#include "base/platform/file_contents.h"
#include "base/platform/interrupt.h"
#include "base/platform/new_file.h"
#include "deck/readers.h"
#include "gmsh/geometry_words.h"
#include "gmsh/gmsh_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/// A temporary folder and its files, and the dimension of the elements that are made.
typedef struct workshop {
  char folder[PATH_MAX], mesh[PATH_MAX + 16], log[PATH_MAX + 16];
  int dimension;
} workshop;

static int open_workshop(workshop *w, gb_error *error) {
  const char *base = getenv("TMPDIR");
  if (!base || !*base) base = "/tmp";
  int length = snprintf(w->folder, sizeof w->folder, "%s/gimbal-XXXXXX", base);
  if (length >= (int)sizeof w->folder || !mkdtemp(w->folder))
    return gb_fail(error, GB_CANNOT_WRITE, "no temporary folder can be made in %s: %s", base,
                   strerror(errno));
  snprintf(w->mesh, sizeof w->mesh, "%s/mesh.msh", w->folder);
  snprintf(w->log, sizeof w->log, "%s/log", w->folder);
  return GB_OK;
}

static void close_workshop(const workshop *w) {
  unlink(w->mesh);
  unlink(w->log);
  rmdir(w->folder);
}

/// Join the lines of gmsh's output that report errors, or else the last lines, to one line.
static void last_words(const workshop *w, size_t size, char *text) {
  char *bytes;
  size_t length;
  gb_error ignored = {0};
  snprintf(text, size, "it left no message");
  if (gb_file_contents(w->log, &bytes, &length, &ignored) != GB_OK) return;
  const char *from = strstr(bytes, "Error");
  if (!from) from = length > 400 ? bytes + length - 400 : bytes;
  if (*from) snprintf(text, size, "%.500s", from);
  for (char *p = text; *p; ++p)
    if (*p == '\n' || *p == '\r' || *p == '\033') *p = p[1] ? ' ' : 0;
  free(bytes);
}

/// Start gmsh with its output in the log. @return 0, or an errno
static int start(const char *file, const workshop *w, pid_t *process) {
  char path[PATH_MAX + 2], dimension[16];
  snprintf(path, sizeof path, "%s%s", file[0] == '-' ? "./" : "", file); // not an option
  snprintf(dimension, sizeof dimension, "-%d", w->dimension);
  char *arguments[] = {"gmsh", dimension, "-format", "msh41", "-o", (char *)w->mesh, path, NULL};
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 1, w->log, O_WRONLY | O_CREAT, 0600);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, 1, 2);
  if (!code) code = posix_spawnp(process, "gmsh", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/// Wait until gmsh ends; end it if a signal asks the program to stop. @return 0, or an errno
static int wait_for(pid_t process, int *outcome) {
  const struct timespec pause = {.tv_nsec = 10000000};
  const int patience = 100;
  for (int asked = 0;;) {
    const pid_t ended = waitpid(process, outcome, WNOHANG);
    if (ended == process) return 0;
    if (ended < 0 && errno != EINTR) return errno;
    if (gb_interrupt_asked()) kill(process, asked++ < patience ? SIGTERM : SIGKILL);
    nanosleep(&pause, NULL);
  }
}

/// @return 0, or the errno of an error in writing a temporary file, which may be incomplete
static int lack_of_room(const workshop *w) {
  static const char block[1 << 16];
  struct rlimit limit;
  struct stat mesh;
  char path[PATH_MAX + 16];
  FILE *stream;
  gb_error ignored = {0};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && stat(w->mesh, &mesh) == 0 &&
      (rlim_t)mesh.st_size >= limit.rlim_cur)
    return EFBIG;
  snprintf(path, sizeof path, "%s/room", w->folder);
  if (gb_new_file_open(path, &stream, &ignored) != GB_OK) return ENOSPC;
  int reason = fwrite(block, sizeof block, 1, stream) == 1 ? 0 : errno;
  const int closing = gb_new_file_close(stream);
  unlink(path);
  return reason ? reason : closing;
}

static int call_gmsh(const char *file, const workshop *w, gb_error *error) {
  pid_t process;
  int outcome = 0, code = start(file, w, &process);
  bool missing = code == ENOENT;
  if (code && !missing)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s: gmsh cannot be started: %s", file,
                   strerror(code));
  if (!missing) code = wait_for(process, &outcome);
  if (code && !missing)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s: gmsh was lost: %s", file, strerror(code));
  if (gb_interrupt_asked())
    return gb_fail(error, GB_PAUSED,
                   "%s: stopped by a signal while gmsh meshed it; there is nothing to go on from",
                   file);
  // A system that cannot report the failure to the parent ends the child with 127, as shells do.
  if (missing || (WIFEXITED(outcome) && WEXITSTATUS(outcome) == 127))
    return gb_fail(error, GB_MISSING_PROGRAM,
                   "%s: the program gmsh, which meshes .geo files, is not on the PATH; install it, "
                   "or mesh elsewhere (gmsh -%d %s) and give the .msh file",
                   file, w->dimension, file);
  if (WIFEXITED(outcome) && WEXITSTATUS(outcome) == 0 && !access(w->mesh, R_OK)) return GB_OK;
  char words[600];
  last_words(w, sizeof words, words);
  return gb_fail(error, GB_MESHER_FAILED, "%s: gmsh did not mesh it: %s", file, words);
}

/// Whether a geometry has the words `Physical Volume`, so that its volumes are meshed too.
static bool has_volumes(const char *bytes) {
  static const char first[] = "Physical", second[] = "Volume";
  for (const char *at = bytes; (at = strstr(at, first));) {
    at += strlen(first);
    const char *word = at + strspn(at, " \t\r\n");
    if (word > at && !strncmp(word, second, strlen(second))) return true;
  }
  return false;
}

static int read_geometry(const char *file, const gb_deck_choice *deck, gb_mesh **mesh,
                         gb_problem **problem, gb_error *error) {
  workshop w = {.dimension = 2};
  char *bytes;
  size_t length;
  *problem = NULL;
  GB_TRY(gb_file_contents(file, &bytes, &length, error)); // gmsh would mesh a missing file
  if (has_volumes(bytes)) w.dimension = 3;
  free(bytes);
  if (!deck->shell) GB_TRY(gb_geometry_check_words(file, error));
  if (strlen(file) >= PATH_MAX)
    return gb_fail(error, GB_CANNOT_WRITE, "%s: the path is too long", file);
  GB_TRY(open_workshop(&w, error));
  gb_error own = {0};
  int status = call_gmsh(file, &w, &own);
  if (status == GB_OK) status = gb_gmsh_read(w.mesh, file, mesh, &own);
  const int reason = status == GB_OK || status == GB_PAUSED ? 0 : lack_of_room(&w);
  close_workshop(&w);
  if (reason)
    return gb_fail(error, GB_NO_ROOM, "%s: no room for gmsh's mesh in %s (TMPDIR): %s", file,
                   w.folder, strerror(reason));
  return status == GB_OK ? GB_OK : gb_fail(error, gb_error_code(status, &own), "%s", own.message);
}

static const char *const extensions[] = {".geo", NULL};
const gb_reader gb_reader_geometry = {
    .name = "geometry", .extensions = extensions, .read = read_geometry};

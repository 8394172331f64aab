/// The program as a server for tests: MPI starts once, and each request is a command line, which
/// runs as in a process of its own. A test so saves the start of a process and of MPI, which takes
/// longer than most command lines.
///
/// usage: serve FOLDER OWNER
/// FOLDER has the pipes request.RANK of all ranks and the pipe reply. A request is two numbers of
/// 32 bits, the bytes of its text and its number of texts, and the texts, each with a zero at its
/// end: the working folder, the files of standard output and standard error, and the words of the
/// command line. The reply of rank 0 is the exit status, of 32 bits, and the seconds of processors
/// that all ranks took since the last reply, of 64. One client after another may open the pipes.
/// The server ends by a request without texts, and with the process OWNER.
#include "command/environment.h"
#include "verbs/program.h"

#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
int __lsan_do_recoverable_leak_check(void);
#else
static int __lsan_do_recoverable_leak_check(void) {
  return 0;
}
#endif

enum { BEFORE_WORDS = 3, LEAK = 23 }; ///< texts before the words; the status of LeakSanitizer

static int open_pipe(const char *folder, const char *name, int rank, int flags) {
  char path[4096];
  snprintf(path, sizeof path, rank < 0 ? "%s/%s" : "%s/%s.%d", folder, name, rank);
  return open(path, flags | O_CLOEXEC);
}

static bool read_all(int from, void *to, size_t size) {
  ssize_t got = 1;
  for (char *at = to; size > 0 && got > 0; at += got, size -= (size_t)got)
    got = read(from, at, size);
  return size == 0;
}

/// Wait for the next request. @return false where the owner has ended
static bool wait_for_request(int from, pid_t owner) {
  struct pollfd asked = {.fd = from, .events = POLLIN};
  while (poll(&asked, 1, 1000) <= 0)
    if (kill(owner, 0) != 0) return false;
  return true;
}

/// Read the texts of the next request. @return NULL at the end of the requests
static char **read_request(int from, int32_t *count) {
  int32_t size;
  if (!read_all(from, &size, sizeof size) || !read_all(from, count, sizeof *count) || *count == 0)
    return NULL;
  // The texts lie behind the array of their addresses.
  char **text = malloc(((size_t)*count + 1) * sizeof *text + (size_t)size);
  char *at = (char *)(text + *count + 1);
  if (!text || !read_all(from, at, (size_t)size)) return free(text), NULL;
  for (int32_t i = 0; i < *count; at++)
    if (at == (char *)(text + *count + 1) || !at[-1]) text[i++] = at;
  text[*count] = NULL;
  return text;
}

/// Let a standard stream write to the end of a file.
static void redirect(int stream, const char *path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  dup2(file, stream);
  close(file);
}

static void start_nothing(void) {}

/// Let the peak of the process's memory begin anew. Source: proc(5), clear_refs.
static void forget_peak(void) {
  const int file = open("/proc/self/clear_refs", O_WRONLY);
  if (file >= 0 && write(file, "5", 1) == 1) close(file);
}

static int run(int count, char *word[]) {
  forget_peak();
  const int status = gb_program_run(count, word, start_nothing);
  fflush(stdout);
  clearerr(stdout);
  return status == 0 && __lsan_do_recoverable_leak_check() ? LEAK : status;
}

/// The exit status of a command line on all ranks, as a launcher has it: one that is not 0.
static int answer(char *text[], int count) {
  int status = -1, largest;
  if (chdir(text[0]) == 0) {
    redirect(STDOUT_FILENO, text[1]);
    redirect(STDERR_FILENO, text[2]);
    status = run(count - BEFORE_WORDS, text + BEFORE_WORDS);
  }
  MPI_Allreduce(&status, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

/// Write a reply with the seconds of processors of all ranks since `since`, which is set to now.
static bool write_reply(int to, int rank, int32_t status, double *since) {
  const double now = (double)clock() / CLOCKS_PER_SEC, mine = now - *since;
  double all;
  char reply[sizeof status + sizeof all];
  *since = now;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  memcpy(reply, &status, sizeof status);
  memcpy(reply + sizeof status, &all, sizeof all);
  return rank > 0 || write(to, reply, sizeof reply) == sizeof reply;
}

int main(int argument_count, char *argument[]) {
  gb_error error = {0};
  double since = 0;
  int rank;
  if (argument_count != 3 || gb_environment_prepare(&error) != GB_OK) return 1;
  gb_environment_start();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const pid_t owner = (pid_t)atol(argument[2]);
  // Opened for both ways, a pipe has no end where a client closes it.
  const int request = open_pipe(argument[1], "request", rank, O_RDWR);
  const int reply = rank == 0 ? open_pipe(argument[1], "reply", -1, O_RDWR) : -1;
  const int output = dup(STDOUT_FILENO), messages = dup(STDERR_FILENO);
  int32_t count;
  char **text;
  while (wait_for_request(request, owner) && (text = read_request(request, &count))) {
    const int32_t status = answer(text, count);
    dup2(output, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    free(text);
    if (!write_reply(reply, rank, status, &since)) break;
  }
  MPI_Finalize();
  return 0;
}

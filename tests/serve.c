/// The program as a server for tests: MPI starts once, and each request is a command line, which
/// runs as in a process of its own. A test so saves the start of a process and of MPI, which takes
/// longer than most command lines.
///
/// usage: serve FOLDER
/// FOLDER has the pipes request.RANK of all ranks and the pipe reply. A request is two numbers of
/// 32 bits, the bytes of its text and its number of texts, and the texts, each with a zero at its
/// end: the working folder, the files of standard output and standard error, and the words of the
/// command line. The reply of rank 0 is the exit status. The server ends when request.RANK is
/// closed.
#include "command/environment.h"
#include "verbs/program.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

/// Read the texts of the next request. @return NULL at the end of the requests
static char **read_request(int from, int32_t *count) {
  int32_t size;
  if (!read_all(from, &size, sizeof size) || !read_all(from, count, sizeof *count)) return NULL;
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

int main(int argument_count, char *argument[]) {
  gb_error error = {0};
  int rank;
  if (argument_count != 2 || gb_environment_prepare(&error) != GB_OK) return 1;
  gb_environment_start();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int request = open_pipe(argument[1], "request", rank, O_RDONLY);
  const int reply = rank == 0 ? open_pipe(argument[1], "reply", -1, O_WRONLY) : -1;
  const int output = dup(STDOUT_FILENO), messages = dup(STDERR_FILENO);
  int32_t count;
  char **text;
  while ((text = read_request(request, &count))) {
    const int32_t status = answer(text, count);
    dup2(output, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    free(text);
    if (rank == 0 && write(reply, &status, sizeof status) != sizeof status) break;
  }
  MPI_Finalize();
  return 0;
}

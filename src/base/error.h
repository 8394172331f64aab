/// Errors: a status that is also the exit status of the program, and one message for the user;
/// texts for terminals.
#ifndef GB_BASE_ERROR_H
#define GB_BASE_ERROR_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// What a function returns. The values are the program's exit statuses.
typedef enum gb_status {
  GB_OK = 0,
  GB_USAGE = 2,    ///< command line or case file
  GB_MODEL = 3,    ///< mesh or model
  GB_DIVERGED = 4, ///< a step did not converge, or `verify` found a wrong derivative
  GB_SINGULAR = 5, ///< the operator cannot be factorised (a mechanism)
  GB_FILE = 6,     ///< file, disk or memory
  GB_PAUSED = 75   ///< on a signal or at --max-time, after a restart file was written
} gb_status;

/// The first error that happened; later ones are dropped. Start from `gb_error error = {0};`.
typedef struct gb_error {
  int status;
  int more; ///< errors of a list that the message has no room for
  char message[4000];
} gb_error;

/// Escape control characters of a text in place, as \x1b, so that names from files cannot command a
/// terminal; what then has no room is cut. Line ends stay where `lines`. Local.
void gb_printable(size_t size, char *text, bool lines);

/// Record an error, its control characters escaped, unless one is recorded already. Local (no MPI).
/// @return status, so that a function can end in `return gb_fail(error, GB_USAGE, "...", ...)`.
int gb_fail(gb_error *error, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Add an error to a list, which is one error whose message has a line for each, and forget it, so
/// that the search for others can go on. Local.
void gb_error_move(gb_error *list, gb_error *one);

/// Print a line to stderr for each error of a message, after the program's name. Local.
void gb_error_print(const gb_error *error);

/// Make the status common to all ranks: the lowest failing rank's status and message win.
/// Collective over comm.
int gb_agree(MPI_Comm comm, int status, gb_error *error);

/// As fprintf, of up to 8,000 characters, control characters but line ends escaped. Local. Whether
/// all could be written, the stream knows (ferror).
void gb_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Allocate count * size bytes, zeroed; at least one byte, so that the pointer is never NULL.
/// @param[out] out address of the pointer to set (any object pointer type)
int gb_allocate(size_t count, size_t size, void *out, gb_error *error);
/// The same for a pointer to entries, of which there shall be `count`.
#define GB_ALLOCATE(pointer, count, error) gb_allocate(count, sizeof *(pointer), &(pointer), error)

/// Return from the calling function when the call fails.
#define GB_TRY(call)                                                                               \
  do {                                                                                             \
    int gb_status_ = (call);                                                                       \
    if (gb_status_ != GB_OK) return gb_status_;                                                    \
  } while (0)

#endif

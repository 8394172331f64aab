/// Errors: a status that is also the exit status of the program, one message for the user and its
/// code for scripts; texts for terminals.
#ifndef GB_BASE_ERROR_H
#define GB_BASE_ERROR_H

#include "base/codes.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GB_ERROR_LINES = 50 }; ///< of a list of errors

/// The first error that happened; later ones are dropped. Or a list of errors, one a line. Start
/// from `gb_error error = {0};`.
typedef struct gb_error {
  int status;
  int lines;                ///< of the message
  int code[GB_ERROR_LINES]; ///< of each line, as of gb_code or a status alone
  int more;                 ///< errors of a list that the message has no room for
  char message[16000];      ///< without the codes
} gb_error;

/// Record an error, its control characters escaped, unless one is recorded already. Local (no MPI).
/// @param code GB_UNKNOWN_KEY and the others of base/codes.h, or a status alone
/// @return the status, so that a function can end in `return gb_fail(error, GB_WRONG_VALUE, "...",
/// ...)`.
int gb_fail(gb_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// The code of a failure that another function found, so that `gb_fail(error, gb_error_code(status,
/// &own), "%s: %s", where, own.message)` says where and keeps it: that of the first line; without a
/// message the status. Local.
int gb_error_code(int status, const gb_error *own);

/// Move an error, or a list of errors, to a list, so that the search for others can go on; *one is
/// then without an error. Messages that begin as "FILE:LINE:" stand in the order of the lines of
/// their file; of more than the list has room for the last are dropped and counted. The status is
/// that of the first line. Local.
void gb_error_move(gb_error *list, gb_error *one);

/// Print a line to stderr for each error of a message, after the program's name and before its
/// code. Local.
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

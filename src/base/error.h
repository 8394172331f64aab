/// Errors: a status, which is also the exit status of the program; a message for the user; a code
/// for scripts. Also allocation that reports errors, and printing without control characters.
#ifndef GB_BASE_ERROR_H
#define GB_BASE_ERROR_H

#include "base/codes.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GB_ERROR_LINES = 50 }; ///< largest number of lines in a list of errors

/// The first error that occurred (gb_fail ignores later ones), or a list of errors, one per line
/// (gb_error_move). Initialise it with `gb_error error = {0};`.
typedef struct gb_error {
  int status;
  int lines;                ///< number of lines of the message
  int code[GB_ERROR_LINES]; ///< code of each line: enum gb_code or gb_status
  int more;                 ///< number of errors that did not fit into the list
  char message[16000];      ///< lines without their codes
} gb_error;

/// Record an error, formatted as by printf with control characters escaped, unless one is already
/// recorded. Local.
/// @param code an enum gb_code of base/codes.h, for example GB_UNKNOWN_KEY, or a gb_status
/// @return the status of the code, so that a function can end with `return gb_fail(error,
/// GB_WRONG_VALUE, "...", ...)`
int gb_fail(gb_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Return the code of the first line of an error, or `status` if it has no message. A caller can so
/// prefix a message and keep its code: `gb_fail(error, gb_error_code(status, &own), "%s: %s",
/// where, own.message)`. Local.
int gb_error_code(int status, const gb_error *own);

/// Move an error, or a list of errors, into `list` and clear *one, so that the search for further
/// errors can continue. Messages that begin with "FILE:LINE:" are sorted by the lines of their
/// file. Messages at the end that do not fit are dropped and counted in list->more. The status of
/// the list is the status of its first line. Local.
void gb_error_move(gb_error *list, gb_error *one);

/// Print each line of an error to stderr as "gimbal: MESSAGE [CODE]". Local.
void gb_error_print(const gb_error *error);

/// Make the status and the error of the lowest failing rank common to all ranks, and return this
/// status; GB_OK if no rank fails. Collective over comm.
int gb_agree(MPI_Comm comm, int status, gb_error *error);

/// Print as fprintf does, up to 8,000 characters, with control characters other than line ends
/// escaped. Write errors can be read with ferror. Local.
void gb_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Allocate count x size bytes, zeroed; at least one byte, so that the pointer is never NULL. The
/// caller frees it. Local. @param[out] out address of the pointer to set (any object pointer type)
/// errors: GB_FILE (memory)
int gb_allocate(size_t count, size_t size, void *out, gb_error *error);
/// Allocate `count` entries of the type that `pointer` points to, and set `pointer`.
#define GB_ALLOCATE(pointer, count, error) gb_allocate(count, sizeof *(pointer), &(pointer), error)

/// Return the status of the call from the calling function, unless it is GB_OK.
#define GB_TRY(call)                                                                               \
  do {                                                                                             \
    int gb_status_ = (call);                                                                       \
    if (gb_status_ != GB_OK) return gb_status_;                                                    \
  } while (0)

#endif

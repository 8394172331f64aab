/// Verifications of a command's case, and the parts of the verb `verify`.
#ifndef GB_COMMAND_VERIFICATION_H
#define GB_COMMAND_VERIFICATION_H

#include "command/command.h"
#include "session/verification.h"

/// Prepare a verification of the command's case that prints its progress unless --quiet is given.
/// Collective. This function fails with the errors of gb_verification_create.
int gb_verify_create(const gb_command *command, int most, gb_verification *v, gb_error *error);
/// @return the command of a verification that gb_verify_create prepared
static inline const gb_command *gb_verify_command(const gb_verification *v) {
  return v->context;
}
/// `verify --schemes`. Collective.
int gb_verify_schemes(const gb_verification *v, gb_error *error);
/// `verify --differences`. Collective.
int gb_verify_differences(const gb_command *command, gb_error *error);

#endif

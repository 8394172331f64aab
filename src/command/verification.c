/// Verifications of a command's case, with their progress on standard error.
#include "command/verification.h"

static void print(void *context, const char *line) {
  if (gb_command_prints(context)) gb_print(stderr, "%s\n", line);
}

int gb_verify_create(const gb_command *command, int most, gb_verification *v, gb_error *error) {
  GB_TRY(gb_verification_create(command->session, most, v, error));
  v->tell = print;
  v->context = (void *)command;
  return GB_OK;
}

/// Requests from outside to stop: SIGTERM, SIGUSR1, SIGINT.
#ifndef GB_COMMAND_INTERRUPT_H
#define GB_COMMAND_INTERRUPT_H

#include <stdbool.h>

/// From now on the first of these signals only makes a note; a second one of the same kind ends the
/// program at once.
void gb_interrupt_catch(void);
/// Whether this rank was asked to stop.
bool gb_interrupt_asked(void);

#endif

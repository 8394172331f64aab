/// Requests from outside to stop: SIGTERM, SIGUSR1, SIGINT.
#ifndef GB_BASE_INTERRUPT_H
#define GB_BASE_INTERRUPT_H

#include <stdbool.h>

/// From now on the first of these signals only makes a note; a second one of the same kind ends the
/// program at once.
void gb_interrupt_catch(void);
/// From now on these signals end the program at once again.
void gb_interrupt_release(void);
/// Whether this rank was asked to stop.
bool gb_interrupt_asked(void);

#endif

/// Signals that ask the program to stop: SIGTERM, SIGUSR1, SIGINT.
#ifndef GB_BASE_PLATFORM_INTERRUPT_H
#define GB_BASE_PLATFORM_INTERRUPT_H

#include <stdbool.h>

/// Catch the signals: the first one of a kind makes gb_interrupt_asked true, a second one of the
/// same kind ends the program at once. Local.
void gb_interrupt_catch(void);
/// Restore the default: the signals end the program at once. Local.
void gb_interrupt_release(void);
/// Whether this rank has received a signal since the program started. Local.
bool gb_interrupt_asked(void);

#endif

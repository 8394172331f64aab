/// Signal handlers. A handler can only set a global variable: the only mutable global state of the
/// program.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sigaction
#endif
#include "base/platform/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked = 0;

static void note(int signal) {
  (void)signal;
  asked = 1;
}

/// Set the handler of all three signals, except those that the program was started to ignore
/// (nohup, a shell's background job).
static void set(void (*handler)(int), int flags) {
  const int signals[] = {SIGTERM, SIGUSR1, SIGINT};
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, now;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (sigaction(signals[i], NULL, &now) != 0 || now.sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
}

void gb_interrupt_catch(void) {
  set(note, (int)SA_RESETHAND | SA_RESTART);
}

void gb_interrupt_release(void) {
  set(SIG_DFL, 0);
}

bool gb_interrupt_asked(void) {
  return asked != 0;
}

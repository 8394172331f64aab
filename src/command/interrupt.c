/// Signal handlers, which can only leave a note in a global variable: the only state of the program
/// that is not passed from hand to hand.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sigaction
#endif
#include "command/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked = 0;

static void note(int signal) {
  (void)signal;
  asked = 1;
}

void gb_interrupt_catch(void) {
  const int signals[] = {SIGTERM, SIGUSR1, SIGINT};
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}

bool gb_interrupt_asked(void) {
  return asked != 0;
}

/// A command line, from its words to the exit status of the program.
#ifndef GB_VERBS_PROGRAM_H
#define GB_VERBS_PROGRAM_H

/// Run a command line and print its error, if any, on rank 0. Collective.
/// @param argument  [count] the words, the first of which is the name of the program
/// @param start     starts MPI where the verb needs it; it must not start MPI twice
/// @return the exit status
int gb_program_run(int count, char *argument[], void (*start)(void));

#endif

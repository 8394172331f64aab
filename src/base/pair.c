/// Communicators of two ranks.
#include "base/pair.h"

MPI_Comm gb_pair_create(MPI_Comm comm, int other) {
  MPI_Comm pair;
  MPI_Group all, two;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, 2, (int[]){0, other}, &two);
  MPI_Comm_create_group(comm, two, other, &pair);
  MPI_Group_free(&all);
  MPI_Group_free(&two);
  return pair;
}

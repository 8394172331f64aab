#!/usr/bin/env bash
# Start a program on N ranks of this machine: as root too, on fewer cores than ranks, with one
# thread a rank, and without taking the caller's standard input.
# usage: tools/mpirun.sh N PROGRAM [ARGUMENT...]; MPIRUN_FLAGS adds flags of Open MPI's mpirun.
set -euo pipefail

ranks=$1
shift
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1}
# Containers forbid the cross-process copies that Open MPI would use between ranks.
# Ranks that wait let others work: the tests share their cores with the rest of the machine.
export OMPI_MCA_mpi_yield_when_idle=${OMPI_MCA_mpi_yield_when_idle:-1}
export OMPI_MCA_btl_vader_single_copy_mechanism=${OMPI_MCA_btl_vader_single_copy_mechanism:-none}
# The ranks are on one machine: the search for networks takes longer than many a test.
export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1} OMPI_MCA_btl=${OMPI_MCA_btl:-self,vader}
# One rank needs no launcher, and without one it needs no thread that listens to a launcher: that
# thread ends about one in a thousand programs by a crash in MPI_Finalize (open-mpi/ompi, issue 10117).
if [ "$ranks" = 1 ] && [ -z "${MPIRUN_FLAGS:-}" ]; then
  OMPI_MCA_ess_singleton_isolated=1 exec "$@" < /dev/null
fi
root=()
[ "$(id -u)" -ne 0 ] || root=(--allow-run-as-root)
exec mpirun "${root[@]}" --oversubscribe --bind-to none ${MPIRUN_FLAGS:-} -np "$ranks" \
  "$@" < /dev/null

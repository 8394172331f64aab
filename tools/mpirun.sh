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
# One rank needs no launcher, and without one it needs no thread that listens to a launcher: that
# thread ends about one in a thousand programs by a crash in MPI_Finalize (open-mpi/ompi, issue 10117).
# Several of these at a time would share a folder of Open MPI's, which they do without.
if [ "$ranks" = 1 ] && [ -z "${MPIRUN_FLAGS:-}" ]; then
  # Nor does it wait for others, and MUMPS would leave its processor to them after each small piece of work.
  unset OMPI_MCA_mpi_yield_when_idle
  export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_create_session_dirs=0
  OMPI_MCA_pml=ob1 OMPI_MCA_btl=self exec "$@" < /dev/null
fi
# The ranks are on one machine: the search for networks takes longer than many a test.
export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1} OMPI_MCA_btl=${OMPI_MCA_btl:-self,vader}
root=()
[ "$(id -u)" -ne 0 ] || root=(--allow-run-as-root)
exec mpirun "${root[@]}" --oversubscribe --bind-to none ${MPIRUN_FLAGS:-} -np "$ranks" \
  "$@" < /dev/null

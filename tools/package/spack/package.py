# Spack's recipe: copy this folder to packages/gimbal of a repository of packages.
from spack.package import *


class Gimbal(MakefilePackage):
    """A parallel finite-element solver for flexible multibody dynamics with an exact time-dependent adjoint."""

    homepage = "https://example.org/gimbal"
    git = "https://example.org/gimbal.git"

    license("Apache-2.0")
    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("mumps+mpi+metis")
    depends_on("metis")
    depends_on("arpack-ng+mpi")
    depends_on("blas")
    depends_on("lapack")
    depends_on("hdf5+mpi")
    depends_on("libyaml")
    depends_on("nlopt")
    depends_on("ipopt")

    def build(self, spec, prefix):
        make("all", "CC=" + spec["mpi"].mpicc, "CFLAGS=-O3 -g")

    def install(self, spec, prefix):
        make("install", "PREFIX=" + prefix, "CC=" + spec["mpi"].mpicc, "CFLAGS=-O3 -g")

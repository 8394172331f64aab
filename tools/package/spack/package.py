# Spack's recipe, for Spack 1.0 and later: copy this folder to packages/gimbal of a repository of packages.
from spack_repo.builtin.build_systems.makefile import MakefilePackage

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
    depends_on("mumps+mpi+metis+shared+float+double+complex")
    depends_on("metis")
    depends_on("arpack-ng+mpi")
    depends_on("suite-sparse")
    depends_on("blas")
    depends_on("lapack")
    depends_on("hdf5+mpi")
    depends_on("libyaml")
    depends_on("nlopt")
    depends_on("ipopt")

    depends_on("python", type="run")
    depends_on("py-numpy", type="run")

    def settings(self):
        blas = self.spec["lapack"].libs + self.spec["blas"].libs
        return ["CC=" + self.spec["mpi"].mpicc, "CFLAGS=-O3 -g", "BLAS=" + blas.ld_flags]

    def build(self, spec, prefix):
        make("all", *self.settings())

    def install(self, spec, prefix):
        make("install", "PREFIX=" + prefix, *self.settings())

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", self.prefix.lib.join("python3/dist-packages"))

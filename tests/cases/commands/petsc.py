"""A second linear solver: PETSc in place of MUMPS.

Claims: `solver.linear: petsc` gives the functions and gradients of MUMPS to 1e-9 on 1 and 2 ranks, of the wing box in
linear statics, of a plate under a follower pressure in nonlinear statics, on 4 ranks too, of a few steps of the
spinning blade, of the lug, whose elements are solids, and of its frequencies about a loaded state; its iterations are
bounded while a plate becomes finer. Options that PETSc does not know, that are no options or of the other library end
with status 2, and a solution that takes too many iterations fails with PETSc's reason. A program without PETSc says how
it is built with it.
"""
# timeout: 900
import functools
import shutil
from pathlib import Path

import helper
from helper import GIMBAL, check, close, example, grid, left_out
from shell_problems import PRESSED_PLATE

PLATE = PRESSED_PLATE + "time: {scheme: static, step: 1, steps: 2}\n"
PETSC = "solver.linear=petsc"
run = functools.partial(helper.run, fresh=True)  # the plug-in is beside the program


def refuse(name, settings, status, *words):
    r = run(PLATE, 2, "run", settings=settings)
    check("refused: " + name, r.status == status and all(word in r.stderr for word in words), (r.status, r.stderr))


def compare(name, case, settings=(), verb="gradient", ranks=(1, 2)):
    for ranks in ranks:
        label = "%s on %d" % (name, ranks)
        mumps, petsc = (run(case, ranks, verb, settings=["output.every=0", *settings, *more], timeout=200)
                        for more in ([], [PETSC]))
        if not check(label, mumps.status == 0 and petsc.status == 0, mumps.stderr + petsc.stderr):
            continue
        check(label + ": PETSc solved", petsc.json["petsc"]["solutions"] > 0 and "petsc" not in mumps.json)
        for function, value in mumps.json["functions"].items():
            close("%s: %s" % (label, function), petsc.json["functions"][function], value, 1e-9)
            found, wanted = (r.json["gradient"][function] for r in (petsc, mumps))
            size = max(abs(d) for values in wanted.values() for d in values)
            for design, values in wanted.items():
                for k, d in enumerate(values):
                    close("%s: d %s / d %s[%d]" % (label, function, design, k), found[design][k], d, 0, 1e-9 * size)


grid(40, 20, size=(2.0, 1.0)).write("plate.msh")
refuse("a word that is no option", [PETSC, "solver.options='-ksp_rtol 1e-8 gamg'"], 2, "solver.options", "gamg")
refuse("options of the other library", ["solver.options='-ksp_rtol 1e-8'"], 2, "solver.options", "linear: petsc")
refuse("factors on disk", [PETSC, "solver.out_of_core=."], 2, "solver.out_of_core")
refuse("another library", ["solver.linear=pardiso"], 2, "solver.linear", "mumps, petsc")
helper.GIMBAL = Path(shutil.copy(GIMBAL, "gimbal")).absolute()  # away from what is beside it
refuse("a program without PETSc", [PETSC], 6, "solver.linear: petsc", "make PETSC=")
helper.GIMBAL = GIMBAL
if "needs gimbal-petsc.so" in run(PLATE, settings=[PETSC]).stderr:
    left_out("needs a program with PETSc: make PETSC=FOLDER")
else:
    refuse("an unknown option", [PETSC, "solver.options='-ksp_maxit 3'"], 2, "solver.options", "-ksp_maxit")
    refuse("too few iterations", [PETSC, "solver.options='-ksp_max_it 3'"], 5, "DIVERGED_ITS")
    refuse("a count of negative eigenvalues", [PETSC, "time.unstable=stop"], 2, "time.unstable")
    compare("plate", PLATE, ranks=(1, 2, 4))
    compare("wing box", example("wing-box"))
    compare("spinning blade", example("spinning-blade"), ["time.steps=4"])
    compare("lug", example("lug"))
    for settings in ([], [PETSC]):
        r = run(example("lug"), 2, "modes", settings=["modes={count: 3, at: equilibrium}", *settings])
        check("frequencies %s" % settings, r.status == 0, r.stderr)
        if settings:
            for a, b in zip(r.json["modes"]["frequency"], frequency):
                close("frequencies", a, b, 1e-9)
        else:
            frequency = r.json["modes"]["frequency"]
    for size in (40, 80, 120):
        grid(size, size // 2, size=(2.0, 1.0)).write("plate.msh")
        r = run(PLATE.replace("static", "linear").replace("steps: 2", "steps: 1"), 4, "gradient", settings=[PETSC])
        each = r.json["petsc"]["iterations"] / r.json["petsc"]["solutions"]
        check("iterations with %d elements" % (size * size / 2), 2 < each < 30, each)

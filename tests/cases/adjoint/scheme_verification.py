"""Every scheme against complex step: the paper's figures 10 to 13 as one table.

Claims: for every dynamic scheme, with both starts of the multi-step ones, the thickness derivatives
of twelve functionals of a plate of about 1,000 unknowns by the adjoint agree with complex step
(1e-30) to 1e-10 relative, the tangent with the adjoint to 1e-11. Schemes that are unstable at the
plate's step march a thick and soft plate of the same mesh, whose every vibration they resolve; the
two that amplify all vibrations (explicit Euler, explicit Newmark) march it for a time that bounds that.

    python3 tests/cases/adjoint/scheme_verification.py [STEPS]      (default 10)
"""
# timeout: 600
import sys

from common import ended, refused
from helper import ROOT, check, program, run

CASE = ROOT / "meshes/plate-verification.yaml"
STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
# A plate as thick as half its length and of unit wave speed: no frequency is above about 100.
SOFT = ["materials.aluminium.young=1", "materials.aluminium.density=1", "materials.aluminium.yield=0.1",
        "shells.plate.thickness=0.5", "gravity=[0, 0, 0]", "loads[0].value=0.02*cos(2*t)"]
# step, schemes, further settings
GROUPS = ((1e-3, "bdf1 bdf2 bdf2:dirk bdf3 bdf3:dirk newmark average_acceleration abm1 abm2 dirk2 dirk3 "
                 "dirk4 sdirk2 sdirk3 galpha hht wbz euler", []),
          (1e-2, "linear_acceleration fox_goodwin central_difference abm3 abm3:dirk abm4 abm4:dirk "
                 "abm5 abm5:dirk abm6 abm6:dirk", SOFT),
          (0.2 / STEPS, "explicit_newmark explicit_euler", SOFT))


def survey(schemes, step, steps, settings, ranks=1):
    """Errors by scheme, or nothing."""
    r = ended("%d schemes with steps of %g end" % (len(schemes), step),
              run(CASE, ranks, "verify", ["time.step=%r" % step, "time.steps=%d" % steps] + settings,
                  ["--schemes", ",".join(schemes)], timeout=60 + 20 * steps))
    found = r.json["schemes"] if r.json else {}
    check("each scheme is there", sorted(found) == sorted(schemes), sorted(found))
    return found


def judge(word, step, errors):
    if not check(word + " marches", "verify" in errors, errors):
        return
    adjoint = [e["skin"] for e in errors["verify"].values()]
    tangent = max(e["skin"] for e in errors["tangent"].values())
    print("%-21s %6g" % (word, step), *("%7.0e" % e for e in adjoint), " %8.0e" % tangent)
    check(word + ": twelve functionals", len(adjoint) == 12, errors)
    check(word + ": adjoint against complex step", max(adjoint) <= 1e-10, errors["verify"])
    check(word + ": tangent against adjoint", tangent <= 1e-11, errors["tangent"])


def names_of_the_program():
    """From the list that --help prints, but for statics."""
    lines = program(["--help"]).stdout.split("time: {scheme: ...}\n")[1].split("\n\n")[0].split("\n")
    return {line.split()[0] for line in lines} - {"static", "linear"}


print("%d steps; relative errors of d/d thickness: adjoint against complex step, tangent against "
      "adjoint\n%-21s %6s" % (STEPS, "scheme", "step"),
      *("%7d" % (i + 1) for i in range(12)), " %8s" % "tangent")
for step, words, settings in GROUPS:
    found = survey(words.split(), step, STEPS, settings)
    for word in found:
        judge(word, step, found[word])
listed = {word.split(":")[0] for _, words, _ in GROUPS for word in words.split()}
check("every scheme is here", listed == names_of_the_program(), listed ^ names_of_the_program())

print("on 3 ranks, 5 steps")
for word, errors in survey(["bdf3:dirk", "dirk4", "galpha"], 1e-3, 5, [], ranks=3).items():
    judge(word, 1e-3, errors)

refused("an unknown scheme", CASE, "galpha", verb="verify", settings=["time.steps=2"],
        options=["--schemes", "bdf2,glapha"])
refused("a start that serves nothing", CASE, "multi-step", verb="verify", settings=["time.steps=2"],
        options=["--schemes", "newmark:dirk"])
r = run(CASE, 1, "verify", ["time.steps=8"], ["--schemes", "bdf1,central_difference"])
said = r.json["schemes"]["central_difference"].get("failure", "") if r.json else ""
check("a march that diverges is a line of the table",
      r.status == 0 and "verify" in r.json["schemes"]["bdf1"] and "is not admissible: the director" in said, r.json)

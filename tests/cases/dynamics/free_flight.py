"""What a plate that nothing holds conserves, after a blow, over a fixed time of flight.

Claims: linear momentum is constant to round-off for every scheme and is the impulse of the loads and the start; the
drift of the energy and of the angular momentum vanish with the step at the order of the scheme, for BDF 1 to 3,
Newmark's average acceleration and the mid-point rule; the mid-point rule, which keeps every quadratic invariant, has
the angular momentum to round-off; the balance does not depend on the number of ranks.
"""
# timeout: 240
import math

from common import ended
from helper import ROOT, WORK, check, close, gmsh, run

CASE = ROOT / "meshes" / "free-plate.yaml"
MASS = 500 * 0.1 * 1.0 * 0.6
BLOW, BEGIN, END = 0.1, 0.11, 0.2  # s; from BEGIN the multi-step schemes have forgotten the blow
ROUND_OFF = 1e-13  # relative


class Flight:
    """The balance of one run from BEGIN to END, at each 5 ms."""

    def __init__(self, scheme, steps, ranks=1, start="ramp"):
        h = END / steps
        settings = ["mesh=%s/plate.msh" % WORK, "time.scheme=" + scheme, "time.step=%r" % h,
                    "time.steps=%d" % steps, "time.start=" + start,
                    "output.every=%d" % round(0.005 / h)]
        r = ended("%s, %d steps, runs" % (scheme, steps), run(CASE, ranks, settings=settings))
        b = r.json["balance"]
        self.start = b["kinetic"][0] + b["strain"][0]
        first = next(k for k, t in enumerate(b["t"]) if t > BEGIN - 1e-9)
        self.energy = [a + c for a, c in zip(b["kinetic"], b["strain"])][first:]
        self.strain = b["strain"][first:]
        self.momentum = b["momentum"][first:]
        self.angular = b["angular_momentum"][first:]

    def energy_drift(self):
        return max(abs(e - self.energy[0]) for e in self.energy)

    def momentum_drift(self):
        return max(math.dist(p, self.momentum[0]) for p in self.momentum)

    def angular_drift(self):
        return max(math.dist(p, self.angular[0]) for p in self.angular)


def round_off(scheme, steps):
    """Relative. BDF divide differences of q, of about 1 m, by h: each step errs in v by 2e-16 / h,
    and the errors add up as a random walk."""
    bdf = scheme.startswith("bdf")
    return math.sqrt(steps) * 2e-16 * steps / END if bdf else ROUND_OFF


def impulse():
    """Of the start and of the loads: sin^4 is 3/8 in the mean; edges of 0.6 and 1.0."""
    return (MASS, 0, 2 * MASS + (600 * 0.6 - 400 * 1.0) * BLOW * 3 / 8)


def flights(scheme, order, steps, start="ramp"):
    coarse, fine = (Flight(scheme, n, start=start) for n in (steps, 2 * steps))
    energy = [f.energy_drift() for f in (coarse, fine)]
    angular = [f.angular_drift() for f in (coarse, fine)]
    size = math.hypot(*fine.angular[0])
    momentum = fine.momentum_drift() / math.hypot(*fine.momentum[0])
    print("%s: steps %d and %d, energy %.2e %.2e order %.2f of %.4g (strain up to %.4g), angular "
          "%.2e %.2e order %.2f of %.4g, momentum %.1e" %
          (scheme, steps, 2 * steps, *energy, math.log2(energy[0] / energy[1]), fine.energy[0],
           max(fine.strain), *angular, math.log2(angular[0] / angular[1]), size, momentum))
    check(scheme + ": linear momentum", momentum < round_off(scheme, 2 * steps), momentum)
    found = math.log2(energy[0] / energy[1])
    check(scheme + ": energy", abs(found - order) < 0.15, "order %g" % found)
    if scheme == "dirk2":
        check("dirk2: angular momentum", angular[1] < ROUND_OFF * size, angular[1])
    else:
        found = math.log2(angular[0] / angular[1])
        check(scheme + ": angular momentum", abs(found - order) < 0.15, "order %g" % found)
    return fine


gmsh(ROOT / "meshes" / "free-plate.geo", "plate.msh", "-setnumber", "n", 5)
middle = flights("dirk2", 2, 400)
flights("newmark", 2, 400)
flights("bdf1", 1, 1600)
flights("bdf2", 2, 1600)
flights("bdf3", 3, 1600, "dirk")
for axis, (found, expected) in enumerate(zip(middle.momentum[-1], impulse())):
    close("momentum %s is the impulse" % "xyz"[axis], found, expected, 1e-9, 1e-9)
inertia = MASS * (1.0 ** 2 + 0.6 ** 2) / 12
close("energy at the start", middle.start, MASS * (1 + 4) / 2 + inertia * 9 / 2, 1e-12)
close("angular momentum z, which no load changes", middle.angular[-1][2], 3 * inertia, 1e-12)
check("the plate bends", max(middle.strain) > 0.1 * middle.energy[0], max(middle.strain))
for ranks in (2, 3):
    other = Flight("dirk2", 800, ranks)
    close("energy on %d ranks" % ranks, other.energy[-1], middle.energy[-1], 1e-11)
    close("angular momentum on %d ranks" % ranks, other.angular[-1][1], middle.angular[-1][1], 1e-11)

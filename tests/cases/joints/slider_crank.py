"""The spatial slider-crank (reference.md 4.7) against its motion in one coordinate.

Claims: the velocities of the specification are consistent, so that the start moves nothing (and a rod that starts
without its spin is brought to it); the crank's angle over 5 s is that of an independent integration of the one equation
I(angle) angle'' + I'/2 angle'^2 + V' = 0, to which DIRK 4, SDIRK 3, average acceleration (index1) and
generalised-alpha, BDF 2 (index3) converge with their orders (BDF 2 faster, at steps whose third-order errors still
count); the energy drifts by less than 1e-6 J by DIRK 4 with 5e-4; positions are at round-off with index3; a tensor
given in axes turned with the rod and in global ones is the same; gradients by mass, inertia and the start agree with
complex step to 1e-10; 1, 2 and 3 ranks agree.
"""
# timeout: 240
import math

from common import cross, dot
from helper import ROOT, check, close, gradients_agree, run

CASE = ROOT / "meshes" / "slider-crank.yaml"
END, G = 5.0, 9.81
CENTRES = ("probes:\n  - {name: c1, body: crank, at: [0, 0.1, 0.16]}\n"
           "  - {name: c2, body: rod, at: [0.1, 0.05, 0.1]}\n")


def rates(s, c):
    """Of unit crank speed, from the angle's sine and cosine: rod B to C, angular velocity of the
    rod, speeds of B and of the slider."""
    place = [0, 0.1 - 0.08 * s, 0.12 + 0.08 * c]
    speed = [0, -0.08 * c, -0.08 * s]
    x = (0.09 - place[1] ** 2 - place[2] ** 2) ** 0.5
    slide = -(place[1] * speed[1] + place[2] * speed[2]) / x
    rod = [x - place[0], -place[1], -place[2]]
    spin = [w / 0.09 for w in cross(rod, [slide - speed[0], -speed[1], -speed[2]])]
    across = [0, rod[1], rod[2]]  # no turning about the line square to both axes of joint C
    along = -dot(spin, across) / dot(rod, across)
    return rod, [a + along * b for a, b in zip(spin, rod)], speed, slide


def inertia(s, c):
    rod, spin, speed, slide = rates(s, c)
    own = dot(spin, rod) / 0.3
    middle = [(slide + speed[0]) / 2, speed[1] / 2, speed[2] / 2]
    return (1e-4 + 0.12 * 0.04 ** 2 + 0.5 * dot(middle, middle) + 4e-3 * dot(spin, spin)
            - 3.6e-3 * own ** 2 + 2 * slide ** 2)


def acceleration(angle, speed):
    """The derivative of the inertia is a complex step."""
    s, c, h = math.sin(angle), math.cos(angle), 1e-30
    moving = inertia(complex(s, c * h), complex(c, -s * h))
    pull = -G * s * (0.12 * 0.04 + 0.5 * 0.04)
    return -(0.5 * moving.imag / h * speed ** 2 + pull) / moving.real


def reference(steps):
    """Classical Runge-Kutta: the angle and speed at the end."""
    a, v, h = 0.0, 6.0, END / steps
    for _ in range(steps):
        k1, l1 = v, acceleration(a, v)
        k2, l2 = v + h / 2 * l1, acceleration(a + h / 2 * k1, v + h / 2 * l1)
        k3, l3 = v + h / 2 * l2, acceleration(a + h / 2 * k2, v + h / 2 * l2)
        k4, l4 = v + h * l3, acceleration(a + h * k3, v + h * l3)
        a, v = a + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), v + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return a, v


def consistency():
    _, spin, _, slide = rates(0, 1)
    for found, given in zip([6 * w for w in spin] + [6 * slide], (1.92, -0.96, 0.48, 0.24)):
        close("velocities of the specification", found, given, 1e-14)
    r = run(CASE, settings=["time.steps=1", "output.every=0"])
    close("what the start moves", r.json["moved"], 0, 0, 1e-15)
    text = CASE.read_text().replace("angular_velocity: [1.92, -0.96, 0.48]}", "angular_velocity: [0, 0, 0]}")
    r = run(text, settings=["time.steps=1", "output.every=0"])
    check("a rod that starts without spin is moved", r.json["moved"] > 0.01, r.json["moved"])


def march(scheme, step, extra=(), every=0, text=None, ranks=1, end=END):
    settings = ["time.scheme=" + scheme, "time.step=%g" % step, "output.every=%d" % every,
                "time.steps=%d" % round(end / step)]
    r = run(text or CASE, ranks, settings=settings + list(extra))
    check("the slider-crank by %s, h = %g" % (scheme, step), r.status == 0, r.stderr)
    return r


def end_of(r):
    p = r.json["probes"]["B"]
    return math.atan2(-(p["u"][-1][1]), p["u"][-1][2] + 0.08)


def orders(exact):
    for scheme, steps, order in (("dirk4", (1.25e-3, 6.25e-4), (3.8, 5.1)),
                                 ("sdirk3", (2.5e-3, 1.25e-3), (2.9, 3.1)),
                                 ("newmark", (1e-3, 5e-4), (1.9, 2.1)),
                                 ("galpha", (1e-3, 5e-4), (1.9, 2.1)),
                                 ("bdf2", (2.5e-4, 1.25e-4), (1.9, 2.7))):
        error = []
        for step in steps:
            r = march(scheme, step)
            difference = end_of(r) - exact if r.status == 0 else math.pi
            error.append(abs((difference + math.pi) % (2 * math.pi) - math.pi))
        observed = math.log2(error[0] / error[1])
        check("order of %s: %.2f" % (scheme, observed), order[0] <= observed <= order[1], error)
        if scheme in ("galpha", "bdf2"):
            close("positions at round-off by " + scheme, r.json["drift"]["position"], 0, 0, 1e-14)


def energy():
    text = CASE.read_text().replace("probes:\n", CENTRES)
    r = march("dirk4", 5e-4, every=20, text=text)
    height = [[u[2] for u in r.json["probes"][c]["u"][::20]] for c in ("c1", "c2")]
    total = [k + G * (0.12 * a + 0.5 * b) for k, a, b in zip(r.json["balance"]["kinetic"], *height)]
    close("energy at the start", total[0], 18 * inertia(0, 1), 1e-13)
    close("energy over 5 s", max(abs(e - total[0]) for e in total), 0, 0, 1e-6)


def same():
    """Another way to write the case, and other numbers of ranks."""
    one = march("galpha", 2e-3, end=0.2)
    turned = CASE.read_text().replace(
        "inertia: [4e-4, 4e-3, 4e-3, 0, 0, 0], at: [0.1, 0.05, 0.1],",
        "inertia: [0.0024, 0.0036, 0.0024, 0.0008, 0.0016, -0.0008], at: [0.1, 0.05, 0.1],")
    turned = turned.replace("     rotation: {axis: [0, 2, -1], angle: 0.84106867056793033},", "")
    for label, r in (("global axes of the rod", march("galpha", 2e-3, end=0.2, text=turned)),
                     ("2 ranks", march("galpha", 2e-3, end=0.2, ranks=2)),
                     ("3 ranks", march("galpha", 2e-3, end=0.2, ranks=3))):
        for a, b in zip(r.json["probes"]["slider"]["v"], one.json["probes"]["slider"]["v"]):
            close(label, a[0], b[0], 0, 1e-10)


DESIGNS = """design:
  - {name: m, body: rod, parameter: mass}
  - {name: J, body: rod, parameter: inertia.xx}
  - {name: w, body: crank, parameter: angular_velocity.x}
functions:
  - {name: path, type: integral, of: slider, value: "x^2 + vx*0.1"}
  - {name: place, type: end, of: B, value: "z + vx*0.1"}
"""


def gradients():
    gradients_agree("the slider-crank", CASE.read_text() + DESIGNS,
                    ("bdf2", "galpha", "dirk4", "sdirk3"),
                    settings=["time.step=1e-3", "time.steps=200", "output.every=0"], on_several=["time.steps=20"])


consistency()
gradients()
coarse, fine = reference(5000)[0], reference(10000)[0]
close("the reference", coarse, fine, 0, 1e-6)
orders(fine + (fine - coarse) / 15)
energy()
same()

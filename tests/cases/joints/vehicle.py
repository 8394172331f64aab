"""The Bombardier Iltis, meshes/bombardier-iltis.yaml: 20 bodies, 11 of them without mass.

Claims: 14 degrees of freedom and 6 redundant rows are found; the equilibrium is that of an independent program
(chassis, pitch, loads of the tyres), and so is the motion over the step with psi = 76.450 (Kane's equations of the
symmetric car, fourth-order Runge-Kutta); the car stays symmetric; adjoint, tangent and complex step of the derivatives
by all six parameters of one side agree to 1e-10 where branches of the damper's law are crossed; the calibrated road has
psi = 678 to 1 % (the paper's nominal value, see docs/verification.md); L-BFGS takes the first 0.66 s of psi to an
optimum with springs at their bounds and dampers within them, in at most 25 evaluations.
"""
# timeout: 240
import math

from helper import ROOT, check, close, gradients_agree, run

CASE = ROOT / "meshes" / "bombardier-iltis.yaml"
QUIET = ["output.every=0"]
# t: x, z, pitch, and psi so far
MOTION = {1.0: (4.99993, 0.562716, 0.002745), 1.1: (5.50013, 0.557797, 0.006581), 1.2: (6.00139, 0.525780, 0.033748),
          1.4: (7.00287, 0.481488, 0.084403), 1.6: (8.00082, 0.473788, 0.024111), 2.0: (9.99934, 0.464588, 0.002707),
          3.0: (14.9984, 0.462648, 0.002722)}
MOVED = 1.034e-4  # of the whole car in the equilibrium: there is no other place along the road in the reference program


def road(text, begin, length):
    """The case with a step of 10 cm that begins at x = begin."""
    i = text.index("road: ")
    return text[:i] + ('road: {height: "if(x < %.9g, 0, if(x < %.9g, -0.05*(1 - cos(pi*(x - %.9g)/%.9g)), -0.1))", '
                       "normal: vertical}" % (begin, begin + length, begin, length)) + text[text.index("\n", i):]


def model():
    r = run(CASE, verb="check")
    check("degrees of freedom", r.json["degrees_of_freedom"] == 14, r.stdout)
    check("redundant rows", r.json["redundant_rows"] == 6, r.stdout)


def motion():
    r = run(road(CASE.read_text(), 6 + MOVED, 1.2), settings=QUIET)
    if not check("the step", r.status == 0, r.stderr):
        return
    probe = {name: dict(zip((round(t, 9) for t in p["t"]), p["u"])) for name, p in r.json["probes"].items()}
    chassis, nose = probe["chassis"], probe["nose"]
    close("chassis in equilibrium", chassis[0][2], -7.1015e-3, 0, 1e-6)
    close("pitch in equilibrium, degrees", math.degrees(math.asin(chassis[0][2] - nose[0][2])), 0.14699, 0, 1e-5)
    for name, radius, load in (("front wheel", 0.364325, 3831.42), ("rear wheel", 0.363812, 3591.81)):
        close("load of the %s's tyre" % name, 4.6e5 * (radius - 0.356 - probe[name][0][2]), load, 0, 0.02)
    for t, (x, z, pitch) in MOTION.items():
        close("x at %g" % t, chassis[t][0] - MOVED, x, 0, 1e-5 if t < 3 else 1e-4)
        close("z at %g" % t, 0.57 + chassis[t][2], z, 0, 5e-6)
        close("pitch at %g" % t, math.asin(chassis[t][2] - nose[t][2]), pitch, 0, 5e-6)
    close("psi", r.json["functions"]["psi"], 76.450, 0, 1e-3)
    close("it drives straight", max(abs(u[1]) for u in chassis.values()), 0, 0, 1e-9)


def calibrated():
    """The step comes after 0.3 s of rolling; the undamped stops of the suspension need a small time step."""
    r = run(road(CASE.read_text(), 2.5, 0.9456), settings=QUIET + ["time.step=1e-3", "time.steps=1300"])
    if check("the calibrated road", r.status == 0, r.stderr):
        close("psi of the calibrated road", r.json["functions"]["psi"], 678, 1e-2)


def derivatives():
    """The step comes after 0.06 s of rolling."""
    text = road(CASE.read_text(), 1.3, 1.2)
    gradients_agree("the step", text, ("abm4",), (1,), QUIET + ["time.steps=60"])


def optimum():
    """The step comes after 0.06 s of rolling."""
    r = run(road(CASE.read_text(), 1.3, 1.2), verb="optimize", settings=QUIET + ["time.steps=165"])
    if not check("the optimum", r.status == 0, r.stderr):
        return
    found = r.json["optimize"]
    check("it is one", found["status"] == "optimal" and found["optimality"] <= 1e-5, found["optimality"])
    check("evaluations", found["evaluations"] <= 25 and not found["failed"], found["evaluations"])
    check("less by a third, nearly", found["objective"] < 0.7 * found["history"]["objective"][0], found["objective"])
    for name, bound in (("kL1", 34000), ("kL2", 34000), ("kS1", 2.83975e7)):
        close(name + " at its bound", found["designs"][name][0], bound, 1e-9)
    for name in ("cS1", "cS2"):
        check(name + " within its bounds", 6e3 < found["designs"][name][0] < 19e3, found["designs"])


model()
motion()
calibrated()
derivatives()
optimum()

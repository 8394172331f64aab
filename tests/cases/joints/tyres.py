"""Tyres between wheels and a road.

Claims: a wheel that falls on the road settles at its closed deflection, in statics too, and swings with its closed
decrement; it rolls without slip at constant speed and does not drift, either way round; wheels that are braked, driven,
slide sideways or leave the ground of a rough road go as an independent integration of a rigid wheel says, to 1e-6, with
surface and with vertical normals, with the centre of mass off the axle, in other units too; sliding friction takes the
energy that is lost; a step has edges of its radius; a wheel that stands, and one that lies, march; bad input is
refused.
"""
# timeout: 300
import math

from common import cross, dot, ended, in_turn
from helper import check, close, run

WHEEL = """gimbal: 1
title: a wheel
gravity: [0, 0, -9.81]
bodies:
  - {name: w, at: [0, 0, %(z)r], mass: 20, inertia: [0.5, 0.8, 0.5, 0, 0, 0], velocity: %(v)r, angular_velocity: %(w)r}
tyres:
  - {name: t, wheel: w, radius: 0.3, stiffness: 4e4, damping: %(c)r, friction: 0.9, side_friction: 0.7, slip: 0.1,
     slip_angle: 0.15, slip_speed: 0.5%(tyre)s}
%(road)sprobes:
  - {name: a, body: w, at: [%(x)r, 0, %(z)r]}
  - {name: b, body: w, at: [%(x)r, 0.1, %(z)r]}
%(more)stime: {scheme: dirk4, step: %(step)r, steps: %(steps)d}
output: {every: 100}
"""
REST = 0.3 - 20 * 9.81 / 4e4


def wheel(v=(0, 0, 0), w=(0, 0, 0), z=REST, x=0.0, c=200.0, step=2e-3, steps=100, tyre="", road="", more=""):
    return WHEEL % {"v": list(v), "w": list(w), "z": z, "x": x, "c": c, "step": step, "steps": steps, "tyre": tyre,
                    "road": road, "more": more}


def end(r, probe="a", what="u"):
    return r.json["probes"][probe][what][-1]


def vertical():
    drop = 1e-3
    r = run(wheel(z=REST + drop, steps=800, step=5e-4))
    k, c, m = 4e4, 200.0, 20.0
    decay, wd = c / 2 / m, math.sqrt(k / m - (c / 2 / m) ** 2)
    t = 0.4
    exact = drop * math.exp(-decay * t) * (math.cos(wd * t) + decay / wd * math.sin(wd * t)) - drop
    close("settling", end(r)[2], exact, 0, 1e-6 * drop)
    b = r.json["balance"]
    first, last = (b["kinetic"][i] + b["strain"][i] + 20 * 9.81 * r.json["probes"]["a"]["u"][i][2] for i in (0, -1))
    close("loss of the damper", b["lost"][-1], first - last, 2e-4)
    guide = "joints: [{type: prismatic, between: [ground, w], at: [0, 0, 0.3], axis: [0, 0, 1]}]\n"
    r = ended(
        "statics", run(wheel(z=0.299, more=guide), settings=["time.scheme=static", "time.step=1", "time.steps=1"]))
    close("deflection", end(r)[2], REST - 0.299, 0, 1e-13)
    r = run(wheel(z=0.299), settings=["time.scheme=static", "time.step=1", "time.steps=1"])
    check("statics need more than a road", r.status != 0 and "keeps" in r.stderr, r.stderr)
    r = run(wheel(z=0.8, v=(1, 2, 0), w=(0.1, 0.2, 0.3), steps=50))  # it falls freely
    for i, exact in enumerate((0.1, 0.2, -9.81 / 2 * 0.01)):
        close("off the ground", end(r)[i], exact, 1e-9)


def rolling():
    # schemes that are not conservative slow a free rotation down, by their order
    for scheme, steps, error in (("dirk4", 1000, 1e-7), ("newmark", 200, 1e-11), ("galpha", 1000, 2e-7)):
        for v in ((3, 0, 0), (-3, 0, 0))[:1 + (scheme == "newmark")]:
            r = ended("rolling by " + scheme, run(wheel(v=v, w=(0, v[0] / REST, 0), steps=steps, step=1 / steps),
                                                  settings=["time.scheme=" + scheme]))
            for i, exact in enumerate((v[0], 0, 0)):
                close("rolling by %s at %r" % (scheme, v), end(r)[i], exact, error, 1e-10)
                close("speed by %s" % scheme, end(r, what="v")[i], exact, 4 * error, 1e-8)
            check("nothing is lost", abs(r.json["balance"]["lost"][-1]) < 1e-6, r.json["balance"]["lost"][-1])


# ---- an independent wheel: Newton and Euler, a rotation matrix, Runge and Kutta's fourth order -----------------------


def clamp(x):
    return max(-1.0, min(1.0, x))


def rates(t, y, h, offset, torque, surface):
    """y: place and velocity of the centre of mass, the three columns of the rotation, angular velocity in space."""
    x, v, R, w = y[0:3], y[3:6], (y[6:9], y[9:12], y[12:15]), y[15:18]
    arm = [sum(offset[k] * R[k][i] for k in range(3)) for i in range(3)]
    turn = cross(w, arm)
    c, vc, u = [x[i] + arm[i] for i in range(3)], [v[i] + turn[i] for i in range(3)], R[1]
    height, hx, hy, ht = h(c[0], c[1], t)
    n = [-hx, -hy, 1.0] if surface else [0.0, 0.0, 1.0]
    n = [i / math.sqrt(dot(n, n)) for i in n]
    r = (c[2] - height) * n[2]
    spring, damper = 4e4 * (0.3 - r), -200 * (vc[2] - hx * vc[0] - hy * vc[1] - ht) * n[2]
    load = spring + max(-spring, min(spring, damper))
    force, moment = [0.0, 0.0, -9.81 * 20], list(torque(t))
    if r < 0.3 and load > 0:
        b = cross(u, n)
        b = [i / math.sqrt(dot(b, b)) for i in b]
        s = cross(n, b)
        vr = [vc[0], vc[1], vc[2] - ht]
        rim = cross(w, [r * i for i in n])
        ahead = dot(b, vr)
        speed = abs(ahead) if abs(ahead) >= 0.5 else (ahead ** 2 + 0.25) / 1.0
        part = [clamp(-(ahead - dot(b, rim)) / speed / 0.1), clamp(-math.atan(dot(s, vr) / speed) / 0.15)]
        size = math.hypot(*part)
        part = [i / max(1.0, size) for i in part]
        T = [load * (n[i] + 0.9 * part[0] * b[i] + 0.7 * part[1] * s[i]) for i in range(3)]
        force = [force[i] + T[i] for i in range(3)]
        m = cross([arm[i] - r * n[i] for i in range(3)], T)
        moment = [moment[i] + m[i] for i in range(3)]
    own = [dot(R[k], w) for k in range(3)]  # in the body's axes
    J = (0.5, 0.8, 0.5)
    gyro = cross(own, [J[k] * own[k] for k in range(3)])
    a = [(dot(R[k], moment) - gyro[k]) / J[k] for k in range(3)]
    spin = [sum(a[k] * R[k][i] for k in range(3)) for i in range(3)]
    return v + [f / 20 for f in force] + cross(w, R[0]) + cross(w, R[1]) + cross(w, R[2]) + spin


def integrate(y, end_time, n, *more):
    h = end_time / n
    for i in range(n):
        t = i * h
        k1 = rates(t, y, *more)
        k2 = rates(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)], *more)
        k3 = rates(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)], *more)
        k4 = rates(t + h, [a + h * b for a, b in zip(y, k3)], *more)
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return y


def level(x, y, t):
    return 0.0, 0.0, 0.0, 0.0


def waves(x, y, t):
    a, b = 0.02 * math.sin(3 * x + y), 0.01 * math.sin(2 * t)
    slope = 0.02 * math.cos(3 * x + y)
    return a + b, 3 * slope, slope, 0.02 * math.cos(2 * t)


WAVES = "road: {height: \"0.02*sin(3*x + y) + 0.01*sin(2*t)\"%s}\n"
TORQUE = "loads: [{type: moment, body: w, value: [0, %s, 0]}]\n"


def independent():
    none = lambda t: (0.0, 0.0, 0.0)  # noqa: E731
    roll = 4 / REST
    for label, v, w, off, torque, h, case in (
            ("braked", (4, 0, 0), (0, roll, 0), 0, lambda t: (0.0, -120 * t, 0.0), level,
             {"more": TORQUE % '"-120*t"'}),
            ("driven from rest", (0, 0, 0), (0, 0, 0), 0, lambda t: (0.0, 25.0, 0.0), level, {"more": TORQUE % "25"}),
            ("locked backwards", (-4, 0, 0), (0, 0, 0), 0, none, level, {}),
            ("sideways", (4, 0.4, 0), (0, roll, 0), 0, none, level, {}),
            ("beyond the ellipse", (4, 1.5, 0), (0, 1.4 * roll, 0), 0, none, level, {}),
            ("waves", (4, 0.3, 0), (0, roll, 0.2), 0, none, waves, {"road": WAVES % ""}),
            ("waves, vertical", (4, 0.3, 0), (0, roll, 0.2), 0, none, waves, {"road": WAVES % ", normal: vertical"}),
            ("thrown off", (9, 0, 0), (0, 9 / REST, 0), 0, none, waves, {"road": WAVES % ""}),
            ("out of balance", (4, 0.2, 0), (0, roll, 0), 0.02, none, waves,
             {"road": WAVES % "", "x": 0.02, "tyre": ", at: [0.02, 0, %r]" % REST})):
        surface = "vertical" not in case.get("road", "")
        r = ended(label, run(wheel(v=v, w=w, step=5e-4, steps=600, **case)))
        x, start = case.get("x", 0.0), [0.0, 0.0, REST]
        y = integrate(start + [float(i) for i in v] + [1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0] + [float(i) for i in w],
                      0.3, 3000 if label == "thrown off" else 1000, h, (x, 0.0, 0.0), torque, surface)
        for probe, side in (("a", 0.0), ("b", 0.1)):  # the wheel's centre, and a place on its axis
            at = [y[i] - start[i] + x * y[6 + i] - x * (i == 0) + side * (y[9 + i] - (i == 1)) for i in range(3)]
            for i in range(3):
                close("%s: %s along %d" % (label, probe, i), end(r, probe)[i], at[i], 1e-6, 1e-6)
        if label == "thrown off":
            check("contact is seen to end and begin", r.json["kinks"]["crossings"] >= 2, r.json["kinks"])
        if label == "beyond the ellipse":
            b = r.json["balance"]
            z = [20 * 9.81 * r.json["probes"]["a"]["u"][i][2] for i in (0, -1)]
            total = [b["kinetic"][i] + b["strain"][i] + z[i] for i in (0, -1)]
            close("loss by sliding", b["lost"][-1], total[0] - total[1], 1e-3)
    metres = run(wheel(v=(4, 1, 0), w=(0, 9, 0), road=WAVES % "", step=1e-3))
    text = wheel(v=(4, 1, 0), w=(0, 9, 0), road=WAVES % "", step=1e-3)
    for a, b in (("9.81", "9810"), ("mass: 20", "mass: 0.02"), ("[0.5, 0.8, 0.5,", "[500, 800, 500,"),
                 ("[4, 1, 0]", "[4e3, 1e3, 0]"), (repr(REST), repr(1e3 * REST)), ("radius: 0.3", "radius: 300"),
                 ("4e4", "40"), ("200.0", "0.2"), ("0.1, 2", "100, 2"), ("slip_speed: 0.5", "slip_speed: 500"),
                 ("0.02*sin(3*x + y) + 0.01*", "20*sin(3e-3*x + y/1e3) + 10*"), (", 0.1, ", ", 100, ")):
        text = text.replace(a, b)
    millimetres = run(text)
    for i in range(3):
        close("millimetres and tonnes", end(millimetres)[i], 1e3 * end(metres)[i], 1e-9, 1e-9)


def edges():
    # over a step down 0.1 with edges of radius 0.3, the wheel without slip or weight shift: statics at places of the
    # step
    length = math.sqrt(4 * 0.3 * 0.1 - 0.01)
    for down, sign, parts in ((0.1, -1, ((-0.1, 0), (0.2, None), (1.3, 0.1))), (0.1, 1, ((0.5, 0.05), (0.9, None)))):
        for part, depth in parts:
            s = part * length if part < 0.5 else (1 - part) * length
            if depth is None:
                depth = 0.3 - math.sqrt(0.09 - s * s)
                depth = depth if part < 0.5 else down - depth
            guide = "joints: [{type: prismatic, between: [ground, w], at: [0, 0, 0.3], axis: [0, 0, 1]}]\n"
            road = "road: {step: [%r, %r, 0.3], normal: vertical}\n" % (-part * length, sign * down)
            r = ended("a step, %g of it" % part, run(wheel(z=REST, more=guide, road=road), settings=[
                "time.scheme=static", "time.step=1", "time.steps=1",
                "bodies.w.at=[0, 0, %r]" % (REST + sign * depth + 1e-3)]))
            close("height of the step at %g" % part, end(r)[2], -1e-3, 0, 1e-12)


def attacks():
    for scheme in ("dirk4", "galpha", "bdf2"):  # at rest where it is: nothing is left but round-off
        r = run(wheel(steps=100), settings=["time.scheme=" + scheme])
        check("an equilibrium stays, " + scheme, r.status == 0 and max(abs(x) for x in end(r)) < 1e-15, r.stderr)
    guide = "joints: [{type: prismatic, between: [ground, w], at: [0, 0, 0.3], axis: [0, 0, 1]}]\n"
    r = run(wheel(more=guide), settings=["time.scheme=static", "time.step=1", "time.steps=1"])
    check("and in statics", r.status == 0 and max(abs(x) for x in end(r)) < 1e-15, r.stderr)
    r = run(wheel(z=0.3, c=800.0, steps=500))
    check("a wheel that stands stays", r.status == 0 and max(abs(x) for x in end(r)[:2]) < 1e-12, r.stderr)
    close("where it settles", end(r)[2], REST - 0.3, 1e-6)
    r = run(wheel(z=0.3, v=(0.1, 0, 0), steps=50, tyre=", axis: [0, 0, 1]"))
    close("a wheel that lies has no friction", end(r)[0], 0.01, 1e-9)
    r = run(wheel(v=(0.3, 0, 0), steps=500))  # below the slip speed it comes to roll, at J/(J + m r^2) of its ... speed
    r2 = 20 * REST * REST / (20 * REST * REST + 0.8)
    close("it slides, then rolls", end(r, what="v")[0], 0.3 * r2, 1e-6)
    r = run(wheel(z=REST, road="road: {height: \"0.1*x\"}\n", steps=250, step=4e-3))  # it rolls down by itself
    angle = math.atan(0.1)
    speed = 9.81 * math.sin(angle) * 1.0 / (1 + 0.8 / (20 * 0.3 * 0.3))
    v = end(r, what="v")
    close("down a slope", math.hypot(v[0], v[2]), speed, 0.02)
    check("downwards", v[0] < 0, v)
    r = ended("a hard landing with long steps", run(wheel(v=(40, 0, -10), w=(0, 0, 0), z=0.5, step=1e-2, steps=60),
                                                    settings=["time.scheme=galpha", "time.retry=12"]))
    base = wheel()
    for old, new in (("wheel: w", "wheel: u"), ("radius: 0.3", "radius: 0"), ("slip: 0.1", "slip: 0"),
                     ("slip_speed: 0.5", "slip_speed: 0"), ("friction: 0.9", "friction: -1"),
                     ("slip_speed: 0.5", "slip_speed: 0.5, axis: [0, 0, 0]"),
                     (", slip_speed: 0.5", ""), ("probes:", "road: {height: z}\nprobes:"),
                     ("probes:", "road: {height: x, step: [0, 1, 1]}\nprobes:"),
                     ("probes:", "road: {step: [0, 1, 0.4]}\nprobes:"),
                     ("probes:", "road: {step: [0, 1, -1]}\nprobes:"), ("probes:", "road: {normal: up}\nprobes:"),
                     ("probes:", "design: [{name: d, tyre: t, parameter: width}]\nprobes:"),
                     ("probes:", "design: [{name: d, tyre: t, parameter: at.x}]\nprobes:")):
        r = run(base.replace(old, new, 1), verb="check")
        check("refused: " + new, r.status == 2 and "accepted" in r.stderr or "cannot vary" in r.stderr, r.stderr)


in_turn(vertical, rolling, independent, edges, attacks)

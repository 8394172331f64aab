"""Static walks. From any number of load steps they come to one end, also where steps must be cut;
along the path they pass limit points of the load and of displacements, and end exactly at the load;
a driven displacement ends exactly where it is to. Gradients at their ends are exact, the same on
1, 2 and 3 ranks; a walk that is stopped goes on bit by bit.

Sources: Sze, Liu & Lo, "Popular benchmark problems for geometric nonlinear analysis of shells",
Finite Elements in Analysis and Design 40 (2004), sections 3.3 and 3.8, by section 1.8 of the
reference values. bench/static-walks.py has the same on full meshes.
"""
# timeout: 200
import math
from pathlib import Path

from helper import ROOT, check, close, gradients_agree, run
from shell_problems import ROOF, hinged_roof, load_at, roof_curve, slit_annulus


def steps(count):
    return ["time.steps=%d" % count, "time.step=%.17g" % (1 / count)]


def ends_well(name, result):
    return check(name + " ends well", result.status == 0, result.stderr)


TWISTING = """gimbal: 1
sections: {b: {type: general, stiffness: [1e5, 1e5, 1e5, 1, 100, 1]}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 10, section: b, orientation: [0, 1, 0], ends: [ground, ~]}]
loads: [{type: force, body: b.end, at: [1, 0, 0], value: [0, "0.08*t", "-8*t"]}]
probes: [{name: p, body: b.end, at: [1, 0, 0]}]
output: {every: 0}
time: {scheme: static, step: 0.05, steps: 20}
"""


def failed_steps_leave_nothing_behind():
    """A strip that buckles sideways under a load at its end: steps fail on the way, and the end is the same from any
    number of steps. Expected: the rod's equations integrated from its root by the midpoint rule in 200 steps, moments
    at the root found by shooting; 10 elements are off by less than 1e-3."""
    for count in (4, 7, 20, 33):
        r = run(TWISTING, settings=steps(count))
        if ends_well("a strip in %d steps" % count, r):
            end = r.json["probes"]["p"]["u"][-1]
            close("the strip's u_y in %d steps" % count, end[1], 0.43996, 0, 1e-3)
            close("the strip's u_z in %d steps" % count, end[2], -0.459, 0, 1e-3)
            first = first if count > 4 else end
            close("the strip's end in %d steps" % count, math.dist(end, first), 0, 0, 1e-9)


def starting_steps_do_not_matter():
    """5 steps with `retry` was a case that found halvings, then failed in the march that counts."""
    case, ends = slit_annulus(2, 16), {}
    for count, more in ((1, []), (5, []), (5, ["time.retry=8"]), (20, []), (50, []), (100, [])):
        name = "annulus from %d steps %s" % (count, " ".join(more))
        r = run(case, settings=steps(count) + more)
        if not ends_well(name, r):
            continue
        check(name + ": at most 80", r.json["steps"] <= 80, r.json["steps"])
        times = r.json["probes"]["B"]["t"]
        check(name + ": ends at 1", times[-1] == 1 and times == sorted(times), times)
        ends[name] = r.json["probes"]["B"]["u"][-1][2]
    for name, end in ends.items():
        close(name, end, next(iter(ends.values())), 1e-8)


def steps_of_the_case_stay():
    """Probes and frames at the user's load levels, whatever lies between."""
    r = run(slit_annulus(2, 16), settings=steps(4) + ["output.every=2", "time.iterations=14"])
    if ends_well("annulus from 4 steps", r):
        times = r.json["probes"]["B"]["t"]
        check("steps are cut", r.json["halvings"] > 0 and len(times) > 5, times)
        check("none is passed over", set(times) >= {0, 0.25, 0.5, 0.75, 1}, times)
        check("frames are every second one", r.json["balance"]["t"] == [0, 0.5, 1], r.json["balance"])


def roof_snaps_through():
    for ranks, n in ((1, 16), (3, 13)):
        name = "roof on %d ranks" % ranks
        r = run(hinged_roof(n), ranks, settings=steps(60))
        if not ends_well(name, r):
            continue
        check(name + ": about as many steps as asked for", 40 <= r.json["steps"] <= 90, r.json["steps"])
        check(name + ": few corrections, for guesses are on parabolas",
              r.json["newton_iterations"] <= 4 * r.json["steps"],
              (r.json["newton_iterations"], r.json["steps"]))
        curve = roof_curve(r)
        check(name + ": ends at the load", curve[-1][1] == 1, curve[-1])
        peak = max(t for w, t in curve if w < 15)
        valley = min(t for w, t in curve if 15 < w < 24)
        close(name + ": upper limit load", peak, 0.742, 0, 0.005)
        close(name + ": lower limit load", valley, 0.1729, 0, 0.005)
        for w, t in ROOF:
            close("%s: load at %g" % (name, w), load_at(curve, w), t, 0, 0.01)


def thin_roof_snaps_back():
    """Its middle comes back on the way, where a driven displacement cannot follow."""
    case = hinged_roof(8, 6.35)
    r = run(case)
    far = run(case, settings=["time.arc_length=false"])
    if not (ends_well("thin roof", r) and ends_well("thin roof by load steps", far)):
        return
    curve = roof_curve(r)
    turns = [i for i in range(1, len(curve) - 1)
             if (curve[i][0] - curve[i - 1][0]) * (curve[i + 1][0] - curve[i][0]) < 0]
    check("the deflection turns twice", len(turns) == 2, curve)
    check("the load becomes negative", min(t for _, t in curve) < -0.1, curve)
    close("the end is that of load steps", curve[-1][0], roof_curve(far)[-1][0], 1e-8)
    driven = "time.control={probe: C, direction: [0, 0, 1]}"
    back = run(case, settings=[driven, "time.arc_length=false"])
    check("a driven displacement stops there", back.status == 4, back.status)
    for part in ("turns too far", "came to t = ", "smallest step along the path", "arc_length: true"):
        check("the message has '%s'" % part, part in back.stderr, back.stderr)


def displacements_are_driven():
    case, curve = hinged_roof(8), None
    r = run(case, settings=steps(80))
    if ends_well("roof by arc length", r):
        curve = roof_curve(r)
    for ranks in (1, 2):
        to = run(case, ranks, settings=["time.control={probe: C, direction: [0, 0, -2], to: 20}"])
        if ends_well("roof driven to 20", to) and curve:
            driven = roof_curve(to)
            close("the displacement is reached", driven[-1][0], 20, 1e-12)
            check("in equal steps", len(driven) == 21 and all(
                math.isclose(b[0] - a[0], 1, rel_tol=1e-9) for a, b in zip(driven, driven[1:])))
            for w, t in driven[1:]:
                close("driven: load at %g" % w, load_at(curve, w), t, 0, 0.002)
        until = run(case, ranks, settings=["time.control={probe: C, direction: [0, 0, 1]}"])
        if ends_well("roof driven until the load", until) and curve:
            check("it ends at the load", roof_curve(until)[-1][1] == 1)
            close("and where the arc length ended", roof_curve(until)[-1][0], curve[-1][0], 1e-9)


def gradients_are_exact():
    for ranks in (1, 2):
        r = run(hinged_roof(8), ranks, "verify", options=["--steps", "1e-30"])
        if ends_well("verify by arc length", r):
            for f, found in r.json["verify"].items():
                close("%s on %d ranks" % (f, ranks), found["skin"], 0, 0, 1e-10)
    adjoint = run(hinged_roof(8), 1, "gradient")
    tangent = run(hinged_roof(8), 1, "gradient", options=["--tangent"])
    if ends_well("adjoint", adjoint) and ends_well("tangent", tangent):
        check("the march is kept", adjoint.json["steps"] == tangent.json["steps"])
        rows = tangent.json["sensitivities"]["C"]["skin"]["u"]
        check("sensitivities at all steps", len(rows) == tangent.json["steps"] + 1, len(rows))
        close("that of the end", rows[-1][2], adjoint.json["gradient"]["w"]["skin"][0], 1e-9)
        check("those on the way", all(row[2] != 0 for row in rows[1:]))


def stopped_walks_go_on():
    case = hinged_roof(8)
    for verb, options in (("run", []), ("gradient", []), ("gradient", ["--tangent"])):
        name = " ".join([verb] + options)
        whole = run(case, 1, verb, options=options)
        run(case, 1, verb, ["checkpoint.keep=true", "checkpoint.every=25"], options)
        again = run(case, 1, verb, ["checkpoint.keep=true", "checkpoint.every=25"],
                    options + ["--restart", "case.restart"])
        if ends_well(name, whole) and ends_well(name + " again", again):
            for key in ("steps", "probes", "functions", "gradient", "sensitivities"):
                check("%s: the same %s" % (name, key), whole.json.get(key) == again.json.get(key))
        for path in Path(".").glob("case.restart*"):
            path.unlink()


def linear_statics_take_one_solve():
    case = hinged_roof(8).replace("arc_length: true", "adapt: true")
    linear = ["time.scheme=linear", "time.step=0.5", "time.steps=2"]
    r = run(case, settings=linear)
    small = run(case, settings=["time.step=1e-8", "time.steps=1"])
    if ends_well("linear", r) and ends_well("small", small):
        check("one step, one factor", (r.json["steps"], r.json["factorisations"]) == (1, 1), r.json)
        close("the end is the slope of statics", r.json["probes"]["C"]["u"][-1][2],
              1e8 * small.json["probes"]["C"]["u"][-1][2], 1e-7)
    gradients_agree("linear", case, ["linear"], (1, 3), linear[1:])
    check("no adapt", run(case, settings=linear + ["time.adapt=true"]).status == 2)


STRIP = """Point(1) = {0, 0, 0}; Point(2) = {2, 0, 0}; Point(3) = {2, 0.5, 0.1}; Point(4) = {0, 0.5, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Surface(1) = {1};
Transfinite Curve {1, 3} = 5; Transfinite Curve {2, 4} = 3; Transfinite Surface {1}; Recombine Surface {1};
Physical Surface("strip") = {1}; Physical Curve("near") = {4}; Physical Curve("far") = {2};
Physical Point("corner") = {3};
"""


def area_vector():
    """Of the strip: half the product of its diagonals, whatever surface is between its straight sides."""
    (a, b, c), (d, e, f) = (2, 0.5, 0.1), (-2, 0.5, 0)
    return [(b * f - c * e) / 2, (c * d - a * f) / 2, (a * e - b * d) / 2]


def linear_statics_are_linear_in_loads():
    """Loads that turn with what they act on have no part in the operator: dead moments on shells, beams and bodies,
    following pressure and tractions. Displacements add up, and are the slope of nonlinear statics."""
    case = """gimbal: 1
mesh: strip.geo
materials: {a: {young: 1e7, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: a, width: 0.02, height: 0.03}}
shells: [{group: strip, material: a, thickness: 0.01}]
beams: [{name: b, points: [[2, 0, 0], [3, 0.5, 0.2]], elements: 2, section: s, orientation: [0, 0, 1]}]
bodies: [{name: hub, at: [2, 0, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]
links: [{body: hub, group: far}]
joints: [{type: fixed, between: [hub, b.start], at: [2, 0, 0]}]
supports: [{group: near, fix: all}]
loads:
  - {name: p, type: pressure, group: strip, value: 30, follow: true, amplitude: 1}
  - {name: m, type: moment, body: hub, value: [0.2, 0.5, 0.7], amplitude: 1}
  - {name: f, type: force, body: hub, value: [0.3, 0.5, 0.2], at: [2.1, 0.2, 0.1], follow: true, amplitude: 1}
  - {name: e, type: moment, body: b.end, value: [0.1, 0.05, -0.07], amplitude: 1}
  - {name: n, type: moment, group: corner, value: [0.2, 0.1, 0.4], amplitude: 1}
probes: [{name: tip, body: b.end, at: [3, 0.5, 0.2]}, {name: r, reaction: near}]
functions: [{name: z, type: value, value: "tip.uz + 0.3*tip.ux - tip.uy", at: end}, {name: c, type: compliance}]
design:
  - {name: t, thickness: strip, per: patch}
  - {name: p, load: p, parameter: amplitude}
  - {name: a, load: m, parameter: amplitude}
  - {name: f, load: f, parameter: at.x}
  - {name: h, section: s, parameter: height}
time: {scheme: linear, step: 1, steps: 1}
"""
    Path("strip.geo").write_text(STRIP)
    names = ("p", "m", "f", "e", "n")

    found = []

    def tip(factor, wanted=names, scheme="linear", ranks=1):
        amplitudes = ["loads[%d].amplitude=%r" % (i, factor * (n in wanted)) for i, n in enumerate(names)]
        r = run(case, ranks, settings=["time.scheme=" + scheme] + amplitudes)
        found.append(r)
        return r.json["probes"]["tip"]["u"][-1] if ends_well("%s of %s" % (scheme, wanted), r) else [math.nan] * 3

    once = tip(1.0)
    force = found[-1].json["reactions"]["r"]["force"][-1]
    pushed = area_vector()
    for k in range(3):
        close("reactions balance the loads where these are at first", force[k], -[0.3, 0.5, 0.2][k] - 30 * pushed[k],
              0, 1e-9)
    for ranks in (1, 2):
        for a, b in zip(tip(3.0, ranks=ranks), once):
            close("three times the loads on %d ranks" % ranks, a, 3 * b, 0, 1e-10 * max(map(abs, once)))
    parts = [tip(1.0, [n]) for n in names]
    for k in range(3):
        close("loads add up", sum(p[k] for p in parts), once[k], 0, 1e-10 * max(map(abs, once)))
    small = [tip(s * 1e-5, scheme="static") for s in (1, -1)]
    for k in range(3):
        close("the slope of statics", (small[0][k] - small[1][k]) / 2e-5, once[k], 0, 1e-6 * max(map(abs, once)))
    gradients_agree("linear, loads that turn", case, ["linear"], (1, 3))


def requests_are_checked():
    case = hinged_roof(2)
    for settings, verb, part in (
            (["time.control={probe: D, direction: [0, 0, 1]}"], "run", "no such probe"),
            (["time.control={probe: C}"], "run", "time.control.direction"),
            (["time.control={direction: [0, 0, 1]}"], "run", "time.control.probe"),
            (["time.control={probe: C, direction: [0, 0, 1], to: 5}"], "gradient", "no gradient"),
            (["time.adapt=true", "time.scheme=newmark"], "run", "not used by scheme newmark")):
        r = run(case, 1, verb, settings)
        check("refused: " + part, r.status == 2 and part in r.stderr, r.stderr)


ELASTICA = """gimbal: 1
materials: {m: {young: 1e6, poisson: 0.3, density: 1000}}
sections: {s: {type: rectangle, material: m, width: 1e-3, height: 1e-3}}
beams: [{name: rod, points: [[0, 0, 0], [1, 0, 0]], elements: 40, order: 2, section: s, orientation: [0, 1, 0]}]
supports: [{group: rod.start, fix: all}]
loads: [{type: force, group: rod.end, value: [0, 0, "-1e-5/12%s"]}]
probes: [{name: tip, group: rod.end}]
design: [{name: modulus, material: m, parameter: young}]
functions: [{name: end, type: end, of: tip, value: "ux + 2*uz"}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""


def loads_of_the_start_come_in_parts():
    """A dead load P L^2/(E I) = 10 that is there at t = 0 already: Mattiasson's elastica. Source: Mattiasson,
    "Numerical results from large deflection beam and frame problems analysed by means of elliptic integrals",
    International Journal for Numerical Methods in Engineering 17 (1981), table I."""
    ramp = run(ELASTICA % "*t", settings=steps(20))
    if not ends_well("a ramp", ramp):
        return
    tip = ramp.json["probes"]["tip"]["u"][-1]
    close("Mattiasson's u", tip[0], -0.55500, 0, 3e-4)
    close("Mattiasson's w", tip[2], -0.81061, 0, 3e-4)
    for ranks, more in ((1, []), (2, steps(3)), (1, steps(20) + ["time.adapt=true"]),
                        (1, steps(4) + ["time.arc_length=true"])):
        name = "a dead load on %d ranks %s" % (ranks, more)
        r = run(ELASTICA % "", ranks, settings=more)
        if ends_well(name, r):
            for a, b in zip(r.json["probes"]["tip"]["u"][-1], tip):
                close(name + " ends as the ramp", a, b, 0, 1e-8)
    thick = ["sections.s.width=0.05", "sections.s.height=0.05", "loads[0].value=[0, 0, '-5e-7/12*1e7*(1 + t)/16']"]
    verified = run(ELASTICA % "", 2, "verify", steps(3) + thick)
    if ends_well("its derivative", verified):
        close("it is exact", verified.json["verify"]["end"]["modulus"], 0, 0, 1e-10)


def parts_that_fail_leave_nothing_behind():
    """A beam, a bushing and a body under a constant moment that turns its end by 34 degrees: the first attempts end
    where the operator is singular, or with a factor of nowhere. The end is that of a ramp."""
    case = """gimbal: 1
materials: {m: {young: 1.59178e7, poisson: 0.3, density: 6.35}}
sections: {s: {type: rectangle, material: m, width: 0.004805, height: 0.0092996}}
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 4, section: s, orientation: [0, 1, 0]}]
bodies: [{name: hub, at: [1.2, 0, 0], mass: 0.1, inertia: [0.08, 0.08, 0.08, 0, 0, 0]}]
bushings: [{between: [b.end, hub], at: [1, 0, 0], stiffness: [4658.35, 4658.35, 4658.35, 30845.2, 30845.2, 30845.2]}]
supports: [{body: b.start, fix: all}]
loads: [{type: moment, body: hub, value: ["0.00122282%s", "-0.00112322%s", "0.000748088%s"]}]
probes: [{name: tip, body: hub, at: [1.2, 0, 0]}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
    ramp = run(case.replace("%s", "*t"), settings=steps(20))
    for ranks, more in ((1, []), (1, ["time.steps=5"]), (2, [])):
        r = run(case.replace("%s", ""), ranks, settings=more)
        if ends_well("a constant moment on %d ranks %s" % (ranks, more), r):
            for a, b in zip(r.json["probes"]["tip"]["u"][-1], ramp.json["probes"]["tip"]["u"][-1]):
                close("it ends as the ramp", a, b, 0, 1e-9)


parts_that_fail_leave_nothing_behind()
loads_of_the_start_come_in_parts()
failed_steps_leave_nothing_behind()
starting_steps_do_not_matter()
steps_of_the_case_stay()
roof_snaps_through()
thin_roof_snaps_back()
displacements_are_driven()
gradients_are_exact()
stopped_walks_go_on()
linear_statics_take_one_solve()
linear_statics_are_linear_in_loads()
requests_are_checked()

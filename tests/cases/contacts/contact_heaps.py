"""Contacts of many bodies with each other, whose pairs a search finds.

Claims: marbles by a pattern of names move as with one contact for each pair of them, on 1 to 4 ranks, in millimetres;
two that meet far from their first search, slowly or by half its reach in each step, rebound with the restitution of the
law's first integral and keep momentum; a heap loses energy and never gains any, with any factor; gradients agree with
complex step and with central differences of cases that are built anew, by places of the bodies too; boxes and capsules
against balls are those of single entries; what needs one surface is refused.
"""
import itertools
import re
import sys
from pathlib import Path

from common import ended, in_turn
from helper import built_anew, check, close, gradients_agree, run
from restitution import restitution

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench"))
from marbles import marbles  # noqa: E402


def same(label, one, other, relative, absolute=0.0):
    ended(label, one, other)
    for name, value in one.json["functions"].items():
        close("%s: %s" % (label, name), other.json["functions"][name], value, relative, absolute)


def paired(text, *starts):
    """The case with one entry for each pair of bodies in place of the contact `heap`: of all of them, or of those whose
    names begin with two words."""
    entry = re.search(r"  - \{name: heap, .*\}\n", text).group()
    names = re.findall(r"\{name: (\w+), (?:sphere|mass|velocity)", text)
    pairs = itertools.product(
        *([n for n in names if n.startswith(s)] for s in starts)) if starts else itertools.combinations(names, 2)
    return text.replace(entry, "".join(
            re.sub("on: [^,]*, body: [^,]*", "on: %s, body: %s" % pair, entry).replace("heap", "heap%d" % k)
            for k, pair in enumerate(pairs)))


def by_pairs():
    few = marbles(9, 5e-4, 300)
    one = run(few)
    same("as single pairs", one, run(paired(few)), 0, 1e-12)
    for ranks in (2, 3, 4):
        same("%d ranks" % ranks, one, run(few, ranks), 0, 1e-12)


def in_millimetres():
    few = marbles(9, 5e-4, 200)
    one = run(few)
    numbers = re.sub(r"at: \[(.*?)\]",
                     lambda m: "at: [%s]" % ", ".join("%.17g" % (1000 * float(x)) for x in m.group(1).split(",")), few)
    # kg, mm and s: forces are in mN, so that a stiffness in N/m is the same number of mN/mm
    for old, new in (("sphere: 0.05", "sphere: 50"), ("density: 955", "density: 9.55e-7"), ("ball: 0.05", "ball: 50"),
                     ("radius: 0.05", "radius: 50"), ("damping: 0.3", "damping: 3e-4"),
                     ("velocity: 0.05", "velocity: 50"),
                     ("-9.81]", "-9810]")):
        check("the case has " + old, old in numbers)
        numbers = numbers.replace(old, new)
    other = ended("millimetres", run(numbers))
    for name, value in one.json["functions"].items():
        close("millimetres: " + name, other.json["functions"][name] / 1000, value, 0, 1e-9)


def heap():
    """Forty marbles, whose factor leaves out what couples them."""
    text = marbles(40, 5e-4, 300).replace("output: {every: 0}", "output: {every: 1000}")
    one = run(text)
    same("forty marbles on 4 ranks", one, run(text, 4), 0, 1e-10)
    same("forty marbles, a factor for each solve", one, run(text, settings=["time.factor=each"]), 0, 1e-8)
    lost = one.json["balance"]["lost"]
    check("a heap loses energy", lost[-1] > 1 and all(b > a - 1e-6 for a, b in zip(lost, lost[1:])), lost[-1])


def approach(speed, apart, aside, step, friction=""):
    """Two marbles, of which the first flies towards the second, which rests far from its first search."""
    return """gimbal: 1
bodies:
  - {name: ball1, sphere: 0.1, density: 1000, at: [0, 0, 0], velocity: [%r, 0, 0]}
  - {name: ball2, sphere: 0.1, density: 3000, at: [%r, %r, 0]}
contacts:
  - {name: heap, surface: sphere, radius: 0.1, on: ball*, body: ball*, ball: 0.1, stiffness: 1e5, damping: 0.2%s}
probes: [{name: p1, body: ball1, at: [0, 0, 0]}, {name: p2, body: ball2, at: [%r, %r, 0]}]
time: {scheme: dirk4, step: %r, steps: %d}
output: {every: 0}
""" % (speed, apart, aside, friction, apart, aside, step, round(1.5 * apart / speed / step))


def rebound():
    """The second one moves by half the reach of a search in each step."""
    for speed, apart, step in ((1.0, 0.5, 5e-4), (100.0, 20.0, 2e-4)):
        r = ended("two marbles at %g m/s" % speed, run(approach(speed, apart, 0, step)))
        v = [r.json["probes"][p]["v"][-1][0] for p in ("p1", "p2")]
        close("restitution at %g m/s" % speed, v[1] - v[0], restitution(0.2, speed), 1e-3)
        close("momentum at %g m/s" % speed, v[0] + 3 * v[1], speed, 1e-10)


def gradients():
    few = marbles(5, 5e-4, 120) + """design:
  - {name: k, contact: heap, parameter: stiffness}
  - {name: c, contact: heap, parameter: damping}
  - {name: mu, contact: floor, parameter: friction}
"""
    gradients_agree("five marbles", few, ["galpha"])
    two = approach(1.0, 0.25, 0.05, 2e-4, ", friction: 0.3, velocity: 0.1")
    built_anew("two marbles", two + "functions: [{name: away, type: end, value: 'p2.y - p1.x'}]\ndesign:\n%s", {
        "k": ("contact: heap, parameter: stiffness", {"contacts[0].stiffness": (1e5, 1)}),
        "mu": ("contact: heap, parameter: friction", {"contacts[0].friction": (0.3, 1)}),
        "c": ("contact: heap, parameter: damping", {"contacts[0].damping": (0.2, 1)})}, 1e-5, 1)
    # surfaces and points move with the bodies' positions
    places = two + "functions: [{name: speed, type: end, value: p2.vx + p2.vy}]\ndesign:\n%s"
    built_anew("places of two marbles", places, {
        "x": ("body: ball1, parameter: at.x", {"bodies[0].at": ([0, 0, 0], [1, 0, 0])}),
        "y": ("body: ball2, parameter: at.y", {"bodies[1].at": ([0.25, 0.05, 0], [0, 1, 0])})}, 1e-6, 1)


SOLIDS = """gimbal: 1
bodies:
  - {name: brick1, mass: 1, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0, 0, 0]}
  - {name: brick2, mass: 1, inertia: [1e-3, 1e-3, 1e-3, 0, 0, 0], at: [0.3, 0, 0]}
  - {name: ball1, velocity: [0, 0, -1], mass: 0.5, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], at: [0.02, 0.01, 0.16]}
  - {name: ball2, velocity: [0, 0, -1], mass: 0.5, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], at: [0.29, -0.02, 0.17]}
  - {name: ball3, velocity: [0, 0, -1], mass: 0.5, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0], at: [0.15, 0.0, 0.16]}
contacts:
  - {name: heap, %s, on: brick*, body: ball*, ball: 0.05, stiffness: 2e4, damping: 0.3}
probes: [{name: a, body: ball1, at: [0.02, 0.01, 0.16]}, {name: b, body: brick1, at: [0, 0, 0]},
         {name: c, body: ball3, at: [0.15, 0, 0.16]}]
functions:
  - {name: a, type: end, value: a.x + 2*a.y + 3*a.z}
  - {name: b, type: end, value: b.x + 2*b.y + 3*b.z}
  - {name: c, type: end, value: c.x + 2*c.y + 3*c.z}
time: {scheme: galpha, rho: 0.5, step: 5e-4, steps: 200}
output: {every: 0}
"""


def other_surfaces():
    for label, surface in (("boxes", "surface: box, edges: [0.2, 0.15, 0.2]"),
                           ("capsules", "surface: capsule, radius: 0.1, length: 0.1, axis: [0, 1, 0]")):
        text = SOLIDS % surface
        one = run(text)
        same(label + " against balls", one, run(paired(text, "brick", "ball")), 0, 1e-11)
        apart = run(text.replace("ball: 0.05", "ball: 1e-6"))
        check(label + " touch", abs(one.json["functions"]["a"] - apart.json["functions"]["a"]) > 1e-3)


def refusals():
    few = marbles(3, 1e-3, 2)
    for label, old, new, words in (
            ("another radius", "radius: 0.05", "radius: 0.06", "one size of spheres"),
            ("points", "on: marble*", "points: [[0, 0, 0]], on: marble*", "at or points"),
            ("no such bodies", "on: marble*", "on: marbel*", "marble0"),
            ("one body alone", "on: marble*, body: marble*", "on: marble1, body: marble1*", "touch itself alone"),
            ("ground without at", "at: [0, 0, 0], axis: [0, 0, 1]", "axis: [0, 0, 1]", "without at"),
            ("its reaction", "probes:", "probes:\n  - {name: r, reaction: heap}", "the force of one surface"),
            ("petsc", "output: {every: 0}", "output: {every: 0}\nsolver: {linear: petsc}", "petsc")):
        check("the case has " + old, old in few)
        r = run(few.replace(old, new))
        check(label + " is refused", r.status in (2, 3, 4, 6) and words in r.stderr, (r.status, r.stderr))


in_turn(by_pairs, in_millimetres, heap, rebound, gradients, other_surfaces, refusals)
ended("the example", run((ROOT / "meshes/marbles.yaml").read_text(), 2, settings=["time.steps=150"]))

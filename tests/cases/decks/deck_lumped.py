"""Nastran decks have lumped masses unless PARAM,COUPMASS says otherwise; `mass: lumped` of shells and beams is the same
in YAML.

Claims: rods in a row, a membrane and a bar have the frequencies of their lumped masses in closed form, with `deck:
{mass: consistent}` those of consistent ones and with COUPMASS those of MSC, where rods have the mean of both, to 1e-11; a line says that masses are lumped, unless
nothing has any; the weight of a lumped bar bends it by the half at its end alone; a deck and the same model with `mass:
lumped` in YAML agree to 1e-12 in modes and in time, on 1 and 3 ranks; derivatives by thickness, density and node
positions are exact for all shapes of elements.
"""
import math

from common import agree, passed, refused
from helper import check, close, gradients_agree, grid, program, run

TOLD = "; masses lumped (deck: {mass: consistent} couples them)"
ROD = ("".join("GRID,%d,,%g,0.,0.\n" % (i + 1, 0.5 * i) for i in range(5)) + "SPC1,1,123456,1\nSPC1,1,23456,2,THRU,5\n"
       + "".join("CROD,%d,7,%d,%d\n" % (i, i, i + 1) for i in range(1, 5)) + "PROD,7,1,.01,0.\nMAT1,1,7.+7,,.3,%s\n")
# one plate that stretches along x alone, without Poisson's ratio
PLATE = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.,,23456\nGRID,3,,2.,1.,0.,,23456\nGRID,4,,0.,1.,0.,,123456\n"
         "CQUAD4,1,5,1,2,3,4\nPSHELL,5,1,.01,1\nMAT1,1,7.+7,,0.,2700.\n")
BAR = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,2.,0.,0.\nCBAR,1,5,1,2,0.,1.,0.\nPBAR,5,1,1.-2,2.-5,1.-5,3.-5,,,+\n"
       "+,,,,,,,,,+\n+,.8,.8\nMAT1,1,7.+7,,0.,2700.\n")
STATIC = "time: {scheme: linear, step: 1, steps: 1}\n"
MARCH = "time: {scheme: galpha, step: 0.01, steps: 20}\n"


def deck(text, keys="", verb="modes", ranks=1):
    with open("lumped.bdf", "w") as f:
        f.write(text + "ENDDATA\n")
    return run("gimbal: 1\nmesh: lumped.bdf\n" + keys + ("" if "time:" in keys else STATIC), ranks, verb)


def frequencies(r):
    return [2 * math.pi * f for f in r.json["modes"]["frequency"]] if r.json else []


def rods():
    """Springs of EA/l and masses of rho A l, of which the last one is half."""
    stiffness, mass = 7e7 * 0.01 / 0.5, 2700 * 0.01 * 0.5
    angle = [(2 * j - 1) * math.pi / 8 for j in (1, 2, 3)]
    lumped = [2 * math.sqrt(stiffness / mass) * math.sin(a / 2) for a in angle]
    coupled = [math.sqrt(6 * stiffness / mass * (1 - math.cos(a)) / (2 + math.cos(a))) for a in angle]
    mean = [math.sqrt(12 * stiffness / mass * (1 - math.cos(a)) / (5 + math.cos(a))) for a in angle]
    for more, keys, wanted, told in (("", "", lumped, 1), ("PARAM,COUPMASS,1\n", "", mean, 0),
                                     ("PARAM,COUPMASS,-1\n", "", lumped, 1),
                                     ("", "deck: {mass: consistent}\n", coupled, 0),
                                     ("PARAM,COUPMASS,1\n", "deck: {mass: lumped}\n", lumped, 1)):
        r = deck(ROD % "2700." + more, keys + "modes: {count: 3}\n")
        if check("rods %s%s" % (more, keys),
                 r.status == 0 and not r.stderr and told == program(["check", "case.yaml"]).stdout.count(TOLD),
                 r.stderr):
            for found, right in zip(frequencies(r), wanted):
                close("their frequencies", found, right, 1e-11)
    r = deck(ROD % "" + "CONM2,9,5,,2.\n", STATIC, "run")
    check("nothing to lump", r.status == 0 and TOLD not in program(["check", "case.yaml"]).stdout, r.stderr)
    refused("a word for COUPMASS", deck(ROD % "2700." + "PARAM,COUPMASS,x\n", verb="check"), 3,
            "PARAM,COUPMASS needs a number")


def membranes():
    """k = E t b / l on two grids, each with a quarter of the mass, or with a third of half of it."""
    for keys, part in (("", 1 / 4), ("deck: {mass: consistent}\n", 1 / 6)):
        if r := passed("a membrane", deck(PLATE, keys + "modes: {count: 1}\n")):
            mass = 2700 * 0.01 * 2
            close("its frequency", frequencies(r)[0], math.sqrt(7e7 * 0.01 / 2 / (2 * part * mass)), 1e-11)


def bars():
    """A bar stretches with half of its mass at its end, but for the 1e-4 in its middle; under its weight its root has m
    g l / 2."""
    weight = "GRAV,3,,10.,0.,0.,-1.\n"
    axial = "SPC1,1,23456,2\n"
    if r := passed("a bar", deck(BAR + axial, "modes: {count: 1}\n")):
        # u of the end and the middle: two springs of 8/3 EA/l ... of the element of three nodes, and the masses of both
        k, m, d = 7e7 * 1e-2 / 2 / 3, 2700 * 1e-2 * 2, 1e-4
        a, b, c = 7 * k, -8 * k, 16 * k
        one, two = m * (1 - d) / 2, m * d
        s, p = a / one + c / two, (a * c - b * b) / (one * two)
        close("it stretches", frequencies(r)[0] ** 2, 2 * p / (s + math.sqrt(s * s - 4 * p)), 1e-9)
        close("as with half of the mass at its end", frequencies(r)[0], math.sqrt(7e7 * 1e-2 / 2 / (m / 2)), 1e-4)
    if r := passed("a bar under its weight", deck(BAR + weight, "probes: [{name: tip, node: 2}]\n" + STATIC, "run")):
        EI, GA, l, d, weight = 7e7 * 1e-5, 0.8 * 7e7 / 2 * 1e-2, 2.0, 1e-4, 2700 * 1e-2 * 2 * 10.0
        bent = (1 - d) / 2 * (l ** 3 / 3 / EI + l / GA) + d * (5 * l ** 3 / 48 / EI + l / 2 / GA)
        close("it bends by the half at its end", r.json["probes"]["tip"]["u"][-1][2], -weight * bent, 1e-10)


SAME = """materials: {m: {young: 7e7, poisson: 0.0, density: 2700}}
shells: [{group: '5', material: m, thickness: 0.01%s}]
"""


def yaml():
    """The deck, and its mesh with shells and beams of the case."""
    skew = PLATE.replace("2.,1.,0.,,23456", "1.6,1.2,0.1").replace(
        "2.,0.,0.,,23456", "2.,0.,0.") + "GRID,5,,3.,.5,.2\nCTRIA3,2,5,2,5,3\nFORCE,1,5,,1.,0.,1.,2.\n"
    seen = "probes: [{name: p, node: 5}]\n"
    modes = "modes: {count: 6}\n"
    same, other = SAME % ", mass: lumped", SAME % ""
    a, b, c = deck(skew, modes), deck(skew, same + modes), deck(skew, other + modes)
    if check("modes of a deck and a case", a.status == b.status == c.status == 0, a.stderr + b.stderr + c.stderr):
        agree("the same frequencies", frequencies(a), frequencies(b), 1e-12, each=True)
        check("and not that of consistent masses",
              abs(frequencies(c)[0] - frequencies(a)[0]) > 1e-3 * frequencies(a)[0])
    a, b = deck(skew, seen + MARCH, "run", 3), deck(skew, same + seen + MARCH, "run")
    if check("marches", a.status == b.status == 0, a.stderr + b.stderr):
        agree("the same motion", *(r.json["probes"]["p"]["u"][-1] for r in (a, b)), 1e-10, 1e-13, each=True)
    passed("a lumped bar marches", deck(BAR + "FORCE,1,2,,1.,0.,1.,2.\n", MARCH, "run"))


GRADIENT = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 900, damping: {mass: 0.5}}}
shells: [{group: plate, material: m, thickness: 0.02, offset: 0.01, mass: lumped}]
beams:
  - {points: [[0, 0, 1], [1, 0, 1]], name: arm, elements: 2, section: bar, orientation: [0, 1, 0], ends: [ground, ~],
     mass: lumped}
sections: {bar: {type: rectangle, width: 0.05, height: 0.04, material: m}}
supports: [{group: left, fix: all}]
gravity: [1, 0, -9.81]
functions: [{name: e, type: energy, form: kinetic}, {name: weight, type: mass}]
design: [{name: t, thickness: plate}, {name: rho, material: m, parameter: density},
         {name: w, section: bar, parameter: width}]
time: {scheme: galpha, step: 0.002, steps: 4}
"""


def derivatives():
    for kind in ("quad4", "tri3", "tri6", "quad9"):
        grid(2, 1, kind=kind, distort=0.1).write("plate.msh")
        gradients_agree("lumped %s" % kind, GRADIENT, ("galpha",), ranks=(1, 2))


for part in (rods, membranes, bars, yaml, derivatives):
    part()

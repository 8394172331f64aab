"""TEMP, TEMPD, TEMPP1 and TEMPRB of Nastran decks heat shells, laminates and bars, which expand from TREF.

Claims: a plate, rods and bars that are free take the closed forms of free expansion, held ones those of forces, by
TEMPD alone, by TEMP of all grids or of some, with several materials of their own TREF, on 1 and 3 ranks; temperatures
that vary over the grids do what the same case with `values` does; a PSHELL of a MAT8 or MAT2 and a PCOMP of MAT8 and
MAT1, which expands from its own TREF, take closed forms of laminates; TEMPP1 bends a plate by TPRIME, also where its
elements are turned, and TEMPRB heats a bar by the mean of its ends; TEMPERATURE(LOAD) of the case control, of a subcase
or `deck: {temperature: n}` chooses the set; what is missing, doubled or not read is told with its place.
"""
# quick
from common import agree, passed, refused, same_motions
from helper import check, close
from nastran_decks import card, deck, end, probes

E, A, NU = 70e9, 23e-6, 0.3
MATERIALS = (card("MAT1", 1, E, "", NU, 2700., A, 20.) + card("MAT1", 2, 200e9, "", NU, 7800., 12e-6, 5.) +
             card("MAT1", 3, E, "", NU, 2700.))


def plate(mid=1, fix="123456", held=(1, 5, 9)):
    """Four by two shells on 2 m by 1 m, and their supports: the left edge slides."""
    text = MATERIALS + card("PSHELL", 1, mid, 0.01, mid, "", mid)
    for j in range(3):
        for i in range(5):
            text += card("GRID", 1 + i + 5 * j, "", 0.5 * i, 0.5 * j, 0.)
    for j in range(2):
        for i in range(4):
            n = 1 + i + 5 * j
            text += card("CQUAD4", 1 + i + 4 * j, 1, n, n + 1, n + 6, n + 5)
    return text + "SPC1,1,1345,1,6,11\nSPC1,1,2,1\nSPC1,1,345,5,15\n"


ALL = "".join(card("TEMP", 7, g, 80.) for g in range(1, 16))
CONTROL = "SPC = 1\nTEMPERATURE(LOAD) = 7\n"
for name, cards in (("TEMPD", "TEMPD,7,80.\n"), ("TEMP", ALL), ("TEMP over TEMPD", "TEMPD,3,1.,7,99.\n" + ALL)):
    for ranks in (1, 3):
        if r := passed("%s on %d ranks" % (name, ranks),
                       deck(plate() + cards, probes((5, 15)), control=CONTROL, ranks=ranks)):
            agree(name, end(r, 15), [2 * A * 60, A * 60, 0], 1e-9)
for control, keys in (("SPC=1\nTEMP=7\n", ""), ("SPC=1\nSUBCASE 2\nTEMP(BOTH)=7\n", ""),
                      ("SPC=1\n", "deck: {temperature: 7}\n"), ("", "")):
    if r := passed("chosen by %r %r" % (control, keys),
                   deck(plate() + "TEMPD,7,80.\n", keys + probes((15,)), control=control)):
        agree("chosen", end(r, 15), [2 * A * 60, A * 60, 0], 1e-9)
r = deck(plate() + "TEMPD,7,80.\n", probes((15,)), control="SPC=1\n")
check("named by nobody", r.status == 0 and "names no TEMPERATURE" in r.stderr and end(r, 15)[0] == 0, r.stderr)
r = deck(plate(3) + "TEMPD,7,80.\n", probes((15,)), control=CONTROL)
check("a material without A does not expand", r.status == 0 and max(map(abs, end(r, 15))) == 0, r.stderr)

# Temperatures that vary are those of `values`, by ascending grid.
varied = [20 + 3. * g + g * g for g in range(1, 16)]
r = deck(plate() + "".join(card("TEMP", 7, g + 1, t) for g, t in enumerate(varied)), probes((5, 8, 15)),
         control=CONTROL, ranks=2)
s = deck(plate(), probes((5, 8, 15)) + "materials: {MAT1 1: {young: 70e9, poisson: 0.3, density: 2700, "
         "expansion: 23e-6}}\ntemperatures: [{group: '1', value: 1, values: %s}]\n" % [t - 20 for t in varied],
         control="SPC = 1\n")
same_motions("temperatures by grids", r, s, 1e-9)

for reference, told in ((0, True), (20, False)):
    if r := passed("a temperature of the case", deck(
            plate(), probes((15,)) + "temperatures: [{group: '1', value: 80, reference: %g}]\n" % reference,
            control="SPC = 1\n")):
        agree("from its own reference", end(r, 15), [2 * A * (80 - reference), A * (80 - reference), 0], 1e-9)
        check("TREF is told of", ("material 'MAT1 1' of the deck does not expand at 20" in r.stderr) == told, r.stderr)

# A CROD and a CBAR, held at both ends, of two materials with their own TREF.
BARS = MATERIALS + "PROD,1,1,0.0001\nPBAR,2,2,0.0002,1e-08,1e-08,1e-08\n"
for k, at in enumerate((0., 1.)):
    BARS += card("GRID", 1 + k, "", at, 0., 0.) + card("GRID", 11 + k, "", at, 1., 0.)
BARS += "CROD,1,1,1,2\nCBAR,2,2,11,12,0.,0.,1.\nSPC1,1,123456,1,2,11,12\n"
if r := passed("bars", deck(BARS + "TEMPD,7,80.\n", "probes: [{name: rod, element: 1}, {name: bar, element: 2}]\n",
                            control=CONTROL, ranks=2)):
    close("a rod", r.json["sections"]["rod"]["N"][-1], -E * 1e-4 * A * 60, 1e-9)
    close("a bar", r.json["sections"]["bar"]["N"][-1], -200e9 * 2e-4 * 12e-6 * 75, 1e-9)

SHELL = "PSHELL,1,1,0.01,1,,1\n"


def directed(prop, material, temperatures="TEMPD,7,80.\n", name="", x=0.0, y=0.0):
    """A plate of another property moves at its far corner by x and y."""
    if r := passed(name, deck(plate().replace(SHELL, prop) + material + temperatures, probes((15,)), control=CONTROL,
                              ranks=2)):
        agree(name, end(r, 15), [x, y, 0], 1e-9)


A1, A2, E1, E2, NU12 = 1e-6, 25e-6, 140e9, 10e9, 0.3
MAT8 = card("MAT8", 8, E1, E2, NU12, 5e9, 5e9, 4e9, 1600., A1, A2, 10.)
G = 1 / (1 - NU12 ** 2 * E2 / E1)
PLANE = "MAT2", 8, G * E1, G * NU12 * E2, 0., G * E2, 0., 5e9, 1600., A1, A2
MAT2 = card(*PLANE, "", 10.)
ONE = "PSHELL,1,8,0.01,8,,8\n"
directed(ONE, MAT8, name="MAT8", x=2 * A1 * 70, y=A2 * 70)
directed(ONE, MAT2, name="MAT2", x=2 * A1 * 70, y=A2 * 70)
# [0/90]s expands equally: a = (f1 + f2) / (Q11 + Q22 + 2 Q12); of the PCOMP's TREF alone, 0 where it is blank
f1, f2 = G * (E1 * A1 + NU12 * E2 * A2), G * E2 * (NU12 * A1 + A2)
cross = (f1 + f2) / (G * (E1 + E2 + 2 * NU12 * E2))
for tref, rise in (("", 80), (30., 50)):
    directed(card("PCOMP", 1, "", "", "", "", tref, "", "SYM", 8, 0.002, 0., "", 8, 0.002, 90.), MAT8, name="PCOMP",
             x=2 * cross * rise, y=cross * rise)
directed("PCOMP,1,,,,,20.,,SYM\n,1,0.005,30.\n", "", name="plies of a MAT1", x=2 * A * 60, y=A * 60)

# TEMPP1 in place of grids: the strains and w = -A TPRIME x^2 / 2 of a strip whose elements are partly turned.
STRIP = MATERIALS + SHELL
for k in range(4):
    STRIP += card("GRID", 1 + k, "", 0.5 * k, 0., 0.) + card("GRID", 11 + k, "", 0.5 * k, 0.1, 0.)
for k in range(3):
    corners = (1 + k, 2 + k, 12 + k, 11 + k)
    STRIP += card("CQUAD4", 1 + k, 1, *(corners[::-1] if k == 2 else corners))
STRIP += "SPC1,1,15,1,11\nSPC1,1,2346,1\n"
HEAT = "TEMPP1,7,1,80.,30.,,,,\n,2\nTEMPP1,7,3,80.,-30.\nTEMP,7,1,5.\n"
for more in (HEAT, HEAT + "TEMPD,7,3.\n"):
    if r := passed("TEMPP1", deck(STRIP + more, probes((4,)), "time: {scheme: linear, step: 1, steps: 1}\n",
                                  control=CONTROL, ranks=2)):
        agree("TEMPP1", end(r, 4), [1.5 * A * 60, 0, -A * 30 * 1.5 ** 2 / 2], 1e-8)
if r := passed("TEMPRB", deck(BARS + "TEMPD,7,5.\nTEMPRB,7,1,60.,100.,,,,\n,,,,,,,,\n,2\n",
                              "probes: [{name: rod, element: 1}, {name: bar, element: 2}]\n", control=CONTROL,
                              ranks=2)):
    close("a rod by TEMPRB", r.json["sections"]["rod"]["N"][-1], -E * 1e-4 * A * 60, 1e-9)
    close("a bar by TEMPRB", r.json["sections"]["bar"]["N"][-1], -200e9 * 2e-4 * 12e-6 * 75, 1e-9)

GENERAL = plate().replace(SHELL, "PSHELL,1,1,0.01,2,,1\n")
for name, text, control, words in (
        ("a grid without temperature", plate() + "TEMP,7,1,80.,2,80.\n", CONTROL,
         "grid 7 has no temperature in the set 7"),
        ("two temperatures", plate() + "TEMPD,7,1.\nTEMP,7,1,80.\nTEMP,7,1,81.\n", CONTROL,
         "grid 1 has two temperatures"),
        ("no such set", plate() + "TEMPD,7,1.\n", CONTROL.replace("7", "8"), "TEMPERATURE = 8"),
        ("no number", plate() + "TEMP,7,1,hot\n", CONTROL, "TEMP 7: T"),
        ("initial temperatures", plate() + "TEMPD,7,1.\n", CONTROL + "TEMPERATURE(INITIAL) = 7\n",
         "TEMPERATURE(INITIAL)"),
        ("temperatures of solids", plate() + "TEMPD,7,1.\nTEMPP3,7,1,0.,80.\n", CONTROL, "TEMPP3"),
        ("two temperatures of an element", plate() + "TEMPP1,7,1,80.,,,,,\n,1,THRU,8\n", CONTROL,
         "element 1 has two temperatures"),
        ("no such element", plate() + "TEMPD,7,1.\nTEMPP1,7,99,80.\n", CONTROL, "element 99 is not there"),
        ("a shell by TEMPRB", plate() + "TEMPD,7,1.\nTEMPRB,7,1,80.,80.\n", CONTROL, "element 1 is no bar"),
        ("a MAT2 that distorts", plate().replace(SHELL, ONE) + card(*PLANE, 1e-6, 10.) + "TEMPD,7,80.\n", CONTROL,
         "A3 = 1e-06"),
        ("a rigid element that expands", plate() + "TEMPD,7,80.\nRBE2,99,14,123,15,1e-05\n", CONTROL,
         "RBE2: TEMPERATURE acts"),
        ("several materials", GENERAL + "TEMPD,7,80.\n", CONTROL, "PSHELL of several materials"),
        ("a sum of subcases", plate() + "TEMPD,7,80.\n",
         "SPC=1\nSUBCASE 1\nTEMP=7\nSUBCASE 2\nTEMP=7\nSUBCOM 3\nSUBSEQ 1.,1.\n",
         "a SUBCOM of subcases with TEMPERATURE")):
    refused("refused: " + name, deck(text, "deck: {subcase: 3}\n" if "SUBCOM" in control else "", control=control),
            (2, 3), words)

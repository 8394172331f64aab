"""Nastran decks that other programs accept run as they are, and messages say what is different here.

Claims: fields behind the end of a card are left out with one message for each kind of card. Neighbours with opposed normals
give the results of the deck whose elements all face one way, with pressures and offsets of the other sign.
"""
from helper import check
from nastran_decks import card, compare, deck, end, probes

E, NU = 7e10, 0.3
CORNERS = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (2, 0, 0.1), (2, 1, 0.1))
PLATE = "".join(card("GRID", k + 1, "", *map(float, x)) for k, x in enumerate(CORNERS)) + card("MAT1", 1, E, "", NU, 2700.0) + \
    card("SPC1", 1, 123456, 1, 4)
PULL = card("FORCE", 2, 5, "", 1.0, 50.0, 0.0, 1.0) + card("FORCE", 2, 6, "", 1.0, 70.0, 0.0, 3.0)
BAR = card("GRID", 1, "", 0.0, 0.0, 0.0, "", "123456") + card("GRID", 2, "", 1.0, 0.0, 0.0) + card("CBAR", 1, 5, 1, 2, 0.0, 1.0, 0.0) + \
    card("PBAR", 5, 1, 1e-3, 1e-7, 2e-7, 1e-7, *[""] * 10, 0.8, 0.8) + card("MAT1", 1, E, "", NU)


def shell(first, second, *offset):
    """Two quadrangles of a PSHELL; the second has four grids, and an offset of its own."""
    return card("CQUAD4", 1, 5, 1, 2, 3, 4, "", *offset[:1]) + card("CQUAD4", 2, second, *first, "", *offset[1:]) + \
        card("PSHELL", 5, 1, 0.01, 1, "", 1)


def same(label, texts, nodes, march="time: {scheme: linear, step: 1, steps: 1}\n", ranks=1, bound=1e-12):
    """Two decks of equal displacements. @return their runs"""
    both = [deck(t, probes(nodes), march, ranks=ranks) for t in texts]
    for r in both:
        if not check(label + " runs", r.status == 0, r.stderr):
            return both
    for node in nodes:
        compare("%s, grid %d" % (label, node), end(both[0], node), end(both[1], node), bound)
    return both


def fields_behind():
    load = card("FORCE", 2, 2, "", 1.0, 0.0, 5.0, 3.0)
    more = BAR.replace("GRID,2,,1.,0.,0.\n", "GRID,2,,1.,0.,0.\n,7\n").replace("0.,1.,0.\n", "0.,1.,0.\n,,,,,,,,\n,8.,9.\n", 1)
    more += "GRID,3,,2.,0.,0.\n,X\n"
    check("the deck has such fields", more.count("\n") == BAR.count("\n") + 5)
    r = same("fields behind the end", (more + load, BAR + load), [2])[0]
    check("cards and fields are told", "GRID 2: '7' in field 10 is behind the card's end and left out; cards of this name with such fields: 2" in r.stderr and
          "CBAR 1: '8.' in field 18 is behind" in r.stderr and r.stderr.count("behind the card's end") == 2, r.stderr)


def opposed():
    one, other = (2, 5, 6, 3), (2, 3, 6, 5)
    for march in ("linear", "static"):
        time = "time: {scheme: %s, step: 1, steps: 1}\n" % march
        for label, offsets, loads in (
                ("plain", ((), ()), ("", "")), ("offsets", ((0.01, 0.02), (0.01, -0.02)), ("", "")),
                ("pressures", ((), ()), (card("PLOAD2", 2, 9.0, 1, 2), card("PLOAD2", 2, 9.0, 1) + card("PLOAD2", 2, -9.0, 2))),
                ("corners", ((), ()), (card("PLOAD4", 2, 1, 7.0, 6.0, 5.0, 3.0) + card("PLOAD4", 2, 2, 8.0, 9.0, 10.0, 11.0), card("PLOAD4", 2, 1, 7.0, 6.0, 5.0, 3.0) + card("PLOAD4", 2, 2, -8.0, -11.0, -10.0, -9.0))),
                ("a vector", ((), ()), tuple(card("PLOAD4", 2, 2, *p, "", "", 0, 1.0, 2.0, 3.0) for p in ((8.0, 9.0, 10.0, 11.0), (8.0, 11.0, 10.0, 9.0))))):
            texts = [PLATE + PULL + shell(grids, 5, *offset) + load for grids, offset, load in zip((one, other), offsets, loads)]
            both = same("%s, %s" % (label, march), texts, [5, 6], time, ranks=1 + (march == "static"))
            check("the number is told", "1 elements (the first: 1) are reversed" in both[1].stderr and "reversed" not in both[0].stderr, both[1].stderr)
    plies = [PLATE + PULL + card("CQUAD4", 1, 5, 1, 2, 3, 4) + card("CQUAD4", 2, 6, *grids, theta) +
             card("PCOMP", 5, *[""] * 7, 1, 0.004, 0.0, "", 1, 0.006, 30.0) + card("PCOMP", 6, *[""] * 7, *stack) + card("MAT8", 1, 1e11, 1e10, NU, 5e9, 5e9, 5e9)
             for grids, theta, stack in ((one, 0.0, (1, 0.004, 0.0, "", 1, 0.006, 30.0)), (other, 90.0, (1, 0.006, -30.0, "", 1, 0.004, 0.0)))]
    flat = [t.replace("2.,0.,0.1", "2.,0.,0.").replace("2.,1.,0.1", "2.,1.,0.") for t in plies]
    same("laminates of two properties", flat, [5, 6])
    told = deck(flat[1].replace("CQUAD4,2,6,", "CQUAD4,2,5,"), probes([5]))
    check("laminates of one property keep their faces", told.status == 0 and "opposed normals: 1 and 2" in told.stderr and "reversed" not in told.stderr, told.stderr)


fields_behind()
opposed()

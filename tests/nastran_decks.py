"""Cards of Nastran in free fields, decks of them, and what their nodes do."""
from helper import run

STATIC = "time: {scheme: linear, step: 1, steps: 1}\n"


def real(x):
    """Sixteen digits in a free field."""
    return "%.16g" % x if "." in "%.16g" % x or "e" in "%.16g" % x else "%.16g." % x


def card(*fields):
    """A card in free fields, in lines of eight."""
    words = [f if isinstance(f, str) else str(f) if isinstance(f, int) else real(f) for f in fields[1:]]
    lines = [",".join(words[i:i + 8]) for i in range(0, len(words), 8)]
    return "\n,".join([fields[0] + "," + lines[0]] + lines[1:]) + "\n"


def bulk(cards):
    """Cards between blanks, without blanks of their own, one a line."""
    return "\n".join(cards.split()) + "\n"


def deck(text, keys="", march=STATIC, verb="run", ranks=1, control=""):
    with open("deck.bdf", "w") as f:
        f.write(control + "BEGIN BULK\n" + text + "PARAM,COUPMASS,1\nENDDATA\n")
    return run("gimbal: 1\nmesh: deck.bdf\n" + keys + march, ranks, verb)


def probes(nodes):
    return "probes: [%s]\n" % ", ".join("{name: n%d, node: %d}" % (n, n) for n in nodes)


def end(r, node):
    return r.json["probes"]["n%d" % node]["u"][-1]

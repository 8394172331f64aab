"""Claim: the paper's demonstrations give the same functions, gradients, probes, reactions and energies
on 1, 2, 3 and 4 ranks, to 1e-9 of the largest value of each."""
# timeout: 300

from common import ended
from helper import check, close, run
from demonstration_cases import CASES


def flat(value):
    if isinstance(value, (int, float)):
        return [value]
    return [v for part in value for v in flat(part)]


def results(r):
    """Lists of numbers by name."""
    found = {"function " + f: [v] for f, v in r["functions"].items()}
    for f, by in r["gradient"].items():
        found.update({"d %s / d %s" % (f, d): v for d, v in by.items()})
    for p, history in r["probes"].items():
        found.update({"%s of %s" % (k, p): flat(history[k]) for k in ("u", "v")})
    for j, history in r.get("joints", {}).items():
        found.update({"%s of %s" % (k, j): flat(history[k]) for k in ("force", "moment")})
    found.update({k: flat(v) for k, v in r["balance"].items()})
    return found


def march(text):
    """Four steps; a static example moves too."""
    return ["time.steps=4", "output.every=1"] + (["time.scheme=bdf2"] if "static" in text else [])


def compare(name, text, settings):
    first, worst = None, 0
    for ranks in (1, 2, 3, 4):
        r = ended("%s on %d ranks" % (name, ranks), run(text, ranks, "gradient", settings + march(text)))
        found = results(r.json)
        first = first or found
        check("%s on %d ranks gives the same things" % (name, ranks), found.keys() == first.keys())
        for key, values in found.items():
            size = max(map(abs, first[key]))
            error = max(abs(a - b) for a, b in zip(values, first[key])) / size if size else 0
            worst = max(worst, error)
            if not error <= 1e-9:
                close("%s on %d ranks: %s" % (name, ranks, key), error, 0, 0, 1e-9)
    print("%-15s %.0e" % (name, worst))
    close(name + ": largest difference", worst, 0, 0, 1e-9)


for case in CASES:
    compare(*case)

"""Each card of a deck is what it means: the same model by YAML to 1e-12, or a closed form; or it is refused or left out aloud.

Claims: `gimbal help cards` lists each card once; a card of each list is read, left out, named with its count, or refused with
file, line and the page's reason.
"""
# quick
import re
from pathlib import Path

from helper import check, program, run

MODEL = 3
PLATE = ("GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nCQUAD4,1,5,1,2,3,4\n"
         "PSHELL,5,1,.01,1\nMAT1,1,7.+10,,.3,2700.\nSPC1,1,123456,1,4\n")
TIME = "time: {scheme: bdf2, step: 1e-3, steps: 3}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def write(name, text):
    Path(name).write_text(text + "ENDDATA\n")
    return "gimbal: 1\nmesh: %s\n" % name


def page():
    """Every card on one list, and one of each list tried."""
    text = program(["help", "cards"]).stdout
    lists = {part.splitlines()[0]: re.findall(r"^\| ([A-Z0-9 ]+) \| (.*) \|$", part, re.M) for part in text.split("\n## ")[1:]}
    check("four lists", len(lists) == 4, list(lists))
    names = [name for rows in lists.values() for cards, _ in rows for name in cards.split()]
    check("each card once", len(names) == len(set(names)) > 250, sorted(n for n in set(names) if names.count(n) > 1))
    refused = lists["Refused"]
    bad = "".join("%s,1\n" % name for cards, _ in refused for name in cards.split())
    r = run(write("refused.bdf", PLATE + bad) + TIME, verb="check")
    first, lines = 9, r.stderr.splitlines()
    check("as many as there is room for are refused", r.status == MODEL and len(lines) > 20, r.stderr)
    for cards, reason in refused[:3]:
        for name in cards.split():
            wanted = "refused.bdf:%d: the card %s is not read: %s" % (first, name, reason)
            check(wanted, any(line.endswith(wanted) for line in lines), r.stderr[:600])
            first += 1
    skipped = [cards.split() for cards, _ in lists["Left out, with a line of the output"]]
    text = "".join("%s,7\n" % group[0] for group in skipped) + "%s,8\n" % skipped[0][0]
    silent = "".join("%s,7\n" % cards.split()[0] for cards, _ in lists["Left out"])
    r = run(write("skipped.bdf", PLATE + text + silent) + TIME, verb="check")
    wanted = ", ".join(["%s (2)" % skipped[0][0]] + [group[0] for group in skipped[1:]])
    check("a line counts them", r.status == 0 and r.stderr.count("\n") == 1 and r.stderr.strip().endswith(
        "skipped.bdf: cards that are left out, as `gimbal help cards` says: " + wanted), r.stderr)


page()

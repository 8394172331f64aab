"""Claims: `gimbal help` names all verbs, and there is help on each, by `help VERB` and `VERB --help`, with the options that the
verb takes; on each key of a case file, which is its chapter; on schemes, functions and exit status, as the documents have them.
What there is no help on is refused with what is near. Several ranks print it once.
"""
# quick
import re

from helper import ROOT, check, program

general = program(["help"], 2).stdout
check("once", general.count("usage: gimbal") == 1, general[:300])
verbs = re.findall(r"^  (\w+) ", general.split("verbs\n")[1].split("\noptions")[0], re.M)
verbs = [v for v in verbs if v not in ("help", "completion")]
check("verbs", {"check", "run", "gradient", "verify", "modes", "optimize", "report", "plot", "scaling"} <= set(verbs), verbs)
options = set(re.findall(r"^  (--[\w-]+)", general, re.M))
for verb in verbs:
    page = program(["help", verb])
    check("help on " + verb, page.status == 0 and page.stdout.startswith("gimbal " + verb + " "), page.stderr)
    check("%s --help" % verb, program([verb, "--help"], 2).stdout == page.stdout)
    synopsis = page.stdout.split("\n\n")[0]
    unknown = program([verb, "no-such.yaml", "--no-such-option"])
    check("%s: an option that is none" % verb, unknown.status == 2, unknown.stderr)
    for option in re.findall(r"--[\w-]+", synopsis):
        said = program([verb, "no-such.yaml", option, "1,2"] if option != "--verify" else [verb, "no-such.yaml", option]).stderr
        check("%s takes %s" % (verb, option), "means nothing" not in said and "unknown option" not in said, said)
        check("%s is in the list" % option, option in options or verb == "scaling", options)

reference = (ROOT / "docs" / "case-file.md").read_text()
for key, title in (("joints", "Bodies and joints"), ("time", "Time"), ("materials", "Model"), ("output", "Output")):
    page = program(["help", key])
    check("the chapter of " + key, page.status == 0 and page.stdout.strip() in reference, page.stdout[:200] + page.stderr)
    check("its title", title in page.stdout, page.stdout[:200])
schemes, functions, status = (program(["help", name]).stdout for name in ("schemes", "functions", "status"))
check("schemes", "galpha" in schemes and schemes.split("\n", 1)[1].strip() in reference, schemes)
check("functions", "induced" in functions and functions.split("functions: [{type: ..., form: ...}]\n")[1].strip() in reference, functions)
guide = (ROOT / "docs" / "guide.md").read_text()
documented = re.findall(r"^\| (\d+) \| ", guide.split("## Exit status")[1], re.M)
check("exit statuses are those of the guide", re.findall(r"^(\d+) ", status, re.M) == documented, status)
r = program(["help", "schems"], 2)
check("what there is no help on", r.status == 2 and "did you mean schemes" in r.stderr and r.stderr.count("gimbal:") == 1, r.stderr)
topics = r.stderr.split("accepted: ")[1].split(" [")[0].split(", ")
check("all topics, each once", len(set(topics)) == len(topics) and set(verbs) | {"keywords", "schemes", "joints"} <= set(topics), topics)
check("there is help on each topic", not [name for name in topics if program(["help", name]).status != 0], topics)
for shell in ("bash", "fish"):
    check(shell + " completes topics", " ".join(topics) in program(["completion", shell]).stdout)

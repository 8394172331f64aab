"""Claims: `gimbal help` names all verbs, and there is help on each, by `help VERB` and `VERB --help`, with the options
that the verb takes; on each key of a case file, which is its chapter; on schemes, functions and exit status, as the
documents have them. What there is no help on is refused with what is near. Several ranks print it once. For these, the
version and what is refused, neither MPI nor a thread of OpenBLAS starts.
"""
# quick
import os
import re
import subprocess
from pathlib import Path

from helper import GIMBAL, ROOT, check, program

general = program(["help"], 2).stdout
check("once", general.count("usage: gimbal") == 1, general[:300])
verbs = re.findall(r"^  (\w+) ", general.split("verbs\n")[1].split("\noptions")[0], re.M)
verbs = [v for v in verbs if v not in ("help", "completion")]
check("verbs", {"check", "run", "gradient", "verify", "modes", "optimize", "report", "plot", "scaling"} <= set(verbs),
      verbs)
options = set(re.findall(r"^  (--[\w-]+)", general, re.M))
for verb in verbs:
    page = program(["help", verb])
    check("help on " + verb, page.status == 0 and page.stdout.startswith("gimbal " + verb + " "), page.stderr)
    check("%s --help" % verb, program([verb, "--help"], 2).stdout == page.stdout)
    synopsis = page.stdout.split("\n\n")[0]
    unknown = program([verb, "no-such.yaml", "--no-such-option"])
    check("%s: an option that is none" % verb, unknown.status == 2, unknown.stderr)
    for option in re.findall(r"--[\w-]+", synopsis):
        said = program([verb, "no-such.yaml", option, "1,2"] if option != "--verify"
                       else [verb, "no-such.yaml", option]).stderr
        check("%s takes %s" % (verb, option), "means nothing" not in said and "unknown option" not in said, said)
        check("%s is in the list" % option, option in options or verb == "scaling", options)

reference = (ROOT / "docs" / "case-file.md").read_text()
for key, title in (("joints", "Bodies and joints"), ("time", "Time"), ("materials", "Model"), ("output", "Output")):
    page = program(["help", key])
    check("the chapter of " + key, page.status == 0 and page.stdout.strip() in reference,
          page.stdout[:200] + page.stderr)
    check("its title", title in page.stdout, page.stdout[:200])
schemes, functions, status = (program(["help", name]).stdout for name in ("schemes", "functions", "status"))
check("schemes", "galpha" in schemes and schemes.split("\n", 1)[1].strip() in reference, schemes)
check("functions", "induced" in functions and functions.split("functions: [{type: ..., form: ...}]\n")[
    1].strip() in reference, functions)
guide = (ROOT / "docs" / "guide.md").read_text()
documented = re.findall(r"^\| (\d+) \| ", guide.split("## Exit status")[1], re.M)
check("exit statuses are those of the guide", re.findall(r"^(\d+) ", status, re.M) == documented, status)
r = program(["help", "schems"], 2)
check("what there is no help on", r.status == 2 and "did you mean schemes" in r.stderr
      and r.stderr.count("gimbal:") == 1, r.stderr)
topics = r.stderr.split("accepted: ")[1].split(" [")[0].split(", ")
check("all topics, each once", len(set(topics)) == len(topics)
      and set(verbs) | {"keywords", "schemes", "joints"} <= set(topics), topics)
check("there is help on each topic", not [name for name in topics if program(["help", name]).status != 0], topics)
for shell in ("bash", "fish"):
    check(shell + " completes topics", " ".join(topics) in program(["completion", shell]).stdout)


def alone(words, ranks=1, **variables):
    return subprocess.run([str(ROOT / "tools" / "mpirun.sh"), str(ranks), GIMBAL, *words], stdin=subprocess.DEVNULL,
                          text=True, capture_output=True, env=dict(os.environ, **variables))


# MPI, which has no such component, does not start, nor does a thread of OpenBLAS, and few libraries are loaded.
check("MPI cannot start", "requested component" in alone(["check", "no-such.yaml"], OMPI_MCA_coll="none").stderr)
for words in (["--version"], ["help"], ["help", "case"], ["check", "--help"], ["completion", "zsh"]):
    expected = alone(words).stdout
    for ranks in (1, 2):
        r = alone(words, ranks, OMPI_MCA_coll="none")
        check("%s without MPI on %d" % (words, ranks), r.returncode == 0 and r.stdout == expected and not r.stderr,
              r.stderr)
for words in ([], ["chek"], ["check"], ["help", "schems"], ["check", "no-such.yaml", "--bogus"],
              ["check", "no-such.yaml", "--march"]):
    r = alone(words, OMPI_MCA_coll="none")
    check("%s refused without MPI" % words, r.returncode == 2 and r.stderr.count("\n") == 1 and "gimbal:" in r.stderr,
          r.stderr)
os.sched_setaffinity(0, range(os.cpu_count()))
p = subprocess.Popen([GIMBAL, "help", "case"], stdout=subprocess.PIPE,
                     env={k: v for k, v in os.environ.items() if k not in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")})
p.stdout.read(1)  # the rest waits for room in the pipe
check("one thread", len(os.listdir("/proc/%d/task" % p.pid)) == 1)
check("on all processors", os.sched_getaffinity(p.pid) == os.sched_getaffinity(0))
check("none of libraries for files of the web", "libcurl" not in Path("/proc/%d/maps" % p.pid).read_text())
p.communicate()

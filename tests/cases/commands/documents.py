"""The documents are true: docs/case-file.md, docs/cards.md and docs/keywords.md are what `gimbal help` prints; each key
has one chapter of the first; every case in a document runs without a warning; the README's case is the file that it
names, with the output that it shows; links and paths of files lead somewhere; equation numbers are unique and those
that sources cite are there; each section of measurements names the test or benchmark that shows it; the glossary is in
alphabetical order.
"""
# quick
import re
import shutil
from pathlib import Path

from helper import ROOT, check, close, program

DOCS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
TEXT = {d.name: d.read_text() for d in DOCS}


def blocks(name, kind):
    return re.findall(r"```%s\n(.*?)```" % kind, TEXT[name], re.S)


# ---- the page of the case file -------------------------------------------------------------------

for topic, page in (("case", "case-file.md"), ("cards", "cards.md"), ("keywords", "keywords.md"),
                    ("errors", "errors.md")):
    printed = program(["help", topic])
    check("help " + topic, printed.status == 0, printed.stderr)
    check("docs/%s is the page of `gimbal help %s`" % (page, topic), TEXT[page] == printed.stdout,
          "make it anew: build/gimbal help %s > docs/%s" % (topic, page))
Path("unknown.yaml").write_text("gimbal: 1\nkeys_of_no_case: 1\n")
keys = program(["check", "unknown.yaml"]).stderr.split("unknown key (found keys_of_no_case); accepted: ")[
    1].split(" [")[0].split(", ")
check("there are keys", len(keys) > 10, keys)
for key in keys:
    rows = re.findall(r"^\| `%s` \|" % key, TEXT["case-file.md"], re.M)
    check("the key %s has one chapter" % key, len(rows) == 1, rows)

# ---- cases ---------------------------------------------------------------------------------------

for file in ROOT.glob("meshes/*.geo"):
    shutil.copy(file, file.name)
chapters = TEXT["case-file.md"].split("\n## ")
for chapter in chapters[1:]:
    if "| key |" in chapter:
        check("an example in the chapter " + chapter.splitlines()[0], "```yaml\ngimbal: 1" in chapter)
for name in TEXT:
    for i, text in enumerate(blocks(name, "yaml")):
        if not text.startswith("gimbal: 1") or name == "tutorial.md":  # that one has a test of its own
            continue
        case = "%s-%d.yaml" % (name[:-3], i)
        Path(case).write_text(text)
        r = program(["gradient" if "\ndesign:" in text else "run", case, "--quiet"])
        check("%s, case %d runs" % (name, i), r.status == 0 and not r.stderr, r.stderr)

case = (ROOT / "meshes" / "first-case.yaml").read_text()
check("the README's case is meshes/first-case.yaml", [case.split("\n", 1)[1]] == blocks("README.md", "yaml"))
r = program(["gradient", "README-0.yaml"])
number = r"-?\d\.\d+e[+-]\d+"
for line in blocks("README.md", "text")[0].splitlines():
    words = re.sub(number, "NUMBER", line)
    same = [found for found in r.stdout.splitlines() if re.sub(number, "NUMBER", found) == words]
    if check("the README's output: " + line, same, r.stdout):
        for a, b in zip(re.findall(number, same[0]), re.findall(number, line)):
            close("the README's output: " + line, float(a), float(b), 1e-8)

check("the README is one screen", len(TEXT["README.md"].splitlines()) <= 60)

# ---- links, paths, numbers -----------------------------------------------------------------------

FOLDERS = "src|elements|constitutive|integrators|functions|tests|meshes|bench|tools|docs"
for document in DOCS:
    text = TEXT[document.name]
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        check("%s: the link %s" % (document.name, target), (document.parent / target).exists())
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", text):
        titles = re.findall(r"^#+ (.*)", TEXT[target or document.name], re.M)
        titles = [re.sub(r"[^\w -]", "", t.lower()).replace(" ", "-") for t in titles]
        check("%s: the title #%s" % (document.name, anchor), anchor in titles, titles)
    if document.name in ("CHANGELOG.md", "tutorial.md"):  # of the past, and of files to be written
        continue
    for path in set(re.findall(r"(?<![\w/.-])(?:%s)/[\w./-]*\w" % FOLDERS, text)):
        check("%s: the file %s" % (document.name, path), (ROOT / path).exists() or "NAME" in path)

defined = re.findall(r"^(?:    .*|\|.*\| )\((\d+\.\d+)\)[,.]?(?: \|)?$", TEXT["theory.md"], re.M)
check("there are equations", len(defined) > 80, len(defined))
for number in sorted({n for n in defined if defined.count(n) > 1}):
    check("the equation (%s) is one" % number, False)
for file in [f for folder in FOLDERS.split("|")[:5] for f in (ROOT / folder).rglob("*.[ch]")]:
    for number in re.findall(r"\(([1-9]\d?\.\d{1,2})\)", " ".join(re.findall(r"^ *//.*", file.read_text(), re.M))):
        check("%s cites (%s)" % (file.relative_to(ROOT), number), number in defined)

# ---- claims --------------------------------------------------------------------------------------

for name in ("verification.md", "demonstrations.md"):
    for section in TEXT[name].split("\n## ")[1:]:
        check("%s: a test or benchmark of the section %s" % (name, section.splitlines()[0]),
              re.search(r"(tests/cases|tests/unit|bench)/\w+", section))
policy = {}
for names, values in re.findall(r"^  \| (`[^|]*) \| ([^|]*) \|", TEXT["decisions.md"], re.M):
    policy.update(zip(re.findall(r"`(\w+)`", names), map(float, values.split(", "))))
source = (ROOT / "src" / "solve" / "contraction.c").read_text()
source = source[source.index("gb_convergence = {"):source.index("void gb_contraction_add")]
check("docs/decisions.md has the numbers of the solver's policy",
      policy == {k: float(v) for k, v in re.findall(r"\.(\w+) = ([\de.-]+)", source)}, (policy, source))
words = [w.lower() for w in re.findall(r"^\| \**([^|*]+?)\** \|", TEXT["glossary.md"], re.M)
         if w not in ("word", "---")]
check("the glossary is in alphabetical order", words == sorted(words) and len(words) > 20,
      [pair for pair in zip(words, sorted(words)) if pair[0] != pair[1]][:1])

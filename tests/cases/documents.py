"""The documents are true: docs/case-file.md is what `gimbal help case` prints, the README's example
is the file that it names, links between documents lead somewhere.
"""
# quick
import re

from helper import ROOT, check, program

printed = program(["help", "case"])
check("help case", printed.status == 0, printed.stderr)
page = (ROOT / "docs" / "case-file.md").read_text()
check("docs/case-file.md is the page of `gimbal help case`", page == printed.stdout,
      "make it anew: build/gimbal help case > docs/case-file.md")

readme = (ROOT / "README.md").read_text()
example = re.search(r"\n\n((?:    .*\n)*?    gimbal: 1\n(?:    .*\n)*)", readme).group(1)
example = [line[4:] for line in example.splitlines()]
case = (ROOT / "meshes" / "plate-run.yaml").read_text().splitlines()
case = [re.sub(" +#.*", "", line) for line in case if not line.startswith("#")]
check("the README's example is meshes/plate-run.yaml", example == case,
      "\n".join(set(example) ^ set(case)))

for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
        check("%s: the link %s" % (document.name, target), (document.parent / target).exists())

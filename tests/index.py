#!/usr/bin/env python3
"""Print the index of the case tests: for each topic its tests with their first sentences."""
import ast
import re
import textwrap
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"


def first_sentence(path):
    text = " ".join(ast.get_docstring(ast.parse(path.read_text())).split())
    text = re.sub(r"^Claims?(, of [^:]*)?: ", "", text)
    return text[:1].upper() + re.split(r"(?<=[.;]) (?=[A-Z])", text)[0][1:].rstrip(".;:") + "."


def index():
    lines = ["# Tests by whole cases", "",
             "`make test search=joints/` runs the tests of one topic."]
    for topic in sorted(path for path in CASES.iterdir() if path.is_dir()):
        lines += ["", "## %s" % topic.name.capitalize(), ""]
        for path in sorted(topic.glob("*.py")):
            entry = "- [%s](%s/%s.py): %s" % (path.stem, topic.name, path.stem, first_sentence(path))
            lines += textwrap.wrap(entry, 120, subsequent_indent="  ", break_long_words=False)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(index(), end="")

#!/usr/bin/env python3
"""Whether the sources keep the rules of the house: who may include whom, how large things may grow.

usage: tools/check_house.py [--diagram | --structs]

- Folders include and call only folders that MAY grants them, all of them further down in the tree of docs/design.md.
- Rooms, the folders within a folder, include and call only rooms further down in that tree.
- No folder has more than UNITS files; NAME.c and NAME.h are one.
- Within a folder no files include each other in a circle (NAME.c and NAME.h are one).
- No struct has more than STRUCT members beside functions (an interface is a list of these). Members of structs that it
  contains by value count; an array, a pointer or a GB_LIST_OF is one. Structs of constant TABLES are exempt, and at most
  EXCEPTIONS in tools/large_structs.txt, with their size, which must not grow, and a reason. --structs prints all that
  are too large.
- No function takes more than ARGUMENTS arguments; kernels in elements/ and constitutive/ and what has
  the arguments of BLAS, LAPACK and IPOPT are exempt.
- No file has more than FILE lines, no function more than LINES.
- Within a folder the functions of no files call each other in a circle.
- No two types have the same name.
- A function that one file alone calls is static there.
- No comment begins with one of the words OPENINGS, which leave its subject out.
- Each defect of tests/mutations finds its lines in the sources, once.
Exit status 1 and one line for each breach; --diagram prints the arrows between folders.
"""
import re
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True  # of tests/mutate, which is read here
ROOT = Path(__file__).resolve().parents[1]
STRUCT, EXCEPTIONS, ARGUMENTS, FILE, LINES, UNITS = 20, 3, 7, 600, 60, 25
LIKE_BLAS = ('src/modes/fortran', 'src/optimize/fortran', 'dsytrf_', 'dgemm_', 'call_solve',
             'src/optimize/plugin/ipopt', 'src/solve/plugin/petsc')

# Structs of constants: the tables of a reference element, and a verb of the command line.
TABLES = ("gb_shell_table", "gb_verb")

# Words with which a comment must not begin: a sentence names its subject.
OPENINGS = re.compile(r"(Of|That of|Those of|What|Likewise|By)\b")

# Who each folder may include, all of them further down.
MAY = {
    "base": "",
    "mesh": "base",
    "functions": "base",
    "constitutive": "base",
    "elements": "base mesh constitutive functions",
    "problem": "base mesh constitutive elements",
    "model": "base mesh problem constitutive elements",
    "solve": "base",
    "restart": "base solve",
    "integrators": "base solve restart",
    "system": "base mesh problem constitutive elements model functions solve restart integrators",
    "engine": "base mesh problem elements model functions solve restart integrators system",
    "modes": "base mesh problem elements model solve restart integrators system engine",
    "output": "base mesh",
    "optimize": "base",
    "deck": "base mesh problem constitutive elements",
    "nastran": "base mesh problem constitutive elements deck",
    "abaqus": "base mesh problem elements deck",
    "gmsh": "base mesh deck",
    "case": "base mesh problem elements optimize deck",
    "monitor": "base mesh problem constitutive elements model output restart engine",
    "session": "base mesh problem elements model integrators case deck monitor engine modes",
    "library": "base include problem model output monitor engine modes case deck session",
    "include": "",
    "command": "base mesh problem elements model output case deck monitor engine restart modes "
               "optimize session",
    "picture": "base mesh problem elements model output monitor engine session command",
    "verbs": "base mesh problem elements model output case deck monitor engine restart modes optimize "
             "session command picture",
    "main": "base command verbs",
}

def folder(path):
    parts = path.relative_to(ROOT).parts
    if parts[0] != "src":
        return parts[0]
    return parts[1] if len(parts) > 2 else "main"


def room(path):
    """Where a source lies within its folder; ".": in the folder itself."""
    return "/".join(path.relative_to(ROOT).parent.parts[2 if path.is_relative_to(ROOT / "src") else 1:]) or "."


def storeys():
    """Folders of the tree in docs/design.md from the highest to the lowest, each with its rooms in this order. The files
    of the folder itself are above its rooms, or where the tree has a line ".": below the rooms before it."""
    tree = re.search(r"^```text\n(src/ .*?)^```$", (ROOT / "docs" / "design.md").read_text(), re.M | re.S).group(1)
    folders, rooms = {}, None
    for line in tree.splitlines():
        if line.startswith(" " * 8):  # the text of the line before it
            continue
        name = line.split()[0].rstrip("/")
        if line.startswith(" "):
            rooms.append(name)
        else:
            rooms = folders.setdefault("main" if name == "src" else name.removeprefix("src/"), [])
    return {name: rooms if "." in rooms else [".", *rooms] for name, rooms in folders.items()}


def may_know(path, other, floors):
    """Why a source must not use another; nothing where it may. The folders and rooms are those of `floors`."""
    here, there, order = folder(path), folder(other), floors.get(folder(path), [])
    if here != there:
        return None if there in MAY[here].split() else "%s may not know %s" % (here, there)
    if room(path) not in order:
        return "docs/design.md has no room %s of %s" % (room(path), here)
    if room(other) in order and order.index(room(other)) < order.index(room(path)):
        return "%s/%s may not know %s/%s" % (here, room(path), here, room(other))
    return None


def sources():
    for top in ("src", "elements", "constitutive", "integrators", "functions"):
        yield from sorted(p for p in (ROOT / top).rglob("*.[ch]"))


def texts():
    """Of all that may call a function."""
    callers = (p for top in ("include", "tests", "bench") for p in (ROOT / top).rglob("*.[ch]"))
    return {path: path.read_text() for path in (*sources(), *callers)}


def included(path):
    for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
        for place in (ROOT / "src", ROOT / "include", ROOT):
            if (place / name).exists():
                yield place / name


def unit(path):
    """NAME.c, NAME.h and NAME.inc.h are one."""
    return str(path.relative_to(ROOT)).split(".")[0]


def circles(edges):
    """Sets of more than one unit that reach each other (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in edges.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while not part or part[-1] != v:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for v in sorted(edges):
        if v not in index:
            visit(v)
    return found


def bare(text):
    """The text without comments, strings and lines of the preprocessor."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', "0", text)
    return re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)


def pieces(text, separator):
    """Split at a separator outside of all brackets."""
    depth, start, out = 0, 0, []
    for i, c in enumerate(text):
        depth += c in "([{"
        depth -= c in ")]}"
        if c == separator and depth == 0:
            out.append(text[start:i])
            start = i + 1
    return out + [text[start:]]


def closing(text, start):
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for i in range(start, len(text)):
        depth += text[i] in "([{"
        depth -= text[i] in ")]}"
        if depth == 0:
            return i
    return len(text)


FUNCTION = re.compile(r"\(\*\w+\)\(")


def leaves(body, size):
    """Leaf members of a struct's body: members of structs that it contains by value count, of unions the largest.
    Arrays, pointers and lists (GB_LIST_OF) are one each, functions are none. size: gives the leaves of a type."""
    counts = []
    for member in pieces(re.sub(r"\bGB_LIST_OF\([^()]*\)", "int", body), ";"):
        if not member.strip() or FUNCTION.search(member):
            continue
        inner = re.match(r"[^{]*\b(struct|union)\b[^{]*\{", member)
        if inner:
            end = closing(member, inner.end() - 1)
            own = leaves(member[inner.end():end], size)
            each, names = max(own, default=0) if inner.group(1) == "union" else sum(own), member[end + 1:]
        else:
            found = re.match(r"\s*(?:(?:const|unsigned|struct|union|enum)\s+)*(\w+)(.*)", member, re.S)
            each, names = None, found.group(2)
        for name in pieces(names, ","):
            single = re.search(r"[*[]", name)
            counts.append(1 if single else size(found.group(1)) if each is None else each)
    return counts


def structs(texts):
    """File, name and number of leaf members of each struct type."""
    shared, own = {}, {}
    for path, text in texts.items():
        text = bare(text)
        for found in re.finditer(r"\b(?:struct|union)\s+(\w+)\s*\{", text):
            body = found.group(0).startswith("union"), text[found.end():closing(text, found.end() - 1)]
            (shared if found.group(1).startswith("gb_") else own.setdefault(path, {}))[found.group(1)] = body

    def size(types, name, known):
        """Count the leaves of a type; the counts that are known are kept in `known`."""
        if name not in types:
            return 1
        if name not in known:
            union, body = types[name]
            counts = leaves(body, lambda other: size(types, other, known))
            known[name] = max(counts, default=0) if union else sum(counts)
        return known[name]

    for path, text in texts.items():
        types, known = {**shared, **own.get(path, {})}, {}
        for name in re.findall(r"\bstruct\s+(\w+)\s*\{", bare(text)):
            yield path, name, size(types, name, known)


def functions(text):
    """Names and counts of arguments, of what is declared or defined outside of functions."""
    i = 0
    for found in re.finditer(r"^[a-z][\w \*]*?\b(\w+)\(", text, re.M):
        if found.start() < i:
            continue
        end = closing(text, found.end() - 1)
        after = text[end + 1:end + 3].strip()
        arguments = text[found.end():end]
        if "return" not in found.group(0) and (after.startswith(("{", ";"))):
            yield found.group(1), len(pieces(arguments, ",")) if arguments.strip() != "void" else 0
        if after.startswith("{"):
            i = closing(text, text.index("{", end))


def long_functions(text):
    """Names and lines of functions that are longer than LINES."""
    for found in re.finditer(r"^[a-z][^;{}=#]*?\b(\w+)\([^;{}]*\)\s*\{\n(?:.*\n)*?\}$", text, re.M):
        lines = found.group(0).count("\n") + 1
        if lines > LINES:
            yield found.group(1), lines


def lonely(texts):
    """File and name of each exported function that nothing but its own file calls: elsewhere, tests and benchmarks
    included, its name stands once, where it is declared."""
    counts = {path: Counter(re.findall(r"\bgb_\w+", re.sub(r"//[^\n]*", "", text))) for path, text in texts.items()}
    total = sum(counts.values(), Counter())
    for path in texts:
        for name in re.findall(r"^(?!static)[a-z][^;{}=#()]*?\b(gb_\w+)\([^;{}]*\)\s*\{$", texts[path], re.M):
            if path.suffix == ".c" and total[name] - counts[path][name] <= 1:
                yield path, name


def types_used_twice(texts):
    """Names of struct, union and enum types that more than one file defines, with these files."""
    places = {}
    for path in texts:
        for name in re.findall(r"\b(?:struct|union|enum)\s+(gb_\w+)\s*\{", bare(texts[path])):
            places.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return {name: files for name, files in places.items() if len(files) > 1}


def calls(texts):
    """File, file and name of each call of an exported function that another file defines."""
    home = {}
    for path in texts:
        for name in re.findall(r"^(?!static)[a-z][^;{}=#()]*?\b(gb_\w+)\([^;{}]*\)\s*\{$", texts[path], re.M):
            home[name] = path
    for path in texts:
        if path.suffix == ".h" and ".inc" not in path.suffixes:
            continue
        for name in set(re.findall(r"\b(gb_\w+)\s*\(", bare(texts[path]))):
            if unit(home.get(name, path)) != unit(path):
                yield path, home[name], name


def openings(text):
    """Line numbers of comments whose first word leaves the subject out."""
    before = False
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*///?(?!<)\s?(.*)", line)
        behind = found or re.search(r"///<\s*(.*)", line)
        if behind and not (found and before) and OPENINGS.match(behind.group(1)):
            yield number
        before = bool(found)


def stale_defects():
    """Defects whose lines are not in the sources once, as tests/mutate applies them."""
    sys.path.append(str(ROOT / "tests"))
    from mutate_module import mutate
    for path in sorted((ROOT / "tests" / "mutations").glob("*.txt")):
        for defect in mutate.defects_of(path.read_text()):
            for name, hunks in defect.changes.items():
                text = (ROOT / name).read_text() if (ROOT / name).exists() else ""
                for old, _ in hunks:
                    count = text.count("".join(line + "\n" for line in old))
                    if count != 1:
                        yield defect.name, name, count


def main():
    breaches, arrows, within, called, floors = [], {}, {}, {}, storeys()
    for here, there in ((here, there) for here in MAY for there in MAY[here].split()):
        if list(floors).index(here) > list(floors).index(there):
            breaches.append("docs/design.md: %s is below %s, which it may know" % (here, there))
    for path in sources():
        here, name = folder(path), path.relative_to(ROOT)
        for other in included(path):
            if here == folder(other):
                within.setdefault(here, {}).setdefault(unit(path), set()).add(unit(other))
            else:
                arrows.setdefault(here, set()).add(folder(other))
            if breach := may_know(path, other, floors):
                breaches.append("%s includes %s: %s" % (name, other.relative_to(ROOT), breach))
        lines = path.read_text().count("\n")
        if lines > FILE:
            breaches.append("%s: %d lines (%d)" % (name, lines, FILE))
        text = bare(path.read_text())
        for function, lines in long_functions(path.read_text()):
            breaches.append("%s: %s has %d lines (%d)" % (name, function, lines, LINES))
        if here not in ("elements", "constitutive"):
            for function, count in functions(text):
                if count > ARGUMENTS and not (unit(path) in LIKE_BLAS or function in LIKE_BLAS):
                    breaches.append("%s: %s takes %d arguments (%d)"
                                    % (name, function, count, ARGUMENTS))
    for place, count in sorted(Counter(str(Path(u).parent) for u in {unit(path) for path in sources()}).items()):
        if count > UNITS:
            breaches.append("%s: %d files (%d)" % (place, count, UNITS))
    for here, edges in sorted(within.items()):
        for circle in circles(edges):
            breaches.append("%s: a circle of includes: %s" % (here, ", ".join(circle)))
    own = {path: path.read_text() for path in sources()}
    for path, other, function in calls(own):
        if breach := may_know(path, other, floors):
            breaches.append("%s calls %s of %s: %s" % (path.relative_to(ROOT), function, other.relative_to(ROOT), breach))
        if folder(path) == folder(other):
            called.setdefault(folder(path), {}).setdefault(unit(path), set()).add(unit(other))
    for here, edges in sorted(called.items()):
        for circle in circles(edges):
            breaches.append("%s: a circle of calls: %s" % (here, ", ".join(circle)))
    for name, files in sorted(types_used_twice(own).items()):
        breaches.append("type %s: defined in %s" % (name, " and ".join(files)))
    large = {(str(path.relative_to(ROOT)), name): count for path, name, count in structs(own)
             if count > STRUCT and name not in TABLES}
    known = {}
    for line in (ROOT / "tools" / "large_structs.txt").read_text().splitlines():
        path, name, count, *reason = line.split(None, 3)
        known[path, name] = int(count)
        if not reason:
            breaches.append("tools/large_structs.txt: %s has no reason" % name)
    if len(known) > EXCEPTIONS:
        breaches.append("tools/large_structs.txt: %d exceptions (%d)" % (len(known), EXCEPTIONS))
    for (path, name), count in large.items():
        if count > known.get((path, name), STRUCT):
            breaches.append("%s: struct %s has %d members, with those of structs in it (%d)"
                            % (path, name, count, known.get((path, name), STRUCT)))
    for path, name in known.keys() - large.keys():
        breaches.append("%s: struct %s is not large: take it from tools/large_structs.txt" % (path, name))
    if "--structs" in sys.argv:
        for (path, name), count in sorted(large.items()):
            print(path, name, count)
        return 0
    for path, text in own.items():
        for number in openings(text):
            breaches.append("%s:%d: a comment without a subject" % (path.relative_to(ROOT), number))
    for path, function in lonely(texts()):
        breaches.append("%s: %s is called here alone: it is static, or nothing" % (path.relative_to(ROOT), function))
    for defect, name, count in stale_defects():
        breaches.append("defect %s: %s has %s places like that" % (defect, name, count or "no"))
    if "--diagram" in sys.argv:
        for here in MAY:
            print("%-12s -> %s" % (here, " ".join(sorted(arrows.get(here, ())))))
    for breach in sorted(set(breaches)):
        print(breach)
    return 1 if breaches else 0


sys.exit(main())

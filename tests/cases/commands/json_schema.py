"""Claims: what every verb writes by --json is as docs/run.schema.json says, of models with all that there is (bodies,
joints, reactions, sections, kinks, lists over time, tangents), and the schema refuses what is not: a key that is
missing, unknown or of another type. `gimbal --version` names compiler, libraries and the schema's number, which the
files have.
"""
# quick
# memcheck
import copy
import json
import re

from helper import ROOT, check, example, grid, program, run

SCHEMA = json.loads((ROOT / "docs" / "run.schema.json").read_text())
KINDS = {"number": (int, float), "integer": int, "string": str, "object": dict, "array": list, "null": type(None)}
KNOWN = {"type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
         "enum", "const", "anyOf", "oneOf", "$ref", "description", "$schema", "title", "$defs"}


def wrong(value, schema, where="$"):
    """What of a value is not as a schema says, in words; "": nothing. Source: JSON Schema 2020-12."""
    assert not set(schema) - KNOWN, schema
    if "$ref" in schema:
        return wrong(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], where)
    for word, enough in (("anyOf", any), ("oneOf", lambda found: sum(found) == 1)):
        errors = [wrong(value, one, where) for one in schema.get(word, [])]
        if errors and not enough(not e for e in errors):
            return " | ".join(e or where + " is right" for e in errors)
    if "const" in schema and value != schema["const"] or value not in schema.get("enum", [value]):
        return "%s: found %r" % (where, value)
    types = schema.get("type", [])
    types = types if isinstance(types, list) else [types]
    if types and (isinstance(value, bool) or not isinstance(value, tuple(KINDS[t] for t in types))):
        return "%s: found %r, not %s" % (where, value, types)
    if isinstance(value, dict):
        missing = set(schema.get("required", [])) - set(value)
        if missing:
            return "%s: without %s" % (where, sorted(missing))
        for key, one in value.items():
            rule = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            said = "%s.%s: unknown" % (where, key) if rule is False else wrong(one, rule, where + "." + key)
            if said:
                return said
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return "%s: %d entries" % (where, len(value))
        for i, one in enumerate(value if "items" in schema else []):
            said = wrong(one, schema["items"], "%s[%d]" % (where, i))
            if said:
                return said
    return ""


def mesh(name):
    return (ROOT / "meshes" / (name + ".yaml")).read_text()


grid(4, 2, size=(2, 1)).write("plate.msh")
PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "1e4*sin(300*t)"}]
probes:
  - {name: tip, at: [2, 0.5, 0]}
  - {name: wall, reaction: left}
  - {name: skin, element_at: [1, 0.5, 0]}
design: [{name: thick, thickness: plate, per: element}, {name: dense, material: steel, parameter: density}]
functions:
  - {name: weight, type: mass}
  - {name: moved, type: value, of: tip, value: uz, at: each}
time: {scheme: bdf2, step: 1e-3, steps: 6}
"""
rotor, mast = mesh("rotor"), mesh("lightest-mast")
CASES = [("check", PLATE, (), ()), ("run", PLATE, (), ()), ("gradient", PLATE, (), ()),
         ("gradient", PLATE, (), ["--tangent"]), ("verify", PLATE, ("time.steps=2",), ()),
         ("verify", PLATE, ("time.steps=2",), ["--schemes", "bdf2,galpha"]),
         ("verify", PLATE, ("time.steps=2",), ["--differences"]),
         ("report", PLATE, (), ["--verify"]), ("check", rotor, (), ()), ("gradient", rotor, ("time.steps=10",), ()),
         ("run", mesh("drop-on-stop"), (), ()), ("run", mesh("engine-mounts"), ("time.steps=5",), ()),
         ("gradient", mesh("free-flyer"), (), ()), ("verify", mesh("free-flyer"), (), ()),
         ("modes", mesh("tuning-fork") if "mesh:" not in mesh("tuning-fork") else example("tuning-fork"), (), ()),
         ("modes", rotor, ("modes={count: 3}",), ()), ("optimize", mast, ("optimize.iterations=2",), ()),
         ("gradient", PLATE, (), ["--refine"]), ("optimize", mast, ("optimize.iterations=2",), ["--refine"])]
written = {}
for verb, case, settings, options in CASES:
    r = run(case, 1, verb, settings, options)
    label = "%s of %s %s" % (verb, re.search(r"title: (.*)|$", case).group(1) or "a plate", " ".join(options))
    if check(label + ": a file", r.json is not None, r.stderr):
        check(label + ": as the schema says", not wrong(r.json, SCHEMA), wrong(r.json, SCHEMA))
        check(label + ": verb and number", (r.json["verb"], r.json["schema"]) == (verb, 1), r.json["verb"])
        written[verb] = r.json
check("all verbs", set(written) == {"check", "run", "gradient", "verify", "report", "modes", "optimize"}, set(written))

seen = set().union(*(written[v] for v in ("run", "gradient", "verify", "report")))
for change in (lambda d: d.pop("steps"), lambda d: d.update(steps=1.5), lambda d: d.update(step=1),
               lambda d: d.update(schema=2), lambda d: d["time"].update(mesh="long"),
               lambda d: d["functions"].update(weight="much"), lambda d: d["probes"]["tip"]["u"][0].pop(),
               lambda d: d.update(verb="modes"), lambda d: d["memory"].update(mb=1)):
    broken = copy.deepcopy(written["report"])
    change(broken)
    check("what is not as the schema says is refused", wrong(broken, SCHEMA))

r = program(["--version"], 2)
facts = dict(line.split(None, 1) for line in r.stdout.splitlines())
check("the version, once", r.stdout.count("gimbal ") == 1 and facts["gimbal"] == written["run"]["version"], r.stdout)
for name in ("commit", "compiler", "mpi", "hdf5", "mumps", "metis", "schema"):
    check("build fact " + name, facts.get(name), r.stdout)
check("the schema's number", facts["schema"].split()[0] == "1" and "schema 1" in SCHEMA["title"], facts)
documented = (ROOT / "docs" / "results.md").read_text()
for key in sorted(seen | {k for v in written.values() for k in v}):
    check("results.md has the key " + key, "`%s`" % key in documented)

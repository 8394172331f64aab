"""Claims: a model may have thousands of named entries. 1,500 free bodies fall by closed form, and the results file
names each of their columns (an attribute of HDF5 could have 64 KiB of names at most). Reading and
building compare names in a number that grows with the number of names, and not with its square. 100,000 groups of a
mesh or sets of a deck take a second. Numbers that would take more memory than there is are refused by it, with their line.
"""
# timeout: 240
import os
import resource
import subprocess
from pathlib import Path

from common import ended, refused
from helper import GIMBAL, PATIENCE, ROOT, check, close, left_out, run
from hdf5 import File

BODIES = 1500
HEAD = "gimbal: 1\ngravity: [0, 0, -10]\n"
FALL = HEAD + "time: {scheme: newmark, step: 0.25, steps: 2}\nbodies:\n" + "".join(
    "  - {name: body%d, mass: %d, inertia: [1, 1, 1, 0, 0, 0], at: [%d, 0, 3]}\n" % (i, i + 1, 3 * i)
    for i in range(BODIES))
FRAME = "x y z q0 q1 q2 q3 d1x d1y d1z d2x d2y d2z d3x d3y d3z".split()

for ranks in (1, 2):
    r = ended("many bodies on %d ranks" % ranks, run(FALL, ranks))
    file = File("case.vtkhdf")
    names = file.dataset("/columns/bodies")[2]
    check("columns on %d ranks" % ranks,
          names == ["time"] + ["body%d.%s" % (i, word) for i in range(BODIES) for word in FRAME],
          names[:5] + names[-5:])
    last = dict(zip(names, file.rows("/histories/bodies")[-1]))
    for i in (0, 777, BODIES - 1):
        close("fall of body %d" % i, last["body%d.z" % i], 3 - 10 * 0.5**2 / 2, 1e-12)
        close("place of body %d" % i, last["body%d.x" % i], 3 * i, 1e-12, 1e-12)


def springs(n):
    """n springs of known stiffness, each with a mass and a design: u = m g / k."""
    return HEAD + "masses:\n" + "".join("  - {name: node%d, mass: 1, at: [%d, 0, 0]}\n" % (i, i) for i in range(n)) \
        + "springs:\n" + "".join("  - {name: s%d, between: [ground, node%d], at: [[%d, 0, 1], ~], stiffness: %d}\n"
                                  % (i, i, i, 1000 + i) for i in range(n)) \
        + "design:\n" + "".join("  - {name: d%d, spring: s%d, parameter: stiffness}\n" % (i, i) for i in range(n)) \
        + "probes: [{name: last, mass: node%d}]\nfunctions: [{name: z, type: end, of: last, value: uz}]\n" % (n - 1) \
        + "time: {scheme: newmark, step: 1e-9, steps: 1}\noutput: {every: 0}\n"


# Counts the comparisons of strings of a program by taking the place of the C library's.
COUNTING = r"""
#include <stdio.h>
static long count;
int strcmp(const char *a, const char *b) {
  for (count++; *a && *a == *b; a++) b++;
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
__attribute__((destructor)) static void end(void) {
  FILE *file = fopen("count", "w");
  if (file) fprintf(file, "%ld", count), fclose(file);
}
"""


def comparisons(n):
    """Number of comparisons of strings in a check."""
    Path("springs.yaml").write_text(springs(n))
    p = subprocess.run([str(ROOT / "tools/mpirun.sh"), "1", "env", "LD_PRELOAD=%s" % Path("count.so").absolute(),
                        str(GIMBAL), "check", "springs.yaml"], capture_output=True, text=True)
    check("check of %d springs" % n, p.returncode == 0, p.stderr)
    return int(Path("count").read_text())


Path("count.c").write_text(COUNTING)
subprocess.run([os.environ.get("CC", "cc"), "-fno-builtin", "-shared", "-fPIC", "-o", "count.so", "count.c"],
               check=True)
none, few, many = map(comparisons, (1, 3000, 24000))
check("comparisons of 1, 3000 and 24000 springs: %d, %d, %d" % (none, few, many),
      3000 < few - none and many - none <= 14 * (few - none))

NODES = HEAD + """controls:
  - {name: c, nodes: 2000000000, to: 1, values: 0}
bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}]
time: {scheme: newmark, step: 0.1, steps: 1}
"""
BEAM = HEAD + """materials: {m: {young: 1e9, poisson: 0.3, density: 1000}}
sections: {s: {type: circle, material: m, radius: 0.1}}
beams:
  - {name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 100000000, section: s, orientation: [0, 1, 0]}
supports: [{group: b.start, fix: all}]
time: {scheme: static, step: 1, steps: 1}
"""

# Each set has the one before, and what takes the square of their number takes a minute of processor time.
SETS = 100000
Path("sets.inp").write_text(
    "*NODE\n1, 0, 0\n2, 1, 0\n3, 1, 1\n4, 0, 1\n*ELEMENT, TYPE=S4, ELSET=G0\n1, 1, 2, 3, 4\n"
    + "".join("*ELSET, ELSET=g%d\nG%d\n" % (i, i - 1) for i in range(1, SETS // 2))
    + "".join("*NSET, NSET=n%d\n1, 4\n" % i for i in range(SETS // 2))
    + "*MATERIAL, NAME=m\n*ELASTIC\n1e9, 0.3\n*SHELL SECTION, ELSET=g%d, MATERIAL=m\n0.01\n" % (SETS // 2 - 1)
    + "*BOUNDARY\nN%d, 1, 6\n*STEP\n*STATIC\n*DLOAD\nG7, P, 1\n*END STEP\n" % (SETS // 2 - 1))
Path("groups.msh").write_text(
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n1 1 "left"\n' % SETS
    + "".join('2 %d "g%d"\n' % (i, i) for i in range(2, SETS + 1))
    + "$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n2\n"
    "1 1 2 1 1 1 4\n2 3 2 %d 2 1 2 3 4\n$EndElements\n" % SETS)
Path("groups.yaml").write_text(BEAM.split("sections")[0] + "mesh: groups.msh\nsupports: [{group: left, fix: all}]\n"
                               "shells: [{group: g%d, material: m, thickness: 0.01}]\n" % SETS
                               + "time: {scheme: static, step: 1, steps: 1}\n")
for file in ("sets.inp", "groups.yaml"):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (6 * PATIENCE, 6 * PATIENCE))
    p = subprocess.run([str(GIMBAL), "check", file], capture_output=True, text=True, preexec_fn=limit)
    check("100,000 names of " + file, p.returncode == 0, (p.returncode, p.stderr))

# The names of the end find their own springs: in the first step uz = -g h^2 / 4 by newmark, whatever k, and its
# derivative by the stiffness of spring i is 0 but of the last one, (h^2 / 4) of uz there.
r = ended("a gradient by 10000 designs", run(springs(10000).replace("step: 1e-9", "step: 1e-2"), 1, "gradient"))
k, h = 1000 + 9999, 1e-2
# a spring of 1 m that stays vertical, m a + k u = -m g, u = (h^2 / 4) (a0 + a1)
a0, c = -10.0, h * h / 4
u = c * (a0 - 10.0) / (1 + c * k)
close("the last spring", r.json["functions"]["z"], u, 1e-9)
close("its derivative", r.json["gradient"]["z"]["d9999"][0], -u * c / (1 + c * k), 1e-6)
close("that of the first", r.json["gradient"]["z"]["d0"][0], 0, 0, 1e-30)
close("that of one before", r.json["gradient"]["z"]["d9998"][0], 0, 0, 1e-30)

memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
for text, words, needed in ((NODES, ("case.yaml:4:", "controls[0].nodes", "2000000000", "192 GB"), 192e9),
                            (BEAM, ("case.yaml:6:", "beams[0].elements", "100000000", "400 GB"), 400e9)):
    if needed > memory / 2:
        refused("what its memory cannot hold", text, *words, status=(2, 3), timeout=20, verb="check")
    else:
        left_out("the memory of %g GB is there" % (needed / 1e9))

"""Claims: a model may have thousands of named entries. 1,500 free bodies fall by closed form, and the results file names each of
their columns (an attribute of HDF5 could have 64 KiB of names at most).
"""
# timeout: 240
import resource

from helper import check, close, run
from hdf5 import File

BODIES = 1500
HEAD = "gimbal: 1\ngravity: [0, 0, -10]\n"
FALL = HEAD + "time: {scheme: newmark, step: 0.25, steps: 2}\nbodies:\n" + "".join(
    "  - {name: body%d, mass: %d, inertia: [1, 1, 1, 0, 0, 0], at: [%d, 0, 3]}\n" % (i, i + 1, 3 * i) for i in range(BODIES))
FRAME = "x y z q0 q1 q2 q3 d1x d1y d1z d2x d2y d2z d3x d3y d3z".split()

for ranks in (1, 2):
    r = run(FALL, ranks)
    if not check("many bodies on %d ranks" % ranks, r.status == 0, r.stderr):
        continue
    file = File("case.vtkhdf")
    names = file.dataset("/columns/bodies")[2]
    check("columns on %d ranks" % ranks, names == ["time"] + ["body%d.%s" % (i, word) for i in range(BODIES) for word in FRAME],
          names[:5] + names[-5:])
    last = dict(zip(names, file.rows("/histories/bodies")[-1]))
    for i in (0, 777, BODIES - 1):
        close("fall of body %d" % i, last["body%d.z" % i], 3 - 10 * 0.5**2 / 2, 1e-12)
        close("place of body %d" % i, last["body%d.x" % i], 3 * i, 1e-12, 1e-12)

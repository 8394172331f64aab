/// The schema as a Markdown page, in chapters with an example each.
#include "input/schema.h"

#include <stdio.h>

static void print_default(const gb_key *row) {
  if (row->required)
    printf("required");
  else if (row->standard)
    printf("`%s`", row->standard);
  else
    printf("%s", row->unset ? row->unset : "");
}

static void print_row(const gb_key *row, const char *path) {
  char accepted[700];
  gb_value_accepted(row, sizeof accepted, accepted);
  printf("| `%s%s` | %s | ", path, row->name, accepted);
  print_default(row);
  printf(" | %s |\n", row->meaning);
}

/// The row of a key, and the rows below it.
static void print_key(const gb_key *row, const char *path) {
  char below[80];
  print_row(row, path);
  if (!row->keys) return;
  snprintf(below, sizeof below, "%s%s%s", path, row->name,
           row->kind == GB_KEY_LIST    ? "[]."
           : row->kind == GB_KEY_NAMED ? ".NAME."
                                       : ".");
  for (const gb_key *key = row->keys; key->name; key++) print_key(key, below);
}

/// A part of the page: an introduction, a whole case that runs beside meshes/, and keys of the
/// outermost level, whose rows follow. tests/cases/documents.py runs the examples, and checks that
/// each key has one chapter.
typedef struct chapter {
  const char *title, *text, *example;
  const char *const *keys;
} chapter;

#define KEYS(...)                                                                                  \
  .keys = (const char *const[]) {                                                                  \
    __VA_ARGS__, NULL                                                                              \
  }

static const chapter chapters[] = {
    {"Model",
     "A shell model has a mesh, materials, and a section for each group of elements. A group is\n"
     "a physical group of gmsh, by name or number, or a property of Nastran, by its PID. A\n"
     "Nastran deck brings materials, shells, bodies, links, joints, supports, loads and gravity\n"
     "of its own. A material, shell or body of the case replaces the one of the same name;\n"
     "supports, loads or gravity of the case replace all of the deck's.\n\n"
     "Shells that meet at an angle of `kink` degrees or more are joined by a frame of\n"
     "directors, so a folded plate needs no further entry. Materials may have damping: a mode\n"
     "of frequency w [rad per time] dies out with (mass/w + w stiffness)/2 of critical.\n",
     "gimbal: 1\n"
     "title: a clamped plate under its weight\n"
     "mesh: plate.geo\n"
     "gravity: [0, 0, -9.81]\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6,\n"
     "    damping: {mass: 0.1, stiffness: 1e-6}}\n"
     "shells:\n"
     "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "time: {scheme: static, step: 1, steps: 1}\n",
     KEYS("gimbal", "title", "mesh", "materials", "shells", "supports")},
    {"Laminates",
     "A shell takes the name of a section in place of material and thickness. The plies of a\n"
     "laminate are listed from the bottom face to the top one, to which the elements' normals\n"
     "point (by the right hand along the order of their nodes). The angle of a ply turns its\n"
     "fibres about the normal, in degrees from `axis`, which is projected on the surface. Ply\n"
     "thicknesses and angles are designs by the name of the section, as are all numbers of\n"
     "materials. A ply fails where its index reaches 1, by the `criterion` of its material; the\n"
     "results have the index of each ply at both faces.\n",
     "gimbal: 1\n"
     "title: a clamped laminate of eight plies under its weight\n"
     "mesh: plate.geo\n"
     "gravity: [0, 0, -9.81]\n"
     "materials:\n"
     "  carbon: {E1: 135e9, E2: 10e9, G12: 5e9, G13: 5e9, G23: 3.5e9, poisson: 0.3, density: "
     "1600,\n"
     "    Xt: 1500e6, Xc: 1200e6, Yt: 50e6, Yc: 250e6, S: 70e6, criterion: tsai_wu}\n"
     "sections:\n"
     "  skin:\n"
     "    type: laminate\n"
     "    symmetric: true\n"
     "    plies:\n"
     "      - {material: carbon, thickness: 0.5e-3, angle: 0}\n"
     "      - {material: carbon, thickness: 0.5e-3, angle: 45}\n"
     "      - {material: carbon, thickness: 0.5e-3, angle: -45}\n"
     "      - {material: carbon, thickness: 0.5e-3, angle: 90}\n"
     "shells:\n"
     "  - {group: plate, section: skin, axis: [1, 0, 0]}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "design:\n"
     "  - {name: outer angle, section: skin, parameter: \"plies[0].angle\"}\n"
     "functions:\n"
     "  - {name: failure, type: ks, weight: 50, sum: discrete}\n"
     "time: {scheme: static, step: 1, steps: 1}\n",
     KEYS("sections")},
    {"Beams",
     "Beams are line elements of a mesh, with 2 or 3 nodes, and a section each. The axes of the\n"
     "section are x along the beam, y along `orientation` as far as it is square to the beam,\n"
     "and z with them by the right hand. Lines of one entry that meet at less than 15 degrees\n"
     "are the smooth curve through their nodes; otherwise they keep their angle. A node that\n"
     "several beams share has one rotation. On a beam's node `fix` of x, y, z holds\n"
     "displacements, of rx, ry, rz rotations about these axes, `rotation` the whole rotation,\n"
     "`all` both; a moment acts on the rotation; a traction on the lines is a force per length.\n\n"
     "Shapes have their centroid on the line, the torsion constant of Saint-Venant and shear\n"
     "correction factors: 5/6 of a rectangle, Cowper's of a circle and a tube, those of the\n"
     "shear flow of thin walls. An I has its web along z and two flanges along y; a C the same\n"
     "with the web at the side of -y; an L has legs along y and z from its corner. C and L\n"
     "twist under a force at the centroid, for the shear center is elsewhere. `constants` gives\n"
     "the integrals of a shape. A section of type `general` has a symmetric matrix that takes\n"
     "stretch, shears along y and z, twist and curvatures about y and z to force, shear forces,\n"
     "torque and moments; at a point (y, z) the stretch is e + z k_y - y k_z. Each dimension is\n"
     "a design by its name, an entry of the matrix as `stiffness.12`, of the masses as\n"
     "`mass.I_yy`. The failure index is the von Mises stress over the yield stress, at corners\n"
     "and sides of a rectangle and around a circle.\n",
     "gimbal: 1\n"
     "title: a bent cantilever under its weight and a load at its end\n"
     "mesh: bent-beam.geo\n"
     "gravity: [0, 0, -10]\n"
     "materials:\n"
     "  steel: {young: 210e9, poisson: 0.3, density: 7800, yield: 350e6}\n"
     "sections:\n"
     "  spar: {type: tube, material: steel, radius: 2, thickness: 0.1}\n"
     "beams:\n"
     "  - {group: arc, section: spar, orientation: [0, 0, 1]}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "loads:\n"
     "  - {type: force, group: tip, value: [0, 0, -1e6]}\n"
     "  - {type: traction, group: arc, value: [0, 1e3, 0]}\n"
     "design:\n"
     "  - {name: wall, section: spar, parameter: thickness}\n"
     "functions:\n"
     "  - {name: stress, type: ks, weight: 50, sum: discrete}\n"
     "time: {scheme: static, step: 0.5, steps: 2}\n",
     KEYS("beams")},
    {"Bodies and joints",
     "Bodies need no mesh. All positions and axes are those of the reference configuration, in\n"
     "which the joints are closed. The ends of joints and springs are bodies, the `ground`,\n"
     "free nodes (entries of `masses` with a name), or `group:NAME` where the group has one\n"
     "node of the mesh. A rigid link ties all nodes of a group to a body.\n",
     "gimbal: 1\n"
     "title: an elastic plate on a hub that turns about an axle\n"
     "mesh: plate.geo\n"
     "gravity: [0, 0, -9.81]\n"
     "materials:\n"
     "  foam: {young: 5e6, poisson: 0.3, density: 200}\n"
     "shells:\n"
     "  - {group: plate, material: foam, thickness: 0.02}\n"
     "bodies:\n"
     "  - {name: hub, box: [0.1, 0.6, 0.1], density: 100, at: [-0.05, 0.3, 0]}\n"
     "links:\n"
     "  - {body: hub, group: root}\n"
     "joints:\n"
     "  - {type: revolute, name: axle, between: [ground, hub], at: [-0.1, 0.3, 0], axis: [0, 1, "
     "0]}\n"
     "springs:\n"
     "  - {name: torsion, joint: axle, stiffness: 5, damping: 0.1}\n"
     "bushings:\n"
     "  - {between: [ground, hub], at: [-0.05, 0.3, 0], stiffness: [0, 0, 0, 0, 2, 0]}\n"
     "masses:\n"
     "  - {group: corner, mass: 0.5}\n"
     "constraints: {enforce: index3}\n"
     "time: {scheme: galpha, step: 2e-3, steps: 10}\n",
     KEYS("bodies", "joints", "links", "springs", "bushings", "masses", "constraints")},
    {"Tyres",
     "A tyre is between a body, its wheel, and the road z = h(x, y, t). While the wheel's\n"
     "centre is nearer to the road than the radius it has a normal force by depth and its rate,\n"
     "which does not pull, and friction by longitudinal slip and slip angle: linear up to\n"
     "`friction` and `side_friction` times the normal force, together within the ellipse that\n"
     "these span. The wheel's heading is square to its axis and to the normal.\n\n"
     "Slip is not defined at rest: below `slip_speed` v0 the speed ahead is replaced by (v^2 +\n"
     "v0^2)/(2 v0), so friction is as that of a damper and a wheel that stands on a slope\n"
     "creeps. All numbers of a tyre are designs. The damper's part is at most the spring's, so\n"
     "that the force of a wheel that touches down or leaves has no jump.\n",
     "gimbal: 1\n"
     "title: a wheel that slides first and rolls then, over a step\n"
     "gravity: [0, 0, -9.81]\n"
     "bodies:\n"
     "  - {name: wheel, mass: 20, inertia: [0.4, 0.8, 0.4, 0, 0, 0], at: [0, 0, 0.299], velocity: "
     "[5, 0, 0]}\n"
     "tyres:\n"
     "  - {name: rear, wheel: wheel, axis: [0, 1, 0], radius: 0.3, stiffness: 2e5, damping: 200,\n"
     "    friction: 1, side_friction: 0.9, slip: 0.1, slip_angle: 0.1, slip_speed: 0.1}\n"
     "road: {step: [1, 0.05, 0.3]}\n"
     "probes:\n"
     "  - {name: wheel, body: wheel, at: [0, 0, 0.299]}\n"
     "design:\n"
     "  - {name: k, tyre: rear, parameter: stiffness}\n"
     "functions:\n"
     "  - {name: shake, type: integral, of: wheel, value: \"az^2\"}\n"
     "time: {scheme: dirk4, step: 1e-3, steps: 20}\n",
     KEYS("tyres", "road")},
    {"Loads and motion",
     "Values of loads are numbers or expressions of t. A pressure acts along the normal of the\n"
     "reference surface, or of the present one with `follow`. A given motion of a free node or\n"
     "a support is a displacement from the reference position; a support can rotate its nodes\n"
     "and their directors too. A base that shakes the whole model is a `gravity` of minus its\n"
     "acceleration: displacements are then relative to the base.\n",
     "gimbal: 1\n"
     "title: a plate on a spring, whose other end is shaken\n"
     "mesh: plate.geo\n"
     "gravity: [0, 0, -9.81]\n"
     "materials:\n"
     "  foam: {young: 5e7, poisson: 0.3, density: 200}\n"
     "shells:\n"
     "  - {group: plate, material: foam, thickness: 0.02}\n"
     "supports:\n"
     "  - {group: root, angle: \"0.1*sin(20*t)\", axis: [0, 1, 0]}\n"
     "masses:\n"
     "  - {name: shaker, at: [1, 0.6, 0.5], motion: [0, 0, \"0.01*(1 - cos(20*t))\"]}\n"
     "springs:\n"
     "  - {between: [shaker, \"group:corner\"], stiffness: 100}\n"
     "loads:\n"
     "  - {type: pressure, group: plate, value: \"20*smooth(t, 0, 0.1)\", follow: true}\n"
     "  - {type: traction, group: tip, value: [0, 0, \"2*t\"]}\n"
     "initial:\n"
     "  - {group: plate, angular_velocity: [0, -0.1, 0], about: [0, 0, 0]}\n"
     "time: {scheme: bdf2, step: 2e-3, steps: 10}\n",
     KEYS("gravity", "loads", "initial")},
    {"Time",
     "`time` names a scheme of the list [below](#schemes), the size of a step and the number of\n"
     "steps. In statics t is the load parameter: it grows from 0 by `step`. Load steps that do\n"
     "not converge are cut by themselves; `arc_length` and `control` follow a path on which the\n"
     "load falls. In dynamics `retry` allows steps to be halved.\n",
     "gimbal: 1\n"
     "title: a shallow truss snaps through while its top is driven down\n"
     "masses:\n"
     "  - {name: top, at: [0, 0, 0.2], fix: [x, y]}\n"
     "springs:\n"
     "  - {between: [ground, top], at: [[-1, 0, 0], ~], stiffness: 1e3}\n"
     "  - {between: [ground, top], at: [[1, 0, 0], ~], stiffness: 1e3}\n"
     "loads:\n"
     "  - {type: force, mass: top, value: [0, 0, \"-t\"]}\n"
     "probes:\n"
     "  - {name: top, mass: top}\n"
     "time:\n"
     "  scheme: static\n"
     "  step: 10\n"
     "  steps: 8\n"
     "  control: {probe: top, direction: [0, 0, -1], to: 0.4}\n",
     KEYS("time")},
    {"Functions and designs",
     "`gimbal gradient` differentiates each function by each design. A design is a thickness or\n"
     "any one number of a named entry. Functions of type `integral` and `end` have an\n"
     "expression of t and of the motion of probes: x y z (position), ux uy uz (displacement),\n"
     "vx vy vz, ax ay az, as such of the probe that `of` names, and of any probe as `PROBE.x`.\n"
     "`integral` has the time weights of the scheme (a static march: 1 at its last step), `end`\n"
     "the last step alone.\n",
     "gimbal: 1\n"
     "title: stress in a plate and the path of its corner\n"
     "mesh: plate.geo\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}\n"
     "shells:\n"
     "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "loads:\n"
     "  - {name: gust, type: pressure, group: plate, value: \"1e3*sin(100*t)\"}\n"
     "probes:\n"
     "  - {name: corner, group: corner}\n"
     "design:\n"
     "  - {name: skin, thickness: plate, lower: 1e-3, upper: 0.02}\n"
     "  - {name: strength, load: gust, parameter: amplitude}\n"
     "time: {scheme: newmark, step: 1e-3, steps: 10}\n"
     "functions:\n"
     "  - {name: stress, type: ks, weight: 20}\n"
     "  - {name: path, type: integral, of: corner, value: \"(z - 0.1*t)^2\"}\n"
     "  - {name: speed, type: end, value: \"sqrt(corner.vx^2 + corner.vz^2)\"}\n",
     KEYS("probes", "functions", "design")},
    {"Modes",
     "`gimbal modes CASE` finds the lowest natural frequencies and their mode shapes, in place\n"
     "of a march: K x = omega^2 M x with the exact tangent K of the state `at`, which holds its\n"
     "stress, the forces of its joints and given motions. Loads count by the state alone;\n"
     "damping is left out, which is said. With `spin` all that is fixed turns steadily: modes\n"
     "are those about the steady state in the turning frame, with centrifugal and gyroscopic\n"
     "forces; a `sweep` over `modes.spin[2]` is a Campbell diagram.\n\n"
     "Of `static` the state is the end of the march, or a load step; of other schemes a time.\n"
     "Derivatives of all frequencies by all designs come with them. `time` is needed by the\n"
     "reference too, but not marched.\n",
     "gimbal: 1\n"
     "title: a clamped plate that its weight has bent\n"
     "mesh: plate.geo\n"
     "gravity: [0, 0, -9.81]\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700}\n"
     "shells:\n"
     "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "design:\n"
     "  - {name: skin, thickness: plate}\n"
     "time: {scheme: static, step: 1, steps: 1}\n"
     "functions:\n"
     "  - {name: weight, type: mass}\n"
     "modes: {count: 6, at: equilibrium}\n",
     KEYS("modes")},
    {"Output",
     "The files are described in [results.md](results.md). `checkpoint` bounds the memory of a\n"
     "gradient: states that fit neither in memory nor on disk are computed again.\n",
     "gimbal: 1\n"
     "title: a mass on a spring, one frame every ten steps\n"
     "masses:\n"
     "  - {name: bob, at: [1, 0, 0], mass: 2, velocity: [0.1, 0, 0], fix: [y, z]}\n"
     "springs:\n"
     "  - {name: s, between: [ground, bob], at: [[0, 0, 0], ~], stiffness: 50}\n"
     "probes:\n"
     "  - {name: bob, mass: bob}\n"
     "design:\n"
     "  - {name: k, spring: s, parameter: stiffness}\n"
     "functions:\n"
     "  - {name: last, type: end, of: bob, value: ux}\n"
     "time: {scheme: galpha, step: 0.01, steps: 100}\n"
     "output: {every: 10}\n"
     "checkpoint: {memory: 100 MB, disk: 0}\n",
     KEYS("output", "checkpoint")}};

static void print_chapter(const chapter *c) {
  printf("\n## %s\n\n%s\n```yaml\n%s```\n\n"
         "| key | accepted | default | meaning |\n| --- | --- | --- | --- |\n",
         c->title, c->text, c->example);
  for (const char *const *key = c->keys; *key; key++) print_key(gb_key_find(gb_schema, *key), "");
}

void gb_case_reference(void) {
  printf(
      "# The case file\n\n"
      "A case file is YAML. Each chapter below has a case that runs, and then its keys:\n"
      "`LIST[].KEY` is a key of each entry of a list, and `NAME` a name that you choose. Unknown\n"
      "keys are errors. Nothing is converted: use consistent units. Vectors and positions are in\n"
      "global axes. The cases run in the folder of the examples, which has `plate.geo`.\n"
      "`gimbal help case` prints this page.\n\n"
      "Expressions know the time t (in statics the load parameter), `+ - * / ^`, parentheses,\n"
      "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs min max, step(x), ramp(x),\n"
      "pulse(t, t0, t1), smooth(t, t0, t1), if(c, a, b), a < b, <=, >, >=, pi and e. Quote "
      "expressions with commas in "
      "brackets.\n\n"
      "`--set PATH=VALUE` changes any key from the command line: `--set time.steps=10`,\n"
      "`--set loads[0].value=5`, or an entry by its name: `--set functions.ks.weight=50`,\n"
      "`--set shells.GROUP.thickness=2e-3`. The value is YAML.\n");
  for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) print_chapter(&chapters[i]);
}

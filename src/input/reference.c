/// The schema as a Markdown page, in chapters with an example each.
#include "input/schema.h"

#include <stdio.h>
#include <string.h>

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
/// outermost level, whose rows follow. tests/cases/commands/documents.py runs the examples, and
/// checks that each key has one chapter.
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
     "a physical group of gmsh, by name or number, a property of Nastran, by its PID, or a set of\n"
     "an Abaqus or CalculiX deck. A Nastran or .inp deck brings materials, sections, shells, "
     "beams,\n"
     "bodies, links, joints, equations, supports, springs, bushings, masses, loads and gravity of "
     "its own\n"
     "(what becomes of its cards: [cards.md](cards.md); of its keywords:\n"
     "[keywords.md](keywords.md)). A material, section, body, spring, bushing or mass of the case\n"
     "replaces the one of the same name, a shell or beam that of the same group; supports, loads\n"
     "or gravity of the case replace all of the deck's, or with `deck: {loads: keep}` add to\n"
     "them. The SPC, LOAD, DLOAD and MPC of the deck's case control act, of one subcase, and no "
     "other\n"
     "sets; where it has no case control, the set that is alone. Of an .inp deck its model data "
     "and\n"
     "its step act, of several the one of `deck: {step: 2}` with what goes on from those before "
     "it\n"
     "(OP=MOD). A line of the output says what acts.\n\n"
     "Surfaces of the mesh that no entry of `shells` names, as a part that was forgotten, are an\n"
     "error; `ignore` leaves groups of them out.\n\n"
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
     KEYS("gimbal", "title", "mesh", "orient", "deck", "ignore", "materials", "shells",
          "supports")},
    {"Groups by number or place",
     "Where the mesh has no group for what is to be held, loaded, watched or linked, an entry of\n"
     "`groups` makes one: by the numbers of nodes or elements, by the node at a position, by a "
     "box\n"
     "or a cylinder, or by the side of the mesh. Its elements are those whose nodes are all in "
     "it;\n"
     "lines of beams along points count too. `all` is the group of the whole mesh.\n",
     "gimbal: 1\n"
     "title: a plate whose groups the case makes\n"
     "mesh: plate.geo\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700}\n"
     "groups:\n"
     "  - {name: left, side: -x}\n"
     "  - {name: half, of: plate, box: [[0.5, 0, 0], [1, 1, 0]]}\n"
     "  - {name: far, at: [1, 0, 0]}\n"
     "shells:\n"
     "  - {group: all, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: left, fix: all}\n"
     "loads:\n"
     "  - {type: pressure, group: half, value: 100}\n"
     "  - {type: force, group: far, value: [0, 0, -1]}\n"
     "time: {scheme: linear, step: 1, steps: 1}\n",
     KEYS("groups")},
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
    {"Controls",
     "A control is a function of time through values at its nodes, and every expression of t\n"
     "knows it by its name: loads, motions, drivers, forces of springs and functions. Its values\n"
     "are one design of that many numbers. A cubic spline follows from them by one tridiagonal\n"
     "system, so cost and memory grow with the number of nodes alone. The march must stay within\n"
     "`from` and `to`. In motions and drivers, which have accelerations, controls are cubic. The\n"
     "value of a function of type `control` is the integral of an expression of t, controls and\n"
     "their rates (`u1.rate`) over the time of the march, exact for polynomials of t up to degree\n"
     "15 on each piece. A control with a file that has times is a table of t, to follow or to\n"
     "drive. Gravity and the height of a road take no controls.\n",
     "gimbal: 1\n"
     "title: a mass pushed by a spline\n"
     "masses:\n"
     "  - {name: cart, at: [0, 0, 0], mass: 2, fix: [y, z]}\n"
     "controls:\n"
     "  - {name: u1, nodes: 5, to: 2, values: [0, 1, 0, -1, 0]}\n"
     "  - {name: wanted, kind: linear, to: 2, values: [0, 0.1, 0.2]}\n"
     "loads:\n"
     "  - {type: force, mass: cart, value: [u1, 0, 0]}\n"
     "probes:\n"
     "  - {name: cart, mass: cart}\n"
     "design:\n"
     "  - {name: push, control: u1}\n"
     "functions:\n"
     "  - {name: effort, type: control, value: \"u1^2/2 + 1e-3*u1.rate^2\"}\n"
     "  - {name: error, type: integral, of: cart, value: \"(x - wanted)^2\"}\n"
     "time: {scheme: galpha, step: 0.01, steps: 200}\n",
     KEYS("controls")},
    {"Beams",
     "Beams are line elements of a mesh, with 2 or 3 nodes, and a section each. The axes of the\n"
     "section are x along the beam, y along `orientation`, or to the place `toward`, as far as\n"
     "it is square to the beam, and z with them by the right hand. Lines of one entry that meet at "
     "less than 15 degrees\n"
     "are the smooth curve through their nodes; otherwise they keep their angle. A node that\n"
     "beams, or beams and shells, share has one rotation; about their normal shells resist it\n"
     "by their folds alone. On a beam's node `fix` of x, y, z holds displacements, of rx, ry,\n"
     "rz rotations about these axes, `rotation` the whole rotation, `all` both; a moment acts\n"
     "on the rotation; a traction on the lines is a force per length.\n\n"
     "Shapes have their centroid on the line, the torsion constant of Saint-Venant and shear\n"
     "correction factors: 5/6 of a rectangle, Cowper's of a circle and a tube, those of the\n"
     "shear flow of thin walls. An I has its web along z and two flanges along y; a C the same\n"
     "with the web at the side of -y; an L has legs along y and z from its corner. C and L\n"
     "twist under a force at the centroid, for the shear center is elsewhere. `constants` gives\n"
     "the integrals of a shape, and its `center` if that is not the centroid; `line_mass` adds\n"
     "a mass per length on the line. A section of type `general` has a symmetric matrix that "
     "takes\n"
     "stretch, shears along y and z, twist and curvatures about y and z to force, shear forces,\n"
     "torque and moments; at a point (y, z) the stretch is e + z k_y - y k_z. Each dimension is\n"
     "a design by its name, an entry of the matrix as `stiffness.12`, of the masses as\n"
     "`mass.I_yy`. The failure index is the von Mises stress over the yield stress, at corners\n"
     "and sides of a rectangle and around a circle. Beams whose section is a `rod` resist their\n"
     "stretch alone, and neither have nor hold rotations: line elements with 2 nodes of a truss,\n"
     "without `orientation`, that may end at nodes of shells and other beams.\n\n"
     "Of a Nastran deck CBAR, CBEAM, CROD and CONROD are beams of the group of their property\n"
     "(CONRODs of one area: `CONROD 7`, by the first); PBAR, PBEAM, PROD, PBARL and PBEAML are\n"
     "sections called `PBARL 3`, whose numbers are designs: BAR, ROD, TUBE, TUBE2, BOX, I and I1\n"
     "by their dimensions, other shapes as constants by the theory of thin walls. The line of a\n"
     "CBAR has the centroids and the shear centers at once, that of a CBEAM the shear centers.\n"
     "Our y of an I is Nastran's -z. A bar is straight, has a node of its\n"
     "own in its middle, and so bends exactly under forces at its ends; its orientation is\n"
     "X1, X2, X3 or G0, its offsets are arms fixed to the grids (OFFT = GGG). K1 or K2 of 0,\n"
     "rigid in shear, is 100. Pin flags make a joint called `CBAR 12 PA`: 4, 5, 6 revolute, two\n"
     "of these universal, 456 spherical, 1, 2, 3 prismatic, 14, 25, 36 cylindrical, 126, 135, 234\n"
     "planar, 1456, 2456, 3456 inline. Others, tapered beams, warping, and J of a rod that meets\n"
     "what turns are refused.\n",
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
     "node of the mesh. A rigid link ties all nodes of a group to a body. A body without mass\n"
     "and inertia is legal where joints determine how it moves, as the links of a suspension.\n",
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
    {"Equations",
     "An equation says that a sum of components of displacement and rotation, each times its\n"
     "coefficient, is `value`: a number or an expression of t, which in dynamics is 0 at t = 0.\n"
     "Its terms are nodes (a `group` of one node or a `node` by number), free nodes (`mass`) and\n"
     "bodies, ends of beams along points included, `at` a place of theirs where it says so. Where\n"
     "one term has a group of several nodes there is an equation for each of them. Components are\n"
     "along and about the axes of space, and those of rotations are small: of a frame that turns "
     "by\n"
     "an angle about one axis its sine. So gears and levers of small motion, sides that stay "
     "plane,\n"
     "two halves that move alike or opposite, rotations that are given. What other equations,\n"
     "joints and supports already say is found and left out; what contradicts them is refused.\n",
     "gimbal: 1\n"
     "title: the tip of a plate, whose side stays plane, lifts a rocker by a rod\n"
     "mesh: plate.geo\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700}\n"
     "shells:\n"
     "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "bodies:\n"
     "  - {name: rocker, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [2, 0, 0]}\n"
     "joints:\n"
     "  - {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: [0, 1, 0]}\n"
     "masses:\n"
     "  - {name: rod, at: [1, 0, 0.2], mass: 0.1, fix: [x, y]}\n"
     "loads:\n"
     "  - {type: moment, body: rocker, value: [0, 2, 0]}\n"
     "equations:\n"
     "  - {name: plane, terms: [{group: tip, uz: 1}, {mass: rod, uz: -1}]}\n"
     "  - {name: rocker, terms: [{mass: rod, uz: 1}, {body: rocker, ry: -0.8}]}\n"
     "time: {scheme: linear, step: 1, steps: 1}\n",
     KEYS("equations")},
    {"Tyres",
     "A tyre is between a body, its wheel, and the road z = h(x, y, t). While the wheel's\n"
     "centre is nearer to the road than the radius it has a normal force by depth and its rate,\n"
     "which does not pull, and friction by longitudinal slip and slip angle: linear up to\n"
     "`friction` and `side_friction` times the normal force, together within the ellipse that\n"
     "these span. The wheel's heading is square to its axis and to the normal.\n\n"
     "Slip is not defined at rest: below `slip_speed` v0 the speed ahead is replaced by (v^2 +\n"
     "v0^2)/(2 v0), so friction is as that of a damper and a wheel that stands on a slope\n"
     "creeps. All numbers of a tyre are designs, and so are those of the road: `road: "
     "step.height`\n"
     "or, of a height by an expression of x, y, t and `numbers`, `road: n1`. The damper's part is "
     "at most the spring's, so\n"
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
     "road: {step: [0.2, 0.05, 0.3]}\n"
     "probes:\n"
     "  - {name: wheel, body: wheel, at: [0, 0, 0.299]}\n"
     "design:\n"
     "  - {name: k, tyre: rear, parameter: stiffness}\n"
     "  - {name: rise, road: step.height}\n"
     "functions:\n"
     "  - {name: shake, type: integral, of: wheel, value: \"az^2\"}\n"
     "time: {scheme: dirk4, step: 1e-3, steps: 80}\n",
     KEYS("tyres", "road")},
    {"Loads and motion",
     "Values of loads are numbers or expressions of t. A pressure acts along the normal of the\n"
     "reference surface, or of the present one with `follow`. Forces, moments and tractions per\n"
     "length on beams, and forces and moments on bodies, turn with them with `follow`: their\n"
     "values are those of the reference configuration. A given motion of a free node or\n"
     "a support is a displacement from the reference position; a support can rotate its nodes\n"
     "and their directors too. A `body` in place of a group is held, moved or turned without a\n"
     "joint, and needs no mass then. A base that shakes the whole model is a `gravity` of minus "
     "its\n"
     "acceleration: displacements are then relative to the base. In statics `spin` adds the\n"
     "centrifugal forces of a steady rotation of the whole model, at its present shape; in\n"
     "scheme linear at the reference.\n",
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
     "  - {body: fan, angle: \"100*t^2\", axis: [0, 0, 1], about: [0.5, 0.3, 0.5]}\n"
     "bodies:\n"
     "  - {name: fan, at: [0.52, 0.3, 0.5], mass: 1, inertia: [0.01, 0.01, 0.02, 0, 0, 0]}\n"
     "masses:\n"
     "  - {name: shaker, at: [1, 0.6, 0.5], motion: [0, 0, \"0.01*(1 - cos(20*t))\"]}\n"
     "springs:\n"
     "  - {between: [shaker, \"group:corner\"], stiffness: 100}\n"
     "  - {between: [fan, \"group:corner\"], at: [[0.55, 0.3, 0.5], ~], stiffness: 10}\n"
     "loads:\n"
     "  - {type: pressure, group: plate, value: \"20*smooth(t, 0, 0.1)\", follow: true}\n"
     "  - {type: traction, group: tip, value: [0, 0, \"2*t\"]}\n"
     "initial:\n"
     "  - {group: plate, angular_velocity: [0, -0.1, 0], about: [0, 0, 0]}\n"
     "time: {scheme: bdf2, step: 2e-3, steps: 10}\n",
     KEYS("gravity", "spin", "loads", "initial")},
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
     "any one number of a named entry; with `points` one that varies from shell to shell, by\n"
     "values at control points; or the shape of a mesh: nodes move along a vector, times the\n"
     "design's value, and with them all that shells, loads and probes see there. Functions of\n"
     "type `integral` and `end` have an expression of t and of the motion of probes: x y z\n"
     "(position), ux uy uz (displacement), vx vy vz, ax ay az, as such of the probe that `of`\n"
     "names, and of any probe as `PROBE.x`.\n"
     "`integral` has the time weights of the scheme (a static march: 1 at its last step), `end`\n"
     "the last step alone.\n\n"
     "Type `value` is the expression at `at: end` or at the end of the step at `{time: t}`. All\n"
     "three know more than motions: of a joint its forces fx fy fz and moments mx my mz on its\n"
     "second partner, and f1 f2 f3 m1 m2 m3 in its own axes, of which the third is the joint's;\n"
     "of a probe with `reaction` fx fy fz mx my mz; of one with `element` the values that\n"
     "results.md names, as N11 and s1_top of a shell, N and My of a beam.\n",
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
     "  - {name: camber, shape: {group: plate, vector: [0, 0, \"sin(pi*x)\"]}, lower: 0, upper: "
     "0.1}\n"
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
     "reference too, but not marched.\n\n"
     "A function `{type: frequency, mode: 3}` is the third frequency in Hz about that state, with\n"
     "its gradient, for `gimbal run`, `gradient` and `optimize`. A mode that is rigid, or has a\n"
     "twin, has no gradient.\n",
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
     "  - {name: first, type: frequency, mode: 1}\n"
     "modes: {count: 6, at: equilibrium}\n",
     KEYS("modes")},
    {"Optimisation",
     "`gimbal optimize CASE` varies the designs within their bounds until the objective is least\n"
     "and the other functions are what `constraints` say. Each evaluation is a march, and its\n"
     "adjoint where the method asks for a gradient. A march that fails is no number to the\n"
     "method, which comes back towards the last good point; what lies outside of the bounds is\n"
     "never marched. Bounds and scales stand with the designs. `CASE.optimum.yaml` is the case\n"
     "with the best designs as `values`; files and restarts are in [results.md](results.md).\n\n"
     "`initial: FILE` lets all designs begin with the values of a file, for every verb: a table\n"
     "with `name` and `value` in front, as the CASE.designs.csv of a gradient or an optimisation,\n"
     "HDF5 with `design_names` and `designs`, or a case with `values`. It must have all designs "
     "of\n"
     "the case and no others. So an optimisation begins where another one ended, with other\n"
     "functions or finer elements. `--designs FILE` does so from the command line.\n\n"
     "All numbers that a method sees are scaled: designs, objective and constraints are divided\n"
     "by their `scale`, and violations and tolerances are of the scaled numbers. Methods: `ipopt`\n"
     "and `slsqp` for anything, `mma` for many designs and few limits, `lbfgsb` for bounds "
     "alone.\n",
     "gimbal: 1\n"
     "title: the lightest plate that its load moves by no more than 8 mm\n"
     "mesh: plate.geo\n"
     "materials:\n"
     "  aluminium: {young: 70e9, poisson: 0.33, density: 2700}\n"
     "shells:\n"
     "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
     "supports:\n"
     "  - {group: root, fix: all}\n"
     "loads:\n"
     "  - {type: pressure, group: plate, value: \"-100*t\"}\n"
     "probes:\n"
     "  - {name: corner, group: corner}\n"
     "design:\n"
     "  - {name: skin, thickness: plate, per: element, lower: 1e-3, upper: 0.02}\n"
     "time: {scheme: static, step: 1, steps: 1}\n"
     "functions:\n"
     "  - {name: weight, type: mass}\n"
     "  - {name: sag, type: end, of: corner, value: -uz}\n"
     "optimize:\n"
     "  objective: weight\n"
     "  constraints: [{function: sag, upper: 8e-3}]\n"
     "  method: mma\n",
     KEYS("optimize")},
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

bool gb_case_chapter(const char *key) {
  for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++)
    for (const char *const *k = chapters[i].keys; *k; k++)
      if (strcmp(*k, key) == 0) {
        print_chapter(&chapters[i]);
        return true;
      }
  return false;
}

"""A case as a component of OpenMDAO.

    problem.model.add_subsystem("wing", Component(case=gimbal.Case("wing.yaml")), promotes=["*"])
    problem.model.add_subsystem("wing", MarchComponent(case=case, forces="F", steps=100), promotes=["*"])
    problem.model.add_subsystem("wing", StaticComponent(case=case, nodal=["F", "M"], steps=1), promotes=["*"])

Inputs are the entries of the case's `design`, outputs its functionals; each is an array where it has several
values. MarchComponent and StaticComponent have forces, moments and given motions of nodes as inputs too, and the motion
of the nodes as outputs. Without OpenMDAO the classes have the same methods, for programs that call them in the same way.
"""
import re

import numpy

try:
    from openmdao.api import ExplicitComponent
except ImportError:
    class ExplicitComponent:
        """What components need of OpenMDAO's class: options, and the initial values of inputs and outputs."""

        class _Options(dict):
            def declare(self, name, default=None, **description):
                self.setdefault(name, default)

        def __init__(self, **options):
            self.options, self.inputs, self.outputs = self._Options(options), {}, {}
            self.initialize()

        def add_input(self, name, val):
            self.inputs[name] = numpy.array(val, dtype=float)

        def add_output(self, name, val):
            self.outputs[name] = numpy.array(val, dtype=float)

        def declare_partials(self, of, wrt):
            pass


def _groups(names):
    """Places of names by what stands before their number: skin.1, F.12.x, tip[0]; the others alone."""
    groups = {}
    for place, name in enumerate(names):
        groups.setdefault(re.sub(r"(\.\d+(\.[xyz])?|\[\d+\])$", "", name), []).append(place)
    found = {}
    for name, places in groups.items():
        plain = re.sub(r"\W", "_", name)
        while plain in found:  # "a b" beside "a_b"
            plain += "_"
        found[plain] = places
    return found


class _State:
    """A case, its names, and its last run: one attribute of the component, which has many of its own."""

    def __init__(self, case):
        self.case, self.x, self.values, self.result = case, None, None, None
        self.given = None  # inputs of nodes in the last march, whose adjoint has not been passed
        self.designs, self.functionals = _groups(case.designs), _groups(case.functionals)

    def declare(self, component):
        """Add the designs as inputs and the functionals as outputs."""
        for name, places in self.designs.items():
            component.add_input(name, val=self.case.x[places])
        for name, places in self.functionals.items():
            component.add_output(name, val=numpy.zeros(len(places)))

    def put(self, outputs):
        for name, places in self.functionals.items():
            outputs[name] = self.values[places]

    def designs_of(self, inputs):
        x = self.case.x.copy()
        for name, places in self.designs.items():
            x[places] = inputs[name]
        return x

    def run(self, inputs):
        """The functionals at these designs; a march is made where they are others than the last."""
        x = self.designs_of(inputs)
        if self.result is None or self.result is not self.case._result or not numpy.array_equal(self.x, x):
            self.values = self.case.run(x)
            self.x, self.result = x, self.case._result
        return self.values


class Component(ExplicitComponent):
    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case")

    def setup(self):
        self._gimbal = _State(self.options["case"])
        self._gimbal.declare(self)
        self.declare_partials("*", "*")

    def compute(self, inputs, outputs):
        self._gimbal.run(inputs)
        self._gimbal.put(outputs)

    def compute_partials(self, inputs, partials):
        state = self._gimbal
        state.run(inputs)
        gradient = state.case.gradient()
        for of, rows in state.functionals.items():
            for wrt, columns in state.designs.items():
                partials[of, wrt] = gradient[numpy.ix_(rows, columns)]


_MOTIONS = ("displacements", "velocities", "rotations", "angular_velocities")  # in the order of Case.adjoint_step()


class _NodalComponent(ExplicitComponent):
    """A march whose forces, moments and given motions of nodes are inputs, with products by the transposed Jacobian.

    A component says what its nodal inputs are at a step, and which steps its outputs have.
    """
    outputs_of = ()  # names of the motions

    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case with a functional")
        self.options.declare("nodal", default=None, desc="names of entries of `design` with a load and parameter: values, or "
                             "with a support and parameter: displacements, velocities or accelerations")
        self.options.declare("steps", desc="the steps of the march, as in the case")

    def _names(self):
        """The entries of `design` by the names of the inputs."""
        nodal = self.options["nodal"] or []
        return {re.sub(r"\W", "_", name): name for name in ([nodal] if isinstance(nodal, str) else nodal)}

    def setup(self):
        self._gimbal = state = _State(self.options["case"])
        if not state.functionals:
            raise ValueError("case: it has no functional, whose adjoint gives the products; accepted: a case with functions")
        numbers, shapes = {}, {}
        for name, entry in self._names().items():
            places = state.designs.pop(re.sub(r"\W", "_", str(entry)), [])
            nodes = dict.fromkeys(state.case.designs[place].split(".")[-2] for place in places
                                  if re.search(r"\.\d+\.[xyz]$", state.case.designs[place]))
            if not nodes:
                raise ValueError("%s: found %r; accepted: the name of an entry of `design` with a load and parameter: values, "
                                 "or with a support and parameter: displacements, velocities or accelerations"
                                 % (name, entry))
            shapes[name] = self._shape(len(nodes), True)
            numbers.update(nodes)
        if not numbers:
            raise ValueError("nodal: found no name; accepted: names of entries of `design`")
        state.declare(self)
        for name, shape in shapes.items():
            self.add_input(name, val=numpy.zeros(shape))
        state.nodes = len(numbers)
        for name in self.outputs_of:
            self.add_output(name, val=numpy.zeros(self._shape(state.nodes, False)))

    def _march(self, inputs, outputs):
        """March under the inputs, and put the motions of the nodes into the outputs."""
        state, names, steps = self._gimbal, self._names(), self.options["steps"]
        case, given = state.case, {name: numpy.array(inputs[name]) for name in names}
        for step in range(steps + 1):
            at = [self._at(given[name], step) for name in names]
            if step == 0:
                case.begin(list(names.values()), at, x=state.designs_of(inputs))
                continue
            u, v = case.step(at)
            motions = dict(zip(_MOTIONS, (u, v, case.coupled_rotations(), case.coupled_angular_velocities())))
            case.accept()
            for name in self.outputs_of:
                part = self._part(outputs[name], step)
                if part is not None:
                    part[...] = motions[name]
        state.values = case.end()
        state.x, state.result, state.given = case.x, case._result, given

    def compute(self, inputs, outputs):
        found = {name: numpy.array(outputs[name]) for name in self.outputs_of}
        self._march(inputs, found)
        for name in self.outputs_of:
            outputs[name] = found[name]
        self._gimbal.put(outputs)

    def compute_jacvec_product(self, inputs, d_inputs, d_outputs, mode):
        if mode != "rev":
            raise NotImplementedError("mode: found %r; accepted: rev, for the adjoint is that of the outputs" % mode)
        state, names, steps = self._gimbal, self._names(), self.options["steps"]
        if (state.given is None or state.result is not state.case._result
                or not numpy.array_equal(state.x, state.designs_of(inputs))
                or not all(numpy.array_equal(state.given[name], inputs[name]) for name in names)):
            self._march(inputs, {name: numpy.zeros(self._shape(state.nodes, False)) for name in self.outputs_of})
        state.given = None
        weight = numpy.zeros(len(state.case.functionals))
        for name, places in state.functionals.items():
            if name in d_outputs:
                weight[places] = d_outputs[name]
        # The adjoint takes derivatives by the motion together with a functional. This code gives them to the first
        # functional, divided by the weight of that functional, because the sums below multiply by the weight. If the weight
        # is zero, a weight so small takes its place that the derivatives of the functional itself do not count.
        weight[0] = weight[0] or 1e-20
        for step in range(steps, -1, -1):
            by = []
            for name in _MOTIONS:
                own = self._part(d_outputs[name], step) if name in d_outputs else None
                if own is not None:
                    own = numpy.concatenate([own[None] / weight[0], numpy.zeros((len(weight) - 1,) + own.shape)])
                by.append(own)
            for name, part in zip(names, state.case.adjoint_step(*by)):
                if name in d_inputs:
                    self._add(d_inputs[name], step, numpy.tensordot(weight, part, 1))
        gradient = weight @ state.case.gradient()
        for name, places in state.designs.items():
            if name in d_inputs:
                d_inputs[name] += gradient[places]


class MarchComponent(_NodalComponent):
    """A march of dynamics under inputs of nodes that are given for each step.

    Inputs are the entries of `design`; those of `nodal` are [steps + 1, nodes, 3], from the initial state on. With `forces`
    in place of `nodal` the input of that entry is called `forces`. Outputs are the functionals, and `displacements`,
    `velocities`, `rotations` and `angular_velocities` of the nodes of these inputs, each once, at the ends of the steps,
    [steps, nodes, 3].
    """
    outputs_of = _MOTIONS

    def initialize(self):
        super().initialize()
        self.options.declare("forces", default=None, desc="the name of an entry of `design` with a load and parameter: values")

    def _names(self):
        return {"forces": self.options["forces"]} if self.options["forces"] is not None else super()._names()

    def _shape(self, nodes, is_input):
        return self.options["steps"] + is_input, nodes, 3

    def _at(self, given, step):
        return given[step]

    def _part(self, output, step):
        return output[step - 1] if step > 0 else None

    def _add(self, d_input, step, part):
        d_input[step] += part


class StaticComponent(_NodalComponent):
    """Statics under inputs of nodes, which grow with the load steps: at step k of n they are k / n of their values.

    Inputs are the entries of `design`; those of `nodal` are [nodes, 3], without velocities and accelerations. Outputs are the
    functionals, and `displacements` and `rotations` of the nodes of these inputs, each once, at the end, [nodes, 3].
    """
    outputs_of = ("displacements", "rotations")

    def _shape(self, nodes, is_input):
        return nodes, 3

    def _at(self, given, step):
        return given * (step / self.options["steps"])

    def _part(self, output, step):
        return output if step == self.options["steps"] else None

    def _add(self, d_input, step, part):
        d_input += part * (step / self.options["steps"])

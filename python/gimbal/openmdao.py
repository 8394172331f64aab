"""A case as a component of OpenMDAO.

    problem.model.add_subsystem("wing", Component(case=gimbal.Case("wing.yaml")), promotes=["*"])
    problem.model.add_subsystem("wing", MarchComponent(case=case, forces="F", steps=100), promotes=["*"])

Inputs are the entries of the case's `design`, outputs its functionals; each is an array where it has several
values. MarchComponent has the forces at nodes as an input too, and their motion as outputs. Without OpenMDAO the
classes have the same methods, for programs that call them in the same way.
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
    return {re.sub(r"\W", "_", name): places for name, places in groups.items()}


class _State:
    """A case, its names, and its last run: one attribute of the component, which has many of its own."""

    def __init__(self, case):
        self.case, self.x, self.values, self.result = case, None, None, None
        self.forces = None  # of the last march under forces, whose adjoint has not been passed
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

    def march(self, inputs, design, motion):
        """March under inputs["forces"], and put displacements and velocities into motion."""
        forces = numpy.array(inputs["forces"])
        self.case.begin(design, forces[0], x=self.designs_of(inputs))
        for step in range(1, len(forces)):
            motion["displacements"][step - 1], motion["velocities"][step - 1] = self.case.step(forces[step])
            self.case.accept()
        self.values = self.case.end()
        self.x, self.result, self.forces = self.case.x, self.case._result, forces

    def designs_of(self, inputs):
        x = self.case.x
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


class MarchComponent(ExplicitComponent):
    """A march under forces at nodes that are given for each step, with products by the transposed Jacobian.

    Inputs are the entries of `design` but `forces`, and `forces`, [steps + 1, nodes, 3], from the initial state on.
    Outputs are the functionals, and `displacements` and `velocities` of these nodes at the ends of the steps,
    [steps, nodes, 3].
    """

    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case with a functional")
        self.options.declare("forces", desc="the name of an entry of `design` with a load and parameter: values")
        self.options.declare("steps", desc="the steps of the march, as in the case")

    def setup(self):
        self._gimbal = state = _State(self.options["case"])
        places = state.designs.pop(re.sub(r"\W", "_", str(self.options["forces"])), None)
        if places is None:
            raise ValueError("forces: found %r; accepted: the name of an entry of `design` with a load and parameter: values"
                             % (self.options["forces"],))
        if not state.functionals:
            raise ValueError("case: it has no functional, whose adjoint gives the products; accepted: a case with functions")
        steps, nodes = self.options["steps"], len(places) // 3
        state.declare(self)
        self.add_input("forces", val=numpy.zeros((steps + 1, nodes, 3)))
        for name in "displacements", "velocities":
            self.add_output(name, val=numpy.zeros((steps, nodes, 3)))

    def compute(self, inputs, outputs):
        self._gimbal.march(inputs, self.options["forces"], outputs)
        self._gimbal.put(outputs)

    def compute_jacvec_product(self, inputs, d_inputs, d_outputs, mode):
        if mode != "rev":
            raise NotImplementedError("mode: found %r; accepted: rev, for the adjoint is that of the outputs" % mode)
        state, shape = self._gimbal, numpy.shape(inputs["forces"])
        if (state.forces is None or state.result is not state.case._result
                or not numpy.array_equal(state.x, state.designs_of(inputs))
                or not numpy.array_equal(state.forces, inputs["forces"])):
            state.march(inputs, self.options["forces"], {name: numpy.zeros((shape[0] - 1,) + shape[1:])
                                                         for name in ("displacements", "velocities")})
        state.forces = None
        weight = numpy.zeros(len(state.case.functionals))
        for name, places in state.functionals.items():
            if name in d_outputs:
                weight[places] = d_outputs[name]
        # The adjoint adds derivatives by the motion to those of one functional. The first one has them, divided by its
        # weight, which the sums below multiply again. A weight of zero is replaced by one so small that the functional's
        # own derivatives do not count.
        weight[0] = weight[0] or 1e-20
        by = {name: numpy.zeros((len(weight),) + shape[1:]) for name in ("displacements", "velocities")}
        for step in range(shape[0] - 1, -1, -1):
            for name, value in by.items():
                value[0] = d_outputs[name][step - 1] / weight[0] if step > 0 and name in d_outputs else 0
            part = state.case.adjoint_step(*by.values())
            if "forces" in d_inputs:
                d_inputs["forces"][step] += numpy.tensordot(weight, part, 1)
        gradient = weight @ state.case.gradient()
        for name, places in state.designs.items():
            if name in d_inputs:
                d_inputs[name] += gradient[places]

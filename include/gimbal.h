/// The Gimbal library: flexible multibody dynamics with exact gradients of functionals by designs.
///
///     gimbal_case *c;
///     gimbal_result *r;
///     gimbal_create(MPI_COMM_WORLD, &c);
///     if (gimbal_load(c, "wing.yaml") || gimbal_run(c, GIMBAL_ADJOINT, &r) ||
///         gimbal_differentiate(c, r))
///       fprintf(stderr, "%s\n", gimbal_message(c));
///     const double *f = gimbal_values(r), *df = gimbal_gradient(r);
///
/// A case is a model and its requests, as a case file describes them (docs/case-file.md). Several
/// cases may exist at once, on any communicators; they are independent of each other. The library
/// prints nothing, writes no file except in gimbal_write_results, and catches no signal. Only one
/// thread at a time may call it.
///
/// A function that can fail returns a gimbal_status. After an error, gimbal_message gives the
/// reason, and the case is as it was before the call. A function marked "Collective" must be called
/// by all ranks of the case's communicator, and returns the same status on all of them. All other
/// functions are local; they cannot fail unless their description says so. Returned texts and
/// arrays belong to the case or the result and remain valid until it is destroyed. Texts and arrays
/// of a case also become invalid at the next call of gimbal_load, gimbal_load_text or gimbal_set.
#ifndef GIMBAL_H
#define GIMBAL_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GIMBAL_API __attribute__((visibility("default")))

typedef struct gimbal_case gimbal_case;
typedef struct gimbal_result gimbal_result;

/// Status of a call. The values are also the exit statuses of the program `gimbal`.
enum gimbal_status {
  GIMBAL_OK = 0,
  GIMBAL_USAGE = 2,    ///< an argument or the case file is wrong
  GIMBAL_MODEL = 3,    ///< the mesh or the model is wrong
  GIMBAL_DIVERGED = 4, ///< the march did not converge
  GIMBAL_SINGULAR = 5, ///< a matrix is singular
  GIMBAL_FILE = 6,     ///< a file cannot be read, or memory is exhausted
  GIMBAL_STOPPED = 75  ///< the function given to gimbal_set_stop ended the run
};

/// Version of the library, for example "0.10.0".
GIMBAL_API const char *gimbal_version(void);

/// Create a case without a model. The communicator is duplicated. Collective. MPI must be
/// initialised before, and finalised only after gimbal_destroy. @param[out] out NULL after an error
GIMBAL_API int gimbal_create(MPI_Comm comm, gimbal_case **out);
/// Create a case, called from another language. Collective. @param comm a Fortran communicator
/// (MPI_Comm_c2f); NULL: MPI_COMM_WORLD
GIMBAL_API int gimbal_create_f(const int *comm, gimbal_case **out);
/// Destroy a case and set *c to NULL; c and *c may be NULL. Results remain valid. Collective.
GIMBAL_API void gimbal_destroy(gimbal_case **c);

/// Message of the last call that returned a status, one line for each defect; "" if it succeeded.
/// c may be NULL.
GIMBAL_API const char *gimbal_message(const gimbal_case *c);
/// Code of the first line of gimbal_message, for example "unknown-key" (docs/errors.md); "" if
/// there is none. c may be NULL.
GIMBAL_API const char *gimbal_code(const gimbal_case *c);
/// Warnings about the model, one per line, and after a run those about it, with their codes
/// (docs/errors.md), until the next one. They are present on rank 0 only.
GIMBAL_API const char *gimbal_warnings(const gimbal_case *c);

/// Change a key of the case as the option --set does: "time.steps=10", "functions.ks.weight=50",
/// "initial=lightest.csv". All settings given so far apply together. If a case is loaded, it is
/// built again, with the designs of the case file; otherwise the settings apply when one is loaded.
/// Collective.
GIMBAL_API int gimbal_set(gimbal_case *c, const char *setting);
/// Read a case file and build its model. Collective.
GIMBAL_API int gimbal_load(gimbal_case *c, const char *file);
/// Read a case from a text and build its model. Collective. @param name file name used in messages;
/// file names in the case are relative to its folder  @param text the same on all ranks
GIMBAL_API int gimbal_load_text(gimbal_case *c, const char *name, const char *text);

/// Number of designs, in the order of the case. A design is a number of the model that may vary,
/// for example the thickness of a patch. 0 before the case is loaded.
GIMBAL_API int gimbal_designs(const gimbal_case *c);
/// Name of a design: "skin.17" for a patch or element of a design with several values, "mast" for a
/// design with one value; NULL if there is no design of this number.
GIMBAL_API const char *gimbal_design_name(const gimbal_case *c, int design);
/// Number of the node to which this design belongs, NAME.17.x; 0: the design belongs to no node.
/// axis and vector may be NULL.
/// @param[out] axis 0, 1 or 2
/// @param[out] vector 0: a coordinate, 1: a force or moment, 2: an initial velocity, 3: a
///   displacement, velocity or acceleration that a support prescribes
GIMBAL_API int64_t gimbal_design_node(const gimbal_case *c, int design, int *axis, int *vector);
/// Values of the designs in the next run, [designs].
GIMBAL_API const double *gimbal_design_values(const gimbal_case *c);
/// Bounds of the designs in an optimisation, [designs]; infinite where there is no bound.
GIMBAL_API const double *gimbal_design_lower(const gimbal_case *c);
GIMBAL_API const double *gimbal_design_upper(const gimbal_case *c);
/// Set the value of one design ("skin.17"), of all designs of an entry of the case ("skin"), or of
/// all designs (NULL). Values of other ranks than 0 are ignored. Local. errors: GIMBAL_USAGE: no
/// such design, wrong number of values, or a value that the model cannot have
GIMBAL_API int gimbal_set_designs(gimbal_case *c, const char *name, int count,
                                  const double values[]);

/// Number of functional values, in the order of the case; a functional that is a list has several.
GIMBAL_API int gimbal_functionals(const gimbal_case *c);
/// Name of a functional value: "ks", or "tip[3]" in a list; NULL if there is none of this number.
GIMBAL_API const char *gimbal_functional_name(const gimbal_case *c, int value);

/// Number of columns of the histories: displacements, velocities and accelerations of the point
/// probes ("tip.ux", ...), then forces, strains and rotations.
GIMBAL_API int gimbal_histories(const gimbal_case *c);
/// Name of a column; NULL if there is none of this number.
GIMBAL_API const char *gimbal_history_name(const gimbal_case *c, int column);

/// Results that gimbal_run shall compute: one of the first four values, optionally combined (|)
/// with the others.
enum gimbal_request {
  GIMBAL_VALUES = 0,    ///< functionals only
  GIMBAL_ADJOINT = 1,   ///< functionals; states are stored for a gradient by the adjoint method
  GIMBAL_TANGENT = 2,   ///< functionals; states are stored for a gradient by direct differentiation
  GIMBAL_CHEAPER = 3,   ///< GIMBAL_TANGENT if designs are fewer than functionals of the motion,
                        ///< otherwise GIMBAL_ADJOINT
  GIMBAL_HISTORIES = 4, ///< histories at the ends of steps; with GIMBAL_TANGENT also derivatives of
                        ///< the point probes
  GIMBAL_STAGES = 16,   ///< gimbal_begin: the stages of a step have inputs of their own
  GIMBAL_SAME_FACTOR = 8 ///< linear statics: keep the factor of the stiffness for the next run; use
                         ///< the factor of the last run if that run had this request too, and only
                         ///< amplitudes, forces and moments of loads and designs of temperatures
                         ///< have changed since
};

/// Decide whether a run shall stop. It must not call functions of this library.
/// @return 0: go on; otherwise: stop
typedef int gimbal_stop(void *context);
/// Set the function that each rank calls after every step of the march and of the gradient, and of
/// the search for modes. If it returns a value other than 0 on any rank, gimbal_run,
/// gimbal_differentiate, gimbal_verify, gimbal_complex_step or gimbal_find_modes returns
/// GIMBAL_STOPPED on all ranks; the case can be run again. Ranks may give different functions.
/// Local. @param stop NULL: never stop
GIMBAL_API void gimbal_set_stop(gimbal_case *c, gimbal_stop *stop, void *context);
/// March through time with the current designs. Collective. @param request values of enum
/// gimbal_request  @param[out] out NULL after an error; free it with gimbal_result_free
GIMBAL_API int gimbal_run(gimbal_case *c, int request, gimbal_result **out);
/// Compute the gradient and add it to the result of the last run of this case, which must have
/// requested one. Does nothing if the result already has it. Collective.
GIMBAL_API int gimbal_differentiate(gimbal_case *c, gimbal_result *r);
/// Free a result and set *r to NULL; r and *r may be NULL. Local.
GIMBAL_API void gimbal_result_free(gimbal_result **r);

/// Compare the gradient at the current designs with complex-step runs of the whole march, along
/// each design, or along one random direction if there are more than six. The case is read again;
/// results of earlier runs stay. Collective. @param request GIMBAL_ADJOINT, GIMBAL_TANGENT or
/// GIMBAL_CHEAPER  @param[out] out NULL after an error; it has directions only
/// The function fails with the errors of gimbal_load and gimbal_run, and with GIMBAL_DIVERGED if
/// the relative error of a derivative exceeds 1e-8.
GIMBAL_API int gimbal_verify(gimbal_case *c, int request, gimbal_result **out);
/// Number of directions; 0 if the result is not of gimbal_verify.
GIMBAL_API int gimbal_directions(const gimbal_result *r);
/// Name of a direction, which is the name of its design or "random direction"; NULL if no direction
/// has this number.
GIMBAL_API const char *gimbal_direction_name(const gimbal_result *r, int direction);
/// Derivatives along the directions, times the designs' values, [functionals][directions].
GIMBAL_API const double *gimbal_direction_derivatives(const gimbal_result *r);
/// Relative errors of the derivatives, [functionals][directions].
GIMBAL_API const double *gimbal_direction_errors(const gimbal_result *r);
/// Compute derivatives of the functionals at the current designs along a direction, by a
/// complex-step run of the whole march with a step of 1e-30. The case is read again; results of
/// earlier runs stay. Collective. @param direction [designs]; values of other ranks than 0 are
/// ignored  @param[out] derivative [functionals]; after an error the values are undefined
/// The function fails with the errors of gimbal_load and gimbal_run, and with GIMBAL_USAGE if a
/// value of the direction is not finite or a function is a frequency, which has no complex step.
GIMBAL_API int gimbal_complex_step(gimbal_case *c, const double direction[], double derivative[]);

/// Values of the functionals, [functionals].
GIMBAL_API double *gimbal_values(gimbal_result *r);
/// Derivatives of the functionals by the designs, [functionals][designs]; NULL before
/// gimbal_differentiate.
GIMBAL_API double *gimbal_gradient(gimbal_result *r);
/// Number of factorisations of the march and, after gimbal_differentiate, of the gradient.
GIMBAL_API int gimbal_factorisations(const gimbal_result *r);
/// Number of rows of the histories: the initial state and the ends of all steps; 0 if histories
/// were not requested.
GIMBAL_API int gimbal_history_rows(const gimbal_result *r);
/// Times of the rows, [rows].
GIMBAL_API double *gimbal_history_times(gimbal_result *r);
/// Values of the histories, [rows][histories], the same on all ranks.
GIMBAL_API double *gimbal_history_values(gimbal_result *r);
/// Derivatives of displacement, velocity and acceleration of the point probes by the designs,
/// [rows][designs][probes][9]; NULL if they were not requested.
GIMBAL_API double *gimbal_history_derivatives(gimbal_result *r);

/// A march by steps with another program, which gives inputs at nodes and receives their motion:
///
///     gimbal_begin(c, "F", GIMBAL_ADJOINT, inputs);
///     for (int step = 1; step <= steps; step++) {
///       gimbal_step(c, inputs);             // with inputs from the motion so far
///       while (...) gimbal_repeat(c, inputs); // with inputs from the motion of this step
///       gimbal_accept(c);
///     }
///     gimbal_end(c, &r);
///     for (int step = steps; step >= 0; step--)
///       gimbal_adjoint_step(c, by_displacements, by_velocities, by_inputs);
///     gimbal_differentiate(c, r);
///
/// Inputs are the vectors of entries of `design`: forces or moments of a load with `values`, which
/// are multiplied by the value of the load; and displacements, velocities and accelerations that a
/// support prescribes, of which a march of dynamics needs all three and a static march the first
/// alone. They act in the whole step. Velocities and accelerations must be the derivatives of the
/// displacements at the time of the step; the library does not check that. In a static march the
/// steps are the load steps of the case, and the inputs at step 0 have no effect.
///
/// If the request has GIMBAL_STAGES, each stage of a step has inputs and motions of its own, at its
/// own time: arrays are [stages] times as long. A step may have fewer stages, and step 0 has one.
/// The library then does not read the inputs of the stages that are missing, and gives 0 for their
/// motions and derivatives.
///
/// Inputs are in the order of the designs. Arrays of motions have one entry for each node that has
/// inputs, in the order of the first input of each node. All ranks get the same arrays; the library
/// uses the arrays that rank 0 gives. All functions are collective, except those that return sizes,
/// numbers, times or motions. errors: GIMBAL_USAGE if calls are out of this order; the march can go
/// on, as it can after GIMBAL_DIVERGED and GIMBAL_SINGULAR of gimbal_step and gimbal_repeat, which
/// leave it at the end of the step before: gimbal_step or gimbal_repeat then computes the step with
/// other inputs, and the functions of motions return what they returned after the last call without
/// an error. Any other error, for example one of gimbal_run, ends the march. The functions
/// gimbal_set, gimbal_load, gimbal_run and gimbal_begin end an earlier march too.

/// Begin at the initial state. @param design names of entries of `design`, separated by commas
/// @param request GIMBAL_VALUES or GIMBAL_ADJOINT, optionally with GIMBAL_HISTORIES and
/// GIMBAL_STAGES  @param inputs at the initial state, which have a part in its accelerations,
/// [inputs][3]; displacements must be 0 in dynamics
GIMBAL_API int gimbal_begin(gimbal_case *c, const char *design, int request, const double inputs[]);
/// Compute the next step. @param inputs [stages][inputs][3], in the units of the case
GIMBAL_API int gimbal_step(gimbal_case *c, const double inputs[]);
/// Compute the last step again with other inputs.
GIMBAL_API int gimbal_repeat(gimbal_case *c, const double inputs[]);
/// Accept the last step: functionals count it, and the next step follows it.
GIMBAL_API int gimbal_accept(gimbal_case *c);
/// Numbers of nodes, of input vectors and of stages; 0 without a march by steps. The stages are 1
/// without GIMBAL_STAGES.
GIMBAL_API int gimbal_coupled_nodes(const gimbal_case *c);
GIMBAL_API int gimbal_coupled_inputs(const gimbal_case *c);
GIMBAL_API int gimbal_coupled_stages(const gimbal_case *c);
/// Numbers of the nodes in the mesh file, [nodes]; NULL without a march by steps.
GIMBAL_API const int64_t *gimbal_coupled_numbers(const gimbal_case *c);
/// Time of a stage of a step, or the load parameter; NAN if there is none.
GIMBAL_API double gimbal_coupled_time(const gimbal_case *c, int step, int stage);
/// Displacements, velocities, rotations and angular velocities of these nodes in the last step,
/// [stages][nodes][3]; NULL without a march by steps. They change with the next step. Rotations are
/// in radians, angular velocities in radians per unit of time, about the global axes. The
/// rotation about z is the angle from the x axis to the vector (R_xx + R_yy, R_yx - R_xy), where
/// the matrix R rotates the directors of a node, and the rotations about x and y are defined
/// similarly. R of a single director of a shell is the smallest rotation that takes it to its
/// present direction; its angular velocity has no part along the director. Nodes without directors
/// have zeros.
GIMBAL_API const double *gimbal_coupled_displacements(const gimbal_case *c);
GIMBAL_API const double *gimbal_coupled_velocities(const gimbal_case *c);
GIMBAL_API const double *gimbal_coupled_rotations(const gimbal_case *c);
GIMBAL_API const double *gimbal_coupled_angular_velocities(const gimbal_case *c);
/// Positions of these nodes in the reference configuration, [nodes][3]; NULL without a march by
/// steps.
GIMBAL_API const double *gimbal_coupled_coordinates(const gimbal_case *c);
/// End the march after all steps. @param[out] out NULL after an error; free it with
/// gimbal_result_free
GIMBAL_API int gimbal_end(gimbal_case *c, gimbal_result **out);
/// Pass the next step of the adjoint: first the last step, at last step 0, the initial state. If
/// the inputs of a step depend on the motion of this step, pass it again with the derivatives that
/// follow from by_inputs, until these are negligible: each call adds its part.
/// @param by_displacements, by_velocities derivatives of the functionals by the motion in the step
/// through the inputs of this and later steps, [functionals][stages][nodes][3]
/// @param[out] by_inputs derivatives by the inputs of the step, of this call alone,
/// [functionals][stages][inputs][3]
GIMBAL_API int gimbal_adjoint_step(gimbal_case *c, const double by_displacements[],
                                   const double by_velocities[], double by_inputs[]);
GIMBAL_API int gimbal_adjoint_repeat(gimbal_case *c, const double by_displacements[],
                                     const double by_velocities[], double by_inputs[]);
/// The same with derivatives by rotations and angular velocities. @param again whether a step is
/// passed again  @param by_motions derivatives by displacements, velocities, rotations and angular
/// velocities; NULL: zeros
GIMBAL_API int gimbal_adjoint_motions(gimbal_case *c, int again, const double *const by_motions[4],
                                      double by_inputs[]);

/// Nodes, cells and fields at the end of the march: this rank's part of those that the results file
/// of the case has (docs/results.md), with the settings output.sections and output.swept. Each node
/// and each cell is on one rank. Order and division among the ranks are the same in all runs of a
/// case, unless gimbal_set or gimbal_load changes it. If r is NULL, the numbers are 0 and the
/// arrays NULL.

/// Number of nodes of this rank.
GIMBAL_API int gimbal_nodes(const gimbal_result *r);
/// Numbers of the nodes, [nodes]. A node of the mesh file has its number there; the nodes that the
/// program adds, for example for shapes of bodies, have higher numbers.
GIMBAL_API const int64_t *gimbal_node_numbers(const gimbal_result *r);
/// Positions in the reference configuration of the run, [nodes][3], in the unit of length of the
/// case.
GIMBAL_API const double *gimbal_coordinates(const gimbal_result *r);
/// Number of cells of this rank: elements, springs, points and shapes of bodies.
GIMBAL_API int gimbal_cells(const gimbal_result *r);
/// Numbers of the cells, [cells]. An element of the mesh file has its number there; the cells that
/// the program adds, for example for springs and bodies, have higher numbers.
GIMBAL_API const int64_t *gimbal_cell_numbers(const gimbal_result *r);
/// Number of fields.
GIMBAL_API int gimbal_fields(const gimbal_result *r);
/// Name of a field, for example "displacement", "velocity" or "von_mises"; NULL if there is none of
/// this number.
GIMBAL_API const char *gimbal_field_name(const gimbal_result *r, int field);
/// Values of a field, [nodes or cells][components], in the units of the case; NULL if there is none
/// of this name. of_cells and components may be NULL.
/// @param[out] of_cells 1: values of cells, 0: of nodes  @param[out] components 1 or 3
GIMBAL_API const double *gimbal_field(const gimbal_result *r, const char *name, int *of_cells,
                                      int *components);
/// Write the fields at the end of the march as the only frame of the results file PATH.vtkhdf, and
/// PATH.xdmf, which describes it. Existing files are replaced. Collective. @param r of any run of
/// this case  @param path the same on all ranks, without an ending  errors: GIMBAL_USAGE,
/// GIMBAL_FILE
GIMBAL_API int gimbal_write_results(gimbal_case *c, const gimbal_result *r, const char *path);

/// Find natural frequencies and mode shapes with the current designs, about the state that `modes`
/// of the case names. A gradient of the last run must be computed before if the designs have
/// changed since. Collective. @param count number of modes; 0: as the case says, or ten
/// @param[out] out NULL after an error; free it with gimbal_result_free. It has nodes, cells and
/// modes, but neither values nor fields
GIMBAL_API int gimbal_find_modes(gimbal_case *c, int count, gimbal_result **out);
/// Number of modes; 0 if the result is not of gimbal_find_modes.
GIMBAL_API int gimbal_modes(const gimbal_result *r);
/// Frequencies in Hz, in ascending order, [modes]; 0 for rigid modes, negative if the square of the
/// frequency is.
GIMBAL_API const double *gimbal_mode_frequencies(const gimbal_result *r);
/// Displacements of this rank's nodes, [modes][nodes][3]; the largest component of all nodes along
/// an axis is 1.
GIMBAL_API const double *gimbal_mode_shapes(const gimbal_result *r);
/// Derivatives of the frequencies by the designs in Hz, [modes][designs]; NAN for rigid and
/// repeated modes. NULL if there are no designs, or the frame turns and designs move positions.
GIMBAL_API const double *gimbal_mode_derivatives(const gimbal_result *r);

#ifdef __cplusplus
}
#endif
#endif

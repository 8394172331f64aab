/// Supports, loads, initial motions and amplitudes of an .inp deck.
#ifndef GB_ABAQUS_ENTRIES_LOAD_H
#define GB_ABAQUS_ENTRIES_LOAD_H

#include "abaqus/entries/element.h"
#include "deck/hits.h"
#include "deck/table.h"

/// An action on one component of a node or an element, or gravity of the whole model. A pressure on
/// a solid has the number of its face in place of the component.
typedef struct gb_inp_action {
  gb_act kind; ///< GB_ACT_SUPPORT for given displacements too, GB_ACT_FORCE for moments
  int32_t target, line;
  int component; ///< from 0; a face from 1
  int amplitude; ///< -1: none
  int step;
  double value;
  double before; ///< value in the step before, from which it changes; 0: none
} gb_inp_action;

/// Temperatures of the nodes of the mesh.
typedef struct gb_inp_heat {
  /// temperature of a node, and its gradient by length along the normal, [mesh nodes]; NULL: no
  /// keyword has any
  double (*initial)[2], (*value)[2];
  bool *given; ///< whether a node has a temperature in a step, [mesh nodes]
  bool acts;
  int amplitude, step;        ///< of *TEMPERATURE; amplitude -1: none
  int32_t line, varying_line; ///< of *TEMPERATURE; of an *EXPANSION that distorts or varies
} gb_inp_heat;

/// A gravity that lines give a part of the elements.
typedef struct gb_inp_part {
  double value[3];
  int amplitude, step;
  int32_t line; ///< the first of them
  int count;    ///< of elements; 0: there is no such gravity
  bool *has;    ///< whether an element has it, [mesh elements]
} gb_inp_part;

struct gb_inp_loads {
  GB_LIST_OF(gb_inp_action) actions;
  gb_inp_heat heat;
  gb_inp_part part;
  int spin_step; ///< step of the CENTRIF load that acts
};

/// Write the lines between points, which go on as constants beyond them, as an expression of `s` in
/// memory of the reader.
int gb_inp_write_table(gb_inp *inp, const gb_deck_point all[], int count, const char *s,
                       char **text, gb_error *error);
/// Find the amplitude that a keyword names; -1: it names none. errors: GB_MODEL if there is no such
/// amplitude
int gb_inp_find_amplitude(const gb_inp *inp, const gb_inp_call *call, int *out, gb_error *error);
/// Add surface elements to the mesh for the faces of solids on which pressures act, which act on
/// these elements instead. The actions are sorted.
int gb_inp_add_faces(gb_inp *inp, gb_error *error);
/// Add the actions to the problem.
int gb_inp_apply_actions(gb_inp *inp, gb_error *error);
/// Read a type such as ENCASTRE, or first component, last component and value, of a line of
/// *BOUNDARY. @param[out] components as bits 1 to 6
int gb_inp_read_condition(const gb_inp_data *data, unsigned *components, double *value,
                          gb_error *error);
/// Whether lines of *BOUNDARY that are in force hold a component of a node, from 1 to 6, at 0.
bool gb_inp_is_held(const gb_inp *inp, int32_t node, int component);
/// Hold what leaves the plane of the nodes of elements that move in it. Only z = 0 is accepted.
int gb_inp_hold_plane(gb_inp *inp, gb_error *error);
/// Make equations of supports along axes of nodes, and remove these supports from the actions.
int gb_inp_support_axes(gb_inp *inp, gb_error *error);

gb_inp_handler gb_inp_amplitude_keyword, gb_inp_equation, gb_inp_boundary, gb_inp_cload,
    gb_inp_dload, gb_inp_dsload, gb_inp_initial, gb_inp_initial_temperature, gb_inp_temperature;
/// Heat the shells, beams and solids of the problem. errors: GB_MODEL
int gb_inp_apply_temperatures(gb_inp *inp, gb_error *error);

#endif

/// Doubts that an engineer would have about a march that ended well: model and march are
/// possible, but probably not what was meant. A doubt is a function find_NAME of plausibility.c and
/// a row of GB_FOR_DOUBTS.
#ifndef GB_SESSION_PLAUSIBILITY_H
#define GB_SESSION_PLAUSIBILITY_H

#include "session/session.h"

// clang-format off
/// Doubts: name, code, meaning, remedy.
#define GB_FOR_DOUBTS(X)                                                                           \
  X(aliased_load, "aliased-load",                                                                  \
    "A load or a given motion changes faster than the steps show it.",                             \
    "A smaller time.step: ten or more in a period.")                                               \
  X(load_zero_at_end, "load-zero-at-end",                                                          \
    "Nothing acts at the end of a static march, where its functions are taken.",                   \
    "A load that is not 0 at the last t, as F*t.")                                                 \
  X(probe_far, "probe-far",                                                                        \
    "A probe is far from the model, and the nearest node is taken.",                               \
    "A position on the model, or the unit of its mesh.")                                           \
  X(large_displacement, "large-displacement",                                                      \
    "Displacements of linear statics are as large as the model.",                                  \
    "Scheme static; or correct loads, sections and units.")                                        \
  X(pressed_at_start, "pressed-at-start",                                                          \
    "A contact is pressed in at the start of a motion by far more than loads and weight press it.",\
    "Begin where the surfaces touch, or `time.from: equilibrium`.")                                \
  X(not_joined, "not-joined",                                                                      \
    "Parts end at one point, but nothing joins them.",                                             \
    "A joint or a link, one body as the `ends` of both, or one node in the mesh.")                 \
  X(unused_key, "unused-key",                                                                      \
    "A key is given that the march does not use, as damping in statics.",                          \
    "Another scheme or enforcement of constraints; or delete the key.")                            \
  X(hinge, "hinge",                                                                                \
    "Shells, beams or bodies share one edge or point alone with solids, and turn freely about it.",\
    "A row of shells in or on the solids, or `links` of a face of the solids to a body.")          \
  X(implausible_material, "implausible-material",                                                  \
    "The numbers of a material are of no known one, or in different units.",                       \
    "One system of units: N, m, kg, Pa; or N, mm, t, MPa.")                                        \
  X(idle_design, "idle-design",                                                                    \
    "No function depends on a design: all its derivatives are exactly zero.",                      \
    "Correct the group or the name of the design, or delete it.")                                  \
  X(large_step, "large-step",                                                                      \
    "The error of one time step is more than a tenth of the displacements.",                       \
    "A smaller `time.step`, or `time.error_limit`.")                                               \
  X(joints_apart, "joints-apart",                                                                  \
    "Joints came apart by more than a hundredth of the model's size.",                             \
    "A smaller time.step, or `constraints.enforce: projected`.")                                   \
  X(lost_stability, "lost-stability",                                                              \
    "A load step ended in another stable state, beyond a limit or bifurcation point.",             \
    "`unstable: fall` if this is meant, `stop` if not; `arc_length: true` goes past limits.")      \
  X(unstable_state, "unstable-state",                                                              \
    "Static states have negative eigenvalues of the stiffness: nothing would stay in them.",       \
    "`time.unstable: branch`, fall or stop; or supports and springs.")                             \
  X(offset_bends, "offset-bends",                                                                  \
    "A shell beside its nodes bends so far that its stiffness is wrong.",                          \
    "Nodes in the middle of the thickness.")                                                       \
  X(matrix_turns, "matrix-turns",                                                                  \
    "An end of given matrices turns further than a matrix of small rotations holds.",              \
    "Beams, bushings or joints in place of the matrices.")                                         \
  X(preload_turns, "preload-turns",                                                                \
    "Linear statics leaves out how preloaded springs turn with what balances them.",               \
    "Scheme static.")                                                                              \
  X(failure, "failure",                                                                            \
    "A failure index, of which a function is taken, exceeds 1: the model breaks or yields.",       \
    "A design that holds; stresses beyond are no results.")
// clang-format on

/// The texts of these, with the status GB_OK. The last entry has the word NULL.
extern const gb_code_text gb_doubts[];

/// Pass on one line for each kind of doubt about a march, with its code in brackets, on rank 0.
/// Local. @param outcome NULL: the march has not run, and what it sees is not looked at
void gb_plausibility_tell(const gb_session *session, const gb_outcome *outcome,
                          void (*warn)(void *context, const char *line), void *context);

#endif

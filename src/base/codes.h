/// The codes of errors, by which scripts can tell them apart: name, word, exit status, what it
/// means, what helps. A word keeps its meaning. An error that names a status alone has the status's
/// own word.
#ifndef GB_BASE_CODES_H
#define GB_BASE_CODES_H

/// What a function returns. The values are the program's exit statuses.
typedef enum gb_status {
  GB_OK = 0,
  GB_USAGE = 2,    ///< command line or case file
  GB_MODEL = 3,    ///< mesh or model
  GB_DIVERGED = 4, ///< a step did not converge, or `verify` found a wrong derivative
  GB_SINGULAR = 5, ///< the operator cannot be factorised (a mechanism)
  GB_FILE = 6,     ///< file, disk or memory
  GB_PAUSED = 75   ///< on a signal or at --max-time, after a restart file was written
} gb_status;

// clang-format off
#define GB_FOR_STATUSES(X)                                                                         \
  X(USAGE, "usage", GB_USAGE,                                                                      \
    "The command line or the case file asks for what cannot be.",                                  \
    "The message says what is accepted.")                                                          \
  X(MODEL, "model", GB_MODEL,                                                                      \
    "The mesh or the model cannot be.",                                                            \
    "The message names the elements or nodes.")                                                    \
  X(DIVERGED, "diverged", GB_DIVERGED,                                                             \
    "An iteration did not come to its end.",                                                       \
    "The message says which.")                                                                     \
  X(SINGULAR, "singular", GB_SINGULAR,                                                             \
    "The operator cannot be factorised: a part is held by nothing.",                               \
    "Supports, stiffness or inertia for each part.")                                               \
  X(FILE, "file", GB_FILE,                                                                         \
    "A file, the disk or the memory failed the program.",                                          \
    "The message has the system's reason.")                                                        \
  X(PAUSED, "stopped", GB_PAUSED,                                                                  \
    "A signal, --max-time or gimbal_set_stop ended the run.",                                                       \
    "Go on as the message says.")

#define GB_FOR_CODES(X)                                                                            \
  X(UNKNOWN_VERB, "unknown-verb", GB_USAGE,                                                        \
    "The first word is no verb of the program.",                                                   \
    "`gimbal --help` lists the verbs.")                                                            \
  X(UNKNOWN_OPTION, "unknown-option", GB_USAGE,                                                    \
    "There is no such option.",                                                                    \
    "`gimbal --help` lists the options.")                                                          \
  X(OPTION_VALUE, "option-value", GB_USAGE,                                                        \
    "The value of an option is not of its kind, or is missing.",                                   \
    "The message shows the accepted form.")                                                        \
  X(OPTION_CONFLICT, "option-conflict", GB_USAGE,                                                  \
    "An option does not go with the verb, or with another option.",                                \
    "Leave one of them out.")                                                                      \
  X(MISSING_ARGUMENT, "missing-argument", GB_USAGE,                                                \
    "The command line lacks a verb, a case file or a name, or has one too many.",                  \
    "gimbal VERB CASE.yaml [OPTIONS]")                                                             \
  X(UNKNOWN_TOPIC, "unknown-topic", GB_USAGE,                                                      \
    "There is no help on this word.",                                                              \
    "`gimbal --help`, or a topic of the message's list.")                                          \
  X(OUTPUT_CONFLICT, "output-conflict", GB_USAGE,                                                  \
    "An output would replace an input, another output of the run, or one of a run that goes on.",                             \
    "Give the output another name or folder.")                                                     \
  X(WRONG_CALL, "wrong-call", GB_USAGE,                                                            \
    "A function of the library was called too early, or with an argument that it does not "        \
    "take.",                                                                                       \
    "Load, run and differentiate in this order; see include/gimbal.h.")                            \
  X(BAD_YAML, "bad-yaml", GB_USAGE,                                                                \
    "The text of the case is no YAML, or uses a part of YAML that is not read.",                   \
    "Mend the text at the line and column of the message.")                                        \
  X(UNKNOWN_KEY, "unknown-key", GB_USAGE,                                                          \
    "The case file has a key that does not exist there.",                                          \
    "The message has the nearest key and all others; `gimbal help case` explains them.")           \
  X(DUPLICATE_KEY, "duplicate-key", GB_USAGE,                                                      \
    "A key stands twice in one mapping.",                                                          \
    "Delete one of them.")                                                                         \
  X(MISSING_KEY, "missing-key", GB_USAGE,                                                          \
    "A key is needed where it does not stand.",                                                    \
    "Add the key that the message names.")                                                         \
  X(KEY_CONFLICT, "key-conflict", GB_USAGE,                                                        \
    "Keys exclude each other, or a key has no meaning beside others.",                             \
    "Keep those that belong together.")                                                            \
  X(WRONG_KIND, "wrong-kind", GB_USAGE,                                                            \
    "A value is a list, a mapping or a word where another kind is needed.",                        \
    "The message says which kind is accepted.")                                                    \
  X(WRONG_VALUE, "wrong-value", GB_USAGE,                                                          \
    "A value is no number, word or vector that its key takes, or is out of range.",                \
    "The message says what was found and what is accepted.")                                       \
  X(UNKNOWN_WORD, "unknown-word", GB_USAGE,                                                        \
    "A word is none of those that its key takes.",                                                 \
    "The message lists the words.")                                                                \
  X(BAD_EXPRESSION, "bad-expression", GB_USAGE,                                                    \
    "An expression cannot be read, or has no finite value over the march.",                        \
    "`gimbal help case`, Expressions, has the grammar.")                                           \
  X(BAD_TABLE, "bad-table", GB_USAGE,                                                              \
    "A file of numbers is not laid out as it must be.",                                            \
    "One number a line, or a time and a number; times ascend.")                                    \
  X(UNKNOWN_NAME, "unknown-name", GB_USAGE,                                                        \
    "A name is given to nothing in the case: a material, section, body, joint, probe, "            \
    "function ...",                                                                                \
    "The message has the nearest name and those that there are.")                                  \
  X(DUPLICATE_NAME, "duplicate-name", GB_USAGE,                                                    \
    "Two things have one name, or a name has a meaning of its own.",                               \
    "Rename one of them.")                                                                         \
  X(WRONG_SETTING, "wrong-setting", GB_USAGE,                                                      \
    "The path of a --set leads to nothing in the case.",                                           \
    "KEY.PATH=VALUE, with entries of lists by name or [NUMBER].")                                  \
  X(NO_MESH, "no-mesh", GB_USAGE,                                                                  \
    "The case names groups of a mesh, or needs a model, and gives no mesh.",                       \
    "mesh: FILE.msh")                                                                              \
  X(EMPTY_MODEL, "empty-model", GB_USAGE,                                                          \
    "The case describes no element.",                                                              \
    "Add shells, beams, bodies or masses.")                                                        \
  X(WRONG_ENDS, "wrong-ends", GB_USAGE,                                                            \
    "The ends of a joint, spring, bushing or beam are the same, not apart, or cannot carry it.",   \
    "Name other ends.")                                                                            \
  X(WRONG_PLACE, "wrong-place", GB_USAGE,                                                          \
    "A position is not where the thing is to which it belongs.",                                   \
    "Give the position of that thing in the reference configuration.")                             \
  X(WRONG_SECTION, "wrong-section", GB_USAGE,                                                      \
    "A section or its plies do not suit the elements, or the material lacks their numbers.",       \
    "Another section, or the numbers that the message names.")                                     \
  X(WRONG_DECK_KEY, "wrong-deck-key", GB_USAGE,                                                    \
    "A key about Nastran decks has no meaning for this mesh file.",                                \
    "Delete the key, or give a deck.")                                                             \
  X(UNKNOWN_FORMAT, "unknown-format", GB_USAGE,                                                    \
    "The file's extension is of no format that is read.",                                          \
    "The message lists the extensions.")                                                           \
  X(WRONG_SCHEME, "wrong-scheme", GB_USAGE,                                                        \
    "The time scheme cannot serve this model or request.",                                         \
    "The message lists schemes or enforcements that do.")                                          \
  X(WRONG_TIME, "wrong-time", GB_USAGE,                                                            \
    "A time, step or number of steps does not fit the march.",                                     \
    "The message has the nearest that do.")                                                        \
  X(WRONG_FUNCTION, "wrong-function", GB_USAGE,                                                    \
    "A functional or a value lacks what it is computed from, or has a key of others.",             \
    "The message says which keys its type takes.")                                                 \
  X(NO_FAILURE_INDEX, "no-failure-index", GB_USAGE,                                                \
    "A failure index is asked of materials without strengths.",                                    \
    "materials: yield, or a laminate's Xt, Xc, Yt, Yc and S.")                                     \
  X(NO_DESIGNS, "no-designs", GB_USAGE,                                                            \
    "A gradient or an optimisation has no designs.",                                               \
    "design: [{name: ..., thickness: GROUP}]")                                                     \
  X(NO_FUNCTIONS, "no-functions", GB_USAGE,                                                        \
    "A gradient or an optimisation has no functions.",                                             \
    "functions: [{type: mass}], or an objective.")                                                 \
  X(WRONG_DESIGN, "wrong-design", GB_USAGE,                                                        \
    "A design varies what cannot vary, what another design has, or more than one value.",          \
    "The message names the number and what is possible.")                                          \
  X(WRONG_DESIGN_VALUES, "wrong-design-values", GB_USAGE,                                          \
    "Values or bounds of designs do not fit the designs of the case.",                             \
    "A value within the bounds for each design, by its name.")                                     \
  X(OTHER_CASE, "other-case", GB_USAGE,                                                            \
    "A restart file or a history is of another case, mesh or setting.",                            \
    "Go on with the case as it was.")                                                              \
  X(CHECKPOINT_BUDGET, "checkpoint-budget", GB_USAGE,                                              \
    "The states that a gradient needs have no room in the given memory and disk.",                 \
    "checkpoint.memory or checkpoint.disk of the message.")                                        \
  X(UNKNOWN_HISTORY, "unknown-history", GB_USAGE,                                                  \
    "The results have no history of this name.",                                                   \
    "The message lists those that there are.")                                                     \
  X(NOT_NORMAL_MODES, "not-normal-modes", GB_USAGE,                                                \
    "The state has no normal modes.",                                                              \
    "A case without following loads, moments and dampers that move.")                              \
  X(MASSLESS, "massless", GB_USAGE,                                                                \
    "A part of a dynamic model, or all of one that spins, has no mass.",                                                      \
    "A density, mass, fix or motion; or a static scheme.")                                         \
  X(TOO_MANY, "too-many", GB_USAGE,                                                                \
    "There are more entries than the program takes.",                                              \
    "The message has the limit.")                                                                  \
  X(BAD_MESH_FILE, "bad-mesh-file", GB_MODEL,                                                      \
    "The mesh file breaks the rules of its format, or is cut off.",                                \
    "Write the file anew; the message has its line or byte.")                                      \
  X(UNREAD_ELEMENT, "unread-element", GB_MODEL,                                                    \
    "The mesh has elements of a type that is not read.",                                           \
    "Mesh with the types of the message.")                                                         \
  X(UNREAD_CARD, "unread-card", GB_MODEL,                                                          \
    "A card or command of a deck is not read, and leaving it out could change the model.",         \
    "Delete it or say it in the case file; `gimbal help cards` lists all.")                        \
  X(WRONG_FIELD, "wrong-field", GB_MODEL,                                                          \
    "A field of a card is missing or is no value that is read.",                                   \
    "The message names card, field and what is accepted.")                                         \
  X(UNDEFINED_NUMBER, "undefined-number", GB_MODEL,                                                \
    "A number is used that nothing defines: a grid, element, property, material, system or "       \
    "set.",                                                                                        \
    "Define it, or use the number that was meant.")                                                \
  X(DUPLICATE_NUMBER, "duplicate-number", GB_MODEL,                                                \
    "Two things of one kind have the same number.",                                                \
    "Give one of them another number.")                                                            \
  X(WRONG_REFERENCE, "wrong-reference", GB_MODEL,                                                  \
    "A card names a thing that exists and does not suit it.",                                      \
    "The message says what is accepted.")                                                          \
  X(CHOOSE_SET, "choose-set", GB_MODEL,                                                            \
    "A deck has several subcases or sets, and none is chosen.",                                    \
    "The message has the line `deck: {...}` to write.")                                            \
  X(WRONG_INCLUDE, "wrong-include", GB_MODEL,                                                      \
    "An INCLUDE has no path, or files include each other.",                                        \
    "Mend the path in quotes.")                                                                    \
  X(MESHER_FAILED, "mesher-failed", GB_MODEL,                                                      \
    "gmsh did not mesh the geometry.",                                                             \
    "Run gmsh on the file and mend what it says.")                                                 \
  X(SHELL_COMMAND, "shell-command", GB_MODEL,                                                      \
    "A geometry of gmsh could run programs.",                                                      \
    "A geometry without such commands, --allow-shell for one that you trust, or its .msh file.")      \
  X(BAD_ELEMENTS, "bad-elements", GB_MODEL,                                                        \
    "Elements are empty, turned inside out, double, or neighbours face opposite ways; or "         \
    "nodes are loose.",                                                                            \
    "Mend the elements of the message; `orient: consistent` turns surfaces over.")                 \
  X(UNKNOWN_GROUP, "unknown-group", GB_MODEL,                                                      \
    "The mesh has no group of this name and dimension.",                                           \
    "The message lists its groups.")                                                               \
  X(UNKNOWN_NODE, "unknown-node", GB_MODEL,                                                        \
    "There is no node or element of this number, or at this position.",                            \
    "The message has the nearest, or the file's.")                                                 \
  X(EMPTY_GROUP, "empty-group", GB_MODEL,                                                          \
    "A group has no elements or nodes that could serve.",                                          \
    "Another group, or elements in it.")                                                           \
  X(WRONG_GROUP, "wrong-group", GB_MODEL,                                                          \
    "The nodes or elements of a group do not suit what names it.",                                 \
    "The message says which do.")                                                                  \
  X(NO_SECTION, "no-section", GB_MODEL,                                                            \
    "Elements of the mesh have no section.",                                                       \
    "shells or beams of their group, or its name in `ignore`.")                                    \
  X(SECOND_SECTION, "second-section", GB_MODEL,                                                    \
    "An element has two sections.",                                                                \
    "One entry of shells or beams for each element.")                                              \
  X(OPEN_SURFACE, "open-surface", GB_MODEL,                                                        \
    "The surface of a body does not close a volume.",                                              \
    "Elements that close it, all facing one way.")                                                 \
  X(LOOSE_NODE, "loose-node", GB_MODEL,                                                            \
    "A node belongs to no shell, beam or body.",                                                   \
    "Name a node that does.")                                                                      \
  X(LINK_CONFLICT, "link-conflict", GB_MODEL,                                                      \
    "A node is linked twice, or linked and held.",                                                 \
    "One link or support for each node.")                                                          \
  X(MOTION_CONFLICT, "motion-conflict", GB_MODEL,                                                  \
    "A given motion contradicts supports, joints, initial values or another motion.",              \
    "One of them, or values that agree.")                                                          \
  X(FOLDED_SHELL, "folded-shell", GB_MODEL,                                                        \
    "A shell folds more than its smooth patch allows.",                                            \
    "A finer mesh, or a lower kink.")                                                              \
  X(NO_LENGTH, "no-length", GB_MODEL,                                                              \
    "A beam, rod or spring has no length.",                                                        \
    "Ends that are apart.")                                                                        \
  X(WRONG_DIRECTION, "wrong-direction", GB_MODEL,                                                  \
    "An axis or orientation gives no direction where it is needed.",                               \
    "A direction across the beam, or along the surface.")                                          \
  X(ALL_HELD, "all-held", GB_MODEL,                                                                \
    "The supports leave nothing to move.",                                                         \
    "Fewer supports.")                                                                             \
  X(NO_INERTIA, "no-inertia", GB_MODEL,                                                            \
    "A part that moves has no inertia.",                                                           \
    "A density, or mass and inertia > 0.")                                                         \
  X(NOT_FINITE, "not-finite", GB_MODEL,                                                            \
    "An expression has no finite value or derivative on the march.",                               \
    "An expression that has one wherever the model goes.")                                         \
  X(WRONG_PATCH, "wrong-patch", GB_MODEL,                                                          \
    "A design of thicknesses does not fit the elements of its group.",                             \
    "Shells of one thickness a design, each in one design.")                                       \
  X(NO_DERIVATIVE, "no-derivative", GB_MODEL,                                                      \
    "A mode has no derivative: it is repeated, rigid or grows.",                                   \
    "Another mode, or `sum` over those repeated.")                                                 \
  X(TOO_LARGE, "too-large", GB_MODEL,                                                              \
    "The model, or what is asked of it, is larger than can be counted.",                           \
    "The message has the limit.")                                                                  \
  X(NO_CONVERGENCE, "no-convergence", GB_DIVERGED,                                                 \
    "Newton's method did not converge in a step.",                                                 \
    "A smaller time.step or load step, time.retry; a look at the node of the largest residual.")   \
  X(UNSTABLE, "unstable", GB_DIVERGED,                                                             \
    "A static march came to a limit or bifurcation point, and `time.unstable: stop` ended it.",    \
    "arc_length: true goes past limits, `unstable: branch` follows the stable branch.")            \
  X(SOLVER_STALLED, "solver-stalled", GB_DIVERGED,                                                 \
    "The iterative linear solver stalled.",                                                        \
    "Better scaled stiffnesses; fewer ranks.")                                                     \
  X(NO_EQUILIBRIUM, "no-equilibrium", GB_DIVERGED,                                                 \
    "No state of rest was found.",                                                                 \
    "Supports or springs that hold what moves on.")                                                \
  X(STEP_TOO_LARGE, "step-too-large", GB_DIVERGED,                                                 \
    "The time step does not resolve the motion.",                                                  \
    "A smaller time.step, or time.error_limit.")                                                   \
  X(JOINT_OPENED, "joint-opened", GB_DIVERGED,                                                     \
    "A joint came apart: the step does not keep the positions of its ends together.",              \
    "constraints.enforce: projected; a smaller time.step; a larger factor of a penalty.")  \
  X(WRONG_DERIVATIVE, "wrong-derivative", GB_DIVERGED,                                             \
    "verify found a derivative that differs from the complex step's.",                             \
    "Report the case: this is a defect of the program.")                                           \
  X(NO_OPTIMUM, "no-optimum", GB_DIVERGED,                                                         \
    "The optimisation ended without an optimum.",                                                  \
    "More iterations, scales, or another start; the best designs are kept.")                       \
  X(INFEASIBLE, "infeasible", GB_DIVERGED,                                                         \
    "No designs were found that meet the constraints.",                                            \
    "Wider bounds or limits.")                                                                     \
  X(NO_MODES, "no-modes", GB_DIVERGED,                                                             \
    "Eigenvalues or modes could not be found.",                                                    \
    "A stable state; fewer modes.")                                                                \
  X(MECHANISM, "mechanism", GB_SINGULAR,                                                           \
    "A static model can move without force.",                                                      \
    "Supports that hold every part, or a dynamic scheme.")                                         \
  X(INDEFINITE, "indefinite-stiffness", GB_SINGULAR,                                               \
    "The stiffness of linear statics is not positive: the structure gives way by itself.",         \
    "Springs, sections and materials of positive stiffness.")                                      \
  X(MISSING_FILE, "missing-file", GB_FILE,                                                         \
    "A file cannot be opened.",                                                                    \
    "Mend the path; those in a case are relative to its folder.")                                  \
  X(UNREADABLE_FILE, "unreadable-file", GB_FILE,                                                   \
    "A file is damaged, or is none of the kind that is needed.",                                   \
    "Write the file anew.")                                                                        \
  X(CANNOT_WRITE, "cannot-write", GB_FILE,                                                         \
    "An output cannot be written.",                                                                \
    "A folder that exists, may be written to and has room.")                                       \
  X(NO_ROOM, "no-room", GB_FILE,                                                                   \
    "The disk has no room.",                                                                       \
    "Another folder, or fewer outputs.")                                                           \
  X(OUT_OF_MEMORY, "out-of-memory", GB_FILE,                                                       \
    "There is not enough memory.",                                                                 \
    "More ranks or nodes, --memory, or a smaller model.")                                          \
  X(MISSING_PROGRAM, "missing-program", GB_FILE,                                                   \
    "A program or a library that is needed is not there.",                                         \
    "Install it, or do without as the message says.")
// clang-format on

/// Where a code stands in the list of GB_FOR_CODES.
enum gb_code_place {
#define GB_PLACE_OF(name, word, status, meaning, help) GB_PLACE_##name,
  GB_FOR_CODES(GB_PLACE_OF)
#undef GB_PLACE_OF
      GB_CODES
};

/// What gb_fail takes in place of a status: GB_UNKNOWN_KEY and so on, which is the status, and
/// above it the place of the code, from 1.
enum gb_code {
#define GB_NUMBER_OF(name, word, status, meaning, help)                                            \
  GB_##name = (status) | (GB_PLACE_##name + 1) << 8,
  GB_FOR_CODES(GB_NUMBER_OF)
#undef GB_NUMBER_OF
};

/// The exit status of a code or status.
static inline int gb_status_of(int code) {
  return code & 0xff;
}

/// The word of a code or status: "unknown-key". Local.
const char *gb_code_word(int code);

typedef struct gb_code_text {
  const char *word;
  int status;
  const char *meaning, *help;
} gb_code_text;

/// The words of statuses and all codes, in the order of statuses; ends with a word NULL.
extern const gb_code_text gb_code_list[];

#endif

/// Error codes, by which scripts can distinguish errors: name, word, exit status, meaning, remedy.
/// The meaning of a word does not change between versions. An error with a status but without a
/// code has the word of the status.
#ifndef GB_BASE_CODES_H
#define GB_BASE_CODES_H

/// Status that functions return. The values are also the exit statuses of the program.
typedef enum gb_status {
  GB_OK = 0,
  GB_USAGE = 2,    ///< the command line or the case file is wrong
  GB_MODEL = 3,    ///< the mesh or the model is wrong
  GB_DIVERGED = 4, ///< a step did not converge, or `verify` found a wrong derivative
  GB_SINGULAR = 5, ///< the matrix cannot be factorised, for example of a mechanism
  GB_FILE = 6,     ///< an error of a file, the disk or memory
  GB_PAUSED = 75   ///< a signal or --max-time ended the run after writing a restart file
} gb_status;

// clang-format off
#define GB_FOR_STATUSES(X)                                                                         \
  X(USAGE, "usage", GB_USAGE,                                                                      \
    "The command line or the case file is not valid.",                                             \
    "The message says what is accepted.")                                                          \
  X(MODEL, "model", GB_MODEL,                                                                      \
    "The mesh or the model is not valid.",                                                         \
    "The message names the elements or nodes.")                                                    \
  X(DIVERGED, "diverged", GB_DIVERGED,                                                             \
    "An iteration did not converge.",                                                              \
    "The message says which.")                                                                     \
  X(SINGULAR, "singular", GB_SINGULAR,                                                             \
    "The matrix cannot be factorised: a part of the model can move freely.",                       \
    "Give each part supports, stiffness or inertia.")                                              \
  X(FILE, "file", GB_FILE,                                                                         \
    "A file could not be read or written, or memory is exhausted.",                                \
    "The message contains the reason that the system gives.")                                      \
  X(PAUSED, "stopped", GB_PAUSED,                                                                  \
    "A signal, --max-time or gimbal_set_stop ended the run.",                                      \
    "Continue as the message says.")

#define GB_FOR_CODES(X)                                                                            \
  X(UNKNOWN_VERB, "unknown-verb", GB_USAGE,                                                        \
    "The first word is not a verb of the program.",                                                \
    "`gimbal --help` lists the verbs.")                                                            \
  X(UNKNOWN_OPTION, "unknown-option", GB_USAGE,                                                    \
    "There is no such option.",                                                                    \
    "`gimbal --help` lists the options.")                                                          \
  X(OPTION_VALUE, "option-value", GB_USAGE,                                                        \
    "The value of an option is missing or has the wrong type.",                                    \
    "The message shows the accepted form.")                                                        \
  X(OPTION_CONFLICT, "option-conflict", GB_USAGE,                                                  \
    "An option cannot be combined with the verb, or with another option.",                         \
    "Remove one of them.")                                                                         \
  X(MISSING_ARGUMENT, "missing-argument", GB_USAGE,                                                \
    "The command line lacks a verb, a case file or a name, or has one too many.",                  \
    "gimbal VERB CASE.yaml [OPTIONS]")                                                             \
  X(UNKNOWN_TOPIC, "unknown-topic", GB_USAGE,                                                      \
    "There is no help topic of this name.",                                                        \
    "`gimbal --help`, or one of the topics that the message lists.")                               \
  X(OUTPUT_CONFLICT, "output-conflict", GB_USAGE,                                                  \
    "An output would overwrite an input, another output of this run, or an output of a running "   \
    "process.",                                                                                    \
    "Give the output another name or folder.")                                                     \
  X(WRONG_CALL, "wrong-call", GB_USAGE,                                                            \
    "A function of the library was called too early, or with an argument that it does not "        \
    "accept.",                                                                                     \
    "Load, run and differentiate in this order; see include/gimbal.h.")                            \
  X(BAD_YAML, "bad-yaml", GB_USAGE,                                                                \
    "The case file is not YAML, or uses a feature of YAML that is not supported.",                 \
    "Correct the text at the line and column of the message.")                                     \
  X(UNKNOWN_KEY, "unknown-key", GB_USAGE,                                                          \
    "The case file has an unknown key.",                                                           \
    "The message lists the nearest key and all others; `gimbal help case` explains them.")         \
  X(DUPLICATE_KEY, "duplicate-key", GB_USAGE,                                                      \
    "A mapping has the same key twice.",                                                           \
    "Delete one of them.")                                                                         \
  X(MISSING_KEY, "missing-key", GB_USAGE,                                                          \
    "A required key is missing.",                                                                  \
    "Add the key that the message names.")                                                         \
  X(KEY_CONFLICT, "key-conflict", GB_USAGE,                                                        \
    "Two keys exclude each other, or a key has no meaning together with another.",                 \
    "Remove one of them.")                                                                         \
  X(WRONG_KIND, "wrong-kind", GB_USAGE,                                                            \
    "A value is a list, a mapping or a word where another type is needed.",                        \
    "The message says which type is accepted.")                                                    \
  X(WRONG_VALUE, "wrong-value", GB_USAGE,                                                          \
    "A value is not a number, word or vector that its key accepts, or is out of range.",           \
    "The message says what was found and what is accepted.")                                       \
  X(UNKNOWN_WORD, "unknown-word", GB_USAGE,                                                        \
    "A word is not one of those that its key accepts.",                                            \
    "The message lists the words.")                                                                \
  X(BAD_EXPRESSION, "bad-expression", GB_USAGE,                                                    \
    "An expression cannot be read, or has no finite value over the march.",                        \
    "`gimbal help case`, Expressions, has the grammar.")                                           \
  X(BAD_TABLE, "bad-table", GB_USAGE,                                                              \
    "A table of numbers has the wrong layout.",                                                    \
    "One number per line, or a time and a number; times must increase.")                           \
  X(UNKNOWN_NAME, "unknown-name", GB_USAGE,                                                        \
    "A name is not defined in the case: of a material, section, body, joint, probe, "              \
    "function ...",                                                                                \
    "The message lists the nearest name and the defined ones.")                                    \
  X(DUPLICATE_NAME, "duplicate-name", GB_USAGE,                                                    \
    "Two objects have the same name, or a name is reserved.",                                      \
    "Rename one of them.")                                                                         \
  X(WRONG_SETTING, "wrong-setting", GB_USAGE,                                                      \
    "The path given to --set does not exist in the case.",                                         \
    "KEY.PATH=VALUE; entries of lists are given by name or [NUMBER].")                             \
  X(NO_MESH, "no-mesh", GB_USAGE,                                                                  \
    "The case names groups of a mesh, or needs a model, but has no mesh.",                         \
    "mesh: FILE.msh")                                                                              \
  X(EMPTY_MODEL, "empty-model", GB_USAGE,                                                          \
    "The case describes no element.",                                                              \
    "Add shells, beams, bodies or masses.")                                                        \
  X(WRONG_ENDS, "wrong-ends", GB_USAGE,                                                            \
    "The ends of a joint, spring, bushing or beam are identical, coincide, or cannot carry it.",   \
    "Name other ends.")                                                                            \
  X(WRONG_PLACE, "wrong-place", GB_USAGE,                                                          \
    "A position disagrees with the position of the object that it belongs to.",                    \
    "Give the position of that object in the reference configuration.")                            \
  X(WRONG_SECTION, "wrong-section", GB_USAGE,                                                      \
    "A section or its plies do not suit the elements, or its material lacks a number.",            \
    "Use another section, or add the numbers that the message names.")                             \
  X(WRONG_DECK_KEY, "wrong-deck-key", GB_USAGE,                                                    \
    "A key about Nastran decks has no meaning for this mesh file.",                                \
    "Delete the key, or use a Nastran deck.")                                                      \
  X(UNKNOWN_FORMAT, "unknown-format", GB_USAGE,                                                    \
    "The extension of the file belongs to no supported format.",                                   \
    "The message lists the extensions.")                                                           \
  X(WRONG_SCHEME, "wrong-scheme", GB_USAGE,                                                        \
    "The time scheme is not possible for this model or request.",                                  \
    "The message lists schemes or enforcements that are possible.")                                \
  X(WRONG_TIME, "wrong-time", GB_USAGE,                                                            \
    "A time, step size or number of steps does not fit the march.",                                \
    "The message gives the nearest values that do.")                                               \
  X(WRONG_FUNCTION, "wrong-function", GB_USAGE,                                                    \
    "A functional or a value lacks a key that it needs, or has a key of another type.",            \
    "The message lists the keys of its type.")                                                     \
  X(NO_FAILURE_INDEX, "no-failure-index", GB_USAGE,                                                \
    "A failure index is requested for materials without strengths.",                               \
    "materials: yield, or a laminate's Xt, Xc, Yt, Yc and S.")                                     \
  X(NO_DESIGNS, "no-designs", GB_USAGE,                                                            \
    "A gradient or an optimisation needs designs.",                                                \
    "design: [{name: ..., thickness: GROUP}]")                                                     \
  X(NO_FUNCTIONS, "no-functions", GB_USAGE,                                                        \
    "A gradient or an optimisation needs functions.",                                              \
    "functions: [{type: mass}], or an objective.")                                                 \
  X(WRONG_DESIGN, "wrong-design", GB_USAGE,                                                        \
    "A design names a number that cannot vary, that another design varies, or several numbers.",   \
    "The message names the number and what is possible.")                                          \
  X(WRONG_DESIGN_VALUES, "wrong-design-values", GB_USAGE,                                          \
    "Values or bounds of designs do not fit the designs of the case.",                             \
    "A value within the bounds for each design, by its name.")                                     \
  X(OTHER_CASE, "other-case", GB_USAGE,                                                            \
    "A restart file or a history belongs to another case, mesh or setting.",                       \
    "Continue with the original case.")                                                            \
  X(CHECKPOINT_BUDGET, "checkpoint-budget", GB_USAGE,                                              \
    "The states that a gradient needs do not fit into the given memory and disk space.",           \
    "Use the checkpoint.memory or checkpoint.disk that the message gives.")                        \
  X(UNKNOWN_HISTORY, "unknown-history", GB_USAGE,                                                  \
    "The results have no history of this name.",                                                   \
    "The message lists the existing ones.")                                                        \
  X(UNKNOWN_FIELD, "unknown-field", GB_USAGE, "The results have no field of this name.",           \
    "The message lists the existing ones.")                                                        \
  X(NOT_NORMAL_MODES, "not-normal-modes", GB_USAGE,                                                \
    "The state has no normal modes.",                                                              \
    "Use a case without following loads, moments and moving dampers.")                             \
  X(MASSLESS, "massless", GB_USAGE,                                                                \
    "A part of a dynamic model, or a spinning model as a whole, has no mass.",                     \
    "Add a density, mass, support or motion; or use a static scheme.")                             \
  X(TOO_MANY, "too-many", GB_USAGE,                                                                \
    "There are more entries than the program supports.",                                           \
    "The message gives the limit.")                                                                \
  X(BAD_MESH_FILE, "bad-mesh-file", GB_MODEL,                                                      \
    "The mesh file violates its format, or is truncated.",                                         \
    "Write the file again; the message gives the line or byte.")                                   \
  X(UNREAD_ELEMENT, "unread-element", GB_MODEL,                                                    \
    "The mesh has elements of a type that is not supported.",                                      \
    "Use the element types that the message lists.")                                               \
  X(UNREAD_CARD, "unread-card", GB_MODEL,                                                          \
    "A card or command of a deck is not supported, and ignoring it could change the model.",       \
    "Delete it, or describe its effect in the case file; `gimbal help cards` lists all cards.")    \
  X(WRONG_FIELD, "wrong-field", GB_MODEL,                                                          \
    "A field of a card is missing, or its value is not supported.",                                \
    "The message names the card, the field and the accepted values.")                              \
  X(UNDEFINED_NUMBER, "undefined-number", GB_MODEL,                                                \
    "A number is used but not defined: of a grid, element, property, material, system or "         \
    "set.",                                                                                        \
    "Define it, or correct the number.")                                                           \
  X(DUPLICATE_NUMBER, "duplicate-number", GB_MODEL,                                                \
    "Two objects of one kind have the same number.",                                               \
    "Give one of them another number.")                                                            \
  X(WRONG_REFERENCE, "wrong-reference", GB_MODEL,                                                  \
    "A card refers to an object of the wrong kind.",                                               \
    "The message says what is accepted.")                                                          \
  X(CHOOSE_SET, "choose-set", GB_MODEL,                                                            \
    "A deck has several subcases, steps or sets, and none is selected.",                                  \
    "The message gives the line `deck: {...}` to add.")                                            \
  X(WRONG_INCLUDE, "wrong-include", GB_MODEL,                                                      \
    "An INCLUDE has no path, or files include each other.",                                        \
    "Correct the path in quotes.")                                                                 \
  X(MESHER_FAILED, "mesher-failed", GB_MODEL,                                                      \
    "gmsh did not mesh the geometry.",                                                             \
    "Run gmsh on the file and correct the errors that it reports.")                                \
  X(SHELL_COMMAND, "shell-command", GB_MODEL,                                                      \
    "A geometry of gmsh could run programs or write files.",                                       \
    "Use a geometry without such commands, --allow-shell if you trust it, or its .msh file.")      \
  X(BAD_ELEMENTS, "bad-elements", GB_MODEL,                                                        \
    "Elements have no area, are inverted or duplicate, or neighbours face opposite ways; or "      \
    "nodes belong to no element.",                                                                 \
    "Correct the elements of the message; `orient: consistent` reverses elements where needed.")   \
  X(UNKNOWN_GROUP, "unknown-group", GB_MODEL,                                                      \
    "The mesh has no group of this name and dimension.",                                           \
    "The message lists its groups.")                                                               \
  X(UNKNOWN_NODE, "unknown-node", GB_MODEL,                                                        \
    "There is no node or element with this number, or at this position.",                          \
    "The message gives the nearest one, or those of the file.")                                    \
  X(EMPTY_GROUP, "empty-group", GB_MODEL,                                                          \
    "A group has no elements or nodes of the kind that is needed.",                                \
    "Another group, or elements in it.")                                                           \
  X(WRONG_GROUP, "wrong-group", GB_MODEL,                                                          \
    "The nodes or elements of a group do not suit the entry that names it.",                       \
    "The message says which do.")                                                                  \
  X(NO_SECTION, "no-section", GB_MODEL,                                                            \
    "Elements of the mesh have no section.",                                                       \
    "Add shells or beams for their group, or its name to `ignore`.")                               \
  X(SECOND_SECTION, "second-section", GB_MODEL,                                                    \
    "An element has two sections.",                                                                \
    "One entry of shells or beams for each element.")                                              \
  X(OPEN_SURFACE, "open-surface", GB_MODEL,                                                        \
    "The surface of a body does not close a volume.",                                              \
    "Add elements that close it, all facing the same way.")                                        \
  X(LOOSE_NODE, "loose-node", GB_MODEL,                                                            \
    "A node belongs to no shell, beam or body.",                                                   \
    "Name a node that does.")                                                                      \
  X(LINK_CONFLICT, "link-conflict", GB_MODEL,                                                      \
    "A node is linked twice, or linked and also supported.",                                       \
    "One link or support for each node.")                                                          \
  X(MOTION_CONFLICT, "motion-conflict", GB_MODEL,                                                  \
    "A prescribed motion contradicts supports, joints, initial values or another motion.",         \
    "Remove one of them, or use values that agree.")                                               \
  X(FOLDED_SHELL, "folded-shell", GB_MODEL,                                                        \
    "A shell folds more than its smooth patch allows.",                                            \
    "Use a finer mesh, or a smaller kink angle.")                                                  \
  X(NO_LENGTH, "no-length", GB_MODEL,                                                              \
    "A beam, rod or spring has no length.",                                                        \
    "Use ends at different positions.")                                                            \
  X(WRONG_DIRECTION, "wrong-direction", GB_MODEL,                                                  \
    "An axis or orientation does not define a direction where one is needed.",                     \
    "Give a direction across the beam, or along the surface.")                                     \
  X(ALL_HELD, "all-held", GB_MODEL,                                                                \
    "The supports fix the whole model.",                                                           \
    "Remove supports.")                                                                            \
  X(NO_INERTIA, "no-inertia", GB_MODEL,                                                            \
    "A moving part has no inertia.",                                                               \
    "Give a density, or a mass and inertia > 0.")                                                  \
  X(NOT_FINITE, "not-finite", GB_MODEL,                                                            \
    "An expression has no finite value or derivative on the march.",                               \
    "Use an expression that is finite for all states of the model.")                               \
  X(WRONG_PATCH, "wrong-patch", GB_MODEL,                                                          \
    "A design of thicknesses does not fit the elements of its group.",                             \
    "All shells of a design must have the same thickness, and belong to one design only.")         \
  X(NO_DERIVATIVE, "no-derivative", GB_MODEL,                                                      \
    "A mode has no derivative: it is repeated, rigid or unstable.",                                \
    "Use another mode, or the `sum` over the repeated ones.")                                      \
  X(TOO_LARGE, "too-large", GB_MODEL,                                                              \
    "The model or the request is too large.",                                                      \
    "The message gives the limit.")                                                                \
  X(NO_CONVERGENCE, "no-convergence", GB_DIVERGED,                                                 \
    "Newton's method did not converge in a step.",                                                 \
    "Use a smaller time.step or load step, or time.retry; inspect the node of the largest residual.") \
  X(UNSTABLE, "unstable", GB_DIVERGED,                                                             \
    "A static march reached a limit or bifurcation point, and `time.unstable: stop` ended it.",    \
    "`arc_length: true` passes limit points, `unstable: fall` goes to the stable state below.")       \
  X(SOLVER_STALLED, "solver-stalled", GB_DIVERGED,                                                 \
    "The iterative linear solver stalled.",                                                        \
    "Use stiffnesses of similar size, or fewer ranks.")                                            \
  X(NO_EQUILIBRIUM, "no-equilibrium", GB_DIVERGED,                                                 \
    "No equilibrium state was found.",                                                             \
    "Add supports or springs for the parts that keep moving.")                                     \
  X(STEP_TOO_LARGE, "step-too-large", GB_DIVERGED,                                                 \
    "The time step does not resolve the motion.",                                                  \
    "Use a smaller time.step, or time.error_limit.")                                               \
  X(JOINT_OPENED, "joint-opened", GB_DIVERGED,                                                     \
    "A joint opened: the ends of the joint are no longer at the same position.",                   \
    "Use `constraints.enforce: projected`, a smaller time.step, or a larger penalty factor.")      \
  X(LEFT_OUT, "left-out", GB_DIVERGED,                                                             \
    "A row of a joint or an equation that was left out as redundant no longer is.",                \
    "Use `constraints.enforce: penalty`, or motions that agree.")                                  \
  X(WRONG_DERIVATIVE, "wrong-derivative", GB_DIVERGED,                                             \
    "`verify` found a derivative that differs from the complex-step derivative.",                  \
    "Report the case: this is a defect of the program.")                                           \
  X(NO_OPTIMUM, "no-optimum", GB_DIVERGED,                                                         \
    "The optimisation ended without an optimum.",                                                  \
    "Use more iterations, scales, or another start; the best designs are written.")                \
  X(INFEASIBLE, "infeasible", GB_DIVERGED,                                                         \
    "No designs were found that satisfy the constraints.",                                         \
    "Use wider bounds or limits.")                                                                 \
  X(NO_MODES, "no-modes", GB_DIVERGED,                                                             \
    "Eigenvalues or modes could not be found.",                                                    \
    "Use a stable state, or fewer modes.")                                                         \
  X(MECHANISM, "mechanism", GB_SINGULAR,                                                           \
    "A static model can move without force.",                                                      \
    "Support every part, or use a dynamic scheme.")                                                \
  X(INDEFINITE, "indefinite-stiffness", GB_SINGULAR,                                               \
    "The stiffness matrix of linear statics is not positive definite: the structure is unstable.", \
    "Use springs, sections and materials of positive stiffness.")                                  \
  X(MISSING_FILE, "missing-file", GB_FILE,                                                         \
    "A file cannot be opened.",                                                                    \
    "Correct the path; paths in a case file are relative to its folder.")                          \
  X(UNREADABLE_FILE, "unreadable-file", GB_FILE,                                                   \
    "A file is damaged, or is not of the required kind.",                                          \
    "Write the file again.")                                                                       \
  X(CANNOT_WRITE, "cannot-write", GB_FILE,                                                         \
    "An output cannot be written.",                                                                \
    "Use an existing folder with write permission and free space.")                                \
  X(NO_ROOM, "no-room", GB_FILE,                                                                   \
    "The disk is full.",                                                                           \
    "Use another folder, or fewer outputs.")                                                       \
  X(OUT_OF_MEMORY, "out-of-memory", GB_FILE,                                                       \
    "There is not enough memory.",                                                                 \
    "Use more ranks or nodes, --memory, or a smaller model.")                                      \
  X(MISSING_PROGRAM, "missing-program", GB_FILE,                                                   \
    "A required program or library is missing.",                                                   \
    "Install it, or work without it as the message says.")
// clang-format on

/// Index of a code in the list GB_FOR_CODES.
enum gb_code_index {
#define GB_CODE_INDEX_OF(name, word, status, meaning, help) GB_CODE_INDEX_##name,
  GB_FOR_CODES(GB_CODE_INDEX_OF)
#undef GB_CODE_INDEX_OF
      GB_CODES
};

/// Codes for gb_fail: GB_UNKNOWN_KEY etc. The low 8 bits are the status, the bits above them are
/// the index of the code plus 1.
enum gb_code {
#define GB_NUMBER_OF(name, word, status, meaning, help)                                            \
  GB_##name = (status) | (GB_CODE_INDEX_##name + 1) << 8,
  GB_FOR_CODES(GB_NUMBER_OF)
#undef GB_NUMBER_OF
};

/// The status of a code; a status is returned unchanged. Local.
static inline int gb_status_of(int code) {
  return code & 0xff;
}

/// The word of a code or status, for example "unknown-key". Local.
const char *gb_code_word(int code);

/// The texts of a code or status.
typedef struct gb_code_text {
  const char *word;
  int status;
  const char *meaning, *help;
} gb_code_text;

/// The texts of all statuses, then of all codes. The last entry has the word NULL.
extern const gb_code_text gb_code_list[];

#endif

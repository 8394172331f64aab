/// Shared by the parts of the Nastran reader: lines, cards, their fields, and the actions and
/// entries that cards make.
#ifndef GB_INPUT_NASTRAN_H
#define GB_INPUT_NASTRAN_H

#include "base/arena.h"
#include "base/list.h"
#include "input/deck_table.h"
#include "input/deck_text.h"
#include "input/mesh_builder.h"
#include "input/reader.h"
#include "problem/problem.h"

typedef gb_deck_text gb_nastran_field;

/// A line that is not empty, without its comment, tabs expanded to columns of eight.
typedef struct gb_nastran_line {
  gb_nastran_field field;
  int32_t file, number;
  bool consumed; ///< belongs to a card that was read
} gb_nastran_line;

/// The name that a comment gives to a property.
typedef struct gb_nastran_name {
  int64_t property; ///< PID; -1: that of the next card (before_line)
  int32_t before_line;
  int rank; ///< a property's own name (0) goes before a component's (1)
  int order;
  gb_nastran_field text;
} gb_nastran_name;

/// What a card does to one node, element or the whole model. Equal kinds, sets and targets add up.
typedef enum gb_nastran_kind {
  GB_NASTRAN_SUPPORT, ///< value[0]: the components as bits 1 to 6
  GB_NASTRAN_MOTION,  ///< value: the given displacement; INFINITY along an axis: none
  GB_NASTRAN_TURN,    ///< the same of rotations
  GB_NASTRAN_FORCE,
  GB_NASTRAN_MOMENT,
  GB_NASTRAN_PRESSURE, ///< value[0], on the element
  GB_NASTRAN_MASS,     ///< value[0]
  GB_NASTRAN_GRAVITY,  ///< without target
  GB_NASTRAN_SPIN,     ///< value: angular velocity about the target, a grid, or the origin: 0
  GB_NASTRAN_KINDS
} gb_nastran_kind;

typedef struct gb_nastran_action {
  gb_nastran_kind kind;
  int32_t line;
  const char *card; ///< its name, for messages
  int64_t set;      ///< -1: always
  int64_t target;   ///< number of a node or element
  int64_t last;     ///< last target of a range (THRU); target when there is none
  double value[3];
  int64_t system; ///< of a vector's components; 0: the basic one; -1: the grid's CD; or the next
} gb_nastran_action;

/// The system of a load that was spread: the basic one, and the target may be a node that no card
/// names.
/// GB_NASTRAN_SCALAR: a card that gives component 0, so that its targets must be scalar points,
/// whose component is the first.
enum { GB_NASTRAN_SPREAD = -2, GB_NASTRAN_SCALAR = -3 };

/// FORCE1, FORCE2, MOMENT1, MOMENT2, PLOAD, PLOAD1, PLOAD4: what becomes forces and moments on
/// grids when the mesh is there.
typedef struct gb_nastran_spread {
  const char *card;
  int64_t set, target, last; ///< numbers of a grid, a bar, or shells
  int64_t grid[4];           ///< 0: none
  double value[4];           ///< size; P1 to P4; of PLOAD1 X1, X2, P1, P2
  double direction[3];       ///< of PLOAD4; zero: the normal
  int64_t system;            ///< of it
  int component;             ///< 1: a moment; of PLOAD1 0 to 5, from 6 on along the bar's axes
  bool fraction, projected;  ///< of PLOAD1
  int32_t line;
} gb_nastran_spread;

/// MAT1 or MAT8; of MAT8 with the criterion that a PCOMP chose.
typedef struct gb_nastran_material {
  const char *card;
  int64_t id;
  gb_material is;
  bool chosen;
  int32_t line;
} gb_nastran_material;

typedef struct gb_nastran_ply {
  int64_t material;
  double thickness, angle;
} gb_nastran_ply;

/// PSHELL, PSHEAR, or PCOMP with its plies.
typedef struct gb_nastran_property {
  const char *card;
  int64_t id;
  gb_nastran_ply shell; ///< of PSHELL and PSHEAR
  int32_t first, count; ///< of the plies
  bool symmetric;
  bool bottomed; ///< Z0 says where the bottom face is, and not in the middle
  double bottom; ///< Z0 then
  int criterion; ///< gb_criterion, -1: none is named
  double mass;   ///< NSM, per area
  int32_t line;
} gb_nastran_property;

/// ZOFFS of an element.
typedef struct gb_nastran_offset {
  int64_t property;
  gb_element_offset is;
} gb_nastran_offset;

/// THETA or MCID of an element.
typedef struct gb_nastran_material_turn {
  int64_t property, system; ///< MCID
  gb_turn turn;
  int32_t line;
} gb_nastran_material_turn;

/// CSHEAR.
typedef struct gb_nastran_panel {
  int64_t id, property;
  int32_t line;
} gb_nastran_panel;

/// CBAR, CBEAM, CROD or CONROD.
typedef struct gb_nastran_bar {
  const char *card;
  int64_t id, property; ///< of CONROD its own: EID
  bool rod;             ///< between positions alone; what follows is of the others
  int64_t grid[2];
  int64_t toward;               ///< G0, 0: none
  double up[3];                 ///< else
  double offset[2][3];          ///< from the grids to the ends
  unsigned pins[2];             ///< released components as bits 1 to 6
  double end[2][3], axis[3][3]; ///< found when all cards are read: along the bar, y, z
  bool held[2];                 ///< a released end at a grid that supports hold whole
  int64_t node[2];              ///< the grids, or numbers of new nodes where there are pins
  const struct gb_nastran_place *at[2];
  const struct gb_nastran_section *section;
  int32_t line;
} gb_nastran_bar;

/// PBAR, PBARL, PBEAM, PBEAML, PROD, or the section of a CONROD.
typedef struct gb_nastran_section {
  const char *card;
  int64_t id, material;
  gb_section_entry is; ///< without names
  bool turned;         ///< its y is Nastran's -z
  double taper;        ///< by how much of the least a property varies along an element
  int32_t line;
} gb_nastran_section;

typedef struct gb_nastran_place {
  int64_t id;
  double position[3];
  bool bare;            ///< it leaves PS to GRDSET
  int64_t system, axes; ///< CP, CD; -1: as GRDSET says
  bool scalar;          ///< an SPOINT: a free node of which the first displacement alone is there
  int32_t line;
} gb_nastran_place;

/// Supports of a grid that hold nothing, because all that is there is released.
typedef struct gb_nastran_freed {
  int64_t grid;
  unsigned components; ///< as bits 1 to 6
} gb_nastran_freed;

/// RBE2 or RBE3: a grid whose body goes with other grids, or follows their mean; RBE1, RBAR.
typedef struct gb_nastran_link {
  const char *card;
  int64_t id, grid;
  unsigned held;        ///< components that go with the body, as bits 1 to 6
  int32_t first, count; ///< of the ends
  bool general;         ///< by equations of the components of its ends
  int32_t independent;  ///< of RBE1 and RBAR then: so many ends, the first
  int32_t line;
} gb_nastran_link;

typedef struct gb_nastran_end {
  int64_t grid;
  double weight;       ///< of RBE3
  unsigned components; ///< of general links, as bits 1 to 6
} gb_nastran_end;

/// CMASS1, CMASS2; PMASS without a grid.
typedef struct gb_nastran_scalar_mass {
  const char *card;
  int64_t id, property, grid, component; ///< property 0: the mass is its own
  bool scalar;                           ///< of a scalar point
  double mass;
  int32_t line;
} gb_nastran_scalar_mass;

/// A component, 1 to 6, of a grid with its coefficient.
typedef struct gb_nastran_term {
  int64_t grid;
  int component;
  bool scalar; ///< it was 0, of a scalar point
  double coefficient;
} gb_nastran_term;

/// MPC: the sum of its terms is 0.
typedef struct gb_nastran_equation {
  const char *card;
  int64_t id, set;
  int32_t first, count; ///< of the terms
  int32_t line;
} gb_nastran_equation;

/// A grid of an RBE2 that goes with its body by equations.
typedef struct gb_nastran_loose {
  gb_nastran_link link;
  int64_t grid;
} gb_nastran_loose;

/// A support of a grid along axes of its own, which an equation holds.
typedef struct gb_nastran_skew {
  int32_t action; ///< number
  int64_t grid;
} gb_nastran_skew;

/// CONM1, CONM2, and what CMASSs of a grid make.
typedef struct gb_nastran_mass {
  const char *card;
  int64_t id, grid;
  double mass, offset[3];
  double inertia[6]; ///< about its centre: xx yy zz xy xz yz, xy = -sum m x y
  bool absolute;     ///< the offset is a position
  int64_t system;    ///< of offset and inertia; 0 once they are in the basic one
  int32_t line;
} gb_nastran_mass;

/// A rigid body that stands for a grid, and what cards say of it.
typedef struct gb_nastran_body {
  int32_t node; ///< of the mesh
  int body;     ///< of the problem
  int32_t line;
  const char *card;                   ///< that made it
  unsigned fixed;                     ///< components as bits 1 to 6
  double mass, moment[3], inertia[6]; ///< moment and inertia about the grid
} gb_nastran_body;

/// Sets that a case control chooses.
typedef enum gb_nastran_choice {
  GB_NASTRAN_SPC,
  GB_NASTRAN_LOAD,
  GB_NASTRAN_DLOAD,
  GB_NASTRAN_MPC,
  GB_NASTRAN_CHOICES
} gb_nastran_choice;

/// A member of a combined set (LOAD, SPCADD, DLOAD).
typedef struct gb_nastran_member {
  gb_nastran_choice of;
  int64_t set, member;
  double factor;
  int32_t line;
} gb_nastran_member;

/// What the case control says of a subcase; 0: nothing.
typedef struct gb_nastran_subcase {
  int64_t number, set[GB_NASTRAN_CHOICES];
  int32_t line[GB_NASTRAN_CHOICES]; ///< of each choice
} gb_nastran_subcase;

/// TLOAD1, TLOAD2.
typedef struct gb_nastran_pulse {
  const char *card;
  int64_t id, excites, table; ///< table 0: that of TLOAD2
  bool moves;                 ///< what SPCD says, not forces
  double delay, number[6];    ///< T1, T2, F, P, C, B
  int32_t line;
} gb_nastran_pulse;

/// TABLED1.
typedef struct gb_nastran_table {
  int64_t id;
  int32_t first, count; ///< of the points, ascending
  int32_t line;
} gb_nastran_table;

/// CELAS, CDAMP, CVISC, CBUSH.
typedef struct gb_nastran_spring {
  const char *card;
  int64_t id, property;
  int64_t grid[2];        ///< 0: the ground
  int component;          ///< of CELAS and CDAMP, from 1; else 0
  unsigned scalar;        ///< bits 0 and 1: of ends whose component is 0, scalar points
  double k[6], b[6];      ///< of CVISC b[0] is along the line
  int64_t toward, system; ///< of CBUSH: G0, 0: none; CID, -1: none
  double up[3], share;    ///< of CBUSH: X1, X2, X3; S
  double at[3], axes[2][3];
  int32_t line;
} gb_nastran_spring;

/// PELAS, PDAMP, PVISC, PBUSH.
typedef struct gb_nastran_stiffness {
  const char *card;
  int64_t id;
  double k[6], b[6];
  int32_t line;
} gb_nastran_stiffness;

/// A grid that only springs hold is a free node.
typedef struct gb_nastran_point {
  int32_t node; ///< of the mesh
  int mass;     ///< of the problem
} gb_nastran_point;

/// DESVAR.
typedef struct gb_nastran_variable {
  int64_t id;
  gb_nastran_field label;
  double start, lower, upper;
  int32_t line;
} gb_nastran_variable;

/// DVPREL1: constant + factor * variable.
typedef struct gb_nastran_relation {
  int64_t id, property, variable;
  int field; ///< of those that may vary
  double constant, factor, lower, upper;
  int32_t line;
} gb_nastran_relation;

/// DVGRID: a grid moves by a vector times what a variable is more than at the start.
typedef struct gb_nastran_shift {
  int64_t variable, grid;
  double vector[3];
  int32_t line;
} gb_nastran_shift;

/// CORD1R, C, S and CORD2R, C, S.
typedef struct gb_nastran_system {
  int64_t id, reference;                     ///< reference: of the points
  int64_t grid[3];                           ///< 0: by points
  double point[3][3], origin[3], axis[3][3]; ///< the last two once it was resolved
  int state;
  int32_t line;
  char kind; ///< R, C or S
} gb_nastran_system;

/// A card that is not read, and how often it was seen.
typedef struct gb_nastran_seen {
  char name[9];
  int count;
} gb_nastran_seen;

/// The number of a card that is refused, in its first field.
typedef struct gb_nastran_refused {
  char card[9];
  int64_t id;
} gb_nastran_refused;

typedef struct gb_nastran_file {
  const char *path;
  char *bytes; ///< owned
} gb_nastran_file;

/// The text of all files.
typedef struct gb_nastran_source {
  GB_LIST_OF(gb_nastran_file) files;
  size_t bytes;
  GB_LIST_OF(gb_nastran_line) lines;
  int32_t bulk; ///< first line of the bulk data
} gb_nastran_source;

/// Names of properties from comments.
typedef struct gb_nastran_names {
  GB_LIST_OF(gb_nastran_name) all;
  int32_t passed;           ///< names whose next card was seen
  GB_LIST_OF(int64_t) used; ///< the PIDs of elements
} gb_nastran_names;

typedef struct gb_nastran {
  const char *file; ///< as the user wrote it
  gb_arena *arena;  ///< of texts and lists made while reading
  gb_mesh_builder *builder;
  gb_nastran_source source;
  gb_nastran_names names;
  GB_LIST_OF(gb_nastran_action) actions;
  GB_LIST_OF(gb_nastran_property) properties;
  struct {
    GB_LIST_OF(gb_nastran_ply) plies;
    GB_LIST_OF(gb_nastran_material_turn) turns;
    GB_LIST_OF(gb_nastran_offset) offsets; ///< not 0
    GB_LIST_OF(gb_nastran_panel) panels;
  } laminates;
  struct {
    GB_LIST_OF(gb_nastran_bar) all;
    GB_LIST_OF(gb_nastran_section) sections;
    bool middles;                       ///< there are CQUAD8, which get a node in their middle
    GB_LIST_OF(gb_nastran_freed) freed; ///< by ascending grids
    GB_LIST_OF(gb_nastran_system) systems;
    GB_LIST_OF(gb_nastran_place) grids; ///< all, ascending when all cards are read
  } bars;
  GB_LIST_OF(gb_nastran_material) materials;
  struct {
    GB_LIST_OF(gb_nastran_link) links;
    GB_LIST_OF(gb_nastran_end) ends;
    GB_LIST_OF(gb_nastran_mass) masses;
    GB_LIST_OF(gb_nastran_scalar_mass) scalars;
    GB_LIST_OF(gb_nastran_body) bodies;
    GB_LIST_OF(gb_nastran_equation) equations;
    GB_LIST_OF(gb_nastran_term) terms;
    GB_LIST_OF(gb_nastran_skew) skew; ///< ascending
    GB_LIST_OF(gb_nastran_loose) loose;
  } rigid;
  struct {
    GB_LIST_OF(gb_nastran_spring) all;
    GB_LIST_OF(gb_nastran_stiffness) properties;
    GB_LIST_OF(gb_nastran_point) points;
  } springs;
  struct {
    GB_LIST_OF(gb_nastran_variable) variables;
    GB_LIST_OF(gb_nastran_relation) relations;
    GB_LIST_OF(gb_nastran_shift) shifts;
  } designs;
  struct {
    GB_LIST_OF(gb_nastran_pulse) pulses;
    GB_LIST_OF(gb_nastran_table) tables;
    GB_LIST_OF(gb_deck_point) points;
    GB_LIST_OF(gb_nastran_spread) spread;
  } dynamics;
  struct {
    GB_LIST_OF(char) notes;
    GB_LIST_OF(gb_nastran_seen) seen;
    gb_error defects; ///< of all cards
    GB_LIST_OF(gb_nastran_refused) refused;
  } told;
  struct {
    int64_t chosen[GB_NASTRAN_CHOICES];      ///< those that act; 0: none
    int32_t line[GB_NASTRAN_CHOICES];        ///< of the case control; -1: the case file says it
    double mass_factor;                      ///< PARAM,WTMASS
    bool control;                            ///< there is a case control
    GB_LIST_OF(gb_nastran_subcase) subcases; ///< the first: what stands above all
    GB_LIST_OF(gb_nastran_member) members;
    int64_t system, axes; ///< by GRDSET; -1: it does not say
    bool designs;         ///< those of the deck are wanted
    double held;          ///< components of grids that say none, as bits 1 to 6, by GRDSET
    int32_t held_line;    ///< of it
  } set;
} gb_nastran;

typedef struct gb_nastran_card {
  const gb_nastran *nastran;
  int32_t line;
  char name[9]; ///< in capitals, without '*'
  gb_list data; ///< gb_nastran_field: field 2 of the card is entry 0; marks are left out
} gb_nastran_card;

/// What is done with a card.
typedef int gb_nastran_handler(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error);

/// What becomes of a card.
typedef enum gb_nastran_fate {
  GB_NASTRAN_READ,
  GB_NASTRAN_LEFT_OUT, ///< no part of a model
  GB_NASTRAN_LISTED,   ///< left out, and the user is told
  GB_NASTRAN_CHOSEN,   ///< the same where there is a case control, which names none; else refused
  GB_NASTRAN_REFUSED,
  GB_NASTRAN_FATES
} gb_nastran_fate;

/// Whether a name that stands before a card is that of its property.
typedef enum gb_nastran_naming {
  GB_NASTRAN_NO_NAME,
  GB_NASTRAN_OF_SECTION,
  GB_NASTRAN_OF_ELEMENT
} gb_nastran_naming;

typedef struct gb_nastran_rule {
  const char *cards; ///< between blanks
  gb_nastran_fate fate;
  gb_nastran_handler *read; ///< of cards that are read, and of those that the case may ask for
  gb_nastran_naming naming;
  const char *text; ///< for the user
} gb_nastran_rule;

/// The rule for a card, or NULL.
const gb_nastran_rule *gb_nastran_find_rule(const char *card);

/// "wing.bdf:12" of a line.
void gb_nastran_where(const gb_nastran *nastran, int32_t line, size_t size, char *text);
void gb_nastran_position(const void *context, int64_t line, size_t size, char *text);
/// Fail with the position before the message: GB_WRONG_REFERENCE, or another code of GB_MODEL.
int gb_nastran_fail_line(const gb_nastran *nastran, int32_t line, gb_error *error,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
int gb_nastran_fail_as(int code, const gb_nastran *nastran, int32_t line, gb_error *error,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/// Fail with position, name and number of the card before the message: GB_WRONG_FIELD.
int gb_nastran_fail(const gb_nastran_card *card, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Tell the user something that is no error; it becomes a note of the mesh.
int gb_nastran_note(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

int gb_nastran_note_line(gb_nastran *nastran, int32_t line, gb_error *error, const char *format,
                         ...) __attribute__((format(printf, 4, 5)));

/// All numbers that are defined twice or named and not defined, after one of them, or another error
/// of GB_MODEL, has ended the reading of what the cards say. Local. errors: the list, with that
/// error
int gb_nastran_list_references(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *first,
                               gb_error *error);
/// Note the number of a card that is refused, so that those that name it are not refused for that.
int gb_nastran_note_refused(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error);
/// Whether cards of a set of this kind are there, acting or not.
bool gb_nastran_has_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// Refuse a set that is chosen, which no card has.
int gb_nastran_refuse_set(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error);

/// The commands in lines first..end-1. errors: GB_MODEL for those that change the model and are not
/// read
int gb_nastran_read_control(gb_nastran *nastran, int32_t first, int32_t end, gb_error *error);
/// A parameter, of a PARAM card or of the case control.
int gb_nastran_parameter(gb_nastran *nastran, int32_t line, gb_nastran_field name,
                         gb_nastran_field value, gb_error *error);
/// Choose the sets that act, when all cards are read: by the case file, the case control, or, where
/// there is none, as those that are alone. errors: GB_MODEL where several are possible
int gb_nastran_choose_sets(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *error);
/// Put grids, loads and bars into the basic system, when all cards are read.
int gb_nastran_place_grids(gb_nastran *nastran, gb_error *error);
/// Hold the grids that leave this to GRDSET, when all cards are read.
int gb_nastran_hold_grids(gb_nastran *nastran, gb_error *error);
int gb_nastran_write_chosen(const gb_nastran *nastran, gb_problem *problem, gb_error *error);

/// Lines of the file and of its INCLUDE files, comments' names beside them; the case control is
/// read. errors: GB_FILE, GB_MODEL.
int gb_nastran_read_lines(gb_nastran *nastran, gb_error *error);
void gb_nastran_free_lines(gb_nastran *nastran);
/// A comment (the text after '$') that may name a property. Patterns of Femap, HyperMesh, Patran
/// and ICEM.
int gb_nastran_comment(gb_nastran *nastran, gb_nastran_field comment, gb_error *error);
/// Give the collected names to the groups of the builder.
int gb_nastran_give_names(gb_nastran *nastran, gb_error *error);

/// Call `visit` for each card of the bulk data, with its continuations wherever they stand.
int gb_nastran_each_card(gb_nastran *nastran, gb_nastran_handler *visit, gb_error *error);

/// Fields by entry (field 2 of the card is entry 0); `name` is that of the reference guide.
bool gb_nastran_blank(const gb_nastran_card *card, int entry);
bool gb_nastran_is_word(const gb_nastran_card *card, int entry, const char *word);
int gb_nastran_integer(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                       gb_error *error);
int gb_nastran_integer_or(const gb_nastran_card *card, int entry, const char *name,
                          int64_t otherwise, int64_t *value, gb_error *error);
int gb_nastran_real(const gb_nastran_card *card, int entry, const char *name, double *value,
                    gb_error *error);
int gb_nastran_real_or(const gb_nastran_card *card, int entry, const char *name, double otherwise,
                       double *value, gb_error *error);
/// Refuse a field that is neither blank nor `accepted`; `reason` ends the message.
int gb_nastran_expect(const gb_nastran_card *card, int entry, const char *name, double accepted,
                      const char *reason, gb_error *error);
/// Refuse entries from `first` to `end` - 1 that are not blank, between fields that the card has.
int gb_nastran_empty(const gb_nastran_card *card, int first, int end, gb_error *error);
/// Refuse entries that are neither blank nor numbers, of what changes nothing here.
int gb_nastran_numbers(const gb_nastran_card *card, int first, int end, const char *name,
                       gb_error *error);
/// Refuse entries from `first` on that are not blank.
int gb_nastran_no_more(const gb_nastran_card *card, int first, gb_error *error);
/// A positive number of 32 bits.
int gb_nastran_number(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                      gb_error *error);

/// Handlers of cards.
gb_nastran_handler gb_nastran_cord1, gb_nastran_cord2;
/// The elements of a PSHEAR are CSHEARs, and those of other properties are none.
int gb_nastran_check_panels(const gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_group *group, gb_error *error);
static inline bool gb_nastran_is_shear(const gb_nastran_property *property) {
  return property->card[3] == 'E' && property->card[4] == 'A';
}
gb_nastran_handler gb_nastran_cshear, gb_nastran_pshear;
gb_nastran_handler gb_nastran_second_order, gb_nastran_grid, gb_nastran_grdset, gb_nastran_element,
    gb_nastran_pshell, gb_nastran_mat1, gb_nastran_mat8, gb_nastran_pcomp;
gb_nastran_handler gb_nastran_bar_card, gb_nastran_rod_card, gb_nastran_pbar, gb_nastran_pbarl,
    gb_nastran_pbeam, gb_nastran_pbeaml, gb_nastran_prod;
/// RHO, which is not negative.
int gb_nastran_density(const gb_nastran_card *card, int entry, double *density, gb_error *error);
/// Components as bits 1 to 6 of a mask, from digits as 1356.
int gb_nastran_components(const gb_nastran_card *card, int entry, const char *name, unsigned *mask,
                          gb_error *error);
/// A property that elements have, for its name.
int gb_nastran_use(gb_nastran *nastran, int64_t property, gb_error *error);
/// The section of a CONROD, whose fields begin at an entry.
int gb_nastran_conrod_section(gb_nastran *nastran, const gb_nastran_card *card, int entry,
                              int64_t id, gb_error *error);
/// PID and orientation of bars that leave them to BAROR or BEAMOR, when all cards are read. errors:
/// GB_MODEL where there is no orientation
int gb_nastran_complete_bars(gb_nastran *nastran, gb_error *error);
/// When all cards are read: places of the bars, elements of the mesh and nodes in
/// How often an action counts by a TLOAD, or at all times: -1.
double gb_nastran_factor(const gb_nastran *nastran, const gb_nastran_action *action, int pulse);
/// The rotation that acts, when the mesh is there.
int gb_nastran_spin(gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem, gb_error *error);
/// their middles.
int gb_nastran_lay_bars(gb_nastran *nastran, gb_error *error);
/// Refuse torsion of rods where something would feel it; when the bodies are made.
int gb_nastran_check_rods(gb_nastran *nastran, const gb_mesh *mesh, gb_error *error);
/// Released ends: a node for each, after the numbers so far; and their joints, when the bodies are
/// made.
int gb_nastran_release(gb_nastran *nastran, int64_t *number, gb_error *error);
int gb_nastran_join_ends(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, gb_error *error);
/// The components of a grid that supports fix, as bits 1 to 6, and whether a moment acts there.
unsigned gb_nastran_fixed(const gb_nastran *nastran, int64_t grid);
bool gb_nastran_is_turned(const gb_nastran *nastran, int64_t grid);
gb_nastran_handler gb_nastran_conm1, gb_nastran_cmass, gb_nastran_pmass;
/// Keep a mass of a card. errors: GB_MODEL where it or its inertia is negative
int gb_nastran_keep_mass(gb_nastran *nastran, const gb_nastran_card *card,
                         const gb_nastran_mass *mass, gb_error *error);
/// Make masses of grids from CMASSs, when sets are chosen.
int gb_nastran_add_masses(gb_nastran *nastran, gb_error *error);
/// Whether a CONM2 has an arm or inertia, and so makes a body.
bool gb_nastran_is_extended(const gb_nastran_mass *mass);
/// Make a joint the one that leaves these components free, as bits 1 to 6, along its axes.
/// @return whether there is such a joint
bool gb_nastran_free_joint(unsigned free, const double axis[3][3], gb_joint_entry *joint);
/// Components as digits, of which there are at most six.
typedef struct gb_nastran_digits {
  char text[8];
} gb_nastran_digits;
gb_nastran_digits gb_nastran_digits_of(unsigned components);
/// The largest grid: nodes of larger numbers are those of bars, which cards do not mean.
int64_t gb_nastran_last_grid(const gb_nastran *nastran);
/// Sections and beams of the bars; while the groups of the mesh are the properties alone.
int gb_nastran_add_beams(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, gb_error *error);
/// Keep the THETA or MCID of an element, which laminates need.
int gb_nastran_turn(gb_nastran *nastran, const gb_nastran_card *card, int entry, int64_t element,
                    int64_t property, gb_error *error);
/// Keep the ZOFFS of an element.
int gb_nastran_offset_field(gb_nastran *nastran, const gb_nastran_card *card, int entry,
                            int64_t element, int64_t property, gb_error *error);
/// Where the middle of the shells of a property is by Z0 and ZOFFS.
int gb_nastran_add_offsets(gb_nastran *nastran, const gb_nastran_property *property,
                           const gb_group *group, gb_problem *problem, gb_shell_section *shell,
                           gb_error *error);
/// Make a section of a PCOMP, and a shell have it.
int gb_nastran_add_laminate(gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_mesh *mesh, gb_problem *problem, gb_shell_section *shell,
                            gb_error *error);
/// A direction in a rectangular system, which a line asks for, as one in the basic system; in
/// place.
int gb_nastran_turn_direction(const gb_nastran *nastran, int32_t line, int64_t system,
                              double direction[3], gb_error *error);
/// The first axis of a system at a position, which a line asks for.
int gb_nastran_first_axis(const gb_nastran *nastran, int32_t line, int64_t system,
                          const double at[3], double axis[3], gb_error *error);
/// The material of this card and number, or NULL.
gb_nastran_material *gb_nastran_find_material(const gb_nastran *nastran, const char *card,
                                              int64_t id);
gb_nastran_handler gb_nastran_spc, gb_nastran_spcd, gb_nastran_rbar, gb_nastran_spc1,
    gb_nastran_pload2, gb_nastran_nodal, gb_nastran_grav, gb_nastran_rforce, gb_nastran_load,
    gb_nastran_spcadd;
gb_nastran_handler gb_nastran_rbe2, gb_nastran_rbe3, gb_nastran_conm2, gb_nastran_param;
/// Add the action once for each target from entry `first` on: numbers, or A THRU B.
int gb_nastran_targets(gb_nastran *nastran, const gb_nastran_card *card, int first,
                       const char *name, gb_nastran_action *action, gb_error *error);

/// Whether the set of an action is one of supports, else of loads.
bool gb_nastran_is_support(const gb_nastran_action *action);
/// Refuse an action none of whose targets is there.
int gb_nastran_refuse_target(const gb_nastran *nastran, const gb_nastran_action *action,
                             gb_error *error);

gb_nastran_handler gb_nastran_desvar, gb_nastran_dvprel1, gb_nastran_dvgrid;
int gb_nastran_add_designs(const gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                           gb_error *error);
gb_nastran_handler gb_nastran_darea, gb_nastran_tload, gb_nastran_tabled1, gb_nastran_solution;
/// A value times the factor of a TLOAD over time, of the problem's arena.
int gb_nastran_history(const gb_nastran *nastran, int pulse, double value, gb_problem *problem,
                       gb_expression **out, gb_error *error);

/// "MAT1 7" as a text of the problem.
int gb_nastran_write_name(gb_problem *problem, const char *card, int64_t id, const char **out,
                          gb_error *error);
/// "wing.bdf:12: SPC1" as a text of the problem.
int gb_nastran_write_where(const gb_nastran *nastran, int32_t line, const char *card,
                           gb_problem *problem, const char **where, gb_error *error);
/// Bodies and links from RBE2, RBE3 and CONM2; a CONM2 that is a mass alone becomes an action.
int gb_nastran_make_bodies(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem,
                           gb_error *error);
/// The body that stands for a node of the mesh, or NULL.
gb_nastran_body *gb_nastran_body_at(const gb_nastran *nastran, int32_t node);
/// Supports of bodies as joints with the ground, or as equations.
int gb_nastran_fix_bodies(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, gb_error *error);

gb_nastran_handler gb_nastran_celas, gb_nastran_cvisc, gb_nastran_cbush, gb_nastran_scalar_property,
    gb_nastran_pbush;
/// Give springs their numbers, when all cards are read.
int gb_nastran_find_springs(gb_nastran *nastran, gb_error *error);
/// Bushings and springs of the problem, and free nodes, when the bodies are made.
int gb_nastran_make_springs(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem,
                            gb_error *error);
/// The free node that stands for a node of the mesh, or NULL.
gb_point_mass *gb_nastran_point_at(const gb_nastran *nastran, gb_problem *problem, int32_t node);
/// The body that stands for a grid, or carries it by an RBE2; NULL: none.
const char *gb_nastran_carrier(const gb_nastran *nastran, const gb_mesh *mesh,
                               const gb_problem *problem, int64_t grid);

gb_nastran_handler gb_nastran_spoint, gb_nastran_sload;
/// Scalar points have the component 0 and nothing else; when the mesh is there. errors: GB_MODEL
int gb_nastran_check_scalars(const gb_nastran *nastran, const gb_mesh *mesh, gb_error *error);

gb_nastran_handler gb_nastran_mpc, gb_nastran_rbe1;
/// Keep a link between independent and dependent components of grids; one of all components of one
/// grid as RBE2. errors: GB_MODEL where six are not independent
int gb_nastran_add_rigid(gb_nastran *nastran, const gb_nastran_card *card,
                         const gb_nastran_link *link, gb_error *error);
/// Equations of MPC, RBE1, RBAR and RBE3, and their free nodes; when bodies and springs are made.
int gb_nastran_make_ties(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem, gb_error *error);
/// The value of a component, 1 to 6, of a grid, by a TLOAD or at all times (pulse -1).
typedef struct gb_nastran_given {
  const gb_nastran_action *action;
  int64_t grid;
  int component, pulse;
  double value;
} gb_nastran_given;
/// An equation for a support that has a value, or is along axes of its own.
int gb_nastran_give(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem,
                    const gb_nastran_given *given, gb_error *error);
/// The grid of this number, or NULL; when bars are laid.
const gb_nastran_place *gb_nastran_place_of(const gb_nastran *nastran, int64_t id);
/// The axes of a system at a position, which a line asks for.
int gb_nastran_axes(const gb_nastran *nastran, int32_t line, int64_t system, const double at[3],
                    double axis[3][3], gb_error *error);
/// How often a set counts, by itself or as a member of those that combine it: 0 when it is not
/// chosen.
double gb_nastran_factor_of_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set);
/// Whether an element, a body or a link has a node of the mesh, [nodes].
int gb_nastran_mark_taken(const gb_nastran *nastran, const gb_mesh *mesh, bool **taken,
                          gb_error *error);
/// A node of the mesh that nothing has becomes a free node.
int gb_nastran_add_point(gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                         int32_t node, const char *name, gb_error *error);

/// Make sets of the mesh and entries of the problem from the actions.
int gb_nastran_apply_actions(gb_nastran *nastran, gb_mesh *mesh, gb_problem *problem,
                             gb_error *error);

#endif

/// Designs of a deck. A DESVAR varies by DVPREL1 the thickness of a PSHELL or a number of a PBAR or
/// PROD, or by DVGRID the shape of the mesh. Source: MSC Nastran Quick Reference Guide.
#include "nastran/designs.h"
#include "nastran/entries/shell.h"

/// DESVAR.
typedef struct gb_nastran_variable {
  int64_t id;
  gb_deck_text label;
  double start, lower, upper;
  int32_t line;
} gb_nastran_variable;

/// DVPREL1: constant + factor * variable.
typedef struct gb_nastran_relation {
  int64_t id, property, variable;
  int field; ///< index in the list of fields that may vary
  double constant, factor, lower, upper;
  int32_t line;
} gb_nastran_relation;

/// DVGRID: a grid moves by vector × (variable − initial value).
typedef struct gb_nastran_shift {
  int64_t variable, grid;
  double vector[3];
  int32_t line;
} gb_nastran_shift;

/// Variables, and the numbers and grids that vary with them.
struct gb_nastran_designs {
  GB_LIST_OF(gb_nastran_variable) variables;
  GB_LIST_OF(gb_nastran_relation) relations;
  GB_LIST_OF(gb_nastran_shift) shifts;
};

#include <math.h>
#include <string.h>

int gb_nastran_create_designs(gb_nastran *nastran, gb_error *error) {
  return GB_TAKE(nastran->deck->arena, nastran->designs, 1, error);
}

int gb_nastran_desvar(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_variable variable = {
      .label = gb_field(card, 1), .lower = -1e20, .upper = 1e20, .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "ID", .number = &variable.id},
                 {2, "XINIT", .real = &variable.start}, {3, "XLB", .real_or = &variable.lower},
                 {4, "XUB", .real_or = &variable.upper}));
  // DELXV limits moves of an optimisation
  return GB_KEEP(nastran, designs->variables, variable, error);
}

/// Fields of properties that designs may vary.
static const struct {
  const char *card, *field, *number; ///< number NULL: the thickness of the shells
} fields[] = {{"PSHEAR", "T", NULL}, {"PSHEAR", "4", NULL},  {"PSHELL", "T", NULL},
              {"PSHELL", "4", NULL}, {"PROD", "A", "area"},  {"PROD", "4", "area"},
              {"PBAR", "A", "area"}, {"PBAR", "4", "area"},  {"PBAR", "I1", "I_zz"},
              {"PBAR", "5", "I_zz"}, {"PBAR", "I2", "I_yy"}, {"PBAR", "6", "I_yy"},
              {"PBAR", "J", "J"},    {"PBAR", "7", "J"}};
enum { FIELDS = sizeof fields / sizeof *fields };

int gb_nastran_dvprel1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_relation relation = {
      .field = -1, .factor = 1, .lower = -1e20, .upper = 1e20, .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "ID", .number = &relation.id},
                 {2, "PID", .number = &relation.property}));
  for (int i = 0; i < FIELDS; ++i)
    if (gb_field_is(card, 1, fields[i].card) && gb_field_is(card, 3, fields[i].field))
      relation.field = i;
  GB_REFUSE_IF(relation.field < 0, card, error,
               "TYPE and PNAME/FID; accepted: T of a PSHELL or PSHEAR, A of a PROD, A, I1, I2 or J "
               "of a PBAR");
  GB_TRY(GB_READ(card, error, {4, "PMIN", .real_or = &relation.lower},
                 {5, "PMAX", .real_or = &relation.upper}, {6, "C0", .real_or = &relation.constant},
                 {8, "DVID1", .number = &relation.variable},
                 {9, "COEF1", .real_or = &relation.factor}));
  for (int i = 10; i < card->count; ++i)
    GB_REFUSE_IF(!gb_field_is_blank(card, i), card, error, "DVID2; accepted: one DESVAR");
  GB_REFUSE_IF(relation.factor == 0, card, error, "COEF1 = 0");
  return GB_KEEP(nastran, designs->relations, relation, error);
}

int gb_nastran_dvgrid(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_shift shift = {.line = card->line};
  int64_t system = 0;
  double factor = 1;
  GB_TRY(GB_READ(card, error, {0, "DVID", .number = &shift.variable},
                 {1, "GID", .number = &shift.grid}, {2, "CID", .integer_or = &system},
                 {3, "COEFF", .real_or = &factor}));
  GB_REFUSE_IF(system != 0, card, error, "CID; accepted: 0, basic coordinates");
  GB_TRY(GB_READ(card, error, {4, "N1|N2|N3", .real_or = shift.vector}));
  for (int i = 0; i < 3; ++i) shift.vector[i] *= factor;
  return GB_KEEP(nastran, designs->shifts, shift, error);
}

static const gb_nastran_variable *find_variable(const gb_nastran *nastran, int64_t id) {
  GB_EACH(variable, nastran->designs->variables)
    if (variable->id == id) return variable;
  return NULL;
}

/// Add a design of the problem for a DVPREL1 or DVGRID, with its line and name.
static int open_design(const gb_nastran *nastran, int32_t line, const char *card,
                       const gb_nastran_variable *of, gb_design_entry **out, gb_error *error) {
  gb_design_entry *design;
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, designs, &design, error));
  GB_TRY(gb_deck_where(nastran->deck, line, card, &design->where, error));
  GB_TRY(gb_arena_text(nastran->deck->problem->arena, &design->name, error, "%.*s %lld",
                       of->label.length, of->label.text, (long long)of->id));
  design->scale = NAN;
  *out = design;
  return GB_OK;
}

/// Set the group of a property, or the name of its section, as the owner of a design.
static int set_owner(const gb_nastran *nastran, const gb_nastran_relation *relation,
                     const gb_mesh *mesh, gb_problem *problem, gb_design_entry *design,
                     gb_error *error) {
  design->parameter = fields[relation->field].number;
  if (design->parameter)
    return gb_deck_write_name(nastran->deck, fields[relation->field].card, relation->property,
                              &design->owner[GB_OWNER_SECTION], error);
  GB_EACH(own, nastran->shells->own)
    GB_DECK_FAIL_IF(own->property == relation->property && own->thick, GB_WRONG_REFERENCE,
                    nastran->deck, relation->line, error,
                    "DVPREL1 %lld: T of PSHELL %lld varies, and %s %lld has T1 to T4 of its own; "
                    "accepted: elements without",
                    (long long)relation->id, (long long)relation->property, own->card,
                    (long long)own->is.element);
  for (int g = 0; g < mesh->groups; ++g)
    if (mesh->group[g].number == relation->property && mesh->group[g].dimension == 2)
      return gb_arena_text(problem->arena, &design->group, error, "%s", mesh->group[g].name);
  return gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, relation->line, error,
                         "DVPREL1 %lld: no shell has PID %lld", (long long)relation->id,
                         (long long)relation->property);
}

/// Add the design of a relation: its value is C0 + COEF1 times the variable.
static int add_design(const gb_nastran *nastran, const gb_nastran_relation *relation,
                      gb_error *error) {
  const gb_nastran_variable *of = find_variable(nastran, relation->variable);
  gb_design_entry *design;
  GB_DECK_FAIL_IF(!of, GB_UNDEFINED_NUMBER, nastran->deck, relation->line, error,
                  "DVPREL1 %lld: DVID1 = %lld is not defined", (long long)relation->id,
                  (long long)relation->variable);
  GB_EACH(other, nastran->designs->relations) {
    GB_DECK_FAIL_IF(other < relation && other->variable == relation->variable, GB_DUPLICATE_NUMBER,
                    nastran->deck, relation->line, error,
                    "DVPREL1 %lld has the DESVAR %lld of DVPREL1 %lld; accepted: one each, or "
                    "`design` with links in the case file",
                    (long long)relation->id, (long long)relation->variable, (long long)other->id);
  }
  const double start = relation->constant + relation->factor * of->start;
  GB_TRY(open_design(nastran, relation->line, "DVPREL1", of, &design, error));
  GB_TRY(GB_ARENA_ADD(nastran->deck->problem->arena, design->values, start, error));
  GB_TRY(set_owner(nastran, relation, nastran->deck->mesh, nastran->deck->problem, design, error));
  const double one = relation->constant + relation->factor * of->lower,
               two = relation->constant + relation->factor * of->upper;
  design->lower = fmax(fmin(one, two), relation->lower);
  design->upper = fmin(fmax(one, two), relation->upper);
  if (design->lower < -1e19 || design->lower <= 0) design->lower = NAN; // the number's own
  if (design->upper > 1e19) design->upper = NAN;
  return GB_OK;
}

/// Check that the variable of a DVGRID is defined and that no DVPREL1 uses it.
static int check_shape(const gb_nastran *nastran, const gb_nastran_shift *shift, gb_error *error) {
  GB_DECK_FAIL_IF(!find_variable(nastran, shift->variable), GB_WRONG_REFERENCE, nastran->deck,
                  shift->line, error, "DVGRID: DVID = %lld is not defined",
                  (long long)shift->variable);
  GB_EACH(relation, nastran->designs->relations)
    GB_DECK_FAIL_IF(relation->variable == shift->variable, GB_WRONG_REFERENCE, nastran->deck,
                    shift->line, error,
                    "DVGRID: the DESVAR %lld is that of DVPREL1 %lld too; accepted: one kind each",
                    (long long)shift->variable, (long long)relation->id);
  return GB_OK;
}

/// Add a row to the table of a shape. A grid of the mesh can have one row.
static int add_row(const gb_nastran *nastran, const gb_nastran_shift *shift, gb_shape_entry *shape,
                   gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  gb_node_vector_entry row = {.node = shift->grid};
  const int32_t n = gb_lower_index(mesh->node_id, mesh->nodes, row.node);
  bool twice = false;
  for (int k = 0; k < shape->table.count; ++k)
    twice = twice || shape->table.entry[k].node == row.node;
  GB_DECK_FAIL_IF(n == mesh->nodes || mesh->node_id[n] != row.node || twice, GB_WRONG_REFERENCE,
                  nastran->deck, shift->line, error, "DVGRID: GID = %lld %s", (long long)row.node,
                  twice ? "has one of this DVID already" : "is not defined");
  memcpy(row.value, shift->vector, sizeof row.value);
  return GB_ARENA_ADD(nastran->deck->problem->arena, shape->table, row, error);
}

/// Add the shape of a variable, by all of its cards from the first one on.
static int add_shape(const gb_nastran *nastran, int first, gb_error *error) {
  const gb_nastran_shift *all = nastran->designs->shifts.entry;
  const gb_nastran_variable *of = find_variable(nastran, all[first].variable);
  gb_design_entry *design;
  GB_TRY(open_design(nastran, all[first].line, "DVGRID", of, &design, error));
  GB_TRY(GB_ARENA_ADD(nastran->deck->problem->arena, design->values, of->start, error));
  design->lower = of->lower < -1e19 ? NAN : of->lower;
  design->upper = of->upper > 1e19 ? NAN : of->upper;
  design->shape.drawn = design->shape.amount = of->start;
  design->shape.file = design->where;
  for (int i = first; i < nastran->designs->shifts.count; ++i)
    if (all[i].variable == of->id) GB_TRY(add_row(nastran, &all[i], &design->shape, error));
  return GB_OK;
}

/// Add the shapes in the order of their first cards.
static int add_shapes(const gb_nastran *nastran, gb_error *error) {
  const gb_nastran_shift *all = nastran->designs->shifts.entry;
  for (int i = 0; i < nastran->designs->shifts.count; ++i) {
    bool first = true;
    GB_TRY(check_shape(nastran, &all[i], error));
    for (int k = 0; k < i && first; ++k) first = all[k].variable != all[i].variable;
    if (first) GB_TRY(add_shape(nastran, i, error));
  }
  return GB_OK;
}

int gb_nastran_add_designs(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(relation, nastran->designs->relations) GB_TRY(add_design(nastran, relation, error));
  return add_shapes(nastran, error);
}

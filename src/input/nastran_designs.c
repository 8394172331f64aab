/// Designs of a deck: DESVAR by DVPREL1, the thickness of a PSHELL or a number of a PBAR or PROD.
/// Source: MSC Nastran Quick Reference Guide.
#include "input/nastran.h"

#include <math.h>
#include <string.h>

int gb_nastran_desvar(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_variable variable = {.line = card->line};
  GB_TRY(gb_nastran_number(card, 0, "ID", &variable.id, error));
  if (!gb_nastran_blank(card, 1)) variable.label = ((const gb_nastran_field *)card->data.data)[1];
  GB_TRY(gb_nastran_real(card, 2, "XINIT", &variable.start, error));
  GB_TRY(gb_nastran_real_or(card, 3, "XLB", -1e20, &variable.lower, error));
  GB_TRY(gb_nastran_real_or(card, 4, "XUB", 1e20, &variable.upper, error));
  // DELXV limits moves of an optimisation
  return GB_ARENA_ADD(nastran->arena, nastran->designs.variables, variable, error);
}

/// What varies of which property.
static const struct {
  const char *card, *field, *number; ///< number NULL: the thickness of the shells
} fields[] = {{"PSHELL", "T", NULL},  {"PSHELL", "4", NULL}, {"PROD", "A", "area"},
              {"PROD", "4", "area"},  {"PBAR", "A", "area"}, {"PBAR", "4", "area"},
              {"PBAR", "I1", "I_zz"}, {"PBAR", "5", "I_zz"}, {"PBAR", "I2", "I_yy"},
              {"PBAR", "6", "I_yy"},  {"PBAR", "J", "J"},    {"PBAR", "7", "J"}};
enum { FIELDS = sizeof fields / sizeof *fields };

int gb_nastran_dvprel1(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_relation relation = {.line = card->line, .field = -1};
  GB_TRY(gb_nastran_number(card, 0, "ID", &relation.id, error));
  GB_TRY(gb_nastran_number(card, 2, "PID", &relation.property, error));
  for (int i = 0; i < FIELDS; ++i)
    if (gb_nastran_is_word(card, 1, fields[i].card) && gb_nastran_is_word(card, 3, fields[i].field))
      relation.field = i;
  if (relation.field < 0)
    return gb_nastran_fail(card, error,
                           "TYPE and PNAME/FID; accepted: T of a PSHELL, A of a PROD, A, I1, I2 or "
                           "J of a PBAR");
  GB_TRY(gb_nastran_real_or(card, 4, "PMIN", -1e20, &relation.lower, error));
  GB_TRY(gb_nastran_real_or(card, 5, "PMAX", 1e20, &relation.upper, error));
  GB_TRY(gb_nastran_real_or(card, 6, "C0", 0, &relation.constant, error));
  GB_TRY(gb_nastran_number(card, 8, "DVID1", &relation.variable, error));
  GB_TRY(gb_nastran_real_or(card, 9, "COEF1", 1, &relation.factor, error));
  for (int i = 10; i < card->data.count; ++i)
    if (!gb_nastran_blank(card, i))
      return gb_nastran_fail(card, error, "DVID2; accepted: one DESVAR");
  if (relation.factor == 0) return gb_nastran_fail(card, error, "COEF1 = 0");
  return GB_ARENA_ADD(nastran->arena, nastran->designs.relations, relation, error);
}

/// The group of a property, or its section's name.
static int set_owner(const gb_nastran *nastran, const gb_nastran_relation *relation,
                     const gb_mesh *mesh, gb_problem *problem, gb_design_entry *design,
                     gb_error *error) {
  design->parameter = fields[relation->field].number;
  if (design->parameter)
    return gb_nastran_write_name(problem, fields[relation->field].card, relation->property,
                                 &design->owner[GB_OWNER_SECTION], error);
  for (int g = 0; g < mesh->groups; ++g)
    if (mesh->group[g].number == relation->property && mesh->group[g].dimension == 2)
      return gb_arena_text(problem->arena, &design->group, error, "%s", mesh->group[g].name);
  return gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, relation->line, error,
                            "DVPREL1 %lld: no shell has PID %lld", (long long)relation->id,
                            (long long)relation->property);
}

/// A relation as a design: its value is C0 + COEF1 times the variable.
static int add_design(const gb_nastran *nastran, const gb_nastran_relation *relation,
                      const gb_mesh *mesh, gb_problem *problem, gb_error *error) {
  const gb_nastran_variable *of = NULL;
  gb_design_entry *design;
  double *value;
  for (int i = 0; i < nastran->designs.variables.count; ++i)
    if (nastran->designs.variables.entry[i].id == relation->variable)
      of = &nastran->designs.variables.entry[i];
  if (!of)
    return gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, relation->line, error,
                              "DVPREL1 %lld: DVID1 = %lld is not defined", (long long)relation->id,
                              (long long)relation->variable);
  for (int i = 0; i < nastran->designs.relations.count; ++i) {
    const gb_nastran_relation *other = &nastran->designs.relations.entry[i];
    if (other < relation && other->variable == relation->variable)
      return gb_nastran_fail_as(GB_DUPLICATE_NUMBER, nastran, relation->line, error,
                                "DVPREL1 %lld has the DESVAR %lld of DVPREL1 %lld; accepted: one "
                                "each, or `design` with links in the case file",
                                (long long)relation->id, (long long)relation->variable,
                                (long long)other->id);
  }
  GB_TRY(GB_PROBLEM_APPEND(problem, designs, &design, error));
  GB_TRY(
      gb_nastran_write_where(nastran, relation->line, "DVPREL1", problem, &design->where, error));
  GB_TRY(gb_arena_text(problem->arena, &design->name, error, "%.*s %lld", of->label.length,
                       of->label.text, (long long)of->id));
  GB_TRY(set_owner(nastran, relation, mesh, problem, design, error));
  const double one = relation->constant + relation->factor * of->lower,
               two = relation->constant + relation->factor * of->upper;
  design->lower = fmax(fmin(one, two), relation->lower);
  design->upper = fmin(fmax(one, two), relation->upper);
  if (design->lower < -1e19 || design->lower <= 0) design->lower = NAN; // the number's own
  if (design->upper > 1e19) design->upper = NAN;
  design->scale = NAN;
  GB_TRY(gb_arena_append(problem->arena, &design->values.entry, &design->values.count,
                         sizeof *value, &value, error));
  *value = relation->constant + relation->factor * of->start;
  return GB_OK;
}

int gb_nastran_add_designs(const gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                           gb_error *error) {
  for (int i = 0; i < nastran->designs.relations.count; ++i)
    GB_TRY(add_design(nastran, &nastran->designs.relations.entry[i], mesh, problem, error));
  return GB_OK;
}

/// Rules of designs, functions and optimisation.
#include "case/rules/rules.h"

#include "base/length.h"
#include "optimize/methods.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Check the keys of fields by control points, and those of each interpolation.
static int check_field(const gb_subject *s, const gb_design_entry *design) {
  static const char *const keys[] = {"interpolation", "axis", "power", "radius", NULL};
  static const char *const word[] = {"inverse_distance", "linear", "radial"};
  static const char *const own[] = {"power", "axis", "radius"};
  const char *mine = own[design->field.interpolation];
  const bool field = design->field.points.count > 0;
  for (int i = 0; keys[i]; i++) {
    if (!gb_rule_has(s->node, keys[i])) continue;
    if (!field)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, keys[i],
                               "not used by a design without points; accepted: none");
    if (i > 0 && strcmp(keys[i], mine) != 0)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, keys[i],
                               "not used by interpolation: %s; accepted: %s",
                               word[design->field.interpolation], mine);
  }
  if (!field) return GB_OK;
  if (!design->group && !design->owner[GB_OWNER_SECTION])
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "points",
        "not used by this design; accepted: with thickness or relative_density, or with section "
        "and a number of a ply");
  if (gb_rule_has(s->node, "per"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "per",
                             "not used by a design with points; accepted: none");
  if (gb_rule_has(s->node, "links"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "links",
                             "not used by a design with points; accepted: none");
  if (design->field.interpolation == GB_INTERPOLATE_LINEAR && !(gb_length(design->field.axis) > 0))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "axis",
                             "is missing or zero; accepted: the direction of linear interpolation");
  if (design->field.interpolation == GB_INTERPOLATE_RADIAL && !(design->field.radius[0] > 0))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "radius",
                             "is missing; accepted: the length of radial interpolation");
  return GB_OK;
}

int gb_rule_shape(const gb_subject *s, void *entry) {
  gb_design_entry *design = entry;
  design->shape.amount = design->shape.drawn;
  const bool table = gb_rule_has(s->node, "table");
  if (table != gb_rule_has(s->node, "group") && table != gb_rule_has(s->node, "vector"))
    return GB_OK;
  return gb_rule_refuse(s, NULL, "needs either group and vector, or table");
}

/// Least relative density of a design without `lower`.
static const double least_density = 1e-3;

int gb_rule_design(const gb_subject *s, void *entry) {
  gb_design_entry *design = entry;
  const bool shape = gb_rule_has(s->node, "shape");
  const bool coordinates = gb_rule_has(s->node, "coordinates");
  const bool density = gb_rule_has(s->node, "relative_density");
  int ways =
      gb_rule_has(s->node, "thickness") + density + (design->control != NULL) + coordinates + shape;
  for (int i = 0; i < GB_OWNERS; i++) ways += design->owner[i] != NULL;
  if (ways != 1)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, NULL,
        "needs one thing that varies (found %d); accepted: thickness or relative_density with a "
        "group, or one of material, section, load, support, temperature, initial, mass, spring, "
        "body, "
        "tyre, bushing, joint with a name and parameter, or coordinates, shape, control or road",
        ways);
  const char *alone = density                        ? "relative density"
                      : design->group                ? "thickness"
                      : shape                        ? "shape"
                      : coordinates                  ? "coordinate"
                      : design->control              ? "control"
                      : design->owner[GB_OWNER_ROAD] ? "number of the road"
                                                     : NULL;
  if (alone && design->parameter)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "parameter",
                             "not used by a %s (found %s); accepted: none", alone,
                             design->parameter);
  if (!alone && !design->parameter)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "parameter",
                             "is missing; accepted: the key of the entry that varies");
  if (alone && gb_rule_has(s->node, "links"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "links",
                             "not used by a %s; accepted: with a single number of an entry", alone);
  if (!design->group && gb_rule_has(s->node, "per"))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "per",
        "not used by a single number; accepted: with thickness or relative_density alone");
  if (density) design->parameter = "relative_density";
  if (density && isnan(design->lower)) design->lower = least_density;
  if (gb_design_is_filtered(design) && design->per != GB_PER_ELEMENT)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "filter",
                             "not used by this design; accepted: with per: element");
  GB_TRY(check_field(s, design));
  if (!(design->lower >= design->upper)) return GB_OK;
  return gb_rule_refuse(
      s, NULL, "the bounds leave no room (found lower %g, upper %g); accepted: lower < upper",
      design->lower, design->upper);
}

/// Check a function. The engine, which knows the functionals, checks the keys that each type needs.
int gb_rule_function(const gb_subject *s, void *entry) {
  gb_functional_settings *function = entry;
  gb_expression *ignored; // checked when the model is built, which knows its names
  gb_error own = {0};
  if (!function->name) function->name = function->type;
  if (!function->value) return GB_OK;
  const int status = gb_expression_parse(function->value, NULL, s->reading->arena, &ignored, &own);
  if (status == GB_OK) return GB_OK;
  if (status != GB_USAGE)
    return gb_fail(s->reading->error, gb_error_code(status, &own), "%s", own.message);
  return gb_rule_refuse_as(GB_BAD_EXPRESSION, s, "value", "%s", own.message);
}

int gb_rule_constraint(const gb_subject *s, void *entry) {
  const gb_constraint_entry *c = entry;
  const bool limited = gb_rule_has(s->node, "upper") || gb_rule_has(s->node, "lower");
  if (limited == gb_rule_has(s->node, "equals"))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, NULL,
        "needs what the function is to be (found %s); accepted: upper, lower or both, or equals",
        limited ? "a limit and equals" : "nothing");
  if (!(c->lower >= c->upper)) return GB_OK;
  return gb_rule_refuse(
      s, NULL, "the limits leave no room (found lower %g, upper %g); accepted: lower < upper",
      c->lower, c->upper);
}

int gb_rule_optimize(const gb_subject *s, void *entry) {
  const gb_case *c = entry;
  const gb_method_traits *method = &gb_method_traits_of[c->optimize.method];
  const gb_named functions = GB_NAMED(c->functions, name);
  const gb_node *constraints = gb_node_find(s->node, "constraints");
  if (!c->optimize.objective)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "objective",
                             "is missing; accepted: the name of a function");
  if (gb_name_find(functions, c->optimize.objective) < 0)
    return gb_rule_refuse_name(s, "objective", "function", functions);
  for (int i = 0; i < c->optimize.constraints.count; i++) {
    char path[80];
    snprintf(path, sizeof path, "optimize.constraints[%d]", i);
    const gb_subject own = {s->reading, constraints->pair[i].value, path};
    const gb_constraint_entry *constraint = &c->optimize.constraints.entry[i];
    if (gb_name_find(functions, constraint->function) < 0)
      return gb_rule_refuse_name(&own, "function", "function", functions);
    if (!method->constraints || (!method->equalities && !isnan(constraint->equals)))
      return gb_rule_refuse_as(
          GB_KEY_CONFLICT, &own, NULL, "method %s takes no %s; accepted: with %s", method->word,
          method->constraints ? "equals" : "constraints",
          method->constraints ? "ipopt, slsqp" : "ipopt, slsqp, or mma for limits");
  }
  return GB_OK;
}

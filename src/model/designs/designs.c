/// Designs: thicknesses of shells and relative densities of solids (one for a group, for each
/// patch, i.e. gmsh surface or volume or Nastran property, or for each element), values at control
/// points of a field, coordinates of nodes, and single numbers of the problem.
#include "model/designs/designs.h"

#include "base/count.h"
#include "model/sections/sections.h"
#include "model/sections/solids.h"
#include "problem/controls.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Set a design's bounds within the range of its number. A bound that is not given is that of the
/// range, even if the range excludes it.
static int set_bounds(const gb_design_entry *entry, const gb_number *of, gb_design *design,
                      gb_error *error) {
  const double lower = entry->lower, upper = entry->upper;
  design->lower = isnan(lower) ? of->lower : lower;
  design->upper = isnan(upper) ? of->upper : upper;
  const bool within = (isnan(lower) || isinf(lower) || gb_number_accepts(of, lower)) &&
                      (isnan(upper) || isinf(upper) || gb_number_accepts(of, upper));
  if (within && design->lower >= of->lower && design->upper <= of->upper &&
      design->lower < design->upper)
    return GB_OK;
  return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                 "%s: there is no value between the bounds (found lower %g, upper %g); accepted: "
                 "lower < upper from %g to %g%s",
                 entry->where, design->lower, design->upper, of->lower, of->upper,
                 of->open ? ", which are excluded" : "");
}

/// Add a design named NAME or NAME.number.
static int add_design(const gb_definition *from, const gb_design_entry *entry, long long number,
                      const gb_number *value, gb_design_set *set, gb_error *error) {
  const bool one = entry->per == GB_PER_GROUP && !entry->control && entry->field.points.count == 0;
  gb_design *design;
  GB_TRY(gb_arena_append(from->kept, &set->design, &set->count, sizeof *design, &design, error));
  GB_TRY(one ? gb_arena_text(from->kept, &design->name, error, "%s", entry->name)
             : gb_arena_text(from->kept, &design->name, error, "%s.%lld", entry->name, number));
  design->value = design->built = *value->address;
  design->entry = (int)(entry - from->problem->designs.entry);
  return set_bounds(entry, value, design, error);
}

typedef struct labelled {
  int64_t label; ///< as in gb_element_design
  int32_t element;
  double value; ///< in the case
} labelled;

static int by_label(const void *a, const void *b) {
  const labelled *x = a, *y = b;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->element > y->element) - (x->element < y->element);
}

// Until all fields are known, the elements of field f contain -2 - f instead of the index of their
// value.

/// Find or create the element indices of a ply's number.
static int find_part(const gb_definition *from, int ply, bool angle, gb_design_set *set,
                     int32_t **element, gb_error *error) {
  const size_t elements = (size_t)from->mesh->elements;
  gb_element_designs *part;
  for (int i = 0; i < set->parts; i++)
    if (set->part[i].ply == ply && set->part[i].angle == angle) {
      *element = set->part[i].element;
      return GB_OK;
    }
  GB_TRY(gb_arena_append(from->arena, &set->part, &set->parts, sizeof *part, &part, error));
  GB_TRY(GB_TAKE(from->arena, part->element, elements, error));
  part->ply = ply;
  part->angle = angle;
  for (size_t e = 0; e < elements; e++) part->element[e] = -1;
  *element = part->element;
  return GB_OK;
}

/// Check that a number of an element has no design yet.
static int check_free(const gb_definition *from, const gb_design_entry *entry,
                      const gb_design_set *set, const int32_t element[], int32_t e,
                      gb_error *error) {
  const int32_t is = element[e];
  if (is == -1) return GB_OK;
  return gb_fail(error, GB_WRONG_PATCH, "%s: the %s of element %lld is design '%s' already",
                 entry->where, gb_design_is_density(entry) ? "relative density" : "thickness",
                 (long long)from->mesh->element_id[e],
                 is >= 0 ? set->design[is].name : set->field[-2 - is].entry->name);
}

/// Data for designs of a number of elements: thickness, relative density, or a number of plies.
typedef struct of_elements {
  const gb_definition *from;
  const gb_design_entry *entry;
  const gb_group *group;
  gb_number number; ///< its name and bounds
  int32_t *element; ///< indices of the number, [elements of the mesh]
} of_elements;

/// @return the label of an element, which the elements of one design share
static int64_t label_of(const of_elements *g, int32_t e) {
  const gb_mesh *mesh = g->from->mesh;
  return g->entry->per == GB_PER_GROUP   ? 0
         : g->entry->per == GB_PER_PATCH ? mesh->property[e]
                                         : mesh->element_id[e];
}

static int add_labelled(of_elements *g, int64_t label, double built, gb_design_set *set,
                        gb_error *error) {
  gb_element_design own = {(int)(g->entry - g->from->problem->designs.entry), label, built};
  GB_TRY(GB_ARENA_ADD(g->from->arena, set->of_elements, own, error));
  g->number.address = &own.built;
  return add_design(g->from, g->entry, label, &g->number, set, error);
}

/// Add the designs of a group in the order of their labels, and check that the elements of each
/// have one value.
static int label(of_elements *g, const gb_shells *shells, gb_design_set *set, gb_error *error) {
  const gb_design_entry *entry = g->entry;
  const int32_t elements = g->group->elements;
  labelled *sorted;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, sorted, (size_t)elements, error));
  for (int32_t i = 0; i < elements; i++) {
    const int32_t e = g->group->element[i];
    sorted[i] = (labelled){.label = label_of(g, e), .element = e};
    GB_TRY(gb_design_element_value(g->from, shells, entry, e, &sorted[i].value, error));
    GB_TRY(check_free(g->from, entry, set, g->element, e, error));
  }
  qsort(sorted, (size_t)elements, sizeof *sorted, by_label);
  for (int32_t i = 0; i < elements; i++) {
    const double value = sorted[i].value;
    if (i == 0 || sorted[i].label != sorted[i - 1].label)
      GB_TRY(add_labelled(g, sorted[i].label, value, set, error));
    const gb_design *design = &set->design[set->count - 1];
    // means of nodes differ in last digits where elements are alike
    if (fabs(value - design->built) > 1e-12 * design->built)
      return gb_fail(error, GB_WRONG_PATCH,
                     "%s: design '%s' spans %s %.10g and %.10g; one design has one value",
                     entry->where, design->name,
                     gb_design_is_density(entry) ? "solids of relative density"
                                                 : "shells of thickness",
                     design->built, value);
  }
  return GB_OK;
}

static int compare_labels(const void *a, const void *b) {
  const gb_element_design *x = a, *y = b;
  return (x->label > y->label) - (x->label < y->label);
}

/// Assign the group's elements to the designs of their labels, which are the last `count` designs.
static void assign(const of_elements *g, size_t count, const gb_design_set *set) {
  const gb_element_design *all = set->of_elements.entry + (size_t)set->of_elements.count - count;
  for (int32_t i = 0; i < g->group->elements; i++) {
    const int32_t e = g->group->element[i];
    const gb_element_design key = {.label = label_of(g, e)};
    const gb_element_design *own = bsearch(&key, all, count, sizeof key, compare_labels);
    g->element[e] = set->count - (int32_t)count + (int32_t)(own - all);
  }
}

/// Set the values that the entry gives for its designs, from design `first` on.
static int take_values(const gb_design_entry *entry, int first, const gb_number *number,
                       gb_design_set *set, gb_error *error) {
  const int found = entry->values.count, wanted = set->count - first;
  if (found == 0) return GB_OK;
  if (found != wanted)
    return gb_fail(error, GB_WRONG_PATCH,
                   "%s.values: not one for each of its designs (found %d); accepted: %d",
                   entry->where, found, wanted);
  for (int i = 0; i < wanted; i++) {
    const double value = entry->values.entry[i];
    set->design[first + i].value = value;
    if (entry->group && !(value > 0 && value <= number->upper))
      return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s.values: no %s (found %g at [%d]); accepted: numbers > 0%s", entry->where,
                     number->name, value, i, gb_design_is_density(entry) ? " and <= 1" : "");
    if (!gb_number_accepts(number, value))
      return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s.values: out of range (found %g at [%d]); %s", entry->where, value, i,
                     gb_number_range(number).text);
  }
  return GB_OK;
}

/// Find the designs for the thickness of a group's shells, or the relative density of its solids.
static int find_group(of_elements *g, const gb_shells *shells, gb_design_set *set,
                      gb_error *error) {
  const gb_design_entry *entry = g->entry;
  const int first = set->count;
  GB_TRY(find_part(g->from, 0, false, set, &g->element, error));
  GB_TRY(gb_find_group(g->from, entry->where, entry->group, gb_design_is_density(entry) ? 3 : 2,
                       &g->group, error));
  GB_TRY(label(g, shells, set, error));
  assign(g, (size_t)(set->count - first), set);
  return GB_OK;
}

/// Give the elements of the last field to it.
static int assign_field(const of_elements *g, gb_design_set *set, gb_error *error) {
  const gb_design_entry *entry = g->entry;
  const gb_design_field *field = &set->field[set->fields - 1];
  for (int k = 0; k < field->elements; k++) {
    GB_TRY(check_free(g->from, entry, set, g->element, field->element[k], error));
    g->element[field->element[k]] = -1 - set->fields;
    if (field->base[k] != field->base[0] && entry->values.count == 0 &&
        !gb_design_is_filtered(entry))
      return gb_fail(error, GB_WRONG_DESIGN,
                     "%s: its elements have a %s of %g and %g; accepted: values, one for each "
                     "point",
                     entry->where, g->number.name, field->base[0], field->base[k]);
  }
  return GB_OK;
}

/// Find the designs for control points of a field, or for the elements of a filter: number of a
/// group's elements or of a section's ply.
static int find_field(of_elements *g, const gb_shells *shells, gb_design_set *set,
                      gb_error *error) {
  const gb_definition *from = g->from;
  gb_design_field *field;
  GB_TRY(gb_arena_append(from->kept, &set->field, &set->fields, sizeof *field, &field, error));
  GB_TRY(gb_design_field_create(from, shells, g->entry, field, error));
  if (field->number && gb_design_of(set, field->number) >= 0)
    return gb_fail(
        error, GB_WRONG_DESIGN, "%s: this %s is design '%s' already; accepted: one design of it",
        g->entry->where, g->number.name, set->design[gb_design_of(set, field->number)].name);
  GB_TRY(find_part(from, field->ply, field->angle, set, &g->element, error));
  GB_TRY(assign_field(g, set, error));
  field->first = set->count;
  for (int c = 0; c < field->points; c++) {
    const bool own = gb_design_is_filtered(g->entry);
    const int64_t place = own ? from->mesh->element_id[field->element[c]] : c + 1;
    GB_TRY(add_labelled(g, place, field->base[own ? c : 0], set, error));
  }
  return GB_OK;
}

/// Add the designs that rank 0 has found for an entry. The designs of earlier entries have been
/// added before.
static int take_designs(of_elements *g, gb_design_set *set, gb_error *error) {
  const gb_mesh_designs *of = g->from->subdomain->designs;
  const int entry = (int)(g->entry - g->from->problem->designs.entry);
  for (int k = set->of_elements.count; k < of->count && of->design[k].entry == entry; k++)
    GB_TRY(add_labelled(g, of->design[k].label, of->design[k].built, set, error));
  return GB_OK;
}

/// Add designs for a number of elements: of a group, or of a field.
static int add_of_elements(const gb_definition *from, const gb_shells *shells,
                           const gb_design_entry *entry, gb_design_set *set, gb_error *error) {
  const bool field = entry->field.points.count > 0 || gb_design_is_filtered(entry);
  of_elements g = {.from = from, .entry = entry};
  const int first = set->count;
  GB_TRY(gb_problem_number(from->problem, entry, &g.number, error));
  GB_TRY(from->subdomain ? take_designs(&g, set, error)
         : field         ? find_field(&g, shells, set, error)
                         : find_group(&g, shells, set, error));
  return take_values(entry, first, &g.number, set, error);
}

int gb_design_of(const gb_design_set *designs, const double *number) {
  uint64_t at = 0;
  const int i = gb_index_next(&designs->addresses, gb_index_address(number), &at);
  return i < 0 ? -1 : designs->number[i].design;
}

/// Record that the last design represents a number of the problem.
static int assign_number(const gb_definition *from, const gb_design_entry *entry,
                         const gb_number *found, gb_design_set *set, gb_error *error) {
  const int earlier = gb_design_of(set, found->address);
  const gb_varying_number number = {found->address, set->count - 1};
  if (earlier >= 0)
    return gb_fail(error, GB_WRONG_DESIGN,
                   "%s: this %s is design '%s' already; accepted: one design of it", entry->where,
                   found->name, set->design[earlier].name);
  for (int f = 0; f < set->fields; f++)
    if (set->field[f].number == found->address)
      return gb_fail(error, GB_WRONG_DESIGN,
                     "%s: this %s is design '%s' already; accepted: one design of it", entry->where,
                     found->name, set->field[f].entry->name);
  GB_TRY(gb_index_add(&set->addresses, from->kept, gb_index_address(found->address), set->numbers,
                      error));
  return gb_arena_add(from->kept, &set->number, &set->numbers, sizeof number, &number, error);
}

static int add_number(const gb_definition *from, const gb_design_entry *entry, gb_design_set *set,
                      gb_error *error) {
  gb_number found;
  GB_TRY(gb_problem_number(from->problem, entry, &found, error));
  const double value = *found.address;
  GB_TRY(add_design(from, entry, 0, &found, set, error));
  GB_TRY(assign_number(from, entry, &found, set, error));
  for (int k = 0; k < entry->links.count; k++) {
    GB_TRY(gb_problem_linked(from->problem, entry, k, &found, error));
    if (*found.address != value)
      return gb_fail(error, GB_WRONG_DESIGN,
                     "%s.links: %s of '%s' is %g, and the design's %g; accepted: entries in which "
                     "it is the same",
                     entry->where, found.name, entry->links.entry[k], *found.address, value);
    GB_TRY(assign_number(from, entry, &found, set, error));
  }
  return GB_OK;
}

/// Add designs for the values of a control at its nodes: NAME.1, NAME.2, ...
static int add_control(const gb_definition *from, const gb_design_entry *entry, gb_design_set *set,
                       gb_error *error) {
  const gb_problem *problem = from->problem;
  int k;
  GB_TRY(gb_need_control(from, entry->where, entry->control, &k, error));
  const gb_control *control = &problem->controls.entry[k];
  if (set->control[k].node >= 0)
    return gb_fail(error, GB_WRONG_DESIGN,
                   "%s: control '%s' is a design already; accepted: one design of it", entry->where,
                   control->name);
  set->control[k].node = set->count;
  for (int i = 0; i < control->nodes; i++) {
    const gb_number value = {"values", 0, &control->node[i], -INFINITY, INFINITY, false};
    GB_TRY(add_design(from, entry, i + 1, &value, set, error));
  }
  return GB_OK;
}

/// Add a design named NAME.17.x, of a component at a node.
static int add_at_node(const gb_definition *from, const gb_design_entry *entry, int32_t node,
                       int axis, double *address, gb_design_set *set, gb_error *error) {
  const gb_number number = {"values", 0, address, -INFINITY, INFINITY, false};
  const long long id = from->mesh->node_id[node];
  GB_TRY(add_design(from, entry, id, &number, set, error));
  gb_design *design = &set->design[set->count - 1];
  design->node = id;
  design->axis = axis;
  return gb_arena_text(from->kept, &design->name, error, "%s.%lld.%c", entry->name, id, 'x' + axis);
}

/// Add designs for the coordinates of a group's nodes: NAME.17.x, NAME.17.y, NAME.17.z, ...
static int add_coordinates(const gb_definition *from, const gb_design_entry *entry,
                           gb_design_set *set, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(from, entry->where, entry->shape.group, -1, &group, error));
  for (int32_t k = 0; k < 3 * group->nodes; k++) {
    const int32_t n = group->node[k / 3];
    double value =
        entry->values.count > 0 ? entry->values.entry[k] : from->original_mesh->position[n][k % 3];
    GB_TRY(add_at_node(from, entry, n, k % 3, &value, set, error));
  }
  return GB_OK;
}

/// Add designs for the vectors of a group's nodes: NAME.17.x, ...
static int add_vectors(const gb_definition *from, const gb_design_entry *entry,
                       const gb_varying_vectors *of, gb_design_set *set, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(from, of->where, of->group, -1, &group, error));
  GB_TRY(gb_check_each(of->where, of->key, group, of->vectors->count, error));
  for (int32_t k = 0; k < 3 * group->nodes; k++) {
    const gb_number number = {of->key,   0,        &of->vectors->entry[k / 3][k % 3],
                              -INFINITY, INFINITY, false};
    GB_TRY(add_at_node(from, entry, group->node[k / 3], k % 3, number.address, set, error));
    set->design[set->count - 1].kind = of->kind;
    GB_TRY(assign_number(from, entry, &number, set, error));
  }
  return GB_OK;
}

/// Append the values of fields to the varying values, and store their indices for the elements.
static void place_fields(gb_design_set *set) {
  for (int f = 0; f < set->fields; f++) {
    gb_design_field *field = &set->field[f];
    field->value = set->width;
    set->width += field->elements;
    for (int i = 0; i < set->parts; i++)
      for (int k = 0; k < field->elements; k++) {
        int32_t *at = &set->part[i].element[field->element[k]];
        if (*at == -2 - f) *at = field->value + k;
      }
  }
}

/// Compute the changes of moments and fields, along[count] .. along[width - 1].
static int extend(const gb_design_set *designs, double along[], gb_error *error) {
  for (int k = 0; k < designs->problem->controls.count; k++) {
    const gb_control_designs *at = &designs->control[k];
    if (at->moment >= 0)
      GB_TRY(gb_control_moments(&designs->problem->controls.entry[k], along + at->node,
                                along + at->moment, error));
  }
  for (int f = 0; f < designs->fields; f++)
    gb_design_field_extend(&designs->field[f], along + designs->field[f].first,
                           along + designs->field[f].value);
  return GB_OK;
}

/// Append moments and fields to the designs, and set all values from the case.
static int place_followers(const gb_definition *from, gb_design_set *set, gb_error *error) {
  const gb_mesh_designs *of = from->subdomain ? from->subdomain->designs : NULL;
  set->width = set->count;
  for (int k = 0; k < set->problem->controls.count; k++) {
    const gb_control *control = &set->problem->controls.entry[k];
    if (set->control[k].node < 0 || !control->moment) continue;
    set->control[k].moment = set->width;
    set->width += control->nodes;
  }
  place_fields(set);
  if (of) set->width = of->width;
  GB_TRY(GB_TAKE(from->kept, set->value, (size_t)set->width, error));
  GB_TRY(GB_TAKE(from->kept, set->built, (size_t)set->width, error));
  if (of) {
    memcpy(set->value, of->value, (size_t)set->width * sizeof *set->value);
    memcpy(set->built, of->built, (size_t)set->width * sizeof *set->built);
    return GB_OK;
  }
  for (int i = 0; i < set->count; i++) {
    set->value[i] = set->design[i].value;
    set->built[i] = set->design[i].built;
  }
  GB_TRY(extend(set, set->value, error));
  GB_TRY(extend(set, set->built, error));
  for (int f = 0; f < set->fields; f++)
    for (int k = 0; k < set->field[f].elements; k++)
      set->built[set->field[f].value + k] = set->field[f].base[k];
  return GB_OK;
}

int gb_design_set_extend(const gb_design_set *designs, MPI_Comm comm, double along[],
                         gb_error *error) {
  const size_t count = (size_t)designs->count, width = (size_t)designs->width;
  if (width == count) return GB_OK;
  GB_TRY(gb_agree(comm, extend(designs, along, error), error));
  gb_broadcast(comm, 0, (width - count) * sizeof *along, along + count);
  return GB_OK;
}

/// gradient[width]: add to the derivatives by designs those through moments and fields.
static int fold(const gb_design_set *designs, double gradient[], gb_error *error) {
  for (int k = 0; k < designs->problem->controls.count; k++) {
    const gb_control_designs *at = &designs->control[k];
    if (at->moment >= 0)
      GB_TRY(gb_control_pull(&designs->problem->controls.entry[k], gradient + at->moment,
                             gradient + at->node, error));
  }
  for (int f = 0; f < designs->fields; f++)
    gb_design_field_fold(&designs->field[f], gradient + designs->field[f].value,
                         gradient + designs->field[f].first);
  return GB_OK;
}

int gb_design_set_fold(const gb_design_set *designs, MPI_Comm comm, double gradient[],
                       gb_error *error) {
  if (designs->width == designs->count) return GB_OK;
  GB_TRY(gb_agree(comm, fold(designs, gradient, error), error));
  gb_broadcast(comm, 0, (size_t)designs->count * sizeof *gradient, gradient);
  return GB_OK;
}

/// Find the derivative of an element's mass by the number of one of its plies.
static int find_mass_slope(const gb_definition *from, const gb_shells *shells, int ply, int32_t e,
                           double *slope, gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const int solid = gb_solids_entry(from->solids, e);
  gb_section_source section;
  double size = 0;
  if (solid >= 0) {
    GB_TRY(gb_solid_source_find(from, solid, &section, error));
    size = gb_mesh_volume(mesh, e);
  } else {
    GB_TRY(gb_section_source_find(from, shells->section[e], &section, error));
    for (int a = 0; a < gb_shape_nodes(mesh->shape[e]); a++) size += gb_mesh_area_share(mesh, e, a);
  }
  *slope = size * section.material[section.layup.material[ply]]->density;
  return GB_OK;
}

/// Add the changes of mass that follow where designs have values other than the entries of the
/// case.
static int add_mass(const gb_definition *from, const gb_shells *shells, gb_design_set *set,
                    gb_error *error) {
  for (int i = 0; i < set->parts; i++)
    for (int32_t e = 0; e < from->mesh->elements && !set->part[i].angle; e++) {
      const int32_t at = set->part[i].element[e];
      double slope;
      if (at < 0 || set->value[at] == set->built[at]) continue;
      GB_TRY(find_mass_slope(from, shells, set->part[i].ply, e, &slope, error));
      set->mass += slope * (set->value[at] - set->built[at]);
    }
  return GB_OK;
}

int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error) {
  const gb_problem *problem = from->problem;
  GB_TRY(gb_arena_allocate(from->kept, 1, sizeof **out, out, error));
  (*out)->problem = problem;
  GB_TRY(GB_TAKE(from->kept, (*out)->control, (size_t)problem->controls.count, error));
  for (int k = 0; k < problem->controls.count; k++)
    (*out)->control[k] = (gb_control_designs){-1, -1};
  for (int i = 0; i < from->problem->designs.count; i++) {
    const gb_design_entry *entry = &from->problem->designs.entry[i];
    gb_varying_vectors of;
    const bool vectors = gb_problem_varying_vectors(problem, entry, &of);
    const bool field = entry->field.points.count > 0 || gb_design_is_filtered(entry);
    GB_TRY(field || entry->group             ? add_of_elements(from, shells, entry, *out, error)
           : entry->control                  ? add_control(from, entry, *out, error)
           : gb_design_is_coordinates(entry) ? add_coordinates(from, entry, *out, error)
           : vectors                         ? add_vectors(from, entry, &of, *out, error)
                                             : add_number(from, entry, *out, error));
  }
  GB_TRY(gb_design_set_check_bounds(*out, error));
  GB_TRY(place_followers(from, *out, error));
  if (!from->subdomain) return add_mass(from, shells, *out, error);
  (*out)->parts = from->subdomain->designs->parts;
  (*out)->part = from->subdomain->designs->part;
  return GB_OK;
}

void gb_design_set_close(gb_design_set *designs) {
  memset(&designs->of_elements, 0, sizeof designs->of_elements);
  designs->parts = 0;
  designs->part = NULL;
  for (int f = 0; f < designs->fields; f++) {
    designs->field[f].element = NULL;
    designs->field[f].base = NULL;
  }
}

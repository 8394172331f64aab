/// Fields ZOFFS and T1 to T4, which shell elements of a Nastran deck have of their own. The
/// thickness is interpolated between the corners. Source: MSC Nastran Quick Reference Guide,
/// CQUAD4.
#include "nastran/entries/shell.h"

#include "deck/thickness.h"
#include "mesh/basis.h"

#include <string.h>

int gb_nastran_thickness_fields(const gb_record *card, int flag, int first, int corners,
                                gb_nastran_own *own, gb_error *error) {
  static const char *const names[] = {"T1", "T2", "T3", "T4"};
  int64_t relative;
  GB_TRY(gb_read_integer_or(card, flag, "TFLAG", 0, &relative, error));
  GB_REFUSE_IF(relative != 0 && relative != 1, card, error,
               "TFLAG = %lld; accepted: 0, or 1: parts of T of the PSHELL", (long long)relative);
  own->relative = relative == 1;
  own->corners = corners;
  for (int a = 0; a < corners; ++a) {
    GB_TRY(gb_read_real_or(card, first + a, names[a], 0, &own->corner[a], error));
    GB_REFUSE_IF(!(own->corner[a] >= 0), card, error,
                 "%s = %g; accepted: numbers > 0, 0 at an edge, or blank for T of the PSHELL",
                 names[a], own->corner[a]);
    own->thick = own->thick || own->corner[a] > 0;
  }
  for (int a = 0; own->thick && a < corners; ++a)
    own->edge[a] = own->corner[a] == 0 && !gb_field_is_blank(card, first + a);
  return GB_OK;
}

int gb_nastran_keep_own(gb_nastran *nastran, const gb_nastran_own *own, gb_error *error) {
  if (own->is.offset == 0 && !own->thick) return GB_OK;
  return GB_KEEP(nastran, shells->own, *own, error);
}

/// @return the index of an element of the deck in the mesh; -1: it is not there
static int32_t index_of(const gb_nastran *nastran, int64_t element) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int32_t e = gb_lower_index(mesh->element_id, mesh->elements, element);
  return e < mesh->elements && mesh->element_id[e] == element ? e : -1;
}

/// Interpolate values at the corners of an element to the nodes of its mesh element, which may be
/// reversed: nodes on sides follow the corners, and at last the middle of nine nodes.
static void interpolate(const gb_mesh *mesh, int32_t e, int corners, const double corner[],
                        double value[]) {
  const int nodes = gb_shape_nodes((gb_shape)mesh->shape[e]);
  for (int a = 0; a < corners; ++a)
    value[a] = corner[mesh->reversed && mesh->reversed[e] ? (corners - a) % corners : a];
  for (int a = corners; a < nodes; ++a)
    value[a] = a < 2 * corners ? (value[a - corners] + value[(a - corners + 1) % corners]) / 2
                               : (value[4] + value[6]) / 2;
}

/// Find the thicknesses of an element: those of its corners, where a blank one has the property's
/// thickness.
static int find_thickness(gb_nastran *nastran, const gb_nastran_property *property,
                          gb_nastran_own *own, gb_error *error) {
  const double of_property = property->shell.thickness;
  const gb_mesh *mesh = nastran->deck->mesh;
  double value[GB_SURFACE_NODES];
  if (!own->thick) return GB_OK;
  GB_DECK_FAIL_IF(!strcmp(property->card, "PCOMP"), GB_WRONG_REFERENCE, nastran->deck, own->line,
                  error, "%s %lld: T1 to T4 are not read of elements of a PCOMP", own->card,
                  (long long)own->is.element);
  for (int a = 0; a < own->corners; ++a) {
    double *t = &own->corner[a];
    if (*t == 0 && !own->edge[a]) *t = own->relative ? 1 : of_property;
    if (own->relative) *t *= of_property;
    GB_DECK_FAIL_IF(!(*t > 0 || own->edge[a]), GB_WRONG_REFERENCE, nastran->deck, own->line, error,
                    "%s %lld: TFLAG, or a blank T1 to T4, needs T of PSHELL %lld, which is blank",
                    own->card, (long long)own->is.element, (long long)property->id);
  }
  const int32_t e = index_of(nastran, own->is.element);
  if (e < 0) return GB_OK;
  interpolate(mesh, e, own->corners, own->corner, value);
  return gb_deck_take_thicknesses(nastran->deck, own->line, e, own->is.element, value, &own->is,
                                  error);
}

/// Move offset and thickness from the elements to the entry if all elements of the group have the
/// same ones and the entry has a thickness, not a section. @return whether they have
static bool take_alike(const gb_own_shell *own, int count, const gb_group *group,
                       gb_shell_section *shell) {
  if (count == 0 || count < group->elements) return false;
  if (own[0].thickness > 0 && shell->thickness == 0) return false;
  for (int i = 0; i < count; ++i)
    if (own[i].area_mass != 0 || own[i].ratio) return false;
  for (int i = 1; i < count; ++i)
    if (own[i].offset != own[0].offset || own[i].thickness != own[0].thickness) return false;
  shell->offset += own[0].offset;
  if (own[0].thickness > 0) shell->thickness = own[0].thickness;
  return true;
}

/// Whether an element of the mesh is reversed. Its offset then has the opposite sign.
static bool is_turned(const gb_nastran *nastran, int64_t element) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int32_t e = index_of(nastran, element);
  return e >= 0 && mesh->reversed[e];
}

int gb_nastran_add_own(gb_nastran *nastran, gb_nastran_property *property, const gb_group *group,
                       gb_shell_section *shell, gb_error *error) {
  gb_own_shell *own;
  int count = 0, thick = 0;
  GB_TRY(
      GB_TAKE(nastran->deck->problem->arena, own, (size_t)nastran->shells->own.count + 1, error));
  GB_EACH(one, nastran->shells->own) {
    if (one->property != property->id) continue;
    GB_DECK_FAIL_IF(one->is.offset != 0 && property->count == 0 && !property->shell.material,
                    GB_WRONG_REFERENCE, nastran->deck, one->line, error,
                    "%s %lld: ZOFFS = %g, and PSHELL %lld leaves MID1 blank; accepted: without "
                    "ZOFFS, or with MID1 and MID2",
                    one->card, (long long)one->is.element, one->is.offset, (long long)property->id);
    GB_TRY(find_thickness(nastran, property, one, error));
    shell->own.offset = shell->own.offset || one->is.offset != 0;
    thick += one->thick;
    own[count++] = one->is;
    if (is_turned(nastran, one->is.element)) own[count - 1].offset = -one->is.offset;
  }
  if (property->count == 0 && property->shell.thickness == 0 && thick < group->elements)
    return GB_REFUSE(nastran, property, GB_WRONG_REFERENCE, error,
                     "T is blank, and %d of its %d elements have no T1 to T4",
                     (int)group->elements - thick, (int)group->elements);
  if (property->count == 0 && property->shell.thickness == 0)
    property->shell.thickness = own[0].thickness;
  if (property->count == 0 && !property->general) shell->thickness = property->shell.thickness;
  for (int i = 0; i < count && property->general; ++i) // NSM does not grow with the thickness
    if (own[i].thickness > 0)
      own[i].area_mass += (1 - own[i].thickness / property->shell.thickness) * property->mass;
  gb_deck_sort(own, count, sizeof *own, gb_deck_compare_numbers);
  if (property->bottomed) shell->offset_fraction = 0.5;
  if (property->bottomed) shell->offset = property->bottom;
  if (take_alike(own, count, group, shell)) {
    shell->own.offset = false;
    return GB_OK;
  }
  shell->own.count = count;
  shell->own.entry = own;
  return GB_OK;
}

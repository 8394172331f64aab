/// Groups of shells, beams and solids, bodies, masses and contacts that functions measure, as bits
/// of elements.
#include "model/probes/measured.h"

#include "model/groups/lookup.h"

#include <string.h>

/// Groups of functions that contain an element, a body, a mass or a contact: bit k for group k.
typedef struct marks {
  uint64_t *element, *body, *mass, *contact; ///< of mesh elements, of these entries of the case
} marks;

/// Mark the elements of a mesh group.
static int find_group(const gb_definition *from, const gb_measured *m, uint64_t bit,
                      uint64_t element[], gb_error *error) {
  const gb_group *found;
  bool any = false;
  GB_TRY(gb_find_group(from, m->where, m->name, -1, &found, error));
  for (int dimension = 1; dimension <= 3; dimension++) {
    const gb_group *own = gb_mesh_group(from->mesh, m->name, dimension);
    for (int32_t i = 0; own && i < own->elements; i++) element[own->element[i]] |= bit;
    any = any || (own && own->elements > 0);
  }
  return any || from->subdomain
             ? GB_OK
             : gb_fail(error, GB_EMPTY_GROUP,
                       "%s: group '%s' has no elements; accepted: a group of lines, surfaces or "
                       "volumes",
                       m->where, m->name);
}

/// Mark a body, entries of masses or a group. A name must not belong to two of these.
static int find_part(const gb_definition *from, const gb_measured *m, uint64_t bit, const marks *of,
                     gb_error *error) {
  const gb_problem *problem = from->problem;
  const bool by_name = m->kind == GB_MEASURED_PARTS;
  int kinds = gb_mesh_group(from->mesh, m->name, -1) != NULL;
  bool massive = false;
  for (int i = 0; by_name && i < problem->bodies.count; i++) {
    if (strcmp(problem->bodies.entry[i].name, m->name) != 0) continue;
    of->body[i] |= bit;
    kinds++;
  }
  for (int i = 0; by_name && i < problem->masses.count; i++) {
    const char *name = problem->masses.entry[i].name;
    if (!name || strcmp(name, m->name) != 0) continue;
    of->mass[i] |= bit;
    massive = true;
  }
  kinds += massive;
  if (kinds > 1)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.of: more than one thing has this name (found %s, of a group, a body or "
                   "masses); accepted: names that differ",
                   m->where, m->name);
  const bool named = massive || (kinds > 0 && !gb_mesh_group(from->mesh, m->name, -1));
  return named ? GB_OK : find_group(from, m, bit, of->element, error);
}

/// Mark a contact by its name.
static int find_contact(const gb_definition *from, const gb_measured *m, uint64_t bit,
                        uint64_t contact[], gb_error *error) {
  const int found = GB_PROBLEM_FIND(from->problem, contacts, name, m->name);
  if (found < 0)
    return gb_fail(error, GB_UNKNOWN_NAME,
                   "%s.of: unknown contact (found %s); accepted: the name of an entry of contacts",
                   m->where, m->name);
  contact[found] |= bit;
  return GB_OK;
}

static int find_parts(const gb_definition *from, marks *of, gb_error *error) {
  const gb_problem *problem = from->problem;
  GB_TRY(GB_TAKE(from->arena, of->element, (size_t)from->mesh->elements, error));
  GB_TRY(GB_TAKE(from->arena, of->body, (size_t)problem->bodies.count, error));
  GB_TRY(GB_TAKE(from->arena, of->mass, (size_t)problem->masses.count, error));
  GB_TRY(GB_TAKE(from->arena, of->contact, (size_t)problem->contacts.count, error));
  for (int k = 0; k < problem->measured.count; k++) {
    const gb_measured *m = &problem->measured.entry[k];
    if (m->kind == GB_MEASURED_NODES) continue;
    GB_TRY(m->kind == GB_MEASURED_CONTACTS ? find_contact(from, m, 1ull << k, of->contact, error)
                                           : find_part(from, m, 1ull << k, of, error));
  }
  return GB_OK;
}

/// @return the entry of `masses` of the free node with this index among the free nodes
static int free_mass(const gb_problem *problem, int place) {
  int i = 0;
  while (!gb_is_free_node(&problem->masses.entry[i]) || place-- > 0) i++;
  return i;
}

/// @return the groups that contain an element of a block
static uint64_t parts_of(const gb_problem *problem, const marks *of, const gb_block *block,
                         int32_t e) {
  if (block->section.element) return of->element[block->section.element[e]];
  if (gb_block_is_contact(block)) return of->contact[block->entry];
  if (block->kind == GB_ELEMENT_RIGID_BODY) return of->body[gb_block_entry(block, e)];
  if (block->kind != GB_ELEMENT_POINT_MASS) return 0;
  return of->mass[block->cell ? free_mass(problem, gb_block_entry(block, e)) : block->entry];
}

int gb_measured_mark(const gb_definition *from, gb_block_set *set, gb_error *error) {
  marks of;
  if (from->problem->measured.count == 0) return GB_OK;
  GB_TRY(find_parts(from, &of, error));
  for (int i = 0; i < set->count; i++) {
    gb_block *block = &set->block[i];
    GB_TRY(GB_TAKE(block->arena, block->section.groups, (size_t)block->elements + 1, error));
    if (block->joint->pool) block->section.groups[0] = parts_of(from->problem, &of, block, 0);
    for (int32_t e = 0; e < block->elements; e++)
      block->section.groups[e] = parts_of(from->problem, &of, block, e);
  }
  return GB_OK;
}

int gb_measured_check(const gb_definition *from, const gb_block_set *set, gb_error *error) {
  const gb_problem *problem = from->problem;
  uint64_t any = 0;
  for (int i = 0; i < set->count; i++) {
    const gb_block *block = &set->block[i];
    const int32_t entries = block->joint->pool ? 1 : block->elements;
    for (int32_t e = 0; block->section.groups && e < entries; e++) any |= block->section.groups[e];
  }
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_UINT64_T, MPI_BOR, from->comm);
  for (int k = 0; k < problem->measured.count; k++) {
    const gb_measured *m = &problem->measured.entry[k];
    if (m->kind != GB_MEASURED_NODES && !(any >> k & 1))
      return gb_fail(
          error, GB_EMPTY_GROUP,
          "%s.of: no element of '%s' is a shell, a beam or a solid; accepted: a group of "
          "the entries of shells, beams or solids%s",
          m->where, m->name, m->kind == GB_MEASURED_PARTS ? ", a body, or masses with a name" : "");
  }
  return GB_OK;
}

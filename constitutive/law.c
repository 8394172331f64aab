/// The table of section laws, made from the list in laws.h, and the indices of the numbers of a
/// layup.
#include "constitutive/law.h"

#include <string.h>

#define DECLARE(KIND, name) extern const gb_section_law gb_section_law_##name;
#define ADDRESS(KIND, name) [GB_SECTION_##KIND] = &gb_section_law_##name,

GB_FOR_SECTION_LAWS(DECLARE)
GB_FOR_SOLID_LAWS(DECLARE)
GB_FOR_MATERIAL_LAWS(DECLARE)

const gb_section_law *const gb_section_laws[GB_SECTION_KINDS] = {
    GB_FOR_SECTION_LAWS(ADDRESS) GB_FOR_SOLID_LAWS(ADDRESS) GB_FOR_MATERIAL_LAWS(ADDRESS)};

static int length_of(const gb_law_number *list) {
  int count = 0;
  while (list[count].name) count++;
  return count;
}

const gb_law_number gb_isotropic_material[] = {{"young", GB_NUMBER_NEEDED, 0},
                                               {"poisson", GB_NUMBER_OPTIONAL, 0},
                                               {"density", GB_NUMBER_OPTIONAL, 0},
                                               {"yield", GB_NUMBER_STRENGTH, 1},
                                               {NULL, 0, 0}};

int gb_law_number_find(const gb_law_number *list, const char *name) {
  for (int i = 0; list[i].name; i++)
    if (!strcmp(list[i].name, name)) return i;
  return -1;
}

int gb_layup_material(const gb_layup *layup, int material) {
  return material * length_of(gb_section_laws[layup->kind]->material);
}

int gb_layup_ply(const gb_layup *layup, int ply) {
  return gb_layup_material(layup, layup->materials) +
         ply * length_of(gb_section_laws[layup->kind]->ply);
}

enum { OFFSET, FRACTION, OFFSET_NUMBERS };

const gb_law_number gb_layup_offset[] = {
    {"offset", GB_NUMBER_OPTIONAL, 0}, {"offset_fraction", GB_NUMBER_OPTIONAL, 0}, {NULL, 0, 0}};

const char *const gb_layup_damping_name[] = {"damping.mass", "damping.stiffness"};

int gb_layup_damping(const gb_layup *layup, int material) {
  return gb_layup_ply(layup, layup->plies) + (layup->offset ? OFFSET_NUMBERS : 0) +
         GB_DAMPING_NUMBERS * material;
}

static const gb_law_number isotropic_expansion[] = {{"expansion", GB_NUMBER_OPTIONAL, 0},
                                                    {NULL, 0, 0}};

const gb_law_number *gb_layup_expansion_list(const gb_layup *layup) {
  const gb_law_number *own = gb_section_laws[layup->kind]->expansion;
  return own ? own : isotropic_expansion;
}

int gb_layup_expansion(const gb_layup *layup, int material) {
  return gb_layup_damping(layup, layup->damped ? layup->materials : 0) +
         material * length_of(gb_layup_expansion_list(layup));
}

int gb_layup_numbers(const gb_layup *layup) {
  return layup->heated ? gb_layup_expansion(layup, layup->materials) + GB_HEAT_NUMBERS
                       : gb_layup_expansion(layup, 0);
}

bool gb_layup_coupled(const gb_layup *layup) {
  return layup->offset || gb_section_laws[layup->kind]->coupled;
}

gb_pack gb_layup_thickness(const gb_layup *layup, const gb_pack p[]) {
  gb_pack sum = {0};
  for (int i = 0; i < layup->plies; i++) sum += p[gb_layup_ply(layup, i)];
  return sum;
}

int gb_layup_thick_ply(const gb_layup *layup, int k) {
  for (int i = 0; i < layup->plies; i++)
    if (k == gb_layup_ply(layup, i)) return i;
  return -1;
}

int gb_layup_power(const gb_layup *layup, int k) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const int place = k - gb_layup_ply(layup, 0), count = length_of(law->ply);
  if (place < 0 || place >= count * layup->plies) return 0;
  return law->power ? law->power[place % count] : place % count == 0;
}

void gb_layup_thicken(const gb_layup *layup, const gb_pack p[], gb_pack ratio, gb_pack out[]) {
  const int count = gb_layup_numbers(layup);
  for (int k = 0; k < count; k++) {
    out[k] = p[k];
    for (int power = gb_layup_power(layup, k); power > 0; power--) out[k] *= ratio;
  }
}

gb_pack gb_layup_middle(const gb_layup *layup, const gb_pack p[]) {
  const gb_pack *own = p + gb_layup_ply(layup, layup->plies), zero = {0};
  return layup->offset ? own[OFFSET] + own[FRACTION] * gb_layup_thickness(layup, p) : zero;
}

gb_pack gb_layup_middle_by(const gb_layup *layup, const gb_pack p[], int k) {
  const int own = gb_layup_ply(layup, layup->plies);
  const gb_pack zero = {0};
  if (layup->offset && k == own + OFFSET) return zero + 1;
  if (layup->offset && k == own + FRACTION) return gb_layup_thickness(layup, p);
  return layup->offset && gb_layup_thick_ply(layup, k) >= 0 ? p[own + FRACTION] : zero;
}

void gb_layup_heat(const gb_layup *layup, const gb_pack p[], gb_pack heat[2]) {
  memset(heat, 0, 2 * sizeof *heat);
  if (!layup->heated) return;
  const gb_pack *own = p + gb_layup_expansion(layup, layup->materials);
  const gb_pack value = own[GB_HEAT_VALUE] * own[GB_HEAT_FACTOR];
  heat[0] = own[GB_HEAT_SHARE] * (own[GB_HEAT_AMPLITUDE] * value - own[GB_HEAT_REFERENCE]);
  heat[1] = own[GB_HEAT_SHARE] * own[GB_HEAT_GRADIENT] * value;
}

gb_pack gb_layup_heat_at(const gb_layup *layup, const gb_pack p[], gb_pack scale) {
  const gb_pack *own = p + gb_layup_expansion(layup, layup->materials);
  const gb_pack value = own[GB_HEAT_VALUE] * own[GB_HEAT_FACTOR] * scale;
  return own[GB_HEAT_SHARE] * (own[GB_HEAT_AMPLITUDE] * value - own[GB_HEAT_REFERENCE]);
}

gb_pack gb_layup_stretch(const gb_layup *layup, const gb_pack p[]) {
  gb_pack heat[2];
  gb_layup_heat(layup, p, heat);
  return layup->heated ? p[gb_layup_expansion(layup, 0)] * heat[0] : heat[0];
}

static void offset_of(const gb_layup *layup, const gb_pack p[], gb_pack *y, gb_pack *z) {
  const int last = gb_layup_damping(layup, 0);
  *y = p[last - 2];
  *z = p[last - 1];
}

enum { STRETCH, SHEAR_Y, SHEAR_Z, TWIST, BEND_Y, BEND_Z };

/// Transform a row for the strains at the section's axes to a row for the strains at the line of
/// the elements, by e + z k_y - y k_z, g_y - z k_x and g_z + y k_x.
static void move_row(gb_pack y, gb_pack z, gb_pack row[GB_BEAM_STRAINS]) {
  row[BEND_Y] += z * row[STRETCH];
  row[BEND_Z] -= y * row[STRETCH];
  row[TWIST] += y * row[SHEAR_Z] - z * row[SHEAR_Y];
}

static void transpose(gb_pack C[GB_BEAM_STRAINS][GB_BEAM_STRAINS]) {
  for (int i = 0; i < GB_BEAM_STRAINS; i++)
    for (int j = 0; j < i; j++) {
      const gb_pack other = C[i][j];
      C[i][j] = C[j][i];
      C[j][i] = other;
    }
}

static void move_section(gb_pack y, gb_pack z, gb_beam_section *s) {
  gb_pack C[GB_BEAM_STRAINS][GB_BEAM_STRAINS];
  for (int i = 0, k = 0; i < GB_BEAM_STRAINS; i++)
    for (int j = i; j < GB_BEAM_STRAINS; j++, k++) C[i][j] = C[j][i] = s->stiffness[k];
  for (int twice = 0; twice < 2; twice++) {
    for (int i = 0; i < GB_BEAM_STRAINS; i++) move_row(y, z, C[i]);
    transpose(C);
  }
  for (int i = 0, k = 0; i < GB_BEAM_STRAINS; i++)
    for (int j = i; j < GB_BEAM_STRAINS; j++, k++) s->stiffness[k] = C[i][j];
  s->inertia[0] += y * (2 * s->moment[0] + y * s->mass);
  s->inertia[1] += z * (2 * s->moment[1] + z * s->mass);
  s->inertia[2] += y * s->moment[1] + z * s->moment[0] + y * z * s->mass;
  s->moment[0] += y * s->mass;
  s->moment[1] += z * s->mass;
}

/// @return 1 / z lane by lane, 0 where z is zero, a complex zero included
static gb_pack inverse_of(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_scalar *value = &gb_lanes(&z)[lane];
    *value = *value == 0 ? 0 : 1 / *value;
  }
  return z;
}

/// Eliminate the strains other than the curvatures from the stiffness.
static void find_bending(gb_beam_section *s) {
  gb_pack C[GB_BEAM_STRAINS][GB_BEAM_STRAINS];
  for (int i = 0, k = 0; i < GB_BEAM_STRAINS; i++)
    for (int j = i; j < GB_BEAM_STRAINS; j++, k++) C[i][j] = C[j][i] = s->stiffness[k];
  for (int i = 0; i < BEND_Y; i++) {
    const gb_pack inverse = inverse_of(C[i][i]);
    for (int j = i + 1; j < GB_BEAM_STRAINS; j++) {
      const gb_pack factor = C[j][i] * inverse;
      for (int k = i + 1; k < GB_BEAM_STRAINS; k++) C[j][k] -= factor * C[i][k];
    }
    for (int k = i + 1; k < GB_BEAM_STRAINS; k++) C[i][k] *= inverse;
  }
  for (int i = BEND_Y - 1; i >= 0; i--)
    for (int m = 0; m < 2; m++) {
      s->follow[i][m] = -C[i][BEND_Y + m];
      for (int k = i + 1; k < BEND_Y; k++) s->follow[i][m] -= C[i][k] * s->follow[k][m];
    }
  s->bending[0] = C[BEND_Y][BEND_Y];
  s->bending[1] = C[BEND_Y][BEND_Z];
  s->bending[2] = C[BEND_Z][BEND_Z];
}

/// Add a mass per length m at (y, z).
static void add_line_mass(const gb_pack m[3], gb_beam_section *s) {
  const gb_pack y = m[1], z = m[2];
  s->mass += m[0];
  s->moment[0] += m[0] * y;
  s->moment[1] += m[0] * z;
  s->inertia[0] += m[0] * y * y;
  s->inertia[1] += m[0] * z * z;
  s->inertia[2] += m[0] * y * z;
}

/// Find the free expansion about the middle of a heated shell of one isotropic material.
static void expand(gb_pack expansion, gb_section *s) {
  memset(s->expansion, 0, sizeof s->expansion);
  memset(s->locked, 0, sizeof s->locked);
  for (int i = 0; i < 2; i++)
    s->expansion[0][GB_MEMBRANE + i] = s->expansion[1][GB_BENDING + i] = expansion;
}

/// Transform the section from strains at the middle to strains at the nodes, by e + z k.
static void move_shell(gb_pack z, gb_section *s) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) s->expansion[j][i] -= z * s->expansion[j][GB_BENDING + i];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      s->bending[i][j] += z * (2 * s->coupling[i][j] + z * s->membrane[i][j]);
      s->coupling[i][j] += z * s->membrane[i][j];
    }
  s->inertia += z * (2 * s->moment + z * s->mass);
  s->moment += z * s->mass;
}

/// @return the parameters for viscosity, in `own`: the damping coefficients multiply the Young's
/// modulus and the density of the only material; p itself if there is no damping, or if the law
/// includes it
static const gb_pack *scale(const gb_layup *layup, const gb_pack p[],
                            gb_pack own[GB_SECTION_SHAPE]) {
  const int density = gb_section_laws[layup->kind]->density;
  const gb_pack *damping = p + gb_layup_damping(layup, 0);
  if (!layup->damping || density == 0) return p;
  memcpy(own, p, (size_t)gb_layup_numbers(layup) * sizeof *own);
  own[0] *= damping[1];
  own[density] *= damping[0];
  return own;
}

/// Scale the section of a solid with a relative density. The strength is that for the stresses of
/// the section: the index is von Mises' stress of the dense material at the same strains times the
/// root of the relative density. Source: docs/theory.md, (12.6).
static void thin(const gb_layup *layup, gb_pack density, gb_solid_section *s) {
  const gb_pack share = gb_pack_pow(density, layup->penalization[0]);
  const gb_pack stiffness = share + layup->penalization[1] * (1 - share);
  for (int i = 0; i < GB_SOLID_STRAINS; i++)
    for (int j = 0; j < GB_SOLID_STRAINS; j++) {
      s->stiffness[i][j] *= stiffness;
      s->compliance[i][j] /= stiffness;
    }
  s->mass *= density;
  s->strength *= stiffness / gb_pack_sqrt(density);
}

void gb_law_section(const gb_layup *layup, const gb_pack given[], gb_section *section) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  gb_pack y, z, own[GB_SECTION_SHAPE];
  const gb_pack *p = scale(layup, given, own);
  law->section(layup, p, section);
  if (layup->heated && !law->beam && !law->solid && !law->ply_expansion)
    expand(p[gb_layup_expansion(layup, 0)], section);
  if (layup->offset) move_shell(gb_layup_middle(layup, p), section);
  if (law->solid && layup->plies > 0) thin(layup, p[gb_layup_ply(layup, 0)], &section->solid);
  if (!law->beam || law->beam->rod) return;
  offset_of(layup, p, &y, &z);
  move_section(y, z, &section->beam);
  find_bending(&section->beam);
  const bool shape = law->material->name != NULL;
  if (shape && !layup->damping) add_line_mass(p + gb_layup_damping(layup, 0) - 5, &section->beam);
}

void gb_law_stresses(const gb_layup *layup, const gb_pack p[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack y, z;
  law->stresses(layup, p, row);
  if (law->rod) return;
  offset_of(layup, p, &y, &z);
  for (int k = 0; k < law->points; k++)
    for (int i = 0; i < GB_BEAM_STRESSES; i++) move_row(y, z, row[k][i]);
}

/// Compute the strains at the height z above the nodes from the strains E at the nodes.
static void move_strains(gb_pack z, const gb_pack E[], gb_pack own[GB_SHEAR]) {
  for (int i = 0; i < GB_SHEAR; i++) own[i] = i < GB_BENDING ? E[i] + z * E[GB_BENDING + i] : E[i];
}

void gb_law_face_stress(const gb_layup *layup, const gb_pack p[], int face, const gb_pack E[],
                        gb_pack s[3]) {
  const gb_pack z = (face - 0.5) * gb_layup_thickness(layup, p);
  gb_pack own[GB_SHEAR];
  move_strains(gb_layup_middle(layup, p), E, own);
  gb_section_laws[layup->kind]->face_stress(layup, p, z, own, s);
}

void gb_law_indices(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack f[],
                    gb_pack slope[][GB_SHEAR]) {
  const gb_pack middle = gb_layup_middle(layup, p);
  const int indices = gb_layup_indices(layup);
  gb_pack own[GB_SHEAR];
  move_strains(middle, E, own);
  gb_section_laws[layup->kind]->indices(layup, p, own, f, slope);
  for (int k = 0; k < indices; k++)
    for (int i = 0; i < GB_BENDING; i++) slope[k][GB_BENDING + i] += middle * slope[k][i];
}

void gb_law_outline(const gb_layup *layup, const gb_pack p[], gb_outline *outline) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack y, z;
  outline->points = outline->cells = 0;
  if (!law || !law->outline) return;
  law->outline(p, outline);
  if (law->rod) return;
  offset_of(layup, p, &y, &z);
  for (int k = 0; k < outline->points; k++) {
    outline->point[k][0] += y;
    outline->point[k][1] += z;
  }
}

int gb_layup_indices(const gb_layup *layup) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  int count = 0;
  if (law->beam) return law->beam->points;
  if (law->solid) return 1;
  while (law->index && law->index[count]) count++;
  return law->failure ? GB_FACES * layup->plies : count;
}

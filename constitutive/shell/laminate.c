/// The laminate: plies of orthotropic materials at angles, perfectly bonded; A, B, D and the free
/// expansion by classical lamination theory, shear stiffness by the energy of the shear stresses
/// due to bending. The failure index of a ply is by Tsai-Wu, Tsai-Hill or the largest strain.
/// Source: docs/theory.md, section 4.
#include "constitutive/law.h"

#include <string.h>

/// Indices of the numbers of a material (first list) and of the numbers of a ply (second list).
enum { E1, E2, G12, G13, G23, POISSON, DENSITY, XT, XC, YT, YC, SHEAR, F12 };
enum { THICKNESS, ANGLE, AREA_MASS };
enum { LOADS = 2 }; ///< a unit of temperature, and of gradient

/// A ply's plane stress in its own axes: s1 = q11 e1 + q12 e2, s2 = q12 e1 + q22 e2, s12 = q66 g12,
/// and the directions of these axes in the shell's.
typedef struct own_axes {
  gb_pack q11, q12, q22, q66, cosine, sine;
} own_axes;

static const gb_pack *material_of(const gb_layup *layup, const gb_pack p[], int ply) {
  return p + gb_layup_material(layup, layup->material[ply]);
}

static void open_ply(const gb_layup *layup, const gb_pack p[], int ply, own_axes *o) {
  const gb_pack *m = material_of(layup, p, ply);
  const gb_pack radians = p[gb_layup_ply(layup, ply) + ANGLE] * (M_PI / 180);
  const gb_pack scale = m[E1] / (m[E1] - m[POISSON] * m[POISSON] * m[E2]);
  o->q11 = scale * m[E1];
  o->q12 = scale * m[POISSON] * m[E2];
  o->q22 = scale * m[E2];
  o->q66 = m[G12];
  o->cosine = gb_pack_cos(radians);
  o->sine = gb_pack_sin(radians);
}

/// (e1, e2, g12) = T (e11, e22, 2 e12).
static void find_turn(const own_axes *o, gb_pack T[3][3]) {
  const gb_pack c = o->cosine, s = o->sine;
  const gb_pack rows[3][3] = {
      {c * c, s * s, c * s}, {s * s, c * c, -c * s}, {-2 * c * s, 2 * c * s, c * c - s * s}};
  memcpy(T, rows, sizeof rows);
}

/// T^T Q T.
static void find_plane(const own_axes *o, gb_pack plane[3][3]) {
  gb_pack T[3][3];
  find_turn(o, T);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      plane[i][j] = T[0][i] * (o->q11 * T[0][j] + o->q12 * T[1][j]) +
                    T[1][i] * (o->q12 * T[0][j] + o->q22 * T[1][j]) + o->q66 * T[2][i] * T[2][j];
}

/// Compute the stiffness for the transverse shear strains g1, g2.
static void find_shear(const gb_pack m[], const own_axes *o, gb_pack shear[3]) {
  const gb_pack c = o->cosine, s = o->sine;
  shear[0] = m[G13] * c * c + m[G23] * s * s;
  shear[1] = m[G13] * s * s + m[G23] * c * c;
  shear[2] = (m[G13] - m[G23]) * c * s;
}

/// The plies from bottom to top: their stiffness and the data for sums over the thickness.
typedef struct plies {
  gb_pack z[GB_PLIES + 1]; ///< heights of the faces above the middle
  gb_pack plane[GB_PLIES][3][3], shear[GB_PLIES][3];
} plies;

static void open_plies(const gb_layup *layup, const gb_pack p[], plies *all) {
  all->z[0] = -(gb_layup_thickness(layup, p) / 2);
  for (int i = 0; i < layup->plies; i++) {
    own_axes o;
    open_ply(layup, p, i, &o);
    find_plane(&o, all->plane[i]);
    find_shear(material_of(layup, p, i), &o, all->shear[i]);
    all->z[i + 1] = all->z[i] + p[gb_layup_ply(layup, i) + THICKNESS];
  }
}

/// Compute the effective part of the sum of G t in one direction. A unit gradient of the curvature
/// gives shear stresses S(z) = int E (z - z_n) dz with the resultant R = int E (z - z_n)^2 dz.
/// Equal energy gives the stiffness R^2 / int S^2/G dz, which is 5/6 G t for one ply.
static gb_pack shear_factor(const plies *all, int count, int along) {
  static const double place[3] = {0.1127016653792583, 0.5, 0.8872983346207417},
                      weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  gb_pack stretch = {0}, moment = {0}, bending = {0}, S = {0}, energy = {0}, sum = {0};
  for (int i = 0; i < count; i++) {
    const gb_pack E = all->plane[i][along][along], a = all->z[i], b = all->z[i + 1];
    stretch += E * (b - a);
    moment += E * (b * b - a * a) / 2;
    sum += all->shear[i][along] * (b - a);
  }
  const gb_pack neutral = moment / stretch;
  for (int i = 0; i < count; i++) {
    const gb_pack E = all->plane[i][along][along], t = all->z[i + 1] - all->z[i];
    const gb_pack a = all->z[i] - neutral, b = all->z[i + 1] - neutral;
    for (int g = 0; g < 3; g++) { // S^2 is of degree four
      const gb_pack z = a + place[g] * t, here = S + E * (z * z - a * a) / 2;
      energy += weight[g] * t * here * here / all->shear[i][along];
    }
    S += E * (b * b - a * a) / 2;
    bending += E * (b * b * b - a * a * a) / 3;
  }
  return bending * bending / (energy * sum);
}

/// Add a ply of the material m between its two faces.
static void add_ply(const gb_pack m[], gb_pack density, const gb_pack plane[3][3],
                    const gb_pack face[2], gb_section *s) {
  const gb_pack a = face[0], b = face[1], t = b - a, first = (b * b - a * a) / 2,
                second = (b * b * b - a * a * a) / 3;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      s->membrane[i][j] += t * plane[i][j];
      s->coupling[i][j] += first * plane[i][j];
      s->bending[i][j] += second * plane[i][j];
    }
  s->mass += density * t;
  s->moment += density * first;
  s->inertia += density * second;
  s->penalty += (m[E1] + m[E2]) / 2 * t;
  s->thickness += t;
}

static void ply_expansion(const gb_layup *layup, const gb_pack p[], int ply, gb_pack e[3]) {
  const gb_pack *a = p + gb_layup_expansion(layup, layup->material[ply]);
  own_axes o;
  open_ply(layup, p, ply, &o);
  const gb_pack c = o.cosine, s = o.sine;
  e[0] = a[0] * c * c + a[1] * s * s;
  e[1] = a[0] * s * s + a[1] * c * c;
  e[2] = 2 * (a[0] - a[1]) * c * s;
}

/// Solve [A B; B D] x = y for all loads by elimination, for a matrix that is positive definite;
/// x takes the place of y.
static void solve(const gb_section *s, gb_pack y[LOADS][GB_SHEAR]) {
  gb_pack C[GB_SHEAR][GB_SHEAR];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      C[i][j] = s->membrane[i][j];
      C[i][3 + j] = C[3 + i][j] = s->coupling[i][j];
      C[3 + i][3 + j] = s->bending[i][j];
    }
  for (int k = 0; k < GB_SHEAR; k++)
    for (int i = k + 1; i < GB_SHEAR; i++) {
      const gb_pack factor = C[i][k] / C[k][k];
      for (int j = k; j < GB_SHEAR; j++) C[i][j] -= factor * C[k][j];
      for (int l = 0; l < LOADS; l++) y[l][i] -= factor * y[l][k];
    }
  for (int l = 0; l < LOADS; l++)
    for (int i = GB_SHEAR - 1; i >= 0; i--) {
      for (int j = i + 1; j < GB_SHEAR; j++) y[l][i] -= C[i][j] * y[l][j];
      y[l][i] /= C[i][i];
    }
}

/// Add the thermal resultants of a ply with the free strains e: the integrals of Q e T and Q e z T
/// for T = 1 and T = z.
static void add_resultants(const gb_pack plane[3][3], const gb_pack e[3], const gb_pack face[2],
                           gb_pack y[LOADS][GB_SHEAR]) {
  const gb_pack a = face[0], b = face[1], t = b - a, first = (b * b - a * a) / 2,
                second = (b * b * b - a * a * a) / 3;
  for (int i = 0; i < 3; i++) {
    const gb_pack stress = gb_pack_dot3(plane[i], e);
    y[0][GB_MEMBRANE + i] += t * stress;
    y[0][GB_BENDING + i] += first * stress;
    y[1][GB_MEMBRANE + i] += first * stress;
    y[1][GB_BENDING + i] += second * stress;
  }
}

/// Add the energies of the strains x + z k - T e of a ply by two points of Gauss, which are exact.
static void add_locked(const gb_pack plane[3][3], const gb_pack e[3], const gb_pack face[2],
                       gb_section *s) {
  const double place = 0.28867513459481287; // sqrt(1/12)
  const gb_pack t = face[1] - face[0], one = (gb_pack){0} + 1;
  for (int g = 0; g < 2; g++) {
    const gb_pack z = (face[0] + face[1]) / 2 + (g ? place : -place) * t;
    gb_pack r[LOADS][3];
    for (int l = 0; l < LOADS; l++)
      for (int i = 0; i < 3; i++)
        r[l][i] = s->expansion[l][i] + z * s->expansion[l][GB_BENDING + i] - (l ? z : one) * e[i];
    for (int i = 0; i < 3; i++)
      for (int l = 0, k = 0; l < LOADS; l++)
        for (int m = l; m < LOADS; m++, k++)
          s->locked[k] += t / 2 * r[l][i] * gb_pack_dot3(plane[i], r[m]);
  }
}

/// Find the free expansion by the thermal resultants, (4.15).
static void expand(const gb_layup *layup, const gb_pack p[], const plies *all, gb_section *s) {
  gb_pack e[GB_PLIES][3];
  for (int i = 0; i < layup->plies; i++) {
    ply_expansion(layup, p, i, e[i]);
    add_resultants(all->plane[i], e[i], &all->z[i], s->expansion);
  }
  solve(s, s->expansion);
  for (int i = 0; i < layup->plies; i++) add_locked(all->plane[i], e[i], &all->z[i], s);
}

/// Compute the viscosity. For each ply it is the stiffness times a number; for transverse shear the
/// shear correction factors of the stiffness apply.
static void section(const gb_layup *layup, const gb_pack p[], gb_section *s) {
  const gb_pack one = (gb_pack){0} + 1;
  plies all;
  gb_pack sum[3];
  memset(s, 0, sizeof *s);
  memset(sum, 0, sizeof sum);
  open_plies(layup, p, &all);
  const gb_pack k1 = shear_factor(&all, layup->plies, 0), k2 = shear_factor(&all, layup->plies, 1);
  for (int i = 0; i < layup->plies; i++) {
    const gb_pack *m = material_of(layup, p, i);
    const gb_pack *damping = p + gb_layup_damping(layup, layup->material[i]);
    const gb_pack alpha = layup->damping ? damping[0] : one;
    const gb_pack beta = layup->damping ? damping[1] : one;
    gb_pack plane[3][3];
    for (int k = 0; k < 9; k++) plane[k / 3][k % 3] = beta * all.plane[i][k / 3][k % 3];
    for (int c = 0; c < 3; c++) sum[c] += beta * all.shear[i][c] * (all.z[i + 1] - all.z[i]);
    add_ply(m, alpha * m[DENSITY], (const gb_pack(*)[3])plane, &all.z[i], s);
    if (!layup->damping) s->mass += p[gb_layup_ply(layup, i) + AREA_MASS];
  }
  s->shear[0][0] = k1 * sum[0];
  s->shear[1][1] = k2 * sum[1];
  s->shear[0][1] = s->shear[1][0] = gb_pack_sqrt(k1 * k2) * sum[2];
  if (layup->heated) expand(layup, p, &all, s);
}

/// @return one or the other value in each lane, by the sign of x
static gb_pack by_sign(gb_pack x, gb_pack positive, gb_pack negative) {
  for (int lane = 0; lane < GB_LANES; lane++)
    if (gb_real(gb_lanes(&x)[lane]) < 0) gb_lanes(&positive)[lane] = gb_lanes(&negative)[lane];
  return positive;
}

/// Compute the failure index f and slope = df/ds from the stresses s in the ply's axes. A strength
/// of 0 is not given.
static gb_pack tsai_wu(const gb_pack m[], const gb_pack s[3], gb_pack slope[3]) {
  const gb_pack xt = gb_pack_inverse_or_zero(m[XT]), xc = gb_pack_inverse_or_zero(m[XC]),
                yt = gb_pack_inverse_or_zero(m[YT]), yc = gb_pack_inverse_or_zero(m[YC]),
                shear = gb_pack_inverse_or_zero(m[SHEAR]);
  slope[0] = xt - xc + 2 * xt * xc * s[0] + 2 * m[F12] * s[1];
  slope[1] = yt - yc + 2 * yt * yc * s[1] + 2 * m[F12] * s[0];
  slope[2] = 2 * shear * shear * s[2];
  return (xt - xc) * s[0] + (yt - yc) * s[1] + xt * xc * s[0] * s[0] + yt * yc * s[1] * s[1] +
         shear * shear * s[2] * s[2] + 2 * m[F12] * s[0] * s[1];
}

static gb_pack tsai_hill(const gb_pack m[], const gb_pack s[3], gb_pack slope[3]) {
  const gb_pack x = gb_pack_inverse_or_zero(by_sign(s[0], m[XT], m[XC])),
                y = gb_pack_inverse_or_zero(by_sign(s[1], m[YT], m[YC])),
                shear = gb_pack_inverse_or_zero(m[SHEAR]);
  slope[0] = x * x * (2 * s[0] - s[1]);
  slope[1] = 2 * y * y * s[1] - x * x * s[0];
  slope[2] = 2 * shear * shear * s[2];
  return x * x * (s[0] * s[0] - s[0] * s[1]) + y * y * s[1] * s[1] + shear * shear * s[2] * s[2];
}

/// Compute the failure index f and slope = df/de from the strains e in the ply's axes. The limits
/// are strengths divided by moduli.
static gb_pack maximum_strain(const gb_pack m[], const gb_pack e[3], gb_pack slope[3]) {
  const gb_pack inverse[3][2] = {
      {gb_pack_inverse_or_zero(m[XT]), -gb_pack_inverse_or_zero(m[XC])},
      {gb_pack_inverse_or_zero(m[YT]), -gb_pack_inverse_or_zero(m[YC])},
      {gb_pack_inverse_or_zero(m[SHEAR]), -gb_pack_inverse_or_zero(m[SHEAR])}};
  const gb_pack modulus[3] = {m[E1], m[E2], m[G12]};
  gb_pack largest = {0}, weight[3];
  memset(slope, 0, 3 * sizeof *slope);
  for (int i = 0; i < 3; i++) weight[i] = modulus[i] * by_sign(e[i], inverse[i][0], inverse[i][1]);
  for (int lane = 0; lane < GB_LANES; lane++) {
    int most = 0;
    gb_scalar f[3];
    for (int i = 0; i < 3; i++) {
      gb_pack here = weight[i] * e[i];
      f[i] = gb_lanes(&here)[lane];
      if (gb_real(f[i]) > gb_real(f[most])) most = i;
    }
    gb_lanes(&largest)[lane] = f[most];
    gb_lanes(&slope[most])[lane] = gb_lanes(&weight[most])[lane];
  }
  return largest;
}

/// Compute the failure index and slope = df/de from the strains in the ply's axes, by the criterion
/// of the material.
static gb_pack index_of(const gb_pack m[], int criterion, const own_axes *o, const gb_pack e[3],
                        gb_pack slope[3]) {
  if (criterion == GB_MAXIMUM_STRAIN) return maximum_strain(m, e, slope);
  const gb_pack s[3] = {o->q11 * e[0] + o->q12 * e[1], o->q12 * e[0] + o->q22 * e[1],
                        o->q66 * e[2]};
  gb_pack d[3];
  const gb_pack f = criterion == GB_TSAI_HILL ? tsai_hill(m, s, d) : tsai_wu(m, s, d);
  slope[0] = o->q11 * d[0] + o->q12 * d[1];
  slope[1] = o->q12 * d[0] + o->q22 * d[1];
  slope[2] = o->q66 * d[2];
  return f;
}

static void failure(const gb_layup *layup, const gb_pack p[], int ply, int count,
                    const gb_pack e[][3], gb_pack f[], gb_pack slope[][3]) {
  const gb_pack *m = material_of(layup, p, ply);
  const int criterion = layup->criterion[layup->material[ply]];
  own_axes o;
  gb_pack T[3][3], own[3], d[3];
  open_ply(layup, p, ply, &o);
  find_turn(&o, T);
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 3; i++) own[i] = gb_pack_dot3(T[i], e[k]);
    f[k] = index_of(m, criterion, &o, own, d);
    for (int i = 0; slope && i < 3; i++)
      slope[k][i] = T[0][i] * d[0] + T[1][i] * d[1] + T[2][i] * d[2];
  }
}

static void plane_stress(const gb_layup *layup, const gb_pack p[], int ply, int count,
                         const gb_pack e[][3], gb_pack s[][3]) {
  own_axes o;
  gb_pack plane[3][3];
  open_ply(layup, p, ply, &o);
  find_plane(&o, plane);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < 3; i++) s[k][i] = gb_pack_dot3(plane[i], e[k]);
}

static const gb_law_number material[] = {
    {"E1", GB_NUMBER_NEEDED, 0},        {"E2", GB_NUMBER_NEEDED, 0},
    {"G12", GB_NUMBER_NEEDED, 0},       {"G13", GB_NUMBER_NEEDED, 0},
    {"G23", GB_NUMBER_NEEDED, 0},       {"poisson", GB_NUMBER_OPTIONAL, 0},
    {"density", GB_NUMBER_OPTIONAL, 0}, {"Xt", GB_NUMBER_STRENGTH, 0},
    {"Xc", GB_NUMBER_STRENGTH, 0},      {"Yt", GB_NUMBER_STRENGTH, 0},
    {"Yc", GB_NUMBER_STRENGTH, 0},      {"S", GB_NUMBER_STRENGTH, 0},
    {"F12", GB_NUMBER_OPTIONAL, 0},     {NULL, 0, 0}};
static const gb_law_number expansion[] = {
    {"expansion1", GB_NUMBER_OPTIONAL, 0}, {"expansion2", GB_NUMBER_OPTIONAL, 0}, {NULL, 0, 0}};
static const gb_law_number ply[] = {{"thickness", GB_NUMBER_NEEDED, 0},
                                    {"angle", GB_NUMBER_OPTIONAL, 0},
                                    {"area_mass", GB_NUMBER_OPTIONAL, 0},
                                    {NULL, 0, 0}};
const gb_section_law gb_section_law_laminate = {.name = "laminate",
                                                .source = "docs/theory.md, (4.3) to (4.9)",
                                                .material = material,
                                                .ply = ply,
                                                .expansion = expansion,
                                                .ply_expansion = ply_expansion,
                                                .plies = GB_PLIES,
                                                .coupled = true,
                                                .directed = true,
                                                .section = section,
                                                .failure = failure,
                                                .plane_stress = plane_stress};

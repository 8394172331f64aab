/// Bars of a Nastran deck: their cards, shapes of sections, released ends, and beams of them.
#ifndef GB_NASTRAN_ENTRIES_BAR_H
#define GB_NASTRAN_ENTRIES_BAR_H

#include "nastran/entries/nastran.h"

/// CBAR, CBEAM, CROD or CONROD.
typedef struct gb_nastran_bar {
  const char *card;
  int64_t id, property; ///< the property of a CONROD has its EID
  bool rod;             ///< whether it is a rod; the members from `toward` to `axis` are of bars
  int64_t grid[2];
  int64_t toward;      ///< G0; 0: the orientation is `up`
  double up[3];        ///< X1, X2, X3
  double offset[2][3]; ///< from the grids to the ends
  unsigned
      axes; ///< OFFT: bit 0: `up` is in basic axes; 1, 2: an offset along the line of the grids
  unsigned pins[2];             ///< released components as bits 1 to 6
  double end[2][3], axis[3][3]; ///< positions of the ends; x along the bar, y, z
  bool held[2];                 ///< whether a released end is at a grid that is wholly fixed
  bool still[2]; ///< whether it is released, at a grid that supports keep from turning and that no
                 ///< end without pins has
  unsigned stopped[2]; ///< rotations that the grid stops, as bits 4 to 6, of an end that has pins
                       ///< and is at the node of the grid
  int64_t node[2];     ///< the grids, or new nodes at ends with pins
  int64_t further; ///< number of the second of its elements, if it is divided; the others follow
  const struct gb_nastran_place *at[2];
  const struct gb_nastran_section *section;
  int32_t line;
} gb_nastran_bar;

/// Whether the y axis of a section is Nastran's -z axis, and whether K1 or K2 is 0, so that its
/// bars are rigid in shear.
typedef enum gb_nastran_trait {
  GB_BAR_TURNED = 1,
  GB_BAR_RIGID_1 = 2,
  GB_BAR_RIGID_2 = 4,
  GB_BAR_RIGID = GB_BAR_RIGID_1 | GB_BAR_RIGID_2
} gb_nastran_trait;

enum { GB_NASTRAN_DIMENSIONS = 8 }; ///< largest number of dimensions of a shape
/// A, I1, I2, I12 and J of a PBEAM or the dimensions of a PBEAML, and then NSM
enum { GB_NASTRAN_STATION_NUMBERS = GB_NASTRAN_DIMENSIONS + 1, GB_NASTRAN_STATIONS = 12 };

/// The sections of equal parts of a bar that tapers too much for one element, from end A on.
typedef struct gb_nastran_divided {
  int64_t property;
  int count;                                   ///< 0: bars are elements
  double line_mass;                            ///< mean of the parts
  gb_section_entry *is;                        ///< [count]
  double (*value)[GB_NASTRAN_STATION_NUMBERS]; ///< means of dimensions and NSM, [count]
} gb_nastran_divided;

/// PBAR, PBARL, PBEAM, PBEAML, PROD, or the section of a CONROD.
typedef struct gb_nastran_section {
  const char *card;
  int64_t id, material;
  gb_section_entry is; ///< without names
  unsigned traits;     ///< bits of gb_nastran_trait
  double taper;        ///< variation of a property along an element, over its smallest value
  int32_t line;
} gb_nastran_section;

/// Bars and their sections.
struct gb_nastran_bars {
  GB_LIST_OF(gb_nastran_bar) all;
  GB_LIST_OF(gb_nastran_section) sections;
  GB_LIST_OF(gb_nastran_divided) divided;
};

/// A shape of PBARL and PBEAML, named by its TYPE.
typedef struct gb_nastran_shape {
  const char *type;
  int dimensions;
  /// Set a section from the dimensions of the shape, all of them positive: one of our shapes, or
  /// constants with `center`. @return why the dimensions make no section, or NULL
  const char *(*set)(const double d[], gb_nastran_section *section);
} gb_nastran_shape;

/// Numbers of a section at a position along its elements.
typedef struct gb_nastran_station {
  double x;                                 ///< X/XB
  double value[GB_NASTRAN_STATION_NUMBERS]; ///< NAN: blank
} gb_nastran_station;

typedef struct gb_nastran_stations {
  int count, numbers;
  const char *const *names;
  gb_nastran_station at[GB_NASTRAN_STATIONS]; ///< end A first
} gb_nastran_stations;

/// Compute the section of elements along which the numbers of the stations vary, from its section
/// at end A, and where they vary too much for one element, of its parts. This and the next function
/// sort and complete the stations. errors: GB_WRONG_FIELD where the numbers vary tenfold
int gb_nastran_taper(const gb_record *card, gb_nastran_stations *stations, gb_nastran_section *p,
                     gb_nastran_divided *divided, gb_error *error);
/// Compute the means of dimensions and NSM along a bar and, if it has to be divided, along each of
/// its parts. The caller makes the sections from them. Overwrites `mean`, [numbers]
int gb_nastran_taper_shape(const gb_record *card, gb_nastran_stations *stations,
                           gb_nastran_section *p, double mean[], gb_nastran_divided *divided,
                           gb_error *error);
/// @return how the bars of a property are divided; NULL: they are not
const gb_nastran_divided *gb_nastran_find_divided(const gb_nastran *nastran, int64_t property);
/// Add one note about all sections that taper.
int gb_nastran_tell_tapers(gb_nastran *nastran, gb_error *error);

/// All shapes; the type of the last entry is NULL.
extern const gb_nastran_shape gb_nastran_shapes[];

gb_nastran_handler gb_nastran_bar_card, gb_nastran_rod_card, gb_nastran_baror;
gb_nastran_handler gb_nastran_pbar, gb_nastran_pbarl, gb_nastran_pbeam, gb_nastran_prod,
    gb_nastran_ptube;
/// Read the section of a CONROD, whose fields begin at an entry.
int gb_nastran_conrod_section(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                              gb_error *error);
/// Set PID and orientation of bars that leave them to BAROR or BEAMOR, when all cards are read.
/// errors: GB_MODEL where there is no orientation
int gb_nastran_complete_bars(gb_nastran *nastran, gb_error *error);
/// Compute the positions of the bars and add their elements and the nodes in their middles to the
/// mesh, when all cards are read.
int gb_nastran_lay_bars(gb_nastran *nastran, gb_error *error);
/// Give each released end a node, with numbers after those so far; and add the joints of these ends
/// when the bodies are made.
int gb_nastran_release(gb_nastran *nastran, int64_t *number, gb_error *error);
int gb_nastran_join_ends(gb_nastran *nastran, gb_error *error);
/// Add the sections and beams of the bars to the problem, before the mesh has groups other than
/// those of properties.
int gb_nastran_add_beams(gb_nastran *nastran, gb_error *error);
/// Find the nodes of the mesh that elements with rotations have, [nodes]. Rods and shear panels
/// have none.
int gb_nastran_find_turning(gb_nastran *nastran, bool **out, gb_error *error);
/// The rotation of a node, which torsion of rods may turn.
typedef struct gb_nastran_twist {
  bool felt;   ///< whether an element or a body has it
  bool framed; ///< whether that is a beam or a body, between which springs of rotations act
  bool needed; ///< whether the node needs a body, on which the springs act
  double resisted[3][3]; ///< sum of a a^T over the axes about which it is resisted
  double inertia;        ///< half of RHO J L of its rods, for marches and modes
} gb_nastran_twist;
/// Add springs for the torsion of rods where it has an effect: on the way from a rotation to
/// another one, a support or a moment. Call it when the bodies are made.
/// @param node  [nodes]: felt, framed and what shells resist are input; the axes of the rods are
/// added to `resisted`, and `needed` and `inertia` are set
int gb_nastran_twist_rods(gb_nastran *nastran, gb_nastran_twist node[], gb_error *error);

#endif

/// Bars of a Nastran deck: their cards, shapes of sections, released ends, and beams of them.
#ifndef GB_NASTRAN_BARS_H
#define GB_NASTRAN_BARS_H

#include "nastran/nastran.h"

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
  int64_t node[2];              ///< the grids, or new nodes at ends with pins
  const struct gb_nastran_place *at[2];
  const struct gb_nastran_section *section;
  int32_t line;
} gb_nastran_bar;

/// PBAR, PBARL, PBEAM, PBEAML, PROD, or the section of a CONROD.
typedef struct gb_nastran_section {
  const char *card;
  int64_t id, material;
  gb_section_entry is; ///< without names
  bool turned;         ///< whether its y axis is Nastran's -z axis
  bool rigid[2];       ///< whether K1 and K2 are 0: its bars are rigid in shear
  double taper;        ///< variation of a property along an element, over its smallest value
  int32_t line;
} gb_nastran_section;

/// Bars and their sections.
struct gb_nastran_bars {
  GB_LIST_OF(gb_nastran_bar) all;
  GB_LIST_OF(gb_nastran_section) sections;
};

enum { GB_NASTRAN_DIMENSIONS = 8 }; ///< most of a shape

/// A shape of PBARL and PBEAML, called by its TYPE.
typedef struct gb_nastran_shape {
  const char *type;
  int dimensions;
  /// Its section from its dimensions, all of them positive: a shape of ours with its dimensions, or
  /// constants, of which `center` is filled. @return why it is none, or NULL
  const char *(*set)(const double d[], gb_nastran_section *section);
} gb_nastran_shape;

/// Numbers of a section at places along its elements: A, I1, I2, I12, J of a PBEAM, dimensions of a
/// PBEAML, and NSM after them.
enum { GB_NASTRAN_STATION_NUMBERS = GB_NASTRAN_DIMENSIONS + 1, GB_NASTRAN_STATIONS = 12 };
typedef struct gb_nastran_station {
  double x;                                 ///< X/XB
  double value[GB_NASTRAN_STATION_NUMBERS]; ///< NAN: blank
} gb_nastran_station;

typedef struct gb_nastran_stations {
  int count, numbers;
  const char *const *names;
  gb_nastran_station at[GB_NASTRAN_STATIONS]; ///< end A first
} gb_nastran_stations;

/// The section of elements along which the stations' numbers vary, from its section at end A. Both
/// sort and fill the stations. errors: GB_WRONG_FIELD where they vary too much
int gb_nastran_taper(const gb_record *card, gb_nastran_stations *stations, gb_nastran_section *p,
                     gb_error *error);
/// The means of dimensions and NSM. Overwrites `mean`, [numbers]
int gb_nastran_taper_shape(const gb_record *card, gb_nastran_stations *stations,
                           gb_nastran_section *p, double mean[], gb_error *error);
/// One note of all sections that taper.
int gb_nastran_tell_tapers(gb_nastran *nastran, gb_error *error);

/// All shapes, up to a type that is NULL.
extern const gb_nastran_shape gb_nastran_shapes[];

gb_nastran_handler gb_nastran_bar_card, gb_nastran_rod_card, gb_nastran_baror;
gb_nastran_handler gb_nastran_pbar, gb_nastran_pbarl, gb_nastran_pbeam, gb_nastran_prod,
    gb_nastran_ptube;
/// The section of a CONROD, whose fields begin at an entry.
int gb_nastran_conrod_section(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                              gb_error *error);
/// PID and orientation of bars that leave them to BAROR or BEAMOR, when all cards are read. errors:
/// GB_MODEL where there is no orientation
int gb_nastran_complete_bars(gb_nastran *nastran, gb_error *error);
/// When all cards are read: places of the bars, elements of the mesh and nodes in their middles.
int gb_nastran_lay_bars(gb_nastran *nastran, gb_error *error);
/// Released ends: a node for each, after the numbers so far; and their joints, when the bodies are
/// made.
int gb_nastran_release(gb_nastran *nastran, int64_t *number, gb_error *error);
int gb_nastran_join_ends(gb_nastran *nastran, gb_error *error);
/// Sections and beams of the bars; while the groups of the mesh are the properties alone.
int gb_nastran_add_beams(gb_nastran *nastran, gb_error *error);
/// Whether elements with rotations have a node of the mesh, [nodes]: neither rods nor shear panels.
int gb_nastran_find_turning(gb_nastran *nastran, bool **out, gb_error *error);
/// Refuse torsion of rods where something would feel it; when the bodies are made.
int gb_nastran_check_rods(gb_nastran *nastran, gb_error *error);

#endif

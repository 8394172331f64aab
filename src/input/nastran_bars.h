/// Shared by the files of the Nastran reader that are of bars: shapes of sections, and what is laid
/// along bars.
#ifndef GB_INPUT_NASTRAN_BARS_H
#define GB_INPUT_NASTRAN_BARS_H

#include "input/nastran.h"

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
int gb_nastran_taper(const gb_nastran_card *card, gb_nastran_stations *stations,
                     gb_nastran_section *p, gb_error *error);
/// The means of dimensions and NSM. Overwrites `mean`, [numbers]
int gb_nastran_taper_shape(const gb_nastran_card *card, gb_nastran_stations *stations,
                           gb_nastran_section *p, double mean[], gb_error *error);
/// One note of all sections that taper.
int gb_nastran_tell_tapers(gb_nastran *nastran, gb_error *error);

/// All shapes, up to a type that is NULL.
extern const gb_nastran_shape gb_nastran_shapes[];

gb_nastran_handler gb_nastran_ptube, gb_nastran_baror;
#endif

/// Joints as data: each is a list of dot products between the vectors of two frames at the joint,
/// A of the first partner and B of the second, whose third axes are the joint's.
#ifndef GB_ELEMENTS_MULTIBODY_JOINT_H
#define GB_ELEMENTS_MULTIBODY_JOINT_H

#include <stdbool.h>
#include <stddef.h>

enum { GB_JOINT_ROWS = 6 };

/// The vectors: from the first frame's origin to the second's, the frames' axes, the fixed axes of
/// space.
typedef enum gb_joint_vector {
  GB_JOINT_GAP,
  GB_JOINT_A1,
  GB_JOINT_A2,
  GB_JOINT_A3,
  GB_JOINT_B1,
  GB_JOINT_B2,
  GB_JOINT_B3,
  GB_JOINT_X,
  GB_JOINT_Y,
  GB_JOINT_Z,
  GB_JOINT_VECTORS
} gb_joint_vector;

typedef struct gb_joint_type {
  const char *name, *title;
  int rows;
  /// gb_joint_vector of both factors of a product that is 0; of the gap with itself, that stays.
  unsigned char row[GB_JOINT_ROWS][2];
  bool turns, slides; ///< whether an angle or a distance may drive it
} gb_joint_type;

/// All joints, ending with a NULL name.
extern const gb_joint_type gb_joint_types[];
/// Their names in the same order, ending with NULL.
extern const char *const gb_joint_words[];
/// The names of those that an angle (else a distance) may drive, for messages.
void gb_joint_list(bool turns, size_t size, char text[]);

/// Whether a joint keeps the distance of two points, which are apart.
static inline bool gb_joint_is_rod(const gb_joint_type *type) {
  return type->row[0][0] == GB_JOINT_GAP && type->row[0][1] == GB_JOINT_GAP;
}

/// The table of a joint's element: its type, and which of its motions are prescribed.
typedef struct gb_joint {
  const gb_joint_type *type;
  bool angle, distance;
} gb_joint;

/// Parameters of the element: value, rate and acceleration of each prescribed motion; of a rod.
enum { GB_JOINT_ANGLE = 0, GB_JOINT_DISTANCE = 3, GB_JOINT_LENGTH = 6 };

/// Rows, those of prescribed motions included.
int gb_joint_rows(const gb_joint *joint);

#endif

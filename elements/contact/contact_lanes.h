/// Results of contacts, one element after another: their points touch seldom and then differ, so
/// that a kernel computes the elements of a batch in turn.
#ifndef GB_ELEMENTS_CONTACT_CONTACT_LANES_H
#define GB_ELEMENTS_CONTACT_CONTACT_LANES_H

#include "elements/contact/face_fan.h"
#include "elements/element.h"

/// Largest number of values of an element of a contact: of two faces.
enum { GB_CONTACT_UNKNOWNS = 6 * GB_SURFACE_NODES };

/// A point that touches, which moves with weight[a] times node a of the element's nodes that touch.
typedef struct gb_contact_place {
  double weight[GB_SURFACE_NODES];
  gb_scalar area; ///< reference length or area for which it stands; 1: a point
} gb_contact_place;

/// Residual of an element in a lane and, if `slopes` is true, its derivatives by q and v.
typedef struct gb_contact_answer {
  int size;          ///< number of values of the element
  uint64_t touching; ///< bits of the points that touch
  /// Elastic slips of the points, and energy that sliding takes in the step, where friction sticks.
  gb_scalar kept[GB_ELEMENT_KEPT], spent;
  /// Residual and derivatives of the first `size` values. They are not set unless a point touches,
  /// J also not without derivatives.
  gb_scalar r[GB_CONTACT_UNKNOWNS], J[2][GB_CONTACT_UNKNOWNS][GB_CONTACT_UNKNOWNS];
} gb_contact_answer;

/// Largest number of samples of an element: its points, or the parts of a surface.
enum { GB_CONTACT_SAMPLES = GB_FAN_SIMPLICES };

/// A field of an element in a lane, and its derivatives by q.
typedef struct gb_contact_samples {
  int count, size; ///< numbers of samples and of values of the element
  gb_scalar f[GB_CONTACT_SAMPLES], area[GB_CONTACT_SAMPLES];
  /// The derivatives come last, because they are not cleared where none is asked for.
  gb_scalar slope[GB_CONTACT_SAMPLES][GB_CONTACT_UNKNOWNS];
} gb_contact_samples;

/// The functions of a kind of contacts, for a lane. All are local.
typedef struct gb_contact_kernel {
  /// Add to an answer whose `touching` is 0.
  void (*solve)(const gb_element_input *, const gb_element_state *, int lane, bool slopes,
                gb_contact_answer *out);
  /// Set the samples of a field, which are zero.
  void (*sample)(const gb_element_input *, const gb_element_state *, int lane, gb_field field,
                 bool slopes, gb_contact_samples *out);
} gb_contact_kernel;

/// The function `solve` of contacts of a surface with a frame, for states of nonlinear systems and
/// without derivatives.
void gb_contact_solve_values(const gb_element_input *in, const gb_element_state *state, int lane,
                             gb_contact_answer *out);
/// The function `solve` of contacts of lines and faces of a mesh, without derivatives.
void gb_face_contact_solve_values(const gb_element_input *in, const gb_element_state *state,
                                  int lane, gb_contact_answer *out);

/// @return a value of a lane
static inline gb_scalar gb_lane_of(const gb_pack *from, int lane) {
  return gb_lanes((gb_pack *)from)[lane];
}
/// @return a value of the reference in a lane
static inline gb_scalar gb_reference_of(const gb_geometry *from, int lane) {
  return gb_lanes((gb_pack *)from)[lane];
}

/// @return the number of points of an element that touch: one, or the quadrature points of a line
/// or face
int gb_contact_count_places(int dimension, int nodes);
/// Find one of these points in a lane (overwrites).
/// @param X the nodes of the line or face, [nodes]
void gb_contact_find_place(int dimension, int nodes, const gb_geometry (*X)[3], int lane, int point,
                           gb_contact_place *at);
/// Note that a point touches; clear the answer if it is the first one.
void gb_contact_note(int point, bool slopes, gb_contact_answer *out);

// Functions of an element, for all lanes. Lanes that repeat the lane before are not computed again.
// `size` is the number of values of the element.

void gb_contact_residual(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, gb_pack r[]);
void gb_contact_jacobian(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, const double sigma[3], gb_pack J[]);
/// Compute the elastic slips of the points that touch, kept[keeps], three values for each point
/// (overwrites); zeros for others.
void gb_contact_remember(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, int keeps, gb_pack kept[]);
/// energy += what sliding takes in the step.
void gb_contact_spend(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                      const gb_element_state *state, gb_pack *energy);
/// Find which points touch: the kinks of the law.
void gb_contact_kinks(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                      const gb_element_state *state, uint64_t side[]);
void gb_contact_sample(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                       const gb_element_state *state, gb_field field, gb_pack f[],
                       gb_geometry area[]);
void gb_contact_sample_product(const gb_contact_kernel *kernel, int size,
                               const gb_element_input *in, const gb_element_state *state,
                               gb_field field, int count, const gb_pack g[], gb_pack bar[]);

#endif

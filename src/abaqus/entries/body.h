/// Bodies, springs and connectors of an .inp deck.
#ifndef GB_ABAQUS_ENTRIES_BODY_H
#define GB_ABAQUS_ENTRIES_BODY_H

#include "abaqus/entries/element.h"
#include "deck/ends.h"

/// *CONNECTOR BEHAVIOR: numbers of each component; 0: none.
typedef struct gb_inp_connector_behavior {
  const char *name;
  double stiffness[6], damping[6];
  const char *law[6]; ///< force as an expression of the displacement s; NULL: linear
} gb_inp_connector_behavior;

/// A connector that is a joint.
typedef struct gb_inp_connector {
  int32_t point;
  int joint; ///< of the problem
  int moved; ///< component that *CONNECTOR MOTION may drive; 0: none
} gb_inp_connector;

/// ROT NODE of CalculiX: a node whose displacements are the rotations of a body.
typedef struct gb_inp_rotation {
  int32_t node, body_node;
} gb_inp_rotation;

/// *SURFACE INTERACTION.
typedef struct gb_inp_interaction_law {
  const char *name;
  double stiffness; ///< by area; 0: HARD
} gb_inp_interaction_law;

/// Connectors, and keywords that the next one completes.
struct gb_inp_bodies {
  GB_LIST_OF(gb_inp_connector_behavior) behaviors;
  GB_LIST_OF(gb_inp_connector) connectors;
  GB_LIST_OF(gb_inp_rotation) rotations;
  GB_LIST_OF(gb_inp_interaction_law) interactions;
  GB_LIST_OF(int32_t) alone;   ///< nodes that only equations have
  const gb_inp_call *coupling; ///< the last *COUPLING; the next keyword gives its kind
  int behavior;                ///< index of the last *CONNECTOR BEHAVIOR; -1: none
};

/// Find the free node `NODE 12`, or make it.
int gb_inp_need_free(gb_inp *inp, int32_t node, gb_point_mass **out, gb_error *error);
/// Read lines of forces and the displacements, ascending, at which they act, as an expression of s.
/// It is linear between the points and constant beyond them, and is in memory of the reader.
int gb_inp_read_law(gb_inp *inp, gb_inp_data *data, const char **law, gb_error *error);
/// Return the node of the body whose rotations are the displacements of a node; -1: there is none.
int32_t gb_inp_rotated_by(const gb_inp *inp, int32_t node);
/// Return the node of the body that stands for a node, or carries it by a rigid link; -1: there is
/// none.
int32_t gb_inp_carrier_of(const gb_inp *inp, int32_t node);
/// Name the end of a spring: a body, a free node, or the group of the node.
int gb_inp_name_end(gb_inp *inp, int32_t node, const char **end, gb_error *error);
/// Name the end of a connector: the body that stands for the node, the body to which the node is
/// rigidly tied, or a new one that takes the elements at the node along.
/// @param point  whether the end is the node itself instead of a new body
int gb_inp_end_of(gb_inp *inp, const gb_inp_call *call, int32_t node, bool point, const char **name,
                  gb_error *error);
/// Read the nodes of a line of *MPC: those that are tied, and the one to which they are.
/// @param apart  whether they may be at different places
int gb_inp_read_mpc(const gb_inp_data *data, bool apart, gb_inp_members *ends, int32_t *node,
                    gb_error *error);
/// A free node cannot be fixed beside a given motion. Where a node that only equations name has a
/// given motion, replace its fixed displacements by zero components of the motion. Call this before
/// the actions are applied.
int gb_inp_hold_alone(gb_inp *inp, gb_error *error);
/// Refuse a node that stands for a body and is tied to another one.
int gb_inp_check_chains(const gb_inp *inp, gb_error *error);

gb_inp_handler gb_inp_rigid_body, gb_inp_coupling, gb_inp_coupling_kind, gb_inp_mpc, gb_inp_mass,
    gb_inp_rotary_inertia, gb_inp_spring, gb_inp_behavior, gb_inp_behavior_number,
    gb_inp_connector_section, gb_inp_connector_motion, gb_inp_kinematic, gb_inp_interaction,
    gb_inp_surface_behavior, gb_inp_friction, gb_inp_contact_pair;

#endif

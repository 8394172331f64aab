/// Private to src/model: the arrays over the whole mesh that building a model needs, the same on
/// every rank.
#ifndef GB_MODEL_BUILD_H
#define GB_MODEL_BUILD_H

#include "model/model.h"

enum { GB_HOLD_SYMMETRY = 7 }; ///< bit of `held` for a symmetry plane normal to x; y and z follow

typedef struct gb_build {
  MPI_Comm comm;
  int rank, ranks;
  const gb_mesh *mesh;
  const gb_deck *deck;
  gb_model *model;
  int32_t *section;      ///< shell entry of each mesh element, -1: no shell
  int32_t *design;       ///< design of each mesh element, -1: none
  int32_t *part;         ///< rank of each shell element
  int32_t *owner;        ///< rank of each mesh node, -1: no shell uses it
  double (*director)[3]; ///< of each mesh node
  unsigned short *held;  ///< support bits of each mesh node
  int64_t *first; ///< global number of each mesh node's first unknown, in file order of its rank
  unsigned char *count; ///< unknowns of each mesh node, 0 to 6
  int32_t *local;       ///< local number of each mesh node on this rank, -1: not here
} gb_build;

/// The group of an entry, or an error that lists what the mesh has. dimension -1: any.
int gb_build_group(const gb_build *b, const char *where, const char *name, int dimension,
                   const gb_group **out, gb_error *error);

/// Refuse a group none of whose nodes has a shell; warn of single ones (the directors are known).
int gb_build_check_group(gb_build *b, const char *where, const gb_group *group, gb_error *error);

int gb_build_shells(gb_build *b, gb_error *error);    ///< section; shapes that have a shell element
int gb_build_directors(gb_build *b, gb_error *error); ///< director; kinks are refused
int gb_build_partition(gb_build *b, gb_error *error); ///< part, owner (METIS)
int gb_build_supports(gb_build *b, gb_error *error);  ///< held
int gb_build_designs(gb_build *b, gb_error *error);   ///< design, model->design
int gb_build_unknowns(gb_build *b, gb_error *error);  ///< first, count
int gb_build_blocks(gb_build *b, gb_error *error);    ///< local, model's blocks and nodes
int gb_build_ties(gb_build *b, gb_error *error);      ///< model's ties, ghosts and neighbours
int gb_build_motion(gb_build *b, gb_error *error);    ///< initial velocities and probes
int gb_build_mechanism(gb_build *b, gb_error *error); ///< model->mechanism
int gb_build_order(gb_build *b, gb_error *error);     ///< pivot_order (METIS on the nodal graph)

/// The material of this name, or NULL.
const gb_material *gb_build_material(const gb_build *b, const char *name);

/// Orthonormal free directions of a node's displacement (vector 0) or director (vector 1).
/// @return how many, 0 to 3
int gb_build_free_directions(const gb_build *b, int32_t node, int vector, double direction[3][3]);

/// Add a line to the model's warnings.
void gb_build_warn(gb_build *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/// A YAML document as a tree of nodes with their positions, for messages.
#ifndef GB_CASE_TEXT_DOCUMENT_H
#define GB_CASE_TEXT_DOCUMENT_H

#include "base/arena.h"
#include <stdbool.h>

typedef enum gb_node_kind { GB_NODE_SCALAR, GB_NODE_LIST, GB_NODE_MAP } gb_node_kind;

typedef struct gb_node gb_node;

/// An entry of a mapping, or of a list (key NULL).
typedef struct gb_pair {
  gb_node *key, *value;
} gb_pair;

/// A node of the tree. Nodes with aliases are shared; no node contains itself.
struct gb_node {
  gb_node_kind kind;
  bool plain;        ///< a scalar without quotes
  const char *where; ///< "plate.yaml:12", or the --set argument that added the node
  const char *text;  ///< text of a scalar
  int count;         ///< number of entries of a list or mapping
  gb_pair *pair;     ///< [count]
};

/// Shared by all reading functions.
typedef struct gb_reading {
  gb_arena *arena; ///< owns the nodes and all strings
  gb_error *error;
  const char *file; ///< path of the case; relative paths start at its folder; NULL: none
  /// Names of controls and states in expressions, NULL-terminated; NULL: none.
  const char *const *controls, *const *states;
  gb_error *defects; ///< errors that the schema and its rules find
} gb_reading;

/// Parse a YAML text of one document.
/// @param origin "plate.yaml"; positions of nodes are "plate.yaml:LINE" if `lines` is true, else
/// `origin`
/// errors: GB_USAGE with origin:line:column for a syntax error, an empty text, a second document,
/// and for a text that nests too deeply, has tags, too many anchors, or aliases that stand for too
/// much
int gb_document_read(const gb_reading *reading, const char *origin, bool lines, const char *text,
                     size_t length, gb_node **root);

/// @return the value of a key in a mapping; NULL: there is none, or the node is no mapping
gb_node *gb_node_find(const gb_node *node, const char *key);
/// Whether a node is an empty plain scalar, "~" or "null".
bool gb_node_is_null(const gb_node *node);

/// @return a description of a value for messages: the shortened text of a scalar, "a list of 3", "a
/// mapping"
typedef struct gb_found {
  char text[88];
} gb_found;
gb_found gb_node_found(const gb_node *node);

/// Record "WHERE: PATH: formatted text" as an error, GB_WRONG_VALUE or another code of the case
/// file.
/// @return GB_USAGE
int gb_refuse(const gb_reading *reading, const gb_node *node, const char *path, const char *format,
              ...) __attribute__((format(printf, 4, 5)));
int gb_refuse_as(int code, const gb_reading *reading, const gb_node *node, const char *path,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif

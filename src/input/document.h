/// A YAML document as a tree of nodes that remember where they stand, for messages.
#ifndef GB_INPUT_DOCUMENT_H
#define GB_INPUT_DOCUMENT_H

#include "base/arena.h"
#include <stdbool.h>

typedef enum gb_node_kind { GB_NODE_SCALAR, GB_NODE_LIST, GB_NODE_MAP } gb_node_kind;

typedef struct gb_node gb_node;

/// An entry of a mapping, or of a list (key NULL).
typedef struct gb_pair {
  gb_node *key, *value;
} gb_pair;

/// Aliased nodes are shared, but none contains itself, and their size is bounded.
struct gb_node {
  gb_node_kind kind;
  bool plain;        ///< a scalar without quotes
  const char *where; ///< "plate.yaml:12", or the --set argument that brought it
  const char *text;  ///< scalars
  int count;         ///< entries of lists and mappings
  gb_pair *pair;     ///< [count]
};

/// Shared by all reading functions.
typedef struct gb_reading {
  gb_arena *arena; ///< owns the nodes and all strings
  gb_error *error;
  const char *file;            ///< of the case, at whose folder relative paths start; or NULL
  const char *const *controls; ///< names that expressions know besides, NULL-terminated; or NULL
  gb_error *defects;           ///< all that the schema and its rules find
} gb_reading;

/// Parse YAML text that holds one document.
/// @param origin "plate.yaml"; nodes then stand at "plate.yaml:LINE" if lines, else at origin
/// errors: GB_USAGE with origin:line:column for a syntax error, an empty text, a second document,
/// and for a
/// text that nests too deeply, has tags, too many anchors, or aliases that stand for too much
int gb_document_read(const gb_reading *reading, const char *origin, bool lines, const char *text,
                     size_t length, gb_node **root);

/// The value of a key in a mapping, or NULL (also when node is no mapping).
gb_node *gb_node_find(const gb_node *node, const char *key);
/// An empty plain scalar, "~" or "null": a key without a value.
bool gb_node_is_null(const gb_node *node);

/// Description of a value for messages: a scalar's text (shortened), "a list of 3", "a mapping".
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

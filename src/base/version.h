/// Versions of the program and of its JSON output.
#ifndef GB_BASE_VERSION_H
#define GB_BASE_VERSION_H

#define GB_VERSION "0.1.0"
/// Version of the format of --json (docs/run.schema.json). It changes when a key changes its
/// meaning or type.
#define GB_SCHEMA 1

#endif

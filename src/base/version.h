/// The program's version, and that of what it writes for programs.
#ifndef GB_BASE_VERSION_H
#define GB_BASE_VERSION_H

#define GB_VERSION "0.1.0"
/// Of the files of --json, docs/run.schema.json: another one where a key changes its meaning or
/// shape.
#define GB_SCHEMA 1

#endif

/// Texts of the chapters of the reference page of case files.
#ifndef GB_CASE_SCHEMA_CHAPTERS_H
#define GB_CASE_SCHEMA_CHAPTERS_H

#include "case/schema/schema.h"

/// A part of the page: an introduction, and a complete case that runs in a folder with the files
/// of meshes/. The keys of the chapter follow. tests/cases/commands/documents.py runs the examples.
typedef struct gb_chapter_text {
  const char *title, *text, *example;
} gb_chapter_text;

extern const gb_chapter_text gb_chapter_texts[GB_CHAPTERS];

#endif

/// Comments, texts and words as gmsh's own scanner tells them apart (gmsh 4, src/parser/Gmsh.l):
/// texts stand between two " or two ' and have no escapes; one of 1023 characters ends there.
/// Loops and macros of gmsh jump to the beginning of a line, even into a text or a comment.
#include "gmsh/geometry_words.h"

#include "base/arena.h"
#include "base/platform/file_contents.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_FILES = 200, LONGEST_TEXT = 1000 };

static const char *const running[] = {
    "SystemCall",  "System", "NonBlockingSystemCall", "OnelabRun",       "Parse",
    "ParseString", "S2N",    "StringToName",          "ExternalProcess", NULL};
static const char *const writing[] = {"Save", "Print", "CreateDir", "CreateDirectory", NULL};
static const char *const naming[] = {"Include", "Merge", "MergeWithBoundingBox", "Open", NULL};
/// Endings of files that gmsh may read by its parser of geometries, and of those that it does not.
static const char *const parsed[] = {".geo",     ".opt",          ".pos", ".msh",
                                     ".geo_opt", ".geo_unrolled", NULL};
static const char *const data[] = {".stl", ".step", ".stp", ".iges", ".igs", ".brep",
                                   ".med", ".mesh", ".unv", ".bdf",  ".nas", NULL};

typedef struct scan {
  gb_arena *arena;
  const char *file[MOST_FILES];
  int files;
  gb_error *error;
} scan;

/// State of the scanner in a file.
typedef struct place {
  const char *file, *at, *end;
  int line;
  bool behind; ///< a command began on this line
  bool hides;  ///< a skipped text or comment could contain lines to which gmsh can jump
} place;

static bool is_one_of(const char *word, const char *const list[],
                      int (*compare)(const char *, const char *)) {
  for (int i = 0; list[i]; i++)
    if (!compare(word, list[i])) return true;
  return false;
}

static int refuse(const scan *s, const place *p, const char *word, const char *what) {
  return gb_fail(s->error, GB_SHELL_COMMAND,
                 "%s:%d: %s %s; accepted: a geometry without, or --allow-shell for one that you "
                 "trust, or its .msh file",
                 p->file, p->line, word, what);
}

static void step(place *p) {
  if (*p->at == '\n') {
    p->line++;
    p->behind = false;
  } else if (!isspace((unsigned char)*p->at)) {
    p->behind = true;
  }
  p->at++;
}

/// Skip a text up to its end. @return its first character
static const char *skip_text(place *p, int *length) {
  const char quote = *p->at;
  const int line = p->line;
  step(p);
  const char *first = p->at;
  while (p->at < p->end && *p->at != quote) step(p);
  *length = (int)(p->at - first);
  if (p->line != line || *length > LONGEST_TEXT) p->hides = true;
  if (p->at < p->end) step(p);
  return first;
}

static bool starts(const place *p, const char *word) {
  return (size_t)(p->end - p->at) >= strlen(word) && !memcmp(p->at, word, strlen(word));
}

/// Skip blanks and comments. @return whether there were any
static bool skip_blank(place *p) {
  const char *first = p->at;
  while (p->at < p->end) {
    const place before = *p;
    const bool block = starts(p, "/*");
    if (!block && !starts(p, "//") && !isspace((unsigned char)*p->at)) break;
    step(p);
    if (block) {
      step(p);
      while (p->at < p->end && !starts(p, "*/")) step(p);
      p->at = p->at + 2 < p->end ? p->at + 2 : p->end;
      if (before.behind && p->line != before.line) p->hides = true;
      p->behind = before.behind;
    } else if (*before.at == '/') {
      while (p->at < p->end && *p->at != '\n') step(p);
    }
  }
  return p->at != first;
}

/// A file that gmsh would read if it exists, and its options.
static int add_file(scan *s, const char *name, bool scanned, gb_error *error) {
  for (int options = !scanned; options < 2; options++) {
    char *path;
    GB_TRY(gb_arena_text(s->arena, &path, error, "%s%s", name, options ? ".opt" : ""));
    bool known = access(path, F_OK) != 0; // gmsh tells of a missing file
    for (int i = 0; i < s->files && !known; i++) known = !strcmp(s->file[i], path);
    if (known) continue;
    if (s->files == MOST_FILES)
      return gb_fail(error, GB_SHELL_COMMAND, "%s: it includes more than %d files", s->file[0],
                     MOST_FILES);
    s->file[s->files++] = path;
  }
  return GB_OK;
}

/// Check that a command names its file by a single text.
static int see_name(scan *s, place *p, const char *word) {
  char name[PATH_MAX], path[2 * PATH_MAX];
  int length = 0;
  const place command = *p;
  const bool text = p->at < p->end && (*p->at == '"' || *p->at == '\'');
  const char *first = text ? skip_text(p, &length) : p->at;
  skip_blank(p);
  if (!text || p->at == p->end || *p->at != ';')
    return refuse(s, &command, word, "of a file whose name is not one text could run a program");
  snprintf(name, sizeof name, "%.*s", length, first);
  const char *dot = strrchr(name, '.'), *slash = strrchr(p->file, '/');
  const bool scanned = dot && is_one_of(dot, parsed, strcasecmp);
  if (!scanned && (!dot || !is_one_of(dot, data, strcmp)))
    return refuse(s, &command, word, "of a file of this kind could run a program");
  const int folder = *name != '/' && slash ? (int)(slash - p->file) + 1 : 0;
  snprintf(path, sizeof path, "%.*s%s", folder, p->file, name);
  return add_file(s, path, scanned, s->error);
}

/// Whether what a Printf says goes to a file: its parenthesis has > behind it.
static bool is_redirected(place p) {
  int open = 0, ignored;
  do {
    skip_blank(&p);
    if (p.at == p.end) return false;
    if (*p.at == '"' || *p.at == '\'') {
      skip_text(&p, &ignored);
      continue;
    }
    open += (*p.at == '(') - (*p.at == ')');
    step(&p);
  } while (open > 0);
  skip_blank(&p);
  return p.at < p.end && *p.at == '>';
}

static int see_word(scan *s, place *p) {
  char word[64];
  const char *first = p->at;
  while (p->at < p->end && (isalnum((unsigned char)*p->at) || *p->at == '_')) step(p);
  snprintf(word, sizeof word, "%.*s", (int)(p->at - first), first);
  const bool runs = is_one_of(word, running, strcasecmp);
  const bool writes = is_one_of(word, writing, strcasecmp);
  if (!strcasecmp(word, "Printf") && is_redirected(*p))
    return refuse(s, p, word, "to a file makes gmsh write it");
  if (!runs && !writes && !is_one_of(word, naming, strcasecmp)) return GB_OK;
  const place command = *p;
  skip_blank(p);
  if (p->at < p->end && *p->at == '=') return GB_OK;           // a variable of this name
  if (writes && p->at < p->end && *p->at == '.') return GB_OK; // an option, as Print.Background
  if (writes) return refuse(s, &command, word, "makes gmsh write a file or folder");
  if (runs) return refuse(s, &command, word, "makes gmsh run programs");
  return see_name(s, p, word);
}

static int scan_bytes(scan *s, const char *file, const char *bytes, size_t length) {
  place p = {.file = file, .at = bytes, .end = bytes + length, .line = 1};
  int ignored;
  if (starts(&p, "$MeshFormat")) return GB_OK; // read as a mesh whatever its ending
  if (memchr(bytes, 0, length)) return refuse(s, &p, "a byte of zero", "could hide a command");
  while (p.at < p.end) {
    const place before = p;
    if (*p.at == '"' || *p.at == '\'')
      skip_text(&p, &ignored);
    else if (isalpha((unsigned char)*p.at) || *p.at == '_')
      GB_TRY(see_word(s, &p));
    else if (!skip_blank(&p))
      step(&p);
    if (p.hides)
      return refuse(s, &before, "a text or comment",
                    "that goes on on the next line, or is longer than 1000 characters, could hide "
                    "a command");
  }
  return GB_OK;
}

int gb_geometry_check_words(const char *file, gb_error *error) {
  GB_SCRATCH(scratch);
  scan s = {.arena = &scratch, .error = error};
  GB_TRY(add_file(&s, file, true, error));
  for (int i = 0; i < s.files; i++) {
    char *bytes;
    size_t length;
    GB_TRY(gb_file_contents(s.file[i], &bytes, &length, error));
    const int status = scan_bytes(&s, s.file[i], bytes, length);
    free(bytes);
    GB_TRY(status);
  }
  return GB_OK;
}

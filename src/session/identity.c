/// Identities of runs. Words become numbers by the hash of Fowler, Noll & Vo (FNV-1a), of which a
/// double stores 53 bits.
#include "session/session.h"

#include <stdint.h>
#include <string.h>

static const uint64_t basis = 0xcbf29ce484222325ULL;

/// Keys that may change between a run and the run that resumes it.
static const char *const free_keys[] = {"title", "output", "checkpoint", "modes", "optimize"};
enum { FREE_KEYS = sizeof free_keys / sizeof *free_keys };

static uint64_t hash(uint64_t so_far, size_t length, const char *text) {
  for (size_t i = 0; i < length; i++) so_far = (so_far ^ (unsigned char)text[i]) * 0x100000001b3ULL;
  return so_far;
}

static double number(uint64_t value) {
  return (double)(value >> 11);
}

/// Whether the text starts with a key that may change.
static bool is_free(size_t length, const char *text) {
  for (int i = 0; i < FREE_KEYS; i++) {
    const size_t size = strlen(free_keys[i]);
    if (length > size && !memcmp(text, free_keys[i], size) && strchr(":.=", text[size]))
      return true;
  }
  return false;
}

double gb_identity_of_text(const char *text, size_t length) {
  uint64_t value = basis;
  bool skips = false;
  for (size_t i = 0, line; i < length; i += line + 1) {
    const char *here = text + i, *end = memchr(here, '\n', length - i);
    line = end ? (size_t)(end - here) : length - i;
    const size_t indent = strspn(here, " \t") < line ? strspn(here, " \t") : line;
    if (indent == line || here[indent] == '#' || here[0] == '\r') continue;
    if (indent == 0) skips = is_free(line, here);
    if (!skips) value = hash(value, line + 1, here);
  }
  return number(value);
}

static double of_words(const char *text) {
  return text ? number(hash(basis, strlen(text), text)) : 0;
}

static double of_settings(const gb_changes *changes) {
  uint64_t value = basis;
  for (int i = 0; i < changes->settings; i++)
    if (!is_free(strlen(changes->setting[i]), changes->setting[i]))
      value = hash(value, strlen(changes->setting[i]) + 1, changes->setting[i]);
  return number(value);
}

static double of_functionals(const gb_session *s) {
  uint64_t value = basis;
  for (int i = 0; i < s->analysis->functionals; i++) {
    const gb_functional_settings *f = &s->analysis->functional[i];
    const char *const words[] = {f->type, f->form};
    for (int w = 0; w < 2; w++)
      if (words[w]) value = hash(value, strlen(words[w]) + 1, words[w]);
    value = hash(value, sizeof f->sum, (const char *)&f->sum);
    value = hash(value, sizeof f->weight, (const char *)&f->weight);
    value = hash(value, sizeof f->at.kind, (const char *)&f->at.kind);
    value = hash(value, sizeof f->at.time, (const char *)&f->at.time);
    value = hash(value, sizeof f->at.points, (const char *)&f->at.points);
  }
  return number(value);
}

static double of_designs(const gb_model *model) {
  uint64_t value = basis;
  for (int i = 0; i < model->designs->count; i++)
    value = hash(value, sizeof(double), (const char *)&model->designs->design[i].value);
  return number(value);
}

void gb_identity_fill(gb_session *s, const gb_changes *changes, const char *verb, int method) {
  gb_analysis *analysis = s->analysis;
  const gb_march_settings *time = analysis->time;
  const gb_identity all[] = {{"the verb or --method", of_words(verb) * (1 + method)},
                             {"time.scheme", of_words(time->scheme)},
                             {"time.step", time->step},
                             {"time.steps", time->steps},
                             {"the number of nodes", (double)s->model->nodes->total},
                             {"the number of cells", (double)s->model->blocks->total_cells},
                             {"the number of unknowns", (double)s->model->dofs->total},
                             {"the functions", of_functionals(s)},
                             {"the designs", of_designs(s->model)},
                             {"the number of probes", s->model->probes->count},
                             {"--set", of_settings(changes)},
                             {"the text of the case file", s->identity}};
  analysis->identities = sizeof all / sizeof *all;
  memcpy(analysis->identity, all, sizeof all);
}

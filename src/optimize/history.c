/// Read and write the history of an optimisation. The file consists of a header and frames. A frame
/// has a kind, a length, numbers and their hash (FNV-1a). An incomplete frame, which was being
/// written when the program was killed, is ignored.
#include "optimize/history.h"

#include "base/list.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MAGIC[16] = "gimbal-history1";

typedef enum frame_kind { POINT = 1, GRADIENT = 2 } frame_kind;

/// A frame. Its numbers are: 1 if the evaluation failed, otherwise 0; seconds; then the design and
/// the values, or the gradient.
typedef struct frame {
  uint64_t kind, count;
  long offset;    ///< position in the file, bytes
  double *number; ///< [count]
} frame;

struct gb_history {
  gb_history_owner owner;
  const char *path;
  FILE *file;
  GB_LIST_OF(frame) frames; ///< frames to replay
  int next;                 ///< index of the next frame to replay
  GB_LIST_OF(gb_evaluation) all;
};

static uint64_t hash(size_t bytes, const void *data) {
  const unsigned char *byte = data;
  uint64_t value = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < bytes; i++) value = (value ^ byte[i]) * 0x100000001b3ULL;
  return value;
}

static uint64_t numbers_of(const gb_history *h, frame_kind kind) {
  const uint64_t n = (uint64_t)h->owner.designs, f = (uint64_t)h->owner.functions;
  return 2 + (kind == POINT ? n + f : n * f);
}

static int fail(const gb_history *h, gb_error *error) {
  return gb_fail(error, GB_CANNOT_WRITE, "%s: cannot be written: %s", h->path, strerror(errno));
}

static int flush(const gb_history *h, gb_error *error) {
  if (fflush(h->file) == 0 && fsync(fileno(h->file)) == 0) return GB_OK;
  return fail(h, error);
}

static int write_frame(const gb_history *h, frame_kind kind, const double number[],
                       gb_error *error) {
  const uint64_t count = numbers_of(h, kind), head[2] = {kind, count};
  const uint64_t sum = hash(count * sizeof *number, number);
  if (fwrite(head, sizeof head, 1, h->file) != 1 ||
      fwrite(number, sizeof *number, count, h->file) != count ||
      fwrite(&sum, sizeof sum, 1, h->file) != 1)
    return fail(h, error);
  return flush(h, error);
}

static int write_header(const gb_history *h, gb_error *error) {
  const int32_t size[3] = {h->owner.designs, h->owner.functions, h->owner.identities};
  const size_t count = (size_t)h->owner.identities;
  if (fwrite(MAGIC, sizeof MAGIC, 1, h->file) != 1 || fwrite(size, sizeof size, 1, h->file) != 1 ||
      fwrite(h->owner.identity, sizeof(double), count, h->file) != count)
    return fail(h, error);
  return flush(h, error);
}

/// Whether two numbers agree. Missing numbers, such as the time of a functional, are NAN, and
/// agree.
static bool is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * fabs(b);
}

static int read_header(const gb_history *h, const char *from, FILE *file, gb_error *error) {
  char magic[sizeof MAGIC];
  int32_t size[3];
  if (fread(magic, sizeof magic, 1, file) != 1 || memcmp(magic, MAGIC, sizeof magic) != 0 ||
      fread(size, sizeof size, 1, file) != 1)
    return gb_fail(error, GB_OTHER_CASE,
                   "--from: %s is no history of evaluations; accepted: CASE.history", from);
  bool same = size[0] == h->owner.designs && size[1] == h->owner.functions &&
              size[2] == h->owner.identities;
  for (int i = 0; same && i < size[2]; i++) {
    double found;
    same = fread(&found, sizeof found, 1, file) == 1 && is_same(found, h->owner.identity[i]);
  }
  if (same) return GB_OK;
  return gb_fail(
      error, GB_OTHER_CASE,
      "--from: %s is of another case; accepted: the case, its mesh and its --set as they "
      "were (title, output, checkpoint and optimize may change, except for the functions that "
      "this names)",
      from);
}

/// Read one frame. @return whether it is complete
static bool read_frame(const gb_history *h, FILE *file, frame *f, gb_error *error) {
  uint64_t head[2], sum;
  f->offset = ftell(file);
  if (fread(head, sizeof head, 1, file) != 1 || (head[0] != POINT && head[0] != GRADIENT) ||
      head[1] != numbers_of(h, (frame_kind)head[0]))
    return false;
  f->kind = head[0];
  f->count = head[1];
  if (GB_ALLOCATE(f->number, f->count, error) != GB_OK) return false;
  if (fread(f->number, sizeof *f->number, f->count, file) == f->count &&
      fread(&sum, sizeof sum, 1, file) == 1 && sum == hash(f->count * sizeof *f->number, f->number))
    return true;
  free(f->number);
  return false;
}

static int read_frames(gb_history *h, FILE *file, gb_error *error) {
  frame found, *entry;
  while (read_frame(h, file, &found, error)) {
    GB_TRY(gb_array_append(&h->frames.entry, &h->frames.count, sizeof *entry, &entry, error));
    *entry = found;
  }
  return error->status;
}

/// Create the file; it begins with the frames to replay.
static int start_file(gb_history *h, gb_error *error) {
  char temporary[4200], old[4200];
  snprintf(temporary, sizeof temporary, "%s.tmp", h->path);
  snprintf(old, sizeof old, "%s.old", h->path);
  h->file = fopen(temporary, "w+b");
  if (!h->file) return fail(h, error);
  GB_TRY(write_header(h, error));
  for (int i = 0; i < h->frames.count; i++) {
    h->frames.entry[i].offset = ftell(h->file);
    GB_TRY(write_frame(h, (frame_kind)h->frames.entry[i].kind, h->frames.entry[i].number, error));
  }
  if (rename(h->path, old) != 0 && errno != ENOENT) return fail(h, error);
  return rename(temporary, h->path) == 0 ? GB_OK : fail(h, error);
}

static int open_history(gb_history *h, const char *from, gb_error *error) {
  FILE *file = from ? fopen(from, "rb") : NULL;
  if (from && !file)
    return gb_fail(error, GB_MISSING_FILE, "--from: %s: cannot be opened: %s", from,
                   strerror(errno));
  int status = file ? read_header(h, from, file, error) : GB_OK;
  if (status == GB_OK && file) status = read_frames(h, file, error);
  if (file) fclose(file);
  return status == GB_OK ? start_file(h, error) : status;
}

int gb_history_open(const char *path, const char *from, const gb_history_owner *owner,
                    gb_history **out, gb_error *error) {
  gb_history *h;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(h, 1, error));
  h->owner = *owner;
  h->path = path;
  const int status = open_history(h, from, error);
  if (status != GB_OK) gb_history_close(&h);
  *out = h;
  return status;
}

void gb_history_close(gb_history **history) {
  gb_history *h = *history;
  if (!h) return;
  if (h->file) fclose(h->file);
  for (int i = h->next; i < h->frames.count; i++) free(h->frames.entry[i].number);
  for (int i = 0; i < h->all.count; i++) {
    free(h->all.entry[i].design);
    free(h->all.entry[i].gradient);
  }
  free(h->frames.entry);
  free(h->all.entry);
  free(h);
  *history = NULL;
}

/// Store the numbers of an evaluation, or of the gradient of the last evaluation; `number` is owned
/// by the history afterwards.
static int store(gb_history *h, frame_kind kind, double *number, bool replayed, gb_error *error) {
  gb_evaluation *e;
  if (kind == GRADIENT) {
    e = &h->all.entry[h->all.count - 1];
    e->seconds += number[1];
    if (number[0] == 0) {
      GB_TRY(GB_ALLOCATE(e->gradient, numbers_of(h, GRADIENT) - 2, error));
      memcpy(e->gradient, number + 2, (numbers_of(h, GRADIENT) - 2) * sizeof *number);
    }
    free(number);
    return GB_OK;
  }
  GB_TRY(gb_array_append(&h->all.entry, &h->all.count, sizeof *e, &e, error));
  *e = (gb_evaluation){.failed = number[0] != 0,
                       .replayed = replayed,
                       .iteration = -1,
                       .seconds = number[1],
                       .objective = NAN,
                       .violation = NAN,
                       .optimality = NAN};
  memmove(number, number + 2, (numbers_of(h, POINT) - 2) * sizeof *number);
  e->design = number;
  if (!e->failed) e->value = number + h->owner.designs;
  return GB_OK;
}

/// Remove the remaining frames from the file, because the method requests other points.
static void drop_rest(gb_history *h) {
  if (h->next == h->frames.count) return;
  fflush(h->file);
  const long offset = h->frames.entry[h->next].offset;
  if (ftruncate(fileno(h->file), offset) == 0) fseek(h->file, offset, SEEK_SET);
  for (int i = h->next; i < h->frames.count; i++) free(h->frames.entry[i].number);
  h->frames.count = h->next;
}

/// Replay the next frame, if it is of this kind and at this point.
static const gb_evaluation *replay(gb_history *h, frame_kind kind, const double design[]) {
  gb_error ignored = {0};
  if (h->next == h->frames.count) return NULL;
  frame *f = &h->frames.entry[h->next];
  const size_t bytes = (size_t)h->owner.designs * sizeof *design;
  if (f->kind != kind || (kind == POINT && memcmp(f->number + 2, design, bytes) != 0)) {
    drop_rest(h);
    return NULL;
  }
  h->next++;
  if (store(h, kind, f->number, true, &ignored) != GB_OK) return NULL;
  return &h->all.entry[h->all.count - 1];
}

const gb_evaluation *gb_history_replay(gb_history *h, const double design[]) {
  return replay(h, POINT, design);
}

const gb_evaluation *gb_history_replay_gradient(gb_history *h) {
  return replay(h, GRADIENT, NULL);
}

static int add(gb_history *h, frame_kind kind, double *number, gb_error *error) {
  int status = write_frame(h, kind, number, error);
  if (status == GB_OK) return store(h, kind, number, false, error);
  free(number);
  return status;
}

int gb_history_add(gb_history *h, const double design[], const double value[], double seconds,
                   gb_error *error) {
  const size_t n = (size_t)h->owner.designs, f = (size_t)h->owner.functions;
  double *number;
  GB_TRY(GB_ALLOCATE(number, numbers_of(h, POINT), error));
  number[0] = value == NULL;
  number[1] = seconds;
  memcpy(number + 2, design, n * sizeof *number);
  if (value) memcpy(number + 2 + n, value, f * sizeof *number);
  return add(h, POINT, number, error);
}

int gb_history_add_gradient(gb_history *h, const double gradient[], double seconds,
                            gb_error *error) {
  const size_t count = numbers_of(h, GRADIENT);
  double *number;
  GB_TRY(GB_ALLOCATE(number, count, error));
  number[0] = gradient == NULL;
  number[1] = seconds;
  if (gradient) memcpy(number + 2, gradient, (count - 2) * sizeof *number);
  return add(h, GRADIENT, number, error);
}

int gb_history_count(const gb_history *h) {
  return h->all.count;
}

gb_evaluation *gb_history_entry(const gb_history *h, int index) {
  return &h->all.entry[index];
}

gb_evaluation *gb_history_find(const gb_history *h, const double design[]) {
  const size_t bytes = (size_t)h->owner.designs * sizeof *design;
  for (int i = h->all.count - 1; i >= 0; i--)
    if (memcmp(h->all.entry[i].design, design, bytes) == 0) return &h->all.entry[i];
  return NULL;
}

/// Makes one allocation of the program fail: a library that tests/cases/faults/memory.py preloads.
/// Those of the libraries that the program uses are left alone, and counted are those of one rank.
/// FAULT_RANK; FAULT_AT: which one, from 1 on, or 0: none; FAULT_COUNT: a file for their number and
/// for how many of them were never freed.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static long asked, at = -1;
static char *first, *last; ///< of the program's code

// What is allocated: a table of addresses, found by their hash and linear probing; 1 was freed.
enum { ROOM = 1 << 20 };
static uintptr_t live[ROOM];
static long live_count;
static atomic_flag busy = ATOMIC_FLAG_INIT; // MPI has threads

static void *keep(void *memory) {
  if (at < 0 || !memory) return memory;
  const uintptr_t address = (uintptr_t)memory;
  while (atomic_flag_test_and_set(&busy)) continue;
  size_t i = (address >> 4) * 2654435761u % ROOM;
  while (live[i] > 1) i = (i + 1) % ROOM;
  live[i] = address;
  live_count++;
  atomic_flag_clear(&busy);
  return memory;
}

static void forget(void *memory) {
  if (at < 0 || !memory) return;
  while (atomic_flag_test_and_set(&busy)) continue;
  size_t i = ((uintptr_t)memory >> 4) * 2654435761u % ROOM;
  while (live[i] && live[i] != (uintptr_t)memory) i = (i + 1) % ROOM;
  if (live[i]) {
    live[i] = 1;
    live_count--;
  }
  atomic_flag_clear(&busy);
}

static int find_code(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    first = (char *)(info->dlpi_addr + part->p_vaddr);
    last = first + part->p_memsz;
  }
  return 1; // the program is the first of all objects
}

__attribute__((constructor)) static void begin(void) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK"), *wanted = getenv("FAULT_RANK");
  const char *which = getenv("FAULT_AT");
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0 || !strstr(self, "gimbal")) return;
  if (!which || !wanted || strcmp(rank ? rank : "0", wanted) != 0) return;
  dl_iterate_phdr(find_code, NULL);
  at = atol(which);
}

__attribute__((destructor)) static void end(void) {
  const char *file = getenv("FAULT_COUNT");
  FILE *stream = at >= 0 && file ? fopen(file, "w") : NULL;
  if (!stream) return;
  fprintf(stream, "%ld %ld\n", asked, live_count);
  fclose(stream);
}

static int is_ours(const void *caller) {
  return at >= 0 && (const char *)caller >= first && (const char *)caller < last;
}

static int fails(const void *caller) {
  if (!is_ours(caller) || ++asked != at) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  const void *caller = __builtin_return_address(0);
  if (fails(caller)) return NULL;
  void *memory = __libc_malloc(size);
  return is_ours(caller) ? keep(memory) : memory;
}

void *calloc(size_t count, size_t size) {
  const void *caller = __builtin_return_address(0);
  if (fails(caller)) return NULL;
  void *memory = __libc_calloc(count, size);
  return is_ours(caller) ? keep(memory) : memory;
}

void *realloc(void *memory, size_t size) {
  const void *caller = __builtin_return_address(0);
  if (fails(caller)) return NULL;
  forget(memory); // before another thread may be given its address
  void *moved = __libc_realloc(memory, size);
  return is_ours(caller) ? keep(moved) : moved;
}

void free(void *memory) {
  forget(memory);
  __libc_free(memory);
}

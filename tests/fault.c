/// Makes one allocation of the program fail: a library that tests/cases/memory.py preloads. Those
/// of the libraries that the program uses are left alone, and counted are those of one rank.
/// FAULT_RANK; FAULT_AT: which one, from 1 on, or 0: none; FAULT_COUNT: a file for their number.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static long asked, at = -1;
static char *first, *last; ///< of the program's code

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
  fprintf(stream, "%ld\n", asked);
  fclose(stream);
}

static int fails(const void *caller) {
  if (at < 0 || (char *)caller < first || (char *)caller >= last || ++asked != at) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

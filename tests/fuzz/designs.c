/// Files with values of designs, for a case that has some: a table, or where the bytes begin as
/// such a case. HDF5 files have a harness of their own.
#include "fuzz.h"

#include "case/case.h"

#include <string.h>

static const char designed[] =
    "gimbal: 1\n"
    "mesh: plate.msh\n"
    "materials: {m: {young: 2e9, poisson: 0.3, density: 1000}}\n"
    "shells: [{group: plate, material: m, thickness: 0.01}]\n"
    "controls: [{name: p, nodes: 3, to: 0.05}]\n"
    "design:\n"
    "  - {name: skin, thickness: plate, per: element}\n"
    "  - {name: field.1, thickness: other, points: [[0, 0, 0], [1, 0, 0]]}\n"
    "  - {name: \"E, in Pa\", material: m, parameter: young}\n"
    "  - {name: p, control: p}\n"
    "time: {scheme: static, step: 1, steps: 1}\n";

static bool begins(const uint8_t *data, size_t size, const char *with) {
  return size >= strlen(with) && memcmp(data, with, strlen(with)) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *kind = begins(data, size, "gimbal:") ? "yaml" : "csv";
  gb_error error = {0};
  gb_case *c = NULL;
  char path[64];
  fuzz_named_file(data, size, kind, sizeof path, path);
  const gb_changes changes = {.designs = path};
  const int status =
      gb_case_read("folder/input.yaml", designed, sizeof designed - 1, &changes, &c, &error);
  unlink(path);
  fuzz_check(status, &error);
  if ((status == GB_OK) != (c != NULL)) abort();
  gb_case_destroy(&c);
  return 0;
}

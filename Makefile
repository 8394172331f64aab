# Gimbal: one Makefile, sources found by wildcard. `make help` lists the targets.
BUILD  ?= build
CC      = mpicc
PREFIX ?= /usr/local
comma  := ,
ABI     = 0
CFLAGS ?= -O3 -march=native -g1
WARNINGS = -Wall -Wextra -Wshadow -Werror
# Debian has several HDF5; others the one of MPI alone.
hdf5   := $(if $(shell pkg-config --silence-errors --libs hdf5-openmpi 2> /dev/null),hdf5-openmpi,hdf5)
HDF5   := $(shell pkg-config --silence-errors --cflags $(hdf5) 2> /dev/null)
HDF5_LIBS := $(or $(shell pkg-config --silence-errors --libs $(hdf5) 2> /dev/null),-lhdf5)
BLAS    = -llapack -lblas
# GCC: complex products without the library call that looks for infinities; clang has no such flag, and
# warns of what an initialiser leaves at zero inside others that say what they set.
CLANG   := $(findstring clang,$(shell $(CC) --version 2> /dev/null))
SPECIAL := $(if $(CLANG),-Wno-missing-field-initializers,-fcx-limited-range)
# GCC 12 loses values of conditionals with complex numbers in loops that it vectorises for AVX-512.
COMPLEX := -DGB_COMPLEX $(if $(CLANG),,-fno-tree-loop-vectorize)
# Optimisation by these where they are installed. IPOPT is no part of the link, see src/optimize/ipopt.c.
NLOPT := $(shell pkg-config --silence-errors --libs nlopt 2> /dev/null)
IPOPT := $(shell pkg-config --silence-errors --cflags ipopt 2> /dev/null)
optimizers := $(if $(NLOPT),-DGB_NLOPT) $(if $(IPOPT),-DGB_IPOPT)
# A second linear solver where a folder of PETSc is given. It is no part of the link either, see src/solve/factor/petsc.c.
PETSC ?= $(PETSC_DIR)
petsc_pc := PKG_CONFIG_PATH=$(PETSC)/lib/pkgconfig pkg-config
PETSC_FLAGS := $(if $(PETSC),$(shell $(petsc_pc) --cflags petsc))
PETSC_LIBS := $(if $(PETSC),$(shell $(petsc_pc) --libs petsc) -Wl$(comma)-rpath$(comma)$(shell $(petsc_pc) --variable=libdir petsc))
plugins := $(if $(IPOPT),gimbal-ipopt.so) $(if $(PETSC_LIBS),gimbal-petsc.so)
FLAGS   = -std=gnu11 $(CFLAGS) $(WARNINGS) $(SPECIAL) -fno-math-errno -ffp-contract=off \
          -fPIC -fvisibility=hidden $(SANITIZE) -Iinclude -Isrc -I. $(HDF5) $(optimizers)
LIBS    = -ldmumps -lsmumps -lzmumps -lmumps_common -lmetis -lklu $(HDF5_LIBS) -lparpack $(BLAS) \
          -lyaml $(NLOPT) -lm
# The program takes what it can from archives, as half of its start was the loading of 66 libraries: HDF5's alone brings 32
# that read files of the web. Where an archive is missing, or needs what is not here, it is linked with the libraries.
ARCHIVES := $(patsubst %,-l:lib%.a,dmumps smumps zmumps mumps_common pord klu amd colamd btf suitesparseconfig)
ARCHIVES := -Wl,--as-needed $(ARCHIVES) $(filter -L%,$(HDF5_LIBS)) -l:libhdf5.a -l:libsz.a -l:libaec.a -lz \
            -lscalapack-openmpi -lmpi_mpifh -lgfortran -lmetis -lparpack $(BLAS) -lyaml $(NLOPT) -lm
link = $(CC) $(FLAGS) -o $@ $(1) $(ARCHIVES) 2> $@.log || \
  { echo "  without archives of libraries, see $@.log"; $(CC) $(FLAGS) -o $@ $(1) $(LIBS); }

# Built once, built twice (real and complex: everything that holds a gb_scalar), built complex alone.
# Sources of folders and their rooms.
within = $(foreach folder,$(1),$(wildcard $(folder)/*.c $(folder)/*/*.c $(folder)/*/*/*.c))
PLUGIN := $(wildcard src/optimize/plugin/*.c src/solve/plugin/*.c)
COMPLEX_ALONE := elements/derived/complex_step.c constitutive/complex_step.c
ONCE  := $(filter-out $(PLUGIN),$(call within,$(addprefix src/,base mesh optimize problem deck gmsh nastran abaqus case model \
           modes output monitor session library)))
TWICE := $(filter-out $(PLUGIN) $(COMPLEX_ALONE),$(call within,elements constitutive integrators functions \
           $(addprefix src/,solve restart system engine)))
MAIN  := src/main.c $(call within,src/command src/picture src/verbs)
UNIT  := $(wildcard tests/unit/*.c)
PROBE := $(wildcard tests/unit/twice/*.c)
FUZZ  := $(wildcard tests/fuzz/*.c)
BENCH := $(wildcard bench/*.sh)
BENCH_PROGRAMS := $(wildcard bench/*.c)
CASES := $(wildcard tests/cases/*/*.py)
STYLED = $(wildcard include/*.h src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] src/*/*/*/*.[ch] elements/*.[ch] elements/*/*.[ch] \
                    constitutive/*.[ch] constitutive/*/*.[ch] integrators/*.[ch] integrators/*/*.[ch] functions/*.[ch] tests/unit/*.[ch] \
                    tests/unit/twice/*.[ch] tests/fuzz/*.[ch] tests/*.c bench/*.c)

once_objects    := $(ONCE:%.c=$(BUILD)/%.o)
real_objects    := $(TWICE:%.c=$(BUILD)/real/%.o)
complex_objects := $(TWICE:%.c=$(BUILD)/complex/%.o) $(COMPLEX_ALONE:%.c=$(BUILD)/complex/%.o)
main_objects    := $(MAIN:%.c=$(BUILD)/%.o)
library_objects := $(filter $(BUILD)/src/library/%,$(once_objects))
real_probe      := $(PROBE:%.c=$(BUILD)/real/%.o)
complex_probe   := $(PROBE:%.c=$(BUILD)/complex/%.o)
unit_tests      := $(UNIT:tests/unit/%.c=$(BUILD)/tests/%)

# Quiet rules; `make V=1` shows the commands.
say = $(if $(V),,@printf '  %-8s %s\n' $(1) $@;)
again = +@$(MAKE) --no-print-directory

# As many jobs as processors; a -j of the caller's wins.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

all: $(BUILD)/gimbal $(BUILD)/libgimbal.so $(plugins:%=$(BUILD)/%) ## the program, build/gimbal, and the library (default)

$(BUILD)/gimbal: $(main_objects) $(BUILD)/libgimbal.a
	$(call say,LINK)$(call link,$^)

# The program whose allocations tests/fault.c makes fail: those of libraries are outside of its code.
$(BUILD)/tests/gimbal: $(main_objects) $(BUILD)/libgimbal.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(FLAGS) -o $@ $^ $(LIBS)

# The program as a server for tests, which use it unless it is older than the program.
serve: $(BUILD)/serve
$(BUILD)/serve: tests/serve.c $(filter-out %/src/main.o,$(main_objects)) $(BUILD)/libgimbal.a $(BUILD)/gimbal
	$(call say,LINK)$(call link,-MMD -MP -MF $@.d -MT $@ $(filter %.c %.o %.a,$^))

# The library for other programs (include/gimbal.h), of which gimbal_* are visible.
$(BUILD)/libgimbal.so: $(BUILD)/libgimbal.so.$(ABI)
	@ln -sf $(<F) $@
$(BUILD)/libgimbal.so.$(ABI): $(library_objects) $(BUILD)/libgimbal.a
	$(call say,LINK)$(CC) $(FLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(LIBS)

$(BUILD)/gimbal-ipopt.so: src/optimize/plugin/ipopt.c $(wildcard src/optimize/*.h)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(FLAGS) $(IPOPT) -fPIC -shared -fvisibility=hidden -o $@ $< -lipopt

$(BUILD)/gimbal-petsc.so: $(wildcard src/solve/plugin/*.[ch]) $(wildcard src/solve/factor/*.h) $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(FLAGS) $(PETSC_FLAGS) -shared -o $@ $(filter %.c,$^) $(PETSC_LIBS)

# What objects were built with, among it which libraries the methods have: they are built again when
# that changes.
$(BUILD)/flags: always
	@mkdir -p $(@D)
	@test "$$(cat $@ 2> /dev/null)" = "$(FLAGS)" || { echo "$(FLAGS)" > $@; \
	  $(if $(NLOPT),:,echo "  without NLopt: no optimize.method slsqp, lbfgsb; it is in libnlopt-dev"); \
	  $(if $(IPOPT),:,echo "  without IPOPT: no optimize.method ipopt; it is in coinor-libipopt-dev"); }

# The commit that --version tells, where there is one.
$(BUILD)/commit: always
	@mkdir -p $(@D)
	@commit=$$(git describe --always --dirty 2> /dev/null || echo unknown); \
	  test "$$(cat $@ 2> /dev/null)" = "$$commit" || echo "$$commit" > $@
$(BUILD)/src/picture/view.o: src/picture/view.js
$(BUILD)/src/command/help/version.o: $(BUILD)/commit
$(BUILD)/src/command/help/version.o: private FLAGS += -DGB_COMMIT='"$(shell cat $(BUILD)/commit 2> /dev/null)"'

$(BUILD)/libgimbal.a: $(once_objects) $(real_objects) $(BUILD)/complex.o
	$(call say,AR)rm -f $@ && ar rcs $@ $^

# One relocatable object, of which only the engine and the complex steps of elements and sections
# stay visible.
$(BUILD)/complex.o: $(complex_objects)
	$(call say,LD)ld -r -o $@ $^ && objcopy --keep-global-symbol=gb_engine_complex \
	  --keep-global-symbol=gb_complex_step --keep-global-symbol=gb_section_step $@

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/real/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/complex/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) $(COMPLEX) -MMD -MP -c -o $@ $<

# Small systems for tests, built twice as well: gb_probe_real and gb_probe_complex.
$(BUILD)/libprobe.a: $(real_probe) $(BUILD)/complex_probe.o
	$(call say,AR)rm -f $@ && ar rcs $@ $^
$(BUILD)/complex_probe.o: $(complex_probe) $(complex_objects)
	$(call say,LD)ld -r -o $@ $^ && objcopy --keep-global-symbol=gb_probe_complex $@

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libprobe.a $(BUILD)/libgimbal.a
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) -MMD -MP -MF $@.d -MT $@ -o $@ $< $(BUILD)/libprobe.a \
	  $(BUILD)/libgimbal.a -lcmocka $(LIBS)

unit: $(unit_tests) $(BUILD)/tests/gimbal ## the unit tests' programs, not run

# Packages may be missing when make reads this file, and with them the flags of pkg-config: these
# targets install what is missing, then call make again.
run: ## install what is missing, build, mesh a plate with gmsh, march it, print its gradients
	@tools/setup.sh run
	$(again) all
	@mkdir -p $(BUILD)/run
	tools/mpirun.sh 2 $(BUILD)/gimbal gradient meshes/plate-run.yaml \
	  --json $(BUILD)/run/plate-run.json --output-dir $(BUILD)/run

test: ## install what is missing, build, run all tests (search=REGEX: those that match)
	@tools/setup.sh test
	$(again) all unit serve
	@BUILD=$(BUILD) tests/run $(if $(search),--search '$(search)')

mutate: ## deliberate defects (tests/mutations), which tests must catch (search=REGEX: those that match; patience=N)
	@tools/setup.sh test
	$(again) all unit serve
	@BUILD=$(BUILD) patience=$(or $(patience),1) tests/mutate $(if $(search),--search '$(search)')

$(BUILD)/bench/%: bench/%.c $(BUILD)/libgimbal.a
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) -MMD -MP -MF $@.d -MT $@ -o $@ $< $(BUILD)/libgimbal.a $(LIBS)

bench: all $(BENCH_PROGRAMS:%.c=$(BUILD)/%) ## every measurement of bench/ (scripts and programs)
	@test -n "$(BENCH)" || { echo "no benchmark in bench/"; exit 1; }
	@set -e; for bench in $(BENCH) $(BENCH_PROGRAMS:%.c=$(BUILD)/%); do \
	  echo "== $$bench"; BUILD=$(BUILD) $$bench; done

sanitize: ## unit tests and quick cases under the address and undefined-behaviour sanitizers
	@tools/setup.sh test
	$(again) BUILD=build/sanitize CFLAGS="-O1 -g -fno-omit-frame-pointer" \
	  SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined \
	  -Wno-maybe-uninitialized -Wno-stringop-overflow" all unit serve
	@BUILD=build/sanitize ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0 \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/tests/openmpi.supp:print_suppressions=0 \
	  tests/run --quick --patience 5 $(if $(search),--search '$(search)')

valgrind: ## unit tests and some cases under valgrind's memcheck, two to four hours
	@tools/setup.sh valgrind
	$(again) BUILD=build/valgrind CFLAGS="-O1 -g" all unit
	@BUILD=build/valgrind tests/run --patience 20 $(if $(search),--search '$(search)') \
	  --wrap "valgrind -q --error-exitcode=1 --num-callers=100 --leak-check=full \
	  --errors-for-leak-kinds=definite --suppressions=$(CURDIR)/tests/valgrind.supp \
	  --suppressions=/usr/share/openmpi/openmpi-valgrind.supp"

# The readers, and what they and the check of a mesh know of elements, without the solver.
$(BUILD)/libreaders.a: $(once_objects) $(patsubst %,$(BUILD)/real/%.o,elements/multibody/joint_types \
    $(addprefix src/restart/,checkpoint schedule state_file) $(patsubst %.c,%,$(filter-out $(COMPLEX_ALONE),$(call within,constitutive))))
	$(call say,AR)rm -f $@ && ar rcs $@ $^
$(BUILD)/fuzz/%: tests/fuzz/%.c $(BUILD)/libreaders.a
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(FLAGS) -DGB_FUZZING -fsanitize=fuzzer -MMD -MP -MF $@.d -MT $@ -o $@ $< \
	  $(BUILD)/libreaders.a -lyaml $(HDF5_LIBS) -lm
fuzz-programs: $(FUZZ:tests/fuzz/%.c=$(BUILD)/fuzz/%)

fuzz: ## feed made-up inputs to the readers by libFuzzer (seconds=600 in all; search=REGEX)
	@tools/setup.sh fuzz
	$(again) BUILD=build/fuzz CC="env OMPI_CC='$(or $(FUZZ_CC),clang)' $(CC)" \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer" \
	  SANITIZE="-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined" \
	  fuzz-programs
	@BUILD=build/fuzz tests/fuzz/run $(or $(seconds),600) '$(or $(search),.)'

# Documents and examples as they lie here, so that links between them hold.
root      = $(DESTDIR)$(PREFIX)
documents = $(root)/share/doc/gimbal
version   = $(shell sed -n 's/.*GB_VERSION "\(.*\)"/\1/p' src/base/version.h)
install: all ## program, library, Python package, documents and examples to PREFIX=/usr/local (DESTDIR is heeded)
	install -D -m 755 -t $(root)/bin $(BUILD)/gimbal
	install -D -m 755 -t $(root)/lib $(BUILD)/libgimbal.so.$(ABI)
	ln -sf libgimbal.so.$(ABI) $(root)/lib/libgimbal.so
	$(if $(strip $(plugins)),install -D -m 755 -t $(root)/lib/gimbal $(plugins:%=$(BUILD)/%))
	install -D -m 644 -t $(root)/include include/gimbal.h
	install -d $(root)/lib/pkgconfig $(root)/lib/cmake/Gimbal
	sed 's/@VERSION@/$(version)/' tools/install/gimbal.pc > $(root)/lib/pkgconfig/gimbal.pc
	sed 's/@VERSION@/$(version)/' tools/install/GimbalConfig.cmake > $(root)/lib/cmake/Gimbal/GimbalConfig.cmake
	install -d $(addprefix $(root)/share/,man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	tools/mpirun.sh 1 $(BUILD)/gimbal help man > $(root)/share/man/man1/gimbal.1
	tools/mpirun.sh 1 $(BUILD)/gimbal completion bash > $(root)/share/bash-completion/completions/gimbal
	tools/mpirun.sh 1 $(BUILD)/gimbal completion zsh > $(root)/share/zsh/site-functions/_gimbal
	tools/mpirun.sh 1 $(BUILD)/gimbal completion fish > $(root)/share/fish/vendor_completions.d/gimbal.fish
	install -D -m 644 -t $(root)/lib/python3/dist-packages/gimbal $(wildcard python/gimbal/*.py python/gimbal/*.pyi python/gimbal/py.typed)
	install -D -m 644 -t $(documents) LICENSE $(wildcard *.md)
	install -D -m 644 -t $(documents)/docs $(wildcard docs/*.*)
	install -D -m 644 -t $(documents)/docs/notebooks $(wildcard docs/notebooks/*)
	install -D -m 644 -t $(documents)/meshes $(wildcard meshes/*)
	install -D -m 644 -t $(documents)/python/examples $(wildcard python/examples/*)

deb: ## the Debian packages of what is committed, in build/deb: a source package and what it makes
	@tools/package/deb.sh

format: ## lay out all sources by .clang-format
	@tools/setup.sh format
	clang-format -i $(STYLED)

check-format: ## fail where `make format` would change a source
	@tools/setup.sh format
	clang-format --dry-run --Werror $(STYLED)

check-house: ## fail where a folder includes one that it may not know, or a struct or function is too large
	@tools/check_house.py

info: ## compiler, flags and libraries in use
	@printf '%-12s %s\n' compiler "$$($(CC) --version | head -n 1)" \
	  mpi "$$(mpirun --version | head -n 1)" flags "$(FLAGS)" libraries "$(LIBS)" \
	  sources "$(words $(ONCE)) once, $(words $(TWICE)) twice, $(words $(COMPLEX_ALONE)) complex" \
	  tests "$(words $(UNIT)) unit, $(words $(CASES)) cases"

clean: ## remove the build folder
	rm -rf $(BUILD)

help: ## this list
	@echo "make [target] [V=1] [BUILD=build] [CC=mpicc] [CFLAGS=...]"
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1|\2/p' Makefile | while IFS='|' read -r target text; do \
	  printf '  %-14s %s\n' "$$target" "$$text"; done

-include $(patsubst %.o,%.d,$(once_objects) $(real_objects) $(complex_objects) $(main_objects))
-include $(unit_tests:=.d) $(BUILD)/serve.d $(FUZZ:tests/fuzz/%.c=$(BUILD)/fuzz/%.d) $(BENCH_PROGRAMS:%.c=$(BUILD)/%.d) $(patsubst %.o,%.d,$(real_probe) $(complex_probe))
.PHONY: always all unit serve run test mutate bench fuzz fuzz-programs sanitize valgrind install deb format check-format check-house info clean help

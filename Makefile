# Gimbal: one Makefile, sources found by wildcard. `make help` lists the targets.
BUILD  ?= build
CC      = mpicc
PREFIX ?= /usr/local
CFLAGS ?= -O3 -march=native -g
WARNINGS = -Wall -Wextra -Wshadow -Werror
HDF5   := $(shell pkg-config --silence-errors --cflags hdf5-openmpi)
HDF5_LIBS := $(shell pkg-config --silence-errors --libs hdf5-openmpi)
FLAGS   = -std=gnu11 $(CFLAGS) $(WARNINGS) -fcx-limited-range -fno-math-errno -ffp-contract=off $(SANITIZE) -Isrc -I. $(HDF5)
LIBS    = -ldmumps -lzmumps -lmumps_common -lmetis $(HDF5_LIBS) -lhdf5_openmpi -llapack -lblas -lyaml -lm

# Built once, and built twice (real and complex: everything that holds a gb_scalar).
ONCE  := $(filter-out src/main.c,$(wildcard src/base/*.c src/input/*.c src/model/*.c src/output/*.c))
TWICE := $(wildcard elements/*.c constitutive/*.c integrators/*.c functions/*.c src/solve/*.c src/analysis/*.c)
MAIN  := $(wildcard src/main.c src/command/*.c)

once_objects    := $(ONCE:%.c=$(BUILD)/%.o)
real_objects    := $(TWICE:%.c=$(BUILD)/real/%.o)
complex_objects := $(TWICE:%.c=$(BUILD)/complex/%.o)
main_objects    := $(MAIN:%.c=$(BUILD)/%.o)

all: $(BUILD)/gimbal

$(BUILD)/gimbal: $(main_objects) $(BUILD)/libgimbal.a
	$(CC) $(FLAGS) -o $@ $^ $(LIBS)

$(BUILD)/libgimbal.a: $(once_objects) $(real_objects) $(BUILD)/complex.o
	rm -f $@ && ar rcs $@ $^

# One relocatable object, of which only the engine's symbol stays visible.
$(BUILD)/complex.o: $(complex_objects)
	ld -r -o $@ $^
	objcopy --keep-global-symbol=gb_engine_complex $@

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/real/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/complex/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -DGB_COMPLEX -MMD -MP -c -o $@ $<

clean:
	rm -rf $(BUILD)

-include $(once_objects:.o=.d) $(real_objects:.o=.d) $(complex_objects:.o=.d) $(main_objects:.o=.d)
.PHONY: all clean

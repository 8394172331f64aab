/// Claims: one plate, and bars, in small, large and free fields are one mesh and one deck; cards
/// and continuations may stand in any order and file; numbers, sets, sums and names are Nastran's;
/// damaged decks do no harm.
// ranks: 1
#include "mesh_files.h"
#include "nastran_texts.h"

enum { SMALL, LARGE, FREE, FORMATS };

/// One card of up to 16 fields in a format; lines go on with marks, large ones in halves.
static void put_card(FILE *file, int format, const char *const fields[]) {
  int per_line = format == LARGE ? 4 : 8, width = format == LARGE ? 16 : 8, count = 0;
  static int mark;
  do ++count;
  while (fields[count]);
  char name[12];
  snprintf(name, sizeof name, "%s%s", fields[0], format == LARGE ? "*" : "");
  for (int first = 1; first < count; first += per_line) {
    fprintf(file, format == FREE ? "%s" : "%-8s", name);
    for (int i = first; i < first + per_line; ++i) {
      const char *field = i < count ? fields[i] : "";
      if (format == FREE)
        fprintf(file, ",%s", field);
      else
        fprintf(file, "%*s", width, field);
    }
    bool last = first + per_line >= count;
    if (!last) {
      snprintf(name, sizeof name, "%sA%d", format == LARGE ? "*" : "+", mark++);
      fprintf(file, "%s%s", format == FREE ? "," : "", name);
    }
    fputc('\n', file);
  }
}

#define CARD(...) put_card(file, format, (const char *const[]){__VA_ARGS__, NULL})

/// A plate of 3 x 2 elements.
static const char *write_plate(int format) {
  const char *path = in_folder("plate.bdf");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  CARD("MAT1", "1", "7.+10", "", ".3", "2.5D+3", "", "", "", "3.5E8");
  CARD("PSHELL", "4", "1", "5.-3", "1", "", "1");
  for (int n = 0; n < 12; ++n) {
    char id[12], x[20], y[20];
    snprintf(id, sizeof id, "%d", n + 1);
    snprintf(x, sizeof x, "%d.25", n % 4);
    snprintf(y, sizeof y, "%d.5", n / 4);
    CARD("GRID", id, "", x, y, "-0.0", "", n ? "" : "6");
  }
  for (int e = 0; e < 6; ++e) {
    char text[5][12];
    int n = e / 3 * 4 + e % 3 + 1, numbers[5] = {e + 1, n, n + 1, n + 5, n + 4};
    for (int i = 0; i < 5; ++i) snprintf(text[i], sizeof text[i], "%d", numbers[i]);
    CARD("CQUAD4", text[0], "4", text[1], text[2], text[3], text[4]);
  }
  CARD("SPC1", "1", "123456", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
  CARD("FORCE", "2", "12", "0", "2.0", "0.", "0.", "-1.0");
  CARD("PLOAD4", "2", "1", "1.5", "", "", "", "THRU", "6");
  fprintf(file, "ENDDATA\n");
  fclose(file);
  return path;
}

static void assert_same_deck(const gb_problem *a, const gb_problem *b) {
  assert_int_equal(a->materials.count, b->materials.count);
  assert_true(a->materials.entry[0].young == b->materials.entry[0].young);
  assert_true(a->materials.entry[0].yield == b->materials.entry[0].yield);
  assert_int_equal(a->shells.count, b->shells.count);
  assert_true(a->shells.entry[0].thickness == b->shells.entry[0].thickness);
  assert_int_equal(a->supports.count, b->supports.count);
  assert_int_equal(a->loads.count, b->loads.count);
  for (int i = 0; i < a->loads.count; ++i) {
    assert_string_equal(a->loads.entry[i].group, b->loads.entry[i].group);
    assert_int_equal(a->loads.entry[i].type, b->loads.entry[i].type);
  }
}

static void formats_agree(void **state) {
  gb_mesh *mesh[FORMATS];
  gb_problem *deck[FORMATS];
  (void)state;
  for (int f = 0; f < FORMATS; ++f) mesh[f] = read_mesh(write_plate(f), &deck[f]);
  assert_int_equal(mesh[0]->nodes, 12);
  assert_int_equal(mesh[0]->elements, 6);
  assert_string_equal(mesh[0]->group[0].name, "4");
  assert_true(deck[0]->materials.entry[0].young == 7e10 &&
              deck[0]->materials.entry[0].density == 2500);
  assert_true(deck[0]->shells.entry[0].thickness == 5e-3 &&
              deck[0]->materials.entry[0].yield == 3.5e8);
  assert_int_equal(gb_mesh_group(mesh[0], "SPC 1: 123456", 0)->nodes, 12);
  assert_int_equal(gb_mesh_group(mesh[0], "GRID: 6", 0)->nodes, 1);
  assert_int_equal(gb_mesh_group(mesh[0], "PLOAD 2: 1.5", 2)->elements, 6);
  for (int f = 1; f < FORMATS; ++f) {
    assert_same_mesh(mesh[0], mesh[f]);
    assert_same_deck(deck[0], deck[f]);
  }
  for (int f = 0; f < FORMATS; ++f) {
    gb_mesh_destroy(&mesh[f]);
    gb_problem_destroy(&deck[f]);
  }
}

static void the_example_is_what_it_says(void **state) {
  gb_problem *deck;
  double area = 0, force = 0;
  (void)state;
  gb_mesh *mesh = read_mesh("meshes/plate-small.bdf", &deck);
  for (int32_t e = 0; e < mesh->elements; ++e) {
    const int32_t *n = mesh->node + mesh->start[e];
    area += (mesh->position[n[2]][0] - mesh->position[n[0]][0]) *
            (mesh->position[n[2]][1] - mesh->position[n[0]][1]);
  }
  assert_true(fabs(area - 0.6) < 1e-12);
  assert_string_equal(mesh->group[0].name, "skin");
  assert_int_equal(mesh->group[0].number, 7);
  assert_string_equal(deck->shells.entry[0].group, "skin");
  assert_string_equal(deck->shells.entry[0].material, deck->materials.entry[0].name);
  assert_int_equal(deck->supports.count, 1);
  assert_int_equal(deck->supports.entry[0].fix,
                   GB_FIX_X | GB_FIX_Y | GB_FIX_Z | GB_FIX_RX | GB_FIX_RY | GB_FIX_RZ);
  assert_int_equal(deck->supports.entry[0].symmetry, -1);
  assert_non_null(strstr(deck->supports.entry[0].where, "plate-small.bdf:"));
  assert_non_null(strstr(deck->supports.entry[0].where, ": SPC1"));
  for (int i = 0; i < deck->loads.count; ++i)
    force += gb_expression_real(deck->loads.entry[i].value[2], NULL) *
             gb_mesh_group(mesh, deck->loads.entry[i].group, 0)->nodes;
  assert_true(fabs(force + 4) < 1e-5);
  gb_mesh_destroy(&mesh);
  gb_problem_destroy(&deck);
}

/// Three bars and a rod: a flag, offsets, an orientation by a grid.
static const char *write_bars(int format) {
  const char *path = in_folder("bars.bdf");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  CARD("MAT1", "1", "7.+10", "", ".3", "2.5D+3");
  CARD("PBAR", "4", "1", "8.-4", "1.1-7", "3.-8", "8.-8");
  CARD("PBARL", "6", "1", "", "I", "", "", "", "", ".1", ".06", ".06", ".005", ".008", ".008");
  CARD("PROD", "7", "1", "1.-4");
  for (int n = 0; n < 5; ++n) {
    char id[12], x[20];
    snprintf(id, sizeof id, "%d", n + 1);
    snprintf(x, sizeof x, "%d.", n % 4);
    CARD("GRID", id, "", x, n < 4 ? "0." : "1.", "0.", "", n ? "" : "123456");
  }
  CARD("CBAR", "1", "4", "1", "2", "0.", "1.", "0.", "", "456", "", "0.", ".1", "0.", "0.", ".1");
  CARD("CBAR", "2", "6", "2", "3", "0.", "0.", "1.");
  CARD("CBAR", "3", "4", "3", "4", "5", "", "", "GGG");
  CARD("CROD", "4", "7", "1", "4");
  CARD("GRID", "6", "", "4.", "0.", "0.");
  CARD("CTRIA3", "5", "9", "4", "6", "5");
  CARD("PSHELL", "9", "1", ".01", "1");
  fprintf(file, "ENDDATA\n");
  fclose(file);
  return path;
}

static void assert_same_beams(const gb_problem *a, const gb_problem *b) {
  assert_int_equal(a->beams.count, b->beams.count);
  for (int i = 0; i < a->beams.count; ++i) {
    const gb_beam *x = &a->beams.entry[i], *y = &b->beams.entry[i];
    assert_string_equal(x->section, y->section);
    assert_int_equal(x->bars, y->bars);
    if (x->bars) assert_memory_equal(x->bar, y->bar, (size_t)x->bars * sizeof *x->bar);
  }
  assert_int_equal(a->joints.count, b->joints.count);
  assert_memory_equal(a->joints.entry[0].axis, b->joints.entry[0].axis, sizeof(double[3]));
}

static void bars_agree(void **state) {
  gb_mesh *mesh[FORMATS];
  gb_problem *deck[FORMATS];
  (void)state;
  for (int f = 0; f < FORMATS; ++f) mesh[f] = read_mesh(write_bars(f), &deck[f]);
  assert_int_equal(mesh[0]->nodes, 6 + 1 + 3); // an end with a flag, and the middles of bars
  assert_int_equal(gb_mesh_group(mesh[0], "4", 1)->elements, 2);
  assert_int_equal(deck[0]->shells.count, 1); // beside bars, whose groups come later
  const gb_beam *constants = &deck[0]->beams.entry[0], *shape = &deck[0]->beams.entry[1];
  assert_string_equal(constants->section, "PBAR 4");
  assert_true(constants->bar[0].offset[0][1] == 0); // the node of the flag is beside the grid
  assert_true(constants->bar[0].offset[1][1] == 0.1);
  assert_true(constants->bar[1].orientation[1] == 1 && constants->bar[1].orientation[0] == 0);
  assert_true(shape->bar[0].orientation[1] == 1); // our web is along z, Nastran's along y
  assert_true(deck[0]->sections.entry[0].I_zz == 1.1e-7 && deck[0]->sections.entry[0].I_yy == 3e-8);
  assert_true(deck[0]->sections.entry[1].height == 0.1 && deck[0]->sections.entry[1].web == 0.005);
  assert_string_equal(deck[0]->joints.entry[0].name, "CBAR 1 PA");
  assert_string_equal(deck[0]->joints.entry[0].between[0], "group:CBAR 1 PA grid");
  for (int f = 1; f < FORMATS; ++f) {
    assert_same_mesh(mesh[0], mesh[f]);
    assert_same_beams(deck[0], deck[f]);
  }
  for (int f = 0; f < FORMATS; ++f) {
    gb_mesh_destroy(&mesh[f]);
    gb_problem_destroy(&deck[f]);
  }
}

static gb_mesh *read_text(const char *text, gb_problem **deck) {
  return read_mesh(write_text("text.bdf", text), deck);
}

static void continuations_are_found_anywhere(void **state) {
  static const char *const texts[] = {
      MODEL "SPC1    1       12      1       2       3       4       9\n",
      MODEL "SPC1,1,12,1,2,3\n,,,,,,,,4\n,9\n",
      "+X1     3       4                                                       +X2\n" MODEL
      "+X2     9\n"
      "SPC1    1       12      1       2                                       +X1\n",
      MODEL "SPC1    1       12                                                      +A\n"
            "+A                                                                      +B\n"
            "+B      1       2       3       4       9\n",
      MODEL "*Q      1               2               3               4               *R\n"
            "*R      9\n"
            "SPC1*   1               12                                              *Q\n",
      MODEL "SPC1*   1               12              1               2\n"
            "*       3\n"
            "+       4       9\n",
      "begin bulk\n" MODEL "spc1\t1\t12\t1\t2\t3\t4\t9\n",
      MODEL "SPC1,1,12,1,THRU,4\nSPC1,1,12,9\r\n\r\n",
      MODEL "SPC1,1,21,1,THRU,9 $ gaps are no harm\n",
      MODEL "SPC,1,1,12,0.,2,12,0.\nSPC,1,3,12\nSPC,1,9,12,,4,12\n",
  };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    gb_problem *deck;
    gb_mesh *mesh = read_text(texts[i], &deck);
    assert_int_equal(deck->supports.count, 1);
    assert_int_equal(deck->supports.entry[0].fix, GB_FIX_X | GB_FIX_Y);
    assert_int_equal(gb_mesh_group(mesh, "SPC 1: 12", 0)->nodes, 5);
    gb_mesh_destroy(&mesh);
    gb_problem_destroy(&deck);
  }
}

static void includes_are_relative_to_their_file(void **state) {
  char command[100];
  (void)state;
  snprintf(command, sizeof command, "mkdir -p %s/parts/deep", folder);
  assert_int_equal(system(command), 0);
  write_text("parts/grids.inc",
             GRIDS "INCLUDE 'deep/\n        more.inc' $ in two lines\n" TRIANGLE);
  write_text("parts/deep/more.inc", QUAD);
  gb_mesh *mesh = read_text("INCLUDE 'parts/grids.inc'\nENDDATA\nnonsense\n", NULL);
  assert_int_equal(mesh->elements, 2);
  gb_mesh_destroy(&mesh);
  write_text("parts/deep/more.inc", "CQUAD4,1,5,1,2,3\n");
  assert_refused(write_text("text.bdf", "INCLUDE parts/grids.inc\n"), GB_MODEL,
                 "parts/deep/more.inc:1: CQUAD4 1: G4 must be an integer");
  write_text("parts/deep/more.inc", "$\nINCLUDE '../grids.inc'\n");
  assert_refused(in_folder("text.bdf"), GB_MODEL, "does a file include itself");
  assert_refused(write_text("text.bdf", "$\nINCLUDE 'lost.inc'\n"), GB_FILE, "text.bdf:2: INCLUDE");
}

/// Ten files that each include the next one twice: 1023 in all, and nothing includes itself.
static void includes_are_bounded_in_all(void **state) {
  char name[32], text[100];
  (void)state;
  for (int i = 0; i < 10; ++i) {
    snprintf(name, sizeof name, "twice%d.bdf", i);
    snprintf(text, sizeof text, "INCLUDE 'twice%d.bdf'\nINCLUDE 'twice%d.bdf'\n", i + 1, i + 1);
    write_text(name, text);
  }
  write_text("twice10.bdf", "PARAM,POST,-1\n");
  assert_refused(in_folder("twice0.bdf"), GB_MODEL, "the deck has more than 1000 files");
  write_text("whole.bdf", MODEL "INCLUDE 'twice2.bdf'\nENDDATA\n"); // 511 of them are none too many
  gb_mesh *mesh = read_mesh(in_folder("whole.bdf"), NULL);
  assert_int_equal(mesh->elements, 2);
  gb_mesh_destroy(&mesh);
}

static void a_missing_end_is_told(void **state) {
  (void)state;
  gb_mesh *mesh = read_text(MODEL, NULL);
  assert_non_null(strstr(mesh->notes, "text.bdf: the deck ends without ENDDATA: is it whole?"));
  gb_mesh_destroy(&mesh);
  mesh = read_text(MODEL "ENDDATA 3f0aa12c\nnothing more is read\n", NULL);
  assert_null(mesh->notes);
  gb_mesh_destroy(&mesh);
  mesh = read_text(MODEL "enddata  $ the end\n", NULL);
  assert_null(mesh->notes);
  gb_mesh_destroy(&mesh);
}

static void encodings_are_read_or_told(void **state) {
  (void)state;
  gb_mesh *mesh = read_text("\xEF\xBB\xBF" MODEL "ENDDATA\r\n", NULL);
  assert_int_equal(mesh->elements, 2);
  gb_mesh_destroy(&mesh);
  mesh = read_text("BEGIN BULK\r\n" GRIDS "CQUAD4,1,5,1,2,3,4\r\nENDDATA\r\n\r\n", NULL);
  assert_int_equal(mesh->elements, 1);
  assert_null(mesh->notes);
  gb_mesh_destroy(&mesh);
  static const char wide[] = "G\0R\0I\0D\0"; // UTF-16
  assert_refused(write_bytes("wide.bdf", wide, sizeof wide - 1), GB_MODEL, "zero bytes in it");
}

/// Many lines under one mark: each is found without passing all that were found before.
static void equal_marks_take_no_time(void **state) {
  enum { COUNT = 100000 };
  (void)state;
  char *text = malloc(COUNT * 100), *end = text;
  assert_non_null(text);
  for (int i = 0; i < COUNT; ++i) end += sprintf(end, "+A      %d\n", i % 4 + 1);
  end += sprintf(end, "%s", MODEL);
  for (int i = 0; i < COUNT; ++i)
    end += sprintf(end, "SPC1    1       12      9       %-40s+A\n", "");
  sprintf(end, "ENDDATA\n");
  gb_mesh *mesh = read_text(text, NULL);
  assert_int_equal(gb_mesh_group(mesh, "SPC 1: 12", 0)->nodes, 5);
  gb_mesh_destroy(&mesh);
  free(text);
}

/// A few kilobytes of ranges that would name a hundred million grids.
static void ranges_are_bounded_in_all(void **state) {
  enum { GRIDS_OF_RANGE = 2000, RANGES = 50000 };
  (void)state;
  char *text = malloc(GRIDS_OF_RANGE * 40 + RANGES * 40), *end = text;
  assert_non_null(text);
  for (int i = 1; i <= GRIDS_OF_RANGE; ++i)
    end += sprintf(end, "GRID,%d,,%d.,%d.,0.\n", i, i % 100, i / 100);
  end += sprintf(end, "%s", "CTRIA3,1,5,1,2,102\n");
  for (int i = 0; i < RANGES; ++i) end += sprintf(end, "SPC1,1,3,1,THRU,%d\n", GRIDS_OF_RANGE);
  assert_refused(write_text("text.bdf", text), GB_MODEL, "the ranges name more than 1200100 grids");
  free(text);
}

static void names_come_from_comments(void **state) {
  static const struct {
    const char *before, *name;
  } cases[] = {
      {"$ Femap with NX Nastran Property 5 : upper skin\n", "upper skin"},
      {"$ FEMAP Property 5 : upper skin  \r\n", "upper skin"},
      {"$HMNAME PROP                   5\"upper skin\" 4\n", "upper skin"},
      {"$HMNAME COMP                   5\"upper skin\"\n", "upper skin"},
      {"$HMNAME COMP                   1\"upper skin\"  5 \"its property\" 4\n", "upper skin"},
      {"$HMNAME COMP         5\"part\"\n$HMNAME PROP      5\"upper skin\" 4\n", "upper skin"},
      {"$ Elements and Element Properties for region : upper skin\nPSHELL,5,1,.1,1\n",
       "upper skin"},
      {"$       Shell element data for family    WING/SKIN\n" QUAD, "WING/SKIN"},
      {"$ Femap Property 77 : elsewhere\n", "5"},
      {"$ Femap Property 5 : both\n$ Femap Property 6 : both\n", "5"},
      {"$HMNAME PROP 5\n$HMNAME PROP 5\"open\n$ Femap Property 5\n$ Femap Property x : y\n", "5"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    char text[1000];
    bool has_quad = strstr(cases[i].before, "CQUAD4");
    snprintf(text, sizeof text, "%s%sENDDATA\n", cases[i].before,
             has_quad ? GRIDS TRIANGLE : MODEL);
    gb_mesh *mesh = read_text(text, NULL);
    assert_string_equal(mesh->group[0].name, cases[i].name);
    assert_string_equal(mesh->group[1].name, "6");
    assert_ptr_equal(gb_mesh_group(mesh, "5", -1), &mesh->group[0]);
    const bool shared = mesh->notes && strstr(mesh->notes, "stands beside 2 properties");
    assert_true(shared == (strstr(cases[i].before, "both") != NULL));
    gb_mesh_destroy(&mesh);
  }
}

static void materials_are_completed(void **state) {
  static const struct {
    const char *card;
    double young, poisson;
  } cases[] = {
      {"MAT1,1,200.,,.25", 200, .25},   {"MAT1,1,200.,80.,", 200, .25},
      {"MAT1,1,,80.,.25", 200, .25},    {"MAT1,1,200.,80.,.25", 200, .25},
      {"MAT1,1,2.+2,,2.5-1", 200, .25}, {"MAT1,1,200,,.25", 200, .25},
      {"MAT1,1,+2.E2,,+.25", 200, .25}, {"MAT1,1,2.d2,,0.0025+2", 200, .25},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    gb_problem *deck;
    char text[1000];
    snprintf(text, sizeof text, "%s\n%s", cases[i].card, MODEL);
    gb_mesh *mesh = read_text(text, &deck);
    assert_int_equal(deck->materials.count, 1);
    assert_true(fabs(deck->materials.entry[0].young - cases[i].young) < 1e-12 * 200);
    assert_true(fabs(deck->materials.entry[0].poisson - cases[i].poisson) < 1e-15);
    assert_true(deck->materials.entry[0].yield == 0);
    gb_mesh_destroy(&mesh);
    gb_problem_destroy(&deck);
  }
}

/// The z force or pressure of a group, 0 when no load has it.
static double load_of(const gb_problem *deck, const char *group) {
  for (int i = 0; i < deck->loads.count; ++i)
    if (!strcmp(deck->loads.entry[i].group, group))
      return gb_expression_real(
          deck->loads.entry[i].value[deck->loads.entry[i].type == GB_LOAD_PRESSURE ? 0 : 2], NULL);
  return 0;
}

static void loads_add_up_and_share_groups(void **state) {
  gb_problem *deck;
  (void)state;
  gb_mesh *mesh = read_text(
      MODEL "FORCE,1,1,,2.,,,-1.\nFORCE,1,1,,1.,,,-1.\nFORCE,1,2,0,3.,0.,0.,-1.\n"
            "FORCE,1,3,,.1,,,1.\nMOMENT,1,1,,5.,1.\n"
            "PLOAD2,1,10.,1,2\nPLOAD4,1,2,5.,5.,5.,5.\nPLOAD4,1,1,5.\n,0,0.,0.,0.,SURF,NORM\n"
            "CONM2,90,9,,1.5\nCONM2,91,9,-1,1.\nGRAV,1,,9.81,,,-1.\n"
            "GRAV,1,,1.,,,-1.\n",
      &deck);
  assert_int_equal(deck->loads.count, 4);
  assert_int_equal(gb_mesh_group(mesh, "FORCE 1: 0 0 -3", 0)->nodes, 2);
  assert_true(load_of(deck, "FORCE 1: 0 0 -3") == -3);
  assert_true(load_of(deck, "FORCE 1: 0 0 0.1") == 0.1);
  assert_int_equal(gb_mesh_group(mesh, "PLOAD 1: 15", 2)->elements, 2);
  assert_true(load_of(deck, "PLOAD 1: 15") == 15);
  assert_non_null(gb_mesh_group(mesh, "MOMENT 1: 5 0 0", 0));
  assert_int_equal(deck->masses.count, 1);
  assert_true(deck->masses.entry[0].mass == 2.5);
  assert_string_equal(deck->masses.entry[0].group, "CONM2: 2.5");
  assert_true(fabs(gb_expression_real(deck->gravity[2], NULL) + 10.81) < 1e-14);
  gb_mesh_destroy(&mesh);
  gb_problem_destroy(&deck);
}

static void case_control_chooses_sets(void **state) {
  static const struct {
    const char *control, *more;
    int supports, loads;
    double first, second, gravity; ///< z of the two forces and of gravity
  } cases[] = {
      {"SOL 101\nCEND\nTITLE = SPC = 9\n spc = 2\nLoad=1\nBEGIN BULK\n", "", 1, 1, 1, 0, 0},
      {"SPC = 2\nBEGIN BULK\n", "", 1, 0, 0, 0, 0},
      {"TITLE = NOTHING CHOSEN\nBEGIN BULK\n", "", 0, 0, 0, 0, 0},
      {"SPC = 1\nLOAD = 1\nSUBCASE 2\nLOAD = 2\nBEGIN BULK\n", "", 1, 1, 0, 1, 1},
      {"SPC = 7\nLOAD = 7\nBEGIN BULK\n", "SPCADD,7,1,3\nLOAD,7,2.,1.5,1,-1.,2\nLOAD,8,1.,1.,1\n",
       2, 2, 3, -2, -2},
      {"SUBCASE 1\nLOAD = 2\nSUBCASE 2\nLOAD = 2\nBEGIN BULK\n", "", 0, 1, 0, 1, 1},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    gb_problem *deck;
    char text[2000], group[2][40];
    snprintf(text, sizeof text, "%s%s%s", cases[i].control, SETS, cases[i].more);
    snprintf(group[0], sizeof group[0], "FORCE 1: 0 0 %g", cases[i].first);
    snprintf(group[1], sizeof group[1], "FORCE 2: 0 0 %g", cases[i].second);
    gb_mesh *mesh = read_text(text, &deck);
    assert_int_equal(deck->supports.count, cases[i].supports);
    assert_int_equal(deck->loads.count, cases[i].loads);
    if (cases[i].first != 0) assert_true(load_of(deck, group[0]) == cases[i].first);
    if (cases[i].second != 0) assert_true(load_of(deck, group[1]) == cases[i].second);
    double gravity = deck->gravity[2] ? gb_expression_real(deck->gravity[2], NULL) : 0;
    assert_true(gravity == cases[i].gravity);
    gb_mesh_destroy(&mesh);
    gb_problem_destroy(&deck);
  }
}

static void what_is_left_out_is_told(void **state) {
  (void)state;
  gb_mesh *mesh = read_text(MODEL "PSHELL,5,1,.1\nMAT1,1,1.,,.3,,,,.02\nPARAM,SECRET,1\n", NULL);
  assert_non_null(
      strstr(mesh->notes, "1 parameter (PARAM) that is not known here is left out: SECRET"));
  assert_non_null(strstr(mesh->notes, "text.bdf:8: PSHELL 5 leaves MID2 blank"));
  assert_non_null(strstr(mesh->notes, "\n"));
  assert_non_null(strstr(mesh->notes, "GE, structural damping"));
  gb_mesh_destroy(&mesh);
}

static void damaged_decks_are_survived(void **state) {
  (void)state;
  survive_damage("meshes/plate-small.bdf", "damaged.bdf", 37);
  for (int format = 0; format < FORMATS; ++format)
    survive_damage(write_plate(format), "damaged.nas", 11);
  for (int format = 0; format < FORMATS; ++format)
    survive_damage(write_bars(format), "damaged.nas", 11);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats_agree),
      cmocka_unit_test(the_example_is_what_it_says),
      cmocka_unit_test(continuations_are_found_anywhere),
      cmocka_unit_test(includes_are_relative_to_their_file),
      cmocka_unit_test(includes_are_bounded_in_all),
      cmocka_unit_test(a_missing_end_is_told),
      cmocka_unit_test(encodings_are_read_or_told),
      cmocka_unit_test(equal_marks_take_no_time),
      cmocka_unit_test(ranges_are_bounded_in_all),
      cmocka_unit_test(names_come_from_comments),
      cmocka_unit_test(materials_are_completed),
      cmocka_unit_test(loads_add_up_and_share_groups),
      cmocka_unit_test(case_control_chooses_sets),
      cmocka_unit_test(what_is_left_out_is_told),
      cmocka_unit_test(bars_agree),
      cmocka_unit_test(damaged_decks_are_survived),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}

/// Pictures and histories of the page.
#include "picture/page.h"

#include "picture/markup.h"

#include <math.h>

enum { MOST_FACES = 3500, WIDTH = 560, HEIGHT = 300, MOST_FIGURES = 8 };

// Pictures.

/// @return the largest displacement of a node. @param[out] size  displacements of all nodes; NULL:
/// not needed
static double measure(const gb_gathered *g, int state, double size[]) {
  double most = 0;
  for (int32_t n = 0; n < g->mesh.nodes; n++) {
    const double *u = g->state[state].displacement[n];
    const double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    if (size) size[n] = length;
    most = fmax(most, length);
  }
  return most;
}

/// @return the factor of displacements in pictures: 1, or 1, 2, 5 times a power of ten where the
/// largest is small relative to the model
static double find_enlargement(double most, double size) {
  const double wanted = 0.1 * size / most;
  if (!(most > 1e-12 * size) || wanted < 2) return 1;
  const double power = pow(10, floor(log10(wanted))), part = wanted / power;
  return power * (part < 2 ? 1 : part < 5 ? 2 : 5);
}

static int draw_view(FILE *file, const gb_scene *scene, const gb_scene_view *view,
                     gb_error *error) {
  fputs("<figure>", file);
  return gb_scene_draw(file, scene, view, error);
}

/// Write the caption that all pictures share.
static void write_remarks(FILE *file, const gb_scene *scene, double enlarged) {
  int32_t drawn, all;
  gb_scene_counts(scene, &drawn, &all);
  fputs("<p class=\"quiet\">The outline of the reference is grey.", file);
  if (enlarged > 1) fprintf(file, " Displacements are drawn %g times as large.", enlarged);
  if (drawn < all)
    fprintf(file, " The mesh is thinned: %d of %d faces are drawn.", (int)drawn, (int)all);
  fputs("</p>\n", file);
}

static int draw_states(FILE *file, const gb_gathered *g, gb_scene *scene, double most,
                       gb_error *error) {
  double *size;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, size, (size_t)g->mesh.nodes, error));
  for (int k = 0; k < g->states; k++) {
    const gb_snapshot *state = &g->state[k];
    const bool failure = g->has_largest_failure && k == g->states - 1;
    double high = most;
    const double largest = measure(g, k, size);
    if (failure) high = 0;
    for (int32_t c = 0; failure && c < g->mesh.cells; c++) high = fmax(high, state->failure[c]);
    GB_TRY(draw_view(file, scene,
                     &(gb_scene_view){.displacement = state->displacement,
                                      .value = failure ? state->failure : size,
                                      .cell = failure,
                                      .high = high,
                                      .label = failure ? "failure index" : "displacement"},
                     error));
    if (failure)
      gb_page_caption(file, "Failure index at t = %.6g, when it is largest: %.5g", state->t, high);
    else
      gb_page_caption(file, "Displacement at t = %.6g, up to %.5g", state->t, largest);
  }
  return GB_OK;
}

static int draw_all(FILE *file, const gb_gathered *g, gb_scene *scene, gb_error *error) {
  double most = 0;
  for (int k = 0; k < g->states; k++) most = fmax(most, measure(g, k, NULL));
  const double enlarged = find_enlargement(most, gb_scene_size(scene));
  for (int k = 0; k < g->states; k++) gb_scene_include(scene, g->state[k].displacement, enlarged);
  fputs("<section id=\"pictures\"><h2>Motion</h2>\n<div class=\"grid\">\n", file);
  GB_TRY(draw_view(file, scene, &(gb_scene_view){.displacement = NULL}, error));
  gb_page_caption(file, "The reference configuration");
  GB_TRY(draw_states(file, g, scene, most, error));
  fputs("</div>\n", file);
  write_remarks(file, scene, enlarged);
  fputs("</section>\n", file);
  return GB_OK;
}

int gb_page_pictures(FILE *file, const gb_page *page, gb_error *error) {
  const gb_gathered *g = page->pictures;
  gb_scene *scene;
  if (g->mesh.cells == 0) return GB_OK;
  GB_TRY(gb_scene_create(&g->mesh, MOST_FACES, &scene, error));
  const int status = draw_all(file, g, scene, error);
  gb_scene_destroy(&scene);
  return status;
}

// Histories.

/// Draw the components of a vector over the step ends: y[row * stride + component].
static void draw_vector(FILE *file, const gb_records *r, const double y[], size_t stride,
                        const char *const name[3], const gb_axis *axis) {
  gb_curve curve[3];
  for (int i = 0; i < 3; i++)
    curve[i] = (gb_curve){.name = name[i],
                          .points = r->rows,
                          .x = r->time,
                          .x_stride = 1,
                          .y = y + i,
                          .y_stride = stride};
  gb_page_chart(file, &(gb_chart){.width = WIDTH,
                                  .height = HEIGHT,
                                  .x = {.label = "t"},
                                  .y = *axis,
                                  .curves = 3,
                                  .curve = curve});
}

static void draw_probes(FILE *file, const gb_page *page, double size) {
  static const char *const component[] = {"ux", "uy", "uz"};
  const gb_records *r = page->records;
  const gb_probe_set *probes = page->session->model->probes;
  const gb_axis axis = {.label = "displacement", .least = 1e-9 * size};
  for (int p = 0; p < probes->count && p < MOST_FIGURES; p++) {
    draw_vector(file, r, r->probe + (size_t)p * GB_PROBE_VALUES,
                (size_t)probes->count * GB_PROBE_VALUES, component, &axis);
    gb_page_caption(file, "Probe %s", probes->probe[p].name);
  }
  if (probes->count > MOST_FIGURES)
    fprintf(file, "<p class=\"quiet\">%d more probes are in the file of --json.</p>\n",
            probes->count - MOST_FIGURES);
}

/// Draw the forces in joints and at supports.
static void draw_forces(FILE *file, const gb_page *page) {
  static const char *const component[] = {"fx", "fy", "fz"};
  const gb_records *r = page->records;
  const gb_quantity_set *set = page->session->model->quantities;
  int drawn = 0;
  for (int i = 0; i < set->count && drawn < MOST_FIGURES; i++) {
    const gb_quantity *q = &set->entry[i];
    char name[200];
    if (!gb_quantity_is_force(q->kind)) continue;
    gb_model_quantity_name(page->session->model, i, sizeof name, name);
    draw_vector(file, r, r->quantity + q->first, (size_t)set->values, component,
                &(gb_axis){.label = "force"});
    gb_page_caption(file, "%s: %s", name,
                    q->kind == GB_QUANTITY_JOINT ? "force of the joint" : "reaction");
    drawn++;
  }
}

static int draw_energies(FILE *file, const gb_records *r, gb_error *error) {
  static const char *const name[] = {"sum", "kinetic", "strain", "lost"};
  const size_t stride = 1 + GB_BALANCES;
  gb_curve curve[4];
  double *sum;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, sum, (size_t)r->frames, error));
  for (int f = 0; f < r->frames; f++)
    for (size_t k = 1; k <= 3; k++) sum[f] += r->balance[(size_t)f * stride + k];
  for (int k = 0; k < 4; k++)
    curve[k] = (gb_curve){.name = name[k],
                          .points = r->frames,
                          .x = r->balance,
                          .x_stride = stride,
                          .y = k > 0 ? r->balance + k : sum,
                          .y_stride = k > 0 ? stride : 1};
  gb_page_chart(file, &(gb_chart){.width = WIDTH,
                                  .height = HEIGHT,
                                  .x = {.label = "t"},
                                  .y = {.label = "energy", .from_zero = true},
                                  .curves = 4,
                                  .curve = curve});
  gb_page_caption(file, "Energies, without potentials of loads and gravity");
  return GB_OK;
}

int gb_page_histories(FILE *file, const gb_page *page, gb_error *error) {
  const gb_gathered *g = page->pictures;
  double size = 0;
  for (int32_t n = 0; n < g->mesh.nodes; n++)
    for (int i = 0; i < 3; i++)
      size = fmax(size, fabs(g->mesh.position[n][i] - g->mesh.position[0][i]));
  fputs("<section id=\"histories\"><h2>Histories</h2>\n<div class=\"grid\">\n", file);
  draw_probes(file, page, size);
  draw_forces(file, page);
  if (page->records->frames > 0) GB_TRY(draw_energies(file, page->records, error));
  fputs("</div></section>\n", file);
  return GB_OK;
}

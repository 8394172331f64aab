/// *AMPLITUDE of an .inp deck, as expressions of t. A table is constant before its first and behind
/// its last point. Source: Abaqus Keywords Reference Guide, *AMPLITUDE.
#include "abaqus/entries/load.h"
#include "deck/table.h"

#include <string.h>

typedef GB_LIST_OF(gb_deck_point) point_list;

/// The lines and parameters that make an amplitude.
typedef struct making {
  gb_inp *inp;
  const gb_inp_call *call;
  point_list points;
  char *text; ///< as an expression of t
} making;

int gb_inp_write_table(gb_inp *inp, const gb_deck_point all[], int count, const char *s,
                       char **text, gb_error *error) {
  const gb_deck_point *last = &all[count - 1];
  if (count == 1) return gb_arena_text(inp->arena, text, error, "%.17g", all->y);
  GB_TRY(gb_deck_write_table(all, count, s, inp->arena, text, error));
  return gb_arena_text(inp->arena, text, error, "if(%s < %.17g, %.17g, if(%s < %.17g, %s, %.17g))",
                       s, all->x, all->y, s, last->x, *text, last->y);
}

/// Read a parameter that is a number.
static int read_parameter(const making *m, const char *key, double otherwise, double *value,
                          gb_error *error) {
  const gb_deck_text text = gb_inp_value(m->inp, m->call, key);
  *value = otherwise;
  if (!gb_inp_has(m->inp, m->call, key) || gb_deck_real(text, value)) return GB_OK;
  return gb_record_fail(&m->call->is, error, "%s=%.*s; accepted: a number", key, GB_SHOWN(text));
}

/// Refuse parameters that belong to other definitions.
static int refuse_others(const making *m, const char *const keys[], gb_error *error) {
  for (int i = 0; keys[i]; ++i)
    GB_REFUSE_IF(gb_inp_has(m->inp, m->call, keys[i]), &m->call->is, error,
                 "%s has no meaning for this DEFINITION", keys[i]);
  return GB_OK;
}

/// Read pairs of time and amplitude.
static int read_pairs(making *m, gb_error *error) {
  double shift[2];
  GB_TRY(read_parameter(m, "SHIFTX", 0, &shift[0], error));
  GB_TRY(read_parameter(m, "SHIFTY", 0, &shift[1], error));
  for (gb_inp_data data = gb_inp_begin(m->inp, m->call); gb_inp_next(&data);)
    for (int i = 0; i < data.is.count; i += 2) {
      gb_deck_point p;
      GB_TRY(gb_read_real(&data.is, i, "a time", &p.x, error));
      GB_TRY(gb_read_real(&data.is, i + 1, "the amplitude at it", &p.y, error));
      p.x += shift[0];
      p.y += shift[1];
      GB_REFUSE_IF(m->points.count && !(p.x > m->points.entry[m->points.count - 1].x), &data.is,
                   error, "times must ascend");
      GB_TRY(GB_ARENA_ADD(m->inp->arena, m->points, p, error));
    }
  GB_REFUSE_IF(!m->points.count, &m->call->is, error, "has no points");
  return GB_OK;
}

static int read_table(making *m, gb_error *error) {
  double smooth;
  GB_TRY(refuse_others(m, (const char *const[]){"FIXED INTERVAL", "BEGIN", NULL}, error));
  GB_TRY(read_parameter(m, "SMOOTH", 0, &smooth, error));
  GB_REFUSE_IF(smooth != 0, &m->call->is, error, "SMOOTH; accepted: 0, lines between the points");
  GB_TRY(read_pairs(m, error));
  return gb_inp_write_table(m->inp, m->points.entry, m->points.count, "t", &m->text, error);
}

/// Write SMOOTH STEP: A_i + (A_i+1 - A_i) x^3 (10 - 15 x + 6 x^2) between two points.
static int read_smooth(making *m, gb_error *error) {
  GB_TRY(refuse_others(m, (const char *const[]){"FIXED INTERVAL", "BEGIN", "SMOOTH", NULL}, error));
  GB_TRY(read_pairs(m, error));
  const gb_deck_point *all = m->points.entry;
  GB_TRY(gb_arena_text(m->inp->arena, &m->text, error, "%.17g", all->y));
  for (int i = 1; i < m->points.count; ++i) {
    char *x;
    if (all[i].y == all[i - 1].y) continue;
    GB_TRY(gb_arena_text(m->inp->arena, &x, error, "min(max((t - %.17g)/%.17g, 0), 1)",
                         all[i - 1].x, all[i].x - all[i - 1].x));
    GB_TRY(gb_arena_text(m->inp->arena, &m->text, error,
                         "%s + %.17g*(%s)^3*(10 - 15*%s + 6*(%s)^2)", m->text,
                         all[i].y - all[i - 1].y, x, x, x));
  }
  return GB_OK;
}

/// Read values at equal intervals.
static int read_spaced(making *m, gb_error *error) {
  static const char *const others[] = {"SMOOTH", "SHIFTX", "SHIFTY", NULL};
  double interval, begin;
  GB_TRY(refuse_others(m, others, error));
  GB_TRY(read_parameter(m, "FIXED INTERVAL", 0, &interval, error));
  GB_TRY(read_parameter(m, "BEGIN", 0, &begin, error));
  GB_REFUSE_IF(!(interval > 0), &m->call->is, error,
               "FIXED INTERVAL= is missing; accepted: a time > 0");
  for (gb_inp_data data = gb_inp_begin(m->inp, m->call); gb_inp_next(&data);)
    for (int i = 0; i < data.is.count; ++i) {
      gb_deck_point p = {begin + interval * m->points.count, 0};
      GB_TRY(gb_read_real(&data.is, i, "an amplitude", &p.y, error));
      GB_TRY(GB_ARENA_ADD(m->inp->arena, m->points, p, error));
    }
  GB_REFUSE_IF(!m->points.count, &m->call->is, error, "has no points");
  return gb_inp_write_table(m->inp, m->points.entry, m->points.count, "t", &m->text, error);
}

/// Read the line of numbers that a formula has.
static int read_numbers(const making *m, gb_inp_data *data, const char *const names[],
                        double value[], gb_error *error) {
  static const char *const others[] = {"FIXED INTERVAL", "BEGIN",  "SMOOTH",
                                       "SHIFTX",         "SHIFTY", NULL};
  int count = 0;
  GB_TRY(refuse_others(m, others, error));
  *data = gb_inp_begin(m->inp, m->call);
  GB_TRY(gb_inp_need_line(data, names[0], error));
  for (; names[count]; ++count)
    GB_TRY(gb_read_real_or(&data->is, count, names[count], 0, &value[count], error));
  return gb_expect_end(&data->is, count, error);
}

/// Write PERIODIC: A0 + sum_n A_n cos n w (t - t0) + B_n sin n w (t - t0) from t0 on, A0 before.
static int read_periodic(making *m, gb_error *error) {
  static const char *const names[] = {"the number of terms", "the frequency", "the start",
                                      "the constant", NULL};
  gb_inp_data data;
  gb_arena *arena = m->inp->arena;
  double value[4];
  char *sum;
  int terms = 0;
  GB_TRY(read_numbers(m, &data, names, value, error));
  GB_TRY(gb_arena_text(arena, &sum, error, "%.17g", value[3]));
  while (gb_inp_next(&data))
    for (int i = 0; i < data.is.count; i += 2) {
      double a, b;
      GB_TRY(gb_read_real(&data.is, i, "A of a term", &a, error));
      GB_TRY(gb_read_real_or(&data.is, i + 1, "B of a term", 0, &b, error));
      ++terms;
      const double w = terms * value[1];
      GB_TRY(gb_arena_text(arena, &sum, error,
                           "%s + %.17g*cos(%.17g*(t - %.17g)) + %.17g*sin(%.17g*(t - %.17g))", sum,
                           a, w, value[2], b, w, value[2]));
    }
  GB_REFUSE_IF(terms != value[0], &m->call->is, error, "%d terms, where the first line says %g",
               terms, value[0]);
  return gb_arena_text(arena, &m->text, error, "if(t < %.17g, %.17g, %s)", value[2], value[3], sum);
}

/// Write MODULATED: A0 + A sin w1 (t - t0) sin w2 (t - t0) from t0 on, A0 before.
static int read_modulated(making *m, gb_error *error) {
  static const char *const names[] = {
      "A0", "A", "the start", "the first frequency", "the second frequency", NULL};
  gb_inp_data data;
  double v[5];
  GB_TRY(read_numbers(m, &data, names, v, error));
  GB_TRY(gb_arena_text(
      m->inp->arena, &m->text, error,
      "if(t < %.17g, %.17g, %.17g + %.17g*sin(%.17g*(t - %.17g))*sin(%.17g*(t - %.17g)))", v[2],
      v[0], v[0], v[1], v[3], v[2], v[4], v[2]));
  return gb_inp_end(&data, error);
}

/// Write DECAY: A0 + A exp(-(t - t0)/td) from t0 on, A0 before.
static int read_decay(making *m, gb_error *error) {
  static const char *const names[] = {"A0", "A", "the start", "the time of decay", NULL};
  gb_inp_data data;
  double v[4];
  GB_TRY(read_numbers(m, &data, names, v, error));
  GB_REFUSE_IF(!(v[3] > 0), &data.is, error, "the time of decay must be > 0");
  GB_TRY(gb_arena_text(m->inp->arena, &m->text, error,
                       "if(t < %.17g, %.17g, %.17g + %.17g*exp(-max(t - %.17g, 0)/%.17g))", v[2],
                       v[0], v[0], v[1], v[2], v[3]));
  return gb_inp_end(&data, error);
}

int gb_inp_amplitude_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const definitions[] = {"TABULAR",     "EQUALLY SPACED", "PERIODIC",
                                            "SMOOTH STEP", "MODULATED",      "DECAY",
                                            NULL},
                           *const times[] = {"STEP TIME", "STEPTIME", "TOTAL TIME", "TOTALTIME",
                                             NULL};
  static int (*const read[])(making *, gb_error *) = {read_table,  read_spaced,    read_periodic,
                                                      read_smooth, read_modulated, read_decay};
  making m = {.inp = inp, .call = call};
  gb_deck_history a = {0};
  gb_deck_text name;
  int definition, total;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_choose(inp, call, "DEFINITION", definitions, &definition, error));
  GB_TRY(gb_inp_choose(inp, call, "TIME", times, &total, error));
  GB_TRY(gb_inp_accept(inp, call, "VALUE", "RELATIVE", error));
  GB_REFUSE_IF(total >= 2 && inp->keywords->chosen > 1, &call->is, error,
               "TIME=TOTAL TIME in step %d; accepted: STEP TIME, or in the first step",
               inp->keywords->chosen);
  GB_TRY(read[definition](&m, error));
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &a.name, error));
  GB_EACH(history, inp->deck->made.histories)
    GB_REFUSE_AS_IF(
        gb_inp_means(inp, 0, (gb_deck_text){a.name, (int)strlen(a.name)}, history->name),
        GB_DUPLICATE_NUMBER, &call->is, error, "NAME=%s is that of another amplitude", a.name);
  a.text = m.text;
  return GB_KEEP(inp, deck->made.histories, a, error);
}

int gb_inp_find_amplitude(const gb_inp *inp, const gb_inp_call *call, int *out, gb_error *error) {
  gb_deck_text name;
  *out = -1;
  if (!gb_inp_has(inp, call, "AMPLITUDE")) return GB_OK;
  GB_TRY(gb_inp_need(inp, call, "AMPLITUDE", &name, error));
  for (*out = inp->deck->made.histories.count - 1; *out >= 0; --*out)
    if (gb_inp_same(name, inp->deck->made.histories.entry[*out].name)) return GB_OK;
  if (gb_inp_is_lost(inp, call, name)) return GB_OK;
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &call->is, error, "AMPLITUDE=%.*s is not defined",
                           GB_SHOWN(name));
}

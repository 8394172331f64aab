/// Parse expressions to postfix code by recursive descent.
/// Source: the classic method, e.g. Aho, Lam, Sethi & Ullman, "Compilers", section 2.5.
#include "base/expression/expression.h"

#include "base/expression/expression_code.h"
#include "base/nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  STACK = GB_EXPRESSION_STACK,
  NESTING = 64 ///< largest number of open parentheses, signs and powers; bounds the recursion
};

/// Name (NULL if the operation is no function) and number of operands of each operation.
static const struct {
  const char *name;
  int operands;
} operations[OPCODES] = {
    [NEGATE] = {NULL, 1},     [ADD] = {NULL, 2},     [SUBTRACT] = {NULL, 2},
    [MULTIPLY] = {NULL, 2},   [DIVIDE] = {NULL, 2},  [POWER] = {NULL, 2},
    [SIN] = {"sin", 1},       [COS] = {"cos", 1},    [TAN] = {"tan", 1},
    [ASIN] = {"asin", 1},     [ACOS] = {"acos", 1},  [ATAN] = {"atan", 1},
    [SINH] = {"sinh", 1},     [COSH] = {"cosh", 1},  [TANH] = {"tanh", 1},
    [EXP] = {"exp", 1},       [LOG] = {"log", 1},    [SQRT] = {"sqrt", 1},
    [ABS] = {"abs", 1},       [MIN] = {"min", 2},    [MAX] = {"max", 2},
    [STEP] = {"step", 1},     [RAMP] = {"ramp", 1},  [PULSE] = {"pulse", 3},
    [SMOOTH] = {"smooth", 3}, [IF] = {"if", 3},      [LESS] = {NULL, 2},
    [LESS_EQUAL] = {NULL, 2}, [GREATER] = {NULL, 2}, [GREATER_EQUAL] = {NULL, 2},
};

int gb_expression_operands(int code) {
  return operations[code].operands;
}

static const char known_functions[] = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs "
                                      "min max step ramp pulse smooth if, constants pi e";

typedef struct parser {
  const char *text, *at;
  const char *const *variables;
  bool any; ///< accept any name as a variable
  gb_expression *expression;
  int stack, nesting;
  gb_error *error;
} parser;

static int complain(parser *p, const char *what, int length, const char *word,
                    const char *expected) {
  return gb_fail(p->error, GB_BAD_EXPRESSION, "\"%.80s\", column %d: %s%s%.*s%s; expected %s",
                 p->text, (int)(p->at - p->text) + 1, what, length ? " \"" : "",
                 length > 40 ? 40 : length, word, length ? "\"" : "", expected);
}

static void skip_blanks(parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

/// Skip the character c if it is the next one after blanks; return whether it was.
static bool accept(parser *p, char c) {
  skip_blanks(p);
  if (*p->at != c) return false;
  p->at++;
  return true;
}

/// Report the character at the current position as an error.
static int unexpected(parser *p, const char *expected) {
  if (!*p->at) return complain(p, "unexpected end", 0, "", expected);
  int length = 1;
  while (((unsigned char)p->at[length] & 0xC0) == 0x80) length++; // the rest of a UTF-8 character
  return complain(p, "unexpected", length, p->at, expected);
}

static int emit(parser *p, gb_opcode code, int variable, double number) {
  gb_expression *x = p->expression;
  x->code[x->length++] = (gb_operation){.code = code, .variable = variable, .number = number};
  p->stack += 1 - operations[code].operands;
  if (p->stack > x->depth) x->depth = p->stack;
  if (p->stack > STACK)
    return complain(p, "too many pending operands", 0, "", "at most 64; regroup the terms");
  return GB_OK;
}

static int parse_comparison(parser *p);
static int parse_signed(parser *p);

static int parse_arguments(parser *p, gb_opcode function) {
  int wanted = operations[function].operands;
  if (!accept(p, '(')) return unexpected(p, "\"(\" after the function's name");
  for (int i = 0; i < wanted; i++) {
    if (i > 0 && !accept(p, ','))
      return unexpected(p, wanted == 2 ? "\",\" and a second argument"
                                       : "\",\" and three arguments in all");
    GB_TRY(parse_comparison(p));
  }
  if (!accept(p, ')')) return unexpected(p, "\")\" after the last argument");
  return emit(p, function, 0, 0);
}

static bool is_name(const char *name, const char *start, int length) {
  return strlen(name) == (size_t)length && !memcmp(name, start, (size_t)length);
}

/// Names consist of letters, digits and underscores; several such names may be joined by dots.
static bool continues_name(const char *c) {
  return isalnum((unsigned char)*c) || *c == '_' ||
         (*c == '.' && (isalpha((unsigned char)c[1]) || c[1] == '_'));
}

bool gb_expression_knows(const char *name) {
  for (int code = FIRST_FUNCTION; code < OPCODES; code++)
    if (operations[code].name && strcmp(operations[code].name, name) == 0) return true;
  return strcmp(name, "pi") == 0 || strcmp(name, "e") == 0;
}

static int refuse_name(parser *p, const char *start, int length) {
  char expected[500] = "one of", word[64] = "";
  for (int i = 0; p->variables[i] && strlen(expected) < 160; i++)
    strncat(strcat(expected, " "), p->variables[i], 40);
  strcat(strcat(expected, " "), known_functions);
  strncat(word, start, (size_t)(length < 63 ? length : 63));
  const char *functions[OPCODES + 1 - FIRST_FUNCTION] = {NULL};
  for (int code = FIRST_FUNCTION; code < OPCODES; code++)
    functions[code - FIRST_FUNCTION] = operations[code].name;
  const char *near = gb_nearest(word, p->variables);
  if (!near) near = gb_nearest(word, functions);
  if (near) strncat(strcat(expected, "; nearest: "), near, 60);
  return complain(p, "unknown name", length, start, expected);
}

/// Parse a variable, a constant, or a function with its arguments.
static int parse_name(parser *p) {
  const char *start = p->at;
  int length = 0;
  while (continues_name(&start[length])) length++;
  for (int i = 0; p->variables[i]; i++) {
    if (!is_name(p->variables[i], start, length)) continue;
    p->at += length;
    return emit(p, PUSH_VARIABLE, i, 0);
  }
  if (is_name("pi", start, length) || is_name("e", start, length)) {
    p->at += length;
    return emit(p, PUSH_NUMBER, 0, length == 2 ? M_PI : M_E);
  }
  for (int code = FIRST_FUNCTION; code < OPCODES; code++) {
    if (!is_name(operations[code].name, start, length)) continue;
    p->at += length;
    return parse_arguments(p, (gb_opcode)code);
  }
  if (p->any && start[length + (int)strspn(start + length, " ")] != '(') {
    p->at += length;
    return emit(p, PUSH_VARIABLE, 0, 0);
  }
  return refuse_name(p, start, length);
}

static int parse_number(parser *p) {
  char *end;
  double number = strtod(p->at, &end);
  if (end == p->at) return unexpected(p, "a number, a name or \"(\"");
  if (!isfinite(number))
    return complain(p, "number out of range", (int)(end - p->at), p->at, "at most 1.79e308");
  p->at = end;
  return emit(p, PUSH_NUMBER, 0, number);
}

static int parse_primary(parser *p) {
  skip_blanks(p);
  unsigned char c = (unsigned char)*p->at;
  if (isdigit(c) || c == '.') return parse_number(p);
  if (isalpha(c) || c == '_') return parse_name(p);
  if (!accept(p, '(')) return unexpected(p, "a number, a name or \"(\"");
  GB_TRY(parse_comparison(p));
  return accept(p, ')') ? GB_OK : unexpected(p, "an operator or \")\"");
}

/// power = primary [^ signed]: right associative, and -2^2 is -(2^2).
static int parse_power(parser *p) {
  GB_TRY(parse_primary(p));
  if (!accept(p, '^')) return GB_OK;
  GB_TRY(parse_signed(p));
  return emit(p, POWER, 0, 0);
}

/// signed = - signed | + signed | power. Every recursion of the grammar passes through this
/// function, therefore it counts the nesting.
static int parse_signed(parser *p) {
  if (++p->nesting > NESTING)
    return complain(p, "nested too deeply", 0, "", "at most 64 open parentheses, signs and powers");
  if (accept(p, '-')) {
    GB_TRY(parse_signed(p));
    GB_TRY(emit(p, NEGATE, 0, 0));
  } else if (accept(p, '+')) {
    GB_TRY(parse_signed(p));
  } else {
    GB_TRY(parse_power(p));
  }
  p->nesting--;
  return GB_OK;
}

static int parse_product(parser *p) {
  GB_TRY(parse_signed(p));
  for (;;) {
    bool multiply = accept(p, '*');
    if (!multiply && !accept(p, '/')) return GB_OK;
    GB_TRY(parse_signed(p));
    GB_TRY(emit(p, multiply ? MULTIPLY : DIVIDE, 0, 0));
  }
}

static int parse_sum(parser *p) {
  GB_TRY(parse_product(p));
  for (;;) {
    bool add = accept(p, '+');
    if (!add && !accept(p, '-')) return GB_OK;
    GB_TRY(parse_product(p));
    GB_TRY(emit(p, add ? ADD : SUBTRACT, 0, 0));
  }
}

/// comparison = sum [(< | <= | > | >=) sum]: 1 if true, otherwise 0.
static int parse_comparison(parser *p) {
  GB_TRY(parse_sum(p));
  const bool less = accept(p, '<');
  if (!less && !accept(p, '>')) return GB_OK;
  const bool equal = *p->at == '=';
  if (equal) p->at++;
  GB_TRY(parse_sum(p));
  return emit(p, less ? equal ? LESS_EQUAL : LESS : equal ? GREATER_EQUAL : GREATER, 0, 0);
}

static int parse_all(parser *p) {
  GB_TRY(parse_comparison(p));
  skip_blanks(p);
  return *p->at ? unexpected(p, "an operator or the end") : GB_OK;
}

/// Allocate an empty expression with memory for `count` operations.
static int reserve(size_t count, gb_arena *arena, gb_expression **out, gb_error *error) {
  GB_TRY(gb_arena_allocate(arena, 1, sizeof **out, out, error));
  return GB_TAKE(arena, (*out)->code, count, error);
}

int gb_expression_parse(const char *text, const char *const variables[], gb_arena *arena,
                        gb_expression **out, gb_error *error) {
  static const char *const none[] = {NULL};
  gb_expression *x = NULL;
  *out = NULL;
  GB_TRY(reserve(strlen(text) + 1, arena, &x, error)); // at most one operation per character
  parser p = {.text = text,
              .at = text,
              .variables = variables ? variables : none,
              .any = !variables,
              .expression = x,
              .error = error};
  GB_TRY(parse_all(&p));
  *out = x;
  return GB_OK;
}

int gb_expression_constant(double value, gb_arena *arena, gb_expression **out, gb_error *error) {
  GB_TRY(reserve(1, arena, out, error));
  (*out)->code[0] = (gb_operation){.code = PUSH_NUMBER, .number = value};
  (*out)->length = (*out)->depth = 1;
  return GB_OK;
}

bool gb_expression_is_constant(const gb_expression *expression) {
  for (int i = 0; i < expression->length; i++)
    if (expression->code[i].code == PUSH_VARIABLE) return false;
  return true;
}

bool gb_expression_uses(const gb_expression *expression, int variable) {
  for (int i = 0; i < expression->length; i++)
    if (expression->code[i].code == PUSH_VARIABLE && expression->code[i].variable == variable)
      return true;
  return false;
}

void gb_expression_renumber(gb_expression *expression, const int number[]) {
  for (int i = 0; i < expression->length; i++)
    if (expression->code[i].code == PUSH_VARIABLE)
      expression->code[i].variable = number[expression->code[i].variable];
}

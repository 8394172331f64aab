/// Evaluation of postfix code in one type of number: expression_value.c includes this file once
/// with NUMBER double and once with NUMBER double complex.

/// The cubic 3 s^2 - 2 s^3 from 0 at t0 to 1 at t1; a step at t0 if t1 <= t0.
static NUMBER NAME(smooth_step)(NUMBER t, NUMBER t0, NUMBER t1) {
  if (REAL(t) <= REAL(t0) && REAL(t0) < REAL(t1)) return 0;
  if (REAL(t1) <= REAL(t0) || REAL(t) >= REAL(t1)) return REAL(t) >= REAL(t0);
  NUMBER s = (t - t0) / (t1 - t0);
  return s * s * (3 - 2 * s);
}

/// The value of a function with the arguments a[0], a[1], ...
static NUMBER NAME(call)(gb_opcode code, const NUMBER a[]) {
  switch (code) {
  case SIN:
    return MATH(sin)(a[0]);
  case COS:
    return MATH(cos)(a[0]);
  case TAN:
    return MATH(tan)(a[0]);
  case ASIN:
    return NAME(arc_sine)(a[0]);
  case ACOS:
    return NAME(arc_cosine)(a[0]);
  case ATAN:
    return MATH(atan)(a[0]);
  case SINH:
    return MATH(sinh)(a[0]);
  case COSH:
    return MATH(cosh)(a[0]);
  case TANH:
    return MATH(tanh)(a[0]);
  case EXP:
    return MATH(exp)(a[0]);
  case LOG:
    return NAME(logarithm)(a[0]);
  case SQRT:
    return NAME(root)(a[0]);
  case ABS:
    return REAL(a[0]) < 0 ? -a[0] : a[0];
  case MIN:
    return REAL(a[1]) < REAL(a[0]) ? a[1] : a[0];
  case MAX:
    return REAL(a[1]) > REAL(a[0]) ? a[1] : a[0];
  case STEP:
    return REAL(a[0]) >= 0;
  case RAMP:
    return REAL(a[0]) > 0 ? a[0] : 0;
  case PULSE:
    return REAL(a[0]) >= REAL(a[1]) && REAL(a[0]) < REAL(a[2]);
  case SMOOTH:
    return NAME(smooth_step)(a[0], a[1], a[2]);
  case IF:
    return REAL(a[0]) != 0 ? a[1] : a[2];
  default:
    return NAN;
  }
}

/// The value of an operation with the operands a[0], a[1], ...
static NUMBER NAME(apply)(gb_opcode code, const NUMBER a[]) {
  switch (code) {
  case NEGATE:
    return -a[0];
  case ADD:
    return a[0] + a[1];
  case SUBTRACT:
    return a[0] - a[1];
  case MULTIPLY:
    return a[0] * a[1];
  case DIVIDE:
    return a[0] / a[1];
  case POWER:
    return NAME(power)(a[0], a[1]);
  case LESS:
    return REAL(a[0]) < REAL(a[1]);
  case LESS_EQUAL:
    return REAL(a[0]) <= REAL(a[1]);
  case GREATER:
    return REAL(a[0]) > REAL(a[1]);
  case GREATER_EQUAL:
    return REAL(a[0]) >= REAL(a[1]);
  default:
    return NAME(call)(code, a);
  }
}

static NUMBER NAME(evaluate)(const gb_expression *expression, const NUMBER variables[]) {
  NUMBER stack[GB_EXPRESSION_STACK];
  int top = 0;
  for (int i = 0; i < expression->length; i++) {
    const gb_operation *operation = &expression->code[i];
    if (operation->code == PUSH_NUMBER) {
      stack[top++] = operation->number;
    } else if (operation->code == PUSH_VARIABLE) {
      stack[top++] = variables[operation->variable];
    } else {
      top -= gb_expression_operands(operation->code);
      stack[top] = NAME(apply)((gb_opcode)operation->code, &stack[top]);
      top++;
    }
  }
  return top ? stack[0] : NAN;
}

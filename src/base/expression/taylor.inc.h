/// Evaluation with first and second derivatives in one type of number: taylor.c includes this file
/// once with NUMBER double and once with NUMBER double complex.

typedef struct NAME(taylor) {
  NUMBER value, first, second;
} NAME(taylor);

/// Chain rule for f(u), given f, f' and f'' at the value of u. A product with a zero derivative of
/// u is zero, even if f' or f'' is infinite, as for t^1 at 0.
static NAME(taylor) NAME(chain)(NAME(taylor) u, NUMBER f, NUMBER slope, NUMBER curvature) {
  NAME(taylor) result = {.value = f};
  if (u.first != 0) {
    result.first = slope * u.first;
    result.second = curvature * u.first * u.first;
  }
  if (u.second != 0) result.second += slope * u.second;
  return result;
}

static NAME(taylor) NAME(add)(NAME(taylor) u, NAME(taylor) v, NUMBER sign) {
  return (NAME(taylor)){u.value + sign * v.value, u.first + sign * v.first,
                        u.second + sign * v.second};
}

static NAME(taylor) NAME(multiply)(NAME(taylor) u, NAME(taylor) v) {
  return (NAME(taylor)){u.value * v.value, u.first * v.value + u.value * v.first,
                        u.second * v.value + 2 * u.first * v.first + u.value * v.second};
}

/// q = u / v, by differentiating q v = u.
static NAME(taylor) NAME(divide)(NAME(taylor) u, NAME(taylor) v) {
  NAME(taylor) q = {.value = u.value / v.value};
  q.first = (u.first - q.value * v.first) / v.value;
  q.second = (u.second - 2 * q.first * v.first - q.value * v.second) / v.value;
  return q;
}

/// c x^p; 0 if c = 0, even if x^p is infinite.
static NUMBER NAME(scaled_power)(NUMBER c, NUMBER x, NUMBER p) {
  return c == 0 ? 0 : c * NAME(power)(x, p);
}

/// u^v. If the exponent is constant, the base may be negative or zero.
static NAME(taylor) NAME(to_power)(NAME(taylor) u, NAME(taylor) v) {
  NUMBER f = NAME(power)(u.value, v.value), p = v.value;
  if (v.first == 0 && v.second == 0)
    return NAME(chain)(u, f, NAME(scaled_power)(p, u.value, p - 1),
                       NAME(scaled_power)(p * (p - 1), u.value, p - 2));
  NAME(taylor)
  log_u = NAME(chain)(u, NAME(logarithm)(u.value), 1 / u.value, -1 / (u.value * u.value));
  return NAME(chain)(NAME(multiply)(v, log_u), f, f, f);
}

/// The cubic from 0 at start to 1 at end; start and end may depend on t.
static NAME(taylor) NAME(smooth)(NAME(taylor) t, NAME(taylor) start, NAME(taylor) end) {
  const NAME(taylor) none = {0}, one = {.value = 1}, three = {.value = 3};
  if (REAL(end.value) <= REAL(start.value)) return REAL(t.value) >= REAL(start.value) ? one : none;
  NAME(taylor) s = NAME(divide)(NAME(add)(t, start, -1), NAME(add)(end, start, -1));
  if (REAL(s.value) <= 0) return none;
  if (REAL(s.value) >= 1) return one;
  return NAME(multiply)(NAME(multiply)(s, s), NAME(add)(three, NAME(add)(s, s, 1), -1));
}

static NAME(taylor) NAME(tangent)(NAME(taylor) u) {
  NUMBER f = MATH(tan)(u.value), slope = 1 + f * f;
  return NAME(chain)(u, f, slope, 2 * f * slope);
}

static NAME(taylor) NAME(hyperbolic_tangent)(NAME(taylor) u) {
  NUMBER f = MATH(tanh)(u.value), slope = 1 - f * f;
  return NAME(chain)(u, f, slope, -2 * f * slope);
}

static NAME(taylor) NAME(arc)(NAME(taylor) u, NUMBER sign, NUMBER f) {
  NUMBER x = u.value, root = NAME(root)(1 - x * x);
  return NAME(chain)(u, f, sign / root, sign * x / (root * root * root));
}

static NAME(taylor) NAME(arc_tangent)(NAME(taylor) u) {
  NUMBER slope = 1 / (1 + u.value * u.value);
  return NAME(chain)(u, MATH(atan)(u.value), slope, -2 * u.value * slope * slope);
}

static NAME(taylor) NAME(square_root)(NAME(taylor) u) {
  NUMBER f = NAME(root)(u.value);
  return NAME(chain)(u, f, 0.5 / f, -0.25 / (f * u.value));
}

/// Apply a function of one argument that is smooth in its domain.
static NAME(taylor) NAME(apply_smooth)(gb_opcode code, NAME(taylor) u) {
  NUMBER x = u.value;
  switch (code) {
  case SIN:
    return NAME(chain)(u, MATH(sin)(x), MATH(cos)(x), -MATH(sin)(x));
  case COS:
    return NAME(chain)(u, MATH(cos)(x), -MATH(sin)(x), -MATH(cos)(x));
  case TAN:
    return NAME(tangent)(u);
  case ASIN:
    return NAME(arc)(u, 1, NAME(arc_sine)(x));
  case ACOS:
    return NAME(arc)(u, -1, NAME(arc_cosine)(x));
  case ATAN:
    return NAME(arc_tangent)(u);
  case SINH:
    return NAME(chain)(u, MATH(sinh)(x), MATH(cosh)(x), MATH(sinh)(x));
  case COSH:
    return NAME(chain)(u, MATH(cosh)(x), MATH(sinh)(x), MATH(cosh)(x));
  case TANH:
    return NAME(hyperbolic_tangent)(u);
  case EXP:
    return NAME(chain)(u, MATH(exp)(x), MATH(exp)(x), MATH(exp)(x));
  case LOG:
    return NAME(chain)(u, NAME(logarithm)(x), 1 / x, -1 / (x * x));
  default:
    return NAME(square_root)(u);
  }
}

/// Apply an operation to the operands a[0], a[1], a[2].
static NAME(taylor) NAME(apply)(gb_opcode code, const NAME(taylor) a[]) {
  const NAME(taylor) none = {0};
  switch (code) {
  case NEGATE:
    return NAME(add)(none, a[0], -1);
  case ADD:
    return NAME(add)(a[0], a[1], 1);
  case SUBTRACT:
    return NAME(add)(a[0], a[1], -1);
  case MULTIPLY:
    return NAME(multiply)(a[0], a[1]);
  case DIVIDE:
    return NAME(divide)(a[0], a[1]);
  case POWER:
    return NAME(to_power)(a[0], a[1]);
  case ABS:
    return REAL(a[0].value) < 0 ? NAME(add)(none, a[0], -1) : a[0];
  case MIN:
    return REAL(a[1].value) < REAL(a[0].value) ? a[1] : a[0];
  case MAX:
    return REAL(a[1].value) > REAL(a[0].value) ? a[1] : a[0];
  case STEP:
    return (NAME(taylor)){.value = REAL(a[0].value) >= 0};
  case RAMP:
    return REAL(a[0].value) > 0 ? a[0] : none;
  case PULSE:
    return (NAME(taylor)){.value = REAL(a[0].value) >= REAL(a[1].value) &&
                                   REAL(a[0].value) < REAL(a[2].value)};
  case SMOOTH:
    return NAME(smooth)(a[0], a[1], a[2]);
  case IF:
    return REAL(a[0].value) != 0 ? a[1] : a[2];
  case LESS:
    return (NAME(taylor)){.value = REAL(a[0].value) < REAL(a[1].value)};
  case LESS_EQUAL:
    return (NAME(taylor)){.value = REAL(a[0].value) <= REAL(a[1].value)};
  case GREATER:
    return (NAME(taylor)){.value = REAL(a[0].value) > REAL(a[1].value)};
  case GREATER_EQUAL:
    return (NAME(taylor)){.value = REAL(a[0].value) >= REAL(a[1].value)};
  default:
    return NAME(apply_smooth)(code, a[0]);
  }
}

/// The value, first and second derivative of an expression, from those of its variables.
static NAME(taylor)
    NAME(taylor_evaluate)(const gb_expression *expression, const NUMBER variables[][3]) {
  NAME(taylor) stack[GB_EXPRESSION_STACK] = {{NAN, NAN, NAN}};
  int top = 0;
  for (int i = 0; i < expression->length; i++) {
    const gb_operation *operation = &expression->code[i];
    if (operation->code == PUSH_NUMBER) {
      stack[top++] = (NAME(taylor)){.value = operation->number};
    } else if (operation->code == PUSH_VARIABLE) {
      const NUMBER *u = variables[operation->variable];
      stack[top++] = (NAME(taylor)){u[0], u[1], u[2]};
    } else {
      top -= gb_expression_operands(operation->code);
      stack[top] = NAME(apply)((gb_opcode)operation->code, &stack[top]);
      top++;
    }
  }
  return stack[0];
}

static void NAME(motion)(const gb_expression *expression, const NUMBER variables[][3],
                         NUMBER out[3]) {
  const NAME(taylor) found = NAME(taylor_evaluate)(expression, variables);
  out[0] = found.value;
  out[1] = found.first;
  out[2] = found.second;
}

/// Private to src/base: the postfix code of expressions, for those that evaluate it.
#ifndef GB_BASE_EXPRESSION_CODE_H
#define GB_BASE_EXPRESSION_CODE_H

enum { GB_EXPRESSION_STACK = 64 }; ///< places that evaluation needs at most

typedef enum gb_opcode {
  PUSH_NUMBER,
  PUSH_VARIABLE,
  NEGATE,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  POWER,
  LESS,
  LESS_EQUAL,
  GREATER,
  GREATER_EQUAL,
  FIRST_FUNCTION,
  SIN = FIRST_FUNCTION,
  COS,
  TAN,
  ASIN,
  ACOS,
  ATAN,
  SINH,
  COSH,
  TANH,
  EXP,
  LOG,
  SQRT,
  ABS,
  MIN,
  MAX,
  STEP,
  RAMP,
  PULSE,
  SMOOTH,
  IF,
  OPCODES
} gb_opcode;

/// Operands that an operation takes off the stack; pushes take none.
int gb_expression_operands(int code);

#endif

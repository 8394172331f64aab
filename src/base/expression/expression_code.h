/// The postfix code of expressions. Private to src/base.
#ifndef GB_BASE_EXPRESSION_EXPRESSION_CODE_H
#define GB_BASE_EXPRESSION_EXPRESSION_CODE_H

enum { GB_EXPRESSION_STACK = 64 }; ///< largest stack size that evaluation needs

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

/// Number of operands that an operation pops from the stack; 0 for the two push operations.
int gb_expression_operands(int code);

#endif

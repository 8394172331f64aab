/// The reader of Abaqus and CalculiX decks: keywords with their data, sets, and the entries that
/// keywords make. Keywords are read in phases, because a set may be defined after the lines that
/// name it. A header for each topic defines its entries, with the functions of its files. Source:
/// Abaqus Keywords Reference Guide; CalculiX CrunchiX User's Manual.
#ifndef GB_ABAQUS_ENTRIES_ABAQUS_H
#define GB_ABAQUS_ENTRIES_ABAQUS_H

#include "base/order.h"
#include "deck/record.h"

typedef struct gb_inp {
  gb_deck *deck;
  gb_arena *arena;     ///< the deck's
  gb_mesh *mesh;       ///< the deck's, from the phase of sets on
  gb_problem *problem; ///< the deck's, from the phase of sets on
  const struct gb_inp_rule *(*find_rule)(const char *keyword); ///< rules.c
  struct gb_inp_keywords *keywords;
  struct gb_inp_elements *elements;
  struct gb_inp_properties *properties;
  struct gb_inp_bodies *bodies;
  struct gb_inp_loads *loads;
} gb_inp;

typedef struct gb_inp_call gb_inp_call;

#endif

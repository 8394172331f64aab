/// The page of `report`: an HTML file that is also XML and contains its pictures.
#ifndef GB_PICTURE_PAGE_H
#define GB_PICTURE_PAGE_H

#include "command/report/facts.h"
#include "command/report/report.h"
#include "picture/chart.h"
#include "picture/snapshots.h"

/// Newton iterations of each step.
typedef struct gb_page_work {
  gb_arena memory;       ///< of the arrays
  int steps, iterations; ///< entries, equal
  double *step, *iteration;
  long before; ///< iterations up to the previous step
} gb_page_work;

/// The data of the page, on rank 0.
typedef struct gb_page {
  const gb_command *command;
  const gb_session *session; ///< of the command
  const gb_facts *facts;
  const gb_gathered *pictures;
  const gb_records *records;
  const gb_outcome *outcome;
  const gb_page_work *work;
  const gb_verification_table *verification; ///< NULL: none
  double peak;                               ///< memory in megabytes
} gb_page;

// All are local, of rank 0.

// The parts of the page.
int gb_page_pictures(FILE *file, const gb_page *page, gb_error *error);
int gb_page_histories(FILE *file, const gb_page *page, gb_error *error);
int gb_page_functions(FILE *file, const gb_page *page, gb_error *error);
int gb_page_solution(FILE *file, const gb_page *page, gb_error *error);

/// Begin a figure with one chart, or end it with a caption, formatted as by printf.
void gb_page_chart(FILE *file, const gb_chart *chart);
void gb_page_caption(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Write a cell of a table; the text is escaped.
void gb_page_cell(FILE *file, const char *tag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

/// Texts and files that an analysis prints and writes at its end.
#ifndef GB_COMMAND_REPORT_REPORT_H
#define GB_COMMAND_REPORT_REPORT_H

#include "command/command.h"
#include "monitor/monitor.h"
#include "output/json.h"

/// March as the session's analysis asks, and gather what was monitored. Collective. The outcome is
/// the caller's to free.
int gb_run_analysis(gb_session *session, gb_monitor *monitor, gb_outcome *outcome, gb_error *error);

/// Peak memory of all ranks in megabytes, the sum on every rank. Collective.
double gb_report_peak_memory(MPI_Comm comm);

/// Relative errors of the gradients that `verify` compares.
typedef struct gb_verification_table {
  int directions;
  const char *const *direction; ///< names, [directions]
  const double *error;          ///< [functionals][directions]
} gb_verification_table;

// Local, rank 0.
void gb_report_functionals(const gb_session *session, const gb_outcome *outcome);
void gb_report_gradient(const gb_command *command, const gb_outcome *outcome);
/// d functional / d design of the first value of a functional.
double gb_report_derivative(const gb_session *session, const gb_outcome *outcome, int functional,
                            int design);
void gb_report_closing(const gb_session *session, const gb_outcome *outcome, double peak);
/// OUTPUT-DIR/CASE.designs.csv: name, value, lower, upper, d/d of each functional.
/// @param value  [designs]; NULL: of the case
/// @param outcome  NULL: without derivatives
int gb_report_designs(const gb_command *command, const double value[], const gb_outcome *outcome,
                      gb_error *error);
/// The file of --out, if there is one. errors: GB_FILE
int gb_report_out(const gb_command *command, const gb_outcome *outcome, gb_error *error);
/// A field of a table as of RFC 4180: in quotes where its text needs them. A comma at the beginning
/// of the prefix parts it from the one before.
void gb_report_field(FILE *file, const char *prefix, const char *text);
/// OUTPUT-DIR/CASE.functions.csv of functionals with several values, if there are any: t, each
/// functional, and its derivatives by each design where there are no more than a million of them.
int gb_report_lists(const gb_command *command, const gb_outcome *outcome, gb_error *error);
/// The time of the value k of a functional.
double gb_report_time(const gb_session *session, int functional, int k);
/// Begin the file of --json, which there is, with the keys that all verbs write; its object stays
/// open.
int gb_report_open_json(const gb_command *command, gb_json **json, gb_error *error);
/// KEY: {functional: {direction: error}} in an open object.
void gb_report_errors(gb_json *json, const char *key, const gb_session *session,
                      const gb_verification_table *table);
typedef struct gb_refinement gb_refinement; ///< command/report/refine.h

/// KEY: {functional: value}, a list of values where a functional has several. value: [values]
void gb_report_values(gb_json *json, const char *key, const gb_analysis *analysis,
                      const double value[]);
/// KEY: {functional: {entry of designs: [derivatives]}}, a list of such lists where a functional
/// has several values. gradient: [values][designs]
void gb_report_derivatives(gb_json *json, const char *key, const gb_analysis *analysis,
                           const double gradient[]);
/// Write the file of --json, if there is one.
/// @param records  of the march; NULL: none
/// @param verification  NULL: none
/// @param refinement  NULL: none
int gb_report_json(const gb_command *command, const gb_records *records, const gb_outcome *outcome,
                   double peak, const gb_verification_table *verification,
                   const gb_refinement *refinement, gb_error *error);

#endif

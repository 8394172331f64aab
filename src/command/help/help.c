/// Help, the reference of case files, the manual page, completion for shells: all of it is printed
/// from the tables of verbs, options, keys, schemes and functionals.
#include "command/command.h"
#include "command/help/errors_page.h"
#include "command/help/topics.h"

#include <stdio.h>
#include <string.h>

static const char about[] = "flexible multibody dynamics with an exact time-dependent adjoint";

static const struct {
  const char *status, *meaning;
} endings[] = {{"0", "done"},
               {"2", "usage or case file"},
               {"3", "mesh or model"},
               {"4", "not converged"},
               {"5", "singular"},
               {"6", "file, disk or memory"},
               {"75", "stopped by a signal or --max-time after a restart file was written (before "
                      "the march: without one)"},
               {NULL, NULL}};

// Help.

enum { INDENT = 20, WIDTH = 99 };

/// Print a name and, from column INDENT on, its explanation, wrapped at WIDTH.
static void explain(const char *what, const char *words) {
  int column = printf("  %-*s", INDENT - 3, what);
  for (size_t length; *words; words += length + strspn(words + length, " ")) {
    length = strcspn(words, " ");
    if (column + 1 + (int)length > WIDTH) column = printf("\n%*s", INDENT - 1, "") - 1;
    column += printf(" %.*s", (int)length, words);
  }
  printf("\n");
}

static void explain_option(const gb_option *o) {
  char what[60], words[600], verbs[100];
  gb_option_verbs(o, sizeof verbs, verbs);
  snprintf(what, sizeof what, "%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
  snprintf(words, sizeof words, "%s%s%s%s", *verbs ? "of " : "", verbs, *verbs ? ": " : "",
           o->meaning);
  explain(what, words);
}

static void print_help(void) {
  char text[4000];
  printf("gimbal %s: %s\n\n"
         "usage: gimbal VERB CASE.yaml [OPTIONS]        (or mpirun -np N gimbal ...)\n"
         "a Nastran or .inp deck in place of CASE.yaml is solved in statics\n\nverbs\n",
         GB_VERSION, about);
  for (int i = 0; gb_verbs[i]; i++) explain(gb_verbs[i]->name, gb_verbs[i]->meaning);
  explain("help case", "the reference of case files");
  explain("help cards", "what becomes of the cards of Nastran decks");
  explain("help keywords", "what becomes of the keywords of Abaqus and CalculiX decks");
  explain("help errors", "the codes of errors; help error CODE explains one");
  explain("help man", "the manual page");
  explain("help TOPIC",
          "a verb (as VERB --help), a key of the case file, schemes, functions, status");
  explain("completion SHELL", "what bash, zsh or fish reads to complete a command line");
  printf("\noptions\n");
  for (int i = 0; gb_option_at(i); i++) explain_option(gb_option_at(i));
  gb_engine_real.list_schemes(sizeof text, text);
  printf("\ntime: {scheme: ...}\n%s\n", text);
  gb_engine_real.list_functionals(sizeof text, text);
  printf("functions: [{type: ..., form: ...}]\n%s\nexit status\n", text);
  for (int i = 0; endings[i].status; i++) explain(endings[i].status, endings[i].meaning);
  printf("where it is not 0, mpirun adds lines of its own after ours; mpirun --quiet omits them\n\n"
         "example\n  gimbal gradient meshes/plate-run.yaml --json plate.json\n");
}

/// The page that docs/case-file.md holds.
static void print_reference(void) {
  char text[4000];
  gb_case_reference();
  gb_engine_real.list_schemes(sizeof text, text);
  printf("\n## Schemes\n\n`time.scheme`, with the numbers of those that have some and their "
         "defaults.\n\n```text\n%s```\n",
         text);
  gb_engine_real.list_functionals(sizeof text, text);
  printf("\n## Functionals\n\n`functions[].type` and, where there are several, "
         "`functions[].form`. Formulas: section 6 of\n[theory.md](theory.md).\n\n"
         "```text\n%s```\n",
         text);
}

// The manual page.

/// Text of man's macros: a hyphen of options is a minus.
static void print_words(const char *words) {
  for (; *words; words++) printf(*words == '-' ? "\\-" : "%c", *words);
  printf("\n");
}

static void print_item(const char *what, const char *value, const char *verbs, const char *words) {
  printf(".TP\n.B ");
  for (const char *c = what; *c; c++) printf(*c == '-' ? "\\-" : "%c", *c);
  if (value) printf(" \\fI%s\\fR", value);
  printf("\n");
  if (*verbs) printf("Of %s: ", verbs);
  print_words(words);
}

static void print_manual(void) {
  printf(".TH GIMBAL 1 \"\" \"Gimbal %s\" \"User Commands\"\n.SH NAME\ngimbal \\- %s\n"
         ".SH SYNOPSIS\n.B gimbal\n\\fIVERB CASE.yaml\\fR [\\fIOPTIONS\\fR]\n.br\n"
         ".B mpirun \\-np\n\\fIN\\fR \\fBgimbal\\fR \\fIVERB CASE.yaml\\fR [\\fIOPTIONS\\fR]\n"
         ".SH VERBS\n",
         GB_VERSION, about);
  char verbs[100];
  const gb_option *o;
  for (int i = 0; gb_verbs[i]; i++) print_item(gb_verbs[i]->name, NULL, "", gb_verbs[i]->meaning);
  print_item("help case", NULL, "", "the reference of case files");
  print_item("help cards", NULL, "", "what becomes of the cards of Nastran decks");
  print_item("help keywords", NULL, "",
             "what becomes of the keywords of Abaqus and CalculiX decks");
  print_item("help errors", NULL, "", "the codes of errors; help error CODE explains one");
  print_item("completion", "SHELL", "", "what bash, zsh or fish reads to complete a command line");
  printf(".SH OPTIONS\n");
  for (int i = 0; (o = gb_option_at(i)); i++) {
    gb_option_verbs(o, sizeof verbs, verbs);
    print_item(o->name, o->value, verbs, o->meaning);
  }
  printf(".SH EXIT STATUS\n");
  for (int i = 0; endings[i].status; i++)
    print_item(endings[i].status, NULL, "", endings[i].meaning);
}

// Completion.

static void print_topics(void) {
  const char *list[GB_TOPICS];
  gb_topic_list(list);
  for (int i = 0; list[i]; i++) printf("%s%s", i ? " " : "", list[i]);
}

static void print_bash(void) {
  const gb_option *o;
  printf("_gimbal() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  case $before in\n");
  for (int i = 0; (o = gb_option_at(i)); i++)
    if (o->words)
      printf("    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", o->name, o->words);
    else if (o->value)
      printf("    %s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", o->name);
  printf("    help) COMPREPLY=($(compgen -W '");
  print_topics();
  printf("' -- \"$word\")); return ;;\n"
         "    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")); return ;;\n"
         "  esac\n"
         "  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W '");
  for (int i = 0; (o = gb_option_at(i)); i++) printf("%s ", o->name);
  printf("' -- \"$word\"))\n  elif [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W '");
  for (int i = 0; gb_verbs[i]; i++) printf("%s ", gb_verbs[i]->name);
  printf("help completion' -- \"$word\"))\n"
         "  else\n    COMPREPLY=($(compgen -f -X '!*.y?(a)ml' -- \"$word\")"
         " $(compgen -d -- \"$word\"))\n  fi\n}\n"
         "shopt -s extglob\ncomplete -o filenames -F _gimbal gimbal\n");
}

/// Words within single quotes of zsh's _arguments, in which brackets and colons mean something.
static void print_quoted(const char *words) {
  for (; *words; words++)
    if (*words == '\'')
      printf("'\\''");
    else
      printf(strchr("[]:\\", *words) ? "\\%c" : "%c", *words);
}

static void print_zsh(void) {
  const gb_option *o;
  printf("#compdef gimbal\n_arguments \\\n  '1:verb:((");
  for (int i = 0; gb_verbs[i]; i++) printf("%s ", gb_verbs[i]->name);
  printf("help completion))' \\\n  '2:case:_files -g \"*.(yaml|yml|bdf|nas|dat|inp)\"'");
  for (int i = 0; (o = gb_option_at(i)); i++) {
    printf(" \\\n  '%s%s[", strcmp(o->name, "--set") == 0 ? "*" : "", o->name);
    print_quoted(o->meaning);
    printf("]");
    if (o->words)
      printf(":%s:(%s)", o->value, o->words);
    else if (o->value)
      printf(":%s:_files", o->value);
    printf("'");
  }
  printf("\n");
}

/// Print words within single quotes of fish, in which a quote is escaped.
static void print_fish_words(const char *flag, const char *words) {
  printf(" %s '", flag);
  for (; *words; words++) printf(strchr("'\\", *words) ? "\\%c" : "%c", *words);
  printf("'");
}

static void print_fish(void) {
  const gb_option *o;
  for (int i = 0; gb_verbs[i]; i++) {
    printf("complete -c gimbal -n __fish_use_subcommand -f -a %s", gb_verbs[i]->name);
    print_fish_words("-d", gb_verbs[i]->meaning);
    printf("\n");
  }
  printf("complete -c gimbal -n '__fish_seen_subcommand_from help' -f -a '");
  print_topics();
  printf("'\ncomplete -c gimbal -n __fish_use_subcommand -f -a 'help completion'\n"
         "complete -c gimbal -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n");
  for (int i = 0; (o = gb_option_at(i)); i++) {
    printf("complete -c gimbal -l %s%s", o->name + 2, o->words ? " -x" : o->value ? " -r" : "");
    if (o->words) print_fish_words("-a", o->words);
    print_fish_words("-d", o->meaning);
    printf("\n");
  }
}

static const struct {
  const char *verb, *topic;
  void (*print)(void);
} pages[] = {{"help", "case", print_reference},      {"help", "cards", gb_nastran_reference},
             {"help", "keywords", gb_inp_reference}, {"help", "errors", gb_errors_reference},
             {"help", "man", print_manual},          {"completion", "bash", print_bash},
             {"completion", "zsh", print_zsh},       {"completion", "fish", print_fish}};

int gb_help(const gb_options *options, bool prints, bool *done, gb_error *error) {
  const char *verb = options->verb ? options->verb : "", *topic = options->file;
  const bool helps = strcmp(verb, "help") == 0;
  void (*print)(void) = NULL;
  for (size_t i = 0; !print && topic && i < sizeof pages / sizeof *pages; i++)
    if (!strcmp(pages[i].verb, verb) && !strcmp(pages[i].topic, topic)) print = pages[i].print;
  const char *of = helps                                                     ? topic
                   : gb_option_text(options, "--help") && gb_verb_find(verb) ? verb
                                                                             : NULL;
  *done = print || helps || gb_option_text(options, "--help");
  if (helps && topic && strcmp(topic, "error") == 0)
    return gb_error_explain(options->words.count ? options->words.entry[0] : NULL, prints, error);
  if (!print && of) return gb_topic_print(of, prints, error);
  if (!print && *done) print = print_help;
  if (print && prints) print();
  if (print || strcmp(verb, "completion") != 0) return GB_OK;
  return gb_fail(error, GB_UNKNOWN_TOPIC, "completion: found '%.60s'; accepted: bash, zsh, fish",
                 topic ? topic : "nothing");
}

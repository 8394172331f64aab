"""Claim: what `make install` copies, or where the program is an installed one what is installed with it, is enough for
a C program of twenty lines, found by pkg-config or CMake: on 1 and 2 ranks it prints the values and the gradient of
`gimbal gradient`, on one rank all bits of them; the library has no other symbols than its interface's, prints nothing,
writes no file and leaves signals as they were.
"""
# timeout: 240
import os
import subprocess
from pathlib import Path

import helper
from helper import BUILD, INSTALLED, ROOT, WORK, check, close, example, has, run

CLIENT = r"""#include <gimbal.h>
#include <signal.h>
#include <stdio.h>

int main(int argc, char **argv) {
  gimbal_case *c;
  gimbal_result *r = NULL;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = gimbal_create(MPI_COMM_WORLD, &c);
  if (!status) status = gimbal_load(c, argv[1]);
  if (!status) status = gimbal_run(c, GIMBAL_ADJOINT, &r);
  if (!status) status = gimbal_differentiate(c, r);
  if (status && rank == 0) printf("%s\n", gimbal_message(c));
  for (int i = 0; !status && rank == 0 && i < gimbal_functionals(c); i++) {
    printf("%s %.17g\n", gimbal_functional_name(c, i), gimbal_values(r)[i]);
    for (int j = 0; j < gimbal_designs(c); j++)
      printf("%s %.17g\n", gimbal_design_name(c, j), gimbal_gradient(r)[i * gimbal_designs(c) + j]);
  }
  gimbal_result_free(&r);
  gimbal_destroy(&c);
  MPI_Finalize();
  return signal(SIGTERM, SIG_DFL) == SIG_DFL && signal(SIGINT, SIG_DFL) == SIG_DFL ? status : 9;
}
"""
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(client C)
find_package(Gimbal REQUIRED)
add_executable(by-cmake client.c)
target_link_libraries(by-cmake Gimbal::gimbal)
"""
PREFIX = helper.PREFIX if INSTALLED else WORK / "stage" / "opt" / "gimbal"
# What is installed is found without being named.
FOUND = {} if INSTALLED else {"PKG_CONFIG_PATH": str(PREFIX / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(PREFIX / "lib")}


def call(*command, env=None, at=None):
    p = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=at,
                       env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL)
    check(" ".join(map(str, command[:3])), p.returncode == 0, p.stdout[-2000:] + p.stderr[-2000:])
    return p.stdout


def numbers(lines):
    return [float(line.split()[1]) for line in lines]


if not INSTALLED:  # what was built is installed, and nothing built again
    call("make", "-s", "-C", ROOT, "-o", "all", "install", "DESTDIR=%s" % (WORK / "stage"), "PREFIX=/opt/gimbal",
         "BUILD=%s" % os.path.relpath(BUILD, ROOT), env={"MAKEFLAGS": "", "MAKELEVEL": ""})
examples = ["share/doc/gimbal/%s" % file.relative_to(ROOT)
            for folder in ("meshes", "python/examples") for file in (ROOT / folder).iterdir()]
for name in ("bin/gimbal", "lib/libgimbal.so", "lib/python3/dist-packages/gimbal/__init__.py",
             "lib/python3/dist-packages/gimbal/__init__.pyi", "lib/python3/dist-packages/gimbal/py.typed",
             *examples):
    check("installed " + name, (PREFIX / name).exists())
symbols = [line.split()[-1] for line in call("nm", "-D", "--defined-only", PREFIX / "lib/libgimbal.so.0").splitlines()]
check("symbols", symbols and all(s.startswith("gimbal_") for s in symbols), symbols)
declared = (ROOT / "include/gimbal.h").read_text()
check("all of the interface",
      all(s + "(" in declared for s in symbols) and len(symbols) == declared.count("GIMBAL_API ") - 1)

# Completion knows verbs, options, words of options and cases.
SHELL = """source share/bash-completion/completions/gimbal
complete_it() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _gimbal; echo "${COMPREPLY[@]}"; }
complete_it gimbal ver
complete_it gimbal gradient --max
complete_it gimbal gradient --method a
cd share/doc/gimbal/meshes; complete_it gimbal run first"""
check("completion", call("bash", "-c", SHELL, at=PREFIX).split("\n")[:4] == [
    "verify", "--max-time", "adjoint auto", "first-case.yaml"])
manual = call("gzip", "-cdf", *(PREFIX / "share/man/man1").glob("gimbal.1*"))
for word in ("optimize", "\\-\\-designs", "\\-\\-max\\-time", "EXIT STATUS"):
    check("the manual has " + word, word in manual, manual[:2000])
if has("zsh"):
    call("zsh", "-n", PREFIX / "share/zsh/site-functions/_gimbal")
FISH = PREFIX / "share/fish/vendor_completions.d/gimbal.fish"
lines = FISH.read_text().splitlines()
for start in ("complete -c gimbal -n __fish_use_subcommand -f -a verify -d '", "complete -c gimbal -l max-time -r -d '",
              "complete -c gimbal -l method -x -a 'adjoint "):
    check("fish: " + start, sum(line.startswith(start) for line in lines) == 1, lines)
if has("fish"):
    check("fish completes", call("fish", "-c", "source %s; complete -C 'gimbal ver'" % FISH).startswith("verify\t"))

folder = WORK / "client"
folder.mkdir()
(folder / "client.c").write_text(CLIENT)
flags = call("pkg-config", "--cflags", "--libs", "gimbal", env=FOUND).split()
sanitizer = ["-fsanitize=address,undefined"] if "sanitize" in BUILD.name else []
call("mpicc", "-Wall", "-Wextra", "-Werror", *sanitizer, "client.c", "-o", "client", *flags, at=folder)
programs = ["client"]
if not sanitizer and has("cmake"):
    (folder / "CMakeLists.txt").write_text(CMAKE)
    call("cmake", "-S", ".", "-B", "made", *([] if INSTALLED else ["-DCMAKE_PREFIX_PATH=%s" % PREFIX]), at=folder)
    call("cmake", "--build", "made", at=folder)
    programs.append("made/by-cmake")

Path("plate.yaml").write_text(example("plate-run").replace("steps: 20", "steps: 5"))
before = sorted(folder.rglob("*"))
reference = run("plate.yaml", 1, "gradient")
wanted = [number for f, value in reference.json["functions"].items() for number in [value] +
          reference.json["gradient"][f]["skin"]]
for program in programs:
    for ranks in (1, 2):
        out = call(ROOT / "tools/mpirun.sh", ranks, "client/" + program, "plate.yaml", env=FOUND)
        lines = out.splitlines()
        if not check("lines of %s on %d" % (program, ranks), len(lines) == len(wanted), out):
            continue
        found = numbers(lines)
        check("all bits", ranks > 1 or found == wanted, [pair for pair in zip(found, wanted) if pair[0] != pair[1]])
        for f, w in zip(found, wanted):
            close("on %d ranks" % ranks, f, w, 1e-9, 1e-9)
check("no files", sorted(folder.rglob("*")) == before)
p = subprocess.run([str(ROOT / "tools/mpirun.sh"), "1", "client/client", "none.yaml"], capture_output=True, text=True,
                   env={**os.environ, **FOUND})
check("an error",
      p.returncode == 6 and p.stdout == "none.yaml: cannot be opened: No such file or directory\n" and not p.stderr,
      (p.returncode, p.stdout, p.stderr))

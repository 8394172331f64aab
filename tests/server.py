"""Servers of tests/serve.c, one for each number of ranks and environment: see `ask`.

Where tests/run gives a folder, in SERVERS, servers wait there for the next test after a test that passed: they start
once, not in each test.
"""
import atexit
import hashlib
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_POOL = os.environ.get("SERVERS")
_waiting = {}  # servers of this test that wait for a command line; threads of a test ask several at a time
seconds = 0.0  # of processors, that the servers' ranks took for this test


class Ended(Exception):
    """A server that ended, or did not answer in time, with what it wrote to standard error."""


class Server:
    """A server that this test started or, where `folder` is given, that an earlier one left."""

    def __init__(self, program, ranks, environment, folder=None):
        self.folder, self.process = folder, None
        if not folder:
            self._start(program, ranks, environment)
        self.pid = int((self.folder / "pid").read_text())
        self.reply = os.open(self.folder / "reply", os.O_RDWR)
        self.requests = [self._open("request.%d" % rank) for rank in range(ranks)]

    def _start(self, program, ranks, environment):
        self.folder = Path(tempfile.mkdtemp(prefix=_kind(program, ranks, environment), dir=_POOL))
        for name in ["reply"] + ["request.%d" % rank for rank in range(ranks)]:
            os.mkfifo(self.folder / name)
        owner = os.environ.get("SERVERS_OWNER", os.getpid())  # a server ends with this process
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [str(ROOT / "tools" / "mpirun.sh"), str(ranks), str(program), str(self.folder), str(owner)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        (self.folder / "pid").write_text(str(self.process.pid))

    def _open(self, name):
        """Open a pipe as soon as a rank reads it."""
        while True:
            try:
                pipe = os.open(self.folder / name, os.O_WRONLY | os.O_NONBLOCK)
                os.set_blocking(pipe, True)
                return pipe
            except OSError:
                if not self.runs():
                    raise Ended(self.said())
                time.sleep(0.002)

    def runs(self):
        """Whether the server's process runs. This test cannot wait for a process that an earlier test started, and
        reads its state."""
        if self.process:
            return self.process.poll() is None
        try:
            return Path("/proc/%d/stat" % self.pid).read_text().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False

    def said(self):
        """What ranks, or their launcher, wrote to standard error while no command line ran, and in the last one."""
        return "".join(path.read_text(errors="replace") for path in (self.folder / "err", self.folder / "log")
                       if path.exists())

    def ask(self, words, timeout):
        """Exit status, standard output and standard error of a command line in the working folder."""
        global seconds
        out, err = self.folder / "out", self.folder / "err"
        for file in (out, err):
            file.write_bytes(b"")
        texts = b"".join(os.fsencode(str(word)) + b"\0" for word in (os.getcwd(), out, err, *words))
        try:
            for pipe in self.requests:
                os.write(pipe, struct.pack("=ii", len(texts), len(words) + 3) + texts)
        except BrokenPipeError:
            raise Ended("the program crashed before\n" + self.said()) from None
        answer, end = b"", time.monotonic() + timeout
        while not answer:
            left = end - time.monotonic()
            if left <= 0 or not self.runs():
                raise Ended(
                    "%s\n%s" % ("no end after %g s" % timeout if left <= 0 else "the program crashed", self.said()))
            if select.select([self.reply], [], [], min(left, 0.1))[0]:
                answer = os.read(self.reply, 12)
        status, used = struct.unpack("=id", answer)
        seconds += used
        return (status, *(file.read_text(errors="replace") for file in (out, err)))

    def leave(self):
        """Leave the server to the next test."""
        self._close_pipes()
        (self.folder / "idle").touch()

    def end(self, kill=False):
        """End the server: at once, or after the command lines that it was given."""
        if not kill and self.runs():
            for pipe in self.requests:
                os.write(pipe, struct.pack("=ii", 0, 0))
        self._close_pipes()
        last = time.monotonic() + (0 if kill else 10)
        while self.runs() and time.monotonic() < last:
            time.sleep(0.005)
        for sent in (signal.SIGTERM, signal.SIGKILL):
            last = time.monotonic() + 10
            while self.runs() and time.monotonic() < last:
                os.killpg(self.pid, sent)
                time.sleep(0.05)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _close_pipes(self):
        for pipe in (self.reply, *self.requests):
            os.close(pipe)


def _kind(program, ranks, environment):
    """What the names of the folders of equal servers begin with."""
    made_by = repr((str(program), os.stat(program).st_mtime_ns, ranks, sorted(environment.items())))
    return "gimbal-serve-%s-" % hashlib.sha256(made_by.encode()).hexdigest()[:16]


def _left(program, ranks, environment):
    """A server that an earlier test left, or None. A test takes one by taking its file `idle` away."""
    for folder in Path(_POOL).glob(_kind(program, ranks, environment) + "*") if _POOL else ():
        try:
            (folder / "idle").unlink()
            return Server(program, ranks, environment, folder)
        except (OSError, Ended):
            pass
    return None


def ask(program, words, ranks, timeout, environment):
    """Run a command line in a server and return its exit status, standard output and standard error.

    program: of tests/serve.c; environment: of the server, which is started where none has it. Raises Ended."""
    waiting = _waiting.setdefault((ranks, tuple(sorted(environment.items()))), [])
    try:
        asked = waiting.pop()
    except IndexError:
        asked = _left(program, ranks, environment) or Server(program, ranks, environment)
    try:
        answer = asked.ask(words, timeout)
    except Ended:
        asked.end(kill=True)
        raise
    waiting.append(asked)
    return answer


def close(passed):
    """Leave the servers to the next test if there is one and this one passed, and end them otherwise."""
    for waiting in _waiting.values():
        while waiting:
            asked = waiting.pop()
            asked.leave() if passed and _POOL else asked.end()


atexit.register(close, False)

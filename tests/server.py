"""Servers of tests/serve.c, one for each number of ranks and environment of a test: see `ask`."""
import atexit
import os
import select
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_servers = {}  # those that wait for a command line; threads of a test ask several at a time


class Ended(Exception):
    """A server that ended, or did not answer in time, with what it wrote to standard error."""


class Server:
    def __init__(self, program, ranks, environment):
        self.folder = Path(tempfile.mkdtemp(prefix="gimbal-serve-"))
        for name in ["reply"] + ["request.%d" % rank for rank in range(ranks)]:
            os.mkfifo(self.folder / name)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [str(ROOT / "tools" / "mpirun.sh"), str(ranks), str(program), str(self.folder)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        self.reply = os.open(self.folder / "reply", os.O_RDONLY | os.O_NONBLOCK)
        self.requests = [self._open("request.%d" % rank) for rank in range(ranks)]

    def _open(self, name):
        """Open a pipe as soon as a rank reads it."""
        while True:
            try:
                pipe = os.open(self.folder / name, os.O_WRONLY | os.O_NONBLOCK)
                os.set_blocking(pipe, True)
                return pipe
            except OSError:
                if self.process.poll() is not None:
                    raise Ended(self.said())
                time.sleep(0.002)

    def said(self):
        """What ranks, or their launcher, wrote to standard error while no command line ran, and in the last one."""
        return "".join(path.read_text(errors="replace") for path in (self.folder / "err", self.folder / "log")
                       if path.exists())

    def ask(self, words, timeout):
        """Exit status, standard output and standard error of a command line in the working folder."""
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
            if left <= 0 or self.process.poll() is not None:
                raise Ended(
                    "%s\n%s" % ("no end after %g s" % timeout if left <= 0 else "the program crashed", self.said()))
            # A pipe without a writer can be read at once, so that a server that ended is noticed above.
            if select.select([self.reply], [], [], min(left, 5))[0]:
                answer = os.read(self.reply, 4)
        return (struct.unpack("=i", answer)[0], *(file.read_text(errors="replace") for file in (out, err)))

    def close(self, kill=False):
        if kill:
            self.process.terminate()
        for pipe in (self.reply, *self.requests):
            os.close(pipe)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def ask(program, words, ranks, timeout, environment):
    """Run a command line in a server and return its exit status, standard output and standard error.

    program: of tests/serve.c; environment: of the server, which is started where none has it. Raises Ended."""
    waiting = _servers.setdefault((ranks, tuple(sorted(environment.items()))), [])
    try:
        asked = waiting.pop()
    except IndexError:
        asked = Server(program, ranks, environment)
    try:
        answer = asked.ask(words, timeout)
    except Ended:
        asked.close(kill=True)
        raise
    waiting.append(asked)
    return answer


@atexit.register
def _close():
    for waiting in _servers.values():
        for server in waiting:
            server.close()

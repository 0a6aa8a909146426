"""One installation in a folder of its own, started through the real command line and watched from outside."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from evalhub.local.paths import ROOT, Home, socket_path
from evalhub.local.servers.postgres_files import RELOCATED
from tests.services import new_folder

# What the test run has set for itself.
FOREIGN = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "PORT",
    "EVALHUB_MODE",
    "EVALHUB_PUBLIC_URL",
    "EVALHUB_SIMULATED_URL",
    "DJANGO_SETTINGS_MODULE",
)
READY = "Ctrl-C stops"
SECONDS = 600


class Installation:
    """`path` is its EVALHUB_HOME; `start` runs `python -m evalhub.local` with it."""

    def __init__(self, path=None):
        # Not below pytest's own folder: that is closed, and Postgres may run as another account.
        self.path = path or new_folder()
        self.home = Home(self.path)
        self.process = None
        handle, output = tempfile.mkstemp(prefix="evalhub-trial-output-")
        os.close(handle)
        self._output = Path(output)

    def start(self, *words, **variables):
        environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        with open(self._output, "w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "evalhub.local", *words],
                cwd=ROOT,
                env=environment | {"EVALHUB_HOME": str(self.path)} | variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def run(self, *words):
        """Another command of Python on the same home, without the settings of this test run; waits for its end."""
        environment = {"PATH": os.environ["PATH"], "EVALHUB_HOME": str(self.path)}
        return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)

    def start_and_wait(self, *words, **variables):
        self.start(*words, **variables)
        self.wait_for_text(READY)

    def ensure_started(self, *words, **variables):
        """Start it unless it runs."""
        if self.process is None or self.process.poll() is not None:
            self.start_and_wait(*words, **variables)

    def output(self):
        return self._output.read_text()

    def wait_for_text(self, text):
        self.wait_until(lambda: text in self.output(), f"the text {text!r}", while_running=True)

    def wait_until(self, condition, what, while_running=False):
        deadline = time.monotonic() + SECONDS
        while not condition():
            ended = while_running and self.process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise AssertionError(f"No {what}. Output so far:\n{self.output()}")
            time.sleep(0.05)

    def wait_for_end(self):
        """The exit status."""
        return self.process.wait(SECONDS)

    def interrupt(self):
        """Ctrl-C, and the exit status it leads to."""
        self.process.send_signal(signal.SIGINT)
        return self.wait_for_end()

    def record(self):
        return json.loads(self.home.record.read_text())

    def environment(self):
        return self.record()["environment"]

    def processes(self):
        """{name: process number} of its children."""
        return self.record()["processes"]

    def leftovers(self):
        """The command lines that still name this installation's folders."""
        names = [str(self.path), str(socket_path(self.home)), str(RELOCATED / self.home.key())]
        return [line for line in command_lines() if any(name in line for name in names)]

    def remove(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            self.wait_until(lambda: not self.leftovers(), "end of all processes")
        for folder in (self.path, socket_path(self.home), RELOCATED / self.home.key()):
            shutil.rmtree(folder, ignore_errors=True)
        self._output.unlink(missing_ok=True)


def command_lines():
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found

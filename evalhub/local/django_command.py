"""`make manage`: one Django command beside the running stack, or on services started for its own time."""

import os
import signal
import subprocess
import sys

from evalhub.local.bootstrap import PYTHON
from evalhub.local.instance import read_record
from evalhub.local.paths import ROOT
from evalhub.local.processes.children import run_to_end
from evalhub.local.processes.programs import Application
from evalhub.local.shared_settings import command_settings
from evalhub.local.supervisor import Supervisor


def manage(home, arguments):
    """Returns the command's exit status."""
    command = [str(PYTHON), str(ROOT / "manage.py"), *arguments]
    has_own_servers = os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")
    if has_own_servers or read_record(home):
        # manage.py finds the running stack by itself.
        os.execv(command[0], command)
    return Supervisor(home).run(lambda supervisor: _run(supervisor, command))


def _run(supervisor, command):
    supervisor.start_services()
    settings = command_settings(supervisor.settings())
    if supervisor.services.database_was_made:
        program = Application(supervisor.home, settings).django("migrate", "--noinput")
        run_to_end(program, guard=supervisor.guard, stop_requested=supervisor.signals.requested)
    # In the terminal's foreground group: Ctrl-C reaches the command itself, and it may ask questions.
    process = subprocess.Popen(command, env=os.environ | settings)
    told = 0
    while process.poll() is None:
        supervisor.signals.wait(0.2)
        if supervisor.signals.count > told:
            told = supervisor.signals.count
            # A terminal sends its Ctrl-C to the command as well; every other signal came to us alone.
            if supervisor.signals.last != signal.SIGINT or not sys.stdin.isatty():
                process.send_signal(supervisor.signals.last)
    return process.returncode

"""`make up`: database, broker, simulated provider, web and worker of one installation, ready to be used."""

import os
import time

from evalhub.local.preparation import Preparation
from evalhub.local.processes.children import wait_until
from evalhub.local.processes.programs import Application
from evalhub.local.servers.network import HOST, ask, choose_port, free_port
from evalhub.local.shared_settings import command_settings
from evalhub.local.supervisor import Supervisor, say

START_SECONDS = 90


def up(home, *, with_demo=True, parent=None):
    """Serves until it is stopped, by a followed `parent` too. Returns the exit status."""
    return Supervisor(home, parent).run(Stack(with_demo).serve)


def services(home):
    """Database and broker alone, for tools of one's own; `manage.py` beside it uses them."""
    return Supervisor(home).run(_serve_services)


def _serve_services(supervisor):
    supervisor.start_services()
    settings = supervisor.settings()
    supervisor.announce(url="(database and broker only)", environment=command_settings(settings))
    say(f"DATABASE_URL={settings['DATABASE_URL']}\nREDIS_URL={settings['REDIS_URL']}\nCtrl-C stops them.")
    supervisor.watch()


class Stack:
    """One start of the whole application under a supervisor."""

    def __init__(self, with_demo):
        self._with_demo = with_demo

    def serve(self, supervisor):
        port = choose_port()
        if port.note:
            say(port.note)
        supervisor.choose_services()
        simulated = _Simulated()
        url = f"http://{HOST}:{port.number}"
        settings = supervisor.settings()
        settings |= {
            "EVALHUB_PUBLIC_URL": os.environ.get("EVALHUB_PUBLIC_URL") or url,
            "EVALHUB_SIMULATED_URL": simulated.url,
        }
        application = Application(supervisor.home, settings)
        supervisor.preload(application)
        supervisor.start_services()
        preparation = Preparation(supervisor=supervisor, application=application, say=say)
        lacks_demo = preparation.run(with_demo=self._with_demo)
        simulated.start(supervisor, application)
        programs = [supervisor.start(application.worker()), supervisor.start(application.web(port.number))]
        if lacks_demo:
            preparation.load_demo()
        self._wait_for_application(supervisor, *programs, port.number)
        simulated.wait()
        supervisor.announce(url=url, environment=command_settings(settings))
        say(f"EvalHub is ready: {url}")
        ways_in = preparation.ways_in()
        if ways_in:
            say(ways_in)
        say("Ctrl-C stops it.")
        supervisor.watch()

    def _wait_for_application(self, supervisor, worker, web, port):
        waiting = {"seconds": START_SECONDS, "stop_requested": supervisor.signals.requested}
        wait_until(lambda: _is_serving(port), child=web, what="The web process", **waiting)
        wait_until(lambda: _is_working(worker, port), child=worker, what="The worker", **waiting)


class _Simulated:
    """The simulated model provider: ours on a free port, unless EVALHUB_SIMULATED_URL names one."""

    def __init__(self):
        given = os.environ.get("EVALHUB_SIMULATED_URL")
        self._port = None if given else free_port()
        self.url = given or f"http://{HOST}:{self._port}"
        self._child = None
        self._supervisor = None

    def start(self, supervisor, application):
        self._supervisor = supervisor
        if self._port:
            self._child = supervisor.start(application.simulated(self._port))

    def wait(self):
        if self._child is not None:
            wait_until(
                lambda: ask(self._port, "/healthz").status == 200,
                child=self._child,
                seconds=START_SECONDS,
                stop_requested=self._supervisor.signals.requested,
                what="The simulated provider",
            )


def _is_serving(port):
    """Below 500 also when the settings send this address elsewhere: to https, or to the name of a public host."""
    status = ask(port, "/healthz").status
    return status is not None and status < 500


def _is_working(worker, port):
    """True once the worker says so in its log, or has run a task since it was started."""
    if " ready." in worker.written():
        return True
    seen = ask(port, "/healthz").body.get("worker_seen_seconds_ago")
    return seen is not None and seen < time.monotonic() - worker.started_at

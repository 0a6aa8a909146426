"""Watches the processes of one installation: restarts what may be restarted and stops everything in order."""

import contextlib
import os

from evalhub.local.errors import LocalError, StopRequested
from evalhub.local.instance import Instance
from evalhub.local.processes.children import Child, Guard, run_to_end, stop
from evalhub.local.processes.forking import CAN_FORK, Forker
from evalhub.local.processes.restarts import Restarts
from evalhub.local.processes.stopping import StopSignals
from evalhub.local.secret import secret_key
from evalhub.local.servers.services import Services
from evalhub.local.shared_settings import shared_settings

LOOK_SECONDS = 0.5
MOST_FAILED_STARTS = 5  # of a database or broker, one after the other, before everything is stopped


def say(text):
    # A terminal that went away is no reason to stop.
    with contextlib.suppress(OSError):
        print(text, flush=True)


def make_data(home):
    """Initialises the embedded database and leaves it at that."""

    def serve(supervisor):
        supervisor.choose_services()
        supervisor.services.make_data()

    Supervisor(home).run(serve)


class Supervisor:
    """Holds the home's lock, its database and broker, and the programs started on them."""

    def __init__(self, home, parent=None):
        self.home = home
        self.signals = StopSignals(on_force=self._kill_now, parent=parent)
        self.guard = None
        self.services = None
        self.forker = None
        self._application = None
        self._instance = Instance(home)
        self._programs = {}
        self._waiting = set()
        self._restarts = Restarts()
        self._failed_starts = {}
        self._announced = None

    def run(self, serve):
        """Takes the home, calls `serve(self)` and cleans up, whatever happens.

        Returns the exit status: what `serve` returns, or 0 after a stop that was asked for.
        """
        self.home.create()
        os.umask(0o077)
        self._instance.take()
        self.signals.install()
        self.guard = Guard()
        try:
            return serve(self)
        except StopRequested:
            say("Stopping …")
            return 0
        finally:
            self._stop()

    def choose_services(self):
        """Settles which database and broker are used, so that `settings()` knows their addresses; starts neither."""
        self.services = Services(self.home, guard=self.guard, stop_requested=self.signals.requested, say=say)

    def start_services(self):
        if self.services is None:
            self.choose_services()
        self.services.start()

    def preload(self, application):
        """Begins to import the application; what is started from now on is forked from that process."""
        self._application = application
        if CAN_FORK:
            self.forker = Forker(application.preloaded, self.guard, self.signals.requested)

    def settings(self):
        """The environment that every process on these services shares."""
        return shared_settings(
            self.home,
            database_url=self.services.database_url,
            redis_url=self.services.redis_url,
            secret_key=secret_key(self.home),
            has_own_database=self.services.has_own_database,
        )

    def start(self, program):
        """Starts a program that is started again when it ends, and returns its child."""
        if self.forker is not None and not self.forker.is_alive():
            self.forker.close()
            self.preload(self._application)
        child = self._programs[program.name] = Child(program, self.guard, self.forker)
        return child

    def run_to_end(self, program):
        """Runs a program that ends by itself and returns its child; LocalError unless it succeeds."""
        return run_to_end(program, guard=self.guard, stop_requested=self.signals.requested, forker=self.forker)

    def announce(self, *, url, environment):
        """Publishes address and settings; again after each restart, with the new process numbers."""
        self._announced = {"url": url, "environment": environment}
        self._publish()

    def watch(self):
        """Does not return: ends by StopRequested, or by LocalError when database or broker cannot be started again."""
        while not self.signals.requested():
            for server in self.services.servers:
                self._care_for_server(server)
            for name in list(self._programs):
                child = self._programs[name]
                if not child.is_alive() and self._has_waited(child):
                    self.start(child.program)
                    self._publish()
            self.signals.wait(LOOK_SECONDS)
        raise StopRequested

    def _care_for_server(self, server):
        """Starts it again when it has died. The programs on it stay: they connect anew."""
        name = server.child.name
        if server.child.is_alive():
            self._failed_starts.pop(name, None)
        elif self._has_waited(server.child):
            try:
                server.start()
            except (LocalError, OSError):
                self._failed_starts[name] = self._failed_starts.get(name, 0) + 1
                if self._failed_starts[name] >= MOST_FAILED_STARTS:
                    raise
            self._publish()

    def _has_waited(self, child):
        """Whether the pause of a child that has ended is over; it begins when this is asked first."""
        if child.name in self._waiting and self._restarts.is_due(child.name):
            self._waiting.discard(child.name)
            return True
        if child.name not in self._waiting:
            pause = self._restarts.ended(child.name, child.started_at)
            self._waiting.add(child.name)
            say(
                f"{child.name} {child.ending()}; it is started again in {pause.seconds:.0f} s."
                f" Its log: {child.program.log}"
            )
        return False

    def _publish(self):
        if self._announced:
            preloaded = [] if self.forker is None else [self.forker.child]
            children = [*self.services.children(), *preloaded, *self._programs.values()]
            self._instance.announce(**self._announced, processes={child.name: child.pid for child in children})

    def _stop(self):
        if self.services is not None:
            self.services.begin_stop()
        stop(self._programs.values())
        if self.forker is not None:
            self.forker.close()
        if self.services is not None:
            self.services.stop()
        self.guard.close()
        self._instance.release()

    def _kill_now(self):
        servers = self.services.children() if self.services is not None else []
        preloaded = [] if self.forker is None else [self.forker.child]
        for child in [*self._programs.values(), *preloaded, *servers]:
            child.kill_group_now()

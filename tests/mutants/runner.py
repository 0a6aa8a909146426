"""Run the tests of each mutant in a copy of the tree with that one bug in it. The checkout is never written to."""

import contextlib
import importlib.util
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from evalhub.local.paths import ROOT
from tests.mutants.drawn import FOLDERS, Drawn, with_probes
from tests.mutants.mutant import DoesNotApply, Mutant

SLOTS = 2
SECONDS = 600  # one run of a mutant's tests
BASELINE_SECONDS = 3600
KILLED, SURVIVED, BROKEN, OUT_OF_TIME = "killed", "SURVIVED", "broken mutant", "out of time"
KEPT = {".ci", ".dockerignore", ".gitignore"}  # of all that begins with a point
LEFT_OUT = {"__pycache__", "screenshots", "node_modules"}
TESTS_FAILED, NOTHING_FAILED = 1, 0
_FAILED = re.compile(r"^\d+ failed\b", re.MULTILINE)


class TestsAreRed(Exception):
    """The tests fail without any mutant: nothing they say about one would mean anything."""


@dataclass(frozen=True)
class Verdict:
    """What came of one mutant; `told` is the end of what pytest wrote."""

    mutant: Mutant | Drawn
    result: str
    seconds: float
    told: str = ""


class Tree:
    """A copy of the project, in which one mutant at a time stands."""

    def __init__(self, folder: Path, slot: int):
        self.root, self._environment = folder / f"tree-{slot}", environment(slot)
        self._process, self._stopped, self.tests, self.reached = None, False, [], {}
        if not self.root.exists():
            shutil.copytree(ROOT, self.root, ignore=_left_out)

    def try_out(self, mutant: Mutant) -> Verdict:
        began = time.monotonic()
        path = self.root / mutant.file
        plain = path.read_text(encoding="utf-8") if path.is_file() else ""
        try:
            self._write(path, mutant.applied(self.root))
            status, told = self.test(mutant.tests, "-x", seconds=SECONDS)
        except DoesNotApply as problem:
            return Verdict(mutant, BROKEN, 0.0, str(problem))
        finally:
            if plain:
                self._write(path, plain)
        return Verdict(mutant, verdict_of(status, told), time.monotonic() - began, told)

    def test(self, tests: Iterable[str], *words: str, seconds: float) -> tuple[int | None, str]:
        """(exit status of pytest, what it wrote); the status is None when the time was not enough."""
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", *words, *tests]
        # In a session of its own, so that what it has started ends with it.
        self._process = subprocess.Popen(
            command,
            cwd=self.root,
            env=self._environment,
            text=True,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            told, _ = self._process.communicate(timeout=0 if self._stopped else seconds)
            return self._process.returncode, told
        except subprocess.TimeoutExpired:
            self.kill()
            return None, self._process.communicate()[0]

    def stop(self):
        self._stopped = True
        self.kill()

    def kill(self):
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _write(self, path, text):
        """Python tells a changed file by its size and the second it was written in, so that both may be the same."""
        path.write_text(text, encoding="utf-8")
        if path.suffix == ".py":
            Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


class Forks(Tree):
    """A copy of the project whose tests are collected once; each mutant gets a fork of that process (forks.py)."""

    def collect(self, tests: Iterable[str]):
        """Sets `tests`, the names of all tests in these files and folders."""
        command = [sys.executable, "-m", "pytest", "-q", "-s", "--tb=short", "-p", "no:cacheprovider"]
        with open(self.root.with_suffix(".log"), "wb") as log:
            self._process = subprocess.Popen(
                [*command, "-p", "tests.mutants.forks", *tests],
                cwd=self.root,
                env=self._environment,
                text=True,
                start_new_session=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self.tests = self._answer()

    def ask(self, sources: dict[str, str], tests: list[str], *, first: bool, seconds: int = BASELINE_SECONDS) -> list:
        """[test, whether it passed, seconds, places it came by] of each that ran with these sources, or only up to the
        first that failed; none when they took more seconds of a core."""
        request = {"sources": sources, "tests": tests, "first": first, "seconds": seconds}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def try_out(self, mutant: Drawn) -> Verdict:
        began, tests = time.monotonic(), self.reached.get(mutant, [])
        try:
            sources = {mutant.file: mutant.applied(self.root)}
            found = self.ask(sources, tests, first=True, seconds=SECONDS) if tests else []
        except DoesNotApply as problem:
            return Verdict(mutant, BROKEN, 0.0, str(problem))
        seconds = time.monotonic() - began
        if tests and not found:
            return Verdict(mutant, OUT_OF_TIME, seconds)
        failed = [test for test, passed, *_ in found if not passed]
        told = f"killed by {failed[0]}" if failed else f"{len(tests)} tests come by"
        return Verdict(mutant, KILLED if failed else SURVIVED, seconds, told)

    def log(self) -> str:
        return self.root.with_suffix(".log").read_text(encoding="utf-8", errors="replace")[-4000:]

    def _answer(self):
        line = self._process.stdout.readline()
        if not line:
            raise TestsAreRed(self.log())
        return json.loads(line)


def find_tests(trees: list[Forks], mutants: list[Drawn]):
    """Tell the trees which tests come by each mutant, nearest and quickest first; TestsAreRed unless all pass."""
    _in_threads([lambda tree=tree: tree.collect(FOLDERS.values()) for tree in trees])
    files = {mutant.file for mutant in mutants}
    sources = {file: with_probes(ROOT, file, {m: n for n, m in enumerate(mutants) if m.file == file}) for file in files}
    modules = sorted({test.partition("::")[0] for test in trees[0].tests})
    found = []

    def run(tree, share):
        tests = [test for test in tree.tests if test.partition("::")[0] in share]
        found.append(tree.ask(sources, tests, first=False))

    shares = [(tree, modules[number :: len(trees)]) for number, tree in enumerate(trees)]
    _in_threads([lambda tree=tree, share=share: run(tree, share) for tree, share in shares])
    if len(found) < len(trees) or [] in found:
        raise TestsAreRed("\n".join(tree.log() for tree in trees))
    answers = [answer for answers in found for answer in answers]
    red = [test for test, passed, *_ in answers if not passed]
    if red:
        raise TestsAreRed("\n".join(red))
    if not any(places for *_, places in answers):
        raise TestsAreRed("No test comes by any mutant.")
    for number, mutant in enumerate(mutants):
        reached = _in_order(mutant, [answer for answer in answers if number in answer[3]])
        for tree in trees:
            tree.reached[mutant] = reached


def _in_order(mutant, answers):
    """Modules stay whole, for what they set up once; first those whose path is nearest to the mutant's."""
    modules = {}
    for answer in answers:
        modules.setdefault(answer[0].partition("::")[0], []).append(answer)
    near = set(Path(mutant.file).with_suffix("").parts)

    def place(module):
        path = Path(module).with_suffix("")
        shared = len(near & {*path.parts, path.name.removeprefix("test_")})
        return -shared, sum(seconds for _, _, seconds, _ in modules[module])

    return [answer[0] for module in sorted(modules, key=place) for answer in modules[module]]


def environment(slot: int) -> dict:
    """The servers of this process's environment, which all trees share: each run makes a database of its own, and each
    tree has a part of the broker that no other uses at the same time."""
    url = os.environ["REDIS_URL"]
    redis = urlsplit(url)
    if redis.scheme == "unix":
        # Put together by hand: urllib writes unix:/path, which redis does not read.
        url = f"{url.partition('?')[0]}?{urlencode(dict(parse_qsl(redis.query)) | {'db': slot + 2})}"
    else:
        url = redis._replace(path=f"/{slot + 2}").geturl()
    return os.environ | {"REDIS_URL": url}


def verdict_of(status: int | None, told: str) -> str:
    """Only tests that ran and failed kill a mutant: a tree that cannot even be imported says nothing of the tests."""
    if status is None:
        return OUT_OF_TIME
    if status == NOTHING_FAILED:
        return SURVIVED
    return KILLED if status == TESTS_FAILED and _FAILED.search(told) else BROKEN


def check_green(trees: list[Tree], mutants: list[Mutant]):
    """Run all tests of the mutants without any of them, shared among the trees; TestsAreRed unless all pass."""
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    found = []

    def run(tree, share):
        found.append(tree.test(share, seconds=BASELINE_SECONDS))

    shares = [(tree, tests[number :: len(trees)]) for number, tree in enumerate(trees)]
    _in_threads([lambda tree=tree, share=share: run(tree, share) for tree, share in shares if share])
    red = [told for status, told in found if status != NOTHING_FAILED]
    if red:
        raise TestsAreRed("\n".join(told[-4000:] for told in red))


def try_all(trees: list[Tree], mutants: list[Mutant | Drawn], tell: Callable[[Verdict], None]) -> list[Verdict]:
    """The Verdicts, told as they come; each tree takes the next mutant as soon as it is free."""
    waiting, found, turn = queue.SimpleQueue(), [], threading.Lock()
    for mutant in mutants:
        waiting.put(mutant)

    def work(tree):
        with contextlib.suppress(queue.Empty):
            while True:
                verdict = tree.try_out(waiting.get_nowait())
                with turn:
                    found.append(verdict)
                    tell(verdict)

    _in_threads([lambda tree=tree: work(tree) for tree in trees])
    return found


def _in_threads(functions):
    threads = [threading.Thread(target=function, daemon=True) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _left_out(folder, names):
    hidden = {name for name in names if name.startswith(".") and name not in KEPT}
    return hidden | (LEFT_OUT & set(names))

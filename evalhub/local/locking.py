"""The hash-pinned locks, which name no package index: compiled from pyproject.toml by `make lock`."""

import os
import re
import subprocess
import sys

from evalhub.local.bootstrap import BOOT, LOCKS, UV_LOCK, pip_command, uv_command
from evalhub.local.errors import LocalError
from evalhub.local.indexes import pip_configuration, uv_environment
from evalhub.local.interpreter import OLDEST
from evalhub.local.paths import ROOT


def lock(arguments):
    """`arguments` go to uv, such as `--upgrade` or `--upgrade-package NAME`."""
    runtime = LOCKS["runtime"].name
    _compile(LOCKS["runtime"], ["pyproject.toml", *arguments])
    # Constrained to the runtime lock: what serves is what was tested.
    _compile(LOCKS["dev"], ["pyproject.toml", "--group", "dev", "-c", runtime, *arguments])
    _compile(UV_LOCK, ["-", *arguments], given="uv\n")
    return 0


def _compile(lock, words, given=None):
    """Keeps the versions of the lock, not its hashes: uv would keep those too, and files are added to a release."""
    before = lock.read_text()
    lock.write_text(re.sub(r" \\\n    --hash=\S+", "", before))
    words = ["--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", *words]
    print("== uv pip compile " + " ".join(words), file=sys.stderr, flush=True)
    if compile_with_uv([*words, "-o", str(lock.relative_to(ROOT))], input=given).returncode:
        lock.write_text(before)
        raise LocalError("The lock could not be compiled (see above).")


def compile_with_uv(words, **options):
    BOOT.mkdir(exist_ok=True)
    pip = pip_command()
    uv = uv_command(pip)
    if uv is None:
        raise LocalError("The locks are compiled with uv, which is not to be had here.")
    from_pip = uv_environment(pip_configuration(pip), os.environ)
    # A second index of this machine may hold a few files of a version, and uv would ask no other for the rest.
    environment = {k: v for k, v in from_pip.items() if k not in ("UV_INDEX", "UV_FIND_LINKS")} | os.environ
    command = [*uv, "pip", "compile", "--universal", "--python-version", "{}.{}".format(*OLDEST), "--quiet", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, **options)

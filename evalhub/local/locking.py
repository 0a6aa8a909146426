"""`make lock`: compiles the hash-pinned locks from pyproject.toml, with no address of a package index in them."""

import os
import subprocess
import sys

from evalhub.local.bootstrap import BASE, BOOT, LOCKS, UV_LOCK, uv_command
from evalhub.local.errors import LocalError
from evalhub.local.indexes import pip_configuration, uv_environment
from evalhub.local.paths import ROOT

_OPTIONS = ["--universal", "--python-version", "3.11", "--generate-hashes"]
_OPTIONS += ["--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"]


def lock(arguments):
    """`arguments` go to uv, such as `--upgrade` or `--upgrade-package NAME`."""
    BOOT.mkdir(exist_ok=True)
    uv = uv_command()
    if uv is None:
        raise LocalError("The locks are compiled with uv, which is not to be had here.")
    project = "pyproject.toml"
    runtime, dev = LOCKS["runtime"].name, LOCKS["dev"].name
    _compile(uv, [project, "-o", runtime, *arguments])
    # Constrained to the runtime lock: what serves is what was tested.
    _compile(uv, [project, "--group", "dev", "-c", runtime, "-o", dev, *arguments])
    _compile(uv, ["-", "-o", str(UV_LOCK.relative_to(ROOT)), *arguments], given="uv\n")
    return 0


def _compile(uv, words, given=None):
    environment = os.environ | uv_environment(pip_configuration(BASE), os.environ)
    command = [*uv, "pip", "compile", *_OPTIONS, *words]
    print("== uv pip compile " + " ".join(words), file=sys.stderr, flush=True)
    if subprocess.run(command, cwd=ROOT, env=environment, input=given, text=True, check=False).returncode != 0:
        raise LocalError("The lock could not be compiled (see above).")

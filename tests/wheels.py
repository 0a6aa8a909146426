"""Part of `make check`: whether each locked package has a locked wheel for each Python and processor."""

import re
import subprocess
import sys
import tomllib
from itertools import product

from packaging.markers import Marker
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from evalhub.local.bootstrap import LOCKS
from evalhub.local.interpreter import SUPPORTED
from evalhub.local.locking import compile_with_uv

ARCHITECTURES = ("x86_64", "aarch64")
NEWEST_GLIBC = 28  # a wheel that asks for a later 2.x is of no use to Debian 11 and its contemporaries
UNREACHABLE = 2  # uv's exit status; 1 is a lock that cannot be satisfied


def missing_wheels():
    """Sentences: which locked package lacks a locked wheel for which Python and processor. uv's cache answers first."""
    words = ["--no-deps", "--format", "pylock.toml", LOCKS["dev"].name]
    answer = compile_with_uv([*words, "--offline"], stderr=subprocess.DEVNULL)
    if answer.returncode:
        answer = compile_with_uv(words)
    if answer.returncode == UNREACHABLE:
        print("Not checked: the package index cannot be reached (see above).", file=sys.stderr)
        return []
    if answer.returncode:
        return ["The package index does not have what requirements-dev.lock names (see above)."]
    hashes = set(re.findall(r"--hash=sha256:(\w+)", LOCKS["dev"].read_text()))
    return lacking(tomllib.loads(answer.stdout)["packages"], hashes)


def lacking(packages, hashes):
    """The same for packages as pylock.toml describes them, of whose files those with these hashes may be used."""
    found = []
    for version, processor in product(SUPPORTED, ARCHITECTURES):
        name = "{}.{}".format(*version)
        platforms = [f"manylinux_2_{minor}_{processor}" for minor in range(5, NEWEST_GLIBC + 1)]
        platforms += [f"{kind}_{processor}" for kind in ("manylinux1", "manylinux2010", "manylinux2014", "linux")]
        tags = {*cpython_tags(version, platforms=platforms), *compatible_tags(version, platforms=platforms)}
        place = {"python_version": name, "python_full_version": f"{name}.9", "platform_machine": processor}
        place |= {
            "sys_platform": "linux",
            "platform_python_implementation": "CPython",
            "implementation_name": "cpython",
        }
        for package in packages:
            files = [wheel for wheel in package.get("wheels", []) if wheel["hashes"].get("sha256") in hashes]
            names = [wheel["url"].rpartition("/")[2].replace("%2B", "+") for wheel in files]
            is_wanted = Marker(package["marker"]).evaluate(place) if "marker" in package else True
            if is_wanted and not any(parse_wheel_filename(each)[3] & tags for each in names):
                found.append(f"{package['name']} {package['version']}: no locked wheel for Python {name}, {processor}")
    return found


if __name__ == "__main__":
    missing = missing_wheels()
    print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
    sys.exit(bool(missing))

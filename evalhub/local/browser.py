"""The Chromium that browser tests and screenshots use: an existing one, or Debian's package when this is root."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from evalhub.local.paths import is_root

# The shell without windows first: it takes a quarter less time over a page.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


@dataclass(frozen=True)
class Browser:
    """Either the path of a program, or the reason why there is none."""

    path: str = ""
    missing: str = ""

    def environment(self):
        """What tests read: EVALHUB_BROWSER or EVALHUB_BROWSER_MISSING."""
        return {"EVALHUB_BROWSER": self.path} if self.path else {"EVALHUB_BROWSER_MISSING": self.missing}


def find_browser(*, install=True):
    """EVALHUB_BROWSER, else one on this machine, else one installed now, unless `install` is False."""
    given = os.environ.get("EVALHUB_BROWSER")
    if given:
        usable = os.access(given, os.X_OK)
        return Browser(path=given) if usable else Browser(missing=f"EVALHUB_BROWSER is {given!r}, which cannot be run.")
    found = _existing()
    if found:
        return Browser(path=found)
    if not install:
        return Browser(missing="No Chromium was found. `make test` without words installs one, as root.")
    if not shutil.which("apt-get"):
        return Browser(missing=f"No Chromium was found ({', '.join(NAMES)}). Name one with EVALHUB_BROWSER.")
    if not is_root():
        return Browser(missing="No Chromium was found. As root: apt-get install chromium; or name one: EVALHUB_BROWSER")
    print("Installing Chromium for the browser tests …", file=sys.stderr, flush=True)
    if not (_install_package() or (_runs(["apt-get", "update", "-qq"]) and _install_package())):
        return Browser(missing="No Chromium was found, and apt-get could not install it (see above).")
    return Browser(path=_existing())


def _existing():
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    downloads = Path.home() / ".cache" / "ms-playwright"
    known = [*APPLICATIONS, *sorted(map(str, downloads.glob("chromium-*/chrome-linux*/chrome")), reverse=True)]
    return next((path for path in known if os.access(path, os.X_OK)), "")


def _install_package():
    """Not every release has the shell on its own."""
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "fonts-liberation"]
    return _runs([*install, "chromium-headless-shell"]) or _runs([*install, "chromium"])


def _runs(command):
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, stdout=sys.stderr, check=False).returncode == 0

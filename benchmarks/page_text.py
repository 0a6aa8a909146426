"""docs/performance.md: each benchmark's section stands between two markers and is replaced whole."""

import datetime
import os
import platform
import re

from benchmarks.figures import markdown_table
from evalhub.local.paths import ROOT

PAGE = ROOT / "docs" / "performance.md"


def of(section):
    """A section as Markdown."""
    rows = [
        [target.what, target.measured, target.wanted, "met" if target.is_met else "**missed**"]
        for target in section.targets
    ]
    parts = [f"## {section.title}", f"`{section.command}`, {_machine()}.", *section.text]
    return "\n\n".join([*parts, markdown_table(["target", "measured", "wanted", ""], rows)]) + "\n"


def store(name, section):
    put(name, of(section), page=PAGE)


def put(name, text, *, page):
    """Replace what stands between the markers of this name in the file `page`."""
    begin, end = f"<!-- {name} begins -->", f"<!-- {name} ends -->"
    found = page.read_text(encoding="utf-8")
    between = re.compile(f"{begin}\n.*?{end}", re.DOTALL)
    if not between.search(found):
        raise SystemExit(f"{page} has no place for {name}: the line {begin} is missing.")
    page.write_text(between.sub(lambda _: f"{begin}\n{text}{end}", found), encoding="utf-8")


def _machine():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    load = os.getloadavg()[2]
    today = datetime.date.today().isoformat()
    return (
        f"{today}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GB, Python {platform.python_version()},"
        f" load average of the last 15 minutes {load:.1f}"
    )

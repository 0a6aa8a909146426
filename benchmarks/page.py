"""The annotation page in Chromium: bytes and requests on the wire, and time until it can be used."""

import os
from dataclasses import dataclass

from benchmarks import seeds
from benchmarks.figures import Section, median
from evalhub.local.browser import find_browser

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
]
# The scripts are deferred: after the load event they have run and keys and buttons answer.
LOADED_MS = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
PAINTED_MS = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
# Sums what moved without having been touched, from the first frame on.
WATCH_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifted += entry.value; })
  .observe({ type: "layout-shift", buffered: true });"""
# The network that WebPageTest calls 3G Fast.
MOBILE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 768_000 / 8}


@dataclass(frozen=True)
class Visit:
    """One load of the page. `wire_bytes` with headers, compressed as they were sent; `shift` without a unit."""

    ready_ms: float
    painted_ms: float
    shift: float
    requests: int
    wire_bytes: int


def run(site, *, quick):
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    rounds = 2 if quick else 7
    site.prepare("collectstatic", "--noinput")
    where = seeds.organization()
    [person] = seeds.people(where, 1)
    task = seeds.task(seeds.version(where, 100), items=100)
    cookies, server = seeds.cookies(person), site.serve()
    address = f"http://127.0.0.1:{server.port}/annotate/{task.pk}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
        _visits(browser, address, cookies)  # the server's threads import and connect first
        plain, slow, mobile = (
            [_visits(browser, address, cookies, **how) for _ in range(rounds)]
            for how in ({}, {"throttle": 4}, {"network": MOBILE})
        )
        browser.close()
    return report(plain, slow, mobile)


def report(plain, throttled, over_3g):
    section = Section("Annotation page in Chromium", "make bench ARGS='page'")
    cold = [first for first, _ in plain]
    slow = [first for first, _ in throttled]
    mobile = [first for first, _ in over_3g]
    warm = [again for _, again in plain]
    section.text.append(
        f"Medians of {len(plain)} loads in fresh browser contexts over loopback, static files hashed and compressed."
        " Ready is the end of the load event, after all scripts have run. 3G: 1.6 Mbit/s with 150 ms a round trip."
    )
    names = ("first visit", "first visit at 4x CPU throttle", "first visit over 3G", "reload, warm cache")
    section.table(
        ["", "requests", "kB on the wire", "painted ms", "ready ms", "layout shift"],
        [
            [
                name,
                _of(some, "requests"),
                f"{_of(some, 'wire_bytes') / 1000:.1f}",
                f"{_of(some, 'painted_ms'):.0f}",
                f"{_of(some, 'ready_ms'):.0f}",
                f"{_of(some, 'shift'):.3f}",
            ]
            for name, some in zip(names, (cold, slow, mobile, warm), strict=True)
        ],
    )
    section.at_most("first visit on the wire", _of(cold, "wire_bytes") / 1000, 150, "kB")
    section.at_most("requests", _of(cold, "requests"), 12, "")
    section.at_most("ready", _of(cold, "ready_ms"), 300, "ms")
    section.at_most("ready at 4x throttle", _of(slow, "ready_ms"), 700, "ms")
    section.at_most("first paint over 3G", _of(mobile, "painted_ms"), 1000, "ms")
    section.at_most("layout shift", max(visit.shift for visit in (*cold, *slow, *mobile)), 0.001, "")
    section.at_most("reload on the wire", _of(warm, "wire_bytes") / 1000, 15, "kB")
    return section


def _of(visits, name):
    return median([getattr(visit, name) for visit in visits])


def _visits(browser, address, cookies, *, throttle=1, network=None):
    """A first visit and a reload in a context of their own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    if network:
        tools.send("Network.emulateNetworkConditions", network)
    page.add_init_script(WATCH_SHIFTS)
    wire = []
    tools.on("Network.loadingFinished", lambda event: wire.append(event["encodedDataLength"]))
    answer = page.goto(address, wait_until="load")
    if answer.status != 200 or not page.locator("form").count():
        raise SystemExit(f"{address} answered {answer.status}, or is no form.")
    first = _visit(page, wire)
    wire.clear()
    page.reload(wait_until="load")
    again = _visit(page, wire)
    context.close()
    return first, again


def _visit(page, wire):
    page.wait_for_function(f"({LOADED_MS})() > 0")
    page.wait_for_timeout(300)  # what scripts still ask for afterwards counts as well
    page.wait_for_function(f"({PAINTED_MS})() !== null")
    return Visit(
        ready_ms=page.evaluate(LOADED_MS),
        painted_ms=page.evaluate(PAINTED_MS),
        shift=page.evaluate("window.shifted"),
        requests=len(wire),
        wire_bytes=sum(wire),
    )


def _chromium():
    found = find_browser()
    if found.missing:
        raise SystemExit(found.missing)
    return found.path

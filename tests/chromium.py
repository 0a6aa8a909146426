"""Fixtures of browser tests: Chromium, pages signed in as a member, and an accessibility check."""

import asyncio
import os
import shutil

import pytest

from evalhub.local.browser import NAMES
from tests.services import FOLDER, MEMORY

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
# Said by Playwright itself: then pictures between processes are files of a disk, and tests take a tenth longer.
UNSAID = ["--disable-dev-shm-usage"] if FOLDER == MEMORY else []
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# What is on its way has no contrast of its own. It is ended and not waited for: what axe has begun inside of a closed
# fold is never drawn, and so never says that it has ended. What inherits a colour sets out when the other arrives.
SETTLE = """() => {
  const endless = (one) => !Number.isFinite(one.effect.getComputedTiming().endTime);
  const underWay = () => document.getAnimations().filter((one) => one.playState !== "finished" && !endless(one));
  for (let round = 0; round < 10; round += 1) underWay().forEach((one) => one.finish());
}"""
SECONDS = 60
PROBE = "/is-intercepted"
# The words of a colour mean the same each time; reading them again takes axe a fifth of its time.
READ_COLOURS_ONCE = """
const colour = axe.commons.color.Color.prototype, read = colour.parseString, known = new Map();
colour.parseString = function (words) {
  if (!known.has(words)) {
    const { r, g, b, alpha } = read.call(this, words);
    known.set(words, { r, g, b, alpha });
  }
  return Object.assign(this, known.get(words));
};
null;  // else the function is called
"""
# Every rule is checked; describing each element that passes takes axe three quarters of its time.
REPORTED = {"resultTypes": ["violations"]}


def chromium_path():
    """The browser to drive, or None: EVALHUB_BROWSER, else one on the path."""
    return os.environ.get("EVALHUB_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def chromium(live_server):
    """One Chromium for all tests of a worker, and the event loop that drives it; it ends before the served site does.

    Without one the tests say why they are skipped, and fail where CI is set.
    """
    path = chromium_path()
    if path is None:
        reason = os.environ.get("EVALHUB_BROWSER_MISSING") or "No Chromium found. Set EVALHUB_BROWSER to its path."
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * SECONDS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=path, args=FLAGS, ignore_default_args=UNSAID, timeout=1000 * SECONDS
        )
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield launched, loop
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture
def browser(chromium):
    """The Chromium of this worker. Its event loop rests between browser tests: other tests run loops of their own.

    Django keeps a connection of its own for a thread while a loop runs there: it is closed before the loop rests.
    """
    from django.db import connections

    launched, loop = chromium
    asyncio._set_running_loop(loop)
    yield launched
    connections.close_all()
    asyncio._set_running_loop(None)


@pytest.fixture
def page_of(browser, live_server, all_answered):
    """page_of(membership, viewport=…, color_scheme="dark", …) is a page of the served site; None: a stranger's.

    The test fails at its end when a page threw a script error or the content security policy refused something.
    """
    contexts, complaints = [], []

    def make(membership=None, **options):
        chosen = {"viewport": DESKTOP, "reduced_motion": "reduce"} | options
        context = browser.new_context(base_url=live_server.url, **chosen)
        context.set_default_timeout(1000 * SECONDS)
        contexts.append(context)
        if membership is not None:
            context.add_cookies(_cookies(membership, live_server.url))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
        page.on("console", lambda message: _note(message, complaints))
        return page

    yield make
    for context in contexts:
        context.close()
    all_answered()
    assert not complaints, "The pages complained:\n" + "\n".join(complaints)


@pytest.fixture
def page(page_of):
    """A stranger's page of the served site."""
    return page_of()


def intercept(page, pattern, answer, times=None):
    """page.route that holds from the next request of a page that is open already.

    Chromium tells a document a moment later that its requests are to be looked at; one that leaves before goes past.
    Give no times where the answer is a page: one that loads while its last route ends sometimes never has loaded.
    """
    page.route(pattern, answer, times=times)
    page.route(PROBE, lambda route: route.fulfill(body="seen"))
    while not page.evaluate("address => fetch(address).then((answer) => answer.ok, () => false)", PROBE):
        page.wait_for_load_state()
    page.unroute(PROBE)


@pytest.fixture
def axe():
    """axe(page) fails with each accessibility violation of the page as it stands."""
    return assert_accessible


def assert_accessible(page):
    found = violations(page)
    assert not found, f"axe found {len(found)} kinds of violations on {page.url}:\n" + "\n".join(found)


def violations(page):
    """What axe finds on the page as it stands: one text for each rule that is broken. A page loads axe once."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_load_state()  # after a click on a link, what stands there may still be empty
    page.evaluate(SETTLE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{Axe().axe_script};{{{READ_COLOURS_ONCE}}}")
    return [
        f"{violation['id']}: {violation['help']}\n    " + "\n    ".join(node["html"] for node in violation["nodes"][:5])
        for violation in page.evaluate("options => axe.run(options).then((found) => found.violations)", REPORTED)
    ]


def _cookies(membership, url):
    from tests.live import session_cookies

    return [{"name": name, "value": value, "url": url} for name, value in session_cookies(membership).items()]


def _note(message, complaints):
    if message.type == "error" and "Content Security Policy" in message.text:
        complaints.append(message.text)

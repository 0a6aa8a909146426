"""`make screenshots`: every screen from the demo data, in both themes and three widths, into `screenshots/`."""

import shutil
import sys
import time

from playwright.sync_api import sync_playwright

from evalhub.demo.people import ADMIN, AMARA, DEMO_PASSWORD, REVIEWER, VIEWER
from evalhub.local.places import ROOT
from tests.chromium import FLAGS, chromium_path
from tests.local.installation import Installation

FOLDER = ROOT / "screenshots"
WIDTHS = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}
THEMES = ("light", "dark")
MODEL_SECONDS = 240


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    installation = Installation()
    try:
        installation.start_and_wait("up", PORT="0")
        url = installation.record()["url"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            screens = find_screens(browser, url)
            for theme in THEMES:
                for width, (w, h) in WIDTHS.items():
                    take(browser, url, screens, theme, width, {"width": w, "height": h})
            browser.close()
    finally:
        installation.remove()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/")


def find_screens(browser, url):
    """{name: (person, path)}: the fixed pages and one of each kind that the demo data leads to."""
    page = signed_in(browser, url, ADMIN)
    task = first_link(page, url, "/tasks/", "a.row-link")
    wait_for_model(page, url, f"{task}models/")
    version = first_link(page, url, first_link(page, url, "/datasets/", "a.row-link"), "a.row-link")
    reviewer = signed_in(browser, url, REVIEWER)
    wait_for(reviewer, f"{url}/audit/?state=all", "a.row-link")
    audit = first_link(reviewer, url, "/audit/?state=all", "a.row-link")
    return {
        "sign-in": (None, "/accounts/login/"),
        "dashboard-admin": (ADMIN, "/"),
        "dashboard-annotator": (AMARA, "/"),
        "dashboard-viewer": (VIEWER, "/"),
        "datasets": (ADMIN, "/datasets/"),
        "dataset-new": (ADMIN, "/datasets/new/"),
        "version": (ADMIN, version),
        "cases": (ADMIN, f"{version}cases/"),
        "tasks": (ADMIN, "/tasks/"),
        "builder": (ADMIN, "/tasks/new/"),
        "task": (ADMIN, task),
        "task-agreement": (ADMIN, f"{task}agreement/"),
        "task-items": (ADMIN, f"{task}items/"),
        "task-models": (ADMIN, f"{task}models/"),
        "annotate-list": (AMARA, "/annotate/"),
        "annotate": (AMARA, task.replace("/tasks/", "/annotate/")),
        "audit-list": (REVIEWER, "/audit/"),
        "audit": (REVIEWER, audit),
        **drawn_audit(reviewer, url),
        "exports": (ADMIN, "/exports/"),
        "people": (ADMIN, "/people/"),
        "api-keys": (ADMIN, "/api-keys/"),
        "settings": (AMARA, "/settings/"),
        "design": (ADMIN, "/design/"),
        "not-found": (ADMIN, "/nowhere/"),
        "no-permission": (AMARA, "/people/"),
    }


def drawn_audit(page, url):
    """The page of an answer that chance drew, which is audited blind; nothing when it drew none."""
    page.goto(f"{url}/audit/?why=sample&state=all")
    links = page.locator("a.row-link")
    return {"audit-blind": (REVIEWER, links.first.get_attribute("href"))} if links.count() else {}


def take(browser, url, screens, theme, width, viewport):
    pages = {}
    for name, (person, path) in screens.items():
        if person not in pages:
            pages[person] = signed_in(browser, url, person, color_scheme=theme, viewport=viewport)
        page = pages[person]
        page.goto(url + path)
        if name == "annotate" and page.locator("[data-state=start] button[type=submit]").count():
            page.locator("[data-state=start] button[type=submit]").first.click()
            page.wait_for_selector("#item-heading")
        page.wait_for_timeout(150)
        page.screenshot(path=FOLDER / f"{name}-{width}-{theme}.png")
    for page in pages.values():
        page.context.close()


def signed_in(browser, url, person, **options):
    """A page of this demo person, None for a stranger."""
    page = browser.new_context(**options).new_page()
    if person is not None:
        page.goto(f"{url}/accounts/login/")
        page.fill("input[name=login]", person.email)
        page.fill("input[name=password]", DEMO_PASSWORD)
        page.click("button[type=submit]")
        page.wait_for_url(f"{url}/")
    return page


def first_link(page, url, path, selector):
    page.goto(url + path)
    return page.locator(selector).first.get_attribute("href")


def wait_for_model(page, url, path):
    """The simulated model judges in the background; pictures wait until it is through."""
    if not wait_for(page, url + path, "#runs .chip:has-text('Done')"):
        print("The model is still at work; the pictures show it so.", file=sys.stderr)


def wait_for(page, address, selector):
    """Load the page again and again until it shows what workers do in the background; returns whether it does."""
    end = time.monotonic() + MODEL_SECONDS
    while time.monotonic() < end:
        page.goto(address)
        if page.locator(selector).count():
            return True
        time.sleep(2)
    return False


if __name__ == "__main__":
    main()

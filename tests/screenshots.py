"""`make screenshots`: every screen from the demo data, in both themes and three widths, into `screenshots/`."""

import shutil
import sys

from playwright.sync_api import sync_playwright

from evalhub.demo.people import ADMIN, DEMO_PASSWORD, REVIEWER
from evalhub.local.paths import ROOT
from tests import screens, strange_content
from tests.chromium import FLAGS, chromium_path
from tests.local.installation import Installation

FOLDER = ROOT / "screenshots"
WIDTHS = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}
THEMES = ("light", "dark")
SETTLED_MILLISECONDS = 150


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    installation = Installation()
    try:
        installation.start_and_wait("up", PORT="0")
        url = installation.record()["url"]
        strange = strange_content.load(url, more_organizations(installation))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            found = find_screens(browser, url, strange)
            for theme in THEMES:
                for width, (w, h) in WIDTHS.items():
                    take(browser, url, found, theme, width, {"width": w, "height": h})
            browser.close()
    finally:
        installation.remove()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/")


def more_organizations(installation):
    """Make the strange organization and the empty one; returns an API key of the strange one's admin."""
    for person, slug in ((screens.STRANGER, "strange"), (screens.NEWCOMER, "empty")):
        manage(
            installation,
            "user",
            "--email",
            person.email,
            "--name",
            person.name,
            "--role",
            person.role,
            "--organization",
            slug,
            "--password",
            DEMO_PASSWORD,
        )
    return manage(installation, "api_key", "--email", screens.STRANGER.email, "--name", "screenshots").split()[-1]


def manage(installation, *words):
    done = installation.run("-m", "evalhub.local", "manage", *words)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def find_screens(browser, url, strange):
    """{name: Screen}: the fixed pages and one of each kind that the data leads to."""
    page, reviewer = signed_in(browser, url, ADMIN), signed_in(browser, url, REVIEWER)
    found = screens.fixed() | screens.of_data(page, url) | screens.of_webhooks(page, url) | screens.of_tasks(page, url)
    found |= screens.of_audits(reviewer, url) | screens.of_jobs(page, url) | screens.of_strange(strange)
    found |= screens.of_job_desks(page, url) | screens.of_runs(page, url)
    for each in (page, reviewer):
        each.context.close()
    return found


def take(browser, url, found, theme, width, viewport):
    pages = {}
    for name, screen in found.items():
        if screen.person not in pages:
            pages[screen.person] = signed_in(browser, url, screen.person, color_scheme=theme, viewport=viewport)
        show(pages[screen.person], url, screen)
        pages[screen.person].screenshot(path=FOLDER / f"{name}-{width}-{theme}.png")
    for page in pages.values():
        page.context.close()


def show(page, url, screen):
    page.goto(url + screen.path)
    start = page.locator("[data-state=start] button[type=submit]")
    if screen.starts and start.count():
        start.first.click()
        page.wait_for_selector("[data-state=start]", state="detached")
    opener = page.locator(f"[data-dialog={screen.opens}]:visible") if screen.opens else None
    if opener and opener.count():
        opener.first.click()
        page.wait_for_selector(f"dialog#{screen.opens}[open]")
        page.wait_for_load_state("networkidle")
    if screen.wrong_file:
        page.set_input_files(screen.wrong_file, {"name": "job.zip", "mimeType": "application/zip", "buffer": b"no zip"})
        page.locator(screen.wrong_file).locator("xpath=ancestor::form").locator("button[type=submit]").click()
        page.wait_for_selector("#error-summary")
    page.wait_for_timeout(SETTLED_MILLISECONDS)


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


if __name__ == "__main__":
    main()

"""One look at a page in both themes: the state is reached once, and checked in light and in dark."""

from tests.chromium import DESKTOP, PHONE, SETTLE, assert_accessible


def assert_accessible_in_both(page):
    """Fails with each accessibility violation of the page as it stands, drawn light and drawn dark."""
    page.wait_for_load_state()  # after a click on a link, what stands there may still be empty
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)


def assert_readable_on_desk_and_phone(page):
    """Fails with each accessibility violation and each sideways scroll: light on a desk, then dark on a phone.

    The page stays on the phone, so that what follows is done there.
    """
    page.wait_for_load_state()
    for scheme, size in (("light", DESKTOP), ("dark", PHONE)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        page.evaluate(SETTLE)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], f"{page.url} on {size}"
        assert_accessible(page)

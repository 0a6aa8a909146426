"""One look at a page in both themes: the state is reached once, and checked in light and in dark."""

from tests.chromium import assert_accessible

# A colour on its way from one theme to the other has neither's contrast.
SETTLE = "document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish())"


def assert_accessible_in_both(page):
    """Fails with each accessibility violation of the page as it stands, drawn light and drawn dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLE)
        assert_accessible(page)

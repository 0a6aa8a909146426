"""The sweep over all pages: each is visited once, light on a desk and then dark on a phone with its folds open."""

from django.urls import reverse

from evalhub import checks
from tests.access_world import ARGUMENTS
from tests.browser import controls
from tests.chromium import DESKTOP, PHONE, violations

OPEN_FOLDS = "document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"
SAMPLES = "/design/"  # its controls are there to be looked at
WIDTH = "document.documentElement.scrollWidth"


def sweep(page, paths, *, status=200):
    """Visit these addresses in turn and fail with all that is wrong with any of them."""
    found = [complaint for path in paths for complaint in _visit(page, path, status)]
    print("Controls used:", dict(controls.used))
    assert not found, "\n".join(found)


def _visit(page, path, status):
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    response = page.goto(path)
    if response.status != status:
        yield f"{path} answers {response.status}"
        return
    yield from _look(page, path, "light on a desk", DESKTOP)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    page.evaluate(OPEN_FOLDS)
    yield from _look(page, path, "dark on a phone", PHONE)
    if path == SAMPLES:
        return
    yield from (f"{path}, on a phone: {small}" for small in controls.small(page))
    yield from (f"{path}, {dead}" for dead in controls.dead(page, controls.BY_FINGER))
    page.set_viewport_size(DESKTOP)
    yield from (f"{path}, {dead}" for dead in controls.dead(page, controls.BY_MOUSE, controls.BY_KEY))


def _look(page, path, how, size):
    yield from (f"{path}, {how}: {violation}" for violation in violations(page))
    if page.evaluate(WIDTH) > size["width"]:
        yield f"{path}, {how}: scrolls sideways"


def page_routes(*namespaces):
    """The names of all addresses of these namespaces that are no API; "" are the addresses without one."""
    routes = (route for route in checks.routes() if route.access and not isinstance(route.access, dict))
    return [route for route in routes if (route.namespaces or ("",))[0] in namespaces]


def address(name, world, **replaced):
    """The path of a named page with the ids of a world, some of them replaced."""
    route = next(route for route in checks.routes() if route.name == name)
    known = {key: ARGUMENTS[key](world) for key in route.converters if key in ARGUMENTS}
    return reverse(name, kwargs=known | replaced)


def unvisited(client, world, *namespaces, visited):
    """Names of addresses that answer with a whole page and are not among those that the sweep visits."""
    for route in page_routes(*namespaces):
        if route.name in visited or not set(route.converters) <= set(ARGUMENTS):
            continue
        response = client.get(address(route.name, world))
        if response.status_code == 200 and not response.streaming and b"<html" in response.content:
            yield route.name

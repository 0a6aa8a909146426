"""Every control of a page does something: each kind of control is used once by mouse, by key and by finger.

Nothing is sent and no page is left: a request or a way to another page is noted and stopped. What else counts is a
change of the page, a moved focus, a scroll, a file chooser, a copy, a field that is said to be wrong.
"""

from collections import Counter
from pathlib import Path

BY_MOUSE, BY_KEY, BY_FINGER = "mouse", "key", "finger"
LONGEST_MS = 700  # a request may wait a little for more to be typed
WATCH = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
used = Counter()  # how many kinds of controls were used in each way
_known = set()  # kinds that were used already, with the way


def dead(page, *ways):
    """Complaints about the controls of the page as it stands that do nothing, of kinds that were not used before."""
    page.evaluate(WATCH)
    devtools = page.context.new_cdp_session(page)
    waiting = page.evaluate("controls.list(true)")
    while waiting:
        control = waiting.pop(0)
        for way in ways:
            if (control["kind"], way) in _known:
                continue
            point = page.evaluate("given => controls.point(given)", [control["at"], way == BY_KEY])
            if point is None:
                continue
            _known.add((control["kind"], way))
            used[way] += 1
            _use(page, devtools, way, control, point)
            happened, more = page.evaluate("longest => controls.happened(longest)", LONGEST_MS)
            waiting[:0] = more
            if not happened:
                yield f"by {way}: {control['tag'].lower()} {control['name']!r} does nothing ({control['kind']})"
    devtools.detach()


def small(page):
    """Complaints about controls of a desk that are lower than 44 px."""
    page.evaluate(WATCH)
    yield from page.evaluate("controls.small()")


def _use(page, devtools, way, control, point):
    """By key: Space for what is ticked, else Enter."""
    if way == BY_MOUSE:
        page.mouse.click(*point)
    elif way == BY_FINGER:
        x, y = point
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.keyboard.press("Space" if control["type"] in ("checkbox", "radio") else "Enter")

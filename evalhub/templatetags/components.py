"""Tags and filters of the design parts: icons, states, judges, menus, dialogs, numbers and times for people."""

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

from django import template
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils import dateformat, timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evalhub.lib import definitions
from evalhub.lib.charts import numbers
from evalhub.templatetags.json_marks import marked_json
from evalhub.templatetags.states import look_of

register = template.Library()

TONES = {"success": "positive", "warning": "caution", "error": "negative", "debug": "info"}
TONE_ICONS = {"positive": "circle-check", "caution": "triangle-alert", "negative": "circle-alert", "info": "info"}
KINDS = {
    "human": gettext_lazy("person"),
    "llm": gettext_lazy("language model"),
    "program": gettext_lazy("program"),
    "jury": gettext_lazy("jury"),
}
ERROR_TITLES = {
    400: gettext_lazy("Invalid request"),
    403: gettext_lazy("You do not have access"),
    404: gettext_lazy("Page not found"),
    409: gettext_lazy("Conflict with the current state"),
    410: gettext_lazy("It has ended"),
    413: gettext_lazy("Too large"),
    422: gettext_lazy("Not accepted"),
    429: gettext_lazy("Too many requests"),
    500: gettext_lazy("Server error"),
    503: gettext_lazy("Server busy"),
}
MINUTE, HOUR, DAY = 60, 3600, 86400
SVG = "{http://www.w3.org/2000/svg}"


@cache
def _icon_files():
    """The archive of the lucide package. Its own tag reads the list of all 1,700 files again for each icon: 5 ms."""
    return ZipFile(BytesIO(resources.files("lucide").joinpath("lucide.zip").read_bytes()))


@lru_cache(maxsize=512)
def _icon(name, size):
    svg = ElementTree.fromstring(_icon_files().read(f"{name}.svg"))
    shapes = ((shape.tag.removeprefix(SVG), _attributes(shape.attrib)) for shape in svg)
    own = {"width": size, "height": size, "class": "icon", "aria-hidden": "true"}
    return format_html("<svg {}>{}</svg>", _attributes(svg.attrib | own), format_html_join("", "<{} {} />", shapes))


def _attributes(values):
    return format_html_join(" ", '{}="{}"', values.items())


@register.simple_tag
def icon(name, size=16):
    """A lucide icon that says nothing to a screen reader: the words beside it do."""
    return _icon(str(name), size)


@register.inclusion_tag("components/state.html")
def state(code, label=""):
    """The chip of a state: `{% state task.status %}`; `label` replaces the words of the table."""
    look = look_of(code)
    return {"label": label or look.label, "tone": look.tone, "icon": look.icon}


@register.inclusion_tag("components/avatar.html")
def avatar(name, kind="human", simulated=False, bare=False, size=""):
    """A judge: mark, name and, where true, the badge "Simulated". `bare` draws the mark alone; `size` "large"."""
    words = str(name).strip()
    initial = next((c for c in words if c.isalnum()), "?").upper()
    return {
        "name": words,
        "kind": kind,
        "kind_words": KINDS.get(kind, str(kind)),
        "initial": initial,
        "simulated": simulated,
        "bare": bare,
        "size": size,
    }


@register.simple_block_tag
def menu(content, label="", icon="ellipsis", place="", style="quiet"):
    """`{% menu label="More" %} links and forms {% endmenu %}`; without a label the button is the icon alone.

    `place`: "start" hangs it on the left, "up" above. `style`: classes of the button.
    """
    context = {"content": content, "label": label, "icon": icon, "place": place, "style": style}
    return render_to_string("components/menu.html", context)


@register.simple_block_tag
def dialog(content, id, title, open=False):
    """`{% dialog id="flag" title="Flag this item" %} ... {% enddialog %}`, opened by any `data-dialog="flag"`."""
    return render_to_string("components/dialog.html", {"content": content, "id": id, "title": title, "open": open})


@register.simple_block_tag
def defined(content, figure):
    """The label of a figure, with its definition on hover; the label alone where `figure` is empty."""
    if not figure:
        return content
    return format_html('<span class="defined" title="{}">{}</span>', _(definitions.sentence_of(figure)), content)


@register.filter
def tone(level):
    """The tone of one of Django's message levels, or the tone itself."""
    words = str(level or "positive").split()
    return next((TONES.get(word, word) for word in words if TONES.get(word, word) in TONE_ICONS), "positive")


@register.filter
def tone_icon(level):
    return TONE_ICONS[tone(level)]


@register.filter
def error_title(status):
    """What happened, in the few words over an error page."""
    return ERROR_TITLES.get(status) or _("Request failed")


@register.filter
def coefficient(value, places=2):
    """0.74 for 0.7412; nothing for None, whose reason the page must say."""
    return "" if value is None else numbers.point(float(value), places)


@register.filter
def signed(value, places=3):
    """+0.006 or −0.042: a difference."""
    return "" if value is None else f"{'+' if value > 0 else ''}{numbers.point(float(value), places)}"


@register.simple_tag
def interval(low, high, level=95):
    """`95 % CI 0.61 to 0.84`, empty when unknown."""
    return numbers.interval(low, high, level)


@register.filter
def counted(value):
    """1234567 as 1,234,567; nothing for None."""
    return "" if value is None else numbers.count(int(value))


@register.filter
def share(value):
    """0.614 as 61 %; nothing for None."""
    return "" if value is None else numbers.share(float(value))


@register.filter
def percent(value):
    """A threshold as forms take it."""
    return "" if value is None else numbers.percent_short(float(value))


@register.filter
def dollars(value):
    """Two digits from one dollar on, four below, `$0` for zero; nothing for None, since unknown cost is not zero."""
    if not value:
        return "" if value is None else "$0"
    return f"${value:,.2f}" if abs(value) >= 1 else f"${value:.4f}"


@register.filter
def bytes_read(value):
    """A size in bytes as people read it; nothing for None."""
    return "" if value is None else filesizeformat(value)


@register.filter
def duration(seconds):
    """Seconds as `45 s`, `3 min 20 s`, `2 h 5 min`, `4 days`; nothing for None."""
    if seconds is None:
        return ""
    seconds = int(round(seconds))
    if seconds < MINUTE:
        return _("%(n)s s") % {"n": seconds}
    if seconds < HOUR:
        minutes, rest = divmod(seconds, MINUTE)
        if rest and minutes < 10:
            return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
        return _("%(n)s min") % {"n": minutes}
    if seconds < 2 * DAY:
        hours, rest = divmod(seconds, HOUR)
        if rest >= MINUTE:
            return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest // MINUTE}
        return _("%(n)s h") % {"n": hours}
    days = seconds // DAY
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}


@register.simple_tag
def when(moment, none=""):
    """A moment relative to now, its exact time on hover; `none`, else "never", for one that has not come."""
    if moment is None:
        return none or _("never")
    exact = timezone.localtime(moment)
    title = _("%(time)s %(zone)s") % {"time": f"{exact:%Y-%m-%d %H:%M:%S}", "zone": exact.tzname()}
    return format_html('<time datetime="{}" title="{}">{}</time>', exact.isoformat(), title, _relative(moment))


def _relative(moment):
    seconds = (timezone.now() - moment).total_seconds()
    past, distance = seconds >= 0, abs(seconds)
    if distance < 45:
        return _("just now") if past else _("in a moment")
    if distance < HOUR:
        n = max(1, round(distance / MINUTE))
        return (_("%(n)s min ago") if past else _("in %(n)s min")) % {"n": n}
    if distance < DAY:
        n = round(distance / HOUR)
        return (_("%(n)s h ago") if past else _("in %(n)s h")) % {"n": n}
    if distance < 14 * DAY:
        n = max(1, round(distance / DAY))
        words = ngettext("%(n)s day ago", "%(n)s days ago", n) if past else ngettext("in %(n)s day", "in %(n)s days", n)
        return words % {"n": n}
    return dateformat.format(timezone.localtime(moment), "j M Y")


@register.filter
def json_marked(value):
    """A JSON value, indented, with its parts marked for `.code`."""
    return marked_json(value)

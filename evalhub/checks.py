"""System checks: no URL, and no method of an API view, without declared access."""

from dataclasses import dataclass

from django.core import checks
from django.urls import get_resolver
from django.urls.resolvers import URLResolver

from evalhub.accounts.access import KNOWN, MEMBER, PUBLIC

VALID = KNOWN | {MEMBER, PUBLIC}
IMPLIED = {"HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Route:
    """One URL of the project; `pattern` is the last part of it, with the converters of its arguments."""

    path: str
    pattern: object
    namespaces: tuple
    converters: dict

    @property
    def callback(self):
        return self.pattern.callback

    @property
    def name(self):
        return ":".join((*self.namespaces, self.pattern.name)) if self.pattern.name else ""

    @property
    def access(self):
        """What the view declares: a table by method for API views, one word for pages, None when undeclared."""
        view = getattr(self.callback, "cls", None)
        return view.access if hasattr(view, "access") else getattr(self.callback, "access", None)


def routes(resolver=None, path="", namespaces=(), converters=None):
    """Every Route of the project, depth first."""
    for pattern in (resolver or get_resolver()).url_patterns:
        here = path + str(pattern.pattern)
        known = (converters or {}) | pattern.pattern.converters
        if isinstance(pattern, URLResolver):
            inner = (*namespaces, pattern.namespace) if pattern.namespace else namespaces
            yield from routes(pattern, here, inner, known)
        else:
            yield Route(path=here, pattern=pattern, namespaces=namespaces, converters=known)


@checks.register()
def every_url_declares_access(app_configs, **kwargs):
    """Refuse to start while a URL says nothing, or nothing valid, about who may open it."""
    return [problem for route in routes() for problem in _problems(route)]


def _problems(route):
    access = route.access
    words = set(access.values()) if isinstance(access, dict) else {access}
    if not words or not words <= VALID:
        hint = f"Valid: {', '.join(sorted(VALID))}."
        yield checks.Error(f"/{route.path} declares no valid access (met {access!r}).", hint=hint, id="evalhub.E001")
    elif isinstance(access, dict):
        view = route.callback.cls
        offered = {name.upper() for name in view.http_method_names if hasattr(view, name)} - IMPLIED
        if offered != set(access):
            yield checks.Error(
                f"/{route.path} offers {sorted(offered)} and declares access for {sorted(access)}.", id="evalhub.E002"
            )

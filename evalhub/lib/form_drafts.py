"""What somebody has entered in a form but not sent off: kept in their session, so that a reload loses nothing."""

from django.http import HttpRequest, QueryDict

PREFIX = "draft"
LONGEST = 100_000  # of a draft as a query; a longer one is not kept
LEFT_OUT = ("csrfmiddlewaretoken", "action")


def keep(request: HttpRequest, name: str) -> None:
    """Keep what this POST brings as the draft of this name, in the organization that it is for."""
    data = request.POST.copy()
    for field in LEFT_OUT:
        data.pop(field, None)
    query = data.urlencode()
    if len(query) <= LONGEST:
        request.session[_key(request, name)] = query


def kept(request: HttpRequest, name: str) -> QueryDict | None:
    """The draft of this name; None without one."""
    query = request.session.get(_key(request, name))
    return None if query is None else QueryDict(query)


def drop(request: HttpRequest, name: str) -> None:
    request.session.pop(_key(request, name), None)


def _key(request, name):
    return f"{PREFIX}:{name}:{request.organization.pk}"

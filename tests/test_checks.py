"""The project does not start while a URL is silent about who may open it."""

from types import SimpleNamespace

from django.urls import include, path
from rest_framework.views import APIView

from evalhub import checks
from evalhub.accounts.access import public, requires


class Half(APIView):
    access = {"GET": "read"}

    def get(self, request):
        raise NotImplementedError

    def post(self, request):
        raise NotImplementedError


def problems_of(*patterns):
    resolver = SimpleNamespace(url_patterns=list(patterns))
    return [problem for route in checks.routes(resolver) for problem in checks._problems(route)]


def test_project_declares_access_everywhere():
    assert checks.every_url_declares_access(None) == []


def test_page_without_a_word_about_access_is_an_error():
    found = problems_of(path("inner/", include([path("a/", lambda request: None)])))

    assert [problem.id for problem in found] == ["evalhub.E001"]
    assert found[0].msg.startswith("/inner/a/ declares no valid access")


def test_page_with_a_capability_is_fine():
    assert problems_of(path("a/", requires("manage")(lambda request: None))) == []


def test_method_of_an_api_view_without_a_word_is_an_error():
    found = problems_of(path("half", Half.as_view()))

    assert [problem.id for problem in found] == ["evalhub.E002"]
    assert "offers ['GET', 'POST'] and declares access for ['GET']" in found[0].msg


def test_routes_carry_names_and_converters_of_their_parents():
    inner = ([path("items/<int:item_id>/", public(lambda request: None), name="item")], "tasks")
    resolver = SimpleNamespace(url_patterns=[path("t/<uuid:task_id>/", include(inner))])

    (route,) = checks.routes(resolver)

    assert (route.name, route.path) == ("tasks:item", "t/<uuid:task_id>/items/<int:item_id>/")
    assert sorted(route.converters) == ["item_id", "task_id"]

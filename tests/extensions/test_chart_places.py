"""Every place for charts shows one that is registered for it, with its finding, its table and its file."""

import pytest
from django.urls import reverse

from evalhub.lib import charts
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading, make_observation
from tests.reviews.jobs_world import make_job

FINDING = "Two of three are new."
SHOWN = f'<p class="chart-finding">{FINDING}</p>'


@pytest.fixture
def offer(monkeypatch):
    """Registers a chart for a page; it is gone after the test."""

    def offer(place):
        class New(charts.PageChart):
            page = place
            title = "New chart"

            def chart(self, subject):
                svg = charts.svg.drawing("New chart", FINDING, 10)
                return charts.Chart("New chart", FINDING, svg, charts.Table(("", "share"), (("New", "0.67"),)))

        monkeypatch.setitem(charts.registry._things, f"new_{place}", New())

    charts.registry.keys()
    return offer


def address_of(place, bob):
    if place == "grading":
        return make_grading(bob, grader=JUDGE).get_absolute_url()
    if place == "calibration":
        make_calibration(bob)
        return reverse("reviews:calibration_list")
    if place == "quality":
        make_observation(bob)
        return reverse("reviews:quality")
    return make_job(bob).get_absolute_url()


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["grading", "calibration", "quality", "job_estimate", "job_scores"])
def test_page_shows_a_new_chart(bob, client_of, offer, place):
    client, address = client_of(bob), address_of(place, bob)
    without = client.get(address).content.decode()

    offer(place)
    page = client.get(address).content.decode()

    assert FINDING not in without
    assert page.count(SHOWN) == 1
    assert 'download="New chart.csv"' in page and "New chart, table" in page


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["job_estimate", "job_scores"])
def test_report_shows_a_new_chart(bob, client_of, offer, place):
    offer(place)

    page = client_of(bob).get(reverse("reviews:job_report", args=[make_job(bob).pk])).content.decode()

    assert SHOWN in page

"""The page of ready metrics."""

import pytest
from django.urls import reverse

from annotations.models import Metric
from reviews.scorers.actions import library_metrics
from tests import factories

pytestmark = pytest.mark.django_db
PAGE = "reviews:ready_metrics"


def test_every_ready_metric_is_there_with_what_it_needs(bob, client_of, django_assert_max_num_queries):
    client = client_of(bob)
    client.get(reverse(PAGE))

    with django_assert_max_num_queries(8):
        page = client.get(reverse(PAGE)).content.decode()

    assert all(f'value="{key}"' in page for key in library_metrics.keys())
    assert "How faithful is the answer to its sources?" in page and "Needs: Context" in page


def test_one_is_added_once_and_then_linked(bob, client_of):
    client = client_of(bob)

    for _again in range(2):
        answer = client.post(reverse("reviews:ready_metric_add"), {"key": "fluency"})
        metric = Metric.objects.get(key="fluency")
        assert answer.headers["Location"] == reverse("annotations:metric_detail", args=[metric.pk])

    page = client.get(reverse(PAGE)).content.decode()
    assert 'value="fluency"' not in page and str(metric.pk) in page
    assert metric.created_by == bob.user


def test_reviewers_read_and_do_not_add(rita, client_of):
    other = library_metrics.ready(organization=factories.make_organization(), key="fluency")
    client = client_of(rita)

    page = client.get(reverse(PAGE)).content.decode()

    assert '<button class="button small"' not in page and str(other.pk) not in page
    assert reverse(PAGE) in client.get(reverse("annotations:metric_list")).content.decode()


def test_an_unknown_key_is_refused(bob, client_of):
    assert client_of(bob).post(reverse("reviews:ready_metric_add"), {"key": "vibes"}).status_code == 400
    assert not Metric.objects.exists()

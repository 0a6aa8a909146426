"""Starting the app `reviews`."""

import pytest
from django.apps import apps
from django.core import checks

from evalhub.lib.env import SettingError


def test_package_of_methods_that_is_not_there_stops_the_start(monkeypatch):
    monkeypatch.setenv("EVALHUB_METHOD_PACKAGES", "no_such_package")

    with pytest.raises(SettingError, match="EVALHUB_METHOD_PACKAGES names 'no_such_package'"):
        apps.get_app_config("reviews").ready()


def test_django_finds_nothing_wrong_with_the_models():
    assert checks.run_checks(app_configs=[apps.get_app_config("reviews")]) == []

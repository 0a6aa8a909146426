"""Finding a Chromium, and what tests are told when there is none."""

import shutil

import pytest

from evalhub.local import browser, checks


@pytest.fixture
def bare_machine(monkeypatch, tmp_path):
    monkeypatch.delenv("EVALHUB_BROWSER", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(browser, "APPLICATIONS", ())


def test_without_any_the_reason_is_passed_on(bare_machine):
    found = browser.find_browser()

    assert found.path == ""
    assert "No Chromium was found" in found.environment()["EVALHUB_BROWSER_MISSING"]


def test_in_ci_a_missing_browser_fails_before_any_test(bare_machine, monkeypatch, capsys):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(checks, "_run", lambda *words, **options: pytest.fail("A check was run."))

    assert checks.e2e([]) == 1
    assert "In CI that is a failure" in capsys.readouterr().err


def test_a_named_one_is_used(monkeypatch, tmp_path):
    program = tmp_path / "chrome"
    program.touch(mode=0o755)
    monkeypatch.setenv("EVALHUB_BROWSER", str(program))

    assert browser.find_browser().environment() == {"EVALHUB_BROWSER": str(program)}


def test_a_named_one_that_cannot_be_run_is_no_browser(monkeypatch, tmp_path):
    monkeypatch.setenv("EVALHUB_BROWSER", str(tmp_path / "absent"))

    assert "cannot be run" in browser.find_browser().missing

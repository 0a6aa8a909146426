"""Every action that the product writes down belongs to a group of the audit log."""

import re

from evalhub.accounts.audit_labels import GROUPS, WORDS, words_of
from evalhub.local.paths import ROOT

RECORD = re.compile(r"audit\.record(?:_everywhere)?\((.{0,300}?)verb=f?\"([a-z_]+)[.\"]", re.DOTALL)


def recorded():
    apps = ("evalhub", "datasets", "annotations", "reviews", "experiments")
    texts = [path.read_text() for app in apps for path in (ROOT / app).rglob("*.py")]
    return {found[2] for text in texts for found in RECORD.finditer(text)}


def test_every_action_can_be_searched_by_its_group():
    found = recorded()

    assert {"sign_in", "password", "membership", "api_key", "file", "task", "run"} <= found
    assert found <= set(GROUPS)
    assert {action.split(".")[0] for action in WORDS} <= set(GROUPS)


def test_actions_without_words_of_their_own_are_called_by_their_group():
    assert words_of("api_key.revoked") == "API key revoked"
    assert words_of("rate_limits.set") == "Rate limits"
    assert words_of("something.new") == "something.new"

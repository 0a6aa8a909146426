"""The deployment of compose.yaml gives each container what it needs and no more."""

import re

import pytest
import yaml

from evalhub.local.paths import ROOT

SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_held_in(name):
    service = SERVICES[name]

    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"[0-9]+[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 300


def test_only_the_start_of_the_database_has_capabilities():
    assert {name for name, service in SERVICES.items() if "cap_add" in service} == {"postgres"}
    assert "SYS_ADMIN" not in SERVICES["postgres"]["cap_add"]


@pytest.mark.parametrize("key", [*KEYS, "EVALHUB_SMTP_URL"])
def test_secrets_of_providers_and_of_the_mail_server_are_in_the_worker_only(key):
    for name, service in SERVICES.items():
        value = service.get("environment", {}).get(key, "absent")
        if name == "worker":
            assert value == f"${{{key}:-}}"
        else:
            assert value == "absent", name


@pytest.mark.parametrize("key", KEYS)
def test_web_knows_which_keys_the_worker_has(key):
    assert f"${{{key}:+{key}}}" in SERVICES["web"]["environment"]["EVALHUB_WORKER_VARIABLES"].split(",")


def test_no_other_secret_passes_to_a_container_that_does_not_need_it():
    """A name without a value takes over whatever the shell holds, secrets too."""
    for name, service in SERVICES.items():
        passed = [key for key, value in service.get("environment", {}).items() if value is None]
        assert not [key for key in passed if re.search("KEY|SECRET|PASSWORD|TOKEN|SMTP", key)], name


def test_the_broker_wants_a_password_that_no_command_line_shows():
    redis = SERVICES["redis"]

    assert SERVICES["web"]["environment"]["REDIS_URL"] == "redis://:${REDIS_PASSWORD:?Set REDIS_PASSWORD}@redis:6379/0"
    assert redis["environment"]["REDISCLI_AUTH"].startswith("${REDIS_PASSWORD:?")
    script = redis["command"][-1]
    assert "requirepass $$REDISCLI_AUTH" in script.split("<<END")[1]
    assert "AUTH" not in script.split("<<END")[0]


def test_database_and_broker_reach_nothing_outside():
    networks = yaml.safe_load((ROOT / "compose.yaml").read_text())["networks"]

    assert networks["servers"] == {"internal": True}
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {"web", "worker"}

"""Which models an organization has set up, and who criticizes whom."""

import pytest

from reviews.scorers.actions import annotators, task_runs
from reviews.scorers.actions.configured_models import configured, critic_of, is_callable
from tests import factories

KEYS = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "OPENAI_API_BASE",
    "ANTHROPIC_API_BASE",
    "GEMINI_API_BASE",
)


@pytest.fixture(autouse=True)
def providers(monkeypatch):
    """OpenAI has a key and the simulated provider an address; nobody else can be asked."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:1")


def make(member, *models):
    return [annotators.create(organization=member.organization, model=model, by=member.user) for model in models]


def test_configured_are_the_models_of_the_own_active_annotators(bob, mallory):
    _first, paused, last = make(bob, "openai/gpt-4o", "openai/gpt-5", "simulated-careful")
    make(mallory, "openai/o3")
    annotators.set_status(annotator=paused, status="paused", by=bob.user)

    assert configured(bob.organization) == [last.model, "openai/gpt-4o"]


@pytest.mark.parametrize(
    ("model", "expected"),
    [("openai/gpt-4o", True), ("simulated-careful", True), ("has blanks", False), ("vertex_ai/gemini-pro", False)],
)
def test_callable_is_a_name_with_a_key_or_an_address(model, expected, monkeypatch):
    monkeypatch.setenv("EVALHUB_VERTEX_PROJECT", "p")

    assert is_callable(model) is expected


def test_strangers_criticize_before_newer_relatives(bob):
    make(bob, "simulated-careful", "simulated-hasty")
    assert critic_of("simulated-careful", organization=bob.organization) == "simulated-hasty"
    assert critic_of("simulated-hasty", organization=bob.organization) == "simulated-careful"

    make(bob, "openai/o3-mini", "openai/gpt-4o", "openai/gpt-5")
    assert critic_of("openai/gpt-4o", organization=bob.organization) == "openai/o3-mini"


def test_the_model_itself_criticizes_only_where_no_other_will_do(bob, mallory):
    make(bob, "openai/gpt-4o", "simulated-careful")
    factories.make_llm_annotator(bob.organization, model="vertex_ai/gemini-pro")  # chosen while it was set up
    make(mallory, "openai/o3")

    assert critic_of("openai/gpt-4o", organization=bob.organization) == "openai/gpt-4o"


def test_the_chosen_one_and_that_of_the_installation_go_first(bob, settings):
    make(bob, "openai/gpt-4o", "openai/o3")
    settings.CRITIC_MODEL = "openai/gpt-5"

    assert critic_of("openai/gpt-4o", organization=bob.organization, chosen="openai/o1") == "openai/o1"
    assert critic_of("openai/gpt-4o", organization=bob.organization) == "openai/gpt-5"
    assert critic_of("openai/gpt-5", organization=bob.organization) == "openai/o3"


def test_panels_and_runs_have_critics_of_their_own(bob):
    panel = ["openai/gpt-4o", "openai/o3"]
    found = [critic_of(model, organization=bob.organization, beside=panel) for model in panel]
    assert found == ["openai/o3", "openai/gpt-4o"]

    annotator, _other = make(bob, "simulated-careful", "simulated-hasty")
    found = []
    for chosen in (None, "openai/o3"):
        task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
        run = task_runs.start(task=task, annotator=annotator, critic_model=chosen, by=bob.user)
        found.append(run.stages.get(name="score_critic").model)
    assert found == ["simulated-hasty", "openai/o3"]

"""A language model is shown the answer and its shadow, the shadow as the reference."""

import pytest

from reviews.engine.stages import registry
from tests.reviews.gradings_world import make_routed_prompt
from tests.reviews.machine import play
from tests.reviews.quality.actions.test_shadows import answering
from tests.reviews.quality_world import JUDGE, make_calibration
from tests.reviews.routed_world import ask, set_policy, work

pytestmark = pytest.mark.django_db


def test_shadow_is_the_reference_and_the_answer_under_test(bob, monkeypatch):
    asked = []
    play(monkeypatch, lambda call: asked.append(call) or answering(call))
    make_calibration(bob.organization)
    set_policy(bob, grader=JUDGE)

    routed = work(ask(bob))

    user = asked[-1].messages[1]["content"]
    assert user.index("begin reference") < user.index("It is four.") < user.index("begin answer under test")
    assert user.index("begin answer under test") < user.index("Four.") and asked[-1].model == "openai/judge"
    assert routed.observation.notes == "Nearly." and routed.shadow == "graded"


def test_answer_that_is_gone_cannot_be_compared(bob):
    routed = make_routed_prompt(bob)

    (found,) = registry["shadow_judge"].prepare([routed.request]).values()

    assert found.code == "target_missing"

"""The critic of rubrics: its numbers stand beside the form, and a new rubric is criticized anew."""

from reviews.engine.requests.actions import next_stages
from reviews.engine.runs.actions import controls
from reviews.engine.stages import registry
from reviews.models import Critique
from tests.experiments.studies_world import make_study, quality, questions, rubric, stages_of, work, work_rubrics


def critic_of(study):
    return stages_of(study, "rubric_critic")[0]


def test_what_it_says_is_stored_beside_the_form(bob):
    study = make_study(bob, critic_model="simulated-critic")
    work_rubrics(study)

    (request,) = work(critic_of(study), quality(0.75, 0.5), simulated=True)

    critique = Critique.objects.get(schema_version=study.samples.get().schema_version)
    assert (critique.observability, critique.discriminability) == (0.75, 0.5)
    assert (critique.objections, critique.model) == ("Because of what it says.", "simulated-critic")
    assert critique.simulated
    assert request.result == critique.pk and critique.annotation is None
    assert registry["rubric_critic"].given([request]) == {request.pk: {"result": critique.pk}}


def test_it_reads_the_stages_in_order_and_answers_in_range(bob):
    study = make_study(bob)
    work_rubrics(study)
    ((_request, question),) = questions(critic_of(study))
    told = question.call.messages[1]["content"]
    assert "press freedom" in told and "1) Stage 1 :: sign 1 one; sign 1 two; sign 1 three\n2) Stage 2" in told

    study = make_study(bob)
    work_rubrics(study)
    (request,) = work(critic_of(study), quality(7, 0.5))
    assert (request.state, request.error_class) == ("failed", "parse_error") and not Critique.objects.exists()


def test_rubrics_are_criticized_anew_and_nothing_without_one(bob):
    study = make_study(bob)
    work_rubrics(study)
    work(critic_of(study), quality(1, 1))
    controls.ask_anew(run=study.run, stage="rubric_gen", by=bob.user)
    work_rubrics(study, rubric(3, word="Other"))
    work(critic_of(study), quality(0, 0))
    assert set(Critique.objects.values_list("schema_version", "observability")) == {
        (study.samples.get().schema_version_id, 0.0),
        (study.samples.get().task.schema_version_id, 0.0),
        *Critique.objects.filter(observability=1).values_list("schema_version", "observability"),
    }
    assert Critique.objects.count() == 2

    study = make_study(bob)
    work(stages_of(study, "rubric_gen")[0], lambda call: "no rubric")
    assert next_stages.fill(critic_of(study)) == 0

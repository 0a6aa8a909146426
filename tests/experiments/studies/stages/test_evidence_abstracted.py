"""Abstracted evidence: made from the neutralized text, which is made from the cleaned one."""

from experiments.models import EvidenceView
from tests.experiments.studies_world import make_study, stages_of, text, work


def test_each_view_is_made_from_the_one_before(bob):
    study = make_study(bob, texts=["a", "b"], evidence_view="abstracted")

    for view in ("cleaned", "neutralized", "abstracted"):
        work(stages_of(study, f"evidence_{view}")[0], text(f"{view}({{}})"))

    made = EvidenceView.objects.filter(view="abstracted").order_by("evidence__position")
    assert [view.text for view in made] == [
        "abstracted(neutralized(cleaned(a)))",
        "abstracted(neutralized(cleaned(b)))",
    ]

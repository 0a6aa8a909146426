"""Corpus BLEU and chrF beside the mean of single outputs: in summaries, over the API and on the page."""

import pytest
from django.urls import reverse
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from annotations.models import Judgement
from experiments.evaluations.actions import summaries
from experiments.models import ScoreSummary
from tests.experiments.evaluations_world import make_evaluation, make_version, take_steps

pytestmark = pytest.mark.django_db
OUTPUTS = ["the refund comes after four days", "four days", "the parcel was lost on its way"]
EXPECTED = ["the refund comes after five days", "after four days", "the parcel was lost on the way"]


@pytest.fixture
def evaluation(acme):
    version = make_version(acme, OUTPUTS, expected=dict(enumerate(EXPECTED)))
    return take_steps(make_evaluation(version, ["bleu", "chrf", "exact_match"]))


def corpus_of(evaluation, key, slice=""):
    return ScoreSummary.objects.get(evaluation=evaluation, question__key=key, slice=slice).corpus


def test_corpus_scores_are_sacrebleu_s_where_counts_were_kept(evaluation):
    for key, theirs in (("bleu", BLEU()), ("chrf", CHRF())):
        expected = theirs.corpus_score(OUTPUTS, [EXPECTED]).score
        found = corpus_of(evaluation, key)
        assert found == {"score": pytest.approx(expected, abs=1e-9), "signature": str(theirs.get_signature())}
        of_slice = theirs.corpus_score(OUTPUTS[::2], [EXPECTED[::2]]).score
        assert corpus_of(evaluation, key, "topic=sums")["score"] == pytest.approx(of_slice, abs=1e-9)
    assert corpus_of(evaluation, "exact_match") == {}

    Judgement.objects.filter(pk=Judgement.objects.filter(question__key="bleu").first().pk).update(details={})
    summaries.refresh(evaluation=evaluation)
    assert (corpus_of(evaluation, "bleu"), bool(corpus_of(evaluation, "chrf"))) == ({}, True)


def test_pages_and_programs_tell_it_from_the_mean(evaluation, bob, client_of, api_of):
    page = client_of(bob).get(reverse("experiments:evaluation_detail", args=[evaluation.pk])).content.decode()
    told = api_of(bob).get(f"/v1/evaluations/batch/{evaluation.pk}").json()["summary_scores"]

    assert "Corpus BLEU" in page and "Corpus chrF" in page and "Corpus Exact" not in page
    assert told["bleu"]["corpus_score"] == pytest.approx(corpus_of(evaluation, "bleu")["score"])
    assert told["bleu"]["corpus_signature"].startswith("nrefs:1|case:mixed|eff:no|")
    assert told["exact_match"]["corpus_score"] is None and told["bleu"]["mean"] != told["bleu"]["corpus_score"]

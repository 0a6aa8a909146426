"""The annotators of a study: a model, its prompt and parser, and how chance showed it the rubric."""

from reviews.scorers.actions.annotators import with_settings
from reviews.scorers.parsers import parser_of


def scorer(*, sample, model, method, parser_name, prompt_version, by):
    """The annotator that scores with this sample's rubric as it is shown; the same one for the same settings.

    It is another annotator for every seed: what chance decides is part of how it was asked.
    """
    organization, design = sample.study.organization, sample.study.design
    parser_version = parser_of(parser_name).parser_version
    parameters = {
        **design.scoring_parameters,
        "sample_seed": sample.seed,
        "anonymize_stages": design.anonymize_stages,
        "shuffle_rubric_order": design.shuffle_rubric_order,
        "hide_label_text": design.hide_label_text,
        "abstain_enabled": design.abstain_enabled,
    }
    return with_settings(
        organization=organization,
        method=method,
        model=model,
        prompt_version=prompt_version,
        parser_version=parser_version,
        parameters=parameters,
        name=f"{model} ({sample.seed})",
        by=by,
    )

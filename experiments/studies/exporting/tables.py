"""The tables of a study bundle and their columns, as analyses may rely on them."""

from dataclasses import dataclass

SCHEMA_VERSION = 1  # raised when a column goes, or changes its name, type or meaning; a new column leaves it


@dataclass(frozen=True)
class Column:
    """type: text, integer, number, boolean, time, texts and integers (lists), stages, or mapping ({text: integer}).

    A value may be missing (null, an empty cell of CSV) where `is_optional`.
    """

    name: str
    type: str
    meaning: str
    is_optional: bool = False


def _text(name, meaning, *, is_optional=False):
    return Column(name, "text", meaning, is_optional)


def _integer(name, meaning, *, is_optional=False):
    return Column(name, "integer", meaning, is_optional)


def _share(name, meaning):
    return Column(name, "number", f"{meaning}, 0 to 1", is_optional=True)


OF_STUDY = (
    _text("study_id", "the study"),
    _text("study_name", "its name"),
    _text("run_id", "the run that did its work"),
)
OF_SAMPLE = (
    _integer("sample_id", "the sample: one rubric under one seed"),
    _integer("sample_ordinal", "its number among the samples of its rubric model; equal numbers share a seed"),
)
RUBRIC = _integer("rubric_id", "the sample's rubric; written anew, it is another one")
RUBRIC_CRITIC = _integer("rubric_critic_id", "what the critic said of the rubric", is_optional=True)
OF_SCORER = (
    _text("model", "who scored; missing for people", is_optional=True),
    _text("rubric_model", "who wrote the rubric"),
    _text("annotator_id", "who scored: a person, or a model with its prompt, parser, parameters and chance"),
    _text("annotator_kind", "human, llm or program"),
    Column("simulated", "boolean", "whether it comes from the simulated provider"),
)
SCORE = (
    Column("decoded_scores", "integers", "numbers of the chosen stages, rising, 1 the weakest; empty: abstained"),
    Column("abstained", "boolean", "whether the scorer named no stage"),
    _integer("subset_size", "how many stages were chosen"),
)
CONCEPT = (
    _text("concept", "what rubrics measure"),
    _integer("scale_size", "how many stages there are"),
)

RESPONSES = (
    _integer("response_id", "the score: an annotation of the sample's task"),
    *OF_STUDY,
    *OF_SAMPLE,
    _integer("score_target_id", "what was scored: the bundle as an item of the sample's task"),
    _integer("score_critic_id", "what the critic said of the score", is_optional=True),
    RUBRIC,
    RUBRIC_CRITIC,
    *OF_SCORER,
    *CONCEPT,
    _text("scoring_method", "single: one stage; subset: a set of them"),
    Column("abstain_enabled", "boolean", "whether scorers may abstain"),
    _text("evidence_view", "what scorers read: raw, cleaned, neutralized or abstracted"),
    _integer("evidence_bundle_size", "how many texts at most are judged as one"),
    _text("dataset_version_id", "the frozen bundles of the study"),
    _text("bundle_strategy", "window_round_robin or random_bundle"),
    _integer("study_seed", "of everything that chance decides in the study, the bundles too"),
    _text("bundle_signature", "ids of the bundle's evidence, sorted, joined by |"),
    Column("randomizations", "texts", "which of anonymize_stages, shuffle_rubric_order, hide_label_text are on"),
    *SCORE,
    _text("justification", "the scorer's reasons", is_optional=True),
    _share("score_expert_agreement_prob", "how likely an expert agrees, by the critic"),
    _share("rubric_observability_score", "how well the rubric's stages can be seen in evidence, by the critic"),
    _share("rubric_discriminability_score", "how well they can be told apart, by the critic"),
    Column("evidence_ids", "integers", "the bundle's evidence as it was shown"),
    Column("evidence_labels", "texts", "its names within the window: E1, E2, …"),
    Column("evidence_titles", "texts", "its titles, empty where there is none"),
    Column("evidence_urls", "texts", "its addresses, empty where there is none"),
    Column("window_ids", "texts", "its windows"),
    Column("evidence_positions", "integers", "its places within the window, from 1"),
    _integer(
        "request_version", "how often the question had been asked anew, from 1; missing for people", is_optional=True
    ),
    Column("submitted_at", "time", "when the score was given"),
)
RESPONSE_ITEMS = (
    _integer("response_id", "the score"),
    *OF_STUDY,
    *OF_SAMPLE,
    _integer("score_target_id", "the bundle as an item of the sample's task"),
    RUBRIC,
    *OF_SCORER,
    *SCORE,
    _share("score_expert_agreement_prob", "how likely an expert agrees with the score, by the critic"),
    _text("bundle_signature", "ids of the bundle's evidence, sorted, joined by |"),
    _integer("item_position", "the evidence's place within the bundle, from 1"),
    _integer("evidence_id", "the evidence"),
    _text("evidence_label", "its name within the window: E1, E2, …"),
    _text("evidence_title", "its title", is_optional=True),
    _text("evidence_url", "its address", is_optional=True),
    _text("window_id", "its window"),
    _integer("evidence_position", "its place within the window, from 1"),
)
RUBRICS = (
    RUBRIC,
    *OF_STUDY,
    *OF_SAMPLE,
    RUBRIC_CRITIC,
    _text("model", "who wrote it"),
    *CONCEPT,
    Column("stages", "stages", "its stages, the weakest first: stage_number, label, criteria"),
    Column("label_mapping", "mapping", "from the names that scorers see to the numbers of the stages"),
    _text("justification", "the model's reasons", is_optional=True),
    _share("observability_score", "how well the stages can be seen in evidence, by the critic"),
    _share("discriminability_score", "how well they can be told apart, by the critic"),
    _integer("request_version", "how often the rubric had been asked for anew, from 1", is_optional=True),
    Column("simulated", "boolean", "whether it comes from the simulated provider"),
)
EVIDENCE = (
    _integer("evidence_id", "the evidence"),
    *OF_STUDY,
    _text("window_id", "its window"),
    _text("window_name", "the window's name"),
    _integer("position", "its place within the window, from 1"),
    _text("label", "its name within the window: E1, E2, …"),
    _text("title", "its title", is_optional=True),
    _text("url", "its address", is_optional=True),
)
SAMPLES = (
    *OF_SAMPLE[:1],
    *OF_STUDY,
    *OF_SAMPLE[1:],
    _text("model", "who writes the sample's rubric"),
    _integer("seed", "of the names and the order under which scorers see its stages; signed, 32 bits"),
    Column("rubric_id", "integer", "its rubric; missing until one is accepted", is_optional=True),
    RUBRIC_CRITIC,
    _integer("score_target_total", "how many bundles its task has; 0 without a rubric"),
    _integer("score_count", "how many responses it has, of all scorers"),
    _integer("score_critic_count", "how many of these a critic has judged"),
)
TABLES = {
    "responses": RESPONSES,
    "response_items": RESPONSE_ITEMS,
    "rubrics": RUBRICS,
    "evidence": EVIDENCE,
    "samples": SAMPLES,
}

"""What a model wrote, read or refused."""

from tests.mutants.mutant import Mutant

TESTS = ("tests/reviews/scorers/parsers",)

MUTANTS = [
    Mutant(
        name="a number that was cut after its point is read",
        file="reviews/scorers/parsers/lines.py",
        old=" or _CUT.fullmatch(text):",
        new=":",
        tests=TESTS,
    ),
    Mutant(
        name="labels that differ in capitals alone pass for two stages",
        file="reviews/scorers/parsers/rubric_gen.py",
        old="len({label.casefold() for _number, label, _criteria in stages})",
        new="len({label for _number, label, _criteria in stages})",
        tests=TESTS,
    ),
    Mutant(
        name="ABSTAIN beside a label counts as abstaining",
        file="reviews/scorers/parsers/score_gen_subset.py",
        old="is_abstained = len(values) == 1 and values[0].upper() == ABSTAIN",
        new="is_abstained = any(value.upper() == ABSTAIN for value in values)",
        tests=TESTS,
    ),
    Mutant(
        name="a rubric with fewer stages than were asked for is taken",
        file="reviews/scorers/parsers/rubric_gen.py",
        old="size = context.scale_size or len(stages)",
        new="size = len(stages)",
        tests=TESTS,
    ),
]

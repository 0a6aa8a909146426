"""Compare two variants of a CSV file by one method, without a database."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from evalhub.lib.errors import EvalHubError, InvalidInput
from evalhub.lib.statistics.experiments import sample_ratio
from experiments.trials import data_file
from experiments.trials.methods import Rules, Samples, methods

HELP = """
Read unit,variant,value rows (and cluster, covariate, denominator, machine_value where a method needs them) from a CSV
file and print one JSON object: the effect of the treatment less the control, its interval, and what else the method
gives; null where a key does not apply, and the reason where something is not defined. expected_loss is that of choosing
the treatment. Without --method the same units in both variants are compared by paired_t, all others by welch.
Wrong data and wrong parameters end the command with exit status 2.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, metavar="DATA.csv")
        parser.add_argument("--control", required=True, metavar="NAME")
        parser.add_argument("--treatment", metavar="NAME", help="needed where there are several")
        parser.add_argument("--method", metavar="KEY", help=", ".join(methods))
        parser.add_argument("--alpha", type=float, default=0.05)
        parser.add_argument("--planned-n", type=int, metavar="N", help="pairs, or units of both variants")
        parser.add_argument("--seed", type=int, metavar="S", help="of random draws; from the data without one")
        parser.add_argument("--lower-is-better", action="store_true")

    def handle(self, *, file, control, treatment, method, alpha, planned_n, seed, lower_is_better, **options):
        try:
            if not 0 < alpha < 1:
                raise InvalidInput(f"alpha is {alpha:g}. Valid: above 0 and below 1.")
            if planned_n is not None and planned_n < 1:
                raise InvalidInput(f"planned-n is {planned_n}. Valid: 1 or more.")
            with file.open(encoding="utf-8-sig", newline="") as lines:
                samples = _chosen(data_file.read(lines), control, treatment)
            key = method or ("paired_t" if samples.are_paired else "welch")
            chosen = methods[key]
            chosen.checked(samples)
            found = chosen.compare(samples, Rules(alpha, planned_n, seed, lower_is_better))
        except (EvalHubError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(_as_json(key, samples, found), allow_nan=False))


def _chosen(variants, control, treatment):
    if control not in variants:
        raise InvalidInput(f"There is no variant {control!r}. Met: {', '.join(variants) or 'no rows'}.")
    others = [name for name in variants if name != control]
    if treatment is None and len(others) != 1:
        raise InvalidInput(f"Name one treatment with --treatment. Met beside {control}: {', '.join(others) or 'none'}.")
    if treatment is not None and treatment not in others:
        raise InvalidInput(f"There is no treatment {treatment!r}. Met beside {control}: {', '.join(others) or 'none'}.")
    return Samples(variants[control], variants[treatment or others[0]])


def _as_json(key, samples, found):
    estimate, size = found.estimate, found.effect_size
    counts = {each.name: each.n for each in (samples.control, samples.treatment)}
    units = [samples.control.units.size, samples.treatment.units.size]
    ratio = None if samples.are_paired else sample_ratio.p_value(units, [0.5, 0.5])
    return {
        "method": key,
        "n": counts,
        "effect": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "alpha": estimate.alpha,
        "p": estimate.p,
        "probability_better": found.probability_better,
        "expected_loss": found.expected_loss,
        "effect_size": None if size is None else {"name": size.name, "value": size.value},
        "srm_p": ratio,
        "reason": estimate.reason or None,
    }

"""Ways to compare a treatment with a control, one file each; arrays in, plain numbers out, and no Django."""

from evalhub.lib.registry import Registry
from experiments.trials.methods.base.method import Method, Outcome
from experiments.trials.methods.base.samples import Part, Rules, Sample, Samples

__all__ = ["Method", "Outcome", "Part", "Rules", "Sample", "Samples", "methods"]

methods: Registry = Registry("method", package=__name__, instances=True)

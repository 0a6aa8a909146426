"""Jobs as items: the dimensions of their form are metrics of the library."""

from annotations.models import Metric
from reviews.jobs.actions import items
from reviews.jobs.methods import MethodReviewerRegistry


def method_task(member, name, *dimensions):
    reviewer = MethodReviewerRegistry.create(name)
    return items.method_task(organization=member.organization, reviewer=reviewer, dimensions=dimensions, by=member.user)


def test_dimensions_name_metrics_that_methods_share(bob):
    first = method_task(bob, "experiment", "randomization_integrity", "threats_to_validity")
    second = method_task(bob, "matching", "threats_to_validity")

    def named(made):
        return [(each.key, each.metric) for each in made.task.schema_version.questions.all()]

    threats = Metric.objects.get(key="threats_to_validity")
    assert named(first)[1:] == [("threats_to_validity", threats), ("overall", None)]
    assert named(second)[0] == ("threats_to_validity", threats)
    assert (threats.version, threats.title, threats.direction) == (1, "Threats to validity", "higher")

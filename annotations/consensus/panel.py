"""The panel: all machines together are one voter, because their mistakes are not independent."""

import numpy as np

from annotations.consensus.votes import Votes


def panel_votes(labels, *, method, level):
    """Votes with at most one per item: what its machine labels come to.

    labels: the machines' Labels. Repeats of one model on an item fold to one vote of that model, then the models fold
    to one vote of the panel; a tie at either step abstains. So a model gains nothing by being run twice.
    """
    models = sorted(set(labels.models), key=str)
    indexes = {model: index for index, model in enumerate(models)}
    model = np.array([indexes[key] for key in labels.models], dtype=np.int64)[labels.annotator]
    votes = Votes(group=labels.item * max(len(models), 1) + model, code=labels.code, values=labels.domain)
    of_models = method.panel(votes, level=level)
    of_models = of_models.regrouped(of_models.group // max(len(models), 1))
    return method.panel(of_models.as_votes(), level=level).as_votes()

"""Whether a model's verdict on two answers holds in both orders of showing them."""

from django.db import models

from annotations.models import Judgement
from reviews.engine.models.llm_request import LLMRequest


class PositionCheck(models.Model):
    """What a model said in the stored order (`first`) and in the other one (`second`, in terms of the stored order).

    The judgement has what both come to: a tie where they disagree. `request` is the one in the other order.
    """

    id = models.BigAutoField(primary_key=True)
    judgement = models.OneToOneField(Judgement, on_delete=models.CASCADE, related_name="position_check")
    request = models.ForeignKey(LLMRequest, on_delete=models.CASCADE, related_name="position_checks")
    first = models.CharField(max_length=40)
    second = models.CharField(max_length=40)
    is_consistent = models.BooleanField()
    place = models.CharField(
        max_length=6, blank=True, default="", help_text="first or second: shown there it won in both orders"
    )

    def __str__(self):
        return f"{self.first} and {self.second}"

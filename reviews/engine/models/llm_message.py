"""What was said in one try: what the model was told and what it answered, in plain text."""

from django.db import models

from reviews.engine.models.llm_attempt import LLMAttempt
from reviews.engine.models.llm_prompt import LLMPrompt


class LLMMessage(models.Model):
    """`user` holds what followed the system prompt, a repair's earlier answer included; tokens stand on the attempt."""

    attempt = models.OneToOneField(LLMAttempt, on_delete=models.CASCADE, primary_key=True, related_name="message")
    system = models.ForeignKey(LLMPrompt, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = models.TextField()
    assistant = models.TextField(blank=True, default="")
    reasoning = models.TextField(blank=True, default="", help_text="where the provider tells it")

    def __str__(self):
        return self.assistant[:80]

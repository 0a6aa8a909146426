"""A system prompt, stored once however many requests carry it."""

from django.db import models


class LLMPrompt(models.Model):
    id = models.BigAutoField(primary_key=True)
    sha256 = models.CharField(max_length=64, unique=True)
    text = models.TextField()

    def __str__(self):
        return f"{self.sha256[:12]}: {self.text[:60]}"

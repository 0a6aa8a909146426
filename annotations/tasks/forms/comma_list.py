"""A form field that reads texts separated with commas as a list."""

from django import forms


class CommaListField(forms.CharField):
    def prepare_value(self, value):
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value):
        return [part.strip() for part in super().clean(value).split(",") if part.strip()]

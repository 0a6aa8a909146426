"""Forms of evaluations: send outputs to people."""

from django import forms
from django.utils.translation import gettext_lazy

from experiments.evaluations.actions import people


class SendForm(forms.Form):
    """A new task, or one of `tasks` that takes more outputs."""

    task = forms.ModelChoiceField(
        None,
        required=False,
        label=gettext_lazy("Annotation task"),
        empty_label=gettext_lazy("New task"),
        help_text=gettext_lazy("A task that has some of the outputs gets the others alone."),
    )
    name = forms.CharField(label=gettext_lazy("Name of the new task"), max_length=255, required=False)
    people = forms.IntegerField(
        label=gettext_lazy("Labels per output"), min_value=1, max_value=people.MOST_PEOPLE, initial=1, required=False
    )

    def __init__(self, *args, tasks, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["task"].queryset = tasks
        self.fields["task"].label_from_instance = lambda task: task.name

"""Preference pairs as chats, as in files for DPO on Hugging Face: chosen and rejected are lists of turns."""

from itertools import takewhile

from datasets.cases import is_conversation
from datasets.proposals import list_of
from datasets.readers.shapes import Shape, UnfitRow, registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

SIDES = ("chosen", "rejected")
CONTEXTS = ("prompt", "messages", "conversation")


@registry.register("preference_chats")
class PreferenceChats(Shape):
    title = "DPO chats"
    says = gettext_noop("The turns that both sides share are the input; what follows in each is a model output.")

    def fits(self, values):
        return all(is_conversation(list_of(values.get(side))) for side in SIDES)

    def row(self, values):
        sides = [list_of(values.get(side)) for side in SIDES]
        if not all(map(is_conversation, sides)):
            raise UnfitRow(_("chosen and rejected are no lists of turns."))
        shared = [first for first, _other in takewhile(_are_equal, zip(*sides, strict=False))]
        shared = shared[: min(map(len, sides)) - 1]  # of equal sides the last turn is the answer
        given = next((list_of(values[name]) for name in CONTEXTS if values.get(name)), None)
        context = shared or given
        text = _text(context[0]) if is_conversation(context) and len(context) == 1 else context
        own = list_of(values.get("prompt")) or text
        shaped = (
            {"prompt": text} if isinstance(text, str | None) and own in (text, context) else {"conversation": context}
        )
        # Some files repeat the prompt, or a side with its answer.
        known = [context, text, *sides]
        rest = {
            name: value
            for name, value in values.items()
            if name not in SIDES and not (name in CONTEXTS and list_of(value) in known)
        }
        answers = {name: _joined(turns[len(shared) :]) for name, turns in zip(SIDES, sides, strict=True)}
        return shaped | answers | rest


def _are_equal(pair):
    return pair[0] == pair[1]


def _joined(turns):
    """The text of the last turns of a side; whose they are is said where there are several."""
    if len(turns) == 1:
        return _text(turns[0])
    return "\n\n".join(
        f"{turn.get('role') or turn.get('from') or turn.get('speaker')}: {_text(turn)}" for turn in turns
    )


def _text(turn):
    value = next(turn[name] for name in ("content", "value", "text") if name in turn)
    return value if isinstance(value, str) else str(value)

"""How one person works at the desks: their keys, panes and pace, kept with their account."""

from dataclasses import asdict, dataclass, field, fields

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.models import User
from evalhub.lib.errors import InvalidInput

WORKBENCH = "workbench"  # the key of User.preferences that these live under
SHARED = {"next": "j", "previous": "k", "reason": "r", "skip": "s", "undo": "u", "sheet": "?"}
OWN = {
    "annotate": {
        "evidence": "e",
        "flag": "f",
        "guideline": "g",
        "history": "h",
        "back": "[",
        "forward": "]",
        "extend": "x",
    },
    "audit": {
        "accept": "a",
        "confirm": "m",
        "evidence_wrong": "w",
        "cannot_judge": "c",
        "guideline_gap": "g",
        "quote": "n",
    },
    "adjudicate": {
        "confidence_high": "h",
        "confidence_medium": "m",
        "confidence_low": "l",
        "quote": "n",
        "evidence": "e",
        "guideline": "g",
    },
}
DESKS = {desk: own | SHARED for desk, own in OWN.items()}  # desk to action to key; a key is used once on a desk
KEYS = {action: key for keys in DESKS.values() for action, key in keys.items()}
LONGEST_BREAK = 480
SPLITS = range(45, 76, 5)  # percent of the width for the item


@dataclass(frozen=True)
class Preferences:
    """`break_minutes` 0: no hint to rest. `split`: percent of the page's width for the item.

    `keys`: action to key, of all desks.
    """

    keys_on: bool = True
    keys: dict = field(default_factory=lambda: dict(KEYS))
    auto_advance: bool = False
    break_minutes: int = 60
    split: int = 65

    def for_page(self, desk):
        """What the scripts of a desk read."""
        return {
            "keysOn": self.keys_on,
            "keys": {action: self.keys[action] for action in DESKS[desk]},
            "autoAdvance": self.auto_advance,
            "breakMinutes": self.break_minutes,
        }


def of(*, user):
    """The Preferences of a user; what was stored by an older or newer version and is not valid now counts as unset."""
    stored = user.preferences.get(WORKBENCH)
    usual = asdict(Preferences())
    stored = stored if isinstance(stored, dict) else {}
    kept = {name: value for name, value in stored.items() if name in usual and name != "keys"}
    own = stored.get("keys")
    keys = {**KEYS, **{action: key for action, key in (own if isinstance(own, dict) else {}).items() if action in KEYS}}
    try:
        check_keys(keys=keys)
    except InvalidInput:
        keys = dict(KEYS)
    return Preferences(**{name: value for name, value in kept.items() if _is_valid(name, value)}, keys=keys)


@transaction.atomic
def change(*, user, changes):
    """Store some of the preferences and leave the others, keys too.

    InvalidInput names what is wrong, `details` by field.
    """
    unknown = sorted(changes.keys() - {each.name for each in fields(Preferences)})
    if unknown:
        raise ValueError(f"There are no preferences {', '.join(unknown)}.")
    wrong = {name: _valid(name) for name, value in changes.items() if name != "keys" and not _is_valid(name, value)}
    if wrong:
        raise InvalidInput(" ".join(wrong.values()), code="bad_preferences", details={"fields": wrong})
    if "keys" in changes:
        keys = of(user=user).keys | changes["keys"]
        check_keys(keys=keys)
        changes = changes | {"keys": {action: key for action, key in keys.items() if KEYS[action] != key}}
    row = User.objects.select_for_update().get(pk=user.pk)
    row.preferences = row.preferences | {WORKBENCH: row.preferences.get(WORKBENCH, {}) | changes}
    row.save(update_fields=["preferences"])
    user.preferences = row.preferences
    return of(user=user)


def check_keys(*, keys):
    """InvalidInput unless each action has one printable character, its own on each desk.

    `details` {"fields": {action: text}}.
    """
    wrong, users = {}, {}
    for desk, action in ((desk, action) for desk, actions in DESKS.items() for action in actions):
        key = keys.get(action, "")
        other = users.setdefault((desk, key), action)
        if not isinstance(key, str) or len(key) != 1 or not key.isprintable():
            wrong[action] = _("Enter one character.")
        elif key == " " or key.isdecimal():
            wrong[action] = _(
                "Digits and the space bar are reserved for options and scrolling. Enter another character."
            )
        elif other != action:
            wrong[action] = _("“%(key)s” is already used by another action. Enter another character.") % {"key": key}
    if wrong:
        raise InvalidInput(_("Some shortcuts are not valid."), code="bad_keys", details={"fields": wrong})


def _is_valid(name, value):
    if name == "split":
        return type(value) is int and value in SPLITS
    if name == "break_minutes":
        return type(value) is int and 0 <= value <= LONGEST_BREAK
    return type(value) is bool


def _valid(name):
    if name == "split":
        return _("The width is not valid. Valid: %(first)s to %(last)s percent in steps of 5.") % {
            "first": SPLITS[0],
            "last": SPLITS[-1],
        }
    if name == "break_minutes":
        return _("Enter whole minutes from 0 (never) to %(most)s.") % {"most": LONGEST_BREAK}
    return _("%(name)s is either on or off.") % {"name": name}

"""Find systems under test by what they are, and write down those that are new."""

import json

from datasets.models import System
from datasets.models.system import fingerprint_of


class SystemIds:
    """The ids of an organization's systems; each is looked up once."""

    def __init__(self, organization_id):
        self._organization_id = organization_id
        self._found = {}

    def of(self, name, described=()):
        """The id of the System of this name and these (field, value), `parameters` as JSON text; it may be new.

        Waits for another transaction that writes down the same one now, as long as a lock may be waited for.
        """
        key = (name, described)
        if key not in self._found:
            fields = dict(described) | {"name": name}
            if "parameters" in fields:
                fields["parameters"] = json.loads(fields["parameters"])
            mine = {"organization_id": self._organization_id, "fingerprint": fingerprint_of(fields)}
            System.objects.bulk_create([System(**mine, **fields)], ignore_conflicts=True)
            self._found[key] = System.objects.values_list("pk", flat=True).get(**mine)
        return self._found[key]

    def of_model(self, model, parameters):
        """The id of the System of a model that is asked here, by its own name, with these parameters."""
        known = {name: value for name, value in parameters.items() if value is not None}
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return self.of(model, (("model", model), *((("parameters", text),) if known else ())))

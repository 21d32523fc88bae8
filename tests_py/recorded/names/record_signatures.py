"""Records the arguments of TensorFlow's public functions and classes, and their defaults.

Run `record_keras.py signatures`, after `tensorflow_names`, whose modules it goes through.
"""

import types

from recorded.fact_file import load_facts, write_facts
from recorded.names.signature_form import signature_form
from recorded.recorder import made_by, tf

OTHERS = ("tf.experimental.numpy", "tf.distribute", "tf.errors", "tf.raw_ops")


def find(module):
    """The module of that name."""
    found = tf
    for part in module.split(".")[1:]:
        found = getattr(found, part)
    return found


def main():
    """Writes `signatures.json`."""
    facts = {}
    for module, names in load_facts("names/tensorflow_names")["modules"].items():
        if module.startswith(OTHERS):
            continue
        for name in names:
            value = getattr(find(module), name)
            if callable(value) and not isinstance(value, types.ModuleType):
                form = signature_form(value)
                if form is not None:
                    facts[f"{module}.{name}"] = form
    write_facts("names/signatures", made_by("names/record_signatures.py"), {"signatures": facts})


if __name__ == "__main__":
    main()

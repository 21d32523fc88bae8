"""Records which methods and properties of Keras's base classes are called where, when a class of the
user's overrides them.

Run `record_keras.py hooks`; what is run is in `hook_player.py`.
"""

import hook_player
from fact_file import write_facts
from recorder import keras, made_by


def main():
    """Writes `hooks.json`."""
    write_facts("hooks", made_by("record_hooks.py"), {"kinds": hook_player.play(keras)})


if __name__ == "__main__":
    main()

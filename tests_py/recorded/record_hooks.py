"""Records in which calls of a model the methods and properties that a class overrides are called.

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

"""Records in which calls of a model the methods and properties that a class overrides are called.

Run `record_keras.py hooks`; what is run is in `hook_player.py`.
"""

from recorded.fact_file import write_facts
from recorded.recorder import keras, made_by
from recorded.training import hook_player


def main():
    """Writes `hooks.json`."""
    write_facts(
        "training/hooks", made_by("training/record_hooks.py"), {"kinds": hook_player.play(keras)}
    )


if __name__ == "__main__":
    main()

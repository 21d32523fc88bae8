"""Writes the checkpoints of all recorded objects anew, by Pelton, for `record_checkpoints.py`."""

import sys
from pathlib import Path

import pelton as tf
from pelton import keras
from recorded.models import checkpoint_objects


def main(folder):
    for name in checkpoint_objects.NAMES:
        objects = checkpoint_objects.made(tf, keras, name)
        tf.train.Checkpoint(**objects).write(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

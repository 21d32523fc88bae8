"""Records checkpoints that TensorFlow writes: variables in containers, modules, a trained model.

Run `record_keras.py checkpoints`. `python -m recorded.models.record_checkpoints FOLDER` restores
what Pelton wrote there instead (`python tests_py/checkpoint_cases.py FOLDER`) and says where
TensorFlow finds other values.
"""

import io
import sys
import tempfile
import zipfile
from pathlib import Path

from recorded.fact_file import FOLDER
from recorded.models.checkpoint_objects import NAMES, altered, made, values_of
from recorded.recorder import keras, np, tf


def check(folder):
    """Restores each checkpoint of Pelton's; returns the number that differ."""
    wrong = 0
    for name in NAMES:
        root = made(tf, keras, name)
        expected = values_of(root)
        altered(root)
        tf.train.Checkpoint(**root).read(str(Path(folder) / name)).assert_consumed()
        found = values_of(root)
        for one, other in zip(found, expected, strict=True):
            if not np.array_equal(one, other):
                wrong += 1
                print(name, one, other)
    return wrong


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(check(sys.argv[1]))
    buffer = io.BytesIO()
    with tempfile.TemporaryDirectory() as temporary:
        for case in NAMES:
            tf.train.Checkpoint(**made(tf, keras, case)).write(str(Path(temporary) / case))
        checkpoint = tf.train.Checkpoint(step=tf.Variable(3))
        manager = tf.train.CheckpointManager(checkpoint, temporary + "/managed", max_to_keep=2)
        for _ in range(3):
            manager.save()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
            for path in sorted(Path(temporary).rglob("*")):
                if path.is_file():
                    out.writestr(str(path.relative_to(temporary)), path.read_bytes())
    (FOLDER / "models" / "checkpoints.zip").write_bytes(buffer.getvalue())

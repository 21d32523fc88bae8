"""How the recorded model files lie in `saved_models.zip`, and the structure of a file of weights.

Needs NumPy and h5py; knows nothing of Keras or Pelton, so both sides may import it.
"""

import io
import json
import zipfile
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
ENDINGS = (".keras", ".h5")


def flat(outputs):
    """The arrays of an output, of a dictionary in the order of its keys."""
    return [outputs[key] for key in sorted(outputs)] if isinstance(outputs, dict) else [outputs]


def predictions_text(x, outputs):
    """The bytes that hold an input and what a model makes of it."""
    buffer = io.BytesIO()
    np.savez(buffer, x, *flat(outputs))
    return buffer.getvalue()


def load_predictions(text):
    """(input, outputs) of such bytes."""
    with np.load(io.BytesIO(text)) as arrays:
        x, *outputs = (arrays[name] for name in arrays.files)
    return x, outputs


def recorded(name):
    """The bytes of a file in `saved_models.zip`."""
    with zipfile.ZipFile(FOLDER / "saved_models.zip") as archive:
        return archive.read(name)


def tree_of(text):
    """{path: (attributes, shape, dtype)} of an HDF5 file's bytes."""
    import h5py

    tree = {}

    def note(path, thing):
        attributes = {key: _plain(value) for key, value in thing.attrs.items()}
        tree[path] = (attributes, getattr(thing, "shape", None), str(getattr(thing, "dtype", "")))

    with h5py.File(io.BytesIO(text), "r") as file:
        note("", file)
        file.visititems(note)
    return tree


def _plain(value):
    value = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(value, bytes):
        value = value.decode()
    if isinstance(value, str) and value.startswith("{"):
        return without_ids(json.loads(value))
    return value


def without_ids(config):
    """A config without what numbers shared objects."""
    if isinstance(config, list):
        return [without_ids(part) for part in config]
    if not isinstance(config, dict):
        return config
    return {key: without_ids(config[key]) for key in config if key != "shared_object_id"}

"""The JSON form of recorded facts: how arrays are written, and how a test loads them.

Needs NumPy only; knows nothing of TensorFlow, Keras or Pelton, so both sides may import it.
"""

import json
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
LINE_LIMIT = 100


def encode_array(array):
    """Returns `{"dtype", "shape", "data"}`; floats are the shortest text that reads back equal."""
    array = np.asarray(array)
    flat = array.reshape(-1)
    if array.dtype.kind == "b":
        data = [bool(value) for value in flat]
    elif array.dtype.kind in "iu":
        data = [int(value) for value in flat]
    else:
        data = [_shortest(value) for value in flat]
    return {"dtype": array.dtype.name, "shape": list(array.shape), "data": data}


def decode_array(entry):
    """Returns the NumPy array of an entry that `encode_array` made."""
    name = entry["dtype"]
    if name == "bfloat16":
        import ml_dtypes

        dtype = np.dtype(ml_dtypes.bfloat16)
    else:
        dtype = np.dtype(name)
    return (
        np.array(entry["data"], dtype=np.float64 if name == "bfloat16" else dtype)
        .astype(dtype)
        .reshape(entry["shape"])
    )


def load_facts(name):
    """Returns the facts of `<name>.json`, as in "training/losses", arrays as NumPy arrays."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text, object_hook=_decode_if_array)


def write_facts(name, made_by, facts):
    """Writes `<name>.json`, opening with what made it; NumPy arrays inside `facts` are encoded."""
    whole = {"made_by": made_by, **_plain(facts)}
    (FOLDER / f"{name}.json").write_text(_layout(whole, 0) + "\n", encoding="utf-8")


def _shortest(value):
    number = float(str(value)) if value.dtype != np.float64 else float(value)
    return int(number) if number.is_integer() and abs(number) < 1e6 and number != 0 else number


def _decode_if_array(entry):
    return decode_array(entry) if set(entry) == {"dtype", "shape", "data"} else entry


def _plain(value):
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return encode_array(value)
    if isinstance(value, np.generic):
        return value.item() if value.dtype.kind in "biu" else _shortest(value)
    return value


def _layout(value, depth):
    """One line for what is short, flat or an array; else one line per entry, so that diffs read."""
    line = json.dumps(value, ensure_ascii=False)
    nested = isinstance(value, (dict, list)) and value
    is_array = isinstance(value, dict) and set(value) == {"dtype", "shape", "data"}
    flat = isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value)
    text = flat and any(isinstance(item, str) for item in value)
    if not nested or is_array or len(line) + 2 * depth < LINE_LIMIT or (flat and not text):
        return line
    pad = "  " * (depth + 1)
    if isinstance(value, dict):
        rows = [
            f"{pad}{json.dumps(key)}: {_layout(item, depth + 1)}" for key, item in value.items()
        ]
        opening, closing = "{", "}"
    else:
        rows = [f"{pad}{_layout(item, depth + 1)}" for item in value]
        opening, closing = "[", "]"
    return opening + "\n" + ",\n".join(rows) + "\n" + "  " * depth + closing

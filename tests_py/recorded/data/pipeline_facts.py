"""What is told of a dataset, the same for every library: its text, cardinality and elements."""

import contextlib
import hashlib
import json
import os

MOST = 40


def plain(value):
    """An element as lists of numbers; datasets in it as lists of their elements."""
    if isinstance(value, dict):
        return {str(key): plain(value[key]) for key in sorted(value)}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if value is None:
        return None
    if hasattr(value, "as_numpy_iterator"):
        return {"dataset": [plain(item) for item in value]}
    if hasattr(value, "dense_shape"):
        return {k: plain(getattr(value, k)) for k in ("indices", "values", "dense_shape")}
    if hasattr(value, "to_list"):
        return {"ragged": plain(value.to_list())}
    if hasattr(value, "numpy"):
        value = value.numpy()
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.decode() if isinstance(value, bytes) else value


def described(make, error_entry):
    """The text, cardinality and elements of the dataset that make() gives, or the error of it or
    of a pass, as error_entry(error)."""
    facts = {}
    try:
        dataset = make()
        facts["repr"] = repr(dataset)
        facts["cardinality"] = int(dataset.cardinality())
        facts["elements"] = []
        for element in dataset.take(MOST):
            facts["elements"].append(plain(element))
    except Exception as error:  # the refusal is the fact
        facts["error"] = short(error_entry(error))
    return facts


def short(entry):
    """Without TensorFlow's traceback inside of a message."""
    return {**entry, "message": entry["message"].split("\nTraceback")[0]}


def digest(facts):
    """Twelve letters for the facts, of an error its class alone."""
    kept = {**facts, "error": facts.get("error", {}).get("class")}
    text = json.dumps(kept, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@contextlib.contextmanager
def in_folder(path):
    """With the process's folder at `path` meanwhile."""
    before = os.getcwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)

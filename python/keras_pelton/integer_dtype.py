"""Makes Keras's dtype "int", which numbers of steps and counts of classes have, int64 on Pelton."""

from typing import Any


def teach(dtypes: Any) -> None:
    """Sets it once for the backend, as Keras itself does for TensorFlow."""
    dtypes.PYTHON_DTYPES_MAP["int"] = "int64"

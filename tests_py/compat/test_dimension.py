"""tf.compat.v1.Dimension, held against what real TensorFlow 2.21 gave."""

import pytest

from pelton.compat.v1 import Dimension

FACTS = {
    "repr": (lambda: repr(Dimension(3)), "Dimension(3)"),
    "unknown": (lambda: str(Dimension(None)), "?"),
    "equal": (lambda: Dimension(3) == 3, True),
    "unequal": (lambda: Dimension(3) == Dimension(4), False),
    "not known to be equal": (lambda: Dimension(None) == 3, None),
    "number": (lambda: int(Dimension(Dimension(4))), 4),
    "compatible": (lambda: Dimension(3).is_compatible_with(None), True),
    "index": (lambda: list(range(9))[Dimension(2)], 2),
}
BAD = {"negative": (-1, ValueError), "float": (2.5, TypeError), "text": ("a", TypeError)}


@pytest.mark.parametrize("name", FACTS)
def test_fact(name):
    code, expected = FACTS[name]
    assert code() is expected if expected is None else code() == expected


@pytest.mark.parametrize("name", BAD)
def test_bad_value(name):
    value, error = BAD[name]
    with pytest.raises(error, match="Dimension"):
        Dimension(value)

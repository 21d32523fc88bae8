"""Every op refuses bad calls: the right class, a message that names everything, nothing changed."""

import numpy as np
import pytest

import pelton as tf
from op_table.table import CASES
from pelton._core import ops
from pelton.errors import InvalidArgumentError

BAD_CALLS = [(case, bad) for case in CASES for bad in case.errors]


def prepared(value):
    return tf.constant(value) if isinstance(value, np.ndarray) else value


def shape_text(tensor):
    return f"{tensor.dtype.name} {tuple(tensor.shape)}"


@pytest.mark.parametrize(("case", "bad"), BAD_CALLS, ids=[str(case) for case, _ in BAD_CALLS])
def test_bad_call(case, bad):
    args = [prepared(a) for a in bad.args]
    kwargs = {key: prepared(value) for key, value in bad.kwargs.items()}
    tensors = [a for a in [*args, *kwargs.values()] if isinstance(a, tf.Tensor)]
    before = [t.numpy().tobytes() for t in tensors]
    with pytest.raises(bad.error) as caught:
        (case.fn or getattr(ops, case.name))(*args, **kwargs)
    message = str(caught.value)
    assert case.name in message, f"does not name the op: {message}"
    for part in bad.says:
        assert part in message, f"lacks {part!r}: {message}"
    if caught.type is InvalidArgumentError and "[Op:" in message:  # not an attribute's type
        for tensor in tensors[:8]:
            assert shape_text(tensor) in message, f"lacks {shape_text(tensor)}: {message}"
    assert before == [t.numpy().tobytes() for t in tensors]

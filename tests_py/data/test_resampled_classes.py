"""rejection_resample: shares of the classes, and their dtype in specs and elements."""

import numpy as np
import pytest

import pelton as tf

DTYPES = {"int32": tf.int32, "int64": tf.int64, "uint8": tf.uint8}


@pytest.mark.parametrize("name", DTYPES)
def test_classes_have_the_dtype_of_the_function(name):
    tf.random.set_seed(87654321)
    labels = tf.data.Dataset.from_tensor_slices([0] * 90 + [1] * 10).repeat(20)
    balanced = labels.rejection_resample(
        lambda label: tf.cast(label, DTYPES[name]), [0.5, 0.5], [0.9, 0.1], seed=4
    )
    assert balanced.element_spec[0] == tf.TensorSpec((), DTYPES[name])
    classes = [kind for kind, _ in balanced]
    assert classes[0].dtype == DTYPES[name]
    assert 0.4 < np.mean([int(kind) for kind in classes]) < 0.6
    assert next(iter(balanced.batch(3)))[0].dtype == DTYPES[name]


def test_what_is_kept_tells_the_kind_and_the_cardinality():
    """As TensorFlow tells them."""
    kinds = {}
    for target, initial in (
        ([0.5, 0.5], [0.5, 0.5]),
        ([0.9, 0.1], [0.9, 0.1]),
        ([0.9, 0.1], [0.5, 0.5]),
        ([0.0, 1.0], [0.5, 0.5]),
        ([0.0, 1.0], [0.0, 1.0]),
        ([0.5, 0.5], None),
    ):
        made = tf.data.Dataset.range(8).rejection_resample(lambda x: x % 2, target, initial, 3)
        kinds[repr(made).split()[0][2:-7]] = int(made.cardinality())
        if made.cardinality() == 8:
            assert [int(x) for _, x in made] == list(range(8))
    assert kinds == {"Map": 8, "DirectedInterleave": -2, "Prefetch": -2}

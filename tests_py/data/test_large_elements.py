"""Batches of large tensors, whose rows are copied as they come."""

import numpy as np
import pytest

import pelton as tf

Dataset = tf.data.Dataset
LARGE = 20_000  # numbers of an element


def row(number):
    return tf.fill([LARGE], number), number


@pytest.mark.parametrize(("drops", "sizes"), [(False, [3, 3, 1]), (True, [3, 3])])
def test_rows_are_those_of_the_elements(drops, sizes):
    batches = list(Dataset.range(7).map(row).batch(3, drop_remainder=drops))
    numbers = np.arange(7)
    for batch, first in zip(batches, (0, 3, 6), strict=False):
        here = numbers[first : first + 3]
        np.testing.assert_array_equal(batch[1], here)
        np.testing.assert_array_equal(batch[0], np.repeat(here[:, None], LARGE, 1))
    assert [len(batch[1]) for batch in batches] == sizes


def test_batches_that_are_kept_do_not_change():
    kept = list(Dataset.range(4).map(row, num_parallel_calls=2).batch(2).repeat(3))
    assert [batch[0].numpy()[:, -1].tolist() for batch in kept] == [[0, 1], [2, 3]] * 3


def lengths(sizes):
    for size in sizes:
        yield np.zeros(size, np.float32), size


def test_other_shapes_are_refused_and_the_next_batch_is_whole():
    specs = (tf.TensorSpec([None]), tf.TensorSpec([], tf.int32))
    sizes = [LARGE, LARGE + 1, LARGE, LARGE]
    dataset = Dataset.from_generator(lambda: lengths(sizes), output_signature=specs).batch(2)
    iterator = iter(dataset)
    text = rf"different shapes in component 0. First element had shape \[{LARGE}\] and element 1"
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        next(iterator)
    assert next(iterator)[0].shape == (2, LARGE)


def test_batches_of_more_than_there_is_take_no_memory_for_it():
    batch = next(iter(Dataset.range(2).map(row).batch(10**9)))
    assert batch[0].shape == (2, LARGE)
    nested = Dataset.range(8).map(row).batch(2).batch(2).unbatch().batch(3)
    assert [x.shape.as_list() for x, _ in nested] == [[3, 2, LARGE], [1, 2, LARGE]]

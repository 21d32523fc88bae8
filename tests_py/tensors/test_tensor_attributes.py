"""Tensors take attributes of the user's own, as TensorFlow's do, and keep the mask that was set."""

import weakref

import pytest

import pelton as tf


def test_attributes_are_set_read_and_deleted():
    x = tf.constant([1.0])
    x.note = "a"
    x.other = x + 1
    assert x.note == "a" and x.other.numpy().tolist() == [2.0]
    assert list(vars(x)) == ["note", "other"]
    del x.note
    assert not hasattr(x, "note") and not hasattr(x + 0, "other")
    with pytest.raises(AttributeError):
        x.note  # noqa: B018
    with pytest.raises(AttributeError):
        x.shape = (2,)


def test_attributes_end_with_their_tensor():
    class Note:
        pass

    alive = []
    for _ in range(2000):  # more than there are kept objects of ended tensors
        x, note = tf.constant(1.0), Note()
        assert not hasattr(x, "note")
        x.note = note
        alive.append(weakref.ref(note))
    del x, note
    assert not any(one() for one in alive)


def test_parts_of_variables_and_symbolic_tensors_take_them():
    part = tf.Variable([1.0, 2.0])[0]
    part.note = 3
    assert part.note == 3

    @tf.function
    def marked(x):
        y = x * 2
        y.logits = x
        return y + y.logits

    assert float(marked(tf.constant(2.0))) == 6.0


def test_mask_is_the_object_that_was_set():
    x, mask = tf.constant([1.0, 2.0]), tf.constant([True, False])
    assert x._keras_mask is None
    x._keras_mask = mask
    assert x._keras_mask is mask
    x._keras_mask = [False, True]
    assert x._keras_mask.numpy().tolist() == [False, True]
    x._keras_mask = None
    assert x._keras_mask is None

"""The dtypes of keys that tables are made of, as in TensorFlow."""

import numpy as np
import pytest

import pelton as tf

look = tf.lookup


@pytest.mark.parametrize(
    ("keys", "dtype"),
    [
        ([1], "int32"), (tf.constant([1]), "int32"), (np.array([1], np.int32), "int32"),
        (np.array([1]), "int64"), (["b"], "string"),
    ],
)  # fmt: skip
def test_keys_keep_their_dtype(keys, dtype):
    table = look.StaticHashTable(look.KeyValueTensorInitializer(keys, ["a"]), "z")
    assert table.key_dtype.name == dtype
    assert table.lookup(tf.constant(keys)).numpy().tolist() == [b"a"]


def test_given_dtypes_count():
    made = look.KeyValueTensorInitializer([1], ["a"], key_dtype=tf.int64)
    assert look.StaticHashTable(made, "z").lookup(tf.constant([1, 2], tf.int64)).shape == (2,)
    with pytest.raises(TypeError, match="keys"):
        look.StaticHashTable(made, "z").lookup(tf.constant([1]))


def test_vocabularies_are_of_texts_and_long_integers():
    values = tf.range(2, dtype=tf.int64)
    with pytest.raises(TypeError, match="Invalid `key_dtype`"):
        look.StaticVocabularyTable(look.KeyValueTensorInitializer([1, 2], values), 1)
    keys = tf.constant([1, 2], tf.int64)
    table = look.StaticVocabularyTable(look.KeyValueTensorInitializer(keys, values), 1)
    assert table.lookup(tf.constant([2, 9], tf.int64)).numpy().tolist() == [1, 2]

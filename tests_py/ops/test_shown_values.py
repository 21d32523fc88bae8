"""Calls with rarer arguments, and what TensorFlow 2.21 shows of their values."""

import numpy as np
import pytest

import pelton as tf

BLOCK = tf.constant([[[5, 0], [7, 0], [0, 0]], [[0, 0]] * 3, [[6, 0], [0, 0], [0, 0]]])
NINE = tf.reshape(tf.range(9.0), (1, 3, 3, 1))
WHOLE = tf.cast(NINE - 9, tf.int32)
ROWS = {
    "tf.constant_initializer([1, 2, 3, 4])([2, 2]).numpy().tolist()": [[1, 2], [3, 4]],
    "tf.constant_initializer([1, 2])([2], tf.float32).dtype.name": "float32",
    "tf.constant_initializer(3)([2]).dtype.name": "int32",
    "tf.math.conj(tf.constant([1, 2])).numpy().tolist()": [1, 2],
    "tf.math.conj([1.5 - 2j]).numpy().tolist()": [1.5 + 2j],
    "tf.math.top_k([1, 5, 3], 2, index_type=tf.int16).indices.dtype.name": "int16",
    "tf.ragged.stack([tf.ones((1, 2), tf.int32), tf.ones((2, 1), tf.int32)]).to_list()": [
        [[1, 1]],
        [[1], [1]],
    ],
    "tf.ragged.boolean_mask(tf.ragged.constant([[1, 2], [4]]), [True, False]).to_list()": [[1, 2]],
    "tf.RaggedTensor.from_tensor(BLOCK, lengths=([2, 0, 3], [1, 1, 2, 0, 1])).to_list()": [
        [[5], [7]],
        [],
        [[6, 0], [], [0]],
    ],
    "[ids.numpy().tolist() for ids in"
    " tf.ragged.constant([[[1], [2, 3]], [], [[4]]]).nested_value_rowids()]": [
        [0, 0, 2],
        [0, 1, 1, 2],
    ],
    "tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2).uniform_row_length.numpy()": 2,
    "tf.ragged.constant([[1], [2, 3]]).uniform_row_length": None,
    "tf.get_static_value(tf.Variable(1))": None,
    "[tf.is_symbolic_tensor(one) for one in (tf.Variable(1), tf.constant(1), 3, None)]": [False]
    * 4,
    "tf.math.count_nonzero([['', 'a'], ['b', ' ']], axis=1).numpy().tolist()": [1, 2],
    "float(tf.math.zero_fraction(['', 'a']))": 0.5,
    "tf.debugging.assert_type(tf.sparse.SparseTensor([[0]], [1], [3]), tf.int32)": None,
    "tf.sparse.SparseTensor([[0, 0]], [1], [3, 4]).set_shape([None, 4])": None,
    "tf.nn.max_pool2d(NINE, 2, 2, [[0, 0], [1, 1], [1, 1], [0, 0]]).numpy().tolist()": [
        [[[0.0], [2.0]], [[6.0], [8.0]]]
    ],
    "tf.nn.max_pool(-NINE, 2, 2, [[0, 0], [1, 0], [0, 1], [0, 0]]).numpy().tolist()": [
        [[[0.0], [-2.0]], [[-3.0], [-5.0]]]
    ],
    "tf.nn.max_pool2d(WHOLE, 2, 3, [[0, 0], [1, 1], [1, 1], [0, 0]])[0, 0, 0, 0].numpy()": -9,
    "tf.image.crop_and_resize(NINE, np.array([[0.5, 0.5, 1, 1]]), [0], [2, 2]).numpy().tolist()": [
        [[[4.0], [5.0]], [[7.0], [8.0]]]
    ],
    "tf.strings.to_number(['0x1F', ' -0X1.8p3 ']).numpy().tolist()": [31.0, -12.0],
    "tf.strings.substr('abcd', [1, -2], [-1, -1]).numpy().tolist()": [b"bcd", b"cd"],
    "tf.strings.substr('abcd', 1, -2, unit='UTF8_CHAR').numpy()": b"",
    "tf.strings.regex_replace('abca', 'a', r'x\\5').numpy()": b"abca",
    "tf.strings.regex_replace('abca', '(a)', r'<\\1\\q').numpy()": b"<abc<a",
    "tf.strings.regex_replace('abca', 'a', 'x\\\\', replace_global=False).numpy()": b"abca",
    "tf.strings.as_string([1.5, -1.5], fill='+', width=12).numpy().tolist()": [
        b"   +1.500000",
        b"   -1.500000",
    ],
    "tf.strings.as_string([15, -15], fill=' ').numpy().tolist()": [b" 15", b"-15"],
    "tf.strings.as_string([True], fill='0', width=6).numpy().tolist()": [b"true"],
    "tf.bool.limits": (0, True),
    "tf.float32.most_specific_common_supertype([tf.int32])": None,
    "tf.int32.is_subtype_of(tf.int32)": True,
    "tf.image.draw_bounding_boxes(tf.zeros((1, 2, 2, 3)), np.array([[[0, 0, 1, 1]]]), [[1, 0, 0]])"
    ".numpy()[0, :, :, 0].tolist()": [[1.0, 1.0], [1.0, 1.0]],
}


@pytest.mark.parametrize("code", ROWS)
def test_value(code):
    assert eval(code) == ROWS[code]


REFUSED = {
    "tf.bool.max": TypeError,
    "tf.complex64.min": TypeError,
    "tf.as_dtype(None)": TypeError,
    "tf.constant([1, 2])[::0]": tf.errors.InvalidArgumentError,
    "tf.keras.optimizers.SGD().apply_gradients([])": ValueError,
    "tf.constant_initializer([1, 2, 3])([2, 2])": TypeError,
    "tf.constant_initializer(len)": TypeError,
    "tf.math.conj('a')": TypeError,
    "tf.sparse.SparseTensor([[0, 0]], [1], [3, 4]).set_shape([3, 5])": ValueError,
    "tf.debugging.assert_type(tf.sparse.SparseTensor([[0]], [1], [3]), tf.float32)": TypeError,
    "tf.nn.max_pool2d(NINE, 2, 2, [[1, 1], [1, 1], [1, 1], [0, 0]])": ValueError,
}


@pytest.mark.parametrize("code", REFUSED)
def test_refusal(code):
    with pytest.raises(REFUSED[code]):
        eval(code)


def test_names_of_files_may_be_addresses(tmp_path):
    name = f"file://{tmp_path}/a.txt"
    with tf.io.gfile.GFile(name, "w") as file:
        file.write("text")
    assert tf.io.gfile.exists(name) and (tmp_path / "a.txt").read_text() == "text"
    tf.io.gfile.copy(name, f"file://{tmp_path}/b.txt")
    found = tf.io.gfile.glob(iter([f"{tmp_path}/a*", f"{tmp_path}/b*"]))
    assert found == [f"{tmp_path}/a.txt", f"{tmp_path}/b.txt"]


def test_initializers_of_weights():
    layer = tf.keras.layers.Dense(
        2, kernel_initializer=tf.constant_initializer([1.0, 2.0, 3.0, 4.0])
    )
    layer.build((None, 2))
    assert np.array_equal(layer.kernel, [[1.0, 2.0], [3.0, 4.0]])

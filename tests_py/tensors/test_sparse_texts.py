"""What sparse tensors print, as TensorFlow prints them."""

import pelton as tf


def test_a_sparse_tensor_shows_its_parts_as_tensors():
    sparse = tf.SparseTensor([[0, 1]], [5], [1, 3])
    expected = (
        "SparseTensor(indices=tf.Tensor([[0 1]], shape=(1, 2), dtype=int64), "
        "values=tf.Tensor([5], shape=(1,), dtype=int32), "
        "dense_shape=tf.Tensor([1 3], shape=(2,), dtype=int64))"
    )
    assert str(sparse) == repr(sparse) == expected

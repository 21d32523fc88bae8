"""What code that is traced sees of tensors when it shows them, held against TensorFlow 2.21."""

import pytest

import pelton as tf


def shown(function, *args, **kwargs):
    """What a function's first call notes of tensors, and what its second one adds."""
    noted = []
    traced = tf.function(lambda *a, **k: function(noted.append, *a, **k))
    traced(*args, **kwargs)
    first = list(noted)
    traced(*args, **kwargs)
    return first, noted[len(first) :]


X = tf.constant([1.0, 2.0])
CASES = {
    "str": (lambda note, x: note(str(x + 1)), 'Tensor("add:0", shape=(2,), dtype=float32)'),
    "repr": (lambda note, x: note(repr(x * 2)), "<tf.Tensor 'mul:0' shape=(2,) dtype=float32>"),
    "format": (lambda note, x: note(f"{x - 1}"), 'Tensor("sub:0", shape=(2,), dtype=float32)'),
    "list": (lambda note, x: note(str([x + 1])), "[<tf.Tensor 'add:0' shape=(2,) dtype=float32>]"),
    "second": (
        lambda note, x: note(str((x + 1) + 1)), 'Tensor("add_1:0", shape=(2,), dtype=float32)'
    ),
    "scalar": (
        lambda note, x: note(str(tf.reduce_sum(x))), 'Tensor("Sum:0", shape=(), dtype=float32)'
    ),
    "constant": (
        lambda note, x: note(str(tf.constant(3))), 'Tensor("Const:0", shape=(), dtype=int32)'
    ),
    "from outside": (lambda note, x: note(str(X)), "tf.Tensor([1. 2.], shape=(2,), dtype=float32)"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_tensors_are_shown_by_name_while_tracing(name):
    function, expected = CASES[name]
    assert shown(function, X + 0) == ([expected], [])


def test_arguments_are_named_after_parameters():
    noted = []

    @tf.function
    def function(x, pair, y=None):
        noted.append([str(x), repr(pair), str(y)])

    function(tf.constant(1), {"b": tf.constant(2.0), "a": [X, 3]}, y=tf.constant("t"))
    assert noted == [
        [
            'Tensor("x:0", shape=(), dtype=int32)',
            "{'b': <tf.Tensor 'pair_1:0' shape=() dtype=float32>, "
            "'a': [<tf.Tensor 'pair:0' shape=(2,) dtype=float32>, 3]}",
            'Tensor("y:0", shape=(), dtype=string)',
        ]
    ]


def test_arguments_of_a_signature_are_numbered():
    noted = []

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def function(numbers):
        noted.append(str(numbers))
        return numbers

    function(tf.constant([1, 2]))
    assert noted == ['Tensor("args_0:0", shape=(None,), dtype=int32)']


def test_variables_are_shown_without_values_while_tracing():
    variable = tf.Variable(1.0, name="v")
    (first,), later = shown(lambda note: note(repr(variable)))
    assert first == "<tf.Variable 'v:0' shape=() dtype=float32>" and later == []
    assert "numpy=1.0" in repr(variable)


def test_code_that_reads_values_sees_them():
    (first, *_), later = shown(lambda note, x: note(f"{x.numpy().sum()} {x}"), X)
    assert first == "3.0 [1. 2.]" and later == [first]


def test_init_scope_shows_what_it_makes():
    def function(note):
        with tf.init_scope():
            note(str(tf.constant(2) + 1))

    assert shown(function)[0] == ["tf.Tensor(3, shape=(), dtype=int32)"]


def test_what_leaves_a_function_has_values():
    assert str(tf.function(lambda x: x + 1)(1)) == "tf.Tensor(2, shape=(), dtype=int32)"

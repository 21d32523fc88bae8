"""tf.compat.v1.Dimension, held against what real TensorFlow 2.21 gave."""

import pytest

import pelton.compat.v1 as v1
from pelton.compat.v1 import Dimension

FACTS = {
    "repr": (lambda: repr(Dimension(3)), "Dimension(3)"),
    "unknown": (lambda: str(Dimension(None)), "?"),
    "equal": (lambda: Dimension(3) == 3, True),
    "unequal": (lambda: Dimension(3) == Dimension(4), False),
    "not known to be equal": (lambda: Dimension(None) == 3, None),
    "number": (lambda: int(Dimension(Dimension(4))), 4),
    "compatible": (lambda: Dimension(3).is_compatible_with(None), True),
    "sum": (lambda: repr(1 + Dimension(3)), "Dimension(4)"),
    "half": (lambda: repr(Dimension(5) // 2), "Dimension(2)"),
    "of an unknown one": (lambda: repr(Dimension(None) * 2), "Dimension(None)"),
    "order": (lambda: Dimension(3) < 4, True),
    "no order": (lambda: Dimension(None) < 4, None),
    "merged": (lambda: repr(Dimension(None).merge_with(3)), "Dimension(3)"),
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


def shape(v1):
    return v1.placeholder("float32", [None, 4]).shape


SHAPES = {  # of tensors in graphs
    "texts": (lambda v1: f"{shape(v1)} {shape(v1)!r} {v1.constant(1.0).shape}",
              "(?, 4) TensorShape([Dimension(None), Dimension(4)]) ()"),
    "sizes": (lambda v1: repr([shape(v1)[0], *shape(v1)]),
              "[Dimension(None), Dimension(None), Dimension(4)]"),
    "value": (lambda v1: (shape(v1)[0].value, shape(v1)[1].value), (None, 4)),
    "list": (lambda v1: shape(v1).as_list(), [None, 4]),
    "dims": (lambda v1: repr(shape(v1).dims), "[Dimension(None), Dimension(4)]"),
    "slice": (lambda v1: str(shape(v1)[1:]), "(4,)"),
    "a shape of one": (lambda v1: v1.zeros([shape(v1)[1], 2]).shape.as_list(), [4, 2]),
    "half a size": (lambda v1: v1.zeros([shape(v1)[1] // 2]).shape.as_list(), [2]),
    "of variables": (lambda v1: v1.Variable(v1.zeros([2])).get_shape()[0].value, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_of_graphs(graph_mode, name):
    code, expected = SHAPES[name]
    assert code(graph_mode) == expected


def test_shapes_of_today(graph_mode):
    graph_mode.enable_v2_tensorshape()
    assert repr(shape(graph_mode)) == "TensorShape([None, 4])" and shape(graph_mode)[1] == 4
    graph_mode.disable_v2_tensorshape()


def test_without_eager_execution_alone_shapes_and_variables_look_as_in_tensorflow_2():
    v1.disable_eager_execution()
    try:
        x = v1.placeholder("float32", [None, 3], name="open")
        assert str(x) == 'Tensor("open:0", shape=(None, 3), dtype=float32)'
        assert repr(v1.Variable([1.0], name="of_2")).endswith("shape=(1,) dtype=float32>")
        assert v1.resource_variables_enabled()
        v1.disable_v2_behavior()
        assert str(x) == 'Tensor("open:0", shape=(?, 3), dtype=float32)'
        assert repr(v1.Variable([1.0], name="of_1")).endswith("shape=(1,) dtype=float32_ref>")
        assert not v1.resource_variables_enabled()
    finally:
        v1.reset_default_graph()
        v1.enable_v2_behavior()


def test_a_loop_takes_shapes_that_tensors_gave(graph_mode):
    count, rows = graph_mode.constant(0), graph_mode.ones([2, 2])
    found = graph_mode.while_loop(
        lambda i, m: i < 2,
        lambda i, m: [i + 1, graph_mode.concat([m, m], axis=0)],
        [count, rows],
        shape_invariants=[count.get_shape(), graph_mode.TensorShape([None, 2])],
    )
    assert found[1].shape.as_list() == [None, 2]
    with graph_mode.Session() as session:
        assert session.run(found[1]).shape == (8, 2)

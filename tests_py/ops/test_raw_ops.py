"""Raw ops take TensorFlow's arguments and give its values."""

import inspect
import re

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts
from recorded.ops.raw_op_cases import START

FACTS = load_facts("ops/raw_ops")["ops"]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["name"])
def test_op(fact):
    assert_same(plain(evaluate(f"{START}\n{fact['code']}", tf)), fact["value"], 1e-4, 1e-5)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["name"])
def test_arguments(fact):
    given = inspect.signature(getattr(tf.raw_ops, fact["name"])).parameters.values()
    assert all(one.kind is one.KEYWORD_ONLY for one in given)
    assert [one.name for one in given if one.default is one.empty] == fact["required"]
    defaults = {one.name: one.default for one in given if one.default is not one.empty}
    assert {name: re.sub(r"^tf\.", "", repr(value)) for name, value in defaults.items()} == fact[
        "optional"
    ]


def test_every_row_has_a_fact():
    assert dir(tf.raw_ops) == [fact["name"] for fact in FACTS]
    assert len(FACTS) >= 450


def test_several_outputs_have_names():
    assert tf.raw_ops.TopKV2(input=[1.0, 3.0], k=1)._fields == ("values", "indices")


@pytest.mark.parametrize("name, says", [("QueueEnqueueV2", "use tf.queue"), ("NoSuchOp", "tf.nn")])
def test_another_op_says_what_to_use(name, says):
    with pytest.raises(AttributeError, match=says):
        getattr(tf.raw_ops, name)


def test_arguments_go_by_keywords():
    with pytest.raises(TypeError, match="positional"):
        tf.raw_ops.Abs(1.0)
    with pytest.raises(TypeError, match="'y'"):
        tf.raw_ops.AddV2(x=1.0)


@pytest.mark.parametrize(
    "name, options, row",
    [
        ("ResizeBilinear", {}, [0.0, 0.5, 1.0, 1.0]),
        ("ResizeBilinear", {"align_corners": True}, [0.0, 1 / 3, 2 / 3, 1.0]),
        ("ResizeBilinear", {"half_pixel_centers": True}, [0.0, 0.25, 0.75, 1.0]),
        ("ResizeNearestNeighbor", {}, [0.0, 0.0, 1.0, 1.0]),
    ],
)
def test_resizing_counts_from_corners_by_default(name, options, row):
    images = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    made = getattr(tf.raw_ops, name)(images=images, size=[4, 4], **options)
    assert made[0, 0, :, 0].numpy().tolist() == pytest.approx(row)

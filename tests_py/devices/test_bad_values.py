"""Bad values that only a kernel can see: the CPU refuses them at the call, a GPU when it is next
waited for, with the same class and words."""

import pytest

from devices.row_player import machines, play, printed_everywhere

HEAD = (
    "import numpy as np\n"
    "import pelton._core.ops as ops\n"
    "logits = tf.constant([[1.0, 2.0], [3.0, 4.0]])\n"
    "params = tf.constant([[1.0], [2.0], [3.0]])\n"
    "keras = tf.keras\n"
)
INDEX, VALUE = "InvalidIndexError", "InvalidArgumentError"
OUTSIDE = "which is outside the valid range of [0, 2)"
ROWS = [  # call, class, text, op in TensorFlow's words
    ("tf.gather(params, [0, 7])", INDEX, "gather: indices[1] = 7 is not in [0, 3)", "GatherV2"),
    ("tf.gather(params, -1)", INDEX, "gather: indices = -1 is not in [0, 3)", "GatherV2"),
    ("tf.gather(params, tf.constant([[0, 1], [3, 4]], tf.int64))", INDEX,
     "gather: indices[1,0] = 3 is not in [0, 3)", "GatherV2"),
    ("tf.gather(logits, [[2]], axis=1)", INDEX, "gather: indices[0,0] = 2 is not in [0, 2)",
     "GatherV2"),
    ("ops.scatter_add(params, tf.constant([0, 5, 1]), shape=(3, 1))", INDEX,
     "scatter_add: indices[1] = 5 is not in [0, 3)", "ScatterAdd"),
    ("keras.losses.sparse_categorical_crossentropy([0, 2], logits, from_logits=True)", INDEX,
     f"sparse_softmax_cross_entropy: Received a label value of 2 at batch position 1, {OUTSIDE}",
     "SparseSoftmaxCrossEntropyWithLogits"),
    ("keras.losses.SparseCategoricalCrossentropy(True)(tf.constant([-3, 0]), logits)", INDEX,
     f"sparse_softmax_cross_entropy: Received a label value of -3 at batch position 0, {OUTSIDE}",
     "SparseSoftmaxCrossEntropyWithLogits"),
    ("tf.constant([1, 2]) // tf.constant([1, 0])", VALUE,
     "floordiv: Integer division by zero", "FloorDiv"),
    ("tf.constant([1, 2]) % 0", VALUE, "floormod: Integer division by zero", "FloorMod"),
    ("tf.constant([2, 3]) ** -1", VALUE,
     "pow: Integers to negative integer powers are not allowed", "Pow"),
    ("tf.random.categorical(tf.fill((2, 2), -np.inf), 2)", VALUE,
     "random_categorical: logits[0] has no class of positive probability", "Multinomial"),
    ("ops.fused_conv2d_grad(tf.ones((1, 2, 2, 1)), tf.ones((1, 1, 1, 1)), tf.ones((1, 1, 1, 1)), "
     "tf.constant(np.uint8([[[[4]]]])), tf.ones((1, 1, 1, 1)), pool=(2, 2))[0]", VALUE,
     "fused_conv2d_grad: argmax holds 4, but a window has only 4 cells", "_FusedConv2DGrad"),
]  # fmt: skip
IDS = [row[0][:50] for row in ROWS]


@pytest.mark.parametrize(("call", "error", "text", "op"), ROWS, ids=IDS)
def test_devices_refuse_alike(call, error, text, op):
    code = HEAD + f"y = {call}\ny.numpy()"
    for cpus, gpus in machines(0):
        done = play(code, gpus, cpus)
        names, said = done["error"]
        assert names[0] == error and {"InvalidArgumentError", "ValueError"} <= set(names)
        assert ("IndexError" in names) == (error == INDEX)
        assert said.startswith(text) and f" [Op:{op}]" in said
        assert gpus == 0 or said == f"{text} [Op:{op}]"
        assert done["left"] == 0


LATER = (
    "y = tf.gather(params, [4])\nz = y + 1.0\n"
    "def bad():\n try: {}\n except IndexError as e: print(e)\n"
)


@pytest.mark.parametrize(
    "wait",
    [
        "z.numpy()",
        "params.numpy()",
        "print(y)",
        "z.cpu()",
        "__import__('pelton')._core.runtime.synchronize(0, 'GPU')",
        "exec('with tf.device(\\'CPU:0\\'): tf.abs(z)')",
    ],
)
def test_the_next_wait_raises_once_and_the_gpu_goes_on(wait):
    code = HEAD + LATER.format(wait) + "bad()\nprint(float(tf.gather(params, [2])[0, 0]))"
    text = "gather: indices[0] = 4 is not in [0, 3) [Op:GatherV2]"
    assert printed_everywhere(code, gpus=1) == f"{text}\n3.0"


def test_it_is_an_index_error_and_tensorflow_s():
    code = (
        "e = tf.errors\nprint(issubclass(e.InvalidIndexError, (IndexError)), "
        "issubclass(e.InvalidIndexError, e.InvalidArgumentError), e.InvalidIndexError.error_code)"
    )
    assert printed_everywhere(code) == "True True 3"

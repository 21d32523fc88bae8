"""Functions of sparse, ragged and string tensors and some others give what TensorFlow gave;
transforms over any axes what NumPy gives."""

import numpy as np
import pytest

import pelton as tf
from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.ops.added_function_cases import CASES, START

FACTS = load_facts("ops/added_functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_call(fact):
    assert_does(fact, START)


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]


X = np.random.default_rng(4).normal(size=(2, 3, 4))
TRANSFORMS = [
    ("fftnd", np.fft.fftn, X + 1j * X[::-1]),
    ("ifftnd", np.fft.ifftn, X + 1j * X[::-1]),
    ("rfftnd", np.fft.rfftn, X),
    ("irfftnd", np.fft.irfftn, np.fft.rfftn(X)),
]
ARGUMENTS = [(None, None), (None, [0, 2]), ([4, 5], [1, 2]), ([3, 2, 4], [0, 1, 2]), (None, [-2])]


@pytest.mark.parametrize("norm", [None, "ortho", "forward", "backward"])
@pytest.mark.parametrize(("lengths", "axes"), ARGUMENTS)
@pytest.mark.parametrize(("name", "reference", "x"), TRANSFORMS, ids=lambda v: str(v)[:6])
def test_transform(name, reference, x, lengths, axes, norm):
    found = getattr(tf.signal, name)(x, lengths, axes, norm)
    np.testing.assert_allclose(found, reference(x, lengths, axes, norm), atol=1e-12)


@pytest.mark.parametrize("name", [name for name, _, _ in TRANSFORMS])
def test_transform_refuses(name):
    x = np.zeros((2, 3), np.float32) if name == "rfftnd" else np.zeros((2, 3), np.complex64)
    for arguments in [(None, [2]), ([2, 3], [0]), (None, None, "odd"), ([-1], [0])]:
        with pytest.raises(ValueError, match=name):
            getattr(tf.signal, name)(x, *arguments)


def test_calls_are_traced():
    @tf.function
    def step(x, texts):
        counts = tf.sparse.to_dense(tf.sparse.bincount(x, axis=-1))
        crossed = tf.sparse.cross_hashed([texts, texts], 10)
        return counts, tf.strings.ngrams(texts, 2), crossed.dense_shape

    counts, pairs, shape = step(tf.constant([[1, 1], [0, 2]]), tf.constant([["a", "b"]]))
    assert counts.numpy().tolist() == [[0, 2, 0], [1, 0, 1]]
    assert pairs.numpy().tolist() == [[b"a b"]]
    assert shape.numpy().tolist() == [1, 4]


def test_gradients_pass_through_filled_rows():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        sparse = tf.sparse.SparseTensor([[0, 1], [2, 0]], x, [3, 2])
        filled, _ = tf.sparse.fill_empty_rows(sparse, 5.0)
        total = tf.reduce_sum(tf.square(filled.values))
    np.testing.assert_allclose(tape.gradient(total, x), [2.0, 4.0])


def test_isotonic_gradient_is_that_of_means():
    x = tf.constant([3.0, 1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        found = tf.nn.isotonic_regression(x)[0]
    np.testing.assert_allclose(tape.gradient(found, x, [1.0, 2.0, 4.0]), [1.0, 3.0, 3.0])


def test_critical_section_refuses_itself():
    section = tf.CriticalSection()
    with pytest.raises(ValueError, match="already executing"):
        section.execute(lambda: section.execute(lambda: 1))
    assert section.execute(lambda: 2) == 2


def test_checkpoints_iterator(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, 3)
    paths = []
    first = manager.save()
    for path in tf.train.checkpoints_iterator(str(tmp_path), timeout=0):
        paths.append(path)
        if len(paths) == 1:
            manager.save()
    assert paths == [first, manager.latest_checkpoint]
    assert list(tf.train.checkpoints_iterator(str(tmp_path / "none"), timeout=0)) == []


def test_transforms_by_raw_ops():
    x = X.astype(np.complex64)
    np.testing.assert_allclose(tf.fftnd(x, [2, 4], [1, 2]), np.fft.fftn(x, [2, 4], [1, 2]), 1e-4)
    half = tf.rfftnd(X.astype(np.float32), [3, 4], [1, 2])
    np.testing.assert_allclose(tf.irfftnd(half, [3, 4], [1, 2]), X, atol=1e-5)
    np.testing.assert_allclose(tf.ifftnd(tf.fftnd(x, [4], [2]), [4], [2]), x, atol=1e-5)


BOXES = np.array([[[0.1, 0.2, 0.6, 0.7], [0.5, 0.5, 0.9, 0.8]]], np.float32)


@pytest.mark.parametrize("seed", range(20))
def test_sampled_box_is_as_asked(seed):
    begin, size, frame = tf.image.stateless_sample_distorted_bounding_box(
        [60, 80, 3], BOXES, [seed, 3], 0.3, (0.5, 2.0), (0.2, 0.6), 200
    )
    (y, x, z), (rows, columns, rest) = begin.numpy(), size.numpy()
    assert (z, rest) == (0, -1)
    assert 0 <= y <= y + rows <= 60
    assert 0 <= x <= x + columns <= 80
    np.testing.assert_allclose(
        frame.numpy().ravel(), [y / 60, x / 80, (y + rows) / 60, (x + columns) / 80], rtol=1e-6
    )
    assert 0.49 <= columns / rows <= 2.05
    assert 0.19 <= rows * columns / 4800 <= 0.62
    top, left, bottom, right = BOXES[0].T
    high = np.minimum(bottom, (y + rows) / 60) - np.maximum(top, y / 60)
    wide = np.minimum(right, (x + columns) / 80) - np.maximum(left, x / 80)
    shares = high.clip(0) * wide.clip(0) / ((bottom - top) * (right - left))
    assert shares.max() >= 0.3 - 1e-6


def test_sampled_boxes_differ_and_follow_seeds():
    first = tf.image.stateless_sample_distorted_bounding_box([60, 80, 3], BOXES, [1, 2]).bboxes
    again = tf.image.stateless_sample_distorted_bounding_box([60, 80, 3], BOXES, [1, 2]).bboxes
    np.testing.assert_array_equal(first, again)
    tf.random.set_seed(3)
    drawn = [tf.image.sample_distorted_bounding_box([60, 80, 3], BOXES).size for _ in range(9)]
    assert len({tuple(size.numpy()) for size in drawn}) > 4
    whole = tf.image.sample_distorted_bounding_box([6, 8, 3], BOXES, 0, 1.0, (5.0, 6.0)).size
    assert whole.numpy().tolist() == [6, 8, -1]  # no rectangle of that ratio holds a box
    none = np.zeros((1, 0, 4), np.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="No bounding boxes"):
        tf.image.sample_distorted_bounding_box([60, 80, 3], none)
    with pytest.raises(tf.errors.InvalidArgumentError, match="area_range"):
        tf.image.sample_distorted_bounding_box([60, 80, 3], BOXES, area_range=(0.5, 0.1))


@pytest.mark.parametrize(("low", "high"), [(-1.0, 2.0), (2.0, 5.0), (-6.0, -5.0), (5.0, 5.5)])
def test_parameterized_truncated_normal(low, high):
    found = tf.random.stateless_parameterized_truncated_normal(
        [40000], [4, 5], 1.0, 2.0, 1 + 2 * low, 1 + 2 * high
    ).numpy()
    assert found.dtype == np.float32
    standard = (found.astype(np.float64) - 1) / 2
    assert low - 1e-6 <= standard.min() <= standard.max() <= high + 1e-6
    x = np.linspace(low, high, 20001)
    weights = np.exp(-x * x / 2)
    mean = (x * weights).sum() / weights.sum()
    spread = np.sqrt(((x - mean) ** 2 * weights).sum() / weights.sum())
    assert abs(standard.mean() - mean) < 5 * spread / 200
    assert abs(standard.std() - spread) < 0.02 * spread


def test_checkpoint_options():
    options = tf.train.CheckpointOptions(experimental_io_device="/job:localhost", enable_async=True)
    assert options.experimental_enable_async_checkpoint
    with pytest.raises(NotImplementedError, match="experimental_skip_slot_variables"):
        tf.train.CheckpointOptions(experimental_skip_slot_variables=True)


def test_coordinator_ends_threads():
    import threading

    coordinator = tf.train.Coordinator()
    ended = threading.Event()

    def work():
        coordinator.wait_for_stop()
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    coordinator.request_stop()
    coordinator.join([thread])
    assert ended.is_set()
    assert coordinator.should_stop()


def test_moving_average_refuses_integers():
    with pytest.raises(TypeError, match="half, float, or double"):
        tf.train.ExponentialMovingAverage(0.9).apply([tf.Variable([1, 2])])


@pytest.mark.parametrize("name", ["bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e"])
def test_special_functions_are_those_of_math(name):
    x = tf.constant([-2.0, 0.0, 0.5, 3.0])
    found = getattr(tf.math.special, name)(x)
    np.testing.assert_array_equal(found, getattr(tf.math, name)(x))
    np.testing.assert_allclose(tf.math.special.bessel_i0(x), np.i0(x), rtol=1e-6)

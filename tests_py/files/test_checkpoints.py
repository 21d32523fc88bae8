"""tf.train.Checkpoint: what TensorFlow wrote is restored, what is written comes back."""

import io
import pickle
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.train.checkpoints import crc32c
from recorded.models import checkpoint_objects

FILE = Path(__file__).parents[1] / "recorded" / "models" / "checkpoints.zip"
NAMES = checkpoint_objects.NAMES


@pytest.fixture
def recorded(tmp_path):
    with zipfile.ZipFile(io.BytesIO(FILE.read_bytes())) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def assert_same(found, expected, **limits):
    for one, other in zip(found, expected, strict=True):
        if other.dtype.name in ("float32", "float64") and limits:
            np.testing.assert_allclose(one, other, **limits)
        else:
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", NAMES)
def test_what_tensorflow_wrote_is_restored(name, recorded):
    objects = checkpoint_objects.made(tf, keras, name)
    expected = checkpoint_objects.values_of(objects)
    checkpoint_objects.altered(objects)
    status = tf.train.Checkpoint(**objects).read(recorded / name)
    status.assert_consumed()
    assert_same(checkpoint_objects.values_of(objects), expected, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_comes_back(name, tmp_path):
    objects = checkpoint_objects.made(tf, keras, name)
    expected = checkpoint_objects.values_of(objects)
    checkpoint = tf.train.Checkpoint(**objects)
    assert checkpoint.write(tmp_path / "c") == str(tmp_path / "c")
    checkpoint_objects.altered(objects)
    checkpoint.read(tmp_path / "c").assert_consumed().assert_existing_objects_matched()
    assert_same(checkpoint_objects.values_of(objects), expected)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("model", "graph")])
def test_keys_and_shapes_are_tensorflows(name, recorded, tmp_path):
    objects = checkpoint_objects.made(tf, keras, name)
    tf.train.Checkpoint(**objects).write(tmp_path / "c")
    found = tf.train.list_variables(tmp_path / "c")
    assert found == tf.train.list_variables(recorded / name)
    ours, theirs = (tf.train.load_checkpoint(p) for p in (tmp_path / "c", recorded / name))
    assert ours.get_variable_to_dtype_map() == theirs.get_variable_to_dtype_map()
    for key, _ in found:
        if key != "_CHECKPOINTABLE_OBJECT_GRAPH":
            np.testing.assert_array_equal(ours.get_tensor(key), theirs.get_tensor(key))


def test_save_counts_and_names_the_latest(tmp_path):
    v = tf.Variable([1.0, 2.0])
    checkpoint = tf.train.Checkpoint(v=v)
    assert tf.train.latest_checkpoint(tmp_path) is None
    first = checkpoint.save(tmp_path / "c")
    v.assign([3.0, 4.0])
    second = checkpoint.save(tmp_path / "c")
    assert (first, second) == (str(tmp_path / "c-1"), str(tmp_path / "c-2"))
    assert tf.train.latest_checkpoint(tmp_path) == second
    checkpoint.restore(first).assert_consumed()
    np.testing.assert_array_equal(v, [1, 2])
    assert int(checkpoint.save_counter) == 1
    checkpoint.restore(tmp_path)
    np.testing.assert_array_equal(v, [3, 4])
    assert sorted(p.name for p in tmp_path.iterdir())[-1] == "checkpoint"
    assert 'model_checkpoint_path: "c-2"' in (tmp_path / "checkpoint").read_text()


def test_manager_keeps_the_last_and_goes_on(recorded, tmp_path):
    step = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(step=step)
    manager = tf.train.CheckpointManager(checkpoint, recorded / "managed", max_to_keep=2)
    assert [Path(p).name for p in manager.checkpoints] == ["ckpt-2", "ckpt-3"]
    assert manager.restore_or_initialize() == manager.latest_checkpoint
    assert int(step) == 3 and int(checkpoint.save_counter) == 3
    assert Path(manager.save()).name == "ckpt-4"
    manager.sync()
    checkpoint.sync()
    assert [Path(p).name for p in manager.checkpoints] == ["ckpt-3", "ckpt-4"]
    names = {p.name for p in (recorded / "managed").iterdir()}
    data = {f"ckpt-{n}.data-00000-of-00001" for n in (3, 4)}
    assert names == {"checkpoint", "ckpt-3.index", "ckpt-4.index", *data}
    fresh = tf.train.CheckpointManager(
        checkpoint, tmp_path / "new", 1, init_fn=lambda: step.assign(9)
    )
    assert fresh.restore_or_initialize() is None and int(step) == 9
    with pytest.raises(ValueError, match="positive integer or `None` for `max_to_keep`"):
        tf.train.CheckpointManager(checkpoint, tmp_path, 0)


def test_status_says_what_is_missing(tmp_path):
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    tf.train.Checkpoint(v=v, w=w).write(tmp_path / "c")
    partial = tf.train.Checkpoint(v=v).read(tmp_path / "c")
    partial.expect_partial().assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="w/.ATTRIBUTES/VARIABLE_VALUE"):
        partial.assert_consumed()
    more = tf.train.Checkpoint(v=v, x=tf.Variable(3.0)).read(tmp_path / "c")
    with pytest.raises(AssertionError, match="Showing 1 of 1 unmatched"):
        more.assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="No checkpoint specified"):
        tf.train.Checkpoint(v=v).restore(None).assert_consumed()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda p: tf.train.Checkpoint(v=3), ValueError, "expecting v to be .*got 3"),
        (lambda p: tf.train.Checkpoint(3), ValueError, "expecting root to be"),
        (lambda p: tf.train.Checkpoint().restore(p / "no"), tf.errors.NotFoundError, "no"),
        (lambda p: tf.train.load_checkpoint(p / "no"), tf.errors.NotFoundError, "no"),
        (lambda p: tf.train.load_checkpoint(p), ValueError, "Couldn't find 'checkpoint' file"),
    ],
)
def test_bad_calls(call, error, message, tmp_path):
    with pytest.raises(error, match=message):
        call(tmp_path)


@pytest.mark.parametrize(
    ("other", "error", "message"),
    [
        (lambda: tf.Variable([0.0]), ValueError, r"shape \(2,\) .* variable with shape \(1,\)"),
        (lambda: tf.Variable([0, 0]), tf.errors.InvalidArgumentError, "int32, .* float32"),
    ],
)
def test_what_does_not_fit_changes_nothing(other, error, message, tmp_path):
    tf.train.Checkpoint(a=tf.Variable(5.0), b=tf.Variable([1.0, 2.0])).write(tmp_path / "c")
    a = tf.Variable(0.0)
    with pytest.raises(error, match=message):
        tf.train.Checkpoint(a=a, b=other()).read(tmp_path / "c")
    assert float(a) == 0.0


class Network(keras.Model):
    """Whose layers make their weights in its first call."""

    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(3, activation="tanh")
        self.norm = keras.layers.BatchNormalization()
        self.out = keras.layers.Dense(1)

    def call(self, x, training=False):
        return self.out(self.norm(self.hidden(x), training=training))


MAKERS = {
    "subclassed": Network,
    "sequential": lambda: keras.Sequential([keras.layers.Dense(3), keras.layers.Dense(1)]),
    "nested": lambda: keras.Sequential([keras.Sequential([keras.layers.Dense(3)])]),
}


def train(model, optimizer, x, times):
    for _ in range(times):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))


@pytest.mark.parametrize("in_function", [False, True])
@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_layers_get_their_values_when_they_make_weights(maker, in_function, tmp_path):
    x = tf.random.normal((4, 5))
    model, optimizer = maker(), keras.optimizers.Adam(0.1)
    train(model, optimizer, x, 3)
    tf.train.Checkpoint(model=model, optimizer=optimizer).write(tmp_path / "c")
    other, other_optimizer = maker(), keras.optimizers.Adam(0.1)
    status = tf.train.Checkpoint(model=other, optimizer=other_optimizer).read(tmp_path / "c")
    with pytest.raises(AssertionError, match="Unresolved"):
        status.assert_consumed()
    call = tf.function(other) if in_function else other
    np.testing.assert_array_equal(call(x), model(x))
    status.assert_consumed()
    assert int(other_optimizer.iterations) == 3
    train(model, optimizer, x, 2)
    train(other, other_optimizer, x, 2)
    np.testing.assert_array_equal(other(x), model(x))


class Late(tf.Module):
    """Makes its attributes when it is called."""

    def __init__(self):
        super().__init__()
        self.w = None
        self.calls = tf.Variable(0)

    def __call__(self, inner=0):
        self.calls.assign_add(1)
        if self.w is None:
            self.w = tf.Variable(tf.zeros((2, 3)))
            self.parts = [Late() for _ in range(inner)]
        return tf.add_n([self.w * 1, *(part() for part in self.parts)])


@pytest.mark.parametrize("in_function", [False, True])
def test_modules_get_their_values_when_they_set_attributes(in_function, tmp_path):
    written = Late()
    written(inner=2)
    for value, variable in enumerate((written.w, written.parts[0].w, written.parts[1].w), 1):
        variable.assign(tf.fill((2, 3), float(value)))
    tf.train.Checkpoint(written, step=tf.Variable(7)).write(tmp_path / "c")
    read, step = Late(), tf.Variable(0)
    status = tf.train.Checkpoint(read, step=step).read(tmp_path / "c")
    with pytest.raises(AssertionError, match="Unresolved"):
        status.assert_consumed()
    assert int(read.calls) == 1 and int(step) == 7
    read.calls.assign(5)
    assert int(pickle.loads(pickle.dumps(read)).calls) == 5
    call = tf.function(read) if in_function else read
    np.testing.assert_array_equal(call(inner=2), np.full((2, 3), 1.0 + 2.0 + 3.0))
    status.assert_consumed()
    assert int(read.calls) == 6, "what was there already is not restored again"
    read.w = tf.Variable(tf.zeros((2, 3)))
    assert not read.w.numpy().any(), "an attribute gets its value once"


def test_a_layer_of_other_units_refuses_what_waits_for_it(tmp_path):
    built = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2)])
    tf.train.Checkpoint(m=built).write(tmp_path / "c")
    wide = keras.Sequential([keras.layers.Dense(4)])
    tf.train.Checkpoint(m=wide).read(tmp_path / "c")
    with pytest.raises(ValueError, match=r"incompatible tensor with shape \(2,"):
        wide(tf.ones((1, 2)))


@pytest.mark.parametrize("ending", [".index", ".data-00000-of-00001"])
def test_damaged_files_are_refused(ending, recorded):
    path = recorded / f"variables{ending}"
    good = path.read_bytes()
    draw = random.Random(1)
    for _ in range(150):
        text = bytearray(good)
        kind = draw.randrange(3)
        if kind == 0:
            text[draw.randrange(len(text))] ^= draw.randrange(1, 256)
        elif kind == 1:
            del text[draw.randrange(len(text)) :]
        else:
            text[draw.randrange(len(text)) :] = draw.randbytes(8)
        path.write_bytes(bytes(text))
        objects = checkpoint_objects.made(tf, keras, "variables")
        before = checkpoint_objects.values_of(objects)
        try:
            tf.train.Checkpoint(**objects).read(recorded / "variables")
        except (tf.errors.DataLossError, tf.errors.NotFoundError) as error:
            assert str(error)
            assert_same(checkpoint_objects.values_of(objects), before)
        else:  # padding that no reader looks at
            assert_same(checkpoint_objects.values_of(objects), before)


def unmasked(data):
    """The checksum of which files hold the masked form."""
    found = (crc32c.masked(data) - 0xA282EAD8) & 0xFFFFFFFF
    return (found << 15 | found >> 17) & 0xFFFFFFFF


def byte_by_byte(data):
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    state = 0xFFFFFFFF
    for byte in data:
        state = table[(state ^ byte) & 255] ^ state >> 8
    return state ^ 0xFFFFFFFF


@pytest.mark.parametrize("size", [0, 1, 9, 1023, 5000, 1 << 20])
def test_checksums(size):
    assert unmasked(b"123456789") == 0xE3069283
    data = bytes(range(256)) * (size // 256 + 1)
    assert unmasked(data[:size]) == byte_by_byte(data[:size])


def test_scalars_are_read_as_scalars_of_numpy(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(3.0)).save(str(tmp_path / "a"))
    read = tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE")
    assert type(read) is np.float32 and read == 3
    assert tf.train.load_checkpoint(path).get_tensor("save_counter/.ATTRIBUTES/VARIABLE_VALUE") == 1


def test_lists_get_their_values_when_they_get_elements(tmp_path):
    written = tf.train.Checkpoint(listed=[tf.Variable(1.0), tf.Variable(2.0)], x=tf.Variable(3.0))
    path = written.save(tmp_path / "c")
    read = tf.train.Checkpoint()
    status = read.restore(path)
    read.listed = []
    assert repr(read.listed) == "ListWrapper([])"
    read.listed.append(tf.Variable(0.0))
    read.listed += [tf.Variable(0.0), tf.Variable(7.0)]
    assert [float(v) for v in read.listed] == [1.0, 2.0, 7.0]
    read.x = tf.Variable(0.0)
    assert float(read.x) == 3.0
    status.assert_consumed()
    assert pickle.loads(pickle.dumps(read.listed))[1].numpy() == 2.0
    again = tf.train.Checkpoint(read.listed[0])
    with pytest.raises(AssertionError, match="Nothing except the root object matched"):
        tf.train.Checkpoint(y=again).read(path).assert_nontrivial_match()
    partly = tf.train.Checkpoint(x=tf.Variable(0.0)).read(path).assert_nontrivial_match()
    with pytest.raises(AssertionError, match=r"Unresolved object in checkpoint \(root\).listed.0"):
        partly.assert_consumed()


def test_damaged_texts_are_refused(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(["abc", "d"]))
    prefix = checkpoint.write(tmp_path / "c")
    path = Path(f"{prefix}.data-00000-of-00001")
    data = path.read_bytes()
    at = data.index(b"abcd") - 6
    for place in (at, at + 1, at + 3, at + 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(tf.errors.DataLossError, match="VARIABLE_VALUE"):
            checkpoint.read(prefix)

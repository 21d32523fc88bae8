"""WAV files, and tensors as bytes: what TensorFlow gives, traces, and bytes by chance."""

import builtins

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts
from recorded.ops.audio_cases import outcome

FACTS = load_facts("ops/audio")["cases"]


@pytest.mark.parametrize("case", FACTS, ids=lambda case: case["code"])
def test_gives_what_tensorflow_gives(case):
    if "error" not in case:
        assert outcome(case["code"], tf) == case
        return
    kind = getattr(tf.errors, case["error"], None) or getattr(builtins, case["error"])
    with pytest.raises(kind) as caught:
        eval(case["code"], {"tf": tf})
    assert case["code"].split("(")[0].split(".")[-1] in str(caught.value)


def test_traces_know_the_shapes():
    shapes = []

    @tf.function(input_signature=[tf.TensorSpec((), tf.string)])
    def read(data):
        for arguments in ((), (1, 16000)):
            shapes.append(tf.audio.decode_wav(data, *arguments).audio.shape)
        return data

    read.get_concrete_function()
    assert [list(shape) for shape in shapes] == [[None, None], [16000, 1]]


def test_pipelines_decode_files_in_parallel(tmp_path):
    tones = [np.sin(np.arange(50 + i) / 3).astype(np.float32)[:, None] for i in range(6)]
    for i, tone in enumerate(tones):
        tf.io.write_file(str(tmp_path / f"{i}.wav"), tf.audio.encode_wav(tone, 8000))
    names = tf.data.Dataset.list_files(str(tmp_path / "*.wav"), shuffle=False)
    audio = names.map(lambda n: tf.audio.decode_wav(tf.io.read_file(n), 1, 40).audio, 2)
    assert audio.element_spec == tf.TensorSpec((40, 1), tf.float32)
    for found, tone in zip(audio, tones, strict=True):
        np.testing.assert_allclose(found, tone[:40], atol=1 / 32768)


@pytest.mark.parametrize(
    ("made", "read"),
    [
        (lambda: tf.audio.encode_wav([[0.5, 1.0]] * 9, 8000), tf.audio.decode_wav),
        (
            lambda: tf.io.serialize_tensor([[1.0, 2.0], [3.0, 4.0]]),
            lambda data: tf.io.parse_tensor(data, tf.float32),
        ),
    ],
)
def test_bytes_by_chance_are_refused_or_read(made, read):
    rng, sound = np.random.default_rng(3), made().numpy()
    for _ in range(1000):
        data = bytearray(sound)
        for place in rng.integers(0, len(data), 2):
            data[place] = rng.integers(0, 256)
        if rng.random() < 0.3:
            del data[rng.integers(0, len(data) + 1) :]
        try:
            read(bytes(data))
        except tf.errors.InvalidArgumentError:
            pass

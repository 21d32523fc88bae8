"""What a tape warns of and refuses, in TensorFlow's words, beside the recorded facts."""

import logging

import pytest

import pelton as tf

DTYPE = "The dtype of the {} tensor must be floating (e.g. tf.float32){}, got tf.int32"
ASKED = " when calling GradientTape.gradient"


def watch_integers(x):
    with tf.GradientTape() as tape:
        tape.watch(tf.constant(1))


def integer_target(x):
    with tf.GradientTape() as tape:
        y = tf.cast(x, tf.int32)
    assert tape.gradient(y, x) is None


def integer_source(x):
    n = tf.constant(2)
    with tf.GradientTape() as tape:
        y = x * tf.cast(n, tf.float32)
    assert tape.gradient(y, [x, n])[1] is None


def gradient_inside(x):
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        assert float(tape.gradient(y, x)) == 6.0


WARNED = [
    (watch_integers, DTYPE.format("watched", "")),
    (integer_target, DTYPE.format("target", ASKED)),
    (integer_source, DTYPE.format("source", ASKED)),
    (gradient_inside, "Calling GradientTape.gradient on a persistent tape inside its context is "
     "significantly less efficient than calling it outside the context"),
]  # fmt: skip


@pytest.mark.parametrize(("use", "text"), WARNED)
def test_warnings(use, text, caplog):
    with caplog.at_level(logging.WARNING, logger="tensorflow"):
        use(tf.Variable(3.0))
    (record,) = caplog.records
    assert record.getMessage().startswith(text)
    assert (record.name, record.levelname) == ("tensorflow", "WARNING")


def test_nothing_is_warned_of_outside_a_persistent_tape(caplog):
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
    assert float(tape.gradient(y, x)) == float(tape.gradient(y, x)) == 6.0
    assert not caplog.records


def second_call(tape, x, y):
    tape.gradient(y, x)
    tape.gradient(y, x)


def second_jacobian(tape, x, y):
    tape.jacobian(y, x)
    tape.jacobian(y, x)


ONCE = "A non-persistent GradientTape can only be used to compute one set of gradients"
REFUSED = [
    (second_call, RuntimeError, ONCE),
    (second_jacobian, RuntimeError, ONCE),
    (lambda tape, x, y: tape.watch("x"), ValueError, "Passed in object 'x' of type 'str', not "
     "tf.Tensor or tf.Variable or ExtensionType."),
    (lambda tape, x, y: tape.stop_recording(), RuntimeError,
     "Trying to stop recording a tape which is not recording."),
    (lambda tape, x, y: tape.stop(), ValueError, "Tape is not recording."),
    (lambda tape, x, y: tape.__enter__() and tape.__enter__(), ValueError,
     "Tape is still recording, This can happen if you try to re-enter an already-active tape."),
    (lambda tape, x, y: tape.jacobian(y, x, experimental_use_pfor=False), RuntimeError,
     "GradientTape must be created with persistent=True to compute the jacobian with eager "
     "execution enabled and with  experimental_use_pfor set to False."),
    (lambda tape, x, y: tape.batch_jacobian(y, tf.ones([5, 2])), ValueError,
     "Need first dimension of target shape ((3, 1)) and source shape ((5, 2)) to match."),
    (lambda tape, x, y: tape.gradient(y, x, unconnected_gradients="one"), ValueError, "'one'"),
    (lambda tape, x, y: tape.gradient(y), TypeError, "positional argument: 'sources'"),
    (lambda tape, x, y: tape.gradient(sources=x), TypeError, "positional argument: 'target'"),
    (lambda tape, x, y: tape.gradient(y, x, target=y), TypeError,
     "gradient() got multiple values for argument 'target'"),
    (lambda tape, x, y: tape.gradient(y, x, weights=y), TypeError,
     "gradient() got an unexpected keyword argument 'weights'"),
    (lambda tape, x, y: tape.gradient(y, x, None, "none", 1), TypeError,
     "GradientTape.gradient() takes at most 4 arguments, got 5"),
]  # fmt: skip


@pytest.mark.parametrize(("use", "error", "text"), REFUSED)
def test_refusals(use, error, text):
    x = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as tape:
        y = x * x
    with pytest.raises(error) as caught:
        use(tape, x, y)
    assert text in str(caught.value)

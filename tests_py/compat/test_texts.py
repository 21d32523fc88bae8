"""tf.compat: texts, the module v2, logging, configs, missing names."""

import logging

import pytest

import pelton as tf


def test_bytes_and_texts():
    compat = tf.compat
    assert compat.as_bytes("a") == b"a" and compat.as_bytes(b"a") == b"a"
    assert compat.as_text(b"a") == "a" and compat.as_str("a") == "a"
    assert compat.as_str_any(3) == "3"
    for call in (compat.as_bytes, compat.as_text):
        with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
            call(3)
    assert compat.v2 is tf


def test_logging():
    level = logging.getLogger("tensorflow").level
    tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    assert tf.get_logger().level == logging.ERROR
    assert tf.compat.v1.logging.get_verbosity() == logging.ERROR
    tf.get_logger().setLevel(level)


def test_configs():
    v1 = tf.compat.v1
    config = v1.ConfigProto(allow_soft_placement=True, device_count={"GPU": 0})
    config.gpu_options.allow_growth = True
    assert config.allow_soft_placement and config.gpu_options.allow_growth
    with pytest.raises(AttributeError, match="ConfigProto has no 'nothing' field"):
        config.nothing = 1


def test_missing_names():
    with pytest.raises(AttributeError, match="Did you mean: 'reduce_sum'"):
        _ = tf.compat.v1.reduce_sun


def test_attribute_access_leaves_code_eager():
    assert tf.compat.v1.executing_eagerly()
    assert float(tf.compat.v1.reduce_sum([1.0, 2.0], keep_dims=False)) == 3.0
    assert tf.compat.v1.Variable(3.0).numpy() == 3.0

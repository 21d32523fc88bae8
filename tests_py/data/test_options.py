"""Settings of pipelines under their names of old."""

import pytest

import pelton as tf


def test_old_names_are_the_same_settings():
    options = tf.data.Options()
    options.experimental_deterministic = False
    options.experimental_threading.private_threadpool_size = 3
    assert options.deterministic is options.experimental_deterministic is False
    assert options.threading.private_threadpool_size == 3
    given = tf.data.Dataset.range(2).with_options(options).options()
    assert given.deterministic is False
    assert given.threading.private_threadpool_size == 3


def test_unknown_settings_are_refused():
    with pytest.raises(AttributeError, match="Cannot set the property slack on Options"):
        tf.data.Options().slack = True

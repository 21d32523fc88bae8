"""tf.profiler.experimental: the scopes of a trace, and starts and stops out of order."""

import gzip
import json

import pytest

import pelton as tf

profiler = tf.profiler.experimental


def _trace(folder):
    (path,) = folder.glob("plugins/profile/*/*.trace.json.gz")
    with gzip.open(path, "rt") as file:
        return json.load(file)["traceEvents"]


def test_scopes_between_start_and_stop(tmp_path):
    with profiler.Trace("before"):
        pass
    profiler.start(tmp_path)
    for step in range(2):
        with profiler.Trace("train", step_num=step, _r=1) as scope, profiler.Trace("inner"):
            scope.set_metadata(loss=2)
    profiler.stop()
    events = _trace(tmp_path)
    assert [event["name"] for event in events] == ["inner", "train", "inner", "train"]
    assert events[3]["args"] == {"step_num": "1", "_r": "1", "loss": "2"}
    inner, train = events[:2]
    assert train["ts"] <= inner["ts"] and 0 <= inner["dur"] <= train["dur"]


def test_a_block(tmp_path):
    options = profiler.ProfilerOptions(host_tracer_level=3)
    assert tuple(options) == (3, 0, 1, None)
    with profiler.Profile(str(tmp_path), options), profiler.Trace("one"):
        pass
    assert [event["name"] for event in _trace(tmp_path)] == ["one"]


def test_nothing_is_written_without_save(tmp_path):
    profiler.start(tmp_path)
    profiler.stop(save=False)
    assert not list(tmp_path.iterdir())


def test_out_of_order(tmp_path):
    with pytest.raises(tf.errors.UnavailableError):
        profiler.stop()
    profiler.start(tmp_path)
    with pytest.raises(tf.errors.AlreadyExistsError):
        profiler.start(tmp_path)
    profiler.stop()

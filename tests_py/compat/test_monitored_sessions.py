"""Monitored sessions and their hooks."""

import os

import pytest

import pelton.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


@pytest.fixture
def step():
    count = tf.train.get_or_create_global_step()
    weight = tf.get_variable("weight", initializer=8.0)
    tf.summary.scalar("weight", weight.value())
    rate = tf.train.GradientDescentOptimizer(0.25)
    return rate.minimize(tf.square(weight), global_step=count)


def test_it_stops_at_a_step_and_goes_on_from_its_checkpoint(tmp_path, step):
    folder = str(tmp_path / "run")

    def trained(last):
        hooks = [tf.train.StopAtStepHook(last_step=last)]
        runs = 0
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=2
        ) as session:
            while not session.should_stop():
                session.run(step)
                runs += 1
            with pytest.raises(RuntimeError, match="should_stop"):
                session.run(step)
        with pytest.raises(RuntimeError, match="closed"):
            session.run(step)
        return runs

    assert trained(3) == 3
    assert tf.train.latest_checkpoint(folder).endswith("model.ckpt-3")
    assert tf.train.load_variable(folder, "weight") == pytest.approx(1.0)
    assert any("tfevents" in name for name in os.listdir(folder))
    with tf.Graph().as_default():
        count = tf.train.get_or_create_global_step()
        tf.get_variable("weight", initializer=8.0)
        with tf.train.SingularMonitoredSession(checkpoint_dir=folder) as session:
            assert session.run(count) == 3


def test_hooks_are_called_in_order(step):
    told = []

    class Hook(tf.train.SessionRunHook):
        def begin(self):
            told.append("begin")

        def after_create_session(self, session, coord):
            told.append("created")

        def before_run(self, run_context):
            return tf.train.SessionRunArgs(tf.train.get_global_step())

        def after_run(self, run_context, run_values):
            told.append(int(run_values.results) >= 0)

        def end(self, session):
            told.append("end")

    with tf.train.MonitoredSession(hooks=[Hook()]) as session:
        session.run(step)
    assert told == ["begin", "created", True, "end"]


def test_the_end_of_inputs_leaves_quietly_and_errors_do_not():
    element = tf.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
    seen = []
    with tf.train.MonitoredSession() as session:
        while not session.should_stop():
            seen.append(int(session.run(element)))
    assert seen == [0, 1, 2]


def test_a_loss_that_is_no_number():
    loss = tf.placeholder(tf.float32, [])
    failing = [tf.train.NanTensorHook(loss)]
    with pytest.raises(tf.train.NanLossDuringTrainingError):
        with tf.train.MonitoredSession(hooks=failing) as session:
            session.run(loss + 1.0, {loss: float("nan")})

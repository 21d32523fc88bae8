"""Threads that each do public things by chance to one object that they share."""

from __future__ import annotations

import random

from torture.kind import WRONG, Kind, Snippet, expressions

HEAD = (
    "from concurrent.futures import ThreadPoolExecutor as Pool; import copy, pickle, threading; "
    "K, L, D = tf.keras, tf.keras.layers, tf.data.Dataset; "
    "x = np.ones((8, 3), 'float32'); y = np.ones((8, 2), 'float32')"
)
# What it is, what is done to it (each use may be refused), and what must hold when all have ended.
OBJECTS: dict[str, tuple[str, list[str], str]] = {
    "a variable": (
        "o = tf.Variable(tf.zeros((3, 3))); v = tf.Variable(tf.ones((3, 3)))",
        expressions("""
            o.assign(v); o.assign_add(v); o.assign_sub(v); o.numpy(); o + o; o.scatter_update([0],
            [[1.0] * 3]); o[0].assign(v[0]); o[1:, ::2].assign(v[1:, ::2]); o.assign(np.ones((3,
            3))); tf.identity(o); repr(o); copy.deepcopy(o); o.value(); o.read_value();
            o.gather_nd([[0, 0]]); o.assign(tf.ones((9, 9))); (lambda t: t.gradient(o * o,
            o))(tf.GradientTape().__enter__()); o.scatter_add(tf.IndexedSlices(v[:1], [0]));
            tf.function(lambda: o.assign_add(v))(); K.optimizers.SGD(.1).apply_gradients([(v, o)]);
            o.batch_scatter_update([0], v); tf.train.Checkpoint(o=o).write(f'o{{i}}'); o.assign(v *
            float('nan')); tf.raw_ops.AddN(inputs=[o, o]); hash(o.ref())
        """),
        "assert o.shape == (3, 3) and len(o.numpy()) == 3",
    ),
    "an iterator": (
        "d = D.range(500){stages}; o = iter(d)",
        expressions("""
            next(o); next(o, None); o.get_next(); o.get_next_as_optional().has_value(); [e for _, e
            in zip(range(5), o)]; o.element_spec; repr(o); next(iter(d)); len([*d]);
            d.cardinality(); tf.function(lambda: next(iter(d)))(); list(d.take(3));
            tf.train.Checkpoint(o=o).write(f'i{{i}}'); tf.train.Checkpoint(o=o).read('i1');
            d.reduce(np.int64(0), lambda a, b: a); iter(o)
        """),
        "s = [*o]; assert len([*d]) == {count}",
    ),
    "a function": (
        "v = tf.Variable(1.0); o = tf.function(lambda a: {body})",
        expressions("""
            o(x); o(y); o(1.0); o(tf.constant(i)); o(i); o(np.ones(i % 5)); o('a'); o(None);
            o.get_concrete_function(x)(x); o.get_concrete_function(tf.TensorSpec((None, 3),
            tf.float32)); o.experimental_get_tracing_count(); repr(o);
            o.pretty_printed_concrete_signatures(); copy.copy(o)(x); v.assign(2.0);
            tf.function(o)(x); o.python_function(x); (lambda t: t.gradient(o(v),
            v))(tf.GradientTape().__enter__()); tf.config.run_functions_eagerly(i % 2 == 0);
            D.range(3).map(lambda e: o(tf.cast(e, tf.float32))).batch(2).reduce(0.0, lambda a, b:
            a); tf.vectorized_map(o, x)
        """),
        "tf.config.run_functions_eagerly(False); s = o(x)",
    ),
    "a generator": (
        "o = tf.random.Generator.from_seed(1, {alg!r})",
        expressions("""
            o.normal((9,)); o.uniform((1000,)); o.uniform((3,), 0, 9, 'int32'); o.make_seeds(2);
            o.split(2)[1].normal((2,)); o.skip(9); o.reset(o.state); o.reset_from_seed(i);
            o.state.numpy(); o.key; o.algorithm; o.truncated_normal((2, 2)); o.binomial((2,), 3.0,
            .5); tf.function(lambda: o.normal((2,)))(); tf.random.set_global_generator(o);
            o.uniform_full_int((2,)); tf.random.get_global_generator().normal((2,)); copy.copy(o);
            tf.train.Checkpoint(o=o).write(f'g{{i}}'); o.reset_from_key_counter(1, [1, 2])
        """),
        "assert np.isfinite(o.normal((9,)).numpy()).all()",
    ),
    "a model": (
        "o = {model}; s = o.compile('adam', 'mse', metrics=['mae']); s = o(x)",
        expressions("""
            o.fit(x, y, verbose=0, epochs=2); o.evaluate(x, y, verbose=0); o.predict(x, verbose=0);
            o(x); o.train_on_batch(x, y); repr(o.layers); o.test_on_batch(x, y); o.get_weights();
            o.set_weights(o.get_weights()); o.save(f'm{{i % 3}}.keras'); o.summary(print_fn=len);
            o.save_weights(f'm{{i % 3}}.weights.h5'); o.load_weights(f'm{{i % 3}}.weights.h5');
            K.models.load_model(f'm{{i % 3}}.keras'); o.compile('sgd', 'mse');
            K.models.clone_model(o); copy.deepcopy(o); pickle.dumps(o); o.get_config();
            o.count_params(); o.layers[0].trainable_weights; setattr(o.layers[0], 'trainable', i % 2
            == 0); o.optimizer.get_config(); o.reset_metrics(); setattr(o.optimizer,
            'learning_rate', .1); o.optimizer.learning_rate; o.metrics_names; tf.function(o)(x);
            o.stop_training; o.losses; (lambda t: t.gradient(o(x),
            o.trainable_variables))(tf.GradientTape().__enter__()); o.predict_on_batch(x);
            o.export(f'e{{i % 2}}'); o.fit(D.from_tensor_slices((x, y)).batch(2), verbose=0);
            setattr(o, 'run_eagerly', i % 2 == 0); o.build((None, 3)); o.get_metrics_result()
        """),
        "o.compile('adam', 'mse'); assert len(o.fit(x, y, verbose=0).history['loss']) == 1",
    ),
    "parts": (
        "o = K.metrics.{metric}(); p = K.optimizers.Adam(); v = tf.Variable(tf.ones(3)); "
        "k = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), 'kept', 2); "
        "u = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, 0.0, np.int64(-1), "
        "np.int64(-2)); q = tf.queue.FIFOQueue(9, ['float32'], [()]); "
        "a = K.layers.Normalization(); w = tf.io.TFRecordWriter('w')",
        expressions("""
            o.update_state(y, y); o.result(); o.reset_state(); o(y, y); o.variables; o.get_config();
            p.apply_gradients([(tf.ones(3), v)]); p.build([v]); p.variables; setattr(p,
            'learning_rate', .5); p.iterations.numpy(); k.save(); k.latest_checkpoint;
            k.checkpoints; k.restore_or_initialize(); u.insert([i], [1.0]); u.lookup([1, 2]);
            u.remove([i]); u.export(); u.size(); q.size(); q.enqueue_many([[1.0]]) if q.size() < 5
            else 0; a.adapt(x); a(x); K.backend.clear_session(); w.write(b'ab'); w.flush();
            w.close(); K.utils.set_random_seed(i); K.mixed_precision.global_policy();
            tf.summary.create_file_writer('l').flush();
            tf.config.threading.set_intra_op_parallelism_threads(i % 3);
            K.config.set_floatx('float32'); v.assign(tf.ones(3))
        """),
        "s = o.update_state(y, y); assert np.isfinite(np.asarray(v)).all(); s = u.size()",
    ),
}  # fmt: skip
STAGES = {
    "": 500,
    ".map(lambda e: e + 1)": 500,
    ".shuffle(9).batch(5)": 100,
    ".prefetch(3)": 500,
    ".map(lambda e: e * 2, num_parallel_calls=4).prefetch(2)": 500,
    ".cache()": 500,
    ".interleave(lambda e: D.from_tensors(e).repeat(2), 3)": 1000,
    ".window(5).flat_map(lambda w: w)": 500,
    ".batch(4).unbatch().filter(lambda e: e % 2 == 0)": 250,
    ".repeat(2).take(600).enumerate()": 600,
}
BODIES = expressions("""
    a; [a, a] if a is None else a * 2; tf.reduce_sum(a) + v; v.assign_add(1.0);
    tf.py_function(lambda b: b, [a], tf.float32); tf.print(end='') or a; tf.while_loop(lambda i, b:
    i < 3, lambda i, b: (i + 1, b), (0, a)); tf.random.normal((3,)); tf.cond(tf.reduce_sum(a) > 1,
    lambda: v + 1, lambda: v * 1)
""")
MODELS = expressions("""
    K.Sequential([K.Input((3,)), L.Dense(3), L.Dense(2)]); K.Sequential([L.Dense(4),
    L.BatchNormalization(), L.Dropout(.5), L.Dense(2)]); (lambda i: K.Model(i,
    L.Dense(2)(L.Add()([L.Dense(3)(i), i]))))(K.Input((3,))); K.Sequential([L.Reshape((3, 1)),
    L.LSTM(2)])
""")
METRICS = ["Mean", "AUC", "CategoricalAccuracy", "MeanSquaredError", "F1Score"]


class Torture(Kind):
    """Two or three threads and up to four uses each, over and over; then one good use."""

    LIMIT = 10.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        made, uses, then = OBJECTS[chance.choice([*OBJECTS])]
        stages, count = chance.choice([*STAGES.items()])
        alg = chance.choice(("philox", "threefry"))
        filled = {"model": chance.choice(MODELS), "body": chance.choice(BODIES), "alg": alg}
        made = made.format(stages=stages, metric=chance.choice(METRICS), **filled)
        times = chance.choice((5, 20, 60))
        chosen = chance.choices(uses, k=chance.choice((2, 3, 4)))
        tasks = ", ".join(f"pool.submit(lambda i: {use.format()}, i)" for use in chosen)
        return Snippet(
            [
                HEAD,
                made,
                f"pool = Pool({chance.choice((2, 3, 4))}); "
                f"done = [one for i in range({times}) for one in ({tasks})]",
                "e = [one.exception() for one in done]; pool.shutdown()",
                "e = [one for one in e if isinstance(one, (SystemError, AssertionError))]; "
                "assert not e, e",
                then.format(count=count),
            ]
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        return WRONG  # the use of afterwards is a good one

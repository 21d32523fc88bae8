"""Functions of random signatures and bodies, called and saved with what does not fit."""

from __future__ import annotations

from torture import combined_data, combined_graphs
from torture.filled import Filler
from torture.kind import expressions

SIGNATURES = expressions("""
    None; (); []; [S((), 'float32')]; [S((None, 3), 'float32')]; [S((2,), 'int32'), S((2,),
    'int32')]; [{'a': S((), 'int32')}]; (R((None, None), 'int32'),); [S(None, None)]; [[S((),
    'float32')]]; S((), 'float32'); [tf.float32]; [1]; [{spec}]; {value}
""")
BODIES = expressions("""
    lambda x: x; lambda x, y: x + y; lambda *a: a; lambda **k: k; lambda x=1: x; lambda x, *, k:
    x; lambda x: f(x); lambda x: tf.Variable(x); lambda x: x['a']; lambda x: x if tf.reduce_sum(x)
    > 0 else None; lambda x: [x for _ in tf.range(3)]; lambda x: {value}; lambda x:
    tf.while_loop(lambda i: i < 3, lambda i: {value}, (x,)); lambda x: tf.cond(tf.reduce_any(x >
    0), lambda: x, lambda: {value}); lambda x: tf.switch_case(x, [lambda: 1, lambda: {value}]);
    lambda x: tf.map_fn(lambda a: {value}, x); lambda x: x.numpy(); lambda x: bool(x); lambda x:
    x.assign(1.0); lambda x: tf.function(lambda y: y)(x, x); lambda x: tf.gradients(x, x); lambda
    x: (lambda t: (t.watch(x), t.gradient({value}, x)))(tf.GradientTape().__enter__()); lambda x:
    m(x); lambda x: g.append(x) or x; lambda x: g[0] if g else x; print; tf.matmul; m; m.call;
    {value}
""")
CALLS = expressions("""
    f({feed}); f({feed}, {feed}); f(); f(x={feed}); f({value}); f(k={value});
    f.get_concrete_function({spec}); f.get_concrete_function({feed})({feed});
    f.get_concrete_function({spec}, {spec})({feed}, {value}); f.get_concrete_function(S((None,),
    'float32')).structured_outputs; f.python_function({feed}); f.input_signature;
    f.experimental_get_tracing_count(); f.pretty_printed_concrete_signatures();
    f.get_concrete_function()(); f.get_concrete_function({spec}).graph.as_graph_def();
    tf.autograph.to_code(f.python_function);
     tf.vectorized_map(f, {feed}); tf.map_fn(f, {feed},
    fn_output_signature={spec}); tf.saved_model.save((lambda o: (setattr(o, 'f', f),
    o)[1])(tf.Module()), 'module'); tf.saved_model.save(m, 'model', signatures={value});
    tf.saved_model.save(tf.Module(), 'm2', signatures=f); D.range(3).map(f); tf.py_function(f,
    [{feed}], {value}); tf.numpy_function(f, [{feed}], tf.float32);
    tf.GradientTape().gradient(f({feed}), {value}); tf.custom_gradient(f)({feed});
    tf.recompute_grad(f)({feed}); type('C', (), {'f': f})().f({feed}); tf.while_loop(f, f,
    [{feed}]); tf.cond(True, f, f); tf.grad_pass_through(f)({feed})
""")
PARTS = {**combined_data.PARTS, "feed": combined_graphs.FEEDS}
MODEL = "m = tf.keras.Sequential([tf.keras.layers.Dense(2)]); g = []; a = tf.ones((3,)); p = a"


def lines(filler: Filler) -> list[str]:
    """A function and one or two calls."""
    options = filler.chance.choice(("", "", ", reduce_retracing=True", ", jit_compile=True"))
    made = f"f = tf.function({filler.one_of(BODIES)}, {filler.one_of(SIGNATURES)}{options})"
    calls = [filler.one_of(CALLS) for _ in range(filler.chance.choice((1, 2)))]
    return [MODEL, "; ".join([made, *calls])]

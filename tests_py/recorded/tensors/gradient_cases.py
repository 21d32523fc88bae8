"""Snippets about gradients of the user's own and Jacobians, with their values or refusals."""

_X = "x = tf.constant([1.0, 2.0])\n"
_ONE = "x = tf.constant(1.0)\n"
_TAPE = "with tf.GradientTape() as t:\n  t.watch(x)\n"
_W = "w = tf.Variable(2.0)\n"

GRADIENTS = {
    "custom_two_inputs": (
        "@tf.custom_gradient\ndef f(a, b):\n  return a * b, lambda g: (g * 10, g * 20)\n"
        + _ONE
        + "z = tf.constant(3.0)\nwith tf.GradientTape() as t:\n  t.watch([x, z])\n  y = f(x, z)\n"
        "[y, t.gradient(y, [x, z])]"
    ),
    "custom_several_outputs": (
        "@tf.custom_gradient\ndef f(a):\n"
        "  return (a * 2, a * 3), lambda g, h: g * 10 + h * 100\n"
        + _ONE
        + _TAPE
        + "  y = f(x)\n[y, t.gradient(y[0], x)]"
    ),
    "custom_both_outputs": (
        "@tf.custom_gradient\ndef f(a):\n"
        "  return [a * 2, a * 3], lambda g, h: g * 10 + h * 100\n"
        + _ONE
        + _TAPE
        + "  y = f(x)\nt.gradient(y, x)"
    ),
    "custom_dictionary": (
        "@tf.custom_gradient\ndef f(a, k=2.0):\n  return {'a': a * k}, lambda g: g * 5\n"
        + _ONE
        + _TAPE
        + "  y = f(x, k=3.0)\n[y, t.gradient(y['a'], x)]"
    ),
    "custom_unconnected": (
        "@tf.custom_gradient\ndef f(a):\n  return a, lambda g: None\n"
        + _ONE
        + _TAPE
        + "  y = f(x)\nt.gradient(y, x)"
    ),
    "custom_identity": (
        "@tf.custom_gradient\ndef f(a):\n  return a, lambda g: -g\n"
        + _ONE
        + _TAPE
        + "  y = f(x) * f(x)\nt.gradient(y, x)"
    ),
    "custom_second_order": (
        "@tf.custom_gradient\ndef f(a):\n  e = tf.exp(a)\n"
        "  return tf.math.log(1 + e), lambda g: g * (1 - 1 / (1 + e))\n"
        "x = tf.constant(0.5)\nwith tf.GradientTape() as s:\n  s.watch(x)\n"
        "  with tf.GradientTape() as t:\n    t.watch(x)\n    y = f(x)\n  g = t.gradient(y, x)\n"
        "[y, g, s.gradient(g, x)]"
    ),
    "custom_variable": (
        _W + "@tf.custom_gradient\ndef f(a):\n  def grad(g, variables=None):\n"
        "    return g, [g * 7]\n  return a * w, grad\nwith tf.GradientTape() as t:\n"
        "  y = f(tf.constant(1.0))\nt.gradient(y, w)"
    ),
    "custom_variable_input": (
        _W + "@tf.custom_gradient\ndef f(a):\n  return a * a, lambda g: g * 7\n"
        "with tf.GradientTape() as t:\n  y = f(w)\nt.gradient(y, w)"
    ),
    "custom_name": "@tf.custom_gradient\ndef f(a):\n  'Text.'\n  return a, None\nf.__name__",
    "custom_without_tape": (
        "@tf.custom_gradient\ndef f(a):\n  return a * 2, lambda g: g\nf(tf.constant(3.0))"
    ),
    "custom_takes_no_variables": (
        _W + "@tf.custom_gradient\ndef f(a):\n  return a * w, lambda g: g\nf(tf.constant(1.0))"
    ),
    "custom_variable_count": (
        _W + "@tf.custom_gradient\ndef f(a):\n  def grad(g, variables=None):\n    return g, []\n"
        "  return a * w, grad\nwith tf.GradientTape() as t:\n  y = f(tf.constant(1.0))\n"
        "t.gradient(y, w)"
    ),
    "custom_gradient_count": (
        "@tf.custom_gradient\ndef f(a, b):\n  return a * b, lambda g: g\n"
        + _ONE
        + _TAPE
        + "  y = f(x, x)\nt.gradient(y, x)"
    ),
    "custom_no_pair": "@tf.custom_gradient\ndef f(a):\n  return a * 2\nf(tf.constant(1.0))",
    "custom_no_function": (
        "@tf.custom_gradient\ndef f(a):\n  return a * 2, 3\n"
        + _ONE
        + _TAPE
        + "  y = f(x)\nt.gradient(y, x)"
    ),
    "jacobian_scalar": "x = tf.constant(2.0)\n" + _TAPE + "  y = x * x\nt.jacobian(y, x)",
    "jacobian_matrix": (_X + _TAPE + "  y = x[:, None] * x\n[t.jacobian(y, x), repr(y.shape)]"),
    "jacobian_zero": (
        _X + "z = tf.constant([[3.0]])\nwith tf.GradientTape() as t:\n  t.watch([x, z])\n"
        "  y = x * x\nt.jacobian(y, {'a': x, 'b': z}, unconnected_gradients='zero')"
    ),
    "jacobian_unconnected": (
        _X + "z = tf.constant([[3.0]])\nwith tf.GradientTape() as t:\n  t.watch([x, z])\n"
        "  y = x * x\nt.jacobian(y, [x, z])"
    ),
    "jacobian_empty": ("x = tf.ones([0, 3])\n" + _TAPE + "  y = x * x\nt.jacobian(y, x).shape"),
    "jacobian_integer": "x = tf.constant([1, 2])\n" + _TAPE + "  y = x * x\nt.jacobian(y, x)",
    "hessian": (
        "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as s:\n"
        "  with tf.GradientTape() as t:\n    y = tf.reduce_sum(x ** 3.0) * x[0]\n"
        "  g = t.gradient(y, x)\ns.jacobian(g, x)"
    ),
    "jacobian_twice": _X + _TAPE + "  y = x * x\nt.jacobian(y, x)\nt.jacobian(y, x)",
    "jacobian_then_gradient": _X + _TAPE + "  y = x * x\nt.jacobian(y, x)\nt.gradient(y, x)",
    "jacobian_persistent": (
        _X + "with tf.GradientTape(persistent=True) as t:\n  t.watch(x)\n  y = x * x\n"
        "[t.jacobian(y, x), t.jacobian(y, x), t.gradient(y, x)]"
    ),
    "jacobian_loops": (
        _X + "with tf.GradientTape(persistent=True) as t:\n  t.watch(x)\n  y = x * x\n"
        "t.jacobian(y, x, experimental_use_pfor=False)"
    ),
    "jacobian_loops_once": (
        _X + _TAPE + "  y = x * x\nt.jacobian(y, x, experimental_use_pfor=False)"
    ),
    "jacobian_bad_unconnected": (
        _X + _TAPE + "  y = x * x\nt.jacobian(y, x, unconnected_gradients='one')"
    ),
    "batch_unconnected": (
        "x = tf.ones([2, 3])\n" + _TAPE + "  y = tf.ones([2, 4])\nt.batch_jacobian(y, x)"
    ),
    "batch_deep": (
        "x = tf.constant([[1.0, 2.0], [3.0, 4.0]])\n"
        + _TAPE
        + "  y = tf.reshape(x, [2, 2, 1]) * tf.reshape(x, [2, 1, 2])\nt.batch_jacobian(y, x)"
    ),
    "batch_rank": _X + _TAPE + "  y = x * x\nt.batch_jacobian(y, x)",
    "batch_twice": (
        "x = tf.ones([2, 3])\n" + _TAPE + "  y = x * x\nt.batch_jacobian(y, x)\n"
        "t.batch_jacobian(y, x)"
    ),
    "batch_loops_once": (
        "x = tf.ones([2, 3])\n" + _TAPE + "  y = x * x\n"
        "t.batch_jacobian(y, x, experimental_use_pfor=False)"
    ),
}

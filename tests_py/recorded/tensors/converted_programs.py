"""Functions whose branches and loops are over tensors without values: each case traces one for
specs and gives the shapes that it says and what it computes. AutoGraph reads their source, so they
stand in a file."""

import functools
import sys
import tempfile


def traced(tf, function, spec, *inputs):
    """The shapes of the outputs of a trace for the specs, and the outputs for the inputs."""
    concrete = tf.function(function, input_signature=spec).get_concrete_function()
    shapes = [list(out.shape) for out in tf.nest.flatten(concrete.structured_outputs)]
    return shapes, [concrete(*map(tf.constant, given)) for given in inputs]


def scalar(tf, dtype="int32"):
    return [tf.TensorSpec([], dtype)]


def vector(tf, dtype="float32"):
    return [tf.TensorSpec([None], dtype)]


def branches(tf):
    def f(x):
        if x > 10:
            y = x * 2
        elif x > 5:
            y = x + 1
        else:
            y = -x
        return y

    return traced(tf, f, scalar(tf), [20], [7], [1])


def branch_without_else(tf):
    def f(x):
        y = x + 1
        if x > 3:
            y = y * 10
        return y

    return traced(tf, f, scalar(tf), [4], [1])


def early_returns(tf):
    def f(x):
        if x < 0:
            return -x
        if x > 100:
            return x - 100
        y = x * 2
        if y > 50:
            return y
        return y + 1

    return traced(tf, f, scalar(tf), [-4], [101], [30], [3])


def nested_returns(tf):
    def f(x, y):
        if x > 0:
            if y > 0:
                return x + y
            else:
                return x * 2 - y
        return x - y

    return traced(tf, f, scalar(tf) * 2, [1, 2], [1, -2], [-1, 5])


def collatz(tf):
    def f(n):
        steps = 0
        while n > 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    return traced(tf, f, scalar(tf), [27], [1])


def loop_with_break(tf):
    def f(x):
        total = tf.constant(0.0)
        for value in x:
            if value > 5.0:
                break
            if value < 0.0:
                continue
            total += value
        return total

    return traced(tf, f, vector(tf), [[1.0, -1.0, 2.0]], [[1.0, 7.0, 2.0]], [[]])


def while_with_break(tf):
    def f(n):
        i = tf.constant(0)
        while i < 100:
            i += 1
            if i * i > n:
                break
        return i

    return traced(tf, f, scalar(tf), [30], [0])


def while_with_continue(tf):
    def f(n):
        i, odd = 0, 0
        while i < n:
            i += 1
            if i % 2 == 0:
                continue
            odd += i
        return odd, i

    return traced(tf, f, scalar(tf), [7], [0])


def nested_loops(tf):
    def f(n):
        found = 0
        for i in tf.range(n):
            for j in tf.range(n):
                if j > i:
                    break
                if (i + j) % 3 == 0:
                    continue
                found += i * j
            if found > 40:
                break
        return found

    return traced(tf, f, scalar(tf), [3], [9])


def loop_over_a_range_of_a_tensor(tf):
    def f(n):
        total = 0
        for i in range(n):
            total += i
        return total

    return traced(tf, f, scalar(tf), [5], [0])


def rows_of_a_matrix(tf):
    def f(x):
        best = tf.zeros([3])
        for row in x:
            if tf.reduce_sum(row) > tf.reduce_sum(best):
                best = row
        return best

    spec = [tf.TensorSpec([None, 3], tf.float32)]
    return traced(tf, f, spec, [[[1.0, 0.0, 0.0], [5.0, 1.0, 1.0], [0.0, 2.0, 0.0]]])


def array_of_open_size(tf):
    def f(x):
        made = tf.TensorArray(tf.float32, size=tf.shape(x)[0])
        state = tf.zeros([2])
        for i in tf.range(tf.shape(x)[0]):
            state = tf.tanh(x[i] + state)
            made = made.write(i, state)
        return made.stack(), state

    return traced(tf, f, [tf.TensorSpec([None, 2], tf.float32)], [[[1.0, 2.0], [0.5, -1.0]]])


def array_of_open_elements(tf):
    def f(x):
        steps = tf.shape(x)[1]
        made = tf.TensorArray(tf.float32, size=steps)
        for i in tf.range(steps):
            made = made.write(i, x[:, i] * tf.cast(i, tf.float32))
        return tf.transpose(made.stack(), [1, 0, 2])

    spec = [tf.TensorSpec([None, None, 2], tf.float32)]
    return traced(tf, f, spec, [[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]])[1]


def growing_array(tf):
    def f(n):
        made = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        i = 0
        while n > 0:
            made = made.write(i, n % 10)
            n = n // 10
            i += 1
        return made.stack(), made.size()

    return traced(tf, f, scalar(tf), [12345], [7])


def greedy_decoding(tf):
    table = tf.constant([[0.1, 0.9, 0.0], [0.0, 0.1, 0.9], [0.9, 0.1, 0.0]])

    def f(start):
        made = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        made = made.write(0, start)
        for i in tf.range(6):
            output = tf.transpose(made.stack())
            scores = tf.gather(table, output)[:, -1:, :]
            chosen = tf.argmax(scores, axis=-1, output_type=tf.int32)
            made = made.write(i + 1, chosen[0])
            if chosen == tf.constant([2]):
                break
        output = tf.transpose(made.stack())
        return output, scores

    return traced(tf, f, [tf.TensorSpec([None], tf.int32)], [[0]], [[2]])[1]


def beam_of_lists(tf):
    def f(n):
        pair = (tf.constant(1), tf.constant(1))
        named = {"a": tf.constant(0), "b": [tf.constant(1.0)]}
        for i in tf.range(n):
            pair = (pair[1], pair[0] + pair[1])
            named = {"a": named["a"] + i, "b": [named["b"][0] * 2.0]}
        return pair, named

    return traced(tf, f, scalar(tf), [6], [0])


def truth_values(tf):
    def f(a, b):
        if a > 0 and not b > 0 or a == b:
            return tf.constant(1)
        return tf.constant(0)

    return traced(tf, f, scalar(tf) * 2, [1, 0], [1, 2], [2, 2])


def chained_comparison(tf):
    def f(x):
        return tf.constant(1) if 0 < x < 10 else tf.constant(-1)

    return traced(tf, f, scalar(tf), [5], [10], [0])


def conditional_expression(tf):
    def f(x):
        scale = 2.0 if tf.reduce_mean(x) > 1.0 else 0.5
        return x * scale

    return traced(tf, f, vector(tf), [[1.0, 4.0]], [[1.0]])


def single_element(tf):
    def f(x):
        if x == 3:
            return x
        return x * 2

    return traced(tf, f, [tf.TensorSpec([None, 1], tf.int32)], [[[3]]], [[[4]]])


def functions_inside(tf):
    def absolute(x):
        if x < 0:
            return -x
        return x

    def f(x, y):
        count = 0

        def both(a):
            nonlocal count
            count += 1
            return absolute(a) + 1

        result = both(x) * both(y)
        return result + count

    return traced(tf, f, scalar(tf) * 2, [-3, 4], [3, -4])


class Holder:
    """Methods that call each other."""

    def __init__(self, limit):
        self.limit = limit

    def _clipped(self, x):
        if x > self.limit:
            return x * 0 + self.limit
        return x

    def run(self, x, times=2):
        for _ in range(times):
            x = self._clipped(x + 1)
        return x

    def __call__(self, x):
        return self.run(x, times=3)


class SpecialHolder(Holder):
    """One that calls its base."""

    def run(self, x, times=2):
        found = super().run(x, times=times)
        if found > 8:
            found = found * 10
        return found


def methods(tf):
    holders = Holder(5), SpecialHolder(9)
    return [traced(tf, h, scalar(tf), [1], [7]) for h in holders]


def partials(tf):
    def scaled(x, factor, offset=0):
        if x > 0:
            x = x * factor
        return x + offset

    f = functools.partial(scaled, factor=3)

    def call(x):
        return f(x, offset=1)

    return traced(tf, call, scalar(tf), [2], [-2])


def function_given_to_map(tf):
    def clipped(x):
        if x > 2.0:
            return 2.0
        return x

    def f(x):
        return tf.map_fn(clipped, x)

    return traced(tf, f, vector(tf), [[1.0, 5.0, 2.5]])


def function_in_function(tf):
    @tf.function
    def inner(x):
        if x > 0:
            return x
        return -x

    def f(x):
        return inner(x) + inner(x - 10)

    return traced(tf, f, scalar(tf), [3], [-3])


def lengths_and_casts(tf):
    def f(x):
        total = 0.0
        for i in range(len(x)):
            total += float(i) * x[i]
        return total, int(total)

    return traced(tf, f, vector(tf), [[1.0, 2.0, 3.5]])


def state_in_a_variable(tf):
    v = tf.Variable(0)

    def f(x):
        if x > 0:
            v.assign_add(x)
        else:
            v.assign(0)
        return v.read_value()

    return traced(tf, f, scalar(tf), [3], [4], [-1], [2])


def gradient_of_a_loop(tf):
    w = tf.Variable(1.5)

    def f(n):
        with tf.GradientTape() as tape:
            y = tf.constant(1.0)
            for _ in tf.range(n):
                y = y * w
            if y > 3.0:
                y = y * 2.0
        return y, tape.gradient(y, w)

    return traced(tf, f, scalar(tf), [2], [4])


def stored(tf):
    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def fizz(self, n):
            made = tf.TensorArray(tf.string, size=n)
            for i in tf.range(1, n + 1):
                if i % 3 == 0:
                    text = tf.constant("fizz")
                else:
                    text = tf.strings.as_string(i)
                made = made.write(i - 1, text)
            return made.stack()

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Module(), folder)
        return tf.saved_model.load(folder).fizz(tf.constant(4))


def python_effects_of_calls(tf):
    seen = []

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
    def f(x, steps):
        seen.append("trace")
        for _ in tf.range(steps):
            seen.append("turn")
            if tf.reduce_sum(x) < 10.0:
                x = x * 2.0
        return x

    made = [f(tf.constant([1.0, 2.0]), tf.constant(n)) for n in (1, 4, 2)]
    return made, seen


def stored_work_on_the_host(tf):
    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def images(self, files):
            def read(file):
                image = tf.io.decode_image(file, channels=1, expand_animations=False)
                image = tf.image.resize(tf.cast(image, tf.float32), [2, 2])
                return image + tf.cast(tf.io.decode_png(file, channels=1)[:2, :2], tf.float32)

            return tf.map_fn(read, files, fn_output_signature=tf.float32)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def parsed(self, examples):
            found = tf.io.parse_example(
                examples,
                {
                    "x": tf.io.FixedLenFeature([2], tf.float32, default_value=[1.5, 2.0]),
                    "s": tf.io.FixedLenFeature([], tf.string, default_value="\u00fc"),
                    "v": tf.io.VarLenFeature(tf.int64),
                },
            )
            tf.print("parsed", found["x"], 3, output_stream=sys.stdout)
            return found["x"], found["s"], tf.sparse.to_dense(found["v"])

        @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
        def sound(self, file):
            return tf.audio.decode_wav(file, 1, 5).audio

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Module(), folder)
        loaded = tf.saved_model.load(folder)
    image = tf.io.encode_png(tf.cast(tf.reshape(tf.range(9), (3, 3, 1)), tf.uint8))
    sound = tf.audio.encode_wav(tf.fill([3, 1], 0.5), 8000)
    return loaded.images([image, image]), loaded.parsed([b""]), loaded.sound(sound)


def branch_of_a_pipeline(tf):
    def flipped(x):
        if tf.reduce_sum(x) > 0:
            x = x[::-1]
        return x, tf.shape(x)[0]

    data = tf.data.Dataset.from_tensor_slices([[1, 2, 3], [-4, -5, -6]]).map(flipped)
    return [list(spec.shape) for spec in data.element_spec], list(data)


CASES = {
    "converted": [
        f"programs.{name}(tf)"
        for name, value in list(globals().items())
        if callable(value)
        and getattr(value, "__module__", None) == __name__
        and name not in ("traced", "scalar", "vector", "Holder", "SpecialHolder")
    ]
}
START = "from recorded.tensors import converted_programs as programs\n"

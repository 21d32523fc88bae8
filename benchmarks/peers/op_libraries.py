"""How each library of `op_job.py` makes tensors, runs an op and takes its gradients."""

import importlib


def make(library, threads):
    """The named library's way."""
    return {"torch": Torch, "jax": Jax, "numpy": Numpy}.get(library, Keras)(library, threads)


def sum_of(parts):
    """The sum of several tensors."""
    first, *others = parts
    for other in others:
        first = first + other
    return first


def tensors_of(result):
    """An op's outputs as a list."""
    return list(result) if isinstance(result, (tuple, list)) else [result]


def weights(shape):
    """The numbers that an output is multiplied by for its gradient."""
    import numpy as np

    return np.asarray(np.random.default_rng(3).random(shape, np.float32) + 0.5, np.float32)


class Keras:
    """TensorFlow and Pelton, eagerly: the same lines."""

    def __init__(self, library, threads):
        self.tf = importlib.import_module(library)
        self.version = self.tf.__version__
        self.names = {"tf": self.tf, "sum_of": sum_of, "copied": self.copied}

    def copied(self, x):
        """`x` in row-major order: transposes and slices are views in Pelton until then."""
        return self.tf.reshape(x, [-1])

    def tensor(self, value, kind):
        return self.tf.constant(value)

    def forward(self, function, inputs, gradients):
        given = list(inputs.values())
        return lambda: function(*given)

    def gradient(self, function, inputs, gradients):
        given = list(inputs.values())
        watched = [inputs[name] for name in gradients]
        outputs = tensors_of(function(*given))
        seeds = [self.tf.constant(weights(tuple(y.shape)).astype(y.dtype.name)) for y in outputs]
        tape_type = self.tf.GradientTape
        kept = [index for index, y in enumerate(outputs) if y.dtype.is_floating]
        seeds = [seeds[index] for index in kept]

        def run():
            with tape_type() as tape:
                tape.watch(watched)
                result = tensors_of(function(*given))
                result = [result[index] for index in kept]
            return tape.gradient(result, watched, seeds)

        return run


class Torch:
    """Torch, eagerly; images as channels last, which is how TensorFlow's lie."""

    def __init__(self, library, threads):
        import torch

        torch.set_num_threads(threads)
        self.torch, self.version = torch, torch.__version__
        self.names = {"torch": torch, "F": torch.nn.functional, "nn": torch.nn, "sum_of": sum_of}
        self.names["first"] = lambda x: x.permute(0, x.ndim - 1, *range(1, x.ndim - 1))

    def tensor(self, value, kind):
        made = self.torch.from_numpy(value.copy())
        if kind.startswith(("index", "segments", "permutation")):
            return made.long()
        axes = range(made.ndim)
        if kind.startswith("filter"):
            made = made.permute(axes[-1], axes[-2], *axes[:-2]).contiguous()
        if kind.startswith("depth_filter"):
            made = made.permute(2, 3, 0, 1).contiguous()
        return made

    def forward(self, function, inputs, gradients):
        given = list(inputs.values())

        def run():
            with self.torch.inference_mode():
                return function(*given)

        return run

    def gradient(self, function, inputs, gradients):
        watched = [inputs[name].requires_grad_() for name in gradients]
        given = list(inputs.values())
        torch = self.torch
        outputs = tensors_of(function(*given))
        kept = [index for index, y in enumerate(outputs) if y.requires_grad]
        seeds = [torch.from_numpy(weights(tuple(outputs[index].shape))) for index in kept]
        seeds = [seed.to(outputs[index]) for seed, index in zip(seeds, kept, strict=True)]

        def run():
            result = tensors_of(function(*given))
            return torch.autograd.grad([result[index] for index in kept], watched, seeds)

        return run


class Jax:
    """JAX, each row compiled by jax.jit; outputs are waited for."""

    def __init__(self, library, threads):
        import jax
        import jax.numpy as jnp

        self.jax, self.jnp, self.version = jax, jnp, jax.__version__
        self.names = {"jax": jax, "jnp": jnp, "xp": jnp, "sum_of": sum_of, "copied": jnp.copy}
        own = (self.conv, self.conv_transpose, self.depthwise, self.pool)
        self.names.update({made.__name__: made for made in own})
        self.names.update(layer_norm=self.layer_norm, batch_norm=self.batch_norm)

    def tensor(self, value, kind):
        return self.jnp.asarray(value)

    def forward(self, function, inputs, gradients):
        given = list(inputs.values())
        compiled = self.jax.jit(function)
        return lambda: self.jax.block_until_ready(compiled(*given))

    def gradient(self, function, inputs, gradients):
        jax, jnp = self.jax, self.jnp
        rest = {name: value for name, value in inputs.items() if name not in gradients}
        watched = {name: inputs[name] for name in gradients}
        outputs = tensors_of(jax.jit(function)(**inputs))
        kept = [index for index, y in enumerate(outputs) if jnp.issubdtype(y.dtype, jnp.floating)]
        seeds = [jnp.asarray(weights(outputs[index].shape), outputs[index].dtype) for index in kept]

        @jax.jit
        def run(watched, rest, seeds):
            def some(watched):
                result = tensors_of(function(**watched, **rest))
                return [result[index] for index in kept]

            value, back = jax.vjp(some, watched)
            return value, back(seeds)

        return lambda: jax.block_until_ready(run(watched, rest, seeds))

    def conv(self, x, w, stride):
        names = {3: ("NWC", "WIO"), 4: ("NHWC", "HWIO"), 5: ("NDHWC", "DHWIO")}[x.ndim]
        strides = (stride,) * (x.ndim - 2)
        return self.jax.lax.conv_general_dilated(
            x, w, strides, "SAME", dimension_numbers=(*names, names[0])
        )

    def conv_transpose(self, x, w):
        return self.jax.lax.conv_transpose(x, w, (2, 2), "SAME", transpose_kernel=True)

    def depthwise(self, x, w):
        w = self.jnp.swapaxes(w, 2, 3)
        names = ("NHWC", "HWIO", "NHWC")
        return self.jax.lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=names, feature_group_count=x.shape[3]
        )

    def pool(self, x, start, reduce, side=2):
        window = (1, side, side, 1)
        return self.jax.lax.reduce_window(x, start, reduce, window, (1, 2, 2, 1), "VALID")

    def layer_norm(self, x, scale, offset):
        jnp = self.jnp
        mean, variance = jnp.mean(x, -1, keepdims=True), jnp.var(x, -1, keepdims=True)
        return (x - mean) * self.jax.lax.rsqrt(variance + 1e-3) * scale + offset

    def batch_norm(self, x, scale, offset):
        jnp = self.jnp
        mean, variance = jnp.mean(x, (0, 1, 2)), jnp.var(x, (0, 1, 2))
        return (x - mean) * self.jax.lax.rsqrt(variance + 1e-3) * scale + offset


class Numpy:
    """NumPy, which has no gradients."""

    def __init__(self, library, threads):
        import numpy as np

        self.version = np.__version__
        rng = np.random.default_rng(1)
        self.names = {"np": np, "xp": np, "rng": rng, "sum_of": sum_of, "copied": self.copied}
        self.names.update(layer_norm=self.layer_norm, batch_norm=self.batch_norm)

    def tensor(self, value, kind):
        return value

    def forward(self, function, inputs, gradients):
        given = list(inputs.values())
        return lambda: function(*given)

    def gradient(self, function, inputs, gradients):
        raise NotImplementedError("NumPy has no gradients")

    def copied(self, x):
        return x.copy(order="C")

    def layer_norm(self, x, scale, offset):
        return (x - x.mean(-1, keepdims=True)) / (
            x.var(-1, keepdims=True) + 1e-3
        ) ** 0.5 * scale + (offset)

    def batch_norm(self, x, scale, offset):
        axes = (0, 1, 2)
        return (x - x.mean(axes)) / (x.var(axes) + 1e-3) ** 0.5 * scale + offset

"""MultiHeadAttention as Keras 2 had it, whose projections, scores and softmax derived classes make
anew: `_build_from_signature`, `_build_attention`, `_compute_attention`, `_masked_softmax`."""

from __future__ import annotations

import inspect
import math
import string

import pelton as tf
from pelton.keras import layers as _layers
from pelton.keras.layers import Dropout, EinsumDense
from pelton.keras.layers.attention.heads_projection import copied
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_PARTS = (
    "kernel_initializer bias_initializer kernel_regularizer bias_regularizer "
    "activity_regularizer kernel_constraint bias_constraint"
).split()


def _equations(rank: int, axes: tuple[int, ...]) -> tuple[str, str]:
    """Of scores, from keys and queries of this rank, and of what they weigh the values to."""
    target = string.ascii_lowercase[:rank]
    new = iter(string.ascii_lowercase[rank:])
    source = "".join(next(new) if axis in axes else target[axis] for axis in range(rank))
    scores = "".join(target[axis] for axis in range(rank - 1) if axis not in axes)
    scores += "".join(target[axis] for axis in axes) + "".join(source[axis] for axis in axes)
    return f"{source},{target}->{scores}", f"{scores},{source}->{target}"


def _projection(free: int, bound: int, made: int) -> tuple[str, str, int]:
    """Equation, axes of the bias and rank of a product that keeps `free` axes."""
    letters = string.ascii_lowercase
    kept, summed = letters[:free], letters[free : free + bound]
    found = letters[free + bound : free + bound + made]
    return f"{kept}{summed},{summed}{found}->{kept}{found}", found, free + made


class Softmax(_layers.Softmax):
    """The layer, which is given the mask as the second argument too."""

    def call(self, inputs: Any, mask: Any = None) -> Any:
        return super().call(inputs, mask=mask)


class MultiHeadAttention(LibraryLayer):
    """Attention of queries to values by keys, with Keras 2's arguments and methods:
    call(query, value, key=None, attention_mask=None, return_attention_scores=False).

    Shapes and values are those of today's `MultiHeadAttention`."""

    supports_masking = True

    def __init__(
        self, num_heads: int, key_dim: int, value_dim: int | None = None, dropout: float = 0.0,
        use_bias: bool = True, output_shape: Any = None, attention_axes: Any = None,
        kernel_initializer: Any = "glorot_uniform", bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None, bias_regularizer: Any = None,
        activity_regularizer: Any = None, kernel_constraint: Any = None,
        bias_constraint: Any = None, softmax_robust_masking: bool = False, **kwargs: Any,
    ) -> None:  # fmt: skip
        given = locals()
        kwargs.pop("flash_attention", None)
        super().__init__(**kwargs)
        self._num_heads, self._key_dim = num_heads, key_dim
        self._value_dim = value_dim or key_dim
        self._dropout, self._use_bias, self._output_shape = dropout, use_bias, output_shape
        for name in _PARTS:
            kind = f"{name.partition('_')[2]}s"
            setattr(self, f"_{name}", getattr(tf.keras, kind).get(given[name]))
        is_one = attention_axes is not None and not hasattr(attention_axes, "__iter__")
        self._attention_axes = (attention_axes,) if is_one else attention_axes
        self._built_from_signature = False
        self._query_shape = self._key_shape = self._value_shape = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self._built_from_signature:
            names = list(inspect.signature(self.call).parameters)
            given = {**dict(zip(names, args, strict=False)), **kwargs}
            if "query" in given and "value" in given:
                key = given.get("key")
                self._build_from_signature(given["query"], given["value"], key)
        return super().__call__(*args, **kwargs)

    # What derived classes make anew

    def _build_from_signature(self, query: Any, value: Any, key: Any = None) -> None:
        """Makes the projections and the attention for tensors, or shapes, of the inputs."""
        self._built_from_signature = True
        shapes = [tf.TensorShape(getattr(one, "shape", one)) for one in (query, value)]
        self._query_shape, self._value_shape = shapes
        self._key_shape = shapes[1] if key is None else tf.TensorShape(getattr(key, "shape", key))
        wholes = zip(
            ("query", "key", "value"),
            (self._query_shape, self._key_shape, self._value_shape),
            (self._key_dim, self._key_dim, self._value_dim),
            strict=True,
        )
        for name, shape, width in wholes:
            equation, bias, rank = _projection(shape.rank - 1, 1, 2)
            sizes = [None] * (rank - 3) + [self._num_heads, width]
            dense = EinsumDense(
                equation,
                sizes,
                bias_axes=bias if self._use_bias else None,
                name=name,
                **self._get_common_kwargs_for_sublayer(),
            )
            dense.supports_masking = True  # the masks are read from the inputs themselves
            setattr(self, f"_{name}_dense", dense)
        self._build_attention(rank)
        self._output_dense = self._make_output_dense(
            self._query_shape.rank - 1, self._get_common_kwargs_for_sublayer(), "attention_output"
        )

    def _get_common_kwargs_for_sublayer(self) -> dict[str, Any]:
        """The parts of the projections, with initializers of their own."""
        parts = {name: getattr(self, f"_{name}") for name in _PARTS}
        own = {name: copied(parts[name]) for name in ("kernel_initializer", "bias_initializer")}
        return {**parts, **own, "dtype": self.dtype_policy}

    def _make_output_dense(
        self, free_dims: int, common_kwargs: dict[str, Any], name: str | None = None
    ) -> Any:
        """The projection of what the heads give to the outputs."""
        made = self._output_shape or [self._query_shape[-1]]  # type: ignore[index]
        made = list(made) if hasattr(made, "__iter__") else [made]
        equation, bias, rank = _projection(free_dims, 2, len(made))
        return EinsumDense(
            equation,
            [None] * (rank - 1 - len(made)) + made,
            bias_axes=bias if self._use_bias else None,
            name=name,
            **common_kwargs,
        )

    def _build_attention(self, rank: int) -> None:
        """Equations, softmax and dropout for projections of this rank."""
        axes = self._attention_axes
        self._attention_axes = tuple(range(1, rank - 2) if axes is None else axes)
        self._dot_product_equation, self._combine_equation = _equations(rank, self._attention_axes)
        count = len(self._attention_axes)
        over = tuple(range(-count, 0))
        self._softmax = Softmax(axis=over if count > 1 else -1, dtype=self.dtype_policy)
        self._dropout_layer = Dropout(self._dropout, dtype=self.dtype_policy)

    def _masked_softmax(self, attention_scores: Any, attention_mask: Any = None) -> Any:
        """The weights of scores; the mask gets the axes of heads that it lacks."""
        if attention_mask is not None:
            at = -2 * len(self._attention_axes) - 1
            for _ in range(len(attention_scores.shape) - len(attention_mask.shape)):
                attention_mask = tf.expand_dims(attention_mask, at)
        return self._softmax(attention_scores, mask=attention_mask)

    def _compute_attention(
        self, query: Any, key: Any, value: Any, attention_mask: Any = None, training: Any = None
    ) -> tuple[Any, Any]:
        """Outputs and scores of projected queries, keys and values."""
        query = query * (1.0 / math.sqrt(float(self._key_dim)))
        scores = tf.einsum(self._dot_product_equation, key, query)
        scores = self._masked_softmax(scores, attention_mask)
        dropped = self._dropout_layer(scores, training=training)
        return tf.einsum(self._combine_equation, dropped, value), scores

    def call(
        self, query: Any, value: Any, key: Any = None, attention_mask: Any = None,
        return_attention_scores: bool = False, training: Any = None,
        use_causal_mask: bool = False,
    ) -> Any:  # fmt: skip
        attention_mask = self._compute_attention_mask(
            query, value, key, attention_mask, use_causal_mask
        )
        key = value if key is None else key
        output, scores = self._compute_attention(
            self._query_dense(query),
            self._key_dense(key),
            self._value_dense(value),
            attention_mask,
            training,
        )
        output = self._output_dense(output)
        return (output, scores) if return_attention_scores else output

    def _compute_attention_mask(
        self, query: Any, value: Any, key: Any = None, attention_mask: Any = None,
        use_causal_mask: bool = False,
    ) -> Any:  # fmt: skip
        """`attention_mask` with those that the inputs carry; None where there is none."""
        places = ((query, (..., None)), (value, (slice(None), None)), (key, (slice(None), None)))
        found = [] if attention_mask is None else [tf.cast(attention_mask, tf.bool)]
        for tensor, place in places:
            carried = getattr(tensor, "_keras_mask", None)
            if carried is not None:
                found.append(tf.cast(carried, tf.bool)[place])
        if use_causal_mask:
            found.append(self._compute_causal_mask(query, value))
        whole = None
        for mask in found:
            whole = mask if whole is None else whole & mask
        return whole

    def _compute_causal_mask(self, query: Any, value: Any = None) -> Any:
        """(1, T, S): whether a position is no later than the one that sees it."""
        rows, columns = (tf.shape(x)[1] for x in (query, query if value is None else value))
        return (tf.range(rows)[:, None] >= tf.range(columns)[None])[None]

    def compute_output_shape(
        self, query_shape: Any, value_shape: Any = None, key_shape: Any = None
    ) -> tuple[int | None, ...]:
        """That of the queries but for the last size."""
        made = self._output_shape or [query_shape[-1]]
        return (*query_shape[:-1], *(made if hasattr(made, "__iter__") else [made]))

    def get_config(self) -> dict[str, Any]:
        """The arguments and the shapes that the layer was built for."""
        names = "num_heads key_dim value_dim dropout use_bias output_shape attention_axes".split()
        config = {name: getattr(self, f"_{name}") for name in names}
        for name in _PARTS:
            kind = getattr(tf.keras, f"{name.partition('_')[2]}s")
            config[name] = kind.serialize(getattr(self, f"_{name}"))
        for name in ("query_shape", "key_shape", "value_shape"):
            shape = getattr(self, f"_{name}")
            config[name] = shape
        return {**super().get_config(), **config}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer, built for the shapes in the config."""
        settings = dict(config)
        shapes = [settings.pop(f"{name}_shape", None) for name in ("query", "value", "key")]
        layer = cls(**settings)
        if None not in shapes:
            layer._build_from_signature(*shapes)
        return layer

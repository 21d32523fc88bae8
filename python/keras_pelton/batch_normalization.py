"""Makes Keras's BatchNormalization one op of the engine where channels come last."""

from __future__ import annotations

from typing import Any


def teach(batch_normalization: Any) -> None:
    """Replaces the layer's ``call`` there; with a mask or renormalization it stays Keras's own."""
    others = batch_normalization.BatchNormalization.call

    def call(self: Any, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        if mask is not None or getattr(self, "renorm", False) or not _fits(self, inputs):
            return others(self, inputs, training=training, mask=mask)
        from keras import ops

        import pelton
        from pelton._core import ops as engine

        x = ops.cast(inputs, batch_normalization.backend.result_type(inputs.dtype, "float32"))
        mean, variance = (ops.cast(w, x.dtype) for w in (self.moving_mean, self.moving_variance))
        scale = ops.cast(self.gamma, x.dtype) if self.scale else pelton.ones_like(mean)
        offset = ops.cast(self.beta, x.dtype) if self.center else pelton.zeros_like(mean)
        if not (training and self.trainable):
            y = engine.batch_norm_infer(x, mean, variance, scale, offset, epsilon=self.epsilon)
            return ops.cast(y, self.compute_dtype)
        y, now, spread = engine.batch_norm_train(x, scale, offset, epsilon=self.epsilon)
        rest = 1.0 - self.momentum
        self.moving_mean.assign(mean * self.momentum + now * rest)
        self.moving_variance.assign(variance * self.momentum + spread * rest)
        return ops.cast(y, self.compute_dtype)

    batch_normalization.BatchNormalization.call = call


def _fits(layer: Any, inputs: Any) -> bool:
    import pelton

    is_tensor = isinstance(inputs, pelton.Tensor)
    return is_tensor and isinstance(layer.axis, int) and layer.axis in (-1, len(inputs.shape) - 1)

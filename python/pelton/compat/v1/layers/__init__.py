"""Owns ``tf.layers``: layers whose variables belong to the graph, as classes and as functions."""

from pelton.compat.v1.layers.base import Layer, function_of
from pelton.compat.v1.layers.convolutions import (
    Conv1D,
    Conv2D,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
    SeparableConv1D,
    SeparableConv2D,
)
from pelton.compat.v1.layers.core import BatchNormalization, Dense, Dropout, Flatten
from pelton.compat.v1.layers.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
)

__all__ = [
    "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "BatchNormalization", "Conv1D",
    "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dense", "Dropout", "Flatten",
    "InputSpec", "Layer", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D", "SeparableConv1D",
    "SeparableConv2D", "average_pooling1d", "average_pooling2d", "average_pooling3d",
    "batch_normalization", "conv1d", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose",
    "dense", "dropout", "flatten", "max_pooling1d", "max_pooling2d", "max_pooling3d",
    "separable_conv1d", "separable_conv2d",
]  # fmt: skip

average_pooling1d = function_of(AveragePooling1D, "average_pooling1d")
average_pooling2d = function_of(AveragePooling2D, "average_pooling2d")
average_pooling3d = function_of(AveragePooling3D, "average_pooling3d")
batch_normalization = function_of(BatchNormalization, "batch_normalization")
conv1d = function_of(Conv1D, "conv1d")
conv2d = function_of(Conv2D, "conv2d")
conv2d_transpose = function_of(Conv2DTranspose, "conv2d_transpose")
conv3d = function_of(Conv3D, "conv3d")
conv3d_transpose = function_of(Conv3DTranspose, "conv3d_transpose")
dense = function_of(Dense, "dense")
dropout = function_of(Dropout, "dropout")
flatten = function_of(Flatten, "flatten")
max_pooling1d = function_of(MaxPooling1D, "max_pooling1d")
max_pooling2d = function_of(MaxPooling2D, "max_pooling2d")
max_pooling3d = function_of(MaxPooling3D, "max_pooling3d")
separable_conv1d = function_of(SeparableConv1D, "separable_conv1d")
separable_conv2d = function_of(SeparableConv2D, "separable_conv2d")


def __getattr__(name: str) -> object:
    if name == "InputSpec":
        from pelton.keras.layers import InputSpec

        return InputSpec
    now = name.replace("Convolution", "Conv")  # classes by the names of before
    if name.startswith("Deconvolution"):
        now = name.replace("Deconvolution", "Conv") + "Transpose"
    if now != name and now in globals():
        return globals()[now]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
